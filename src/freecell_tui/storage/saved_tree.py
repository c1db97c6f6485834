"""The tree of a game in a save: its branches as text, read again by replaying every turn, and its bookmarks and notes.

    "branches": [
      {"number": 1, "turns": "3a 32,7h restart", "played": 1},
      {"number": 2, "parent": 1, "fork": 1, "turns": "7b"}
    ], "branch": 2, "position": 2

The words of a turn are its move and, behind commas, the autoplay that followed.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

from freecell_tui.engine import (
    RESTART,
    START,
    Board,
    Bookmark,
    Bookmarks,
    FreecellError,
    Game,
    GameTree,
    Move,
    Place,
    Turn,
    parse_name,
    refusal,
    rules,
)
from freecell_tui.engine.game import MAX_BOOKMARKS, MAX_BRANCHES, MAX_NOTES, MAX_TURNS, UNBRANCHED, Branch, Notes
from freecell_tui.engine.text import shortened

_Kind = TypeVar("_Kind")

# The fields of a save, read from JSON that nobody has checked.


class SaveError(ValueError):
    """A file that is no save; `str()` says what is wrong with it."""


class NewerFormat(SaveError):
    """A file of a format that only a newer program reads."""


def read_field(fields: Mapping[str, Any], name: str, kind: type[_Kind]) -> _Kind:
    """Return a field of type `kind`; raise SaveError if it is missing or of another type."""
    value = fields.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SaveError(f"“{name}” is missing or is not what it should be.")
    return value


def read_count(fields: Mapping[str, Any], name: str) -> int:
    """Return a field that is a whole number from 0 up; raise SaveError for anything else."""
    value = read_field(fields, name, int)
    if value < 0:
        raise SaveError(f"“{name}” is negative.")
    return value


def check_version(fields: Mapping[str, Any], newest: int) -> None:
    """Check the version of a file's format; raise SaveError if there is none, or NewerFormat above the `newest`."""
    version = read_count(fields, "version")
    if version > newest:
        raise NewerFormat(
            f"It was written by a newer freecell-tui (format {shortened(version)}, and this one reads {newest}): "
            "update the game."
        )
    if version < 1:
        raise SaveError(f"There is no format {shortened(version)}.")


_RESTART: Final = "restart"
"""The word of a restart among the moves."""

_MAX_NUMBER: Final = 10**9


def tree_fields(game: Game) -> Iterator[tuple[str, object]]:
    """Generate the fields of a save that hold the tree of a game and the present position."""
    branches = []
    for number, branch in sorted(game.tree.branches.items()):
        fields: dict[str, object] = {"number": number}
        if branch.parent:
            fields |= {"parent": branch.parent, "fork": branch.fork}
        fields["turns"] = " ".join(
            _RESTART if turn.move is None else ",".join(map(str, (turn.move, *turn.autoplay))) for turn in branch.turns
        )
        if number != game.branch:
            fields["played"] = branch.played
        branches.append(fields)
    yield "branches", branches
    yield "branch", game.branch
    yield "position", game.position


def read_tree(fields: Mapping[str, Any], start: Game) -> Game:
    """Return the game that the fields hold, from its deal on, replaying every turn once.

    Raise SaveError or FreecellError.
    """
    found = read_field(fields, "branches", list)
    if len(found) > MAX_BRANCHES:
        raise SaveError(f"It has {len(found):,} branches, but a game has at most {MAX_BRANCHES:,}.")
    branches = dict(UNBRANCHED.branches)
    tree, last, turn_count = GameTree(branches), START.branch, 0
    for each in found:
        if not isinstance(each, dict):
            raise SaveError("“branches” is not a list of branches.")
        number, words = read_count(each, "number"), read_field(each, "turns", str).split()
        fork, board = Place(0, 0), start.board
        if number != START.branch:
            fork = Place(read_count(each, "parent"), read_count(each, "fork"))
            if number not in range(last + 1, _MAX_NUMBER) or not tree.has(fork) or not words:
                raise SaveError(f"Branch {shortened(number)} does not leave one before it.")
            last = number
            if fork != START:
                board = tree.board(fork)
        elif branches[number].turns:
            raise SaveError("It has two branches 1.")
        played = read_count(each, "played") if "played" in each else 0
        turn_count += len(words)
        if turn_count > MAX_TURNS:
            raise SaveError(f"It has {turn_count:,} turns, but a game has at most {MAX_TURNS:,}.")
        branches[number] = Branch(*fork, *_replay(words, fork.position, board, start), played)
    branch, position = read_count(fields, "branch"), read_count(fields, "position")
    if branch not in branches:
        raise SaveError(f"It is on branch {shortened(branch)}, which it does not have.")
    end = branches[branch].end
    if position > end:
        raise SaveError(f"It is at turn {shortened(position)}, but has only {end}.")
    # The present branch is the one played last.
    tree = tree.with_branch(branch, branches[branch]._replace(played=tree.next_played))
    return start.in_tree(tree, tree.on_way(branch, position))


