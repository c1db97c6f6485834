"""Moves that are said in words, and what words alone never do."""

import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from freecell_tui.controller.play.changes import card_group, destination
from freecell_tui.engine import Game, NotationError, find_variant, legal_moves
from freecell_tui.engine.rules import move_size
from freecell_tui.plain.commands import VOCABULARY
from freecell_tui.plain.frontend import in_words
from freecell_tui.plain.said_moves import SaidMove, read_said_moves, read_said_place
from freecell_tui.plain.words import read_moves
from support.games import played
from support.plain_driver import Speaker

# Deal 1: the last cards are 6♠, 9♣, 2♥, 6♥, 6♣, 3♦, 8♣ and 10♣; below 2♥ is 8♦.
SAID = {
    "32": (
        *("8d to 9c", "8D TO 9C", "8♦ to 9♣", "8d onto 9c", "8d on 9c", "put 8d on top of 9c", "8d->9c", "8d -> 9c"),
        *("eight of diamonds to nine of clubs", "the eight of diamonds onto nine of clubs", "8 diamonds on 9 clubs"),
        *("Eight of diamonds to column 2, on the nine of clubs.", "eight diamond nine club", "8 of d to 9 of c"),
        *("3 to 2", "move 3 2", "move 3 to 2", "from 3 to 2", "column 3 to column 2", "move 1 card from 3 to 2"),
        *("column three to column two", "the third column to the second column", "third column to 9c", "3 to 9c"),
        *("8d to column 2", "8d to 2", "eight of diamonds from column 3 to 2", "please move the 8 of diamonds to 2"),
        *("the last card of 3 to 2", "top card from column 3 to 2", "one card from 3 to 2", "red eight to black nine"),
        *("8♦9♣", "8d–9c", "8D-9C", "8d > 9c", "8♢ to 9♧", "8♦\ufe0f to 9♣\ufe0f", "“8d to 9c”", "8d, to 9c"),
        *("the 8 of ♦ to the 9 of ♣", "8d goes on 9c", "move: 8d to 9c", "now 8d to 9c", "3rd to the 2nd column"),
        *("move a card from 3 to 2", "the card of column 3 to 9c", "Move 1 cards from stack 3 to stack 2"),
        *("8d to 9c please!", "8d down to 9c", "8d 9c", "8D 9C"),
        *("third to second", "1 from 3 to 2", "one from three to two"),
        *("eight to 9c", "8d into column number 2", "stack 3 to pile 2", "8d upon 9c", "8d 9 of clubs"),
    ),
    "3a": (
        *("2h to cell a", "two of hearts to free cell a", "2h to a free cell", "2h to the cell", "3 to a cell"),
        *("2 hearts free cell", "3 to freecell", "move 2h to any free cell", "column 3 to cell a", "3 to the a cell"),
        *("2h to an empty cell", "3 to the empty free cell", "2h to cell 1",
          "2h to the first cell", "2h to the first free cell", "2h to free cell one"),
    ),
    "3h": ("2h home", "2h to the foundation", "3 home", "two of hearts to its foundation", "2h to foundations",
           "2h goes home", "2h to the hearts pile", "2h to the foundation of hearts"),
}  # fmt: skip


def moves_said(words: Sequence[str]) -> Sequence[SaidMove]:
    """The moves that a line says, if it is not refused."""
    with suppress(NotationError):
        return read_said_moves(words)
    return ()


@pytest.mark.parametrize(("move", "line"), [(move, line) for move, lines in SAID.items() for line in lines])
def test_moves_are_said_in_many_ways(move: str, line: str) -> None:
    game = Game.new(1) if move[1] in "ah" else played(Game.new(1), "3a")
    moves = [said.on(game) for said in read_said_moves(line.split())] or read_moves(line.split())
    assert list(map(str, moves)) == [move]


def test_every_move_is_understood_as_it_is_told(subtests: pytest.Subtests) -> None:
    for name in ("freecell", "bakers-game", "eight-off", "seahaven-towers"):
        chooser, game = random.Random(name), Game.new(7, find_variant(name))
        with subtests.test(variant=name):
            for _ in range(40):
                moves = list(legal_moves(game.board, game.variant))
                if not moves:
                    break
                for move in moves:
                    cards = game.board.cards(move.source)[-move_size(game.board, move, game.variant) :]
                    text = in_words(f"{card_group(cards)} {destination(move, game.board)}.")
                    (said,) = read_said_moves(text.split())
                    assert said.on(game) == move
                game = game.play(chooser.choice(moves))


