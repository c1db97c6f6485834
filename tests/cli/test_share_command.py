"""`freecell share` and `freecell verify CODE`, and share codes wherever a game is named on the command line."""

import re
from pathlib import Path

import pytest

from freecell_tui.controller.features.share import result_line
from freecell_tui.engine import FREECELL, Autoplay, Game, Move, find_variant
from freecell_tui.engine.share_code import MAX_NUMBER, SharedGame, decode, encode
from freecell_tui.storage import saves
from freecell_tui.storage.daily import deal_of, today
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame, now
from freecell_tui.storage.settings import SettingsFile
from support.commands import Batch, Written
from support.factories import game_id, won_game
from support.games import played
from support.pty_terminal import ESC, Start
from support.solutions import STANDARD
from support.stored_games import keep
from support.ui_driver import after

WON = after(617, len(STANDARD[617].split()))
CODE = encode(SharedGame(WON, 412, 2, name="Ann"))

pytestmark = pytest.mark.usefixtures("home")


def record(
    home: Path, game: Game, seconds: float, saved: str = "2026-11-20T18:00:00Z", *, helped: bool = False
) -> None:
    """Enter a game that was won in the history."""
    number = f"{int(seconds):032x}"
    History(home).record_win(SavedGame(game, seconds, 1, saved=saved, started=saved, id=number, helped=helped))


# Sharing


def test_the_last_win_is_shared_as_a_code_alone_on_its_line_and_a_line_of_text(run: Batch, home: Path) -> None:
    record(home, after(10, 99), 300, "2026-11-20T18:00:00Z")
    record(home, WON, 412, "2026-11-21T18:00:00Z")
    code, out, err = run("share")
    first, second = out.splitlines()
    assert (code, err) == (0, "")
    assert second == "FreeCell #617, won in 59 moves, 6:52, 1 undo"
    assert decode(first) == SharedGame(WON, 412, 1)
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5})+", first)


def test_of_a_deal_the_last_win_is_shared_or_the_best_and_no_lost_game_hides_it(run: Batch, home: Path) -> None:
    record(home, WON, 300, "2026-11-20T18:00:00Z")
    record(home, WON, 412, "2026-11-21T18:00:00Z")
    History(home).record_loss(SavedGame(after(617, 5), 9, saved="2026-11-22T18:00:00Z", id="f" * 32))
    assert "won in 59 moves, 6:52" in run("share", "617")[1]
    assert "5:00" in run("share", "617", "--best")[1]


def test_a_bare_deal_number_means_the_game_of_it_whatever_its_variant_and_several_are_named(
    run: Batch,
    home: Path,
    subtests: pytest.Subtests,
) -> None:
    SettingsFile.of_player().change("variant", "bakers-game")
    bakers, few = find_variant("bakers-game"), FREECELL.with_cells(3)
    record(home, won_game(2), 412)
    numbers = [["share"], ["share", "--best"], ["export"], ["export", "--best"], ["analyse"]]
    rows = [[*words, "--", "-3"] for words in numbers]
    for words in rows:
        with subtests.test(words=words):
            assert run(*words)[::2] == (0, "")
    for variant in (bakers, few):
        saved = SavedGame(won_game(1, variant), 9, saved="2026-11-20T19:00:00Z", id=game_id(variant.cells))
        History(home).record_win(saved)
    choice = "add --variant bakers-game, --variant freecell or --variant freecell --cells 3."
    told = f"You have played deal -3 of Baker’s Game, FreeCell and FreeCell, 3 cells: {choice}"
    for words in [*rows, ["race", "--plain", "--", "-3"]]:
        with subtests.test(words=words):
            code, out, err = run(*words)
            assert (code, out, err) == (2, "", f"freecell {words[0]}: {told}\n")
    for option in (["--variant", "freecell"], ["--cells", "3"], ["--variant", "bakers-game"]):
        with subtests.test(option=option):
            assert run("share", *option, "--", "-3")[::2] == (0, "")
    for variant in (FREECELL, bakers):
        game = played(Game.new(4, variant), "1a")
        keep(SaveStore(home), SavedGame(game, 9, id=game_id(20 + variant.by_suit)))
    choice = "add --variant bakers-game or --variant freecell."
    choice = f"You have played deal 4 of Baker’s Game and FreeCell: {choice}"
    assert run("export", "4", "--unfinished") == (2, "", f"freecell export: {choice}\n")
    assert run("export", "4") == (2, "", f"freecell export: {choice}\n")
    assert run("--plain", "--resume", "4") == (2, "", f"freecell: {choice}\n")
    assert run("export", "4", "--variant", "freecell")[0] == 0


