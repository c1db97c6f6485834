"""Proofs that a position is won or lost, and certificates of them.

A certificate is a file with which anyone can check a proof without the solver.
The solver finds a win.
A loss is a closed set of positions of the easier game (see `EasierGame`), or, if that game is won, of a game between
the two (see `refinement`).

The first line of a certificate is JSON.
In the certificate of a loss the keys of `EasierGame` follow, compressed by xz.
The keys are in ascending order, each written as its difference from the key before, seven bits a byte, the lowest
first.
The highest bit is set in all bytes of a difference but the last.
`check_certificate` reads a certificate of a loss, and shares no code with this module.
"""

import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import chain, count, pairwise
from typing import Final, NamedTuple

from freecell_tui.engine import Autoplay, Board, Move, Variant, deal, read_position, write_position
from freecell_tui.engine.rules import apply_move, single_card_moves
from freecell_tui.engine.text import FreecellError, counted
from freecell_tui.engine.variants import FREECELL, find_variant
from freecell_tui.solver import UNLIMITED, Budget, Reason, Solved, Unsolvable
from freecell_tui.solver.refinement import Loss, Win, search_or_refine
from freecell_tui.solver.results import BudgetExceeded, Limits, OnProgress, Stop
from freecell_tui.solver.solve import paused_garbage_collection, solve


class Open(NamedTuple):
    """A position that is undecided."""

    reason: Reason
    easier_is_won: bool
    """Whether the easier game is won while no twins are told apart."""


def prove(
    board: Board,
    variant: Variant,
    *,
    budget: Budget = UNLIMITED,
    on_progress: OnProgress | None = None,
    stop: Stop | None = None,
) -> Win | Loss | Open:
    """Return a proof that `board` is won or lost.

    The variant must have an easier game, see `has_relaxation`.
    `on_progress` and `stop` are as in `solve`.
    """

    def report(states: int, _: float) -> None:
        if on_progress is not None:
            on_progress(limits.states + states, limits.seconds)

    limits = Limits(budget, on_progress, stop)
    find = partial(solve, board, variant, autoplay=Autoplay.NONE, on_progress=report, stop=stop)
    apart: tuple[int, ...] = ()  # the twins that are told apart
    is_lost = False
    try:
        for attempt in count():
            if not is_lost:
                result = find(budget=limits.remaining(20_000 * 4**attempt))  # most wins need fewer than the first
                limits.end_attempt(result.states)
                limits.check(0)
                if isinstance(result, Solved):
                    steps = list[Move]()
                    for move in result.moves:
                        steps += single_card_moves(board, move, variant)
                        board = apply_move(board, move, variant)
                    return Win(tuple(steps))
                is_lost = isinstance(result, Unsolvable)
            with paused_garbage_collection():
                proof = search_or_refine(board, variant, apart, limits)
            if not isinstance(proof, int):
                return proof
            apart = tuple(sorted((*apart, proof)))
    except BudgetExceeded as exceeded:
        return Open(exceeded.reason, easier_is_won=bool(apart))
    raise AssertionError("the attempts have no end")


# Certificates

_LONGEST_HEADER: Final = 2**16
_BITS: Final = 7
_MORE: Final = 1 << _BITS
# Keys are not aligned, so the position of a byte in a word does not help the compressor.
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0, "dict_size": 2**24}]

_HOUSE_RULES: Final = {"cards_come_back": "cards come back from the foundations", "aces_only_home": "aces only go home"}


class CertificateError(Exception):
    """Bytes that are no certificate of a win.

    `str()` is the reason, without a full stop.
    """


class WinClaim(NamedTuple):
    """A claim that moves of single cards win from a board."""

    board: Board
    variant: Variant
    number: int | None
    """The deal number; None unless the board is the start of a deal."""

    moves: tuple[Move, ...]


def certify_win(board: Board, variant: Variant, number: int | None, moves: Iterable[Move]) -> bytes:
    """Return the certificate of a win by moves of single cards.

    `number` is the deal number, or None unless the board is a deal's start.
    """
    claim = {"verdict": "won", "house_rules": variant.house_rules, "moves": " ".join(map(str, moves))}
    return _header(variant, number, write_position(board), claim)


def certify_loss(
    board: Board, variant: Variant, number: int | None, apart: Sequence[int], keys: Iterable[int]
) -> bytes:
    """Return the certificate of a loss.

    `keys` are those of an easier game in which the twins `apart` are told apart.
    `number` is the deal number, or None unless the board is a deal's start.
    """
    ordered = sorted(keys)
    body = bytearray()
    for before, key in pairwise(chain([0], ordered)):
        difference = key - before
        while difference >> _BITS:
            body.append(difference & _MORE - 1 | _MORE)
            difference >>= _BITS
        body.append(difference)
    piles = [*board.columns, *(() if card is None else (card,) for card in board.free_cells)]
    claim = {
        "verdict": "lost",
        "aces_only_home": variant.aces_only_home,
        "apart": list(apart),
        "positions": len(ordered),
        "digest": sha256(body).hexdigest(),
    }
    return _header(variant, number, piles, claim) + lzma.compress(body, filters=_FILTERS)


def _header(variant: Variant, number: int | None, position: object, claim: Mapping[str, object]) -> bytes:
    game = {"variant": variant.name, "cells": variant.cells, "deal": number or 0}
    start = {} if number else {"position": position}
    return json.dumps({"format": "freecell-certificate", "version": 1, **game, **start, **claim}).encode() + b"\n"


def read_win(content: bytes) -> WinClaim | None:
    """Return the unchecked claim of a certificate of a win, or None.

    None for content that does not claim to be one.
    Raise CertificateError unless the content is exactly as `certify_win` writes it.
    """
    line = content.partition(b"\n")[0]
    try:
        header = json.loads(line if len(line) < _LONGEST_HEADER else b"")
        if header["verdict"] != "won":
            return None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    try:
        number, cells = header["deal"] or None, header["cells"]
        if type(header["deal"]) is not int or type(cells) is not int:
            raise CertificateError("its deal or its number of cells is not a whole number")
        variant = find_variant(header["variant"], cells, header["house_rules"])
        board = deal(number, variant) if number else read_position(header["position"], variant)
        claim = WinClaim(board, variant, number, tuple(map(Move.parse, header["moves"].split())))
    except FreecellError as error:
        raise CertificateError(str(error).removesuffix(".")) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise CertificateError("it is something else, or damaged") from None
    if certify_win(*claim) != content:
        raise CertificateError("it is not written as the certificate of a win is")
    return claim


def title(name: int | str, variant: Variant) -> str:
    """Return the title of a proof.

    `#617 with 4 cells`, or `#5 of ForeCell with 2 cells`.
    """
    subject = f"#{name}" if isinstance(name, int) else name
    of_game = "" if variant.name == FREECELL.name else f" of {variant.title}"
    house_rules = " and ".join(_HOUSE_RULES[rule] for rule in variant.house_rules)
    where = f" where {house_rules}" if house_rules else ""
    return f"{subject}{of_game}{where} with {counted(variant.cells, 'cell')}"
