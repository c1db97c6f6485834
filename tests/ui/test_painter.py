"""The cards and places as they are drawn: legible at every size, in every number of colours and set of marks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell_tui.controller.play.session import Cursor
from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    FOUNDATIONS,
    FREECELL,
    Board,
    Card,
    Pile,
    PileKind,
    Suit,
    Variant,
    deal,
    legal_moves,
    play,
)
from freecell_tui.storage.settings import CardSize
from freecell_tui.ui.drawing.cards.style import Deck
from freecell_tui.ui.drawing.glyphs import ASCII, CONSOLE, UNICODE, Glyphs, terminal_glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Drag, Painter, Scene
from freecell_tui.ui.drawing.surface import Box
from freecell_tui.ui.drawing.themes.theme import Colours
from support.screenshots import COLOURS, Picture, index_of, painted, shown
from support.screenshots import MODES as GLYPHS
from support.strategies import positions
from support.ui_driver import Point

SIZES = ((40, 16), (80, 24), (120, 40))
MODES = [(1, glyphs) for glyphs in GLYPHS[2:]] + [(colours, glyphs) for colours in COLOURS[1:] for glyphs in GLYPHS[:2]]

# Clubs, diamonds, hearts, spades.
TWO_INKS = ("black", "red", "red", "black")
FOUR_INKS = ("green", "blue", "red", "black")


@dataclass(frozen=True)
class Drawn:
    """A scene, and everything that it was drawn with."""

    scene: Scene
    variant: Variant
    painter: Painter
    four_colours: bool

    @property
    def glyphs(self) -> Glyphs:
        return self.painter.glyphs

    @property
    def colour(self) -> bool:
        return self.glyphs.has_colour

    @property
    def layout(self) -> Layout:
        return self.painter.layout


def piles_of(variant: Variant) -> tuple[Pile, ...]:
    return (*COLUMNS[: variant.columns], *CELLS[: variant.cells], *FOUNDATIONS)


@st.composite
def drawings(draw: st.DrawFn, *, drags: bool = True) -> Drawn:
    board, variant = draw(positions())
    size = draw(st.sampled_from(SIZES) | st.tuples(st.integers(40, 250), st.integers(16, 80)))
    piles = piles_of(variant)
    source = draw(st.none() | st.sampled_from([pile for pile in piles if board.cards(pile)]))
    lifted = 0 if source is None else draw(st.integers(1, variant.sequence_length(board.cards(source))))
    pointed = draw(st.none() | st.sampled_from(piles))
    depth = 1 if pointed is None else draw(st.integers(1, max(len(board.cards(pointed)), 1)))
    drag = st.none() | st.builds(Drag, st.integers(-30, 280), st.integers(-30, 110), st.none() | st.sampled_from(piles))
    glyphs = draw(st.sampled_from((*GLYPHS, UNICODE._replace(suits=ASCII.suits))))
    four_colours, card_size = draw(st.booleans()), draw(st.sampled_from(CardSize))
    found = frozenset(draw(st.sets(st.sampled_from(DECK), max_size=8)))
    scene = Scene(
        board,
        source=source,
        lifted=lifted,
        targets=frozenset(draw(st.sets(st.sampled_from(piles)))),
        cursor=None if pointed is None else Cursor(pointed, depth),
        cursor_depths=range(draw(st.integers(1, depth)), depth + 1),
        refused=frozenset(draw(st.sets(st.sampled_from(piles), max_size=2))),
        drag=draw(drag) if drags else None,
        losing=frozenset(draw(st.sets(st.sampled_from(piles), max_size=3))),
        found=found,
        safe=frozenset(sorted(found)[::2]),
        related=frozenset(draw(st.sets(st.sampled_from(DECK), max_size=8))),
    )
    layout = Layout(*size, variant, card_size)
    painter = Painter(
        layout, glyphs, deck=Deck("/x", inks=dict(zip(Suit, FOUR_INKS if four_colours else TWO_INKS, strict=True)))
    )
    return Drawn(scene, variant, painter, four_colours)


def cards_that_show(drawn: Drawn) -> Iterator[tuple[Pile, int, Card, Box]]:
    """Every card that the layout shows where it lies: its pile, how deep it is in it, and the rows that show."""
    scene, layout = drawn.scene, drawn.layout
    for pile in piles_of(drawn.variant):
        cards = scene.board.cards(pile)
        if pile == scene.source and scene.drag is not None:
            rank = cards[-1].rank
            is_home = pile.kind is PileKind.FOUNDATION and rank > 1
            cards = (Card.of(rank - 1, pile.index),) if is_home else cards[: -scene.lifted]
        if cards and pile.kind is not PileKind.COLUMN:
            yield pile, 1, cards[-1], layout.card_box(pile, 1, lifted=scene.in_hand)
        elif cards:
            fan = layout.fan(pile, len(cards), scene.cursor, scene.in_hand)
            for index, box in enumerate(fan.boxes, fan.hidden_above):
                yield pile, len(cards) - index, cards[index], box


def hides(drawn: Drawn, box: Box) -> bool:
    """Whether a dragged card or its shadow may lie on the first row of a box."""
    scene, layout = drawn.scene, drawn.layout
    if scene.drag is None or scene.source is None:
        return False
    x, y, _ = scene.drag
    rows = (scene.lifted - 1) * layout.covered_height + layout.shape.last_height + 2
    beside = box.x + box.width <= x or x + layout.card_width + 1 <= box.x
    return not (beside or box.y < y or y + rows <= box.y)


def assert_legible(drawn: Drawn, picture: Picture, box: Box, card: Card) -> None:
    named = index_of(picture, box, card, drawn.glyphs)
    assert named is not None
    ground, ink = named
    if drawn.colour and ground != "lit":
        assert ink == ((FOUR_INKS if drawn.four_colours else TWO_INKS)[card.suit])
    for colours in COLOURS if drawn.colour else ():
        shown_ink, shown_ground = shown(f"{ground} {ink}", colours)
        assert colours == 1 or shown_ink.split(",")[0] != shown_ground


@pytest.mark.slow
@given(drawings())
def test_every_card_that_shows_is_legible_and_every_row_is_as_wide_as_the_screen(drawn: Drawn) -> None:
    picture, _ = painted(drawn.painter, drawn.scene)
    assert picture.widths == {drawn.layout.width}
    assert len(picture.rows) == drawn.layout.height
    for _, _, card, box in cards_that_show(drawn):
        if not hides(drawn, box):
            assert_legible(drawn, picture, box, card)
    if drawn.glyphs.suits == ASCII.suits and not drawn.glyphs.has_full_unicode:
        assert "".join(picture.text).isascii()
    for role in picture.roles:
        for colours in COLOURS:
            assert shown(role, colours)


@pytest.mark.slow
@given(drawings(drags=False), st.data())
def test_dragged_cards_are_legible_where_the_pointer_holds_them(drawn: Drawn, data: st.DataObject) -> None:
    scene, layout = drawn.scene, drawn.layout
    if scene.source is None:
        return
    x = data.draw(st.integers(0, layout.width - layout.card_width))
    y = data.draw(st.integers(0, layout.height - 1))
    picture, _ = painted(drawn.painter, scene._replace(drag=Drag(x, y)))
    held, cards = len(scene.board.cards(scene.source)), scene.board.cards(scene.source)[-scene.lifted :]
    for card in cards:
        rows = layout.card_box(scene.source, held).height if card is cards[-1] else layout.covered_height
        if y + rows <= layout.height:
            assert_legible(drawn, picture, Box(x, y, layout.card_width, rows), card)
        y += layout.covered_height


@pytest.mark.slow
@given(drawings(drags=False))
def test_a_card_that_was_asked_for_is_lit_wherever_it_shows_unless_it_is_held_or_pointed_at(drawn: Drawn) -> None:
    scene = drawn.scene._replace(targets=frozenset(), refused=frozenset(), losing=frozenset())
    picture, _ = painted(drawn.painter, scene)
    for pile, depth, card, box in cards_that_show(drawn):
        look, _ = index_of(picture, box, card, drawn.glyphs) or ("", "")
        held = pile == scene.source and depth <= scene.lifted
        pointed_at = scene.cursor is not None and pile == scene.cursor.pile and depth in scene.cursor_depths
        assert (look == "lifted") == held
        if not held and not pointed_at:
            assert (look == "found") == (card in scene.found - scene.safe)
            assert (look == "safe") == (card in scene.safe)
            assert (look == "related") == (card in scene.related - scene.found)
        else:
            assert look == ("lifted" if held else "cursor")


@pytest.mark.slow
@given(drawings(), st.randoms(use_true_random=False))
def test_cards_with_their_faces_down_do_not_say_which_they_are(drawn: Drawn, chance: Random) -> None:
    board = drawn.scene.board
    picture, cursor = painted(drawn.painter, drawn.scene._replace(face_down=True))
    assert cursor is None
    cards = [card for column in board.columns for card in column] + [card for card in board.free_cells if card]
    chance.shuffle(cards)
    columns = tuple(tuple(cards.pop() for _ in column) for column in board.columns)
    cells = tuple(None if card is None else Card(chance.randrange(52)) for card in board.free_cells)
    clubs, diamonds, hearts, spades = (chance.randint(1, 13) if rank else 0 for rank in board.foundations)
    other = Scene(Board(columns, cells, (clubs, diamonds, hearts, spades)), face_down=True)
    assert painted(drawn.painter, other)[0].rows == picture.rows
    for pile, _, _, box in cards_that_show(replace(drawn, scene=Scene(board))):
        roles = {role for _, role in picture.rows[box.y][box.x : box.x + box.width]}
        # The number of a very long column is in the corner of its first card.
        tab = {"felt number"} if box.y <= drawn.layout.numbers_y else set()
        # The letter of a cell is in the corner of its card.
        tab |= {"well mark", "well line", "bar text"} if pile.kind is PileKind.CELL else set()
        assert roles <= {"back edge", "back pattern", *tab}, pile


@pytest.mark.slow
@given(drawings())
def test_the_terminals_cursor_stands_on_the_card_that_the_cursor_means(drawn: Drawn) -> None:
    _, at = painted(drawn.painter, drawn.scene)
    cursor = drawn.scene.cursor
    if cursor is None:
        assert at is None
        return
    undragged = replace(drawn, scene=drawn.scene._replace(drag=None))
    boxes = [box for pile, depth, _, box in cards_that_show(undragged) if (pile, depth) == (cursor.pile, cursor.depth)]
    assert at == (boxes or [drawn.layout.card_box(cursor.pile, 0, lifted=drawn.scene.in_hand)])[0][:2]


ON_CARDS = {"card", "lifted", "pale", "hinted", "related", "tint"}
"""The surfaces that only cards have."""


def is_on_card(role: str) -> bool:
    kind, *pixels = role.split(" ")
    names = {pixel.partition(".")[0] for pixel in pixels} if kind == "half" else {kind}
    return not names.isdisjoint({*ON_CARDS, "art"})


@settings(max_examples=25)
@given(drawings(drags=False))
def test_every_cell_of_a_card_belongs_to_that_card_alone_which_takes_the_clicks_there(drawn: Drawn) -> None:
    scene, layout = drawn.scene, drawn.layout
    picture, _ = painted(drawn.painter, scene)
    owners: dict[Point, Cursor] = {}
    # An empty place may have the colours of a card.
    for pile in piles_of(drawn.variant):
        if not scene.board.cards(pile):
            box = layout.card_box(pile, 0)
            cells = set(product(range(box.x, box.right), range(box.y, box.bottom)))
            owners |= dict.fromkeys(cells, Cursor(pile))
    for pile, depth, _, box in cards_that_show(drawn):
        cells = set(product(range(box.x, box.right), range(box.y, box.bottom)))
        assert cells.isdisjoint(owners)
        owners |= dict.fromkeys(cells, Cursor(pile, depth))
        if pile.kind is PileKind.COLUMN:
            left = layout.column_x(pile)
            assert left <= box.x < box.right <= left + layout.card_width < left + layout.pitch
        # Where a card is lifted, too: those points are the first ones that change their owners.
        for x, y in product((box.x, box.right - 1), (box.y, box.bottom - 1)):
            assert layout.hit(x, y, scene.board.columns, scene.cursor, scene.in_hand) == Cursor(pile, depth)
    for y, row in enumerate(picture.rows):
        for x, (_, role) in enumerate(row):
            assert not is_on_card(str(role)) or (x, y) in owners


@settings(max_examples=25)
@given(drawings(drags=False), st.data())
def test_a_move_changes_only_the_piles_between_which_it_goes(drawn: Drawn, data: st.DataObject) -> None:
    layout, board, variant = drawn.layout, drawn.scene.board, drawn.variant
    moves = list(legal_moves(board, variant))
    if not moves:
        return
    move = data.draw(st.sampled_from(moves))
    after = play(board, move, variant)
    before, now = (painted(drawn.painter, Scene(each))[0].rows for each in (board, after))
    changed = {(x, y) for y, row in enumerate(now) for x, cell in enumerate(row) if cell != before[y][x]}
    for pile in piles_of(variant):
        if board.cards(pile) != after.cards(pile):
            # With the shadow, or beside a compact card the letter of its cell.
            column = Box(layout.card_box(pile, 0).x, layout.numbers_y, layout.card_width, layout.height)
            box = layout.top_boxes.get(pile, column)
            changed -= set(product(range(box.x, box.right + 1), range(box.y, box.bottom + 1)))
    assert not changed


@pytest.mark.slow
@given(drawings(drags=False), st.data())
def test_a_change_in_one_column_changes_nothing_beside_it(drawn: Drawn, data: st.DataObject) -> None:
    scene, layout = drawn.scene, drawn.layout
    pile = data.draw(st.sampled_from(COLUMNS[: drawn.variant.columns]))
    before = scene.board.columns[pile.index]
    after = data.draw(st.sampled_from([(), before[: len(before) // 2], before + before[:6], (Card(51),) * 19]))
    columns = list(scene.board.columns)
    columns[pile.index] = after
    scene = scene._replace(source=None, lifted=0, cursor=None)
    changed = scene._replace(board=Board(tuple(columns), scene.board.free_cells, scene.board.foundations))
    one, _ = painted(drawn.painter, scene)
    other, _ = painted(drawn.painter, changed)
    left = layout.column_x(pile)
    # A card's shadow lies one column to its right.
    right = left + layout.card_width + 1
    for row, row_after in zip(one.rows, other.rows, strict=True):
        assert row[:left] == row_after[:left]
        assert row[right:] == row_after[right:]


@pytest.mark.slow
@given(drawings(drags=False))
def test_cards_out_of_sight_are_counted(drawn: Drawn) -> None:
    scene = drawn.scene
    picture, _ = painted(drawn.painter, scene)
    for pile in COLUMNS[: drawn.variant.columns]:
        cards = scene.board.columns[pile.index]
        fan = drawn.layout.fan(pile, len(cards), scene.cursor)
        first, last = (fan.boxes[0], fan.boxes[-1]) if fan.boxes else (Box(0, 0, 0, 0),) * 2
        for hidden, box, arrow in (
            (cards[: fan.hidden_above], first._replace(y=first.y - 1), drawn.glyphs.more[0]),
            (cards[len(cards) - fan.hidden_below :], last._replace(y=last.y + 1), drawn.glyphs.more[1]),
        ):
            if hidden:
                # The number is lit if one of the cards is.
                role = "bar text" if scene.found.isdisjoint(hidden) else "found black"
                assert picture.rows[box.y][box.x][1] == role
                assert picture.row_of(box).split()[0] == f"{arrow}{len(hidden)}"


def started() -> Board:
    """Deal 1 with things everywhere: a long column and an empty one, cards in cells and at home."""
    board = deal(1, FREECELL)
    columns = (board.columns[0] * 2, (), *board.columns[2:])
    return Board(columns, (Card.parse("5H"), None, Card.parse("KS"), None), (0, 3, 0, 10))


@pytest.mark.slow
@pytest.mark.parametrize(("colours", "glyphs"), MODES)
@pytest.mark.parametrize("size", SIZES)
def test_every_state_of_every_pile_is_seen_in_every_mode(
    size: Point, colours: Colours, glyphs: Glyphs, subtests: pytest.Subtests
) -> None:
    painter, board = Painter(Layout(*size, FREECELL), glyphs), started()
    plain = Scene(board)
    before = painted(painter, plain)[0].looks(colours)
    for pile in piles_of(FREECELL):
        with subtests.test(pile=pile):
            scenes = {
                "reachable": plain._replace(targets=frozenset({pile})),
                "refused": plain._replace(refused=frozenset({pile})),
                "pointed at": plain._replace(cursor=Cursor(pile)),
            }
            if cards := board.cards(pile):
                scenes["lifted"] = plain._replace(source=pile, lifted=1)
                scenes["found"] = plain._replace(found=frozenset(cards[-1:]))
                scenes["related"] = plain._replace(related=frozenset(cards[-1:]))
            seen = {}
            for state, scene in scenes.items():
                after = painted(painter, scene)[0].looks(colours)
                seen[state] = {at: look for at, look in after.items() if look != before[at]}
                assert seen[state], f"{pile.description} is not seen to be {state}"
            # And one is told from another.
            for one, other in combinations(seen, 2):
                if {one, other} != {"reachable", "refused"} or colours > 1:
                    assert seen[one] != seen[other], f"{pile.description}: {one} looks as {other}"


def test_the_marks_are_those_that_the_encoding_has(subtests: pytest.Subtests) -> None:
    assert terminal_glyphs("utf-8", "xterm") is UNICODE
    for encoding in ("ascii", "iso-8859-1", "cp437", "no such thing"):
        with subtests.test(encoding=encoding):
            assert terminal_glyphs(encoding, "xterm") is ASCII


def test_the_linux_console_is_drawn_with_what_the_font_of_the_first_pcs_has() -> None:
    assert terminal_glyphs("utf-8", "linux") is CONSOLE
    assert terminal_glyphs("ascii", "linux") is ASCII
    drawn = "".join(CONSOLE)
    control_codes = "♥♦♣♠•○◄►▲↑↓←→"  # which the codec knows as what they also mean
    assert drawn.translate(dict.fromkeys(map(ord, control_codes))).encode("cp437")
    said = CONSOLE.displayable("“Ten’s” 10♥ … 3 × 4 − ‹on› ● é · ←")
    assert said == '"Ten\'s" 10♥ ... 3 x 4 - <on> + ? · ←'


@pytest.mark.parametrize("glyphs", [UNICODE, CONSOLE, ASCII])
def test_a_text_may_have_every_character_that_is_drawn_elsewhere(glyphs: Glyphs) -> None:
    drawn = " ".join(glyphs)
    assert glyphs.displayable(drawn) == drawn
