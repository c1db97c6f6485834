"""What a player may ask the solver: a hint, the verdict, the way back, the losing move, a solution to watch."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Final

from freecell_tui.controller.advice.analysis import NOT_DECIDED, GameAnalysis, HintStep, Loss, PositionQuery
from freecell_tui.controller.advice.queue import PATIENCE_SECONDS, Advised, SolverQueue
from freecell_tui.controller.background import pause
from freecell_tui.controller.frontend import Consent, Message, SearchInterrupted
from freecell_tui.controller.play.highlights import HintMark
from freecell_tui.controller.play.session import PAIR_SECONDS, Guard, Selection, moves_at_risk, places_like
from freecell_tui.controller.tasks import Wait
from freecell_tui.engine import AutoplayRule, Board, Game, Move, Pile, move_size
from freecell_tui.engine.text import capitalised, counted
from freecell_tui.solver import SolverResult
from freecell_tui.solver.analysis import Verdict

HELP_RULE: Final = (
    "Once a move comes from the solver, a paste, a share code, a replay or a file, a win counts as a win with help."
)
"""What counts as help, told in a game before it does."""

_STEP_SECONDS: Final = 0.5

WORDS: Final = {Verdict.WON: "winnable", Verdict.LOST: "lost", Verdict.UNKNOWN: "not known"}
"""A verdict in a word."""

_UNWINNABLE_DEAL: Final = "not winnable"

_SENTENCES: Final = {Verdict.WON: "This game can be won.", Verdict.LOST: "This game is lost."}


class Advisor(SolverQueue, Guard):
    """Advises one player, with the solver's help.

    `is_showing` while it plays a solution.
    `now` is the time in seconds from any origin.
    """

    def __init__(self, controller: Advised) -> None:
        super().__init__(controller)
        self.is_showing = False
        self.now: Callable[[], float] = monotonic
        self._warning: tuple[frozenset[Pile], Board | None, Selection | None] = frozenset(), None, None
        self._warning_shown_at = 0.0
        self._warned_of: tuple[Board, Move] | None = None
        self._shown = ""
        self._shown_for: GameAnalysis | None = None
        self._told_rule_in: object = None
        self._shown_moves: tuple[Game | None, int] = (None, 0)

    @property
    def shows_lost(self) -> bool:
        """Whether the player is shown that the position is lost."""
        return self.shows_verdict and self.analysis.verdict(self._game) is Verdict.LOST

    @property
    def loss(self) -> Loss | None:
        """The loss of the position, where the player is told verdicts."""
        session = self._controller.session
        if not self.shows_verdict or session.game.is_won:
            return None
        return self.analysis.loss(session.game, is_stuck=session.is_stuck)

    @property
    def way_back_refusal(self) -> str | None:
        """The sentence that the deal cannot be won. None unless that is known."""
        analysis, game = self.analysis, self._game
        return analysis.unwinnable(game) if analysis.is_unwinnable(game) else None

    @property
    def can_go_back(self) -> bool:
        """Whether a lost position is shown as lost, after a known won position."""
        return self.shows_lost and isinstance(self.analysis.last_winnable(self._game), int)

    def verdict_word(self) -> str | None:
        """Return the verdict of the position in a word. None if hidden.

        A fresh deal's difficulty follows the word.
        """
        if self._game.is_won:
            return None
        if self.trouble:
            return "solver stopped" if self._controller.settings.verdict else None
        if not self.shows_verdict:
            return None
        if (verdict := self.analysis.verdict(self._game)) is None:
            # What was shown stays for a moment: nothing flickers while the result comes.
            is_fresh = self._shown_for is self.analysis and monotonic() - self.asked_at < PATIENCE_SECONDS
            return self._shown if is_fresh else "thinking" if self.asked_at else None
        return self._known_word(verdict)

    def _known_word(self, verdict: Verdict) -> str:
        difficulty = self.analysis.difficulty(self._game)
        word = _UNWINNABLE_DEAL if self.analysis.is_unwinnable(self._game) else WORDS[verdict]
        word = self._word_of_autoplay(word, self._game) if verdict is Verdict.LOST else word
        return f"{word}, {difficulty}" if difficulty else word

    def _word_of_autoplay(self, word: str, game: Game) -> str:
        """Return the word for a lost position, with the autoplay that loses.

        Without the autoplay if the position is lost with any.
        """
        autoplay = self.analysis.lost_by_autoplay(game)
        return word if autoplay is None else f"{word} with “{autoplay}”"

    def verdict_sentence(self) -> str:
        """Return the verdict of the position as a sentence.

        A fresh deal's difficulty follows.
        """
        if self.analysis.is_unwinnable(self._game):
            return self.analysis.unwinnable(self._game)
        verdict = self.analysis.verdict(self._game) or Verdict.UNKNOWN
        sentence = _SENTENCES.get(verdict, NOT_DECIDED)
        if verdict is Verdict.LOST:
            sentence = self.analysis.of_autoplay(sentence, self._game)
        difficulty = self.analysis.difficulty(self._game)
        return f"{sentence} The deal is {difficulty}." if difficulty else sentence

    def outcome(self, board: Board) -> Verdict | None:
        """Return the verdict of a board. None if it was not searched, or if verdicts are hidden."""
        return self.analysis.outcome(board) if self.shows_verdict else None

    def word_for(self, game: Game) -> str:
        verdict = self.analysis.verdict(game) if self.shows_verdict else None
        if verdict is Verdict.LOST:
            return self._word_of_autoplay(WORDS[verdict] if game.moves_made else _UNWINNABLE_DEAL, game)
        return "" if verdict is None else WORDS[verdict]

    def hint(self) -> None:
        """Take the next step of the hint.

        In a lost position, say how far back the game could be won.
        """
        self.wish(self._hint())

    async def _hint(self) -> None:
        verdict = await self.line_of(self._game)
        analysis, game, session = self.analysis, self._game, self._controller.session
        if verdict is Verdict.LOST:
            self._tell_way_back(analysis.last_winnable(game))
            return
        if verdict is not Verdict.WON:
            self._say(NOT_DECIDED)
            return
        step = analysis.next_hint(game)
        if step is HintStep.PLAY:
            self._play_next()
            return
        message, move = analysis.hint(game, step), analysis.advice(game)[0]
        if step is HintStep.CARD:
            if not self._knows_rule:
                message = message._replace(text=f"{message.text} Another hint shows its move and counts as help.")
                self._told_rule_in = session
            session.hint = HintMark(move.source)
        else:
            session.mark_helped()
            session.hint = HintMark(move.source, move.target, move_size(game.board, move, game.variant))
        self._controller.notify(message)

    def _tell_way_back(self, last_won: int | str) -> None:
        if isinstance(last_won, str):
            self._say(last_won)
            return
        back = counted(self._game.position - last_won, "move")
        lost = self.analysis.of_autoplay(f"This game is lost; {back} ago you could still win.", self._game)
        self._say(lost, "last-winnable", "to go back")

    def go_back(self) -> None:
        """Go back to the last winnable position.

        Redo plays the moves again.
        """
        self.wish(self._go_back())

    async def _go_back(self) -> None:
        session = self._controller.session
        if await self.verdict_of(session.game) is Verdict.WON:
            self._say("This game can still be won.")
            return
        last_won = self.analysis.last_winnable(session.game)
        if isinstance(last_won, str):
            self._say(last_won)
            return
        undone = counted(session.game.position - last_won, "move")
        session.seek(last_won)
        again = "to redo it" if undone == "1 move" else "to redo them"
        self._say(f"{undone} undone: you can win from here.", "redo", again)

    def find_losing_move(self) -> None:
        """Say which move lost the game, and which line would have won."""
        self.wish(self._find_losing_move())

    async def _find_losing_move(self) -> None:
        game = self._game
        await self.verdict_of(game)
        position = self.analysis.losing_position(game)
        if isinstance(position, str):
            self._say(position)
            return
        before = game.seek(position)
        await self.line_of(before)
        self._say(self.analysis.describe_losing_move(game, position))
        self._say(f"Undo {game.position - position} goes back to before it.")
        if await self.may_show_moves("Show what would have won?", position):
            self._say(self.analysis.describe_winning_line(before))

    def ask_verdict(self) -> None:
        """Say the verdict.

        Where the verdict can be seen, show it from now on, or hide it if it is shown.
        """
        controller = self._controller
        is_shown, has_screen = controller.settings.verdict, controller.frontend.has_screen
        if has_screen:
            controller.preferences.change("verdict", not is_shown)
        if has_screen and is_shown:
            self._say("The verdict is hidden.", "ask-verdict", "to show it again")
        else:
            self.wish(self._tell_verdict())

    async def _tell_verdict(self) -> None:
        while query := self.analysis.missing_verdict(self._game):
            await self._ask_for_wish(query)
        self._say(self.verdict_sentence())

    def show_step(self) -> None:
        """Play the next move of a solution."""
        self.wish(self._show_step())

    async def _show_step(self) -> None:
        if await self._has_solution("Play the next move?"):
            self._play_next()

    def show(self) -> None:
        """Play a solution.

        On a screen the moves follow each other until a key is pressed, otherwise they are played at once.
        """
        self.wish(self._show())

    async def _show(self) -> None:
        if not await self._has_solution("Play the solution?"):
            return
        self._shown_moves = (self._game, 0)
        if self._controller.frontend.has_screen:
            await self._show_move_by_move()
            return
        moves = self.analysis.follow_advice(self._game)
        for move in moves:
            self._play(move)
        self._say(f"Played: {' '.join(map(str, moves))}.")

    async def _show_move_by_move(self) -> None:
        self.is_showing = True
        try:
            self._play_next()
            while not self._game.is_won:
                self._say("Playing a solution; any key stops it.")
                await pause(self._controller.frontend.call_later, _STEP_SECONDS)
                self._play_next()
        finally:
            self.is_showing = False

    async def find_solution(self) -> Sequence[Move]:
        """Return a solution without playing it.

        Empty if there is no solution, or if the player does not agree to see one.
        """
        has_solution = await self._has_solution("Show the solution?")
        return self.analysis.follow_advice(self._game) if has_solution else ()

    async def _has_solution(self, question: str) -> bool:
        """Return whether a solution may be shown. Say why not."""
        verdict = await self.line_of(self._game)
        if verdict is Verdict.WON:
            return await self.may_show_moves(question)
        none = self.analysis.of_autoplay("There is no solution from here.", self._game)
        self._say(none if verdict is Verdict.LOST else "No solution was found.")
        return False

    @property
    def _knows_rule(self) -> bool:
        session = self._controller.session
        return session.helped or self._told_rule_in is session

    async def may_show_moves(self, question: str, position: int | None = None) -> bool:
        """Return whether winning moves may be shown.

        The game then counts as helped, at `position` or here.
        The first time in a game the player is asked. Without a screen the player agrees by the same line again.
        """
        session, frontend = self._controller.session, self._controller.frontend
        if not self._knows_rule and not frontend.has_screen:
            self._told_rule_in = session
            self._controller.notify(Message(f"{question} {HELP_RULE} {capitalised(frontend.how_to_agree)}.", asks=True))
            return False
        if not self._knows_rule:
            await Wait[None](lambda agree, _: frontend.show(Consent(HELP_RULE, question, partial(agree, None))))
            self._told_rule_in = session
        session.mark_shown(position)
        return True

    async def solve_deal(self, game: Game, rule: AutoplayRule) -> SolverResult:
        """Return the solver's result for a new game; raise NoSolver."""
        result = await self.ask(PositionQuery(game.board, deal=game, rule=rule), is_wish=True)
        assert result is not None
        return result

    @property
    def shown_moves(self) -> int:
        """The number of moves that the last solution played.

        0 if the game has changed since.
        """
        game, count = self._shown_moves
        return count if game is self._game else 0

    def _play_next(self) -> None:
        self._play(self.analysis.follow_advice(self._game)[0])
        self._controller.game_changed()

    def _play(self, move: Move) -> None:
        session, (game, count) = self._controller.session, self._shown_moves
        is_in_one_go = game is session.game
        session.play(move)
        self._shown_moves = (session.game, count + 1) if is_in_one_go else (None, 0)

    @property
    def has_wish(self) -> bool:
        """Whether the player waits for the solver, or watches it play."""
        return self.is_busy or self.is_showing or self.is_looking_for_deal

    def interrupt(self) -> bool:
        """Stop playing a solution or looking for a deal.

        Return False if neither is going on.
        """
        if self.is_showing:
            self.cancel()
            self._say("Stopped: undo goes back to before the solution.")
        elif self.is_looking_for_deal:
            self.cancel()
            self._say("Stopped looking for a deal.")
        else:
            return False
        return True

    def think(self) -> None:
        """Ask the solver for the next open fact; raise SearchInterrupted."""
        is_shown = self._controller.has_game and not self._game.is_won and self.shows_verdict
        if is_shown and (verdict := self.analysis.verdict(self._game)):
            self._shown, self._shown_for = self._known_word(verdict), self.analysis
        super().think()

    def losing_targets(self) -> frozenset[Pile]:
        """Return the places where the cards in reach are known to lose.

        Empty unless the player wants warnings, and unless the position is winnable.
        """
        if not self._controller.settings.warn:
            return frozenset()
        session, analysis, game = self._controller.session, self.analysis, self._game
        losing = [way for way in moves_at_risk(session) if analysis.loses(game, analysis.board_after(game, way.move))]
        return frozenset(pile for way in losing for pile in places_like(session, way))

    def note_warning_shown(self) -> None:
        """Note that the player sees the current warnings."""
        shown = self.losing_targets(), self._game.board, self._controller.session.selection
        if shown != self._warning:
            self._warning, self._warning_shown_at = shown, self.now()

    def seen_targets(self) -> frozenset[Pile]:
        """Return the piles whose warning the player has had time to see.

        The warning was about the selected cards, and shown for longer than a pair of keys takes.
        """
        losing, *cards = self._warning
        is_seen = self.now() - self._warning_shown_at >= PAIR_SECONDS
        return losing if is_seen and cards == [self._game.board, self._controller.session.selection] else frozenset()

    def warning(self, move: Move, after: Game) -> str:
        """Return a sentence if a move loses a winnable game, else ''.

        '' if the player wants no warnings, or if the same move comes again.
        Without a screen the solver is asked first, as it answers at once. Otherwise a loss found later is told then.
        """
        wish, frontend = (self._game.board, move), self._controller.frontend
        if self._warned_of == wish or not self._controller.settings.warn:
            return ""
        if not frontend.has_screen:
            with suppress(SearchInterrupted):
                self.judge_now(after.board)
        if not self.analysis.loses(self._game, after.board):
            return ""
        self._warned_of = wish
        return self.analysis.of_autoplay(f"{move} loses the game; {frontend.how_to_agree} to play it anyway.", after)
