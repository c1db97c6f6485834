"""Jumps to bookmarks: whatever is played, undone, jumped to, saved and loaded, each one leads where it was set."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from freecell_tui.controller.autosave import session_from_save
from freecell_tui.controller.session import Session
from freecell_tui.engine import Autoplay, Game, Move, Variant, legal_moves, parse_name
from freecell_tui.engine.bookmarks import BEFORE_THE_JUMP, MAX_BOOKMARKS
from freecell_tui.storage.saves import SavedGame, decode, encode
from freecell_tui.storage.settings import DEFAULTS
from support.strategies import deal_numbers, variants

NAMES = st.just("") | st.text(min_size=1, max_size=5).filter(str.isprintable)


class PlayerWithBookmarks(RuleBasedStateMachine):
    """Plays a session, and keeps a list of its own of what each bookmark holds and of how often was taken back."""

    session: Session

    @initialize(number=deal_numbers(), variant=variants())
    def sit_down(self, number: int, variant: Variant) -> None:
        self.session = Session(Game.new(number, variant), autoplay=Autoplay.SAFE)
        self.held: dict[int, tuple[Game, str]] = {}
        self.undos = 0

    @rule(choice=st.integers(0, 999))
    def play(self, choice: int) -> None:
        game = self.session.game
        if moves := list(legal_moves(game.board, game.variant)):
            self.session.play(moves[choice % len(moves)])

    @precondition(lambda self: self.session.game.can_undo)
    @rule()
    def undo(self) -> None:
        self.session.undo()
        self.undos += 1

    @rule()
    def redo(self) -> None:
        self.session.redo()

    @rule()
    def restart(self) -> None:
        self.session.restart()

    @rule(name=NAMES)
    def bookmark(self, name: str) -> None:
        game = self.session.game
        here = [number for number, (held, _) in self.held.items() if number and held.active_turns == game.active_turns]
        bookmark, is_new = self.session.set_bookmark(parse_name(name))
        assert bookmark is not None
        assert is_new == (not here)
        if is_new:
            assert bookmark.number == min(set(range(1, 100)) - self.held.keys())
            self.held[bookmark.number] = game, parse_name(name)
        else:
            assert here == [bookmark.number]
            self.held[bookmark.number] = self.held[bookmark.number][0], parse_name(name) or self.held[here[0]][1]

    @precondition(lambda self: self.held)
    @rule(choice=st.integers(0, 99))
    def jump(self, choice: int) -> None:
        numbers = sorted(self.held)
        number = numbers[choice % len(numbers)]
        bookmark = self.session.bookmarks.get(number)
        assert bookmark is not None
        before, there = self.session.game, self.held[number][0]
        if self.session.jump(bookmark):
            assert self.session.game == there
            self.held[BEFORE_THE_JUMP] = before, ""
            self.undos += there.active_turns[: before.position] != before.active_turns
        else:
            assert there.active_turns == before.active_turns
            assert self.session.game == before

    @precondition(lambda self: self.held)
    @rule(choice=st.integers(0, 99))
    def remove(self, choice: int) -> None:
        numbers = sorted(self.held)
        number = numbers[choice % len(numbers)]
        self.session.bookmarks = self.session.bookmarks.remove(number)
        del self.held[number]

    @rule()
    def save_and_load(self) -> None:
        session = self.session
        saved = SavedGame(session.game, 1.5, session.undos, bookmarks=session.bookmarks)
        assert decode(encode(saved)) == saved
        self.session = session_from_save(decode(encode(saved)), DEFAULTS)

    @invariant()
    def every_bookmark_holds_what_it_held(self) -> None:
        there = {each.number: (each.game, each.name) for each in self.session.bookmarks}
        assert there == self.held
        assert [*there] == sorted(there)
        assert self.session.undos == self.undos


TestBookmarksSurviveEverything = PlayerWithBookmarks.TestCase
TestBookmarksSurviveEverything.settings = settings(max_examples=60, stateful_step_count=30)


def after(*words: str) -> Session:
    session = Session(Game.new(1))
    for word in words:
        session.play(Move.parse(word))
    return session


def test_a_jump_that_takes_back_is_one_undo_and_one_that_plays_on_is_none() -> None:
    session = after("3a")
    early, _ = session.set_bookmark()
    for word in ("32", "3b"):
        session.play(Move.parse(word))
    assert early is not None
    assert session.jump(early)
    assert session.undos == 1
    late = session.bookmarks.get(BEFORE_THE_JUMP)
    assert late is not None
    assert session.jump(late)
    assert (session.undos, session.game.moves_made) == (1, 3)


def test_a_jump_keeps_the_time_and_puts_back_what_is_lifted() -> None:
    session = after("3a")
    start, _ = session.set_bookmark()
    session.play(Move.parse("32"))
    session.clock.pause()
    elapsed = session.clock.elapsed
    session.choose(session.columns[0])
    assert start is not None
    session.jump(start)
    assert session.selection is None
    assert session.clock.elapsed >= elapsed
    assert session.clock.is_running


def test_there_are_no_more_bookmarks_than_can_be_numbered() -> None:
    session, game = Session(Game.new(1)), Game.new(1)
    for _ in range(MAX_BOOKMARKS):
        session.set_bookmark()
        game = game.restart()
        session.game = game
    assert session.set_bookmark() == (None, False)
    assert session.message is not None
    assert session.message.text == "There are 99 bookmarks already; remove one first."
    session.bookmarks = session.bookmarks.remove(50)
    bookmark, _ = session.set_bookmark()
    assert bookmark is not None
    assert bookmark.number == 50
