"""The command line: `freecell` plays; its subcommands look at deals, positions and games, and at the player's own.

The table in `commands` names the module of each command, imported when it runs: only what draws a table loads urwid.
"""

import gc
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 yes, 1 no, 2 for a usage error."""
    # Modules are no garbage, and looking for some while they are loaded takes a twentieth of the table's start.
    gc.disable()
    words = sys.argv[1:] if arguments is None else arguments
    try:
        from freecell_tui.cli.commands import run_command  # Ctrl-C while this is loaded ends quietly

        return run_command(words)
    except KeyboardInterrupt:
        return 130  # 128 and the number of Ctrl-C's signal, without a module for it
    finally:
        gc.enable()
