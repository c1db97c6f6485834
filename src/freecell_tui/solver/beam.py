"""Beam search: move by move, the few best positions of each number of moves. It finds short solutions and proves nothing."""

from operator import itemgetter

from freecell_tui.solver.moves import Child, Moves, Node
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
        found.sort(key=itemgetter(0))
        layer = [moves.made(child) for child in found[:width]]
    return None
