"""Themes as files: the game's own, a player's, and everything that can be wrong with one."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import Game
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.themes import NoSuchTheme, ThemeError, palette
from freecell_tui.ui.drawing.themes.theme import INKS, SURFACES, Theme, attr_spec, basic_colours
from support.pty_terminal import Start
from support.screenshots import COLOURS
from support.ui_driver import seated

Write = Callable[..., Path]

OURS = themes.names(Path("nowhere"))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The player's folder of themes."""
    folder = tmp_path / "config" / "freecell-tui" / "themes"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def write(own: Path) -> Write:
    def write(text: str | bytes, name: str = "mine") -> Path:
        path = own / f"{name}.toml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def faults(own: Path, name: str = "mine", ends: str = ".") -> tuple[str, ...]:
    with pytest.raises(ThemeError) as caught:
        themes.load(name, own)
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert sentence.endswith(ends)
    assert f"{name}.toml" in sentence
    return caught.value.problems


def test_there_are_themes_for_every_taste_and_each_is_whole(subtests: pytest.Subtests) -> None:
    found = [themes.load(name, Path("nowhere")) for name in OURS]
    assert {"felt", "midnight", "paper", "high-contrast", "colour-blind-safe"} <= set(OURS)
    assert {path.stem for path in Path(themes.__file__).parent.glob("*.toml")} == set(OURS)
    assert sum(not palette.is_dark(theme.surfaces["felt"].true) for theme in found) >= 2
    assert len({theme.surfaces["felt"].true for theme in found}) == len(found)
    assert len({theme.about for theme in found}) == len(found)
    for theme in found:
        with subtests.test(theme=theme):
            assert (set(theme.surfaces), set(theme.inks)) == (set(SURFACES), set(INKS))
            for surface in SURFACES:
                for ink in INKS:
                    for colours in COLOURS:
                        assert attr_spec(f"{surface} {ink}", theme, colours).colors <= colours


@pytest.mark.slow
def test_without_colour_every_theme_is_the_same(subtests: pytest.Subtests) -> None:
    for surface in SURFACES:
        for ink in INKS:
            with subtests.test(surface=surface, ink=ink):
                specs = {attr_spec(f"{surface} {ink}", themes.load(name, Path("nowhere")), 1) for name in OURS}
                assert len(specs) == 1


def test_a_theme_of_ones_own_says_only_what_differs(own: Path, write: Write) -> None:
    write('based_on = "paper"\n[surfaces]\nfelt = "#4B0082"\nbar = { rgb = "#010203", 256 = 17, 16 = "blue" }\n')
    mine, paper = themes.load("mine", own), themes.load("paper", own)
    assert "mine" in themes.names(own)
    assert mine.surfaces["felt"].true == "#4b0082"
    assert palette.xterm_colour(mine.surfaces["felt"]) == 54
    assert (palette.xterm_colour(mine.surfaces["bar"]), basic_colours(mine)[0]["bar"]) == (17, 4)
    shades = dict.fromkeys(("felt", "well", "shadow", "target", "lit", "bar", "chosen"))
    assert {**mine.surfaces, **shades} == {**paper.surfaces, **shades}
    assert {name: mine.inks[name] for name in ("red", "edge", "pattern")} == {
        name: paper.inks[name] for name in ("red", "edge", "pattern")
    }
    assert mine.pattern == paper.pattern


def test_suits_may_have_inks_of_their_own_on_lit_cards(own: Path, write: Write, subtests: pytest.Subtests) -> None:
    write('based_on = "midnight"\n[lifted]\nred = "#102030"\n')
    mine, midnight = themes.load("mine", own), themes.load("midnight", own)
    assert attr_spec("lifted red", mine, 16777216).foreground == "#102030,bold"
    for role in ("card red", "lifted black", "cursor red"):
        with subtests.test(role=role):
            assert attr_spec(role, mine, 16777216) == attr_spec(role, midnight, 16777216)
    assert attr_spec("lifted red", mine, 16) == attr_spec("lifted red", midnight, 16)


def test_a_theme_of_ones_own_may_take_the_place_of_one_of_the_games_and_build_on_it(own: Path, write: Write) -> None:
    write('based_on = "felt"\n[surfaces]\nfelt = "#123456"\n', "felt")
    felt = themes.load("felt", own)
    assert felt.surfaces["felt"].true == "#123456"
    assert felt.inks["red"] == themes.default().inks["red"]
    assert themes.names(own) == OURS


