"""How sentences sound, and the table read aloud."""

import random
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.play import changes
from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    HOME,
    VARIANTS,
    Board,
    Game,
    Move,
    Variant,
    find_variant,
    legal_moves,
    refusal,
)
from freecell_tui.plain import words
from freecell_tui.plain.frontend import BRAILLE_CELLS, Speech, in_short, in_words
from freecell_tui.storage.settings import SpeechStyle
from support.strategies import positions


@pytest.mark.parametrize(
    ("marks", "spoken"),
    [
        ("7♥ to column 5, on 8♠.", "Seven of hearts to column 5, on the eight of spades."),
        ("A♣ and 10♦ went home.", "Ace of clubs and ten of diamonds went home."),
        ("Home: K♥.", "Home: king of hearts."),
        ("Look at Q♣ in column 3.", "Look at the queen of clubs in column 3."),
        ("3a. 7♥ is home.", "3a. Seven of hearts is home."),
        ("J♥ does not go on 9♣.", "Jack of hearts does not go on the nine of clubs."),
        ("9♣ takes a red 8, and no black Q.", "Nine of clubs takes a red eight, and no black Q."),
        ("8♠ takes 7♠.", "Eight of spades takes the seven of spades."),
        ("Column 7 is empty.", "Column 7 is empty."),
        ("This game has 4 cells; a king is in column 4.", "This game has 4 cells; a king is in column 4."),
    ],
)
def test_cards_are_told_in_words(marks: str, spoken: str) -> None:
    assert in_words(marks) == spoken


def test_every_card_has_words_of_its_own() -> None:
    assert len({in_words(card.face) for card in DECK}) == 52
    assert not any(mark in in_words(card.face) for card in DECK for mark in "♣♦♥♠")


def test_a_terminal_gets_no_line_that_it_would_break_inside_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    out, sentence = (
        StringIO(),
        "The queen of clubs and nine of diamonds go home, and F014C-DPEZH-DD7BN-Z00WC-4XGHE stays.",
    )
    monkeypatch.setenv("COLUMNS", "30")
    Speech(out).say(sentence)
    assert out.getvalue() == f"{sentence}\n"
    monkeypatch.setattr(out, "isatty", lambda: True)
    out.truncate(out.seek(0))
    Speech(out).say(sentence)
    assert out.getvalue().splitlines() == [
        "The queen of clubs and nine of",
        "diamonds go home, and",
        "F014C-DPEZH-DD7BN-Z00WC-4XGHE",
        "stays.",
    ]


def test_a_brief_voice_leaves_the_marks() -> None:
    out = StringIO()
    voice = Speech(out)
    voice.say("7♥ home.")
    voice.style = SpeechStyle.SYMBOLS
    voice.say("7♥ home.")
    assert out.getvalue() == "Seven of hearts home.\n7♥ home.\n"


@given(st.text())
def test_a_sentence_is_one_line_that_gives_no_orders(text: str) -> None:
    out = StringIO()
    Speech(out).say(text)
    said = out.getvalue()
    assert said.endswith("\n")
    assert said[:-1].isprintable()


@given(positions())
def test_every_card_is_read_exactly_once_and_every_place_can_be_read(table: tuple[Board, Variant]) -> None:
    board, variant = table
    read = " ".join(words.table(Game(variant, 1, (board,))))
    for card in DECK:
        is_home = card.rank <= board.foundations[card.suit]
        is_top = card.rank == board.foundations[card.suit]
        times = sum(word.strip(".,;:") == card.face for word in read.split())
        assert times == (is_top if is_home and not board.is_won else not is_home)
        pile, depth = board.locate(card)
        assert is_home or board.cards(pile)[-depth] == card
        assert words.where(Game(variant, 1, (board,)), card).startswith(card.face)


