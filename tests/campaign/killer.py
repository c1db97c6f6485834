"""Run the program until its n-th call that changes or opens a file, and kill it there: where there is no strace.

    python killer.py N ARGUMENTS…

Only calls by way of Python are counted, so not those of SQLite.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

_Parameters = ParamSpec("_Parameters")
_Returned = TypeVar("_Returned")

CALLS = ("open", "write", "rename", "replace", "unlink", "fsync", "mkdir", "chmod", "utime")


def killed_at(call: Callable[_Parameters, _Returned], left: list[int]) -> Callable[_Parameters, _Returned]:
    """Return a call that kills the program when no more than this one is `left`."""

    def counted(*arguments: _Parameters.args, **others: _Parameters.kwargs) -> _Returned:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*arguments, **others)

    return counted


def main() -> int:
    """Play with the arguments of the command line."""
    left = [int(sys.argv.pop(1))]
    for name in CALLS:
        setattr(os, name, killed_at(getattr(os, name), left))
    from freecell_tui.cli import main as play  # noqa: PLC0415 - what it has imported before would not be counted

    code = play(sys.argv[1:])
    sys.stderr.write(f"calls left: {left[0]}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
