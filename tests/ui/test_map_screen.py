"""The map of the game and the note on a position, as they are drawn and used at the table."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from freecell_tui.engine import Game, Move, Place
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS
from support.games import branched, going_on
from support.positions import played
from support.ui_driver import NO_VERDICT, Point, Seat, after, seated


def branched_at_table(folder: Path, size: Point = (80, 24)) -> AbstractContextManager[Seat]:
    return seated(folder, branched(), settings=NO_VERDICT, size=size)


def test_while_it_is_asked_whether_to_cut_a_branch_off_a_click_chooses_no_other_place(tmp_path: Path) -> None:
    with branched_at_table(tmp_path, size=(120, 40)) as seat:
        whole = seat.session.game
        seat.press("F")
        seat.draw()
        places = seat.place_of("3  34 moves"), seat.place_of("⚑")
        seat.press("down", "down", "x")
        seat.draw()
        for at in places:
            seat.click(at)
            seat.draw()
        assert "Delete branch 2 (9 moves)?" in seat.text
        seat.press("x")
        assert "Branch 2 was deleted." in seat.text
        assert seat.session.game.tree.turn_count == whole.tree.turn_count - 9


def test_every_row_of_a_long_map_is_reached(tmp_path: Path, subtests: pytest.Subtests) -> None:
    game = after(617, 40)
    for at in range(0, 40, 2):
        game = going_on(game.at(Place(1, at)), 2)
    with seated(tmp_path, game, settings=NO_VERDICT) as seat:
        for size in ((40, 16), (120, 40)):
            with subtests.test(size=size):
                seat.size = size
                seat.press("F", "home")
                seen = set()
                for _ in range(len(game.tree.ends)):
                    seen.add(seat.text.split("Branch ")[1].split()[0])
                    seat.press("down")
                assert len(seen) == len(game.tree.ends)
                seat.press("esc")


LOST = "6c 8b 7a 1d 27 c2 7c c7 8c 28 82 28"
"""Moves that lose deal 91."""


def branches_of_deal_91() -> Game:
    """A game with four lines of play, of which the third is lost; the game is on the first."""
    game = played("1a 2b 3c", 91)
    for position, words in ((1, "4b 5c"), (0, LOST), (0, "6a 7b")):
        game = game.seek(position)
        for word in words.split():
            game = game.play(Move.parse(word))
    return game.at(Place(1, 3))


def test_after_a_resume_every_branch_has_its_verdict_again_by_itself(tmp_path: Path) -> None:
    game = branches_of_deal_91()
    with seated(tmp_path, saves.decode(saves.encode(SavedGame(game))), settings=DEFAULTS) as seat:
        seat.see("● winnable")
        seat.press("F", "end")
        for standing in ("here · winnable", "moves · winnable", "moves · lost", "moves · winnable"):
            seat.see(standing)
            seat.press("down", "end")
        assert seat.session.game == game


def test_who_does_not_see_verdicts_has_none_on_the_map_nor_is_the_solver_asked(tmp_path: Path) -> None:
    settings = DEFAULTS.with_value("verdict", value=False)
    with seated(tmp_path, branches_of_deal_91(), settings=settings) as seat:
        seat.press("F")
        seat.draw()
        assert not seat.clock.watched


def test_a_stem_goes_on_where_a_branch_leaves_it(tmp_path: Path) -> None:
    game = going_on(going_on(after(617, 5), 2).at(Place(1, 2)), 2)
    with seated(tmp_path, going_on(game.at(Place(1, 2)), 3), settings=NO_VERDICT) as seat:
        seat.press("F")
        assert ["├" in row or "└" in row for row in seat.picture.text[4:6]] == [True, True]
        assert "├" in seat.text
