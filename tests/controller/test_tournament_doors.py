"""The limits of a tournament at every door: each command that shows, copies or takes back, for each rule.

What cannot be prevented, and is no door of the attempt: the deal is known to everybody, so `freecell solve 617`, a game
of one's own of it, and moves or a code that are written down tell all about it.
"""

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
import urwid

from freecell_tui.cli.commands import SUBCOMMANDS
from freecell_tui.controller.commands import BY_NAME, COMMANDS, AnyCommand, execute
from freecell_tui.controller.features import tournaments
from freecell_tui.engine import FreecellError, Move
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.lab_cli.commands import SUBCOMMANDS as LAB_COMMANDS
from freecell_tui.plain.commands import OWN_COMMANDS
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.tournaments import TournamentStore
from support.commands import Batch
from support.plain_driver import Speaker
from support.solutions import STANDARD
from support.tasks import outcome_of
from support.ui_driver import NO_VERDICT, Seat, after, seated

WORDS: Final = STANDARD[617].split()
RULES: Final = {
    "undo": Tournament("No undo", (617, 5), undo=False),
    "hints": Tournament("No hints", (617, 5), hints=False),
    "blind": Tournament("Blind", (617, 5), blind=True),
    "attempts": Tournament("Once", (617, 5), attempts=1),
    "clock": Tournament("Quick", (617, 5), minutes=10),
}
ALL: Final = Tournament("All", (617, 5), attempts=1, undo=False, hints=False, blind=True, minutes=10)

TOLD: Final = "hints blind"
"""The rules that close a door behind which the verdict is told, or a move that wins."""

DOORS: Final = {
    # Commands by the rules that close them while an attempt goes on; '' is open: it shows, copies and takes back
    # nothing, or leads to another game, or to a screen whose own doors are tried below.
    **dict.fromkeys(
        (
            *("lift", "send", "put-back", "all-home", "more", "fewer", "left", "right", "up", "down", "other-row"),
            *("first-card", "last-card", "find", "needed", "redo", "note", "uncut", "cut"),
        ),
        "",
    ),
    "undo": "undo",
    "jump": "undo",
    "next-branch": "undo",
    "last-winnable": f"undo {TOLD}",
    "restart": "attempts",
    **dict.fromkeys(("hint", "show-step", "show", "solve", "where-lost", "par", "ask-verdict"), TOLD),
    # Screens with positions of this game: to go back there is refused where undo is, and the clock runs meanwhile.
    **dict.fromkeys(("bookmark", "bookmarks", "map", "watch"), ""),
    # Other games, which are none of the attempt; races against the solver are refused where hints are.
    **dict.fromkeys(
        (
            *("deal-again", "new-game", "winnable-game", "deal-by-number", "variants", "next-deal", "previous-deal"),
            *("games", "daily", "journeys", "tournaments", "race", "learn", "open", "name", "resume"),
        ),
        "",
    ),
    # The end of the attempt: after them it is over for good.
    **dict.fromkeys(("give-up", "delete", "restore"), ""),
    # What is shared is no attempt where it is taken up, and tells no verdict.
    **dict.fromkeys(("share", "picture", "statistics", "summary"), ""),
    # A warning is a setting, which the rules keep off.
    "warn": "",
    # The rest is about the program, reads the table to the player, or steps through a replay.
    **dict.fromkeys(
        (
            *("pause", "four-colours", "next-theme", "menu", "how-to-play", "commands", "help", "settings", "redraw"),
            *("title", "quit", "autoplay", "look", "column", "cells", "foundations", "where", "find-rank"),
            *("next-cards", "targets", "moves", "carry", "repeat", "history", "status", "time", "rules", "unmark"),
            *(
                "step",
                "play-step",
                "magnify",
                "lines",
                "about",
                "short",
                "save",
                "brief",
                "full",
                "play",
                "move-back",
                "move-on",
                "page-back",
                "page-on",
                "first",
                "last",
            ),
            *("faster", "slower", "take-over", "replay-commands", "replay-help", "leave"),
        ),
        "",
    ),
}

SHELL_DOORS: Final = {
    # Commands of the command line; those with a rule are tried below on the attempt and on its save.
    **dict.fromkeys(("analyse", "solve", "prove"), TOLD),
    "export": f"{TOLD} clock",  # pictures, whose curve tells the verdict, and recordings
    "replay": "clock",
    "import": "a copy is another game",
    **dict.fromkeys(
        ("share", "verify", "race", "stats", "show", "survey", "check", "daily", "learn", "tournament"), ""
    ),
    **dict.fromkeys(("help", "settings", "completions"), ""),
}


