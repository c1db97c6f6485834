"""What the player says, and what is understood."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.arguments import read_bookmark, read_card, read_count, read_pile, read_rank
from freecell_tui.controller.commands import COMMANDS, Command
from freecell_tui.engine import DECK, START, Bookmark, Bookmarks, Card, Game, NotationError, find_variant, legal_moves
from freecell_tui.plain.commands import OWN_COMMANDS, SHARED_COMMANDS, VOCABULARY
from freecell_tui.plain.frontend import in_words
from freecell_tui.plain.words import are_moves, is_pile, read_moves, split_line
from support.outcomes import refused as refusal_of
from support.plain_driver import Speaker

WITHOUT_A_WORD = {
    "lift": "a move names both its piles at once",
    "put-back": "nothing is ever held",
    "step": "moves are said, and moves lists them",
    "play-step": "likewise",
    "more": "a move says how many cards it takes, as in 18v2",
    "fewer": "likewise",
    "left": "there is no cursor",
    "right": "likewise",
    "up": "likewise",
    "down": "likewise",
    "other-row": "likewise",
    "first-card": "likewise",
    "last-card": "likewise",
    "find": "nothing is lit; line mode has a command of its own for it",
    "needed": "likewise",
    "four-colours": "nothing is drawn",
    "magnify": "likewise",
    "next-theme": "likewise",
    "redraw": "likewise",
    "settings": "freecell settings tells them, and they are changed in their file",
    "menu": "help names every word",
    "title": "likewise",
    "how-to-play": "rules says them",
    "pause": "there are no cards in sight to turn over",
    "watch": "there is nothing to be seen",
    "commands": "? and help list them",
    "show": "play all is said with the word of another command",
}


def test_every_command_of_the_table_has_a_word_or_a_reason_to_have_none() -> None:
    shared = {command.name for command in SHARED_COMMANDS}
    assert shared | WITHOUT_A_WORD.keys() == {row.name for row in COMMANDS if row.group != "Watching"}
    assert not shared & WITHOUT_A_WORD.keys()


def test_every_command_has_one_home() -> None:
    assert not {row.name for row in OWN_COMMANDS} & {row.name for row in COMMANDS}
    assert {*VOCABULARY.commands} == {*SHARED_COMMANDS, *OWN_COMMANDS}


def meant(line: str) -> Command[Any]:
    """The one command of a word, or of two."""
    (command,) = VOCABULARY.find_all(line)
    return command


def test_no_two_words_are_the_same_and_none_is_a_pile_or_a_move(subtests: pytest.Subtests) -> None:
    names = [word for command in VOCABULARY.commands for word in command.words]
    assert len(names) == len(set(names))
    for command in VOCABULARY.commands:
        with subtests.test(command=command):
            for name in command.words:
                assert command in VOCABULARY.find_all(name.upper())
                first = name.split()[0]
                assert not is_pile(first)
                assert not are_moves([first])
                assert not are_moves([first, "3"])


def test_a_word_may_be_cut_short_while_it_is_clear() -> None:
    assert meant("und").name == "undo"
    assert meant("fo").name == "foundations"
    assert meant("gi").name == meant("give up").name == "give-up"
    assert meant("nex c").name == "next-cards"
    with pytest.raises(NotationError, match=r"“re” could mean redo, restart, review, repeat, restore or resume\."):
        VOCABULARY.find(["re"])


def test_a_line_is_a_command_of_one_word_or_two_and_what_stands_behind_it(subtests: pytest.Subtests) -> None:
    for line, name, about in (
        ("undo 3", "undo", ["3"]),
        ("next d", "next-deal", []),
        ("NEXT CARDS", "next-cards", []),
        ("previous", "previous-deal", []),
        ("previous deal", "previous-deal", []),
        ("bookmark Next Deal", "bookmark", ["Next", "Deal"]),
        ("play all", "show-step", ["all"]),
    ):
        with subtests.test(line=line):
            command, rest = VOCABULARY.find(line.split())
            assert (command.name, rest.split()) == (name, about)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("give", "Type give up."),
        ("give in", "Type give up, not “in”."),
        ("give up now", "Type give up with nothing after it."),
        ("next", "Type next cards or next deal."),
        ("next week", "Type next cards or next deal, not “week”."),
        ("previous week", "Type previous or previous deal, not “week”."),
        ("send", "Type best and a card or pile."),
        ("look here", "Type look with nothing after it."),
    ],
)
def test_what_is_missing_or_too_much_is_told(line: str, told: str) -> None:
    with pytest.raises(NotationError) as refused:
        VOCABULARY.find(line.split())
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("before", "some"),
    [
        ("", {"undo", "give", "next", "bookmarks", "look"}),
        ("next", {"cards", "deal"}),
        ("previous", {"deal"}),
        ("give", {"up"}),
        ("verdict", {"on", "off"}),
        ("v", {"on", "off"}),
        ("journeys", {"all", "hard", "skip"}),
        ("autoplay", {"none", "safe", "all", "always", "end", "asked"}),
        ("daily", {"yesterday"}),
    ],
)
def test_every_word_that_can_stand_next_is_offered(before: str, some: set[str]) -> None:
    offered = VOCABULARY.choices(before.split())
    assert some <= set(offered)
    assert before == "" or some == set(offered)
    assert len(offered) == len(set(offered))


@pytest.mark.parametrize("before", ["undo", "nonsense", "re", "next deal", "where seven of", "undo 3"])
def test_where_anything_or_nothing_can_stand_no_word_is_offered(before: str) -> None:
    assert VOCABULARY.choices(before.split()) == []


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("udno", "“udno” is not a command. Did you mean undo?"),
        ("foundation5", "“foundation5” is not a command. Did you mean foundations?"),
        ("take back a move", "“take” is not a command. Did you mean undo?"),
        ("colours", "“colours” is not a command. Type help for a list of commands."),
        ("settings", "“settings” is a command of the table only. Type help for a list of commands."),
        ("xyzzy", "“xyzzy” is not a command. Type help for a list of commands."),
        ("\x1b[2J", "“?[2j” is not a command. Type help for a list of commands."),
    ],
)
def test_an_unknown_word_is_answered_with_the_nearest(wrong: str, told: str) -> None:
    with pytest.raises(NotationError) as refused:
        VOCABULARY.find(wrong.split())
    assert str(refused.value) == told


def test_a_comment_is_not_heard(subtests: pytest.Subtests) -> None:
    for line, words in (
        ("3a 32  7h\n", ["3a", "32", "7h"]),
        ("# 617 Attempt: 1", []),
        ("  #1", []),
        ("", []),
        (" \t\n", []),
        ("3a # to make room", ["3a"]),
        ("3a #to make room", ["3a"]),
        ("note try #2", ["note", "try", "#2"]),
        ("deal #617", ["deal", "#617"]),
        ("\ufeff3a", ["3a"]),
    ):
        with subtests.test(line=line):
            assert split_line(line) == words


def test_moves_may_be_written_in_one_word_or_in_two() -> None:
    for line in ("3 to 2 4b", "3-2, 4b", "1. 32 2. 4b", "3 TO 2; 4 b"):
        assert " ".join(map(str, read_moves(line.split()))) == "32 4b", line
    for line in ("3 x", "3 to x", "3 look", "3 to"):
        assert refusal_of(read_moves, line.split()).startswith(f"“{line}” is not a move")
    for line in ("(1) 32 (2) 4b", "[32] [4b]", "(3 to 2), 4b.", "1. 3 2 2. 4 b"):
        assert are_moves(line.split())
        assert " ".join(map(str, read_moves(line.split()))) == "32 4b", line
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
        assert read_card(text) == card


def test_an_argument_is_read_in_digits_letters_and_words_or_refused(subtests: pytest.Subtests) -> None:
    bookmarks = Bookmarks((Bookmark(2, START),))
    for read, understood, refused, told in (
        (
            read_card,
            {},
            ("", "h", "seven of", "11h", "seven of cups", "1h", "seven of hearts now"),
            "is not a card: try 7h",
        ),
        (
            read_rank,
            {"7": 7, "sevens": 7, "SIXES": 6, "six": 6, "k": 13, "10": 10, "t": 10, "aces": 1},
            ("0", "14", "seven eight", ""),
            "is not a rank: try 7",
        ),
        (
            lambda text: read_pile(text).letter,
            {
                "3": "3",
                "3?": "3",
                "column 3": "3",
                "column 10": "0",
                "Cell A": "a",
                "home": "h",
                "10th pile": "0",
                "the third column": "3",
                "col2": "2",
                "cell 1": "a",
                "the second free cell": "b",
                "eighth cell": "k",
            },
            ("", "m", "column"),
            "is not a pile",
        ),
        (
            read_count,
            {"1": 1, "999999": 999999, "٣": 3, "６１": 61},
            ("0", "-1", "two", "1.5", "", "1234567", "²", "٠"),
            "is not a number: try 1",
        ),
        (
            lambda text: read_bookmark(bookmarks, text).number,
            {"2": 2, "２": 2},
            ("1", "x", "-2", "", "²", "1234567"),
            "There is no bookmark “",
        ),
    ):
        with subtests.test(read=read):
            assert {text: read(text) for text in understood} == understood
            for text in refused:
                with pytest.raises(NotationError, match=told):
                    read(text)


# The tenth column


def test_the_tenth_column_is_read_as_0_and_as_fc_solves_10_wherever_that_is_a_move(subtests: pytest.Subtests) -> None:
    for words, read in (
        ("10a", "0a"),
        ("c10", "c0"),
        ("C10", "c0"),
        ("10H", "0h"),
        ("105 26", "05 26"),
        ("10v2", "10v2"),
        ("510v3", "50v3"),
        ("10", "10"),
        ("10 10", "10 10"),
        ("3 10", "30"),
        ("a 10 10b", "a0 0b"),
        ("1 10", "10"),
    ):
        with subtests.test(words=words):
            typed = words.split()
            assert are_moves(typed)
            assert " ".join(map(str, read_moves(typed))) == read
    for end in ("a", "5", "b"):
        with (
            subtests.test(end=end),
            pytest.raises(NotationError, match=f"write 10{end} if you mean the cards of column 10"),
        ):
            read_moves(["10", end])
    assert is_pile("10?")
    assert str(read_pile("10?").letter) == "0"


def test_digits_are_a_move_of_the_tenth_column_only_where_there_is_one_and_else_a_deal(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    tens = Speaker(tmp_path / "tens", Game.new(617, find_variant("seahaven-towers")))
    assert tens.say("105")[-1] == ("K♠ does not go on J♣, which takes 10♣. Type yes to play deal 105.")
    twice = "1010 is not a move; 10 10 moves from column 1 to column 10, twice. Type yes to play deal 1010."
    assert tens.say("1010")[-1] == twice
    for deal in ("100", "010", "617", "1001"):
        with subtests.test(deal=deal):
            assert tens.say(deal)[-1] == f"{deal} is not a move. Type yes to play deal {int(deal)}."
    tens.say("10a")
    assert [str(turn.move) for turn in tens.game.turns] == ["0a"]
    legal = next(str(move) for move in legal_moves(tens.game.board, tens.game.variant) if str(move)[0] == "0")
    tens.say(f"10{legal[1:]}")
    assert str(tens.game.turns[-1].move) == legal
    assert tens.say("yes")[-1] != "FreeCell, deal 105."
    eight = Speaker(tmp_path / "eight", Game.new(617))
    assert eight.say("105")[-1] == "105 is not a move. Type yes to play deal 105."
    assert eight.say("10a")[-1] == "0 is column 10, and FreeCell has only 8 columns."
