"""The sequences of a terminal: keys, mouse events and replies, of which no stray part is ever read as typed keys."""

import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from time import monotonic
from typing import Final

from urwid.display.escape import process_keyqueue
from urwid.util import get_encoding

# Terminals may send the controls of ECMA-48 as one byte, or as its UTF-8: C1 controls, in place of ESC and a letter.

_C1_OFFSET: Final = 0x40
_SECOND_BYTE: Final = 0xC2
# SS3, DCS, SOS, CSI, ST, OSC, PM, APC; within a mouse report of X10 the same bytes are places, and in UTF-8 letters.
_C1: Final = rb"[\x8f\x90\x98\x9b-\x9f]"
_X10: Final = rb"\x1b\[M.{0,3}"
_BYTES: Final = re.compile(_X10 + rb"|" + _C1, re.DOTALL)
_CHARACTERS: Final = re.compile(
    _X10 + rb"|[\xc2-\xdf][\x80-\xbf]?|[\xe0-\xef][\x80-\xbf]{0,2}|[\xf0-\xf4][\x80-\xbf]{0,3}|" + _C1, re.DOTALL
)
# An unfinished character or report, to which the bytes read next may belong.
_UNFINISHED: Final = re.compile(
    rb"(?:\x1b(?:\[(?:M.{0,2})?)?|[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})\Z", re.DOTALL
)
# In other encodings the bytes of C1 controls are letters.
_WITH_C1: Final = ("utf", "iso8859", "iso-8859", "latin", "ascii", "us-ascii", "ansi_x3")


class ControlDecoder:
    """Replaces C1 controls in the input by ESC and a letter.

    Reads may end anywhere, within a control too.
    """

    def __init__(self) -> None:
        self._before = b""
        """The unfinished end of the input that has been passed on."""
        self._held = b""
        """A last byte that has not been passed on, as it may begin a control."""

    def decoded(self, data: bytes) -> bytes:
        """Return bytes with C1 controls as ESC and a letter."""
        encoding = get_encoding()
        if not encoding.startswith(_WITH_C1):
            return data
        is_utf8 = encoding.startswith("utf")
        before, text = self._before, self._before + self._held + data
        changed = (_CHARACTERS if is_utf8 else _BYTES).sub(_as_escape, text)
        unfinished = _UNFINISHED.search(text)
        self._before, self._held = unfinished[0] if unfinished else b"", b""
        if is_utf8 and self._before == bytes([_SECOND_BYTE]):
            # The next read will show whether the byte begins a control.
            changed, self._before, self._held = changed[:-1], b"", self._before
        return changed[len(before) :]


def _as_escape(found: re.Match[bytes]) -> bytes:
    control = found[0].removeprefix(bytes([_SECOND_BYTE]))
    return b"\x1b" + bytes([control[0] - _C1_OFFSET]) if re.fullmatch(_C1, control) else found[0]


# Sequences, as ECMA-48 and terminals have them.

