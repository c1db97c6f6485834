"""The best win of a deal, to look at and to share."""

from pathlib import Path

from freecell_tui.controller.features.share import best_win
from freecell_tui.engine import FREECELL, find_variant
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from support.factories import lost_game, record_of, won_game
from support.ui_driver import seated


def test_the_best_win_is_the_one_of_fewest_moves_and_where_there_is_none_that_is_told(tmp_path: Path) -> None:
    with seated(tmp_path, lost_game()) as seat:
        controller = seat.controller
        assert best_win(controller, -3, FREECELL) == "You have not won this deal yet."
        history = History(tmp_path)
        for number, moves in ((1, 4), (2, 2), (3, 3)):
            history.record_win(record_of(won_game(moves), number))
        assert best_win(controller, -3, find_variant("eight-off")) == "You have not won this deal yet."
        best = best_win(controller, -3, FREECELL)
        assert isinstance(best, SavedGame)
        assert best.game == won_game(2)
