"""`freecell prove`: a certificate that a deal can be won, or that it cannot."""

import argparse
import sys
from pathlib import Path
from typing import Final

from freecell_tui.cli.budgets import add_budget, merge_budgets
from freecell_tui.cli.exit_codes import INTERRUPTED, NO, YES
from freecell_tui.cli.inputs import DealRange, InputError, NamedPosition, read_positions
from freecell_tui.cli.long_runs import ctrl_c
from freecell_tui.cli.options import Parser, UsageError, add_variant, explicit_variant, reason
from freecell_tui.cli.progress import ProgressBar
from freecell_tui.engine import FREECELL
from freecell_tui.engine.text import counted
from freecell_tui.solver import Reason
from freecell_tui.solver.certificate import certify_loss, certify_win, title
from freecell_tui.solver.prover import Open, prove
from freecell_tui.solver.refinement import Win
from freecell_tui.solver.relaxation import has_relaxation
from freecell_tui.storage.files import atomic_write

_EPILOG: Final = """\
“freecell check” checks the certificate. For a win it holds the moves; for a loss, all positions of an easier game that
is lost: see “freecell help proofs”. The exit code is 0 if there is a proof, 1 if not, 2 if the input is wrong, 130
after Ctrl-C.
"""


def add_arguments(parser: Parser) -> None:
    """Give the parser the command's arguments."""
    parser.epilog = _EPILOG
    parser.reads_ranges = True
    add_variant(parser)
    parser.add_argument("deal", metavar="DEAL", help="a deal number, or a file with a position or a save")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="where to write the certificate (default: DEAL-CELLS.certificate in this folder)",
    )
    add_budget(parser)


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    position = _read_position(options)
    variant, board = position.variant, position.board
    bar = ProgressBar(1, sys.stderr)
    with ctrl_c() as should_stop:
        proof = prove(board, variant, budget=merge_budgets(options.budget), on_progress=bar.draw, stop=should_stop)
    bar.clear()
    if isinstance(proof, Open):
        return _print_open(proof)
    number = position.name if isinstance(position.name, int) and position.name > 0 else None
    if isinstance(proof, Win):
        certificate = certify_win(board, variant, number, proof.moves)
        claim = f"can be won: {counted(len(proof.moves), 'move')}"
    else:
        certificate = certify_loss(board, variant, number, proof.apart, proof.keys)
        claim = f"cannot be won: {len(proof.keys):,} positions, closed"
    path = options.output or _default_path(position)
    try:
        atomic_write(path, certificate)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {reason(error)}.") from None
    print(f"{title(position.name, variant)} {claim} (certificate: {path}, {len(certificate):,} bytes)")
    return YES


def _read_position(options: argparse.Namespace) -> NamedPosition:
    found = read_positions(options.deal, explicit_variant(options))
    if isinstance(found, DealRange) and len(found) != 1:
        raise UsageError("A certificate covers one deal, not a range.")
    position = next(iter(found))
    if not has_relaxation(position.variant):
        raise UsageError(
            "Certificates are for FreeCell and ForeCell only, without cards that come back from home; "
            "use “freecell solve” for other games."
        )
    return position


def _print_open(proof: Open) -> int:
    if proof.reason is Reason.STOPPED:
        return INTERRUPTED
    print(f"undecided: {proof.reason.value}")
    if proof.easier_is_won:
        print("The easier game, in which cards of the same rank and colour can swap places, can be won.")
    return NO


def _default_path(position: NamedPosition) -> Path:
    variant, name = position.variant, position.name
    game = "" if variant.name == FREECELL.name else f"{variant.name}-"
    stem = str(name).replace("-", "minus-") if isinstance(name, int) else Path(name).stem
    return Path(f"{game}{stem}-{variant.cells}.certificate")
