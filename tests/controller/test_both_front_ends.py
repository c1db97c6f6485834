"""Each command that front ends share does the same in all of them: equal games, equal sentences, equal saves."""

from pathlib import Path

import pytest

from freecell_tui.controller.commands import BY_NAME, COMMANDS
from freecell_tui.controller.features.commands import FEATURE_COMMANDS
from freecell_tui.engine import Bookmark, Bookmarks, Game
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame
from support.games import played
from support.outcomes import Outcome
from support.plain_driver import run_by_word
from support.ui_driver import run_by_key

SHARED = [row.name for row in COMMANDS if row.words and not row.lines_only]

THEN = {
    "deal-by-number": ("6", "1", "7", "enter"),
    "daily": ("enter",),
    "bookmark": ("enter",),
    "winnable-game": ("enter",),
}
"""What a dialog at the table asks for after the command's key."""

TOLD_BY_A_SCREEN = {
    *("games", "bookmarks", "map", "note", "daily", "journeys", "statistics", "help", "give-up", "where-lost"),
    *("learn", "variants", "share", "show-step", "tournaments", "race"),
}
"""What opens a screen at the table, and is said in line mode."""


BESIDE_THE_GAME = {
    *("picture", "show-step", "par", "race", "winnable-game", "deal-by-number", "help", "statistics", "journeys"),
    *("tournaments", "games", "learn", "variants"),
}
"""What does the same wherever the game is: one game is enough for it."""


def middle() -> SavedGame:
    """Two moves of deal 1, a third that is undone, and a bookmark after the first."""
    game = played(Game.new(1), "3a 32 7b")
    bookmarks = Bookmarks((Bookmark(1, game.place_at(1), "the first"),))
    return SavedGame(game.undo(), 60.0, undos=1, bookmarks=bookmarks)


def nearly_won() -> SavedGame:
    """A game that its next move wins."""
    return saves.read(Path(__file__).parents[2] / "saves" / "one-move-from-winning.json")


def full_column(saved: SavedGame) -> str:
    return next(str(number) for number, column in enumerate(saved.game.board.columns, 1) if column)


def by_word(folder: Path, saved: SavedGame, command: str) -> Outcome:
    arguments = {"send": full_column(saved), "deal-by-number": "617"}
    return run_by_word(folder, saved, command, arguments.get(command, ""))


def by_key(folder: Path, saved: SavedGame, command: str) -> Outcome:
    before = (full_column(saved),) if command == "send" else ()
    row = BY_NAME[command]
    keys = (*before, row.keys[0] if row.keys else "Z", *THEN.get(command, ()))
    return run_by_key(folder, saved, keys, {} if row.keys else {command: ("Z",)})


@pytest.mark.slow
@pytest.mark.parametrize("command", SHARED)
def test_what_a_word_does_is_in_the_save_and_a_key_does_the_same(
    tmp_path: Path, pictures: Path, command: str, subtests: pytest.Subtests
) -> None:
    games = {"middle": middle(), "new": SavedGame(Game.new(617)), "end": nearly_won()}
    for name in ["middle"] if command in BESIDE_THE_GAME else games:
        with subtests.test(name=name):
            saved = games[name]
            word = by_word(tmp_path / name / "line mode", saved, command)
            game = word.game
            assert all(sentence.isprintable() for sentence in word.sentences)
            positions = [(fields["deal"], fields["position"], fields["branch"]) for _, fields in word.saves]
            assert game == saved.game or not game.turns or (game.deal, game.position, game.branch) in positions
            if pictures.exists():
                pictures.rename(tmp_path / "pictures of line mode")
            key = by_key(tmp_path / name / "table", saved, command)
            assert key.game == word.game
            assert key.saves == word.saves
            if command not in TOLD_BY_A_SCREEN:
                assert key.sentences == word.sentences


def test_every_command_has_one_row_something_to_do_and_words_and_keys_of_its_own(subtests: pytest.Subtests) -> None:
    table = [row for row in COMMANDS if row.group != "Watching"]
    names, keys = [row.name for row in COMMANDS], [key for row in table for key in row.keys]
    for each in (names, keys, [word for row in COMMANDS for word in row.words]):
        with subtests.test(each=each):
            assert len(each) == len(set(each))
    elsewhere = {row.name for row in COMMANDS if row.run is None}
    in_replays = {row.name for row in COMMANDS if row.group == "Watching"}
    assert in_replays <= elsewhere
    assert elsewhere - in_replays == FEATURE_COMMANDS.keys()
