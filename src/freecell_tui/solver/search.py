"""Best-first search, beam search, and the player's moves reconstructed from them."""

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush, heappushpop
from typing import Final, TypeAlias

from freecell_tui.engine import CELLS, COLUMNS, DECK, HOME, Autoplay, Board, Move, Variant
from freecell_tui.solver import space as search
from freecell_tui.solver.cards import BITS, DEPENDENTS, cards_in
from freecell_tui.solver.columns import CARDS, EMPTIES, LENGTH, POPPED, PUSHED, TO_LIFT, TOP, Column, summary_of, top_of
from freecell_tui.solver.results import CHECK_INTERVAL, Limits
from freecell_tui.solver.space import ESTIMATE, GOING, KEY, NEEDED, PARENT, Node, SearchSpace, Successor, estimate_of
from freecell_tui.solver.successors import NO_LIMIT, make_applier, make_expander


class Exhausted(Exception):
    """All reachable positions were visited, and none is won."""


def best_first(space: SearchSpace, root: Node, max_states: float, limits: Limits, margin: int) -> Node | None:
    """Return the node of a won position; raise Exhausted if none exists.

    None once more than `max_states` are visited. Successors whose estimate exceeds their parent's by `margin` or more
    are left out. Raise BudgetExceeded when a limit is reached.

    Of all open nodes the one with the lowest estimate is expanded next; ties are broken last in, first out. The open
    list is a heap of families: the remaining successors of one node, the best last. That is cheaper than a heap of
    successors, most of which would never leave it.
    """
    expand, apply, visited, won = make_expander(space), make_applier(space), space.visited, space.won
    queue: list[tuple[int, int, list[Successor]]] = []
    family, age, pace = expand(root, root[ESTIMATE] + margin), 0, limits.paced(visited)
    while not won:
        if len(visited) > max_states:
            return None
        next(pace)
        if family:
            family.sort(key=estimate_of, reverse=True)
            age -= 1
            _, family_age, family = heappushpop(queue, (family[-1][0], age, family))
        elif queue:
            _, family_age, family = heappop(queue)
        else:
            raise Exhausted
        successor = family.pop()
        if family:
            heappush(queue, (family[-1][0], family_age, family))
        node = apply(successor)
        family = expand(node, node[ESTIMATE] + margin) if node is not None else []
    return won[0]


# Beam search: of all positions at one depth, only the best few are expanded.
#
# It finds short solutions, but proves nothing.

HOPE: Final = 1500
"""The most hoped for from cards going home, in thousandths.

A successor may be so much better than its estimate.

Worse successors are not applied: that would take a twelfth more time for solutions 0.02 moves shorter, of 26. With 0
here solutions are 0.3 moves longer.
"""


def beam(space: SearchSpace, root: Node, width: int, limits: Limits) -> Node | None:
    """Return the first won node of a beam of `width` nodes, or None.

    Depth is the number of moves, so the first win found is a short one. Raise BudgetExceeded when a limit is reached.
    """
    expand, apply, visited, won = make_expander(space), make_applier(space), space.visited, space.won
    # Where everything goes home, what that does is nearly the same wherever the cards above were put, and known from
    # the last time: how much the estimate improves, and how the key changes. So most positions that are too bad, or
    # were visited, need not be made, which saves an eighth of the time.
    changes_at_home = dict[tuple[int, int], tuple[int, int]]()
    layer = [root]
    while layer:
        # The layer has its best first, so that early successors exclude many later ones before they are generated.
        found, limit = list[Successor](), NO_LIMIT
        for at, node in enumerate(layer):
            if at % CHECK_INTERVAL == 0:
                limits.check(len(visited))
            columns, needed = node[search.COLUMNS], node[NEEDED]
            for successor in expand(node, limit):
                if not successor[GOING]:
                    found.append(successor)
                    continue
                # The true estimate and key are known only after cards have gone home.
                estimate, _, source, _, _, key, _ = successor
                left = columns[source] if source < search.CELL else None
                hope, change = changes_at_home.get((id(left), needed), (HOPE, 0))
                if estimate >= limit + hope or (change and key + change in visited):
                    continue
                home = apply(successor)
                if home is None:
                    continue
                if space.everything:
                    changes_at_home[id(left), needed] = estimate - home[ESTIMATE], home[KEY] - key
                if home[ESTIMATE] < limit:
                    found.append((home[ESTIMATE], home, 0, 0, 0, 0, 0))
            if won:
                return won[0]
            if len(found) >= width * 5 // 4:
                found.sort(key=estimate_of)
                del found[width:]
                limit = estimate_of(found[-1])
        found.sort(key=estimate_of)
        layer = [node for node in map(apply, found[:width]) if node is not None]
    return None


