"""What has come of a command, to be compared between front ends, or with what it should be."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from freecell_tui.engine import FreecellError, Game
from freecell_tui.storage.saves import SaveError

_BY_CHANCE = ("id", "order", "started", "saved", "elapsed_seconds")


class Outcome(NamedTuple):
    """The game on the table, what the controller and its session had to say, and what is in each save, by its folder.

    What differs from one run to the next is left out of the saves: id, moments and time.
    """

    game: Game
    sentences: tuple[str, ...]
    saves: tuple[tuple[str, dict[str, Any]], ...]


def refused(act: Callable[..., object], *arguments: object) -> str:
    """The sentence in which what a player wrote or tried is refused."""
    with pytest.raises((FreecellError, SaveError)) as error:
        act(*arguments)
    return str(error.value)


def how_to(command: str) -> str:
    """What every front end answers here in place of its key or word for a command."""
    return f"use {command}"


def saves_in(folder: Path) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Every save of a player with the name of its folder; a game that was given up is among the deleted ones."""
    found = []
    for path in sorted(folder.glob("*/*.json")):
        fields = json.loads(path.read_text(encoding="utf-8"))
        found.append((path.parent.name, {name: fields[name] for name in fields if name not in _BY_CHANCE}))
    return tuple(sorted(found, key=lambda save: (save[0], json.dumps(save[1]))))
