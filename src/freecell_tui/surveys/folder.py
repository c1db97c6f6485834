"""A survey on the disk: a folder that a run continues, however the one before it ended.

`survey.json` has the question, the deals, and how many of them are a chunk. `results` has a file for each chunk that is
done, written whole or not at all: the rows, and in the last line how many deals had each result. `log.jsonl` has what
each chunk took, and which were set aside: it alone differs from run to run.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from freecell_tui.engine import FreecellError, Variant, find_variant
from freecell_tui.solver import Budget
from freecell_tui.storage.files import INHERITED_BY_NONE, TEMPORARY, atomic_write, lock
from freecell_tui.surveys.deal_set import DealRanges, DealSet
from freecell_tui.surveys.question import ChunkAnswer, Find, Question

_FORMAT: Final = "freecell-survey"
_VERSION: Final = 1
_HEADER: Final = "survey.json"
_MOST_CHUNKS: Final = 1000
_LARGEST_CHUNK: Final = 100_000
_LONGEST_END: Final = 2**14
"""More bytes than the last line of a chunk has: there are not so many results."""


class SurveyError(Exception):
    """A folder that is no survey, or another one; `str()` is a sentence."""


class Survey:
    """A survey in a folder. Its chunks are counted from 0."""

    def __init__(self, folder: Path, question: Question, deals: DealSet, chunk_size: int) -> None:
        self.folder: Final = folder
        self.question: Final = question
        self.deals: Final = deals
        self.chunk_size: Final = chunk_size

    @classmethod
    def create(cls, folder: Path, question: Question, deals: DealSet, chunk_size: int | None = None) -> "Survey":
        """Make the folder of a new survey, or open it if the same survey is there; raise SurveyError or OSError.

        Without a size, about a thousand chunks are made, and none of more than a hundred thousand deals.
        """
        size = chunk_size or min(max(len(deals) // _MOST_CHUNKS, 1), _LARGEST_CHUNK)
        new = cls(folder, question, deals, size)
        if (folder / _HEADER).exists():
            there = cls.open(folder)
            if chunk_size is None:
                new = cls(folder, question, deals, there.chunk_size)
            if there.header != new.header:
                raise SurveyError(f"{folder} holds another survey: of other deals, or with another question.")
            return there
        if folder.exists() and any(folder.iterdir()):
            raise SurveyError(f"{folder} is not empty, and holds no survey.")
        new._results.mkdir(parents=True, exist_ok=True)
        atomic_write(folder / _HEADER, json.dumps(new.header).encode() + b"\n")
        return new

    @classmethod
    def open(cls, folder: Path) -> "Survey":
        """Open a survey; raise SurveyError if the folder holds none, or OSError."""
        try:
            header = json.loads((folder / _HEADER).read_bytes())
            if (header["format"], header["version"]) != (_FORMAT, _VERSION):
                raise SurveyError(f"{folder} holds a survey of another version of the program.")
            variant = find_variant(header["variant"]).with_cells(header["cells"])
            variant = variant.with_house_rules(**dict.fromkeys(header["house_rules"], True))
            question = Question(variant, Find(header["find"]), Budget(**header["budget"]), header["drop"])
            deals = DealSet((first, last) for first, last in header["deals"])
            return cls(folder, question, deals, int(header["chunk_size"]))
        except FileNotFoundError:
            raise SurveyError(f"{folder} holds no survey.") from None
        except (ValueError, LookupError, TypeError, FreecellError):
            raise SurveyError(f"{folder / _HEADER} is damaged.") from None

    @property
    def header(self) -> Mapping[str, Any]:
        """What `survey.json` holds."""
        question, variant = self.question, self.question.variant
        return {
            "format": _FORMAT,
            "version": _VERSION,
            **_fields(variant),
            "find": question.find.value,
            "budget": asdict(question.budget),
            "drop": question.drop,
            "chunk_size": self.chunk_size,
            "deals": list(map(list, self.deals.ranges)),
        }

    @property
    def chunk_count(self) -> int:
        """The number of chunks."""
        return -(-len(self.deals) // self.chunk_size)

    def chunk(self, number: int) -> DealRanges:
        """Return the deals of a chunk."""
        return self.deals.part(number * self.chunk_size, (number + 1) * self.chunk_size)

    def length(self, number: int) -> int:
        """Return how many deals a chunk has."""
        return min(self.chunk_size, len(self.deals) - number * self.chunk_size)

    def done(self) -> set[int]:
        """Return the chunks that are done; raise OSError."""
        names = (entry.name for entry in os.scandir(self._results))
        return {int(name.removesuffix(".jsonl")) for name in names if name.endswith(".jsonl")}

    def record(self, number: int, answer: ChunkAnswer) -> None:
        """Write the results of a chunk; raise OSError."""
        end = {"chunk": number, "deals": self.length(number), "counts": dict(sorted(answer.counts.items()))}
        atomic_write(self._shard(number), answer.rows + json.dumps(end).encode() + b"\n")
        slowest, longest = answer.slowest
        took = {"seconds": round(answer.seconds, 4), "slowest": slowest, "longest": round(longest, 4)}
        self._log({"chunk": number, **took})

    def set_aside(self, number: int, why: str) -> None:
        """Note that a chunk cannot be done; raise OSError."""
        self._log({"chunk": number, "error": why})

    def rows(self, number: int) -> tuple[list[dict[str, Any]], dict[str, int]]:
        """Return the rows of a chunk that is done, and how many deals had each result; raise SurveyError or OSError."""
        try:
            *rows, end = map(json.loads, self._shard(number).read_bytes().splitlines())
            return rows, end["counts"]
        except (ValueError, LookupError, TypeError):
            raise self._damaged(number) from None

    def counts(self, number: int) -> dict[str, int]:
        """Return how many deals of a chunk that is done had each result, without reading its rows; raise likewise."""
        with self._shard(number).open("rb") as file:
            file.seek(-min(_LONGEST_END, file.seek(0, os.SEEK_END)), os.SEEK_END)
            lines = file.read().splitlines()
        try:
            counts: dict[str, int] = json.loads(lines[-1])["counts"]
        except (ValueError, LookupError, TypeError):
            raise self._damaged(number) from None
        return counts

    def _damaged(self, number: int) -> SurveyError:
        return SurveyError(f"{self._shard(number)} is damaged: delete it, and its deals are asked again.")

    def log(self) -> Iterator[dict[str, Any]]:
        """Yield the entries of the log; one that was cut off is left out."""
        with suppress(FileNotFoundError), (self.folder / "log.jsonl").open("rb") as file:
            for line in file:
                with suppress(ValueError):
                    yield json.loads(line)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs from the folder, and clear away what one that was killed left half written.

        Raise SurveyError if another run is at work here, or OSError.
        """
        descriptor = os.open(self.folder / _HEADER, os.O_RDONLY | INHERITED_BY_NONE)
        try:
            lock(descriptor, exclusive=True, seconds=0)
            for path in (*self.folder.glob(TEMPORARY.format("*")), *self._results.glob(TEMPORARY.format("*"))):
                path.unlink()
            self._end_last_line()
            yield
        except BlockingIOError:
            raise SurveyError(f"Another run is at work in {self.folder}.") from None
        finally:
            os.close(descriptor)

    @property
    def _results(self) -> Path:
        return self.folder / "results"

    def _shard(self, number: int) -> Path:
        return self._results / f"{number:08}.jsonl"

    def _log(self, entry: Mapping[str, Any]) -> None:
        with (self.folder / "log.jsonl").open("ab") as file:
            file.write(json.dumps(entry).encode() + b"\n")

    def _end_last_line(self) -> None:
        """Let the log go on in a line of its own where the last one was cut off."""
        with suppress(FileNotFoundError), (self.folder / "log.jsonl").open("rb+") as file:
            size = file.seek(0, os.SEEK_END)
            if size:
                file.seek(size - 1)
                if file.read(1) != b"\n":
                    file.write(b"\n")


def _fields(variant: Variant) -> dict[str, Any]:
    return {"variant": variant.name, "cells": variant.cells, "house_rules": list(variant.house_rules)}
