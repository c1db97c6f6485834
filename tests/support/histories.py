"""A player's past: invented games in a history, as many as are wanted."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from freecell_tui.engine import FREECELL, VARIANTS, find_variant
from freecell_tui.storage import saves
from freecell_tui.storage.daily import deal_of
from freecell_tui.storage.history import History
from freecell_tui.storage.results import INSERT, Result, to_row
from support.factories import game_id, lost_game, record_of, won_game

WIN, LOSS = record_of(won_game(3), 1, undos=2), record_of(lost_game(2), 2, elapsed=30.0)

RECORD = saves.encode(record_of(won_game()))


def result(number: int = 1, **fields: object) -> Result:
    """A win without help or undo, unless it is said otherwise; the games end one second after the other."""
    usual = Result(
        id=game_id(number),
        variant=FREECELL,
        deal=617,
        is_won=True,
        seconds=100.0,
        moves=90,
        ended=f"2026-11-20T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z",
        day="2026-11-20",
    )
    return usual._replace(**fields)  # type: ignore[arg-type]


def past(count: int, last: date = date(2026, 11, 20), seed: int = 7) -> list[Result]:
    """Games of a player who has got better up to a day: mostly FreeCell, and every fourth the deal of its day."""
    random = Random(seed)
    results = []
    for number in range(count):
        day = last - timedelta(days=(count - 1 - number) // 2)
        variant = FREECELL if random.random() < 0.8 else random.choice(list(VARIANTS.values()))
        is_won = random.random() < 0.5 + 0.4 * number / count
        results.append(
            Result(
                id=game_id(number),
                variant=variant,
                deal=deal_of(day) if random.random() < 0.25 else random.randint(1, 32000),
                is_won=is_won,
                seconds=round(random.gammavariate(6, 50), 1),
                moves=round(random.gauss(95, 14)),
                undos=random.choice([0, 0, 1, 4]),
                is_helped=is_won and random.random() < 0.04,
                started="",
                ended=f"{day.isoformat()}T{10 + number % 2}:00:00Z",
                day=day.isoformat(),
            )
        )
    return results


def write_past(folder: Path, results: Iterable[Result]) -> History:
    """Put games into a player's history."""
    history = History(folder)
    history.set_journey_position("none", 0)  # which makes the file
    with closing(sqlite3.connect(folder / "history.sqlite3")) as connection, connection:
        connection.executemany(INSERT, ((*to_row(each), RECORD) for each in results))
    return history


def six_games(folder: Path) -> History:
    """Put three wins, a win with help and two losses into a player's history, of two variants and in two months."""
    bakers = find_variant("bakers-game").with_cells(5)
    games = [
        result(0, day="2026-10-02", moves=3),
        result(1, day="2026-10-03", moves=0, seconds=40.0, is_won=False),
        result(2, day="2026-11-01", moves=2, seconds=300.0),
        result(3, day="2026-11-02", moves=1, seconds=1.0, is_helped=True),
        result(4, day="2026-11-03", moves=4, seconds=3700.0, variant=bakers),
        result(5, day="2026-11-04", moves=0, seconds=10.0, is_won=False, variant=bakers),
    ]
    return write_past(folder, [each._replace(deal=-3, ended=f"{each.day}T12:00:00Z") for each in games])


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".lock")


def ask(folder: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Ask the file itself, or change it behind the program's back."""
    with closing(sqlite3.connect(folder / "history.sqlite3", isolation_level=None)) as connection:
        return connection.execute(sql, values).fetchall()
