"""The variants of FreeCell, as data."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from freecell_tui.engine.cards import Card
from freecell_tui.engine.text import NotationError, counted, quoted, shortened

MAX_CELLS: Final = 8
HOUSE_RULES: Final = ("cards_come_back", "aces_only_home")
"""The names of the house rules; each is a field of `Variant`."""


class Variant(NamedTuple):
    """The rules of one game, as data."""

    name: str
    title: str
    columns: int = 8
    cells: int = 4
    by_suit: bool = False
    """Whether columns build down by suit; otherwise they build in alternate colours."""

    kings_only: bool = False
    """Whether only a king can go to an empty column; otherwise any card can."""

    cells_dealt: tuple[int, ...] = ()
    """The indices of the cells to which the last cards are dealt."""

    cards_come_back: bool = False
    """A house rule: a card can leave its foundation."""

    aces_only_home: bool = False
    """A house rule: an ace can only go home."""

    @property
    def full_title(self) -> str:
        """The title, with the number of cells unless it is the default."""
        if self.cells == VARIANTS[self.name].cells:
            return self.title
        return f"{self.title}, {counted(self.cells, 'cell')}"

    @property
    def title_with_rules(self) -> str:
        """The full title, with the house rules in force."""
        return ", ".join([self.full_title, *(rule.replace("_", " ") for rule in self.house_rules)])

    @property
    def house_rules(self) -> tuple[str, ...]:
        return tuple(rule for rule in HOUSE_RULES if getattr(self, rule))

    @property
    def fields(self) -> dict[str, object]:
        """The variant as fields of a file.

        Cells and house rules are included only where they differ from the default.
        """
        cells = {"cells": self.cells} if self.cells != VARIANTS[self.name].cells else {}
        return {"variant": self.name, **cells, **({"house_rules": self.house_rules} if self.house_rules else {})}

    def with_cells(self, cells: int) -> "Variant":
        """Return the variant with 0 to 8 free cells; raise NotationError otherwise."""
        if not 0 <= cells <= MAX_CELLS:
            raise NotationError(f"A game has 0 to {MAX_CELLS} free cells, not {shortened(cells)}.")
        return self._replace(cells=cells)

    def with_house_rules(self, *, cards_come_back: bool = False, aces_only_home: bool = False) -> "Variant":
        """Return the variant with exactly these house rules."""
        return self._replace(cards_come_back=cards_come_back, aces_only_home=aces_only_home)

    def fits(self, card: Card, onto: Card) -> bool:
        """Return whether `card` may be placed on `onto` in a column."""
        if card // 4 != onto // 4 - 1:
            return False
        if self.by_suit:
            return card % 4 == onto % 4
        return card.is_red != onto.is_red

    def sequence_length(self, column: Sequence[Card]) -> int:
        """Return the length of the sequence at the end of `column`.

        0 for an empty column.
        """
        length = min(1, len(column))
        while length < len(column) and self.fits(column[-length], column[-length - 1]):
            length += 1
        return length


VARIANTS: Final = {
    variant.name: variant
    for variant in (
        Variant("freecell", "FreeCell"),
        Variant("bakers-game", "Baker’s Game", by_suit=True),
        Variant("eight-off", "Eight Off", cells=8, by_suit=True, kings_only=True, cells_dealt=(0, 2, 4, 6)),
        Variant("forecell", "ForeCell", kings_only=True, cells_dealt=(0, 1, 2, 3)),
        Variant("seahaven-towers", "Seahaven Towers", columns=10, by_suit=True, kings_only=True, cells_dealt=(1, 2)),
    )
}
"""Every variant by its name on the command line and in files."""

FREECELL: Final = VARIANTS["freecell"]


class VariantFilter(NamedTuple):
    """The variants that a player means."""

    name: str = ""
    """The name of a variant, or '' for any."""

    cells: int | None = None
    """The number of free cells, or None for any."""

    def matches(self, variant: Variant) -> bool:
        """Return whether the player means a variant."""
        return self.name in ("", variant.name) and self.cells in (None, variant.cells)


ANY_VARIANT: Final = VariantFilter()


def find_variant(name: str, cells: int | None = None, house_rules: Iterable[str] = ()) -> Variant:
    """Return the variant called `name`, with other cells or house rules.

    Raise NotationError for an unknown name, listing the known ones, or for more than 8 cells.
    """
    try:
        variant = VARIANTS[name]
    except KeyError:
        raise NotationError(f"There is no variant {quoted(name)}: choose from {', '.join(VARIANTS)}.") from None
    if cells is not None:
        variant = variant.with_cells(cells)
    return variant.with_house_rules(**dict.fromkeys(house_rules, True))
