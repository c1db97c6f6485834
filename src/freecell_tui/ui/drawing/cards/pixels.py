"""Pictures in half blocks: two pixels a cell, one above the other, nearly square.

A picture is rows of characters, one a pixel; a space is the ground. The role of a cell of two pixels is `half` with the
names of both colours, such as `half card.red card`: a name is a surface, or an ink on a surface.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from freecell_tui.engine import Card, Suit
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Surface

Pixels = tuple[str, ...]

SUIT_WIDTHS: Final = (13, 11, 9, 7, 5)
"""The widths of the suits, in pixels; suits are as high as wide."""

_UPPER_HALF: Final = "▀"


@cache
def sprites() -> Mapping[str, Pixels]:
    """Return the pictures of `sprites.txt` by name."""
    text = Path(__file__).with_name("sprites.txt").read_text(encoding="utf-8").replace(".", " ")
    pictures: dict[str, Pixels] = {}
    for block in text.split("\n\n"):
        name, *rows = block.strip("\n").split("\n")
        if name.startswith("["):
            pictures[name.strip("[]")] = tuple(rows)
    return pictures


@cache
def suit_picture(suit: int, width: int, *, is_hollow: bool = False) -> Pixels:
    """Return the picture of a suit with a width of `SUIT_WIDTHS`.

    If `is_hollow`, as in one ink, red suits are outlines.
    """
    picture = sprites()[f"{width} {Suit(suit).name[0]}"]
    return hollow(picture) if is_hollow and Suit(suit) in (Suit.DIAMONDS, Suit.HEARTS) else picture


def court_picture(card: Card, kind: str) -> Pixels:
    """Return a picture of a court card.

    `kind` is the beginning of its name: `head`, `large head`, `bust`, `small` or `portrait`.
    Some suits have pictures of their own.
    """
    general = f"{kind} {card.rank_text}"
    return sprites().get(general + card.suit.name[0]) or sprites()[general]


def turned(rows: Pixels) -> Pixels:
    """Return a picture upside down."""
    return tuple(row[::-1] for row in reversed(rows))


@cache
def hollow(rows: Pixels) -> Pixels:
    """Return the outline of a picture.

    Pixels with neighbours on all four sides are left out.
    """
    blank = " " * (len(rows[0]) + 2)
    padded = (blank, *(f" {row} " for row in rows), blank)
    return tuple(
        "".join(
            " " if padded[y - 1][x] + padded[y + 1][x] + row[x - 1 : x + 2] == "#####" else row[x]
            for x in range(1, len(row) - 1)
        )
        for y, row in enumerate(padded[1:-1], 1)
    )


def in_ink(role: str) -> dict[str, str]:
    """Return the colours of a picture in the ink of a role."""
    return {" ": role.partition(" ")[0], "#": role.replace(" ", ".")}


def draw_pixels(surface: Surface, x: int, y: int, rows: Pixels, colours: Mapping[str, str]) -> None:
    """Draw a picture at column `x` and half row `y`.

    `colours` are the colours by mark; the ground's mark is a space.
    """
    drawn = _cells(rows, y % 2, tuple(colours.items()))
    for row, (marks, roles) in enumerate(drawn, y // 2):
        surface.cells(x, row, marks, roles)


def draw_in_middle(surface: Surface, box: Box, rows: Pixels, colours: Mapping[str, str]) -> None:
    """Draw a picture in the middle of a box."""
    x = box.x + (box.width - len(rows[0])) // 2
    draw_pixels(surface, x, 2 * box.y + (2 * box.height - len(rows)) // 2, rows, colours)


@lru_cache(maxsize=2048)
def _cells(
    rows: Pixels, offset: int, colours: tuple[tuple[str, str], ...]
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Return the characters and the roles of each row of cells.

    `offset` is 1 for a picture that begins in the lower half of a cell, else 0.
    """
    names = dict(colours)
    blank = " " * len(rows[0])
    padded = [*[blank] * offset, *rows]
    padded += [blank] * (len(padded) % 2)
    drawn = []
    for upper, lower in zip(padded[::2], padded[1::2], strict=True):
        pairs = [(names[top], names[bottom]) for top, bottom in zip(upper, lower, strict=True)]
        marks = tuple(" " if top == bottom else _UPPER_HALF for top, bottom in pairs)
        drawn.append((marks, tuple(f"half {top} {bottom}" for top, bottom in pairs)))
    return tuple(drawn)


_CELLS: Final = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}


def figure_width(text: str, glyphs: Glyphs) -> int:
    """Return the width of a large figure, in cells."""
    return len(figure_rows(text, glyphs)[0])


def figure_rows(text: str, glyphs: Glyphs, scale: int = 1) -> tuple[str, ...]:
    """Return the rows of a large figure, magnified `scale` times.

    `text` is a number, a time, a percentage or “YOU WON!”; in ASCII it is one row of text.
    """
    if not glyphs.half.strip():
        return (glyphs.displayable(text),)
    figures = [sprites()["space" if char == " " else char] for char in text]
    return tuple(in_cells([" ".join(parts) for parts in zip(*figures, strict=True)], scale))


def in_cells(dots: Sequence[str], scale: int = 1) -> list[str]:
    """Return rows of dots as rows of cells, magnified `scale` times.

    A cell shows two dots, one above the other.
    """
    rows = ["".join(dot * scale for dot in row) for row in dots for _ in range(scale)]
    rows += [" " * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_CELLS[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]
