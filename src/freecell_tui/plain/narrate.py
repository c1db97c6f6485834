"""What has happened, in sentences."""

from collections.abc import Iterator, Sequence

from freecell_tui.engine import Board, Card, Game, Move, Turn, move_size, rules
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.text import joined
from freecell_tui.plain.phrases import group, whither

_NAMED_HOME = 8
"""More cards than these that went home at once are told by their number."""


def move(board: Board, made: Move, game: Game) -> str:
    """A legal move as it is told when it was made, without a full stop."""
    cards = board.cards(made.source)[-move_size(board, made, game.variant) :]
    return f"{group(cards)} {whither(made, board)}"


def last_turn(game: Game) -> Iterator[str]:
    """The turn that led here: the move, and what went home by itself."""
    turn, before = game.turns[game.position - 1], game.boards[game.position - 1]
    if turn.move is None:
        yield "the restart"
        return
    yield move(before, turn.move, game)
    if gone := _gone_home(turn, before, game):
        yield f"{_named(gone)} went home by {'itself' if len(gone) == 1 else 'themselves'}"


def undone(game: Game) -> Iterator[str]:
    """The turn that was taken back to come here."""
    turn, board = game.turns[game.position], game.board
    if turn.move is None:
        yield "Taken back: the restart"
        return
    yield f"Taken back: {describe_move(turn.move, board, game.variant)}"
    if gone := _gone_home(turn, board, game):
        yield f"{_named(gone)} came back from home"


def _gone_home(turn: Turn, board: Board, game: Game) -> list[Card]:
    """The cards that went home by themselves in a turn, which began with this board."""
    assert turn.move is not None
    board = rules.apply_move(board, turn.move, game.variant)
    gone = []
    for made in turn.autoplay:
        gone.append(board.cards(made.source)[-1])
        board = rules.apply_move(board, made, game.variant)
    return gone


def _named(gone: Sequence[Card]) -> str:
    return joined([card.face for card in gone]) if len(gone) <= _NAMED_HOME else f"{len(gone)} cards"


def as_sentences(told: Iterator[str]) -> str:
    """What is told, as sentences on one line."""
    return " ".join(f"{sentence}." for sentence in told)
