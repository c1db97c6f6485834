"""The colours of a theme, as pictures of games take them."""

from freecell_tui.engine import Suit
from freecell_tui.pictures.cards import Colours
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.cards.style import FOUR_INKS, TWO_INKS


def picture_colours(appearance: Appearance) -> Colours:
    """Return the colours of pictures in the player's theme."""
    surfaces = {name: colour.true for name, colour in appearance.theme.surfaces.items()}
    inks = {name: colour.true for name, colour in appearance.theme.inks.items()}
    of_suits = FOUR_INKS if appearance.four_colours else TWO_INKS
    clubs, diamonds, hearts, spades = (inks[of_suits[suit]] for suit in Suit)
    return Colours(
        felt=surfaces["felt"],
        shadow=surfaces["shadow"],
        well=surfaces["well"],
        line=inks["line"],
        card=surfaces["card"],
        edge=inks["edge"],
        suits=(clubs, diamonds, hearts, spades),
        bar=surfaces["bar"],
        title=inks["title"],
        quiet=inks["quiet"],
        winnable=inks["winnable"],
        lost=inks["lost"],
        warning=inks["warning"],
    )
