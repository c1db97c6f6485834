"""The solver beside the table, in the real program: verdict, hints, solutions shown, and the move that lost."""

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from freecell_tui.engine import Game, Move, legal_moves
from freecell_tui.solver import Solved, Unsolvable, solve
from freecell_tui.storage.saves import SavedGame, encode
from support.pty_terminal import DEADLINE, DOWN, ENTER, ESC, RIGHT, Terminal
from support.ui_driver import after, seated

Start = Callable[..., Terminal]


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


pytestmark = pytest.mark.skipif(
    not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(),
    reason="/proc does not tell a process's children",
)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.fixture(scope="module")
def lost_by() -> tuple[Game, Move]:
    """A game of deal 1 in which the last move turned won into lost, and that move."""
    game = Game.new(1)
    answer = solve(game.board, game.variant, short=True)
    assert isinstance(answer, Solved)
    for move in answer.moves:
        for blunder in legal_moves(game.board, game.variant):
            spoilt = game.play(blunder)
            if isinstance(solve(spoilt.board, game.variant), Unsolvable) and any(
                legal_moves(spoilt.board, game.variant)
            ):
                return spoilt, blunder
        game = game.play(move)
    raise AssertionError("nobody can lose deal 1")


def lost_game(lost_by: tuple[Game, Move], tmp_path: Path, moves_on: int = 2) -> Path:
    """A save of that game, a few moves on."""
    game, _ = lost_by
    for _ in range(moves_on):
        game = game.play(next(iter(legal_moves(game.board, game.variant))))
    path = tmp_path / "lost.json"
    path.write_text(encode(SavedGame(game, 10.0)))
    return path


def hinted_move(terminal: Terminal) -> str:
    """The move that a hint has named, as its two letters."""
    found = re.search(r"([0-9a-d][0-9a-dh](?:v[0-9a-f])?): ", terminal.text)
    assert found is not None
    return found[1]


def test_the_verdict_follows_the_game(start: Start, lost_by: tuple[Game, Move], tmp_path: Path) -> None:
    terminal = start(
        "--resume",
        str(lost_game(lost_by, tmp_path, moves_on=0)),
    )
    terminal.see("○ lost")
    terminal.type("u")
    terminal.see("● winnable")
    terminal.type("r")
    terminal.see("○ lost")


def test_the_verdict_can_be_masked_and_switched_off(start: Start) -> None:
    terminal = start("1")
    terminal.see("● winnable")
    terminal.type("V")
    terminal.see("? masked")
    terminal.type("v")
    terminal.see("● winnable")
    terminal.type("3a")
    terminal.see("? masked")
    terminal.type("V")
    terminal.wait(lambda: "winnable" not in terminal.top and "masked" not in terminal.top, "the verdict to go")
    terminal.type("V")
    terminal.see("● winnable")


def test_hints_come_in_steps_and_always_lead_on(start: Start) -> None:
    terminal = start("617")
    game = Game.new(617)
    for _ in range(5):
        terminal.type("i")
        terminal.see("Look at ")
        terminal.type("i")
        terminal.wait(lambda: re.search(r"[0-9a-d][0-9a-dh](v[0-9a-f])?: ", terminal.text) is not None, "the move")
        word = hinted_move(terminal)
        terminal.type("i")
        terminal.see(" wins in ")
        assert word in terminal.text.split(" wins in ")[0].split()
        assert "v" not in word
        terminal.type(word)
        game = game.play(Move.parse(word), finish=True)
        terminal.see(f"moves {game.moves_made} ")
        assert isinstance(solve(game.board, game.variant), Solved)


def test_in_a_lost_position_the_hint_says_so_and_leads_back(
    start: Start, lost_by: tuple[Game, Move], tmp_path: Path
) -> None:
    path = lost_game(lost_by, tmp_path)
    terminal = start("--resume", str(path))
    terminal.type("i")
    terminal.see("This is lost. Once more goes back 3 moves")
    terminal.type("i")
    terminal.see("From here it can still be won.")
    terminal.see("● winnable")
    assert f"moves {lost_by[0].moves_made - 1} " in terminal.top
    assert "undo 3" in terminal.top


def test_the_move_that_lost_is_named_and_one_key_goes_back_there(
    start: Start, lost_by: tuple[Game, Move], tmp_path: Path
) -> None:
    game, _ = lost_by
    terminal = start("--resume", str(lost_game(lost_by, tmp_path)))
    terminal.type("L")
    terminal.see(f"Move {game.moves_made} of {game.moves_made + 2} lost the game.")
    terminal.see(f"Move {game.moves_made}: ")
    terminal.see("would have won")
    won = game.moves_made - 1
    assert re.search(r"(● *)+(○ *){3}│", terminal.text)
    assert len(re.findall("●", terminal.text)) == won + 1
    terminal.type(ENTER)
    terminal.see("3 moves taken back; redo plays them again.")
    terminal.see("● winnable")
    assert f"moves {won} " in terminal.top
    assert "undo 3" in terminal.top
    terminal.type("L" + RIGHT * 3)
    terminal.see("on 3 moves to here")
    terminal.type(ENTER)
    terminal.see("○ lost")
    assert f"moves {won + 3} " in terminal.top


