"""The tournaments that a player has begun: a file each, in the folder `tournaments` beside the saves.

A file holds the description, the deals, and for each deal the ids of the games in which it was tried. How these games
went is in the history and in their saves, so nothing here can disagree with those.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from freecell_tui.engine.tournaments import MAX_DEALS, Tournament, parse_tournament
from freecell_tui.storage.files import PRIVATE, atomic_write, folder_lock, make_private_folder, read_regular
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.toml_text import parse

FOLDER: Final = "tournaments"
_FORMAT: Final = "freecell-tui tournament"
_MAX_BYTES: Final = 2**20
_MAX_FILES: Final = 500
_MAX_TRIED: Final = 200
"""How many games of a deal are remembered: who tries it more often keeps the last ones."""

_KEY: Final = re.compile(r"[0-9a-f]{12}")
_ID: Final = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class TournamentProgress:
    """A tournament with its deals; `attempts` are the ids of the games in which each deal was tried, the last last."""

    tournament: Tournament
    attempts: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def has_game(self, game_id: str) -> bool:
        """Return whether a game is one of the tournament."""
        return any(game_id in ids for ids in self.attempts.values())


class TournamentStore:
    """The tournaments in a player's folder."""

    def __init__(self, store: SaveStore) -> None:
        self._store = store
        self.folder = store.folder / FOLDER

    def begun(self) -> list[TournamentProgress]:
        """Return the tournaments that were begun, the one played last first; files that cannot be read are skipped."""
        paths = [path for path in self._paths() if _KEY.fullmatch(path.stem)]
        with suppress(OSError):
            paths.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        return [progress for path in paths[:_MAX_FILES] if (progress := _read(path)) is not None]

    def _paths(self) -> list[Path]:
        try:
            return list(self.folder.glob("*.json"))
        except OSError:
            return []

    def load(self, tournament: Tournament) -> TournamentProgress | None:
        """Return the progress in a tournament; None if it was not begun."""
        return _read(self._path(tournament))

    def of_game(self, game_id: str) -> TournamentProgress | None:
        """Return the tournament that a game belongs to, or None."""
        return next((progress for progress in self.begun() if progress.has_game(game_id)), None)

    def begin(self, tournament: Tournament) -> TournamentProgress:
        """Return the progress in a tournament whose deals are known, and keep it; raise OSError."""
        return self._change(tournament, None)

    def add_attempt(self, tournament: Tournament, deal: int, game_id: str) -> TournamentProgress:
        """Note that a deal is tried in a game; raise OSError."""
        return self._change(tournament, (deal, game_id))

    def _change(self, tournament: Tournament, attempt: tuple[int, str] | None) -> TournamentProgress:
        make_private_folder(self.folder)
        with folder_lock(self.folder):
            found = self.load(tournament)
            progress = found or TournamentProgress(tournament)
            if attempt is not None:
                deal, game_id = attempt
                ids = (*progress.attempts.get(deal, ()), game_id)[-_MAX_TRIED:]
                progress = TournamentProgress(progress.tournament, {**progress.attempts, deal: ids})
            if found is None or attempt is not None:
                atomic_write(self._path(tournament), _encode(progress).encode(), PRIVATE)
        return progress

    def _path(self, tournament: Tournament) -> Path:
        return self.folder / f"{tournament.key}.json"

    def find_save(self, deal: int, game_id: str) -> tuple[SaveFile, SavedGame] | None:
        """Return the unfinished game of a deal that has an id; None if there is none."""
        for path in self._store.maybe_of_deal(deal):
            try:
                save_file, saved = self._store.open(path)
            except SaveError:
                continue
            if saved.game_id == game_id:
                return save_file, saved
        return None


def _encode(progress: TournamentProgress) -> str:
    fields = {
        "format": _FORMAT,
        "version": 1,
        "description": progress.tournament.to_toml(),
        "deals": progress.tournament.deals,
        "attempts": {str(deal): ids for deal, ids in progress.attempts.items()},
    }
    return json.dumps(fields, indent=1, ensure_ascii=False) + "\n"


def _read(path: Path) -> TournamentProgress | None:
    """Return what a file holds; None if it is missing or is not what it should be."""
    try:
        fields = json.loads(read_regular(path, _MAX_BYTES).decode())
        tournament = parse_tournament(parse(fields["description"]))
        deals = tuple(deal for deal in fields["deals"] if type(deal) is int)[:MAX_DEALS]
        tournament = tournament if tournament.deals else tournament.with_deals(deals)
        attempts = dict(_attempts(fields["attempts"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return TournamentProgress(tournament, attempts) if tournament.key == path.stem and tournament.deals else None


def _attempts(fields: dict[str, Any]) -> Iterator[tuple[int, tuple[str, ...]]]:
    for deal, ids in fields.items():
        yield int(deal), tuple(each for each in ids if isinstance(each, str) and _ID.fullmatch(each))
