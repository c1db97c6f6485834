"""Large cards in half blocks, what is going on among them, and the way that a hint shows."""

from itertools import product
from pathlib import Path

import pytest

from freecell_tui.controller.play.session import Cursor
from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, FREECELL, VARIANTS, Board, Card, Game, Suit, deal
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.cards.face import court_colours
from freecell_tui.ui.drawing.cards.pixels import SUIT_WIDTHS, court_picture, hollow, sprites, suit_picture
from freecell_tui.ui.drawing.cards.style import Deck
from freecell_tui.ui.drawing.glyphs import UNICODE, Glyphs
from freecell_tui.ui.drawing.layout import Box, Layout
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.themes import default
from freecell_tui.ui.drawing.themes.theme import attr_spec, dimmed
from freecell_tui.ui.keymap import PILE_KEYS
from support.cases import with_each
from support.screenshots import Picture, index_of, painted
from support.ui_driver import Point, seated

SIZES = ((40, 16), (60, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60))
LARGE = ((160, 50), (200, 60))
WITH_LARGE_INDEX = ((144, 46), *LARGE)
LINES = UNICODE.for_one_colour()
RED = (Suit.DIAMONDS, Suit.HEARTS)
RUN = Board((tuple(map(Card.parse, ("KC", "9D", "8S", "7H"))), (Card.parse("10C"),), *((),) * 6), (None,) * 4)


def position(text: str) -> Board:
    return Board((tuple(map(Card.parse, text.split())), *((),) * 7), (None,) * 4)


def painter_of(size: Point, *, colour: bool = True, is_plain: bool = False) -> Painter:
    return Painter(Layout(*size, FREECELL), UNICODE if colour else LINES, deck=Deck(is_plain=is_plain))


def cells_in(picture: Picture, box: Box) -> list[list[tuple[str, str]]]:
    return [row[box.x : box.x + box.width] for row in picture.rows[box.y : box.y + box.height]]


def shapes_in(picture: Picture, box: Box) -> list[str]:
    return [row[box.x : box.x + box.width] for row in picture.shapes[box.y : box.y + box.height]]


@with_each("size", SIZES)
@with_each("glyphs", [UNICODE, LINES])
def test_every_card_of_a_deal_is_named_at_every_size(size: Point, glyphs: Glyphs) -> None:
    for name in ("freecell", "eight-off", "seahaven-towers"):
        variant = VARIANTS[name]
        board, painter = deal(1, variant), Painter(Layout(*size, variant), glyphs)
        picture, _ = painted(painter, Scene(board))
        boxes = {card: painter.layout.top_boxes[pile] for pile in CELLS[: variant.cells] for card in board.cards(pile)}
        for index, column in enumerate(board.columns):
            for spot in painter.layout.fan(COLUMNS[index], len(column)).spots:
                boxes[column[spot.index]] = spot.box
        assert len(boxes) == 52
        for card, box in boxes.items():
            assert index_of(picture, box, card, glyphs) is not None, card


def test_every_picture_is_as_wide_in_each_of_its_rows_and_no_two_are_the_same() -> None:
    for name, rows in sprites().items():
        assert len({len(row) for row in rows}) == 1, name
        assert set("".join(rows)) <= set(" #GgSEMHRTF"), name
    # A zero is as round as an O.
    assert len(set(sprites().values())) == len(sprites()) - 1
    for width in SUIT_WIDTHS:
        for suit in Suit:
            picture = suit_picture(suit, width)
            assert (len(picture), len(picture[0])) == (width, width)
            assert (suit_picture(suit, width, is_hollow=True) == hollow(picture)) == (suit in RED)
    for kind in ("large head", "head", "bust", "small", "portrait"):
        clubs, spades = (court_picture(Card.parse(face), kind) for face in ("KC", "KS"))
        assert clubs != spades
        assert (len(clubs), len(clubs[0])) == (len(spades), len(spades[0]))


