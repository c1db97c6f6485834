"""PNG pictures made in a process of their own: while resvg draws, nothing else of a program runs, whatever its thread.

The process reads a picture as SVG on standard input, and writes it as PNG to standard output.
"""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from freecell_tui.pictures.png import NoPng, has_png, to_png
from freecell_tui.storage.files import FileProblem

_SECONDS: Final = 30
"""How long a picture may take; it usually takes less than a second."""

_NICENESS: Final = 5
"""The table has the processor first."""

# As for the solver: a new Python need not find the package where this one does.
_PROGRAM: Final = "import sys; sys.path.append(sys.argv[1]); from freecell_tui.pictures.renderer import main; main()"


def render_png(svg: str) -> bytes:
    """Return a picture as PNG, made by another process; raise NoPng, or OSError if that process has not made it.

    It is in a group of its own: what is sent to the program by its terminal does not end it.
    """
    if not has_png():
        raise NoPng
    command = [sys.executable, "-P", "-c", _PROGRAM, str(Path(__file__).parents[2])]
    try:
        done = subprocess.run(  # noqa: S603 - this Python and this program
            command, input=svg.encode(), capture_output=True, check=True, timeout=_SECONDS, process_group=0
        )
    except subprocess.SubprocessError:
        raise FileProblem("it could not be drawn") from None
    return done.stdout


def main() -> None:
    """Draw one picture."""
    with suppress(OSError, AttributeError):  # not every system has it
        os.nice(_NICENESS)
    sys.stdout.buffer.write(to_png(sys.stdin.buffer.read().decode()))
