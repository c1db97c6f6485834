"""Folders of surveys that somebody sent or some disk damaged, and runs that were killed: nothing in them is trusted."""

import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, product
from pathlib import Path
from random import Random

import pytest

from campaign.spoilt import until
from freecell_tui.lab.survey import ChunkAnswer, DealSet, Find, Question, Row, TimedDeal
from freecell_tui.lab.survey_folder import LARGEST_CHUNK, Survey, SurveyError, summarise
from freecell_tui.lab.survey_run import run_survey
from support.commands import FORKS, Batch
from support.refusing_disk import NO_FILES
from support.survey_folders import (
    AT_ONCE,
    DEALS,
    NO_CELLS,
    QUESTIONS,
    assert_no_folder_is_trusted,
    changed,
    packed,
    shards,
    steady,
    survey_in,
    unpack,
)

pytestmark = FORKS

SHARD = "results/00000001.jsonl"
ROW = b'{"deal": 4, "result": "lost", "states": '
END = b'{"chunk": 1, "deals": 3, "counts": {"lost": 3}}'
DEEP = b"[" * 100_000


@pytest.fixture
def survey(tmp_path: Path) -> Survey:
    """A finished survey; its chunk 1 has the deals 4, 5 and 9, all of them lost."""
    return survey_in(tmp_path / "there")


def change(path: Path, before: bytes, after: bytes) -> None:
    """Change a part of a file, which it has once or more."""
    data = path.read_bytes()
    assert before in data
    path.write_bytes(data.replace(before, after, 1))


def changes(path: Path, table: list[tuple[bytes, bytes]]) -> Iterator[bytes]:
    """Make each change alone, and tell it; the file is as it was in the end."""
    right = path.read_bytes()
    for before, after in table:
        change(path, before, after)
        yield after[:80]
        path.write_bytes(right)


def refusal(run_lab: Batch, *words: str) -> str:
    """The sentence with which a command refuses; nothing is printed but counts before it."""
    code, out, err = run_lab("survey", *words)
    assert code == 2
    assert all(letter.isprintable() or letter == "\n" for letter in out + err)
    sentence = err.splitlines()[0]
    assert sentence.startswith("freecell-lab survey: ")
    return sentence.removeprefix("freecell-lab survey: ")


# Values


def others(before: bytes, same: bytes, *afters: bytes) -> list[tuple[bytes, bytes]]:
    """What is changed, and what stands there instead: the same beginning, and another end."""
    return [(before, same + after) for after in afters]


CHUNK_SIZE, RANGES, DROP = b'"chunk_size": 3', b"[[1, 5], [9, 12], [17, 18]]", b'"drop": null'
WRONG_QUESTIONS = [
    *others(CHUNK_SIZE, b'"chunk_size": ', b"0", b"-1", b"1e308", b"true", b"3.0", b"1000001"),
    *others(b"[[1, 5],", b"[[", b"6, 1],", b"1.5, 3],", b"true, 5],", b"0, 5],", b"1, 9],", b"1, 5, 6],"),
    *others(RANGES, b"[", b"]", b"[" * 50_000),
    *others(b'"cells": 0', b'"cells": ', b"false", b"9"),
    *others(b'"house_rules": []', b'"house_rules": ', b"{}", b'["no_cards"]'),
    *others(DROP, b'"drop": ', b'"\\u001b[2J\\u001b]0;pwn\\u0007"', b"5", b'null, "more": 1'),
    *others(b'"states": 2000000', b'"states": ', b"NaN", b'"2"'),
    *others(b'"seconds": null', b'"seconds": ', b"1e400", b"true"),
    (b'"variant": "freecell"', b'"variant": []'),
    (b'"find": "verdict"', b'"find": "\\u001b[2J"'),
    (b'"version": 1', b'"version": 1.0'),
    (DROP + b", ", b""),
    (b"}", b""),
]


