"""Par: the fewest moves that the solver knows, beside the player's own."""

import os
from pathlib import Path

import pytest

from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.features.par import UNKNOWN, par_sentence, par_text
from freecell_tui.engine import FREECELL, Autoplay, Game, Move
from freecell_tui.solver.process import read_query, write_query
from freecell_tui.solver.questions import short_query
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from support.plain_driver import Speaker
from support.processes import children
from support.solutions import STANDARD
from support.ui_driver import NO_VERDICT, Seat, after, seated

WORDS = STANDARD[617].split()
WON = after(617, len(WORDS))


def test_par_does_not_depend_on_the_machine_and_reaches_the_solvers_process_whole() -> None:
    query = short_query(Game.new(1).board, FREECELL, Autoplay.NONE)
    assert query.budget.seconds is None
    assert read_query(write_query(7, query)) == (7, query)


def test_a_win_needs_more_moves_than_par_or_fewer_or_just_as_many() -> None:
    for moves, text in {52: "you needed 4 more", 48: "you needed just as many", 45: "you needed 3 fewer"}.items():
        assert par_text(moves, 48) == text
    assert par_sentence(Game.new(11982), None) == UNKNOWN


def test_par_is_told_on_request_before_the_win_even_after_its_search_was_interrupted_and_kept(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(617, 3))
    par = "Par for this deal is 42 moves, the fewest the solver knows"
    speaker.front_end.is_impatient = True
    assert speaker.say("par") == ["Stopped."]
    speaker.front_end.is_impatient = False
    assert speaker.say("par") == [f"{par}. A shorter way may exist."]
    assert History(tmp_path).par(617, FREECELL) == 42
    said = speaker.say(" ".join(WORDS[3:]))
    assert "Par 42: you needed 17 more." in said
    assert speaker.say("par") == [f"{par}: you needed 17 more."]
    assert " ".join(speaker.say("share")).startswith("FreeCell #617, won in 59 moves, par 42")
    assert "Par: 17 moves over par in 1 deal; par is the fewest moves the solver knows." in speaker.say("statistics")


def test_a_deal_that_cannot_be_won_has_no_par_and_says_so(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(11982))
    assert speaker.say("par") == ["This deal cannot be won, so it has no par."]
    assert speaker.say("race solver") == ["This deal cannot be won, so there is no win to race."]
    assert History(tmp_path).par(11982, FREECELL) is None


def test_the_statistics_compare_the_best_wins_with_par(tmp_path: Path) -> None:
    history = History(tmp_path)
    for deal in (617, 1):
        history.record_win(SavedGame(after(deal, 99), 60, started="2026-11-20T18:00:00Z"))
    history.set_par(617, FREECELL, 50)
    history.set_par(5, FREECELL, 43)
    breakdown, deals = history.figures(lambda figures: (figures.breakdown(), figures.deals()))
    assert breakdown.strokes == (1, 9)
    assert {deal.deal: deal.par for deal in deals} == {617: 50, 1: None}


def nearly_won(seat: Seat) -> None:
    for word in WORDS[3:-1]:
        seat.session.play(Move.parse(word))
    seat.press(*WORDS[-1])


@pytest.mark.slow
def test_after_a_win_par_stands_beside_the_moves_as_soon_as_it_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_MOTION", "1")
    with seated(tmp_path, after(617, 3)) as seat:
        seat.see("winnable")
        nearly_won(seat)
        assert "You won" in seat.text
        rows = [next(y for y, row in enumerate(seat.picture.text) if "first win" in row)]
        seat.see("Par 42: you needed 17 more.")
        rows.append(next(y for y, row in enumerate(seat.picture.text) if "first win" in row))
        assert rows[0] == rows[1]


def test_in_a_game_without_the_solver_no_win_starts_one_for_par(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_MOTION", "1")
    with seated(tmp_path, after(617, 3), settings=NO_VERDICT) as seat:
        History(tmp_path).set_par(617, FREECELL, 51)
        nearly_won(seat)
        assert "Par 51: you needed 8 more." in seat.text
        assert not seat.controller.has_advisor


@pytest.mark.linux
def test_the_solver_that_looks_for_it_ends_with_the_game(tmp_path: Path) -> None:
    before = set(children(os.getpid()))
    with seated(tmp_path, after(617, 3), settings=NO_VERDICT) as seat:
        execute(seat.controller, BY_NAME["par"])
        assert set(children(os.getpid())) - before
        seat.controller.close_solvers()
        assert set(children(os.getpid())) <= before
