"""A question to a solver in another process, and its answer, each as a line of text."""

import json
from dataclasses import dataclass
from typing import Any

from freecell_tui.engine import Autoplay, Board, Move, Variant, find_variant, read_position, write_position
from freecell_tui.solver.results import Reason, Solved, SolverResult, Undecided, Unsolvable


@dataclass(frozen=True, slots=True)
class SolverQuery:
    """Whether a board can be won: what `solve` is asked. `states`, `seconds` and `memory`, in bytes, are its budget."""

    board: Board
    variant: Variant
    autoplay: Autoplay = Autoplay.SAFE
    short: bool = False
    seconds: float | None = None
    memory: int | None = None
    states: int | None = None


def write_question(number: int, question: SolverQuery) -> bytes:
    """A question as a line; its answer will have the same number."""
    variant = question.variant
    fields = {
        "number": number,
        "position": write_position(question.board),
        "variant": variant.name,
        "cells": variant.cells,
        "cards_come_back": variant.cards_come_back,
        "aces_only_home": variant.aces_only_home,
        "autoplay": question.autoplay.value,
        "short": question.short,
        "states": question.states,
        "seconds": question.seconds,
        "memory": question.memory,
    }
    return json.dumps(fields).encode() + b"\n"


def read_question(line: bytes) -> tuple[int, SolverQuery]:
    """The number and the question of a line."""
    fields = json.loads(line)
    variant = find_variant(fields["variant"]).with_cells(fields["cells"])
    variant = variant.with_house_rules(
        cards_come_back=fields["cards_come_back"], aces_only_home=fields["aces_only_home"]
    )
    question = SolverQuery(
        read_position(fields["position"], variant),
        variant,
        Autoplay(fields["autoplay"]),
        fields["short"],
        fields["seconds"],
        fields["memory"],
        fields["states"],
    )
    return fields["number"], question


def write_answer(number: int, answer: SolverResult) -> bytes:
    """An answer as a line."""
    fields: dict[str, Any] = {"number": number, "states": answer.states, "taken": answer.seconds}
    match answer:
        case Solved():
            fields["moves"] = [str(move) for move in answer.moves]
        case Undecided():
            fields["reason"] = answer.reason.name
        case Unsolvable():
            pass
    return json.dumps(fields).encode() + b"\n"


def read_answer(line: bytes) -> tuple[int, SolverResult]:
    """The number and the answer of a line."""
    fields = json.loads(line)
    states, seconds = fields["states"], fields["taken"]
    if "moves" in fields:
        return fields["number"], Solved(tuple(map(Move.parse, fields["moves"])), states, seconds)
    if "reason" in fields:
        return fields["number"], Undecided(Reason[fields["reason"]], states, seconds)
    return fields["number"], Unsolvable(states, seconds)
