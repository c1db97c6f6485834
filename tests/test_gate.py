"""The gate says what it does: what it needs, what it leaves out elsewhere than on Linux, and what it measures."""

import ast
import re
import shutil
import subprocess
import tarfile
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from freecell_tui import __version__
from freecell_tui.help import load_topic
from support.pty_terminal import DEADLINE

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PROGRAMS = ROOT / ".ci" / "programs"

ONLY_LINUX = re.compile(r"['\"](/proc['\"/]|/dev/full|strace['\"])|>/dev/full")
"""What other systems do not have."""


@cache
def definitions(module: Path) -> dict[str, tuple[ast.stmt, str]]:
    """Return everything that a module of the tests defines or imports from others, with its code but no docstrings."""
    found: dict[str, tuple[ast.stmt, str]] = {}
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        for inner in ast.walk(node):
            if isinstance(inner, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(inner) is not None:
                inner.body = inner.body[1:] or [ast.Pass()]
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node, ast.unparse(node)
        elif isinstance(node, ast.ImportFrom):
            found |= {each.asname or each.name: (node, each.name) for each in node.names}
        elif isinstance(node, ast.Assign):
            found |= {name.id: (node, ast.unparse(node.value)) for name in node.targets if isinstance(name, ast.Name)}
    return found


def needs_linux(module: Path, name: str) -> bool:
    """Return whether something in a module of the tests uses what only Linux has, itself or by what it calls."""
    seen: set[tuple[Path, str]] = set()
    left = [(module, name)]
    while left:
        module, name = left.pop()
        if (module, name) in seen or name not in definitions(module):
            continue
        seen.add((module, name))
        node, code = definitions(module)[name]
        if isinstance(node, ast.ImportFrom):
            source = TESTS.joinpath(*str(node.module).split(".")).with_suffix(".py")
            left += [(source, code)] if source.exists() else []
        elif ONLY_LINUX.search(code):
            return True
        else:
            left += [(module, used) for used in words(code) & definitions(module).keys() if used[:5] != "test_"]
    return False


@cache
def words(code: str) -> frozenset[str]:
    return frozenset(re.findall(r"\b\w+\b", code))


def unmarked() -> Iterator[str]:
    """Yield the tests that would fail where there is no Linux."""
    for module in sorted({*TESTS.rglob("test_*.py")} - {Path(__file__)}):
        known = definitions(module)
        for name, (node, code) in known.items():
            marks = "".join(code.partition("def ")[0]) + known.get("pytestmark", (node, ""))[1]
            if name.startswith("test_") and needs_linux(module, name) and not re.search(r"mark\.linux|on_linux", marks):
                yield f"{module.relative_to(TESTS)}: {name}"


@pytest.mark.slow
def test_what_only_linux_has_is_used_only_by_tests_that_are_left_out_elsewhere() -> None:
    assert list(unmarked()) == [], "mark them with pytest.mark.linux"


def programs(folder: Path, *there: str, apt_get: str) -> tuple[int, str]:
    """Run `.ci/programs` as root where there are only some programs; return its exit code and what it prints."""
    others = {"id": "echo 0", "uname": "echo Linux", "apt-get": apt_get}
    for name, does in (dict.fromkeys(there, "") | others).items():
        (folder / name).write_text(f"#!/bin/bash\n{does}\n")
        (folder / name).chmod(0o700)
    command = [shutil.which("bash") or "bash", str(PROGRAMS)]
    environment, pipe, same = {"PATH": str(folder)}, subprocess.PIPE, subprocess.STDOUT
    done = subprocess.run(command, env=environment, stdout=pipe, stderr=same, text=True, check=False, timeout=DEADLINE)
    return done.returncode, done.stdout


ALL = ("fc-solve", "zsh", "fish", "yasr", "desktop-file-validate", "appstreamcli", "mandoc", "strace")


def test_the_gate_installs_what_is_not_there_or_tells_why_it_cannot(tmp_path: Path) -> None:
    code, told = programs(tmp_path, *ALL[:-2], apt_get="echo no network >&2; exit 100")
    assert code == 1
    assert told.splitlines() == [
        "no network",
        "apt-get failed.",
        "The tests need these packages, which are not installed: mandoc strace ",
    ]
    apt_get = f"[ $1 = update ] || {{ echo '#!/bin/bash' >{tmp_path}/strace; /bin/chmod +x {tmp_path}/strace; }}"
    assert programs(tmp_path, *ALL[:-1], apt_get=apt_get) == (0, "")
    assert programs(tmp_path, *ALL, apt_get="echo installing") == (0, "")


# The gate and its parts, with others in place of what they start


PARTS = {path.name for path in (ROOT / ".ci").iterdir()} - {"run", "tools"}


def script(path: Path, does: str) -> None:
    path.write_text(f"#!/bin/bash\n{does}\n", encoding="utf-8")
    path.chmod(0o700)


def ran(*command: str | Path, cwd: Path) -> tuple[int, list[str]]:
    """Run a command; return its exit code and the lines that it prints."""
    pipe, same = subprocess.PIPE, subprocess.STDOUT
    done = subprocess.run(command, cwd=cwd, stdout=pipe, stderr=same, text=True, check=False, timeout=DEADLINE)
    return done.returncode, done.stdout.splitlines()


def gate(folder: Path, **parts: str) -> tuple[int, list[str]]:
    """Run the gate in a repository where each part says its name, unless `parts` have it do something else."""
    (folder / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", folder / ".ci")
    for name in PARTS:
        script(folder / ".ci" / name, parts.get(name, f"echo {name}"))
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    for command in (("init", "--quiet"), ("add", "--force", ".ci"), ("commit", "--quiet", "--message=x")):
        subprocess.run([*git, *command], cwd=folder, check=True)
    script(folder / ".ci" / "test", "echo what is not committed is not run")
    return ran(folder / ".ci" / "run", cwd=folder)


def test_the_gate_runs_its_parts_on_the_commit_and_shows_what_each_found(tmp_path: Path) -> None:
    code, lines = gate(tmp_path, test='echo "test $(basename "$1"), after $(git --version >/dev/null && pwd)"')
    assert code == 0
    assert lines[0] == "build"
    assert re.fullmatch("test packages, after .*/source", lines[1])
    assert lines[2:] == ["lint", "types", "packages"]


@pytest.mark.parametrize("name", ["programs", "build", "test", "lint", "types", "packages"])
def test_the_gate_fails_with_any_part_and_says_what_it_said(tmp_path: Path, name: str) -> None:
    code, lines = gate(tmp_path / name, **{name: f"echo {name} has failed; exit 3"})
    assert code != 0
    assert f"{name} has failed" in lines
    assert ("test" in lines) == (name not in ("programs", "build", "test"))
    assert ("lint" in lines) == (name not in ("programs", "build", "lint"))


def workflow(name: str) -> str:
    return (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")


def test_the_workflows_run_every_part() -> None:
    assert {*re.findall(r"\.ci/([a-z]+)", workflow("gate"))} == PARTS - {"release"}
    assert {*re.findall(r"\.ci/([a-z]+)", workflow("publish"))} == {"release"}


def imports_of(path: Path) -> Iterator[str]:
    """Yield the modules that a file of the tests and its helpers import as they are loaded."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
            helper = TESTS.joinpath(*str(node.module).split(".")).with_suffix(".py")
            yield from imports_of(helper) if helper.exists() else ()


def test_the_tests_for_windows_need_nothing_that_only_posix_has() -> None:
    text = (ROOT / ".ci" / "windows").read_text(encoding="utf-8")
    ignored = {*re.findall(r"--ignore=tests/(\S+)", text)}
    named = re.findall(r" tests/(\S+)", text)
    files = [
        path for name in named for path in ([TESTS / name] if ".py" in name else sorted((TESTS / name).glob("*.py")))
    ]
    asked = [path for path in (*files, TESTS / "conftest.py") if str(path.relative_to(TESTS)) not in ignored]
    assert len(asked) > len(ignored)
    posix = {"fcntl", "grp", "ptyprocess", "pty", "pwd", "resource", "termios", "tty"}
    assert {path.name: found for path in asked if (found := posix.intersection(imports_of(path)))} == {}


def test_the_gate_runs_each_week_and_nothing_that_is_installed_has_an_upper_limit(subtests: pytest.Subtests) -> None:
    assert re.search(r'^  schedule:\n(    #.*\n)*    - cron: ".*"$', workflow("gate"), re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    others = ("lint", "types")
    extras = (needed for name, needed in project["optional-dependencies"].items() if name not in others)
    for requirement in (*project["dependencies"], *(each for needed in extras for each in needed)):
        with subtests.test(requirement=requirement):
            assert re.fullmatch(r"[\w-]+>=[0-9.]+", requirement)


def test_what_is_published_was_built_once_tested_attested_and_approved(subtests: pytest.Subtests) -> None:
    text = workflow("publish")
    jobs = re.findall(r"^  ([a-z]+):\n((?:(?:    .*)?\n)+)", text.partition("jobs:\n")[2] + "\n", re.MULTILINE)
    needs = {name: re.findall(r"^    needs: (.*)$", job, re.MULTILINE) for name, job in jobs}
    assert needs == {"release": [], "gate": ["release"], "attest": ["gate"], "publish": ["attest"]}
    publish = dict(jobs)["publish"]
    assert "environment: pypi" in publish
    assert "password" not in re.sub(r"#.*", "", text)
    assert ".ci/build" not in text
    for name in ("gate", "publish"):
        with subtests.test(name=name):
            used = re.findall("uses: (.*)", workflow(name))
            assert all(re.search(r"@[0-9a-f]{40} # v[0-9.]+$|^\$/", action) for action in used), used


METAINFO = next((ROOT / ".github" / "share" / "metainfo").glob("*.xml"))


def release(folder: Path, tag: str, placeholder: str) -> tuple[int, list[str]]:
    """Ask whether a copy of the project may be published under a tag, with other words for a placeholder."""
    version = ROOT / "src" / "freecell_tui" / "__init__.py"
    for path in (version, METAINFO, ROOT / "pyproject.toml", ROOT / "README.md"):
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(re.sub(placeholder, "a.public.address", path.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "release", folder / ".ci")
    return ran(folder / ".ci" / "release", tag, cwd=folder)


def test_a_version_is_published_under_its_own_tag_and_with_no_address_that_only_stands_for_one(tmp_path: Path) -> None:
    right, placeholder = f"v{__version__}", r"freecell-tui\.example|example\.freecell_tui|not yet"
    assert release(tmp_path / "right", right, placeholder) == (0, [])
    said = f"The tag is v0.9, but the version is {__version__}: tag it {right}."
    assert release(tmp_path / "tag", "v0.9", placeholder) == (1, [said])
    addresses = "These addresses only stand for the public ones: put those in."
    published = "So the README says that the game is not published, and the package's description with it."
    for left, said in zip(placeholder.split("|"), (addresses, addresses, published), strict=True):
        code, lines = release(tmp_path / left, right, placeholder.replace(left, "nothing"))
        assert (code, lines[-1]) == (1, said)
        assert re.search(left, lines[0])


def test_whatever_names_the_version_names_this_one_and_its_day() -> None:
    newest, day = re.findall(r"^## ([0-9.]+), (.+)$", load_topic("whats-new").text, re.MULTILINE)[0]
    date = datetime.strptime(day, "%d %B %Y").replace(tzinfo=UTC).date().isoformat()
    citation = (ROOT / ".github" / "CITATION.cff").read_text(encoding="utf-8")
    said = re.findall(r"^(?:version|date-released): (.*)$", citation, re.MULTILINE)
    release = ET.parse(METAINFO).find("releases/release")
    assert release is not None
    assert newest == __version__
    assert said == [*release.attrib.values()] == [newest, date]


def run_tests(folder: Path, readme: str, *options: str) -> tuple[int, list[str]]:
    """Run the part that tests, with a source package that has only a README."""
    (folder / "of").mkdir(parents=True)
    (folder / "of" / "README.md").write_text(readme, encoding="utf-8")
    (folder / "packages").mkdir()
    (folder / "packages" / "game.whl").touch()
    with tarfile.open(folder / "packages" / "game.tar.gz", "w:gz") as archive:
        archive.add(folder / "of", "game-1")
    return ran(ROOT / ".ci" / "test", "packages", *options, cwd=folder)


def test_the_tests_are_run_as_the_readme_says_against_the_wheel_and_skip_none(tmp_path: Path) -> None:
    readme = "No\necho $CI '.[test]' && echo python -m pytest\nNo\n"
    wheel = tmp_path / "a" / "packages" / "game.whl"
    code, lines = run_tests(tmp_path / "a", readme)
    assert (code, lines[1]) == (0, f"true {wheel}[test]")
    assert re.fullmatch("python -m pytest --all --numprocesses=[0-9]+", lines[2])
    wheel = tmp_path / "b" / "packages" / "game.whl"
    code, lines = run_tests(tmp_path / "b", readme, "--coverage")
    assert (code, lines[1]) == (0, f"true {wheel}[test,coverage]")
    assert lines[2].startswith("coverage run -m pytest --all ")
    code, lines = run_tests(tmp_path / "c", "pip install game && python -m pytest\n")
    assert (code, lines) == (
        1,
        ["the README's test command is not as expected: pip install game && python -m pytest"],
    )
    assert run_tests(tmp_path / "d", "sh -c 'exit 5' '.[test]' && python -m pytest\n")[0] == 5
