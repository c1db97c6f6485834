"""`freecell settings`: where the player's settings are, what they are, and what is wrong with the file."""

import argparse
from typing import Final

from freecell_tui.cli.options import NO, YES, Command, Parser, print_error
from freecell_tui.storage.files import is_there
from freecell_tui.storage.settings import SPECS, Settings, listed_values, to_toml
from freecell_tui.storage.settings_file import SettingsFile, first_problems
from freecell_tui.ui.keymap import KeyMap
from freecell_tui.ui.settings_check import checked

_COMMENT_COLUMN: Final = 32


def _settings_arguments(parser: Parser) -> None:
    del parser  # it has none


def _run_settings(options: argparse.Namespace) -> int:
    del options
    file = SettingsFile.of_player()
    loaded = file.load()
    settings, keymap, more_problems = checked(loaded.settings, file)
    _print_settings(file, settings)
    _print_keys(keymap)
    problems = (*loaded.problems, *more_problems)
    for problem in first_problems(problems):
        print_error(problem)
    return NO if problems else YES


def _print_settings(file: SettingsFile, settings: Settings) -> None:
    print(f"# {file.path}" + ("" if is_there(file.path) else " (no file: these are the defaults)"))
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


COMMANDS: Final = {"settings": Command(_settings_arguments, _run_settings)}
