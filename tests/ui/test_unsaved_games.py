"""A disk that refuses while somebody plays: nothing is dropped unasked, and what can be kept is kept."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from freecell_tui.controller.ending import close
from freecell_tui.controller.features.race import race, race_against
from freecell_tui.engine import Game
from freecell_tui.engine.share_code import SharedGame, decode, encode
from freecell_tui.storage import saves
from freecell_tui.storage.files import APP, make_folder
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from support.commands import Batch
from support.factories import won_game
from support.games import number_of
from support.processes import children, is_running
from support.pty_terminal import Terminal
from support.refusing_disk import full_disk, ordinary_user
from support.ui_driver import NO_VERDICT, Seat, by_name, seated

FULL = "This game cannot be saved: File too large."


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "elsewhere"))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("NO_MOTION", "1")
    (tmp_path / "home").mkdir()
    (tmp_path / "elsewhere").mkdir()


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    with seated(tmp_path / "games", Game.new(1), settings=NO_VERDICT) as seat:
        yield seat


def play(seat: Seat, *keys: str) -> None:
    seat.press(*keys)
    seat.draw()


def saved_games(tmp_path: Path) -> list[tuple[int, int]]:
    """Deal and moves of the unfinished games, the one played last first."""
    found = [saves.read(path).game for path in SaveStore(tmp_path / "games").unfinished()]
    return [(number_of(game.deal), game.moves_made) for game in found]


# While it lasts


def test_a_full_disk_is_told_once_and_when_it_has_room_again_the_game_is_in_its_own_save(
    seat: Seat, tmp_path: Path
) -> None:
    play(seat, "3", "a")
    with full_disk():
        play(seat, "3", "b")
        assert seat.message == FULL
        play(seat, "3", "c")
        assert seat.message != FULL
        assert seat.controller.error == FULL
    assert saved_games(tmp_path) == [(1, 1)]
    seat.later(1)
    assert seat.message == "This game is saved again."
    assert seat.controller.error == ""
    assert saved_games(tmp_path) == [(1, 3)]
    assert len(list((tmp_path / "games" / "unfinished").iterdir())) == 1
    play(seat, "u")
    assert "elsewhere" not in seat.message


def test_a_win_on_a_full_disk_is_saved_and_counted_when_there_is_room(tmp_path: Path) -> None:
    with seated(tmp_path / "games", won_game(2).undo(), settings=NO_VERDICT) as seat:
        play(seat, "R")
        with full_disk():
            play(seat, "5", "h")
            assert seat.controller.error == FULL
        assert saved_games(tmp_path)[0][1] == 0
        seat.later(1)
        assert saved_games(tmp_path) == []
        assert len(list((tmp_path / "games" / "won").iterdir())) == 1
        seat.wait(lambda: len(History(tmp_path / "games").results()) == 1, "the win to be counted")
        (result,) = History(tmp_path / "games").results()
        assert result.is_won


# Leaving


def test_another_deal_is_begun_only_when_the_player_agrees_to_leave_an_unsaved_game(seat: Seat, tmp_path: Path) -> None:
    with full_disk():
        play(seat, "3", "a")
        for way in (["n"], by_name("next-deal")):
            play(seat, *way)
            assert "Not saved" in seat.text
            assert FULL in seat.text
            play(seat, "esc")
            assert (seat.session.game.deal, seat.session.game.moves_made) == (1, 1)
        play(seat, *by_name("next-deal"))
        play(seat, "t")
        assert "Not saved" in seat.text
        play(seat, "g")
        assert seat.session.game.deal == 2
        assert "is kept" not in seat.message
    play(seat, "3", "a")
    assert saved_games(tmp_path) == [(2, 1), (1, 1)]


@pytest.mark.linux
def test_a_bug_while_the_game_is_closed_keeps_nothing_else_from_being_closed(
    seat: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = children(os.getpid())
    seat.press("i")
    seat.wait(lambda: children(os.getpid()) != before, "the solver")
    (solver,) = set(children(os.getpid())) - set(before)
    (tmp_path / "games").mkdir(exist_ok=True)
    (tmp_path / "games" / "unfinished").write_text("a file where a folder should be")
    play(seat, "3", "a")
    play(seat, *by_name("next-deal"), "g")
    play(seat, "3", "a")
    # A game is told by the way it is saved in another folder.
    monkeypatch.setattr("shlex.quote", None)
    with pytest.raises(TypeError):
        close(seat.controller)
    assert len(list(Path(os.environ["HOME"]).iterdir())) == 2
    assert not is_running(solver)


def test_when_there_is_room_again_trying_again_saves_and_goes_on(seat: Seat, tmp_path: Path) -> None:
    with full_disk():
        play(seat, "3", "a", *by_name("next-deal"))
        assert "Not saved" in seat.text
    play(seat, "t")
    assert seat.session.game.deal == 2
    assert saved_games(tmp_path) == [(1, 1)]


@pytest.mark.parametrize(("way", "agrees"), [("q", "g"), ("ctrl c", "g"), ("ctrl c", "ctrl c")])
def test_the_program_is_left_only_when_the_player_agrees_to_leave_an_unsaved_game(
    seat: Seat, way: str, agrees: str
) -> None:
    with full_disk():
        play(seat, "3", "a", way)
        assert not seat.has_left
        assert "Not saved" in seat.text
        seat.press("esc", way)
        assert not seat.has_left
        seat.press(agrees)
        assert seat.has_left


def test_ctrl_c_during_the_show_after_a_win_that_cannot_be_saved_asks_until_it_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_MOTION")
    with seated(tmp_path / "games", won_game(2).undo(), settings=NO_VERDICT) as seat:
        seat.let_cards_fly()
        play(seat, "R")
        with full_disk():
            play(seat, "5", "h")
            play(seat, "ctrl c")
            for _ in range(10):
                seat.clock.now += 10
                seat.clock.ring_next(seat.clock.now)
                seat.draw()
            assert "Not saved" in seat.text
            play(seat, "esc", "enter")
            assert "new game" in seat.text
            seat.later(1)
            play(seat, "esc")
            assert "new game" not in seat.text


def test_games_that_were_left_unsaved_are_saved_at_the_end(seat: Seat, tmp_path: Path) -> None:
    with full_disk():
        play(seat, "3", "a", *by_name("next-deal"), "g", "3", "a", *by_name("next-deal"), "g")
    close(seat.controller)
    assert saved_games(tmp_path) == [(2, 1), (1, 1)]
    assert seat.controller.parting_words == ()


def test_what_its_own_folder_never_takes_is_kept_in_another_at_the_end(seat: Seat, tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    play(seat, "3", "a", *by_name("next-deal"), "g", "3", "b")
    (tmp_path / "home").rmdir()
    (tmp_path / "home").write_text("in the way")
    close(seat.controller)
    words = seat.controller.parting_words
    assert len(words) == 2
    kept = sorted((tmp_path / "elsewhere").iterdir())
    assert sorted(number_of(saves.read(path).game.deal) for path in kept) == [1, 2]
    for sentence in words:
        assert sentence.startswith("This game cannot be saved: ")
        assert sentence.endswith(" continues it.")
        assert any(f"It is saved in another folder: freecell --resume {path} continues" in sentence for path in kept)


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of the player's games, for commands too."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / APP


@contextmanager
def out_of_reach(folder: Path) -> Iterator[None]:
    """Let a folder take nothing, and have nothing."""
    away = folder.with_name("away")
    if folder.exists():
        folder.rename(away)
    folder.write_text("in the way")
    yield
    folder.unlink()
    if away.exists():
        away.rename(folder)


def rescued_win(own: Path, tmp_path: Path, *, begun: bool = True) -> tuple[Path, str]:
    """The save of a win that could be neither saved nor counted, and what the player was told of it."""
    with seated(own, won_game(2).undo(), settings=NO_VERDICT) as seat:
        if begun:
            play(seat, "u")
            play(seat, "r")
            assert len(SaveStore(own).unfinished()) == 1
        with out_of_reach(own):
            play(seat, "5", "h")
            close(seat.controller)
    (told,) = seat.controller.parting_words
    (path,) = (tmp_path / "home").iterdir()
    return path, told


ONCE: Final = ["import", "--plain --resume", "import", "--plain --resume"]


@pytest.mark.parametrize("ways", [ONCE, ONCE[::-1]])
@pytest.mark.parametrize("begun", [True, False])
def test_a_win_that_could_be_neither_saved_nor_counted_is_counted_once_from_its_rescued_save(
    own: Path, tmp_path: Path, run: Batch, monkeypatch: pytest.MonkeyPatch, ways: list[str], *, begun: bool
) -> None:
    path, told = rescued_win(own, tmp_path, begun=begun)
    assert told.endswith(f" The win is not counted. It is saved in another folder: freecell import {path} counts it.")
    assert History(own).results() == []
    named = path.rename(tmp_path / "any.json")  # it says itself what it is
    for way in ways:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert run(*way.split(), str(named))[0] == 0
        (result,) = History(own).results()
        assert (result.is_own_win, result.moves) == (True, 2)
        assert SaveStore(own).unfinished() == []
        assert len(list((own / "won").iterdir())) == 1
    (kept,) = (own / "won").iterdir()
    assert not saves.read(kept).is_rescued


def test_a_rescued_win_is_counted_at_the_table_with_the_panel_of_a_win(own: Path, tmp_path: Path) -> None:
    path, _ = rescued_win(own, tmp_path)
    file, saved = SaveStore(own).open(path)
    assert file.path is not None, "it goes on in its own save"
    with seated(own, saved, settings=NO_VERDICT) as seat:
        seat.draw()
        seat.later(0)
        assert len(History(own).results()) == 1
        play(seat, "u", "5", "h")
    assert len(History(own).results()) == 1


def test_a_save_is_not_rescued_by_its_name_but_an_old_one_is(own: Path, tmp_path: Path, run: Batch) -> None:
    path, _ = rescued_win(own, tmp_path)
    fields = json.loads(path.read_text())
    assert fields.pop("rescued") is True
    path.write_text(json.dumps(fields))
    assert run("import", str(path)) == (1, "", f"freecell: {path} is already won: watch it with freecell replay.\n")
    assert path.name.startswith("freecell-")
    path.write_text(json.dumps(fields | {"version": 1}))
    assert run("import", str(path))[:2] == (0, "FreeCell #-3, won in 2 moves, is counted.\n")
    path.write_text(json.dumps(fields | {"rescued": "yes"}))
    assert run("import", str(path))[0] == 2


def test_a_win_that_was_counted_and_not_saved_says_so(own: Path, tmp_path: Path, run: Batch) -> None:
    with seated(own, won_game(2).undo(), settings=NO_VERDICT) as seat:
        make_folder(own)
        (own / "unfinished").write_text("in the way")
        play(seat, "5", "h")
        seat.later(0)
        close(seat.controller)
    assert len(History(own).results()) == 1
    (told,) = seat.controller.parting_words
    (path,) = (tmp_path / "home").iterdir()
    assert told.endswith(
        f" The win is counted. It is saved in another folder: freecell import {path} adds it to your games."
    )
    code, _, problem = run("import", str(path))
    assert (code, problem[:62]) == (2, "freecell import: The win is not counted, as it could not be sa")
    (own / "unfinished").unlink()
    assert run("import", str(path))[0] == 0
    assert len(History(own).results()) == len(list((own / "won").iterdir())) == 1


def test_a_win_that_was_saved_and_not_counted_is_counted_at_the_next_start(own: Path) -> None:
    with seated(own, won_game(2).undo(), settings=NO_VERDICT) as seat:
        play(seat, "u", "r")
        (own / "history.sqlite3").mkdir(parents=True, exist_ok=True)
        play(seat, "5", "h")
        seat.later(0)
        close(seat.controller)
    told = "Your win of FreeCell #-3 is not counted yet; the game counts it when it is next started."
    assert seat.controller.parting_words == (told,)
    (own / "history.sqlite3").rmdir()
    with seated(own, None, settings=NO_VERDICT) as seat:
        seat.controller.start()
        seat.later(1)
        assert len(History(own).results()) == 1


def test_when_no_folder_takes_it_that_is_said(seat: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    monkeypatch.chdir(nowhere)
    with full_disk():
        play(seat, "3", "a")
        close(seat.controller)
    assert seat.controller.parting_words == (f"{FULL} It could not be saved in another folder either.",)


# In the real program, as a user for whom permissions hold


@pytest.fixture
def user(start: Callable[..., Terminal]) -> Callable[..., Terminal]:
    prefix = " ".join(ordinary_user())

    def run(arguments: str, after: str = "") -> Terminal:
        return start(script=f"{prefix} $FREECELL {arguments}; echo code $?; {after}", table=False, size=(110, 30))

    return run


def test_who_may_not_enter_the_folder_plays_all_the_same_and_is_told_where_the_game_is_kept(
    user: Callable[..., Terminal], state: Path, tmp_path: Path
) -> None:
    (state / "freecell-tui").mkdir(parents=True)
    (state / "freecell-tui").chmod(0)
    terminal = user("617")
    terminal.see("move up")
    terminal.type("3a")
    terminal.see("This game cannot be saved: Permission denied.")
    terminal.type("q")
    terminal.see("Not saved")
    terminal.type("g")
    terminal.see("code 0")
    assert "Traceback" not in terminal.text
    assert "It is saved in another folder: freecell --resume" in " ".join(terminal.text.split())
    (kept,) = (tmp_path / "home").iterdir()
    assert saves.read(kept).game.moves_made == 1
    (state / "freecell-tui").chmod(0o700)


@pytest.mark.slow
def test_line_mode_asks_too(tmp_path: Path) -> None:
    (tmp_path / "freecell-tui").write_text("in the way")
    done = subprocess.run(
        [sys.executable, "-m", "freecell_tui", "--plain", "1"],
        input="3a\nnew\nyes\nquit\n",
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    assert done.stdout.count("This game cannot be saved: ") == 1
    assert done.stdout.count("Type yes to continue without saving.") == 1
    assert done.returncode == 0
    (kept,) = (tmp_path / "home").iterdir()
    assert saves.read(kept).game.moves_made == 1
    assert f"freecell --resume {kept} continues it." in done.stderr


def test_a_race_that_is_announced_is_there_though_the_game_before_could_not_be_saved(
    seat: Seat, tmp_path: Path
) -> None:
    code = encode(SharedGame(won_game(2), 590, name="Ann"))
    with full_disk():
        play(seat, "3", "a")
        race(seat.controller, code)
        assert "Not saved" in seat.text
        play(seat, "g")
        assert seat.message.startswith("A race against Ann: ")
        assert (seat.session.game.deal, seat.controller.table.race) == (-3, race_against(decode(code)))
    assert len(saved_games(tmp_path)) == 0
