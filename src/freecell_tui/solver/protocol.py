"""Queries to the worker process and its results, each as a line of JSON."""

import json
from dataclasses import dataclass
from typing import Any, Final

from freecell_tui.engine import Autoplay, Board, Move, Variant, find_variant, read_position, write_position
from freecell_tui.solver.results import UNLIMITED, Budget, Judged, Reason, Solved, SolverResult, Undecided, Unsolvable

PULSE: Final = b"?\n"
"""The line that a worker answers at once with an empty one, to show that it runs."""


@dataclass(frozen=True, slots=True)
class SolverQuery:
    """The arguments of `solve`, as one value."""

    board: Board
    variant: Variant
    autoplay: Autoplay = Autoplay.SAFE
    short: bool = False
    budget: Budget = UNLIMITED


@dataclass(frozen=True, slots=True)
class AheadQuery:
    """What is asked about the boards ahead of one, apart from those at some indices, which are known.

    `finishes` is whether all cards go home at once when every column is in descending order.
    """

    query: SolverQuery
    finishes: bool
    known: tuple[int, ...] = ()


def write_query(number: int, asked: SolverQuery | AheadQuery) -> bytes:
    """Return a query as a line; its result will bear the same `number`."""
    query = asked if isinstance(asked, SolverQuery) else asked.query
    variant, budget = query.variant, query.budget
    fields: dict[str, Any] = {
        "number": number,
        "position": write_position(query.board),
        "variant": variant.name,
        "cells": variant.cells,
        "cards_come_back": variant.cards_come_back,
        "aces_only_home": variant.aces_only_home,
        "autoplay": query.autoplay.value,
        "short": query.short,
        "states": budget.states,
        "seconds": budget.seconds,
        "memory": budget.memory,
    }
    if isinstance(asked, AheadQuery):
        fields |= {"finishes": asked.finishes, "known": asked.known}
    return json.dumps(fields).encode() + b"\n"


def read_query(line: bytes) -> tuple[int, SolverQuery | AheadQuery]:
    """Return the number and the query of a line."""
    fields = json.loads(line)
    variant = find_variant(fields["variant"]).with_cells(fields["cells"])
    variant = variant.with_house_rules(
        cards_come_back=fields["cards_come_back"], aces_only_home=fields["aces_only_home"]
    )
    query = SolverQuery(
        read_position(fields["position"], variant),
        variant,
        Autoplay(fields["autoplay"]),
        fields["short"],
        Budget(fields["states"], fields["seconds"], fields["memory"]),
    )
    if "known" in fields:
        return fields["number"], AheadQuery(query, fields["finishes"], tuple(fields["known"]))
    return fields["number"], query


def write_result(number: int, result: SolverResult | Judged) -> bytes:
    """Return the result of the query with this `number` as a line."""
    if isinstance(result, Judged):
        return json.dumps({"number": number, "at": result.at, "is_lost": result.is_lost}).encode() + b"\n"
    fields: dict[str, Any] = {"number": number, "states": result.states, "seconds": result.seconds}
    match result:
        case Solved():
            fields["moves"] = [str(move) for move in result.moves]
        case Undecided():
            fields["reason"] = result.reason.name
        case Unsolvable():
            pass
    return json.dumps(fields).encode() + b"\n"


def read_result(line: bytes) -> tuple[int, SolverResult | Judged]:
    """Return the number and the result of a line."""
    fields = json.loads(line)
    if "at" in fields:
        return fields["number"], Judged(fields["at"], fields["is_lost"])
    states, seconds = fields["states"], fields["seconds"]
    if "moves" in fields:
        return fields["number"], Solved(tuple(map(Move.parse, fields["moves"])), states, seconds)
    if "reason" in fields:
        return fields["number"], Undecided(Reason[fields["reason"]], states, seconds)
    return fields["number"], Unsolvable(states, seconds)
