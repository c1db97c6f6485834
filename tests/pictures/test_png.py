"""Pictures as PNG: as large as promised, in the picture's colours, and a sentence where there is no library."""

import sys
from io import BytesIO

import pytest
from PIL import Image

from freecell_tui.controller.play.game import top_row
from freecell_tui.pictures.cards import Colours
from freecell_tui.pictures.game_picture import SIZE, GamePicture
from freecell_tui.pictures.svg import NoPng, has_png, render_png, to_png
from support.ui_driver import after


def test_a_png_has_two_pixels_for_each_unit_and_the_colours_of_the_picture() -> None:
    game = after(617, 30)
    png = to_png(GamePicture(game, top_row(game.variant), Colours(), 30).svg())
    assert has_png()
    with Image.open(BytesIO(png)) as image:
        assert (image.format, image.size) == ("PNG", (2 * SIZE[0], 2 * SIZE[1]))
        counted = image.convert("RGB").getcolors(1_000_000) or []
    shown = {f"#{bytes(colour).hex()}": count for count, colour in counted if isinstance(colour, tuple)}
    assert max(shown, key=shown.__getitem__) == Colours().felt
    for colour in (Colours().card, Colours().bar, Colours().title, *Colours().suits):
        assert shown[colour] > 1_000, colour


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoPng, match="pip install resvg_py"):
        to_png("<svg/>")


def test_another_process_draws_the_same_picture_and_says_if_it_cannot() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="8" height="4"/></svg>'
    assert render_png(svg) == to_png(svg)
    with pytest.raises(NoPng, match="as SVG it can"):
        render_png("<svg")
