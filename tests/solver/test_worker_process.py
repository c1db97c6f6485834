"""The process that searches: it starts wherever the program was loaded from."""

import shutil
import subprocess
import sys
from pathlib import Path

import freecell_tui

ASK = """
import select, sys
sys.path.append(sys.argv[1])
from freecell_tui.engine import FREECELL, Autoplay, deal
from freecell_tui.solver.client import SolverProcess
from freecell_tui.solver.protocol import SolverQuery
process = SolverProcess()
process.submit(SolverQuery(deal(1), FREECELL, Autoplay.SAFE))
while not (found := list(process.results())):
    select.select([process.descriptor], [], [], 20)
print(type(found[0]).__name__)
process.close()
"""


def test_it_starts_where_a_new_python_finds_neither_the_program_nor_its_own_modules(tmp_path: Path) -> None:
    # As with a single file, which is run by a Python without the program, and in a folder with a file of a bad name.
    shutil.copytree(Path(freecell_tui.__file__).parent, tmp_path / "unpacked" / "freecell_tui")
    (tmp_path / "heapq.py").write_text("raise SystemExit('not mine')")
    done = subprocess.run(
        [Path(sys.base_prefix, "bin", "python3"), "-S", "-P", "-c", ASK, tmp_path / "unpacked"],
        cwd=tmp_path,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("Solved\n", "")
