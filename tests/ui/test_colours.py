"""The colours of every theme, measured: what is written can be read, and what must be told apart can be."""

from collections.abc import Iterable, Iterator
from functools import cache
from io import StringIO
from itertools import combinations, permutations
from math import dist
from pathlib import Path
from typing import cast

import pytest
from urwid import AttrSpec

from freecell_tui.controller.play.session import Cursor
from freecell_tui.engine import CELLS, COLUMNS, FREECELL, Board, Card, Suit
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.cards.style import Deck
from freecell_tui.ui.drawing.glyphs import UNICODE
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.theme import (
    CARD_STATES,
    DIMMED,
    FADED,
    FILLED,
    FOUR_INKS,
    HEAT,
    IMPRINT,
    MIXED,
    REFUSED,
    SHADED,
    SUIT_INKS,
    TEXT_INKS,
    TWO_INKS,
    Colours,
    Theme,
    attr_spec,
    is_unseen,
)
from freecell_tui.ui.terminal.screen import Terminal, console_spec
from support.colours import PALETTES, RGB, VISIONS, ciede2000, contrast, lab
from support.screenshots import painted
from support.transcripts import Answer, assert_told_as_in, in_folder

SAFE = "colour-blind-safe"
TERMINALS = "terminal"
NAMES = [name for name in themes.names(Path("nowhere")) if name != TERMINALS]
"""The themes with colours of their own; the other is measured in the palettes of terminals."""
TRUE: Colours = 16777216

Place = tuple[str, str]
"""Half of a role: `surface` or `ink`, and its name."""

# A difference of 1 in CIEDE2000 can just be seen between large fields that touch. What lies apart, and is looked at
# for a moment, needs a multiple of it: 10 for a card's whole ground or a rim; 8 for two grounds that both stand out
# from the cards around them already; 15 for the thin strokes of a rank and a suit; and what is meant to be gentle, 3.
CARD_APART, LIT_APART, SUIT_APART, GENTLE = 10.0, 8.0, 15.0, 3.0


@cache
def theme(name: str) -> Theme:
    return themes.load(name, Path("nowhere"))


def rgb_of(place: Place, name: str, colours: Colours) -> RGB:
    kind, entry = place
    role = entry if kind == "surface" or " " in entry else f"felt {entry}"
    values = attr_spec(role, theme(name), colours).get_rgb_values()
    return cast("RGB", values[3:] if kind == "surface" else values[:3])


def difference(one: Place, other: Place, name: str, colours: Colours, vision: str) -> float:
    return ciede2000(*(lab(rgb_of(place, name, colours), vision) for place in (one, other)))


def written_in(ground: str, ink: str, name: str, colours: Colours) -> RGB:
    """The colour of an ink on a surface."""
    return rgb_of(("ink", f"{ground} {ink}"), name, colours)


def surfaces(*names: str) -> list[Place]:
    return [("surface", name) for name in names]


def inks(*names: str) -> list[Place]:
    return [("ink", name) for name in names]


def told_apart() -> Iterator[tuple[Place, Place, float]]:
    """What a player must tell apart, and how different it has to be."""
    for one, other in combinations(inks("black", "red", "blue", "green"), 2):
        yield one, other, SUIT_APART
    (card,) = surfaces("card")
    for look in surfaces("lifted", "cursor", "found", "hinted"):
        yield card, look, CARD_APART
    yield card, ("surface", "felt"), LIT_APART
    for one, other in combinations(surfaces("lifted", "cursor", "found", "hinted"), 2):
        yield one, other, LIT_APART
    yield card, ("surface", "related"), GENTLE
    for ink in inks("rim", "refused"):
        for ground in surfaces("felt", "well", "lit"):
            yield ink, ground, CARD_APART
    yield ("ink", "rim"), ("ink", "refused"), CARD_APART
    yield ("ink", "winnable"), ("ink", "lost"), CARD_APART
    yield ("ink", "cursor"), ("ink", "line"), CARD_APART
    yield ("ink", "cursor"), ("surface", "well"), CARD_APART
    yield ("ink", "target"), ("surface", "target"), CARD_APART
    yield ("surface", "back"), ("surface", "felt"), CARD_APART
    yield ("ink", "pattern"), ("surface", "back"), CARD_APART
    yield ("surface", "bar"), ("surface", "chosen"), GENTLE


