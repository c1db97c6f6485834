"""What line mode does with what the controller asks of every front end."""

import readline
import signal
import sys
from pathlib import Path
from typing import get_args

import pytest

from freecell_tui.controller.frontend import Message, ScreenName
from freecell_tui.engine import Game, Move
from freecell_tui.plain.commands import VOCABULARY
from freecell_tui.plain.frontend import Leave, Lines, Signals
from support.plain_driver import Speaker


@pytest.fixture
def speaker(tmp_path: Path) -> Speaker:
    return Speaker(tmp_path, Game.new(1))


def test_what_is_due_is_done_before_the_next_line_in_its_order(speaker: Speaker) -> None:
    front_end, done = speaker.front_end, list[str]()
    front_end.call_later(0.0, lambda: done.append("first"))
    front_end.call_later(600.0, lambda: done.append("much later"))
    front_end.call_later(0.0, lambda: done.append("second"))
    front_end.call_later(-1.0, lambda: front_end.say("Something has happened."))
    assert speaker.say("carry") == ["Something has happened.", "5 cards in sequence can move at once."]
    assert done == ["first", "second"]


def test_what_is_worth_nothing_afterwards_is_not_said(speaker: Speaker) -> None:
    speaker.front_end.notify(Message("Thinking…", "progress"))
    speaker.front_end.notify(Message("It is done."))
    assert speaker.say("time")[0] == "It is done."


def test_how_a_command_is_given_is_its_word(speaker: Speaker, subtests: pytest.Subtests) -> None:
    for command, how in (
        ("undo", "type undo"),
        ("give-up", "type give up"),
        ("last-winnable", "type back"),
        ("left", ""),
    ):
        with subtests.test(command=command):
            assert speaker.front_end.how_to(command) == how


def test_lines_of_other_keyboards_mean_the_same_where_they_mean_nothing_else(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    foreign, plain = (Speaker(tmp_path / name, Game.new(1)) for name in ("foreign", "plain"))
    for typed, meant in (
        ("３ａ", "3a"),
        ("г", "u"),
        ("кувщ", "redo"),
        ("٣ ς", "3 w"),
        ("6ф", "6a"),
        ("6 и", "6 b"),
        ("гтвщ ２", "undo 2"),
        ("КУВЩ", "redo"),
        ("help гтвщ", "help undo"),
        ("дщщл", "look"),
        ("vb ６", "vb 6"),
        ("ｄｅａｌ　６１７", "deal 617"),
        ("６१८", "618"),
        ("нуы", "yes"),
        ("вуфд 1", "deal 1"),
        ("тщ", "no"),
        ("é", "é"),
        ("привет всем", "привет всем"),
        ("й", "q"),
    ):
        with subtests.test(typed=typed):
            assert foreign.say(typed) == plain.say(meant)
    assert foreign.front_end.has_quit


def test_a_text_stays_as_it_was_typed(speaker: Speaker) -> None:
    assert "３月 г" in " ".join([*speaker.say("тщеу ３月 г"), *speaker.say("note")])


def test_every_screen_is_said_or_passed_over(speaker: Speaker, subtests: pytest.Subtests) -> None:
    for screen in get_args(ScreenName):
        with subtests.test(screen=screen):
            speaker.say("3a")
            speaker.front_end.show(screen)
            assert all(sentence.isprintable() for sentence in speaker.say("resume"))


def test_what_was_said_after_a_change_takes_the_place_of_telling_it(speaker: Speaker) -> None:
    speaker.session.play(Move.parse("3a"))
    speaker.front_end.notify(Message("One move was shown."))
    assert speaker.say("carry") == ["One move was shown.", "4 cards in sequence can move at once."]


def test_typed_words_are_completed_by_either_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    for library, last in (("GNU readline", "tab: complete"), ("libedit readline", "bind ^I rl_complete")):
        lines = list[str]()
        monkeypatch.setattr(readline, "__doc__", library)
        monkeypatch.setattr(readline, "parse_and_bind", lines.append)
        Lines(VOCABULARY)
        assert lines[-1] == last
    complete = readline.get_completer()
    assert complete is not None
    assert [complete("GA", number) for number in range(2)] == ["games", None]


def test_ctrl_c_ends_a_search_but_not_the_program() -> None:
    signals = Signals()
    with signals.handled(), signals.leaving_at_once():
        with signals.searching():
            assert not signals.ends_search
            signal.raise_signal(signal.SIGINT)
            assert signals.ends_search
        assert not signals.ends_search


def test_a_signal_ends_the_program_only_where_it_may_be_left() -> None:
    signals = Signals()
    with signals.handled():
        for _ in range(2):
            signal.raise_signal(signal.SIGTERM)
            with pytest.raises(Leave), signals.leaving_at_once():
                pytest.fail("it goes on")


@pytest.mark.parametrize("another", [signal.SIGALRM, signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_comes_on_the_way_out_does_not_ask_again(another: signal.Signals) -> None:
    signals = Signals()
    with signals.handled(), signals.leaving_at_once():
        signal.raise_signal(signal.SIGALRM)  # which only wakes the program up
        with pytest.raises(Leave):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(another)
