"""The solver beside the table, in the real program: verdict, hints, solutions shown, and the move that lost."""

import os
import re
import select
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from freecell_tui.controller.advice.advisor import HELP_RULE
from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.engine import FREECELL, Autoplay, Game, Move, find_variant, legal_moves
from freecell_tui.solver.solve import solve
from freecell_tui.storage import saves
from freecell_tui.storage.settings import SPECS, AnimationSpeed, Settings
from support.factories import won_game as won_in
from support.games import played
from support.processes import children, is_running
from support.pty_terminal import DEADLINE, Start
from support.ui_driver import NO_VERDICT, Point, Seat, after, by_name, seated

STILL = Settings(animation=AnimationSpeed.OFF)


JUST_LOST = after(1, 6).play(Move.parse("32"))
"""Deal 1 after seven moves, of which the last one turned won into lost."""


def lost_game() -> Game:
    """That game, two moves on."""
    game = JUST_LOST
    for _ in range(2):
        game = game.play(next(iter(legal_moves(game.board, game.variant))))
    return game


def said(seat: Seat) -> str:
    """What stands on the screen, without line ends and frames, and what is beside a frame."""
    inside = re.sub(r"│[^│\n]*\n[^│\n]*│", " ", seat.text)
    return " ".join(inside.replace("│", " ").split())


def see(seat: Seat, text: str) -> None:
    """Wait until a text is on the screen, on however many rows."""
    seat.wait(lambda: text in said(seat), f"“{text}”")


# The verdict


def test_the_verdict_follows_the_game(tmp_path: Path) -> None:
    with seated(tmp_path, JUST_LOST) as seat:
        seat.see("○ lost")
        seat.press("u")
        seat.see("● winnable")
        seat.press("r")
        seat.see("○ lost")


def shows_verdict(seat: Seat) -> bool:
    return any(word in seat.picture.text[0] for word in ("●", "○", "?"))


@pytest.mark.slow
@pytest.mark.parametrize("words", ["1a", "1a 2b 3c 4d"])
def test_in_an_unwinnable_deal_no_way_back_is_offered_and_no_move_is_blamed(tmp_path: Path, words: str) -> None:
    game = played(Game.new(11982), words)
    with seated(tmp_path / words, game, settings=STILL) as seat:
        seat.see("○ not winnable")
        assert seat.picture.rows[0][seat.picture.text[0].index("not winnable")][1] == "bar lost"
        assert "the mistake" not in seat.text
        assert "n new  # deal" in seat.picture.text[-1]
        seat.open("menu")
        assert "last winnable" not in seat.text
        seat.press("esc")
        for keys in ("i", "U", "vv", "L"):
            seat.press(*keys)
            see(seat, "This deal cannot be won.")
        assert seat.session.game.moves_made == game.moves_made
        for key in ("home", "right"):
            assert "lost" not in said(seat)
            seat.press(key)


def test_the_setting_that_loses_a_deal_is_named_beside_the_dot_and_in_the_review(tmp_path: Path) -> None:
    game = Game.new(414, FREECELL.with_cells(1))
    with seated(tmp_path, game, settings=replace(STILL, autoplay=Autoplay.ALL)) as seat:
        seat.see("○ not winnable with “all”")
        assert seat.picture.rows[0][seat.picture.text[0].index("not winnable")][1] == "bar lost"
        seat.press("2", "a")
        for key in ("i", "U", "L"):
            seat.press(key)
            see(seat, "With autoplay “all” this deal cannot be won; with “safe” it can.")


# Hints, and the way back


def test_in_a_lost_position_a_hint_says_how_far_back_it_could_be_won_and_one_key_goes_there(tmp_path: Path) -> None:
    game = lost_game()
    with seated(tmp_path, game) as seat:
        for _ in range(3):
            seat.press("i")
            see(seat, "This game is lost; 3 moves ago you could still win. Press U to go back.")
            assert seat.session.game == game
            assert seat.session.undos == 0
        seat.press("U")
        see(seat, "3 moves undone: you can win from here. Press r to redo them.")
        seat.see("● winnable")
        assert seat.session.game.moves_made == game.moves_made - 3
        assert seat.session.undos == 3
        seat.press("U")
        see(seat, "This game can still be won.")
        assert seat.session.game.moves_made == game.moves_made - 3
        seat.press("r", "r", "r")
        seat.see("○ lost")
        assert seat.session.game.board == game.board
        seat.press("m")
        assert "U  undo the mistake" in seat.text
        seat.press("U")
        seat.see("● winnable")
        assert seat.session.game.moves_made == game.moves_made - 3


