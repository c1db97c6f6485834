"""An adversary who wants a checker of certificates to call a position lost that is not, or to accept what is none.

Whoever forges has the checker's text: the positions that go into a certificate are those that the checker itself comes
to. Whether the position can be won is asked of the plainest search of the real rules.
"""

import json
import lzma
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from types import ModuleType
from typing import Any, Final

from freecell_tui.engine import DECK, FREECELL, Board, Card, FreecellError, Variant, find_variant, read_position
from support.small_positions import FORECELL, is_winnable, small_position

MOST_KEYS: Final = 1_500
"""The positions after which a closed set is given up."""

FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "dict_size": 4096, "mode": lzma.MODE_FAST, "mf": lzma.MF_HC3}]
"""A compressor that begins quickly."""

BROKEN: Final = (LookupError, TypeError, ValueError, AttributeError, OverflowError)
"""What a checker with a mistake in it may break down with."""

ONLY_BY_NAME: Final = (64, 481)
"""Small positions that are won only if a card goes home from where its twin lies in the checker’s table."""

LOST: Final = (12, 52, 83, 133, 331, 565, 626, 1200, 2515, 2562, 3316)
"""Small positions that are lost, of FreeCell and ForeCell, with up to three cells; their closed sets are small too."""

MISSING: Final = object()
Header = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Forgery:
    """A certificate that a checker accepted; `why` says what is wrong with it, `is_false` if the game can be won."""

    content: bytes
    why: str
    is_false: bool


def forged(checker: ModuleType, chance: Random) -> Forgery | None:
    """Try one certificate; return it if it should not have been accepted."""
    board, variant = endgame(chance)
    header, why = header_of(board, variant), ""
    if chance.random() < 0.8:
        why = chance.choice(TRICKS)(header, chance)
    try:
        certificate = checker.Certificate(assembled(header, b"\1", 1))
        keys = closure(certificate, {certificate.key(certificate.start)}, past_wins=chance.random() < 0.05)
        if chance.random() < 0.3:
            why = _change_set(certificate, keys, chance) or why
    except (checker.Unreadable, *BROKEN):
        return None
    if len(keys) > MOST_KEYS or min(keys, default=0) < 0:
        return None
    body = varints(sorted(keys))
    if chance.random() < 0.1:
        body, why = _changed_body(body, chance)
    content = assembled(header, body, len(keys))
    if chance.random() < 0.1:
        content, why = _changed_file(content, chance)
    if not accepts(checker, content):
        return None
    claimed = position_of(content)
    winnable = claimed is not None and is_winnable(*claimed) is not False
    if claimed is None:
        why = "there is no such position"
    return Forgery(content, why or "the game can be won", is_false=winnable) if why or winnable else None


def position_of(content: bytes) -> tuple[Board, Variant] | None:
    """What a certificate is about, read as the game reads it; None if it is no position with every card once."""
    header = json.loads(content.partition(b"\n")[0])
    try:
        variant = find_variant(header["variant"]).with_cells(header["cells"])
        variant = variant.with_house_rules(aces_only_home=bool(header["aces_only_home"]))
        piles = [[Card(card) for card in pile] for pile in header["position"]]
        home = [13 - sum(card % 4 == suit for pile in piles for card in pile) for suit in range(4)]
        text = "Foundations: " + " ".join(f"{'CDHS'[suit]}-{'0A23456789TJQK'[home[suit]]}" for suit in range(4))
        text += "\nFreecells: " + " ".join(" ".join(map(str, pile)) or "-" for pile in piles[8:])
        columns = [" ".join(map(str, pile)) or ":" for pile in piles[:8]]
        return read_position("\n".join([text, *columns]), variant), variant
    except (FreecellError, *BROKEN):
        return None


def accepts(checker: ModuleType, content: bytes) -> bool:
    """Whether a checker calls a certificate proved; one with a mistake may break down instead."""
    try:
        return not checker.Certificate(content).check()
    except (checker.Unreadable, *BROKEN):
        return False


