"""Saves: games as JSON, read by replaying them through the rules.

    {"format": "freecell-tui", "version": 2, "variant": "freecell", "deal": 617,
     "branches": [
       {"number": 1, "turns": "3a 32,7h restart", "played": 1},
       {"number": 2, "parent": 1, "fork": 1, "turns": "7b"}
     ], "branch": 2, "position": 2,
     "elapsed_seconds": 84.2, "undos": 1, "started": "2026-11-20T18:00:00Z", "saved": "2026-11-20T18:01:24Z",
     "board": "…"}

A word of `turns` is a move and, behind commas, the autoplay that followed.
`cells` and `house_rules` are written only where they differ from the variant's own, `helped` only if a move was shown.
`name`, `bookmarks` and `notes` are written if the player has given any.
`board` is the position as text, which the replay must reach.
A game that begins at a position of the player's own has `start`, its text, in place of `deal`, and version 3: an older
program, which cannot play it, says that it was written by a newer one.
Nothing in a file is trusted: a game that cannot have been played is refused, and a bookmark or note at no place of the
tree is left out.

`id` is missing in an exported game until the game is played here; see `SavedGame.game_id`.
`order` shows which save was written last, even if the clock was set back.
It is the time in nanoseconds, or one more than the largest `order` of the unfinished games if that is larger.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import gmtime, localtime, strftime, time
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from freecell_tui.engine import RESTART, START, Bookmark, Bookmarks, Game, Move, Place, Turn, parse_name, refusal, rules
from freecell_tui.engine.board import Board, read_position, write_position
from freecell_tui.engine.game import (
    MAX_BOOKMARKS,
    MAX_BRANCHES,
    MAX_NOTES,
    MAX_TURNS,
    Branch,
    GameTree,
    Notes,
    all_home,
    likeliest_rule,
    sends_all_home,
)
from freecell_tui.engine.positions import Deal, StartPosition
from freecell_tui.engine.text import FreecellError, capitalised, counted, joined, shortened
from freecell_tui.engine.variants import HOUSE_RULES, Variant, find_variant
from freecell_tui.storage.files import NOT_WAITING, FileTooLarge, flush, flush_folder, read_regular, reason

if TYPE_CHECKING:
    from datetime import date

_Kind = TypeVar("_Kind")

FORMAT: Final = "freecell-tui"
VERSION: Final = 3
"""The newest format. In version 1, all cards that a player sent home with one command were one turn."""

_VERSION_OF_DEALS: Final = 2
"""The format of a game of a numbered deal, which earlier programs read, too."""

RESCUED: Final = "freecell-"
"""The beginning of a save's name outside the store."""

MAX_BYTES: Final = 4 * 2**20
"""The largest save: a save has a few kilobytes, so a larger file is no save."""

MAX_SECONDS: Final = 100 * 366 * 86400
"""The longest time, a hundred years: a longer one would not fit on the table."""

MAX_UNDOS: Final = 10**9

_HEAD: Final = 80
"""The characters of a save in which its format and version are."""

_MAX_ORDER: Final = 2**62
_ORDER: Final = re.compile(rb'"order": ([0-9]{1,19})\b')

_ID: Final = re.compile(r"[0-9a-f]{32}")
TIMESTAMP_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"
TIMESTAMP: Final = re.compile(r"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z")

_LAST_MOMENT: Final = 253_402_300_799.0  # the last second of the year 9999, which has four digits

FROM_THE_DEAL: Final = -1
"""A value among `helped_attempts`: a solution was shown from the deal on."""


class SaveError(ValueError):
    """A file that is no save.

    `str()` is a sentence with the reason.
    """


class FolderUnreadable(SaveError):
    """A folder of games that cannot be listed."""


def nothing_found(sentence: str, problems: Sequence[SaveError]) -> str:
    """Return the sentence that there is no such game, if all saves are known, and why saves cannot be read."""
    is_known = not any(isinstance(problem, FolderUnreadable) for problem in problems)
    return " ".join([*([sentence] if is_known else []), *map(str, problems)])


class NewerFormat(SaveError):
    """A file of a format that only a newer program reads."""


def read_field(fields: Mapping[str, Any], name: str, kind: type[_Kind]) -> _Kind:
    """Return a field of type `kind`; raise SaveError."""
    value = fields.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SaveError(f"“{name}” is missing or is not what it should be.")
    return value


