"""`freecell check`: whether a certificate proves what it claims."""

import argparse
import sys
from collections.abc import Generator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from freecell_tui.cli.exit_codes import INTERRUPTED, NO, YES
from freecell_tui.cli.inputs import InputError
from freecell_tui.cli.long_runs import add_jobs, ctrl_c
from freecell_tui.cli.options import Parser, print_error, reason
from freecell_tui.cli.parallel import process_pool
from freecell_tui.cli.progress import ProgressBar
from freecell_tui.engine import FreecellError
from freecell_tui.engine.text import counted, printable
from freecell_tui.solver.certificate import WON, read_header, replay_win, title_of
from freecell_tui.solver.check_certificate import UNREADABLE, Certificate

_EPILOG: Final = """\
For a win, the moves are replayed. For a loss, every position and every move from it are checked, by a program that
needs nothing from the solver and can be read in ten minutes: see “freecell help proofs”. The exit code is 0 if the
certificate proves its claim, 1 if not, 2 if it cannot be read, 130 after Ctrl-C.
"""
_PART: Final = 2_000
"""How many positions a process checks in one go: about a quarter of a second."""
_MOST_PARTS: Final = 400


def add_arguments(parser: Parser) -> None:
    """Give the parser the command's arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("file", type=Path, metavar="FILE", help="a certificate written by “freecell prove”")
    add_jobs(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    path = options.file
    try:
        header = read_header(path)
        if header["verdict"] == WON:
            return _check_win(path, header)
        return _check_loss(path, options.jobs)
    except UNREADABLE as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> InputError:
    why = reason(error) if isinstance(error, OSError | ValueError) else "it is something else, or damaged"
    return InputError(f"{path} cannot be read as a certificate: {printable(why)}.")


def _check_win(path: Path, header: Mapping[str, Any]) -> int:
    """Replay the moves of a win with the rules of the game."""
    try:
        end = replay_win(header)
    except FreecellError as error:
        return _print_refuted(path, f"a move fails: {error}")
    if not end.is_won:
        return _print_refuted(path, "its moves do not win.")
    print(f"{title_of(header)} can be won: {counted(len(header['moves'].split()), 'move')} (checked)")
    return YES


def _check_loss(path: Path, jobs: int) -> int:
    certificate = Certificate(path)
    positions = len(certificate.keys)
    parts = min(max(positions // _PART, jobs), _MOST_PARTS)
    bar = ProgressBar(positions, sys.stderr)
    why_not = ""
    with ctrl_c() as should_stop, closing(_answers(certificate, parts, jobs)) as answers:
        for part, answer in enumerate(answers):
            why_not = why_not or answer
            if why_not or should_stop():
                break
            bar.step(len(range(part, positions, parts)))
            bar.draw()
        bar.clear()
        if should_stop():
            return INTERRUPTED
    if why_not:
        return _print_refuted(path, f"{why_not}.")
    print(f"{certificate.claim} (checked)")
    return YES


def _answers(certificate: Certificate, parts: int, jobs: int) -> Generator[str]:
    """Yield for each part of the positions why it proves nothing, or an empty text."""
    if jobs <= 1:
        yield from map(partial(certificate.check, parts=parts), range(parts))
        return
    # A forked worker has the positions already.
    _CHECKED.append(certificate)
    try:
        with process_pool(jobs) as executor:
            yield from executor.map(_check_part, range(parts), [parts] * parts)
    except BrokenProcessPool:
        yield "a process died before it finished; there may not be enough memory for this many at once"
    finally:
        _CHECKED.clear()


_CHECKED: Final[list[Certificate]] = []
"""What a worker process checks."""


def _check_part(part: int, parts: int) -> str:
    return _CHECKED[0].check(part, parts)


def _print_refuted(path: Path, sentence: str) -> int:
    """Print why a certificate proves nothing; return the exit code."""
    print_error(f"{path} does not prove its claim: {sentence}")
    return NO
