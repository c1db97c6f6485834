"""The whole table as a widget: cards and bars at every size, and a sentence where the screen is too small."""

import re
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.game import Clock
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import CELLS, COLUMNS, FREECELL, VARIANTS, Game, legal_moves
from freecell_tui.engine.cards import RANK_TEXTS
from freecell_tui.engine.rules import supermove_limit
from freecell_tui.engine.text import clock_text
from freecell_tui.storage.settings import CardSize, Settings
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.drawing.painter import Drag
from freecell_tui.ui.screens.table_widget import Table, TableFacts
from support.screenshots import MODES, rendered
from support.strategies import deal_numbers, variants

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


@given(sessions(), anywhere, st.sampled_from(MODES), st.tuples(st.integers(-99, 300), st.integers(-99, 99)))
def test_every_row_is_as_wide_as_the_screen_at_any_size(
    session: Session, size: tuple[int, int], glyphs: Glyphs, drag: tuple[int, int]
) -> None:
    table = Table(session, glyphs)
    table.facts = TableFacts(session, drag=Drag(*drag))
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
    figures = re.search(r" m(?:oves )?(\d+) +u(?:ndos )?(\d+) +([\d:]+) $", text[0])
    assert figures is not None
    assert figures.groups() == (str(game.moves_made), str(session.undos), clock_text(session.clock.elapsed))
    assert f"#{game.deal} " in text[0]
    free, limit = board.free_cell_count, session.supermove_limit
    there = supermove_limit(board, game.variant, to_empty_column=True) if board.empty_column_count else limit
    cells = f" {free} cell{'s' * (free != 1)} free {glyphs.displayable('·')}" if size[0] >= 60 else ""
    cards = f" card{'s' * (limit != 1)}" if size[0] >= 100 else ""
    both = f" ({there} to an empty column)" if size[0] >= 80 and there < limit else ""
    move = f" move up to {limit}{cards}{both} " if cells else f" {limit} at once "
    shown = f"{cells * (not both or size[0] >= 100)}{move}"
    # A won game has no use for them, nor one without a useful move, which needs the room for its keys.
    assert text[-1].endswith(shown) != (game.is_won or session.is_stuck)


@pytest.mark.slow
@given(sessions(), fitting, glyph_sets, st.lists(st.text("abcdefXYZ,.’…雪é\x1b", min_size=1, max_size=12), min_size=1))
@example(Session(Game.new(1, FREECELL)), (40, 16), UNICODE, ["x"] * 19)
@example(Session(Game.new(1, FREECELL)), (40, 16), UNICODE, ["ab"] * 13)
@example(Session(Game.new(1, FREECELL)), (40, 16), UNICODE, ["ab"] * 6)
def test_a_message_is_shown_whole_however_long_and_the_figures_beside_it(
    session: Session, size: tuple[int, int], glyphs: Glyphs, words: list[str]
) -> None:
    message = " ".join(words[:30])
    session.message = Message(message, "refusal")
    picture = rendered(Table(session, glyphs), size)
    said = ["".join(mark for mark, role in row if role == "bar warning") for row in picture.rows[1:]]
    assert " ".join(" ".join(said).split()) == " ".join(glyphs.displayable(message).split())
    assert picture.widths == {size[0]}
    assert all(row.isprintable() for row in picture.text)
    limit = session.supermove_limit
    figures = f" move up to {limit} " if size[0] >= 60 else f" {limit} at once "
    assert (figures in picture.text[-1]) != session.game.is_won
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


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59.99, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"), (360_061, "100:01:01")],
)
def test_a_clock_shows_minutes_and_seconds_and_hours_when_there_are_any(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


def test_the_table_behind_a_dialog_shows_every_change_at_once(subtests: pytest.Subtests) -> None:
    session, other = Session(Game.new(1)), Session(Game.new(2))
    table = Table(session, UNICODE)
    changes: list[Callable[[], object]] = [
        lambda: None,
        lambda: session.type_pile(COLUMNS[2]),
        lambda: session.type_pile(CELLS[0]),
        session.undo,
        lambda: setattr(table, "facts", TableFacts(session, refused=frozenset({COLUMNS[4]}))),
        lambda: setattr(table, "appearance", Appearance(themes.default(), Settings(card_size=CardSize.COMPACT))),
        lambda: setattr(table, "glyphs", ASCII),
        lambda: setattr(table, "facts", TableFacts(other)),
        other.pause,
    ]
    for size in ((80, 24), (120, 40), (80, 24)):
        for change in changes:
            with subtests.test(size=size, change=change):
                change()
                pictures = []
                for is_silent in (True, True, False):
                    table.facts = table.facts._replace(is_silent=is_silent)
                    pictures.append(rendered(table, size).rows[:-1])
                assert pictures[0] == pictures[1] == pictures[2]
