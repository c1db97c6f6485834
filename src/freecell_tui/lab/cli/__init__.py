"""The command line of `freecell-lab`, a program for research beside the game.

It reads arguments, names games and writes files with the code of the game's command line.
The table in `commands` names the module of each command.
"""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    The code is 0 for yes, 1 for no, 2 for a usage error.
    """
    words = sys.argv[1:] if arguments is None else arguments
    try:
        from freecell_tui.lab.cli.commands import run_command  # Ctrl-C while this is loaded ends quietly

        return run_command(words)
    except KeyboardInterrupt:
        return 130  # 128 and the number of Ctrl-C's signal, without a module for it
