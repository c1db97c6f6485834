"""Events of the mouse, and the buttons of urwid's."""

from typing import Final, NamedTuple

LEFT_BUTTON: Final = 1
MIDDLE_BUTTON: Final = 2
RIGHT_BUTTON: Final = 3
NO_BUTTON: Final = 4
"""The button that urwid reports for a mouse that moves with none down."""
_WHEEL: Final = {4: -1, 5: 1}
"""The buttons that stand for turns of the wheel, and the rows that each scrolls by."""


def is_wheel(key: object) -> bool:
    """Return whether an input of urwid's is a turn of the wheel."""
    return isinstance(key, tuple) and key[0].endswith("mouse press") and key[1] in _WHEEL


class MouseEvent(NamedTuple):
    """A press, drag or release at a point, whatever the modifiers."""

    kind: str
    """`press`, `drag` or `release`; a move without a button is a drag with `NO_BUTTON`."""
    button: int
    x: int
    y: int

    @property
    def is_click(self) -> bool:
        return self.kind == "press" and self.button == LEFT_BUTTON

    @property
    def wheel(self) -> int:
        """The direction of the wheel: -1 up, 1 down, 0 none."""
        return _WHEEL.get(self.button, 0) if self.kind == "press" else 0

    def seen_from(self, x: int, y: int) -> "MouseEvent":
        """Return the event with a point relative to (`x`, `y`)."""
        return self._replace(x=self.x - x, y=self.y - y)
