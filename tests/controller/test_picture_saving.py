"""Saving a picture: where it goes, what it is called, and what is said about it."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from freecell_tui.controller.background import BackgroundTask
from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.ending import close
from freecell_tui.controller.features.pictures import save_picture, tell_picture
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.times import Times
from freecell_tui.storage.files import documents_folder, save_new
from freecell_tui.storage.saves import read
from support.commands import Batch
from support.plain_driver import Speaker
from support.pty_terminal import DEADLINE
from support.ui_driver import Seat, after, seated

SAVES = Path(__file__).parents[2] / "saves"

KILLED_AT = """
import os, signal, sys
from pathlib import Path
from campaign.spoilt import FILE_CALLS, until
left = [int(sys.argv[1])]
for name in FILE_CALLS:
    setattr(os, name, until(getattr(os, name), left, lambda: os.kill(os.getpid(), signal.SIGKILL)))
from freecell_tui.storage.files import save_new
save_new(Path(sys.argv[2]), "game", "svg", b"whole")
"""
"""Saves a file, and is killed at its n-th call that opens or changes one."""


def told(seat: Seat, kind: str = "") -> str:
    """Save a picture, and wait for what is said about it."""
    said: list[Message] = []

    async def save() -> None:
        async for message in save_picture(seat.controller, kind):
            said.append(message)  # noqa: PERF401 - the first message is seen before the last

    seat.controller.scope.start(save())
    assert [message.text for message in said] == ["Saving a picture…"]
    seat.wait(lambda: len(said) > 1, "the picture")
    return said[1].text


def test_a_picture_is_a_png_and_never_replaces_another(tmp_path: Path, pictures: Path) -> None:
    with seated(tmp_path, after(617, 3)) as seat:
        assert told(seat) == f"Saved: {pictures / 'freecell-617.png'}"
    speaker = Speaker(tmp_path / "line mode", after(617, 3))
    assert speaker.say("picture") == [f"Saved: {pictures / 'freecell-617-2.png'}"]
    names = ["freecell-617.png", "freecell-617-2.png"]
    assert sorted(path.name for path in pictures.iterdir()) == sorted(names)
    assert all((pictures / name).read_bytes().startswith(b"\x89PNG") for name in names)


def test_without_the_library_a_picture_is_svg_and_while_it_is_being_saved_the_game_goes_on(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with seated(tmp_path, after(617, 3)) as seat:
        seat.press("P")
        assert seat.message == "Saving a picture…"
        seat.press("u")
        assert seat.session.game.moves_made == 2
        seat.press("P")
        assert seat.message == "The last picture is still being saved."
        needs = "; PNG, which phones open, needs resvg_py"
        seat.wait(lambda: seat.message == f"Saved: {pictures / 'freecell-617.svg'}{needs}", "the picture")
        assert told(seat) == f"Saved: {pictures / 'freecell-617-2.svg'}{needs}"
        assert "pip install resvg_py" in told(seat, "png")
    assert sorted(path.name for path in pictures.iterdir()) == ["freecell-617-2.svg", "freecell-617.svg"]


def test_the_format_can_be_said_and_nothing_else_and_a_folder_at_home_is_told_as_people_write_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "Pictures"))
    with seated(tmp_path, after(617, 3)) as seat:
        assert told(seat, "SVG") == f"Saved: ~{os.sep}Pictures{os.sep}freecell-617.svg"
        seat.controller.scope.start(tell_picture(seat.controller, "jpg"))
        assert seat.message == "“jpg” is not a picture format: try svg or png."
        seat.controller.preferences.change("clock", value=False)
        told(seat, "svg")
    names = ("freecell-617.svg", "freecell-617-2.svg")
    with_clock, without = ((tmp_path / "Pictures" / name).read_text(encoding="utf-8") for name in names)
    assert with_clock.startswith("<svg ")
    assert "3 moves, time 0:00, 0 undos." in with_clock
    assert "3 moves, 0 undos." in without


def test_every_picture_of_a_game_has_the_same_curve_whatever_the_solver_was_asked_before(
    tmp_path: Path, pictures: Path, run: Batch
) -> None:
    save = SAVES / "lost-position.json"
    speaker = Speaker(tmp_path / "line mode", read(save))
    for command in ("picture svg", "where", "picture svg"):
        speaker.say(command)
    saved = [path.read_text(encoding="utf-8") for path in pictures.iterdir()]
    exported = run("export", str(save), "--format", "svg")[1]
    first, second, third = (re.findall(r"<circle .*?(cy=.*?)/>", svg) for svg in (*saved, exported))
    assert first == second == third != []


def test_what_cannot_be_written_whole_is_not_left_behind(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            save_new(tmp_path, "game", "svg", b"more than ten bytes")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_program_that_is_killed_has_left_a_whole_picture_or_none(tmp_path: Path) -> None:
    for calls in range(1, 100):
        folder = tmp_path / str(calls)
        command = [sys.executable, "-c", KILLED_AT, str(calls), str(folder)]
        done = subprocess.run(command, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, check=False)
        found = [path.read_bytes() for path in folder.glob("*.svg")]
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        assert found in ([], [b"whole"])
    assert calls > 5
    assert found == [b"whole"]


def test_if_the_process_that_draws_ends_without_a_picture_or_no_folder_takes_it_that_is_said(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with seated(tmp_path, after(617, 3)) as seat:
        assert told(seat, "png") == "The picture could not be drawn as PNG; as SVG it can."
        assert not pictures.exists()
        assert told(seat) == f"Saved: {pictures / 'freecell-617.svg'}; as PNG it could not be drawn"
        shutil.rmtree(pictures)
        pictures.write_text("this is no folder")
        execute(seat.controller, BY_NAME["picture"], "svg")
        seat.wait(lambda: "The picture could not be saved: " in seat.message, "what is wrong")
        assert seat.session.game == after(617, 3)
    assert pictures.read_text() == "this is no folder"


def test_leaving_waits_for_the_picture_and_says_where_it_is(tmp_path: Path, pictures: Path) -> None:
    with seated(tmp_path, after(617, 3)) as seat:
        seat.press("P")
        close(seat.controller)
        assert seat.controller.parting_words == (f"Saved: {pictures / 'freecell-617.png'}",)
        seat.later(1)
        assert seat.message == "Saving a picture…"
    assert (pictures / "freecell-617.png").read_bytes().startswith(b"\x89PNG")


def test_leaving_does_not_wait_for_ever_for_a_disk_and_what_breaks_is_no_secret(tmp_path: Path, times: Times) -> None:
    answered = Event()

    def save_slowly() -> str:
        answered.wait()
        return "Saved."

    def break_down() -> str:
        answered.wait()
        raise RuntimeError("the pencil broke")

    with seated(tmp_path, after(617, 3), times=replace(times, last_picture=0.01)) as seat:
        saving = BackgroundTask(seat.app.call_later, save_slowly, seconds=0.0)

        async def tell() -> None:
            seat.controller.say(await saving)

        seat.controller.picture = saving
        seat.controller.scope.start(tell())
        seat.controller.scope.start(tell_picture(seat.controller, ""))
        assert seat.message == "The last picture is still being saved."
        close(seat.controller)
        assert seat.controller.parting_words == ("The last picture was not saved: that took too long.",)
        answered.set()
        assert saving.finish(DEADLINE) == ["Saved."]
        assert saving.finish(0.0) == []
        answered.clear()
        breaking = BackgroundTask(seat.app.call_later, break_down, seconds=0.0)
        answered.set()
        with pytest.raises(RuntimeError, match="pencil"):
            breaking.finish(DEADLINE)


def test_pictures_go_where_the_environment_says_if_that_is_a_whole_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_PICTURES_DIR", "/some/where")
    assert documents_folder("pictures") == Path("/some/where")
    monkeypatch.setenv("XDG_PICTURES_DIR", "some/where")
    monkeypatch.setenv("HOME", "/home/player")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nowhere")
    assert documents_folder("pictures") == Path("/home/player/Pictures")
