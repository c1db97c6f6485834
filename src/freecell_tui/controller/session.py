"""A game being played: what the player holds, where the cursor is, what was said last, and the clock.

This is the middle of the program. It knows the rules and the player's hand, and neither the screen nor the disk: the
table shows it, keys and mouse reach it as piles and commands, and whoever owns it writes its record down.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from freecell_tui.controller.clock import Clock
from freecell_tui.controller.highlights import RankFinder, next_home_cards, related
from freecell_tui.controller.selection import SelectedCards, Selection
from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    HOME,
    Autoplay,
    Bookmark,
    Bookmarks,
    Card,
    Game,
    Move,
    Pile,
    PileKind,
    Suit,
    autoplay_moves,
    refusal,
    rules,
    source_refusal,
)
from freecell_tui.engine.bookmarks import BEFORE_THE_JUMP, MAX_BOOKMARKS
from freecell_tui.engine.cards import KING
from freecell_tui.storage.settings import AutoplayWhen

FOUNDATION_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The order in which the foundations lie on the table, from the left."""


class Severity(Enum):
    """How a message is meant."""

    INFO = "info"
    REFUSAL = "refusal"
    PROGRESS = "progress"
    """Said while the player waits, and worth nothing afterwards."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for the player; `pile` is the place that a refusal is about."""

    text: str
    tone: Severity = Severity.INFO
    pile: Pile | None = None


_STUCK: Final = Message("No move is left: take moves back, or start again.", Severity.REFUSAL)


@dataclass(frozen=True, slots=True)
class HintMark:
    """What a hint points at: the pile whose last card to look at, and where it should go, if that is said already."""

    source: Pile
    target: Pile | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """The chosen place; `depth` counts the cards from the end of a column, 1 for the last."""

    pile: Pile
    depth: int = 1


