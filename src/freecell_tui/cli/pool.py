"""Questions to solvers in several processes at once, and the answers in the order of the questions."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from select import select
from typing import Final

from freecell_tui.cli.inputs import NamedPosition
from freecell_tui.cli.search import Answered, SearchOptions, Stop
from freecell_tui.solver import SolverResult
from freecell_tui.solver.client import SolverDied, SolverProcess
from freecell_tui.solver.protocol import SolverQuery

_AHEAD: Final = 1000
"""How far the answers may run ahead of one that takes long."""

_PATIENCE: Final = 0.1
"""Seconds until the wait for an answer is interrupted, to look whether it has become pointless."""


@dataclass(slots=True, eq=False)
class _Job:
    position: NamedPosition
    answer: SolverResult | None = None


class WorkerPool:
    """So many solver processes. They start with their first questions, and end with this process however that ends."""

    def __init__(self, jobs: int) -> None:
        self._processes = [SolverProcess(nice=False) for _ in range(jobs)]
        self._idle = list(self._processes)
        self._busy: dict[int, tuple[SolverProcess, _Job]] = {}

    def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.close()

    def answers(
        self, positions: Iterable[NamedPosition], terms: SearchOptions, stop: Stop, on_wait: Callable[[], None]
    ) -> Iterator[Answered]:
        """Each position with its answer, in their order; raise SolverDied if a process ended before it had answered.

        When `stop` says so, what is answered by then comes still, and what stands before it and is not is left out.
        """
        left = iter(positions)
        line: deque[_Job] = deque()
        while not stop():
            # Nobody is kept waiting for a question by what is done with an answer.
            while self._idle and len(line) < _AHEAD and (position := next(left, None)) is not None:
                line.append(self._ask(position, terms))
            if not line:
                return
            while line and line[0].answer is not None:
                yield line[0].position, line[0].answer
                line.popleft()
            try:
                self._wait()
            except SolverDied:
                # Ctrl-C reaches every process of a terminal, and one that is just starting ends by it.
                if not stop():
                    raise
            on_wait()
        for asked in line:
            if asked.answer is not None:
                yield asked.position, asked.answer

    def _ask(self, position: NamedPosition, terms: SearchOptions) -> _Job:
        """Ask an idle process."""
        query = SolverQuery(position.board, position.variant, terms.autoplay, terms.short, terms.budget)
        process = self._idle.pop()
        try:
            process.submit(query)
        except BrokenPipeError:
            raise SolverDied from None
        assert process.descriptor is not None
        asked = _Job(position)
        self._busy[process.descriptor] = process, asked
        return asked

    def _wait(self) -> None:
        """Take in what is answered, and wait for it if need be, but not for long."""
        ready, _, _ = select(list(self._busy), [], [], _PATIENCE if self._busy else 0)
        for descriptor in ready:
            process, asked = self._busy[descriptor]
            for answer in process.results():
                asked.answer = answer
                del self._busy[descriptor]
                self._idle.append(process)
