"""Dialogs made of lines: they wrap and scroll, a click finds what it is on, and what is chosen stays in sight."""

from collections.abc import Sequence
from functools import partial
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from urwid import calc_width

from freecell_tui.controller.play.session import Session
from freecell_tui.engine import FreecellError, Game
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, UNICODE, Glyphs
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.stack import Dialog
from freecell_tui.ui.widgets.lines import BLANK, Line, LineField, Lines, NumberField, Prompt, Question, Span, spaced
from support.screenshots import Picture, rendered
from support.stacks import Backdrop, stack_of, ui_of
from support.ui_driver import Point

SIZES = [(40, 16), (80, 24)]
VERSE = "A game that you leave is kept, and it waits in the list of unfinished games until you play it. " * 8


class Verse(Lines):
    """A long text with two words to click, and how often each was clicked."""

    columns_wanted = 50

    def __init__(self) -> None:
        self.clicked: list[str] = []
        super().__init__(ui_of(), "Verse")

    def lines(self, width: int, height: int) -> Sequence[Line]:
        assert height > 0
        here, there = (Span(word, "bar title", partial(self.clicked.append, word)) for word in ("here", "there"))
        links = Line((here, Span(" and "), there), partial(self.clicked.append, "the line"))
        return [links, *self.wrapped(VERSE, width), Line((Span("The end."),))]


def looked_at(dialog: Dialog, size: Point, *keys: str) -> Picture:
    """The dialog over a table, after some keys."""
    stack = stack_of(Backdrop(Session(Game.new(1)), UNICODE), dialog)
    for key in keys:
        rendered(stack, size)
        stack.keypress(size, key)
    return rendered(stack, size)


def click(dialog: Dialog, size: Point, text: str, *, after: int = 0) -> None:
    """Click on a text in a dialog over a table, or so many cells after its start."""
    stack = stack_of(Backdrop(Session(Game.new(1)), UNICODE), dialog)
    x, y = rendered(stack, size).place_of(text)
    stack.mouse_event(size, "mouse press", 1, x + after, y)


def test_a_text_wraps_to_the_window_and_no_word_of_it_is_lost(subtests: pytest.Subtests) -> None:
    for size in SIZES:
        with subtests.test(size=size):
            verse, seen = Verse(), ""
            shown = looked_at(verse, size)
            for _ in range(30):
                seen += " ".join(row.split("│")[1] for row in shown.text if row.count("│") > 1)
                shown = looked_at(verse, size, "down")
            assert "The end." in seen
            assert set(VERSE.split()) <= set(seen.replace("║", " ").split())


class Years(Lines):
    """A line for each of many days, of which the first says what they are."""

    columns_wanted = 30
    pinned = 1

    def lines(self, width: int, height: int) -> Sequence[Line]:
        assert min(width, height) > 0
        return [Line((Span("Days"),)), *(Line((Span(f"day {number}."),)) for number in range(1, 2001))]


def test_the_first_line_stays_in_sight_while_thousands_scroll_and_end_and_home_lead_to_both_ends() -> None:
    shown = "\n".join(looked_at(Years(ui_of(), "Years"), (80, 24), "end", "end", "up", "down").text)
    assert "Days" in shown
    assert "day 2000." in shown
    shown = "\n".join(looked_at(Years(ui_of(), "Years"), (80, 24), "end", "page up", "home").text)
    assert shown.index("Days") < shown.index("day 1.")


def test_a_click_does_what_the_words_under_it_do_or_else_what_the_line_does() -> None:
    verse = Verse()
    click(verse, (80, 24), "here and")
    click(verse, (80, 24), "there")
    click(verse, (80, 24), "here and", after=5)
    click(verse, (80, 24), "game that")
    assert verse.clicked == ["here", "there", "the line"]


def question(count: int, chosen: list[int], below: Sequence[str] = ()) -> Question:
    """A question with so many answers."""
    answers = [Choice("", f"answer {at}", partial(chosen.append, at)) for at in range(count)]
    return Question(ui_of(), "Which?", ["Choose one."], answers, below=below)


def test_the_chosen_answer_stays_in_sight_with_the_cursor_on_it(subtests: pytest.Subtests) -> None:
    for size in SIZES:
        with subtests.test(size=size):
            chosen: list[int] = []
            stack = stack_of(Backdrop(Session(Game.new(1)), UNICODE), question(25, chosen))
            for at in range(25):
                canvas = stack.render(size)
                assert canvas.cursor is not None
                assert f"answer {at} " in "".join(canvas.chars[canvas.cursor[1]])
                stack.keypress(size, "enter")
                stack.keypress(size, "down")
            assert chosen == list(range(25))


def test_what_is_above_the_first_answer_shows_again() -> None:
    picture = looked_at(question(30, []), (40, 16), "end", "home", "up", "up")
    assert any("Choose one." in row for row in picture.text)


