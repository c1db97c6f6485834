"""The two forms of the campaign: short ones with every run of the tests, long ones by hand, with `--long`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from campaign.player import DEAL, MOVES, Home
from campaign.system_calls import Call, recorded, recording


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", default=False, help="the campaign in its long form")


def _is_long(config: pytest.Config) -> bool:
    return bool(config.getoption("--long", default=False))


def _rounds(node: pytest.Item, config: pytest.Config) -> int | None:
    mark = node.get_closest_marker("rounds")
    return None if mark is None else int(mark.kwargs["long" if _is_long(config) else "short"])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Repeat a test as often as its mark says; each round has a number, and with it the same chances every time."""
    rounds = _rounds(metafunc.definition, metafunc.config)
    if rounds is not None:
        metafunc.parametrize("attack", [(number, rounds) for number in range(rounds)], indirect=True, ids=range(rounds))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has no round in this form."""
    left_out = [item for item in items if _rounds(item, config) == 0]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


@dataclass(frozen=True, slots=True)
class Attack:
    """One round of a campaign: its number, how many there are, and its chances."""

    number: int
    rounds: int
    is_long: bool
    chance: Random
    request: pytest.FixtureRequest

    def tried(self, fault: str, times: int = 1) -> None:
        """Count how often a fault was tried without a loss."""
        self.request.node.user_properties.append(("tried", [fault, times]))

    def share(self, items: range) -> Sequence[int]:
        """The part of all that falls to this round, and together each once; in the short form one by chance."""
        return items[self.number :: self.rounds] if self.is_long else [self.chance.choice(items)]


@pytest.fixture
def attack(request: pytest.FixtureRequest) -> Attack:
    number, rounds = request.param
    return Attack(number, rounds, _is_long(request.config), Random(number), request)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how often each fault was tried in the long form."""
    if not _is_long(config):
        return
    tried: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, value in getattr(report, "user_properties", []):
            if name == "tried":
                tried[value[0]] += value[1]
    for fault, times in sorted(tried.items()):
        terminalreporter.write_line(f"{times:>9,}  {fault}")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture(scope="session")
def calls_of_a_game(tmp_path_factory: pytest.TempPathFactory) -> list[Call]:
    """Every file-system call of a whole game that is about the player's files."""
    return calls_of(MOVES, tmp_path_factory)[1]


def calls_of(lines: Sequence[str], folders: pytest.TempPathFactory) -> tuple[str, list[Call]]:
    """What line mode answers to these lines, and its file-system calls that are about the player's files."""
    # Python may write what it compiles.
    Home(folders.mktemp("compiled")).run("--plain", str(DEAL), lines=lines)
    home = Home(folders.mktemp("recorded"))
    done = home.run("--plain", str(DEAL), lines=lines, before=recording(home.trace))
    assert done.stderr == ""
    return done.stdout, [call for call in recorded(home.trace) if str(home.folder) in call.rest]
