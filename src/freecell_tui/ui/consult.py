"""Asking the solver on the player's behalf: the live verdict, hints, solutions shown, and the move that lost.

The solver thinks elsewhere; here is decided what to ask it next, and what to do when it has answered. A wish that needs
to know more than is known is granted when the answer is there, unless the game has gone on in the meantime.
"""

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from freecell_tui.controller.analysis import NOT_DECIDED, GameAnalysis, VerdictDisplay
from freecell_tui.controller.autosave import session_from_save
from freecell_tui.controller.session import HintMark, Message, Session, Severity
from freecell_tui.engine import Autoplay, Board, Game
from freecell_tui.solver import Budget, Solved, SolverResult
from freecell_tui.solver.client import SolverDied, SolverProcess
from freecell_tui.solver.game_analysis import Verdict
from freecell_tui.solver.protocol import SolverQuery
from freecell_tui.storage.saves import SavedGame
from freecell_tui.ui.dialogs.game_review import GameReview

if TYPE_CHECKING:
    from freecell_tui.ui.app import App

_MEMORY: Final = 512 * 2**20
_SECONDS: Final = 30.0
_SHORT_SECONDS: Final = 2.0
_STEP_SECONDS: Final = 0.5
_PATIENCE_SECONDS: Final = 0.3
# If the solver dies more often than this it is not asked again.
_MOST_DEATHS: Final = 3

# A verdict's word at the table, and its ink.
_SHOWN_AS: Final = {
    Verdict.WON: ("winnable", "winnable"),
    Verdict.LOST: ("lost", "lost"),
    Verdict.UNKNOWN: ("not known", "quiet"),
}


class Deal(NamedTuple):
    """A game that is to be played if it can be won, and how to choose another if it cannot."""

    game: Game
    choose: Callable[[], Game]
    play: Callable[[Game], None]


class Asked(NamedTuple):
    """What the solver is thinking about: a board, whether for a short line, or a deal that is to be winnable."""

    board: Board
    short: bool = False
    deal: Deal | None = None


