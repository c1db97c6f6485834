"""Each command that front ends share does the same in all of them: equal games, equal sentences, equal saves."""

from pathlib import Path

import pytest

from freecell_tui.controller.command import Where
from freecell_tui.controller.commands import COMMANDS
from freecell_tui.engine import Bookmark, Bookmarks, Game, Move
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame
from support.outcomes import Outcome
from support.plain_driver import run_by_word

SHARED = [row.name for row in COMMANDS if row.words and row.where in (Where.GAME, Where.ANYWHERE)]

ARGUMENTS = {"send": "7", "deal-by-number": "617", "bookmark": "here"}
"""What stands behind the word, and is chosen in another way at the table."""


def middle() -> SavedGame:
    """Two moves of deal 1, a third that is undone, and a bookmark after the first."""
    game = Game.new(1)
    for word in ("3a", "32", "7b"):
        game = game.play(Move.parse(word))
    bookmarks = Bookmarks((Bookmark(1, game.seek(1), "the first"),))
    return SavedGame(game.undo(), 60.0, undos=1, bookmarks=bookmarks)


def nearly_won() -> SavedGame:
    """A game that its next move wins."""
    return saves.read(Path(__file__).parents[2] / "saves" / "one-move-from-winning.json")


def by_word(folder: Path, saved: SavedGame, command: str) -> Outcome:
    return run_by_word(folder, saved, command, ARGUMENTS.get(command, ""))


@pytest.mark.parametrize("command", SHARED)
@pytest.mark.parametrize("saved", [SavedGame(Game.new(617)), middle(), nearly_won()], ids=["new", "middle", "end"])
def test_what_a_word_does_is_in_the_save(tmp_path: Path, saved: SavedGame, command: str) -> None:
    game, sentences, kept = by_word(tmp_path, saved, command)
    assert all(sentence.isprintable() for sentence in sentences)
    positions = [(fields["deal"], fields["position"], len(fields["turns"])) for _, fields in kept]
    assert game == saved.game or not game.turns or (game.deal, game.position, len(game.turns)) in positions


@pytest.mark.parametrize(
    ("command", "saved", "sentences"),
    [
        ("undo", SavedGame(Game.new(617)), ("There is nothing to take back.",)),
        ("undo", middle(), ()),
        ("redo", middle(), ()),
        ("restart", middle(), ("Restarted; undo reverts this.",)),
        ("bookmark", middle(), ("Here is set; use bookmarks to see all.",)),
        ("give-up", SavedGame(Game.new(617)), ("No move has been played.",)),
        ("show-step", middle(), ("This game will count as helped. Use show-step again.",)),
        ("next-deal", middle(), ("Deal 1 is kept: use games to see your unfinished games.",)),
    ],
)
def test_the_controller_says_what_it_says_in_every_front_end(
    tmp_path: Path, command: str, saved: SavedGame, sentences: tuple[str, ...]
) -> None:
    assert by_word(tmp_path, saved, command).sentences == sentences
