"""Tournaments in words: which there are, how one stands, playing on, and handing in the results."""

from collections.abc import Callable, Sequence

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.tournaments import TournamentStatus
from freecell_tui.engine import NotationError
from freecell_tui.engine.text import capitalised
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.tournaments import ProgressError

Say = Callable[[str], None]


def tell_tournaments(
    controller: Controller, about: Sequence[str], say: Say, named: Tournament | None
) -> Tournament | None:
    """List the tournaments, or do what the words say with one of them; raise NotationError.

    `named` is the one that was named last; return which it is now.
    """
    words = list(about)
    if not words:
        _list(controller, say)
    elif words == ["standings"]:
        _tell_standings(controller, _present(controller, named), say)
    elif words == ["next"]:
        _play(controller, _present(controller, named), say)
    elif words[0] == "export":
        for found in _status(controller, _present(controller, named), say):
            say(tournaments.export(found, " ".join(words[1:])))
    else:
        tournament = tournaments.find_tournament(controller.store, " ".join(words))
        _play(controller, tournament, say)
        return tournament
    return named


def _present(controller: Controller, named: Tournament | None) -> Tournament:
    """Return the tournament of the game being played, or the one named last; raise NotationError if there is none."""
    found = controller.contest.tournament if controller.contest is not None else named
    if found is None:
        raise NotationError("You are not playing a tournament. Type tournaments to list them.")
    return found


def _status(controller: Controller, tournament: Tournament, say: Say) -> list[TournamentStatus]:
    """Return how a tournament stands, or nothing, and say what is wrong."""
    told: list[TournamentStatus] = []
    tournaments.find_status(controller, tournament, told.append, say)
    for found in told:
        if found.notice:
            say(found.notice)
    return told


def _list(controller: Controller, say: Say) -> None:
    problems: list[ProgressError] = []
    for name, tournament in tournaments.listed_tournaments(controller.store, problems):
        for found in _status(controller, tournament, say):
            say(f"{name}: {tournament.title}, {found.text}. {capitalised(tournament.rules)}.")
    for problem in problems:
        say(str(problem))
    say("To play one, type tournament and its name.")


def _play(controller: Controller, tournament: Tournament, say: Say) -> None:
    tournaments.play(controller, tournament, None, say)


def _tell_standings(controller: Controller, tournament: Tournament, say: Say) -> None:
    for found in _status(controller, tournament, say):
        for deal in found.deals:
            say(f"Deal {deal.deal}: {deal.text}.")
        say(f"{capitalised(found.text)}.")
