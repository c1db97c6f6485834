"""What has happened in a game, in sentences."""

from collections.abc import Iterator, Sequence

from freecell_tui.engine import Autoplay, Board, Card, Game, Move, Suit, Turn, move_size, rules
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.text import counted, joined
from freecell_tui.plain.phrases import card_group, destination

_MAX_NAMED = 8
"""If more cards than this go home at once, only their number is told."""


def change(before: Game, after: Game, autoplay: Autoplay, *, finish: bool) -> str:
    """Return what led from one state of a game to another: a turn, or turns undone or redone; '' if none of these.

    `autoplay` and `finish` are what goes home by itself; more than that was sent home by the player.
    """
    steps = after.position - before.position
    if after.turns is before.turns:  # the same tuple, unless a turn was played
        return _seek(after, steps)
    if steps != 1 or after.turns[: before.position] != before.turns[: before.position]:
        return ""
    turn = after.turns[before.position]
    if turn.move is None or before.play(turn.move, autoplay, finish=finish).turns[before.position] == turn:
        return as_sentences(last_turn(after))
    return f"Home: {joined([card.face for card in _newly_home(before.board, after.board)])}."


def _seek(game: Game, steps: int) -> str:
    if steps == 0:
        return ""
    if steps < 0:
        return as_sentences(undone(game)) if steps == -1 else f"Undone: {counted(-steps, 'move')}."
    return f"Redone: {as_sentences(last_turn(game)) if steps == 1 else counted(steps, 'move') + '.'}"


def last_turn(game: Game) -> Iterator[str]:
    """Yield what the turn that led here was: the move, and what went home automatically."""
    turn, before = game.turns[game.position - 1], game.boards[game.position - 1]
    if turn.move is None:
        yield "the restart"
        return
    yield _move(before, turn.move, game)
    if gone := _sent_home(turn, before, game):
        yield f"{_named(gone)} went home automatically"


def undone(game: Game) -> Iterator[str]:
    """Yield what was undone to come here: the move, and the cards that came back from home."""
    turn, board = game.turns[game.position], game.board
    if turn.move is None:
        yield "Undone: the restart"
        return
    yield f"Undone: {describe_move(turn.move, board, game.variant)}"
    if gone := _sent_home(turn, board, game):
        yield f"{_named(gone)} came back from home"


def as_sentences(parts: Iterator[str]) -> str:
    """Return parts without full stops as sentences on one line."""
    return " ".join(f"{part}." for part in parts)


def _move(board: Board, move: Move, game: Game) -> str:
    cards = board.cards(move.source)[-move_size(board, move, game.variant) :]
    return f"{card_group(cards)} {destination(move, board)}"


def _sent_home(turn: Turn, board: Board, game: Game) -> list[Card]:
    """Return the cards that autoplay sent home in a turn, which began with this board."""
    assert turn.move is not None
    board = rules.apply_move(board, turn.move, game.variant)
    sent = []
    for move in turn.autoplay:
        sent.append(board.cards(move.source)[-1])
        board = rules.apply_move(board, move, game.variant)
    return sent


def _newly_home(before: Board, after: Board) -> list[Card]:
    """Return the cards that are home in `after` and not in `before`, suit by suit."""
    return [
        Card.of(rank, suit)
        for suit in Suit
        for rank in range(before.foundations[suit] + 1, after.foundations[suit] + 1)
    ]


def _named(cards: Sequence[Card]) -> str:
    return joined([card.face for card in cards]) if len(cards) <= _MAX_NAMED else f"{len(cards)} cards"
