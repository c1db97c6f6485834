"""The history: every finished game of a player, in a database beside the saves.

Each has a row in `history.sqlite3`: its whole record as a save has it, and beside that, in columns to ask by, what
`results` says counts of it. Whatever happens to the database, play goes on: what cannot be done is a HistoryError with
a sentence for the player, and what the player should know besides stands in `notices`.

A win is recorded when it happens. If the program dies just then, the save of the game is there, and `catch_up` finds
it.
"""

import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from freecell_tui.engine import Variant
from freecell_tui.storage import saves
from freecell_tui.storage.database import LOCK_TIMEOUT, Database
from freecell_tui.storage.errors import HistoryError
from freecell_tui.storage.results import (
    INSERT,
    SELECT,
    Result,
    from_row,
    has_started,
    is_better,
    merged,
    result_of,
    to_row,
    variant_columns,
)
from freecell_tui.storage.save_store import SaveStore, file_version
from freecell_tui.storage.saves import SavedGame, SaveError, now


@dataclass(frozen=True, slots=True)
class JourneyPosition:
    """Where a player is on a journey: the deal that is next, or 0 at its start, and those that were skipped."""

    deal: int = 0
    skipped: frozenset[int] = frozenset()


class History:
    """A player's finished games. Every method may raise HistoryError; `notices` are sentences to tell the player."""

    def __init__(self, folder: Path, *, lock_timeout: float = LOCK_TIMEOUT) -> None:
        self._database = Database(folder, lock_timeout)
        self.notices = self._database.notices

    # Games that are over

    def record_win(self, record: SavedGame) -> None:
        """Enter a game that is won, or make its result better; the same win a second time changes nothing."""
        assert record.game.is_won
        self._database.write(lambda connection: _upsert(connection, record))

    def record_loss(self, record: SavedGame, ended: str = "") -> bool:
        """Enter a game that is left for good; return whether it counts, which it does from its first move on.

        It ends now, or at the moment `ended`.
        A game that was won before stays won. Call this first and throw the save away after it: on a HistoryError the
        save must stay, or the loss would be forgotten.
        """
        if not has_started(record):
            return False
        self._database.write(lambda connection: _upsert(connection, record, ended or now()))
        return True

    def remove_loss(self, record: SavedGame) -> None:
        """Forget that a game was left, because it was not: it is played on. A win stays."""
        sql = "DELETE FROM games WHERE id = ? AND result = 'lost'"
        self._database.write(lambda connection: connection.execute(sql, (record.game_id,)))

    def import_missed_wins(self, store: SaveStore) -> None:
        """Enter the wins among a player's saves that nobody has entered.

        A win is missing where a program died before it could enter it, and where the history is younger than the saves.
        """
        if new := self.unseen_saves(store):
            self.import_saves(new)

    def unseen_saves(self, store: SaveStore) -> list[Path]:
        """The saves at which nobody has looked since they changed."""
        unfinished = store.unfinished()  # which also puts wins away
        found = [*store.won(), *unfinished]
        if not found:
            return []
        sql = "SELECT save, version FROM seen"
        seen = dict(self._database.read(lambda connection: connection.execute(sql).fetchall()))
        return [path for path in found if seen.get(_save_name(path)) != _version_text(path)]

    def import_saves(self, paths: Sequence[Path]) -> None:
        """Enter those of the games in these saves that are won; what cannot be read is passed over until it changes."""
        # The version first: a save that changes while it is read is looked at again.
        marks = [(_save_name(path), _version_text(path)) for path in paths]
        records = [_read_save(path) for path in paths]
        self._database.write(lambda connection: _import_wins(connection, records, marks))

    # Questions

    def results_after(self, after: int, count: int) -> tuple[list[Result], int | None]:
        """So many results or fewer from a place on, 0 the first time, and the next place; None if that was all.

        A game that is entered meanwhile is at a later place, also one that has been passed already.
        """
        sql = f"{SELECT.replace('SELECT', 'SELECT rowid,', 1)} WHERE rowid > ? ORDER BY rowid LIMIT ?"
        rows = self._database.read(lambda connection: connection.execute(sql, (after, count)).fetchall())
        return self._understood([row[1:] for row in rows]), int(rows[-1][0]) if len(rows) == count else None

    def won_deals(self, variant: Variant) -> frozenset[int]:
        """The deals of one game, with its cells and house rules, that were won without help."""
        sql = (
            "SELECT DISTINCT deal FROM games WHERE variant = ? AND cells = ? AND house_rules = ? "
            "AND result = 'won' AND helped = 0"
        )
        found = self._database.read(lambda connection: connection.execute(sql, variant_columns(variant)).fetchall())
        return frozenset(deal for (deal,) in found if isinstance(deal, int))

    def winning_streak(self) -> int:
        """How many games in a row were won up to now; wins with help do not count."""

        def streak(connection: sqlite3.Connection) -> int:
            sql = "SELECT ended, id FROM games WHERE result = 'lost' ORDER BY ended DESC, id DESC LIMIT 1"
            last_loss = connection.execute(sql).fetchone() or ("", "")
            sql = "SELECT count(*) FROM games WHERE result = 'won' AND helped = 0 AND (ended, id) > (?, ?)"
            return int(connection.execute(sql, last_loss).fetchone()[0])

        return self._database.read(streak)

    def results(self, variant: str | None = None, cells: int | None = None) -> list[Result]:
        """Every result, of one variant and number of cells if they are named, the game that ended first first."""
        asked = [("variant = ?", variant), ("cells = ?", cells)]
        wanted = [(condition, value) for condition, value in asked if value is not None]
        where = " AND ".join(condition for condition, _ in wanted) or "1"
        sql = f"{SELECT} WHERE {where} ORDER BY ended, id"
        return self._results(sql, [value for _, value in wanted])

    def results_of_deal(self, deal: int, variant: Variant) -> list[Result]:
        """The results of one deal of one game with these cells and house rules."""
        sql = f"{SELECT} WHERE deal = ? AND variant = ? AND cells = ? AND house_rules = ? ORDER BY ended, id"
        return self._results(sql, (deal, *variant_columns(variant)))

    def saved_game(self, game_id: str) -> SavedGame | None:
        """The whole record of a finished game; None if there is none that can be read."""
        sql = "SELECT record FROM games WHERE id = ?"
        row = self._database.read(lambda connection: connection.execute(sql, (game_id,)).fetchone())
        try:
            return saves.decode(str(row[0])) if row else None
        except SaveError:
            return None

    def _results(self, sql: str, values: Sequence[object]) -> list[Result]:
        return self._understood(self._database.read(lambda connection: connection.execute(sql, values).fetchall()))

    def _understood(self, rows: Sequence[tuple[Any, ...]]) -> list[Result]:
        results = [result for row in rows if (result := from_row(row)) is not None]
        if len(results) < len(rows):
            self._database.notice("Some games in the history cannot be read; they are left out, and kept.")
        return results

    # Journeys

    def journey_position(self, journey: str) -> JourneyPosition:
        """Where the player is on a journey."""
        deal, skipped = self._database.read(lambda connection: _journey_position(connection, journey))
        return JourneyPosition(deal, frozenset(skipped))

    def set_journey_position(self, journey: str, deal: int) -> None:
        """Remember the deal that is next on a journey."""
        sql = "INSERT OR REPLACE INTO journeys (name, deal) VALUES (?, ?)"
        self._database.write(lambda connection: connection.execute(sql, (journey, deal)))

    def skip_deal(self, journey: str, deal: int) -> None:
        """Remember that a deal was skipped on a journey."""
        sql = "INSERT OR IGNORE INTO skipped (journey, deal) VALUES (?, ?)"
        self._database.write(lambda connection: connection.execute(sql, (journey, deal)))


