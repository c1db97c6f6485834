"""A save: the record of a game as JSON, and reading it back through the validator.

    {"format": "freecell-tui", "version": 1, "variant": "freecell", "deal": 617,
     "turns": [["3a"], ["32", "7h"], ["restart"]], "position": 2, "elapsed_seconds": 84.2, "undos": 1,
     "started": "2026-11-20T18:00:00Z", "saved": "2026-11-20T18:01:24Z", "board": "…"}

A turn is the player's move, then the autoplay that followed; turns beyond `position` were undone. `cells` and
`house_rules` stand there only where they differ from the variant's own, `helped` only where a solution was shown.
`board` is the position as text, compared after the replay. Nothing in a file is believed: a game that could not have
been played is refused.

`id` follows `version` in the saves of games that were begun since there is a history; see `Record.game_id`. `name` and
`bookmarks` stand there where the player has given any. A bookmark has `turns` and `position` as the game has, and is
replayed as it is; one that could not have been played is left out, and does the game no harm.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from time import gmtime, strftime
from typing import Any, Final, TypeVar

from freecell_tui.engine import (
    RESTART,
    Bookmark,
    Bookmarks,
    FreecellError,
    Game,
    Move,
    Turn,
    Variant,
    find_variant,
    parse_name,
    refusal,
    rules,
    write_position,
)
from freecell_tui.engine.bookmarks import MAX_BOOKMARKS
from freecell_tui.engine.variants import HOUSE_RULES

_Kind = TypeVar("_Kind")

FORMAT: Final = "freecell-tui"
VERSION: Final = 1
_RESTART_WORD: Final = "restart"
# A save is a few kilobytes: more than this is something else, and its first part will not be JSON.
_LARGEST: Final = 4 * 2**20
MAX_SECONDS: Final = 100 * 366 * 86400
"""A hundred years: what is longer was not played, and would not fit on the table."""

_MOST_UNDOS: Final = 10**9
_ID: Final = re.compile(r"[0-9a-f]{32}")
TIMESTAMP_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"
TIMESTAMP: Final = re.compile(r"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z")


class SaveError(ValueError):
    """A file that is not what a save should be; `str()` says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game with what undo does not take back: the seconds spent, how often undo was used, whether it was helped.

    `started` and `saved` are moments in UTC, as ISO 8601 with seconds and a `Z`, or empty if they are not known.
    `id` is what the save says, and empty where it says nothing. `unreadable_bookmarks` counts those that the save has
    and `bookmarks` has not; written again, the save will be without them.
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
    unreadable_bookmarks: int = 0

    @property
    def game_id(self) -> str:
        """What tells this game from all others, through every save, restart and copy of it: 32 hexadecimal digits.

        Games are given one by `new_id` when they begin. For those begun before there were any it is made from what
        does not change as they go on: variant, deal and moment of the start.
        """
        return self.id or _derived_id(self.game, self.started)


def new_id() -> str:
    """An id for a game that begins: 128 random bits, which no two games share."""
    return os.urandom(16).hex()


def _derived_id(game: Game, started: str) -> str:
    import json  # noqa: PLC0415 - not before there is a save to read or write
    from hashlib import sha256  # noqa: PLC0415 - only for games of long ago

    what = json.dumps([*variant_fields(game.variant), game.deal, started])
    return sha256(what.encode()).hexdigest()[:32]


def now() -> str:
    """The present moment as saves have it."""
    return strftime(TIMESTAMP_FORMAT, gmtime())


def encode(record: SavedGame) -> str:
    """The record as the text of a save."""
    import json  # noqa: PLC0415 - likewise

    game = record.game
    fields = {
        "format": FORMAT,
        "version": VERSION,
        **({"id": record.id} if record.id else {}),
        **({"name": record.name} if record.name else {}),
        **dict(variant_fields(game.variant)),
        "deal": game.deal,
        "turns": [_turn_words(turn) for turn in game.turns],
        "position": game.position,
        "elapsed_seconds": round(record.elapsed, 1),
        "undos": record.undos,
        **({"helped": True} if record.helped else {}),
        "started": record.started,
        "saved": record.saved,
        "board": write_position(game.board),
        **({"bookmarks": [_bookmark_fields(each) for each in record.bookmarks]} if record.bookmarks else {}),
    }
    # One field a line: a person can read it, and the turns stay together.
    return "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in fields.items()) + "\n}\n"


