"""Every sentence of the program: `python tests/support/sentences.py` prints them by file, to be read aloud."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "freecell_tui"
_IN_WORDS = re.compile(r"[A-Za-z’']{2,}[,;:]? [A-Za-z’']{2,}|[a-z] ?[.?!]$|[A-Z][a-z]+: ")


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line number and text of everything in a module that reads like words; {} stands for what is filled in."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    skipped |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if _IN_WORDS.search(text):
            yield node.lineno, text


def all_sentences() -> Iterator[tuple[str, int, str]]:
    """Yield module, line number and text of every sentence of the program."""
    for path in sorted(SOURCE.rglob("*.py")):
        for line, text in sorted(sentences(path)):
            yield str(path.relative_to(SOURCE)), line, text


if __name__ == "__main__":
    module = ""
    for name, line, text in all_sentences():
        if name != module:
            module = name
            print(f"\n{module}")  # noqa: T201 - it is there to print
        print(f"{line:5} {text}")  # noqa: T201
