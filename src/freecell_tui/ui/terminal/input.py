"""The input for the game: keys, mouse events and pasted text, apart from the terminal's reports about itself."""

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from freecell_tui.ui.drawing.themes.palette import in_hex, is_dark

# Pasted text is taken out of the input: all between the two marks of bracketed paste.

BEGIN, END = "begin paste", "end paste"
"""urwid's names of the marks, which it reports as keys."""

MAX_PASTE: Final = 2**20
"""The greatest length of pasted text, in bytes, before the rest is dropped: more than any game needs."""

_BEGINS: Final = b"\x1b[200~"
_ENDS: Final = b"\x1b[201~"
# Replies that a terminal may send within a paste: to a frame's query, about its colours, and about changed colours.
_ANSWERS: Final = re.compile(rb"\x1b(?:\[0n|\[\?997;[12]n|\]11;[^\x07\x1b]{0,40}(?:\x07|\x1b\\))")
# A paste has lost its end mark if it pauses for so long, and then a key follows: so few bytes without the mark.
_PAUSE_SECONDS: Final = 1.0
_LONGEST_KEY: Final = 8


@dataclass(frozen=True, slots=True)
class Paste:
    """Pasted text, with line feeds between lines."""

    text: str


class PasteFilter:
    """Takes pasted text out of the input, before keys are read.

    Pasted text may be long, and arrive in pieces.
    The marks stay in the input, so that `pop_text` can be called where the end mark is read as a key.
    The terminal's replies between the marks are moved after them, as the game waits for replies.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._last_read = 0.0
        """The time of the last read."""
        self._pasted: bytearray | None = None
        """The bytes of an unfinished paste, or None outside of a paste."""
        self._tail = b""
        """The last bytes, which may be the beginning of a mark."""
        self._texts: deque[str] = deque()
        """The finished texts that have not been taken, the oldest first."""

    def pop_text(self) -> str:
        """Remove and return the oldest finished text, or ''."""
        return self._texts.popleft() if self._texts else ""

    def without_pastes(self, codes: Sequence[int]) -> list[int]:
        """Return the bytes just read, without pasted text."""
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
        # The possible beginning of a mark is read again together with the next bytes.
        while data:
            known, data = len(self._tail), self._tail + data
            if self._pasted is None:
                # The bytes of `_tail` outside of a paste have been passed on already.
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
# An unambiguous report of a key with Alt. Most terminals report Alt as an ESC before the key, just as the Esc key.
_SURELY_ALT: Final = re.compile(r"\x1b\[(?:27;)?\d+;[3478](?:;\d+)?[A-Za-z~]")


def filter_input(
    keys: Sequence[Any],
    raw: Sequence[int],
    on_cursor_report: Callable[[tuple[int, int]], None],
    pop_paste: Callable[[], str],
    has_use_for: Callable[[str], bool],
) -> list[Any]:
    """Return the keys, mouse events and pastes of a batch of input.

    `keys` are urwid's, and `raw` are the bytes that they were read from.
    A `Paste` takes the place of its end mark; `pop_paste` returns the text, or '' if there is none.
    `on_cursor_report` is called with each report of the cursor.
    A key with Alt for which `has_use_for` is false is the Esc key and another key, which were read together.
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
            # Unprintable characters could change the terminal's state, such as the direction of writing.
            wanted.append(key)
    return wanted


# The terminal's background: the query and its reply, and the felt in its place.
#
# OSC 11 asks for the colour and sets it, and OSC 111 resets it. Mode 2031 lets a terminal tell when its palette becomes
# a dark or a light one (https://contour-terminal.org/vt-extensions/color-palette-update-notifications/). Terminals that
# know neither send no reply.

_COLOUR: Final = r"\x1b\]11;(rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})(?:/[0-9a-fA-F]{1,4})?)"
# The report of a changed palette: 1 for a dark one, 2 for a light one.
_REPORT: Final = r"\x1b\[\?997;([12])n"
_SET: Final = "\x1b]11;{}\x1b\\"
_ASK: Final = _SET.format("?")
_RESET: Final = "\x1b]111\x1b\\"
_REPORTS_ON, _REPORTS_OFF = "\x1b[?2031h", "\x1b[?2031l"


class Background:
    """The terminal's background, which may have the colour of the felt.

    `tell` is called with True if the terminal's own background is light.
    The felt comes only after the terminal has told its own colour, which is set again at the end.
    Most methods return sequences to be sent.
    """

    def __init__(self, tell: Callable[[bool], None]) -> None:
        self._tell = tell
        self.felt = ""
        """The felt as `#rrggbb`, or '' for the terminal's own colour."""
        self.has_replied = False
        """Whether the terminal has replied to the query."""
        self._is_on = False
        self._own = ""
        """The terminal's own colour, in the terminal's words; '' if unknown."""
        self._former = ""
        """The terminal's own colour before a report of a change."""
        self._shown = ""
        """The felt that the terminal was sent."""
        self._has_reset = False
        self._heeds_reports = True

    def start(self) -> str:
        self._is_on, self.has_replied, self._own = True, False, ""
        return _ASK + _REPORTS_ON

    def stop(self) -> str:
        self._is_on = False
        return self.change() + _REPORTS_OFF

    def change(self) -> str:
        """Return the change to the wanted colour, or ''."""
        wanted = self.felt if self._is_on else ""
        if not self._own or wanted == self._shown:
            return ""
        self._shown = wanted
        return _SET.format(wanted or self._own)

    def received(self, reply: str) -> str:
        """Read a reply to the query or a report of a change.

        Other replies are ignored.
        """
        if found := re.match(_COLOUR, reply):
            self.has_replied = True
            colour = in_hex(int(part, 16) * 255 / (16 ** len(part) - 1) for part in found.groups()[1:])
            if colour == self.felt and not self._has_reset:
                # A game that was killed has left the felt there.
                self._has_reset = True
                return _RESET + _ASK
            self._heeds_reports = self._heeds_reports and found[1] != self._former
            self._own = found[1] if self._is_on else ""
            self._tell(not is_dark(colour))
        elif report := re.fullmatch(_REPORT, reply):
            is_light = report[1] == "2"
            if not self._shown:
                self._tell(is_light)
                if self._is_on and self._own:
                    self._own = ""
                    return _ASK
            elif self._heeds_reports and is_light == is_dark(self._shown):
                # The report is not about the felt, unless the terminal tells its former colour again.
                self._former, self._own, self._shown = self._own, "", ""
                self._tell(is_light)
                return _RESET + _ASK
        return self.change()
