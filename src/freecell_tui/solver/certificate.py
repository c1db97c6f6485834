"""Certificates: files from which anyone can check that a position is won or lost, without the solver.

A certificate is a line of JSON. Behind that of a loss are the keys of `easier_game`, compressed by xz: in ascending
order, each as its difference from the one before, seven bits a byte, the lowest first, and the highest bit set in all
bytes but the last. `check_certificate` reads it; it shares nothing with this module.
"""

import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Final

from freecell_tui.engine import (
    FREECELL,
    Board,
    FreecellError,
    Move,
    Variant,
    deal,
    find_variant,
    read_position,
    rules,
    write_position,
)
from freecell_tui.engine.text import counted

FORMAT: Final = "freecell-certificate"
VERSION: Final = 1
WON: Final = "won"
LOST: Final = "lost"
_LONGEST_HEADER: Final = 2**16
_BITS: Final = 7
_MORE: Final = 1 << _BITS
# Keys end anywhere in a word, so the place of a byte in its word tells the compressor nothing.
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0, "dict_size": 2**24}]


def certify_win(board: Board, variant: Variant, number: int | None, moves: Iterable[Move]) -> bytes:
    """Return the certificate of a win by these moves of one card each; `number` is None unless it is a deal's start."""
    position = {} if number else {"position": write_position(board)}
    claim = {"verdict": WON, "house_rules": variant.house_rules, "moves": " ".join(map(str, moves))}
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
        "verdict": LOST,
        "aces_only_home": variant.aces_only_home,
        "apart": list(apart),
        "positions": len(ordered),
        "digest": sha256(body).hexdigest(),
    }
    return _header(variant, number, {**position, **claim}) + lzma.compress(body, filters=_FILTERS)


def _header(variant: Variant, number: int | None, claim: Mapping[str, object]) -> bytes:
    game = {"variant": variant.name, "cells": variant.cells, "deal": number or 0}
    return json.dumps({"format": FORMAT, "version": VERSION, **game, **claim}).encode() + b"\n"


def replay_win(header: Mapping[str, Any]) -> Board:
    """Return the board at the end of the moves in the header of a win.

    Raise FreecellError if one of them is not legal, or LookupError, ValueError or TypeError if it is no such header.
    """
    variant, number = _read_variant(header), header["deal"]
    try:
        board = deal(number, variant) if number else read_position(header["position"], variant)
    except FreecellError as error:
        raise ValueError(str(error)) from None
    for word in header["moves"].split():
        board = rules.play(board, Move.parse(word), variant)
    return board


def _read_variant(header: Mapping[str, Any]) -> Variant:
    try:
        variant = find_variant(header["variant"]).with_cells(header["cells"])
    except FreecellError as error:
        raise ValueError(str(error)) from None
    return variant.with_house_rules(**dict.fromkeys(header["house_rules"], True))


def read_header(path: Path) -> Mapping[str, Any]:
    """Return the header of the certificate in a file; raise OSError, ValueError or LookupError if it has none."""
    with path.open("rb") as file:
        header = json.loads(file.readline(_LONGEST_HEADER))
    if not isinstance(header, dict) or (header["format"], header["version"]) != (FORMAT, VERSION):
        raise ValueError("it is something else, or of another version")
    return header


def title_of(header: Mapping[str, Any]) -> str:
    """Return what the certificate of a win is about: `#617 with 4 cells`."""
    return title(header["deal"] or "This position", _read_variant(header))


def title(name: int | str, variant: Variant) -> str:
    """Return what a proof is about: `#617 with 4 cells`, or `#5 of ForeCell with 2 cells`."""
    of_game = "" if variant.name == FREECELL.name else f" of {variant.title}"
    rules = " where aces only go home" * variant.aces_only_home
    return f"{'#' * isinstance(name, int)}{name}{of_game}{rules} with {counted(variant.cells, 'cell')}"
