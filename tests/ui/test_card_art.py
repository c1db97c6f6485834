"""The sprites that large cards are drawn from."""

from itertools import product

import pytest

from freecell_tui.engine import DECK, FREECELL, Card, Suit
from freecell_tui.ui.drawing.cards.pixels import SUIT_WIDTHS, court_picture, hollow, sprites, suit_picture
from freecell_tui.ui.drawing.cards.style import CardStyle, Deck
from freecell_tui.ui.drawing.glyphs import UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import LEAST_LARGE_ROWS, Layout
from freecell_tui.ui.drawing.surface import Box, Surface
from support.screenshots import Picture, index_of
from support.ui_driver import Point

DIFFERENT = [card for card in DECK if card.rank in (1, 8, 10, 11, 12, 13)]
"""The cards with the narrowest rank, a usual one, the widest ones, and all pictures."""
RED = (Suit.DIAMONDS, Suit.HEARTS)


def test_every_picture_is_as_wide_in_each_of_its_rows_and_no_two_are_the_same(subtests: pytest.Subtests) -> None:
    for name, rows in sprites().items():
        with subtests.test(name=name):
            assert len({len(row) for row in rows}) == 1
            assert set("".join(rows)) <= set(" #GgSEMHRTF")
    # A zero is as round as an O.
    assert len(set(sprites().values())) == len(sprites()) - 1
    for width in SUIT_WIDTHS:
        for suit in Suit:
            with subtests.test(width=width, suit=suit):
                picture = suit_picture(suit, width)
                assert (len(picture), len(picture[0])) == (width, width)
                assert (suit_picture(suit, width, is_hollow=True) == hollow(picture)) == (suit in RED)
    for kind in ("large head", "head", "bust", "small", "portrait"):
        with subtests.test(kind=kind):
            clubs, spades = (court_picture(Card.parse(face), kind) for face in ("KC", "KS"))
            assert clubs != spades
            assert (len(clubs), len(clubs[0])) == (len(spades), len(spades[0]))


@pytest.mark.parametrize("glyphs", [UNICODE, UNICODE.for_one_colour()])
@pytest.mark.parametrize("size", [(128, 45), (160, 48), (200, 60)])
def test_a_large_card_of_any_height_is_legible_and_no_suit_or_figure_on_it_touches_another(
    size: Point, glyphs: Glyphs
) -> None:
    layout = Layout(*size, FREECELL)
    style, shape = CardStyle(layout, glyphs, Deck()), layout.shape
    for height, card in product(range(LEAST_LARGE_ROWS, shape.height + 1), DIFFERENT):
        surface, box = Surface(layout.card_width, height), Box(0, 0, layout.card_width, height)
        style.card(surface, box, card, "card", covered=False)
        picture = Picture(surface)
        assert index_of(picture, box, card, glyphs) is not None, (card, height)
        pixels = picture.pixels(box)
        drawn = {(x, y): pixel for y, row in enumerate(pixels) for x, pixel in enumerate(row) if is_drawn(pixel)}
        parts = parts_of({at for at, pixel in drawn.items() if not pixel.startswith("art.")})
        # A rank with a suit, perhaps a picture beside, or two ranks and a suit between: 10 and hollow suits have more.
        assert len(parts) >= 2, (card, height)
        figure = {at for at, pixel in drawn.items() if pixel.startswith("art.")}
        assert all(figure.isdisjoint(neighbours(at)) for part in parts for at in part), (card, height)


def is_drawn(pixel: str) -> bool:
    return "." in pixel and not pixel.endswith(".edge")


def neighbours(at: Point) -> set[Point]:
    x, y = at
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def parts_of(points: set[Point]) -> list[set[Point]]:
    """Return the connected parts of a picture."""
    parts, left = [], set(points)
    while left:
        part, edge = set[Point](), {left.pop()}
        while edge:
            part |= edge
            left -= edge
            edge = {near for at in edge for near in neighbours(at)} & left
        parts.append(part)
    return parts
