"""Check a certificate that a deal cannot be won, without any code of the solver: `python check_certificate.py FILE`.

A *move* takes the last card of a column or the card of a cell to an empty cell, to an empty column (in ForeCell, if it
is a king), on a card that it *fits*, which is one of the next rank and the other colour, or home, if that has come to
it; nothing comes back. Where aces only go home, they fit nothing. A card's *twin* has its rank and colour.

A card is *loose* in a cell, and in a column if it and all cards above it lie on a card that they fit, or at the bottom;
otherwise it is *fixed*. What is loose stays so until it goes home, as cards are put only where they fit. So in every
table that play comes to, the fixed cards of a column lie as at the start, and the highest of them tells the rest. The
*key* of such a table has for each column its highest fixed card, or without one the rank and colour of its lowest card,
and how many loose cards there are; the ranks and colours in cells; and what is home. Where twins are told *apart*, it
also says which of them is loose in which pile.

Lemma: let S be a set of keys that has the start's and that of no won table, and let a move, from any table whose fixed
cards lie as at the start and whose key is in S, lead to none whose key is not. Then the start cannot be won. For
however a game goes, the key of its table stays in S, and longer moves are made of single ones.

These are the conditions, in the order in which they are checked, and why no other is needed:

1. The first line has its fields, each once and of its type, and no others, and is of this format and version. Its other
   fields are in the claim, or checked below.
2. The start is dealt here from its number, or is listed: every card once, where those of a suit that are not listed are
   home and the lowest, and at most one in a cell.
3. The twins told apart are named by the lower of each two, in ascending order. So each has a bit of its own in the
   number of a pile, above the eleven that hold any number without names (at most 14 · 102 + 13), no field of a key
   reaches into the next, and different numbers make different keys.
4. The keys fill the rest of the file. They ascend, so none is there twice, and their number and digest are as said.
5. The start's key is in S.
6. For each key in S a table is found that has it, with every card once, at most one in a cell, and its fixed cards as
   at the start. One is enough: loose cards in a column go down by one in turning colours, so two such tables with one
   key have the same cards home and fixed, the same of those apart in the same piles, and the same ranks and colours
   everywhere. They differ in which of two loose twins not told apart is where (and in the order of columns and cells,
   which does not matter). Such twins may go to the same columns and cells, and to exchange them changes no key.
7. No table in S is won.
8. No move leads out of S: every move from that table. Only which suit goes home differs between twins, so a card that
   is loose, as its twin is, and not told apart from it, goes home as its twin too, which then lies in its place.
"""

import json
import lzma
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

