"""A save is the record of a game: what is read is what was written, and nothing that could not have been played."""

import json
import resource
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import copysign
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule

from freecell_tui.engine import (
    START,
    VARIANTS,
    Autoplay,
    Board,
    Bookmark,
    Bookmarks,
    Game,
    Move,
    Place,
    find_variant,
    read_position,
    write_position,
)
from freecell_tui.engine.game import MAX_BRANCHES, MAX_TURNS, RESTART, next_turn
from freecell_tui.engine.positions import StartPosition
from freecell_tui.storage import saves
from freecell_tui.storage.results import result_of
from freecell_tui.storage.saves import MAX_SECONDS, MAX_UNDOS, SavedGame, SaveError, decode, encode
from support.games import played, solved_game
from support.outcomes import refused
from support.pty_terminal import DEADLINE
from support.sessions import at_table, said
from support.solutions import FC_SOLVE_SEAHAVEN_2, HUMAN, STANDARD
from support.state_machine import Player
from support.stored_games import ONE
from support.strategies import games, variants

FILES = [*sorted((Path(__file__).parents[2] / "saves").glob("*.json")), Path(__file__).with_name("branches.json")]
STARTED, SAVED = "2026-11-20T18:00:00Z", "2026-11-20T18:01:24Z"


class PlayerWhoSaves(Player):
    @rule(tenths=st.integers(0, 10**9), undos=st.integers(0, 10**6))
    def save_and_load(self, tenths: int, undos: int) -> None:
        record = SavedGame(self.game, tenths / 10, undos, STARTED, SAVED)
        text = encode(record)
        assert decode(text) == record
        assert encode(decode(text)) == text
        self.game = decode(text).game


TestAnyGameIsLoadedAsItWasSaved = pytest.mark.slow(PlayerWhoSaves.TestCase)
TestAnyGameIsLoadedAsItWasSaved.settings = settings(stateful_step_count=40)


def record_of(game: Game) -> SavedGame:
    return SavedGame(game, 84.2, 1, STARTED, SAVED)


WON = Board(((),) * 8, (None,) * 4, (13, 13, 13, 13))
RECORD = record_of(played(Game.new(10), "5h 3a 3b 2c").restart().undo().undo())
SAVE: dict[str, Any] = json.loads(encode(RECORD))


def with_turns(turns: str, *others: dict[str, object]) -> str:
    return changed(branches=[{"number": 1, "turns": turns, "played": 1}, *others])


def changed(**fields: object) -> str:
    return json.dumps(SAVE | fields)


def refusal(**fields: object) -> str:
    """What is wrong with the save with these fields instead of its own."""
    return refused(decode, changed(**fields))


def test_a_save_says_all_there_is_to_know_and_nothing_twice() -> None:
    assert dict(SAVE) == {
        "format": "freecell-tui",
        "version": 2,
        "variant": "freecell",
        "deal": 10,
        "branches": [{"number": 1, "turns": "5h 3a 3b,3h 2c,2h restart"}],
        "branch": 1,
        "position": 3,
        "elapsed_seconds": 84.2,
        "undos": 1,
        "started": STARTED,
        "saved": SAVED,
        "board": write_position(played(Game.new(10), "5h 3a 3b").board),
    }
    begin, *lines, end = encode(record_of(solved_game(617))).splitlines()
    assert (begin, end) == ("{", "}")
    assert [line.split('"')[1] for line in lines] == list(SAVE), "one field a line"


def test_only_what_is_unlike_the_usual_game_is_said_of_a_variant() -> None:
    usual = find_variant("eight-off")
    other = usual.with_cells(3).with_house_rules(cards_come_back=True, aces_only_home=True)
    assert not {"cells", "house_rules"} & set(json.loads(encode(SavedGame(Game.new(5, usual)))))
    fields = json.loads(encode(SavedGame(Game.new(5, other))))
    assert (fields["variant"], fields["cells"]) == ("eight-off", 3)
    assert sorted(fields["house_rules"]) == ["aces_only_home", "cards_come_back"]
    assert decode(json.dumps(fields)).game.variant == other


