"""The guided first game: a small position, the steps that teach it, and what each step accepts.

A front end shows `Lesson.step`, passes piles and commands on as to any session, and says how each is given there.
Nothing of it is saved or counted: no controller knows of this game.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from freecell_tui.controller.play.highlights import HintMark
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import CELLS, FOUNDATIONS, FREECELL, HOME, Board, Card, Game, Move, Pile, read_position, rules

LONGEST_COLUMN: Final = 5
"""The most cards that a column ever has in the lesson."""


class Play(NamedTuple):
    """To move a card, with those on it, to a pile. To any free cell if the pile is one."""

    card: Card
    target: Pile

    def move(self, board: Board) -> Move:
        """Return the move on a board, where it must be legal."""
        target = self.target
        if target in CELLS:
            target = next(cell for cell in CELLS if not board.cards(cell))
        return Move(board.locate(self.card)[0], target)

    def is_done_by(self, move: Move, board: Board) -> bool:
        """Return whether a legal move does the step.

        Any free cell will do.
        """
        after, wanted = (rules.apply_move(board, each, FREECELL) for each in (move, self.move(board)))
        return after.without_order == wanted.without_order


class Step(NamedTuple):
    """A step of `lesson.toml`. Its `action` is a card to lift (in line mode to hear its pile), a move or a command."""

    action: Card | Play | str
    text: str
    spoken: str
    mouse: str = ""


@cache
def read_lesson() -> tuple[Board, tuple[Step, ...]]:
    lesson = tomllib.loads(Path(__file__).with_name("lesson.toml").read_text(encoding="utf-8"))
    steps = (Step(_action(step.pop("do")), **step) for step in lesson["step"])
    return read_position(lesson["position"]), tuple(steps)


def _action(text: str) -> Card | Play | str:
    match text.split():
        case ["lift", card]:
            return Card.parse(card)
        case [card, pile]:
            return Play(Card.parse(card), Pile.parse(pile))
    return text


END: Final = ("That’s FreeCell!", "That’s all you need to know.")
"""What is said after the last step: a title, and a sentence."""

_NOT_NOW: Final = "Finish this step first."
_NOT_IN_LESSON: Final = "Not in this first game."


class Lesson(Session):
    """The game of the lesson, which kindly refuses all but the present step. The player may have hidden the verdict."""

    def __init__(self) -> None:
        deal, self._steps = read_lesson()
        super().__init__(Game(FREECELL, 1, (deal,)))
        self.hides_verdict = False
        self._done = 0

    @property
    def step(self) -> Step | None:
        return None if self.is_over else self._steps[self._done]

    @property
    def text(self) -> str:
        """The sentence of the present step at a table.

        It says how a hidden verdict is shown again.
        """
        assert self.step is not None
        return f"The same key brings the dot back. {self.step.text}" if self.hides_verdict else self.step.text

    @property
    def is_over(self) -> bool:
        return self._done == len(self._steps)

    @property
    def progress(self) -> tuple[int, int]:
        return min(self._done + 1, len(self._steps)), len(self._steps)

    @property
    def is_lifted(self) -> bool:
        return self.selection is not None and self.selection.pile == self._source

    @property
    def is_about_verdict(self) -> bool:
        return self._action == "ask-verdict"

    @property
    def target(self) -> Pile | None:
        """The pile of the table that the present step moves a card to.

        None if it moves none.
        """
        wanted = self._wanted
        if wanted is None or isinstance(self._action, Card):
            return None
        target = wanted.move(self.game.board).target
        return FOUNDATIONS[wanted.card.suit] if target == HOME else target

    @property
    def _action(self) -> Card | Play | str | None:
        return None if self.step is None else self.step.action

    @property
    def _wanted(self) -> Play | None:
        """What is to be played in this step, or in the next one if this one only lifts the card."""
        action = self._action
        if isinstance(action, Card):
            action = self._steps[self._done + 1].action
        return action if isinstance(action, Play) else None

    @property
    def _source(self) -> Pile | None:
        return None if self._wanted is None else self.game.board.locate(self._wanted.card)[0]

    @property
    def pointed_out(self) -> HintMark | None:
        """The cards to move in this step and their target, or None."""
        if self._wanted is None or self.hint is not None:
            return None
        pile, depth = self.game.board.locate(self._wanted.card)
        return HintMark(pile, self.target, depth)

    @property
    def lit(self) -> frozenset[Card]:
        mark, board = self.pointed_out, self.game.board
        if mark is None:
            return frozenset()
        goal = board.cards(self.target)[-1:] if self.target in self.columns else ()
        return frozenset((*board.cards(mark.source)[-mark.cards :], *goal))

    def hinted_places(self) -> frozenset[Pile]:
        return frozenset() if self.target is None else frozenset({self.target})

    def select(self, pile: Pile, count: int | None = None) -> None:
        super().select(pile, count)
        if self.selection is None:
            return
        if (wanted := self._wanted) is None:
            self._clear_selection()
            self._refuse(_NOT_NOW)
        elif pile != self._source:
            card = self.game.board.cards(pile)[-1]
            self._clear_selection()
            self._refuse(f"That is the {card.face}. This step is about the {wanted.card.face}.", pile)
        elif isinstance(self._action, Card):
            self._done += 1

    def move_to_best(self) -> None:
        """Move the card that the step is about, wherever the cursor is."""
        if self.selection is None and self._source is not None:
            self.select(self._source)
        super().move_to_best()

    def take(self, move: Move, after: Game) -> None:
        wanted = self._wanted
        if wanted is None or not wanted.is_done_by(move, self.game.board):
            self._refuse("You can do that, but try this first.", move.target if move.target != HOME else None)
            return
        super().take(move, after)
        self._done += 2 if isinstance(self._action, Card) else 1

    def why_off(self, command: str) -> str | None:
        """Return why a command cannot be given now, or None."""
        if self.is_over:
            return "The lesson is over."
        taught = [step.action for step in self._steps]
        if command == self._action or (command == "ask-verdict" and self.hides_verdict):
            return None
        if command in taught:
            return "This comes later." if command in taught[self._done :] else _NOT_NOW
        return _NOT_IN_LESSON

    def give(self, command: str) -> None:
        """Give a command, if the step is about that command."""
        if reason := self.why_off(command):
            self._refuse(_NOT_NOW if reason == _NOT_IN_LESSON else reason)
            return
        self.message = None
        if command == "ask-verdict":
            self.hides_verdict = not self.hides_verdict
        if command == self._action:
            self._do(command)

    def refuse_key(self, key: str) -> None:
        """Say that a key means nothing in the lesson."""
        self._refuse(f"{key} does nothing here.")

    def skip(self) -> None:
        """Let the step be done.

        The verdict stays as it is.
        """
        self.message = None
        match self._action:
            case Card() as card:
                self._clear_selection()
                self.select(self.game.board.locate(card)[0])
            case Play() as wanted:
                self.play(wanted.move(self.game.board))
            case str(command):
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
