"""Run the program with something wrong with it: `python spoilt.py FAULT… ARGUMENTS…`.

python spoilt.py clock SECONDS ARGUMENTS…   its clock is wrong by some seconds
python spoilt.py crashing N ARGUMENTS…      its table breaks when it is drawn for the n-th time
python spoilt.py leaking ARGUMENTS…         it keeps a mebibyte for good each time a game is won
python spoilt.py killed N ARGUMENTS…        it is killed at its n-th call that changes or opens a file
python spoilt.py traceable ARGUMENTS…       nothing is wrong, but other programs may watch its calls
"""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

FILE_CALLS = ("open", "write", "rename", "replace", "unlink", "fsync", "mkdir", "chmod", "utime")
"""They are counted where there is no strace: only those by way of Python, so not those of SQLite."""

PR_SET_PTRACER = 0x59616D61
ANYBODY = ctypes.c_ulong(-1)


def wrong_clock(seconds: int) -> None:
    right, local, greenwich = time.time_ns, time.localtime, time.gmtime
    time.time_ns = lambda: right() + seconds * 10**9
    time.time = lambda: time.time_ns() / 10**9
    time.localtime = lambda at=None: local(time.time() if at is None else at)
    time.gmtime = lambda at=None: greenwich(time.time() if at is None else at)


def crash(draws: int) -> None:
    from freecell_tui.ui.drawing.painter import Painter  # noqa: PLC0415 - as in `main`

    def broken() -> None:
        raise RuntimeError("the pencil broke")

    Painter.paint = until(Painter.paint, [draws + 1], broken)  # type: ignore[method-assign]


def leak() -> None:
    from freecell_tui.controller.records.results import ResultRecorder  # noqa: PLC0415 - as in `main`

    kept, record_win = list[bytes](), ResultRecorder.record_win

    def leaking(*arguments: Any) -> Any:  # noqa: ANN401
        kept.append(b"x" * 2**20)
        return record_win(*arguments)

    ResultRecorder.record_win = leaking  # type: ignore[method-assign,assignment]


def until(call: Callable[..., Any], left: list[int], do: Callable[[], None]) -> Callable[..., Any]:
    """Return a call that does something first when no more than this one is `left`."""

    def counted(*arguments: Any, **others: Any) -> Any:  # noqa: ANN401
        left[0] -= 1
        if left[0] == 0:
            do()
        return call(*arguments, **others)

    return counted


def main() -> int:
    """Play with the arguments of the command line."""
    fault, left = sys.argv.pop(1), [0]
    if fault in ("clock", "crashing", "killed"):
        left = [int(sys.argv.pop(1))]
    if fault == "clock":
        wrong_clock(left[0])
    elif fault == "crashing":
        crash(left[0])
    elif fault == "leaking":
        leak()
    elif fault == "traceable":  # some systems let only its parent watch a program, unless that agrees
        ctypes.CDLL(None).prctl(PR_SET_PTRACER, ANYBODY, 0, 0, 0)  # refused where everybody may do so
    else:
        for name in FILE_CALLS:
            setattr(os, name, until(getattr(os, name), left, lambda: os.kill(os.getpid(), signal.SIGKILL)))
    from freecell_tui.cli import main as play  # noqa: PLC0415 - what it has imported before would be as ever

    code = play(sys.argv[1:])
    if fault == "killed":
        sys.stderr.write(f"calls left: {left[0]}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
