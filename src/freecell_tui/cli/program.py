"""A program of several commands, each imported when it runs."""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    """A command of a program, or without a `name` the program itself.

    `help` says in a sentence what it is for. `opens_a_game` is whether it runs without garbage collection until the
    front end begins it.
    """

    program: str
    name: str
    module: str
    help: str
    opens_a_game: bool = False

    def functions(self) -> tuple[Callable[[Parser], None], Callable[[Options], int]]:
        """Return the two that its module has for it, as `solve_arguments` and `run_solve`.

        The first gives a parser its arguments. The other returns the exit code; it raises UsageError if it cannot run
        with these options, or FreecellError.
        """
        module, name = import_module(self.module), self.name or "play"
        return getattr(module, f"{name}_arguments"), getattr(module, f"run_{name}")

    def parser(self) -> Parser:
        parser = Parser(prog=f"{self.program} {self.name}".rstrip(), description=self.help, allow_abbrev=False)
        self.functions()[0](parser)
        return parser

    def run(self, words: Sequence[str]) -> int:
        parser = self.parser()
        options = parser.parse(words)
        if not self.opens_a_game:
            gc.enable()
        try:
            return self.functions()[1](options)
        except InputError as error:
            write_error(f"{parser.prog}: {printable(str(error))}")
            return USAGE
        except UsageError as error:
            parser.error(str(error))
        except FreecellError as error:
            return print_error(str(error), self.program)


Groups: TypeAlias = Mapping[str, Sequence[Subcommand]]
"""Commands by the group in which they are listed."""


def listed(groups: Groups) -> dict[str, list[tuple[str, str]]]:
    """Return commands as a parser lists them: name and help, by group."""
    return {group: [(each.name, each.help) for each in commands] for group, commands in groups.items()}


def run_program(command: Subcommand, arguments: Sequence[str]) -> int:
    """Run a command on usable streams; return the exit code."""
    prepare_streams()
    try:
        try:
            code = command.run(arguments)
        finally:
            sys.stdout.flush()  # after --help too, which is left by SystemExit
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # the reader has seen enough
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
        command.functions()[0](parsers[command.name])
    # A word that is completed may be a command, and cannot be an argument of the program itself.
    program.functions()[0](parser)
    parser.commands = {}
    return parser, parsers
