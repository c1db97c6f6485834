"""The tree of a game: every turn that was ever played in it, undone or not, as branches that leave one another.

A branch is a line of turns. Branch 1 begins at the deal, and every other one where something else was played than
before: after `fork` turns, counted from the deal, along its `parent`. So no turn is written down twice, a branch only
ever grows at its end, and its number stays its own as long as it is there.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from freecell_tui.engine.board import Board
from freecell_tui.engine.moves import Move


class Turn(NamedTuple):
    """What one undo undoes: a move of the player with the autoplay that followed, or a restart, which has no move."""

    move: Move | None
    autoplay: tuple[Move, ...] = ()

    @property
    def is_restart(self) -> bool:
        """Whether the turn went back to the deal."""
        return self.move is None


RESTART: Final = Turn(None)


class Place(NamedTuple):
    """A position in a tree: the branch that the turn before it belongs to, and the number of turns since the deal."""

    branch: int
    position: int


START: Final = Place(1, 0)
"""The deal, which is the same place for all branches."""


class Branch(NamedTuple):
    """A line of turns. `boards` are those after each of them, and `played` is larger for a branch played later."""

    parent: int
    fork: int
    turns: tuple[Turn, ...] = ()
    boards: tuple[Board, ...] = ()
    played: int = 0

    @property
    def end(self) -> int:
        """The number of turns from the deal to its last position."""
        return self.fork + len(self.turns)


class GameTree(NamedTuple):
    """The branches of a game by their numbers, immutable. A branch has a larger number than the one that it leaves."""

    branches: Mapping[int, Branch]

    def has(self, place: Place) -> bool:
        """Return whether there is such a place."""
        branch = self.branches.get(place.branch)
        return branch is not None and (place == START or branch.fork < place.position <= branch.end)

    @property
    def next_number(self) -> int:
        """The number for another branch."""
        return max(self.branches) + 1

    @property
    def next_played(self) -> int:
        """What `played` is for the branch that is played now."""
        return max(branch.played for branch in self.branches.values()) + 1

    @property
    def turn_count(self) -> int:
        """The number of turns in all branches."""
        return sum(len(branch.turns) for branch in self.branches.values())

    @property
    def forks(self) -> frozenset[Place]:
        """The places where a branch leaves another."""
        return frozenset(Place(branch.parent, branch.fork) for branch in self.branches.values())

    @property
    def ends(self) -> list[int]:
        """The branches after whose last position nothing was played, in the order of their numbers."""
        forks = self.forks
        return [number for number, branch in sorted(self.branches.items()) if Place(number, branch.end) not in forks]

    def with_branch(self, number: int, branch: Branch) -> "GameTree":
        """Return the tree with a branch added or replaced."""
        return GameTree({**self.branches, number: branch})

    def turn(self, place: Place) -> Turn:
        """Return the turn that leads to a place, which is not the deal."""
        branch = self.branches[place.branch]
        return branch.turns[place.position - branch.fork - 1]

    def board(self, place: Place) -> Board:
        """Return the board at a place, which is not the deal."""
        branch = self.branches[place.branch]
        return branch.boards[place.position - branch.fork - 1]

    def children(self, place: Place) -> list[Place]:
        """Return the places one turn after a place, in the order in which they were played first."""
        number, position = place
        found = [number] if position < self.branches[number].end else []
        found += sorted(
            other for other, branch in self.branches.items() if (branch.parent, branch.fork) == (number, position)
        )
        return [Place(child, position + 1) for child in found]

    def parent(self, place: Place) -> Place:
        """Return the place one turn before a place, which is not the deal."""
        return self.on_way(place.branch, place.position - 1)

    def on_way(self, number: int, position: int) -> Place:
        """Return the place after `position` turns on the way from the deal to the end of a branch."""
        while number > START.branch and position <= self.branches[number].fork:
            number = self.branches[number].parent
        return Place(number, position)

    def stem(self, place: Place) -> Place | None:
        """Return the place after the last fork on the way to a place; None if there is no fork."""
        leaving = Counter(Place(branch.parent, branch.fork) for branch in self.branches.values())
        forks = defaultdict[int, list[int]](list)
        for fork in leaving:
            forks[fork.branch].append(fork.position)
        number, limit = place
        while number:
            branch = self.branches[number]
            # On its own turns this branch goes on after each of its forks; after that of its parent it begins.
            own = max((at for at in forks[number] if at < limit), default=None)
            if own is not None:
                return Place(number, own + 1)
            if number != START.branch:
                goes_on = branch.fork < self.branches[branch.parent].end
                if leaving[Place(branch.parent, branch.fork)] + goes_on > 1:
                    return Place(number, branch.fork + 1)
            number, limit = branch.parent, branch.fork
        return None

    def line(self, number: int) -> tuple[tuple[Turn, ...], tuple[Board, ...]]:
        """Return the turns from the deal to the end of a branch, and the boards after each of them."""
        pieces, end = list[tuple[tuple[Turn, ...], tuple[Board, ...]]](), self.branches[number].end
        while number:
            branch = self.branches[number]
            pieces.append((branch.turns[: end - branch.fork], branch.boards[: end - branch.fork]))
            number, end = branch.parent, branch.fork
        pieces.reverse()
        return tuple(chain.from_iterable(each[0] for each in pieces)), tuple(
            chain.from_iterable(each[1] for each in pieces)
        )

    def through(self, place: Place) -> Iterator[int]:
        """Generate the branches that begin at a place or after it, and before them the one that it belongs to."""
        found = {place.branch}
        yield place.branch
        for number, branch in sorted(self.branches.items()):
            after = branch.fork >= place.position if branch.parent == place.branch else branch.parent in found
            if after:
                found.add(number)
                yield number

    def last_played(self, place: Place) -> int:
        """Return the branch that was played last of those whose ends can be reached from a place."""
        ends = set(self.ends)
        return max((each for each in self.through(place) if each in ends), key=lambda each: self.branches[each].played)

    def cut(self, place: Place) -> "GameTree":
        """Return the tree without a place, which is not the deal, and everything that was played after it."""
        number, *gone = self.through(place)
        left = {**self.branches}
        for each in gone:
            del left[each]
        branch = left.pop(number)
        kept = place.position - branch.fork - 1
        if kept or number == START.branch:
            left[number] = branch._replace(turns=branch.turns[:kept], boards=branch.boards[:kept])
        return GameTree(left)


UNBRANCHED: Final = GameTree({START.branch: Branch(0, 0)})
"""The tree of a game in which nothing was played yet."""
