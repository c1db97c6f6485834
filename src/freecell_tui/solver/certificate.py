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
from typing import Final

from freecell_tui.engine import Board, Move, Variant, rules
from freecell_tui.engine.supermoves import single_card_moves

FORMAT: Final = "freecell-certificate"
VERSION: Final = 1
WON: Final = "won"
LOST: Final = "lost"
_BITS: Final = 7
_MORE: Final = 1 << _BITS
# Keys end anywhere in a word, so the place of a byte in its word tells the compressor nothing.
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0, "dict_size": 2**24}]


def certify_win(board: Board, variant: Variant, deal: int | None, moves: Iterable[Move]) -> bytes:
    """Return the certificate of a win by these moves, without autoplay; `deal` is None unless it is one's start.

    They are written in standard notation, one card each.
    """
    steps, there = list[Move](), board
    for move in moves:
        steps += single_card_moves(there, move, variant)
        there = rules.apply_move(there, move, variant)
    claim = {"verdict": WON, "house_rules": variant.house_rules, "moves": " ".join(map(str, steps))}
    return _header(board, variant, deal, claim)


def certify_loss(board: Board, variant: Variant, deal: int | None, apart: Sequence[int], keys: Iterable[int]) -> bytes:
    """Return the certificate of a loss by these keys of an easier game with twins told `apart`; `deal` as for a win."""
    ordered = sorted(keys)
    body = bytearray()
    for before, key in pairwise(chain([0], ordered)):
        difference = key - before
        while difference >> _BITS:
            body.append(difference & _MORE - 1 | _MORE)
            difference >>= _BITS
        body.append(difference)
    claim = {
        "verdict": LOST,
        "aces_only_home": variant.aces_only_home,
        "apart": list(apart),
        "positions": len(ordered),
        "digest": sha256(body).hexdigest(),
    }
    return _header(board, variant, deal, claim) + lzma.compress(body, filters=_FILTERS)


def _header(board: Board, variant: Variant, deal: int | None, claim: Mapping[str, object]) -> bytes:
    piles = [*board.columns, *(() if card is None else (card,) for card in board.free_cells)]
    game = {"variant": variant.name, "cells": variant.cells, "deal": deal or 0}
    position = {} if deal else {"position": piles}
    return json.dumps({"format": FORMAT, "version": VERSION, **game, **position, **claim}).encode() + b"\n"
