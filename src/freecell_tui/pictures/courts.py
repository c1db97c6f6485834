"""Jacks, queens and kings: a bust in a panel, and the same upside down."""

from typing import Final

from freecell_tui.engine import Card
from freecell_tui.pictures.svg import Svg

JACK: Final = 11

_GOLD: Final = "#d9a93a"
_SKIN: Final = "#f2d2ae"
_DARK: Final = "#2a2018"
_HAIR: Final = {False: "#4a3222", True: "#b9782c"}
"""The colour of the hair by whether the suit is red."""

# Everything is drawn around the middle of the card, which is the lower edge of each bust.
_ROBE: Final = "M-24 0V-7C-19-15-10-18 0-18 10-18 19-15 24-7V0Z"
_COLLAR: Final = {
    11: "M-9-18 0-6 9-18 0-15Z",
    12: "M-12-17C-8-9 8-9 12-17 6-15-6-15-12-17Z",
    13: "M-12-17.4-4 0H4L12-17.4 6-18 0-5-6-18Z",
}
_BEHIND: Final = {
    11: "M-11-29C-12-40 12-40 11-29L12-18H-12Z",
    12: "M-11-29C-12-42 12-42 11-29 11-20 14-14 17-11 8-15-8-15-17-11-14-14-11-20-11-29Z",
    13: "M-10.5-30C-11-40 11-40 10.5-30L11-21H-11Z",
}
_BEARD: Final = "M-8.6-28C-9-16-5-11 0-8.5 5-11 9-16 8.6-28 6-24-6-24-8.6-28Z"
_CROWNS: Final = {
    11: "M-12-36C-13-46-6-48 1-48 8-48 13-44 12-36 6-39-6-39-12-36ZM6-46C9-53 15-55 20-54 19-48 14-44 9-43Z",
    12: "M-10-37-13-48-6.5-43-3-50 0-44 3-50 6.5-43 13-48 10-37C5-39-5-39-10-37Z",
    13: "M-11-37-13-49-6-43-2-49V-51H-4V-53H-2V-55H2V-53H4V-51H2V-49L6-43 13-49 11-37C5-39-5-39-11-37Z",
}


def draw_court(svg: Svg, card: Card, ink: str, panel: str) -> None:
    """Draw the panel of a court card around the origin, tinted with a colour; robe and cap are in `ink`."""
    svg.box(-25, -58, 50, 116, rx=4, fill=panel, fill_opacity=0.4, stroke=_GOLD, stroke_width=1.6)
    for turn in (0, 180):
        _draw_bust(svg.put("g", 0, 0, turn=turn), card, ink)
    svg.add("path", d="M-25 0H25", stroke=_GOLD, stroke_width=3)


def _draw_bust(svg: Svg, card: Card, ink: str) -> None:
    hair = _HAIR[card.is_red]
    svg.add("path", d=_BEHIND[card.rank], fill=hair)
    svg.add("path", d=_ROBE, fill=ink)
    svg.add("path", d=_COLLAR[card.rank], fill=_GOLD)
    svg.add("ellipse", cx=0, cy=-28, rx=8, ry=9.5, fill=_SKIN)
    if card.rank == JACK + 2:
        svg.add("path", d=_BEARD, fill=hair)
        svg.add("path", d="M-2.6-21.5Q0-20 2.6-21.5", stroke=_SKIN, stroke_width=1.2)
    else:
        svg.add("path", d="M-2.2-22.6Q0-21.2 2.2-22.6", stroke=ink, stroke_width=1.2)
    svg.add("path", d="M-3.2-29.5V-29M3.2-29.5V-29", stroke=_DARK, stroke_width=1.7)
    svg.add("path", d=_CROWNS[card.rank], fill=ink if card.rank == JACK else _GOLD)
