"""Large cards beside the table, and a cursor that can be seen from afar."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, VARIANTS, Game
from freecell_tui.storage.settings import Settings
from freecell_tui.ui.drawing.glyphs import ASCII
from freecell_tui.ui.keymap import KeyMap
from freecell_tui.ui.mouse import MouseEvent
from support.ui_driver import Seat, after, seated

LARGE = Settings(verdict=False, magnifier=True)
SIZES = [(40, 16), (60, 20), (80, 24), (100, 30), (120, 40), (200, 60)]
KEYS = ["up", "down", "left", "right", "enter", "tab", " ", "u", "s", "i", "m", "esc", *"12345678abcdh+"]


def test_one_key_shows_the_column_at_the_cursor_large_and_hides_it_again(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), size=(80, 24), settings=Settings(verdict=False)) as seat:
        before = seat.picture.rows[1:-1]
        seat.press("s")
        assert seat.controller.settings.magnifier
        assert seat.layout.width == 80 - 25
        assert sum(role.startswith("cursor") for role in seat.picture.roles) == 0
        seat.press("down", "right", "up")
        lit = [x for row in seat.picture.rows for x, (_, role) in enumerate(row) if role.startswith("cursor")]
        assert len([x for x in lit if x >= 55]) > 50
        seat.press("s", "left")
        seat.session.shows_cursor = False
        assert seat.picture.rows[1:-1] == before


@pytest.mark.parametrize("size", SIZES)
def test_the_large_cards_stand_beside_the_table_or_cover_what_is_not_looked_at(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with seated(tmp_path, Game.new(1), size=size, settings=LARGE) as seat:
        seat.press("down")
        for _ in range(8):
            seat.press("right")
            surface = seat.app.render(seat.size)
            pile, depth = cursor = seat.session.cursor
            box = seat.layout.card_box(pile, len(seat.session.game.board.cards(pile)), depth, cursor)
            assert surface.cursor == (box.x, box.y)
            assert all("cursor" in surface.roles[y][x] for x in (box.x, box.right - 1) for y in (box.y, box.bottom - 1))


def test_what_is_lifted_is_shown_large_from_its_first_card_on(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), size=(120, 40), settings=LARGE) as seat:
        seat.press("3")
        lifted = [x for row in seat.picture.rows for x, (_, role) in enumerate(row) if role.startswith("lifted")]
        assert len([x for x in lifted if x >= seat.layout.width]) > 10 * 20
        seat.press("a")
        assert not any(role.startswith("lifted") for role in seat.picture.roles)


def test_a_click_on_the_cards_beside_the_table_chooses_none_of_them(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), size=(80, 24), settings=LARGE) as seat:
        seat.picture  # noqa: B018 - a click needs a frame
        seat.click((70, 10))
        assert seat.session.selection is None
        assert seat.layout.hit(70, 10, seat.session.game.board.columns) is None
        assert MouseEvent("press", 1, 70, 10).is_click


def test_the_cards_are_as_large_as_the_window_lets_them_be(tmp_path: Path) -> None:
    widths = []
    for size in SIZES:
        with seated(tmp_path / str(size[0]), Game.new(1), size=size, settings=LARGE) as seat:
            room = size[0] // 2 - 2, size[1] - 2
            widths.append(seat.app.appearance.magnifier(room, FREECELL, seat.app.glyphs).layout.card_width)
    assert widths == [17, 23, 23, 23, 23, 23]


@given(data=st.data())
def test_whatever_is_pressed_the_magnifier_draws_in_any_window(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    size = data.draw(st.tuples(st.integers(30, 130), st.integers(12, 45)))
    keys = data.draw(st.lists(st.sampled_from(KEYS), max_size=6))
    looks = Settings(verdict=False, magnifier=True, thick_cursor=True, hints=False)
    game = Game.new(data.draw(st.integers(1, 32000)), data.draw(st.sampled_from([*VARIANTS.values()])))
    with seated(tmp_path_factory.mktemp("law"), game, size=size, settings=looks) as seat:
        for key in keys:
            seat.press(key)
            assert len(seat.picture.rows) == size[1]


@pytest.mark.parametrize("glyphs", ["unicode", "ascii", "no colour"])
def test_a_thick_line_stands_beside_the_cards_at_the_cursor_and_nowhere_else(tmp_path: Path, glyphs: str) -> None:
    looks = Settings(verdict=False, thick_cursor=True)
    chosen = {"glyphs": ASCII} if glyphs == "ascii" else {}
    with seated(tmp_path, after(1, 5), settings=looks, colour=glyphs != "no colour", **chosen) as seat:  # type: ignore[arg-type]
        assert thick(seat) == set()
        seat.press("down", "right", "right", "up")
        box = seat.layout.card_box(
            seat.session.cursor.pile,
            len(seat.session.game.board.cards(seat.session.cursor.pile)),
            seat.session.cursor.depth,
            seat.session.cursor,
        )
        cells = thick(seat)
        assert {(box.x - 1, box.y), (box.right, box.y)} <= cells
        assert all(x in (box.x - 1, box.right) or y >= box.bottom for x, y in cells)
        seat.press("tab")
        assert thick(seat)
        assert not thick(seat) & cells


def thick(seat: Seat) -> set[tuple[int, int]]:
    return {
        (x, y)
        for y, row in enumerate(seat.picture.rows)
        for x, (_, role) in enumerate(row)
        if role == "filled felt rim"
    }


def test_the_key_of_the_magnifier_gives_way_to_a_key_of_the_players_own() -> None:
    keymap, refused = KeyMap().remapped({"undo": ("s",)})
    assert not refused
    command = keymap.find("s")
    assert command is not None
    assert command.name == "undo"
    keymap, refused = KeyMap().remapped({"magnify": ("t",)})
    assert (keymap.keys("magnify"), refused) == (("t",), [])
