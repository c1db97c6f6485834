"""Which games count as lost when they are deleted."""

from dataclasses import replace
from pathlib import Path

from freecell_tui.engine import Game
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from support.factories import won_game
from support.plain_driver import Speaker
from support.ui_driver import after


def test_a_game_that_was_begun_and_never_won_counts_as_lost(tmp_path: Path) -> None:
    recorder = Speaker(tmp_path, after(1, 0)).controller.recorder
    begun, won = SavedGame(after(617, 5), 60.0, id="1" * 32), SavedGame(won_game(5), 60.0, id="2" * 32)
    assert recorder.would_count_as_loss(begun)
    assert not recorder.would_count_as_loss(SavedGame(Game.new(617)))
    assert not recorder.would_count_as_loss(won)
    History(tmp_path).record_win(won)
    assert not recorder.would_count_as_loss(replace(won, game=won.game.undo()))
