"""The game that is raced: how far it was."""

from freecell_tui.engine.race import Ghost


def test_cards_that_went_home_with_the_first_move_were_not_home_before_it() -> None:
    ghost = Ghost((0, 2, 5), seconds=60)
    assert [ghost.after(moves) for moves in (-1, 0, 1, 2, 3)] == [0, 0, 2, 5, 5]
    assert [ghost.at(seconds) for seconds in (0, 29, 30, 60, 61)] == [0, 0, 2, 5, 5]
