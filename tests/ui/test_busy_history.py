"""A history that another program holds: no key waits for it, and what it should know it learns later."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Timer, active_count

import pytest

from freecell_tui.controller.ending import close
from freecell_tui.controller.features.tournaments import contest_of
from freecell_tui.controller.times import Times
from freecell_tui.engine import Game, Move
from freecell_tui.engine.deals import JOURNEYS
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.tournaments import KNOWN_TOURNAMENTS, TournamentStore
from support.factories import won_game
from support.plain_driver import Speaker
from support.pty_terminal import Terminal
from support.stored_games import keep
from support.ui_driver import NO_VERDICT, Seat, after, by_name, seated

BUSY = "The game history is in use by another program."


class Holder:
    """Another program, which holds the history until it lets go."""

    def __init__(self, folder: Path) -> None:
        History(folder).set_journey_position("none", 0)  # which makes the file
        self._connection = sqlite3.connect(folder / "history.sqlite3", isolation_level=None, check_same_thread=False)
        self._connection.execute("BEGIN EXCLUSIVE")

    def close(self) -> None:
        self._connection.close()


pytestmark = pytest.mark.usefixtures("still")


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[Holder]:
    with closing(Holder(tmp_path)) as holder:
        yield holder


@pytest.fixture
def _no_wait(monkeypatch: pytest.MonkeyPatch, times: Times) -> None:
    """Let no step wait for the history: who asks in the same moment is answered later."""
    monkeypatch.setattr(Times, "usual", replace(times, first_look=0.0))


@pytest.fixture
def _given_up_soon(monkeypatch: pytest.MonkeyPatch, times: Times) -> None:
    """Let the history be asked for a moment only, where nobody lets go of it."""
    monkeypatch.setattr(Times, "usual", replace(times, busy_history=0.05))


def win(seat: Seat) -> None:
    seat.press("5", "h")
    seat.later(0)


@pytest.mark.usefixtures("holder", "_given_up_soon")
def test_a_win_that_cannot_be_counted_yet_is_told_with_the_reason_once(tmp_path: Path) -> None:
    with seated(tmp_path, won_game(2).undo(), settings=NO_VERDICT) as seat:
        told = []
        for _ in range(3):
            win(seat)
            told.append(seat.message)
            seat.later(1)
            seat.press("u")
            seat.draw()
        assert told[0] == f"{BUSY} This win is not counted yet; it is tried again."
        assert BUSY not in told[1] + told[2]


@pytest.mark.usefixtures("holder", "_given_up_soon")
def test_the_reason_is_told_once_whoever_meets_it_first(tmp_path: Path) -> None:
    with seated(tmp_path, won_game(2).undo(), settings=NO_VERDICT) as seat:
        seat.press("R")
        seat.controller.start()
        seat.wait(lambda: seat.message == BUSY, "the search for missed wins to tell")
        win(seat)
        assert seat.message == "This win is not counted yet; it is tried again."


@pytest.mark.parametrize("leaves", [False, True])
def test_a_win_is_counted_as_soon_as_the_other_program_lets_go_or_on_the_way_out(
    tmp_path: Path, holder: Holder, *, leaves: bool
) -> None:
    with seated(tmp_path, won_game(2).undo(), settings=NO_VERDICT) as seat:
        win(seat)
        holder.close()
        if leaves:
            close(seat.controller)
            assert seat.controller.parting_words == ()
        else:
            seat.wait(lambda: seat.message == "Your win has been counted.", "the win to be counted")
        (result,) = History(tmp_path).results()
        assert result.is_won


@pytest.mark.slow
def test_a_win_that_is_not_counted_at_the_end_is_told_and_counted_by_the_next_start(
    tmp_path: Path, holder: Holder
) -> None:
    with seated(tmp_path, won_game(2).undo(), settings=NO_VERDICT) as seat:
        win(seat)
        close(seat.controller)
        assert seat.controller.parting_words == (
            "Your win of FreeCell #-3 is not counted yet; the game counts it when it is next started.",
        )
    holder.close()
    with seated(tmp_path, None, settings=NO_VERDICT) as seat:
        seat.controller.start()
        seat.later(1)
        assert len(History(tmp_path).results()) == 1


@pytest.mark.usefixtures("holder", "_given_up_soon")
def test_in_line_mode_the_reason_is_told_once_in_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    monkeypatch.setattr("freecell_tui.storage.history.LOCK_TIMEOUT", 0.05)
    keep(SaveStore(tmp_path), SavedGame(won_game(2).undo(), 60))
    speaker = Speaker(tmp_path, after(1, 3))
    for words in ("stats", "daily yesterday", "journeys"):
        with subtests.test(words=words):
            assert " ".join(speaker.say(words)).count(BUSY) == 1


# Giving up


def given_up_table(seat: Seat) -> None:
    seat.press("3", "a")
    seat.draw()
    seat.open("give-up")
    seat.press("X")
    seat.draw()


def test_a_game_is_given_up_when_the_other_program_lets_go(fresh: Seat, tmp_path: Path, holder: Holder) -> None:
    given_up_table(fresh)
    assert "counts as lost until" not in fresh.text
    holder.close()
    fresh.see("counts as lost until")
    (result,) = History(tmp_path).results()
    assert not result.is_won


def test_who_plays_on_before_a_game_is_given_up_has_not_lost_it(fresh: Seat, tmp_path: Path, holder: Holder) -> None:
    given_up_table(fresh)
    fresh.press("esc")
    fresh.session.play(Move.parse("3b"))
    holder.close()
    fresh.later(5)
    assert History(tmp_path).results() == []


@pytest.mark.slow
@pytest.mark.usefixtures("holder")
def test_a_game_that_cannot_be_given_up_for_long_stays_unfinished_and_that_is_told(fresh: Seat) -> None:
    given_up_table(fresh)
    fresh.wait(lambda: fresh.message == f"{BUSY} The game stays unfinished.", "the reason")


# Dialogs


@pytest.mark.usefixtures("_no_wait")
def test_journeys_and_statistics_are_shown_when_the_other_program_lets_go(
    fresh: Seat, holder: Holder, subtests: pytest.Subtests
) -> None:
    for screen in ("statistics", "daily"):
        with subtests.test(screen=screen):
            fresh.open(screen)
            fresh.draw()
            assert fresh.dialog is not None
            fresh.press("esc")
    soon = Timer(0.1, holder.close)
    soon.start()
    fresh.open("journeys")
    fresh.wait(lambda: "Deals 1 to 32,000" in fresh.text, "the journeys")
    soon.join()


@pytest.mark.usefixtures("_no_wait")
def test_tournaments_and_their_standings_are_shown_at_once_and_completed_later(tmp_path: Path, holder: Holder) -> None:
    tournament = KNOWN_TOURNAMENTS["first-ten"]
    with seated(tmp_path, Game.new(-3), settings=NO_VERDICT, size=(80, 40)) as seat:
        TournamentStore(seat.controller.store).add_attempt(tournament, tournament.deals[0], "a" * 32, ())
        seat.press(*by_name("tournaments"))
        seat.draw()
        assert "Your first ten" in seat.text
        assert "10 deals" in seat.text
        seat.press("enter")
        seat.draw()
        assert "#14385" in seat.text
        assert "Reading your games…" in seat.text
        assert "not played yet" not in seat.text
        holder.close()
        seat.see("0 of 10 won")
        assert "#14385 tried once" in " ".join(seat.text.split())
        assert "not played yet" in seat.text
        seat.press("esc")
        seat.see("0 of 10")


def wait_for_answers(seat: Seat, threads: int) -> None:
    """Let questions on threads be answered, and the few that follow from their answers."""
    for _ in range(4):
        seat.wait(lambda: active_count() <= threads, "every question to be answered")
        seat.later(1)


@pytest.mark.usefixtures("_no_wait")
def test_a_deal_of_a_tournament_begins_when_the_other_program_lets_go_unless_something_else_is_wished(
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    tournament = KNOWN_TOURNAMENTS["first-ten"]
    with seated(tmp_path, Game.new(-3), settings=NO_VERDICT) as seat:
        TournamentStore(seat.controller.store).add_attempt(tournament, tournament.deals[1], "a" * 32, ())
        for keys, deal in ((("enter", "down"), -3), (("enter",), tournament.deals[0])):
            with subtests.test(keys=keys):
                seat.open("tournaments", tournament.key)
                seat.see("0 of 10 won")
                with closing(Holder(tmp_path)):
                    threads = active_count()
                    seat.press(*keys)
                    seat.draw()
                    assert seat.session.game.deal == -3
                wait_for_answers(seat, threads)
                assert seat.session.game.deal == deal


@pytest.mark.usefixtures("holder")
def test_the_next_deal_of_a_tournament_is_offered_after_a_win_that_cannot_be_counted_yet(tmp_path: Path) -> None:
    tournament = Tournament("Two", (-3, 1))
    with seated(tmp_path, won_game(2).undo(), settings=NO_VERDICT) as seat:
        TournamentStore(seat.controller.store).begin(tournament)
        seat.controller.table.contest = contest_of(seat.controller.store, tournament)
        win(seat)
        assert "next deal of the tournament" in seat.text
        assert "The game history is in use by another program." in seat.text


def test_the_place_on_a_journey_is_kept_when_the_other_program_lets_go(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(-3), settings=NO_VERDICT) as seat:
        seat.open("journeys")
        seat.draw()
        with closing(Holder(tmp_path)):
            seat.press("enter")
            seat.draw()
            assert seat.session.game.deal != -3
        close(seat.controller)
        assert seat.controller.parting_words == ()
    journeys = [History(tmp_path).journey_position(name).deal for name in JOURNEYS]
    assert seat.session.game.deal in journeys


# No key waits


@pytest.mark.slow
def test_many_wins_are_played_while_the_history_is_held(start: Callable[..., Terminal], state: Path) -> None:
    folder = state / "freecell-tui"
    folder.mkdir(parents=True)
    with closing(Holder(folder)):
        terminal = start("-3")

        def takes_back() -> bool:
            """Whether the move is taken back, for which the key is typed until the summary takes one."""
            terminal.type("u")
            return "moves 0 " in terminal.top

        for _ in range(6):
            terminal.type("5h")
            terminal.see("You won FreeCell #-3!")
            terminal.wait(takes_back, "the move to be taken back")
        terminal.type("\x03")
        assert terminal.end() == 0
