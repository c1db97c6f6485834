"""What goes wrong is told in this program's own words."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "freecell_tui"
MATCHED_OR_ALONE = {"storage/toml.py": "what Python says is looked at to say which mistake it is"}


def foreign_errors_in_words(path: Path) -> Iterator[str]:
    """Yield where a module puts into words what others than this program say in an error."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text if re.search(r"\bexcept\b[^:]* as ", text) else "")
    for handler in ast.walk(tree):
        if not isinstance(handler, ast.ExceptHandler) or handler.name is None or handler.type is None:
            continue
        told = {node.value for node in ast.walk(handler) if isinstance(node, ast.FormattedValue)}
        for node in ast.walk(handler):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("str", "repr"):
                told |= {*node.args}
            if isinstance(node, ast.Attribute) and node.attr in ("strerror", "args", "msg"):
                told.add(node.value)
        if handler.name in map(ast.unparse, told) and not is_ours(handler.type, path, tree):
            yield f"{path.relative_to(SOURCE)}:{handler.lineno}: except {ast.unparse(handler.type)}"


def is_ours(caught: ast.expr, path: Path, tree: ast.Module) -> bool:
    """Whether every class that a module catches is one of this program's, whose errors are sentences."""
    known = dict(vars(import_module(".".join((SOURCE.name, *path.relative_to(SOURCE).with_suffix("").parts)))))
    names = {node.id for node in ast.walk(caught) if isinstance(node, ast.Name)} - known.keys()
    for node in ast.walk(tree) if names else ():
        if isinstance(node, ast.ImportFrom) and names & {each.name for each in node.names}:  # inside a function
            with suppress(ImportError):
                exec(ast.unparse(node), known)
    found = eval(ast.unparse(caught), known)
    classes = found if isinstance(found, tuple) else (found,)
    return all(each.__module__.startswith(SOURCE.name) for each in classes)


def test_no_sentence_quotes_what_python_or_a_library_says() -> None:
    modules = [path for path in sorted(SOURCE.rglob("*.py")) if str(path.relative_to(SOURCE)) not in MATCHED_OR_ALONE]
    found = [each for path in modules for each in foreign_errors_in_words(path)]
    assert not found, "Say it in words of ours, as freecell_tui.storage.files.reason does:\n" + "\n".join(found)
