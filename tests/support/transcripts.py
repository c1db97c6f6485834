"""Texts that tell what was done, line by line behind `>`, and below each what has come of it; `==` begins a scene."""

from collections.abc import Callable
from pathlib import Path

Answer = Callable[[str], list[str]]
"""Does what a line says, and returns what there is to tell then."""


def in_folder(folder: Path, pattern: str = "*.txt") -> dict[str, Path]:
    """Return the texts of a folder by their names."""
    return {path.stem: path for path in sorted(folder.glob(pattern))}


def assert_told_as_in(path: Path, begin: Callable[..., Answer]) -> None:
    """Do again what a text tells, and compare; `begin` is given what stands behind the title of a scene."""
    kept = path.read_text(encoding="utf-8").splitlines()
    told: list[str] = []
    for line in kept:
        if line.startswith("== "):
            _, *beginning = line.split(" | ")
            answer = begin(*beginning)
        if line.startswith(("== ", ">")) or not line:
            told.append(line)
        if line.startswith(">"):
            told += answer(line[2:])
    assert told == kept, f"if this is how it should be told, renew {path.name}"