@with_each("colour", [True, False])
@with_each("size", WITH_LARGE_INDEX)
def test_a_number_card_has_its_rank_in_two_corners_and_one_large_suit_between(size: Point, *, colour: bool) -> None:
    painter = painter_of(size, colour=colour)
    box = painter.layout.empty_box(COLUMNS[0])
    margin = 1 if colour else 2
    width = {(144, 46): (7, 9), (160, 50): (9, 13), (200, 60): (13, 13)}[size][colour]
    for rank, suit in product(range(1, 11), Suit):
        card = Card.of(rank, suit)
        picture, _ = painted(painter, Scene(position(card.face)))
        pixels = [[pixel.partition(".")[2] in ("red", "black") for pixel in row] for row in picture.pixels(box)]
        figure = sum(row.count("#") for row in sprites()[card.rank_text])
        large = sum(row.count("#") for row in suit_picture(suit, width, is_hollow=not colour))
        ink = sum(map(sum, pixels))
        assert ink == 2 * figure + large, card
        for rows in (pixels, pixels[::-1]):
            assert not any(map(any, rows[:margin]))
        corner = [row[1 : 1 + len(sprites()[card.rank_text][0])] for row in pixels[margin : margin + 5]]
        assert ["".join(" #"[each] for each in row) for row in corner] == [*sprites()[card.rank_text]]
        assert [row[::-1] for row in pixels[::-1]][margin][1:4] == pixels[margin][1:4]


@with_each("size", LARGE)
def test_the_picture_of_a_court_card_is_as_high_as_the_card_and_apart_from_its_index(size: Point) -> None:
    painter = painter_of(size)
    box = painter.layout.empty_box(COLUMNS[0])
    for rank, suit in product((11, 12, 13), Suit):
        picture, _ = painted(painter, Scene(position(Card.of(rank, suit).face)))
        art = [[pixel.startswith("art.") for pixel in row] for row in picture.pixels(box)]
        assert [any(row) for row in art] == [False, *[True] * (len(art) - 2), False]
        # The small suit below the rank is five wide, with a blank on either side.
        assert min(row.index(True) for row in art if any(row)) >= 7
        assert not any(row[-1] for row in art)


@with_each("size", LARGE)
@with_each("is_plain", [False, True])
def test_a_large_safe_card_has_its_mark_and_a_related_plain_one_no_second_rank(size: Point, *, is_plain: bool) -> None:
    painter = painter_of(size, is_plain=is_plain)
    box = painter.layout.empty_box(COLUMNS[0])
    for face in ("AS", "7H", "KD"):
        card, scene = frozenset({Card.parse(face)}), Scene(position(face))
        safe = painted(painter, scene._replace(found=card, safe=card))[0]
        marks = [role for row in cells_in(safe, box) for mark, role in row if mark == UNICODE.found[2]]
        assert marks == [f"safe {'black' if face == 'AS' else 'red'}"]
        plain, related = (painted(painter, each)[0].pixels(box) for each in (scene, scene._replace(related=card)))
        assert [["." in pixel for pixel in row] for row in plain] == [
            ["." in pixel for pixel in row] for row in related
        ]
        assert any(pixel.startswith("related") for row in related for pixel in row)


@with_each("size", LARGE)
def test_plain_faces_have_a_large_suit_and_no_picture(size: Point) -> None:
    for face in ("QS", "7H", "AD"):
        art, plain = (
            painted(painter, Scene(position(face)))[0].pixels(painter.layout.empty_box(COLUMNS[0]))
            for painter in (painter_of(size), painter_of(size, is_plain=True))
        )
        ink = f"card.{'black' if face == 'QS' else 'red'}"
        assert any("art.gold" in row for row in art) == (face == "QS")
        assert {pixel for row in plain for pixel in row} == {"card", ink}
        assert sum(row.count(ink) for row in plain) > 60


@with_each("size", SIZES)
def test_of_the_lifted_cards_those_that_stay_are_paler(size: Point) -> None:
    painter = painter_of(size)
    picture, _ = painted(painter, Scene(RUN, source=COLUMNS[0], lifted=3, going=1, targets=frozenset({CELLS[0]})))
    states = []
    for spot in painter.layout.fan(COLUMNS[0], 4).spots:
        index = index_of(picture, spot.box, RUN.columns[0][spot.index], UNICODE)
        assert index is not None
        states.append(index[0])
    assert states == ["card", "pale", "pale", "lifted"]