def test_a_question_that_makes_no_sense_is_damaged(survey: Survey, run_lab: Batch) -> None:
    damaged = f"{survey.folder}/survey.json is damaged, and no longer says what was asked: ask again in another folder."
    for wrong in changes(survey.folder / "survey.json", WRONG_QUESTIONS):
        assert refusal(run_lab, str(survey.folder)) == damaged, wrong
        assert refusal(run_lab, "-o", str(survey.folder)) == damaged, wrong


COUNTS = b'{"lost": 3}'
WRONG_COUNTS = [
    *others(COUNTS, b'{"lost": ', b"4}", b'4, "won": -1}', b"1e400}", b'"3"}', b"3.0}"),
    *others(COUNTS, b'{"', b'\\u001b[2J\\u001b]0;pwn\\u0007": 3}', b'": 3}', b'null": 3}', b'"}'),
    *others(COUNTS, b"", b"[3]", b"{}"),
    *others(END, b'{"chunk": ', b'2, "deals": 3, "counts": {"lost": 3}}', b'1, "deals": 3.0, "counts": {"lost": 3}}'),
    *others(END + b"\n", b"", b"", END, END[:-9], END + b", \n"),
    (END, b"[" * 16_000),
]


def test_counts_that_cannot_be_are_damaged(survey: Survey, run_lab: Batch) -> None:
    damaged = f"{survey.folder / SHARD} is damaged: delete it, and its deals are asked again."
    for wrong in changes(survey.folder / SHARD, WRONG_COUNTS):
        assert refusal(run_lab, str(survey.folder)) == damaged, wrong
        assert refusal(run_lab, "-o", str(survey.folder)) == damaged, wrong
        assert refusal(run_lab, str(survey.folder), "--list", "lost") == damaged, wrong


RESULT = b'"result": "lost"'
WRONG_ROWS = [
    *others(ROW, b"", b"[4]\n" + ROW, DEEP + ROW, b'{"result": "lost", "states": ', ROW + b"-"),
    *others(ROW, ROW, b'1e400, "other": ', b"9223372036854775808"),
    *others(RESULT, b'"result": ', b'"\\u001b[2J"', b"5", b'"1-"', b'"won"', b'"lost", "reason": "states"'),
    *others(b'"deal": 4,', b'"deal": ', b'"\\u001b[2J",', b"4.0,", b"true,", b"5,", b"6,", b"100,"),
]


def test_rows_that_cannot_be_are_damaged(survey: Survey, run_lab: Batch) -> None:
    damaged = f"{survey.folder / SHARD} is damaged: delete it, and its deals are asked again."
    for wrong in changes(survey.folder / SHARD, WRONG_ROWS):
        assert refusal(run_lab, str(survey.folder), "--list", "lost") == damaged, wrong
        assert refusal(run_lab, str(survey.folder), "--parquet", str(survey.folder.parent / "x")) == damaged, wrong
        assert not (survey.folder.parent / "x").exists(), wrong


def test_a_chunk_with_a_deal_too_few_or_a_row_to_be_dropped_is_damaged(survey: Survey, run_lab: Batch) -> None:
    dropping = survey_in(survey.folder.parent / "dropping", Question(NO_CELLS.variant, drop="lost"))
    (dropping.folder / SHARD).write_bytes((survey.folder / SHARD).read_bytes())
    assert "is damaged: delete it" in refusal(run_lab, str(dropping.folder), "--list", "won")
    path = survey.folder / SHARD
    path.write_bytes(path.read_bytes().partition(b"\n")[2])
    change(path, b'{"lost": 3}', b'{"lost": 2}')
    assert "is damaged: delete it" in refusal(run_lab, str(survey.folder), "--list", "won")


LINE = b'{"chunk": 1, "seconds": 1.0, "slowest": 1, "longest": 1.0}'
WRONG_LINES = [
    *others(b'"chunk": 1', b'"chunk": ', b'"1"', b"9"),
    *others(b'"chunk": 1, ', b"", b""),
    *others(b'"seconds": 1.0', b'"seconds": ', b'"1"', b"1e999", b"NaN", b"2e9"),
    *others(b'"seconds": 1.0, ', b"", b""),
    *others(b'1.0, "slowest": 1, "longest": 1.0', b"1e-320", b', "slowest": 1, "longest": 0'),
    *others(b'"slowest": 1', b'"slowest": ', b'"\\u001b[2J"', b"6"),
    *others(b'"longest": 1.0', b'"longest": ', b"2.0", b"NaN"),
    *others(LINE, b"", b"5", b"[]", b'"\\u001b[2J"', b"null", b"{}", b"[" * 16_000),
    *others(LINE, b"", b'{"chunk": 1, "error": null}', b'{"chunk": -1, "error": "it died"}'),
]


