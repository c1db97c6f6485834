"""Whether this is the very first start: the guided first game is offered then, and never again."""

from contextlib import suppress
from pathlib import Path
from typing import Final

_MARKER: Final = "lesson-offered"
_LOGS: Final = ".log"


def is_first_start(state: Path, settings: Path) -> bool:
    """Return whether there is no settings file, and nothing in the state folder but logs."""
    if settings.exists():
        return False
    try:
        return all(entry.suffix == _LOGS for entry in state.iterdir())
    except FileNotFoundError:
        return True
    except OSError:
        return False


def remember_offer(state: Path) -> None:
    """Let no start be the first again; where nothing can be written, the offer is made again."""
    with suppress(OSError):
        state.mkdir(parents=True, exist_ok=True)
        (state / _MARKER).touch()
