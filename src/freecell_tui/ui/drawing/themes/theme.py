"""Themes, and the colours of roles on a terminal.

A role names the look of a cell: a surface and an ink, as in `card red` or `felt rim`. The role of a compact card that
is highlighted in colour says so: `found red compact`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from urwid import AttrSpec

from freecell_tui.engine import Suit
from freecell_tui.ui.drawing.themes import palette

Colours = palette.Colours
Number = palette.Number

CARD_STATES: Final = ("card", "lifted", "cursor", "found", "hinted", "related")
SURFACES: Final = (*CARD_STATES, "back", "felt", "shadow", "well", "target", "lit", "bar", "chosen")
INKS: Final = (
    *("red", "black", "blue", "green", "edge", "frame", "pattern"),
    *("shadow", "line", "mark", "number", "target", "rim", "refused", "cursor"),
    *("text", "quiet", "title", "winnable", "lost", "warning"),
)
ART: Final = (
    *("panel", "gold", "brass", "skin", "lips", "eyes", "trim", "feather"),
    *("dark", "brown", "fair", "clubs", "diamonds", "hearts", "spades"),
)
"""The colours of court cards."""

SUIT_INKS: Final = ("red", "black", "blue", "green")
TWO_INKS: Final = {Suit.CLUBS: "black", Suit.DIAMONDS: "red", Suit.HEARTS: "red", Suit.SPADES: "black"}
FOUR_INKS: Final = {Suit.CLUBS: "green", Suit.DIAMONDS: "blue", Suit.HEARTS: "red", Suit.SPADES: "black"}

TEXT_INKS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(CARD_STATES, SUIT_INKS),
    "felt": ("number",),
    "well": ("mark", "cursor"),
    "target": ("target",),
    "lit": ("rim", "refused"),
    "bar": ("text", "quiet", "title", "winnable", "lost", "warning"),
    "chosen": ("text", "quiet", "title", "winnable", "lost", "warning"),
}
"""The inks of letters, digits and suits, by the surfaces on which they must be legible."""

_BOLD: Final = frozenset({"red", "black", "blue", "green", "title"})
"""The inks of bold text. In sixteen colours inks of cards are not: xterm, PuTTY and more draw bold black in grey."""
# In the sixteen colours of some terminals these two inks are as dark as a chosen row.
_NOT_ON_CHOSEN: Final = ("winnable", "lost")

# Without colour: selected cards and messages are reversed, titles are bold. A sheet is the surface of a dialog.
_SHEET: Final = "sheet"
_ON_SHEET: Final = {"bar": _SHEET, "chosen": "bar"}
_SHEET_INKS: Final = {"quiet": ",faint", "warning": ",bold", "lost": ",bold"}
_WITHOUT_COLOUR: Final = {
    "lifted": ",standout",
    "cursor": ",underline",
    "found": ",standout,underline",
    "related": ",italics",
    "bar": ",standout",
    "lit": ",standout,italics",
    "hinted": ",standout",
    "pale": ",underline,italics",
    "tint": ",underline",
}

# Mixed surfaces: lifted cards that a move leaves behind are `pale`, and the last cards of targets have a `tint`.
MIXED: Final = ("pale", "tint")
_PARTS: Final = {"pale": (0.5, 0.4, 0.3, 0.2), "tint": (0.3, 0.35, 0.4, 0.2)}
_LEGIBLE: Final = 4.5
# A card that can safely go home is underlined in the colour of a hint: not every palette has a further colour.
_SAFE: Final = "safe"
_RELATED: Final = "related"
REFUSED: Final = "refused"
"""The surface of a card that blinks after a refused move."""

_REVERSED: Final = ",standout"
# Without colour, pixels on these surfaces are reversed; on `pale` cards only those of the rank.
_REVERSED_PIXELS: Final = frozenset(
    (_SAFE, REFUSED, "pale", *(surface for surface, look in _WITHOUT_COLOUR.items() if "standout" in look))
)

_QUIET: Final[Mapping[Number, int]] = {palette.BLACK: palette.DARK_GREY, palette.DARK_GREY: palette.BLACK}
"""The colours of large suits on dark wells, in sixteen colours."""

# A cell of two pixels. Two colours follow: a surface, an ink on a surface as in `card.red`, one of `ART`, or `IMPRINT`.
HALF: Final = "half"
IMPRINT: Final = "well.imprint"
"""A pixel of a large suit on an empty foundation: the ink of the line, but quiet in sixteen colours."""
_ART: Final = "art"

DIMMED: Final = "dimmed "
"""The prefix of a role behind a dialog."""
FILLED: Final = "filled "
"""The prefix of a blank cell filled with the role's ink; blocks would leave seams between rows in many fonts."""
SHADED: Final = "shaded "
"""The prefix of a cell with a shadow on the upper half, and the role's surface on the lower."""

