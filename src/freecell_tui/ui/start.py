"""The ways to sit down at the table."""

import logging
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from freecell_tui.engine import Game, Variant
from freecell_tui.session import Message, Tone
from freecell_tui.storage.saves import Record, SaveError
from freecell_tui.storage.shelf import Shelf, Slot
from freecell_tui.ui.app import App, random_game
from freecell_tui.ui.glyphs import ASCII, Glyphs, for_encoding

_UNEXPECTED: Final = 70


def marks(*, ascii_only: bool) -> Glyphs:
    """The marks to draw with: those that the terminal's encoding has."""
    return ASCII if ascii_only else for_encoding(sys.stdout.encoding)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player who sits down: where the games are kept, what to draw with, and whether to show the verdict.

    Each method plays, and returns the exit code.
    """

    shelf: Shelf
    glyphs: Glyphs
    verdict: str = "on"

    def deal(self, game: Game) -> int:
        """Play a fresh game."""
        return _run(self._app(Record(game)))

    def random_deal(self, variant: Variant, troubles: Sequence[SaveError] = ()) -> int:
        """Play a random deal, and say what is wrong with the saves that cannot be read."""
        return _run(_told(self._app(Record(random_game(variant))), troubles))

    def resume(self, slot: Slot, record: Record, troubles: Sequence[SaveError] = (), *, ask: bool = False) -> int:
        """Go on with a saved game, at once or when the player says so."""
        app = _told(self._app(record, slot), troubles)
        if ask:
            app.ask_to_resume()
        return _run(app)

    def _app(self, record: Record, slot: Slot | None = None) -> App:
        return App(self.shelf, self.glyphs, record, slot, verdict=self.verdict)


def _told(app: App, troubles: Sequence[SaveError]) -> App:
    if troubles:
        app.session.message = Message(f"A save cannot be read, and is kept. {troubles[0]}", Tone.REFUSAL)
    return app


def _run(app: App) -> int:
    """Run the game; what nobody expected goes to a file, and the player hears in a sentence where it is."""
    log = app.shelf.folder / "trouble.log"
    _log_to(log)
    try:
        code = app.run()
    except Exception:  # noqa: BLE001 - the last word before the terminal is the player's again
        _write_down(log, traceback.format_exc())
        sentence = f"freecell: It stopped by a mistake of its own; your game is saved. The details are in {log}."
        print(sentence, file=sys.stderr)
        return _UNEXPECTED
    if app.keeper.trouble:
        print(f"freecell: {app.keeper.trouble}", file=sys.stderr)
    return code


def _log_to(log: Path) -> None:
    """Keep urwid's own reports off the screen."""
    logger = logging.getLogger("urwid")
    logger.propagate = False
    logger.setLevel(logging.ERROR)
    logging.raiseExceptions = False
    logger.addHandler(logging.FileHandler(log, delay=True))


def _write_down(log: Path, text: str) -> None:
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError:
        print(text, file=sys.stderr)  # better on the screen than nowhere
