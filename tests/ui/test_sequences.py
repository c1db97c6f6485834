"""What a terminal sends, as the game hears it: keys and the mouse; nothing of a sequence is ever typed."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from string import printable
from time import process_time
from typing import Any

import pytest
import urwid
from hypothesis import given
from hypothesis import strategies as st
from urwid.display.escape import process_keyqueue

from freecell_tui.ui.drawing import themes
from freecell_tui.ui.terminal.screen import Terminal
from freecell_tui.ui.terminal.sequences import STALL_SECONDS, ControlDecoder, SequenceReader
from support.sessions import ManualTime


def decoded(codes: bytes) -> list[Any]:
    """The keys and mouse events that urwid makes of bytes."""
    keys, rest = list[Any](), [*codes]
    while rest:
        found, rest = process_keyqueue(rest, more_available=False)
        keys += found
    return keys


class Keyboard:
    """What the game hears of a terminal, piece by piece, and then nothing for a while."""

    def __init__(self) -> None:
        self.clock = ManualTime()
        self.decoder, self.reader = ControlDecoder(), SequenceReader(self.clock)
        self.replies: list[str] = []
        self.reader.on_reply = self.replies.append

    def hear(self, *pieces: bytes) -> list[Any]:
        codes = b"".join(self.reader.keys(self.decoder.decoded(piece)) for piece in pieces)
        return decoded(codes)

    def wait(self) -> list[Any]:
        """Let the time pass that a sequence has for its rest."""
        self.clock.time += self.reader.seconds_left or 0.0
        return decoded(self.reader.give_up())


def heard(*pieces: bytes) -> list[Any]:
    keyboard = Keyboard()
    return keyboard.hear(*pieces) + keyboard.wait()


def cut(text: bytes, places: list[int]) -> list[bytes]:
    ends = sorted({place % (len(text) + 1) for place in places} | {0, len(text)})
    return [text[start:end] for start, end in pairwise(ends)]


NOT_KEYS = [
    # Mouse reports: of no numbers, of no place, of no button, of X10, in UTF-8, and of urxvt.
    b"\x1b[<65;NaN;NaNM", b"\x1b[<0;undefined;3M", b"\x1b[<;;m", b"\x1b[<0;-1;5M", b"\x1b[<0;0;0M", b"\x1b[<999;3;3M",
    b"\x1b[<0;1e400;3aM", b"\x1b[<0;3;4;5;6M", b"\x1b[<3a3a3am", b"\x1b[<M", b"\x1b[<0;" + b"3" * 200 + b";3M",
    b"\x1b[M \x00\x00", b"\x1b[M\x01\x01\x01", b"\x1b[M \xc4\x803", b"\x1b[M \xc6\xb3\xc4\xb3", b"\x1b[32;5;7M",
    b"\x1b[NaN;5;3M",
    # Answers.
    b"\x1b[0n", b"\x1b[3n", b"\x1b[?997;1n", b"\x1b[?62;1;4c", b"\x1b[>0;276;0c", b"\x1b[=3a", b"\x1b[8;24;80t",
    b"\x1b[?1u", b"\x1b[>4;2m", b"\x1b[2;1;1;120;120;1;0x", b"\x1b[R", b"\x1b[;R", b"\x1b[NaN;NaNR", b"\x1b[12;2$y",
    b"\x1b[?3a", b"\x1b[1$r", b"\x1b[3 q", b"\x1b[x", b"\x1b[3;3;3;3;3x", b"\x1b[51;4;51;1;0;1_",
    # Strings, ended as terminals do.
    b"\x1b]11;rgb:1111/2222/3a3a\x07", b"\x1b]52;c;M2Ezig==\x1b\\", b"\x1bP1$r0m3a\x1b\\", b"\x1bP>|XTerm(3)\x1b\\",
    b"\x1b_Gi=31;3a\x1b\\", b"\x1b^3a\x1b\\", b"\x1bX3a\x07", b"\x1b]\x07",
    # Keys that are let go, or that are nothing alone.
    b"\x1b[51;1:3u", b"\x1b[97;5:3u", b"\x1b[1;1:3A", b"\x1b[3;1:3~", b"\x1b[57441u", b"\x1b[57358;1:1u",
    b"\x1bOg", b"\x1bO5x",
    # Controls of one byte, and of two.
    b"\x9b<65;NaN;NaNM", b"\x9b?62;3c", b"\x9d11;rgb:33/33/33\x9c", b"\x9d3a\x07", b"\x90>|3a\x9c", b"\x8fg",
    b"\xc2\x9b<65;NaN;NaNM", b"\xc2\x9d11;3a\xc2\x9c", b"\x9f3a\x9c", b"\x983a\x9c", b"\x9b51;1:3u",
]  # fmt: skip


@pytest.mark.parametrize("sent", NOT_KEYS)
def test_what_is_no_key_is_not_typed_wherever_the_reads_are_cut(sent: bytes) -> None:
    assert heard(b"3" + sent + b"a") == ["3", "a"]
    for place in range(1, len(sent)):
        keyboard = Keyboard()
        assert keyboard.hear(b"3" + sent[:place], sent[place:] + b"a") == ["3", "a"], place
        assert keyboard.reader.seconds_left is None


PARAMETERS = st.text("0123456789;:<=>? !$-", max_size=12).map(str.encode)
FINAL = st.integers(0x40, 0x7E).map(lambda code: bytes([code]))
TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20).map(str.encode)
SEQUENCES = st.one_of(
    st.builds(
        lambda text, end: b"\x1b[<" + text + end, st.text("3a;NaN-. ").map(str.encode), st.sampled_from([b"M", b"m"])
    ),
    st.builds(lambda text, end: b"\x1b[" + text + end, PARAMETERS, FINAL),
    st.builds(
        lambda start, text, end: b"\x1b" + start + text + end,
        st.sampled_from([b"]", b"P", b"X", b"^", b"_"]),
        TEXT,
        st.sampled_from([b"\x07", b"\x1b\\"]),
    ),
    st.binary(min_size=3, max_size=3).filter(lambda b: b"\x1b" not in b).map(lambda places: b"\x1b[M" + places),
)


@given(SEQUENCES, st.lists(st.integers(0, 99), max_size=4))
def test_no_sequence_is_read_as_signs(sequence: bytes, places: list[int]) -> None:
    """But for signs in the protocols of kitty and xterm, keypads, and rxvt's keys, whose end may be none."""
    is_sign = re.match(rb"\x1b\[[\d:]+(;[\d:]*)*[u~]|\x1b\[[\[<M]|\x1b\[\d\$", sequence)
    for pieces in ([sequence], cut(sequence, places)):
        keys = heard(*pieces)
        typed = [key for key in keys if isinstance(key, str) and len(key) == 1 and key in printable]
        assert is_sign or all(key == "5" for key in typed), keys


