"""What is said of a win, what counts as a loss, and a player on a journey."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from freecell_tui.controller.features.journeys import JourneyProgress, is_current_deal, journeys_progress, skip
from freecell_tui.controller.records.statistics import win_notes
from freecell_tui.engine import Game
from freecell_tui.engine.deals import ALL, HARD
from freecell_tui.storage.daily import deal_of
from freecell_tui.storage.history import History, JourneyPosition
from freecell_tui.storage.results import Result
from freecell_tui.storage.saves import SavedGame
from support.factories import won_game
from support.histories import result, write_past
from support.plain_driver import Speaker
from support.ui_driver import after

BEFORE = result(1, seconds=192.0, moves=70)
SHOWN = result(3, seconds=1.0, moves=1, is_helped=True)
LOST = result(4, seconds=1.0, moves=1, is_won=False)


def test_a_win_is_praised_for_what_it_is(subtests: pytest.Subtests) -> None:
    rows: list[tuple[Result, list[Result], int, list[str]]] = [
        (result(2), [], 1, ["Your first win on this deal."]),
        (result(2), [result(1, is_won=False)], 1, ["Your first win on this deal, after 1 loss."]),
        (result(2, seconds=160.0, moves=70), [BEFORE], 1, ["Your best time on this deal: 2:40, down from 3:12."]),
        (result(2, seconds=192.0, moves=63), [BEFORE], 1, ["Your fewest moves on this deal: 63, down from 70."]),
        (result(2, seconds=200.0, moves=71), [BEFORE], 3, ["Winning streak: 3."]),
        (result(2, seconds=200.0, moves=71), [BEFORE], 1, []),
        (
            result(2, seconds=1.0, moves=1, is_helped=True),
            [BEFORE],
            9,
            ["You had help: this is a win with help."],
        ),
        (result(1, seconds=1.0), [BEFORE], 1, ["You won this game before; its best time and fewest moves count."]),
        (
            result(2, deal=deal_of(date(2026, 11, 20))),
            [],
            1,
            ["This is the daily deal of 2026-11-20.", "Your first win"],
        ),
        (
            result(2, deal=deal_of(date(2026, 11, 19))),
            [],
            1,
            ["This is the daily deal of 2026-11-19, won a day late: it does not count for the streak.", "Your first"],
        ),
        (result(2, deal=deal_of(date(2026, 11, 18))), [], 1, ["Your first win on this deal."]),
        (result(2, deal=deal_of(date(2026, 11, 21))), [], 1, ["Your first win on this deal."]),
        (result(2, seconds=0.0, moves=70), [BEFORE], 1, []),
        (result(2, seconds=1.0, moves=63), [BEFORE], 1, ["Your fewest moves on this deal: 63, down from 70."]),
        (result(2, seconds=1.1, moves=70), [BEFORE], 1, ["Your best time on this deal: 0:01, down from 3:12."]),
        (result(2, seconds=5.0, moves=70), [result(1, seconds=0.0, moves=70)], 1, []),
        (
            result(2, seconds=5.0, moves=70),
            [result(1, seconds=0.0, moves=70), BEFORE],
            1,
            ["Your best time on this deal: 0:05, down from 3:12."],
        ),
        (
            result(2, seconds=160.0, moves=70),
            [BEFORE, SHOWN, LOST],
            1,
            ["Your best time on this deal: 2:40, down from 3:12."],
        ),
        (result(2, seconds=160.0, moves=63), [SHOWN, LOST], 1, ["Your first win on this deal, after 1 loss."]),
    ]
    for win, of_deal, streak, sentences in rows:
        with subtests.test(win=win):
            said = list(win_notes(win, of_deal, streak))
            assert len(said) == len(sentences), said
            assert all(sentence.startswith(start) for sentence, start in zip(said, sentences, strict=True)), said


def test_a_player_who_wants_no_clock_is_told_no_time() -> None:
    assert list(win_notes(result(2, seconds=1.0, moves=70), [BEFORE], 1, tells_time=False)) == []


def test_a_game_that_was_begun_and_never_won_counts_as_lost(tmp_path: Path) -> None:
    recorder = Speaker(tmp_path, after(1, 0)).controller.recorder
    begun, won = SavedGame(after(617, 5), 60.0, id="1" * 32), SavedGame(won_game(5), 60.0, id="2" * 32)
    assert recorder.would_count_as_loss(begun)
    assert not recorder.would_count_as_loss(SavedGame(Game.new(617)))
    assert not recorder.would_count_as_loss(won)
    History(tmp_path).record_win(won)
    assert not recorder.would_count_as_loss(replace(won, game=won.game.undo()))


def test_a_journey_goes_on_past_what_is_won_and_what_is_skipped(tmp_path: Path) -> None:
    history = write_past(tmp_path, [result(1, deal=1), result(2, deal=2, is_won=False)])
    progress, hard = journeys_progress(history)
    assert (progress.journey, progress.next_deal, progress.won_count) == (ALL, 2, 1)
    assert (hard.journey, hard.next_deal, hard.won_count) == (HARD, 169, 0)
    assert not is_current_deal(Game.new(2), progress)
    assert skip(history, progress)
    progress = journeys_progress(history)[0]
    assert (progress.next_deal, progress.skipped) == (3, frozenset({2}))
    assert is_current_deal(Game.new(3), progress)
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
