"""What the solver is asked for the game being played, and what its results lead to.

`think` asks for what needs to be known next; a front end calls it when nothing else is to be done. A request of the
player that needs a result first is tried again when the result has come.
"""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from freecell_tui.controller.analysis import NOT_DECIDED, GameAnalysis, PositionQuery
from freecell_tui.controller.autosave import session_from_save
from freecell_tui.controller.highlights import HintMark
from freecell_tui.controller.messages import Message, Severity
from freecell_tui.controller.new_games import random_game
from freecell_tui.controller.transport import NoSolver
from freecell_tui.engine import Board, Game, Move
from freecell_tui.engine.text import capitalised, counted
from freecell_tui.solver import Budget, Reason, Solved, SolverResult, Undecided
from freecell_tui.solver.game_analysis import GameCourse, Verdict
from freecell_tui.solver.protocol import SolverQuery
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import VerdictDisplay

if TYPE_CHECKING:
    from freecell_tui.controller.controller import Controller

_MEMORY: Final = 512 * 2**20
_SECONDS: Final = 30.0
_SHORT_SECONDS: Final = 2.0
"""The limits of every search: memory in bytes, and time for a verdict and for a short line."""

_STEP_SECONDS: Final = 0.5
_PATIENCE_SECONDS: Final = 0.3

TellCourse = Callable[[GameCourse, int], None]

WORDS: Final = {Verdict.WON: "winnable", Verdict.LOST: "lost", Verdict.UNKNOWN: "not known"}
"""A verdict in a word."""

_SENTENCES: Final = {Verdict.WON: "This can be won.", Verdict.LOST: "This is lost.", Verdict.UNKNOWN: NOT_DECIDED}
_THINKING: Final = Message("Thinking…", Severity.PROGRESS)


class _Query(NamedTuple):
    """What the solver is asked about: a position of the game, or a new deal that should be winnable."""

    board: Board
    short: bool = False
    deal: Game | None = None


class _Request(NamedTuple):
    """What the player asked for in a game, to be tried again when the result of a query is there."""

    query: PositionQuery
    again: Callable[[], None]
    game: Game


class _Review(NamedTuple):
    """A game whose course is being found out, and whom to tell."""

    game: Game
    tell: TellCourse


class _DealSearch(NamedTuple):
    """A search for a winnable deal: until when, and the game from which the player asked for it."""

    until: float
    asked_from: Game | None


