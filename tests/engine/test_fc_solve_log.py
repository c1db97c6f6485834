"""What fc-solve prints with other options than `-m -snx`: sentences and boards, read as moves."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import Autoplay, Board, Dialect, Game, NotationError, find_variant, write_position
from freecell_tui.engine.notation import log_words, move_words, read_move, replay_moves
from support.solutions import FC_SOLVE, FC_SOLVE_SEAHAVEN_2

PROGRAM = shutil.which("fc-solve")
SEAHAVEN = find_variant("seahaven-towers")
GAMES = [(Game.new(number), words) for number, words in FC_SOLVE.items()]
GAMES.append((Game.new(2, SEAHAVEN), FC_SOLVE_SEAHAVEN_2))


def printed(board: Board) -> str:
    """A board as fc-solve prints it with -p."""
    cells = "".join(("" if card is None else str(card).replace("T", "10")).rjust(4) for card in board.free_cells)
    columns = (": " + " ".join(map(str, column)).replace("T", "10") for column in board.columns)
    return "\n".join(["Foundations: H-0 C-0 D-0 S-0 ", f"Freecells:{cells}", *columns])


def boards_of(game: Game, words: str) -> Iterator[Board]:
    yield game.board
    for word in words.split():
        game = game.play(read_move(word, game.board, Dialect.FC_SOLVE), Autoplay.NONE)
        yield game.board


def log_of(game: Game, words: str) -> str:
    return "-=-=-=-\n\n" + "\n\n\n====================\n\n".join(map(printed, boards_of(game, words))) + "\n\n\n===\n"


def test_boards_alone_tell_every_move() -> None:
    for game, words in GAMES:
        played, failure = replay_moves(game, log_of(game, words), Dialect.FC_SOLVE, Autoplay.NONE)
        assert failure is None
        assert played.boards == tuple(boards_of(game, words)), game.deal


@pytest.mark.skipif(PROGRAM is None, reason="fc-solve is not installed (Debian: freecell-solver-bin)")
def test_what_fc_solve_prints_wins_with_whatever_options() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "FREECELL_SOLVER_QUIET"}
    games = (617, "freecell", "FREECELL_SOLVER_QUIET"), (1, "eight-off", ""), (2, "seahaven-towers", "")
    all_options = ("-p", "-p -t", "-p -sam", "-sam", "-m", "-m -snx", "-sam -snx", "-p -t -sn")
    for options, (deal, name, quiet) in product(all_options, games):
        game = Game.new(deal, find_variant(name))
        command = [str(PROGRAM), "-g", name.replace("-", "_"), *options.split()]
        position, env = write_position(game.board), environment | dict.fromkeys(filter(None, [quiet]), "1")
        output = subprocess.run(command, input=position, env=env, capture_output=True, text=True, check=True)
        log = output.stderr + output.stdout
        assert ("Reading the board" in log) is not bool(quiet)
        played, failure = replay_moves(game, log, Dialect.FC_SOLVE, Autoplay.NONE)
        assert failure is None
        assert played.is_won, command


def test_a_greeting_of_fc_solve_is_no_moves() -> None:
    reading = "Reading the board from the standard input.\n"
    cancel = "To cancel this message set the FREECELL_SOLVER_QUIET environment variable.\n"
    for more in (
        "Please refer to the documentation for more usage information:\n    http://fc-solve.shlomifish.org/docs/\n",
        'Type "fc-solve --help" for more usage information.\n',
    ):
        assert list(move_words(f"{reading}{more}{cancel}-=-=-=-\n\n5a b2 \n8h ch\n")) == ["5a", "b2", "8h", "ch"]


def test_sentences_count_piles_from_0() -> None:
    told = (
        "-=-=-=-\n\nMove a card from stack 7 to freecell 0\n\n====================\n\n"
        "Move 3 cards from stack 0 to stack 9\n\nMove a card from freecell 3 to the foundations\n\n"
        "Move a card from freecell 1 to freecell 2\nThis game is solveable.\n"
    )
    assert list(move_words(told)) == ["8a", "110v3", "dh", "bc"]


def test_boards_without_a_move_between_them_are_a_sentence() -> None:
    for text in (
        "Move a card from stack 7 to freecell 9",
        "                        H-0 C-0 D-0 S-0\n--- --- --- --- \n 7D  AD  5C\n",
        "Freecells:  QH\n: 7D\n: 8D\n\nFreecells:\n: QH\n: 8D\n",
        "Freecells:\n: 7D\n: 8D\n\nFreecells:\n: 7D\n",
        "Freecells:\n: 7D\n: 8D\n\nFreecells:\n: 7D\n: 8D\n",
        "Freecells:\n: 7D 6D\n: 8D\n\nFreecells:\n:\n: 8D\n",
    ):
        with pytest.raises(NotationError):
            log_words(text)
    assert log_words("8a 8b\n3h") is None, "moves alone are no log"
    unsolved = "I could not solve this game.\nTotal number of states checked is 6.\nThis scan generated 6 states.\n"
    assert list(move_words(unsolved)) == []


@given(st.text("-=:Movacrdsfestck HCDS0123 FreclTA\n", max_size=200))
def test_any_text_is_a_log_or_none_or_a_sentence(text: str) -> None:
    with suppress(NotationError):
        words = log_words(text)
        assert words is None or all(words)
