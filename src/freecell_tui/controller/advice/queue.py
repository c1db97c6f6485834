"""What the solver is asked about the game being played, one query at a time, and what its results lead to.

`think` asks for what needs to be known next; a front end calls it when nothing else is to be done. A request of the
player that needs a result first is tried again when the result has come.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cached_property, partial
from time import monotonic
from typing import Final, NamedTuple, Protocol

from freecell_tui.controller.advice.analysis import GameAnalysis, PositionQuery
from freecell_tui.controller.frontend import Action, FrontEnd, Message, OnResult, Severity, SolverTransport, Tell
from freecell_tui.controller.play.game import random_game
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.preferences import Preferences
from freecell_tui.engine import Autoplay, AutoplayRule, Board, Game, Place, Variant
from freecell_tui.engine.deals import ANY
from freecell_tui.engine.text import capitalised
from freecell_tui.solver import Budget, Solved, SolverResult, Undecided
from freecell_tui.solver.analysis import GameCourse, Verdict, difficulty
from freecell_tui.solver.results import SHORT_STATES, Judged, SolverQuery
from freecell_tui.storage.settings import DealKind, Settings

_Deals = Generator[tuple[Game, AutoplayRule], SolverResult, Game | str]


def find_deal(variant: Variant, wish: str, rule: AutoplayRule, tell: Tell) -> _Deals:
    """Return a random deal that can be won with this autoplay and is as hard as wished, or why none was found.

    Yield each deal and the autoplay to solve it with; `tell` how many were tried. Difficulty is measured with SAFE. A
    deal won with SAFE is won without any autoplay too, but not always with ALL: so it is solved again.
    """
    what = "winnable deal" if wish == ANY else f"{wish} deal"
    wanted = f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
    tried, until = 0, monotonic() + _DEAL_SECONDS
    while not tried or monotonic() <= until:
        tell(f"Looking for {wanted}{f', {tried} tried' if tried else ''}. Any key stops it.")
        game, tried = random_game(variant), tried + 1
        result = yield game, rule if wish == ANY else rule._replace(policy=Autoplay.SAFE)
        if isinstance(result, Solved) and wish in (ANY, difficulty(result.states, variant)):
            if wish != ANY and rule.policy is Autoplay.ALL:
                result = yield game, rule
            if isinstance(result, Solved):
                return game
    return f"No {what} was found in {_DEAL_SECONDS:.0f} seconds."


VERDICT_STATES: Final = 1_500_000
_AHEAD_STATES: Final = 600_000
"""The positions that a search may visit for a verdict, half a minute's, and to judge all moves of a position.

