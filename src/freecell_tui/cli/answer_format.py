"""The solver's results as they are printed, for people or as JSON, and read again when a run is continued."""

import json
import os
import re
from collections.abc import Collection, Hashable
from pathlib import Path
from typing import Final, Protocol

from freecell_tui.cli.inputs import InputError, NamedPosition
from freecell_tui.engine import Dialect, rules, write_move
from freecell_tui.engine.notation import wrap_moves, write_header
from freecell_tui.engine.text import printable
from freecell_tui.solver import Solved, SolverResult, Undecided
from freecell_tui.storage.files import open_regular
from freecell_tui.storage.saves import variant_fields

SOLVED: Final = "solved"
UNSOLVABLE: Final = "unsolvable"
UNDECIDED: Final = "undecided"

_MAX_LINE: Final = 2**16
"""More bytes than the longest solution has."""


def result_word(result: SolverResult) -> str:
    """Return the result in one word."""
    if isinstance(result, Solved):
        return SOLVED
    return UNDECIDED if isinstance(result, Undecided) else UNSOLVABLE


def solution_words(position: NamedPosition, result: Solved, dialect: Dialect) -> list[str]:
    """Return the moves of a solution in a dialect.

    It must have been found for the autoplay that the dialect's readers expect: none where every move is written.
    """
    if dialect is Dialect.STANDARD:
        return [str(move) for move in result.moves]
    board, words = position.board, []
    for move in result.moves:
        words.append(write_move(move, board, position.variant, dialect))
        board = rules.apply_move(board, move, position.variant)
    return words


def single_answer(position: NamedPosition, result: SolverResult, dialect: Dialect) -> str:
    """Return the answer where only one position was asked about: a solution has a header as in FreeCell Pro."""
    if not isinstance(result, Solved):
        return _result_with_reason(result)
    moves = wrap_moves(solution_words(position, result, dialect))
    return f"{write_header(position.name, position.variant, is_won=True)}\n{moves}".rstrip("\n")


def _result_with_reason(result: SolverResult) -> str:
    return f"{UNDECIDED}: {result.reason.value}" if isinstance(result, Undecided) else result_word(result)


class AnswerFormat(Protocol):
    """A way to write an answer as one line, and to read from the line what was answered."""

    def line(self, position: NamedPosition, result: SolverResult) -> str:
        """Return the line, without its end."""

    def key(self, position: NamedPosition) -> Hashable:
        """Return what tells a position from all others in these lines."""

    def parse(self, line: str) -> tuple[Hashable, str]:
        """Return the position's key and the word of its result; raise InputError if the line is no such answer."""

    def is_beginning(self, text: str, names: Collection[str]) -> bool | None:
        """Return whether a text is the beginning of an answer about a deal, or about a file of one of these names.

        None if it is too short to tell.
        """


class TextFormat:
    """`617 solved: 2a 27 …`, `11982 unsolvable` or `-2 undecided: the time limit was reached`."""

    _LINE: Final = re.compile(rf"(?P<name>.+?) (?P<result>{SOLVED}:|{UNSOLVABLE}$|{UNDECIDED}:)( .*|$)")

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def line(self, position: NamedPosition, result: SolverResult) -> str:
        """Return the line, without its end."""
        if not isinstance(result, Solved):
            return f"{self.key(position)} {_result_with_reason(result)}"
        return " ".join([str(self.key(position)), f"{SOLVED}:", *solution_words(position, result, self._dialect)])

    def key(self, position: NamedPosition) -> Hashable:
        """Return the name alone: these lines do not say which game they are about."""
        return printable(str(position.name))

    def parse(self, line: str) -> tuple[Hashable, str]:
        """Return the position's key and the word of its result; raise InputError if the line is no such answer."""
        match = self._LINE.match(line)
        if match is None:
            raise InputError("is not a line like “617 solved: 2a 27”")
        return match["name"], match["result"].removesuffix(":")

    def is_beginning(self, text: str, names: Collection[str]) -> bool | None:
        """Return whether a text is the beginning of an answer; None if that is a part of the name alone."""
        deal = re.match(r"-?[0-9]{0,10}", text)
        beginnings = [f"{name} " for name in (deal[0] if deal else "", *map(printable, names)) if name]
        rests = [text.removeprefix(each) for each in beginnings if text.startswith(each)]
        words = (f"{SOLVED}: ", UNSOLVABLE, f"{UNDECIDED}: ")
        if any(rest and (word.startswith(rest) or rest.startswith(word)) for rest in rests for word in words):
            return True
        return None if any(each.startswith(text) for each in beginnings) else False


