"""What is sent to a terminal, as a terminal reads it: only what changed, and the same picture as if all were drawn."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedWriter, TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pyte
import pytest
import urwid
from hypothesis import given
from hypothesis import strategies as st
from urwid.display.escape import process_keyqueue

from freecell_tui.controller.play.session import CursorMove, Session
from freecell_tui.engine import COLUMNS, FREECELL, Game, Variant, legal_moves
from freecell_tui.ui.app import ending_signals
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.glyphs import is_narrow as takes_one_cell
from freecell_tui.ui.drawing.painter import Drag
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.themes.theme import Colours
from freecell_tui.ui.screens.table_widget import Table, TableFacts
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.terminal.input import (
    MAX_PASTE,
    Background,
    Paste,
    PasteFilter,
    filter_input,
)
from freecell_tui.ui.terminal.output import STATUS_QUERY, Pen, Run, output, whole_output
from freecell_tui.ui.terminal.screen import Terminal
from freecell_tui.ui.widgets.lines import NumberField, Prompt
from support.screenshots import COLOURS
from support.sessions import ManualTime
from support.stacks import Backdrop, stack_of, ui_of
from support.strategies import variants
from support.ui_driver import seated

NOWHERE = Path("nowhere")


def deal_prompt(stack: Ui, glyphs: Glyphs = UNICODE) -> Prompt:
    """A small dialog, which its stack closes."""
    field, about = NumberField(), "1 to 32000 are Microsoft’s;"
    return Prompt(
        ui_of(glyphs, stack.close_screen), "Deal by number", field, lambda _: None, about=about, word="", label=""
    )


class EagerScreen(pyte.Screen):
    """A terminal that goes to the next line as soon as the last cell of one is written, as some do."""

    def draw(self, data: str) -> None:
        for mark in data:
            super().draw(mark)
            if self.cursor.x == self.columns and pyte.modes.DECAWM in self.mode:
                self.carriage_return()
                self.linefeed()


class WideScreen(pyte.Screen):
    """A terminal that shows what is not ASCII two cells wide, as some do with an eastern font."""

    def draw(self, data: str) -> None:
        for mark in data:
            super().draw(mark)
            if not mark.isascii():
                super().draw(" ")


class EmulatedTerminal(Terminal):
    """The program's screen, which writes for an emulated terminal to read."""

    def __init__(self, size: tuple[int, int], colours: Colours, *, eager: bool = False) -> None:
        super().__init__(themes.default())
        self.set_terminal_properties(colors=colours)
        self.size = size
        self.emulated = (EagerScreen if eager else pyte.Screen)(*size)
        self.stream = pyte.Stream(self.emulated)
        self.sent = ""

    def write(self, data: str) -> None:
        self.sent += data

    def flush(self) -> None:
        pass

    def draw(self, surface: Surface) -> int:
        """Draw, and return how many characters that took, without the question at the end."""
        self.sent = ""
        self.draw_screen(self.size, surface)
        self.stream.feed(self.sent)
        return len(self.sent.replace(STATUS_QUERY, ""))

    @property
    def picture(self) -> list[list[tuple[Any, ...]]]:
        """What is seen of every cell: its mark, colours and weight; in a blank no ink is seen."""
        columns, rows = self.size
        return [[seen(self.emulated.buffer[y][x]) for x in range(columns)] for y in range(rows)]

    @property
    def cursor(self) -> tuple[int, int] | None:
        cursor = self.emulated.cursor
        return None if cursor.hidden else (cursor.x, cursor.y)


AnyTerminal = TypeVar("AnyTerminal", bound=Terminal)


def seen(cell: pyte.screens.Char) -> tuple[Any, ...]:
    is_blank = cell.data == " " and not (cell.underscore or cell.strikethrough or cell.reverse)
    return tuple(cell._replace(fg="default", bold=False, italics=False) if is_blank else cell)


@contextmanager
def terminal(size: tuple[int, int], colours: Colours, *, eager: bool = False) -> Iterator[EmulatedTerminal]:
    with closing_pipes(EmulatedTerminal(size, colours, eager=eager)) as made:
        yield made


@contextmanager
def closing_pipes(made: AnyTerminal) -> Iterator[AnyTerminal]:
    try:
        yield made
    finally:
        for end in (made._resize_pipe_rd, made._resize_pipe_wr):  # noqa: SLF001 - urwid opens them and leaves them open
            end.close()