class Advisor:
    """Between the player and the solver."""

    def __init__(self, app: "App") -> None:
        self.is_showing = False
        self._times_shown = 0
        self._app = app
        self._solver = SolverProcess()
        self._has_given_up = False
        self._descriptor: int | None = None
        self._asked: Asked | None = None
        self._wish: Callable[[], None] | None = None
        self._wished_for: Game | None = None
        self._dealt_over: Game | None = None
        self._open: GameReview | None = None
        self._looked_back_on: Game | None = None
        self._unmasked: Board | None = None
        self._advised: tuple[Session, Autoplay, bool] | None = None
        self._advice: GameAnalysis | None = None
        self._shown: tuple[str, str] | None = None
        self._asked_at = 0.0

    @property
    def mode(self) -> VerdictDisplay:
        """When the verdict is shown."""
        return VerdictDisplay.OFF if self._has_given_up else VerdictDisplay(self._app.settings.verdict)

    @property
    def advice(self) -> GameAnalysis:
        """What is known of the game on the table; it is forgotten with the game, and when other cards go home."""
        self._keep_up()
        assert self._advice is not None
        return self._advice

    def _keep_up(self) -> None:
        """Begin to know anew if another game lies on the table, or goes on in another way."""
        session = self._app.session
        advised = (session, session.autoplay_policy, session.auto_finishes)
        if self._advice is not None and self._advised == advised:
            return
        self._advised = advised
        self._shown = None
        if self._asked is not None and self._asked.deal is None:
            # The answer would be about what lay there before.
            self._solver.stop()
            self._asked = None
        self._advice = GameAnalysis(session.game.variant, session.autoplay_policy, finishes=session.auto_finishes)

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self._app.session.game

    def verdict(self) -> tuple[str, str] | None:
        """The verdict in a word, and the ink to show it in; None if it is not to be shown."""
        if self.mode is VerdictDisplay.OFF or self.game.is_won:
            return None
        if self.mode is VerdictDisplay.MASKED and self._unmasked != self.game.board:
            return "masked", "quiet"
        verdict = self.advice.verdict(self.game)
        if verdict is None:
            # What was shown stays for a moment: nothing flickers while the answer comes.
            return self._shown if monotonic() - self._asked_at < _PATIENCE_SECONDS else ("thinking", "quiet")
        word, ink = _SHOWN_AS[verdict]
        difficulty = self.advice.difficulty(self.game)
        self._shown = word + (f", {difficulty}" if difficulty else ""), ink
        return self._shown

    def told_of(self, game: Game) -> str:
        """What is known of a position of the game on the table, in a word, while verdicts are shown."""
        verdict = self.advice.verdict(game) if self.mode is VerdictDisplay.ON else None
        return "" if verdict is None else _SHOWN_AS[verdict][0]

    # What the player asks for

    def hint(self) -> None:
        """A nudge, then the move, then the line; in a lost position, the way back."""
        verdict = self.advice.verdict(self.game)
        if self.game.is_won:
            self._say("The game is won.")
        elif verdict is None:
            self._when_known(self.hint)
        elif verdict is Verdict.UNKNOWN:
            self._say(NOT_DECIDED)
        elif verdict is Verdict.LOST:
            self._find_way_back()
        elif not self.advice.has_short_line(self.game):
            self._when_known(self.hint)
        else:
            self._give_hint()

    def _give_hint(self) -> None:
        given = self.advice.hint(self.game)
        self._say(given.sentence)
        self._app.session.hint = HintMark(given.move.source, given.move.target if given.tells_where else None)

    def _find_way_back(self) -> None:
        """Say how far back the game could still be won; asked again, go there."""
        if self.advice.bisection_point(self.game) is not None:
            self._when_known(self._find_way_back)
            return
        way = self.advice.recovery_hint(self.game)
        if way.position is not None:
            self._app.session.seek(way.position)
        self._say(way.sentence)

    def show(self) -> None:
        """Play a solution on the table until a key is pressed."""
        if self._knows_a_line(self.show):
            self.is_showing = True
            self._times_shown += 1
            self._show_on(self._times_shown)

    def show_step(self) -> None:
        """Play the next move of a solution."""
        if self._knows_a_line(self.show_step):
            self._play_next()

    def stop_showing(self) -> None:
        """Leave the table as it is now to the player."""
        self.is_showing = False
        self._say("Yours again; undo takes back what was shown.")

    def _show_on(self, time: int) -> None:
        """Play on, unless that was stopped, though perhaps begun once more in the meantime."""
        if not self.is_showing or time != self._times_shown:
            return
        self._play_next()
        if self.game.is_won:
            self.is_showing = False
        else:
            self._say("A solution is shown; any key stops it.")
            self._app.after(_STEP_SECONDS, lambda *_: self._show_on(time))

    def _play_next(self) -> None:
        session = self._app.session
        session.helped = True
        session.play(self.advice.line(session.game)[0])
        self._app.after_input()

    def _knows_a_line(self, wish: Callable[[], None]) -> bool:
        verdict = self.advice.verdict(self.game)
        if self.game.is_won:
            self._say("The game is won.")
        elif verdict is None or (verdict is Verdict.WON and not self.advice.has_short_line(self.game)):
            self._when_known(wish)
        elif verdict is Verdict.WON:
            return True
        else:
            self._say("There is no solution from here." if verdict is Verdict.LOST else "No solution was found.")
        return False

    def look_back(self, dialog: GameReview) -> None:
        """Find out how the game went, for as long as the dialog is open that shows it."""
        self._open = dialog
        self._looked_back_on = self.game
        self._tell_course()

    @property
    def _is_looking_back(self) -> bool:
        is_open = self._open is not None and self._open is self._app.desk.dialog
        return is_open and self._looked_back_on is self.game

    def _tell_course(self) -> None:
        """Show what is known of the game's course by now."""
        if self._open is not None and self._is_looking_back:
            left = [] if self._has_given_up else self.advice.pending_queries(self.game)
            self._open.tell(self.advice.course(self.game), left=len(left), has_solver=not self._has_given_up)

    def deal_winnable(self, choose: Callable[[], Game], play: Callable[[Game], None]) -> None:
        """Try games that `choose` names until one is known to be won, and `play` it; without a solver, the first."""
        game = choose()
        self._dealt_over = self._app.session.game if self._app.has_game else None
        self._try(Asked(game.board, deal=Deal(game, choose, play)))

    @property
    def is_looking_for_a_deal(self) -> bool:
        """Whether a deal is being looked for that can be won."""
        return self._asked is not None and self._asked.deal is not None

    def _try(self, asked: Asked) -> None:
        """Ask about a deal that is to be winnable; play it, and say so, if there is nobody to ask."""
        assert asked.deal is not None
        if not self._ask(asked):
            asked.deal.play(asked.deal.game)
            refusal = "There is no solver to ask: nobody knows whether this deal can be won."
            self._app.say(Message(refusal, Severity.REFUSAL))

    def forget(self) -> None:
        """Do nothing of what was asked for and is not done yet: the player has turned to something else."""
        self.is_showing = False
        self._wish = None
        if self.is_looking_for_a_deal:
            self._solver.stop()
            self._asked = None

    # The verdict's mode

    def ask_verdict(self) -> None:
        """Show the verdict of this position where it is masked."""
        if self.mode is VerdictDisplay.OFF:
            self._app.apply(replace(self._app.settings, verdict=VerdictDisplay.MASKED.value))
        self._unmasked = self.game.board

    def cycle(self) -> None:
        """Show the verdict at every move, only when asked for, or not at all."""
        modes = list(VerdictDisplay)
        mode = modes[(modes.index(self.mode) + 1) % len(modes)]
        self._say(f"The verdict is {mode.value}.")
        self._app.change_setting("verdict", mode.value)

    # Asking and hearing

    def look(self) -> None:
        """Ask what needs to be known next, if anything; called whenever something has changed."""
        if self._wish is not None and self._wished_for is not None and self._wished_for is not self.game:
            self._wish = None
        if self.is_looking_for_a_deal:
            if not self._app.has_game or self._app.session.game is self._dealt_over:
                return
            # Who plays on has thought better of another deal.
            self.forget()
        wanted = self._wanted() if self._app.shows_game else None
        if wanted != self._asked:
            if wanted is None:
                self._solver.stop()
                self._asked = None
            else:
                self._ask(wanted)

    def _wanted(self) -> Asked | None:
        if self._is_looking_back and (to_look_at := self.advice.pending_queries(self.game)):
            position, short = to_look_at[0]
            return Asked(self.game.boards[position], short)
        return None if self.game.is_won else self._wanted_here()

    def _wanted_here(self) -> Asked | None:
        """What to ask for the sake of the verdict, or of a wish."""
        game, advice = self.game, self.advice
        verdict = advice.verdict(game)
        if verdict is None:
            shown = self.mode is VerdictDisplay.ON or (
                self.mode is VerdictDisplay.MASKED and self._unmasked == game.board
            )
            return Asked(game.board) if shown or self._wish is not None else None
        if self._wish is None:
            return None
        missing = advice.next_query(game)
        return None if missing is None else Asked(*missing)

    def _ask(self, asked: Asked) -> bool:
        if self._has_given_up:
            return False
        seconds = _SHORT_SECONDS if asked.short else _SECONDS
        session = (
            self._app.session
            if asked.deal is None
            else session_from_save(SavedGame(asked.deal.game), self._app.settings)
        )
        query = SolverQuery(
            asked.board,
            session.game.variant,
            session.autoplay_policy,
            asked.short,
            Budget(seconds=seconds, memory=_MEMORY),
        )
        try:
            self._solver.submit(query)
        except OSError as error:
            self._give_up(f"The solver cannot be started ({error.strerror or error}); the game goes on without it.")
            return False
        self._asked = asked
        self._asked_at = monotonic()
        self._app.after(_PATIENCE_SECONDS, lambda *_: self._app.refresh())
        self._watch()
        return not self._has_given_up

    def _watch(self) -> None:
        """Listen to the process that there is now, and to no other."""
        if self._descriptor is not None:
            self._app.unwatch(self._descriptor)
        self._descriptor = self._solver.descriptor
        if self._descriptor is not None:
            self._app.watch(self._descriptor, self._hear)
        if self._solver.deaths > _MOST_DEATHS and not self._has_given_up:
            self._give_up("The solver keeps ending; the game goes on without it.")

    def _hear(self) -> None:
        if self._app.has_game:
            self._keep_up()
        try:
            answers = list(self._solver.results())
        except SolverDied:
            self._put_again()
        else:
            for answer in answers:
                asked, self._asked = self._asked, None
                if asked is not None:
                    self._take_in(asked, answer)
        self._app.refresh()

    def _put_again(self) -> None:
        """After the solver has died: what there is to know of the game is asked anyway, and a deal again here."""
        asked, self._asked = self._asked, None
        self._watch()
        if asked is not None and asked.deal is not None:
            self._try(asked)

    def _take_in(self, asked: Asked, answer: SolverResult) -> None:
        """Do what was waiting for an answer."""
        if asked.deal is not None:
            self._app.say(None)
            if isinstance(answer, Solved):
                asked.deal.play(asked.deal.game)
            else:
                self.deal_winnable(asked.deal.choose, asked.deal.play)
            return
        self.advice.record_answer(asked.board, answer, short=asked.short)
        self._tell_course()
        wish, self._wish = self._wish, None
        if wish is not None:
            self._app.say(None)
            wish()

    def _give_up(self, sentence: str) -> None:
        self._has_given_up = True
        self._wish = None
        self._asked = None
        self._solver.stop()
        self._app.say(Message(sentence, Severity.REFUSAL))
        self._tell_course()
        self._app.refresh()

    def _when_known(self, wish: Callable[[], None]) -> None:
        if self._has_given_up:
            self._say("There is no solver to ask.")
            return
        self._wish = wish
        self._wished_for = self.game
        self._say("Thinking…")

    def _say(self, sentence: str) -> None:
        self._app.say(Message(sentence))

    def close(self) -> None:
        """End the solver."""
        self._solver.close()
