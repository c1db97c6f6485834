"""Every example of the help, of the READMEs and of `--help`: it runs in a new home as it is written.

The folder `examples` has a session for each text: all its examples as they are written, with what they need and what
they print. An example with `not run: …` in place of that is only read by its command, for the reason given. The table
cannot be drawn here: what needs it is played in line mode. `support/prompt.py` says the rest.
"""

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from freecell_tui.cli.commands import SUBCOMMANDS, find_command
from freecell_tui.cli.program import Subcommand
from freecell_tui.help import RESEARCH_TOPICS, Topic, load_topic, load_topics
from freecell_tui.help.markdown import Code
from freecell_tui.lab import check_certificate
from freecell_tui.lab_cli.commands import SUBCOMMANDS as LAB_COMMANDS
from freecell_tui.lab_cli.commands import find_command as find_lab_command
from support.commands import FORKS, Batch
from support.prompt import Prompt, is_as_written, steps
from support.sentences import all_sentences
from support.solutions import STANDARD

ROOT: Final = Path(__file__).parents[2]
IN_LINES = "This is line mode: no terminal here can draw the table.\n"
"""What is said first by a game that is played without a terminal."""

SESSIONS = Path(__file__).parent / "examples"
PAGES: Final = {"readme": "README.md", "contributing": ".github/CONTRIBUTING.md", "saves": "saves/README.md"}

CODE: Final = load_topic("sharing").text.partition("```\n")[2].partition("\n")[0]
STANDS_FOR: Final[Mapping[str, str]] = MappingProxyType({"F0001-WKXCE-…": CODE, "DEAL": "617"})
"""Words that stand for others in the examples."""

NOT_RUN: Final = "not run: "

FINDERS: Final[Mapping[str, Callable[[Sequence[str]], tuple[Subcommand, Sequence[str]]]]] = MappingProxyType(
    {"freecell": find_command, "freecell-lab": find_lab_command}
)
"""What finds the command of a program."""


def pages() -> dict[str, str]:
    """Return the texts that have examples, by name."""
    files = {name: (ROOT / path).read_text(encoding="utf-8") for name, path in PAGES.items()}
    commands = (*SUBCOMMANDS.values(), *LAB_COMMANDS.values())
    helps = "\n".join(command.parser().format_help() for command in commands)
    topics = (*load_topics(), *map(load_topic, RESEARCH_TOPICS))
    return {topic.name: topic.text for topic in topics} | files | {"commands": helps}


