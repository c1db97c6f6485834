"""Entering finished games into the history while another is played.

At the table nothing waits for another program that uses the history: a change that cannot be made now is made later,
and `ask_patiently` and `query` ask again. In line mode, where every line is waited for, the history waits a moment
itself.
"""

from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

from freecell_tui.controller.background import BackgroundTask, pause
from freecell_tui.controller.frontend import FrontEnd, Message
from freecell_tui.controller.times import Times
from freecell_tui.engine import FreecellError
from freecell_tui.engine.positions import StartPosition
from freecell_tui.storage.files import HistoryBusy, HistoryError, HistoryMissing
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, has_started

if TYPE_CHECKING:
    from freecell_tui.storage import history, results, statistics

History: TypeAlias = "history.History"
"""The player's history; the database is loaded when it is first asked."""
Result: TypeAlias = "results.Result"
BestOfDeal: TypeAlias = "statistics.Best | None"
"""The best of a deal, None if it was not won."""

_Found = TypeVar("_Found")

_SAVES_AT_ONCE: Final = 5
"""So many are read before keys are heard again: some 20 ms, most of them for the disk."""

_SLICE_SECONDS: Final = 0.01
_BUSY_SECONDS: Final = 0.1
"""When to enter more missed wins, and when to ask a history again that another program is using."""

_RETRY_SECONDS: Final = 1.0


class _Change(NamedTuple):
    """A change that the history did not take. `done` and `undone` are sentences for when it does, or never does."""

    make: Callable[[History], object]
    done: str
    undone: str


