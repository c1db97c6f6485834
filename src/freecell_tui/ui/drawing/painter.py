"""Drawing the table: the painter draws the cards of a scene, each in its state, at the places of a layout."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from freecell_tui.controller.play.session import Cursor
from freecell_tui.engine import COLUMNS, Board, Card, Pile, PileKind, Suit
from freecell_tui.storage.settings import CardSize
from freecell_tui.ui.drawing.cards.strokes import NO_INSIDE, WIDEST_FACE
from freecell_tui.ui.drawing.cards.style import LOW_PLACE, CardStyle, Deck
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Fan, Layout
from freecell_tui.ui.drawing.surface import Box, Point, Surface
from freecell_tui.ui.drawing.themes.theme import REFUSED, filled

_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})
_DECK: Final = Deck()
_LOW: Final = 5
"""The height from which a card in the top row has a shadow below, too."""
_WIDE_CARD: Final = 7
"""The width from which a card has room for a count beside its column's number."""
_RIMS: Final = ("rim", "refused")
"""The inks of the rim below a pile."""
_TAB: Final = 3
"""The cells of a column's number with a blank on either side."""


class Drag(NamedTuple):
    """The lifted cards while the pointer holds them."""

    x: int
    """The column of their upper left corner on the screen."""
    y: int
    target: Pile | None = None
    """The pile that takes the cards if they are dropped here, or None."""


class Scene(NamedTuple):
    """Everything that decides the look of the table at a moment."""

    board: Board
    """The cards on the piles: cards in flight are on none."""
    source: Pile | None = None
    """The pile of the lifted cards."""
    lifted: int = 0
    """The number of lifted cards, the last ones of `source`."""
    movable_count: int | None = None
    """The number of lifted cards that would move; None if none is to be shown as staying."""
    partial_counts: Mapping[Pile, int] = _NOTHING
    """The number of lifted cards that a target takes, for each target that does not take all."""
    targets: frozenset[Pile] = frozenset()
    """The piles that take lifted or hinted cards."""
    cursor: Cursor | None = None
    cursor_depths: range = range(1, 2)
    """The cards under the cursor, counted from the end of its pile."""
    refused: frozenset[Pile] = frozenset()
    """The piles whose last cards blink."""
    losing: frozenset[Pile] = frozenset()
    """The piles to which a move would lose the game."""
    hinted: Pile | None = None
    """The pile from which a hint moves cards."""
    hinted_count: int = 1
    """The number of cards that a hint moves."""
    drag: Drag | None = None
    flying: tuple[tuple[Card, Box], ...] = ()
    """The cards on no pile, with their places on the screen."""
    found: frozenset[Card] = frozenset()
    """The cards that a search found."""
    safe: frozenset[Card] = frozenset()
    """The found cards that can safely go home."""
    related: frozenset[Card] = frozenset()
    """The cards that go with the found ones."""
    face_down: bool = False
    """Whether the picture shows only the number of cards in each pile."""

    def has_cursor(self, pile: Pile) -> bool:
        """Return whether the cursor is drawn in a pile."""
        return self.cursor is not None and self.cursor.pile == pile and bool(self.cursor_depths)

    @property
    def in_hand(self) -> Cursor | None:
        """The first of the lifted cards, unless the pointer holds them."""
        return None if self.source is None or self.drag is not None else Cursor(self.source, self.lifted)