@pytest.mark.parametrize("colours", [256, TRUE])
@pytest.mark.parametrize(
    ("name", "vision"), [*((name, "normal") for name in NAMES), *((SAFE, vision) for vision in VISIONS)]
)
def test_what_must_be_told_apart_can_be(name: str, vision: str, colours: Colours) -> None:
    alike = [
        f"{one} and {other}: {found:.1f}, not {least}"
        for one, other, least in told_apart()
        if (found := difference(one, other, name, colours, vision)) < least
    ]
    assert alike == []


@pytest.mark.parametrize("name", NAMES)
def test_a_chosen_row_stands_out_from_the_dialog_around_it(name: str) -> None:
    surfaces = themes.load(name, Path("nowhere")).surfaces
    bar, chosen = surfaces["bar"], surfaces["chosen"]
    assert palette.contrast(bar.true, chosen.true) >= 1.3
    assert palette.contrast(palette.xterm_colour(bar), palette.xterm_colour(chosen)) >= 1.3


DEPTHS: tuple[Colours, ...] = (16, 256, TRUE)


def least_contrast(name: str, colours: Colours, ground: str, ink: str) -> float:
    """The contrast that what is drawn in an ink needs on a surface."""
    return STROKES.get((ground, ink), 7.0 if (name, colours) == ("high-contrast", TRUE) else 4.5)


STROKES = {("felt", "line"): 2.2, ("well", "line"): 2.2} | dict.fromkeys(
    ((state, "frame") for state in ("card", "found", "safe", "hinted")), 3.0
)
"""The least contrast of the lines of empty places, which are quiet, and of the outlines of cards that are lit."""


@pytest.mark.parametrize("colours", DEPTHS)
@pytest.mark.parametrize("name", NAMES)
def test_every_letter_digit_suit_and_line_can_be_seen_on_its_ground(name: str, colours: Colours) -> None:
    pairs = [(ground, ink) for ground, written in TEXT_INKS.items() for ink in written]
    pairs += [(state, f"{ink} compact") for state in (*CARD_STATES, "safe") for ink in SUIT_INKS]
    faint = [
        f"{ink} on {ground}: {found:.2f}"
        for ground, ink in (*pairs, *(STROKES if colours != 16 else ()))
        if (
            found := contrast(
                written_in(ground, ink, name, colours), rgb_of(("surface", f"{ground} {ink}"), name, colours)
            )
        )
        < least_contrast(name, colours, ground, ink)
    ]
    assert faint == []


@pytest.mark.parametrize(("colours", "least"), [(16, 3.1), (256, 1.5), (TRUE, 1.9)])
def test_high_contrast_has_the_contrast_that_it_tells_and_less_only_behind_a_dialog(
    colours: Colours, least: float
) -> None:
    roles = [f"{ground} {ink}" for ground, inks in TEXT_INKS.items() for ink in inks if (ground, ink) not in STROKES]

    def lowest(prefix: str) -> float:
        shown = (f"{prefix}{role}" for role in roles)
        name = "high-contrast"
        return min(
            contrast(rgb_of(("ink", each), name, colours), rgb_of(("surface", each), name, colours)) for each in shown
        )

    told = "text has a contrast of 7 to 1 or more with 24-bit colour, 4.5 with fewer"
    assert told in theme("high-contrast").about
    assert lowest("") >= (7.0 if colours == TRUE else 4.5)
    assert least <= lowest(DIMMED) < least + 0.1


IN_ANY_PALETTE = 2.4
"""Of bold or large text, whichever sixteen colours a terminal has."""


def worst_contrast(look: AttrSpec, palettes: Iterable[str]) -> float:
    """The contrast of what is written with sixteen colours where it is least."""
    ink, *_ = look.foreground.split(",")
    numbers = [palette.URWID_NAMES.index(colour) for colour in (ink, look.background)]
    return min(contrast(*(PALETTES[each][number] for number in numbers)) for each in palettes)


