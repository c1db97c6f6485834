"""The rules: which moves there are, why others are refused, how many cards move at once, and which go home."""

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    FREECELL,
    HOME,
    VARIANTS,
    Autoplay,
    Board,
    Card,
    Game,
    IllegalMove,
    Move,
    PileKind,
    Variant,
    autoplay_moves,
    find_variant,
    legal_moves,
    move_size,
    play,
    refusal,
    source_refusal,
)
from freecell_tui.engine.rules import (
    apply_move,
    canonical,
    is_lost,
    is_safe,
    is_sorted,
    single_card_moves,
    supermove_limit,
)
from support.strategies import cards_on, positions, runs_down, settled, small_table, variants, with_home

PILES = (*COLUMNS, *CELLS, *FOUNDATIONS, HOME)
COUNTS = (None, *range(-1, 15))


@pytest.mark.slow
@given(positions())
def test_what_is_not_refused_is_found_and_what_is_found_is_not_refused(position: tuple[Board, Variant]) -> None:
    board, variant = position
    found = list(legal_moves(board, variant))
    assert len(set(found)) == len(found)
    allowed = {
        canonical(board, move, variant)
        for move in (Move(*parts) for parts in product(PILES, PILES, COUNTS))
        if refusal(board, move, variant) is None
    }
    assert set(found) == allowed


@given(positions())
@settings(max_examples=10)
def test_a_refused_move_or_pile_is_told_in_the_same_words_always(position: tuple[Board, Variant]) -> None:
    board, variant = position
    game = Game(variant, 1, (board,))
    for source, target in product(PILES, PILES):
        move = Move(source, target)
        why, of_source = refusal(board, move, variant), source_refusal(board, source, variant)
        if why is not None:
            assert why[0].isupper() or why[0].isdigit()
            assert why.endswith(".")
            with pytest.raises(IllegalMove) as refused:
                game.play(move)
            assert str(refused.value) == str(why)
        if target in (*COLUMNS[: variant.columns], *CELLS[: variant.cells], HOME):
            assert of_source is None or str(of_source) == str(why), "no card can leave the pile"


def outcome_key(board: Board) -> object:
    """A table as a player compares two of them: which cell or column a card is in does not matter."""
    held = sorted(card for card in board.free_cells if card is not None)
    return sorted(board.columns), held, board.foundations


@given(positions())
def test_a_game_is_lost_when_nothing_it_can_do_changes_anything(position: tuple[Board, Variant]) -> None:
    board, variant = position
    outcomes = [
        apply_move(board, move, variant)
        for move in (Move(*parts) for parts in product(PILES, PILES, (None, 1)))
        if refusal(board, move, variant) is None
    ]
    stuck = all(outcome_key(outcome) == outcome_key(board) for outcome in outcomes)
    assert is_lost(board, variant) == (stuck and not board.is_won)


def test_a_game_is_lost_on_a_full_table_without_a_move_that_changes_it(subtests: pytest.Subtests) -> None:
    one_cell, only_kings = FREECELL.with_cells(1), find_variant("forecell").with_cells(0)
    stuck = "2C KD, 2D KH, 2H QD, 2S QH, 3C JD, 3S JH, 4C TD, 4S TH"
    for columns, variant, cells, moves, lost in (
        (stuck, one_cell, "9D", "", True),
        (stuck.replace("2C KD", "KD 2C KS"), one_cell, "9D", "31 41", False),
        (stuck.replace("2C KD", "KD AC"), one_cell, "9D", "1h", False),
        (stuck, one_cell, "", "1a 2a 3a 4a 5a 6a 7a 8a", False),
        # A king that can only change its column does not save it.
        ("KS, 2C 5D, 2D 5H, 2H 5C, 2S 5S, 3C TD, 3D TH", only_kings, "", "18", True),
    ):
        with subtests.test(columns=columns, variant=variant, cells=cells):
            board = small_table(columns, variant, cells=cells)
            assert (" ".join(map(str, legal_moves(board, variant))), is_lost(board, variant)) == (moves, lost)
    won, nearly = (Board(((),) * 8, (None,) * 4, (13, 13, 13, rank)) for rank in (13, 12))
    assert (won.is_won, is_lost(won, FREECELL), list(legal_moves(won, FREECELL))) == (True, False, [])
    assert not nearly.is_won