def won_game(tmp_path: Path) -> Path:
    """A save of deal 617 before the last move of a solution that is far from the shortest."""
    path = tmp_path / "almost.json"
    path.write_text(encode(SavedGame(after(617, 10_000).undo(), 10.0)))
    return path


def test_after_a_win_the_game_is_shown_with_its_detours_and_any_moment_is_a_key_away(
    start: Start, tmp_path: Path
) -> None:
    terminal = start("--resume", str(won_game(tmp_path)), NO_MOTION="1")
    terminal.type("r")
    terminal.see("You won FreeCell #617!")
    terminal.type("L")

    told = [r"You needed (\d+) moves", r"shortest line found needs (\d+)\.", r"cost (\d+)\."]

    def figures() -> list[int]:
        return [int(found[1]) for pattern in told if (found := re.search(pattern, terminal.text))]

    terminal.wait(lambda: len(figures()) == len(told), "the figures")
    own, shortest, cost = figures()
    assert own - shortest == cost > 0
    assert "~" in terminal.text
    terminal.type("\x1b[H")
    terminal.see("Move 1: ")
    terminal.type(RIGHT * 9)
    terminal.see("Move 10: ")
    terminal.type(ENTER)
    terminal.see("moves 9 ")
    terminal.see("● winnable")
    terminal.type("r")
    terminal.see("moves 10 ")


def test_when_the_dialog_closes_the_solver_rests(start: Start, tmp_path: Path) -> None:
    terminal = start("--resume", str(won_game(tmp_path)))
    terminal.type("L")
    terminal.see("thinking: ")
    terminal.wait(lambda: len(children(terminal.process.pid)) == 1, "the solver to start")
    (solver,) = children(terminal.process.pid)
    left = left_to_look_at(terminal)
    terminal.type(ESC)
    terminal.not_see("How it went")
    spent = [-1]

    def rests() -> bool:
        terminal.pump(0.2)
        fields = Path(f"/proc/{solver}/stat").read_text().rpartition(")")[2].split()
        spent.append(int(fields[11]) + int(fields[12]))
        return len(set(spent[-4:])) == 1

    terminal.wait(rests, "the solver to rest")
    terminal.type("L")
    terminal.see("thinking: ")
    # What it was about to say when it was stopped may still have been heard.
    assert left - 3 <= left_to_look_at(terminal) <= left


def left_to_look_at(terminal: Terminal) -> int:
    """How many positions of the game the dialog says are left."""
    found = re.search(r"thinking: (\d+) left", terminal.text)
    assert found is not None
    return int(found[1])


def test_a_solution_is_shown_to_the_win_and_the_game_is_marked(start: Start, state: Path) -> None:
    terminal = start("1")
    while "You won" not in terminal.text:
        before = terminal.top.split("undo")[0]
        terminal.type("j")
        terminal.wait(partial(_has_changed, terminal, before), "the next move")
    terminal.type("q")
    terminal.end()
    (game,) = [json.loads(path.read_text()) for path in (state / "freecell-tui" / "won").glob("*.json")]
    assert game["helped"] is True


def _has_changed(terminal: Terminal, before: str) -> bool:
    return terminal.top.split("undo")[0] != before


def test_a_running_solution_stops_at_any_key_which_does_nothing_else(start: Start) -> None:
    terminal = start("1")
    terminal.type("J")
    terminal.see("moves 2 ")
    terminal.type("u")
    terminal.see("Yours again")
    moves = int(re.findall(r"moves (\d+)", terminal.top)[0])
    terminal.type("u")
    terminal.see(f"moves {moves - 1} ")
    assert "undo 1" in terminal.top


def test_however_often_a_solution_is_stopped_and_begun_it_keeps_its_pace(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1)) as seat:
        game = seat.session.game
        seat.controller.advisor.advice.record_answer(
            game.board, solve(game.board, game.variant, short=True), short=True
        )
        seat.press(*"J J J")
        assert seat.session.game.moves_made == 3
        due = list(seat.app.loop.event_loop._alarms)  # type: ignore[attr-defined]  # noqa: SLF001
        for _, _, ring_bell in sorted(due):
            ring_bell()
        assert seat.session.game.moves_made == 4


def test_a_winnable_deal_is_dealt_at_once(start: Start) -> None:
    terminal = start("11982")
    terminal.see("○ lost")
    terminal.type("N")
    terminal.wait(lambda: "#11982" not in terminal.top, "another deal")
    terminal.see("● winnable")


def test_if_the_solver_is_killed_while_it_looks_for_a_winnable_deal_another_is_asked(start: Start) -> None:
    terminal = start("11982", "--cells", "1")
    terminal.see("○ lost")
    pid = terminal.process.pid
    (solver,) = children(pid)
    os.kill(solver, signal.SIGSTOP)
    terminal.type("N")
    terminal.see("Looking for a deal that can be won")
    os.kill(solver, signal.SIGKILL)
    terminal.wait(lambda: "#11982" not in terminal.top, "another deal")
    terminal.see("● winnable")


