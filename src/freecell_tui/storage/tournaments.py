"""Files of tournaments: descriptions that people write, results that players exchange, and own attempts.

    player = "Ann"

    [tournament]
    title = "Two hard ones"
    deals = "2 hard from 2026"
    found = [424025, 791379]

    [results]
    424025 = { attempts = 1, code = "F0001-WKXCE-…" }

A deal that was tried and not won has an empty code.
Results always name their deals, even those of a wish, so that reading results of others never takes a search.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from freecell_tui.engine.positions import Deal
from freecell_tui.engine.share_code import parse_signature
from freecell_tui.engine.text import FreecellError, NotationError, printable, quoted
from freecell_tui.engine.tournaments import MAX_DEALS, Entry, Tournament, parse_tournament
from freecell_tui.storage.files import (
    PRIVATE,
    FileTooLarge,
    FileVersion,
    atomic_write,
    file_version,
    flush,
    flush_folder,
    folder_lock,
    make_folder,
    read_regular,
    reason,
    temporary_file,
)
from freecell_tui.storage.save_store import DAMAGED, SaveFile, SaveStore, move_save
from freecell_tui.storage.saves import NewerFormat, SavedGame, SaveError, check_version, read_field
from freecell_tui.storage.toml import TomlError, parse, read_text

MAX_BYTES: Final = 2**18
"""The largest file: results of a hundred deals with long games take 100 KB."""

MAX_PLAYERS: Final = 200
"""The most files with results that are compared."""

_MAX_CANDIDATES: Final = 2000  # how many files of a folder are opened to find results

_MAX_CODE: Final = 8192
_DEAL: Final = re.compile(r"-?[1-9][0-9]{0,9}")
_MAX_ATTEMPTS: Final = 10**6


KNOWN_TOURNAMENTS: Final = {
    name: parse_tournament(fields)
    for name, fields in parse(Path(__file__).with_name("tournaments.toml").read_text(encoding="utf-8")).items()
}
"""The tournaments that come with the game, by their names."""


class ResultFile(NamedTuple):
    """A player's results in a tournament, checked in form only."""

    player: str
    tournament: Tournament
    entries: Mapping[int, Entry]


class FoundFile(NamedTuple):
    """A file with results."""

    path: Path
    result: ResultFile
    changed: int
    """The time of the last change, in nanoseconds."""


def read_tournament(path: Path) -> Tournament:
    """Return the tournament of a file, which may also hold results.

    Raise NotationError if the file cannot be read.
    """
    with _naming(path):
        fields = parse(read_text(path, MAX_BYTES))
        return _tournament_of_results(fields) if "results" in fields else parse_tournament(fields)


