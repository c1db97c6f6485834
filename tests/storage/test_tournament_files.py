"""Files of tournaments and of results, and the tournaments that a player has begun."""

from pathlib import Path

import pytest

from freecell_tui.engine.tournament_results import Entry
from freecell_tui.engine.tournaments import TournamentError, parse_tournament
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.tournament_files import ResultFile, read_result, read_tournament, write_result
from freecell_tui.storage.tournament_progress import TournamentStore

WISH = parse_tournament({"deals": "2 hard from 7", "title": "Two"})


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
        (b"[" * 5000, "TOML"),
        (b"x = 1\n" * 100_000, "too large"),
        (b"[results]", r"The table \[tournament\] is missing"),
        (b"[tournament]\ndeals=[1]\n[results]", "“player” is missing"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n1 = 5', "The result of “1”"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\nx = {attempts=1, code=""}', "The result of “x”"),
        (b'player="Ann"\n[tournament]\ndeals=[1]\n[results]\n1 = {attempts=-1, code=""}', "The result of “1”"),
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
    with pytest.raises(TournamentError, match=f"ann.toml: .*{sentence}"):
        read_result(path)


def test_a_result_file_may_have_256_kibibytes(tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    result = ResultFile("Ann", parse_tournament({"deals": [1]}), {1: Entry()})
    text = write_result(result).encode() + b"#"
    path.write_bytes(text.ljust(2**18))
    assert read_result(path) == result
    path.write_bytes(text.ljust(2**18 + 1))
    with pytest.raises(TournamentError, match=r"^ann\.toml: It is too large, with more than 256 KiB\.$"):
        read_result(path)


def test_a_tournament_that_was_begun_is_read_from_at_most_a_mebibyte(store: SaveStore) -> None:
    files, tournament = TournamentStore(store), WISH.with_deals((599353, 586475))
    files.begin(tournament)
    (path,) = (store.folder / "tournaments").iterdir()
    text = path.read_text()
    for length, is_read in ((2**20, True), (2**20 + 1, False)):
        path.write_text(text + " " * (length - len(text)))
        assert [progress.tournament for progress in files.begun()] == [tournament] * is_read


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing", Path("/dev/zero")):
        with pytest.raises(TournamentError, match="cannot be read"):
            read_tournament(path)


def test_a_tournament_that_was_begun_keeps_its_deals_and_the_games_of_each(store: SaveStore) -> None:
    files = TournamentStore(store)
    tournament = WISH.with_deals((599353, 586475))
    assert (files.begun(), files.load(tournament)) == ([], None)
    files.begin(tournament)
    files.add_attempt(tournament, 586475, "a" * 32)
    files.add_attempt(WISH, 586475, "b" * 32)
    (progress,) = files.begun()
    assert progress.tournament == tournament
    assert progress.attempts == {586475: ("a" * 32, "b" * 32)}
    assert files.of_game("b" * 32) == progress
    assert files.of_game("c" * 32) is None


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"description": "deals = [1]", "deals": 1, "attempts": {}}'])
def test_a_damaged_file_of_a_tournament_is_no_tournament(store: SaveStore, content: str) -> None:
    files = TournamentStore(store)
    files.begin(WISH.with_deals((1, 2)))
    (path,) = files.folder.glob("*.json")
    path.write_text(content)
    assert files.begun() == []
