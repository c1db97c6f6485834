"""Branches and notes in line mode."""

from pathlib import Path

import pytest

from freecell_tui.engine import Game, Place
from support.plain_driver import Speaker


@pytest.fixture
def speaker(tmp_path: Path) -> Speaker:
    """Someone who has played three moves of deal 1, taken two back, and tried two others."""
    speaker = Speaker(tmp_path, Game.new(1))
    for line in ("3a 32 7b", "undo 2", "7b 3c"):
        speaker.say(line)
    return speaker


def test_branches_are_listed_and_gone_to(speaker: Speaker) -> None:
    assert speaker.say("branches") == [
        "1: ends after 3 moves.",
        "2: ends after 3 moves, leaves branch 1 after 1 move. You are on it.",
    ]
    assert speaker.say("branch 1") == ["This is branch 1 after 3 moves; type branches to see where you were."]
    assert speaker.say("branch") == ["This is branch 2 after 3 moves, where it ends."]
    assert speaker.session.undos == 2, "looking is free"
    assert speaker.say("branch 2") == ["You are already there."]
    assert speaker.say("branch 3") == ["There is no branch 3."]
    assert speaker.say("branch x") == ["“x” is not a number: try 1 or more."]


def test_where_nothing_else_was_played_there_is_no_other_branch(speaker: Speaker, tmp_path: Path) -> None:
    speaker.say("undo 3")
    assert speaker.say("branch") == ["This is branch 1 after 3 moves, where it ends."]
    alone = Speaker(tmp_path / "alone", Game.new(1))
    assert alone.say("branch") == ["No branches yet: undo, then play another move."]
    alone.say("3a")
    assert alone.say("branches") == ["1: ends after 1 move. You are on it."]
    assert alone.say("cut 1") == ["There is only one branch."]


def test_a_move_played_again_by_hand_is_told_as_a_move(speaker: Speaker) -> None:
    speaker.say("undo")
    (again,) = speaker.say("3c")
    assert not again.startswith("Redone")
    assert speaker.session.game.turn_count == 5


def test_a_branch_is_cut_when_that_is_asked_for_twice_and_restored(speaker: Speaker) -> None:
    assert speaker.say("cut 2") == ["You are on this branch: go to another one first."]
    assert speaker.say("cut 1") == ["Cut off branch 1, 2 moves? Type yes to do that."]
    assert speaker.say("YES") == ["Branch 1 was cut off; type uncut to restore it."]
    assert speaker.say("branches") == ["2: ends after 3 moves, leaves branch 1 after 1 move. You are on it."]
    assert speaker.say("uncut") == ["The branch is restored."]
    assert speaker.session.game.turn_count == 5
    assert speaker.say("uncut") == ["There is no branch to restore: the game has changed since."]


def test_a_note_is_written_read_shown_again_and_removed(speaker: Speaker) -> None:
    assert speaker.say("note") == ["There is no note here. Type note and a text to write one."]
    assert speaker.say("note keep cell d free") == ["The note is kept; you see it when you come here again."]
    speaker.say("undo")
    *_, told = speaker.say("redo")
    assert told == "Note: keep cell d free"
    assert speaker.say("note") == ["Note: keep cell d free"]
    assert speaker.session.notes == {Place(2, 3): "keep cell d free"}
    assert speaker.say("note none") == ["The note was removed."]
    assert speaker.say("note none") == ["There is no note here."]
    assert speaker.say("note " + "x" * 121) == ["A note has at most 120 characters; this one has 121."]
