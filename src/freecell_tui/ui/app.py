"""The program at the table: how it begins, terminal, screens and controller put together, and the loop."""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, NamedTuple

import urwid

from freecell_tui.controller.advice.transport import BackgroundSolver
from freecell_tui.controller.commands import BY_NAME, execute, make_controller
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.ending import running
from freecell_tui.controller.frontend import (
    Action,
    FrontEnd,
    Message,
    SolverTransport,
    Unfinished,
    Watching,
)
from freecell_tui.controller.signals import signals_handled
from freecell_tui.engine import FREECELL, Game, Variant
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import LESSON_OFFERED, CardLook, Settings, SettingsFile, is_first_start, leave_marker
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import appearance_from
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs, terminal_glyphs
from freecell_tui.ui.drawing.motion import DURATION_SCALES, FRAME_SECONDS
from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.keymap import key_name, keymap_from
from freecell_tui.ui.mouse import is_wheel
from freecell_tui.ui.navigator import open_dialog, open_screen, title_screen
from freecell_tui.ui.screens.table import PauseScreen, TableScreen
from freecell_tui.ui.stack import Dialog, LessonOffer, Mistakes, OpaqueScreen, Opened, Ui
from freecell_tui.ui.terminal.input import Paste, filter_input
from freecell_tui.ui.terminal.screen import Terminal, TerminalGone

# urwid's loop, in which nothing is shown before it is saved.

_SAVE_CLOCK_SECONDS: Final = 10.0


class Loop(urwid.MainLoop):
    """Waits for input, and after each lets the controller see to the save, the picture and the solver."""

    _has_news = True
    _owes_frame = False
    _tick: Any = None
    _last_wait: Any = None

    def __init__(self, app: "App") -> None:
        super().__init__(app, screen=app.terminal)  # type: ignore[arg-type]
        self._app, self._controller, self._terminal = app, app.controller, app.terminal

    def input_filter(self, keys: list[Any], raw: list[int]) -> list[Any]:
        terminal = self._terminal
        wanted = filter_input(keys, raw, terminal.cursor_reported, terminal.pastes.pop_text, self._app.has_use_for)
        # Of the wheel it is known only later whether there is anything to scroll.
        self._has_news = self._has_news or not all(is_wheel(key) for key in wanted)
        return wanted

    def process_input(self, keys: Iterable[Any]) -> bool:
        """Hand keys, mouse events and pasted text to the screens; each shows that the player is here."""
        controller = self._controller
        for key in keys:
            # A mouse that moves and another size of the window may not come from the player.
            shows_presence = key[0] == "mouse press" if isinstance(key, tuple) else key != "window resize"
            if shows_presence:
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
        self._has_news = True
        action()

    def draw_screen(self) -> None:
        """See to what an input has led to, if anything has.

        An answer of the terminal changes nothing, but one may come between a key and its picture.
        """
        if not (self._has_news or self._owes_frame):
            return
        self._has_news = False
        self._controller.after_input(self._draw)
        if not self._app.opaque.is_up_to_date:
            # There is another verdict than the one in the picture.
            self._app.call_later(0)
        # Draw again when the clock shows another second, and try again to save; where neither is due, sleep.
        if self._tick is not None:
            self.remove_alarm(self._tick)
        seconds = self._controller.seconds_to_tick
        self._tick = None if seconds is None else self.set_alarm_in(seconds, self._on_tick)

    def _draw(self) -> bool:
        """Draw, unless the terminal is behind. Return whether it was drawn.

        The terminal's next answer leads here again, and if it is lost, the end of the time that it has.
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
        named = "FreeCell"
        if self._controller.has_game and screen.names_game:
            session = self._controller.session
            name = f"{session.name} - " if session.name else ""
            named = ASCII.displayable(f"{name}{session.game.variant.title} #{session.game.deal}")
        self._terminal.name_window(named)
        if screen.motion is not None:
            screen.motion.duration_scale = self._app.duration_scale / screen.speed
        super().draw_screen()
        if screen.is_moving:
            self._app.call_later(FRAME_SECONDS)
        elif self._app.top is screen:
            screen.on_rest()
        if not gc.isenabled():
            # What was loaded for the first frame stays.
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
def ending_signals(loop: urwid.MainLoop, leave: Callable[[int], None]) -> Iterator[None]:
    """Call `leave` from within the loop with the number of a signal that ends a program."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)

    def write(number: int, _frame: Any) -> None:
        with suppress(OSError):
            os.write(writer, bytes([number]))

    loop.watch_file(reader, lambda: leave(os.read(reader, 1)[0]))
    try:
        with signals_handled(write):
            yield
    finally:
        os.close(reader)
        os.close(writer)