_OTHERS: Final[dict[str, "Theme"]] = {}
"""The themes besides the screen's that cells are drawn in, by `@` and their names."""

FADED: Final = ("faded1 ", "faded2 ", "faded3 ")
"""The prefixes of a role that fades into the felt, in three steps."""
_SHADOW: Final = "shadow"
# A shadow that fills the gap between two columns. With fewer than 2^24 colours no colour is only a little darker than
# the felt, and a darker one would look like a bar, so the gap is felt.
_GAP: Final = "gap"
# Behind a dialog, blank felt would look the same, and a shadow does not stand out.
_NEVER_DIMMED: Final = ("felt", _SHADOW, _GAP)
_FELT_SHARES: Final = {DIMMED: 0.62, **dict(zip(FADED, (0.4, 0.68, 0.86), strict=True))}
"""The share of felt by prefix."""

_XTERM_FELT_SHARES: Final = _FELT_SHARES | {DIMMED: 0.66, **dict(zip(FADED, (0.4, 0.6, 0.72), strict=True))}
"""The share of felt by prefix in 256 colours, which have none or only lurid ones nearer to the felt."""

HEAT: Final = ("heat1 ", "heat2 ", "heat3 ", "heat4 ")
"""The prefixes of a cell filled with an ink on the bar, from pale to strong.

With 16 colours or fewer the cell has the ink itself, for marks that tell the strength.
"""
_BAR_SHARES: Final = dict(zip(HEAT, (0.76, 0.45, 0.2, 0.0), strict=True))
"""The share of the bar's colour by prefix."""
_PREFIXES: Final = frozenset({FILLED, SHADED, *_FELT_SHARES, *_BAR_SHARES})


@dataclass(eq=False)  # frozen and with slots it would take half a millisecond of the start
class Theme:
    """The colours of a table and the pattern on the cards."""

    name: str
    about: str
    surfaces: Mapping[str, palette.Colour]
    inks: Mapping[str, palette.Colour]
    pattern: tuple[str, str]
    """The marks on the backs of the cards, one or two, in Unicode and in ASCII."""
    suit_inks: Mapping[str, Mapping[str, palette.Colour]]
    """The suits' inks that differ on a surface, by surface and ink; used with 256 colours and more."""
    art: Mapping[str, palette.Colour]
    """The colours of court cards."""
    is_terminals: bool = False
    """Whether the terminal's own sixteen colours are used, however many the terminal has."""

    def ink(self, name: str, surface: str) -> palette.Colour:
        """Return the colour of an ink on a surface."""
        return self.suit_inks.get(surface, self.inks).get(name) or self.inks[name]


def in_theme(theme: Theme, role: str) -> str:
    """Return a role in the colours of another theme than the screen's."""
    _OTHERS[f"@{theme.name}"] = theme
    return f"@{theme.name} {role}"


def dimmed(role: str) -> str:
    return role if role in _NEVER_DIMMED or role.startswith(DIMMED) else DIMMED + role


def filled(role: str) -> str:
    """Return the role of a cell filled with the ink of `role`.

    A text in the cell has the colour of the surface.
    """
    return FILLED + role


def on_sheet(role: str) -> str:
    """Return the role of a dialog's cell without colours.

    The cell is plain, as a large reversed block would glare; a chosen row is reversed.
    """
    return " ".join(_ON_SHEET.get(word, word) for word in role.split(" "))


def in_one_ink(role: str) -> str:
    """Return the role of a text in a bar or a dialog in the ink of all such texts."""
    surface, _, ink = role.partition(" ")
    return f"{surface} text" if surface in ("bar", "chosen") and ink in TEXT_INKS[surface] else role


def attr_spec(role: str, theme: Theme, colours: Colours) -> AttrSpec:
    """Return a role as urwid's attributes."""
    if colours == 1:
        return AttrSpec(f"default{_without_colour(role)}", "default")
    first, _, rest = role.partition(" ")
    if first in _OTHERS:
        theme, role = _OTHERS[first], rest
    has_many = colours in (palette.MANY, palette.TRUE) and not theme.is_terminals
    depth: Colours = colours if has_many else palette.SIXTEEN
    ink, surface, styles = _look(role, theme, depth)
    if depth == palette.SIXTEEN and (palette.PAPER == ink != surface or surface == palette.PEN):
        # The terminal's background can only be an ink, and its ink a background, in reverse.
        ink, surface, styles = surface, palette.PAPER if ink == palette.PEN else ink, f"{styles},standout"
    return AttrSpec(palette.urwid_name(ink, depth) + styles, palette.urwid_name(surface, depth), depth)


