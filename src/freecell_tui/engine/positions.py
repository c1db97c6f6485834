"""Positions as the starts of games: their names, and the deals that they are.

A game begins at a numbered deal or at a position of the player's own: cards may be home or in cells already.
A position has a name of a letter and three letters or digits, such as `K7QF`, made from its text:

    number = the CRC-32 of the text of `write_position` in ASCII, mod 22 × 32³
    name   = the number in base 32 with the digits of share codes, four of them; the first one is a letter

The same position always has the same name. Two positions may share a name, so nothing is found by the name alone.
"""

import re
from binascii import crc32
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Final, NamedTuple, TypeAlias

from freecell_tui.engine.board import Board, laid_out, read_board, read_position, write_position
from freecell_tui.engine.cards import DECK, Card
from freecell_tui.engine.deals import (
    FREECELL_PRO_DEALS,
    INCREMENT,
    MULTIPLIER,
    SPECIAL_DEALS,
    deal,
    deck,
    drawn_numbers,
)
from freecell_tui.engine.text import NotationError, counted
from freecell_tui.engine.variants import FREECELL, MAX_CELLS, VARIANTS, Variant

_DIGITS: Final = "0123456789"
_LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ"
_BASE_32: Final = _DIGITS + _LETTERS

POSITION_NAME: Final = f"[{_LETTERS}][{_BASE_32}]{{3}}"
"""The pattern of the names of positions."""


class NothingToPlay(NotationError):
    """A position with all cards home."""

    def __init__(self) -> None:
        super().__init__("All cards of this position are home already, so there is nothing to play.")


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A position where a game begins, in place of a numbered deal."""

    board: Board

    @classmethod
    def of(cls, board: Board) -> "StartPosition":
        """Return a start at a board; raise NothingToPlay for a won one."""
        if board.is_won:
            raise NothingToPlay
        return cls(board)

    @property
    def number(self) -> int:
        """The number that makes the name."""
        return crc32(write_position(self.board).encode("ascii")) % (len(_LETTERS) * 32**3)

    def __str__(self) -> str:
        letter, rest = divmod(self.number, 32**3)
        return _LETTERS[letter] + "".join(_BASE_32[rest >> shift & 31] for shift in (10, 5, 0))


Deal: TypeAlias = int | StartPosition
"""The deal of a game: the number of a deal, or a position of the player's own."""


class StartReading(NamedTuple):
    """A position as read from a text, to begin a game."""

    start: StartPosition
    variant: Variant
    number: int | None = None
    """The number of the deal that the position is; None if it is no deal."""

    note: str = ""
    """A sentence that says how the text was read, if that is not plain."""

    @property
    def sentence(self) -> str:
        """The position in a sentence, with its cards at home and in cells."""
        board = self.start.board
        figures = [f"{counted(sum(board.foundations), 'card')} home"] if any(board.foundations) else []
        if held := sum(card is not None for card in board.free_cells):
            figures.append(f"{counted(held, 'card')} in free cells")
        return f"{', '.join([f'{self.variant.full_title} {deal_name(self.start)}', *figures])}."

    @property
    def deal_sentence(self) -> str:
        """A sentence about the deal that the position is, or ''."""
        if self.number is None:
            return ""
        of = "" if self.variant.name == FREECELL.name else f" of {self.variant.full_title}"
        return f"This is deal {self.number}{of}."


class VariantReading(NamedTuple):
    """A board as read from a text that does not name its variant."""

    board: Board
    variant: Variant
    note: str = ""
    """A sentence that says how the text was read, if that is not plain."""


def read_start(text: str, variant: Variant | None = None, usual: Variant = FREECELL) -> StartReading:
    """Return the position in a text as the start of a game; raise NotationError.

    The variant is that of `read_any_board`.
    """
    board, found, note = read_any_board(text, variant, usual)
    return StartReading(StartPosition.of(board), found, find_number(board, found), note)


def read_any_board(text: str, variant: Variant | None = None, usual: Variant = FREECELL) -> VariantReading:
    """Return the board in a text, and its variant; raise NotationError.

    Without a `variant` it is of the `usual` one or of FreeCell, with more cells or of another variant if that is
    written.
    """
    faults = list[NotationError]()
    for candidate in (variant,) if variant is not None else _candidates(usual):
        try:
            board, note = read_board(text, candidate)
        except NotationError as error:
            faults.append(error)
            continue
        named = "" if candidate in (variant, usual) else f"Read as a position of {candidate.full_title}."
        return VariantReading(board, candidate, " ".join(filter(None, [note, named])))
    # That of another number of columns says nothing about the cards.
    raise next((fault for fault in faults if " columns, not " not in str(fault)), faults[0])


