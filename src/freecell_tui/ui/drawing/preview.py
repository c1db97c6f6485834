"""A small picture of a table: what the painter draws, without the bars."""

from typing import Final

from freecell_tui.engine import Game, Variant
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, Layout
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Surface

NARROWEST: Final = 36
"""The cells that twelve piles need side by side: as many cells and foundations as a game may have."""

_BAR: Final = 1
# From so many rows on there is a row of felt above the cards.
_ROOMY: Final = 12


class Preview:
    """Draws tables in a player's taste, each as large as it can be in its box."""

    def __init__(self, glyphs: Glyphs, appearance: Appearance, *, colour: bool) -> None:
        self._glyphs = glyphs
        self._taste = appearance
        self._colour = colour
        self._painters: dict[tuple[int, int, Variant], Painter] = {}

    def draw(self, surface: Surface, box: Box, game: Game) -> None:
        """Draw the table of a game in a box."""
        first = 0 if box.height >= _ROOMY else _BAR
        picture = Surface(box.width, first + box.height + _BAR)
        self._painter(picture, game.variant).paint(picture, Scene(game.board))
        surface.paste(picture, box.x, box.y, range(first, first + box.height))

    def _painter(self, picture: Surface, variant: Variant) -> Painter:
        drawn_for = (picture.width, picture.height, variant)
        if drawn_for not in self._painters:
            self._painters[drawn_for] = Painter(
                Layout(*drawn_for, self._taste.card_size),
                self._glyphs,
                colour=self._colour,
                four_colours=self._taste.four_colours,
                pattern=self._taste.theme.pattern[self._glyphs.are_ascii],
            )
        return self._painters[drawn_for]
