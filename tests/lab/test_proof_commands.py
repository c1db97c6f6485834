"""`freecell-lab prove` and `freecell-lab check`: certificates written, checked and refused."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, Move, deal, read_position, write_position
from freecell_tui.engine.rules import play
from freecell_tui.lab import check_certificate
from freecell_tui.lab.proofs import certify_loss, read_win
from freecell_tui.lab_cli import main, proofs
from support.commands import FORKS, Batch
from support.pty_terminal import Terminal

SAVES = Path(__file__).parents[2] / "saves"
CHECKER = str(check_certificate.__file__)
ONE_CELL = FREECELL.with_cells(1)

pytestmark = FORKS


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def proofs_of(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the certificates of a loss and of a win."""
    folder = tmp_path_factory.mktemp("proofs")
    assert main(("prove", "3", "--cells", "1", "-o", str(folder / "loss"))) == 0
    assert main(("prove", "617", "-o", str(folder / "win"))) == 0
    return folder


@pytest.mark.parametrize("name", ["loss", "win"])
def test_a_certificate_of_another_deal_proves_nothing(
    run_lab: Batch, tmp_path: Path, proofs_of: Path, name: str
) -> None:
    path = tmp_path / name
    header, _, body = (proofs_of / name).read_bytes().partition(b"\n")
    path.write_bytes(json.dumps(json.loads(header) | {"deal": 4}).encode() + b"\n" + body)
    code, out, err = run_lab("check", name)
    assert (code, out) == (1, "")
    assert re.fullmatch(rf"freecell-lab: {name} does not prove its claim: .*\.\n", err)
    assert run_lab("check", name, "--jobs", "2")[0] == 1


NO_WINS: list[dict[str, object]] = [
    {"cells": 9}, {"cells": 4.0}, {"cells": True}, {"cells": float("nan")}, {"variant": "whist"}, {"version": True},
    {"house_rules": ["none"]}, {"deal": 2**33}, {"deal": 0}, {"deal": "617"}, {"deal": True}, {"deal": float("inf")},
    {"moves": 1}, {"note": ""},
]  # fmt: skip
NO_CERTIFICATES = (b"", b"{}", b"[]\n", b"\0\xff", b"{" * 70_000, b'{"format": 1, "version": 1}\n')


def test_what_is_not_written_as_certificates_are_is_refused_in_a_sentence(
    run_lab: Batch, tmp_path: Path, proofs_of: Path
) -> None:
    loss, win = ((proofs_of / name).read_bytes() for name in ("loss", "win"))
    wrong = [json.dumps(json.loads(win) | fields).encode() + b"\n" for fields in NO_WINS]
    wrong += [win + b"x", win + b"\n", *NO_CERTIFICATES]
    wrong += [loss[:-9], loss[:60], loss.replace(b"448", b"449"), loss + b"\n"]
    for content in wrong:
        (tmp_path / "file").write_bytes(content)
        code, out, err = run_lab("check", "file")
        assert (code, out) == (2, ""), content[:200]
        assert err.startswith("freecell-lab check: file cannot be read as a certificate: "), content[:200]


def test_a_win_that_ends_too_soon_proves_nothing(run_lab: Batch, tmp_path: Path, proofs_of: Path) -> None:
    header = json.loads((proofs_of / "win").read_bytes())
    (tmp_path / "win").write_text(json.dumps(header | {"moves": header["moves"][:-3]}) + "\n", encoding="utf-8")
    assert run_lab("check", "win") == (1, "", "freecell-lab: win does not prove its claim: its moves do not win.\n")


def test_the_certificate_of_another_deal_with_as_many_positions_proves_nothing(run_lab: Batch, tmp_path: Path) -> None:
    content = (SAVES / "11982-4.certificate").read_bytes()
    (tmp_path / "other").write_bytes(content.replace(b'"deal": 11982', b'"deal": 11983', 1))
    told = "freecell-lab: other does not prove its claim: one of its positions is impossible.\n"
    assert run_lab("check", "other") == (1, "", told)


