"""What the README and the games beside it promise."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from freecell_tui.engine import VARIANTS, legal_moves
from freecell_tui.storage import saves
from freecell_tui.storage.settings_file import SettingsFile
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.keymap import KeyMap

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
SAMPLES = sorted((TOP / "saves").glob("*.json"))


def test_the_readmes_example_of_the_rules_runs_and_prints_what_it_says() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    said = re.findall(r"# (.+)$", example, re.MULTILINE)
    printed = StringIO()
    with redirect_stdout(printed):
        exec(example, {})
    lines = printed.getvalue().splitlines()
    assert lines[: len(said)] == said
    assert "2a" in lines[-1]


def test_the_readmes_theme_is_one_and_its_table_has_them_all(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(about.*?)```", README, re.DOTALL)
    (tmp_path / "blue.toml").write_text(example, encoding="utf-8")
    assert themes.load("blue", tmp_path).surfaces["felt"].true == "#123a63"
    table = dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", README.partition("## Themes")[2], re.MULTILINE))
    none = tmp_path / "none"
    assert table == {name: themes.load(name, none).about for name in themes.names(none)}


def test_the_readmes_settings_are_right(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(variant.*?)```", README, re.DOTALL)
    file = SettingsFile(tmp_path / "settings.toml")
    file.path.write_text(example, encoding="utf-8")
    settings, troubles = file.load()
    assert troubles == ()
    assert settings.new_game_variant == VARIANTS["eight-off"]
    assert KeyMap().remapped(settings.keys)[1] == []


def test_every_file_that_the_readmes_point_to_is_there() -> None:
    for page in (TOP / "README.md", TOP / "saves" / "README.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), target
    for name in re.findall(r"saves/[\w-]+\.json", README):
        assert (TOP / name).exists(), name


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_game_opens(path: Path) -> None:
    record = saves.read(path)
    assert saves.decode(saves.encode(record)) == record
    assert f"({path.name})" in (TOP / "saves" / "README.md").read_text(encoding="utf-8")


def test_the_sample_games_are_what_they_are_called() -> None:
    games = {path.stem: saves.read(path).game for path in SAMPLES}
    assert not games["fresh-deal"].turns
    assert games["middle-of-a-game"].moves_made == 30
    assert games["lost-position"].is_lost
    almost = games["one-move-from-winning"]
    assert any(almost.play(move, finish=True).is_won for move in legal_moves(almost.board, almost.variant))
