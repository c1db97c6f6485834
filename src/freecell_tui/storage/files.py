"""Files, read with a limit and written whole or not at all; versions of files; the player's folders."""

import errno
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Literal, NamedTuple

from freecell_tui.engine import FreecellError
from freecell_tui.engine.text import printable

INHERITED_BY_NONE: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags for opening a file in binary mode, hidden from child processes; 0 where the system has none."""

NOT_WAITING: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""Flags for opening a file without blocking; 0 where the system has none."""

PRIVATE: Final = 0o600
"""The permissions of a player's files; their folders have 0700."""

TEMPORARY: Final = ".freecell-{}.tmp"
"""The name of a file being written; `{}` is random. A killed program may leave one behind."""

_new_folders: Final[set[Path]] = set()  # new folders whose names may not be on the disk yet


class FileProblem(OSError):
    """A file that this program does not read or write.

    The message is the end of a sentence.
    """


class FileTooLarge(FileProblem):
    """A file with too many bytes for a file of its kind."""


def reason(error: OSError | ValueError | RuntimeError) -> str:
    """Return why a file cannot be read or written.

    The reason is the end of a sentence, in our words or the system's.
    Python raises RuntimeError for a link to itself, and ValueError for an impossible name.
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


DESCRIPTOR: Final = re.compile(r"/dev/(?:fd/([0-9]+)|(stdin|stdout|stderr))")
"""The paths of descriptors that the program was started with; their files may have no name of their own."""

_MAX_DESCRIPTOR: Final = 2**31 - 1


def descriptor_of(path: Path) -> int | None:
    """Return the descriptor named by a path such as `/dev/fd/63`, or None.

    None for any other path.
    The descriptor need not be open.
    Raise OSError for a number that no descriptor can have.
    """
    if (match := DESCRIPTOR.fullmatch(str(path))) is None:
        return None
    number = {"stdin": 0, "stdout": 1, "stderr": 2}[match[2]] if match[2] else int(match[1])
    if number > _MAX_DESCRIPTOR:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return number


def open_regular(path: Path, flags: int = os.O_RDONLY) -> int:
    """Return a descriptor of a regular file; raise OSError.

    Anything but a regular file could block or never end, and is refused at once.
    """
    descriptor = os.open(path, flags | NOT_WAITING | INHERITED_BY_NONE, 0o666)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise FileProblem(errno.EINVAL, "it is not a file", str(path))


def is_there(path: Path) -> bool:
    """Return whether a path exists, or False if that is unknown."""
    try:
        return path.exists()
    except OSError:
        return False


def read_regular(path: Path, limit: int) -> bytes:
    """Return the content of a regular file.

    Raise FileTooLarge if it has more than `limit` bytes, or OSError.
    """
    with os.fdopen(open_regular(path), "rb") as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise FileTooLarge(errno.EFBIG, "it is too large", str(path))
    return content


def numbered(name: str) -> Iterator[str]:
    """Yield a name, then the name with -2, -3 and so on.

    The caller takes the first free one.
    """
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def make_folder(folder: Path, mode: int = 0o700) -> None:
    """Make a folder and its parents; raise OSError.

    The folder is the player's alone by default.
    An existing folder stays as it is.
    `flush_folder` flushes the name of a new folder, too.
    """
    if not folder.is_dir():
        if folder.parent != folder:
            make_folder(folder.parent, mode)
        folder.mkdir(mode=mode, exist_ok=True)
        _new_folders.add(folder)


def create(path: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Write a new file; raise OSError and leave no file.

    Links are not followed.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | INHERITED_BY_NONE | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, mode)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    finally:
        os.close(descriptor)


def is_temporary(path: Path) -> bool:
    return path.match(TEMPORARY.format("*"))


@contextmanager
def temporary_file(folder: Path, content: bytes, mode: int = PRIVATE) -> Iterator[Path]:
    """Yield the path of a new temporary file.

    The file is removed afterwards, so the caller renames a file to keep it.
    Raise OSError.
    """
    path = folder / TEMPORARY.format(os.urandom(8).hex())
    create(path, content, mode)
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink()


def atomic_write(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file whole or not at all; raise OSError.

    A temporary file is written, flushed and renamed to `path`.
    `mode` None stands for the system’s default permissions.
    """
    with temporary_file(path.parent, content, 0o666 if mode is None else PRIVATE) as staged:
        if mode not in (None, PRIVATE):
            staged.chmod(mode)
        flush(staged)
        staged.replace(path)
    flush_folder(path.parent)


