"""The command line of `freecell-lab`, a program for research beside the game.

It reads arguments, names games and writes files with the code of the game's command line.
The table in `commands` names the module of each command.
"""

from collections.abc import Sequence

from freecell_tui.cli import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit code.

    0 is yes, 1 no, 2 a usage error.
    """
    return run("freecell_tui.lab_cli.commands", arguments)
