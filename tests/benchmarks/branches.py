"""How long games of many branches take: to load, to save, to play on in, to draw on the map.

python tests/benchmarks/branches.py [TURNS] [BRANCHES]
"""

import sys
from collections.abc import Callable
from random import Random
from time import process_time

from freecell_tui.controller.features.branches import GameMap, tree_verdicts
from freecell_tui.engine import Game, legal_moves
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame

_REPEATS = 5


def branched(turns: int, branches: int) -> Game:
    """A game of so many turns in so many branches, at random."""
    random, game = Random(1), Game.new(617)
    while len(game.tree.branches) < branches or game.turn_count < turns:
        if game.can_redo or random.random() < branches / turns:
            game = game.seek(random.randrange(game.position + 1))
        moves = list(legal_moves(game.board, game.variant))
        game = game.play(random.choice(moves)) if moves else game.seek(random.randrange(game.position))
    return game


def milliseconds(do: Callable[[], object]) -> float:
    """The least processor time of some runs."""
    times = []
    for _ in range(_REPEATS):
        start = process_time()
        do()
        times.append(process_time() - start)
    return min(times) * 1000


def main() -> None:
    turns, branches = map(int, (*sys.argv[1:], "5000", "500")[:2])
    game = branched(turns, branches)
    text = saves.encode(SavedGame(game))
    tree = game.tree
    end = game.seek(len(game.turns))
    moves = list(legal_moves(end.board, end.variant))
    print(f"{game.turn_count} turns in {len(tree.branches)} branches, {len(text) // 1024} KiB")
    for name, do in (
        ("load", lambda: saves.decode(text)),
        ("save", lambda: saves.encode(SavedGame(game))),
        ("play a move", lambda: end.play(moves[0]) if moves else end.restart()),
        ("begin a branch", lambda: game.seek(1).restart()),
        ("change branch", game.next_branch),
        ("undo", game.undo),
        ("lay out the map", lambda: GameMap(tree)),
        ("what follows from verdicts", lambda: tree_verdicts(tree, game.boards[0], lambda _: None)),
    ):
        print(f"{name:28} {milliseconds(do):8.2f} ms")


if __name__ == "__main__":
    main()
