"""Proofs that a position is lost, by exhaustive search of a relaxed game.

Two cards of one rank and colour are *twins*. A card is *loose* in a cell, and in a column if it and all the cards above
it lie on cards that they fit, or at the bottom. What is not loose is *fixed*: as nothing is ever put where it does not
fit, it has been there since the search began, and the highest fixed card of a column tells all the cards below it.

In the relaxed game twins may change places whenever both are loose. Everything else is the same, for in the columns the
rules are the same for both twins. So a win of the game is a win of the relaxed game by the same moves, and **a position
lost in the relaxed game is lost**. This saves much: two sequences that grow side by side can be crossed at every rank,
which makes a thousand positions with ten ranks, and they are one in the relaxed game. Deal 3407376345 has 23.6 million
positions, and 370 thousand there. A win of the relaxed game proves nothing; it occurred in 24 of 1,500 lost deals.

The search has no heuristic, as the order does not matter when everything is visited. It moves single cards only, as
every longer move consists of these.

Safe cards go home before anything else is tried. In the game that loses nothing (see `safe_moves`), and the search must
follow the game there, though the relaxed game itself might be won otherwise. It does: where a safe card could go home
by either of two names, some safe card is exposed in the game as well. For if that one is covered there, it is by a
sequence of lower cards that are safe too, down to one that is exposed. So it is enough to try *every* safe card from
*every* place, and not enough to try the first.
"""

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from freecell_tui.engine import DECK, Board, Variant
from freecell_tui.solver.cards import (
    ALL_CARDS,
    BITS,
    BOTTOM,
    LOWER,
    TWIN,
    Memo,
    card_rules,
    cards_in,
    foundations,
    mask_of,
    needed_after,
    random_terms,
    safe_moves,
)
from freecell_tui.solver.columns import EMPTIES, ONE_EMPTY, POPPED, TOP, release_all, summary_of, top_of
from freecell_tui.solver.results import Limits

# The key of a node is an additive Zobrist hash, as in `cards`, but knows less. It tells a column by its highest fixed
# card, or by the rank and colour of its lowest card where all are loose, and by its number of loose cards, whose
# colours follow from that. It tells what is in the cells by rank and colour, and what is home by suit.
_next_term = random_terms(1978)


def _terms() -> tuple[int, ...]:
    return tuple(_next_term() for _ in DECK)


def _terms_of_twins() -> tuple[int, ...]:
    """Return a random term for each card, the same for its twin."""
    terms = _terms()
    return tuple(terms[min(card, TWIN[card])] for card in DECK)


ZOBRIST_AT_HOME: Final = _terms()
ZOBRIST_IN_CELL: Final = _terms_of_twins()
_ZOBRIST_FIXED: Final = _terms()
_ZOBRIST_LOOSE: Final = tuple(_terms_of_twins() for _ in range(2 * len(DECK)))
"""`_ZOBRIST_LOOSE[base][card]` is the term of a loose card in a column. The base is the highest fixed card, or, where
all cards are loose, 52 more than the lowest card or its twin, whichever is less."""


