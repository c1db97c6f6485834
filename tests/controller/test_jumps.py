"""The tree of a game: whatever is played, undone, jumped to, cut, saved and loaded, nothing else in it is ever lost.

The game is compared with a plain tree of nodes that point at one another.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from freecell_tui.controller.autosave import session_from_save
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import (
    START,
    Bookmark,
    Bookmarks,
    FreecellError,
    Game,
    Move,
    Place,
    Turn,
    legal_moves,
    parse_name,
)
from freecell_tui.engine.game import MAX_BOOKMARKS
from freecell_tui.storage.saves import SavedGame, decode, encode
from freecell_tui.storage.settings import DEFAULTS
from support.sessions import said
from support.state_machine import COUNTS, beginnings, moves_to_the_win

NAMES = st.just("") | st.text(min_size=1, max_size=5).filter(str.isprintable)
CHOICES = st.integers(0, 999)


@dataclass(eq=False)
class Node:
    """A position in the plain tree; `last` is the child that was played last."""

    turn: Turn | None = None
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    last: "Node | None" = None
    note: str = ""
    bookmark: tuple[int, str] | None = None

    @property
    def way(self) -> list["Node"]:
        """The nodes after the deal up to this one."""
        return [] if self.parent is None else [*self.parent.way, self]

    @property
    def end(self) -> "Node":
        """Where redo comes to an end."""
        return self if self.last is None else self.last.end

    def descendants(self) -> Iterator["Node"]:
        """This node and all after it."""
        yield self
        for child in self.children:
            yield from child.descendants()

    def play(self, turn: Turn) -> "Node":
        """The node after a turn; a new one, unless the same was played before."""
        for child in self.children:
            if child.turn == turn:
                return child
        self.children.append(Node(turn, self))
        return self.children[-1]

    def visit(self) -> None:
        """Let redo lead here from the deal, and on to where it led before."""
        for node in self.way:
            assert node.parent is not None
            node.parent.last = node


def moves(nodes: Iterable[Node]) -> int:
    """How many of some positions a move led to, and not a restart."""
    return sum(node.turn is not None and not node.turn.is_restart for node in nodes)


class PlayerWithATree(RuleBasedStateMachine):
    """Plays a session, and keeps the plain tree beside it, and the number of moves that were cut off."""

    session: Session

    @initialize(begun=beginnings())
    def sit_down(self, begun: Game) -> None:
        self.session = Session(Game.new(begun.deal, begun.variant))
        self.root = self.here = Node()
        self.cut_moves = 0
        for turn in begun.turns:
            # What is left when all columns are in order goes home by itself.
            if turn.move is not None and not self.session.game.is_won:
                self.play_move(turn.move)

    def all_places(self) -> dict[Place, Node]:
        """Each place of the game's tree with the node that the same turns lead to."""
        tree, found = self.session.game.tree, {START: self.root}
        waiting = [START]
        while waiting:
            place = waiting.pop()
            children = tree.children(place)
            assert [tree.turn(child) for child in children] == [node.turn for node in found[place].children]
            found.update(zip(children, found[place].children, strict=True))
            waiting += children
        return found

    def choose(self, choice: int) -> tuple[Place, Node]:
        places = list(self.all_places().items())
        return places[choice % len(places)]

    def arrive(self, node: Node) -> None:
        """Note that the session is at a node now."""
        self.here = node
        node.visit()

    @rule(choices=st.lists(CHOICES, min_size=1, max_size=4))
    def play(self, choices: list[int]) -> None:
        for choice in choices:
            if moves := list(legal_moves(self.session.game.board, self.session.game.variant)):
                self.play_move(moves[choice % len(moves)])

    @precondition(lambda self: bool(moves_to_the_win(self.session.game)))
    @rule(count=COUNTS)
    def play_towards_the_win(self, count: int) -> None:
        for move in moves_to_the_win(self.session.game)[:count]:
            if not self.session.game.is_won:
                self.play_move(move)

    def play_move(self, move: Move) -> None:
        self.session.play(move)
        turn = self.session.game.last_turn
        assert turn is not None
        self.arrive(self.here.play(turn))

    @rule()
    def restart(self) -> None:
        self.session.restart()
        self.arrive(self.here.play(Turn(None)))

    @precondition(lambda self: self.session.game.can_undo)
    @rule()
    def undo(self) -> None:
        self.session.undo()
        assert self.here.parent is not None
        self.here = self.here.parent

    @rule()
    def redo(self) -> None:
        self.session.redo()
        self.here = self.here.last or self.here

    @rule(choice=CHOICES)
    def jump(self, choice: int) -> None:
        place, node = self.choose(choice)
        assert self.session.go_to(place) == (node is not self.here)
        self.arrive(node)

    @rule()
    def change_branch(self) -> None:
        places = self.all_places()
        ends = [place for place, node in sorted(places.items()) if not node.children]
        following = next((place for place in ends if place.branch > self.session.game.branch), ends[0])
        self.session.next_branch()
        self.arrive(places[following])

    @rule(choice=CHOICES, restores=st.booleans())
    def cut(self, choice: int, *, restores: bool) -> None:
        place, node = self.choose(choice)
        stem = self.session.game.tree.stem(place)
        expected = next((each for each in reversed(node.way) if each.parent and len(each.parent.children) > 1), None)
        assert (None if stem is None else self.all_places()[stem]) is expected
        if stem is None or expected is None or expected in self.here.way:
            return
        before = self.session.game
        self.session.cut(stem)
        if restores:
            assert self.session.restore_cut()
            assert self.session.game is before
            return
        assert expected.parent is not None
        self.cut_moves += moves(expected.descendants())
        self.most_recent_without(expected)

    def most_recent_without(self, gone: Node) -> None:
        """Take a node out of the plain tree; redo goes where the game says, if that was on the way."""
        parent = gone.parent
        assert parent is not None
        parent.children.remove(gone)
        if parent.last is gone:
            # Which of the others was played last is what the game remembers, and the plain tree does not.
            tree, place = self.session.game.tree, next(p for p, node in self.all_places().items() if node is parent)
            turn = tree.line(tree.last_played(place))[0][place.position]
            parent.last = next(child for child in parent.children if child.turn == turn)

    @rule(name=NAMES)
    def bookmark(self, name: str) -> None:
        bookmark, is_new = self.session.set_bookmark(parse_name(name))
        assert bookmark is not None
        assert is_new == (self.here.bookmark is None)
        number, before = self.here.bookmark or (bookmark.number, "")
        self.here.bookmark = number, parse_name(name) or before

    @precondition(lambda self: len(self.session.bookmarks) > 0)
    @rule(choice=CHOICES)
    def remove_bookmark(self, choice: int) -> None:
        session = self.session
        bookmark = session.bookmarks[choice % len(session.bookmarks)]
        self.all_places()[bookmark.place].bookmark = None
        session.bookmarks = session.bookmarks.remove(bookmark.number)

    @rule(text=NAMES)
    def note(self, text: str) -> None:
        self.here.note = parse_name(text)
        assert self.session.set_note(parse_name(text))

    @rule()
    def save_and_load(self) -> None:
        session = self.session
        saved = SavedGame(session.game, 1.5, session.undos, bookmarks=session.bookmarks, notes=session.notes)
        assert decode(encode(saved)) == saved
        self.session = session_from_save(decode(encode(saved)), DEFAULTS)

    @invariant()
    def the_game_is_at_its_node_and_redo_follows_what_was_played_last(self) -> None:
        game = self.session.game
        assert [node.turn for node in self.here.way] == list(game.active_turns)
        assert [node.turn for node in self.here.end.way] == list(game.turns)

    @invariant()
    def every_move_that_is_not_on_the_way_here_counts_as_undone(self) -> None:
        assert self.session.undos == moves(self.root.descendants()) - moves(self.here.way) + self.cut_moves

    @invariant()
    def every_place_is_there_with_its_board_its_bookmark_and_its_note(self) -> None:
        session, places = self.session, self.all_places()
        assert len(places) == session.game.tree.turn_count + 1 == sum(1 for _ in self.root.descendants())
        assert places[session.game.place] is self.here
        assert {place: node.note for place, node in places.items() if node.note} == session.notes
        there = {bookmark.place: (bookmark.number, bookmark.name) for bookmark in session.bookmarks}
        assert {place: node.bookmark for place, node in places.items() if node.bookmark} == there
        for place in list(places)[-2:]:
            again = Game.new(session.game.deal, session.game.variant)
            for node in places[place].way:
                assert node.turn is not None
                again = again.append_turn(node.turn)
            assert session.game.at(place).boards[: place.position + 1] == again.boards


