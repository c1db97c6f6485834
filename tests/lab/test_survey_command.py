"""`freecell-lab survey`: runs that are continued, lists of any size, and results for other programs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pyarrow import parquet

from support.commands import FORKS, Batch

pytestmark = FORKS

WORDS = ("survey", "1..4", "9", "--find", "cells", "--budget", "3000", "-o", "cells")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_same_command_continues_and_so_does_the_folder_alone(run_lab: Batch, subtests: pytest.Subtests) -> None:
    assert run_lab(*WORDS)[0] == 0
    before = Path("cells/survey.json").read_bytes()
    for words in (WORDS, ("survey", "-o", "cells")):
        with subtests.test(words=words):
            Path("cells/results/00000002.jsonl").unlink()
            code, out, _ = run_lab("survey", "cells")
            assert (code, "1 deal to go" in out) == (1, True)
            assert run_lab("survey", "cells", "--list", "2") == (1, "4\n", "")
            code, out, _ = run_lab(*words)
            assert (code, " to go" in out) == (0, False)
    assert Path("cells/survey.json").read_bytes() == before
    assert run_lab("survey", "cells", "--parquet", "cells.parquet")[0] == 0
    table = parquet.read_table("cells.parquet").to_pydict()
    assert table["deal"] == [1, 2, 3, 4, 9]
    assert table["result"] == ["2-3", "1", "2", "2", "2-3"]
    assert table["reason"] == ["states", None, None, None, "states"]
    assert min(table["states"]) > 100


def test_a_list_with_lines_without_end_is_refused(run_lab: Batch, subtests: pytest.Subtests) -> None:
    run_lab("survey", "1..2", "--cells", "0", "-o", "there")
    for line, told in ((b"2 " + b"9," * 3000, "list, line 2, is too long."), (b"9" * 4000, f"“{'9' * 24}…” is not a")):
        with subtests.test(line=line):
            Path("list").write_bytes(b"1 lost\n" + line + b"\n")
            code, _, err = run_lab("survey", "there", "--expect", "list")
            assert (code, err.startswith(f"freecell-lab survey: {told}")) == (2, True), err


def test_a_list_that_a_shell_gives_as_a_descriptor_is_read_and_a_reader_may_stop() -> None:
    freecell = f"'{sys.executable}' -m freecell_tui.lab_cli survey"
    script = f"{freecell} 1..2 --cells 0 -o there --expect lost=<(printf '1\\n2\\n')"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert re.search(r"Compared with /dev/fd/\d+: 2 agree, 0 disagree", done.stdout)
    command = [sys.executable, "-m", "freecell_tui.lab_cli", "survey", "there", "--list", "lost"]
    reading, writing = os.pipe()
    os.close(reading)
    stopped = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (stopped.returncode, stopped.stderr) == (1, b"")


def test_an_address_at_which_no_cluster_answers_leaves_no_folder(run_lab: Batch, subtests: pytest.Subtests) -> None:
    for address in ("http://127.0.0.1:9", "", "tcp://[::1"):
        with subtests.test(address=address):
            refusal = f"No Dask cluster answers at “{address}”: is the address like tcp://host:8786?"
            assert run_lab("survey", "1..4", "--dask", address, "-o", "new/there") == (
                2,
                "",
                f"freecell-lab survey: {refusal}\n",
            )
    assert not Path("new").exists()
