"""What the fixtures `run` and `written` give a test of the command line."""

from collections.abc import Callable

import pytest

Batch = Callable[..., tuple[int, str, str]]
"""Runs a command; returns its exit code and what it printed on both streams."""

Written = Callable[[str | bytes], str]
"""Writes a text to a file; returns its name."""

FORKS = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
"""The mark of tests in which workers start: the program has one thread then, and a test runner may have more."""
