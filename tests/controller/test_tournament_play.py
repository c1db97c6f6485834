"""Tournaments in the game: rules at the table and in line mode, what counts, and results handed in."""

from pathlib import Path

import pytest

from freecell_tui.controller import tournaments
from freecell_tui.controller.clock import Clock
from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.engine import Move
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.tournament_files import read_result
from freecell_tui.storage.tournament_progress import TournamentStore
from support.plain_driver import Speaker
from support.solutions import STANDARD
from support.ui_driver import NO_VERDICT, Seat, after, seated

FIRST, *_, LAST = STANDARD[617].split()
DEADLY = Tournament("Deadly", (617, 5), attempts=1, undo=False, hints=False, blind=True)
OPEN = Tournament("Open", (617, 5), hints=False)


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NO_MOTION", "1")
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    return tmp_path / "documents"


def player(folder: Path, tournament: Tournament) -> Speaker:
    """A player in line mode who has begun a tournament and plays its next deal."""
    speaker = Speaker(folder, after(1, 0))
    TournamentStore(speaker.controller.store).begin(tournament)
    speaker.say(f"tournament {tournament.key}")
    return speaker


def win(speaker: Speaker) -> list[str]:
    return speaker.say(STANDARD[speaker.game.deal])


def test_a_rule_turns_off_what_it_forbids_however_it_is_asked_for(tmp_path: Path) -> None:
    speaker = player(tmp_path, DEADLY)
    assert speaker.game.deal == 617
    speaker.say("bookmark")
    speaker.say(FIRST)
    here = speaker.game.board
    for line, sentence in {
        "undo": "without undo",
        "jump 1": "without undo",
        "branch": "without undo",
        "back": "without undo",
        "restart": "another attempt",
        "hint": "without hints",
        "show": "without hints",
        "solve": "without hints",
        "lost": "without hints",
        "verdict": "verdict is hidden",
        "warn on": "not warned",
    }.items():
        assert sentence in " ".join(speaker.say(line)), line
    assert speaker.game.board == here


def test_the_rules_of_a_tournament_are_those_of_its_games_only(tmp_path: Path) -> None:
    speaker = player(tmp_path, DEADLY)
    speaker.say(FIRST)
    speaker.say("deal 1")
    speaker.say("3a")
    assert "undone" in " ".join(speaker.say("undo")).lower() or not speaker.game.moves_made
    assert "can be won" in " ".join(speaker.say("verdict"))
    speaker.say("open 2")
    assert speaker.game.deal == 617
    assert "without undo" in " ".join(speaker.say("undo"))


def test_moves_cannot_be_pasted_in_a_tournament(tmp_path: Path) -> None:
    speaker = player(tmp_path, OPEN)
    assert win(speaker)
    code = encode(SharedGame(speaker.game))
    other = player(tmp_path / "other", OPEN)
    assert other.say(code) == ["In a tournament moves cannot be pasted."]
    assert not other.game.moves_made


def test_a_deal_given_up_is_lost_if_there_is_one_attempt_and_can_be_tried_again_otherwise(tmp_path: Path) -> None:
    for tournament, left in ((DEADLY, "lost"), (OPEN, "tried once")):
        speaker = player(tmp_path / tournament.title, tournament)
        speaker.say(FIRST)
        assert speaker.say("tournament standings")[0] == "Deal 617: not finished, 1 move."
        speaker.say("give up")
        speaker.say("give up")
        assert speaker.say("tournament standings")[0] == f"Deal 617: {left}."
        speaker.say("tournament next")
        assert speaker.game.deal == (5 if tournament is DEADLY else 617)
        assert not speaker.game.moves_made


def test_a_deal_left_is_gone_on_with_in_the_next_program(tmp_path: Path) -> None:
    speaker = player(tmp_path, DEADLY)
    speaker.say(FIRST)
    speaker.controller.close()
    again = player(tmp_path, DEADLY)
    assert (again.game.deal, again.game.moves_made) == (617, 1)
    assert "without undo" in " ".join(again.say("undo"))


def test_the_best_win_counts_and_the_results_are_handed_in_with_codes(tmp_path: Path, documents: Path) -> None:
    speaker = player(tmp_path, OPEN)
    said = win(speaker)
    assert "Type tournament next for the next deal of the tournament." in said
    assert speaker.say("tournament standings")[:2] == ["Deal 617: 59 moves, 0:00, no undo.", "Deal 5: not played yet."]
    speaker.say("tournament next")
    win(speaker)
    assert speaker.say("tournament next") == [f"The tournament is over: {score(speaker)}."]
    (saved,) = speaker.say("tournament export Ann")
    assert saved.endswith("freecell-results.toml")
    result = read_result(documents / "freecell-results.toml")
    assert (result.player, list(result.entries)) == ("Ann", [617, 5])
    assert all(entry.code for entry in result.entries.values())
    assert speaker.say("tournament export") == ["The results need a name."]