@with_each("size", SIZES[1:])
def test_a_target_is_tinted_and_says_how_many_cards_it_takes_if_not_all(size: Point) -> None:
    painter = painter_of(size)
    targets = frozenset({COLUMNS[1], COLUMNS[2], CELLS[0]})
    scene = Scene(RUN, source=COLUMNS[0], lifted=3, targets=targets, taken={CELLS[0]: 1, COLUMNS[1]: 2})
    picture, _ = painted(painter, scene)
    tinted = painter.layout.fan(COLUMNS[1], 1).spots[-1].box
    roles = {role for _, role in picture.rows[tinted.y + tinted.height - 1][tinted.x : tinted.x + tinted.width]}
    assert {role.split()[0].replace("half", "tint") for role in roles} == {"tint"}
    said = "\n".join(picture.text)
    assert ("2 of 3" in said) or ("2/3" in said)
    assert (("1 of 3" in said) or ("1/3" in said)) == (size != (60, 20))
    assert "3 of 3" not in said


@with_each("size", SIZES[3:])
def test_an_empty_place_that_takes_the_lifted_cards_wears_a_frame_and_is_not_filled(size: Point) -> None:
    painter, targets = painter_of(size), frozenset({COLUMNS[2], CELLS[0]})
    picture, _ = painted(painter, Scene(RUN, source=COLUMNS[0], lifted=1, targets=targets))
    for box in (painter.layout.top_boxes[CELLS[0]], painter.layout.empty_box(COLUMNS[2])):
        rows = cells_in(picture, box)
        frame = [*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)]
        assert {role for _, role in frame} == {"well rim"}
        assert {mark for mark, _ in frame} == {*UNICODE.cursor_frame}
        assert {pixel for row in picture.pixels(box) for pixel in row} <= {"well", "well.imprint"}


def test_in_the_game_a_free_cell_says_that_it_takes_one_card_of_three(tmp_path: Path) -> None:
    moves = "3d1a7b2c437265b6d5cd27d84b"
    with seated(tmp_path, Game.new(15), size=(120, 40)) as seat:
        seat.press(*moves)
        seat.press("5")
        assert "1 of 3" in seat.text
        assert not any(str(role).startswith("pale") for role in seat.picture.roles)
        seat.session.point_at(CELLS[3])
        seat.session.shows_cursor = True
        assert any(str(role).startswith("pale") for role in seat.picture.roles)


@with_each("size", SIZES[::3])
@with_each("colour", [True, False])
@with_each("variant", ["freecell", "eight-off"])
def test_a_hint_draws_a_way_to_an_arrow_at_its_target_and_hides_no_card(
    size: Point, variant: str, *, colour: bool
) -> None:
    rules = VARIANTS[variant]
    columns = deal(1, rules).columns
    board = Board(columns, (Card.parse("KS"), *(None,) * (rules.cells - 1)))
    painter = Painter(Layout(*size, rules), UNICODE if colour else LINES)
    spots = [
        spot
        for pile, column in zip(COLUMNS, columns, strict=False)
        for spot in painter.layout.fan(pile, len(column)).spots
    ]
    pairs = [(COLUMNS[1], COLUMNS[5]), (COLUMNS[6], COLUMNS[2]), (COLUMNS[0], CELLS[3]), (COLUMNS[7], CELLS[1])]
    pairs += [(COLUMNS[3], FOUNDATIONS[2]), (CELLS[0], COLUMNS[4]), (CELLS[0], FOUNDATIONS[0])]
    for source, target in pairs:
        before, _ = painted(painter, Scene(board, hinted=source, source=COLUMNS[7], targets=frozenset({target})))
        after_it, _ = painted(painter, Scene(board, hinted=source, targets=frozenset({target})))
        drawn = {
            (x, y): mark
            for y, (row, old) in enumerate(zip(after_it.text, before.text, strict=True))
            for x, mark in enumerate(row)
            if mark != old[x]
        }
        is_beside = variant == "eight-off" and target in FOUNDATIONS
        assert [mark for mark in drawn.values() if mark in "↑▸"] == ["▸" if is_beside else "↑"], (source, target)
        assert set(drawn.values()) <= {*"─│╭╮╰╯↑▸"}
        assert not any(spot.box.contains(*at) for spot in spots for at in drawn)


@with_each("size", SIZES)
@with_each("colour", [True, False])
def test_the_way_of_a_hint_is_broken_at_the_numbers_of_the_columns(size: Point, *, colour: bool) -> None:
    painter = painter_of(size, colour=colour)
    scene = Scene(deal(1, FREECELL), hinted=COLUMNS[6], targets=frozenset({CELLS[0]}))
    row = painted(painter, scene)[0].text[painter.layout.numbers_y]
    assert "─" in row
    for number in "123456":
        around = row[row.index(number) - 1 : row.index(number) + 2]
        assert "─" not in around


