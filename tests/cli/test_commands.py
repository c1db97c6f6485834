"""The table of commands: everything that is listed runs, and is imported only when it does."""

import re
import subprocess
import sys

import pytest

from freecell_tui.cli.commands import PLAY, SUBCOMMANDS, find_command, full_parser
from freecell_tui.lab_cli.commands import SUBCOMMANDS as LAB_COMMANDS
from support.commands import Batch

NAMES = [*SUBCOMMANDS]


def test_the_help_of_the_program_lists_every_command_with_what_it_is_for(run: Batch) -> None:
    code, out, _ = run("--help")
    listed = " ".join(out.partition("\nplay:\n")[2].split())
    assert code == 0
    assert all(f"{command.name} {command.help}" in listed for command in SUBCOMMANDS.values())
    assert [line.split()[0] for line in out.splitlines() if re.match("  [a-z]", line)] == NAMES
    assert "freecell COMMAND --help" in listed


def test_a_command_has_the_same_help_by_itself_and_among_all(
    run: Batch, capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    for name in NAMES:
        with subtests.test(name=name):
            code, out, err = run(name, "--help")
            assert (code, err) == (0, "")
            with pytest.raises(SystemExit):
                full_parser()[0].parse_args([name, "--help"])
            assert capsys.readouterr() == (out, "")


def test_a_command_is_found_by_its_name_alone_and_anything_else_plays(subtests: pytest.Subtests) -> None:
    for command in SUBCOMMANDS.values():
        with subtests.test(command=command):
            assert find_command([command.name, "1", "show"]) == (command, ["1", "show"])
            assert find_command(["1", command.name]) == (PLAY, ["1", command.name])
            assert find_command([command.name[:-1]])[0] is PLAY
    for words in ([], ["617"], ["--new"], ["play"], [""]):
        with subtests.test(words=words):
            assert find_command(words) == (PLAY, words)


LOADED = (
    ("--help|--version|x|--table 617", "logging freecell_tui.storage platformdirs freecell_tui.ui OTHERS"),
    (
        "show 1|show --help|verify 1|solve 617|solve 617 --json",
        "platformdirs subprocess multiprocessing freecell_tui.ui freecell_tui.lab",
    ),
    ("solve 1..4 --jobs 2", "platformdirs freecell_tui.ui"),
    ("settings", "freecell_tui.lab"),
)
"""Commands in groups, and what none needs besides the terminal’s library: OTHERS are the modules of other commands."""


def test_a_command_loads_no_more_than_it_needs() -> None:
    modules = {each.module for each in (*SUBCOMMANDS.values(), *LAB_COMMANDS.values())} - {PLAY.module}
    others = " ".join(("freecell_tui.lab", *modules))
    script = f"""
import sys
before = set(sys.modules)  # with what counts lines, if anything does
from freecell_tui.cli import main
for commands, unwanted in {LOADED!r}:
    for words in commands.split("|"):
        try:
            main(words.split())
        except SystemExit:
            pass
    found = (set(sys.modules) - before) & {{"urwid", *unwanted.replace("OTHERS", {others!r}).split()}}
    if found:
        sys.exit(f"{{commands}} imported {{found}}")
"""
    done = subprocess.run([sys.executable, "-c", script], input=b"", capture_output=True, check=False)
    assert (done.returncode, b" imported " in done.stderr) == (0, False), done.stderr
