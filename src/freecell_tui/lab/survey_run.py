"""The leader of a survey: it submits chunks to any executor, and writes the answers.

A worker that dies costs nothing but time.
If its death breaks the executor, as with processes of this machine, another executor replaces it.
Then any of its chunks may be to blame, so each is submitted once more, alone.
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
    """The executor of a survey."""

    start: Callable[[], AbstractContextManager[Executor]]
    """Returns an executor to be entered, and another one after the first broke."""

    at_once: Callable[[], int]
    """Returns the most chunks to submit at a time, which keeps the workers busy and the leader's memory small.

    It is called several times a second, and raises SurveyError if the workers are lost.
    """

    final: tuple[type[BaseException], ...] = ()
    """The errors after which a chunk is not submitted again, as the executor has retried it."""


def run_survey(
    survey: Survey,
    workers: Workers,
    *,
    ask: Ask = ask,
    should_stop: Callable[[], bool] = lambda: False,
    on_wait: Callable[[int], None] = lambda _: None,
) -> list[int]:
    """Answer the chunks that are not done yet.

    Return the chunks that were set aside because workers died or failed twice.
    `on_wait` is called with the number of deals of each answer, and several times a second with 0.
    Raise SurveyError if another run is at work in the folder, OSError if the folder cannot be written, or the errors of
    `workers.start`.
    """
    with survey.locked(), ExitStack() as stack:
        done = survey.done()
        remaining = (number for number in range(survey.chunk_count) if number not in done)
        leader = _Leader(survey, workers, ask, on_wait, stack)
        while not should_stop():
            leader.submit(remaining)
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
    """The state of a run."""

    survey: Survey
    workers: Workers
    ask: Ask
    on_answer: Callable[[int], None]
    stack: ExitStack
    executor: Executor | None = None
    pending: dict[Future[ChunkAnswer], int] = field(default_factory=dict)
    """The number of the chunk that each future works on."""

    suspects: deque[int] = field(default_factory=deque)
    """The chunks to submit alone."""

    failed: set[int] = field(default_factory=set)
    """The chunks that have failed once."""

    aside: list[int] = field(default_factory=list)
    """The chunks that were set aside."""

    has_answers: bool = False

    def submit(self, remaining: Iterator[int]) -> None:
        """Submit as many chunks as the executor may have.

        A suspect chunk is submitted alone.
        """
        self.executor = self.executor or self.stack.enter_context(self.workers.start())
        is_alone = self.suspects or not self.failed.isdisjoint(self.pending.values())
        most = max(self.workers.at_once(), 1)  # called each time, as it raises an error if the workers are lost
        at_once = 1 if is_alone else most
        while len(self.pending) < at_once:
            number = self.suspects.popleft() if self.suspects else next(remaining, None)
            if number is None:
                return
            try:
                future = self.executor.submit(self.ask, self.survey.question, self.survey.chunk(number))
            except BrokenExecutor as error:
                self._fail(number, error)
                self._replace_executor()
                return
            self.pending[future] = number
            if future.done():
                return  # an executor without workers answers at once, and is asked whether to stop after each chunk

    def take(self, done: set[Future[ChunkAnswer]]) -> None:
        """Record the answers of finished futures, and handle their failures."""
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
                if isinstance(error, BrokenExecutor):
                    is_broken = True
        if is_broken:
            self._replace_executor()

    def _fail(self, number: int, error: BaseException) -> None:
        """Submit a failed chunk once more, or set it aside.

        A chunk is set aside after its second failure, or after an error in `workers.final`.
        """
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
        """Start another executor, and handle the chunks of the broken one."""
        self.stack.close()
        self.executor = None
        self.take(set(wait(self.pending).done))
