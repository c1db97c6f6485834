"""The map of the game and the note on a position, as they are drawn and used at the table."""

from contextlib import AbstractContextManager
from pathlib import Path

from freecell_tui.controller.play.game import Clock
from freecell_tui.engine import Game, Move, Place
from freecell_tui.engine.game import MAX_NOTE_LENGTH
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS
from freecell_tui.ui.dialogs.map import MapScreen
from support.games import branched, going_on
from support.positions import played
from support.screenshots import assert_looks_as
from support.ui_driver import NO_VERDICT, Point, Seat, after, by_name, seated

SCREENS = Path(__file__).with_name("screens")


def branched_at_table(folder: Path, size: Point = (80, 24)) -> AbstractContextManager[Seat]:
    return seated(folder, branched(), settings=NO_VERDICT, size=size)


def test_the_map_looks_as_it_did(tmp_path: Path) -> None:
    with branched_at_table(tmp_path / "player") as seat:
        seat.session.clock = Clock(0.0)
        seat.press("F", "left", "left", "left")
        for name, seat.size in (("normal", (80, 24)), ("compact", (40, 16))):
            assert_looks_as(seat.picture.text[1:-1], SCREENS / f"map-{name}.txt", tmp_path)


def test_a_short_map_leaves_the_room_to_its_table(tmp_path: Path) -> None:
    with seated(tmp_path, after(617, 12), settings=NO_VERDICT, size=(120, 40)) as seat:
        seat.press("F")
        top = next(text for text in seat.picture.text if "Map of the game" in text)
        assert 96 <= len(top.strip()) <= 110
        caption = next(text for text in seat.picture.text if "The game after 12 moves" in text)
        assert caption.index("The game") < 20
        assert "← → step" in seat.picture.text[-1]
        assert "↑ ↓" not in seat.picture.text[-1]


def test_the_map_is_walked_and_played_from(tmp_path: Path) -> None:
    with branched_at_table(tmp_path) as seat:
        seat.press("F", "end")
        assert "Branch 1 after 40 moves" in seat.text
        seat.press("home", *["right"] * 12)
        assert "Branch 1 after 12 moves" in seat.text
        assert "Bookmark “the gamble”" in seat.text
        seat.press("page down", "page down", "down")
        assert "Branch 5 after 32 moves" in seat.text
        seat.press("down", "enter")
        assert seat.dialog is None
        assert seat.session.game.place == Place(2, 29)
        assert seat.message == "This is branch 2 after 29 moves; press F to see where you were. Note: A dead end"
        assert seat.session.undos == 5
        seat.press("F", "enter")
        assert seat.message == "You are already there."


def test_a_branch_is_cut_off_once_that_is_agreed_and_comes_back(tmp_path: Path) -> None:
    with branched_at_table(tmp_path) as seat:
        whole = seat.session.game
        seat.press("F", "x")
        assert "You are on this branch: go to another one first." in seat.text
        seat.press("down", "down", "x")
        assert "Cut off branch 2, 9 moves?" in seat.text
        seat.press("esc")
        assert seat.session.game is whole
        seat.press("x", "x")
        assert "Branch 2 was cut off." in seat.text
        assert (seat.session.game.turn_count, len(seat.session.bookmarks)) == (whole.turn_count - 9, 1)
        seat.press("u")
        assert "The branch is restored." in seat.text
        assert seat.session.game is whole
        assert (len(seat.session.bookmarks), len(seat.session.notes)) == (2, 2)
        seat.press("u")
        assert "There is no branch to restore" in seat.text


def test_the_map_is_used_with_the_mouse(tmp_path: Path) -> None:
    with branched_at_table(tmp_path) as seat:
        seat.press("F")
        row = next(y for y, line in enumerate(seat.picture.text) if line.count("·") > 20 and "└" in line)
        seat.click((seat.picture.text[row].index("└") + 3, row))
        assert isinstance(seat.dialog, MapScreen)
        assert "Branch 3 after" in seat.text
        seat.click((40, 16))
        assert seat.session.game.place.branch == 3


def test_a_large_window_lists_the_branches_and_a_click_goes_to_the_end_of_one(tmp_path: Path) -> None:
    with branched_at_table(tmp_path, size=(120, 40)) as seat:
        seat.press("F")
        place = seat.place_of("3  34 moves")
        seat.click(place)
        assert "Branch 3 after 34 moves" in seat.text
        seat.click(place)
        assert seat.session.game.place == Place(3, 34)


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
        assert "Cut off branch 2, 9 moves?" in seat.text
        seat.press("x")
        assert "Branch 2 was cut off." in seat.text
        assert seat.session.game.turn_count == whole.turn_count - 9


def test_every_row_of_a_long_map_is_reached(tmp_path: Path) -> None:
    game = after(617, 40)
    for at in range(0, 40, 2):
        game = going_on(game.at(Place(1, at)), 2)
    with seated(tmp_path, game, settings=NO_VERDICT) as seat:
        for size in ((40, 16), (120, 40)):
            seat.size = size
            seat.press("F", "home")
            seen = set()
            for _ in range(len(game.tree.ends)):
                seen.add(seat.text.split("Branch ")[1].split()[0])
                seat.press("down")
            assert len(seen) == len(game.tree.ends)
            seat.press("esc")


def test_a_note_is_written_shown_changed_and_removed(tmp_path: Path) -> None:
    with seated(tmp_path, after(617, 5), settings=NO_VERDICT) as seat:
        seat.press(*by_name("note"), *"Free the king", "enter")
        assert seat.message == "The note is kept; you see it when you come here again."
        seat.press("u", "r")
        assert seat.message == "Note: Free the king"
        seat.press("L")
        assert "Note: Free the king" in seat.text
        seat.press("enter")
        assert "played again" not in seat.message
        seat.press(*by_name("note"))
        assert "Free the king" in seat.text
        seat.press(*["backspace"] * 13, "enter")
        assert (seat.message, seat.session.notes) == ("The note was removed.", {})
        seat.press(*by_name("note"))
        seat.paste("\r\n" + "!" * 500)
        seat.press("x", "enter")
        assert "A note has at most 120 characters; this one has 121." in seat.text
        seat.press("backspace", "enter")
        assert seat.session.note == "!" * MAX_NOTE_LENGTH


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
        for standing in ("winnable", "winnable", "lost", "winnable"):
            seat.see(f"moves · {standing}")
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
        assert ["├" in row or "└" in row for row in seat.picture.text[3:5]] == [True, True]
        assert "├" in seat.text
