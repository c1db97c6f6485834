"""The program at the table: terminal, screens and controller put together, the loop, and the ways to start."""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from socket import socket, socketpair
from typing import Any, Final, NamedTuple

import urwid

from freecell_tui.controller.advice.transport import BackgroundSolver
from freecell_tui.controller.commands import BY_NAME, execute, make_controller
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.ending import Left, hand_over, running
from freecell_tui.controller.frontend import (
    Action,
    FoundPosition,
    FrontEnd,
    Message,
    SolverTransport,
    Unfinished,
    Watching,
)
from freecell_tui.controller.signals import signals_handled
from freecell_tui.controller.terminal import terminal_name
from freecell_tui.engine import FREECELL, Game
from freecell_tui.engine.positions import StartReading, deal_mark
from freecell_tui.engine.variants import ANY_VARIANT, VariantFilter
from freecell_tui.storage.files import pop_missing_home
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import CardLook, Settings, SettingsFile, is_first_start
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import appearance_from
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs, terminal_glyphs
from freecell_tui.ui.drawing.motion import DURATION_SCALES, FRAME_SECONDS
from freecell_tui.ui.drawing.surface import Size, Surface, fits
from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.keymap import key_name, keymap_from
from freecell_tui.ui.mouse import LEFT_BUTTON, is_wheel
from freecell_tui.ui.navigator import open_dialog, open_screen, title_screen
from freecell_tui.ui.screens.table import PauseScreen, TableScreen
from freecell_tui.ui.stack import Dialog, LessonOffer, Mistakes, OpaqueScreen, Opened, Ui
from freecell_tui.ui.switches import Switches
from freecell_tui.ui.terminal.input import Paste, filter_input
from freecell_tui.ui.terminal.machine import Machine, TerminalGone
from freecell_tui.ui.terminal.screen import Terminal

_SAVE_CLOCK_SECONDS: Final = 10.0
"""The greatest time on the clock that is not saved."""


class Loop(urwid.MainLoop):
    """urwid's loop, which saves and draws after each input."""

    _has_news = True
    """Whether anything may have changed since the last frame."""
    _owes_frame = False
    """Whether a frame was left out because the terminal was behind."""
    _tick: Any = None
    """urwid's handle of the alarm for the clock, or None."""
    _last_wait: Any = None
    """urwid's handle of the alarm for a terminal that is behind, or None."""

    def __init__(self, app: "App") -> None:
        super().__init__(app, screen=app.terminal)  # type: ignore[arg-type]
        self._app, self._controller, self._terminal = app, app.controller, app.terminal

    def input_filter(self, keys: list[Any], raw: list[int]) -> list[Any]:
        terminal = self._terminal
        wanted = filter_input(keys, raw, terminal.cursor_reported, terminal.pastes.pop_text, self._app.has_use_for)
        # Only the screen knows later whether a turn of the wheel scrolls anything.
        self._has_news = self._has_news or not all(is_wheel(key) for key in wanted)
        return wanted

    def process_input(self, keys: Iterable[Any]) -> bool:
        """Pass keys, mouse events and pasted text to the screens.

        A key, a press of the mouse, a paste or a gained focus shows that the player is present. A lost focus shows that
        the player is away.
        """
        controller = self._controller
        for key in keys:
            # The mouse may move and the window be resized without the player.
            tells_presence = key[0] == "mouse press" if isinstance(key, tuple) else key != "window resize"
            if tells_presence:
                if controller.has_game:
                    clock, is_here = controller.session.clock, key != "focus out"
                    self._has_news = self._has_news or clock.is_away == is_here
                    clock.note_presence(is_here=is_here)
                self._app.update_clock()
            if key == "focus out":
                self._app.turn_cards_over()
            if isinstance(key, Paste):
                self._app.paste(self.screen_size or self.screen.get_cols_rows(), key.text)
            elif key not in ("focus in", "focus out"):
                self._has_news = super().process_input([key]) or self._has_news
        return True

    def act(self, action: Callable[[], object]) -> None:
        """Run `action`, and have a frame drawn."""
        self._has_news = True
        action()

    def draw_screen(self) -> None:
        """Save, draw and ask the solver, if an input changed anything.

        A reply of the terminal changes nothing, but may let a frame be drawn that was left out.
        """
        if not (self._has_news or self._owes_frame):
            return
        self._has_news = False
        self._controller.after_input(self._draw)
        if not self._app.opaque.is_up_to_date:
            # The verdict on the screen is stale.
            self._app.call_later(0)
        # The next tick draws the clock's next second, or tries again to save; without either the loop sleeps.
        if self._tick is not None:
            self.remove_alarm(self._tick)
        seconds = self._controller.seconds_to_tick
        self._tick = None if seconds is None else self.set_alarm_in(seconds, self._on_tick)

    def _draw(self) -> bool:
        """Draw a frame, unless the terminal is behind.

        Return whether a frame was drawn.
        A frame that was left out is drawn at the terminal's next reply, or after a time if the reply is lost.
        """
        flow_control = self._terminal.flow_control
        self._owes_frame = flow_control.is_behind
        if self._last_wait is not None:
            self.remove_alarm(self._last_wait)
            self._last_wait = None
        if self._owes_frame:
            self._last_wait = self.set_alarm_in(flow_control.seconds_left, lambda *_: None)
            return False
        screen = self._app.opaque
        window_name = "FreeCell"
        if self._controller.has_game and screen.names_game:
            session = self._controller.session
            name = f"{session.name} - " if session.name else ""
            window_name = ASCII.displayable(f"{name}{session.game.variant.title} {deal_mark(session.game.deal)}")
        self._terminal.name_window(window_name)
        if screen.motion is not None:
            screen.motion.duration_scale = self._app.duration_scale / screen.speed
        super().draw_screen()
        if screen.is_moving:
            self._app.call_later(FRAME_SECONDS)
        elif self._app.top is screen:
            screen.on_rest()
        if not gc.isenabled():
            # Objects made for the first frame stay: no collection needs to look at them.
            gc.freeze()
            gc.enable()
        return True

    def _on_tick(self, *_: object) -> None:
        self._has_news = True
        self._tick = None
        controller = self._controller
        if controller.has_game and controller.table.autosave.unsaved_seconds >= _SAVE_CLOCK_SECONDS:
            controller.save_now()
        if controller.has_game and controller.session.clock.is_idle:
            self._app.turn_cards_over()


