"""The daily deal: which ones the player has won, and playing that of a day."""

from datetime import date, datetime, timedelta
from typing import Final

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.engine import FREECELL
from freecell_tui.storage.results import DailyRecord, deal_of

_DAY: Final = timedelta(days=1)


def today() -> date:
    """Return the date where the player is."""
    return datetime.now().astimezone().date()


def daily_record(controller: Controller) -> DailyRecord | None:
    """Return which daily deals are won; None if the history cannot say, which the player is told."""
    controller.recorder.import_all_missed_wins()
    wins = controller.recorder.ask(lambda history: history.wins_by_day(FREECELL))
    return None if wins is None else DailyRecord.of(wins)


def play_today(controller: Controller) -> None:
    """Play the deal of today: its unfinished game, or a new one."""
    resume_or_play(controller, deal_of(today()))


def play_yesterday(controller: Controller, record: DailyRecord | None) -> bool:
    """Play the deal of yesterday, to make it up; return False if it is won already, as far as `record` says."""
    if record is not None and not record.can_be_made_up(today()):
        return False
    resume_or_play(controller, deal_of(today() - _DAY))
    return True
