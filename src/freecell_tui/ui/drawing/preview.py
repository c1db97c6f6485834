"""A small picture of a table, for lists of games: as the painter draws it, without the bars."""

from typing import Final

from freecell_tui.engine import Game, Variant
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Surface

NARROWEST: Final = 36
"""The cells that twelve piles need side by side: as many free cells and foundations as a game may have."""

_BAR: Final = 1
# From this height on there is a row of felt above the cards.
_ROOMY: Final = 12


class Preview:
    """Draws tables in the player's appearance, each as large as its box allows."""

    def __init__(self, glyphs: Glyphs, appearance: Appearance, *, colour: bool) -> None:
        self._glyphs = glyphs
        self._appearance = appearance
        self._colour = colour
        self._painters: dict[tuple[tuple[int, int], Variant], Painter] = {}

    def draw(self, surface: Surface, box: Box, game: Game) -> None:
        """Draw a game's table in a box."""
        first = 0 if box.height >= _ROOMY else _BAR
        picture = Surface(box.width, first + box.height + _BAR)
        self._painter((picture.width, picture.height), game.variant).paint(picture, Scene(game.board))
        surface.paste(picture, box.x, box.y, range(first, first + box.height))

    def _painter(self, size: tuple[int, int], variant: Variant) -> Painter:
        painter = self._painters.get((size, variant))
        if painter is None:
            painter = self._appearance.painter(size, variant, self._glyphs, colour=self._colour)
            self._painters[size, variant] = painter
        return painter
