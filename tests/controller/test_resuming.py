"""Which game is played on, where there is more than one of a deal or more than one player of a save."""

from pathlib import Path

import pytest

from freecell_tui.controller.daily_deals import today
from freecell_tui.engine import FREECELL, Game, Variant, find_variant
from freecell_tui.storage import saves
from freecell_tui.storage.daily_record import deal_of
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.plain_driver import Speaker
from support.stored_games import all_records, keep, record_of
from support.ui_driver import NO_VERDICT, seated


def test_a_game_that_was_played_elsewhere_too_goes_on_as_a_copy_and_says_so_once(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    keep(store, record_of(1, "3a"))
    (path,) = store.unfinished()
    with seated(tmp_path, None, settings=NO_VERDICT) as seat:
        here, saved = store.open(path)
        seat.controller.play_saved(saved, here)
        there, _ = SaveStore(tmp_path).open(path)
        there.stage(record_of(1, "3a 3b"))
        there.commit()
        seat.press("3", "2")
        seat.draw()
        assert seat.message == "This game was also played elsewhere; here it continues as a copy."
        seat.press("7", "b")
        seat.draw()
        assert seat.message == ""
        assert saves.read(path).game.moves_made == 2
        assert sorted(record.game.moves_made for record in all_records(store)) == [2, 3]


@pytest.mark.parametrize(
    "variant",
    [FREECELL.with_cells(3), FREECELL.with_house_rules(cards_come_back=True), find_variant("bakers-game")],
    ids=["cells", "house rules", "variant"],
)
def test_the_daily_deal_is_not_the_same_deal_by_other_rules(tmp_path: Path, variant: Variant) -> None:
    speaker = Speaker(tmp_path, SavedGame(Game.new(deal_of(today()), variant)))
    speaker.say("1a")
    for line in ("daily", "deal 5", "daily"):
        speaker.say(line)
        assert line != "daily" or (speaker.game.variant, speaker.game.turns) == (FREECELL, ())
    assert [saves.read(path).game.variant for path in SaveStore(tmp_path).unfinished()] == [variant]
