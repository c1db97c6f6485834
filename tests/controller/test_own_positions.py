"""Positions of the player's own: pasted at the table and in line mode, played, and kept apart from deals."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.engine import FREECELL, Game, deal, find_variant, read_position, write_position
from freecell_tui.engine.positions import StartPosition
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from support.games import played
from support.plain_driver import Speaker
from support.ui_driver import NO_VERDICT, Seat, seated

QUIET = NO_VERDICT.with_value("animation", "off")
NEARLY_WON = "Foundations: H-K C-K D-K S-J\nKS QS\n:\n:\n:\n:\n:\n:\n:\n"
NAME = str(StartPosition(read_position(NEARLY_WON)))
DEAL_24 = write_position(deal(24))
SEAHAVEN = write_position(played(Game.new(5, find_variant("seahaven-towers")), "1a").board)
WON_CODE = encode(SharedGame(played(Game.new(StartPosition(read_position(NEARLY_WON))), "1h"), 5))
BEGUN_CODE = encode(SharedGame(Game.new(StartPosition(played(Game.new(617), "83").board))))


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    with seated(tmp_path, played(Game.new(617, FREECELL), "83"), settings=QUIET) as made:
        yield made


# At the table


def test_a_pasted_position_is_played_after_a_question_and_the_game_before_is_kept(seat: Seat) -> None:
    seat.press("7", "b")
    seat.paste(NEARLY_WON)
    for text in ("Play this position?", f"FreeCell position {NAME}, 50 cards home.", "not in the statistics of deals"):
        assert text in seat.text
    seat.press("esc")
    assert seat.session.game.title == "FreeCell #617"
    seat.paste(NEARLY_WON)
    seat.press("y")
    assert seat.session.game == Game.new(StartPosition(read_position(NEARLY_WON)))
    assert seat.text.startswith(f" FreeCell position {NAME}")
    assert "Your game of deal 617 is saved" in seat.message
    assert [path.name.split("-", 1)[1] for path in seat.controller.store.unfinished()] == ["freecell-617.json"]


def test_a_pasted_deal_is_known_and_played_as_the_deal_or_as_a_position(seat: Seat) -> None:
    for key, title in (("p", f"FreeCell position {StartPosition(deal(24))}"), ("y", "FreeCell #24")):
        seat.paste(DEAL_24.replace("\n", "\r\n"))
        assert "This is deal 24." in seat.text
        assert "play deal 24" in seat.text
        seat.press(key)
        assert seat.session.game.title == title


def test_a_position_of_another_variant_is_played_by_its_rules(seat: Seat) -> None:
    seat.paste(SEAHAVEN)
    seat.press("y")
    assert (seat.session.game.variant.name, write_position(seat.session.game.board)) == ("seahaven-towers", SEAHAVEN)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (DEAL_24.replace("AS", "AC"), "This is not a full deck: missing: A♠; more than once: A♣."),
        (NEARLY_WON.replace("S-J", "S-Q"), "This is not a full deck: more than once: Q♠."),
        (NEARLY_WON.replace("S-J", "S-K").replace("KS QS", ":"), "All cards of this position are home already"),
        (DEAL_24 + "KS\n", "FreeCell has 8 columns, not 9."),
    ],
)
def test_a_board_with_a_mistake_is_refused_with_the_cards(seat: Seat, text: str, sentence: str) -> None:
    seat.paste(text)
    assert (sentence in seat.message, seat.dialog, seat.session.game.moves_made) == (True, None, 1), seat.message


def test_the_code_of_a_position_opens_it_and_then_plays_its_moves(seat: Seat) -> None:
    seat.paste(WON_CODE)
    assert "race it" in seat.text
    assert "Then paste the code again, to play its moves." in seat.text
    seat.press("y")
    assert seat.session.game.title == f"FreeCell position {NAME}"
    seat.paste(WON_CODE)
    assert "Play 1 pasted move?" in seat.text
    seat.press("esc")
    seat.paste(BEGUN_CODE)
    seat.press("y")
    assert seat.session.game.board == played(Game.new(617), "83").board
    seat.paste(WON_CODE)
    seat.press("r")
    assert seat.controller.table.race is not None
    assert seat.session.game.title == f"FreeCell position {NAME}"


def test_a_win_of_a_position_counts_apart_and_says_so(seat: Seat) -> None:
    seat.paste(NEARLY_WON)
    seat.press("y", "1", "h")
    seat.later(0)
    assert f"You won FreeCell position {NAME}!" in seat.text
    assert "A position of your own: it counts apart from deals." in seat.controller.table.win_notes
    seat.open("statistics")
    seat.wait(lambda: "Your own positions" in seat.text)
    assert f"FreeCell position {NAME}" in seat.text
    assert "No finished games" not in seat.text
    history = History(seat.controller.store.folder)
    assert [str(result.deal) for result in history.results_of_positions()] == [NAME]
    assert (history.results(), history.winning_streak()) == ([], 0)


def test_a_position_has_no_deal_beside_it(seat: Seat) -> None:
    seat.paste(NEARLY_WON)
    seat.press("y")
    for name in ("next-deal", "previous-deal"):
        assert BY_NAME[name].disabled(seat.controller) == "This game began at a position, which has no number."


# In line mode


def tell(speaker: Speaker, text: str) -> list[str]:
    """What is answered to each line of a text."""
    return [sentence for line in text.splitlines() for sentence in speaker.say(line)]


def test_the_lines_of_a_position_are_gathered_in_line_mode(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(617))
    speaker.say("83")
    assert tell(speaker, NEARLY_WON) == [f"FreeCell position {NAME}, 50 cards home.", "Type yes to play it."]
    assert speaker.say("yes")[0] == f"FreeCell, position {NAME}."
    assert speaker.game == Game.new(StartPosition(read_position(NEARLY_WON)))
    assert speaker.say("1h")[1] == f"You won FreeCell, position {NAME}, in 1 move, without undo."
    assert speaker.say("statistics") == ["Your own positions: 1 game, 1 won, apart from your deals."]
    store = SaveStore(tmp_path)
    assert [str(saved.game.deal) for _, saved in store.games([])] == ["617"]
    assert tell(speaker, DEAL_24) == [
        f"FreeCell position {StartPosition(deal(24))}.",
        "This is deal 24. Type yes to play it.",
    ]
    assert speaker.say("no") == ["Nothing has changed."]
    tell(speaker, DEAL_24)
    assert speaker.say("yes")[0] == "FreeCell, deal 24."
    assert tell(speaker, SEAHAVEN)[0].startswith("Seahaven Towers position ")
    speaker.say("yes")
    assert speaker.game.variant.name == "seahaven-towers"


def test_a_position_that_breaks_off_is_told_and_the_next_line_is_answered(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(617))
    lines = DEAL_24.splitlines()
    assert tell(speaker, "\n".join(lines[:5])) == []
    told = speaker.say("83")
    assert told[0] == "The position is left out. FreeCell has 8 columns, not 5."
    assert speaker.game.moves_made == 1
    assert tell(speaker, DEAL_24.replace("AS", "AC") + "status")[0].startswith(
        "The position is left out. This is not a full deck: missing: A♠"
    )
    assert tell(speaker, "Foundations: H-K C-K D-K S-K\n" + ":\n" * 8)[0].startswith("All cards of this position are")
    # Moves are no cards, in capitals neither.
    assert speaker.say("8A 3B")[0].startswith("Cannot") or speaker.game.moves_made >= 1


def test_the_code_of_a_position_opens_it_in_line_mode(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(617))
    assert speaker.say(WON_CODE)[-1] == "Type yes to play it."
    speaker.say("yes")
    assert speaker.game.title == f"FreeCell position {NAME}"
    assert "Play 1 move of this share code?" in speaker.say(WON_CODE)[0]
    speaker.say(f"deal {BEGUN_CODE}")
    assert speaker.game.board == played(Game.new(617), "83").board
    speaker.say(f"race {WON_CODE}")
    assert speaker.game.title == f"FreeCell position {NAME}"