No search is limited by time, so that every machine gives the same hints.
"""

_DEAL_SECONDS: Final = 30.0
"""How long deals are tried for one that the player wants."""

PATIENCE_SECONDS: Final = 0.3
"""How long nobody minds that there is no result yet."""

TellCourse = Callable[[GameCourse, int], None]

TellExplored = Callable[[int], None]
"""Called when something has become known of the lines of a game, with how many are left to find out about."""


class Advised(Protocol):
    """What the queue needs of a controller."""

    frontend: FrontEnd
    preferences: Preferences

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


class _Exploration(NamedTuple):
    """The game on the table, the ends of its lines of play that are left to find out about, and whom to tell."""

    table: Game
    ends: deque[Place]
    tell: TellExplored


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
        self.deal_search: _Deals | None = None
        self._next_deal: tuple[Game, AutoplayRule] | None = None  # to ask about
        self._asked_from: Game | None = None  # the game on the table when the player asked for another deal
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
        """Find out how the game went; `tell` it, and how many queries are left, every time that more is known."""
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
            if wanted := self.analysis.next_of_course(self._game.at(exploration.ends[0])):
                return wanted
            exploration.ends.popleft()
        self._exploration = None
        exploration.tell(0)
        return None

    def _tell_course(self) -> None:
        if self._exploration is not None and self._exploration.table is self._game:
            self._exploration.tell(len(self._exploration.ends))
        if self._review is not None and self._review.table is self._game:
            game, tell, _ = self._review
            tell(self.analysis.course(game), 0 if self.trouble else len(self.analysis.pending_queries(game)))

    def deal_winnable(self, wish: str = ANY) -> None:
        """Begin a game of a random winnable deal, as hard as wished; of any deal if there is no solver."""
        self.trouble, self._is_wished = "", True
        controller = self._controller
        controller.preferences.remember_deal(DealKind.WINNABLE if wish == ANY else DealKind(wish))
        self._asked_from = controller.session.game if controller.has_game else None
        settings = controller.settings
        self.deal_search = find_deal(settings.new_game_variant, wish, settings.autoplay_rule, self._tell_progress)
        self._next_deal = next(self.deal_search)

    def _tell_progress(self, sentence: str) -> None:
        self._controller.notify(Message(sentence, "progress"))

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
        self._controller.notify(Message("Thinking…", "progress"))
        return True

    def think(self) -> None:
        """Ask for what needs to be known next, if anything. Raise SearchInterrupted."""
        if self._request is not None and self._request.game is not self._game:
            self._request = None
        if self.deal_search is not None:
            if not self._controller.has_game or self._game is self._asked_from:
                self._ask_about_deal(self.deal_search)
                return
            # A player who has played on no longer wants another deal.
            self.cancel()
        query = self._next_query() if self._controller.frontend.shows_game else None
        if query is None:
            self._stop()
        elif query != self._query:
            self._ask(query)

    def _next_query(self) -> PositionQuery | None:
        analysis, game = self.analysis, self._game
        review = self._review
        if review is not None and review.table is game and (pending := analysis.pending_queries(review.game)):
            return pending[0]
        if self._request is not None:
            return self._request.query
        warns = self._controller.settings.warn
        wanted = analysis.missing_verdict(game) if self.shows_verdict or warns else None
        if wanted := wanted or self._next_explored():
            return wanted
        if not warns or analysis.verdict(game) is not Verdict.WON:
            return None
        is_judged = game.board in self._judged or not self._controller.frontend.has_screen
        return None if is_judged else PositionQuery(game.board, ahead=True)

    def find_out(self, board: Board) -> None:
        """Ask a solver that answers at once whether a board ahead is lost. Raise SearchInterrupted."""
        analysis, game = self.analysis, self._game
        if analysis.verdict(game) is None:
            self._ask(PositionQuery(game.board))
        if analysis.verdict(game) is Verdict.WON and analysis.outcome(board) is None:
            self._ask(PositionQuery(board))
            if analysis.outcome(board) is None:
                analysis.record_outcome(board, Verdict.UNKNOWN)

    def _ask_about_deal(self, search: _Deals) -> None:
        if self._next_deal is None:
            return

        def take(result: SolverResult) -> None:
            self._query = None
            try:
                self._next_deal = search.send(result)
            except StopIteration as end:
                self.deal_search = None
                if isinstance(end.value, str):
                    self._say(end.value, "winnable-game", "to look again")
                else:
                    self._controller.notify(None)
                    self._controller.play_game(end.value)

        (game, rule), self._next_deal = self._next_deal, None
        asked = SolverQuery(game.board, game.variant, *rule, budget=Budget(states=VERDICT_STATES))
        self._send(PositionQuery(game.board, deal=game), asked, take)

    def _ask(self, query: PositionQuery) -> None:
        if self.trouble:
            return
        game, rule = self._game, self._controller.session.autoplay
        if query.ahead:
            # All moves are judged while the player thinks, so that a warning is there before the key.
            analysis, states = self.analysis, _AHEAD_STATES
            ahead = analysis.boards_ahead(game)
            known = tuple(at for at, board in enumerate(ahead) if analysis.outcome(board) is not None)
            take: OnResult = partial(self._take_judged, query, ahead)
        else:
            limit = SHORT_STATES if query.short else VERDICT_STATES
            states = limit if self.is_busy else min(self._solver.background_states or limit, limit)
            known, take = None, partial(self._take, query, is_thorough=states == limit)
        budget = Budget(states=states)
        self._send(query, SolverQuery(query.board, game.variant, *rule, query.short, budget, known), take)

    def _send(self, query: PositionQuery, asked: SolverQuery, take: OnResult) -> None:
        """Ask the solver; `take` its results unless by then something else is asked, or another game is played."""
        # A deal may be looked for before there is a game to analyse.
        analysis = self.analysis if query.deal is None else None

        def take_if_wanted(result: SolverResult | Judged) -> None:
            if query.deal is None and self.analysis is not analysis:  # which stops what is asked of another game
                return
            if self._query is query:
                take(result)

        self._query, self.asked_at = query, monotonic()
        try:
            self._solver.ask(asked, take_if_wanted, lambda why: self._give_up(query, why))
        except BaseException:
            self._query = None
            raise
        self._controller.frontend.call_later(PATIENCE_SECONDS, lambda: None)

    def _take_judged(self, query: PositionQuery, ahead: Sequence[Board], judged: Judged) -> None:
        if judged.at is None:
            self._query = None
            self._judged.add(query.board)
        else:
            self.analysis.record_outcome(ahead[judged.at], Verdict.LOST if judged.is_lost else Verdict.WON)

    def _take(self, query: PositionQuery, result: SolverResult, *, is_thorough: bool) -> None:
        """Learn from a result, and do what waited for it."""
        self._query = None
        analysis = self.analysis
        if isinstance(result, Undecided) and not is_thorough:
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
        self._say(sentence, severity="refusal")
        self._tell_course()

    def _say(self, sentence: str, command: str = "", what_for: str = "", severity: Severity = "info") -> None:
        """Say a sentence and, if there is a way to give a command, say how, as in `Press u to go back`."""
        if command and (how := self._controller.frontend.how_to(command)):
            sentence += f" {capitalised(how)} {what_for}."
        self._controller.notify(Message(sentence, severity))

    def close(self) -> None:
        self._solver.close()
