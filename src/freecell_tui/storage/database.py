"""The database of the history: one SQLite file that survives crashes, other programs and its own damage.

Several programs may use the database at once, and each may be killed at any moment.
A connection is open for one query only.
A change is one short transaction that takes its lock before it reads.
There is no write-ahead log: the history is one file, which can be copied or moved, and a change is on the disk when the
call returns.
Every user holds a shared lock on the file `history.lock`.
A damaged database is moved aside under an exclusive lock, so that a second program does not move the new one, too.
"""

import os
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, suppress
from enum import IntEnum
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from freecell_tui.storage.files import (
    NOT_WAITING,
    FileVersion,
    HistoryBusy,
    HistoryError,
    HistoryMissing,
    create,
    file_version,
    has_locks,
    locked,
    make_folder,
    numbered,
    reason,
)
from freecell_tui.storage.saves import now

try:
    import sqlite3
except ImportError:  # Python can be built without it, and some systems have it in a package of its own
    sqlite3 = None  # type: ignore[assignment]

Connection: TypeAlias = "sqlite3.Connection"

_Found = TypeVar("_Found")

NAME: Final = "history.sqlite3"
APPLICATION_ID: Final = 0x46724365
"""`FrCe`, the mark of our databases in the file's header."""

VERSION: Final = 1
_SCHEMA: Final = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
*_STATEMENTS, _POSITIONS = [" ".join(statement.split()) for statement in _SCHEMA.split(";") if statement.strip()]
"""The statements that make the tables and indexes; a change of any needs a new VERSION.

The last one makes the table `positions` of the games that began at a position of the player's own, when the first of
them is finished. Earlier programs go on to use a history with this table, which they do not read.
The index `games_by_end` has all columns that statistics need, as the table with the records is ten times as large.
"""

READABLE: Final = _SCHEMA.partition("WHERE")[2].partition(";")[0]
"""The condition of the index `games_by_end`: the row is a result, except perhaps its variant, cells and house rules.

The length of a column in bytes counts everything behind a NUL, where GLOB ends.
"""

READABLE_POSITION: Final = READABLE.replace(
    "typeof(deal) = 'integer' AND (deal BETWEEN 1 AND 8589934591 OR deal BETWEEN -3 AND -1)", "typeof(deal) = 'text'"
)
"""The same for a row of the table `positions`."""

LOCK_TIMEOUT: Final = 2.0
"""Seconds to wait for another program that is using the database."""


class _Code(IntEnum):
    """Primary result codes of SQLite, the same in each of its versions and needed without it, too."""

    ERROR = 1
    PERM = 3
    BUSY = 5
    LOCKED = 6
    NOMEM = 7
    READONLY = 8
    INTERRUPT = 9
    IOERR = 10
    CORRUPT = 11
    FULL = 13
    CANTOPEN = 14
    PROTOCOL = 15
    CONSTRAINT = 19
    NOLFS = 22
    AUTH = 23
    NOTADB = 26


# Any other code counts as damage only if a check of the file finds some.
_BUSY: Final = (_Code.BUSY, _Code.LOCKED)
_DAMAGE: Final = (_Code.CORRUPT, _Code.NOTADB)
_FORMAT_BYTE: Final = 18  # where the header of a database says which programs may write to it

_NO_LOCKS: Final = "There are no file locks in the folder of your games: let only one program at a time play there."
_LOCKED: Final = "The game history is in use by another program."
_REASONS: Final[dict[int, str]] = {
    _Code.FULL: "the disk is full",
    _Code.READONLY: "it is write-protected",
    _Code.PERM: "permission denied",
    _Code.AUTH: "permission denied",
    _Code.CANTOPEN: "it cannot be opened",
    _Code.IOERR: "the disk reports an error",
    _Code.NOMEM: "there is not enough memory",
    _Code.NOLFS: "the file is too large for this disk",
    _Code.PROTOCOL: "file locking does not work here",
    _Code.INTERRUPT: "it was interrupted",
    _Code.CONSTRAINT: "it cannot hold this game",
}


class _DamagedError(Exception):
    """A file that is no history, or is damaged."""


