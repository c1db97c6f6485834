"""The player's settings file: what it says holds as far as it is right, and nothing that stands in it is lost."""

import os
import stat
import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import VARIANTS
from freecell_tui.storage.settings import DEFAULTS, SPECS, SettingsFile, SettingSpec, Value, first_problems, to_toml
from freecell_tui.storage.toml import TomlError, entry_lines, parse
from support.refusing_disk import needs_permissions

WORDS = ("felt", "paper", "Ünïcode ♠", 'with "marks" and \\')


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "folder" / "settings.toml")


Write = Callable[[str | bytes], SettingsFile]


@pytest.fixture
def write(file: SettingsFile) -> Write:
    def write(text: str | bytes) -> SettingsFile:
        file.path.parent.mkdir(exist_ok=True)
        file.path.write_bytes(text.encode() if isinstance(text, str) else text)
        return file

    return write


def values(row: SettingSpec) -> tuple[Value, ...]:
    return row.values or WORDS


def test_without_a_file_everything_is_as_usual_and_none_is_made(file: SettingsFile, write: Write) -> None:
    assert file.load() == (DEFAULTS, ())
    assert file.line_of("theme") == 0
    assert not file.path.parent.exists()
    assert write("clock = true\ntheme = 'felt'").line_of("theme") == 2
    assert write("clock = true\n").line_of("theme") == 0


def test_every_value_of_every_setting_is_read_from_the_file(write: Write, subtests: pytest.Subtests) -> None:
    assert [row.name for row in SPECS] == [name for name in DEFAULTS.__slots__ if name != "keys"]
    assert [row.name for row in SPECS if row.default is True] == [
        *("verdict", "hints", "highlights", "clock", "mouse", "felt_margin")
    ]
    for row in SPECS:
        with subtests.test(row=row):
            assert all((row.title, row.help, row.group))
            assert getattr(DEFAULTS, row.name) in (row.values or ("felt",))
            for value in values(row):
                settings, problems = write(f"{row.name} = {to_toml(value)}\n").load()
                assert (settings, problems) == (DEFAULTS.with_value(row.name, value), ()), row.name
                assert type(getattr(settings, row.name)) is type(value)


def test_the_settings_of_new_games_make_a_variant() -> None:
    settings = replace(DEFAULTS, variant="eight-off", cells=3, aces_only_home=True)
    assert settings.new_game_variant == VARIANTS["eight-off"].with_cells(3).with_house_rules(aces_only_home=True)
    assert DEFAULTS.new_game_variant == VARIANTS["freecell"]


def test_keys_are_kept_as_a_table_and_taken_out_again(file: SettingsFile, write: Write) -> None:
    file.change("keys.undo", ["x", "Backspace"])
    file.change("keys.redo", ["y"])
    assert file.load().settings.keys == {"undo": ("x", "Backspace"), "redo": ("y",)}
    file.change("keys.undo", None)
    file.change("keys.quit", None)
    assert file.load().settings.keys == {"redo": ("y",)}
    assert write('[keys]\nundo = "x"\n').load() == (write('keys.undo = ["x"]').load().settings, ())


OWN = """\
# mine
theme = "paper"   # in daylight

unknown = [1,
  2]  # of another version
autoplay="all"
[keys]
# like vi
undo = "x" # !
[of-another-program]
a.b = 3
"""


def test_a_change_leaves_everything_else_as_it_stands(write: Write, subtests: pytest.Subtests) -> None:
    expected = OWN.replace('"all"', '"none"').replace('undo = "x"', 'undo = ["z"]')
    for end in ("\n", "\r\n"):
        for mark in ("", "\ufeff"):
            with subtests.test(end=end, mark=mark):
                file = write(mark + OWN.replace("\n", end))
                file.change("autoplay", "none")
                file.change("keys.undo", ["z"])
                assert file.path.read_bytes().decode() == mark + expected.replace("\n", end)
                assert file.load().settings.autoplay == "none"


