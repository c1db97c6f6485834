"""What may be done with unfinished games besides playing them: name one, delete it, and restore it."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from freecell_tui.controller.autosave import COUNTS_AS_LOST
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import bring_back, is_on_table
from freecell_tui.controller.features.tournaments import attempt_of, end_deleted, is_over, make_own
from freecell_tui.controller.play.game import Race, random_game
from freecell_tui.engine import FreecellError
from freecell_tui.storage.files import reason
from freecell_tui.storage.saves import SavedGame, SaveError


def read_game(controller: Controller, path: Path) -> SavedGame | SaveError:
    """Return the game of a save as it is now, or an error."""
    return controller.table.saved_game() if is_on_table(controller, path) else controller.store.read(path)


def list_games(controller: Controller) -> Sequence[Path]:
    """Return the saves of the unfinished games, the last played first."""
    return controller.store.unfinished()


class ListedGame(NamedTuple):
    """An unfinished game in a list."""

    saved: SavedGame | SaveError
    is_on_table: bool
    race: Race | None
    copy_title: str
    """What tells the game from copies of it, or ''."""


def read_listed(controller: Controller, path: Path) -> ListedGame:
    """Return an unfinished game as its save has it."""
    store, is_here = controller.store, is_on_table(controller, path)
    race = controller.table.race if is_here else None
    return ListedGame(store.read(path), is_here, race, store.copy_title(path))


def can_restore(controller: Controller) -> bool:
    """Return whether there may be a deleted game to restore."""
    return bool(controller.store.deleted() or controller.store.folder_problem("deleted"))


def called(record: SavedGame | SaveError) -> str:
    """Return a game's name in a sentence: its name in quotation marks, or its title."""
    if isinstance(record, SaveError):
        return "The file"
    return f"“{record.name}”" if record.name else record.game.title


def rename_game(controller: Controller, path: Path | None, name: str) -> None:
    """Give an unfinished game a name; '' removes the name; raise FreecellError.

    Without a `path` this is the game on the table.
    """
    if path is None or is_on_table(controller, path):
        controller.session.name = name
        controller.save_now()
        if controller.error:
            raise FreecellError(controller.error)
        return
    try:
        controller.store.rename(path, name)
    except OSError as error:
        raise FreecellError(f"This name could not be saved: {reason(error)}.") from None


def delete_question(controller: Controller, path: Path) -> str:
    """Return the question whether to delete a game.

    It says whether the game then counts as lost.
    """
    record = read_game(controller, path)
    question = f"Delete {called(record)}?"
    if isinstance(record, SaveError) or not controller.recorder.would_count_as_loss(record):
        return question
    if attempt_of(controller.store, record) is not None:
        return f"{question} It will count as lost, in the tournament for good."
    return f"{question} It will count as lost."


def delete_game(controller: Controller, path: Path, *, how_to_restore: str) -> str:
    """Delete a game. Return the sentence to say. Raise FreecellError.

    A game that was begun counts as lost. If the game is on the table, a random deal takes its place.
    The sentence ends with `how_to_restore`.
    """
    record, recorder = read_game(controller, path), controller.recorder
    if not isinstance(record, SaveError) and (why := recorder.count_as_lost(record, path)):
        raise FreecellError(f"Not deleted. {why}")
    try:
        controller.store.delete(path)
    except OSError as error:
        if not isinstance(record, SaveError):
            recorder.take_back_loss(record)
        raise FreecellError(f"This cannot be deleted: {reason(error)}.") from None
    recorder.note_deleted(path)
    problem = "" if isinstance(record, SaveError) else end_deleted(controller.store, record)
    text = f"{called(record)} was deleted"
    if is_on_table(controller, path):
        # The deleted game, which is left by this, is not kept.
        controller.put_on_table(SavedGame(random_game(controller.settings.new_game_variant)))
        text += ", another deal is on the table"
    return f"{text}; {how_to_restore}. {problem}".rstrip()


class Restored(NamedTuple):
    """A restored game's save, and the sentence to say."""

    path: Path
    text: str


def restore_game(controller: Controller) -> Restored:
    """Bring back the game deleted last; raise FreecellError.

    A loss stays until a move. The game of an attempt in a tournament comes back as a game of the player's own.
    """
    store = controller.store
    try:
        path = _bring_back(controller) or store.undelete()
    except OSError as error:
        raise FreecellError(f"This cannot be restored: {reason(error)}.") from None
    if path is None:
        raise FreecellError(store.folder_problem("deleted") or "Nothing to restore.")
    record = store.read(path)
    if isinstance(record, SaveError):
        return Restored(path, f"{called(record)} was restored.")
    if is_over(store, record):
        try:
            make_own(store, path)
        except OSError as error:
            raise FreecellError(f"This cannot be restored: {reason(error)}.") from None
        return Restored(
            path, f"{called(record)} was restored as a game of your own: the attempt in the tournament is over."
        )
    if controller.recorder.would_count_as_loss(record):
        return Restored(path, f"{called(record)} was restored; it {COUNTS_AS_LOST}.")
    return Restored(path, f"{called(record)} was restored.")


def _bring_back(controller: Controller) -> Path | None:
    """Bring back the game on the table if it was deleted last.

    Return its save, or None.
    """
    last = next(iter(controller.store.deleted()), None)
    if last is None or not is_on_table(controller, last):
        return None
    bring_back(controller)
    return next(filter(partial(is_on_table, controller), controller.store.unfinished()), None)
