"""Surveys: every deal is answered once, whatever becomes of workers and leaders, by every executor and cluster."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from freecell_tui.engine import FREECELL, NoSuchDeal, find_variant
from freecell_tui.lab.survey import ChunkAnswer, DealRanges, DealSet, Find, Question, TimedDeal, deals_in
from freecell_tui.lab.survey_folder import Survey, SurveyError, compare, results, summarise
from freecell_tui.lab.survey_run import Workers, run_survey
from freecell_tui.solver import Budget
from support.commands import FORKS
from support.processes import wait_until
from support.survey_folders import shards

pytestmark = FORKS

NO_CELLS = Question(FREECELL.with_cells(0))
"""Hardly anything can be won, and that is soon found."""

THREADS = Workers(partial(ThreadPoolExecutor, 1), lambda: 2)
PROCESSES = Workers(partial(ProcessPoolExecutor, 2), lambda: 4)


def survey_of(folder: Path, last: int, question: Question = NO_CELLS, size: int = 5) -> Survey:
    return Survey.create(folder, question, DealSet([(1, last)]), size)


def quick(question: Question, deals: DealRanges) -> ChunkAnswer:
    """Answers that take no time."""
    counts = {"won": sum(1 for _ in deals_in(deals))}
    rows = "".join(
        f'{{"deal": {deal}, "result": "won", "states": {len(question.find.value)}}}\n' for deal in deals_in(deals)
    )
    return ChunkAnswer(rows.encode(), counts, 0.0, TimedDeal(0, 0.0))


# Deals


def test_deals_are_in_order_and_each_there_once_and_so_is_a_sample(subtests: pytest.Subtests) -> None:
    no_deals: list[tuple[int, int]] = []
    for ranges, deals in (
        ([(5, 7), (1, 2), (6, 9)], [1, 2, 5, 6, 7, 8, 9]),
        ([(3, 3), (4, 4), (3, 4)], [3, 4]),
        ([(-3, 2)], [-3, -2, -1, 1, 2]),
        ([(-1, 0), (2, 2)], [-1, 2]),
        (no_deals, []),
    ):
        with subtests.test(ranges=ranges):
            found = DealSet(ranges)
            assert list(deals_in(found.ranges)) == deals
            assert len(found) == len(deals)
            assert [deal for deal in range(-3, 12) if deal in found] == deals
            for start, stop in combinations_with_replacement(range(len(deals) + 3), 2):
                assert list(deals_in(found.part(start, stop))) == deals[start:stop]
    with pytest.raises(NoSuchDeal):
        DealSet([(1, 2**33)])
    everything = DealSet([(1, 8_000_000_000)])
    sample = everything.sample(500, 1)
    assert len(sample) == 500
    assert sample.ranges == everything.sample(500, 1).ranges
    assert sample.ranges != everything.sample(500, 2).ranges
    assert DealSet([(1, 3)]).sample(500, 1).ranges == ((1, 3),)


# Questions


def test_what_is_found_out_about_a_deal_and_what_cannot_be_asked(subtests: pytest.Subtests) -> None:
    for question, number, result in (
        (Question(), 617, "won"),
        (Question(FREECELL.with_cells(1)), 3, "lost"),
        (Question(FREECELL.with_cells(2), budget=Budget(states=500)), 9, "open"),
        (Question(find=Find.CELLS), 1, "3"),
        (Question(find=Find.CELLS), 2, "1"),
        (Question(find=Find.CELLS, budget=Budget(states=3000)), 9, "2-3"),
        (Question(FREECELL.with_cells(0), Find.CELLS), 3, "2"),
        (Question(find=Find.LENGTH), 3, "33"),
        (Question(FREECELL.with_cells(0), Find.LENGTH), 3, "lost"),
        (Question(find=Find.DIFFICULTY), 617, "very hard"),
    ):
        with subtests.test(question=question, number=number):
            row = question.answer(number)
            assert (row.deal, row.result) == (number, result)
            assert (row.reason == "states") is ("-" in result or result == "open")
    with pytest.raises(ValueError, match="dealt differently"):
        Question(find_variant("forecell"), Find.CELLS)
    with pytest.raises(ValueError, match="four cells"):
        Question(FREECELL.with_cells(3), Find.DIFFICULTY)


# Runs


def test_every_executor_finds_the_same(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for name, workers in (("threads", THREADS), ("processes", PROCESSES)):
        with subtests.test(name=name):
            assert run_survey(survey_of(tmp_path / name, 23), workers) == []
    found = shards(Survey.open(tmp_path / "threads"))
    assert found == shards(Survey.open(tmp_path / "processes"))
    assert len(found) == 5
    assert [deal for deal, _ in results(Survey.open(tmp_path / "threads"))] == list(range(1, 24))


def test_a_stopped_run_is_continued(tmp_path: Path) -> None:
    survey, looks = survey_of(tmp_path / "there", 50), iter([False, False, False, True])
    run_survey(survey, THREADS, ask=quick, should_stop=lambda: next(looks))
    first, log = shards(survey), (tmp_path / "there" / "log.jsonl").read_text()
    assert 0 < len(first) < survey.chunk_count
    run_survey(Survey.open(tmp_path / "there"), THREADS, ask=quick)
    assert shards(survey).items() > first.items()
    assert (tmp_path / "there" / "log.jsonl").read_text().startswith(f"{log}{{")
    assert summarise(survey).counts == {"won": 50}


def die(question: Question, deals: DealRanges, mark: Path | None = None) -> ChunkAnswer:
    """Answers, but every worker dies that meets deal 11; with a mark only the first."""
    if 11 in deals_in(deals) and not (mark and mark.exists()):
        if mark:
            mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return quick(question, deals)


def fail_always(_question: Question, _deals: DealRanges) -> ChunkAnswer:
    raise ModuleNotFoundError("No module named 'freecell_tui'")


def test_a_chunk_that_fails_is_asked_again_and_the_second_time_set_aside_and_named(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    survey = survey_of(tmp_path / "there", 60)
    assert run_survey(survey, PROCESSES, ask=partial(die, mark=tmp_path / "mark")) == []
    assert summarise(survey).counts == {"won": 60}
    assert (tmp_path / "mark").exists()
    asked = list[int]()

    def fail(question: Question, deals: DealRanges) -> ChunkAnswer:
        asked.extend(deals_in(deals))
        if 11 in deals_in(deals):
            raise MemoryError
        return quick(question, deals)

    for ask, workers, why in ((die, PROCESSES, "BrokenProcessPool"), (fail, THREADS, "MemoryError")):
        with subtests.test(ask=ask):
            survey = survey_of(tmp_path / why, 60)
            assert run_survey(survey, workers, ask=ask) == [2]
            summary = summarise(survey)
            assert summary.counts == {"won": 55}
            [(ranges, error)] = summary.set_aside
            assert ranges == [(11, 15)]
            assert error.startswith(why)
            assert asked.count(11) == (2 if ask is fail else 0)
            assert run_survey(survey, THREADS, ask=quick) == []
            assert not summarise(survey).set_aside
    survey = survey_of(tmp_path / "nothing", 500)
    with pytest.raises(SurveyError, match=r"could be done.*No module named 'freecell_tui'"):
        run_survey(survey, THREADS, ask=fail_always)


class _Counting(Executor):
    """An executor that works when it is next given something, and knows how much it had at a time."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: object, **_: object) -> Future[Any]:
        future = Future[Any]()
        self.waiting.append((future, partial(fn, *args)))
        self.most = max(self.most, len(self.waiting))
        if len(self.waiting) == 7:
            first, work = self.waiting.pop(0)
            first.set_result(work())
        return future


