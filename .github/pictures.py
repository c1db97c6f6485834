"""Build the film and the pictures of the README.

After pip install '.[pictures,test]': PYTHONPATH=tests python .github/pictures.py [FOLDER OF DEJAVU FONTS].

The film is played by the tests' player, by a clock of its own; the others are made of saves/won.json by `freecell
export`. All are always the same; the fonts are Debian's fonts-dejavu-core.
"""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pyte
from PIL import Image, ImageDraw, ImageFont

from freecell_tui.cli import main
from freecell_tui.controller.commands import make_controller
from freecell_tui.controller.play.game import Clock
from freecell_tui.engine import FREECELL, Board, Game
from freecell_tui.solver import Budget, Solved
from freecell_tui.solver.solve import solve
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.settings import DEFAULTS
from freecell_tui.ui.app import App
from freecell_tui.ui.asciicast import RecordingScreen
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.glyphs import UNICODE
from freecell_tui.ui.screens.celebration import CelebrationScreen
from support.ui_driver import Seat, seated

HERE: Final = Path(__file__).parent
GAME: Final = HERE.parent / "saves" / "won.json"
FONTS: Final = Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/truetype/dejavu")

FILM_SIZE: Final = (120, 40)
FILM_FONT: Final = 16
FILM_RATE: Final = 15
"""The frames of the film in a second."""
TITLE_SIZE: Final = (120, 40)
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
        elif cell.char == "▏":
            draw.rectangle([0, 0, self.width // 8, self.height], fill=255)
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


class Film:
    """A game at the table that is filmed, by the clock of its player."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._screen = Screen(FILM_SIZE, Painter(FILM_FONT))
        self._terminal = RecordingScreen(themes.default())
        self._frames: list[Picture] = []
        self._lengths: list[int] = []

    def take(self, seconds: float) -> None:
        """Film for some seconds. A frame lasts until something changes."""
        for _ in range(round(seconds * FILM_RATE)):
            self._seat.later(1 / FILM_RATE)
            self._terminal.draw_screen(FILM_SIZE, self._seat.app.render(FILM_SIZE, focus=True))
            if self._terminal.output or not self._frames:
                self._frames.append(self._screen.feed("".join(self._terminal.output)))
                self._lengths.append(0)
                self._terminal.output.clear()
            self._lengths[-1] += round(1000 / FILM_RATE)

    def save(self) -> None:
        # Lossless, and a fifth of the size of a GIF that has fewer colours.
        first, *more = self._frames
        first.save(
            HERE / "freecell.webp",
            lossless=True,
            method=4,
            save_all=True,
            append_images=more,
            duration=self._lengths,
            loop=0,
        )


def know(seat: Seat, *boards: Board) -> None:
    """Let the solver's verdict of some boards be known, and of the board on the table."""
    analysis = seat.controller.advisor.analysis
    for board in (seat.session.game.board, *boards):
        analysis.record_answer(board, solve(board, FREECELL))


def play_film(seat: Seat, film: Film) -> None:
    """Play deal 1: a hint, a lift, a refused move, a move that loses and its undo, and the win."""
    advisor, session = seat.controller.advisor, seat.session

    def act(keys: str, seconds: float, between: float = 0.3) -> None:
        for number, key in enumerate(keys, 1):
            seat.press(key)
            know(seat)
            film.take(seconds if number == len(keys) else between)

    know(seat)
    film.take(0.8)
    for _ in range(2):
        advisor.analysis.record_answer(session.game.board, solve(session.game.board, FREECELL, short=True), short=True)
        act("i", 0.9)
    act("6a6b7b", 0.3, 0.1)
    act("7", 1.0)
    act("67c678756", 0.2, 0.1)
    act("3", 0.4)
    act("4", 1.3)
    act("52", 0.3)
    know(seat, *advisor.analysis.boards_ahead(session.game))
    act("1", 1.1)
    act("8", 1.8)
    act("U", 0.8)
    solution = solve(session.game.board, FREECELL, short=True)
    assert isinstance(solution, Solved)
    know(seat)
    for move in solution.moves:
        if not session.game.is_won:
            session.play(move)
            know(seat)
            seat.controller.game_changed()
            film.take(1 / FILM_RATE)
    for board in session.game.boards:
        answer = solve(board, FREECELL, short=True, budget=Budget(states=20_000))
        advisor.analysis.record_answer(board, answer, short=True)
    while not isinstance(seat.screen, CelebrationScreen) or seat.screen.flourish is None:
        film.take(1 / FILM_RATE)
    film.take(1.2)
    seat.screen.flourish.is_over = True
    film.take(4.0)


def build_moving(folder: Path) -> None:
    """Build the film."""
    settings = replace(DEFAULTS, warn=True)
    with seated(folder / "film", Game.new(1), size=FILM_SIZE, settings=settings) as seat:
        advisor, table = seat.controller.advisor, seat.app.table_screen
        table.now = advisor.now = lambda: seat.clock.now
        # A minute of the game takes three seconds.
        seat.session.clock = Clock(0.0, lambda: 20 * seat.clock.now)
        seat.let_cards_fly()
        film = Film(seat)
        play_film(seat, film)
        film.save()


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
    screen.draw_screen(TITLE_SIZE, app.render(TITLE_SIZE, focus=True))
    Screen(TITLE_SIZE, Painter(20)).feed("".join(screen.output)).save(HERE / "freecell-title.png", optimize=True)


def build_all() -> None:
    """Build all of them, as for a player who has changed no setting."""
    with TemporaryDirectory() as name:
        os.environ |= {"XDG_CONFIG_HOME": name, "XDG_STATE_HOME": name, "TERM": "xterm-256color"}
        for build in (build_moving, build_large, build_title):
            build(Path(name))
        main(["export", str(GAME), "--format", "svg", "-o", str(HERE / "freecell-won.svg"), "--force"])


if __name__ == "__main__":
    build_all()
