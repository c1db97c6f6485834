"""Beam search: of all positions so many moves away, the few best, move by move. It proves nothing."""

from operator import itemgetter

from freecell_tui.solver.moves import Moves
from freecell_tui.solver.nodes import Child, Node
from freecell_tui.solver.watch import Watch


def beam(moves: Moves, root: Node, width: int, watch: Watch) -> Node | None:
    """The node of a won position with as few moves as a beam of `width` positions finds, or None if it finds none."""
    layer = [root]
    while layer:
        found: list[Child] = []
        for at, node in enumerate(layer):
            if at % 32 == 0:
                watch.look(len(moves.seen))
            found += moves.children(node)
        if moves.won:
            return moves.won[0]
        found = [valued for child in found if (valued := _valued(child, moves)) is not None]
        found.sort(key=itemgetter(0))
        layer = [made for child in found[:width] if (made := moves.made(child)) is not None]
    return None


def _valued(child: Child, moves: Moves) -> Child | None:
    """A child with its true value, which is known only when all that goes home is there; None if it is not new."""
    if not child[6]:
        return child
    node = moves.made(child)
    return None if node is None else (node.value, node, 0, 0, 0, 0, 0)
