"""Races against a share code and the own best, and par: the fewest moves that the solver knows."""

import os
from itertools import product
from pathlib import Path

import pytest

from freecell_tui.controller.autosave import session_as_played
from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.ending import close_solvers
from freecell_tui.controller.features.par import par_sentence, par_text
from freecell_tui.controller.features.race import race_against
from freecell_tui.controller.play.game import Clock, Race
from freecell_tui.engine import FREECELL, Autoplay, Game, Move
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.solver.process import read_query, write_query
from freecell_tui.solver.questions import short_query
from freecell_tui.solver.results import Solved
from freecell_tui.solver.solve import solve
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import AutoplayWhen, Settings
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.stack import LessonOffer
from support.plain_driver import Speaker
from support.processes import children
from support.solutions import STANDARD
from support.ui_driver import NO_VERDICT, Seat, after, by_name, seated

WORDS = STANDARD[617].split()
WON = after(617, len(WORDS))
CODE = encode(SharedGame(WON, 590, name="Ann"))


def test_a_ghost_is_as_far_as_its_game_was_and_its_time_is_spread_over_its_moves() -> None:
    ghost = race_against(SharedGame(WON, 590))
    assert (ghost.moves, ghost.after(0), ghost.after(20), ghost.after(59), ghost.after(99)) == (59, 0, 6, 52, 52)
    assert (ghost.at(0), ghost.at(205), ghost.at(9999)) == (0, 6, 52)
    assert race_against(SharedGame(WON)).at(50) is None
    ghost = Race((0, 2, 5), seconds=60)
    assert [ghost.after(moves) for moves in (-1, 0, 1, 2, 3)] == [0, 0, 2, 5, 5]
    assert [ghost.at(seconds) for seconds in (0, 29, 30, 60, 61)] == [0, 0, 2, 5, 5]


def test_a_race_is_told_in_words_and_at_its_end_who_was_first(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(1, 3))
    said = speaker.say(f"race {CODE}")
    assert said[1].startswith("A race against Ann: the win to beat has 59 moves in 9:50.")
    assert (speaker.game.deal, speaker.game.moves_made) == (617, 0)
    speaker.say(" ".join(WORDS[:20]))
    speaker.session.clock = Clock(100.0, lambda: 0.0)
    assert speaker.say("race") == ["After 20 moves Ann had 6 cards home, and 3 after 1:40; you have 6."]
    said = speaker.say(" ".join(WORDS[20:]))
    assert any(line.startswith("You won the race against Ann: 1:40") for line in said)


def test_the_narrowest_window_says_that_it_is_a_race_before_the_name_of_the_game(tmp_path: Path) -> None:
    code = encode(SharedGame(WON, 590, name="The winner of today"))
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=(40, 16)) as seat:
        execute(seat.controller, BY_NAME["race"], code)
        seat.draw()
        assert "you 0 · The winner of today 0" in seat.picture.text[0]


def test_the_time_decides_a_race_and_then_the_moves(tmp_path: Path, subtests: pytest.Subtests) -> None:
    speaker = Speaker(tmp_path, after(1, 0))
    speaker.say(f"race {CODE}")
    race = speaker.controller.table.race
    assert isinstance(race, Race)
    for seconds, sentence in (
        (590, "A tie with Ann: 9:50 against 9:50, 59 moves each."),
        (591, "You lost the race against Ann: 9:51 against 9:50, 59 moves each."),
    ):
        with subtests.test(seconds=seconds):
            assert race.result(SavedGame(WON, seconds)) == sentence
    # Where no time is known the moves alone decide.
    speaker.say(f"race {encode(SharedGame(WON))}")
    assert any(line.startswith("A tie with ") for line in speaker.say(" ".join(WORDS)))


def test_the_best_win_of_the_deal_is_raced_without_a_code(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(617, 3))
    assert speaker.say("race") == ["You have not won this deal yet."]
    History(tmp_path).record_win(SavedGame(WON, 300, started="2026-11-20T18:00:00Z", saved="2026-11-20T18:09:00Z"))
    assert speaker.say("race")[1].startswith("A race against your best win: the win to beat has 59 moves in 5:00.")


