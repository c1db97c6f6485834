"""Positions on the command line: what `solve` reads is imported, exported in each format, verified and shared."""

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings

from freecell_tui.cli.game_source import read_game
from freecell_tui.cli.options import Options
from freecell_tui.cli.own_games import player_history
from freecell_tui.engine import (
    FREECELL,
    VARIANTS,
    Autoplay,
    Board,
    Dialect,
    Game,
    PileKind,
    Variant,
    deal,
    find_variant,
    read_position,
    write_position,
)
from freecell_tui.engine.positions import StartPosition, read_start
from freecell_tui.engine.share_code import SharedGame, decode, encode
from freecell_tui.engine.transcripts import replay_moves, write_game
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame
from support.commands import Batch, Written
from support.factories import record_of
from support.games import played, solved_game
from support.solutions import STANDARD
from support.strategies import games, positions, variants

NEARLY_WON = "Foundations: H-K C-K D-K S-J\nKS QS\n" + ":\n" * 7
NAME = str(StartPosition(read_position(NEARLY_WON)))
SHARED = played(Game.new(617), "83 8a 83").board


# What solve reads comes back the same from every form


@given(positions())
def test_every_position_is_read_as_the_start_of_a_game(position: tuple[Board, Variant]) -> None:
    board, variant = position
    assume(not board.is_won)
    reading = read_start(write_position(board), variant)
    assert (reading.start, reading.variant) == (StartPosition(board), variant)


