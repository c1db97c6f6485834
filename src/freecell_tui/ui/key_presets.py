"""The keys to begin with: the game's own, or those of vim."""

from collections.abc import Mapping
from typing import Final

from freecell_tui.storage.settings import KeyPreset

COMMAND_KEYS: Final[Mapping[KeyPreset, Mapping[str, tuple[str, ...]]]] = {
    KeyPreset.DEFAULT: {},
    KeyPreset.VIM: {
        "left": ("left", "h"),
        "down": ("down", "j"),
        "up": ("up", "k"),
        "right": ("right", "l"),
        "show-step": ("I",),
        "games": ("G",),
        "move-back": ("left", "h", "p"),
        "move-on": ("right", "l", "n"),
        "page-back": ("page up", "k"),
        "page-on": ("page down", "j"),
    },
}
"""The keys of commands that are not those of the registry, as the terminal's library names them."""

PILE_KEYS: Final[Mapping[KeyPreset, Mapping[str, str]]] = {
    KeyPreset.DEFAULT: {},
    KeyPreset.VIM: {"h": "H", "k": "K"},
}
"""The keys of piles that are not their letters, by letter."""
