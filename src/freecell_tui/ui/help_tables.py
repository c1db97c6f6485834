"""What of the help is the program's own: the player's keys, in tables and in the text, and the settings."""

from itertools import groupby
from typing import Final

from freecell_tui.engine import Variant
from freecell_tui.help import KeyNamer
from freecell_tui.storage.settings import DEFAULTS, SPECS, SettingSpec, Value, to_toml
from freecell_tui.ui.keymap import KeyMap, key_table

_PILE: Final = "pile "
"""What stands before the letter of a pile where the text of the help names its key."""


def help_tables(keymap: KeyMap, variant: Variant) -> dict[str, str]:
    """Return the tables for the places marked in the help topics, by name."""
    return {
        "keys": key_table(keymap.help_rows(variant)),
        "replay keys": key_table(keymap.replay_rows()),
        "settings": _settings_table(),
    }


def key_namer(keymap: KeyMap) -> KeyNamer:
    """Return what names a player's keys in the text of the help: the default key, unless they have chosen others."""

    def key_of(command: str, default: str) -> str:
        pile = command.removeprefix(_PILE)
        if pile != command:
            return keymap.pile_key(pile)
        keys = keymap.all_named(command).split()
        return default if default in keys else next(iter(keys), f"{command} (no key)")

    return key_of


def _settings_table() -> str:
    """Return every setting with its values in Markdown, a table for each group."""
    sections = []
    for group, specs in groupby(SPECS, key=lambda spec: spec.group):
        lines = [f"## {group}\n", "| setting | what it is | values |", "| --- | --- | --- |"]
        lines += (f"| `{spec.name}` | {spec.help} | {_values(spec)} |" for spec in specs)
        sections.append("\n".join(lines))
    return "\n\n".join(sections)


def _values(spec: SettingSpec) -> str:
    default: Value = getattr(DEFAULTS, spec.name)
    others = (value for value in spec.values if to_toml(value) != to_toml(default))
    return ", ".join(f"`{_text(value)}`" for value in (default, *others))


def _text(value: Value) -> str:
    return to_toml(value).strip('"')
