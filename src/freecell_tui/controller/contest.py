"""The rules of a tournament for the game on the table: which commands are off, and which settings do not count."""

from typing import NamedTuple

from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.files import reason
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import Value
from freecell_tui.storage.tournaments import ProgressError, TournamentStore


class Contest(NamedTuple):
    """The tournament that the game being played belongs to.

    `before` are the attempts that there were at the deal when it was chosen; None once this game is noted as one.
    """

    tournament: Tournament
    before: tuple[str, ...] | None = None

    def begin(self, store: SaveStore, deal: int, game_id: str) -> str:
        """Note a game as an attempt at a deal, before its first move is kept; return why it is none, or ''."""
        if self.before is None:
            return ""
        try:
            is_noted = TournamentStore(store).add_attempt(self.tournament, deal, game_id, self.before)
        except ProgressError as error:
            return str(error)
        except OSError as error:
            return f"The tournament cannot be saved: {reason(error)}."
        return "" if is_noted else f"Deal {deal} of the tournament is being played in another window."

    def refusal(self, wish: str) -> str | None:
        """Return why the rules do not allow `undo`, `restart`, `hints` or `verdict`, or None if they do."""
        rules = self.tournament
        if wish == "undo" and not rules.undo:
            return "This tournament is played without undo."
        if wish == "restart" and rules.attempts:
            return "A restart would be another attempt: give up first, then choose the deal in the tournament again."
        if wish == "hints" and not rules.hints:
            return "This tournament is played without hints."
        return "In this tournament the verdict is hidden." if wish == "verdict" and rules.blind else None

    @property
    def fixed_settings(self) -> dict[str, Value]:
        """The values of the settings that do not count in its games."""
        rules = self.tournament
        fixed: dict[str, Value] = {}
        if not rules.hints:
            fixed |= {"hints": False, "warn": False}
        if rules.blind:
            fixed |= {"verdict": False, "warn": False}
        if not rules.clock:
            fixed |= {"clock": False}
        return fixed


def find_contest(store: SaveStore, saved: SavedGame) -> Contest | None:
    """Return the rules for a game that belongs to a tournament; None for every other game."""
    progress = TournamentStore(store).of_game(saved.game_id)
    return None if progress is None else Contest(progress.tournament)