def test_the_move_that_lost_is_named_and_one_key_goes_back_there(tmp_path: Path) -> None:
    with seated(tmp_path, lost_game()) as seat:
        seat.press("L")
        for told in ("Move 7 of 9 lost the game.", "Move 7: ", "you could still have won in"):
            see(seat, told)
        assert re.search(r"(● *)+(○ *){3}│", seat.text)
        assert seat.text.count("●") == 7
        seat.press("enter")
        assert "You are before the losing move. Play another one; redo plays it again." in seat.text
        seat.see("● winnable")
        assert "moves 6 " in seat.text
        assert "undos 3" in seat.text
        seat.press("L", *["right"] * 3)
        see(seat, "redo 3 moves")
        seat.press("enter")
        seat.see("○ lost")
        assert "moves 9 " in seat.text


def test_after_a_win_the_game_is_shown_with_its_detours_and_any_moment_is_a_key_away(tmp_path: Path) -> None:
    with seated(tmp_path, won_in(5).undo(), settings=STILL) as seat:
        seat.press("r")
        seat.later(0)
        assert "You won FreeCell #-3!" in seat.text
        seat.later(1)
        seat.wait(lambda: "looking for detours" in seat.text, "the first figures")
        assert not re.search(r"\d detour", seat.text)
        seat.wait(lambda: re.search(r"\d detour", seat.text) is not None, "the final figures")
        of_win = re.search(r"\d+ detours?", seat.text)
        seat.press("L")

        told = [r"You won in (\d+) moves", r"shortest solution found takes (\d+)\.", r"wasted (\d+) move"]

        def figures() -> list[int]:
            return [int(found[1]) for pattern in told if (found := re.search(pattern, said(seat)))]

        seat.wait(lambda: len(figures()) == len(told), "the figures")
        own, shortest, cost = figures()
        assert own - shortest == cost > 0
        assert of_win is not None
        assert of_win[0] in said(seat)
        assert "~" in seat.text
        seat.press("home")
        assert "Move 1: " in seat.text
        seat.press(*["right"] * 3)
        assert "Move 4: " in seat.text
        seat.press("enter")
        assert "moves 3 " in seat.text
        seat.see("● winnable")
        seat.press("r")
        assert "moves 4 " in seat.text


def test_when_the_review_closes_the_solver_rests(tmp_path: Path) -> None:
    # The solution that is played is far from the shortest.
    with seated(tmp_path, after(617, 10_000).undo(), settings=NO_VERDICT) as seat:
        seat.press("L")
        seat.draw()
        assert seat.clock.read(DEADLINE)
        seat.press("esc")
        seat.draw()
        # What it was about to say may still be heard.
        assert not all(seat.clock.read(0.5) for _ in range(4))


def with_a_solution(seat: Seat) -> None:
    """Let the solver's solution be known."""
    game = seat.session.game
    answer = solve(game.board, game.variant, short=True)
    seat.controller.advisor.analysis.record_answer(game.board, answer, short=True)


def test_the_key_that_drops_a_card_does_not_agree_to_a_solution_found_meanwhile(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        seat.press(*by_name("show"), "6")
        assert seat.session.selection is not None
        seat.wait(lambda: "Play the solution?" in seat.text, "the question")
        seat.press("enter")
        assert seat.dialog is None
        assert not seat.session.helped
        assert not seat.session.game.turns


def test_a_solution_plays_by_itself_to_the_win(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 36), settings=replace(STILL, verdict=False)) as seat:
        with_a_solution(seat)
        seat.press(*by_name("show"), "y")
        assert "Playing a solution; any key stops it." in seat.text
        for moves in range(37, 40):
            assert seat.session.game.moves_made == moves
            seat.later(0.5)
        while not seat.session.game.is_won:
            assert seat.controller.advisor.is_showing
            seat.later(0.5)
        assert "You won FreeCell #1!" in seat.text
        assert not seat.controller.advisor.is_showing
        (path,) = (tmp_path / "won").glob("*.json")
        assert saves.read(path).helped


# A deal that can be won


@pytest.mark.parametrize("at_title", [False, True])
def test_a_winnable_deal_is_dealt_at_once(tmp_path: Path, *, at_title: bool) -> None:
    with seated(tmp_path, None if at_title else Game.new(11982)) as seat:
        seat.press(*by_name("winnable-game"), "enter")
        see(seat, "Looking for a winnable deal. Any key stops it.")
        seat.wait(lambda: seat.controller.has_game and seat.session.game.deal != 11982, "another deal")
        seat.see("● winnable")
        assert "Looking for" not in seat.text