class Painter:
    """Draws scenes in a layout, with a deck and glyphs."""

    def __init__(
        self,
        layout: Layout,
        glyphs: Glyphs,
        *,
        deck: Deck = _DECK,
        pile_keys: Mapping[str, str] = _NOTHING,
        has_thick_cursor: bool = False,
    ) -> None:
        """Make a painter.

        `pile_keys` are the keys of free cells that differ from the letters.
        """
        self._has_thick_cursor = has_thick_cursor
        self.layout = layout
        self.glyphs = glyphs
        self._pile_keys = pile_keys
        self._style = CardStyle(layout, glyphs, deck)
        self._has_tint = glyphs.has_colour
        self._has_tabs = layout.shape.size is not CardSize.COMPACT
        self._losing_mark = glyphs.markers[0]

    def paint(self, surface: Surface, scene: Scene) -> Point | None:
        """Draw the table, and return the cell of the cursor, or None."""
        if scene.face_down:
            # Highlights would give the cards away.
            scene = Scene(scene.board, face_down=True)
        self.paint_top(surface, scene)
        self._paint_numbers(surface, scene)
        for pile, column in zip(COLUMNS, scene.board.columns, strict=False):
            self._paint_column(surface, scene, pile, column)
        if scene.hinted is not None and scene.source is None:
            for target in scene.targets:
                draw_path(surface, self.layout, scene.board, scene.hinted, target, self.glyphs)
        if scene.drag is not None and scene.source is not None:
            self._paint_drag(surface, scene, scene.source, scene.drag)
        for card, box in scene.flying:
            self.paint_flying(surface, box, card)
        if scene.cursor is None:
            return None
        pile, depth = scene.cursor
        if self._has_thick_cursor:
            self._paint_thick_cursor(surface, scene, pile)
        return self.layout.card_box(pile, len(scene.board.cards(pile)), depth, scene.cursor, scene.in_hand)[:2]

    def _paint_thick_cursor(self, surface: Surface, scene: Scene, pile: Pile) -> None:
        """Draw a thick line beside the cards at the cursor, and below the last card."""
        count = len(scene.board.cards(pile))
        depths = [depth for depth in scene.cursor_depths if depth <= max(count, 1)]
        boxes = [self.layout.card_box(pile, count, depth, scene.cursor, scene.in_hand) for depth in depths]
        if not boxes:
            return
        left, top = boxes[0].x - 1, min(box.y for box in boxes)
        right, bottom = boxes[0].right, max(box.bottom for box in boxes)
        role = filled("felt rim")  # unlike the card at the cursor itself
        surface.fill(left, top, 1, bottom - top, role)
        surface.fill(right, top, 1, bottom - top, role)
        if depths[0] == 1 and bottom < self.layout.bar_y:
            surface.fill(left, bottom, right + 1 - left, 1, role)

    def paint_stack(self, surface: Surface, box: Box, cards: Sequence[Card], states: Sequence[str]) -> None:
        """Draw cards one on the other in a box, each in its state."""
        y = box.y
        for card, state in zip(cards, states, strict=True):
            is_covered = card is not cards[-1]
            height = self.layout.covered_height if is_covered else self.layout.shape.height
            card_box = Box(box.x, y, self.layout.card_width, height)
            self._style.card(surface, card_box, card, state, covered=is_covered)
            y += height

    def paint_flying(self, surface: Surface, box: Box, card: Card, *, has_shadow: bool = True) -> None:
        """Draw a card in flight.

        Cards of a trail have no shadow.
        """
        if has_shadow:
            self._style.shadow(surface, box, below=box.height > 1)
            self._style.card(surface, box, card, "card", covered=False, covers_figures=True)
            # Each frame of a flight is sent, so the shadow serves as the other edges, and small cards do without one.
            if self._style.has_figures:
                self._style.left_edge(surface, box, "card")
        else:
            self._style.card(surface, box, card, "card", covered=False, is_loose=True)

    def paint_blank(self, surface: Surface, box: Box) -> None:
        """Draw a blank card."""
        self._style.shadow(surface, box, below=True)
        self._style.paper(surface, box, "card", covered=False)

    def paint_top(self, surface: Surface, scene: Scene) -> None:
        """Draw the free cells and the foundations."""
        has_shadow_below = self.layout.top_y > 1 and self.layout.shape.height >= _LOW
        for pile in self.layout.top_boxes:
            box = self.layout.card_box(pile, 1, lifted=scene.in_hand)
            cards = scene.board.cards(pile)
            if scene.drag is not None and pile == scene.source:
                # While its top card is dragged, a foundation shows the card below.
                has_more = pile.kind is PileKind.FOUNDATION and cards[-1].rank > 1
                cards = (Card.of(cards[-1].rank - 1, pile.index),) if has_more else ()
            if not cards:
                self._paint_place(surface, scene, pile, box, self._mark(pile))
                continue
            state = self._card_state(scene, pile, 1, cards[-1])
            self._style.shadow(surface, box, below=has_shadow_below, is_high=self.layout.rises(pile, scene.in_hand))
            self._style.card(surface, box, cards[-1], state, covered=False)
            if pile.kind is PileKind.CELL:
                self._style.tab(surface, box, self._mark(pile))
            self._paint_rim(surface, scene, pile, box)

    def _mark(self, pile: Pile) -> str:
        if pile.kind is PileKind.FOUNDATION:
            return self.glyphs.foundation(Suit(pile.index))
        return self._pile_keys.get(pile.letter, pile.letter)

    def _paint_numbers(self, surface: Surface, scene: Scene) -> None:
        for pile in COLUMNS[: len(scene.board.columns)]:
            x = self.layout.column_x(pile) + (self.layout.card_width - 1) // 2
            y = self.layout.numbers_y
            rim = surface.roles[y][x].removeprefix("felt ")
            if rim in _RIMS:
                self._paint_plate(surface, x, y, pile.letter, rim)
            else:
                surface.text(x, y, pile.letter, "target target" if pile in scene.targets else "felt number")

    def _paint_column(self, surface: Surface, scene: Scene, pile: Pile, column: tuple[Card, ...]) -> None:
        if scene.drag is not None and pile == scene.source:
            column = column[: -scene.lifted]
        if not column:
            self._paint_place(surface, scene, pile, self.layout.empty_box(pile))
            return
        fan = self.layout.fan(pile, len(column), scene.cursor, scene.in_hand)
        first, last = fan.boxes[0], fan.boxes[-1]
        has_edges = self._style.shows_figures(first, covered=True)
        high_count = scene.lifted if fan.is_raised else 0
        for index, box in enumerate(fan.boxes, fan.hidden_above):
            covered = box is not last
            depth = len(column) - index
            state = self._card_state(scene, pile, depth, column[index])
            self._style.shadow(surface, box, below=not covered and box.height > 1, is_high=depth <= high_count)
            self._style.card(
                surface, box, column[index], state, covered=covered, covers_figures=has_edges and box is not first
            )
        self._paint_hidden_counts(surface, scene, column, fan)
        if self._has_tabs and first.y - bool(fan.hidden_above) <= self.layout.numbers_y:
            # A card that takes the row of the number has the number in its corner; compact cards have no room for that.
            role = "target target" if pile in scene.targets else "felt number"
            surface.text(first.right - _TAB, self.layout.numbers_y, f" {pile.letter} ", role)
        self._paint_rim(surface, scene, pile, last, has_row_below=not fan.hidden_below)

    def _paint_hidden_counts(self, surface: Surface, scene: Scene, column: tuple[Card, ...], fan: Fan) -> None:
        """Draw the number of hidden cards, highlighted if any was found."""
        first, last = fan.boxes[0], fan.boxes[-1]
        up, down = tuple(self.glyphs.more)
        for cards, y, arrow in (
            (column[: fan.hidden_above], first.y - 1, up),
            (column[len(column) - fan.hidden_below :], last.bottom, down),
        ):
            if cards:
                role = "bar text" if scene.found.isdisjoint(cards) else "found black"
                room = last.width - (_TAB if arrow is up and self._has_tabs else 0)
                surface.text(last.x, y, f"{arrow}{len(cards)}".center(room).ljust(last.width), role)

    def _paint_rim(self, surface: Surface, scene: Scene, pile: Pile, box: Box, *, has_row_below: bool = True) -> None:
        """Highlight the lower edge of a target or a refused pile.

        Without a free row below the pile, the last row of the pile is highlighted.
        If the pile takes only some of the lifted cards, their count is written in the edge, beside a column's number.
        """
        ink, y, is_losing = self._rim_ink(scene, pile), box.bottom, pile in scene.losing
        if ink is None:
            return
        if self._has_tint and box.height > 1 and ink == "rim":
            surface.change_roles(_tinted, box.x, y - 1, box.width, 1)
        is_compact_top = pile.kind is not PileKind.COLUMN and self.layout.shape.size is CardSize.COMPACT
        if has_row_below and y < self.layout.bar_y and not is_compact_top:
            mark, ground = (self._losing_mark, "lit") if is_losing else (self.glyphs.rim, "felt")
            surface.text(box.x, y, mark * box.width, f"{ground} {ink}")
        else:
            surface.change_roles(lambda _: f"lit {ink}", box.x, y - 1, box.width, 1)
            if is_losing and box.width > WIDEST_FACE:
                surface.text(box.right - 1, y - 1, self._losing_mark, f"lit {ink}")
        text = self._count_text(scene, pile, box)
        if not text or box.height == 1 or y >= self.layout.bar_y:
            return
        x = box.x + (box.width - len(text)) // 2
        if y == self.layout.numbers_y:
            text = f"{scene.partial_counts[pile]}/{scene.lifted}" if box.width >= _WIDE_CARD else ""
            x = box.right - len(text) - 1
        self._paint_plate(surface, x, y, text, "rim")

    def _paint_place(self, surface: Surface, scene: Scene, pile: Pile, box: Box, mark: str = "") -> None:
        if pile in scene.losing:
            mark += self._losing_mark
        note = self._count_text(scene, pile, box) if box.height > NO_INSIDE else ""
        if mark and box.height < LOW_PLACE:
            note = note.replace(" of ", "/")
        ink, has_cursor = self._rim_ink(scene, pile), scene.has_cursor(pile)
        if ink is None or (has_cursor and ink == "rim"):
            ink = ("cursor" if ink is None else "chosen") if has_cursor else "line"
        self._style.well(surface, box, mark, ink, note)

    @staticmethod
    def _count_text(scene: Scene, pile: Pile, box: Box) -> str:
        """Return the partial count of a pile as a text, or ''."""
        count = scene.partial_counts.get(pile)
        if count is None or pile in scene.losing:
            return ""
        return f"{count} of {scene.lifted}" if box.width > len("1 of 13") else f"{count}/{scene.lifted}"

    def _paint_plate(self, surface: Surface, x: int, y: int, text: str, ink: str) -> None:
        """Write a text in a rim as high as the row."""
        surface.text(x, y, text, filled(f"lit {ink}") if self._has_tint else f"lit {ink}")

    @staticmethod
    def _rim_ink(scene: Scene, pile: Pile) -> str | None:
        if pile in scene.refused or pile in scene.losing:
            return "refused"
        return "rim" if pile in scene.targets else None

    def _card_state(self, scene: Scene, pile: Pile, depth: int, card: Card) -> str:
        """Return the state of a card.

        A state is a surface of the theme, or `back`.
        `depth` counts from the end of the pile.
        """
        if scene.face_down:
            return "back"
        refused_count = max(scene.lifted, 1) if pile == scene.source else 1
        if pile in scene.refused and depth <= refused_count:
            return REFUSED
        if pile == scene.source and depth <= scene.lifted and scene.drag is None:
            return "pale" if scene.movable_count is not None and depth > scene.movable_count else "lifted"
        if scene.cursor is not None and scene.cursor.pile == pile and depth in scene.cursor_depths:
            return "cursor"
        if card in scene.found:
            return "safe" if card in scene.safe else "found"
        if pile == scene.hinted and depth <= scene.hinted_count:
            return "hinted"
        return "related" if card in scene.related else "card"

    def _paint_drag(self, surface: Surface, scene: Scene, source: Pile, drag: Drag) -> None:
        """Draw the cards that the pointer holds, the last one as high as it is on the pile that takes it."""
        x, y, target = drag
        cards = scene.board.cards(source)[-scene.lifted :]
        coming = 0 if target is None else len(cards)
        pile = target or source
        last_height = self.layout.card_box(pile, len(scene.board.cards(pile)) + coming).height
        for card in cards:
            covered = card is not cards[-1]
            height = self.layout.covered_height if covered else last_height
            box = Box(x, y, self.layout.card_width, height)
            self._style.shadow(surface, box, below=not covered, is_high=self.layout.has_high_cards)
            self._style.card(surface, box, card, "lifted", covered=covered, covers_figures=True)
            y += height


