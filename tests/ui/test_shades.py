"""A theme that names a felt or a bar alone: everything on it is of that colour, and can be read."""

from pathlib import Path
from typing import cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.themes import palette
from freecell_tui.ui.drawing.themes.palette import Colour
from freecell_tui.ui.drawing.themes.shades import complete
from freecell_tui.ui.drawing.themes.theme import TEXT_INKS, Colours, Theme, attr_spec
from support.colours import RGB, ciede2000, contrast, lab

OURS = themes.names(Path("nowhere"))
OF_FELT = ("well", "shadow", "target", "lit")
TRUE: Colours = 16777216
DEPTHS: tuple[Colours, ...] = (16, 256, TRUE)
RGBS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda parts: "#{:02x}{:02x}{:02x}".format(*parts))
BASICS = st.sampled_from([None, *palette.DARK, *palette.LIGHT])


def built_on(base: str, surfaces: dict[str, Colour], inks: dict[str, Colour] | None = None) -> Theme:
    old = themes.load(base, Path("nowhere"))
    return Theme("mine", "", *complete(old, surfaces, inks or {}), old.pattern, old.suit_inks, old.art)


def shown(theme: Theme, role: str, colours: Colours) -> tuple[RGB, RGB]:
    """An ink and the surface that it is on."""
    values = attr_spec(role, theme, colours).get_rgb_values()
    return cast("tuple[RGB, RGB]", (values[:3], values[3:]))


def ground(theme: Theme, surface: str, colours: Colours) -> RGB:
    return shown(theme, f"{surface} text", colours)[1]


@pytest.mark.slow
@given(st.sampled_from(OURS), RGBS, BASICS)
@example("felt", "#123a63", None)
@example("felt", "#000000", None)
@example("felt", "#ffffff", None)
@example("paper", "#767676", None)
@example("high-contrast", "#ffd34d", 3)
def test_on_any_felt_everything_can_be_read_and_told_from_it(base: str, felt: str, basic: int | None) -> None:
    theme = built_on(base, {"felt": Colour(felt, None, basic)})
    old = themes.load(base, Path("nowhere")).surfaces
    has_shadows = old["felt"].true != old["shadow"].true
    for colours in DEPTHS:
        for surface in ("felt", *OF_FELT):
            for ink in TEXT_INKS.get(surface, ()):
                written, on = shown(theme, f"{surface} {ink}", colours)
                assert contrast(written, on) >= 4.5
        for surface in ("felt", "well") if colours != 16 else ():
            assert contrast(*shown(theme, f"{surface} line", colours)) >= 2.2
        rims = [shown(theme, f"felt {ink}", colours)[0] for ink in ("rim", "refused")]
        assert len({*rims, ground(theme, "felt", colours)}) == 3
        shadow, around = ground(theme, "shadow", colours), ground(theme, "felt", colours)
        # Among 256 there is not always a darker one of the same hue, and a grey one would look like a hole.
        assert has_shadows == (shadow != around) or (colours == 256 and has_shadows)
        assert colours != 256 or len(set(around)) == 1 or len(set(shadow)) > 1 or not has_shadows
        assert shown(theme, "felt shadow", colours)[0] == ground(theme, "shadow", colours)


@pytest.mark.slow
@given(st.sampled_from(OURS), RGBS, BASICS)
@example("felt", "#777777", None)
@example("felt", "#000000", 0)
def test_on_any_bar_everything_can_be_read_and_the_chosen_row_told_from_it(
    base: str, bar: str, basic: int | None
) -> None:
    theme = built_on(base, {"bar": Colour(bar, None, basic)})
    for colours in DEPTHS:
        for surface in ("bar", "chosen"):
            for ink in TEXT_INKS[surface]:
                written, on = shown(theme, f"{surface} {ink}", colours)
                assert contrast(written, on) >= 4.5
        assert ground(theme, "chosen", colours) != ground(theme, "bar", colours)
    assert theme.surfaces["felt"] == themes.load(base, Path("nowhere")).surfaces["felt"]


@pytest.mark.parametrize("base", OURS)
def test_the_felt_of_the_base_itself_has_the_shades_of_the_base(base: str) -> None:
    old = themes.load(base, Path("nowhere"))
    theme = built_on(base, {"felt": old.surfaces["felt"], "bar": old.surfaces["bar"]})
    assert (theme.surfaces, theme.inks) == (old.surfaces, old.inks)


def test_a_blue_felt_has_blue_wells_and_shadows_at_every_depth_and_no_green_is_left(subtests: pytest.Subtests) -> None:
    theme = built_on("felt", {"felt": Colour("#123a63", 17, 4)})
    old = themes.default()
    for colours in DEPTHS:
        for surface in ("felt", *OF_FELT):
            with subtests.test(colours=colours, surface=surface):
                red, green, blue = ground(theme, surface, colours)
                assert surface == "target" or blue >= max(red, green)
                assert ground(theme, surface, colours) != ground(old, surface, colours) or colours == 16
    felt, well, shadow, lit = (ground(theme, surface, TRUE) for surface in ("felt", "well", "shadow", "lit"))
    assert 1 < ciede2000(lab(felt), lab(well)) < ciede2000(lab(felt), lab(shadow)) < ciede2000(lab(felt), lab(lit))
    for ink in ("line", "mark", "number"):
        with subtests.test(ink=ink):
            (red, green, blue), _ = shown(theme, f"felt {ink}", TRUE)
            assert blue > green > red


def test_what_a_theme_names_itself_stays_as_it_says_and_all_else_is_as_in_its_base() -> None:
    own = {"felt": Colour("#123a63"), "well": Colour("#ff0000", 9, 1)}
    theme = built_on("felt", own, {"mark": Colour("#ff0001", 9, 1), "shadow": Colour("#010101")})
    assert {name: theme.surfaces[name] for name in own} == own
    assert (theme.inks["mark"], theme.inks["shadow"]) == (Colour("#ff0001", 9, 1), Colour("#010101"))
    # Without a felt or a bar of its own there is nothing else to shade.
    old, rim = themes.default(), Colour("#ffb454")
    theme = built_on("felt", {"well": own["well"]}, {"rim": rim})
    assert (theme.surfaces, theme.inks) == ({**old.surfaces, "well": own["well"]}, {**old.inks, "rim": rim})


def test_a_base_with_white_lines_on_white_wells_lends_a_felt_lines_that_can_be_seen() -> None:
    old = themes.default()
    wells, lines = {**old.surfaces, "well": Colour("#ffffff")}, {**old.inks, "line": Colour("#ffffff")}
    base = Theme("white", "", wells, lines, old.pattern, old.suit_inks, old.art)
    surfaces, inks = complete(base, {"felt": Colour("#123a63")}, {})
    assert palette.contrast(inks["line"].true, surfaces["well"].true) >= 2.25


@pytest.mark.parametrize("felt", ["#3a3a3a", "#123a63", "#cccccc"])
def test_text_that_has_seven_to_one_in_the_base_has_it_on_a_felt_that_allows_it(
    felt: str, subtests: pytest.Subtests
) -> None:
    theme = built_on("high-contrast", {"felt": Colour(felt)})
    for ink in TEXT_INKS["felt"]:
        with subtests.test(ink=ink):
            assert contrast(*shown(theme, f"felt {ink}", TRUE)) >= 7
