"""Games named on the command line: `freecell export`, `import` and `replay`, away from any table."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyte
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from freecell_tui.controller.play.replay import Replay
from freecell_tui.engine import Game
from freecell_tui.engine.transcripts import move_words
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.screens.replay import ReplayTable
from support.commands import Batch, Written
from support.factories import record_of, won_game
from support.pty_terminal import Terminal
from support.screenshots import rendered
from support.solutions import FC_SOLVE, STANDARD
from support.stored_games import keep, make_last
from support.ui_driver import after

pytestmark = pytest.mark.usefixtures("home")


# freecell export


def moves_of(text: str) -> list[str]:
    return list(move_words(text))


def test_the_dialect_of_an_unfinished_game_is_the_one_that_does_not_break_off(run: Batch, written: Written) -> None:
    part = FC_SOLVE[1].split()[:40]
    assert moves_of(run("export", "1", written(" ".join(part)), "--format", "fc-solve")[1]) == part
    assert run("export", "1", written(" ".join(part)), "--dialect", "standard")[0] == 2


def test_a_file_is_written_whole_through_a_link(run: Batch, written: Written, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "out")
    assert run("export", "1", written(STANDARD[1]), "-o", str(tmp_path / "link")) == (0, "", "")
    assert (tmp_path / "link").is_symlink()
    assert moves_of((tmp_path / "out").read_text()) == STANDARD[1].split()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "moves.txt", "out"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("5a " * 2_000_000, "moves.txt is too large: a position or a game"),
        ("5a a5 " * 30_000, "moves.txt has 60,000 words, but a game has at most 50,000 moves."),
    ],
)
def test_a_game_that_is_too_long_is_refused(run: Batch, written: Written, content: str, told: str) -> None:
    code, out, err = run("import", written(content), "--deal", "1")
    assert (code, out, told in err) == (2, "", True), err


def test_the_largest_screen_is_written_and_a_terminal_sees_how_far_it_is(
    written: Written, start: Callable[..., Terminal], tmp_path: Path
) -> None:
    file = tmp_path / "game.cast"
    moves = written("3a 32 7b 3c")
    command = f"$FREECELL export 1 '{moves}' --format asciicast --size 480x135 -o '{file}'; echo done"
    terminal = start(script=command, table=False)
    terminal.see("done")
    assert b" of 4" in terminal.output
    assert json.loads(file.read_text().splitlines()[0])["width"] == 480


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.binary(max_size=80)
    | st.text(alphabet='#617 Atempt:NumFcs=4-()5abh3\x1b\x07é{}"\n', max_size=80).map(str.encode),
    st.sampled_from(["standard", "fc-solve", "save"]),
)
def test_any_bytes_are_a_game_or_a_sentence_and_nothing_that_a_terminal_obeys(
    run: Batch, text: bytes, form: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game"
        file.write_bytes(text)
        for arguments in (("export", str(file), "--deal", "617", "--format", form), ("replay", str(file))):
            code, out, err = run(*arguments)
            assert code in (0, 1, 2)
            assert all(line.isprintable() for line in (out + err).splitlines())
            assert (code > 0) == bool(err)


# The player's own games


def won(number: int, seconds: float, saved: str, *, helped: bool) -> SavedGame:
    """A won game, told from others by its time."""
    game = after(number, len(STANDARD[number].split()))
    return SavedGame(game, seconds, 0, saved, saved, helped, f"{int(seconds):032x}")


def test_a_deal_alone_is_the_players_last_game_of_it_or_the_best(run: Batch, home: Path) -> None:
    history = History(home)
    for at, (seconds, helped) in enumerate([(50.0, True), (100.0, False), (300.0, False)]):
        history.record_win(won(1, seconds, f"2026-11-2{at}T18:00:00Z", helped=helped))
    _, last, _ = run("export", "1", "--format", "save")
    _, best, _ = run("export", "1", "--format", "save", "--best")
    assert (saves.decode(last).elapsed, saves.decode(best).elapsed) == (300.0, 100.0)
    assert run("export", "1", "--variant", "eight-off")[0] == 2


def test_an_unfinished_game_is_exported_if_none_is_finished_or_if_it_is_asked_for(run: Batch, home: Path) -> None:
    store = SaveStore(home)
    for at, moves in enumerate((4, 9)):
        make_last(keep(store, SavedGame(after(1, moves), saved="2026-11-20T18:00:00Z")).path, at)
    keep(store, SavedGame(after(5, 20)))
    assert moves_of(run("export", "1")[1]) == STANDARD[1].split()[:9]
    History(home).record_win(won(1, 50.0, "2026-11-20T18:00:00Z", helped=False))
    assert moves_of(run("export", "1")[1]) == STANDARD[1].split()
    assert moves_of(run("export", "1", "--unfinished")[1]) == STANDARD[1].split()[:9]
    assert run("export", "1", "--unfinished", "--variant", "eight-off")[0] == 2
    assert run("analyse", "1", "--unfinished", "--budget", "100")[1].count("\n ") == 10


def test_a_save_that_cannot_be_read_is_told_with_its_deal(run: Batch, home: Path) -> None:
    path = keep(SaveStore(home), SavedGame(after(1, 4))).path
    assert path is not None
    path.write_text("{}", encoding="utf-8")
    code, _, err = run("export", "1")
    assert (code, err.count("\n")) == (2, 1)
    assert "You have no game of deal 1." in err
    assert path.name in err


# freecell import


def test_moves_are_imported_as_an_unfinished_game_that_counts_as_helped(
    run: Batch, written: Written, home: Path
) -> None:
    game = after(617, 30)
    file = written(" ".join(STANDARD[617].split()[:30]))
    code, out, err = run("import", file, "--deal", "617")
    assert (code, out, err) == (0, "FreeCell #617, 30 moves: freecell --resume resumes it.\n", "")
    (path,) = SaveStore(home).unfinished()
    record = saves.read(path)
    assert record.game.board == game.board
    assert record.game.turns == game.turns
    assert record.helped
    assert run("import", file, "--deal", "617")[0] == 0
    first, second = (saves.read(path) for path in SaveStore(home).unfinished())
    assert first.game_id != second.game_id


def test_a_save_of_a_game_that_was_begun_here_is_imported_as_it_is_unless_it_is_won(
    run: Batch,
    written: Written,
    home: Path,
    subtests: pytest.Subtests,
) -> None:
    file = written(STANDARD[1])
    code, _, err = run("import", file, "--deal", "1")
    assert (code, err) == (1, f"freecell: {file} is already won: watch it with freecell replay.\n")
    run("export", "1", file, "--format", "save")
    assert not (home / "unfinished").exists()
    assert History(home).results() == []
    record = SavedGame(after(5, 10), 84.2, 3, "2026-11-20T18:00:00Z", "2026-11-20T18:01:24Z", id="1" * 32)
    for keep_here in (lambda: keep(SaveStore(home), record), lambda: History(home).record_loss(record)):
        with subtests.test(keep_here=keep_here):
            keep_here()
            assert run("import", written(saves.encode(record)))[0] == 0
            assert all(saves.read(path) == record for path in SaveStore(home).unfinished())
            shutil.rmtree(home / "unfinished")


@pytest.mark.parametrize("command", ["import", "--resume"])
def test_what_another_player_has_played_is_help(
    command: str, run: Batch, written: Written, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    its = replace(record_of(after(5, 10)), id="1" * 32)
    file = written(saves.encode(its))
    for _ in range(2):  # it does not become the player's own by being read once
        monkeypatch.setattr("sys.stdin", io.StringIO("undo\nredo\n"))
        told = run(*(["import"] if command == "import" else ["--plain", "--resume"]), file)[1]
        assert "Its moves come from a file, so a win of it counts as a win with help." in told
    found = [saves.read(path) for path in SaveStore(home).unfinished()]
    assert [(each.helped, each.game) for each in found] == [(True, its.game)] * 2
    assert len({its.game_id, *(each.game_id for each in found)}) == 3
    assert run("export", str(SaveStore(home).unfinished()[0]), "--format", "save", "-o", f"{file}.own")[0] == 0
    before = set(SaveStore(home).unfinished())
    assert "counts as a win with help" not in run("import", f"{file}.own")[1]
    (own,) = set(SaveStore(home).unfinished()) - before
    assert saves.read(own).helped, "help stays help in a copy of one's own"


def test_a_deal_without_a_move_in_a_file_is_no_help(run: Batch, written: Written, home: Path) -> None:
    assert run("import", written(saves.encode(record_of(Game.new(5)))))[1].count("help") == 0
    assert not saves.read(SaveStore(home).unfinished()[0]).helped


def test_a_game_that_no_folder_takes_is_not_imported_and_that_is_no_success(
    run: Batch, written: Written, home: Path
) -> None:
    home.parent.mkdir(parents=True, exist_ok=True)
    home.write_text("where the games would be")
    code, out, err = run("import", written("3a 32"), "--deal", "1")
    assert (code, out) == (1, "")
    assert err.startswith("freecell: The game could not be saved: ")


# Asciicasts


def played_back(text: str) -> pyte.Screen:
    """What an independent terminal shows after the last event of an asciicast."""
    first, *events = [json.loads(line) for line in text.splitlines()]
    screen = pyte.Screen(first["width"], first["height"])
    stream = pyte.Stream(screen)
    for _, kind, data in events:
        assert kind == "o"
        stream.feed(data)
    return screen


def beginning(number: int, moves: int) -> str:
    """The first moves of a deal's solution."""
    return " ".join(STANDARD[number].split()[:moves])


