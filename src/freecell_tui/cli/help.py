"""`freecell help`: the topics of the help, and what is in one of them."""

import argparse
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from shutil import get_terminal_size
from typing import Final

from freecell_tui.cli import commands
from freecell_tui.cli.exit_codes import YES
from freecell_tui.cli.options import Parser, UsageError, add_variant, chosen_variant, explicit_variant
from freecell_tui.engine.text import joined, quoted
from freecell_tui.help import TOPIC_NAMES, Topic, load_topic, load_topics
from freecell_tui.help.layout import plain_text
from freecell_tui.help.markdown import Block, parse
from freecell_tui.storage.settings_file import SettingsFile
from freecell_tui.ui.help_tables import help_tables
from freecell_tui.ui.keymap import KeyMap

_MIN_WIDTH: Final = 30
_MAX_WIDTH: Final = 100
_TOPIC_LINK: Final = "freecell help {}"


def add_arguments(parser: Parser) -> None:
    """Give the parser the command's arguments."""
    parser.epilog = "A text longer than the terminal is shown in $PAGER, or in less."
    parser.add_argument("topic", nargs="*", metavar="TOPIC", help="a topic, or a command; without it, a list of both")
    add_variant(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    name = "-".join(options.topic).lower()
    if not name:
        _print(_overview())
    elif name in TOPIC_NAMES:
        variant = explicit_variant(options)
        keymap, _ = KeyMap().remapped(SettingsFile.of_player().load().settings.keys)
        tables = help_tables(keymap, chosen_variant(options))
        _print(load_topic(name).blocks(tables, variant.name if variant else ""))
    elif (command := next((each for each in commands.SUBCOMMANDS if each.name == name), None)) is not None:
        command.parser().print_help()
    else:
        raise UsageError(_no_topic(name))
    return YES


def _overview() -> list[Block]:
    """Return the list of topics and commands."""
    rows = [
        *("| topic | what it is about |", "| --- | --- |"),
        *(f"| `{topic.name}` | {topic.summary} |" for topic in load_topics()),
        *("", "`freecell help TOPIC` prints one of these, and `freecell COMMAND --help` how to use a command:", ""),
        *("| command | what it does |", "| --- | --- |"),
        *(f"| `{command.name}` | {command.help} |" for command in commands.SUBCOMMANDS),
    ]
    return parse("\n".join(rows))


def _no_topic(name: str) -> str:
    """Return that there is no such topic, with those that come near or that have the word in their text."""
    known = [*TOPIC_NAMES, *(command.name for command in commands.SUBCOMMANDS)]
    near = get_close_matches(name, known, 3)
    if near:
        return f"There is no topic {quoted(name)}. Did you mean {joined(list(dict.fromkeys(near)), 'or')}?"
    found = [topic.name for topic in load_topics() if _mentions(topic, name.replace("-", " "))]
    where = f"It is mentioned in {joined(found)}." if found else "freecell help lists them."
    return f"There is no topic {quoted(name)}. {where}"


def _mentions(topic: Topic, words: str) -> bool:
    return words in topic.text.lower()


def _print(blocks: Iterable[Block]) -> None:
    """Print blocks as wide as the terminal, or in a pager if they are longer than it is."""
    size = get_terminal_size()
    text = plain_text(blocks, min(max(size.columns, _MIN_WIDTH), _MAX_WIDTH), _TOPIC_LINK)
    if not sys.stdout.isatty() or text.count("\n") < size.lines or not _show_in_pager(text):
        print(text, end="")


def _show_in_pager(text: str) -> bool:
    """Show a text in the player's pager; return False if there is none."""
    try:
        command = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return False
    if not command or command == ["cat"]:
        return False
    encoded = text.encode(sys.stdout.encoding, errors=sys.stdout.errors or "replace")
    try:
        # As git does: less leaves at once what fits on the screen, and does not clear it.
        subprocess.run(command, input=encoded, check=False, env={"LESS": "FRX", **os.environ})  # noqa: S603 - chosen by the player
    except OSError:
        return False
    return True
