"""Build the README's pictures: pip install '.[pictures]', then python .github/pictures.py [FOLDER OF DEJAVU FONTS].

They are made of saves/won.json by `freecell export`, and always the same; the fonts are Debian's fonts-dejavu-core.
"""

import json
import os
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pyte
from PIL import Image, ImageDraw, ImageFont

from freecell_tui.cli import main
from freecell_tui.controller.commands import make_controller
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.ui.app import App
from freecell_tui.ui.asciicast import RecordingScreen
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.glyphs import UNICODE

HERE: Final = Path(__file__).parent
GAME: Final = HERE.parent / "saves" / "won.json"
FONTS: Final = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/truetype/dejavu")

MOVING_SIZE: Final = (80, 24)
MOVES_A_SECOND: Final = 3
LARGE_SIZE: Final = (160, 50)
LARGE_AFTER: Final = 13.0
"""The second of a recording with a move each at which the large window is shown."""

Picture = Image.Image
RGB = tuple[int, int, int]


class Cell(NamedTuple):
    """What is in one cell of a terminal."""

    char: str
    ink: RGB
    ground: RGB
    is_bold: bool


class Painter:
    """Paints a terminal's cells as a terminal does: text in a font, block elements and lines without seams."""

    _LINES: Final = {"─": "lr", "━": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu"}
    """Where the strokes of a line go from the middle of its cell."""

    _CORNERS: Final = {"╭": (1, 1, 180), "╮": (-1, 1, 270), "╰": (1, -1, 90), "╯": (-1, -1, 0)}
    """Where a rounded corner goes, right and down or not, and the angle at which its arc begins."""

    _BLOCKS: Final = dict(zip("▁▂▃▄▅▆▇█", range(1, 9), strict=True))
    _SHADES: Final = 5
    """How many shades smooth an edge: few colours make a small file."""

    _FINER: Final = 4
    """How many times larger lines are drawn before they are smoothed."""

    def __init__(self, font_size: int) -> None:
        self._fonts = [ImageFont.truetype(FONTS / f"DejaVuSansMono{style}.ttf", font_size) for style in ("", "-Bold")]
        ascent, descent = self._fonts[0].getmetrics()
        self.width, self.height = round(self._fonts[0].getlength("M")), (ascent + descent + 1) // 2 * 2
        self._stroke = max(font_size // 9, 1)
        self.tile = cache(self._tile)

    def _tile(self, cell: Cell) -> Picture:
        """Return the picture of a cell."""
        tile = Image.new("RGB", (self.width, self.height), cell.ground)
        shape = self._shape(cell).point(
            [round(shade / 255 * self._SHADES) * 255 // self._SHADES for shade in range(256)]
        )
        tile.paste(Image.new("RGB", tile.size, cell.ink), mask=shape)
        return tile

    def _shape(self, cell: Cell) -> Picture:
        """Return the shape of a cell's character, white on black."""
        shape = Image.new("L", (self.width, self.height))
        draw = ImageDraw.Draw(shape)
        if cell.char in self._BLOCKS:
            draw.rectangle([0, self.height - round(self.height * self._BLOCKS[cell.char] / 8), *shape.size], fill=255)
        elif cell.char == "▀":
            draw.rectangle([0, 0, self.width, self.height // 2 - 1], fill=255)
        elif cell.char in self._LINES or cell.char in self._CORNERS:
            return self._line(cell.char)
        else:
            draw.text((0, 0), cell.char, font=self._fonts[cell.is_bold], fill=255)
        return shape

    def _line(self, char: str) -> Picture:
        width, height, half = self.width * self._FINER, self.height * self._FINER, self._stroke * self._FINER // 2
        x, y = width // 2, height // 2
        shape = Image.new("L", (width, height))
        draw = ImageDraw.Draw(shape)
        boxes = {"l": (0, y - half, x + half, y + half), "r": (x - half, y - half, width, y + half)}
        boxes |= {"u": (x - half, 0, x + half, y + half), "d": (x - half, y - half, x + half, height)}
        for way in self._LINES.get(char, ""):
            draw.rectangle(boxes[way], fill=255)
        if char in self._CORNERS:
            right, down, start = self._CORNERS[char]
            middle, radius = (x + right * x, y + down * x), x + half
            box = (middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius)
            draw.arc(box, start, start + 90, fill=255, width=2 * half)
            top, bottom = (middle[1], height) if down > 0 else (0, middle[1])
            draw.rectangle((x - half, top, x + half, bottom), fill=255)
        return shape.resize((self.width, self.height), Image.Resampling.BOX)


class Screen:
    """A terminal that is sent what the game sends, and is painted."""

    def __init__(self, size: tuple[int, int], painter: Painter) -> None:
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)
        self._painter = painter
        self._shown: dict[tuple[int, int], Cell] = {}
        self._picture = Image.new("RGB", (size[0] * painter.width, size[1] * painter.height))

    def feed(self, text: str) -> Picture:
        """Return the picture after a piece of output."""
        self._stream.feed(text)
        painter = self._painter
        for y in range(self._screen.lines):
            for x in range(self._screen.columns):
                found = self._screen.buffer[y][x]
                ink, ground = _rgb(found.fg, "e5e5e5"), _rgb(found.bg, "101010")
                cell = Cell(found.data, ground if found.reverse else ink, ink if found.reverse else ground, found.bold)
                if self._shown.get((x, y)) != cell:
                    self._shown[x, y] = cell
                    self._picture.paste(painter.tile(cell), (x * painter.width, y * painter.height))
        return self._picture.copy()


def _rgb(colour: str, default: str) -> RGB:
    red, green, blue = bytes.fromhex(default if colour == "default" else colour)
    return red, green, blue


def recording(size: tuple[int, int], moves_a_second: int, folder: Path) -> Iterator[tuple[float, str]]:
    """Yield the output of the game's recording, each piece with its second; the last is empty."""
    file = folder / "game.cast"
    form = ("--format", "asciicast", "--size", f"{size[0]}x{size[1]}", "--speed", str(moves_a_second))
    main(["export", str(GAME), *form, "-o", str(file), "--force"])
    for line in file.read_text(encoding="utf-8").splitlines()[1:]:
        second, _, text = json.loads(line)
        yield second, text


def build_moving(folder: Path) -> None:
    """Build the moving picture: the whole game, from the deal to the win."""
    screen = Screen(MOVING_SIZE, Painter(27))
    *pieces, (end, _) = recording(MOVING_SIZE, MOVES_A_SECOND, folder)
    frames = [screen.feed(text) for _, text in pieces]
    starts = [second for second, _ in pieces]
    lengths = [round(1000 * (after - start)) for start, after in zip(starts, [*starts[1:], end], strict=True)]
    # Lossless, and a fifth of the size of a GIF that has fewer colours.
    frames[0].save(
        HERE / "freecell.webp",
        lossless=True,
        method=4,
        save_all=True,
        append_images=frames[1:],
        duration=lengths,
        loop=0,
    )


def build_large(folder: Path) -> None:
    """Build the picture of a large window after a dozen moves, when all columns have large figures."""
    screen = Screen(LARGE_SIZE, Painter(20))
    *_, picture = (screen.feed(text) for second, text in recording(LARGE_SIZE, 1, folder) if second < LARGE_AFTER)
    picture.save(HERE / "freecell-large.png", optimize=True)


def build_title(folder: Path) -> None:
    """Build the picture of the title screen."""
    app = App(partial(make_controller, store=SaveStore(folder)), UNICODE)
    app.open_title()
    screen = RecordingScreen(themes.default())
    screen.draw_screen(MOVING_SIZE, app.render(MOVING_SIZE, focus=True))
    Screen(MOVING_SIZE, Painter(20)).feed("".join(screen.output)).save(HERE / "freecell-title.png", optimize=True)


def build_all() -> None:
    """Build all of them, as for a player who has changed no setting."""
    with TemporaryDirectory() as name:
        os.environ |= {"XDG_CONFIG_HOME": name, "XDG_STATE_HOME": name, "TERM": "xterm-256color"}
        for build in (build_moving, build_large, build_title):
            build(Path(name))
        main(["export", str(GAME), "--format", "svg", "-o", str(HERE / "freecell-won.svg"), "--force"])


if __name__ == "__main__":
    build_all()
