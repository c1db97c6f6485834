"""The player's statistics, read from the history."""

from freecell_tui.controller.controller import Controller
from freecell_tui.engine import Variant
from freecell_tui.storage.statistics import Breakdown, DealOrder, DealStatistics


async def find_breakdown(controller: Controller, variant: Variant | None) -> Breakdown:
    """Return all figures of a variant, or of all games, without the deals; raise FreecellError."""
    wanted = None if variant is None else variant.__eq__
    return await controller.recorder.query(lambda history: history.breakdown(wanted))


async def find_deals(controller: Controller, variant: Variant | None, order: DealOrder) -> list[DealStatistics]:
    """Return the deals of a variant, or of all games, in an order; raise FreecellError."""
    wanted = None if variant is None else variant.__eq__
    return await controller.recorder.query(
        lambda history: history.figures(lambda figures: figures.deals(order), wanted)
    )


def read_breakdown(controller: Controller) -> Breakdown | None:
    """Return all figures of all games; say why if they cannot be read, and return None."""
    return controller.recorder.ask(lambda history: history.breakdown())
