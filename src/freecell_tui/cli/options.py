"""What the commands' options have in common."""

import argparse
import sys
from typing import Final, NoReturn

from freecell_tui.engine import VARIANTS, Dialect, FreecellError, Variant, find_variant, parse_deal
from freecell_tui.engine.text import printable

YES: Final = 0
NO: Final = 1
USAGE: Final = 2


class Parser(argparse.ArgumentParser):
    """argparse, with errors as sentences."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and leave with the exit code for a usage error."""
        self.exit(USAGE, f"{self.prog}: {printable(message)}\nTry {self.prog} --help.\n")


def command_parser(command: str, description: str, epilog: str = "") -> Parser:
    """A parser of a command's options; every command takes `--variant` and `--cells`."""
    prog = f"freecell {command}".strip()
    parser = Parser(prog=prog, description=description, epilog=epilog, allow_abbrev=False)
    parser.add_argument("--variant", metavar="GAME", help=f"the game: {', '.join(VARIANTS)}")
    parser.add_argument("--cells", type=int, metavar="N", help="how many free cells it has, 0 to 8")
    return parser


def add_dialect(parser: Parser, help_text: str = "how the moves are written; found out, unless it is said") -> None:
    """Give a command `--dialect`, which is None unless it is said."""
    parser.add_argument("--dialect", choices=[dialect.value for dialect in Dialect], help=help_text)


def said_dialect(options: argparse.Namespace) -> Dialect | None:
    """The dialect that `--dialect` names, if it is said."""
    return Dialect(options.dialect) if options.dialect else None


def variant_of(parser: Parser, options: argparse.Namespace) -> Variant:
    """The variant that `--variant` and `--cells` name."""
    try:
        variant = find_variant(options.variant or "freecell")
        return variant if options.cells is None else variant.with_cells(options.cells)
    except FreecellError as error:
        parser.error(str(error))


def deal_number(text: str) -> int:
    """A deal number among the arguments."""
    try:
        return parse_deal(text)
    except FreecellError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def complain(sentence: str) -> int:
    """Say on standard error what is the matter; return the exit code for no."""
    print(f"freecell: {printable(sentence)}", file=sys.stderr)
    return NO