RANKS = "A23456789TJQK"


def next_tables(name: str, table: dict[str, str], home: str) -> list[dict[str, str]]:
    """Every table that one move leads to, by the rules once more, read from nothing but text.

    A column is `JD 2D 9H`, an empty place ``; `home` is the cards at home, each followed by a blank.
    """
    by_suit = name in ("bakers-game", "eight-off", "seahaven-towers")
    only_kings = name in ("eight-off", "forecell", "seahaven-towers")

    def chains(upper: str, lower: str) -> bool:
        suits_fit = upper[1] == lower[1] if by_suit else (upper[1] in "DH") != (lower[1] in "DH")
        return suits_fit and lower[0] + upper[0] in RANKS

    def limit(target: str) -> int:
        empty = [place for place, cards in table.items() if not cards and place != target]
        return (1 + sum(map(str.isalpha, empty))) << (0 if only_kings else sum(map(str.isdigit, empty)))

    def fits(moved: list[str], target: str, there: str) -> bool:
        if target.isalpha():
            return len(moved) == 1 and not there
        return chains(there[-2:], moved[0]) if there else moved[0][0] == "K" or not only_kings

    found = []
    for source, lying in table.items():
        cards = lying.split()
        for count in range(1, len(cards) + 1):
            moved, rest = cards[-count:], {**table, source: " ".join(cards[:-count])}
            below = RANKS[: RANKS.index(moved[0][0])]
            if count == 1 and all(rank + moved[0][1] + " " in home for rank in below):
                found.append(rest)
            if all(chains(*two) for two in pairwise(moved)):
                found += [
                    {**rest, target: f"{there} {' '.join(moved)}".strip()}
                    for target, there in table.items()
                    if target != source and fits(moved, target, there) and count <= limit(target)
                ]
    return found


def plain_table(board: Board) -> dict[str, str]:
    table = {str(n): " ".join(map(str, column)) for n, column in enumerate(board.columns)}
    return table | {"abcdefgk"[n]: "" if card is None else str(card) for n, card in enumerate(board.free_cells)}


@given(positions())
def test_another_reading_of_the_rules_finds_the_same_tables(position: tuple[Board, Variant]) -> None:
    board, variant = position
    for move in legal_moves(board, variant):
        moved = play(board, move, variant)
        assert moved != board
        assert cards_on(moved) == cards_on(board)
    variant = variant.with_house_rules()
    home = "".join(
        f"{RANKS[n]}{suit} " for suit, rank in zip("CDHS", board.foundations, strict=True) for n in range(rank)
    )
    theirs = next_tables(variant.name, plain_table(board), home)
    ours = [plain_table(play(board, move, variant)) for move in legal_moves(board, variant)]
    assert sorted(map(repr, theirs)) == sorted(map(repr, ours))


BAKERS_GAME = find_variant("bakers-game")
EIGHT_OFF = find_variant("eight-off")
SEAHAVEN = find_variant("seahaven-towers")
CARDS_COME_BACK = FREECELL.with_house_rules(cards_come_back=True)
ACES_ONLY_HOME = FREECELL.with_house_rules(aces_only_home=True)
NO_CELLS, ONE_CELL, TWO_CELLS = map(FREECELL.with_cells, range(3))
BUSY = ", 2C, 3C, 4C, 5C, 6C"
AT_ONCE = "That would move {} cards at once, but only {} can move now."


