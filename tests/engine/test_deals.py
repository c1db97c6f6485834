"""Deal numbers give the tables that other games give; the deal of each day, and the journeys."""

import re
from datetime import date, timedelta
from hashlib import sha256
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from freecell_tui.engine import (
    DECK,
    FREECELL,
    VARIANTS,
    Card,
    Variant,
    check_deal,
    deal,
    find_variant,
    parse_deal,
    read_position,
    write_position,
)
from freecell_tui.engine.deals import ALL, HARD, JOURNEYS, Journey, daily_deal, deck, neighbour
from freecell_tui.solver import Solved, Unsolvable
from freecell_tui.solver.solve import solve
from support.outcomes import refused
from support.strategies import cards_on, deal_numbers, variants

RANGES = ((1, 2**31), (2**31, 2**32), (2**32, 2**33))
"""The deals of Microsoft's game, of FreeCell Pro and of its later versions."""


def without_last_blanks(text: str) -> str:
    """PySol writes `2C - 3D -` or leaves the last free cells out, as it likes."""
    return re.sub(r"( -)+$", "", text, flags=re.MULTILINE)


def test_deals_of_every_game_and_range_are_as_in_pysol(subtests: pytest.Subtests) -> None:
    for (name, variant), (first, beyond) in product(VARIANTS.items(), RANGES):
        with subtests.test(name=name, first=first):
            chance = Random(name)
            drawn = [chance.randrange(first, beyond) for _ in range(60 if variant == FREECELL else 30)]
            for number in (first, first + 1, 32_000, beyond - 1, *drawn):
                theirs = PysolGame(name.replace("-", "_").removesuffix("_towers"), number, RandomBase.DEALS_MS)
                text = str(theirs.calc_layout_string(CardRenderer(print_ts=True)))
                assert deal(number, variant) == read_position(text, variant), (name, number)
                assert without_last_blanks(write_position(deal(number, variant))) == without_last_blanks(text)


@pytest.mark.parametrize(
    ("number", "ranks", "suits"),
    [
        (-1, ("1 3 5 7 9 11 13", "12 10 8 6 4 2"), (0, 1, 2, 3)),
        (-2, ("1 13 12 11 10 9 8", "7 6 5 4 3 2"), (3, 2, 1, 0)),
        (-3, ("13 12 11 10 9 8 7", "6 5 4 3 2 1"), (3, 2, 1, 0)),
    ],
)
def test_the_special_deals_run_up_or_down_by_suit(
    number: int, ranks: tuple[str, str], suits: tuple[int, int, int, int]
) -> None:
    wanted = [tuple(Card.of(int(rank), suit) for rank in half.split()) for half in ranks for suit in suits]
    assert list(deal(number).columns) == wanted


def test_a_number_without_a_deal_is_refused_wherever_it_is_asked_for(subtests: pytest.Subtests) -> None:
    for number in (0, -4, -(2**31), 2**33, 2**33 + 1, 10**20):
        for ask in (deal, deck, check_deal, lambda number: parse_deal(str(number))):
            with subtests.test(number=number, ask=ask):
                told = f"There is no deal {number}: deals are 1 to 8,589,934,591, and -1, -2 and -3."
                assert refused(ask, number) == told


def test_a_deal_number_is_written_as_people_write_numbers_or_refused_in_a_sentence(subtests: pytest.Subtests) -> None:
    texts = "1_000|²|1.5|--1|+1|1e3|0x10|1 2|1,2|12,34|,617|1,0000"
    for text in ("", " ", "#", "-", "# 1", *texts.split("|")):
        with subtests.test(text=text):
            assert refused(parse_deal, text) == f"“{text}” is not a deal number: write digits, like 617."
    numbers = {"617": 617, " 617\n": 617, "#617": 617, "0617": 617, "32,000": 32_000, "-1": -1, "−1": -1, "#-3": -3}
    numbers |= {"６１７": 617, "٣": 3, "६१७": 617, "＃６１７": 617, "３２，０００": 32_000}
    for text, number in numbers.items():
        assert parse_deal(text) == number, text


@given(deal_numbers(), variants())
def test_a_deal_holds_every_card_once_and_without_a_cell_in_a_column(number: int, variant: Variant) -> None:
    assert parse_deal(str(number)) == parse_deal(f"#{number:,}") == number
    assert parse_deal(f"ms{number}") == parse_deal(f"MS{number:,}") == number
    board = deal(number, variant)
    assert cards_on(board) == list(DECK)
    assert board.foundations == (0, 0, 0, 0)
    assert (len(board.columns), len(board.free_cells)) == (variant.columns, variant.cells)
    lengths = [len(column) for column in board.columns]
    assert max(lengths) - min(lengths) <= 1
    (none, four), cards = (deal(number, find_variant("eight-off", cells)) for cells in (0, 4)), deck(number)
    assert (four.free_cells, four.columns[1][-1]) == ((cards[50], None, cards[51], None), cards[49])
    assert none.columns == deal(number).columns


