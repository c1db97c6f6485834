"""`freecell check`: whether a certificate proves what it claims."""

import argparse
import sys
from collections.abc import Generator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from typing import Final

from freecell_tui.cli.inputs import InputError, input_title, read_bytes
from freecell_tui.cli.long_runs import add_jobs, ctrl_c
from freecell_tui.cli.options import (
    INTERRUPTED,
    NO,
    YES,
    Command,
    Parser,
    print_error,
)
from freecell_tui.cli.parallel import process_pool
from freecell_tui.cli.progress import ProgressBar
from freecell_tui.engine import IllegalMove, write_position
from freecell_tui.engine.rules import play
from freecell_tui.engine.text import counted
from freecell_tui.lab.proofs.certificate import (
    CertificateError,
    WinClaim,
    claims_win,
    read_win,
    title,
)
from freecell_tui.lab.proofs.check_certificate import (
    MOST_BYTES,
    Certificate,
    Unreadable,
)
from freecell_tui.storage.files import reason

_EPILOG: Final = """\
For a win, the moves are replayed. For a loss, every position and every move from it are checked, by a program that
needs nothing from the solver and can be read in ten minutes: see “freecell help proofs”. The exit code is 0 if the
certificate proves its claim, 1 if not, 2 if it cannot be read, 130 after Ctrl-C.
"""
_PART: Final = 2_000
"""How many positions a process checks in one go: about a quarter of a second."""
_MOST_PARTS: Final = 400


def _check_arguments(parser: Parser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="FILE", help="a certificate written by “freecell prove”; - for standard input")
    add_jobs(parser)


def _run_check(options: argparse.Namespace) -> int:
    name = input_title(options.file)
    try:
        content = read_bytes(options.file, MOST_BYTES)
        if claims_win(content):
            return _check_win(name, read_win(content))
        return _check_loss(name, Certificate(content), options.jobs)
    except (CertificateError, Unreadable) as error:
        why = str(error)
    except (OSError, ValueError) as error:
        why = reason(error)
    raise InputError(f"{name} cannot be read as a certificate: {why}.")


def _check_win(name: str, claim: WinClaim) -> int:
    """Replay the moves of a win with the rules of the game."""
    end = claim.board
    try:
        for move in claim.moves:
            end = play(end, move, claim.variant)
    except IllegalMove as error:
        return _print_refuted(name, f"a move fails: {error}")
    if not end.is_won:
        return _print_refuted(name, "its moves do not win.")
    about = title(claim.number or "This position", claim.variant)
    print(f"{about} can be won: {counted(len(claim.moves), 'move')} (checked)")
    if not claim.number:
        print(write_position(claim.board), end="")
    return YES


def _check_loss(name: str, certificate: Certificate, jobs: int) -> int:
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
        return _print_refuted(name, f"{why_not}.")
    print(f"{certificate.claim} (checked){certificate.position}")
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
        raise InputError("A process died: there may not be enough memory for this many --jobs.") from None
    finally:
        _CHECKED.clear()


_CHECKED: Final[list[Certificate]] = []
"""What a worker process checks."""


def _check_part(part: int, parts: int) -> str:
    return _CHECKED[0].check(part, parts)


def _print_refuted(name: str, sentence: str) -> int:
    """Print why a certificate proves nothing; return the exit code."""
    print_error(f"{name} does not prove its claim: {sentence}")
    return NO


COMMANDS: Final = {"check": Command(_check_arguments, _run_check)}