@pytest.mark.parametrize("name", NAMES)
def test_with_sixteen_colours_all_can_be_read_whatever_the_terminal_makes_of_them(
    name: str, subtests: pytest.Subtests
) -> None:
    # The bright colours of Solarized are greys, with no light one but white: there, lit cards cannot be red and black.
    without_greys = [each for each in PALETTES if each != "Solarized"]
    greys = palette.URWID_NAMES[9:15]
    for ground, written in {**TEXT_INKS, "felt": ("number", "line")}.items():
        with subtests.test(ground=ground):
            for ink in written:
                look = attr_spec(f"{ground} {ink}", theme(name), 16)
                is_grey = look.background in greys or (ground == "chosen" and look.foreground.startswith(greys))
                assert worst_contrast(look, without_greys if is_grey else PALETTES) >= IN_ANY_PALETTE, (ground, ink)


@pytest.mark.parametrize("name", NAMES)
def test_on_the_console_of_linux_with_its_eight_backgrounds_all_can_be_read(
    name: str, subtests: pytest.Subtests
) -> None:
    for ground, written in TEXT_INKS.items():
        with subtests.test(ground=ground):
            for ink in written:
                look = console_spec(f"{ground} {ink}", theme(name))
                assert worst_contrast(look, ["VGA"]) >= IN_ANY_PALETTE, (ground, ink)
                assert look.background in palette.URWID_NAMES[:8]
                # It would have another colour.
                assert not look.underline
                assert not look.bold
    for pixels in ("card card.red", "lifted felt", "well.rim well"):
        with subtests.test(pixels=pixels):
            pair = console_spec(f"half {pixels}", theme(name))
            assert {pair.foreground, pair.background} <= {*palette.URWID_NAMES[:8]}
    assert console_spec("felt shadow", theme(name)).foreground == console_spec("shadow", theme(name)).background
    suit = console_spec("half well well.imprint", theme(name))
    assert suit.foreground != suit.background


LEAST_AGAINST_FELT = 1.5
"""Of cards, which are large fields; to one decimal, as among 256 colours there are not many to choose from."""

RED_BY_LIGHT, RED_BY_COLOUR = 2.0, 25.0
"""Red and black ink are told apart by their luminance, or else by their difference in CIEDE2000."""


@pytest.mark.parametrize("colours", [256, TRUE])
@pytest.mark.parametrize("name", NAMES)
def test_cards_stand_out_from_the_felt_and_red_suits_from_black_ones(
    name: str, colours: Colours, subtests: pytest.Subtests
) -> None:
    card, felt = (rgb_of(place, name, colours) for place in surfaces("card", "felt"))
    assert round(contrast(card, felt), 1) >= LEAST_AGAINST_FELT
    for ground in ("card", "lifted"):
        with subtests.test(ground=ground):
            red, black = (written_in(ground, ink, name, colours) for ink in ("red", "black"))
            assert contrast(red, black) >= RED_BY_LIGHT or ciede2000(lab(red), lab(black)) >= RED_BY_COLOUR


@pytest.mark.parametrize("name", NAMES)
def test_with_sixteen_colours_what_is_held_pointed_at_and_found_looks_like_nothing_else(
    name: str, subtests: pytest.Subtests
) -> None:
    for places in (
        surfaces("card", "lifted", "cursor", "found", "felt"),
        surfaces("card", "hinted", "lifted", "cursor"),
        surfaces("card", "related", "lifted", "cursor", "found"),
        inks("black", "red", "blue", "green"),
        [*inks("cursor", "line"), *surfaces("well")],
        [*inks("rim", "refused"), *surfaces("felt")],
        [*surfaces("back", "felt"), *inks("pattern")],
        surfaces("bar", "chosen"),
    ):
        with subtests.test(places=places):
            assert len({rgb_of(place, name, 16) for place in places}) == len(places)


def scenes() -> Iterator[tuple[Scene, bool]]:
    """Everything that can be written on the table, and whether the deck has four colours."""
    deck = [tuple(Card.of(rank, suit) for rank in (9, 10) for suit in Suit) for _ in COLUMNS[:7]]
    board = Board((*deck, ()), (Card.parse("KS"), None, None, None), (0, 2, 3, 4))
    piles = frozenset({*COLUMNS[:8], *CELLS[:4]})
    for four_colours in (False, True):
        yield Scene(board), four_colours
        yield Scene(board, source=COLUMNS[0], lifted=3, targets=piles), four_colours
        part = dict.fromkeys(piles, 1)
        yield (
            Scene(board, source=COLUMNS[0], lifted=3, movable_count=1, partial_counts=part, targets=piles),
            four_colours,
        )
        yield Scene(board, cursor=Cursor(COLUMNS[1], 2), cursor_depths=range(1, 3), hinted=COLUMNS[2]), four_colours
        yield Scene(board, cursor=Cursor(CELLS[1])), four_colours
        yield Scene(board, found=frozenset(deck[0][::2]), related=frozenset(deck[0][1::2])), four_colours
        for pile in piles:
            yield Scene(board, refused=frozenset({pile})), four_colours


