"""The tree of a game in a save: its branches as text, read again by replaying every turn, and its bookmarks and notes.

    "branches": [
      {"number": 1, "turns": "3a 32,7h restart", "played": 1},
      {"number": 2, "parent": 1, "fork": 1, "turns": "7b"}
    ], "branch": 2, "position": 2

The words of a turn are its move and, behind commas, the autoplay that followed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from freecell_tui.engine.game import (
    MAX_BOOKMARKS,
    MAX_BRANCHES,
    MAX_NOTES,
    MAX_TURNS,
    Branch,
    Notes,
)
from freecell_tui.engine.text import shortened

# The fields of a save, read from JSON that nobody has checked.


_Kind = TypeVar("_Kind")
MAX_UNDOS: Final = 10**9


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


def read_flag(fields: Mapping[str, Any], name: str) -> bool:
    """Return a field that is true or false, false if it is missing; raise SaveError if it is something else."""
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise SaveError(f"“{name}” is not true or false.")
    return value


def read_undos(fields: Mapping[str, Any]) -> int:
    """Return how often undo was used; raise SaveError for an impossible number."""
    value = read_count(fields, "undos")
    if value > MAX_UNDOS:
        raise SaveError("“undos” is too large.")
    return value


RESTART_WORD: Final = "restart"
"""The word of a restart among the moves."""

_MAX_NUMBER: Final = 10**9


class BadTurns(FreecellError):
    """Turns that nobody could have played."""


def tree_fields(game: Game) -> Iterator[tuple[str, object]]:
    """Generate the fields of a save that hold the tree of a game and the present position."""
    yield "branches", [_branch_fields(*each, now=game.branch) for each in sorted(game.tree.branches.items())]
    yield "branch", game.branch
    yield "position", game.position


def _branch_fields(number: int, branch: Branch, now: int) -> dict[str, object]:
    return {
        "number": number,
        **({"parent": branch.parent, "fork": branch.fork} if branch.parent else {}),
        "turns": " ".join(map(_turn_text, branch.turns)),
        **({} if number == now else {"played": branch.played}),
    }


def _turn_text(turn: Turn) -> str:
    if turn.move is None:
        return RESTART_WORD
    return ",".join(map(str, (turn.move, *turn.autoplay))) if turn.autoplay else str(turn.move)


def _read_tree(fields: Mapping[str, Any], start: Game) -> Game:
    """Return the game that the fields hold, from its deal on; raise SaveError or FreecellError."""
    reader = _TreeReader(start)
    branches = read_field(fields, "branches", list)
    if len(branches) > MAX_BRANCHES:
        raise BadTurns(f"It has {len(branches):,} branches, but a game has at most {MAX_BRANCHES:,}.")
    for each in branches:
        reader.add_branch(each)
    branch, position = read_count(fields, "branch"), read_count(fields, "position")
    tree = reader.tree()
    if branch not in tree.branches:
        raise SaveError(f"It is on branch {shortened(branch)}, which it does not have.")
    end = tree.branches[branch].end
    if position > end:
        raise BadTurns(f"It is at turn {shortened(position)}, but has only {end}.")
    # The present branch is the one played last.
    tree = tree.with_branch(branch, tree.branches[branch]._replace(played=tree.next_played))
    return start.in_tree(tree, tree.on_way(branch, position))


def label_fields(bookmarks: Bookmarks, notes: Notes) -> Iterator[tuple[str, object]]:
    """Generate the fields of a save that hold bookmarks and notes, if there are any."""
    if bookmarks:
        yield "bookmarks", [_bookmark_fields(each) for each in bookmarks]
    if notes:
        yield "notes", [{**place._asdict(), "text": text} for place, text in sorted(notes.items())]


def _bookmark_fields(bookmark: Bookmark) -> dict[str, object]:
    name = {"name": bookmark.name} if bookmark.name else {}
    return {"number": bookmark.number, **name, **bookmark.place._asdict()}


class _GrowingBranch:
    """A branch while it is read."""

    def __init__(self, parent: int, fork: int) -> None:
        self.parent = parent
        self.fork = fork
        self.played = 0
        self.turns: list[Turn] = []
        self.boards: list[Board] = []

    @property
    def end(self) -> int:
        return self.fork + len(self.turns)


class _TreeReader:
    """A reader of the branches of a save, which replays every turn once."""

    def __init__(self, start: Game) -> None:
        self._variant = start.variant
        self._deal = start.board
        self._branches = {START.branch: _GrowingBranch(0, 0)}
        self._last = START.branch
        self._turn_count = 0

    def tree(self) -> GameTree:
        """Return the tree as far as it has been read."""
        return GameTree(
            {
                number: Branch(each.parent, each.fork, tuple(each.turns), tuple(each.boards), each.played)
                for number, each in self._branches.items()
            }
        )

    def add_branch(self, fields: object) -> None:
        """Read a branch, after the one that it leaves; raise SaveError or FreecellError."""
        if not isinstance(fields, dict):
            raise SaveError("“branches” is not a list of branches.")
        number, words = read_count(fields, "number"), read_field(fields, "turns", str).split()
        branch, board = self._branches[START.branch], self._deal
        if number != START.branch:
            fork = Place(read_count(fields, "parent"), read_count(fields, "fork"))
            if number not in range(self._last + 1, _MAX_NUMBER) or not self._has(fork) or not words:
                raise SaveError(f"Branch {shortened(number)} does not leave one before it.")
            branch, board = _GrowingBranch(*fork), self._board(fork)
            self._branches[number], self._last = branch, number
        elif branch.turns:
            raise SaveError("It has two branches 1.")
        branch.played = read_count(fields, "played") if "played" in fields else 0
        self._count_turns(len(words))
        for at, word in enumerate(words, branch.fork + 1):
            turn, board = self._read_turn(word.split(","), at, board)
            branch.turns.append(turn)
            branch.boards.append(board)

    def _has(self, place: Place) -> bool:
        branch = self._branches.get(place.branch)
        return branch is not None and (place == START or branch.fork < place.position <= branch.end)

    def _board(self, place: Place) -> Board:
        branch = self._branches[place.branch]
        return self._deal if place == START else branch.boards[place.position - branch.fork - 1]

    def _count_turns(self, count: int) -> None:
        if self._turn_count + count > MAX_TURNS:
            total = self._turn_count + count
            raise BadTurns(f"It has {total:,} turns, but a game has at most {MAX_TURNS:,}.")
        self._turn_count += count

    def _read_turn(self, words: Sequence[str], number: int, before: Board) -> tuple[Turn, Board]:
        """Return the turn that is written in words, and the board after it."""
        if len(words) == 1 and words[0] == RESTART_WORD:
            return RESTART, self._deal
        board, moves = before, [Move.parse(word) for word in words]
        for at, move in enumerate(moves):
            why_not = refusal(board, move, self._variant)
            if why_not is not None or (at and not move.goes_home):
                raise BadTurns(f"Turn {number} has the move {move}. {why_not or 'Only home moves can be automatic.'}")
            board = rules.apply_move(board, move, self._variant)
        return Turn(rules.canonical(before, moves[0], self._variant), tuple(moves[1:])), board


# The tree, bookmarks and notes


class Labels:
    """The bookmarks and notes of a save, and how many of each could not be read."""

    def __init__(self) -> None:
        self.bookmarks = Bookmarks()
        self.notes: dict[Place, str] = {}
        self.unreadable_bookmarks = 0
        self.unreadable_notes = 0

    @staticmethod
    def read(found: object, take: Callable[[Mapping[str, Any]], None]) -> int:
        """Call `take` with each of a list of fields; return how often it raised SaveError or FreecellError."""
        unreadable = 0
        for each in found if isinstance(found, list) else [found]:
            try:
                take(each if isinstance(each, dict) else {})
            except (SaveError, FreecellError):
                unreadable += 1
        return unreadable

    def add_bookmark(self, fields: Mapping[str, Any], place: Place) -> None:
        """Add a bookmark at a place; raise SaveError if it has no number of its own."""
        number = read_count(fields, "number")
        if number not in range(1, MAX_BOOKMARKS + 1) or self.bookmarks.get(number) is not None:
            raise SaveError(f"Bookmark {shortened(number)} is too large, or there are two.")
        self.bookmarks = self.bookmarks.add(Bookmark(number, place, read_name(fields)))

    def add_note(self, fields: Mapping[str, Any], place: Place) -> None:
        """Add a note at a place; raise SaveError or NotationError if it is none."""
        text = parse_name(read_field(fields, "text", str), is_note=True)
        if not text or place in self.notes or len(self.notes) == MAX_NOTES:
            raise SaveError("It is empty, or there are two, or too many.")
        self.notes[place] = text


def read_game(fields: Mapping[str, Any], start: Game) -> tuple[Game, Labels]:
    """Return the game of a save, from its deal on, and its labels; raise SaveError or FreecellError."""
    game, labels = _read_tree(fields, start), Labels()
    tree = game.tree
    labels.unreadable_bookmarks = labels.read(
        fields.get("bookmarks", []), lambda each: labels.add_bookmark(each, _place(each, tree))
    )
    labels.unreadable_notes = labels.read(
        fields.get("notes", []), lambda each: labels.add_note(each, _place(each, tree))
    )
    return game, labels


def _place(fields: Mapping[str, Any], tree: GameTree) -> Place:
    place = Place(read_count(fields, "branch"), read_count(fields, "position"))
    if not tree.has(place):
        raise SaveError("There is no such place in the game.")
    return place


def read_name(fields: Mapping[str, Any]) -> str:
    """Return the name of a game or a bookmark; '' if the text cannot be one."""
    value = fields.get("name", "")
    try:
        return parse_name(value) if isinstance(value, str) else ""
    except FreecellError:
        return ""