_ESC: Final = b"\x1b"
# A place in a mouse report of X10, which may be written as UTF-8.
_PLACE: Final = rb"(?:[\xc2-\xdf][\x80-\xbf]|[\xc2-\xdf](?=[^\x80-\xbf])|[^\x1b\xc2-\xdf])"
# Parameters and intermediate bytes; some terminals write words in place of numbers.
_PARAMETERS: Final = rb"(?:[ -?]|NaN|nan|undefined|null|Infinity)*"
_WHOLE: Final = re.compile(
    rb"\x1b(?:"
    rb"\[M" + _PLACE + _PLACE + _PLACE + rb"|\[<[^\x1bMm]*[Mm]"  # the mouse
    rb"|\[\[[^\x1b]"  # function keys of Linux's console
    rb"|\[[235678]\$(?!y)"  # keys of rxvt with Shift
    rb"|\[(?![<M\[])" + _PARAMETERS + rb"(?:[@-MO-~]|N(?=[^a]))"
    rb"|O[0-9;:]*[ -/<-~]"
    rb"|[P\]X^_][^\x07\x1b]*(?:\x07|\x1b\\))",
    re.DOTALL,
)
_BEGUN: Final = re.compile(
    rb"\x1b(?:\[(?:M[^\x1b]{0,5}|<[^\x1bMm]*|\[|" + _PARAMETERS + rb"(?:Na?)?)|O[0-9;:]*|[P\]X^_][^\x07\x1b]*\x1b?)?",
    re.DOTALL,
)
_STATUS_REPLY: Final = re.compile(rb"\x1b\[[03]n")
_INTRODUCERS: Final = frozenset(b"[OP]X^_")
# Without a rest these were typed: Esc, or Esc or Alt and another key.
_MAY_BE_KEYS: Final = frozenset((_ESC, *(bytes([_ESC[0], code]) for code in _INTRODUCERS)))
# Sequences that nobody types: Esc was read as a key because the line had stalled.
_SURELY_BEGUN: Final = re.compile(
    rb"\x1b(?:\[[<=>?]|\[\d+[;:~]|\[\d*[A-DFHIOPQRSZ]|\[0n|\]\d+;|P(?:[>!]\||[01][$+]r|\d+;)|_G)"
)
_LEAST_LATE: Final = 2

ESC_SECONDS: Final = 0.125
"""The time that the Esc key waits for the rest of a sequence."""

KEYS_SECONDS: Final = 0.5
"""The time that Esc and a key that may begin a sequence wait for the rest."""

STALL_SECONDS: Final = 3.0
"""The time that a line may stall within a sequence before the sequence is given up."""

# Longer sequences are of no use to the game. The beginning of one is kept, as it decides where the sequence ends.
_MAX_SEQUENCE: Final = 8192
_KEPT_OF_LONGER: Final = 64
_ESC_KEY: Final = b"\x1b[27u"


