"""A machine with the rules of Windows, for a process of its own: a console, and none of what only POSIX has.

The console is behind `kernel32`, so that urwid's screen for Windows runs as it is. What is typed comes as key events;
what is written is drawn, and terminals' questions are answered. Files have the rules of Windows as far as they can be
kept here. Import this before anything of the game.
"""

import asyncio  # noqa: F401 - it looks at the system as it is loaded
import ctypes
import errno
import fcntl
import io
import os
import platform
import re
import select
import selectors
import signal
import stat
import subprocess  # noqa: F401 - likewise
import sys
import tempfile  # noqa: F401 - likewise
import threading
import time
import types
from collections.abc import Callable, Sequence
from ctypes import wintypes
from pathlib import Path
from typing import Any

import platformdirs  # noqa: F401 - it keeps the folders of the system that it is loaded on
import pyte

DEADLINE = 40.0
PROCESSED_INPUT, LINE_INPUT, VIRTUAL_INPUT, VIRTUAL_OUTPUT = 0x1, 0x2, 0x200, 0x4
INPUT, OUTPUT = -10, -11
KEY_EVENT = 1

HIDDEN_MODULES = "fcntl termios tty pty pwd grp resource readline curses _curses"
HIDDEN_NAMES = {
    os: "O_CLOEXEC O_NONBLOCK O_NOFOLLOW O_NOCTTY O_DIRECTORY fork nice getuid geteuid getpgrp tcgetpgrp setsid fchmod "
    "chown killpg uname mkfifo set_blocking get_blocking getppid openpty sched_getaffinity statvfs posix_spawn",
    time: "tzset",
    select: "poll epoll kqueue",
    signal: "setitimer ITIMER_REAL pthread_sigmask alarm pause sigwait siginterrupt SIGHUP SIGQUIT SIGUSR1 SIGUSR2 "
    "SIGALRM SIGTSTP SIGCONT SIGTTIN SIGTTOU SIGSTOP SIGPIPE SIGWINCH SIGCHLD",
}
"""What only POSIX has, or what Python has only there."""


class Console(io.TextIOBase):
    """A console, and the standard output of its program."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, columns: int = 80, rows: int = 24, *, is_legacy: bool = False) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.screen.write_process_input = self.type  # type: ignore[assignment, method-assign]
        self.output = self._buffer = ""
        self.is_left = False
        self.modes = {INPUT: PROCESSED_INPUT | LINE_INPUT, OUTPUT: 0}
        self.first_modes = dict(self.modes)
        self.is_legacy = is_legacy
        self._stream = pyte.Stream(self.screen)
        self._typed: list[str] = []
        self._changed = threading.Condition()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._buffer += text
        return len(text)

    def flush(self) -> None:
        with self._changed:
            assert self.modes[OUTPUT] & VIRTUAL_OUTPUT or "\x1b" not in self._buffer, "it would be printed as it is"
            self.output += self._buffer
            self._stream.feed(self._buffer)
            self._buffer = ""
            self._changed.notify_all()

    # The player

    def type(self, keys: str) -> None:
        with self._changed:
            self._typed += keys
            self._changed.notify_all()

    def resize(self, columns: int, rows: int) -> None:
        with self._changed:
            self.screen.resize(rows, columns)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def see(self, text: str) -> None:
        self.see_that(lambda: text in self.text, text)

    def see_that(self, condition: Callable[[], bool], what: str) -> None:
        with self._changed:
            self._changed.wait_for(lambda: condition() or self.is_left, DEADLINE)
            assert condition(), f"no “{what}” in\n{self.text}"

    def see_in(self, row: int, text: str) -> None:
        self.see_that(lambda: row < self.screen.lines and text in self.screen.display[row], f"{text} in row {row}")

    @property
    def unread(self) -> str:
        """What the shell would be sent after the game."""
        return "".join(self._typed)

    @property
    def is_as_before(self) -> bool:
        """Whether the modes of the screen, of the mouse and of pasted text are off, and the cursor shows."""
        found = dict(re.findall(r"\x1b\[\?(\d+)([hl])", self.output))
        return {found[mode] for mode in ("1049", "1000", "1006", "2004")} == {"l"} and found["25"] == "h"

    def leave(self) -> None:
        with self._changed:
            self.is_left = True
            self._changed.notify_all()

    # kernel32

    def get_mode(self, handle: int, mode: object) -> int:
        _target(mode).value = self.modes[handle]
        return 1

    def set_mode(self, handle: int, mode: wintypes.DWORD) -> int:
        if self.is_legacy and mode.value & (VIRTUAL_INPUT if handle == INPUT else VIRTUAL_OUTPUT):
            return 0
        self.modes[handle] = mode.value
        return 1

    def wait(self, _handle: int, milliseconds: int) -> int:
        with self._changed:
            return 0 if self._changed.wait_for(lambda: self._typed, milliseconds / 1000) else 0x102

    def read_input(self, _handle: int, records: Sequence[Any], most: int, count: object) -> int:
        with self._changed:
            typed, self._typed = self._typed[:most], self._typed[most:]
        for record, key in zip(records, typed, strict=False):
            record.EventType = KEY_EVENT
            record.Event.KeyEvent.bKeyDown = 1
            record.Event.KeyEvent.uChar.UnicodeChar = key
        _target(count).value = len(typed)
        return 1

    def get_buffer(self, _handle: int, info: object) -> int:
        window = _target(info).srWindow
        window.Right, window.Bottom = self.screen.columns - 1, self.screen.lines - 1
        return 1


def _target(reference: Any) -> Any:  # noqa: ANN401 - a structure of C, behind a pointer
    return reference._obj  # noqa: SLF001 - there is no other way to it


def _function(action: Callable[..., object]) -> Callable[..., object]:
    """A function that, as those of `ctypes`, can be told its types."""

    def function(*arguments: object) -> object:
        return action(*arguments)

    return function


def become_windows(console: Console, folder: Path) -> None:
    """Change this process into one on Windows, at a console; the player's files are in a folder."""
    for module in HIDDEN_MODULES.split():
        sys.modules[module] = None  # type: ignore[assignment]
    for owner, names in HIDDEN_NAMES.items():
        for name in names.split():
            if hasattr(owner, name):
                delattr(owner, name)
    os.environ.pop("TERM", None)
    os.environ |= {f"XDG_{name}_HOME": str(folder / name) for name in ("STATE", "CONFIG")}
    platform.uname()  # once asked for, it is known
    sys.platform = "win32"
    sys.getwindowsversion = lambda: types.SimpleNamespace(major=10, minor=0, build=19045)  # type: ignore[attr-defined]
    sys.modules["msvcrt"] = _locking_module()
    kernel32 = types.SimpleNamespace(
        GetStdHandle=_function(lambda number: number),
        GetConsoleMode=_function(console.get_mode),
        SetConsoleMode=_function(console.set_mode),
        ReadConsoleInputW=_function(console.read_input),
        WaitForSingleObject=_function(console.wait),
        GetConsoleScreenBufferInfo=_function(console.get_buffer),
        GetConsoleTitleW=_function(lambda _title, _size: 0),  # the console has none
        SetConsoleTitleW=_function(lambda _title: 1),
    )
    ctypes.windll = types.SimpleNamespace(kernel32=kernel32)  # type: ignore[attr-defined]
    select.select = _select  # type: ignore[assignment]
    selectors.DefaultSelector = selectors.SelectSelector  # type: ignore[misc, assignment]
    selectors.SelectSelector._select = staticmethod(_select)  # type: ignore[attr-defined] # noqa: SLF001 - as it is there
    os.open, os.fsync, os.rename, os.replace, os.unlink = _open, _fsync, _rename, _replace, _unlink  # type: ignore[assignment]
    sys.stdin = types.SimpleNamespace(isatty=lambda: True, encoding="utf-8", fileno=lambda: 0)
    sys.stdout = console


