"""The history of a player's finished games, in a database beside the saves.

Each game is a row in `history.sqlite3`: its save as text, and its result in columns, see `results`.
Games that began at a position of the player's own are in a table apart, so no figure of deals counts them.
Play continues whatever happens to the database: a failure raises HistoryError with a sentence, and `notices` has
further sentences.

A win is recorded when it happens.
If the program is killed just then, `import_missed_wins` finds the win among the saves.
It also removes the loss of an unfinished game in which moves were played since, or that is unfinished only because the
program was killed while giving it up.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, TypeVar

from freecell_tui.engine import Variant
from freecell_tui.engine.positions import Deal, StartPosition
from freecell_tui.storage import saves
from freecell_tui.storage.database import (
    LOCK_TIMEOUT,
    READABLE,
    READABLE_POSITION,
    Connection,
    Database,
    has_positions,
    make_positions,
)
from freecell_tui.storage.files import FileVersion, file_version
from freecell_tui.storage.results import (
    COLUMNS,
    INSERT,
    INSERT_POSITION,
    Result,
    deal_column,
    deal_of_column,
    merged,
    rank_in_game,
    result_of,
    to_row,
    variant_columns,
    variant_of,
)
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError, has_started, moves_of, now
from freecell_tui.storage.statistics import (
    FROM,
    IS_KIND,
    OWN_WIN,
    Best,
    Breakdown,
    Figures,
    best_of,
    statistics_of_positions,
)

_Found = TypeVar("_Found")
_Show = Callable[[int, int], object]

MARK: Final = "INSERT OR REPLACE INTO seen (save, version) VALUES (?, ?)"
"""The statement that remembers the version of a save that was read."""

_BEING_DELETED: Final = "being deleted"
"""The version of a save between the loss of its game and its deletion."""

_SAVES_AT_ONCE: Final = 100
"""How many saves are recorded in one transaction: reading them takes longer than waiting for the disk."""

_DEALS, _POSITIONS = "games", "positions"
"""The tables of games: of numbered deals, and of positions of the player's own."""

_SELECT: Final = {
    table: f"SELECT {', '.join(COLUMNS)}, {readable} FROM {table}"  # noqa: S608 - its own columns
    for table, readable in ((_DEALS, READABLE), (_POSITIONS, READABLE_POSITION))
}
_RECORD: Final = "SELECT record FROM {table} WHERE id = ?"
_LOST_RECORD: Final = f"{_RECORD} AND result = 'lost'"
_REMOVE_LOSS: Final = "DELETE FROM {table} WHERE id = ? AND result = 'lost'"
_UNREADABLE: Final = "Some games in the history cannot be read; they are left out, but kept."


@dataclass(frozen=True, slots=True)
class JourneyPosition:
    """A player's progress on a journey."""

    deal: int = 0
    """The next deal; 0 at the start."""

    skipped: frozenset[int] = frozenset()
    """The deals to play at the end."""


