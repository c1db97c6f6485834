"""What the README, the games beside it, and the forms for whoever reports something promise."""

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest
import yaml

from freecell_tui.cli.commands import SUBCOMMANDS
from freecell_tui.controller.commands import BY_NAME
from freecell_tui.engine import FREECELL, legal_moves
from freecell_tui.help import TOPIC_NAMES, load_topics
from freecell_tui.storage import saves
from freecell_tui.ui.help_tables import key_table
from freecell_tui.ui.keymap import KeyMap

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
SAMPLES = sorted((TOP / "saves").glob("*.json"))


KEYS_USED_MOST = (
    *("lift", "send", "put-back", "undo", "redo", "hint", "last-winnable", "where-lost"),
    *("new-game", "deal-by-number", "games", "settings", "menu", "commands", "help", "quit"),
)
"""The commands whose keys the README has; the help has them all."""


def readme_keys() -> str:
    """The table of these keys, made from the registry."""
    keymap = KeyMap()
    rows = [("", keys, text) for keys, text in keymap.pile_rows(FREECELL)]
    rows += (("", keymap.all_named(name), BY_NAME[name].help) for name in KEYS_USED_MOST)
    return "".join(f"{line}\n" for line in key_table(rows).splitlines() if line.startswith("|"))


def test_the_readme_has_the_keys_used_most_as_they_are() -> None:
    table = README.partition("<!-- keys -->\n")[2].partition("<!-- end of keys -->")[0]
    assert table == readme_keys(), f"put this between the two comments in README.md:\n\n{readme_keys()}"


def test_it_is_short_and_as_the_packages_description_has_no_link_that_leads_nowhere() -> None:
    description = metadata("freecell-tui")["Description"] or ""
    assert description.startswith("# freecell-tui\n\nFreeCell in a terminal")
    assert "## Your first game" in description
    assert "| How to play | the rules, with pictures |" in description
    assert set(re.findall(r"\]\(([^)]*)\)", description)) == {"https://urwid.org"}
    assert "![" not in description
    assert "][" not in description
    assert len(README.splitlines()) <= 170


def test_the_readme_links_every_topic_but_the_format_of_a_save_under_its_title() -> None:
    linked = dict(re.findall(r"\| \[([^]]+)\]\(src/freecell_tui/help/([a-z-]+)\.md\)", README))
    wanted = {topic.title: topic.name for topic in load_topics() if topic.name not in ("keys", "save-format")}
    assert linked == wanted


def test_the_readme_names_the_packages_that_there_are_and_where_undo_is() -> None:
    package = TOP / "src" / "freecell_tui"
    named = re.findall(r"^\| `([a-z_]+)` \|", README.partition("## How it is built")[2], re.MULTILINE)
    assert sorted(named) == sorted(path.parent.name for path in package.glob("*/__init__.py"))
    undo = re.findall(r"`([a-z]+/[a-z/]+\.py)`", README)
    assert len(undo) == 7
    assert all((package / path).exists() for path in undo)


def test_every_file_that_the_readmes_point_to_is_there(subtests: pytest.Subtests) -> None:
    for page in (TOP / "README.md", TOP / "saves" / "README.md"):
        with subtests.test(page=page):
            text = page.read_text(encoding="utf-8")
            for target in re.findall(r"\]\(([^)#:]+)\)|^\[[a-z-]+\]: (\S+)$", text, re.MULTILINE):
                assert (page.parent / "".join(target)).exists(), target
    for name in re.findall(r"saves/[\w-]+\.json", README):
        assert (TOP / name).exists(), name


def test_every_sample_game_opens_and_is_what_it_is_called(subtests: pytest.Subtests) -> None:
    for path in SAMPLES:
        with subtests.test(path=path):
            record = saves.read(path)
            assert saves.decode(saves.encode(record)) == record
            assert f"({path.name})" in (TOP / "saves" / "README.md").read_text(encoding="utf-8")
    games = {path.stem: saves.read(path).game for path in SAMPLES}
    assert not games["fresh-deal"].turns
    assert games["middle-of-a-game"].moves_made == 30
    assert games["lost-position"].is_lost
    almost = games["one-move-from-winning"]
    assert any(almost.play(move, finish=True).is_won for move in legal_moves(almost.board, almost.variant))


FIELDS = {"input", "textarea"}
"""The kinds of fields of a form in which something is written."""


def test_every_form_for_an_issue_is_one_that_can_be_filled_in() -> None:
    forms = sorted((TOP / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    assert yaml.safe_load(forms.pop([form.stem for form in forms].index("config")).read_text(encoding="utf-8"))
    assert forms
    for path in forms:
        form = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert form.keys() == {"name", "description", "labels", "body"}, path.name
        fields = [field for field in form["body"] if field["type"] in FIELDS]
        assert {field["type"] for field in form["body"]} <= {*FIELDS, "markdown"}, path.name
        assert len({field["id"] for field in fields}) == len({field["attributes"]["label"] for field in fields}) > 0
        assert any(field.get("validations") == {"required": True} for field in fields), path.name
        for field in fields:
            assert field.keys() <= {"type", "id", "attributes", "validations"}, path.name
            assert field["attributes"].keys() <= {"label", "description", "placeholder", "render"}, path.name


def test_the_citation_names_what_the_package_names() -> None:
    citation = yaml.safe_load((TOP / ".github" / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["cff-version"] == "1.2.0"
    assert citation["title"] == project["name"]
    assert citation["license"] == project["license"]
    assert citation["authors"] == project["authors"]
    assert {"Homepage", "Source", "Issues", "Changelog"} <= project["urls"].keys()


def test_the_forms_and_pages_for_whoever_reports_something_name_commands_that_there_are() -> None:
    pages = [*(TOP / ".github" / "ISSUE_TEMPLATE").iterdir(), TOP / ".github" / "SECURITY.md"]
    named = {
        command for page in pages for command in re.findall(r"`(freecell [^`]+)`", page.read_text(encoding="utf-8"))
    }
    assert len(named) >= 4
    for command in named:
        _, first, *others = command.split()
        if first != "--version":
            SUBCOMMANDS[first].parser().parse_args([word.replace("DEAL", "617") for word in others])
        assert first != "help" or others == [] or others[0] in TOPIC_NAMES
