"""A player on a journey: what is won of it, which deal is next, and going on."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freecell_tui.engine import FREECELL
from freecell_tui.engine.journeys import JOURNEYS, Journey
from freecell_tui.storage.history import History, JourneyPosition
from freecell_tui.storage.saves import SavedGame

if TYPE_CHECKING:
    from freecell_tui.controller.controller import Controller


@dataclass(frozen=True, slots=True)
class JourneyProgress:
    """How far a player has come on a journey, which is one of FreeCell with four cells and no house rules."""

    journey: Journey
    place: JourneyPosition
    won: frozenset[int]

    @property
    def next_deal(self) -> int | None:
        """The deal to be played next; None if all are won."""
        return self.journey.next_deal(self.place.deal, self.won, self.place.skipped)

    @property
    def won_count(self) -> int:
        """How many of its deals are won."""
        return self.journey.won_count(self.won)

    @property
    def not_won(self) -> list[int]:
        """The deals that are left, in their order."""
        return self.journey.not_won(self.won)

    @property
    def skipped(self) -> frozenset[int]:
        """The deals that were skipped and are not won."""
        return self.place.skipped - self.won

    @property
    def after_skipping(self) -> int | None:
        """The deal that would be next if the present one were skipped; None if nothing but skipped deals is left."""
        here = self.next_deal
        if here is None:
            return None
        there = self.journey.next_deal(here, self.won, self.place.skipped | {here})
        return None if there is None or there in self.place.skipped | {here} else there


def journeys_progress(history: History) -> list[JourneyProgress]:
    """The player on every journey; may raise HistoryError."""
    won = history.won_deals(FREECELL)
    return [JourneyProgress(journey, history.journey_position(journey.name), won) for journey in JOURNEYS.values()]


def is_current_deal(record: SavedGame, travel: JourneyProgress) -> bool:
    """Whether a game is of the deal at which the player stands."""
    return record.game.variant == FREECELL and record.game.deal == travel.place.deal


def skip(history: History, travel: JourneyProgress) -> bool:
    """Skip the deal that is next; return False if there is none to go on with. May raise HistoryError."""
    here, there = travel.next_deal, travel.after_skipping
    if here is None or there is None:
        return False
    history.skip_deal(travel.journey.name, here)
    history.set_journey_position(travel.journey.name, there)
    return True


def play(controller: "Controller", progress: JourneyProgress, deal: int) -> None:
    """Go to a deal of a journey, and play it."""
    controller.recorder.ask(lambda history: history.set_journey_position(progress.journey.name, deal))
    controller.resume_or_play(deal)


def play_next(controller: "Controller", progress: JourneyProgress) -> None:
    """Play the next deal of a journey, if any is left."""
    if progress.next_deal is not None:
        play(controller, progress, progress.next_deal)


def continued_journeys(controller: "Controller") -> list[JourneyProgress]:
    """Return the journeys that go on from the deal being played, which was won."""
    saved = controller.saved_game()
    if saved.game.variant != FREECELL:
        return []
    return [
        progress
        for progress in controller.recorder.ask(journeys_progress) or ()
        if is_current_deal(saved, progress) and progress.next_deal not in (None, saved.game.deal)
    ]
