"""A player's progress on the journeys."""

from functools import partial
from typing import Final

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.deals import JOURNEYS, Journey
from freecell_tui.storage.files import HistoryError
from freecell_tui.storage.history import History, JourneyPosition

ABOUT: Final = "A journey is many deals in order: win or skip each to go on to the next."


class JourneyProgress:
    """Progress on one journey.

    `won` are the deals of FreeCell, with four cells and no house rules, that were won.
    `next_deal` is the next deal to play, None if all are won. `skipped` are the deals skipped and not won since.
    A screen asks for all this with every key, and a journey has thousands of deals: so it is found out once.
    """

    def __init__(self, journey: Journey, position: JourneyPosition, won: frozenset[int]) -> None:
        self.journey: Final = journey
        self.position: Final = position
        self.won: Final = won
        self.next_deal: Final = journey.next_deal(position.deal, won, position.skipped)
        self.not_won: Final = journey.not_won(won)
        self.won_count: Final = journey.length - len(self.not_won)
        self.skipped: Final = position.skipped - won

    @property
    def after_skipping(self) -> int | None:
        """The deal that would follow if the next deal were skipped.

        None if only skipped deals are left.
        """
        if (current := self.next_deal) is None:
            return None
        skipped = self.position.skipped | {current}
        following = self.journey.next_deal(current, self.won, skipped)
        return None if following in skipped else following


def journeys_progress(history: History) -> list[JourneyProgress]:
    won = frozenset(deal for _, deal in history.wins_by_day(FREECELL))
    return [JourneyProgress(journey, history.journey_position(journey.name), won) for journey in JOURNEYS.values()]


async def find_journeys(controller: Controller) -> list[JourneyProgress]:
    """Return the progress on every journey while keys are heard; raise FreecellError."""
    return await controller.recorder.query(journeys_progress)


def read_journeys(controller: Controller) -> list[JourneyProgress]:
    """Return the progress on every journey at once; say why if it cannot be read, and return none."""
    return controller.recorder.ask(journeys_progress) or []


def is_current_deal(game: Game, progress: JourneyProgress) -> bool:
    """Return whether a game is of the journey's present deal."""
    return (game.variant, game.deal) == (FREECELL, progress.position.deal)


def skip(history: History, progress: JourneyProgress) -> bool:
    """Skip the next deal of a journey; raise HistoryError.

    Return False if no other deal is left to play.
    """
    skipped, following = progress.next_deal, progress.after_skipping
    if skipped is None or following is None:
        return False
    history.skip_deal(progress.journey.name, skipped)
    history.set_journey_position(progress.journey.name, following)
    return True


def skip_deal(controller: Controller, progress: JourneyProgress) -> str:
    """Skip the next deal of a journey. Return '', or that no other deal is left.

    The player is told if that cannot be saved.
    """
    is_skipped = controller.recorder.ask(partial(skip, progress=progress))
    return "There is no other deal left." if is_skipped is False else ""


def play(controller: Controller, progress: JourneyProgress, chosen: int | None = None) -> None:
    """Go to a deal of a journey, and play the deal.

    Without a chosen deal, the next deal, if any is left.
    """
    deal = progress.next_deal if chosen is None else chosen
    if deal is None:
        return
    name = progress.journey.name
    controller.recorder.change(
        ("journey", name),
        lambda history: history.set_journey_position(name, deal),
        f"Your place on the journey “{progress.journey.title}” could not be saved: it is deal {deal}.",
    )
    resume_or_play(controller, deal)


def continued_journeys(controller: Controller) -> list[JourneyProgress]:
    """Return the journeys that continue from the won deal on the table."""
    game, history = controller.game, controller.recorder.history
    if game.variant != FREECELL:
        return []
    try:
        if game.deal not in [history.journey_position(name).deal for name in JOURNEYS]:
            return []  # which is known before the whole history is read
        found = journeys_progress(history)
    except HistoryError:
        return []  # which was told when the win was to be recorded
    return [each for each in found if is_current_deal(game, each) and each.next_deal not in (None, game.deal)]
