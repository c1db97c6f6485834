"""A game being played: what the player holds, where the cursor is, what was said last, and the clock.

This is the middle of the program. It knows the rules and the player's hand, and neither the screen nor the disk: the
table shows it, keys and mouse reach it as piles and commands, and whoever owns it writes its record down.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from freecell_tui.clock import Clock
from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    HOME,
    Autoplay,
    Card,
    Game,
    Move,
    Pile,
    PileKind,
    Suit,
    autoplay_moves,
    move_size,
    refusal,
    rules,
    source_refusal,
)
from freecell_tui.engine.cards import KING

FOUNDATION_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The order in which the foundations lie on the table, from the left."""


class Tone(Enum):
    """How a message is meant."""

    INFO = "info"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for the player; `pile` is the place that a refusal is about."""

    text: str
    tone: Tone = Tone.INFO
    pile: Pile | None = None


_STUCK: Final = Message("No move is left: take moves back, or start again.", Tone.REFUSAL)


@dataclass(frozen=True, slots=True)
class Lift:
    """The cards in the player's hand; `count` is None for as many as the target takes: the most, in an empty column."""

    pile: Pile
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """What a hint points at: the pile whose last card to look at, and where it should go, if that is said already."""

    source: Pile
    target: Pile | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """The chosen place; `depth` counts the cards from the end of a column, 1 for the last."""

    pile: Pile
    depth: int = 1