def test_a_new_setting_goes_where_the_settings_are_and_not_into_a_table(write: Write) -> None:
    file = write(OWN)
    file.change("clock", value=False)
    file.change("keys.redo", ["w"])
    text = file.path.read_text()
    lines = iter(text.splitlines())
    assert all(line in lines for line in OWN.splitlines())
    assert not file.load().settings.clock
    assert file.load().settings.keys == {"undo": ("x",), "redo": ("w",)}


@pytest.mark.parametrize("broken", ["theme is paper", "clock = true", "[keys", "x = [", '= """', "\x0c"])
def test_a_file_that_is_not_toml_is_one_mistake_and_the_defaults_hold_until_it_is_corrected(
    write: Write, broken: str
) -> None:
    text = f"clock = false\n{broken}\n"
    file = write(text)
    settings, (problem,) = file.load()
    assert settings == DEFAULTS
    assert problem.startswith("settings.toml, line 2: this is not valid TOML: ")
    assert problem.endswith(". Until it is corrected, the defaults are used.")
    for name, value in (("hints", False), ("keys.undo", ["x"]), ("clock", None)):
        with pytest.raises(OSError, match=r"settings\.toml is not valid TOML in line 2, so it was not changed"):
            file.change(name, value)
    assert file.path.read_text() == text
    write("clock = false\n")
    assert file.load() == (DEFAULTS.with_value("clock", value=False), ())
    file.change("hints", value=False)
    assert file.path.read_text() == "clock = false\nhints = false\n"


PARTS = ["a"] * 2**15
DOTTED = ".".join(PARTS)

NAMES_OF_TOO_MANY_PARTS = [
    f"{DOTTED} = 1",
    "a.b.c.d.e = 1",
    ".".join(['""'] * 2**14) + " = 1",
    ".".join(["'.'", '"\\"."'] * 2**13) + " = 1",
    " \t. ".join(PARTS[: 2**14]) + " = 1",
    f"[{DOTTED}]",
    f"[[{DOTTED}]]",
    f"x = {{{DOTTED} = 1}}",
    f"x = [\n1.5,\n{{{DOTTED} = 1}}]",
    f"x = \"\"\"a\"\"\"\"\"\ny = '# \"'\nz = ''' '''''\n{DOTTED} = 1",
    f'# it\'s """\n{DOTTED} = 1',
]


@pytest.mark.parametrize("text", NAMES_OF_TOO_MANY_PARTS, ids=range(len(NAMES_OF_TOO_MANY_PARTS)))
def test_a_name_of_too_many_parts_is_refused_before_it_is_read(text: str, subtests: pytest.Subtests) -> None:
    for whole in (text, f"{text}\n{'x' * 2**17}"):
        with subtests.test(whole=whole):
            with pytest.raises(TomlError, match="a name has more than 4 parts with dots between them") as caught:
                parse(whole)
            assert caught.value.line == text.count("\n") + 1


@given(
    st.lists(st.sampled_from(["...", '"', "'", "#", "\\", "\n", " ", "a.b.c.d = 1.5", "=", "[1.5, 2.5]"]), max_size=9)
)
def test_dots_in_strings_comments_and_numbers_are_no_parts_of_a_name(parts: list[str]) -> None:
    text = "".join(parts)
    for whole in (text, f"x = {to_toml(text)} # {text}", f"x = '''\n{text}\n''' # ....."):
        with suppress(tomllib.TOMLDecodeError):
            assert tomllib.loads(whole) == parse(whole)


@pytest.mark.parametrize("text", [" " * 2**16, "a" + " " * 2**16, "." * 2**16], ids=["blanks", "a letter", "dots"])
def test_the_lines_of_entries_are_found_at_once_in_any_text(text: str) -> None:
    assert entry_lines(f"{text}\n  'x' = 5\n [keys]\nundo=3") == {"x": 2, "keys": 3, "keys.undo": 4}


def test_a_file_of_more_than_a_thousand_entries_is_read_and_not_changed(write: Write) -> None:
    text = "".join(f"a.b.c.k{number} = 1\n" for number in range(1001))
    file = write(text)
    with pytest.raises(OSError, match="the file has more than 1,000 entries"):
        file.change("clock", value=False)
    assert file.path.read_text() == text


