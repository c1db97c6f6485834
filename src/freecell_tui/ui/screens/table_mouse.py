"""The mouse on the table: where a click becomes a card, and what it does with the card.

A left click selects cards and then a pile for them, a double click or a right click sends a card away (the latter is a
setting), the middle button finds its rank, and cards can be dragged. The wheel scrolls a column that does not fit; it
does not undo, because a finger that slips would lose what was undone.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from freecell_tui.controller.play.session import Cursor, Session
from freecell_tui.engine import PileKind
from freecell_tui.storage.settings import RightClick
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.surface import Point
from freecell_tui.ui.mouse import MIDDLE_BUTTON, NO_BUTTON, RIGHT_BUTTON, MouseEvent

DOUBLE_CLICK_SECONDS: Final = 0.4


class Mouse:
    """What the buttons are doing. `drag` is where the first dragged card is drawn, or None."""

    drag: Point | None = None
    right_click = RightClick.HOME
    _pressed: Cursor | None = None
    _grip = (0, 0)
    _last_press: tuple[float, Cursor] | None = None

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now

    def handle(self, session: Session, layout: Layout, event: MouseEvent) -> None:
        """Do what a mouse event means; a place off the table cancels the selection."""
        hit = _hit_at(session, layout, event.x, event.y)
        if event.kind == "drag":
            if self._pressed is not None and session.selection is not None:
                self.drag = (event.x - self._grip[0], event.y - self._grip[1])
        elif event.kind == "release":
            self._release(session, layout, hit)
        elif event.is_click:
            self._press_left(session, layout, hit, event)
        elif event.button == RIGHT_BUTTON and self.right_click is not RightClick.NOTHING:
            self.cancel_drag()
            if hit is not None and self.right_click is RightClick.HOME:
                session.send_home(hit.pile)
            elif hit is not None:
                session.send_to_best(hit.pile, hit.depth)
        elif event.button == MIDDLE_BUTTON and hit is not None:
            if cards := session.game.board.cards(hit.pile)[-hit.depth :]:
                session.rank_finder.rank = cards[0].rank
        elif event.wheel and (opened := _opened_by_wheel(session, layout, event)) is not None:
            session.point_at(opened.pile, opened.depth)
            session.shows_cursor = True

    @staticmethod
    def scrolls(session: Session, layout: Layout, event: MouseEvent) -> bool:
        """Return whether a turn of the wheel opens a column further."""
        return _opened_by_wheel(session, layout, event) is not None

    @staticmethod
    def points(session: Session, layout: Layout, event: MouseEvent) -> bool:
        """Note what is pointed at, if the mouse moves with no button down; return whether it does."""
        if event.button != NO_BUTTON or event.kind != "drag":
            return False
        hit = _hit_at(session, layout, event.x, event.y)
        session.pointed = None if hit is None else (hit.pile, hit.depth)
        return True

    def cancel_drag(self) -> None:
        """End a drag where it is; the cards stay selected."""
        self.drag = None
        self._pressed = None

    def _press_left(self, session: Session, layout: Layout, hit: Cursor | None, event: MouseEvent) -> None:
        session.shows_cursor = False
        self.cancel_drag()
        if hit is None:
            session.cancel_selection()
            self._last_press = None
            return
        before, now = self._last_press, self._now()
        if before is not None and before[1] == hit and now - before[0] <= DOUBLE_CLICK_SECONDS:
            self._last_press = None
            session.send_to_best(hit.pile, hit.depth)
            return
        self._last_press = (now, hit)
        had_selection, game = session.selection is not None, session.game
        session.choose(hit.pile, hit.depth)
        if session.game is not game:
            # A second click must not send on what was just dropped there.
            self._last_press = None
        if not had_selection and session.selection is not None:
            session.point_at(hit.pile, session.lifted_count)
            self._pressed = hit
            if hit.pile.kind is PileKind.COLUMN:
                cards = len(session.game.board.columns[hit.pile.index])
                fan = layout.fan(hit.pile, cards)
                box = fan.box(cards - session.lifted_count) or fan.boxes[-1]
            else:
                box = layout.top_boxes[hit.pile]
            # Where on the first selected card the pointer is.
            self._grip = event.x - box.x, max(event.y - box.y, 0)

    def _release(self, session: Session, layout: Layout, hit: Cursor | None) -> None:
        """Drop dragged cards on the pile under the pointer, or under the card if only that one takes them."""
        drag, pressed = self.drag, self._pressed
        self.cancel_drag()
        if drag is None or pressed is None or session.selection is None:
            return
        self._last_press = None
        targets = session.targets()
        if hit is None or hit.pile not in targets:
            under = _hit_at(session, layout, drag[0] + layout.card_width // 2, drag[1])
            hit = under if under is not None and under.pile in targets else hit
        if hit is None or hit.pile == pressed.pile:
            session.cancel_selection()
        else:
            session.drop_or_put_back(hit.pile)


def _hit_at(session: Session, layout: Layout, x: int, y: int) -> Cursor | None:
    """Return what is drawn at a point, with a column open around the cursor."""
    return layout.hit(x, y, session.game.board.columns, session.shown_cursor)


def _opened_by_wheel(session: Session, layout: Layout, event: MouseEvent) -> Cursor | None:
    """Return where the cursor goes as the wheel is turned, on the next hidden card of a column; None if nowhere.

    The cursor opens the column there.
    """
    hit = None if session.selection is not None else _hit_at(session, layout, event.x, event.y)
    if hit is None or hit.pile.kind is not PileKind.COLUMN:
        return None
    count = len(session.game.board.cards(hit.pile))
    fan = layout.fan(hit.pile, count, session.shown_cursor)
    hidden = fan.hidden_above if event.wheel < 0 else fan.hidden_below
    depth = count - hidden + 1 if event.wheel < 0 else hidden
    return Cursor(hit.pile, depth) if hidden else None
