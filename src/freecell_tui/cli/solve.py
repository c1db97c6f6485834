"""`freecell solve`: whether deals and positions can be won, and how; and the searches of other commands."""

import argparse
import gc
import json
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Collection, Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from freecell_tui.cli.game_source import (
    STANDARD_INPUT,
    is_single,
    read_positions,
)
from freecell_tui.cli.options import (
    INTERRUPTED,
    NO,
    YES,
    Command,
    InputError,
    Parser,
    UsageError,
    add_dialect,
    add_variant,
    explicit_dialect,
    explicit_variant,
    print_error,
)
from freecell_tui.cli.runs import (
    DealRange,
    NamedPosition,
    ProgressBar,
    ShouldStop,
    add_budget,
    add_jobs,
    ctrl_c,
    merge_budgets,
    process_pool,
)
from freecell_tui.engine import Autoplay, Dialect, rules, write_move
from freecell_tui.engine.notation import dialect_autoplay, wrap_moves, write_header
from freecell_tui.engine.text import printable
from freecell_tui.solver import Budget, Progress, Reason, Solved, SolverResult, Undecided
from freecell_tui.solver.solve import solve
from freecell_tui.storage.files import open_regular, reason
from freecell_tui.storage.saves import variant_fields

if TYPE_CHECKING:
    from concurrent.futures import Future

# Asking the solver: about one position, and about many with the same options

NamedResult = tuple[NamedPosition, SolverResult]
OnProgress = Callable[[Progress], None]

_AHEAD: Final = 1000
"""How many positions may be searched or waiting at a time: results run so far ahead of one that takes long."""

_PATIENCE: Final = 0.1
"""Seconds until the wait for a result is interrupted, to look whether the run should stop."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What every search of a run has in common; `budget` is for each of them."""

    autoplay: Autoplay
    short: bool
    budget: Budget


class WorkerDied(Exception):
    """A process that searched has ended before it had its result: somebody or the system killed it."""


def search(
    position: NamedPosition,
    options: SearchOptions,
    should_stop: ShouldStop | None = None,
    on_progress: OnProgress | None = None,
) -> SolverResult:
    """Return the solver's result for one position, found in this process."""
    # Searches make no cycles, and looking for them costs a tenth of the time.
    gc.disable()
    try:
        return solve(
            position.board,
            position.variant,
            autoplay=options.autoplay,
            short=options.short,
            budget=options.budget,
            on_progress=on_progress,
            stop=should_stop,
        )
    finally:
        gc.enable()


def search_in_turn(
    positions: Iterable[NamedPosition], options: SearchOptions, should_stop: ShouldStop, on_progress: OnProgress
) -> Generator[NamedResult]:
    """Yield each position with its result, until it should stop."""
    for position in positions:
        result = search(position, options, should_stop, on_progress)
        if isinstance(result, Undecided) and result.reason is Reason.STOPPED:
            return
        yield position, result


def add_search_options(parser: argparse.ArgumentParser, short_help: str) -> None:
    """Give a command `--short` and `--budget`."""
    parser.add_argument("--short", action="store_true", help=short_help)
    add_budget(parser)


def search_options(options: argparse.Namespace, autoplay: Autoplay) -> SearchOptions:
    """Return what `--short` and `--budget` ask of every search."""
    return SearchOptions(autoplay, options.short, merge_budgets(options.budget))


def search_in_parallel(
    positions: Iterable[NamedPosition],
    options: SearchOptions,
    jobs: int,
    should_stop: ShouldStop,
    on_wait: Callable[[], None],
) -> Generator[NamedResult]:
    """Yield each position with its result, in their order; raise WorkerDied if a process ends before it has one.

    When it should stop, the results found by then still come; positions that have none are left out.
    """
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - one core needs no other process

    left = iter(positions)
    pending: deque[tuple[NamedPosition, Future[SolverResult]]] = deque()
    try:
        with process_pool(jobs) as executor:
            while not should_stop():
                while len(pending) < _AHEAD and (position := next(left, None)) is not None:
                    pending.append((position, executor.submit(search, position, options)))
                if not pending:
                    return
                if (result := _result_of(pending[0][1])) is not None:
                    yield pending.popleft()[0], result
                on_wait()
            found = [(position, future) for position, future in pending if future.done()]
            for position, future in found:
                yield position, future.result()
    except BrokenExecutor:
        raise WorkerDied from None


def _result_of(future: "Future[SolverResult]") -> SolverResult | None:
    """Return the result of a search, or None if it is not there soon."""
    try:
        return future.result(_PATIENCE)
    except TimeoutError:
        return None


# `freecell solve`

_EPILOG: Final = """\
For a single deal or position, the solution is printed, ten moves a line, or “unsolvable”, or “undecided” and why.
Several get one line each, in order, as they are answered. The exit code is 0 if all of them are solved, 1 if not, 2 if
the input is wrong, 130 after Ctrl-C. “freecell verify” accepts solutions in standard notation.
"""


def _solve_arguments(parser: Parser) -> None:
    parser.epilog = _EPILOG
    parser.reads_ranges = True
    add_variant(parser)
    parser.add_argument(
        "positions",
        nargs="+",
        metavar="DEAL|FILE",
        help="a deal number, a range like 1..1000, or a file with a position or a save; - for standard input",
    )
    add_search_options(parser, "spend more time looking for shorter solutions")
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON object for each")
    add_dialect(parser, "how moves are written: standard, or fc-solve, which writes every home move")
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="append the results to FILE, and skip those already in it",
    )


