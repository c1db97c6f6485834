"""Small pictures of cards and piles, for the help."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from freecell_tui.engine import FREECELL, Card
from freecell_tui.storage.settings import CardSize
from freecell_tui.ui.drawing.cards.style import CardStyle, Deck
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, Layout
from freecell_tui.ui.drawing.surface import Surface

# They are drawn as on the table, from a few rows of text.
#
#     10♥  K♣        10♥  K♣
#          9♠   →     9♠
#          8♦         8♦
#
# Cards below one another are a column, `[a]` and `[♥]` are an empty cell and an empty foundation, and `→` is an arrow.


_ARROW: Final = "→"
_WIDE_GAP: Final = 3
"""As many blanks between two columns of the text leave a wider gap in the picture."""


class _Shape(NamedTuple):
    """How large the cards are, the gap between two of them, and the felt on either side of all."""

    size: CardSize
    width: int
    height: int
    gap: int
    margin: int


_SHAPES: Final = (
    _Shape(CardSize.NORMAL, 7, 3, 2, 2),
    _Shape(CardSize.NORMAL, 6, 3, 1, 2),
    _Shape(CardSize.COMPACT, 5, 1, 1, 1),
    _Shape(CardSize.COMPACT, 3, 1, 1, 0),
)
# Screens with cards of these sizes, for the styles.
_SCREENS: Final = {CardSize.NORMAL: (80, 24), CardSize.COMPACT: (40, 16)}


class CardPicture:
    """A picture in the largest cards with which it is no wider than `width`; compact ones, if `is_compact`."""

    def __init__(self, rows: Sequence[str], width: int, *, is_compact: bool) -> None:
        self._piles = _piles(rows)
        shapes = _SHAPES if not is_compact else [shape for shape in _SHAPES if shape.size is CardSize.COMPACT]
        self._shape = next((shape for shape in shapes if self._places(shape)[-1] <= width), _SHAPES[-1])
        self.width = self._places(self._shape)[-1]
        self._top = int(self._shape.size is CardSize.NORMAL)
        self.height = max(len(words) for words, _ in self._piles) - 1 + self._shape.height + 2 * self._top

    def _places(self, shape: _Shape) -> list[int]:
        """Return where each pile begins, and how wide the picture is."""
        places, x = [], shape.margin
        for number, (words, gap) in enumerate(self._piles):
            if number:
                x += shape.gap * (2 if gap >= _WIDE_GAP else 1)
            places.append(x)
            x += 1 if words == [_ARROW] else shape.width
        return [*places, x + shape.margin]

    def draw(self, glyphs: Glyphs, *, four_colours: bool) -> Surface:
        """Return the picture on felt."""
        surface = Surface(self.width, self.height)
        layout = Layout(*_SCREENS[self._shape.size], FREECELL)
        style = CardStyle(layout, glyphs, Deck(four_colours=four_colours))
        for (words, _), x in zip(self._piles, self._places(self._shape), strict=False):
            if words == [_ARROW]:
                surface.text(x, self.height // 2, glyphs.arrows[1], "felt number")
                continue
            for number, word in enumerate(words):
                covered = number < len(words) - 1
                box = Box(x, self._top + number, self._shape.width, 1 if covered else self._shape.height)
                if word.startswith("["):
                    style.well(surface, box, glyphs.displayable(word.strip("[]")), "line")
                else:
                    style.shadow(surface, box, below=box.height > 1)
                    style.card(surface, box, Card.parse(word), "card", covered=covered)
        return surface


def _piles(rows: Sequence[str]) -> list[tuple[list[str], int]]:
    """Return the piles of a text from left to right, each with the blanks before it: words below one another."""
    used = "".join("#" if any(row[x : x + 1].strip() for row in rows) else " " for x in range(max(map(len, rows))))
    places = [found.span() for found in re.finditer("#+", used)]
    gaps = [start - end for (start, _), (_, end) in zip(places, [(0, 0), *places], strict=False)]
    words = ([word for row in rows if (word := row[slice(*place)].strip())] for place in places)
    return list(zip(words, gaps, strict=True))
