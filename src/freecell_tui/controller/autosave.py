"""Keeping the game on the table: written down before it is shown, settled on the disk after it."""

from collections.abc import Callable
from pathlib import Path

from freecell_tui.controller.clock import Clock
from freecell_tui.controller.messages import Message, Severity
from freecell_tui.controller.session import Session
from freecell_tui.engine import Autoplay
from freecell_tui.engine.text import counted
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, new_id, now
from freecell_tui.storage.settings import AutoplayWhen, Settings


def session_from_save(record: SavedGame, settings: Settings) -> Session:
    """The game of a record, to be played on by these settings."""
    autoplay, when = autoplay_settings(settings)
    session = Session(
        record.game,
        autoplay=autoplay,
        autoplay_when=when,
        undos=record.undos,
        helped=record.helped,
        clock=Clock(record.elapsed),
    )
    session.highlights = settings.highlights
    session.name, session.bookmarks = record.name, record.bookmarks
    return session


def autoplay_settings(settings: Settings) -> tuple[Autoplay, AutoplayWhen]:
    """What goes home by itself by these settings, and when."""
    return settings.autoplay, settings.autoplay_when


def played_ago(saved: str) -> str:
    """How long ago a game was saved, in a sentence; nothing if the save does not say it properly."""
    return f"Played {when}." if (when := time_ago(saved)) else ""


def time_ago(saved: str) -> str:
    """How long ago a moment was: `2 days ago`, `just now`; nothing if it is none."""
    from datetime import UTC, datetime  # noqa: PLC0415 - only where there is a moment to reckon with

    try:
        seconds = (datetime.now(UTC) - datetime.fromisoformat(saved)).total_seconds()
    except (ValueError, TypeError):
        return ""
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            return f"{counted(int(seconds // length), unit)} ago"
    return "just now"


def _bookmark_notice(record: SavedGame) -> Message | None:
    if not record.unreadable_bookmarks:
        return None
    lost = counted(record.unreadable_bookmarks, "bookmark")
    return Message(f"{lost} cannot be read. Before this game is saved anew, its save is copied to the folder damaged.")


class Autosave:
    """One game's record and the place it is kept; `error` is why it could not be saved last, or empty.

    Without a slot the game gets a place of its own on the shelf. `is_discarded` while the game counts as lost: its save
    stands apart, and comes back as soon as the game is played on. What the methods return is for the player.
    """

    def __init__(self, store: SaveStore, record: SavedGame, save_file: SaveFile | None) -> None:
        self.saved = record.saved
        self.error = ""
        is_new = not record.started and not record.game.turns
        self._id = record.id or (new_id() if is_new else record.game_id)
        self._started = record.started or now()
        self._save_file = save_file or store.new_file(SavedGame(record.game, started=self._started))
        self._notice = _bookmark_notice(record)
        self._kept = (record.game, record.undos, record.name, record.bookmarks)
        self._kept_elapsed = record.elapsed
        self._win: SavedGame | None = None
        self.is_discarded = False
        self._is_reopened = False

    def record(self, session: Session) -> SavedGame:
        """The game as it is now."""
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
        )

    def is_for(self, path: Path) -> bool:
        """Whether a save is this game's."""
        return self._save_file.path == path

    def seconds_behind(self, session: Session) -> float:
        """How much time has passed that the save does not know of."""
        return session.clock.elapsed - self._kept_elapsed

    def stage(self, session: Session, *, clock_too: bool = False) -> Message | None:
        """Write the game down if it has changed; say once what of its save cannot be read.

        With `clock_too` it is written for its time alone, but not if it has no save yet: looking at a file leaves none.
        A save that already says it all is left as it is.
        """
        told = self._stage(session, clock_too=clock_too)
        if told is None:
            told, self._notice = self._notice, None
        return told

    def _stage(self, session: Session, *, clock_too: bool) -> Message | None:
        state = (session.game, session.undos, session.name, session.bookmarks)
        is_late = bool(self._save_file.path) and session.clock.elapsed != self._kept_elapsed
        is_known = state == self._kept and not (clock_too and (is_late or self.error))
        is_begun = session.game.turns or session.name or session.bookmarks or self._save_file.path
        if not is_begun or is_known or (self.is_discarded and state == self._kept):
            return None
        record = self.record(session)
        if session.game.is_won and session.game != self._kept[0]:
            self._win = record
        self._kept, self._kept_elapsed = state, session.clock.elapsed
        if self.is_discarded:
            self.is_discarded, self._is_reopened = False, True
        before = self._save_file.path
        complaint = self._try(lambda: self._save_file.stage(record))
        after = self._save_file.path
        if before is not None and after is not None and after.name != before.name:
            return Message("This game was played elsewhere too; here it goes on as a copy.")
        return complaint

    def commit(self) -> Message | None:
        """Let the disk finish with what was written down."""
        return self._try(self._save_file.commit) if not self.error else None

    def pop_new_win(self) -> SavedGame | None:
        """The game as it was won, once, after it has been written down."""
        win, self._win = self._win, None
        return win

    def discard(self) -> Message | None:
        """Delete the save, after the game was counted as lost; it can be brought back."""
        self.is_discarded = True
        return self._try(self._save_file.discard)

    def bring_back(self) -> Message | None:
        """Put the deleted save back among the unfinished ones."""
        self.is_discarded, self._is_reopened = False, True
        return self._try(self._save_file.restore)

    def pop_reopened(self) -> bool:
        """Whether the game is played on after it was given up; said once."""
        played_on, self._is_reopened = self._is_reopened, False
        return played_on

    def _try(self, step: Callable[[], None]) -> Message | None:
        told, self.error = self.error, ""
        try:
            step()
        except OSError as error:
            self.error = f"This game cannot be saved: {error.strerror or error}."
        return Message(self.error, Severity.REFUSAL) if self.error not in ("", told) else None
