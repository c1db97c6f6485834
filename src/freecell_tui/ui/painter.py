"""Drawing the table: cards as solid things on felt, or as outlines where there is no colour."""

from dataclasses import dataclass
from typing import Final, Protocol

from freecell_tui.engine import Board, Card, Pile, PileKind, Suit
from freecell_tui.session import Cursor
from freecell_tui.ui.glyphs import Glyphs
from freecell_tui.ui.layout import Box, CardSize, Fan, Layout
from freecell_tui.ui.surface import Surface

_COURT: Final = 11


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is to draw: the board, and what the player holds, points at and may reach.

    `lifted` cards at the end of `source` are in the hand; `drag` is where the pointer holds them, if it does. The
    cursor is on the cards `cursor_depths` from the end of its pile; `hinted` is a pile whose last card to look at.
    Cards `flying` lie on no pile just now; each has its place on the screen.
    """

    board: Board
    source: Pile | None = None
    lifted: int = 0
    targets: frozenset[Pile] = frozenset()
    cursor: Cursor | None = None
    cursor_depths: range = range(1, 2)
    refused: Pile | None = None
    hinted: Pile | None = None
    drag: tuple[int, int] | None = None
    flying: tuple[tuple[Card, tuple[int, int]], ...] = ()


class CardStyle(Protocol):
    """How single things are drawn: solid or in outline."""

    def card(self, surface: Surface, box: Box, card: Card, look: str, *, covered: bool) -> None:
        """Draw a card, or the rows of it that show while another lies on it."""

    def well(self, surface: Surface, box: Box, mark: str, ink: str) -> None:
        """Draw an empty place with its mark."""

    def shadow(self, surface: Surface, box: Box, *, below: bool) -> None:
        """Draw the shadow of a card, and under it too where there is room."""


class Painter:
    """Draws scenes in one layout, style and set of marks."""

    def __init__(self, layout: Layout, glyphs: Glyphs, *, colour: bool) -> None:
        self.layout = layout
        self._glyphs = glyphs
        self._style: CardStyle = Solid(layout, glyphs) if colour else Outline(layout, glyphs)

    def paint(self, surface: Surface, scene: Scene) -> tuple[int, int] | None:
        """Draw the table; return where the terminal's cursor belongs, if anywhere."""
        self.paint_top(surface, scene)
        self._paint_numbers(surface, scene)
        for index, column in enumerate(scene.board.columns):
            self._paint_column(surface, scene, Pile(PileKind.COLUMN, index), column)
        if scene.drag is not None and scene.source is not None:
            self._paint_drag(surface, scene, scene.source, scene.drag)
        for card, (x, y) in scene.flying:
            self.paint_loose(surface, Box(x, y, self.layout.card_width, self.layout.shape.height), card)
        return None if scene.cursor is None else self._cursor_at(scene, scene.cursor)

    def paint_loose(self, surface: Surface, box: Box, card: Card) -> None:
        """Draw a card that lies nowhere, with its shadow."""
        self._style.shadow(surface, box, below=box.height > 1)
        self._style.card(surface, box, card, "card", covered=False)

    def paint_trace(self, surface: Surface, box: Box, card: Card) -> None:
        """Draw a card among many on top of one another: with a frame, so that each is seen, and without a shadow."""
        self._style.card(surface, box, card, "card", covered=False)
        if box.height > 1:
            ink, face = f"card {'red' if card.is_red else 'black'}", self._glyphs.card(card)
            _draw_frame(surface, box, self._glyphs.frame, "card frame")
            surface.text(box.x + 1, box.y, face, ink)
            surface.text(box.x + box.width - 1 - len(face), box.y + box.height - 1, face, ink)

    # The row above the columns

    def paint_top(self, surface: Surface, scene: Scene) -> None:
        """Draw the free cells and the foundations."""
        for pile, box in self.layout.top_boxes.items():
            self._paint_top(surface, scene, pile, box)

    def _paint_top(self, surface: Surface, scene: Scene, pile: Pile, box: Box) -> None:
        cards = scene.board.cards(pile)
        if scene.drag is not None and pile == scene.source:
            cards = self._under(pile, cards)
        if not cards:
            self._style.well(surface, box, self._mark(pile), self._well_ink(scene, pile))
            return
        self._style.shadow(surface, box, below=self.layout.shape.size is CardSize.LARGE)
        self._style.card(surface, box, cards[-1], self._look(scene, pile, 1), covered=False)
        self._paint_rim(surface, scene, pile, box)

    @staticmethod
    def _under(pile: Pile, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """What shows while the pointer holds the one card that was on top."""
        if pile.kind is PileKind.FOUNDATION and cards[-1].rank > 1:
            return (Card.of(cards[-1].rank - 1, pile.index),)
        return ()

    def _mark(self, pile: Pile) -> str:
        return self._glyphs.suits[pile.index] if pile.kind is PileKind.FOUNDATION else pile.letter

    # Columns

    def _paint_numbers(self, surface: Surface, scene: Scene) -> None:
        for index in range(len(scene.board.columns)):
            pile = Pile(PileKind.COLUMN, index)
            x = self.layout.column_x(pile) + (self.layout.card_width - 1) // 2
            lit = pile in scene.targets
            surface.text(x, self.layout.numbers_y, pile.letter, "felt rim" if lit else "felt quiet")

    def _paint_column(self, surface: Surface, scene: Scene, pile: Pile, column: tuple[Card, ...]) -> None:
        if scene.drag is not None and pile == scene.source:
            column = column[: -scene.lifted]
        if not column:
            self._style.well(surface, self.layout.empty_box(pile), "", self._well_ink(scene, pile))
            return
        fan = self.layout.fan(pile, len(column), scene.cursor)
        last = fan.spots[-1]
        for spot in fan.spots:
            covered = spot is not last
            self._style.shadow(surface, spot.box, below=not covered and spot.box.height > 1)
            look = self._look(scene, pile, len(column) - spot.index)
            self._style.card(surface, spot.box, column[spot.index], look, covered=covered)
        self._paint_rest(surface, fan)
        self._paint_rim(surface, scene, pile, last.box)

    def _paint_rest(self, surface: Surface, fan: Fan) -> None:
        """Count the cards that are out of sight."""
        for count, box, y in (
            (fan.above, fan.spots[0].box, fan.spots[0].box.y - 1),
            (fan.below, fan.spots[-1].box, fan.spots[-1].box.y + fan.spots[-1].box.height),
        ):
            if count:
                surface.text(box.x, y, f"{self._glyphs.more}{count}".center(box.width), "bar text")

    def _paint_rim(self, surface: Surface, scene: Scene, pile: Pile, box: Box) -> None:
        """Light up the lower edge of a place that takes the lifted cards, or that has just refused them."""
        ink = self._rim_ink(scene, pile)
        if ink is None:
            return
        y = box.y + box.height
        if y >= self.layout.bar_y or (pile.kind is not PileKind.COLUMN and self.layout.shape.size is CardSize.COMPACT):
            y = box.y + box.height - 1
            surface.recolour(box.x, y, box.width, f"lit {ink}")
        else:
            surface.text(box.x, y, self._glyphs.rim * box.width, f"felt {ink}")

    @staticmethod
    def _rim_ink(scene: Scene, pile: Pile) -> str | None:
        if pile == scene.refused:
            return "refused"
        return "rim" if pile in scene.targets else None

    # What a card or a place looks like

    def _look(self, scene: Scene, pile: Pile, depth: int) -> str:
        """The surface of a card that lies `depth` from the end of its pile."""
        if pile == scene.source and depth <= scene.lifted and scene.drag is None:
            return "lifted"
        if scene.cursor is not None and scene.cursor.pile == pile and depth in scene.cursor_depths:
            return "cursor"
        if pile == scene.hinted and depth == 1:
            return "hinted"
        return "card"

    def _well_ink(self, scene: Scene, pile: Pile) -> str:
        if (ink := self._rim_ink(scene, pile)) is not None:
            return ink
        return "cursor" if scene.cursor is not None and scene.cursor.pile == pile else "line"

    def _paint_drag(self, surface: Surface, scene: Scene, source: Pile, at: tuple[int, int]) -> None:
        x, y = at
        cards = scene.board.cards(source)[-scene.lifted :]
        for card in cards:
            covered = card is not cards[-1]
            height = self.layout.shape.step if covered else self.layout.shape.height
            box = Box(x, y, self.layout.card_width, height)
            self._style.shadow(surface, box, below=not covered)
            self._style.card(surface, box, card, "lifted", covered=covered)
            y += height

    def _cursor_at(self, scene: Scene, cursor: Cursor) -> tuple[int, int]:
        if cursor.pile.kind is not PileKind.COLUMN:
            box = self.layout.top_boxes[cursor.pile]
            return box.x, box.y
        cards = len(scene.board.columns[cursor.pile.index])
        for spot in self.layout.fan(cursor.pile, cards, cursor).spots:
            if spot.index == cards - cursor.depth:
                return spot.box.x, spot.box.y
        box = self.layout.empty_box(cursor.pile)
        return box.x, box.y


class Solid:
    """Cards of ivory with an edge and a shadow, and wells sunk into the felt."""

    def __init__(self, layout: Layout, glyphs: Glyphs) -> None:
        self._size = layout.shape.size
        self._glyphs = glyphs
        self._shadows = layout.pitch > layout.card_width

    def card(self, surface: Surface, box: Box, card: Card, look: str, *, covered: bool) -> None:
        """Draw a card, or the rows of it that show while another lies on it."""
        ink = f"{look} red" if card.is_red else f"{look} black"
        edge = f"{look} edge"
        surface.fill(box.x, box.y, box.width, box.height, edge)
        if covered and self._size is not CardSize.COMPACT:
            surface.text(box.x, box.y + box.height - 1, self._glyphs.edge * box.width, edge)
        elif covered:
            surface.text(box.x + box.width - 1, box.y, self._glyphs.edge, edge)
        face = self._glyphs.card(card)
        if self._size is CardSize.COMPACT:
            surface.text(box.x, box.y, _compact(face, box.width), ink)
            return
        surface.text(box.x + 1, box.y, face, ink)
        if self._size is CardSize.LARGE and covered and box.height > 1:
            surface.text(box.x + box.width - 2, box.y, self._glyphs.suit(card.suit), ink)
        elif not covered and box.height > 1:
            surface.text(box.x + box.width - 1 - len(face), box.y + box.height - 1, face, ink)
        if self._size is CardSize.LARGE and not covered and box.height >= _FACE_ROWS:
            _draw_face(surface, box, card, self._glyphs, ink, f"{look} frame")

    def well(self, surface: Surface, box: Box, mark: str, ink: str) -> None:
        """Draw an empty place with its mark."""
        line = "target target" if ink == "rim" else f"well {ink}"
        surface.fill(box.x, box.y, box.width, box.height, line)
        if box.height > 1:
            _draw_frame(surface, box, self._glyphs.well, line)
        middle = box.x + (box.width - 1) // 2
        surface.text(middle, box.y + box.height // 2, mark, "well mark" if ink == "line" else line)
        if box.height == 1 and not mark:
            surface.text(box.x, box.y, self._glyphs.edge * box.width, line)

    def shadow(self, surface: Surface, box: Box, *, below: bool) -> None:
        """Draw the shadow of a card, and under it too where there is room."""
        if not self._shadows:
            return
        surface.fill(box.x + box.width, box.y, 1, box.height, "shadow")
        if below:
            surface.text(box.x + 1, box.y + box.height, self._glyphs.half * box.width, "felt shadow")


class Outline:
    """Cards as outlines on the terminal's own background, for screens without colour; wells are dotted."""

    def __init__(self, layout: Layout, glyphs: Glyphs) -> None:
        self._size = layout.shape.size
        self._glyphs = glyphs

    def card(self, surface: Surface, box: Box, card: Card, look: str, *, covered: bool) -> None:
        """Draw a card, or the rows of it that show while another lies on it."""
        ink = f"{look} black"
        face = self._glyphs.card(card)
        surface.fill(box.x, box.y, box.width, box.height, ink)
        if self._size is CardSize.COMPACT:
            surface.text(box.x, box.y, _compact(face, box.width), ink)
            if look == "cursor":
                surface.text(box.x + max(box.width - 1, 3), box.y, self._glyphs.pointer[: box.width - 3], ink)
            return
        lines = self._glyphs.chosen if look == "cursor" else self._glyphs.frame
        line = f"{look} edge"
        if box.height + covered > 1:
            open_box = Box(box.x, box.y, box.width, box.height + covered)
            _draw_frame(surface, open_box, lines, line, open_below=covered)
        else:
            surface.text(box.x, box.y, lines[5] + " " * (box.width - 2) + lines[5], line)
        surface.text(box.x + 1, box.y, face, ink)
        if self._size is CardSize.LARGE and not covered and box.height >= _FACE_ROWS:
            _draw_face(surface, box, card, self._glyphs, ink, line)

    def well(self, surface: Surface, box: Box, mark: str, ink: str) -> None:
        """Draw an empty place with its mark, framed while it is lit."""
        lit = "lit line" if box.height == 1 else "well line"
        role = {"rim": lit, "refused": "lifted line"}.get(ink, "well line")
        lines = {"rim": self._glyphs.frame, "cursor": self._glyphs.chosen}.get(ink)
        surface.fill(box.x, box.y, box.width, box.height, role)
        if box.height > 1 and lines is not None:
            _draw_frame(surface, box, lines, role)
        elif box.height > 1 or not mark:
            dots = (f"{self._glyphs.dot} " * box.width)[: box.width]
            surface.text(box.x, box.y, dots, role)
            surface.text(box.x, box.y + box.height - 1, dots, role)
        middle = box.x + (box.width - 1) // 2
        if mark:
            surface.text(middle, box.y + box.height // 2, mark, role)
        if box.height == 1 and ink == "cursor":
            surface.text(middle + 1, box.y, self._glyphs.pointer, role)

    def shadow(self, surface: Surface, box: Box, *, below: bool) -> None:
        """An outline has no shadow."""


def _compact(face: str, width: int) -> str:
    """The face of a compact card: beside its left edge where there is room for all, or else in line on the right."""
    return f" {face}" if width > 4 else face.rjust(3)  # noqa: PLR2004 - an edge and `10♥`


def _draw_frame(surface: Surface, box: Box, lines: str, role: str, *, open_below: bool = False) -> None:
    """Draw a rectangle's outline; without its lower line if another card covers that."""
    left_top, right_top, left_bottom, right_bottom, across, down = tuple(lines)
    inner = box.width - 2
    surface.text(box.x, box.y, left_top + across * inner + right_top, role)
    for y in range(box.y + 1, box.y + box.height - 1):
        surface.text(box.x, y, down, role)
        surface.text(box.x + box.width - 1, y, down, role)
    if not open_below:
        surface.text(box.x, box.y + box.height - 1, left_bottom + across * inner + right_bottom, role)


_FACE_ROWS: Final = 7
"""The rows a large card needs for its pips."""

# Where the pips of each rank lie: the rows (1 to 5) of the two outer lines, and of the middle one.
_PIPS: Final = {
    1: ((), (3,)),
    2: ((), (1, 5)),
    3: ((), (1, 3, 5)),
    4: ((1, 5), ()),
    5: ((1, 5), (3,)),
    6: ((1, 3, 5), ()),
    7: ((1, 3, 5), (2,)),
    8: ((1, 3, 5), (2, 4)),
    9: ((1, 2, 4, 5), (3,)),
    10: ((1, 2, 4, 5), (2, 4)),
}


def _draw_face(surface: Surface, box: Box, card: Card, glyphs: Glyphs, ink: str, frame: str) -> None:
    """Draw the pips of a large card, or the small frame of a court card."""
    suit = glyphs.suit(Suit(card.suit))
    middle = box.x + box.width // 2
    if card.rank >= _COURT:
        _draw_frame(surface, Box(middle - 2, box.y + 1, 5, 5), glyphs.frame, frame)
        for row, mark in ((2, suit), (3, card.rank_text), (4, suit)):
            surface.text(middle, box.y + row, mark, ink)
        return
    outer, inner = _PIPS[card.rank]
    for row in outer:
        surface.text(middle - 2, box.y + row, suit, ink)
        surface.text(middle + 2, box.y + row, suit, ink)
    for row in inner:
        surface.text(middle, box.y + row, suit, ink)
