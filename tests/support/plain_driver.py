"""A game in words without its program: lines go in, and sentences come out."""

import random
from functools import partial
from io import StringIO
from pathlib import Path

from freecell_tui.controller.commands import BY_NAME, make_controller
from freecell_tui.controller.frontend import Message, OnFailure, OnResult
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Game
from freecell_tui.plain.commands import VOCABULARY
from freecell_tui.plain.frontend import BlockingSolver, PlainFrontEnd, Signals, Speech
from freecell_tui.plain.run import answer, open_conversation
from freecell_tui.solver import Budget
from freecell_tui.solver.results import SolverQuery
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS, SpeechStyle
from support.outcomes import Outcome, how_to, saves_in


class _PatientFrontEnd(PlainFrontEnd):
    """No answer depends on how fast a machine is, unless a search is limited to so many seconds."""

    unasked_states: int | None = None
    silent_seconds = 600.0
    search_seconds: float | None = None

    def __init__(self, folder: Path, speech: Speech, *, verdict: bool = False) -> None:
        settings = DEFAULTS.with_value("verdict", verdict)
        make = partial(make_controller, store=SaveStore(folder), settings=settings)
        super().__init__(make, speech, Signals(), VOCABULARY)
        self.messages: list[str] = []
        self.is_impatient = False
        self.asked: list[SolverQuery] = []

    def solver(self) -> BlockingSolver:
        return _LimitedSolver(self)

    def notify(self, message: Message | None) -> None:
        if message is not None and message.severity != "progress":
            self.messages.append(message.text)
        super().notify(message)

    def collect_change(self) -> None:
        message = self.controller.session.message
        if message is not None:
            self.messages.append(message.text)
        super().collect_change()


class _LimitedSolver(BlockingSolver):
    def __init__(self, front_end: _PatientFrontEnd) -> None:
        super().__init__(lambda: front_end.is_impatient, front_end.unasked_states)
        self._front_end = front_end

    def ask(self, query: SolverQuery, on_result: OnResult, on_failure: OnFailure) -> None:
        self._front_end.asked.append(query)
        seconds = self._front_end.search_seconds
        super().ask(query if seconds is None else query._replace(budget=Budget(seconds=seconds)), on_result, on_failure)


class Speaker:
    """A player who talks, and what is answered; every answer is given whole."""

    def __init__(
        self,
        folder: Path,
        game: Game | SavedGame,
        *,
        verdict: bool = False,
        search_seconds: float | None = None,
        unasked_states: int | None = None,
    ) -> None:
        self._out = StringIO()
        self.front_end = _PatientFrontEnd(folder, Speech(self._out), verdict=verdict)
        self.controller = self.front_end.controller
        self.front_end.search_seconds = search_seconds
        self.front_end.unasked_states = unasked_states
        self.front_end.speech.style = SpeechStyle.SYMBOLS
        self.controller.put_on_table(game if isinstance(game, SavedGame) else SavedGame(game))
        open_conversation(self.front_end, [])
        self.opening = self._out.getvalue().split("\n")[:-1]

    def say(self, line: str) -> list[str]:
        """The sentences that answer a line."""
        before = len(self._out.getvalue())
        answer(self.front_end, line)
        said = self._out.getvalue()[before:]
        assert not said or said.endswith("\n")
        return said.split("\n")[:-1]

    @property
    def session(self) -> Session:
        return self.controller.session

    @property
    def game(self) -> Game:
        return self.session.game


class _NeutralFrontEnd(_PatientFrontEnd):
    def how_to(self, command: str) -> str:
        return how_to(command)


def run_by_word(folder: Path, saved: SavedGame, command: str, args: str = "") -> Outcome:
    """Carry out a command of the registry by its word, in a saved game; the player's folder is `folder`."""
    random.seed(1)
    front_end = _NeutralFrontEnd(folder, Speech(StringIO()))
    controller = front_end.controller
    controller.put_on_table(saved)
    answer(front_end, f"{BY_NAME[command].words[0]} {args}")
    return Outcome(controller.session.game, tuple(front_end.messages), saves_in(folder))
