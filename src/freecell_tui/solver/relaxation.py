"""Proofs that a position is lost, by way of an easier game.

Two cards of one rank and colour are *twins*. A card is *loose* in a cell, and in a column if it and all the cards above
it lie on cards that they fit, or at the bottom. What is not loose is *fixed*: as nothing is ever put where it does not
fit, it has lain there since the search began, and the highest fixed card of a column tells all that lies below it.

In the easier game twins may change places whenever both are loose. Nothing else is different, for on the table twins
are alike: what may be done with the one may be done with the other. So whoever wins the game wins the easier one by the
same moves, and **what is lost in the easier game is lost**. That is worth a great deal. Two sequences that grow side by
side can be crossed at every rank, which makes a thousand positions of ten ranks, and they are one in the easier game.
Deal 3407376345 comes to 23.6 million positions, and there to 370 thousand. Where the easier game is won, nothing is
proved; that was so with 24 of 1,500 lost deals.

The search has no estimate, for no order is better than another when everything is to be looked at. It moves single
cards only, of which all longer moves are made.

What is safe goes home before anything else is tried. In the game that loses nothing (see `homing`), and the search must
follow the game there, though the easier game itself might be won otherwise. It does: where a safe card could go home by
either of two names, some safe card is bare in the game as well. For if that one is covered there, it is by a sequence
of cards that are lower and safe too, down to one that is bare. So it is enough to try *every* safe card from *every*
place, and not enough to try the first.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Final

from freecell_tui.engine import DECK, Board, Build, Variant
from freecell_tui.solver.auto_home import table_of_homing
from freecell_tui.solver.columns import ALL_CARDS, BITS, EMPTIES, ONE_EMPTY, card_rules, cards_in, mask_of
from freecell_tui.solver.limits import BETWEEN_LOOKS, Limits
from freecell_tui.solver.relaxed_columns import (
    AT_HOME,
    CARDS,
    FACE,
    FIXED,
    GROWN,
    IN_CELL,
    MASK,
    PILE_KEY,
    TANGLED,
    TOP,
    TWIN,
    UNDER,
    Pile,
    Position,
    RelaxedColumns,
)

_FACE: Final = itemgetter(FACE)
_TOP: Final = itemgetter(TOP)


def has_easier_game(variant: Variant) -> bool:
    """Whether losses can be proved so in a variant: twins must fit alike, and what is home must stay there."""
    return variant.build is Build.ALTERNATE and not variant.cards_come_back


def may_be_won(board: Board, variant: Variant, most_states: float, watch: Limits) -> bool | None:
    """False if `board` is proved lost, and True if the easier game, which the variant must have, is no proof of that.

    None says that more than `most_states` positions of the easier game were met, and nobody knows.
    """
    piles = RelaxedColumns(variant)
    *_, key = start = piles.position(board)
    to_do, seen = [start], {key}
    reached = reacher(variant, piles, seen)
    until_look = 0
    won: bool | None = False
    while to_do and won is False:
        if until_look:
            until_look -= 1
        else:
            watch.look(len(seen))
            until_look = BETWEEN_LOOKS
        found = reached(to_do.pop())
        if found is None:
            won = True
        elif len(seen) > most_states:
            won = None
        else:
            to_do += found
    watch.attempt_ends(len(seen))
    piles.forget()
    return won


class _Twins(dict[int, int]):
    """For each set of cards, the set of their twins."""

    def __missing__(self, cards: int) -> int:
        self[cards] = twins = mask_of(TWIN[card] for card in cards_in(cards))
        return twins


def reacher(  # noqa: C901, PLR0915
    variant: Variant, piles: RelaxedColumns, seen: set[int]
) -> Callable[[Position], list[Position] | None]:
    """The function that finds the positions a card's move away that are not in `seen`, and puts them there.

    Where something safe can go home, that is all that is tried. It returns None for a position where no card lies above
    a lower one, for then all can go home.
    """
    rules, cell_count, no_pile = card_rules(variant), variant.cells, piles.empty
    spots_for = [rules.parents[card] | (ONE_EMPTY if rules.fills_empty[card] else 0) for card in DECK]
    movable, grow, twins = ALL_CARDS & ~rules.stays, piles.grow, _Twins()
    goes_home = table_of_homing(everything=False)

    def reached(position: Position) -> list[Position] | None:  # noqa: C901
        columns, cells, needed, key = position
        faces = sum(map(_FACE, columns))
        if not faces >> TANGLED & 255:
            return None
        tops, loose = faces & ALL_CARDS, ~(faces >> FIXED)
        found: list[Position] = []

        exposed = tops | cells
        if exposed & (needed | twins[needed & loose]) and homes(position, exposed, loose, found):
            return found

        spots = tops | ONE_EMPTY if faces >> EMPTIES & 15 else tops
        free = cells.bit_count() < cell_count
        places = list(map(_TOP, columns))
        for source, (face, card, under, column_key, _, _, _, _) in enumerate(columns):
            if not face & movable:
                continue
            hits = spots & spots_for[card]
            if under is no_pile:
                hits &= ALL_CARDS  # One empty column is as good as another.
            key_without = key - column_key + under[PILE_KEY]
            if free and (new_key := key_without + IN_CELL[card]) not in seen:
                seen.add(new_key)
                new_columns = columns.copy()
                new_columns[source] = under
                found.append((new_columns, cells | BITS[card], needed, new_key))
            if hits:
                for at, pile, new_key in landings(card, hits, columns, places, key_without):
                    new_columns = columns.copy()
                    new_columns[source], new_columns[at] = under, pile
                    found.append((new_columns, cells, needed, new_key))
        left = cells
        while left:
            card = left.bit_length() - 1
            left ^= BITS[card]
            if hits := spots & spots_for[card]:
                for at, pile, new_key in landings(card, hits, columns, places, key - IN_CELL[card]):
                    new_columns = columns.copy()
                    new_columns[at] = pile
                    found.append((new_columns, cells ^ BITS[card], needed, new_key))
        return found

    def landings(
        card: int, spots: int, columns: list[Pile], places: list[int], key_without: int
    ) -> list[tuple[int, Pile, int]]:
        """Where a card comes to lie, the pile that it makes there, and the new key, where that is new.

        The spots are columns, told by their top cards, and `key_without` is the key of a position without the card.
        """
        found = []
        while spots:
            spot = spots.bit_length() - 1
            spots ^= BITS[spot]
            at = places.index(spot)
            onto = columns[at]
            pile = onto[GROWN].get(card) or grow(onto, card)
            new_key = key_without + pile[PILE_KEY] - onto[PILE_KEY]
            if new_key not in seen:
                seen.add(new_key)
                found.append((at, pile, new_key))
        return found

    def homes(position: Position, exposed: int, loose: int, found: list[Position]) -> bool:
        """Find the positions where a card has gone home, and say whether it was safe, so that nothing else need be."""
        _, _, needed, _ = position
        wanted = goes_home[needed]
        surely = exposed & (wanted | twins[wanted & loose] & loose)
        if not surely:
            wanted = needed
        for card in cards_in(surely or exposed & (wanted | twins[wanted])):
            if wanted & BITS[card]:
                send_home(position, card, card, found)
            if wanted & loose & BITS[TWIN[card]] and loose & BITS[card]:
                send_home(position, card, TWIN[card], found)
        return bool(surely)

    def send_home(position: Position, name: int, card: int, found: list[Position]) -> None:
        """Find the position where `card` has gone home from the place where a card lies exposed under this name."""
        columns, cells, needed, key = position
        columns, bit, key = columns.copy(), BITS[card], key + AT_HOME[card]
        if cells & BITS[name]:
            cells ^= BITS[name]
            key -= IN_CELL[name]
        else:
            at, pile = next((at, pile) for at, pile in enumerate(columns) if pile[TOP] == name)
            columns[at] = pile[UNDER]
            key += pile[UNDER][PILE_KEY] - pile[PILE_KEY]
        if key in seen:
            return
        seen.add(key)
        if cells & bit:  # Its twin stays, and takes the name that is free now.
            cells ^= bit | BITS[name]
        elif name != card:
            at, pile = next((at, pile) for at, pile in enumerate(columns) if pile[MASK] & bit)
            columns[at] = piles.of(name if other == card else other for other in pile[CARDS])
        found.append((columns, cells, needed ^ (bit | bit << 4 & ALL_CARDS), key))

    return reached
