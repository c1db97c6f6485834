"""The game on the table: everything that belongs to one game while it is played, made whole and replaced whole."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from freecell_tui.controller.advice.analysis import GameAnalysis
from freecell_tui.controller.autosave import Autosave
from freecell_tui.controller.frontend import Tell
from freecell_tui.controller.play.game import Race
from freecell_tui.controller.play.session import Guard, Session
from freecell_tui.controller.records.results import BestOfDeal
from freecell_tui.controller.tasks import Scope
from freecell_tui.engine import Game
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import Value


class Contest(NamedTuple):
    """The rules of a tournament for one game of it."""

    tournament: object
    """The tournament, of which only its own feature knows more than the title."""
    title: str
    refusals: Mapping[str, str]
    """Why the rules forbid `undo`, `restart`, `hints`, `verdict` or `paste`, a sentence each."""
    fixed_settings: Mapping[str, Value]
    """Settings that are not the player's while the game lasts."""
    note_end: Callable[[str], str] | None
    """Notes that an attempt is over, by its id; returns '', or why that cannot be done. None once it is over."""
    note_attempt: Callable[[str], str] | None = None
    """Notes a new game as an attempt, by its id; returns '', or why it is none. None once it is noted."""
    looks_take_time: bool = False
    """Whether the clock runs while the cards can be seen."""
    ends_with_win: bool = False
    """Whether a win ends the game."""

    @property
    def is_over(self) -> bool:
        """Whether the game was won or given up, so that going on with it is another game."""
        return self.note_end is None

    def ended(self) -> "Contest":
        """Return the rest of the contest after its game: whether time is told, and what comes next."""
        fixed = {name: value for name, value in self.fixed_settings.items() if name == "clock"}
        return self._replace(refusals={}, fixed_settings=fixed, note_end=None, looks_take_time=False)


class GameOnTable:
    """One game being played, and everything that belongs to it alone."""

    def __init__(
        self, autosave: Autosave, guard: Guard, contest: Contest | None, race: Race | None, refuse: Tell
    ) -> None:
        self.autosave: Final = autosave
        self.session: Final[Session] = autosave.session
        self.contest = contest
        self.race: Final = race
        self.best: BestOfDeal = None
        """The best time in seconds and the fewest moves of the deal, if it was won."""
        self.win_notes: tuple[str, ...] = ()
        """Sentences about the last win of this game."""
        self.attempt_end: Game | None = None
        """The game with which an attempt in a tournament ended."""
        self.scope: Final = Scope(refuse)
        """Ends with the game: what it waits for is then no longer wanted."""
        self.session.guard = guard
        # A game that is taken up where it is stuck shows that in its status; only a move opens the panel.
        self._ended = self.session.game if self.session.is_stuck else None
        self._analysis = GameAnalysis(self.session.game.variant, self.session.autoplay)

    @property
    def analysis(self) -> GameAnalysis:
        """The solver's knowledge about the game, given the autoplay in force."""
        if self._analysis.autoplay != self.session.autoplay:
            self._analysis = GameAnalysis(self.session.game.variant, self.session.autoplay)
        return self._analysis

    @property
    def is_under_way(self) -> bool:
        """Whether the game has been started, and is neither won nor given up."""
        game = self.session.game
        return bool(game.turns) and not game.is_won and not self.autosave.is_discarded

    def saved_game(self) -> SavedGame:
        return self.autosave.saved_game()

    def is_of_deal(self, game: Game) -> bool:
        """Return whether this game is under way, and of the same deal and variant as another."""
        own = self.session.game
        return self.is_under_way and (own.deal, own.variant) == (game.deal, game.variant)

    @property
    def is_attempt_left(self) -> bool:
        """Whether the player has gone on with a game whose attempt in a tournament is over."""
        return self.attempt_end is not None and self.session.game != self.attempt_end

    def has_ended(self) -> bool:
        """Return whether the game was won, or got stuck, since this was asked last."""
        game = self.session.game
        if self._ended is game or not (game.is_won or self.session.is_stuck):
            return False
        self._ended = game
        return True