_PATIENCE_SECONDS: Final = 0.5


class App(Ui):
    """A front end of the controller, which `begin` makes for it: urwid, a stack of screens, keys and a look."""

    has_screen = True
    how_to_agree = "repeat it"
    _is_light = False
    _exit_code = 0
    _table: TableScreen | None = None
    _unsaid: Message | None = None

    def __init__(self, begin: Callable[[FrontEnd], Controller], glyphs: Glyphs) -> None:
        super().__init__()
        self.controller = controller = begin(self)
        self._terminal_glyphs = glyphs
        self._likes_motion = not os.environ.get("NO_MOTION")
        self.terminal = Terminal(themes.default())
        if glyphs.suits == UNICODE.suits and controller.settings.cards not in (CardLook.PICTURES, CardLook.ASCII):
            self.terminal.on_wide_suits = self._use_ascii
        self.terminal.on_start = self.update_clock
        self.terminal.on_stop = partial(controller.set_clock, runs=False)
        self.loop = Loop(self)
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
        """How long motion takes, as a multiple of the normal time; 0 for none."""
        if self.terminal.flow_control.is_slow or not self._likes_motion:
            return 0.0
        return DURATION_SCALES[self.controller.settings.animation]

    @property
    def table_screen(self) -> TableScreen:
        """The table of the game being played, which is kept between two visits."""
        if self._table is None:
            self._table = TableScreen(self, self.terminal.ring_bell)
            if self.screens:
                self._table.table.motion.deals_first = True
        return self._table

    def run(self) -> int:
        """Play until the player leaves; return the exit code."""
        # Whatever fails on the way out, the game is closed.
        with running(self.controller), ending_signals(self.loop, lambda number: self.leave(128 + number)):
            self.controller.start()
            try:
                self.loop.run()
            except TerminalGone:
                with suppress(TerminalGone):
                    self.terminal.stop()
        for screen in self.screens:
            if isinstance(screen, Dialog):
                screen.scope.close()
        return self._exit_code

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
                    self.terminal.ring_bell()
                if self.duration_scale:
                    open_screen(self, self.table_screen, self._ask_what_next)
                else:
                    # The win is drawn first, then saved and counted, before it is known what it is worth.
                    self.call_later(0, self._ask_what_next)
            case _:
                open_dialog(self, what, about)

    def turn_cards_over(self) -> None:
        """Pause a game of which no card may be seen while its clock stands: the player is away."""
        if self.controller.has_game and self.controller.table.looks_count and not self.opaque.hides_cards:
            self.show("pause")

    def open_title(self, fits: Callable[[Variant], bool] = lambda _: True) -> None:
        """Show the title screen. The game is kept, and can be resumed there until it is won.

        Without one, the last unfinished game can be, of those whose variant `fits`.
        """
        self.controller.save_now()
        self.controller.advisor.cancel()
        self._show_alone(title_screen(self, fits, self._demonstrate))

    def _show_alone(self, screen: OpaqueScreen) -> None:
        """Show a screen and nothing else, with the message that could not be shown before there was one."""
        screen.notify(self._unsaid)
        self._unsaid = None
        self.reset(screen)

    def _demonstrate(self) -> None:
        """Let a solved game play by itself, unless nothing is to move or it would have to come over a line."""
        if self.duration_scale and not os.environ.get("SSH_CONNECTION"):
            open_screen(self, None)

    def _ask_what_next(self) -> None:
        """Ask what to do after a win; it is counted first, so that it is known what it is worth."""
        self.controller.save_now()
        open_dialog(self, "won")

    def notify(self, message: Message | None) -> None:
        """Say something on the screen that fills the terminal, as soon as there is one."""

        def note_read() -> None:
            self.expired_message = message

        if self.screens:
            self.opaque.notify(message)
            if message is not None and isinstance(self.top, Dialog):
                self.call_later(3.0, note_read)  # how long a refusal stands in place of a dialog's keys
        else:
            self._unsaid = message

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
        if problem:
            self.notify(Message(problem, "refusal"))
        self.terminal.set_theme(self.appearance.theme)
        if settings.theme == themes.AUTO:
            self.terminal.follow_background(self._background_told)
        for screen in {self._table, self.opaque} if self.screens else {self._table}:
            if screen is not None:
                screen.settings_changed()
        self.loop.handle_mouse = settings.mouse
        self.terminal.set_motion_tracking(settings.mouse and settings.warn)
        if self.terminal.started:
            self.terminal.set_mouse_tracking(settings.mouse)

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
        self._exit_code = exit_code
        raise urwid.ExitMainLoop

    def _background_told(self, is_light: bool) -> None:
        """Use the light theme or the dark one, as the terminal's background is."""
        if is_light != self._is_light:
            self._is_light = is_light
            self.settings_changed()

    def _use_ascii(self) -> None:
        """Draw with letters: this terminal shows suits and lines two cells wide."""
        self._terminal_glyphs = ASCII
        self.settings_changed()
        self.terminal.clear()


