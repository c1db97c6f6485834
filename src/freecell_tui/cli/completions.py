"""`freecell completions`: scripts with which shells complete a command line.

The scripts are made when the program is built, and installed where shells look for them. The command prints them for
shells that look elsewhere, as they do if the program has an environment of its own.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from freecell_tui.cli.options import YES, Options, Parser, print_error

_SHELLS: Final = ("bash", "zsh", "fish")
_NAME: Final = "freecell-tui"


def installed_as(program: str) -> Mapping[str, str]:
    """Return the path of each shell's script under the installation folder."""
    return {
        "bash": f"share/bash-completion/completions/{program}",
        "zsh": f"share/zsh/site-functions/_{program}",
        "fish": f"share/fish/vendor_completions.d/{program}.fish",
    }


def completions_arguments(parser: Parser, program: str = "freecell") -> None:
    parser.epilog = "“freecell help files” says where each shell looks for it."
    parser.example = f'eval "$({program} completions bash)"'
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run_completions(options: Options, program: str = "freecell") -> int:
    if (path := installed_file(installed_as(program)[options.shell])) is None:
        sentence = f"This copy of {program} is not installed: pip install . makes the completions."
        return print_error(sentence, program)
    print(path.read_text(encoding="utf-8"), end="")
    return YES


def installed_file(name: str) -> Path | None:
    """Return the path of an installed file, or None."""
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415 - help and settings need no 15 ms

    try:
        installed = distribution(_NAME)
    except PackageNotFoundError:
        return None
    listed = [file.locate() for file in installed.files or () if file.as_posix().endswith(f"/{name}")]
    # The program as a single file is unpacked into one folder, and then its list of files is useless.
    paths = (Path(str(path)) for path in (*listed, installed.locate_file(name)))
    return next((path for path in paths if path.is_file()), None)
