"""Refinement of the easier game: twins are told apart only where a win of it needs to mistake one for the other.

Where the easier game is won, its win is followed with the real cards up to where loose twins have to change places, and
those two are told apart from then on. Either the win proves to be one in the game itself, or the easier game becomes a
little harder, until at last it is the game. Hardly ever is it necessary to tell many twins apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from freecell_tui.engine import DECK, HOME, Board, Card, Move, Variant, legal_moves, move_size
from freecell_tui.engine.cards import KING
from freecell_tui.engine.rules import apply_move
from freecell_tui.solver.easier_game import EasierGame
from freecell_tui.solver.limits import BudgetExceeded, Limits
from freecell_tui.solver.proof_columns import TWIN

_MOST_FOLLOWED: Final = 16
"""How many boards with the same key are followed: which of two twins leaves the cells may matter only later."""


@dataclass(frozen=True, slots=True)
class Win:
    """A position that is won by these moves of a single card each, played without autoplay."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """A position that is lost: `keys` are all positions of the easier game with the twins of these cards told apart."""

    apart: tuple[int, ...]
    keys: set[int]


def search_or_refine(board: Board, variant: Variant, apart: tuple[int, ...], limits: Limits) -> Win | Loss | int:
    """Search the easier game with some twins apart; return a proof, or the lower of two more twins to be told apart."""
    game = EasierGame(board, variant, apart)
    try:
        keys = game.search(limits)
        limits.end_attempt(len(game.visited))
        if keys is None:
            return Loss(apart, game.visited)
        return _follow(board, variant, game, keys)
    finally:
        game.release()


class Refinement:
    """A proof that a position is lost, as far as it has come: the twins that are told apart so far."""

    def __init__(self, board: Board, variant: Variant) -> None:
        self._board = board
        self._variant = variant
        self._apart: tuple[int, ...] = ()
        self._is_won = False

    def is_lost(self, max_states: float, limits: Limits) -> bool:
        """Return whether the position is proved lost, having visited at most `max_states` now.

        False proves nothing. Raise BudgetExceeded when a limit is reached.
        """
        part = limits.part(max_states)
        try:
            while not self._is_won:
                proof = search_or_refine(self._board, self._variant, self._apart, part)
                if isinstance(proof, Loss):
                    return True
                if isinstance(proof, Win):
                    self._is_won = True
                else:
                    self._apart = tuple(sorted((*self._apart, proof)))
        except BudgetExceeded:
            pass
        finally:
            limits.end_attempt(part.states)
        limits.check(0)
        return False


_Trail: TypeAlias = "tuple[Move, _Trail] | None"


def _follow(board: Board, variant: Variant, game: EasierGame, keys: Sequence[int]) -> Win | int:
    """Follow a win of the easier game by its keys with the real cards.

    Return it if it is a win of the game itself, or else the lower of the first twins that have to change places.
    """
    there: list[tuple[Board, _Trail]] = [(board, None)]
    for key in keys[1:]:
        found = dict[object, tuple[Board, _Trail]]()
        for before, trail in there:
            for move in _single_moves(before, variant):
                after = apply_move(before, move, variant)
                if game.key_of(after) == key:
                    found[after.without_order] = after, (move, trail)
        if not found:
            return next(lower for before, _ in there for lower in _exchanged(before, variant, game, key))
        there = list(found.values())[:_MOST_FOLLOWED]
    return Win(_finish(*there[0], variant))


def _single_moves(board: Board, variant: Variant) -> Iterator[Move]:
    return (move for move in legal_moves(board, variant) if move_size(board, move, variant) == 1)


def _exchanged(board: Board, variant: Variant, game: EasierGame, key: int) -> Iterator[int]:
    """Yield the lower of the twins that can change places so that one of them goes home to the position of this key."""
    loose = {card for column in board.columns for card in _loose_in(column, variant)} | set(board.free_cells)
    for suit, rank in enumerate(board.foundations):
        card = 4 * rank + suit
        if rank < KING and {card, TWIN[card]} <= loose:
            other = _exchange(board, card)
            pile, above = other.locate(DECK[card])
            if above == 1 and game.key_of(apply_move(other, Move(pile, HOME), variant)) == key:
                yield min(card, TWIN[card])


def _loose_in(column: tuple[Card, ...], variant: Variant) -> tuple[Card, ...]:
    """Return the sequence at the end of a column, without its lowest card if that lies on one that it does not fit."""
    count = variant.sequence_length(column)
    return column if count == len(column) else column[len(column) - count + 1 :]


def _exchange(board: Board, card: int) -> Board:
    """Return the board with a card and its twin in each other's place."""
    names = {DECK[card]: DECK[TWIN[card]], DECK[TWIN[card]]: DECK[card]}
    columns = tuple(tuple(names.get(each, each) for each in column) for column in board.columns)
    cells = tuple(None if each is None else names.get(each, each) for each in board.free_cells)
    return Board(columns, cells, board.foundations)


def _finish(board: Board, trail: _Trail, variant: Variant) -> tuple[Move, ...]:
    """Return the moves of a win that has come to a board where no card lies above a lower one."""
    moves = list[Move]()
    while trail is not None:
        move, trail = trail
        moves.append(move)
    moves.reverse()
    while not board.is_won:
        move = next(move for move in legal_moves(board, variant) if move.goes_home)
        board = apply_move(board, move, variant)
        moves.append(move)
    return tuple(moves)
