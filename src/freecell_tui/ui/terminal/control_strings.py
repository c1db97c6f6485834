"""The control strings of ECMA-48 with which a terminal reports its colours and the like, taken out of the input."""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Final

_ESC: Final = 0x1B
_BELL: Final = 0x07
# What follows ESC at the start of a control string: DCS, SOS, OSC, PM, APC. Each ends with ESC \ or a bell.
_STARTS: Final = frozenset(b"PX]^_")
_END: Final = ord("\\")
# Starts of strings that answer nothing that is asked: with nothing behind them they were typed, with Esc before them.
_MAY_BE_KEYS: Final = [[code] for code in b"PX^_"]
# The answer about a colour whose ESC was heard as a key, on a slow line.
_LATE_ANSWER: Final = b"]11;"
# A string that has not ended after so many seconds was a key typed with Alt.
_STRING_SECONDS: Final = 0.5
# ESC and what follows it may be read apart, but not further apart than this: then ESC was a key.
_SPLIT_SECONDS: Final = 0.05


def _ignore(_text: str) -> None:
    pass


class ControlStringFilter:
    """Drops control strings from the input, even if they arrive in pieces; `on_string` is called with each."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.on_string: Callable[[str], None] = _ignore
        self._now = now
        self._string: list[str] = []
        self._last_code = 0
        self._last_read = 0.0
        self._in_string = False
        self._string_began = 0.0

    def without_strings(self, codes: Sequence[int]) -> Iterator[int]:
        """Yield the bytes just read that belong to no control string."""
        now = self._now()
        is_pause = now - self._last_read > _SPLIT_SECONDS
        if now - self._string_began > _STRING_SECONDS or (is_pause and self._may_be_key):
            self._in_string = False
        if is_pause and not self._in_string:
            self._last_code = 0
        self._last_read = now if codes else self._last_read
        if bytes(code & 0xFF for code in codes[: len(_LATE_ANSWER)]) == _LATE_ANSWER and not self._in_string:
            self._last_code = _ESC
        last = len(codes) - 1
        for at, code in enumerate(codes):
            if self._in_string:
                ends = code == _BELL or (code == _END and self._last_code == _ESC)
                self._in_string = not ends
                self._string.append(chr(code))
                if ends:
                    self.on_string("".join(self._string))
            elif self._last_code == _ESC and code in _STARTS:
                self._in_string, self._string, self._string_began = True, [chr(code)], now
                if at == last and self._may_be_key:
                    yield code
            elif code != _ESC or at == last or codes[at + 1] not in _STARTS or [*codes[at + 1 :]] in _MAY_BE_KEYS:
                yield code
            self._last_code = code

    @property
    def _may_be_key(self) -> bool:
        """Whether no more was read of a string than what may be the Esc key and another."""
        return [*map(ord, self._string)] in _MAY_BE_KEYS