def test_a_save_that_is_read_and_written_again_is_the_same_file(subtests: pytest.Subtests) -> None:
    for path in FILES:
        with subtests.test(path=path):
            assert encode(saves.read(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("elapsed", "kept"), [(0.0, 0.0), (0.004, 0.004), (84.23, 84.2)])
def test_a_game_won_in_a_moment_was_played_all_the_same(elapsed: float, kept: float) -> None:
    assert decode(encode(SavedGame(Game.new(1), elapsed))).elapsed == kept


def test_a_game_is_loaded_as_it_was_saved_whatever_autoplay_it_was_played_with(subtests: pytest.Subtests) -> None:
    seahaven_towers = Game.new(2, find_variant("seahaven-towers"))  # it has a tenth column
    won = [played(seahaven_towers, FC_SOLVE_SEAHAVEN_2.replace("10", "0"), Autoplay.NONE)]
    won += [played(Game.new(number), HUMAN[number]) for number in HUMAN]
    assert all(game.is_won for game in won)
    games = won + [played(Game.new(10), "5h 3a", autoplay) for autoplay in Autoplay]
    for record in (*map(record_of, games), MARKED):
        with subtests.test(record=record):
            assert decode(encode(record)) == record


WRONG_KINDS = [None, True, False, -1, 1.5, float("nan"), float("inf"), "", "x", "1", [], [1], {}, {"a": 1}, 10**400]
WRONG_IDS = ["x", "0" * 31, "0" * 33, "G" * 32, "\x1b[2J" * 8, 7, None, ["0" * 32]]
RIGHT_AFTER_ALL = [("elapsed_seconds", 1.5), ("house_rules", []), ("started", ""), ("saved", "")]


def test_a_save_with_a_field_missing_or_of_the_wrong_kind_is_refused() -> None:
    for field in SAVE:
        assert refused(decode, json.dumps({key: value for key, value in SAVE.items() if key != field}))
    for field in (*SAVE, "cells", "house_rules"):
        for value in WRONG_KINDS:
            if (field, value) not in RIGHT_AFTER_ALL:
                assert refusal(**{field: value}).endswith("."), field


TAMPERED: list[tuple[dict[str, object], str]] = [
    ({"format": "csol"}, "It is not a save of this game."),
    ({"version": 0}, "There is no format 0."),
    (
        {"version": 4, "board": "…"},
        "It was written by a newer freecell-tui (format 4, and this one reads 3): update the game.",
    ),
    ({"version": True}, "“version” is missing or is not what it should be."),
    ({"variant": "klondike"}, "There is no variant “klondike”: choose from " + ", ".join(VARIANTS) + "."),
    ({"variant": "\x1b[31m"}, "There is no variant “?[31m”: choose from " + ", ".join(VARIANTS) + "."),
    ({"cells": 9}, "A game has 0 to 8 free cells, not 9."),
    ({"house_rules": ["aces_only_home", "no_rules"]}, "It has unknown house rules: no_rules."),
    ({"house_rules": [[]]}, "It has unknown house rules: []."),
    ({"deal": 0}, "There is no deal 0: deals are 1 to 8,589,934,591, and -1, -2 and -3."),
    ({"position": 6}, "It is at turn 6, but has only 5."),
    ({"position": -1}, "“position” is negative."),
    ({"position": 2}, "Its moves do not lead to its board."),
    ({"deal": 11}, "Turn 1 has the move 5h. 7♠ cannot go home before A♠."),
    ({"board": SAVE["board"].upper().replace("KC", "KD")}, "Its moves do not lead to its board."),
    ({"elapsed_seconds": -0.1}, "“elapsed_seconds” is missing or is not a time."),
    ({"elapsed_seconds": 1e300}, "“elapsed_seconds” is missing or is not a time."),
    ({"undos": -1}, "“undos” is negative."),
    ({"undos": 10**12}, "“undos” is too large."),
    ({"started": "../../etc"}, "“started” is not a time like 2026-11-20T18:00:00Z."),
    ({"saved": SAVED + "\n"}, "“saved” is not a time like 2026-11-20T18:00:00Z."),
    ({"branch": 2}, "It is on branch 2, which it does not have."),
    ({"branches": [5]}, "“branches” is not a list of branches."),
    ({"branches": [{"number": 1, "turns": "5h"}, {"number": 1, "turns": "5h"}]}, "It has two branches 1."),
    *(({"id": wrong}, "“id” is not 32 hexadecimal digits.") for wrong in WRONG_IDS),
]


def test_a_tampered_save_is_refused_with_what_is_wrong(subtests: pytest.Subtests) -> None:
    for fields, told in TAMPERED:
        with subtests.test(fields=fields):
            assert refusal(**fields) == told


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        ("5h restart,3a", "“restart” is not a move: "),
        ("5h 5h", "Turn 2 has the move 5h. 3♦ cannot go home before A♦."),
        ("5h,3a", "Turn 1 has the move 3a. Only home moves can be automatic."),
        ("5h 3a 3b,1h", "Turn 3 has the move 1h. "),
        ("5h ,", "“” is not a move: "),
        ("5h 3a 3b,3h 2c,2h restart 1h", "Turn 6 has the move 1h. "),  # of an ending that was undone
    ],
)
def test_turns_that_nobody_could_have_played_are_refused(turns: str, told: str) -> None:
    assert refused(decode, with_turns(turns)).startswith(told)


