"""The examples in the engine's docstrings give what they say."""

import doctest
import importlib
import pkgutil

import freecell_tui.engine

MODULES = ["freecell_tui.engine"] + [
    f"freecell_tui.engine.{module.name}" for module in pkgutil.iter_modules(freecell_tui.engine.__path__)
]
WITH_EXAMPLES = {f"freecell_tui.engine{name}" for name in ("", ".cards", ".deals", ".game", ".text")}


def test_every_example_in_a_docstring_gives_what_it_says() -> None:
    for name in MODULES:
        failed, tried = doctest.testmod(importlib.import_module(name))
        assert failed == 0, name
        assert tried or name not in WITH_EXAMPLES, name
