"""The solver's knowledge about the game being played, and what follows from it.

One result tells about many positions. Every board on a winning line is won, with the rest of the line; every board that
the player came through on the way to a won one is won too; and a lost game stays lost until a move is undone.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import takewhile
from typing import Final, NamedTuple

from freecell_tui.controller.frontend import Message, Step
from freecell_tui.engine import Autoplay, AutoplayRule, Board, Game, Move, Variant, move_size
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.positions import deal_word
from freecell_tui.engine.rules import may_lose
from freecell_tui.engine.text import counted, uncapitalised
from freecell_tui.solver import Solved, SolverResult, Unsolvable
from freecell_tui.solver.analysis import GameCourse, Verdict, boards_ahead, coarse_to_fine, difficulty

NOT_DECIDED: Final = "The solver could not decide."


def of_autoplay(sentence: str, autoplay: Autoplay | None) -> str:
    """Return a sentence about a loss with the autoplay that is known to lose. None where any does.

    >>> of_autoplay("This game is lost.", Autoplay.ALL), of_autoplay("This game is lost.", None)
    ('With autoplay “all” this game is lost.', 'This game is lost.')
    """
    return sentence if autoplay is None else f"With autoplay “{autoplay}” {uncapitalised(sentence)}"


def of_search(sentence: str, result: Unsolvable, autoplay: Autoplay) -> str:
    """Return a sentence about a loss that a search has proved."""
    return of_autoplay(sentence, None if result.is_won_with_safe is False else autoplay)


_MAX_HINT_MOVES: Final = 10
_MAX_INSTEAD_MOVES: Final = 8
"""How many moves of a line are shown, in a hint and instead of a losing move."""

Line = tuple[Move, ...]
"""Moves one after another from a position on."""


class PositionQuery(NamedTuple):
    """A board about which the solver is asked."""

    board: Board
    short: bool = False  # for a short line rather than any
    deal: Game | None = None  # a new game, which is played if it can be won
    ahead: bool = False  # judge all positions that a move would lead to
    rule: AutoplayRule = AutoplayRule(Autoplay.SAFE, finish=True)  # for a new game


HintStep = Enum("HintStep", "CARD MOVE LINE PLAY")
"""The steps of a hint, each a press of its key: what to look at, the move, the line to the win, and to play it."""


class Loss(NamedTuple):
    """The loss of a game, as it is told at a position."""

    game: Game
    is_stuck: bool
    """Whether no useful move is left."""
    cause: str = ""
    """The sentence that names the losing move, or says that the deal cannot be won; '' until either is known."""
    first_lost: Board | None = None
    """The board after the losing move; None without a losing move."""
    needed: tuple[int | None, ...] = ()
    """The moves needed at each position, up to the losing move."""

    @property
    def text(self) -> str:
        fact = "No useful move is left." if self.is_stuck else "This game is lost."
        return f"{fact} {self.cause}".rstrip()


class GameAnalysis:
    """The known facts about a game's positions, given its autoplay.

    An attempt is analysed by itself: from the deal or the last restart on, with undone moves that can be redone.
    """

    def __init__(self, variant: Variant, autoplay: AutoplayRule) -> None:
        self._variant = variant
        self.autoplay: Final = autoplay
        self._lines: dict[Board, Line] = {}
        self._own_lines: dict[PositionQuery, Line] = {}
        self._followed: dict[Board, Line] = {}
        self._short: set[Board] = set()
        self._searched: dict[Board, Verdict] = {}
        self._outcomes: dict[object, Verdict] = {}
        self._states: dict[Board, int] = {}
        self._won_with_safe: dict[Board, bool | None] = {}
        self._course: tuple[Game, GameCourse] | None = None
        self.judged: Final = set[Board]()
        """The boards of which every move has been judged."""
        self._hinted: tuple[Game | None, HintStep] = None, HintStep.PLAY

    def record_answer(self, board: Board, answer: SolverResult, *, short: bool = False) -> None:
        """Record the result of a search for a line, `short` or not.

        A line counts for every board on it that has no shorter line.
        """
        self._course = None
        line = Line()
        if isinstance(answer, Solved):
            if not short:
                self._states[board] = answer.states
            game = Game(self._variant, 1, (board,))
            for move in answer.moves:
                if not game.is_won:
                    game = self.autoplay.play(game, move)
            line = _moves_from(game, 0)
            for at, there in enumerate(game.boards[:-1]):
                self._lines[there] = min(self._lines.get(there, line), line[at:], key=len)
            if short:
                self._short.update(game.boards[:-1])
        elif isinstance(answer, Unsolvable):
            self._won_with_safe[board] = answer.is_won_with_safe
            self.record_outcome(board, Verdict.LOST)
        elif not short:
            self._searched.setdefault(board, Verdict.UNKNOWN)
        if short:
            self._short.add(board)
        self._own_lines[PositionQuery(board, short)] = line

    def record_outcome(self, board: Board, verdict: Verdict) -> None:
        """Record the verdict of a board.

        The same holds for its columns and free cells in another order.
        """
        self._outcomes[board.without_order] = verdict
        if verdict is Verdict.LOST:
            self._course = None
            self._searched[board] = verdict

    def verdict(self, game: Game) -> Verdict | None:
        """Return the verdict of the game's position. None if it was not searched."""
        course = self.course(game)
        return course.verdicts[game.position - course.start]

    def board_after(self, game: Game, move: Move) -> Board:
        """Return the board after a legal move and its autoplay."""
        return self.autoplay.play(game, move).board

    def outcome(self, board: Board) -> Verdict | None:
        """Return the verdict of a board. None if it was not searched."""
        return Verdict.WON if board.is_won or board in self._lines else self._outcomes.get(board.without_order)

    def boards_ahead(self, game: Game) -> list[Board]:
        """Return the boards that the next move may lead to.

        Of boards that differ only in order, one.
        """
        return boards_ahead(game.board, self._variant, self.autoplay.policy, finish=self.autoplay.finish)

    def loses(self, game: Game, board: Board) -> bool:
        """Return whether a turn from a position known to be winnable loses.

        `board` is the board after the turn.
        """
        return self.verdict(game) is Verdict.WON and self.outcome(board) is Verdict.LOST

    def line(self, game: Game) -> Line:
        """Return the shortest known line to the win. Empty if none.

        It may begin with moves to redo.
        """
        redo = _moves_from(game, game.position)
        lines = [
            (*redo[:ahead], *self._lines.get(board, ()))
            for ahead, board in enumerate(game.boards[game.position : game.position + len(redo) + 1])
            if board in self._lines or board.is_won
        ]
        return min(lines, key=len, default=())

    def advice(self, game: Game) -> Line:
        """Return the line to advise. Empty if none is known.

        A line being followed comes first, then the result of the search of this very board.
        A shorter line of another search is left alone: which searches there were depends on how fast the machine is.
        """
        own = (self._own_lines.get(PositionQuery(game.board, short)) for short in (True, False))
        return self._followed.get(game.board) or next(filter(None, own), None) or self.line(game)

    def follow_advice(self, game: Game) -> Line:
        """Return the line to advise, and advise its rest later."""
        line = self.advice(game)
        for at, move in enumerate(line if game.board not in self._followed else ()):
            self._followed[game.board] = line[at:]
            game = self.autoplay.play(game, move)
        return line

    def course(self, game: Game) -> GameCourse:
        """Return the known course of the whole attempt."""
        if self._course is None or self._course[0] is not game:
            start = game.attempt_start
            moves = _moves_from(game, start)
            boards = game.boards[start : start + len(moves) + 1]
            found = list(map(self._searched.get, boards))
            # None where no line is known: every line of a board that is not won has moves.
            lengths = [0 if board.is_won else len(self._lines.get(board, ())) or None for board in boards]
            self._course = game, GameCourse.infer(moves, found, lengths, start)
        return self._course[1]

    def course_so_far(self, game: Game) -> GameCourse:
        course = self.course(game)
        return course.until(game.position - course.start)

    def is_unwinnable(self, game: Game) -> bool:
        """Return whether the deal is known to be unwinnable."""
        return self.course(game).verdicts[0] is Verdict.LOST

    def lost_by_autoplay(self, game: Game) -> Autoplay | None:
        """Return the autoplay with which a lost game is lost. None if it is known to be lost with any.

        A position that is lost with any autoplay stays so. A win with safe autoplay from a position says nothing about
        later positions.
        """
        if not may_lose(self.autoplay.policy, self._variant):
            return None
        boards = game.boards[game.attempt_start : game.position + 1]
        is_lost_anyhow = any(self._won_with_safe.get(board) is False for board in boards)
        return None if is_lost_anyhow else self.autoplay.policy

    def of_autoplay(self, sentence: str, game: Game) -> str:
        """Return a sentence about a loss, with the autoplay of `lost_by_autoplay`."""
        return of_autoplay(sentence, self.lost_by_autoplay(game))

    def unwinnable(self, game: Game) -> str:
        """Return the sentence that the deal cannot be won.

        It names the autoplay that loses, and the autoplay that wins if known.
        """
        deal = game.seek(game.attempt_start)
        autoplay = self.lost_by_autoplay(deal)
        is_won_with_safe = autoplay is not None and self._won_with_safe.get(deal.board)
        ending = "; with “safe” it can." if is_won_with_safe else "."
        return of_autoplay(f"This {deal_word(game.deal)} cannot be won{ending}", autoplay)

    def difficulty(self, game: Game) -> str | None:
        """Return how hard the deal is. None if unknown.

        None once the game has begun.
        """
        states = None if game.position else self._states.get(game.board)
        if states is None or self.autoplay.policy is not Autoplay.SAFE:
            return None
        return difficulty(states, self._variant)

    def pending_queries(self, game: Game) -> list[PositionQuery]:
        """Return the queries about an attempt's course that are open.

        One query until the losing move is known, then all won boards.
        """
        if wanted := self.next_of_course(game):
            return [wanted]
        course = self.course(game)
        won = [at for at, verdict in enumerate(course.verdicts, course.start) if verdict is Verdict.WON]
        boards = (game.boards[at] for at in coarse_to_fine(won))  # far apart at first and then ever closer
        return [PositionQuery(board, short=True) for board in boards if board not in self._short and not board.is_won]

    def next_of_course(self, game: Game) -> PositionQuery | None:
        """Return the next query for the verdicts of an attempt. None if known."""
        course = self.course(game)
        at = course.next_search()
        if at is not None and course.verdicts[-1] is Verdict.LOST and course.verdicts[0] is None:
            at = 0
        return None if at is None else PositionQuery(game.boards[course.start + at])

    def next_query(self, game: Game) -> PositionQuery | None:
        """Return the next query for a hint. None if nothing is open.

        The verdict comes first, then the losing move or a short line.
        """
        return self.advice_query(game) if self.verdict(game) is Verdict.WON else self.verdict_query(game)

    def missing_verdict(self, game: Game) -> PositionQuery | None:
        """Return the query for the verdict of the position. None if known.

        For a lost position, the query whether the deal could ever be won.
        """
        course, verdict = self.course(game), self.verdict(game)
        if verdict is None:
            return PositionQuery(game.board)
        is_deal_next = verdict is Verdict.LOST and course.verdicts[0] is None
        return PositionQuery(game.boards[course.start]) if is_deal_next else None

    def verdict_query(self, game: Game) -> PositionQuery | None:
        """Return the query for the verdict and the losing move. None if known."""
        missing = self.missing_verdict(game)
        if missing is not None or self.verdict(game) is not Verdict.LOST:
            return missing
        course = self.course_so_far(game)
        middle = course.next_search()
        return None if middle is None else PositionQuery(game.boards[course.start + middle])

    def advice_query(self, game: Game) -> PositionQuery | None:
        """Return the query for a line to advise. None if nothing is open.

        A short line is asked for first, then any line.
        """
        short, other = PositionQuery(game.board, short=True), PositionQuery(game.board)
        if game.board in self._followed or self._own_lines.get(short):
            return None
        return next((query for query in (short, other) if query not in self._own_lines), None)

    def next_hint(self, game: Game) -> HintStep:
        """Return the next step of the hint about a position.

        After the last step, and at another position, the first.
        """
        last = self._hinted[1] if self._hinted[0] is game else HintStep.PLAY
        step = HintStep(last.value % len(HintStep) + 1)
        self._hinted = game, step
        return step

    def hint(self, game: Game, step: HintStep) -> Message:
        """Return the message of a hint's step.

        A line must be known.
        """
        line = self.follow_advice(game)
        move = line[0]
        if step is HintStep.CARD:
            return Message(f"Look at the {game.board.cards(move.source)[-1].face} in {move.source.description}.")
        if step is HintStep.MOVE:
            return Message(f"{describe_move(move, game.board, game.variant)} ({move}).")
        rest = f"wins in {counted(len(line), 'move')}."
        steps = tuple(self.steps(game, line[:_MAX_HINT_MOVES]))
        return Message(f"{_written(line, _MAX_HINT_MOVES)}: this {rest}", steps=steps, rest=rest)

    def steps(self, game: Game, line: Sequence[Move]) -> Iterator[Step]:
        for move in line:
            count = move_size(game.board, move, game.variant)
            yield Step(f"{move.source.letter}{move.target.letter}", game.board.cards(move.source)[-count:])
            game = self.autoplay.play(game, move)

    def last_winnable(self, game: Game) -> int | str:
        """Return the last winnable position of a lost game, or a sentence.

        The sentence says that there is none, or that it is unknown.
        """
        course = self.course_so_far(game)
        if course.last_won is None:
            return self.unwinnable(game) if course.first_lost == 0 else NOT_DECIDED
        return course.start + course.last_won

    def losing_position(self, game: Game) -> int | str:
        """Return the position before the losing move, or a sentence.

        The sentence says that there is none, or that it is unknown.
        """
        if game.is_won:
            return "The game is won."
        verdict = self.verdict(game)
        if verdict is Verdict.WON:
            return "The game is not lost."
        if verdict is not Verdict.LOST:
            return NOT_DECIDED
        course = self.course_so_far(game)
        if course.first_lost == 0:
            return self.unwinnable(game)
        return NOT_DECIDED if course.losing_position is None else course.start + course.losing_position

    def loss(self, game: Game, *, is_stuck: bool) -> Loss | None:
        """Return the loss of a game, if its losing move is known or no useful move is left."""
        losing = self.losing_position(game)
        if isinstance(losing, int):
            cause, course = self.describe_losing_move(game, losing), self.course(game)
            return Loss(game, is_stuck, cause, game.boards[losing + 1], course.needed[: losing - course.start + 1])
        if is_stuck:
            return Loss(game, is_stuck, self.unwinnable(game) if self.is_unwinnable(game) else "")
        return None

    def describe_losing_move(self, game: Game, last_won: int) -> str:
        before, turn = game.seek(last_won), game.turns[last_won]
        assert turn.move is not None
        move = describe_move(turn.move, before.board, game.variant)
        return self.of_autoplay(f"Move {before.moves_made + 1} lost it: {move}.", game.seek(last_won + 1))

    def describe_winning_line(self, before: Game) -> str:
        line = self.advice(before)
        return f"Instead, {counted(len(line), 'move')} would have won: {_written(line, _MAX_INSTEAD_MOVES)}."


def _written(line: Sequence[Move], most: int) -> str:
    return " ".join([*map(str, line[:most]), *([f"and {len(line) - most} more"] if len(line) > most else [])])


def _moves_from(game: Game, position: int) -> Line:
    """Return the moves from a position to a restart or the end.

    Undone moves are included.
    """
    turns = takewhile(lambda turn: not turn.is_restart, game.turns[position:])
    return tuple(turn.move for turn in turns if turn.move is not None)
