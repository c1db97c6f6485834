"""The best win of a deal, to watch and to share."""

from pathlib import Path

from freecell_tui.controller.features.share import best_win, show_best
from freecell_tui.engine import FREECELL, find_variant
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from support.factories import lost_game, record_of, won_game
from support.ui_driver import seated


def test_the_best_win_is_watched_and_shared_and_where_there_is_none_that_is_told(tmp_path: Path) -> None:
    with seated(tmp_path, lost_game()) as seat:
        controller = seat.controller
        for to_share in (True, False):
            assert show_best(controller, -3, FREECELL, to_share=to_share) == "not won yet"
        assert seat.replay is None
        history = History(tmp_path)
        for number, moves in ((1, 4), (2, 2), (3, 3)):
            history.record_win(record_of(won_game(moves), number))
        for to_share in (True, False):
            assert show_best(controller, -3, find_variant("eight-off"), to_share=to_share) == "not won yet"
            assert show_best(controller, -3, FREECELL, to_share=to_share) == ""
        assert seat.replay is not None
        assert seat.replay.count == 2
        best = best_win(controller, -3, FREECELL)
        assert isinstance(best, SavedGame)
        assert best.game == won_game(2)
