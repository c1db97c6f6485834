"""Files are read bounded and without waiting, and written whole, for the player alone."""

import errno
import io
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from freecell_tui.storage.files import (
    FileProblem,
    FileTooLarge,
    atomic_write,
    create,
    read_regular,
    reason,
    write_output,
)
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.settings import LESSON_OFFERED, SettingsFile, is_first_start, leave_marker
from support.histories import WIN
from support.refusing_disk import NO_FILES, full_disk
from support.stored_games import ONE, TWO, WON, keep


def test_a_file_is_read_up_to_a_limit_and_what_is_none_is_an_error_at_once(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    (tmp_path / "x").write_bytes(b"x" * 100)
    assert read_regular(tmp_path / "x", 100) == b"x" * 100
    with pytest.raises(FileTooLarge):
        read_regular(tmp_path / "x", 99)
    for make in NO_FILES:
        with subtests.test(make=make):
            path = tmp_path / make.__name__
            make(path)
            with pytest.raises(OSError, match=r"not a file|symbolic links|directory"):
                read_regular(path, 100)


def test_a_write_that_fails_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"before")
    with full_disk(1000), pytest.raises(OSError, match="large"):
        atomic_write(tmp_path / "x", b"y" * 2000)
    with full_disk(1000), pytest.raises(OSError, match="large"):
        create(tmp_path / "y", b"y" * 2000)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("x", b"before")]


def test_what_a_player_asks_for_goes_through_links_and_into_pipes(tmp_path: Path) -> None:
    pipe, link, there = tmp_path / "pipe", tmp_path / "link", tmp_path / "there"
    os.mkfifo(pipe)
    there.write_bytes(b"before")
    inode = there.stat().st_ino
    link.symlink_to(there)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_bytes)
        write_output(pipe, b"moves")
        assert (read.result(), pipe.is_fifo()) == (b"moves", True)
    write_output(link, b"after")
    assert (link.is_symlink(), there.read_bytes()) == (True, b"after")
    assert there.stat().st_ino != inode, "it was not written whole and put in place"


def test_a_new_file_follows_no_link_and_replaces_nothing(tmp_path: Path, subtests: pytest.Subtests) -> None:
    (tmp_path / "link").symlink_to("mine")
    (tmp_path / "there").write_bytes(b"before")
    for name in ("link", "there"):
        with subtests.test(name=name), pytest.raises(FileExistsError):
            create(tmp_path / name, b"x")
    assert not (tmp_path / "mine").exists()


def test_what_a_player_keeps_is_for_the_player_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    for kind in ("STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    store, before = SaveStore.of_player(), os.umask(0)
    assert store.folder == tmp_path / "STATE" / "freecell-tui"
    try:
        keep(store, ONE).stage(TWO)
        keep(store, WON)
        for path in store.unfinished():
            store.delete(path)
        History(store.folder).record_win(WIN)
        SettingsFile.of_player().change("theme", "midnight")
    finally:
        os.umask(before)
    assert (tmp_path / "CONFIG" / "freecell-tui" / "settings.toml").is_file()
    paths = [*tmp_path.rglob("*")]
    assert len(paths) >= 10
    for path in paths:
        with subtests.test(path=path):
            assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_only_a_start_without_anything_of_the_players_is_the_first(tmp_path: Path, subtests: pytest.Subtests) -> None:
    state, settings = tmp_path / "state", tmp_path / "settings.toml"
    assert is_first_start(state, settings)
    assert not state.exists()
    state.mkdir()
    (state / "trouble.log").touch()
    assert is_first_start(state, settings)
    for name in ("unfinished", "won", "history.sqlite3", "anything"):
        with subtests.test(name=name):
            (tmp_path / name / name).mkdir(parents=True)
            assert not is_first_start(tmp_path / name, settings)
    leave_marker(state / LESSON_OFFERED)
    assert not is_first_start(state, settings)
    settings.touch()
    assert not is_first_start(tmp_path / "none", settings)
    leave_marker(settings / LESSON_OFFERED)  # which cannot be, and stops nobody
    assert not is_first_start(settings, tmp_path / "none")


WHYS: list[tuple[OSError | ValueError | RuntimeError, str]] = [
    (FileNotFoundError(errno.ENOENT, "words of Python", "name"), "No such file or directory"),
    (FileProblem("it is not a file"), "it is not a file"),
    (FileTooLarge(errno.EFBIG, "it is too large", "name"), "it is too large"),
    (io.UnsupportedOperation("not readable"), "the system refuses it"),
    (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "it is not text in UTF-8"),
    (RuntimeError("Symlink loop from 'x'"), "it is a link to itself"),
    (ValueError("embedded null byte"), "no file can have this name"),
]


def test_why_a_file_cannot_be_used_is_told_without_words_of_python(subtests: pytest.Subtests) -> None:
    for error, why in WHYS:
        with subtests.test(error=error):
            assert reason(error) == why
