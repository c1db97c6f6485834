"""What the help topics say: they are held to the commands, the keys, the settings and the rules that they tell of."""

import json
import re
from collections.abc import Iterator
from contextlib import chdir
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest

import freecell_tui
from freecell_tui.cli.commands import SUBCOMMANDS
from freecell_tui.controller.commands import COMMANDS, search
from freecell_tui.engine import FREECELL, VARIANTS, Bookmark, Bookmarks, Card, Game, PileKind, write_position
from freecell_tui.help import RESEARCH_TOPICS, TOPIC_NAMES, Topic, load_topic, load_topics
from freecell_tui.help.markdown import Block, Code, Line, Paragraph, Role, Span, Table, line_text, plain_text
from freecell_tui.lab_cli.commands import SUBCOMMANDS as LAB_COMMANDS
from freecell_tui.plain.commands import VOCABULARY
from freecell_tui.plain.words import are_moves, is_pile
from freecell_tui.storage import saves
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import SPEC_BY_NAME, SPECS, KeyPreset, SettingsFile
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.help_tables import help_tables, key_in_help
from freecell_tui.ui.keymap import KeyMap, key_name, key_named
from support.games import played

TOPICS = (*load_topics(), *map(load_topic, RESEARCH_TOPICS))
TABLES = help_tables(KeyMap(), FREECELL)


def example(name: str, language: str) -> str:
    """The first block of code of a language in a topic."""
    blocks = (block for block in load_topic(name).blocks({}) if isinstance(block, Code) and block.language == language)
    return "\n".join(next(blocks).lines)


def lines_of(blocks: list[Block]) -> Iterator[Line]:
    for block in blocks:
        if isinstance(block, Table):
            yield from (cell for row in block.rows for cell in row)
        elif isinstance(block, Paragraph):
            yield block.spans


def spans_of(topic: Topic, role: Role) -> list[Span]:
    return [span for line in lines_of(topic.blocks(TABLES)) for span in line if span.role is role]


def rows_of_table(name: str) -> dict[str, tuple[str, ...]]:
    """The rows of the first table of a topic, by their first cell."""
    table = next(block for block in load_topic(name).blocks({}) if isinstance(block, Table))
    return {line_text(first): tuple(map(line_text, rest)) for first, *rest in table.rows[1:]}


# What they are made of


def test_every_file_is_a_topic_with_a_title_a_summary_and_two_screens_at_most(subtests: pytest.Subtests) -> None:
    found = {entry.name for entry in files("freecell_tui.help").iterdir() if entry.name.endswith(".md")}
    assert found == {f"{name}.md" for name in (*TOPIC_NAMES, *RESEARCH_TOPICS)}
    for topic in TOPICS:
        with subtests.test(topic=topic):
            assert len(topic.title) <= 24, topic.name
            assert len(topic.summary) <= (48 if topic.name in TOPIC_NAMES else 100), f"{topic.name} beside its title"
            assert topic.summary.endswith("."), topic.name
            blocks = topic.blocks({}, "freecell")
            assert sum(isinstance(block, Paragraph) and block.level == 1 for block in blocks) == 1, topic.name
            assert plain_text(blocks, 80).count("\n") <= 84, f"{topic.name} has more than two screens"


def test_a_topic_is_written_in_the_markdown_that_is_shown_and_links_to_topics(subtests: pytest.Subtests) -> None:
    for topic in TOPICS:
        with subtests.test(topic=topic):
            text = re.sub(r"```.*?```|`[^`]*`", "", topic.text, flags=re.DOTALL)
            assert max(map(len, topic.text.splitlines())) <= 120, topic.name
            assert not re.search(r"^(####|=|> |\* |\+ |[0-9]+\)|[ \t]+[-*0-9|`#])", text, re.MULTILINE), topic.name
            assert not re.search(r"!\[|<[a-z]|\]\[|_\w+_|\\", text), topic.name
            spans = [span for line in lines_of(topic.blocks(TABLES)) for span in line if span.role is not Role.CODE]
            assert not any(re.search(r"[`*\[\]]", span.text) for span in spans if span.text != "*"), topic.name
            assert {span.topic for span in spans if span.role is Role.LINK} <= {*TOPIC_NAMES}, topic.name
            for table in (block for block in topic.blocks(TABLES) if isinstance(block, Table)):
                assert {len(row) for row in table.rows} == {len(table.rows[0])}, topic.name


def test_every_mark_is_of_a_table_or_of_variants_that_there_are(subtests: pytest.Subtests) -> None:
    marks = set(re.findall(r"<!-- ([a-z ]+) -->", "".join(topic.text for topic in TOPICS)))
    marks = {mark for mark in marks if not mark.startswith("only ")}
    marks -= {"end of only", "all", "end of all", "one screen"}
    assert marks == TABLES.keys()
    for topic in TOPICS:
        with subtests.test(topic=topic):
            opened = re.findall(r"<!-- only (.+) -->", topic.text)
            assert {name for names in opened for name in names.split()} <= VARIANTS.keys()
            assert topic.text.count("<!-- end of only -->") == len(opened)
            assert topic.text.count("<!-- all -->") == topic.text.count("<!-- end of all -->")


