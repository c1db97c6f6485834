"""Cards in flight.

The game is always ahead of the picture: a move has been played and saved when the first card takes off, and nothing
waits for a card to land. The player's next input ends the motion.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from time import monotonic
from typing import Final, NamedTuple

from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, Board, Card, Game, Pile, PileKind, Turn, rules
from freecell_tui.engine.rules import single_card_moves
from freecell_tui.storage.settings import AnimationSpeed
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.surface import Box, Point

FRAME_SECONDS: Final = 1 / 30
DURATION_SCALES: Final = {
    AnimationSpeed.OFF: 0.0,
    AnimationSpeed.SLOW: 2.0,
    AnimationSpeed.NORMAL: 1.0,
    AnimationSpeed.FAST: 0.5,
}
"""The duration of motion by the setting `animation`, as a multiple of the normal one; 0 turns motion off."""

FlyingCards = tuple[tuple[Card, Box], ...]
"""Cards in the air, each with the box in which it is drawn, as high as the card is where it lands."""


class Frame(NamedTuple):
    """A moment of a motion."""

    board: Board
    """The board without the cards in the air."""
    flying: FlyingCards = ()


class Motion:
    """The motion in progress, if any."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.duration_scale = 0.0
        """The duration as a multiple of the normal one; 0 turns motion off."""
        self.dragged = False
        """Whether the player drags the cards of the next turn to their place; set before the turn is followed."""
        self.deals_first = False
        """Whether the first game is dealt card by card; not at the start, where the table is to be seen at once."""
        self.now = now
        self._shown: Game | None = None
        """The game that was followed last."""
        self._flights: Flights | None = None
        self._began = 0.0
        """The time at which the flights began."""
        self._scale = 1.0
        """The `duration_scale` of the flights."""

    @property
    def is_running(self) -> bool:
        """Whether cards are flying, so that the next frame differs."""
        return self._flights is not None

    def follow(self, game: Game, layout: Layout) -> None:
        """Start the flights from the last game to `game`, if any.

        Cards fly for a turn or its undo, and for a new deal in place of the last game.
        """
        before, self._shown = self._shown, game
        dragged, self.dragged = self.dragged, False
        deals_first, self.deals_first = self.deals_first, False
        if before is game or not self.duration_scale:
            return
        if not game.turns and (before is not None or deals_first):
            self._flights = dealing(game.board, layout)
        elif before is not None:
            self._flights = flights_between(before, game, layout, dragged=dragged)
        self._began, self._scale = self.now(), self.duration_scale

    def frame(self, board: Board) -> Frame:
        """Return the motion at the present moment.

        `board` is the board at the end of the motion.
        """
        if self._flights is not None:
            seconds = (self.now() - self._began) / self._scale
            if seconds < self._flights.seconds:
                return self._flights.frame_at(seconds)
            self._flights = None
        return Frame(board)

    def end(self) -> None:
        self._flights = None


# A turn as flights of single cards: a supermove goes card by card through the free cells, as by hand, and cards that
# autoplay sends home follow one another.


class CardMove(NamedTuple):
    """A card that goes from a pile to another pile."""

    card: Card
    source: Pile
    target: Pile
    is_autoplay: bool


# In seconds, at the normal pace. A single card can be followed by eye; many together do not keep the player waiting.
_SINGLE_FLIGHT: Final = 0.14
_SUPERMOVE_FLIGHT: Final = 0.07
_LONGEST_SUPERMOVE: Final = 0.5
_AUTOPLAY_GAP: Final = 0.05
_LONGEST_AUTOPLAY: Final = 1.2


class Flight(NamedTuple):
    """The flight of a card.

    Times are in seconds from the beginning of the turn.
    """

    card: Card
    source: Pile | None
    """The pile that the card leaves; None for the deck of a deal."""
    target: Pile
    takes_off: float
    lands: float


class _Path(NamedTuple):
    """A flight from the upper left corner of a card to a box."""

    flight: Flight
    start: Point
    end: Box


class Flights:
    """The flights of a turn, an undo or a deal, by take-off."""

    def __init__(self, before: Board, flights: Iterable[Flight], layout: Layout) -> None:
        self._before = before
        self._paths: list[_Path] = []
        # A deal comes from the middle of the last row, where a dealer sits.
        dealer = (layout.width - layout.card_width) // 2, layout.bar_y - layout.shape.height
        board = before
        for flight in flights:
            start = dealer
            if flight.source is not None:
                start = _last_card_box(layout, board, flight.source)[:2]
                board = _put(board, None, flight.source)
            board = _put(board, flight.card, flight.target)
            self._paths.append(_Path(flight, start, _last_card_box(layout, board, flight.target)))
        self.seconds = max(path.flight.lands for path in self._paths)

    def frame_at(self, seconds: float) -> Frame:
        """Return the motion `seconds` after the beginning."""
        board, in_the_air = self._before, []
        for flight, start, end in self._paths:
            if seconds < flight.takes_off:
                break
            if flight.source is not None:
                board = _put(board, None, flight.source)
            if seconds < flight.lands:
                part = (seconds - flight.takes_off) / (flight.lands - flight.takes_off)
                x, y = point_between(start, end[:2], part)
                in_the_air.append((flight.card, end._replace(x=x, y=y)))
            else:
                board = _put(board, flight.card, flight.target)
        return Frame(board, tuple(in_the_air))


