"""The control bar under a replay: buttons, a rail with where one is on it, the speed, and two ways out."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from freecell_tui.controller.play.replay import Replay
from freecell_tui.ui.drawing.glyphs import UNICODE, Glyphs
from freecell_tui.ui.drawing.surface import Surface


class _Button(NamedTuple):
    command: str
    glyph: int
    word: str


_BUTTONS: Final = (
    _Button("first", 0, "first"),
    _Button("move-back", 1, "back"),
    _Button("play", 2, "play"),
    _Button("move-on", 4, "on"),
    _Button("last", 5, "last"),
)
_PAUSE: Final = _Button("play", 3, "pause")
_WAYS_OUT: Final = (
    (("take-over", "Enter", "play from here"), ("replay-help", "?", "help"), ("leave", "Esc", "leave")),
    (("take-over", "Enter", "take over"), ("replay-help", "?", "help"), ("leave", "Esc", "leave")),
    (("replay-help", "?", "help"), ("leave", "Esc", "leave")),
    (("leave", "Esc", "leave"),),
)
_WITH_WORDS: Final = 110
_WITH_GAPS: Final = 60
_SHORTEST_RAIL: Final = 10
_SPEED_WIDTH: Final = 4


class ReplayBar:
    """The bar as it was drawn last, so that a click finds what it means."""

    def __init__(self) -> None:
        self._places: list[tuple[range, str]] = []
        self._rail = range(0)
        self._count = 0
        self._glyphs = UNICODE

    def command_at(self, x: int) -> str | None:
        """Return the command that a cell of the bar stands for."""
        return next((command for place, command in self._places if x in place), None)

    def position_at(self, x: int, *, held: bool = False) -> int | None:
        """Return the position that a cell of the rail stands for; None beside it, but the nearest if `held`."""
        if not self._rail or not (held or x in self._rail):
            return None
        part = min(max(x - self._rail.start, 0), len(self._rail) - 1)
        return round(part * self._count / max(len(self._rail) - 1, 1))

    def draw(self, surface: Surface, y: int, replay: Replay, glyphs: Glyphs, *, interactive: bool) -> None:
        """Draw it in a row; if nobody is there to press anything, the rail alone."""
        self._glyphs = glyphs
        surface.fill(0, y, surface.width, 1, "bar")
        self._places, self._count = [], replay.count
        left = self._draw_buttons(surface, y, replay) if interactive else 1
        speed_x = self._draw_right(surface, y, replay, left) if interactive else surface.width
        if replay.typed:
            self._rail = range(0)
            surface.text(left, y, f"to {replay.typed}{self._glyphs.edge}", "bar title")
            return
        self._rail = range(left, max(speed_x - 1, left))
        self._draw_rail(surface, y, replay)

    def _draw_buttons(self, surface: Surface, y: int, replay: Replay) -> int:
        """Draw the buttons from the left; return where there is room after them."""
        x = 1
        for button in self._buttons(replay):
            label = self._glyphs.controls.split()[button.glyph]
            if surface.width >= _WITH_WORDS:
                label += f" {button.word}"
            text = f" {label} "
            is_off = self._is_off(button.command, replay)
            surface.text(x, y, text, f"chosen {'quiet' if is_off else 'title'}")
            self._places.append((range(x, x + len(text)), button.command))
            x += len(text) + (surface.width >= _WITH_GAPS)
        return x + 1 + (surface.width >= _WITH_GAPS)

    @staticmethod
    def _buttons(replay: Replay) -> Iterator[_Button]:
        for button in _BUTTONS:
            yield _PAUSE if replay.is_playing and button.command == "play" else button

    @staticmethod
    def _is_off(command: str, replay: Replay) -> bool:
        if command in ("first", "move-back"):
            return replay.position == 0
        return command in ("move-on", "last") and replay.is_at_end

    def _draw_right(self, surface: Surface, y: int, replay: Replay, left: int) -> int:
        """Draw the speed and the ways out, as many as leave room for the rail; return where they begin."""
        keys, width = next(
            (keys, width)
            for keys in _WAYS_OUT
            if (width := sum(len(key) + len(text) + 3 for _, key, text in keys) + _SPEED_WIDTH + 1)
            <= surface.width - left - _SHORTEST_RAIL - 1
            or keys is _WAYS_OUT[-1]
        )
        start = x = surface.width - width
        surface.text(x, y, f"{replay.speed:g}{self._glyphs.displayable('×')}".rjust(_SPEED_WIDTH), "bar text")
        self._places.append((range(x, x + _SPEED_WIDTH), "faster"))
        x += _SPEED_WIDTH + 2
        for command, key, text in keys:
            surface.text(x, y, key, "bar title")
            surface.text(x + len(key) + 1, y, text, "bar quiet")
            self._places.append((range(x, x + len(key) + 1 + len(text)), command))
            x += len(key) + len(text) + 3
        return start

    def _draw_rail(self, surface: Surface, y: int, replay: Replay) -> None:
        rail, width = self._rail, len(self._rail)
        if width < 1:
            return
        knob = round(replay.position * (width - 1) / max(replay.count, 1))
        past, ahead, mark = tuple(self._glyphs.rail)
        surface.text(rail.start, y, past * knob, "bar winnable")
        surface.text(rail.start + knob, y, mark, "bar title")
        surface.text(rail.start + knob + 1, y, ahead * (width - knob - 1), "bar quiet")