def cast(run: Batch, *arguments: str) -> str:
    code, text, err = run("export", *arguments, "--format", "asciicast")
    assert (code, err) == (0, "")
    return text


@pytest.mark.parametrize(("size", "glyphs"), [((40, 16), ASCII), ((120, 40), UNICODE)], ids=["small", "large"])
def test_an_asciicast_ends_with_the_table_as_it_is_drawn(
    run: Batch, written: Written, size: tuple[int, int], glyphs: Glyphs
) -> None:
    options = ["--ascii"] * (glyphs is ASCII)
    text = cast(run, "617", written(beginning(617, 4)), "--size", f"{size[0]}x{size[1]}", *options)
    replay = Replay(SavedGame(after(617, 4)))
    replay.seek(4)
    table = ReplayTable(replay, glyphs)
    table.is_watching = False
    picture = rendered(table, size)
    screen = played_back(text)
    assert screen.display == picture.text
    looks = picture.looks(16777216)
    for (x, y), (mark, ink, ground) in looks.items():
        cell = screen.buffer[y][x]
        assert (cell.data, f"#{cell.bg}") == (mark, ground)
        assert mark == " " or ink.startswith(f"#{cell.fg}")


def test_an_asciicast_is_version_2_at_its_pace_and_the_same_on_each_terminal(
    run: Batch, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(beginning(10, 6))
    text = cast(run, "10", file)
    monkeypatch.setenv("TERM", "linux")
    assert cast(run, "10", file) == text
    header, *events = [json.loads(line) for line in text.splitlines()]
    assert header == {
        "version": 2, "width": 80, "height": 24, "title": "FreeCell #10", "env": {"TERM": "xterm-256color"},
    }  # fmt: skip
    times = [time for time, _, _ in events]
    assert times == sorted(times)
    assert events[-1][2] == ""
    assert 6 <= times[-1] <= 6 + 10
    quick, slow = (json.loads(cast(run, "10", file, "--speed", speed).splitlines()[-1])[0] for speed in ("8", "0.25"))
    assert times[-1] - quick >= 6 - 1.5
    assert slow - times[-1] >= 6 * (4 - 1) - 4
    assert re.search(r"\x1b\[[0-9;]*38;2;", events[0][2])


def test_an_asciicast_needs_no_terminal_and_no_locale(written: Written) -> None:
    command = [sys.executable, "-m", "freecell_tui", "export", "1", written("3a 32"), "--format", "asciicast"]
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "HOME": str(Path.home())}
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, env=environment)
    assert "♥" in played_back(result.stdout.decode()).display[1]


def test_a_save_keeps_what_was_undone_and_standard_notation_does_not(run: Batch, written: Written) -> None:
    game = after(5, 12).undo().undo()
    _, text, _ = run("export", written(saves.encode(SavedGame(game))))
    assert moves_of(text) == STANDARD[5].split()[:10]


def test_a_win_that_was_saved_elsewhere_is_counted_once_when_it_is_imported(run: Batch, tmp_path: Path) -> None:
    store = SaveStore.of_player()
    path = store.new_file(record_of(won_game())).rescue(record_of(won_game()), tmp_path)
    for _ in range(2):
        assert run("import", str(path))[0] == 0
        assert [result.is_own_win for result in History(store.folder).results()] == [True]
