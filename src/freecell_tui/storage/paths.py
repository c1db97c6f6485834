"""The folders of a player's files: XDG's on Linux, the system's own elsewhere."""

from collections.abc import Iterator
from contextlib import suppress
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


def rescue_folders() -> Iterator[Path]:
    """Generate the folders for a game that cannot be saved in its own: home, that of temporary files, the current."""
    from tempfile import gettempdir  # noqa: PLC0415 - only for a disk that refuses

    for folder in (Path.home, lambda: Path(gettempdir()), Path.cwd):
        with suppress(OSError, RuntimeError):
            yield folder()


def _folders() -> "PlatformDirsABC":
    from platformdirs import PlatformDirs  # noqa: PLC0415 - 15 ms that commands without files do not wait for

    return PlatformDirs(APP, appauthor=False)
