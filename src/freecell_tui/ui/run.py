"""The ways to sit down at the table."""

import logging
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from freecell_tui.controller.messages import Message, Severity
from freecell_tui.controller.new_games import random_game
from freecell_tui.engine import Game, Variant
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import Settings, SettingsFile
from freecell_tui.ui.app import App
from freecell_tui.ui.dialogs import results
from freecell_tui.ui.drawing.glyphs import for_terminal


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player who sits down: where the games are kept, and how to play; `troubles` is what is wrong with the settings.

    Each method plays, and returns the exit code.
    """

    shelf: SaveStore
    settings: Settings
    file: SettingsFile
    troubles: tuple[str, ...] = ()

    def deal(self, game: Game) -> int:
        """Play a fresh game."""
        return self._run(self._app(SavedGame(game)))

    def random_deal(self) -> int:
        """Play a random deal of the game that the settings name."""
        return self.deal(random_game(self.settings.game))

    def resume(self, slot: SaveFile, record: SavedGame, troubles: Sequence[SaveError] = ()) -> int:
        """Go on with a saved game."""
        return self._run(_told(self._app(record, slot), _unreadable(troubles)))

    def welcome(self, fits: Callable[[Variant], bool]) -> int:
        """Begin at the title screen, where the last game that `fits` can be resumed."""
        app = self._app()
        app.open_title(fits)
        return self._run(app)

    def replay(self, record: SavedGame, note: str = "") -> int:
        """Watch a game, or go on with it as a game of the player's own; `note` is what there is to say at its end."""
        app = self._app(SavedGame(Game.new(record.game.deal, record.game.variant)))
        app.replay(record, note, leave=app.quit)
        return self._run(app)

    def _app(self, record: SavedGame | None = None, slot: SaveFile | None = None) -> App:
        """The program, with a game on its table if there is one."""
        glyphs = for_terminal(sys.stdout.encoding, os.environ.get("TERM", ""))
        return App(self.shelf, glyphs, record, slot, settings=self.settings, file=self.file)

    def _run(self, app: App) -> int:
        """Say what is wrong with the settings, one thing in the bar and several in a box, and play."""
        refused = (self.file.trouble(self.file.line_of_key(name), sentence) for name, sentence in app.refused_keys)
        troubles = [*self.troubles, *refused]
        if len(troubles) > 1:
            app.show_first(partial(results.troubles, app, self.file.path.name, troubles))
        else:
            _told(app, troubles)
        return _run(app)


def _told(app: App, troubles: Sequence[str]) -> App:
    if troubles:
        before = [app.message.text] if app.message else []
        app.say(Message(" ".join([*before, *troubles]), Severity.REFUSAL))
    return app


def _unreadable(errors: Sequence[SaveError]) -> list[str]:
    return [f"A save cannot be read, and is kept. {error}" for error in errors[:1]]


def _run(app: App) -> int:
    """Run the game, and say at the end what could not be saved."""
    _log_to(app.shelf.folder / "trouble.log")
    code = app.run()
    if app.trouble:
        print(f"freecell: {app.trouble}", file=sys.stderr)
    return code


def _log_to(log: Path) -> None:
    """Keep urwid's own reports off the screen."""
    logger = logging.getLogger("urwid")
    logger.propagate = False
    logger.setLevel(logging.ERROR)
    logging.raiseExceptions = False
    logger.addHandler(logging.FileHandler(log, delay=True))
