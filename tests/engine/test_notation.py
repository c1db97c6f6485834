"""Moves, cards and piles are read as they are written, and whole solutions are replayed to the win."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    FOUNDATIONS,
    FREECELL,
    HOME,
    Autoplay,
    Board,
    Card,
    Dialect,
    Game,
    IllegalMove,
    Move,
    NotationError,
    Pile,
    Variant,
    find_variant,
    legal_moves,
    move_size,
    play,
    read_move,
    refusal,
    write_move,
)
from freecell_tui.engine.notation import describe_move, move_words, wrap_moves
from freecell_tui.engine.text import quoted
from support import solutions
from support.strategies import positions, small_table

STANDARD = [*solutions.STANDARD.items(), *solutions.HUMAN.items()]


def replayed(
    number: int, moves: list[str], dialect: Dialect, autoplay: Autoplay, variant: Variant = FREECELL
) -> Iterator[Game]:
    """The game after each of the moves, and before the first."""
    game = Game.new(number, variant)
    yield game
    for word in moves:
        game = game.play(read_move(word, game.board, dialect), autoplay)
        yield game


@given(positions())
def test_every_legal_move_reads_back_as_itself_in_both_dialects(position: tuple[Board, Variant]) -> None:
    board, variant = position
    for move in legal_moves(board, variant):
        assert Move.parse(str(move)) == move
        for dialect in Dialect:
            again = read_move(write_move(move, board, variant, dialect), board, dialect)
            assert refusal(board, again, variant) is None
            assert play(board, again, variant) == play(board, move, variant)
        assert read_move(write_move(move, board, variant), board) == move


def test_a_written_solution_wins_and_is_written_again_move_for_move() -> None:
    for number, text in STANDARD:
        *before, last = replayed(number, list(move_words(text)), Dialect.STANDARD, Autoplay.SAFE)
        assert last.is_won, number
        assert not any(game.is_won or game.is_lost for game in before), number
        for word, turn, board in zip(move_words(text), last.turns, last.boards, strict=False):
            assert turn.move is not None
            assert write_move(turn.move, board, FREECELL) in (word, word.removesuffix("v1")), number


def test_a_solution_of_fc_solve_wins_in_its_dialect_and_is_written_again_as_it_was() -> None:
    for number, text in solutions.FC_SOLVE.items():
        *before, last = replayed(number, list(move_words(text)), Dialect.FC_SOLVE, Autoplay.NONE)
        assert last.is_won, number
        assert not any(game.is_won for game in before), number
        again = [
            write_move(turn.move, game.board, FREECELL, Dialect.FC_SOLVE)
            for game, turn in zip(before, last.turns, strict=True)
            if turn.move is not None
        ]
        assert wrap_moves(again).splitlines() == [line.strip() for line in text.split("\n") if line.strip()], number


def test_a_tampered_solution_is_refused_at_the_tampered_move() -> None:
    for (number, text), share in product(STANDARD[::4], (0, 0.5, 0.9)):
        moves = list(move_words(text))
        at = int(share * len(moves))
        *_, before = replayed(number, moves[:at], Dialect.STANDARD, Autoplay.SAFE)
        pairs = map("".join, product("12345678", "87654321"))
        wrong = next(pair for pair in pairs if refusal(before.board, Move.parse(pair), FREECELL))
        game = replayed(number, [*moves[:at], wrong, *moves[at:]], Dialect.STANDARD, Autoplay.SAFE)
        for _ in range(at + 1):
            assert not next(game).is_won, (number, share)
        with pytest.raises(IllegalMove) as refused:
            next(game)
        assert str(refused.value) == str(refusal(before.board, Move.parse(wrong), FREECELL)), (number, share)


def test_a_pair_to_an_empty_column_is_the_most_and_for_fc_solve_one_card() -> None:
    board = small_table("9S 8H 7C, KD", FREECELL)
    plain = read_move("13", board)
    assert move_size(board, plain, FREECELL) == 3
    assert move_size(board, read_move("13", board, Dialect.FC_SOLVE), FREECELL) == 1
    assert write_move(plain, board, FREECELL) == "13"
    assert write_move(plain, board, FREECELL, Dialect.FC_SOLVE) == "13v3"
    assert write_move(Move.parse("13v1"), board, FREECELL) == "13v1"
    assert write_move(Move.parse("13v1"), board, FREECELL, Dialect.FC_SOLVE) == "13"
    assert read_move("a3", board, Dialect.FC_SOLVE) == Move.parse("a3")
    for text, written in (("13v3", "13"), ("12v2", "12"), ("1av1", "1a")):
        assert write_move(Move.parse(text), small_table("9S 8H 7C, 9C", FREECELL), FREECELL) == written

    variant = FREECELL.with_cells(8)
    board = small_table("QD JS TD 9S 8D 7S 6D 5S 4D 3S 2D AS, KC, KS, KH, KD, 6C", variant)
    move = next(move for move in legal_moves(board, variant) if move.count == 11)
    assert str(move) in ("17vb", "18vb")
    assert Move.parse("17VB") == Move(COLUMNS[0], COLUMNS[6], 11)


def test_headers_and_comments_are_not_moves_and_ten_moves_stand_on_a_line() -> None:
    text = "#617 Attempt: 1 NumFcs=4 (FCPro - Solved)\n2a 27\n\n  # a word of comment\n 72\n"
    assert list(move_words(text)) == ["2a", "27", "72"]
    assert wrap_moves(f"{n:02}" for n in range(12)) == "00 01 02 03 04 05 06 07 08 09\n10 11"
    assert wrap_moves([]) == ""


def told(read: Callable[[str], object], text: str) -> str:
    """The sentence in which a text is refused."""
    with pytest.raises(NotationError) as refused:
        read(text)
    return str(refused.value)


def test_a_text_that_is_no_move_is_refused_in_a_sentence() -> None:
    texts = "2|2 6|266|i2|2i|h2|hh|2w|2z|l1|26v|26vg|26v123|26v-1|２６"
    for text in ("", *texts.split("|")):
        assert told(Move.parse, text) == f"“{text}” is not a move: write source and target, like 26, 3a, bh or 18v2."
    for text in ("26v0", "18v00"):
        assert told(Move.parse, text) == f"“{text}” moves no card."


def test_every_pile_has_a_letter_of_its_own_and_any_other_is_refused() -> None:
    piles = (*COLUMNS, *CELLS, *FOUNDATIONS, HOME)
    assert "".join(pile.letter for pile in piles) == "1234567890abcdefgkwxyzh"
    assert [Pile.parse(pile.letter) for pile in piles] == list(piles)
    assert [Pile.parse(pile.letter.upper()) for pile in piles] == list(piles)
    for letter in ("", "i", "j", "l", "v", "ab", "٣"):
        sentence = f"“{letter}” is not a pile: columns are 1 to 0, free cells a to g and k, home h."
        assert told(Pile.parse, letter) == sentence


def test_piles_are_called_what_a_player_calls_them_and_a_move_is_told_by_them() -> None:
    piles = (COLUMNS[2], COLUMNS[9], CELLS[0], CELLS[7], FOUNDATIONS[2], HOME)
    called = " ".join(pile.description for pile in piles)
    assert called == "column 3 column 10 cell a cell k the hearts’ foundation home"
    board = small_table("9S 8H 7S, 9C,, TD, AS", FREECELL, cells="5H")
    for word, sentence in (
        ("12", "8♥ to 7♠ from column 1 onto 9♣ in column 2"),
        ("13v1", "7♠ from column 1 to the empty column 3"),
        ("a3", "5♥ from cell a to the empty column 3"),
        ("1b", "7♠ from column 1 to cell b"),
        ("5h", "A♠ from column 5 home"),
    ):
        assert describe_move(Move.parse(word), board, FREECELL) == sentence


def test_the_tenth_column_is_0_and_for_fc_solve_10() -> None:
    seahaven = find_variant("seahaven-towers")
    board = small_table("9S,,,,,,,,,TS", seahaven)
    assert play(board, Move.parse("10"), seahaven).columns[9] == (Card.parse("TS"), Card.parse("9S"))
    moves = list(move_words(solutions.FC_SOLVE_SEAHAVEN_2))
    *_, last = replayed(2, moves, Dialect.FC_SOLVE, Autoplay.NONE, seahaven)
    assert last.is_won
    assert moves == [
        write_move(turn.move, board, seahaven, Dialect.FC_SOLVE)
        for turn, board in zip(last.turns, last.boards, strict=False)
        if turn.move is not None
    ]
    words = {"110": "10", "101": "01", "10": "10", "10h": "0h", "k10": "k0", "12": "12", "1010": "00"}
    for word, same in words.items():
        assert str(read_move(word, small_table("9S, TS" + ", KS" * 8, seahaven), Dialect.FC_SOLVE)) == same


def test_every_card_has_one_number_and_is_read_in_each_of_its_forms() -> None:
    assert " ".join(str(card) for card in DECK[:9]) == "AC AD AH AS 2C 2D 2H 2S 3C"
    assert str(DECK[51]) == "KS"
    for card in DECK:
        assert Card.of(card.rank, card.suit) == card
        assert repr(card) == f"Card('{card}')"
        forms = {str(card), str(card).lower(), card.face, card.rank_text + card.suit.letter}
        assert {Card.parse(form) for form in forms} == {card}
    assert Card.parse("10♥") == Card.parse("TH") == Card.parse("10h") == Card.of(10, 2)


def test_a_refused_text_is_shown_short_and_without_what_a_terminal_would_obey() -> None:
    shown = {"26\n": "26?", "\x1b[2J": "?[2J", "x" * 24: "x" * 24, "x" * 25: f"{'x' * 24}…"}
    for text, read in product(shown, (Move.parse, Card.parse, Pile.parse)):
        assert told(read, text).startswith(f"“{shown[text]}” is not a ")


@given(st.text(max_size=4))
def test_a_text_is_a_card_only_if_it_names_one(text: str) -> None:
    try:
        card = Card.parse(text)
    except NotationError as error:
        assert str(error) == f"{quoted(text)} is not a card: write a rank and a suit, like 9S or TH."  # noqa: PT017
    else:
        assert text.upper().replace("10", "T") in (str(card), card.face.replace("10", "T"))


@given(st.text(max_size=5))
def test_any_text_is_a_move_or_refused_in_a_sentence(text: str) -> None:
    try:
        move = Move.parse(text)
    except NotationError as error:
        assert quoted(text) in str(error)  # noqa: PT017
    else:
        assert Move.parse(str(move)) == move
