"""An answer as it is printed, for people or as JSON, and read again when a run goes on."""

import json
import re
from collections.abc import Hashable
from pathlib import Path
from typing import Final, Protocol

from freecell_tui.cli.inputs import InputError, NamedPosition
from freecell_tui.engine import Dialect, rules, write_move
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.text import printable
from freecell_tui.engine.transcript import write_header
from freecell_tui.solver import Solved, SolverResult, Undecided
from freecell_tui.storage.saves import variant_fields

SOLVED: Final = "solved"
UNSOLVABLE: Final = "unsolvable"
UNDECIDED: Final = "undecided"


def result_of(answer: SolverResult) -> str:
    """The answer in one word."""
    if isinstance(answer, Solved):
        return SOLVED
    return UNDECIDED if isinstance(answer, Undecided) else UNSOLVABLE


def words_of(position: NamedPosition, answer: Solved, dialect: Dialect) -> list[str]:
    """The moves of a solution as words.

    It must have been found for the autoplay that readers of the dialect reckon with: none where every move is written.
    """
    if dialect is Dialect.STANDARD:
        return [str(move) for move in answer.moves]
    board, words = position.board, []
    for move in answer.moves:
        words.append(write_move(move, board, position.variant, dialect))
        board = rules.apply_move(board, move, position.variant)
    return words


def page(position: NamedPosition, answer: SolverResult, dialect: Dialect) -> str:
    """The answer to a single question: the solution ten moves a line, under a header as FreeCell Pro writes it."""
    if not isinstance(answer, Solved):
        return _verdict(answer)
    moves = wrap_moves(words_of(position, answer, dialect))
    return f"{write_header(position.name, position.variant, is_won=True)}\n{moves}".rstrip("\n")


def _verdict(answer: SolverResult) -> str:
    return f"{UNDECIDED}: {answer.reason.value}" if isinstance(answer, Undecided) else result_of(answer)


class AnswerLines(Protocol):
    """A way to write an answer as one line, and to read from the line what was answered."""

    def write(self, position: NamedPosition, answer: SolverResult) -> str:
        """The line, without its end."""

    def key(self, position: NamedPosition) -> Hashable:
        """What tells a question from all others in these lines."""

    def read(self, line: str) -> tuple[Hashable, str]:
        """The key of the question, and the result; raise Unreadable if the line is none of these."""


class TextLines:
    """`617 solved: 2a 27 …`, `11982 unsolvable` or `-2 undecided: the time is up`."""

    _LINE: Final = re.compile(rf"(?P<name>.+?) (?P<result>{SOLVED}:|{UNSOLVABLE}$|{UNDECIDED}:)( .*|$)")

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def write(self, position: NamedPosition, answer: SolverResult) -> str:
        """The line, without its end."""
        if not isinstance(answer, Solved):
            return f"{self.key(position)} {_verdict(answer)}"
        return " ".join([str(self.key(position)), f"{SOLVED}:", *words_of(position, answer, self._dialect)])

    def key(self, position: NamedPosition) -> Hashable:
        """The name alone: these lines do not say of which game they are."""
        return printable(str(position.name))

    def read(self, line: str) -> tuple[Hashable, str]:
        """The key of the question, and the result; raise Unreadable if the line is none of these."""
        match = self._LINE.match(line)
        if match is None:
            raise InputError("is not a line like “617 solved: 2a 27”")
        return match["name"], match["result"].removesuffix(":")


class JsonLines:
    """`{"deal": 617, "variant": "freecell", "result": "solved", "moves": ["2a", …], "states": 1234, "seconds": 0.004}`.

    `deal` is the file's name where a file was asked about. As in a save, `cells` and `house_rules` follow `variant`
    where they are not its own. `moves` are in standard notation, and null if there is no solution; what is undecided
    has a `reason` at the end: `states`, `seconds`, `memory` or `house_rule`.
    """

    def write(self, position: NamedPosition, answer: SolverResult) -> str:
        """The line, without its end."""
        fields = {
            **self._question(position),
            "result": result_of(answer),
            "moves": words_of(position, answer, Dialect.STANDARD) if isinstance(answer, Solved) else None,
            "states": answer.states,
            "seconds": round(answer.seconds, 4),
        }
        if isinstance(answer, Undecided):
            fields["reason"] = answer.reason.name.lower()
        return json.dumps(fields)

    def key(self, position: NamedPosition) -> Hashable:
        """The deal with its game, as the line begins."""
        return json.dumps(self._question(position))

    def read(self, line: str) -> tuple[Hashable, str]:
        """The key of the question, and the result; raise Unreadable if the line is none of these."""
        try:
            fields = json.loads(line)
            question = {name: fields[name] for name in ("deal", "variant", "cells", "house_rules") if name in fields}
            result = fields["result"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise InputError("is not an answer as JSON") from None
        if result not in (SOLVED, UNSOLVABLE, UNDECIDED):
            raise InputError("is not an answer as JSON")
        return json.dumps(question), result

    @staticmethod
    def _question(position: NamedPosition) -> dict[str, object]:
        return {"deal": position.name, **dict(variant_fields(position.variant))}


def earlier_answers(path: Path, lines: AnswerLines) -> dict[Hashable, str]:
    """The results in the output of an earlier run, by question. A last line that was cut off is cut away.

    No such file is no answers yet. Raise Unreadable, naming the line, if it holds anything else; and OSError.
    """
    if not path.exists():
        return {}
    found = {}
    with path.open("r+b") as file:
        whole = 0
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                file.truncate(whole)
                break
            whole += len(line)
            try:
                key, result = lines.read(line.decode(errors="replace").strip())
            except InputError as error:
                raise InputError(f"{path} cannot be continued: line {number} {error}.") from None
            found[key] = result
    return found