@pytest.mark.parametrize("name", NAMES)
def test_a_paler_card_and_a_tinted_one_are_legible_and_look_neither_lifted_nor_as_ever(
    name: str, subtests: pytest.Subtests
) -> None:
    for surface in MIXED:
        with subtests.test(surface=surface):
            assert rgb_of(("surface", surface), name, 16) == rgb_of(("surface", "related"), name, 16)
    for colours in (256, TRUE):
        for surface in MIXED:
            with subtests.test(colours=colours, surface=surface):
                ground = rgb_of(("surface", surface), name, colours)
                for ink in SUIT_INKS:
                    least = least_contrast(name, colours, "related", ink)
                    assert contrast(written_in(surface, ink, name, colours), ground) >= min(least, 4.5)
                for other in ("card", "lifted"):
                    assert difference(("surface", surface), ("surface", other), name, colours, "normal") >= GENTLE


def test_nothing_is_written_in_an_ink_that_is_not_measured() -> None:
    written: set[tuple[str, str]] = set()
    for size in ((40, 16), (80, 24), (120, 40)):
        for scene, four_colours in scenes():
            painter = Painter(Layout(*size, FREECELL), UNICODE, deck=Deck(inks=FOUR_INKS if four_colours else TWO_INKS))
            for row in painted(painter, scene)[0].rows:
                for mark, role in row:
                    if mark.isalnum() or mark in UNICODE.suits:
                        surface, ink = role.removeprefix(FILLED).split(" ")[:2]
                        written.add((surface, ink))
    # A card whose move is refused is written in the ink of a refusal on what is lit.
    measured = {**TEXT_INKS, **dict.fromkeys((*MIXED, REFUSED), SUIT_INKS)}
    assert {pair for pair in written if pair[1] not in measured.get(pair[0], ())} == set()
    # And the measuring is not of what is never written.
    on_the_table = {*CARD_STATES, "felt", "well", "target", "lit"}
    assert {ground for ground, _ in written} >= on_the_table - {"bar"}


# The measures themselves


def test_the_difference_of_colours_is_that_of_the_paper(subtests: pytest.Subtests) -> None:
    for one, other, expected in (  # of the table in Sharma, Wu and Dalal
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ):
        with subtests.test(one=one):
            assert ciede2000(one, other) == ciede2000(other, one) == pytest.approx(expected, abs=5e-5)


def test_black_on_white_is_21_to_1_and_the_programs_own_measure_agrees() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21, abs=0.01)
    for one, other in combinations(palette.BASIC_RGB, 2):
        assert palette.contrast(palette.in_hex(one), palette.in_hex(other)) == pytest.approx(
            contrast(one, other), rel=1e-3
        )


@pytest.mark.parametrize(
    "colour", [(14, 90, 60), (251, 248, 239), (128, 128, 128), (3, 250, 90), (200, 198, 201), (0, 0, 0)]
)
def test_the_nearest_of_256_is_the_nearest(colour: tuple[int, int, int]) -> None:
    nearest = palette.nearest_xterm("#{:02x}{:02x}{:02x}".format(*colour))
    distances = [dist(palette.rgb(number), colour) for number in range(16, 256)]
    assert distances[nearest - 16] == min(distances)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("colours", [256, TRUE])
def test_the_days_of_many_wins_differ_from_those_of_few_and_none_is_grey(name: str, colours: Colours) -> None:
    steps = [rgb_of(("ink", f"{step}bar winnable"), name, colours) for step in HEAT]
    assert len(set(steps)) == len(steps)
    assert all(max(step) > min(step) for step in steps)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("colours", [256, TRUE])
