"""What the solver has said about the game on the table, and what follows from it.

One answer tells about many positions. Every board on a winning line is won, with the rest of the line; every board that
the player came through on the way to a won one is won too; and a lost game stays lost until a move is taken back.
"""

from collections.abc import Sequence

from freecell_tui.engine import Autoplay, Board, Game, Move, Variant
from freecell_tui.solver import Answer, Solved, Unsolvable
from freecell_tui.solver.difficulty import difficulty
from freecell_tui.solver.hindsight import Verdict


class Advice:
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

    def learn(self, board: Board, answer: Answer, *, short: bool = False) -> None:
        """Take in what the solver says of a board, after a search for a short line or for any."""
        if short:
            self._short.add(board)
        match answer:
            case Solved():
                if not short:
                    self._states[board] = answer.states
                if board not in self._lines or len(answer.moves) < len(self._lines[board]):
                    self._note_line(board, answer.moves, short=short)
            case Unsolvable():
                self._lost.add(board)
            case _ if not short:
                self._undecided.add(board)
            case _:
                pass

    def _note_line(self, board: Board, moves: Sequence[Move], *, short: bool) -> None:
        """Note the rest of the line for every board on it, as far as the player has to play it."""
        game = Game(self._variant, 1, (board,))
        for move in moves:
            if game.is_won:
                break
            game = game.play(move, self._autoplay, finish=self._finishes)
        way = [turn.move for turn in game.turns if turn.move is not None]
        for at in range(len(way)):
            self._lines[game.boards[at]] = tuple(way[at:])
            if short:
                self._short.add(game.boards[at])

    def verdict(self, game: Game) -> Verdict | None:
        """Whether the game can still be won; None if nobody has looked."""
        if game.is_won or self.line(game):
            return Verdict.WON
        if any(board in self._lost for board in game.boards[_beginning(game) : game.position + 1]):
            return Verdict.LOST
        return Verdict.UNKNOWN if game.board in self._undecided else None

    def line(self, game: Game) -> tuple[Move, ...]:
        """Moves that win from here, as far as they are known: a line that was found, or the way to where one begins."""
        way: list[Move] = []
        for position in range(game.position, len(game.boards)):
            if game.boards[position] in self._lines:
                return (*way, *self._lines[game.boards[position]])
            if position == len(game.turns) or (move := game.turns[position].move) is None:
                break
            way.append(move)
        return ()

    def difficulty(self, game: Game) -> str | None:
        """How hard the deal of a game that has not begun is, if that is known."""
        states = None if game.position else self._states.get(game.board)
        return None if states is None or self._autoplay is not Autoplay.SAFE else difficulty(states, self._variant)

    def has_short_line(self, game: Game) -> bool:
        """Whether a short line was looked for from here."""
        return game.board in self._short

    def doubtful(self, game: Game) -> int | None:
        """The position of a lost game to ask about next to find the move that lost it; None if asking is of no use.

        Positions are counted in turns since the deal. What follows a restart is looked at by itself.
        """
        last_won, first_lost = self.turning_point(game)
        before = _beginning(game) - 1 if last_won is None else last_won
        middle = (before + first_lost) // 2
        is_open = first_lost - before > 1 and game.boards[middle] not in self._undecided
        return middle if is_open else None

    def turning_point(self, game: Game) -> tuple[int | None, int]:
        """The last position of a lost game that is known to be won, if any is, and the first known to be lost.

        If they are neighbours, the move between them lost the game.
        """
        positions = range(_beginning(game), game.position + 1)
        verdicts = {position: self.verdict(game.at(position)) for position in positions}
        first_lost = next(at for at in positions if verdicts[at] is Verdict.LOST)
        won = [at for at in positions if verdicts[at] is Verdict.WON]
        return max(won, default=None), first_lost


def _beginning(game: Game) -> int:
    """The position of the deal, or of the last restart before the player's."""
    restarts = (at for at in range(game.position, 0, -1) if game.turns[at - 1].is_restart)
    return next(restarts, 0)
