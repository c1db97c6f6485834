"""Replays: which game is watched, and playing on from one."""

from functools import reduce

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.controller.replay import Replay
from freecell_tui.engine import Variant
from freecell_tui.storage.saves import SavedGame


def watch(controller: Controller, saved: SavedGame, note: str = "") -> None:
    """Show a game move by move; `note` is what there is to say at its end."""
    controller.replay = Replay(saved, note)
    controller.frontend.open(ScreenRequest.REPLAY)


def watch_best(controller: Controller, deal: int, variant: Variant) -> str:
    """Show the best win of a deal; return why there is none to be seen, or ''."""
    saved = best_win(controller, deal, variant)
    if isinstance(saved, str):
        return saved
    watch(controller, saved)
    return ""


def best_win(controller: Controller, deal: int, variant: Variant) -> SavedGame | str:
    """Return the best win of a deal, or why there is none."""
    from freecell_tui.storage.results import is_better  # noqa: PLC0415 - not on the way to the first frame

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


def take_over(controller: Controller) -> None:
    """Play on from where the replay is, in a game of the player's own."""
    replay = controller.replay
    assert replay is not None
    if replay.game.is_won:
        replay.note = "The game is won here: go back and play on from an earlier move."
        return
    at = replay.position
    note = f"You are playing on from move {at}. A win will count as helped." if at else ""
    controller.play_saved(replay.to_saved_game(), note=note)