def scenes(variant: Variant, number: int, steps: bytes, glyphs: Glyphs) -> Iterator[Ui]:
    """A player at random: moves, the cursor, cards lifted and dragged, help over the table and gone again."""
    session = Session(Game.new(number, variant))
    backdrop = Backdrop(session, glyphs)
    stack = stack_of(backdrop)
    yield stack
    for step in steps:
        backdrop.table.facts = TableFacts(session)
        stack.close_dialogs()
        if step < 100:
            moves = list(legal_moves(session.game.board, variant))
            if moves:
                session.play(moves[step % len(moves)])
        elif step < 180:
            session.move_cursor(list(CursorMove)[step % 5])
        elif step < 220:
            session.select((*session.columns, *session.top_row)[step % 14 % (len(session.columns) + 4)])
            backdrop.table.facts = TableFacts(session, drag=Drag(step * 7 % 90, step * 3 % 30))
        elif step < 240:
            session.undo()
        else:
            stack.push(deal_prompt(stack, glyphs))
        yield stack


SIZES = st.sampled_from([(40, 16), (80, 24)]) | st.tuples(st.integers(1, 130), st.integers(1, 45))


@pytest.mark.slow
@given(
    size=SIZES,
    variant=variants(),
    number=st.integers(1, 32000),
    steps=st.binary(max_size=6),
    colours=st.sampled_from(COLOURS),
    is_narrow=st.booleans(),
)
def test_drawing_what_changed_shows_the_same_as_drawing_all(
    size: tuple[int, int], variant: Variant, number: int, steps: bytes, colours: Colours, *, is_narrow: bool
) -> None:
    glyphs = ASCII if colours == 16 else UNICODE if colours > 1 else UNICODE.for_one_colour()
    with terminal(size, colours, eager=colours == 88) as changing:
        changing.is_narrow = is_narrow
        for shown in scenes(variant, number, steps, glyphs):
            surface = shown.render(size)
            changing.draw(surface)
            with terminal(size, colours) as fresh:
                fresh.draw(surface)
                assert changing.picture == fresh.picture
                assert changing.cursor == fresh.cursor == surface.cursor
            assert [str(line) for line in changing.emulated.display] == ["".join(row) for row in surface.chars]


ROLES = ("felt", "card red", "card black", "bar title", "lifted edge")
MARKS = st.sampled_from("aaab 12♥▁─é雪한字🂡é́‍️")


@pytest.mark.slow
@given(data=st.data(), width=st.integers(1, 12), height=st.integers(1, 4), is_narrow=st.booleans())
def test_a_mark_not_one_cell_wide_is_a_question_mark(
    data: st.DataObject, width: int, height: int, *, is_narrow: bool
) -> None:
    with terminal((width, height), 256) as changing:
        changing.is_narrow = is_narrow
        for _ in range(3):
            surface = Surface(width, height)
            for y, row in enumerate(surface.chars):
                row[:] = data.draw(st.lists(MARKS, min_size=width, max_size=width))
                surface.roles[y][:] = data.draw(st.lists(st.sampled_from(ROLES), min_size=width, max_size=width))
            changing.draw(surface)
            with terminal((width, height), 256) as fresh:
                fresh.draw(surface)
                assert changing.picture == fresh.picture
            shown = ["".join(mark if takes_one_cell(mark) else "?" for mark in row) for row in surface.chars]
            assert [str(line) for line in changing.emulated.display] == shown


@pytest.mark.parametrize("eager", [False, True])
def test_the_last_cell_of_all_is_drawn_and_does_not_scroll_the_screen(
    *, eager: bool, subtests: pytest.Subtests
) -> None:
    size = (5, 3)
    for marks in ("abcde", "♥♥♥♥♥", "ab♥de"):
        with subtests.test(marks=marks):
            surface = Surface(*size)
            for y in range(3):
                surface.text(0, y, marks, "felt")
            with terminal(size, 256, eager=eager) as made:
                made.draw(surface)
                assert [str(line) for line in made.emulated.display] == [marks] * 3
                assert made.cursor is None
                assert pyte.modes.DECAWM in made.emulated.mode


