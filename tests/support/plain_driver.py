"""A game in words without its program: lines go in, and sentences come out."""

from io import StringIO
from pathlib import Path

from freecell_tui.controller.analysis import Mode
from freecell_tui.engine import Game
from freecell_tui.plain.blocking_advisor import Patience
from freecell_tui.plain.frontend import Seat
from freecell_tui.plain.repl import Talk
from freecell_tui.plain.signals import Signals
from freecell_tui.plain.speech import Voice
from freecell_tui.storage.save_store import Shelf
from freecell_tui.storage.saves import Record

# No answer depends on how fast a machine is.
ENDLESS = Patience(600.0, 600.0, 600.0)


class Speaker:
    """A player who talks, and what is answered; every answer is given whole."""

    def __init__(self, folder: Path, game: Game, mode: Mode = Mode.MASKED, patience: Patience | None = None) -> None:
        self._out = StringIO()
        self.seat = Seat(Shelf(folder), Voice(self._out), Record(game))
        self.seat.voice.is_brief = True
        self.talk = Talk(self.seat, Signals(), mode, patience or ENDLESS)

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
