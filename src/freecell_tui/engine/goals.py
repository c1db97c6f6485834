"""Goals of the day: small challenges in the daily deal, besides winning it.

The goal of a day is the first of `possible_goals` that a line of the solver reaches.
It depends on the date and the solver alone, so it is the same for everybody.
"""

from enum import Enum
from hashlib import sha256
from typing import Final, NamedTuple

from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import PileKind, Suit
from freecell_tui.engine.game import Game
from freecell_tui.engine.rules import move_size
from freecell_tui.engine.text import counted

GoalKind = Enum("GoalKind", "HOME CELLS MOVES NO_UNDO")
"""The kind of a goal: cards home by a move; or a win with few free cells, in few moves, or without undo."""

_BLACK: Final = (Suit.CLUBS, Suit.SPADES)
_RED: Final = (Suit.DIAMONDS, Suit.HEARTS)
_RANKS: Final = ("", "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
_COLOURS: Final = {_BLACK: "both black", _RED: "both red", (*_BLACK, *_RED): "all four"}
_NUMBERS: Final = ("no", "one", "two", "three", "four")


class Goal(NamedTuple):
    """A goal of the day."""

    kind: GoalKind
    number: int = 0
    """The move by which the cards of HOME are home; otherwise the most free cells or moves."""

    rank: int = 0
    """The rank up to which the cards of HOME are home; 0 in other goals."""

    suits: tuple[Suit, ...] = ()
    """The suits of the cards of HOME; empty in other goals."""

    def __str__(self) -> str:
        """Return the goal as the end of a sentence.

        For example, `both black sevens home by move 25`.
        """
        match self.kind:
            case GoalKind.HOME:
                return f"{_COLOURS[self.suits]} {_RANKS[self.rank]} home by move {self.number}"
            case GoalKind.CELLS:
                return f"win with {_NUMBERS[self.number]} free cells"
            case GoalKind.MOVES:
                return f"win in at most {self.number} moves"
            case GoalKind.NO_UNDO:
                return "win without undo"

    def is_reached(self, game: Game, undos: int) -> bool:
        """Return whether a won game reached the goal.

        Moves count from the deal or the last restart.
        """
        game = game.without_undone()
        match self.kind:
            case GoalKind.HOME:
                return self.are_home(game.boards[min(self.number, len(game.turns))])
            case GoalKind.CELLS:
                return all(_needs_at_most(game, index, cells=self.number) for index in range(len(game.turns)))
            case GoalKind.MOVES:
                return game.moves_made <= self.number
            case GoalKind.NO_UNDO:
                return undos == 0

    def missed_by(self, game: Game, undos: int) -> str:
        """Return how a won game missed the goal, as the end of a sentence."""
        game = game.without_undone()
        match self.kind:
            case GoalKind.HOME:
                home = next(at for at, board in enumerate(game.boards) if self.are_home(board))
                cards = f"{_COLOURS[self.suits]} {_RANKS[self.rank]}"
                return f"{cards} were home by move {home}, not {self.number}"
            case GoalKind.CELLS:
                cells = range(self.number + 1, len(_NUMBERS))
                used = next((most for most in cells if self._replace(number=most).is_reached(game, undos)), cells[-1])
                return f"you used {_NUMBERS[used]} free cells, not {_NUMBERS[self.number]}"
            case GoalKind.MOVES:
                return f"you took {game.moves_made} moves, not {self.number}"
            case GoalKind.NO_UNDO:
                return f"you used undo {'once' if undos == 1 else counted(undos, 'time')}"

    def are_home(self, board: Board) -> bool:
        return all(board.foundations[suit] >= self.rank for suit in self.suits)


def _needs_at_most(game: Game, index: int, cells: int) -> bool:
    """Return whether a turn needs at most `cells` free cells.

    `index` is the index of the turn.
    Cells used within a supermove count.
    """
    before, move = game.boards[index], game.turns[index].move
    free = cells - (len(before.free_cells) - before.free_cell_count)
    if move is not None and move.target.kind is PileKind.CELL:
        return free > 0 or move.source.kind is PileKind.CELL
    if move is None or move.target.kind is not PileKind.COLUMN:
        return True
    helpers = before.empty_column_count
    if not before.columns[move.target.index]:
        helpers -= 1
    return move_size(before, move, game.variant) <= (free + 1) << helpers


def possible_goals(day: str) -> list[Goal]:
    """Return the possible goals of a day such as `2026-11-22`, without numbers.

    A win without undo is always among them.
    The goals are sorted by the SHA-256 of the day and the goal's name, as in `2026-11-22 cells`.
    The first byte of the SHA-256 of the day alone chooses rank and colour.
    """
    choice = sha256(day.encode()).digest()[0]
    named = {
        "pair": Goal(GoalKind.HOME, rank=3 + choice % 5, suits=(_BLACK, _RED)[choice // 5 % 2]),
        "four": Goal(GoalKind.HOME, rank=1 + choice % 3, suits=(*_BLACK, *_RED)),
        "cells": Goal(GoalKind.CELLS, 3),
        "moves": Goal(GoalKind.MOVES),
        "undo": Goal(GoalKind.NO_UNDO),
    }
    return [named[name] for name in sorted(named, key=lambda name: sha256(f"{day} {name}".encode()).digest())]
