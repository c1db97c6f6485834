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
    assert said[-2:] == ["That’s FreeCell! You know all you need to play.", "FreeCell, deal 617."]
    assert speaker.game == Game.new(617)


def test_skip_does_every_step(speaker: Speaker) -> None:
    speaker.say("learn")
    for number in range(2, len(STEPS) + 1):
        assert speaker.say("skip")[-1].startswith(step(number))
    assert "That’s FreeCell!" in speaker.say("skip")[-2]


def test_anything_else_is_refused_and_the_step_said_again(speaker: Speaker) -> None:
    for line in (
        "28",
        "27",
        "undo",
        "new",
        "give up",
        "send 9h",
        "home",
        "restart",
    ):
        speaker.say("learn")
        said = speaker.say(line)
        assert len(said) >= 1
        assert not any(each.startswith(step(2)) for each in said)
        assert speaker.say("again")[-1].startswith(step(1))
        assert speaker.game == Game.new(617)


def test_the_table_of_the_lesson_can_be_read(speaker: Speaker) -> None:
    speaker.say("learn")
    assert "Column 1, 5 cards: J♦, 8♦, 7♥, 8♠, 9♥." in speaker.say("look")
    assert speaker.say("2") == ["Column 2, 4 cards: K♥, J♠, 8♥, 5♥."]
    assert speaker.say("1")[0] == "Column 1, 5 cards: J♦, 8♦, 7♥, 8♠, 9♥."
    assert speaker.say("9") == ["There is no column 9: FreeCell has 8."]
    assert speaker.say("cells") == ["All 4 cells are free."]
    assert speaker.say("foundations") == ["Foundations: 7♠, 3♥, 6♦, 7♣."]
    assert "skip" in speaker.say("help")[0]
    assert "is not a command" in speaker.say("nonsense")[0]


def test_the_list_in_the_lesson_begins_with_its_own_words_and_what_the_step_wants(speaker: Speaker) -> None:
    speaker.say("learn")
    for line in MOVES[:5]:
        speaker.say(line)
    said = speaker.say("?")
    own = ["skip: skip this step.", "again: repeat the step.", "leave: end the lesson.", "undo: undo the last move."]
    assert said[:4] == own
    off = " ".join(said[said.index("Not now.") : -1])
    assert "new, " in off
    assert "undo, " not in off
    assert ": Only in a game." in off
    assert "redo, hint, verdict: That comes in a later step." in off
    assert said[-1].startswith(step(6))


def test_leave_ends_it_and_the_game_goes_on(speaker: Speaker) -> None:
    speaker.say("83")
    speaker.say("learn")
    assert not speaker.session.clock.is_running
    speaker.say("16")
    assert speaker.say("leave") == ["FreeCell, deal 617, after 1 move."]
    assert speaker.say("7a") != []
    assert speaker.game.moves_made == 2


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
