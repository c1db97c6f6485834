"""What can be open: a screen that fills the terminal, or a dialog over one."""

import urwid

from freecell_tui.controller.frontend import Message
from freecell_tui.ui.animation.motion import Motion
from freecell_tui.ui.widgets.dialog import Dialog


class OpaqueScreen(urwid.Widget):
    """A screen that fills the terminal."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True
    is_opaque = True
    runs_clock = False
    shows_game = False
    """Whether the cards of the game being played can be seen."""
    names_game = True
    """Whether the window has the name of the game being played."""
    is_covered = False
    """Whether a dialog has its keys in the bottom bar, so that nothing is said there."""
    speed = 1.0
    """How much faster than normal the cards have to fly."""
    motion: Motion | None = None
    """What moves on it, if anything does."""

    @property
    def is_up_to_date(self) -> bool:
        """Whether a new picture would be the same, as far as the solver is concerned."""
        return True

    @property
    def message(self) -> Message | None:
        """What is said on it."""
        return None

    def notify(self, message: Message | None) -> None:
        """Say something; None clears what was said."""

    def settings_changed(self) -> None:
        """Take over glyphs, appearance and settings."""

    def paste(self, text: str) -> None:
        """Do nothing with pasted text: it is no keys."""

    def on_shown(self) -> None:
        """Do nothing."""

    def on_closed(self) -> None:
        """Do nothing."""

    def on_rest(self) -> None:
        """Be told that a picture was drawn on which nothing moves any more, and over which no dialog lies."""


Screen = OpaqueScreen | Dialog
"""Both are box widgets of urwid's, and are told when they become the top screen, and when they are closed."""
