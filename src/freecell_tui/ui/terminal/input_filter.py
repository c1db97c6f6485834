"""What of the input is for the game: keys and mouse events, without pasted text and the terminal's reports."""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Any, Final

from freecell_tui.ui.terminal.flow_control import STATUS_REPLY

# A paste whose end is lost does not block the keyboard for longer than this.
_PASTE_SECONDS: Final = 1.0
_MOUSE_FIELDS: Final = 4
_CURSOR_REPORT: Final = "cursor position"


class InputFilter:
    """Drops pasted text and the terminal's reports; urwid calls it with every batch of input.

    `on_status_reply` is called for each reply to a status query, `on_cursor_report` with each report of the cursor.
    """

    def __init__(
        self,
        on_status_reply: Callable[[], None],
        on_cursor_report: Callable[[tuple[int, int]], None],
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._on_status_reply = on_status_reply
        self._on_cursor_report = on_cursor_report
        self._now = now
        self._pasting = False
        self._last_input = 0.0

    def __call__(self, keys: Sequence[Any], _raw: Sequence[int]) -> list[Any]:
        """Return the keys and mouse events of a batch that are for the game."""
        if self._now() - self._last_input > _PASTE_SECONDS:
            self._pasting = False
        self._last_input = self._now()
        return list(self._for_game(keys))

    def _for_game(self, keys: Sequence[Any]) -> Iterator[Any]:
        for key in keys:
            if key in ("begin paste", "end paste"):
                self._pasting = key == "begin paste"
            elif key == STATUS_REPLY:
                self._on_status_reply()
            elif key and key[0] == _CURSOR_REPORT:
                self._on_cursor_report((key[1], key[2]))
            elif isinstance(key, str):
                if not self._pasting or key == "window resize":
                    yield key
            elif len(key) == _MOUSE_FIELDS and not self._pasting:
                yield key