_PILES: Final = (*COLUMNS, *CELLS, HOME)
_FIRST_CELL: Final = len(COLUMNS)
_HOME: Final = len(_PILES) - 1


@cache
def _move(source: int, target: int, count: int | None = None) -> Move:
    """Return a move between two of _PILES. Cached, as creating a Move takes longer than the rest."""
    return Move(_PILES[source], _PILES[target], count)


def reconstruct(board: Board, variant: Variant, autoplay: Autoplay, won: Node) -> tuple[Move, ...]:
    """Return the moves from `board`, the root's, to the win from the node `won`.

    A search may send more cards home automatically than a game with this `autoplay`: the rest are separate moves.
    """
    path = []
    node: Node | None = won
    while node is not None:
        path.append(node)
        node = node[PARENT]
    columns, _, needed, *_ = path.pop()
    table = columns.copy(), list[int | None](board.free_cells)
    moves: list[Move] = []
    for _, _, needed_now, _, _, _, source, target, count in reversed(path):
        if target != search.HOME:
            moves.append(_write(table, variant, source, target, count))
        if needed_now != needed:
            running = target != search.HOME
            moves += _send_home(table, variant, autoplay, needed, needed_now, running=running)
            needed = needed_now
    return (*moves, *_send_home(table, variant, autoplay, needed, 0, running=False))


_Table: TypeAlias = tuple[list[Column], list[int | None]]
"""The columns, and the cells: nodes do not know in which one a card is."""


def _write(table: _Table, variant: Variant, source: int, target: int, count: int) -> Move:
    """Make a move of the search and return the engine's move."""
    columns, cells = table
    if source >= search.CELL:
        card = source - search.CELL
        at = cells.index(card)
        cells[at] = None
        columns[target] = columns[target][PUSHED][card]
        return _move(_FIRST_CELL + at, target)
    column = columns[source]
    if target == search.CELL:
        at = cells.index(None)
        cells[at] = column[TOP]
        columns[source] = column[POPPED]
        return _move(source, _FIRST_CELL + at)
    most = count
    if not columns[target][LENGTH]:
        most = column[LENGTH]
        if not variant.kings_only:
            empties = sum(map(summary_of, columns)) >> EMPTIES & 15
            most = min(most, (cells.count(None) + 1) << (empties - 1))
    for card in column[CARDS][-count:]:
        columns[source] = columns[source][POPPED]
        columns[target] = columns[target][PUSHED][card]
    return _move(source, target, None if count == most else count)


def _send_home(
    table: _Table, variant: Variant, autoplay: Autoplay, needed: int, until: int, *, running: bool
) -> Iterator[Move]:
    """Send cards home until `needed` is `until`, and yield the moves.

    Only cards that autoplay leaves are moves, the leftmost first, columns before cells. Where no exposed card can go
    home, cards are lifted into cells, for which there is room. Autoplay is `running` only after a move: on the first
    board even safe cards need moves of their own.
    """
    columns, cells = table
    goes_anyway = autoplay is Autoplay.ALL or (autoplay is Autoplay.SAFE and variant.by_suit)
    exposed = dict(zip(map(top_of, columns), range(_FIRST_CELL), strict=False))
    exposed.update(zip(cells, range(_FIRST_CELL, _HOME), strict=False))
    going = list(cards_in(needed & ~until))  # the next card of each suit from which cards go home
    while going:
        for card in going if running else ():
            is_safe = autoplay is Autoplay.SAFE and not needed & DEPENDENTS[card]
            if card in exposed and (goes_anyway or is_safe):
                break
        else:
            running = True
            ready = [card for card in going if card in exposed]
            if not ready:
                # Lift a card that is above a lower one, from the column where a card can go home soonest.
                to_lift = [summary_of(column) >> TO_LIFT or len(DECK) for column in columns]
                source = to_lift.index(min(to_lift))
                lifted = columns[source][TOP]
                yield _write(table, variant, source, search.CELL, 1)
                exposed[lifted] = cells.index(lifted) + _FIRST_CELL
                exposed[columns[source][TOP]] = source
                continue
            card = min(ready, key=exposed.__getitem__)
            yield _move(exposed[card], _HOME)
        at = exposed.pop(card)
        if at >= _FIRST_CELL:
            cells[at - _FIRST_CELL] = None
        else:
            columns[at] = under = columns[at][POPPED]
            exposed[under[TOP]] = at
        going.remove(card)
        needed ^= BITS[card]
        if card < len(DECK) - 4:
            needed |= BITS[card + 4]
            if not until & BITS[card + 4]:
                going.append(card + 4)
