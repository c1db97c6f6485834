"""Files: read bounded, written whole or not at all, for the player alone, and told from their earlier versions."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep, time_ns
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from platformdirs.api import PlatformDirsABC


try:
    import fcntl
except ImportError:  # a system without these locks: two programs at one file are told apart by its versions alone
    fcntl = None  # type: ignore[assignment]

INHERITED_BY_NONE: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
NOT_WAITING: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""Flags for opening a file as it is, for this program alone; and one that may block, as far as the system has them."""

PRIVATE: Final = 0o600
"""The permissions of a player's files; their folders have 0700."""

TEMPORARY: Final = ".freecell-{}.tmp"
"""The name of a file that is being written; `{}` is random. A program that is killed may leave one behind."""

_LOCK_SECONDS: Final = 0.05
"""The wait for a folder's lock, which others hold for microseconds."""


_new_folders: Final[set[Path]] = set()
"""Folders that were made, and of which the disk may not have the names yet."""


class FileProblem(OSError):
    """A file that this program does not read or write; what it is told says why, as the end of a sentence."""


class FileTooLarge(FileProblem):
    """A file with more bytes than a file of its kind can have."""


def reason(error: OSError | ValueError | RuntimeError) -> str:
    """Return why a file cannot be read or written, as the end of a sentence, in our words or the system's.

    Python's own words are for programmers. It raises RuntimeError for a link to itself, and ValueError for a name.
    """
    match error:
        case FileProblem():
            return error.strerror or str(error)
        case OSError():
            return os.strerror(error.errno) if error.errno else "the system refuses it"
        case UnicodeDecodeError():
            return "it is not text in UTF-8"
        case RuntimeError():
            return "it is a link to itself"
        case _:
            return "no file can have this name"


# Reading


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Return a descriptor of a regular file; raise OSError at once for anything else, which could block or not end."""
    descriptor = os.open(path, flags | NOT_WAITING | INHERITED_BY_NONE, 0o666)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise FileProblem(errno.EINVAL, "it is not a file", str(path))


def is_there(path: Path) -> bool:
    """Return whether there is something of this name, as far as that may be seen."""
    try:
        return path.exists()
    except OSError:
        return False


def read_regular(path: Path, limit: int) -> bytes:
    """Return the content of a regular file; raise FileTooLarge if it has more than `limit` bytes, or OSError."""
    with os.fdopen(open_regular(path), "rb", buffering=0) as file:
        parts = []
        left = limit + 1
        while left > 0 and (part := file.read(left)):
            parts.append(part)
            left -= len(part)
    if left <= 0:
        raise FileTooLarge(errno.EFBIG, "it is too large", str(path))
    return b"".join(parts)


# Writing


def numbered(name: str) -> Iterator[str]:
    """Yield a name, and then the same with a number behind it, from 2 on: the first that is free can be taken."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def make_private_folder(folder: Path) -> None:
    """Make a folder that only the player may enter, with those above it, unless it is there; raise OSError."""
    make_folder(folder, 0o700)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, with those above it, unless it is there; raise OSError.

    `flush_folder` waits for its name, too.
    """
    if not folder.is_dir():
        if folder.parent != folder:
            make_folder(folder.parent, mode)
        folder.mkdir(mode=mode, exist_ok=True)
        _new_folders.add(folder)


def create(path: Path, content: bytes, mode: int = PRIVATE) -> "FileVersion":
    """Write a file that is not there yet, following no link, and return its version; raise OSError, leaving none."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | INHERITED_BY_NONE | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, mode)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        status = os.fstat(descriptor)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    finally:
        os.close(descriptor)
    return FileVersion(status.st_mtime_ns, status.st_size, status.st_ino)


def temporary_path(folder: Path) -> Path:
    """Return a name in a folder that no other program, and no other moment, has for a file being written."""
    return folder / TEMPORARY.format(os.urandom(8).hex())


@contextmanager
def temporary_file(folder: Path, content: bytes, mode: int = PRIVATE) -> Iterator[tuple[Path, "FileVersion"]]:
    """Write a file to be renamed to its place, and yield its path and version; it is gone afterwards. Raise OSError."""
    path = temporary_path(folder)
    version = create(path, content, mode)
    try:
        yield path, version
    finally:
        with suppress(OSError):
            path.unlink()


