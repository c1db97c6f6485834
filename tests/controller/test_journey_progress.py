"""A player on a journey: going on, skipping, and coming to the end."""

from pathlib import Path

from freecell_tui.controller.features.journeys import JourneyProgress, is_current_deal, journeys_progress, skip
from freecell_tui.engine import Game
from freecell_tui.engine.deals import ALL, HARD
from freecell_tui.storage.history import JourneyPosition
from freecell_tui.storage.saves import SavedGame
from support.histories import result, write_past


def test_a_journey_goes_on_past_what_is_won_and_what_is_skipped(tmp_path: Path) -> None:
    history = write_past(tmp_path, [result(1, deal=1), result(2, deal=2, is_won=False)])
    progress, hard = journeys_progress(history)
    assert (progress.journey, progress.next_deal, progress.won_count) == (ALL, 2, 1)
    assert (hard.journey, hard.next_deal, hard.won_count) == (HARD, 169, 0)
    assert not is_current_deal(SavedGame(Game.new(2)), progress)
    assert skip(history, progress)
    progress = journeys_progress(history)[0]
    assert (progress.next_deal, progress.skipped) == (3, frozenset({2}))
    assert is_current_deal(SavedGame(Game.new(3)), progress)
    assert progress.not_won[:3] == [2, 3, 4]
    assert 11982 not in progress.not_won


def test_where_only_skipped_deals_are_left_they_come_back_and_nothing_more_is_skipped(tmp_path: Path) -> None:
    history = write_past(tmp_path, [])
    deals = set(HARD.deals)
    progress = JourneyProgress(HARD, JourneyPosition(0, frozenset({169, 178})), frozenset(deals - {169, 178}))
    assert progress.next_deal == 169
    assert progress.after_skipping is None
    assert not skip(history, progress)
    last = JourneyProgress(HARD, JourneyPosition(0, frozenset({169})), frozenset(deals - {169, 178}))
    assert last.next_deal == 178
    assert not skip(history, last)
    done = JourneyProgress(HARD, JourneyPosition(31945), frozenset(deals))
    assert (done.next_deal, done.not_won, done.won_count) == (None, [], 198)
    assert not skip(history, done)
