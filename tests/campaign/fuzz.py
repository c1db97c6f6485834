"""Give the program wrong bytes, so many times, and end with an exit code of 1 at the first fault.

    python fuzz.py [--inputs N] [--seed N] [--guided] [TARGET…]

A fault is an exception, an exit code of a crash, a control character or words of Python's that get out, more than a
second of processor time, or more than 200 MiB of memory. The bytes are in the folder `corpus` then. `--guided` needs
atheris, which finds its inputs by what of the program they reach.
"""

import argparse
import gc
import io
import json
import lzma
import math
import os
import re
import resource
import shutil
import signal
import sqlite3
import struct
import sys
import tempfile
import tomllib
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import tomlkit

sys.path.insert(0, str(Path(__file__).parents[1]))

if TYPE_CHECKING:
    from campaign.fuzz_targets import Target

CORPUS = Path(__file__).parent / "corpus"
SECONDS = 1.0
GUIDED_SECONDS = 4.0
"""What is watched by atheris takes some four times as long."""

MEMORY = 200 * 2**20
NEXT = b"\n=====\n"
"""Between the inputs of one sitting, where they are kept."""

_WORDS = [
    b"\0", b"\x1b[2J", b"\x1b", b"\x7f", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\r\n", b"\n", b"\t",
    b" ", b"-1", b"0", b"1e999", b"NaN", b"99999999999999999999999", b'"', b"\\", b"\\ud800", b"{", b"}", b"[[", b"]",
    b"[" * 3000, b"null", b"true", b'""', b"restart", b"9" * 5000, b"A" * 3000, b"..", b"/dev/zero", b"%s", b"v9",
    "٣".encode(), "é".encode(),
]  # fmt: skip


class TooSlow(BaseException):
    """More than its seconds of processor time."""


class Fault(Exception):
    """What must not happen."""


def mutated(data: bytes, others: list[bytes], chance: Random) -> bytes:
    """Some bytes changed, added, left out, repeated, or taken from elsewhere."""
    result = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        at = chance.randint(0, len(result))
        length = min(chance.choice([1, 1, 2, 4, 16, 200]), len(result) - at)
        match chance.randrange(7):
            case 0:
                result[at : at + length] = b""
            case 1:
                result[at:at] = chance.choice(_WORDS)
            case 2:
                result[at : at + length] = chance.choice(_WORDS)
            case 3 if length:
                result[at] = chance.randrange(256)
            case 4 if length:
                result[at] ^= 1 << chance.randrange(8)
            case 5:
                result[at:at] = result[at : at + length] * chance.choice([1, 2, 50])
            case _:
                other = chance.choice(others)
                start = chance.randint(0, len(other))
                result[at : at + length] = other[start : start + chance.choice([1, 8, 64])]
    return bytes(result)


def wrong(target: "Target", pool: list[bytes], chance: Random) -> bytes:
    """Return a wrong input for a target; where it knows how such are made, every fourth one has any bytes changed."""
    data = chance.choice(pool)
    if target.changed is not None and chance.randrange(4):
        return target.changed(data, chance)
    return mutated(data, pool, chance)[: target.longest]


def assert_printable(answer: str) -> None:
    out = sorted({char for char in answer if not (char.isprintable() or char in "\n\t")})
    if out:
        raise Fault(f"characters got out: {out}")


def assert_in_our_words(answer: str, data: bytes) -> None:
    """Raise Fault for words of Python's, and for a sentence of two full stops unless the `data` have such."""
    stops = None if b".." in data else re.search(r"[^.]\.\.(?=\s|$)", answer)
    if found := words_of_python().search(answer) or stops:
        start = max(found.start() - 80, 0)
        raise Fault(f"not said as this program says it: {found[0]!r} in …{answer[start : found.end() + 40]!r}")


