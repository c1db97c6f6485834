"""The result of a game: what counts of it once it is over.

A game counts from its first move on, and it is over when it is won, or when it is left for good: thrown away, or
replaced by another without being kept. One that stays saved is not over. However often a game is restarted, saved,
taken up, copied or won again, it is one game, told by its id, with one result:

- a win stays a win, whatever happens after it, and a loss becomes one if the game is won after all;
- a win without help takes the place of one with help: help after the win does not spoil it;
- of two wins that are alike in this, each figure is the better one: the shorter time, the fewer moves, the fewer undos,
  the earlier end. So whoever starts the deal again after winning it, and needs fewer moves, has needed so few;
- of two losses, the one that was played longer.

Which of two came first does not matter, so that two programs and a crash between them cannot disagree.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from freecell_tui.engine import FreecellError, Variant, find_variant
from freecell_tui.engine.deals import is_deal
from freecell_tui.engine.variants import HOUSE_RULES
from freecell_tui.storage.saves import MAX_SECONDS, TIMESTAMP, TIMESTAMP_FORMAT, SavedGame


@dataclass(frozen=True, slots=True)
class Result:
    """What counts of a finished game.

    `seconds` and `moves` are those that it took; `is_helped`, that a solution was shown. `started` and `ended` are
    moments in UTC as in a save, and `day` the date of the end where the player was, `2026-11-20`; empty if not known.
    """

    id: str
    variant: Variant
    deal: int
    is_won: bool
    seconds: float
    moves: int
    undos: int = 0
    is_helped: bool = False
    started: str = ""
    ended: str = ""
    day: str = ""

    @property
    def is_own_win(self) -> bool:
        """Whether the player won without having been shown how."""
        return self.is_won and not self.is_helped


def local_day(timestamp: str) -> str:
    """The date of a moment where this computer is; empty if there is no such moment."""
    try:
        return datetime.strptime(timestamp, TIMESTAMP_FORMAT).replace(tzinfo=UTC).astimezone().date().isoformat()
    except (ValueError, OverflowError):
        return ""


def has_started(record: SavedGame) -> bool:
    """Whether the game has begun to count: a move was played, even one that was taken back or jumped away from."""
    games = (record.game, *(bookmark.game for bookmark in record.bookmarks))
    return any(turn.move is not None for game in games for turn in game.turns)


def result_of(record: SavedGame, ended: str = "") -> Result:
    """The result of a game that is over, which is lost if it is not won. It ended when it was saved, or `ended`."""
    game, ended = record.game, ended or record.saved
    return Result(
        record.game_id,
        game.variant,
        game.deal,
        game.is_won,
        round(record.elapsed, 1),
        game.moves_made,
        record.undos,
        record.helped,
        record.started,
        ended,
        local_day(ended),
    )


def is_better(one: Result, other: Result) -> bool:
    """Whether of two results of one game it is `one` whose record is to be kept; the same result does not."""
    return _rank(one) < _rank(other)


def merged(one: Result, other: Result) -> Result:
    """The one result of a game that has two."""
    first, second = (other, one) if is_better(other, one) else (one, other)
    if not second.is_won or second.is_helped != first.is_helped:
        return first
    ended, day = min((first.ended, first.day), (second.ended, second.day), key=lambda end: (not end[0], end))
    return replace(
        first,
        started=min(first.started, second.started, key=lambda timestamp: (not timestamp, timestamp)),
        seconds=min(first.seconds, second.seconds),
        moves=min(first.moves, second.moves),
        undos=min(first.undos, second.undos),
        ended=ended,
        day=day,
    )


def _rank(result: Result) -> tuple[object, ...]:
    timestamps = (not result.ended, result.ended, result.day, not result.started, result.started)
    if result.is_won:
        return (0, result.is_helped, result.moves, result.seconds, result.undos, timestamps)
    return (1, -result.seconds, -result.moves, -result.undos, result.is_helped, timestamps)


# As rows of the database

_Test = re.Pattern[str] | Callable[[Any], bool]

COLUMNS: Final = (
    "id", "variant", "cells", "house_rules", "deal", "result", "seconds", "moves", "undos", "helped", "started",
    "ended", "day",
)  # fmt: skip
SELECT: Final = f"SELECT {', '.join(COLUMNS)} FROM games"  # noqa: S608 - its own columns
INSERT: Final = (
    f"INSERT OR REPLACE INTO games ({', '.join(COLUMNS)}, record) "  # noqa: S608 - its own columns
    f"VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"
)


def to_row(result: Result) -> tuple[object, ...]:
    """The values of the columns."""
    return (
        result.id,
        *variant_columns(result.variant),
        result.deal,
        "won" if result.is_won else "lost",
        result.seconds,
        result.moves,
        result.undos,
        int(result.is_helped),
        result.started,
        result.ended,
        result.day,
    )


def variant_columns(variant: Variant) -> tuple[str, int, str]:
    """A game's rules as they stand in three columns: its name, its cells, its house rules between spaces."""
    return variant.name, variant.cells, " ".join(variant.house_rules)


def from_row(row: tuple[Any, ...]) -> Result | None:
    """The result in a row; None if somebody has written something else there."""
    fields = dict(zip(COLUMNS, row, strict=True))
    if not all(_holds(fields[name], test) for name, test in _TESTS.items()):
        return None
    rules = fields["house_rules"].split()
    try:
        variant = find_variant(fields["variant"]).with_cells(fields["cells"])
    except FreecellError:
        return None
    return Result(
        fields["id"],
        variant.with_house_rules(**dict.fromkeys(rules, True)),
        fields["deal"],
        fields["result"] == "won",
        fields["seconds"],
        fields["moves"],
        fields["undos"],
        bool(fields["helped"]),
        fields["started"],
        fields["ended"],
        fields["day"],
    )


def _holds(value: object, test: _Test) -> bool:
    if isinstance(test, re.Pattern):
        return isinstance(value, str) and test.fullmatch(value) is not None
    return isinstance(value, int | float) and test(value)


def _is_count(number: float) -> bool:
    return isinstance(number, int) and number >= 0


_PERHAPS_A_TIMESTAMP: Final = re.compile(f"({TIMESTAMP.pattern})?")
_TESTS: Final[dict[str, _Test]] = {
    "id": re.compile(r"[0-9a-f]{32}"),
    "variant": re.compile(r"[a-z-]+"),
    "cells": _is_count,
    "house_rules": re.compile(rf"(({'|'.join(HOUSE_RULES)}) ?)*"),
    "deal": is_deal,
    "result": re.compile("won|lost"),
    "seconds": lambda seconds: 0 <= seconds <= MAX_SECONDS,
    "moves": _is_count,
    "undos": _is_count,
    "helped": lambda helped: helped in (0, 1),
    "started": _PERHAPS_A_TIMESTAMP,
    "ended": _PERHAPS_A_TIMESTAMP,
    "day": re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})?"),
}
"""What a column of a row holds if this game has written it."""
