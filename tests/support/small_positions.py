"""Ends of games laid at random, and the plainest search that says whether they can be won."""

from collections.abc import Iterator
from random import Random
from typing import Final

from freecell_tui.engine import DECK, FREECELL, Board, Card, Variant, find_variant

FORECELL: Final = find_variant("forecell")
MOST_STATES: Final = 10_000
"""The positions after which the plain search gives up."""


def small_position(seed: int) -> tuple[Board, Variant]:
    """A position of 8 to 30 cards, low ones often at the bottom and many in sequences; every fourth is lost.

    In FreeCell most have fewer than eight columns; in ForeCell, empty ones are of little use anyway.
    """
    random = Random(seed)
    variant = random.choice((FREECELL, FORECELL))
    variant = variant.with_cells(random.choice((0, 0, 1, 1, 2, 3)))
    variant = variant.with_house_rules(aces_only_home=random.random() < 0.15)
    if variant.name == FREECELL.name and random.random() < 0.7:
        variant = variant._replace(columns=random.randint(2, 5))
    count, home = random.randint(8, 30), [0, 0, 0, 0]
    while sum(home) < 52 - count:
        suit = random.randrange(4)
        if home[suit] < 13 and home[suit] <= min(home) + random.choice((1, 2, 5)):
            home[suit] += 1
    left = [card for card in DECK if card // 4 >= home[card % 4]]
    noise = random.choice((4, 10, 40))
    left.sort(key=lambda card: card // 4 + noise * random.random())
    cells = [left.pop() for _ in range(random.randint(0, variant.cells))]
    columns: list[list[Card]] = [
        [] for _ in range(variant.columns if variant.columns < 8 else random.choice((3, 6, 8)))
    ]
    while left:
        fitting = [(card, column) for column in columns for card in left if column and variant.fits(card, column[-1])]
        card, column = (left[0], random.choice(columns))
        if fitting and random.random() < 0.3:
            card, column = random.choice(fitting)
        left.remove(card)
        column.append(card)
    piles = (*map(tuple, columns), *[()] * (variant.columns - len(columns)))
    clubs, diamonds, hearts, spades = home
    return Board(piles, (*cells, *[None] * (variant.cells - len(cells))), (clubs, diamonds, hearts, spades)), variant


def is_winnable(board: Board, variant: Variant) -> bool | None:
    """Whether a position can be won, by every legal move of a single card; None after MOST_STATES."""
    for number, position in enumerate(positions_after(board, variant)):
        if position[2] == (13, 13, 13, 13):
            return True
        if number > MOST_STATES:
            return None
    return False


def positions_after(board: Board, variant: Variant) -> Iterator["_State"]:
    """A position and all that single cards' moves lead to: the columns, the cards in cells, and what is home."""
    columns = tuple(sorted(tuple(map(int, column)) for column in board.columns))
    start = columns, tuple(sorted(int(card) for card in board.free_cells if card is not None)), board.foundations
    seen: set[_State] = {start}
    to_do: list[_State] = [start]
    yield start
    while to_do:
        for after in _moves(to_do.pop(), variant):
            if after not in seen:
                seen.add(after)
                to_do.append(after)
                yield after


_State = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]


def _moves(state: _State, variant: Variant) -> Iterator[_State]:
    columns, cells, home = state
    spots = [
        (column[-1], (*columns[:at], column[:-1], *columns[at + 1 :]), cells)
        for at, column in enumerate(columns)
        if column
    ]
    spots += [(card, columns, (*cells[:at], *cells[at + 1 :])) for at, card in enumerate(cells)]
    for card, others, held in spots:
        rank, suit = card // 4, card % 4
        if home[suit] == rank:
            yield tuple(sorted(others)), held, (*home[:suit], rank + 1, *home[suit + 1 :])
        if rank == 0 and variant.aces_only_home:
            continue
        if len(held) < variant.cells:
            yield tuple(sorted(others)), tuple(sorted((*held, card))), home
        for at, column in enumerate(others):
            if column:
                fits = column[-1] // 4 == rank + 1 and (column[-1] % 4 in (1, 2)) != (suit in (1, 2))
            else:
                fits = rank == 12 or not variant.kings_only
            if fits:
                yield tuple(sorted((*others[:at], (*column, card), *others[at + 1 :]))), held, home
