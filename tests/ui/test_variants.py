"""The chooser of variants, and the question how hard a deal is to be: nothing changes by accident."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.features.games import OFFERS
from freecell_tui.engine import FREECELL, VARIANTS, Game
from freecell_tui.engine.deals import DIFFICULTIES
from freecell_tui.solver import Solved
from freecell_tui.solver.analysis import difficulty
from freecell_tui.solver.solve import solve
from freecell_tui.storage.settings import DEFAULTS, DealKind, SettingsFile
from freecell_tui.ui.dialogs.variants import VariantChooser
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, UNICODE
from support.ui_driver import NO_VERDICT, Point, Seat, after, by_name, seated

SIZES = [(40, 16), (60, 20), (80, 24), (120, 40)]
KEYS = ["up", "down", "left", "right", " ", "home", "end", "tab", "shift tab", "page up", "page down", "x", "3"]


# Choosing


@given(st.lists(st.sampled_from(KEYS), max_size=20))
def test_without_enter_nothing_changes(keys: list[str]) -> None:
    with seated(Path("/nonexistent"), None) as seat:
        seat.open("variants")
        # Space takes a variant, but only changes a house rule.
        for key in keys:
            if key != " " or "House rule" in seat.text:
                seat.press(key)
        assert isinstance(seat.dialog, VariantChooser)
        seat.press("esc")
        assert seat.controller.settings == DEFAULTS


@pytest.mark.parametrize("way", ["enter", " ", "click"])
def test_each_variant_can_be_chosen_by_key_and_by_click_and_is_kept(
    way: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for at, offer in enumerate(OFFERS):
        with subtests.test(offer=offer):
            file = SettingsFile(tmp_path / offer.variant.name / "settings.toml")
            with seated(tmp_path, None, file=file) as seat:
                seat.press("V")
                if way == "click":
                    place = seat.place_of(f" {offer.title} ")
                    seat.click(place)
                    if at:
                        assert seat.dialog is not None
                        seat.click(place)
                else:
                    seat.press(*["down"] * at, way)
                assert seat.dialog is None
                seat.draw()
                assert seat.controller.settings.new_game_variant == offer.variant
                assert file.load().settings.new_game_variant == offer.variant
                assert f"Variant for new games: {offer.variant.full_title}; press n to play it." in seat.text


def test_at_the_title_the_arrows_change_the_kind_of_deal(at_title: Seat, subtests: pytest.Subtests) -> None:
    kinds = [kind.value for kind in DealKind]
    for kind in [*kinds[1:], kinds[0]]:
        with subtests.test(kind=kind):
            at_title.press("right")
            assert f"play FreeCell ‹{kind}›" in at_title.chosen_row
    at_title.press("left")
    assert at_title.controller.settings.deal == "very hard"
    # Nobody has measured how hard the deals of other variants are.
    at_title.press("V", "down", "enter")
    assert "play Baker’s Game ‹winnable›" in at_title.text
    at_title.press("right")
    assert "play Baker’s Game ‹random›" in at_title.text
    at_title.press("right")
    assert "play Baker’s Game ‹winnable›" in at_title.text


@pytest.mark.parametrize(
    ("variant", "kind", "wanted"), [("freecell", "easy", "easy"), ("eight-off", "hard", "winnable")]
)
def test_a_new_game_is_of_the_kind_that_was_dealt_last_at_the_title_and_at_the_table(
    tmp_path: Path, variant: str, kind: str, wanted: str
) -> None:
    random.seed(5)
    settings = NO_VERDICT.with_value("variant", variant).with_value("deal", kind)
    with seated(tmp_path / kind, None, settings=settings) as seat:
        seat.press("n")
        assert f" {wanted} deal" in seat.message
        seat.wait(lambda seat=seat: seat.controller.has_game, "a deal")  # type: ignore[misc]
        assert seat.session.game.variant.name == variant
        seat.press("n")
        assert f" {wanted} deal" in seat.message
        execute(seat.controller, BY_NAME["new-game"], "random")
        assert seat.controller.settings.deal == "random"
        seat.press("n")
        assert " deal" not in seat.message


def test_a_click_beside_play_opens_the_chooser_and_one_on_its_marks_changes_the_kind(
    at_title: Seat, subtests: pytest.Subtests
) -> None:
    for mark, kind in (("›", "winnable"), ("‹", "random"), ("V variant", "random")):
        with subtests.test(mark=mark):
            assert at_title.dialog is None
            y, row = next((y, row) for y, row in enumerate(at_title.picture.text) if "n  play" in row)
            at_title.click((row.index(mark), y))
            assert f"‹{kind}›" in at_title.text or at_title.dialog is not None
    assert isinstance(at_title.dialog, VariantChooser)


# What it looks like


@pytest.mark.parametrize("size", SIZES)
def test_the_chooser_says_every_rule_on_every_screen(size: Point, tmp_path: Path, subtests: pytest.Subtests) -> None:
    game = Game.new(8589934591, VARIANTS["seahaven-towers"].with_cells(8))
    for glyphs, colour in ((UNICODE, False), (ASCII, True), (CONSOLE, True)):
        with (
            subtests.test(glyphs=glyphs),
            seated(tmp_path, game, size=size, glyphs=glyphs, colour=colour, settings=NO_VERDICT) as seat,
        ):
            seat.open("variants")
            for offer in OFFERS:
                picture = seat.picture
                text = "\n".join(picture.text)
                assert picture.widths == {size[0]}
                assert glyphs is not ASCII or text.isascii()
                # On larger screens a picture stands beside the text.
                said = " ".join(row.strip("│║| ") for row in picture.text)
                for sentence in ("An empty column takes", "Your game is still Seahaven Towers, 8 cells #8589934591."):
                    assert sentence in said or size[0] >= 80
                assert glyphs.displayable(offer.title) in text
                assert "Enter choose" in text
                seat.press("down")


# How hard a deal is to be


@pytest.mark.parametrize(("at", "key"), [(0, "a"), (3, "3")])
def test_a_deal_of_the_difficulty_is_dealt(tmp_path: Path, at: int, key: str) -> None:
    random.seed(at)
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.press(*by_name("winnable-game"), key)
        assert seat.dialog is None
        assert seat.message.startswith("Looking for a")
        seat.wait(lambda seat=seat: seat.session.game.deal != 1, "another deal")  # type: ignore[misc]
        assert "Looking" not in seat.text
        result = solve(seat.session.game.board, FREECELL)
        assert isinstance(result, Solved)
        assert at == 0 or difficulty(result.states, FREECELL) == DIFFICULTIES[at]


def test_the_last_difficulty_is_chosen_at_first_and_its_own_key_gives_it_again(
    at_title: Seat, subtests: pytest.Subtests
) -> None:
    at_title.press("N", "4")
    assert at_title.controller.settings.deal == "hard"
    at_title.press("x")
    assert at_title.message == "Stopped looking for a deal."
    for keys in ((*by_name("winnable-game"), "enter"), ("N", "N")):
        with subtests.test(keys=keys):
            at_title.press(*keys)
            assert at_title.message == "Looking for a hard deal. Any key stops it."
            at_title.press("esc")


def test_where_difficulty_is_not_known_nobody_is_asked(tmp_path: Path) -> None:
    with seated(tmp_path, None, settings=NO_VERDICT.with_value("cells", 5)) as seat:
        seat.press(*by_name("winnable-game"))
        assert seat.dialog is None
        assert seat.message == "Looking for a winnable deal. Any key stops it."
