"""`freecell prove` and `freecell check`: certificates written, checked and refused."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from freecell_tui.engine import FREECELL, deal, find_variant, write_position
from support.pty_terminal import Terminal

Batch = Callable[..., tuple[int, str, str]]

SAVES = Path(__file__).parents[2] / "saves"

# The program has one thread when it starts its workers; a test runner may have more, and newer Pythons warn of that.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_lost_deal_is_proved_and_checked(run: Batch) -> None:
    code, out, err = run("prove", "3", "--cells", "1")
    size = Path("3-1.certificate").stat().st_size
    assert (code, err) == (0, "")
    assert (
        out == f"#3 with 1 cell cannot be won: 448 positions, closed (certificate: 3-1.certificate, {size:,} bytes)\n"
    )
    checked = (0, "#3 with 1 cell cannot be won: 448 positions, closed (checked)\n", "")
    assert run("check", "3-1.certificate") == checked
    assert run("check", "3-1.certificate", "--jobs", "2") == checked


def test_a_won_deal_is_proved_and_checked(run: Batch) -> None:
    code, out, err = run("prove", "617", "-o", "win")
    moves = json.loads(Path("win").read_text(encoding="utf-8"))["moves"].split()
    assert (code, err) == (0, "")
    assert out.startswith(f"#617 with 4 cells can be won: {len(moves)} moves (certificate: win, ")
    assert sum(move.endswith("h") for move in moves) == 52
    assert run("check", "win") == (0, f"#617 with 4 cells can be won: {len(moves)} moves (checked)\n", "")


@pytest.mark.parametrize("options", [("5", "--cells", "1"), ("3", "--cells", "2"), ("8",)], ids=str)
def test_forecell_is_proved_too(run: Batch, options: tuple[str, ...]) -> None:
    assert run("prove", *options, "--variant", "forecell", "-o", "proof")[0] == 0
    code, out, err = run("check", "proof")
    assert (code, err) == (0, "")
    assert out.startswith(f"#{options[0]} of ForeCell with ")


def test_a_position_and_a_special_deal_are_proved_under_their_position(run: Batch, tmp_path: Path) -> None:
    lost = FREECELL.with_cells(1)
    (tmp_path / "lost.txt").write_text(write_position(deal(3, lost)), encoding="utf-8")
    assert run("prove", "lost.txt", "--cells", "1")[0] == 0
    assert run("check", "lost-1.certificate")[1].startswith("This position with 1 cell cannot be won: 448 ")
    assert run("prove", "-1")[0] == 0
    assert run("check", "minus-1-4.certificate")[1].startswith("This position with 4 cells cannot be won: 495 ")
    (tmp_path / "won.txt").write_text(write_position(deal(5, find_variant("forecell"))), encoding="utf-8")
    assert run("prove", "won.txt", "--variant", "forecell")[0] == 0
    assert run("check", "forecell-won-4.certificate")[1].startswith("This position of ForeCell with 4 cells ca")


def test_a_deal_left_open_has_no_certificate(run: Batch) -> None:
    assert run("prove", "9", "--cells", "2", "--budget", "3000") == (
        1,
        "undecided: the limit on positions was reached\n",
        "",
    )
    assert not list(Path().iterdir())


def test_what_cannot_be_proved_is_refused_in_a_sentence(run: Batch) -> None:
    for words in (
        ("3", "--variant", "bakers-game"),
        ("1..3",),
        ("nothing.txt",),
        ("3", "--cells", "1", "-o", "no/where"),
    ):
        code, out, err = run("prove", *words)
        assert (code, out) == (2, "")
        assert re.fullmatch(r"freecell prove: .*\.\nTry freecell prove --help.\n", err)


def test_a_certificate_of_another_deal_proves_nothing(run: Batch, tmp_path: Path) -> None:
    run("prove", "3", "--cells", "1", "-o", "loss")
    run("prove", "617", "-o", "win")
    for name in ("loss", "win"):
        path = tmp_path / name
        header, _, body = path.read_bytes().partition(b"\n")
        path.write_bytes(json.dumps(json.loads(header) | {"deal": 4}).encode() + b"\n" + body)
        code, out, err = run("check", name)
        assert (code, out) == (1, "")
        assert re.fullmatch(rf"freecell: {name} does not prove its claim: .*\.\n", err)
        assert run("check", name, "--jobs", "2")[0] == 1


@pytest.mark.parametrize(
    "fields",
    [{"cells": 9}, {"variant": "whist"}, {"house_rules": ["none"]}, {"deal": 2**33}, {"deal": 0}, {"moves": 1}],
    ids=str,
)
def test_a_win_of_no_game_is_refused_in_a_sentence(run: Batch, tmp_path: Path, fields: dict[str, object]) -> None:
    run("prove", "617", "-o", "win")
    header = json.loads((tmp_path / "win").read_bytes())
    (tmp_path / "win").write_text(json.dumps(header | fields), encoding="utf-8")
    code, out, err = run("check", "win")
    assert (code, out) == (2, "")
    assert err.startswith("freecell check: win cannot be read as a certificate: ")


def test_a_win_that_ends_too_soon_proves_nothing(run: Batch, tmp_path: Path) -> None:
    run("prove", "617", "-o", "win")
    header = json.loads((tmp_path / "win").read_bytes())
    (tmp_path / "win").write_text(json.dumps(header | {"moves": header["moves"][:-3]}), encoding="utf-8")
    assert run("check", "win") == (1, "", "freecell: win does not prove its claim: its moves do not win.\n")


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]\n", b"\0\xff", b"{" * 70_000, b'{"format": 1, "version": 1}\n'], ids=repr
)
def test_a_file_that_is_no_certificate_is_refused_in_a_sentence(run: Batch, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    code, out, err = run("check", "file")
    assert (code, out) == (2, "")
    assert err.startswith("freecell check: file cannot be read as a certificate: ")


def test_a_damaged_certificate_is_refused_in_a_sentence(run: Batch, tmp_path: Path) -> None:
    run("prove", "3", "--cells", "1", "-o", "file")
    content = (tmp_path / "file").read_bytes()
    for damaged in (content[:-9], content[:60], content.replace(b"448", b"449"), content + b"\n"):
        (tmp_path / "file").write_bytes(damaged)
        assert run("check", "file")[0] == 2
    err = run("check", "missing")[2]
    assert err.startswith("freecell check: missing cannot be read as a certificate: No such file or directory.\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["prove", "9", "--cells", "2"], " positions in "),
        (["check", str(SAVES / "20410-1.certificate")], " to go"),
        (["check", str(SAVES / "20410-1.certificate"), "--jobs", "2"], " to go"),
    ],
    ids=["prove", "check", "check on two cores"],
)
def test_ctrl_c_ends_a_long_run_quietly(start: Callable[..., Terminal], words: list[str], shown: str) -> None:
    terminal = start(*words, table=False, size=(100, 24))
    terminal.see(shown)
    terminal.type("\x03")
    assert terminal.end() == 130
    assert terminal.text.strip() == ""
