"""What is installed with the program: completions and a manual page, made from its parser, and an entry for the menu.

They are tested as they were installed: after a change of the command line, install the program again.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import freecell_tui
from freecell_tui.cli.commands import SUBCOMMANDS, full_parser
from freecell_tui.cli.completions import installed_as, installed_file
from freecell_tui.engine import VARIANTS
from freecell_tui.help import RESEARCH_TOPICS, TOPIC_NAMES, load_topic, load_topics
from freecell_tui.lab_cli.commands import SUBCOMMANDS as LAB_COMMANDS
from freecell_tui.lab_cli.commands import full_parser as lab_parser
from freecell_tui.pictures.icon import ICON, icon
from support.commands import Batch
from support.pty_terminal import Start

COMMANDS = [*SUBCOMMANDS]
SHELLS = ("bash", "zsh", "fish")
THEMES = {"felt", "midnight", "paper", "colour-blind-safe"}
EXPECTED: dict[tuple[str, ...], set[str]] = {
    (): set(COMMANDS),
    ("so",): {"solve"},
    ("--theme", ""): THEMES,
    ("daily", "--theme", "mid"): {"midnight"},
    ("--variant", ""): set(VARIANTS),
    ("--verdict", "o"): {"on", "off"},
    ("solve", "--cells", ""): set(),
    ("solve", "--s"): {"--short"},
    ("export", "--format", ""): {"standard", "fc-solve", "board", "save", "asciicast", "svg", "png"},
    ("help", ""): {*TOPIC_NAMES, *COMMANDS},
    ("completions", ""): set(SHELLS),
    ("replay", "ga"): {"game.json"},
    ("verify", "617", "mo"): {"moves.txt"},
    ("--resume", "mo"): {"moves.txt"},
    ("export", "-o", "mo"): {"moves.txt"},
}
OF_THE_LAB: dict[tuple[str, ...], set[str]] = {
    (): set(LAB_COMMANDS),
    ("pr",): {"prove"},
    ("prove", "--variant", ""): set(VARIANTS),
    ("survey", "--find", ""): {"verdict", "cells", "length", "difficulty"},
    ("check", "mo"): {"moves.txt"},
    ("help", ""): {*RESEARCH_TOPICS, *LAB_COMMANDS},
}
PROGRAMS = {"freecell": EXPECTED, "freecell-lab": OF_THE_LAB}
"""What may come next after some words of a program, the last of which has been begun."""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with two files."""
    for name in ("moves.txt", "game.json"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def script_for(shell: str, program: str = "freecell") -> Path:
    path = installed_file(installed_as(program)[shell])
    assert path is not None, "install the program: pip install -e ."
    return path


def printed_by(*command: str) -> set[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {line.split("\t")[0].replace("\\ ", " ") for line in done.stdout.splitlines() if line.strip()}


def has(expected: set[str], found: set[str]) -> bool:
    """Whether what is expected is offered; with THEMES others may be too."""
    return expected <= found and (expected == found or expected is THEMES)


def test_the_script_of_a_shell_is_printed_as_it_was_installed(
    run: Batch, run_lab: Batch, subtests: pytest.Subtests
) -> None:
    for shell in SHELLS:
        for program, runs in (("freecell", run), ("freecell-lab", run_lab)):
            with subtests.test(shell=shell, program=program):
                assert runs("completions", shell) == (0, script_for(shell, program).read_text(encoding="utf-8"), "")


def test_a_copy_that_is_not_installed_says_how_to_have_them_made(tmp_path: Path) -> None:
    shutil.copytree(Path(freecell_tui.__file__).parent, tmp_path / "freecell_tui")
    done = subprocess.run(
        [sys.executable, "-S", "-m", "freecell_tui", "completions", "bash"],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    told = "freecell: This copy of freecell is not installed: pip install . makes the completions.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", told)


BASH = """
source "$1"; program=$2; shift 2
COMP_WORDS=($program "$@"); COMP_CWORD=$#; COMP_LINE="$program $*"; COMP_POINT=${#COMP_LINE}
_shtab_${program/-/_} $program "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("program", PROGRAMS)
def test_bash_offers_commands_options_choices_and_files(program: str, subtests: pytest.Subtests) -> None:
    for words, expected in PROGRAMS[program].items():
        with subtests.test(words=words):
            script = str(script_for("bash", program))
            found = printed_by("bash", "-c", BASH, "bash", script, program, *(words or ("",)))
            assert has(expected, found), (words, found)


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("program", PROGRAMS)
def test_fish_offers_commands_options_choices_and_files(program: str, subtests: pytest.Subtests) -> None:
    for words, expected in PROGRAMS[program].items():
        with subtests.test(words=words):
            line = " ".join([program, *(words or ("",))])
            found = printed_by(
                "fish", "--no-config", "-c", f"source {script_for('fish', program)}; complete -C '{line}'"
            )
            assert has(expected, found), (words, found)


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_completes_commands_options_choices_and_files(start: Start, place: Path) -> None:
    folder = script_for("zsh").parent
    (place / ".zshrc").write_text(
        f"fpath=({folder} $fpath)\nautoload -Uz compinit\ncompinit -u -d {place}/.dump\nPS1='here> '\n"
    )
    terminal = start(script="exec zsh -i", table=False, ZDOTDIR=str(place), PATH=os.environ["PATH"])
    terminal.see("here>")
    for typed, completed in (
        ("so", "solve"),
        ("daily --theme mid", "daily --theme midnight"),
        ("export --format as", "export --format asciicast"),
        ("help how", "help how-to-play"),
        ("completions fi", "completions fish"),
        ("verify 617 mo", "verify 617 moves.txt"),
        ("--resume mo", "--resume moves.txt"),
        ("-lab sur", "-lab survey"),
    ):
        gap = " " * (not typed.startswith("-lab"))
        terminal.type(f"freecell{gap}{typed}\t")
        terminal.see(f"freecell{gap}{completed}")
        terminal.type("\x15")  # clears the line


# The manual page


def manual(program: str = "freecell") -> str:
    path = installed_file(f"share/man/man1/{program}.1")
    assert path is not None
    return path.read_text(encoding="utf-8")


def test_the_manual_page_has_every_command_and_option_with_what_it_is_for(subtests: pytest.Subtests) -> None:
    for program, parsers, subcommands, said in (
        ("freecell", full_parser, SUBCOMMANDS, "The exit code is 0 if every verdict is known"),
        ("freecell-lab", lab_parser, LAB_COMMANDS, "The exit code is 0 if there is a proof"),
    ):
        with subtests.test(program=program):
            text = " ".join(manual(program).replace("\\", "").split())
            parser, commands = parsers()
            for each in (parser, *commands.values()):
                for action in each._actions:  # noqa: SLF001 - argparse has no other list of them
                    assert all(option in text for option in action.option_strings if option not in ("-h", "--help"))
            for command in subcommands.values():
                assert f".SS fB{program} {command.name}fR {command.help}" in text
            assert said in text


def test_the_manual_page_has_the_topics_that_are_needed_most_and_lists_all(subtests: pytest.Subtests) -> None:
    text = manual()
    plain = " ".join(re.sub(r"\\f.|\\&|\\", "", text).split())
    for name in ("how-to-play", "keys", "line-mode", "solving", "files"):
        with subtests.test(name=name):
            assert f".SH {load_topic(name).title.upper()}\n" in text
    assert "undo the last move" in plain
    assert "each suit, ace to king." in plain
    for topic in load_topics():
        with subtests.test(topic=topic):
            assert f".B freecell help {topic.name} {topic.summary}" in plain
    assert "<!--" not in text
    of_the_lab = manual("freecell-lab")
    assert all(f".SH {load_topic(name).title.upper()}\n" in of_the_lab for name in RESEARCH_TOPICS)


def test_no_line_of_the_manual_page_is_a_command_by_chance(subtests: pytest.Subtests) -> None:
    known = {"TH", "SH", "SS", "PP", "TP", "IP", "B", "RS", "RE", "nf", "fi", "br", ""}
    for program in PROGRAMS:
        with subtests.test(program=program):
            lines = manual(program).splitlines()
            assert {line[1:].split(" ")[0] for line in lines if line.startswith((".", "'"))} <= known


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_manual_page_is_without_mistakes(tmp_path: Path, program: str) -> None:
    page = tmp_path / f"{program}.1"
    page.write_text(manual(program), encoding="utf-8")
    done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if "cannot parse date" not in line] == []


# The entry for menus, the description for software centres, and the icon

SHARE = Path(__file__).parents[2] / ".github" / "share"
DESKTOP = SHARE / "applications" / "freecell.desktop"
[METAINFO] = (SHARE / "metainfo").glob("*.xml")


def test_the_menu_entry_the_description_and_the_icon_are_installed_as_they_are_written(
    subtests: pytest.Subtests,
) -> None:
    for file in (DESKTOP, METAINFO):
        with subtests.test(file=file):
            path = installed_file(f"share/{file.relative_to(SHARE)}")
            assert path is not None
            assert path.read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    path = installed_file(ICON)
    assert path is not None
    assert path.read_text(encoding="utf-8") == icon()


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="desktop-file-validate is not installed")
def test_the_menu_entry_is_without_mistakes() -> None:
    done = subprocess.run(["desktop-file-validate", DESKTOP], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not installed")
def test_the_description_for_software_centres_is_without_mistakes() -> None:
    command = ["appstreamcli", "validate", "--no-net", str(METAINFO)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_menu_entry_and_the_description_speak_of_this_program() -> None:
    entry = dict(line.split("=", 1) for line in DESKTOP.read_text(encoding="utf-8").splitlines() if "=" in line)
    root = ET.parse(METAINFO).getroot()
    project = tomllib.loads((SHARE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert root.get("type") == "console-application"
    assert METAINFO.name == f"{root.findtext('id')}.metainfo.xml"
    assert (entry["Exec"], entry["Terminal"]) == ("freecell", "true")
    assert {binary.text for binary in root.iter("binary")} == {*project["scripts"]} == {*PROGRAMS}
    assert root.findtext("launchable") == DESKTOP.name
    assert root.findtext("name") == entry["Name"]
    assert root.findtext("icon") == entry["Icon"] == Path(ICON).stem
    assert root.findtext("project_license") == project["license"]
    assert root.findtext("summary") == project["description"]
    assert root.findtext("url") == project["urls"]["Homepage"]
    assert {word.text for word in root.iter("keyword")} <= {*project["keywords"]}
    assert {word.text for word in root.iter("category")} < {*entry["Categories"].split(";")}