class ResultRecorder:
    """Enters a player's wins, and the games that are left for good.

    A fault of the history does not stop the game. Faults found while wins are entered are said once.
    """

    def __init__(self, store: SaveStore, frontend: FrontEnd, times: Times) -> None:
        self._store = store
        self._frontend = frontend
        self._times = times
        self._told: set[str] = set()
        self._pending: dict[tuple[str, str], _Change] = {}
        self._never_made = set[tuple[str, str]]()
        """The changes of a Python without SQLite."""
        self._next_retry = 0.0

    def move_to(self, frontend: FrontEnd) -> None:
        """Tell another front end of faults from now on, and wait for the history as suits that one."""
        self._frontend = frontend
        vars(self).pop("history", None)

    @cached_property
    def history(self) -> History:
        from freecell_tui.storage.history import History

        history = History(self._store.folder, lock_timeout=0.0)
        if not self._frontend.has_screen:
            history.wait_for_others()
        return history

    def ask(self, question: Callable[[History], _Found]) -> _Found | None:
        """Return the history's answer. None if it cannot answer now.

        The player is told why.
        """
        try:
            return question(self.history)
        except HistoryError as error:
            self._frontend.notify(Message(str(error), "refusal"))
            return None

    async def ask_patiently(self, question: Callable[[History], _Found]) -> _Found:
        """Return the history's answer once no program uses it; raise HistoryError."""
        end = monotonic() + self._times.busy_history
        while True:
            try:
                return question(self.history)
            except HistoryBusy:
                if not self._frontend.has_screen or monotonic() >= end:
                    raise
            await pause(self._frontend.call_later, _BUSY_SECONDS)

    async def query(self, question: Callable[[History], _Found], *, waits: bool | None = None) -> _Found:
        """Return the history's answer, found on a thread; raise FreecellError.

        Keys are heard meanwhile, unless it `waits`: by default in line mode.
        """
        waits = not self._frontend.has_screen if waits is None else waits
        seconds, busy_seconds = None if waits else self._times.first_look, self._times.busy_history
        ask = partial(question, self.history)
        return await BackgroundTask(self._frontend.call_later, ask, seconds=seconds, busy_seconds=busy_seconds)

    def change(self, key: tuple[str, str], change: Callable[[History], object], undone: str, done: str = "") -> str:
        """Change the history. Return '', or why that is not done now.

        It is then made as soon as it can be, but never where this Python has no history.
        `key` names the changed fact: a later change of it replaces a change that waits. `done` is said when a change
        that waited is made, and `undone` at the end if it never was.
        """
        self._pending.pop(key, None)
        try:
            why = self._try(change)
        except HistoryMissing as error:
            # A later try would be as vain. What is saved is counted when the history can be written.
            self._never_made.add(key)
            return str(error)
        if why:
            self._pending[key] = _Change(change, done, undone)
            self._next_retry = monotonic() + _RETRY_SECONDS
        return why

    @property
    def is_waiting(self) -> bool:
        return bool(self._pending)

    def retry(self) -> None:
        """Make the changes that wait, unless that was tried a moment ago."""
        if self._pending and monotonic() >= self._next_retry:
            self._next_retry = monotonic() + _RETRY_SECONDS
            self._make_pending()

    def finish(self, unsaved: Container[str] = ()) -> list[str]:
        """Make the changes that wait. Return sentences about the rest.

        Other programs are waited for. Nothing is told of the wins of games in `unsaved`, ids of games that are not
        saved.
        """
        if self._pending:
            self.history.wait_for_others()
            self._make_pending()
        wins_of_others = (key for key in self._pending if key[0] != "win" or key[1] not in unsaved)
        return [self._pending[key].undone for key in wins_of_others]

    def has_counted(self, game_id: str) -> bool:
        """Return whether no win of a game is left to be counted."""
        return ("win", game_id) not in self._pending and ("win", game_id) not in self._never_made

    def _make_pending(self) -> None:
        for key, change in list(self._pending.items()):
            if self._try(change.make):
                return
            del self._pending[key]
            if change.done:
                self._frontend.notify(Message(change.done))

    def record_win(self, saved: SavedGame) -> tuple[list[Result], int] | None:
        """Enter a new win. Return the results before and the streak.

        None if the win must wait.
        """
        before: list[Result] = []

        def enter(history: History) -> None:
            before[:] = history.results_of_deal(saved.game.deal, saved.game.variant)
            history.record_win(saved)

        key = ("win", saved.game_id)
        why = self.change(
            key,
            enter,
            f"Your win of {saved.game.title} is not counted yet; the game counts it when it is next started.",
            "Your win has been counted.",
        )
        if why:
            will_retry = "This win is not counted yet; it is tried again."
            self._tell_once(why, *([will_retry] if key in self._pending else []))
            return None
        streak = 0
        if not isinstance(saved.game.deal, StartPosition):  # positions count apart from the streak of deals
            with suppress(HistoryError):
                streak = self.history.winning_streak()
        self._tell_once(*self.history.notices)
        return before, streak

    def would_count_as_loss(self, saved: SavedGame) -> bool:
        """Return whether a game counts as lost if it is left for good.

        It was begun, and never won.
        """
        if saved.game.is_won or not has_started(saved):
            return False
        try:
            results = self.history.results_of_deal(saved.game.deal, saved.game.variant)
        except HistoryMissing:
            return False
        except HistoryError:
            return True
        return not any(result.is_won and result.id == saved.game_id for result in results)

    def count_as_lost(self, saved: SavedGame, save: Path) -> str:
        """Enter the loss of a game whose save is to be deleted.

        Return '', or why that cannot be done: then the save must stay.
        """
        try:
            why = self._try(lambda history: history.record_loss(saved, save=save))
        except HistoryMissing:
            return ""  # nothing counts, so nothing is in the way
        if not why:
            self._pending.pop(("loss", saved.game_id), None)
        return why

    def note_deleted(self, save: Path) -> None:
        """Let the loss of a game whose save has been deleted stay until a move is played."""
        self.change(("deleted", save.name), lambda history: history.note_deleted(save), undone="")

    def take_back_loss(self, saved: SavedGame) -> str:
        """Forget that a game was left. Return '', or why that must wait."""
        undone = f"{saved.game.title} continues, but still counts as lost: the game history could not be changed."
        return self.change(("loss", saved.game_id), lambda history: history.remove_loss(saved), undone)

    def _try(self, change: Callable[[History], object]) -> str:
        try:
            change(self.history)
        except HistoryMissing:
            raise
        except HistoryError as error:
            return str(error)
        return ""

    async def import_missed_wins(self, *, waits: bool | None = None, after: float = 0.0) -> None:
        """Enter wins in saves that are not in the history yet.

        The player is told if that cannot be done.
        With `waits`, by default in line mode, all wins are entered at once. Otherwise the player goes on meanwhile,
        however long it takes, and a history that another program uses is tried again.
        It begins `after` some seconds.
        """
        if after:
            await pause(self._frontend.call_later, after)
        waits = not self._frontend.has_screen if waits is None else waits
        while True:
            try:
                await self._enter_unseen_saves(waits=waits)
            except FreecellError as error:
                is_busy = isinstance(error, HistoryBusy)
                if not (is_busy and waits):  # who waits asks the history next, and is told then
                    self._tell_once(str(error))
                if waits or not is_busy:
                    return
            else:
                self._tell_once(*self.history.notices)
                return
            await pause(self._frontend.call_later, _RETRY_SECONDS)

    async def _enter_unseen_saves(self, *, waits: bool) -> None:
        new = await self.query(lambda history: history.unseen_saves(self._store), waits=waits)
        count = max(len(new), 1) if waits else _SAVES_AT_ONCE
        for start in range(0, len(new), count):
            if start:
                await pause(self._frontend.call_later, _SLICE_SECONDS)
            await self._enter_saves(new[start : start + count])

    async def _enter_saves(self, saves: Sequence[Path]) -> None:
        # Not on the thread: a game given up after its save was read would no longer count as lost.
        await self.ask_patiently(lambda history: history.import_saves(saves))

    def _tell_once(self, *sentences: str) -> None:
        new = [sentence for sentence in sentences if sentence not in self._told]
        self._told.update(new)
        if new:
            self._frontend.notify(Message(" ".join(new), "refusal"))
