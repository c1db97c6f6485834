"""How sentences sound."""

from io import StringIO

from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import DECK
from freecell_tui.plain.frontend import Speech, in_words


def test_cards_are_told_in_words() -> None:
    for marks, words in (
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
    ):
        assert in_words(marks) == words


def test_every_card_has_words_of_its_own() -> None:
    assert len({in_words(card.face) for card in DECK}) == 52
    assert not any(mark in in_words(card.face) for card in DECK for mark in "♣♦♥♠")


def test_a_brief_voice_leaves_the_marks() -> None:
    out = StringIO()
    voice = Speech(out)
    voice.say("7♥ home.")
    voice.is_brief = True
    voice.say("7♥ home.")
    assert out.getvalue() == "Seven of hearts home.\n7♥ home.\n"


@given(st.text())
def test_a_sentence_is_one_line_that_gives_no_orders(text: str) -> None:
    out = StringIO()
    Speech(out).say(text)
    said = out.getvalue()
    assert said.endswith("\n")
    assert said[:-1].isprintable()
