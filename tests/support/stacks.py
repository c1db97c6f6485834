"""A stack of screens without a program around it."""

from typing import Any

import urwid

from freecell_tui.controller.session import Session
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.screen import OpaqueScreen, Screen
from freecell_tui.ui.screens.table_widget import Table
from freecell_tui.ui.stack import ScreenStack


class Backdrop(OpaqueScreen):
    """A table that can be looked at, and nothing else."""

    def __init__(self, session: Session, glyphs: Glyphs, *, colour: bool = True) -> None:
        super().__init__()
        self.table = Table(session, glyphs, colour=colour)

    def render(self, size: Any, focus: bool = False) -> urwid.Canvas:  # noqa: ANN401, FBT001, FBT002 - as in urwid
        return self.table.render(size, focus)


def stack_of(*screens: Screen) -> ScreenStack:
    """The screens, one over the other."""
    stack = ScreenStack(on_change=lambda: None, leave=lambda: None, is_quit=lambda _: False)
    for screen in screens:
        stack.push(screen)
    return stack
