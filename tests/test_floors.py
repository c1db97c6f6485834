"""Who may lean on whom: the direction of the arrows between the floors of the house, read from every import."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import freecell_tui

ROOT = Path(freecell_tui.__file__).parent
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py"))

# What each floor may import of the others. `__init__.py`, which holds the version, is open to all.
MIDDLE = {
    "engine", "solver", "storage", "clock", "session", "advice", "keeper", "historian", "praise", "figures", "travels",
    "chance", "mishap",
}  # fmt: skip
MAY_IMPORT = {
    "engine": {"engine"},
    "solver": {"engine", "solver"},
    "storage": {"engine", "storage"},
    "clock": set[str](),
    "hand": {"engine"},
    "sights": {"engine"},
    "session": {"engine", "solver", "clock", "hand", "sights", "session"},
    "advice": {"engine", "solver"},
    "keeper": {"engine", "storage", "clock", "session"},
    "historian": {"engine", "storage", "session", "praise"},
    "praise": {"engine", "storage", "clock"},
    "figures": {"engine", "storage", "clock"},
    "travels": {"engine", "storage"},
    "chance": {"engine"},
    "mishap": set[str](),
    "ui": {*MIDDLE, "ui"},
    "plain": {*MIDDLE, "plain"},
    "cli": {*MIDDLE, "ui", "plain", "cli"},
    "__main__": {"cli"},
    "__init__": set[str](),
}
OUTSIDERS = {"storage": {"platformdirs", "tomlkit"}, "ui": {"urwid"}}
NOT_PURE = {
    "asyncio", "datetime", "glob", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "select",
    "shutil", "signal", "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip


class Import(NamedTuple):
    """One imported module, by its whole name; `in_function` where it happens only when a function is called."""

    name: str
    in_function: bool


def floor_of(module: str) -> str:
    return module.removesuffix(".py").split("/")[0]


def imports_of(source: str, module: str) -> Iterator[Import]:
    """The imports in a module's text, those for type checkers among them; `from a import b` may import a.b."""
    tree = ast.parse(source)
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
    }
    package = ["freecell_tui", *module.split("/")[:-1]]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, id(node) in inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            if origin == "freecell_tui":
                yield from (Import(f"{origin}.{alias.name}", id(node) in inside) for alias in node.names)
            else:
                yield Import(origin, id(node) in inside)


def broken_rules(source: str, module: str) -> list[str]:
    """What a module imports and may not, each with the reason."""
    floor = floor_of(module)
    found = []
    for name, in_function in imports_of(source, module):
        top, _, rest = name.partition(".")
        if top == "freecell_tui":
            other = rest.partition(".")[0]
            if other not in MAY_IMPORT and other in ("", "__version__"):
                continue
            if other not in MAY_IMPORT[floor]:
                found.append(f"{module}: {floor} does not lean on {other}")
            elif floor == "cli" and other == "ui" and not in_function:
                found.append(f"{module}: ui is imported only when a table is to be drawn")
        elif top not in sys.stdlib_module_names:
            if top not in OUTSIDERS.get(floor, set()):
                found.append(f"{module}: {floor} does not know {top}")
        elif floor == "engine" and top in NOT_PURE:
            found.append(f"{module}: the engine is pure and has no use for {top}")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_a_module_leans_only_on_the_floors_below_it(module: str) -> None:
    assert floor_of(module) in MAY_IMPORT, f"{module} is on no floor"
    assert broken_rules((ROOT / module).read_text(encoding="utf-8"), module) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine/game.py", "import random"),
        ("engine/game.py", "def now():\n    from time import time"),
        ("engine/game.py", "import platformdirs"),
        ("engine/game.py", "from freecell_tui.session import Session"),
        ("engine/game.py", "from .. import storage"),
        ("engine/game.py", "from ..storage import saves"),
        ("engine/game.py", "from freecell_tui import solver"),
        ("solver/search.py", "import freecell_tui.session"),
        ("solver/search.py", "import platformdirs"),
        ("storage/saves.py", "from freecell_tui.solver import Solved"),
        ("storage/saves.py", "import urwid"),
        ("session.py", "from freecell_tui.storage import saves"),
        ("session.py", "from . import ui"),
        ("session.py", "def draw():\n    import urwid"),
        ("keeper.py", "from freecell_tui.ui import app"),
        ("ui/table.py", "from freecell_tui.cli import main"),
        ("ui/table.py", "import platformdirs"),
        ("ui/table.py", "from freecell_tui.plain import voice"),
        ("plain/talk.py", "from freecell_tui.ui import keys"),
        ("plain/voice.py", "def say():\n    import urwid"),
        ("keeper.py", "from freecell_tui.plain import seat"),
        ("cli.py", "from freecell_tui.ui import app"),
        ("cli.py", "from freecell_tui import ui"),
        ("cli.py", "if TYPE_CHECKING:\n    from freecell_tui.ui.app import App"),
        ("cli.py", "import urwid.raw_display"),
    ],
)
def test_an_arrow_in_the_wrong_direction_is_seen(module: str, source: str) -> None:
    assert len(broken_rules(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine/game.py", "from freecell_tui.engine import rules\nfrom . import board\nimport re"),
        ("solver/search.py", "from freecell_tui.engine import Board\nimport multiprocessing"),
        ("storage/saves.py", "from freecell_tui.engine import Game\nimport platformdirs, os"),
        ("session.py", "from freecell_tui.solver import Solved\nfrom freecell_tui import engine"),
        ("ui/table.py", "import urwid\nfrom freecell_tui import __version__, session, storage"),
        ("cli.py", "def main():\n    from freecell_tui.ui import app\nfrom freecell_tui import __version__"),
        ("__main__.py", "from freecell_tui.cli import main"),
    ],
)
def test_an_arrow_in_the_right_direction_is_let_be(module: str, source: str) -> None:
    assert broken_rules(source, module) == []
