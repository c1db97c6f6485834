"""A search for a random deal that can be won, and that is as hard as the player wishes."""

from time import monotonic
from typing import Final

from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.controller.play.game import random_game
from freecell_tui.engine import Autoplay, Game, Variant
from freecell_tui.solver import Solved, SolverResult
from freecell_tui.solver.analysis import NAMES, difficulty

ANY: Final = "any"
DIFFICULTIES: Final = (ANY, *NAMES)
"""What a player may wish: any difficulty, or one of five."""


def is_rated(variant: Variant) -> bool:
    """Return whether the difficulty of a variant's deals is known."""
    return difficulty(1, variant) is not None


class DealSearch:
    """A search for a winnable deal of a variant, which gives up after some time.

    `asked_from` is the game from which the player asked for it. For each deal of `next_deal` the solver is asked with
    `autoplay`, and `accepts` says whether its result is what the player wished.
    """

    def __init__(self, variant: Variant, wish: str, asked_from: Game | None, seconds: float) -> None:
        self.asked_from = asked_from
        self._variant = variant
        self._wish = wish
        self._wanted = "winnable" if wish == ANY else wish
        self._seconds = seconds
        self._until = monotonic() + seconds
        self._tried = 0
        self._rated: Game | None = None

    @property
    def is_over(self) -> bool:
        return monotonic() > self._until

    @property
    def progress(self) -> Message:
        """What is looked for, how many deals were tried, and how to stop it."""
        tried = f", {self._tried} tried" if self._tried else ""
        article = "an" if self._wanted[0] in "aeiou" else "a"
        return Message(f"Looking for {article} {self._wanted} deal{tried}. Any key stops it.", Severity.PROGRESS)

    @property
    def failure(self) -> str:
        return f"No {self._wanted} deal was found in {self._seconds:.0f} seconds."

    def next_deal(self) -> Game:
        return self._rated or random_game(self._variant)

    def autoplay(self, played_with: Autoplay) -> Autoplay:
        """Return the autoplay to ask with, for a player who plays with this one: difficulty is measured with SAFE."""
        return played_with if self._wish == ANY or self._rated is not None else Autoplay.SAFE

    def accepts(self, deal: Game, result: SolverResult, played_with: Autoplay) -> bool:
        """Return whether a deal can be won with the player's autoplay, and is as hard as wished.

        A deal that is won with SAFE autoplay is won without any too, but not always with ALL; so it is asked again.
        """
        self._tried += self._rated is None
        was_rated, self._rated = self._rated is not None, None
        if not isinstance(result, Solved):
            return False
        if self._wish == ANY or was_rated:
            return True
        if difficulty(result.states, self._variant) != self._wish:
            return False
        if played_with is Autoplay.ALL:
            self._rated = deal
        return self._rated is None
