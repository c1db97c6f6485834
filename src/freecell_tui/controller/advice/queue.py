"""What the solver is asked about the game being played, one query at a time, and who waits for its results.

`think` asks for what needs to be known next; a front end calls it when nothing else is to be done.
"""

from collections.abc import Sequence
from functools import cached_property, partial
from time import monotonic
from typing import Final, Protocol

from freecell_tui.controller.advice.analysis import GameAnalysis, PositionQuery
from freecell_tui.controller.background import NoSolver
from freecell_tui.controller.frontend import FrontEnd, Message, Severity, SolverTransport
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.preferences import Preferences
from freecell_tui.controller.tasks import Promise, Scope, Task
from freecell_tui.engine import Board, Game
from freecell_tui.engine.text import capitalised
from freecell_tui.solver import Budget, SolverResult, Undecided
from freecell_tui.solver.analysis import Verdict
from freecell_tui.solver.results import SHORT_STATES, Judged, SolverQuery
from freecell_tui.storage.settings import Settings

VERDICT_STATES: Final = 1_500_000
_AHEAD_STATES: Final = 600_000
"""The positions that a search may visit for a verdict, half a minute's, and to judge all moves of a position.

No search is limited by time, so that every machine gives the same hints.
"""

PATIENCE_SECONDS: Final = 0.3
"""How long nobody minds that there is no result yet."""


class Analysed(Protocol):
    """A game on the table, as the solver's queue sees the game."""

    @property
    def analysis(self) -> GameAnalysis: ...


class Advised(Protocol):
    """What the queue needs of a controller."""

    frontend: FrontEnd
    preferences: Preferences

    @property
    def settings(self) -> Settings: ...

    @property
    def table(self) -> Analysed: ...

    @property
    def session(self) -> Session: ...

    @property
    def has_game(self) -> bool: ...

    def notify(self, message: Message | None) -> None: ...

    def refuse(self, why: str) -> None: ...

    def game_changed(self) -> None: ...

    def play_game(self, game: Game) -> None: ...


class _Awaited:
    """A query whose result a coroutine waits for."""

    def __init__(self, query: PositionQuery, table: Game | None, *, is_wish: bool, is_patient: bool) -> None:
        self.query: Final = query
        self.table: Final = table
        """The game on the table when the query was made; None without one."""
        self.is_wish: Final = is_wish
        """Whether the player waits for the result."""
        self.is_patient: Final = is_patient
        """Whether the verdict of the table comes first."""
        self.result: Final = Promise[SolverResult | None]()
        """The result about another deal; None when something new is known of the game."""


