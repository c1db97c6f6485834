"""The program without its terminal: keys and mouse go in as urwid hands them on, and the picture can be looked at."""

import random
import select
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import urwid

from freecell_tui.controller.commands import BY_NAME, make_controller
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.ending import close_solvers
from freecell_tui.controller.frontend import FrontEnd, Message, ScreenName
from freecell_tui.controller.play.game import Clock
from freecell_tui.controller.play.replay import Replay
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.times import Times
from freecell_tui.engine import FREECELL, Game
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS, AnimationSpeed, Settings, SettingsFile
from freecell_tui.ui.app import App
from freecell_tui.ui.drawing.glyphs import UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.motion import Motion
from freecell_tui.ui.screens.replay import ReplayScreen
from freecell_tui.ui.screens.table_widget import Table
from freecell_tui.ui.stack import Dialog, OpaqueScreen, Opened
from freecell_tui.ui.terminal.input import Paste
from support.games import played
from support.outcomes import Outcome, how_to, saves_in
from support.pty_terminal import DEADLINE
from support.screenshots import Picture, rendered
from support.solutions import STANDARD

Point = tuple[int, int]

NO_VERDICT = Settings(verdict=False)
"""Settings with which the solver is not asked unless the player asks."""

DIALOGS: tuple[ScreenName, ...] = (
    *("menu", "won", "give-up", "given-up"),
    *("games", "bookmarks", "map", "help", "settings"),
    *("daily", "journeys", "tournaments", "statistics"),
    *("review", "variants", "difficulty"),
)
"""The dialogs in which no text is typed."""


def by_name(command: str) -> tuple[str, ...]:
    """The keys that give a command, whether it has one of its own or not: its title, in the list of everything."""
    return (":", *BY_NAME[command].title, "enter")


def after(number: int, moves: int) -> Game:
    """A deal of FreeCell, so many moves into its solution."""
    return played(Game.new(number, FREECELL), " ".join(STANDARD[number].split()[:moves]))


Alarm = tuple[float, int, Callable[[], Any]]


class Timetable(urwid.EventLoop):
    """urwid's event loop with a clock of its own: nothing happens before the test lets it.

    `now` is its time in seconds. An alarm is when it is due, its number and what it does.
    """

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.alarms: list[Alarm] = []
        self.watched: dict[int, Callable[[], Any]] = {}
        self._numbers = count()

    def alarm(self, seconds: float, callback: Callable[[], Any]) -> Alarm:
        self.alarms.append((self.now + seconds, next(self._numbers), callback))
        return self.alarms[-1]

    def remove_alarm(self, handle: Alarm) -> bool:
        is_there = handle in self.alarms
        if is_there:
            self.alarms.remove(handle)
        return is_there

    def watch_file(self, fd: int, callback: Callable[[], Any]) -> int:
        self.watched[fd] = callback
        return fd

    def remove_watch_file(self, handle: int) -> bool:
        return self.watched.pop(handle, None) is not None

    def enter_idle(self, callback: Callable[[], Any]) -> Callable[[], Any]:
        """Never call it: the test draws."""
        return callback

    def remove_enter_idle(self, handle: object) -> bool:
        return callable(handle)

    def run(self) -> None:
        raise NotImplementedError

    def ring_next(self, before: float) -> bool:
        """Do what is due first, if it is due by a time; return whether anything was."""
        first = min(self.alarms, default=None)
        if first is None or first[0] > before:
            return False
        self.alarms.remove(first)
        self.now = max(self.now, first[0])
        first[2]()
        return True

    def read(self, seconds: float) -> bool:
        """Wait so long in real time for something to read, and have it read; return whether there was anything."""
        ready, _, _ = select.select(list(self.watched), [], [], seconds)
        for descriptor in ready:
            self.watched[descriptor]()
        return bool(ready)


