"""Saves: a game as JSON, which is read by replaying it through the rules.

    {"format": "freecell-tui", "version": 1, "variant": "freecell", "deal": 617,
     "branches": [{"number": 1, "turns": "3a 32,7h restart"}], "branch": 1, "position": 2,
     "elapsed_seconds": 84.2, "undos": 1, "started": "2026-11-20T18:00:00Z", "saved": "2026-11-20T18:01:24Z",
     "board": "…"}

The game is a tree of branches; see `saved_tree`. `cells` and `house_rules` are written only where they differ from the
variant's own, `helped` only if a solution was shown. `board` is the position as text and is compared after the replay.
Nothing in a file is trusted: a game that could not have been played is refused.

`id` is missing in an exported game until it is played here; see `SavedGame.game_id`. `name`, `bookmarks` and
`notes` are written if the player has given any. A bookmark and a note have the `branch` and `position` that they are
at; one that is not in the tree is left out, and the game is read without it.

`order` tells which save was written last, whatever the clock says: it is the time in nanoseconds, or one more than the
largest `order` of the unfinished games if that is not less.
"""

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import gmtime, strftime
from typing import Any, Final

from freecell_tui.engine import Bookmarks, FreecellError, Game, Variant, find_variant, write_position
from freecell_tui.engine.game import Notes
from freecell_tui.engine.text import capitalised, joined, shortened
from freecell_tui.engine.variants import HOUSE_RULES
from freecell_tui.storage.files import (
    INHERITED_BY_NONE,
    NOT_WAITING,
    FileTooLarge,
    FileVersion,
    flush,
    flush_folder,
    read_regular,
    reason,
    temporary_file,
)
from freecell_tui.storage.saved_tree import (
    SaveError,
    check_version,
    label_fields,
    read_count,
    read_field,
    read_labels,
    read_name,
    read_tree,
    tree_fields,
)

FORMAT: Final = "freecell-tui"
VERSION: Final = 1

MAX_BYTES: Final = 4 * 2**20
"""A save has a few kilobytes, so a larger file is no save."""

MAX_SECONDS: Final = 100 * 366 * 86400
"""A hundred years: a longer time would not fit on the table."""

MAX_UNDOS: Final = 10**9

_MAX_ORDER: Final = 2**62
_ORDER: Final = re.compile(rb'"order": ([0-9]{1,19})\b')
_HEAD_BYTES: Final = 128
"""The bytes at the beginning of a save that hold its `order`: a list of games reads no more of each."""

_ID: Final = re.compile(r"[0-9a-f]{32}")
TIMESTAMP_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"
TIMESTAMP: Final = re.compile(r"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z")

FROM_THE_DEAL: Final = -1
"""A position among `helped_attempts` that means every attempt: a solution was shown from the deal on."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a save holds: the game, and what undo does not undo.

    `elapsed` are seconds, `undos` how many undos count, `helped` whether a solution was shown. `started` and `saved`
    are timestamps in UTC, ISO 8601 with seconds and a `Z`, or '' if unknown. `id` is '' where the file has none.
    `unreadable_bookmarks` and `unreadable_notes` are how many of the file are missing from `bookmarks` and `notes`.
    `helped_attempts` are the positions of the deal and of the restarts after which a solution was shown, or
    FROM_THE_DEAL. `order` is larger than that of saves written before, 0 if the file has none.
    """

    game: Game
    elapsed: float = 0.0
    undos: int = 0
    started: str = ""
    saved: str = ""
    helped: bool = False
    id: str = ""
    name: str = ""
    bookmarks: Bookmarks = field(default_factory=Bookmarks)
    notes: Notes = field(default_factory=dict)
    unreadable_bookmarks: int = 0
    unreadable_notes: int = 0
    helped_attempts: tuple[int, ...] = ()
    order: int = field(default=0, compare=False)

    @property
    def is_damaged(self) -> bool:
        """Whether bookmarks or notes of the file could not be read, and the next save would lose them."""
        return self.unreadable_bookmarks + self.unreadable_notes > 0

    @property
    def game_id(self) -> str:
        """The id that every save, restart and copy of this game shares, and no other game: 32 hexadecimal digits.

        `new_id` makes it when a game begins. For a file without one it is derived from what does not change while the
        game is played: variant, deal and start.
        """
        if self.id:
            return self.id
        from hashlib import sha256  # noqa: PLC0415 - 2 ms of every start, for files without an id

        what = json.dumps([*variant_fields(self.game.variant), self.game.deal, self.started])
        return sha256(what.encode()).hexdigest()[:32]