@given(
    st.lists(
        st.sampled_from(
            [*NOT_KEYS, b"3", b"a", b"\x1b[A", b"\x1bOP", b"\r", b"\x1b[<0;5;7M", "é".encode(), "雪".encode()]
        ),
        max_size=8,
    ),
    st.lists(st.integers(0, 400), max_size=5),
)
def test_keys_between_sequences_are_heard_wherever_the_reads_are_cut(parts: list[bytes], places: list[int]) -> None:
    keys = decoded(b"".join(part for part in parts if part not in NOT_KEYS))
    assert heard(b"".join(parts)) == keys
    assert heard(*cut(b"".join(parts), places)) == keys


@given(st.binary(max_size=30), st.lists(st.integers(0, 99), max_size=4))
def test_whatever_bytes_come_the_reader_takes_them(sent: bytes, places: list[int]) -> None:
    keyboard = Keyboard()
    keyboard.hear(*cut(sent, places))
    keyboard.wait()
    assert keyboard.reader.seconds_left is None


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"\x1b[63;2u", ["?"]),
        (b"\x1b[27;2;63~", ["?"]),
        (b"\x1b[58;2u\x1b[35;2:1u", [":", "#"]),
        (b"\x1b[47:63;2u", ["?"]),
        (b"\x1b[47;2;63u", ["?"]),
        (b"\x1b[51u\x1b[97;1:1u\x1b[51;1:2u", ["3", "a", "3"]),
        (b"\x1b[51;129u\x1b[97;65u\x1b[97;66u", ["3", "A", "a"]),
        (b"\x1b[117;2u\x1b[85;2u", ["U", "U"]),
        (b"\x1b[114;5u\x1b[114;69u\x1b[82;6u", ["ctrl r", "ctrl r", "ctrl r"]),
        (b"\x1b[13u\x1b[13;2u\x1b[127;2u\x1b[27u\x1b[9;2u", ["enter", "enter", "backspace", "esc", "shift tab"]),
        (b"\x1b[32;2u\x1b[233u", [" ", "é"]),
        (b"\x1b[57402u\x1b[57414u", ["3", "enter"]),
        (b"\x1b[1;1:1A\x1b[1;1:2B\x1b[5;1:2~\x1b[1;2:2C", ["up", "down", "page up", "shift right"]),
        (b"\x1b[63;4u\x1b[97;3u", ["meta ?", "meta a"]),
    ],
)
def test_a_key_is_itself_in_every_protocol_and_its_repeats_are(sent: bytes, keys: list[str]) -> None:
    assert heard(sent) == keys


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"\x1b[A\x1bOA\x9bA\x8fA", ["up"] * 4),
        (b"\x1b[[A\x1bOP\x1b[11~", ["f1"] * 3),
        (b"\x1b[2$\x1b[Z", ["shift insert", "shift tab"]),
        (b"\x1bu\x1b\xc3\xa9", ["meta u", "meta é"]),
        (b"\x1b\x1b[A\x1b2", ["esc", "up", "meta 2"]),
        (b"\x1b[<0;5;7M\x1b[<0;5;7m", [("mouse press", 1, 4, 6), ("mouse release", 1, 4, 6)]),
        (b"\x1b[M %'\x1b[M#%'", [("mouse press", 1, 4, 6), ("mouse release", 0, 4, 6)]),
        (b"\x1b[M \xc2\x9b'", [("mouse press", 1, 122, 6)]),
        (b"\x1b[M \x9b'", [("mouse press", 1, 122, 6)]),
        ("ĀćϽ✛🂡".encode(), [*"ĀćϽ✛🂡"]),
    ],
)
def test_keys_and_mouse_are_heard_as_ever_wherever_the_reads_are_cut(sent: bytes, keys: list[Any]) -> None:
    assert heard(sent) == keys
    for place in range(1, len(sent)):
        assert heard(sent[:place], sent[place:]) == keys