class JsonFormat:
    """`{"deal": 617, "variant": "freecell", "result": "solved", "moves": ["2a", …], "states": 1234, "seconds": 0.004}`.

    `deal` is a file's name where the position came from a file. As in a save, `cells` and `house_rules` follow
    `variant` where they are not its own. `moves` are in standard notation, and null if there is no solution; an
    undecided result has a `reason` at the end: `states`, `seconds`, `memory` or `house_rule`.
    """

    _NAME: Final = re.compile(r'\{"deal": (-?[0-9]+(?![0-9])|"([^"\\]|\\.)*")')
    _UNFINISHED_NAME: Final = re.compile(r'(\{("(d(e(a(l(":?)?)?)?)?)?)?)?|\{"deal": ("([^"\\]|\\.)*\\?|-)?')
    _NEXT: Final = ', "variant": "'

    def line(self, position: NamedPosition, result: SolverResult) -> str:
        """Return the line, without its end."""
        fields = {
            **_position_fields(position),
            "result": result_word(result),
            "moves": solution_words(position, result, Dialect.STANDARD) if isinstance(result, Solved) else None,
            "states": result.states,
            "seconds": round(result.seconds, 4),
        }
        if isinstance(result, Undecided):
            fields["reason"] = result.reason.name.lower()
        return json.dumps(fields)

    def key(self, position: NamedPosition) -> Hashable:
        """Return the deal with its game, as the line begins."""
        return json.dumps(_position_fields(position))

    def parse(self, line: str) -> tuple[Hashable, str]:
        """Return the position's key and the word of its result; raise InputError if the line is no such answer."""
        try:
            fields = json.loads(line)
            position = {name: fields[name] for name in ("deal", "variant", "cells", "house_rules") if name in fields}
            word = fields["result"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise InputError("is not a JSON answer") from None
        if word not in (SOLVED, UNSOLVABLE, UNDECIDED):
            raise InputError("is not a JSON answer")
        return json.dumps(position), word

    def is_beginning(self, text: str, names: Collection[str]) -> bool | None:  # noqa: ARG002 - a name is a string here
        """Return whether a text is the beginning of an answer; None if that is a part of the name alone."""
        name = self._NAME.match(text)
        if name is None:
            return None if self._UNFINISHED_NAME.fullmatch(text) else False
        rest = text[name.end() :]
        return rest.startswith(self._NEXT) or (None if self._NEXT.startswith(rest) else False)


def _position_fields(position: NamedPosition) -> dict[str, object]:
    return {"deal": position.name, **dict(variant_fields(position.variant))}


def read_answers(path: Path, answer_format: AnswerFormat, names: Collection[str]) -> dict[Hashable, str]:
    """Return the words of the results in an earlier run's output, by key; no file holds none.

    The beginning of an answer at its end is cut off the file; `names` are the files that may be asked about. Raise
    InputError, naming the line, if the file holds anything else, and then it is left as it is; or OSError.
    """
    if not path.exists():
        return {}
    answers: dict[Hashable, str] = {}
    with os.fdopen(open_regular(path, os.O_RDWR), "r+b") as file:
        size = 0
        for number, line in enumerate(iter(lambda: file.readline(_MAX_LINE), b""), 1):
            text = line.decode(errors="replace")
            if not line.endswith(b"\n"):
                is_beginning = answer_format.is_beginning(text, names)
                # Where no answer stands before it, too little to tell may be anybody's.
                if len(line) == _MAX_LINE or is_beginning is False or (is_beginning is None and not answers):
                    raise InputError(f"{path} cannot be continued: line {number} is not the start of an answer.")
                file.truncate(size)
                break
            try:
                key, word = answer_format.parse(text.strip())
            except InputError as error:
                raise InputError(f"{path} cannot be continued: line {number} {error}.") from None
            answers[key] = word
            size += len(line)
    return answers
