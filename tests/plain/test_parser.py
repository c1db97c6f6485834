"""What the player says, and what is understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import DECK, Card, NotationError, Pile
from freecell_tui.plain.parser import (
    WORDS,
    are_moves,
    find_word,
    is_pile,
    read_card,
    read_count,
    read_moves,
    read_pile,
    read_rank,
    spoken,
)
from freecell_tui.plain.speech import in_words
from freecell_tui.ui.keymap import Command

WORD_OF = {
    "send": "best",
    "all-home": "home",
    "find": "find",
    "needed": "next",
    "undo": "undo",
    "redo": "redo",
    "restart": "restart",
    "new-game": "new",
    "winnable-game": "winnable",
    "deal-by-number": "deal",
    "next-deal": "next",
    "previous-deal": "previous",
    "games": "games",
    "bookmark": "bookmark",
    "bookmarks": "bookmarks",
    "give-up": "give",
    "daily": "daily",
    "journeys": "journeys",
    "statistics": "statistics",
    "hint": "hint",
    "show-step": "show",
    "show": "solve",
    "where-lost": "lost",
    "ask-verdict": "verdict",
    "verdict-mode": "verdict",
    "help": "help",
    "quit": "quit",
}
WITHOUT_A_WORD = {
    "lift": "a move names both its piles at once",
    "put-back": "nothing is ever held",
    "more": "a move says how many cards it takes, as in 18v2",
    "fewer": "likewise",
    "left": "there is no cursor",
    "right": "likewise",
    "up": "likewise",
    "down": "likewise",
    "other-row": "likewise",
    "four-colours": "nothing is drawn",
    "next-theme": "likewise",
    "redraw": "likewise",
    "settings": "freecell settings tells them, and they are changed in their file",
    "menu": "help names every word",
    "pause": "there are no cards in sight to turn over",
}


def test_every_command_of_the_table_has_a_word_or_a_reason_to_have_none() -> None:
    assert WORD_OF.keys() | WITHOUT_A_WORD.keys() == set(Command)
    assert not WORD_OF.keys() & WITHOUT_A_WORD.keys()
    assert set(WORD_OF.values()) <= {word.name for word in WORDS}


def test_no_two_words_are_the_same_and_none_is_a_pile_or_a_move() -> None:
    names = [name for word in WORDS for name in (word.name, *word.also)]
    assert len(names) == len(set(names))
    for name in names:
        assert find_word(name.upper()) is find_word(name)
        assert not is_pile(name)
        assert not are_moves([name])
        assert not are_moves([name, "3"])


def test_a_word_may_be_cut_short_while_it_is_clear() -> None:
    assert find_word("und").name == "undo"
    assert find_word("fo").name == "foundations"
    with pytest.raises(NotationError, match=r"“re” may be redo, restart, repeat or resume\."):
        find_word("re")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("udno", "“udno” is not a word here. Did you mean undo?"),
        ("foundation5", "“foundation5” is not a word here. Did you mean foundations?"),
        ("xyzzy", "“xyzzy” is not a word here. Say help for the words there are."),
        ("\x1b[2J", "“?[2j” is not a word here. Say help for the words there are."),
    ],
)
def test_an_unknown_word_is_answered_with_the_nearest(wrong: str, told: str) -> None:
    with pytest.raises(NotationError) as refused:
        find_word(wrong)
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3a 32  7h\n", ["3a", "32", "7h"]),
        ("# 617 Attempt: 1", []),
        ("  #1", []),
        ("", []),
        (" \t\n", []),
        ("3a # to make room", ["3a"]),
        ("deal #617", ["deal", "#617"]),
        ("\ufeff3a", ["3a"]),
    ],
)
def test_a_comment_is_not_heard(line: str, words: list[str]) -> None:
    assert spoken(line) == words


def test_moves_may_be_written_in_one_word_or_in_two() -> None:
    assert list(map(str, read_moves(["3a", "3", "2", "7h", "18v2", "a", "h", "B", "H"]))) == [
        "3a",
        "32",
        "7h",
        "18v2",
        "ah",
        "bh",
    ]


@pytest.mark.parametrize("line", ["3a 3", "3a look", "3 look", "3x", "99z", "18v0", "12345"])
def test_a_line_that_cannot_be_read_is_refused_whole(line: str) -> None:
    assert are_moves(line.split())
    with pytest.raises(NotationError):
        read_moves(line.split())


@given(st.sampled_from(DECK))
def test_every_card_is_understood_as_it_is_told(card: Card) -> None:
    for text in (in_words(card.face), card.face, str(card), str(card).lower(), f"{card.rank_text} {card.suit.name}"):
        assert read_card(text.split()) == card


@pytest.mark.parametrize("text", ["", "h", "seven of", "11h", "seven of cups", "1h", "seven of hearts now"])
def test_what_is_no_card_is_no_card(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card: say 7h, or seven of hearts"):
        read_card(text.split())


@pytest.mark.parametrize(
    ("text", "rank"), [("7", 7), ("sevens", 7), ("SIXES", 6), ("six", 6), ("k", 13), ("10", 10), ("t", 10), ("aces", 1)]
)
def test_a_rank_is_read_in_digits_letters_and_words(text: str, rank: int) -> None:
    assert read_rank([text]) == rank


@pytest.mark.parametrize(
    ("text", "letter"), [("3", "3"), ("3?", "3"), ("column 3", "3"), ("column 10", "0"), ("Cell A", "a"), ("home", "h")]
)
def test_a_pile_is_read_by_its_letter_and_by_its_name(text: str, letter: str) -> None:
    assert read_pile(text.split()) == Pile.parse(letter)


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", "", "1234567", "٣"])
def test_what_is_no_number_is_no_number(text: str) -> None:
    with pytest.raises(NotationError, match="is not a number from 1 up"):
        read_count([text])
