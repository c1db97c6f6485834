"""A game to look back on: from a save, or from written moves."""

from dataclasses import dataclass

from freecell_tui.cli.game_source import GameSpec, read_game
from freecell_tui.cli.inputs import InputError
from freecell_tui.engine import Autoplay, Board, Dialect, Game, Move, PileKind, Turn, Variant, autoplay_moves, rules
from freecell_tui.engine.transcript import dialect_autoplay


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """The way from a deal to where its game stands: `boards` are one more than `moves`, the player's.

    `autoplay` is what the game goes on with, and `dialect` the one it is written in.
    """

    deal: int
    variant: Variant
    boards: tuple[Board, ...]
    moves: tuple[Move, ...]
    autoplay: Autoplay
    dialect: Dialect


def read_trail(name: str, number: int | None, variant: Variant, dialect: Dialect | None, *, said: bool) -> PlayedLine:
    """The game in a file, which is a save or the moves of deal `number`; raise Unreadable if there is none.

    Whether the variant was `said` matters for a game that knows its own.
    """
    found = read_game(name, GameSpec(number, variant if said else None, dialect), variant)
    if found.failure is not None:
        raise InputError(str(found.failure))
    game = found.game.without_undone()
    autoplay = _recorded_autoplay(game) if found.dialect is None else dialect_autoplay(found.dialect)
    moves = tuple(turn.move for turn in game.turns if turn.move is not None)
    return PlayedLine(game.deal, game.variant, game.boards, moves, autoplay, found.dialect or Dialect.STANDARD)


def _recorded_autoplay(game: Game) -> Autoplay:
    """The autoplay that followed all turns of a game; safe, which never loses anything, if it was not the same."""
    for autoplay in (Autoplay.SAFE, Autoplay.ALL, Autoplay.NONE):
        if all(_followed_by(turn, board, game, autoplay) for turn, board in zip(game.turns, game.boards, strict=False)):
            return autoplay
    return Autoplay.SAFE


def _followed_by(turn: Turn, board: Board, game: Game, autoplay: Autoplay) -> bool:
    """Whether a turn's home moves are what this autoplay makes of it, or a game running home at its end."""
    if turn.move is None or turn.move.source.kind is PileKind.FOUNDATION:
        return True
    board = rules.apply_move(board, turn.move, game.variant)
    expected = tuple(autoplay_moves(board, game.variant, autoplay))
    for move in expected:
        board = rules.apply_move(board, move, game.variant)
    return turn.autoplay == expected or (rules.is_sorted(board) and turn.autoplay[: len(expected)] == expected)
