"""What moves on the table: cards in flight.

The game is always ahead of the picture: it has been played and saved when the first card takes off, and nothing waits
for a card to land. Whatever the player does next ends the motion.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from time import monotonic
from typing import Final, NamedTuple

from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, Board, Card, Game, Pile, PileKind, Turn, rules
from freecell_tui.engine.rules import single_card_moves
from freecell_tui.storage.settings import AnimationSpeed
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.surface import Point

FRAME_SECONDS: Final = 1 / 30
DURATION_SCALES: Final = {
    AnimationSpeed.OFF: 0.0,
    AnimationSpeed.SLOW: 2.0,
    AnimationSpeed.NORMAL: 1.0,
    AnimationSpeed.FAST: 0.5,
}
"""How long things take by the setting `animation`, as a multiple of the normal; 0 turns motion off."""


class Motion:
    """The motion in progress, if any.

    `duration_scale` is a multiple of the normal duration, 0 for no motion. Set `dragged` before a turn whose cards the
    player has dragged to their place. `deals_first` lets the first game fly too, if it is a new one; as the program
    starts, its table is to be there at once.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.duration_scale = 0.0
        self.dragged = False
        self.deals_first = False
        self.now = now
        self._shown: Game | None = None
        self._flights: Flights | None = None
        self._began = 0.0
        self._scale = 1.0  # the `duration_scale` of these flights

    @property
    def is_running(self) -> bool:
        """Whether the next frame will differ."""
        return self._flights is not None

    def follow(self, game: Game, layout: Layout) -> None:
        """Note the game to be shown; if it is one turn from the last, or a new one in its place, cards fly."""
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

    def frame(self, board: Board) -> "tuple[Board, tuple[tuple[Card, Point], ...]]":
        """Return the board without the cards in the air, and these with their places; `board` is how it will end."""
        if self._flights is not None:
            seconds = (self.now() - self._began) / self._scale
            if seconds < self._flights.seconds:
                return self._flights.at(seconds)
            self._flights = None
        return board, ()

    def end(self) -> None:
        self._flights = None


# Cards in flight from one position of a game to the next: a turn as flights of single cards.
#
# A supermove goes card by card through the free cells, as by hand; cards that autoplay sends home follow one another.

CardMove = tuple[Card, Pile, Pile, bool]
"""A card that goes from one pile to another, and whether by autoplay."""

# In seconds, at the normal pace. A single card can be followed by eye; many together do not keep the player waiting.
_SINGLE_FLIGHT: Final = 0.14
_SUPERMOVE_FLIGHT: Final = 0.07
_LONGEST_SUPERMOVE: Final = 0.5
_AUTOPLAY_GAP: Final = 0.05
_LONGEST_AUTOPLAY: Final = 1.2


class Flight(NamedTuple):
    """One card on its way, from the deck if `source` is None; times are in seconds from the beginning of the turn.

    A pile is a foundation if the card goes there or, on undo, comes from there.
    """

    card: Card
    source: Pile | None
    target: Pile
    takes_off: float
    lands: float


class Flights:
    """All flights of one turn, played or undone, or of a deal, in the order in which they take off."""

    def __init__(self, before: Board, flights: Iterable[Flight], layout: Layout) -> None:
        self._before = before
        self._flights: list[tuple[Flight, Point, Point]] = []

        def place(pile: Pile) -> Point:
            """Return where the last card of a pile is on the board as it is by then."""
            return layout.card_box(pile, len(board.cards(pile)))[:2]

        board = before
        for flight in flights:
            # From the middle below, where a dealer sits.
            start = (layout.width - layout.card_width) // 2, layout.bar_y - layout.shape.height
            if flight.source is not None:
                start = place(flight.source)
                board = _put(board, None, flight.source)
            board = _put(board, flight.card, flight.target)
            self._flights.append((flight, start, place(flight.target)))
        self.seconds = max(flight.lands for flight, _, _ in self._flights)

    def at(self, seconds: float) -> tuple[Board, tuple[tuple[Card, Point], ...]]:
        """Return the board without the cards in the air at a moment, and these with their places."""
        board, in_the_air = self._before, []
        for flight, start, end in self._flights:
            if seconds < flight.takes_off:
                break
            if flight.source is not None:
                board = _put(board, None, flight.source)
            if seconds < flight.lands:
                # A card slows down towards the end.
                left = (1 - (seconds - flight.takes_off) / (flight.lands - flight.takes_off)) ** 2
                x, y = (round(there + (here - there) * left) for here, there in zip(start, end, strict=True))
                in_the_air.append((flight.card, (x, y)))
            else:
                board = _put(board, flight.card, flight.target)
        return board, tuple(in_the_air)


