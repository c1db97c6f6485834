"""What of the input is for the game: keys and mouse events, and nothing that was pasted or that answers a question."""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any, Final

from freecell_tui.ui.terminal.flow_control import ANSWER

# A paste whose end is lost does not hold the keyboard for longer than this.
_PASTE_SECONDS: Final = 1.0
_MOUSE_FIELDS: Final = 4
_CURSOR_REPORT: Final = "cursor position"


class InputFilter:
    """Drops pasted text and terminals' reports; urwid calls it with every batch of input.

    `on_answer` is called for each report that all is well, and `on_cursor` with each report of where the cursor is.
    """

    def __init__(
        self,
        on_answer: Callable[[], None],
        on_cursor: Callable[[tuple[int, int]], None],
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._on_answer = on_answer
        self._on_cursor = on_cursor
        self._now = now
        self._pasting = False
        self._last_input = 0.0

    def __call__(self, keys: Sequence[Any], _raw: Sequence[int]) -> list[Any]:
        """The keys and mouse events of a batch that are for the game."""
        if self._now() - self._last_input > _PASTE_SECONDS:
            self._pasting = False
        self._last_input = self._now()
        return list(self._wanted(keys))

    def _wanted(self, keys: Sequence[Any]) -> Iterator[Any]:
        for key in keys:
            if key in ("begin paste", "end paste"):
                self._pasting = key == "begin paste"
            elif key == ANSWER:
                self._on_answer()
            elif key and key[0] == _CURSOR_REPORT:
                self._on_cursor((key[1], key[2]))
            elif isinstance(key, str):
                if not self._pasting or key == "window resize":
                    yield key
            elif len(key) == _MOUSE_FIELDS and not self._pasting:
                yield key
