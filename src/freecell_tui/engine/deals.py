"""Deals by number: Microsoft's, FreeCell Pro's extensions, and the three special ones below 0."""

import re
from typing import Final

from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import DECK, Card
from freecell_tui.engine.errors import NoSuchDeal, NotationError
from freecell_tui.engine.text import quoted, shortened
from freecell_tui.engine.variants import FREECELL, Variant

MICROSOFT_DEALS: Final = 2**31
FREECELL_PRO_DEALS: Final = 2**32
# int() alone would also read "1_000" and other scripts' digits, and takes ever longer over very long numbers.
_DIGITS: Final = re.compile(r"-?([0-9]{1,99}|[0-9]{1,3}(,[0-9]{3})+)")

DEAL_LIMIT: Final = 2**33
"""One more than the highest deal number."""

# Microsoft's −1 and −2 cannot be won, −3 wins itself; each in the order of dealing, a row of the table a line.
_SPECIAL_DECKS: Final = {
    -1: """
        AC AD AH AS QC QD QH QS
        3C 3D 3H 3S TC TD TH TS
        5C 5D 5H 5S 8C 8D 8H 8S
        7C 7D 7H 7S 6C 6D 6H 6S
        9C 9D 9H 9S 4C 4D 4H 4S
        JC JD JH JS 2C 2D 2H 2S
        KC KD KH KS""",
    -2: """
        AS AH AD AC 7S 7H 7D 7C
        KS KH KD KC 6S 6H 6D 6C
        QS QH QD QC 5S 5H 5D 5C
        JS JH JD JC 4S 4H 4D 4C
        TS TH TD TC 3S 3H 3D 3C
        9S 9H 9D 9C 2S 2H 2D 2C
        8S 8H 8D 8C""",
    -3: """
        KS KH KD KC 6S 6H 6D 6C
        QS QH QD QC 5S 5H 5D 5C
        JS JH JD JC 4S 4H 4D 4C
        TS TH TD TC 3S 3H 3D 3C
        9S 9H 9D 9C 2S 2H 2D 2C
        8S 8H 8D 8C AS AH AD AC
        7S 7H 7D 7C""",
}


def is_deal(number: int) -> bool:
    """Return whether there is a deal of that number: −3 to −1, or 1 to 8,589,934,591."""
    return 1 <= number < DEAL_LIMIT or number in _SPECIAL_DECKS


def parse_deal(text: str) -> int:
    """Read a deal number, with or without `#` or thousands' commas; raise NotationError or NoSuchDeal."""
    digits = text.strip().removeprefix("#").replace("−", "-")
    if not _DIGITS.fullmatch(digits):
        raise NotationError(f"{quoted(text)} is not a deal number: write digits, like 617.")
    return check_deal(int(digits.replace(",", "")))


def check_deal(number: int) -> int:
    """Return `number` if there is a deal of that number; raise NoSuchDeal if not."""
    if not is_deal(number):
        raise NoSuchDeal(f"There is no deal {shortened(number)}: deals are 1 to {DEAL_LIMIT - 1:,}, and -1, -2 and -3.")
    return number


def deck(number: int) -> tuple[Card, ...]:
    """Return the 52 cards of a deal in the order of dealing; raise NoSuchDeal if there is no such deal.

    Deals 1 to 2^31 − 1 are those of Microsoft's generator; up to 2^32 − 1 and 2^33 − 1, FreeCell Pro's two extensions.
    """
    check_deal(number)
    if number in _SPECIAL_DECKS:
        return tuple(Card.parse(text) for text in _SPECIAL_DECKS[number].split())
    state = number % 2**32
    left = list(DECK)
    dealt = []
    while left:
        state = (state * 214013 + 2531011) % 2**32
        chosen = _draw(number, state) % len(left)
        left[chosen], left[-1] = left[-1], left[chosen]
        dealt.append(left.pop())
    return tuple(dealt)


def _draw(number: int, state: int) -> int:
    if number < MICROSOFT_DEALS:
        return state >> 16 & 0x7FFF
    if number < FREECELL_PRO_DEALS:
        return state >> 16 & 0x7FFF | 0x8000
    return (state >> 16 & 0xFFFF) + 1


def deal(number: int, variant: Variant = FREECELL) -> Board:
    """Return the board at the start of a deal; raise NoSuchDeal if there is no such deal.

    >>> deal(1).columns[0][-1].face
    '6♠'

    The last cards go to the cells that the variant deals to, as in pysol-cards. Where the game is played with fewer
    cells, a card whose cell is missing is dealt to the columns like the others.
    """
    cards = deck(number)
    cells_dealt = [cell for cell in variant.cells_dealt if cell < variant.cells]
    in_columns = len(cards) - len(cells_dealt)
    columns = tuple(cards[index : in_columns : variant.columns] for index in range(variant.columns))
    cells: list[Card | None] = [None] * variant.cells
    for cell, card in zip(cells_dealt, cards[in_columns:], strict=True):
        cells[cell] = card
    return Board(columns, tuple(cells))


def neighbour(number: int, by: int) -> int:
    """Return the deal `by` numbers after `number`; −1 and 1 are neighbours. Raise NoSuchDeal beyond either end."""
    beside = number + by
    if beside == 0 or (beside > 0) != (number > 0):
        beside += 1 if by > 0 else -1
    return check_deal(beside)
