"""Beam search: of all positions at one depth, only the best few are expanded.

It finds short solutions, and proves nothing.
"""

from typing import Final

from freecell_tui.solver.apply import Applier, make_applier
from freecell_tui.solver.limits import CHECK_INTERVAL, Limits
from freecell_tui.solver.nodes import ESTIMATE, GOING, Node, Successor, estimate_of
from freecell_tui.solver.space import SearchSpace
from freecell_tui.solver.successors import NO_LIMIT, Expander, make_expander

HOPE: Final = 1500
"""How much better than its estimate, in thousandths, a successor may turn out to be once its cards have gone home.

What looks worse still is not applied: that would take a twelfth more time for solutions 0.02 moves shorter, of 26. With
no hope at all they are 0.3 longer.
"""


def beam(space: SearchSpace, root: Node, width: int, limits: Limits) -> Node | None:
    """Return the first won node of a beam of `width` nodes; None if it finds none.

    Depth is the number of moves, so the first win found is a short one. Raise BudgetExceeded when a limit is reached.
    """
    expand, apply = make_expander(space), make_applier(space)
    layer = [root]
    while layer:
        best = _best_successors(space, layer, width, expand, apply, limits)
        if space.won:
            return space.won[0]
        layer = [node for successor in best if (node := apply(successor)) is not None]
    return None


def _best_successors(
    space: SearchSpace, layer: list[Node], width: int, expand: Expander, apply: Applier, limits: Limits
) -> list[Successor]:
    """Return the `width` best successors of a layer, the best first.

    The layer has its best first, so what comes early keeps much of what comes later out before it is generated.
    """
    won, visited = space.won, space.visited
    found: list[Successor] = []
    limit = NO_LIMIT
    for at, node in enumerate(layer):
        if at % CHECK_INTERVAL == 0:
            limits.check(len(visited))
        for successor in expand(node, limit):
            if not successor[GOING]:
                found.append(successor)
            elif (
                estimate_of(successor) < limit + HOPE
                and (home := apply(successor)) is not None
                and home[ESTIMATE] < limit
            ):
                # The true estimate is known only after cards have gone home.
                found.append((home[ESTIMATE], home, 0, 0, 0, 0, 0))
        if won:
            break
        if len(found) >= width * 5 // 4:
            found.sort(key=estimate_of)
            del found[width:]
            limit = estimate_of(found[-1])
    found.sort(key=estimate_of)
    return found[:width]
