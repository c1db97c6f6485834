"""The examples in docstrings of the engine, and one of the solver, give what they say."""

import doctest
import importlib
import pkgutil

import freecell_tui.engine

MODULES = ["freecell_tui.engine"] + [
    f"freecell_tui.engine.{module.name}" for module in pkgutil.iter_modules(freecell_tui.engine.__path__)
]
WITH_EXAMPLES = {f"freecell_tui.engine{name}" for name in ("", ".cards", ".deals", ".game", ".text")}
COARSE_TO_FINE = "freecell_tui.solver.analysis"


def test_every_example_in_a_docstring_gives_what_it_says() -> None:
    for name in (*MODULES, COARSE_TO_FINE):
        failed, tried = doctest.testmod(importlib.import_module(name))
        assert failed == 0, name
        assert tried or name not in {*WITH_EXAMPLES, COARSE_TO_FINE}, name
