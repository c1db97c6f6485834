"""A dialog that draws itself: texts at places of its own, some of which can be clicked, and a line to type in."""

from freecell_tui.ui.widgets.dialog import Dialog as CanvasDialog
from freecell_tui.ui.widgets.dialog import DrawContext
from freecell_tui.ui.widgets.lines import LineField

__all__ = ["CanvasDialog", "DrawContext", "LineField"]
