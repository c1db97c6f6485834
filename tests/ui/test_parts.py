"""What dialogs are made of: key hints that fit and can be clicked, places that cover one another, windows of lists."""

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.frontend import Step
from freecell_tui.engine import Card, Game
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.surface import Box, Surface
from freecell_tui.ui.drawing.themes.theme import TWO_INKS
from freecell_tui.ui.mouse import LEFT_BUTTON, RIGHT_BUTTON, MouseEvent
from freecell_tui.ui.parts import Choice, Clicks, centred_window, click, draw_key_hints, move_slots, scrolled_window
from support.ui_driver import seated


def hints_in(width: int, *hints: tuple[str, str], glyphs: Glyphs = UNICODE) -> tuple[str, dict[int, str]]:
    """The row of hints as it is drawn, and which key a click on each of its cells gives."""
    surface, given_keys = Surface(width, 1, "bar text"), list[str]()
    shown = [Choice(key, text, partial(given_keys.append, key)) for key, text in hints]
    clicks = draw_key_hints(surface, Box(0, 0, width, 1), shown, glyphs)
    clicked = {}
    for x in range(width):
        before = len(given_keys)
        click(clicks, MouseEvent("press", RIGHT_BUTTON, x, 0))
        assert len(given_keys) == before
        click(clicks, MouseEvent("press", LEFT_BUTTON, x, 0))
        if len(given_keys) > before:
            clicked[x] = given_keys[-1]
    return "".join(surface.chars[0]).rstrip(), clicked


def test_where_there_is_no_room_there_are_fewer_key_hints_but_none_without_its_words() -> None:
    hints = (("Enter", "play"), ("x", "delete"), ("Esc", "close"))
    assert hints_in(40, *hints)[0] == "Enter play   x delete   Esc close"
    assert hints_in(31, *hints)[0] == "Enter play  x delete  Esc close"
    assert hints_in(30, *hints)[0] == "Enter play x delete Esc close"
    assert hints_in(28, *hints)[0] == "Enter play Esc close"
    assert hints_in(19, *hints)[0] == "Esc close"
    assert hints_in(20)[0] == ""


def test_in_a_wide_row_hints_are_left_out_before_they_run_together() -> None:
    hints = (("Enter", "undo the mistake"), ("← →", "step"), ("↑ ↓", "mistakes"), ("P", "picture"), ("Esc", "close"))
    assert hints_in(64, *hints)[0] == "Enter undo the mistake ← → step ↑ ↓ mistakes P picture Esc close"
    assert hints_in(63, *hints)[0] == "Enter undo the mistake  ← → step  ↑ ↓ mistakes  Esc close"


def test_where_the_words_for_arrows_have_no_room_their_marks_leave_it_to_the_other_keys() -> None:
    hints = (("↑ ↓", "scroll"), ("1-6", "page"), ("← →", "game"), ("Esc", "close"))
    assert hints_in(52, *hints, glyphs=ASCII)[0] == "Up Down scroll  1-6 page  Left Right game  Esc close"
    assert hints_in(48, *hints, glyphs=ASCII)[0] == "^ v scroll   1-6 page   < > game   Esc close"
    assert hints_in(37, *hints, glyphs=ASCII)[0] == "^ v scroll 1-6 page Esc close"


@given(
    st.integers(1, 70),
    st.lists(
        st.tuples(st.sampled_from(["Enter", "x", "↑ ↓", "Esc"]), st.sampled_from(["", "play", "go on"])), max_size=5
    ),
)
def test_a_click_on_a_hint_gives_its_key_wherever_it_is_drawn(width: int, hints: list[tuple[str, str]]) -> None:
    text, clicked = hints_in(width, *((f"{key}{at}", word) for at, (key, word) in enumerate(hints)))
    for key in set(clicked.values()):
        cells = [x for x in clicked if clicked[x] == key]
        assert cells == list(range(cells[0], cells[-1] + 1))
        assert text.ljust(width)[cells[0] : cells[-1] + 1].startswith(key[: width - cells[0]])
    if hints:
        assert f"{hints[-1][0]}{len(hints) - 1}"[:width].rstrip() in text


def test_what_was_drawn_last_takes_the_click() -> None:
    done: list[str] = []
    clicks: Clicks = [
        (Box(0, 0, 10, 3), lambda: done.append("lower")),
        (Box(2, 1, 3, 1), lambda: done.append("upper")),
        (Box(8, 0, 1, 1), None),
    ]
    nothing = ((LEFT_BUTTON, 8, 0), (RIGHT_BUTTON, 2, 1), (LEFT_BUTTON, 10, 0), (LEFT_BUTTON, 0, 3), (2, 0, 0))
    for where in ((LEFT_BUTTON, 0, 0), (LEFT_BUTTON, 2, 1), (LEFT_BUTTON, 9, 2), *nothing):
        click(clicks, MouseEvent("press", *where))
    assert done == ["lower", "upper", "lower"]


@given(st.integers(0, 60), st.integers(1, 60), st.integers(1, 20), st.integers(0, 60))
def test_the_chosen_row_of_a_list_always_shows_and_no_room_is_wasted(
    chosen: int, count: int, room: int, first: int
) -> None:
    chosen %= count
    for window in (centred_window(chosen, count, room), scrolled_window(first, chosen, count, room)):
        assert chosen in window
        assert len(window) == min(room, count)
        assert 0 <= window.start <= window.stop <= count
    scrolled = scrolled_window(first, chosen, count, room)
    if chosen in range(first, first + room) and first + room <= count:
        assert scrolled.start == first


def test_the_keys_of_the_settings_in_the_bottom_bar_can_be_clicked(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1), glyphs=ASCII) as seat:
        seat.press("O")
        before = seat.controller.settings
        seat.click(seat.place_of("change"))
        assert seat.controller.settings != before
        seat.click(seat.place_of("default   Esc"))
        assert seat.controller.settings == before
        seat.press("end")
        seat.click(seat.place_of("Enter open"))
        assert "Enter new key" in seat.text
        seat.click(seat.place_of("new key"))
        assert "Press the new key" in seat.text
        seat.press("esc")
        seat.click(seat.place_of("Esc back"))
        seat.click(seat.place_of("Esc close"))
        assert seat.dialog is None


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_the_moves_of_a_line_are_little_cards_with_their_keys_in_slots_of_one_width(glyphs: Glyphs) -> None:
    ten, jack, queen = map(Card.parse, ("10S", "JD", "QC"))
    steps = [Step("13", (ten,)), Step("24", (jack, ten)), Step("3a", (queen,)), Step("4h", (ten,))]
    slots = move_slots(steps, glyphs, TWO_INKS)
    texts = ["".join(text for text, _ in slot) for slot in slots]
    assert len({len(text) for text in texts}) == 1
    assert all(text.endswith(" ") for text in texts)
    assert [text[:2] for text in texts] == ["13", "24", "3a", "4h"]
    assert texts[0].rstrip() == f"13  {glyphs.card(ten)}"
    assert texts[1].rstrip() == f"24  {glyphs.card(jack)}  {glyphs.displayable('×')}2"
    # The cards have a blank on either side, and no number in them.
    chips = [text for slot in slots for text, role in slot if role.startswith("card")]
    assert chips == [f" {glyphs.card(card):<3} " for card in (ten, jack, queen, ten)]
    assert [role for text, role in slots[1] if role.startswith("card")] == ["card red"]
