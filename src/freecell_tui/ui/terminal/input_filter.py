"""What of the input is for the game: keys, mouse events and pasted text, without the terminal's reports."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from freecell_tui.ui.terminal.flow_control import STATUS_REPLY
from freecell_tui.ui.terminal.paste import BEGIN, END, Paste

_MOUSE_FIELDS: Final = 4
_CURSOR_REPORT: Final = "cursor position"


class InputFilter:
    """Drops the terminal's reports, and puts a `Paste` in the place of its mark; urwid calls it with every batch.

    `on_status_reply` is called for each reply to a status query, `on_cursor_report` with each report of the cursor.
    `pop_paste` returns the text of a paste whose end is read; '' if there is none.
    """

    def __init__(
        self,
        on_status_reply: Callable[[], None],
        on_cursor_report: Callable[[tuple[int, int]], None],
        pop_paste: Callable[[], str],
    ) -> None:
        self._on_status_reply = on_status_reply
        self._on_cursor_report = on_cursor_report
        self._pop_paste = pop_paste

    def __call__(self, keys: Sequence[Any], _raw: Sequence[int]) -> list[Any]:
        """Return what of a batch is for the game."""
        return list(self._for_game(keys))

    def _for_game(self, keys: Sequence[Any]) -> Iterator[Any]:
        for key in keys:
            if key == END:
                if text := self._pop_paste():
                    yield Paste(text)
            elif key == BEGIN:
                continue
            elif key == STATUS_REPLY:
                self._on_status_reply()
            elif key and key[0] == _CURSOR_REPORT:
                self._on_cursor_report((key[1], key[2]))
            elif isinstance(key, str):
                # Text may hold nothing that a terminal obeys, such as a mark that turns the direction of writing.
                if len(key) > 1 or key.isprintable():
                    yield key
            elif len(key) == _MOUSE_FIELDS:
                yield key
