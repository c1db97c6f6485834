"""Statistics: they are what anybody finds who counts the games again, however these came to be recorded."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.engine import FREECELL, Variant, find_variant
from freecell_tui.storage.history import History
from freecell_tui.storage.results import Result, local_day
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.statistics import (
    Comparison,
    DealStatistics,
    Statistics,
    by_day,
    by_deal,
    by_month,
    by_variant,
    compare,
    never_won,
)
from support.factories import game_id, lost_game, won_game
from support.histories import result

VARIANTS = (
    FREECELL,
    FREECELL.with_cells(3),
    FREECELL.with_house_rules(aces_only_home=True),
    find_variant("bakers-game"),
)


# A thousand games, and another way to count them


@dataclass
class Game:
    """A game as it was played: each time that it came to an end, with its record."""

    variant: Variant
    wins: list[SavedGame] = field(default_factory=list)
    losses: list[SavedGame] = field(default_factory=list)


class Sessions:
    """Players at their tables: wins, losses, restarts after a win, copies, and programs killed before they counted."""

    def __init__(self, folder: Path, random: Random) -> None:
        self._folder = folder
        self._random = random
        self._store = SaveStore(folder)
        self._histories = [History(folder), History(folder)]
        self.games: dict[str, Game] = {}

    def play(self, number: int) -> None:
        """A game from its first move to its last end."""
        random = self._random
        game = self.games[game_id(number)] = Game(random.choice(VARIANTS))
        elapsed, undos, helped = 0.0, 0, False
        for _ in range(random.choice([1, 1, 1, 2, 3])):
            elapsed = round(elapsed + random.uniform(1, 900), 1)
            undos += random.choice([0, 0, 1, 5])
            helped = helped or random.random() < 0.1
            is_won = random.random() < 0.6
            table = (won_game if is_won else lost_game)(random.randint(1, 3), game.variant)
            moment = f"2026-{random.randint(1, 12):02}-{random.randint(1, 28):02}T12:{random.randrange(60):02}:00Z"
            record = SavedGame(table, elapsed, undos, "2026-01-01T00:00:00Z", moment, helped, game_id(number))
            (game.wins if is_won else game.losses).append(record)
            self._end(record)

    def _end(self, record: SavedGame) -> None:
        random = self._random
        history = random.choice(self._histories)
        if not record.game.is_won:
            history.record_loss(record, record.saved)
            return
        save_file = self._store.new_file(record)
        save_file.stage(record)
        if random.random() < 0.3:
            return  # killed, and the next program finds what was written
        save_file.commit()
        if random.random() < 0.3:
            return  # killed a little later
        history.record_win(record)
        if random.random() < 0.02:
            history.import_missed_wins(self._store)

    def results(self) -> list[Result]:
        """What the history says in the end."""
        History(self._folder).import_missed_wins(self._store)
        return History(self._folder).results()


@pytest.fixture(scope="module")
def sessions() -> Iterator[tuple[dict[str, Game], list[Result]]]:
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        played = Sessions(Path(name), Random(2026))
        for number in range(1000):
            played.play(number)
        yield played.games, played.results()


@dataclass
class Count:
    """What a game comes to, counted from its records."""

    key: str
    game: Game
    kind: str
    end: str
    best: list[SavedGame]


def counted(games: dict[str, Game]) -> list[Count]:
    """Each game once, in the order of their ends."""
    counts = []
    for key, game in games.items():
        alone = [win for win in game.wins if not win.helped]
        if alone or game.wins:
            best = alone or game.wins
            counts.append(Count(key, game, "won" if alone else "helped", min(win.saved for win in best), best))
        else:
            longest = max(game.losses, key=lambda loss: loss.elapsed)
            counts.append(Count(key, game, "lost", longest.saved, []))
    return sorted(counts, key=lambda count: (count.end, count.key))


def assert_counts(statistics: Statistics, counts: list[Count]) -> None:
    kinds = [count.kind for count in counts]
    assert statistics.played == len(kinds)
    assert (statistics.won, statistics.lost, statistics.helped) == tuple(map(kinds.count, ("won", "lost", "helped")))
    own = [count for count in counts if count.kind == "won"]
    times = [min(win.elapsed for win in count.best) for count in own]
    moves = [min(win.game.moves_made for win in count.best) for count in own]
    assert statistics.without_undo == sum(any(not win.undos for win in count.best) for count in own)
    if own:
        assert statistics.best_seconds == min(times)
        assert statistics.average_seconds == pytest.approx(sum(times) / len(times))
        assert statistics.fewest_moves == min(moves)
        assert statistics.average_moves == pytest.approx(sum(moves) / len(moves))
    outcomes = [kind for kind in kinds if kind != "helped"]
    if outcomes:
        assert statistics.win_rate == pytest.approx(len(own) / len(outcomes))
    runs = [(kind, len(list(run))) for kind, run in groupby(outcomes)]
    streaks = statistics.streaks
    assert streaks.longest_winning == max([length for kind, length in runs if kind == "won"], default=0)
    assert streaks.longest_losing == max([length for kind, length in runs if kind == "lost"], default=0)
    now = dict(runs[-1:])
    assert (streaks.winning, streaks.losing) == (now.get("won", 0), now.get("lost", 0))


Played = tuple[dict[str, Game], list[Result]]


@pytest.mark.slow
def test_a_thousand_games_come_to_what_their_records_say(sessions: Played) -> None:
    games, results = sessions
    counts = counted(games)
    assert len(results) == len(counts) == 1000
    assert_counts(Statistics.of(results), counts)
    assert {"won", "lost", "helped"} == {count.kind for count in counts}


@pytest.mark.slow
def test_a_thousand_games_come_to_what_their_records_say_by_variant(sessions: Played) -> None:
    games, results = sessions
    found = by_variant(results)
    assert set(found) == set(VARIANTS)
    for variant, statistics in found.items():
        assert_counts(statistics, [count for count in counted(games) if count.game.variant == variant])


def test_a_thousand_games_come_to_what_their_records_say_by_day_and_by_month(sessions: Played) -> None:
    games, results = sessions
    counts = [(local_day(count.end), count) for count in counted(games)]
    for found, length in ((by_day(results), 10), (by_month(results), 7)):
        assert list(found) == sorted(found)
        for name, statistics in found.items():
            assert_counts(statistics, [count for day, count in counts if day[:length] == name])
        assert sum(statistics.played for statistics in found.values()) == 1000


def test_a_thousand_games_come_to_what_their_records_say_by_deal(sessions: Played) -> None:
    games, results = sessions
    deals = by_deal(results)
    assert {(figures.deal, figures.variant) for figures in deals} == {(-3, variant) for variant in VARIANTS}
    for figures in deals:
        counts = [count for count in counted(games) if count.game.variant == figures.variant]
        assert_counts(figures.statistics, counts)
        assert figures.last_played == local_day(counts[-1].end)


# Single rules


def test_of_no_games_there_is_nothing_to_say() -> None:
    statistics = Statistics.of([])
    assert (statistics.played, statistics.win_rate, statistics.best_seconds, statistics.fewest_moves) == (
        0,
        None,
        None,
        None,
    )
    assert (statistics.average_seconds, statistics.average_moves) == (None, None)
    assert by_deal([]) == never_won([]) == []
    assert not by_day([]) | by_month([])
    assert not by_variant([])


def test_a_win_with_help_is_kept_apart_and_breaks_no_streak() -> None:
    statistics = Statistics.of([result(1), result(2, is_helped=True, seconds=1.0, moves=1), result(3)])
    assert (statistics.won, statistics.helped, statistics.lost) == (2, 1, 0)
    assert (statistics.best_seconds, statistics.fewest_moves, statistics.win_rate) == (100.0, 90, 1.0)
    assert statistics.streaks.winning == 2


def test_a_loss_after_help_is_a_loss() -> None:
    assert Statistics.of([result(is_won=False, is_helped=True)]).lost == 1


@given(st.lists(st.booleans()), st.randoms(use_true_random=False))
def test_streaks_go_by_when_the_games_ended_in_whatever_order_they_are_given(
    outcomes: list[bool], random: Random
) -> None:
    results = [result(number, is_won=is_won) for number, is_won in enumerate(outcomes)]
    random.shuffle(results)
    word = "".join("wl"[not is_won] for is_won in outcomes)
    streaks = Statistics.of(results).streaks
    assert streaks.longest_winning == max(map(len, word.split("l")))
    assert streaks.longest_losing == max(map(len, word.split("w")))
    assert streaks.winning == len(word) - len(word.rstrip("w"))
    assert streaks.losing == len(word) - len(word.rstrip("l"))


def test_games_whose_end_is_not_known_are_on_no_day_and_count_all_the_same() -> None:
    results = [result(1, ended="", day=""), result(2)]
    assert Statistics.of(results).played == 2
    assert list(by_day(results)) == ["2026-11-20"]
    assert [figures.last_played for figures in by_deal(results)] == ["2026-11-20"]
    assert [figures.last_played for figures in by_deal(results[:1])] == [""]


def test_deals_are_listed_by_deal_and_game_the_one_played_last_first() -> None:
    results = [
        result(1, deal=1),
        result(2, deal=2, is_won=False),
        result(3, deal=1, seconds=50.0, moves=99),
        result(4, deal=1, variant=FREECELL.with_cells(3), is_helped=True),
        result(5, deal=2, is_won=False, day="2026-11-21"),
    ]

    def row(figures: DealStatistics) -> tuple[object, ...]:
        return (
            figures.deal,
            figures.variant.cells,
            figures.played,
            figures.won,
            figures.best_seconds,
            figures.fewest_moves,
        )

    assert [row(figures) for figures in by_deal(results)] == [
        (2, 4, 2, 0, None, None),
        (1, 3, 1, 0, None, None),
        (1, 4, 2, 2, 50.0, 90),
    ]
    assert [figures.last_played for figures in by_deal(results)] == ["2026-11-21", "2026-11-20", "2026-11-20"]
    assert [(figures.deal, figures.variant.cells) for figures in never_won(results)] == [(2, 4), (1, 3)]


# A win and the best before it


def test_a_first_win_is_compared_with_nothing() -> None:
    assert compare(result(), [result(), result(2, is_won=False)]) == Comparison(None, None, False, False)  # noqa: FBT003


@pytest.mark.parametrize(
    ("seconds", "moves", "is_fastest", "is_shortest"),
    [(99.9, 90, True, False), (100.0, 89, False, True), (10.0, 10, True, True), (100.0, 90, False, False)],
)
def test_a_win_is_compared_with_the_best_before(
    seconds: float, moves: int, *, is_fastest: bool, is_shortest: bool
) -> None:
    win = result(9, seconds=seconds, moves=moves)
    others = [
        result(1),
        result(2, seconds=200.0, moves=120),
        result(3, seconds=1.0, moves=1, is_helped=True),
        result(4, seconds=1.0, moves=1, is_won=False),
        result(5, seconds=1.0, moves=1, deal=618),
        result(6, seconds=1.0, moves=1, variant=FREECELL.with_cells(3)),
        result(7, seconds=1.0, moves=1, variant=FREECELL.with_house_rules(cards_come_back=True)),
        win,
    ]
    assert compare(win, others) == Comparison(100.0, 90, is_fastest, is_shortest)


def test_a_win_with_help_is_never_the_best() -> None:
    with_help = compare(result(9, seconds=1.0, moves=1, is_helped=True), [result(1)])
    assert with_help == Comparison(100.0, 90, is_fastest=False, is_shortest=False)
