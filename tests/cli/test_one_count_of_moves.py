"""Every number of moves that a player reads is what the counter at the top of the table counts."""

import re
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Game
from freecell_tui.storage.history import History
from support.commands import Batch
from support.plain_driver import Speaker


def figure(pattern: str, said: list[str]) -> int:
    """Return the number that a sentence names; `N` in the pattern."""
    found = re.search(pattern.replace("N", r"(\d+)"), " ".join(said))
    assert found is not None, said
    return int(found[1])


def hinted(speaker: Speaker) -> int:
    return figure("wins in N moves", [speaker.say("hint")[0] for _ in range(3)])


@pytest.mark.parametrize("deal", [617, pytest.param(178, marks=pytest.mark.slow)])
def test_hint_par_solution_analysis_win_and_statistics_count_the_same_moves(
    deal: int, tmp_path: Path, run: Batch
) -> None:
    speaker = Speaker(tmp_path, Game.new(deal))
    moves = hinted(speaker)
    assert figure("Par for this deal is N moves", speaker.say("par")) == moves
    code, solution, _ = run("solve", "--short", str(deal))
    words = solution.split("\n", 1)[1].split()
    assert (code, len(words)) == (0, moves)
    file = tmp_path / "solution.txt"
    file.write_text(solution)
    assert run("verify", str(deal), str(file))[1] == f"won in {moves} moves\n"
    analysed = run("analyse", str(file))[1]
    assert figure(r"0  -     winnable +N", [analysed]) == moves
    assert f"won in {moves} moves, and the shortest solution found takes {moves}." in analysed
    player = Speaker(tmp_path, Game.new(deal))
    said = player.say(" ".join(words))
    assert figure("in N moves", said) == player.game.moves_made == moves
    assert f"Par {moves}: you matched it." in said
    assert player.say("par") == [f"Par for this deal is {moves} moves, the fewest the solver knows: you matched it."]
    assert player.controller.advisor.analysis.course(player.game).needed[0] == moves
    assert figure("won in N moves", player.say("share")) == moves
    told = player.say("statistics")
    assert figure("fewest N,", told) == moves
    assert any("level with par in 1 deal" in line for line in told)


def test_without_autoplay_every_card_sent_home_is_a_move_in_every_count(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    with_autoplay = hinted(speaker)
    speaker.say("autoplay none")
    moves = hinted(speaker)
    assert moves > with_autoplay
    assert figure("Par for this deal is N moves", speaker.say("par")) == moves
    assert History(tmp_path).par(1, FREECELL) is None, "what is kept is for the default autoplay"
    speaker.say("solve")
    for line in speaker.say("solve"):
        speaker.say(line)
    assert speaker.game.is_won
    assert speaker.game.moves_made == moves


def test_single_cards_are_not_called_moves(tmp_path: Path, run: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, said, _ = run("prove", "1")
    cards = figure("can be won: N single-card steps", [said])
    assert f"{cards} single-card steps (checked)" in run("check", "1-4.certificate")[1]
