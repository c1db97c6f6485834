"""The output to the terminal: changed cells in as few bytes as possible, and no faster than the terminal shows them."""

import io
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from time import monotonic
from typing import Final, TextIO

# Pens: the colours and styles that a terminal writes with, and the shortest sequences between two pens.

Pen = tuple[str, ...]
"""Ink, surface and styles as parameters of SGR.

The ink is '' for a blank without visible styles. A pen of a single string is a whole sequence of unknown parts.
"""

# An ink and a surface of 256 colours or of 24 bits, with styles between them.
_SEQUENCE: Final = re.compile(r"\x1b\[0;(38;(?:5;\d+|2;\d+;\d+;\d+))((?:;\d)*);(48;.+)m")
_OFF: Final = {"1": "22", "4": "24", "7": "27"}
_SHOWN_IN_BLANKS: Final = ("4", "7", "9")


def pen_of(escape: str, char: str) -> Pen:
    """Return the pen of urwid's SGR sequence `escape` for writing `char`."""
    found = _SEQUENCE.fullmatch(escape)
    if found is None:
        return (escape,)
    ink, styles, surface = found[1], found[2].split(";")[1:], found[3]
    is_blank = char == " " and not any(style in _SHOWN_IN_BLANKS for style in styles)
    return ("", surface) if is_blank else (ink, surface, *styles)


@lru_cache(maxsize=4096)
def pen_change(now: Pen | None, pen: Pen) -> tuple[str, Pen]:
    """Return the sequence from pen `now` to `pen`, and the new pen.

    `now` is None if the terminal's pen is unknown. For a blank, the new pen keeps the ink.
    """
    if len(pen) == 1:
        return (pen[0] if pen != now else ""), pen
    ink, surface, *styles = pen
    if now is None or len(now) == 1:
        return f"\x1b[{';'.join(filter(None, ('0', ink, *styles, surface)))}m", pen
    ink_now, surface_now, *styles_now = now
    if not ink:
        styles = [style for style in styles_now if style not in _SHOWN_IN_BLANKS]
        ink = ink_now
    parts = [_OFF[style] for style in styles_now if style not in styles]
    parts += [style for style in styles if style not in styles_now]
    if ink != ink_now:
        parts.append(ink)
    if surface != surface_now:
        parts.append(surface)
    return (f"\x1b[{';'.join(parts)}m" if parts else ""), (ink, surface, *styles)


@lru_cache(maxsize=4096)
def joint_pen(one: Pen | None, other: Pen) -> Pen | None:
    """Return a pen for the cells of both pens, or None.

    There is such a pen if both are equal, or if one of the cells is a blank on the same surface.
    """
    for first, second in ((one, other), (other, one)) if one else ():
        change, pen = pen_change(first, second)
        if not change:
            return pen
    return None


Look = tuple[str, Pen]
"""The character of a cell, and its pen."""

Run = tuple[int, int, str, Pen]
"""A part of a row that is written without a move of the cursor: row, first column, text, and pen."""

# To move the cursor over so few cells takes more bytes than to write the cells once more.
_MOST_REWRITTEN: Final = 4
# Above this character terminals disagree about widths, even terminals that show suits one cell wide.
_LAST_SURE: Final = "\u266f"
# Above this one, characters may be two cells wide on a terminal that is not known to be narrow.
_LAST_ASCII: Final = "\x7f"


def move_to(x: int, y: int) -> str:
    """Return the sequence that moves the cursor to (`x`, `y`).

    Columns and rows count from 0.
    """
    return f"\x1b[{y + 1};{x + 1}H"


def runs_of(y: int, changed: Iterable[tuple[int, Look]], row: Sequence[Look], *, is_narrow: bool) -> list[Run]:
    """Return the runs of a row's changed cells, from the left.

    `changed` are the columns and looks of the changed cells, and `row` the looks of all cells.
    `is_narrow` tells whether the terminal shows suits one cell wide.
    """
    runs: list[Run] = []
    last_sure = _LAST_SURE if is_narrow else _LAST_ASCII
    start, end, text, last, pen = -1, -1, "", "", None
    # Hot loop: most cells follow the last one, and many have the same pen.
    for x, (char, own) in changed:
        joint = None
        if x == end and (last <= last_sure or last == char):
            joint = pen if own == pen else joint_pen(pen, own)
        elif pen is not None and x - end <= _MOST_REWRITTEN and last <= last_sure:
            rewritten, joint = _rewritten(pen, row[end:x], own)
            text += rewritten
        if joint is None:
            if pen is not None:
                runs.append((y, start, text, pen))
            start, text, joint = x, "", own
        text, last, pen, end = text + char, char, joint, x + 1
    if pen is not None:
        runs.append((y, start, text, pen))
    return runs


