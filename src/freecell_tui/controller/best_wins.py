"""The best win of a deal: to watch it, to share it, or to race it."""

from collections.abc import Callable
from functools import reduce

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import watch
from freecell_tui.controller.sharing import share_game
from freecell_tui.engine import Variant
from freecell_tui.storage.results import is_better
from freecell_tui.storage.saves import SavedGame


def best_win(controller: Controller, deal: int, variant: Variant) -> SavedGame | str:
    """Return the best win of a deal, or why there is none."""
    recorder = controller.recorder
    results = recorder.ask(lambda history: history.results_of_deal(deal, variant))
    if results is None:
        return "not known now"
    wins = [each for each in results if each.is_won]
    if not wins:
        return "not won yet"
    best = reduce(lambda one, other: other if is_better(other, one) else one, wins)
    saved = recorder.ask(lambda history: history.saved_game(best.id))
    return saved or "cannot be read"


def watch_best(controller: Controller, deal: int, variant: Variant) -> str:
    """Show the best win of a deal; return why there is none to be seen, or ''."""
    return _with_best(controller, deal, variant, watch)


def share_best(controller: Controller, deal: int, variant: Variant) -> str:
    """Show the code of the best win of a deal; return why there is none, or ''."""
    return _with_best(controller, deal, variant, share_game)


def _with_best(
    controller: Controller, deal: int, variant: Variant, show: Callable[[Controller, SavedGame], object]
) -> str:
    saved = best_win(controller, deal, variant)
    if isinstance(saved, str):
        return saved
    show(controller, saved)
    return ""
