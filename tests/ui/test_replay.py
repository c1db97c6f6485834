"""Watching a game: the control bar on every screen, the keys and the mouse, and that nothing of it is kept."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.frontend import Message, Watching
from freecell_tui.controller.play.replay import Replay
from freecell_tui.engine import Game, legal_moves
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import AnimationSpeed, Settings
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.keymap import REPLAY_COMMANDS
from freecell_tui.ui.screens.replay import ReplayScreen, ReplayTable
from freecell_tui.ui.screens.table import TableScreen
from support.pty_terminal import DOWN, ESC, LEFT, RIGHT, Start, Terminal
from support.screenshots import MODES, rendered
from support.solutions import STANDARD
from support.strategies import deal_numbers, variants
from support.ui_driver import Point, Seat, after, seated

STILL = Settings(animation=AnimationSpeed.OFF)
LENGTH = len(STANDARD[617].split())
SIZES = [(40, 16), (60, 20), (80, 24), (120, 40), (250, 80)]
HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"


def some_replay(chance: Random, game: Game, note: str = "") -> Replay:
    for _ in range(chance.randint(0, 40)):
        moves = list(legal_moves(game.board, game.variant))
        if moves:
            game = game.play(chance.choice(moves))
    return Replay(SavedGame(game, chance.choice([0.0, 84.2, 400_000.0])), note)


@pytest.mark.slow
@given(
    variant=variants(),
    number=deal_numbers(),
    chance=st.randoms(use_true_random=False),
    size=st.sampled_from(SIZES),
    glyphs=st.sampled_from(MODES),
    digits=st.lists(st.sampled_from("0123456789"), max_size=7),
)
def test_the_bars_of_any_replay_fit_every_screen(
    *, variant: object, number: int, chance: Random, size: Point, glyphs: Glyphs, digits: list[str]
) -> None:
    replay = some_replay(chance, Game.new(number, variant), "Move 7, “7h”, fails: \x1b[2J no.")  # type: ignore[arg-type]
    for digit in digits:
        replay.type_digit(digit)
    replay.seek(chance.randint(0, replay.count)) if chance.random() < 0.5 else None
    viewer = ReplayTable(replay, glyphs)
    picture = rendered(viewer, size)
    assert picture.widths == {size[0]}
    assert all(row.isprintable() for row in picture.text)
    assert glyphs.has_full_unicode or "".join(picture.text).isascii()
    assert f"{replay.position} of {replay.count}" in picture.text[0]
    places = [viewer.footer_command(x, size[1] - 1) for x in range(size[0])]
    assert {"first", "move-back", "play", "move-on", "last", "leave"} <= set(places)
    if not replay.typed:
        jumps = [at for x in range(size[0]) if (at := viewer.position_at(x)) is not None]
        assert jumps == sorted(jumps)
        assert (jumps[0], jumps[-1]) == (0, replay.count)
        assert picture.text[-1].count(glyphs.rail[2]) == 1


def test_every_key_of_a_replay_has_one_meaning() -> None:
    keys = [key for command in REPLAY_COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))
    assert all(command.keys for command in REPLAY_COMMANDS)


def watching(seat: Seat, position: int = 0) -> Replay:
    """Watch the published solution of deal 617, paused."""
    seat.open(Watching(SavedGame(after(617, LENGTH), 84.0)))
    seat.press(" ", *str(position), "enter")
    assert isinstance(seat.screen, ReplayScreen)
    return seat.screen.table.replay


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    with seated(tmp_path, Game.new(1), settings=STILL) as seat:
        yield seat


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_a_click_on_a_button_or_the_rail_does_what_it_shows(tmp_path: Path, size: Point, glyphs: Glyphs) -> None:
    with seated(tmp_path, Game.new(1), size=size, glyphs=glyphs) as seat:
        replay = watching(seat, 20)
        bar, y = seat.picture.text[-1], size[1] - 1
        first, back, play, pause, on, last = (f" {mark} " for mark in glyphs.controls.split())

        def place(mark: str) -> Point:
            return bar.index(mark) + 1, y

        seat.click(place(on))
        seat.click(place(on))
        assert replay.position == 22
        seat.click(place(back))
        assert replay.position == 21
        seat.click(place(play))
        assert replay.is_playing
        assert pause in seat.picture.text[-1]
        seat.click((size[0] // 2, size[1] // 2))
        assert not replay.is_playing
        seat.click(place(last))
        assert replay.position == LENGTH
        seat.click(place(first))
        assert replay.position == 0
        rail = [x for x, mark in enumerate(seat.picture.text[-1]) if mark in glyphs.rail[1:] and x > place(last)[0] + 2]
        seat.click((rail[-1], y))
        assert replay.position == LENGTH
        seat.drag((rail[-1], y), (rail[len(rail) // 2], 3))
        assert 0 < replay.position < LENGTH
        seat.mouse("mouse press", 1, (rail[-1], y))
        seat.mouse("mouse drag", 4, (rail[0], y))  # with no button down: the release was outside of the window
        assert replay.position == LENGTH
        seat.drag((rail[-1], y), (0, 0))
        assert replay.position == 0
        seat.mouse("mouse press", 5, (3, 3))
        assert replay.position == 1
        seat.mouse("mouse press", 4, (3, 3))
        assert replay.position == 0


@pytest.mark.parametrize("key", ["esc", "q"])
def test_a_replay_leaves_the_game_on_the_table_as_it_was_and_asks_the_solver_nothing(key: str, tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5)) as seat:
        game = seat.session.game
        watching(seat, 30)
        # As after Ctrl-Z, and after every frame.
        seat.app.terminal.on_start()
        seat.later(2)
        assert not seat.session.clock.is_running
        assert not seat.controller.advisor.asked_at
        seat.press("right", "left", "end", "home", key)
        assert isinstance(seat.screen, TableScreen)
        assert not seat.has_left
        assert seat.session.game is game
        assert "moves 5" in seat.text
        assert seat.session.clock.is_running
        seat.controller.save_now()
        assert not (tmp_path / "unfinished").exists()


def test_what_is_said_during_a_replay_is_read_after_it(seat: Seat) -> None:
    watching(seat, 30)
    seat.controller.notify(Message("The history cannot be written."))
    assert "The history" not in seat.text
    seat.press("left", "esc")
    assert "The history cannot be written." in seat.text


def test_however_often_it_is_stopped_and_begun_only_one_clockwork_runs(seat: Seat, subtests: pytest.Subtests) -> None:
    replay = watching(seat)
    seat.press(*"   +-+")
    assert replay.is_playing
    for seconds, position in ((0.4, 0), (0.2, 1), (0.5, 2)):
        with subtests.test(seconds=seconds):
            seat.stall(seconds)
            assert replay.position == position


def test_a_game_that_is_taken_over_begins_with_the_moves_shown_and_counts_as_helped(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5)) as seat:
        seat.press("u", "r")
        watching(seat, 12)
        seat.press("enter")
        assert isinstance(seat.screen, TableScreen)
        assert seat.session.game == after(617, 12)
        assert seat.session.helped
        assert seat.session.clock.elapsed < 1
        said = " ".join(seat.text.split())
        assert "You are playing on from move 12. If you win, it counts as a win with help." in said
        assert "Your game of deal 1 is saved: press l to see your unfinished games." in said
        for _ in range(12):
            seat.press("u")
        assert seat.session.game.board == Game.new(617).board
        assert seat.session.helped


def test_a_game_that_is_taken_over_at_the_deal_is_a_fresh_one(seat: Seat) -> None:
    watching(seat, 0)
    seat.press("enter")
    assert seat.session.game == Game.new(617)
    assert not seat.session.helped


def test_who_has_watched_a_move_and_goes_back_to_the_deal_plays_on_with_help(seat: Seat) -> None:
    watching(seat, 1)
    seat.press("left", "enter")
    seat.draw()
    assert seat.session.game == Game.new(617)
    assert seat.session.helped


def test_a_win_cannot_be_taken_over(seat: Seat) -> None:
    replay = watching(seat, LENGTH)
    seat.press("enter")
    assert "The game is won here: go back and play on from an earlier move." in seat.text
    seat.press("left")
    assert "won here" not in seat.text
    assert replay.to_saved_game().game_id != replay.to_saved_game().game_id, "two games from one replay"
    seat.press("enter")
    assert seat.session.game == after(617, LENGTH - 1)
    assert replay.position == LENGTH - 1


def test_a_won_game_can_be_watched_again_and_its_dialog_comes_back(tmp_path: Path, subtests: pytest.Subtests) -> None:
    with seated(tmp_path, after(617, LENGTH - 1), size=(40, 16), settings=STILL) as seat:
        seat.press(*STANDARD[617].split()[-1])
        seat.later(0)
        assert "You won" in seat.text
        seat.later(1)
        for text in (
            "n  new game",
            "L  game review",
            "W watch",
            "Y share",
            "P picture",
            "R restart",
            "l unfinished games",
            "Esc",
        ):
            with subtests.test(text=text):
                assert text in seat.text
        seat.press("W")
        assert f"0 of {LENGTH}" in seat.text
        seat.press("end", "left", "esc")
        assert "You won" in seat.text
        assert seat.session.game.is_won


def test_a_replay_goes_from_the_last_restart_without_what_was_undone() -> None:
    game = after(617, 8).restart()
    for word in STANDARD[617].split()[:6]:
        game = game.play(next(move for move in legal_moves(game.board, game.variant) if str(move) == word))
    replay = Replay(SavedGame(game.undo()))
    assert replay.count == 5
    replay.seek(5)
    assert replay.game.board == after(617, 5).board


# The real program


@pytest.fixture
def watched(start: Start, tmp_path: Path) -> Callable[..., Terminal]:
    """Watch a text of moves, or else what is named."""

    def begin(text: str = "", *arguments: str) -> Terminal:
        path = tmp_path / "moves.txt"
        path.write_text(text)
        terminal = start("replay", *arguments, *([str(path)] if text else []), table=False, NO_MOTION="1")
        terminal.see(" of ")
        return terminal

    return begin


def test_a_replay_runs_steps_jumps_and_leaves_nothing_behind(watched: Callable[..., Terminal], state: Path) -> None:
    terminal = watched(STANDARD[617], "617")
    terminal.see(f"move 1 of {LENGTH}")
    terminal.type(" ")
    terminal.see("►")
    terminal.type(HOME)
    terminal.see(f"move 0 of {LENGTH}")
    for keys, position in ((RIGHT, 1), (LEFT, 0), (PAGE_DOWN, 10), ("26", 26), (PAGE_UP, 16), (END, LENGTH)):
        terminal.type(keys)
        terminal.see(f"move {position} of {LENGTH}")
    terminal.type("x" + DOWN + "q")
    assert terminal.end() == 0
    assert not list(state.rglob("*.json*"))
    assert History(state / "freecell-tui").results() == []


def test_a_text_that_breaks_off_is_shown_up_to_there_and_says_why(watched: Callable[..., Terminal]) -> None:
    words = " ".join(STANDARD[617].split()[:20])
    terminal = watched(f"#617 Attempt: 1 NumFcs=4 (FCPro - Solved)\n{words} 1h\x1b[2J 2a")
    terminal.type(END)
    terminal.see("move 20 of 20")
    terminal.see("Move 21, “1h?[2J”, fails: ")
    terminal.type(ESC)
    assert terminal.end() == 0


def test_a_solution_comes_by_standard_input_and_the_keys_by_the_terminal(start: Start) -> None:
    terminal = start(script="$FREECELL solve 617 | $FREECELL replay -; echo done", table=False, NO_MOTION="1")
    terminal.see("move 1 of ")
    terminal.type(" " + HOME)
    terminal.see("move 0 of ")
    terminal.type("q")
    terminal.see("done")


def test_a_deal_alone_shows_the_players_own_game_with_its_time(watched: Callable[..., Terminal], state: Path) -> None:
    game, moment = after(617, LENGTH), "2026-11-20T18:00:00Z"
    History(state / "freecell-tui").record_win(SavedGame(game, 154.0, 0, moment, moment, id="1" * 32))
    terminal = watched("", "617")
    terminal.see(f" of {LENGTH}   2:34")
