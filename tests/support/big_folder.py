"""The folder of somebody who has played for ten years: a hundred thousand finished games and thousands of saves."""

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from freecell_tui.engine import FREECELL, Game
from freecell_tui.storage import saves
from freecell_tui.storage.files import file_version
from freecell_tui.storage.history import MARK, History, version_text
from freecell_tui.storage.results import INSERT, to_row
from support.factories import record_of
from support.games import played
from support.histories import past
from support.solutions import STANDARD

LAST_DAY = date(2026, 11, 20)
GAMES_A_DAY = 27
_LINKS = 10_000
"""How many names a file may have on every disk."""


def make_big_folder(folder: Path, games: int, unfinished: int) -> None:
    """Write a history of `games` games, each with the record of a whole game, and `unfinished` saves."""
    record = saves.encode(record_of(_played(len(STANDARD[617].split()))))
    History(folder).set_journey_position("none", 0)  # which makes the file
    (folder / "won").mkdir(mode=0o700)
    with closing(sqlite3.connect(folder / "history.sqlite3")) as connection, connection:
        for number, result in enumerate(past(games)):
            day = (LAST_DAY - timedelta(days=(games - 1 - number) // GAMES_A_DAY)).isoformat()
            ended = f"{day}T{number % GAMES_A_DAY % 24:02}:{number % 60:02}:00Z"
            connection.execute(INSERT, (*to_row(result._replace(day=day, ended=ended)), record))
            if result.is_won:
                _keep_won(folder, connection, number, record)
    (folder / "unfinished").mkdir(mode=0o700)
    game = _played(40)
    for number in range(unfinished):
        saved = replace(record_of(game, games + number), order=10**18 + number)
        (folder / "unfinished" / f"20261120T180000Z-freecell-617-{number}.json").write_text(saves.encode(saved))


def _keep_won(folder: Path, connection: sqlite3.Connection, number: int, record: str) -> None:
    """Keep the save of a won game, which the history has seen; thousands share the bytes of one file."""
    content, path = folder / "won" / f"content-{number // _LINKS}", folder / "won" / f"{number:06}.json"
    if not content.exists():
        content.write_text(record)
    os.link(content, path)
    connection.execute(MARK, (f"won/{path.name}", version_text(file_version(path))))


def _played(moves: int) -> Game:
    return played(Game.new(617, FREECELL), " ".join(STANDARD[617].split()[:moves]))
