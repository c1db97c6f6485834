"""The guided first game in line mode."""

from collections.abc import Callable
from pathlib import Path

import pytest

from freecell_tui.controller.play.lesson import read_lesson
from freecell_tui.engine import Game
from support.plain_driver import Speaker
from support.pty_terminal import Terminal

MOVES = ("1", "16", "1h", "3a", "43", "undo", "redo", "a4", "53", "hint", "75", "verdict", "75")
"""What to say at each step."""

_, STEPS = read_lesson()


@pytest.fixture
def speaker(tmp_path: Path) -> Speaker:
    return Speaker(tmp_path, Game.new(617))


def step(number: int) -> str:
    return f"Step {number} of {len(STEPS)}. "


def test_what_each_step_says_to_say_does_it(speaker: Speaker) -> None:
    said = speaker.say("learn")
    for number, line in enumerate(MOVES, 1):
        assert said[-1].startswith(step(number))
        assert said[-1].endswith(f"Type {line}.")
        said = speaker.say(line)
    assert said[-2:] == ["That’s FreeCell! That’s all you need to know.", "FreeCell, deal 617."]
    assert speaker.game == Game.new(617)


def test_skip_does_every_step(speaker: Speaker) -> None:
    speaker.say("learn")
    for number in range(2, len(STEPS) + 1):
        assert speaker.say("skip")[-1].startswith(step(number))
    assert "That’s FreeCell!" in speaker.say("skip")[-2]


def test_anything_else_is_refused_and_the_step_said_again(speaker: Speaker, subtests: pytest.Subtests) -> None:
    for line in ("28", "27", "undo", "new", "give up", "send 9h", "home", "restart"):
        with subtests.test(line=line):
            speaker.say("learn")
            said = speaker.say(line)
            assert len(said) >= 1
            assert not any(each.startswith(step(2)) for each in said)
            assert speaker.say("again")[-1].startswith(step(1))
            assert speaker.game == Game.new(617)


@pytest.mark.parametrize("arguments", [("learn", "--plain"), ("--plain", "learn")])
def test_freecell_learn_begins_with_it(start: Callable[..., Terminal], state: Path, arguments: tuple[str, ...]) -> None:
    terminal = start(*arguments, table=False)
    terminal.see("Step 1 of 13.")
    terminal.type("leave\r")
    terminal.see("FreeCell, deal ")
    terminal.type("quit\r")
    assert terminal.end() == 0
    assert [path.name for path in state.rglob("*") if path.is_file()] == ["lesson-offered"]


def test_the_very_first_start_tells_of_it(start: Callable[..., Terminal]) -> None:
    terminal = start("--plain", table=False, first=True)
    terminal.see("New to FreeCell? Type yes for a guided first game, or just play.")
    terminal = start("--plain", table=False)
    terminal.see("Type look for the table")
    assert "New to FreeCell?" not in terminal.text


def test_quit_ends_the_program(speaker: Speaker) -> None:
    speaker.say("learn")
    speaker.say("quit")
    assert speaker.front_end.has_quit
