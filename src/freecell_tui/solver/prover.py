"""Proofs that a position is won or lost, of the kind that certificates are made of.

A win is found by the solver. A loss is a closed set of positions of the easier game, see `easier_game`. Where the
easier game is won, it is **refined**: its win is followed with the real cards up to where loose twins have to change
places, and those two are told apart from then on. Either the win proves to be one in the game itself, or the easier
game becomes a little harder, until at last it is the game. Hardly ever is it necessary to tell many twins apart.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeAlias

from freecell_tui.engine import DECK, HOME, Autoplay, Board, Move, Variant, legal_moves, move_size
from freecell_tui.engine.cards import KING
from freecell_tui.engine.rules import apply_move
from freecell_tui.engine.supermoves import single_card_moves
from freecell_tui.solver.easier_game import EasierGame
from freecell_tui.solver.limits import BudgetExceeded, Limits
from freecell_tui.solver.proof_columns import TWIN
from freecell_tui.solver.results import UNLIMITED, Budget, Progress, Reason, Solved, Unsolvable
from freecell_tui.solver.solve import paused_garbage_collection, solve

_QUICK: Final = 20_000
"""How many positions the solver may visit before the first proof is tried; most wins are found with fewer."""
_GROWTH: Final = 4
"""How many times as many it may visit before each further proof."""
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


@dataclass(frozen=True, slots=True)
class Open:
    """A position about which nothing is proved; `easier_is_won` if the easier game, with no twins apart, is won."""

    reason: Reason
    easier_is_won: bool


Proof = Win | Loss | Open


def prove(
    board: Board,
    variant: Variant,
    *,
    budget: Budget = UNLIMITED,
    on_progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Proof:
    """Return a proof that `board` is won or lost; the variant must have an easier game, see `has_relaxation`.

    `on_progress` and `stop` are as in `solve`.
    """
    limits = Limits(budget, on_progress, stop)
    apart: tuple[int, ...] = ()
    is_lost = False
    try:
        for attempt in count():
            if not is_lost:
                states = _QUICK * _GROWTH**attempt
                result = solve(board, variant, autoplay=Autoplay.NONE, budget=limits.remaining(states), stop=stop)
                limits.end_attempt(result.states)
                limits.check(0)
                if isinstance(result, Solved):
                    return Win(_single_steps(board, variant, result.moves))
                is_lost = isinstance(result, Unsolvable)
            with paused_garbage_collection():
                proof = _search(board, variant, apart, limits)
            if not isinstance(proof, int):
                return proof
            apart = tuple(sorted((*apart, proof)))
    except BudgetExceeded as exceeded:
        return Open(exceeded.reason, easier_is_won=bool(apart))
    raise AssertionError("the attempts have no end")


def _search(board: Board, variant: Variant, apart: tuple[int, ...], limits: Limits) -> Win | Loss | int:
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


def _single_steps(board: Board, variant: Variant, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves of single cards that these moves are short for."""
    steps = list[Move]()
    for move in moves:
        steps += single_card_moves(board, move, variant)
        board = apply_move(board, move, variant)
    return tuple(steps)


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
    tails = [column[-variant.sequence_length(column) :] for column in board.columns if column]
    loose = {card for tail in tails for card in tail} | set(board.free_cells)
    for suit, rank in enumerate(board.foundations):
        card = 4 * rank + suit
        if rank < KING and {card, TWIN[card]} <= loose:
            other = _exchange(board, card)
            pile, above = other.locate(DECK[card])
            if above == 1 and game.key_of(apply_move(other, Move(pile, HOME), variant)) == key:
                yield min(card, TWIN[card])


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