def test_a_branch_that_leaves_nothing_is_refused(subtests: pytest.Subtests) -> None:
    leaving = {"number": 2, "parent": 1, "fork": 1, "turns": "3a"}
    for wrong in ({"parent": 3}, {"fork": 6}, {"turns": ""}, {"parent": 2}, {"number": 0}, {"number": 10**4000}):
        with subtests.test(wrong=wrong):
            told = refused(decode, with_turns("5h 3a 3b,3h 2c,2h restart", leaving | wrong))
            assert told.endswith("does not leave one before it.")
            assert len(told) < 100


BIG, LONG = 10**4000, "x" * 3_000_000
LARGE: list[tuple[str, object]] = [
    *((field, BIG) for field in ("version", "cells", "deal", "branch", "position")),
    *((field, LONG) for field in ("format", "variant", "started", "board")),
    *((field, [LONG]) for field in ("variant", "house_rules")),
    *(("branches", [{"number": 1, "turns": f"{before}{LONG}"}]) for before in ("", "3a,")),
]


def test_a_sentence_about_a_save_is_short_whatever_is_in_it(subtests: pytest.Subtests) -> None:
    for field, value in LARGE:
        with subtests.test(field=field):
            assert len(refusal(**{field: value})) < 250


def test_a_count_that_says_nothing_and_less_than_a_tenth_of_a_second_are_not_kept() -> None:
    assert decode(with_turns("5hv1 3a 3b,3h 2c,2h restart")) == RECORD
    assert decode(encode(SavedGame(Game.new(1), elapsed=12.3456))).elapsed == 12.3
    assert decode(changed(elapsed_seconds=90)).elapsed == 90


@given(
    st.floats(allow_nan=False) | st.sampled_from([-0.0, -1e-9, MAX_SECONDS, MAX_SECONDS + 0.1]),
    st.integers(0, 2 * MAX_UNDOS),
)
def test_a_save_with_any_time_and_any_number_of_undos_can_be_read_again(elapsed: float, undos: int) -> None:
    saved = decode(encode(SavedGame(Game.new(1), elapsed, undos)))
    assert 0 <= saved.elapsed <= MAX_SECONDS
    assert copysign(1, saved.elapsed) == 1
    played = min(max(elapsed, 0), MAX_SECONDS)
    assert saved.elapsed == pytest.approx(played, abs=0.1)
    assert int(saved.elapsed) == int(played)
    assert saved.undos == min(undos, MAX_UNDOS)


@pytest.mark.parametrize(("clock", "year"), [(-1e12, "1970"), (-0.5, "1970"), (3e11, "9999"), (1e30, "9999")])
def test_a_save_can_be_read_again_whatever_year_the_system_says(
    monkeypatch: pytest.MonkeyPatch, clock: float, year: str
) -> None:
    monkeypatch.setattr(saves, "time", lambda: clock)
    saved = decode(encode(SavedGame(Game.new(1), started=saves.now(), saved=saves.now())))
    assert saved.started[:4] == saved.saved[:4] == year
    assert result_of(saved).day[:4] in ("1970", "9999", "1969", "")