def test_where_a_terminal_shows_suits_two_cells_wide_the_letters_stay_in_their_places() -> None:
    size = (80, 24)
    surface = stack_of(Backdrop(Session(Game.new(1, FREECELL)), UNICODE)).render(size)
    with terminal(size, 256) as made:
        made.emulated = WideScreen(*size)
        made.stream = pyte.Stream(made.emulated)
        made.draw(surface)
        for row, line in zip(surface.chars, made.emulated.display, strict=True):
            assert [at for at, mark in enumerate(row) if mark.isalnum() and line[at] != mark] == []


PENS = [("38;5;35", "48;5;22"), ("38;5;115", "48;5;22"), ("38;5;35", "48;5;230", "1")]


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["ab", "│", "♥", "──", "c"]), st.sampled_from(PENS))))
def test_stretches_written_pen_by_pen_look_as_from_left_to_right(stretches: list[tuple[int, str, Pen]]) -> None:
    runs: list[Run] = []
    x = 0
    for gap, text, pen in stretches:
        # Two of the same mark would be one stretch.
        x += gap + bool(not gap and runs and runs[-1][2][-1] == text[0])
        runs.append((0, x, text, pen))
        x += len(text)
    written, *alone = (output(some, is_narrow=False, is_modern=True) for some in (runs, *([run] for run in runs)))
    together, one_by_one = WideScreen(2 * x + 2, 1), WideScreen(2 * x + 2, 1)
    pyte.Stream(together).feed(written)
    pyte.Stream(one_by_one).feed("".join(alone))
    assert all(seen(together.buffer[0][at]) == seen(one_by_one.buffer[0][at]) for at in range(2 * x + 2))
    assert len(written) <= sum(map(len, alone))


def test_the_frames_and_the_letters_of_all_cells_take_one_change_of_the_pen() -> None:
    line, mark, _ = PENS
    frame = [(y, x, text, line) for y, text in enumerate(("╭──╮", "│", "╰──╯")) for x in (2, 12)]
    marks = sorted([*frame, (1, 5, "a", mark), (1, 9, "│", line), (1, 15, "b", mark), (1, 19, "│", line)])
    written = output(marks, is_narrow=False, is_modern=True)
    assert written.count("38;5;") == 2


def test_a_terminal_that_is_known_to_show_suits_one_cell_wide_is_sent_less() -> None:
    """A menu opened and closed, which dims the table and lights it again."""
    size, session = (80, 24), Session(Game.new(1, FREECELL))
    sent = {}
    for is_narrow in (False, True):
        shown = stack_of(Backdrop(session, UNICODE))
        with terminal(size, 256) as made:
            made.is_narrow = is_narrow
            whole = made.draw(shown.render(size))
            shown.push(deal_prompt(shown))
            opened = made.draw(shown.render(size))
            shown.close_screen()
            closed = made.draw(shown.render(size))
        sent[is_narrow] = (whole, opened, closed)
        assert max(opened, closed) < whole
    assert all(less < 0.8 * more for less, more in zip(sent[True], sent[False], strict=True)), sent


@pytest.mark.parametrize("highlights", [False, True])
def test_what_is_drawn_again_costs_next_to_nothing_and_a_step_of_the_cursor_little(
    *, highlights: bool, subtests: pytest.Subtests
) -> None:
    size = (80, 24)
    session = Session(Game.new(1, FREECELL))
    session.highlights = highlights
    shown = stack_of(Backdrop(session, UNICODE))
    limits: dict[Colours, int] = {1: 600, 16: 800, 88: 800, 256: 1200, 16777216: 2000}
    for colours, limit in limits.items():
        with subtests.test(colours=colours):
            session.point_at(COLUMNS[0])
            session.shows_cursor = True
            with terminal(size, colours) as made:
                whole = made.draw(shown.render(size))
                made.clear()
                assert made.draw(shown.render(size)) == whole
                again = made.draw(shown.render(size))
                assert again < 30
                assert whole > 80 * 24
                for step in (CursorMove.RIGHT, CursorMove.UP, CursorMove.OTHER_ROW, CursorMove.RIGHT, CursorMove.DOWN):
                    session.move_cursor(step)
                    # Some ten cards that go with the one at the cursor take as much again.
                    assert again < made.draw(shown.render(size)) < (2.2 * limit if highlights else limit)


