"""What the parts of one search share."""

from dataclasses import dataclass, field

from freecell_tui.engine import Build, Variant
from freecell_tui.solver.auto_home import AutoHome, SafeMoves, table_of_homing
from freecell_tui.solver.column_heuristic import ColumnWeights
from freecell_tui.solver.columns import Columns, card_rules
from freecell_tui.solver.heuristic import Prices, Weights
from freecell_tui.solver.nodes import Node


@dataclass(frozen=True, slots=True)
class SearchSpace:
    """What one search stands on: the game and the estimate, the columns made, the positions met.

    For `every_count` and `lifted` see `Moves`. Where the estimate looks at columns as a whole, `whole_columns` holds.
    `cell_steps[n]` is what filling the (n + 1)th cell adds to the estimate, and `in_cell[needed][card]` what it adds
    besides that it is this card. `seen` has the keys of all positions met, and `won` the nodes found from which
    everything can go home.
    """

    variant: Variant
    prices: Prices
    whole_columns: bool
    cell_steps: tuple[int, ...]
    in_cell: dict[int, tuple[int, ...]]
    columns: Columns
    goes_home: SafeMoves
    every_count: bool
    lifted: int
    seen: set[int] = field(default_factory=set)
    won: list[Node] = field(default_factory=list)

    @classmethod
    def of(
        cls, variant: Variant, weights: Weights | ColumnWeights, homing: AutoHome, *, every_count: bool, lifted: int
    ) -> "SearchSpace":
        """Fresh ground for a search of a variant that values positions by `weights`."""
        rules, prices = card_rules(variant), weights.prices
        pricer = weights.pricer(rules.parents) if isinstance(weights, ColumnWeights) else None
        return cls(
            variant,
            prices,
            pricer is not None,
            prices.cell_steps(variant.cells),
            weights.in_cell(),
            Columns(rules, prices, pricer),
            table_of_homing(everything=homing is AutoHome.ALL or variant.build is Build.SUIT),
            every_count,
            lifted,
        )