def flights_between(before: Game, after: Game, layout: Layout, *, dragged: bool) -> Flights | None:
    """Return the flights of the turns between two positions, or of their undo; None if they are not one command apart.

    That is one turn, or several that only send cards home, which follow one another as those of autoplay do. Cards that
    the player dragged are there already.
    """
    here, there, board = before.position, after.position, before.board
    if here == there or here >= len(after.boards) or after.boards[here] is not board:
        return None
    turns = after.turns[min(here, there) : max(here, there)]
    if len(turns) > 1 and not all(turn.move and turn.move.goes_home for turn in turns):
        return None
    forward = list[CardMove]()
    for turn, start in zip(turns, after.boards[min(here, there) :], strict=False):
        follows = bool(forward)
        forward += [(*move[:-1], move[-1] or follows) for move in _card_moves(turn, start, after)]
    if there > here:
        moves = forward
    else:
        moves = [(card, target, source, is_autoplay) for card, source, target, is_autoplay in reversed(forward)]
    if dragged:
        for card, source, target, is_autoplay in moves:
            if not is_autoplay:
                board = _put(_put(board, None, source), card, target)
        moves = [move for move in moves if move[-1]]
    return Flights(board, _scheduled(moves), layout) if moves else None


def _card_moves(turn: Turn, board: Board, game: Game) -> Iterator[CardMove]:
    """Yield the single cards that a turn moves, in order; none for a restart."""
    if turn.move is None:
        return
    played = single_card_moves(board, turn.move, game.variant)
    for at, move in enumerate((*played, *turn.autoplay)):
        card = board.cards(move.source)[-1]
        target = FOUNDATIONS[card.suit] if move.goes_home else move.target
        yield card, move.source, target, at >= len(played)
        board = rules.apply_move(board, move, game.variant)


def _scheduled(moves: Sequence[CardMove]) -> Iterator[Flight]:
    """Yield the flights in order: each card after the one before, but autoplay in quick succession."""
    played = sum(not is_autoplay for *_, is_autoplay in moves)
    each = _SINGLE_FLIGHT if played == 1 else min(_SUPERMOVE_FLIGHT, _LONGEST_SUPERMOVE / max(played, 1))
    gap = min(_AUTOPLAY_GAP, _LONGEST_AUTOPLAY / len(moves))
    takes_off = lands = 0.0
    was_autoplay = False
    for card, source, target, is_autoplay in moves:
        takes_off = takes_off + gap if is_autoplay and was_autoplay else lands
        lands = takes_off + (_SINGLE_FLIGHT if is_autoplay else each)
        yield Flight(card, source, target, takes_off, lands)
        was_autoplay = is_autoplay


def _put(board: Board, card: Card | None, pile: Pile) -> Board:
    """Return a board, which may lack cards, with one more on a pile; None takes its last card away."""
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
    """Return the flights of a deal."""
    rows = [*((row, COLUMNS) for row in zip_longest(*board.columns)), (board.free_cells, CELLS)]
    cards = [(card, pile) for row in rows for card, pile in zip(*row, strict=False) if card is not None]
    between = (_WHOLE_DEAL - _DEALT_FLIGHT) / max(len(cards) - 1, 1)
    flights = (
        Flight(card, None, pile, number * between, number * between + _DEALT_FLIGHT)
        for number, (card, pile) in enumerate(cards)
    )
    empty = Board(((),) * len(board.columns), (None,) * len(board.free_cells), board.foundations)
    return Flights(empty, flights, layout)
