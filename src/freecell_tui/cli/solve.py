"""`freecell solve`: solutions of deals and positions, or proofs that there are none."""

import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from freecell_tui.cli.game_source import STANDARD_INPUT, NamedPosition, NamedPositions, file_path, read_positions
from freecell_tui.cli.options import (
    NO,
    YES,
    InputError,
    Options,
    Parser,
    ProgressBar,
    UsageError,
    has_colours,
    is_for_people,
    painted,
    wrapped,
)
from freecell_tui.cli.runs import Search, add_budget, add_jobs, ctrl_c, merge_budgets, search_all
from freecell_tui.engine import FREECELL, Autoplay, Board, Dialect, Move, Variant, rules, write_move, write_position
from freecell_tui.engine.game import AutoplayRule, next_turn
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.text import counted, printable
from freecell_tui.engine.transcripts import dialect_autoplay, write_heading
from freecell_tui.solver import Solved, SolverResult, Undecided, Unsolvable
from freecell_tui.solver.solve import solve
from freecell_tui.storage.files import open_regular, reason


def solve_arguments(parser: Parser) -> None:
    parser.example = "freecell solve 617 --short"
    parser.epilog = (
        "For a single deal or position, it prints the solution, ten moves a line, or “unsolvable”, or “undecided” and "
        "why. For several, it prints one line each, in order. The exit code is 0 if all of them are solved, 1 if not, "
        "2 if the input is wrong, 130 after Ctrl-C. “freecell verify” accepts solutions in standard notation."
    )
    parser.reads_ranges = True
    parser.add_variant()
    parser.add_argument(
        "positions",
        nargs="+",
        metavar="DEAL|FILE",
        help="a deal number, a range like 1..1000, or a file with a position or a save; - for standard input",
    )
    parser.add_argument("--short", action="store_true", help="spend more time looking for shorter solutions")
    add_budget(parser)
    add_jobs(parser)
    parser.add_argument("--json", action="store_true", help="print each result as a JSON object")
    parser.add_autoplay()
    parser.add_dialect("the notation of moves: standard, or fc-solve, which also writes every move home")
    parser.add_argument(
        "--resume", type=file_path, metavar="FILE", help="append the results to FILE, and skip those already in it"
    )


def run_solve(options: Options) -> int:
    dialect = options.explicit_dialect() or Dialect.STANDARD
    if options.json and dialect is not Dialect.STANDARD:
        raise UsageError("argument --dialect: JSON is always in standard notation.")
    variant = options.explicit_variant()
    if options.positions.count(STANDARD_INPUT) > 1:
        raise UsageError("Standard input can be read only once.")
    groups = [read_positions(word, variant) for word in options.positions]
    autoplay = options.explicit_autoplay() or dialect_autoplay(dialect)
    search = partial(solve, autoplay=autoplay, short=options.short, budget=merge_budgets(options.budget))
    with ctrl_c() as should_stop:
        # A range prints one line a deal, even for a single deal.
        is_single = len(groups) == groups[0].total == 1 and ".." not in Path(options.positions[0]).name
        if is_single and not options.json and options.resume is None:
            return _answer_one(next(iter(groups[0].positions)), search, dialect, should_stop)
        answer_format = AnswerFormat(None if options.json else dialect, autoplay)
        return _answer_many(groups, search, answer_format, options, should_stop)


def _answer_one(position: NamedPosition, search: Search, dialect: Dialect, should_stop: Callable[[], bool]) -> int:
    bar, autoplay = ProgressBar(1), search.keywords["autoplay"]
    unusual_autoplay = None if autoplay is dialect_autoplay(dialect) else autoplay
    result = search(position.board, position.variant, on_progress=bar.draw, stop=should_stop)
    bar.clear()
    if isinstance(result, Solved):
        # The heading is that of FreeCell Pro.
        moves = wrap_moves(solution_words(position.board, position.variant, result.moves, dialect, autoplay))
        # A dialect with every home move can be replayed without autoplay.
        is_named = unusual_autoplay is not None and dialect is Dialect.STANDARD
        rule = AutoplayRule(autoplay, finish=False) if is_named else None
        heading = write_heading(
            position.deal, position.variant, dialect, is_won=True, rule=rule, file=str(position.name)
        )
        if is_for_people() and has_colours() and dialect is Dialect.STANDARD:
            # The heading is for programs. A line behind # can be pasted with the moves, too.
            name = f"#{position.name}" if isinstance(position.name, int) else f"# {printable(position.name)}"
            title = name if position.variant == FREECELL else f"{name}, {position.variant.full_title}"
            found = painted(f"solved in {counted(len(result.moves), 'move')}", "winnable")
            heading = f"{painted(title, 'title')}: {found}"
        print(f"{heading}\n{moves}".rstrip("\n"))
        if sys.stdout.isatty() and result.moves and dialect is Dialect.STANDARD and not search.keywords["short"]:
            advice = f"The first solution found has {counted(len(result.moves), 'move')}. Add --short to look for fewer"
            par = ": par is the fewest the solver knows" if isinstance(position.name, int) else ""
            print(wrapped(f"{advice}{par}.", stream=sys.stderr), file=sys.stderr)
        return YES
    if not should_stop():
        print(painted(_result_text(result, unusual_autoplay), _ink(result)))
    return NO


