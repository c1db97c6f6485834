"""A survey on the disk: a folder, with which another run continues however the last one ended.

`survey.json` has the question, the deals, and the number of deals in a chunk.
`results` has a file for each chunk that is done, written whole or not at all: the rows, and in the last line the number
of deals with each result.
`log.jsonl` has the time of each chunk, and the chunks that were set aside; only this file differs from run to run.

A folder may come from somebody else, or from a disk that lost a part of it, so every value is checked.
"""

import json
import os
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from errno import EEXIST
from itertools import chain
from json import JSONDecodeError
from operator import attrgetter
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from freecell_tui.engine import NotationError, find_variant
from freecell_tui.engine.text import one_line
from freecell_tui.lab.survey import ChunkAnswer, DealRanges, DealSet, Find, Question, Row, TimedDeal, deals_in, is_open
from freecell_tui.solver import Budget, Reason
from freecell_tui.storage import files

LARGEST_CHUNK: Final = 1_000_000
"""The most deals of a chunk, whose rows are read together and take some 300 MB of memory."""
LONGEST_ERROR: Final = 500
"""The most characters of the reason why a chunk was set aside."""

_FORMAT: Final = "freecell-survey"
_VERSION: Final = 1
_HEADER: Final = "survey.json"
_USUAL_CHUNKS: Final = 1000
_USUAL_CHUNK: Final = 100_000
_MOST_CHUNKS: Final = 10**8  # their numbers have eight digits
_SHARD: Final = re.compile(r"([0-9]{8})\.jsonl")
_REASONS: Final = [reason.name.lower() for reason in Reason]

