"""Tournaments in words: which there are, how one stands, playing on, and handing in the results."""

from collections.abc import Callable, Sequence

from freecell_tui.controller import tournaments
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.tournaments import TournamentStatus
from freecell_tui.engine import NotationError
from freecell_tui.engine.text import capitalised
from freecell_tui.engine.tournaments import Tournament

Say = Callable[[str], None]


def tell_tournaments(controller: Controller, about: Sequence[str], say: Say) -> None:
    """List the tournaments, or do what the words say with one of them; raise NotationError."""
    words = list(about)
    if not words:
        _list(controller, say)
    elif words == ["standings"]:
        _tell_standings(controller, _present(controller), say)
    elif words == ["next"]:
        _play(controller, _present(controller), say)
    elif words[0] == "export":
        say(tournaments.export(controller, _present(controller), " ".join(words[1:])))
    else:
        tournament = tournaments.find_tournament(controller.store, " ".join(words))
        controller.tournament = tournament
        _play(controller, tournament, say)


def _present(controller: Controller) -> Tournament:
    """Return the tournament of the game being played, or the one named last; raise NotationError if there is none."""
    found = controller.contest.tournament if controller.contest is not None else controller.tournament
    if found is None:
        raise NotationError("You are not playing a tournament. Type tournaments to list them.")
    return found


def _list(controller: Controller, say: Say) -> None:
    for name, tournament in tournaments.listed_tournaments(controller.store):
        found = tournaments.status(controller, tournament)
        if found is None:
            return
        say(f"{name}: {tournament.title}, {found.text}. {capitalised(tournament.rules)}.")
    say("To play one, type tournament and its name.")


def _play(controller: Controller, tournament: Tournament, say: Say) -> None:
    problem = tournaments.play_next(controller, tournament)
    if problem:
        say(problem)


def _tell_standings(controller: Controller, tournament: Tournament, say: Say) -> None:
    found = tournaments.status(controller, tournament)
    if found is not None:
        for sentence in _sentences(found):
            say(sentence)


def _sentences(found: TournamentStatus) -> list[str]:
    return [*(f"Deal {each.deal}: {each.text}." for each in found.deals), f"{capitalised(found.text)}."]
