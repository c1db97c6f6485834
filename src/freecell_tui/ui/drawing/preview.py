"""Small pictures: of tables without their bars, for lists of games, and of single cards and piles, for the help."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from freecell_tui.engine import FREECELL, Card, Game, Variant
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.cards.style import CardStyle, Deck
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, CardSize, Layout
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
        key = (picture.width, picture.height), game.variant
        if key not in self._painters:
            self._painters[key] = self._appearance.painter(*key, self._glyphs, colour=self._colour)
        self._painters[key].paint(picture, Scene(game.board))
        surface.paste(picture, box.x, box.y, range(first, first + box.height))


# Small pictures of cards, for the help: drawn as on the table, from a few rows of text.
#
#     10♥  K♣        10♥  K♣
#          9♠   →     9♠
#          8♦         8♦
#
# Cards below one another are a column, `[a]` and `[♥]` are an empty cell and an empty foundation, and `→` is an arrow.


_ARROW: Final = "→"
_WORD: Final = re.compile(r"\S+")
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


class _Pile(NamedTuple):
    """A column of words in the text, from the top; `gap` is the blanks before it, and `end` where it ends."""

    words: list[str]
    start: int
    end: int
    gap: int = 0


class CardPicture:
    """A picture in the largest cards with which it is no wider than `width`; compact ones, if `is_compact`."""

    def __init__(self, rows: Sequence[str], width: int, *, is_compact: bool) -> None:
        self._piles = _parse(rows)
        shapes = _SHAPES if not is_compact else [shape for shape in _SHAPES if shape.size is CardSize.COMPACT]
        self._shape = next((shape for shape in shapes if self._width(shape) <= width), _SHAPES[-1])
        self.width = self._width(self._shape)
        self._top = int(self._shape.size is CardSize.NORMAL)
        self.height = max(len(pile.words) for pile in self._piles) - 1 + self._shape.height + 2 * self._top

    def _width(self, shape: _Shape) -> int:
        """Return how wide the picture is with such cards."""
        *_, (pile, x) = self._placed(shape)
        return x + _width(pile, shape) + shape.margin

    def _placed(self, shape: _Shape) -> Iterator[tuple[_Pile, int]]:
        """Yield each pile with where it begins."""
        x = shape.margin
        for number, pile in enumerate(self._piles):
            if number:
                x += shape.gap * (2 if pile.gap >= _WIDE_GAP else 1)
            yield pile, x
            x += _width(pile, shape)

    def draw(self, glyphs: Glyphs, *, colour: bool, four_colours: bool) -> Surface:
        """Return the picture on felt."""
        surface = Surface(self.width, self.height)
        layout = Layout(*_SCREENS[self._shape.size], FREECELL)
        style = CardStyle(layout, glyphs, Deck(four_colours=four_colours), colour=colour)
        for pile, x in self._placed(self._shape):
            if pile.words == [_ARROW]:
                surface.text(x, self.height // 2, glyphs.arrows[1], "felt number")
            else:
                for number, word in enumerate(pile.words):
                    covered = number < len(pile.words) - 1
                    height = 1 if covered else self._shape.height
                    box = Box(x, self._top + number, self._shape.width, height)
                    if word.startswith("["):
                        style.well(surface, box, glyphs.displayable(word.strip("[]")), "line")
                    else:
                        style.shadow(surface, box, below=height > 1 and not covered)
                        style.card(surface, box, Card.parse(word), "card", covered=covered)
        return surface


def _width(pile: _Pile, shape: _Shape) -> int:
    return 1 if pile.words == [_ARROW] else shape.width


def _parse(rows: Sequence[str]) -> list[_Pile]:
    """Return the piles of a text from left to right: words that are below one another are of one pile."""
    piles: list[_Pile] = []
    for row in rows:
        for found in _WORD.finditer(row):
            start, end = found.span()
            at = next((at for at, pile in enumerate(piles) if start < pile.end and pile.start < end), None)
            if at is None:
                piles.append(_Pile([found[0]], start, end))
            else:
                pile = piles[at]
                piles[at] = _Pile([*pile.words, found[0]], min(start, pile.start), max(end, pile.end))
    piles.sort(key=lambda pile: pile.start)
    ends = [0, *(pile.end for pile in piles)]
    return [pile._replace(gap=pile.start - end) for pile, end in zip(piles, ends, strict=False)]
