"""What of the input is for the game: keys, mouse events and pasted text, without the terminal's reports."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from freecell_tui.ui.terminal.flow_control import STATUS_REPLY
from freecell_tui.ui.terminal.paste import BEGIN, END, Paste

_MOUSE_FIELDS: Final = 4
_CURSOR_REPORT: Final = "cursor position"
_ALT: Final = "meta "
# How terminals report a key with Alt and no other meaning; more often Alt is an ESC before the key, as the Esc key is.
_SURELY_ALT: Final = re.compile(r"\x1b\[(?:27;)?\d+;[3478](?:;\d+)?[A-Za-z~]")


class InputFilter:
    """Drops the terminal's reports, and puts a `Paste` in the place of its mark; urwid calls it with every batch.

    `on_status_reply` is called for each reply to a status query, `on_cursor_report` with each report of the cursor.
    `pop_paste` returns the text of a paste whose end is read; '' if there is none. `has_use_for` is whether a key with
    Alt does anything: one that does not is the Esc key and another key, read at once.
    """

    def __init__(
        self,
        on_status_reply: Callable[[], None],
        on_cursor_report: Callable[[tuple[int, int]], None],
        pop_paste: Callable[[], str],
        has_use_for: Callable[[str], bool],
    ) -> None:
        self._on_status_reply = on_status_reply
        self._on_cursor_report = on_cursor_report
        self._pop_paste = pop_paste
        self._has_use_for = has_use_for

    def __call__(self, keys: Sequence[Any], raw: Sequence[int]) -> list[Any]:
        """Return what of a batch is for the game."""
        has_alt = _SURELY_ALT.search("".join(map(chr, raw))) is not None
        return [key for found in self._for_game(keys) for key in ([found] if has_alt else self._split(found))]

    def _split(self, key: Any) -> list[Any]:
        """Return the Esc key and the other one, if a key is taken for one with Alt that nothing is done with."""
        if isinstance(key, str) and key.startswith(_ALT) and not self._has_use_for(key):
            return ["esc", key.removeprefix(_ALT)]
        return [key]

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
