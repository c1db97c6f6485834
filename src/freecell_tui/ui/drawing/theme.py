"""What a theme is: the colours of the table, as data.

What is drawn is named by what it lies on and what it is drawn in: `card red`, `felt rim`. A theme gives each surface
and each ink its colour, at 2^24 colours, at 256 and at 16; without colour the painter draws outlines, and only weight
and reversal are left.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from urwid import AttrSpec

from freecell_tui.ui.drawing import palette

Colours = Literal[1, 16, 88, 256, 16777216]
"""How many colours a terminal has, as urwid tells them apart."""

LOOKS: Final = ("card", "lifted", "cursor", "found", "hinted", "related")
"""The surfaces of a card that lies with its face up."""

SURFACES: Final = (*LOOKS, "back", "felt", "shadow", "well", "target", "lit", "bar", "chosen")
INKS: Final = (
    *("red", "black", "blue", "green", "edge", "frame", "pattern"),
    *("shadow", "line", "mark", "number", "target", "rim", "refused", "cursor"),
    *("text", "quiet", "title", "winnable", "lost", "warning"),
)

WRITTEN: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(LOOKS, ("red", "black", "blue", "green")),
    "felt": ("number",),
    "well": ("mark", "cursor"),
    "target": ("target",),
    "lit": ("rim", "refused"),
    "bar": ("text", "quiet", "title", "winnable", "lost", "warning"),
    "chosen": ("text", "quiet", "title", "winnable", "lost", "warning"),
}
"""The inks that letters, digits and suits are written in, by the surface they are written on."""

_BOLD: Final = frozenset({"red", "black", "blue", "green", "title"})

# Without colour: what is held stands out, what is said loudly is bold.
_WITHOUT_COLOUR: Final = {
    "lifted": ",standout",
    "cursor": ",underline",
    "found": ",standout,underline",
    "related": ",italics",
    "bar": ",standout",
    "lit": ",standout",
    "hinted": ",standout",
}


@dataclass(frozen=True, slots=True)
class Colour:
    """One colour: as `#rrggbb`, and as a number of xterm's 256 and one of its first sixteen if they are given."""

    true: str
    high: int | None = None
    basic: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of a table, and the pattern on the backs of its cards: one or two marks, in Unicode and in ASCII."""

    name: str
    about: str
    surfaces: Mapping[str, Colour]
    inks: Mapping[str, Colour]
    pattern: tuple[str, str]


def attribute(role: str, theme: Theme, colours: Colours) -> AttrSpec:
    """How a role is shown on a terminal of so many colours."""
    surface, _, ink = role.partition(" ")
    ink = ink or "text"
    bold = ",bold" if ink in _BOLD else ""
    if colours == 1:
        return AttrSpec("default" + bold + _WITHOUT_COLOUR.get(surface, ""), "default")
    known: Colours = colours if colours in (256, 2**24) else 16
    return AttrSpec(_name(theme, ink, known, "ink") + bold, _name(theme, surface, known, "surface"), known)


def _name(theme: Theme, entry: str, colours: Colours, kind: Literal["ink", "surface"]) -> str:
    """The name that urwid has for a colour in a palette of 16, 256 or 2^24."""
    if colours == 16:  # noqa: PLR2004 - a number of colours
        surfaces, inks = sixteen(theme)
        return palette.URWID_NAMES[(inks if kind == "ink" else surfaces)[entry]]
    colour = (theme.inks if kind == "ink" else theme.surfaces)[entry]
    return colour.true if colours > 256 else f"h{high(colour)}"  # noqa: PLR2004


def high(colour: Colour) -> int:
    """A colour's number among xterm's 256: the one that is given, or the nearest."""
    return palette.nearest_of_256(colour.true) if colour.high is None else colour.high


# Sixteen colours have no dark grounds to tell apart, on which red and blue could be read as well as white: so cards are
# light, and green, which cannot be read on them, is magenta.
_LOOKS_IN_SIXTEEN: Final = {"card": 15, "lifted": 11, "cursor": 14, "found": 10, "hinted": 10, "related": 7}
_FACES_IN_SIXTEEN: Final = {"red": 1, "black": 0, "blue": 4, "green": 5, "edge": 8, "frame": 8}


@cache
def sixteen(theme: Theme) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """A theme's surfaces and inks as numbers of the sixteen colours: those that are given, or nearest ones.

    A dark surface stays dark and a light one light, and an ink can be read on the surfaces it is written on.
    """
    surfaces = {
        name: _basic(
            colour, _LOOKS_IN_SIXTEEN.get(name), palette.DARK if palette.is_dark(colour.true) else palette.LIGHT
        )
        for name, colour in theme.surfaces.items()
    }
    grounds = {ink: [surfaces[ground] for ground, inks in WRITTEN.items() if ink in inks] for ink in theme.inks}
    inks = {
        name: _basic(colour, _FACES_IN_SIXTEEN.get(name), palette.legible_on(grounds[name] or [surfaces["felt"]]))
        for name, colour in theme.inks.items()
    }
    return surfaces, inks


def _basic(colour: Colour, usual: int | None, choice: tuple[int, ...]) -> int:
    if colour.basic is not None:
        return colour.basic
    return palette.nearest_of(choice, colour.true) if usual is None else usual
