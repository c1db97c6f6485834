"""A race: a deal played again beside the ghost of a game that won it."""

from typing import Final, NamedTuple

from freecell_tui.controller.play.game import claimed_time, clock_text
from freecell_tui.controller.play.session import Session
from freecell_tui.engine.race import Ghost
from freecell_tui.engine.text import counted
from freecell_tui.storage.saves import SavedGame

_CARDS: Final = 52
_NOBODY: Final = "the ghost"


class Race(NamedTuple):
    """A race against a ghost; its time counts only if `has_time`."""

    ghost: Ghost
    has_time: bool

    @property
    def name(self) -> str:
        """Who is raced, as in the middle of a sentence."""
        return self.ghost.name or _NOBODY

    def cards(self, session: Session) -> tuple[int, int | None]:
        """Return how many cards the ghost had home after as many moves, and at this time; None for an unknown time."""
        now = self.ghost.at(session.clock.elapsed) if self.has_time else None
        return self.ghost.after(session.game.moves_made), now

    def places(self, session: Session) -> tuple[float, float]:
        """Return where the player and the ghost are between start and end, 0 to 1: now, or after as many moves."""
        here, now = self.cards(session)
        return sum(session.game.board.foundations) / _CARDS, (here if now is None else now) / _CARDS

    def sentence(self, session: Session) -> str:
        """Return how the race stands: `After 20 moves Ann had 12 cards home; you have 13`."""
        here, now = self.cards(session)
        moves = counted(session.game.moves_made, "move")
        by_now = "" if now is None else f", and {now} after {clock_text(session.clock.elapsed)}"
        own = sum(session.game.board.foundations)
        return f"After {moves} {self.name} had {counted(here, 'card')} home{by_now}; you have {own}."

    def result(self, saved: SavedGame) -> str:
        """Return who was first in a race that the player has finished, in a sentence; the fewer moves break a tie."""
        own = (int(saved.elapsed) if self._is_timed else 0, saved.game.moves_made)
        other = (self.ghost.seconds if self._is_timed else 0, self.ghost.moves)
        times = f"{clock_text(own[0])} to {claimed_time(other[0])}, " if self._is_timed else ""
        figures = f"{times}{own[1]} to {counted(other[1], 'move')}"
        if own == other:
            return f"A dead heat with {self.name}: {figures}."
        if own < other:
            return f"You were first, before {self.name}: {figures}."
        return f"You came in after {self.name}: {figures}."

    @property
    def _is_timed(self) -> bool:
        return self.has_time and self.ghost.seconds > 0
