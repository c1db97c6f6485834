"""Power cuts at every step of a game: there is a save that opens, at most one move old, and the win counts once.

And at every step of a survey: it is continued, to the same results.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from campaign import disk
from campaign.conftest import Attack
from campaign.player import DEAL, MOVES, Home, finish_in_line_mode, moves_kept, moves_shown
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


def traced(home: Home, *arguments: str, lines: Sequence[str] = (), program: Sequence[str] = ()) -> disk.Trace:
    """What a program does to the disk."""
    before = recording(home.trace, *disk.OPTIONS, calls=disk.CALLS)
    done = home.run(*arguments, lines=lines, before=before, program=program)
    assert done.returncode == 0, done.stderr
    return disk.Trace(recorded(home.trace), home.root)


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> disk.Trace:
    """What a whole game does to the disk, from a player's first start on."""
    return traced(Home(tmp_path_factory.mktemp("recorded")), "--plain", str(DEAL), lines=MOVES)


def shown(steps: list[disk.Step]) -> int:
    """How many moves had been told of after these steps."""
    return moves_shown("".join(step.text for step in steps if isinstance(step, disk.Shown)))


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
    checked = Database(folder).read(lambda connection: connection.execute("PRAGMA integrity_check").fetchall())
    assert checked == [("ok",)]


@on_linux
@pytest.mark.rounds(short=1, long=100)
def test_after_a_power_cut_at_any_step_there_is_a_save_at_most_one_move_old(
    attack: Attack, trace: disk.Trace, tmp_path: Path
) -> None:
    ends = [at for at, step in enumerate(trace.steps, 1) if not isinstance(step, disk.Shown)]
    assert len(ends) > 5 * len(MOVES)
    for end in ends if attack.is_long else attack.chance.sample(ends, 120):
        with TemporaryDirectory(dir=tmp_path) as new:
            trace.cut(end, attack.chance, attack.chance.choice(LIKELY), Path(new))
            assert_at_most_one_move_is_lost(Path(new) / "state" / "freecell-tui", shown(trace.steps[:end]))
        attack.tried("states that a power cut may leave, after each step of a whole game")


@on_linux
@pytest.mark.rounds(short=1, long=100)
def test_after_a_power_cut_the_game_is_played_on_to_its_end_and_the_win_counts_once(
    attack: Attack, trace: disk.Trace, tmp_path: Path
) -> None:
    end = attack.chance.randint(1, len(trace.steps))
    home = Home(tmp_path / "after")
    trace.cut(end, attack.chance, attack.chance.choice(LIKELY), home.root)
    assert abs(finish_in_line_mode(home) - shown(trace.steps[:end])) <= 1
    attack.tried("power cuts after which the program was started again, and the game won")
    shutil.rmtree(home.root)


@pytest.fixture(scope="module")
def survey_trace(tmp_path_factory: pytest.TempPathFactory) -> disk.Trace:
    """What a whole survey does to the disk, in a folder whose parents it makes."""
    home = Home(tmp_path_factory.mktemp("surveyed"))
    return traced(home, str(home.root / "new" / "there"), program=("-c", SURVEYOR, str(Path(__file__).parents[1])))


@on_linux
@pytest.mark.rounds(short=1, long=20)
def test_after_a_power_cut_at_any_step_a_survey_is_continued_to_the_same_results(
    attack: Attack, survey_trace: disk.Trace, tmp_path: Path
) -> None:
    whole = shards(survey_in(tmp_path / "whole", NO_CELLS))
    for end in range(1, len(survey_trace.steps) + 1):
        with TemporaryDirectory(dir=tmp_path) as new:
            survey_trace.cut(end, attack.chance, attack.chance.choice(LIKELY), Path(new))
            assert shards(survey_in(Path(new) / "new" / "there", NO_CELLS)) == whole
        attack.tried("states that a power cut may leave, after each step of a survey")
    # What was answered before its last steps is there, though nothing is that was not flushed.
    survey_trace.cut(len(survey_trace.steps), Random(1), 0.0, tmp_path / "after")
    assert len(Survey.open(tmp_path / "after" / "new" / "there").done()) == 4