def is_unseen(role: str, theme: Theme) -> bool:
    """Return whether a role is drawn on the terminal's background in its own colour.

    No attributes say that, so such a cell is blank.
    """
    return theme.is_terminals and _look(role, theme, palette.SIXTEEN)[:2] == (palette.PAPER, palette.PAPER)


def _without_colour(role: str) -> str:
    """Return the styles of a role on a terminal without colours.

    A style has a comma before its name.
    """
    first, _, rest = role.partition(" ")
    prefix = f"{first} "
    if first in _OTHERS or prefix in _BAR_SHARES:
        return _without_colour(rest)
    if prefix == SHADED:
        return ""
    if prefix == FILLED:
        return "" if _REVERSED in _without_colour(rest) else _REVERSED
    is_lit = prefix != DIMMED
    if first == HALF or (prefix in _FELT_SHARES and rest.startswith(HALF)):
        # If the two pixels of a cell differ, the upper one is drawn.
        state, _, ink = rest.rpartition(" ")[2].partition(".")
        is_reversed = (is_lit and state in _REVERSED_PIXELS) != bool(ink)
        faint = ",faint" if state == "well" or first != HALF else ""
        return faint + _REVERSED if is_reversed else faint
    if prefix in _FELT_SHARES:
        stays_filled = is_lit or rest.startswith(FILLED)
        is_reversed = stays_filled and _REVERSED in _without_colour(rest)
        return ",faint" + _REVERSED if is_reversed else ",faint"
    surface, ink = ("lit", REFUSED) if first == REFUSED else (first, rest or "text")
    # Red suits are hollow, and black ones bold.
    bold = ",bold" if ink in _BOLD and ink != "red" else ""
    styles = _WITHOUT_COLOUR.get("hinted" if surface == _SAFE else surface, "")
    styles = _SHEET_INKS.get(ink, "") if surface == _SHEET else styles
    # Underlined edges would make a card look like ruled paper.
    return bold + (styles.replace(",underline", "") if ink == "edge" else styles)


class _Look(NamedTuple):
    """The colours and styles of a role."""

    ink: Number
    surface: Number
    styles: str
    """The names of styles, with a comma before each."""


def _look(role: str, theme: Theme, depth: Colours) -> _Look:
    surface, _, rest = role.partition(" ")
    prefix = f"{surface} "
    if surface in _OTHERS:
        return _look(rest, _OTHERS[surface], depth)
    if prefix in _PREFIXES:
        below = _look(rest, theme, depth)
        if prefix in _BAR_SHARES and depth == palette.SIXTEEN:
            return below
        ink_colour, surface_colour = _changed(prefix, rest, theme, depth, below)
        return _Look(ink_colour, surface_colour, "")
    if surface == HALF:
        upper, lower = rest.split(" ")
        return _Look(_half(theme, upper, depth), _half(theme, lower, depth), "")
    if surface == REFUSED:
        return _look("lit refused", theme, depth)
    ink, _, is_compact = (rest or "text").partition(" ")
    bold, underline = ",bold" if ink in _BOLD else "", ""
    if surface == _SAFE or (surface == _RELATED and depth == palette.SIXTEEN):
        # Related cards are underlined, too, in sixteen colours, whose two lightest greys hardly differ.
        surface = "hinted" if surface == _SAFE else surface
        underline = ",underline" if bold else ""
    if depth == palette.SIXTEEN:
        bold = "" if ink in SUIT_INKS else bold
        ink = "title" if surface == "chosen" and ink in _NOT_ON_CHOSEN else ink
    written, ground = _pixel(theme, f"{surface}.{ink}", depth), _pixel(theme, surface, depth)
    if depth == palette.SIXTEEN and ink in SUIT_INKS:
        # Where red is hard to read, all suits are on labels as white as a card; on compact cards they are black.
        red = _pixel(theme, f"{surface}.red", depth)
        if min(palette.contrast(colour, ground) for colour in (written, red)) < _LEGIBLE:
            written, ground = (palette.BLACK, ground) if is_compact else (written, _pixel(theme, "card", depth))
    return _Look(written, ground, bold + underline)