def read_count(fields: Mapping[str, Any], name: str) -> int:
    """Return a whole number from 0 up; raise SaveError."""
    value = read_field(fields, name, int)
    if value < 0:
        raise SaveError(f"“{name}” is negative.")
    return value


def check_version(fields: Mapping[str, Any], newest: int) -> None:
    """Check the version of a file's format.

    Raise SaveError if the version is missing or wrong, or NewerFormat if it is above `newest`.
    """
    version = read_count(fields, "version")
    if version > newest:
        raise NewerFormat(
            f"It was written by a newer freecell-tui (format {shortened(version)}, and this one reads {newest}): "
            "update the game."
        )
    if version < 1:
        raise SaveError(f"There is no format {shortened(version)}.")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The content of a save: the game, and everything beyond undo."""

    game: Game
    elapsed: float = 0.0
    """The time played, in seconds."""

    undos: int = 0
    """The number of moves undone and not redone."""

    started: str = ""
    """The timestamp of the start in UTC, as TIMESTAMP; '' if the file has none."""

    saved: str = ""
    """The timestamp of the last save in UTC, as TIMESTAMP; '' if the file has none."""

    helped: bool = False
    """Whether a move was shown."""

    id: str = ""
    """32 hexadecimal digits; '' if the file has none."""

    name: str = ""
    bookmarks: Bookmarks = field(default_factory=Bookmarks)
    notes: Notes = field(default_factory=dict)
    unreadable_bookmarks: int = 0
    """The number of bookmarks in the file that are missing from `bookmarks`."""

    unreadable_notes: int = 0
    """The number of notes in the file that are missing from `notes`."""

    helped_attempts: tuple[int, ...] = ()
    """The positions of the deal and of the restarts after which a move was shown, or FROM_THE_DEAL."""

    own_win: Place | None = None
    """The place of the win after which a better way was shown; every other win counts as helped."""

    is_rescued: bool = False
    """Whether the program saved the game outside the player's folder, which could not be written."""

    order: int = field(default=0, compare=False)
    """A number from 1 up that is larger in a save written later; 0 if the file has none."""

    @property
    def is_damaged(self) -> bool:
        """Whether the next save would lose unreadable bookmarks or notes."""
        return self.unreadable_bookmarks + self.unreadable_notes > 0

    @property
    def game_id(self) -> str:
        """The id of this game in every save, restart and copy.

        If the file has none, the id is a hash of the variant, the deal and the time of the start, which never change.
        """
        if self.id:
            return self.id
        from hashlib import sha256  # noqa: PLC0415 - 2 ms of every start, for files without an id

        deal = [*_deal_fields(self.game.deal).values()]
        identity = json.dumps([*self.game.variant.fields.items(), *deal, self.started])
        return sha256(identity.encode()).hexdigest()[:32]


def new_id() -> str:
    """Return a new id: 128 random bits, which no two games share."""
    return os.urandom(16).hex()


def tenths(seconds: float) -> float:
    """Return a time rounded to tenths of a second.

    The time is never rounded up to a second that the clock did not show.
    """
    return min(round(seconds, 1), int(seconds) + 0.9) or seconds


def now() -> str:
    """Return the timestamp of this moment.

    A clock before 1970 or after 9999 gives the nearest moment in these years.
    """
    return strftime(TIMESTAMP_FORMAT, gmtime(min(max(time(), 0.0), _LAST_MOMENT)))


def local_date(moment: float) -> "date":
    """Return the local date of the seconds since 1970.

    The time zone may be one that `datetime` refuses, as a day or more from UTC.
    Raise ValueError, OverflowError or OSError for a moment that is in no calendar.
    """
    from datetime import date  # noqa: PLC0415 - most starts show no date

    year, month, day, *_ = localtime(moment)
    return date(year, month, day)


def local_today() -> "date":
    """Return the local date.

    A clock before 1970 or after 9999 gives the nearest date in these years.
    """
    from datetime import date  # noqa: PLC0415 - likewise

    try:
        return local_date(min(max(time(), 0.0), _LAST_MOMENT))
    except ValueError:  # the last moment is in the year 10000 to the east
        return date.max


