"""The parts of the help that the program fills in: tables of keys and settings, and the player's own keys."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.engine import Variant
from freecell_tui.storage.settings import SPEC_BY_NAME, SPECS, to_toml
from freecell_tui.ui.keymap import KeyMap


def help_tables(keymap: KeyMap, variant: Variant) -> dict[str, str]:
    """Return Markdown tables by their places in the help topics."""
    settings = []
    folder = Path(__file__).parent / "drawing" / "themes"
    for spec in SPECS:
        # The default is the first of the values.
        themes = (*sorted(file.stem for file in folder.glob("*.toml")), "auto") if spec.name == "theme" else ()
        values = dict.fromkeys(to_toml(value).strip('"') for value in (spec.default, *spec.values, *themes))
        listed = ", ".join(f"`{value}`" for value in values)
        settings.append((spec.group, f"`{spec.name}`", spec.help, listed))
    looks = ((f"`{value}`", text) for value, text in SPEC_BY_NAME["cards"].meanings.items())
    return {
        "keys": key_table(keymap.help_rows(variant)),
        "replay keys": key_table(keymap.replay_rows()),
        "settings": _grouped_tables(("setting", "what it is", "values"), settings),
        "cards": _table(("cards", "what they show"), looks),
    }


def key_table(rows: Iterable[tuple[str, str, str]]) -> str:
    """Return a heading and a Markdown table for each group of `rows`.

    A row is a group, keys and the help on them; rows without keys are left out.
    """
    shown = ((group, re.sub("[^ –]+", r"`\g<0>`", keys), text) for group, keys, text in rows if keys)
    return _grouped_tables(("keys", "what they do"), shown)


def _grouped_tables(head: Sequence[str], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a heading and a Markdown table for each group.

    The first text of a row is its group; rows of a group stand together.
    """
    groups = groupby(rows, key=itemgetter(0))
    return "\n\n".join(f"## {group}\n\n{_table(head, (row[1:] for row in of_group))}" for group, of_group in groups)


def _table(head: Sequence[str], rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def key_in_help(keymap: KeyMap, command: str, default: str) -> str:
    """Return the player's key for a command, for a help text.

    `command` may also be `pile a`, for the key of a pile.
    The default key is named unless the player has replaced it.
    A command without keys is named by the words that find it in the list of all commands: `? note`.
    """
    if command.startswith("pile "):
        return keymap.pile_key(command.removeprefix("pile "))
    keys = keymap.all_named(command).split()
    if keys:
        return default if default in keys else keys[0]
    words = default.removeprefix("? ") if default.startswith("? ") else BY_NAME[command].title
    return f"{keymap.named('commands')} {words}"