def test_what_is_no_save_is_refused(subtests: pytest.Subtests) -> None:
    texts = ("", "{", "[" * 100_000, '{"a":' * 100_000, "1" * 5000, "\0" * 50, "\ufeff{}", "null", "[]", "3", '"save"')
    for text in (*texts, "{}"):
        with subtests.test(text=text):
            assert refused(decode, text).startswith("It is not "), text[:5]


@given(st.sampled_from([*SAVE, "cells", "house_rules", "name", "bookmarks", "notes"]), st.data())
def test_a_save_with_another_value_in_a_field_is_a_save_or_is_refused(field: str, data: st.DataObject) -> None:
    words = st.sampled_from(["restart", "5h", "3a", "1h", "xx", "freecell", "aces_only_home", STARTED])
    value = data.draw(words | st.integers(-2, 2**70) | st.floats() | st.lists(words | st.lists(words)))
    with suppress(SaveError):
        record = decode(changed(**{field: value}))
        assert encode(decode(encode(record))) == encode(record)


# Games that begin at a position


AT_POSITION = record_of(played(Game.new(StartPosition(played(Game.new(10), "5h 3a").board)), "3b 2c").undo())


def test_a_save_of_a_position_says_so_to_earlier_programs_and_that_of_a_deal_is_as_before() -> None:
    fields = json.loads(encode(AT_POSITION))
    assert (fields["version"], "deal" in fields, SAVE["version"], "start" in SAVE) == (3, False, 2, False)
    assert read_position(fields["start"]) == played(Game.new(10), "5h 3a").board
    assert decode(encode(AT_POSITION)) == AT_POSITION
    # A newer program may write a deal in this version, too; a position in an older one is nobody's.
    assert decode(changed(version=3)) == RECORD
    assert refused(decode, json.dumps(fields | {"version": 2})) == "“deal” is missing or is not what it should be."


@given(games(variants()))
def test_a_game_of_any_deal_or_position_is_loaded_as_it_was_saved(game: Game) -> None:
    assume(not game.boards[0].is_won)
    assert decode(encode(record_of(game))).game == game


OTHERS = " :#-\n017AKTCDHSacZ\0é"


def test_a_start_in_which_anything_was_changed_is_refused() -> None:
    fields = json.loads(encode(AT_POSITION))
    start = fields["start"]
    for place in range(len(start)):
        for other in {start[place].swapcase(), OTHERS[place % len(OTHERS)]} - {start[place]}:
            text = start[:place] + other + start[place + 1 :]
            assert refused(decode, json.dumps(fields | {"start": text})), text
    for wrong in (1, None, [start], "", start[:-1], start + "\n", start * 2, write_position(WON)):
        refused(decode, json.dumps(fields | {"start": wrong}))
    assert "nothing to play" in refused(decode, json.dumps(fields | {"start": write_position(WON)}))


# Names and bookmarks


BRANCHED = played(Game.new(617), STANDARD[617]).seek(1).play(Move.parse("8b")).seek(0).play(Move.parse("8b"))
MARKED = SavedGame(
    BRANCHED.at(Place(1, 3)),
    84.2,
    1,
    STARTED,
    SAVED,
    helped=True,
    helped_attempts=(saves.FROM_THE_DEAL, 0),
    name="Sunday",
    bookmarks=Bookmarks((Bookmark(2, START), Bookmark(7, Place(2, 2), "another way"))),
    notes={START: "The ace of spades is deep", Place(1, 9): "Or 8b?", Place(3, 1): "“雪の夜”"},
)


