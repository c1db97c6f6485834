"""Pictures of games: every card is there once, in its place, in a file that any viewer reads."""

import sys
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from freecell_tui.cli import main
from freecell_tui.controller.play.game import top_row
from freecell_tui.engine import DECK, VARIANTS, Board, Card, Game, Variant
from freecell_tui.pictures.cards import Colours, text_width
from freecell_tui.pictures.game_picture import SIZE, GamePicture
from freecell_tui.pictures.icon import icon
from freecell_tui.pictures.svg import NoPng, has_png, to_png
from freecell_tui.solver.analysis import GameCourse, Verdict
from support.games import played
from support.screenshots import assert_looks_as
from support.strategies import deal_numbers, positions
from support.ui_driver import after

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {f"{SVG}{tag}" for tag in ("svg", "title", "desc", "defs", "g", "path", "rect", "circle", "ellipse", "use")}
FACES = sorted(card.face for card in DECK)
BAR = 514
"""Where the strip with the figures begins."""

Figures = tuple[int, str, int | None, bool]
TIMES, UNDOS = st.sampled_from(["", "0:00", "12:34", "876:00:00"]), st.none() | st.integers(0, 10**9)
FIGURES = st.tuples(st.integers(0, 10_000), TIMES, UNDOS, st.booleans())


def picture(board: Board, variant: Variant, figures: Figures = (1, "", None, False), deal: int = 617) -> str:
    return GamePicture(Game(variant, deal, (board,)), top_row(variant), Colours(), *figures).svg()


def cards_in(root: ET.Element) -> list[str]:
    """The cards that are drawn, in that order."""
    return [title.text or "" for group in root.iter(f"{SVG}g") for title in group.findall(f"{SVG}title")]


def check(svg: str) -> ET.Element:
    """What holds for every picture."""
    root = ET.fromstring(svg)
    assert {element.tag for element in root.iter()} <= SHAPES
    assert all(element.get("href", "#").startswith("#suit") for element in root.iter() if element.get("href"))
    assert svg.endswith("\n")
    assert svg[:-1].isprintable()
    assert len(svg) < 150_000
    assert sorted(cards_in(root)) == FACES
    assert root.get("viewBox") == f"0 0 {SIZE[0]} {SIZE[1]}"
    return root


@given(positions(), FIGURES, deal_numbers())
def test_every_card_is_in_a_picture_once_and_over_no_edge(
    position: tuple[Board, Variant], figures: Figures, deal: int
) -> None:
    board, variant = position
    root = check(picture(board, variant, figures, deal))
    assert root.findtext(f"{SVG}title") == f"{variant.full_title} #{deal}"
    assert (root.findtext(f"{SVG}desc") or "").startswith(
        "won" if board.is_won else str(sum(board.foundations) or "no")
    )
    places = {face: (x, y, scale) for face, x, y, scale in _places(root, 0, 0, 1)}
    assert len(places) == 52 or board.is_won
    for x, y, scale in places.values():
        assert 0 <= x <= SIZE[0] - 100 * scale
        assert 0 <= y <= BAR - 140 * scale
    outer = [places[column[0].face] for column in (board.columns[0], board.columns[-1]) if column]
    if len(outer) > 1:
        (left, _, scale), (right, _, _) = outer
        assert left == pytest.approx(SIZE[0] - right - 100 * scale, abs=0.1), "the columns stand in the middle"
    for column in board.columns:
        heights = [places[card.face][1] for card in column]
        assert heights == sorted(set(heights)), "each card lies below the one before"
        assert len({places[card.face][0] for card in column}) <= 1


def _places(element: ET.Element, x: float, y: float, scale: float) -> list[tuple[str, float, float, float]]:
    """Where each card is, and its scale, of those that are not turned."""
    transform = element.get("transform", "")
    if "rotate" in transform:
        return []
    for word in transform.replace(") ", ")|").split("|"):
        name, _, values = word.rstrip(")").partition("(")
        numbers = [float(number) for number in values.split()]
        if name == "translate":
            x, y = x + scale * numbers[0], y + scale * (numbers[1:] or [0.0])[0]
        elif name == "scale":
            scale *= numbers[0]
    here = [(title.text or "", x, y, scale) for title in element.findall(f"{SVG}title")]
    return [*here, *(place for child in element for place in _places(child, x, y, scale))][element.tag == f"{SVG}svg" :]


def test_a_game_under_way_looks_as_it_did(tmp_path: Path) -> None:
    game = played(Game.new(8, VARIANTS["seahaven-towers"]), "52 0a 90 29 93 97 48 47 1d 15 16 a1 96 09 02")
    moves = tuple(turn.move for turn in game.turns if turn.move is not None)
    needed = (*range(50, 40, -1), 42, 41, 40, 39, None, None)
    verdicts = tuple(Verdict.LOST if number is None else Verdict.WON for number in needed)
    course = GameCourse(moves, verdicts, needed)
    svg = GamePicture(game, top_row(game.variant), Colours(), 15, "6:52", 1, course=course).svg()
    assert_looks_as(svg.replace("><", ">\n<").splitlines(), Path(__file__).with_name("under-way.svg"), tmp_path)