_real_select, _real_open, _real_fsync = select.select, os.open, os.fsync
_real_rename, _real_replace, _real_unlink = os.rename, os.replace, os.unlink


def _select(
    reading: Sequence[Any], writing: Sequence[Any], failing: Sequence[Any], seconds: float | None = None
) -> Any:  # noqa: ANN401 - three lists
    """Watch sockets alone, and at least one of them."""
    watched = [*reading, *writing, *failing]
    if not watched:
        raise OSError(errno.EINVAL, "an invalid argument was supplied")
    for each in watched:
        number = each if isinstance(each, int) else each.fileno()
        if not stat.S_ISSOCK(os.fstat(number).st_mode):
            raise OSError(errno.ENOTSOCK, "not a socket")
    return _real_select(reading, writing, failing, seconds)


def _open(path: str, flags: int, mode: int = 0o777) -> int:
    if Path(path).is_dir():
        raise PermissionError(errno.EACCES, "a folder")
    if set(Path(path).name) & set('<>:"|?*'):
        raise OSError(errno.EINVAL, "no name of a file")
    return _real_open(path, flags, mode)


def _fsync(descriptor: int) -> None:
    if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
        raise OSError(errno.EBADF, "open only to be read")
    _real_fsync(descriptor)


def _refuse_open(*paths: str) -> None:
    """Raise for a file that is open, or a folder with one: neither can be moved or removed."""
    names = [str(Path(path).absolute()) for path in paths]
    for entry in Path("/proc/self/fd").iterdir():
        try:
            opened = str(entry.readlink())
        except OSError:
            continue
        if any(opened == name or opened.startswith(name + os.sep) for name in names):
            raise PermissionError(errno.EACCES, f"in use: {opened}")


def _rename(source: str, target: str) -> None:
    _refuse_open(source)
    if Path(target).exists():
        raise FileExistsError(errno.EEXIST, "there is one")
    _real_rename(source, target)


def _replace(source: str, target: str) -> None:
    _refuse_open(source, target)
    _real_replace(source, target)


def _unlink(path: str) -> None:
    _refuse_open(path)
    _real_unlink(path)


def _locking_module() -> types.ModuleType:
    """A module that locks bytes of files, as only one program can."""
    module = types.ModuleType("msvcrt")
    locked: list[int] = []

    def locking(descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (2, 1)
        assert os.lseek(descriptor, 0, os.SEEK_CUR) >= 2**30, "others could not read what is locked"
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "locked") from None
        locked.append(descriptor)

    module.LK_NBLCK, module.locking, module.locked = 2, locking, locked  # type: ignore[attr-defined]
    return module


def play(console: Console, words: Sequence[str], player: Callable[[], None]) -> int:
    """Run a command of the game while somebody plays; return its exit code."""
    from freecell_tui.cli import main  # noqa: PLC0415 - not before this is Windows

    failures: list[BaseException] = []

    def run() -> None:
        try:
            player()
        except BaseException as failure:  # noqa: BLE001 - told below
            failures.append(failure)
            console.type("\x03")

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    code = main(list(words))
    console.leave()
    thread.join(DEADLINE)
    if failures:
        raise failures[0]
    return code
