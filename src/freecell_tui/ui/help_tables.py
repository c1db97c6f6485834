"""The tables of the help that are made from the program's own: the player's keys, and the settings."""

from itertools import groupby

from freecell_tui.engine import Variant
from freecell_tui.storage.settings import DEFAULTS, SPECS, SettingSpec, Value, to_toml
from freecell_tui.ui.keymap import KeyMap, key_table, replay_rows


def help_tables(keymap: KeyMap, variant: Variant) -> dict[str, str]:
    """Return the tables for the places marked in the help topics, by name."""
    return {
        "keys": key_table(keymap.help_rows(variant)),
        "replay keys": key_table(replay_rows()),
        "settings": _settings_table(),
    }


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