def test_the_readmes_picture_of_a_won_game_is_what_the_game_draws(capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(__file__).parents[2]
    assert main(["export", str(root / "saves" / "won.json"), "--format", "svg"]) == 0
    built = (root / ".github" / "freecell-won.svg").read_text(encoding="utf-8")
    assert capsys.readouterr().out == built, "freecell export saves/won.json --format svg -o .github/freecell-won.svg"


def test_the_icon_has_two_aces_whole_on_its_felt_and_is_drawn_where_it_is_small(subtests: pytest.Subtests) -> None:
    root = ET.fromstring(icon())
    assert {element.tag for element in root.iter()} <= SHAPES
    assert cards_in(root) == ["A♥", "A♠"]
    for side in (16, 48, 256):
        with subtests.test(side=side):
            png = bytes(resvg_py.svg_to_bytes(svg_string=icon(), width=side, height=side))
            image = Image.open(BytesIO(png)).convert("RGBA")
            assert image.size == (side, side)
            assert image.getpixel((0, 0)) == (0, 0, 0, 0), "nothing is drawn around its felt"
            pixels = image.convert("RGB").tobytes()
            inside = {pixels[at : at + 3].hex() for at in range(0, len(pixels), 3)}
            assert {Colours().card[1:], Colours().felt[1:]} <= inside


def test_a_win_shows_four_fans_and_a_game_that_was_only_written_down_no_time(subtests: pytest.Subtests) -> None:
    for variant in VARIANTS.values():
        with subtests.test(variant=variant):
            won = Board(((),) * variant.columns, (None,) * variant.cells, (13, 13, 13, 13))
            root = check(picture(won, variant, (60, "6:53", 3, True)))
            assert root.findtext(f"{SVG}desc") == "won, with help. 60 moves, time 6:53, 3 undos."
            assert cards_in(root) == [Card.of(rank, suit).face for suit in (3, 2, 1, 0) for rank in range(1, 14)]
    root = ET.fromstring(picture(after(617, 0).board, VARIANTS["freecell"], (0, "", None, False)))
    assert root.findtext(f"{SVG}desc") == "no cards home. 0 moves."


def test_the_curve_marks_detours_and_the_lost_move_or_is_left_out() -> None:
    game = after(617, 4)
    moves = tuple(turn.move for turn in game.turns if turn.move is not None)

    def circles(needed: tuple[int | None, ...], rest: Verdict | None) -> list[str]:
        verdicts = tuple(rest if number is None else Verdict.WON for number in needed)
        course = GameCourse(moves, verdicts, needed)
        svg = GamePicture(game, top_row(game.variant), Colours(), 4, course=course).svg()
        marks = [circle.get("fill", "") for circle in check(svg).iter(f"{SVG}circle")]
        assert bool(marks) == (course.losing_position is not None or bool(course.detours))
        return sorted(marks)

    assert circles((9, 8, 10, 9, None), Verdict.LOST) == sorted([Colours().warning, Colours().lost])
    assert circles((9, 11, 10, 9, 8), None) == [Colours().warning]
    assert circles((4, 3, 2, 1, 0), None) == []
    assert circles((None,) * 5, None) == []


def test_every_letter_of_every_title_can_be_drawn(subtests: pytest.Subtests) -> None:
    titles = [variant.with_cells(cells).full_title for variant in VARIANTS.values() for cells in range(9)]
    unknown = text_width("~", 1)
    for letter in {*"".join(titles), *"#-0123456789:"} - {" "}:
        with subtests.test(letter=letter):
            assert text_width(letter, 1) != unknown


def test_a_png_has_two_pixels_for_each_unit_and_the_colours_of_the_picture(subtests: pytest.Subtests) -> None:
    game = after(617, 30)
    png = to_png(GamePicture(game, top_row(game.variant), Colours(), 30).svg())
    assert has_png()
    with Image.open(BytesIO(png)) as image:
        assert (image.format, image.size) == ("PNG", (2 * SIZE[0], 2 * SIZE[1]))
        counted = image.convert("RGB").getcolors(1_000_000) or []
    shown = {f"#{bytes(colour).hex()}": count for count, colour in counted if isinstance(colour, tuple)}
    assert max(shown, key=shown.__getitem__) == Colours().felt
    for colour in (Colours().card, Colours().bar, Colours().title, *Colours().suits):
        with subtests.test(colour=colour):
            assert shown[colour] > 1_000


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoPng, match="pip install resvg_py"):
        to_png("<svg/>")


def test_a_picture_that_cannot_be_drawn_as_png_says_so() -> None:
    with pytest.raises(NoPng, match="as SVG it can"):
        to_png("<svg")