def test_what_cannot_be_is_said_in_the_words_of_cards(tmp_path: Path, subtests: pytest.Subtests) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    for line, told in (
        ("8d to 9c", "8♦ is in column 3, under 1 card: 2♥."),
        ("9h on 10s", "10♠ is in column 3, under 4♠."),
        ("7h home", "7♥ is in column 6, under 5 cards: Q♣, A♠, A♣, 2♣, 3♦."),
        ("2h home", "2♥ cannot go home before A♥."),
        ("king of hearts to an empty column", "No column is empty."),
        ("2h to 3d", "2♥ does not go on 3♦, which takes a black 2."),
        ("3 cards from 1 to 2", "6♠ does not go on 9♣, which takes a red 8."),
        ("six to seven of diamonds", "7♦ is in column 8, under 10♣."),
        ("six to cell a", "“six to cell a” could mean 6♠, 6♥, 6♣ or 3♦."),
        ("red six on black seven", "“red six on black seven” is no possible move: no card of that name can go there."),
        ("3 to 2x", "“3 to 2x” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("3, 2x", "“3, 2x” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("3->x", "“3->x” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("8d to 9x", "“8d to 9x” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("11 to 3", "“11 to 3” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("14 of clubs to 2", "“14 of clubs to 2” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("0 cards of 3 to 5", "“0 cards of 3 to 5” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("2h to cell z", "“2h to cell z” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("8c to column 12", "“8c to column 12” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("2h to cell 9", "There is no “cell 9”: free cells are a to g and k."),
        ("2h to freecell 0", "There is no “freecell 0”: free cells are a to g and k."),
        ("2h to 3d?", "“2h to 3d?” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("move 8d", "“move 8d” is not a move: write source and target, like 26, 3a, bh or 18v2."),
        ("move 2 from 3 to 5", "2♥ does not go on 6♣, which takes a red 5."),
    ):  # fmt: skip
        with subtests.test(line=line):
            assert speaker.say(line)[0] == told
            assert not speaker.game.turns


def test_several_moves_are_said_on_a_line(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path / "and", Game.new(1))
    assert speaker.say("2h to cell a and 8d to 9c") == ["2♥ to cell a.", "8♦ to column 2, on 9♣."]
    speaker = Speaker(tmp_path / "then", Game.new(1))
    assert speaker.say("2h to cell a, then 8d to 9c; 7h home, 3 home") == [
        "2♥ to cell a.",
        "8♦ to column 2, on 9♣.",
        "7♥ is in column 6, under 5 cards: Q♣, A♠, A♣, 2♣, 3♦.",
        "Played: 2h to cell a; 8d to 9c. Not played: 7h home; 3 home.",
    ]


def test_two_cards_are_two_moves_where_there_are_such_columns() -> None:
    words = ["8d", "9c"]
    assert read_said_moves(words)
    assert not read_said_moves(words, find_variant("seahaven-towers"))
    assert not read_said_moves(["8d", "7c"])
    assert not read_said_moves(["26", "9c"])


def test_a_card_or_a_pile_alone_is_read(tmp_path: Path, subtests: pytest.Subtests) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    for line, told in (
        ("eight of diamonds", "8♦ is in column 3, under 1 card."),
        ("the two of hearts?", "2♥ is the last card of column 3."),
        ("cell a", "Cell a is free."),
        ("free cell b", "Cell b is free."),
        ("the third column", "Column 3, 7 cards: 9♥, 9♠, 9♦, 10♠, 4♠, 8♦, 2♥."),
        ("column three", "Column 3, 7 cards: 9♥, 9♠, 9♦, 10♠, 4♠, 8♦, 2♥."),
    ):
        with subtests.test(line=line):
            assert speaker.say(line) == [told]


def test_no_command_and_no_move_in_notation_is_taken_for_words() -> None:
    piles = "12345678abcdh"
    for first in piles:
        for second in piles:
            assert not moves_said([first + second]) or first in {"h", second}
    words = {word for command in VOCABULARY.commands for word in command.words}
    beginnings = {word[:length] for word in words for length in range(1, len(word) + 1)}
    arguments = ("", "3", "7h", "a", "on", "all", "617", "kings", "Sunday", "seven of hearts", "column 3", "home", "?")
    for word in words | beginnings:
        for argument in arguments:
            line = f"{word} {argument}".split()
            if len(word) > 1 or argument == "":
                assert not moves_said(line), line
                assert read_said_place(" ".join(line)) is None or line[0] in ("cell", "col", "column"), line


WORDS = """
move put to onto on from the of a an home foundation cell free empty column 1 2 3 8 9 10 0 a b h 7h 8d 9c 10s ace two
seven king queen hearts clubs red black then ; , . - -> → and it cards card last all no ♦ 8♦ é \0 # ? six please with
99999999999999999999 v2 18v2 3a 32
"""


def test_no_text_moves_a_card_unless_it_says_a_move(tmp_path: Path) -> None:
    chooser = random.Random(1)
    words, game = WORDS.split(), Game.new(1)
    for _ in range(10_000):
        line = [chooser.choice(words) for _ in range(chooser.randint(1, 7))]
        for said in moves_said(line):
            assert said.source.cards or said.source.piles
        with suppress(NotationError):
            read_said_place(" ".join(line))
    speaker = Speaker(tmp_path, game)
    for _ in range(150):
        line = [chooser.choice(words) for _ in range(chooser.randint(1, 7))]
        before = speaker.game.position
        says_moves = bool(moves_said(line))
        is_notation = any(len(word) <= 4 for word in line)
        assert all(sentence.strip() for sentence in speaker.say(" ".join(line)))
        assert speaker.game.position == before or says_moves or is_notation
