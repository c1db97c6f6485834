"""A game being played, with all that its save holds: turns, autoplay, bookmarks, undo count and clock."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from freecell_tui.controller.clock import Clock
from freecell_tui.controller.messages import Message, Severity
from freecell_tui.controller.table_rows import columns, top_row
from freecell_tui.engine import Autoplay, Bookmark, Bookmarks, Game, Move, Pile, rules
from freecell_tui.engine.bookmarks import BEFORE_THE_JUMP, MAX_BOOKMARKS
from freecell_tui.engine.cards import KING
from freecell_tui.engine.game import MAX_TURNS
from freecell_tui.storage.saves import FROM_THE_DEAL
from freecell_tui.storage.settings import AutoplayWhen

_STUCK: Final = Message("No useful move is left: undo, or restart.", Severity.REFUSAL)
_FULL: Final = f"This game has {MAX_TURNS:,} turns, the most a save can hold: undo some, or start a new game."


class PlayedGame:
    """One game and its turns. Methods replace `game`, which is immutable, and `bookmarks`.

    `autoplay` is what may go home by itself, and `autoplay_when` the moment for it. `helped_attempts` are as in
    a save, and `undos` how often undo was used. `is_stuck` is whether no move is left but back. `message` is what the
    last action had to say.
    """

    def __init__(
        self,
        game: Game,
        *,
        autoplay: Autoplay = Autoplay.SAFE,
        autoplay_when: AutoplayWhen = AutoplayWhen.ALWAYS,
        undos: int = 0,
        helped_attempts: Iterable[int] = (),
        clock: Clock | None = None,
    ) -> None:
        self.game = game
        self.name = ""
        self.bookmarks = Bookmarks()
        self.autoplay = autoplay
        self.autoplay_when = autoplay_when
        self.undos = undos
        self.helped_attempts = frozenset(helped_attempts)
        self.clock = clock or Clock()
        self.message: Message | None = None
        self.is_stuck = game.is_dead_end

    @property
    def top_row(self) -> tuple[Pile, ...]:
        """The free cells and the foundations, from left to right."""
        return top_row(self.game.variant)

    @property
    def columns(self) -> tuple[Pile, ...]:
        """The columns, from left to right."""
        return columns(self.game.variant)

    @property
    def status(self) -> Message | None:
        """The last message, or that no move is left; None if there is nothing to say."""
        return self.message or (_STUCK if self.is_stuck else None)

    @property
    def supermove_limit(self) -> int:
        """The most cards that can move at once onto another card; at most 13, the length of a whole sequence."""
        return min(rules.supermove_limit(self.game.board, self.game.variant), KING)

    # Autoplay

    @property
    def autoplay_policy(self) -> Autoplay:
        """The autoplay that follows every move."""
        return self.autoplay if self.autoplay_when is AutoplayWhen.ALWAYS else Autoplay.NONE

    @property
    def auto_finishes(self) -> bool:
        """Whether all cards go home at once when every column is in descending order."""
        return self.autoplay is not Autoplay.NONE and self.autoplay_when is not AutoplayWhen.ASKED

    # Help

    @property
    def helped(self) -> bool:
        """Whether a win would count as helped: a solution was shown in this attempt, or from the deal on in any."""
        return not self.helped_attempts.isdisjoint((FROM_THE_DEAL, self.game.attempt_start))

    def mark_helped(self) -> None:
        """Note that the next move of a solution is shown at this position."""
        attempt = self.game.attempt_start if self.game.moves_made else FROM_THE_DEAL
        self.helped_attempts |= {attempt}

    # Turns

    @property
    def undo_refusal(self) -> str | None:
        """Why there is nothing to undo, or None."""
        return None if self.game.can_undo else "Nothing to undo."

    @property
    def redo_refusal(self) -> str | None:
        """Why there is nothing to redo, or None."""
        return None if self.game.can_redo else "Nothing to redo."

    @property
    def restart_refusal(self) -> str | None:
        """Why the deal cannot be restarted, or None."""
        return None if self.game.moves_made else "The game is at its start."

    def play(self, move: Move) -> None:
        """Play a legal move and the autoplay that follows it."""
        self._play(move, self.autoplay_policy, finish=self.auto_finishes)

    def _play(self, move: Move, autoplay: Autoplay, *, finish: bool) -> None:
        if self._is_full:
            self._refuse(_FULL)
            return
        self.game = self.game.play(move, autoplay, finish=finish)
        self._after_board_change()
        self._set_clock()

    @property
    def _is_full(self) -> bool:
        """Whether no save would hold another turn."""
        return self.game.position >= MAX_TURNS

    def undo(self) -> None:
        """Undo the last turn, if there is one."""
        if not self.game.can_undo:
            return
        self.game = self.game.undo()
        self.undos += 1
        self._after_board_change()
        self.clock.start()

    def redo(self) -> None:
        """Redo the turn that was undone last, if there is one."""
        self.game = self.game.redo()
        self._after_board_change()
        if self.game.is_won:
            self.clock.pause()

    def seek(self, position: int) -> None:
        """Undo or redo turns until `position` of them are active, or as near to that as there are turns."""
        target = self.game.seek(position).position
        while self.game.position > target:
            self.undo()
        while self.game.position < target:
            self.redo()

    def restart(self) -> None:
        """Restart the deal; undo reverts this. The new attempt is not helped, unless one from the deal on was."""
        if self._is_full:
            self._refuse(_FULL)
            return
        was_helped = self.helped
        self.game = self.game.restart()
        self._after_board_change()
        self.clock.start()
        note = ""
        if was_helped:
            note = " A win still counts as helped." if self.helped else " A win from here counts as your own."
        self.message = Message(f"Restarted; undo reverts this.{note}")

    # Bookmarks

    def set_bookmark(self, name: str = "") -> tuple[Bookmark | None, bool]:
        """Set or rename the bookmark of this position; return it, and whether it is new.

        The bookmark is None, and `message` says why, if no more bookmarks can be set.
        """
        existing, number = self.bookmarks.at(self.game), self.bookmarks.free_number
        if existing is not None:
            bookmark = replace(existing, name=name or existing.name)
        elif number is not None:
            bookmark = Bookmark(number, self.game, name)
        else:
            self._refuse(f"There are {MAX_BOOKMARKS} bookmarks already; remove one first.")
            return None, False
        self.bookmarks = self.bookmarks.add(bookmark)
        return bookmark, existing is None

    def jump(self, bookmark: Bookmark) -> bool:
        """Go to a bookmark; return False if the game is there already. The position left is bookmarked too.

        However many turns this undoes, it counts as one undo.
        """
        if bookmark.is_at(self.game):
            self._after_board_change()
            return False
        left = self.game
        if bookmark.game.active_turns[: left.position] != left.active_turns:
            self.undos += 1
        self.bookmarks = self.bookmarks.add(Bookmark(BEFORE_THE_JUMP, left))
        # A new Game, so that a win that was celebrated before is celebrated again.
        self.game = bookmark.game.seek(bookmark.game.position)
        self._after_board_change()
        self._set_clock()
        return True

    def _set_clock(self) -> None:
        """Let time pass, but not after a win."""
        if self.game.is_won:
            self.clock.pause()
        else:
            self.clock.start()

    def _after_board_change(self) -> None:
        """Drop what was said about the board before."""
        self.message = None
        self.is_stuck = self.game.is_dead_end

    def _refuse(self, sentence: str, pile: Pile | None = None) -> None:
        self.message = Message(sentence, Severity.REFUSAL, pile)