# What they say


def test_every_command_is_named() -> None:
    text = "".join(topic.text for topic in TOPICS)
    assert [name for name in SUBCOMMANDS if f"freecell {name}" not in text] == ["help"]
    unnamed = [name for name in LAB_COMMANDS if f"freecell-lab {name}" not in text]
    assert unnamed == ["completions"]


OF_OTHERS = {
    "games": {"e", "x", "u", "V", "Enter", "←", "→", "↑", "↓"},
    "records": {"y", "x", "l", "s", "W", "Enter", "←", "→"},
    "settings": {"u", "r", "x", "Enter", "+", "Esc", "Ctrl-C", "h", "j", "k", "l", "H", "I", "K", "G"},
    "tournaments": {"Enter", "E", "Y", "s", "a", "x"},
    "solver": {"←", "→", "↑", "↓", "Enter"},
    "variants": {"V", "↑", "↓", "←", "→", "Enter"},
    "keys": {"Enter", "Esc", "?"},
    "line-mode": {"#", "?", "home"},
    "replays": {"W"},
    "sharing": {"t"},
    "who-can-play": {"Space", "Enter", "Tab"},
}
"""The keys of dialogs and piles, and those that settings are about, by topic: a player cannot choose them."""


def keys_and_marks() -> Iterator[tuple[str, str, str]]:
    """What is in backticks, by topic, and the mark behind it."""
    for topic in TOPICS:
        text = re.sub(r"```.*?```", "", topic.text, flags=re.DOTALL)
        for key, mark in re.findall(r"`([^`]+)`(<!-- key: [a-z -]+ -->)?", text):
            yield topic.name, key, mark


def test_every_key_of_a_command_that_a_topic_names_is_marked_with_the_command() -> None:
    piles = {letter for kind in PileKind for letter in kind.value}
    piles -= {key_name(key) for command in COMMANDS for key in command.keys}
    for topic, key, mark in keys_and_marks():
        command = mark.removeprefix("<!-- key: ").removesuffix(" -->")
        if command.startswith("pile "):
            assert command == f"pile {key}"
        elif command:
            words, keys = key.removeprefix("? "), KeyMap().all_named(command).split()
            found = search(words, COMMANDS, lambda each: (each.title, each.found_by, each.help))
            assert key in keys or (not keys and command in [each.name for each in found[:1]]), (key, command)
        else:
            assert key_named(key) is None or key in piles | OF_OTHERS.get(topic, set()), (topic, key)


def test_the_keys_in_the_text_are_the_players() -> None:
    keymap, _ = KeyMap(KeyPreset.VIM).remapped({"undo": ("Z",), "hint": (), "redo": ("+y",)})
    texts = {
        name: plain_text(load_topic(name).blocks({}, "freecell", partial(key_in_help, keymap)), 500)
        for name in ("how-to-play", "games", "replays", "solver")
    }
    assert "`3` `H` home" in texts["how-to-play"]
    assert "`Z` undoes, `? hint` gives a hint" in texts["how-to-play"]
    assert "`r` redoes" in texts["games"]
    assert "`? unfinished games` lists the unfinished games" in texts["games"]
    assert "`? note` writes a note" in texts["games"]
    assert "`I` plays the next move of a solution" in texts["solver"]
    assert "`←` and `→` step" in texts["replays"]


def test_every_name_with_an_underscore_is_a_setting_or_a_field_of_a_save() -> None:
    code = {span.text for topic in TOPICS for span in spans_of(topic, Role.CODE)}
    names = {text for text in code if re.fullmatch(r"[a-z]+(_[a-z]+)+", text)}
    assert names <= SPEC_BY_NAME.keys() | fields_of_a_save() | {"house_rule"}


def test_the_values_of_the_settings_that_are_named_can_be_set(tmp_path: Path, subtests: pytest.Subtests) -> None:
    named = (span.text for topic in TOPICS for span in spans_of(topic, Role.CODE))
    file = SettingsFile(tmp_path / "settings.toml")
    for text in (*(text for text in named if re.fullmatch(r"[a-z_]+ = .+", text)), example("settings", "toml")):
        with subtests.test(text=text):
            file.path.write_text(text, encoding="utf-8")
            settings, problems = file.load()
            assert (problems, KeyMap().remapped(settings.keys)[1]) == ((), [])


def test_the_table_of_variants_has_their_rules() -> None:
    assert rows_of_table("variants") == {
        variant.title: (
            str(variant.columns),
            "the same suit" if variant.by_suit else "alternate colours",
            "kings" if variant.kings_only else "any card",
            str(variant.cells),
            str(len(variant.cells_dealt)),
        )
        for variant in VARIANTS.values()
    }
    assert all(f"`{name}`" in load_topic("variants").text for name in VARIANTS)


