"""A game as it is played: a deal, the turns taken, and where among them the player is."""

from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from freecell_tui.engine import rules
from freecell_tui.engine.autoplay import Autoplay, autoplay_moves
from freecell_tui.engine.board import Board
from freecell_tui.engine.deals import deal
from freecell_tui.engine.moves import Move
from freecell_tui.engine.piles import PileKind
from freecell_tui.engine.variants import FREECELL, Variant


@dataclass(frozen=True, slots=True)
class Turn:
    """What one undo takes back: a player's move and the autoplay that followed, or a restart, which has no move."""

    move: Move | None
    autoplay: tuple[Move, ...] = ()

    @property
    def is_restart(self) -> bool:
        """Whether the turn put the table back to the deal."""
        return self.move is None


RESTART: Final = Turn(None)


@dataclass(frozen=True, slots=True)
class Game:
    """A game, immutable: `play`, `undo`, `redo` and `restart` each give a new one.

    `boards[n]` is the table after `n` turns, and `position` is how many turns are in force; those beyond it were
    undone, and `redo` brings them back.

    >>> game = Game.new(1).play(Move.parse("3a"))
    >>> game.undo() == Game.new(1)
    False
    >>> game.undo().board == Game.new(1).board
    True
    """

    variant: Variant
    deal: int
    boards: tuple[Board, ...]
    turns: tuple[Turn, ...] = ()
    position: int = 0

    @classmethod
    def new(cls, number: int, variant: Variant = FREECELL) -> "Game":
        """A fresh game of a deal; raise NoSuchDeal if there is no such number."""
        return cls(variant, number, (deal(number, variant),))

    @property
    def board(self) -> Board:
        """The table as it lies now."""
        return self.boards[self.position]

    @property
    def active_turns(self) -> tuple[Turn, ...]:
        """The turns in force: those that led here from the deal."""
        return self.turns[: self.position]

    @property
    def moves_made(self) -> int:
        """How many moves the player has made since the deal or the last restart."""
        count = 0
        for turn in self.active_turns:
            count = 0 if turn.is_restart else count + 1
        return count

    @property
    def last_turn(self) -> Turn | None:
        """The turn that led here."""
        return self.turns[self.position - 1] if self.position else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a turn to take back."""
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether a turn was taken back that can be played again."""
        return self.position < len(self.turns)

    @property
    def is_won(self) -> bool:
        """Whether every card is home."""
        return self.board.is_won

    @property
    def is_lost(self) -> bool:
        """Whether no move is left."""
        return rules.is_lost(self.board, self.variant)

    def play(self, move: Move, autoplay: Autoplay = Autoplay.SAFE, *, finish: bool = False) -> "Game":
        """The game after a move and the autoplay that follows it; raise IllegalMove if the rules refuse the move.

        With `finish`, everything goes home as soon as every column runs down in order. A card that was just taken back
        from its foundation does not return there in the same turn.
        """
        board = rules.play(self.board, move, self.variant)
        if move.source.kind is PileKind.FOUNDATION:
            autoplay, finish = Autoplay.NONE, False
        followed = tuple(autoplay_moves(board, self.variant, autoplay))
        settled = reduce(self._apply, followed, board)
        if finish and rules.is_sorted(settled):
            followed += tuple(autoplay_moves(settled, self.variant, Autoplay.ALL))
        return self.append_turn(Turn(rules.canonical(self.board, move, self.variant), followed))

    def _apply(self, board: Board, move: Move) -> Board:
        return rules.apply_move(board, move, self.variant)

    def append_turn(self, turn: Turn) -> "Game":
        """The game after a turn whose moves are all legal, as it was recorded; what was undone before is gone."""
        moves = () if turn.move is None else (turn.move, *turn.autoplay)
        board = reduce(self._apply, moves, self.board if moves else self.boards[0])
        here = self.position
        return replace(
            self,
            boards=(*self.boards[: here + 1], board),
            turns=(*self.turns[:here], turn),
            position=here + 1,
        )

    def restart(self) -> "Game":
        """The game back at its deal; this is a turn like any other, and undo takes it back."""
        return self.append_turn(RESTART)

    def undo(self) -> "Game":
        """The game one turn earlier, or as it is if there is none."""
        return self.seek(self.position - 1)

    def redo(self) -> "Game":
        """The game with the last undone turn played again, or as it is if there is none."""
        return self.seek(self.position + 1)

    def without_undone(self) -> "Game":
        """The game as it stands, from the deal or the last restart on, without what was undone."""
        start = max((at for at, turn in enumerate(self.turns[: self.position], 1) if turn.is_restart), default=0)
        turns, boards = self.turns[start : self.position], self.boards[start : self.position + 1]
        return replace(self, boards=boards, turns=turns, position=len(turns))

    def seek(self, position: int) -> "Game":
        """The game at another of its positions, counted in turns from the deal; the nearest if there is none such."""
        return replace(self, position=min(max(position, 0), len(self.turns)))
