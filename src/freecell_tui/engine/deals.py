"""Deals by number, the daily deal, and journeys.

The numbers are Microsoft's, FreeCell Pro's extensions of them, and three special ones below 0.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Final, NamedTuple

from freecell_tui.engine.board import Board, laid_out
from freecell_tui.engine.cards import DECK, Card
from freecell_tui.engine.text import NoSuchDeal, NotationError, plain_text, quoted, shortened
from freecell_tui.engine.variants import FREECELL, Variant

MICROSOFT_DEALS: Final = 2**31
FREECELL_PRO_DEALS: Final = 2**32
MULTIPLIER: Final = 214013
INCREMENT: Final = 2531011
"""The constants of the generator that draws the cards."""

# int() alone would also read "1_000" and other scripts' digits, and takes quadratic time for very long numbers.
_DIGITS: Final = re.compile(r"-?([0-9]{1,99}|[0-9]{1,3}(,[0-9]{3})+)")

DEAL_LIMIT: Final = 2**33
"""One more than the highest deal number."""

ANY: Final = "any"
DIFFICULTIES: Final = (ANY, "very easy", "easy", "medium", "hard", "very hard")
"""The difficulties a player can ask for; all but ANY are known only for FreeCell itself."""

# Microsoft's −1 and −2 cannot be won, −3 wins itself: the ranks in the order of dealing, and the suits of each.
_SPECIAL_DECKS: Final = {-1: ("AQ3T587694J2K", "CDHS"), -2: ("A7K6Q5J4T3928", "SHDC"), -3: ("K6Q5J4T3928A7", "SHDC")}

SPECIAL_DEALS: Final = tuple(_SPECIAL_DECKS)


def parse_deal(text: str) -> int:
    """Return the deal number written in `text`.

    A leading `#`, or `ms` as in PySolFC, and thousands' commas are allowed.
    Raise NotationError if the text is no number, or NoSuchDeal.
    """
    digits = re.sub("(?i)^(?:#|ms(?=[-−0-9]))", "", plain_text(text).strip()).replace("−", "-")
    if not _DIGITS.fullmatch(digits):
        raise NotationError(f"{quoted(text)} is not a deal number: write digits, like 617.")
    return check_deal(int(digits.replace(",", "")))


def check_deal(number: int) -> int:
    """Return `number` if a deal has it; raise NoSuchDeal otherwise.

    Deals are −3 to −1 and 1 to 8,589,934,591.
    """
    if not 1 <= number < DEAL_LIMIT and number not in _SPECIAL_DECKS:
        raise NoSuchDeal(f"There is no deal {shortened(number)}: deals are 1 to {DEAL_LIMIT - 1:,}, and -1, -2 and -3.")
    return number


def deck(number: int) -> tuple[Card, ...]:
    """Return the 52 cards of a deal in the order of dealing.

    Deals 1 to 2^31 − 1 are Microsoft's; up to 2^32 − 1 and 2^33 − 1 follow FreeCell Pro's two extensions.
    Raise NoSuchDeal if there is no such deal.
    """
    check_deal(number)
    if number in _SPECIAL_DECKS:
        ranks, suits = _SPECIAL_DECKS[number]
        return tuple(Card.parse(rank + suit) for rank in ranks for suit in suits)
    remaining = list(DECK)
    dealt = []
    for drawn in drawn_numbers(number):
        chosen = drawn % len(remaining)
        remaining[chosen], remaining[-1] = remaining[-1], remaining[chosen]
        dealt.append(remaining.pop())
    return tuple(dealt)


def drawn_numbers(number: int) -> Iterator[int]:
    """Yield the number that draws each card of a deal, before the modulus."""
    state = number % 2**32
    for _ in DECK:
        state = (state * MULTIPLIER + INCREMENT) % 2**32
        drawn = state >> 16
        if number >= FREECELL_PRO_DEALS:
            yield drawn + 1
        else:
            yield drawn & 0x7FFF | (0x8000 if number >= MICROSOFT_DEALS else 0)


def deal(number: int, variant: Variant = FREECELL) -> Board:
    """Return the board at the start of a deal; raise NoSuchDeal.

    >>> deal(1).columns[0][-1].face
    '6♠'
    """
    return laid_out(deck(number), variant)


def neighbour(number: int, by: int) -> int:
    """Return the deal `by` numbers after `number`.

    −1 and 1 are neighbours.
    Raise NoSuchDeal beyond either end.
    """
    beside = number + by
    if beside == 0 or (beside > 0) != (number > 0):
        beside += 1 if by > 0 else -1
    return check_deal(beside)


# The daily deal: one deal of FreeCell for everybody, from the date alone.
#
#     number = the first eight bytes, as one big-endian number, of the SHA-256 of the date as `2026-11-20` in ASCII
#     deal   = number mod 31,999 + 1, and 1 more if that is 11,982 or above
#
# So it is one of Microsoft's first 32,000 deals, all equally likely but 11982, the only one that cannot be won.

CLASSIC_DEALS: Final = 32_000
"""The highest deal of Microsoft's first FreeCell; the lowest is 1."""