def _run_solve(options: argparse.Namespace) -> int:
    dialect = explicit_dialect(options) or Dialect.STANDARD
    if options.json and dialect is not Dialect.STANDARD:
        raise UsageError("argument --dialect: JSON is always in standard notation.")
    variant = explicit_variant(options)
    if options.positions.count(STANDARD_INPUT) > 1:
        raise UsageError("Standard input can be read only once.")
    groups = [read_positions(word, variant) for word in options.positions]
    how = search_options(options, dialect_autoplay(dialect))
    with ctrl_c() as should_stop:
        if is_single(options.positions) and not options.json and options.resume is None:
            return _answer_one(next(iter(groups[0])), how, dialect, should_stop)
        answer_format = JsonFormat() if options.json else TextFormat(dialect)
        return Batch(groups, how, answer_format, should_stop).write_to(options.resume, options.jobs)


def _answer_one(position: NamedPosition, how: SearchOptions, dialect: Dialect, should_stop: ShouldStop) -> int:
    bar = ProgressBar(1, sys.stderr)
    for _, result in search_in_turn([position], how, should_stop, bar.draw):
        bar.clear()
        print(_single_answer(position, result, dialect))
        return YES if isinstance(result, Solved) else NO
    bar.clear()
    return INTERRUPTED


# Answers as they are printed, for people or as JSON, and read again when a run is continued

_SOLVED: Final = "solved"
_UNSOLVABLE: Final = "unsolvable"
_UNDECIDED: Final = "undecided"

_MAX_LINE: Final = 2**16
"""More bytes than the longest solution has."""


def _result_word(result: SolverResult) -> str:
    """Return the result in one word."""
    if isinstance(result, Solved):
        return _SOLVED
    return _UNDECIDED if isinstance(result, Undecided) else _UNSOLVABLE


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


def _single_answer(position: NamedPosition, result: SolverResult, dialect: Dialect) -> str:
    """Return the answer where only one position was asked about: a solution has a header as in FreeCell Pro."""
    if not isinstance(result, Solved):
        return _result_with_reason(result)
    moves = wrap_moves(solution_words(position, result, dialect))
    return f"{write_header(position.name, position.variant, is_won=True)}\n{moves}".rstrip("\n")


def _result_with_reason(result: SolverResult) -> str:
    return f"{_UNDECIDED}: {result.reason.value}" if isinstance(result, Undecided) else _result_word(result)


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

    _LINE: Final = re.compile(rf"(?P<name>.+?) (?P<result>{_SOLVED}:|{_UNSOLVABLE}$|{_UNDECIDED}:)( .*|$)")

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def line(self, position: NamedPosition, result: SolverResult) -> str:
        """Return the line, without its end."""
        if not isinstance(result, Solved):
            return f"{self.key(position)} {_result_with_reason(result)}"
        return " ".join([str(self.key(position)), f"{_SOLVED}:", *solution_words(position, result, self._dialect)])

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
        words = (f"{_SOLVED}: ", _UNSOLVABLE, f"{_UNDECIDED}: ")
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
            "result": _result_word(result),
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
        if word not in (_SOLVED, _UNSOLVABLE, _UNDECIDED):
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


def _read_answers(path: Path, answer_format: AnswerFormat, names: Collection[str]) -> dict[Hashable, str]:
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


# Many positions, and the lines that answer them


class Batch:
    """Many positions, each answered with a line."""

    def __init__(
        self,
        groups: Sequence[DealRange | list[NamedPosition]],
        options: SearchOptions,
        answer_format: AnswerFormat,
        should_stop: ShouldStop,
    ) -> None:
        self._groups = groups
        self._options = options
        self._format = answer_format
        self._should_stop = should_stop
        self._total = sum(map(len, groups))
        self._bar = ProgressBar(self._total, sys.stderr)
        self._all_solved = True

    def write_to(self, file: Path | None, jobs: int) -> int:
        """Print the lines, or append them to a file that may answer some positions already; return the exit code.

        Raise InputError if the file holds something else, or cannot be written.
        """
        earlier: dict[Hashable, str] = {}
        out: AbstractContextManager[TextIO] = nullcontext(sys.stdout)
        if file is not None:
            try:
                earlier = _read_answers(file, self._format, self._file_names())
                out = file.open("a", encoding="utf-8", errors="plain")
            except OSError as error:
                raise InputError(f"{file} cannot be continued: {reason(error)}.") from None
        with out as stream, closing(self._results(self._unanswered(earlier), min(jobs, self._total))) as results:
            try:
                return self._print(results, stream)
            except WorkerDied:
                self._bar.clear()
                return print_error("A solver process died; there may not be enough memory for this many at once.")

    def _file_names(self) -> list[str]:
        return [str(each.name) for group in self._groups if isinstance(group, list) for each in group]

    def _unanswered(self, earlier: dict[Hashable, str]) -> Iterator[NamedPosition]:
        for position in chain.from_iterable(self._groups):
            word = earlier.get(self._format.key(position)) if earlier else None
            if word is None:
                yield position
            else:
                self._all_solved &= word == _SOLVED
                self._bar.skip()

    def _results(self, positions: Iterable[NamedPosition], jobs: int) -> Generator[NamedResult]:
        if jobs <= 1:
            return search_in_turn(positions, self._options, self._should_stop, self._bar.draw)
        return search_in_parallel(positions, self._options, jobs, self._should_stop, self._bar.draw)

    def _print(self, results: Iterable[NamedResult], out: TextIO) -> int:
        for position, result in results:
            self._all_solved &= _result_word(result) == _SOLVED
            self._bar.step()
            self._bar.print_above(self._format.line(position, result), out)
            self._bar.draw()
        self._bar.clear()
        if self._should_stop():
            return INTERRUPTED
        return YES if self._all_solved else NO


COMMANDS: Final = {"solve": Command(_solve_arguments, _run_solve)}
