"""What each command refuses: a sentence on standard error, an exit code, and nothing written anywhere."""

import io
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from freecell_tui.cli.commands import SUBCOMMANDS
from freecell_tui.engine.share_code import SharedGame, encode
from support.commands import Batch
from support.games import solved_game

SAVES = Path(__file__).parents[2] / "saves"
CODE = encode(SharedGame(solved_game(617)))
NAMES = {command.name for command in SUBCOMMANDS}

# Words that are not understood: exit code 2, and a line of advice.
USAGE = [
    ("show", "the following arguments are required: DEAL"),
    ("show 0", "There is no deal 0: deals are 1 to 8,589,934,591, and -1, -2 and -3."),
    ("show 8589934592", "There is no deal 8589934592"),
    ("show -4", "There is no deal -4"),
    (f"show {'9' * 5000}", "is not a deal number"),
    ("show 1 x", "“x” is not a deal number: write digits, like 617."),
    ("show 1\x1b[31m", "“1?[31m” is not a deal number"),
    ("show 1 --variant klondike", "There is no variant “klondike”: choose from freecell, bakers-game"),
    ("show 1 --cells 9", "A game has 0 to 8 free cells, not 9."),
    ("show 1 --cells -1", "A game has 0 to 8 free cells, not -1."),
    ("show 1 --cells many", "argument --cells: “many” is not a whole number."),
    (f"show 1 --cells {'9' * 5000}", f"argument --cells: “{'9' * 24}…” is not a whole number."),
    ("show 1 --var freecell", "unrecognized arguments: --var freecell"),
    ("show 1 --colour=\x1b[31m\x07", "unrecognized arguments: --colour=?[31m?"),
    ("verify", "the following arguments are required: DEAL"),
    ("verify x", "“x” is not a deal number"),
    ("verify 1 moves more", "unrecognized arguments: more"),
    ("verify 1 --dialect klingon", "argument --dialect: “klingon” is not one of standard, fc-solve."),
    ("verify 1 --autoplay some", "argument --autoplay: “some” is not one of none, safe, all."),
    (f"verify {CODE} /nonexistent", "argument FILE: a share code has its own moves."),
    (f"verify {CODE} --dialect fc-solve", "argument --dialect: a share code has its own moves."),
    (f"verify {CODE} --autoplay none", "argument --autoplay: a share code has its own moves."),
    ("0", "There is no deal 0"),
    ("617 --new", "not allowed with argument"),
    ("--new --resume", "not allowed with argument"),
    ("617 --resume game.json", "not allowed with argument"),
    ("--variant klondike", "There is no variant “klondike”"),
    ("--cells 9", "A game has 0 to 8 free cells, not 9."),
    ("sow 1", "There is no command “sow”. Did you mean show?"),
    ("sovle 617 --jobs 3", "There is no command “sovle”. Did you mean solve?"),
    ("resume", "There is no command “resume”. Did you mean --resume?"),
    ("Daily", "There is no command “Daily”. Did you mean daily?"),
    ("--plain solve", "The command comes first: freecell solve."),
    ("qqq", "“qqq” is neither a command nor a deal number."),
    ("q" * 5000, "is neither a command nor a deal number."),
    (__file__, "is a file: freecell --resume FILE plays a save."),
    ("12x", "“12x” is not a deal number: write digits, like 617."),
    ("--resume 0", "There is no deal 0"),
    ("daily 617", "unrecognized arguments: 617"),
    ("1 2", "unrecognized arguments: 2"),
    ("analyse", "the following arguments are required: FILE"),
    ("analyse --deal 0 x", "There is no deal 0"),
    ("solve", "the following arguments are required: DEAL"),
    ("solve - -", "Standard input can be read only once."),
    ("solve 1 --budget 0", "“0” is not a budget: write positions like 100000"),
    ("solve 1 --budget 30m", "“30m” is not a budget"),
    ("solve 1 --budget 1.5", "“1.5” is not a whole number of positions."),
    ("solve 1 --jobs -1", "write a number of cores up to 256, or auto for all."),
    ("solve 1 --jobs 999", "write a number of cores up to 256"),
    ("solve 1 --jobs many", "write a number of cores up to 256"),
    ("solve 1 --json --dialect fc-solve", "JSON is always in standard notation."),
    ("stats --json --csv", "not allowed with argument"),
    ("stats 617", "unrecognized arguments: 617"),
    ("stats --variant klondike", "There is no variant “klondike”"),
    ("stats --cells 9", "A game has 0 to 8 free cells, not 9."),
    ("survey 1 -o x --chunk 0", "A survey has up to 100,000,000 chunks of 1 to 1,000,000 deals."),
    ("survey 1 -o x --chunk 1000001", "A survey has up to 100,000,000 chunks of 1 to 1,000,000 deals."),
    ("survey 1..8000000000 -o x --sample 1000001", "--sample takes a number of deals, 1 to 1,000,000."),
    ("survey 1 -o x --sample 0", "--sample takes a number of deals, 1 to 1,000,000."),
    ("survey 1 -o x --drop \x1b[2J", "“?[2J” cannot be dropped: no deal has this result here."),
    ("survey 1..9", "Name a folder for the results, with -o FOLDER, "),
    ("survey nowhere", "Name a folder for the results, with -o FOLDER, "),
    ("survey 1 -o x --find cells --variant forecell", "ForeCell is dealt differently with fewer cells,"),
    ("prove 1..3", "A certificate covers one deal, not a range."),
    ("prove 3 --variant bakers-game", "Certificates are for FreeCell and ForeCell only, without"),
    ("share --best", "name a deal"),
    ("share --daily 617", "it always means today’s deal"),
    ("share 0", "There is no deal 0"),
    ("completions", "the following arguments are required: "),
    ("completions tcsh", "“tcsh” is not one of bash, "),
    ("completions bash zsh", "unrecognized arguments: zsh"),
    ("completions \x1b[31m", "is not one of bash, zsh, fish."),
    ("export 1 --deal 2", "argument --deal: 1 is already a deal number; ./1 is a file."),
    ("export a.txt b.txt", "a.txt is not a deal number: write the deal, then the file with its moves."),
    ("export a.txt --best", "argument --best: a file holds only one game."),
    ("export 1 a.txt --unfinished", "argument --unfinished: a file holds only one game."),
    ("export 1 --best --unfinished", "not allowed with argument"),
    ("export 1 --size 80", "write columns and rows, like 80x24."),
    ("export 1 --size 481x135", "no screen is larger than 480x135."),
    ("export 1 --size 480x136", "no screen is larger than 480x135."),
    ("export 1 --speed 0", "write moves per second, like 2 or 0.5."),
    ("export 1 --format jpg", "“jpg” is not one of standard, fc-solve, save, asciicast, svg, png."),
    ("replay 1 --cells 9", "A game has 0 to 8 free cells, not 9."),
    ("tournament show", "Name a tournament, a file, or its deals, as in deals=1..10."),
    ("tournament show first-ten twice", "“twice” is one word too many"),
    ("tournament first-ten --json", "--json and --csv are for standings."),
    ("tournament show first-ten --name Ann", "argument --name: it is for export."),
    ("tournament export first-ten", "argument --name: say who you are"),
    ("tournament standings", "Name 1 to 200 files with results."),
]

