"""What the solver is asked about the game being played, one query at a time, and what its results lead to.

`think` asks for what needs to be known next; a front end calls it when nothing else is to be done. A request of the
player that needs a result first is tried again when the result has come.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Final, NamedTuple, Protocol

from freecell_tui.controller.advice.analysis import GameAnalysis, PositionQuery
from freecell_tui.controller.frontend import Action, FrontEnd, Message, Severity, SolverTransport
from freecell_tui.controller.play.game import random_game
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.preferences import Preferences
from freecell_tui.engine import Autoplay, Board, Game, Place, Variant
from freecell_tui.engine.deals import ANY
from freecell_tui.engine.text import capitalised
from freecell_tui.solver import Budget, Solved, SolverResult, Undecided
from freecell_tui.solver.analysis import GameCourse, Verdict, difficulty
from freecell_tui.solver.results import SHORT_STATES, Judged, SolverQuery
from freecell_tui.storage.settings import DealKind, Settings


class DealSearch:
    """A search for a winnable deal of a variant, which gives up after some time.

    `asked_from` is the game from which the player asked for it. For each deal of `next_deal` the solver is asked with
    `autoplay`, and `accepts` says whether its result is what the player wished.
    """

    def __init__(self, variant: Variant, wish: str, asked_from: Game | None, seconds: float) -> None:
        self.asked_from = asked_from
        self._variant = variant
        self._wish = wish
        self._wanted = "winnable" if wish == ANY else wish
        self._seconds = seconds
        self._until = monotonic() + seconds
        self._tried = 0
        self._rated: Game | None = None

    @property
    def is_over(self) -> bool:
        return monotonic() > self._until

    @property
    def progress(self) -> Message:
        """What is looked for, how many deals were tried, and how to stop it."""
        tried = f", {self._tried} tried" if self._tried else ""
        article = "an" if self._wanted[0] in "aeiou" else "a"
        return Message(f"Looking for {article} {self._wanted} deal{tried}. Any key stops it.", Severity.PROGRESS)

    @property
    def failure(self) -> str:
        return f"No {self._wanted} deal was found in {self._seconds:.0f} seconds."

    def next_deal(self) -> Game:
        return self._rated or random_game(self._variant)

    def autoplay(self, played_with: Autoplay) -> Autoplay:
        """Return the autoplay to ask with, for a player who plays with this one: difficulty is measured with SAFE."""
        return played_with if self._wish == ANY or self._rated is not None else Autoplay.SAFE

    def accepts(self, deal: Game, result: SolverResult, played_with: Autoplay) -> bool:
        """Return whether a deal can be won with the player's autoplay, and is as hard as wished.

        A deal that is won with SAFE autoplay is won without any too, but not always with ALL; so it is asked again.
        """
        self._tried += self._rated is None
        was_rated, self._rated = self._rated is not None, None
        if not isinstance(result, Solved):
            return False
        if self._wish == ANY or was_rated:
            return True
        if difficulty(result.states, self._variant) != self._wish:
            return False
        if played_with is Autoplay.ALL:
            self._rated = deal
        return self._rated is None


VERDICT_STATES: Final = 1_500_000
_AHEAD_STATES: Final = 600_000
"""The positions that a search may visit for a verdict, half a minute's, and to judge all moves of a position.