TOLD: tuple[tuple[Any, ...], ...] = (
    # Piles that are not there, or have no card
    ("91", "5H", "There is no column 9: FreeCell has 8."),
    ("10", "5H", "0 is column 10, and FreeCell has only 8 columns."),
    ("1e", "5H", "There is no cell e: this game has 4 free cells."),
    ("k1", "5H", "There is no cell k: this game has 2 free cells.", TWO_CELLS),
    ("1e", "5H", "There is no cell e: this game has 1 free cell.", ONE_CELL),
    ("k1", "5H", "There is no cell k: this game has no free cells.", NO_CELLS),
    ("21", "5H", "Column 2 is empty."),
    ("b1", "5H", "Cell b is empty.", FREECELL, "4S"),
    ("w1", "5H", "The clubs’ foundation is empty.", CARDS_COME_BACK),
    # A card that is there already, or goes home too early
    ("11", "6S 5H", "5♥ is in column 1 already."),
    ("aa", "6S", "5♥ is in cell a already.", FREECELL, "5H"),
    ("1h", "6S 5H", "5♥ cannot go home before A♥."),
    # More than one card home or to a cell, and a cell that is taken
    ("1hv2", "2S AH", "Only one card at a time goes home."),
    ("1av2", "6S 5H", "Only one card at a time goes to a free cell."),
    ("1b", "6S 5H", "Cell b is taken by 10♦.", FREECELL, "- TD"),
    ("ba", "6S 5H", "Cell a is taken by K♣.", FREECELL, "KC TD"),
    # Cards that do not fit: one is taken for what it is, with another that would fit buried above it
    ("12", "5H, 6D", "5♥ does not go on 6♦, which takes a black 5."),
    ("12", "5H, 9S", "5♥ does not go on 9♠, which takes a red 8."),
    ("a1", "JD", "J♠ does not go on J♦, which takes a black 10.", FREECELL, "JS"),
    ("12", "5S, 2H", "5♠ does not go on 2♥, which takes a black ace."),
    ("12", "5S, 6H", "5♠ does not go on 6♥, which takes 5♥.", BAKERS_GAME),
    ("12", "5S, JH", "5♠ does not go on J♥, which takes 10♥.", EIGHT_OFF),
    ("12", "8H 3C, 9S", "3♣ does not go on 9♠, which takes a red 8."),
    ("12", "7S 6H 5C, 9S", "9♠ takes a red 8, and there is none from 7♠ to 5♣."),
    ("12", "9D 8S 7H, 9S", "9♠ takes a red 8, and there is none from 9♦ to 7♥."),
    ("12", "6S 5S, 9S", "9♠ takes 8♠, and there is none from 6♠ to 5♠.", BAKERS_GAME),
    ("12", "QS, AH", "Nothing goes on an ace."),
    ("12", "3S 2H, AC", "Nothing goes on an ace."),
    ("a2", ", AC", "Nothing goes on an ace.", FREECELL, "2H"),
    # Another number of cards than fits, can move at once, or lies in sequence
    ("12v1", "8H 7S, 9S", "Only 2 cards can go on 9♠, not 1."),
    ("12v3", "9C 8H 7S, 9S", "Only 2 cards can go on 9♠, not 3."),
    ("a2v2", ", 9S", "Only 1 card can go on 9♠, not 2.", FREECELL, "8H"),
    ("12", f"8H 7S, 9S{BUSY}, 7C", AT_ONCE.format(2, "1 card"), TWO_CELLS, "KC KD"),
    ("12", f"TH 9S 8H 7S, JS{BUSY}, 7C", AT_ONCE.format(4, "3 cards"), TWO_CELLS),
    ("18v2", f"8H 7S, 9S{BUSY}", AT_ONCE.format(2, "1 card"), NO_CELLS),
    ("12", f"8H 7S, 9S{BUSY}", "None", NO_CELLS),
    ("13v4", "9H 8H 7S, 9S", "Only the last 2 cards of column 1 are in sequence."),
    ("13v2", "9H 8H, 9S", "Only the last card of column 1 can move."),
    ("a3v2", "9H 8H, 9S", "Only one card can leave cell a.", FREECELL, "7S"),
    # Only kings to an empty column, and each with its sequence
    ("10", "5H", "Only a king can go to an empty column.", SEAHAVEN),
    ("13", "KS QH, 9S", "Only a king can go to an empty column.", EIGHT_OFF),
    ("a3", "QH, 9S", "Only a king can go to an empty column.", EIGHT_OFF, "5S"),
    ("13v1", "2S KH QH JH", "A king moves with all the cards on it: 3 cards, not 1.", EIGHT_OFF),
    ("13v4", "2S KH QH JH", "A king moves with all the cards on it: 3 cards, not 4.", EIGHT_OFF),
    ("13", "2S KH QH JH", AT_ONCE.format(3, "1 card"), EIGHT_OFF.with_cells(0)),
    # A house rule
    ("1a", "9S AH, 2S", "A♥ can only go home: a house rule.", ACES_ONLY_HOME),
    ("12", "9S AH, 2S", "A♥ can only go home: a house rule.", ACES_ONLY_HOME),
    ("13", "9S AH, 2S", "A♥ can only go home: a house rule.", ACES_ONLY_HOME),
    ("1h", "9S AH, 2S", "None", ACES_ONLY_HOME),
    ("1a", "9S 2H, 2S", "None", ACES_ONLY_HOME),
)


