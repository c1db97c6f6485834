"""What a tournament means for a game of it: which commands are off, which settings do not count, and its attempt."""

from freecell_tui.controller.controller import Contest, Controller
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.files import reason
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import Value
from freecell_tui.storage.tournaments import ProgressError, TournamentStore


def contest_of(tournament: Tournament) -> Contest:
    """Return the rules for a game that is noted as an attempt."""
    refusals, fixed = dict[str, str](), dict[str, Value]()
    if not tournament.undo:
        refusals["undo"] = "This tournament is played without undo."
    if tournament.attempts:
        again = "give up first, then choose the deal in the tournament again"
        refusals["restart"] = f"A restart would be another attempt: {again}."
    if not tournament.hints:
        refusals["hints"] = "This tournament is played without hints."
        fixed |= {"hints": False, "warn": False}
    if tournament.blind:
        refusals["verdict"] = "In this tournament the verdict is hidden."
        fixed |= {"verdict": False, "warn": False}
    if not tournament.clock:
        fixed |= {"clock": False}
    return Contest(tournament, refusals, fixed)


def new_contest(store: SaveStore, tournament: Tournament, deal: int, before: tuple[str, ...]) -> Contest:
    """Return the rules for a new game; it is no attempt if those at its deal are not `before` when it begins."""

    def note_attempt(game_id: str) -> str:
        try:
            is_noted = TournamentStore(store).add_attempt(tournament, deal, game_id, before)
        except ProgressError as error:
            return str(error)
        except OSError as error:
            return f"The tournament cannot be saved: {reason(error)}."
        return "" if is_noted else f"Deal {deal} of the tournament is being played in another window."

    return contest_of(tournament)._replace(note_attempt=note_attempt)


def find_contest(store: SaveStore, saved: SavedGame) -> Contest | None:
    """Return the rules for a saved game that belongs to a tournament; None for every other game."""
    progress = TournamentStore(store).of_game(saved.game_id)
    return None if progress is None else contest_of(progress.tournament)


def tournament_of(controller: Controller) -> Tournament | None:
    """Return the tournament that the game being played belongs to, or None."""
    tournament = controller.contest.tournament if controller.contest else None
    return tournament if isinstance(tournament, Tournament) else None
