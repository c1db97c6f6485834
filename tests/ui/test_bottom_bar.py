"""The bottom bar teaches: the keys that are most useful now, or what they do with lifted cards."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Game
from freecell_tui.storage.settings import AnimationSpeed
from freecell_tui.ui.drawing.glyphs import UNICODE
from freecell_tui.ui.screens.table_widget import Bar, KeyLabel, Table
from support.screenshots import rendered
from support.ui_driver import NO_VERDICT, Point, Seat, after, seated

STILL = NO_VERDICT.with_value("animation", AnimationSpeed.OFF)


def bar(seat: Seat) -> str:
    """The bottom bar without its figures."""
    return seat.picture.text[-1].partition("    ")[0].strip()


def keys_of(seat: Seat) -> list[str]:
    return [label.split()[0] for label in bar(seat).split("  ") if label]


@pytest.mark.parametrize(("size", "moves"), [((40, 16), 7), ((80, 24), 0), ((120, 40), 7)])
def test_a_click_on_a_key_in_the_bar_does_what_the_key_does(size: Point, moves: int, tmp_path: Path) -> None:
    with seated(tmp_path, after(617, moves), settings=STILL, size=size) as seat:
        keys = keys_of(seat)
        labels = [label for label in seat.table.facts.footer.labels if label.key in keys and label.command != "hint"]
    assert len(labels) >= 2
    for label in labels:
        shown = []
        for is_clicked in (False, True):
            with seated(tmp_path, after(617, moves), settings=STILL, size=size) as seat:
                if is_clicked:
                    x, y = seat.place_of(f" {label.key} {label.label}")
                    seat.click((x + len(f"{label.key} {label.label}"), y))
                else:
                    seat.press(BY_NAME[label.command].keys[0])
                is_new = label.command == "new-game"
                # The clock may have moved on.
                shown.append(str(seat.session.game.moves_made) if is_new else seat.text.partition("\n")[2])
        assert shown[0] == shown[1], label.command


@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from(["", "hint", "best place"])), min_size=1, max_size=6),
    st.integers(0, 60),
    st.sampled_from(["", "J♣ →"]),
)
def test_a_label_is_shown_whole_or_not_at_all(words: Sequence[tuple[str, str]], room: int, lead: str) -> None:
    labels = [KeyLabel(key, key, word) for key, word in words]
    footer = Bar(labels, lead)
    shown = footer.fitting(room)
    width = len(footer.gap.join(f"{label.key} {label.label}".rstrip() for label in shown))
    assert width <= room or (lead and len(shown) == 1)
    if lead:
        assert shown[-1] == labels[-1]
        shown = shown[:-1]
    assert [label.key for label in shown] == [label.key for label in labels[: len(shown)]]
    assert not shown or lead or list(shown) == labels[: len(shown)]


@given(
    st.tuples(st.integers(40, 130), st.integers(16, 50)),
    st.lists(st.text("abcdefXYZ,.’…", min_size=1, max_size=12), min_size=1, max_size=9),
)
def test_no_message_covers_the_numbers_of_the_columns(size: tuple[int, int], words: Sequence[str]) -> None:
    session = Session(Game.new(617))
    table = Table(session, UNICODE)
    y = table.layout(size).numbers_y
    before = rendered(table, size).text[y]
    assert before.split() == [*"12345678"]
    session.message = Message(" ".join(words))
    assert rendered(table, size).text[y] == before