_LARGEST_HEADER: Final = 32 * 2**20
"""More bytes than `survey.json` has, with a million deals that are apart from each other."""
_LONGEST_ROW: Final = 256
_LONGEST_END: Final = 2**14  # more bytes than the last line of a chunk has: there are not so many results
_LONGEST_ENTRY: Final = 2**14
_MOST_STATES: Final = 2**63
_MOST_SECONDS: Final = 10**9
_WRONG: Final = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""The exceptions that wrong values in JSON raise."""


class SurveyError(Exception):
    """A folder with no survey, or with another survey.

    `str()` is a sentence.
    """


class LogEntry(NamedTuple):
    """The time of a chunk, or the reason for setting it aside."""

    chunk: int
    seconds: float = 0.0
    """The processor time of the chunk."""

    slowest: int = 0
    """The deal that took longest."""

    longest: float = 0.0
    """The processor time of that deal."""

    error: str | None = None
    """The reason why the chunk was set aside; None otherwise."""


class Survey:
    """A survey in a folder, with chunks numbered from 0.

    Raise NotationError for too large or too many chunks.
    """

    def __init__(self, folder: Path, question: Question, deals: DealSet, chunk_size: int) -> None:
        self.folder: Final = folder
        self._results: Final = folder / "results"
        self.question: Final = question
        self.deals: Final = deals
        self.chunk_size: Final = chunk_size
        if not (1 <= chunk_size <= LARGEST_CHUNK and 1 <= self.chunk_count <= _MOST_CHUNKS):
            raise NotationError(f"A survey has up to {_MOST_CHUNKS:,} chunks of 1 to {LARGEST_CHUNK:,} deals.")

    @classmethod
    def create(cls, folder: Path, question: Question, deals: DealSet, chunk_size: int | None = None) -> "Survey":
        """Make the folder of a new survey, or open the same survey.

        By default there are about a thousand chunks, of at most a hundred thousand deals.
        Raise NotationError for too large or too many chunks, or for more separate deals than can be kept.
        Raise SurveyError for a folder with another survey or other files, or OSError.
        """
        existing = cls.open(folder) if (folder / _HEADER).exists() else None
        usual = existing.chunk_size if existing else min(max(len(deals) // _USUAL_CHUNKS, 1), _USUAL_CHUNK)
        new = cls(folder, question, deals, usual if chunk_size is None else chunk_size)
        header = json.dumps(new.header).encode() + b"\n"
        if len(header) > _LARGEST_HEADER:
            raise NotationError("These are too many separate deals for one survey: split them into several surveys.")
        if existing is not None:
            if existing.header != new.header:
                raise SurveyError(f"{folder} holds another survey: of other deals, or with another question.")
            return existing
        if not new._is_hardly_begun():
            raise SurveyError(f"{folder} is not empty, and holds no survey.")
        files.make_folder(folder, 0o777)
        files.atomic_write(folder / _HEADER, header)
        return new

    @classmethod
    def open(cls, folder: Path) -> "Survey":
        """Open the survey in a folder.

        Raise SurveyError if the folder holds none, or OSError.
        """
        path = folder / _HEADER
        try:
            fields = json.loads(files.read_regular(path, _LARGEST_HEADER))
            if fields["format"] == _FORMAT and _integer(fields["version"]) != _VERSION:
                raise SurveyError(f"{folder} holds a survey of another version of the program.")
            variant = find_variant(fields["variant"], _integer(fields["cells"]), fields["house_rules"])
            question = Question(variant, Find(fields["find"]), Budget(**fields["budget"]), fields["drop"])
            ranges = [(_integer(first), _integer(last)) for first, last in fields["deals"]]
            survey = cls(folder, question, DealSet(ranges), _integer(fields["chunk_size"]))
            if json.dumps(survey.header, sort_keys=True) == json.dumps(fields, sort_keys=True):
                return survey
        except FileNotFoundError:
            raise SurveyError(f"{folder} holds no survey.") from None
        except _WRONG:
            pass
        raise SurveyError(f"{path} is damaged, and no longer says what was asked: ask again in another folder.")

    @property
    def header(self) -> Mapping[str, Any]:
        question, variant = self.question, self.question.variant
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "variant": variant.name,
            "cells": variant.cells,
            "house_rules": list(variant.house_rules),
            "find": question.find.value,
            "budget": question.budget._asdict(),
            "drop": question.drop,
            "chunk_size": self.chunk_size,
            "deals": list(map(list, self.deals.ranges)),
        }

    @property
    def chunk_count(self) -> int:
        return -(-len(self.deals) // self.chunk_size)

    def chunk(self, number: int) -> DealRanges:
        return self.deals.part(number * self.chunk_size, (number + 1) * self.chunk_size)

    def length(self, number: int) -> int:
        return min(self.chunk_size, len(self.deals) - number * self.chunk_size)

    def done(self) -> set[int]:
        """Return the chunks that are done; raise OSError."""
        return {number for name in self._names() if (number := self._number(name)) is not None}

    def strays(self) -> list[str]:
        """Return the names in `results` that belong to no chunk; raise OSError."""
        names = (name for name in self._names() if self._number(name) is None)
        return sorted(name for name in names if not files.is_temporary(Path(name)))

    def record(self, number: int, answer: ChunkAnswer) -> None:
        """Write the results of a chunk; raise OSError.

        The survey must be locked.
        """
        files.atomic_write(self._shard(number), answer.rows + self._last_line(number, answer.counts) + b"\n")
        slowest, longest = answer.slowest
        took = {"seconds": round(answer.seconds, 4), "slowest": slowest, "longest": round(longest, 4)}
        self._log({"chunk": number, **took})

    def set_aside(self, number: int, why: str) -> None:
        """Note that a chunk cannot be done; raise OSError."""
        self._log({"chunk": number, "error": why})

    def rows(self, number: int) -> list[Row]:
        """Return the rows of a chunk that is done, in order.

        Raise SurveyError if they are damaged, or OSError.
        """
        with self._reading(number) as path:
            content = files.read_regular(path, self.length(number) * _LONGEST_ROW + _LONGEST_END)
            *lines, last, rest = content.split(b"\n")
            rows, remaining = list(map(self._read_row, lines)), deals_in(self.chunk(number))
            counts, drop = Counter(row.result for row in rows), self.question.drop
            if drop is not None and len(rows) < self.length(number):
                counts[drop] = self.length(number) - len(rows)
            if not all(row.deal in remaining for row in rows) or counts.total() != self.length(number):
                raise ValueError
            if rest or last != self._last_line(number, counts):
                raise ValueError
            return rows

    def counts(self, number: int) -> Mapping[str, int]:
        """Return the number of deals with each result in a finished chunk.

        The rows are not read.
        Raise SurveyError if the counts are damaged, or OSError.
        """
        with self._reading(number) as path, os.fdopen(files.open_regular(path), "rb") as file:
            file.seek(-min(_LONGEST_END, file.seek(0, os.SEEK_END)), os.SEEK_END)
            *_, last, rest = (b"\n" + file.read()).split(b"\n")
            counts = {result: _integer(count) for result, count in json.loads(last)["counts"].items()}
            if not all(map(self.question.can_find, counts)) or min(counts.values()) < 1:
                raise ValueError
            if rest or last != self._last_line(number, counts) or sum(counts.values()) != self.length(number):
                raise ValueError
            return counts

    def log(self) -> Iterator[LogEntry]:
        """Yield the entries of the log.

        Lines that were cut off are skipped.
        Raise SurveyError if the log is damaged, or OSError.
        """
        with suppress(FileNotFoundError), self._open_log(os.O_RDONLY, "rb") as file:
            while line := file.readline(_LONGEST_ENTRY):
                try:
                    yield self._read_entry(line)
                except (JSONDecodeError, UnicodeDecodeError):
                    continue
                except _WRONG:
                    raise self._damaged_log() from None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folder, where there are locks, and tidy up.

        Killed runs may have left temporary files.
        Raise SurveyError if another run is at work.
        """
        in_use = SurveyError(f"Another run is at work in {self.folder}.")
        with files.locked(self.folder / _HEADER, os.O_RDONLY | files.NOT_WAITING, 0, in_use=in_use):
            self._tidy()
            yield

    def _is_hardly_begun(self) -> bool:
        """Return whether the folder has nothing but leftovers of killed runs."""
        if not self.folder.exists():
            return True
        entries = _not_temporary(self.folder)
        if entries == [self._results] and self._results.is_dir() and not self._results.is_symlink():
            entries = _not_temporary(self._results)
        return not entries

    def _shard(self, number: int) -> Path:
        return self._results / f"{number:08}.jsonl"

    def _names(self) -> list[str]:
        try:
            return [path.name for path in self._results.iterdir()]
        except FileNotFoundError:
            return []

    def _number(self, name: str) -> int | None:
        """Return the chunk whose results have a name, or None."""
        match = _SHARD.fullmatch(name)
        return int(match[1]) if match and int(match[1]) < self.chunk_count else None

    def _last_line(self, number: int, counts: Mapping[str, int]) -> bytes:
        line = {"chunk": number, "deals": self.length(number), "counts": dict(sorted(counts.items()))}
        return json.dumps(line).encode()

    @contextmanager
    def _reading(self, number: int) -> Iterator[Path]:
        """Yield the file with the results of a chunk.

        Raise SurveyError if the content is not as it was written.
        """
        path = self._shard(number)
        try:
            if not path.is_file():
                raise ValueError
            yield path
        except (*_WRONG, files.FileTooLarge):
            raise SurveyError(f"{path} is damaged: delete it, and its deals are asked again.") from None

    def _read_row(self, line: bytes) -> Row:
        """Return a row; raise one of _WRONG.

        Its deal is checked later, with the other deals of the chunk.
        """
        row = Row(**json.loads(line))
        _integer(row.deal)
        if not self.question.can_find(row.result) or row.result == self.question.drop:
            raise ValueError
        if not 0 <= _integer(row.states) < _MOST_STATES:
            raise ValueError
        if row.reason is not None and (row.reason not in _REASONS or not is_open(row.result)):
            raise ValueError
        return row

    def _read_entry(self, line: bytes) -> LogEntry:
        match json.loads(line.decode()):
            case {"chunk": number, "error": str(error), **rest} if not rest:
                entry = LogEntry(number, error=one_line(error)[:LONGEST_ERROR])
            case {"chunk": number, "seconds": seconds, "slowest": slowest, "longest": longest, **rest} if not rest:
                entry = LogEntry(number, _seconds(seconds), slowest, _seconds(longest))
            case _:
                raise ValueError
        is_asked = _integer(entry.slowest) == 0 or entry.slowest in self.deals
        if not is_asked or entry.longest > entry.seconds or not 0 <= _integer(entry.chunk) < self.chunk_count:
            raise ValueError
        return entry

    def _open_log(self, flags: int, mode: str) -> IO[bytes]:
        """Open the log.

        Raise SurveyError if it is not a regular file in this folder.
        """
        path = self.folder / "log.jsonl"
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise self._damaged_log()
        return os.fdopen(files.open_regular(path, flags), mode)

    def _damaged_log(self) -> SurveyError:
        return SurveyError(f"{self.folder / 'log.jsonl'} is damaged: delete it. It tells only what each chunk took.")

    def _log(self, entry: Mapping[str, Any]) -> None:
        with self._open_log(os.O_WRONLY | os.O_APPEND | os.O_CREAT, "ab") as file:
            file.write(json.dumps(entry).encode() + b"\n")

    def _tidy(self) -> None:
        """Prepare the folder for a run, however the last run ended."""
        if self._results.is_symlink():
            raise SurveyError(f"{self._results} is a link, and results are written only into the survey’s own folder.")
        files.make_folder(self._results, 0o777)
        for path in (*self.folder.iterdir(), *self._results.iterdir()):
            if files.is_temporary(path):
                with suppress(OSError):
                    path.unlink()
        # A killed run may have cut off the last line of the log.
        with suppress(FileNotFoundError), self._open_log(os.O_RDWR | os.O_APPEND, "ab+") as file:
            file.seek(max(file.tell() - 1, 0))
            if file.read(1) not in (b"", b"\n"):
                file.write(b"\n")


