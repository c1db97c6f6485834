"""Which game is played on, where there is more than one of a deal or more than one player of a save."""

from dataclasses import replace
from pathlib import Path

import pytest

from freecell_tui.controller.actions import play_deal
from freecell_tui.controller.features import tournaments
from freecell_tui.controller.frontend import Watching
from freecell_tui.engine import FREECELL, Game, find_variant
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.storage import saves
from freecell_tui.storage.daily import deal_of, today
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.tournaments import KNOWN_TOURNAMENTS
from support.games import number_of
from support.plain_driver import Speaker
from support.refusing_disk import full_disk
from support.stored_games import all_records, keep, record_of
from support.tasks import outcome_of
from support.ui_driver import NO_VERDICT, after, by_name, seated


def test_the_daily_deal_is_not_the_same_deal_by_other_rules(tmp_path: Path, subtests: pytest.Subtests) -> None:
    rules = (FREECELL.with_cells(3), FREECELL.with_house_rules(cards_come_back=True), find_variant("bakers-game"))
    for number, variant in enumerate(rules):
        with subtests.test(variant=variant):
            folder = tmp_path / str(number)
            speaker = Speaker(folder, SavedGame(Game.new(deal_of(today()), variant)))
            speaker.say("1a")
            for line in ("daily", "deal 5", "daily"):
                speaker.say(line)
                assert line != "daily" or (speaker.game.variant, speaker.game.turns) == (FREECELL, ())
            assert [saves.read(path).game.variant for path in SaveStore(folder).unfinished()] == [variant]


# One rule for every door to a deal


QUESTION = "You have not finished this deal"
RESUMED = "Your unfinished game of this deal is resumed."


def kept_games(folder: Path) -> list[tuple[int, int]]:
    """Deal and number of moves of every unfinished game."""
    games = [record.game for record in all_records(SaveStore(folder))]
    return sorted((number_of(game.deal), game.moves_made) for game in games)


def test_the_previous_deal_is_the_game_that_was_left_for_the_next(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(47), settings=NO_VERDICT) as seat:
        seat.press("1", "a", *by_name("next-deal"))
        assert seat.message.startswith("Your game of deal 47 is saved: ")
        seat.press("1", "a", "1", "b", *by_name("previous-deal"))
        assert (seat.session.game.deal, seat.session.game.moves_made) == (47, 1)
        assert seat.message.startswith(f"{RESUMED} Your game of deal 48 is saved: ")
        seat.press(*by_name("next-deal"))
        assert (seat.session.game.deal, seat.session.game.moves_made) == (48, 2)
    assert kept_games(tmp_path) == [(47, 1), (48, 2)]
    speaker = Speaker(tmp_path, Game.new(46))
    said = speaker.say("next deal")
    assert said == ["FreeCell, deal 47, after 1 move.", RESUMED]


@pytest.mark.parametrize("from_deal", [47, 5])
def test_a_deal_named_by_its_number_is_asked_about_at_the_table(
    tmp_path: Path, from_deal: int, subtests: pytest.Subtests
) -> None:
    keep(SaveStore(tmp_path), record_of(47, "1a"))
    (path,) = SaveStore(tmp_path).unfinished()
    save_file, saved = SaveStore(tmp_path).open(path)
    with seated(tmp_path, Game.new(from_deal), settings=NO_VERDICT) as seat:
        if from_deal == 47:
            seat.controller.play(saved, save_file)
        for answers, moves in (("mOr", 1), (["esc", "r"], 1), ("s", 0)):
            with subtests.test(answers=answers):
                seat.press("#", *"47", "enter")
                assert QUESTION in seat.text
                assert "FreeCell #47: 1 move" in seat.text
                assert "First press" not in seat.text
                for key in answers:
                    seat.press(key)
                    assert ("First press r, s or Esc." in seat.text) == (key in "mO")
                assert seat.dialog is None
                assert (seat.session.game.deal, seat.session.game.moves_made) == (47, moves)
        seat.press("2", "a", "2", "b")
        seat.draw()
    assert kept_games(tmp_path) == [(47, 1), (47, 2)], "which was asked for"


