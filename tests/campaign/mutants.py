"""Make small mistakes in the program, one at a time, and see which of them no test notices.

    python tests/campaign/mutants.py [--sample N] [--seed N] [--again FILE] [--jobs N] [--trust] [PART ...]

A part is tested by the quick tests of its folder. Before them come those, wherever they are, that import the module
with the mistake or have its name: they notice most, in seconds. Of several parts as many mistakes are drawn as their
shares of all. Survivors are printed with the line as it was and as it is; those that change nothing a player or a
caller could see are listed in `equivalent_mutants.toml`, with the reason, and do not count. A test run that takes too
long has noticed. With new tests, `--again` makes only the mistakes that an earlier run printed; `--trust` does not
first run the tests without a mistake.
"""

import argparse
import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib.util import cache_from_source
from itertools import accumulate
from pathlib import Path
from queue import Queue
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "src" / "freecell_tui"
LIMITS = 'ulimit -t 300 -v 8000000; exec nice "$@"'
"""Seconds of processor time and kilobytes that a test run may take."""
LIMIT_SECONDS = 600
"""How long it may wait."""
NO_TESTS = 5
"""What pytest ends with if none was chosen."""
PARTS = {
    "engine": (("engine",), ("tests/engine",)),
    "storage": (("storage",), ("tests/storage",)),
    "controller": (("controller",), ("tests/controller", "tests/plain")),
    "plain": (("plain",), ("tests/plain",)),
    "ui": (("ui",), ("tests/ui",)),
    "cli": (("cli",), ("tests/cli",)),
    "pictures": (("pictures",), ("tests/pictures",)),
    "lab": (("lab",), ("tests/lab",)),
    "relaxation": (("solver/refinement.py", "solver/relaxation.py"), ("tests/lab", "tests/solver")),
}
"""The modules of each part, and its tests."""

_OPPOSITES = [
    ("Eq", "==", "!="), ("NotEq", "!=", "=="), ("Lt", "<", "<="), ("LtE", "<=", "<"), ("Gt", ">", ">="),
    ("GtE", ">=", ">"), ("In", "in", "not in"), ("NotIn", "not in", "in"), ("Is", "is", "is not"),
    ("IsNot", "is not", "is"), ("Add", "+", "-"), ("Sub", "-", "+"), ("Mult", "*", "+"), ("FloorDiv", "//", "*"),
    ("And", "and", "or"), ("Or", "or", "and"),
]  # fmt: skip
OTHER_OPERATORS = {name: (right.encode(), wrong.encode()) for name, right, wrong in _OPPOSITES}


