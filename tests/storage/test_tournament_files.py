"""Files of tournaments and of results, and the tournaments that a player has begun."""

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest

from freecell_tui.engine.tournaments import Entry, parse_tournament
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.tournaments import (
    VERSION,
    DamagedProgress,
    ProgressError,
    ResultFile,
    TournamentStore,
    read_result,
    read_tournament,
    write_result,
)
from support.outcomes import refused

WISH = parse_tournament({"deals": "2 hard from 7", "title": "Two"})
DEALS = (586475, 755807)
"""Deals that this wish may have led to."""

FOUND = replace(WISH, deals=DEALS)


def begun(store: SaveStore) -> tuple[TournamentStore, Path]:
    """A tournament of those deals that was begun, with an attempt, and its file."""
    files = TournamentStore(store)
    assert files.add_attempt(FOUND, DEALS[0], "a" * 32, ())
    (path,) = files.folder.glob("*.json")
    return files, path


def test_a_result_file_is_read_as_it_was_written_with_the_deals_that_were_found(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    path = tmp_path / "ann.toml"
    two = parse_tournament({"deals": [1, -1]})
    for result in (
        ResultFile('A"n\\n', two, {1: Entry("F0001-ABCDE", 2), -1: Entry()}),
        ResultFile("Ann", FOUND, {DEALS[1]: Entry()}),
    ):
        with subtests.test(result=result):
            path.write_text(write_result(result))
            assert read_result(path) == result
            assert read_tournament(path) == result.tournament


ANN = 'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n'
BAD_FILES: list[tuple[str | bytes, str]] = [
    ("", "It holds no results"),
    (b"\xff", "not text in UTF-8"),
    ("player = ", "Line 1 is not TOML"),
    ("[tournament]\n[tournament]", "Line 2 is not TOML: this name is there twice"),
    ("[results]\n1 = {attempts=1, code=''}\n1 = 2", "Line 3 is not TOML: this name is there twice"),
    ("[" * 5000, "TOML"),
    ("a." * 130_000 + "a = 1", "Line 1 is not TOML: a name has more than 4 parts with dots between them."),
    ("x = 1\n" * 100_000, "too large"),
    ("[results]", "The table [tournament] is missing"),
    ("[tournament]\ndeals=[1]\n[results]", "“player” is missing"),
    (f"{ANN}1 = 5", "The result of “1”"),
    (f'{ANN}x = {{attempts=1, code=""}}', "The result of “x”"),
    *((f'{ANN}1 = {{attempts={count}, code=""}}', "The attempts at deal 1") for count in ("-1", "0", "true")),
    (f'{ANN}01 = {{attempts=1, code=""}}', "The result of “01”"),
    (f'{ANN.replace("1", "-1")}-01 = {{attempts=1, code=""}}', "The result of “-01”"),
    (f'{ANN}"+1" = {{attempts=1, code=""}}', "The result of “+1”"),
    (ANN.replace("1", "0"), "There is no deal 0"),
    (
        ANN + "".join(f"{deal} = 5\n" for deal in range(201)),
        "It has results of 201 deals; a tournament has at most 100.",
    ),
]


def test_what_is_wrong_with_a_result_file_is_a_sentence_with_its_name(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    path = tmp_path / "ann.toml"
    for content, sentence in BAD_FILES:
        with subtests.test(content=content):
            path.write_bytes(content.encode() if isinstance(content, str) else content)
            told = refused(read_result, path)
            assert told.startswith("ann.toml: ")
            assert sentence in told


def test_a_result_file_whose_deals_are_not_said_or_not_possible_is_refused(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    path = tmp_path / "ann.toml"
    wish, cannot_be = 'deals = "2 hard from 7"\nfound = ', "“found” cannot be the deals of “2 hard from 7”"
    for deals, sentence in (
        ('deals = "100 very hard from 1"', "does not say which deals were found for “100 very hard from 1”"),
        (f"{wish}[755807, 586475]", cannot_be),
        (f"{wish}[586475]", cannot_be),
        (f"{wish}[586475, 586475]", cannot_be),
        (f"{wish}[586475, 1]", cannot_be),
        (f'{wish}"586475, 755807"', cannot_be),
        (f'{wish}"2 hard from 7"', cannot_be),
        ("deals = [1]\nfound = [1]", "“found” is only for deals that are searched for"),
    ):
        with subtests.test(deals=deals):
            path.write_text(f'player = "Ann"\n[tournament]\n{deals}\n[results]\n')
            for read in (read_result, read_tournament):
                assert sentence in refused(read, path)


def test_a_result_file_has_at_most_256_kibibytes_and_a_tournament_that_was_begun_a_mebibyte(
    store: SaveStore, subtests: pytest.Subtests
) -> None:
    files, path = begun(store)
    results = path.with_name("ann.toml")
    result = ResultFile("Ann", parse_tournament({"deals": [1]}), {1: Entry()})
    content = write_result(result).encode() + b"#"
    results.write_bytes(content.ljust(2**18))
    assert read_result(results) == result
    results.write_bytes(content.ljust(2**18 + 1))
    told = "ann.toml: It cannot be read: it is too large, with more than 256 KiB."
    assert refused(read_result, results) == told
    text = path.read_text()
    for length, is_read in ((2**20, True), (2**20 + 1, False)):
        with subtests.test(length=length):
            path.write_text(text.ljust(length))
            assert [progress.tournament for progress in files.begun()] == [FOUND] * is_read
    for none in (store.folder, store.folder / "missing", Path("/dev/zero")):
        with subtests.test(none=none):
            assert "cannot be read" in refused(read_tournament, none)


def test_a_tournament_that_was_begun_keeps_its_deals_and_the_games_of_each(store: SaveStore) -> None:
    files = TournamentStore(store)
    assert (files.begun(), files.load(FOUND.key)) == ([], None)
    files.begin(FOUND)
    assert files.add_attempt(FOUND, DEALS[0], "a" * 32, ())
    assert files.add_attempt(WISH, DEALS[0], "b" * 32, ("a" * 32,))
    assert not files.add_attempt(FOUND, DEALS[0], "c" * 32, ("a" * 32,)), "another has begun meanwhile"
    (progress,) = files.begun()
    assert progress.tournament == FOUND
    assert progress.attempts == {DEALS[0]: ("a" * 32, "b" * 32)}
    assert files.of_game("b" * 32) == progress
    assert files.of_game("c" * 32) is None


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


CUT = '{"format": "freecell-tui tournament", "version": 1, "descr'
DAMAGE = ("", "[]", "{}", CUT, "\0" * 300, "[" * 100_000, f'{{"version": {"9" * 5000}}}')


def test_a_damaged_file_of_a_tournament_is_told_and_kept_when_it_begins_anew(
    store: SaveStore, subtests: pytest.Subtests
) -> None:
    files, path = begun(store)
    numbers = iter(["", *(f"-{number}" for number in range(2, 9))])
    for content in DAMAGE:
        with subtests.test(content=content):
            path.write_text(content)
            problems: list[ProgressError] = []
            assert files.begun(problems) == []
            told = f"The file of a tournament that you have begun, {path.name}, is damaged."
            assert [str(problem) for problem in problems] == [told], content[:9]
            with pytest.raises(DamagedProgress):
                files.add_attempt(FOUND, DEALS[0], "a" * 32, ())
            assert path.read_text() == content
            kept = f"tournament-{FOUND.key}{next(numbers)}.json"
            assert files.begin(FOUND).endswith(f"It is kept as damaged/{kept}, and the attempts in it are forgotten.")
            assert (store.folder / "damaged" / kept).read_text() == content
            assert [progress.attempts for progress in files.begun()] == [{}]


def changed(content: str, **values: object) -> str:
    return json.dumps(json.loads(content) | values)


ONE_DEAL = str(DEALS[0])
WRONG_VALUES: dict[str, list[object]] = {
    "format": ["freecell-tui"],
    "version": [True, 0, 1.0],
    "over": [None, {}, [1], ["short"], "x" * 32],
    "attempts": [[], *({ONE_DEAL: ids} for ids in (["a" * 31], "a" * 32)), {f"0{ONE_DEAL}": []}, {"5": []}],
    "description": ["deals = [1]", WISH.to_toml(), "deals =", 1],
}


def test_a_file_of_a_tournament_with_a_wrong_value_is_damaged(store: SaveStore) -> None:
    files, path = begun(store)
    whole = path.read_text()
    path.write_text(changed(whole))
    assert files.load(FOUND.key) is not None
    for name, value in ((name, value) for name, values in WRONG_VALUES.items() for value in values):
        path.write_text(changed(whole, **{name: value}))
        with pytest.raises(DamagedProgress):
            files.load(FOUND.key)


def test_a_file_of_version_1_is_read_and_takes_the_end_of_an_attempt(store: SaveStore) -> None:
    files, path = begun(store)
    game_id = "a" * 32
    old = json.loads(path.read_text()) | {"version": 1}
    del old["over"]
    path.write_text(json.dumps(old))
    files.end_attempt(game_id)
    files.end_attempt("b" * 32)  # of no tournament
    progress = files.load(FOUND.key)
    assert progress is not None
    assert progress.attempts == {FOUND.deals[0]: (game_id,)}
    assert progress.over == {game_id}
    assert json.loads(path.read_text())["version"] == VERSION


def test_a_file_of_a_newer_program_or_that_cannot_be_opened_is_not_damaged(
    store: SaveStore, subtests: pytest.Subtests
) -> None:
    files, path = begun(store)
    content = changed(path.read_text(), version=VERSION + 1, more="something")
    path.write_text(content)
    acts = (lambda: files.begin(FOUND), lambda: files.load(FOUND.key), lambda: files.add_attempt(FOUND, 1, "b", ()))
    for act in acts:
        with subtests.test(act=act):
            assert re.search("newer freecell-tui .*: update the game", refused(act))
    assert path.read_text() == content
    path.unlink()
    path.mkdir()
    for act in acts:
        with subtests.test(act=act):
            assert "cannot be read" in refused(act)
    assert not (store.folder / "damaged").exists()