@cache
def words_of_python() -> re.Pattern[str]:
    """What Python and its libraries say of wrong values, as it says it: anything may be quoted or numbered in it."""
    wrong_texts = [
        "", "{", "[1,", '{"a"', '{"a": 1 2}', "{1: 2}", '"a', '"\n"', '"\\x"', "nul", "1 2", "9" * 5000, "[" * 5000,
        "a", "a = ", "[a", "[a]\n[a]", "a = 1\na = 2", "a = [1", 'a = "', "a = 1 2", "a = {b = 1, b = 2}", "= 1",
        "a = 2026-99-99", 'a = "\\q"', "a.b = 1\na = 2", "a = 'x\ny'", "a = {", "\x01", "a = 1\n[a.b]", "[[a",
    ]  # fmt: skip
    wrong: list[tuple[Callable[[Any], object], Sequence[object]]] = [
        (json.loads, [*wrong_texts, b"\0\0\0{\0", b"\xff{", None]),
        (tomllib.loads, wrong_texts),
        (tomlkit.parse, wrong_texts),
        (int, ["x", "", "1.5", "9" * 5000, None, math.nan, math.inf]),
        (float, ["x", None, 10**400]),
        (bytes.decode, [b"\xff", b"\xc3", b"\xed\xa0\x80"]),
        (str.encode, ["\ud800"]),
        (lambda data: data.decode("ascii"), [b"\xff"]),
        (lzma.decompress, [b"", b"wrong", b"\xfd7zXZ\0", lzma.compress(b"some words")[:-9]]),
        (lambda data: struct.unpack(">I", data), [b"", b"12345"]),
        ([].__getitem__, [0, "a", None]),
        ((1, 2).index, [0]),
        (lambda value: range(3).index(value), [9, "a"]),
        ([1].remove, [0]),
        (lambda value: value + 1, ["", None, [], {}]),
        (lambda value: value["a"], ["", None, 1, [], {}]),
        (lambda value: value < 1, ["", None, [], {}]),
        (iter, [None, 1]),
        (lambda value: value.deal, [None, 1, "", [], {}]),
        (lambda value: {value: 1}, [[], {}]),
        (lambda value: Path(value).read_bytes(), ["a\0b", "/none", "/", "/etc/passwd/a"]),
        (lambda year: datetime(year, 99, 99, tzinfo=UTC), [0, 2026]),
        (chr, [-1, 10**9]),
        (sqlite3.connect(":memory:").execute, ["x", "SELECT a", "SELECT * FROM a", "SELECT ?"]),
    ]
    told = {complaint(read, value) for read, values in wrong for value in values}
    place, quoted = re.compile(r" \(at |:? (at )?line [0-9]"), re.compile(r"'.*?'|\".*?\"|\b[0-9]\w*", re.DOTALL)
    without_places = {place.split(each)[0] for each in told}
    parts = {tuple(filter(None, quoted.split(each))) for each in without_places if " " in each.strip()}
    return re.compile("|".join(sorted("(?s:.{1,80}?)".join(map(re.escape, each)) for each in parts)))


def complaint(read: Callable[[Any], object], value: object) -> str:
    """What is said in the error of reading a wrong value, or an empty text."""
    try:
        read(value)
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody should read it
        return str(error)
    return ""


def within(seconds: float, act: Callable[[], str]) -> str:
    """Do something; raise TooSlow after so many seconds of processor time."""

    def stop(*_: object) -> None:
        raise TooSlow

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return act()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def check(name: str, target: "Target", inputs: Sequence[bytes], folder: Path, seconds: float = SECONDS) -> None:
    """Give a target these bytes in one sitting; raise Fault, and keep all so far, if anything is wrong."""
    limit_memory()
    given: list[bytes] = []
    try:
        try:
            answer(target, inputs, given, folder, seconds)
        except TooSlow:
            gc.collect()  # perhaps it had to clean up after thousands of others: what is slow is so twice
            given.clear()
            answer(target, inputs, given, folder, seconds)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever is raised is a fault, and its bytes are kept
        data = NEXT.join(given)
        kept = CORPUS / name / sha256(data).hexdigest()[:12]
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(data)
        traceback.print_exc()
        raise Fault(f"{name}: {kept.name}: {type(error).__name__}: {str(error)[:300]}") from None


