"""Many positions to be searched, and the lines that answer them."""

import sys
from collections.abc import Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from itertools import chain
from pathlib import Path
from typing import TextIO

from freecell_tui.cli.answer_format import SOLVED, AnswerFormat, read_answers, result_word
from freecell_tui.cli.inputs import DealRange, InputError, NamedPosition
from freecell_tui.cli.options import (
    INTERRUPTED,
    NO,
    YES,
    print_error,
)
from freecell_tui.cli.progress import ProgressBar
from freecell_tui.cli.search import NamedResult, SearchOptions, ShouldStop, WorkerDied, search_in_turn
from freecell_tui.storage.files import reason


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
                earlier = read_answers(file, self._format, self._file_names())
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
                self._all_solved &= word == SOLVED
                self._bar.skip()

    def _results(self, positions: Iterable[NamedPosition], jobs: int) -> Generator[NamedResult]:
        if jobs <= 1:
            return search_in_turn(positions, self._options, self._should_stop, self._bar.draw)
        from freecell_tui.cli.parallel import search_in_parallel  # noqa: PLC0415 - one core needs no other process

        return search_in_parallel(positions, self._options, jobs, self._should_stop, self._bar.draw)

    def _print(self, results: Iterable[NamedResult], out: TextIO) -> int:
        for position, result in results:
            self._all_solved &= result_word(result) == SOLVED
            self._bar.step()
            self._bar.print_above(self._format.line(position, result), out)
            self._bar.draw()
        self._bar.clear()
        if self._should_stop():
            return INTERRUPTED
        return YES if self._all_solved else NO
