"""A game being played, with all that its save holds, and the order of its piles on the table."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from math import inf
from time import monotonic
from typing import Final, NamedTuple

from freecell_tui.controller.frontend import Message
from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, Autoplay, Game, Move, Pile, Place, Suit, Variant, rules
from freecell_tui.engine.cards import KING
from freecell_tui.engine.game import (
    MAX_BOOKMARKS,
    MAX_NOTES,
    MAX_TURNS,
    AutoplayRule,
    Bookmark,
    Bookmarks,
    Notes,
    all_home,
)
from freecell_tui.engine.text import FreecellError, claimed_time, clock_text, counted
from freecell_tui.storage.saves import FROM_THE_DEAL, MAX_SECONDS, SavedGame

_TOO_MANY_BOOKMARKS: Final = f"There are {MAX_BOOKMARKS} bookmarks already; remove one first."


class _Cut(NamedTuple):
    """The game after and before a cut, and the bookmarks and notes that were cut out with the place."""

    after: Game
    before: Game
    bookmarks: Sequence[Bookmark]
    notes: Mapping[Place, str]


IDLE_SECONDS: Final = 180.0
"""After so long without a key or a line the clock stops."""


class Clock:
    """A stopwatch, paused at first. `elapsed` is what it starts from, and `now` the time in seconds from any origin.

    Time passes for at most IDLE_SECONDS after each `start` if it `stops_when_idle`, and not at all while the player
    `is_away`. It never runs backwards, and ends at the longest time that a save can hold.
    """

    def __init__(self, elapsed: float = 0.0, now: Callable[[], float] = monotonic) -> None:
        self.is_away = False
        self.stops_when_idle = True
        self._before = min(max(elapsed, 0.0), MAX_SECONDS)
        self._now = now
        self._since: float | None = None
        self._latest, self._went_back = -inf, 0.0

    @property
    def elapsed(self) -> float:
        waited = min(self._waited, IDLE_SECONDS) if self.stops_when_idle else self._waited
        return min(self._before + waited, MAX_SECONDS)

    @property
    def _waited(self) -> float:
        """The seconds since the last start. 0 while the clock is paused."""
        return 0.0 if self._since is None else self._moment() - self._since

    def _moment(self) -> float:
        """Return the time now, no earlier than the last: where `now` goes back, time stands still and then goes on."""
        moment = self._now() + self._went_back
        self._went_back += max(self._latest - moment, 0.0)
        self._latest = max(self._latest, moment)
        return self._latest

    @property
    def is_idle(self) -> bool:
        """Whether the clock has stopped as nothing happened for too long."""
        return self.stops_when_idle and self._waited >= IDLE_SECONDS

    @property
    def is_running(self) -> bool:
        return self._since is not None and not self.is_idle

    def start(self) -> None:
        """Let time pass for the next IDLE_SECONDS, unless the player is away."""
        if not self.is_away:
            self._before, self._since = self.elapsed, self._moment()

    def pause(self) -> None:
        self._before, self._since = self.elapsed, None

    def note_presence(self, *, is_here: bool) -> None:
        """Let the clock start only while the player is here."""
        self.is_away = not is_here
        if self.is_away:
            self.pause()


# The two rows of piles on the table, from left to right.

FOUNDATION_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


def top_row(variant: Variant) -> tuple[Pile, ...]:
    return (*CELLS[: variant.cells], *(FOUNDATIONS[suit] for suit in FOUNDATION_ORDER))


def columns(variant: Variant) -> tuple[Pile, ...]:
    return COLUMNS[: variant.columns]


_STUCK: Final = Message("No useful move is left: undo, or restart.", "refusal")
_FULL: Final = f"This game has {MAX_TURNS:,} turns, the most a save can hold: undo some, or start a new game."


class PlayedGame:
    """One game and its turns. Methods replace `game`, which is immutable, `bookmarks` and `notes`.

    `helped_attempts` are as in a save. `undos` counts the moves that were undone, in whichever way, and not redone or
    played again. `turns_played` are the turns played here and not redone. `is_stuck` is whether no useful move is left.
    `is_given_up` while the game counts as lost: a move ends that, and so does a copy. `has_played` is whether a move
    was played here.
    """

    def __init__(self, game: Game, undos: int, clock: Clock) -> None:
        self.game = game
        self.name = ""
        self.bookmarks = Bookmarks()
        self.removed_bookmarks: list[Bookmark] = []
        """The bookmarks that were removed and can be restored, the last one last."""
        self.notes: Notes = {}
        self.autoplay = AutoplayRule(Autoplay.SAFE, finish=True)
        self.undos = undos
        self.helped_attempts = frozenset[int]()
        self.own_win: Place | None = None
        """The win, found without help, after which a better way was shown: it stays the only such one."""
        self.clock = clock
        self.message: Message | None = None
        self.is_stuck = game.is_dead_end
        self.is_given_up = False
        self.has_played = False
        self.has_changed = False
        """Whether a move, undo or redo has changed the board here."""
        self.turns_played = 0
        self._sent_home: dict[Place, Place] = {}  # where each command that sent all cards home ended, and began
        self._cut: _Cut | None = None
        self._asked_to_cut: tuple[Game, Place] | None = None

    @property
    def top_row(self) -> tuple[Pile, ...]:
        return top_row(self.game.variant)

    @property
    def columns(self) -> tuple[Pile, ...]:
        return columns(self.game.variant)

    @property
    def status(self) -> Message | None:
        """The last message, or that no move is left. None for neither."""
        return self.message or (_STUCK if self.is_stuck else None)

    @property
    def clock_stands(self) -> bool:
        """Whether the clock has stopped in a game under way."""
        return bool(self.game.turns) and not self.game.is_won and (self.clock.is_away or self.clock.is_idle)

    @property
    def supermove_limit(self) -> int:
        """The most cards that can move at once onto another card.

        At most 13, the length of a whole sequence.
        """
        return min(rules.supermove_limit(self.game.board, self.game.variant), KING)

    @property
    def helped(self) -> bool:
        """Whether a win would count as helped.

        A move was shown in this attempt, or at the deal in any attempt, or a better way was shown after an own win.
        """
        if self.own_win is not None and self.own_win != self.game.place:
            return True
        return not self.helped_attempts.isdisjoint((FROM_THE_DEAL, self.game.attempt_start))

    def mark_helped(self, position: int | None = None) -> None:
        """Note that winning moves are shown at a position, by default here."""
        game = self.game if position is None else self.game.seek(position)
        self.helped_attempts |= {game.attempt_start if game.moves_made else FROM_THE_DEAL}

    def mark_shown(self, position: int | None = None) -> None:
        """Note that the solver shows what wins at a position. No help to a win that was found before."""
        if not self.game.is_won or self.helped:
            self.mark_helped(position)
        else:
            self.own_win = self.game.place

    def play(self, move: Move) -> None:
        """Play a move with its autoplay; raise IllegalMove."""
        self.take(move, self.autoplay.play(self.game, move))

    def take(self, move: Move, after: Game) -> None:  # noqa: ARG002 - the lesson asks for it
        """Continue with the game `after` a move."""
        tree = self.game.tree if self.game.can_redo else None
        if self._take_turn(after):
            self.is_given_up, self.has_played = False, True
            if tree is not None and tree.has(self.game.place):
                self.undos = max(self.undos - 1, 0)
            self._set_clock()

    def play_all_home(self) -> None:
        """Send home every card that can go, each as a turn.

        `undo` and `redo` take all of the turns at once.
        """
        begun = self.game.place
        for turn, _ in all_home(self.game.board, self.game.variant, self.autoplay):
            assert turn.move is not None
            before = self.game
            self.play(turn.move)
            if self.game is before:
                return  # no save would hold the turn
        self._sent_home[self.game.place] = begun

    @property
    def undo_count(self) -> int:
        """The number of turns that `undo` undoes.

        All turns of one command that sent cards home, or one turn.
        """
        game = self.game
        begun = self._sent_home.get(game.place)
        return 1 if begun is None else game.position - begun.position

    @property
    def redo_count(self) -> int:
        """The number of turns that `redo` redoes.

        The turns that `undo` undid at once, or one turn.
        """
        game = self.game
        ends = (end for end, begun in self._sent_home.items() if begun == game.place)
        return next((end.position - game.position for end in ends if game.place_at(end.position) == end), 1)

    def has_sent_home(self, before: Game) -> bool:
        """Return whether one command sent home all cards since `before`."""
        return self._sent_home.get(self.game.place) == before.place

    def _take_turn(self, after: Game) -> bool:
        """Continue with the game after a turn.

        Undone turns are cut if a save would not hold all. Return False if no save would hold the turn.
        """
        turn = after.last_turn
        assert turn is not None
        while after.is_too_large:
            if not self.game.can_redo:
                self._refuse(_FULL)
                return False
            self._replace_tree(self.game.cut(self.game.place_at(self.game.position + 1)))
            after = self.game.append_turn(turn)
        self.game = after
        self.turns_played += 1
        self._after_board_change()
        return True

    def undo(self) -> None:
        self.seek(self.game.position - self.undo_count)

    def redo(self) -> None:
        self.seek(self.game.position + self.redo_count)

    def seek(self, position: int) -> None:
        """Undo or redo turns until `position` of them are active.

        Or as near to that as there are turns.
        """
        before, there = self.game.position, self.game.seek(position)
        if there.position == before:
            return
        self._change_position(there)
        if there.position < before:
            self.clock.start()
        elif there.is_won:
            self.clock.pause()

    def restart(self) -> None:
        """Restart the deal. Undo reverts the restart.

        The new attempt is not helped, unless help was given at the deal.
        """
        was_helped = self.helped
        if not self._take_turn(self.game.restart()):
            return
        self.clock.start()
        note = ""
        if was_helped:
            note = " A win from here counts as your own."
            if self.helped:
                note = " If you win, it still counts as a win with help."
        self.message = Message(f"Restarted; this can be undone.{note}")

    def set_bookmark(self, name: str = "") -> tuple[Bookmark | None, bool]:
        """Set or rename the bookmark here. Return the bookmark, and whether it is new.

        Without room the bookmark is None, and `message` says so.
        """
        existing, number = self.bookmarks.at(self.game.place), self.bookmarks.free_number
        if existing is not None:
            bookmark = existing._replace(name=name or existing.name)
        elif number is not None:
            bookmark = Bookmark(number, self.game.place, name)
        else:
            self._refuse(_TOO_MANY_BOOKMARKS)
            return None, False
        self.bookmarks = self.bookmarks.add(bookmark)
        return bookmark, existing is None

    @property
    def note(self) -> str:
        return self.notes.get(self.game.place, "") if self.notes else ""

    def set_note(self, text: str) -> bool:
        """Put a note on this position. '' removes it.

        Return False if there are too many.
        """
        others = {place: note for place, note in self.notes.items() if place != self.game.place}
        if text and len(others) == MAX_NOTES:
            self._refuse(f"There are {MAX_NOTES:,} notes already; remove one first.")
            return False
        self.notes = {**others, self.game.place: text} if text else others
        return True

    def go_to(self, place: Place) -> bool:
        """Go to a place in the tree. Return False if already there."""
        return self._go(self.game.at(place))

    def next_branch(self) -> bool:
        return self._go(self.game.next_branch())

    def _go(self, there: Game) -> bool:
        if there.place == self.game.place:
            self._after_board_change()
            return False
        self._change_position(there)  # a new Game, so that a win that was celebrated before is celebrated again
        self._set_clock()
        return True

    def _change_position(self, there: Game) -> None:
        """Go to another position, and count the moves undone.

        Redone moves are taken off the count.
        """
        undone, redone = self.game.active_turns, there.active_turns
        common = sum(1 for _ in takewhile(lambda turns: turns[0] == turns[1], zip(undone, redone, strict=False)))
        count = sum(not turn.is_restart for turn in undone[common:])
        self.undos = max(self.undos + count - sum(not turn.is_restart for turn in redone[common:]), 0)
        self.game = there
        self._after_board_change()

    def cut(self, place: Place) -> None:
        """Cut a place and all later turns out of the tree.

        Its bookmarks and notes go, too.
        """
        game, bookmarks, notes = self.game, self.bookmarks, self.notes
        self._replace_tree(game.cut(place))
        self._after_board_change()
        marks = [bookmark for bookmark in bookmarks if bookmark not in self.bookmarks]
        self._cut = _Cut(self.game, game, marks, {place: notes[place] for place in notes.keys() - self.notes.keys()})

    @property
    def can_restore_cut(self) -> bool:
        """Whether something was cut off, and the game has not changed since."""
        return self._cut is not None and self._cut.after is self.game

    def restore_cut(self) -> bool:
        """Bring back the place that was cut.

        Bookmarks and notes that were made since stay.
        """
        if self._cut is None or not self.can_restore_cut:
            return False
        self.game = self._cut.before
        for bookmark in self._cut.bookmarks:
            with suppress(FreecellError):
                self.restore_bookmark(bookmark)
        self.notes = {**dict(list(self._cut.notes.items())[: MAX_NOTES - len(self.notes)]), **self.notes}
        self._after_board_change()
        return True

    def rename_bookmark(self, bookmark: Bookmark, name: str) -> None:
        self.bookmarks = self.bookmarks.add(bookmark._replace(name=name))

    def remove_bookmark(self, bookmark: Bookmark) -> None:
        self.bookmarks = self.bookmarks.remove(bookmark.number)
        self.removed_bookmarks.append(bookmark)

    def restore_bookmark(self, bookmark: Bookmark) -> Bookmark:
        """Bring back a removed bookmark; raise FreecellError.

        It gets another number if its own was given to a new bookmark.
        """
        if not self.game.tree.has(bookmark.place):
            raise FreecellError(f"The position of {bookmark.title} is not in the game any more.")
        number = bookmark.number if self.bookmarks.get(bookmark.number) is None else self.bookmarks.free_number
        if number is None:
            raise FreecellError(_TOO_MANY_BOOKMARKS)
        restored = bookmark._replace(number=number)
        self.bookmarks = self.bookmarks.add(restored)
        return restored

    def is_asked_to_cut(self, place: Place) -> bool:
        """Return whether the last question was to cut at this place.

        This asks the question.
        """
        asked, self._asked_to_cut = self._asked_to_cut, (self.game, place)
        return asked == self._asked_to_cut

    def _replace_tree(self, game: Game) -> None:
        tree = game.tree
        self.game = game
        self._sent_home = {}
        self.bookmarks = self.bookmarks.in_tree(tree)
        self.notes = {place: note for place, note in self.notes.items() if tree.has(place)}
        if self.own_win is not None and not tree.has(self.own_win):
            self.own_win = None  # another win may get its place
            self.mark_helped(0)

    def _set_clock(self) -> None:
        if self.game.is_won:
            self.clock.pause()
        else:
            self.clock.start()

    def _after_board_change(self) -> None:
        self.message = Message(f"Note: {self.note}") if self.note else None
        self.is_stuck = self.game.is_dead_end
        self.has_changed = True

    def _refuse(self, sentence: str, pile: Pile | None = None, source: Pile | None = None) -> None:
        self.message = Message(sentence, "refusal", pile, source=source)


class Race(NamedTuple):
    """A race against the ghost of a game.

    `homes` are the ghost's cards home after each number of moves, from 0.
    A share code has no times of moves, so they are assumed to be spread evenly. `seconds` is 0 where the time is not
    known, or does not count.
    """

    homes: tuple[int, ...]
    seconds: int = 0
    name: str = ""

    @property
    def moves(self) -> int:
        return len(self.homes) - 1

    @property
    def called(self) -> str:
        return self.name or "the ghost"

    def after(self, moves: int) -> int:
        """Return how many cards the ghost had home after so many moves."""
        return self.homes[min(max(moves, 0), self.moves)]

    def at(self, seconds: float) -> int | None:
        """Return the ghost's cards home at a time. None if unknown."""
        return self.after(int(seconds * self.moves / self.seconds)) if self.seconds else None

    def cards(self, session: PlayedGame) -> tuple[int, int | None]:
        """Return the ghost's cards home after as many moves, and at this time.

        The second is None where the time is unknown.
        """
        return self.after(session.game.moves_made), self.at(session.clock.elapsed)

    def standing(self, session: PlayedGame) -> tuple[int, int]:
        """Return the player's and the ghost's cards home now.

        Or the ghost's after as many moves, where the time is unknown.
        """
        here, now = self.cards(session)
        return sum(session.game.board.foundations), here if now is None else now

    def sentence(self, session: PlayedGame) -> str:
        """Return how the race stands, as a sentence.

        `After 20 moves Ann had 12 cards home; you have 13.`
        """
        here, now = self.cards(session)
        moves = counted(session.game.moves_made, "move")
        by_now = "" if now is None else f", and {now} after {clock_text(session.clock.elapsed)}"
        own = sum(session.game.board.foundations)
        return f"After {moves} {self.called} had {counted(here, 'card')} home{by_now}; you have {own}."

    def result(self, saved: SavedGame) -> str:
        """Return who won a finished race, as a sentence.

        The fewer moves break a tie.
        """
        own = (int(saved.elapsed) if self.seconds else 0, saved.game.moves_made)
        times = f"{clock_text(own[0])} against {claimed_time(self.seconds)}, " if self.seconds else ""
        moves = counted(self.moves, "move")
        figures = f"{moves} each" if own[1] == self.moves else f"{own[1]} against {moves}"
        its = self.seconds, self.moves
        if own == its:
            return f"A tie with {self.called}: {times}{figures}."
        return f"You {'won' if own < its else 'lost'} the race against {self.called}: {times}{figures}."


RANDOM_DEALS: Final = 1_000_000
"""The highest number of a random deal; the lowest is 1. Such numbers are easy to type and to tell others."""


def random_game(variant: Variant) -> Game:
    import random  # noqa: PLC0415 - it takes milliseconds, and most starts are for a game that was begun

    return Game.new(random.randint(1, RANDOM_DEALS), variant)
