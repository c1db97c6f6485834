"""The colours of the table, as data.

What is drawn is named by what it lies on and what it is drawn in: `card red`, `felt rim`. A theme gives each surface
and each ink its colour, at 2^24 colours, at 256 and at 16; without colour the painter draws outlines, and only weight
and reversal are left.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from urwid import AttrSpec

Colours = Literal[1, 16, 88, 256, 16777216]
"""How many colours a terminal has, as urwid tells them apart."""


@dataclass(frozen=True, slots=True)
class Colour:
    """One colour: as `#rrggbb`, as `h0` to `h255`, and as one of urwid's sixteen names."""

    true: str
    high: str
    basic: str

    def at(self, palette: Colours) -> str:
        """The colour's name in a palette of 16, 256 or 2^24."""
        return {16: self.basic, 256: self.high}.get(palette, self.true)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a table; `bold` are the inks that are set in bold."""

    name: str
    surfaces: Mapping[str, Colour]
    inks: Mapping[str, Colour]
    bold: frozenset[str] = frozenset({"red", "black", "title"})


FELT: Final = Theme(
    "felt",
    surfaces={
        "felt": Colour("#0e5a3c", "h22", "dark green"),
        "shadow": Colour("#0a4a31", "h235", "dark green"),
        "well": Colour("#0c5035", "h22", "dark green"),
        "target": Colour("#0c5035", "h22", "brown"),
        "card": Colour("#fbf8ef", "h230", "light gray"),
        "lifted": Colour("#ffe08a", "h222", "brown"),
        "cursor": Colour("#bfe3f5", "h153", "dark cyan"),
        "hinted": Colour("#bdeac0", "h157", "light gray"),
        "bar": Colour("#083526", "h233", "black"),
        "lit": Colour("#0c5035", "h22", "dark green"),
        "chosen": Colour("#0e5a3c", "h22", "dark green"),
    },
    inks={
        "red": Colour("#c4162a", "h160", "dark red"),
        "black": Colour("#1c1c22", "h234", "black"),
        "edge": Colour("#d9d2bf", "h187", "dark gray"),
        "frame": Colour("#b8ad90", "h144", "dark gray"),
        "shadow": Colour("#0a4a31", "h235", "dark green"),
        "line": Colour("#2f7d5c", "h35", "black"),
        "mark": Colour("#63b08e", "h72", "black"),
        "target": Colour("#ffd34d", "h221", "black"),
        "rim": Colour("#ffd34d", "h221", "yellow"),
        "refused": Colour("#ff5c5c", "h203", "light red"),
        "cursor": Colour("#bfe3f5", "h153", "light cyan"),
        "text": Colour("#cfe7da", "h152", "light gray"),
        "quiet": Colour("#8fb8a4", "h108", "light gray"),
        "title": Colour("#ffffff", "h231", "white"),
        "winnable": Colour("#7ee08a", "h114", "light green"),
        "lost": Colour("#ff8a80", "h210", "light red"),
        "warning": Colour("#ffd34d", "h221", "yellow"),
    },
)

# Without colour: what is held stands out, what is said loudly is bold.
_WITHOUT_COLOUR: Final = {
    "lifted": ",standout",
    "cursor": ",underline",
    "bar": ",standout",
    "lit": ",standout",
    "hinted": ",standout",
    "chosen": "",
}


def attribute(role: str, theme: Theme, colours: Colours) -> AttrSpec:
    """How a role is shown on a terminal of so many colours."""
    surface, _, ink = role.partition(" ")
    ink = ink or "text"
    bold = ",bold" if ink in theme.bold else ""
    if colours == 1:
        return AttrSpec("default" + bold + _WITHOUT_COLOUR.get(surface, ""), "default")
    palette: Colours = colours if colours in (256, 2**24) else 16
    return AttrSpec(theme.inks[ink].at(palette) + bold, theme.surfaces[surface].at(palette), palette)
