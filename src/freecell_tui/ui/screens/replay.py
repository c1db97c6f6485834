"""A replay: its keys, its mouse and its clockwork."""

from typing import Any, Final

from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.replay import Replay
from freecell_tui.ui.animation.motion import FRAME_SECONDS
from freecell_tui.ui.context import Ui
from freecell_tui.ui.mouse import WHEEL
from freecell_tui.ui.screen import OpaqueScreen
from freecell_tui.ui.screens.replay_table import ReplayTable

_LEFT: Final = 1


class ReplayScreen(OpaqueScreen):
    """The controller's replay. It does not reach the game being played until the player takes over."""

    def __init__(self, ui: Ui, replay: Replay) -> None:
        super().__init__()
        self._ui = ui
        self._replay = replay
        self._round = 0
        self._drags_knob = False
        self._wound: tuple[bool, float] = (False, 0.0)
        self.table = ReplayTable(replay, ui.glyphs, colour=ui.has_colour, appearance=ui.appearance)
        self.motion = self.table.motion
        self.settings_changed()

    def settings_changed(self) -> None:
        """Take over glyphs, appearance and settings."""
        ui, table = self._ui, self.table
        table.glyphs, table.appearance, table.settings = ui.glyphs, ui.appearance, ui.controller.settings

    def notify(self, message: Message | None) -> None:
        """Keep a message for the game being played, if there is one: a replay has no room for it."""
        if message is not None and self._ui.controller.has_game:
            self._ui.controller.session.message = message

    def render(self, size: Any, focus: bool = False) -> Any:
        """Draw the table and the bar below it."""
        return self.table.render(size, focus)

    def on_closed(self) -> None:
        """Stop."""
        self._replay.is_playing = False
        self._round += 1

    # The clockwork

    def show(self) -> None:
        """Draw the replay as it is now, and go on with it, from now on at the speed it has now."""
        self.speed = self.table.speed
        wound = (self._replay.is_playing, self._replay.speed)
        if wound != self._wound:
            self._wound = wound
            self._round += 1
            if self._replay.is_playing:
                self._tick_later(1 / self._replay.speed)
        self.table.refresh()
        self._ui.refresh()

    def _tick_later(self, seconds: float) -> None:
        this_round = self._round

        def tick() -> None:
            if this_round == self._round and self._replay.is_playing:
                self._tick()

        self._ui.call_later(seconds, tick)

    def _tick(self) -> None:
        if self.table.motion.is_running:
            # A long move takes its time.
            self._tick_later(FRAME_SECONDS)
            return
        self._replay.advance()
        self.show()
        if self._replay.is_playing:
            self._tick_later(1 / self._replay.speed)

    # Keys

    def keypress(self, size: Any, key: str) -> None:
        """Do what a key asks for; digits are the number of a move."""
        replay = self._replay
        if len(key) == 1 and key in "0123456789":
            self.table.motion.end()
            replay.type_digit(key)
            self.show()
        elif replay.typed and key in ("enter", "esc", "backspace"):
            if key == "backspace":
                replay.delete_digit()
            else:
                replay.end_typing(back=key == "esc")
            self.show()
        elif (command := self._ui.keymap.find_in_replay(key)) is not None:
            self._give(command.name)
        elif key in self._ui.keymap.in_dialog("quit"):
            self._give("leave")

    def _give(self, name: str) -> None:
        self.table.motion.end()
        if name == "replay-help":
            self._replay.is_playing = False
        execute(self._ui.controller, BY_NAME[name])
        self.show()

    # Mouse

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        """Do what a click asks for: a button, a place on the rail, or the table, which plays and pauses."""
        kind = event.rpartition("mouse ")[2]
        if kind == "release":
            self._drags_knob = False
        elif kind == "drag":
            if self._drags_knob:
                self._jump(col)
        elif kind == "press" and button in WHEEL:
            self._give("move-back" if WHEEL[button] < 0 else "move-on")
        elif kind == "press" and button == _LEFT:
            if row != size[1] - 1:
                self._give("play")
            elif (command := self.table.bar.command_at(col)) is not None:
                self._give_by_click(command)
            elif self.table.bar.position_at(col) is not None:
                self._drags_knob = True
                self._jump(col)
        return True

    def _give_by_click(self, command: str) -> None:
        """Do what a click asks for; one on the speed goes through all of them."""
        if command == "faster" and self._replay.is_fastest:
            self._replay.use_slowest()
            self.show()
        else:
            self._give(command)

    def _jump(self, x: int) -> None:
        position = self.table.bar.position_at(x, held=True)
        if position is not None:
            self.table.motion.end()
            self._replay.seek(position)
            self.show()


def open_replay(ui: Ui) -> None:
    """Show the controller's replay, and let it play."""
    replay = ui.controller.replay
    assert replay is not None
    screen = ReplayScreen(ui, replay)
    ui.push(screen)
    replay.toggle()
    screen.show()
