"""What a widget or a painter has drawn, as cells that can be looked at one by one."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from urwid import calc_width

from freecell_tui.engine import Card
from freecell_tui.ui.drawing.cards.pixels import SUIT_WIDTHS, sprites, suit_picture
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Box, Surface
from freecell_tui.ui.drawing.themes import default
from freecell_tui.ui.drawing.themes.theme import Colours, attr_spec
from freecell_tui.ui.screens.table_widget import Table
from freecell_tui.ui.stack import OpaqueScreen, Ui

MODES = (UNICODE, ASCII, UNICODE.for_one_colour(), ASCII.for_one_colour())
"""Everything that a table is drawn with, in colours and without."""

COLOURS: tuple[Colours, ...] = (1, 16, 88, 256, 16777216)

Look = tuple[str, str, str]


class Picture:
    """Rows of cells, each a mark and the role it is drawn in."""

    def __init__(self, surface: Surface) -> None:
        self.rows = [list(zip(*row, strict=True)) for row in zip(surface.chars, surface.roles, strict=True)]
        self.text = ["".join(mark for mark, _ in row) for row in self.rows]

    @property
    def widths(self) -> set[int]:
        """The widths of the rows, in cells of a terminal."""
        return {calc_width(row, 0, len(row)) for row in self.text}

    @property
    def roles(self) -> set[Any]:
        return {role for row in self.rows for _, role in row}

    @property
    def rows_reversed_without_colours(self) -> list[str]:
        """The rows above the bottom bar that are reversed, in whole or in part, on a terminal without colours."""
        looks = [any(attr_spec(str(role), default(), 1).standout for _, role in row) for row in self.rows[:-1]]
        return [text for text, is_reversed in zip(self.text, looks, strict=False) if is_reversed]

    def place_of(self, text: str) -> tuple[int, int]:
        """Where a text begins that stands in one row."""
        y = next(y for y, row in enumerate(self.text) if text in row)
        return self.text[y].index(text), y

    def row_of(self, box: Box) -> str:
        """The text in the first row of a box."""
        return self.text[box.y][box.x : box.x + box.width]

    @property
    def shapes(self) -> list[str]:
        """The text, with the shapes that cells of two pixels make on their ground."""
        return ["".join(_shape(*cell) for cell in row) for row in self.rows]

    def pixels(self, box: Box) -> list[list[str]]:
        """The colours of the half cells in a box, two rows for one: a surface, or an ink on it as in `card.red`."""
        halves: list[list[str]] = []
        for row in self.rows[box.y : box.y + box.height]:
            cells = row[box.x : box.x + box.width]
            pairs = [
                role.split()[1:] if role.startswith("half ") else [role.partition(" ")[0]] * 2 for _, role in cells
            ]
            halves += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
        return halves

    def looks(self, colours: Colours) -> dict[tuple[int, int], Look]:
        """How every cell shows on a terminal of so many colours: its mark, its ink and its ground, by x and y."""
        return {
            (x, y): (mark, *shown(role, colours))
            for y, row in enumerate(self.rows)
            for x, (mark, role) in enumerate(row)
        }


@cache
def _shape(mark: str, role: str) -> str:
    if not role.startswith("half "):
        return mark
    upper, lower = ("." in pixel and not pixel.endswith((".edge", ".panel")) for pixel in role.split()[1:])
    return {(True, True): "█", (True, False): "▀", (False, True): "▄"}.get((upper, lower), " ")


def index_of(picture: Picture, box: Box, card: Card, glyphs: Glyphs) -> tuple[str, str] | None:
    """The surface and the ink in which a card says what it is, in characters or in half blocks; None if it does not."""
    face, row = glyphs.card(card), picture.row_of(box)
    if face in row:
        start = box.x + row.index(face)
        roles = {role for _, role in picture.rows[box.y][start : start + len(face)]}
        surface, ink = roles.pop().split(" ")[:2]
        return None if roles else (surface, ink)
    pixels, rank = picture.pixels(box), sprites()[card.rank_text]
    # Below the upper line of an outline it is lower.
    for top in (1, 2):
        inks = _drawn_in(pixels, rank, 1, top)
        if inks is not None:
            surface, _, ink = inks.partition(".")
            # A related card shows that in the corner with its rank.
            if ink in _suit_inks(pixels, card, top, len(rank[0]), box.width):
                return surface, ink
    return None


def _suit_inks(pixels: list[list[str]], card: Card, top: int, rank_width: int, width: int) -> Iterator[str]:
    """The inks in which the suit of a card is drawn: beside its rank, below it, or large in the middle."""
    for size, is_hollow in product(SUIT_WIDTHS, (False, True)):
        places = [(3 + rank_width, top), (1, top + 6)] if size == min(SUIT_WIDTHS) else []
        # In the middle, or beside the rank of a low card, which has one or two columns on its right.
        columns = {(width - size) // 2, *(7 + (width - 7 - margin - size) // 2 for margin in (1, 2))}
        for x, y in (*places, *product(columns, range(len(pixels) - size + 1))):
            if x + size <= width:
                # The first and the last row of a large suit are beside the ranks.
                rows = suit_picture(card.suit, size, is_hollow=is_hollow)[1:-1]
                drawn = _drawn_in(pixels, rows, x, y + 1)
                yield (drawn or "").partition(".")[2]


def _drawn_in(pixels: list[list[str]], wanted: Sequence[str], x: int, y: int) -> str | None:
    """The one ink in which a picture is drawn at a place, on the one surface of that ink; None if it is not there."""
    if len(pixels) < y + len(wanted):
        return None
    inks: set[str] = set()
    grounds: set[str] = set()
    for row, marks in enumerate(wanted, y):
        for at, mark in enumerate(marks, x):
            (grounds if mark == " " else inks).add(pixels[row][at].removesuffix(".edge"))
    return inks.pop() if len(inks) == 1 and {ink.partition(".")[0] for ink in inks} == grounds else None


def assert_looks_as(rows: Iterable[str], kept: Path, folder: Path) -> None:
    """The rows of a picture are those of a file; if they are not, what they are now is left in a folder."""
    shown = "".join(row.rstrip() + "\n" for row in rows)
    if not kept.exists() or shown != kept.read_text(encoding="utf-8"):
        now = folder / kept.name
        now.write_text(shown, encoding="utf-8")
        pytest.fail(
            f"It no longer looks as in {kept.name}. Look at it: if this is how it should look from now on,\n"
            f"    cp {now} {kept}\n{shown}"
        )


@cache
def shown(role: str, colours: Colours) -> tuple[str, str]:
    """A role's ink, with its weight, and its ground on a terminal of so many colours."""
    spec = attr_spec(role, default(), colours)
    assert spec.colors <= colours
    return spec.foreground, spec.background


def painted(painter: Painter, scene: Scene) -> tuple[Picture, tuple[int, int] | None]:
    """A scene alone, without bars, and where the cursor stands."""
    layout: Layout = painter.layout
    surface = Surface(layout.width, layout.height)
    cursor = painter.paint(surface, scene)
    return Picture(surface), cursor


def rendered(screen: Ui | OpaqueScreen | Table, size: tuple[int, int]) -> Picture:
    """A screen as it fills the terminal."""
    surface = screen.render(size)
    assert (surface.width, surface.height) == size
    return Picture(surface)