def write_output(path: Path, content: bytes) -> None:
    """Write a file that a player asked for; raise OSError.

    A descriptor of the shell's, as `/dev/fd/63` for `>(…)` or `/dev/stdout`, is written to as it is.
    Links, pipes and devices are written through.
    Any other file is written atomically.
    """
    if (descriptor := descriptor_of(path)) is not None:
        with os.fdopen(os.dup(descriptor), "wb") as file:
            file.write(content)
        return
    place = path.resolve()
    if is_there(place) and not place.is_file():
        place.write_bytes(content)
    else:
        atomic_write(place, content)


def flush(path: Path) -> None:
    # Windows flushes no file that is open only to be read.
    descriptor = os.open(path, (os.O_RDWR if sys.platform == "win32" else os.O_RDONLY) | INHERITED_BY_NONE)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def flush_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, if possible.

    A name that is not flushed may be lost.
    The name of a new folder goes first, since all its content would be lost with it.
    """
    if folder in _new_folders:
        flush_folder(folder.parent)
        _new_folders.discard(folder)
    with suppress(OSError):
        flush(folder)


def folder_lock(folder: Path) -> AbstractContextManager[None]:
    """Lock a folder's names against other programs.

    The lock is held only to look and to rename, so a program stopped meanwhile does not block others.
    After a short wait, or on a system without locks, the caller continues without the lock.
    """
    if sys.platform != "win32":
        return locked(folder, os.O_RDONLY, 0.05)
    # Windows opens no folder, and a file in it would be seen.
    from hashlib import blake2b  # noqa: PLC0415 - only there
    from tempfile import gettempdir  # noqa: PLC0415 - likewise

    name = blake2b(str(folder.absolute()).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return locked(Path(gettempdir()) / f"{APP}-{name}.lock", os.O_RDWR | os.O_CREAT, 0.05)


# The systems' locks. Each is released as its file is closed.

if sys.platform == "win32":
    import msvcrt

    _LOCKED_PLACE: Final = 2**31 - 2
    """A byte beyond the end of every file, as nobody else can read a locked byte."""

    def _lock(descriptor: int, *, exclusive: bool) -> bool:  # noqa: ARG001 - there are no shared locks
        try:
            os.lseek(descriptor, _LOCKED_PLACE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def has_locks(path: Path) -> bool:  # noqa: ARG001 - as far as is known
        return True

else:
    try:
        import fcntl
    except ImportError:  # two programs at one file are told apart by its versions alone
        fcntl = None  # type: ignore[assignment]

    def _lock(descriptor: int, *, exclusive: bool) -> bool:
        """Lock an open file, and return False if others hold the lock; raise OSError without locks."""
        if fcntl is None:
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def has_locks(path: Path) -> bool:
        """Return whether a file can be locked as SQLite locks its own, for all that is known.

        The system may have no such locks, as some network drives, or no room for another.
        """
        if fcntl is None:
            return True
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | NOT_WAITING | INHERITED_BY_NONE, PRIVATE)
        except OSError:
            return True
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno in (errno.EAGAIN, errno.EACCES)  # another program has the lock
        finally:
            os.close(descriptor)
        return True


@contextmanager
def locked(
    path: Path, flags: int, seconds: float, *, exclusive: bool = True, in_use: Exception | None = None
) -> Iterator[None]:
    """Hold a lock on a file or folder.

    If others hold it for longer than `seconds`, raise `in_use`.
    Without `in_use`, or if there are no locks, or the file cannot be opened, continue without the lock.
    """
    end = monotonic() + seconds
    with ExitStack() as stack:
        with suppress(OSError):
            descriptor = os.open(path, flags | INHERITED_BY_NONE, PRIVATE)
            stack.callback(os.close, descriptor)
            while not _lock(descriptor, exclusive=exclusive):
                if monotonic() >= end:
                    raise in_use or BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
                sleep(0.005)
        yield


class FileVersion(NamedTuple):
    """A version of a file, independent of the file's name."""

    changed: int
    """The time of the last change, in nanoseconds."""

    size: int
    """The size in bytes."""

    node: int
    """The inode."""


def file_version(path: Path) -> FileVersion | None:
    """Return the version of a file, or None without a file."""
    try:
        return version_of(path.stat())
    except OSError:
        return None


def version_of(status: os.stat_result) -> FileVersion:
    return FileVersion(status.st_mtime_ns, status.st_size, status.st_ino)


# The folders of a player's files: XDG's on Linux, the system's own elsewhere.

APP: Final = "freecell-tui"


_substitutes: Final[list[Path]] = []  # the folder in place of a home folder, once it was needed
_untold: Final[list[str]] = []  # what the player is to know of that


