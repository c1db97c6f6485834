"""How single cards and places are drawn: solid on felt, or in outline where there is no colour.

A card is drawn in a state, such as `card`, `lifted` or `cursor`: the surface of its roles, whose colours are the
theme's.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from freecell_tui.controller.later import later
from freecell_tui.engine import Card, Suit
from freecell_tui.storage.settings import Faces
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, Layout
from freecell_tui.ui.drawing.solid import Solid
from freecell_tui.ui.drawing.surface import Surface

TWO_INKS: Final = {Suit.CLUBS: "black", Suit.DIAMONDS: "red", Suit.HEARTS: "red", Suit.SPADES: "black"}
FOUR_INKS: Final = {Suit.CLUBS: "green", Suit.DIAMONDS: "blue", Suit.HEARTS: "red", Suit.SPADES: "black"}


class CardStyle(Protocol):
    """How single cards and places are drawn: `Solid` or `Outline`."""

    def ink(self, state: str, card: Card) -> str:
        """Return the role of a card's rank and suit."""

    def card(self, surface: Surface, box: Box, card: Card, state: str, *, covered: bool) -> None:
        """Draw a card, or the rows of it that show while another covers it."""

    def back(self, surface: Surface, box: Box, *, covered: bool) -> None:
        """Draw a card that lies face down."""

    def blank(self, surface: Surface, box: Box, state: str) -> None:
        """Draw a card without rank and suit."""

    def well(self, surface: Surface, box: Box, mark: str, ink: str, note: str = "") -> None:
        """Draw an empty place with its letter or suit, and a note; `rim`, `chosen` and `refused` highlight it."""

    def shadow(self, surface: Surface, box: Box, *, below: bool) -> None:
        """Draw the shadow of a card to its right, and `below` it."""


class Deck(NamedTuple):
    """What the cards look like: the marks on their backs, their faces, and the suits' colours.

    `on_wood` is whether the table below them has a grain, and a rule above the free cells.
    """

    pattern: str = "#"
    faces: Faces = Faces.ART
    four_colours: bool = False
    on_wood: bool = False


_OUTLINE: Final[Callable[..., CardStyle]] = later("ui.drawing.outline", "Outline")


def card_style(layout: Layout, glyphs: Glyphs, deck: Deck, *, colour: bool) -> CardStyle:
    """Return the style for a screen with or without `colour`."""
    if colour:
        return Solid(layout, glyphs, deck.pattern, FOUR_INKS if deck.four_colours else TWO_INKS, deck.faces)
    return _OUTLINE(layout, glyphs, deck.pattern, deck.faces)
