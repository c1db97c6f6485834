"""Sharing a game in line mode."""

from pathlib import Path

from freecell_tui.controller.play.game import Clock
from freecell_tui.engine.share_code import SharedGame, decode, encode
from support.plain_driver import Speaker
from support.ui_driver import after


def test_a_game_is_shared_in_a_line_and_a_code_and_it_is_said_that_nothing_is_copied(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(617, 20))
    speaker.session.clock = Clock(now=lambda: 0.0)
    line, code, note = speaker.say("share Ann Other")
    assert line == "FreeCell #617, 6 of 52 cards home after 20 moves, signed by Ann Other"
    assert decode(code) == SharedGame(after(617, 20), name="Ann Other")
    assert note.startswith("Not copied: ")


def test_a_line_with_a_code_plays_its_moves_from_here(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(617, 3))
    said = speaker.say(encode(SharedGame(after(617, 20))))
    assert said == ["Played 17 pasted moves; type undo to undo them one by one."]
    assert speaker.session.game == after(617, 20)
    assert speaker.say(encode(SharedGame(after(1, 5)))) == ["The pasted moves are of FreeCell #1."]
