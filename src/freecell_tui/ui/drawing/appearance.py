"""The look that the player has chosen: theme, colours, size of the cards, and keys on the cells."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from freecell_tui.engine import FreecellError, Game, Suit, Variant
from freecell_tui.storage.settings import DEFAULTS, CardLook, CardSize, Settings
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.cards.style import Deck
from freecell_tui.ui.drawing.glyphs import ASCII, CARD_BACKS, UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Box, Size, Surface, fits
from freecell_tui.ui.drawing.themes.theme import FOUR_INKS, TWO_INKS, Theme
from freecell_tui.ui.keymap import keymap_from

NARROWEST: Final = 36
"""The least width of a table, in cells: room for the most free cells and foundations, twelve piles."""

_ROOMY: Final = 12
"""The height, in rows, from which a small table has a row of felt above the cards."""
_SPARE_ROWS: Final = 5
"""The rows that a small table may lack for the longest columns."""
_WIDE: Final = 240
_MAGNIFIED: Final = (60, 50, 38, 30)
"""The columns and rows of the windows whose cards the magnifier shows."""


class Appearance(NamedTuple):
    """The theme and the settings that decide how a table is drawn."""

    theme: Theme
    settings: Settings = DEFAULTS
    pile_keys: Mapping[str, str] = MappingProxyType({})
    """The keys of piles with other keys than their letters, by letter."""

    def pattern(self, glyphs: Glyphs) -> str:
        """Return the characters of the pattern on the backs of cards."""
        unicode_marks, ascii_marks = CARD_BACKS.get(self.settings.card_back, self.theme.pattern)
        return unicode_marks if glyphs.has_full_unicode else ascii_marks

    @property
    def suit_inks(self) -> Mapping[Suit, str]:
        return FOUR_INKS if self.settings.four_colours else TWO_INKS

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours as `#rrggbb`, by names of inks, surfaces and suits."""
        inks = {name: colour.true for name, colour in self.theme.inks.items()}
        surfaces = {name: colour.true for name, colour in self.theme.surfaces.items()}
        return inks | surfaces | {suit.name: inks[ink] for suit, ink in self.suit_inks.items()}

    def painter(self, size: Size, variant: Variant, glyphs: Glyphs, spare_rows: int = 0) -> Painter:
        """Return a painter for a variant's table of `size` columns and rows."""
        settings = self.settings
        return Painter(
            Layout(*size, variant, settings.card_size, spare_rows),
            glyphs,
            deck=Deck(self.pattern(glyphs), settings.cards is CardLook.PLAIN, self.suit_inks),
            pile_keys={letter: key for letter, key in self.pile_keys.items() if len(key) == 1 and glyphs.shows(key)},
            has_thick_cursor=settings.thick_cursor,
        )

    def magnifier(self, room: Size, variant: Variant, glyphs: Glyphs) -> Painter:
        """Return a painter of the largest cards that fit in a room of columns and rows."""
        largest = self._replace(settings=replace(self.settings, card_size=CardSize.AUTO))
        painters = [largest.painter((_WIDE, height), variant, glyphs) for height in _MAGNIFIED]
        fitting = (each for each in painters if fits(room, (each.layout.card_width, each.layout.shape.height)))
        return next(fitting, painters[-1])

    def draw_table(self, surface: Surface, box: Box, game: Game, glyphs: Glyphs) -> None:
        """Draw a game's table without bars, as large as a box allows."""
        first = 0 if box.height >= _ROOMY else 1
        size = box.width, first + box.height + 1
        picture = Surface(*size)
        self.painter(size, game.variant, glyphs, _SPARE_ROWS).paint(picture, Scene(game.board))
        surface.paste(picture, box.x, box.y, range(first, first + box.height))


def appearance_from(settings: Settings, terminal: Glyphs, *, is_light: bool = False) -> tuple[Glyphs, Appearance, str]:
    """Return the glyphs, the appearance, and the theme's error or ''.

    `terminal` are the glyphs that the terminal can show; `is_light` tells whether its background is light.
    The default theme takes the place of a theme that cannot be loaded.
    """
    theme, error = themes.default(), ""
    try:
        theme = themes.load(settings.theme, themes.user_folder(), is_light=is_light)
    except FreecellError as reason:
        error = str(reason)
    glyphs = {CardLook.ASCII: ASCII, CardLook.PICTURES: UNICODE}.get(settings.cards, terminal)
    if settings.cards is CardLook.LETTERS:
        glyphs = terminal._replace(suits=ASCII.suits)
    return glyphs, Appearance(theme, settings, keymap_from(settings)[0].pile_marks), error