@pytest.mark.parametrize(("ground", "ink"), [("#10202a", "#c0d0e0"), ("#e0f0f8", "#203040")])
def test_what_is_left_out_of_sixteen_colours_is_dark_where_it_is_dark_and_can_be_read(
    own: Path, write: Write, ground: str, ink: str
) -> None:
    entries = [f'{name} = "{ground}"' for name in ("felt", "bar", "well", "chosen", "lit", "target")]
    lines = [f'{name} = "{ink}"' for name in INKS if name not in ("red", "black", "blue", "green")]
    write("\n".join(['based_on = "felt"', "[surfaces]", *entries, "[inks]", *lines]))
    mine = themes.load("mine", own)
    surfaces, inks = basic_colours(mine)
    for surface, name in (("felt", "number"), ("bar", "text"), ("bar", "quiet"), ("chosen", "title")):
        shown, written = surfaces[surface], inks[name]
        assert palette.contrast(shown, written) >= 4.5
        assert (palette.luminance(shown) < 0.18) == palette.is_dark(ground)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "surfaces.card, surfaces.lifted, surfaces.cursor and 11 more should be there too, or based_on"),
        ("surfaces = \n", "Line 1 is not TOML: this is not a value; a word needs quotation marks."),
        ("a = '\x1b[2J'\n", "Line 1 is not TOML: there is a character that TOML does not allow."),
        ("a = " + "[" * 5000, "Line 1 is not TOML: it is nested too deeply."),
        ("a." * 30000 + "a = 1", "Line 1 is not TOML: a name has more than 4 parts with dots between them."),
        (b"about = '\xff'", "It cannot be read: line 1 is not text in UTF-8."),
        ("#" * 70000, "It cannot be read: it is too large, with more than 64 KiB."),
        ('based_on = "felt"\nfelt = 1', "Line 2: “felt” is not known; choose from about, based_on, pattern, surfaces"),
        ('based_on = "felt"\n[surfaces]\ntable = "#000000"', "Line 3: “surfaces.table” is not known; choose from"),
        (
            'based_on = "felt"\n[inks]\nred = "green"',
            "Line 3: “inks.red” is “green”, and should be a colour like “#0e5a",
        ),
        ('based_on = "felt"\n[inks]\nred = "#12345"', "“inks.red” is “#12345”, and"),
        ('based_on = "felt"\n[inks]\nred = "#12345\\u001b"', "“inks.red” is “#12345?”, and"),
        ('based_on = "felt"\n[inks]\n"re\\u001bd" = "#123456"', "“inks.re?d” is not known"),
        ('based_on = "felt"\n[inks]\nred = 7', "“inks.red” is not text, and"),
        ('based_on = "felt"\n[inks]\nred = ["#123456"]', "“inks.red” is not text, and"),
        ('based_on = "felt"\n[inks]\nred = { 256 = 7 }', "“inks.red” is without rgb, and"),
        (
            'based_on = "felt"\n[inks]\nred = { rgb = "#000000", 256 = 256 }',
            "should have a number from 0 to 255 as 256",
        ),
        ('based_on = "felt"\n[inks]\nred = { rgb = "#000000", 256 = true }', "should have a number from 0 to 255"),
        (
            'based_on = "felt"\n[inks]\nred = { rgb = "#000000", 16 = "pink" }',
            "should have a name as 16, one of black,",
        ),
        ('based_on = "felt"\n[inks]\nred = { rgb = "#000000", 16 = [] }', "should have a name as 16"),
        ('based_on = "felt"\n[inks]\nred = { rgb = "#000000", 88 = 3 }', "has “88”, which is not known"),
        ('based_on = "felt"\ninks = 3', "Line 2: “inks” should be a table: [inks]"),
        ('based_on = "felt"\nabout = 3', "Line 2: “about” should be text in quotation marks."),
        ("based_on = 3", "Line 1: “based_on” should be text in quotation marks."),
        ('based_on = "velvet"', "Line 1: “based_on” is “velvet”, which is not a theme; choose from felt, midnight,"),
        ('based_on = "../felt"', "“based_on” is “../felt”, which is not a theme"),
        ('based_on = "mine"', "“based_on” leads back to this theme"),
        ('based_on = "felt"\npattern = "x"', "Line 2: “pattern” should be one or two characters, and"),
        ('based_on = "felt"\npattern = ["abc", "x"]', "“pattern” should be one or two characters"),
        ('based_on = "felt"\npattern = ["字", "x"]', "“pattern” should be one or two characters"),
        ('based_on = "felt"\npattern = ["\\u001b", "x"]', "“pattern” should be one or two characters"),
        ('based_on = "felt"\npattern = ["░", "░"]', "“pattern” should be one or two characters"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(own: Path, write: Write, text: str, sentence: str) -> None:
    write(text)
    assert any(sentence in fault for fault in faults(own)), faults(own)


def test_many_faults_are_counted(own: Path, write: Write) -> None:
    write('based_on = "felt"\n[inks]\n' + "".join(f"a{number} = 1\n" for number in range(9)))
    assert len(faults(own, ends="And 6 more.")) == 9


def test_themes_that_build_on_each_other_in_a_ring_are_refused(
    own: Path, write: Write, subtests: pytest.Subtests
) -> None:
    write('based_on = "yours"')
    write('based_on = "mine"', "yours")
    for name, other in (("mine", "yours"), ("yours", "mine")):
        with (
            subtests.test(name=name),
            pytest.raises(ThemeError, match=f"{other}.toml is wrong. Line 1: “based_on” leads back to this theme"),
        ):
            themes.load(name, own)


def test_a_chain_of_hundreds_of_themes_is_refused_and_one_of_ten_bases_is_not(
    own: Path, write: Write, subtests: pytest.Subtests
) -> None:
    for number in range(600):
        write(f'based_on = "{f"t{number - 1}" if number else "felt"}"', f"t{number}")
    assert themes.load("t9", own).surfaces == themes.load("felt", own).surfaces
    for last, wrong in ((10, 0), (599, 589)):
        with subtests.test(last=last):
            sentence = (
                f"t{wrong}.toml is wrong. Line 1: “based_on” is one theme too many: at most 10 are based on each other."
            )
            with pytest.raises(ThemeError, match=sentence):
                themes.load(f"t{last}", own)


def test_the_faults_of_a_file_full_of_them_are_found_at_once(own: Path, write: Write) -> None:
    write('based_on = "felt"\n' + "".join(f"a{number} = 1\n" for number in range(5000)))
    assert len(faults(own, ends="And 4997 more.")) == 5000


def test_what_is_no_file_is_not_read(own: Path) -> None:
    os.mkfifo(own / "pipe.toml")
    (own / "folder.toml").mkdir()
    assert faults(own, "pipe") == faults(own, "folder") == ("It cannot be read: it is not a file.",)


@pytest.mark.slow
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_no_file_does_more_harm_than_a_sentence(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.getbasetemp()
    for text in (content, b'based_on = "felt"\n[inks]\n' + content):
        (folder / "any.toml").write_bytes(text)
        try:
            assert isinstance(themes.load("any", folder), Theme)
        except ThemeError as error:
            assert str(error).isprintable()  # noqa: PT017 - either is right


@pytest.mark.parametrize("name", ["velvet", "", "../felt", "Felt", "felt.toml", "a" * 300, "fe\x1blt", "felt/"])
def test_a_name_that_no_theme_has_is_refused_with_those_there_are(own: Path, name: str) -> None:
    with pytest.raises(NoSuchTheme) as caught:
        themes.load(name, own)
    assert str(caught.value).endswith(f"; choose from {', '.join([*OURS, themes.AUTO])}.")
    assert str(caught.value).isprintable()


# On the table


def test_the_settings_dress_the_table_while_it_is_played(tmp_path: Path, own: Path, write: Write) -> None:
    write('based_on = "felt"\npattern = ["◆◇", "%"]')
    with seated(tmp_path, Game.new(1)) as seat, pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_CONFIG_HOME", str(own.parents[1]))
        roles = seat.picture.roles
        assert {"card red", "card black"} <= roles
        seat.controller.preferences.change("four_colours", True)  # noqa: FBT003 - a value
        assert {"card blue", "card green"} <= seat.picture.roles
        seat.controller.preferences.change("cards", "letters")
        assert "Jd" in seat.picture.text[5]
        assert "▁" in seat.text
        assert not set("♣♦♥♠") & set(seat.text)
        seat.controller.preferences.change("cards", "auto")
        seat.controller.preferences.change("card_size", "compact")
        assert seat.layout.shape.height == 1
        seat.controller.preferences.change("theme", "mine")
        assert seat.table.appearance.theme.name == "mine"
        seat.session.is_paused = True
        assert "◆◇◆" in seat.text
        seat.controller.preferences.change("cards", "ascii")
        assert "%%%" in seat.text
        seat.controller.preferences.change("theme", "velvet")
        assert seat.table.appearance.theme is themes.default()
        assert seat.session.message is not None
        assert seat.session.message.text.startswith("There is no theme “velvet”; choose from ")


def test_an_unknown_theme_on_the_command_line_is_refused_with_those_there_are(start: Start) -> None:
    terminal = start("1", "--theme", "velvet", table=False, size=(200, 24))
    assert terminal.end() == 2
    said = " ".join(terminal.text.split())
    assert f"There is no theme “velvet”; choose from {', '.join([*OURS, themes.AUTO])}." in said


def test_a_player_may_add_a_theme_and_one_that_is_wrong_is_told_on_the_usual_table(
    start: Start, write: Write, own: Path
) -> None:
    write('based_on = "felt"\n[surfaces]\nbar = "#010203"\n')
    terminal = start("1", "--theme", "mine", COLORTERM="truecolor")
    assert terminal.background((0, 0)) == "010203"
    write('based_on = "felt"\n[surfaces]\nbar = "dark"\n', "other")
    (own.parent / "settings.toml").write_text('theme = "paper"\n')
    terminal = start("1", "--theme", "other", COLORTERM="truecolor")
    terminal.see("“surfaces.bar” is “dark”")
    terminal.see("Line 3")
    assert "settings.toml" not in terminal.text
    assert terminal.background((0, 0)) == themes.default().surfaces["bar"].true[1:]