def read_result(path: Path) -> ResultFile:
    """Return the results in a file; raise NotationError."""
    with _naming(path):
        fields = parse(read_text(path, MAX_BYTES))
        if "results" not in fields:
            raise NotationError("It holds no results.")
        tournament = _tournament_of_results(fields)
        player = fields.get("player", "")
        if not isinstance(player, str) or not (name := parse_signature(player)):
            raise NotationError("“player” is missing, or is not a name.")
        results, entries = _table(fields, "results"), dict[int, Entry]()
        if len(results) > 2 * MAX_DEALS:
            raise NotationError(f"It has results of {len(results)} deals; a tournament has at most {MAX_DEALS}.")
        for deal, value in results.items():
            attempts, code = (value.get("attempts"), value.get("code")) if isinstance(value, dict) else (None, None)
            is_code = isinstance(code, str) and len(code) <= _MAX_CODE and code.isprintable()
            if not _DEAL.fullmatch(deal) or not is_code:
                raise NotationError(f"The result of {quoted(deal)} is not a deal with its attempts and its code.")
            if type(attempts) is not int or not 1 <= attempts < _MAX_ATTEMPTS:
                raise NotationError(f"The attempts at deal {deal} are not a number from 1 on.")
            entries[int(deal)] = Entry(str(code), attempts)
        return ResultFile(name, tournament, entries)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turn an error of reading into a NotationError that names the file."""
    try:
        yield
    except TomlError as error:
        problem = f"Line {error.line} is not TOML: {error}."
    except FreecellError as error:
        problem = str(error)
    except (OSError, ValueError) as error:
        problem = f"It cannot be read: {reason(error)}."
    else:
        return
    raise NotationError(f"{printable(path.name)}: {problem}")


def is_same(first: Tournament, second: Tournament) -> bool:
    """Return whether two tournaments have the same rules and deals.

    Their titles may differ.
    """
    return (first.key, first.deals) == (second.key, second.deals)


def find_results(tournament: Tournament, folders: Iterable[Path]) -> list[FoundFile]:
    """Return the files with results of a tournament, the newest first.

    Other files in the folders are skipped.
    """
    paths = dict[Path, int]()
    for folder in folders:
        with suppress(OSError, RuntimeError):
            for path in islice(folder.resolve().glob("*.toml"), _MAX_CANDIDATES):
                if (version := file_version(path)) is not None:
                    paths[path] = version.changed
    files = []
    for path in sorted(paths, key=paths.__getitem__, reverse=True)[:MAX_PLAYERS]:
        with suppress(FreecellError):
            result = read_result(path)
            if is_same(result.tournament, tournament):
                files.append(FoundFile(path, result, paths[path]))
    return files


def write_result(result: ResultFile) -> str:
    """Return the text of a result file, which `read_result` reads."""
    lines = [
        "# Results in a tournament of freecell-tui. To compare them: freecell tournament standings FILE…",
        f"player = {json.dumps(result.player, ensure_ascii=False)}",  # a string of JSON is one of TOML
        "",
        "[tournament]",
        result.tournament.to_toml(),
        "[results]",
    ]
    lines += [
        f'{deal} = {{ attempts = {entry.attempts}, code = "{entry.code}" }}' for deal, entry in result.entries.items()
    ]
    return "\n".join(lines) + "\n"


def _tournament_of_results(fields: Mapping[str, Any]) -> Tournament:
    tournament = parse_tournament(_table(fields, "tournament"))
    if not tournament.deals:
        raise NotationError(
            f"It does not say which deals were found for {quoted(str(tournament.wish))}: ask its player to save the "
            "results again."
        )
    return tournament


def _table(fields: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = fields.get(name)
    if not isinstance(value, dict):
        raise NotationError(f"The table [{name}] is missing.")
    return value


# The tournaments that a player has begun: a file each, in the folder `tournaments` beside the saves.
#
# A file holds the description of the tournament, and for each deal the ids of the games in which it was tried. Every
# such game is an attempt, even if its save is gone. The outcomes of the games are in the history and in their saves, so
# nothing here can contradict them. An attempt is noted before the first move of its game is saved, so none is missing.
#
# The file also holds the attempts that are over: given up, deleted, or won under limits. Such a game never continues as
# the attempt, even from a copy of its save. Files of version 1 lack these attempts.
#
# A damaged file is kept in `damaged/`, and a file that a newer program wrote is not changed. Beside the file are the
# results of others that the player has added, a file for each player.

FOLDER: Final = "tournaments"
VERSION: Final = 2
_FORMAT: Final = "freecell-tui tournament"
_MAX_BYTES: Final = 2**20
_MAX_FILES: Final = 500
_MAX_TRIED: Final = 200  # how many attempts at a deal are kept: the last ones

_KEY: Final = re.compile(r"[0-9a-f]{12}")
_ID: Final = re.compile(r"[0-9a-f]{32}")


class ProgressError(FreecellError):
    """A failure to read or write a player's file of a tournament.

    `str()` is a sentence.
    """


class DamagedProgress(ProgressError):
    """A file that no version can read.

    The file is kept, and the tournament begins anew.
    """


@dataclass(frozen=True, slots=True)
class TournamentProgress:
    """A tournament with the player's attempts."""

    tournament: Tournament
    attempts: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """The ids of the games at each deal, in order."""

    over: frozenset[str] = frozenset()
    """The ids of the attempts that are over, and are never continued."""


@contextmanager
def _writing(trouble: str) -> Iterator[None]:
    """Turn an OSError of writing into a ProgressError.

    The sentence begins with `trouble`.
    """
    try:
        yield
    except OSError as error:
        raise ProgressError(f"{trouble}: {reason(error)}.") from None