def test_a_log_that_cannot_be_is_damaged_and_can_be_deleted(
    survey: Survey, run_lab: Batch, subtests: pytest.Subtests
) -> None:
    log = survey.folder / "log.jsonl"
    right, damaged = log.read_bytes(), f"{log} is damaged: delete it. It tells only what each chunk took."
    for before, after in WRONG_LINES:
        with subtests.test(before=before):
            log.write_bytes(right + (line := LINE.replace(before, after)) + b"\n")
            assert refusal(run_lab, str(survey.folder)) == damaged, line[:80]
            assert refusal(run_lab, "-o", str(survey.folder)) == damaged, line[:80]
    log.unlink()
    assert run_lab("survey", str(survey.folder))[0] == 0


def test_a_line_of_the_log_that_was_cut_off_is_left_out_and_what_follows_is_read(
    survey: Survey,
    run_lab: Batch,
    subtests: pytest.Subtests,
) -> None:
    log = survey.folder / "log.jsonl"
    before, right = run_lab("survey", str(survey.folder)), log.read_bytes()
    for line in (b'{"chunk": 1, "sec', b"\0" * 600, b'\0\0\0{"chunk": 1}', b"\xff\xfe{}"):
        with subtests.test(line=line):
            log.write_bytes(line + b"\n" + right)
            assert run_lab("survey", str(survey.folder)) == before
    log.write_bytes(right)
    log.write_bytes(log.read_bytes()[:-9])
    (survey.folder / SHARD).unlink()
    survey_in(survey.folder)
    assert [entry.chunk for entry in survey.log()] == [0, 1, 2, 1]


def test_an_error_in_the_log_is_printed_as_one_plain_line(survey: Survey, run_lab: Batch) -> None:
    (survey.folder / SHARD).unlink()
    with (survey.folder / "log.jsonl").open("ab") as log:
        log.write(b'{"chunk": 1, "error": "\\u001b]0;pwn\\u0007 it\\n died' + b"x" * 5000 + b'"}\n')
    code, out, _ = run_lab("survey", str(survey.folder))
    assert code == 1
    assert f"Set aside: 4..5, 9 (]0;pwn it died{'x' * 486})\n" in out


# Files


def test_what_is_no_file_is_refused_at_once_and_not_replaced(
    survey: Survey, run_lab: Batch, subtests: pytest.Subtests
) -> None:
    there = str(survey.folder)
    damaged = {"survey.json": "", SHARD: "its deals are asked again.", "log.jsonl": "only what each chunk took."}
    refused = [((*more, there), name, said) for name, said in damaged.items() for more in ((), ("-o",))]
    refused.append(((there, "--expect", f"{there}/list"), "list", "/list cannot be read: "))
    refused.append(((there, "--parquet", f"{there}/x"), "x", "/x cannot be written: "))
    for make, (words, name, said) in product(NO_FILES, refused):
        with subtests.test(make=make, words=words):
            path, kept = survey.folder / name, survey.folder / "kept"
            if name in damaged:
                path.rename(kept)
            make(path)
            kind = path.lstat().st_mode
            sentence = refusal(run_lab, *words)
            assert said in sentence
            assert name == "x" or str(path) in sentence
            assert path.lstat().st_mode == kind, (make, name)
            (path.rmdir if path.is_dir() else path.unlink)()
            if name in damaged:
                kept.rename(path)


