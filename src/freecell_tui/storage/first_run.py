"""What is said only the first time: the offer of the guided first game, and how the verdict is hidden."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from freecell_tui.storage.files import create, is_there, make_private_folder

_MARKER: Final = "lesson-offered"
_VERDICT_MARKER: Final = "verdict-explained"
_LOGS: Final = ".log"


def is_first_start(state: Path, settings: Path) -> bool:
    """Return whether there is no settings file, and nothing in the state folder but logs."""
    if is_there(settings):
        return False
    try:
        return all(entry.suffix == _LOGS for entry in state.iterdir())
    except FileNotFoundError:
        return True
    except OSError:
        return False


def remember_offer(state: Path) -> None:
    """Let no start be the first again; where nothing can be written, the offer is made again."""
    _touch(state / _MARKER)


def knows_verdict_note(state: Path) -> bool:
    """Return whether the player was shown before how the verdict is hidden."""
    return is_there(state / _VERDICT_MARKER)


def remember_verdict_note(state: Path) -> None:
    """Note that the player was shown how the verdict is hidden; where nothing can be written, it is shown again."""
    _touch(state / _VERDICT_MARKER)


def _touch(marker: Path) -> None:
    with suppress(OSError):
        make_private_folder(marker.parent)
        create(marker, b"")
