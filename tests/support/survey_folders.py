"""Small surveys, their folders as one text, and folders that somebody or some disk has changed."""

import re
import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from random import Random
from typing import Any

from freecell_tui.engine import FREECELL
from freecell_tui.lab.survey import ChunkAnswer, DealRanges, DealSet, Find, Question, TimedDeal, ask
from freecell_tui.lab.survey_folder import Survey, SurveyError
from freecell_tui.lab.survey_run import Workers, run_survey
from freecell_tui.solver import Budget
from support.commands import Batch
from support.pty_terminal import DEADLINE

NO_CELLS = Question(FREECELL.with_cells(0))
"""Hardly anything can be won, and that is soon found."""

QUESTIONS = (
    NO_CELLS,
    Question(FREECELL.with_cells(0), drop="lost"),
    Question(FREECELL.with_cells(1), Find.CELLS, Budget(states=150)),
    Question(find=Find.DIFFICULTY, budget=Budget(states=300)),
)
DEALS = DealSet([(1, 5), (9, 12), (17, 18)])
CHUNK = 3

VICTIM = b"not of the survey\n"


class _AtOnce(Executor):
    """An executor that works when it is given something."""

    def submit(self, fn: Callable[..., Any], /, *args: object, **_: object) -> Future[Any]:
        future = Future[Any]()
        future.set_result(fn(*args))
        return future


AT_ONCE = Workers(lambda: nullcontext(_AtOnce()), lambda: 1)


def steady(question: Question, deals: DealRanges) -> ChunkAnswer:
    """The answers, which take the same time on every machine."""
    return ask(question, deals)._replace(seconds=0.5, slowest=TimedDeal(deals[0][0], 0.25))


def survey_in(folder: Path, question: Question = NO_CELLS) -> Survey:
    """A finished survey of eleven deals in four chunks."""
    survey = Survey.create(folder, question, DEALS, CHUNK)
    run_survey(survey, AT_ONCE, ask=steady)
    return survey


def shards(survey: Survey) -> dict[str, bytes]:
    """The files of the results."""
    return {path.name: path.read_bytes() for path in (survey.folder / "results").iterdir()}


# Folders as one text, in which each file has a line of its own before it

_ENTRY = re.compile(rb"^== (file|fifo|folder|loop|endless|gone|victim) ([^\n]*)\n", re.MULTILINE)
_LIST = b"1 lost\n2 unsolvable\n3 won: 26 76\n# and so on\n9 open\n"


def packed(folder: Path) -> bytes:
    """A folder as one text, and a list to compare it with."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    texts = [b"== file %s\n%s" % (str(path.relative_to(folder)).encode(), path.read_bytes()) for path in files]
    return b"".join([*texts, b"== file list\n", _LIST])


def unpack(data: bytes, folder: Path) -> None:
    """Make a folder of its text, as far as there can be such a one."""
    folder.mkdir()
    (folder.parent / "victim").write_bytes(VICTIM)
    _, *parts = _ENTRY.split(data)
    for kind, name, content in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        path = folder / name.replace(b"\0", b"").replace(b"..", b"").decode(errors="surrogateescape").lstrip("/")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            if not (path.exists() or path.is_symlink()):
                _make(kind.decode(), path, content, folder.parent / "victim")


def _make(kind: str, path: Path, content: bytes, victim: Path) -> None:
    match kind:
        case "file":
            path.write_bytes(content)
        case "folder":
            path.mkdir()
        case "fifo":
            from os import mkfifo  # noqa: PLC0415 - not every system has it

            mkfifo(path)
        case _:
            targets = {"loop": Path(path.name), "endless": Path("/dev/zero"), "gone": Path("nowhere"), "victim": victim}
            path.symlink_to(targets[kind])


# Changes

_SCALAR = rb'"(?:[^"\\\n]|\\.)*"|-?[0-9][0-9.]*|true|false|null'
_PLACES = [
    re.compile(_SCALAR),
    re.compile(rb"\[[^][\n]*\]|\{[^{}\n]*\}"),
    re.compile(rb"\[.*\]|\{.*\}"),
    re.compile(rb'"(?:[^"\\\n]|\\.)*": (?:%s)(?:, )?' % _SCALAR),
]
_VALUES = [
    b"", b"null", b"true", b"false", b"0", b"1", b"2", b"3", b"-1", b"1.0", b"1.5", b"1e400", b"-1e400", b"1e308",
    b"1e-320", b"NaN", b"Infinity", b"9223372036854775808", b"9" * 400, b"9" * 5000, b'""', b'"won"', b'"lost"',
    b'"open"', b'"1-"', b'"3"', b'"\xd9\xa3"', b'"\\u001b[2J\\u001b]0;pwn\\u0007"', b'"\x1b[2J"', b'"\\ud800"',
    b'"\\u202e"', b"[]", b"{}", b"[[6, 1]]", b"[[1.5, 3]]", b"[[1, 12]]", b"[true, true]", b"[1, 12]", b'{"a": 1}',
    b'{"won": 3}', b'{"lost": 1e400}', b'{"\\u001b[2J": 3}', b"[" * 5000, b'{"a":' * 5000, b"[" * 90 + b"]" * 90,
    b'"chunk": 3, ', b'"error": "\\u001b]0;pwn\\u0007", ', b'"error": 5, ', b"\0", b"\xff\xfe",
]  # fmt: skip
_NAMES = [
    b"survey.json", b"log.jsonl", b"list", b"results", *(b"results/%08d.jsonl" % number for number in range(5)),
    b"results/00000001 (1).jsonl", b"results/notes.jsonl", b"results/.00000001.jsonl", b"results/99999999.jsonl",
    b"results/\x1b]0;pwn\x07.jsonl", b"results/\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa0\xd9\xa1.jsonl",
    b"results/\xff.jsonl", b"results/-0000001.jsonl", b"results/1.jsonl", b"results/.freecell-00.tmp",
    b".freecell-00.tmp", b"other", b"results/" + b"9" * 200 + b".jsonl",
]  # fmt: skip
_KINDS = [b"fifo", b"folder", b"loop", b"endless", b"gone", b"victim"]


def changed(data: bytes, chance: Random) -> bytes:
    """A folder's text with some values, lines and files changed, added, left out or put elsewhere."""
    _, *parts = _ENTRY.split(data)
    entries = list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        at = chance.randrange(len(entries) or 1)
        kind, name, content = entries.pop(at) if entries else (b"file", b"survey.json", b"")
        match chance.randrange(10):
            case 0:
                entries.append((chance.choice(_KINDS), name, b""))
            case 1:
                entries += [(kind, name, content), (kind, chance.choice(_NAMES), content)]
            case 2:
                entries.append((kind, chance.choice(_NAMES), content))
            case 3:
                entries += [(kind, name, content), (chance.choice(_KINDS), chance.choice(_NAMES), b"")]
            case 4:
                pass
            case _:
                entries.insert(at, (kind, name, _changed_content(content, chance)))
    return b"".join(b"== %s %s\n%s" % entry for entry in entries)


