"""The words for what is kept: statistics, the daily deal, the journeys, and giving a game up."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from freecell_tui.controller import statistics_text
from freecell_tui.controller.session import Session
from freecell_tui.engine import FREECELL, NotationError
from freecell_tui.engine.text import capitalised, counted_or_no, quoted
from freecell_tui.plain.frontend import Seat, title
from freecell_tui.plain.move_commands import Actions
from freecell_tui.storage.saves import SavedGame

_DAY: Final = timedelta(days=1)
_JOURNEY_WORDS: Final = "Say journeys, or with it all or hard to go on, or skip."


class Keeping:
    """Tells what the finished games come to, and begins those of the daily deal and of the journeys."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._asked_about: Session | None = None
        self._moves_then = 0
        self.actions: Actions = {
            "give": self._give,
            "daily": self._daily,
            "journeys": self._journeys,
            "statistics": self._statistics,
        }

    # Giving up

    def _give(self, words: Sequence[str]) -> None:
        if [word.lower() for word in words] != ["up"]:
            raise NotationError(f"Give what? Say give up, not {quoted(' '.join(words))}.")
        seat, game = self._seat, self._seat.game
        if game.is_won or not game.turns:
            seat.say("The game is won." if game.is_won else "No move has been played.")
        elif seat.autosave.is_given_up:
            seat.say("This game is given up; a move plays it on.")
        elif (self._asked_about, self._moves_then) != (seat.session, len(game.turns)):
            self._asked_about, self._moves_then = seat.session, len(game.turns)
            seat.say(f"{title(game)} will count as lost. Say give up again to give it up, or just play on.")
        else:
            self._asked_about = None
            seat.give_up()

    # Statistics

    def _statistics(self, _words: Sequence[str]) -> None:
        from freecell_tui.storage.statistics import Statistics  # noqa: PLC0415 - few games ask for it

        results = self._seat.asked(lambda history: history.results())
        if results is None:
            return
        if not results:
            self._seat.say("No game is finished yet.")
            return
        for name, text in statistics_text.summary(Statistics.of(results)):
            self._seat.say(f"{capitalised(name)}: {text}.")

    # The daily deal

    def _daily(self, words: Sequence[str]) -> None:
        from freecell_tui.storage.daily_record import DailyRecord, deal_of  # noqa: PLC0415 - few games ask for it

        today = datetime.now().astimezone().date()
        results = self._seat.asked(lambda history: history.results(FREECELL.name, FREECELL.cells))
        dailies = DailyRecord.of(results or ())
        if words and not "yesterday".startswith(words[0].lower()):
            raise NotationError(f"Say daily, or daily yesterday, not {quoted(words[0])}.")
        if words and not dailies.can_be_made_up(today):
            self._seat.say("The deal of yesterday is won.")
        elif words:
            self._take_up(deal_of(today - _DAY))
            self._seat.say("It was yesterday's, and does not count for the days in a row.")
        else:
            self._take_up(deal_of(today))
            won = " It is won already." if today in dailies.on_the_day else ""
            row = f"In a row: {counted_or_no(dailies.streak(today), 'day')}; at most {dailies.longest_streak}."
            self._seat.say(f"The daily deal of {today.isoformat()}.{won} {row}")

    def _take_up(self, deal: int) -> None:
        from freecell_tui.controller.journey_progress import new_game  # noqa: PLC0415 - few games ask for it

        seat = self._seat
        if (seat.game.deal, seat.game.variant) == (deal, FREECELL) and not seat.game.is_won:
            return
        seat.keep()
        save_file, record = seat.store.find_unfinished(deal, FREECELL) or (None, new_game(deal))
        seat.play_record(record, save_file)

    # Journeys

    def _journeys(self, words: Sequence[str]) -> None:
        from freecell_tui.controller import journey_progress  # noqa: PLC0415 - few games ask for it

        found = {travel.journey.name: travel for travel in self._seat.asked(journey_progress.journeys_progress) or ()}
        said = " ".join(words).lower()
        if said == "skip":
            here = [
                travel
                for travel in found.values()
                if journey_progress.is_current_deal(SavedGame(self._seat.game), travel)
            ]
            if not here:
                self._seat.say("This deal is not the next one on a journey.")
            for travel in here:
                done = self._seat.asked(lambda history, travel=travel: journey_progress.skip(history, travel))  # type: ignore[misc]
                if done and travel.after_skipping is not None:
                    self._take_up(travel.after_skipping)
                elif done is False:
                    self._seat.say("There is no other deal to go on with.")
        elif said in found:
            travel = found[said]
            deal = travel.next_deal
            if deal is None:
                self._seat.say("Every deal of this journey is won.")
                return
            self._seat.asked(lambda history: history.set_journey_position(travel.journey.name, deal))
            self._take_up(deal)
            self._seat.say(f"{travel.journey.title}: {travel.won_count} of {travel.journey.length} won.")
        elif said:
            raise NotationError(f"{quoted(said)} is no journey. {_JOURNEY_WORDS}")
        else:
            for name, travel in found.items():
                where = "every deal is won" if travel.next_deal is None else f"next is deal {travel.next_deal}"
                won = f"{travel.won_count} of {travel.journey.length} won"
                self._seat.say(f"{name}: {travel.journey.title}, {won}, {where}.")
