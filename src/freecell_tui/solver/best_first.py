"""Best-first search: always on from the position that looks nearest to home."""

from heapq import heappop, heappush, heappushpop

from freecell_tui.solver.limits import BETWEEN_LOOKS, Limits
from freecell_tui.solver.moves import Moves
from freecell_tui.solver.nodes import VALUE, Node, Successor, value_of
from freecell_tui.solver.successors import NO_LIMIT


class Exhausted(Exception):
    """Every position that can be reached was looked at, and none is won."""


def best_first(moves: Moves, root: Node, most_states: float, watch: Limits, margin: int = NO_LIMIT) -> "Node | None":
    """The node of a won position, or None if more than `most_states` have been seen; raise Exhausted if there is none.

    Children that look worse than their parent by `margin` or more are left out.

    The queue is a heap of families: the children of one node that are left, the best last. That is cheaper than a heap
    of children, of which most stay in it to the end. Among equals the last that was found is the first out.
    """
    children, made, seen, won = moves.children, moves.made, moves.seen, moves.won
    queue: list[tuple[int, int, list[Successor]]] = []
    family, played_ago = children(root, root[VALUE] + margin), 0
    until_look = 0
    while not won:
        if len(seen) > most_states:
            return None
        if until_look:
            until_look -= 1
        else:
            watch.look(len(seen))
            until_look = BETWEEN_LOOKS
        if family:
            family.sort(key=value_of, reverse=True)
            played_ago -= 1
            _, its_age, family = heappushpop(queue, (family[-1][0], played_ago, family))
        elif queue:
            _, its_age, family = heappop(queue)
        else:
            raise Exhausted
        child = family.pop()
        if family:
            heappush(queue, (family[-1][0], its_age, family))
        node = made(child)
        family = children(node, node[VALUE] + margin) if node is not None else []
    return won[0]
