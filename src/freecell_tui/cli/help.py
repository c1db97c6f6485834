"""`freecell help`, and `freecell settings` with the keys in force."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Final

from freecell_tui.cli.commands import GROUPS, OF_THE_LAB, PROGRAM, SUBCOMMANDS
from freecell_tui.cli.options import (
    NEAR,
    NO,
    YES,
    InputError,
    Options,
    Parser,
    UsageError,
    has_colours,
    is_for_people,
    painted,
    painted_line,
    print_error,
    suggestion,
    text_width,
    wrapped,
)
from freecell_tui.cli.play import checked_settings
from freecell_tui.cli.program import Subcommand
from freecell_tui.engine.text import joined, quoted
from freecell_tui.help import RESEARCH_TOPICS, SHELVES, TOPIC_NAMES, load_topic, load_topics
from freecell_tui.help.markdown import Block, Role, laid_out, parse, plain_text
from freecell_tui.help.pager import IN_A_PAGER, pager_has_colours, print_text
from freecell_tui.storage.files import is_there
from freecell_tui.storage.settings import SPECS, SettingsFile, first_problems, listed_values, player_settings, to_toml
from freecell_tui.ui.help_tables import help_tables, key_in_help
from freecell_tui.ui.keymap import keymap_from

_LINK: Final = "freecell help {}"
"""What follows a link to a topic, with its name."""

_INKS: Final = dict.fromkeys((Role.HEADING, Role.BOLD, Role.CODE), "title")

_APOSTROPHES: Final = str.maketrans(dict.fromkeys("'’"))
"""A translation without apostrophes, as in the names of topics: `whats-new` for “what’s new”."""


def help_arguments(parser: Parser) -> None:
    parser.epilog = IN_A_PAGER
    parser.add_argument("topic", nargs="*", metavar="TOPIC", help="a topic or a command; without it, both are listed")
    parser.add_variant()


def run_help(options: Options) -> int:
    words = " ".join(options.topic).translate(_APOSTROPHES).lower().split()
    if not (name := "-".join(words)):
        print_blocks(overview(PROGRAM, SHELVES, GROUPS))
    elif name in TOPIC_NAMES:
        variant = options.explicit_variant()
        keymap, _ = keymap_from(player_settings())
        tables = help_tables(keymap, options.chosen_variant())
        blocks = load_topic(name).blocks(tables, variant.name if variant else "", partial(key_in_help, keymap))
        print_blocks(blocks)
    elif name in SUBCOMMANDS:
        SUBCOMMANDS[name].parser().print_help()
    elif name in (*RESEARCH_TOPICS, *OF_THE_LAB):
        raise InputError(f"{quoted(name)} is in the help of another program: freecell-lab help {name}.")
    else:
        raise UsageError(_no_topic(name))
    return YES


def overview(
    program: str, shelves: Mapping[str, Sequence[str]], groups: Mapping[str, Sequence[Subcommand]]
) -> list[Block]:
    """Return the list of a program's topics by shelf, and of its commands by group."""
    rows: list[str] = []
    for shelf, names in shelves.items():
        rows += (f"## {shelf}", "", "| topic | what it is about |", "| --- | --- |")
        rows += (*(f"| `{name}` | {load_topic(name).summary} |" for name in names), "")
    rows += (f"`{program} help TOPIC` prints one of these, and `{program} COMMAND --help` how to use a command:", "")
    for group, commands in groups.items():
        rows += (f"## {group}", "", "| command | what it does |", "| --- | --- |")
        rows += (*(f"| `{command.name}` | {command.help} |" for command in commands), "")
    return parse("\n".join(rows))


def print_blocks(blocks: Iterable[Block]) -> None:
    """Print blocks of a help text, in a pager if they are longer than the terminal.

    Without colours signs stand for the inks.
    """
    if has_colours() and pager_has_colours():
        lines = laid_out(blocks, text_width(), _LINK, has_signs=False)
        rows = (painted_line((span.text, _INKS.get(span.role, "text")) for span in line) for line in lines)
        print_text("".join(f"{row}\n" for row in rows))
    else:
        print_text(plain_text(blocks, text_width(), _LINK))


def _no_topic(name: str) -> str:
    """Return a sentence about an unknown topic.

    The sentence names topics with a similar name, with the word in their text, or with a similar word in a heading.
    """
    names = [*TOPIC_NAMES, *SUBCOMMANDS]
    sentence = f"There is no topic {quoted(name)}."
    if hint := suggestion(name, names):
        return f"{sentence}{hint}"
    topics = load_topics()
    if mentioning := [topic.name for topic in topics if name.replace("-", " ") in topic.text.lower()]:
        return f"{sentence} It is mentioned in {joined(mentioning)}."
    headings: dict[str, str] = {}
    for topic in reversed(topics):
        lines = topic.text.lower().splitlines()
        headings.update((word, topic.name) for line in lines if line.startswith("#") for word in line.split())
    if near := get_close_matches(name, headings, cutoff=NEAR):
        return f"{sentence} Did you mean {joined(list(dict.fromkeys(headings[word] for word in near)), 'or')}?"
    return f"{sentence} freecell help lists them."


# `freecell settings`: the settings file, the settings in force, and the errors in the file.

_COMMENT_COLUMN: Final = 32


def settings_arguments(_: Parser) -> None:
    """Add none."""


def run_settings(_: Options) -> int:
    file = SettingsFile.of_player()
    loaded = file.load()
    settings, more_problems = checked_settings(loaded.settings, file)
    keymap = keymap_from(settings)[0]
    print(wrapped(f"# {file.path}{'' if is_there(file.path) else ' (no file: these are the defaults)'}", "# "))
    for spec in SPECS:
        values = f"{listed_values(spec.values)}: " if spec.values else ""
        _print_setting(spec.name, to_toml(getattr(settings, spec.name)), f"{values}{spec.help}")
    print(painted("\n[keys]", "title"))
    for command in (*keymap.commands, *keymap.piles):
        names = ", ".join(map(to_toml, keymap.all_named(command.name).split()))
        _print_setting(command.name, f"[{names}]", command.help)
    problems = (*loaded.problems, *more_problems)
    for problem in first_problems(problems):
        print_error(problem)
    return NO if problems else YES


def _print_setting(name: str, value: str, about: str) -> None:
    """Print a setting as a line of TOML, with a comment behind it or, in a narrow terminal, below it."""
    setting, comment = f"{name} = {value}", f"# {about}"
    is_narrow = is_for_people() and text_width() < _COMMENT_COLUMN * 2
    indent = 2 if is_narrow else _COMMENT_COLUMN
    text = f"{setting}\n{'':<{indent}}{comment}" if is_narrow else f"{setting:<{indent}}{comment}"
    print(wrapped(text, f"{'':<{indent}}# ").replace(name, painted(name, "title"), 1))
