"""The folders that a player's files live in: XDG's on Linux, the system's own elsewhere."""

from pathlib import Path

APP = "freecell-tui"


def state_folder() -> Path:
    """Where games are kept: `$XDG_STATE_HOME/freecell-tui` or the system's like."""
    from platformdirs import user_state_path  # noqa: PLC0415 - not on the way of a command that needs no folder

    return user_state_path(APP, appauthor=False)