def _changed_content(content: bytes, chance: Random) -> bytes:
    places = list(chance.choice(_PLACES).finditer(content))
    lines = content.splitlines(keepends=True)
    at = chance.randint(0, len(content))
    match chance.randrange(8):
        case 0:
            return content[:at]
        case 1:
            return content[:at] + chance.choice(_VALUES) + content[at:]
        case 2 if lines:
            lines.insert(chance.randint(0, len(lines)), chance.choice(lines))
            return b"".join(lines)
        case 3 if lines:
            lines.remove(chance.choice(lines))
            return b"".join(lines)
        case _ if places:
            place = chance.choice(places)
            return content[: place.start()] + chance.choice(_VALUES) + content[place.end() :]
    return content + chance.choice(_VALUES) + b"\n"


# What holds for every folder

_DAMAGED = re.compile(r"(?P<path>/.*) is damaged: delete it")
_TOTAL = re.compile(r".*: [a-z ]+ of (?P<total>\d+) deals?")
_COUNT = re.compile(r" *(?P<result>\S.*?)  +(?P<count>[\d,]+)  +[\d.]+ %  #+")


def assert_no_folder_is_trusted(folder: Path, whole: Survey, run: Batch) -> str:
    """Read a folder that was changed, delete what is damaged in it, and continue it; return all that was printed.

    What is printed are sentences, and counts of no more deals than were asked about. Nothing waits, nothing is written
    elsewhere, and in the end the results are those of the survey when it was `whole`.
    """
    printed = ""
    for _ in range(20):
        with _in_time():
            said, damaged = _read(folder, run)
        printed += said
        if damaged is None:
            break
        if damaged.is_dir() and not damaged.is_symlink():
            shutil.rmtree(damaged)
        else:
            damaged.unlink(missing_ok=True)
    else:
        raise AssertionError("what is damaged remains so")
    if _is_still(folder, whole):
        with _in_time():
            survey = Survey.create(folder, whole.question, whole.deals)
            run_survey(survey, AT_ONCE, ask=steady)
        _assert_is_whole(survey, whole)
    assert (folder.parent / "victim").read_bytes() == VICTIM
    return printed


def _is_still(folder: Path, whole: Survey) -> bool:
    """Whether a folder still holds a survey, with the same question, and may hold its results."""
    results = folder / "results"
    if results.is_symlink() or (results.exists() and not results.is_dir()):
        return False
    with suppress(SurveyError, OSError):
        return Survey.open(folder).header == whole.header
    return False


def _read(folder: Path, run: Batch) -> tuple[str, Path | None]:
    """Everything that reads a survey; return what was printed, and what is damaged."""
    printed = ""
    for more in ([], ["--list", "open"], ["--list", "won"], ["--expect", str(folder / "list")]):
        code, out, err = run("survey", str(folder), *more)
        assert code in (0, 1, 2), code
        assert "Traceback" not in err
        assert (code == 2) is bool(re.search("^freecell-lab survey: .*\n(Try |$)", err, re.MULTILINE)), err
        if not more or more[0] == "--expect":
            _assert_no_more_than_asked(out)
        printed += out + err
        if match := _DAMAGED.search(err):
            return printed, Path(match["path"])
    return printed, None


def _assert_no_more_than_asked(out: str) -> None:
    total = _TOTAL.match(out)
    counts = [int(match["count"].replace(",", "")) for match in map(_COUNT.fullmatch, out.splitlines()) if match]
    assert sum(counts) <= (int(total["total"]) if total else 0), out


def _assert_is_whole(survey: Survey, whole: Survey) -> None:
    """Every deal is answered, and every file of results that is not what it was says a possible other thing."""
    assert survey.done() == whole.done()
    for number in whole.done():
        name = f"results/{number:08}.jsonl"
        if (survey.folder / name).read_bytes() != (whole.folder / name).read_bytes():
            assert sum(survey.counts(number).values()) == survey.length(number)
            assert len(survey.rows(number)) == survey.length(number) or survey.question.drop


@contextmanager
def _in_time() -> Iterator[None]:
    """Fail if something waits for what never comes."""

    def stop(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(int(DEADLINE))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
