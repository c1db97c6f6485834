"""Pasted text, taken out of the input: what stands between the two marks of bracketed paste."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

BEGIN, END = "begin paste", "end paste"
"""The marks as urwid names them among the keys."""

MAX_PASTE: Final = 2**20
"""The bytes of a pasted text that are kept: more than any game has moves."""

_BEGINS: Final = b"\x1b[200~"
_ENDS: Final = b"\x1b[201~"
# A paste that pauses for so long has lost its end if a key follows: so few bytes without the mark.
_PAUSE_SECONDS: Final = 1.0
_LONGEST_KEY: Final = 8


@dataclass(frozen=True, slots=True)
class Paste:
    """A text that was pasted, its lines ended by line feeds."""

    text: str


class PasteFilter:
    """Keeps pasted text, which may be long and arrive in pieces, away from what reads keys.

    The marks are passed on, so that `pop_text` can be called where the end is read among the keys.
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
        data = bytes(code & 0xFF for code in codes)
        if self._pasted is not None and self._is_key_after_lost_end(data):
            self._pasted, self._tail = None, b""
        self._last_read = self._now()
        passed = bytearray()
        while data:
            data = self._typed(data, passed) if self._pasted is None else self._pasting(data, passed, self._pasted)
        return list(passed)

    def _is_key_after_lost_end(self, data: bytes) -> bool:
        pauses = self._now() - self._last_read > _PAUSE_SECONDS
        return pauses and len(data) <= _LONGEST_KEY and _ENDS not in self._tail + data

    def _typed(self, data: bytes, passed: bytearray) -> bytes:
        """Pass on bytes up to the mark that begins a paste, which may have begun earlier; return the rest."""
        known = len(self._tail)
        at = (self._tail + data).find(_BEGINS)
        if at < 0:
            passed += data
            self._tail = (self._tail + data)[1 - len(_BEGINS) :]
            return b""
        length = at + len(_BEGINS) - known
        passed += data[:length]
        self._pasted, self._tail = bytearray(), b""
        return data[length:]

    def _pasting(self, data: bytes, passed: bytearray, pasted: bytearray) -> bytes:
        """Keep bytes up to the mark that ends the paste, which may have begun earlier; return the rest."""
        data = self._tail + data
        at = data.find(_ENDS)
        if at < 0:
            # What may be the beginning of the mark waits for the rest.
            self._tail = data[1 - len(_ENDS) :]
            pasted += data[: len(data) - len(self._tail)][: MAX_PASTE - len(pasted)]
            return b""
        pasted += data[:at][: MAX_PASTE - len(pasted)]
        self._texts.append(pasted.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n"))
        self._pasted, self._tail = None, b""
        passed += _ENDS
        return data[at + len(_ENDS) :]
