"""The command line: `freecell` plays, and its commands are about deals, positions and games.

The table in `commands` names the module of each command. A module is imported when its command runs, so that only
commands that draw a table load urwid.
"""

import gc
import sys
from collections.abc import Sequence
from importlib import import_module


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code.

    0 is yes, 1 no, 2 a usage error.
    """
    return run("freecell_tui.cli.commands", arguments)


def run(table: str, arguments: Sequence[str] | None) -> int:
    """Run a command of the table in a module, and return the exit code. Ctrl-C ends it quietly at any time."""
    # Modules are no garbage: collections while they are loaded take a twentieth of the table's start.
    gc.disable()
    words = sys.argv[1:] if arguments is None else arguments
    try:
        code: int = import_module(table).run_command(words)
    except KeyboardInterrupt:
        return 130  # 128 plus the number of SIGINT, without importing a module for the number
    finally:
        gc.enable()
    return code