def rescue_folders() -> Iterator[Path]:
    """Yield the folders to try if the player's own cannot be written.

    They are home, the folder of temporary files, and the current folder.
    """
    from tempfile import gettempdir  # noqa: PLC0415 - only for a disk that refuses

    for folder in (Path.home, lambda: Path(gettempdir()), Path.cwd):
        with suppress(OSError, RuntimeError):
            if (found := folder()).is_absolute():
                yield found


def player_folder(kind: Literal["state", "config", "pictures", "documents", "downloads"]) -> Path:
    """Return a folder of the player.

    `state` has the games, `config` the settings and themes.
    Without a home folder, a folder for temporary files takes its place, and `pop_missing_home` says so.
    """
    from platformdirs import PlatformDirs  # noqa: PLC0415 - 15 ms that commands without files need not wait

    _forget_relative_folders()
    with suppress(RuntimeError):  # newer versions of the library; older ones return a relative path
        folder = Path(getattr(PlatformDirs(APP, appauthor=False), f"user_{kind}_dir"))
        if folder.is_absolute():
            return folder
    if not _substitutes:
        folder = _private_temporary_folder()
        _substitutes.append(folder)
        place = f"files are kept in {printable(str(folder))}, which may be emptied"
        _untold.append(f"There is no home folder, so {place}: set HOME to a folder of yours.")
    return _substitutes[0]


_XDG_FOLDERS: Final = ("STATE_HOME", "CONFIG_HOME", "PICTURES_DIR", "DOCUMENTS_DIR", "DOWNLOAD_DIR")


def _forget_relative_folders() -> None:
    """Remove relative and empty folders from the environment.

    By the standard of XDG they are to be ignored; a folder beginning with `~`, which no shell has read, is relative.
    Older versions of platformdirs make such folders in the current one.
    """
    for name in ("HOME", *(f"XDG_{kind}" for kind in _XDG_FOLDERS)):
        if not Path(os.environ.get(name, os.sep)).is_absolute():
            os.environ.pop(name, None)


def _private_temporary_folder() -> Path:
    """Return this user's folder among the temporary files, the same each time if it is safe.

    Anyone can make a folder of this name first, so a folder of another user's is not taken.
    """
    from tempfile import gettempdir, mkdtemp  # noqa: PLC0415 - only without a home folder

    user = os.getuid() if hasattr(os, "getuid") else 0
    try:
        folder = Path(gettempdir()) / f"{APP}-{user}"
        with suppress(FileExistsError):
            folder.mkdir(0o700)
        status = folder.lstat()
        if stat.S_ISDIR(status.st_mode) and status.st_uid == user and not status.st_mode & 0o077:
            return folder
        return Path(mkdtemp(prefix=f"{APP}-"))
    except OSError:
        return Path(os.devnull) / APP  # nothing can be written anywhere, which is said when something is to be saved


def pop_missing_home() -> str:
    """Return once that a home folder was needed and not found.

    A sentence with its substitute, or ''.
    """
    return _untold.pop() if _untold else ""


def documents_folder(kind: Literal["pictures", "documents"] = "documents") -> Path:
    """Return the player's folder of pictures or documents.

    `$XDG_PICTURES_DIR` or `$XDG_DOCUMENTS_DIR`, if set, goes before the system's folder.
    """
    named = Path(os.environ.get(f"XDG_{kind.upper()}_DIR", ""))
    return named if named.is_absolute() else player_folder(kind)


def folders_of_received_files() -> Iterator[Path]:
    """Yield the folders in which a received file is likely to be."""
    yield documents_folder()
    yield player_folder("downloads")
    with suppress(OSError):
        yield Path.cwd()


def save_new(folder: Path, stem: str, suffix: str, content: bytes) -> Path:
    """Write a new file called `stem.suffix` or `stem-2.suffix` and return its path.

    The file gets its name once it is complete and on the disk.
    Raise OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with temporary_file(folder, content, 0o666) as written:  # as other files, restricted by the player's umask
        flush(written)
        with folder_lock(folder):
            path = next(path for name in numbered(stem) if not os.path.lexists(path := folder / f"{name}.{suffix}"))
            written.rename(path)
    flush_folder(folder)
    return path


def short_path(path: Path) -> str:
    """Return a path with `~` for the player's home folder."""
    try:
        return printable(str(Path("~") / path.relative_to(Path.home())))
    except (ValueError, RuntimeError):
        return printable(str(path))


# The errors of the history are here, so that catching one does not load the database.


class HistoryError(FreecellError):
    """A failure of the history, as a sentence for the player."""


class HistoryBusy(HistoryError):
    """A history that another program has locked for a moment."""


class HistoryMissing(HistoryError):
    """A history that this Python can neither read nor write."""