def test_what_is_dimmed_behind_a_dialog_or_fades_is_fainter_but_stays_in_sight(name: str, colours: Colours) -> None:
    felt, shadow = (rgb_of(("surface", surface), name, colours) for surface in ("felt", "shadow"))
    if len(set(felt)) > 1 and colours == 256:
        # Neither the shadow on a felt of a hue nor what fades to a strong one is grey.
        assert len(set(shadow)) > 1 or shadow == (0, 0, 0)
        if name in ("felt", "rosewood", SAFE):
            assert all(len(set(rgb_of(("surface", f"{step}card"), name, 256))) > 1 for step in (DIMMED, *FADED))
    line = attr_spec("dimmed well line", theme(name), colours)
    assert line.foreground != line.background
    faded, dimmed = (rgb_of(("ink", f"{each}{FADED[-1]}well line"), name, colours) for each in ("", DIMMED))
    assert contrast(faded, felt) > contrast(dimmed, felt)
    assert len({rgb_of(each, name, colours) for each in surfaces(f"{DIMMED}card", "card", "felt")}) == 3
    first, *_, last = (rgb_of(("surface", f"{step}card"), name, colours) for step in FADED)
    assert contrast(first, felt) > contrast(last, felt) > 1


def test_white_is_legible_on_every_dark_basic_colour_and_black_stands_out_on_every_light_one() -> None:
    black, white = 0, 15
    assert all(palette.contrast(white, number) >= 4.5 for number in palette.DARK)
    assert all(palette.contrast(black, number) >= 15 for number in palette.LIGHT)


# The theme of the terminal's own colours

SCHEMES = {
    "xterm": ("e5e5e5", "000000"),
    "VGA": ("aaaaaa", "000000"),
    "Tango": ("d3d7cf", "2e3436"),
    "Campbell": ("cccccc", "0c0c0c"),
    "GNOME": ("ffffff", "1e1e1e"),
    "macOS": ("ffffff", "000000"),
    "Solarized": ("839496", "002b36"),
    "xterm light": ("000000", "ffffff"),
    "VGA light": ("000000", "ffffff"),
    "Tango light": ("2e3436", "ffffff"),
    "Campbell light": ("0c0c0c", "f2f2f2"),
    "GNOME light": ("1e1e1e", "ffffff"),
    "macOS light": ("000000", "ffffff"),
    "Solarized light": ("657b83", "fdf6e3"),
}
"""The terminals' own ink and background, by palette, dark and light."""


def in_scheme(role: str, scheme: str) -> tuple[RGB, RGB]:
    """The ink and the ground of a role in the terminal's own colours."""
    spec = attr_spec(role, theme(TERMINALS), TRUE)
    red_green_blue = PALETTES[scheme.removesuffix(" light")]
    own = [cast("RGB", tuple(bytes.fromhex(text))) for text in SCHEMES[scheme]]
    ink, ground = (
        default if name == "default" else red_green_blue[palette.URWID_NAMES.index(name)]
        for name, default in zip((spec.foreground.split(",")[0], spec.background), own, strict=True)
    )
    return (ground, ink) if spec.standout else (ink, ground)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_in_the_terminals_own_colours_all_can_be_read_on_dark_terminals_and_on_light_ones(scheme: str) -> None:
    pairs = [(f"{ground} {ink}", IN_ANY_PALETTE) for ground, written in TEXT_INKS.items() for ink in written]
    pairs += [(f"{state} {ink} compact", IN_ANY_PALETTE) for state in (*CARD_STATES, "safe") for ink in SUIT_INKS]
    # What is not on a card is as legible as the terminal's own text.
    own = contrast(*(cast("RGB", tuple(bytes.fromhex(text))) for text in SCHEMES[scheme]))
    pairs += [(f"{ground} {ink}", own) for ground in ("bar", "chosen") for ink in TEXT_INKS[ground]]
    pairs += [(f"well {ink}", own) for ink in TEXT_INKS["well"]]
    faint = [
        f"{role}: {found:.2f}" for role, least in pairs if (found := contrast(*in_scheme(role, scheme))) < least - 0.01
    ]
    assert faint == []
    card, felt = in_scheme("card", scheme)[1], in_scheme("felt", scheme)[1]
    assert felt == cast("RGB", tuple(bytes.fromhex(SCHEMES[scheme][1])))
    assert ciede2000(lab(card), lab(felt)) >= GENTLE - 0.05
    grounds = {in_scheme(state, scheme)[1] for state in ("card", "lifted", "cursor", "found", "related")}
    assert len(grounds) == 5