def test_what_stands_in_place_of_the_table_of_keys_becomes_a_comment(write: Write) -> None:
    file = write("keys = 5\n")
    problem = "keys is a table: write [keys], and below it one line per command."
    assert file.load().problems == (f"settings.toml, line 1: {problem}",)
    file.change("keys.undo", ["x"])
    assert file.path.read_text().startswith("# keys = 5\n")
    assert file.load().settings.keys == {"undo": ("x",)}


MISTAKES = [
    ("\nautoplay = 'some'", 2, 'autoplay is "none", "safe" or "all", not “some”.'),
    ("clock = 1", 1, "clock is true or false, not “1”."),
    ("cells = true", 1, 'cells is "default", 0, 1, 2, 3, 4, 5, 6, 7 or 8, not “true”.'),
    ("\nmouse = ['on']", 2, "not a list."),
    ("clock = {on = true}", 1, "not a table."),
    ("# a\n\ncells = 9", 3, "not “9”."),
    ("theme = 3", 1, "theme is a word in quotation marks."),
    ("\n\nauto_play = 'all'", 3, "there is no setting “auto_play”. Did you mean autoplay or autoplay_when?"),
    ("zzz = 1", 1, "there is no setting “zzz”."),
    # Nobody who writes suits means hints.
    ("suits = 'letters'", 1, "there is no setting “suits”."),
    ('"a b" = 1', 1, "there is no setting “a b”."),
    ("clock = true\nclock = false", 2, "this is not valid TOML: this name is there twice."),
    ("[keys]\nundo = 'x'\nredo = [1]", 3, "the keys of “redo” are words in quotation marks."),
    ("clock = true\nkeys = {redo = 1}", 2, "the keys of “redo”"),
    ("hello", 1, "this is not valid TOML"),
    (
        "clock = true\ntheme = [\nmouse = true\nhints = true",
        3,
        "TOML: this is not a value; a word needs quotation marks.",
    ),
    ('clock = true\n[keys]\nundo = ["x",\n"y"', 4, "this is not valid TOML: a “]” is missing."),
    ('theme = """\n\n\n', 1, "this is not valid TOML: a quotation mark is missing."),
    (f"mouse = true\ncells = {'9' * 5000}", 2, "a number is too long."),
    (f"cells = 0x{'f' * 5000}", 1, "not this number."),
    (f"mouse = true\na = {'[' * 5000}\nclock = true", 2, "it is nested too deeply."),
    ("mouse = true\n\x0c\nclock = true", 2, "this is not valid TOML"),
]


def test_a_mistake_is_told_with_its_line(write: Write, subtests: pytest.Subtests) -> None:
    for text, line, told in MISTAKES:
        with subtests.test(text=text):
            problem, *_ = write(text).load().problems
            assert problem.startswith(f"settings.toml, line {line}: "), text[:60]
            assert told in problem
            assert ("Did you mean" in problem) == ("Did you mean" in told)


def test_what_is_no_file_of_settings_is_told_and_never_written_over(write: Write, subtests: pytest.Subtests) -> None:
    for content, told in (
        (b"clock = false\n\n# \xff\n", "line 3 is not text in UTF-8"),
        (b"# long\n" * 20_000, "it is too large, with more than 64 KiB"),
    ):
        with subtests.test(content=content):
            file = write(content)
            assert file.load() == (DEFAULTS, (f"settings.toml cannot be read: {told}.",))
            with pytest.raises(OSError, match=told):
                file.change("clock", value=False)
            assert file.path.read_bytes() == content
    for make in (Path.mkdir, os.mkfifo):
        file = SettingsFile(file.path.with_name(make.__name__))
        make(file.path)
        assert file.load() == (DEFAULTS, (f"{make.__name__} cannot be read: it is not a file.",))
        with pytest.raises(OSError, match="it is not a file"):
            file.change("clock", value=False)
    with pytest.raises(OSError, match=r"exists|Not a directory"):
        SettingsFile(write("mine").path / "settings.toml").change("clock", value=False)
    assert write("mine").path.read_text() == "mine"