def test_bytes_that_are_letters_in_an_old_encoding_stay_letters_and_others_are_controls() -> None:
    try:
        urwid.set_encoding("koi8-r")
        assert ControlDecoder().decoded(b"\x9b3a\xc2\x9b") == b"\x9b3a\xc2\x9b"
        urwid.set_encoding("iso8859-1")
        assert ControlDecoder().decoded(b"\x9b<3aM\xe9\xc2\x1b[M \x9b\x9b") == b"\x1b[<3aM\xe9\xc2\x1b[M \x9b\x9b"
    finally:
        urwid.set_encoding("utf-8")


def test_esc_is_heard_soon_and_a_key_with_it_a_little_later(subtests: pytest.Subtests) -> None:
    for sent, keys, seconds in (
        (b"\x1b", ["esc"], 0.125),
        (b"\x1bO", ["meta O"], 0.5),
        (b"\x1b[", ["meta ["], 0.5),
        (b"\x1bP", ["meta P"], 0.5),
        (b"\x1b]", ["meta ]"], 0.5),
    ):
        with subtests.test(sent=sent):
            keyboard = Keyboard()
            assert keyboard.hear(sent) == []
            assert keyboard.reader.seconds_left == seconds
            assert keyboard.wait() == keys
            # What is typed next is that.
            assert keyboard.hear(b"3a") == ["3", "a"]
    # Another key after Esc ends the wait at once, and so does an answer.
    for sent, keys in ((b"3", ["meta 3"]), (b"\x1b[0n", ["esc"]), (b"\x1b", ["esc"])):
        with subtests.test(sent=sent):
            assert Keyboard().hear(b"\x1b", sent) == keys


@pytest.mark.parametrize(
    ("begun", "rest"), [(b"\x1b[<65;3", b"2;12M"), (b"\x1b]11;rgb:33", b"/33/33\x07"), (b"\x1b[?2026;", b"3$y")]
)
def test_a_line_may_stall_within_a_sequence_but_one_without_an_end_does_not_hold_the_keyboard(
    begun: bytes, rest: bytes
) -> None:
    keyboard = Keyboard()
    keyboard.hear(begun)
    assert keyboard.reader.seconds_left == STALL_SECONDS
    keyboard.clock.time += STALL_SECONDS - 0.1
    assert [key for key in keyboard.hear(rest) if isinstance(key, str)] == []
    keyboard.hear(begun)
    assert keyboard.wait() == []
    assert keyboard.hear(b"3a") == ["3", "a"]


@pytest.mark.parametrize(
    "report",
    [b"\x1b[<65;32;12M", b"\x1b[0n", b"\x1b]11;rgb:33/33/33\x1b\\", b"\x1b[?997;2n", b"\x1bP1$r3a\x1b\\", b"\x1b[5;3R"],
)
@pytest.mark.parametrize("place", [1, 2])
def test_of_a_sequence_cut_by_a_line_that_stalls_only_its_beginning_is_heard(report: bytes, place: int) -> None:
    keyboard = Keyboard()
    keyboard.hear(report[:place])
    assert keyboard.wait() == decoded(b"\x1b[27u" if place == 1 else report[:place])
    assert [key for key in keyboard.hear(report[place:], b"3") if isinstance(key, str)] == ["3"]


