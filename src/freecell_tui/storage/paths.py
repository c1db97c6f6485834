"""The folders that a player's files live in: XDG's on Linux, the system's own elsewhere."""

from pathlib import Path

APP = "freecell-tui"

# platformdirs is not on the way of a command that needs no folder.


def state_folder() -> Path:
    """Where games are kept: `$XDG_STATE_HOME/freecell-tui` or the system's like."""
    from platformdirs import user_state_path  # noqa: PLC0415 - see above

    return user_state_path(APP, appauthor=False)


def config_folder() -> Path:
    """Where settings and themes are kept: `$XDG_CONFIG_HOME/freecell-tui` or the system's like."""
    from platformdirs import user_config_path  # noqa: PLC0415 - see above

    return user_config_path(APP, appauthor=False)