NO_PLACES: list[dict[str, object]] = [{"branch": 4}, {"branch": 2, "position": 1}, {"position": 10**5}]
NO_NUMBERS: list[dict[str, object]] = [{"number": number} for number in (-1, 0, 100, True, 7)]
NO_TEXTS: list[dict[str, object]] = [{"text": text} for text in ("", "x" * 121, "a\x1b[2J")]
AT_ONE: dict[str, object] = {"branch": 1, "position": 1}
NO_BOOKMARKS: list[object] = [5, None, "3a", [], {}, AT_ONE, {"number": 1, "branch": 1}]
NO_BOOKMARKS += [{"number": 1} | AT_ONE | wrong for wrong in (*NO_PLACES, *NO_NUMBERS)]
NO_NOTES: list[object] = [5, {}, AT_ONE, {"branch": 1, "position": 0, "text": "there is one"}]
NO_NOTES += [{"text": "x"} | AT_ONE | wrong for wrong in (*NO_PLACES, *NO_TEXTS)]


@pytest.mark.parametrize(("field", "wrong"), [("bookmarks", NO_BOOKMARKS), ("notes", NO_NOTES)])
def test_a_label_that_cannot_be_read_is_left_out_and_counted_and_does_the_game_no_harm(
    field: str, wrong: list[object]
) -> None:
    for one in wrong:
        fields = json.loads(encode(MARKED))
        fields[field].append(one)
        record = decode(json.dumps(fields))
        assert replace(record, unreadable_bookmarks=0, unreadable_notes=0) == MARKED, one
        assert (record.unreadable_bookmarks, record.unreadable_notes) == (field == "bookmarks", field == "notes"), one
        assert record.is_damaged
        assert decode(encode(record)) == MARKED


@pytest.mark.parametrize("bad", ["null", "5", '"x"', '{"number": 1}', "[" * 900 + "]" * 900])
def test_what_stands_in_place_of_the_bookmarks_counts_as_one(bad: str) -> None:
    record = decode(json.dumps(SAVE)[:-1] + f', "bookmarks": {bad}}}')
    assert (len(record.bookmarks), record.unreadable_bookmarks) == (0, 1)


def test_a_name_that_cannot_be_one_is_left_out(subtests: pytest.Subtests) -> None:
    names: list[object] = [None, 5, [], "x" * 41, "a\x1b[2J", "\ud800", "a\u200bb"]
    for name in names:
        with subtests.test(name=name):
            assert decode(changed(name=name)).name == ""


# Files


def test_a_file_that_is_no_save_is_refused_by_its_name(tmp_path: Path, subtests: pytest.Subtests) -> None:
    path = tmp_path / "game.json"
    for content in (b"Dear diary", bytes(range(256)), b"[" + b"1, " * 2**21 + b"1]", b""):
        with subtests.test(content=content):
            path.write_bytes(content)
            with pytest.raises(SaveError, match=r"game\.json: .+\.$"):
                saves.read(path)
    for wrong, told in (
        (tmp_path, "Is a directory"),
        (Path("/dev/zero"), "It is not a file"),
        (tmp_path / "none.json", "No such file or directory"),
        (path / "game.json", "Not a directory"),
    ):
        with subtests.test(wrong=wrong), pytest.raises(SaveError, match=rf"{wrong.name}: {told}\.$"):
            saves.read(wrong)


def test_a_save_stays_whole_until_the_next_version_is_in_its_place(tmp_path: Path, subtests: pytest.Subtests) -> None:
    path = tmp_path / "game.json"
    before, after = record_of(played(Game.new(1), "3a")), record_of(solved_game(617))
    for record, present in ((before, None), (after, before)):
        with subtests.test(record=record):
            saves.staging_path(path).write_text(encode(record), encoding="utf-8")
            assert (saves.read(path) if path.exists() else None) == present
            saves.commit(path)
            assert saves.read(path) == record
            assert list(tmp_path.iterdir()) == [path]


# Games of tens of thousands of turns: read in a time in proportion, and refused beyond a limit.
#
# What has a budget of processor time runs in a program of its own, which the system ends when that is used up.

_BUDGET = 8
"""Seconds of processor time: many times what it takes, and less than a tenth of what took time in proportion to the
square of the turns."""


def within_budget(*command: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *command],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * DEADLINE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (_BUDGET, _BUDGET)),
    )


