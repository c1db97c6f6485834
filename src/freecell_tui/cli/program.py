"""A program of several commands, each imported when it runs."""

import gc
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple, TypeAlias

from freecell_tui.cli.options import (
    NO,
    USAGE,
    InputError,
    Options,
    Parser,
    UsageError,
    finish_streams,
    prepare_streams,
    print_error,
    write_error,
)
from freecell_tui.engine import FreecellError
from freecell_tui.engine.text import printable


class Subcommand(NamedTuple):
    """A command of a program, or the program itself."""

    program: str
    name: str
    """The command's name; '' for the program itself."""

    module: str
    """The module with the command's functions: `solve_arguments` and `run_solve` for `solve`."""

    help: str
    """The command's purpose, as a sentence."""

    opens_a_game: bool = False
    """Whether the command leaves it to the front end to turn garbage collection on."""

    def add_arguments(self, parser: Parser) -> None:
        getattr(import_module(self.module), f"{self._stem}_arguments")(parser)

    def execute(self, options: Options) -> int:
        """Run the command, and return the exit code.

        Raise UsageError if the command cannot run with these options, or FreecellError.
        """
        code: int = getattr(import_module(self.module), f"run_{self._stem}")(options)
        return code

    @property
    def _stem(self) -> str:
        """The common part of the names of both functions."""
        return self.name or "play"

    def parser(self) -> Parser:
        parser = Parser(prog=f"{self.program} {self.name}".rstrip(), description=self.help, allow_abbrev=False)
        self.add_arguments(parser)
        return parser

    def run(self, words: Sequence[str]) -> int:
        parser = self.parser()
        options = parser.parse(words)
        if not self.opens_a_game:
            gc.enable()
        try:
            return self.execute(options)
        except InputError as error:
            write_error(f"{parser.prog}: {printable(str(error))}")
            return USAGE
        except UsageError as error:
            parser.error(str(error))
        except FreecellError as error:
            return print_error(str(error), self.program)
        finally:
            # A command without files of the player's has not loaded the module.
            files = sys.modules.get("freecell_tui.storage.files")
            if files is not None and (sentence := files.pop_missing_home()):
                print_error(sentence, self.program)


Groups: TypeAlias = Mapping[str, Sequence[Subcommand]]
"""Commands by the group of the list."""


def listed(groups: Groups) -> dict[str, list[tuple[str, str]]]:
    """Return the names and helps of commands by group, for a parser."""
    return {group: [(command.name, command.help) for command in commands] for group, commands in groups.items()}


def run_program(command: Subcommand, arguments: Sequence[str]) -> int:
    """Run a command on usable streams, and return the exit code."""
    prepare_streams()
    try:
        try:
            code = command.run(arguments)
        finally:
            sys.stdout.flush()  # after --help, too, which ends with SystemExit
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # the reader of the output has left
            return NO
        reason = os.strerror(error.errno) if error.errno else "the system refuses it"
        return print_error(f"{reason}.", command.program)
    finally:
        finish_streams()
    return code


def joint_parser(program: Subcommand, commands: Iterable[Subcommand]) -> tuple[Parser, dict[str, Parser]]:
    """Return the parser of a program, and those of its commands by name.

    Every command is imported.
    """
    parser = Parser(prog=program.program, description=program.help, allow_abbrev=False)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    parsers = {}
    for command in commands:
        parsers[command.name] = subparsers.add_parser(
            command.name,
            prog=f"{command.program} {command.name}",
            help=command.help,
            description=command.help,
            allow_abbrev=False,
        )
        command.add_arguments(parsers[command.name])
    # Commands come before the program's own arguments, so that a shell completes a first word as a command.
    program.add_arguments(parser)
    parser.commands = {}
    return parser, parsers
