"""The guided first game: a small position, the steps that teach it, and what each step accepts.

A front end shows `Lesson.step`, passes piles and commands on as to any session, and says how each is given there.
Nothing of it is saved or counted: no controller knows of this game.
"""

from dataclasses import dataclass
from typing import Final

from freecell_tui.controller.play.highlights import HintMark
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import FREECELL, Board, Game, read_position, rules
from freecell_tui.engine.cards import CELLS, COLUMNS, FOUNDATIONS, HOME, Card, Move, Pile, PileKind
from freecell_tui.engine.rules import Autoplay

POSITION: Final = """\
Foundations: H-3 C-7 D-6 S-7
JD 8D 7H 8S 9H
KH JS 8H 5H
KS 9D
QD TC QH
JC TD 9C
KC JH TS
TH 4H QC KD
QS 9S 8C 7D 6H
"""
"""The deal of the lesson. The columns are short, so that there is room to explain below them on every screen."""

LONGEST_COLUMN: Final = 5
"""The most cards that a column ever has in the lesson."""


@dataclass(frozen=True, slots=True)
class Lift:
    """To lift a card, or to hear its pile in line mode; the next step moves it."""

    card: Card


@dataclass(frozen=True, slots=True)
class Play:
    """To move a card, with those on it, to a pile; to any free cell if the pile is one."""

    card: Card
    target: Pile

    def move(self, board: Board) -> Move:
        """Return the move on a board where it is legal."""
        target = self.target
        if target.kind is PileKind.CELL:
            target = next(cell for cell in CELLS if not board.cards(cell))
        return Move(board.locate(self.card)[0], target)

    def is_done_by(self, move: Move, board: Board) -> bool:
        """Return whether a legal move does it, to whichever free cell."""
        after, wanted = (rules.apply_move(board, each, FREECELL) for each in (move, self.move(board)))
        return after.without_order == wanted.without_order