def examples(text: str) -> Iterator[str]:
    """Yield the command lines of a text: those of its blocks, those between quotation marks, and those of `--help`."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    yield from (line for block in blocks for line in block.splitlines() if line)
    bare = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    program = r"freecell(?:-lab)?"
    for line in re.findall(rf"`((?:[A-Z_]+=\S+ )?{program}(?: [^`]+)?|python [^`]+)`|“({program} [^”]+)”", bare):
        yield "".join(line)
    yield from re.findall(r"^example:\n  (.+)", bare, re.MULTILINE)


def names_a_command(line: str) -> bool:
    """Return whether an example only names a command, without its arguments."""
    words = line.split()
    commands = {"freecell": SUBCOMMANDS, "freecell-lab": LAB_COMMANDS}.get(words[0])
    return commands is not None and (len(words) == 1 or (len(words) == 2 and words[1] in commands))


def quoted_outputs(topic: Topic) -> Iterator[str]:
    """Yield the lines that a topic says are printed: those of blocks without a language, and those behind `prints`."""
    for block in topic.blocks({}):
        if isinstance(block, Code) and not block.language:
            yield from (line for line in block.lines if not line.startswith("> "))
    yield from re.findall(r"\bprints `([^`]+)`", topic.text)
    yield from (f"Saved: …/{name}…" for name in re.findall(r"`(freecell-[^` ]+[.]toml)`", topic.text))


def spaced(line: str) -> str:
    """Return a line without the spaces that are there for looks."""
    return " ".join(line.split())


def read(line: str) -> None:
    """Let the commands of a line read their arguments."""
    for command in re.split(r" \| | && ", line.partition(" #")[0]):
        words = shlex.split(re.split(" [<>] ", command)[0])
        if words and words[0] in FINDERS:
            found, arguments = FINDERS[words[0]](words[1:])
            found.parser().parse(arguments)


@pytest.mark.parametrize("name", pages())
def test_every_example_is_in_the_session_of_its_text(name: str) -> None:
    session = SESSIONS / f"{name}.txt"
    written = {spaced(line) for line in examples(pages()[name])}
    run = {spaced(line) for line, _ in steps(session.read_text(encoding="utf-8"))} if session.exists() else set()
    assert {line for line in written - run if not names_a_command(line)} == set()


def test_every_command_that_a_sentence_of_the_program_names_is_there_with_its_options() -> None:
    unknown = []
    for _, _, text in all_sentences():
        for program, name, options in re.findall(r"\b(freecell(?:-lab)?) (--[a-z]+|[a-z]+)((?: --[a-z]+)*)", text):
            command, _ = FINDERS[program]([name])
            known = {command.name, *re.findall("--[a-z]+", command.parser().format_help())}
            unknown += [text] * (not {name, *options.split()} <= known)
    # The checker is as it was published, and the game says where that command went.
    assert unknown == ["it is the certificate of a win: replay its moves, or use “freecell check”"]


def test_every_file_of_the_source_that_a_text_names_is_there() -> None:
    package = ROOT / "src" / "freecell_tui"
    folders = "|".join(path.name.replace(".", r"\.") for path in (*ROOT.iterdir(), *package.iterdir()) if path.is_dir())
    named = {each for text in pages().values() for each in re.findall(rf"[` ]((?:{folders})/[\w./-]*\w)", text)}
    assert {"tests/campaign/test_kills.py", ".ci/run", "lab/check_certificate.py"} <= named
    assert [
        name
        for name in sorted(named)
        if name[:5] != ".venv" and not ((ROOT / name).exists() or (package / name).exists())
    ] == []


INVENTED: Final = ("FreeCell daily 2026-11-22: ",)
"""How lines begin that show a form, and no game that was played."""


def test_every_line_that_a_text_says_is_printed_is_printed_in_its_session(subtests: pytest.Subtests) -> None:
    for topic in (*load_topics(), *map(load_topic, RESEARCH_TOPICS)):
        with subtests.test(topic=topic):
            for line in quoted_outputs(topic):
                if not line.startswith(INVENTED):
                    text = (SESSIONS / f"{topic.name}.txt").read_text(encoding="utf-8")
                    assert re.search(rf"^{re.escape(line)}(: .*)?$", text, re.MULTILINE), f"{topic.name}: {line}"


def test_the_example_of_a_result_in_json_is_what_is_printed(run: Batch) -> None:
    written = json.loads(load_topic("solving").text.partition("```json\n")[2].partition("```")[0])
    printed = json.loads(run("solve", "617", "--json")[1])
    assert list(printed) == list(written)
    assert printed["moves"][:2] == written["moves"][:-1]
    for each in (written, printed):
        del each["moves"], each["seconds"]
    assert printed == written


SLOW: Final = {"commands", "proofs", "saves", "solving"}
SESSION_NAMES: Final = sorted(path.stem for path in SESSIONS.glob("*.txt"))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in SESSION_NAMES]
)
@FORKS
def test_the_examples_print_what_their_session_says(
    name: str, prompt: Prompt, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(home.parent))
    monkeypatch.setenv("COLUMNS", "80")
    home.parent.mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("saves").symlink_to(ROOT / "saves")
    Path("check_certificate.py").symlink_to(check_certificate.__file__)
    Path("won-617").write_text(STANDARD[617])
    Path("contest.toml").write_text(load_topic("tournaments").text.partition("```toml\n")[2].partition("```")[0])
    for line, expected in steps((SESSIONS / f"{name}.txt").read_text(encoding="utf-8")):
        command = re.sub(r"\s+# [^']*$", "", line)
        for word, meaning in STANDS_FOR.items():
            command = command.replace(word, meaning)
        if expected and expected[0].startswith(NOT_RUN):
            read(command)
            continue
        seen = prompt(command).replace(IN_LINES, "")
        assert is_as_written(seen, expected), f"$ {line}\n{seen}"
