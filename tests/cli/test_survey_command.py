"""`freecell survey`: what it asks, prints, and refuses."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pyarrow import parquet

from support.commands import Batch

# The program has one thread when it starts its workers; a test runner may have more, and newer Pythons warn of that.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def cells(run: Batch) -> None:
    """A survey of the fewest cells in the folder `cells`; deal 9 is left open."""
    code, *_ = run("survey", "1..4", "9", "2..3", "--find", "cells", "--budget", "20000", "-o", "cells")
    assert code == 0


@pytest.mark.usefixtures("cells")
def test_a_survey_is_summed_up(run: Batch) -> None:
    code, out, err = run("survey", "cells")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:5] == [
        "FreeCell: fewest free cells of 5 deals",
        "  1  1   20.0 %  ####################",
        "  2  2   40.0 %  ########################################",
        "  3  1   20.0 %  ####################",
        "2-3  1   20.0 %  ####################",
    ]
    assert re.fullmatch(r"0:0\d of processor time, [\d.]+ deals a second; the slowest was 9 with \d.\d s", lines[5])
    assert lines[6:] == ["Open: 9"]


@pytest.mark.usefixtures("cells")
def test_the_same_command_continues_and_so_does_the_folder_alone(run: Batch) -> None:
    Path("cells/results/00000002.jsonl").unlink()
    assert run("survey", "cells")[0] == 1
    assert "1 deal to go" in run("survey", "cells")[1]
    code, out, _ = run("survey", "-o", "cells")
    assert code == 0
    assert " to go" not in out


@pytest.mark.usefixtures("cells")
def test_a_table_without_a_result_is_not_compared_without_saying_what_it_stands_for(run: Batch) -> None:
    Path("list.txt").write_text("1\n2\n")
    code, out, err = run("survey", "cells", "--expect", "list.txt")
    assert (code, out.splitlines()[-1:], err) != (0, [], "")
    assert "list.txt has no result for 1: write --expect RESULT=list.txt." in err


def test_what_is_only_counted_is_said_and_of_many_that_differ_some_are_shown(run: Batch) -> None:
    words = ("survey", "1..25", "--budget", "20000", "-o", "won", "--drop", "won")
    code, out, _ = run(*words)
    assert code == 0
    assert "Deals with the result “won” were only counted." in out.splitlines()
    Path("all.txt").write_text("".join(f"{deal}\n" for deal in range(1, 26)))
    code, out, _ = run("survey", "won", "--expect", "lost=all.txt")
    assert code == 1
    assert out.splitlines()[-1] == "…"


def test_a_folder_that_cannot_be_read_or_made_is_named(run: Batch) -> None:
    Path("file").write_text("")
    code, out, err = run("survey", "1..2", "-o", "file/folder")
    assert (code, out) == (2, "")
    assert "The survey cannot be read or written. " in err


@pytest.mark.usefixtures("cells")
def test_the_deals_with_a_result_are_listed(run: Batch) -> None:
    assert run("survey", "cells", "--list", "2") == (0, "3\n4\n", "")
    assert run("survey", "cells", "--list", "open") == (0, "9 2-3\n", "")
    assert run("survey", "cells", "--list", "7") == (0, "", "")
    Path("cells/results/00000002.jsonl").unlink()
    assert run("survey", "cells", "--list", "2") == (1, "4\n", "")


def test_a_finished_survey_has_no_open_deals_to_list(run: Batch) -> None:
    assert run("survey", "1..4", "--cells", "0", "-o", "there", "--list", "open") == (0, "", "")


@pytest.mark.usefixtures("cells")
def test_a_list_of_results_is_compared_too_if_that_is_asked(run: Batch) -> None:
    Path("table").write_text("1 3\n", encoding="utf-8")
    said = "3\n4\nCompared with table: 1 agree, 0 disagree, 0 are open\n"
    assert run("survey", "cells", "--list", "2", "--expect", "table") == (0, said, "")


@pytest.mark.usefixtures("cells")
def test_the_file_to_compare_with_may_have_any_name(run: Batch) -> None:
    Path("a=b").write_text("1 3\n2 1\n", encoding="utf-8")
    for words in ("a=b", "./a=b"):
        assert run("survey", "cells", "--expect", words)[1].endswith(
            f"Compared with {words}: 2 agree, 0 disagree, 0 are open\n"
        )
    Path("2=\x1b]0;pwn\x07").write_text("3\n4\n", encoding="utf-8")
    for words in ("./2=\x1b]0;pwn\x07", "2=2=\x1b]0;pwn\x07"):
        code, out, err = run("survey", "cells", "--expect", words)
        assert ("\x1b" in out + err, code) == (False, 0 if words.startswith("2=") else 2)


@pytest.mark.usefixtures("cells")
def test_what_is_printed_of_a_list_obeys_no_terminal(run: Batch) -> None:
    Path("list").write_text("1 \x1b]0;pwn\x07\u202e" + "x" * 100 + "\n", encoding="utf-8")
    out = run("survey", "cells", "--expect", "list")[1]
    assert out.endswith("\n1: ?]0;pwn??xxxxxxxxxxxxxxx… there, 3 here\n")


@pytest.mark.usefixtures("cells")
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"1 3\n\xff\n", "list cannot be read: it is not text in UTF-8."),
        (b"1 3\n2 " + b"9," * 3000 + b"\n", "list, line 2, is too long."),
        (b"1 3\n" + b"9" * 4000 + b"\n", "“999999999999999999999999…” is not a deal number"),
    ],
    ids=["not text", "a long line", "a long number"],
)
def test_a_list_that_cannot_be_read_is_refused(run: Batch, content: bytes, said: str) -> None:
    Path("list").write_bytes(content)
    code, _, err = run("survey", "cells", "--expect", "list")
    assert code == 2
    assert err.startswith(f"freecell survey: {said}")


def test_a_list_that_a_shell_gives_as_a_descriptor_is_read() -> None:
    freecell = f"'{sys.executable}' -m freecell_tui survey"
    script = f"{freecell} 1..2 --cells 0 -o there --expect lost=<(printf '1\\n2\\n')"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert re.search(r"Compared with /dev/fd/\d+: 2 agree, 0 disagree", done.stdout)


@pytest.mark.usefixtures("cells")
@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("--find", "verdict"), "--find"),
        (("--budget", "20001"), "--budget"),
        (("--budget", "20000", "--budget", "3s"), "--budget"),
        (("--drop", "2"), "--drop"),
        (("--cells", "3"), "--variant and --cells"),
        (("--variant", "forecell"), "--variant and --cells"),
        (("--chunk", "2"), "--chunk"),
    ],
    ids=str,
)
def test_another_question_than_the_folder_answers_is_refused(run: Batch, words: tuple[str, ...], option: str) -> None:
    before = Path("cells/survey.json").read_bytes()
    for folder in (("cells",), ("-o", "cells")):
        code, out, err = run("survey", *folder, *words)
        assert (code, out) == (2, "")
        assert err.startswith(f"freecell survey: cells holds another survey: it was not begun with this {option}.\n")
    assert Path("cells/survey.json").read_bytes() == before


@pytest.mark.usefixtures("cells")
def test_the_question_that_the_folder_answers_may_be_said_again(run: Batch) -> None:
    words = ("--find", "cells", "--budget", "20000", "--variant", "freecell", "--chunk", "1")
    assert run("survey", "cells", *words) == run("survey", "-o", "cells", *words) == run("survey", "cells")
    for more in (("--sample", "3"), ("--seed", "1")):
        code, out, err = run("survey", "-o", "cells", *more)
        assert (code, out) == (2, "")
        assert err.startswith("freecell survey: --sample and --seed choose among deals: name the deals, too.\n")


def test_a_reader_that_has_seen_enough_is_no_error(run: Batch) -> None:
    assert run("survey", "1..300", "--find", "length", "--budget", "1", "-o", "there")[0] == 0
    command = [sys.executable, "-m", "freecell_tui", "survey", "there", "--list", "open"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.usefixtures("cells")
def test_a_survey_is_compared_with_a_table(run: Batch) -> None:
    Path("table").write_text("# deal, fewest cells\n1 3\n2 2\n\n4 2\n9 2\n32000 1\n", encoding="utf-8")
    code, out, _ = run("survey", "cells", "--expect", "table")
    assert code == 1
    assert out.splitlines()[-2:] == [
        "Compared with table: 2 agree, 1 disagree, 1 are open",
        "2: 2 there, 1 here",
    ]


def test_a_survey_is_compared_with_a_list_of_lost_deals(run: Batch) -> None:
    Path("list").write_text("1\n2\n", encoding="utf-8")
    words = ("survey", "list", "--cells", "0", "-o", "there", "--expect")
    assert run(*words, "lost=list")[1].endswith("Compared with list: 2 agree, 0 disagree, 0 are open\n")
    Path("list").write_text("1 solved: 2a 27\n2 unsolvable\n", encoding="utf-8")
    code, out, _ = run(*words, "list")
    assert code == 1
    assert out.endswith("1 disagree, 0 are open\n1: won there, lost here\n")


@pytest.mark.usefixtures("cells")
def test_the_results_are_written_for_other_programs(run: Batch) -> None:
    assert run("survey", "cells", "--parquet", "cells.parquet")[0] == 0
    table = parquet.read_table("cells.parquet").to_pydict()
    assert table["deal"] == [1, 2, 3, 4, 9]
    assert table["result"] == ["3", "1", "2", "2", "2-3"]
    assert table["reason"] == [None, None, None, None, "states"]
    assert min(table["states"]) > 100


def test_only_a_sample_is_asked_about(run: Batch) -> None:
    words = ("survey", "1..1000000", "--sample", "3", "--cells", "0", "-o", "there")
    assert run(*words)[1].startswith("FreeCell, 0 cells: verdict of 3 deals\nlost  3  100.0 %")
    code, out, err = run(*words, "--seed", "2")
    assert (code, out) == (2, "")
    assert err.startswith("freecell survey: there holds another survey: of other deals, or with another question.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("1", "-o", "x", "--chunk", "0"), "A survey has up to 100,000,000 chunks of 1 to 1,000,000 deals."),
        (("1", "-o", "x", "--chunk", "1000001"), "A survey has up to 100,000,000 chunks of 1 to 1,000,000 deals."),
        (("1..8000000000", "-o", "x", "--sample", "1000001"), "--sample takes a number of deals, 1 to 1,000,000."),
        (("1", "-o", "x", "--drop", "\x1b[2J"), "“?[2J” cannot be dropped: no deal has this result here."),
        (("1..9",), "Name a folder for the results, with -o FOLDER, "),
        (("nowhere",), "Name a folder for the results, with -o FOLDER, "),
        (("nowhere", "-o", "x"), "“nowhere” is neither a deal number, nor a range like 1..1000, nor a file."),
        (("1", "-o", "x", "--sample", "0"), "--sample takes a number of deals, 1 to 1,000,000."),
        (
            ("1", "-o", "x", "--find", "cells", "--variant", "forecell"),
            "ForeCell is dealt differently with fewer cells,",
        ),
        (("words", "-o", "x"), "words, line 2, does not begin with a deal number."),
        (("-o", "x"), "x holds no survey."),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_refused_in_a_sentence(run: Batch, words: tuple[str, ...], said: str) -> None:
    Path("words").write_text("1\nhello\n", encoding="utf-8")
    code, out, err = run("survey", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"freecell survey: {said}")
    assert not Path("x").exists()
