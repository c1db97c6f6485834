"""`freecell analyse`: the verdict after each move of a game, and the move that lost it."""

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from freecell_tui.cli.game_source import read_game
from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, Dialect, Game, Move, Variant, legal_moves
from freecell_tui.solver import Solved, Unsolvable
from freecell_tui.solver.solve import solve
from freecell_tui.storage.saves import SavedGame, encode
from support.commands import Batch, Written
from support.games import played

Row = tuple[int, str, str, int | None]

SAVES = Path(__file__).parents[2] / "saves"


def rows(out: str) -> list[Row]:
    """The table: number, move, verdict, and what the position still needs."""
    found = re.findall(r"^ *(\d+)  (\S+) +(won|lost|not known)(?: +(\d+))?$", out, re.MULTILINE)
    return [(int(number), move, verdict, int(needs) if needs else None) for number, move, verdict, needs in found]


def blundered(variant: Variant) -> tuple[Game, int]:
    """A game that follows a solution, then no plan until it is lost, and then some more; and the move that lost it."""
    random = Random(1)
    game = Game.new(2, variant)
    answer = solve(game.board, variant)
    assert isinstance(answer, Solved)
    for move in answer.moves[:6]:
        game = game.play(move)
    while not isinstance(solve(game.board, variant), Unsolvable):
        game = game.play(random.choice(list(legal_moves(game.board, variant))))
    lost = game.position
    while game.position < lost + 5 and (choices := list(legal_moves(game.board, variant))):
        game = game.play(random.choice(choices))
    return game, lost


@pytest.mark.parametrize(("name", "form"), [*((name, "save") for name in VARIANTS), ("eight-off", "moves")])
def test_the_losing_move_is_named_and_what_would_have_won(run: Batch, written: Written, name: str, form: str) -> None:
    variant = VARIANTS[name]
    game, lost = blundered(variant)
    moves = [turn.move for turn in game.turns]
    text = encode(SavedGame(game)) if form == "save" else " ".join(map(str, moves))
    options = () if form == "save" else ("--deal", "2", "--variant", name)
    code, out, err = run("analyse", written(text), *options)
    assert (code, err) == (0, "")
    table = rows(out)
    assert [(number, move) for number, move, _, _ in table] == list(enumerate(["-", *map(str, moves)]))
    assert [verdict for _, _, verdict, _ in table] == ["won"] * lost + ["lost"] * (len(moves) - lost + 1)
    told, instead = out.split("\n\n")[1].split("\n", 1)
    assert told.startswith(f"Move {lost}, {moves[lost - 1]}, lost the game. {instead.split()[0]} would have won, in ")
    line = game.seek(lost - 1)
    for word in instead.split():
        line = line.play(Move.parse(word))
    assert line.is_won
    assert table[lost - 1][3] is not None


@pytest.mark.slow
def test_a_solution_is_won_at_every_move_and_needs_ever_less(run: Batch, written: Written) -> None:
    code, out, _ = run("analyse", written(run("solve", "617")[1]))
    needs = [needed for _, _, _, needed in rows(out)]
    assert code == 0
    assert needs[-1] == 0
    for before, after in pairwise(needs):
        assert before is not None
        assert after is not None
        assert before <= after + 1
    own = len(rows(out)) - 1
    assert f"The game was won in {own} moves, and the shortest solution found takes {needs[0]}." in out


def test_fc_solves_dialect_is_read_and_written(run: Batch, written: Written) -> None:
    words = run("solve", "617", "--dialect", "fc-solve")[1].split("\n", 1)[1].split()
    _, out, _ = run("analyse", written(" ".join(words[:30])), "--dialect", "fc-solve", "--deal", "617")
    assert [move for _, move, _, _ in rows(out)] == ["-", *words[:30]]
    line = out.split(" moves:\n")[1]
    assert run("verify", "617", written(" ".join(words[:30]) + "\n" + line), "--dialect", "fc-solve")[0] == 0


