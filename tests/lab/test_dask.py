"""Surveys on a real Dask cluster: a scheduler and two workers, all processes of this machine."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

from freecell_tui.lab.survey_folder import Survey
from freecell_tui.lab.survey_run import Workers, run_survey

OPTIONS = ("--cells", "1", "--budget", "3000", "--chunk", "2")


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is killed in the end."""
    with subprocess.Popen([sys.executable, "-m", *words], stderr=subprocess.DEVNULL, stdout=subprocess.PIPE) as running:
        try:
            yield running
        finally:
            running.kill()


def wait_for(condition: Callable[[], object], *alive: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert all(each.poll() is None for each in alive)
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_finds_what_one_machine_finds(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    common = ("--scheduler-file", str(file), "--no-dashboard")
    with ExitStack() as stack:
        scheduler = stack.enter_context(process("dask", "scheduler", "--host", "127.0.0.1", "--port", "0", *common))
        worker = ("dask", "worker", "--nthreads", "1", "--no-nanny", *common)
        first, second = (stack.enter_context(process(*worker)) for _ in range(2))
        wait_for(lambda: file.exists() and file.read_text(encoding="utf-8").endswith("}"), scheduler)
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        survey = ("freecell_tui", "survey", "1..30", *OPTIONS, "-o")
        leader = stack.enter_context(process(*survey, str(tmp_path / "dask"), "--dask", address))
        wait_for(lambda: len(list(tmp_path.glob("dask/results/*.jsonl"))) >= 2, leader)
        first.send_signal(signal.SIGKILL)
        assert len(list(tmp_path.glob("dask/results/*.jsonl"))) < 12
        out, _ = leader.communicate()
        assert (leader.returncode, second.poll()) == (0, None)
    assert out.startswith(b"FreeCell, 1 cell: verdict of 30 deals\n")
    there = Survey.open(tmp_path / "dask")
    here = Survey.create(tmp_path / "local", there.question, there.deals, there.chunk_size)
    assert run_survey(here, Workers(partial(ThreadPoolExecutor, 1), lambda _: 2)) == []
    assert there.done() == here.done() == set(range(15))
    for path in (here.folder / "results").iterdir():
        assert path.read_bytes() == (there.folder / "results" / path.name).read_bytes()
