"""A replay as an asciicast: what a terminal would be sent, and when, in a file that asciinema plays.

Version 2 of the format: a line of JSON that says what it is, then a line for each piece of output,
`[seconds, "o", "text"]`. Nothing in it depends on when or where it was made.
"""

import json
from collections.abc import Iterator
from typing import Final

import urwid

from freecell_tui.controller.replay import Replay
from freecell_tui.storage.saves import SavedGame
from freecell_tui.ui.animation.motion import FRAME_SECONDS, Motion
from freecell_tui.ui.drawing.glyphs import ASCII, Glyphs
from freecell_tui.ui.drawing.theme import Theme
from freecell_tui.ui.screens.replay_table import ReplayTable
from freecell_tui.ui.screens.table_widget import Appearance
from freecell_tui.ui.terminal.screen import Terminal

_TRUE_COLOUR: Final = 2**24
# Time to look at the deal, and at what became of it.
_BEFORE: Final = 1.5
_AFTER: Final = 3.0


def record(game: SavedGame, size: tuple[int, int], glyphs: Glyphs, taste: Appearance, *, speed: float) -> Iterator[str]:
    """The lines of the file, for a screen of that size; a move is begun `speed` times a second if it flies so fast."""
    # A recording is UTF-8, wherever it is made.
    urwid.set_encoding("utf-8")
    replay = Replay(game)
    title = ASCII.sentence(f"{replay.game.variant.full_title} #{replay.game.deal}")
    yield _line({"version": 2, "width": size[0], "height": size[1], "title": title, "env": {"TERM": "xterm-256color"}})
    camera = _Camera(replay, size, glyphs, taste)
    camera.viewer.motion.pace = 1 / max(speed, 1.0)
    yield from camera.shoot(0.0)
    now = _BEFORE
    while not replay.is_at_end:
        start = now
        replay.advance()
        camera.viewer.refresh()
        yield from camera.shoot(now)
        while camera.viewer.motion.is_under_way:
            now += FRAME_SECONDS
            yield from camera.shoot(now)
        now = max(now, start + 1 / speed)
    yield _line([round(now + _AFTER, 4), "o", ""])


def _line(content: object) -> str:
    return json.dumps(content, ensure_ascii=False) + "\n"


class _Camera:
    """A replay on a screen that nobody sits at."""

    def __init__(self, replay: Replay, size: tuple[int, int], glyphs: Glyphs, taste: Appearance) -> None:
        self.viewer = ReplayTable(replay, glyphs, colour=True, taste=taste, interactive=False)
        self.viewer.motion = Motion(lambda: self._now)
        self._size = size
        self._screen = _Film(taste.theme)
        self._now = 0.0

    def shoot(self, now: float) -> Iterator[str]:
        """The line for what changes on the screen at a moment, if anything does."""
        self._now = now
        self._screen.draw_screen(self._size, self.viewer.render(self._size))
        if self._screen.exposed:
            yield _line([round(now, 4), "o", "".join(self._screen.exposed)])
            self._screen.exposed.clear()


class _Film(Terminal):
    """A screen in 24-bit colour that keeps what it is sent."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, on_start=lambda: None, on_stop=lambda: None)
        for end in (self._resize_pipe_rd, self._resize_pipe_wr):  # nobody resizes a recording
            end.close()
        self.set_terminal_properties(_TRUE_COLOUR, bright_is_bold=False, has_underline=True)
        self.exposed: list[str] = []

    def _send(self, frame: str) -> None:
        self.exposed.append(frame)
