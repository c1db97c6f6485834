"""Best-first search: the node that looks nearest to home is expanded next."""

from heapq import heappop, heappush, heappushpop

from freecell_tui.solver.apply import make_applier
from freecell_tui.solver.limits import CHECK_INTERVAL, Limits
from freecell_tui.solver.nodes import ESTIMATE, Node, Successor, estimate_of
from freecell_tui.solver.space import SearchSpace
from freecell_tui.solver.successors import NO_LIMIT, make_expander


class Exhausted(Exception):
    """All positions that can be reached were visited, and none is won."""


def best_first(
    space: SearchSpace, root: Node, max_states: float, limits: Limits, margin: int = NO_LIMIT
) -> Node | None:
    """Return the node of a won position; raise Exhausted if none can be reached.

    None once more than `max_states` are visited. Successors whose estimate exceeds their parent's by `margin` or more
    are left out. Raise BudgetExceeded when a limit is reached.

    The open list is a heap of families: the successors of one node that are left, the best last. That is cheaper than a
    heap of successors, most of which stay in it to the end. Ties are broken last in, first out.
    """
    expand, apply, visited, won = make_expander(space), make_applier(space), space.visited, space.won
    queue: list[tuple[int, int, list[Successor]]] = []
    family, age = expand(root, root[ESTIMATE] + margin), 0
    until_check = 0
    while not won:
        if len(visited) > max_states:
            return None
        if until_check:
            until_check -= 1
        else:
            limits.check(len(visited))
            until_check = CHECK_INTERVAL
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
