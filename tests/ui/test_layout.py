"""The geometry of the table at every size: nothing lies on anything else, and every point is known."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from freecell_tui.controller.play.session import Cursor
from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, VARIANTS, Pile, Variant
from freecell_tui.storage.settings import CardSize
from freecell_tui.ui.drawing.layout import LARGE_ROWS, LEAST_LARGE_ROWS, STRIP_ROWS, Fan, Layout
from freecell_tui.ui.drawing.surface import Box, fits
from support.strategies import variants
from support.transcripts import Answer, assert_told_as_in, in_folder
from support.ui_driver import Point

LONGEST = 19
anywhere = st.tuples(st.integers(1, 250), st.integers(1, 80))
fitting = st.tuples(st.integers(40, 250), st.integers(16, 80))
lengths = st.lists(st.integers(0, LONGEST), min_size=10, max_size=10)


@st.composite
def cursors(draw: st.DrawFn) -> Cursor:
    return Cursor(draw(st.sampled_from((*COLUMNS, *CELLS, *FOUNDATIONS))), draw(st.integers(1, LONGEST)))


def cells_of(box: Box) -> Iterator[Point]:
    return ((x, y) for y in range(box.y, box.y + box.height) for x in range(box.x, box.x + box.width))


def columns_of(layout: Layout) -> tuple[Pile, ...]:
    return COLUMNS[: layout.variant.columns]


def fans_of(layout: Layout, counts: list[int], cursor: Cursor | None) -> Iterator[tuple[Pile, int, Fan]]:
    for pile in columns_of(layout):
        yield pile, counts[pile.index], layout.fan(pile, counts[pile.index], cursor)


def boxes_of(fan: Fan) -> Iterator[Box]:
    """Everything that a column takes: its cards, and the rows that count the rest."""
    yield from fan.boxes
    if fan.hidden_above:
        first = fan.boxes[0]
        yield Box(first.x, first.y - 1, first.width, 1)
    if fan.hidden_below:
        last = fan.boxes[-1]
        yield Box(last.x, last.y + last.height, last.width, 1)


@given(anywhere, variants())
def test_it_fits_from_40_by_16_and_cards_are_never_narrower_than_their_faces(size: Point, variant: Variant) -> None:
    layout = Layout(*size, variant)
    assert fits(size) == (size[0] >= 40 and size[1] >= 16)
    assert layout.numbers_y == layout.top_y + layout.shape.height == layout.columns_y - 1
    if fits(size) and layout.shape.size in (CardSize.LARGE, CardSize.EXTRA_LARGE, CardSize.LARGEST):
        # Two columns of felt stay between large cards, or one where a narrower card would have no room for its figure.
        assert layout.pitch - layout.card_width >= (1 if layout.pitch in (10, 11, 16) else 2)
    boxes = [*layout.top_boxes.values(), *map(layout.empty_box, columns_of(layout))]
    assert all(box.width >= (3 if layout.shape.size is CardSize.COMPACT else 4) for box in boxes) or not fits(size)
    assert set(layout.top_boxes) == {*CELLS[: variant.cells], *FOUNDATIONS}


@given(fitting, variants(), lengths, st.none() | cursors(), st.sampled_from(CardSize))
def test_nothing_lies_outside_the_screen_or_on_a_bar_and_nothing_overlaps(
    size: Point, variant: Variant, counts: list[int], cursor: Cursor | None, card_size: CardSize
) -> None:
    layout = Layout(*size, variant, card_size)
    taken: set[Point] = set()
    things = [*layout.top_boxes.values()]
    for pile, count, fan in fans_of(layout, counts, cursor):
        things += boxes_of(fan) if count else [layout.empty_box(pile)]
    for box in things:
        for x, y in cells_of(box):
            assert 0 <= x < size[0]
            assert 0 < y < layout.bar_y == size[1] - 1
            assert (x, y) not in taken
            taken.add((x, y))
    assert 0 < layout.numbers_y < layout.bar_y


@given(fitting, variants(), lengths, st.none() | cursors())
def test_a_column_lies_in_order_and_every_card_is_shown_or_counted(
    size: Point, variant: Variant, counts: list[int], cursor: Cursor | None
) -> None:
    layout = Layout(*size, variant)
    for pile, count, fan in fans_of(layout, counts, cursor):
        assert fan.hidden_above + len(fan.boxes) + fan.hidden_below == count
        for box, following in pairwise(fan.boxes):
            assert box.y + box.height == following.y
            assert 1 <= box.height <= layout.covered_height
        for box in fan.boxes:
            assert (box.x, box.width) == (layout.column_x(pile), layout.card_width)
        if count and not fan.hidden_above and not fan.hidden_below:
            assert 1 <= fan.boxes[-1].height <= layout.shape.last_height


@given(fitting, variants(), st.integers(1, 52), st.data())
def test_the_card_under_the_cursor_always_shows(size: Point, variant: Variant, count: int, data: st.DataObject) -> None:
    layout = Layout(*size, variant)
    pile = data.draw(st.sampled_from(columns_of(layout)))
    depth = data.draw(st.integers(1, count))
    # However long a column may be: all fifty-two cards.
    assert layout.fan(pile, count, Cursor(pile, depth)).box(count - depth) is not None
    elsewhere = layout.fan(pile, count, Cursor(COLUMNS[(pile.index + 1) % len(columns_of(layout))], depth))
    assert elsewhere == layout.fan(pile, count)
    assert elsewhere.hidden_below == 0
    # The last card of all shows but while the cursor is further up.
    assert elsewhere.box(count - 1) is not None


@given(fitting, variants(), st.integers(1, LONGEST - 1))
def test_a_column_that_is_not_too_long_begins_where_columns_begin(size: Point, variant: Variant, count: int) -> None:
    layout = Layout(*size, variant)
    shorter, longer = layout.fan(COLUMNS[0], count), layout.fan(COLUMNS[0], count + 1)
    assert count > 1 or shorter.boxes[0] == layout.empty_box(COLUMNS[0])
    if longer.hidden_above:
        # Cards are only counted where there is no row left for them.
        assert longer.boxes[-1].bottom == layout.bar_y
        assert all(box.height == 1 for box in longer.boxes)
        assert count + 1 > layout.bar_y - layout.columns_y
    shape = layout.shape
    room = layout.bar_y - layout.columns_y - (shape.height > 1)
    if (count - 1) + shape.height <= room:
        assert shorter.boxes[0].y == layout.columns_y
        least = LEAST_LARGE_ROWS if shape.height >= LARGE_ROWS else shape.height
        assert least <= shorter.boxes[-1].height <= shape.last_height
    if (count - 1) * layout.covered_height + shape.last_height <= room:
        assert shorter.boxes[-1].height == shape.last_height
    # A card more never makes another one larger, nor begins the column lower, but by the row that counts.
    assert longer.boxes[0].y - bool(longer.hidden_above) <= shorter.boxes[0].y
    for index, box in enumerate(longer.boxes[:-1], longer.hidden_above):
        before = shorter.box(index)
        assert box.height <= (layout.covered_height if before is None else before.height)
    # It closes up from its top, a step at a time.
    heights = [box.height for box in longer.boxes[:-1]]
    assert heights == sorted(heights)
    assert set(heights) <= set(layout.steps)
    assert len(set(heights)) <= 2


ANY_VARIANT = st.sampled_from([*VARIANTS.values()])
NO_STRIPE = 2
"""A window this much wider than high, in cells, is no stripe; a table with more columns needs more."""


@given(st.tuples(st.integers(64, 250), st.integers(23, 55)), ANY_VARIANT)
@example((80, 23), VARIANTS["freecell"])
@example((80, 24), VARIANTS["freecell"])
@example((90, 40), VARIANTS["freecell"])
@example((80, 40), VARIANTS["freecell"])
@example((190, 45), VARIANTS["freecell"])
def test_a_deal_leaves_no_third_of_the_felt_empty(size: Point, variant: Variant) -> None:
    layout = Layout(*size, variant)
    piles = variant.columns + (variant.cells + len(FOUNDATIONS) > variant.columns)
    is_stripe = size[0] < size[1] * NO_STRIPE * piles / 8
    assume(not is_stripe and layout.shape.size not in (CardSize.COMPACT, CardSize.SMALL))
    longest = -(-(52 - len(variant.cells_dealt)) // variant.columns)
    fan = layout.fan(COLUMNS[0], longest)
    assert fan.boxes[-1].bottom - layout.columns_y >= (layout.bar_y - layout.columns_y) * 2 / 3
    # And there is room for a card more, with what is drawn on the cards.
    assert fan.boxes[-1].height == layout.shape.last_height


@given(fitting, variants(), st.integers(1, LONGEST))
@example((190, 45), VARIANTS["freecell"], 9)
@example((160, 50), VARIANTS["freecell"], 10)
def test_a_column_that_fits_with_figures_shows_no_text(size: Point, variant: Variant, count: int) -> None:
    layout = Layout(*size, variant)
    boxes = layout.fan(COLUMNS[0], count).boxes
    has_figures = layout.shape.height >= LARGE_ROWS
    fits_with_figures = (count - 1) * STRIP_ROWS + LEAST_LARGE_ROWS <= layout.bar_y - layout.columns_y
    assert not (has_figures and fits_with_figures) or all(box.height >= STRIP_ROWS for box in boxes)


@given(fitting, variants())
def test_cards_are_as_large_as_wished_or_the_next_smaller_that_fits(size: Point, variant: Variant) -> None:
    largest = Layout(*size, variant).shape.size
    for wished in CardSize:
        expected = largest if wished is CardSize.AUTO else min(wished, largest, key=[*CardSize].index)
        assert Layout(*size, variant, wished).shape.size is expected


@pytest.mark.slow
@given(fitting, variants(), lengths, st.none() | cursors())
@example((40, 16), VARIANTS["eight-off"], [6] * 10, None)
def test_every_point_of_a_card_that_shows_hits_that_card(
    size: Point, variant: Variant, counts: list[int], cursor: Cursor | None
) -> None:
    layout = Layout(*size, variant)
    columns = [[0] * count for count in counts]
    for pile, box in layout.top_boxes.items():
        for x, y in cells_of(box):
            assert layout.hit(x, y, columns, cursor) == Cursor(pile)
    for pile, count, fan in fans_of(layout, counts, cursor):
        for index, box in enumerate(fan.boxes, fan.hidden_above):
            for x, y in cells_of(box):
                assert layout.hit(x, y, columns, cursor) == Cursor(pile, count - index)
        if not count:
            for x, y in cells_of(layout.empty_box(pile)):
                assert layout.hit(x, y, columns, cursor) == Cursor(pile)


@given(fitting, variants(), lengths, st.none() | cursors(), st.integers(-300, 600), st.integers(-300, 600))
@example((40, 16), VARIANTS["eight-off"], [6] * 10, None, 40, 1)
def test_a_point_off_the_screen_or_on_a_bar_hits_nothing_and_any_other_a_card_that_is_there(
    size: Point, variant: Variant, counts: list[int], cursor: Cursor | None, x: int, y: int
) -> None:
    layout = Layout(*size, variant)
    columns = [[0] * count for count in counts]
    assert not any(layout.hit(at, bar, columns, cursor) for at in range(size[0]) for bar in (0, layout.bar_y))
    for at in ((x, y), (x % size[0], y), (x, y % size[1]), (x % size[0], y % size[1]), (size[0], y % size[1])):
        hit = layout.hit(*at, columns, cursor)
        if not (0 <= at[0] < size[0] and 0 < at[1] < layout.bar_y):
            assert hit is None
        elif hit is not None:
            assert hit.pile in (*layout.top_boxes, *columns_of(layout))
            count = counts[hit.pile.index] if hit.pile in COLUMNS else 1
            assert 1 <= hit.depth <= max(count, 1)


# Where everything is at each size, as a table

TABLES = in_folder(Path(__file__).parent / "tables", "layout*.txt")


def begin(name: str) -> Answer:
    def answer(size: str) -> list[str]:
        width, height = map(int, size.split("x"))
        return list(described(Layout(width, height, VARIANTS[name])))

    return answer


def described(layout: Layout) -> Iterator[str]:
    """Yield where the piles are, and how many rows show of each card of columns of 1 to 20 cards."""
    size, rows = layout.shape.size.value, (layout.top_y, layout.numbers_y, layout.columns_y, layout.bar_y)
    yield f"{size} cards of {layout.card_width}x{layout.shape.height}, {layout.pitch} apart; rows {rows}"
    yield "columns at " + " ".join(str(layout.column_x(pile)) for pile in columns_of(layout))
    yield "above " + " ".join(f"{pile.letter} {box.x},{box.y}" for pile, box in layout.top_boxes.items())
    before = ""
    for cards in range(1, LONGEST + 2):
        boxes, above, below, _ = layout.fan(COLUMNS[0], cards)
        heights = "".join(str(box.height % 10) for box in boxes)
        if above or below or heights[1:] != before:
            yield f"{cards} from {boxes[0].y}: {heights}" + f", {above} above" * bool(above)
        before = heights


@pytest.mark.parametrize("name", TABLES)
def test_everything_is_where_the_table_says(name: str) -> None:
    assert_told_as_in(TABLES[name], begin)


@given(fitting, variants(), lengths, st.integers(18, 66))
def test_free_felt_has_no_card_on_it(size: Point, variant: Variant, counts: list[int], width: int) -> None:
    layout = Layout(*size, variant)
    columns = [range(count) for count in counts]
    taken = [*layout.top_boxes.values(), *(box for _, _, fan in fans_of(layout, counts, None) for box in boxes_of(fan))]
    for height in range(2, layout.bar_y):
        box = layout.free_felt(columns, width, height)
        if box is not None:
            assert (box.width, box.height) == (width, height)
            assert 0 <= box.x <= box.right <= size[0]
            assert box.bottom <= layout.bar_y
            assert not any(
                box.x < each.right and each.x < box.right and box.y < each.bottom and each.y < box.bottom
                for each in taken
            )
