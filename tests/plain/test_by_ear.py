"""What a screen reader says of the game, measured by the words that it sends to its voice."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from freecell_tui.controller.arguments import read_card
from freecell_tui.engine import FREECELL, Board, Card, Move, PileKind, Suit
from freecell_tui.engine.rules import move_size
from freecell_tui.help import load_topic
from freecell_tui.plain.frontend import in_words
from freecell_tui.solver import Solved
from freecell_tui.solver.solve import solve
from support.ear import Ear
from support.pty_terminal import DOWN, LEFT, RIGHT, UP

MOST_FOR_A_KEY = 5
"""The most utterances for an arrow key at the table, with the settings for screen readers."""

pytestmark = [pytest.mark.pty, pytest.mark.linux]


def said_by_the_help(what: str) -> int:
    """How many times something is said, as the help tells."""
    (times,) = re.findall(rf"^\| {re.escape(what)} \| (\d+) \|$", load_topic("who-can-play").text, re.MULTILINE)
    return int(times)


Listen = Callable[..., Ear]


@pytest.fixture
def listen(tmp_path: Path) -> Iterator[Listen]:
    """Start the program under the screen reader, which ends with the test."""
    ears = list[Ear]()

    def start(*arguments: str, size: tuple[int, int] = (80, 24), **environment: str) -> Ear:
        ears.append(Ear(tmp_path / "ear", *arguments, size=size, **environment))
        return ears[-1]

    yield start
    for ear in ears:
        ear.close()


@pytest.fixture
def lines(listen: Listen) -> Ear:
    """Line mode, heard."""
    ear = listen("--plain", "1", size=(250, 40))
    ear.hear_answer()
    return ear


def test_a_line_is_answered_by_one_utterance_and_nothing_is_said_before_the_next(
    lines: Ear, subtests: pytest.Subtests
) -> None:
    commands = (
        *("3a", "32", "7h", "99", "3x", "undo", "undo 2", "redo", "blah", "where ace of clubs", "3", "a", "h", "cells"),
        *("foundations", "how many", "status", "time", "targets 3", "best 7h", "verdict", "hint", "no", "note", "undo"),
    )
    for command in commands:
        with subtests.test(command=command):
            heard = lines.say(command)
            assert len(heard) == said_by_the_help("for a line that is typed in line mode") <= 2
            assert heard[0].strip()
    assert lines.say("") == []
    assert lines.say("# a comment") == []
    assert len(lines.idle(1.2)) == said_by_the_help("in line mode while nobody types") == 0


def test_the_table_says_one_thing_for_an_arrow_key_and_nothing_while_nobody_plays(listen: Listen) -> None:
    table = listen("--table", "1", ACCESSIBLE="1")
    table.wait(lambda: "● winnable".encode() in table.output, "the verdict")
    table.type(RIGHT)  # shows the cursor where it is
    table.idle(0.2)
    spoken = {key: table.press(key) for key in (RIGHT, RIGHT, LEFT, UP, DOWN, "\t", RIGHT)}
    most = max(map(len, spoken.values()))
    assert most == said_by_the_help("for an arrow key at the table, with `screen_reader`") <= MOST_FOR_A_KEY
    assert all(text.strip() for said in spoken.values() for text in said)
    assert [text.strip() for text in spoken[UP]] == ["8♠ in column 2, 1 card on it."]
    verdicts = table.output.count("● winnable".encode())
    table.type("3a")
    table.wait(lambda: table.output.count("● winnable".encode()) > verdicts, "the verdict")
    table.idle(0.2)
    assert len(table.idle(2.2)) == said_by_the_help("at this table while nobody plays") == 0


def test_the_first_line_that_the_title_says_names_line_mode(listen: Listen) -> None:
    title = listen("--table", ACCESSIBLE="1")
    title.wait(lambda: b"choose" in title.output, "the title")
    words = [text.strip() for text in title.hear()]
    assert next(text for text in words if " " in text) == "line mode, for screen readers"


# A deal is won by a player who knows nothing but what was said: the board as it was heard, and each answer.

CARD = r"(ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king) of (clubs|diamonds|hearts|spades)"
MOVED = re.compile(
    rf"(?i)^{CARD}(?: and the (?:card|\d+ cards) on it)? "
    rf"(?:(home)|to (?:cell ([a-d])|the empty column (\d)|column (\d), on the {CARD}))\.(.*)$"
)
WENT_HOME = re.compile(r"^ ?(?:(?P<cards>.+)|(?P<number>\d+) cards) went home automatically\.$")
REFUSED = {
    "buried": rf"(?i)^{CARD} is in column (\d), under (\d+) cards?: (.+)\.$",
    "covered": rf"(?i)^{CARD} is in column (\d), under the {CARD}\.$",
    "not home yet": rf"(?i)^{CARD} cannot go home before the {CARD}\.$",
    "does not fit": rf"(?i)^{CARD} does not go on the {CARD}, which takes a (red|black) (\w+)\.$",
    "cell taken": rf"(?i)^Cell ([a-d]) is taken by the {CARD}\.$",
    "no column empty": r"^No column is empty\.$",
}


def cards_in(text: str) -> list[Card]:
    return [read_card(" of ".join(found)) for found in re.findall(f"(?i){CARD}", text)]


class Player:
    """A player who hears. `piles` are the cards of cells and columns, as far as they were said."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear
        self.piles: dict[str, list[Card]] = {}
        self.home = dict.fromkeys(Suit, 0)
        self.has_won = False
        self.longest = 0

    def say(self, line: str) -> str:
        said = self._ear.say(line)
        self.longest = max(self.longest, len(said))
        # What is written faster than it is said may be cut anywhere, but every sentence ends with its full stop.
        return "".join(f"{text} " if text.endswith(".") else text for text in said).rstrip()

    def look(self) -> dict[str, list[Card]]:
        """The piles as the game tells them."""
        said = self.say("look")
        piles = {letter: list[Card]() for letter in "abcd"}
        for match in re.finditer(rf"(?i){CARD} in ([a-d])", said):
            piles[match[3]] = cards_in(match[0])
        for number, cards in re.findall(r"Column (\d)(?:, \d+ cards?:| is) (.*?)\.", said):
            piles[number] = cards_in(cards)
        return piles

    def board(self) -> Board:
        columns = tuple(tuple(self.piles[str(number)]) for number in range(1, 9))
        cells = tuple(next(iter(self.piles[letter]), None) for letter in "abcd")
        return Board(columns, cells, tuple(self.home[suit] for suit in Suit))

    def take(self, card: Card) -> list[Card]:
        """Take a card and all on it from where it was."""
        pile = next(cards for cards in self.piles.values() if card in cards)
        taken = pile[pile.index(card) :]
        del pile[pile.index(card) :]
        return taken

    def go_home(self, cards: list[Card]) -> None:
        for card in cards:
            assert self.take(card) == [card]
            assert self.home[card.suit] == card.rank - 1
            self.home[card.suit] = card.rank

    def hear_move(self, said: str) -> None:
        """Follow a move by nothing but the sentence about it."""
        moved = MOVED.match(said)
        assert moved is not None, said
        first, rest = cards_in(moved[0])[0], moved[9]
        if moved[3]:
            self.go_home([first])
        else:
            self.piles[(moved[4] or moved[5] or moved[6])] += self.take(first)
        if "You won" in rest:
            self.has_won = True
        elif rest:
            went = WENT_HOME.match(rest)
            assert went is not None, said
            assert went["cards"], said
            self.go_home(cards_in(went["cards"]))

    def in_words(self, move: Move) -> str:
        """A move as this player says it: by its cards."""
        board = self.board()
        cards = board.cards(move.source)[-move_size(board, move, FREECELL) :]
        card = in_words(cards[0].face).lower()
        if move.goes_home:
            return f"{card} home"
        if target := board.cards(move.target):
            return f"{card} to {in_words(target[-1].face).lower()}"
        return f"{card} to {'a free cell' if move.target.kind is PileKind.CELL else 'an empty column'}"


