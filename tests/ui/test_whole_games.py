"""Deal 1 from first card to last in the real program: typed all at once, and by the mouse alone."""

from collections.abc import Iterator

from freecell_tui.engine import FOUNDATIONS, FREECELL, Game, Move, PileKind, move_size
from freecell_tui.ui.drawing.layout import Layout
from support.pty_terminal import ENTER, Start, Terminal
from support.solutions import STANDARD
from support.ui_driver import Point

MOVES = [Move.parse(word) for word in STANDARD[1].split()]


def games() -> Iterator[tuple[Game, Move]]:
    """The game before each of its moves."""
    game = Game.new(1)
    for move in MOVES:
        yield game, move
        game = game.play(move, finish=True)


def letters() -> Iterator[str]:
    """The keys of each move: its two letters, and between them what takes fewer cards to an empty column."""
    for game, move in games():
        most = move_size(game.board, Move(move.source, move.target), FREECELL)
        yield move.source.letter + "-" * (most - (move.count or most)) + move.target.letter


def see_won(terminal: Terminal) -> None:
    terminal.see("You won FreeCell #1!")
    terminal.see(f"moves {len(MOVES)} ")
    terminal.see("undo 0 ")


def test_typed_by_a_script_all_at_once_while_cards_would_fly(start: Start) -> None:
    terminal = start("1")
    terminal.type("".join(letters()))
    # Where the machine is so slow that no card would fly, nothing is celebrated either.
    terminal.see("You won")
    if "You won!" in terminal.text:
        terminal.type(ENTER)
    see_won(terminal)


def test_by_the_mouse_alone(start: Start) -> None:
    terminal = start("1", NO_MOTION="1")
    layout = Layout(80, 24, FREECELL)

    def end_of(game: Game, move: Move, *, target: bool) -> Point:
        pile = move.target if target else move.source
        if pile.kind is PileKind.HOME:
            pile = FOUNDATIONS[game.board.cards(move.source)[-1].suit]
        if pile.kind is not PileKind.COLUMN:
            box = layout.top_boxes[pile]
        elif not game.board.cards(pile):
            box = layout.empty_box(pile)
        else:
            # The first of the cards that are to move is the one to take hold of.
            depth = 1 if target else move_size(game.board, move, FREECELL)
            box = layout.fan(pile, len(game.board.cards(pile))).spots[-depth].box
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
