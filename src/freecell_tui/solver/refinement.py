"""Refinement of the easier game: twins are told apart only where a win of it depends on confusing them.

If the easier game is won, its win is replayed with the real cards until loose twins have to change places, and those
two are told apart from then on. Either the win is one of the game itself, or the easier game becomes a little harder,
until it is the game. Few twins usually suffice.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from freecell_tui.engine import DECK, HOME, Board, Move, Variant, legal_moves, move_size
from freecell_tui.engine.cards import KING
from freecell_tui.engine.rules import apply_move
from freecell_tui.solver.cards import BITS, BOTTOM, LOWER, TWIN, Memo, card_rules, cards_in, needed_after
from freecell_tui.solver.columns import release_all
from freecell_tui.solver.results import BudgetExceeded, Limits

# The columns of the easier game as certificates name them: by a number that no other column has, and not by a hash.

ProofColumn: TypeAlias = tuple[int, int, "ProofColumn", bool, int, bool, dict[int, "ProofColumn"]]
"""A column in which a loose card stands for either twin, unless they are told apart: a plain tuple, as in `columns`."""
CODE: Final = 0  # the number that tells it from all other columns
TOP: Final = 1  # the top card, or BOTTOM
POPPED: Final = 2  # the column without its top card
IS_LOOSE: Final = 3  # whether the top card is loose
FIXED: Final = 4  # its fixed cards, as a set
IS_TANGLED: Final = 5  # whether a card lies above a lower one
PUSHED: Final = 6  # the columns with one loose card pushed on it, by that card, as far as they exist

BASE_BITS: Final = 11
"""The bits of a code below those for the names of cards told apart.