def test_the_leader_never_hands_out_more_than_is_wanted_at_once(tmp_path: Path) -> None:
    executor = _Counting()

    @contextmanager
    def start() -> Iterator[Executor]:
        yield executor

    survey, looks = survey_of(tmp_path / "there", 500), iter(range(60))
    run_survey(survey, Workers(start, lambda: 7), ask=quick, should_stop=lambda: next(looks) == 50)
    assert executor.most == 7
    assert len(survey.done()) > 20


# Folders


def test_a_folder_in_which_another_run_is_at_work_or_of_another_survey_is_left_alone(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    survey = survey_of(tmp_path / "there", 5)
    with survey.locked(), pytest.raises(SurveyError, match="Another run is at work"):
        run_survey(survey, THREADS)
    for question, last in ((NO_CELLS, 6), (Question(), 5)):
        with subtests.test(question=question), pytest.raises(SurveyError, match="holds another survey"):
            survey_of(tmp_path / "there", last, question)
    with pytest.raises(SurveyError, match="holds no survey"):
        Survey.open(tmp_path)


def test_what_is_common_can_be_counted_and_not_kept(tmp_path: Path) -> None:
    question = Question(FREECELL.with_cells(0), drop="lost")
    survey = survey_of(tmp_path / "there", 30, question)
    run_survey(survey, THREADS)
    assert summarise(survey).counts == {"lost": 30}
    assert list(results(survey)) == []
    assert compare(survey, dict.fromkeys(range(20, 40), "lost")) == (11, 0, [])
    assert compare(survey, dict.fromkeys(range(2, 40), "lost"), "lost") == (29, 0, [(1, "not lost", "lost")])


def test_a_survey_is_compared_with_a_list(tmp_path: Path) -> None:
    survey = survey_of(tmp_path / "there", 4, Question(find=Find.CELLS, budget=Budget(states=50_000)))
    run_survey(survey, THREADS)
    assert dict(results(survey)) == {1: "3", 2: "1", 3: "2", 4: "2"}
    assert compare(survey, {1: "3", 2: "2", 4: "open", 99: "1"}) == (1, 1, [(2, "2", "1")])
    assert compare(survey, {3: "2"}, "2") == (1, 0, [(4, "not 2", "2")])


OPTIONS = ("--cells", "1", "--budget", "3000", "--chunk", "2")


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is killed in the end."""
    with subprocess.Popen([sys.executable, "-m", *words], stderr=subprocess.DEVNULL, stdout=subprocess.PIPE) as running:
        try:
            yield running
        finally:
            running.kill()


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_finds_what_one_machine_finds(tmp_path: Path) -> None:
    from freecell_tui.lab.dask_cluster import DaskCluster  # noqa: PLC0415 - half a second for this test alone

    file = tmp_path / "scheduler.json"
    common = ("--scheduler-file", str(file), "--no-dashboard")
    with ExitStack() as stack:
        scheduler = stack.enter_context(process("dask", "scheduler", "--host", "127.0.0.1", "--port", "0", *common))
        worker = ("dask", "worker", "--nthreads", "1", "--no-nanny", *common)
        first, second = (stack.enter_context(process(*worker)) for _ in range(2))
        wait_until(lambda: file.exists() and file.read_text(encoding="utf-8").endswith("}"))
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        survey = ("freecell_tui.lab_cli", "survey", "1..30", *OPTIONS, "-o")
        leader = stack.enter_context(process(*survey, str(tmp_path / "dask"), "--dask", address))
        wait_until(lambda: len(list(tmp_path.glob("dask/results/*.jsonl"))) >= 2)
        first.send_signal(signal.SIGKILL)
        assert len(list(tmp_path.glob("dask/results/*.jsonl"))) < 12
        out, _ = leader.communicate()
        assert (leader.returncode, second.poll()) == (0, None)
        # A scheduler that stopped is told, and nothing waits for one that is gone.
        unfinished = Survey.create(tmp_path / "unfinished", NO_CELLS, DealSet([(1, 40)]), 1)
        with DaskCluster(address, patience=1.0) as cluster:
            scheduler.send_signal(signal.SIGSTOP)
            with pytest.raises(SurveyError, match=f"The Dask scheduler at {address} does not answer any more"):
                run_survey(unfinished, cluster.workers())
            scheduler.kill()
        assert list(unfinished.log()) == []
    assert out.startswith(b"FreeCell, 1 cell: verdict of 30 deals\n")
    there = Survey.open(tmp_path / "dask")
    here = Survey.create(tmp_path / "local", there.question, there.deals, there.chunk_size)
    assert run_survey(here, Workers(partial(ThreadPoolExecutor, 1), lambda: 2)) == []
    assert there.done() == here.done() == set(range(15))
    for path in (here.folder / "results").iterdir():
        assert path.read_bytes() == (there.folder / "results" / path.name).read_bytes()
