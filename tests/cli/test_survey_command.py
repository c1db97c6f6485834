"""`freecell survey`: what it asks, prints, and refuses."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pyarrow import parquet

from freecell_tui.cli import main
from support.commands import Batch

# The program has one thread when it starts its workers; a test runner may have more, and newer Pythons warn of that.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def surveyed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A survey of the fewest cells; deal 9 is left open."""
    folder = tmp_path_factory.mktemp("survey") / "cells"
    words = ("survey", "1..4", "9", "2..3", "--find", "cells", "--budget", "20000", "-o", str(folder))
    assert main(words) == 0
    return folder


@pytest.fixture
def cells(surveyed: Path, tmp_path: Path) -> None:
    """That survey in the folder `cells`."""
    shutil.copytree(surveyed, tmp_path / "cells")


@pytest.mark.usefixtures("cells")
def test_a_survey_is_summed_up(run: Batch) -> None:
    # As long as no machine takes: the deals that have their result at once differ little, and not always in one way.
    took = ((0, 1, 30.0), (1, 2, 40.5), (4, 9, 4.5))
    log = [{"chunk": chunk, "seconds": spent, "slowest": deal, "longest": spent} for chunk, deal, spent in took]
    Path("cells/log.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in log))
    said = """\
FreeCell: fewest free cells of 5 deals
  1  1   20.0 %  ####################
  2  2   40.0 %  ########################################
  3  1   20.0 %  ####################
2-3  1   20.0 %  ####################
1:15 of processor time, 0.1 deals a second; the slowest was 2 with 40.5 s
Open: 9
"""
    assert run("survey", "cells") == (0, said, "")


@pytest.mark.usefixtures("cells")
def test_the_same_command_continues_and_so_does_the_folder_alone(run: Batch) -> None:
    Path("cells/results/00000002.jsonl").unlink()
    code, out, _ = run("survey", "cells")
    assert (code, "1 deal to go" in out) == (1, True)
    assert run("survey", "cells", "--list", "2") == (1, "4\n", "")
    code, out, _ = run("survey", "-o", "cells")
    assert (code, " to go" in out) == (0, False)


def test_what_is_only_counted_is_said_and_of_many_that_differ_some_are_shown(run: Batch) -> None:
    words = ("survey", "1..25", "--budget", "20000", "-o", "won", "--drop", "won")
    code, out, _ = run(*words)
    assert code == 0
    assert "Deals with the result “won” were only counted." in out.splitlines()
    Path("all.txt").write_text("".join(f"{deal}\n" for deal in range(1, 26)))
    code, out, _ = run("survey", "won", "--expect", "lost=all.txt")
    assert (code, out.splitlines()[-1]) == (1, "…")


@pytest.mark.usefixtures("cells")
def test_the_deals_with_a_result_are_listed_and_compared_if_that_is_asked(run: Batch) -> None:
    Path("table").write_text("1 3\n", encoding="utf-8")
    assert run("survey", "cells", "--list", "2") == (0, "3\n4\n", "")
    assert run("survey", "cells", "--list", "open") == (0, "9 2-3\n", "")
    assert run("survey", "cells", "--list", "7") == (0, "", "")
    said = "3\n4\nCompared with table: 1 agree, 0 disagree, 0 are open\n"
    assert run("survey", "cells", "--list", "2", "--expect", "table") == (0, said, "")
    assert run("survey", "1..4", "--cells", "0", "-o", "there", "--list", "open") == (0, "", "")


ESCAPE = "\x1b]0;pwn\x07"
COMPARED: list[tuple[str, bytes, str, int, str]] = [
    ("list", b"# deal, fewest cells\n1 3\n2 2\n\n4 2\n9 2\n32000 1\n", "list", 1,
     "\nCompared with list: 2 agree, 1 disagree, 1 are open\n2: 2 there, 1 here\n"),
    ("a=b", b"1 3\n2 1\n", "a=b", 0, "\nCompared with a=b: 2 agree, 0 disagree, 0 are open\n"),
    ("a=b", b"1 3\n2 1\n", "./a=b", 0, "\nCompared with ./a=b: 2 agree, 0 disagree, 0 are open\n"),
    (f"2={ESCAPE}", b"3\n4\n", f"2=2={ESCAPE}", 0, ": 2 agree, 0 disagree, 0 are open\n"),
    ("list", f"1 {ESCAPE}\u202e{'x' * 100}\n".encode(), "list", 1,
     "\n1: ?]0;pwn??xxxxxxxxxxxxxxx… there, 3 here\n"),
    (f"2={ESCAPE}", b"3\n4\n", f"./2={ESCAPE}", 2, "has no result for 3: write --expect RESULT="),
    ("list", b"1\n2\n", "list", 2, "freecell survey: list has no result for 1: write --expect RESULT=list.\n"),
    ("list", b"1 3\n\xff\n", "list", 2, "freecell survey: list cannot be read: it is not text in UTF-8."),
    ("list", b"1 3\n2 " + b"9," * 3000 + b"\n", "list", 2, "freecell survey: list, line 2, is too long."),
    ("list", b"1 3\n" + b"9" * 4000 + b"\n", "list", 2,
     "freecell survey: “999999999999999999999999…” is not a deal number"),
]  # fmt: skip


@pytest.mark.usefixtures("cells")
def test_a_survey_is_compared_with_a_list_of_any_name_or_the_list_is_refused(run: Batch) -> None:
    for name, content, words, ended, said in COMPARED:
        Path(name).write_bytes(content)
        code, out, err = run("survey", "cells", "--expect", words)
        assert code == ended, (content, err)
        assert out.endswith(said) if code < 2 else said in err, (out, err)
        assert (out + err).replace("\n", "").isprintable(), words


def test_a_list_that_a_shell_gives_as_a_descriptor_is_read() -> None:
    freecell = f"'{sys.executable}' -m freecell_tui survey"
    script = f"{freecell} 1..2 --cells 0 -o there --expect lost=<(printf '1\\n2\\n')"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert re.search(r"Compared with /dev/fd/\d+: 2 agree, 0 disagree", done.stdout)


@pytest.mark.usefixtures("cells")
def test_another_question_than_the_folder_answers_is_refused(run: Batch) -> None:
    before = Path("cells/survey.json").read_bytes()
    for words, option in (
        ("--find verdict", "--find"),
        ("--budget 20001", "--budget"),
        ("--budget 20000 --budget 3s", "--budget"),
        ("--drop 2", "--drop"),
        ("--cells 3", "--variant and --cells"),
        ("--variant forecell", "--variant and --cells"),
        ("--chunk 2", "--chunk"),
    ):
        for folder in (("cells",), ("-o", "cells")):
            code, out, err = run("survey", *folder, *words.split())
            assert (code, out) == (2, "")
            told = f"freecell survey: cells holds another survey: it was not begun with this {option}.\n"
            assert err.startswith(told), (words, err)
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
    assert run("survey", "1..30", "--find", "length", "--budget", "1", "-o", "there")[0] == 0
    command = [sys.executable, "-m", "freecell_tui", "survey", "there", "--list", "open"]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


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
