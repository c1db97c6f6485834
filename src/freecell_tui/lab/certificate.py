"""Certificates: files from which anyone can check that a position is won or lost, without the solver.

A certificate is a line of JSON. In that of a loss the keys of `EasierGame` follow, compressed by xz: in ascending
order, each as its difference from the one before, seven bits a byte, the lowest first, and the highest bit set in all
bytes but the last. `check_certificate` reads it, and shares no code with this module.
"""

import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain, pairwise
from typing import Final, NamedTuple

from freecell_tui.engine import Board, Move, deal, read_position, write_position
from freecell_tui.engine.text import FreecellError, counted
from freecell_tui.engine.variants import FREECELL, Variant, find_variant

_LONGEST_HEADER: Final = 2**16
_BITS: Final = 7
_MORE: Final = 1 << _BITS
# Keys are not aligned, so the position of a byte in a word does not help the compressor.
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0, "dict_size": 2**24}]

_HOUSE_RULES: Final = {"cards_come_back": "cards come back from the foundations", "aces_only_home": "aces only go home"}


class CertificateError(Exception):
    """The bytes are no certificate of a win; `str()` says what is wrong, without a full stop."""


class WinClaim(NamedTuple):
    """A claim that moves of one card each win from a board; `number` is None unless it is the start of that deal."""

    board: Board
    variant: Variant
    number: int | None
    moves: tuple[Move, ...]


def certify_win(board: Board, variant: Variant, number: int | None, moves: Iterable[Move]) -> bytes:
    """Return the certificate of a win by these moves of one card each; `number` is None unless it is a deal's start."""
    position = {} if number else {"position": write_position(board)}
    claim = {"verdict": "won", "house_rules": variant.house_rules, "moves": " ".join(map(str, moves))}
    return _header(variant, number, {**position, **claim})


def certify_loss(
    board: Board, variant: Variant, number: int | None, apart: Sequence[int], keys: Iterable[int]
) -> bytes:
    """Return the certificate of a loss by these keys of an easier game with twins told `apart`; `number` as there."""
    ordered = sorted(keys)
    body = bytearray()
    for before, key in pairwise(chain([0], ordered)):
        difference = key - before
        while difference >> _BITS:
            body.append(difference & _MORE - 1 | _MORE)
            difference >>= _BITS
        body.append(difference)
    piles = [*board.columns, *(() if card is None else (card,) for card in board.free_cells)]
    position = {} if number else {"position": piles}
    claim = {
        "verdict": "lost",
        "aces_only_home": variant.aces_only_home,
        "apart": list(apart),
        "positions": len(ordered),
        "digest": sha256(body).hexdigest(),
    }
    return _header(variant, number, {**position, **claim}) + lzma.compress(body, filters=_FILTERS)


def _header(variant: Variant, number: int | None, claim: Mapping[str, object]) -> bytes:
    game = {"variant": variant.name, "cells": variant.cells, "deal": number or 0}
    return json.dumps({"format": "freecell-certificate", "version": 1, **game, **claim}).encode() + b"\n"


def read_win(content: bytes) -> WinClaim | None:
    """Return the claim of a certificate of a win, not checked yet; None if it does not claim to be one.

    Raise CertificateError unless it is exactly as `certify_win` writes it.
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
    """Return the title of a proof: `#617 with 4 cells`, or `#5 of ForeCell with 2 cells`."""
    of_game = "" if variant.name == FREECELL.name else f" of {variant.title}"
    house_rules = " and ".join(_HOUSE_RULES[rule] for rule in variant.house_rules)
    where = f" where {house_rules}" if house_rules else ""
    return f"{'#' * isinstance(name, int)}{name}{of_game}{where} with {counted(variant.cells, 'cell')}"