class TournamentStore:
    def __init__(self, store: SaveStore) -> None:
        self._store = store
        self.folder = store.folder / FOLDER

    def begun(self, problems: list[ProgressError] | None = None) -> list[TournamentProgress]:
        """Return the tournaments begun, the one played last first.

        `problems` gets the errors of unreadable files.
        """
        paths = list[Path]()
        with suppress(OSError):
            paths = [path for path in self.folder.glob("*.json") if _KEY.fullmatch(path.stem)]
            paths.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        begun = []
        for path in paths[:_MAX_FILES]:
            try:
                if (progress := _read_progress(path)) is not None:
                    begun.append(progress)
            except ProgressError as error:
                if problems is not None:
                    problems.append(error)
        return begun

    def load(self, key: str) -> TournamentProgress | None:
        """Return the progress in the tournament with a key, or None.

        None if the tournament was not begun.
        Raise ProgressError if the file cannot be read.
        """
        return _read_progress(self.folder / f"{key}.json") if _KEY.fullmatch(key) else None

    def of_game(self, game_id: str) -> TournamentProgress | None:
        """Return the tournament that a game belongs to, or None."""
        for progress in self.begun():
            if any(game_id in ids for ids in progress.attempts.values()):
                return progress
        return None

    @_writing("The tournament cannot be saved")
    def begin(self, tournament: Tournament) -> str:
        """Create the file of a tournament, unless it exists.

        The deals of the tournament must be known.
        Return a sentence about a damaged file, or ''.
        Raise ProgressError if the file cannot be written.
        """
        notice, progress = "", None
        with folder_lock(self.folder):
            try:
                progress = self.load(tournament.key)
            except DamagedProgress as error:
                kept = move_save(self._path(tournament), self._store.folder / DAMAGED, f"tournament-{tournament.key}")
                notice = f"{error} It is kept as {kept.parent.name}/{kept.name}, and the attempts in it are forgotten."
        if progress is None:
            self._replace(TournamentProgress(tournament), None)
        return notice

    @_writing("The tournament cannot be saved")
    def add_attempt(self, tournament: Tournament, deal: int, game_id: str, before: tuple[str, ...]) -> bool:
        """Add a game to the attempts at a deal; raise ProgressError.

        `before` are the attempts known to the caller.
        Return whether the game was added.
        If the file has other attempts, another program has begun one, and nothing is changed.
        """
        while True:
            version = file_version(self._path(tournament))
            progress = self.load(tournament.key) or TournamentProgress(tournament)
            if progress.attempts.get(deal, ()) != before:
                return False
            ids = (*before, game_id)[-_MAX_TRIED:]
            if self._replace(replace(progress, attempts={**progress.attempts, deal: ids}), version):
                return True

    @_writing("The end of the attempt cannot be noted")
    def end_attempt(self, game_id: str) -> None:
        """Note that an attempt is over; raise ProgressError.

        No copy of its save continues the attempt then.
        """
        while (known := self.of_game(game_id)) is not None:
            version = file_version(self._path(known.tournament))
            progress = self.load(known.tournament.key) or known
            if game_id in progress.over or self._replace(replace(progress, over=progress.over | {game_id}), version):
                return

    def _replace(self, progress: TournamentProgress, before: FileVersion | None) -> bool:
        """Write a tournament's file if its version is still `before`.

        Return whether the file was written.
        """
        path = self._path(progress.tournament)
        fields = {
            "format": _FORMAT,
            "version": VERSION,
            "description": progress.tournament.to_toml(),
            "attempts": {str(deal): ids for deal, ids in progress.attempts.items()},
            "over": [game_id for ids in progress.attempts.values() for game_id in ids if game_id in progress.over],
        }
        text = json.dumps(fields, indent=1, ensure_ascii=False) + "\n"
        make_folder(self.folder)
        with temporary_file(self.folder, text.encode(), PRIVATE) as staged:
            flush(staged)
            with folder_lock(self.folder):
                is_unchanged = file_version(path) == before
                if is_unchanged:
                    staged.replace(path)
        flush_folder(self.folder)
        return is_unchanged

    def _path(self, tournament: Tournament) -> Path:
        return self.folder / f"{tournament.key}.json"

    def results(self, tournament: Tournament, problems: list[str]) -> list[ResultFile]:
        """Return the added results of other players.

        `problems` gets a sentence for each file that cannot be read.
        """
        results = list[ResultFile]()
        for path in self._result_paths(tournament)[:MAX_PLAYERS]:
            try:
                results.append(read_result(path))
            except FreecellError as error:
                problems.append(str(error))
        return [result for result in results if is_same(result.tournament, tournament)]

    @_writing("The results could not be added")
    def add_result(self, result: ResultFile) -> None:
        """Keep the results of another player; raise FreecellError.

        Earlier results under the same name are replaced.
        """
        make_folder(self.folder)
        path = self._result_path(result)
        if not path.exists() and len(self._result_paths(result.tournament)) >= MAX_PLAYERS:
            raise NotationError(f"The standings have {MAX_PLAYERS} players already; remove one first.")
        atomic_write(path, write_result(result).encode(), PRIVATE)

    def restore_result(self, result: ResultFile) -> bool:
        """Keep removed results of another player again.

        Return False if there are newer results under the same name.
        Raise FreecellError if they cannot be written.
        """
        if self._result_path(result).is_file():
            return False
        self.add_result(result)
        return True

    @_writing("The results could not be removed")
    def remove_result(self, result: ResultFile) -> None:
        """Remove the results of another player; raise ProgressError."""
        self._result_path(result).unlink(missing_ok=True)

    def _result_paths(self, tournament: Tournament) -> list[Path]:
        try:
            return sorted(self.folder.glob(f"{tournament.key}-*.toml"))
        except OSError:
            return []

    def _result_path(self, result: ResultFile) -> Path:
        return self.folder / f"{result.tournament.key}-{sha256(result.player.encode()).hexdigest()[:16]}.toml"

    def find_saves(self, deal: Deal) -> dict[str, tuple[SaveFile, SavedGame]]:
        """Return the unfinished games of a deal by their ids.

        Of two games with one id, the one played last is returned.
        """
        games = list(self._store.games([], deal))
        return {saved.game_id: (save_file, saved) for save_file, saved in reversed(games)}


