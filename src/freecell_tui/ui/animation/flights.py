"""Cards on their way from one position of a game to the next: a turn as flights of single cards.

A supermove goes step by step through the free cells, as it would by hand; cards that go home follow one another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from freecell_tui.engine import FOUNDATIONS, Board, Card, Game, Pile, PileKind, Turn, rules
from freecell_tui.engine.supermoves import single_card_moves
from freecell_tui.ui.drawing.layout import Layout

Point = tuple[int, int]

# In seconds, at the normal pace. A card alone has time to be followed; many together do not keep the player waiting.
_FLIGHT: Final = 0.14
_STEP: Final = 0.07
_LONGEST_SUPERMOVE: Final = 0.5
_GAP_BETWEEN_HOMING: Final = 0.05
_LONGEST_HOMING: Final = 1.2


class Step(NamedTuple):
    """One card from one pile to another, a foundation if it goes home by itself or comes back from there."""

    card: Card
    source: Pile
    target: Pile
    by_itself: bool


@dataclass(frozen=True, slots=True)
class Flight:
    """A step with its places on the screen, and its times in seconds from the beginning."""

    step: Step
    start: Point
    end: Point
    takes_off: float
    lands: float

    def at(self, seconds: float) -> Point:
        """Where the card is; it slows down towards its place."""
        left = 1 - (seconds - self.takes_off) / (self.lands - self.takes_off)
        part = 1 - left * left
        return tuple(round(a + (b - a) * part) for a, b in zip(self.start, self.end, strict=True))  # type: ignore[return-value]


class Flights:
    """All flights of one turn, or of a turn taken back."""

    def __init__(self, before: Board, flights: Sequence[Flight]) -> None:
        self._before = before
        self._flights = flights
        self.seconds = max(flight.lands for flight in flights)

    def at(self, seconds: float) -> tuple[Board, tuple[tuple[Card, Point], ...]]:
        """The cards that lie on the table at a moment, and those in the air, each with its place."""
        piles = _Piles(self._before)
        in_the_air = []
        for flight in self._flights:
            if seconds < flight.takes_off:
                break
            piles.take(flight.step.source)
            if seconds < flight.lands:
                in_the_air.append((flight.step.card, flight.at(seconds)))
            else:
                piles.put(flight.step.card, flight.step.target)
        return piles.board, tuple(in_the_air)


def flights_between(before: Game, after: Game, layout: Layout, *, pace: float, by_hand: bool) -> Flights | None:
    """The flights from one position to the next or the one before, or None if they are not that near to each other.

    Everything takes `pace` times as long as usual; with `by_hand` the player's own cards are there already.
    """
    steps = _steps_between(before, after)
    board = before.board
    if by_hand:
        led = [step for step in steps if not step.by_itself]
        steps = [step for step in steps if step.by_itself]
        piles = _Piles(board)
        for step in led:
            piles.take(step.source)
            piles.put(step.card, step.target)
        board = piles.board
    return Flights(board, list(_scheduled(steps, board, layout, pace))) if steps else None


def _steps_between(before: Game, after: Game) -> list[Step]:
    here, there = before.position, after.position
    if there == here + 1 and after.boards[here] is before.board:
        return list(_steps(after.turns[here], before.board, after))
    if there == here - 1 and after.position < len(after.boards) - 1 and after.boards[here] is before.board:
        forward = _steps(after.turns[there], after.board, after)
        return [step._replace(source=step.target, target=step.source) for step in forward][::-1]
    return []


def _steps(turn: Turn, board: Board, game: Game) -> Iterator[Step]:
    """The single cards that a turn moves, in order; none for a restart."""
    if turn.move is None:
        return
    led = single_card_moves(board, turn.move, game.variant)
    for at, move in enumerate((*led, *turn.autoplay)):
        card = board.cards(move.source)[-1]
        target = FOUNDATIONS[card.suit] if move.goes_home else move.target
        yield Step(card, move.source, target, by_itself=at >= len(led))
        board = rules.apply_move(board, move, game.variant)


def _scheduled(steps: Sequence[Step], board: Board, layout: Layout, pace: float) -> Iterator[Flight]:
    led = sum(not step.by_itself for step in steps)
    each = _FLIGHT if led == 1 else min(_STEP, _LONGEST_SUPERMOVE / max(led, 1))
    gap = min(_GAP_BETWEEN_HOMING, _LONGEST_HOMING / len(steps))
    piles = _Piles(board)
    takes_off = lands = 0.0
    was_by_itself = False
    for at, step in enumerate(steps):
        follows = step.by_itself and was_by_itself
        takes_off = takes_off + gap * pace if at and follows else lands
        lands = takes_off + (_FLIGHT if step.by_itself else each) * pace
        start = piles.place(step.source, layout)
        piles.take(step.source)
        piles.put(step.card, step.target)
        yield Flight(step, start, piles.place(step.target, layout), takes_off, lands)
        was_by_itself = step.by_itself


class _Piles:
    """A board of which single cards may be missing."""

    def __init__(self, board: Board) -> None:
        self._columns = [list(column) for column in board.columns]
        self._cells = list(board.free_cells)
        self._home = list(board.foundations)

    @property
    def board(self) -> Board:
        clubs, diamonds, hearts, spades = self._home
        return Board(tuple(map(tuple, self._columns)), tuple(self._cells), (clubs, diamonds, hearts, spades))

    def take(self, pile: Pile) -> None:
        if pile.kind is PileKind.COLUMN:
            self._columns[pile.index].pop()
        elif pile.kind is PileKind.CELL:
            self._cells[pile.index] = None
        else:
            self._home[pile.index] -= 1

    def put(self, card: Card, pile: Pile) -> None:
        if pile.kind is PileKind.COLUMN:
            self._columns[pile.index].append(card)
        elif pile.kind is PileKind.CELL:
            self._cells[pile.index] = card
        else:
            self._home[pile.index] += 1

    def place(self, pile: Pile, layout: Layout) -> Point:
        """Where the last card of a pile lies."""
        if pile.kind is not PileKind.COLUMN:
            box = layout.top_boxes[pile]
        else:
            box = layout.fan(pile, len(self._columns[pile.index])).spots[-1].box
        return box.x, box.y
