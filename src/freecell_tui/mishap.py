"""What nobody expected: written to a file, and told to the player in a sentence."""

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final

_UNEXPECTED: Final = 70


def guarded(play: Callable[[], int], log: Path) -> int:
    """Play, and return the exit code; after a mistake of the program the details are in `log`."""
    try:
        return play()
    except Exception:  # noqa: BLE001 - the last word before the terminal is the player's again
        _write_down(log, traceback.format_exc())
        sentence = f"freecell: It stopped by a mistake of its own; your game is saved. The details are in {log}."
        print(sentence, file=sys.stderr)
        return _UNEXPECTED


def _write_down(log: Path, text: str) -> None:
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError:
        print(text, file=sys.stderr)  # better on the screen than nowhere
