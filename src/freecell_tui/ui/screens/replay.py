"""Watching a replay: its keys, its mouse and its clockwork."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from freecell_tui.controller.messages import Message
from freecell_tui.controller.replay import Replay
from freecell_tui.ui.animation.motion import FRAME_SECONDS
from freecell_tui.ui.keymap import WAY_OUT, Command, key_name
from freecell_tui.ui.mouse import WHEEL
from freecell_tui.ui.screens.replay_bar import Control
from freecell_tui.ui.screens.replay_table import ReplayTable
from freecell_tui.ui.widgets.dialog import Help

if TYPE_CHECKING:
    from freecell_tui.ui.app import App

_PAGE: Final = 10
_LEFT: Final = 1


@dataclass(frozen=True, slots=True)
class WatchKeys:
    """What somebody who watches can ask for, the keys for it, and its help."""

    control: Control
    keys: tuple[str, ...]
    help: str


WATCH_KEYS: Final = (
    WatchKeys(Control.PLAY, (" ",), "play or pause; so does a click on the table"),
    WatchKeys(Control.BACK, ("left", "p"), "a move back"),
    WatchKeys(Control.ON, ("right", "n"), "a move on"),
    WatchKeys(Control.PAGE_BACK, ("page up",), "ten moves back"),
    WatchKeys(Control.PAGE_ON, ("page down",), "ten moves on"),
    WatchKeys(Control.FIRST, ("home",), "to the deal"),
    WatchKeys(Control.LAST, ("end",), "to the last move"),
    WatchKeys(Control.FASTER, ("+", "="), "faster"),
    WatchKeys(Control.SLOWER, ("-", "_"), "slower"),
    WatchKeys(Control.TAKE_OVER, ("enter",), "play on from here, in a game of your own"),
    WatchKeys(Control.HELP, ("?", "f1"), "this help"),
    WatchKeys(Control.LEAVE, ("esc", "q"), "leave"),
)
_BY_KEY: Final = {key: row.control for row in WATCH_KEYS for key in row.keys}


def help_rows() -> Iterator[tuple[str, str, str]]:
    """The key table of a replay: group, keys, and what they do."""
    for row in WATCH_KEYS:
        yield "ReplayScreen", " ".join(map(key_name, row.keys)), row.help
        if row.control is Control.LAST:
            yield "ReplayScreen", "0 – 9", "the number of a move: to that move"


class ReplayScreen:
    """A replay on the screen of a running program; `leave` is called when it is left by Esc.

    Nothing here reaches the game that lies on the player's own table, until the player takes over.
    """

    def __init__(self, app: "App", replay: Replay, viewer: ReplayTable, leave: Callable[[], None]) -> None:
        self._app = app
        self._replay = replay
        self._viewer = viewer
        self._leave = leave
        self._round = 0
        self._holds_knob = False

    def toggle(self) -> None:
        """Let the replay run, or stop it."""
        self._replay.toggle()
        self._wind()

    def _wind(self) -> None:
        """Have the clockwork go on from now, at the speed that holds now; what was due before is not any more."""
        self._round += 1
        if self._replay.is_playing:
            self._due(1 / self._replay.speed)

    def _due(self, seconds: float) -> None:
        this_round = self._round

        def tick(*_: Any) -> None:
            if this_round == self._round and self._replay.is_playing:
                self._tick()

        self._app.after(seconds, tick)

    def _tick(self) -> None:
        if self._viewer.motion.is_under_way:
            # A long move takes its time.
            self._due(FRAME_SECONDS)
            return
        self._replay.advance()
        self._show()
        if self._replay.is_playing:
            self._due(1 / self._replay.speed)

    def _show(self) -> None:
        self._viewer.refresh()
        self._app.refresh()

    # Keys

    def on_key(self, key: str) -> None:
        """Do what a key asks for."""
        replay = self._replay
        if len(key) == 1 and key in "0123456789":
            self._viewer.motion.end()
            replay.type(key)
            self._show()
        elif replay.typed and key in ("enter", "esc", "backspace"):
            if key == "backspace":
                replay.rub_out()
            else:
                replay.end_typing(back=key == "esc")
            self._show()
        elif key == WAY_OUT:
            self._app.quit()
        elif (control := _BY_KEY.get(key)) is not None:
            self._do(control)
        elif key in self._app.table.keys.in_dialog(Command.QUIT):
            self._do(Control.LEAVE)

    def _do(self, control: Control) -> None:  # noqa: C901 - a row a control
        replay = self._replay
        self._viewer.motion.end()
        match control:
            case Control.PLAY:
                self.toggle()
            case Control.BACK:
                replay.step(-1)
            case Control.ON:
                replay.step(1)
            case Control.PAGE_BACK:
                replay.step(-_PAGE)
            case Control.PAGE_ON:
                replay.step(_PAGE)
            case Control.FIRST:
                replay.go(0)
            case Control.LAST:
                replay.go(replay.count)
            case Control.FASTER | Control.SLOWER:
                replay.change_speed(1 if control is Control.FASTER else -1)
                self._wind()
            case Control.TAKE_OVER:
                self._take_over()
                return
            case Control.HELP:
                replay.is_playing = False
                self._app.show(Help(help_rows(), self._app.glyphs, self._app.close))
            case Control.LEAVE:
                self._app.end_replay()
                self._leave()
                return
        self._show()

    def _take_over(self) -> None:
        replay = self._replay
        if replay.game.is_won:
            replay.note = "The game is won here: go back, and play on from an earlier move."
            self._show()
            return
        at = replay.position
        self._app.end_replay()
        self._app.play_record(replay.taken_over())
        if at:
            kept = self._app.session.message
            sentence = f"Yours from move {at} on. A win will count as helped."
            self._app.session.message = Message(f"{sentence} {kept.text}" if kept else sentence)

    # Mouse

    def on_mouse(self, size: tuple[int, int], event: str, button: int, at: tuple[int, int]) -> None:
        """Do what a click asks for: a button, a place on the rail, or the table, which plays and pauses."""
        x, y = at
        kind = event.rpartition("mouse ")[2]
        if kind == "release":
            self._holds_knob = False
        elif kind == "drag":
            if self._holds_knob:
                self._jump(x)
        elif kind == "press" and button in WHEEL:
            self._do(Control.BACK if WHEEL[button] < 0 else Control.ON)
        elif kind == "press" and button == _LEFT:
            if y != size[1] - 1:
                self._do(Control.PLAY)
            elif (control := self._viewer.controls.control_at(x)) is not None:
                self._do_clicked(control)
            elif self._viewer.controls.position_at(x) is not None:
                self._holds_knob = True
                self._jump(x)

    def _do_clicked(self, control: Control) -> None:
        """Do what a click asks for; one on the speed goes through all of them."""
        replay = self._replay
        if control is Control.FASTER and replay.is_fastest:
            replay.slow_down()
            self._wind()
            self._show()
        else:
            self._do(control)

    def _jump(self, x: int) -> None:
        position = self._viewer.controls.position_at(x, held=True)
        if position is not None:
            self._viewer.motion.end()
            self._replay.go(position)
            self._show()
