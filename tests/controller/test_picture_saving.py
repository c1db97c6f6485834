"""Saving a picture: where it goes, what it is called, and what is said about it."""

import os
import resource
import sys
from pathlib import Path

import pytest

from freecell_tui.controller.command import execute
from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.picture_saving import save_picture
from freecell_tui.engine import NotationError
from freecell_tui.storage.picture_files import pictures_folder, save_new
from support.ui_driver import after, seated


def test_a_picture_is_a_png_and_never_replaces_another(tmp_path: Path, pictures: Path) -> None:
    with seated(tmp_path, after(617, 3)) as seat:
        said = [save_picture(seat.controller) for _ in range(3)]
    names = ["freecell-617.png", "freecell-617-2.png", "freecell-617-3.png"]
    assert said == [f"Saved: {pictures / name}" for name in names]
    assert sorted(path.name for path in pictures.iterdir()) == sorted(names)
    assert all((pictures / name).read_bytes().startswith(b"\x89PNG") for name in names)


def test_without_the_library_a_picture_is_svg_and_a_png_that_was_asked_for_says_what_is_missing(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with seated(tmp_path, after(617, 3)) as seat:
        assert save_picture(seat.controller) == f"Saved: {pictures / 'freecell-617.svg'}"
        assert "pip install resvg_py" in save_picture(seat.controller, ["png"])
    assert [path.name for path in pictures.iterdir()] == ["freecell-617.svg"]


def test_the_format_can_be_said_and_nothing_else(tmp_path: Path, pictures: Path) -> None:
    with seated(tmp_path, after(617, 3)) as seat:
        assert save_picture(seat.controller, ["SVG"]) == f"Saved: {pictures / 'freecell-617.svg'}"
        assert (pictures / "freecell-617.svg").read_text(encoding="utf-8").startswith("<svg ")
        with pytest.raises(NotationError, match="“jpg” is not a picture format: try svg or png"):
            save_picture(seat.controller, ["jpg"])


def test_a_folder_that_cannot_be_written_is_said_and_nothing_else_happens(tmp_path: Path, pictures: Path) -> None:
    pictures.write_text("this is no folder")
    with seated(tmp_path, after(617, 3)) as seat:
        execute(seat.controller, BY_NAME["picture"], ["svg"])
        assert "The picture could not be saved: " in seat.message
        assert seat.session.game == after(617, 3)
    assert pictures.read_text() == "this is no folder"


def test_what_cannot_be_written_whole_is_not_left_behind(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            save_new(tmp_path, "game", "svg", b"more than ten bytes")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_pictures_go_where_the_environment_says_if_that_is_a_whole_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_PICTURES_DIR", "/some/where")
    assert pictures_folder() == Path("/some/where")
    monkeypatch.setenv("XDG_PICTURES_DIR", "some/where")
    monkeypatch.setenv("HOME", "/home/player")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nowhere")
    assert pictures_folder() == Path("/home/player/Pictures")


def test_a_picture_in_the_home_folder_is_told_as_people_write_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "Pictures"))
    with seated(tmp_path, after(617, 3)) as seat:
        assert save_picture(seat.controller, ["svg"]) == f"Saved: ~{os.sep}Pictures{os.sep}freecell-617.svg"


def test_time_is_in_the_picture_only_if_the_player_wants_a_clock(tmp_path: Path, pictures: Path) -> None:
    with seated(tmp_path, after(617, 3)) as seat:
        save_picture(seat.controller, ["svg"])
        seat.controller.preferences.change("clock", value=False)
        save_picture(seat.controller, ["svg"])
    with_clock, without = ((pictures / f"freecell-617{n}.svg").read_text(encoding="utf-8") for n in ("", "-2"))
    assert "3 moves, time 0:00, 0 undos." in with_clock
    assert "3 moves, 0 undos." in without
