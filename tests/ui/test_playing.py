"""Games played in the real program: typed move by move or all at once, by the mouse, and killed on the way."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from freecell_tui.engine import FOUNDATIONS, FREECELL, Game, Move, PileKind, move_size
from freecell_tui.ui.drawing.layout import Layout
from support.pty_terminal import ENTER, Start, Terminal
from support.solutions import STANDARD
from support.ui_driver import Point

MOVES = [Move.parse(word) for word in STANDARD[1].split()]


def games() -> Iterator[tuple[Game, Move]]:
    """Deal 1 before each of its moves."""
    game = Game.new(1)
    for move in MOVES:
        yield game, move
        game = game.play(move, finish=True)


def letters() -> Iterator[str]:
    """The keys of each move: its two letters, and between them what takes fewer cards to an empty column."""
    for game, move in games():
        most = move_size(game.board, Move(move.source, move.target), FREECELL)
        yield move.source.letter + "-" * (most - (move.count or most)) + move.target.letter


def saved(state: Path, folder: str = "unfinished") -> list[dict[str, object]]:
    return [json.loads(path.read_text()) for path in sorted((state / "freecell-tui" / folder).glob("*.json"))]


def see_won(terminal: Terminal) -> None:
    terminal.see("You won FreeCell #1!")
    terminal.see(f"Par 43: you needed {len(MOVES) - 43} more.")


def test_deal_1_is_typed_to_the_win_and_a_kill_half_way_loses_nothing(start: Start, state: Path) -> None:
    half, words = len(MOVES) // 2, [*enumerate(letters(), 1)]

    def play(terminal: Terminal, part: list[tuple[int, str]]) -> None:
        for number, keys in part:
            terminal.type(keys)
            # The last move is on the poster of the win.
            terminal.see(f"moves {number} " if number < len(MOVES) else "You won FreeCell #1!")

    terminal = start("1", NO_MOTION="1")
    play(terminal, words[:half])
    terminal.process.kill(signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    terminal = start(table=False, NO_MOTION="1")
    terminal.see(f"resume FreeCell #1  {half} moves, ")
    terminal.type(ENTER)
    play(terminal, words[half:])
    terminal.see("You won FreeCell #1!")
    terminal.see_cursor()
    terminal.type("q")
    assert terminal.end() == 0
    assert saved(state) == []
    (game,) = saved(state, "won")
    assert game["position"] == len(MOVES)


def test_deal_1_is_typed_by_a_script_all_at_once_while_cards_would_fly(start: Start) -> None:
    terminal = start("1")
    terminal.type("".join(letters()))
    # Where the machine is so slow that no card would fly, nothing is celebrated either.
    terminal.see("You won")
    if "You won!" in terminal.text:
        terminal.type(ENTER)
    see_won(terminal)


def test_deal_1_is_played_by_the_mouse_alone(start: Start) -> None:
    terminal, layout = start("1", NO_MOTION="1"), Layout(80, 24, FREECELL)

    def end_of(game: Game, move: Move, *, target: bool) -> Point:
        pile = move.target if target else move.source
        if pile.kind is PileKind.HOME:
            pile = FOUNDATIONS[game.board.cards(move.source)[-1].suit]
        # The first of the cards that are to move is the one to take hold of.
        depth = 1 if target else move_size(game.board, move, FREECELL)
        box = layout.card_box(pile, len(game.board.cards(pile)), depth)
        return box.x + 1, box.y

    for number, (game, move) in enumerate(games(), 1):
        source, target = end_of(game, move, target=False), end_of(game, move, target=True)
        if number % 2:
            terminal.click(source)
            terminal.click(target)
        else:
            terminal.drag(source, target)
        if number < len(MOVES):
            terminal.see(f"moves {number} ")
    see_won(terminal)


def test_a_kill_at_any_moment_leaves_what_was_on_the_screen(start: Start, state: Path) -> None:
    for kills, word in enumerate(("83", "53", "6a")):
        terminal = start("617") if not kills else start("--resume")
        terminal.see(f"moves {kills} ")
        terminal.type(word)
        terminal.see(f"moves {kills + 1} ")
        terminal.process.kill(signal.SIGKILL)
        terminal.end()
    terminal = start("--resume", NO_MOTION="1")
    terminal.see("moves 3 ")
    assert len(saved(state)) == 1


def test_resume_takes_the_last_game_of_the_variant_asked_for(start: Start) -> None:
    for arguments in (("617",), ("5", "--variant", "eight-off")):
        terminal = start(*arguments)
        terminal.type("1b")
        terminal.see("moves 1 ")
        terminal.type("q")
        terminal.end()
    start("--resume").see("Eight Off #5")
    start("--resume", "--variant", "freecell").see("FreeCell #617")
    terminal = start("--resume", "--variant", "bakers-game", table=False)
    terminal.see("You have no unfinished games.")
    assert terminal.end() == 1


def test_looking_at_a_file_leaves_nothing_behind(start: Start, state: Path, subtests: pytest.Subtests) -> None:
    sample = Path(__file__).parents[2] / "saves" / "middle-of-a-game.json"
    for keys, moves, left in (("", 30, 0), ("", 30, 0), ("u", 29, 1)):
        with subtests.test(keys=keys, moves=moves, left=left):
            terminal = start("--resume", str(sample))
            terminal.type(keys)
            terminal.see(f"moves {moves} ")
            terminal.type("q")
            terminal.end()
            assert len(saved(state)) == left
