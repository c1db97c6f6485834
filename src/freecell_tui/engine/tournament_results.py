"""Results of tournaments: what a game counts, what a replay of its share code finds wrong, and the standings."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from freecell_tui.engine.errors import FreecellError
from freecell_tui.engine.share_code import MAX_SIGNATURE, SharedGame, decode
from freecell_tui.engine.text import counted
from freecell_tui.engine.tournaments import Tournament

_SECONDS: Final = 60

UNSEEN: Final = (
    "Every move was replayed. Names, times, undos, help and attempts are what the players say, and nobody can see "
    "whether they knew a deal before."
)
"""What a replay cannot see."""


class Entry(NamedTuple):
    """What a player hands in for a deal: the share code of the win, or '', and how often the deal was tried."""

    code: str = ""
    attempts: int = 1


class DealScore(NamedTuple):
    """A deal that was handed in; `problem` is why it does not count, or ''."""

    deal: int
    shared: SharedGame | None
    attempts: int
    problem: str = ""

    @property
    def is_won(self) -> bool:
        """Whether it counts as won."""
        return self.shared is not None and not self.problem


class Score(NamedTuple):
    """A player's result: how many deals were won, and the sums over those."""

    player: str
    deals: tuple[DealScore, ...]
    won: int
    moves: int
    seconds: int
    undos: int

    @property
    def problems(self) -> list[DealScore]:
        """The deals that were handed in and do not count."""
        return [each for each in self.deals if each.problem]


class Place(NamedTuple):
    """A row of the standings; players who are equal share a rank."""

    rank: int
    score: Score


def broken_rule(tournament: Tournament, shared: SharedGame) -> str:
    """Return why a game does not count as a win in a tournament, as the end of a sentence, or ''."""
    game, minutes = shared.game, tournament.minutes
    undos = "once" if shared.undos == 1 else f"{shared.undos} times"
    problems = {
        f"it is a game of {game.variant.full_title} with other rules": game.variant != tournament.variant,
        f"deal {game.deal} is not in the tournament": game.deal not in tournament.deals,
        "it is not won": not game.is_won,
        f"undo was used {undos}": shared.undos > 0 and not tournament.undo,
        "a solution was shown": shared.helped and not tournament.hints,
        f"it took longer than {counted(minutes, 'minute')}": 0 < minutes * _SECONDS < shared.seconds,
    }
    return next((problem for problem, is_true in problems.items() if is_true), "")


def check_entry(tournament: Tournament, player: str, deal: int, entry: Entry) -> DealScore:
    """Return what a player's entry for a deal counts, after every move was replayed."""
    if not entry.code:
        return DealScore(deal, None, entry.attempts)
    try:
        shared = decode(entry.code)
    except FreecellError as error:
        return DealScore(deal, None, entry.attempts, str(error).removesuffix("."))
    problem = broken_rule(tournament, shared)
    if not problem and shared.game.deal != deal:
        problem = f"the code is of deal {shared.game.deal}"
    if not problem and shared.name not in ("", player):
        problem = f"it is signed by {shared.name}"
    if not problem and tournament.attempts and entry.attempts > tournament.attempts:
        problem = f"it was tried {entry.attempts} times, of {tournament.attempts}"
    return DealScore(deal, shared, entry.attempts, problem)


def make_score(player: str, deals: Iterable[DealScore]) -> Score:
    """Return a player's result in the deals of a tournament."""
    scores = tuple(deals)
    wins = [each.shared for each in scores if each.is_won and each.shared is not None]
    return Score(
        player,
        scores,
        len(wins),
        sum(win.game.moves_made for win in wins),
        sum(win.seconds for win in wins),
        sum(win.undos for win in wins),
    )


def check_entries(tournament: Tournament, player: str, entries: Mapping[int, Entry]) -> Score:
    """Return what a player's entries count; those for deals that are not in the tournament are problems."""
    strangers = [deal for deal in entries if deal not in tournament.deals]
    scores = [check_entry(tournament, player, deal, entries.get(deal, Entry())) for deal in tournament.deals]
    scores += [
        DealScore(deal, None, entries[deal].attempts, f"deal {deal} is not in the tournament") for deal in strangers
    ]
    return make_score(player, scores)


def merit(tournament: Tournament, score: Score) -> tuple[int, ...]:
    """Return what results are compared by: the smaller, the better."""
    figures = {"moves": score.moves, "time": score.seconds if tournament.clock else 0, "undos": score.undos}
    return -score.won, *(figures[name] for name in tournament.score)


def standings(tournament: Tournament, scores: Sequence[Score]) -> list[Place]:
    """Return the players' results with their ranks, the best first."""
    merits = sorted(merit(tournament, score) for score in scores)
    places = [Place(merits.index(merit(tournament, score)) + 1, score) for score in scores]
    return sorted(places, key=attrgetter("rank", "score.player"))


def same_moves(scores: Sequence[Score]) -> list[tuple[int, str, str]]:
    """Return the deals that two players won with exactly the same moves, with both names."""
    found, first = [], dict[object, str]()
    for score in scores:
        for each in score.deals:
            if not each.is_won or each.shared is None:
                continue
            line = (each.deal, tuple(turn.move for turn in each.shared.game.turns))
            if line in first:
                found.append((each.deal, first[line], score.player))
            else:
                first[line] = score.player
    return found


def unique_names(names: Sequence[str]) -> list[str]:
    """Return names of players, with a number behind those that came before."""
    taken, given = set[str](), []
    for name in names:
        number, unique = 1, name[:MAX_SIGNATURE] or "?"
        while unique in taken:
            number += 1
            unique = f"{name[:MAX_SIGNATURE]} ({number})"
        taken.add(unique)
        given.append(unique)
    return given