class Advisor:
    """Asks the solver for one controller; `is_showing` while it plays a solution move by move."""

    def __init__(self, controller: "Controller") -> None:
        self.is_showing = False
        self._controller = controller
        self._solver = controller.frontend.solver()
        self._has_given_up = False
        self._query: _Query | None = None
        self._asked_at = 0.0
        self._request: _Request | None = None
        self._deal_search: _DealSearch | None = None
        self._review: _Review | None = None
        self._unmasked: Board | None = None
        self._analysed: object = None
        self._analysis: GameAnalysis | None = None
        self._shown: str | None = None
        self._warned: object = None
        self._times_shown = 0

    # What is known

    @property
    def analysis(self) -> GameAnalysis:
        """What is known of the game; begun anew with another game, and when another autoplay applies."""
        session = self._controller.session
        analysed = (session, session.autoplay_policy, session.auto_finishes)
        if self._analysis is None or self._analysed != analysed:
            self._analysed = analysed
            self._analysis = GameAnalysis(session.game.variant, session.autoplay_policy, finishes=session.auto_finishes)
            self._shown = None
            if self._query is not None and self._query.deal is None:
                self._stop()
        return self._analysis

    @property
    def has_solver(self) -> bool:
        """Whether there is a solver to ask."""
        return not self._has_given_up

    @property
    def is_known_lost(self) -> bool:
        """Whether the solver has proved the position lost."""
        return self.analysis.verdict(self._game) is Verdict.LOST

    @property
    def is_busy(self) -> bool:
        """Whether the player waits for something that the solver is asked."""
        return self._request is not None or self._deal_search is not None

    @property
    def _game(self) -> Game:
        return self._controller.session.game

    @property
    def _display(self) -> VerdictDisplay:
        return VerdictDisplay.OFF if self._has_given_up else self._controller.settings.verdict

    @property
    def _shows_verdict(self) -> bool:
        return self._display is VerdictDisplay.ON or self._unmasked == self._game.board

    def verdict_word(self) -> str | None:
        """Return the verdict of the position in a word, with a fresh deal's difficulty; None if it is not shown."""
        if self._has_given_up or self._game.is_won:
            return None
        if not self._shows_verdict:
            return None if self._display is VerdictDisplay.OFF else "masked"
        verdict = self.analysis.verdict(self._game)
        if verdict is None:
            # What was shown stays for a moment: nothing flickers while the result comes.
            return self._shown if monotonic() - self._asked_at < _PATIENCE_SECONDS else "thinking"
        difficulty = self.analysis.difficulty(self._game)
        self._shown = WORDS[verdict] + (f", {difficulty}" if difficulty else "")
        return self._shown

    def verdict_sentence(self) -> str:
        """Return what is known of the position as a sentence, with the difficulty of a fresh deal."""
        sentence = _SENTENCES[self.analysis.verdict(self._game) or Verdict.UNKNOWN]
        difficulty = self.analysis.difficulty(self._game)
        return f"{sentence} The deal is {difficulty}." if difficulty else sentence

    def word_for(self, game: Game) -> str:
        """Return whether a position of the game is won or lost in a word; '' if verdicts are not always shown."""
        verdict = self.analysis.verdict(game) if self._display is VerdictDisplay.ON else None
        return "" if verdict is None else WORDS[verdict]

    # Requests of the player

    def hint(self) -> None:
        """Give a nudge, then the move, then the line; in a lost position, say how far back it could be won."""
        analysis, game = self.analysis, self._game
        verdict = analysis.verdict(game)
        if verdict is Verdict.UNKNOWN:
            self._say(NOT_DECIDED)
        elif verdict is Verdict.LOST:
            self._find_turning_point(self._say_how_far_back)
        elif not self._wait_for(analysis.next_query(game), self.hint):
            given = analysis.hint(game)
            self._say(given.sentence)
            target = given.move.target if given.tells_where else None
            self._controller.session.hint = HintMark(given.move.source, target)

    def _say_how_far_back(self) -> None:
        hint = self.analysis.recovery_hint(self._game)
        way_back = "" if hint.position is None else self._how_to("last-winnable", "to go back")
        self._say(f"{hint.sentence} {way_back}".rstrip())

    def go_back(self) -> None:
        """Go back to the last winnable position; redo plays the moves again."""
        if self.analysis.verdict(self._game) is Verdict.WON:
            self._say("This can still be won.")
        else:
            self._find_turning_point(self._go_back)

    def _go_back(self) -> None:
        hint, session = self.analysis.recovery_hint(self._game), self._controller.session
        if hint.position is None:
            self._say(hint.sentence)
            return
        count = session.game.position - hint.position
        session.seek(hint.position)
        again = self._how_to("redo", "to play on from there")
        self._say(f"{counted(count, 'move')} undone; from here it can be won. {again}".rstrip())

    def find_losing_move(self) -> None:
        """Say which move lost the game, and what would have won instead."""
        self._find_turning_point(self._tell_losing_move)

    def _tell_losing_move(self) -> None:
        analysis, game = self.analysis, self._game
        found = analysis.losing_position(game)
        if isinstance(found, str):
            self._say(found)
        elif not self._wait_for(analysis.short_query(game.seek(found)), self.find_losing_move):
            for sentence in analysis.describe_losing_move(game, found):
                self._say(sentence)
            self._say(f"Undo {game.position - found} goes back to before it.")

    def _find_turning_point(self, then: Callable[[], None]) -> None:
        """Do `then` as soon as the last winnable position of a lost game is known."""
        query = self.analysis.verdict_query(self._game)
        if not self._wait_for(query, lambda: self._find_turning_point(then)):
            then()

    def ask_verdict(self) -> None:
        """Show and say the verdict of this position, whatever the setting says."""
        self._unmasked = self._game.board
        if not self._wait_for(self.analysis.missing_verdict(self._game), self.ask_verdict):
            self._say(self.verdict_sentence())

    def show_step(self) -> None:
        """Play the next move of a solution."""
        self._with_solution(self.show_step, self._play_next)

    def show(self) -> None:
        """Play a solution: move by move until a key is pressed where the game can be seen, otherwise at once."""
        self._with_solution(self.show, self._show)

    def _with_solution(self, request: Callable[[], None], then: Callable[[], None]) -> None:
        """Do `then` when a solution is known, and the player agrees that the game counts as helped."""
        analysis, game = self.analysis, self._game
        verdict = analysis.verdict(game)
        if verdict in (Verdict.LOST, Verdict.UNKNOWN):
            self._say("There is no solution from here." if verdict is Verdict.LOST else "No solution was found.")
        elif not self._wait_for(analysis.next_query(game), request) and self._agrees_to_help(request):
            then()

    def _agrees_to_help(self, request: Callable[[], None]) -> bool:
        """Return whether the player knows that the game counts as helped; say it the first time."""
        session = self._controller.session
        if session.helped or self._warned is session:
            return True
        self._warned = session
        again = self._how_to("show" if request == self.show else "show-step", "again")
        self._say(f"This game will count as helped. {again}".rstrip())
        return False

    def _how_to(self, command: str, what_for: str) -> str:
        """Return a sentence like `Press u to go back.`; '' if the player has no key for the command."""
        how = self._controller.frontend.how_to(command)
        return f"{capitalised(how)} {what_for}." if how else ""

    def _show(self) -> None:
        if not self._controller.frontend.has_screen:
            moves = self.analysis.line(self._game)
            for move in moves:
                self._play(move)
            self._say(f"Played: {' '.join(map(str, moves))}.")
            return
        self.is_showing = True
        self._times_shown += 1
        self._show_on(self._times_shown)

    def _show_on(self, time: int) -> None:
        """Play on, unless that was stopped, even if it was begun again since."""
        if not self.is_showing or time != self._times_shown:
            return
        self._play_next()
        if self._game.is_won:
            self.is_showing = False
        else:
            self._say("Playing a solution; any key stops it.")
            self._controller.frontend.call_later(_STEP_SECONDS, lambda: self._show_on(time))

    def stop_showing(self) -> None:
        """Leave the position as it is to the player."""
        self.is_showing = False
        self._say("You're back in control; undo reverts the shown moves.")

    def _play_next(self) -> None:
        self._play(self.analysis.line(self._game)[0])
        self._controller.game_changed()

    def _play(self, move: Move) -> None:
        session = self._controller.session
        session.helped = True
        session.play(move)

    def review(self, game: Game, tell: TellCourse) -> None:
        """Find out how the game went; `tell` is called with what is known, and how many queries are left, every time
        that something becomes known.
        """
        self._review = _Review(game, tell)
        self._tell_course()

    def end_review(self) -> None:
        """Stop finding out how the game went."""
        self._review = None

    def _tell_course(self) -> None:
        if self._review is not None and self._review.game is self._game:
            left = 0 if self._has_given_up else len(self.analysis.pending_queries(self._game))
            self._review.tell(self.analysis.course(self._game), left)

    def deal_winnable(self) -> None:
        """Begin a game of a random deal that is known to be winnable, or of any if there is no solver."""
        controller = self._controller
        self._deal_search = _DealSearch(
            monotonic() + _SECONDS, controller.session.game if controller.has_game else None
        )
        controller.notify(Message("Looking for a winnable deal…", Severity.PROGRESS))

    def cancel(self) -> None:
        """Forget what the player asked for and has not got: they have turned to something else."""
        self.is_showing = False
        self._request = None
        if self._deal_search is not None:
            self._deal_search = None
            self._stop()

    def _wait_for(self, query: PositionQuery | None, request: Callable[[], None]) -> bool:
        """Return whether a result is needed first; `request` is then tried again when it has come."""
        if query is None:
            return False
        if self._has_given_up:
            self._say("There is no solver to ask.")
        else:
            self._request = _Request(query, request, self._game)
            self._controller.notify(_THINKING)
        return True

    # Asking and hearing

    def think(self) -> None:
        """Ask for what needs to be known next, if anything. Raise SearchInterrupted."""
        if self._request is not None and self._request.game is not self._game:
            self._request = None
        if self._deal_search is not None and self._goes_on_looking():
            return
        query = self._next_query() if self._controller.is_in_sight else None
        if query == self._query:
            return
        if query is None:
            self._stop()
        else:
            self._ask(query)

    def _goes_on_looking(self) -> bool:
        """Return whether a deal is being looked for; who has played on does not want another any more."""
        search, controller = self._deal_search, self._controller
        assert search is not None
        if controller.has_game and controller.session.game is not search.asked_from:
            self.cancel()
        elif self._query is None or self._query.deal is None:
            self._try_deal(search)
        return self._deal_search is not None

    def _try_deal(self, search: _DealSearch) -> None:
        if monotonic() > search.until:
            self._deal_search = None
            again = self._how_to("winnable-game", "to go on looking")
            self._say(f"No winnable deal was found in {_SECONDS:.0f} seconds. {again}".rstrip())
            return
        game = random_game(self._controller.settings.new_game_variant)
        if not self._ask(_Query(game.board, deal=game)):
            self._deal_search = None
            self._controller.play_game(game)
            self._controller.notify(Message("There is no solver to ask: this deal may be lost.", Severity.REFUSAL))

    def _next_query(self) -> _Query | None:
        analysis, game = self.analysis, self._game
        if self._review is not None and self._review.game is game and (pending := analysis.pending_queries(game)):
            position, short = pending[0]
            return _Query(game.boards[position], short)
        if self._request is not None:
            return _Query(*self._request.query)
        wanted = analysis.missing_verdict(game) if self._shows_verdict else None
        return None if wanted is None else _Query(*wanted)

    def _ask(self, query: _Query) -> bool:
        if self._has_given_up:
            return False
        controller = self._controller
        session = (
            controller.session if query.deal is None else session_from_save(SavedGame(query.deal), controller.settings)
        )
        limit = _SHORT_SECONDS if query.short else _SECONDS
        seconds = limit if self.is_busy else min(self._solver.background_seconds or limit, limit)
        self._query, self._asked_at = query, monotonic()
        try:
            self._solver.ask(
                SolverQuery(
                    query.board,
                    session.game.variant,
                    session.autoplay_policy,
                    query.short,
                    Budget(seconds=seconds, memory=_MEMORY),
                ),
                lambda result: self._take(query, result, is_thorough=seconds == limit),
            )
        except NoSolver as error:
            self._give_up(str(error))
            return False
        except BaseException:
            self._query = None
            raise
        controller.frontend.call_later(_PATIENCE_SECONDS, lambda: None)
        return True

    def _take(self, query: _Query, result: SolverResult, *, is_thorough: bool) -> None:
        """Learn from a result, and do what waited for it. A solver that died is asked again by the next `think`."""
        self._query = None
        if isinstance(result, Undecided) and (result.reason is Reason.STOPPED or not is_thorough):
            return
        if query.deal is not None:
            if isinstance(result, Solved) and self._deal_search is not None:
                self._deal_search = None
                self._controller.notify(None)
                self._controller.play_game(query.deal)
            return
        self.analysis.record_answer(query.board, result, short=query.short)
        self._tell_course()
        request, self._request = self._request, None
        if request is not None:
            self._controller.notify(None)
            request.again()
            self._controller.game_changed()

    def _stop(self) -> None:
        if self._query is not None:
            self._query = None
            self._solver.stop()

    def _give_up(self, sentence: str) -> None:
        self._has_given_up = True
        self._request = self._query = None
        self._solver.close()
        self._controller.notify(Message(sentence, Severity.REFUSAL))
        self._tell_course()

    def _say(self, sentence: str) -> None:
        self._controller.notify(Message(sentence))

    def close(self) -> None:
        """End the solver."""
        self._solver.close()
