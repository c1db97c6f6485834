"""Check a certificate that a deal cannot be won, without any code of the solver: `python check_certificate.py FILE`.

A card *fits* on one of the next rank and the other colour; its *twin* has its rank and colour. A card is *loose* in a
cell, and in a column if it and all cards above it lie on a card that they fit, or at the bottom; otherwise it is
*fixed*. What is loose stays so until it goes home, as cards are put only where they fit. So the fixed cards of a column
are the lowest it had at the start, and the highest of them tells the rest. The *key* of a table has for each column its
highest fixed card, or without one the rank and colour of its lowest, and how many loose cards follow; the ranks and
colours in cells; and what is home. Loose cards in a column go down by one in turning colours, so a key tells all but
which loose twin is where, and the order of columns and cells, which does not matter.

Lemma: let S be a set of keys that has the start's and that of no won table, and let a legal move of one card, from any
table whose key is in S, lead to none whose key is not. Then the start cannot be won. For however a game goes, the key
of its table stays in S, and longer moves are made of single ones.

One table is enough for each key: to exchange loose twins changes no key, and no move but which of them goes home, so
each is tried where its twin lies too. Where twins are told `apart`, keys have their names, and they are not exchanged.
"""

import json
import lzma
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

MOST_BYTES, MOST_KEYS = 2**27, 20_000_000  # more are not read: they would need more than 3 GB of memory
UNREADABLE = OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError, lzma.LZMAError
RED = (False, True, True, False)  # clubs, diamonds, hearts, spades; a card is 4 * rank + suit, and its twin `card ^ 3`
UPON = [{on for on in range(52) if on // 4 - card // 4 == 1 and RED[on % 4] != RED[card % 4]} for card in range(52)]
Pile = tuple[int, ...]
Table = tuple[list[Pile], list[int]]  # eight columns and then the cells; how many cards of each suit are home


def deal(number: int, cells: int, dealt: int) -> list[list[int]]:
    """Return the piles of a deal of Microsoft's or FreeCell Pro's, the last cards `dealt` to cells."""
    state, left, cards, end = number % 2**32, list(range(52)), list[int](), 52 - dealt
    while left:
        state = (state * 214013 + 2531011) % 2**32
        drawn = (state >> 16) + 1 if number >= 2**32 else state >> 16 & 0x7FFF | number >> 16 & 0x8000
        left[drawn % len(left)], left[-1] = left[-1], left[drawn % len(left)]
        cards.append(left.pop())
    return [cards[at:end:8] for at in range(8)] + [[card] for card in cards[end:]] + [[]] * (cells - dealt)


def read_keys(packed: bytes, count: int, digest: str) -> set[int]:
    """Return the keys, which are written in order as differences, seven bits a byte and low ones first, in xz."""
    decoder, keys, key, difference, shift = lzma.LZMADecompressor(memlimit=2**27), set[int](), 0, 0, 0
    body = decoder.decompress(packed, MOST_BYTES)
    for byte in body if len(body.translate(None, bytes(range(128, 256)))) == count <= MOST_KEYS else b"":
        difference, shift = difference | (byte & 127) << shift, shift + 7
        if byte < 128 or shift > 999:
            key, difference, shift = key + difference, 0, 0
            keys.add(key)
    if not decoder.eof or decoder.unused_data or shift or len(keys) != count or sha256(body).hexdigest() != digest:
        raise ValueError("it was cut or changed, or has too many positions")
    return keys


class Certificate:
    """A claim that a start cannot be won, with the keys that are to prove it; raise UNREADABLE if the file has none."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            header, packed = json.loads(file.readline(2**16)), file.read(MOST_BYTES)
        number, cells, aces_stay = int(header["deal"]), range(9).index(header["cells"]), bool(header["aces_only_home"])
        kings_only, dealt = {"freecell": (False, 0), "forecell": (True, min(cells, 4))}[header["variant"]]
        piles = [*map(tuple, deal(number, cells, dealt) if number else header["position"])]
        home = [13 - sum(card % 4 == suit for pile in piles for card in pile) for suit in range(4)]
        on_table = [card for card in range(52) if card // 4 >= home[card % 4]]
        if (sorted(sum(piles, ())), len(piles), header["version"]) != (on_table, 8 + cells, 1) or number >> 33:
            raise ValueError("there is no such game")
        self.start, self.keys = (piles, home), read_keys(packed, header["positions"], header["digest"])
        self.apart = {card: at for at, card in enumerate(header["apart"], 11)}
        self.prefixes = [(), *(pile[: at + 1] for pile in piles[:8] for at in range(len(pile))), *[()] * 160]
        self.places = {prefix[-1]: at for at, prefix in enumerate(self.prefixes) if prefix}
        self.movable, self.fills_empty = range(4 * aces_stay, 52), range(48 if kings_only else 4 * aces_stay, 52)
        self.loose, self.code = cache(self._loose), cache(self._code)
        self.claim = (f"#{number}" if number else "This position") + " of ForeCell" * kings_only
        self.claim += " where aces only go home" * aces_stay + f" with {cells} cell{'s' * (cells != 1)} "
        self.claim += f"cannot be won: {len(self.keys):,} positions, closed"

    def check(self, part: int = 0, parts: int = 1) -> str:
        """Check each `parts`th key from number `part` on; return why the claim is not proved, or an empty text."""
        if self.key(self.start) not in self.keys:
            return "the start is not among its positions"
        for key in list(self.keys)[part::parts]:
            table = self.table(key)
            if self.key(table) != key or table[1] == [13] * 4:
                return "one of its positions is won, or impossible"
            if any(self.key(after) not in self.keys for after in self.successors(table)):
                return "its positions are not closed: a move leads out of them"
        return ""

    def _loose(self, pile: Pile) -> Pile:
        """Return the loose cards of a pile."""
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
            key = key << 11 + len(self.apart) | value
        return key

    def table(self, key: int) -> Table:
        """Return a table with this key, if any has it."""
        bits = 11 + len(self.apart)
        values = [key >> at * bits & (1 << bits) - 1 for at in reversed(range(4 + len(self.start[0])))]
        piles = [list(self.prefixes[code % 2048 // 14]) for code in values[4:]]
        left = {card for card in range(52) if card // 4 >= values[card % 4]}.difference(*piles)
        for code, pile in zip(values[4:], piles, strict=True):
            for _ in range(code % 2048 % 14):
                card = (min(pile[-1], pile[-1] ^ 3) - 4) ^ 1 if pile else code % 2048 // 14 - 53
                card ^= 3 * (code >> self.apart.get(card, 60) & 1)
                pile.append(card if card in left else card ^ 3)
                left.discard(pile[-1])
        return [*map(tuple, piles)], values[:4]

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


if __name__ == "__main__":
    try:
        certificate = Certificate(Path(sys.argv[1]))
        sys.exit(certificate.check() or print(f"{certificate.claim} (checked)"))
    except UNREADABLE as error:
        sys.exit(f"{sys.argv[1]} cannot be read as a certificate: {error}.")
