"""Where redo leads in a tree of several branches, and what a cut takes away; the rest is in the plain tree's test."""

from freecell_tui.engine import Game, Move, Place


def played(game: Game, words: str) -> Game:
    for word in words.split():
        game = game.play(Move.parse(word))
    return game


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


def test_where_the_game_is_cut_off_it_goes_back_to_the_fork() -> None:
    game = branched().at(Place(4, 2)).cut(Place(2, 1))
    assert (game.position, moves(game), game.has_branches) == (0, ["3a"], False)