def test_a_win_names_its_house_rules(run_lab: Batch, tmp_path: Path) -> None:
    """A position that is lost without the house rule is not called won without naming it."""
    both = FREECELL.with_cells(0).with_house_rules(cards_come_back=True, aces_only_home=False)
    position = write_position(read_position(STUCK, both))
    header = {
        "format": "freecell-certificate", "version": 1, "variant": "freecell", "cells": 0, "deal": 0,
        "position": position, "verdict": "won", "house_rules": ["cards_come_back"], "moves": COME_BACK,
    }  # fmt: skip
    (tmp_path / "win").write_text(json.dumps(header) + "\n", encoding="utf-8")
    claim = "This position where cards come back from the foundations with 0 cells can be won"
    claim += ": 22 single-card steps (checked)\n"
    assert run_lab("check", "win") == (0, claim + position, "")
    (tmp_path / "position").write_text(position, encoding="utf-8")
    assert "cannot be won" in run_lab("prove", "position", "--cells", "0")[1]


STUCK = """\
Foundations: H-5 C-2 D-K S-K
3C 4C
6H 5C
7H 6C
KC 8H 7C
QC 9H 8C
TH 9C
JH TC
KH QH JC
"""
COME_BACK = "y3 13 1h 3h 2h 3h 2h 3h 3h 4h 4h 5h 5h 6h 6h 7h 7h 8h 5h 4h 8h 8h"


def test_a_claim_about_a_position_shows_the_position(run_lab: Batch, tmp_path: Path, subtests: pytest.Subtests) -> None:
    held = FREECELL.with_cells(2)
    for number, variant in ((3, ONE_CELL), (5, held)):
        with subtests.test(number=number):
            board = deal(number, variant)
            for move in ("1a", "2b")[: variant.cells]:
                board = play(board, Move.parse(move), variant)
            text = write_position(board)
            (tmp_path / "position").write_text(text, encoding="utf-8")
            run_lab("prove", "position", "--cells", str(variant.cells), "-o", "proof", "--force")
            code, out, _ = run_lab("check", "proof")
            assert code == 0
            assert out.partition("\n")[2] == text
            if "cannot" in out:
                done = subprocess.run(
                    [sys.executable, CHECKER, "proof"], capture_output=True, encoding="utf-8", check=True
                )
                assert done.stdout == out


