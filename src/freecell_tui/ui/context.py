"""What screens and dialogs may ask of the program that shows them."""

from collections.abc import Callable
from typing import Protocol

from freecell_tui.controller.controller import Controller
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.keymap import KeyMap
from freecell_tui.ui.screen import Screen
from freecell_tui.ui.stack import ScreenStack


class Ui(Protocol):
    """The program, as its screens see it; `refused_keys` are wishes for keys that could not be granted."""

    controller: Controller
    glyphs: Glyphs
    appearance: Appearance
    keymap: KeyMap
    refused_keys: list[tuple[str, str]]
    has_colour: bool
    stack: ScreenStack

    @property
    def has_fades(self) -> bool:
        """Whether there are colours between the felt and others, and the terminal is fast enough for many of them."""

    def push(self, screen: Screen) -> None:
        """Show a screen over the one there is."""

    def show_table(self) -> None:
        """Close everything that lies over the game."""

    def close_screen(self) -> None:
        """Close the top screen, and show the one below."""

    def give(self, command: str) -> None:
        """Carry out a command chosen in a dialog; the dialog closes unless the command opens another screen."""

    def refresh(self) -> None:
        """Draw what has changed."""

    def call_later(self, seconds: float, action: Callable[[], None]) -> None:
        """Call `action` after some time, and draw what has changed."""