class Database:
    """The history as a database file in `folder`.

    The methods raise only HistoryError.
    A damaged file is moved aside under another name and a new one begun; nothing is deleted.
    `notices` are sentences for the player about that.
    """

    def __init__(self, folder: Path, lock_timeout: float = LOCK_TIMEOUT) -> None:
        self.path = folder / NAME
        self.notices: list[str] = []
        self.lock_timeout = lock_timeout
        self._has_locks = True

    def read(self, query: Callable[[Connection], _Found]) -> _Found:
        """Return the result of a query; raise HistoryError.

        A missing file is an empty history, and is not created.
        """
        _check_sqlite()
        try:
            self.path.stat()
        except FileNotFoundError:
            with closing(_connect(":memory:", 0)) as connection:
                return query(connection)
        except OSError as error:
            raise HistoryError(f"The game history cannot be read: {reason(error)}.") from None
        return self._run(query)

    def write(self, change: Callable[[Connection], object]) -> None:
        """Make a change in one transaction; raise HistoryError."""
        _check_sqlite()

        def transaction(connection: Connection) -> None:
            connection.execute("BEGIN IMMEDIATE")
            change(connection)
            connection.execute("COMMIT")

        with suppress(OSError):  # the next step reports it
            make_folder(self.path.parent)
            # SQLite would make it readable for all; its journals get the permissions of the database.
            create(self.path, b"")
        self._run(transaction)

    def _run(self, act: Callable[[Connection], _Found]) -> _Found:
        # SQLite itself would wait for another program until its patience ends. A lock on the database would not do: to
        # close the file would end the locks of other threads.
        if self._has_locks and not has_locks(self.path.with_suffix(".lock")):
            self._has_locks = False
            self.notice(_NO_LOCKS)
        seen = None
        try:
            with self._lock(exclusive=not self._has_locks):
                seen = file_version(self.path)
                return self._with_connection(act)
        except _DamagedError:
            self._set_aside(seen)
        try:
            with self._lock(exclusive=False):
                return self._with_connection(act)
        except _DamagedError:
            raise HistoryError("The game history is damaged, and cannot be moved aside.") from None

    def _with_connection(self, act: Callable[[Connection], _Found]) -> _Found:
        with suppress(OSError):  # no file yet, or one that may not be looked at
            if not stat.S_ISREG(self.path.stat().st_mode):
                raise HistoryError("The game history cannot be saved: it cannot be opened.")
        try:
            # Closing rolls back what was not committed.
            with closing(_connect(self._address(), self.lock_timeout)) as connection:
                return act(connection)
        except (sqlite3.Error, UnicodeError) as error:
            raise _as_history_error(error, self.path) from error

    def _address(self) -> str:
        """Return the database's address for SQLite, with locks if the folder has any."""
        return self.path.absolute().as_uri() + ("" if self._has_locks else "?vfs=unix-none")

    def _lock(self, *, exclusive: bool) -> AbstractContextManager[None]:
        """Hold the lock of the history.

        A folder without write access has no lock and needs none.
        """
        path, flags, busy = self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | NOT_WAITING, HistoryBusy(_LOCKED)
        return locked(path, flags, self.lock_timeout, exclusive=exclusive, in_use=busy)

    def _set_aside(self, seen: FileVersion | None) -> None:
        """Rename the damaged file, unless another program has just done so.

        `seen` is the version in which the damage was found.
        """
        with self._lock(exclusive=True):
            version = file_version(self.path)
            if seen is None or version is None or version.node != seen.node:
                return
            timestamp = now().replace("-", "").replace(":", "")
            names = (self.path.with_stem(name) for name in numbered(f"{self.path.stem}-damaged-{timestamp}"))
            aside = next(path for path in names if not path.exists())
            try:
                # Its journal goes first: one that stays behind would be replayed into the new database.
                for end in ("-journal", "-wal", "-shm", ""):
                    part = self.path.with_name(self.path.name + end)
                    with suppress(FileNotFoundError):
                        part.rename(aside.with_name(aside.name + end))
            except OSError as error:
                raise HistoryError(f"The game history is damaged and cannot be moved aside: {reason(error)}.") from None
        self.notice(f"The game history could not be read: it was kept as {aside.name}, and a new one was started.")

    def notice(self, sentence: str) -> None:
        if sentence not in self.notices:
            self.notices.append(sentence)