_YEAR_SECONDS: Final = 365 * 86400
_CLOCKS_DIFFER_SECONDS: Final = 60
"""How far in the future a moment may be that was just now: clocks are set, and those of two machines differ."""


def time_ago(when: str | float) -> str:
    """Return the age of a timestamp or of a file in words.

    `when` is a timestamp, or the file's time in seconds since 1970.
    For example, `2 days ago`, or `just now`.
    A time in the future, or a year ago, has its local day, as `on 2024-11-20`.
    '' stands for a time that cannot be read, or is in no calendar.
    """
    from datetime import UTC, datetime  # noqa: PLC0415 - most starts show no timestamp

    try:
        moment = datetime.fromisoformat(when) if isinstance(when, str) else datetime.fromtimestamp(when, UTC)
        seconds = (datetime.fromisoformat(now()) - moment).total_seconds()
        if not -_CLOCKS_DIFFER_SECONDS < seconds < _YEAR_SECONDS:
            return f"on {local_date((moment - datetime.fromtimestamp(0, UTC)).total_seconds())}"
    except (ValueError, TypeError, OverflowError, OSError):
        return ""
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            return f"{counted(int(seconds // length), unit)} ago"
    return "just now"


def has_started(saved_game: SavedGame) -> bool:
    """Return whether a game counts.

    A game counts once a move was made, even if the move was undone.
    """
    branches = saved_game.game.tree.values()
    return any(turn.move is not None for branch in branches for turn in branch.turns)


def goes_on_from(saved: SavedGame, before: SavedGame) -> bool:
    """Return whether a game continues an earlier state of itself.

    It has all turns of the earlier state, and no better time, undos or help.
    """
    tree = saved.game.tree
    has_all_turns = all(
        number in tree and tree[number].turns[: len(branch.turns)] == branch.turns
        for number, branch in before.game.tree.items()
    )
    is_no_better = saved.undos >= before.undos and saved.elapsed >= before.elapsed
    return has_all_turns and is_no_better and (saved.helped or not before.helped)


def moves_of(saved_game: SavedGame) -> set[tuple[Place, Move]]:
    """Return every move of a game with the place after it.

    Undone moves are included.
    """
    return {
        (Place(number, position), turn.move)
        for number, branch in saved_game.game.tree.items()
        for position, turn in enumerate(branch.turns, branch.fork + 1)
        if turn.move is not None
    }


_OPTIONAL: Final = ("order", "id", "name", "rescued", "helped", "helped_attempts", "own_win", "bookmarks", "notes")
"""The fields that are left out where there is nothing to say."""