def test_the_checker_by_itself_says_what_the_certificate_of_a_win_is(proofs_of: Path) -> None:
    done = subprocess.run(
        [sys.executable, CHECKER, str(proofs_of / "win")], capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "it is the certificate of a win" in done.stderr


# Nothing of others is overwritten


def test_a_certificate_is_written_through_a_link_and_into_a_pipe(run_lab: Batch, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    assert run_lab("prove", "3", "--cells", "1", "-o", "link")[0] == 0
    assert (tmp_path / "link").is_symlink()
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor() as executor:
        reader = executor.submit((tmp_path / "pipe").read_bytes)
        assert run_lab("prove", "3", "--cells", "1", "-o", "pipe")[0] == 0
        assert reader.result() == (tmp_path / "target").read_bytes()
    assert (tmp_path / "pipe").is_fifo()


ODD_PLACES = (
    *("missing/proof", "proof\0", "", ".", "folder", "folder/", "new/", "file/proof", "file", "read-only", "loop"),
    *("x" * 256, "x/" * 4096, "\ud800"),
    *(f"/dev/fd/{number}" for number in (999, 2**31 - 1, 2**31, 2**63, "9" * 20, "9" * 5000)),
    *("/dev/fd/FOLDER", "/dev/fd/READER"),
)
LONG_RUNS = (
    ("prove", "384243", "--cells", "2", "-o"),
    ("survey", "1..1000000", "--find", "length", "-o", "there", "--parquet"),
)


@pytest.mark.parametrize("place", ODD_PLACES, ids=lambda place: repr(place[:30]))
def test_a_place_that_cannot_be_written_is_told_before_the_work(run_lab: Batch, tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("file", "read-only"):
        (tmp_path / name).write_text("mine")
    (tmp_path / "read-only").chmod(0o400)
    (tmp_path / "loop").symlink_to("loop")
    before = {*tmp_path.rglob("*")}
    folder, reader = os.open(tmp_path, os.O_RDONLY), os.open(tmp_path / "file", os.O_RDONLY)
    try:
        for words in LONG_RUNS:
            code, out, err = run_lab(*words, place.replace("FOLDER", str(folder)).replace("READER", str(reader)))
            assert (code, out) == (2, ""), words
            assert re.fullmatch(rf"freecell-lab {words[0]}: .* cannot be written: .*\.\n", err), words
    finally:
        os.close(folder)
        os.close(reader)
    assert {*tmp_path.rglob("*")} == before
    assert (tmp_path / "file").read_text() == (tmp_path / "read-only").read_text() == "mine"


@pytest.mark.linux
def test_a_proof_for_which_there_is_no_room_is_kept_elsewhere(
    run_lab: Batch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code, out, err = run_lab("prove", "617", "-o", "/dev/full")
    (kept,) = tmp_path.iterdir()
    why = f"/dev/full cannot be written: No space left on device. Its content is in {kept}."
    assert (code, out, err) == (2, "", f"freecell-lab prove: {why}\n")
    assert read_win(kept.read_bytes())


@pytest.mark.linux
def test_a_standard_output_that_is_full_or_closed_takes_no_proof_away(tmp_path: Path) -> None:
    freecell = f"TMPDIR='{tmp_path}' '{sys.executable}' -m freecell_tui.lab_cli"
    script = f"{freecell} prove 617 -o - >/dev/full; {freecell} prove 384243 --cells 2 -o /dev/fd/1 >&-"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    (kept,) = tmp_path.iterdir()
    full = f"Standard output cannot be written: No space left on device. Its content is in {kept}."
    closed = "/dev/fd/1 cannot be written: it is closed."
    assert (done.returncode, done.stderr) == (2, f"freecell-lab prove: {full}\nfreecell-lab prove: {closed}\n")
    assert read_win(kept.read_bytes())


@pytest.mark.parametrize(
    ("meanwhile", "why"),
    [
        (Path.rmdir, "No such file or directory"),
        (lambda folder: (folder / "proof").touch(), "it is there already; choose another name, or add --force"),
    ],
    ids=["the folder is removed", "another program makes the file"],
)
def test_a_proof_that_cannot_be_written_at_last_is_kept_elsewhere(
    run_lab: Batch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Path], None], why: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    folder = tmp_path / "folder"
    folder.mkdir()

    def certify(*_: object, **__: object) -> bytes:
        meanwhile(folder)
        return certify_loss(deal(3, ONE_CELL), ONE_CELL, 3, (), {1})

    monkeypatch.setattr(proofs, "certify_loss", certify)
    code, out, err = run_lab("prove", "3", "--cells", "1", "-o", "folder/proof")
    assert (code, out) == (2, "")
    (kept,) = elsewhere.iterdir()
    assert f"folder/proof cannot be written: {why}. Its content is in {kept}." in err


def test_a_proof_goes_through_pipes_descriptors_of_the_shell_and_into_an_open_file(tmp_path: Path) -> None:
    freecell = f"'{sys.executable}' -m freecell_tui.lab_cli"
    (tmp_path / "position").write_text(write_position(deal(3, ONE_CELL)), encoding="utf-8")
    script = f"""
        echo keep > log
        {freecell} prove 3 --cells 1 -o /dev/stdout >> log
        {freecell} prove 3 --cells 1 -o >(cat > other) | cat > claim
        wait $!
        {freecell} prove - --cells 1 -o - < position 2> said | {freecell} check -
        {freecell} check /dev/stdin < other"""
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, check=True)
    first, *_, last = done.stdout.splitlines()
    assert first == b"This position with 1 cell cannot be won: 448 positions, closed (checked)"
    assert last == b"#3 with 1 cell cannot be won: 448 positions, closed (checked)"
    log, other, claim, said = ((tmp_path / name).read_bytes() for name in ("log", "other", "claim", "said"))
    assert log.startswith(b"keep\n" + other)
    assert b"#3 with 1 cell cannot be won" in claim
    assert said == b"The position in standard input with 1 cell cannot be won: 448 positions, closed\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["prove", "9", "--cells", "2"], " positions in "),
        (["check", str(SAVES / "20410-1.certificate"), "--jobs", "2"], " to go"),
    ],
    ids=["prove", "check on two cores"],
)
def test_ctrl_c_ends_a_long_run_quietly(start: Callable[..., Terminal], words: list[str], shown: str) -> None:
    program = f"exec '{sys.executable}' -m freecell_tui.lab_cli {' '.join(words)}"
    terminal = start(script=program, table=False, size=(100, 24))
    terminal.see(shown)
    terminal.type("\x03")
    assert terminal.end() == 130
    assert terminal.text.strip() == ""