_FELT: Final = ("felt", "shadow", "gap")


def whole_texts(changed: Sequence[int], roles: Sequence[str]) -> list[int]:
    """Return the columns of a row's changed texts, each from its beginning to its end.

    `changed` are the changed columns, and `roles` are the roles of the row.
    A text is a card, a bar or a row of a dialog: it ends where there is felt.
    """
    is_felt = [role.split(" ", 1)[0] in _FELT for role in roles]
    columns = set(changed)
    for x in changed:
        if is_felt[x]:
            continue
        for step in (-1, 1):
            beside = x + step
            while 0 <= beside < len(roles) and beside not in columns and not is_felt[beside]:
                columns.add(beside)
                beside += step
    return sorted(columns)


def _rewritten(pen: Pen, between: Iterable[Look], own: Pen) -> tuple[str, Pen | None]:
    """Return the text between changed cells, and a pen for all.

    Without such a pen, '' and None are returned.
    """
    text, joint = "", joint_pen(pen, own)
    for char, between_pen in between:
        joint = joint_pen(joint, between_pen) if joint is not None and char.isascii() else None
        text += char
    return (text, joint) if joint is not None else ("", None)


def output(runs: Sequence[Run], *, is_narrow: bool, is_modern: bool, in_order: bool = False) -> str:
    """Return the output for `runs`, pen by pen, or `in_order`.

    A move of the cursor takes fewer bytes than a change of colour.
    `runs` are row by row from the left. A character that the terminal may show two cells wide is written before the
    cells on its right, which it may have covered.
    """
    last_sure = _LAST_SURE if is_narrow else _LAST_ASCII
    # The order is by surface and styles, then by ink. Rows in which a run could cover an earlier one are written first,
    # from the left.
    by_pen = runs if in_order else sorted(runs, key=lambda run: (run[3][1:], run[3][0], run[:2]))
    covered = set(_covered_rows(by_pen, last_sure))
    parts: list[str] = []
    row, column, last, pen = -1, -1, "", None
    for y, x, text, own in (
        *(run for run in runs if run[0] in covered),
        *(run for run in by_pen if run[0] not in covered),
    ):
        if y != row or x != column or not (last <= last_sure or last == text[0]):
            parts.append(f"\x1b[{x + 1}G" if y == row and is_modern else move_to(x, y))
        change, pen = pen_change(pen, own)
        parts += (change, text)
        row, column, last = y, x + len(text), text[-1]
    return "".join(parts)


def _covered_rows(runs: Iterable[Run], last_sure: str) -> Iterator[int]:
    """Yield the rows with a run that could cover an earlier run.

    A run may cover cells on its right if the terminal shows its characters two cells wide.
    """
    written: dict[int, list[tuple[int, int]]] = {}
    for y, x, text, _ in runs:
        end, before = x + len(text), written.setdefault(y, [])
        if max(text) > last_sure:
            widest = end + sum(not char.isascii() for char in text)
            if any(start < widest and end < other_end for start, other_end in before):
                yield y
        before.append((x, end))


def reaches(runs: Iterable[Run], width: int, y: int) -> bool:
    """Return whether `runs` may write the last cell of row `y`.

    Characters that are not ASCII may be two cells wide.
    """
    return any(
        row == y and x + len(text) + sum(not char.isascii() for char in text) >= width for row, x, text, _ in runs
    )