def test_the_win_of_a_daily_deal_is_told_without_its_deal(run: Batch, home: Path) -> None:
    record(home, WON, 412, "2046-06-11T12:00:00Z")
    code, line = run("share", "617")[1].splitlines()
    assert decode(code).game == WON
    assert line.startswith("FreeCell daily 2046-06-11: won in 59 moves, 6:52, 1 undo ▁")


def test_the_deal_of_today_is_shared_without_its_code(run: Batch, home: Path) -> None:
    _, solution, _ = run("solve", str(deal_of(today())))
    game = played(Game.new(deal_of(today())), solution.split("\n", 1)[1])
    record(home, game, 412, now())
    code, out, err = run("share", "--daily")
    assert (code, err, len(out.splitlines())) == (0, "", 1)
    assert out.startswith(f"FreeCell daily {today().isoformat()}: won in {game.moves_made} moves, 6:52, 1 undo ▁")


# Verifying


def test_a_code_is_verified(run: Batch) -> None:
    code, out, err = run("verify", CODE)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "FreeCell #617, won in 59 moves — verified",
        "Not checked, as only the player can know: 6:52, 2 undos, signed by Ann.",
    ]
    assert run("verify", encode(SharedGame(WON)))[1] == "FreeCell #617, won in 59 moves — verified\n"
    assert "with help" in run("verify", encode(SharedGame(WON, helped=True)))[1].splitlines()[1]


def test_what_nobody_has_played_is_not_told_in_full(run: Batch) -> None:
    claimed = SharedGame(WON, MAX_NUMBER, MAX_NUMBER)
    told = "Not checked, as only the player can know: over 999 hours, over 99,999 undos.\n"
    assert told in run("verify", encode(claimed))[1]
    assert result_line(claimed) == "FreeCell #617, won in 59 moves, over 999 hours, over 99,999 undos"
    longest = SharedGame(WON, 1000 * 3600 - 1, 99_999)
    assert result_line(longest) == "FreeCell #617, won in 59 moves, 999:59:59, 99999 undos"


def test_a_code_may_be_written_in_other_ways_and_is_not_complete_if_it_is_cut_off(
    run: Batch, written: Written, subtests: pytest.Subtests
) -> None:
    for text in (CODE.lower(), CODE.replace("-", " "), CODE.replace("-", ""), f" {CODE} "):
        with subtests.test(text=text):
            assert run("verify", text)[0] == 0
    for length in range(6, len(CODE) - 1):
        for command in ("verify", "export"):
            code, out, err = run(command, CODE[:length])
            assert (code, out) == (2, ""), length
            assert "not complete" in err or "is missing a character" in err, (length, err)
    half = len(CODE) // 12 * 6
    assert CODE[half - 1] == "-"
    assert run("export", written(f"{CODE[:half]}\n{CODE[half:]}\n"))[0] == 0


def test_a_damaged_code_is_told_with_its_place(run: Batch, subtests: pytest.Subtests) -> None:
    first, second, *rest = CODE.split("-")
    wrong = second[:2] + ("0" if second[2] != "0" else "1") + second[3:]
    for damaged in ([first, wrong, *rest], [first, second[1:], *rest], [first, "X" + second, *rest]):
        with subtests.test(damaged=damaged):
            code, out, err = run("verify", "-".join(damaged))
            assert (code, out) == (2, "")
            assert "roup 2 " in err
            assert f"should be “{second}”" in err


# Wherever a file of moves is


def test_a_code_that_is_too_long_for_the_name_of_a_file_is_read(run: Batch) -> None:
    game = Game.new(1).play(Move.parse("3a"), Autoplay.NONE)
    for _ in range(150):
        game = game.play(Move.parse("ab"), Autoplay.NONE).play(Move.parse("ba"), Autoplay.NONE)
    code = encode(SharedGame(game))
    assert len(code) > 255
    assert run("verify", code)[1].endswith(" — verified\n")
    assert "is wrong: " in run("verify", code[:-1] + ("0" if code[-1] != "0" else "1"))[2]


def test_a_code_is_replayed_on_the_table(start: Start) -> None:
    terminal = start("replay", CODE, table=False)
    terminal.see("0 of 59")
    terminal.type(ESC)
    assert terminal.end() == 0


def test_in_a_terminal_the_code_is_copied_and_that_is_said(start: Start, written: Written) -> None:
    terminal = start("share", written(saves.encode(SavedGame(WON, 412.7, 2))), table=False, TERM="xterm-256color")
    terminal.see("The code is copied, if your terminal lets programs use its clipboard.")
    assert terminal.end() == 0
