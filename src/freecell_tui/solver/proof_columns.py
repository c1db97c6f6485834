"""The columns of the easier game as proofs name them: by a number that no other column has, and not by a hash."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from freecell_tui.engine import DECK, Board, Variant
from freecell_tui.solver.card_rules import card_rules
from freecell_tui.solver.card_sets import BITS, BOTTOM, LOWER, mask_of
from freecell_tui.solver.columns import release_all

TWIN: Final = tuple(card ^ 3 for card in DECK)
"""The other card of a card's rank and colour: clubs and spades are suits 0 and 3, diamonds and hearts 1 and 2."""

ProofColumn: TypeAlias = tuple[int, int, "ProofColumn", bool, int, bool, dict[int, "ProofColumn"]]
"""A column in which a loose card stands for either twin, unless they are told apart: a plain tuple, as in `columns`."""
CODE: Final = 0
"""The number that tells it from all other columns."""
TOP: Final = 1
"""The top card, or BOTTOM."""
POPPED: Final = 2
"""The column without its top card."""
IS_LOOSE: Final = 3
"""Whether the top card is loose."""
FIXED: Final = 4
"""Its fixed cards, as a set."""
IS_TANGLED: Final = 5
"""Whether a card lies above a lower one."""
PUSHED: Final = 6
"""The columns with one loose card pushed on it, by that card, as far as they were met."""

BASE_BITS: Final = 11
"""The bits of a code below those for the names of cards told apart.

They hold 14 times what the loose cards lie on, and how many they are. What they lie on is 0 in an empty column, the
place of the highest fixed card at the start, counted from 1 through all columns, or, where all cards are loose, 53 and
the lower twin of the lowest card. Above these bits, each pair of twins told apart has one: whether the higher of the
two is among the loose cards.
"""
_COUNTS: Final = 14
_ALL_LOOSE: Final = 53


_pushed_on: Final[Callable[[ProofColumn], dict[int, ProofColumn]]] = itemgetter(PUSHED)


class ProofColumns:
    """The interned columns of one proof about `board`; `apart` are the lower cards of the twins that are told apart."""

    def __init__(self, board: Board, variant: Variant, apart: Sequence[int]) -> None:
        self._accepted_by = card_rules(variant).accepted_by
        self._places = {int(card): at for at, card in enumerate((c for column in board.columns for c in column), 1)}
        self._fixed: dict[int, ProofColumn] = {}
        self._name_bits = {TWIN[card]: 1 << at for at, card in enumerate(apart, BASE_BITS)}
        self.empty: Final[ProofColumn] = (0, BOTTOM, None, False, 0, False, {})  # type: ignore[assignment]
        self.name: Final = tuple(
            int(card) if card in apart or TWIN[card] in apart else min(int(card), TWIN[card]) for card in DECK
        )
        """What a loose card is called: the lower twin, unless they are told apart."""

    def of(self, cards: Sequence[int]) -> ProofColumn:
        """Return the column of these cards, the lowest place first; fixed ones must lie as they did at the start."""
        at = len(cards)
        while at > 0 and (at == 1 or self._accepted_by[cards[at - 1]] & BITS[cards[at - 2]]):
            at -= 1
        column = self._fixed_column(cards[:at]) if at else self.empty
        for card in cards[at:]:
            column = self.push(column, self.name[card])
        return column

    def push(self, under: ProofColumn, card: int) -> ProofColumn:
        """Return the column that `under` becomes with a card pushed on it, which must fit or lie at the bottom."""
        code, below, _, _, fixed, is_tangled, pushed = under
        if (column := pushed.get(card)) is not None:
            return column
        if below == BOTTOM:
            code = _COUNTS * (_ALL_LOOSE + min(card, TWIN[card]))
        code += 1 + self._name_bits.get(card, 0)
        column = pushed[card] = (code, card, under, True, fixed, is_tangled, {})
        return column

    def _fixed_column(self, cards: Sequence[int]) -> ProofColumn:
        """Return the column of these cards, the last of which is fixed."""
        card = int(cards[-1])
        if (column := self._fixed.get(card)) is None:
            is_tangled = any(mask_of(cards[:at]) & LOWER[above] for at, above in enumerate(cards))
            column = self._fixed[card] = (
                _COUNTS * self._places[card], card, self.of(cards[:-1]), False, mask_of(cards), is_tangled, {},
            )  # fmt: skip
        return column

    def release(self) -> None:
        """Let go of all columns; they must not be used after this."""
        for column in (self.empty, *self._fixed.values()):
            release_all(column, _pushed_on)