def new_id() -> str:
    """Return a new id: 128 random bits, which no two games share."""
    return os.urandom(16).hex()


def now() -> str:
    """Return the present time as a timestamp."""
    return strftime(TIMESTAMP_FORMAT, gmtime())


def has_started(saved_game: SavedGame) -> bool:
    """Return whether the game counts: a move was made, even if it was undone."""
    branches = saved_game.game.tree.branches.values()
    return any(turn.move is not None for branch in branches for turn in branch.turns)


def encode(saved_game: SavedGame) -> str:
    """Return a saved game as the text of its file."""
    game = saved_game.game
    fields = {
        "format": FORMAT,
        "version": VERSION,
        **({"order": saved_game.order} if saved_game.order else {}),
        **({"id": saved_game.id} if saved_game.id else {}),
        **({"name": saved_game.name} if saved_game.name else {}),
        **dict(variant_fields(game.variant)),
        "deal": game.deal,
        **dict(tree_fields(game)),
        "elapsed_seconds": round(saved_game.elapsed, 1),
        "undos": saved_game.undos,
        **({"helped": True} if saved_game.helped else {}),
        **({"helped_attempts": saved_game.helped_attempts} if saved_game.helped_attempts else {}),
        "started": saved_game.started,
        "saved": saved_game.saved,
        "board": write_position(game.board),
        **dict(label_fields(saved_game.bookmarks, saved_game.notes)),
    }
    # One field on each line: a person can read it, and the turns stay together.
    return "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in fields.items()) + "\n}\n"


def variant_fields(variant: Variant) -> Iterator[tuple[str, object]]:
    """Generate a variant's fields in a save; those at their defaults are left out."""
    default = find_variant(variant.name)
    yield "variant", variant.name
    if variant.cells != default.cells:
        yield "cells", variant.cells
    if house_rules := variant.house_rules:
        yield "house_rules", house_rules


def decode(text: str) -> SavedGame:
    """Read the text of a save and replay it; raise SaveError with the reason if it is none."""
    fields = _parsed(text)
    try:
        start = Game.new(read_field(fields, "deal", int), _read_variant(fields))
        game = read_tree(fields, start)
    except FreecellError as error:
        raise SaveError(str(error)) from None
    if read_field(fields, "board", str) != write_position(game.board):
        raise SaveError("Its moves do not lead to its board.")
    bookmarks, notes, unreadable_bookmarks, unreadable_notes = read_labels(fields, game.tree)
    elapsed = fields.get("elapsed_seconds")
    if isinstance(elapsed, bool) or not isinstance(elapsed, int | float) or not 0 <= elapsed <= MAX_SECONDS:
        raise SaveError("“elapsed_seconds” is missing or is not a time.")
    undos = read_count(fields, "undos")
    if undos > MAX_UNDOS:
        raise SaveError("“undos” is too large.")
    for name in ("started", "saved"):
        timestamp = read_field(fields, name, str)
        if timestamp and not TIMESTAMP.fullmatch(timestamp):
            raise SaveError(f"“{name}” is not a time like 2026-11-20T18:00:00Z.")
    helped, attempts = fields.get("helped", False), fields.get("helped_attempts")
    if not isinstance(helped, bool):
        raise SaveError("“helped” is not true or false.")
    if not isinstance(attempts, list) or any(type(each) is not int or each < FROM_THE_DEAL for each in attempts):
        attempts = [FROM_THE_DEAL] if helped else []  # a save that does not say when it was helped
    game_id = fields.get("id", "")
    if not isinstance(game_id, str) or (game_id and not _ID.fullmatch(game_id)):
        raise SaveError("“id” is not 32 hexadecimal digits.")
    return SavedGame(
        game,
        elapsed=float(elapsed),
        undos=undos,
        started=fields["started"],
        saved=fields["saved"],
        helped=helped,
        id=game_id,
        name=read_name(fields),
        bookmarks=bookmarks,
        notes=notes,
        unreadable_bookmarks=unreadable_bookmarks,
        unreadable_notes=unreadable_notes,
        helped_attempts=tuple(sorted(set(attempts))),
        order=_order(fields.get("order")),
    )


