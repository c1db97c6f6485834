"""`freecell help`: every topic from the command line, in a pager where it is longer than the terminal."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from freecell_tui.cli.commands import SUBCOMMANDS
from freecell_tui.help import TOPIC_NAMES, load_topic, load_topics
from support.commands import Batch
from support.pty_terminal import Start


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("LINES", raising=False)  # the library for reading lines sets it
    return tmp_path / "freecell-tui" / "settings.toml"


def test_help_alone_lists_topics_and_commands_with_a_line_each(run: Batch) -> None:
    code, out, err = run("help")
    assert (code, err) == (0, "")
    listed = " ".join(out.split())
    assert all(f"{topic.name} {topic.summary}" in listed for topic in load_topics())
    assert all(f"{command.name} {command.help}" in listed for command in SUBCOMMANDS.values())


def test_every_topic_is_printed_under_its_title_and_every_command_explained(
    run: Batch, subtests: pytest.Subtests
) -> None:
    assert run("help", "how", "to", "play") == run("help", "how-to-play") == run("help", "How-To-Play")
    assert run("help", "solve") == run("solve", "--help")
    for name in TOPIC_NAMES:
        with subtests.test(name=name):
            code, out, err = run("help", name)
            title = load_topic(name).title
            assert (code, err) == (0, "")
            assert out.startswith(f"{title}\n{'=' * len(title)}\n\n")
            assert max(map(len, out.splitlines())) <= 80
            assert "<!--" not in out
            links = re.findall(r"freecell help ([a-z-]+)", " ".join(out.split()))
            assert set(links) <= {*TOPIC_NAMES, "topic"}


def test_the_keys_are_those_that_the_player_has_chosen(run: Batch, config: Path) -> None:
    assert "u Backspace  undo the last move" in run("help", "keys")[1]
    config.parent.mkdir()
    config.write_text('keys.undo = "Z"\n')
    assert "Z            undo the last move" not in run("help", "keys")[1]
    assert re.search("^Z +undo the last move$", run("help", "keys")[1], re.MULTILINE)


def test_a_variant_has_its_own_rules_and_piles(run: Batch) -> None:
    everything = run("help", "how-to-play")[1]
    assert "if it is a king" in everything
    assert "the other colour" in everything
    assert "the other colour" not in run("help", "how-to-play", "--variant", "seahaven-towers")[1]
    assert "a – g k" in run("help", "keys", "--variant", "eight-off")[1]
    assert run("help", "keys", "--variant", "nothing")[0] == 2


@pytest.mark.parametrize(("columns", "least", "most"), [(20, 20, 30), (60, 50, 60), (300, 80, 100)])
def test_it_is_as_wide_as_the_terminal_within_reason(
    run: Batch, monkeypatch: pytest.MonkeyPatch, columns: int, least: int, most: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert least <= max(map(len, run("help", "moving")[1].splitlines())) <= most


def test_it_is_printed_in_ascii_where_there_is_nothing_else() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "freecell_tui", "help", "how-to-play"]
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    assert done.stdout.isascii()
    assert b"[a]  [b]  JS  [d]   [S]  AH  [D]  2C" in done.stdout


PAGER = 'PAGER="sed s/^/[paged]/" $FREECELL help'


def test_what_is_longer_than_the_terminal_is_shown_in_the_pager(start: Start) -> None:
    terminal = start(script=f"{PAGER} how-to-play | cat; echo ALL", table=False)
    terminal.see("ALL")
    assert b"[paged]" not in terminal.output
    terminal = start(script=f"{PAGER} how-to-play; echo ALL", table=False)
    terminal.see("ALL")
    assert b"[paged]How to play" in terminal.output
    terminal = start(script=f"{PAGER} how-to-play; echo ALL", size=(80, 120), table=False)
    terminal.see("ALL")
    assert b"[paged]" not in terminal.output


def test_without_a_pager_all_is_printed(start: Start, subtests: pytest.Subtests) -> None:
    for pager in ("", "cat", "no-such-program -x", "'"):
        with subtests.test(pager=pager):
            terminal = start(script="$FREECELL help how-to-play; echo END", table=False, PAGER=pager)
            terminal.see("END")
            assert b"How to play" in terminal.output


def test_the_example_of_line_mode_is_as_it_says(tmp_path: Path) -> None:
    example = re.findall(r"```\n(.*?)```", load_topic("line-mode").text, re.DOTALL)[0]
    said = "".join(line[2:] for line in example.splitlines(keepends=True) if line.startswith("> "))
    answers = [line for line in example.splitlines() if not line.startswith("> ")]
    done = subprocess.run(
        [sys.executable, "-m", "freecell_tui", "--plain", "1"],
        input=said + "quit\n",
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        check=True,
    )
    assert done.stdout.splitlines()[1:-1] == answers


def test_the_example_of_an_answer_in_json_is_one(run: Batch) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", load_topic("solving").text, re.DOTALL)
    told, given = json.loads(example), json.loads(run("solve", "617", "--json")[1])
    *first, dots = told.pop("moves")
    assert (first, dots) == (given.pop("moves")[: len(first)], "…")
    for figure in ("states", "seconds"):
        assert type(told.pop(figure)) is type(given.pop(figure))
    assert told == given