def test_the_terminals_own_colours_are_sixteen_however_many_there_are_and_its_background_stays() -> None:
    roles = [*TEXT_INKS, *(f"{DIMMED}{state}" for state in CARD_STATES), *(f"{step}card red" for step in FADED)]
    roles += [f"{FILLED}felt rim", f"{SHADED}felt", f"half {IMPRINT} well", f"half well {IMPRINT}", "chosen title"]
    for role in roles:
        looks = {attr_spec(role, theme(TERMINALS), colours) for colours in DEPTHS}
        assert len(looks) == 1
        assert looks.pop().colors <= palette.SIXTEEN
        console_spec(role, theme(TERMINALS))
    assert {attr_spec(role, theme(TERMINALS), TRUE).background for role in ("felt", "bar", "well")} == {"default"}
    # What is drawn in the colour of the background is drawn in reverse.
    filled = attr_spec(f"{FILLED}felt refused", theme(TERMINALS), TRUE)
    assert (filled.foreground, filled.background) == ("light red,standout", "default")
    suit = attr_spec(f"half well {IMPRINT}", theme(TERMINALS), TRUE)
    assert (suit.foreground, suit.background) == ("dark gray,standout", "default")


def test_a_shadow_in_the_terminals_own_colours_is_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    assert is_unseen("felt shadow", theme(TERMINALS))
    assert not is_unseen("felt number", theme(TERMINALS))
    assert not is_unseen("felt shadow", theme("felt"))
    terminal, sent = Terminal(theme(TERMINALS)), StringIO()
    terminal.write = sent.write  # type: ignore[method-assign,assignment]
    terminal.flush = sent.flush  # type: ignore[method-assign]
    surface = Surface(10, 2)
    surface.text(0, 0, "▀▀▀", "felt shadow")
    surface.text(0, 1, "▀", "felt rim")
    terminal.draw_screen((10, 2), surface)
    assert sent.getvalue().count("▀") == 1
    for end in (terminal._resize_pipe_rd, terminal._resize_pipe_wr):  # noqa: SLF001 - urwid leaves them open
        end.close()


# Roles in every theme, as a table

TABLES = in_folder(Path(__file__).parent / "tables", "colours*.txt")


def begin(name: str, *options: str) -> Answer:
    """Tell of roles the inks and grounds in 24 bits, among 256 and 16 colours, on a console, and without colours.

    A line names a surface, with what stands before it, and inks on it; `-` is none. Pixels are each told as both halves
    of a cell. Roles that are mixed from others, as behind a dialog, are told in three themes only.
    """

    def looks(role: str) -> str:
        depths: tuple[Colours, ...] = () if "no colours" in options else (TRUE, 256, 16)
        specs = [attr_spec(role, theme(name), colours) for colours in depths]
        specs += [console_spec(role, theme(name))] if depths else []
        shown = [f"{spec.foreground} on {spec.background}" for spec in specs]
        return ", ".join([*shown, attr_spec(role, theme(name), 1).foreground])

    def answer(line: str) -> list[str]:
        surface, _, inks = line.partition(": ")
        return [f"{ink:10} {looks(role_of(surface, ink))}" for ink in inks.split(" ")]

    return answer


def role_of(surface: str, ink: str) -> str:
    if surface.endswith("half"):
        return f"{surface} {ink} {ink}"
    return surface if ink == "-" else f"{surface} {ink}"


@pytest.mark.parametrize("name", TABLES)
def test_every_role_has_the_colours_that_the_table_says(name: str) -> None:
    assert_told_as_in(TABLES[name], begin)


@pytest.mark.parametrize("prefix", ["", DIMMED, FADED[0], FADED[-1], SHADED])
@pytest.mark.parametrize("name", ["felt", "high-contrast"])
def test_each_pixel_of_a_cell_has_its_colour_beside_any_other(name: str, prefix: str) -> None:
    pixels = ["card", "card.red", "card.edge", "felt.line", "well", IMPRINT, "cursor.black", "refused.red", "art.gold"]
    for upper, lower in permutations(pixels, 2):
        for colours in (1, *DEPTHS):
            one, other, both = (
                attr_spec(f"{prefix}half {each}", theme(name), colours)
                for each in (f"{upper} {upper}", f"{lower} {lower}", f"{upper} {lower}")
            )
            # Without colours there is one style for both.
            ink = other if colours == 1 else one
            assert (both.foreground, both.background) == (ink.foreground, other.background), (upper, lower, colours)
