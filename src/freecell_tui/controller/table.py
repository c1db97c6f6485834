"""The game on the table: everything that belongs to one game while it is played, made whole and replaced whole."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from freecell_tui.controller.advice.analysis import GameAnalysis, Loss
from freecell_tui.controller.autosave import Autosave
from freecell_tui.controller.frontend import Message, Tell
from freecell_tui.controller.play.game import Race
from freecell_tui.controller.play.session import Guard, Session
from freecell_tui.controller.records.results import BestOfDeal, History, ResultRecorder
from freecell_tui.controller.tasks import Scope
from freecell_tui.engine import Board, Game
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import Value

OWN_GAME: Final = "You play on in a game of your own; a win of it counts as a win with help."
"""What becomes of a game that goes on although it cannot be the attempt in a tournament."""


class Contest(NamedTuple):
    """The rules of a tournament for one game of it."""

    tournament: object
    """The Tournament. Only `features/tournaments.py` looks into it."""
    title: str
    refusals: Mapping[str, str]
    """Why the rules forbid `undo`, `restart`, `hints`, `verdict` or `paste`, a sentence each."""
    fixed_settings: Mapping[str, Value]
    """Settings that are not the player's while the game lasts."""
    note_end: Callable[[str], str] | None
    """Notes that an attempt is over, by its id; returns '', or why that cannot be done. None once it is over."""
    note_attempt: Callable[[str], str] | None = None
    """Notes a new game as an attempt, by its id; returns '', or why the game is none. None once it is noted."""
    looks_take_time: bool = False
    """Whether the clock runs while the cards can be seen."""
    ends_with_win: bool = False
    """Whether a win ends the attempt."""

    @property
    def is_over(self) -> bool:
        """Whether the attempt has ended, so that playing on is another game."""
        return self.note_end is None

    def ended(self) -> "Contest":
        """Return the contest of an attempt that is over.

        The setting `clock` stays fixed, and the tournament stays known for its next deal.
        """
        fixed = {name: value for name, value in self.fixed_settings.items() if name == "clock"}
        return self._replace(refusals={}, fixed_settings=fixed, note_end=None, looks_take_time=False)


