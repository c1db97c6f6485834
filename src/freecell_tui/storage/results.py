"""The result of a finished game, and its row in the database.

A game counts from its first move on.
It is finished when it is won, or when it is left for good: deleted, or replaced by another without being saved.
A game keeps its id and has one result, even if it is restarted, saved, copied or won again:

- a win stays a win, and a loss becomes a win if the game is won after all;
- a win without help replaces one with help, so help after the win does not spoil it;
- of two wins both with or both without help, the result has the fewer moves and the fewer undos, and the time and the
  end of the first: a player who has won a game can win a copy of it in no time;
- of two losses, the longer played one counts.

The order of the results does not matter, so two programs, or a crash between them, cannot disagree.
"""

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from freecell_tui.engine import FreecellError, Variant, find_variant, read_position, write_position
from freecell_tui.engine.positions import Deal, StartPosition
from freecell_tui.engine.variants import HOUSE_RULES
from freecell_tui.storage import saves
from freecell_tui.storage.saves import TIMESTAMP_FORMAT, SavedGame, local_date

NO_TIME_SECONDS: Final = 1.0
"""The longest time that is no record: nobody plays a game in a second, so its moves came from elsewhere."""


class Result(NamedTuple):
    """The result of a finished game, as statistics count it."""

    id: str
    variant: Variant
    deal: Deal
    is_won: bool
    seconds: float
    moves: int
    undos: int = 0
    is_helped: bool = False
    """Whether a move was shown."""

    started: str = ""
    """The timestamp of the start as in a save, or '' if unknown."""

    ended: str = ""
    """The timestamp of the end, or '' if unknown."""

    day: str = ""
    """The local date of the end, as `2026-11-20`, or '' if unknown."""

    @property
    def is_own_win(self) -> bool:
        return self.is_won and not self.is_helped

    @property
    def has_time(self) -> bool:
        """Whether the time can be a record."""
        return self.seconds > NO_TIME_SECONDS


def local_day(timestamp: str) -> str:
    """Return the local date of a timestamp, or ''."""
    try:
        moment = datetime.strptime(timestamp, TIMESTAMP_FORMAT).replace(tzinfo=UTC)
        return local_date(moment.timestamp()).isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def result_of(saved_game: SavedGame, ended: str = "") -> Result:
    """Return the result of a finished game.

    A game that is not won is lost.
    The game ended at the timestamp `ended`, or by default when it was saved.
    """
    game, ended = saved_game.game, ended or saved_game.saved
    return Result(
        saved_game.game_id,
        game.variant,
        game.deal,
        game.is_won,
        seconds=saves.tenths(saved_game.elapsed),
        moves=game.moves_made,
        undos=saved_game.undos,
        is_helped=saved_game.helped,
        started=saved_game.started,
        ended=ended,
        day=local_day(ended),
    )


def merged(first: Result, second: Result) -> Result:
    """Return the only result of a game that has two.

    Their order does not matter.
    """
    best, worse = sorted((first, second), key=rank_in_game)
    if not worse.is_won or worse.is_helped != best.is_helped:
        return best
    earlier = min(best, worse, key=lambda win: (not win.ended, win.ended, win.day, -win.seconds))
    return best._replace(
        started=min(best.started, worse.started, key=lambda timestamp: (not timestamp, timestamp)),
        seconds=earlier.seconds,
        undos=min(best.undos, worse.undos),
        ended=earlier.ended,
        day=earlier.day,
    )


def rank_in_game(result: Result) -> tuple[Any, ...]:
    """Return a sort key for results of one game, the best first.

    The save of the best result is kept.
    """
    end = (not result.ended, result.ended, result.day, -result.seconds)
    return (0, result.is_helped, result.moves, end, rank(result)) if result.is_won else rank(result)


def rank(result: Result) -> tuple[Any, ...]:
    """Return a sort key for results of one deal, the best first."""
    timestamps = (not result.ended, result.ended, result.day, not result.started, result.started)
    if result.is_won:
        return (0, result.is_helped, result.moves, result.seconds, result.undos, timestamps)
    return (1, -result.seconds, -result.moves, -result.undos, result.is_helped, timestamps)


COLUMNS: Final = (
    "id", "variant", "cells", "house_rules", "deal", "result", "seconds", "moves", "undos", "helped", "started",
    "ended", "day",
)  # fmt: skip
_VALUES: Final = f"({', '.join(COLUMNS)}, record) VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
INSERT: Final = f"INSERT OR REPLACE INTO games {_VALUES}"
INSERT_POSITION: Final = f"INSERT OR REPLACE INTO positions {_VALUES}"


def to_row(result: Result) -> tuple[object, ...]:
    game_id, variant, deal, is_won, seconds, moves, undos, is_helped, *times = result
    game = game_id, *variant_columns(variant), deal_column(deal), "won" if is_won else "lost"
    return (*game, seconds, moves, undos, int(is_helped), *times)


def deal_column(deal: Deal) -> int | str:
    """Return the column of a deal: its number, or the text of a position."""
    return write_position(deal.board) if isinstance(deal, StartPosition) else deal


def deal_of_column(column: object, variant: Variant) -> Deal | None:
    """Return the deal in a column, or None for the text of no position."""
    if isinstance(column, int):
        return column
    try:
        return StartPosition.of(read_position(str(column), variant))
    except FreecellError:
        return None


def variant_columns(variant: Variant) -> tuple[str, int, str]:
    """Return the columns of a variant: name, cells, house rules.

    House rules are separated by spaces.
    """
    return variant.name, variant.cells, " ".join(variant.house_rules)


def variant_of(name: object, cells: object, house_rules: object) -> Variant | None:
    """Return the variant with these columns, or None.

    None stands for columns of no variant, or not written as `variant_columns` writes them.
    """
    if not (isinstance(name, str) and isinstance(cells, int) and isinstance(house_rules, str)):
        return None
    try:
        variant = find_variant(name, cells, [rule for rule in HOUSE_RULES if rule in house_rules])
    except FreecellError:
        return None
    return variant if variant_columns(variant) == (name, cells, house_rules) else None