def test_if_the_solver_keeps_dying_a_deal_is_dealt_that_nobody_knows_and_that_is_said(start: Start) -> None:
    terminal = start("11982", "--cells", "0")
    terminal.see("○ lost")
    pid = terminal.process.pid
    terminal.type("N")

    def is_dealt() -> bool:
        for solver in children(pid):
            os.kill(solver, signal.SIGKILL)
        terminal.pump(0.1)
        return "nobody knows whether this deal can be won" in " ".join(terminal.text.split())

    assert any(is_dealt() for _ in range(150)), terminal.text
    assert "#11982" not in terminal.top


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
    waited = poll(lambda: not is_running(solver))
    assert waited, "the solver outlives the game"


def poll(condition: Callable[[], bool]) -> bool:
    """Whether something becomes true before the deadline."""
    return any(condition() for _ in ticks())


def ticks() -> Iterator[None]:
    for _ in range(int(DEADLINE * 100)):
        yield
        signal.sigtimedwait([], 0.01)


def test_if_the_solver_is_killed_the_game_goes_on_with_another(start: Start) -> None:
    terminal = start("1")
    terminal.see("● winnable")
    pid = terminal.process.pid
    (solver,) = children(pid)
    os.kill(solver, signal.SIGKILL)
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.type("i")
    terminal.see("Look at ")
    (another,) = children(pid)
    assert another != solver


def test_if_the_solver_keeps_dying_the_game_says_so_and_goes_on(start: Start) -> None:
    terminal = start("1")
    pid = terminal.process.pid
    moves = iter(["3a", "u", "3b", "u", "3c", "u", "3d", "u", "4a", "u"] * 6)

    def is_told() -> bool:
        """Whether it is said, now or when a hint is asked for; what is said is gone with the next move."""
        for solver in children(pid):
            os.kill(solver, signal.SIGKILL)
        terminal.pump(0.1)
        terminal.type("i")
        terminal.pump(0.1)
        if any(said in terminal.text for said in ("the game goes on without it", "There is no solver to ask.")):
            return True
        terminal.type(next(moves))
        terminal.pump(0.1)
        return False

    assert any(is_told() for _ in range(60)), terminal.text
    terminal.type("i")
    terminal.see("There is no solver to ask.")
    terminal.type("#5" + ENTER)
    terminal.see("FreeCell #5")


def test_with_the_verdict_off_there_is_no_second_process(start: Start) -> None:
    terminal = start("1", "--verdict", "off")
    terminal.type("3a")
    terminal.see("moves 1 ")
    terminal.pump(0.5)
    assert children(terminal.process.pid) == []
    assert "winnable" not in terminal.top


def test_a_game_begun_from_the_title_has_its_verdict_too(start: Start) -> None:
    terminal = start("11982")
    terminal.type("1a")
    terminal.see("moves 1 ")
    terminal.type("q")
    terminal.end()
    terminal = start(table=False)
    terminal.see("resume FreeCell #11982")
    terminal.type("#1" + ENTER)
    terminal.see("FreeCell #1 ")
    terminal.see("● winnable")


def with_settings(state: Path, text: str) -> None:
    folder = state.parent / "config" / "freecell-tui"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(text)


def test_with_hints_off_the_losing_move_is_named_but_not_what_would_have_won(
    start: Start, lost_by: tuple[Game, Move], tmp_path: Path, state: Path
) -> None:
    with_settings(state, "hints = false\n")
    terminal = start("--resume", str(lost_game(lost_by, tmp_path)))
    terminal.type("i")
    terminal.see("Hints are off in the settings.")
    terminal.type("L")
    terminal.see("How it went")
    terminal.see("lost the game.")
    terminal.see("are off in the settings.")
    assert "would have won:" not in terminal.text


def test_when_other_cards_go_home_the_solver_is_asked_anew(start: Start, state: Path) -> None:
    with_settings(state, "autoplay = 'all'\n")
    terminal = start("1")
    terminal.see("winnable")
    terminal.type("O" + DOWN * 4)
    terminal.see(" 5 of 20 ")
    for value in ("none", "safe", "all", "none"):
        terminal.type(RIGHT)
        terminal.wait(partial(is_kept, state, f'autoplay = "{value}"'), value)
    terminal.see("winnable")
    terminal.type("\x1b")
    terminal.not_see(" of 20")
    for number in (1, 2, 3):
        terminal.type("j")
        terminal.see(f"moves {number} ")


def is_kept(state: Path, line: str) -> bool:
    return line in (state.parent / "config" / "freecell-tui" / "settings.toml").read_text()


def test_who_plays_on_has_thought_better_of_another_deal(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1)) as seat:
        consultant = seat.controller.advisor
        try:
            seat.press("N")
            consultant.look()
            assert consultant.is_looking_for_a_deal
            seat.press("3", "a")
            consultant.look()
            assert not consultant.is_looking_for_a_deal
            assert seat.session.game.moves_made == 1
        finally:
            consultant.close()
