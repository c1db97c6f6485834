"""The history while the table is on the screen: a win is in it once, whatever happens to the program."""

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from freecell_tui.engine import Move
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.results import Result
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SaveError
from support.factories import won_game
from support.pty_terminal import DEADLINE, Start, Terminal
from support.ui_driver import NO_VERDICT, seated

pytestmark = pytest.mark.usefixtures("still")


def folder_of(state: Path) -> Path:
    return state / "freecell-tui"


def results(state: Path) -> list[Result]:
    """What the history has of its own, without looking at the saves."""
    return History(folder_of(state)).results()


def wait_for_results(terminal: Terminal, state: Path, count: int) -> list[Result]:
    terminal.wait(lambda: len(results(state)) == count, f"{count} games in the history")
    return results(state)


def win(terminal: Terminal) -> None:
    """Win deal −3."""
    terminal.type("5h")
    terminal.see("You won FreeCell #-3!")


def go_on(terminal: Terminal, key: str) -> None:
    """Type a key as soon as the summary takes one."""
    terminal.see_cursor()
    terminal.type(key)


def test_won_taken_back_won_again_and_restarted_is_one_win_and_a_new_game_is_another(start: Start, state: Path) -> None:
    terminal = start("-3")
    win(terminal)
    (result,) = wait_for_results(terminal, state, 1)
    assert (result.deal, result.is_won, result.moves) == (-3, True, 1)
    (save,) = (folder_of(state) / "won").iterdir()
    assert json.loads(save.read_text())["id"] == result.id
    go_on(terminal, "u")
    terminal.see("moves 0 ")
    win(terminal)
    go_on(terminal, "R")
    terminal.see("Restarted")
    win(terminal)
    go_on(terminal, "q")
    assert terminal.end() == 0
    (result,) = results(state)
    assert result.undos == 0
    terminal = start("-3")
    win(terminal)
    go_on(terminal, "q")
    assert terminal.end() == 0
    assert len({result.id for result in results(state)}) == 2


def test_a_kill_right_after_the_winning_move_loses_no_win(start: Start, state: Path) -> None:
    for number in range(2):
        terminal = start("-3")
        terminal.type("5h")
        if number % 2:
            terminal.see("You won")
        else:
            terminal.wait(lambda: len(saves_of_wins(state)) > number, "the save of a won game")  # noqa: B023
        terminal.process.kill(signal.SIGKILL)
        assert terminal.end() == -signal.SIGKILL
        terminal = start("1")
        assert len(wait_for_results(terminal, state, number + 1)) == len(saves_of_wins(state)) == number + 1
        terminal.type("q")
        assert terminal.end() == 0


def saves_of_wins(state: Path) -> list[Path]:
    """The whole saves of won games, in their place or beside it."""
    found = []
    for path in folder_of(state).glob("*/*.json*"):
        with suppress(SaveError):
            if saves.read(path).game.is_won:
                found.append(path)
    return found


def test_opening_a_save_of_somebodys_win_counts_nothing(start: Start, state: Path, tmp_path: Path) -> None:
    terminal = start("-3")
    win(terminal)
    go_on(terminal, "q")
    terminal.end()
    (save,) = (folder_of(state) / "won").iterdir()
    save.rename(tmp_path / "won.json")
    (folder_of(state) / "history.sqlite3").unlink()
    terminal = start("--resume", str(tmp_path / "won.json"), table=False)
    terminal.see("moves 1 ")
    terminal.type("\x03")
    assert terminal.end() == 0
    assert results(state) == []


# What is the matter with the history


@pytest.mark.parametrize("version", [99, None])
def test_the_player_is_told_in_one_sentence_what_is_wrong_with_the_history_and_plays_on(
    start: Start, state: Path, version: int | None
) -> None:
    folder_of(state).mkdir(parents=True)
    path = folder_of(state) / "history.sqlite3"
    if version is None:
        path.write_bytes(b"no history at all " * 100)
    else:
        History(folder_of(state)).set_journey_position("all", 1)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
    terminal = start("-3", size=(140, 40))
    win(terminal)
    terminal.see("could not be read" if version is None else "was written by a newer freecell-tui")
    terminal.type("\x03")
    assert terminal.end() == 0
    assert len(list((folder_of(state) / "won").iterdir())) == 1
    if version is None:
        assert len(results(state)) == 1


def test_the_same_trouble_is_told_once(tmp_path: Path, subtests: pytest.Subtests) -> None:
    (tmp_path / "history.sqlite3").mkdir()
    with seated(tmp_path, won_game(2).undo(), settings=NO_VERDICT) as seat:
        for told in (True, False):
            with subtests.test(told=told):
                seat.press("5", "h")
                seat.draw()
                message = seat.session.message
                assert (message is not None and "it cannot be opened" in message.text) == told
                seat.later(1)
                seat.press("u")
                seat.draw()


def test_a_game_that_goes_on_as_a_copy_is_still_the_same_game(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    with seated(tmp_path, won_game(2).undo(), settings=NO_VERDICT) as seat:
        seat.press("R")
        seat.draw()
        (path,) = store.unfinished()
        save_file, record = store.open(path)
        save_file.stage(replace(record, game=record.game.play(Move.parse("1a"))))
        save_file.commit()
        seat.press("5", "h")
        seat.draw()
        assert seat.session.game.is_won
        assert len([*store.unfinished(), *(store.folder / "won").glob("*.json")]) == 2
        (result,) = History(tmp_path).results()
        assert result.id == record.id != ""


# The way to the first frame


def test_neither_database_nor_search_nor_tournaments_are_loaded_before_the_table_is_drawn() -> None:
    script = (
        "import importlib.util, sys\n"
        "before = set(sys.modules)\n"  # with what counts lines, if anything does
        "import freecell_tui.cli.commands, freecell_tui.cli.play, freecell_tui.ui.app\n"
        "from freecell_tui.storage.save_store import SaveStore\n"
        "late = {'sqlite3', 'csv', *(f'freecell_tui.{name}' for name in ('controller.records.statistics',"
        " 'controller.records.sections',"
        " 'controller.features.journeys', 'ui.dialogs.statistics', 'ui.widgets.lines',"
        " 'storage.history', 'storage.statistics', 'controller.play.replay', 'controller.features.commands',"
        " 'engine.tournaments', 'engine.goals', 'solver.solve', 'solver.questions', 'pictures.svg'))}\n"
        "assert all(importlib.util.find_spec(name) for name in late)\n"
        "found = late & set(sys.modules) - before\n"
        "from freecell_tui.ui.dialogs import advice, bookmarks, games, help, map, menu, race, saved_games\n"
        "from freecell_tui.ui.dialogs import settings, variants\n"
        "found |= {'sqlite3'} & set(sys.modules) - before\n"  # what the menu leads to does without, too
        "sys.exit(f'imported: {found}' if found else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=DEADLINE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