@given(games(variants(), "mmmmmmmmu", (Autoplay.SAFE,)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_a_game_of_a_position_comes_back_from_every_form_in_which_it_is_written(
    tmp_path_factory: pytest.TempPathFactory, game: Game
) -> None:
    start = StartPosition(game.boards[0])
    assume(not game.boards[0].is_won)
    game = Game(game.variant, start, game.boards, game.turns, game.position).without_undone()
    assert saves.decode(saves.encode(SavedGame(game))).game == game
    assert decode(encode(SharedGame(game))).game == game
    moves = [turn.move for turn in game.turns if turn.move is not None]
    assume(moves and all(move.source.kind is not PileKind.FOUNDATION for move in moves))
    file = tmp_path_factory.getbasetemp() / "written.txt"
    for dialect in Dialect:
        file.write_text(write_game(game, dialect))
        again = read_game(str(file), Options(best=False, unfinished=False)).complete().game
        assert (again.deal, again.variant) == (start, game.variant)
        # In standard notation a card that may safely go home goes, even at the end of the game.
        assert again.boards[0] == game.boards[0]
        assert sum(again.board.foundations) >= sum(game.board.foundations)
        if dialect is Dialect.FC_SOLVE:
            assert again.board == game.board


def test_a_game_goes_from_command_to_command_by_its_file_its_name_and_its_code(
    run: Batch, written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("d.txt").write_text(NEARLY_WON)
    assert run("import", "d.txt")[1] == f"FreeCell position {NAME}, 0 moves: freecell --resume resumes it.\n"
    assert run("import", "d.txt")[0] == 0
    code, solution, _ = run("solve", "d.txt")
    assert (code, run("verify", written(solution))) == (0, (0, "won in 1 move\n", ""))
    Path("m.txt").write_text("1h\n")
    assert run("verify", "d.txt", "m.txt")[1] == "won in 1 move\n"
    assert run("verify", "617", written(solution))[1] == f"these moves are of position {NAME}, not of 617\n"
    shared = run("share", "m.txt", "--deal", "d.txt")[1].splitlines()
    assert shared[1] == f"FreeCell position {NAME}, won in 1 move, with help"
    assert run("verify", shared[0])[1].startswith(f"FreeCell position {NAME}, won in 1 move — verified\n")
    # By its file and by its name, as a deal by its number.
    for word in ("d.txt", NAME, NAME.lower()):
        assert run("export", word, "--format", "board") == (0, NEARLY_WON, ""), word
        assert json.loads(run("export", word, "--format", "save")[1])["start"] == NEARLY_WON
    assert f"<title>FreeCell position {NAME}</title>" in run("export", shared[0], "--format", "svg")[1]
    assert run("analyse", shared[0])[1].startswith(f"position {NAME}, FreeCell\n")
    assert run("share", "d.txt")[2] == f"freecell share: You have not won position {NAME} yet.\n"


def test_an_answer_in_json_carries_its_position_and_one_of_an_earlier_version_asks_for_it(
    run: Batch, written: Written
) -> None:
    file = written(NEARLY_WON)
    answer = run("solve", "--json", file)[1]
    assert json.loads(answer)["start"] == NEARLY_WON
    assert run("verify", written(answer)) == (0, "won in 1 move\n", "")
    assert run("share", written(answer))[1].splitlines()[1].startswith(f"FreeCell position {NAME}, won in 1 move")
    assert "start" not in json.loads(run("solve", "--json", "617")[1])
    seahaven = written(write_position(deal(5, find_variant("seahaven-towers"))))
    answer = run("solve", "--json", seahaven)[1]
    assert run("verify", written(answer))[1].startswith("won in ")
    file = written(NEARLY_WON)
    fields = json.loads(run("solve", "--json", file)[1])
    del fields["start"]
    answer = written(json.dumps(fields))
    assert "add --deal and the name of that file" in run("verify", answer)[2]
    changed = json.dumps(fields | {"start": NEARLY_WON.replace("KS", "QS")})
    assert "is not an answer of “freecell solve --json”" in run("verify", written(changed))[2]


def test_every_door_reads_a_file_as_a_mail_a_disk_or_an_editor_leaves_it(run: Batch, written: Written) -> None:
    moves = f"#617 Attempt: 1 NumFcs=4 (FCPro - Solved)\n{STANDARD[617]}"
    for text in (
        f"{moves}\0\0\0",
        f"{moves}\x1a",
        moves.replace("\n", "\r"),
        f"On Monday Ann wrote:\n\n{moves}",
        "Ann wrote:\n" + "".join(f"> {line}\n" for line in moves.splitlines()),
        f"\ufeff{moves}".encode("utf-16-be"),
    ):
        file = written(text)
        assert run("verify", file)[1] == "won in 59 moves\n"
        assert run("share", file)[1].splitlines()[1].startswith("FreeCell #617, won in 59 moves")
        use = f"holds moves of deal 617: freecell import {file} adds the game to yours.\n"
        assert run("solve", file)[2].endswith(use), "solve and the table say the same"
        assert use[:-1] in run(file)[2]
    assert run("verify", written("\0" * 99))[2].endswith(" is not text.\n")
    listed = written("617\n24\n")
    for command in (("verify", "617"), ("export",), ("share",)):
        assert run(*command, listed)[2].endswith(f"holds a list of deals: freecell solve {listed} solves them.\n")


def test_a_position_that_is_a_deal_is_that_deal_to_moves_and_says_so(run: Batch, written: Written) -> None:
    file = written(write_position(deal(24)))
    code, out, err = run("import", file)
    assert (code, err) == (0, f"{file}: This is deal 24: freecell 24 plays it.\n")
    assert out.startswith("FreeCell position HKV6, 0 moves")
    file = written(write_position(deal(5, find_variant("eight-off"))))
    sentence = f"{file}: This is deal 5 of Eight Off: freecell --variant eight-off 5 plays it.\n"
    assert run("import", file, "--variant", "eight-off")[2] == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (NEARLY_WON.replace("KS QS", "KS KS"), "This is not a full deck: missing: Q♠; more than once: K♠."),
        (NEARLY_WON.replace("S-J", "S-Q"), "This is not a full deck: more than once: Q♠."),
        ("Foundations: H-K C-K D-K S-K\n" + ":\n" * 8, "All cards of this position are home already, so there is"),
        ("Freecells: 2C 3C 4C 5C 6C 7C 8C 9C TC\n" + NEARLY_WON, "Too many free cells: this game has 4, not 9."),
    ],
)
def test_an_impossible_position_is_refused_with_its_cards(
    run: Batch, written: Written, text: str, sentence: str
) -> None:
    for words in (("import", written(text)), (written(text), "--plain")):
        code, _, err = run(*words)
        assert code != 0
        assert sentence in err.replace("\n", " "), err


# The board of any move, for other programs


def test_the_board_of_any_move_is_written(run: Batch, written: Written) -> None:
    game = solved_game(617)
    file = written(write_game(game, Dialect.STANDARD))
    for move in (0, 1, 30, game.moves_made):
        board = write_position(game.boards[move])
        assert run("export", file, "--format", "board", "--move", str(move)) == (0, board, "")
    assert run("export", file, "--format", "board")[1] == write_position(game.board)
    assert len(run("export", file, "--move", "12")[1].split("\n", 1)[1].split()) == 12
    assert run("export", file, "--move", "60")[2] == f"freecell export: This game has only {game.moves_made} moves.\n"
    assert "write the number of a move, like 12" in run("export", file, "--move", "-1")[2]


GAMES = {"freecell": "freecell", "bakers-game": "bakers_game", "eight-off": "eight_off", "seahaven-towers": "seahaven"}
"""The variants that fc-solve knows, with its names."""


def test_fc_solve_goes_on_from_an_exported_board_and_its_moves_win(
    run: Batch, written: Written, subtests: pytest.Subtests
) -> None:
    for name, known_as in GAMES.items():
        with subtests.test(name=name):
            variant = VARIANTS[name]
            number = 1 if name == "eight-off" else 5 if name != "bakers-game" else 13
            game = played(Game.new(number, variant), "1a" if name == "freecell" else "")
            board = run("export", written(saves.encode(SavedGame(game))), "--format", "board")[1]
            assert run("show", written(board), "--variant", name)[1] == board
            done = subprocess.run(
                ["fc-solve", "--game", known_as, "-m", "-snx", "-mi", "200000", "-"],
                input=board,
                capture_output=True,
                text=True,
                check=False,
            )
            assert "This game is solveable" in done.stdout, done.stdout[-300:]
            again, failure = replay_moves(
                Game.new(read_start(board, variant).start, variant), done.stdout, Dialect.FC_SOLVE, Autoplay.NONE
            )
            assert (failure, again.is_won) == (None, True)


def test_show_and_solve_agree_on_a_file(run: Batch, written: Written) -> None:
    file = written(write_position(SHARED))
    assert run("show", file) == (0, write_position(SHARED), "")
    assert run("solve", file)[1].splitlines()[1] == f"# Position {StartPosition(SHARED)}:"
    seahaven = written(write_position(deal(5, find_variant("seahaven-towers"))))
    for command in ("show", "solve"):
        code, _, err = run(command, seahaven)
        assert (code, err) == (0, f"{seahaven}: Read as a position of Seahaven Towers.\n"), command
    file = written(write_position(SHARED))
    assert run("show", file, "1")[1] == f"#{file}\n{write_position(SHARED)}#1\n{write_position(deal(1, FREECELL))}"


@pytest.mark.usefixtures("home")
def test_statistics_print_positions_apart_from_deals(run: Batch) -> None:
    won = played(Game.new(StartPosition(read_position(NEARLY_WON))), "1h")
    player_history().record_win(record_of(won, 7))
    section = (
        f"Your own positions\n  They count apart from your deals.\n{'':26}played     won  best  fewest  last played\n"
    )
    row = f"  FreeCell position {NAME}       1  1 of 1  1:00       1   2026-11-20\n"
    assert run("stats") == (0, section + row, "")
    fields = json.loads(run("stats", "--json")[1])
    assert (fields["all"]["played"], fields["deals"]) == (0, [])
    assert (fields["positions"][0]["position"], fields["positions"][0]["board"]) == (NAME, NEARLY_WON)
    assert run("stats", "--csv")[1].count("\n") == 1, "the row with the names of the columns"
    assert run("stats", "--variant", "eight-off")[1] == "No finished games of this kind yet.\n"
