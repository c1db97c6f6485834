"""Keys as people write them, and as the terminal's library names them."""

import re
from typing import Final

from freecell_tui.engine.cards import RANKS

_NAMES: Final = {
    "enter": "Enter",
    "esc": "Esc",
    " ": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "home": "Home",
    "end": "End",
    "insert": "Insert",
    "delete": "Del",
    "page up": "Page-Up",
    "page down": "Page-Down",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}

_MODIFIERS: Final = {"ctrl": "Ctrl", "meta": "Alt", "shift": "Shift"}
_MODIFIER: Final = re.compile(r"(ctrl|alt|meta|shift)[- ](?=.)", re.IGNORECASE | re.DOTALL)
# What a terminal sends for these is what it sends for another key.
_THE_SAME: Final = {"ctrl h": "backspace", "ctrl i": "tab", "ctrl j": "enter", "ctrl m": "enter", "ctrl [": "esc"}


def key_name(key: str) -> str:
    """Return a key as people write it: `Ctrl-R`, `↑`."""
    before = ""
    while key not in _NAMES and (found := _MODIFIER.match(key)) is not None:
        before += f"{_MODIFIERS[found[1]]}-"
        key = key[found.end() :]
    name = _NAMES.get(key, key)
    return before + (name.upper() if before == "Ctrl-" and len(name) == 1 else name)


_BY_NAME: Final = {name.lower().replace("-", " "): key for key, name in _NAMES.items()}


def key_named(text: str) -> str | None:
    """Return the library's name for the key that people write as `text`; None if there is no such key.

    >>> key_named("Ctrl-R"), key_named("Space"), key_named("?"), key_named("Alt-X"), key_named("F13")
    ('ctrl r', ' ', '?', 'meta X', None)
    """
    modifiers: list[str] = []
    while (found := _MODIFIER.match(text)) is not None and len(modifiers) < len(_MODIFIERS):
        modifiers.append({"alt": "meta"}.get(found[1].lower(), found[1].lower()))
        text = text[found.end() :]
    base = _base_named(text)
    if base is None or (base == " " and modifiers):
        return None
    if "ctrl" in modifiers:
        base = base.lower()
    key = " ".join([*modifiers, base])
    return _THE_SAME.get(key, key)


def _base_named(text: str) -> str | None:
    """Return the key that people write as `text`, which has no modifier; None if there is no such key."""
    if len(text) == 1:
        return _BY_NAME.get(text, text) if text.isprintable() else None
    name = text.lower().replace("-", " ")
    name = _BY_NAME.get(name, name)
    return name if name in _NAMES else None


_RANKS: Final = {text.lower(): rank for rank, text in enumerate(RANKS, 1)} | {"0": 10, "1": 10}


def rank_of_key(key: str) -> int | None:
    """Return the rank that a key stands for while a rank is looked for, in either case; `0`, `1` and `t` are ten."""
    return _RANKS.get(key.lower())