@pytest.mark.slow
@given(positions())
def test_targets_are_told_where_there_is_a_move_and_every_move_can_be_told(table: tuple[Board, Variant]) -> None:
    board, variant = table
    moves = list(legal_moves(board, variant))
    sources = {move.source for move in moves if not (move.source in CELLS and move.target in CELLS)}
    for pile in (*COLUMNS[: variant.columns], *CELLS[: variant.cells]):
        assert (words.targets(Game(variant, 1, (board,)), pile) is not None) == (pile in sources)
    for move in moves:
        game = Game(variant, 1, (board,)).play(move, finish=True)
        told = changes.last_turn(game)
        gone = sum(game.board.foundations) - sum(board.foundations) - (move.target == HOME)
        gone += move.source.kind.name == "FOUNDATION"
        assert ("went home automatically" in told) == (gone > 0)
        assert changes.undone(game.undo()).startswith("Undone: ")


@pytest.mark.parametrize(
    ("marks", "spoken"),
    [
        ("7♥ to column 5, on 8♠.", "7 hearts on 8 spades."),
        ("8♦ and the 2 cards on it to column 2, on 9♣.", "8 diamonds and 2 on 9 clubs."),
        ("K♠ and the card on it to the empty column 3.", "King spades and 1 to empty 3."),
        ("2♥ to cell a. A♥ and 2♥ went home automatically.", "2h to a. Ah and 2h home."),
        ("Column 7 is empty.", "7 empty."),
        ("Cell b is free.", "B empty."),
        ("All 4 cells are free.", "4 cells empty."),
        ("Cells: 2♥ in a; b, c and d are free.", "Cells: 2 hearts in a; b, c and d empty."),
        ("Foundations: A♠, no hearts, no diamonds, 3♣.", "Home: ace spades, 3 clubs."),
        ("Column 3, 5 cards: 9♥, 9♠, 9♦, in sequence 5♠, 4♦.", "3: 9h, 9s, 9d, 5s, 4d."),
        ("J♥ does not go on 9♣, which takes a red 8.", "9 clubs takes red 8."),
        ("8♣ cannot go home before A♣.", "8 clubs not before ace clubs."),
        ("There is no column 9: FreeCell has 8.", "No column 9."),
        ("Undone: 2♥ from column 3 to cell a.", "2 hearts back to 3."),
        ("A♣ is in column 6, under 2 cards: 2♣, 3♦.", "Ace clubs in 6, under 2."),
    ],
)
def test_short_speech_has_few_syllables(marks: str, spoken: str) -> None:
    assert in_short(marks) == spoken


def test_short_speech_fits_a_line_of_a_braille_display(subtests: pytest.Subtests) -> None:
    chooser = random.Random(1)
    piles = (*COLUMNS[:8], *CELLS[:4])
    for name in VARIANTS:
        game = Game.new(chooser.randint(1, 32000), find_variant(name))
        with subtests.test(variant=name):
            while (moves := list(legal_moves(game.board, game.variant))) and len(game.turns) < 80 and not game.is_won:
                game = game.play(chooser.choice(moves))
                said = [*changes.last_turn(game).split(". "), *changes.undone(game.undo()).split(". ")]
                said += (
                    refusal(game.board, Move(chooser.choice(piles), chooser.choice(piles)), game.variant) or ""
                    for _ in range(20)
                )
                said += (refusal(game.board, Move(pile, HOME), game.variant) or "" for pile in piles)
                for sentence in said:
                    text = f"{sentence.rstrip('.')}."
                    assert len(in_short(text)) <= BRAILLE_CELLS, text


def test_what_is_longer_than_a_line_of_braille_gets_several() -> None:
    out = StringIO()
    voice = Speech(out)
    voice.style = SpeechStyle.SHORT
    for sentence in (*words.table(Game.new(1)), *words.rules(Game.new(1).variant)):
        voice.say(sentence)
    lines = out.getvalue().splitlines()
    assert all(0 < len(line) <= BRAILLE_CELLS for line in lines)
    assert "  " not in out.getvalue()