def atomic_write(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file beside its place, flush it to the disk, and put it in its place; raise OSError.

    `mode` are its permissions; None for what the system gives a new file.
    """
    with temporary_file(path.parent, content, 0o666 if mode is None else PRIVATE) as (staged, _):
        if mode not in (None, PRIVATE):
            staged.chmod(mode)
        flush(staged)
        staged.replace(path)
    flush_folder(path.parent)


def write_output(path: Path, content: bytes) -> None:
    """Write what a player asked for: through links, into a pipe or device, or else as `atomic_write`; raise OSError."""
    place = path.resolve()
    if is_there(place) and not place.is_file():
        place.write_bytes(content)
    else:
        atomic_write(place, content)


def flush(path: Path) -> None:
    """Wait until the disk has a file; raise OSError."""
    descriptor = os.open(path, os.O_RDONLY | INHERITED_BY_NONE)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def flush_folder(folder: Path) -> None:
    """Wait until the disk has the names in a folder, as far as the system can say: without that they may be lost.

    The name of a folder that was made goes first, since all that is in it would be lost with it.
    """
    if folder in _new_folders:
        flush_folder(folder.parent)
        _new_folders.discard(folder)
    with suppress(OSError):
        flush(folder)


# Two programs at one file


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Keep other programs from changing a folder's names; after a moment, or without locks, do without it.

    The lock is held only to look and to rename. A program that was stopped in the middle of that stops no other.
    """
    descriptor = None
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | INHERITED_BY_NONE)
    try:
        if descriptor is not None:
            with suppress(OSError):
                lock(descriptor, exclusive=True, seconds=_LOCK_SECONDS)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def lock(descriptor: int, *, exclusive: bool, seconds: float) -> None:
    """Lock an open file until it is closed; raise BlockingIOError if another program holds it for so long, or OSError.

    A system without locks has none.
    """
    if fcntl is None:
        return
    end = monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() >= end:
                raise
            sleep(0.005)
        else:
            return


class FileVersion(NamedTuple):
    """What distinguishes one version of a file from another, whatever the file is called."""

    changed: int
    size: int
    node: int


def file_version(path: Path) -> FileVersion | None:
    """Return the version of a file on the disk; None if there is no file."""
    try:
        return version_of(path.stat())
    except OSError:
        return None


def version_of(status: os.stat_result) -> FileVersion:
    """Return the version of a file from its status."""
    return FileVersion(status.st_mtime_ns, status.st_size, status.st_ino)


CLOCK_SECONDS: Final = 0.02
"""Two changes within this time may leave the same time on a file; on disks that know whole seconds, within two."""


def settled_version(folder: Path) -> int | None:
    """Return a number that changes whenever a name in a folder does, and whenever one is given to another file.

    None if the folder has changed so recently that its next change might not show. Raise OSError.
    """
    changed = folder.stat().st_mtime_ns
    seconds = CLOCK_SECONDS if changed % 10**9 else 2 + CLOCK_SECONDS
    return changed if time_ns() - changed > seconds * 10**9 else None


# The folders of a player's files: XDG's on Linux, the system's own elsewhere.


APP: Final = "freecell-tui"


def state_folder() -> Path:
    """Return the folder of the games: `$XDG_STATE_HOME/freecell-tui` on Linux."""
    return _folders().user_state_path


def config_folder() -> Path:
    """Return the folder of settings and themes: `$XDG_CONFIG_HOME/freecell-tui` on Linux."""
    return _folders().user_config_path


def rescue_folders() -> Iterator[Path]:
    """Generate the folders for a game that cannot be saved in its own: home, that of temporary files, the current."""
    from tempfile import gettempdir  # noqa: PLC0415 - only for a disk that refuses

    for folder in (Path.home, lambda: Path(gettempdir()), Path.cwd):
        with suppress(OSError, RuntimeError):
            yield folder()


def _folders() -> "PlatformDirsABC":
    from platformdirs import PlatformDirs  # noqa: PLC0415 - 15 ms that commands without files do not wait for

    return PlatformDirs(APP, appauthor=False)


# Files that the game makes for others: pictures and results, in the player's folders, each under a name of its own.


_AS_OTHER_FILES: Final = 0o666
"""Their permissions, of which the player's umask takes some away."""


def pictures_folder() -> Path:
    """Return the player's folder of pictures: `$XDG_PICTURES_DIR` if it is set, else the system's."""
    named = Path(os.environ.get("XDG_PICTURES_DIR", ""))
    return named if named.is_absolute() else _folders().user_pictures_path


def documents_folder() -> Path:
    """Return the player's folder of documents: `$XDG_DOCUMENTS_DIR` if it is set, else the system's."""
    named = Path(os.environ.get("XDG_DOCUMENTS_DIR", ""))
    return named if named.is_absolute() else _folders().user_documents_path


def save_new(folder: Path, stem: str, suffix: str, content: bytes) -> Path:
    """Write a file that was not there before, as `stem.suffix` or `stem-2.suffix`; return it, or raise OSError.

    It gets its name when it is whole, and is on the disk then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with temporary_file(folder, content, _AS_OTHER_FILES) as (written, _):
        flush(written)
        with folder_lock(folder):
            path = next(path for name in numbered(stem) if not os.path.lexists(path := folder / f"{name}.{suffix}"))
            written.rename(path)
    flush_folder(folder)
    return path


# The errors of the storage, apart from the database, so that to catch one does not load it.


class HistoryError(Exception):
    """The history cannot be used now; `str()` is a sentence for the player."""


class HistoryBusy(HistoryError):
    """Another program is using the history: what was asked can be asked again in a moment."""