def test_a_run_writes_only_into_the_folder_of_the_survey(survey: Survey, run_lab: Batch) -> None:
    outside, (log, results) = survey.folder.parent, (survey.folder / name for name in ("log.jsonl", "results"))
    log.rename(outside / "mine")
    log.symlink_to(outside / "mine")
    kept = (outside / "mine").read_bytes()
    assert "is damaged: delete it" in refusal(run_lab, "-o", str(survey.folder))
    assert (outside / "mine").read_bytes() == kept
    log.unlink()
    results.rename(outside / "elsewhere")
    results.symlink_to(outside / "elsewhere")
    (outside / "elsewhere" / ".freecell-00.tmp").touch()
    assert "is a link, and results are written only into" in refusal(run_lab, "-o", str(survey.folder))
    assert (outside / "elsewhere" / ".freecell-00.tmp").exists()
    assert run_lab("survey", str(survey.folder))[0] == 0


def test_files_that_are_no_results_are_left_out_with_a_word(survey: Survey, run_lab: Batch) -> None:
    code, before, _ = run_lab("survey", str(survey.folder))
    chunk = (survey.folder / SHARD).read_bytes()
    stems = "00000001 (1)|notes|.00000001|00000004|\x1b]0;pwn\x07|1|٠٠٠٠٠٠٠١|99999999|000000001"
    names = [f"{stem}.jsonl" for stem in stems.split("|")]
    for name in names:
        (survey.folder / "results" / name).write_bytes(chunk)
    (survey.folder / "results" / ".freecell-00.tmp").touch()
    named = ", ".join(name.replace("\x1b", "?").replace("\x07", "?") for name in sorted(names))
    said = f"Left out, as they are not the results of a chunk: {named}\n"
    assert run_lab("survey", str(survey.folder)) == (code, before, said)
    assert run_lab("survey", "-o", str(survey.folder)) == (code, before, said)


def test_results_that_are_gone_are_asked_again(survey: Survey, run_lab: Batch) -> None:
    before = shards(survey)
    for path in (survey.folder / "results").iterdir():
        path.unlink()
    (survey.folder / "results").rmdir()
    code, out, _ = run_lab("survey", str(survey.folder))
    assert (code, "11 deals to go" in out) == (1, True)
    assert run_lab("survey", "-o", str(survey.folder))[0] == 0
    assert shards(survey) == before


def test_sizes_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests) -> None:
    for size in (0, -1, LARGEST_CHUNK + 1):
        with subtests.test(size=size), pytest.raises(ValueError, match=r"chunks of 1 to 1,000,000 deals"):
            Survey.create(tmp_path / "there", NO_CELLS, DEALS, size)
    with pytest.raises(ValueError, match=r"up to 100,000,000 chunks"):
        Survey.create(tmp_path / "there", NO_CELLS, DealSet([(1, 8_000_000_000)]), 1)
    with pytest.raises(ValueError, match="runs backwards"):
        DealSet([(6, 1)])
    monkeypatch.setattr("freecell_tui.lab.survey_folder._LARGEST_HEADER", 10_000)
    with pytest.raises(ValueError, match="split them into several"):
        Survey.create(tmp_path / "there", NO_CELLS, DealSet((deal, deal) for deal in range(2**32, 2**32 + 1_000, 2)))
    assert not (tmp_path / "there").exists()
    deals = DealSet([(1, LARGEST_CHUNK)])
    assert Survey.create(tmp_path / "there", NO_CELLS, deals, LARGEST_CHUNK).chunk_count == 1


def test_as_many_results_as_a_chunk_can_have_are_read(tmp_path: Path) -> None:
    survey = Survey.create(tmp_path / "there", Question(find=Find.LENGTH), DealSet([(1, 600)]), 600)
    rows = [Row(deal, str(deal), 2**63 - 1) for deal in range(1, 601)]
    counts = {row.result: 1 for row in rows}
    with survey.locked():
        survey.record(0, ChunkAnswer(b"".join(row.encode() for row in rows), counts, 1.0, TimedDeal(600, 1.0)))
    assert survey.counts(0) == counts
    assert survey.rows(0) == rows


