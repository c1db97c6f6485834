"""Deal numbers give the tables that Microsoft's game, FreeCell Pro and PySol give."""

import re
from itertools import product
from random import Random

import pytest
from hypothesis import given
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from freecell_tui.engine import (
    DEAL_LIMIT,
    DECK,
    FREECELL,
    VARIANTS,
    NoSuchDeal,
    NotationError,
    Variant,
    check_deal,
    deal,
    deck,
    find_variant,
    is_deal,
    parse_deal,
    read_position,
    write_position,
)
from freecell_tui.engine.deals import neighbour
from support.strategies import cards_on, deal_numbers, variants

IN_PYSOL = {
    "freecell": "freecell",
    "bakers-game": "bakers_game",
    "eight-off": "eight_off",
    "forecell": "forecell",
    "seahaven-towers": "seahaven",
}
RANGES = ((1, 2**31), (2**31, 2**32), (2**32, 2**33))
"""The deals of Microsoft's game, of FreeCell Pro and of its later versions."""
EDGES = [1, 2, 32_000, 1_000_000, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**32 + 1, 2**33 - 1]


def dealt_by_pysol(number: int, name: str) -> str:
    game = PysolGame(IN_PYSOL[name], number, RandomBase.DEALS_MS)
    return str(game.calc_layout_string(CardRenderer(print_ts=True)))


def without_last_blanks(text: str) -> str:
    """PySol writes `2C - 3D -` or leaves the last free cells out, as it likes."""
    return re.sub(r"( -)+$", "", text, flags=re.MULTILINE)


def assert_dealt_as_in_pysol(number: int, variant: Variant) -> None:
    theirs = dealt_by_pysol(number, variant.name)
    assert deal(number, variant) == read_position(theirs, variant)
    assert without_last_blanks(write_position(deal(number, variant))) == without_last_blanks(theirs)


def test_deals_of_every_game_and_range_are_as_in_pysol() -> None:
    for (name, variant), numbers in product(VARIANTS.items(), RANGES):
        chance = Random(name)
        for _ in range(300 if variant == FREECELL else 100):
            assert_dealt_as_in_pysol(chance.randrange(*numbers), variant)


def test_the_first_and_last_deals_of_each_range_are_as_in_pysol() -> None:
    for variant, number in product(VARIANTS.values(), EDGES):
        assert_dealt_as_in_pysol(number, variant)


@pytest.mark.parametrize(
    ("number", "columns"),
    [
        (
            1,
            """
            JD KD 2S 4C 3S 6D 6S
            2D KC KS 5C TD 8S 9C
            9H 9S 9D TS 4S 8D 2H
            JC 5S QD QH TH QS 6H
            5D AD JS 4H 8H 6C
            7H QC AS AC 2C 3D
            7C KH AH 4D JH 8C
            5H 3H 3C 7S 7D TC""",
        ),
        (
            -1,
            """
            AC 3C 5C 7C 9C JC KC
            AD 3D 5D 7D 9D JD KD
            AH 3H 5H 7H 9H JH KH
            AS 3S 5S 7S 9S JS KS
            QC TC 8C 6C 4C 2C
            QD TD 8D 6D 4D 2D
            QH TH 8H 6H 4H 2H
            QS TS 8S 6S 4S 2S""",
        ),
        (
            -2,
            """
            AS KS QS JS TS 9S 8S
            AH KH QH JH TH 9H 8H
            AD KD QD JD TD 9D 8D
            AC KC QC JC TC 9C 8C
            7S 6S 5S 4S 3S 2S
            7H 6H 5H 4H 3H 2H
            7D 6D 5D 4D 3D 2D
            7C 6C 5C 4C 3C 2C""",
        ),
        (
            -3,
            """
            KS QS JS TS 9S 8S 7S
            KH QH JH TH 9H 8H 7H
            KD QD JD TD 9D 8D 7D
            KC QC JC TC 9C 8C 7C
            6S 5S 4S 3S 2S AS
            6H 5H 4H 3H 2H AH
            6D 5D 4D 3D 2D AD
            6C 5C 4C 3C 2C AC""",
        ),
    ],
)
def test_the_best_known_deals_lie_as_everyone_knows_them(number: int, columns: str) -> None:
    assert write_position(deal(number)).split() == columns.split()
    assert [len(column) for column in deal(number).columns] == [7, 7, 7, 7, 6, 6, 6, 6]


