"""The leader of a survey: it submits chunks to any executor, and writes the answers.

A worker that dies costs nothing but time. If that breaks the executor, as with processes of this machine, another
replaces it. As the chunk to blame is unknown then, each of them is asked once more, alone.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, ExitStack
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
    have at a time: enough to keep its workers busy, and few enough for the leader's memory. After an error of the kinds
    `final`, a chunk is not asked again, because the executor has retried it.
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

    `on_wait` is called several times a second with the number of deals answered since the last time. Raise SurveyError
    if another run is at work in the folder, OSError if it cannot be written, or what `workers.start` raises.
    """
    with survey.locked():
        done = survey.done()
        left = (number for number in range(survey.chunk_count) if number not in done)
        return _Leader(survey, workers, ask).run(left, should_stop, on_wait)


class _Leader:
    def __init__(self, survey: Survey, workers: Workers, ask: Ask) -> None:
        self._survey = survey
        self._workers = workers
        self._ask = ask
        self._stack = ExitStack()
        self._executor: Executor | None = None
        self._pending: dict[Future[ChunkAnswer], int] = {}
        self._suspects: deque[int] = deque()
        self._failed: set[int] = set()
        self._set_aside: list[int] = []
        self._answered = 0
        self._has_answers = False

    def run(self, left: Iterator[int], should_stop: Callable[[], bool], on_wait: Callable[[int], None]) -> list[int]:
        with self._stack:
            while not should_stop():
                self._submit(left)
                if not self._pending and not self._suspects:
                    break
                done, _ = wait(self._pending, _PATIENCE, FIRST_COMPLETED)
                self._take(done)
                on_wait(self._answered)
                self._answered = 0
            for future in self._pending:
                future.cancel()
            self._take({future for future in self._pending if future.done() and not future.cancelled()})
        return self._set_aside

    def _submit(self, left: Iterator[int]) -> None:
        """Submit as many chunks as the executor may have; a suspect chunk is submitted alone."""
        if self._executor is None:
            self._executor = self._stack.enter_context(self._workers.start())
        is_alone = self._suspects or not self._failed.isdisjoint(self._pending.values())
        at_once = 1 if is_alone else max(self._workers.at_once(), 1)
        while len(self._pending) < at_once:
            number = self._suspects.popleft() if self._suspects else next(left, None)
            if number is None:
                return
            try:
                future = self._executor.submit(self._ask, self._survey.question, self._survey.chunk(number))
            except BrokenExecutor as error:
                self._fail(number, error)
                self._replace_executor()
                return
            self._pending[future] = number

    def _take(self, done: set[Future[ChunkAnswer]]) -> None:
        is_broken = False
        for future in done:
            number = self._pending.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                self._survey.record(number, future.result())
                self._answered += self._survey.length(number)
                self._has_answers = True
            else:
                self._fail(number, error)
                is_broken |= isinstance(error, BrokenExecutor)
        if is_broken:
            self._replace_executor()

    def _fail(self, number: int, error: BaseException) -> None:
        """Ask a chunk again, or set it aside if that was the second time."""
        if number not in self._failed and not isinstance(error, self._workers.final):
            self._failed.add(number)
            self._suspects.append(number)
            return
        why = one_line(f"{type(error).__name__}: {error}".rstrip(": "))[:LONGEST_ERROR]
        self._set_aside.append(number)
        self._survey.set_aside(number, why)
        if not self._has_answers and len(self._set_aside) == _HOPELESS:
            raise SurveyError(f"None of the first {_HOPELESS} chunks could be done. The last one ended so: {why}")

    def _replace_executor(self) -> None:
        """Start another executor, and ask the chunks of the broken one again."""
        self._stack.close()
        self._executor = None
        self._take(set(wait(self._pending).done))