@with_each("size", SIZES)
@with_each("colour", [True, False])
def test_both_cards_of_a_refused_move_blink_with_all_that_is_lifted(size: Point, *, colour: bool) -> None:
    painter = painter_of(size, colour=colour)
    scene = Scene(RUN, source=COLUMNS[0], lifted=2, refused=frozenset({COLUMNS[0], COLUMNS[1]}))
    picture, _ = painted(painter, scene)
    seen = {}
    for pile in COLUMNS[:2]:
        cards = RUN.columns[pile.index]
        for spot in painter.layout.fan(pile, len(cards)).spots:
            seen[cards[spot.index].face] = str(picture.rows[spot.box.y][spot.box.x][1])
    assert {face for face, role in seen.items() if role.startswith(("refused", "lit"))} == {"8♠", "7♥", "10♣"}


def test_in_the_game_both_cards_of_a_refused_move_blink_once(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617)) as seat:
        seat.press("1", "3")
        assert seat.table.refused == {COLUMNS[0], COLUMNS[2]}
        assert any(str(role).startswith("refused") for role in seat.picture.roles)
        seat.later(1)
        assert not seat.table.refused


@pytest.mark.slow
def test_the_last_hint_shows_its_line_as_little_cards(tmp_path: Path) -> None:
    with seated(tmp_path, Game.new(617)) as seat:
        seat.press("i")
        seat.see("Look at ")
        seat.press("i", "i")
        for size in ((40, 16), (80, 24)):
            seat.size = size
            assert " wins in " in seat.text
            message = seat.session.message
            assert message is not None
            rows = seat.picture.rows[-3:]
            cards = "".join(mark if role.startswith("card ") else "." for row in rows for mark, role in row)
            assert message.steps[0].cards[0].face in cards
            assert message.text not in " ".join(seat.text.split())


# Without colours


@with_each("size", SIZES[3:])
def test_without_colours_every_court_card_has_a_picture_of_its_own_in_its_frame(size: Point) -> None:
    painter, shapes = painter_of(size, colour=False), set()
    box = painter.layout.empty_box(COLUMNS[0])
    for rank in (11, 12, 13):
        picture, _ = painted(painter, Scene(position(Card.of(rank, Suit.SPADES).face)))
        rows = shapes_in(picture, box)
        assert rows[-1] == "└" + "─" * (box.width - 2) + "┘"
        assert all(row[0] + row[-1] == "││" for row in rows[1:-1])
        shapes.add("".join(rows[1:]))
    assert len(shapes) == 3
    assert all("█" in shape for shape in shapes)


def test_without_colours_a_court_card_too_narrow_for_a_portrait_says_what_it_is_in_characters() -> None:
    painter = painter_of((80, 30), colour=False)
    picture, _ = painted(painter, Scene(position("KS")))
    rows = shapes_in(picture, painter.layout.empty_box(COLUMNS[0]))
    assert "".join(rows[1:-1]).split("││") == ["│   ♠   ", "   K   ", "   ♠   │"]


@with_each("size", LARGE)
def test_without_colours_what_is_done_with_a_large_card_is_told_from_everything_else(size: Point) -> None:
    painter = painter_of(size, colour=False)
    for at in (1, 3):
        card, depth = RUN.columns[0][at], 4 - at
        chosen = frozenset({card})
        scenes = (
            Scene(RUN),
            Scene(RUN, source=COLUMNS[0], lifted=depth),
            Scene(RUN, source=COLUMNS[0], lifted=depth, going=depth - 1),
            Scene(RUN, cursor=Cursor(COLUMNS[0], depth), cursor_depths=range(depth, depth + 1)),
            Scene(RUN, found=chosen),
            Scene(RUN, found=chosen, safe=chosen),
            Scene(RUN, related=chosen),
        )
        box = painter.layout.fan(COLUMNS[0], 4).spots[at].box
        looks = []
        for scene in scenes:
            look = painted(painter, scene)[0].looks(1)
            looks.append(tuple(look for (x, y), look in sorted(look.items()) if box.contains(x, y)))
        assert len(set(looks)) == len(scenes)
        surfaces = [(index_of(painted(painter, scene)[0], box, card, LINES) or ("",))[0] for scene in scenes]
        assert surfaces == ["card", "lifted", "pale", "cursor", "found", "safe", "related"]