def point_between(start: Point, end: Point, part: float) -> Point:
    """Return the place of a card after a part of its flight.

    A card slows down towards the end.
    """
    distance = (1 - part) ** 2
    return round(end[0] + (start[0] - end[0]) * distance), round(end[1] + (start[1] - end[1]) * distance)


def _last_card_box(layout: Layout, board: Board, pile: Pile) -> Box:
    return layout.card_box(pile, len(board.cards(pile)))


def flights_between(before: Game, after: Game, layout: Layout, *, dragged: bool) -> Flights | None:
    """Return the flights between two positions of a game.

    The positions are a turn apart, forward or back, or several turns that only send cards home.
    None stands for any other two positions. Cards that the player `dragged` do not fly.
    """
    start, end, board = before.position, after.position, before.board
    if start == end or start >= len(after.boards) or after.boards[start] is not board:
        return None
    turns = after.turns[min(start, end) : max(start, end)]
    if len(turns) > 1 and not all(turn.move and turn.move.goes_home for turn in turns):
        return None
    moves = list[CardMove]()
    for turn, turn_board in zip(turns, after.boards[min(start, end) :], strict=False):
        turn_moves = list(_card_moves(turn, turn_board, after))
        # Turns that follow another one fly as cards of autoplay do.
        moves += [move._replace(is_autoplay=True) for move in turn_moves] if moves else turn_moves
    if end < start:
        moves = [move._replace(source=move.target, target=move.source) for move in reversed(moves)]
    if dragged:
        for move in moves:
            if not move.is_autoplay:
                board = _put(_put(board, None, move.source), move.card, move.target)
        moves = [move for move in moves if move.is_autoplay]
    return Flights(board, _scheduled(moves), layout) if moves else None


def _card_moves(turn: Turn, board: Board, game: Game) -> Iterator[CardMove]:
    """Yield the moves of single cards in a turn.

    A restart has none.
    """
    if turn.move is None:
        return
    played = single_card_moves(board, turn.move, game.variant)
    for number, move in enumerate((*played, *turn.autoplay)):
        card = board.cards(move.source)[-1]
        target = FOUNDATIONS[card.suit] if move.goes_home else move.target
        yield CardMove(card, move.source, target, is_autoplay=number >= len(played))
        board = rules.apply_move(board, move, game.variant)


def _scheduled(moves: Sequence[CardMove]) -> Iterator[Flight]:
    """Yield the flights of moves, with times.

    A card takes off when the last one has landed; cards of autoplay follow in quick succession.
    """
    played_count = sum(not move.is_autoplay for move in moves)
    duration = _SINGLE_FLIGHT
    if played_count != 1:
        duration = min(_SUPERMOVE_FLIGHT, _LONGEST_SUPERMOVE / max(played_count, 1))
    gap = min(_AUTOPLAY_GAP, _LONGEST_AUTOPLAY / len(moves))
    takes_off = lands = 0.0
    was_autoplay = False
    for card, source, target, is_autoplay in moves:
        takes_off = takes_off + gap if is_autoplay and was_autoplay else lands
        lands = takes_off + (_SINGLE_FLIGHT if is_autoplay else duration)
        yield Flight(card, source, target, takes_off, lands)
        was_autoplay = is_autoplay


def _put(board: Board, card: Card | None, pile: Pile) -> Board:
    """Return a board with a card added to a pile.

    None removes the pile's last card. The board may lack cards.
    """
    columns, cells, ranks = list(board.columns), list(board.free_cells), list(board.foundations)
    if pile.kind is PileKind.CELL:
        cells[pile.index] = card
    elif pile.kind is PileKind.FOUNDATION:
        ranks[pile.index] += -1 if card is None else 1
    else:
        columns[pile.index] = columns[pile.index][:-1] if card is None else (*columns[pile.index], card)
    return Board(tuple(columns), tuple(cells), tuple(ranks))


# In seconds, at the normal pace.
_WHOLE_DEAL: Final = 0.35
_DEALT_FLIGHT: Final = 0.06


def dealing(board: Board, layout: Layout) -> Flights:
    """Return the flights of a deal, card by card in rows."""
    rows = [*((row, COLUMNS) for row in zip_longest(*board.columns)), (board.free_cells, CELLS)]
    cards = [(card, pile) for row in rows for card, pile in zip(*row, strict=False) if card is not None]
    between = (_WHOLE_DEAL - _DEALT_FLIGHT) / max(len(cards) - 1, 1)
    flights = (
        Flight(card, None, pile, number * between, number * between + _DEALT_FLIGHT)
        for number, (card, pile) in enumerate(cards)
    )
    empty = Board(((),) * len(board.columns), (None,) * len(board.free_cells), board.foundations)
    return Flights(empty, flights, layout)
