"""The ways to sit down at the table."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from freecell_tui.controller.commands import BY_NAME, execute, make_controller
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import FrontEnd, Message, ScreenRequest, Severity, Standings, Unfinished, Watching
from freecell_tui.engine import FREECELL, Game, Variant
from freecell_tui.engine.text import capitalised
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import Settings
from freecell_tui.storage.settings_file import SettingsFile, is_first_start, remember_offer
from freecell_tui.ui.app import App
from freecell_tui.ui.drawing.glyphs import terminal_glyphs
from freecell_tui.ui.stack import LessonOffer, Mistakes


class Launcher(NamedTuple):
    """Starts the table. `problems` is what is wrong with the settings.

    Each method plays until the player leaves, and returns the exit code.
    """

    store: SaveStore
    settings: Settings
    file: SettingsFile
    problems: tuple[str, ...] = ()

    def deal(self, game: Game) -> int:
        """Play a new game; if the deal has an unfinished one, ask whether to resume that."""
        save_file, saved = self.store.find_unfinished(game.deal, game.variant) or (None, SavedGame(game))
        app = self._app(saved, save_file)
        if saved.game.moves_made:
            app.show(Unfinished(saved))
        elif game.variant != FREECELL:
            # Was that chosen just now, or perhaps long ago?
            is_chosen = self.file.load().settings.new_game_variant == game.variant
            which = "your variant for new games" if is_chosen else "and so are new games until you quit"
            how = app.how_to("menu")
            change = f" {capitalised(how)}, then v, to choose another." if how else ""
            app.notify(Message(f"This is {game.variant.full_title}, {which}.{change}"))
        return self._run(app)

    def resume(self, save_file: SaveFile, saved: SavedGame, errors: Sequence[SaveError] = ()) -> int:
        """Play on a saved game, and say what is wrong with saves that cannot be read."""
        app = self._app(saved, save_file)
        return self._run(_told(app, [app.controller.describe_unreadable(errors)]))

    def welcome(self, fits: Callable[[Variant], bool]) -> int:
        """Begin at the title screen, where the last unfinished game that `fits` can be resumed."""
        app = self._app()
        app.navigator.open_title(fits)
        if is_first_start(self.store.folder, self.file.path):
            app.show(LessonOffer(partial(remember_offer, self.store.folder)))
        return self._run(app)

    def learn(self) -> int:
        """Begin with the guided first game; the title screen is behind it."""
        app = self._app()
        app.navigator.open_title()
        app.show(ScreenRequest.LESSON)
        return self._run(app)

    def tournament(self, standings: Standings, notice: str) -> int:
        """Begin with the deals of a tournament, and a `notice` if there is one; the title screen is behind them."""
        app = self._app()
        app.navigator.open_title()
        app.show(standings)
        return self._run(_told(app, [notice]))

    def race(self, code: str) -> int:
        """Race the game of a share code, which is won; the title screen is behind it."""
        app = self._app()
        app.navigator.open_title()
        execute(app.controller, BY_NAME["race"], (code,))
        return self._run(app)

    def replay(self, saved: SavedGame, note: str = "") -> int:
        """Watch a game; `note` is what there is to say at its end."""
        app = self._app()
        app.show(Watching(saved, note))
        return self._run(app)

    def _app(self, saved: SavedGame | None = None, save_file: SaveFile | None = None) -> App:
        def begin(frontend: FrontEnd) -> Controller:
            controller = make_controller(frontend, self.store, self.settings, self.file)
            if saved is not None:
                controller.put_on_table(saved, save_file)
            return controller

        return App(begin, terminal_glyphs(sys.stdout.encoding, os.environ.get("TERM", "")))

    def _run(self, app: App) -> int:
        """Say what is wrong with the settings, and play."""
        # One thing is said in the bar; several, or what the screen has no room for, in a box.
        if len(self.problems) == 1:
            _told(app, self.problems)
        if len(self.problems) > 1 or (self.problems and app.stack.opaque.message is None):
            app.show(Mistakes(self.file.path.name, self.problems))
        try:
            code = app.run()
        except Exception as error:
            for sentence in app.controller.parting_words:
                error.add_note(sentence)
            raise
        for sentence in app.controller.parting_words:
            print(f"freecell: {sentence}", file=sys.stderr)
        return code


def _told(app: App, sentences: Sequence[str]) -> App:
    if any(sentences):
        message = app.stack.opaque.message
        before = [message.text] if message else []
        app.notify(Message(" ".join(filter(None, [*before, *sentences])), Severity.REFUSAL))
    return app
