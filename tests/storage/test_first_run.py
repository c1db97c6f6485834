"""The very first start: nothing of the player's is there yet, and nobody was asked."""

from pathlib import Path

from freecell_tui.storage.settings import LESSON_OFFERED, is_first_start, leave_marker


def test_a_start_without_anything_is_the_first(tmp_path: Path) -> None:
    state, settings = tmp_path / "state", tmp_path / "settings.toml"
    assert is_first_start(state, settings)
    assert not state.exists()
    state.mkdir()
    (state / "trouble.log").touch()
    assert is_first_start(state, settings)


def test_whoever_has_played_or_has_settings_is_not_asked(tmp_path: Path) -> None:
    for name in ("unfinished", "won", "history.sqlite3", "anything"):
        (tmp_path / name / name).mkdir(parents=True)
        assert not is_first_start(tmp_path / name, tmp_path / "settings.toml"), name
    (tmp_path / "settings.toml").touch()
    assert not is_first_start(tmp_path / "state", tmp_path / "settings.toml")


def test_nobody_is_asked_twice(tmp_path: Path) -> None:
    leave_marker(tmp_path / "state" / LESSON_OFFERED)
    assert not is_first_start(tmp_path / "state", tmp_path / "settings.toml")


def test_what_cannot_be_written_or_read_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    leave_marker(tmp_path / "state" / LESSON_OFFERED)
    assert not is_first_start(tmp_path / "state", tmp_path / "settings.toml")