def test_a_code_of_a_game_that_is_not_won_and_no_code_at_all_are_refused(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(1, 3))
    unfinished = encode(SharedGame(after(617, 9)))
    assert speaker.say(f"race {unfinished}") == ["That game is not won; only a win can be raced."]
    assert speaker.say("race you") == ["Type race for your best win, race last, race solver, or race and a share code."]
    assert speaker.say("race F0000-00000") != []
    assert (speaker.game.deal, speaker.controller.table.race) == (1, None)


@pytest.mark.parametrize(("size", "glyphs"), [((40, 16), UNICODE), ((60, 20), ASCII), ((120, 40), UNICODE)])
def test_the_ghost_is_beside_the_counter_and_on_a_track_where_there_is_room(
    tmp_path: Path, size: tuple[int, int], glyphs: Glyphs
) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=size, glyphs=glyphs) as seat:
        seat.paste(CODE)
        assert "Race this game?" in seat.text
        seat.press("r")
        for word in WORDS[:20]:
            seat.session.play(Move.parse(word))
        seat.session.clock = Clock(300.0, lambda: 0.0)
        top = seat.picture.text[0]
        assert glyphs.displayable("you 6 · Ann 14") in top
        if size[0] >= 60:
            past, future, knob = tuple(glyphs.rail)
            assert f"{past}{knob}{future}{glyphs.markers[-1]}{future}" in top
        seat.press("n")
        assert "Ann" not in seat.picture.text[0]


def test_on_the_title_a_share_code_is_pasted_or_typed_where_the_list_of_everything_leads(
    at_title: Seat, subtests: pytest.Subtests
) -> None:
    at_title.paste("hello")
    assert at_title.message == "There is no share code in that text."
    at_title.app.show(LessonOffer())
    at_title.paste(CODE)
    assert "Race this game?" in at_title.text
    at_title.press("esc")
    assert "New to FreeCell?" in at_title.text
    at_title.press("esc", *by_name("race"))
    assert "Race a friend" in at_title.text
    for text, told in (("solver", "There is no share code in that text."), (CODE, "A race against Ann")):
        with subtests.test(text=text):
            at_title.paste(text)
            at_title.press("enter")
            assert told in at_title.text
            at_title.press(*["backspace"] * len(text))
    assert at_title.controller.table.race is not None
    at_title.press(*WORDS[0], "l")
    assert "race: Ann" in at_title.text


def test_whom_to_race_is_chosen_in_a_small_list(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, after(617, 3), settings=NO_VERDICT) as seat:
        seat.press(*by_name("race"))
        assert "Race against whom?" in seat.text
        assert "your best win" not in seat.text
        seat.press("c")
        unfinished = encode(SharedGame(after(617, 3), 9, 0))
        for text, told in (("nothing", "share code"), (unfinished, "only a win can be raced")):
            with subtests.test(text=text):
                seat.paste(text)
                seat.press("enter")
                assert told in seat.text
                assert seat.dialog is not None
                seat.press(*["backspace"] * len(text))
        seat.paste(CODE)
        seat.press("enter")
        assert "A race against Ann" in seat.message
        seat.press(*by_name("race"))
        assert seat.message.startswith("After 0 moves Ann had 0 cards home")
    with seated(tmp_path / "pasted", after(617, 3), settings=NO_VERDICT) as seat:
        seat.paste(CODE)
        assert "race it" in seat.text
        seat.press("r")
        assert seat.controller.table.race is not None
        assert not seat.session.game.moves_made
    history = History(tmp_path)
    for day in (1, 2):
        saved = SavedGame(WON, 100.0 * day, helped=day == 2, saved=f"2026-11-0{day}T10:00:00Z", id=f"{day:032x}")
        history.record_win(saved)
    for key, opponent in {
        "b": "your best win: the win to beat has 59 moves in 1:40",
        "w": "your last win (help): the win to beat has 59 moves in 3:20",
        "s": "the solver",
    }.items():
        with seated(tmp_path / key, after(617, 3), settings=NO_VERDICT) as seat:
            seat.controller.recorder.history = history
            seat.press(*by_name("race"), key)
            seat.see(f"A race against {opponent}")


