"""The board: the place of every card, and the board as text."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Final

from freecell_tui.engine.cards import CELLS, COLUMNS, DECK, FOUNDATIONS, KING, RANKS, Card, Pile, PileKind, Suit
from freecell_tui.engine.text import NotationError, quoted
from freecell_tui.engine.variants import FREECELL, Variant


@dataclass(frozen=True, slots=True)
class Board:
    """The cards of one position, without history, variant or deal number.

    A board is immutable.
    """

    columns: tuple[tuple[Card, ...], ...]
    """The cards of each column; the last card is the one that can move."""

    free_cells: tuple[Card | None, ...]
    """The card in each cell; None for a free cell."""

    foundations: tuple[int, ...] = (0, 0, 0, 0)
    """The highest rank on each foundation, 0 to 13, in the order of `Suit`."""

    @property
    def is_won(self) -> bool:
        return self.foundations == (KING,) * 4

    @property
    def free_cell_count(self) -> int:
        return self.free_cells.count(None)

    @property
    def empty_column_count(self) -> int:
        return self.columns.count(())

    def can_go_home(self, card: Card) -> bool:
        """Return whether `card` is the next of its suit to go home."""
        return self.foundations[card % 4] == card // 4

    @property
    def without_order(self) -> tuple[object, ...]:
        """A key that ignores the order of columns and of free cells."""
        return frozenset(self.columns), len(self.columns), frozenset(self.free_cells), self.foundations

    def locate(self, card: Card) -> tuple[Pile, int]:
        """Return the pile of `card` and the card's distance from the end.

        The distance counts `card` itself: 1 for the last card of a pile.
        """
        home = self.foundations[card.suit]
        if card.rank <= home:
            return FOUNDATIONS[card.suit], home - card.rank + 1
        if card in self.free_cells:
            return CELLS[self.free_cells.index(card)], 1
        index, column = next(numbered for numbered in enumerate(self.columns) if card in numbered[1])
        return COLUMNS[index], len(column) - column.index(card)

    def cards(self, pile: Pile) -> tuple[Card, ...]:
        """Return the cards of `pile`, the movable one last.

        A cell has at most one card; of a foundation only the top card is returned; home has none.
        """
        match pile.kind:
            case PileKind.COLUMN:
                return self.columns[pile.index]
            case PileKind.CELL:
                card = self.free_cells[pile.index]
                return () if card is None else (card,)
            case PileKind.FOUNDATION:
                rank = self.foundations[pile.index]
                return (Card.of(rank, pile.index),) if rank else ()
            case PileKind.HOME:
                return ()

    def move_cards(self, source: Pile, target: Pile, count: int) -> "Board":
        """Return the board with the last `count` cards moved to `target`.

        The rules are not checked: `target` must have room for the cards.
        """
        cards = self.cards(source)[-count:]
        columns, cells, ranks = list(self.columns), list(self.free_cells), list(self.foundations)
        match source.kind:
            case PileKind.COLUMN:
                columns[source.index] = columns[source.index][:-count]
            case PileKind.CELL:
                cells[source.index] = None
            case _:
                ranks[source.index] -= 1
        match target.kind:
            case PileKind.COLUMN:
                columns[target.index] += cards
            case PileKind.CELL:
                cells[target.index] = cards[0]
            case _:
                ranks[cards[0].suit] = cards[0].rank
        return Board(tuple(columns), tuple(cells), tuple(ranks))


# Boards as text, in the format that fc-solve and pysol-cards write and read.
#
#     Foundations: H-2 C-0 D-A S-A
#     Freecells: - 4S 6S 8H
#     2D KD TH TC TD 8D
#     …
#
# One line is one column, its last card last. `:` is an empty column, and may be written before any column. The line of
# the foundations is left out while no card is home, and the line of the free cells while all are free.

_FOUNDATION_ORDER: Final = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
_FOUNDATION_RANKS: Final = "0" + RANKS


def write_position(board: Board) -> str:
    """Return the board as text, each line ended by a newline."""
    lines = []
    if any(board.foundations):
        homes = (f"{suit.letter}-{_FOUNDATION_RANKS[board.foundations[suit]]}" for suit in _FOUNDATION_ORDER)
        lines.append("Foundations: " + " ".join(homes))
    if any(card is not None for card in board.free_cells):
        lines.append("Freecells: " + " ".join("-" if card is None else str(card) for card in board.free_cells))
    lines += (" ".join(map(str, column)) or ":" for column in board.columns)
    return "".join(line + "\n" for line in lines)


def read_position(text: str, variant: Variant = FREECELL) -> Board:
    """Return the board written in `text`.

    Raise NotationError, naming the line or the cards, unless every card is there exactly once.
    """
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    cells: tuple[Card | None, ...] = (None,) * variant.cells
    columns = []
    for number, line in enumerate(text.splitlines(), 1):
        heading = re.fullmatch(r"(?i)(?P<name>foundations|founds|freecells|fc)\s*:(?P<rest>.*)", line.lstrip())
        try:
            if heading is None:
                if line.strip():
                    columns.append(tuple(Card.parse(word) for word in line.strip().removeprefix(":").split()))
            elif heading["name"].lower().startswith("found"):
                foundations = _read_foundations(heading["rest"])
            else:
                cells = _read_cells(heading["rest"], variant)
        except NotationError as error:
            raise NotationError(f"Line {number}: {error}") from None
    if len(columns) != variant.columns:
        raise NotationError(f"{variant.title} has {variant.columns} columns, not {len(columns)}.")
    board = Board(tuple(columns), cells, foundations)
    _check_deck(board)
    return board


def _read_foundations(text: str) -> tuple[int, ...]:
    ranks = [0, 0, 0, 0]
    for word in text.split():
        match = re.fullmatch(r"(?i)([HCDS])-(10|[0A2-9TJQK])", word)
        if match is None:
            raise NotationError(f"{quoted(word)} is not a foundation: write H-0, C-A, D-10 or S-K.")
        letter, rank = match[1].upper(), match[2].upper()
        ranks["CDHS".index(letter)] = _FOUNDATION_RANKS.index("T" if rank == "10" else rank)
    return tuple(ranks)


def _read_cells(text: str, variant: Variant) -> tuple[Card | None, ...]:
    # fc-solve writes each cell four characters wide, and a free one is blank.
    if "-" not in text and re.fullmatch(r"(?i)(?: {4}|  [0-9A-Z]{2}| 10[A-Z])+\s*", text):
        words = [text[start : start + 4].strip() for start in range(0, len(text.rstrip()), 4)]
    else:
        words = text.split()
    cells = [None if word in ("", "-", "*") else Card.parse(word) for word in words]
    if len(cells) > variant.cells:
        raise NotationError(f"Too many free cells: this game has {variant.cells}, not {len(cells)}.")
    return tuple(cells) + (None,) * (variant.cells - len(cells))


def _check_deck(board: Board) -> None:
    home = (card for card in DECK if card.rank <= board.foundations[card.suit])
    counts = Counter(chain(*board.columns, board.free_cells, home))
    faults = {
        "missing": [card.face for card in DECK if not counts[card]],
        "more than once": [card.face for card in DECK if counts[card] > 1],
    }
    problems = [f"{fault}: {' '.join(faces)}" for fault, faces in faults.items() if faces]
    if problems:
        raise NotationError(f"This is not a full deck: {'; '.join(problems)}.")
