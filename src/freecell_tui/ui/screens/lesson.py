"""The guided first game: its table, its keys and its mouse."""

from collections.abc import Sequence
from functools import partial
from textwrap import wrap
from typing import Final

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.features.games import resume_or_play
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.lesson import END, LONGEST_COLUMN, Lesson, Step
from freecell_tui.controller.play.session import CursorMove
from freecell_tui.engine import COLUMNS, Card, PileKind
from freecell_tui.engine.text import capitalised
from freecell_tui.storage.settings import (
    LESSON_OFFERED,
    LESSON_UNFINISHED,
    CardSize,
    leave_marker,
    mark_lesson_finished,
)
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.cards.strokes import draw_plate
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.painter import Scene
from freecell_tui.ui.drawing.surface import Box, Size, Surface
from freecell_tui.ui.keymap import key_named
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.screens.table import CardScreen
from freecell_tui.ui.screens.table_widget import Bar, KeyLabel, Table, TableFacts
from freecell_tui.ui.stack import Dialog, OpaqueScreen, Ui
from freecell_tui.ui.widgets.lines import Question

_VERDICT: Final = "winnable"  # the verdict of every position of the lesson
_ROOM_BETWEEN: Final = 3  # with at least so many blank rows, one of them separates the step from its instruction
_ROOMY: Final = 60  # from this width on the plate has a wide margin


