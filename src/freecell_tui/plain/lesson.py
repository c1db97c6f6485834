"""The guided first game in words."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from freecell_tui.controller.commands import Command
from freecell_tui.controller.frontend import FrontEnd
from freecell_tui.controller.play.lesson import END, Lesson
from freecell_tui.engine import Card, Pile, refusal
from freecell_tui.engine.text import capitalised
from freecell_tui.plain import words
from freecell_tui.plain.words import Vocabulary, are_moves, is_pile, read_moves

_HELP: Final = "Type skip to skip a step, look for the table, again to repeat the step, and leave to end the lesson."

_OWN: Final = {"skip": "skip this step", "again": "repeat the step", "leave": "end the lesson"}


class SpokenLesson:
    """The guided first game, step by step, apart from the game being played; `is_over` when it was left or done."""

    def __init__(self, vocabulary: Vocabulary, front_end: FrontEnd, say: Callable[[str], None]) -> None:
        self.is_over = False
        self._lesson = Lesson()
        self._vocabulary = vocabulary
        self._front_end = front_end
        self._say = say
        self._say(f"A guided first game in {self._lesson.progress[1]} steps. {_HELP}")
        self._tell_table()
        self._tell_step()

    def answer(self, typed: Sequence[str]) -> None:
        """Do what a line asks for, if the step is about it; raise NotationError if it cannot be read."""
        lesson, before, step = self._lesson, self._lesson.game, self._lesson.step
        played_before = lesson.turns_played
        lesson.message = None
        if are_moves(typed):
            move = read_moves(typed)[0]
            reason = refusal(before.board, move, before.variant)
            if reason is None:
                lesson.play(move)
            else:
                self._say(reason)
        elif len(typed) == 1 and is_pile(typed[0]):
            pile = Pile.parse(typed[0].lower().removesuffix("?"))
            self._say(words.place(before.board, pile, before.variant))
            if step is not None and isinstance(step.action, Card) and pile == before.board.locate(step.action)[0]:
                lesson.skip()
        else:
            self._do(typed)
        if lesson.game is not before:
            self._say(words.change(before, lesson, played_before))
        if lesson.message is not None:
            self._say(lesson.message.text)
        if lesson.is_over:
            self.is_over = True
            self._say(" ".join(END))
        elif lesson.step is not step or lesson.message is not None:
            self._tell_step()

    def _do(self, typed: Sequence[str]) -> None:
        lesson, board = self._lesson, self._lesson.game.board
        own = " ".join(typed)
        match own if own in _OWN else self._vocabulary.find(typed)[0].name:
            case "skip":
                lesson.skip()
            case "leave":
                self.is_over = True
            case "again":
                self._tell_step()
            case "look":
                self._tell_table()
            case "cells":
                self._say(words.cells(board))
            case "foundations":
                self._say(words.foundations(board))
            case "help":
                self._tell_commands()
            case "quit":
                self._front_end.leave()
            case command:
                lesson.give(command)

    def _tell_commands(self) -> None:
        step = self._lesson.step
        wanted = [step.action] if step is not None and isinstance(step.action, str) else []
        first = (*wanted, "look", "cells", "foundations", "help", "quit")
        commands = self._vocabulary.commands

        def why_off(command: Command[Any]) -> str | None:
            return None if command.name in first else self._lesson.why_off(command.name)

        for line in words.short_list(commands, first, why_off, [f"{word}: {what}" for word, what in _OWN.items()]):
            self._say(line)
        self._tell_step()

    def _tell_table(self) -> None:
        for sentence in words.table(self._lesson.game.board, self._lesson.game.variant):
            self._say(sentence)

    def _tell_step(self) -> None:
        step = self._lesson.step
        assert step is not None
        number, count = self._lesson.progress
        board = self._lesson.game.board
        match step.action:
            case str(command):
                how = self._front_end.how_to(command)
            case Card() as card:
                how = f"type {board.locate(card)[0].letter}"
            case wanted:
                how = f"type {wanted.move(board)}"
        self._say(f"Step {number} of {count}. {step.spoken} {capitalised(how)}.")