@needs_permissions
def test_in_a_read_only_folder_the_change_says_so_and_leaves_nothing(write: Write) -> None:
    file = write("clock = true\n")
    file.path.parent.chmod(0o500)
    with pytest.raises(PermissionError):
        file.change("clock", value=False)
    assert [path.name for path in file.path.parent.iterdir()] == ["settings.toml"]
    file.path.parent.chmod(0o700)


def test_a_file_that_is_a_link_stays_one_and_keeps_its_mode(file: SettingsFile, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("clock = true\n")
    real.chmod(0o640)
    file.path.parent.mkdir()
    file.path.symlink_to(real)
    file.change("clock", value=False)
    assert file.path.is_symlink()
    assert real.read_text() == "clock = false\n"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    file.path.unlink()
    file.path.symlink_to(file.path)
    with pytest.raises(OSError, match="link"):
        file.change("clock", value=False)
    assert file.path.is_symlink()


def test_a_file_that_would_be_too_large_is_not_changed(write: Write) -> None:
    text = b"#".ljust(2**16 - 1) + b"\n"
    file = write(text)
    with pytest.raises(OSError, match="the file would be too large"):
        file.change("clock", value=False)
    assert file.path.read_bytes() == text


def test_of_hundreds_of_mistakes_the_first_are_told_and_the_others_counted(
    write: Write, subtests: pytest.Subtests
) -> None:
    file = write("".join(f"x{number} = 1\n" for number in range(300)))
    settings, problems = file.load()
    assert (settings, len(problems)) == (DEFAULTS, 300)
    *told, rest = first_problems(problems)
    assert [problem.partition(":")[0] for problem in told] == [f"settings.toml, line {line}" for line in range(1, 21)]
    assert rest == "280 more mistakes not shown."
    file.change("clock", value=False)
    assert not file.load().settings.clock
    for line in ("no", "a = 1", "[", "x=[", "1"):  # which is no TOML, and one mistake
        with subtests.test(line=line):
            settings, problems = write(f"{line}\n" * 1000).load()
            assert (settings, len(problems)) == (DEFAULTS, 1)


VALUES = ["true", "1", '"all"', "[", '["x"]', "2026-11-20", "nan", "'\x1b'", "{a = 1}", '"\\u001b[31m"']
ENTRIES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(OWN.splitlines()),
    st.sampled_from(
        ["[", "[[keys]]", "[keys]", 'a = """', "'''", "keys.undo.x = 1", "x = {", "}", "]", '"', "#", "\r"]
    ),
    st.builds(
        lambda name, value: f"{name} = {value}",
        st.sampled_from([*(row.name for row in SPECS), "keys", "keys.undo", "undo", "new-game", "quit"]),
        st.sampled_from(VALUES),
    ),
)
TEXTS = st.lists(ENTRIES, max_size=12).map("\n".join)


@given(TEXTS, st.sampled_from(SPECS), st.data())
def test_whatever_stands_in_the_file_a_change_is_made_or_refused_and_nothing_changes(
    text: str, row: SettingSpec, data: st.DataObject
) -> None:
    value = data.draw(st.sampled_from(values(row)))
    with TemporaryDirectory() as folder:
        file = SettingsFile(Path(folder) / "settings.toml")
        file.path.write_bytes(text.encode(errors="replace"))
        (before, problems), kept = file.load(), file.path.read_bytes()
        assert all(problem.isprintable() for problem in problems)
        places = (problem.partition(":")[0].rpartition(" line ")[2] for problem in problems)
        assert {int(place) for place in places if place.isdigit()} <= {*range(1, kept.count(b"\n") + 2)}
        try:
            file.change(row.name, value)
        except OSError:
            assert file.path.read_bytes() == kept
        else:
            assert file.load().settings == before.with_value(row.name, value)
        assert [path.name for path in Path(folder).iterdir()] == ["settings.toml"]