UNWINNABLE: Final = 11_982
"""The only classic deal that cannot be won with four cells."""


def daily_deal(date: str) -> int:
    """Return the daily deal of a date.

    >>> daily_deal("2026-11-20")
    29211
    """
    from hashlib import sha256  # noqa: PLC0415 - it loads OpenSSL, and few deals are daily

    number = int.from_bytes(sha256(date.encode()).digest()[:8], "big") % (CLASSIC_DEALS - 1) + 1
    return number if number < UNWINNABLE else number + 1


# Journeys: lists of FreeCell deals to be won one after the other.
#
# After each deal the player gets the next deal that is neither won nor skipped. Skipped deals come back at the end.


class Journey(NamedTuple):
    """A list of deals in the order of play."""

    name: str
    title: str
    deals: Sequence[int]
    unwinnable: frozenset[int] = frozenset()
    """Deals to leave out of the journey."""

    @property
    def length(self) -> int:
        """The number of deals to win."""
        return len(self.deals) - len([deal for deal in self.unwinnable if deal in self.deals])

    def next_deal(self, current: int, won: AbstractSet[int], skipped: AbstractSet[int]) -> int | None:
        """Return the next deal of the journey, or None at the end.

        The search starts at `current`, which may itself be the next deal; 0 is the start of the journey.
        Deals neither won nor skipped come first, up to the end of the list and then before `current`.
        Skipped deals follow, in the order of the list.
        """
        start = self.deals.index(current) if current in self.deals else 0
        done = self.unwinnable | won
        ahead, behind = self.deals[start:], self.deals[:start]
        new = (deal for deal in chain(ahead, behind) if deal not in done and deal not in skipped)
        still_skipped = (deal for deal in self.deals if deal not in done)
        return next(chain(new, still_skipped), None)

    def not_won(self, won: AbstractSet[int]) -> list[int]:
        """Return the deals still to be won, in the order of play."""
        done = self.unwinnable | won
        return [deal for deal in self.deals if deal not in done]


# The 198 of the deals 1 to 32,000 that can be won with four cells and cannot with three.
_NEEDS_FOUR_CELLS: Final = """
    169 178 285 454 575 598 617 657 775 829 988 1025 1136 1443 1495 1661 1734 1941 2081 2240 2241 2563 2670 2802
    3015 3130 3289 3685 3772 4368 4609 4625 4946 5157 5254 5463 5707 5979 6017 6139 6255 6365 6498 6775 6834 6918
    7000 7057 7107 7303 7305 7477 7700 8182 8454 8591 8613 8820 8927 9209 9278 9784 9790 9877 10288 10370 10692
    11281 11304 11819 11944 12006 12021 12166 12319 12330 12381 12753 12773 12795 13007 13015 13304 13388 13584
    13751 13867 13926 14027 14070 14267 14623 14904 15339 15382 15512 15562 15695 15704 15710 16129 16202 16407
    17426 17467 17680 17683 17736 17863 17985 18118 18192 18356 18600 18623 18872 18947 19013 19146 19590 19767
    19837 19880 20055 20112 20418 20489 20547 20581 20589 20725 20737 20757 20810 20830 21278 21454 21491 21560
    21939 22177 22521 22661 22907 23156 23874 24104 24591 24735 25014 25129 25246 25315 25375 25424 25450 25558
    25599 25602 25957 25995 26061 26194 26294 26576 26629 26693 27040 27201 27390 27938 28118 28952 29230 29345
    29435 29462 29474 29580 29596 29628 29676 30057 30414 30506 30663 30887 30897 30952 31044 31049 31302 31465
    31601 31631 31675 31729 31945
"""

ALL: Final = Journey("all", "Deals 1 to 32,000", range(1, CLASSIC_DEALS + 1), frozenset({UNWINNABLE}))
HARD: Final = Journey("hard", "All four cells needed", tuple(map(int, _NEEDS_FOUR_CELLS.split())))
JOURNEYS: Final = {journey.name: journey for journey in (ALL, HARD)}