def encode(saved_game: SavedGame) -> str:
    """Return the text of a save, which `decode` reads.

    Numbers beyond a limit are clipped to it.
    """
    game, elapsed = saved_game.game, min(max(saved_game.elapsed, 0.0), MAX_SECONDS)
    branches = []
    for number, branch in sorted(game.tree.items()):
        words = (
            _RESTART if turn.move is None else ",".join(map(str, (turn.move, *turn.autoplay))) for turn in branch.turns
        )
        branches.append(
            {
                "number": number,
                **({"parent": branch.parent, "fork": branch.fork} if branch.parent else {}),
                "turns": " ".join(words),
                **({} if number == game.branch else {"played": branch.played}),
            }
        )
    fields = {
        "format": FORMAT,
        "version": VERSION if isinstance(game.deal, StartPosition) else _VERSION_OF_DEALS,
        "order": saved_game.order,
        "id": saved_game.id,
        "name": saved_game.name,
        "rescued": saved_game.is_rescued,
        **game.variant.fields,
        **_deal_fields(game.deal),
        "branches": branches,
        "branch": game.branch,
        "position": game.position,
        "elapsed_seconds": tenths(elapsed),
        "undos": min(saved_game.undos, MAX_UNDOS),
        "helped": saved_game.helped,
        "helped_attempts": saved_game.helped_attempts,
        "own_win": saved_game.own_win and saved_game.own_win._asdict(),
        "started": saved_game.started,
        "saved": saved_game.saved,
        "board": write_position(game.board),
        "bookmarks": [
            {"number": each.number, **({"name": each.name} if each.name else {}), **each.place._asdict()}
            for each in saved_game.bookmarks
        ],
        "notes": [{**place._asdict(), "text": text} for place, text in sorted(saved_game.notes.items())],
    }
    # One field on each line: a person can read it, and the turns stay together.
    lines = [
        f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in fields.items() if value or key not in _OPTIONAL
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _deal_fields(deal: Deal) -> dict[str, object]:
    """Return the deal of a game as fields of a save."""
    return {"start": write_position(deal.board)} if isinstance(deal, StartPosition) else {"deal": deal}


def is_of_version_1(text: str) -> bool:
    """Return whether a text that `encode` wrote is of version 1."""
    return '"version": 1,' in text[:_HEAD]


def decode(text: str, file_name: str = "") -> SavedGame:
    """Read the text of a save and replay it; raise SaveError.

    `file_name` matters in version 1, where only the name shows that a save was rescued.
    """
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
    try:
        variant = _read_variant(fields)
        start = Game.new(_read_deal(fields, variant), variant)
        game = read_tree(fields, start)
        if fields["version"] == 1:
            fields, game = _upgraded(fields, game)
    except FreecellError as error:
        raise SaveError(str(error)) from None
    if read_field(fields, "board", str) != write_position(game.board):
        raise SaveError("Its moves do not lead to its board.")
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
    rescued = file_name.startswith(RESCUED) if fields["version"] == 1 else fields.get("rescued", False)
    for name, value in (("helped", helped), ("rescued", rescued)):
        if not isinstance(value, bool):
            raise SaveError(f"“{name}” is not true or false.")
    own_win = None
    with suppress(SaveError):
        own_win = _read_place(fields.get("own_win"), game.tree)
    if not isinstance(attempts, list) or any(type(each) is not int or each < FROM_THE_DEAL for each in attempts):
        attempts = [FROM_THE_DEAL] if helped else []  # a save that does not say when it was helped
    game_id = fields.get("id", "")
    if not isinstance(game_id, str) or (game_id and not _ID.fullmatch(game_id)):
        raise SaveError("“id” is not 32 hexadecimal digits.")
    labels = read_labels(fields, game.tree)
    return SavedGame(
        game,
        elapsed=abs(float(elapsed)),
        undos=undos,
        started=fields["started"],
        saved=fields["saved"],
        helped=helped,
        id=game_id,
        name=read_name(fields),
        bookmarks=labels.bookmarks,
        notes=labels.notes,
        unreadable_bookmarks=labels.unreadable_bookmarks,
        unreadable_notes=labels.unreadable_notes,
        helped_attempts=tuple(sorted(set(attempts))),
        own_win=own_win,
        is_rescued=rescued,
        order=_order(fields.get("order")),
    )


def _read_variant(fields: Mapping[str, Any]) -> Variant:
    cells = read_field(fields, "cells", int) if "cells" in fields else None
    named = read_field(fields, "house_rules", list) if "house_rules" in fields else []
    if unknown := [str(rule) for rule in named if rule not in HOUSE_RULES]:
        raise SaveError(f"It has unknown house rules: {shortened(joined(unknown))}.")
    return find_variant(read_field(fields, "variant", str), cells, named)


def _read_deal(fields: Mapping[str, Any], variant: Variant) -> Deal:
    """Return the deal of a save; raise SaveError or FreecellError.

    The text of a position must be as `write_position` writes it.
    """
    if fields["version"] <= _VERSION_OF_DEALS or "start" not in fields:
        return read_field(fields, "deal", int)
    text = read_field(fields, "start", str)
    board = read_position(text, variant)
    if write_position(board) != text:
        raise SaveError("“start” is not a position as saves have it.")
    return StartPosition.of(board)


_RESTART: Final = "restart"

_MAX_NUMBER: Final = 10**9


def read_tree(fields: Mapping[str, Any], start: Game) -> Game:
    """Return the game in `fields`, replaying every turn once.

    `start` is the game at its deal.
    Raise SaveError or FreecellError for a game that cannot have been played.
    """
    branches = read_field(fields, "branches", list)
    if len(branches) > MAX_BRANCHES:
        raise SaveError(f"It has {len(branches):,} branches, but a game has at most {MAX_BRANCHES:,}.")
    tree, last, turn_count = GameTree({START.branch: Branch(0, 0)}), START.branch, 0
    for written in branches:
        if not isinstance(written, dict):
            raise SaveError("“branches” is not a list of branches.")
        number, words = read_count(written, "number"), read_field(written, "turns", str).split()
        fork, board = Place(0, 0), start.board
        if number != START.branch:
            fork = Place(read_count(written, "parent"), read_count(written, "fork"))
            if number not in range(last + 1, _MAX_NUMBER) or not tree.has(fork) or not words:
                raise SaveError(f"Branch {shortened(number)} does not leave one before it.")
            last = number
            if fork != START:
                board = tree.board(fork)
        elif tree[number].turns:
            raise SaveError("It has two branches 1.")
        played = read_count(written, "played") if "played" in written else 0
        turn_count += len(words)
        if turn_count > MAX_TURNS:
            raise SaveError(f"It has {turn_count:,} turns, but a game has at most {MAX_TURNS:,}.")
        tree[number] = Branch(*fork, *_replay(words, fork.position, board, start), played)
    branch, position = read_count(fields, "branch"), read_count(fields, "position")
    if branch not in tree:
        raise SaveError(f"It is on branch {shortened(branch)}, which it does not have.")
    end = tree[branch].end
    if position > end:
        raise SaveError(f"It is at turn {shortened(position)}, but has only {end}.")
    # The present branch is the one played last.
    tree = tree.with_branch(branch, tree[branch]._replace(played=tree.next_played))
    return start.in_tree(tree, tree.place_on(branch, position))


def _upgraded(fields: Mapping[str, Any], game: Game) -> tuple[Mapping[str, Any], Game]:
    """Return a save of version 1 as version 2, and its game.

    A turn that sent several cards home becomes a turn for each card that the player sent.
    The positions in bookmarks, notes and `helped_attempts` change accordingly.
    """
    tree, variant, start = game.tree, game.variant, game.boards[0]
    boards_before = {
        number: ((start if branch.fork == 0 else tree.board(tree.place_on(number, branch.fork))), *branch.boards[:-1])
        for number, branch in tree.items()
    }
    played = [
        turn_and_board
        for number, branch in tree.items()
        for turn_and_board in zip(branch.turns, boards_before[number], strict=False)
    ]
    if not any(_is_home_with_more(turn) for turn, _ in played):
        return fields, game
    rule = likeliest_rule(played[:_MOST_COMPARED], variant)
    split, positions = GameTree(), {START.branch - 1: [0]}
    for number, branch in sorted(tree.items()):
        turns, boards = list[Turn](), list[Board]()
        positions[number] = positions[branch.parent][: branch.fork + 1]
        fork = positions[number][-1]
        for turn, board, board_after in zip(branch.turns, boards_before[number], branch.boards, strict=True):
            if _is_home_with_more(turn) and sends_all_home(turn, board, variant, rule):
                steps = all_home(board, variant, rule)
            else:
                steps = [(turn, board_after)]
            turns += (step for step, _ in steps)
            boards += (step_board for _, step_board in steps)
            positions[number].append(fork + len(turns))
        split[number] = branch._replace(fork=fork, turns=tuple(turns), boards=tuple(boards))
    if split.turn_count > MAX_TURNS:
        return fields, game

    def moved(label: object) -> object:
        with suppress(SaveError):
            place = _read_place(label, tree)
            assert isinstance(label, dict)
            return {**label, "position": positions[place.branch][place.position]}
        return label

    def moved_all(name: str) -> object:
        labels = fields.get(name, [])
        return [moved(each) for each in labels] if isinstance(labels, list) else labels

    line = positions[game.branch]
    attempts = fields.get("helped_attempts")
    if isinstance(attempts, list):
        attempts = [
            line[position] if type(position) is int and 0 <= position < len(line) else position for position in attempts
        ]
    labels = {name: moved_all(name) for name in ("bookmarks", "notes") if name in fields}
    game = replace(game, boards=game.boards[:1]).in_tree(split, Place(game.place.branch, line[game.position]))
    return {**fields, **labels, "helped_attempts": attempts}, game


_MOST_COMPARED: Final = 1000
"""The most turns from which the autoplay of a game of version 1 is inferred."""


def _is_home_with_more(turn: Turn) -> bool:
    return turn.move is not None and turn.move.goes_home and bool(turn.autoplay)


def _replay(words: Sequence[str], number: int, board: Board, start: Game) -> tuple[tuple[Turn, ...], tuple[Board, ...]]:
    """Return the turns written in words, and the board after each.

    `number` is the number of turns before, for errors.
    Raise SaveError at the first turn that cannot have been played.
    """
    turns, boards = list[Turn](), list[Board]()
    for turn_number, word in enumerate(words, number + 1):
        before = board
        if word == _RESTART:
            turn, board = RESTART, start.board
        else:
            moves = [Move.parse(each) for each in word.split(",")]
            for home, move in enumerate(moves):
                why_not = refusal(board, move, start.variant)
                if why_not is not None or (home and not move.goes_home):
                    raise SaveError(
                        f"Turn {turn_number} has the move {move}. {why_not or 'Only home moves can be automatic.'}"
                    )
                board = rules.apply_move(board, move, start.variant)
            turn = Turn(rules.canonical(before, moves[0], start.variant), tuple(moves[1:]))
        turns.append(turn)
        boards.append(board)
    return tuple(turns), tuple(boards)


class Labels(NamedTuple):
    """The bookmarks and notes of a save."""

    bookmarks: Bookmarks
    notes: Notes
    unreadable_bookmarks: int
    """The number of bookmarks in the file that could not be read."""

    unreadable_notes: int
    """The number of notes in the file that could not be read."""


def read_labels(fields: Mapping[str, Any], tree: GameTree) -> Labels:
    """Return the bookmarks and notes at the places of a tree."""
    found_bookmarks, found_notes = (
        value if isinstance(value, list) else [value]
        for value in (fields.get("bookmarks", []), fields.get("notes", []))
    )
    bookmarks, notes = Bookmarks(), dict[Place, str]()
    for bookmark in found_bookmarks:
        with suppress(FreecellError, SaveError):
            place, number = _read_place(bookmark, tree), read_count(bookmark, "number")
            if number in range(1, MAX_BOOKMARKS + 1) and bookmarks.get(number) is None:
                bookmarks = bookmarks.add(Bookmark(number, place, read_name(bookmark)))
    for note in found_notes:
        with suppress(FreecellError, SaveError):
            place, text = _read_place(note, tree), parse_name(read_field(note, "text", str), is_note=True)
            if text and place not in notes and len(notes) < MAX_NOTES:
                notes[place] = text
    return Labels(bookmarks, notes, len(found_bookmarks) - len(bookmarks), len(found_notes) - len(notes))


def _read_place(label: object, tree: GameTree) -> Place:
    if isinstance(label, dict):
        place = Place(read_count(label, "branch"), read_count(label, "position"))
        if tree.has(place):
            return place
    raise SaveError("There is no such place in the game.")


def read_name(fields: Mapping[str, Any]) -> str:
    """Return the name of a game or a bookmark.

    '' if there is none, or if the text cannot be a name.
    """
    value = fields.get("name", "")
    try:
        return parse_name(value) if isinstance(value, str) else ""
    except FreecellError:
        return ""


def read_order(path: str) -> int:
    """Return the order of a save, reading only its head.

    A save without an order has the time of its file.
    Raise OSError if the file cannot be read.
    """
    head = b""
    with suppress(OSError), os.fdopen(os.open(path, os.O_RDONLY | NOT_WAITING), "rb", buffering=0) as file:
        head = file.read(128)
    match = _ORDER.search(head)
    # A file can have a time beyond every calendar; such a save must not stay the last one for ever.
    return (match and _order(int(match[1]))) or _order(Path(path).stat().st_mtime_ns)


def _order(value: object) -> int:
    return value if type(value) is int and 0 < value < _MAX_ORDER else 0


def read(path: Path) -> SavedGame:
    """Read a save from a file; raise SaveError, naming the file."""
    try:
        return decode(read_regular(path, MAX_BYTES).decode(), path.name)
    except UnicodeDecodeError:
        problem = "It is not text."
    except FileTooLarge:
        problem = f"It is too large: a save has at most {MAX_BYTES // 2**20} MiB."
    except OSError as error:
        problem = f"{capitalised(reason(error))}."
    except SaveError as error:
        problem = str(error)
    raise SaveError(f"{path}: {problem}")


def staging_path(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def commit(path: Path) -> None:
    """Replace a save with its staged version; raise OSError.

    The staged version is flushed first, so the save is whole at every moment.
    """
    flush(staging_path(path))
    staging_path(path).replace(path)
    flush_folder(path.parent)
