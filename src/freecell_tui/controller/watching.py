"""Replays: which game is watched, and playing on from one."""

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.controller.play.replay import Replay
from freecell_tui.controller.resuming import kept_note
from freecell_tui.storage.saves import SavedGame


def watch(controller: Controller, saved: SavedGame, note: str = "") -> None:
    """Show a game move by move; `note` is what there is to say at its end."""
    controller.replay = Replay(saved, note)
    controller.frontend.open(ScreenRequest.REPLAY)


def take_over(controller: Controller) -> None:
    """Play on from where the replay is, in a game of the player's own."""
    replay = controller.replay
    assert replay is not None
    if replay.game.is_won:
        replay.note = "The game is won here: go back and play on from an earlier move."
        return
    at, saved = replay.position, replay.to_saved_game()
    if at:
        note = f"You are playing on from move {at}. A win will count as helped.{kept_note(controller, saved.game)}"
        controller.play_saved(saved, note=note)
    else:
        controller.play_game(saved.game)