@contextmanager
def ending_signals(loop: urwid.MainLoop, terminal: Machine, leave: Callable[[int], None]) -> Iterator[None]:
    """Call `leave` in the loop with the number of an ending signal."""
    reader, writer = socketpair()
    with reader, writer:
        writer.settimeout(0)
        loop.watch_file(reader.fileno(), lambda: leave(reader.recv(1)[0]))
        with terminal.woken_by_signals(writer), signals_handled(partial(_send_number, writer)):
            yield
        # One that came while the terminal was given back ends the program, too: line mode may be next.
        reader.settimeout(0)
        with suppress(BlockingIOError, urwid.ExitMainLoop):
            leave(reader.recv(1)[0])


def _send_number(writer: socket, number: int, _frame: Any) -> None:
    with suppress(OSError):
        writer.send(bytes([number]))


_PATIENCE_SECONDS: Final = 0.5
"""The longest time that a change of every cell may take, for looks alone."""


class App(Ui):
    """The front end at the table."""

    has_screen = True
    is_handed_over = False
    how_to_agree = "repeat it"
    _is_light = False
    """Whether the terminal's background is light."""
    _exit_code = 0
    _table: TableScreen | None = None
    _pending_message: Message | None = None
    """A message from before the first screen, for the next screen to show."""

    def __init__(self, make_controller: Callable[[FrontEnd], Controller], glyphs: Glyphs) -> None:
        """Make the program, with the controller that `make_controller` returns.

        `glyphs` are the characters that the terminal can show.
        """
        super().__init__()
        self.controller = controller = make_controller(self)
        self._terminal_glyphs = glyphs
        self._likes_motion = not os.environ.get("NO_MOTION")
        self.terminal = Terminal(themes.default())
        if glyphs.suits == UNICODE.suits and controller.settings.cards not in (CardLook.PICTURES, CardLook.ASCII):
            self.terminal.on_wide_suits = self._use_ascii
        self.terminal.on_start = self.update_clock
        self.terminal.on_stop = partial(controller.set_clock, runs=False)
        self.loop = Loop(self)
        self.switches = Switches(self)
        controller.preferences.use(controller.settings)

    @property
    def has_fades(self) -> bool:
        return self.terminal.colors >= palette.MANY and self.can_change_all

    @property
    def can_change_all(self) -> bool:
        columns, rows = self.terminal.get_cols_rows()
        # A dimmed table in 256 colours takes 2.3 bytes a cell.
        return self.terminal.flow_control.seconds_for(int(columns * rows * 2.3)) <= _PATIENCE_SECONDS

    @property
    def duration_scale(self) -> float:
        """The duration of motion, as a multiple of the normal duration.

        0 turns motion off.
        """
        if self.terminal.flow_control.is_slow or not self._likes_motion:
            return 0.0
        return DURATION_SCALES[self.controller.settings.animation]

    @property
    def table_screen(self) -> TableScreen:
        """The screen of the game on the table, kept while not shown."""
        if self._table is None:
            self._table = TableScreen(self)
            if self.screens:
                self._table.table.motion.deals_first = True
        return self._table

    def run(self) -> Left:
        """Play until the player leaves, or line mode takes over.

        The game is closed even if leaving the terminal fails.
        """
        with (
            running(self.controller),
            ending_signals(self.loop, self.terminal, lambda number: self.leave(128 + number)),
        ):
            self.controller.start()
            try:
                self.loop.run()
            except TerminalGone:
                with suppress(TerminalGone):
                    self.terminal.stop()
        for screen in self.screens:
            if isinstance(screen, Dialog):
                screen.scope.close()
        return self.controller if self.is_handed_over else self._exit_code

    def show(self, what: Opened, about: str = "") -> None:
        if what in ("table", "pause", "won", "given-up"):
            self.controller.advisor.cancel()
            self._show_alone(self.table_screen)
        match what:
            case "table":
                pass
            case "pause":
                self.table_screen.table.motion.end()
                self.push(PauseScreen(self))
            case "title":
                self.open_title()
            case "lesson" | Watching() | LessonOffer():
                open_screen(self, what)
            case "won":
                if self.controller.settings.bell_on_win:
                    self.ring_bell()
                if self.duration_scale:
                    open_screen(self, self.table_screen)
                else:
                    # The won table is drawn first: saving and counting the win may take longer than a frame.
                    self.call_later(0, self.ask_what_next)
            case _:
                open_dialog(self, what, about)

    def turn_cards_over(self) -> None:
        """Pause while the player is away, if looking at the cards counts."""
        if self.controller.has_game and self.controller.table.looks_count and not self.opaque.hides_cards:
            self.show("pause")

    def open_title(self, variants: VariantFilter = ANY_VARIANT) -> None:
        """Show the title screen, which offers to resume the unfinished game.

        Without a game it offers the latest unfinished one of some variants.
        """
        self.controller.save_now()
        self.controller.advisor.cancel()
        self._show_alone(title_screen(self, variants))

    def _show_alone(self, screen: OpaqueScreen) -> None:
        """Open a screen in place of all open screens, with the pending message, if any."""
        screen.notify(self._pending_message)
        self._pending_message = None
        self.reset(screen)

    def demonstrate(self) -> None:
        if self.duration_scale and not os.environ.get("SSH_CONNECTION"):
            open_screen(self, None)

    def _changed(self) -> None:
        super()._changed()
        self.switches.screen_changed()

    def keypress(self, size: Size, key: str) -> str | None:
        if fits(size) and self.switches.takes(key):
            return None
        unused = super().keypress(size, key)
        self.switches.restart_clock()
        return unused

    def mouse_event(self, size: Size, event: str, button: int, col: int, row: int, focus: bool = True) -> bool:
        if self.switches.is_scanning and button == LEFT_BUTTON and fits(size):
            if event == "mouse press":
                self.switches.press()
            return True
        return super().mouse_event(size, event, button, col, row, focus)

    def render(self, size: Size, focus: bool = True) -> Surface:
        surface = super().render(size, focus)
        if fits(size) and (text := self.switches.bar_text):
            y, text = size[1] - 1, self.glyphs.displayable(text)
            surface.fill(0, y, size[0], 1, "chosen title")
            surface.text(1, y, text, "chosen title")
            surface.cursor = 1, y
        return surface

    def ring_bell(self) -> None:
        self.terminal.ring_bell()

    def ask_what_next(self) -> None:
        """Record the win, and ask about the next game.

        The win is counted first, as the dialog shows which records it broke.
        """
        self.controller.save_now()
        open_dialog(self, "won")

    def notify(self, message: Message | None) -> None:
        """Show a message on the opaque screen, or clear the last message.

        Before the first screen, the message waits.
        """
        if self.screens:
            self.opaque.notify(message)
            if message is not None and isinstance(self.top, Dialog):
                # For three seconds a refusal takes the place of a dialog's keys.
                self.call_later(3.0, partial(self._expire, message))
        else:
            self._pending_message = message

    def _expire(self, message: Message) -> None:
        self.expired_message = message

    def how_to(self, command: str) -> str:
        if key := self.keymap.named(command):
            return f"press {key}"
        row, key = BY_NAME[command], self.keymap.named("commands")
        return f"press {key} and choose “{row.title}”" if key and not row.lines_only else ""

    @property
    def theme_names(self) -> Sequence[str]:
        return [*themes.names(themes.user_folder()), themes.AUTO]

    @property
    def colours(self) -> Mapping[str, str]:
        return self.appearance.colours

    def settings_changed(self) -> None:
        settings, glyphs = self.controller.settings, self._terminal_glyphs
        self.keymap, self.refused_keys = keymap_from(settings)
        self.glyphs, self.appearance, problem = appearance_from(settings, glyphs, is_light=self._is_light)
        if self.terminal.colors == 1:
            self.glyphs = self.glyphs.for_one_colour()
        if settings.screen_reader:
            self.glyphs = self.glyphs.without_lines()
        if problem:
            self.notify(Message(problem, "refusal"))
        self.terminal.set_theme(self.appearance.theme)
        self.terminal.writes_whole = settings.screen_reader
        has_felt_margin = settings.felt_margin and self.terminal.has_margin and not self.appearance.theme.is_terminals
        if settings.theme == themes.AUTO or has_felt_margin:
            self.terminal.follow_background(self._use_background)
        self.terminal.set_felt_margin(has_felt_margin)
        for screen in {self._table, self.opaque} if self.screens else {self._table}:
            if screen is not None:
                screen.settings_changed()
        self.terminal.set_motion_tracking(settings.mouse and settings.warn)
        self.update_mouse()
        if self.screens:
            self.switches.screen_changed()

    def update_mouse(self) -> None:
        self.loop.handle_mouse = self.wants_mouse
        if self.terminal.started:
            self.terminal.set_mouse_tracking(self.wants_mouse)

    def send(self, sequence: str) -> bool:
        self.terminal.write(sequence)
        self.terminal.flush()
        return True

    def redraw(self) -> None:
        self.terminal.clear()

    def solver(self) -> SolverTransport:
        return BackgroundSolver(self._watch, self.call_later, lambda sentence: self.notify(Message(sentence)))

    def _watch(self, descriptor: int, action: Action | None) -> None:
        if action is None:
            self.loop.remove_watch_file(descriptor)
        else:
            self.loop.watch_file(descriptor, partial(self.loop.act, action))

    def call_later(self, seconds: float, action: Action = lambda: None) -> None:
        self.loop.set_alarm_in(seconds, lambda *_: self.loop.act(action))

    def leave(self, exit_code: int = 0) -> None:
        self._exit_code, self.is_handed_over = exit_code, False
        raise urwid.ExitMainLoop

    def hand_over(self) -> None:
        self.is_handed_over = True
        raise urwid.ExitMainLoop

    def _use_background(self, is_light: bool) -> None:
        """Let the theme be for a light or a dark background, if it follows the background."""
        if is_light != self._is_light:
            self._is_light = is_light
            if self.controller.settings.theme == themes.AUTO:
                self.settings_changed()

    def _use_ascii(self) -> None:
        """Draw in ASCII: the terminal shows suits and lines two cells wide."""
        self._terminal_glyphs = ASCII
        self.settings_changed()
        self.terminal.clear()


