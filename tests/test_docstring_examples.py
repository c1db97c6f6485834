"""The examples in docstrings give what they say."""

import doctest
import importlib
from pathlib import Path
from types import ModuleType

import pytest

import freecell_tui

PACKAGE = Path(freecell_tui.__file__).parent


def modules_with_examples() -> list[ModuleType]:
    """Return every module of the program in which a docstring has an example."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]
    names = [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in paths]
    return [importlib.import_module(name.removesuffix(".__init__")) for name in names]


@pytest.mark.parametrize("module", modules_with_examples(), ids=lambda module: module.__name__)
def test_every_example_in_a_docstring_gives_what_it_says(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)