class History(Database):
    """A player's finished games.

    Every method may raise HistoryError.
    `notices` are sentences to show the player.
    """

    def wait_for_others(self) -> None:
        """Wait from now on for other programs that are using the history."""
        self.lock_timeout = LOCK_TIMEOUT

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self.read(lambda connection: connection.execute(sql, values).fetchall())

    def _rows_of(self, game_id: str, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a game, from whichever table it is in."""
        return self.read(lambda connection: _rows_of(connection, game_id, sql))

    def _change(self, sql: str, *values: object) -> None:
        self.write(lambda connection: connection.execute(sql, values))

    def record_win(self, saved_game: SavedGame) -> None:
        assert saved_game.game.is_won
        result, text = result_of(saved_game), saves.encode(saved_game)
        self.write(lambda connection: _upsert(connection, result, text))

    def record_loss(self, saved_game: SavedGame, ended: str = "", *, save: Path | None = None) -> bool:
        """Record an abandoned game as lost, and return whether it counts.

        A game counts from its first move on.
        It ends now, or at the timestamp `ended`.
        A game that was won before stays won.
        Delete its `save` only after this call: if HistoryError is raised, the save must stay, or the loss would be
        forgotten.
        If the program is killed before it deletes the save, the next import removes the loss again; so call
        `note_deleted` after the deletion.
        """
        if not has_started(saved_game):
            return False
        result, text = result_of(saved_game, ended or now()), saves.encode(saved_game)

        def record(connection: Connection) -> None:
            _upsert(connection, result, text)
            if save is not None:
                connection.execute(MARK, (_name_of(save), _BEING_DELETED))

        self.write(record)
        return True

    def note_deleted(self, save: Path) -> None:
        """Keep the loss of a game whose save has been deleted.

        It stays until a move is played, even if the save is restored.
        """
        self._change("DELETE FROM seen WHERE save = ?", _name_of(save))

    def has_lost(self, game_id: str) -> bool:
        return bool(self._rows_of(game_id, _LOST_RECORD))

    def remove_loss(self, saved_game: SavedGame) -> None:
        self.write(lambda connection: _rows_of(connection, saved_game.game_id, _REMOVE_LOSS))

    def import_missed_wins(self, store: SaveStore, show: _Show = lambda *_: None) -> None:
        """Record the wins among a player's saves that the history lacks.

        It lacks them if a program was killed before it recorded them, or if the history is younger than the saves.
        `show` is called with the number of saves read, and the number of all.
        """
        self.import_saves(self.unseen_saves(store), show)

    def unseen_saves(self, store: SaveStore) -> list[Path]:
        """Return the saves that `import_saves` has not seen since their last change."""
        if store.folder.is_dir() and (problem := store.folder_problem("won")):
            self.notice(f"{problem} Wins that are not counted yet are counted later.")
        if not (versions := list(store.versions())):
            return []  # without a query: a new player has no history yet, or another program may have locked it
        seen = dict(self._rows("SELECT save, version FROM seen"))
        return [store.folder / name for name, version in versions if seen.get(_readable(name)) != version_text(version)]

    def import_saves(self, paths: Sequence[Path], show: _Show = lambda *_: None) -> None:
        """Record the won games among these saves, and remove outdated losses.

        A loss is outdated if its game was played on since.
        An unreadable save is skipped until it changes.
        Saves are recorded in portions, so that a program stopped meanwhile need not read them again.
        """
        for start in range(0, len(paths), _SAVES_AT_ONCE):
            marks, wins, unfinished = list[tuple[str, str]](), list[tuple[Result, str]](), list[tuple[str, SavedGame]]()
            for number, path in enumerate(paths[start : start + _SAVES_AT_ONCE], start + 1):
                # The version is taken first, so that a save that changes meanwhile is read again later.
                marks.append((_name_of(path), version_text(file_version(path))))
                with suppress(SaveError):
                    saved_game = saves.read(path)
                    if not saved_game.game.is_won:
                        unfinished.append((_name_of(path), saved_game))
                    elif has_started(saved_game):
                        wins.append((result_of(saved_game), saves.encode(saved_game)))
                show(number, len(paths))
            self.write(partial(_record_saves, marks=marks, wins=wins, unfinished=unfinished))

    def figures(self, question: Callable[[Figures], _Found], wanted: Callable[[Variant], bool] | None = None) -> _Found:
        """Return `question`'s answer about the games of some variants.

        `wanted` chooses the variants; by default all.
        All figures are read at one moment.
        """

        def answer(connection: Connection) -> tuple[_Found, bool]:
            connection.execute("BEGIN")
            figures = Figures(connection, wanted)
            return question(figures), figures.is_complete

        result, is_complete = self.read(answer)
        if not is_complete:
            self.notice(_UNREADABLE)
        return result

    def breakdown(self, wanted: Callable[[Variant], bool] | None = None) -> Breakdown:
        """Return all figures of the games of some variants, by default of all, with those of positions."""
        results = [result for result in self.results_of_positions() if wanted is None or wanted(result.variant)]
        return replace(self.figures(Figures.breakdown, wanted), positions=statistics_of_positions(results))

    def wins_by_day(self, variant: Variant) -> frozenset[tuple[str, int]]:
        """Return the local day and the deal of each win without help.

        The day is '' if unknown.
        """
        sql = f"SELECT day, deal {FROM} AND {OWN_WIN} AND {IS_KIND}"
        return frozenset((day, deal) for day, deal in self._rows(sql, *variant_columns(variant)))

    def finished_deals(self, variant: Variant, result: str) -> frozenset[int]:
        """Return the deals that once had a `result`: `won` or `lost`.

        The games have exactly this variant and its rules.
        Wins with help count.
        """
        sql = f"SELECT DISTINCT deal {FROM} AND result = '{result}' AND {IS_KIND}"
        return frozenset(deal for (deal,) in self._rows(sql, *variant_columns(variant)))

    def winning_streak(self) -> int:
        """Return the number of games won in a row most recently.

        Wins with help do not count, neither for the streak nor against it.
        """
        sql = f"SELECT result {FROM} AND ({OWN_WIN} OR result = 'lost') ORDER BY ended DESC, id DESC"

        def count_wins(connection: Connection) -> int:
            results = (result for (result,) in connection.execute(sql))
            return len(list(takewhile("won".__eq__, results)))

        return self.read(count_wins)

    def results(self, variant: str | None = None, cells: int | None = None) -> list[Result]:
        """Return the results, by default of all games.

        `variant` and `cells` leave out other games.
        Results are in the order in which the games ended.
        """
        return self._results("(?1 IS NULL OR variant = ?1) AND (?2 IS NULL OR cells = ?2)", variant, cells)

    def results_of_positions(self) -> list[Result]:
        """Return the results of all games that began at a position.

        Results are in the order in which the games ended.
        """
        return self._results("1", table=_POSITIONS)

    def results_of_deal(self, deal: Deal, variant: Variant | None = None) -> list[Result]:
        """Return the results of a deal with these rules, or with any.

        Results are in the order in which the games ended.
        """
        column, table = deal_column(deal), _table_of(deal)
        if variant is None:
            return self._results("deal = ?", column, table=table)
        return self._results(f"deal = ? AND {IS_KIND}", column, *variant_columns(variant), table=table)

    def best_of_deal(self, deal: Deal, variant: Variant) -> Best | None:
        """Return the best of the own wins of a deal, or None.

        A win with help is no own win.
        """
        return best_of(self.results_of_deal(deal, variant))

    def results_of_games(self, ids: Sequence[str]) -> dict[str, Result]:
        """Return the results of games by their ids.

        Unfinished games are left out.
        """

        def rows(connection: Connection) -> list[tuple[Any, ...]]:
            selects = [_SELECT[table] for table in _tables(connection)]
            found = (connection.execute(f"{select} WHERE id = ?", (each,)) for select in selects for each in ids)
            return [row for cursor in found for row in cursor]

        return {result.id: result for result in self._readable(self.read(rows))}

    def saved_game(self, game_id: str) -> SavedGame | None:
        """Return a finished game as it was saved.

        None if there is no such game, or if it cannot be read.
        """
        rows = self._rows_of(game_id, _RECORD)
        try:
            return saves.decode(str(rows[0][0])) if rows else None
        except SaveError:
            return None

    def _results(self, condition: str, *values: object, table: str = _DEALS) -> list[Result]:
        def rows(connection: Connection) -> list[tuple[Any, ...]]:
            if table not in _tables(connection):
                return []
            return connection.execute(f"{_SELECT[table]} WHERE {condition} ORDER BY ended, id", values).fetchall()

        return self._readable(self.read(rows))

    def _readable(self, rows: Sequence[tuple[Any, ...]]) -> list[Result]:
        """Return the results in rows.

        If some cannot be read, a notice says so.
        """
        results = [result for row in rows if (result := _result_in(row)) is not None]
        if len(results) < len(rows):
            self.notice(_UNREADABLE)
        return results

    def par(self, deal: int, variant: Variant) -> int | None:
        """Return the fewest moves known to the solver for a deal.

        None if the solver was not asked yet.
        """
        sql = "SELECT moves FROM pars WHERE deal = ? AND variant = ? AND cells = ? AND house_rules = ?"
        rows = self._rows(sql, deal, *variant_columns(variant))
        return next((moves for (moves,) in rows if type(moves) is int), None)

    def set_par(self, deal: int, variant: Variant, moves: int) -> None:
        sql = "INSERT OR REPLACE INTO pars (deal, variant, cells, house_rules, moves) VALUES (?, ?, ?, ?, ?)"
        self._change(sql, deal, *variant_columns(variant), moves)

    def goals_reached(self) -> frozenset[str]:
        """Return the days, as `2026-11-22`, whose goals were reached."""
        return frozenset(day for (day,) in self._rows("SELECT day FROM goals") if isinstance(day, str))

    def set_goal_reached(self, day: str, goal: str) -> None:
        self._change("INSERT OR IGNORE INTO goals (day, goal) VALUES (?, ?)", day, goal)

    def journey_position(self, journey: str) -> JourneyPosition:
        rows = self._rows("SELECT deal FROM journeys WHERE name = ?", journey)
        skipped_rows = self._rows("SELECT deal FROM skipped WHERE journey = ?", journey)
        deals = [deal for (deal,) in rows if type(deal) is int]
        skipped = [deal for (deal,) in skipped_rows if type(deal) is int]
        if len(deals) + len(skipped) < len(rows) + len(skipped_rows):
            self.notice("Some of your journeys cannot be read; what is wrong is left out.")
        return JourneyPosition(deals[0] if deals else 0, frozenset(skipped))

    def set_journey_position(self, journey: str, deal: int) -> None:
        self._change("INSERT OR REPLACE INTO journeys (name, deal) VALUES (?, ?)", journey, deal)

    def skip_deal(self, journey: str, deal: int) -> None:
        self._change("INSERT OR IGNORE INTO skipped (journey, deal) VALUES (?, ?)", journey, deal)


def _table_of(deal: Deal) -> str:
    return _POSITIONS if isinstance(deal, StartPosition) else _DEALS


def _tables(connection: Connection) -> Sequence[str]:
    """Return the tables of games that a database has."""
    return (_DEALS, _POSITIONS) if has_positions(connection) else (_DEALS,)


def _rows_of(connection: Connection, game_id: str, sql: str) -> list[tuple[Any, ...]]:
    """Return what a statement about a game yields in the tables that may have it."""
    found = (connection.execute(sql.format(table=table), (game_id,)) for table in _tables(connection))
    return [row for rows in found for row in rows]


def _result_in(row: tuple[Any, ...]) -> Result | None:
    """Return the result in a row of `_SELECT`.

    None if the values are not those of a result.
    """
    game_id, name, cells, rules, deal, outcome, seconds, moves, undos, is_helped, *times, is_readable = row
    variant = variant_of(name, cells, rules)
    start = None if variant is None or not is_readable else deal_of_column(deal, variant)
    # For the condition in SQL, bytes are like a text, and an id ends at a NUL.
    are_texts = all(isinstance(text, str) and "\0" not in text for text in (game_id, *times))
    if variant is None or start is None or not are_texts:
        return None
    return Result(game_id, variant, start, outcome == "won", seconds, moves, undos, bool(is_helped), *times)


def _upsert(connection: Connection, result: Result, text: str) -> None:
    """Insert the result and the record of a game.

    A result that the game already has is merged with the new one.
    """
    table = _table_of(result.deal)
    if table == _POSITIONS:
        make_positions(connection)
    row = connection.execute(f"{_SELECT[table]} WHERE id = ?", (result.id,)).fetchone()
    before = _result_in(row) if row else None
    if before is not None:
        if (before.deal, before.variant) != (result.deal, result.variant):
            return  # a save that was given the id of another game by hand
        (record,) = connection.execute(_RECORD.format(table=table), (result.id,)).fetchone()
        counted = _recounted(before, str(record))
        if rank_in_game(result) >= rank_in_game(counted):
            text = record
        result = merged(counted, result)
        if result == before:
            return
    connection.execute(INSERT if table == _DEALS else INSERT_POSITION, (*to_row(result), text))


def _recounted(win: Result, record: str) -> Result:
    """Return a win with its moves as they are counted now.

    In version 1 of a save, all cards that a player sent home with one command were one move.
    """
    if not win.is_won or not saves.is_of_version_1(record):
        return win
    with suppress(SaveError):
        return win._replace(moves=saves.decode(record).game.moves_made)
    return win


def _record_saves(
    connection: Connection,
    marks: Iterable[tuple[str, str]],
    wins: Iterable[tuple[Result, str]],
    unfinished: Iterable[tuple[str, SavedGame]],
) -> None:
    for name, saved_game in unfinished:
        for (record,) in _rows_of(connection, saved_game.game_id, _LOST_RECORD):
            seen = connection.execute("SELECT version FROM seen WHERE save = ?", (name,)).fetchone()
            if seen == (_BEING_DELETED,) or _is_played_on(saved_game, str(record)):
                _rows_of(connection, saved_game.game_id, _REMOVE_LOSS)
    for result, text in wins:
        _upsert(connection, result, text)
    connection.executemany(MARK, marks)


def _is_played_on(saved_game: SavedGame, record: str) -> bool:
    """Return whether a game has a move that its record lacks."""
    try:
        before = saves.decode(record)
    except SaveError:
        return False
    return not moves_of(saved_game) <= moves_of(before)


def _name_of(save: Path) -> str:
    return _readable(f"{save.parent.name}/{save.name}")


def _readable(name: str) -> str:
    """Return the name of a save in the database's characters."""
    return os.fsencode(name).decode(errors="replace")


def version_text(version: FileVersion | None) -> str:
    """Return the versions of the format and of a save as text.

    The format counts, as a newer one may read saves that this one cannot.
    """
    return " ".join(map(str, (saves.VERSION, *(version or ()))))
