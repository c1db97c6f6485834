"""The mouse on the table: click and click, double click, right and middle click, drag and drop, and the wheel.

The wheel scrolls a column that does not fit, and takes no move back: a finger that slips would lose what was undone.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from freecell_tui.controller.session import Session
from freecell_tui.engine import Pile, PileKind
from freecell_tui.ui.drawing.layout import Hit, Layout

_LEFT: Final = 1
_MIDDLE: Final = 2
_RIGHT: Final = 3
WHEEL: Final = {4: -1, 5: 1}
"""The buttons that the wheel is, and which way it turns: up is -1."""

DOUBLE_CLICK_SECONDS: Final = 0.4


class Mouse:
    """What the buttons are doing. `drag` is where the first of the dragged cards is drawn, or None."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.drag: tuple[int, int] | None = None
        self._now = now
        self._pressed: Hit | None = None
        self._grip = (0, 0)
        self._last_press: tuple[float, Hit] | None = None

    def event(self, session: Session, layout: Layout, event: str, button: int, at: tuple[int, int]) -> None:
        """Do what a mouse event means; places off the table put the lifted cards back."""
        kind = event.rpartition("mouse ")[2]
        hit = _seen_at(session, layout, at)
        if kind == "press" and button == _LEFT:
            self._press(session, layout, hit, at)
        elif kind == "press" and button == _RIGHT:
            self.let_go()
            if hit is not None:
                session.send_home(hit.pile)
        elif kind == "press" and hit is not None and button == _MIDDLE:
            self._find(session, hit)
        elif kind == "press" and hit is not None and button in WHEEL and session.selection is None:
            self._scroll(session, layout, hit.pile, up=WHEEL[button] < 0)
        elif kind == "drag" and self._pressed is not None and session.selection is not None:
            self.drag = (at[0] - self._grip[0], at[1] - self._grip[1])
        elif kind == "release":
            self._release(session, self._dropped_on(session, layout, hit))

    def _press(self, session: Session, layout: Layout, hit: Hit | None, at: tuple[int, int]) -> None:
        session.shows_cursor = False
        self.let_go()
        if hit is None:
            session.cancel_selection()
            self._last_press = None
            return
        if self._is_double(hit):
            self._last_press = None
            session.cancel_selection()
            session.select(hit.pile, hit.depth)
            if session.selection is not None and session.selection.count == hit.depth:
                session.move_to_best()
            return
        self._last_press = (self._now(), hit)
        was_empty_handed, before = session.selection is None, session.game
        session.choose(hit.pile, hit.depth)
        if session.game is not before:
            # What was dropped there is not to be sent on by a second click.
            self._last_press = None
        if was_empty_handed and session.selection is not None:
            session.point_at(hit.pile, session.lifted_count)
            self._pressed = hit
            self._grip = self._offset(session, layout, hit, at)

    @staticmethod
    def _find(session: Session, hit: Hit) -> None:
        """Light the cards of the rank that lies under the pointer."""
        cards = session.game.board.cards(hit.pile)[-hit.depth :]
        if cards:
            session.rank_finder.find(cards[0].rank)

    @staticmethod
    def _scroll(session: Session, layout: Layout, pile: Pile, *, up: bool) -> None:
        """Put the cursor on the next card out of sight, so that the column opens there."""
        if pile.kind is not PileKind.COLUMN:
            return
        cards = len(session.game.board.cards(pile))
        fan = layout.fan(pile, cards, session.shown_cursor)
        if fan.above if up else fan.below:
            index = fan.spots[0].index - 1 if up else fan.spots[-1].index + 1
            session.point_at(pile, cards - index)
            session.shows_cursor = True

    def _is_double(self, hit: Hit) -> bool:
        if self._last_press is None:
            return False
        moment, before = self._last_press
        return before == hit and self._now() - moment <= DOUBLE_CLICK_SECONDS

    @staticmethod
    def _offset(session: Session, layout: Layout, hit: Hit, at: tuple[int, int]) -> tuple[int, int]:
        """Where on the first lifted card the pointer holds."""
        if hit.pile.kind is not PileKind.COLUMN:
            box = layout.top_boxes[hit.pile]
        else:
            cards = len(session.game.board.columns[hit.pile.index])
            spots = layout.fan(hit.pile, cards).spots
            lifted = cards - session.lifted_count
            box = next((spot.box for spot in spots if spot.index == lifted), spots[-1].box)
        return at[0] - box.x, max(at[1] - box.y, 0)

    def _dropped_on(self, session: Session, layout: Layout, hit: Hit | None) -> Hit | None:
        """What a dragged card was let go over: what lies under the pointer, or else under the card, and takes it."""
        targets = session.targets()
        if self.drag is None or (hit is not None and hit.pile in targets):
            return hit
        under = _seen_at(session, layout, (self.drag[0] + layout.card_width // 2, self.drag[1]))
        return under if under is not None and under.pile in targets else hit

    def _release(self, session: Session, hit: Hit | None) -> None:
        dragged = self.drag is not None
        pressed = self._pressed
        self.let_go()
        if not dragged or pressed is None or session.selection is None:
            return
        self._last_press = None
        if hit is None or hit.pile == pressed.pile:
            session.cancel_selection()
        else:
            session.drop_or_put_back(hit.pile)

    def let_go(self) -> None:
        """End a drag where it is; the cards stay lifted."""
        self.drag = None
        self._pressed = None


def _seen_at(session: Session, layout: Layout, at: tuple[int, int]) -> Hit | None:
    """What is seen at a point, with a column open around the cursor."""
    return layout.hit(*at, session.game.board.columns, session.shown_cursor)