# Answers: printed for people or as JSON, and read again when a run is continued.

_SOLVED: Final = "solved"
_UNSOLVABLE: Final = "unsolvable"
_UNDECIDED: Final = "undecided"
_WITH_SAFE: Final = ", solvable with safe"
_TEXT: Final = re.compile(
    rf"(?P<key>.+? )(?P<result>{_SOLVED}(?=:)|{_UNSOLVABLE}(?=(?:{_WITH_SAFE})?$)|{_UNDECIDED}(?=:)).*"
)
_JSON: Final = re.compile(
    rf'(?P<key>{{"deal": .+?, "result": ")(?P<result>{_SOLVED}|{_UNSOLVABLE}|{_UNDECIDED})", .*}}'
)

_MAX_LINE: Final = 2**16
"""A length in bytes that no answer reaches."""


def _result_text(result: SolverResult, autoplay: Autoplay | None = None) -> str:
    """Return the result in a word, with the reason if undecided.

    A given `autoplay` is named after a loss that is proved for this autoplay only. A loss that safe autoplay would
    avoid says so.
    """
    if isinstance(result, Undecided):
        return f"{_word(result)}: {result.reason.value}"
    if isinstance(result, Solved):
        return _word(result)
    name = f" with autoplay {autoplay}" if autoplay and result.is_won_with_safe is not False else ""
    return f"{_word(result)}{name}{_WITH_SAFE if result.is_won_with_safe else ''}"


def _word(result: SolverResult) -> str:
    return _SOLVED if isinstance(result, Solved) else _UNSOLVABLE if isinstance(result, Unsolvable) else _UNDECIDED


def _ink(result: SolverResult) -> str:
    return "winnable" if isinstance(result, Solved) else "lost" if isinstance(result, Unsolvable) else "warning"


def solution_words(
    board: Board, variant: Variant, moves: Sequence[Move], dialect: Dialect, autoplay: Autoplay
) -> list[str]:
    """Return the moves of a solution in a dialect.

    In the dialect of fc-solve the moves of `autoplay` are written, too.
    """
    if dialect is Dialect.STANDARD:
        return [str(move) for move in moves]
    words = []
    for move in moves:
        turn, after = next_turn(board, variant, move, autoplay)
        for written in (move, *turn.autoplay):
            words.append(write_move(written, board, variant, dialect))
            board = rules.apply_move(board, written, variant)
        assert board == after
    return words


class AnswerFormat(NamedTuple):
    """The format of an answer in one line.

    In a dialect an answer is `617 solved: 2a 27 …`, `11982 unsolvable` or `-2 undecided: the time limit was reached`;
    without a dialect it is JSON, `{"deal": 617, "variant": "freecell", "result": "solved", "moves": ["2a", …],
    "states": 1234, "seconds": 0.004}`.

    An autoplay other than the dialect's is named: `98714 (autoplay all) unsolvable, solvable with safe`. In JSON it is
    `autoplay`, before the result, and a loss is followed by `safe`, the word for the result with safe autoplay.

    In JSON, `deal` is a file's name where the position came from a file. As in a save, `cells` and `house_rules` follow
    `variant` if they differ from the variant's own. `moves` are in standard notation, or null if there is no solution.
    An undecided result has a `reason` at the end: `states`, `seconds`, `memory` or `house_rule`.
    """

    dialect: Dialect | None
    """The dialect of lines for people; None for JSON."""

    autoplay: Autoplay = Autoplay.SAFE

    @property
    def _unusual_autoplay(self) -> Autoplay | None:
        """The autoplay, or None if the dialect implies this autoplay."""
        return None if self.autoplay is dialect_autoplay(self.dialect or Dialect.STANDARD) else self.autoplay

    @property
    def _label(self) -> str:
        """The words between the name of a position and its result."""
        return f"(autoplay {self._unusual_autoplay}) " if self._unusual_autoplay else ""

    def line(self, position: NamedPosition, result: SolverResult) -> str:
        """Return the answer as a line without the line break."""
        key = self.key(position)
        if self.dialect is None:
            fields: dict[str, object] = {
                "moves": [str(move) for move in result.moves] if isinstance(result, Solved) else None,
                "states": result.states,
                "seconds": round(result.seconds, 4),
            }
            if position.file_board is not None:
                fields["start"] = write_position(position.file_board)
            if isinstance(result, Undecided):
                fields["reason"] = result.reason.name.lower()
            if isinstance(result, Unsolvable) and self._unusual_autoplay:
                fields["safe"] = {True: _SOLVED, False: _UNSOLVABLE, None: _UNDECIDED}[result.is_won_with_safe]
            return f'{key}{_word(result)}", {json.dumps(fields)[1:]}'
        if not isinstance(result, Solved):
            return f"{key}{_result_text(result)}"
        words = solution_words(position.board, position.variant, result.moves, self.dialect, self.autoplay)
        return " ".join([f"{key}{_SOLVED}:", *words])

    def key(self, position: NamedPosition) -> str:
        """Return the beginning of the answer about a position, up to the result.

        No other position has this key.
        """
        if self.dialect is not None:
            return f"{printable(str(position.name))} {self._label}"
        autoplay = {"autoplay": self._unusual_autoplay} if self._unusual_autoplay else {}
        return f'{json.dumps({"deal": position.name, **position.variant.fields, **autoplay})[:-1]}, "result": "'

    def parse(self, line: str) -> tuple[str, str]:
        """Return the key and the word of the result; raise InputError for other lines."""
        if (match := (_TEXT if self.dialect else _JSON).fullmatch(line)) is None:
            raise InputError(f"is not a {'line like “617 solved: 2a 27”' if self.dialect else 'JSON answer'}")
        return match["key"], match["result"]

    def starts(self, name: object) -> Iterator[str]:
        """Yield the possible beginnings of an answer about the position of a name."""
        if self.dialect is None:
            yield f'{{"deal": {json.dumps(name)}, "variant": "'
        else:
            yield from (
                f"{printable(str(name))} {self._label}{word}"
                for word in (f"{_SOLVED}: ", _UNSOLVABLE, f"{_UNDECIDED}: ")
            )


