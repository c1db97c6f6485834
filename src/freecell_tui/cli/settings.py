"""`freecell settings`: where the player's settings are, what they are, and what is wrong with the file."""

import argparse
from collections.abc import Iterator
from typing import Final

from freecell_tui.cli.exit_codes import NO, YES
from freecell_tui.cli.options import Parser, print_error
from freecell_tui.engine import FreecellError
from freecell_tui.storage.settings import DEFAULTS, SPECS, Settings, listed_values, to_toml
from freecell_tui.storage.settings_file import SettingsFile
from freecell_tui.ui.keymap import KeyMap

_COMMENT_COLUMN: Final = 32


def add_arguments(parser: Parser) -> None:
    """Give the parser the command's arguments, of which there are none."""
    del parser


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code: 1 if something is wrong with the file."""
    del options
    file = SettingsFile.of_player()
    settings, problems = file.load()
    keys, refused = KeyMap().remapped(settings.keys)
    _print_settings(file, settings)
    _print_keys(keys)
    unusable_keys = (file.problem(file.line_of(f"keys.{name}"), sentence) for name, sentence in refused)
    problems = (*problems, *unusable_keys, *_theme_problem(file, settings.theme))
    for problem in problems:
        print_error(problem)
    return NO if problems else YES


def _print_settings(file: SettingsFile, settings: Settings) -> None:
    print(f"# {file.path}" + ("" if file.path.exists() else " (not there: all is as usual)"))
    for spec in SPECS:
        values = f"{listed_values(spec.values)}: " if spec.values else ""
        _print_line(f"{spec.name} = {to_toml(getattr(settings, spec.name))}", values + spec.help)


def _print_keys(keys: KeyMap) -> None:
    print("\n[keys]")
    for command in keys.commands:
        names = ", ".join(map(to_toml, keys.all_named(command.name).split()))
        _print_line(f"{command.name} = [{names}]", command.help)


def _print_line(setting: str, comment: str) -> None:
    print(f"{setting.ljust(_COMMENT_COLUMN)}# {comment}")


def _theme_problem(file: SettingsFile, name: str) -> Iterator[str]:
    """Yield what is wrong with the theme of that name, if anything."""
    if name == DEFAULTS.theme:
        return
    from freecell_tui.ui.drawing import themes  # noqa: PLC0415 - the terminal's library, not needed for the usual theme

    try:
        themes.load(name, themes.user_folder())
    except FreecellError as error:
        yield file.problem(file.line_of("theme"), str(error))
