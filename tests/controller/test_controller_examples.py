"""The examples in the controller's docstrings give what they say."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["play.game"])
def test_every_example_in_a_docstring_gives_what_it_says(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"freecell_tui.controller.{name}"))
    assert (failed, tried > 0) == (0, True)