def _not_temporary(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if not files.is_temporary(path)]


def _seconds(value: float) -> float:
    """Return a time of the log in seconds, with four decimals.

    Raise ValueError for any other value.
    """
    if type(value) not in (int, float) or not 0 <= value <= _MOST_SECONDS or round(value, 4) != value:
        raise ValueError
    return value


def _integer(value: object) -> int:
    """Return an integer; raise ValueError for `1.0`, `true` and others."""
    if type(value) is not int:
        raise ValueError
    return value


def write_parquet(survey: Survey, path: Path) -> None:
    """Write the rows to a Parquet file, all or none.

    The columns are `deal`, `result`, `states` and `reason`, which is null unless the result is open.
    Raise ImportError without pyarrow, SurveyError or OSError.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415 - likewise

    columns = {"deal": pa.int64(), "result": pa.string(), "states": pa.int64(), "reason": pa.string()}
    schema = pa.schema(list(columns.items()))
    with suppress(RuntimeError):  # a link to itself remains one
        path = path.resolve()
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise files.FileProblem(EEXIST, "it is not a file", str(path))
    with files.temporary_file(path.parent, b"", 0o666) as staged:
        with parquet.ParquetWriter(staged, schema, compression="zstd") as writer:
            for number in sorted(survey.done()):
                if rows := survey.rows(number):
                    writer.write_table(pa.Table.from_pylist([row._asdict() for row in rows], schema=schema))
        staged.replace(path)


class Summary(NamedTuple):
    """The results of a survey so far."""

    done: int
    """The number of deals that are done."""

    counts: Mapping[str, int]
    """The number of deals with each result."""

    seconds: float
    """The processor time."""

    slowest: TimedDeal
    """The deal that took longest, with its processor time."""

    set_aside: Sequence[tuple[DealRanges, str]]
    """The deals of each chunk that was set aside, with the reason."""


def summarise(survey: Survey) -> Summary:
    """Return the summary of a survey; raise SurveyError or OSError."""
    chunks, counts = survey.done(), Counter[str]()
    for number in chunks:
        counts.update(survey.counts(number))
    seconds, slowest, errors = 0.0, TimedDeal(0, 0.0), dict[int, str]()
    for entry in survey.log():
        if entry.error is not None:
            errors[entry.chunk] = entry.error
        elif entry.chunk in chunks:
            seconds += entry.seconds
            slowest = max(slowest, TimedDeal(entry.slowest, entry.longest), key=attrgetter("seconds"))
    aside = [(survey.chunk(number), why) for number, why in sorted(errors.items()) if number not in chunks]
    return Summary(sum(counts.values()), dict(counts), seconds, slowest, aside)


def results(survey: Survey) -> Iterator[tuple[int, str]]:
    """Yield each finished deal with its result, in order.

    Dropped deals are left out.
    Raise SurveyError or OSError.
    """
    for number in sorted(survey.done()):
        yield from ((row.deal, row.result) for row in survey.rows(number))


class Disagreement(NamedTuple):
    """A deal whose result is not the expected one."""

    deal: int
    expected: str
    result: str


class Comparison(NamedTuple):
    """The agreement of a survey with expected results."""

    agreed: int
    """The number of deals with the expected result."""

    undecided: int
    """The number of deals that are open in either."""

    disagreements: list[Disagreement]


def compare(survey: Survey, expected: Mapping[int, str], only: str | None = None) -> Comparison:
    """Compare the finished deals with the expected results.

    With `only`, exactly the expected deals should have that result.
    Raise SurveyError or OSError.
    """
    agreed = undecided = 0
    disagreements = list[Disagreement]()
    listed = sorted(expected)
    for number in sorted(survey.done()):
        results_of_chunk = {row.deal: row.result for row in survey.rows(number)}
        chunk = survey.chunk(number)
        parts = (listed[bisect_left(listed, first) : bisect_right(listed, last)] for first, last in chunk)
        for deal in chain.from_iterable(parts):
            result = results_of_chunk.get(deal, survey.question.drop or "")
            if is_open(result) or is_open(expected[deal]):
                undecided += 1
            elif result == expected[deal]:
                agreed += 1
            else:
                disagreements.append(Disagreement(deal, expected[deal], result))
        if only is not None:
            counted = deals_in(chunk) if only == survey.question.drop else results_of_chunk
            extra = (deal for deal in counted if deal not in expected and results_of_chunk.get(deal, only) == only)
            disagreements += (Disagreement(deal, f"not {only}", only) for deal in extra)
    return Comparison(agreed, undecided, disagreements)
