"""`freecell-lab prove` writes certificates that deals can or cannot be won; `freecell-lab check` checks them."""

import sys
from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from freecell_tui.cli.game_source import STANDARD_INPUT, NamedPosition, input_title, read_bytes, read_positions
from freecell_tui.cli.options import NO, YES, InputError, Options, Parser, ProgressBar, UsageError, print_error
from freecell_tui.cli.output import Output, add_output
from freecell_tui.cli.runs import add_budget, add_jobs, ctrl_c, merge_budgets, process_pool
from freecell_tui.engine import FREECELL, IllegalMove, play, write_position
from freecell_tui.engine.text import counted, printable
from freecell_tui.lab.check_certificate import MOST_BYTES, Certificate, Unreadable
from freecell_tui.lab.proofs import CertificateError, Open, WinClaim, certify_loss, certify_win, prove, read_win, title
from freecell_tui.lab_cli.commands import PROGRAM
from freecell_tui.solver.refinement import Win
from freecell_tui.solver.relaxation import has_relaxation
from freecell_tui.storage.files import reason


def prove_arguments(parser: Parser) -> None:
    parser.example = "freecell-lab prove 11982 -o lost.certificate"
    parser.epilog = (
        "“freecell-lab check” checks the certificate. The certificate of a win holds the moves; that of a loss holds "
        "all positions of an easier game that cannot be won: see “freecell-lab help proofs”. The exit code is 0 if "
        "there is a proof, 1 if not, 2 if the input is wrong, 130 after Ctrl-C."
    )
    parser.reads_ranges = True
    parser.add_variant()
    parser.add_argument(
        "position", metavar="DEAL|FILE", help="a deal number, or a file with a position or a save; - for standard input"
    )
    add_output(parser, "the certificate", usual="DEAL-CELLS.certificate in this folder")
    add_budget(parser)


def run_prove(options: Options) -> int:
    count, positions = read_positions(options.position, options.explicit_variant())
    if count != 1:
        raise UsageError("A certificate covers one deal, not a range.")
    position = next(iter(positions))
    variant, board = position.variant, position.board
    if not has_relaxation(variant):
        raise UsageError(
            "Certificates are for FreeCell and ForeCell only, without cards that come back from home; "
            "use “freecell solve” for other games."
        )
    output = Output.chosen(options, _default_name(position))
    output.check()
    bar = ProgressBar(1)
    with ctrl_c() as should_stop:
        proof = prove(board, variant, budget=merge_budgets(options.budget), on_progress=bar.draw, stop=should_stop)
        bar.clear()
    if isinstance(proof, Open):
        print(f"undecided: {proof.reason.value}")
        if proof.easier_is_won:
            print("The easier game, in which cards of the same rank and colour can swap places, can be won.")
        return NO
    number = position.name if isinstance(position.name, int) and position.name > 0 else None
    if isinstance(proof, Win):
        certificate = certify_win(board, variant, number, proof.moves)
        claim = f"can be won: {counted(len(proof.moves), 'single-card step')}"
    else:
        certificate = certify_loss(board, variant, number, proof.apart, proof.keys)
        claim = f"cannot be won: {counted(len(proof.keys), 'position')}, closed"
    name = position.name
    if not isinstance(name, int):
        name = f"The position in {'standard input' if name == STANDARD_INPUT else name}"
    claim = f"{title(name, variant)} {claim}"
    output.write(certificate, "certificate")
    if output.is_standard:
        print(printable(claim), file=sys.stderr)
    else:
        print(printable(f"{claim} (certificate: {output.name}, {len(certificate):,} bytes)"))
    return YES


def _default_name(position: NamedPosition) -> str:
    variant, name = position.variant, position.name
    game = "" if variant.name == FREECELL.name else f"{variant.name}-"
    if isinstance(name, int):
        stem = str(name).replace("-", "minus-")
    else:
        stem = "standard-input" if name == STANDARD_INPUT else Path(name).stem
    return f"{game}{stem}-{variant.cells}.certificate"


_PART: Final = 2_000
"""The positions that a process checks at a time, in about a quarter of a second."""
_MOST_PARTS: Final = 400


def check_arguments(parser: Parser) -> None:
    parser.example = "freecell-lab prove 617 -o - | freecell-lab check -"
    parser.epilog = (
        "For a win, the moves are replayed. For a loss, every position and every move from it are checked, by a "
        "program that needs nothing from the solver and can be read in ten minutes: see “freecell-lab help proofs”. "
        "The exit code is 0 if the certificate proves its claim, 1 if not, 2 if it cannot be read, 130 after Ctrl-C."
    )
    parser.add_argument(
        "file", metavar="FILE", help="a certificate written by “freecell-lab prove”; - for standard input"
    )
    add_jobs(parser)


def run_check(options: Options) -> int:
    name = input_title(options.file)
    try:
        content = read_bytes(options.file, MOST_BYTES)
        claim = read_win(content) or Certificate(content)
    except (CertificateError, Unreadable) as error:
        raise InputError(f"{name} cannot be read as a certificate: {error}.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name} cannot be read as a certificate: {reason(error)}.") from None
    why_not = _check_win(claim) if isinstance(claim, WinClaim) else _check_loss(claim, options.jobs)
    return print_error(f"{name} does not prove its claim: {why_not}", PROGRAM) if why_not else YES


def _check_win(claim: WinClaim) -> str:
    """Print a proved win, or return why the claim is not proved.

    The reason is the end of a sentence, '' if there is none.
    """
    end = claim.board
    try:
        for move in claim.moves:
            end = play(end, move, claim.variant)
    except IllegalMove as error:
        return f"a move fails: {error}"
    if not end.is_won:
        return "its moves do not win."
    about = title(claim.number or "This position", claim.variant)
    print(f"{about} can be won: {counted(len(claim.moves), 'single-card step')} (checked)")
    if not claim.number:
        print(write_position(claim.board), end="")
    return ""


def _check_loss(certificate: Certificate, jobs: int) -> str:
    """Print a proved loss, or return why the claim is not proved.

    `jobs` processes check every position.
    The reason is the end of a sentence, '' if there is none.
    """
    positions = len(certificate.keys)
    parts = min(max(positions // _PART, jobs), _MOST_PARTS)
    bar = ProgressBar(positions)
    why_not = ""
    with ctrl_c() as should_stop, closing(_answers(certificate, parts, jobs)) as answers:
        for part, answer in enumerate(answers):
            why_not = why_not or answer
            if why_not or should_stop():
                break
            bar.step(len(range(part, positions, parts)))
        bar.clear()
    if not why_not:
        print(f"{certificate.claim} (checked){certificate.position}")
    return why_not and f"{why_not}."


def _answers(certificate: Certificate, parts: int, jobs: int) -> Generator[str]:
    """Yield why each part of the positions proves nothing, or ''."""
    if jobs <= 1:
        yield from map(partial(certificate.check, parts=parts), range(parts))
        return
    # A forked worker has the positions already.
    _CHECKED.append(certificate)
    try:
        with process_pool(jobs) as executor:
            yield from executor.map(_check_part, range(parts), [parts] * parts)
    finally:
        _CHECKED.clear()


_CHECKED: Final[list[Certificate]] = []
"""The certificate that a worker process checks."""


def _check_part(part: int, parts: int) -> str:
    return _CHECKED[0].check(part, parts)
