"""Two players with homes of their own: a game shared, checked and raced, and a tournament of eight deals."""

from pathlib import Path

import pytest

from freecell_tui.controller.features.share import MOST_TYPED
from freecell_tui.storage.files import APP
from freecell_tui.storage.settings import LESSON_OFFERED, leave_marker
from support.commands import Batch
from support.pty_terminal import ENTER, Start, Terminal
from support.solutions import STANDARD

DEALS = tuple(STANDARD)[:8]


class Home:
    """A player's own folders, where programs are started."""

    def __init__(self, folder: Path, start: Start, run: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._environment = {
            **{f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("STATE", "CONFIG", "DATA")},
            "XDG_DOCUMENTS_DIR": str(folder),
        }
        leave_marker(folder / "state" / APP / LESSON_OFFERED)
        self._start, self._run, self._monkeypatch = start, run, monkeypatch

    def play(self, *arguments: str) -> Terminal:
        return self._start(*arguments, table=False, **self._environment)

    def ask(self, *arguments: str) -> tuple[int, str]:
        with self._monkeypatch.context() as environment:
            for name, value in self._environment.items():
                environment.setenv(name, value)
            code, out, err = self._run(*arguments)
        return code, out + err


def win(terminal: Terminal, deal: int) -> None:
    """Win a deal in line mode."""
    words = STANDARD[deal].split()
    for start in range(0, len(words), MOST_TYPED):  # a line of more moves is a paste, which a tournament refuses
        terminal.type(f"{' '.join(words[start : start + MOST_TYPED])}\n")
    terminal.see(f"You won FreeCell, deal {deal}")


def share_and_race(ann: Home, ben: Home) -> None:
    """Let Ann share a game of the tournament, and Ben check it and race it at the table."""
    code, shared = ann.ask("share", str(DEALS[0]), "--name", "Ann")
    share_code, said = shared.splitlines()
    assert "signed by Ann" in said
    code, told = ben.ask("verify", share_code)
    assert (code, "verified" in told) == (0, True)
    table = ben.play("race", share_code)
    table.see("A race against Ann")
    table.wait(lambda: "Ann 0" in table.top, "the ghost beside the counter")
    table.type("q")
    assert table.end() == 0


@pytest.mark.slow
def test_two_players_share_race_and_meet_in_a_tournament(
    tmp_path: Path,
    start: Start,
    run: Batch,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
) -> None:
    ann, ben = (Home(tmp_path / name, start, run, monkeypatch) for name in ("ann", "ben"))
    rules = tmp_path / "eight.toml"
    rules.write_text(f'title = "Eight"\ndeals = {list(DEALS)}\nhints = false\nscore = ["undos", "moves"]\n')

    # Ann wins all eight in one sitting, in line mode, and hands in at the table.
    line = ann.play("tournament", str(rules), "--plain")
    for deal in DEALS:
        line.see(f"FreeCell, deal {deal}.")
        win(line, deal)
        line.type("tournament next\n")
    line.see("The tournament is over: 8 of 8 won")
    line.type("quit\n")
    assert line.end() == 0
    table = ann.play("tournament", str(rules))
    table.see("8 of 8 won")
    table.type("Y")
    table.see("Your name")
    table.type(f"Ann{ENTER}")
    table.see("Saved")
    table.type("\x1bq")

    # Ben undoes a move, stops after the first deal, goes on with the second, gives that up, and is content with one.
    line = ben.play("tournament", str(rules), "--plain")
    line.see(f"FreeCell, deal {DEALS[0]}.")
    line.type(f"{STANDARD[DEALS[0]].split()[0]}\nundo\n")
    win(line, DEALS[0])
    line.type(f"tournament next\n{STANDARD[DEALS[1]].split()[0]}\nquit\n")
    assert line.end() == 0
    line = ben.play("tournament", str(rules), "--plain")
    line.see(f"FreeCell, deal {DEALS[1]}, after 1 move")
    line.type("give up\ngive up\ntournament standings\n")
    line.see(f"Deal {DEALS[1]}: tried once.")
    line.type("quit\n")
    code, handed_in = ben.ask("tournament", "export", str(rules), "--name", "Ben")
    assert code == 0
    (ben.folder / "ben.toml").write_text(handed_in)

    # Whoever has both files sees the same table.
    files = [str(ben.folder / "ben.toml"), str(ann.folder / "freecell-eight-ann.toml")]
    for home in (ann, ben):
        with subtests.test(home=home):
            code, told = home.ask("tournament", "standings", *files)
            assert code == 0, told
            assert [row.split()[:5] for row in told.splitlines()[3:5]] == [
                ["1.", "Ann", "8", "of", "8"],
                ["2.", "Ben", "1", "of", "8"],
            ]
            assert f"Ben and Ann won deal {DEALS[0]} with the same moves." in told
    code, table_of_all = ann.ask("tournament", "standings", "--csv", *files)
    assert table_of_all.splitlines()[0] == "rank,player,won,moves,seconds,undos"

    # A file that was tampered with is found out.
    swapped = handed_in.replace(f"\n{DEALS[0]} = ", f"\n{DEALS[2]} = ")
    (ben.folder / "ben.toml").write_text(swapped)
    code, told = ann.ask("tournament", "standings", *files)
    assert (code, f"Ben, deal {DEALS[2]}: the code is of deal {DEALS[0]}." in told) == (1, True)
    share_and_race(ann, ben)