def _read_progress(path: Path) -> TournamentProgress | None:
    subject = f"The file of a tournament that you have begun, {path.name}"
    try:
        fields = json.loads(read_regular(path, _MAX_BYTES).decode())
        if not isinstance(fields, dict) or fields.get("format") != _FORMAT:
            raise SaveError("It is not the file of a tournament.")
        check_version(fields, VERSION)
        tournament = parse_tournament(parse(read_field(fields, "description", str)))
        if tournament.key != path.stem or not tournament.deals:
            raise SaveError("It is of another tournament, or does not say its deals.")
        names, attempts = {str(deal): deal for deal in tournament.deals}, dict[int, tuple[str, ...]]()
        for name, ids in read_field(fields, "attempts", dict).items():
            if name not in names or not _are_ids(ids):
                raise SaveError("Its attempts are not those of its deals.")
            attempts[names[name]] = tuple(ids)
        if not _are_ids(over := fields.get("over", [])):
            raise SaveError("The attempts that are over are no games.")
    except FileNotFoundError:
        return None
    except NewerFormat as error:
        raise ProgressError(f"{subject}, cannot be read. {error}") from None
    except (FileTooLarge, ValueError, RecursionError):
        raise DamagedProgress(f"{subject}, is damaged.") from None
    except OSError as error:
        raise ProgressError(f"{subject}, cannot be read: {reason(error)}.") from None
    return TournamentProgress(tournament, attempts, frozenset(over))


def _are_ids(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and _ID.fullmatch(each) for each in value)


def open_tournament(store: SaveStore, saved: SavedGame) -> Tournament | None:
    """Return the tournament in which a game is an open attempt.

    Any copy of the game counts.
    None for every other game.
    """
    progress = TournamentStore(store).of_game(saved.game_id) if saved.id else None
    return None if progress is None or saved.game_id in progress.over else progress.tournament


def attempt_refusal(store: SaveStore, saved: SavedGame, wish: Literal["verdict", "look"]) -> str:
    """Return why an attempt may not be examined off its table, or ''.

    With the wish `verdict`, the game is to be analysed; with `look`, its cards are to be shown.
    """
    tournament = open_tournament(store, saved)
    if tournament is None:
        return ""
    why = tournament.refusals.get("verdict") or tournament.refusals.get("hints") or ""
    if wish == "look":
        why = "Its cards are shown only while its clock runs." if tournament.clock else ""
    return f"This game is an attempt in the tournament {quoted(tournament.title)}. {why}" if why else ""
