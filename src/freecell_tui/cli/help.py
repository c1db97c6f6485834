"""How to use freecell here: `freecell help`, `freecell settings` with the keys in force, and `freecell completions`."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from shutil import get_terminal_size
from typing import Final

from freecell_tui.cli.commands import GROUPS, SUBCOMMANDS
from freecell_tui.cli.options import NEAR, NO, YES, Options, Parser, UsageError, print_error, suggestion
from freecell_tui.cli.play import checked_settings
from freecell_tui.engine.text import joined, quoted
from freecell_tui.help import SHELVES, TOPIC_NAMES, load_topic, load_topics
from freecell_tui.help.markdown import Block, parse, plain_text
from freecell_tui.storage.files import is_there
from freecell_tui.storage.settings import SPECS, SettingsFile, first_problems, listed_values, player_settings, to_toml
from freecell_tui.ui.keymap import help_tables, key_namer, keymap_from

_MIN_WIDTH: Final = 30
_MAX_WIDTH: Final = 100


def help_arguments(parser: Parser) -> None:
    parser.epilog = "Text longer than the terminal is shown in $PAGER, or in less."
    parser.add_argument("topic", nargs="*", metavar="TOPIC", help="a topic or a command; without it, both are listed")
    parser.add_variant()


def run_help(options: Options) -> int:
    if not (name := "-".join(options.topic).lower()):
        _print(_overview())
    elif name in TOPIC_NAMES:
        variant = options.explicit_variant()
        keymap, _ = keymap_from(player_settings())
        tables = help_tables(keymap, options.chosen_variant())
        _print(load_topic(name).blocks(tables, variant.name if variant else "", key_namer(keymap)))
    elif name in SUBCOMMANDS:
        SUBCOMMANDS[name].parser().print_help()
    else:
        raise UsageError(_no_topic(name))
    return YES


def _overview() -> list[Block]:
    rows: list[str] = []
    for shelf, names in SHELVES.items():
        rows += (f"## {shelf}", "", "| topic | what it is about |", "| --- | --- |")
        rows += (*(f"| `{name}` | {load_topic(name).summary} |" for name in names), "")
    rows += ("`freecell help TOPIC` prints one of these, and `freecell COMMAND --help` how to use a command:", "")
    for group, commands in GROUPS.items():
        rows += (f"## {group}", "", "| command | what it does |", "| --- | --- |")
        rows += (*(f"| `{command.name}` | {command.help} |" for command in commands), "")
    return parse("\n".join(rows))


def _no_topic(name: str) -> str:
    """Return that there is no such topic, and which ones may be meant: by name, by text, or by a heading."""
    names = [*TOPIC_NAMES, *SUBCOMMANDS]
    sentence = f"There is no topic {quoted(name)}."
    if hint := suggestion(name, names):
        return f"{sentence}{hint}"
    topics = load_topics()
    if found := [topic.name for topic in topics if name.replace("-", " ") in topic.text.lower()]:
        return f"{sentence} It is mentioned in {joined(found)}."
    headings: dict[str, str] = {}
    for topic in reversed(topics):
        lines = topic.text.lower().splitlines()
        headings.update((word, topic.name) for line in lines if line.startswith("#") for word in line.split())
    if near := get_close_matches(name, headings, cutoff=NEAR):
        return f"{sentence} Did you mean {joined(list(dict.fromkeys(headings[word] for word in near)), 'or')}?"
    return f"{sentence} freecell help lists them."


def _print(blocks: Iterable[Block]) -> None:
    """Print blocks as wide as the terminal, or in a pager if they are longer than it is."""
    size = get_terminal_size()
    text = plain_text(blocks, min(max(size.columns, _MIN_WIDTH), _MAX_WIDTH), "freecell help {}")
    if not sys.stdout.isatty() or text.count("\n") < size.lines or not _show_in_pager(text):
        print(text, end="")


def _show_in_pager(text: str) -> bool:
    try:
        command = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return False
    if not command or command == ["cat"]:
        return False
    encoded = text.encode(sys.stdout.encoding, errors=sys.stdout.errors or "replace")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        # As with git: less ends by itself if the text fits, and does not clear the screen.
        subprocess.run(command, input=encoded, check=False, env={"LESS": "FRX", **os.environ})  # noqa: S603 - chosen by the player
    except OSError:
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return True


# `freecell settings`: where the player's settings are, what they are, and what is wrong with the file

_COMMENT_COLUMN: Final = 32


def settings_arguments(_: Parser) -> None:
    """Add none."""


def run_settings(_: Options) -> int:
    file = SettingsFile.of_player()
    loaded = file.load()
    settings, more_problems = checked_settings(loaded.settings, file)
    keymap = keymap_from(settings)[0]
    print(f"# {file.path}{'' if is_there(file.path) else ' (no file: these are the defaults)'}")
    for spec in SPECS:
        values = f"{listed_values(spec.values)}: " if spec.values else ""
        setting = f"{spec.name} = {to_toml(getattr(settings, spec.name))}"
        print(f"{setting:<{_COMMENT_COLUMN}}# {values}{spec.help}")
    print("\n[keys]")
    for command in keymap.commands:
        names = ", ".join(map(to_toml, keymap.all_named(command.name).split()))
        keys = f"{command.name} = [{names}]"
        print(f"{keys:<{_COMMENT_COLUMN}}# {command.help}")
    problems = (*loaded.problems, *more_problems)
    for problem in first_problems(problems):
        print_error(problem)
    return NO if problems else YES


# Completions, which are made when the program is built, and installed where the shells look for them. The command finds
# them for shells that look elsewhere, as they do if the program has an environment of its own.

INSTALLED_AS: Final = {
    "bash": "share/bash-completion/completions/freecell",
    "zsh": "share/zsh/site-functions/_freecell",
    "fish": "share/fish/vendor_completions.d/freecell.fish",
}
"""Where the script for each shell is, under the folder into which programs are installed."""

_NAME: Final = "freecell-tui"


def completions_arguments(parser: Parser) -> None:
    parser.epilog = "“freecell help files” says where each shell looks for it."
    parser.example = 'eval "$(freecell completions bash)"'
    parser.add_argument("shell", choices=tuple(INSTALLED_AS), metavar="SHELL", help="bash, zsh or fish")


def run_completions(options: Options) -> int:
    if (path := installed_file(INSTALLED_AS[options.shell])) is None:
        return print_error("This copy of freecell is not installed: pip install . makes the completions.")
    print(path.read_text(encoding="utf-8"), end="")
    return YES


def installed_file(name: str) -> Path | None:
    """Return the path of a file that was installed with the program; None if it was not."""
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415 - help and settings need no 15 ms

    try:
        installed = distribution(_NAME)
    except PackageNotFoundError:
        return None
    listed = [file.locate() for file in installed.files or () if file.as_posix().endswith(f"/{name}")]
    # A single file is unpacked into one folder, where its list of files is of no use.
    paths = (Path(str(path)) for path in (*listed, installed.locate_file(name)))
    return next((path for path in paths if path.is_file()), None)
