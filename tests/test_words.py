"""The words of the sentences that players read: those of every other program, and none of a dialect of the game's."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from support.sentences import SOURCE, all_sentences

ROOT = SOURCE.parents[1]
DOCUMENTS = (
    ROOT / "README.md",
    ROOT / "saves" / "README.md",
    ROOT / ".github" / "CONTRIBUTING.md",
    *sorted((SOURCE / "help").glob("*.md")),
)

BETTER = {
    r"\b(take[ns]?|taking|took) back": "undo",
    r"\b(brings? it|to bring|brought) back": "restore",
    r"\bwithout end": "unlimited",
    r"\bby (itself|themselves)|\bof (its|their) own accord": "automatically",
    r"\blies? (open|ready)": "is available",
    r"\bit is said": "shows",
    r"\bsay (it|that|for|again|once|resume|learn|help|new|look)\b": "type, or repeat",
    r"\bin a row \d": "streak",
    r"\b(no|any)body took": "is too large",
    r"\bwhoever\b": "others, or anyone",
    r"\bof those that|\bthose that you": "the … that you",
    r"\bhistory of games": "game history",
    r"\bput aside": "moved aside",
    r"\bless than nothing": "negative",
    r"\bneither true nor false": "not true or false",
    r"\bis no (certificate|deal number|journey|share code)": "is not a",
    r"\bgoes on with|\bgo on (unsaved|without)|\bto go on\b": "continue, or resume",
    r"\bstays as it is": "is not changed",
    r"\bthere never was": "there is no",
    r"\bis begun": "was started",
    r"\bis (won|a deal) already": "is already",
    r"\busual\b": "the default",
    r"\bmay (only|go)\b": "can",
    r"\bwritten game": "list of moves",
}
"""Turns of phrase that are gone, as regular expressions, and what to write instead."""


@cache
def read_by_players() -> tuple[tuple[str, str], ...]:
    """What players and users of the command line read, after where it stands."""
    sentences = [(f"{module}:{line}", text) for module, line, text in all_sentences()]
    paragraphs = [(path.name, " ".join(path.read_text(encoding="utf-8").split())) for path in DOCUMENTS]
    return (*sentences, *paragraphs)


@pytest.mark.parametrize(("pattern", "better"), BETTER.items(), ids=BETTER.values())
def test_a_turn_of_phrase_that_is_gone_does_not_come_back(pattern: str, better: str) -> None:
    found = [
        f"{place}: …{text[max(match.start() - 40, 0) : match.end() + 40]}…"
        for place, text in read_by_players()
        for match in re.finditer(pattern, text, re.IGNORECASE)
    ]
    assert not found, f"Write “{better}” instead:\n" + "\n".join(found)


MATCHED_OR_ALONE = {
    "storage/settings_file.py": "what Python says is looked at to say which mistake it is",
}


def foreign_errors_in_words(path: Path) -> Iterator[str]:
    """Yield where a module puts into words what others than this program say in an error."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
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
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):  # those inside functions too
            with suppress(ImportError):
                exec(ast.unparse(node), known)
    found = eval(ast.unparse(caught), known)
    classes = found if isinstance(found, tuple) else (found,)
    return all(each.__module__.startswith(SOURCE.name) for each in classes)


def test_no_sentence_quotes_what_python_or_a_library_says() -> None:
    modules = [path for path in sorted(SOURCE.rglob("*.py")) if str(path.relative_to(SOURCE)) not in MATCHED_OR_ALONE]
    found = [each for path in modules for each in foreign_errors_in_words(path)]
    assert not found, "Say it in words of ours, as freecell_tui.storage.files.reason does:\n" + "\n".join(found)
