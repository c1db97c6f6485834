"""The whole table as a widget: cards and bars at every size, and a sentence where the screen is too small."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.controller.play.game import Clock
from freecell_tui.controller.play.session import Cursor, Session
from freecell_tui.engine import CELLS, COLUMNS, FREECELL, VARIANTS, Board, Card, Game, Suit, legal_moves
from freecell_tui.engine.cards import RANK_TEXTS
from freecell_tui.engine.rules import supermove_limit
from freecell_tui.engine.text import clock_text
from freecell_tui.storage.settings import CardSize, Settings
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.screens.table_widget import Table
from support.cases import with_each
from support.screenshots import MODES, assert_looks_as, painted, rendered
from support.strategies import deal_numbers, variants
from support.ui_driver import after, seated

SCREENS = Path(__file__).with_name("screens")

anywhere = st.tuples(st.integers(1, 250), st.integers(1, 80))
fitting = st.sampled_from([(40, 16), (80, 24), (120, 40)]) | st.tuples(st.integers(40, 250), st.integers(16, 80))
glyph_sets = st.sampled_from((UNICODE, ASCII))


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    """A session somewhere in a game, with cards lifted or the cursor showing or neither."""
    game = Game.new(draw(deal_numbers()), draw(variants()))
    for choice in draw(st.binary(max_size=12)):
        moves = list(legal_moves(game.board, game.variant))
        if moves:
            game = game.play(moves[choice % len(moves)])
    clock = Clock(draw(st.floats(0, 400_000)), now=lambda: 0.0)
    session = Session(game, undos=draw(st.integers(0, 2000)), clock=clock)
    pile = draw(st.sampled_from((*session.columns, *session.top_row)))
    session.point_at(pile, draw(st.integers(1, max(len(game.board.cards(pile)), 1))))
    session.shows_cursor = draw(st.booleans())
    if draw(st.booleans()):
        session.select(pile, draw(st.none() | st.just(1)))
    if draw(st.booleans()):
        session.message = None
    return session


def deal_1() -> Table:
    return Table(Session(Game.new(1, FREECELL)), UNICODE)


@given(sessions(), anywhere, st.sampled_from(MODES), st.tuples(st.integers(-99, 300), st.integers(-99, 99)))
def test_every_row_is_as_wide_as_the_screen_at_any_size(
    session: Session, size: tuple[int, int], glyphs: Glyphs, drag: tuple[int, int]
) -> None:
    table = Table(session, glyphs)
    table.drag = drag
    picture = rendered(table, size)
    assert picture.widths == {size[0]}
    assert len(picture.rows) == size[1]
    assert glyphs.has_full_unicode or "".join(picture.text).isascii()


@pytest.mark.slow
@given(sessions(), fitting, glyph_sets)
@example(Session(Game.new(8589934591, VARIANTS["seahaven-towers"]), undos=9999), (40, 16), UNICODE)
def test_the_bars_hold_the_deal_and_every_figure(session: Session, size: tuple[int, int], glyphs: Glyphs) -> None:
    session.message = None
    text = rendered(Table(session, glyphs), size).text
    game, board = session.game, session.game.board
    figures = re.search(r" m(?:oves )?(\d+) +u(?:ndo )?(\d+) +([\d:]+) $", text[0])
    assert figures is not None
    assert figures.groups() == (str(game.moves_made), str(session.undos), clock_text(session.clock.elapsed))
    assert f"#{game.deal} " in text[0]
    free, limit = board.free_cell_count, session.supermove_limit
    there = supermove_limit(board, game.variant, to_empty_column=True) if board.empty_column_count else limit
    cells = f" {free} cell{'s' * (free != 1)} free {glyphs.displayable('·')}" if size[0] >= 60 else ""
    cards = f" card{'s' * (limit != 1)}" if size[0] >= 80 else ""
    both = f" ({there} to an empty column)" if cards and there < limit else ""
    move = f" move up to {limit}{cards}{both} " if cells else f" {limit} at once "
    assert text[-1].endswith(f"{cells * (not both or size[0] >= 100)}{move}")


@pytest.mark.slow
@given(sessions(), fitting, glyph_sets, st.lists(st.text("abcdefXYZ,.’…雪é\x1b", min_size=1, max_size=12), min_size=1))
@example(Session(Game.new(1, FREECELL)), (40, 16), UNICODE, ["x"] * 19)
@example(Session(Game.new(1, FREECELL)), (40, 16), UNICODE, ["ab"] * 13)
@example(Session(Game.new(1, FREECELL)), (40, 16), UNICODE, ["ab"] * 6)
def test_a_message_is_shown_whole_however_long_and_the_figures_beside_it(
    session: Session, size: tuple[int, int], glyphs: Glyphs, words: list[str]
) -> None:
    message = " ".join(words[:30])
    session.message = Message(message, Severity.REFUSAL)
    picture = rendered(Table(session, glyphs), size)
    said = ["".join(mark for mark, role in row if role == "bar warning") for row in picture.rows[1:]]
    assert " ".join(" ".join(said).split()) == " ".join(glyphs.displayable(message).split())
    assert picture.widths == {size[0]}
    assert all(row.isprintable() for row in picture.text)
    limit = session.supermove_limit
    assert (f" move up to {limit} " if size[0] >= 60 else f" {limit} at once ") in picture.text[-1]
    # A cell is left free on either side.
    assert {row[0][0] + row[-1][0] for row in picture.rows if "bar warning" in {role for _, role in row}} == {"  "}


@given(session=sessions(), glyphs=glyph_sets, rank=st.none() | st.integers(1, 13), is_asking=st.booleans())
def test_what_is_said_while_a_rank_is_looked_for_fits_into_the_bar_of_the_smallest_screen(
    session: Session, glyphs: Glyphs, rank: int | None, *, is_asking: bool
) -> None:
    home = session.game.board.foundations
    session.rank_finder.rank, session.rank_finder.is_asking = rank, is_asking
    text = rendered(Table(session, glyphs), (40, 16)).text
    if rank is not None:
        assert f" Found: every {RANK_TEXTS[rank - 1]}" in text[-1]
        suits = "".join(glyphs.suits[suit] for suit in range(4) if home[suit] >= rank)
        assert (f", {suits} home" in text[-1]) == bool(suits)
    assert ("Esc clears " in text[-1]) == is_asking
    assert text[-1].endswith(" ")


def test_the_longest_title_that_has_room_is_shown() -> None:
    session = Session(Game.new(617, FREECELL.with_cells(3)))
    assert rendered(Table(session, UNICODE), (80, 24)).text[0].startswith(" FreeCell, 3 cells #617 ")
    session = Session(Game.new(8589934591, VARIANTS["seahaven-towers"].with_cells(8)))
    for width, title in ((80, "Seahaven Towers, 8 cells #"), (40, "Seahaven #")):
        text = rendered(Table(session, UNICODE), (width, 24)).text
        assert text[0].startswith(f" {title}8589934591 ")


def test_the_name_of_a_game_is_shown_where_there_is_room() -> None:
    table = deal_1()
    table.session.name = "雪 Sunday with grandma"
    assert rendered(table, (80, 24)).text[0].startswith(" ? Sunday with grandma   FreeCell #1 ")
    narrow = rendered(table, (40, 16)).text[0]
    assert narrow.startswith(" FreeCell #1 ")
    table.is_unsaved = True
    row = rendered(table, (80, 24)).rows[0]
    assert "".join(mark for mark, role in row if role == "bar warning") == " NOT SAVED"


@given(st.integers(1, 250), st.integers(1, 80))
def test_a_screen_too_small_says_how_large_it_has_to_be(width: int, height: int) -> None:
    picture = rendered(deal_1(), (width, height))
    said = " ".join(" ".join(picture.text).split())
    if width >= 40 and height >= 16:
        assert ("4 cells free · move up to 5" if width >= 60 else " 5 at once") in said
    elif width >= 12 and height >= 7:
        assert said == f"The window is {width} by {height}; the table needs 40 by 16."
    else:
        assert "at once" not in said


def test_a_long_column_opens_under_the_cursor_and_a_click_hits_the_card_that_is_seen_there() -> None:
    session = Session(after(10, 55))
    long = max(session.columns, key=lambda pile: len(session.game.board.cards(pile)))
    cards = session.game.board.cards(long)
    assert len(cards) == 14
    table = Table(session, UNICODE)
    assert any("↑" in row for row in rendered(table, (40, 16)).text)
    session.point_at(long, len(cards))
    session.shows_cursor = True
    text = rendered(table, (40, 16)).text
    layout = table.layout((40, 16))
    spots = layout.fan(long, len(cards), Cursor(long, len(cards))).spots
    assert spots[0].index == 0
    for spot in spots:
        assert cards[spot.index].face in text[spot.box.y][spot.box.x : spot.box.x + layout.pitch]
        columns, cursor = session.game.board.columns, session.shown_cursor
        assert layout.hit(spot.box.x, spot.box.y, columns, cursor) == Cursor(long, len(cards) - spot.index)


@with_each(
    ("seconds", "text"),
    [(0, "0:00"), (59.99, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (360_061, "100:01:01")],
)
def test_a_clock_shows_minutes_and_seconds_and_hours_when_there_are_any(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


def in_midgame(session: Session) -> None:
    """Deal 10 with a long column, and a card in the hand that the cursor lifted."""
    session.undos = 2
    session.clock = Clock(125.0, now=lambda: 0.0)
    session.point_at(COLUMNS[2])
    session.shows_cursor = True
    session.use_cursor()
    assert session.selection is not None


@with_each(
    ("name", "size", "glyphs", "colour"),
    [
        ("compact", (40, 16), UNICODE, True),
        ("normal", (80, 24), UNICODE, True),
        ("large", (120, 40), UNICODE, True),
        ("small", (60, 20), UNICODE, True),
        ("largest", (200, 60), UNICODE, True),
        ("extra-large-outlined", (160, 50), UNICODE.for_one_colour(), False),
        ("normal-outlined", (80, 24), UNICODE, False),
        ("normal-ascii", (80, 24), ASCII, True),
        ("compact-ascii-outlined", (40, 16), ASCII, False),
    ],
)
@with_each("moment", ["deal", "play"])
def test_the_table_looks_as_it_did(
    name: str, size: tuple[int, int], glyphs: Glyphs, *, colour: bool, moment: str, tmp_path: Path
) -> None:
    game = Game.new(1) if moment == "deal" else after(10, 55)
    with seated(tmp_path, game, size=size, glyphs=glyphs, colour=colour) as seat:
        if moment == "play":
            in_midgame(seat.session)
        assert_looks_as(seat.picture.shapes, SCREENS / f"{moment}-{name}.txt", tmp_path)


LARGER = {"medium": (100, 30), "large": (120, 40), "extra-large": (160, 50), "largest": (200, 60)}


@with_each("name", LARGER)
@with_each("variant", ["eight-off", "seahaven-towers"])
def test_other_games_look_as_they_did_in_larger_windows(name: str, variant: str, tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(1, VARIANTS[variant]), size=LARGER[name]) as seat:
        assert_looks_as(seat.picture.shapes, SCREENS / f"{variant}-{name}.txt", tmp_path)


@with_each("name", LARGER)
def test_the_longest_column_looks_as_it_did_in_larger_windows(name: str, tmp_path: Path) -> None:
    """Nineteen cards: six that were dealt, and on them a sequence from a king down to an ace."""
    run = [Card.of(rank, Suit.SPADES if rank % 2 else Suit.HEARTS) for rank in range(13, 0, -1)]
    others = [card for card in map(Card, range(52)) if card not in run]
    rest = (tuple(others[start : start + 7]) for start in range(6, len(others), 7))
    columns = [(*others[:6], *run), *rest]
    board = Board((*columns, *((),) * (8 - len(columns))), (None,) * 4)
    painter = Painter(Layout(*LARGER[name], FREECELL), UNICODE)
    picture, _ = painted(painter, Scene(board))
    assert_looks_as(picture.shapes, SCREENS / f"longest-{name}.txt", tmp_path)


def test_the_table_behind_a_dialog_shows_every_change_at_once() -> None:
    session, other = Session(Game.new(1)), Session(Game.new(2))
    table = Table(session, UNICODE)
    changes: list[Callable[[], object]] = [
        lambda: None,
        lambda: session.type_pile(COLUMNS[2]),
        lambda: session.type_pile(CELLS[0]),
        session.undo,
        lambda: setattr(table, "refused", frozenset({COLUMNS[4]})),
        lambda: setattr(table, "appearance", Appearance(themes.default(), Settings(card_size=CardSize.COMPACT))),
        lambda: setattr(table, "glyphs", ASCII),
        lambda: setattr(table, "session", other),
        other.pause,
    ]
    for size in ((80, 24), (120, 40), (80, 24)):
        for change in changes:
            change()
            pictures = []
            for table.is_silent in (True, True, False):
                pictures.append(rendered(table, size).rows[:-1])
            assert pictures[0] == pictures[1] == pictures[2]
