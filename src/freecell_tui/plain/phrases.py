"""The parts that sentences are made of."""

from collections.abc import Sequence

from freecell_tui.controller.autosave import played_ago
from freecell_tui.engine import Board, Card, Game, Move, PileKind
from freecell_tui.engine.text import counted, counted_or_no
from freecell_tui.storage.saves import SavedGame


def game_title(game: Game) -> str:
    """Return a game's name and number: `FreeCell, deal 617`."""
    return f"{game.variant.full_title}, deal {game.deal}"


def game_progress(game: Game) -> str:
    """Return a game's name and number, and how far it is: `FreeCell, deal 617, after 12 moves`."""
    return f"{game_title(game)}, {after_moves(game)}" if game.turns else game_title(game)


def after_moves(game: Game) -> str:
    """Return how far a game is: `after 12 moves`."""
    return f"after {counted_or_no(game.moves_made, 'move')}"


def unfinished_sentences(saved: SavedGame) -> tuple[str, str]:
    """Return that a deal which was begun anew has an unfinished game, and how to resume that."""
    game = saved.game
    when = f"{after_moves(game)}. {played_ago(saved.saved)}".rstrip()
    return (
        f"You have an unfinished game of deal {game.deal}, {when}",
        "Type yes to resume it, or just play this one; it is kept either way.",
    )


def card_group(cards: Sequence[Card]) -> str:
    """Return cards that move together: `7♥`, `7♥ and the 2 cards on it`."""
    first, *others = cards
    if not others:
        return first.face
    return f"{first.face} and the {f'{len(others)} cards' if others[1:] else 'card'} on it"


def destination(move: Move, board: Board) -> str:
    """Return where a legal move goes: `to column 5, on 8♠`."""
    if move.goes_home:
        return "home"
    there = board.cards(move.target)
    if there:
        return f"to {move.target.description}, on {there[-1].face}"
    return f"to {'the empty ' * (move.target.kind is PileKind.COLUMN)}{move.target.description}"


def duration(seconds: float) -> str:
    """Return a time in words: `1 hour 2 minutes 3 seconds`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    parts = ((hours, "hour"), (minute, "minute"), (second, "second"))
    return " ".join(counted(number, unit) for number, unit in parts if number) or "0 seconds"
