"""The sprites that large cards are drawn from."""

import pytest

from freecell_tui.engine import Card, Suit
from freecell_tui.ui.drawing.cards.pixels import SUIT_WIDTHS, court_picture, hollow, sprites, suit_picture

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