class GameOnTable:
    """One game being played, and everything that belongs to it alone."""

    def __init__(
        self,
        autosave: Autosave,
        guard: Guard,
        contest: Contest | None,
        race: Race | None,
        refuse: Tell,
        entrance_note: str = "",
    ) -> None:
        self.autosave: Final = autosave
        self.session: Final[Session] = autosave.session
        self.contest = contest
        self.entrance_note: Final = entrance_note
        """Why the game is in no contest although it was an attempt, as a sentence, or ''."""
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
        self.loss: Loss | None = None
        """The loss that the player is being told, until the next move."""
        self._taken_up = self.session.game
        self._told_losses = set[Board | None]()
        self._won: Game | None = None
        self._analysis = GameAnalysis(self.session.game.variant, self.session.autoplay)

    @property
    def analysis(self) -> GameAnalysis:
        """The solver's knowledge about the game, given the autoplay in force."""
        if self._analysis.autoplay != self.session.autoplay:
            self._analysis = GameAnalysis(self.session.game.variant, self.session.autoplay)
        return self._analysis

    @property
    def is_under_way(self) -> bool:
        """Whether the game has begun, and is neither won nor given up."""
        game = self.session.game
        return bool(game.turns) and not game.is_won and not self.autosave.counts_as_lost

    def saved_game(self) -> SavedGame:
        return self.autosave.saved_game()

    def is_of_deal(self, game: Game) -> bool:
        """Return whether the game is under way, and of the deal of `game`."""
        own = self.session.game
        return self.is_under_way and (own.deal, own.variant) == (game.deal, game.variant)

    # The rules of a tournament, and the end of an attempt in it

    @property
    def fixed_settings(self) -> Mapping[str, Value]:
        """The settings that are not the player's in this game."""
        return {} if self.contest is None else self.contest.fixed_settings

    @property
    def looks_take_time(self) -> bool:
        """Whether the clock runs as long as the cards can be seen."""
        return self.contest is not None and self.contest.looks_take_time

    @property
    def looks_count(self) -> bool:
        """Whether a look at the cards takes time now."""
        return self.is_under_way and self.looks_take_time

    def stage(self, *, clock_too: bool = False) -> list[Message]:
        """Write the game beside its save, without waiting for the disk.

        `commit` replaces the save. Return messages for the player.

        With `clock_too`, a save is written for its time alone, too.
        """
        autosave, contest, messages = self.autosave, self.contest, list[Message]()
        if contest is not None and contest.note_attempt is not None and autosave.is_begun:
            # The attempt is noted before its first move is saved. If that fails, the game leaves the tournament.
            self.contest = contest._replace(note_attempt=None)
            if why := contest.note_attempt(autosave.game_id):
                messages.append(self._leave_contest(why))
        if self.attempt_end is not None and self.session.game != self.attempt_end:
            messages.append(self.leave_attempt())
        autosave.stage(clock_too=clock_too)
        if self.contest is not None and not self.contest.is_over and autosave.is_split:
            autosave.become_another()
            messages.append(self._leave_contest("This game was also played elsewhere; here it continues as a copy."))
            autosave.stage()
        return messages

    def _leave_contest(self, why: str) -> Message:
        self.contest = None
        return Message(f"{why} It does not count in the tournament.", "refusal")

    def end_attempt(self) -> str:
        """End the attempt in a tournament for good.

        Return why that is not noted, or ''.
        """
        contest = self.contest
        if contest is None or contest.note_end is None:
            return ""
        self.attempt_end, self.contest = self.session.game, contest.ended()
        return contest.note_end(self.autosave.game_id)

    def leave_attempt(self) -> Message:
        """Continue as a game apart from the attempt that is over."""
        self.attempt_end = self.contest = None
        self.autosave.become_another()
        self.session.mark_helped(0)
        return Message(f"This attempt in the tournament is over, and stays so. {OWN_GAME}")

    def take_back_loss(self, recorder: ResultRecorder) -> Message:
        """Let the game count as lost no longer. Return the message."""
        if why := recorder.take_back_loss(self.saved_game()):
            return Message(f"{why} The game still counts as lost.", "refusal")
        return Message("The game continues, and no longer counts as lost.")

    async def find_best_and_loss(self, recorder: ResultRecorder) -> bool:
        """Find out the deal's best result; raise FreecellError.

        Return whether this game counts as lost.
        """
        game = self.session.game

        def read(history: History) -> tuple[BestOfDeal, bool]:
            return history.best_of_deal(game.deal, game.variant), history.has_lost(self.autosave.game_id)

        self.best, counts_as_lost = await recorder.query(read)
        return counts_as_lost

    def take_win(self) -> bool:
        """Return whether the game was won since the last call."""
        game = self.session.game
        if self._won is game or not game.is_won:
            return False
        self._won = game
        return True

    def note_loss(self, loss: Loss | None) -> None:
        """Let the player be told of a loss: once for each losing move, and once for each dead end.

        A game that is taken up where it is lost shows that by its verdict alone.
        """
        if loss is not None and self.loss is not None and self.loss.game is loss.game:
            self.loss = loss  # more of it may be known
            return
        self.loss = None
        if loss is None:
            return
        board = loss.game.board if loss.is_stuck else loss.first_lost
        if board not in self._told_losses and board not in self._taken_up.boards[: self._taken_up.position + 1]:
            self._told_losses |= {board, loss.first_lost}
            self.loss = loss

    def close_loss(self) -> bool:
        """Stop telling of a loss. Return False if the player is told of none."""
        was_open, self.loss = self.loss is not None, None
        return was_open
