"""Drawing the table: what lies where, and what it looks like there."""

from dataclasses import dataclass

from freecell_tui.controller.cursor import Cursor
from freecell_tui.engine import Board, Card, Pile, PileKind
from freecell_tui.ui.drawing.card_styles import CardStyle, Outline, Solid, draw_frame
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, CardSize, Fan, Layout
from freecell_tui.ui.drawing.surface import Surface


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is to draw: the board, and what the player holds, points at and may reach.

    `lifted` cards at the end of `source` are in the hand; `drag` is where the pointer holds them, if it does. The
    cursor is on the cards `cursor_depths` from the end of its pile; `hinted` is a pile whose last card to look at.
    Cards `flying` lie on no pile just now; each has its place on the screen.
    `lit` are cards that the player has asked to see, and `related` those that go with them. While all is `face_down`
    nothing shows but how many cards lie where.
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
    lit: frozenset[Card] = frozenset()
    related: frozenset[Card] = frozenset()
    face_down: bool = False


class Painter:
    """Draws scenes in one layout, style and set of marks; `pattern` is on the backs of the cards."""

    def __init__(
        self, layout: Layout, glyphs: Glyphs, *, colour: bool, four_colours: bool = False, pattern: str = "#"
    ) -> None:
        self.layout = layout
        self._glyphs = glyphs
        self._style: CardStyle = (
            Solid(layout, glyphs, pattern, four_colours=four_colours) if colour else Outline(layout, glyphs, pattern)
        )

    def paint(self, surface: Surface, scene: Scene) -> tuple[int, int] | None:
        """Draw the table; return where the terminal's cursor belongs, if anywhere."""
        if scene.face_down:
            # Whatever else there is to see would tell of the cards.
            scene = Scene(scene.board, face_down=True)
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
            ink, face = self._style.ink("card", card), self._glyphs.card(card)
            draw_frame(surface, box, self._glyphs.frame, "card frame")
            surface.text(box.x + 1, box.y, face, ink)
            surface.text(box.x + box.width - 1 - len(face), box.y + box.height - 1, face, ink)

    def paint_blank(self, surface: Surface, box: Box) -> None:
        """Draw a card on which nothing is printed, and its shadow."""
        self._style.shadow(surface, box, below=True)
        self._style.blank(surface, box, "card")

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
        look = self._look(scene, pile, 1, cards[-1])
        self._paint_card(surface, box, cards[-1], look, covered=False)
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
            surface.text(x, self.layout.numbers_y, pile.letter, "target target" if lit else "felt number")

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
            look = self._look(scene, pile, len(column) - spot.index, column[spot.index])
            self._paint_card(surface, spot.box, column[spot.index], look, covered=covered)
        self._paint_rest(surface, scene, column, fan)
        self._paint_rim(surface, scene, pile, last.box)

    def _paint_card(self, surface: Surface, box: Box, card: Card, look: str, *, covered: bool) -> None:
        if look == "back":
            self._style.back(surface, box, covered=covered)
        else:
            self._style.card(surface, box, card, look, covered=covered)

    def _paint_rest(self, surface: Surface, scene: Scene, column: tuple[Card, ...], fan: Fan) -> None:
        """Count the cards that are out of sight; the number is lit if one of them is."""
        first, last = fan.spots[0].box, fan.spots[-1].box
        for cards, y in (
            (column[: fan.above], first.y - 1),
            (column[len(column) - fan.below :], last.y + last.height),
        ):
            if cards:
                role = "bar text" if scene.lit.isdisjoint(cards) else "found black"
                surface.text(last.x, y, f"{self._glyphs.more}{len(cards)}".center(last.width), role)

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

    def _look(self, scene: Scene, pile: Pile, depth: int, card: Card) -> str:
        """The surface of a card that lies `depth` from the end of its pile."""
        if scene.face_down:
            return "back"
        if pile == scene.source and depth <= scene.lifted and scene.drag is None:
            return "lifted"
        if scene.cursor is not None and scene.cursor.pile == pile and depth in scene.cursor_depths:
            return "cursor"
        if card in scene.lit:
            return "found"
        if pile == scene.hinted and depth == 1:
            return "hinted"
        return "related" if card in scene.related else "card"

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