class Step(Enum):
    """A step of the cursor."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    OTHER_ROW = "other-row"


class AutoplayWhen(Enum):
    """When cards go home by themselves: after every move, once every column runs down in order, or only when asked."""

    ALWAYS = "always"
    END = "end"
    ASKED = "asked"


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
        self.autoplay = autoplay
        self.autoplay_when = autoplay_when
        self.undos = undos
        self.clock = clock or Clock()
        self.helped = helped
        self.hint: Hint | None = None
        self.lift: Lift | None = None
        self.cursor = Cursor(COLUMNS[0])
        self.shows_cursor = False
        self.message: Message | None = None
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
    def lifted_count(self) -> int:
        """How many cards are shown in the player's hand; 0 if it is empty."""
        if self.lift is None:
            return 0
        return self.lift.count or self._most_lifted(self.lift.pile)

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
    def carry(self) -> int:
        """How many cards can move at once onto another card; a sequence has no more than thirteen."""
        return min(rules.supermove_limit(self.game.board, self.game.variant), KING)

    @property
    def why_no_undo(self) -> str | None:
        """Why nothing can be taken back, or None."""
        return None if self.game.can_undo else "There is nothing to take back."

    @property
    def why_no_redo(self) -> str | None:
        """Why nothing can be played again, or None."""
        return None if self.game.can_redo else "There is nothing to play again."

    @property
    def why_no_restart(self) -> str | None:
        """Why the deal cannot be started again, or None."""
        return None if self.game.moves_made else "The game is at its beginning."

    def targets(self) -> frozenset[Pile]:
        """The places where the lifted cards may go; a foundation where they may go home."""
        if self.lift is None:
            return frozenset()
        piles = {pile for pile in (*self.columns, *CELLS[: self.game.variant.cells]) if self._why_not(pile) is None}
        if self._why_not(HOME) is None:
            piles.add(FOUNDATIONS[self._cards(self.lift.pile)[-1].suit])
        return frozenset(piles)

    def hinted_places(self) -> frozenset[Pile]:
        """Where the hint says that the card should go, if it says so."""
        if self.hint is None or self.hint.target is None:
            return frozenset()
        if self.hint.target == HOME:
            return frozenset({FOUNDATIONS[self._cards(self.hint.source)[-1].suit]})
        return frozenset({self.hint.target})

    # What goes home by itself

    @property
    def follows(self) -> Autoplay:
        """What goes home by itself after each move."""
        return self.autoplay if self.autoplay_when is AutoplayWhen.ALWAYS else Autoplay.NONE

    @property
    def finishes(self) -> bool:
        """Whether everything goes home at once when every column runs down in order."""
        return self.autoplay is not Autoplay.NONE and self.autoplay_when is not AutoplayWhen.ASKED

    # Lifting and dropping

    def choose(self, pile: Pile, count: int | None = None) -> None:
        """Choose a place: lift its cards, or drop what is lifted there, or put it back where it came from."""
        if self.lift is None:
            self.take_up(pile, count)
        elif self._is_same(pile):
            self.put_back()
        else:
            self.drop(pile)

    def take_up(self, pile: Pile, count: int | None = None) -> None:
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
            self.lift = Lift(pile, count)

    def take_more(self, more: int) -> None:
        """Change how many cards are lifted for an empty column by `more`, beginning with the most that it takes."""
        assert self.lift is not None
        ready = self.game.variant.sequence_length(self._cards(self.lift.pile))
        to_empty = rules.supermove_limit(self.game.board, self.game.variant, to_empty_column=True)
        most = min(ready, to_empty) if self.game.board.empty_column_count else self._most_lifted(self.lift.pile)
        self.lift = replace(self.lift, count=min(max((self.lift.count or most) + more, 1), most))

    def put_back(self) -> None:
        """Put the lifted cards back where they came from."""
        self.lift = None
        self.message = None

    def drop(self, pile: Pile) -> None:
        """Move the lifted cards to a place; if the rules refuse, say why and keep them lifted."""
        assert self.lift is not None
        move = self._move_to(pile)
        why_not = refusal(self.game.board, move, self.game.variant)
        if why_not is None:
            self.play(move)
        else:
            home = FOUNDATIONS[self._cards(self.lift.pile)[-1].suit]
            self._refuse(why_not.sentence, home if pile.kind is PileKind.HOME else pile)

    def send(self) -> None:
        """Send the lifted cards, or those at the cursor, to their best place: home, a card, an empty column, a cell."""
        if self.lift is None and not self.shows_cursor:
            self._refuse("First choose a card.", None)
        elif self.lift is None:
            self.take_up(self.cursor.pile, self.cursor.depth)
        if self.lift is None:
            return
        best = self._best_place()
        if best is None:
            self._refuse("There is no place that takes this.", None)
        else:
            self.drop(best)

    def send_home(self, pile: Pile) -> None:
        """Send the last card of a pile home; what was lifted before is put back."""
        self.lift = None
        self.take_up(pile)
        if self.lift is not None:
            self.drop(HOME)
            # Nobody asked to hold the card.
            self.lift = None

    def play(self, move: Move) -> None:
        """Play a legal move, with the autoplay that follows."""
        self._play(move, self.follows, finish=self.finishes)

    def send_all_home(self) -> None:
        """Send every card home that may go, as one turn; what was lifted is put back."""
        self.lift = None
        move = next(autoplay_moves(self.game.board, self.game.variant, Autoplay.ALL), None)
        if move is None:
            self._refuse("No card can go home now.", None)
        else:
            self._play(move, Autoplay.ALL, finish=True)

    def _play(self, move: Move, autoplay: Autoplay, *, finish: bool) -> None:
        self.game = self.game.play(move, autoplay, finish=finish)
        self._settle()
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
        self._settle()
        self.clock.start()

    def go_to(self, position: int) -> None:
        """Take turns back, or play again what was taken back, until `position` of them are in force."""
        target = self.game.at(position).position
        while self.game.position > target:
            self.undo()
        while self.game.position < target:
            self.redo()

    def redo(self) -> None:
        """Play the turn again that was taken back last, if there is one."""
        self.game = self.game.redo()
        self._settle()
        if self.game.is_won:
            self.clock.pause()

    def restart(self) -> None:
        """Put every card back to where it was dealt; undo takes this back too."""
        self.game = self.game.restart()
        self._settle()
        self.clock.start()
        self.message = Message("Started again; undo takes this back.")

    # The cursor

    def use_cursor(self) -> None:
        """Lift what the cursor is on, or drop what is lifted there; from further up a column, exactly its cards."""
        if not self.shows_cursor:
            self.shows_cursor = True
            return
        self.choose(self.cursor.pile, self.cursor.depth if self.cursor.depth > 1 else None)

    def step(self, step: Step) -> None:
        """Move the cursor. With cards lifted, up and down go between the columns and the row above them."""
        if not self.shows_cursor:
            # The first arrow shows where the cursor is; a second moves it.
            self.shows_cursor = True
            return
        if step in (Step.LEFT, Step.RIGHT):
            self._step_aside(1 if step is Step.RIGHT else -1)
        elif step is Step.OTHER_ROW or self.cursor.pile.kind is not PileKind.COLUMN or self.lift is not None:
            self._change_row()
        else:
            self._step_in_column(1 if step is Step.UP else -1)

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

    def _most_lifted(self, pile: Pile) -> int:
        return min(self.game.variant.sequence_length(self._cards(pile)), self.carry)

    def _is_same(self, pile: Pile) -> bool:
        return self.lift is not None and pile == self.lift.pile

    def _move_to(self, pile: Pile) -> Move:
        """The move that takes the lifted cards to a place. Onto a card the rules know how many, whatever was lifted."""
        assert self.lift is not None
        target = HOME if pile.kind is PileKind.FOUNDATION else pile
        onto_card = target in self.columns and self._cards(target)
        return Move(self.lift.pile, target, None if onto_card else self.lift.count)

    def _why_not(self, pile: Pile) -> rules.Refusal | None:
        if self._is_same(pile):
            return rules.Refusal("")
        return refusal(self.game.board, self._move_to(pile), self.game.variant)

    def _best_place(self) -> Pile | None:
        """Home, the card that takes most, an empty column for what has something under it, a free cell."""
        assert self.lift is not None
        if self.lift.count in (None, 1) and self._why_not(HOME) is None:
            return HOME
        columns = [pile for pile in self.columns if self._why_not(pile) is None]
        onto_cards = [pile for pile in columns if self._cards(pile)]
        if onto_cards:
            return max(onto_cards, key=lambda pile: move_size(self.game.board, self._move_to(pile), self.game.variant))
        source = self._cards(self.lift.pile)
        frees_something = self.lift.pile.kind is not PileKind.COLUMN or len(source) > self.lifted_count
        empty = columns if frees_something else []
        cells = [] if self.lift.pile.kind is PileKind.CELL else CELLS[: self.game.variant.cells]
        return next((pile for pile in (*empty, *cells) if self._why_not(pile) is None), None)

    def _settle(self) -> None:
        """After the board has changed: nothing is lifted, nothing said, and the cursor is on a card that is there."""
        self.lift = None
        self.hint = None
        self.message = None
        self.cursor = replace(self.cursor, depth=1)
        self._is_stuck = self.game.is_lost

    def _refuse(self, sentence: str, pile: Pile | None) -> None:
        self.message = Message(sentence, Tone.REFUSAL, pile)
