"""The words that ask the solver."""

from collections.abc import Sequence
from typing import Final

from freecell_tui.controller.analysis import NOT_DECIDED, GameAnalysis
from freecell_tui.controller.session import Session
from freecell_tui.engine import Board, Move, NotationError
from freecell_tui.engine.text import quoted
from freecell_tui.plain.blocking_advisor import BlockingAdvisor
from freecell_tui.plain.frontend import Seat
from freecell_tui.plain.move_commands import Actions
from freecell_tui.solver.game_analysis import Verdict
from freecell_tui.storage.settings import VerdictDisplay

_WON: Final = "The game is won."
_TOO_SHORT: Final = "The time for a hint was too short to know. The word verdict thinks longer."
_WAY_BACK_NOT_KNOWN: Final = "This is lost; how far back it could be won takes longer. The word lost thinks longer."


class Asking:
    """Asks the solver about the game."""

    def __init__(self, seat: Seat, thinker: BlockingAdvisor, mode: VerdictDisplay) -> None:
        self._seat = seat
        self._thinker = thinker
        self._mode = mode
        self._looked_at: tuple[Session, Board] | None = None
        self._told = ""
        self.actions: Actions = {
            "hint": self._hint,
            "show": self._show,
            "solve": self._solve,
            "lost": self._lost,
            "verdict": self._verdict,
        }

    def _hint(self, _words: Sequence[str]) -> None:
        game = self._seat.game
        if game.is_won:
            self._seat.say(_WON)
            return
        advice = self._thinker.ask(self._seat.session, thoroughly=False)
        match advice.verdict(game):
            case Verdict.WON:
                self._seat.say(advice.hint(game).sentence)
            case Verdict.LOST if advice.bisection_point(game) is not None:
                self._seat.say(_WAY_BACK_NOT_KNOWN)
            case Verdict.LOST:
                self._lead_back(advice)
            case Verdict.UNKNOWN:
                self._seat.say(NOT_DECIDED)
            case None:
                self._seat.say(_TOO_SHORT)

    def _lead_back(self, advice: GameAnalysis) -> None:
        way = advice.recovery_hint(self._seat.game)
        if way.position is None:
            self._seat.say(way.sentence)
        else:
            self._seat.session.seek(way.position)
            self._seat.tell_change(way.sentence)

    def _show(self, _words: Sequence[str]) -> None:
        if (advice := self._knowing_a_line()) is not None:
            self._play(advice.line(self._seat.game)[0])
            self._seat.tell_turn()

    def _solve(self, _words: Sequence[str]) -> None:
        if (advice := self._knowing_a_line()) is not None:
            moves = advice.line(self._seat.game)
            for move in moves:
                self._play(move)
            self._seat.tell_change(f"Played: {' '.join(map(str, moves))}.")

    def _play(self, move: Move) -> None:
        """Play a move of a solution."""
        self._seat.session.helped = True
        self._seat.session.play(move)

    def _knowing_a_line(self) -> GameAnalysis | None:
        """What is known, if it wins the game; if not, say so."""
        game = self._seat.game
        if game.is_won:
            self._seat.say(_WON)
            return None
        advice = self._thinker.ask(self._seat.session, thoroughly=True)
        verdict = advice.verdict(game)
        if verdict is Verdict.WON:
            return advice
        self._seat.say("There is no solution from here." if verdict is Verdict.LOST else "No solution was found.")
        return None

    def _lost(self, _words: Sequence[str]) -> None:
        game = self._seat.game
        if game.is_won:
            self._seat.say(_WON)
            return
        advice = self._thinker.ask(self._seat.session, thoroughly=True)
        found = advice.losing_position(game)
        if isinstance(found, str):
            self._seat.say(found)
            return
        for sentence in advice.describe_losing_move(game, found):
            self._seat.say(sentence)
        self._seat.say(f"Undo {game.position - found} goes back to before it.")

    def _verdict(self, words: Sequence[str]) -> None:
        if words:
            chosen = " ".join(words).lower()
            if chosen not in [mode.value for mode in VerdictDisplay]:
                raise NotationError(f"{quoted(chosen)} is no way to hear the verdict: say on, masked or off.")
            self._mode = VerdictDisplay(chosen)
            self._looked_at = None
            self._told = ""
            self._seat.say(f"The verdict is {chosen}.")
        elif self._seat.game.is_won:
            self._seat.say(_WON)
        else:
            if self._mode is VerdictDisplay.OFF:
                self._mode = VerdictDisplay.MASKED
            self._tell_verdict(thoroughly=True)

    def look(self) -> None:
        """Say the verdict where it is always to be heard, if it is another than was said last."""
        game = self._seat.game
        before, now = self._looked_at, (self._seat.session, game.board)
        if self._mode is VerdictDisplay.ON and not game.is_won and before != now:
            self._looked_at = now
            told = self._told if before is not None and before[0] is now[0] else ""
            self._tell_verdict(thoroughly=False, but_not=told)

    def _tell_verdict(self, *, thoroughly: bool, but_not: str = "") -> None:
        game = self._seat.game
        advice = self._thinker.ask(self._seat.session, thoroughly=thoroughly, verdict_only=True)
        self._told = {Verdict.WON: "This can be won.", Verdict.LOST: "This is lost."}.get(
            advice.verdict(game) or Verdict.UNKNOWN, NOT_DECIDED
        )
        if self._told == but_not:
            return
        difficulty = advice.difficulty(game)
        self._seat.say(f"{self._told} The deal is {difficulty}." if difficulty else self._told)