def test_a_frames_answer_may_come_into_a_sequence(subtests: pytest.Subtests) -> None:
    keyboard = Keyboard()
    for pieces in ([b"\x1b[<65;3", b"\x1b[0n\x1b[0n2;12M3"], [b"\x1b[<65;3\x1b[0n", b"2;12\x1b[0n", b"M3"]):
        with subtests.test(pieces=pieces):
            assert keyboard.hear(*pieces) == [("mouse press", 5, 31, 11), "3"]
    assert keyboard.replies == ["\x1b[0n"] * 4
    assert keyboard.hear(b"\x1b]11;rgb:3\x1b[0n", b"3/3/3\x1b", b"\\3") == ["3"]
    assert keyboard.replies[4:] == ["\x1b[0n", "\x1b]11;rgb:33/3/3\x1b\\"]


def test_a_string_without_an_end_takes_no_memory() -> None:
    keyboard = Keyboard()
    for _ in range(100):
        keyboard.hear(b"\x1b]" + b"3a" * 5000, b"3a" * 5000)
        assert len(keyboard.reader._pending) < 100  # noqa: SLF001 - what it keeps
    assert keyboard.hear(b"\x07u") == ["u"]


# In the program's screen.


class HearingTerminal(Terminal):
    """The program's screen, which reads what it is given, a piece at a time."""

    def __init__(self) -> None:
        super().__init__(themes.default())
        self.piece = b""
        self.told: list[bool] = []
        self.heard: list[Any] = []
        self.follow_background(self.told.append)
        self.alarms: list[Callable[[], None]] = []
        self.clock = ManualTime()
        self.sequences = SequenceReader(self.clock)
        self.sequences.on_reply = self.reply_received

    def _get_keyboard_codes(self) -> Iterator[int]:
        piece, self.piece = self.piece, b""
        yield from piece

    def alarm(self, _seconds: float, action: Callable[[], None]) -> Callable[[], None]:
        self.alarms.append(action)
        return action

    def remove_alarm(self, action: Callable[[], None]) -> None:
        self.alarms.remove(action)

    def hear(self, piece: bytes) -> None:
        self.piece = piece
        loop: Any = self
        self.parse_input(loop, lambda keys, _: self.heard.extend(keys), self.get_available_raw_input())

    def wait(self) -> None:
        """Let so much time pass that a sequence without its rest is given up."""
        self.clock.time += self.sequences.seconds_left or 0.0
        for action in self.alarms[:]:
            self.alarms.remove(action)
            action()


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch) -> Iterator[HearingTerminal]:
    monkeypatch.setenv("TERM", "xterm-256color")
    made = HearingTerminal()
    yield made
    for end in (made._resize_pipe_rd, made._resize_pipe_wr):  # noqa: SLF001 - urwid opens them and leaves them open
        end.close()


REPORTS = (b"\x1b[?997;2n", b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", b"\x1b]11;rgb:ffff/ffff/ffff\x07")


@pytest.mark.parametrize("report", REPORTS)
def test_a_report_of_the_background_is_heard_wherever_the_reads_are_cut(
    hearing: HearingTerminal, report: bytes
) -> None:
    for place in range(1, len(report)):
        hearing.hear(b"3" + report[:place])
        hearing.hear(report[place:] + b"a")
        hearing.wait()
        assert (hearing.heard, hearing.told) == (["3", "a"], [True]), place
        hearing.heard.clear()
        hearing.told.clear()


@pytest.mark.parametrize("report", REPORTS)
def test_of_a_report_cut_by_a_slow_line_only_the_esc_is_a_key(hearing: HearingTerminal, report: bytes) -> None:
    hearing.hear(report[:1])
    hearing.wait()
    hearing.hear(report[1:])
    hearing.wait()
    assert (hearing.heard, hearing.told) == (["esc"], [True])
    hearing.heard.clear()
    hearing.told.clear()


def test_thousands_of_reports_are_read_at_once_and_in_little_time(hearing: HearingTerminal) -> None:
    began = process_time()
    hearing.hear(b"3\x1bu" + b"\x1b[<65;32;12M\x1b[<35;3;4M" * 2500 + b"a")
    assert process_time() - began < 1, "as the square of their number it is two seconds"
    assert len(hearing.heard) == 5003
    assert (*hearing.heard[:2], hearing.heard[-1]) == ("3", "meta u", "a")


def test_what_can_be_read_is_read_before_a_sequence_is_given_up(
    hearing: HearingTerminal, subtests: pytest.Subtests
) -> None:
    """The program was stopped, or busy: the time is over, and the rest is there."""
    for report, events in ((b"\x1b[<65;32;12M", [("mouse press", 5, 31, 11)]), (b"\x1b[A", ["up"]), (b"\x1b[0n", [])):
        with subtests.test(report=report):
            for place in range(1, len(report)):
                hearing.hear(report[:place])
                hearing.clock.time += 60
                hearing.piece = report[place:]
                hearing.wait()
                assert hearing.heard == events, place
                assert hearing.alarms == []
                hearing.heard.clear()
