"""A stack of screens without a program around it."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Game
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import UNICODE, Glyphs
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.keymap import KeyMap
from freecell_tui.ui.screens.table_widget import Table
from freecell_tui.ui.stack import OpaqueScreen, Screen, ScreenStack, Ui


class Backdrop(OpaqueScreen):
    """A table that can be looked at, and nothing else."""

    def __init__(self, session: Session, glyphs: Glyphs) -> None:
        self.table = Table(session, glyphs)

    def render(self, size: tuple[int, int]) -> Surface:
        return self.table.render(size)


class RecordingScreen(Backdrop):
    """A screen with a name in its top bar that records everything it is told."""

    def __init__(self, name: str, note: Callable[[str], None]) -> None:
        super().__init__(Session(Game.new(1)), UNICODE)
        self.table.session.name = self._name = name
        self._note = note

    def on_shown(self) -> None:
        self._note(f"{self._name} shown")

    def on_closed(self) -> None:
        self._note(f"{self._name} closed")

    def press(self, key: str) -> None:
        self._note(f"{self._name} {key}")

    def mouse_event(self, size: tuple[int, int], event: str, button: int, col: int, row: int) -> None:
        self._note(f"{self._name} {event} {button} {col} {row}")


def ui_of(
    glyphs: Glyphs = UNICODE, close: Callable[[], None] = lambda: None, leave: Callable[[], None] = lambda: None
) -> Ui:
    """What a dialog needs of the program to be looked at: its characters and colours, its keys, and the ways out."""
    ui = SimpleNamespace(
        glyphs=glyphs,
        has_colour=True,
        can_change_all=True,
        appearance=Appearance(themes.default()),
        keymap=KeyMap(),
        close_screen=close,
        give=lambda _: None,
        leave=leave,
        controller=SimpleNamespace(set_clock=lambda **_: None, unkept=SimpleNamespace(leave=lambda action: action())),
    )
    return cast("Ui", ui)


def stack_of(*screens: Screen) -> ScreenStack:
    """The screens, one over the other."""
    stack = ScreenStack(ui_of())
    for screen in screens:
        stack.push(screen)
    return stack