@cache
def mixed_surface(theme: Theme, name: str) -> tuple[palette.Colour, str]:
    """Return a mixed surface's colour, and the surface of the inks.

    The colour is as strong as possible while text on it stays legible.
    """
    card, other = theme.surfaces["card"], theme.surfaces["lifted"] if name == "pale" else theme.inks["rim"]
    basic = basic_colours(theme)[0]["related"]
    seen = palette.xterm_colour(card)
    for part in _PARTS[name]:
        true = palette.mix(card.true, other.true, part)
        xterm = palette.nearest_xterm(palette.mix(seen, palette.xterm_colour(other), part))
        for inks in ("card", "lifted"):
            colours = [theme.ink(ink, inks) for ink in SUIT_INKS]
            in_true = min(palette.contrast(ink.true, true) for ink in colours)
            in_xterm = min(palette.contrast(palette.xterm_colour(ink), xterm) for ink in colours)
            if min(in_true, in_xterm) >= _LEGIBLE and xterm != seen:
                return palette.Colour(true, xterm, basic), inks
    return theme.surfaces["related"], "related"


def _pixel(theme: Theme, name: str, depth: Colours) -> Number:
    """Return the colour of a surface or, as in `card.red`, an ink."""
    surface, _, ink = name.partition(".")
    if _GAP in (surface, ink):
        instead = _SHADOW if depth == palette.TRUE else "felt"
        surface, ink = (instead, ink) if surface == _GAP else (surface, instead.removeprefix(surface))
    if surface == REFUSED:
        surface, ink = "lit", ink and REFUSED
    surface = "hinted" if surface == _SAFE else surface
    ink = "line" if name == IMPRINT else ink
    mixed = None
    if surface in MIXED:
        mixed, surface = mixed_surface(theme, surface)
    colour = theme.ink(ink, surface) if ink in theme.inks else mixed or theme.surfaces.get(surface) or theme.art[ink]
    if depth != palette.SIXTEEN:
        return colour.true if depth == palette.TRUE else palette.xterm_colour(colour)
    if surface == _ART:
        return colour.basic or 0
    surfaces, inks = basic_colours(theme)
    return inks[ink] if ink else surfaces[_RELATED if mixed else surface]


def _half(theme: Theme, name: str, depth: Colours) -> Number:
    """Return the colour of a pixel.

    Among sixteen colours, large suits and edges are quieter than their inks, which would outshine the cards.
    """
    surface, _, ink = name.partition(".")
    shown = _pixel(theme, name, depth)
    if depth != palette.SIXTEEN or ink not in ("imprint", "edge"):
        return shown
    ground = _pixel(theme, surface, depth)
    if ink == "imprint":
        return _QUIET.get(ground, shown)
    # A dark edge is thin in text, but half a row high in pixels.
    return shown if ground == palette.LIGHT_GREY else palette.LIGHT_GREY


def _changed(prefix: str, role: str, theme: Theme, depth: Colours, look: _Look) -> Sequence[Number]:
    """Return the ink and the surface of a role after a prefix."""
    ink, surface, _ = look
    if prefix == FILLED:
        return surface, ink
    if prefix == SHADED:
        return _pixel(theme, _SHADOW, depth), surface
    if prefix in _BAR_SHARES:
        return [palette.heat(ink, surface, _BAR_SHARES[prefix], tuple(_BAR_SHARES.values()))] * 2
    felt, share = _pixel(theme, "felt", depth), _FELT_SHARES[prefix]
    if depth != palette.SIXTEEN:
        share = _XTERM_FELT_SHARES[prefix] if depth == palette.MANY else share
        seen = {_pixel(theme, state, depth) for state in CARD_STATES}
        # The lines of wells need not stay visible in roles that have faded.
        line = None if role.startswith(FADED) else _pixel(theme, "well.line", depth)
        return [palette.faded(colour, felt, share, seen, line) for colour in (ink, surface)]
    if role.startswith(HALF):
        kinds = [palette.kind_of(pixel, (*CARD_STATES, *MIXED, _SAFE)) for pixel in role.split()[1:]]
        return palette.faded_pixels((ink, surface), felt, share, kinds)
    kind = palette.Ink.SURFACE if role.startswith((SHADED, *FADED)) else palette.Ink.TEXT
    return palette.basic_fade(
        (ink, surface), felt, share, palette.Ink.SHADOW if role.endswith((_SHADOW, _GAP)) else kind
    )


@cache
def basic_colours(theme: Theme) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return a theme's surfaces and inks in basic colours, given or nearest.

    A dark surface stays dark and a light one light, and text stays legible on the surfaces it is drawn on.
    """
    surfaces = {name: palette.basic_surface(name, colour) for name, colour in theme.surfaces.items()}
    backgrounds = {ink: [surfaces[name] for name, inks in TEXT_INKS.items() if ink in inks] for ink in theme.inks}
    inks = {
        name: palette.basic_ink(name, colour, backgrounds[name] or [surfaces["felt"]])
        for name, colour in theme.inks.items()
    }
    return surfaces, inks
