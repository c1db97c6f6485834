"""Entering finished games into the history while another is played."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from freecell_tui.controller.messages import Message, Severity
from freecell_tui.engine import Variant
from freecell_tui.storage.errors import HistoryError
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame

if TYPE_CHECKING:
    from freecell_tui.storage.history import History

_Found = TypeVar("_Found")

_SAVES_AT_ONCE: Final = 5
"""So many are looked at before keys are heard again: some 20 ms, most of them for the disk."""


class ResultRecorder:
    """Enters a player's wins, and the games that are left for good; `win_notes` are sentences about the last win.

    What is wrong with the history is said with `tell`, once; play goes on.
    """

    def __init__(self, store: SaveStore, tell: Callable[[Message], None]) -> None:
        self._store = store
        self._tell = tell
        self._history: History | None = None
        self._new: list[Path] | None = None
        self._told: set[str] = set()
        self.win_notes: tuple[str, ...] = ()

    @property
    def history(self) -> "History":
        """The player's history; the database is not loaded before it is asked for."""
        if self._history is None:
            from freecell_tui.storage.history import History  # noqa: PLC0415 - not on the way to the first frame

            self._history = History(self._store.folder)
        return self._history

    def ask(self, question: Callable[["History"], _Found]) -> _Found | None:
        """Return the answer of the history; None if it cannot answer, and the player is told why."""
        try:
            return question(self.history)
        except HistoryError as error:
            self._tell(Message(str(error), Severity.REFUSAL))
            return None

    def record_win(self, saved: SavedGame, *, tells_time: bool = True) -> None:
        """Enter a game that was just won; `win_notes` speaks of time if `tells_time`."""
        from freecell_tui.controller.win_notes import win_notes  # noqa: PLC0415 - as above
        from freecell_tui.storage.results import result_of  # noqa: PLC0415 - as above

        self.win_notes = ()
        try:
            before = self.history.results_of_deal(saved.game.deal, saved.game.variant)
            self.history.record_win(saved)
            self.win_notes = tuple(
                win_notes(result_of(saved), before, self.history.winning_streak(), tells_time=tells_time)
            )
        except HistoryError as error:
            self._tell_once(f"{error} This win is counted when that is over.")
        else:
            self._tell_once(*self.history.notices)

    def would_count_as_loss(self, saved: SavedGame) -> bool:
        """Return whether a game counts as lost if it is left for good: it was begun, and never won."""
        from freecell_tui.storage.results import has_started  # noqa: PLC0415 - as above

        if saved.game.is_won or not has_started(saved):
            return False
        try:
            results = self.history.results_of_deal(saved.game.deal, saved.game.variant)
        except HistoryError:
            return True
        return not any(result.is_won and result.id == saved.game_id for result in results)

    def count_as_lost(self, saved: SavedGame) -> str:
        """Enter a game that is left for good; return '', or why that cannot be done: then it must not be deleted."""
        return self._try(lambda: self.history.record_loss(saved))

    def take_back_loss(self, saved: SavedGame) -> str:
        """Forget that a game was left; return why that cannot be done, or ''."""
        return self._try(lambda: self.history.remove_loss(saved))

    @staticmethod
    def _try(step: Callable[[], object]) -> str:

        try:
            step()
        except HistoryError as error:
            return str(error)
        return ""

    def best(self, deal: int, variant: Variant) -> tuple[float, int] | None:
        """Return the best time and the fewest moves of a deal; None if it was not won, or is not known."""
        from freecell_tui.storage.statistics import Statistics  # noqa: PLC0415 - as above

        try:
            of_deal = Statistics.of(self.history.results_of_deal(deal, variant))
        except HistoryError:
            return None  # which is told when something is to be entered
        if of_deal.best_seconds is None or of_deal.fewest_moves is None:
            return None
        return of_deal.best_seconds, of_deal.fewest_moves

    def import_missed_wins(self) -> bool:
        """Enter some of the wins in saves that are not in the history; return whether there are more."""
        try:
            if self._new is None:
                self._new = self.history.unseen_saves(self._store)
            if self._new:
                self.history.import_saves(self._new[:_SAVES_AT_ONCE])
                del self._new[:_SAVES_AT_ONCE]
        except HistoryError as error:
            self._tell_once(str(error))
            return False
        self._tell_once(*self.history.notices)
        return bool(self._new)

    def import_all_missed_wins(self) -> None:
        """Enter every win in a save that is not in the history, those written since the last time too."""
        self._new = None
        while self.import_missed_wins():
            pass

    def _tell_once(self, *sentences: str) -> None:
        new = [sentence for sentence in sentences if sentence not in self._told]
        self._told.update(new)
        if new:
            self._tell(Message(" ".join(new), Severity.REFUSAL))