@dataclass(frozen=True, slots=True)
class Give:
    """To give a command, by its name in the registry."""

    command: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the lesson: what there is to do, and the sentences that say what and why.

    `text` is for a table that can be seen, `spoken` for line mode. `mouse` is how it is done with the mouse, where two
    clicks are not all.
    """

    action: Lift | Play | Give
    text: str
    spoken: str
    mouse: str = ""


def _play(card: str, target: Pile) -> Play:
    return Play(Card.parse(card), target)


STEPS: Final = (
    Step(
        Lift(Card.parse("9H")),
        "All cards have to go home, top right: each suit from the ace up to the king. First lift a card: the 9♥.",
        "All cards have to go home to the foundations: each suit from the ace up to the king. Every pile has a "
        "number or a letter: hear column 1, which ends with the 9♥.",
    ),
    Step(
        _play("9H", COLUMNS[5]),
        "The highlighted places take the 9♥. In a column, a card goes on one that is one rank higher and of the other "
        "colour: the 10♠.",
        "In a column, a card goes on one that is one rank higher and of the other colour. Move the 9♥ from column 1 to "
        "the 10♠ in column 6.",
    ),
    Step(
        _play("8S", HOME),
        "Spades are home up to the 7, so the 8♠ can follow.",
        "Spades are home up to the 7, so the 8♠ can follow. Send it home from column 1.",
        mouse="right-click the 8♠",
    ),
    Step(
        _play("9D", CELLS[0]),
        "The 9♦ is in the way. Put it in a free cell, top left: each holds one card.",
        "The 9♦ in column 3 is in the way. Put it in a free cell: there are four, and each holds one card.",
    ),
    Step(
        _play("QH", COLUMNS[2]),
        "Now the Q♥ fits on the K♠. A double click sends a card to its best place.",
        "Now the Q♥ in column 4 fits on the K♠ in column 3. Move it there.",
        mouse="double-click the Q♥",
    ),
    Step(
        Give("undo"),
        "Changed your mind? Every move can be undone, back to the first one. Undo this one.",
        "Changed your mind? Every move can be undone, back to the first one. Undo this one.",
    ),
    Step(Give("redo"), "Undone. Redo plays the move again.", "Redo plays the move again."),
    Step(
        _play("9D", COLUMNS[3]),
        "Keep your cells free. The 10♣ is open now: put the 9♦ on it.",
        "Keep your cells free. The 10♣ in column 4 is open now: put the 9♦ on it.",
        mouse="drag the 9♦ to the 10♣",
    ),
    Step(
        _play("JC", COLUMNS[2]),
        "J♣ 10♦ 9♣ are in order, so they move together, through the free cells one by one. 4 cells are free, no column "
        "is empty: you can carry 5 cards, says the line below.",
        "The J♣, 10♦ and 9♣ in column 5 are in order, so they move together, through the free cells one by one: with 4 "
        "free cells 5 cards can move at once. Move the three to the Q♥ in column 3.",
        mouse="drag the J♣ to the Q♥",
    ),
    Step(
        Give("hint"),
        "If you’re stuck, ask for a hint.",
        "If you’re stuck, ask for a hint.",
    ),
    Step(
        _play("KD", COLUMNS[4]),
        "The hint: K♦ to the empty column. Any card can go there. Kings are best, as they fit on no other card.",
        "The hint: move the K♦ from column 7 to the empty column 5. Any card can go there. Kings are best, as they fit "
        "on no other card.",
        mouse="drag the K♦ there",
    ),
    Step(
        Give("ask-verdict"),
        "The dot at the top right says whether you can still win: ● you can, ○ you cannot. If you’d rather not know, "
        "hide it.",
        "You can always ask whether the game can still be won.",
    ),
    Step(
        _play("QC", COLUMNS[4]),
        "The same again shows the dot. Now the Q♣ onto the K♦: that frees the 4♥, and then everything goes home "
        "automatically.",
        "It can. Now move the Q♣ from column 7 to the K♦ in column 5. That frees the 4♥, and then everything goes home "
        "automatically.",
    ),
)
"""The steps in order: each can be done where the one before leaves the game, and the last wins it."""

END: Final = ("That’s FreeCell!", "You know all you need to play.")
"""What is said after the last step: a title, and a sentence."""

_LATER: Final = "That comes in a later step."
_NOT_NOW: Final = "Finish this step first."
_ALLOWED: Final = "You can do that, but try this first."


class Lesson(Session):
    """The game of the lesson, in which only what the present step asks for is done; all else is refused kindly.

    `hides_verdict` is whether the player has hidden the verdict, which can be shown again.
    """

    def __init__(self) -> None:
        super().__init__(Game(FREECELL, 1, (read_position(POSITION),)), autoplay=Autoplay.SAFE)
        self.hides_verdict = False
        self._done = 0

    @property
    def step(self) -> Step | None:
        """The present step; None when all are done."""
        return None if self.is_over else STEPS[self._done]

    @property
    def is_over(self) -> bool:
        return self._done == len(STEPS)

    @property
    def progress(self) -> tuple[int, int]:
        return min(self._done + 1, len(STEPS)), len(STEPS)

    @property
    def is_lifted(self) -> bool:
        """Whether the card that the present step moves is lifted."""
        return self.selection is not None and self.selection.pile == self._source

    @property
    def is_about_verdict(self) -> bool:
        return self._action == Give("ask-verdict")

    @property
    def target(self) -> Pile | None:
        """The pile that the present step moves a card to, as a pile of the table; None if it moves none."""
        wanted = self._wanted
        if wanted is None or isinstance(self._action, Lift):
            return None
        target = wanted.move(self.game.board).target
        return FOUNDATIONS[wanted.card.suit] if target == HOME else target

    @property
    def _action(self) -> Lift | Play | Give | None:
        return None if self.step is None else self.step.action

    @property
    def _wanted(self) -> Play | None:
        """What is to be played in this step, or in the next one if this one only lifts the card."""
        action = self._action
        if isinstance(action, Lift):
            action = STEPS[self._done + 1].action
        return action if isinstance(action, Play) else None

    @property
    def _source(self) -> Pile | None:
        return None if self._wanted is None else self.game.board.locate(self._wanted.card)[0]

    # What is lit

    @property
    def lit(self) -> frozenset[Card]:
        wanted = self._wanted
        if wanted is None or self.hint is not None:
            return frozenset()
        pile, depth = self.game.board.locate(wanted.card)
        goal = self.game.board.cards(self.target)[-1:] if self.target in self.columns else ()
        return frozenset((*self.game.board.cards(pile)[-depth:], *goal))

    def hinted_places(self) -> frozenset[Pile]:
        return frozenset() if self.target is None else frozenset({self.target})

    # What the player does

    def select(self, pile: Pile, count: int | None = None) -> None:
        super().select(pile, count)
        if self.selection is None:
            return
        wanted = self._wanted
        if wanted is None:
            self._clear_selection()
            self._refuse(_NOT_NOW)
        elif pile != self._source:
            card = self.game.board.cards(pile)[-1]
            self._clear_selection()
            self._refuse(f"That is the {card.face}. This step is about the {wanted.card.face}.", pile)
        elif isinstance(self._action, Lift):
            self._done += 1

    def play(self, move: Move) -> None:
        wanted = self._wanted
        if wanted is None or not wanted.is_done_by(move, self.game.board):
            self._refuse(_ALLOWED, move.target if move.target != HOME else None)
            return
        super().play(move)
        self._done += 2 if isinstance(self._action, Lift) else 1

    def give(self, command: str) -> None:
        """Give a command if the step is about it."""
        if command == "ask-verdict" and self.hides_verdict:
            self.hides_verdict, self.message = False, None
        elif self._action != Give(command):
            comes_later = any(step.action == Give(command) for step in STEPS[self._done :])
            self._refuse(_LATER if comes_later else _NOT_NOW)
        else:
            self._do(command)

    def skip(self) -> None:
        self.message = None
        match self._action:
            case Lift(card):
                self._clear_selection()
                self.select(self.game.board.locate(card)[0])
            case Play() as wanted:
                self.play(wanted.move(self.game.board))
            case Give(command):
                self._do(command)

    def _do(self, command: str) -> None:
        self.message = None
        self._done += 1
        if command == "undo":
            self.undo()
        elif command == "redo":
            self.redo()
        elif command == "hint":
            source, target = self._source, self.target
            assert source is not None
            self.hint = HintMark(source, target)
        else:
            self.hides_verdict = True
