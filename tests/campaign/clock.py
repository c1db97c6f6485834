"""Run the program with a clock that is wrong by some seconds: `python clock.py SECONDS ARGUMENTS…`."""

import sys
import time


def run() -> int:
    """Play with the arguments of the command line."""
    seconds, right = int(sys.argv[1]), time.time_ns
    local, greenwich = time.localtime, time.gmtime
    time.time_ns = lambda: right() + seconds * 10**9
    time.time = lambda: time.time_ns() / 10**9
    time.localtime = lambda at=None: local(time.time() if at is None else at)
    time.gmtime = lambda at=None: greenwich(time.time() if at is None else at)
    from freecell_tui.cli import main  # noqa: PLC0415 - it takes over the clock when it is loaded

    return main(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(run())
