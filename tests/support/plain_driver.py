"""A game in words without its program: lines go in, and sentences come out."""

from io import StringIO
from pathlib import Path

from freecell_tui.engine import Game
from freecell_tui.plain.blocking_advisor import SearchTimes
from freecell_tui.plain.frontend import Seat
from freecell_tui.plain.repl import Repl
from freecell_tui.plain.signals import Signals
from freecell_tui.plain.speech import Speech
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import VerdictDisplay

# No answer depends on how fast a machine is.
ENDLESS = SearchTimes(600.0, 600.0, 600.0)


class Speaker:
    """A player who talks, and what is answered; every answer is given whole."""

    def __init__(
        self,
        folder: Path,
        game: Game,
        mode: VerdictDisplay = VerdictDisplay.MASKED,
        patience: SearchTimes | None = None,
    ) -> None:
        self._out = StringIO()
        self.seat = Seat(SaveStore(folder), Speech(self._out), SavedGame(game))
        self.seat.voice.is_brief = True
        self.talk = Repl(self.seat, Signals(), mode, patience or ENDLESS)

    def say(self, line: str) -> list[str]:
        """The sentences that answer a line."""
        before = len(self._out.getvalue())
        self.talk.answer(line)
        said = self._out.getvalue()[before:]
        assert not said or said.endswith("\n")
        return said.split("\n")[:-1]

    @property
    def game(self) -> Game:
        return self.seat.game