class TableLauncher(NamedTuple):
    """The ways to start at the table.

    Each returns how the table was left.
    """

    store: SaveStore
    settings: Settings
    file: SettingsFile
    problems: tuple[str, ...] = ()
    """The mistakes in the settings, one sentence each."""

    def deal(self, game: Game) -> Left:
        """Play a new game, or ask about the deal's unfinished game."""
        save_file, saved = self.store.find_unfinished(game) or (None, SavedGame(game))
        app = self._app(saved, save_file)
        if saved.game.moves_made:
            app.show(Unfinished(saved))
        elif game.variant != FREECELL:
            is_chosen = self.file.load().settings.new_game_variant == game.variant
            start = "New games are" if is_chosen else "Until you quit, new games are"
            menu_key, keys = app.keymap.named("menu"), app.keymap.in_dialog("variants")
            change = f" Press {menu_key}, then {key_name(keys[0])} to change that." if menu_key and keys else ""
            app.notify(Message(f"{start} {game.variant.full_title}.{change}"))
        if save_file is None:
            _add_refusal(app, [self.store.folder_problem()])
        return self._run(app)

    def position(self, reading: StartReading) -> Left:
        """Play a position, and ask about its unfinished game, or about the deal that it is."""
        game = Game.new(reading.start, reading.variant)
        save_file, saved = self.store.find_unfinished(game) or (None, SavedGame(game))
        app = self._app(saved, save_file)
        if saved.game.moves_made:
            app.show(Unfinished(saved))
        elif reading.number is not None:
            app.show(FoundPosition(reading, is_on_table=True))
        else:
            app.notify(Message(" ".join(filter(None, [reading.sentence, reading.note]))))
        return self._run(app)

    def resume(self, save_file: SaveFile, saved: SavedGame, errors: Sequence[SaveError] = (), notice: str = "") -> Left:
        app = self._app(saved, save_file)
        _add_refusal(app, [notice, app.controller.entrances.describe_unreadable(errors)])
        return self._run(app)

    def welcome(self, variants: VariantFilter) -> Left:
        app = self._at_title(variants)
        if is_first_start(self.store.folder, self.file.path):
            app.show(LessonOffer())
        return self._run(app)

    def execute(self, command: str, text: str = "", game: Game | None = None, notice: str = "") -> Left:
        """Execute a command over the title screen.

        `notice` is a sentence to show, or ''. A `game` is of use to line mode alone.
        """
        app = self._at_title()
        execute(app.controller, BY_NAME[command], text)
        _add_refusal(app, [notice])
        return self._run(app)

    def replay(self, saved: SavedGame, note: str = "") -> Left:
        app = self._app()
        app.show(Watching(saved, note))
        return self._run(app)

    def take_over(self, controller: Controller, *, verdict: bool) -> Left:
        """Go on with the game of line mode."""
        app = App(
            partial(hand_over, controller=controller), terminal_glyphs(sys.stdout.encoding, terminal_name(os.environ))
        )
        controller.preferences.hand_over(self.file, verdict=verdict)
        app.show_table()
        app.notify(Message(f"The table; {app.how_to('lines')} for line mode."))
        if controller.lesson is not None:
            app.show("lesson")
        return app.run()

    def _app(self, saved: SavedGame | None = None, save_file: SaveFile | None = None) -> App:
        make = partial(make_controller, store=self.store, settings=self.settings, settings_file=self.file)
        app = App(make, terminal_glyphs(sys.stdout.encoding, terminal_name(os.environ)))
        if saved is not None:
            app.controller.put_on_table(saved, save_file)
            app.show_table()
        return app

    def _at_title(self, variants: VariantFilter = ANY_VARIANT) -> App:
        app = self._app()
        app.open_title(variants)
        return app

    def _run(self, app: App) -> Left:
        """Show the mistakes in the settings, and play.

        One mistake is shown in the bar; several, or one on a screen without a bar, in a dialog.
        """
        _add_refusal(app, [pop_missing_home()])
        if len(self.problems) == 1:
            _add_refusal(app, self.problems)
        if len(self.problems) > 1 or (self.problems and app.opaque.message is None):
            app.show(Mistakes(self.file.path.name, self.problems))
        return app.run()


def _add_refusal(app: App, sentences: Sequence[str]) -> None:
    """Show sentences after the message on the screen.

    Empty sentences are left out.
    """
    if any(sentences):
        message = app.opaque.message
        before = [message.text] if message else []
        app.notify(Message(" ".join(filter(None, [*before, *sentences])), "refusal"))