def test_a_deal_is_won_by_ear_and_every_refusal_is_understood(lines: Ear) -> None:
    player = Player(lines)
    player.piles = player.look()
    assert sum(map(len, player.piles.values())) == 52
    solved = solve(player.board(), FREECELL)
    assert isinstance(solved, Solved)
    kinds = set[str]()
    for number, move in enumerate(solved.moves):
        board = player.board()
        if number % 6 == 0:
            # What is not possible is refused in words that are true of the board as it was heard.
            wrong = Random(number)
            cards = [card for column in board.columns for card in column]
            for line in (
                f"{in_words(wrong.choice(cards).face)} home",
                f"{in_words(next(c[-1] for c in reversed(board.columns) if c).face)} to cell a",
                f"{in_words(cards[0].face)} to an empty column",
                f"{in_words(next(c[-1] for c in board.columns if c).face)} to {in_words(wrong.choice(cards).face)}",
            ):
                kinds.add(refused_or_undone(player, line))
        player.hear_move(player.say(player.in_words(move)))
        if player.has_won:
            break
        if number % 10 == 9:
            assert player.look() == player.piles
    assert player.has_won
    assert f"deal 1 in {number + 1} moves" in " ".join(load_topic("who-can-play").text.split())
    assert {"buried", "not home yet", "does not fit", "covered"} <= kinds


def refused_or_undone(player: Player, line: str) -> str:
    """Say a move, and undo it if it was possible; else return the kind of the refusal, which must be true."""
    said = player.say(line)
    if MOVED.match(said):
        assert player.say("undo").startswith("Undone: ")
        return ""
    (kind,) = [kind for kind, pattern in REFUSED.items() if re.match(pattern, said)] or [""]
    if not kind:
        assert re.match(
            rf"(?i)^{CARD} is (home|in column \d already|in cell [a-d])\.|^Nothing goes on an ace\.", said
        ), said
        return ""
    board, cards = player.board(), cards_in(said)
    first, others = (cards[0] if cards else None), cards[1:]
    if kind in ("buried", "covered"):
        assert first is not None
        pile, depth = board.locate(first)
        assert depth > 1
        assert board.cards(pile)[1 - depth] == others[0]
    elif kind == "not home yet":
        assert first is not None
        assert others[0].suit == first.suit
        assert player.home[first.suit] == others[0].rank - 1
    elif kind == "does not fit":
        assert first is not None
        assert not FREECELL.fits(first, others[0])
    elif kind == "cell taken":
        assert board.free_cells[0] == first
    else:
        assert all(board.columns)
    return kind