# What cannot be done: the exit code, and a sentence alone. Standard input is what stands before “|”.
INPUT = [
    ("verify 1 no/such/file", 2, "no/such/file cannot be read: No such file or directory."),
    ("verify 1 /", 2, "/ cannot be read: Is a directory."),
    ("verify 1 \x1b]0\\;gone\x07", 2, "?]0;gone? cannot be read: No such file or directory."),
    ("verify 1 empty", 2, "No moves in empty."),
    ("verify 1 letter", 2, "No moves in letter."),
    ("analyse no/such/file", 2, "no/such/file cannot be read: No such file or directory."),
    ("analyse README.md", 2, "No moves in README.md."),
    ("analyse README.md --deal 1", 2, "Move 1, “|”, fails: "),
    ("analyse fresh-deal.json --deal 1", 2, "is a game of deal 617, not of deal 1."),
    ("analyse fresh-deal.json --variant forecell", 2, "is a game of FreeCell, not of ForeCell."),
    (f"analyse {CODE} --deal 3", 2, "is a game of deal 617, not of deal 3."),
    (f"verify {CODE} --variant eight-off", 2, "is a game of FreeCell, not of Eight Off."),
    ("solve 0", 2, "There is no deal 0: deals are 1 to"),
    ("solve 8589934590..8589934592", 2, "There is no deal 8589934592"),
    ("solve -4..2", 2, "There is no deal -4"),
    ("solve 9..1", 2, "The range 9..1 runs backwards: write 1..9."),
    ("solve 1-1000", 2, "“1-1000” is neither a deal number, nor a range like 1..1000, nor a file."),
    ("solve no\x1b[31m", 2, "“no?[31m” is neither"),
    ("survey nowhere -o x", 2, "“nowhere” is neither a deal number, nor a range like 1..1000, nor a file."),
    ("solve /", 2, "/ cannot be read: Is a directory."),
    (f"solve {__file__}", 2, "holds no position. Line 1: "),
    ("solve 1 --resume /", 2, "/ cannot be continued: Is a directory."),
    ("solve 1 --resume /no/such/place", 2, "/no/such/place cannot be continued: No such file or directory."),
    ("solve fresh-deal.json --cells 3", 2, "is a game of FreeCell, not of FreeCell, 3 cells."),
    ("survey letter -o x", 2, "letter, line 1, does not begin with a deal number."),
    ("survey -o x", 2, "x holds no survey."),
    ("survey 1..2 -o empty/folder", 2, "The survey cannot be read or written. "),
    ("prove nothing.txt", 2, "nothing.txt"),
    ("prove 3 --cells 1 -o no/where", 2, "no/where cannot be written: "),
    ("prove 3 --cells 1 -o ''", 2, " cannot be written: "),
    ("prove 3 --cells 1 -o new/", 2, "new/ cannot be written: "),
    ("share", 2, "You have no win yet."),
    ("share 617", 2, "You have no win of FreeCell #617 yet."),
    ("share --variant eight-off", 2, "You have no win of Eight Off yet."),
    ("share --daily", 2, "You have no win of FreeCell #"),
    ("share nowhere.txt", 2, "nowhere.txt cannot be read"),
    ("export fresh-deal.json --format asciicast --size 39x16", 2, "The table needs a screen of at least 40x16."),
    (f"replay {CODE}", 1, "freecell export"),
    (f"import {CODE}", 1, "freecell: This game is already won: watch it with freecell replay."),
    ("tournament show chess", 1, "no tournament “chess”"),
    ("tournament show deals=1 deals=2", 1, "“deals” is there twice."),
    ("tournament export first-ten --name Ann", 1, "You have not played this tournament yet."),
    ("tournament first-ten", 1, "freecell tournament --plain plays in lines of text"),
    (f"race {CODE}", 1, "freecell race --plain plays in lines of text"),
    ("| verify 1", 2, "No moves in standard input."),
    ("\0 | verify 1", 2, "Standard input is not text."),
    ("H-0 C-0 D-0 S-0 | verify 1", 2, "Standard input: These are boards without moves: run fc-solve with -m -snx"),
    ("| export -", 2, "Standard input is empty."),
    ("# nothing | import - --deal 1", 2, "No moves in standard input."),
    ("#1 Attempt: 1\n5a | export - --deal 2", 2, "Standard input is a game of deal 1, not of deal 2."),
    ("5h | import - --deal -3", 1, "Standard input is already won"),
    ("| solve -", 2, "Standard input holds no position."),
    ("{} | solve - --cells 3", 2, "Standard input cannot be read as a save."),
]


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not home.exists()
    monkeypatch.chdir(tmp_path)
    for name in ("README.md", "fresh-deal.json"):
        shutil.copy(SAVES / name, tmp_path)
    Path("empty").write_text("")
    Path("letter").write_text("I could not solve this game.\n")


def refusal(run: Batch, words: str) -> tuple[int, str]:
    """Run a command; return its exit code and what it says of why it did nothing."""
    before = sorted(Path().rglob("*"))
    code, out, err = run(*shlex.split(words))
    assert (out, err.replace("\n", "").isprintable()) == ("", True), words
    assert sorted(Path().rglob("*")) == before, words
    return code, err


def test_a_usage_error_is_a_sentence_and_exit_code_2(run: Batch) -> None:
    for words, told in USAGE:
        code, err = refusal(run, words)
        assert (code, told in err) == (2, True), (words, err)
        sentence, advice = err.splitlines()
        command = words.split()[0]
        name = f"freecell {command}" if command in NAMES else "freecell"
        assert (sentence.startswith(f"{name}: "), advice) == (True, f"Try {name} --help."), (words, err)


def test_what_cannot_be_done_is_a_sentence_and_its_exit_code(run: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    for line, code, told in INPUT:
        given, _, words = line.rpartition("|")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.strip(" ").encode())))
        ended, err = refusal(run, words)
        assert (ended, told in err, err.count("\n")) == (code, True, 1), (line, err)
        assert err.startswith(f"freecell {words.split()[0]}: " if code == 2 else "freecell: "), (line, err)