def variant_fields(variant: Variant) -> Iterator[tuple[str, object]]:
    """A variant as fields of JSON; what is its usual own is left out."""
    usual = find_variant(variant.name)
    yield "variant", variant.name
    if variant.cells != usual.cells:
        yield "cells", variant.cells
    if house_rules := variant.house_rules:
        yield "house_rules", house_rules


def _bookmark_fields(bookmark: Bookmark) -> dict[str, object]:
    return {
        "number": bookmark.number,
        **({"name": bookmark.name} if bookmark.name else {}),
        "turns": [_turn_words(turn) for turn in bookmark.game.turns],
        "position": bookmark.game.position,
    }


def _turn_words(turn: Turn) -> list[str]:
    return [_RESTART_WORD] if turn.move is None else [str(move) for move in (turn.move, *turn.autoplay)]


def decode(text: str) -> SavedGame:
    """Read a save, replaying it; raise SaveError, saying what is wrong, if it is not one."""
    import json  # noqa: PLC0415 - likewise

    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"It is not JSON: {error}.") from None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise SaveError("It is not a save of this game.")
    _check_version(fields)
    try:
        game = _replay(fields)
    except FreecellError as error:
        raise SaveError(str(error)) from None
    bookmarks, unreadable = _bookmarks(fields, game)
    return SavedGame(
        game,
        elapsed=_duration(fields),
        undos=_undos(fields),
        started=_timestamp(fields, "started"),
        saved=_timestamp(fields, "saved"),
        helped=_flag(fields, "helped"),
        id=_id(fields),
        name=_name(fields),
        bookmarks=bookmarks,
        unreadable_bookmarks=unreadable,
    )


def _check_version(fields: Mapping[str, Any]) -> None:
    version = _whole(fields, "version")
    if version > VERSION:
        raise SaveError(
            f"It was written by a newer freecell-tui (format {version}, and this one reads {VERSION}): update the game."
        )
    if version < VERSION:
        raise SaveError(f"There never was a format {version}.")


def _field(fields: Mapping[str, Any], name: str, kind: type[_Kind]) -> _Kind:
    value = fields.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SaveError(f"“{name}” is missing or is not what it should be.")
    return value


def _whole(fields: Mapping[str, Any], name: str) -> int:
    value = _field(fields, name, int)
    if value < 0:
        raise SaveError(f"“{name}” is less than nothing.")
    return value


def _duration(fields: Mapping[str, Any]) -> float:
    value = fields.get("elapsed_seconds")
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_SECONDS:
        raise SaveError("“elapsed_seconds” is missing or is not a time.")
    return float(value)