EVERY: Final[tuple[AnyCommand, ...]] = (*COMMANDS, *OWN_COMMANDS)


def closed_by(rule: str) -> set[str]:
    return {name for name, rules in DOORS.items() if rule in rules.split()}


@pytest.fixture(autouse=True)
def no_motion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_MOTION", "1")
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "documents"))


def under_way(folder: Path, tournament: Tournament) -> Speaker:
    """A player in line mode, some moves into an attempt with a bookmark."""
    speaker = Speaker(folder, after(1, 0))
    TournamentStore(speaker.controller.store).begin(tournament)
    for line in (f"tournament {tournament.key}", WORDS[0], "bookmark", " ".join(WORDS[1:4])):
        speaker.say(line)
    return speaker


def test_every_command_has_its_row_in_the_table_of_doors() -> None:
    assert {command.name for command in EVERY} == set(DOORS)
    assert {*SUBCOMMANDS, *LAB_COMMANDS} == set(SHELL_DOORS)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_closes_the_doors_of_the_table_and_no_other(tmp_path: Path, rule: str) -> None:
    speaker = under_way(tmp_path, RULES[rule])
    contest = speaker.controller.table.contest
    assert contest is not None
    whys = {command.name: command.disabled(speaker.controller) for command in COMMANDS}
    whys |= {command.name: command.disabled(speaker.front_end) for command in OWN_COMMANDS}
    assert {name for name, why in whys.items() if why in contest.refusals.values()} == closed_by(rule)
    is_told = "hints" in contest.refusals
    assert (speaker.say("race solver") == [contest.refusals.get("hints")]) == is_told
    assert speaker.say("warn on")[-1].startswith("You are not warned" if is_told else "You are warned")


BEHIND: Final = {
    # What is typed behind a word, for the commands that lead further with it.
    "send": "a", "deal-by-number": "617", "cut": "1", "jump": "1", "note": "mine", "race": "solver", "column": "1",
    "where": "as", "find-rank": "7", "targets": "1", "open": "1", "delete": "1", "name": "1 mine", "unmark": "1",
    "winnable-game": "any", "variants": "freecell", "warn": "on", "ask-verdict": "on", "hint": "", "picture": "svg",
    "show-step": "all", "daily": "yesterday",
}  # fmt: skip
VERDICT: Final = re.compile(r"can (still )?(be won|win)|cannot be won|is lost\b|winnable|Par |par \d|from a win|loses")


