"""Games played in the real program: by pile letters, by cursor and by mouse."""

import json
import signal
from pathlib import Path

from support.pty_terminal import ENTER, Start, Terminal
from support.solutions import STANDARD

# Deal 1 at 80 × 24: the last card of each column, and the first cell.
COLUMN_Y = {1: 17, 2: 17, 3: 17, 4: 17, 5: 15, 6: 15, 7: 15, 8: 15}
CELL_A = (4, 2)


# The colour of lifted cards in the 256-colour palette.
def column(number: int) -> tuple[int, int]:
    """A point on the last card of a column of deal 1."""
    return (10 * number - 6, COLUMN_Y[number])


def press(terminal: Terminal, word: str) -> None:
    """Type a move of standard notation: its two letters, and for a count of one the key for fewer cards."""
    source, target, count = word[0], word[1], word[2:]
    assert count in ("", "v1")
    terminal.type(source + "-" * 12 * bool(count) + target)


def saved(state: Path, folder: str = "unfinished") -> list[dict[str, object]]:
    return [json.loads(path.read_text()) for path in sorted((state / "freecell-tui" / folder).glob("*.json"))]


def test_deal_1_is_typed_from_its_solution_to_the_win_and_a_kill_half_way_loses_nothing(
    start: Start, state: Path
) -> None:
    moves = STANDARD[1].split()
    half = len(moves) // 2
    terminal = start("1", NO_MOTION="1")
    terminal.see("moves 0")
    for number, word in enumerate(moves[:half], 1):
        press(terminal, word)
        terminal.see(f"moves {number} ")
    terminal.process.kill(signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL

    terminal = start(table=False, NO_MOTION="1")
    terminal.see(f"resume FreeCell #1  {half} moves, ")
    terminal.type(ENTER)
    terminal.see(f"moves {half} ")
    for number, word in enumerate(moves[half:], half + 1):
        press(terminal, word)
        terminal.see(f"moves {number} ")
    terminal.see("You won FreeCell #1!")
    terminal.see("Enter choose")
    terminal.type("q")
    assert terminal.end() == 0
    assert saved(state) == []
    (game,) = saved(state, "won")
    assert game["position"] == len(moves)


def test_a_kill_at_any_moment_leaves_what_was_on_the_screen(start: Start, state: Path) -> None:
    for kills in range(3):
        terminal = start("617") if not kills else start("--resume")
        terminal.see(f"moves {kills} ")
        press(terminal, ["83", "53", "6a"][kills])
        terminal.see(f"moves {kills + 1} ")
        terminal.process.kill(signal.SIGKILL)
        terminal.end()
    terminal = start("--resume", NO_MOTION="1")
    terminal.see("moves 3 ")
    assert len(saved(state)) == 1


def test_drag_and_drop_moves_and_shows_the_card_under_the_pointer(start: Start) -> None:
    terminal = start("1")
    terminal.see("moves 0")
    terminal.mouse(0, column(3))
    terminal.mouse(32, (40, 16))
    terminal.wait(lambda: "2♥" in terminal.screen.display[16][32:50], "the card under the pointer")
    terminal.mouse(32, CELL_A)
    terminal.mouse(0, CELL_A, release=True)
    terminal.see("moves 1 ")
    terminal.see_at((0, 1), "2♥")


def test_double_click_sends_a_card_to_its_best_place(start: Start) -> None:
    terminal = start("1")
    terminal.see("moves 0")
    # 8♦ under 2♥ goes on 9♣; no pile takes 2♥ but a cell.
    terminal.click(column(3))
    terminal.click(column(3))
    terminal.see("moves 1 ")
    terminal.see_at((0, 1), "2♥")
    terminal.click((24, 15))
    terminal.click((24, 15))
    terminal.see("moves 2 ")
    terminal.see_at((10, 19), "8♦")


def test_resume_takes_the_last_game_of_the_variant_asked_for(start: Start) -> None:
    for arguments in (("617",), ("5", "--variant", "eight-off")):
        terminal = start(*arguments)
        terminal.see("moves 0")
        terminal.type("1b")
        terminal.see("moves 1 ")
        terminal.type("q")
        terminal.end()
    terminal = start("--resume")
    terminal.see("Eight Off #5")
    terminal = start("--resume", "--variant", "freecell")
    terminal.see("FreeCell #617")
    terminal = start("--resume", "--variant", "bakers-game", table=False)
    terminal.see("You have no unfinished games.")
    assert terminal.end() == 1


def test_looking_at_a_file_leaves_nothing_behind(start: Start, state: Path) -> None:
    sample = Path(__file__).parents[2] / "saves" / "middle-of-a-game.json"
    for _ in range(2):
        terminal = start("--resume", str(sample))
        terminal.see("moves 30 ")
        terminal.type("q")
        terminal.end()
    assert saved(state) == []
    terminal = start("--resume", str(sample))
    terminal.type("u")
    terminal.see("moves 29 ")
    terminal.type("q")
    terminal.end()
    assert len(saved(state)) == 1
