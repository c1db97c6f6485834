"""The game on the table is saved as it is played, and the player is told of what no save can keep."""

import json
from pathlib import Path

from freecell_tui.controller.autosave import Autosave, session_from_save
from freecell_tui.engine import Bookmark, Bookmarks, Game, Move
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS


def test_a_bookmark_that_cannot_be_read_is_told_once_and_kept_with_the_old_save(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    game = Game.new(1).play(Move.parse("3a"))
    first = store.new_file(SavedGame(game))
    first.stage(SavedGame(game, bookmarks=Bookmarks((Bookmark(1, game.place), Bookmark(2, game.place)))))
    first.commit()
    assert first.path is not None
    text = first.path.read_text()
    fields = json.loads(text)
    fields["bookmarks"][0]["branch"] = 4
    first.path.write_text(json.dumps(fields))

    save_file, saved_game = store.open(first.path)
    session, autosave = session_from_save(saved_game, DEFAULTS), Autosave(store, saved_game, save_file)
    told = autosave.stage(session)
    assert told is not None
    assert told.text == (
        "1 bookmark cannot be read. Before the next save, the old one is copied to the folder “damaged”."
    )
    assert [bookmark.number for bookmark in session.bookmarks] == [2]
    assert json.loads(first.path.read_text()) == fields

    session.play(Move.parse("32"))
    assert autosave.stage(session) is None
    assert autosave.commit() is None
    assert store.open(first.path)[1].game == session.game
    assert json.loads((tmp_path / "damaged" / first.path.name).read_text()) == fields
    assert autosave.stage(session) is None
