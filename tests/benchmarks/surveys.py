"""What a survey costs its leader: memory and time over many results that take no time themselves.

    python tests/benchmarks/surveys.py [--deals N] [--chunk N] [--jobs N]

The memory should stay as it is from the first tenth of the results to the last.
"""

import argparse
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from freecell_tui.lab.survey import ChunkAnswer, DealRanges, DealSet, Question, TimedDeal, deals_in
from freecell_tui.lab.survey_folder import Survey
from freecell_tui.lab.survey_run import Workers, run_survey


def main() -> None:
    """Print the memory of the leader after each tenth, and what a chunk costs it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--chunk", type=int, default=1000, metavar="N")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    options = parser.parse_args()
    marks, done = list[str](), 0
    status = Path("/proc/self/status")

    def look(answered: int) -> None:
        nonlocal done
        done += answered
        while done >= options.deals * (len(marks) + 1) // 10 and len(marks) < 10:
            marks.append(f"{int(status.read_text().partition('VmRSS:')[2].split()[0]) / 1024:.1f}")

    with tempfile.TemporaryDirectory() as folder:
        survey = Survey.create(Path(folder) / "survey", Question(), DealSet([(1, options.deals)]), options.chunk)
        workers = Workers(partial(ProcessPoolExecutor, options.jobs), lambda: 2 * options.jobs)
        begin, start = perf_counter(), process_time()
        run_survey(survey, workers, ask=trivial, on_wait=look)
        spent, took = process_time() - start, perf_counter() - begin
    print(f"MiB of the leader after each tenth of {options.deals:,} results: {', '.join(marks)}")
    each, chunks = 1000 / survey.chunk_count, survey.chunk_count
    print(
        f"{chunks:,} chunks in {took:.1f} s: {took * each:.2f} ms a chunk, {spent * each:.2f} of them the leader's work"
    )


def trivial(_question: Question, deals: DealRanges) -> ChunkAnswer:
    """Return answers that took no time."""
    rows = "".join(f'{{"deal": {deal}, "result": "won", "states": 200}}\n' for deal in deals_in(deals))
    return ChunkAnswer(rows.encode(), {"won": rows.count("\n")}, 0.001, TimedDeal(deals[0][0], 0.001))


if __name__ == "__main__":
    main()
