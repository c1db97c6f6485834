"""The map of a game: its tree laid out in rows and columns, and what is known of each position.

Each row is a line of play, with a column for each move since the deal or the restart that it begins with. A branch has
its row below that of the line that it leaves; of two branches that leave one line, the one that leaves it later is
nearer to it, so that no way from one row to another crosses a third. An attempt that begins with a restart comes below
all the attempts before it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from freecell_tui.engine import START, Board, GameTree, Place
from freecell_tui.solver.analysis import Verdict


class MapRow(NamedTuple):
    """A line of play: its places from `column` on, and the row of the line that it leaves, None for an attempt."""

    column: int
    places: tuple[Place, ...]
    parent: int | None

    @property
    def end(self) -> int:
        """The column after the last one."""
        return self.column + len(self.places)


class MapPoint(NamedTuple):
    """Where a place is on the map."""

    row: int
    column: int


class GameMap:
    """The rows of a tree's map, the first of which begins with the deal."""

    def __init__(self, tree: GameTree) -> None:
        self.rows: list[MapRow] = []
        self._points: dict[Place, MapPoint] = {}
        attempts = list[tuple[Place, ...]]()
        leaving = defaultdict[Place, list[tuple[Place, ...]]](list)
        for number, branch in sorted(tree.branches.items()):
            for line in _lines(tree, number):
                if line[0] == START or tree.turn(line[0]).is_restart:
                    attempts.append(line)
                else:
                    leaving[Place(branch.parent, branch.fork)].append(line)
        for attempt in attempts:
            self._lay_out(attempt, leaving)

    def _lay_out(self, attempt: tuple[Place, ...], leaving: dict[Place, list[tuple[Place, ...]]]) -> None:
        """Add the rows of an attempt and of all that leaves it."""
        waiting: list[tuple[tuple[Place, ...], int, int | None]] = [(attempt, 0, None)]
        while waiting:
            line, column, parent = waiting.pop()
            row = len(self.rows)
            self.rows.append(MapRow(column, line, parent))
            for at, place in enumerate(line, column):
                self._points[place] = MapPoint(row, at)
                waiting.extend((other, at + 1, row) for other in reversed(leaving.get(place, ())))

    @property
    def width(self) -> int:
        """The number of columns."""
        return max(row.end for row in self.rows)

    def point(self, place: Place) -> MapPoint:
        """Return where a place is."""
        return self._points[place]

    def place(self, point: MapPoint) -> Place:
        """Return the place at a point, or the nearest one of its row; a row that is not there is the last one."""
        row = self.rows[min(max(point.row, 0), len(self.rows) - 1)]
        return row.places[min(max(point.column - row.column, 0), len(row.places) - 1)]

    def connectors(self, rows: range) -> Iterator[tuple[MapPoint, bool]]:
        """Generate the points in some rows through which the ways to other rows lead, and whether one ends there."""
        for number, row in enumerate(self.rows):
            if row.parent is not None and row.parent < rows.stop and number >= rows.start:
                for between in range(max(row.parent + 1, rows.start), min(number, rows.stop - 1) + 1):
                    yield MapPoint(between, row.column - 1), between == number


def _lines(tree: GameTree, number: int) -> Iterator[tuple[Place, ...]]:
    """Generate the places of a branch, in parts each of which but the first begins with a restart."""
    branch = tree.branches[number]
    line = [START] if number == START.branch else []
    for position, turn in enumerate(branch.turns, branch.fork + 1):
        if turn.is_restart and line:
            yield tuple(line)
            line = []
        line.append(Place(number, position))
    yield tuple(line)


def tree_verdicts(tree: GameTree, deal: Board, outcome: Callable[[Board], Verdict | None]) -> dict[Place, Verdict]:
    """Return what follows for each place from what is known of some boards.

    What comes after a lost position is lost, and what comes before a won one is won; a restart begins anew.
    """
    found = dict[Place, Verdict]()

    def note(place: Place, verdict: Verdict | None) -> None:
        if verdict is not None:
            found[place] = verdict

    note(START, outcome(deal))
    places = list[tuple[Place, Place]]()
    for number, branch in sorted(tree.branches.items()):
        before = tree.on_way(branch.parent, branch.fork) if branch.parent else START
        for position, (turn, board) in enumerate(zip(branch.turns, branch.boards, strict=True), branch.fork + 1):
            place = Place(number, position)
            note(place, Verdict.LOST if found.get(before) is Verdict.LOST and not turn.is_restart else outcome(board))
            if not turn.is_restart:
                places.append((before, place))
            before = place
    for before, place in reversed(places):
        if found.get(place) is Verdict.WON:
            found[before] = Verdict.WON
    return found