class LessonTable(Table):
    """The lesson on a screen of any size."""

    instruction = ""
    """How the present step is done."""

    def __init__(self, lesson: Lesson, glyphs: Glyphs, appearance: Appearance) -> None:
        super().__init__(lesson, glyphs, appearance)
        self._lesson = lesson

    def _scene(self) -> Scene:
        scene, hint = super()._scene(), self._lesson.pointed_out
        return scene if hint is None else scene._replace(found=frozenset(), hinted=hint.source, hinted_count=hint.cards)

    def _draw_top_bar(self, surface: Surface) -> None:
        """Draw the title, the number of the step, and the verdict.

        The verdict is lit while the step is about it.
        """
        lesson = self._lesson
        number, count = lesson.progress
        dot = self.glyphs.verdict(_VERDICT)
        steps = f"step {number} of {count}"
        right = (steps,) if lesson.hides_verdict else (f"{steps}   {dot} {_VERDICT}", f"{steps}   {dot}")
        _, figures, x = self._draw_texts_above(surface, (("Guided first game", text) for text in right))
        if (start := figures.find(dot)) >= 0:
            ground = "chosen" if lesson.is_about_verdict else "bar"
            surface.text(x + start, 0, figures[start:], f"{ground} {_VERDICT}")

    def _draw_bottom_bar(self, surface: Surface) -> None:
        if self._lesson.step is not None:
            self._draw_plate(surface)
        super()._draw_bottom_bar(surface)

    def _draw_footer(self, surface: Surface, y: int, room: int) -> None:
        super()._draw_footer(surface, y, room + 1)  # none of its few labels can be missed

    def _draw_plate(self, surface: Surface) -> None:
        """Draw a refusal or else the step, below the longest column of any step.

        The plate has a frame where there is room.
        """
        layout = self.layout((surface.width, surface.height))
        top = layout.fan(COLUMNS[0], LONGEST_COLUMN).boxes[-1].bottom + 1
        # Without the row that the columns' places are lit in.
        bottom = layout.bar_y - (layout.shape.size is not CardSize.COMPACT)
        width = min(surface.width, 76)
        room = Box((surface.width - width) // 2, top, width, bottom - top)
        is_roomy = surface.width >= _ROOMY
        margin = 2 if is_roomy else 1
        message, inner = self._lesson.message, width - 2 * margin
        sentence = self._lesson.text if message is None else message.text
        is_refused = message is not None and message.severity == "refusal"
        role = "bar warning" if is_refused else "bar text"
        text = [(row, role) for row in wrap(self.glyphs.displayable(sentence), inner)]
        instruction = [(row, "bar title") for row in wrap(self.glyphs.key_names(self.instruction), inner)]
        count = len(text) + len(instruction)
        if is_roomy and count + 2 > room.height:
            # A long step takes the row above the bar, too, and the row below the longest column, which takes no card.
            top = top - 1 if count + 2 > layout.bar_y - top else top
            room = room._replace(y=top, height=layout.bar_y - top)
        has_frame = is_roomy and count + 2 <= room.height
        # The same height for all steps that need no more, so that the plate does not move from step to step.
        height = min(room.height, max(7 if is_roomy else 5, count + 2 if has_frame else count))
        blank = [("", "bar text")] if height - count >= _ROOM_BETWEEN else []
        lines = [*text, *blank, *instruction]
        surface.fill(room.x, room.y, room.width, height, "bar")
        for y, (line, role) in enumerate(lines[:height], room.y + (len(lines) + 2 <= height)):
            surface.text(room.x + margin, y, line, role)
        if has_frame:
            draw_plate(surface, room._replace(height=height), self.glyphs)


_SKIP: Final = "skip"
_LEAVE: Final = "leave"


class LessonScreen(CardScreen):
    """The guided first game, apart from the game being played.

    Esc leaves the lesson, and Tab skips a step.
    """

    names_game = False
    hides_cards = True
    table: LessonTable
    _has_ended = False

    def __init__(self, ui: Ui) -> None:
        kept = ui.controller.lesson
        self.lesson = kept if isinstance(kept, Lesson) else Lesson()
        ui.controller.lesson = self.lesson
        super().__init__(ui, LessonTable(self.lesson, ui.glyphs, ui.appearance))

    @property
    def message(self) -> Message | None:  # type: ignore[override]
        return self.lesson.message

    def notify(self, message: Message | None) -> None:
        """Show nothing: messages are about the game outside the lesson."""

    def render(self, size: Size) -> Surface:
        step = self.lesson.step
        self.table.instruction = "" if step is None else self._instruction(step)
        return super().render(size)

    def _facts(self) -> TableFacts:
        return super()._facts()._replace(footer=Bar(self._labels), is_silent=True)  # messages are on the plate

    @property
    def _labels(self) -> list[KeyLabel]:
        step = self.lesson.step
        labels = [KeyLabel(_SKIP, "Tab", "skip"), KeyLabel(_LEAVE, "Esc", "leave")]
        if step is not None and isinstance(step.action, str) and (key := self._keymap.named(step.action)):
            labels.insert(0, KeyLabel(step.action, key, _WORDS[step.action]))
        return labels

    def on_closed(self) -> None:
        self._controller.lesson = None

    def on_rest(self) -> None:
        if self.lesson.is_over and not self._has_ended:
            self._has_ended, self._controller.lesson = True, None
            self._ui.push(lesson_over(self._ui))
            self._ui.call_later(0)

    def _instruction(self, step: Step) -> str:
        """Return how to do a step by keys and mouse, as a sentence."""
        lesson, action, keymap, target = self.lesson, step.action, self._keymap, self.lesson.target
        board = lesson.game.board
        match action:
            case str(command):
                if not (key := keymap.named(command)):
                    return "Tab does it for you."
                by_keys, by_mouse = f"press {key}", f"click “{_WORDS[command]}” below"
            case Card() as card:
                column = keymap.pile_key(board.locate(card)[0].letter)
                by_keys = f"press {column} for its column, or use the arrows and Enter"
                by_mouse = "click it"
            case _:
                key, goal = keymap.pile_key(action.move(board).target.letter), "its foundation"
                if target is not None and target.kind is PileKind.COLUMN:
                    goal = f"the {board.cards(target)[-1].face}" if board.cards(target) else "the empty column"
                elif target is not None and target.kind is PileKind.CELL:
                    goal = "a free cell"
                by_keys = f"press {keymap.pile_key(board.locate(action.card)[0].letter)} {key}"
                by_mouse = step.mouse or f"click the {action.card.face} and then {goal}"
                if lesson.is_lifted:
                    by_keys, by_mouse = f"press {key}", f"click {goal}"
        ways = [by_keys, by_mouse] if self._controller.settings.mouse else [by_keys]
        return f"{capitalised(', or '.join(ways))}."

    def press(self, key: str) -> None:
        self._end_motion()
        command = self._keymap.find(key)
        if key == "esc":
            self.execute(_LEAVE)
        elif key == "tab":
            self.execute(_SKIP)
        elif (pile := self._keymap.pile(key, self.lesson.game.variant)) is not None:
            self._choose(pile)
        elif command is not None:
            self.execute(command.name)
        elif not self.lesson.is_over:
            self.lesson.refuse_key(self.key_called(key))
        self._point_out(self.lesson.message)

    def commands(self) -> Sequence[Choice]:
        return [
            Choice(
                key_named(label.key) or "",
                BY_NAME[label.command].title if label.command in _WORDS else label.label,
                partial(self.execute, label.command),
            )
            for label in self._labels
        ]

    def why_off(self, command: str) -> str | None:
        return self.lesson.why_off(command)

    def execute(self, name: str) -> None:
        lesson = self.lesson
        if name in (_LEAVE, "quit"):
            self._ui.push(_leave_question(self._ui, lesson))
        elif lesson.is_over or name == _SKIP:
            lesson.skip()
        elif name in ("redraw", "commands", "help", "how-to-play"):
            self._ui.execute(name)
        elif name in {move.value for move in CursorMove}:
            lesson.move_cursor(CursorMove(name))
        elif name == "lift" and not (lesson.step and isinstance(lesson.step.action, str)):
            lesson.use_cursor()
        elif name == "send":
            lesson.move_to_best()
        else:
            lesson.give(name)
        self._point_out(lesson.message)

    def mouse_event(self, size: Size, event: MouseEvent) -> None:
        if event.kind == "press":
            self.table.motion.end()
        self._use_mouse(size, event)
        self._point_out(self.lesson.message)


def _leave_question(ui: Ui, lesson: Lesson) -> Dialog:
    """Return the question whether to leave the guided game."""
    choices = (
        Choice("n", "no, go on", ui.close_screen, more_keys=("esc",)),
        Choice("y", "yes, leave it", ui.closing(ui.close_screen)),
    )
    number, count = lesson.progress
    text = f"This is step {number} of {count}. You can begin again from the title screen or the menu."
    return Question(ui, "Leave the guided game?", [text], choices)


_WORDS: Final = {"undo": "undo", "redo": "redo", "hint": "hint", "ask-verdict": "hide"}
"""The labels of the steps' commands in the bottom bar."""


_FIRST_DEAL: Final = 1


class LessonQuestion(Question):
    """The question of the very first start, in place of the title's choices.

    The keys of the title's choices keep their meaning. Any choice is remembered, but neither help nor quitting is one.
    """

    dims = False

    def __init__(self, ui: Ui) -> None:
        learn = ui.keymap.in_dialog("learn")
        choices = (
            Choice("y", "yes, a guided first game", self._accept, more_keys=learn),
            Choice("n", "no, deal me a game", partial(self._leave_to, "new-game")),
            Choice("esc", "not now", self._leave),
        )
        text = ("A guided first game shows you how to play.", "It is also on the title screen and in the menu.")
        super().__init__(ui, "New to FreeCell?", text, choices)

    def _remember(self) -> None:
        leave_marker(self._controller.store.folder / LESSON_OFFERED)

    def _accept(self) -> None:
        leave_marker(self._controller.store.folder / LESSON_UNFINISHED)
        self._leave_to("learn")

    def _leave(self) -> None:
        self._remember()
        self._ui.close_screen()

    def _leave_to(self, command: str) -> None:
        self._leave()
        self._ui.execute(command)

    def press(self, key: str) -> str | None:
        unused = super().press(key)
        title, keymap = self._ui.opaque, self._keymap
        if unused is None or unused not in {choice.key for choice in title.commands()}:
            return unused
        if keymap.matches(unused, "commands") or keymap.matches(unused, "help"):
            return unused
        if not keymap.matches(unused, "quit"):
            self._remember()
        self._ui.close_screen()
        title.press(unused)
        return None

    def paste(self, text: str) -> None:
        self._ui.opaque.paste(text)


def lesson_over(ui: Ui) -> Dialog:
    """Return the dialog after the last step."""
    mark_lesson_finished(ui.controller.store.folder)
    below = ui.screens[-2]  # the screen from which the lesson began
    is_from_table = isinstance(below, OpaqueScreen) and below.shows_game
    choices = [
        Choice("1", f"play a first game (deal {_FIRST_DEAL})", partial(resume_or_play, ui.controller, _FIRST_DEAL)),
        ui.choice("how-to-play"),
        Choice("esc", "back to your game" if is_from_table else "title screen", ui.closing(ui.close_screen)),
    ]
    if is_from_table:
        choices.insert(2, ui.choice("title"))
    title, text = END
    return Question(ui, title, [text], choices)
