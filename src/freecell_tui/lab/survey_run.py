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


def run_survey(  # noqa: PLR0915 - its parts share what they keep
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
    pending, suspects = dict[Future[ChunkAnswer], int](), deque[int]()
    failed, aside, has_answers = set[int](), list[int](), False
    stack = ExitStack()
    executor: Executor | None = None

    def submit(left: Iterator[int]) -> None:
        """Submit as many chunks as the executor may have; a suspect chunk is submitted alone."""
        nonlocal executor
        executor = executor or stack.enter_context(workers.start())
        is_alone = suspects or not failed.isdisjoint(pending.values())
        at_once = 1 if is_alone else max(workers.at_once(), 1)
        while len(pending) < at_once:
            number = suspects.popleft() if suspects else next(left, None)
            if number is None:
                return
            try:
                future = executor.submit(ask, survey.question, survey.chunk(number))
            except BrokenExecutor as error:
                fail(number, error)
                replace_executor()
                return
            pending[future] = number

    def take(done: set[Future[ChunkAnswer]]) -> None:
        nonlocal has_answers
        is_broken = False
        for future in done:
            number = pending.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                survey.record(number, future.result())
                on_wait(survey.length(number))
                has_answers = True
            else:
                fail(number, error)
                is_broken |= isinstance(error, BrokenExecutor)
        if is_broken:
            replace_executor()

    def fail(number: int, error: BaseException) -> None:
        """Ask a chunk again, or set it aside if that was the second time."""
        if number not in failed and not isinstance(error, workers.final):
            failed.add(number)
            suspects.append(number)
            return
        why = one_line(f"{type(error).__name__}: {error}".rstrip(": "))[:LONGEST_ERROR]
        aside.append(number)
        survey.set_aside(number, why)
        if not has_answers and len(aside) == _HOPELESS:
            raise SurveyError(f"None of the first {_HOPELESS} chunks could be done. The last one ended so: {why}")

    def replace_executor() -> None:
        """Start another executor, and ask the chunks of the broken one again."""
        nonlocal executor
        stack.close()
        executor = None
        take(set(wait(pending).done))

    with survey.locked(), stack:
        done = survey.done()
        left = (number for number in range(survey.chunk_count) if number not in done)
        while not should_stop():
            submit(left)
            if not pending and not suspects:
                break
            take(wait(pending, _PATIENCE, FIRST_COMPLETED).done)
            on_wait(0)
        for future in pending:
            future.cancel()
        take({future for future in pending if future.done() and not future.cancelled()})
    return aside
