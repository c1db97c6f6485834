"""Journeys: lists of FreeCell deals to be won one after the other.

The player is at one deal and goes on to the next that is neither won nor skipped. Skipped deals come back at the end.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import Final

from freecell_tui.engine.daily import CLASSIC_DEALS, UNWINNABLE


@dataclass(frozen=True, slots=True)
class Journey:
    """A list of deals in the order in which they are played; nobody is asked to win those in `unwinnable`."""

    name: str
    title: str
    deals: Sequence[int]
    unwinnable: frozenset[int] = frozenset()

    @property
    def length(self) -> int:
        """The number of deals to win."""
        return len(self.deals) - sum(deal in self.deals for deal in self.unwinnable)

    def next_deal(self, here: int, won: AbstractSet[int], skipped: AbstractSet[int]) -> int | None:
        """Return the first deal from `here` on, `here` included, that is neither won nor skipped; None if all are won.

        `here` is 0 at the start. After the end follow the deals before `here`, then the skipped ones in their order.
        """
        start = self.deals.index(here) if here in self.deals else 0
        done = self.unwinnable | won
        ahead, behind = self.deals[start:], self.deals[:start]
        new = (deal for deal in chain(ahead, behind) if deal not in done and deal not in skipped)
        return next(new, next((deal for deal in self.deals if deal not in done), None))

    def won_count(self, won: AbstractSet[int]) -> int:
        """Return how many of the deals are won."""
        return len(won & (frozenset(self.deals) - self.unwinnable))

    def not_won(self, won: AbstractSet[int]) -> list[int]:
        """Return the deals that can be won and are not, in their order."""
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
HARD: Final = Journey("hard", "The hard ones", tuple(map(int, _NEEDS_FOUR_CELLS.split())))
JOURNEYS: Final = {journey.name: journey for journey in (ALL, HARD)}
"""Every journey by its name."""
