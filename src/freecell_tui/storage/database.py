"""The database under the history: one SQLite file that outlives crashes, other programs and its own damage.

Several programs may use it at a time, and each may be killed at any moment. So a connection lives as long as one
question, a change is one short transaction that takes its lock before it reads, and there is no write-ahead log: at
rest the history is one file, which can be copied and put aside as one, and a change is on the disk when it has been
made. The file `history.lock` is held by whoever is at the database, by many at a time, and by one alone while a damaged
one is put aside, so that nobody puts aside the new one.
"""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Final, TypeVar

from freecell_tui.engine.text import printable
from freecell_tui.storage.errors import HistoryError
from freecell_tui.storage.saves import now

_Found = TypeVar("_Found")

NAME: Final = "history.sqlite3"
APPLICATION_ID: Final = 0x46724365
"""`FrCe`: what the database says that it is."""

MIGRATIONS: Final = (
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY NOT NULL,
        variant TEXT NOT NULL,
        cells INTEGER NOT NULL,
        house_rules TEXT NOT NULL,
        deal INTEGER NOT NULL,
        result TEXT NOT NULL CHECK (result IN ('won', 'lost')),
        seconds REAL NOT NULL CHECK (seconds >= 0),
        moves INTEGER NOT NULL CHECK (moves >= 0),
        undos INTEGER NOT NULL CHECK (undos >= 0),
        helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
        started TEXT NOT NULL,
        ended TEXT NOT NULL,
        day TEXT NOT NULL,
        record TEXT NOT NULL
    );
    CREATE INDEX games_of_a_deal ON games (deal, variant);
    CREATE TABLE seen (save TEXT PRIMARY KEY NOT NULL, version TEXT NOT NULL);
    CREATE TABLE journeys (name TEXT PRIMARY KEY NOT NULL, deal INTEGER NOT NULL);
    CREATE TABLE skipped (journey TEXT NOT NULL, deal INTEGER NOT NULL, PRIMARY KEY (journey, deal));
    """,
)
"""How a database of each version, from none at all, becomes one of the next."""

VERSION: Final = len(MIGRATIONS)

LOCK_TIMEOUT: Final = 2.0
"""Seconds to wait for another program that is at the database."""

# Primary result codes of SQLite. An SQL error means that tables are not those that their version says.
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH)
_LOCKED: Final = "The history of games is in use by another program."
_REASONS: Final = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it may not be written to",
    sqlite3.SQLITE_PERM: "it may not be opened",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk refuses",
}


class _DamagedError(Exception):
    """What lies there is no history, or no longer."""


class Database:
    """A player's history as a file in `folder`. What its methods raise is HistoryError.

    A file that is damaged, or something else, is put aside under another name and a new one begun; nothing is deleted.
    `notices` are sentences that tell the player of such things.
    """

    def __init__(self, folder: Path, lock_timeout: float = LOCK_TIMEOUT) -> None:
        self.path = folder / NAME
        self.notices: list[str] = []
        self._lock_timeout = lock_timeout

    def read(self, ask: Callable[[sqlite3.Connection], _Found]) -> _Found:
        """The answer to a question; a history that is not there is an empty one, and is not made for a question."""
        if not self.path.exists():
            with closing(_opened(":memory:", 0)) as connection:
                return ask(connection)
        return self._do(ask)

    def write(self, change: Callable[[sqlite3.Connection], object]) -> None:
        """Make a change, wholly or not at all."""

        def transaction(connection: sqlite3.Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            change(connection)
            connection.execute("COMMIT")

        with suppress(OSError):  # the next step says so
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._do(transaction)

    def _do(self, act: Callable[[sqlite3.Connection], _Found]) -> _Found:
        node = None
        try:
            with self._lock(fcntl.LOCK_SH):
                node = _node(self.path)
                return self._connected(act)
        except _DamagedError:
            self._put_aside(node)
        try:
            with self._lock(fcntl.LOCK_SH):
                return self._connected(act)
        except _DamagedError:
            raise HistoryError("The history of games is damaged, and cannot be put aside.") from None

    def _connected(self, act: Callable[[sqlite3.Connection], _Found]) -> _Found:
        try:
            # Closing takes back what was not committed.
            with closing(_opened(self.path, self._lock_timeout)) as connection:
                return act(connection)
        except sqlite3.Error as error:
            raise _understood(error) from error

    @contextmanager
    def _lock(self, kind: int) -> Iterator[None]:
        """Hold the lock, if this folder can have one: where nothing can be written nothing needs it."""
        try:
            file = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            yield
            return
        try:
            self._wait_for(file, kind)
            yield
        finally:
            os.close(file)

    def _wait_for(self, file: int, kind: int) -> None:
        end = monotonic() + self._lock_timeout
        while True:
            try:
                fcntl.flock(file, kind | fcntl.LOCK_NB)
            except BlockingIOError:
                if monotonic() > end:
                    raise HistoryError(_LOCKED) from None
                sleep(0.01)
            except OSError:
                return  # a file system without locks
            else:
                return

    def _put_aside(self, node: tuple[int, int] | None) -> None:
        """Give the damaged file another name, unless another program has just done so."""
        with self._lock(fcntl.LOCK_EX):
            if node is None or _node(self.path) != node:
                return
            aside = _free_name(self.path)
            try:
                # What belongs to it goes first: a journal that stays behind would be played into the new database.
                for end in ("-journal", "-wal", "-shm", ""):
                    part = self.path.with_name(self.path.name + end)
                    if part.exists():
                        part.rename(aside.with_name(aside.name + end))
            except OSError as error:
                reason = error.strerror or error
                raise HistoryError(f"The history of games is damaged and cannot be put aside: {reason}.") from None
        self.notice(f"The history of games could not be read: it is kept as {aside.name}, and a new one is begun.")

    def notice(self, sentence: str) -> None:
        """Have the player told, once."""
        if sentence not in self.notices:
            self.notices.append(sentence)


def _opened(path: Path | str, lock_timeout: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=lock_timeout, isolation_level=None)
    try:
        connection.text_factory = _text
        # What a schema says is not done: it may be somebody else's.
        connection.execute("PRAGMA trusted_schema = OFF")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Make a database one of the newest version, in one step, whoever else may be doing so.

    Raise HistoryError, and leave it untouched, if a newer program has made it.
    """
    # A transaction, so that the version is not read in parts while another program migrates.
    connection.execute("BEGIN")
    version = _version(connection, len(migrations))
    connection.execute("COMMIT")
    if version == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    for number in range(_version(connection, len(migrations)), len(migrations)):
        for statement in migrations[number].split(";"):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(migrations)}")
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection, newest: int) -> int:
    """The version of a database; 0 for one that has nothing in it."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID:
        if application or version or tables:
            raise _DamagedError
        return 0
    if version > newest:
        raise HistoryError(
            f"The history of games was written by a newer freecell-tui (version {version}, and this one knows "
            f"{newest}): update the game."
        )
    if version < 1:
        raise _DamagedError
    return int(version)


def _understood(error: sqlite3.Error) -> Exception:
    """What SQLite's complaint means."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _BUSY:
        return HistoryError(_LOCKED)
    if code in _DAMAGE:
        return _DamagedError(str(error))
    return HistoryError(f"The history of games cannot be kept: {_REASONS.get(code, printable(str(error)))}.")


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")


def _node(path: Path) -> tuple[int, int] | None:
    """What tells a file from another that takes its name; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _free_name(path: Path) -> Path:
    timestamp = "".join(letter for letter in now() if letter.isalnum())
    names = (
        f"{path.stem}-damaged-{timestamp}{'' if number == 1 else f'-{number}'}{path.suffix}" for number in count(1)
    )
    return next(aside for name in names if not (aside := path.with_name(name)).exists())
