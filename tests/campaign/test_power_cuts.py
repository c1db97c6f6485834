"""Power cuts at every step of a game: there is a save that opens, at most one move old, and the win counts once."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from campaign import disk
from campaign.conftest import Attack
from campaign.player import DEAL, GAME, MOVES, Home, finish_in_line_mode
from campaign.system_calls import on_linux, recorded, recording
from freecell_tui.storage.database import Database
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SaveError

LIKELY = (0.0, 0.3, 0.6, 0.9, 1.0)


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
    won = store.won()
    assert found is None or won == []
    saved = len(MOVES) if won else GAME.moves_to(found[1].game.board) if found else 0
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
@pytest.mark.slow
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
@pytest.mark.slow
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