def test_the_sample_games_are_analysed(run: Batch) -> None:
    code, out, _ = run("analyse", str(SAVES / "lost-position.json"))
    assert code == 0
    assert "Move 21, 3c, lost the game. " in out
    code, out, _ = run("analyse", str(SAVES / "one-move-from-winning.json"))
    assert out.splitlines()[-2].endswith(" wins, in 1 move:")


def test_a_deal_that_cannot_be_won_was_lost_from_the_start(run: Batch, written: Written) -> None:
    code, out, _ = run("analyse", written("1a 2b"), "--deal", "-1")
    assert code == 0
    assert [verdict for _, _, verdict, _ in rows(out)] == ["lost"] * 3
    assert out.endswith("\nThis deal is unwinnable.\n")


def test_what_the_budget_does_not_decide_is_not_known(run: Batch, written: Written) -> None:
    code, out, _ = run("analyse", written("1a 2b"), "--deal", "-2", "--budget", "1000")
    assert code == 1
    assert [verdict for _, _, verdict, _ in rows(out)] == ["not known"] * 3
    assert out.endswith("The game was undecided from move 0: the budget ran out.\n")


def test_undone_turns_and_those_before_a_restart_are_left_out(run: Batch, written: Written) -> None:
    game = played(played(Game.new(617), "3a").restart(), "83 7a 7b")
    _, out, _ = run("analyse", written(encode(SavedGame(game.undo()))))
    assert [move for _, move, _, _ in rows(out)] == ["-", "83", "7a"]


def autoplay_settings(file: str) -> Autoplay:
    return read_game(file, dialect=Dialect.STANDARD).autoplay


@pytest.mark.parametrize("autoplay", Autoplay)
def test_a_save_is_judged_by_the_autoplay_it_was_played_with(written: Written, autoplay: Autoplay) -> None:
    game = played(Game.new(164), "1a 1b 1c 1d", autoplay)
    assert autoplay_settings(written(encode(SavedGame(game)))) is autoplay


def test_a_save_that_was_played_with_more_than_one_autoplay_goes_on_with_the_safe_one(written: Written) -> None:
    game = Game.new(164)
    for word, autoplay in (("1a", Autoplay.ALL), ("1b", Autoplay.ALL), ("1c", Autoplay.NONE), ("1d", Autoplay.ALL)):
        game = game.play(Move.parse(word), autoplay)
    assert autoplay_settings(written(encode(SavedGame(game)))) is Autoplay.SAFE


def test_a_game_that_ran_home_at_its_end_was_still_played_with_safe_autoplay(written: Written) -> None:
    game = Game.new(617)
    answer = solve(game.board, FREECELL)
    assert isinstance(answer, Solved)
    for move in answer.moves:
        game = game if game.is_won else game.play(move, finish=True)
    assert game.is_won
    assert autoplay_settings(written(encode(SavedGame(game)))) is Autoplay.SAFE


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "the following arguments are required: FILE"),
        (["no/such/file"], "no/such/file cannot be read: No such file or directory."),
        (["--deal", "0", "x"], "There is no deal 0"),
        ([str(SAVES / "README.md")], f"No moves in {SAVES / 'README.md'}."),
        ([str(SAVES / "README.md"), "--deal", "1"], "Move 1, “|”, fails: "),
        ([str(SAVES / "fresh-deal.json"), "--deal", "1"], "is a game of deal 617, not of deal 1."),
        ([str(SAVES / "fresh-deal.json"), "--variant", "forecell"], "is a game of FreeCell, not of ForeCell."),
    ],
)
def test_what_cannot_be_analysed_is_a_sentence_and_exit_code_2(run: Batch, arguments: list[str], told: str) -> None:
    code, out, err = run("analyse", *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert err.startswith("freecell analyse: ")


def test_a_header_names_the_deal_or_is_refused(run: Batch, written: Written) -> None:
    assert run("analyse", written("#-3 Attempt: 1 NumFcs=4 (FCPro - Solved)\n5h"))[0] == 0
    assert "There is no deal 0" in run("analyse", written("#0 Attempt: 1\n5h"))[2]
    assert "is not a deal number" in run("analyse", written("#me Attempt: 1\n5h"))[2]
