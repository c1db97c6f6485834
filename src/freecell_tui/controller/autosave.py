"""Saving the game being played: staged before it is shown, committed to the disk afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.controller.play.game import Clock
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.times import Times
from freecell_tui.engine import Autoplay, Bookmarks, Game, Place
from freecell_tui.engine.game import AutoplayRule, Notes
from freecell_tui.engine.text import counted, joined, printable
from freecell_tui.storage.files import reason, rescue_folders
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import FROM_THE_DEAL, SavedGame, new_id, now, time_ago
from freecell_tui.storage.settings import EnterKey, Settings

COUNTS_AS_LOST: Final = "counts as lost until you play a move"
"""How a game stands that was given up or deleted, as the end of a sentence: nothing but a move changes that."""

_RULES: Final = (
    AutoplayRule(Autoplay.SAFE, finish=True),
    *(AutoplayRule(Autoplay.NONE, finish) for finish in (False, True)),
    AutoplayRule(Autoplay.ALL, finish=True),
)
"""The autoplay that a game may have been played with, the default first."""


def session_from_save(saved: SavedGame, settings: Settings, times: Times = Times.usual) -> Session:
    session = Session(saved.game, undos=saved.undos, clock=Clock(saved.elapsed, times.now))
    is_helped = saved.helped and saved.own_win is None
    session.helped_attempts = frozenset(saved.helped_attempts or ((FROM_THE_DEAL,) if is_helped else ()))
    session.own_win = saved.own_win
    apply_settings(session, settings)
    session.name, session.bookmarks, session.notes = saved.name, saved.bookmarks, saved.notes
    return session


def session_as_played(saved: SavedGame, settings: Settings) -> Session:
    """Return the session of a measured game, with fitting autoplay.

    The settings' autoplay if that fits its moves, or if none does.
    """
    session, game = session_from_save(saved, settings), saved.game.without_undone()
    session.autoplay = next((each for each in (session.autoplay, *_RULES) if each.explains_all(game)), session.autoplay)
    return session


def apply_settings(session: Session, settings: Settings) -> None:
    """Let a session follow these settings from now on."""
    session.autoplay = settings.autoplay_rule
    session.highlights = settings.highlights
    session.plays_at_once = settings.enter is EnterKey.PLAY


def played_ago(timestamp: str) -> str:
    """Return how long ago a game was saved, as a sentence, or ''."""
    return f"Played {when}." if (when := time_ago(timestamp)) else ""


class Autosave:
    """Autosave of one game, which is played in `session`. `error` is the last failure as a sentence, or ''.

    `counts_as_lost` while the game counts as lost, and its save is among the deleted ones unless the player brought it
    back; a move ends that.
    `is_left` when it is no longer played; `tell` is called with what the player should know until then.
    """

    def __init__(
        self,
        store: SaveStore,
        saved: SavedGame,
        save_file: SaveFile | None,
        session: Session,
        tell: Callable[[Message], None],
    ) -> None:
        self.session: Final = session
        self.error = ""
        self.is_left = False
        is_new = not saved.started and not saved.game.turns
        self._id = saved.id or (new_id() if is_new else saved.game_id)
        self._started = saved.started or now()
        self._save_file = save_file or store.new_file(SavedGame(saved.game, started=self._started))
        self._tell = tell
        self._notice = ""
        if saved.is_damaged:
            found = ((saved.unreadable_bookmarks, "bookmark"), (saved.unreadable_notes, "note"))
            lost = joined([counted(number, what) for number, what in found if number])
            copied = "Before the next save, the old one is copied to the folder “damaged”."
            self._notice = f"{lost} cannot be read. {copied}"
        is_missing = saved.is_rescued and saved.game.is_won and not store.has_game(saved, won=True)
        self._staged: _State | None = None if is_missing else _State.of(self.session)
        self._staged_elapsed = saved.elapsed
        self._last_stage_worked = True
        self._rescued: Path | None = None
        self._won: Game | None = None
        self._new_win: SavedGame | None = None
        self._was_discarded = False
        self._is_reopened = False

    @property
    def counts_as_lost(self) -> bool:
        return self.session.is_given_up

    def saved_game(self) -> SavedGame:
        session = self.session
        return SavedGame(
            session.game,
            session.clock.elapsed,
            session.undos,
            self._started,
            now(),
            session.helped,
            self._id,
            session.name,
            session.bookmarks,
            session.notes,
            helped_attempts=tuple(sorted(session.helped_attempts)),
            own_win=session.own_win,
        )

    @property
    def game_id(self) -> str:
        return self._id

    @property
    def path(self) -> Path | None:
        return self._save_file.path

    @property
    def is_begun(self) -> bool:
        session = self.session
        labels = session.name, session.bookmarks, session.notes
        return any((session.game.turns, *labels, session.helped_attempts, self._save_file.path))

    @property
    def is_split(self) -> bool:
        """Whether the game continues in a file of its own.

        Another program has played it too, or ended it.
        """
        return self._save_file.was_changed

    def become_another(self) -> None:
        """Continue as a game with an id of its own.

        Wins since the last save are wins of the new id.
        """
        self._id, self._staged_elapsed, self._last_stage_worked = new_id(), -1.0, False
        self.session.is_given_up = self._was_discarded = self._is_reopened = False  # that was the other
        if self._new_win is not None:
            self._new_win = replace(self._new_win, id=self._id)

    @property
    def unsaved_seconds(self) -> float:
        return self.session.clock.elapsed - self._staged_elapsed

    def stage(self, *, clock_too: bool = False) -> None:
        """Write the game beside its save, without waiting for the disk. `commit` replaces the save.

        Nothing is written if the game has not changed, or was only looked at.
        With `clock_too`, a save is written for its time alone, too.
        """
        if self._notice:
            self._say(self._notice)
            self._notice = ""
        session = self.session
        is_reopened = self._was_discarded and not self.counts_as_lost
        is_same = _State.of(session) == self._staged and not is_reopened
        has_new_time = bool(self._save_file.path) and session.clock.elapsed != self._staged_elapsed
        is_up_to_date = is_same and not (has_new_time and (clock_too or not self._last_stage_worked))
        self._last_stage_worked = self._last_stage_worked or is_up_to_date
        if not self.is_begun or is_up_to_date or (self.counts_as_lost and is_same):
            return
        if is_same and self._save_file.is_played_elsewhere:
            return  # a copy for nothing but its time would be no game of its own
        saved = self._save_file.merged(self.saved_game())
        session.name, session.bookmarks, session.notes = saved.name, saved.bookmarks, saved.notes
        state = _State.of(session)
        is_new = self._staged is None or session.game != self._staged.game
        if session.game.is_won and is_new and session.game is not self._won:
            self._won, self._new_win = session.game, saved
        self._was_discarded, self._is_reopened = self.counts_as_lost, self._is_reopened or is_reopened
        try:
            self._last_stage_worked = False
            is_copy = self._save_file.stage(saved, again=self.is_left, is_discarded=self.counts_as_lost)
        except OSError as error:
            self._fail(error)
            return
        self._last_stage_worked = True
        self._staged, self._staged_elapsed = state, session.clock.elapsed
        if is_copy:
            self._say("This game was also played elsewhere; here it continues as a copy.")

    def commit(self) -> None:
        """Wait until the disk has the staged save. Try again after a failure."""
        if not self._last_stage_worked:
            return
        try:
            self._save_file.commit()
        except OSError as error:
            self._fail(error)
            return
        if self.error:
            self.error = ""
            self._say("This game is saved again.")

    def pop_news(self) -> tuple[bool, SavedGame | None]:
        """Return whether a discarded game goes on, and a new win.

        Each is returned once.
        """
        news = self._is_reopened, self._new_win
        self._is_reopened, self._new_win = False, None
        return news

    def _fail(self, error: OSError) -> None:
        """Note why the game cannot be saved. Say a new reason."""
        before, self.error = self.error, f"This game cannot be saved: {reason(error)}."
        if self.error != before:
            self._say(self.error, "refusal")

    def _say(self, sentence: str, severity: Severity = "info") -> None:
        if not self.is_left:
            self._tell(Message(sentence, severity))

    def rescue(self) -> None:
        """Save the game at last. In another folder if its own does not take it."""
        self.stage(clock_too=True)
        self.commit()
        if self.error:
            for folder in rescue_folders():
                with suppress(OSError):
                    self._rescued = self._save_file.rescue(self.saved_game(), folder)
                    return

    def parting_words(self, *, is_counted: bool) -> str:
        """Return where an unsaved game was rescued, and whether its win is counted. '' if it is saved."""
        if not self.error:
            return ""
        from shlex import quote  # noqa: PLC0415 - only for a disk that refuses

        is_won = self.session.game.is_won
        win = "" if not is_won else " The win is counted." if is_counted else " The win is not counted."
        if self._rescued is None:
            return f"{self.error} It could not be saved in another folder either.{win}"
        path = printable(quote(str(self._rescued)))
        how = f"freecell --resume {path} continues it."
        if is_won:
            how = f"freecell import {path} {'adds it to your games' if is_counted else 'counts it'}."
        return f"{self.error}{win} It is saved in another folder: {how}"

    def discard(self) -> None:
        """Move the save of a lost game to the deleted saves."""
        self.note_loss()
        with self._told_if_unmovable():
            self._save_file.discard()

    def note_loss(self) -> None:
        """Note that the game counts as lost until a move is played."""
        self.session.is_given_up = self._was_discarded = True

    def bring_back(self) -> None:
        """Move the save back to the unfinished games.

        The game counts as lost until a move is played.
        """
        with self._told_if_unmovable():
            self._save_file.restore()

    @contextmanager
    def _told_if_unmovable(self) -> Iterator[None]:
        """Say why the save cannot be moved, if so."""
        try:
            yield
        except OSError as error:
            self._say(f"The save of this game cannot be moved: {reason(error)}.", "refusal")


class _State(NamedTuple):
    """What a save holds but for its times."""

    game: Game
    undos: int
    name: str
    bookmarks: Bookmarks
    notes: Notes
    helped_attempts: frozenset[int]
    own_win: Place | None

    @classmethod
    def of(cls, session: Session) -> "_State":
        labels = session.name, session.bookmarks, session.notes
        return cls(session.game, session.undos, *labels, session.helped_attempts, session.own_win)
