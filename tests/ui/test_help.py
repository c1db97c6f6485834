"""The help over the table: its topics, links and search, by keys and by mouse, on every screen."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from freecell_tui.controller.frontend import Watching
from freecell_tui.engine import FREECELL, VARIANTS, Game, Variant
from freecell_tui.help import load_topic, load_topics
from freecell_tui.storage.saves import SavedGame
from freecell_tui.ui.dialogs.help import Pages
from freecell_tui.ui.drawing.cards.style import CardPicture
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, Glyphs
from freecell_tui.ui.drawing.themes.theme import FOUR_INKS, attr_spec
from support.screenshots import Picture
from support.stacks import ui_of
from support.ui_driver import NO_VERDICT, Point, Seat, after, seated

SIZES = [(40, 16), (60, 20), (80, 24), (120, 40), (200, 60)]
WHEEL_UP, WHEEL_DOWN = 4, 5


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    """A player at a table of 120 × 40, where the text of the chosen topic is beside the list."""
    with seated(tmp_path, after(1, 5), size=(120, 40), settings=NO_VERDICT) as seat:
        yield seat


def roles_of(picture: Picture, text: str) -> set[str]:
    """The roles of a text where it stands first."""
    x, y = picture.place_of(text)
    return {role for _, role in picture.rows[y][x : x + len(text)]}


# How it looks


@pytest.mark.parametrize(("size", "glyphs", "colour"), [((40, 16), ASCII, False), ((80, 24), CONSOLE, True)])
def test_every_topic_can_be_read_to_its_end_on_every_screen(
    size: Point,
    glyphs: Glyphs,
    *,
    colour: bool,
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    with seated(tmp_path, after(1, 5), glyphs=glyphs, size=size, colour=colour, settings=NO_VERDICT) as seat:
        seat.press("f1")
        for topic in load_topics():
            with subtests.test(topic=topic):
                seat.press("enter")
                read, before = "", ""
                while (shown := "\n".join((picture := seat.picture).text)) != before:
                    read, before = read + shown, shown
                    assert picture.widths == {size[0]}
                    assert glyphs is not ASCII or shown.isascii()
                    seat.press(" ")
                end = re.findall(r"[a-z]{3,}", re.sub(r"\(.*?\)|<!--.*?-->", "", topic.text))[-1]
                assert end in read, topic.name
                seat.press("esc", "down")


def test_the_pictures_are_cards_as_on_the_table(seat: Seat) -> None:
    seat.press("f1")
    picture = seat.picture
    assert "card red" in picture.roles
    assert roles_of(picture, "8♠") == {"card black"}
    assert "well mark" in picture.roles


def test_a_picture_takes_smaller_cards_where_there_is_less_room(subtests: pytest.Subtests) -> None:
    rows = ["[a]  J♠   [♠]  10♥", "                9♠"]
    sizes = [(CardPicture(rows, width, is_compact=False)) for width in (80, 34, 26, 10)]
    assert [(picture.width, picture.height) for picture in sizes] == [(40, 6), (32, 6), (26, 2), (16, 2)]
    assert CardPicture(rows, 80, is_compact=True).height == 2
    for picture in sizes:
        for glyphs in (ASCII, ASCII.for_one_colour()):
            with subtests.test(picture=picture, glyphs=glyphs):
                shown = picture.draw(glyphs, FOUR_INKS)
                assert (shown.width, shown.height) == (picture.width, picture.height)
                text = ["".join(row) for row in shown.chars]
                assert any("10h" in row for row in text)
                assert "".join(text).isascii()


# How to play


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
def test_how_to_play_is_one_screen_of_the_rules_pictures_and_piles_of_the_variant(
    variant: Variant,
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    with seated(tmp_path, Game.new(1, variant), settings=NO_VERDICT) as seat:
        seat.open("how-to-play")
        for seat.size in ((80, 24), (120, 40), (200, 60)):
            with subtests.test(size=seat.size):
                shown = seat.text
                seat.press(" ")
                assert seat.text == shown
                assert "Space page" not in shown
                for word in ("Bring all 52 cards home", "free cell", "several", "double", "dot", "at once", "learn"):
                    assert word.lower() in shown.lower(), word
                corner = f" {variant.title} #1"
                assert shown.startswith(corner), "the corner that it tells of first can be seen"
        text = " ".join(re.sub("[│║]", " ", seat.text).split())
        builds_down_by_colour = variant.name in ("freecell", "forecell")
        assert ("the other colour" in text, "of its suit" in text) == (builds_down_by_colour, not builds_down_by_colour)
        assert ("7♥ on 8♠" in text) == builds_down_by_colour
        assert ("if it is a king" in text) == variant.kings_only
        seat.press("left", "down")
        assert ("a – g k" in seat.text) == (variant.cells == 8)


# By keys


def test_it_is_closed_by_its_key_by_esc_and_by_quit_which_quits_nothing_else(
    seat: Seat, subtests: pytest.Subtests
) -> None:
    for keys in (["f1", "esc"], ["f1", "q"], ["f1", "f1"], ["f1", "enter", "f1"]):
        with subtests.test(keys=keys):
            seat.press(*keys)
            assert seat.dialog is None
            assert not seat.has_left


# The search


def test_without_colours_the_match_is_reversed_and_the_others_are_underlined(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), size=(120, 40), colour=False, settings=NO_VERDICT) as seat:
        seat.press("f1", "/", *"undo", "enter", *"nnnnnnnn")
        roles = seat.picture.roles
        assert {"lifted black", "cursor black"} <= roles
        theme = seat.app.appearance.theme
        assert attr_spec("lifted black", theme, 1).standout
        assert attr_spec("cursor black", theme, 1).underline


def test_a_match_may_be_broken_at_the_end_of_a_line() -> None:
    pages = Pages(ui_of(), FREECELL)
    lengths = set()
    for width in range(20, 70):
        (found,) = pages.page("moving", (width, 30)).matches("YOU  ARE ASKED BEFORE")
        lengths.add(len(found))
        assert [place.line for place in found] == list(range(found[0].line, found[0].line + len(found)))
        assert all(place.start == 0 for place in found[1:])
        assert sum(place.end - place.start for place in found) == len("You are asked before") - len(found) + 1
    assert lengths >= {1, 2}


# By mouse


# Where it is opened from, and what about


def test_in_a_replay_the_help_is_about_replays(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.open(Watching(SavedGame(after(1, 20))))
        seat.press("f1")
        assert load_topic("replays").summary in seat.text
        seat.press("end")
        seat.draw()
        seat.press("up")
        assert "ten moves forward" in seat.text
        seat.press("esc")
        assert seat.dialog is None
        assert seat.replay is not None


# Laws

KEYS = st.sampled_from(
    ["up", "down", "left", "right", "enter", "tab", "shift tab", " ", "page down", "home", "end", "/", "n", "N", "a"]
)


@example(keys=[*["up"] * 13, "enter", "left", "esc"], sizes=[(40, 16), (40, 16), (60, 20), (60, 20)])
@settings(max_examples=12)
@given(keys=st.lists(KEYS | st.sampled_from(["esc", "backspace"]), max_size=15), sizes=st.lists(st.sampled_from(SIZES)))
def test_no_keys_lead_out_of_the_text_and_esc_always_leads_out_of_the_help(keys: list[str], sizes: list[Point]) -> None:
    with TemporaryDirectory() as folder, seated(Path(folder), after(1, 5), settings=NO_VERDICT) as seat:
        seat.press("f1")
        for at, key in enumerate(keys):
            seat.press(key)
            seat.size = sizes[at % len(sizes)] if sizes else (60, 20)
            if seat.dialog is None:
                return
            assert seat.picture.widths == {seat.size[0]}
        for _ in range(2 * len(keys) + 3):
            if seat.dialog is not None:
                seat.press("esc")
        assert seat.dialog is None
        assert not seat.has_left
