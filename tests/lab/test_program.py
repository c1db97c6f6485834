"""The program `freecell-lab`: its commands and its help, and that the game says where its former commands went."""

import re
import subprocess
import sys

import pytest

from freecell_tui.cli.commands import OF_THE_LAB
from freecell_tui.help import RESEARCH_TOPICS, load_topic
from freecell_tui.lab_cli.commands import LAB, SUBCOMMANDS, find_command, full_parser
from support.commands import Batch


def test_its_help_lists_every_command_and_topic_with_what_it_is_for(run_lab: Batch) -> None:
    code, out, _ = run_lab("--help")
    listed = " ".join(out.split())
    assert code == 0
    assert all(f"{command.name} {command.help}" in listed for command in SUBCOMMANDS.values())
    assert "freecell-lab COMMAND --help explains a command, and freecell-lab help everything else." in listed
    code, out, err = run_lab("help")
    listed = " ".join(out.split())
    assert (code, err) == (0, "")
    assert all(f"{name} {load_topic(name).summary}" in listed for name in RESEARCH_TOPICS)
    assert all(f"{command.name} {command.help}" in listed for command in SUBCOMMANDS.values())


def test_without_a_command_it_lists_them_as_an_error(run_lab: Batch) -> None:
    code, out, err = run_lab()
    assert (code, out) == (2, "")
    assert err == run_lab("--help")[1]


def test_a_topic_is_printed_with_its_links_into_the_help_of_the_game(run_lab: Batch, subtests: pytest.Subtests) -> None:
    for name in RESEARCH_TOPICS:
        with subtests.test(name=name):
            code, out, err = run_lab("help", name)
            title = load_topic(name).title
            assert (code, err) == (0, "")
            assert out.startswith(f"{title}\n{'=' * len(title)}\n\n")
            assert "Solving (freecell help solving)" in " ".join(out.split())
    assert run_lab("help", "prove") == run_lab("prove", "--help")


def test_a_command_has_the_same_help_by_itself_and_among_all(
    run_lab: Batch,
    capsys: pytest.CaptureFixture[str],
    subtests: pytest.Subtests,
) -> None:
    for name in SUBCOMMANDS:
        with subtests.test(name=name):
            code, out, err = run_lab(name, "--help")
            assert (code, err) == (0, "")
            with pytest.raises(SystemExit):
                full_parser()[0].parse_args([name, "--help"])
            assert capsys.readouterr() == (out, "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("solve", "617"), "freecell-lab: “solve” is a command of the game: freecell solve."),
        (("chek",), "freecell-lab: There is no command “chek”. Did you mean check?"),
        (("617",), "freecell-lab: There is no command “617”."),
        (("--jobs", "check"), "freecell-lab: The command comes first: freecell-lab check."),
        (("x", "check"), "freecell-lab: There is no command “x”."),
        (("help", "keys"), "freecell-lab help: “keys” is a topic of the game: freecell help keys."),
        (("help", "survey", "s"), "freecell-lab help: There is no topic “survey-s”. Did you mean surveys or survey?"),
        (("help", "nothing"), "freecell-lab help: There is no topic “nothing”. freecell-lab help lists them."),
    ],
)
def test_what_it_does_not_know_is_refused_in_a_sentence(run_lab: Batch, words: tuple[str, ...], told: str) -> None:
    code, out, err = run_lab(*words)
    assert (code, out) == (2, "")
    assert err.startswith(told)


def test_the_game_says_in_a_sentence_where_its_former_commands_went(run: Batch, subtests: pytest.Subtests) -> None:
    assert {"prove", "check", "survey"} == {*OF_THE_LAB} < {*SUBCOMMANDS}
    for name in OF_THE_LAB:
        with subtests.test(name=name):
            for words in ((name,), (name, "1..9", "--cells", "2", "-o", "x"), (name, "--help"), (name, "--nonsense")):
                code, out, err = run(*words)
                assert (code, out) == (2, "")
                where = f"which is installed beside this one: freecell-lab {name}."
                assert err == f"freecell: “{name}” has moved to a program of its own, {where}\n"
            assert f"“{name}” has moved to a program of its own" in run("--plain", name)[2]
    for name in (*OF_THE_LAB, *RESEARCH_TOPICS):
        with subtests.test(name=name):
            told = f"freecell help: “{name}” is in the help of another program: freecell-lab help {name}.\n"
            assert run("help", name) == (2, "", told)


@pytest.mark.parametrize("words", [("--help",), ("help",)])
def test_nothing_of_the_game_lists_what_is_for_research(run: Batch, words: tuple[str]) -> None:
    assert not re.search(r"^ *(prove|check|survey|proofs|surveys) ", run(*words)[1], re.MULTILINE)


def test_a_command_is_found_by_its_name_alone(subtests: pytest.Subtests) -> None:
    for command in SUBCOMMANDS.values():
        with subtests.test(command=command):
            assert find_command([command.name, "1"]) == (command, ["1"])
            assert find_command(["1", command.name]) == (LAB, ["1", command.name])


def test_it_runs_as_a_module_and_loads_no_table(subtests: pytest.Subtests) -> None:
    script = "import sys; from freecell_tui.lab_cli import main; main(['check', '-'])\n"
    script += (
        "sys.exit(bool({'urwid', 'freecell_tui.controller.controller', 'distributed', 'pyarrow'} & {*sys.modules}))"
    )
    for words in (("-c", script), ("-m", "freecell_tui.lab_cli", "--version")):
        with subtests.test(words=words):
            done = subprocess.run([sys.executable, *words], input=b"", capture_output=True, check=False)
            assert done.returncode == 0, done.stderr