@pytest.mark.linux
def test_a_solver_killed_while_it_looks_for_a_winnable_deal_is_replaced(start: Start) -> None:
    terminal = start("11982", "--cells", "1")
    terminal.see("○ not winnable")
    (solver,) = children(terminal.process.pid)
    os.kill(solver, signal.SIGSTOP)
    terminal.type(":new winnable\r")
    terminal.see("Looking for a winnable deal")
    os.kill(solver, signal.SIGKILL)
    terminal.wait(lambda: "#11982" not in terminal.top, "another deal")
    terminal.see("● winnable")


@pytest.mark.linux
@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM, "q"])
def test_the_solver_ends_with_the_game_however_that_ends(start: Start, way: signal.Signals | str) -> None:
    terminal = start("11982")
    pid = terminal.process.pid
    terminal.wait(lambda: len(children(pid)) == 1, "the solver to start")
    (solver,) = children(pid)
    if isinstance(way, str):
        terminal.type(way)
    else:
        terminal.process.kill(way)
    terminal.end()
    end = time.monotonic() + DEADLINE
    while is_running(solver):
        assert time.monotonic() < end, "the solver outlives the game"
        time.sleep(0.01)


def test_an_answer_about_the_game_before_tells_nothing_of_another(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1)) as seat:
        seat.draw()
        asked = seat.session.game.board
        # The answer is there, and nobody has read it.
        assert select.select(list(seat.clock.watched), [], [], DEADLINE)[0]
        seat.controller.play_game(Game.new(617, find_variant("bakers-game")))
        seat.clock.read(DEADLINE)
        assert seat.controller.advisor.analysis.outcome(asked) is None
        seat.wait(lambda: seat.controller.advisor.verdict_sentence().startswith("This game can be won."))


@pytest.mark.linux
def test_with_the_verdict_off_there_is_no_second_process(start: Start) -> None:
    terminal = start("1", "--verdict", "off")
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.pump(0.5)
    assert children(terminal.process.pid) == []
    assert "winnable" not in terminal.top


def test_with_hints_off_the_losing_move_is_named_but_not_what_would_have_won(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, lost_game(), settings=Settings(hints=False)) as seat:
        for name in ("hint", "show-step", "show", "last-winnable"):
            with subtests.test(name=name):
                execute(seat.controller, BY_NAME[name])
                assert "Hints are off in the settings." in seat.text
        seat.press("L")
        assert "Game review" in seat.text
        see(seat, "lost the game.")
        see(seat, "are off in the settings.")
        assert "ou could still have won" not in said(seat)


@pytest.mark.parametrize("size", [(80, 24), (40, 16)])
def test_the_review_tells_what_would_have_won_and_the_game_then_counts_as_helped(tmp_path: Path, size: Point) -> None:
    with seated(tmp_path, lost_game(), settings=NO_VERDICT, size=size) as seat:
        seat.press("L")
        see(seat, " moves; that counts as help.")
        assert not seat.session.helped
        seat.press("i")
        assert "counts as help" not in said(seat)
        assert seat.session.helped
        seat.press("esc", "n", "L", "i")
        assert not seat.session.helped, "the next game is another"


def test_when_other_cards_go_home_the_solver_is_asked_anew(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, Game.new(1), settings=Settings(autoplay=Autoplay.ALL)) as seat:
        seat.see("winnable")
        seat.press("O", *["down"] * [spec.name for spec in SPECS].index("autoplay"))
        for value in (Autoplay.NONE, Autoplay.SAFE, Autoplay.ALL, Autoplay.NONE):
            with subtests.test(value=value):
                seat.press("right")
                assert seat.controller.settings.autoplay is value
                seat.draw()
        seat.see("winnable")
        seat.press("esc", "j")
        see(seat, HELP_RULE)
        seat.press("y")
        seat.see("moves 1 ")


def test_any_key_stops_the_search_for_another_deal_and_does_nothing_else(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        seat.press(*by_name("winnable-game"), "enter")
        seat.draw()
        assert seat.controller.advisor.is_busy
        seat.press("q")
        assert not seat.has_left
        assert seat.message == "Stopped looking for a deal."
        seat.press("3", "a")
        seat.draw()
        assert not seat.controller.advisor.is_busy
        seat.later(2)
        assert seat.session.game.deal == 1
        assert seat.session.game.moves_made == 1
