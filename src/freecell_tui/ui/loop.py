"""urwid's loop, in which nothing is shown before it is saved."""

import gc
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

import urwid

from freecell_tui.controller.controller import Controller
from freecell_tui.ui.stack import ScreenStack
from freecell_tui.ui.terminal.input import InputFilter, Paste
from freecell_tui.ui.terminal.screen import Terminal

_SAVE_CLOCK_SECONDS: Final = 10.0
_FOCUS_IN: Final = "focus in"
_FOCUS_OUT: Final = "focus out"


class NotePresence(Protocol):
    """Takes note of whether the player is at the terminal or elsewhere."""

    def __call__(self, *, is_here: bool) -> None:
        """Take note of it."""


class Drawn(Protocol):
    """What the loop draws: told before and after each picture."""

    def before_frame(self) -> None:
        """Prepare the picture."""

    def after_frame(self) -> None:
        """See to what follows the picture."""

    def after_thinking(self) -> None:
        """Draw again if the solver's results show."""


def _shows_presence(key: Any) -> bool:
    """Return whether an input comes from the player, as a mouse that moves and another size of the window may not."""
    return bool(key[0] == "mouse press" if isinstance(key, tuple) else key != "window resize")


class Loop(urwid.MainLoop):
    """Waits for input, writes the game down, draws, waits for the disk, and then asks the solver."""

    def __init__(
        self,
        stack: ScreenStack,
        terminal: Terminal,
        controller: Controller,
        drawn: Drawn,
        note_presence: NotePresence,
    ) -> None:
        heard = InputFilter(
            terminal.flow_control.reply_received, terminal.cursor_reported, terminal.pastes.pop_text, stack.has_use_for
        )
        super().__init__(stack, screen=terminal, input_filter=heard)
        self._stack = stack
        self._terminal = terminal
        self._controller = controller
        self._drawn = drawn
        self._note_presence = note_presence
        self._has_news = True
        self._owes_frame = False
        self._tick: Any = None

    def input_filter(self, keys: list[Any], raw: list[int]) -> list[Any]:
        """Return what of the input is for the game; nothing if it was the terminal's answer to a frame."""
        wanted: list[Any] = super().input_filter(keys, raw)
        self._has_news = self._has_news or bool(wanted)
        return wanted

    def process_input(self, keys: Iterable[Any]) -> bool:
        """Hand keys, mouse events and pasted text to the screens; each shows that the player is here."""
        is_handled = False
        for key in keys:
            if key == _FOCUS_OUT or _shows_presence(key):
                self._note_presence(is_here=key != _FOCUS_OUT)
            if key in (_FOCUS_IN, _FOCUS_OUT):
                is_handled = True
            elif isinstance(key, Paste):
                self._stack.paste(self.screen_size or self.screen.get_cols_rows(), key.text)
                is_handled = True
            else:
                is_handled = super().process_input([key]) or is_handled
        return is_handled

    def set_alarm_in(self, sec: float, callback: Callable[..., object], user_data: Any = None) -> Any:
        """Call `callback` after `sec` seconds, and draw what comes of it."""
        return super().set_alarm_in(sec, self._as_news(callback), user_data)

    def watch_file(self, fd: int, callback: Callable[[], object]) -> Any:
        """Call `callback` when there is something to read, and draw what comes of it."""
        return super().watch_file(fd, self._as_news(callback))

    def _as_news(self, callback: Callable[..., object]) -> Callable[..., object]:
        def act(*arguments: Any) -> object:
            self._has_news = True
            return callback(*arguments)

        return act

    def draw_screen(self) -> None:
        """Write the game down, draw, let the disk finish, and ask the solver.

        While the terminal is behind nothing is drawn; its next answer leads here again. Other answers change nothing,
        but one may come between a key and its picture.
        """
        if not (self._has_news or self._owes_frame):
            return
        self._has_news = False
        self._controller.stage()
        self._owes_frame = self._terminal.flow_control.is_behind
        if not self._owes_frame:
            self._drawn.before_frame()
            super().draw_screen()
            self._drawn.after_frame()
            if not gc.isenabled():
                # What was loaded for the first frame stays.
                gc.freeze()
                gc.enable()
        self._controller.commit()
        self._controller.think()
        self._drawn.after_thinking()
        self._set_tick()

    def _set_tick(self) -> None:
        """Draw again when the clock shows another second, and try again to save; where neither is due, sleep."""
        if self._tick is not None:
            self.remove_alarm(self._tick)
        seconds = self._controller.seconds_to_tick
        self._tick = None if seconds is None else self.set_alarm_in(seconds, self._on_tick)

    def _on_tick(self, *_: object) -> None:
        self._tick = None
        self._controller.keep_clock(_SAVE_CLOCK_SECONDS)
        self._stack.refresh()
