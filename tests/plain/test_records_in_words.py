"""What is kept, in words: giving up, statistics, the daily deal and the journeys."""

import sqlite3
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Game
from freecell_tui.solver import Solved
from freecell_tui.solver.solve import solve
from freecell_tui.storage import saves
from freecell_tui.storage.daily import deal_of
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from support.factories import won_game
from support.histories import past, result, write_past
from support.plain_driver import Speaker


@pytest.fixture
def speaker(tmp_path: Path) -> Speaker:
    return Speaker(tmp_path, Game.new(617))


def test_playing_on_does_not_claim_that_a_loss_is_taken_back_that_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("freecell_tui.storage.history.LOCK_TIMEOUT", 0.0)
    speaker = Speaker(tmp_path, Game.new(617))
    for line in ("3a", "give up", "yes"):
        speaker.say(line)
    with closing(sqlite3.connect(tmp_path / "history.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert speaker.say("3b") == [
            "2♥ to cell b.",
            "The game history is in use by another program. The game still counts as lost.",
        ]
    assert [each.is_won for each in History(tmp_path).results()] == [False]


def test_a_game_that_cannot_be_counted_as_lost_is_not_given_up(speaker: Speaker, tmp_path: Path) -> None:
    speaker.say("3a")
    speaker.say("give up")
    (tmp_path / "history.sqlite3").mkdir()
    game, reason = speaker.say("give up")
    assert game == "FreeCell, deal 617, after 1 move."
    assert reason.endswith("The game stays unfinished.")
    assert len(speaker.say("games")) == 1


def test_statistics_are_told_in_sentences(speaker: Speaker, tmp_path: Path) -> None:
    assert speaker.say("statistics") == ["No finished games yet."]
    write_past(tmp_path, past(100))
    said = speaker.say("stats")
    assert said[0] == "Played: 100."
    assert said[1].startswith("Won: ")
    assert all(sentence.endswith(".") for sentence in said)


def test_the_daily_deal_is_begun_taken_up_and_made_up(
    speaker: Speaker, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    today = datetime.now().astimezone().date()
    yesterday = today - timedelta(days=1)
    speaker.say("daily")
    assert speaker.game.deal == deal_of(today)
    speaker.say("deal 5")
    speaker.say("daily y")
    assert speaker.game.deal == deal_of(yesterday)
    write_past(tmp_path, [result(1, deal=deal_of(yesterday), day=today.isoformat())])
    assert speaker.say("daily yesterday") == [f"You have already won the deal of {yesterday}."]
    told = speaker.say("daily 2020-02-29")[-1]
    assert told == "This is the deal of 2020-02-29, and does not count for the streak."
    assert speaker.game.deal == deal_of(date(2020, 2, 29))
    for wrong in ("tomorrow", "2021-02-29", f"{today + timedelta(days=1)}"):
        with subtests.test(wrong=wrong):
            assert speaker.say(f"daily {wrong}")[0].startswith("Type daily, daily yesterday, or daily and a past date")


def test_the_daily_deal_is_begun_anew_after_it_was_given_up(speaker: Speaker) -> None:
    speaker.say("daily")
    speaker.say("1a")
    speaker.say("give up")
    speaker.say("give up")
    begun, _, told = speaker.say("daily")
    assert begun == f"FreeCell, deal {speaker.game.deal}."
    assert told.startswith("The daily deal of ")
    assert not speaker.game.turns
    assert [game.moves_made for game in unfinished(speaker)] == []


def unfinished(speaker: Speaker) -> list[Game]:
    return [saves.read(path).game for path in speaker.controller.store.unfinished()]


def won_deal(deal: int) -> Game:
    game, result = Game.new(deal), solve(Game.new(deal).board, FREECELL)
    assert isinstance(result, Solved)
    for move in result.moves:
        game = game.play(move)
    return game


def leave_uncounted(folder: Path, game: Game) -> None:
    """Leave a won game as a program does that dies between the last move and the history."""
    path = folder / "won" / f"{game.deal}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(saves.encode(SavedGame(game, 60.0, started=saves.now(), saved=saves.now())), encoding="utf-8")


def test_a_win_that_nobody_has_counted_yet_is_in_the_statistics(
    speaker: Speaker, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for game in (won_game(), won_deal(1)):
        with subtests.test(game=game):
            leave_uncounted(tmp_path, game)
            assert speaker.say("statistics")[1].startswith(f"Won: {len(list((tmp_path / 'won').iterdir()))}")


def test_a_win_that_nobody_has_counted_yet_is_the_daily_deal_won(speaker: Speaker, tmp_path: Path) -> None:
    today = datetime.now().astimezone().date()
    leave_uncounted(tmp_path, won_deal(deal_of(today)))
    assert "You have already won it. Streak: 1 day, longest 1." in speaker.say("daily")[-1]


def test_a_win_that_nobody_has_counted_yet_is_a_deal_of_a_journey_won(speaker: Speaker, tmp_path: Path) -> None:
    leave_uncounted(tmp_path, won_deal(169))
    assert speaker.say("journeys")[2] == "hard: All four cells needed, 1 of 198 won, next is deal 178."
