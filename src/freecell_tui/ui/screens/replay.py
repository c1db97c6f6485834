"""A replay: its table, its keys, its mouse and its pace; and the demonstration."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from textwrap import wrap
from typing import Final

from freecell_tui.controller.background import pause
from freecell_tui.controller.features.games import play_on
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.replay import Replay
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.tasks import Scope
from freecell_tui.engine import Game, Move
from freecell_tui.engine.text import clock_text
from freecell_tui.storage.saves import SavedGame
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.motion import FRAME_SECONDS
from freecell_tui.ui.drawing.surface import Box, Size, Surface
from freecell_tui.ui.mouse import LEFT_BUTTON, MouseEvent
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.screens.table import AnyKeyScreen, CardScreen
from freecell_tui.ui.screens.table_widget import KeyLabel, Table
from freecell_tui.ui.stack import Ui

# The table of a replay. The top bar has the move. The bottom bar has buttons, a rail with the position, the speed, and
# the ways out.

_HELP_AND_LEAVE: Final = (("replay-commands", "?", "help"), ("leave", "Esc", "leave"))
_WAYS_OUT: Final = (
    (("take-over", "Enter", "play on from here"), *_HELP_AND_LEAVE),
    (("take-over", "Enter", "play on"), *_HELP_AND_LEAVE),
    _HELP_AND_LEAVE,
    _HELP_AND_LEAVE[1:],
)
_SPEED: Final = "speed"  # the command of a click on the speed, which steps on from the fastest to the slowest
_WITH_WORDS: Final = 110
_WITH_GAPS: Final = 60
_SPEED_WIDTH: Final = 4
_ROOMY: Final = 72  # from this width on the top bar has the move in words


class ReplayTable(Table):
    """A replay on a screen of any size."""

    can_magnify = False
    is_watching = True
    """Whether somebody watches, who needs buttons."""
    caption = ""
    """A text in place of the bottom bar."""
    _rail = range(0)

    def __init__(self, replay: Replay, glyphs: Glyphs, appearance: Appearance | None = None) -> None:
        super().__init__(Session(replay.game), glyphs, appearance)
        self.replay = replay

    def render(self, size: Size) -> Surface:
        self.session.game = self.replay.game
        return super().render(size)

    def _draw_top_bar(self, surface: Surface) -> None:
        """Draw the game, the figures, and the move between if there is room."""
        replay = self.replay
        time = clock_text(replay.elapsed) if replay.elapsed and self.appearance.settings.clock else ""
        position = f"{replay.position} of {replay.count}"
        last = replay.game.last_turn
        word = "" if last is None else str(last.move)
        right = [
            f"move {position}   {time}".rstrip(),
            f"{word}   {position}   {time}".strip(),
            f"{word} {position} {time}".strip(),
            f"{word} {position}".strip(),
        ]
        title, _, end = self._draw_texts_above(surface, product(self._names(), right[surface.width < _ROOMY :]))
        if surface.width >= _ROOMY:
            # The move is in the middle, or as near to the middle as there is room.
            start = len(title) + 1
            spoken = self.glyphs.displayable(replay.move_in_words)
            texts = [f"{word}  {spoken}", spoken, word] if spoken else []
            text = next((text for text in texts if len(text) <= end - start - 4), "")
            middle = (surface.width - len(text)) // 2
            surface.text(min(max(middle, start + 2), end - 2 - len(text)), 0, text, "bar quiet")

    def position_at(self, x: int, *, held: bool = False) -> int | None:
        """Return the position of a cell of the rail.

        Beside the rail this is None, or the nearest position if the button is `held`.
        """
        if not self._rail or not (held or x in self._rail):
            return None
        part = min(max(x - self._rail.start, 0), len(self._rail) - 1)
        return round(part * self.replay.count / max(len(self._rail) - 1, 1))

    def _draw_bottom_bar(self, surface: Surface) -> None:
        """Draw the buttons, the rail, the ways out, and the note at the end."""
        y, replay, glyphs = surface.height - 1, self.replay, self.glyphs
        if self.caption:
            surface.text(0, y, glyphs.displayable(self.caption).center(surface.width), "bar text")
            return
        surface.fill(0, y, surface.width, 1, "bar")
        self._rail = range(0)
        left, end = 1, surface.width
        if self.is_watching:
            left = self._draw_buttons(surface, y)
            end = self._draw_right(surface, y, left)
        if replay.typed:
            surface.text(left, y, f"to {replay.typed}{glyphs.edge}", "bar title")
        else:
            self._rail = range(left, max(end - 1, left))
        if width := len(self._rail):
            knob = round(replay.position * (width - 1) / max(replay.count, 1))
            past, ahead, mark = tuple(glyphs.rail)
            surface.text(left, y, past * knob, "bar winnable")
            surface.text(left + knob, y, mark, "bar title")
            surface.text(left + knob + 1, y, ahead * (width - knob - 1), "bar quiet")
        if replay.note and replay.is_at_end:
            lines = wrap(glyphs.displayable(replay.note), surface.width - 2)
            surface.block(0, y - len(lines), (f" {line}".ljust(surface.width) for line in lines), "bar warning")

    def _draw_buttons(self, surface: Surface, y: int) -> int:
        """Draw the buttons, and return the first free column."""
        replay = self.replay
        off = {"first", "move-back"} if replay.position == 0 else set()
        off |= {"move-on", "last"} if replay.is_at_end else set()
        gap = surface.width >= _WITH_GAPS
        play = "pause" if replay.is_playing else "play"
        # The command of each button, and its word.
        words = {"first": "first", "move-back": "back", "play": play, "move-on": "on", "last": "last"}
        x, labels = 1, self.glyphs.controls.split()
        del labels[2 if replay.is_playing else 3]
        for label, (command, word) in zip(labels, words.items(), strict=True):
            text = f" {label} {word} " if surface.width >= _WITH_WORDS else f" {label} "
            surface.text(x, y, text, f"chosen {'quiet' if command in off else 'title'}")
            self._label_places.append((Box(x, y, len(text), 1), command))
            x += len(text) + gap
        return x + 1 + gap

    def _draw_right(self, surface: Surface, y: int, left: int) -> int:
        """Draw the speed and the ways out, and return their first column.

        The rail keeps some room.
        """
        for keys in _WAYS_OUT:
            width = sum(len(key) + len(text) + 3 for _, key, text in keys) + _SPEED_WIDTH + 1
            if width <= surface.width - left - 11:  # a rail of ten cells
                break
        start = x = surface.width - width
        surface.text(x, y, f"{self.replay.speed:g}{self.glyphs.displayable('×')}".rjust(_SPEED_WIDTH), "bar text")
        self._label_places.append((Box(x, y, _SPEED_WIDTH, 1), _SPEED))
        x += _SPEED_WIDTH + 2
        for command, key, text in keys:
            x = self._draw_label(surface, x, y, KeyLabel(command, key, text)) + 2
        return start


class ReplayScreen(CardScreen):
    """A replay, apart from the game being played until the player takes over."""

    table: ReplayTable

    _drags_knob = False
    _pace: tuple[bool, float] = (False, 0.0)
    """Whether the replay plays by itself, and its speed."""

    def __init__(self, ui: Ui, saved: SavedGame, note: str) -> None:
        replay = self._replay = Replay(saved, note)
        self._scope = Scope()
        """The coroutine that plays the moves; each change of the pace begins another."""
        super().__init__(ui, ReplayTable(replay, ui.glyphs, ui.appearance))

    @property
    def hides_cards(self) -> bool:  # type: ignore[override]
        """Whether the replay shows another deal than the game being played."""
        controller, game = self._controller, self._replay.game
        return not (controller.has_game and controller.table.is_of_deal(game))

    def notify(self, message: Message | None) -> None:
        if message is not None and self._controller.has_game:
            self._controller.session.message = message

    def on_closed(self) -> None:
        self._replay.is_playing = False
        self._scope.close()

    def _follow_pace(self) -> None:
        """Use the replay's speed, and begin to play anew if the pace has changed."""
        self.speed = max(self._replay.speed, 1.0)
        pace = (self._replay.is_playing, self._replay.speed)
        if pace != self._pace:
            self._pace = pace
            self._scope.restart(self._play_moves())

    async def _play_moves(self) -> None:
        """Play move after move, until the replay stops.

        A move waits until the cards of the move before have arrived.
        """
        replay = self._replay
        while replay.is_playing:
            await pause(self._ui.call_later, 1 / replay.speed)
            while self.table.motion.is_running:
                await pause(self._ui.call_later, FRAME_SECONDS)
            replay.advance()
            self._pace = (replay.is_playing, replay.speed)

    def press(self, key: str) -> None:
        replay = self._replay
        if len(key) == 1 and key in "0123456789":
            self.table.motion.end()
            replay.type_digit(key)
            self._follow_pace()
        elif replay.typed and key in ("enter", "esc", "backspace"):
            if key == "backspace":
                replay.delete_digit()
            else:
                replay.end_typing(back=key == "esc")
            self._follow_pace()
        elif (command := self._keymap.by_replay_key.get(key)) is not None:
            self.execute(command.name)
        elif key in self._keymap.in_dialog("quit"):
            self.execute("leave")

    def commands(self) -> Sequence[Choice]:
        return [Choice(each.keys[0], each.title, partial(self.execute, each.name)) for each in self._keymap.replay]

    def execute(self, name: str) -> None:
        self.table.motion.end()
        match name:
            case "take-over":
                play_on(self._controller, self._replay)
            case "replay-help" | "replay-commands":
                self._replay.is_playing = False
                self._ui.show("replay-help" if name == "replay-help" else "commands")
            case "leave":
                self._ui.close_screen()
            case _ if name == _SPEED:
                self._replay.cycle_speed()
            case _:
                self._replay.give(name)
        self._follow_pace()

    def scrolls(self, size: Size, event: MouseEvent) -> bool:
        return True

    def mouse_event(self, size: Size, event: MouseEvent) -> None:
        if event.kind == "release":
            self._drags_knob = False
        elif event.wheel:
            self.execute("move-back" if event.wheel < 0 else "move-on")
        elif event.is_click:
            command = self.table.footer_command(event.x, event.y) if event.y == size[1] - 1 else "play"
            self._drags_knob = command is None and self.table.position_at(event.x) is not None
            if command is not None:
                self.execute(command)
        # A release outside of the window may be missed. Then the mouse moves with no button down.
        is_held = self._drags_knob and event.button == LEFT_BUTTON
        if is_held and (position := self.table.position_at(event.x, held=True)) is not None:
            self.table.motion.end()
            self._replay.seek(position)
            self._follow_pace()


_SOLUTION: Final = """
    83 7a 7b 2c 21 4d 46 41 a2 8a 83 47 48 4b c4 34 82 8c 7h 78 b8 7b 78 27 43 4a c4 24 14 1c
    16 b6 2b 1h 21 c1 2c 8h 32 38 6h b6 28 3b a2 3a 32 6h 52 5h 57 67 57 5h 7h 13 ah 1a 1c
"""


def solved_game() -> Game:
    game = Game.new(617)
    for word in _SOLUTION.split():
        game = game.play(Move.parse(word), finish=True)
        if game.is_won:
            break
    return game


class DemonstrationScreen(AnyKeyScreen, ReplayScreen):
    """The replay of a solved game, until any key or click."""

    names_game = False

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, SavedGame(solved_game()), "")
        self.table.caption = "A solved game. Press any key to go back."

    def on_shown(self) -> None:
        if not self._replay.is_playing:
            self._replay.toggle()
            self._follow_pace()

    def on_rest(self) -> None:
        if self._replay.is_at_end:
            self._ui.call_later(6.0, self.press)  # the title screen comes back

    def press(self, key: str = "") -> None:
        if self._ui.top is self:
            self._ui.close_screen()
