"""A game to look back on: from a save, or from written moves."""

import re
from dataclasses import dataclass

from freecell_tui.cli.options import usual_autoplay
from freecell_tui.cli.positions import Unreadable, check_variant, is_save, read_save, read_text
from freecell_tui.engine import (
    Autoplay,
    Board,
    Dialect,
    FreecellError,
    Game,
    Move,
    PileKind,
    Turn,
    Variant,
    autoplay_moves,
    parse_deal,
    read_move,
    rules,
)
from freecell_tui.engine.errors import quoted
from freecell_tui.engine.notation import words


@dataclass(frozen=True, slots=True)
class Trail:
    """The way from a deal to where its game stands: `boards` are one more than `moves`, the player's.

    `autoplay` is what the game goes on with.
    """

    deal: int
    variant: Variant
    boards: tuple[Board, ...]
    moves: tuple[Move, ...]
    autoplay: Autoplay


def read_trail(name: str, number: int | None, variant: Variant, dialect: Dialect, *, said: bool) -> Trail:
    """The game in a file, which is a save or the moves of deal `number`; raise Unreadable if there is none.

    Whether the variant was `said` matters for a save, which knows its own.
    """
    text = read_text(name)
    if not is_save(text):
        game = Game.new(_deal_of(text) if number is None else number, variant)
        return _trail(_played(game, text, dialect), usual_autoplay(dialect))
    game = read_save(name, text)
    check_variant(name, game.variant, variant, said=said)
    if number not in (None, game.deal):
        raise Unreadable(f"{name} is a game of deal {game.deal}, not of deal {number}.")
    return _trail(game, _recorded_autoplay(game))


def _played(game: Game, text: str, dialect: Dialect) -> Game:
    """The game after the moves of a text."""
    autoplay = usual_autoplay(dialect)
    for number, word in enumerate(words(text), 1):
        try:
            game = game.play(read_move(word, game.board, dialect), autoplay)
        except FreecellError as error:
            raise Unreadable(f"Move {number}, {quoted(word)}, fails: {error}") from None
    return game


def _deal_of(text: str) -> int:
    """The deal's number in the header of a written game, like `#617 Attempt: 1 NumFcs=4`."""
    header = re.match(r"\s*#(\S+) Attempt", text)
    if header is None:
        raise Unreadable("The moves do not say of which deal they are: add --deal and its number.")
    try:
        return parse_deal(header[1])
    except FreecellError as error:
        raise Unreadable(str(error)) from None


def _trail(game: Game, autoplay: Autoplay) -> Trail:
    """The way to where the game stands: without what was undone, and from the last restart on."""
    start = max((at for at, turn in enumerate(_turns(game), 1) if turn.is_restart), default=0)
    moves = tuple(turn.move for turn in _turns(game)[start:] if turn.move is not None)
    return Trail(game.deal, game.variant, game.boards[start : game.position + 1], moves, autoplay)


def _turns(game: Game) -> tuple[Turn, ...]:
    """The turns that are in force."""
    return game.turns[: game.position]


def _recorded_autoplay(game: Game) -> Autoplay:
    """The autoplay that followed all turns of a game; safe, which never loses anything, if it was not the same."""
    for autoplay in (Autoplay.SAFE, Autoplay.ALL, Autoplay.NONE):
        if all(
            _followed_by(turn, board, game, autoplay) for turn, board in zip(_turns(game), game.boards, strict=False)
        ):
            return autoplay
    return Autoplay.SAFE


def _followed_by(turn: Turn, board: Board, game: Game, autoplay: Autoplay) -> bool:
    """Whether a turn's home moves are what this autoplay makes of it, or a game running home at its end."""
    if turn.move is None or turn.move.source.kind is PileKind.FOUNDATION:
        return True
    board = rules.after(board, turn.move, game.variant)
    expected = tuple(autoplay_moves(board, game.variant, autoplay))
    for move in expected:
        board = rules.after(board, move, game.variant)
    return turn.autoplay == expected or (rules.runs_home(board) and turn.autoplay[: len(expected)] == expected)
