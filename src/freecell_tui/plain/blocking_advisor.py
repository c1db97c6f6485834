"""What the solver thinks of the game, found out while the player waits."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from freecell_tui.controller.analysis import GameAnalysis, SolverQuery
from freecell_tui.controller.session import Session
from freecell_tui.engine import Autoplay, Game, Variant
from freecell_tui.plain.signals import Signals
from freecell_tui.solver import Budget, Reason, Solved, SolverResult, Undecided, solve

_MEMORY: Final = 512 * 2**20
_SHORT_SECONDS: Final = 2.0


class Stopped(Exception):
    """The player does not want to wait any longer."""


@dataclass(frozen=True, slots=True)
class SearchTimes:
    """How many seconds the solver may think: for a hint and what is told unasked, for all else, and without a word."""

    hint: float = 1.0
    answer: float = 30.0
    silence: float = 1.5


class BlockingAdvisor:
    """Asks the solver, and keeps what it has said of one game.

    `tell_waiting` is called once if a thought takes long.
    """

    def __init__(self, patience: SearchTimes, signals: Signals, tell_waiting: Callable[[], None]) -> None:
        self.patience = patience
        self._signals = signals
        self._tell_waiting = tell_waiting
        self._tell_at: float | None = None
        self._advice: GameAnalysis | None = None
        self._known_for: tuple[Session, Autoplay, bool] | None = None

    def known(self, session: Session) -> GameAnalysis:
        """What is known of a game; it is forgotten with the game, and when other cards go home."""
        known_for = (session, session.autoplay_policy, session.auto_finishes)
        if self._advice is None or self._known_for != known_for:
            self._known_for = known_for
            self._advice = GameAnalysis(session.game.variant, session.autoplay_policy, finishes=session.auto_finishes)
        return self._advice

    def ask(self, session: Session, *, thoroughly: bool, verdict_only: bool = False) -> GameAnalysis:
        """Find out what can be, in the time there is, and return all that is known. Raise Stopped.

        What was not decided in the short time for a hint is not noted as such, and may be asked again.
        """
        advice, game = self.known(session), session.game
        self._tell_at = monotonic() + self.patience.silence
        with self._signals.stopping_thought():
            end = monotonic() + (self.patience.answer if thoroughly else self.patience.hint)
            while (search := advice.next_query(game)) is not None and (left := end - monotonic()) > 0:
                if verdict_only and advice.verdict(game) is not None:
                    break
                seconds = min(left, _SHORT_SECONDS) if search.short else left
                answer = self._solve(search, game.variant, session.autoplay_policy, seconds)
                if isinstance(answer, Undecided) and not search.short and not thoroughly:
                    break
                advice.record_answer(search.board, answer, short=search.short)
        return advice

    def choose_winnable(self, choose: Callable[[], Game], autoplay: Autoplay) -> Game | None:
        """One of the games that `choose` names that is known to be won; None if time is too short. Raise Stopped."""
        self._tell_at = monotonic() + self.patience.silence
        with self._signals.stopping_thought():
            end = monotonic() + self.patience.answer
            while (left := end - monotonic()) > 0:
                game = choose()
                if isinstance(self._solve(SolverQuery(game.board), game.variant, autoplay, left), Solved):
                    return game
        return None

    def _solve(self, search: SolverQuery, variant: Variant, autoplay: Autoplay, seconds: float) -> SolverResult:
        answer = solve(
            search.board,
            variant,
            autoplay=autoplay,
            short=search.short,
            budget=Budget(seconds=seconds, memory=_MEMORY),
            stop=self._is_to_stop,
        )
        if isinstance(answer, Undecided) and answer.reason is Reason.STOPPED:
            raise Stopped
        return answer

    def _is_to_stop(self) -> bool:
        if self._tell_at is not None and monotonic() > self._tell_at:
            self._tell_at = None
            self._tell_waiting()
        return self._signals.has_come