def test_par_does_not_depend_on_the_machine_and_reaches_the_solvers_process_whole() -> None:
    query = short_query(Game.new(1).board, FREECELL, Autoplay.NONE)
    assert query.budget.seconds is None
    assert read_query(write_query(7, query)) == (7, query)


def test_a_win_needs_more_moves_than_par_or_fewer_or_just_as_many(subtests: pytest.Subtests) -> None:
    for moves, text in {52: "you needed 4 more", 48: "you matched it", 45: "you needed 3 fewer"}.items():
        with subtests.test(moves=moves):
            assert par_text(moves, 48) == text
    assert par_sentence(Game.new(11982), None) == "The solver found no par for this deal."


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
        seat.later(0)
        assert "You won" in seat.text
        rows = [next(y for y, row in enumerate(seat.picture.text) if "first win" in row)]
        seat.see("Par 42: you needed 17 more.")
        rows.append(next(y for y, row in enumerate(seat.picture.text) if "first win" in row))
        assert rows[0] == rows[1]


@pytest.mark.slow
def test_par_is_as_low_as_the_review_of_the_game_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_MOTION", "1")
    with seated(tmp_path, after(617, 3)) as seat:
        History(tmp_path).set_par(617, FREECELL, 60)
        nearly_won(seat)
        seat.see("Par 60: you needed 1 fewer.")
        seat.see("Par 42: you needed 17 more.")
        course = seat.controller.advisor.analysis.course(seat.session.game)
        assert History(tmp_path).par(617, FREECELL) == course.needed[0] == 42


def test_a_win_is_measured_with_the_autoplay_it_was_played_with(subtests: pytest.Subtests) -> None:
    for autoplay, finish in product(Autoplay, (False, True)):
        with subtests.test(autoplay=autoplay, finish=finish):
            game = Game.new(617)
            solution = solve(game.board, FREECELL, autoplay=autoplay, finish=finish)
            assert isinstance(solution, Solved)
            for move in solution.moves:
                game = game if game.is_won else game.play(move, autoplay, finish=finish)
            for wanted, when in product(Autoplay, AutoplayWhen):
                session = session_as_played(SavedGame(game), Settings(autoplay=wanted, autoplay_when=when))
                assert session.autoplay.policy is autoplay, (autoplay, wanted, when)
                again = Game.new(617)
                for turn in game.turns:
                    assert turn.move is not None
                    again = again.play(turn.move, autoplay, finish=session.autoplay.finish)
                assert again == game


def test_in_a_game_without_the_solver_no_win_starts_one_for_par(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_MOTION", "1")
    with seated(tmp_path, after(617, 3), settings=NO_VERDICT) as seat:
        History(tmp_path).set_par(617, FREECELL, 51)
        nearly_won(seat)
        seat.later(0)
        assert "Par 51: you needed 8 more." in seat.text
        assert not seat.controller.advisor.is_in_use


@pytest.mark.linux
def test_the_solver_that_looks_for_it_ends_with_the_game(tmp_path: Path) -> None:
    before = set(children(os.getpid()))
    with seated(tmp_path, after(617, 3), settings=NO_VERDICT) as seat:
        execute(seat.controller, BY_NAME["par"])
        assert set(children(os.getpid())) - before
        close_solvers(seat.controller)
        assert set(children(os.getpid())) <= before


def test_a_race_is_begun_from_the_title_where_no_game_is_played(tmp_path: Path) -> None:
    with seated(tmp_path, None, settings=NO_VERDICT) as seat:
        execute(seat.controller, BY_NAME["race"], encode(SharedGame(after(617, 100), 60, name="Ann")))
        assert seat.session.game.deal == 617
        assert "A race against Ann" in seat.message
