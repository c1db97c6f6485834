"""What of the input is for the game, keys, mouse events and pasted text, and what the terminal reports of itself."""

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from freecell_tui.ui.drawing.themes.palette import in_hex, is_dark

# Pasted text, taken out of the input: what stands between the two marks of bracketed paste.

BEGIN, END = "begin paste", "end paste"
"""The marks as urwid names them among the keys."""

MAX_PASTE: Final = 2**20
"""The bytes of a pasted text that are kept: more than any game has moves."""

_BEGINS: Final = b"\x1b[200~"
_ENDS: Final = b"\x1b[201~"
# What a terminal may answer while it sends a paste: about a frame, about its colours, and that they have changed.
_ANSWERS: Final = re.compile(rb"\x1b(?:\[0n|\[\?997;[12]n|\]11;[^\x07\x1b]{0,40}(?:\x07|\x1b\\))")
# A paste that pauses for so long has lost its end if a key follows: so few bytes without the mark.
_PAUSE_SECONDS: Final = 1.0
_LONGEST_KEY: Final = 8


@dataclass(frozen=True, slots=True)
class Paste:
    """Pasted text with line feeds at the ends of its lines."""

    text: str


class PasteFilter:
    """Keeps pasted text, which may be long and arrive in pieces, away from what reads keys.

    The marks are passed on, so that `pop_text` can be called where the end is read among the keys. Answers of the
    terminal that are between the marks are passed on behind them: whoever waits for one would wait in vain.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._last_read = 0.0
        self._pasted: bytearray | None = None
        self._tail = b""
        self._texts: deque[str] = deque()

    def pop_text(self) -> str:
        """Return the oldest text whose end was read; '' if there is none."""
        return self._texts.popleft() if self._texts else ""

    def without_pastes(self, codes: Sequence[int]) -> list[int]:
        """Return the bytes just read without those that were pasted."""
        if not codes:
            return []
        data, now = bytes(code & 0xFF for code in codes), self._now()
        pauses = now - self._last_read > _PAUSE_SECONDS
        passed = bytearray()
        may_be_key = 0 < len(_ANSWERS.sub(b"", data)) <= _LONGEST_KEY
        if self._pasted is not None and pauses and may_be_key and _ENDS not in self._tail + data:
            passed += b"".join(_ANSWERS.findall(self._pasted + self._tail))
            self._pasted, self._tail = None, b""
        self._last_read = now
        # What may be the beginning of a mark is looked at again with the rest.
        while data:
            known, data = len(self._tail), self._tail + data
            if self._pasted is None:
                # What is typed is passed on with the mark behind it, but not once more what was passed on before.
                before, mark, data = data.partition(_BEGINS)
                passed += (before + mark)[known:]
                self._tail = b"" if mark else before[1 - len(_BEGINS) :]
                self._pasted = bytearray() if mark else None
                continue
            before, mark, data = data.partition(_ENDS)
            self._tail = b"" if mark else before[1 - len(_ENDS) :]
            self._pasted += before.removesuffix(self._tail)[: MAX_PASTE - len(self._pasted)]
            if mark:
                text = _ANSWERS.sub(b"", self._pasted).decode("utf-8", "replace")
                self._texts.append(text.replace("\r\n", "\n").replace("\r", "\n"))
                passed += mark + b"".join(_ANSWERS.findall(self._pasted))
                self._pasted = None
        return list(passed)


_MOUSE_FIELDS: Final = 4
_CURSOR_REPORT: Final = "cursor position"
_ALT: Final = "meta "
# How terminals report a key with Alt and no other meaning; more often Alt is an ESC before the key, as the Esc key is.
_SURELY_ALT: Final = re.compile(r"\x1b\[(?:27;)?\d+;[3478](?:;\d+)?[A-Za-z~]")


def filter_input(
    keys: Sequence[Any],
    raw: Sequence[int],
    on_cursor_report: Callable[[tuple[int, int]], None],
    pop_paste: Callable[[], str],
    has_use_for: Callable[[str], bool],
) -> list[Any]:
    """Return what of a batch of input is for the game, with a `Paste` in the place of its mark.

    `on_cursor_report` is called with each report of the cursor. `pop_paste` returns the text of a paste whose end is
    read; '' if there is none. `has_use_for` is whether a key with Alt does anything: one that does not is the Esc key
    and another key, read at once.
    """
    has_alt = _SURELY_ALT.search("".join(map(chr, raw))) is not None
    wanted: list[Any] = []
    for key in keys:
        if key == END:
            if text := pop_paste():
                wanted.append(Paste(text))
        elif key and key[0] == _CURSOR_REPORT:
            on_cursor_report(key[1:])
        elif not isinstance(key, str):
            if len(key) == _MOUSE_FIELDS:
                wanted.append(key)
        elif key.startswith(_ALT) and not has_alt and not has_use_for(key):
            wanted += ["esc", key.removeprefix(_ALT)]
        elif key != BEGIN and (len(key) > 1 or key.isprintable()):
            # Text may hold nothing that a terminal obeys, such as a mark that turns the direction of writing.
            wanted.append(key)
    return wanted


# Whether the terminal's background is light: what it is asked, and what it answers.
#
# OSC 11 asks for the colour, and mode 2031 lets a terminal tell when its palette becomes a dark or a light one
# (https://contour-terminal.org/vt-extensions/color-palette-update-notifications/). Terminals that know neither say
# nothing.

_COLOUR: Final = r"\x1b\]11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})"
# What tells that the palette has changed, and whether it is a light one now.
_REPORT: Final = r"\x1b\[\?997;([12])n"


class BackgroundFollower:
    """Reads what a terminal says about its background, and calls `tell` with whether that is light."""

    query: Final = "\x1b]11;?\x1b\\\x1b[?2031h"
    end: Final = "\x1b[?2031l"

    def __init__(self, tell: Callable[[bool], None]) -> None:
        self._tell = tell
        self.is_told = False
        """Whether the terminal has answered."""

    def received(self, reply: str) -> None:
        """Take what the terminal has sent, which may be the answer to the query or tell of a change."""
        if found := re.match(_COLOUR, reply):
            self.is_told = True
            self._tell(not is_dark(in_hex(int(part, 16) * 255 / (16 ** len(part) - 1) for part in found.groups())))
        elif report := re.fullmatch(_REPORT, reply):
            self._tell(report[1] == "2")
