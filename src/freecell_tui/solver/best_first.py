"""Best-first search: always on from the position that looks nearest to home."""

from heapq import heappop, heappush

from freecell_tui.solver.children import NO_LIMIT
from freecell_tui.solver.moves import Moves
from freecell_tui.solver.nodes import Child, Node
from freecell_tui.solver.watch import BETWEEN_LOOKS, Watch


class Exhausted(Exception):
    """Every position that can be reached was looked at, and none is won."""


def best_first(moves: Moves, root: Node, most_states: float, watch: Watch, margin: int = NO_LIMIT) -> Node | None:
    """The node of a won position, or None if more than `most_states` have been seen; raise Exhausted if there is none.

    Children that look worse than their parent by `margin` or more are left out.

    The queue is a stack of children for each value, and a heap of the values that have one: cheaper than a heap of
    children, and the last in is the first out among equals.
    """
    children, made, seen, won = moves.children, moves.made, moves.seen, moves.won
    stacks: dict[int, list[Child]] = {root.value: [(root.value, root, 0, 0, 0, 0, 0)]}
    values = [root.value]
    until_look = 0
    while values:
        if until_look:
            until_look -= 1
        else:
            watch.look(len(seen))
            until_look = BETWEEN_LOOKS
        lowest = values[0]
        stack = stacks[lowest]
        child = stack.pop()
        if not stack:
            del stacks[lowest]
            heappop(values)
        node = made(child)
        if node is None:
            continue
        for found in children(node, node[4] + margin):
            value = found[0]
            if value in stacks:
                stacks[value].append(found)
            else:
                stacks[value] = [found]
                heappush(values, value)
        if won:
            return won[0]
        if len(seen) > most_states:
            return None
    raise Exhausted
