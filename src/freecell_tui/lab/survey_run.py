"""The leader of a survey: it submits chunks to any executor, and writes the answers.

A worker that dies costs nothing but time. If that breaks the executor, as with processes of this machine, another
replaces it. As the chunk to blame is unknown then, each of them is asked once more, alone.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from freecell_tui.engine.text import one_line
from freecell_tui.lab.survey import ChunkAnswer, DealRanges, Question, ask
from freecell_tui.lab.survey_folder import LONGEST_ERROR, Survey, SurveyError

_PATIENCE: Final = 0.1  # seconds between two checks whether the run should stop
_HOPELESS: Final = 5  # after so many chunks set aside, and none done, the deals are not to blame: the run ends

Ask = Callable[[Question, DealRanges], ChunkAnswer]


class Workers(NamedTuple):
    """The executor of a survey.

    `start` returns an executor to be entered, and another one after it broke. `at_once` returns how many chunks it may
    have at a time: enough to keep its workers busy, and few enough for the leader's memory; it is called several times
    a second, and raises SurveyError if the workers are lost. After an error of the kinds `final`, a chunk is not asked
    again, because the executor has retried it.
    """

    start: Callable[[], AbstractContextManager[Executor]]
    at_once: Callable[[], int]
    final: tuple[type[BaseException], ...] = ()


def run_survey(
    survey: Survey,
    workers: Workers,
    *,
    ask: Ask = ask,
    should_stop: Callable[[], bool] = lambda: False,
    on_wait: Callable[[int], None] = lambda _: None,
) -> list[int]:
    """Do the chunks that are not done yet; return those set aside because workers died or failed twice.

    `on_wait` is called with the number of deals of each answer, and several times a second with 0. Raise SurveyError if
    another run is at work in the folder, OSError if it cannot be written, or what `workers.start` raises.
    """
    with survey.locked(), ExitStack() as stack:
        done = survey.done()
        left = (number for number in range(survey.chunk_count) if number not in done)
        leader = _Leader(survey, workers, ask, on_wait, stack)
        while not should_stop():
            leader.submit(left)
            if not leader.pending and not leader.suspects:
                break
            leader.take(wait(leader.pending, _PATIENCE, FIRST_COMPLETED).done)
            on_wait(0)
        for future in leader.pending:
            future.cancel()
        leader.take({future for future in leader.pending if future.done() and not future.cancelled()})
    return leader.aside


@dataclass
class _Leader:
    survey: Survey
    workers: Workers
    ask: Ask
    on_answer: Callable[[int], None]
    stack: ExitStack
    executor: Executor | None = None
    pending: dict[Future[ChunkAnswer], int] = field(default_factory=dict)
    suspects: deque[int] = field(default_factory=deque)
    failed: set[int] = field(default_factory=set)
    aside: list[int] = field(default_factory=list)
    has_answers: bool = False

    def submit(self, left: Iterator[int]) -> None:
        """Submit as many chunks as the executor may have; a suspect chunk is submitted alone."""
        self.executor = self.executor or self.stack.enter_context(self.workers.start())
        is_alone = self.suspects or not self.failed.isdisjoint(self.pending.values())
        at_once = max(self.workers.at_once(), 1)  # asked each time, for it may tell that there are no workers any more
        at_once = 1 if is_alone else at_once
        while len(self.pending) < at_once:
            number = self.suspects.popleft() if self.suspects else next(left, None)
            if number is None:
                return
            try:
                future = self.executor.submit(self.ask, self.survey.question, self.survey.chunk(number))
            except BrokenExecutor as error:
                self._fail(number, error)
                self._replace_executor()
                return
            self.pending[future] = number

    def take(self, done: set[Future[ChunkAnswer]]) -> None:
        is_broken = False
        for future in done:
            number = self.pending.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                self.survey.record(number, future.result())
                self.on_answer(self.survey.length(number))
                self.has_answers = True
            else:
                self._fail(number, error)
                is_broken |= isinstance(error, BrokenExecutor)
        if is_broken:
            self._replace_executor()

    def _fail(self, number: int, error: BaseException) -> None:
        """Ask a chunk again, or set it aside if that was the second time."""
        if number not in self.failed and not isinstance(error, self.workers.final):
            self.failed.add(number)
            self.suspects.append(number)
            return
        why = one_line(f"{type(error).__name__}: {error}".rstrip(": "))[:LONGEST_ERROR]
        self.aside.append(number)
        self.survey.set_aside(number, why)
        if not self.has_answers and len(self.aside) == _HOPELESS:
            raise SurveyError(f"None of the first {_HOPELESS} chunks could be done. The last one ended so: {why}")

    def _replace_executor(self) -> None:
        """Start another executor, and ask the chunks of the broken one again."""
        self.stack.close()
        self.executor = None
        self.take(set(wait(self.pending).done))