def test_a_whole_block_is_a_blank_without_seams_but_a_faint_one_stays_a_block_as_a_blank_cannot_be_faint() -> None:
    with terminal((2, 1), 1) as screen:
        surface = Surface(2, 1)
        surface.cells(0, 0, "██", ["sheet text", "dimmed card black"])
        screen.draw(surface)
        cells = screen.emulated.buffer[0]
        assert [(cells[x].data, cells[x].reverse) for x in range(2)] == [(" ", True), ("█", False)]


def test_another_theme_is_drawn_at_once_and_whole(subtests: pytest.Subtests) -> None:
    size = (80, 24)
    table = Table(Session(Game.new(1, FREECELL)), UNICODE)
    with terminal(size, 256) as changing, terminal(size, 256) as fresh:
        changing.draw(table.render(size))
        before = changing.picture
        for name in (*themes.names(NOWHERE), "felt"):
            with subtests.test(name=name):
                theme = themes.load(name, NOWHERE)
                changing.set_theme(theme)
                fresh.set_theme(theme)
                changing.draw(table.render(size))
                fresh.draw(table.render(size))
                assert changing.picture == fresh.picture
                assert (changing.picture == before) == (name == "felt")


def test_a_frame_is_sent_as_one_where_the_terminal_can_hold_it_back() -> None:
    shown = stack_of(Backdrop(Session(Game.new(1, FREECELL)), UNICODE))
    with terminal((80, 24), 256) as made:
        made.modes.synchronized_output = True
        made.draw(shown.render((80, 24)))
        assert made.sent.startswith("\x1b[?2026h\x1b[?25l")
        assert made.sent.endswith("\x1b[?2026l")


