"""What is loaded by its name when it is first used: no other check sees such a name, or which module leads to which."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import freecell_tui
from freecell_tui.controller.later import Later

ROOT = Path(freecell_tui.__file__).parent
TREES = {
    ".".join((path.parent if path.stem == "__init__" else path.with_suffix("")).relative_to(ROOT).parts): ast.parse(
        path.read_text(encoding="utf-8")
    )
    for path in ROOT.rglob("*.py")
}
FLOORS = ("engine", "storage", "pictures", "controller", ("ui", "plain"), "cli")
HEIGHTS = {name: at for at, floor in enumerate(FLOORS) for name in ((floor,) if isinstance(floor, str) else floor)}


def later_uses(module: str) -> Iterator[Later]:
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "later":
            yield Later(*(ast.literal_eval(argument) for argument in node.args))


def imported(module: str) -> Iterator[str]:
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("freecell_tui"):
            source = (node.module or "").removeprefix("freecell_tui").removeprefix(".")
            for name in node.names:
                inner = f"{source}.{name.name}".removeprefix(".")
                yield inner if inner in TREES else source


USES = [(module, use) for module in TREES for use in later_uses(module)]


def test_what_is_loaded_later_exists_and_lies_no_higher_than_what_uses_it() -> None:
    assert USES
    for module, use in USES:
        assert callable(use.target), use.name
        above, below = module.split(".")[0], use.module.split(".")[0]
        assert below == above or HEIGHTS[below] < HEIGHTS[above], (module, use.module)


def test_nothing_that_is_loaded_later_closes_a_circle() -> None:
    uses = {module: {use.module for user, use in USES if user == module} for module in TREES}
    # Raises CycleError.
    TopologicalSorter({module: {*imported(module), *uses[module]} - {module} for module in TREES}).prepare()