def test_arrows_stop_at_the_last_answer_and_a_click_on_their_hint_goes_round() -> None:
    chosen: list[int] = []
    dialog = question(3, chosen)
    looked_at(dialog, (80, 24), *["down"] * 5, "enter")
    click(dialog, (80, 24), "↑ ↓")
    looked_at(dialog, (80, 24), "enter")
    assert chosen == [2, 0]


def test_text_below_the_answers_is_read_with_the_arrows() -> None:
    dialog = question(1, [], below=[f"line {at}" for at in range(30)])
    seen = [looked_at(dialog, (40, 16), "down", "down").text for _ in range(18)]
    assert any("line 29" in row for text in seen for row in text)


def test_a_line_that_is_not_accepted_says_why_and_stays() -> None:
    kept: list[str] = []

    def accept(text: str) -> None:
        if not text:
            reason = "A name has at least one letter."
            raise FreecellError(reason)
        kept.append(text)

    ui = ui_of(close=lambda: kept.append("and closed"))
    prompt = Prompt(ui, "Name it", LineField("", 20), accept, about="It is yours.", word="", label="")
    ui.screens.append(prompt)
    assert any("It is yours." in row for row in looked_at(prompt, (80, 24)).text)
    assert any("at least one letter" in row for row in looked_at(prompt, (80, 24), "enter").text)
    looked_at(prompt, (80, 24), "A", "d", "a", "enter")
    assert kept == ["Ada", "and closed"]


def test_a_number_field_takes_the_first_number_of_what_is_pasted() -> None:
    field = NumberField()
    field.paste("Try deal #11,982: it cannot be won")
    assert field.text == "#11,982"


FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}"
DECOMPOSED = "e\N{COMBINING ACUTE ACCENT}"
MARKED = "x\N{COMBINING ACUTE ACCENT}"
EDITING = ["left", "right", "home", "end", "backspace", "delete", "ctrl u"]
TYPED = st.lists(
    st.sampled_from([*"ab é安🂡…→", DECOMPOSED, MARKED, FAMILY, "👍🏽", "한", "ﷺ"]) | st.sampled_from(EDITING),
    max_size=30,
)


@given(TYPED, st.sampled_from([UNICODE, CONSOLE, ASCII]), st.sampled_from(["", "Name: "]))
def test_the_cursor_stands_behind_the_letters_before_it_however_wide_they_are(
    typed: list[str], glyphs: Glyphs, label: str
) -> None:
    before, after = list[str](), list[str]()  # what a player sees: each letter as one
    field = LineField("", 500)
    for key in typed:
        if key in EDITING:
            field.press(key)
        else:
            field.insert(key)
        match key:
            case "left":
                after[:0] = [before.pop()] if before else []
            case "right":
                before += [after.pop(0)] if after else []
            case "home":
                before, after = [], before + after
            case "end":
                before, after = before + after, []
            case "backspace":
                before = before[:-1]
            case "delete":
                after = after[1:]
            case "ctrl u":
                before, after = [], []
            case _:
                before += ["\N{MAN}", "\N{WOMAN}"] if key == FAMILY else [key]
    assert field.text == "".join(before + after)
    text, cursor = field.shown(glyphs)
    for part, shown in ((before, text[:cursor]), (after, text[cursor:])):
        wholes = (normalize("NFC", letter) for letter in part)
        assert shown == "".join(glyphs.displayable(whole) if len(whole) == 1 else "?" for whole in wholes)
    assert all(calc_width(char, 0, 1) == 1 for char in text)
    prompt = Prompt(ui_of(glyphs), "Name it", field, lambda _: None, about="", word="", label=label)
    ((*_, line),) = [[line for line in prompt.lines(600, 9) if line.cursor is not None]]
    assert "".join(span.text for span in line.spans)[: line.cursor] == label + text[:cursor]


def test_pasted_text_that_does_not_fit_is_cut_and_that_is_told_with_the_cursor_at_the_end() -> None:
    field = LineField("abc", 4)
    prompt = Prompt(ui_of(), "Name it", field, lambda _: None, about="", word="", label="Name: ")
    prompt.paste("安")
    assert "fit" not in "\n".join(looked_at(prompt, (80, 24)).text)
    looked_at(prompt, (80, 24), "backspace")
    prompt.paste("安\t🂡")
    assert "Only 4 characters fit" in "\n".join(looked_at(prompt, (80, 24)).text)
    (line,) = [line for line in prompt.lines(40, 9) if line.cursor is not None]
    assert (line.cursor, field.text) == (len("Name: abc?"), "abc安")


def test_parts_stand_apart_only_where_there_is_room() -> None:
    part = [Line((Span("x"),))]
    assert spaced([part, [], part], 2) == [*part, *part]
    assert spaced([part, part], 3) == [*part, BLANK, *part]
    assert spaced([part, part], 5) == [*part, BLANK, *part]
