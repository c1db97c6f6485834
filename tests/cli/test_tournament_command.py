"""`freecell tournament` and `freecell race`: what they print, and which words they understand."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.engine.tournament_results import Entry
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.tournament_files import ResultFile, read_tournament, write_result
from support.solutions import STANDARD
from support.ui_driver import after

Run = Callable[..., tuple[int, str, str]]

WON = after(617, len(STANDARD[617].split()))
CODE = encode(SharedGame(WON, 60))
TOURNAMENT = Tournament("Two", (617, 1), undo=False)


def result_file(folder: Path, player: str, tournament: Tournament = TOURNAMENT) -> str:
    path = folder / f"{player}.toml"
    path.write_text(write_result(ResultFile(player, tournament, {617: Entry(CODE, 1)})), encoding="utf-8")
    return str(path)


def test_without_words_every_tournament_is_listed_with_its_rules(run: Run, home: Path) -> None:
    assert not home.exists()
    code, out, err = run("tournament")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in lines[::2]][:2] == ["first-ten", "eight-hardest"]
    assert lines[0].endswith(": 0 of 10 won")
    assert lines[1].strip() == "FreeCell, undo and hints allowed"


def test_a_tournament_is_what_the_words_say(run: Run, home: Path, tmp_path: Path) -> None:
    assert not home.exists()
    words = ("title=Ann’s", "deals=1..3", "attempts=1", "undo=false", "score=time,moves", "variant=eight-off")
    code, out, err = run("tournament", "show", *words)
    assert (code, err) == (0, "")
    (tmp_path / "anns.toml").write_text(out, encoding="utf-8")
    shown = read_tournament(tmp_path / "anns.toml")
    assert (shown.title, shown.deals, shown.attempts, shown.undo) == ("Ann’s", (1, 2, 3), 1, False)
    assert shown.score[:2] == ("time", "moves")
    assert run("tournament", "show", str(tmp_path / "anns.toml")) == (0, out, "")


def test_deals_that_are_wished_for_are_found_and_named(run: Run, home: Path) -> None:
    assert not home.exists()
    code, out, err = run("tournament", "show", "deals=2 very easy from 7")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith("# 2 very easy from 7: ")


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["show"], 2, "Name a tournament, a file, or its deals, as in deals=1..10."),
        (["show", "first-ten", "twice"], 2, "“twice” is one word too many"),
        (["show", "chess"], 1, "no tournament “chess”"),
        (["show", "deals=1", "deals=2"], 1, "“deals” is there twice."),
        (["first-ten", "--json"], 2, "--json and --csv are for standings."),
        (["show", "first-ten", "--name", "Ann"], 2, "argument --name: it is for export."),
        (["export", "first-ten"], 2, "argument --name: say who you are"),
        (["export", "first-ten", "--name", "Ann"], 1, "You have not played this tournament yet."),
        (["standings"], 2, "Name 1 to 200 files with results."),
        (["first-ten"], 1, "freecell tournament --plain plays in lines of text"),
    ],
)
def test_what_cannot_be_done_is_said(run: Run, home: Path, words: list[str], code: int, sentence: str) -> None:
    assert not home.exists()
    ended, out, err = run("tournament", *words)
    assert (ended, out) == (code, "")
    assert sentence in err


def test_standings_are_the_same_as_json(run: Run, home: Path, tmp_path: Path) -> None:
    assert not home.exists()
    code, out, err = run("tournament", "standings", "--json", *(result_file(tmp_path, name) for name in ("Ann", "Ben")))
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert (told["title"], told["rules"], told["deals"]) == ("Two", "FreeCell, no undo", [617, 1])
    assert [(each["rank"], each["player"], each["won"], each["moves"]) for each in told["standings"]] == [
        (1, "Ann", 1, 59),
        (1, "Ben", 1, 59),
    ]
    assert told["same_moves"] == [{"deal": 617, "players": ["Ann", "Ben"]}]


def test_results_of_different_tournaments_are_not_compared(run: Run, home: Path, tmp_path: Path) -> None:
    assert not home.exists()
    other = result_file(tmp_path, "Ben", Tournament("Two", (617, 1)))
    code, out, err = run("tournament", "standings", result_file(tmp_path, "Ann"), other)
    assert (code, out) == (1, "")
    assert "Ben.toml holds results of another tournament than Ann.toml" in err


# Races


def test_a_race_needs_a_win_and_a_place_to_be_seen(run: Run, home: Path) -> None:
    assert not home.exists()
    assert "freecell race --plain plays in lines of text" in run("race", CODE)[2]
    lost = encode(SharedGame(after(617, 5)))
    for game, sentence in {
        lost: "That game is not won; only a win can be raced.",
        "617": "You have no win of FreeCell #617 yet.",
        CODE[:-8]: "This share code",
    }.items():
        code, out, err = run("race", game, "--plain")
        assert (code, out) == (1, "")
        assert sentence in err


def test_a_race_against_a_file_and_against_ones_own_best(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "end").write_text("quit\n")
    (tmp_path / "won.txt").write_text(f"#617 Attempt: 1 NumFcs=4 (FCPro)\n{STANDARD[617]}\n")
    History(home).record_win(SavedGame(WON, 60.0, 0, "2026-11-20T18:00:00Z", "2026-11-20T18:01:00Z", id="1" * 32))
    for game, name in {
        str(tmp_path / "won.txt"): "A race against the ghost: 59 moves.",
        "617": "A race against your best: 59 moves in 1:00.",
    }.items():
        with (tmp_path / "end").open() as typed:
            monkeypatch.setattr("sys.stdin", typed)
            code, out, err = run("race", game, "--plain")
        assert (code, err) == (0, "")
        assert name in out
