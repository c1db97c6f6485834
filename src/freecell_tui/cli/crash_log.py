"""The last word after a crash: a log for whoever mends it, and a sentence for the player."""

import sys
import traceback
from collections.abc import Callable
from typing import Final

_CRASHED: Final = 70


def run_with_crash_log(play: Callable[[], int]) -> int:
    """Return the exit code of `play`; after a crash write its traceback to the log and return 70."""
    try:
        return play()
    except Exception:  # noqa: BLE001 - the last word before the terminal is the player's again
        _report(traceback.format_exc())
        return _CRASHED


def _report(details: str) -> None:
    from freecell_tui.storage.paths import state_folder  # noqa: PLC0415 - only a crash needs it

    log = state_folder() / "trouble.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(details)
    except OSError:
        print(details, file=sys.stderr)  # better on the screen than nowhere
    print(f"freecell: It stopped because of a bug; your game is saved. The details are in {log}.", file=sys.stderr)
