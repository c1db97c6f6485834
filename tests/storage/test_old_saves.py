"""Saves that earlier versions wrote open, with all that is in them, and go on in the present format.

`old_saves/` has one of every kind that a version ever wrote, by the number of its format.
"""

import json
import shutil
from pathlib import Path

import pytest

from freecell_tui.engine import Place
from freecell_tui.storage import saves
from freecell_tui.storage.save_store import SaveStore

OLD = sorted(Path(__file__).with_name("old_saves").glob("*.json"))
EXAMPLES = sorted((Path(__file__).parents[2] / "saves").glob("*.json"))


def words(turns: object) -> list[str]:
    assert isinstance(turns, tuple)
    return [str(turn.move or "restart") for turn in turns]


@pytest.mark.parametrize("path", [*OLD, *EXAMPLES], ids=lambda path: path.stem)
def test_every_save_opens_and_is_the_same_game_in_the_present_format(path: Path, tmp_path: Path) -> None:
    fields = json.loads(path.read_text(encoding="utf-8"))
    saved = saves.read(path)
    assert (saved.unreadable_bookmarks, saved.unreadable_notes) == (0, 0)
    assert (saved.game.deal, saved.game.position, saved.undos) == (fields["deal"], fields["position"], fields["undos"])
    folder = tmp_path / "unfinished"
    folder.mkdir()
    save_file, opened = SaveStore(tmp_path).open(Path(shutil.copy(path, folder)))
    save_file.stage(opened)
    save_file.commit()
    assert save_file.path is not None
    again = json.loads(save_file.path.read_text(encoding="utf-8"))
    assert (again["version"], again["board"]) == (saves.VERSION, fields["board"])
    assert saves.read(save_file.path) == saved


def test_what_bookmarks_of_the_first_version_held_is_in_the_tree() -> None:
    saved = saves.read(Path(__file__).with_name("old_saves") / "1-bookmarks.json")
    game = saved.game
    assert words(game.turns) == ["3a", "8b", "b2", "restart", "8b"]
    assert [(each.number, each.name, each.place) for each in saved.bookmarks] == [
        (1, "before the gamble", Place(1, 2)),
        (2, "", Place(1, 3)),
    ]
    # Where the player was before the jump is a branch.
    assert [words(game.tree.line(number)[0]) for number in game.tree.ends][1] == ["3a", "8b", "1c", "2d"]
    assert (saved.name, saved.helped_attempts) == ("Sunday", (0,))