def _read_answers(path: Path, answer_format: AnswerFormat, names: Collection[str]) -> dict[str, str]:
    """Return the results of an earlier run by key, each as a word.

    Without a file there are none. An unfinished answer at the end is cut off the file, if it is about a deal or one of
    the `names`. Raise OSError, or InputError for any other content, which is left unchanged.
    """
    if not path.exists():
        return {}
    answers: dict[str, str] = {}
    with os.fdopen(open_regular(path, os.O_RDWR), "r+b") as file:
        size = 0
        for number, line in enumerate(iter(lambda: file.readline(_MAX_LINE), b""), 1):
            text = line.decode(errors="replace")
            if not line.endswith(b"\n"):
                # The deal need not be in this run, and its number may be cut off.
                deal = re.findall(r"-?[0-9]{1,10}", f"{text}1")[0]
                starts = [start for name in (int(deal), *names) for start in answer_format.starts(name)]
                # Text that is too short to tell may be another program's, unless answers stand before it.
                is_start = any(text.startswith(start) or (answers and start.startswith(text)) for start in starts)
                if len(line) == _MAX_LINE or not is_start:
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


def _answer_many(
    groups: Sequence[NamedPositions],
    search: Search,
    answer_format: AnswerFormat,
    options: Options,
    should_stop: Callable[[], bool],
) -> int:
    """Print a line for each position, and return the exit code.

    With `--resume` the lines are appended to the file, and positions that it answers are skipped.
    """
    total, file = sum(group.total for group in groups), options.resume
    bar = ProgressBar(total)
    all_solved = True
    earlier: dict[str, str] = {}
    out: AbstractContextManager[TextIO] = nullcontext(sys.stdout)
    if file is not None:
        try:
            earlier = _read_answers(file, answer_format, options.positions)
            out = file.open("a", encoding="utf-8", errors="plain")
        except OSError as error:
            raise InputError(f"{file} cannot be continued: {reason(error)}.") from None

    positions = chain.from_iterable(group.positions for group in groups)
    skipped: set[str] = set()
    unanswered = _unanswered(positions, answer_format, earlier, bar, skipped)
    with (
        out as stream,
        closing(search_all(unanswered, search, min(options.jobs, total), should_stop, bar.draw)) as results,
    ):
        try:
            for position, result in results:
                all_solved &= isinstance(result, Solved)
                bar.step()
                line = answer_format.line(position, result)
                if is_for_people(stream) and not options.json:
                    before, word, moves = wrapped(line, "  ").rpartition(_word(result))
                    line = f"{before}{painted(word, _ink(result))}{moves}"
                bar.print_above(line, stream)
                bar.draw()
        finally:
            bar.clear()
    return YES if all_solved and skipped <= {_SOLVED} else NO


def _unanswered(
    positions: Iterable[NamedPosition],
    answer_format: AnswerFormat,
    earlier: Mapping[str, str],
    bar: ProgressBar,
    skipped: set[str],
) -> Iterator[NamedPosition]:
    """Yield the positions without an earlier answer.

    The results of the other positions go into `skipped`.
    """
    for position in positions:
        result = earlier.get(answer_format.key(position)) if earlier else None
        if result is None:
            yield position
        else:
            skipped.add(result)
            bar.skip()