def _upsert(connection: sqlite3.Connection, record: SavedGame, ended: str = "") -> None:
    """Enter a result, or unite it with the one that its game has."""
    result, text = result_of(record, ended), saves.encode(record)
    row = connection.execute(f"{SELECT} WHERE id = ?", (result.id,)).fetchone()
    before = from_row(row) if row else None
    if before is not None:
        if (before.deal, before.variant) != (result.deal, result.variant):
            return  # somebody has given a save the id of another game
        if not is_better(result, before):
            (text,) = connection.execute("SELECT record FROM games WHERE id = ?", (result.id,)).fetchone()
        result = merged(before, result)
        if result == before:
            return
    connection.execute(INSERT, (*to_row(result), text))


def _import_wins(
    connection: sqlite3.Connection, records: Iterable[SavedGame | None], marks: Iterable[tuple[str, str]]
) -> None:
    """Enter those of the games in saves that are won, and remember which versions of which saves were looked at."""
    for record in records:
        if record is not None and record.game.is_won and has_started(record):
            _upsert(connection, record)
    connection.executemany("INSERT OR REPLACE INTO seen (save, version) VALUES (?, ?)", marks)


def _journey_position(connection: sqlite3.Connection, journey: str) -> tuple[int, list[int]]:
    row = connection.execute("SELECT deal FROM journeys WHERE name = ?", (journey,)).fetchone()
    skipped = connection.execute("SELECT deal FROM skipped WHERE journey = ?", (journey,)).fetchall()
    return (int(row[0]) if row else 0), [int(deal) for (deal,) in skipped]


def _save_name(path: Path) -> str:
    """A save's name in its folder on the shelf, in letters that a database can hold."""
    return os.fsencode(f"{path.parent.name}/{path.name}").decode(errors="replace")


def _version_text(path: Path) -> str:
    """A version of a save as one that knows this format of saves has looked at it: a later one may read more."""
    return " ".join(map(str, (saves.VERSION, *(file_version(path) or ()))))


def _read_save(path: Path) -> SavedGame | None:
    try:
        return saves.read(path)
    except SaveError:
        return None


__all__ = ["History", "HistoryError", "JourneyPosition", "Result"]
