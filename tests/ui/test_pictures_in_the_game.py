"""The key that saves a picture: at the table, after a win, and in the game review; and the colours it has there."""

import sys
from pathlib import Path

import pytest

from freecell_tui.pictures.cards import Colours
from freecell_tui.storage.settings import Settings
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import Appearance
from support.ui_driver import NO_VERDICT, after, seated

pytestmark = pytest.mark.usefixtures("still")


@pytest.fixture(autouse=True)
def _no_png(monkeypatch: pytest.MonkeyPatch) -> None:
    """An SVG picture is there sooner."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)


def saved_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_after_a_win_the_dialog_stays_and_says_where_the_picture_is(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    with seated(tmp_path, after(1, 10_000), settings=NO_VERDICT, size=(40, 16)) as seat:
        seat.session.game = seat.session.game.undo()
        seat.press("r")
        seat.later(1)
        seat.press("P")
        assert "Saving a picture…" in seat.text
        seat.see("Saved: ~/pictures/freecell-1.svg;")
        assert "phones open, needs resvg_py" in " ".join(seat.text.replace("│", " ").split())
        assert "You won FreeCell #1!" in seat.text
        seat.press("P")
        seat.see("Saved: ~/pictures/freecell-1-2.svg")
        assert saved_in(pictures) == ["freecell-1-2.svg", "freecell-1.svg"]
        seat.press("esc")
        assert seat.dialog is None


def test_in_the_game_review_key_and_click_save_a_picture_with_the_curve(tmp_path: Path, pictures: Path) -> None:
    with seated(tmp_path, after(617, 4), settings=NO_VERDICT) as seat:
        seat.press("L")
        seat.see("P picture")
        seat.wait(lambda: "thinking" not in seat.text.lower(), "the review")
        seat.press("P")
        seat.see("Saved:")
        seat.press("left")
        assert "Saved:" not in seat.text
        rows = seat.picture.text
        y = next(y for y, row in enumerate(rows) if "P picture" in row)
        seat.click((rows[y].index("P picture") + 2, y))
        seat.see("Saved:")
        assert saved_in(pictures) == ["freecell-617-2.svg", "freecell-617.svg"]


def test_if_the_dialog_is_closed_before_the_picture_is_there_the_table_says_where_it_is(
    tmp_path: Path, pictures: Path
) -> None:
    with seated(tmp_path, after(617, 12), settings=NO_VERDICT) as seat:
        seat.press("L", "P", "esc")
        assert seat.dialog is None
        where = f"Saved: {pictures / 'freecell-617.svg'}; "
        seat.wait(lambda: seat.message.startswith(where), "the picture")


def test_a_picture_has_the_colours_of_its_theme(subtests: pytest.Subtests) -> None:
    assert Colours.named(Appearance(themes.default()).colours) == Colours()
    for name in themes.names(Path("/nowhere")):
        with subtests.test(name=name):
            theme = themes.load(name, Path("/nowhere"))
            two, four = (
                Colours.named(Appearance(theme, Settings(four_colours=four)).colours) for four in (False, True)
            )
            assert (two.felt, two.card, two.bar) == tuple(theme.surfaces[part].true for part in ("felt", "card", "bar"))
            assert (len(set(two.suits)), len(set(four.suits))) == (2, 4)
