"""`freecell completions`: the script with which a shell completes freecell's commands and options.

The scripts are made when the program is built, and installed where the shells look for them. This command finds them
for shells that look elsewhere, as they do if the program has an environment of its own.
"""

import argparse
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from freecell_tui.cli.exit_codes import YES
from freecell_tui.cli.options import Command, Parser, print_error

INSTALLED_AS: Final = {
    "bash": "share/bash-completion/completions/freecell",
    "zsh": "share/zsh/site-functions/_freecell",
    "fish": "share/fish/vendor_completions.d/freecell.fish",
}
"""Where the script for each shell is, under the folder into which programs are installed."""

_NAME: Final = "freecell-tui"


def _completions_arguments(parser: Parser) -> None:
    parser.epilog = "For bash: freecell completions bash > ~/.local/share/bash-completion/completions/freecell"
    parser.add_argument("shell", choices=tuple(INSTALLED_AS), metavar="SHELL", help="bash, zsh or fish")


def _run_completions(options: argparse.Namespace) -> int:
    path = installed_file(INSTALLED_AS[options.shell])
    if path is None:
        return print_error("This copy of freecell is not installed: pip install . makes the completions.")
    print(path.read_text(encoding="utf-8"), end="")
    return YES


def installed_file(name: str) -> Path | None:
    """Return the path of a file that was installed with the program; None if it was not."""
    try:
        installed = distribution(_NAME)
    except PackageNotFoundError:
        return None
    listed = [file.locate() for file in installed.files or () if file.as_posix().endswith(f"/{name}")]
    # A single file is unpacked into one folder, where its list of files is of no use.
    paths = (Path(str(path)) for path in (*listed, installed.locate_file(name)))
    return next((path for path in paths if path.is_file()), None)


COMMANDS: Final = {"completions": Command(_completions_arguments, _run_completions)}
