"""The poster of a win: fans over a plate in every window, figures that are true, and keys that only skip."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.engine import Card, Game, Suit, find_variant
from freecell_tui.engine.deals import ALL
from freecell_tui.storage.history import History
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import AnimationSpeed
from freecell_tui.ui.dialogs.win import KeptWinSummary, WinSummary
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.cards.pixels import figure_rows
from freecell_tui.ui.drawing.fans import Poster
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.screens.celebration import CelebrationScreen
from support.screenshots import MODES, Picture
from support.ui_driver import NO_VERDICT, Point, after, seated

APPEARANCE = Appearance(themes.default())
SIZES = ((40, 16), (60, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60))


def drawn(size: Point, glyphs: Glyphs) -> tuple[Poster, Picture]:
    poster, surface = Poster(size, APPEARANCE, glyphs), Surface(*size, "nothing")
    poster.draw(surface)
    return poster, Picture(surface)


@given(columns=st.integers(40, 240), rows=st.integers(16, 70), glyphs=st.sampled_from(MODES))
@settings(max_examples=60)
def test_in_every_window_felt_and_fans_fill_the_screen_and_the_plate_is_below_them(
    *, columns: int, rows: int, glyphs: Glyphs
) -> None:
    poster, picture = drawn((columns, rows), glyphs)
    plate = poster.plate
    assert 0 <= plate.x <= plate.right <= columns
    assert 0 <= plate.y <= plate.bottom <= rows - 1
    assert "nothing" not in {role for row in picture.rows[:-1] for _, role in row}
    assert {role for _, role in picture.rows[-1]} == {"nothing"}
    below = {role.split(" ")[0] for row in picture.rows[plate.y + 1 : -1] for _, role in row}
    assert poster.picture is None or below == {"felt"}


def test_fans_of_thirteen_end_with_their_kings_and_where_there_is_little_room_fans_of_three(
    subtests: pytest.Subtests,
) -> None:
    for size in SIZES:
        for glyphs in (ASCII, UNICODE):
            with subtests.test(size=size, glyphs=glyphs.suits):
                poster, picture = drawn(size, glyphs)
                text = "\n".join(picture.text)
                kings = [glyphs.card(Card.of(13, suit)) for suit in Suit]
                has_large_figures = glyphs is UNICODE and size[1] >= SIZES[5][1]
                assert poster.picture is not None
                assert has_large_figures or all(king in text for king in kings)
                words = text.replace("▏", " ").replace("|", " ").replace("♠", " ").replace("S", " ").split()
                assert has_large_figures or ("10" in words) == (size != SIZES[0])


def test_cards_fly_into_the_fans_one_after_another() -> None:
    poster = Poster((160, 50), APPEARANCE, UNICODE)
    assert not poster.is_complete(0.5)
    assert poster.is_complete(2.0)

    def paper(seconds: float) -> int:
        surface = Surface(160, 50)
        poster.draw(surface, seconds)
        return sum(role.startswith(("card", "half card")) for row in surface.roles for role in row)

    covered = [paper(seconds / 10) for seconds in range(13)]
    assert covered[0] == 0
    assert covered[-1] == paper(60)
    assert len(set(covered)) > 10


def shows(picture: Picture, rows: Sequence[str]) -> bool:
    """Whether a large figure is on the screen."""
    places = ((x, y) for y in range(len(picture.text) - len(rows)) for x in range(len(picture.text[0])))
    return any(all(picture.text[y + down].startswith(row, x) for down, row in enumerate(rows)) for x, y in places)


@pytest.mark.parametrize(
    ("seconds", "undos", "texts"), [(754.0, 3, ("12:34", "3")), (359_999.0, 1234, ("99:59:59", "1234"))]
)
def test_the_figures_on_the_plate_are_those_of_the_game_and_smaller_where_they_are_too_wide(
    tmp_path: Path, subtests: pytest.Subtests, seconds: float, undos: int, texts: Sequence[str]
) -> None:
    saved = SavedGame(after(617, 10_000), seconds, undos=undos)
    with seated(tmp_path, saved, settings=NO_VERDICT) as seat:
        seat.open("summary")
        for size in SIZES:
            with subtests.test(size=size):
                seat.size = size
                picture, largest = seat.picture, Poster(size, APPEARANCE, UNICODE).scale
                for figure in (str(seat.session.game.moves_made), *texts):
                    sizes = [figure_rows(figure, UNICODE, scale) for scale in range(largest, 0, -1)]
                    if undos < 1000:
                        assert shows(picture, sizes[0])
                    assert any(shows(picture, rows) for rows in (*sizes, (figure,)))
                words = ("new game", "next deal", "game review", "watch", "share", "undos", "Enter choose")
                assert all(word in seat.text for word in ("You won FreeCell #617!", *words))


def test_long_choices_leave_room_for_all_others(tmp_path: Path, subtests: pytest.Subtests) -> None:
    History(tmp_path).set_journey_position(ALL.name, 1)
    still = replace(NO_VERDICT, animation=AnimationSpeed.OFF)
    with seated(tmp_path, after(1, 10_000).undo(), settings=still) as seat:
        seat.press("r")
        seat.later(2)
        for size in SIZES:
            with subtests.test(size=size):
                seat.size = size
                text = " ".join(seat.text.replace("│", " ").split())
                words = (
                    "next on the journey",
                    "new game",
                    "next deal",
                    "review",
                    "watch",
                    "share",
                    "picture",
                    "restart",
                )
                assert all(word in text for word in words)
                assert UNICODE.cursor_frame[-1] not in seat.text  # a scroll bar


def test_a_kept_win_is_shown_without_a_game_and_beside_one_of_another_variant(
    tmp_path: Path, subtests: pytest.Subtests, caplog: pytest.LogCaptureFixture
) -> None:
    saved = SavedGame(after(617, 10_000), 100.0)
    for game in (None, Game.new(1, find_variant("seahaven-towers"))):
        with subtests.test(game=game), seated(tmp_path / str(game is None), game) as seat:
            seat.app.push(KeptWinSummary(seat.app, saved))
            for _ in range(20):
                seat.clock.ring_next(2.0)
            assert "You won FreeCell #617!" in seat.text
            assert "moves still needed" not in seat.text
            assert not caplog.records  # an exception in an alarm is only logged


@given(keys=st.lists(st.sampled_from("nN.LWYPRlu q#m?12ah"), min_size=1, max_size=8), seconds=st.floats(0, 30))
@settings(max_examples=6, deadline=None)
def test_whatever_is_typed_during_the_show_only_ends_it(
    tmp_path_factory: pytest.TempPathFactory, keys: list[str], seconds: float
) -> None:
    game = after(617, 10_000)
    with seated(tmp_path_factory.mktemp("show"), game.undo(), settings=NO_VERDICT) as seat:
        seat.let_cards_fly()
        seat.press("r")
        seat.stall(seconds)
        assert isinstance(seat.screen, CelebrationScreen)
        seat.press(*keys)
        assert isinstance(seat.dialog, WinSummary)
        assert seat.session.game == game
