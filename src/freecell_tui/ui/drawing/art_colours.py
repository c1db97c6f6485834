"""The colours of court cards, for themes that leave some out."""

from collections.abc import Mapping
from typing import Final

_BLACK, _RED, _BROWN, _BLUE, _LIGHT_GREY, _GREY, _WHITE = 0, 1, 3, 4, 7, 8, 15

DEFAULTS: Final[Mapping[str, tuple[str, int, int]]] = {
    "panel": ("#f3e6c4", 230, _LIGHT_GREY),
    "gold": ("#d9a93a", 178, _BROWN),
    "brass": ("#a9791f", 136, _BROWN),
    "skin": ("#f2cfa8", 223, _WHITE),
    "lips": ("#c2524a", 167, _RED),
    "eyes": ("#2a2018", 234, _BLACK),
    "trim": ("#fbf8ef", 230, _WHITE),
    "feather": ("#2f8f6b", 29, _GREY),
    "dark": ("#3b2a20", 236, _BLACK),
    "brown": ("#6b3d1c", 94, _BLACK),
    "fair": ("#b9782c", 137, _GREY),
    "clubs": ("#24452f", 22, _BLUE),
    "diamonds": ("#c8391f", 166, _RED),
    "hearts": ("#a3142c", 124, _RED),
    "spades": ("#283560", 17, _BLUE),
}
"""The colours of court cards: at 2^24 colours, of 256 and of the basic sixteen.

Of the sixteen they have few: all others are lurid beside each other.
"""

AS_PANEL: Final = ("grain", "mote")
"""What is on the panel; a theme need not have it."""