def _parsed(text: str) -> dict[str, Any]:
    """Return the fields of a save of this format, otherwise unchecked; raise SaveError."""
    try:
        fields = json.loads(text)
    except json.JSONDecodeError as error:
        raise SaveError(f"It is not JSON from line {error.lineno}, column {error.colno} on.") from None
    except ValueError:
        raise SaveError("It is not a save: a number in it is too long.") from None
    except RecursionError:
        raise SaveError("It is not a save: it is nested too deeply.") from None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise SaveError("It is not a save of this game.")
    check_version(fields, VERSION)
    return fields


def _read_variant(fields: Mapping[str, Any]) -> Variant:
    variant = find_variant(read_field(fields, "variant", str))
    if "cells" in fields:
        variant = variant.with_cells(read_field(fields, "cells", int))
    if "house_rules" in fields:
        named = read_field(fields, "house_rules", list)
        if unknown := [str(rule) for rule in named if rule not in HOUSE_RULES]:
            raise SaveError(f"It has unknown house rules: {shortened(joined(unknown))}.")
        variant = variant.with_house_rules(**dict.fromkeys(named, True))
    return variant


def read_order(path: str) -> int:
    """Return the order of a save without reading the rest of it, or the time of its file if it has none.

    Raise OSError.
    """
    descriptor = os.open(path, os.O_RDONLY | NOT_WAITING | INHERITED_BY_NONE)
    try:
        status = os.fstat(descriptor)
        match = _ORDER.search(os.read(descriptor, _HEAD_BYTES)) if stat.S_ISREG(status.st_mode) else None
    finally:
        os.close(descriptor)
    return (match and _order(int(match[1]))) or status.st_mtime_ns


def _order(value: object) -> int:
    return value if type(value) is int and 0 < value < _MAX_ORDER else 0


def read(path: Path) -> SavedGame:
    """Read a save from a file; raise SaveError, naming the file, if it cannot be read or is none."""
    try:
        return decode(read_regular(path, MAX_BYTES).decode())
    except UnicodeDecodeError:
        raise SaveError(f"{path}: It is not text.") from None
    except FileTooLarge:
        raise SaveError(f"{path}: It is too large: a save has at most {MAX_BYTES // 2**20} MiB.") from None
    except OSError as error:
        raise SaveError(f"{path}: {capitalised(reason(error))}.") from None
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from None


def staging_path(path: Path) -> Path:
    """Return the path at which the next version of a save is staged."""
    return path.with_name(path.name + ".new")


def stage(path: Path, saved_game: SavedGame) -> FileVersion:
    """Write the next version of a save beside it, and return it; raise OSError, leaving what was there.

    From then on only a power cut can lose it.
    """
    with temporary_file(path.parent, encode(saved_game).encode()) as (written, version):
        written.replace(staging_path(path))
    return version


def commit(path: Path) -> None:
    """Flush the staged version of a save to the disk and replace the save with it; raise OSError.

    At every moment there is one whole save.
    """
    flush(staging_path(path))
    staging_path(path).replace(path)
    flush_folder(path.parent)


__all__ = [
    "FORMAT",
    "FROM_THE_DEAL",
    "MAX_BYTES",
    "MAX_SECONDS",
    "MAX_UNDOS",
    "TIMESTAMP",
    "TIMESTAMP_FORMAT",
    "VERSION",
    "SaveError",
    "SavedGame",
    "commit",
    "decode",
    "encode",
    "has_started",
    "new_id",
    "now",
    "read",
    "read_order",
    "stage",
    "staging_path",
    "variant_fields",
]
