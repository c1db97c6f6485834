"""The mouse on the table: clicks, drags and the wheel become moves of the cursor and the cards.

A left click selects cards, and the next one a pile for them. A double click sends a card away, and so does a right
click, as the setting says. The middle button finds a card's rank. Cards can be dragged. The wheel scrolls a column that
does not fit; it does not undo, because a slip of the finger would lose the undone moves.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from freecell_tui.controller.play.session import Cursor, Session
from freecell_tui.engine import Pile, PileKind
from freecell_tui.storage.settings import RightClick
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Drag
from freecell_tui.ui.drawing.surface import Point
from freecell_tui.ui.mouse import MIDDLE_BUTTON, NO_BUTTON, RIGHT_BUTTON, MouseEvent

DOUBLE_CLICK_SECONDS: Final = 0.4
"""The longest time between the two clicks of a double click."""
_TOGETHER_SECONDS: Final = 0.05
"""The time below which no hand clicks twice: the clicks were held up on the line, and nobody knows their times."""
_SHAKE: Final = 1
"""The cells by which a hand moves within a double click."""


class _Press(NamedTuple):
    """A press of the left button that may begin a double click."""

    time: float
    hit: Cursor
    point: Point

    def is_doubled_by(self, other: "_Press") -> bool:
        """Return whether another press makes a double click of this one.

        Presses that arrive together count only at the same point: nobody knows how long a hand took between them.
        """
        seconds = other.time - self.time
        shake = max(abs(place - before) for place, before in zip(other.point, self.point, strict=True))
        may_shake = _SHAKE if seconds >= _TOGETHER_SECONDS else 0
        return self.hit == other.hit and seconds <= DOUBLE_CLICK_SECONDS and shake <= may_shake


class Mouse:
    """The mouse's buttons, and the drag in progress."""

    drag: Drag | None = None
    right_click = RightClick.HOME
    _pressed: Cursor | None = None
    """The card under the pressed left button; a drag moves the selected cards of its pile."""
    _grip = (0, 0)
    """The pointer's place, in cells from the upper left corner of the first lifted card."""
    _last_press: _Press | None = None
    """The last click that may become a double click, or None."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now

    def handle(self, session: Session, layout: Layout, event: MouseEvent) -> None:
        """Act on a mouse event.

        A click beside the piles cancels the selection.
        """
        hit = _hit_at(session, layout, event.x, event.y)
        if event.kind == "drag":
            if self._pressed is not None and session.selection is not None:
                x, y = event.x - self._grip[0], event.y - self._grip[1]
                self.drag = Drag(x, y, _target_at(session, layout, hit, (x, y)))
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
            if cards := session.game.board.cards(hit.pile)[-hit.depth :]:  # an empty pile has no rank
                session.rank_finder.rank = cards[0].rank
        elif event.wheel and (opened := _opened_by_wheel(session, layout, event)) is not None:
            session.point_at(opened.pile, opened.depth)
            session.shows_cursor = True

    @staticmethod
    def scrolls(session: Session, layout: Layout, event: MouseEvent) -> bool:
        """Return whether a turn of the wheel would scroll a column."""
        return _opened_by_wheel(session, layout, event) is not None

    @staticmethod
    def points(session: Session, layout: Layout, event: MouseEvent) -> bool:
        """Record the card under a pointer that moves without a button.

        Return whether the event is such a move.
        """
        if event.button != NO_BUTTON or event.kind != "drag":
            return False
        hit = _hit_at(session, layout, event.x, event.y)
        session.pointed = None if hit is None else (hit.pile, hit.depth)
        return True

    def cancel_drag(self) -> None:
        """End a drag without a move. The cards stay selected."""
        self.drag = None
        self._pressed = None

    def _press_left(self, session: Session, layout: Layout, hit: Cursor | None, event: MouseEvent) -> None:
        session.shows_cursor = False
        self.cancel_drag()
        if hit is None:
            session.cancel_selection()
            self._last_press = None
            return
        press = _Press(self._now(), hit, (event.x, event.y))
        if self._last_press is not None and self._last_press.is_doubled_by(press):
            self._last_press = None
            session.send_to_best(hit.pile, hit.depth)
            return
        self._last_press = press
        had_selection, position = session.selection is not None, session.game.position
        session.choose(hit.pile, hit.depth)
        if session.game.position != position:
            # A second click must not send on the cards that were just dropped there.
            self._last_press = None
        if not had_selection and session.selection is not None:
            session.point_at(hit.pile, session.lifted_count)
            self._pressed = hit
            cards = len(session.game.board.cards(hit.pile))
            box = layout.card_box(hit.pile, cards, session.lifted_count, lifted=session.in_hand)
            self._grip = event.x - box.x, max(event.y - box.y, 0)

    def _release(self, session: Session, layout: Layout, hit: Cursor | None) -> None:
        """Drop dragged cards on a pile."""
        drag, pressed = self.drag, self._pressed
        self.cancel_drag()
        if drag is None or pressed is None or session.selection is None:
            return
        self._last_press = None
        target = _target_at(session, layout, hit, drag[:2])
        if target is None:
            target = None if hit is None else hit.pile
        if target is None or target == pressed.pile:
            session.cancel_selection()
        else:
            session.drop_or_put_back(target)


def _target_at(session: Session, layout: Layout, hit: Cursor | None, corner: Point) -> Pile | None:
    """Return the pile that takes dragged cards, or None.

    The pile under the pointer comes first; if it does not take the cards, the pile under the dragged card.
    """
    targets = session.targets()
    under = _hit_at(session, layout, corner[0] + layout.card_width // 2, corner[1])
    return next((place.pile for place in (hit, under) if place is not None and place.pile in targets), None)


def _hit_at(session: Session, layout: Layout, x: int, y: int) -> Cursor | None:
    """Return the card or place drawn at a point, or None.

    A long column is open around the cursor.
    """
    return layout.hit(x, y, session.game.board.columns, session.shown_cursor, session.in_hand)


def _opened_by_wheel(session: Session, layout: Layout, event: MouseEvent) -> Cursor | None:
    """Return the hidden card to which the wheel moves the cursor.

    The column opens around the cursor there. None while cards are selected, or if the column at the event's point hides
    no card on that side.
    """
    hit = None if session.selection is not None else _hit_at(session, layout, event.x, event.y)
    if hit is None or hit.pile.kind is not PileKind.COLUMN:
        return None
    count = len(session.game.board.cards(hit.pile))
    fan = layout.fan(hit.pile, count, session.shown_cursor)
    hidden = fan.hidden_above if event.wheel < 0 else fan.hidden_below
    depth = count - hidden + 1 if event.wheel < 0 else hidden
    return Cursor(hit.pile, depth) if hidden else None
