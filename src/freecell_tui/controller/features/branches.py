"""The branches of the game being played: to go to one, to cut one off, and the notes on their positions."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from freecell_tui.controller.actions import jump_refusal
from freecell_tui.controller.arguments import read_count
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Message, hint_suffix
from freecell_tui.engine import START, Board, Game, NotationError, Place, parse_name
from freecell_tui.engine.game import GameTree
from freecell_tui.engine.text import capitalised, counted, counted_or_no
from freecell_tui.solver.analysis import Verdict


def outcome(controller: Controller, game: Game) -> str:
    """Return the verdict of a position in a word or two. '' if hidden."""
    if game.is_won:
        return "won"
    if game.is_lost:
        return "no move left"
    return controller.advisor.word_for(game)


def place_title(game: Game) -> str:
    """Return the present position's name: `branch 2 after 12 moves`."""
    branch = f"branch {game.place.branch} " if game.has_branches else "the game "
    return f"{branch}after {counted_or_no(game.moves_made, 'move')}"


def go_to(controller: Controller, place: Place, title: str = "") -> None:
    """Go to a place of the game, and say how to come back.

    `title` is the name of the place.
    """
    if refusal := jump_refusal(controller):
        controller.refuse(refusal)
        return
    session = controller.session
    left = session.game
    if not session.go_to(place):
        controller.say("You are already there.")
        return
    here, back = session.game, ""
    is_on_way = here.turns[: left.position] == left.active_turns
    if is_on_way and here.position < left.position:
        back = hint_suffix(controller.frontend, "redo", "to play your moves again")
    elif not is_on_way:
        back = hint_suffix(controller.frontend, "map", "to see where you were")
    _tell_place(controller, f"This is {title or place_title(here)}{back}.")


def _tell_place(controller: Controller, sentence: str) -> None:
    note = controller.session.note
    controller.say(f"{sentence} Note: {note}" if note else sentence)


def _end(game: Game, number: int) -> Place:
    tree = game.tree
    if number not in tree.ends:
        raise NotationError(f"There is no branch {number}.")
    return Place(number, tree[number].end)


def change_branch(controller: Controller, text: str) -> None:
    """Go to the end of a branch; raise NotationError.

    Of the branch with this number, or else of the next branch.
    """
    session = controller.session
    if text:
        go_to(controller, _end(session.game, read_count(text)))
    else:
        session.next_branch()
        _tell_place(controller, f"This is {place_title(session.game)}, where it ends.")


def cut_refusal(game: Game, place: Place) -> str | None:
    """Return why the branch of a place cannot be cut off, or None."""
    if not game.has_branches:
        return "There is only one branch."
    if (stem := game.tree.stem(place)) is None:
        return "All branches start from this one: choose one of them."
    passed = game.place_at(stem.position) == stem and stem.position <= game.position
    return "You are on this branch: go to another one first." if passed else None


def cut_question(game: Game, place: Place) -> str:
    """Return the question whether to cut off a branch, with its size."""
    stem = game.tree.stem(place)
    assert stem is not None
    count = game.tree.turn_count - game.cut(stem).tree.turn_count
    return f"Delete branch {place.branch} ({counted(count, 'move')})?"


def cut_off(controller: Controller, place: Place) -> str:
    """Cut off the branch of a place. Return the sentence to say.

    `cut_refusal` must be None.
    """
    stem = controller.game.tree.stem(place)
    assert stem is not None
    controller.session.cut(stem)
    return f"Branch {place.branch} was deleted"


def cut(controller: Controller, text: str) -> None:
    """Cut off the branch of a number; raise NotationError.

    The first time, ask.
    """
    session = controller.session
    place = _end(session.game, read_count(text))
    if refusal := cut_refusal(session.game, place):
        controller.refuse(refusal)
    elif session.is_asked_to_cut(place):
        controller.say(f"{cut_off(controller, place)}{hint_suffix(controller.frontend, 'uncut', 'to restore it')}.")
    else:
        how = f"{capitalised(controller.frontend.how_to_agree)} to do that."
        controller.notify(Message(f"{cut_question(session.game, place)} {how}", asks=True))


def restore(controller: Controller) -> Message:
    """Restore the branch that was cut off last. Return the message."""
    if controller.session.restore_cut():
        return Message("The branch was restored.")
    return Message("There is no branch to restore: the game has changed since.", "refusal")


