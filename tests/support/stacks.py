"""A stack of screens without a program around it."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

from freecell_tui.controller.advice.analysis import GameAnalysis
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import FREECELL, Autoplay, AutoplayRule, Game
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import UNICODE, Glyphs
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.keymap import KeyMap
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.screens.table_widget import Table
from freecell_tui.ui.stack import OpaqueScreen, Opened, Screen, Ui


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

    def mouse_event(self, size: tuple[int, int], event: MouseEvent) -> None:
        self._note(f"{self._name} {event.kind} {event.button} {event.x} {event.y}")


class Alone(Ui):
    """Screens and nothing else; without a way to close a dialog that is given, the top screen is closed."""

    has_fades = can_change_all = True

    def __init__(self, glyphs: Glyphs, close: Callable[[], None] | None, leave: Callable[[], None]) -> None:
        super().__init__()
        self.glyphs, self.keymap, self.appearance = glyphs, KeyMap(), Appearance(themes.default())
        self._close, self._leave = close, leave
        analysis = GameAnalysis(FREECELL, AutoplayRule(Autoplay.SAFE, finish=True))
        advisor = SimpleNamespace(cancel=lambda: None, analysis=analysis)
        leaving = SimpleNamespace(quit=leave)
        controller = SimpleNamespace(has_game=False, set_clock=lambda **_: None, advisor=advisor, leaving=leaving)
        self.controller = cast("Controller", controller)

    def close_screen(self) -> None:
        if self._close is None:
            super().close_screen()
        else:
            self._close()

    def execute(self, command: str) -> None:
        pass

    def show(self, what: Opened, about: str = "") -> None:
        raise NotImplementedError

    def demonstrate(self) -> None:
        pass

    def ask_what_next(self) -> None:
        pass

    def ring_bell(self) -> None:
        pass

    def update_mouse(self) -> None:
        pass

    def call_later(self, seconds: float, action: Callable[[], object] = lambda: None) -> None:
        raise NotImplementedError

    def leave(self, exit_code: int = 0) -> None:
        self._leave()


def ui_of(
    glyphs: Glyphs = UNICODE, close: Callable[[], None] | None = lambda: None, leave: Callable[[], None] = lambda: None
) -> Ui:
    """What a dialog needs of the program to be looked at: its characters and colours, its keys, and the ways out."""
    return Alone(glyphs, close, leave)


def stack_of(*screens: Screen) -> Ui:
    """The screens, one over the other."""
    ui = ui_of(close=None)
    for screen in screens:
        ui.push(screen)
    return ui
