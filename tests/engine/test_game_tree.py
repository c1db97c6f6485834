"""Where redo leads in a tree of several branches, and what a cut takes away; the rest is in the plain tree's test."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from freecell_tui.engine import RESTART, Game, GameTree, Place
from freecell_tui.engine.game import Branch
from support.games import played


def branched() -> Game:
    """Branch 1 of one move; branch 2 beside it, which branches 3 and 4 leave after its first move, 3 played last."""
    game = played(played(Game.new(1), "3a").seek(0), "7b 3c")
    game = played(played(game.seek(1), "1d").seek(1), "2d")
    return game.at(Place(3, 2)).at(Place(1, 1))


def moves(game: Game) -> list[str]:
    return [str(turn.move) for turn in game.turns]


def test_a_place_of_another_branch_is_on_the_way_to_what_was_played_last_from_there() -> None:
    game = branched()
    assert moves(game) == ["3a"]
    there = game.at(Place(2, 1))
    assert (moves(there), there.position, there.branch) == (["7b", "1d"], 1, 3)
    assert moves(game.at(Place(2, 1)).at(Place(4, 2)).at(Place(1, 1)).at(Place(2, 1))) == ["7b", "2d"]


def test_a_cut_takes_all_that_was_played_after_it_and_keeps_the_numbers_of_the_rest() -> None:
    game = branched()
    assert game.tree.ends == [1, 2, 3, 4]
    assert game.cut(Place(2, 1)).tree.ends == [1]
    assert game.cut(Place(2, 2)).tree.ends == [1, 3, 4]
    assert game.cut(Place(3, 2)).tree.ends == [1, 2, 4]
    game = game.at(Place(4, 2)).cut(Place(2, 1))
    assert (game.position, moves(game), game.has_branches) == (0, ["3a"], False), "back at the fork"


class Counted(Mapping[int, Branch]):
    """The branches of a tree, which count how often one is looked at."""

    def __init__(self, branches: dict[int, Branch]) -> None:
        self._branches = branches
        self.looks = 0

    def __getitem__(self, number: int) -> Branch:
        self.looks += 1
        return self._branches[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._branches)

    def __len__(self) -> int:
        return len(self._branches)


BOARD = Game.new(1).board
TREES: dict[str, Callable[[int], tuple[int, int]]] = {
    "each at the end of the one before": lambda number: (number - 1, number - 1),
    "each from the middle of the one before": lambda number: (number - 1, 2 * number - 3),
    "all from the deal": lambda _: (1, 0),
}
DEEDS: dict[str, Callable[[GameTree, Place], object]] = {
    "children": lambda tree, _: tree.children(Place(1, 1)),
    "stem": GameTree.stem,
    "ends": lambda tree, _: tree.ends,
    "last played": lambda tree, _: tree.last_played(Place(1, 1)),
    "line": lambda tree, last: tree.line(last.branch),
    "cut": lambda tree, _: tree.cut(Place(1, 1)),
}


def test_what_is_done_with_a_tree_looks_at_each_branch_a_few_times() -> None:
    for (shape, leaves), (name, deed) in product(TREES.items(), DEEDS.items()):
        count, turns = 300, 1 if shape.startswith("each at the end") else 3
        branches = {1: Branch(0, 0, (RESTART,) * turns, (BOARD,) * turns)}
        for number in range(2, count + 1):
            branches[number] = Branch(*leaves(number), (RESTART,) * turns, (BOARD,) * turns)
        counted = Counted(branches)
        deed(GameTree(counted), Place(count, branches[count].end))
        assert counted.looks <= 10 * count, (shape, name)