TestNothingInATreeIsEverLost = PlayerWithATree.TestCase
TestNothingInATreeIsEverLost.settings = settings(max_examples=20, stateful_step_count=20)


def after(*words: str) -> Session:
    session = Session(Game.new(1))
    for word in words:
        session.play(Move.parse(word))
    return session


def test_a_jump_puts_back_what_is_lifted_and_starts_the_time_unless_it_is_to_a_win(subtests: pytest.Subtests) -> None:
    session = Session(Game.new(-3))
    start = session.game.place
    session.play(Move.parse("5h"))
    win = session.game
    assert win.is_won
    for place, runs in ((start, True), (win.place, False), (start, True)):
        with subtests.test(place=place, runs=runs):
            assert session.go_to(place)
            assert session.clock.is_running is runs
            session.choose(session.columns[0])
    elapsed = session.clock.elapsed
    session.go_to(win.place)
    assert session.selection is None
    assert session.clock.elapsed >= elapsed
    assert session.game.is_won
    assert session.game is not win, "a win that was celebrated is celebrated again"


def test_there_are_no_more_bookmarks_than_can_be_numbered() -> None:
    session, game = Session(Game.new(1)), Game.new(1)
    for _ in range(MAX_BOOKMARKS):
        session.set_bookmark()
        game = game.restart()
        session.game = game
    assert session.set_bookmark() == (None, False)
    assert said(session) == "There are 99 bookmarks already; remove one first."
    session.bookmarks = session.bookmarks.remove(50)
    bookmark, _ = session.set_bookmark()
    assert bookmark is not None
    assert bookmark.number == 50