def endgame(chance: Random) -> tuple[Board, Variant]:
    """The end of a game in eight columns: a known one, or any, often with what is needed next under the rest."""
    if chance.random() < 0.4:
        return small_position(chance.choice((*LOST, chance.choice(ONLY_BY_NAME))))
    variant = chance.choice((FREECELL, FREECELL, FORECELL)).with_cells(chance.choice((0, 0, 0, 0, 1, 2)))
    variant = variant.with_house_rules(aces_only_home=chance.random() < 0.1)
    home = [12, 12, 12, 12]
    if chance.random() < 0.1:  # a whole suit is left, with its ace
        home[chance.randrange(4)] = 0
    for _ in range(max(0, chance.randint(9, 13) - 52 + sum(home))):
        home[chance.randrange(4)] -= 1
    left = [card for card in DECK if home[card % 4] <= card // 4 < 12]
    chance.shuffle(left)
    if chance.random() < 0.5:
        left.sort(key=lambda card: card // 4 != home[card % 4])
    cells = [left.pop() if left and chance.random() < 0.5 else None for _ in range(variant.cells)]
    columns: list[list[Card]] = [[Card(card)] for card in range(48, 52)] + [[] for _ in range(4)]
    for at, card in enumerate(left):
        columns[4 + at if at < 4 else chance.randrange(chance.choice((0, 4)), 8)].append(card)
    clubs, diamonds, hearts, spades = home
    return Board(tuple(map(tuple, columns)), tuple(cells), (clubs, diamonds, hearts, spades)), variant


def closure(certificate: Any, keys: set[int], *, past_wins: bool = False, most: int = MOST_KEYS) -> set[int]:  # noqa: ANN401
    """All keys that a checker comes to from these; it ends when there are too many, or at a won position."""
    found, to_do = set(keys), list(keys)
    while to_do and len(found) <= most:
        table = certificate.table(to_do.pop())
        if table is None:
            continue
        if table[1] == [13] * 4 and not past_wins:
            break
        after = set(map(certificate.key, certificate.successors(table))) - found
        found |= after
        to_do += after
    return found


# How a certificate is written


def header_of(board: Board, variant: Variant) -> Header:
    """The fields of a certificate that this position cannot be won; the count and the digest are still to come."""
    cells = [[] if card is None else [int(card)] for card in board.free_cells]
    return {
        "format": "freecell-certificate", "version": 1, "variant": variant.name, "cells": variant.cells, "deal": 0,
        "position": [*(list(map(int, column)) for column in board.columns), *cells], "verdict": "lost",
        "aces_only_home": variant.aces_only_home, "apart": [], "positions": 0, "digest": "",
    }  # fmt: skip


def assembled(header: Header, body: bytes, count: int) -> bytes:
    """A certificate of these parts; its digest and its count are right, unless the header tells others."""
    fields = header | {"positions": count, "digest": sha256(body).hexdigest()} | header.get("told", {})
    fields = {name: value for name, value in fields.items() if name != "told" and value is not MISSING}
    return json.dumps(fields).encode() + b"\n" + lzma.compress(body, filters=FILTERS)


def varints(keys: Iterable[int]) -> bytes:
    """Keys as differences, seven bits a byte, low ones first."""
    body, before = bytearray(), 0
    for key in keys:
        left, before = key - before, key
        while left > 127:
            body.append(left & 127 | 128)
            left >>= 7
        body.append(left)
    return bytes(body)


# What is changed in the header: each trick says what makes it wrong, or '' if the truth alone decides


def _twins(header: Header, chance: Random) -> str:
    """Tell twins apart, in order or not, some of them more than once, or cards that there are not."""
    on_table = {card for pile in header["position"] for card in pile}
    pairs = sorted(card for card in on_table if card % 4 < 2 and card ^ 3 in on_table) or [20, 32]
    chosen: list[Any] = sorted(chance.sample(pairs, chance.randint(1, min(3, len(pairs)))))
    kind = chance.randrange(6)
    if kind == 0:
        header["apart"] = chosen
        return ""
    if kind == 1:
        chosen = [chance.choice([52, 60, -1, 99])] * chance.randint(1, 200) + chosen[:1]
    elif kind == 2:
        chosen = chosen[:1] * chance.randint(2, 160) + chosen[1:]
    elif kind == 3:
        chosen += [card ^ 3 for card in chosen[:1]]
    elif kind == 4:
        wrong = chance.choice(["x", True, None])
        chosen = chance.choice([[wrong] * chance.randint(1, 150) + chosen[:1], [float(card) for card in chosen]])
    else:
        chosen = [card ^ 3 for card in chosen]
    header["apart"] = chosen
    return "the twins told apart are not named once, in order"


def _field(header: Header, chance: Random) -> str:
    """Give a field a value that only looks the same, leave it out, or add one."""
    changes: list[Header] = [
        {"version": True}, {"version": 1.0}, {"version": "1"}, {"version": 2}, {"verdict": "won?"}, {"verdict": []},
        {"verdict": "\x1b"}, {"format": "freecell"}, {"format": None}, {"cells": float(header["cells"])}, {"deal": "0"},
        {"deal": False}, {"deal": 0.0}, {"deal": None}, {"aces_only_home": int(header["aces_only_home"])},
        {"aces_only_home": "no"}, {"house_rules": []}, {"house_rules": ["cards_come_back"]}, {"moves": ""},
        {"variant": header["variant"].upper()}, {"cells": {0: False, 1: True}.get(header["cells"], "2")},
    ]  # fmt: skip
    if chance.random() < 0.2:
        header["told"] = {chance.choice([*header]): MISSING}
        return "a field is missing"
    header.update(chance.choice(changes))
    return "a field is not what it should be"


def _count(header: Header, chance: Random) -> str:
    """Tell another number of positions, or another digest."""
    header["told"] = chance.choice([{"positions": 7.0}, {"positions": True}, {"positions": 9999}, {"digest": "0" * 64}])
    return "the count or the digest is wrong"


def _deck(header: Header, chance: Random) -> str:
    """Have a card twice, or not at all, or put a card where no card is."""
    piles = header["position"]
    full = [at for at, pile in enumerate(piles) if pile]
    at = chance.choice(full)
    kind = chance.randrange(4)
    if kind == 0:
        piles[at] = [*piles[at], piles[chance.choice(full)][-1]]
    elif kind == 1:
        piles[at] = piles[at][:-1]
    elif kind == 2:
        piles[at] = [*piles[at][:-1], piles[at][-1] ^ 3]
    else:
        piles[at] = [float(card) for card in piles[at]]
        return "a card is no whole number"
    return ""  # if it has every card once, it is another position


def _cell(header: Header, chance: Random) -> str:
    """Put two cards in a cell, or have a pile too many."""
    piles = header["position"]
    if header["cells"] == 0 or chance.random() < 0.2:
        piles.append([])
        return "there is a pile too many"
    full = [at for at, pile in enumerate(piles[:8]) if len(pile) > 1]
    if not full:
        return ""
    at = chance.choice(full)
    cell = chance.randrange(8, len(piles))
    piles[at], piles[cell] = piles[at][:-2], piles[cell] + piles[at][-2:]
    return "there is more than one card in a cell"


TRICKS: Final[list[Callable[[Header, Random], str]]] = [
    *[_twins] * 5, _field, _count, _deck, *[_cell] * 2,
]  # fmt: skip


# What is changed in the set of positions, which may not be all that follow from the start


def _change_set(certificate: Any, keys: set[int], chance: Random) -> str:  # noqa: ANN401 - as above
    """Leave out some positions, or all of them, or all but one; leave out or add the one that is won, or add others."""
    won = certificate.key(([()] * len(certificate.start[0]), [13] * 4))
    match chance.randrange(5):
        case 0:
            keys -= set(chance.sample(sorted(keys), chance.choice([1, 1, 2 % len(keys), len(keys) - 1, len(keys)])))
        case 1:
            keys.discard(won)
        case 2:
            keys.add(won)
            return "a position is won"
        case _:
            return _add_impossible(certificate, keys, chance)
    return ""


def _add_impossible(certificate: Any, keys: set[int], chance: Random) -> str:  # noqa: ANN401
    """Add a position that cannot be, with all that follows from it."""
    piles, home = map(list, certificate.start)
    kind, suit = chance.randrange(5), chance.randrange(4)
    if kind == 0:  # all cards are missing but those that are home
        piles, home = [()] * len(piles), [chance.randint(0, 13) for _ in range(4)]
    elif kind == 1:  # a card lies where another was
        at, other = chance.sample(range(len(piles)), 2)
        piles[at] = piles[other][-1:]
    elif kind == 2:  # a card that is home lies in a column too, or one that is not lies nowhere
        home[suit] = max(0, min(13, home[suit] + chance.choice([-1, 1])))
    elif kind == 3:  # a cell holds what a column does
        piles[-1], piles[0] = piles[0], piles[-1]
    else:  # a bit is set above all fields, or wrong in one of them
        above = certificate.bits * (4 + len(piles))
        bit = chance.choice((above, chance.randrange(above)))
        keys.add(chance.choice(sorted(keys)) ^ 1 << bit)
        return "a position is impossible" if bit == above else ""
    key = certificate.key((piles, home))
    is_new = key not in keys and home != [13] * 4
    keys |= closure(certificate, {key})
    is_wrong = is_new and (kind < 3 or (len(piles) > 8 and len(piles[-1]) > 1))
    return "a position is impossible" if is_wrong else ""


# What is changed in the bytes


def _changed_body(body: bytes, chance: Random) -> tuple[bytes, str]:
    """Write a difference with a byte more than it needs, let the last one have no end, or have a position twice."""
    kind, ends = chance.randrange(3), [at for at, byte in enumerate(body) if byte < 128]
    if kind == 1:
        return body + bytes([128 | chance.randrange(128)]) * chance.randint(1, 3), "the last difference has no end"
    if kind == 0 and not ends:
        return body, ""
    at = chance.choice(ends) if ends else -1
    if kind == 0:
        return body[:at] + bytes([body[at] | 128, 0]) + body[at + 1 :], "a difference is written too long"
    return body[: at + 1] + b"\0" + body[at + 1 :], "a position is there twice"


def _changed_file(content: bytes, chance: Random) -> tuple[bytes, str]:
    """Put something behind the end, compress in another format of the family, or change the header's fields."""
    line, _, packed = content.partition(b"\n")
    match chance.randrange(4):
        case 0:
            return content + chance.choice(
                [b"x", b"\n", b"\0\0\0\0", lzma.compress(b"")]
            ), "something is behind the end"
        case 1:
            return line + b"\n" + lzma.compress(lzma.decompress(packed), format=lzma.FORMAT_ALONE), "it is not in xz"
        case 2:
            name = chance.choice(["cells", "deal", "apart", "verdict", "version"])
            first = json.dumps({name: chance.choice([0, [], "lost", 1])})[:-1].encode()
            return first + b", " + line[1:] + b"\n" + packed, "a field is there twice"
        case _:
            return json.dumps(list(json.loads(line).items())).encode() + b"\n" + packed, "the header is a list"
