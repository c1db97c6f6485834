"""A result as a row of the database, and read back with no belief in what lies there."""

import re
from collections.abc import Callable
from typing import Any, Final

from freecell_tui.engine import FreecellError, Variant, find_variant
from freecell_tui.engine.deals import is_deal
from freecell_tui.engine.variants import HOUSE_RULES
from freecell_tui.storage.results import Result
from freecell_tui.storage.saves import MAX_SECONDS, TIMESTAMP

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
