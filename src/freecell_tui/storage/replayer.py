"""Replaying the turns of a save through the rules."""

from collections.abc import Sequence
from typing import Any, Final

from freecell_tui.engine import RESTART, Board, FreecellError, Game, Move, Turn, Variant, refusal, rules
from freecell_tui.engine.game import MAX_TURNS, GameBuilder
from freecell_tui.engine.text import shortened

RESTART_WORD: Final = "restart"
"""What stands for a restart among the moves."""


class BadTurns(FreecellError):
    """Turns that nobody could have played."""


class Replayer:
    """Replays the game of a save and its bookmarks, and every turn only once: they have most of them in common."""

    def __init__(self, start: Game) -> None:
        self._start = start
        self._known: dict[tuple[Board, tuple[object, ...]], tuple[Turn, Board]] = {}

    def replay(self, turns: Sequence[Any], position: int) -> Game:
        """Return the game after turns, each a list of words, at a position among them; raise FreecellError."""
        if len(turns) > MAX_TURNS:
            raise BadTurns(f"It has {len(turns):,} turns, but a game has at most {MAX_TURNS:,}.")
        game = GameBuilder(self._start)
        for number, words in enumerate(turns, 1):
            game.append(*self._turn(words, number, game.board))
        if position > len(turns):
            raise BadTurns(f"It is at turn {shortened(position)}, but has only {len(turns)}.")
        return game.build().seek(position)

    def _turn(self, words: object, number: int, board: Board) -> tuple[Turn, Board]:
        """Return the turn that is written in words, and the board after it."""
        if words == [RESTART_WORD]:
            return RESTART, self._start.board
        if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
            raise BadTurns(f"Turn {number} is not a list of moves.")
        key = board, tuple(words)
        turn = self._known.get(key)
        if turn is None:
            if len(self._known) >= MAX_TURNS:
                raise BadTurns(f"It and its bookmarks have more than {MAX_TURNS:,} turns.")
            turn = self._known[key] = _read_turn(words, number, board, self._start.variant)
        return turn


def _read_turn(words: Sequence[str], number: int, before: Board, variant: Variant) -> tuple[Turn, Board]:
    board = before
    moves = [Move.parse(word) for word in words]
    for at, move in enumerate(moves):
        why_not = refusal(board, move, variant)
        if why_not is not None or (at and not move.goes_home):
            raise BadTurns(f"Turn {number} has the move {move}. {why_not or 'Only home moves can be automatic.'}")
        board = rules.apply_move(board, move, variant)
    return Turn(rules.canonical(before, moves[0], variant), tuple(moves[1:])), board