def _flag(fields: Mapping[str, Any], name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise SaveError(f"“{name}” is neither true nor false.")
    return value


def _id(fields: Mapping[str, Any]) -> str:
    value = fields.get("id", "")
    if not isinstance(value, str) or (value and not _ID.fullmatch(value)):
        raise SaveError("“id” is not 32 hexadecimal digits.")
    return value


def _undos(fields: Mapping[str, Any]) -> int:
    value = _whole(fields, "undos")
    if value > _MOST_UNDOS:
        raise SaveError("“undos” is more than anybody took back.")
    return value


def _timestamp(fields: Mapping[str, Any], name: str) -> str:
    value = _field(fields, name, str)
    if value and not TIMESTAMP.fullmatch(value):
        raise SaveError(f"“{name}” is not a moment like 2026-11-20T18:00:00Z.")
    return value


def _name(fields: Mapping[str, Any]) -> str:
    """The name that a game or a bookmark was given; none if it cannot be one, for nothing else hangs on it."""
    value = fields.get("name", "")
    try:
        return parse_name(value) if isinstance(value, str) else ""
    except FreecellError:
        return ""


def _bookmarks(fields: Mapping[str, Any], game: Game) -> tuple[Bookmarks, int]:
    """Return the bookmarks of a game, and how many more there are that cannot be read."""
    written = fields.get("bookmarks", [])
    bookmarks, unreadable = Bookmarks(), 0
    for each in written if isinstance(written, list) else [written]:
        try:
            bookmarks = bookmarks.add(_bookmark(each, game, bookmarks))
        except (SaveError, FreecellError):
            unreadable += 1
    return bookmarks, unreadable


def _bookmark(fields: Any, game: Game, others: Bookmarks) -> Bookmark:  # noqa: ANN401 - it comes from a file
    if not isinstance(fields, dict):
        raise SaveError("It is not a bookmark.")
    number = _whole(fields, "number")
    if number > MAX_BOOKMARKS or others.get(number) is not None:
        raise SaveError(f"There cannot be a bookmark {number}, or another one.")
    return Bookmark(number, _played(fields, game), _name(fields))


def _replay(fields: Mapping[str, Any]) -> Game:
    game = _played(fields, Game.new(_field(fields, "deal", int), _read_variant(fields)))
    if _field(fields, "board", str) != write_position(game.board):
        raise SaveError("Its moves do not lead to its board.")
    return game


def _played(fields: Mapping[str, Any], known: Game) -> Game:
    """The game of `turns` and `position`, which begins with as much of a known game as the two have in common."""
    written = _field(fields, "turns", list)
    pairs = zip(written, known.turns, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == _turn_words(pair[1]), pairs))
    game = replace(known, boards=known.boards[: common + 1], turns=known.turns[:common], position=common)
    for number, words in enumerate(written[common:], common + 1):
        game = game.append_turn(_read_turn(words, number, game))
    position = _whole(fields, "position")
    if position > len(game.turns):
        raise SaveError(f"It stands after turn {position}, and has only {len(game.turns)}.")
    return game.seek(position)


def _read_variant(fields: Mapping[str, Any]) -> Variant:
    variant = find_variant(_field(fields, "variant", str))
    if "cells" in fields:
        variant = variant.with_cells(_field(fields, "cells", int))
    if "house_rules" in fields:
        named = _field(fields, "house_rules", list)
        if any(rule not in HOUSE_RULES for rule in named):
            raise SaveError(f"It has house rules that are not known: {named}.")
        variant = variant.with_house_rules(**dict.fromkeys(named, True))
    return variant


def _read_turn(words: Any, number: int, game: Game) -> Turn:  # noqa: ANN401 - it comes from a file
    if words == [_RESTART_WORD]:
        return RESTART
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise SaveError(f"Turn {number} is not a list of moves.")
    board = game.board
    moves = [Move.parse(word) for word in words]
    for at, move in enumerate(moves):
        why_not = refusal(board, move, game.variant)
        if why_not is not None or (at and not move.goes_home):
            raise SaveError(f"Turn {number} has the move {move}. {why_not or 'Only home moves follow by themselves.'}")
        board = rules.apply_move(board, move, game.variant)
    return Turn(rules.canonical(game.board, moves[0], game.variant), tuple(moves[1:]))


def read(path: Path) -> SavedGame:
    """Read a save from a file; raise SaveError, naming the file, if it cannot be read or is not a save."""
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST).decode()
        return decode(text)
    except UnicodeDecodeError:
        raise SaveError(f"{path}: It is not text.") from None
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror or error}.") from None
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from None


def staging_path(path: Path) -> Path:
    """Where the next version of a save is written before it takes the place of the one before."""
    return path.with_name(path.name + ".new")


def stage(path: Path, record: SavedGame) -> None:
    """Write the next version of a save beside it: from here on only a power cut could lose it. Raise OSError."""
    staging_path(path).write_bytes(encode(record).encode())


def commit(path: Path) -> None:
    """Flush what was written beside a save to the disk, and put it in the save's place; raise OSError.

    At no moment is there less than one whole save.
    """
    with staging_path(path).open("rb") as file:
        os.fsync(file.fileno())
    staging_path(path).replace(path)
