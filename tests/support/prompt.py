"""Sessions at a prompt: commands, what they print, and how they end, as texts.

A line `$ …` is a command, as in a shell: with pipes, `echo`, `cd`, `mkdir`, `<`, `>` and `&&`. What it prints follows:
lines of standard error behind `! `, and the exit code in brackets unless it is 0; `[usage]` is 2, after a line that
names the command’s help. `…` stands for anything, and alone on a line for any lines. A line `## …` is a heading.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from support.commands import Batch
from support.pty_terminal import DEADLINE

Prompt = Callable[[str], str]
"""Runs a line as a shell would; returns what is seen."""


def steps(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of a session, each with the lines that it should print."""
    for step in re.split(r"^\$ ", re.sub(r"\n*^## .*\n", "\n", text, flags=re.MULTILINE), flags=re.MULTILINE)[1:]:
        line, *expected = step.splitlines()
        yield line, expected


def is_as_written(seen: str, expected: list[str]) -> bool:
    """Return whether that is seen which is expected, where `…` stands for anything."""
    lines = ("(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in expected)
    return re.fullmatch("".join(lines), seen) is not None


@pytest.fixture
def prompt(run: Batch, run_lab: Batch, monkeypatch: pytest.MonkeyPatch) -> Prompt:
    """Run the programs’ commands in this process, and what else there is in a shell as far as sessions need it."""

    def one(words: list[str], given: bytes) -> tuple[int, str, str]:
        program, *arguments = words
        if program == "echo":
            return 0, " ".join(arguments).encode().decode("unicode_escape") + "\n", ""
        if program == "mkdir":
            assert arguments.pop(0) == "-p"
            for folder in arguments:
                Path(folder).mkdir(parents=True, exist_ok=True)
            return 0, "", ""
        if program == "cd":
            monkeypatch.chdir(arguments[0])
            return 0, "", ""
        if program == "python":
            done = subprocess.run([sys.executable, *arguments], capture_output=True, check=False, timeout=DEADLINE)
            return done.returncode, done.stdout.decode(), done.stderr.decode()
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given)))
        return {"freecell": run, "freecell-lab": run_lab}[program](*arguments)

    def pipeline(line: str) -> tuple[int, str]:
        line, arrow, target = (*re.split("( >>? )", line, maxsplit=1), "", "")[:3]
        line, _, source = line.partition(" < ")
        given, out, seen, code = Path(source).read_bytes() if source else b"", "", "", 0
        for command in line.split(" | "):
            code, out, err = one([os.path.expanduser(word) for word in shlex.split(command)], given)  # noqa: PTH111
            given = out.encode("latin-1" if command.startswith("echo ") else "utf-8")
            told = err.splitlines()
            is_usage = code == 2 and told[1:] == [f"Try {told[0].partition(':')[0]} --help."]
            seen += "".join(f"! {line}\n" for line in (told[:1] if is_usage else told)) + "[usage]\n" * is_usage
        if target:
            with Path(target).expanduser().open("ab" if arrow == " >> " else "wb") as file:
                file.write(given)
            out = ""
        return code, out + seen + (f"[{code}]\n" if code and not seen.endswith("[usage]\n") else "")

    def lines(line: str) -> str:
        seen = ""
        for part in line.split(" && "):
            code, text = pipeline(part)
            seen += text
            if code:
                break
        return seen

    return lines
