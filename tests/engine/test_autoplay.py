"""Cards that go home by themselves: by Horne's rule, all of them, or none."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import (
    FREECELL,
    Autoplay,
    Board,
    Card,
    Game,
    Move,
    PileKind,
    Suit,
    Variant,
    autoplay_moves,
    find_variant,
    is_safe,
    is_sorted,
    legal_moves,
    play,
)
from support.strategies import positions, runs_down, settled, small_table, variants, with_home

BAKERS_GAME = find_variant("bakers-game")


def went(board: Board, variant: Variant = FREECELL, autoplay: Autoplay = Autoplay.SAFE) -> str:
    return " ".join(map(str, autoplay_moves(board, variant, autoplay)))


def test_a_card_is_safe_when_both_lower_cards_of_the_other_colour_are_home() -> None:
    for card, home, safe in (
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
    ):
        board = with_home(card, home)
        assert is_safe(board, Card.parse(card), FREECELL) is safe, (card, home)
        assert went(board) == ("1h" if safe else ""), (card, home)


@given(positions())
def test_a_card_that_goes_home_safely_leaves_no_card_that_could_lie_on_it(position: tuple[Board, Variant]) -> None:
    board, variant = position
    for move in autoplay_moves(board, variant, Autoplay.SAFE):
        card = board.cards(move.source)[-1]
        missed = [
            lower
            for suit in Suit
            for lower in (Card.of(rank, suit) for rank in range(board.foundations[suit] + 1, 14))
            if variant.fits(lower, card) and lower.rank > 1
        ]
        assert missed == []
        board = play(board, move, variant)


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
    game = Game(FREECELL, 1, (board,))
    turns = {way: game.play(Move.parse("13"), way).last_turn for way in Autoplay}
    assert {way: " ".join(map(str, turn.autoplay)) for way, turn in turns.items() if turn is not None} == {
        Autoplay.NONE: "",
        Autoplay.SAFE: "",
        Autoplay.ALL: "1h 2h bh",
    }


def test_a_card_taken_back_from_home_stays_on_the_table_in_that_turn() -> None:
    variant = FREECELL.with_house_rules(cards_come_back=True)
    game = Game(variant, 1, (with_home("5D 4D, AH", (2, 3, 0, 0)),))
    for way in Autoplay:
        for finish in (False, True):
            taken = game.play(Move.parse("wa"), way, finish=finish)
            assert taken.board.free_cells[0] == Card.parse("2C")
            assert taken.board.foundations == (1, 3, 0, 0)
            assert taken.last_turn is not None
            assert taken.last_turn.autoplay == ()


def test_a_game_runs_home_unless_a_card_lies_on_a_lower_one() -> None:
    for columns, cells, runs in (
        ("KS QH 2C, TD 9D 9S 9C, AH", "", True),
        ("KS QH 2C, TD 9D 9S 9C, AH", "JC - 3H", True),
        ("KS QH KC", "", False),
        ("9S TD", "", False),
        ("KS, 2H AC 2C", "", False),
        ("", "KS 2D AC", True),
    ):
        assert is_sorted(small_table(columns, FREECELL, cells=cells)) is runs, (columns, cells)


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
