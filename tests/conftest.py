"""Settings and fixtures for every test: the real program, positions to ask about, and the judge of every solution."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pyte
import pytest
from hypothesis import HealthCheck, settings

from freecell_tui.cli import main
from freecell_tui.controller.times import Times
from freecell_tui.engine import Autoplay, Board, Game, Variant, legal_moves
from freecell_tui.lab_cli import main as main_of_the_lab
from freecell_tui.solver import Solved
from freecell_tui.storage.files import APP
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.settings import LESSON_OFFERED, leave_marker
from support import transcripts
from support.commands import Batch, Written
from support.pty_terminal import DEADLINE, FIGURES, Start, Terminal

pytest_plugins = ["support.prompt", "support.ui_driver"]

# Machines differ in speed, and a slow one is not a fault of the game. A gate asks the same questions every time;
# whoever works on the game is asked new ones, and many more with --hypothesis-profile=thorough.
for profile, questions in {"patient": 30, "thorough": 300}.items():
    settings.register_profile(
        profile,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
        derandomize="CI" in os.environ,
        max_examples=questions,
    )
settings.load_profile("patient")

# Time zone, width and colours are the player's own: a test that is about them sets them. No day ends while the tests
# run: in its last hour they are where it is early evening.
os.environ["TZ"] = "UTC+6" if time.gmtime().tm_hour == 23 else "UTC"
if sys.platform != "win32":
    time.tzset()
for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
    os.environ.pop(name, None)

# Where hangups are ignored, as under nohup, the program would ignore them too; a handler is not inherited.
if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", default=False, help="the slow tests and those in a terminal as well")
    parser.addoption("--renew-scenes", action="store_true", default=False, help="write what scenes tell as it is now")


def pytest_configure(config: pytest.Config) -> None:
    transcripts.renews = config.getoption("--renew-scenes")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark every test that starts the program in a pseudo-terminal, and leave out what was not asked for or cannot run.

    Slow tests and those in a terminal run with `--all`, in the long form of a campaign, and where a test is named.
    """
    for item in items:
        if "start" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.pty)
    is_named = any("::" in argument for argument in config.args)
    runs_all = is_named or config.getoption("--all") or config.getoption("--long", default=False)
    marks = (() if runs_all else ("slow", "pty")) + (() if sys.platform == "linux" else ("linux",))
    left_out = {item for item in items if any(map(item.get_closest_marker, marks))}
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=list(left_out))


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Count a subtest that was skipped as skipped, which is otherwise not counted at all."""
    return ("skipped", "s", "SKIPPED") if isinstance(report, pytest.SubtestReport) and report.skipped else None


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a gate fail if a test was skipped: what is not tested there is tested nowhere."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if "CI" in os.environ and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why a gate fails without a failed test."""
    if "CI" in os.environ and (skipped := terminalreporter.stats.get("skipped")):
        reasons = sorted({str(report.longrepr[2]) for report in skipped})
        terminalreporter.write_line(f"{len(skipped)} tests were skipped, and a gate skips none: {'; '.join(reasons)}")


@pytest.fixture(autouse=True, scope="session")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let no game that cannot be saved in its own folder, and no picture, come to the home of who runs the tests."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        environment.setenv("XDG_PICTURES_DIR", str(tmp_path_factory.mktemp("pictures")))
        yield


@pytest.fixture(autouse=True)
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    """The times of every program that a test runs in its process, however busy the machine is.

    The history answers before the next picture, pictures are drawn, and a search for a deal ends only where it finds
    one. At each look at the clock of a game a millionth of a second has passed.
    """
    patient = Times(
        now=count(0.0, 1e-6).__next__,
        first_look=DEADLINE,
        deal_search=600.0,
        drawing=600.0,
        last_picture=DEADLINE,
    )
    monkeypatch.setattr(Times, "usual", patient)
    return patient


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no cards fly, for which a test would wait."""
    monkeypatch.setenv("NO_MOTION", "1")


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder of pictures, which does not exist yet."""
    folder = tmp_path / "pictures"
    monkeypatch.setenv("XDG_PICTURES_DIR", str(folder))
    return folder


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder that the program keeps its games under."""
    return tmp_path / "state"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the player's games, which does not exist yet; settings and data have theirs beside it."""
    for name in ("STATE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / APP


@pytest.fixture
def start(state: Path) -> Iterator[Start]:
    """Start the program in a pseudo-terminal, and wait for its table if there is to be one.

    Only with `first` is it the very first start, which offers the guided first game.

    What still runs is killed when the test is over.
    """
    running: list[Terminal] = []

    def run(
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        table: bool = True,
        first: bool = False,
        screen_type: type[pyte.Screen] = pyte.Screen,
        **others: str,
    ) -> Terminal:
        if not first:
            leave_marker(state / APP / LESSON_OFFERED)
        terminal = Terminal(state, *arguments, size=size, screen_type=screen_type, **others)
        running.append(terminal)
        if table:
            terminal.wait(lambda: FIGURES.search(terminal.bottom) is not None or "Esc " in terminal.bottom, "the table")
        return terminal

    yield run
    for terminal in running:
        terminal.close()


def batch(main: Callable[[Sequence[str]], int], capsys: pytest.CaptureFixture[str]) -> Batch:
    """Return what runs a program in this process."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Batch:
    """Run a command of the game; return its exit code and what it printed on both streams."""
    return batch(main, capsys)


@pytest.fixture
def run_lab(capsys: pytest.CaptureFixture[str]) -> Batch:
    """Run a command of `freecell-lab`; return its exit code and what it printed on both streams."""
    return batch(main_of_the_lab, capsys)


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write a text to a file; return its name."""

    def write(text: str | bytes) -> str:
        path = tmp_path / "moves.txt"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return write


Judge = Callable[..., None]


@pytest.fixture(scope="session")
def assert_wins() -> Judge:
    """Play a solution with the engine, as a player would."""

    def judge(answer: object, board: Board, variant: Variant, autoplay: Autoplay = Autoplay.SAFE) -> None:
        assert isinstance(answer, Solved)
        game = Game(variant, 1, (board,))
        for move in answer.moves:
            assert not game.is_won, "moves are left after the win"
            game = game.play(move, autoplay)
            assert game.last_turn is not None
            assert game.last_turn.move == move, "a move is not written as standard notation writes it"
        assert game.is_won

    return judge


@pytest.fixture(scope="session")
def after_random_play() -> Callable[..., Board]:
    """The board after so many random moves of a deal; the same ones each time."""

    def play(number: int, variant: Variant, moves: int, autoplay: Autoplay = Autoplay.SAFE) -> Board:
        random, game = Random(number * 1000 + moves), Game.new(number, variant)
        for _ in range(moves):
            if choices := list(legal_moves(game.board, variant)):
                game = game.play(random.choice(choices), autoplay)
        return game.board

    return play


@pytest.fixture
def folder() -> Iterator[Path]:
    """The folder of the history, in memory if that can be had: no test is the better for waiting for a disk."""
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        yield Path(name) / "freecell-tui"


@pytest.fixture
def history(folder: Path) -> History:
    return History(folder, lock_timeout=0.0)


@pytest.fixture
def store(folder: Path) -> SaveStore:
    return SaveStore(folder)
