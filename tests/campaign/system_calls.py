"""The file-system calls of a program, recorded and disturbed with strace."""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

import pytest

CALLS = (
    "open,openat,creat,write,pwrite64,writev,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,"
    "fsync,fdatasync,ftruncate,truncate,flock,fcntl,chmod,fchmod,fchmodat,utimensat"
)
_LINE = re.compile(r"(?:(?P<process>\d+) +)?(?P<name>[a-z0-9_]+)\((?P<rest>.*)", re.DOTALL)


class Call(NamedTuple):
    """A call of a program: the `number`-th of this name; `rest` is what strace tells of it."""

    name: str
    number: int
    rest: str


@cache
def strace() -> str | None:
    """The program that shows and disturbs calls; None where there is none, or where it may not do that."""
    found = shutil.which("strace")
    if found is None:
        return None
    watched = subprocess.run([found, "-f", "-o", "/dev/null", "true"], check=False, capture_output=True)
    return None if watched.returncode else found


def on_linux(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that needs strace: elsewhere than on Linux there is none, and it is left out."""
    skipped = pytest.mark.skipif(strace() is None, reason="there is no strace, or it may not watch programs")
    return cast(Callable[..., None], pytest.mark.linux(skipped(test)))


def recording(path: Path, *more: str, calls: str = CALLS) -> list[str]:
    """What stands before a command whose calls are to be recorded in a file."""
    program = strace()
    assert program is not None
    existing = ",".join(f"?{name}" for name in calls.split(","))
    return [program, "-f", "--seccomp-bpf", "-y", "-o", str(path), *more, "-e", f"trace={existing}"]


def disturbing(what: str, path: Path = Path("/dev/null")) -> list[str]:
    """What stands before a command of whose calls some are to be disturbed, as in `fsync:error=EIO:when=3`."""
    program = strace()
    assert program is not None
    return [program, "-f", "-y", "-o", str(path), "-e", f"trace={what.partition(':')[0]}", "-e", f"inject={what}"]


@contextmanager
def attached(process: int, path: Path, calls: str, *more: str) -> Iterator[None]:
    """Record the calls of a running program's main thread in a file, or disturb them, until the program has ended."""
    program = strace()
    assert program is not None
    existing = ",".join(f"?{name}" for name in calls.split(","))
    command = [program, "-y", "-p", str(process), "-o", str(path), "-e", f"trace={existing}", *more]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as watching:
        assert watching.stderr is not None
        said = watching.stderr.readline()
        assert "attached" in said, said
        try:
            yield
        except BaseException:
            watching.terminate()
            raise


def has_met(what: str, trace: Path) -> bool:
    """Whether strace tells something of the calls that it has recorded."""
    return what in trace.read_text(encoding="utf-8", errors="surrogateescape")


def recorded(path: Path) -> list[Call]:
    """The calls of a program without threads that were recorded."""
    calls = []
    count: Counter[str] = Counter()
    for line in path.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        match = _LINE.fullmatch(line)
        if match is not None:
            count[match["name"]] += 1
            calls.append(Call(match["name"], count[match["name"]], match["rest"]))
    return calls
