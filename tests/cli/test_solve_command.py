"""`freecell solve`: every solution it prints wins, and every other answer is the right one."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from io import StringIO
from itertools import islice, product
from pathlib import Path

import pytest

from freecell_tui.cli import options
from freecell_tui.cli.game_source import NamedPosition, read_positions
from freecell_tui.cli.options import ProgressBar
from freecell_tui.cli.runs import search_all
from freecell_tui.engine import (
    FREECELL,
    VARIANTS,
    Autoplay,
    Dialect,
    Game,
    Move,
    deal,
    find_variant,
    read_move,
    write_position,
)
from freecell_tui.engine.deals import deck
from freecell_tui.solver import UNLIMITED
from freecell_tui.solver.solve import solve
from freecell_tui.storage import saves
from support.commands import FORKS, Batch, Written
from support.processes import children, is_running, wait_until
from support.pty_terminal import DEADLINE, Terminal

SAVES = Path(__file__).parents[2] / "saves"
LONG = ("9", "--cells", "2")
"""A deal that no search here is done with soon."""

pytestmark = FORKS


def won(game: Game, moves: str, dialect: Dialect = Dialect.STANDARD) -> bool:
    """Whether moves win a game, as `freecell verify` plays them."""
    for word in moves.split():
        game = game.play(
            read_move(word, game.board, dialect), Autoplay.SAFE if dialect is Dialect.STANDARD else Autoplay.NONE
        )
    return game.is_won


def split(line: str) -> tuple[str, str, str]:
    """The name, the result and the moves or the reason of a line."""
    name, result, *rest = line.split(" ", 2)
    return name, result.removesuffix(":"), "".join(rest)


# One deal


def test_a_printed_solution_is_one_that_verify_accepts(run: Batch, written: Written) -> None:
    games = [("5", f"--variant {name}", "") for name in VARIANTS]
    games += [("617", "", ""), ("-3", "", "--short"), ("8589934591", "--cells 5", "")]
    for (number, game, how), dialect in product(games, Dialect):
        words = (number, *game.split(), "--dialect", dialect.value)
        code, out, err = run("solve", *words, *how.split())
        assert (code, err) == (0, ""), words
        assert run("verify", words[0], written(out), *words[1:])[0] == 0, words
        if dialect is Dialect.FC_SOLVE:
            assert sum(word.endswith("h") for word in out.split("\n", 1)[1].split()) == 52, words


BY_AUTOPLAY = ("414", "--cells", "1")
"""A deal that is won with safe autoplay, and quickly proved to be lost where everything goes home."""


def test_a_solution_for_any_autoplay_is_what_verify_plays_and_counts(
    run: Batch, written: Written, subtests: pytest.Subtests
) -> None:
    games = [("5", "--variant", "bakers-game"), ("1",), ("3", "--cells", "5")]
    for game, how, autoplay in product(games, ("--short", ""), Autoplay):
        with subtests.test(game=game, how=how, autoplay=autoplay):
            words = (*game, "--autoplay", autoplay.value)
            code, out, err = run("solve", *words, *how.split(), "--budget", "60000")
            assert (code, err) == (0, ""), words
            header, moves = out.split("\n", 1)
            # It is named where it is not what a reader expects, and verify needs no more.
            assert (f"+autoplay_{autoplay}" in header) == (autoplay is not Autoplay.SAFE)
            told = (0, f"won in {len(moves.split())} moves\n", "")
            assert run("verify", game[0], written(out), *game[1:]) == told, words
            assert run("verify", game[0], written(moves), *words[1:]) == told, words
            assert f"in {len(moves.split())} moves" in run("analyse", written(out), *game[1:], "--budget", "1")[1], (
                words
            )


def test_what_is_found_for_an_autoplay_and_written_with_every_move_home_is_read_without_it(
    run: Batch,
    written: Written,
    subtests: pytest.Subtests,
) -> None:
    for autoplay in Autoplay:
        with subtests.test(autoplay=autoplay):
            out = run("solve", "617", "--autoplay", autoplay.value, "--dialect", "fc-solve")[1]
            assert "autoplay" not in out
            assert run("verify", "617", written(out))[0] == 0
            assert sum(word.endswith("h") for word in out.split("\n", 1)[1].split()) == 52


def test_the_autoplay_that_loses_is_named_and_the_one_that_wins(run: Batch, subtests: pytest.Subtests) -> None:
    asked = ("solve", *BY_AUTOPLAY, "--autoplay", "all")
    assert run(*asked) == (1, "unsolvable with autoplay all, solvable with safe\n", "")
    assert run("solve", "414..414", *asked[2:]) == (1, "414 (autoplay all) unsolvable, solvable with safe\n", "")
    answer = json.loads(run(*asked, "--json")[1])
    assert (answer["autoplay"], answer["result"], answer["safe"]) == ("all", "unsolvable", "solved")
    assert run("solve", "-1", "--autoplay", "all") == (1, "unsolvable\n", "")
    for autoplay in ("safe", "none"):
        with subtests.test(autoplay=autoplay):
            assert run("solve", *BY_AUTOPLAY, "--autoplay", autoplay)[0] == 0


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_a_run_goes_on_with_the_answers_for_its_own_autoplay(run: Batch, tmp_path: Path, form: tuple[str, ...]) -> None:
    file = tmp_path / "answers"
    for autoplay in ("all", "safe", "all", "safe"):
        run("solve", "413..414", "--cells", "1", *form, "--autoplay", autoplay, "--resume", str(file))
    words = [line.count("autoplay") for line in file.read_text().splitlines()]
    assert words == [1, 1, 0, 0]


# Positions and saves


def test_a_position_and_a_save_are_solved_from_where_the_game_stands(
    run: Batch, written: Written, subtests: pytest.Subtests
) -> None:
    for game in (Game.new(5, find_variant("seahaven-towers")), Game.new(617).play(Move.parse("83"))):
        with subtests.test(game=game):
            code, out, _ = run("solve", written(write_position(game.board)), "--variant", game.variant.name)
            assert (code, won(game, out.partition("\n\n")[2])) == (0, True)
    middle = SAVES / "middle-of-a-game.json"
    code, out, _ = run("solve", str(middle))
    assert (code, won(saves.read(middle).game, out.partition("\n\n")[2])) == (0, True)


# Ranges and lists


def test_what_show_prints_of_several_deals_is_solved_one_by_one(run: Batch, written: Written) -> None:
    text = run("show", "-3", "1")[1]
    answers = run("solve", "-3..-3", "1")[1]
    assert run("solve", written(text)) == (0, answers, "")
    assert run("solve", written(text.replace("#1", "#2")))[1].endswith(f"moves.txt #2 {answers.partition('1 ')[2]}")
    one = run("show", "-3")[1]
    assert "5h\n" in run("solve", written(one))[1]
    rows = "\n".join(" ".join(map(str, deck(-3)[start : start + 8])) for start in range(0, 52, 8))
    for same in (rows, rows.encode("utf-16"), rows.encode("utf-8-sig")):
        code, out, err = run("solve", written(same))
        assert (code, "5h\n" in out) == (0, True)
        assert "Read in rows" in err


def test_a_range_is_a_line_a_deal_in_order_and_jobs_change_nothing_but_the_time(
    run: Batch, subtests: pytest.Subtests
) -> None:
    asked = ("solve", "-2..3", "--budget", "3000")
    for dialect in Dialect:
        with subtests.test(dialect=dialect):
            code, out, err = run(*asked, "--dialect", dialect.value)
            lines = [split(line) for line in out.splitlines()]
            assert (code, err) == (1, "")
            assert [name for name, _, _ in lines] == ["-2", "-1", "1", "2", "3"]
            assert [result for _, result, _ in lines] == ["undecided", "unsolvable", *["solved"] * 3]
            assert all(won(Game.new(int(name)), moves, dialect) for name, _, moves in lines[2:])
            jobs = "2" if dialect is Dialect.STANDARD else "auto"
            assert run(*asked, "--dialect", dialect.value, "--jobs", jobs) == (code, out, err), jobs
    answers = [json.loads(line) for line in run(*asked, "--json", "--jobs", "2")[1].splitlines()]
    assert [answer["deal"] for answer in answers] == [-2, -1, 1, 2, 3]
    assert all(won(Game.new(answer["deal"]), " ".join(answer["moves"])) for answer in answers[2:])
    assert all(0 < answer["seconds"] < 20 and answer["states"] > 100 for answer in answers)


def test_a_range_of_all_deals_is_read_as_it_is_searched() -> None:
    taken = 0

    def deals() -> Iterator[NamedPosition]:
        nonlocal taken
        for position in read_positions(f"1..{2**33 - 1}", FREECELL)[1]:
            taken += 1
            yield position

    how = partial(solve, autoplay=Autoplay.SAFE, budget=UNLIMITED)
    with closing(search_all(deals(), how, 2, lambda: False, lambda: None)) as results:
        names = [position.name for position, _ in islice(results, 20)]
    assert names == list(range(1, 21))
    assert taken <= 20 + 1000


# JSON


# Going on with a run


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_a_run_that_was_broken_off_goes_on_where_it_was(run: Batch, tmp_path: Path, form: tuple[str, ...]) -> None:
    file = tmp_path / "answers"
    assert run("solve", "-1..9", *form, "--resume", str(file)) == (1, "", "")
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 10
    file.write_bytes(b"".join(lines[:4]) + lines[4][:9])
    assert run("solve", "-1..9", *form, "--resume", str(file), "--jobs", "2") == (1, "", "")
    if form:
        assert [json.loads(line)["deal"] for line in file.read_bytes().splitlines()] == [-1, *range(1, 10)]
        return
    assert file.read_bytes() == whole
    assert run("solve", "1..9", "--resume", str(file)) == (0, "", "")
    assert file.read_bytes() == whole


def test_answers_about_another_game_are_none(run: Batch, tmp_path: Path) -> None:
    file = tmp_path / "answers"
    run("solve", "1", "--json", "--resume", str(file))
    run("solve", "1", "--json", "--resume", str(file), "--cells", "5")
    run("solve", "1", "--json", "--resume", str(file), "--cells", "5")
    assert [json.loads(line).get("cells", 4) for line in file.read_text().splitlines()] == [4, 5]


TEXTS = (b"My only copy", b"617 eggs", b"solved: 3a", b"\x89PNG", b"[1", b'{"name": "x"', b"x" * 200_000)


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_a_file_with_anything_else_in_it_is_left_alone(run: Batch, tmp_path: Path, form: tuple[str, ...]) -> None:
    file = tmp_path / "mine"
    run("solve", "1", *form, "--resume", str(file))
    answer = file.read_bytes()
    others = [
        (content, "line 1 is not ")
        for content in (b"hello\n", b"[1]\n", b"\xff\n", b"{}\n", b'{"deal": 1, "result": 5}\n', b"\n")
    ]
    for text in TEXTS:
        others.append((text, "line 1 is not the start of an answer."))
        others.append((answer + text, "line 2 is not the start of an answer."))
    # Too little to tell whose it is.
    others += [(content, "") for content in (b"6", b"617", b"617 ", b"{", b'{"deal"', b'{"deal": 61')]
    for content, told in others:
        file.write_bytes(content)
        code, out, err = run("solve", "1..2", *form, "--resume", str(file))
        assert (code, out) == (2, ""), content
        assert f"{file} cannot be continued: {told}" in err
        assert file.read_bytes() == content


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "json"])
def test_wherever_a_run_was_broken_off_it_goes_on(run: Batch, tmp_path: Path, form: tuple[str, ...]) -> None:
    position = tmp_path / "a game.txt"
    position.write_text(write_position(deal(1, FREECELL)))
    file = tmp_path / "answers"
    asked = ("solve", str(position), "--budget", "1", *form, "--resume", str(file))
    run(*asked)
    (line,) = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"")
    run("solve", "2", *form, "--resume", str(file))
    before = file.read_bytes()
    for length in range(len(line)):
        file.write_bytes(before + line[:length])
        assert run(*asked) == (1, "", ""), length
        assert file.read_bytes()[: len(before) + 30] == before + line[:30]


# The program itself


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_has_seen_enough_ends_a_range(jobs: str) -> None:
    command = f"'{sys.executable}' -m freecell_tui solve 1..100000 --jobs {jobs} | head -2"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=DEADLINE, check=False)
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [[b"1", b"solved:"], [b"2", b"solved:"]]
    assert done.stderr == b""


@pytest.mark.linux
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_range_in_order(start: Callable[..., Terminal], tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "answers"
    terminal = start("solve", "1..100000", "--jobs", jobs, "--resume", str(file), table=False)
    terminal.see("] ")
    terminal.see(" to go")
    workers = children(terminal.process.pid)
    assert len(workers) == (2 if jobs == "2" else 0)
    terminal.type("\x03")
    assert terminal.end() == 130
    assert b"Traceback" not in terminal.output
    assert terminal.text.strip() == ""
    wait_until(lambda: not any(map(is_running, workers)))
    names = [int(split(line)[0]) for line in file.read_text().splitlines()]
    assert file.read_bytes().endswith(b"\n")
    assert names == sorted(set(names))
    # Missing is at most what was being searched.
    assert len(set(range(1, names[-1] + 1)) - set(names)) <= int(jobs)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_a_long_search_and_keeps_what_was_found(start: Callable[..., Terminal], jobs: str) -> None:
    terminal = start("solve", "-3", LONG[0], "-3", *LONG[1:], "--jobs", jobs, table=False, size=(100, 24))
    terminal.see("-3 solved: 5h")
    # Half a second, by the bar: enough for what can be found.
    terminal.wait(lambda: terminal.output.count(b"of 3") > 5)
    terminal.type("\x03")
    assert terminal.end() == 130
    lines = [line for line in terminal.text.splitlines() if line.strip()]
    # What was found beyond the search that was stopped is not lost.
    assert [line.strip() for line in lines] == ["-3 solved: 5h"] * int(jobs)


def test_a_player_is_told_that_a_first_solution_may_not_be_the_shortest(
    start: Callable[..., Terminal], subtests: pytest.Subtests
) -> None:
    for words, told in (
        ("617", "has 59 moves. Add --short to look for fewer: par is the fewest the solver knows."),
        (str(SAVES / "fresh-deal.json"), "has 59 moves. Add --short to look for fewer."),
        ("-3", "has 1 move. "),
        ("1 --short", ""),
        ("1 --dialect fc-solve", ""),
        ("1 --json", ""),
    ):
        with subtests.test(words=words):
            terminal = start("solve", *words.split(), table=False, size=(120, 24))
            assert terminal.end() == 0
            said = f"The first solution found {told}" if told else "solution found"
            assert (said in " ".join(terminal.text.split())) == bool(told)


def test_ctrl_c_stops_a_single_search(start: Callable[..., Terminal]) -> None:
    terminal = start("solve", *LONG, table=False)
    terminal.see(" positions in ")
    terminal.type("\x03")
    assert terminal.end() == 130
    assert terminal.text.strip() == ""


@pytest.mark.linux
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_the_workers_end_with_the_program_however_that_ends(how: signal.Signals) -> None:
    command = [sys.executable, "-m", "freecell_tui", "solve", LONG[0], *LONG, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        wait_until(lambda: len(children(process.pid)) == 2)
        workers = children(process.pid)
        process.send_signal(how)
        process.wait()
    wait_until(lambda: not any(map(is_running, workers)))


@pytest.mark.linux
def test_a_worker_that_is_killed_is_told() -> None:
    command = [sys.executable, "-m", "freecell_tui", "solve", LONG[0], *LONG, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until(lambda: len(children(process.pid)) == 2)
        os.kill(children(process.pid)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, out) == (1, b"")
    assert err == b"freecell: A process died; there may not be enough memory for this many at once.\n"


class Screen(StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self) -> bool:
        return True


def test_a_result_takes_the_line_of_the_bar_unless_results_go_to_a_file(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    monkeypatch.setattr(options, "_PAUSE", 0.0)
    for states, told in ((1, "1 position in 3 s"), (12345, "12,345 positions in 3 s")):
        with subtests.test(states=states):
            screen = Screen()
            monkeypatch.setattr(sys, "stderr", screen)
            ProgressBar(1).draw(states, 3.0)
            assert screen.getvalue() == f"\r{told}"
    for output in (Screen(), StringIO()):
        with subtests.test(output=output):
            screen = Screen()
            monkeypatch.setattr(sys, "stderr", screen)
            bar = ProgressBar(2)
            bar.skip()
            bar.draw()
            drawn = screen.getvalue()
            assert drawn == f"\r[{'#' * 12}{'.' * 12}] 1 of 2"
            bar.print_above("won", screen if output.isatty() else output)
            blank = "\r" + " " * (len(drawn) + 1) + "\r" + " " * (len(drawn) + 1) + "\r"
            assert screen.getvalue() == (f"{drawn}{blank}won\n{drawn}" if output.isatty() else drawn)
            assert output.getvalue() == ("" if output.isatty() else "won\n")