def test_what_was_cut_off_comes_back_only_while_nothing_else_has_happened() -> None:
    session = after("3a", "32")
    session.undo()
    session.play(Move.parse("7b"))
    whole = session.game
    session.bookmarks = Bookmarks()
    session.cut(Place(1, 2))
    assert (session.game.has_branches, session.game.tree.turn_count) == (True, 2)
    assert session.restore_cut()
    assert session.game is whole
    session.cut(Place(1, 2))
    session.undo()
    assert not session.restore_cut()


def test_what_comes_back_from_a_cut_replaces_no_bookmark_or_note_made_since() -> None:
    session = after("3a", "32")
    session.set_bookmark("Old")
    session.set_note("Cut note")
    there = session.game.place
    session.undo()
    session.play(Move.parse("7b"))
    here = session.game.place
    session.cut(there)
    session.set_bookmark("New")
    session.set_note("New note")
    assert session.restore_cut()
    assert [(each.number, each.name, each.place) for each in session.bookmarks] == [(1, "New", here), (2, "Old", there)]
    assert session.notes == {there: "Cut note", here: "New note"}


def test_a_removed_bookmark_takes_another_number_if_its_own_is_a_new_ones() -> None:
    session = after("3a", "32")
    removed, _ = session.set_bookmark("Old")
    assert removed is not None
    session.bookmarks = session.bookmarks.remove(removed.number)
    session.undo()
    session.set_bookmark("New")
    assert session.restore_bookmark(removed) == removed._replace(number=2)
    assert [each.name for each in session.bookmarks] == ["New", "Old"]
    for number in range(3, 100):
        session.bookmarks = session.bookmarks.add(Bookmark(number, removed.place))
    with pytest.raises(FreecellError, match="There are 99 bookmarks already"):
        session.restore_bookmark(removed)
    assert len(session.bookmarks) == 99
    gone = removed._replace(place=Place(7, 9))
    with pytest.raises(FreecellError, match="The position of bookmark “Old” is not in the game any more"):
        session.restore_bookmark(gone)


def test_a_note_is_shown_to_whoever_comes_there_again() -> None:
    session = after("3a")
    session.set_note("Keep a free")
    session.undo()
    assert session.message is None
    session.play(Move.parse("3a"))
    assert said(session) == "Note: Keep a free"