MOST_BYTES, MOST_KEYS = 2**27, 20_000_000  # more are not read: they would need more than 3 GB of memory
FIELDS = {
    "format": str, "version": int, "variant": str, "cells": int, "deal": int, "verdict": str, "aces_only_home": bool,
    "apart": list, "positions": int, "digest": str,
}  # fmt: skip
FORMAT, VERSION, GAMES = "freecell-certificate", 1, {"freecell": "", "forecell": " of ForeCell"}
RED = (False, True, True, False)  # clubs, diamonds, hearts, spades; a card is 4 * rank + suit, and its twin `card ^ 3`
LOWER = [card for card in range(52) if card < card ^ 3]  # the lower of each two twins
UPON = [{on for on in range(52) if on // 4 - card // 4 == 1 and RED[on % 4] != RED[card % 4]} for card in range(52)]
Pile = tuple[int, ...]
Table = tuple[list[Pile], list[int]]  # eight columns and then the cells; how many cards of each suit are home


class Unreadable(Exception):
    """The bytes are no certificate of a loss, or were damaged; `str()` says what is wrong."""


def deal(number: int, cells: int, dealt: int) -> list[list[int]]:
    """Return the piles of a deal of Microsoft's or FreeCell Pro's, the last cards `dealt` to cells."""
    state, left, cards, end = number % 2**32, list(range(52)), list[int](), 52 - dealt
    while left:
        state = (state * 214013 + 2531011) % 2**32
        drawn = (state >> 16) + 1 if number >= 2**32 else state >> 16 & 0x7FFF | number >> 16 & 0x8000
        left[drawn % len(left)], left[-1] = left[-1], left[drawn % len(left)]
        cards.append(left.pop())
    return [cards[at:end:8] for at in range(8)] + [[card] for card in cards[end:]] + [[]] * (cells - dealt)


def read_header(line: bytes) -> dict[str, Any]:
    """Return the fields of the first line, each once and of its type; raise Unreadable."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise Unreadable("a field of its first line is there twice")
        return dict(pairs)

    try:
        header: dict[str, Any] = json.loads(line.decode() if len(line) < 2**16 else "", object_pairs_hook=once)
        if header["verdict"] == "won":
            raise Unreadable("it is the certificate of a win: replay its moves, or use “freecell check”")
        lists = [header["apart"], *header.get("position", ())]
        are_cards = all(type(cards) is list and all(type(card) is int for card in cards) for cards in lists)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise Unreadable("its first line is not that of a certificate of a loss") from None
    fields = FIELDS if header.get("deal") else FIELDS | {"position": list}
    if {name: type(value) for name, value in header.items()} != fields or not are_cards:
        raise Unreadable("a field of its first line is missing, of the wrong type, or unknown")
    if (header["format"], header["version"], header["verdict"]) != (FORMAT, VERSION, "lost"):
        raise Unreadable("it is something else, of another version, or claims no loss")
    return header


def read_keys(packed: bytes, count: int, digest: str) -> list[int]:
    """Return the keys: in order, as differences, seven bits a byte and low ones first, in xz; raise Unreadable."""
    decoder, keys, key, difference, shift = lzma.LZMADecompressor(lzma.FORMAT_XZ, 2**27), list[int](), 0, 0, 0
    try:
        body = decoder.decompress(packed, MOST_BYTES)
    except lzma.LZMAError:
        raise Unreadable("its positions were cut or changed") from None
    ends = len(body.translate(None, bytes(range(128, 256))))
    if (
        not decoder.eof
        or decoder.unused_data
        or sha256(body).hexdigest() != digest
        or ends != count
        or ends > MOST_KEYS
    ):
        raise Unreadable("its positions were cut or changed, or there are too many")
    for byte in body:
        difference, shift = difference | (byte & 127) << shift, shift + 7
        if byte < 128:
            if not byte:
                raise Unreadable("its positions do not ascend, or are written longer than they are")
            key, difference, shift = key + difference, 0, 0
            keys.append(key)
        elif shift > 999:
            raise Unreadable("one of its positions is too long")
    if shift:
        raise Unreadable("its last position was cut")
    return keys


def as_bytes(key: int) -> bytes:
    """Return a key as it is kept: Python hashes bytes, unlike numbers, so that nobody can choose many with one hash."""
    return key.to_bytes(key.bit_length() + 7 >> 3)


def written(table: Table) -> str:
    """Return a table as other programs write it, each line behind a newline."""
    (piles, home), ranks = table, "0A23456789TJQK"
    rows = [[ranks[1 + card // 4] + "CDHS"[card % 4] for card in pile] for pile in piles]
    homes = "Foundations: " + " ".join(f"{'CDHS'[suit]}-{ranks[home[suit]]}" for suit in (2, 0, 1, 3))
    cells = "Freecells: " + " ".join("".join(row) or "-" for row in rows[8:])
    lines = [homes] * any(home) + [cells] * any(rows[8:]) + [" ".join(row) or ":" for row in rows[:8]]
    return "".join(f"\n{line}" for line in lines)


class Certificate:
    """A claim that a start cannot be won, with the keys that are to prove it; raise Unreadable if the bytes are none.

    `claim` is the claim, and `position` the start if it is no deal, as lines of text that begin with a newline.
    """

    def __init__(self, content: bytes) -> None:
        if len(content) > MOST_BYTES:
            raise Unreadable("it is too large")
        line, _, packed = content.partition(b"\n")
        header = read_header(line)
        number, cells, aces_stay, apart = (header[name] for name in ("deal", "cells", "aces_only_home", "apart"))
        if number >> 33 or cells not in range(9) or header["variant"] not in GAMES:
            raise Unreadable("there is no such game")
        kings_only = header["variant"] == "forecell"
        listed = deal(number, cells, min(cells, 4) * kings_only) if number else header["position"]
        piles = [*map(tuple, listed)]
        home = [13 - sum(card % 4 == suit for pile in piles for card in pile) for suit in range(4)]
        on_table = [card for card in range(52) if card // 4 >= home[card % 4]]
        if sorted(sum(piles, ())) != on_table or len(piles) != 8 + cells or any(len(pile) > 1 for pile in piles[8:]):
            raise Unreadable("its position has not every card once, or more than one in a cell")
        if apart != [card for card in LOWER if card in apart]:
            raise Unreadable("it does not name each two twins told apart once, in order")
        self.start, keys = (piles, home), read_keys(packed, header["positions"], header["digest"])
        self.keys = set(map(as_bytes, keys))
        self.apart, self.bits = {card: at for at, card in enumerate(apart, 11)}, 11 + len(apart)
        self.prefixes = [(), *(pile[: at + 1] for pile in piles[:8] for at in range(len(pile))), *[()] * 160]
        self.places = dict.fromkeys(range(52), 0) | {
            prefix[-1]: at for at, prefix in enumerate(self.prefixes) if prefix
        }
        self.movable, self.fills_empty = range(4 * aces_stay, 52), range(48 if kings_only else 4 * aces_stay, 52)
        self.loose, self.code = cache(self._loose), cache(self._code)
        self.claim = (f"#{number}" if number else "This position") + GAMES[header["variant"]]
        self.claim += " where aces only go home" * aces_stay + f" with {cells} cell{'s' * (cells != 1)} "
        self.claim += f"cannot be won: {len(self.keys):,} position{'s' * (len(self.keys) != 1)}, closed"
        self.position = "" if number else written(self.start)

    def check(self, part: int = 0, parts: int = 1) -> str:
        """Check each `parts`th key from number `part` on; return why the claim is not proved, or an empty text."""
        if as_bytes(self.key(self.start)) not in self.keys:
            return "the start is not among its positions"
        for key in list(self.keys)[part::parts]:
            table = self.table(int.from_bytes(key))
            if table is None:
                return "one of its positions is impossible"
            if table[1] == [13] * 4:
                return "one of its positions is won"
            if any(as_bytes(self.key(after)) not in self.keys for after in self.successors(table)):
                return "its positions are not closed: a move leads out of them"
        return ""

    def _loose(self, pile: Pile) -> Pile:
        at = len(pile)
        while at > 0 and (at == 1 or (pile[at - 2] in UPON[pile[at - 1]] and pile[at - 1] in self.movable)):
            at -= 1
        return pile[at:]

    def _code(self, pile: Pile) -> int:
        """Return a pile's number in keys: what its loose cards lie on, how many they are, and who of those apart."""
        loose = self.loose(pile)
        on = self.places[pile[-1 - len(loose)]] if loose != pile else 53 + min(pile[0], pile[0] ^ 3) if pile else 0
        return 14 * on + len(loose) + sum(1 << self.apart[card ^ 3] for card in loose if card ^ 3 in self.apart)

    def key(self, table: Table) -> int:
        """Return the key of a table: what is home, and the numbers of its columns and of its cells, in order."""
        codes, key = [*map(self.code, table[0])], 0
        for value in (*table[1], *sorted(codes[:8]), *sorted(codes[8:])):
            key = key << self.bits | value
        return key

    def table(self, key: int) -> Table | None:
        """Return a table with this key, or None if none has it."""
        values = [key >> at * self.bits & (1 << self.bits) - 1 for at in reversed(range(4 + len(self.start[0])))]
        piles, home = [list(self.prefixes[code % 2048 // 14]) for code in values[4:]], values[:4]
        left = {card for card in range(52) if card // 4 >= home[card % 4]}.difference(*piles)
        for code, pile in zip(values[4:], piles, strict=True):
            for _ in range(code % 2048 % 14):
                card = (min(pile[-1], pile[-1] ^ 3) - 4) ^ 1 if pile else code % 2048 // 14 - 53
                card ^= 3 * (code >> self.apart.get(card, 60) & 1)
                pile.append(card if card in left else card ^ 3)
                if pile[-1] not in left:
                    return None
                left.remove(pile[-1])
        has_deck = not left and sum(map(len, piles)) == 52 - sum(home) and all(len(pile) < 2 for pile in piles[8:])
        table = [*map(tuple, piles)], home
        return table if has_deck and self.key(table) == key else None

    def successors(self, table: Table) -> Iterator[Table]:
        """Yield the table after each legal move of one card, and after it went home from its twin's place."""
        piles, home = table
        loose = {card for pile in piles for card in self.loose(pile)}
        for at, card in [(at, pile[-1]) for at, pile in enumerate(piles) if pile]:
            others = [*piles[:at], piles[at][:-1], *piles[at + 1 :]]
            alike = {card, card ^ 3} <= loose and not {card, card ^ 3} & self.apart.keys()
            for name in (card, card ^ 3) if alike else (card,):
                if home[name % 4] == name // 4:
                    renamed = [tuple(card if other == name else other for other in pile) for pile in others]
                    yield renamed, [rank + (suit == name % 4) for suit, rank in enumerate(home)]
            for to, onto in enumerate(others) if card in self.movable else ():
                if (onto[-1] in UPON[card] if onto else card in self.fills_empty) if to < 8 else not onto:
                    yield [*others[:to], (*onto, card), *others[to + 1 :]], home


def main(name: str) -> str:
    """Check a file; return what is wrong, or print the claim and return nothing."""
    try:
        with Path(name).open("rb") as file:
            certificate = Certificate(file.read(MOST_BYTES + 1))
    except (OSError, ValueError):
        return "The file cannot be read."
    except Unreadable as error:
        return f"This cannot be read as a certificate of a loss: {error}."
    why_not = certificate.check()
    if not why_not:
        print(f"{certificate.claim} (checked){certificate.position}")
    return f"This does not prove its claim: {why_not}." if why_not else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) or 0 if len(sys.argv) == 2 else "Name one file: python check_certificate.py FILE")