def test_the_question_leads_back_to_the_game_that_was_left_for_it(tmp_path: Path, subtests: pytest.Subtests) -> None:
    keep(SaveStore(tmp_path), record_of(47, "1a"))
    with seated(tmp_path, Game.new(5), settings=NO_VERDICT) as seat:
        for deal in (47, 5):
            with subtests.test(deal=deal):
                seat.press(*"1a"[: 2 * (deal == 47)], "#", *str(deal), "enter")
                assert QUESTION in seat.text
                assert "back to your game" in seat.text
                seat.press("esc")
                assert seat.dialog is None
                assert (seat.session.game.deal, seat.session.game.moves_made) == (5, 1)
    assert kept_games(tmp_path) == [(5, 1), (47, 1)]


def test_the_game_on_the_table_stays_there_if_all_of_it_is_undone_or_no_disk_has_it(tmp_path: Path) -> None:
    with seated(tmp_path, record_of(47, "1a").game, settings=NO_VERDICT) as seat:
        with full_disk():
            seat.press("2", "a", "2", "b")
            seat.draw()
            session = seat.session
            seat.press("#", *"47", "enter")
            assert QUESTION in seat.text
            seat.press("r")
            assert seat.session is session
        seat.press("u", "u", "u", "#", *"47", "enter")
        assert seat.dialog is None
        assert (seat.session is session, seat.message) == (True, "")


def test_the_title_asks_as_the_table_does_and_a_game_at_its_beginning_is_taken_up_without_a_question(
    tmp_path: Path,
) -> None:
    record = record_of(47, "1a")
    keep(SaveStore(tmp_path), record)
    with seated(tmp_path, None, settings=NO_VERDICT) as seat:
        seat.press("#", *"47", "enter")
        assert QUESTION in seat.text
        seat.press("r")
        assert seat.session.game.moves_made == 1
        play_deal(seat.controller, 47)
        assert QUESTION in seat.text
    keep(SaveStore(tmp_path / "begun"), replace(record, game=record.game.undo()))
    with seated(tmp_path / "begun", Game.new(5), settings=NO_VERDICT) as seat:
        seat.press("#", *"47", "enter")
        assert seat.dialog is None
        assert (seat.session.game.deal, seat.session.game.can_redo) == (47, True)
        seat.press("2", "a", "2", "b")
        seat.draw()
    assert kept_games(tmp_path / "begun") == [(47, 2)]


def test_the_daily_deal_and_a_journey_resume_and_say_so(tmp_path: Path, subtests: pytest.Subtests) -> None:
    keep(SaveStore(tmp_path), record_of(deal_of(today()), "1a"))
    keep(SaveStore(tmp_path), record_of(1, "1a"))
    for line, deal in (("daily", deal_of(today())), ("journey all", 1)):
        with subtests.test(line=line):
            speaker = Speaker(tmp_path, Game.new(5))
            assert RESUMED in speaker.say(line)
            assert (speaker.game.deal, speaker.game.moves_made) == (deal, 1)


def test_a_replay_a_race_and_a_tournament_begin_anew_and_say_what_is_kept(tmp_path: Path) -> None:
    kept = "Your unfinished game of this deal is kept."
    keep(SaveStore(tmp_path), record_of(617, "3a"))
    speaker = Speaker(tmp_path, Game.new(5))
    assert any(kept in sentence for sentence in speaker.say(f"race {encode(SharedGame(after(617, 59)))}"))
    assert speaker.controller.table.race is not None
    with seated(tmp_path, Game.new(5), settings=NO_VERDICT) as seat:
        seat.open(Watching(SavedGame(after(617, 59))))
        seat.press("home", "enter")
        assert QUESTION in seat.text
        seat.press("r")
        assert seat.session.game.moves_made == 1
        seat.press(*by_name("next-deal"))
        seat.open(Watching(SavedGame(after(617, 59))))
        seat.press(*"12", "enter", "enter")
        assert seat.message == f"You are playing on from move 12. If you win, it counts as a win with help. {kept}"
    tournament = next(iter(KNOWN_TOURNAMENTS.values()))
    keep(SaveStore(tmp_path), record_of(tournament.deals[0], "1a", tournament.variant))
    speaker = Speaker(tmp_path, Game.new(5))
    outcome_of(tournaments.play(speaker.controller, tournament, tournament.deals[0]))
    assert any(sentence.endswith(kept) for sentence in speaker.say("cells"))
