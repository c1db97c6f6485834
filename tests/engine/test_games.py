"""A game goes forward, back and to its beginning, nothing is lost on the way, and branches stay apart."""

from collections.abc import Callable, ItemsView, Iterator, ValuesView
from itertools import product

import pytest
from hypothesis import given, settings

from freecell_tui.engine import FREECELL, Board, Game, Move, Place, Turn, Variant, parse_name
from freecell_tui.engine.game import MAX_NAME_LENGTH, RESTART, Branch, GameTree
from support.games import played
from support.outcomes import refused
from support.state_machine import Player
from support.strategies import positions, small_table

TestAnyGamePlayedAtRandom = Player.TestCase
TestAnyGamePlayedAtRandom.settings = settings(stateful_step_count=15, max_examples=8)


def test_a_new_game_has_nothing_to_undo_or_redo_and_a_deal_that_there_is() -> None:
    game = Game.new(617)
    assert (game.can_undo, game.can_redo, game.moves_made, game.last_turn) == (False, False, 0, None)
    assert game.undo() == game.redo() == game


def test_a_new_move_after_undo_begins_a_branch_and_the_same_goes_on_where_it_was() -> None:
    game = played(Game.new(1), "3a 32").undo().play(Move.parse("7b"))
    assert not game.can_redo
    assert [str(turn.move) for turn in game.turns] == ["3a", "7b"]
    assert (game.turns, game.boards) == (played(Game.new(1), "3a 7b").turns, played(Game.new(1), "3a 7b").boards)
    game = played(Game.new(1), "3a 32").seek(0)
    assert game.play(Move.parse("3a")) == game.redo()


def test_a_move_keeps_its_count_only_where_it_says_something() -> None:
    game = Game.new(1).play(Move.parse("3av1"))
    assert game.turns[0].move == Move.parse("3a")
    assert not Turn(Move.parse("3a")).is_restart


# Where a game has no way on


@given(positions())
def test_at_the_start_a_dead_end_is_where_no_move_is_left(where: tuple[Board, Variant]) -> None:
    board, variant = where
    game = Game(variant, 1, (board,))
    assert game.is_dead_end == game.is_lost


@pytest.mark.parametrize(("cells", "is_dead_end"), [("2S 3S 4S 5S", True), ("2S 3S 4S -", False)])
def test_it_is_a_dead_end_if_the_only_move_undoes_the_last(cells: str, *, is_dead_end: bool) -> None:
    board = small_table("9C 8D, 9S, KH, KC, KD, KS, JC, JS", FREECELL, cells=cells)
    game = Game(FREECELL, 1, (board,))
    moved = game.play(Move.parse("12"))  # 8D to 9S
    dead_ends = [each.is_dead_end for each in (game, moved, moved.undo())]
    assert (dead_ends, moved.is_lost) == ([False, is_dead_end, False], False)


# Names of bookmarks and games


def test_a_name_is_kept_with_single_spaces_or_refused_kindly(subtests: pytest.Subtests) -> None:
    longest = "x" * MAX_NAME_LENGTH
    for text, name in {"": "", "  a  b ": "a b", "雪の夜": "雪の夜", longest: longest, "\ta\n": "a"}.items():
        with subtests.test(text=text):
            assert parse_name(text) == name
    for text in ("a\x1b[2J", "\x00", "\ud800"):
        with subtests.test(text=text):
            assert refused(parse_name, text) == "A name can only have printable characters."
    assert refused(parse_name, "x" * 41) == "A name has at most 40 characters; this one has 41."


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


class Counted(GameTree):
    """A tree that counts how often a branch is looked at."""

    looks = 0

    def __getitem__(self, number: int) -> Branch:
        self.looks += 1
        return super().__getitem__(number)

    def __iter__(self) -> Iterator[int]:
        self.looks += len(self)
        return super().__iter__()

    def values(self) -> ValuesView[Branch]:  # type: ignore[override]
        return ValuesView(self)

    def items(self) -> ItemsView[int, Branch]:  # type: ignore[override]
        return ItemsView(self)


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


def test_what_is_done_with_a_tree_looks_at_each_branch_a_few_times(subtests: pytest.Subtests) -> None:
    for (shape, leaves), (name, deed) in product(TREES.items(), DEEDS.items()):
        with subtests.test(shape=shape, name=name):
            count, turns = 300, 1 if shape.startswith("each at the end") else 3
            branches = {1: Branch(0, 0, (RESTART,) * turns, (BOARD,) * turns)}
            for number in range(2, count + 1):
                branches[number] = Branch(*leaves(number), (RESTART,) * turns, (BOARD,) * turns)
            counted = Counted(branches)
            deed(counted, Place(count, branches[count].end))
            assert counted.looks <= 10 * count
