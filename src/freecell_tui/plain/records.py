"""What a player keeps, in words: statistics, the daily deal, the journeys and the tournaments."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

from freecell_tui.controller.contest import tournament_of
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.daily import GoalFinder, today
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.controller.features.journeys import JourneyProgress, is_current_deal, journeys_progress, play, skip
from freecell_tui.controller.features.tournaments import TournamentStatus
from freecell_tui.controller.records import statistics
from freecell_tui.engine import FREECELL, NotationError
from freecell_tui.engine.text import capitalised, counted_or_no, quoted
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.results import DailyRecord, deal_of
from freecell_tui.storage.tournaments import ProgressError

Say = Callable[[str], None]


def tell_statistics(controller: Controller, _: Sequence[str], say: Say) -> None:
    """Say the statistics of all games."""
    controller.recorder.import_all_missed_wins()
    found = controller.recorder.ask(
        lambda history: history.figures(lambda figures: (figures.total(), figures.strokes()))
    )
    if found is None:
        return
    total, strokes = found
    if not total.played:
        say("No finished games yet.")
        return
    for name, text in statistics.summary(total, strokes):
        say(f"{capitalised(name)}: {text}.")


def tell_daily(controller: Controller, about: Sequence[str], say: Say) -> None:
    """Play the daily deal, or that of `yesterday`, and say how the player does with them; raise NotationError."""
    if about and not "yesterday".startswith(about[0].lower()):
        raise NotationError(f"Type daily or daily yesterday, not {quoted(about[0])}.")
    controller.recorder.import_all_missed_wins()
    wins = controller.recorder.ask(lambda history: history.wins_by_day(FREECELL))
    record = None if wins is None else DailyRecord.of(wins)
    if about:
        if record is not None and not record.can_be_made_up(today()):
            say("Yesterday’s deal is already won.")
        else:
            resume_or_play(controller, deal_of(today() - timedelta(days=1)))
            say("This is yesterday’s deal, and does not count for the streak.")
        return
    resume_or_play(controller, deal_of(today()))
    if record is not None:
        won = " You have already won it." if today() in record.on_the_day else ""
        row = f"Streak: {counted_or_no(record.streak(today()), 'day')}, best {record.longest_streak}."
        say(f"The daily deal of {today().isoformat()}.{won} {row}")
    controller.finder(GoalFinder).find(today(), lambda goal: say(f"Goal: {goal}."))


def tell_journeys(controller: Controller, about: Sequence[str], say: Say) -> None:
    """Say how far the player is on the journeys, play the next deal of one, or skip it; raise NotationError."""
    controller.recorder.import_all_missed_wins()
    journeys = {each.journey.name: each for each in controller.recorder.ask(journeys_progress) or ()}
    name = " ".join(about).lower()
    if not name:
        for progress in journeys.values():
            where = "every deal is won" if progress.next_deal is None else f"next is deal {progress.next_deal}"
            say(f"{progress.journey.name}: {progress.journey.title}, {_won(progress)}, {where}.")
    elif name == "skip":
        saved = controller.saved_game()
        current = [progress for progress in journeys.values() if is_current_deal(saved, progress)]
        if not current:
            say("This deal is not the next one on a journey.")
        for progress in current:
            is_skipped = controller.recorder.ask(partial(skip, progress=progress))
            if is_skipped and progress.after_skipping is not None:
                resume_or_play(controller, progress.after_skipping)
            elif is_skipped is False:
                say("There is no other deal left.")
    elif name not in journeys:
        raise NotationError(f"{quoted(name)} is not a journey. Type journeys, or journeys with all, hard or skip.")
    elif journeys[name].next_deal is None:
        say("Every deal of this journey is won.")
    else:
        play(controller, journeys[name])
        say(f"{journeys[name].journey.title}: {_won(journeys[name])}.")


def _won(progress: JourneyProgress) -> str:
    return f"{progress.won_count} of {progress.journey.length} won"


# Tournaments: which there are, how one stands, playing on, and handing in the results


def tell_tournaments(
    controller: Controller, words: Sequence[str], say: Say, named: Tournament | None
) -> Tournament | None:
    """List the tournaments, or do what the words say with one of them; raise NotationError.

    `named` is the one that was named last; return which it is now.
    """
    if not words:
        problems: list[ProgressError] = []
        for name, tournament in tournaments.listed_tournaments(controller.store, problems):
            for found in _status(controller, tournament, say):
                say(f"{name}: {tournament.title}, {found.text}. {capitalised(tournament.rules)}.")
        for problem in problems:
            say(str(problem))
        say("To play one, type tournament and its name.")
        return named
    if words[0] not in ("export", "standings", "remove") and list(words) != ["next"]:
        named = tournaments.find_tournament(controller.store, " ".join(words))
        tournaments.play(controller, named, None, say)
        return named
    present = tournament_of(controller) or named
    if present is None:
        raise NotationError("You are not playing a tournament. Type tournaments to list them.")
    if words[0] == "next":
        tournaments.play(controller, present, None, say)
        return named
    if words[0] in ("standings", "remove") and words[1:]:
        named_by_words = " ".join(words[1:])
        if words[0] == "remove":
            say(tournaments.remove_player(controller.store, present, named_by_words))
        else:
            result = tournaments.add_results(controller.store, present, tournaments.typed_path(named_by_words))
            say(f"The results of {result.player} are in the standings.")
    for found in _status(controller, present, say):
        if words[0] == "export":
            say(tournaments.export(found, " ".join(words[1:])))
            continue
        for deal in found.deals:
            say(f"Deal {deal.deal}: {deal.text}.")
        say(f"{capitalised(found.text)}.")
        _tell_players(controller, found, say)
    return named


def _tell_players(controller: Controller, found: TournamentStatus, say: Say) -> None:
    """Say the places of the players, if there are others, and what does not count."""
    players = controller.recorder.ask(
        lambda history: tournaments.read_standings(history, controller.store, found.tournament)
    )
    if players is None or not players.others:
        return
    for rank, score in players.places:
        say(f"{rank}. {score.player}: {tournaments.score_text(score, len(found.deals))}.")
    for _, score in players.places:
        for each in score.problems:
            say(f"{score.player}, deal {each.deal}: {each.problem}.")
    for notice in players.notices:
        say(notice)


def _status(controller: Controller, tournament: Tournament, say: Say) -> list[TournamentStatus]:
    """Return how a tournament stands, or nothing, and say what is wrong."""
    told: list[TournamentStatus] = []
    tournaments.find_status(controller, tournament, told.append, say)
    for found in told:
        if found.notice:
            say(found.notice)
    return told
