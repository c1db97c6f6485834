"""`freecell export --format svg` and `png`."""

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from support.commands import Batch, Written
from support.pty_terminal import Terminal

SAVES = Path(__file__).parents[2] / "saves"

DESCRIPTION = "{http://www.w3.org/2000/svg}desc"

pytestmark = pytest.mark.usefixtures("home")


def test_a_save_has_its_figures_and_curve_in_the_picture_and_moves_only_their_number(
    run: Batch,
    written: Written,
    subtests: pytest.Subtests,
) -> None:
    for words, told in (
        ((str(SAVES / "won.json"),), "won. 59 moves, time 12:13, 0 undos."),
        ((str(SAVES / "middle-of-a-game.json"),), "3 cards home. 30 moves, time 6:52, 3 undos."),
        (("-3", written("5h")), "won. 1 move."),
    ):
        with subtests.test(words=words):
            code, text, err = run("export", *words, "--format", "svg")
            assert (code, err, ET.fromstring(text).findtext(DESCRIPTION)) == (0, "", told)
            assert ("<circle " in text) == ("59" in told), "the curve of a game with detours"
    assert "#ffaea6" in run("export", str(SAVES / "lost-position.json"), "--format", "svg")[1], "the losing move"


def test_a_picture_has_the_players_theme(run: Batch, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "settings.toml").write_text('theme = "midnight"\n')
    _, text, _ = run("export", str(SAVES / "fresh-deal.json"), "--format", "svg")
    assert "#0e5a3c" not in text


def test_a_png_goes_to_a_file_or_a_pipe(run: Batch, tmp_path: Path) -> None:
    file = tmp_path / "game.png"
    assert run("export", str(SAVES / "fresh-deal.json"), "--format", "png", "-o", str(file)) == (0, "", "")
    with Image.open(BytesIO(file.read_bytes())) as image:
        assert image.size == (2400, 1260)


def test_a_png_is_not_written_to_a_terminal(start: Callable[..., Terminal]) -> None:
    terminal = start("export", str(SAVES / "fresh-deal.json"), "--format", "png", table=False)
    terminal.see("A PNG cannot be printed: add -o and a file name.")


def test_without_the_library_a_png_says_what_is_missing(run: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    code, out, err = run("export", str(SAVES / "fresh-deal.json"), "--format", "png")
    assert (code, out) == (2, "")
    assert f"PNG pictures need resvg_py: {sys.executable} -m pip install resvg_py." in err