def told(move: str, columns: str, variant: Variant = FREECELL, cells: str = "") -> str:
    return str(refusal(small_table(columns, variant, cells=cells), Move.parse(move), variant))


def test_a_refused_move_is_told_in_a_sentence(subtests: pytest.Subtests) -> None:
    for move, columns, sentence, *where in TOLD:
        with subtests.test(move=move):
            assert told(move, columns, *where) == sentence, (move, columns)


def test_what_is_home_or_wants_to_go_there_is_told_with_what_is_home(subtests: pytest.Subtests) -> None:
    board, told = with_home("9H", (2, 0, 0, 0)), "Cards on the foundations stay there."
    for move in (Move.parse("w1"), Move.parse("x1"), Move(HOME, COLUMNS[0]), Move(HOME, HOME)):
        with subtests.test(move=move):
            assert str(refusal(board, move, FREECELL)) == told
    for move, told in (
        (Move.parse("wh"), "2♣ is home already."),
        (Move.parse("w3v2"), "Only one card can leave the clubs’ foundation."),
        (Move(HOME, COLUMNS[0]), "Name the foundation the card comes from."),
        (Move.parse("w2"), "None"),
    ):
        with subtests.test(move=move):
            assert str(refusal(with_home("9H, 3H", (2, 0, 0, 0)), move, CARDS_COME_BACK)) == told
    assert str(refusal(with_home("JC", (9, 0, 0, 0)), Move.parse("1h"), FREECELL)) == "J♣ cannot go home before 10♣."


def test_a_foundation_is_no_target_even_where_the_column_of_its_number_would_be(subtests: pytest.Subtests) -> None:
    board = small_table("9S, 8H, AC", FREECELL)
    told = "A card goes home to the foundation of its suit, and to no other."
    assert refusal(board, Move(COLUMNS[1], COLUMNS[0]), FREECELL) is None
    for source in COLUMNS[1:3]:
        with subtests.test(source=source):
            assert str(refusal(board, Move(source, FOUNDATIONS[0]), FREECELL)) == told
    for count, target in product((0, -1), (COLUMNS[1], CELLS[0], HOME)):
        with subtests.test(count=count, target=target):
            assert str(refusal(board, Move(COLUMNS[0], target, count), FREECELL)) == "A move needs at least 1 card."


LIMITS = ((1, 2, 3, 4, 5), (2, 4, 6, 8, 10), (4, 8, 12, 16, 20), (8, 16, 24, 32, 40))
"""By the number of empty columns and of free cells."""


