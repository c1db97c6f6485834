"""Files of tournaments and of results, and the tournaments that a player has begun."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine.text import FreecellError
from freecell_tui.engine.tournaments import Entry, parse_tournament
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.tournaments import (
    DamagedProgress,
    ProgressError,
    ResultFile,
    TournamentStore,
    read_result,
    read_tournament,
    write_result,
)

WISH = parse_tournament({"deals": "2 hard from 7", "title": "Two"})
DEALS = (586475, 755807)
"""Deals that this wish may have led to."""


def test_a_result_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    result = ResultFile('A"n\\n', parse_tournament({"deals": [1, -1]}), {1: Entry("F0001-ABCDE", 2), -1: Entry()})
    path = tmp_path / "ann.toml"
    path.write_text(write_result(result))
    assert read_result(path) == result
    assert read_tournament(path) == result.tournament


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "It holds no results"),
        (b"\xff", "not text in UTF-8"),
        (b"player = ", "Line 1 is not TOML"),
        (b"[tournament]\n[tournament]", "Line 2 is not TOML: this name is there twice"),
        (b"[results]\n1 = {attempts=1, code=''}\n1 = 2", "Line 3 is not TOML: this name is there twice"),
        (b"[" * 5000, "TOML"),
        (b"x = 1\n" * 100_000, "too large"),
        (b"[results]", r"The table \[tournament\] is missing"),
        (b"[tournament]\ndeals=[1]\n[results]", "“player” is missing"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n1 = 5', "The result of “1”"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\nx = {attempts=1, code=""}', "The result of “x”"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n1 = {attempts=-1, code=""}', "The attempts at deal 1"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n1 = {attempts=0, code=""}', "The attempts at deal 1"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n1 = {attempts=true, code=""}', "The attempts at deal 1"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n01 = {attempts=1, code=""}', "The result of “01”"),
        (b'player="Ann"\n[tournament]\ndeals=[-1]\n[results]\n-01 = {attempts=1, code=""}', "The result of “-01”"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n"+1" = {attempts=1, code=""}', "The result of “.1”"),
        (b'player="Ann"\n[tournament]\ndeals=[0]\n[results]', "There is no deal 0"),
        (
            b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n' + b"".join(b"%d = 5\n" % deal for deal in range(201)),
            "It has results of 201 deals; a tournament has at most 100.",
        ),
    ],
)
def test_what_is_wrong_with_a_result_file_is_a_sentence_with_its_name(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "ann.toml"
    path.write_bytes(content)
    with pytest.raises(FreecellError, match=f"ann.toml: .*{sentence}"):
        read_result(path)


def test_a_result_file_says_which_deals_were_found_so_that_nobody_searches_for_them(tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    result = ResultFile("Ann", replace(WISH, deals=DEALS), {DEALS[1]: Entry()})
    path.write_text(write_result(result))
    assert read_result(path) == result
    assert read_tournament(path) == result.tournament


@pytest.mark.parametrize(
    ("deals", "sentence"),
    [
        ('deals = "100 very hard from 1"', "does not say which deals were found for “100 very hard from 1”"),
        ('deals = "2 hard from 7"\nfound = [755807, 586475]', "“found” cannot be the deals of “2 hard from 7”"),
        ('deals = "2 hard from 7"\nfound = [586475]', "“found” cannot be"),
        ('deals = "2 hard from 7"\nfound = [586475, 586475]', "“found” cannot be"),
        ('deals = "2 hard from 7"\nfound = [586475, 1]', "“found” cannot be"),
        ('deals = "2 hard from 7"\nfound = "586475, 755807"', "“found” cannot be"),
        ('deals = "2 hard from 7"\nfound = "2 hard from 7"', "“found” cannot be"),
        ("deals = [1]\nfound = [1]", "“found” is only for deals that are searched for"),
    ],
)
def test_a_result_file_whose_deals_are_not_said_or_not_possible_is_refused(
    tmp_path: Path, deals: str, sentence: str
) -> None:
    path = tmp_path / "ann.toml"
    path.write_text(f'player = "Ann"\n[tournament]\n{deals}\n[results]\n')
    for read in (read_result, read_tournament):
        with pytest.raises(FreecellError, match=sentence):
            read(path)


def test_a_result_file_may_have_256_kibibytes(tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    result = ResultFile("Ann", parse_tournament({"deals": [1]}), {1: Entry()})
    text = write_result(result).encode() + b"#"
    path.write_bytes(text.ljust(2**18))
    assert read_result(path) == result
    path.write_bytes(text.ljust(2**18 + 1))
    with pytest.raises(
        FreecellError, match=r"^ann\.toml: It cannot be read: it is too large, with more than 256 KiB\.$"
    ):
        read_result(path)


def test_a_tournament_that_was_begun_is_read_from_at_most_a_mebibyte(store: SaveStore) -> None:
    files, tournament = TournamentStore(store), replace(WISH, deals=DEALS)
    files.begin(tournament)
    (path,) = (store.folder / "tournaments").iterdir()
    text = path.read_text()
    for length, is_read in ((2**20, True), (2**20 + 1, False)):
        path.write_text(text + " " * (length - len(text)))
        assert [progress.tournament for progress in files.begun()] == [tournament] * is_read


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing", Path("/dev/zero")):
        with pytest.raises(FreecellError, match="cannot be read"):
            read_tournament(path)


def test_a_tournament_that_was_begun_keeps_its_deals_and_the_games_of_each(store: SaveStore) -> None:
    files = TournamentStore(store)
    tournament = replace(WISH, deals=DEALS)
    assert (files.begun(), files.load(tournament.key)) == ([], None)
    files.begin(tournament)
    assert files.add_attempt(tournament, DEALS[0], "a" * 32, ())
    assert files.add_attempt(WISH, DEALS[0], "b" * 32, ("a" * 32,))
    (progress,) = files.begun()
    assert progress.tournament == tournament
    assert progress.attempts == {DEALS[0]: ("a" * 32, "b" * 32)}
    assert files.of_game("b" * 32) == progress
    assert files.of_game("c" * 32) is None


def test_an_attempt_is_none_if_another_has_begun_meanwhile(store: SaveStore) -> None:
    files, tournament = TournamentStore(store), replace(WISH, deals=DEALS)
    assert files.add_attempt(tournament, DEALS[0], "a" * 32, ())
    assert not files.add_attempt(tournament, DEALS[0], "b" * 32, ())
    assert files.begun()[0].attempts == {DEALS[0]: ("a" * 32,)}


def test_two_programs_that_note_attempts_at_once_lose_none(store: SaveStore) -> None:
    tournament = parse_tournament({"deals": "1..8"})
    begin = Barrier(len(tournament.deals))

    def play(deal: int) -> bool:
        begin.wait()
        return TournamentStore(store).add_attempt(tournament, deal, f"{deal:032x}", ())

    with ThreadPoolExecutor(len(tournament.deals)) as programs:
        assert all(programs.map(play, tournament.deals))
    assert TournamentStore(store).begun()[0].attempts == {deal: (f"{deal:032x}",) for deal in tournament.deals}


def test_the_tournament_played_last_is_listed_first(store: SaveStore) -> None:
    files = TournamentStore(store)
    tournaments = [parse_tournament({"deals": [deal]}) for deal in (1, 2, 3)]
    for tournament, played in zip(tournaments, (20, 30, 10), strict=True):
        files.begin(tournament)
        os.utime(files.folder / f"{tournament.key}.json", (played, played))
    assert [progress.tournament.deals for progress in files.begun()] == [(2,), (1,), (3,)]


DAMAGE = {
    "nothing": "",
    "no object": "[]",
    "no fields": "{}",
    "half of it": '{"format": "freecell-tui tournament", "version": 1, "descr',
    "no text": "\0" * 300,
    "too deep": "[" * 100_000,
    "a number too long": f'{{"version": {"9" * 5000}}}',
}


@pytest.mark.parametrize("content", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_of_a_tournament_is_told_and_kept_when_it_begins_anew(store: SaveStore, content: str) -> None:
    files, tournament = TournamentStore(store), replace(WISH, deals=DEALS)
    files.begin(tournament)
    (path,) = files.folder.glob("*.json")
    path.write_text(content)
    problems: list[ProgressError] = []
    assert files.begun(problems) == []
    assert [str(problem) for problem in problems] == [
        f"The file of a tournament that you have begun, {path.name}, is damaged."
    ]
    with pytest.raises(DamagedProgress):
        files.add_attempt(tournament, DEALS[0], "a" * 32, ())
    assert path.read_text() == content
    for number in ("", "-2"):
        kept = f"tournament-{tournament.key}{number}.json"
        assert files.begin(tournament).endswith(f"It is kept as damaged/{kept}, and the attempts in it are forgotten.")
        assert (store.folder / "damaged" / kept).read_text() == content
        assert [progress.attempts for progress in files.begun()] == [{}]
        path.write_text(content)


def changed(content: str, **values: object) -> str:
    return json.dumps(json.loads(content) | values)


@pytest.mark.parametrize(
    "values",
    [
        {"format": "freecell-tui"},
        {"version": True},
        {"version": 0},
        {"version": 1.0},
        {"attempts": []},
        {"attempts": {str(DEALS[0]): ["a" * 31]}},
        {"attempts": {str(DEALS[0]): "a" * 32}},
        {"attempts": {f"0{DEALS[0]}": ["a" * 32]}},
        {"attempts": {"5": ["a" * 32]}},
        {"description": "deals = [1]"},
        {"description": WISH.to_toml()},
        {"description": "deals ="},
        {"description": 1},
    ],
)
def test_a_file_of_a_tournament_with_a_wrong_value_is_damaged(store: SaveStore, values: dict[str, object]) -> None:
    files, tournament = TournamentStore(store), replace(WISH, deals=DEALS)
    files.add_attempt(tournament, DEALS[0], "a" * 32, ())
    (path,) = files.folder.glob("*.json")
    path.write_text(changed(path.read_text()))
    assert files.load(tournament.key) is not None
    path.write_text(changed(path.read_text(), **values))
    with pytest.raises(DamagedProgress):
        files.load(tournament.key)


@given(at=st.integers(0, 10**6), by=st.binary(max_size=4), cut=st.integers(0, 40))
def test_whatever_became_of_a_file_it_is_a_tournament_or_told(at: int, by: bytes, cut: int) -> None:
    with TemporaryDirectory() as folder:
        files, tournament = TournamentStore(SaveStore(Path(folder))), replace(WISH, deals=DEALS)
        files.add_attempt(tournament, DEALS[0], "a" * 32, ())
        (path,) = files.folder.glob("*.json")
        content = path.read_bytes()
        at %= len(content)
        path.write_bytes(content[:at] + by + content[at + cut :])
        told, found = "", None
        try:
            found = files.load(tournament.key)
        except ProgressError as error:
            told = str(error)
        is_read = found is not None and found.tournament.key == tournament.key
        assert is_read != told.endswith(("is damaged.", "update the game."))


def test_a_file_of_a_newer_program_is_refused_and_stays_as_it_is(store: SaveStore) -> None:
    files, tournament = TournamentStore(store), replace(WISH, deals=DEALS)
    files.begin(tournament)
    (path,) = files.folder.glob("*.json")
    content = changed(path.read_text(), version=2, more="something")
    path.write_text(content)
    for act in (
        files.begin,
        lambda each: files.load(each.key),
        lambda each: files.add_attempt(each, DEALS[0], "a" * 32, ()),
    ):
        with pytest.raises(ProgressError, match=r"newer freecell-tui .*: update the game") as refused:
            act(tournament)
        assert not isinstance(refused.value, DamagedProgress)
    assert path.read_text() == content
    assert not (store.folder / "damaged").exists()


def test_a_file_of_a_tournament_that_cannot_be_opened_is_not_damaged(store: SaveStore) -> None:
    files, tournament = TournamentStore(store), replace(WISH, deals=DEALS)
    (files.folder / f"{tournament.key}.json").mkdir(parents=True)
    with pytest.raises(ProgressError, match="cannot be read") as refused:
        files.begin(tournament)
    assert not isinstance(refused.value, DamagedProgress)
