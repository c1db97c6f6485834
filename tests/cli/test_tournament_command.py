"""`freecell tournament` and `freecell race`: what they print, and which words they understand."""

import json
from dataclasses import replace
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.share_code import MAX_NUMBER, SharedGame, encode
from freecell_tui.engine.text import cell_width
from freecell_tui.engine.tournaments import Entry, Tournament, candidates, parse_tournament
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.tournaments import ResultFile, TournamentStore, write_result
from support.commands import Batch
from support.games import played
from support.solutions import STANDARD
from support.ui_driver import after

WON = after(617, len(STANDARD[617].split()))
CODE = encode(SharedGame(WON, 60))
pytestmark = pytest.mark.usefixtures("home")

TOURNAMENT = Tournament("Two", (617, 1), undo=False)


def result_file(folder: Path, player: str, tournament: Tournament = TOURNAMENT) -> str:
    path = folder / f"{player}.toml"
    path.write_text(write_result(ResultFile(player, tournament, {617: Entry(CODE, 1)})), encoding="utf-8")
    return str(path)


def test_the_standings_of_a_file_need_no_search(
    run: Batch, home: Path, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    wish = parse_tournament({"deals": "100 very hard from 1"})
    files = []
    for name, first in (("Ann", 0), ("Ben", 0), ("Cas", 1)):
        deals = tuple(islice(candidates(1), first, first + 100))
        files.append(result_file(tmp_path, name, replace(wish, deals=deals)))
    code, out, err = run("tournament", "standings", *files[:2])
    assert (code, err) == (1, "")
    assert "Ann, deal 617: deal 617 is not in the tournament." in out
    assert "The deals are those that the files name." in out
    other = result_file(tmp_path, "Dan", replace(wish, deals=tuple(islice(candidates(1), 100)), undo=False))
    assert "Dan.toml holds results of another tournament" in run("tournament", "standings", files[0], other)[2]
    code, out, err = run("tournament", "standings", *files)
    assert (code, out) == (1, "")
    assert "Cas.toml holds results of another tournament than Ann.toml" in err
    TournamentStore(SaveStore(home)).begin(replace(wish, deals=tuple(islice(candidates(1), 2, 102))))
    for words in (("standings", files[0]), ("show", files[0]), (files[0], "--plain")):
        with subtests.test(words=words):
            code, out, err = run("tournament", *words)
            assert (code, out) == (1, "")
            assert "other deals" in err


def test_wide_names_and_large_claims_stay_in_their_columns(run: Batch, tmp_path: Path) -> None:
    files = [result_file(tmp_path, name) for name in ("Ann", "安" * 20, "e" + "\u0301" * 19)]
    claim = Entry(encode(SharedGame(WON, MAX_NUMBER)))
    path = tmp_path / "Zoe.toml"
    path.write_text(write_result(ResultFile("Zoe", TOURNAMENT, {617: claim})), encoding="utf-8")
    _, out, _ = run("tournament", "standings", *files, str(path))
    rows = out.splitlines()[2:7]
    assert [cell_width(row) for row in rows] == [cell_width(rows[0])] * 5
    places = {cell_width(row[: row.index("1 of 2")]) for row in rows[1:]}
    assert len(places) == 1
    assert "over 999 hours" in rows[-1]


def test_a_tournament_whose_file_cannot_be_read_is_told(
    run: Batch,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
) -> None:
    files = TournamentStore(SaveStore(home))
    files.begin(TOURNAMENT)
    (path,) = files.folder.glob("*.json")
    path.write_text("damaged")
    code, out, err = run("tournament")
    assert code == 1
    assert "Your first ten" in out
    assert f"{path.name}, is damaged." in err
    path.write_text('{"format": "freecell-tui tournament", "version": 3}')
    words = ("deals=617,1", "undo=false")
    for command in ((), ("show",), ("export", "--name", "Ann")):
        with subtests.test(command=command):
            code, out, err = run("tournament", *command, *words, *([] if command else ["--plain"]))
            assert code == 1
            assert "newer freecell-tui" in err
    path.write_text("damaged")
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    code, out, err = run("tournament", *words, "--plain")
    assert (code, err) == (0, "")
    assert f"It is kept as damaged/tournament-{TOURNAMENT.key}.json" in out


def test_a_race_of_a_game_with_house_rules_says_so(run: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(Game.new(617, FREECELL.with_house_rules(cards_come_back=True)), STANDARD[617])
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    code, out, err = run("race", "--plain", encode(SharedGame(game)))
    assert (code, err) == (0, "")
    assert "A race against the ghost: the win to beat has 59 moves. It is a game of FreeCell, cards come back." in out


def test_standings_are_the_same_as_json(run: Batch, tmp_path: Path) -> None:
    code, out, err = run("tournament", "standings", "--json", *(result_file(tmp_path, name) for name in ("Ann", "Ben")))
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert (told["title"], told["rules"], told["deals"]) == ("Two", "FreeCell, no undo", [617, 1])
    rows = [(each["rank"], each["player"], each["won"], each["moves"]) for each in told["standings"]]
    assert rows == [(1, "Ann", 1, 59), (1, "Ben", 1, 59)]
    assert told["same_moves"] == [{"deal": 617, "players": ["Ann", "Ben"]}]


@pytest.mark.parametrize(
    ("word", "code", "said"),
    [
        ("1", 0, "FreeCell, deal 1: no moves"),
        ("617", 0, "FreeCell, deal 617: no moves"),
        ("5", 2, "Deal 5 is not in “FreeCell, 2 deals”: it has 617 and 1."),
        ("0", 2, "There is no deal 0"),
        ("twice", 2, "twice"),
    ],
)
def test_a_deal_of_a_tournament_is_played_by_its_number(
    run: Batch, monkeypatch: pytest.MonkeyPatch, word: str, code: int, said: str
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("status\nquit\n"))
    got, out, err = run("tournament", "deals=617,1", word, "--plain")
    assert (got, said in out + err) == (code, True), (word, out, err)


# Races


def test_a_race_needs_a_win(run: Batch) -> None:
    lost = encode(SharedGame(after(617, 5)))
    assert run("race", lost, "--plain") == (1, "", "freecell: That game is not won; only a win can be raced.\n")
    code, _, err = run("race", CODE[:-8], "--plain")
    assert (code, "This share code" in err) == (2, True)


@pytest.mark.parametrize(("helped", "best"), [(False, "your best win"), (True, "your best win (help)")])
def test_a_race_against_a_file_and_against_ones_own_best(
    run: Batch,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    helped: bool,
    best: str,
    subtests: pytest.Subtests,
) -> None:
    (tmp_path / "end").write_text("quit\n")
    (tmp_path / "won.txt").write_text(f"#617 Attempt: 1 NumFcs=4 (FCPro)\n{STANDARD[617]}\n")
    times = "2026-11-20T18:00:00Z", "2026-11-20T18:01:00Z"
    History(home).record_win(SavedGame(WON, 60.0, 0, *times, helped=helped, id="1" * 32))
    for game, name in {
        str(tmp_path / "won.txt"): "A race against the ghost: the win to beat has 59 moves.",
        "617": f"A race against {best}: the win to beat has 59 moves in 1:00.",
    }.items():
        with subtests.test(game=game):
            with (tmp_path / "end").open() as typed:
                monkeypatch.setattr("sys.stdin", typed)
                code, out, err = run("race", game, "--plain")
            assert (code, err) == (0, "")
            assert name in out
