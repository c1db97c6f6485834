"""Many questions, and the lines that answer them."""

import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import TextIO

from freecell_tui.cli import INTERRUPTED
from freecell_tui.cli.answer_format import SOLVED, AnswerLines, earlier_answers, result_of
from freecell_tui.cli.inputs import DealRange, InputError, NamedPosition
from freecell_tui.cli.options import NO, YES, complain
from freecell_tui.cli.progress import ProgressBar
from freecell_tui.cli.search import Answered, SearchOptions, Stop, one_by_one


class Batch:
    """Many questions, each answered with a line."""

    def __init__(
        self, asked: Sequence[DealRange | list[NamedPosition]], terms: SearchOptions, lines: AnswerLines, stop: Stop
    ) -> None:
        self._asked = asked
        self._terms = terms
        self._lines = lines
        self._stop = stop
        self._total = sum(map(len, asked))
        self._bar = ProgressBar(self._total, sys.stderr)
        self._all_solved = True

    def into(self, file: Path | None, jobs: int) -> int:
        """Print the lines, or write them to the end of a file that may hold some already; return the exit code.

        Raise Unreadable if the file holds something else, or cannot be written.
        """
        earlier: dict[Hashable, str] = {}
        out: AbstractContextManager[TextIO] = nullcontext(sys.stdout)
        if file is not None:
            try:
                earlier = earlier_answers(file, self._lines)
                out = file.open("a", encoding="utf-8", errors="plain")
            except OSError as error:
                raise InputError(f"{file} cannot be continued: {error.strerror or error}.") from None
        jobs = min(jobs, self._total)
        with out as stream:
            positions = self._left(earlier)
            return self._on_cores(positions, jobs, stream) if jobs > 1 else self._on_one_core(positions, stream)

    def _left(self, earlier: dict[Hashable, str]) -> Iterator[NamedPosition]:
        """What is not answered yet."""
        for position in chain.from_iterable(self._asked):
            result = earlier.get(self._lines.key(position)) if earlier else None
            if result is None:
                yield position
            else:
                self._all_solved &= result == SOLVED
                self._bar.skip()

    def _on_one_core(self, positions: Iterable[NamedPosition], out: TextIO) -> int:
        return self._print(one_by_one(positions, self._terms, self._stop, self._bar.draw), out)

    def _on_cores(self, positions: Iterable[NamedPosition], jobs: int, out: TextIO) -> int:
        from freecell_tui.cli.pool import WorkerPool  # noqa: PLC0415 - one core needs no other process
        from freecell_tui.solver.client import SolverDied  # noqa: PLC0415 - likewise

        pool = WorkerPool(jobs)
        try:
            return self._print(pool.answers(positions, self._terms, self._stop, self._bar.draw), out)
        except SolverDied:
            self._bar.clear()
            return complain("A solver ended before it had answered: there may be too little memory for so many.")
        finally:
            pool.close()

    def _print(self, answered: Iterable[Answered], out: TextIO) -> int:
        for position, answer in answered:
            self._all_solved &= result_of(answer) == SOLVED
            self._bar.step()
            self._bar.above(self._lines.write(position, answer), out)
            self._bar.draw()
        self._bar.clear()
        if self._stop():
            return INTERRUPTED
        return YES if self._all_solved else NO
