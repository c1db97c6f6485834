"""The tournaments that come with the game, by their names.

Difficulty is the solver's, see `solver.difficulty`: the first ten are the easiest of Microsoft's deals 1 to 32,000, and
the eight hardest those that need the most search of all that can be won. The deals of the other variants are the first
eight of `tournaments.candidates`, of 1 to 4, that can be won.
"""

from typing import Final

from freecell_tui.engine.tournaments import Tournament
from freecell_tui.engine.variants import VARIANTS

KNOWN_TOURNAMENTS: Final = {
    "first-ten": Tournament("A first ten", (14385, 14368, 26985, 8506, 19696, 5677, 31470, 15925, 26263, 27975)),
    "eight-hardest": Tournament(
        "The eight hardest", (9830, 11854, 26576, 11021, 8436, 10692, 10353, 30382), hints=False
    ),
    "bakers-eight": Tournament(
        "Baker’s eight",
        (828656, 401644, 941094, 885838, 146909, 599477, 778730, 783572),
        variant=VARIANTS["bakers-game"],
        hints=False,
    ),
    "against-the-clock": Tournament(
        "Eight Off against the clock",
        (965549, 6173, 74584, 544682, 981508, 187040, 581753, 35518),
        variant=VARIANTS["eight-off"],
        hints=False,
        minutes=10,
        score=("time", "moves", "undos"),
    ),
    "no-way-back": Tournament(
        "ForeCell without undo",
        (890407, 537199, 545552, 193266, 106075, 813223, 392727, 574823),
        variant=VARIANTS["forecell"],
        undo=False,
        hints=False,
        blind=True,
    ),
    "deadly-seahaven": Tournament(
        "Deadly Seahaven",
        (343163, 875553, 426123, 893420, 920923, 796232, 321316, 899877),
        variant=VARIANTS["seahaven-towers"],
        attempts=1,
        hints=False,
        blind=True,
    ),
}
"""Every such tournament by its name."""