class SequenceReader:
    """Passes on keys, mouse events and urwid's replies, and nothing else.

    An unfinished sequence waits for its rest.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.on_reply: Callable[[str], None] = lambda _: None
        """Called with each reply and each control string."""
        self._now = now
        self._pending = b""
        """The beginning of an unfinished sequence."""
        self._began = 0.0
        """The time at which the sequence began, or was given up."""
        self._given_up = b""
        """The sequence that was given up last, if it was passed on as keys."""

    @property
    def seconds_left(self) -> float | None:
        """The seconds left for the rest of a sequence, or None."""
        if not self._pending:
            return None
        seconds = KEYS_SECONDS if self._pending in _MAY_BE_KEYS else STALL_SECONDS
        if self._pending == _ESC:
            seconds = ESC_SECONDS
        return max(self._began + seconds - self._now(), 0.0)

    def give_up(self) -> bytes:
        """Give up an unfinished sequence, and return any typed keys.

        A sequence that nobody can have typed is dropped.
        """
        pending, self._pending, self._began = self._pending, b"", self._now()
        self._given_up = pending if pending in _MAY_BE_KEYS else b""
        return _ESC_KEY if pending == _ESC else self._given_up

    def keys(self, read: bytes) -> bytes:
        """Return the bytes for urwid from `read` and the pending sequence."""
        if not read:
            return b""
        given_up, self._given_up = self._given_up, b""
        if given_up and self._is_rest_of(given_up, read):
            read = given_up + read
        before, read = self._pending, self._pending + read
        passed = b"".join(self._passed(read))
        if not before or self._pending != read:
            self._began = self._now()
        if len(self._pending) > _MAX_SEQUENCE:
            self._pending = self._pending[:_KEPT_OF_LONGER]
        return passed

    def _is_rest_of(self, given_up: bytes, read: bytes) -> bool:
        """Return whether `read` is the rest of a sequence given up.

        The beginning was passed on as keys because the line had stalled.
        """
        if len(read) < _LEAST_LATE or self._now() - self._began > STALL_SECONDS:
            return False
        return _SURELY_BEGUN.match(given_up + read) is not None

    def _passed(self, read: bytes) -> Iterator[bytes]:
        """Yield the bytes for urwid, and keep an unfinished sequence."""
        self._pending = b""
        place, end = 0, len(read)
        while place < end:
            start = read.find(_ESC, place)
            if start != place:
                start = end if start < 0 else start
                yield read[place:start]
                place = start
            elif whole := _WHOLE.match(read, place):
                yield self._passed_of(whole[0])
                place = whole.end()
            else:
                begun = _BEGUN.match(read, place)
                assert begun is not None, "ESC begins a sequence"
                if begun.end() == end:
                    self._pending = begun[0]
                    return
                # Other bytes follow and cut the sequence short. The ESC that ends a string may begin the next sequence.
                cut = begun[0] if begun[0] == _ESC else begun[0].removesuffix(_ESC)
                if cut != _ESC and (reply := _STATUS_REPLY.match(read, place + len(cut))):
                    # A reply to a frame may come within a sequence, where the input comes from two terminals.
                    self.on_reply(reply[0].decode())
                    read = read[: reply.start()] + read[reply.end() :]
                    end = len(read)
                    continue
                if cut == _ESC and read[place + 1] == _ESC[0]:
                    yield _ESC_KEY
                elif cut in _MAY_BE_KEYS:
                    yield cut
                place += len(cut)

    def _passed_of(self, sequence: bytes) -> bytes:
        """Return the bytes for urwid of a whole sequence, or b''."""
        match sequence[1], sequence[2]:
            case 0x5B, 0x3C:
                return sequence if _is_mouse_report(sequence) else b""
            case 0x5B, 0x4D:
                return _x10_report(sequence)
            case (0x5B, _) if sequence[-1] not in _REPLIES:
                return _key(sequence)
            case (0x5B, _) if sequence[-1:] != b"n":
                self.on_reply(sequence.decode("ascii", "replace"))
                return _key(sequence)
            case 0x4F, _:
                return _key(sequence)
        self.on_reply(sequence.decode("utf-8", "replace"))
        return b""


_SLICE: Final = 1000


def slices_of(codes: list[int]) -> list[list[int]]:
    """Return the input in slices that cut no sequence.

    urwid's time for a slice grows with the square of the slice's length.
    """
    cuts = [0]
    for place in range(_SLICE, len(codes)):
        if place - cuts[-1] >= _SLICE and codes[place] == _ESC[0] != codes[place - 1]:
            cuts.append(place)
    return [codes[start:end] for start, end in pairwise([*cuts, len(codes)])]


# Mouse reports, which may lack numbers or name impossible places.

_REPORT: Final = re.compile(rb"\x1b\[<(\d{1,3});(\d{1,5});(\d{1,5})([Mm])")
_DRAG: Final = 32
_RELEASE: Final = 3
_MOST_BUTTONS: Final = 256
_OFFSET: Final = 32
_BYTE: Final = 256


def _is_mouse_report(sequence: bytes) -> bool:
    """Return whether a sequence reports a mouse event at a place.

    A drag or release may lie outside of the window.
    """
    found = _REPORT.fullmatch(sequence)
    if found is None or int(found[1]) >= _MOST_BUTTONS:
        return False
    is_press = found[4] == b"M" and not int(found[1]) & _DRAG
    return not is_press or (int(found[2]) > 0 and int(found[3]) > 0)


def _x10_report(sequence: bytes) -> bytes:
    """Return an X10 mouse report with places of a byte, or b''."""
    report = sequence[3:]
    if len(report) > _RELEASE:
        # The places are characters of UTF-8.
        report = bytes(code for code in map(ord, report.decode("utf-8", "replace")) if code < _BYTE)
    if len(report) != len("bxy") or report[0] < _OFFSET:
        return b""
    is_press = (report[0] - _OFFSET) & (_DRAG | _RELEASE) < _RELEASE
    return sequence[:3] + report if min(report[1:]) > _OFFSET or not is_press else b""


# Keys, as kitty's protocol and xterm's `modifyOtherKeys` report them, and as all terminals do.

# The ends of replies about the cursor, about modes, and about the terminal's state.
_REPLIES: Final = frozenset(b"Ryn")
_KEY_REPORT: Final = re.compile(
    r"\x1b\[(?P<code>\d{1,7})(?::(?P<shifted>\d{1,7}))?[\d:]*"
    r"(?:;(?P<modifiers>\d{0,3})(?::(?P<event>\d*))?[\d:]*)?(?:;(?P<text>[\d:]*))?(?P<final>[A-Zu~])"
)
# urwid's names of replies.
_ASKED: Final = ("cursor position", "private mode report")
_RELEASED: Final = "3"
_SHIFT: Final = 1
_CONTROL: Final = 4
_CAPS_LOCK: Final = 64
_NUM_LOCK: Final = 128
# Modifier keys, which do nothing alone.
_MODIFIER_KEYS: Final = frozenset((*range(57358, 57361), *range(57441, 57455)))
# Backspace, Enter, Esc and Delete, which are the same with Shift.
_SAME_WITH_SHIFT: Final = frozenset((8, 13, 27, 127))
# Kitty's codes for keys without a character.
_KITTY_CODES: Final = range(0xE000, 0xF900)


@lru_cache(maxsize=256)
def _key(sequence: bytes) -> bytes:
    """Return a key's sequence as urwid reads keys, or b''.

    The release of a key, and sequences that are no key, give b''.
    """
    found = _KEY_REPORT.fullmatch(sequence.decode("ascii", "replace"))
    if found is not None and found["event"] == _RELEASED:
        return b""
    if found is not None and found["final"] == "u":
        sequence = _kitty_key(found)
    elif found is not None and found["event"] is not None:
        sequence = f"\x1b[{found['code']};{found['modifiers']}{found['final']}".encode()
    if not sequence.startswith(_ESC):
        return sequence
    keys, rest = process_keyqueue([*sequence], more_available=False)
    is_known = not keys[0].startswith("<csi") if isinstance(keys[0], str) else keys[0][0] in _ASKED
    return sequence if is_known and not rest and len(keys) == 1 else b""


def _kitty_key(report: re.Match[str]) -> bytes:
    """Return a key of kitty's protocol as text or a report.

    The report is one that urwid reads.
    A sign with Shift is that sign, as terminals apply Shift before they report signs.
    A letter may be reported in either case.
    """
    code, modifiers = int(report["code"]), max(int(report["modifiers"] or 1) - 1, 0)
    has_caps_lock, modifiers = bool(modifiers & _CAPS_LOCK), modifiers & ~(_CAPS_LOCK | _NUM_LOCK)
    if code in _MODIFIER_KEYS or code > sys.maxunicode:
        return b""
    if report["text"] and not modifiers & ~_SHIFT:
        characters = [chr(int(part)) for part in report["text"].split(":") if part and int(part) <= sys.maxunicode]
        return _encoded("".join(characters))
    char = chr(code)
    if code in _SAME_WITH_SHIFT:
        modifiers &= ~_SHIFT
    elif char.isprintable() and code not in _KITTY_CODES:
        if modifiers & _CONTROL:
            char = char.lower()
        elif modifiers & _SHIFT:
            shifted = int(report["shifted"] or 0)
            char = chr(shifted) if 0 < shifted <= sys.maxunicode else _one_character(char.upper(), char)
        if has_caps_lock and char.isalpha() and not modifiers & _CONTROL:
            char = _one_character(char.swapcase(), char)
        modifiers &= ~_SHIFT
        if not modifiers:
            return _encoded(char)
    return f"\x1b[{ord(char)};{modifiers + 1}u".encode()


def _one_character(char: str, other: str) -> str:
    return char if len(char) == 1 else other


def _encoded(text: str) -> bytes:
    """Return typed text as a terminal sends text."""
    return text.encode(get_encoding(), "ignore") if text.isprintable() else b""
