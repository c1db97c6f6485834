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
from freecell_tui.storage.results import local_day
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.statistics import Statistics, Streaks, Tally
from support.factories import game_id, lost_game, won_game

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

    def history(self) -> History:
        """The history in the end."""
        History(self._folder).import_missed_wins(self._store)
        return History(self._folder)


@pytest.fixture(scope="module")
def sessions() -> Iterator[tuple[dict[str, Game], History]]:
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        played = Sessions(Path(name), Random(2026))
        for number in range(1000):
            played.play(number)
        yield played.games, played.history()


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


def assert_tally(tally: Tally, counts: list[Count]) -> None:
    kinds = [count.kind for count in counts]
    assert tally.played == len(kinds)
    assert (tally.won, tally.lost, tally.helped) == tuple(map(kinds.count, ("won", "lost", "helped")))
    outcomes = [kind for kind in kinds if kind != "helped"]
    if outcomes:
        assert tally.win_rate == pytest.approx(outcomes.count("won") / len(outcomes))


def assert_counts(statistics: Statistics, counts: list[Count]) -> None:
    assert_tally(statistics, counts)
    outcomes = [count.kind for count in counts if count.kind != "helped"]
    own = [count for count in counts if count.kind == "won"]
    times = [min(win.elapsed for win in count.best) for count in own]
    moves = [min(win.game.moves_made for win in count.best) for count in own]
    assert statistics.without_undo == sum(any(not win.undos for win in count.best) for count in own)
    if own:
        assert statistics.best_seconds == min(times)
        assert statistics.average_seconds == pytest.approx(sum(times) / len(times))
        assert statistics.fewest_moves == min(moves)
        assert statistics.average_moves == pytest.approx(sum(moves) / len(moves))
    runs = [(kind, len(list(run))) for kind, run in groupby(outcomes)]
    streaks = statistics.streaks
    assert streaks.longest_winning == max([length for kind, length in runs if kind == "won"], default=0)
    assert streaks.longest_losing == max([length for kind, length in runs if kind == "lost"], default=0)
    now = dict(runs[-1:])
    assert (streaks.winning, streaks.losing) == (now.get("won", 0), now.get("lost", 0))


Played = tuple[dict[str, Game], History]


@pytest.mark.slow
def test_a_thousand_games_come_to_what_their_records_say(sessions: Played) -> None:
    games, history = sessions
    counts = counted(games)
    breakdown = history.figures(lambda figures: figures.breakdown())
    assert breakdown.total.played == len(counts) == 1000
    assert_counts(breakdown.total, counts)
    assert {"won", "lost", "helped"} == {count.kind for count in counts}
    assert set(breakdown.variants) == set(VARIANTS)
    for variant, statistics in breakdown.variants.items():
        assert_counts(statistics, [count for count in counts if count.game.variant == variant])


@pytest.mark.slow
def test_a_thousand_games_come_to_what_their_records_say_by_day_and_by_month(sessions: Played) -> None:
    games, history = sessions
    counts = [(local_day(count.end), count) for count in counted(games)]
    breakdown, months = history.figures(lambda figures: (figures.breakdown(), figures.months()))
    for found, length in ((breakdown.days, 10), (breakdown.months, 7), (months, 7)):
        assert list(found) == sorted(found)
        for name, tally in found.items():
            assert_tally(tally, [count for day, count in counts if day[:length] == name])
        assert sum(tally.played for tally in found.values()) == 1000
    for name, statistics in months.items():
        assert_counts(statistics, [count for day, count in counts if day[:7] == name])


@pytest.mark.slow
def test_a_thousand_games_come_to_what_their_records_say_by_deal(sessions: Played) -> None:
    games, history = sessions
    deals = history.figures(lambda figures: figures.deals())
    assert {(deal.deal, deal.variant) for deal in deals} == {(-3, variant) for variant in VARIANTS}
    for deal in deals:
        counts = [count for count in counted(games) if count.game.variant == deal.variant]
        own = [count for count in counts if count.kind == "won"]
        assert (deal.played, deal.won) == (len(counts), len(own))
        assert deal.best_seconds == min(win.elapsed for count in own for win in count.best)
        assert deal.fewest_moves == min(win.game.moves_made for count in own for win in count.best)
        assert deal.last_played == local_day(counts[-1].end)


# Single rules


def test_of_no_games_there_is_nothing_to_say() -> None:
    none = Statistics()
    assert (none.played, none.win_rate, none.average_seconds, none.average_moves) == (0, None, None, None)
    assert none.streaks == Streaks()


@given(st.lists(st.booleans()))
def test_streaks_go_by_the_order_of_the_games(outcomes: list[bool]) -> None:
    word = "".join("wl"[not is_won] for is_won in outcomes)
    streaks = Statistics(outcomes=bytes(outcomes)).streaks
    assert streaks.longest_winning == max(map(len, word.split("l")))
    assert streaks.longest_losing == max(map(len, word.split("w")))
    assert streaks.winning == len(word) - len(word.rstrip("w"))
    assert streaks.losing == len(word) - len(word.rstrip("l"))