def _replay(words: Sequence[str], number: int, board: Board, start: Game) -> tuple[tuple[Turn, ...], tuple[Board, ...]]:
    """Return the turns that are written in words, the first after turn `number`, and the board after each."""
    turns, boards = list[Turn](), list[Board]()
    for at, word in enumerate(words, number + 1):
        before = board
        if word == _RESTART:
            turn, board = RESTART, start.board
        else:
            moves = [Move.parse(each) for each in word.split(",")]
            for home, move in enumerate(moves):
                why_not = refusal(board, move, start.variant)
                if why_not is not None or (home and not move.goes_home):
                    raise SaveError(f"Turn {at} has the move {move}. {why_not or 'Only home moves can be automatic.'}")
                board = rules.apply_move(board, move, start.variant)
            turn = Turn(rules.canonical(before, moves[0], start.variant), tuple(moves[1:]))
        turns.append(turn)
        boards.append(board)
    return tuple(turns), tuple(boards)


def label_fields(bookmarks: Bookmarks, notes: Notes) -> Iterator[tuple[str, object]]:
    """Generate the fields of a save that hold bookmarks and notes, if there are any."""
    if bookmarks:
        yield (
            "bookmarks",
            [
                {"number": each.number, **({"name": each.name} if each.name else {}), **each.place._asdict()}
                for each in bookmarks
            ],
        )
    if notes:
        yield "notes", [{**place._asdict(), "text": text} for place, text in sorted(notes.items())]


def read_labels(fields: Mapping[str, Any], tree: GameTree) -> tuple[Bookmarks, Notes, int, int]:
    """Return the bookmarks and notes of a save at the places of a tree, and how many of each could not be read."""
    lists = []
    for name in ("bookmarks", "notes"):
        found = fields.get(name, [])
        lists.append(found if isinstance(found, list) else [found])
    marks, texts = lists
    bookmarks, notes = Bookmarks(), dict[Place, str]()
    for each in marks:
        with suppress(FreecellError, SaveError):
            place, number = _read_place(each, tree), read_count(each, "number")
            if number in range(1, MAX_BOOKMARKS + 1) and bookmarks.get(number) is None:
                bookmarks = bookmarks.add(Bookmark(number, place, read_name(each)))
    for each in texts:
        with suppress(FreecellError, SaveError):
            place, text = _read_place(each, tree), parse_name(read_field(each, "text", str), is_note=True)
            if text and place not in notes and len(notes) < MAX_NOTES:
                notes[place] = text
    return bookmarks, notes, len(marks) - len(bookmarks), len(texts) - len(notes)


def _read_place(label: object, tree: GameTree) -> Place:
    """Return the place of a bookmark or a note; raise SaveError if it has none in the tree."""
    if isinstance(label, dict):
        place = Place(read_count(label, "branch"), read_count(label, "position"))
        if tree.has(place):
            return place
    raise SaveError("There is no such place in the game.")


def read_name(fields: Mapping[str, Any]) -> str:
    """Return the name of a game or a bookmark; '' if the text cannot be one."""
    value = fields.get("name", "")
    try:
        return parse_name(value) if isinstance(value, str) else ""
    except FreecellError:
        return ""
