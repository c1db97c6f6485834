"""The bottom bar teaches: the keys that are most useful now, or what they do with lifted cards."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.controller.commands import BY_NAME
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import COLUMNS, FREECELL, Autoplay, Game, Move
from freecell_tui.storage.settings import AnimationSpeed, Settings
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE
from freecell_tui.ui.screens.table_widget import Bar, KeyLabel, Table
from support.factories import won_game
from support.positions import at_the_fork
from support.screenshots import rendered
from support.strategies import small_table
from support.ui_driver import NO_VERDICT, Point, Seat, after, seated

STILL = NO_VERDICT.with_value("animation", AnimationSpeed.OFF)


def bar(seat: Seat) -> str:
    """The bottom bar without its figures."""
    return seat.picture.text[-1].partition("    ")[0].strip()


def keys_of(seat: Seat) -> list[str]:
    return [label.split()[0] for label in bar(seat).split("  ") if label]


def on_table(columns: str, *, cells: str = "") -> Game:
    return Game(FREECELL, 1, (small_table(columns, FREECELL, cells=cells),))


def test_the_bar_shows_the_five_most_useful_keys_of_a_situation(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=STILL) as seat:
        assert bar(seat) == "i hint  m menu  ? help  n new  # deal"
        seat.press("3", "a")
        assert bar(seat) == "u undo  i hint  m menu  ? help  n new"
        seat.press("u")
        assert keys_of(seat)[0] == "r"
        seat.press("r")
        assert "r" not in keys_of(seat)
        seat.press("left")
        assert bar(seat).startswith("Enter lift  Space best place  u undo")
        seat.controller.preferences.use(seat.controller.settings.with_value("hints", value=False))
        assert "i" not in keys_of(seat)


def test_the_bar_says_which_move_enter_plays_at_once(tmp_path: Path) -> None:
    with seated(tmp_path, on_table("7S, 6H, KC, , , , , ", cells="KD QS JD KH"), settings=STILL) as seat:
        seat.session.shows_cursor = True
        seat.session.point_at(COLUMNS[1])
        assert bar(seat).startswith("Enter 1 7♠  Space best place")
        seat.press("enter")
        assert [str(turn.move) for turn in seat.session.game.turns] == ["21"]


def test_a_lost_game_shows_the_way_back_first_unless_the_verdict_is_hidden(tmp_path: Path) -> None:
    lost = at_the_fork().play(Move.parse("18"))
    with seated(tmp_path, lost, settings=Settings(animation=AnimationSpeed.OFF)) as seat:
        seat.see("○ lost")
        seat.see("U back to winnable")
        assert bar(seat) == "U back to winnable  u undo  L review"
        seat.size = (100, 30)
        assert bar(seat) == "U back to winnable  u undo  L review  R restart  m menu"
        seat.size = (120, 40)
        assert bar(seat) == "U back to winnable  u undo  L review  R restart  m menu  i hint  ? help  n new"
        seat.press("v")
        assert "back to winnable" not in bar(seat)
        seat.session.message = None
        assert "v verdict" in bar(seat)


def test_cards_that_wait_to_go_home_have_their_key_in_the_bar(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(24), settings=STILL.with_value("autoplay", Autoplay.NONE)) as seat:
        assert "A all home" in bar(seat)
        seat.press("A")
        assert sum(seat.session.game.board.foundations) > 0
        assert "A all home" not in bar(seat)


def test_where_no_move_is_left_and_after_a_win_the_bar_says_what_there_is_to_do(tmp_path: Path) -> None:
    with seated(tmp_path, won_game(5).undo(), settings=STILL) as seat:
        seat.press("r")
        seat.later(1)
        seat.press("esc")
        assert seat.dialog is None
        assert bar(seat) == "Enter summary  n new  L review  R restart  m menu  u undo  ? help  # deal"
    stuck = on_table("2S, 4S, 6S, 8S, TS, 2C, 4C, 6C", cells="8C TC QC QS")
    with seated(tmp_path, stuck, settings=STILL) as seat:
        assert seat.session.is_stuck
        seat.session.message = None
        assert "No useful move is left" in seat.picture.text[-2]
        assert "m menu" in bar(seat)


@pytest.mark.parametrize(("size", "moves"), [((40, 16), 7), ((80, 24), 0), ((120, 40), 7)])
def test_a_click_on_a_key_in_the_bar_does_what_the_key_does(size: Point, moves: int, tmp_path: Path) -> None:
    with seated(tmp_path, after(617, moves), settings=STILL, size=size) as seat:
        keys = keys_of(seat)
        labels = [label for label in seat.table.footer.labels if label.key in keys and label.command != "hint"]
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


def test_with_cards_lifted_the_bar_says_where_each_key_puts_them(tmp_path: Path) -> None:
    game = on_table("JD, KS TS 9H, QH, KH, KD, KC, QD, QC", cells="2S 3S 4S")
    with seated(tmp_path, game, settings=STILL) as seat:
        seat.press("2")
        assert bar(seat) == "10♠ 9♥ → 1 J♦ · d (9♥ only) · Esc back"
        seat.click((seat.picture.text[-1].index("Esc back"), 23))
        assert seat.session.selection is None
        seat.press("2")
        seat.click((seat.picture.text[-1].index("1 J♦"), 23))
        assert seat.session.game.board.columns[0][-1].face == "9♥"


def test_with_the_cursor_the_bar_says_what_enter_does(tmp_path: Path) -> None:
    game = on_table("JD, KS TS 9H, JH, KH, KD, KC, QD, QC", cells="2S 3S 4S")
    with seated(tmp_path, game, settings=STILL) as seat:
        seat.session.shows_cursor = True
        seat.press("right", "up", "enter")
        assert bar(seat) == "10♠ 9♥ → Enter 1 J♦ · 3 J♥ · Esc back"
        seat.press("right")
        assert bar(seat) == "10♠ 9♥ → Enter 3 J♥ · 1 J♦ · Esc back"
        seat.click((seat.picture.text[-1].index("Enter") + 2, 23))
        assert seat.session.game.board.columns[2][-1].face == "9♥"


def test_how_many_cards_a_target_takes_is_said_if_not_all_go_and_so_is_that_there_is_none(tmp_path: Path) -> None:
    for columns, cells, key, told in (
        ("2C KS QH JS TH, 4S, , AD, 5S", "2S", "1", "K♠…10♥ → 3 empty · b (10♥ only) · Esc back"),
        ("2C KS QH JS TH, 4S, , AD, 5S", "2S", "4", "A♦ → h home"),
        ("9S, QS, JS, TS, 9C, 8S, 7S, TH", "2S 3S 4S 5S", "2", "Q♠ → no place · Esc back"),
    ):
        with seated(tmp_path, on_table(columns, cells=cells), settings=STILL) as seat:
            seat.press(key)
            assert bar(seat).startswith(told)


def test_on_the_smallest_screen_the_way_back_keeps_its_word_and_a_place_is_named(tmp_path: Path) -> None:
    game = on_table("2C KS QH JS TH 9S 8D, 9C, 9H, 9D, AD, AS, AH, AC", cells="2S")
    for glyphs, told in ((UNICODE, "J♠…8♦ → 2 · b · Esc back"), (ASCII, "JS...8d -> 2 | b | Esc back")):
        with seated(tmp_path, game, settings=STILL, size=(40, 16), glyphs=glyphs) as seat:
            seat.press("1")
            assert seat.picture.text[-1].startswith(f" {told}  ")
            seat.click((seat.picture.text[-1].index("2"), 15))
            assert seat.session.game.board.columns[1][-1].face == "8♦"


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


def test_while_a_message_stands_in_the_row_above_the_keys_stay_in_the_bar(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617), settings=STILL) as seat:
        seat.controller.notify(Message("This is a sentence that has no room beside the figures."))
        assert seat.picture.text[-2].strip() == "This is a sentence that has no room beside the figures."
        assert bar(seat).startswith("i hint  m menu")
