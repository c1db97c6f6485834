"""The program at the table: it composes terminal, screens and controller, and fills the controller's port."""

import gc
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import urwid

from freecell_tui.controller.command import execute
from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.controller.messages import Message, Severity
from freecell_tui.engine import Variant
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import appearance_from
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.frames import Frames
from freecell_tui.ui.keymap import KeyMap
from freecell_tui.ui.loop import Loop
from freecell_tui.ui.screen import OpaqueScreen, Screen
from freecell_tui.ui.screens.pause import PauseScreen
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.stack import ScreenStack
from freecell_tui.ui.terminal.screen import Terminal
from freecell_tui.ui.terminal.signals import EndingSignals

if TYPE_CHECKING:
    from freecell_tui.controller.transport import SolverTransport

_OPAQUE: Final = (ScreenRequest.TITLE, ScreenRequest.TABLE, ScreenRequest.REPLAY)
_TICK_SECONDS: Final = 1.0
_SAVE_CLOCK_SECONDS: Final = 10.0


class App:
    """A front end of the controller: urwid, a stack of screens, keys and a look."""

    has_screen = True

    def __init__(self, controller: Controller, glyphs: Glyphs) -> None:
        self.controller = controller
        controller.frontend = self
        self._terminal_glyphs = glyphs
        self._exit_code = 0
        self._table: TableScreen | None = None
        self._unsaid: Message | None = None
        self.terminal = Terminal(themes.default(), on_start=self._update_clock, on_stop=self._stop_clock)
        if glyphs.suits == UNICODE.suits and controller.settings.marks == "auto":
            self.terminal.on_wide_suits = self._use_ascii
        self.has_colour = self.terminal.colors > 1
        self.stack = ScreenStack(self._on_change, self.leave, lambda key: self.keymap.matches(key, "quit"))
        self.frames = Frames(self, self.stack, self.terminal.flow_control)
        self.loop = Loop(self.stack, self.terminal, controller, self.frames)
        controller.use_settings(controller.settings)
        if controller.has_game:
            self.open(ScreenRequest.TABLE)

    def run(self) -> int:
        """Play until the player leaves; return the exit code."""
        gc.freeze()
        gc.enable()
        signals = EndingSignals(self.loop, self._leave_by_signal)
        self.loop.set_alarm_in(_TICK_SECONDS, self._tick)
        self.controller.start()
        try:
            self.loop.run()
        except OSError:
            # The terminal is gone: there is nobody left to tell.
            with suppress(OSError):
                self.terminal.stop()
        finally:
            signals.restore()
            self.controller.close()
        return self._exit_code

    def _leave_by_signal(self, number: int) -> None:
        self._exit_code = 128 + number
        self.leave()

    def _tick(self, _loop: Any, _data: Any) -> None:
        self.loop.set_alarm_in(_TICK_SECONDS, self._tick)
        if self.controller.has_game and self.controller.session.clock.is_running:
            self.controller.keep_clock(_SAVE_CLOCK_SECONDS)
            self.refresh()

    # The port

    def open(self, screen: ScreenRequest, about: Sequence[str] = ()) -> None:
        """Show a screen."""
        if screen is ScreenRequest.TITLE:
            self.open_title()
        elif screen is ScreenRequest.REPLAY:
            self._open_replay()
        elif screen in (ScreenRequest.TABLE, ScreenRequest.PAUSE, ScreenRequest.WON, ScreenRequest.GIVEN_UP):
            self.controller.cancel_request()
            self._show_opaque(self.table_screen)
        if screen is ScreenRequest.PAUSE:
            self.push(PauseScreen(self, self.table_screen))
        elif screen is ScreenRequest.WON:
            self._celebrate()
        elif screen not in _OPAQUE:
            self._open_dialog(screen)

    def notify(self, message: Message | None) -> None:
        """Say something on the screen that fills the terminal."""
        if self.stack.is_empty:
            self._unsaid = message
        else:
            self.stack.opaque.notify(message)
        self.refresh()

    def how_to(self, command: str) -> str:
        """Return how a command is given: `press u`, or ''."""
        key = self.keymap.named(command)
        return f"press {key}" if key else ""

    @property
    def theme_names(self) -> Sequence[str]:
        """The themes there are to choose from."""
        return themes.names(themes.user_folder())

    def settings_changed(self) -> None:
        """Take over the controller's settings."""
        settings = self.controller.settings
        self.keymap, self.refused_keys = KeyMap().remapped(settings.keys)
        self.glyphs, self.appearance, problem = appearance_from(settings, self._terminal_glyphs)
        if problem:
            self.notify(Message(problem, Severity.REFUSAL))
        self.terminal.set_theme(self.appearance.theme)
        if self._table is not None:
            self._table.settings_changed()
        if not self.stack.is_empty:
            self.stack.opaque.settings_changed()
        self.loop.handle_mouse = settings.mouse
        if self.terminal.started:
            self.terminal.set_mouse_tracking(settings.mouse)
        self.refresh()

    def redraw(self) -> None:
        """Draw everything anew."""
        self.terminal.clear()

    def solver(self) -> "SolverTransport":
        """Return a connection to a solver in a process of its own."""
        from freecell_tui.controller.background_solver import BackgroundSolver  # noqa: PLC0415 - asked after the frame

        return BackgroundSolver(self._watch)

    def _watch(self, descriptor: int, action: Callable[[], None] | None) -> None:
        if action is None:
            self.loop.remove_watch_file(descriptor)
        else:
            self.loop.watch_file(descriptor, action)

    def call_later(self, seconds: float, action: Callable[[], None]) -> None:
        """Call `action` after some time, and draw what has changed."""

        def act(*_: Any) -> None:
            action()
            self.refresh()

        self.loop.set_alarm_in(seconds, act)

    def leave(self) -> None:
        """End the program."""
        raise urwid.ExitMainLoop

    # Screens

    @property
    def message(self) -> Message | None:
        """What was said last."""
        return self.stack.opaque.message

    def push(self, screen: Screen) -> None:
        """Show a screen over the one there is; what the solver was asked for is forgotten."""
        self.controller.cancel_request()
        self.stack.push(screen)

    def replace(self, screen: Screen) -> None:
        """Show a screen in place of the top one."""
        self.stack.replace(screen)

    def close_screen(self) -> None:
        """Close the top screen, and show the one below."""
        self.stack.pop()

    def close_dialogs(self) -> None:
        """Close every dialog, and show the screen below them."""
        self.stack.close_dialogs()

    def show_table(self) -> None:
        """Close everything that lies over the game."""
        self.open(ScreenRequest.TABLE)

    def is_open(self, screen: Screen) -> bool:
        """Return whether a screen is on top."""
        return self.stack.top is screen

    def give(self, command: str) -> None:
        """Carry out a command; the dialog it was chosen in closes unless the command opens another screen."""
        top = self.stack.top
        execute(self.controller, BY_NAME[command])
        if self.stack.top is top:
            self.close_dialogs()
        self.refresh()

    def keypress(self, size: tuple[int, int], key: str) -> None:
        """Hand a key to the top screen."""
        self.stack.keypress(size, key)

    def refresh(self) -> None:
        """Draw what has changed."""
        self.stack.refresh()

    def open_title(self, fits: Callable[[Variant], bool] = lambda _: True) -> None:
        """Show the title screen. The game is kept, and can be resumed there until it is won.

        Without one, the last unfinished game can be, of those whose variant `fits`.
        """
        from freecell_tui.ui.screens.title import TitleScreen  # noqa: PLC0415 - who begins at the table does without it

        self.controller.keep()
        self.controller.cancel_request()
        self._show_opaque(TitleScreen(self, fits))

    def _show_opaque(self, screen: OpaqueScreen) -> None:
        """Show a screen and nothing else, and say on it what could not be said before there was one."""
        screen.notify(self._unsaid)
        self._unsaid = None
        self.stack.reset(screen)

    @property
    def table_screen(self) -> TableScreen:
        """The table of the game being played."""
        if self._table is None:
            self._table = TableScreen(self, self.terminal.ring_bell)
        return self._table

    def _open_dialog(self, screen: ScreenRequest) -> None:
        from freecell_tui.ui.openers import OPENERS  # noqa: PLC0415 - not on the way to the first frame

        OPENERS[screen](self)

    def _open_replay(self) -> None:
        from freecell_tui.ui.screens.replay import ReplayScreen  # noqa: PLC0415 - not on the way to the first frame

        replay = self.controller.replay
        assert replay is not None
        screen = ReplayScreen(self, replay)
        self.push(screen)
        replay.toggle()
        screen.show()

    def _celebrate(self) -> None:
        """Show a win; what to do next is asked after it has been counted, so that it is known what it is worth."""
        if self.controller.settings.bell_on_win:
            self.terminal.ring_bell()
        if not self.frames.duration_scale:
            self._ask_what_next()
            return
        from freecell_tui.ui.screens.celebration import CelebrationScreen  # noqa: PLC0415 - a game is won at its end

        self.push(CelebrationScreen(self, self.table_screen, self._ask_what_next))

    def _ask_what_next(self) -> None:
        self.controller.stage()
        self.controller.commit()
        self._open_dialog(ScreenRequest.WON)

    def _on_change(self) -> None:
        """Set clock and window title by the screen that is on top now."""
        self.controller.is_in_sight = self.stack.opaque.shows_game
        self._update_clock()
        self.terminal.set_title(self._window_title())

    def _update_clock(self) -> None:
        self.controller.set_clock(runs=not self.stack.is_empty and self.stack.top.runs_clock)

    def _stop_clock(self) -> None:
        self.controller.set_clock(runs=False)

    def _window_title(self) -> str:
        if not self.controller.has_game or not self.stack.opaque.names_game:
            return "FreeCell"
        game, name = self.controller.session.game, self.controller.session.name
        return ASCII.displayable(f"{f'{name} - ' if name else ''}{game.variant.title} #{game.deal}")

    def _use_ascii(self) -> None:
        """Draw with letters: this terminal shows suits and lines two cells wide."""
        self._terminal_glyphs = ASCII
        self.settings_changed()
        self.terminal.clear()
