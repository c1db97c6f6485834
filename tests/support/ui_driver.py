"""The program without its terminal: keys and mouse go in as urwid hands them on, and the picture can be looked at."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import urwid

from freecell_tui.controller.session import Session
from freecell_tui.engine import FREECELL, Game, Move
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS, Settings
from freecell_tui.storage.settings_file import SettingsFile
from freecell_tui.ui.app import App
from freecell_tui.ui.drawing.glyphs import UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import Layout
from support.screenshots import Picture, rendered
from support.solutions import STANDARD

Point = tuple[int, int]


def after(number: int, moves: int) -> Game:
    """A deal of FreeCell, so many moves into its solution."""
    game = Game.new(number, FREECELL)
    for word in STANDARD[number].split()[:moves]:
        game = game.play(Move.parse(word))
    return game


class Seat:
    """A player at the table."""

    def __init__(self, app: App, size: Point) -> None:
        self.app = app
        self.size = size
        self.has_left = False

    @property
    def session(self) -> Session:
        return self.app.session

    @property
    def layout(self) -> Layout:
        return self.app.table.layout(self.size)

    @property
    def picture(self) -> Picture:
        return rendered(self.app.desk, self.size)

    @property
    def text(self) -> str:
        return "\n".join(self.picture.text)

    def press(self, *keys: str) -> None:
        for key in keys:
            try:
                self.app.desk.keypress(self.size, key)
            except urwid.ExitMainLoop:
                self.has_left = True

    def mouse(self, event: str, button: int, at: Point) -> None:
        try:
            self.app.desk.mouse_event(self.size, event, button, *at, focus=True)
        except urwid.ExitMainLoop:
            self.has_left = True

    def click(self, at: Point) -> None:
        self.mouse("mouse press", 1, at)
        self.mouse("mouse release", 0, at)

    def drag(self, start: Point, end: Point) -> None:
        self.mouse("mouse press", 1, start)
        self.mouse("mouse drag", 1, end)
        self.mouse("mouse release", 0, end)


@contextmanager
def seated(  # noqa: PLR0913 - all that a player brings along
    folder: Path,
    game: Game | None,
    *,
    glyphs: Glyphs = UNICODE,
    size: Point = (80, 24),
    colour: bool = True,
    settings: Settings = DEFAULTS,
    file: SettingsFile | None = None,
) -> Iterator[Seat]:
    """Sit down to a game, or without one at the title; saves go to `folder`, and so does the file of settings."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TERM", "xterm-256color")
        environment.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        environment.delenv("NO_COLOR", raising=False)
        if not colour:
            environment.setenv("NO_COLOR", "1")
        app = App(
            SaveStore(folder),
            glyphs,
            None if game is None else SavedGame(game),
            settings=settings,
            file=file or SettingsFile(folder / "settings.toml"),
        )
        if game is None:
            app.open_title()
    try:
        yield Seat(app, size)
    finally:
        screen = app.screen
        for end in (screen._resize_pipe_rd, screen._resize_pipe_wr):  # noqa: SLF001 - urwid leaves them open
            end.close()