class Mutant(NamedTuple):
    """A mistake: the bytes of a file from `start` to `end` are replaced."""

    path: Path
    start: int
    end: int
    replacement: bytes

    @property
    def text(self) -> bytes:
        """The file with the mistake."""
        before = self.path.read_bytes()
        return before[: self.start] + self.replacement + before[self.end :]

    @property
    def lines(self) -> tuple[str, str]:
        """The line as it was and as it is."""
        before = self.path.read_bytes()
        first, last = before.rfind(b"\n", 0, self.start) + 1, before.find(b"\n", self.end)
        wrong = before[first : self.start] + self.replacement + before[self.end : last]
        return before[first:last].decode().strip(), wrong.decode().strip()


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mistake that can be made in a module; texts and annotations are left alone."""
    source = Source(path)
    for node in _code_of(ast.parse(source.content)):
        for mutant in (*source.other_operators(node), *source.other_values(node)):
            with suppress(SyntaxError):  # of what stands in parentheses one is left alone
                if isinstance(node, ast.UnaryOp | ast.Return):
                    ast.parse(mutant.text)
                yield mutant


class Source:
    """The text of a module."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.content = path.read_bytes()
        lengths = map(len, self.content.splitlines(keepends=True))
        self._starts = list(accumulate(lengths, initial=0))

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        last = self._starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0)
        return self._starts[node.lineno - 1] + node.col_offset, last

    def other_operators(self, node: ast.AST) -> Iterator[Mutant]:
        """Yield a node with another operator in it."""
        between: Iterable[tuple[ast.AST, ast.expr, ast.expr]]
        match node:
            case ast.Compare(left, operators, comparators):
                between = zip(operators, [left, *comparators], comparators, strict=False)
            case ast.BinOp(left, operator, right):
                between = zip([operator], [left], [right], strict=True)
            case ast.BoolOp(operator, [one, other, *_]):
                between = zip([operator], [one], [other], strict=True)
            case _:
                return
        for each, one, other in between:
            old, new = OTHER_OPERATORS.get(type(each).__name__, (b"", b""))
            start, end = self._span(one)[1], self._span(other)[0]
            if old and self.content.count(old, start, end) == 1:
                at = self.content.index(old, start, end)
                yield Mutant(self._path, at, at + len(old), new)

    def other_values(self, node: ast.expr | ast.stmt) -> Iterator[Mutant]:
        """Yield a node with another value."""
        start, end = self._span(node)
        match node:
            case ast.UnaryOp(ast.Not(), operand):
                yield Mutant(self._path, start, self._span(operand)[0], b"")
            case ast.Constant(bool(value)):
                yield Mutant(self._path, start, end, str(not value).encode())
            case ast.Constant(int(value)):
                yield Mutant(self._path, start, end, str(value + 1).encode())
            case ast.IfExp(test=test) | ast.If(test=test) | ast.While(test=test):
                start, end = self._span(test)
                yield Mutant(self._path, start, end, b"(not (" + self.content[start:end] + b"))")
            case ast.Return(ast.expr() as returned) if ast.unparse(returned) != "None":
                yield Mutant(self._path, self._span(returned)[0], end, b"None")


