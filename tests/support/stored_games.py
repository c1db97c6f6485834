"""Saved games in a store, as tests make and find them."""

from dataclasses import replace
from pathlib import Path

from freecell_tui.engine import FREECELL, Game, Variant
from freecell_tui.storage import saves
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from support.games import number_of, played

STARTED, LATER = "2026-11-20T18:00:00Z", "2026-11-20T19:30:00Z"


def record_of(number: int, words: str = "", variant: Variant = FREECELL) -> SavedGame:
    return SavedGame(played(Game.new(number, variant), words), 5.0, 0, STARTED, LATER)


def any_game(_variant: Variant) -> bool:
    return True


def save(save_file: SaveFile, record: SavedGame) -> None:
    save_file.stage(record)
    save_file.commit()


def keep(store: SaveStore, record: SavedGame) -> SaveFile:
    save_file = store.new_file(record)
    save(save_file, record)
    return save_file


def latest(store: SaveStore, problems: list[SaveError] | None = None) -> SavedGame:
    """The game that was played last; `problems` gets what is wrong with those that cannot be read."""
    found = store.latest(any_game, [] if problems is None else problems)
    assert found is not None
    return found[1]


def path_of(save_file: SaveFile) -> Path:
    assert save_file.path is not None
    return save_file.path


def make_last(path: Path | None, nanoseconds: int) -> None:
    """Make a save one that was played at a moment of the distant past."""
    assert path is not None
    path.write_text(saves.encode(replace(saves.read(path), order=nanoseconds + 1)), encoding="utf-8")


def files(store: SaveStore) -> list[str]:
    return sorted(path.relative_to(store.folder).as_posix() for path in store.folder.rglob("*") if path.is_file())


def text_of(record: SavedGame) -> str:
    """What a save says, whenever it was written."""
    return saves.encode(replace(record, order=0))


def deals(store: SaveStore) -> list[int]:
    """The deals of the unfinished games, the one played last first."""
    return [number_of(saves.read(path).game.deal) for path in store.unfinished()]


def all_records(store: SaveStore) -> list[SavedGame]:
    """Every save that can be read, in its place or beside it."""
    return [saves.read(store.folder / name) for name in files(store)]


NAME = "unfinished/20261120T180000Z-freecell-1.json"
ONE, TWO = record_of(1, "3a"), record_of(1, "3a 32")
WON = record_of(-3, "5h")