class SolverQueue:
    """Asks the solver for one controller, one query at a time.

    Coroutines wait here for results. Without any the verdict is found out, if it is shown.
    """

    def __init__(self, controller: Advised) -> None:
        self.asked_at = 0.0
        """When the solver was asked last, in seconds of the monotonic clock."""
        self.trouble = ""
        """Why there is no solver, as a sentence without its full stop, or ''. Only a wish starts another one then."""
        self.is_looking_for_deal = False
        self._wishes = Scope(controller.refuse)
        """Ends when the player turns to something else."""
        self._is_wished = False
        self._controller = controller
        self._awaited: list[_Awaited] = []
        self._query: PositionQuery | None = None
        self._asked_for: GameAnalysis | None = None
        self._is_thorough = True  # whether the present search may visit as many positions as a verdict is worth
        self._ahead: Sequence[Board] = ()  # the boards that the present search judges

    @cached_property
    def _solver(self) -> SolverTransport:
        return self._controller.frontend.solver()

    @property
    def analysis(self) -> GameAnalysis:
        return self._controller.table.analysis

    @property
    def is_busy(self) -> bool:
        """Whether the player waits for something that the solver is asked."""
        return any(awaited.is_wish for awaited in self._awaited)

    @property
    def is_in_use(self) -> bool:
        """Whether a solver runs anyway, so that more queries cost nothing.

        For a setting, or as the player has wished.
        """
        return self._is_wished or self._controller.settings.verdict or self._controller.settings.warn

    @property
    def _game(self) -> Game:
        return self._controller.session.game

    @property
    def shows_verdict(self) -> bool:
        """Whether verdicts are shown.

        Without a solver there are none.
        """
        return self._controller.settings.verdict and not self.trouble

    def wish(self, task: Task) -> None:
        """Begin a wish of the player in place of the wish before."""
        self._wishes.restart(self._fulfil(task))

    async def _fulfil(self, task: Task) -> None:
        await task
        self._controller.game_changed()

    def cancel(self) -> None:
        """Forget unanswered wishes: the player has turned to something else."""
        self._wishes.cancel()

    def allow(self) -> None:
        """Let a solver be started, even after a solver has failed."""
        self.trouble, self._is_wished = "", True

    async def ask(
        self, query: PositionQuery, *, is_wish: bool = False, is_patient: bool = False
    ) -> SolverResult | None:
        """Wait until something new is known of the game.

        Return the result of a query about another deal, else None.
        Raise NoSolver if there is no solver for another deal.
        """
        table = self._game if self._controller.has_game else None
        awaited = _Awaited(query, table, is_wish=is_wish, is_patient=is_patient)
        self._awaited.append(awaited)
        try:
            return await awaited.result
        finally:
            self._awaited.remove(awaited)

    async def _ask_for_wish(self, query: PositionQuery) -> None:
        self.allow()
        self._controller.notify(Message("Thinking…", "progress"))
        await self.ask(query, is_wish=True)
        self._controller.notify(None)

    async def verdict_of(self, game: Game) -> Verdict | None:
        """Return the verdict of a game, once it is known.

        By then the losing move of a lost game is known, too, unless the solver could not decide.
        """
        while query := self.analysis.verdict_query(game):
            await self._ask_for_wish(query)
        return self.analysis.verdict(game)

    async def line_of(self, game: Game) -> Verdict | None:
        """Return the verdict of a game.

        If the game can be won, a line to advise is known by then.
        """
        while query := self.analysis.next_query(game):
            await self._ask_for_wish(query)
        return self.analysis.verdict(game)

    def queries_left(self, game: Game) -> int:
        """Return the number of open queries about a game's course.

        0 without a solver.
        """
        return 0 if self.trouble else len(self.analysis.pending_queries(game))

    async def find_more(self, game: Game) -> None:
        """Wait for the next result about a game's course.

        There must be an open query.
        """
        await self.ask(self.analysis.pending_queries(game)[0])

    async def explore(self, game: Game) -> bool:
        """Wait for one more verdict of a game's course.

        Return False if all are known, or while verdicts are not shown.
        """
        query = self.analysis.next_of_course(game) if self.shows_verdict else None
        if query is None:
            return False
        await self.ask(query, is_patient=True)
        return True

    def think(self) -> None:
        """Ask the solver for the next open fact; raise SearchInterrupted."""
        table = self._game if self._controller.has_game else None
        # A scope lasts as long as its game, but a wish only until the position changes.
        if any(awaited.is_wish and awaited.table is not table for awaited in self._awaited):
            self.cancel()
        query = self._next_query()
        if query is None:
            self._stop()
        elif query != self._query or (query.deal is None and self._asked_for is not self.analysis):
            self._ask(query)

    def _next_query(self) -> PositionQuery | None:
        awaited = [each for each in self._awaited if not each.is_patient]
        if wished := [each for each in awaited if each.is_wish]:
            return wished[-1].query
        if not self._controller.frontend.shows_game or not self._controller.has_game:
            return None
        if awaited:
            return awaited[0].query
        analysis, game = self.analysis, self._game
        warns = self._controller.settings.warn
        wanted = analysis.missing_verdict(game) if self.shows_verdict or warns else None
        if wanted is None and self.shows_verdict and self._controller.session.has_changed:
            wanted = analysis.verdict_query(game)  # the move that lost is told
        if wanted := wanted or next((each.query for each in self._awaited), None):
            return wanted
        if not warns or analysis.verdict(game) is not Verdict.WON:
            return None
        is_judged = game.board in analysis.judged or not self._controller.frontend.has_screen
        return None if is_judged else PositionQuery(game.board, ahead=True)

    def judge_now(self, board: Board) -> None:
        """Ask a solver that answers at once whether a board is lost.

        Raise SearchInterrupted.
        """
        analysis, game = self.analysis, self._game
        if analysis.verdict(game) is None:
            self._ask(PositionQuery(game.board))
        if analysis.verdict(game) is Verdict.WON and analysis.outcome(board) is None:
            self._ask(PositionQuery(board))
            if analysis.outcome(board) is None:
                analysis.record_outcome(board, Verdict.UNKNOWN)

    def _ask(self, query: PositionQuery) -> None:
        if self.trouble:
            return
        if query.deal is not None:
            # A deal may be looked for before there is a game to analyse.
            budget = Budget(states=VERDICT_STATES)
            asked = SolverQuery(query.board, query.deal.variant, *query.rule, budget=budget)
            self._send(query, asked, None)
            return
        analysis, game, rule = self.analysis, self._game, self._controller.session.autoplay
        if query.ahead:
            # All moves are judged while the player thinks, so that a warning is there before the key.
            states = _AHEAD_STATES
            self._ahead = analysis.boards_ahead(game)
            known = tuple(at for at, board in enumerate(self._ahead) if analysis.outcome(board) is not None)
        else:
            limit = SHORT_STATES if query.short else VERDICT_STATES
            states = limit if self.is_busy else min(self._solver.background_states or limit, limit)
            known, self._is_thorough = None, states == limit
        budget = Budget(states=states)
        asked = SolverQuery(query.board, game.variant, *rule, query.short, budget, known)
        self._send(query, asked, analysis)

    def _send(self, query: PositionQuery, asked: SolverQuery, analysis: GameAnalysis | None) -> None:
        self._query, self._asked_for, self.asked_at = query, analysis, monotonic()
        try:
            self._solver.ask(asked, partial(self._receive, query), partial(self._give_up, query))
        except BaseException:
            self._query = None
            raise
        self._controller.frontend.call_later(PATIENCE_SECONDS, lambda: None)

    def _receive(self, query: PositionQuery, result: SolverResult | Judged) -> None:
        """Take a result, unless another query has been asked since."""
        # The solver belongs to the program, and its last result may be on its way when another game is begun.
        if self._query is not query or (query.deal is None and self._asked_for is not self.analysis):
            return
        if isinstance(result, Judged):
            self._take_judged(query, result)
            return
        self._query = None
        if query.deal is None:
            self._learn(query, result)
        else:
            for awaited in [each for each in self._awaited if each.query is query]:
                awaited.result.keep(result)

    def _take_judged(self, query: PositionQuery, judged: Judged) -> None:
        if judged.at is None:
            self._query = None
            self.analysis.judged.add(query.board)
        else:
            self.analysis.record_outcome(self._ahead[judged.at], Verdict.LOST if judged.is_lost else Verdict.WON)

    def _learn(self, query: PositionQuery, result: SolverResult) -> None:
        """Learn from a result, and resume all who wait for news of the game."""
        if isinstance(result, Undecided) and not self._is_thorough:
            return
        analysis = self.analysis
        was_open = analysis.verdict(self._game) is None
        analysis.record_answer(query.board, result, short=query.short)
        if was_open and self._controller.settings.warn:
            self._warn_late()
        self._resume_all()

    def _resume_all(self) -> None:
        for awaited in [each for each in self._awaited if each.query.deal is None]:
            awaited.result.keep(None)

    def _warn_late(self) -> None:
        """Say which move has lost the game, if it was judged too late."""
        course = self.analysis.course_so_far(self._game)
        if course.verdicts[-1] is not Verdict.LOST or course.last_won is None:
            return
        moves = course.moves[course.last_won :]
        if len(moves) == 1:
            lost = self.analysis.of_autoplay(f"{moves[0]} lost the game.", self._game)
            self._say(lost, "undo", "to undo it", "refusal")
        else:
            lost = self.analysis.of_autoplay(f"One of the last {len(moves)} moves lost the game.", self._game)
            self._say(lost, "last-winnable", "to go back", "refusal")

    def _stop(self) -> None:
        if self._query is not None:
            self._query = None
            self._solver.stop()

    def _give_up(self, query: PositionQuery, why: str) -> None:
        """Say why there is no solver, and resume all who wait."""
        if self._query is not query:
            return
        self.trouble, self._query = why, None
        self._solver.close()
        if query.deal is None:
            self.cancel()
            self._say(f"{why}; you can play on without it.", severity="refusal")
        for awaited in [each for each in self._awaited if each.query is query and query.deal is not None]:
            awaited.result.fail(NoSolver(why))
        self._resume_all()

    def _say(self, sentence: str, command: str = "", what_for: str = "", severity: Severity = "info") -> None:
        """Say a sentence, and how to give a command.

        As in `Press u to go back.`
        """
        if command and (how := self._controller.frontend.how_to(command)):
            sentence += f" {capitalised(how)} {what_for}."
        self._controller.notify(Message(sentence, severity))

    def let_go(self) -> None:
        """End wishes and searches. The next query starts a solver of another front end."""
        self.cancel()
        self._query = None
        if "_solver" in vars(self):
            self._solver.close()
            del self._solver

    def close(self) -> None:
        self._solver.close()