They hold 14 times what the loose cards lie on, and how many they are. What they lie on is 0 in an empty column, the
place of the highest fixed card at the start, counted from 1 through all columns, or, where all cards are loose, 53 and
the lower twin of the lowest card. Above these bits, each pair of twins told apart has one: whether the higher of the
two is among the loose cards.
"""
_COUNTS: Final = 14
_ALL_LOOSE: Final = 53


class ProofColumns:
    """The interned columns of one proof about `board`. `apart` are the lower cards of the twins that are told apart."""

    def __init__(self, board: Board, variant: Variant, apart: Sequence[int]) -> None:
        self._accepted_by = card_rules(variant).accepted_by
        self._name_bits = {TWIN[card]: 1 << at for at, card in enumerate(apart, BASE_BITS)}
        self.empty: Final[ProofColumn] = (0, BOTTOM, None, False, 0, False, {})  # type: ignore[assignment]
        self.name: Final = tuple(
            int(card) if card in apart or TWIN[card] in apart else min(int(card), TWIN[card]) for card in DECK
        )
        """The name of a loose card: the lower twin, unless they are told apart."""
        self._fixed: dict[int, ProofColumn] = {}
        for cards in board.columns:
            mask, is_tangled = 0, False
            for at, card in enumerate(map(int, cards)):
                is_tangled = is_tangled or bool(mask & LOWER[card])
                mask |= BITS[card]
                code = _COUNTS * (len(self._fixed) + 1)
                self._fixed[card] = (code, card, self.of(cards[:at]), False, mask, is_tangled, {})

    def of(self, cards: Sequence[int]) -> ProofColumn:
        """Return the column of these cards, the lowest place first. Fixed ones must lie as they did at the start."""
        at = len(cards)
        while at > 0 and (at == 1 or self._accepted_by[cards[at - 1]] & BITS[cards[at - 2]]):
            at -= 1
        column = self._fixed[cards[at - 1]] if at else self.empty
        for card in cards[at:]:
            column = self.push(column, self.name[card])
        return column

    def push(self, under: ProofColumn, card: int) -> ProofColumn:
        """Return the column `under` with a card pushed on it, which must fit or be at the bottom."""
        code, below, _, _, fixed, is_tangled, pushed = under
        if (column := pushed.get(card)) is not None:
            return column
        if below == BOTTOM:
            code = _COUNTS * (_ALL_LOOSE + min(card, TWIN[card]))
        code += 1 + self._name_bits.get(card, 0)
        column = pushed[card] = (code, card, under, True, fixed, is_tangled, {})
        return column

    def release(self) -> None:
        for column in (self.empty, *self._fixed.values()):
            release_all(column, PUSHED)


# Exhaustive search of the easier game with exact keys, nothing forced and nothing left out, for certificates.
#
# The game is that of `relaxation`, in which loose twins may change places; see there why a loss in it is a loss of the
# game. Here some twins may be told apart, which makes it harder, up to the game itself, and the argument still holds.

_code_of: Final[Callable[[ProofColumn], int]] = itemgetter(CODE)
_is_tangled: Final[Callable[[ProofColumn], bool]] = itemgetter(IS_TANGLED)

_Cells: TypeAlias = tuple[int, ...]
_Position: TypeAlias = tuple[list[ProofColumn], _Cells, int]
"""The columns; the names of the cards in cells, in ascending order; and the foundations as in a key."""
_Change: TypeAlias = tuple[list[tuple[int, ProofColumn]], _Cells, int]
"""The changes of a move: the changed columns with their indices, the cells, and the foundations."""


class EasierGame:
    """The easier game from a board, with some twins told apart: `apart` has the lower card of each of these pairs.

    A position's key is a number with an equal share of bits for each pile. From the highest down it has the ranks of
    the foundations in the order of suits, the codes of the columns in ascending order, see BASE_BITS, and those
    of the cells, as if they were columns. `visited` are the keys of all positions reached.
    """

    def __init__(self, board: Board, variant: Variant, apart: Sequence[int] = ()) -> None:
        self._board = board
        self.columns = ProofColumns(board, variant, apart)
        self._bits = BASE_BITS + len(apart)
        self._changes = _make_changes(variant, self.columns, self._bits)
        self._cells_width = variant.cells * self._bits
        self._cells_key: dict[_Cells, int] = Memo(
            lambda cells: self._packed(sorted([self.columns.push(self.columns.empty, card)[CODE] for card in cells]))
        )
        self.visited: Final = set[int]()

    def search(self, limits: Limits) -> list[int] | None:
        """Visit all positions. Return None if none of them is won.

        Otherwise return the keys of the positions on the way to one where no card lies above a lower one, for then all
        can go home. Raise BudgetExceeded when a limit is reached.
        """
        visited, changes, bits = self.visited, self._changes, self._bits
        cells_key, cells_width = self._cells_key, self._cells_width
        root, path, pace = self._position(self._board), list[_Position](), limits.paced(visited)
        visited.add(self._key(root))
        to_do = [(0, root)]
        while to_do:
            next(pace)
            depth, position = to_do.pop()
            path[depth:] = [position]
            columns = position[0]
            if not any(map(_is_tangled, columns)):
                return list(map(self._key, path))
            codes = list(map(_code_of, columns))
            for changed, cells, home in changes(position):
                new_codes = codes.copy()
                for at, column in changed:
                    new_codes[at] = column[CODE]
                new_codes.sort()
                key = home
                for code in new_codes:
                    key = key << bits | code
                key = key << cells_width | cells_key[cells]
                if key not in visited:
                    visited.add(key)
                    new_columns = columns.copy()
                    for at, column in changed:
                        new_columns[at] = column
                    to_do.append((depth + 1, (new_columns, cells, home)))
        return None

    def key_of(self, board: Board) -> int:
        """Return the key of a board that can be reached in the game."""
        return self._key(self._position(board))

    def _position(self, board: Board) -> _Position:
        cells = tuple(sorted([self.columns.name[card] for card in board.free_cells if card is not None]))
        return [self.columns.of(column) for column in board.columns], cells, self._packed(board.foundations)

    def _key(self, position: _Position) -> int:
        columns, cells, home = position
        return self._packed(sorted(map(_code_of, columns)), home) << self._cells_width | self._cells_key[cells]

    def _packed(self, values: Iterable[int], key: int = 0) -> int:
        for value in values:
            key = key << self._bits | value
        return key


def _make_changes(variant: Variant, columns_of: ProofColumns, bits: int) -> Callable[[_Position], Iterator[_Change]]:
    """Return the function that yields the changes of every move of a single card.

    Twins in cells are treated as one, and so are empty columns, and a single card in a column does not move to an empty
    one: all this would only repeat positions.
    """
    rules, name, push, no_column = card_rules(variant), columns_of.name, columns_of.push, columns_of.empty
    targets_of = [rules.accepted_by[card] | (BITS[BOTTOM] if rules.fills_empty[card] else 0) for card in DECK]
    alike = [BITS[card] | (BITS[TWIN[card]] if name[card] == name[TWIN[card]] else 0) for card in DECK]
    needed_by = Memo[int, int](lambda home: needed_after(home >> bits * (3 - suit) & 15 for suit in range(4)))
    one_home = [1 << bits * (3 - card % 4) for card in DECK]

    def changes(position: _Position) -> Iterator[_Change]:
        columns, cells, home = position
        needed, fixed = needed_by[home], 0
        for column in columns:
            fixed |= column[FIXED]
        # A loose card stands for its twin too if that is loose and not told apart.
        sources = [
            (card, [(at, column[POPPED])], cells, alike[card] & ~fixed if column[IS_LOOSE] else BITS[card])
            for at, column in enumerate(columns)
            if (card := column[TOP]) != BOTTOM
        ]
        for card in set(cells):
            at = cells.index(card)
            sources.append((card, [], cells[:at] + cells[at + 1 :], alike[card] & ~fixed))
        for card, taken, left, stands_for in sources:
            if going := stands_for & needed:
                for gone in cards_in(going):
                    yield taken, left, home + one_home[gone]
            targets = targets_of[card]
            if taken and len(cells) < variant.cells and not rules.home_only & BITS[card]:
                yield taken, tuple(sorted((*cells, name[card]))), home
            if taken and taken[0][1] is no_column:
                targets &= ~BITS[BOTTOM]
            for onto, column in enumerate(columns):
                if targets & BITS[column[TOP]]:
                    if column is no_column:
                        targets &= ~BITS[BOTTOM]
                    yield [*taken, (onto, push(column, name[card]))], left, home

    return changes


_MOST_FOLLOWED: Final = 16
"""The most boards with the same key to follow: which of two twins leaves the cells may matter only later."""


class Win(NamedTuple):
    """A position that is won by these moves of a single card each, played without autoplay."""

    moves: tuple[Move, ...]


class Loss(NamedTuple):
    """A position that is lost: `keys` are all positions of the easier game with the twins of these cards told apart."""

    apart: tuple[int, ...]
    keys: set[int]


def search_or_refine(board: Board, variant: Variant, apart: tuple[int, ...], limits: Limits) -> Win | Loss | int:
    """Search the easier game with some twins apart. Return a proof, or the lower of another pair to be told apart."""
    game = EasierGame(board, variant, apart)
    try:
        keys = game.search(limits)
        limits.end_attempt(len(game.visited))
        if keys is None:
            return Loss(apart, game.visited)
        return _follow(board, variant, game, keys)
    finally:
        game.columns.release()


class Refinement:
    """A proof of loss in progress: the twins told apart so far."""

    def __init__(self, board: Board, variant: Variant) -> None:
        self._board = board
        self._variant = variant
        self._apart: tuple[int, ...] | None = ()  # None once the game is won

    def is_lost(self, max_states: float, limits: Limits) -> bool:
        """Return whether the position is proved lost, visiting at most `max_states` in this call.

        False proves nothing. Raise BudgetExceeded when a limit is reached.
        """
        part = Limits(limits.remaining(max_states), stop=limits.stop)
        try:
            while self._apart is not None:
                proof = search_or_refine(self._board, self._variant, self._apart, part)
                if isinstance(proof, Loss):
                    return True
                self._apart = None if isinstance(proof, Win) else tuple(sorted((*self._apart, proof)))
        except BudgetExceeded:
            pass
        finally:
            limits.end_attempt(part.states)
        limits.check(0)
        return False


_Trail: TypeAlias = "tuple[Move, _Trail] | None"


def _follow(board: Board, variant: Variant, game: EasierGame, keys: Sequence[int]) -> Win | int:
    """Replay a win of the easier game with the real cards.

    `keys` are those of its positions.

    Return it if it is a win of the game itself, otherwise the lower of the first twins that have to change places.
    """
    there: list[tuple[Board, _Trail]] = [(board, None)]
    for key in keys[1:]:
        found = dict[object, tuple[Board, _Trail]]()
        for before, trail in there:
            for move in legal_moves(before, variant):
                if move_size(before, move, variant) == 1:
                    after = apply_move(before, move, variant)
                    if game.key_of(after) == key:
                        found[after.without_order] = after, (move, trail)
        if not found:
            return next(lower for before, _ in there for lower in _exchanged(before, variant, game, key))
        there = list(found.values())[:_MOST_FOLLOWED]
    return Win(_finish(*there[0], variant))


def _exchanged(board: Board, variant: Variant, game: EasierGame, key: int) -> Iterator[int]:
    """Yield the lower of each pair of twins whose exchange lets one of them go home, reaching `key`."""
    fixed = 0
    for column in board.columns:
        fixed |= game.columns.of(column)[FIXED]
    for suit, rank in enumerate(board.foundations):
        card, twin = 4 * rank + suit, 4 * rank + 3 - suit
        if board.foundations[3 - suit] <= rank < KING and not fixed & (BITS[card] | BITS[twin]):
            names = {DECK[card]: DECK[twin], DECK[twin]: DECK[card]}
            columns = tuple(tuple(names.get(each, each) for each in column) for column in board.columns)
            cells = tuple(None if each is None else names.get(each, each) for each in board.free_cells)
            other = Board(columns, cells, board.foundations)
            pile, above = other.locate(DECK[card])
            if above == 1 and game.key_of(apply_move(other, Move(pile, HOME), variant)) == key:
                yield min(card, twin)


def _finish(board: Board, trail: _Trail, variant: Variant) -> tuple[Move, ...]:
    """Return the moves of a win whose last board has no card above a lower one."""
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
