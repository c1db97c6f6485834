"""Best-first search guided by the relaxed game: the position nearest to a win there is expanded next.

The relaxed game (see `relaxation`) is explored, and then backwards from its won positions, which gives the distance of
each of its positions from a win. The search of the game itself uses these distances, and leaves out all positions
without one. If the relaxed game was explored completely, these are lost, or they follow a first move that covered a
card that was safe to go home, and are no better than without it. Then the search is complete.

This pays without cells, where the relaxed game has hundreds of thousands of positions, and the game a thousand times as
many: deal 549073385 is won after 400 positions.
"""

from collections import deque
from collections.abc import Mapping
from heapq import heappop, heappush

from freecell_tui.engine import Board, Variant
from freecell_tui.solver.cards import Memo, cards_in
from freecell_tui.solver.columns import CARDS, TO_LIFT, summary_of
from freecell_tui.solver.relaxation import COLUMN_KEY, ZOBRIST_IN_CELL, RelaxedColumns, key_of_home
from freecell_tui.solver.relaxation import make_expander as make_relaxed_expander
from freecell_tui.solver.results import Limits
from freecell_tui.solver.search import Exhausted
from freecell_tui.solver.space import CELLS, COLUMNS, NEEDED, Node, SearchSpace
from freecell_tui.solver.successors import NO_LIMIT, make_applier, make_expander


def relaxed_distances(board: Board, variant: Variant, max_states: float, limits: Limits) -> tuple[dict[int, int], bool]:
    """Explore the relaxed game from `board` until it has met more than `max_states` positions, or all of them.

    Return the number of moves to a win by a position's key, where a win is known, and whether all were met: then
    positions without a distance are lost. Raise BudgetExceeded when a limit is reached.
    """
    interned = RelaxedColumns(variant)
    seen = set[int]()  # only within one expansion, as all paths to a position are wanted
    expand = make_relaxed_expander(variant, interned, seen)
    *_, key = root = interned.root(board)
    predecessors, won = {key: list[int]()}, list[int]()
    open_nodes, pace = [root], limits.paced(predecessors)
    while open_nodes and len(predecessors) <= max_states:
        next(pace)
        *_, key = node = open_nodes.pop()
        seen.clear()
        successors = expand(node)
        if successors is None:
            won.append(key)
            continue
        for successor in successors:
            *_, after = successor
            if (before := predecessors.get(after)) is None:
                predecessors[after] = [key]
                open_nodes.append(successor)
            else:
                before.append(key)
    limits.end_attempt(len(predecessors))
    interned.release()
    distances, to_do = dict.fromkeys(won, 0), deque(won)
    while to_do:
        key = to_do.popleft()
        for earlier in predecessors[key]:
            if earlier not in distances:
                distances[earlier] = distances[key] + 1
                to_do.append(earlier)
    return distances, not open_nodes


def guided_search(
    space: SearchSpace, board: Board, distances: Mapping[int, int], max_states: float, limits: Limits
) -> Node | None:
    """Return the node of a won position.

    None once more than `max_states` are visited.

    The space must send home what is safe, and no more. Raise Exhausted if no win can be reached, which proves a loss if
    the distances are whole; or BudgetExceeded when a limit is reached.
    """
    expand, apply, visited, won = make_expander(space), make_applier(space), space.visited, space.won
    relaxed = RelaxedColumns(space.variant)
    of_needed = Memo(key_of_home)
    of_columns = Memo[tuple[int, ...], int](lambda cards: relaxed.of(cards[1:])[COLUMN_KEY])  # all but BOTTOM

    def key_of(node: Node) -> int:
        """Return the key of a node in the relaxed game."""
        key = of_needed[node[NEEDED]] + sum([of_columns[column[CARDS]] for column in node[COLUMNS]])
        return key + sum([ZOBRIST_IN_CELL[card] for card in cards_in(node[CELLS])])

    node, age, pace = space.root(board), 0, limits.paced(visited)
    queue: list[tuple[int, int, Node]] = []
    while len(visited) <= max_states:
        next(pace)
        for successor in expand(node, NO_LIMIT):
            after = apply(successor)
            if after is None:
                continue
            # Cards may have gone home beyond the first position in which all can: the relaxed game ends with that.
            if not sum(map(summary_of, after[COLUMNS])) >> TO_LIFT:
                won.append(after)
            elif (distance := distances.get(key_of(after))) is not None:
                age -= 1
                heappush(queue, (distance, age, after))
        if won or not queue:
            break
        _, _, node = heappop(queue)
    relaxed.release()
    if won:
        return won[0]
    if not queue:
        raise Exhausted
    return None
