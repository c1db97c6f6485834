"""What a player keeps, on the screen: the statistics, the daily deal, the journeys, and a game that is given up."""

from collections.abc import Callable
from datetime import date, datetime
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeVar

from freecell_tui.controller import journey_progress
from freecell_tui.controller.journey_progress import JourneyProgress
from freecell_tui.controller.messages import Message, Severity
from freecell_tui.engine import FREECELL, Game, Variant
from freecell_tui.engine.journeys import JOURNEYS
from freecell_tui.storage.daily_record import DailyRecord
from freecell_tui.storage.history import History, HistoryError
from freecell_tui.storage.results import comes_before
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.statistics_loader import StatisticsLoader
from freecell_tui.ui.dialogs.daily import DailyScreen
from freecell_tui.ui.dialogs.journeys import JourneysScreen, NotWonScreen
from freecell_tui.ui.dialogs.statistics import StatisticsScreen
from freecell_tui.ui.keymap import Command
from freecell_tui.ui.widgets.dialog import Action, Answer, Dialog

if TYPE_CHECKING:
    from freecell_tui.ui.app import App

_Found = TypeVar("_Found")

_BETWEEN_SECONDS: Final = 0.005
"""From one slice of the history to the next: in between, keys are heard."""


class Records:
    """Opens the screens of what is kept, and carries out what they are asked for."""

    def __init__(self, app: "App") -> None:
        self._app = app

    @property
    def _history(self) -> History:
        return self._app.recorder.history

    def _asked(self, question: Callable[[History], _Found]) -> _Found | None:
        """The answer of the history; if it cannot answer, the player is told why."""
        try:
            return question(self._history)
        except HistoryError as error:
            self._app.say(Message(str(error), Severity.REFUSAL))
            return None

    def _read(self, dialog: Dialog, tell: Callable[[StatisticsLoader, str], None]) -> None:
        """Read the whole history, a little at a time while the dialog is open, and tell it how far that is."""
        ledger = StatisticsLoader(self._history)

        def go_on(*_: object) -> None:
            if self._app.desk.dialog is not dialog:
                return
            try:
                more = ledger.go_on()
            except HistoryError as error:
                tell(ledger, str(error))
                return
            tell(ledger, "")
            if more:
                self._app.after(_BETWEEN_SECONDS, go_on)

        go_on()

    # Statistics

    def statistics(self, back: Action | None = None) -> None:
        """Show what all games come to."""

        def watch(deal: int, variant: Variant) -> str:
            return self._watch(deal, variant, lambda: self._app.show(screen))

        screen = StatisticsScreen(self._app.glyphs, back or self._app.close, self._play_again, watch)
        self._app.show(screen)
        self._read(screen, screen.tell)

    def _play_again(self, deal: int, variant: Variant) -> None:
        self._app.play_record(SavedGame(Game.new(deal, variant)))

    def _watch(self, deal: int, variant: Variant, leave: Action) -> str:
        """Show the best win of a deal again; return why there is none to be seen, or nothing."""
        wins = [result for result in self._asked(lambda history: history.of_deal(deal, variant)) or () if result.is_won]
        if not wins:
            return "not won yet"
        best = reduce(lambda one, other: other if comes_before(other, one) else one, wins)
        record = self._asked(lambda history: history.record_of(best.id))
        if record is None:
            return "cannot be read"
        self._app.replay(record, leave=leave)
        return ""

    # The daily deal

    def daily(self, back: Action | None = None) -> None:
        """Show the daily deal."""
        screen = DailyScreen(today(), self._app.glyphs, back or self._app.close, self.take_up)

        def tell(ledger: StatisticsLoader, trouble: str) -> None:
            screen.tell(DailyRecord.of(ledger.results) if ledger.is_complete else None, trouble)

        self._app.show(screen)
        self._read(screen, tell)

    def take_up(self, deal: int) -> None:
        """Play a deal of FreeCell with four cells and no house rules: its unfinished game, or a new one."""
        app = self._app
        if app.has_on_table(deal, FREECELL):
            app.resume()
            return
        app.keep()
        slot, record = app.shelf.unfinished_of(deal, FREECELL) or (None, journey_progress.new_game(deal))
        app.play_record(record, slot)

    # Journeys

    def journeys(self, back: Action | None = None) -> None:
        """Show the journeys."""
        found = self._asked(journey_progress.journeys_progress)
        if not found:
            return

        def skip(travel: JourneyProgress) -> None:
            is_skipped = self._asked(lambda history: journey_progress.skip(history, travel))
            message = "" if is_skipped else "There is no other deal to go on with."
            screen.tell(self._asked(journey_progress.journeys_progress) or found, message)

        def open_list(travel: JourneyProgress) -> None:
            self._app.show(NotWonScreen(travel, self._app.glyphs, lambda: self._app.show(screen), self._travel))

        screen = JourneysScreen(
            found, self._app.glyphs, back or self._app.close, play=self._travel, skip=skip, open_list=open_list
        )
        self._app.show(screen)

    def _travel(self, travel: JourneyProgress, deal: int) -> None:
        """Go to a deal of a journey, and play it."""
        self._asked(lambda history: history.go_on(travel.journey.name, deal))
        self.take_up(deal)

    def ways_on(self, record: SavedGame) -> list[Answer]:
        """The answers to a win that lead on, on the journeys at whose next deal the game was."""
        if record.game.variant != FREECELL:
            return []
        try:
            places = [self._history.place(name).deal for name in JOURNEYS]
        except HistoryError:
            return []  # which has been told when the win was to be entered
        if record.game.deal not in places:
            return []
        key = next(iter(self._app.table.keys.in_dialog(Command.JOURNEYS)), "")
        answers: list[Answer] = []
        for travel in self._asked(journey_progress.journeys_progress) or ():
            deal = travel.next_deal
            if journey_progress.is_current_deal(record, travel) and deal is not None and deal != record.game.deal:
                text = f"next on the journey “{travel.journey.title}”"
                answers.append(Answer("" if answers else key, text, self._traveller(travel, deal)))
        return answers

    def _traveller(self, travel: JourneyProgress, deal: int) -> Action:
        return lambda: self._travel(travel, deal)


def today() -> date:
    """The date where the player is."""
    return datetime.now().astimezone().date()