def whole_output() -> TextIO:
    """Return standard output, buffered even with PYTHONUNBUFFERED.

    Python writes only once to unbuffered output: if a signal, such as that of a resize, interrupts a long frame, the
    rest of the frame would be lost.
    """
    if not isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        return sys.stdout
    return open(sys.stdout.fileno(), "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors, closefd=False)


# How far the terminal is behind the output.
#
# Every frame but the clock's ends with a query that terminals answer when they have processed it (the device status
# report of ECMA-48). A frame without a reply is not shown yet: on a slow line the next frame waits for it, and shows
# the state by then, instead of queueing up. A terminal that never replies is taken to be fast.

STATUS_QUERY: Final = "\x1b[5n"
REPLY_TIMEOUT: Final = 3.0
# The bytes that may be without a reply before the next frame waits: a few steps of the cursor.
_MOST_BYTES: Final = 1000
# A reply later than this comes over a line on which flying cards would stutter.
_SLOW_SECONDS: Final = 0.15
# Frames of at least so many bytes measure the line's speed: smaller ones mostly measure the terminal's distance.
_MEASURED_BYTES: Final = 1000
_LEAST_SECONDS: Final = 0.001
# So few bytes, so long after the last frame, are shown before the next frame even on a slow line.
_SMALL_BYTES: Final = 100
_ALONE_SECONDS: Final = 0.5
# How long to wait at the end: as a multiple of the longest delay so far, and at least and at most in seconds.
_PATIENCE: Final = 3
_LEAST_PATIENCE: Final = 1.0
_MOST_PATIENCE: Final = 10.0


class FlowControl:
    """The frames sent to the terminal, and the speed of the line."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self.in_flight: deque[tuple[float, int]] = deque()
        """The times and the bytes of the frames without a reply, the oldest first."""
        self._last_frame = 0.0
        self._has_replied = False
        self._delay = 0.0
        """The seconds from the last answered frame to its reply."""
        self._longest_delay = 0.0
        self._replied = 0.0
        """The time of the last reply."""
        self._latency = 0.0
        """The shortest delay so far."""
        self._seconds_a_byte = 0.0

    def should_query(self, size: int) -> bool:
        """Return whether a frame of `size` bytes should end with the query.

        The time of the frame is kept. It needs no query while the first query is unanswered, or if the frame is alone
        and as small as the clock's.
        """
        now = self._now()
        is_alone, self._last_frame = now - self._last_frame > _ALONE_SECONDS, now
        if is_alone and size < _SMALL_BYTES and self._has_replied:
            return False
        return self._has_replied or not self.in_flight

    def frame_sent(self, size: int) -> None:
        self.in_flight.append((self._now(), size))

    def reply_received(self) -> None:
        self._has_replied = True
        if self.in_flight:
            sent, size = self.in_flight.popleft()
            now = self._now()
            self._delay = now - sent
            self._longest_delay = max(self._longest_delay, self._delay)
            if size >= _MEASURED_BYTES:
                # A frame behind another one begins to be shown when the other has been shown.
                duration = now - max(sent, self._replied) - self._latency
                self._seconds_a_byte = max(duration, _LEAST_SECONDS) / size
            self._latency = min(self._delay, self._latency or self._delay)
            self._replied = now

    @property
    def seconds_left(self) -> float:
        """The seconds left for the reply to the oldest frame, or 0."""
        return max(self.in_flight[0][0] + REPLY_TIMEOUT - self._now(), 0.0) if self.in_flight else 0.0

    @property
    def patience(self) -> float:
        """The seconds to wait for the last replies at the end.

        A multiple of the longest delay so far; before the first reply, the seconds left for that reply.
        """
        if not self._has_replied:
            return self.seconds_left
        return min(max(_PATIENCE * self._longest_delay, _LEAST_PATIENCE), _MOST_PATIENCE)

    @property
    def is_waiting(self) -> bool:
        return self.seconds_left > 0

    @property
    def is_behind(self) -> bool:
        """Whether the next frame should wait for a reply."""
        if not self._has_replied:
            return False
        if self.in_flight and not self.is_waiting:
            self.in_flight.clear()
        return sum(size for _, size in self.in_flight) > _MOST_BYTES

    def seconds_for(self, size: int) -> float:
        """Return the seconds that `size` bytes take.

        The last large frame has measured the speed; before any, 0 is returned.
        """
        return self._seconds_a_byte * size

    @property
    def is_slow(self) -> bool:
        """Whether the line is too slow for flying cards."""
        return self._delay > _SLOW_SECONDS or self.is_behind
