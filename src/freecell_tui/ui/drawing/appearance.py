"""How the player wants the table to look: the theme, the colours, the size of the cards, and the cells' keys."""

from collections.abc import Mapping
from typing import NamedTuple

from freecell_tui.engine import FreecellError, Suit, Variant
from freecell_tui.storage.settings import CardBack, CardLook, CardSizeLimit, KeyPreset, Settings
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.cards.style import Deck
from freecell_tui.ui.drawing.glyphs import ASCII, CARD_BACKS, UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Painter
from freecell_tui.ui.drawing.themes.theme import FOUR_INKS, TWO_INKS, Theme
from freecell_tui.ui.keymap import PILE_KEYS


class Appearance(NamedTuple):
    """The settings that decide how a table is drawn."""

    theme: Theme
    four_colours: bool = False
    card_size: CardSizeLimit = CardSizeLimit.AUTO
    keymap: KeyPreset = KeyPreset.DEFAULT
    card_back: CardBack = CardBack.THEME
    has_plain_cards: bool = False

    def pattern(self, glyphs: Glyphs) -> str:
        """Return the one or two marks on the backs of the cards."""
        return CARD_BACKS.get(self.card_back, self.theme.pattern)[not glyphs.has_full_unicode]

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours for pictures, as `#rrggbb`: those of inks, surfaces and suits by their names."""
        inks = {name: colour.true for name, colour in self.theme.inks.items()}
        surfaces = {name: colour.true for name, colour in self.theme.surfaces.items()}
        of_suits = FOUR_INKS if self.four_colours else TWO_INKS
        return inks | surfaces | {suit.name: inks[of_suits[suit]] for suit in Suit}

    def painter(self, size: tuple[int, int], variant: Variant, glyphs: Glyphs, *, colour: bool) -> Painter:
        """Return a painter, with its layout, of a variant's table in `size` columns and rows."""
        return Painter(
            Layout(*size, variant, self.card_size),
            glyphs,
            colour=colour,
            deck=Deck(self.pattern(glyphs), self.has_plain_cards, self.four_colours),
            pile_keys=PILE_KEYS[self.keymap],
        )


def appearance_from(settings: Settings, terminal: Glyphs, *, is_light: bool = False) -> tuple[Glyphs, Appearance, str]:
    """Return the glyphs and the appearance of `settings`, and why the theme cannot be loaded, or ''.

    The default theme stands in for one that cannot be loaded; `terminal` are the glyphs that the terminal can show, and
    `is_light` is whether its background is light.
    """
    theme, error = themes.default(), ""
    try:
        theme = themes.load(settings.theme, themes.user_folder(), is_light=is_light)
    except FreecellError as reason:
        error = str(reason)
    appearance = Appearance(
        theme,
        settings.four_colours,
        settings.card_size,
        settings.keymap,
        settings.card_back,
        settings.cards is CardLook.PLAIN,
    )
    glyphs = {CardLook.ASCII: ASCII, CardLook.PICTURES: UNICODE}.get(settings.cards, terminal)
    if settings.cards is CardLook.LETTERS:
        glyphs = terminal._replace(suits=ASCII.suits)
    return glyphs, appearance, error