def test_the_picture_of_a_move_is_of_one_that_the_variant_allows(subtests: pytest.Subtests) -> None:
    for variant in VARIANTS.values():
        with subtests.test(variant=variant):
            blocks = load_topic("how-to-play").blocks({}, variant.name)
            _, rows = (block.lines for block in blocks if isinstance(block, Code) and block.language == "cards")
            arrow = next(row.index("→") for row in rows if "→" in row)
            before = [Card.parse(word) for row in rows for word in row[:arrow].split()]
            after = [Card.parse(word) for row in rows for word in row[arrow + 1 :].split()]
            assert sorted(before) == sorted(after)
            column = [card for card in after if card.rank_text != "K"]
            assert variant.sequence_length(column) == len(column)


def test_what_is_for_some_variants_names_them_unless_it_is_known_which_one_is_played(subtests: pytest.Subtests) -> None:
    topic = load_topic("how-to-play")
    everything = plain_text(topic.blocks({}), 500)
    assert "(FreeCell, ForeCell)" in everything
    for variant in VARIANTS.values():
        with subtests.test(variant=variant):
            text = plain_text(topic.blocks({}, variant.name), 500)
            assert variant.title in everything
            assert not any(f"({each.title}" in text for each in VARIANTS.values())
            assert ("the other colour" in text) == (variant.name in ("freecell", "forecell"))
            assert ("if it is a king" in text) == (variant.kings_only)


def test_the_table_of_themes_has_them_all_and_the_example_is_one(tmp_path: Path) -> None:
    assert {name: about for name, (about,) in rows_of_table("themes").items()} == {
        name: themes.load(name, tmp_path).about for name in themes.names(tmp_path)
    }
    (tmp_path / "blue.toml").write_text(example("themes", "toml"), encoding="utf-8")
    assert themes.load("blue", tmp_path).surfaces["felt"].true == "#123a63"


def test_the_commands_of_line_mode_are_its_words(subtests: pytest.Subtests) -> None:
    for (row,) in rows_of_table("line-mode").values():
        with subtests.test(row=row):
            for line in row.split(", "):
                words = line.split()
                assert is_pile(line) or are_moves(words) or VOCABULARY.find(words)[0].help


def test_the_examples_of_the_library_print_what_they_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = load_topic("library").text
    with chdir(tmp_path):
        for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
            exec(code, {})
    first, moves, solution, survey = capsys.readouterr().out.splitlines()
    assert f"# {first}" in text
    assert f"# {survey}" in text
    assert "2a" in moves
    assert re.fullmatch("[0-9]+ moves, after [0-9]+ positions", solution)


def test_what_a_topic_quotes_is_said_by_the_program(subtests: pytest.Subtests) -> None:
    """Words between “…” are in the program; numbers and `…` stand for what is filled in."""
    source = "".join(path.read_text(encoding="utf-8") for path in Path(freecell_tui.__file__).parent.rglob("*.py"))
    source += "".join(spec.title for spec in SPECS)
    for topic in TOPICS:
        with subtests.test(topic=topic):
            for quoted in re.findall(r"“([^”]+)”", " ".join(topic.text.split())):
                parts = re.split(r"[0-9]+|…|^[?] |[.:]", quoted)
                assert all(part.strip() in source for part in parts), f"{topic.name}: {quoted}"


def fields_of_a_save() -> set[str]:
    """Every field that a save can have."""
    variant = FREECELL.with_cells(5).with_house_rules(aces_only_home=True)
    game = Game.new(617, variant)
    bookmarks, notes = Bookmarks().add(Bookmark(1, game.place, "here")), {game.place: "here"}
    saved = SavedGame(
        game,
        helped=True,
        id="0" * 32,
        name="mine",
        bookmarks=bookmarks,
        notes=notes,
        helped_attempts=(0,),
        own_win=game.place,
        is_rescued=True,
        order=1,
    )
    return {*json.loads(saves.encode(saved)), "start"}


def test_the_format_of_a_save_has_every_field() -> None:
    table = {name for cell in rows_of_table("save-format") for name in cell.split(", ")}
    assert table == fields_of_a_save()
    fields = json.loads(example("save-format", "json"))
    text = saves.encode(SavedGame(Game.new(617), id="0" * 32, order=1))
    assert list(fields) == list(json.loads(text))
    first, second = (re.sub(",[^ ]*", "", each["turns"]) for each in fields["branches"])
    game = played(played(Game.new(fields["deal"]), first).seek(fields["branches"][1]["fork"]), second)
    assert (game.branch, game.position) == (fields["branch"], fields["position"])
    assert saves.decode(json.dumps(fields | {"board": write_position(game.board)})).game == game


def test_the_folders_that_are_named_are_those_of_the_program(subtests: pytest.Subtests) -> None:
    text = load_topic("files").text
    source = "".join(path.read_text(encoding="utf-8") for path in Path(saves.__file__).parent.glob("*.py"))
    for name in ("unfinished", "won", "deleted", "damaged", "history.sqlite3"):
        with subtests.test(name=name):
            assert f"`{name}`" in text
            assert f'"{name}"' in source
