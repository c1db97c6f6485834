"""Power cuts at every step of a game: there is a save that opens, at most one move old, and the win counts once.

And at every step of a survey: it is continued, to the same results.
"""

import shutil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from campaign import disk
from campaign.conftest import Attack
from campaign.player import DEAL, MOVES, Home, finish_in_line_mode, moves_kept
from campaign.system_calls import on_linux, recorded, recording
from freecell_tui.lab.survey_folder import Survey
from freecell_tui.storage.database import Database
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SaveError
from support.survey_folders import NO_CELLS, shards, survey_in

pytestmark = pytest.mark.slow

LIKELY = (0.0, 0.3, 0.6, 0.9, 1.0)

SURVEYOR = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from support.survey_folders import survey_in
survey_in(Path(sys.argv[2]))
"""
"""A program that does a survey by itself: calls of several processes would be told in pieces."""


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[disk.Step], Path]:
    """What a whole game does to the disk, from a player's first start on."""
    home = Home(tmp_path_factory.mktemp("recorded"))
    written = home.root / "trace"
    done = home.run("--plain", str(DEAL), lines=MOVES, before=recording(written, *disk.OPTIONS, calls=disk.CALLS))
    assert done.returncode == 0, done.stderr
    return disk.Trace(recorded(written), home.root).steps, home.root


def moves_shown(steps: list[disk.Step]) -> int:
    output = "".join(step.text for step in steps if isinstance(step, disk.Shown))
    return min(max(output.count("\n") - 1, 0), len(MOVES))


def assert_at_most_one_move_is_lost(folder: Path, shown: int) -> None:
    store, problems = SaveStore(folder), list[SaveError]()
    found = store.latest(lambda _: True, problems)
    assert problems == []
    won = sorted((store.folder / "won").glob("*.json"))
    assert found is None or won == []
    saved = len(MOVES) if won else moves_kept(found[1] if found else None)
    assert shown - 1 <= saved <= shown + 1
    history = History(folder)
    history.import_missed_wins(store)
    results = [(result.deal, result.is_won) for result in history.results()]
    assert results == [(DEAL, True)] or (results == [] and not won)
    assert history.notices == []
    assert Database(folder).read(lambda connection: connection.execute("PRAGMA integrity_check").fetchall()) == [
        ("ok",)
    ]


@on_linux
@pytest.mark.rounds(short=1, long=100)
def test_after_a_power_cut_at_any_step_there_is_a_save_at_most_one_move_old(
    attack: Attack, trace: tuple[list[disk.Step], Path], tmp_path: Path
) -> None:
    steps, old = trace
    ends = [at for at, step in enumerate(steps, 1) if not isinstance(step, disk.Shown)]
    assert len(ends) > 5 * len(MOVES)
    for end in ends if attack.is_long else attack.chance.sample(ends, 120):
        found = disk.after_power_cut(steps[:end], attack.chance, attack.chance.choice(LIKELY))
        with TemporaryDirectory(dir=tmp_path) as new:
            disk.put(found, old, Path(new))
            assert_at_most_one_move_is_lost(Path(new) / "state" / "freecell-tui", moves_shown(steps[:end]))
        attack.tried("states that a power cut may leave, after each step of a whole game")


@on_linux
@pytest.mark.rounds(short=1, long=100)
def test_after_a_power_cut_the_game_is_played_on_to_its_end_and_the_win_counts_once(
    attack: Attack, trace: tuple[list[disk.Step], Path], tmp_path: Path
) -> None:
    steps, old = trace
    end = attack.chance.randint(1, len(steps))
    home = Home(tmp_path / "after")
    disk.put(disk.after_power_cut(steps[:end], attack.chance, attack.chance.choice(LIKELY)), old, home.root)
    shown = moves_shown(steps[:end])
    assert finish_in_line_mode(home) in range(shown - 1, shown + 2)
    attack.tried("power cuts after which the program was started again, and the game won")
    shutil.rmtree(home.root)


@pytest.fixture(scope="module")
def survey_trace(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[disk.Step], Path]:
    """What a whole survey does to the disk, in a folder whose parents it makes."""
    home = Home(tmp_path_factory.mktemp("surveyed"))
    folder, written = home.root / "new" / "there", home.root / "trace"
    before = recording(written, *disk.OPTIONS, calls=disk.CALLS)
    done = home.run(str(folder), before=before, program=("-c", SURVEYOR, str(Path(__file__).parents[1])))
    assert done.returncode == 0, done.stderr
    return disk.Trace(recorded(written), home.root).steps, home.root


@on_linux
@pytest.mark.rounds(short=1, long=20)
def test_after_a_power_cut_at_any_step_a_survey_is_continued_to_the_same_results(
    attack: Attack, survey_trace: tuple[list[disk.Step], Path], tmp_path: Path
) -> None:
    (steps, old), whole = survey_trace, shards(survey_in(tmp_path / "whole", NO_CELLS))
    for end in range(1, len(steps) + 1):
        found = disk.after_power_cut(steps[:end], attack.chance, attack.chance.choice(LIKELY))
        with TemporaryDirectory(dir=tmp_path) as new:
            disk.put(found, old, Path(new))
            survey = survey_in(Path(new) / "new" / "there", NO_CELLS)
            assert shards(survey) == whole
        attack.tried("states that a power cut may leave, after each step of a survey")
    # What was answered before its last steps is there, though nothing is that was not flushed.
    disk.put(disk.after_power_cut(steps, Random(1), 0.0), old, tmp_path / "after")
    assert len(Survey.open(tmp_path / "after" / "new" / "there").done()) == 4
