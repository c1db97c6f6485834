"""The map of a game: every place once, each branch beside the line that it leaves, and what follows from a verdict."""

from random import Random

from freecell_tui.controller.features.branches import GameMap, MapPoint, tree_verdicts
from freecell_tui.engine import START, Board, Game, Move, Place, legal_moves
from freecell_tui.solver.analysis import Verdict
from support.games import played


def wandering(seed: int, turns: int) -> Game:
    """A game with many branches and restarts."""
    random, game = Random(seed), Game.new(617)
    while game.tree.turn_count < turns:
        if random.random() < 0.25:
            game = game.seek(random.randrange(game.position + 1))
        elif random.random() < 0.05:
            game = game.restart()
        moves = list(legal_moves(game.board, game.variant))
        game = game.play(random.choice(moves)) if moves else game.undo()
    return game


BRANCHED = played(played(played(Game.new(1), "3a 32 7b").seek(1), "7b 3c").seek(2), "1d")
"""Branch 1 of three moves, branch 2 that leaves it after one, and branch 3 that leaves branch 2 a move later."""


def rows_of(game: Game) -> list[tuple[int, int, int | None]]:
    return [(row.column, len(row.places), row.parent) for row in GameMap(game.tree).rows]


def test_each_branch_begins_below_the_line_that_it_leaves_one_column_further_and_a_restart_at_the_first() -> None:
    game_map = GameMap(BRANCHED.tree)
    assert rows_of(BRANCHED) == [(0, 4, None), (2, 2, 0), (3, 1, 1)]
    assert game_map.point(Place(3, 3)) == MapPoint(2, 3)
    assert game_map.place(MapPoint(1, 0)) == Place(2, 2)
    assert game_map.place(MapPoint(9, 9)) == Place(3, 3)
    assert rows_of(played(played(Game.new(1), "3a 32").restart(), "7b")) == [(0, 3, None), (0, 2, None)]
    game = Game.new(1)
    for word in ("3a", "7b", "1d", "2d"):
        game = game.seek(0).play(Move.parse(word))
    assert [row.places[-1].branch for row in GameMap(game.tree).rows] == [1, 2, 3, 4]


def test_the_way_to_a_branch_leads_past_the_rows_between() -> None:
    game = Game.new(1)
    for word in ("3a", "7b", "1d"):
        game = game.seek(1).seek(0).play(Move.parse(word))
    game = game.play(Move.parse("7b"))
    rows = GameMap(game.tree)
    assert list(rows.connectors(range(3))) == [(MapPoint(1, 0), True), (MapPoint(1, 0), False), (MapPoint(2, 0), True)]
    assert list(rows.connectors(range(2, 3))) == [(MapPoint(2, 0), True)]
    assert list(rows.connectors(range(1, 2))) == [(MapPoint(1, 0), True), (MapPoint(1, 0), False)]


def test_every_place_is_on_the_map_once_and_no_way_to_a_row_crosses_another() -> None:
    for seed in range(8):
        tree = wandering(seed, 150).tree
        game_map = GameMap(tree)
        places = [place for row in game_map.rows for place in row.places]
        assert len(places) == len(set(places)) == tree.turn_count + 1
        taken = {game_map.point(place) for place in places}
        ways = [point for point, _ in game_map.connectors(range(len(game_map.rows)))]
        assert taken.isdisjoint(ways)
        assert [game_map.place(game_map.point(place)) for place in places] == places
        window = range(3, 9)
        assert list(game_map.connectors(window)) == [
            each for each in game_map.connectors(range(len(game_map.rows))) if each[0].row in window
        ]


def test_what_comes_after_a_lost_position_is_lost_and_what_comes_before_a_won_one_is_won() -> None:
    tree = BRANCHED.tree
    known = {tree.board(Place(1, 3)): Verdict.WON, tree.board(Place(2, 2)): Verdict.LOST}

    def outcome(board: Board) -> Verdict | None:
        return known.get(board)

    won, lost = Verdict.WON, Verdict.LOST
    assert tree_verdicts(tree, BRANCHED.boards[0], outcome) == {
        START: won, Place(1, 1): won, Place(1, 2): won, Place(1, 3): won,
        Place(2, 2): lost, Place(2, 3): lost, Place(3, 3): lost,
    }  # fmt: skip


def test_a_restart_of_a_lost_game_is_not_lost() -> None:
    game = played(Game.new(1), "3a").restart()
    verdicts = tree_verdicts(game.tree, game.boards[0], {game.boards[1]: Verdict.LOST}.get)
    assert verdicts == {Place(1, 1): Verdict.LOST}
