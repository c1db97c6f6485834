"""What the parts of one search share."""

from dataclasses import dataclass, field

from freecell_tui.engine import Build, Variant
from freecell_tui.solver.columns import Columns
from freecell_tui.solver.homing import GoesHome, Homing, table_of_homing
from freecell_tui.solver.nodes import Node
from freecell_tui.solver.weights import Prices, Weights


@dataclass(frozen=True, slots=True)
class Ground:
    """What one search stands on: the game and the estimate, the columns made, the positions met.

    For `every_count` and `lifting` see `Moves`. `cell_steps[n]` is
    what filling the (n + 1)th cell adds to the estimate. `seen` has the keys of all positions met, and `won` the nodes
    found from which everything can go home.
    """

    variant: Variant
    prices: Prices
    cell_steps: tuple[int, ...]
    columns: Columns
    goes_home: GoesHome
    every_count: bool
    lifting: bool
    seen: set[int] = field(default_factory=set)
    won: list[Node] = field(default_factory=list)

    @classmethod
    def of(cls, variant: Variant, weights: Weights, homing: Homing, *, every_count: bool, lifting: bool) -> "Ground":
        """Fresh ground for a search of a variant that values positions by `weights`."""
        return cls(
            variant,
            weights.prices,
            weights.cell_steps(variant.cells),
            Columns(variant, weights),
            table_of_homing(everything=homing is Homing.ALL or variant.build is Build.SUIT),
            every_count,
            lifting,
        )