def restarts(game: Game, count: int) -> Game:
    """The game with so many restarts at its end."""
    return game.extended([(RESTART, game.boards[0])] * count)


READ = """
import sys
from pathlib import Path
from freecell_tui.storage import saves
game = saves.read(Path(sys.argv[1])).game
saves.encode(saves.SavedGame(game.next_branch()))
"""


def assert_is_read_in_time(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    assert within_budget("-c", READ, str(path)).returncode == 0


def branched(count: int) -> str:
    """A save of so many branches, each of which leaves the one before."""
    fields = json.loads(saves.encode(SavedGame(Game.new(1))))
    fields["branches"] = [
        {"number": number, "parent": number - 1, "fork": number - 1, "turns": "restart restart", "played": number}
        for number in range(1, count + 1)
    ]
    return json.dumps(fields | {"branch": count, "position": count})


def test_a_save_of_many_restarts_or_branches_is_read_in_time_in_proportion(tmp_path: Path) -> None:
    assert_is_read_in_time(tmp_path / "long.json", saves.encode(SavedGame(restarts(ONE.game, 40_000))))
    assert_is_read_in_time(tmp_path / "long.json", branched(MAX_BRANCHES))


@pytest.mark.slow
def test_a_save_of_forty_thousand_moves_is_read_in_time_in_proportion(tmp_path: Path) -> None:
    game = Game.new(1).play(Move.parse("3b"))
    there, at_b = next_turn(game.board, game.variant, Move.parse("ba"))
    back, at_a = next_turn(at_b, game.variant, Move.parse("ab"))
    game = game.extended([(there, at_b), (back, at_a)] * 20_000)
    assert_is_read_in_time(tmp_path / "long.json", saves.encode(SavedGame(game)))


def test_where_there_can_be_no_more_branches_a_move_replaces_the_one_undone(subtests: pytest.Subtests) -> None:
    session = at_table(Game.new(1).board)
    full = saves.decode(branched(MAX_BRANCHES)).game
    session.game = full.seek(full.position - 1)
    session.bookmarks = session.bookmarks.add(Bookmark(1, full.place)).add(Bookmark(2, Place(1, 1)))
    for word in ("3a", "3b", "3c"):
        with subtests.test(word=word):
            session.play(Move.parse(word))
            assert len(session.game.tree) <= MAX_BRANCHES
            assert saves.decode(saves.encode(SavedGame(session.game))).game == session.game
            session.undo()
    assert [bookmark.number for bookmark in session.bookmarks] == [2]


@pytest.mark.slow
def test_forty_thousand_written_moves_are_verified_in_time_in_proportion() -> None:
    done = within_budget("-m", "freecell_tui", "verify", "1", text="3b " + "ba ab " * 20_000)
    assert done.stdout == "not won: 0 of 52 cards are home after 40,001 moves\n"


def test_more_turns_or_branches_than_a_game_may_have_are_refused_in_a_sentence(subtests: pytest.Subtests) -> None:
    fields = json.loads(saves.encode(ONE))
    fields["branches"][0]["turns"] = "restart " * (MAX_TURNS + 1)
    for text, told in (
        (json.dumps(fields), "It has 50,001 turns, but a game has at most 50,000."),
        (branched(2001), "It has 2,001 branches, but a game has at most 2,000."),
    ):
        with subtests.test(text=text):
            assert refused(saves.decode, text) == told


def test_a_game_that_no_save_could_hold_takes_no_further_turn_and_says_so(subtests: pytest.Subtests) -> None:
    session = at_table(Game.new(1).board)
    session.game = restarts(session.game, MAX_TURNS - 1)
    session.play(Move.parse("3a"))
    full = session.game
    assert len(full.turns) == MAX_TURNS
    for further in (partial(session.play, Move.parse("3b")), session.restart):
        with subtests.test(further=further):
            further()
            told = "This game has 50,000 turns, the most a save can hold: undo some, or start a new game."
            assert (session.game is full, said(session)) == (True, told)
    assert saves.decode(saves.encode(SavedGame(full))).game == full
    session.undo()
    session.play(Move.parse("3b"))
    assert len(session.game.turns) == MAX_TURNS