def _check_sqlite() -> None:
    """Raise HistoryMissing if Python has no SQLite."""
    if sqlite3 is None:
        raise HistoryMissing("This Python has no module sqlite3: there are no statistics, and wins are counted later.")


def _connect(address: str, lock_timeout: float) -> Connection:
    connection = sqlite3.connect(address, timeout=lock_timeout, isolation_level=None, uri=True)
    try:
        connection.text_factory = lambda raw: raw.decode(errors="replace")
        # Run no function that a schema calls: the file may come from somebody else.
        connection.execute("PRAGMA trusted_schema = OFF")
        _prepare_tables(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare_tables(connection: Connection) -> None:
    """Create the tables in an empty database, or check the existing ones.

    The tables are created in one transaction, even if other programs do the same.
    Raise HistoryError if a newer program made the database.
    Raise _DamagedError if it is not ours, or if its tables are not ours.
    """
    # A transaction, so that the version is not read half before and half after another program creates the tables.
    connection.execute("BEGIN")
    is_empty = _is_empty(connection)
    connection.execute("COMMIT")
    if is_empty:
        connection.execute("BEGIN IMMEDIATE")
        if _is_empty(connection):
            for statement in _STATEMENTS:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    found = {name: " ".join(str(sql).split()) for name, sql in rows}
    expected = {sql.split()[2]: sql for sql in _STATEMENTS}
    if not expected.items() <= found.items() or found.get("positions", _POSITIONS) != _POSITIONS:
        raise _DamagedError


def has_positions(connection: Connection) -> bool:
    """Return whether a database has the table of positions."""
    rows = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'positions'").fetchall()
    return bool(rows)


def make_positions(connection: Connection) -> None:
    """Create the table of positions, unless there is one."""
    if not has_positions(connection):
        connection.execute(_POSITIONS)


def _is_empty(connection: Connection) -> bool:
    """Return whether a database has no tables yet.

    Raise HistoryError if it is newer, or _DamagedError if it is not ours.
    """
    queries = "PRAGMA user_version", "PRAGMA application_id", "SELECT count(*) FROM sqlite_master"
    version, application, tables = (connection.execute(query).fetchone()[0] for query in queries)
    if application != APPLICATION_ID:
        if application or version or tables:
            raise _DamagedError
        return True
    if version > VERSION:
        raise HistoryError(
            f"The game history was written by a newer freecell-tui (version {version}; this one reads "
            f"{VERSION}): update the game."
        )
    if version < VERSION:
        raise _DamagedError
    return False


def _as_history_error(error: "sqlite3.Error | UnicodeError", path: Path) -> Exception:
    """Return our error for an error of SQLite.

    The database at `path` must have no open connection.
    """
    code = _primary_code(error)
    if code in _BUSY:
        return HistoryBusy(_LOCKED)
    if code == _Code.READONLY and not _has_known_format(path):
        return _DamagedError()
    if code in _REASONS:
        return HistoryError(f"The game history cannot be saved: {_REASONS[code]}.")
    # A mistake in a statement has the same code as many kinds of damage. A name in SQLite's error may have a wrong
    # byte, which Python cannot decode.
    if code in _DAMAGE or not _is_sound(path):
        return _DamagedError()
    return HistoryError("The game history is undamaged, but gives no answer: that is a bug of the game.")


def _is_sound(path: Path) -> bool:
    """Return whether SQLite finds no damage in a database.

    True also if SQLite cannot look for damage now.
    """
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)])
    except sqlite3.Error as error:
        code = _primary_code(error)
        return code in _BUSY or code in _REASONS
    except UnicodeError:
        return False


def _primary_code(error: "sqlite3.Error | UnicodeError") -> int:
    return int(getattr(error, "sqlite_errorcode", _Code.ERROR)) & 0xFF


def _has_known_format(path: Path) -> bool:
    """Return whether a database has a known write format in its header.

    SQLite opens other formats read-only.
    """
    try:
        with path.open("rb") as file:
            return file.read(_FORMAT_BYTE + 1)[_FORMAT_BYTE:] in (b"\1", b"\2")
    except OSError:
        return True