def test_the_next_deal_after_minus_1_is_1_and_there_is_none_beyond_the_last(subtests: pytest.Subtests) -> None:
    numbers = (-3, -2, -1, 1, 2, 3, 4)
    for here, number in enumerate(numbers):
        with subtests.test(number=number):
            assert [neighbour(number, there - here) for there in range(7)] == [*numbers]
    for number, by in ((-3, -1), (1, -4), (2**33 - 1, 1), (2**33 - 2, 2)):
        with subtests.test(number=number):
            assert refused(neighbour, number, by).startswith("There is no deal ")


def test_a_game_that_nobody_knows_or_with_other_than_0_to_8_cells_is_refused(subtests: pytest.Subtests) -> None:
    for cells in (-1, 9, 100):
        with subtests.test(cells=cells):
            assert refused(FREECELL.with_cells, cells) == f"A game has 0 to 8 free cells, not {cells}."
    assert refused(find_variant, "klondike") == (
        "There is no variant “klondike”: choose from freecell, bakers-game, eight-off, forecell, seahaven-towers."
    )
    assert find_variant("eight-off").full_title == "Eight Off"
    assert FREECELL.with_cells(3).full_title == "FreeCell, 3 cells"
    assert FREECELL.with_cells(1).full_title == "FreeCell, 1 cell"
    assert FREECELL.with_cells(3).with_house_rules(aces_only_home=True).with_cells(4).full_title == "FreeCell"


def test_a_daily_deal_is_what_the_documented_formula_gives_and_can_be_won() -> None:
    for day in (date(1900, 1, 1) + timedelta(days=number) for number in range(20_000)):
        number = int(sha256(day.isoformat().encode("ascii")).hexdigest()[:16], 16) % 31999 + 1
        assert daily_deal(day.isoformat()) == (number if number < 11982 else number + 1), day


# Journeys


def test_the_journey_through_all_deals_leaves_out_the_one_that_cannot_be_won() -> None:
    assert ALL.length == 31_999
    assert ALL.next_deal(0, frozenset(), frozenset()) == 1
    assert ALL.next_deal(11_982, frozenset(), frozenset()) == 11_983
    assert ALL.length - len(ALL.not_won({1, 2, 11_982, 32_001})) == 2


def test_the_hard_ones_are_in_order_and_each_once_and_need_all_cells() -> None:
    assert HARD.length == len(HARD.deals) == 198
    assert list(HARD.deals) == sorted(set(HARD.deals))
    assert {169, 178, 454, 617} <= set(HARD.deals)
    assert set(JOURNEYS) == {"all", "hard"}
    three = FREECELL.with_cells(3)
    assert isinstance(solve(deal(169, three), three), Unsolvable)
    assert isinstance(solve(deal(169), FREECELL), Solved)


WAY = Journey("way", "A way", (3, 5, 7, 9, 11), frozenset({7}))


def test_the_next_deal_is_the_first_ahead_then_behind_then_among_the_skipped(subtests: pytest.Subtests) -> None:
    for here, won, skipped, expected in (
        (0, set(), set(), 3),
        (5, set(), set(), 5),
        (5, {5}, set(), 9),
        (5, set(), {5}, 9),
        (4, set(), set(), 3),
        (9, {9, 11}, set(), 3),
        (9, {3, 9, 11}, set(), 5),
        (9, {9}, {3, 5, 11}, 3),
        (0, {3, 5, 11}, {9}, 9),
        (0, {3, 5, 9, 11}, set(), None),
        (0, {3, 5, 9, 11}, {3, 5}, None),
    ):
        with subtests.test(here=here, won=won, skipped=skipped):
            assert WAY.next_deal(here, won, skipped) == expected


@given(st.sets(st.sampled_from(WAY.deals)), st.sets(st.sampled_from(WAY.deals)), st.sampled_from((0, *WAY.deals)))
def test_whoever_goes_on_wins_every_deal_once(won: set[int], skipped: set[int], here: int) -> None:
    left, met = set(WAY.deals) - won - WAY.unwinnable, []
    while (number := WAY.next_deal(here, won, skipped)) is not None:
        met.append(number)
        won, here = won | {number}, number
    assert sorted(met) == sorted(left)
    assert [deal in skipped for deal in met] == sorted(deal in skipped for deal in met)