def _candidates(usual: Variant) -> Iterator[Variant]:
    """Yield the variants that a position may be of, the likeliest first."""
    likely = list(dict.fromkeys((usual, FREECELL)))
    more_cells = [variant.with_cells(cells) for variant in likely for cells in range(variant.cells, MAX_CELLS)]
    others = [variant.with_cells(cells) for variant in VARIANTS.values() for cells in range(variant.cells, MAX_CELLS)]
    # Eight cells are rather those of Eight Off.
    yield from dict.fromkeys((*likely, *more_cells, *VARIANTS.values(), *others))


def start_board(start: Deal, variant: Variant = FREECELL) -> Board:
    """Return the board where a game begins; raise NoSuchDeal."""
    return start.board if isinstance(start, StartPosition) else deal(start, variant)


def deal_name(start: Deal) -> str:
    """Return a deal in a sentence: `deal 617`, or `position K7QF`."""
    return f"position {start}" if isinstance(start, StartPosition) else f"deal {start}"


def deal_word(start: Deal) -> str:
    """Return `deal`, or `position`, for the start of a game in a sentence."""
    return "position" if isinstance(start, StartPosition) else "deal"


def deal_mark(start: Deal) -> str:
    """Return a deal behind its variant: `#617`, or `position K7QF`."""
    return f"position {start}" if isinstance(start, StartPosition) else f"#{start}"


# A position in the comments of written moves: a line with its name, and a line for each line of `write_position`.
# The pattern is compiled when a text is read.
_COMMENT: Final = rf"(?m)^# Position (?P<name>{POSITION_NAME}):[ \t\r]*\n(?P<board>(?:#.*(?:\n|$))*)"


def start_comment(start: StartPosition) -> str:
    """Return a position as comments, with an empty line behind them."""
    lines = [f"Position {start}:", *write_position(start.board).splitlines()]
    return "".join(f"# {line}\n" for line in lines)


def read_start_comment(text: str, variant: Variant) -> StartPosition | None:
    """Return the position in the comments of a transcript, or None without one.

    Raise NotationError for cards that are no position, or for another position than the named one.
    """
    if (match := re.search(_COMMENT, text)) is None:
        return None
    lines = [line.removeprefix("#").removeprefix(" ") for line in match["board"].splitlines()]
    start = StartPosition.of(read_position("\n".join(lines), variant))
    if str(start) != match["name"]:
        raise NotationError(f"The cards of position {match['name']} were changed: they are position {start}.")
    return start


# The number of a deal, from its cards alone.
#
# Each card is drawn by a number modulo the cards that are left, from bits 16 and up of the state of a generator. An
# even modulus keeps bit 16 of that state, and this bit depends on the lowest 17 bits of the deal's number alone. So
# the first, third, fifth card and so on leave one of 2^17 beginnings; its 2^15 continuations are tried by the first
# card.

_LOW_BITS: Final = 17


def find_number(board: Board, variant: Variant = FREECELL) -> int | None:
    """Return the number of the deal that a board is, or None.

    >>> find_number(deal(617))
    617
    """
    cards = dealt_order(board, variant)
    if cards is None:
        return None
    for special in SPECIAL_DEALS:
        if deck(special) == cards:
            return special
    drawn = _drawn_numbers(cards)
    for added, base in ((0, 0), (1, FREECELL_PRO_DEALS)):
        for low in _low_parts([number - added for number in drawn]):
            for number in range(base + low, base + 2**32, 2**_LOW_BITS):
                if number and next(drawn_numbers(number)) % len(DECK) == drawn[0] and deck(number) == cards:
                    return number
    return None


def dealt_order(board: Board, variant: Variant) -> tuple[Card, ...] | None:
    """Return the cards of a board in the order of dealing.

    None if the board is not laid out as a deal of the variant is.
    """
    rows = zip_longest(*board.columns)
    in_cells = (board.free_cells[cell] for cell in variant.cells_dealt if cell < variant.cells)
    cards = tuple(card for card in chain(*rows, in_cells) if card is not None)
    return cards if len(cards) == len(DECK) and laid_out(cards, variant) == board else None


def _drawn_numbers(cards: Sequence[Card]) -> list[int]:
    """Return the place of each card among the cards left at its drawing."""
    remaining, drawn = list(DECK), list[int]()
    for card in cards:
        place = remaining.index(card)
        drawn.append(place)
        remaining[place] = remaining[-1]
        remaining.pop()
    return drawn


def _low_parts(drawn: Sequence[int]) -> Sequence[int]:
    """Return the lowest bits of deal numbers with which these numbers are drawn."""
    candidates: Sequence[int] = range(2**_LOW_BITS)
    factor, added = 1, 0
    for index, number in enumerate(drawn):
        factor, added = factor * MULTIPLIER % 2**_LOW_BITS, (added * MULTIPLIER + INCREMENT) % 2**_LOW_BITS
        if (len(drawn) - index) % 2 == 0:
            bit = number % 2
            candidates = [low for low in candidates if (low * factor + added) >> (_LOW_BITS - 1) & 1 == bit]
    return candidates