def test_only_what_a_deal_can_have_is_dropped(subtests: pytest.Subtests) -> None:
    for find, drop in ((Find.VERDICT, "\x1b[2J"), (Find.CELLS, "lost"), (Find.DIFFICULTY, "won"), (Find.LENGTH, "٣")):
        with subtests.test(find=find), pytest.raises(ValueError, match="cannot be dropped"):
            Question(find=find, drop=drop)
    for find, drop in ((Find.VERDICT, "won"), (Find.CELLS, "2"), (Find.DIFFICULTY, "very easy"), (Find.LENGTH, "98")):
        with subtests.test(find=find):
            assert Question(find=find, drop=drop).drop == drop


def test_whatever_is_changed_in_a_folder_it_is_read_and_can_be_mended(tmp_path: Path, run_lab: Batch) -> None:
    wholes = [survey_in(tmp_path / f"whole {at}", question) for at, question in enumerate(QUESTIONS)]
    for whole, number in product(wholes, range(12)):
        place = tmp_path / f"{whole.folder.name} {number}"
        place.mkdir()
        unpack(changed(packed(whole.folder), Random(place.name)), place / "there")
        printed = assert_no_folder_is_trusted(place / "there", whole, run_lab)
        assert re.fullmatch(r"[^\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\ud800-\udfff]*", printed)


# Runs that are killed

CALLS = ("open", "write", "replace", "unlink", "fsync", "mkdir", "scandir", "listdir", "stat")


def is_killed_at(step: int, act: Callable[[], object]) -> bool:
    """Do something in a process that is killed at its n-th call of the file system; return whether it had so many."""
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == -9
    left = [step]
    for name in CALLS:
        setattr(os, name, until(getattr(os, name), left, lambda: os.kill(os.getpid(), 9)))
    try:
        act()
    finally:
        os._exit(0)


def test_a_run_that_is_killed_at_any_step_is_continued(tmp_path: Path) -> None:
    def two_chunks(folder: Path) -> Survey:
        survey = Survey.create(folder, NO_CELLS, DealSet([(1, 4)]), 3)
        run_survey(survey, AT_ONCE, ask=steady)
        return survey

    whole = two_chunks(tmp_path / "whole")
    for step in count(1):
        folder = tmp_path / "new" / str(step)
        if not is_killed_at(step, partial(two_chunks, folder)):
            break
        survey = two_chunks(folder)
        assert shards(survey) == shards(whole)
        assert {path.name for path in folder.iterdir()} == {"survey.json", "results", "log.jsonl"}
        assert summarise(survey).counts == {"lost": 4}
    assert step > 30


def test_a_folder_that_was_hardly_begun_is_continued_and_no_other(tmp_path: Path, subtests: pytest.Subtests) -> None:
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / ".freecell-00.tmp").touch()
    assert len(survey_in(tmp_path / "begun").done()) == 4
    for left in ((), (".freecell-00.tmp",)):
        with subtests.test(left=left):
            folder = tmp_path / f"with results and {len(left)}"
            (folder / "results").mkdir(parents=True)
            for name in left:
                (folder / name).touch()
                (folder / "results" / name).touch()
            assert len(survey_in(folder).done()) == 4
    for name in (SHARD, "log.jsonl", "results", "results/mine.txt", "mine.txt"):
        with subtests.test(name=name):
            path = tmp_path / "full" / name.replace("/", "-") / name
            path.parent.mkdir(parents=True)
            path.touch()
            with pytest.raises(SurveyError, match="is not empty, and holds no survey"):
                survey_in(path.parent.parent if "/" in name else path.parent)


@pytest.mark.linux
def test_a_run_waits_for_the_names_of_new_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed, fsync = list[str](), os.fsync

    def noting(descriptor: int) -> None:
        flushed.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noting)
    survey = Survey.create(tmp_path / "new" / "there", NO_CELLS, DEALS, 3)
    names = [str(tmp_path), str(tmp_path / "new"), str(survey.folder)]
    assert [path for path in flushed if path in names] == names
    run_survey(survey, AT_ONCE, ask=steady)
    assert str(survey.folder / "results") in flushed
