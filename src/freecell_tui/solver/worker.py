"""The other process: questions come in by standard input, answers go out by standard output.

A new question, or an empty line, stops the search for the one before, whose answer is then Undecided. When standard
input ends, because the game has ended in whatever way, the process ends at once.
"""

import gc
import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

from freecell_tui.solver.protocol import SolverQuery, read_question, write_answer
from freecell_tui.solver.results import Budget
from freecell_tui.solver.solve import solve


def main(niceness: int) -> None:
    """Answer questions until there are no more, with this much less right to the processor than others have."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(niceness)
    # Searches make no cycles, and looking for them costs a tenth of the time.
    gc.disable()
    # And what was there before the first question need not be looked through after each.
    gc.freeze()
    questions: SimpleQueue[tuple[int, SolverQuery] | None] = SimpleQueue()
    Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        asked = questions.get()
        if asked is None:
            continue
        number, question = asked
        answer = solve(
            question.board,
            question.variant,
            autoplay=question.autoplay,
            short=question.short,
            budget=Budget(question.states, question.seconds, question.memory),
            stop=lambda: not questions.empty(),
        )
        with suppress(BrokenPipeError):
            os.write(sys.stdout.fileno(), write_answer(number, answer))
        gc.collect()


def _listen(questions: "SimpleQueue[tuple[int, SolverQuery] | None]") -> None:
    """Hand on what is asked, or None to stop; at the end of the input end the process, whatever it is doing."""
    for line in sys.stdin.buffer:
        questions.put(read_question(line) if line.strip() else None)
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
