"""Sessions at a prompt, as texts in the folder `sessions`; `support/prompt.py` says how they are written."""

import re
from pathlib import Path

import pytest

from freecell_tui.engine.share_code import SharedGame, encode
from support.commands import FORKS
from support.games import solved_game
from support.histories import six_games
from support.prompt import Prompt, is_as_written, steps
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
    monkeypatch.setenv("TERM", "xterm-256color")  # which says nothing of a pipe
    Path("saves").symlink_to(ROOT / "saves")
    games = {"standard": STANDARD, "human": HUMAN, "fc-solve": FC_SOLVE, "seahaven": {2: FC_SOLVE_SEAHAVEN_2}}
    for kind, moves in games.items():
        for number in {1, 2, 617}.intersection(moves):
            Path(f"{kind}-{number}").write_text(moves[number])


@pytest.mark.parametrize("name", sorted(path.stem for path in SESSIONS.glob("*.txt")))
def test_a_session_goes_as_it_is_written(name: str, prompt: Prompt, home: Path) -> None:
    if name == "stats":
        six_games(home)
    for line, expected in steps((SESSIONS / f"{name}.txt").read_text(encoding="utf-8")):
        before = set(Path().rglob("*"))
        seen = prompt(line.replace(r"\e", "\x1b").replace("CODE", CODE))
        assert is_as_written(seen, expected), f"$ {line}\n{seen}"
        assert re.sub("[\n─-╿▀-▟]", "", seen).isprintable()
        new = {path.name for path in {*Path().rglob("*")} - before}
        is_refused = seen.endswith(("[2]\n", "[usage]\n"))
        assert not is_refused or new <= {"history.lock", "history.sqlite3"}, "what is refused writes nothing"
