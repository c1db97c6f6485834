"""A player of the campaign: a home of their own, the real program in it, and what is kept there."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from freecell_tui.engine import Game
from freecell_tui.storage import saves
from freecell_tui.storage.files import APP
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import LESSON_OFFERED, leave_marker
from support.games import number_of, played
from support.pty_terminal import DEADLINE, Terminal
from support.solutions import HUMAN

SPOILT = str(Path(__file__).with_name("spoilt.py"))
"""The program with something wrong with it."""

DEAL = 7851
MOVES = tuple(HUMAN[DEAL].split())
"""A whole game, which is short."""


_GAME = played(Game.new(DEAL), HUMAN[DEAL])


def moves_kept(saved: SavedGame | None) -> int:
    """How many moves of the game were kept; ValueError if they lead to another position."""
    return 0 if saved is None else _GAME.boards.index(saved.game.board)


def moves_shown(output: str) -> int:
    """How many moves line mode has told of: each has a line, after the one that names the deal."""
    return min(max(output.count("\n") - 1, 0), len(MOVES))


def moves_on(terminal: Terminal) -> int:
    """How many moves the table shows."""
    counted = re.search(r"moves (\d+) ", terminal.top)
    return int(counted[1]) if counted else 0


class Home:
    """A player's folders. What the program keeps is under `folder`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "state" / APP
        self.trace = root / "trace"
        # What counts the lines of tests is left out: it would meet the faults of the disk, too.
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("XDG", "COLOR", "COVERAGE", "FORCE", "NO_"))
        } | {
            "HOME": str(root / "home"),
            "XDG_STATE_HOME": str(root / "state"),
            "XDG_CONFIG_HOME": str(root / "config"),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "PYTHONUTF8": "1",
        }
        (root / "home").mkdir(parents=True, exist_ok=True)

    def start(self, *arguments: str, before: Sequence[str] = (), program: Sequence[str] = ()) -> subprocess.Popen[str]:
        """Start the program, or another one of it, behind a command such as strace."""
        return subprocess.Popen(
            [*before, sys.executable, *(program or ("-m", "freecell_tui")), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment,
            text=True,
        )

    def run(
        self, *arguments: str, lines: Sequence[str] = (), before: Sequence[str] = (), program: Sequence[str] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Run the program to its end with these lines as its input."""
        process = self.start(*arguments, before=before, program=program)
        try:
            out, err = process.communicate("".join(f"{line}\n" for line in lines), timeout=DEADLINE)
        finally:
            process.kill()
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def without_motion(self) -> None:
        """Let the player have no patience with cards that fly."""
        settings = self.root / "config" / "freecell-tui" / "settings.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text('animation = "off"\n', encoding="utf-8")

    def forget_lesson(self) -> None:
        """Let the first start not offer the guided game."""
        leave_marker(self.folder / LESSON_OFFERED)

    def latest(self) -> SavedGame | None:
        """The game that the next start would offer, or the one that was won if it would offer none.

        It is looked up in a copy: what is on the disk stays as it is.
        """
        with TemporaryDirectory(dir=self.root) as copy:
            if self.folder.is_dir():
                shutil.copytree(self.folder, copy, dirs_exist_ok=True)
            store = SaveStore(Path(copy))
            found = store.latest(lambda _: True, [])
            won = [saves.read(path) for path in sorted((store.folder / "won").glob("*.json"))]
        return found[1] if found else won[0] if won else None

    def results(self) -> list[tuple[int, bool]]:
        """The deals in the history, and whether they were won."""
        return [(number_of(result.deal), result.is_won) for result in History(self.folder).results()]

    def assert_won_once(self) -> None:
        assert self.run("stats").stderr == ""
        assert self.results() == [(DEAL, True)]


def finish_in_line_mode(home: Home) -> int:
    """Start again and play the game to its end; return after how many moves the program offered to continue.

    That is all of them if it had nothing to offer, for the game was won, and 0 if it was not begun. Fail unless the
    game is counted as won once.
    """
    saved = home.latest()
    begun = moves_kept(saved)
    if begun < len(MOVES):
        done = home.run("--plain", *(() if saved else (str(DEAL),)), lines=MOVES[begun:])
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stderr == ""
        offered = re.match(r"Your unfinished game: FreeCell, deal 7851, after (\d+) move", done.stdout)
        assert (int(offered[1]) if offered else 0) == begun
    home.assert_won_once()
    return begun