def answer(target: "Target", inputs: Sequence[bytes], given: list[bytes], folder: Path, seconds: float) -> None:
    """Give a target these bytes one after the other, each so many seconds, and note which it was given."""
    with target.sit(folder) as ask:
        for data in inputs:
            given.append(data)
            told = within(seconds, partial(ask, data))
            assert_printable(told)
            assert_in_our_words(told, data)


def limit_memory() -> None:
    """Let this process have no more than 200 MiB beyond what it has now, where the system tells how much that is."""
    sizes = Path("/proc/self/statm")
    if sizes.exists():
        most = int(sizes.read_text(encoding="ascii").split()[0]) * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def use_folder(folder: Path) -> None:
    """Let this process keep everything below a folder, and read nothing of the player's."""
    os.environ |= {"XDG_STATE_HOME": str(folder / "state"), "XDG_CONFIG_HOME": str(folder / "config")}
    os.environ |= {"HOME": str(folder), "XDG_PICTURES_DIR": str(folder / "pictures"), "TERM": "xterm-256color"}
    sys.stdin = io.TextIOWrapper(io.BytesIO(b""))


def run(name: str, inputs: int, seed: int, folder: Path) -> None:
    """Try what broke before, and then so many inputs made from right ones."""
    from campaign.fuzz_targets import TARGETS  # noqa: PLC0415 - atheris has to see how it is loaded

    target, chance = TARGETS[name], Random(seed)
    pool = target.seeds()
    for first in range(0, len(pool), target.inputs):
        check(name, target, pool[first : first + target.inputs], folder)
    for path in sorted((CORPUS / name).glob("*")):
        broke = path.read_bytes().split(NEXT)
        check(name, target, broke, folder)
        pool += broke
    for first in range(0, inputs, target.inputs):
        number = min(target.inputs, inputs - first)
        check(name, target, [wrong(target, pool, chance) for _ in range(number)], folder)


def run_guided(name: str, inputs: int, seed: int, folder: Path) -> None:
    """Let atheris choose the inputs; it ends the process."""
    import atheris  # noqa: PLC0415 - few have it

    with atheris.instrument_imports(include=["freecell_tui"]):
        from campaign.fuzz_targets import TARGETS  # noqa: PLC0415 - which is what is watched

        target = TARGETS[name]
        start = folder / "seeds"
        start.mkdir()
        for number, data in enumerate([*target.seeds(), *(path.read_bytes() for path in (CORPUS / name).glob("*"))]):
            (start / str(number)).write_bytes(data)
            check(name, target, [data], folder, GUIDED_SECONDS)  # so that everything is loaded
    most = f"-max_len={max(2 * path.stat().st_size for path in start.iterdir())}"
    options = [f"-runs={inputs}", f"-seed={seed or 1}", most, "-timeout=60", "-rss_limit_mb=0", "-print_final_stats=1"]
    atheris.Setup(
        [sys.argv[0], *options, f"-artifact_prefix={folder}/", str(start)],
        lambda data: check(name, target, [bytes(data)], folder, GUIDED_SECONDS),
    )
    atheris.Fuzz()


def main() -> int:
    """Fuzz the targets of the command line, or all of them."""
    parser = argparse.ArgumentParser(description="Give freecell wrong bytes.")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--guided", action="store_true", help="with atheris; for one target")
    options = parser.parse_args()
    shared = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=shared if shared.is_dir() else None))
    try:
        use_folder(folder)
        if options.guided:
            run_guided(options.targets[0], options.inputs, options.seed, folder)
        from campaign.fuzz_targets import TARGETS  # noqa: PLC0415 - atheris has to see how it is loaded

        for name in options.targets or TARGETS:
            run(name, options.inputs, options.seed, folder)
            print(f"{options.inputs} inputs: {name}", flush=True)
    except Fault as fault:
        print(fault, flush=True)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
