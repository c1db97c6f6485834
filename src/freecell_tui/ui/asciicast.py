"""A replay as an asciicast: a terminal's output with its times, in a file that asciinema plays.

Version 2 of the format: a line of JSON with the header, then a line for each piece of output, `[seconds, "o", "text"]`.
The same replay gives the same file, whenever and wherever it is recorded.
"""

import json
from collections.abc import Iterator

import urwid

from freecell_tui.controller.frontend import Action
from freecell_tui.controller.play.replay import Replay
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import ASCII, Glyphs
from freecell_tui.ui.drawing.motion import FRAME_SECONDS, Motion
from freecell_tui.ui.drawing.surface import Size
from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.theme import Theme
from freecell_tui.ui.screens.replay import ReplayTable
from freecell_tui.ui.terminal.screen import Terminal


def record(
    replay: Replay, size: Size, glyphs: Glyphs, appearance: Appearance, *, speed: float, on_move: Action
) -> Iterator[str]:
    """Yield the lines of an asciicast.

    `speed` is in moves a second. A move waits until the cards of the last one have landed.
    `on_move` is called after each move.
    """
    # A recording is UTF-8, wherever it is made.
    urwid.set_encoding("utf-8")
    title = ASCII.displayable(replay.game.title)
    header = {"version": 2, "width": size[0], "height": size[1], "title": title, "env": {"TERM": "xterm-256color"}}
    yield _json_line(header)
    now = 0.0
    screen = RecordingScreen(appearance.theme)
    table = ReplayTable(replay, glyphs, appearance)
    table.is_watching = False
    # The clock of the motion is the time of the recording.
    motion = table.motion = Motion(lambda: now)
    motion.duration_scale = 1 / max(speed, 1.0)

    def frame_lines() -> Iterator[str]:
        screen.draw_screen(size, table.render(size))
        if screen.output:
            yield _json_line([round(now, 4), "o", "".join(screen.output)])
            screen.output.clear()

    yield from frame_lines()
    # The deal is shown for 1.5 seconds before the first move, the last position for 3.
    now = 1.5
    while not replay.is_at_end:
        start = now
        replay.advance()
        yield from frame_lines()
        while motion.is_running:
            now += FRAME_SECONDS
            yield from frame_lines()
        now = max(now, start + 1 / speed)
        on_move()
    yield _json_line([round(now + 3.0, 4), "o", ""])


def _json_line(content: object) -> str:
    return json.dumps(content, ensure_ascii=False) + "\n"


class RecordingScreen(Terminal):
    """A screen in 24-bit colour that records the output."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        for end in (self._resize_pipe_rd, self._resize_pipe_wr):  # nobody resizes a recording
            end.close()
        self.set_terminal_properties(palette.TRUE, bright_is_bold=False, has_underline=True)
        self.output: list[str] = []
        """The output since the caller last cleared this list."""

    def _send(self, frame: str) -> None:
        self.output.append(frame)
