"""Settings and fixtures for every test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from terminal import Terminal

# Machines differ in speed, and a slow one is not a fault of the game.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("patient")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder that the program keeps its games under."""
    return tmp_path / "state"


@pytest.fixture
def start(state: Path) -> Iterator[Callable[..., Terminal]]:
    """Start the program in a pseudo-terminal, and wait for its table if there is to be one.

    What still runs is killed when the test is over.
    """
    running: list[Terminal] = []

    def run(*arguments: str, size: tuple[int, int] = (80, 24), table: bool = True, **others: str) -> Terminal:
        terminal = Terminal(state, *arguments, size=size, **others)
        running.append(terminal)
        if table:
            terminal.see("carry")
        return terminal

    yield run
    for terminal in running:
        terminal.close()