def key_of_home(needed: int) -> int:
    """Return what the cards at home add to the key of a node, given the set of needed cards."""
    home = foundations(needed)
    return sum([ZOBRIST_AT_HOME[card] for card in DECK if card // 4 < home[card % 4]])


RelaxedColumn: TypeAlias = tuple[int, int, "RelaxedColumn", int, int, tuple[int, ...], int, dict[int, "RelaxedColumn"]]
"""A column in which a loose card stands for either twin: a plain tuple, as in `columns`.

The first three places are those of `columns`: SUMMARY, TOP and POPPED. The SUMMARY, to be added up over a table's
columns, is the top card as a set; from bit EMPTIES, 1 if the column is empty; from bit OUT_OF_ORDER, 1 if a card lies
above a lower one somewhere; and from bit FIXED, its fixed cards as a set.
"""
COLUMN_KEY: Final = 3  # what it adds to the key of a node
BASE: Final = 4  # what its loose cards lie on, as an index of _ZOBRIST_LOOSE; meaningless where there are none
CARDS: Final = 5  # its cards, the lowest place first
MASK: Final = 6  # its cards, as a set
PUSHED: Final = 7  # the columns with one card pushed on it, by that card, as far as they exist

# The bits where the numbers of a SUMMARY begin, and their units, besides EMPTIES.
OUT_OF_ORDER: Final = 56
ONE_OUT_OF_ORDER: Final = 1 << OUT_OF_ORDER
FIXED: Final = 64
ONE_FIXED: Final = 1 << FIXED

RelaxedNode: TypeAlias = tuple[list[RelaxedColumn], int, int, int]
"""The columns; the set of cards in cells, by names that stand for either twin; the set of needed cards; and the key."""


class RelaxedColumns:
    """The interned columns of one search of the relaxed game."""

    def __init__(self, variant: Variant) -> None:
        self._accepted_by = card_rules(variant).accepted_by
        self.empty: RelaxedColumn = (ONE_EMPTY, BOTTOM, None, 0, 0, (), 0, {})  # type: ignore[assignment]

    def of(self, cards: Iterable[int]) -> RelaxedColumn:
        column: RelaxedColumn = self.empty
        for card in cards:
            column = column[PUSHED].get(card) or self.push(column, card)
        return column

    def push(self, under: RelaxedColumn, card: int) -> RelaxedColumn:
        summary, below, _, key, base, cards, mask, pushed = under
        bit, fixed = BITS[card], summary & -ONE_FIXED
        out_of_order = ONE_OUT_OF_ORDER if mask & LOWER[card] else summary & ONE_OUT_OF_ORDER
        if below == BOTTOM:
            base = len(DECK) + min(card, TWIN[card])
            key = _ZOBRIST_LOOSE[base][card]
        elif self._accepted_by[card] & BITS[below]:
            key += _ZOBRIST_LOOSE[base][card]
        else:
            base, key, fixed = card, _ZOBRIST_FIXED[card], ONE_FIXED * (mask | bit)
        column: RelaxedColumn = (bit | out_of_order | fixed, card, under, key, base, (*cards, card), mask | bit, {})
        pushed[card] = column
        return column

    def release(self) -> None:
        release_all(self.empty, PUSHED)

    def root(self, board: Board) -> RelaxedNode:
        columns = [self.of(map(int, column)) for column in board.columns]
        in_cells = [int(card) for card in board.free_cells if card is not None]
        needed = needed_after(board.foundations)
        key = sum([column[COLUMN_KEY] for column in columns]) + sum([ZOBRIST_IN_CELL[card] for card in in_cells])
        return columns, mask_of(in_cells), needed, key + key_of_home(needed)


def has_relaxation(variant: Variant) -> bool:
    """Return whether a variant has a relaxed game. Twins must fit on the same cards, and cards must stay home."""
    return not variant.by_suit and not variant.cards_come_back


def relaxed_search(board: Board, variant: Variant, max_states: float, limits: Limits) -> bool | None:
    """Return whether the relaxed game can be won from `board`. The variant must have one.

    False proves that the game is lost, and True proves nothing. None once more than `max_states` are visited. Raise
    BudgetExceeded when a limit is reached.
    """
    interned = RelaxedColumns(variant)
    *_, key = root = interned.root(board)
    open_nodes, visited = [root], {key}
    expand = make_expander(variant, interned, visited)
    pace = limits.paced(visited)
    won: bool | None = False
    while open_nodes and won is False:
        next(pace)
        successors = expand(open_nodes.pop())
        if successors is None:
            won = True
        elif len(visited) > max_states:
            won = None
        else:
            open_nodes += successors
    limits.end_attempt(len(visited))
    interned.release()
    return won


def make_expander(
    variant: Variant, interned: RelaxedColumns, visited: set[int]
) -> Callable[[RelaxedNode], list[RelaxedNode] | None]:
    """Return the function that expands nodes of the relaxed game.

    It returns the unvisited successors of a node, each one card's move away, and marks them visited. Where a safe card
    can go home, nothing else is tried. It returns None for a node where no card lies above a lower one, for then
    all can go home.
    """
    rules, cell_count, no_column = card_rules(variant), variant.cells, interned.empty
    targets_of = [rules.accepted_by[card] | (ONE_EMPTY if rules.fills_empty[card] else 0) for card in DECK]
    movable = ALL_CARDS & ~rules.home_only
    twins = Memo[int, int](lambda cards: mask_of(TWIN[card] for card in cards_in(cards)))
    home_moves, land = _make_home_moves(interned, visited, twins), _make_landings(interned, visited)

    def expand(node: RelaxedNode) -> list[RelaxedNode] | None:
        columns, cells, needed, key = node
        summary = sum(map(summary_of, columns))
        if not summary >> OUT_OF_ORDER & 255:
            return None
        tops, loose = summary & ALL_CARDS, ~(summary >> FIXED)
        found: list[RelaxedNode] = []

        exposed = tops | cells
        if exposed & (needed | twins[needed & loose]) and home_moves(node, exposed, loose, found):
            return found

        targets = tops | ONE_EMPTY if summary >> EMPTIES & 15 else tops
        free = cells.bit_count() < cell_count
        places = list(map(top_of, columns))
        for source, (own_summary, card, under, column_key, _, _, _, _) in enumerate(columns):
            if not own_summary & movable:
                continue
            hits = targets & targets_of[card]
            if under is no_column:
                hits &= ALL_CARDS  # Empty columns are equivalent.
            key_without = key - column_key + under[COLUMN_KEY]
            if free and (new_key := key_without + ZOBRIST_IN_CELL[card]) not in visited:
                visited.add(new_key)
                new_columns = columns.copy()
                new_columns[source] = under
                found.append((new_columns, cells | BITS[card], needed, new_key))
            if hits:
                left_columns = columns.copy()
                left_columns[source] = under
                land(card, hits, (left_columns, cells, needed, key_without), places, found)
        left = cells
        while left:
            card = left.bit_length() - 1
            left ^= BITS[card]
            if hits := targets & targets_of[card]:
                land(card, hits, (columns, cells ^ BITS[card], needed, key - ZOBRIST_IN_CELL[card]), places, found)
        return found

    return expand


def _make_landings(
    interned: RelaxedColumns, visited: set[int]
) -> Callable[[int, int, RelaxedNode, list[int], list[RelaxedNode]], None]:
    push = interned.push

    def land(card: int, targets: int, without: RelaxedNode, places: list[int], found: list[RelaxedNode]) -> None:
        """Add the successors in which a card moves to one of the `targets`, from the position `without` it.

        The set of `targets` names columns by their top cards, which are the `places`.
        """
        columns, cells, needed, key_without = without
        while targets:
            target = targets.bit_length() - 1
            targets ^= BITS[target]
            at = places.index(target)
            onto = columns[at]
            column = onto[PUSHED].get(card) or push(onto, card)
            new_key = key_without + column[COLUMN_KEY] - onto[COLUMN_KEY]
            if new_key not in visited:
                visited.add(new_key)
                new_columns = columns.copy()
                new_columns[at] = column
                found.append((new_columns, cells, needed, new_key))

    return land


def _make_home_moves(
    interned: RelaxedColumns, visited: set[int], twins: Memo[int, int]
) -> Callable[[RelaxedNode, int, int, list[RelaxedNode]], bool]:
    safe_of = safe_moves(everything=False)

    def send_home(node: RelaxedNode, name: int, card: int, found: list[RelaxedNode]) -> None:
        """Add the successor in which `card` has gone home from the place where `name` is exposed."""
        columns, cells, needed, key = node
        columns, bit, key = columns.copy(), BITS[card], key + ZOBRIST_AT_HOME[card]
        if cells & BITS[name]:
            cells ^= BITS[name]
            key -= ZOBRIST_IN_CELL[name]
        else:
            at, column = next((at, column) for at, column in enumerate(columns) if column[TOP] == name)
            columns[at] = column[POPPED]
            key += column[POPPED][COLUMN_KEY] - column[COLUMN_KEY]
        if key in visited:
            return
        visited.add(key)
        if cells & bit:  # Its twin stays, and takes the free name.
            cells ^= bit | BITS[name]
        elif name != card:
            at, column = next((at, column) for at, column in enumerate(columns) if column[MASK] & bit)
            columns[at] = interned.of(name if other == card else other for other in column[CARDS])
        found.append((columns, cells, needed ^ (bit | bit << 4 & ALL_CARDS), key))

    def home_moves(node: RelaxedNode, exposed: int, loose: int, found: list[RelaxedNode]) -> bool:
        """Add the successors in which a card has gone home. Return whether one was safe."""
        _, _, needed, _ = node
        wanted = safe_of[needed]
        safe = exposed & (wanted | twins[wanted & loose] & loose)
        if not safe:
            wanted = needed
        for card in cards_in(safe or exposed & (wanted | twins[wanted])):
            if wanted & BITS[card]:
                send_home(node, card, card, found)
            if wanted & loose & BITS[TWIN[card]] and loose & BITS[card]:
                send_home(node, card, TWIN[card], found)
        return bool(safe)

    return home_moves
