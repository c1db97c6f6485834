"""What a screen reader says of the game, measured by the words that it sends to its voice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.ear import Ear

pytestmark = [pytest.mark.pty, pytest.mark.linux]


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Ear]:
    """Line mode, heard."""
    ear = Ear(tmp_path / "ear", "--plain", "1")
    ear.hear_answer()
    yield ear
    ear.close()


def test_a_line_is_answered_by_one_utterance_and_nothing_is_said_before_the_next(
    lines: Ear, subtests: pytest.Subtests
) -> None:
    commands = (
        *("3a", "32", "7h", "99", "3x", "undo", "undo 2", "redo", "blah", "where ace of clubs", "3", "a", "h", "cells"),
        *("foundations", "how many", "status", "time", "targets 3", "best 7h", "verdict", "hint", "no", "note", "undo"),
    )
    for command in commands:
        with subtests.test(command=command):
            heard = lines.say(command)
            assert len(heard) == 1
            assert heard[0].strip()
    assert lines.say("") == []
    assert lines.say("# a comment") == []
    assert lines.idle(1.2) == []
