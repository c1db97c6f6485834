"""The command line: `freecell` plays; `freecell show`, `verify`, `solve` and `analyse` look at deals and games, `stats`
at what became of yours, and `settings` at what you have chosen; `replay`, `export` and
`import` show games, write them down and read them.

A command is a module of this package. Each imports the floor it needs when it needs it, so that only playing waits for
the terminal's library.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Final

INTERRUPTED: Final = 130
COMMANDS: Final = ("show", "verify", "solve", "analyse", "stats", "settings", "replay", "export", "import")
"""The commands by name; anything else plays."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 yes, 1 no, 2 for a usage error."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _main(given)
    except KeyboardInterrupt:
        # Even while the rest of the program is still being loaded.
        return INTERRUPTED


def _main(given: Sequence[str]) -> int:
    from freecell_tui.cli import streams  # noqa: PLC0415 - see above
    from freecell_tui.cli.options import NO, complain  # noqa: PLC0415

    streams.prepare()
    try:
        code = _run("play", given) if not given or given[0] not in COMMANDS else _run(given[0], given[1:])
        sys.stdout.flush()
    except OSError as error:
        # The disk is full, or the reader has seen enough; nothing is left to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO if isinstance(error, BrokenPipeError) else complain(f"{error.strerror or error}.")
    return code


def _run(command: str, arguments: Sequence[str]) -> int:
    """Run the function `command` of the module of that name; `import`, which is Python's own word, is `import_`."""
    name = f"{command}_" if iskeyword(command) else command
    run = getattr(import_module(f"freecell_tui.cli.{name}"), name)
    return int(run(arguments))