def test_without_colours_a_lifted_card_is_its_own_negative_and_behind_a_dialog_it_is_as_all_others() -> None:
    roles = ("half card.red card.red", "half card card", "half card.red card", "half card card.red")
    for role in roles:
        rest, lifted = (attr_spec(each, default(), 1) for each in (role, role.replace("card", "lifted")))
        assert rest.standout != lifted.standout
        behind = [attr_spec(dimmed(each), default(), 1) for each in (role, role.replace("card", "lifted"))]
        assert [spec.standout for spec in behind] == [rest.standout] * 2
    assert [attr_spec(role, default(), 1).standout for role in roles] == [True, False, False, True]


@with_each("size", LARGE)
@with_each("colour", [True, False])
def test_what_stands_below_a_lit_pile_is_written_in_its_rim_without_a_gap(size: Point, *, colour: bool) -> None:
    board = Board(RUN.columns, (Card.parse("KS"), None, None, None), (1, 0, 0, 0))
    painter = painter_of(size, colour=colour)
    lit = (FOUNDATIONS[Suit.CLUBS], COLUMNS[1])
    scene = Scene(board, source=COLUMNS[0], lifted=2, targets=frozenset(lit), taken=dict.fromkeys(lit, 1))
    picture, _ = painted(painter, scene)
    for box in (painter.layout.top_boxes[lit[0]], painter.layout.fan(lit[1], 1).spots[0].box):
        (cells,) = cells_in(picture, box._replace(y=box.y + box.height, height=1))
        plate = "filled lit rim" if colour else "lit rim"
        assert {role for mark, role in cells if mark != "▀"} == {plate}
        assert {role for mark, role in cells if mark == "▀"} == {"felt rim"}
        assert "1" in "".join(mark for mark, _ in cells)


@with_each("size", SIZES[3:])
@with_each("colour", [True, False])
def test_the_note_in_an_empty_place_leaves_its_frame_whole(size: Point, *, colour: bool) -> None:
    painter = painter_of(size, colour=colour)
    targets = frozenset({CELLS[1], FOUNDATIONS[Suit.HEARTS]})
    scene = Scene(RUN, source=COLUMNS[0], lifted=3, targets=targets)
    without, with_note = (
        painted(painter, each)[0] for each in (scene, scene._replace(taken=dict.fromkeys(targets, 1)))
    )
    for box in map(painter.layout.top_boxes.__getitem__, targets):
        noted = shapes_in(with_note, box)
        assert "1 of 3" in "".join(noted)
        assert noted[:: box.height - 1] == shapes_in(without, box)[:: box.height - 1]


@with_each("colour", [True, False])
def test_the_letters_of_the_free_cells_are_drawn_where_the_suits_of_the_foundations_are(*, colour: bool) -> None:
    for keys in PILE_KEYS.values():
        layout = Layout(200, 60, FREECELL.with_cells(8))
        picture, _ = painted(
            Painter(layout, UNICODE if colour else LINES, pile_keys=keys), Scene(Board(((),) * 8, (None,) * 8))
        )
        drawn = set()
        for pile in CELLS:
            x, y, width, height = layout.top_boxes[pile]
            shape = "".join(shapes_in(picture, Box(x + 1, y + 1, width - 2, height - 2)))
            assert keys.get(pile.letter, pile.letter) not in shape
            assert "▀" in shape or "▄" in shape
            drawn.add(shape)
        assert len(drawn) == len(CELLS)


def test_among_sixteen_colours_court_cards_have_few_and_the_suits_of_one_colour_the_same() -> None:
    lurid = {f"{shade} {hue}" for shade in ("light", "dark") for hue in ("green", "cyan", "magenta")}
    for name in themes.BUILT_IN:
        theme = themes.load(name, themes.user_folder())
        looks = {
            suit: {
                pixel: attr_spec(f"half {pixel} card", theme, 16).foreground for pixel in court_colours(suit).values()
            }
            for suit in Suit
        }
        assert lurid.isdisjoint(ink for look in looks.values() for ink in look.values())
        clubs, diamonds, hearts, spades = (looks[suit][f"art.{suit.name.lower()}"] for suit in sorted(Suit))
        assert clubs == spades != hearts == diamonds
