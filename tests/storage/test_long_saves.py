"""Games of tens of thousands of turns: read and replayed in a time in proportion, and refused beyond a limit.

What has a budget of processor time runs in a program of its own, which the system ends when that is used up.
"""

import json
import resource
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from freecell_tui.engine import RESTART, Bookmark, Game, Move, Place
from freecell_tui.engine.game import MAX_BRANCHES, MAX_TURNS, next_turn
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame
from support.outcomes import refused
from support.pty_terminal import DEADLINE
from support.sessions import at_table, said
from support.stored_games import ONE

_BUDGET = 8
"""Seconds of processor time: many times what it takes, and less than a tenth of what took time in proportion to the
square of the turns."""


def within_budget(*command: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *command],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * DEADLINE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (_BUDGET, _BUDGET)),
    )


def restarts(game: Game, count: int) -> Game:
    """The game with so many restarts at its end."""
    return game.extended([(RESTART, game.boards[0])] * count)


READ = """
import sys
from pathlib import Path
from freecell_tui.storage import saves
game = saves.read(Path(sys.argv[1])).game
saves.encode(saves.SavedGame(game.next_branch()))
"""


def assert_is_read_in_time(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    assert within_budget("-c", READ, str(path)).returncode == 0


def branched(count: int) -> str:
    """A save of so many branches, each of which leaves the one before."""
    fields = json.loads(saves.encode(SavedGame(Game.new(1))))
    fields["branches"] = [
        {"number": number, "parent": number - 1, "fork": number - 1, "turns": "restart restart", "played": number}
        for number in range(1, count + 1)
    ]
    return json.dumps(fields | {"branch": count, "position": count})


def test_a_save_of_many_restarts_or_branches_is_read_in_time_in_proportion(tmp_path: Path) -> None:
    assert_is_read_in_time(tmp_path / "long.json", saves.encode(SavedGame(restarts(ONE.game, 40_000))))
    assert_is_read_in_time(tmp_path / "long.json", branched(MAX_BRANCHES))


@pytest.mark.slow
def test_a_save_of_forty_thousand_moves_is_read_in_time_in_proportion(tmp_path: Path) -> None:
    game = Game.new(1).play(Move.parse("3b"))
    there, at_b = next_turn(game.board, game.variant, Move.parse("ba"))
    back, at_a = next_turn(at_b, game.variant, Move.parse("ab"))
    game = game.extended([(there, at_b), (back, at_a)] * 20_000)
    assert_is_read_in_time(tmp_path / "long.json", saves.encode(SavedGame(game)))


def test_where_there_can_be_no_more_branches_a_move_replaces_the_one_undone() -> None:
    session = at_table(Game.new(1).board)
    full = saves.decode(branched(MAX_BRANCHES)).game
    session.game = full.seek(full.position - 1)
    session.bookmarks = session.bookmarks.add(Bookmark(1, full.place)).add(Bookmark(2, Place(1, 1)))
    for word in ("3a", "3b", "3c"):
        session.play(Move.parse(word))
        assert len(session.game.tree.branches) <= MAX_BRANCHES
        assert saves.decode(saves.encode(SavedGame(session.game))).game == session.game
        session.undo()
    assert [bookmark.number for bookmark in session.bookmarks] == [2]


@pytest.mark.slow
def test_forty_thousand_written_moves_are_verified_in_time_in_proportion() -> None:
    done = within_budget("-m", "freecell_tui", "verify", "1", text="3b " + "ba ab " * 20_000)
    assert done.stdout == "not won: 0 of 52 cards are home after 40,001 moves\n"


def test_more_turns_or_branches_than_a_game_may_have_are_refused_in_a_sentence() -> None:
    fields = json.loads(saves.encode(ONE))
    fields["branches"][0]["turns"] = "restart " * (MAX_TURNS + 1)
    for text, told in (
        (json.dumps(fields), "It has 50,001 turns, but a game has at most 50,000."),
        (branched(2001), "It has 2,001 branches, but a game has at most 2,000."),
    ):
        assert refused(saves.decode, text) == told


def test_a_game_that_no_save_could_hold_takes_no_further_turn_and_says_so() -> None:
    session = at_table(Game.new(1).board)
    session.game = restarts(session.game, MAX_TURNS - 1)
    session.play(Move.parse("3a"))
    full = session.game
    assert len(full.turns) == MAX_TURNS
    for further in (partial(session.play, Move.parse("3b")), session.restart):
        further()
        told = "This game has 50,000 turns, the most a save can hold: undo some, or start a new game."
        assert (session.game is full, said(session)) == (True, told)
    assert saves.decode(saves.encode(SavedGame(full))).game == full
    session.undo()
    session.play(Move.parse("3b"))
    assert len(session.game.turns) == MAX_TURNS
