"""The numbers that the help and the READMEs name: they are those of the program."""

import argparse
import json
import re
import tomllib
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from freecell_tui.cli.commands import PLAY, SUBCOMMANDS
from freecell_tui.cli.export import _LARGEST as LARGEST_RECORDING
from freecell_tui.controller.play.game import IDLE_SECONDS
from freecell_tui.controller.records.sections import _GAMES_A_COLUMN as GAMES_A_COLUMN
from freecell_tui.controller.records.sections import _GOOD as GOOD
from freecell_tui.controller.records.sections import _POOR as POOR
from freecell_tui.engine import VARIANTS
from freecell_tui.engine.deals import CLASSIC_DEALS, DEAL_LIMIT, HARD, MICROSOFT_DEALS, UNWINNABLE
from freecell_tui.engine.game import MAX_BOOKMARKS, MAX_BRANCHES, MAX_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_TURNS
from freecell_tui.engine.tournaments import MAX_DEALS
from freecell_tui.engine.variants import MAX_CELLS
from freecell_tui.help import RESEARCH_TOPICS, load_topic, load_topics
from freecell_tui.lab import check_certificate
from freecell_tui.lab.survey import DEFAULT_BUDGET
from freecell_tui.lab_cli.commands import SUBCOMMANDS as LAB_COMMANDS
from freecell_tui.plain.frontend import BRAILLE_CELLS
from freecell_tui.storage import saves
from freecell_tui.storage.save_store import MAX_DELETED
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.surface import SMALLEST

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CHECKER: Final = Path(check_certificate.__file__).read_text(encoding="utf-8").splitlines()

IN_WORDS: Final = {2: "two", 3: "three", 4: "four", 8: "eight", 9: "nine", 10: "ten", 20: "twenty"}

EXAMPLES: Final = [settings.get_profile(name).max_examples for name in ("patient", "thorough")]
THEMES: Final = themes.names(Path("no folder"))

NUMBERS: Final = [
    ("README", f"{SMALLEST[0]} × {SMALLEST[1]} characters up"),
    ("README", f"Python {PROJECT['project']['requires-python'].removeprefix('>=')} or newer"),
    ("README", f"the {CLASSIC_DEALS:,} deals of FreeCell for Windows"),
    ("README", f"{IN_WORDS[len(VARIANTS) - 1]} related games"),
    ("README", f"0 to {MAX_CELLS} cells"),
    ("README", f"{IN_WORDS[len(THEMES)]} themes"),
    ("CONTRIBUTING", f"less than {PROJECT['tool']['coverage']['report']['fail_under']} %"),
    ("CONTRIBUTING", f"with {IN_WORDS[EXAMPLES[1] // EXAMPLES[0]]} times as many examples"),
    ("files", f"(the last {MAX_DELETED})"),
    ("files", "up to {}x{}, and".format(*LARGEST_RECORDING)),
    ("games", f"1 to {DEAL_LIMIT - 1:,}, and"),
    ("games", f"up to {MAX_DELETED} times"),
    ("games", f"up to {MAX_NOTE_LENGTH} characters"),
    ("games", f"after {IN_WORDS[int(IDLE_SECONDS) // 60]} minutes without a key"),
    ("proofs", f"with {len(CHECKER)} lines"),
    ("proofs", f"at most {IN_WORDS[check_certificate.MOST_KEYS // 10**6]} million positions"),
    ("records", f"stands for {IN_WORDS[GAMES_A_COLUMN]} games"),
    ("records", f"below {POOR * 100:.0f} % and above {GOOD * 100:.0f} %"),
    ("records", f"1 to {CLASSIC_DEALS:,}, and through the {len(HARD.deals)} of them"),
    ("save-format", f"`freecell-tui` and {saves.VERSION};"),
    ("save-format", f"up to {MAX_NAME_LENGTH} characters"),
    ("save-format", f"(1 to {MAX_BOOKMARKS})"),
    ("save-format", f"`text`, up to {MAX_NOTE_LENGTH} characters"),
    ("save-format", f"up to {MAX_BRANCHES:,} branches, with up to {MAX_TURNS:,} turns"),
    ("surveys", f"{IN_WORDS[(DEFAULT_BUDGET.states or 0) // 10**6]} million positions"),
    ("tournaments", f"up to {MAX_DEALS} deals"),
    ("who-can-play", f"short speech fits {BRAILLE_CELLS} cells"),
    ("variants", f"above {MICROSOFT_DEALS - 1:,} as in FreeCell Pro"),
    ("variants", f"1 to {CLASSIC_DEALS:,} only one cannot be won: deal {UNWINNABLE}"),
    ("variants", f"0 to {MAX_CELLS}, and"),
]
"""Where a number is named, with the words around it, by the page."""


@pytest.mark.parametrize(("name", "words"), NUMBERS)
def test_a_number_in_a_text_is_that_of_the_program(name: str, words: str) -> None:
    pages = {topic.name: topic.text for topic in (*load_topics(), *map(load_topic, RESEARCH_TOPICS))}
    for title, path in (("README", "README.md"), ("CONTRIBUTING", ".github/CONTRIBUTING.md")):
        pages[title] = (ROOT / path).read_text(encoding="utf-8")
    assert words in " ".join(pages[name].split())


def test_the_sizes_of_the_certificates_that_are_named_are_theirs() -> None:
    text = load_topic("proofs").text
    rows = re.findall(r"^\| `([0-9]+-[0-9])` \| .* \| ([0-9,]+) \| ([0-9,]+) \|$", text, re.MULTILINE)
    assert len(rows) == len([*(ROOT / "saves").glob("*.certificate")])
    for name, positions, size in rows:
        content = (ROOT / "saves" / f"{name}.certificate").read_bytes()
        header = json.loads(content.partition(b"\n")[0])
        assert f"{header['positions']:,}" == positions, name
        assert f"{len(content):,}" == size, name


def test_every_default_that_a_help_names_is_the_default(subtests: pytest.Subtests) -> None:
    for command in (PLAY, *SUBCOMMANDS.values(), *LAB_COMMANDS.values()):
        with subtests.test(command=command):
            for action in command.parser()._actions:  # noqa: SLF001 - argparse has no other list of them
                named = re.search(r"\(default: ([^);,\s]+)\)", action.help or "")
                if named is not None and action.default not in (None, argparse.SUPPRESS):
                    assert as_typed(action.default) == named[1], (command.name, action.dest)


def as_typed(value: object) -> str:
    """Return the value of an option as a player types it."""
    if isinstance(value, tuple):
        return "x".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