def test_in_gnu_screen_the_colours_of_the_terminal_around_are_not_used(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    for variables, colours in (
        ({"STY": "1.pts", "TERM": "screen-256color"}, 256),
        ({"TERM": "xterm-256color"}, 1 << 24),
    ):
        with subtests.test(variables=variables), monkeypatch.context() as environment:
            environment.delenv("NO_COLOR", raising=False)
            environment.delenv("STY", raising=False)
            for name, value in (variables | {"COLORTERM": "truecolor"}).items():
                environment.setenv(name, value)
            with closing_pipes(Terminal(themes.default())) as made:
                assert made.colors == colours
            assert os.environ["COLORTERM"] == "truecolor"


# What comes in


def cut(text: bytes, places: list[int]) -> list[bytes]:
    ends = sorted({place % (len(text) + 1) for place in places} | {0, len(text)})
    return [text[start:end] for start, end in pairwise(ends)]


@pytest.mark.parametrize(
    ("answer", "told"), [("rgb:ffff/ffff/ffff", [True]), ("rgb:1e/1e/2e", [False]), ("rgba:f/f/e/f", [True]), ("?", [])]
)
def test_a_terminals_background_is_light_or_dark_by_its_answer(answer: str, told: list[bool]) -> None:
    heard: list[bool] = []
    for query in ("\x1b]11;", "\x1b]10;"):
        background = Background(heard.append)
        background.start()
        background.received(query + answer)
    assert heard == told


class Window:
    """A terminal with a background, which tells it, and may tell of changes of any program's."""

    def __init__(self, own: str, *, tells_all: bool = False) -> None:
        self.own = self.shown = own
        self.told: list[bool] = []
        self.background = Background(self.told.append)
        self._tells_all = tells_all
        self.sent = 0

    def take(self, sequences: str) -> None:
        """Do what it is sent; its answers are read at once, as they may be sent more."""
        for command in re.findall(r"\x1b\](11;[^\x1b]*|111)\x1b\\", sequences):
            self.sent += 1
            assert self.sent < 100, "there is no end of it"
            if command == "11;?":
                self.take(self.background.received(f"\x1b]11;{self.shown}\x1b\\"))
                continue
            self.shown = self.own if command == "111" else command.removeprefix("11;")
            if self._tells_all:
                self.report(self.shown)

    def change(self, own: str) -> None:
        """Have another colour from now on, as a desktop that turns dark in the evening."""
        self.own = self.shown = own
        self.report(own)

    def report(self, colour: str) -> None:
        self.take(self.background.received(f"\x1b[?997;{2 if is_light(colour) else 1}n"))

    def want(self, felt: str) -> None:
        self.background.felt = felt
        self.take(self.background.change())


def is_light(colour: str) -> bool:
    return colour[-1] in "fF"


FELTS = ["#0e5a3c", "#b3d2ef", ""]
WINDOWS = ["rgb:ffff/ffff/ffff", "rgb:1e1e/1e1e/2e2e", "rgb:0e0e/5a5a/3c3c", "rgba:00/00/00/80"]


@given(
    own=st.sampled_from(WINDOWS),
    felt=st.sampled_from(FELTS),
    events=st.lists(st.sampled_from(["stop", *FELTS, *WINDOWS]), max_size=8),
    tells_all=st.booleans(),
)
def test_a_window_has_the_felt_while_it_is_wanted_and_its_own_colour_again_at_the_end(
    own: str, felt: str, events: list[str], *, tells_all: bool
) -> None:
    window = Window(own, tells_all=tells_all)
    window.want(felt)
    assert window.shown == own, "nobody has told the colour to come back to"
    window.take(window.background.start())
    for event in events:
        if event == "stop":
            window.take(window.background.stop())
            assert window.shown == window.own
            window.take(window.background.start())
        elif event in WINDOWS:
            # A report of what the felt is as well may be about the felt.
            if is_light(event) not in (is_light(window.own), is_light(window.shown)):
                window.change(event)
        else:
            window.want(event)
        assert window.told[-1] is is_light(window.own)
    window.take(window.background.stop())
    assert window.shown == window.own


def test_a_felt_that_a_killed_game_has_left_is_not_taken_for_the_windows_own() -> None:
    window = Window("rgb:ffff/ffff/ffff")
    window.want("#0e5a3c")
    window.shown = "rgb:0e0e/5a5a/3c3c"
    window.take(window.background.start())
    assert window.told == [True]
    assert window.shown == "#0e5a3c"
    window.take(window.background.stop())
    assert window.shown == "rgb:ffff/ffff/ffff"


@pytest.mark.parametrize(
    ("colours", "variables", "sent"),
    [
        (2**24, {"TERM": "xterm-256color"}, "#0e5a3c"),
        (256, {"TERM": "xterm-256color"}, "#005f00"),
        (2**24, {"TERM": "xterm-kitty"}, "#0e5a3c"),
        (16, {"TERM": "xterm"}, ""),
        (1, {"TERM": "xterm-256color"}, ""),
        (256, {"TERM": "tmux-256color"}, ""),
        (256, {"TERM": "screen-256color"}, ""),
        (256, {"TERM": "xterm-256color", "TMUX": "/tmp/tmux,1,0"}, ""),
        (256, {"TERM": "xterm-256color", "STY": "1.pts-0"}, ""),
        (256, {"TERM": "xterm-256color", "ZELLIJ": "0"}, ""),
        (256, {"TERM": "xterm-256color", "INSIDE_EMACS": "29.1,term:0.96"}, ""),
        (256, {"TERM": "linux"}, ""),
    ],
)
def test_only_a_window_of_the_terminals_own_gets_a_margin_of_felt(
    monkeypatch: pytest.MonkeyPatch, colours: Colours, variables: dict[str, str], sent: str
) -> None:
    for name in ("TMUX", "STY", "ZELLIJ", "INSIDE_EMACS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with terminal((80, 24), colours) as made:
        assert made.has_margin is bool(sent)
        if not sent:
            return
        made.follow_background(lambda _: None)
        made.set_felt_margin(enable=True)
        assert made._background is not None  # noqa: SLF001 - it starts where the screen does
        made._background.start()  # noqa: SLF001 - likewise
        made.sent = ""
        made.reply_received("\x1b]11;rgb:0000/0000/0000\x1b\\")
        assert made.sent == f"\x1b]11;{sent}\x1b\\"
        made.sent = ""
        made.set_theme(themes.load("midnight", NOWHERE))
        assert made.sent == "\x1b]11;{}\x1b\\".format("#0d1322" if colours > 256 else "#00005f")
        made.sent = ""
        made.set_felt_margin(enable=False)
        assert made.sent == "\x1b]11;rgb:0000/0000/0000\x1b\\"


@pytest.mark.parametrize("number", [signal.SIGUSR1, signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_the_terminal_is_given_back_ends_the_program_in_place_of_line_mode(
    tmp_path: Path, number: signal.Signals
) -> None:
    with seated(tmp_path, Game.new(1)) as seat:
        app = seat.app
        with pytest.raises(urwid.ExitMainLoop):
            app.hand_over()
        assert app.is_handed_over
        with ending_signals(app.loop, app.terminal, app.leave):
            signal.raise_signal(number)
        assert not app.is_handed_over
        assert app._exit_code == number  # noqa: SLF001 - what the program returns then


def test_the_linux_console_does_not_blink_and_gets_no_bright_background(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    table = Table(Session(Game.new(1, FREECELL)), UNICODE)
    table.session.select(COLUMNS[0])
    with terminal((120, 40), 16) as console:
        console.draw(table.render((120, 40)))
        parameters = [part for look in re.findall(r"\x1b\[([\d;]+)m", console.sent) for part in look.split(";")]
    assert {"5", *map(str, range(100, 108))}.isdisjoint(parameters)
    assert "47" in parameters


def test_only_keys_mouse_events_and_pasted_text_reach_the_game() -> None:
    answers: list[object] = []
    texts = ["26 3a", ""]
    read: list[Any] = [
        "3",
        ("cursor position", 5, 7),
        (),
        "begin paste",
        "end paste",
        "window resize",
        ("mouse press", 1, 4, 5),
    ]
    read += [("device attributes", (62, 1)), "end paste", "\u202e", "enter"]
    passed = filter_input(read, [], answers.append, lambda: texts.pop(0), lambda _: False)
    assert passed == ["3", Paste("26 3a"), "window resize", ("mouse press", 1, 4, 5), "enter"]
    assert answers == [(5, 7)]


@pytest.mark.parametrize(
    ("sent", "heard"),
    [
        ("\x1b2", ["esc", "2"]),
        ("3\x1b23", ["3", "esc", "2", "3"]),
        ("\x1b\x1b2", ["esc", "esc", "2"]),
        ("\x1b\r", ["esc", "enter"]),
        ("\x1b\x7f", ["esc", "backspace"]),
        ("\x1b\x1b[A", ["esc", "up"]),
        ("\x1bX", ["esc", "X"]),
        ("\x1b ", ["esc", " "]),
        ("\x1bu", ["meta u"]),  # which the player has given to a command
        ("\x1b[1;3A", ["meta up"]),  # which the Esc key cannot be a part of
        ("\x1b[97;3u", ["meta a"]),
    ],
)
def test_alt_is_what_the_player_has_bound_and_all_else_is_the_esc_key_and_another(sent: str, heard: list[str]) -> None:
    codes, keys = [*sent.encode()], list[Any]()
    while codes:
        found, codes = process_keyqueue(codes, more_available=False)
        keys += found
    raw = [*sent.encode()]
    assert filter_input(keys, raw, lambda _: None, str, lambda key: key == "meta u") == heard


# What is pasted

TYPED = st.sampled_from([b"3", b"a", b"\x1b[A", b"\x1b", b"\x1b[20~", b"\x1b[<0;5;7M", "é".encode()])
PASTED = st.text(st.sampled_from("26 a\n\t\x1b[20~é♥\x00")).map(
    lambda text: b"\x1b[200~" + text.replace("\x1b[201~", "").encode() + b"\x1b[201~"
)


@given(st.lists(TYPED | PASTED, max_size=8), st.lists(st.integers(0, 400), max_size=8))
def test_pasted_text_is_taken_out_wherever_the_reads_are_cut(parts: list[bytes], places: list[int]) -> None:
    pastes = PasteFilter(now=lambda: 100.0)
    left = b"".join(bytes(pastes.without_pastes(piece)) for piece in cut(b"".join(parts), places))
    pasted = [part[6:-6].decode() for part in parts if part.startswith(b"\x1b[200~")]
    assert left == b"".join(b"\x1b[200~\x1b[201~" if part.startswith(b"\x1b[200~") else part for part in parts)
    assert [pastes.pop_text() for _ in pasted] == pasted
    assert pastes.pop_text() == ""


def test_a_paste_may_stall_but_one_whose_end_is_lost_does_not_hold_the_keyboard(subtests: pytest.Subtests) -> None:
    clock = ManualTime()
    pastes = PasteFilter(now=clock)
    for seconds, codes, passed in (
        (0, b"1\x1b[200~26 3a", b"1\x1b[200~"),
        (0.9, b" 7", b""),
        (60, b"b 26 3a 7b 42 41", b""),
        (1.01, b"123456789", b""),
        (1.0, b"\x1b[A", b""),
        (60, b" 1\x1b[201~u", b"\x1b[201~u"),
        (0, b"\x1b[200~26 3a", b"\x1b[200~"),
        (1.01, b"\x1b[24;5~", b"\x1b[24;5~"),
        (0, b"u\x1b[201~\x1b[200~26", b"u\x1b[201~\x1b[200~"),
        (1.01, b"12345678", b"12345678"),
    ):
        with subtests.test(seconds=seconds, codes=codes):
            clock.time += seconds
            assert bytes(pastes.without_pastes(codes)) == passed
    assert [pastes.pop_text(), pastes.pop_text()] == ["26 3a 7b 26 3a 7b 42 41123456789\x1b[A 1", ""]


ANSWERS = (b"\x1b[0n", b"\x1b[?997;2n", b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1b]11;rgb:ff/ff/ff\x07")


@given(
    st.lists(st.sampled_from(ANSWERS) | st.sampled_from([b"26 ", b"\x1b[A", b"\x1b[1;2R", b"\x1b]0;11"]), max_size=8),
    st.lists(st.integers(0, 99), max_size=8),
)
def test_answers_of_the_terminal_are_taken_out_of_a_paste_and_nothing_else_is(
    parts: list[bytes], places: list[int]
) -> None:
    pastes = PasteFilter(now=lambda: 100.0)
    sent = b"\x1b[200~" + b"".join(parts) + b"\x1b[201~"
    left = b"".join(bytes(pastes.without_pastes(piece)) for piece in cut(sent, places))
    assert left == b"\x1b[200~\x1b[201~" + b"".join(part for part in parts if part in ANSWERS)
    assert pastes.pop_text() == b"".join(part for part in parts if part not in ANSWERS).decode()


def test_an_answer_does_not_end_a_paste_that_stalls_and_is_not_lost_with_one_whose_end_is(
    subtests: pytest.Subtests,
) -> None:
    clock = ManualTime()
    pastes = PasteFilter(now=clock)
    for seconds, codes, passed in (
        (0, b"\x1b[200~26", b"\x1b[200~"),
        (2, ANSWERS[0], b""),
        (2, ANSWERS[1] + ANSWERS[0], b""),
        (2, b" 3a\x1b[201~", b"\x1b[201~" + ANSWERS[0] + ANSWERS[1] + ANSWERS[0]),
        (0, b"\x1b[200~26" + ANSWERS[0], b"\x1b[200~"),
        (2, b"u", ANSWERS[0] + b"u"),
    ):
        with subtests.test(seconds=seconds, codes=codes):
            clock.time += seconds
            assert bytes(pastes.without_pastes(codes)) == passed
    assert [pastes.pop_text(), pastes.pop_text()] == ["26 3a", ""]


def test_a_pasted_line_ends_like_any_line_and_of_a_paste_a_megabyte_is_kept(subtests: pytest.Subtests) -> None:
    pastes, many = PasteFilter(), b"2" * MAX_PASTE
    for pasted, kept in (
        (b"26\r3a\r\n4b\n\xff", "26\n3a\n4b\n\ufffd"),
        (many, many.decode()),
        (many + b"6", many.decode()),
    ):
        with subtests.test(pasted=pasted):
            pastes.without_pastes(b"\x1b[200~" + pasted + b"\x1b[201~")
            assert pastes.pop_text() == kept
    assert bytes(pastes.without_pastes(b"\x1b[200~")) == b"\x1b[200~"
    for _ in range(3 * MAX_PASTE // 4096):
        assert pastes.without_pastes(b"26 " * 1365 + b"6") == []
    assert bytes(pastes.without_pastes(b"2\x1b[201~u")) == b"\x1b[201~u"
    assert len(pastes.pop_text()) == MAX_PASTE


def test_a_signal_cuts_no_frame_short_without_a_buffer_of_pythons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    with TextIOWrapper(path.open("wb", buffering=0), "utf-8", write_through=True) as unbuffered:
        monkeypatch.setattr(sys, "stdout", unbuffered)
        with whole_output() as output:
            output.write("♠")
            assert isinstance(output.buffer, BufferedWriter), "Python writes to the other one once"
    assert path.read_text(encoding="utf-8") == "♠"
    with path.open("w", encoding="utf-8") as buffered:
        monkeypatch.setattr(sys, "stdout", buffered)
        assert whole_output() is buffered
        monkeypatch.undo()