def test_a_supermove_fills_cells_from_the_left_and_columns_by_smaller_supermoves(subtests: pytest.Subtests) -> None:
    full = "TH 9S 8H 7S, JS, 2C, 3C, 4C, 5C, 6C"
    for move, columns, held, variant, steps in (
        ("12", "8H 7S 6H, 9S", "", FREECELL, "1a 1b 12 b2 a2"),
        ("12", "8H 7S 6H, 9S", "- KC", FREECELL, "1a 1c 12 c2 a2"),
        ("12", full, "", ONE_CELL, "1a 18 a8 1a 12 a2 8a 82 a2"),
        ("1a", full, "", ONE_CELL, "1a"),
        ("12", "TH 9S 8H, JS, 2C, 3C, 4C, 5C", "", ONE_CELL, "17v1 1a 12 a2 72"),
    ):
        with subtests.test(move=move, columns=columns, held=held):
            board = small_table(columns, variant, cells=held)
            assert " ".join(map(str, single_card_moves(board, Move.parse(move), variant))) == steps


def test_as_many_cards_move_at_once_as_everyone_says_and_come_apart() -> None:
    for game, free_cells, empty_columns, length in product(VARIANTS.values(), range(5), range(4), range(2, 13)):
        variant = game.with_cells(free_cells)
        limit, by_suit = LIMITS[0 if variant.kings_only else empty_columns][free_cells], variant.by_suit
        moved = " ".join(f"{RANKS[11 - n]}{'C' if by_suit else 'CD'[n % 2]}" for n in range(length))
        onto = "KC" if by_suit else "KD"
        columns = f"{moved}, {onto}" + ", AS" * (variant.columns - 2 - empty_columns)
        table, move = small_table(columns, variant), Move.parse("12")
        assert supermove_limit(table, variant) == limit, (variant, empty_columns)
        without_target = small_table(columns.replace(f", {onto}", ","), variant)
        assert supermove_limit(without_target, variant, to_empty_column=True) == limit, (variant, empty_columns)
        assert (refusal(table, move, variant) is None) == (length <= limit)
        if length <= limit:
            moved_at_once = play(table, move, variant)
            for step in single_card_moves(table, move, variant):
                assert (move_size(table, step, variant), canonical(table, step, variant)) == (1, step)
                table = play(table, step, variant)
            assert table == moved_at_once


def went(board: Board, variant: Variant = FREECELL, autoplay: Autoplay = Autoplay.SAFE) -> str:
    return " ".join(map(str, autoplay_moves(board, variant, autoplay)))


@pytest.mark.parametrize(
    ("card", "home", "safe"),
    [
        ("AC", (0, 0, 0, 0), True),
        ("2C", (1, 0, 0, 0), True),
        ("3C", (2, 2, 1, 0), False),
        ("3C", (2, 1, 2, 0), False),
        ("3C", (2, 2, 2, 0), True),
        ("3S", (0, 2, 2, 2), True),
        ("3D", (2, 2, 0, 1), False),
        ("3D", (2, 2, 0, 2), True),
        ("KS", (0, 12, 11, 12), False),
        ("KS", (0, 12, 12, 12), True),
    ],
)
def test_a_card_is_safe_when_both_lower_cards_of_the_other_colour_are_home(
    card: str, home: tuple[int, int, int, int], *, safe: bool
) -> None:
    board = with_home(card, home)
    assert is_safe(board, Card.parse(card), FREECELL) is safe
    assert went(board) == ("1h" if safe else "")


@given(positions())
def test_all_takes_home_whatever_may_go_and_none_takes_nothing(position: tuple[Board, Variant]) -> None:
    board, variant = position
    assert list(autoplay_moves(board, variant, Autoplay.NONE)) == []
    done = settled(board, variant, Autoplay.ALL)
    assert not any(move.goes_home for move in legal_moves(done, variant))
    for move in autoplay_moves(board, variant, Autoplay.ALL):
        assert move in set(legal_moves(board, variant))
        board = play(board, move, variant)
    assert board == done


