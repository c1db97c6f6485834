"""`freecell analyse`: the verdict after each move of a game, and the move that lost it."""

import re
from itertools import pairwise

import pytest

from freecell_tui.cli.game_source import read_game
from freecell_tui.cli.options import Options
from freecell_tui.engine import Autoplay, Game, Move, find_variant, legal_moves
from freecell_tui.storage.saves import SavedGame, encode
from support.commands import Batch, Written
from support.games import played
from support.solutions import STANDARD

Row = tuple[int, str, str, int | None]


def rows(out: str) -> list[Row]:
    """The table: number, move, verdict, and what the position still needs."""
    found = re.findall(r"^ *(\d+)  (\S+) +(winnable|lost|not known)(?: +(\d+))?$", out, re.MULTILINE)
    return [(int(number), move, verdict, int(needs) if needs else None) for number, move, verdict, needs in found]


ONE_CELL = find_variant("freecell").with_cells(1)
FIVE_CELLS = find_variant("eight-off").with_cells(5)
LOST = [(ONE_CELL, "6a 64 62 65 15 61 65 21 86 82", 9), (FIVE_CELLS, "86 1b 4b 5d 38 51 a1 2a", 5)]
"""Games of deal 2 with few cells, of which little is to be searched: their moves, and the one that lost."""


def test_the_losing_move_is_named_and_what_would_have_won(
    run: Batch, written: Written, subtests: pytest.Subtests
) -> None:
    for variant, words, lost in LOST:
        with subtests.test(variant=variant):
            game = played(Game.new(2, variant), words)
            moves = [turn.move for turn in game.turns]
            options = ("--deal", "2", "--variant", variant.name, "--cells", str(variant.cells))
            code, out, err = run("analyse", written(words), *options)
            assert run("analyse", written(encode(SavedGame(game)))) == (code, out, err)
            assert (code, err) == (0, "")
            table = rows(out)
            assert [(number, move) for number, move, _, _ in table] == list(enumerate(["-", *map(str, moves)]))
            assert [verdict for _, _, verdict, _ in table] == ["winnable"] * lost + ["lost"] * (len(moves) - lost + 1)
            told, instead = out.split("\n\n")[1].split("\n", 1)
            assert told.startswith(
                f"Move {lost}, {moves[lost - 1]}, lost the game. {instead.split()[0]} would have won, in "
            )
            assert played(game.seek(lost - 1), instead).is_won
            assert table[lost - 1][3] is not None


def test_a_won_game_needs_ever_less_and_is_compared_with_the_shortest(run: Batch, written: Written) -> None:
    code, out, _ = run("analyse", written(run("solve", "30", "--variant", "eight-off")[1]))
    needs = [needed for _, _, _, needed in rows(out)]
    assert (code, needs[-1]) == (0, 0)
    for before, after in pairwise(needs):
        assert before is not None
        assert after is not None
        assert before <= after + 1
    own = len(needs) - 1
    assert f"The game was won in {own} moves, and the shortest solution found takes {needs[0]}." in out


def test_fc_solves_dialect_is_read_and_written(run: Batch, written: Written) -> None:
    options = ("--dialect", "fc-solve")
    code, out, err = run("analyse", written("1a 1b"), *options, "--deal", "1")
    assert (code, err) == (0, "")
    assert [move for _, move, _, _ in rows(out)] == ["-", "1a", "1b"]
    line = out.split(" moves:\n")[1]
    assert "v" in line, "a move to an empty column says how many cards it takes"
    assert run("verify", "1", written(f"1a 1b {line}"), *options)[0] == 0


def test_undone_turns_and_those_before_a_restart_are_left_out(run: Batch, written: Written) -> None:
    game = played(played(Game.new(617), "3a").restart(), "83 7a 7b")
    _, out, _ = run("analyse", written(encode(SavedGame(game.undo()))))
    assert [move for _, move, _, _ in rows(out)] == ["-", "83", "7a"]


def test_a_save_is_judged_by_the_autoplay_it_was_played_with_or_the_safe_one(
    written: Written, subtests: pytest.Subtests
) -> None:
    def autoplay_of(game: Game) -> Autoplay:
        return read_game(written(encode(SavedGame(game))), Options(dialect="standard")).rule.policy

    for autoplay in Autoplay:
        with subtests.test(autoplay=autoplay):
            assert autoplay_of(played(Game.new(164), "1a 1b 1c 1d", autoplay)) is autoplay
    game = Game.new(164)
    for word, autoplay in (("1a", Autoplay.ALL), ("1b", Autoplay.ALL), ("1c", Autoplay.NONE), ("1d", Autoplay.ALL)):
        game = game.play(Move.parse(word), autoplay)
    assert autoplay_of(game) is Autoplay.SAFE
    game = Game.new(617)
    for word in STANDARD[617].split():
        game = game if game.is_won else game.play(Move.parse(word), finish=True)
    assert game.is_won
    assert autoplay_of(game) is Autoplay.SAFE


def test_the_option_of_old_is_named_and_changes_nothing(run: Batch, written: Written) -> None:
    moves = written(run("solve", "-3")[1])
    code, out, err = run("analyse", moves, "--short")
    assert (code, out) == run("analyse", moves)[:2]
    assert err == (
        "freecell analyse: --short is no longer an option, as every analysis looks for short solutions. To print one, "
        "use freecell solve --short.\n"
    )


def test_a_loss_names_the_autoplay_that_alone_is_known_to_lose(run: Batch, written: Written) -> None:
    variant = find_variant("freecell").with_cells(1)
    game = Game.new(414, variant)
    moves = [move for move in legal_moves(game.board, variant) if game.play(move, Autoplay.ALL) != game.play(move)]
    assert moves
    game = game.play(moves[0], Autoplay.ALL)
    out = run("analyse", written(encode(SavedGame(game))))[1]
    assert "With autoplay “all” this deal cannot be won; with “safe” it can." in out
