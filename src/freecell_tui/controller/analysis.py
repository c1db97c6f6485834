"""What the solver has said about the game on the table, and what follows from it.

One answer tells about many positions. Every board on a winning line is won, with the rest of the line; every board that
the player came through on the way to a won one is won too; and a lost game stays lost until a move is taken back.
"""

from collections.abc import Iterator, Sequence
from itertools import count, takewhile
from typing import Final, NamedTuple

from freecell_tui.engine import Autoplay, Board, Game, Move, Variant
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.text import capitalised, counted
from freecell_tui.solver import Solved, SolverResult, Unsolvable
from freecell_tui.solver.difficulty import difficulty
from freecell_tui.solver.game_analysis import GameCourse, Verdict, moves_needed

NOT_DECIDED: Final = "The solver could not decide it."

_HINT_LINE: Final = 10
_WAY_OUT_LINE: Final = 8


class PositionQuery(NamedTuple):
    """What to ask the solver: about a board, and whether for a short line."""

    board: Board
    short: bool = False


class HintText(NamedTuple):
    """A hint as it is given: its sentence, the move that it is about, and whether it tells where the card goes."""

    sentence: str
    move: Move
    tells_where: bool


class RecoveryHint(NamedTuple):
    """What to say in a lost position, and the last position that can be won, if there is one that is known."""

    sentence: str
    position: int | None = None