def note(controller: Controller, text: str) -> None:
    """Put a note on the position.

    Without text, ask for a note.
    """
    if text:
        set_note(controller, text)
    else:
        controller.frontend.show("note")


def set_note(controller: Controller, text: str) -> None:
    """Put a note on the position; raise NotationError.

    '' or `none` removes it.
    """
    session, text = controller.session, parse_name(text, is_note=True)
    had = session.note
    if not session.set_note("" if text.lower() == "none" else text):
        return
    if session.note:
        controller.say("Note saved: you will see it whenever you return to this position.")
    else:
        controller.say("The note was removed." if had else "There is no note here.")


# The map of a game: its tree laid out in rows and columns, and what is known of each position.
#
# Each row is a line of play, with a column for each move since the deal or the restart that it begins with. A branch
# has its row below that of the line that it leaves; of two branches that leave one line, the one that leaves it later
# is nearer to it, so that no way from one row to another crosses a third. An attempt that begins with a restart comes
# below all the attempts before it.


class MapRow(NamedTuple):
    """A line of play on the map.

    Its `places` stand from `column` on. `parent` is the row of the line that it leaves, None for an attempt.
    """

    column: int
    places: tuple[Place, ...]
    parent: int | None

    @property
    def end(self) -> int:
        return self.column + len(self.places)


class MapPoint(NamedTuple):
    row: int
    column: int


class GameMap:
    """The rows of a tree's map.

    The first row begins with the deal.
    """

    def __init__(self, tree: GameTree) -> None:
        self.rows: list[MapRow] = []
        self._points: dict[Place, MapPoint] = {}
        attempts = list[tuple[Place, ...]]()
        leaving = defaultdict[Place, list[tuple[Place, ...]]](list)
        for number, branch in sorted(tree.items()):
            for line in _lines(tree, number):
                if line[0] == START or tree.turn(line[0]).is_restart:
                    attempts.append(line)
                else:
                    leaving[Place(branch.parent, branch.fork)].append(line)
        waiting = [MapRow(0, attempt, None) for attempt in reversed(attempts)]
        while waiting:
            row, number = waiting.pop(), len(self.rows)
            self.rows.append(row)
            for at, place in enumerate(row.places, row.column):
                self._points[place] = MapPoint(number, at)
                waiting.extend(MapRow(at + 1, other, number) for other in reversed(leaving.get(place, ())))

    @property
    def width(self) -> int:
        return max(row.end for row in self.rows)

    def point(self, place: Place) -> MapPoint:
        return self._points[place]

    def place(self, point: MapPoint) -> Place:
        """Return the place at a point, or the nearest place of its row.

        A row below the last stands for the last.
        """
        row = self.rows[min(max(point.row, 0), len(self.rows) - 1)]
        return row.places[min(max(point.column - row.column, 0), len(row.places) - 1)]

    def connectors(self, rows: range) -> Iterator[tuple[MapPoint, bool]]:
        """Generate the points of the ways between some rows.

        With each comes whether a way ends there.
        """
        for number, row in enumerate(self.rows):
            if row.parent is not None and row.parent < rows.stop and number >= rows.start:
                for between in range(max(row.parent + 1, rows.start), min(number, rows.stop - 1) + 1):
                    yield MapPoint(between, row.column - 1), between == number


def _lines(tree: GameTree, number: int) -> Iterator[tuple[Place, ...]]:
    branch = tree[number]
    line = [START] if number == START.branch else []
    for position, turn in enumerate(branch.turns, branch.fork + 1):
        if turn.is_restart and line:
            yield tuple(line)
            line = []
        line.append(Place(number, position))
    yield tuple(line)


def tree_verdicts(tree: GameTree, deal: Board, outcome: Callable[[Board], Verdict | None]) -> dict[Place, Verdict]:
    """Return the verdict of each place with a known verdict.

    A place after a lost place is lost, and a place before a won place is won. A restart begins anew.
    """
    found = {START: outcome(deal)}
    for number, branch in sorted(tree.items()):
        for place in (Place(number, at) for at in range(branch.fork + 1, branch.end + 1)):
            is_lost = found[tree.parent(place)] is Verdict.LOST and not tree.turn(place).is_restart
            found[place] = Verdict.LOST if is_lost else outcome(tree.board(place))
    for place in reversed(list(found)[1:]):
        if found[place] is Verdict.WON and not tree.turn(place).is_restart:
            found[tree.parent(place)] = Verdict.WON
    return {place: verdict for place, verdict in found.items() if verdict is not None}