class CursorMove(Enum):
    """A step of the cursor."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    OTHER_ROW = "other-row"


class Session:
    """One game and the player's hand at it. Every method may change it; `game` itself is never changed but replaced."""

    def __init__(
        self,
        game: Game,
        *,
        autoplay: Autoplay = Autoplay.SAFE,
        autoplay_when: AutoplayWhen = AutoplayWhen.ALWAYS,
        undos: int = 0,
        helped: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self.game = game
        self.name = ""
        self.bookmarks = Bookmarks()
        self.autoplay = autoplay
        self.autoplay_when = autoplay_when
        self.undos = undos
        self.clock = clock or Clock()
        self.helped = helped
        self.hint: HintMark | None = None
        self.selection: Selection | None = None
        self.cursor = Cursor(COLUMNS[0])
        self.shows_cursor = False
        self.rank_finder = RankFinder()
        self.highlights = True
        self._selected_at: Cursor | None = None
        self.message: Message | None = None
        self.is_paused = False
        self._is_stuck = game.is_lost

    # What the table shows

    @property
    def top_row(self) -> tuple[Pile, ...]:
        """The free cells and the foundations, from the left."""
        return (*CELLS[: self.game.variant.cells], *(FOUNDATIONS[suit] for suit in FOUNDATION_ORDER))

    @property
    def columns(self) -> tuple[Pile, ...]:
        """The columns, from the left."""
        return COLUMNS[: self.game.variant.columns]

    @property
    def status(self) -> Message | None:
        """What there is to say: the last message, or that no move is left."""
        return self.message or (_STUCK if self._is_stuck else None)

    @property
    def prompt(self) -> str:
        """What the next key may say, while a rank is looked for."""
        return self.rank_finder.prompt(self.game.board)

    @property
    def lifted_count(self) -> int:
        """How many cards are shown in the player's hand; 0 if it is empty."""
        return 0 if self._selected_cards is None else self._selected_cards.count

    @property
    def shown_cursor(self) -> Cursor | None:
        """The cursor, while it is shown."""
        return self.cursor if self.shows_cursor else None

    @property
    def cursor_depths(self) -> range:
        """The cards the cursor is on, counted from the end of their pile: those that it would lift."""
        depth = self.cursor.depth
        in_sequence = depth <= self.game.variant.sequence_length(self._cards(self.cursor.pile))
        return range(1 if in_sequence else depth, depth + 1)

    @property
    def supermove_limit(self) -> int:
        """How many cards can move at once onto another card; a sequence has no more than thirteen."""
        return min(rules.supermove_limit(self.game.board, self.game.variant), KING)

    @property
    def undo_refusal(self) -> str | None:
        """Why nothing can be taken back, or None."""
        return None if self.game.can_undo else "There is nothing to take back."

    @property
    def redo_refusal(self) -> str | None:
        """Why nothing can be played again, or None."""
        return None if self.game.can_redo else "There is nothing to play again."

    @property
    def restart_refusal(self) -> str | None:
        """Why the deal cannot be started again, or None."""
        return None if self.game.moves_made else "The game is at its beginning."

    def targets(self) -> frozenset[Pile]:
        """The places where the lifted cards may go; a foundation where they may go home."""
        return frozenset() if self._selected_cards is None else self._selected_cards.targets()

    def ranked_targets(self) -> tuple[Pile, ...]:
        """The places among which the cursor goes while cards are lifted, best first."""
        return () if self._selected_cards is None else self._selected_cards.ranked_targets()

    def hinted_places(self) -> frozenset[Pile]:
        """Where the hint says that the card should go, if it says so."""
        if self.hint is None or self.hint.target is None:
            return frozenset()
        if self.hint.target == HOME:
            return frozenset({FOUNDATIONS[self._cards(self.hint.source)[-1].suit]})
        return frozenset({self.hint.target})

    # What the eye is helped to find

    @property
    def lit(self) -> frozenset[Card]:
        """The cards that the player has asked to see."""
        return self.rank_finder.lit(self.game.board)

    @property
    def related(self) -> frozenset[Card]:
        """The cards that go with the one at the cursor, while it is shown with nothing in the hand and nothing lit."""
        if not (self.shows_cursor and self.highlights) or self.selection is not None or self.lit:
            return frozenset()
        cards = self._cards(self.cursor.pile)[-self.cursor.depth :]
        return related(self.game.board, self.game.variant, cards[0]) if cards else frozenset()

    def toggle_needed(self) -> None:
        """Light the next card that each foundation needs until the next move, or no longer."""
        self.rank_finder.shows_needed = not self.rank_finder.shows_needed
        if self.rank_finder.shows_needed:
            self.message = Message(f"Next home: {' '.join(card.face for card in next_home_cards(self.game.board))}.")

    # Time out

    def pause(self) -> None:
        """Stop the clock, and turn the cards over: nothing is to be seen or done until the player goes on."""
        self.cancel_selection()
        self.hint = None
        self.clock.pause()
        self.is_paused = True

    def resume(self) -> None:
        """End the pause; whoever shows the game starts its clock."""
        self.is_paused = False
        self.message = None

    # What goes home by itself

    @property
    def autoplay_policy(self) -> Autoplay:
        """What goes home by itself after each move."""
        return self.autoplay if self.autoplay_when is AutoplayWhen.ALWAYS else Autoplay.NONE

    @property
    def auto_finishes(self) -> bool:
        """Whether everything goes home at once when every column runs down in order."""
        return self.autoplay is not Autoplay.NONE and self.autoplay_when is not AutoplayWhen.ASKED

    # Lifting and dropping

    def choose(self, pile: Pile, count: int | None = None) -> None:
        """Choose a place: lift its cards, or drop what is lifted there, or put it back where it came from."""
        if self.selection is None:
            self.select(pile, count)
        elif pile == self.selection.pile:
            self._clear_selection()
            self.message = None
        else:
            self.drop(pile)

    def select(self, pile: Pile, count: int | None = None) -> None:
        """Lift the cards at the end of a pile: `count` of them, or as many as lie in sequence."""
        self.message = None
        self.hint = None
        why_not = source_refusal(self.game.board, pile, self.game.variant)
        if pile.kind is PileKind.HOME:
            self._refuse("First choose a card, then h to send it home.", None)
        elif why_not is not None:
            self._refuse(why_not.sentence, pile)
        else:
            cards = self._cards(pile)
            if count is not None and count > self.game.variant.sequence_length(cards):
                self.message = Message(f"{cards[-count].face} is not in sequence with the cards below it.")
                count = None
            self.selection = Selection(pile, count)

    def adjust_count(self, more: int) -> None:
        """Change how many cards are lifted for an empty column by `more`, beginning with the most that it takes.

        With nothing lifted this lifts the cards at the cursor first.
        """
        if self._selected_cards is None:
            self._take_up_at_cursor()
        if self._selected_cards is None:
            return
        most = self._selected_cards.max_count
        count = min(max((self._selected_cards.selection.count or most) + more, 1), most)
        self.selection = replace(self._selected_cards.selection, count=count)
        if self.shows_cursor:
            self._to_choice()

    def cancel_selection(self) -> None:
        """Put the lifted cards back where they came from, and the cursor to where it was; light no card any more."""
        self._clear_selection()
        self.message = None
        self.rank_finder.shows_needed = False

    def clear(self) -> bool:
        """Clear the nearest of what is lifted, hinted or lit; return whether there was anything."""
        self.message = None
        finder = self.rank_finder
        if self.selection is not None:
            self._clear_selection()
        elif self.hint is not None:
            self.hint = None
        elif finder.rank is not None or finder.asks:
            finder.clear()
        elif finder.shows_needed:
            finder.shows_needed = False
        else:
            return False
        return True

    def drop(self, pile: Pile) -> None:
        """Move the lifted cards to a place; if the rules refuse, say why and keep them lifted."""
        hand = self._selected_cards
        assert hand is not None
        move = hand.move_to(pile)
        why_not = refusal(self.game.board, move, self.game.variant)
        if why_not is None:
            self.play(move)
        else:
            self._refuse(why_not.sentence, hand.home if pile.kind is PileKind.HOME else pile)

    def move_to_best(self) -> None:
        """Send the lifted cards, or those at the cursor, to their best place: home, a card, an empty column, a cell."""
        if self.selection is None and not self.shows_cursor:
            self._refuse("First choose a card.", None)
        elif self.selection is None:
            self.select(self.cursor.pile, self.cursor.depth)
        if self._selected_cards is None:
            return
        best = next(iter(self._selected_cards.ranked_targets()), None)
        if best is None:
            self._refuse(self._selected_cards.no_target_reason(), self._selected_cards.selection.pile)
        else:
            self.drop(best)

    def send_home(self, pile: Pile) -> None:
        """Send the last card of a pile home; what was lifted before is put back."""
        self._clear_selection()
        self.select(pile)
        if self.selection is not None:
            self.drop(HOME)
            # Nobody asked to hold the card.
            self._clear_selection()

    def play(self, move: Move) -> None:
        """Play a legal move, with the autoplay that follows."""
        self._play(move, self.autoplay_policy, finish=self.auto_finishes)

    def send_all_home(self) -> None:
        """Send every card home that may go, as one turn; what was lifted is put back."""
        self._clear_selection()
        move = next(autoplay_moves(self.game.board, self.game.variant, Autoplay.ALL), None)
        if move is None:
            self._refuse("No card can go home now.", None)
        else:
            self._play(move, Autoplay.ALL, finish=True)

    def _play(self, move: Move, autoplay: Autoplay, *, finish: bool) -> None:
        self.game = self.game.play(move, autoplay, finish=finish)
        self._after_board_change()
        self.clock.start()
        if self.game.is_won:
            self.clock.pause()

    # Turns

    def undo(self) -> None:
        """Take the last turn back, if there is one."""
        if not self.game.can_undo:
            return
        self.game = self.game.undo()
        self.undos += 1
        self._after_board_change()
        self.clock.start()

    def seek(self, position: int) -> None:
        """Take turns back, or play again what was taken back, until `position` of them are in force."""
        target = self.game.seek(position).position
        while self.game.position > target:
            self.undo()
        while self.game.position < target:
            self.redo()

    def redo(self) -> None:
        """Play the turn again that was taken back last, if there is one."""
        self.game = self.game.redo()
        self._after_board_change()
        if self.game.is_won:
            self.clock.pause()

    def restart(self) -> None:
        """Put every card back to where it was dealt; undo takes this back too."""
        self.game = self.game.restart()
        self._after_board_change()
        self.clock.start()
        self.message = Message("Started again; undo takes this back.")

    # Bookmarks

    def set_bookmark(self, name: str = "") -> tuple[Bookmark | None, bool]:
        """Set a bookmark here, and give it a name; return it, and whether it is new: a place has but one.

        None, with a message, if there are as many as there may be.
        """
        before, number = self.bookmarks.at(self.game), self.bookmarks.free_number
        if before is None and number is None:
            self._refuse(f"There are {MAX_BOOKMARKS} bookmarks, and no more can be set.", None)
            return None, False
        if before is not None:
            bookmark = replace(before, name=name or before.name)
        else:
            assert number is not None
            bookmark = Bookmark(number, self.game, name)
        self.bookmarks = self.bookmarks.add(bookmark)
        return bookmark, before is None

    def jump(self, bookmark: Bookmark) -> bool:
        """Go to a bookmark; return whether the player was anywhere else. What is left is kept as a bookmark itself.

        However much is taken back by that, it is one undo; the time goes on.
        """
        if bookmark.is_at(self.game):
            self._after_board_change()
            return False
        left = self.game
        if bookmark.game.active_turns[: left.position] != left.active_turns:
            self.undos += 1
        self.bookmarks = self.bookmarks.add(Bookmark(BEFORE_THE_JUMP, left))
        # Made anew, so that a win that was celebrated before is one again.
        self.game = bookmark.game.seek(bookmark.game.position)
        self._after_board_change()
        if self.game.is_won:
            self.clock.pause()
        else:
            self.clock.start()
        return True

    # The cursor

    def use_cursor(self) -> None:
        """Lift what the cursor is on, or drop what is lifted there.

        What has only one place to go goes there at once; with several, the cursor goes to the best. From further up a
        column exactly the cards from the cursor down are taken.
        """
        if self._shows_cursor_now():
            return
        if self.selection is not None:
            self.choose(self.cursor.pile)
            return
        self._take_up_at_cursor()
        if self._selected_cards is None:
            return
        targets = self._selected_cards.ranked_targets()
        if not targets:
            self._refuse(self._selected_cards.no_target_reason(), self.cursor.pile)
            self._clear_selection()
        elif len(targets) == 1:
            self.drop(targets[0])
        else:
            self._to_choice()

    def move_cursor(self, step: CursorMove) -> None:
        """Move the cursor; with cards lifted, from choice to choice, best first, and round."""
        if self._shows_cursor_now():
            return
        if self.selection is not None:
            self._to_choice(-1 if step in (CursorMove.LEFT, CursorMove.UP) else 1)
        elif step in (CursorMove.LEFT, CursorMove.RIGHT):
            self._step_aside(1 if step is CursorMove.RIGHT else -1)
        elif step is CursorMove.OTHER_ROW or self.cursor.pile.kind is not PileKind.COLUMN:
            self._change_row()
        else:
            self._step_in_column(1 if step is CursorMove.UP else -1)

    def _shows_cursor_now(self) -> bool:
        """Show the cursor if it is hidden, which is all that the first key for it does; say whether it was."""
        if self.shows_cursor:
            return False
        self.shows_cursor = True
        if self.selection is not None:
            self._to_choice()
        return True

    def _take_up_at_cursor(self) -> None:
        """Lift the cards at the cursor: of a column's last card as many as its target takes, or else exactly those."""
        pile, depth = self.cursor.pile, self.cursor.depth
        cards = self._cards(pile)
        if depth > max(self.game.variant.sequence_length(cards), 1):
            self._refuse(f"{cards[-depth].face} is not in sequence with the cards below it.", pile)
            return
        self.select(pile)
        if self.selection is not None and depth > 1:
            self.selection = Selection(pile, depth, exact=True)

    def _to_choice(self, by: int = 0) -> None:
        """Put the cursor `by` choices further, on the best if it is on none, or back to the cards if there is none."""
        assert self.selection is not None
        self._selected_at = self._selected_at or self.cursor
        targets = self.ranked_targets()
        here = self.cursor.pile
        if here in targets:
            self.cursor = Cursor(targets[(targets.index(here) + by) % len(targets)])
        else:
            self.cursor = Cursor(targets[0]) if targets else self._selected_at

    def _clear_selection(self) -> None:
        """Hold nothing; if the cursor has left to choose a place, it returns."""
        self.selection = None
        self.cursor = self._selected_at or self.cursor
        self._selected_at = None

    def _step_aside(self, by: int) -> None:
        row = self.columns if self.cursor.pile in self.columns else self.top_row
        self.cursor = Cursor(row[(row.index(self.cursor.pile) + by) % len(row)])

    def _step_in_column(self, deeper: int) -> None:
        depth = self.cursor.depth + deeper
        if 1 <= depth <= len(self._cards(self.cursor.pile)):
            self.cursor = replace(self.cursor, depth=depth)
        else:
            self._change_row()

    def _change_row(self) -> None:
        here, there = self.columns, self.top_row
        if self.cursor.pile not in here:
            here, there = there, here
        place = here.index(self.cursor.pile) * (len(there) - 1) / max(len(here) - 1, 1)
        self.cursor = Cursor(there[round(place)])

    def point_at(self, pile: Pile, depth: int = 1) -> None:
        """Put the cursor on a place, if this game has it."""
        if pile in (*self.columns, *self.top_row):
            self.cursor = Cursor(pile, depth)

    # The parts of these

    def _cards(self, pile: Pile) -> tuple[Card, ...]:
        return self.game.board.cards(pile)

    @property
    def _selected_cards(self) -> SelectedCards | None:
        """The lifted cards, with what there is to know about them."""
        return None if self.selection is None else SelectedCards(self.game.board, self.game.variant, self.selection)

    def _after_board_change(self) -> None:
        """After the board has changed: nothing is lifted, lit or said, and the cursor is on a card that is there."""
        self._clear_selection()
        self.rank_finder = RankFinder()
        self.hint = None
        self.message = None
        self.cursor = replace(self.cursor, depth=1)
        self._is_stuck = self.game.is_lost

    def _refuse(self, sentence: str, pile: Pile | None) -> None:
        self.message = Message(sentence, Severity.REFUSAL, pile)
