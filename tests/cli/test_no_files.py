"""Names that are no files: every command says so at once, and none waits for a pipe or reads a device."""

import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from textwrap import dedent

from support.pty_terminal import DEADLINE
from support.refusing_disk import NO_FILES

SCRIPT = dedent("""
    import io, os, sys
    from freecell_tui.cli import main
    for words in sys.argv[1:]:
        folder, *arguments = words.split()
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        sys.stdin = io.StringIO("save\\nquit\\n")
        try:
            code = main(arguments)
        except SystemExit as left:
            code = left.code
        print("exit code", code, file=sys.stderr, flush=True)
""")
"""Runs one command after the other, each with the folder for the player's files before it."""

COMMANDS = ["--plain --resume X", "solve X", "verify 1 X", "analyse X", "export X", "import X", "solve 1 --resume X"]
OF_A_PLAYER = ("settings.toml", "unfinished/a.json", "history.sqlite3", "history.lock", "trouble.log")


def test_what_is_no_file_is_a_sentence_and_among_a_players_files_stops_no_game(tmp_path: Path) -> None:
    lines = list[str]()
    for at, make in enumerate(NO_FILES):
        make(tmp_path / str(at))
        lines += [f"{tmp_path / 'none'} {command.replace('X', str(tmp_path / str(at)))}" for command in COMMANDS]
    for at, (make, name) in enumerate(product(NO_FILES, OF_A_PLAYER)):
        path = tmp_path / f"player-{at}" / "freecell-tui" / name
        path.parent.mkdir(parents=True)
        make(path)
        lines.append(f"{tmp_path}/player-{at} --plain --new")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *lines], capture_output=True, text=True, timeout=DEADLINE, check=True
    )
    assert "Traceback" not in done.stderr
    for line, (told, code) in zip(lines, re.findall(r"(.*?)exit code (\S+)\n", done.stderr, re.DOTALL), strict=True):
        if line.endswith(" --new"):
            assert code == "0", (line, told)
        else:
            name = re.findall(rf"{tmp_path}/\d", line)[0]
            assert (code in ("1", "2"), name in told) == (True, True), (line, told)


def test_what_a_shell_gives_as_a_descriptor_is_read() -> None:
    script = f"'{sys.executable}' -m freecell_tui verify -3 <(echo 5h)"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert done.stdout == "won in 1 move\n"