def test_in_an_attempt_no_word_tells_a_verdict_takes_back_or_goes_on_with_help(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    speaker = under_way(tmp_path, ALL)
    game_id = speaker.controller.table.saved_game().game_id
    played = speaker.game.active_turns
    ending = ("give-up", "delete", "restore", "quit", "winnable-game", "learn", "help", "send", "all-home")
    for command in EVERY:
        with subtests.test(command=command):
            if not command.words or command.name in ending:
                continue
            said = speaker.say(f"{command.words[0]} {BEHIND.get(command.name, '')}".strip())
            if speaker.controller.table.saved_game().game_id != game_id:
                assert speaker.controller.table.contest is None, command.name
                speaker.say(f"tournament {ALL.key}")
            else:
                told = [each for each in said if VERDICT.search(each) and "not warned" not in each]
                assert not told or command.name in ("tournaments", "statistics", "journeys"), (command.name, told)
            assert speaker.controller.table.saved_game().game_id == game_id, command.name
            assert speaker.game.active_turns[: len(played)] == played, command.name
            assert not speaker.session.helped, command.name


def sit_in_attempt(seat: Seat, tournament: Tournament) -> str:
    outcome_of(tournaments.play(seat.controller, tournament, 617))
    for word in WORDS[: 4 * (not seat.session.game.turns)]:
        seat.session.play(Move.parse(word))
    seat.draw()
    return seat.controller.table.saved_game().game_id


def test_with_a_clock_every_screen_on_which_cards_can_be_seen_costs_time(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=(120, 40)) as seat:
        game_id = sit_in_attempt(seat, ALL)
        stopped = set[str]()
        for command in COMMANDS:
            if command.group == "Watching" or command.name in ("quit", "winnable-game"):
                continue
            with suppress(FreecellError, urwid.ExitMainLoop):
                execute(seat.controller, command)
            if seat.controller.table.saved_game().game_id != game_id:
                assert sit_in_attempt(seat, ALL) == game_id, command.name
            elif not seat.session.clock.is_running:
                assert seat.app.opaque.hides_cards, command.name
                stopped.add(command.name)
            seat.open("table")
        assert stopped == {"pause", "title", "learn"}


def test_the_cards_of_an_attempt_with_a_clock_are_turned_over_where_it_stands(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=(120, 40)) as seat:
        sit_in_attempt(seat, RULES["clock"])
        cards = seat.picture.text[8]
        assert cards.strip()
        for key in ("m", "F"):
            with subtests.test(key=key):
                seat.press(key)
                assert seat.session.clock.is_running
                seat.give("focus out")
                seat.draw()
                assert "Paused" in seat.message
                assert cards not in seat.text
                assert not seat.session.clock.is_running
                seat.give("focus in", "x")
                assert seat.session.clock.is_running
        seat.press("l")
        assert "Looking at its cards takes time" in seat.text
        seat.open("title")
        seat.later(1)
        assert "resume FreeCell #617" in seat.text
        assert not seat.session.clock.is_running
        assert "#617" not in seat.text.replace("resume FreeCell #617", "")


def test_in_line_mode_the_clock_of_an_attempt_goes_on_without_lines_and_in_the_lesson(tmp_path: Path) -> None:
    speaker = under_way(tmp_path, RULES["clock"])
    clock = speaker.session.clock
    assert not clock.stops_when_idle
    speaker.say("learn")
    assert clock.is_running
    speaker.say("leave")
    speaker.say("new")
    assert speaker.session.clock.stops_when_idle


@pytest.mark.parametrize("key", ["M", "F"])
def test_where_undo_is_off_no_screen_goes_back(tmp_path: Path, key: str) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=(120, 40)) as seat:
        sit_in_attempt(seat, RULES["undo"])
        seat.session.set_bookmark("here")
        seat.session.play(Move.parse(WORDS[4]))
        seat.press(key, *(["left"] if key == "F" else []), "enter")
        assert seat.message == "This tournament is played without undo."
        assert len(seat.session.game.active_turns) == 5


def test_from_a_replay_of_the_attempt_another_game_goes_on(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=(120, 40)) as seat:
        game_id = sit_in_attempt(seat, RULES["attempts"])
        execute(seat.controller, BY_NAME["watch"])
        seat.press("right", "right", "enter")
        seat.draw()
        assert seat.controller.table.saved_game().game_id != game_id
        assert (seat.controller.table.contest, seat.session.helped) == (None, True)


# The command line


def test_the_command_line_tells_no_verdict_of_an_attempt_and_copies_none(
    home: Path,
    tmp_path: Path,
    run: Batch,
    run_lab: Batch,
    subtests: pytest.Subtests,
) -> None:
    speaker = under_way(home, ALL)
    speaker.controller.save_now()
    (save,) = SaveStore(home).unfinished()
    copy = tmp_path / "copy.json"
    attempt = "This game is an attempt in the tournament “All”."
    own = ("617", "--unfinished")
    for words in (
        ("analyse", *own),
        ("analyse", str(save)),
        ("solve", str(save)),
        ("prove", str(save)),
        ("export", *own, "--format", "svg"),
        ("export", *own, "--format", "asciicast"),
        ("export", str(save), "--format", "png"),
        ("replay", *own),
        ("replay", str(save)),
    ):
        with subtests.test(words=words):
            code, out, err = (run_lab if words[0] in LAB_COMMANDS else run)(*words)
            assert (code, out) == (1, "")
            assert attempt in err
    assert run("export", *own, "--format", "save", "-o", str(copy))[0] == 0
    for line in ("1a", "give up", "give up"):
        speaker.say(line)
    code, out, err = run("import", str(copy))
    assert (code, err) == (0, "")
    assert "This copy does not count there" in out
    imported = under_way_again(home)
    imported.say(" ".join(WORDS[4:]))
    assert imported.game.is_won
    (first, _) = outcome_of(tournaments.find_status(imported.controller, ALL)).deals
    assert (first.state, first.attempts) == ("lost", 1)
    assert run("analyse", *own)[0] == 2  # it is over, and there is no other unfinished game


def under_way_again(folder: Path) -> Speaker:
    """The player, who resumes the game played last."""
    speaker = Speaker(folder, after(1, 0))
    found = speaker.controller.store.latest(lambda _: True, [])
    assert found is not None
    save_file, saved = found
    speaker.controller.play(saved, save_file)
    return speaker
