"""Forged certificates: nothing false is accepted, and the adversary who tries it finds every hole that is made."""

import json
import lzma
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from campaign.conftest import Attack
from campaign.forger import accepts, forged, varints
from freecell_tui.lab import check_certificate
from support.mutants import mutant

REAL = Path(__file__).parents[2] / "saves" / "11982-4.certificate"
TRIES = 6_000
"""The short form: a hole must be found with so many tries."""

pytestmark = pytest.mark.slow

IN_ORDER = "if apart != [card for card in LOWER if card in apart]:", "if False:"
ANY_WIDTH = "11 + len(apart)", "11 + len(set(apart))"
ANY_DECK = "has_deck and self.key(table) == key", "self.key(table) == key"
NOT_LEFT = """                if pile[-1] not in left:
                    return None
                left.remove(pile[-1])
"""
ANY_LEFT = NOT_LEFT, "                left.discard(pile[-1])\n"
FULL_CELL = "all(len(pile) < 2 for pile in piles[8:])", "True"

UNSOUND = {
    "a field is narrower than its bits": IN_ORDER + ANY_WIDTH + ANY_DECK + ANY_LEFT,
    "the start may be missing": ("as_bytes(self.key(self.start)) not in self.keys", "False"),
    "the set may be open": ("as_bytes(self.key(after)) not in self.keys for", "False for"),
    "a position may be won": ("if table[1] == [13] * 4:", "if False:"),
    "a card goes home by its own name alone": ("in (card, card ^ 3) if alike else (card,):", "in (card,):"),
}
"""Checkers that call a game lost that can be won."""

CARELESS = {
    "twins may be told apart in any way": IN_ORDER,
    "a position may have any cards": ANY_DECK + ANY_LEFT,
    "a start may have any cards": ("sorted(sum(piles, ())) != on_table", "False", *ANY_DECK, *ANY_LEFT),
    "a cell may hold two cards": FULL_CELL,
    "a cell may hold two cards from the start": ("any(len(pile) > 1 for pile in piles[8:])", "False", *FULL_CELL),
    "a position may have another key": ("has_deck and self.key(table) == key", "has_deck"),
    "a field may be of any type, or unknown": (
        "{name: type(value) for name, value in header.items()} != fields",
        "False",
    ),
    "a card may be of any type": ("or not are_cards", ""),
    "any version will do": ('header["version"]', "VERSION"),
    "any verdict but a win will do": ('header["verdict"]) !=', '"lost") !='),
    "a field may be there twice": ("len(dict(pairs)) < len(pairs)", "False"),
    "something may follow": ("or decoder.unused_data", ""),
    "any count will do": ("ends != count", "False"),
    "any digest will do": ("sha256(body).hexdigest() != digest", "False"),
    "a difference may be too long": ("if not byte:", "if False:"),
    "the last difference may have no end": ("if shift:", "if False:"),
    "any format of compression will do": ("lzma.FORMAT_XZ", "lzma.FORMAT_AUTO"),
}
"""Checkers that accept what no prover writes, though it may prove its claim."""


@pytest.mark.rounds(short=2, long=500)
def test_nothing_false_is_accepted(attack: Attack) -> None:
    for number in range(500):
        assert forged(check_certificate, Random(f"{attack.number} {number}")) is None
    attack.tried("forged certificates of small endgames", 500)


@pytest.mark.parametrize("hole", UNSOUND)
def test_the_adversary_finds_what_makes_a_proof_false(hole: str) -> None:
    checker = mutant(check_certificate, *UNSOUND[hole])
    tries = (forged(checker, Random(number)) for number in range(TRIES))
    assert any(forgery is not None and forgery.is_false for forgery in tries)


@pytest.mark.parametrize("hole", CARELESS)
def test_the_adversary_finds_what_is_not_checked(hole: str) -> None:
    checker = mutant(check_certificate, *CARELESS[hole])
    assert any(forged(checker, Random(number)) is not None for number in range(TRIES))


@pytest.mark.rounds(short=3, long=200)
def test_a_published_certificate_proves_nothing_once_it_was_changed(attack: Attack) -> None:
    line, _, packed = REAL.read_bytes().partition(b"\n")
    header, chance = json.loads(line), attack.chance
    keys = set(check_certificate.read_keys(packed, header["positions"], header["digest"]))
    key = chance.choice(sorted(keys))
    if attack.number % 3 == 0:  # a position is missing
        keys.remove(key)
    elif attack.number % 3 == 1:  # it is another one
        keys.symmetric_difference_update({key, key ^ 1 << chance.randrange(11 * 16)})
    else:  # it is the certificate of something else
        other_deal, other_cells = {"deal": chance.randint(1, 2**33 - 1)}, {"cells": chance.choice([0, 1, 2, 3, 5, 8])}
        apart = {"apart": [chance.randrange(13) * 4]}
        header |= chance.choice([other_deal, other_cells, apart, {"variant": "forecell"}, {"aces_only_home": True}])
    body = varints(sorted(keys))
    header |= {"positions": len(keys), "digest": sha256(body).hexdigest()}
    content = json.dumps(header).encode() + b"\n" + lzma.compress(body, preset=0)
    assert not accepts(check_certificate, content)
    attack.tried("changes to the certificate of 11982", 1)