@given(positions())
def test_safe_stops_only_where_every_card_that_may_go_home_could_be_missed(position: tuple[Board, Variant]) -> None:
    board, variant = position
    done = settled(board, variant, Autoplay.SAFE)
    left = [done.cards(move.source)[-1] for move in legal_moves(done, variant) if move.goes_home]
    assert not any(is_safe(done, card, variant) for card in left)
    assert all(card.rank > 2 and not variant.by_suit for card in left)


def test_all_takes_home_what_safe_keeps_columns_before_cells_and_each_from_the_left() -> None:
    board = with_home("3C 9D, 5D 4C, TS", (2, 0, 0, 0), cells="6S 5C")
    assert went(with_home("3C, 5D 4C", (2, 0, 0, 0), cells="6S 5C"), BAKERS_GAME) == "1h 2h bh"
    assert went(small_table("9C, AH, AD", FREECELL, cells="AS - AC")) == "2h 3h ah ch"
    turns = {way: Game(FREECELL, 1, (board,)).play(Move.parse("13"), way).turns[-1] for way in Autoplay}
    gone = {way: " ".join(map(str, turn.autoplay)) for way, turn in turns.items()}
    assert gone == {Autoplay.NONE: "", Autoplay.SAFE: "", Autoplay.ALL: "1h 2h bh"}


def test_a_card_taken_back_from_home_stays_on_the_table_in_that_turn(subtests: pytest.Subtests) -> None:
    variant = FREECELL.with_house_rules(cards_come_back=True)
    game = Game(variant, 1, (with_home("5D 4D, AH", (2, 3, 0, 0)),))
    for way, finish in product(Autoplay, (False, True)):
        with subtests.test(way=way, finish=finish):
            taken = game.play(Move.parse("wa"), way, finish=finish)
            assert (taken.board.free_cells[0], taken.board.foundations) == (Card.parse("2C"), (1, 3, 0, 0))
            assert taken.turns[-1].autoplay == ()


@pytest.mark.parametrize(
    ("columns", "cells", "runs"),
    [
        ("KS QH 2C, TD 9D 9S 9C, AH", "", True),
        ("KS QH 2C, TD 9D 9S 9C, AH", "JC - 3H", True),
        ("KS QH KC", "", False),
        ("9S TD", "", False),
        ("KS, 2H AC 2C", "", False),
        ("", "KS 2D AC", True),
    ],
)
def test_a_game_runs_home_unless_a_card_lies_on_a_lower_one(columns: str, cells: str, *, runs: bool) -> None:
    assert is_sorted(small_table(columns, FREECELL, cells=cells)) is runs


@given(variants(), st.randoms(use_true_random=False), st.sampled_from(list(Autoplay)))
@settings(max_examples=12)
def test_a_game_that_runs_home_is_finished_in_the_turn_that_made_it_so(
    variant: Variant, chance: Random, way: Autoplay
) -> None:
    board = runs_down(variant, chance)
    assert is_sorted(board)
    assert settled(board, variant, Autoplay.ALL).is_won
    game = Game(variant, 1, (board,))
    for move in legal_moves(board, variant):
        finished = game.play(move, way, finish=True)
        unfinished = game.play(move, way)
        if is_sorted(unfinished.board) and move.source.kind is not PileKind.FOUNDATION:
            assert finished.is_won
        else:
            assert finished == unfinished
        assert finished.undo().board == board


def test_nothing_is_finished_unless_it_is_asked_for() -> None:
    game = Game(FREECELL, -3, (small_table("KC", FREECELL),))
    assert not game.play(Move.parse("1a")).is_won
    assert not Game.new(-3).play(Move.parse("5h"), Autoplay.NONE).is_won
    assert Game.new(-3).play(Move.parse("5h"), Autoplay.NONE, finish=True).is_won
    assert Game.new(-3).play(Move.parse("5h"), Autoplay.SAFE).is_won