def test_a_number_without_a_deal_is_refused_wherever_it_is_asked_for() -> None:
    for number in (0, -4, -(2**31), 2**33, 2**33 + 1, 10**20):
        assert not is_deal(number)
        for ask in (deal, deck, check_deal, lambda number: parse_deal(str(number))):
            with pytest.raises(NoSuchDeal) as refused:
                ask(number)
            assert str(refused.value) == f"There is no deal {number}: deals are 1 to 8,589,934,591, and -1, -2 and -3."


def test_a_text_that_is_no_number_is_refused_in_a_sentence() -> None:
    not_written = ("", " ", "#", "-", "# 1")
    for text in (
        *not_written,
        "1_000",
        "٣",
        "1.5",
        "--1",
        "+1",
        "1e3",
        "0x10",
        "1 2",
        "1,2",
        "12,34",
        ",617",
        "1,0000",
    ):
        with pytest.raises(NotationError) as refused:
            parse_deal(text)
        assert str(refused.value) == f"“{text}” is not a deal number: write digits, like 617."


def test_a_deal_number_may_be_written_as_people_write_numbers() -> None:
    for text in ("617", " 617\n", "#617", "0617"):
        assert parse_deal(text) == 617, text
    for text, number in {"32,000": 32_000, "8,589,934,591": DEAL_LIMIT - 1, "-1": -1, "−1": -1, "#-3": -3}.items():
        assert parse_deal(text) == number, text


@given(deal_numbers())
def test_every_deal_number_reads_back(number: int) -> None:
    assert is_deal(number)
    assert parse_deal(str(number)) == parse_deal(f"#{number:,}") == number


@given(deal_numbers(), variants())
def test_a_deal_holds_every_card_once_and_uses_no_more_places_than_there_are(number: int, variant: Variant) -> None:
    board = deal(number, variant)
    assert cards_on(board) == list(DECK)
    assert board.foundations == (0, 0, 0, 0)
    assert len(board.columns) == variant.columns
    assert len(board.free_cells) == variant.cells
    lengths = [len(column) for column in board.columns]
    assert max(lengths) - min(lengths) <= 1


@given(deal_numbers())
def test_with_fewer_cells_a_card_that_has_none_goes_on_to_the_columns(number: int) -> None:
    eight_off = find_variant("eight-off")
    cards = deck(number)
    four = deal(number, eight_off.with_cells(4))
    assert four.free_cells == (cards[50], None, cards[51], None)
    assert four.columns[1][-1] == cards[49]
    none = deal(number, eight_off.with_cells(0))
    assert none.columns == deal(number).columns


def test_the_next_deal_after_minus_1_is_1() -> None:
    numbers = (-3, -2, -1, 1, 2, 3, 4)
    for here, number in enumerate(numbers):
        assert [neighbour(number, there - here) for there in range(7)] == [*numbers]


def test_there_is_no_deal_beyond_the_first_and_the_last() -> None:
    for number, by in ((-3, -1), (1, -4), (DEAL_LIMIT - 1, 1), (DEAL_LIMIT - 2, 2)):
        with pytest.raises(NoSuchDeal):
            neighbour(number, by)


def test_a_game_has_no_fewer_than_0_and_no_more_than_8_cells() -> None:
    for cells in (-1, 9, 100):
        with pytest.raises(NotationError) as refused:
            FREECELL.with_cells(cells)
        assert str(refused.value) == f"A game has 0 to 8 free cells, not {cells}."


def test_a_game_that_nobody_knows_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(NotationError) as refused:
        find_variant("klondike")
    assert str(refused.value) == (
        "There is no variant “klondike”: choose from freecell, bakers-game, eight-off, forecell, seahaven-towers."
    )


def test_a_game_with_its_usual_cells_goes_by_its_own_title() -> None:
    assert find_variant("eight-off").full_title == "Eight Off"
    assert FREECELL.with_cells(3).full_title == "FreeCell, 3 cells"
    assert FREECELL.with_cells(1).full_title == "FreeCell, 1 cell"
    assert FREECELL.with_cells(3).with_house_rules(aces_only_home=True).with_cells(4).full_title == "FreeCell"
