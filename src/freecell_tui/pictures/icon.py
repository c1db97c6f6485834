"""The program's icon: two cards on felt, as they lie on the table."""

from typing import Final, NamedTuple

from freecell_tui.engine import Card
from freecell_tui.pictures.cards import HEIGHT, WIDTH, Colours, define_suits, draw_card
from freecell_tui.pictures.svg import Svg

ICON: Final = "share/icons/hicolor/scalable/apps/freecell-tui.svg"
"""The path under which it is installed: menus know it by the file's name."""

SIZE: Final = 256
"""The width and height of the icon, which is seen at 16 to 512 pixels."""

_EDGE: Final = 8  # around the felt
_SCALE: Final = 1.14


class _Lying(NamedTuple):
    """A card, where its middle is, and its turn in degrees clockwise."""

    card: Card
    x: float
    y: float
    turn: float


_CARDS: Final = (_Lying(Card.parse("AH"), 96, 122, -14), _Lying(Card.parse("AS"), 162, 136, 10))


def icon() -> str:
    """Return the icon as SVG."""
    colours = Colours()
    picture = Svg.picture(SIZE, SIZE, "FreeCell", "The aces of hearts and spades on green felt.")
    define_suits(picture)
    drawn = picture.add("g", fill="none", stroke_linecap="round", stroke_linejoin="round")
    felt = SIZE - 2 * _EDGE
    drawn.box(_EDGE, _EDGE, felt, felt, rx=44.0, fill=colours.felt, stroke=colours.bar, stroke_width=6)
    for card, x, y, turn in _CARDS:
        draw_card(drawn.put("g", x, y, turn=turn, scale=_SCALE).put("g", -WIDTH / 2, -HEIGHT / 2), card, colours)
    return str(picture)