class GameAnalysis:
    """All that is known of the positions of one game, which goes on with this autoplay.

    `finishes` is whether everything goes home at once when every column runs down in order.
    """

    def __init__(self, variant: Variant, autoplay: Autoplay, *, finishes: bool = True) -> None:
        self._variant = variant
        self._autoplay = autoplay
        self._finishes = finishes
        self._lines: dict[Board, tuple[Move, ...]] = {}
        self._short: set[Board] = set()
        self._lost: set[Board] = set()
        self._states: dict[Board, int] = {}
        self._undecided: set[Board] = set()
        self._last: tuple[Game, Verdict | None] | None = None
        self._hinted: tuple[Board, int] | None = None

    def record_answer(self, board: Board, answer: SolverResult, *, short: bool = False) -> None:
        """Take in what the solver says of a board, after a search for a short line or for any."""
        self._last = None
        if short:
            self._short.add(board)
        match answer:
            case Solved():
                if not short:
                    self._states[board] = answer.states
                self._note_line(board, answer.moves, short=short)
            case Unsolvable():
                self._lost.add(board)
            case _ if not short:
                self._undecided.add(board)
            case _:
                pass

    def _note_line(self, board: Board, moves: Sequence[Move], *, short: bool) -> None:
        """Note the rest of the line for every board on it, as far as the player has to play it and none is shorter."""
        game = Game(self._variant, 1, (board,))
        for move in moves:
            if game.is_won:
                break
            game = game.play(move, self._autoplay, finish=self._finishes)
        way = [turn.move for turn in game.turns if turn.move is not None]
        for at in range(len(way)):
            known, rest = self._lines.get(game.boards[at]), tuple(way[at:])
            if known is None or _cost(rest) < _cost(known):
                self._lines[game.boards[at]] = rest
            if short:
                self._short.add(game.boards[at])

    def verdict(self, game: Game) -> Verdict | None:
        """Whether the game can still be won; None if nobody has looked."""
        if self._last is None or self._last[0] is not game:
            self._last = game, self._verdict(game)
        return self._last[1]

    def _verdict(self, game: Game) -> Verdict | None:
        if game.is_won or self.line(game):
            return Verdict.WON
        if any(board in self._lost for board in game.boards[_attempt_start(game) : game.position + 1]):
            return Verdict.LOST
        return Verdict.UNKNOWN if game.board in self._undecided else None

    def line(self, game: Game) -> tuple[Move, ...]:
        """The shortest way known to win from here: a line that was found, or the way to where one begins."""
        way = _moves(game, game.position)
        lines = [
            (*way[:ahead], *self._lines.get(board, ()))
            for ahead, board in enumerate(game.boards[game.position : game.position + len(way) + 1])
            if board in self._lines or board.is_won
        ]
        return min(lines, key=_cost, default=())

    # A game as a whole, from the deal or the last restart on; what was taken back and can be played again is part of it

    def course(self, game: Game) -> GameCourse:
        """How the game went, as far as it is known."""
        start = _attempt_start(game)
        moves = _moves(game, start)
        boards = game.boards[start : start + len(moves) + 1]
        needed = moves_needed([self._length(board) for board in boards], moves)
        verdicts: list[Verdict | None] = []
        is_lost = False
        for board, length in zip(boards, needed, strict=True):
            is_lost |= board in self._lost
            unknown = Verdict.UNKNOWN if board in self._undecided else None
            verdicts.append(Verdict.WON if length is not None else Verdict.LOST if is_lost else unknown)
        return GameCourse(moves, tuple(verdicts), tuple(needed), start)

    def _length(self, board: Board) -> int | None:
        """How many moves the line from a board has, if there is one."""
        if board.is_won:
            return 0
        return _cost(self._lines[board])[0] if board in self._lines else None

    def pending_queries(self, game: Game) -> list[tuple[int, bool]]:
        """The positions of the game to ask about next to know its course, and whether for a short line; or none.

        First comes what says where it was lost. Then the positions that are won follow, so that they are at first far
        apart, and between them ever more: the picture is rough at once, and becomes fine.
        """
        start = _attempt_start(game)
        end = game.seek(start + len(_moves(game, start)))
        verdict = self.verdict(end)
        if verdict is None:
            return [(end.position, False)]
        middle = None if verdict is Verdict.WON else self.bisection_point(end)
        if middle is not None:
            return [(middle, False)]
        won = [at for at, verdict in enumerate(self.course(game).verdicts, start) if verdict is Verdict.WON]
        return [(at, True) for at in _coarse_to_fine(won) if not self._is_looked_at(game.boards[at])]

    def _is_looked_at(self, board: Board) -> bool:
        return board in self._short or board.is_won

    def difficulty(self, game: Game) -> str | None:
        """How hard the deal of a game that has not begun is, if that is known."""
        states = None if game.position else self._states.get(game.board)
        return None if states is None or self._autoplay is not Autoplay.SAFE else difficulty(states, self._variant)

    def has_short_line(self, game: Game) -> bool:
        """Whether a short line was looked for from here."""
        return game.board in self._short

    def next_query(self, game: Game) -> PositionQuery | None:
        """What to ask next: for the verdict, a short line, which move lost; None if asking is of no use."""
        verdict = self.verdict(game)
        if verdict is None:
            return PositionQuery(game.board)
        if verdict is Verdict.LOST:
            middle = self.bisection_point(game)
            return None if middle is None else PositionQuery(game.boards[middle])
        if verdict is Verdict.WON and not game.is_won and not self.has_short_line(game):
            return PositionQuery(game.board, short=True)
        return None

    def missing_verdict(self, game: Game) -> PositionQuery | None:
        """Return what to ask to know whether the game can still be won; None if that is known."""
        return PositionQuery(game.board) if self.verdict(game) is None else None

    def verdict_query(self, game: Game) -> PositionQuery | None:
        """Return what to ask to know the verdict, and the move that lost a lost game; None if there is nothing."""
        query = self.next_query(game)
        return None if query is None or query.short else query

    def short_query(self, game: Game) -> PositionQuery | None:
        """Return what to ask for a short line from a winnable position; None if that was done."""
        return None if self.has_short_line(game) else PositionQuery(game.board, short=True)

    def hint(self, game: Game) -> HintText:
        """The next hint where a line is known: which card, then the move, then the line."""
        line, level = self.line(game), self._next_level(game.board, most=3)
        move = line[0]
        if level == 1:
            sentence = f"Look at {game.board.cards(move.source)[-1].face} in {move.source.description}."
        elif level == 2:  # noqa: PLR2004 - the second step
            sentence = f"{move}: {describe_move(move, game.board, game.variant)}."
        else:
            sentence = f"{_first_moves(line, _HINT_LINE)} wins in {counted(len(line), 'move')}."
        return HintText(sentence, move, level > 1)

    def recovery_hint(self, game: Game) -> RecoveryHint:
        """Return how far back a lost game could still be won, as far as that is known."""
        last_won, first_lost = self.turning_point(game)
        if last_won is None:
            is_hopeless = first_lost == _attempt_start(game)
            return RecoveryHint("No position of this game can be won." if is_hopeless else NOT_DECIDED)
        back = counted(game.position - last_won, "move")
        return RecoveryHint(f"This is lost. {capitalised(back)} ago it could still be won.", last_won)

    def _next_level(self, board: Board, most: int) -> int:
        """How many hints were given in this position without a break, with the one to be given now."""
        level = self._hinted[1] + 1 if self._hinted is not None and self._hinted[0] == board else 1
        self._hinted = (board, min(level, most))
        return self._hinted[1]

    def losing_position(self, game: Game) -> int | str:
        """The position before the move that lost the game; a sentence if there is none, or it is not known."""
        verdict = self.verdict(game)
        if verdict is Verdict.WON:
            return "It is not lost."
        if verdict is not Verdict.LOST:
            return NOT_DECIDED
        last_won, first_lost = self.turning_point(game)
        if last_won is None and first_lost == _attempt_start(game):
            return "This deal cannot be won."
        return NOT_DECIDED if last_won is None or first_lost - last_won > 1 else last_won

    def describe_losing_move(self, game: Game, last_won: int) -> tuple[str, str]:
        """Which move lost the game, the one made at `last_won`, and what would have won instead."""
        before, turn = game.seek(last_won), game.turns[last_won]
        assert turn.move is not None
        line = self.line(before)
        return (
            f"Move {before.moves_made + 1} lost it: {describe_move(turn.move, before.board, game.variant)}.",
            f"Instead, {counted(len(line), 'move')} would have won: {_first_moves(line, _WAY_OUT_LINE)}.",
        )

    def bisection_point(self, game: Game) -> int | None:
        """The position to ask about next to find the move that lost the game; None if asking is of no use.

        Positions are counted in turns since the deal. What follows a restart is looked at by itself.
        """
        last_won, first_lost = self.turning_point(game)
        before = _attempt_start(game) - 1 if last_won is None else last_won
        middle = (before + first_lost) // 2
        is_open = first_lost - before > 1 and game.boards[middle] not in self._undecided
        return middle if is_open else None

    def turning_point(self, game: Game) -> tuple[int | None, int]:
        """The last position that is known to be won, if any is, and the first known to be lost, or else the next to be.

        If they are neighbours, the move between them lost the game.
        """
        positions = range(_attempt_start(game), game.position + 1)
        verdicts = {position: self.verdict(game.seek(position)) for position in positions}
        first_lost = next((at for at in positions if verdicts[at] is Verdict.LOST), positions.stop)
        won = [at for at in positions if verdicts[at] is Verdict.WON]
        return max(won, default=None), first_lost


def _cost(line: Sequence[Move]) -> tuple[int, int]:
    """What a line is measured by: its moves without the cards that it sends home, and then with them."""
    return sum(not move.goes_home for move in line), len(line)


def _moves(game: Game, start: int) -> tuple[Move, ...]:
    """The moves from a position on, up to a restart or the end of what was ever played."""
    moves = (turn.move for turn in game.turns[start:])
    return tuple(move for move in takewhile(lambda move: move is not None, moves) if move is not None)


def _coarse_to_fine(positions: Sequence[int]) -> Iterator[int]:
    """The same positions, the first before all, then every second half, quarter and so on of the way."""
    step = 1 << len(positions).bit_length()
    for width in takewhile(bool, (step >> times for times in count())):
        yield from (positions[at] for at in range(0, len(positions), width) if width == step or at % (2 * width))


def _attempt_start(game: Game) -> int:
    """The position of the deal, or of the last restart before the player's."""
    restarts = (at for at in range(game.position, 0, -1) if game.turns[at - 1].is_restart)
    return next(restarts, 0)


def _first_moves(line: Sequence[Move], shown: int) -> str:
    """The first moves of a line, as they are written."""
    return " ".join(map(str, line[:shown])) + " …" * (len(line) > shown)
