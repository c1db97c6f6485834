"""The folders of a player's files: XDG's on Linux, the system's own elsewhere."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from platformdirs.api import PlatformDirsABC

APP: Final = "freecell-tui"


def state_folder() -> Path:
    """Return the folder of the games: `$XDG_STATE_HOME/freecell-tui` on Linux."""
    return _folders().user_state_path


def config_folder() -> Path:
    """Return the folder of settings and themes: `$XDG_CONFIG_HOME/freecell-tui` on Linux."""
    return _folders().user_config_path


def _folders() -> "PlatformDirsABC":
    from platformdirs import PlatformDirs  # noqa: PLC0415 - 15 ms that commands without files do not wait for

    return PlatformDirs(APP, appauthor=False)