class TableLauncher(NamedTuple):
    """The ways to the table, each of which returns the exit code; `problems` is what is wrong with the settings."""

    store: SaveStore
    settings: Settings
    file: SettingsFile
    problems: tuple[str, ...] = ()

    def deal(self, game: Game) -> int:
        """Play a new game; if the deal has an unfinished one, ask whether to resume that."""
        save_file, saved = self.store.find_unfinished(game) or (None, SavedGame(game))
        app = self._app(saved, save_file)
        if saved.game.moves_made:
            app.show(Unfinished(saved))
        elif game.variant != FREECELL:
            is_chosen = self.file.load().settings.new_game_variant == game.variant
            which = "New games are" if is_chosen else "Until you quit, new games are"
            how, keys = app.keymap.named("menu"), app.keymap.in_dialog("variants")
            change = f" Press {how}, then {key_name(keys[0])} to change that." if how and keys else ""
            app.notify(Message(f"{which} {game.variant.full_title}.{change}"))
        return self._run(app)

    def resume(self, save_file: SaveFile, saved: SavedGame, errors: Sequence[SaveError] = ()) -> int:
        app = self._app(saved, save_file)
        return self._run(_told(app, [app.controller.entrances.describe_unreadable(errors)]))

    def welcome(self, fits: Callable[[Variant], bool]) -> int:
        app = self._at_title(fits)
        if is_first_start(self.store.folder, self.file.path):
            app.show(LessonOffer(partial(leave_marker, self.store.folder / LESSON_OFFERED)))
        return self._run(app)

    def execute(self, command: str, text: str = "", game: Game | None = None, notice: str = "") -> int:
        """Begin with a command, and a `notice` or ''; the title screen is behind it, whatever the `game`."""
        app = self._at_title()
        execute(app.controller, BY_NAME[command], text)
        return self._run(_told(app, [notice]))

    def replay(self, saved: SavedGame, note: str = "") -> int:
        app = self._app()
        app.show(Watching(saved, note))
        return self._run(app)

    def _app(self, saved: SavedGame | None = None, save_file: SaveFile | None = None) -> App:
        def begin(frontend: FrontEnd) -> Controller:
            return make_controller(frontend, self.store, self.settings, self.file)

        app = App(begin, terminal_glyphs(sys.stdout.encoding, os.environ.get("TERM", "")))
        if saved is not None:
            app.controller.put_on_table(saved, save_file)
            app.show_table()
        return app

    def _at_title(self, fits: Callable[[Variant], bool] = lambda _: True) -> App:
        app = self._app()
        app.open_title(fits)
        return app

    def _run(self, app: App) -> int:
        """Show what is wrong with the settings, and play."""
        # One thing is said in the bar; several, or what the screen has no room for, in a box.
        if len(self.problems) == 1:
            _told(app, self.problems)
        if len(self.problems) > 1 or (self.problems and app.opaque.message is None):
            app.show(Mistakes(self.file.path.name, self.problems))
        return app.run()


def _told(app: App, sentences: Sequence[str]) -> App:
    if any(sentences):
        message = app.opaque.message
        before = [message.text] if message else []
        app.notify(Message(" ".join(filter(None, [*before, *sentences])), "refusal"))
    return app