def _code_of(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield what is run of a tree, without annotations, what only types need, and the parts of texts."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.JoinedStr) or not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            yield from _code_of(child)


def equivalent() -> set[tuple[str, str, str]]:
    """Return those that change nothing: the module of each, and its line as it was and as it is."""
    listed = tomllib.loads(Path(__file__).with_name("equivalent_mutants.toml").read_text(encoding="utf-8"))
    return {(each["path"], each["before"], each["after"]) for each in listed["mutant"]}


def sample(parts: Sequence[str], size: int, seed: int) -> list[tuple[str, Mutant]]:
    """Return mistakes drawn from parts, from each as many as its share, none of those that change nothing."""
    known, found = equivalent(), {}
    for part in parts:
        paths = [PROGRAM / name for name in PARTS[part][0]]
        files = [file for path in paths for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
        every = [mutant for file in files for mutant in mutants_of(file)]
        found[part] = [each for each in every if (str(each.path.relative_to(PROGRAM)), *each.lines) not in known]
    total, random = sum(map(len, found.values())), Random(seed)
    return [
        (part, mutant)
        for part, mutants in found.items()
        for mutant in random.sample(mutants, min(round(size * len(mutants) / total), len(mutants)))
    ]


def printed_in(path: Path, parts: Sequence[str]) -> list[tuple[str, Mutant]]:
    """Return the mistakes of parts that a run has printed in a file, without those that change nothing."""
    lines = path.read_text(encoding="utf-8").splitlines()
    wanted = {
        (name.split(" ")[-1], before.removeprefix("  - "), after.removeprefix("  + "))
        for name, before, after in zip(lines, lines[1:], lines[2:], strict=False)
        if after.startswith("  + ")
    } - equivalent()
    names = sorted({name for name, _, _ in wanted})
    return [
        (part, mutant)
        for part in parts
        for name in names
        if name.startswith(PARTS[part][0])
        for mutant in mutants_of(PROGRAM / name)
        if (name, *mutant.lines) in wanted
    ]


@cache
def _imported() -> dict[str, set[str]]:
    """Return the names that each file of tests imports, by its path."""
    found = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        if file.parent.name == "campaign":
            continue
        names = found[str(file.relative_to(ROOT))] = set[str]()
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    return found


def tests_near(module: Path) -> list[str]:
    """Return the files of tests that have a module's name or import it."""
    is_package = module.stem == "__init__"
    name = ".".join((module.parent if is_package else module.with_suffix("")).relative_to(ROOT / "src").parts)
    named = re.compile(rf".*_{name.rpartition('.')[2].rstrip('s')}s?(_.*)?")
    return [file for file, names in _imported().items() if name in names or named.fullmatch(Path(file).stem)]


def tests_of(part: str) -> list[str]:
    """Return the files of a part's tests."""
    return [str(file.relative_to(ROOT)) for name in PARTS[part][1] for file in sorted((ROOT / name).rglob("test_*.py"))]


def is_noticed(part: str, mutant: Mutant, copies: Queue[Path]) -> bool:
    """Return whether the tests near a mistake, or the others of its part, fail with it in a copy of the project."""
    copy, near = copies.get(), tests_near(mutant.path)
    wrong = copy / mutant.path.relative_to(ROOT)
    right = wrong.read_bytes()
    _write(wrong, mutant.text)
    try:
        return not passes(near, copy) or not passes([file for file in tests_of(part) if file not in near], copy)
    finally:
        _write(wrong, right)
        copies.put(copy)


def _write(module: Path, text: bytes) -> None:
    """Write a module, and forget what was compiled of it: within a second its time would be the same."""
    module.write_bytes(text)
    Path(cache_from_source(module)).unlink(missing_ok=True)


def passes(tests: Sequence[str], copy: Path) -> bool:
    """Return whether the quick ones of some tests pass in a copy of the project, in good time."""
    if not tests:
        return True
    options = ["-q", "-x", "-n0", "-p", "no:cacheprovider"]
    command = ["sh", "-c", LIMITS, "sh", sys.executable, "-m", "pytest", *options, *tests]
    with subprocess.Popen(
        command,
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as run:
        try:
            return run.wait(LIMIT_SECONDS) in (0, NO_TESTS)
        except subprocess.TimeoutExpired:
            return False
        finally:
            with suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)


def main() -> int:
    """Print the survivors and the share of what was noticed; return 0 if that is nine in ten or more."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=220, metavar="N", help="how many mistakes")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which ones")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time")
    parser.add_argument("--trust", action="store_true", help="the tests are known to pass without a mistake")
    parser.add_argument("--again", type=Path, metavar="FILE", help="only those that a run has printed")
    parser.add_argument("parts", nargs="*", default=[*PARTS], metavar="PART", help=", ".join(PARTS))
    options = parser.parse_args()
    if options.again is None:
        drawn = sample(options.parts, options.sample, options.seed)
    else:
        drawn = printed_in(options.again, options.parts)
    noticed = dict.fromkeys(options.parts, 0)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        copies, ignored = Queue[Path](), shutil.ignore_patterns(".git", "__pycache__", ".*_cache")
        for number in range(options.jobs):
            copies.put(Path(shutil.copytree(ROOT, Path(folder) / str(number), ignore=ignored)))
        for part in () if options.trust else options.parts:
            near = {file for owner, mutant in drawn if owner == part for file in tests_near(mutant.path)}
            if not passes(sorted({*tests_of(part), *near}), copies.queue[0]):
                parser.error(f"the tests of {part}, or those near a mistake in it, fail without one")
        runs = [pool.submit(is_noticed, *each, copies) for each in drawn]
        try:
            for number, ((part, mutant), run) in enumerate(zip(drawn, runs, strict=True), 1):
                noticed[part] += run.result()
                if not run.result():
                    before, after = mutant.lines
                    place = mutant.path.relative_to(PROGRAM)
                    print(f"{number}/{len(drawn)} {place}\n  - {before}\n  + {after}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
    for part, count in noticed.items():
        print(f"{part}: {count} of {sum(each == part for each, _ in drawn)} noticed")
    share = sum(noticed.values()) / len(drawn)
    print(f"{share:.0%} of {len(drawn)}")
    return share < 0.9


if __name__ == "__main__":
    sys.exit(main())
