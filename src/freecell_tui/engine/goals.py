"""Goals of the day: one small thing to reach in the daily deal, besides winning it.

The date and the solver decide the goal of a day: the first of `possible_goals` that a line of the solver reaches. So it
is the same for everybody.
"""

from enum import Enum
from hashlib import sha256
from typing import Final, NamedTuple

from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import PileKind, Suit
from freecell_tui.engine.game import Game
from freecell_tui.engine.rules import move_size

GoalKind = Enum("GoalKind", "HOME CELLS MOVES NO_UNDO")
"""What a goal is about: cards home by a move; or a win with few free cells, in few moves, or without undo."""

_BLACK: Final = (Suit.CLUBS, Suit.SPADES)
_RED: Final = (Suit.DIAMONDS, Suit.HEARTS)
_RANKS: Final = ("", "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
_COLOURS: Final = {_BLACK: "both black", _RED: "both red", (*_BLACK, *_RED): "all four"}
_NUMBERS: Final = ("no", "one", "two", "three", "four")


class Goal(NamedTuple):
    """A goal: for HOME, the cards of `suits` up to `rank` by move `number`; else at most `number` cells or moves."""

    kind: GoalKind
    number: int = 0
    rank: int = 0
    suits: tuple[Suit, ...] = ()

    def __str__(self) -> str:
        """Return it as the end of a sentence: `both black sevens home by move 25`."""
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
        """Return whether a won game reached the goal, counted from its deal or last restart."""
        game = game.without_undone()
        match self.kind:
            case GoalKind.HOME:
                return self.are_home(game.boards[min(self.number, len(game.turns))])
            case GoalKind.CELLS:
                return all(_fits(game, at, self.number) for at in range(len(game.turns)))
            case GoalKind.MOVES:
                return game.moves_made <= self.number
            case GoalKind.NO_UNDO:
                return undos == 0

    def are_home(self, board: Board) -> bool:
        return all(board.foundations[suit] >= self.rank for suit in self.suits)


def _fits(game: Game, at: int, cells: int) -> bool:
    """Return whether a turn needs at most so many free cells, including those used within a supermove."""
    before, move = game.boards[at], game.turns[at].move
    free = cells - (len(before.free_cells) - before.free_cell_count)
    if move is not None and move.target.kind is PileKind.CELL:
        return free > 0 or move.source.kind is PileKind.CELL
    if move is None or move.target.kind is not PileKind.COLUMN:
        return True
    empty = before.empty_column_count - (not before.columns[move.target.index])
    return move_size(before, move, game.variant) <= (free + 1) << empty


def possible_goals(day: str) -> list[Goal]:
    """Return the possible goals of a day, as `2026-11-22`, without numbers; a win without undo is one of them.

    Their order is that of the SHA-256 of the day and a name, as `2026-11-22 cells`; the first byte of that of
    `2026-11-22` chooses rank and colour.
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