def _tinted(role: str) -> str:
    """Return a card's role with the tint of a target.

    The pixels of a court card's picture keep their colours.
    """
    name, *inks = role.split(" ")
    if name != "half":
        return " ".join(["tint", *inks])
    pixels = (pixel if pixel.startswith("art.") else ".".join(["tint", *pixel.split(".")[1:]]) for pixel in inks)
    return " ".join([name, *pixels])


# The path of a hinted card: a line over the felt, under all cards, with an arrow at the target.


_GROUNDS: Final = ("felt", "shadow", "gap")
_SHADOWS: Final = ("felt shadow", "felt gap")
_ACROSS, _DOWN = 4, 5
"""The indices of the strokes in `Glyphs.well`, behind the four corners."""


def draw_path(surface: Surface, layout: Layout, board: Board, source: Pile, target: Pile, glyphs: Glyphs) -> None:
    """Draw the path from a pile's last card to another pile."""
    (x, y), *_ = corners = _corners(layout, board, source, target)
    steps: list[Point] = []
    for start, end in pairwise(corners):
        across, down = end[0] - start[0], end[1] - start[1]
        count = abs(across) + abs(down)  # one of the two is 0
        steps += ((across // count, down // count) for _ in range(count))
    for last, step in pairwise((steps[0], *steps)):
        mark = glyphs.well[_stroke(last, step)]
        _draw(surface, (x, y), mark, is_across=mark == glyphs.well[_ACROSS])
        x, y = x + step[0], y + step[1]
    box = layout.top_boxes.get(target)
    # The path ends on the left of a foundation beside the columns, and below any other target.
    arrow = glyphs.arrows[1] if box is not None and box.bottom != layout.numbers_y else glyphs.more[0]
    _draw(surface, (x, y), arrow, is_across=False)


def _stroke(last: Point, step: Point) -> int:
    """Return the index in `Glyphs.well` of a stroke between two steps.

    A step is (±1, 0) or (0, ±1). The corners are top left, top right, bottom left and bottom right.
    """
    is_turn = (last[0] == 0) != (step[0] == 0)
    if not is_turn:
        return _ACROSS if step[0] else _DOWN
    is_bottom, is_right = step[1] < last[1], step[0] < last[0]
    return (2 if is_bottom else 0) + (1 if is_right else 0)


def _draw(surface: Surface, place: Point, mark: str, *, is_across: bool) -> None:
    """Draw a part of the path on blank felt.

    A stroke across is left out where it would touch a number on either side.
    """
    x, y = place
    if not (0 <= x < surface.width and 0 < y < surface.height - 1):
        return
    if is_across and any(map(str.isalnum, surface.chars[y][max(x - 1, 0) : x + 2])):
        return
    role = surface.roles[y][x]
    ground = role.split(" ")[0]
    if role in _SHADOWS or (surface.chars[y][x] == " " and ground in _GROUNDS):
        surface.text(x, y, mark, f"{ground} rim")


def _corners(layout: Layout, board: Board, source: Pile, target: Pile) -> Sequence[Point]:
    """Return the points of a path: start, turns and end."""
    if source.kind is target.kind is PileKind.COLUMN:
        first, last = sorted((source.index, target.index))
        lowest = max(_below(layout, board, pile) for pile in COLUMNS[first : last + 1])
        y = min(lowest + 1, layout.bar_y - 1)
        start, end = _middle(layout, source), _middle(layout, target)
        return (start, _below(layout, board, source)), (start, y), (end, y), (end, _below(layout, board, target) + 1)
    column, other = (source, target) if source.kind is PileKind.COLUMN else (target, source)
    if column.kind is not PileKind.COLUMN:
        return _along_the_wells(layout, _middle(layout, source), target)
    box = layout.top_boxes[other]
    y = _below(layout, board, column)
    if column == target:
        y += 1
    x = layout.column_x(column)
    gap = x - 1 if box.x <= x and x > 0 else x + layout.card_width
    points = ((_middle(layout, column), y), (gap, y), *_along_the_wells(layout, gap, other))
    return points if column == source else points[::-1]


def _along_the_wells(layout: Layout, x: int, end: Pile) -> tuple[Point, ...]:
    """Return the path from the numbers to a free cell or foundation.

    The path begins in column `x` of the screen.
    """
    row, box = layout.numbers_y, layout.top_boxes[end]
    if box.bottom == row:
        return (x, row), (_middle(layout, end), row)
    return (x, row), (box.x - 1, row), (box.x - 1, box.y + box.height // 2)


def _middle(layout: Layout, pile: Pile) -> int:
    """Return the column of a path at a pile.

    The column is beside the pile's number, which is in the middle.
    """
    box = layout.card_box(pile, 0)
    return box.x + (box.width + 1) // 2


def _below(layout: Layout, board: Board, column: Pile) -> int:
    """Return the row below a column's last card."""
    return layout.card_box(column, len(board.columns[column.index])).bottom
