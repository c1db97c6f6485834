"""Sessions at a prompt: commands, what they print, and how they end, as texts in the folder `sessions`.

A line `$ …` is a command, with pipes, `echo` and `>` as in a shell. What it prints follows: lines of standard error
behind `! `, and the exit code in brackets unless it is 0; `[usage]` is 2, after a line that names the command’s help.
`…` stands for anything, and alone on a line for any lines.
"""

import re
import shlex
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from freecell_tui.engine.share_code import SharedGame, encode
from support.commands import FORKS, Batch
from support.games import solved_game
from support.histories import six_games
from support.solutions import FC_SOLVE, FC_SOLVE_SEAHAVEN_2, HUMAN, STANDARD

SESSIONS = Path(__file__).parent / "sessions"
ROOT = Path(__file__).parents[2]
CODE = encode(SharedGame(solved_game(617)))

pytestmark = FORKS


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder with written games, and the folder of saves."""
    assert not home.exists()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("saves").symlink_to(ROOT / "saves")
    games = {"standard": STANDARD, "human": HUMAN, "fc-solve": FC_SOLVE, "seahaven": {2: FC_SOLVE_SEAHAVEN_2}}
    for kind, moves in games.items():
        for number in {1, 2, 617}.intersection(moves):
            Path(f"{kind}-{number}").write_text(moves[number])


@pytest.fixture
def ran(run: Batch, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Run a line as a shell would; return what is seen."""

    def ran(line: str) -> str:
        line, _, file = line.replace(r"\e", "\x1b").replace("CODE", CODE).partition(" > ")
        before, code, is_usage, given, out, seen = set(Path().rglob("*")), 0, False, b"", "", ""
        for command in line.split(" | "):
            program, *words = shlex.split(command)
            if program == "echo":
                given = " ".join(words).encode().decode("unicode_escape").encode("latin-1") + b"\n"
                continue
            monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given)))
            code, out, err = run(*words)
            given = out.encode()
            told = err.splitlines()
            is_usage = code == 2 and told[1:] == [f"Try {told[0].partition(':')[0]} --help."]
            seen += "".join(f"! {line}\n" for line in (told[:1] if is_usage else told))
        if file:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            Path(file).write_bytes(given)
            out = ""
        new = {path.name for path in {*Path().rglob("*")} - before}
        assert code != 2 or new <= {"history.lock", "history.sqlite3"}, "what is refused writes nothing"
        assert re.sub("[\n─-╿▀-▟]", "", out + seen).isprintable()
        return out + seen + ("[usage]\n" if is_usage else f"[{code}]\n" if code else "")

    return ran


def pattern(lines: list[str]) -> str:
    """What lines match in which `…` stands for anything."""
    return "".join("(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in lines)


@pytest.mark.parametrize("name", sorted(path.stem for path in SESSIONS.glob("*.txt")))
def test_a_session_goes_as_it_is_written(name: str, ran: Callable[[str], str], home: Path) -> None:
    if name == "stats":
        six_games(home)
    text = (SESSIONS / f"{name}.txt").read_text(encoding="utf-8")
    for command in re.split(r"^\$ ", re.sub(r"\n*^## .*\n", "\n", text, flags=re.MULTILINE), flags=re.MULTILINE)[1:]:
        line, *expected = command.splitlines()
        seen = ran(line)
        assert re.fullmatch(pattern(expected), seen), f"$ {line}\n{seen}"