class Seat:
    """A player at the table. `sent` is what the terminal was sent; `clock` stands still until the test moves it."""

    def __init__(self, app: App, size: Point) -> None:
        self.app = app
        self.size = size
        self.has_left = False
        self.sent = StringIO()
        app.terminal.write = self.sent.write  # type: ignore[method-assign,assignment]
        app.terminal.flush = self.sent.flush  # type: ignore[method-assign]
        self.clock = Timetable()
        app.loop.event_loop = self.clock

    @property
    def controller(self) -> Controller:
        return self.app.controller

    @property
    def session(self) -> Session:
        return self.controller.session

    @property
    def table(self) -> Table:
        """The widget of the game being played."""
        return self.app.table_screen.table

    @property
    def dialog(self) -> Dialog | None:
        """The dialog on top, or None."""
        top = self.app.top
        return top if isinstance(top, Dialog) else None

    @property
    def screen(self) -> OpaqueScreen:
        """The topmost screen that fills the terminal."""
        return self.app.opaque

    @property
    def message(self) -> str:
        message = self.screen.message
        return "" if message is None else message.text

    @property
    def replay(self) -> Replay | None:
        """The replay on the screen."""
        return self.screen.table.replay if isinstance(self.screen, ReplayScreen) else None

    @property
    def layout(self) -> Layout:
        return self.table.layout(self.size)

    @property
    def picture(self) -> Picture:
        return rendered(self.app, self.size)

    @property
    def text(self) -> str:
        return "\n".join(self.picture.text)

    @property
    def chosen_row(self) -> str:
        """The chosen row of the title."""
        return "".join(mark for row in self.picture.rows for mark, role in row if role == "chosen title")

    def place_of(self, text: str) -> Point:
        """Where a text begins on the screen."""
        return self.picture.place_of(text)

    def draw(self) -> None:
        """Do what the loop does after every input: save, draw, let the disk finish, ask the solver."""
        loop = self.app.loop
        loop.input_filter(["window resize"], [])
        loop.screen_size = self.size
        loop.draw_screen()

    def later(self, seconds: float) -> None:
        """Let time pass: everything happens that is due by then, each with the picture after it."""
        end = self.clock.now + seconds
        self.draw()
        with self._leaving():
            while self.clock.ring_next(end):
                self.draw()
        self.clock.now = end
        self.draw()

    def stall(self, seconds: float) -> None:
        """Let time pass in one leap, as on a machine that is busy: what is due by then happens late, and once."""
        self.draw()
        self.clock.now += seconds
        self.later(0)

    def wait(self, condition: Callable[[], bool], what: str = "the screen to change") -> None:
        """Wait, in real time, for what the solver says to lead to something."""
        end = time.monotonic() + DEADLINE
        self.draw()
        while not condition():
            began = time.monotonic()
            if began > end:
                pytest.fail(f"waited for {what} in vain:\n{self.text}")
            with self._leaving():
                self.clock.read(0.05)
            self.later(time.monotonic() - began)

    def see(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.wait(lambda: text in self.text, f"“{text}”")

    def let_cards_fly(self) -> None:
        """Move what moves at the table by the test's clock; without it everything is drawn where it ends."""
        self.table.motion = self.screen.motion = Motion(lambda: self.clock.now)
        self.draw()

    @contextmanager
    def _leaving(self) -> Iterator[None]:
        try:
            yield
        except urwid.ExitMainLoop:
            self.has_left = True

    def open(self, screen: Opened, about: str = "") -> None:
        self.app.show(screen, about)
        if screen == "won":
            self.later(1)  # before that it takes no key

    def press(self, *keys: str) -> None:
        for key in keys:
            with self._leaving():
                self.app.keypress(self.size, key)

    def give(self, *events: str | tuple[str, int, int, int]) -> None:
        """Let keys and mouse events arrive in one write: nothing is drawn before the last of them."""
        self.app.loop.screen_size = self.size
        with self._leaving():
            self.app.loop.process_input(list(events))

    def paste(self, text: str) -> None:
        """Paste a text into the terminal."""
        self.app.loop.screen_size = self.size
        with self._leaving():
            self.app.loop.process_input([Paste(text)])

    def mouse(self, event: str, button: int, at: Point) -> None:
        with self._leaving():
            self.app.mouse_event(self.size, event, button, *at)

    def click(self, at: Point) -> None:
        self.mouse("mouse press", 1, at)
        self.mouse("mouse release", 0, at)

    def drag(self, start: Point, end: Point) -> None:
        self.mouse("mouse press", 1, start)
        self.mouse("mouse drag", 1, end)
        self.mouse("mouse release", 0, end)


@contextmanager
def seated(  # noqa: PLR0913 - all that a player brings along
    folder: Path,
    game: Game | SavedGame | None,
    *,
    app_type: type[App] = App,
    glyphs: Glyphs = UNICODE,
    size: Point = (80, 24),
    colour: bool = True,
    settings: Settings = DEFAULTS,
    file: SettingsFile | None = None,
    times: Times | None = None,
) -> Iterator[Seat]:
    """Sit down to a game, or without one at the title; saves go to `folder`, and so does the file of settings."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TERM", "xterm-256color")
        environment.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        environment.delenv("NO_COLOR", raising=False)
        if not colour:
            environment.setenv("NO_COLOR", "1")

        def begin(frontend: FrontEnd) -> Controller:
            kept = file or SettingsFile(folder / "settings.toml")
            return make_controller(frontend, SaveStore(folder), settings, kept, times)

        app = app_type(begin, glyphs)
        if game is None:
            app.open_title()
        else:
            app.controller.put_on_table(game if isinstance(game, SavedGame) else SavedGame(game))
            # However busy the machine is, a picture of this game tells the same time.
            app.controller.session.clock = Clock(app.controller.session.clock.elapsed, now=lambda: 0.0)
            app.show_table()
    try:
        yield Seat(app, size)
    finally:
        close_solvers(app.controller)
        if app.controller.picture is not None:
            app.controller.picture.finish(DEADLINE)
        terminal = app.terminal
        for end in (terminal._resize_pipe_rd, terminal._resize_pipe_wr):  # noqa: SLF001 - urwid leaves them open
            end.close()


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    """A player in a game who has not asked for verdicts."""
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        yield seat


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Seat]:
    """A player at a new deal."""
    with seated(tmp_path, Game.new(1), settings=NO_VERDICT) as seat:
        yield seat


@pytest.fixture
def at_title(tmp_path: Path) -> Iterator[Seat]:
    """A player at the title screen."""
    with seated(tmp_path, None, settings=NO_VERDICT) as seat:
        yield seat


class _NeutralApp(App):
    """The table, which keeps what is said, and names commands as every front end does here."""

    def __init__(self, begin: Callable[[FrontEnd], Controller], glyphs: Glyphs) -> None:
        self.messages: list[Message] = []
        super().__init__(begin, glyphs)

    def how_to(self, command: str) -> str:
        return how_to(command)

    def notify(self, message: Message | None) -> None:
        if message is not None and message.severity != "progress":
            self.messages.append(message)
        super().notify(message)


def is_progress(message: Message | None) -> bool:
    """Whether a message only tells that something goes on, which line mode waits for."""
    return message is not None and message.text.endswith("…")


def run_by_key(folder: Path, saved: SavedGame, keys: Sequence[str], own: Mapping[str, Sequence[str]]) -> Outcome:
    """Press keys in a saved game; commands may have keys of their `own`."""
    random.seed(1)
    settings = Settings(verdict=False, animation=AnimationSpeed.OFF, keys={name: tuple(own[name]) for name in own})
    with seated(folder, saved, settings=settings, app_type=_NeutralApp) as seat:
        app = seat.app
        assert isinstance(app, _NeutralApp)
        seat.press(*keys)
        seat.draw()
        seat.wait(lambda: not seat.controller.advisor.is_busy, "the solver")
        seat.wait(lambda: not is_progress(seat.session.message), "what is looked for beside the game")
        said = seat.session.message
        if said is not None and said not in app.messages:
            app.messages.append(said)
        seat.draw()
        sentences = tuple(message.text for message in app.messages if not is_progress(message))
        return Outcome(seat.session.game, sentences, saves_in(folder))
