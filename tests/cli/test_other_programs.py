"""The files of other programs: every row of the table in the help, with a file in that program's form."""

import json
import shutil
import subprocess
from collections.abc import Callable
from typing import Final

import pytest

from freecell_tui.engine import FREECELL, Autoplay, Dialect, Game, deal, legal_moves, parse_deal, write_position
from freecell_tui.engine.deals import deck
from freecell_tui.engine.notation import wrap_moves
from freecell_tui.engine.transcripts import write_game
from freecell_tui.help import load_topic
from freecell_tui.help.markdown import Table, line_text
from support.commands import Batch, Written
from support.games import in_cards, played, solved_game
from support.solutions import STANDARD

ROWS: Final = {
    line_text(name): (line_text(read), line_text(written))
    for table in load_topic("other-programs").blocks({})
    if isinstance(table, Table)
    for name, read, written in table.rows[1:]
}

LINK: Final = "https://macroxue.github.io/freecell/game/freecell.html?deal=346:1r1r5r8r76746751344536328r2341"


def printed(*command: str, text: str = "") -> str:
    """What another program prints; the test is skipped where it is not installed."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed (Debian: freecell-solver-bin)")
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def moves_of(run: Batch, file: str) -> str:
    """The solution of a position, without its heading."""
    code, out, _ = run("solve", file)
    assert code == 0
    return out.partition("\n")[2]


def freecell_pro(run: Batch, written: Written) -> None:
    moves = wrap_moves(STANDARD[617].split())
    for heading in ("#617 Attempt: 1 NumFcs=4 (FCPro - Solved)", "#617 Att.:1 NumFcs=4 (FCS Solution)"):
        one = f"{heading}\n{moves}\n"
        for text in (one, f"#1 Attempt: 2 NumFcs=4 (FCPro)\n6a 6b\n\n{one}"):
            assert run("verify", "617", written(text))[1] == "won in 59 moves\n"
    exported = run("export", written(one))[1]
    assert exported == f"#617 Attempt: 1 NumFcs=4 (FCPro - Solved)\n{moves}\n"


def fc_solve(run: Batch, written: Written) -> None:
    board = run("show", "617")[1]
    for options in ("-m", "-m -snx", "-sam", "-p", "-p -t"):
        log = printed("fc-solve", *options.split(), text=board)
        assert run("verify", "617", written(log))[1].startswith("won in "), options
    exported = run("export", written(write_game(solved_game(617), Dialect.STANDARD)), "--format", "fc-solve")[1]
    assert run("verify", "--dialect", "fc-solve", "617", written(exported))[1] == "won in 59 moves\n"
    moves = printed("fc-solve", "-m", "-snx", text=board)
    after = run("export", written(moves), "--deal", "617", "--format", "board")[1]
    assert after.startswith("Foundations: H-K C-K D-K S-K\n")


def make_microsoft_freecell_board(run: Batch, written: Written) -> None:
    for number in (1, 617, 32000, 3000000000):
        text = printed("make-microsoft-freecell-board", "-t", str(number))
        assert run("show", str(number))[1] == text
        assert moves_of(run, written(text)) == moves_of(run, written(write_position(deal(number))))


def pysolfc(run: Batch, written: Written) -> None:
    game = played(Game.new(617), " ".join(STANDARD[617].split()[:40]))
    assert () in game.board.columns
    ours = run("export", written(write_game(game, Dialect.STANDARD)), "--format", "board")[1]
    assert ours == write_position(game.board)
    theirs = "\n".join("" if line == ":" else line for line in ours.splitlines()) + "\n"
    assert moves_of(run, written(theirs)) == moves_of(run, written(ours))
    assert "This game is solveable." in printed("fc-solve", text=ours)
    assert [line.split()[0] for line in run("solve", written("617\n24\n"))[1].splitlines()] == ["617", "24"]
    assert parse_deal("ms617") == 617


def kpat(run: Batch, written: Written) -> None:
    game = Game.new(-3)
    while move := next((move for move in legal_moves(game.board, FREECELL) if move.goes_home), None):
        game = game.play(move, Autoplay.NONE)
    assert run("verify", "-3", written(in_cards(game)))[1].startswith("won in ")


def macroxue(run: Batch, written: Written) -> None:
    for text in (LINK, f"[346]({LINK})", f"1:6r6r6r6r\n{LINK.partition('deal=')[2]}\n"):
        assert run("verify", "346", written(text))[1].startswith("won in "), text


def rosetta_code(run: Batch, written: Written) -> None:
    cards = list(map(str, deck(617)))
    rows = "\n".join(" ".join(cards[start : start + 8]) for start in range(0, 52, 8))
    for text in (rows, f"Game #617\n{rows}", " ".join(cards), "".join(cards)):
        assert "Read in " in run("solve", written(text))[2]
        assert moves_of(run, written(text)) == moves_of(run, written(write_position(deal(617))))


def asciinema(run: Batch, written: Written) -> None:
    recording = run("export", written(write_game(solved_game(617), Dialect.STANDARD)), "--format", "asciicast")[1]
    head, *frames = map(json.loads, recording.splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    assert all(kind == "o" for _, kind, _ in frames)


TRIALS: Final[dict[str, Callable[[Batch, Written], None]]] = {
    "FreeCell Pro": freecell_pro,
    "fc-solve": fc_solve,
    "make-microsoft-freecell-board": make_microsoft_freecell_board,
    "PySolFC": pysolfc,
    "KPat": kpat,
    "macroxue’s FreeCell": macroxue,
    "Rosetta Code": rosetta_code,
    "asciinema": asciinema,
}


def test_every_row_of_the_table_is_tried() -> None:
    assert [*TRIALS] == [*ROWS]


@pytest.mark.parametrize("name", [*TRIALS])
def test_the_files_of_a_program_are_read_and_written(run: Batch, written: Written, name: str) -> None:
    TRIALS[name](run, written)
