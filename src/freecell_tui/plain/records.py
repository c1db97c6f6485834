"""What a player keeps, in words: statistics, the daily deal and the journeys."""

from collections.abc import Callable, Sequence

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import daily
from freecell_tui.controller.features.daily import GoalFinder, goal_sentence, today
from freecell_tui.controller.features.journeys import (
    JourneyProgress,
    is_current_deal,
    journeys_progress,
    play_next,
    skip_and_play,
)
from freecell_tui.controller.records import statistics
from freecell_tui.engine import NotationError
from freecell_tui.engine.text import capitalised, counted_or_no, quoted

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
    for name, text in statistics.overview(total, strokes):
        say(f"{capitalised(name)}: {text}.")


def tell_daily(controller: Controller, about: Sequence[str], say: Say) -> None:
    """Play the daily deal, or that of `yesterday`, and say how the player does with them; raise NotationError."""
    if about and not "yesterday".startswith(about[0].lower()):
        raise NotationError(f"Type daily or daily yesterday, not {quoted(about[0])}.")
    record = daily.daily_record(controller)
    if about:
        is_played = daily.play_yesterday(controller, record)
        won = "Yesterday’s deal is already won."
        say("This is yesterday’s deal, and does not count for the streak." if is_played else won)
        return
    daily.play_today(controller)
    if record is not None:
        won = " You have already won it." if today() in record.on_the_day else ""
        row = f"Streak: {counted_or_no(record.streak(today()), 'day')}, best {record.longest_streak}."
        say(f"The daily deal of {today().isoformat()}.{won} {row}")
    controller.finder(GoalFinder).find(today(), lambda goal: say(goal_sentence(goal)))


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
        _skip(controller, list(journeys.values()), say)
    elif name not in journeys:
        raise NotationError(f"{quoted(name)} is not a journey. Type journeys, or journeys with all, hard or skip.")
    elif journeys[name].next_deal is None:
        say("Every deal of this journey is won.")
    else:
        play_next(controller, journeys[name])
        say(f"{journeys[name].journey.title}: {_won(journeys[name])}.")


def _skip(controller: Controller, journeys: Sequence[JourneyProgress], say: Say) -> None:
    """Skip the deal being played on every journey on which it is the next one."""
    saved = controller.saved_game()
    current = [progress for progress in journeys if is_current_deal(saved, progress)]
    if not current:
        say("This deal is not the next one on a journey.")
    for progress in current:
        if skip_and_play(controller, progress) is False:
            say("There is no other deal left.")


def _won(progress: JourneyProgress) -> str:
    return f"{progress.won_count} of {progress.journey.length} won"