No search is limited by time, so that every machine gives the same hints.
"""

_DEAL_SECONDS: Final = 30.0
"""How long deals are tried for one that the player wants."""

PATIENCE_SECONDS: Final = 0.3
"""How long nobody minds that there is no result yet."""

_THINKING: Final = Message("Thinking…", Severity.PROGRESS)

TellCourse = Callable[[GameCourse, int], None]

TellExplored = Callable[[int], None]
"""Called when something has become known of the lines of a game, with how many are left to find out about."""


class Advised(Protocol):
    """What the queue needs of a controller."""

    frontend: FrontEnd
    preferences: Preferences
    is_in_sight: bool

    @property
    def settings(self) -> Settings: ...

    @property
    def session(self) -> Session: ...

    @property
    def has_game(self) -> bool: ...

    def notify(self, message: Message | None) -> None: ...

    def game_changed(self) -> None: ...

    def play_game(self, game: Game) -> None: ...


class _Request(NamedTuple):
    """What the player asked for in a game, to be tried again when the result of a query is there."""

    query: PositionQuery
    again: Action
    game: Game


class _Review(NamedTuple):
    """A game whose course is being found out, whom to tell, and the game that is on the table meanwhile."""

    game: Game
    tell: TellCourse
    table: Game


@dataclass
class _Exploration:
    """The ends of the lines of play that are left to find out about, the first of them, and whom to tell."""

    table: Game
    ends: deque[Place]
    tell: TellExplored
    line: Game | None = None


class SolverQueue:
    """Asks the solver for one controller. `asked_at` is when it was asked last, in seconds of the monotonic clock.

    `trouble` is why there is no solver, as a sentence without its full stop, or ''. It is asked nothing more by itself
    then; what the player asks for starts another. `deal_search` looks for a deal that the player wants.
    """

    def __init__(self, controller: Advised) -> None:
        self.asked_at = 0.0
        self._is_wished = False
        self._controller = controller
        self.trouble = ""
        self._query: PositionQuery | None = None
        self._request: _Request | None = None
        self.deal_search: DealSearch | None = None
        self._review: _Review | None = None
        self._exploration: _Exploration | None = None
        self._judged: set[Board] = set()
        self._analysed: object = None
        self._analysis: GameAnalysis | None = None

    @cached_property
    def _solver(self) -> SolverTransport:
        return self._controller.frontend.solver()

    @property
    def analysis(self) -> GameAnalysis:
        session = self._controller.session
        analysed = (session, session.autoplay)
        if self._analysis is None or self._analysed != analysed:
            self._analysed = analysed
            self._analysis = GameAnalysis(session.game.variant, session.autoplay)
            self._judged = set()
            if self._query is not None and self._query.deal is None:
                self._stop()
        return self._analysis

    @property
    def is_busy(self) -> bool:
        """Whether the player waits for something that the solver is asked."""
        return self._request is not None or self.deal_search is not None

    @property
    def is_in_use(self) -> bool:
        """Whether the solver is asked anyway, for a setting or as the player has wished, so that more costs nothing."""
        return self._is_wished or self._controller.settings.verdict or self._controller.settings.warn

    @property
    def _game(self) -> Game:
        return self._controller.session.game

    @property
    def shows_verdict(self) -> bool:
        """Whether verdicts are shown; without a solver there are none."""
        return self._controller.settings.verdict and not self.trouble

    def review(self, game: Game, tell: TellCourse) -> None:
        """Find out how the game went, or would go on; `tell` is called with what is known, and how many queries are
        left, every time that something becomes known.
        """
        self.trouble, self._is_wished = "", True
        self._review = _Review(game, tell, self._game)
        self._tell_course()

    def end_review(self) -> None:
        self._review = None

    def explore(self, ends: Iterable[Place], tell: TellExplored) -> None:
        """Find out where each line of play of the game, given by its end, is won and where lost, if that is shown."""
        self._exploration = _Exploration(self._game, deque(ends), tell)

    def end_exploration(self) -> None:
        self._exploration = None

    def _next_explored(self) -> PositionQuery | None:
        """Return what to ask next about the lines of play; tell when nothing is left to ask."""
        exploration = self._exploration
        if exploration is None or exploration.table is not self._game or not self.shows_verdict:
            return None
        while exploration.ends:
            line = exploration.line = exploration.line or self._game.at(exploration.ends[0])
            at = self.analysis.next_of_course(line)
            if at is not None:
                return PositionQuery(line.boards[at])
            exploration.ends.popleft()
            exploration.line = None
        self._exploration = None
        exploration.tell(0)
        return None

    def _tell_course(self) -> None:
        if self._exploration is not None and self._exploration.table is self._game:
            self._exploration.tell(len(self._exploration.ends))
        if self._review is not None and self._review.table is self._game:
            game, tell, _ = self._review
            left = 0 if self.trouble else len(self.analysis.pending_queries(game))
            tell(self.analysis.course(game), left)

    def deal_winnable(self, wish: str = ANY) -> None:
        """Begin a game of a random winnable deal, as hard as wished; of any deal if there is no solver."""
        self.trouble, self._is_wished = "", True
        controller = self._controller
        controller.preferences.remember_deal(DealKind.WINNABLE if wish == ANY else DealKind(wish))
        asked_from = controller.session.game if controller.has_game else None
        self.deal_search = DealSearch(controller.settings.new_game_variant, wish, asked_from, _DEAL_SECONDS)
        controller.notify(self.deal_search.progress)

    def cancel(self) -> None:
        """Forget unanswered requests: the player has turned to something else."""
        self._request = None
        if self.deal_search is not None:
            self.deal_search = None
            self._stop()

    def wait_for(self, query: PositionQuery | None, request: Action) -> bool:
        """Return whether a result is needed first; `request` is then tried again when it has come."""
        if query is None:
            return False
        self.trouble, self._is_wished = "", True
        self._request = _Request(query, request, self._game)
        self._controller.notify(_THINKING)
        return True

    def think(self) -> None:
        """Ask for what needs to be known next, if anything. Raise SearchInterrupted."""
        if self._request is not None and self._request.game is not self._game:
            self._request = None
        search, controller = self.deal_search, self._controller
        if search is not None and controller.has_game and controller.session.game is not search.asked_from:
            # A player who has played on no longer wants another deal.
            self.cancel()
        elif search is not None and (self._query is None or self._query.deal is None):
            if search.is_over:
                self.deal_search = None
                self._say(search.failure, "winnable-game", "to look again")
            else:
                game = search.next_deal()
                controller.notify(search.progress)
                self._ask(PositionQuery(game.board, deal=game))
        if self.deal_search is not None:
            return
        query = self._next_query() if self._controller.is_in_sight else None
        if query == self._query:
            return
        if query is None:
            self._stop()
        else:
            self._ask(query)

    def _next_query(self) -> PositionQuery | None:
        analysis, game = self.analysis, self._game
        review = self._review
        if review is not None and review.table is game and (pending := analysis.pending_queries(review.game)):
            position, short = pending[0]
            return PositionQuery(review.game.boards[position], short)
        if self._request is not None:
            return self._request.query
        warns = self._controller.settings.warn
        wanted = analysis.missing_verdict(game) if self.shows_verdict or warns else None
        wanted = wanted or self._next_explored()
        if wanted is not None:
            return wanted
        if not warns or analysis.verdict(game) is not Verdict.WON:
            return None
        is_judged = game.board in self._judged or not self._controller.frontend.has_screen
        return None if is_judged else PositionQuery(game.board, ahead=True)

    def find_out(self, board: Board) -> None:
        """Ask a solver that answers at once whether a board ahead is lost. Raise SearchInterrupted."""
        analysis, game = self.analysis, self._game
        if analysis.verdict(game) is None:
            self._ask(PositionQuery(game.board, glance=True))
        if analysis.verdict(game) is Verdict.WON and analysis.outcome(board) is None:
            self._ask(PositionQuery(board, glance=True))

    def _judge_ahead(self, query: PositionQuery) -> None:
        """Let all moves be judged while the player thinks, so that a warning is there before the key."""
        analysis, session = self.analysis, self._controller.session
        ahead = analysis.boards_ahead(session.game)
        known = tuple(at for at, board in enumerate(ahead) if analysis.outcome(board) is not None)
        budget = Budget(states=_AHEAD_STATES)
        asked = SolverQuery(query.board, session.game.variant, *session.autoplay, budget=budget, known=known)

        def take(judged: Judged) -> None:
            if self._query is not query or self.analysis is not analysis:
                return
            if judged.at is None:
                self._query = None
                self._judged.add(query.board)
            else:
                analysis.record_outcome(ahead[judged.at], Verdict.LOST if judged.is_lost else Verdict.WON)

        self._query = query
        self._solver.ask(asked, take, lambda why: self._give_up(query, why))

    def _ask(self, query: PositionQuery) -> None:
        if self.trouble:
            return
        if query.ahead:
            self._judge_ahead(query)
            return
        controller = self._controller
        if query.deal is None or self.deal_search is None:
            variant, autoplay = self._game.variant, controller.session.autoplay
        else:
            rule = controller.settings.autoplay_rule
            variant, autoplay = query.deal.variant, rule._replace(policy=self.deal_search.autoplay(rule.policy))
        limit = SHORT_STATES if query.short or query.glance else VERDICT_STATES
        states = limit if self.is_busy else min(self._solver.background_states or limit, limit)
        asked = SolverQuery(query.board, variant, *autoplay, query.short, Budget(states=states))
        self._query, self.asked_at = query, monotonic()
        try:
            self._solver.ask(
                asked,
                lambda result: self._take(query, result, is_thorough=states == limit),
                lambda why: self._give_up(query, why),
            )
        except BaseException:
            self._query = None
            raise
        controller.frontend.call_later(PATIENCE_SECONDS, lambda: None)

    def _take(self, query: PositionQuery, result: SolverResult, *, is_thorough: bool) -> None:
        """Learn from a result, and do what waited for it; drop one about a game that is no longer played."""
        analysis = self.analysis if query.deal is None else None  # stops what was asked about another game
        if self._query is not query:
            return
        self._query = None
        if isinstance(result, Undecided) and query.glance:
            self.analysis.record_outcome(query.board, Verdict.UNKNOWN)
            return
        if isinstance(result, Undecided) and not is_thorough:
            return
        if query.deal is not None:
            search, autoplay = self.deal_search, self._controller.settings.autoplay_rule
            if search is not None and search.accepts(query.deal, result, autoplay.policy):
                self.deal_search = None
                self._controller.notify(None)
                self._controller.play_game(query.deal)
        if analysis is None:
            return
        was_open = analysis.verdict(self._game) is None
        analysis.record_answer(query.board, result, short=query.short)
        if was_open and self._controller.settings.warn:
            self._warn_late()
        self._tell_course()
        request, self._request = self._request, None
        if request is not None:
            self._controller.notify(None)
            request.again()
            self._controller.game_changed()

    def _warn_late(self) -> None:
        """Say which move has lost the game if it was played before it could be judged."""
        course = self.analysis.course_so_far(self._game)
        if course.verdicts[-1] is not Verdict.LOST or course.last_won is None:
            return
        moves = course.moves[course.last_won :]
        if len(moves) == 1:
            self._say(f"{moves[0]} lost the game.", "undo", "to undo it", Severity.REFUSAL)
        else:
            lost = f"One of the last {len(moves)} moves lost the game."
            self._say(lost, "last-winnable", "to go back", Severity.REFUSAL)

    def _stop(self) -> None:
        if self._query is not None:
            self._query = None
            self._solver.stop()

    def _give_up(self, query: PositionQuery, why: str) -> None:
        """Say why there is no solver; who looks for a deal gets one that nobody knows."""
        if self._query is not query:
            return
        self.trouble = why
        self._request = self._query = self.deal_search = None
        self._solver.close()
        sentence = f"{why}; you can play on without it."
        if query.deal is not None:
            self._controller.play_game(query.deal)
            sentence = "The solver is not available, so this deal may not be winnable."
        self._say(sentence, severity=Severity.REFUSAL)
        self._tell_course()

    def _say(self, sentence: str, command: str = "", what_for: str = "", severity: Severity = Severity.INFO) -> None:
        """Say a sentence and, if there is a way to give a command, say how, as in `Press u to go back`."""
        if command and (how := self._controller.frontend.how_to(command)):
            sentence += f" {capitalised(how)} {what_for}."
        self._controller.notify(Message(sentence, severity))

    def close(self) -> None:
        self._solver.close()