def score(speaker: Speaker) -> str:
    found = tournaments.status(speaker.controller, OPEN)
    assert found is not None
    return found.text


def test_a_win_that_a_rule_forbids_does_not_count_and_says_why(tmp_path: Path) -> None:
    speaker = player(tmp_path, Tournament("Quick", (617,), minutes=1))
    speaker.session.clock = Clock(61.0)
    win(speaker)
    assert speaker.say("tournament standings") == [
        "Deal 617: won, but it took longer than 1 minute.",
        "0 of 1 won.",
    ]


def test_every_tournament_is_listed_and_an_unknown_one_is_named(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(1, 0))
    listed = speaker.say("tournaments")
    assert [line.partition(":")[0] for line in listed[:2]] == ["first-ten", "eight-hardest"]
    assert "no tournament “chess”" in speaker.say("tournament chess")[0]
    assert "not playing a tournament" in speaker.say("tournament next")[0]


# At the table


def play(seat: Seat) -> None:
    *words, last = STANDARD[seat.session.game.deal].split()
    for word in words:
        seat.session.play(Move.parse(word))
    seat.press(*last)


@pytest.mark.parametrize("size", [(40, 16), (60, 20), (80, 24), (120, 40)])
def test_a_tournament_is_played_at_the_table_and_done_deals_are_told(tmp_path: Path, size: tuple[int, int]) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=size) as seat:
        TournamentStore(seat.controller.store).begin(OPEN)
        seat.press("E")
        assert "Open" in seat.text
        seat.press("enter")
        assert "#617" in seat.text
        assert "not played yet" in seat.text
        seat.press("enter")
        assert seat.session.game.deal == 617
        play(seat)
        seat.press("E")
        assert seat.session.game.deal == 5
        seat.press("E", "enter")
        assert "59 moves" in seat.text
        seat.press("e", *"Ann", "enter")
        assert "Saved" in seat.text


def test_hints_stay_off_in_a_tournament_whatever_the_settings_say_and_come_back_after_it(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT) as seat:
        TournamentStore(seat.controller.store).begin(OPEN)
        tournaments.play_next(seat.controller, OPEN)
        seat.controller.preferences.change("hints", value=True)
        seat.press("i")
        assert seat.message == "This tournament is played without hints."
        seat.press("n")
        assert seat.controller.settings.hints


def test_results_are_handed_in_under_a_name_that_is_typed_or_pasted(tmp_path: Path, documents: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT) as seat:
        TournamentStore(seat.controller.store).begin(OPEN)
        seat.press("E", "enter", "e")
        assert "Nothing has been played yet." in seat.text
        seat.paste("Ann")
        assert "Ann" not in seat.text
        seat.press("enter")
        play(seat)
        seat.open(ScreenRequest.STANDINGS)
        seat.press("e", "A", "esc", "e")
        seat.paste("Ann\nOther, the " + "very " * 20)
        assert "Ann Other, the very " in seat.text
        seat.press("x", "enter")
        assert "Saved" in seat.text
        assert read_result(documents / "freecell-results.toml").player == "Ann Other, the very"


def test_why_results_cannot_be_handed_in_is_said(tmp_path: Path, documents: Path) -> None:
    speaker = player(tmp_path, OPEN)
    win(speaker)
    documents.write_text("a file where the folder should be")
    (sentence,) = speaker.say("tournament export Ann")
    assert sentence.startswith("The results could not be saved: ")


def test_a_deal_that_the_rules_leave_no_attempt_for_is_not_played_again(tmp_path: Path) -> None:
    speaker = player(tmp_path, DEADLY)
    for line in (FIRST, "give up", "give up"):
        speaker.say(line)
    assert tournaments.play(speaker.controller, DEADLY, 617) == (
        "Deal 617 is lost, and the rules leave no other attempt."
    )


def test_where_time_does_not_count_no_clock_is_shown(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT) as seat:
        untimed = Tournament("Slow", (617,), clock=False)
        TournamentStore(seat.controller.store).begin(untimed)
        tournaments.play_next(seat.controller, untimed)
        assert not seat.controller.settings.clock
        assert "0:00" not in seat.text
