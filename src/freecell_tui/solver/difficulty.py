"""The difficulty of a deal, in five steps, by how long a search takes.

The measure is `Solved.states` of the plain search, not the short one, from the deal to a win under safe autoplay. It is
the same on every machine. Measured on FreeCell's deals 1 to 32,000 with four cells (one is lost):

    share of deals      10 %  20 %  30 %  40 %  50 %  60 %  70 %  80 %  90 %  95 %  99 %
    states at the most   174   192   207   221   237   256   286   347   541   895  2825

Deals that players call hard rank where they should: 169 above 92 % of all deals, 454 above 98 %, 178, 617 and 718 above
99 %. A search is not a player, though: 258, hard by reputation, ranks at 72 %.
"""

from bisect import bisect_left
from typing import Final

from freecell_tui.engine import FREECELL, Variant

MAX_STATES: Final = (207, 256, 347, 895)
"""The most states of each step but the last, so that 30 %, 60 %, 80 % and 95 % of all deals are no harder."""

NAMES: Final = ("very easy", "easy", "medium", "hard", "very hard")


def difficulty(states: int, variant: Variant) -> str | None:
    """Return the step of a deal solved with this many `states`; None if unknown.

    Only the deals of FreeCell with four cells were measured.
    """
    return NAMES[bisect_left(MAX_STATES, states)] if variant == FREECELL else None
