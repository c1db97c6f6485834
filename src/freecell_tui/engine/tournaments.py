"""Tournaments: sets of deals that players win under the same rules, to compare their results.

A tournament is described by a few fields, as in a TOML file; only `deals` is required:

    title = "Ten hard ones"
    deals = "10 hard from 2026"     # or [1, 617, 11982], or "1..10", or "1..5, 617"
    variant = "freecell"
    cells = 4
    house_rules = []
    attempts = 1                    # how often each deal may be tried; as often as you like without it
    undo = false
    hints = false
    blind = true                    # the verdict is hidden
    clock = 10                      # minutes for each deal; or false, and time does not count
    score = ["moves", "time", "undos"]

`10 hard from 2026` are the first ten deals of `candidates(2026)` that can be won and are hard. The solver decides which
ones these are, the same on every machine. Once known, they are in the field `found`, so that nobody else has to search.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count, islice
from operator import attrgetter
from typing import Final, NamedTuple

from freecell_tui.engine.deals import ANY, DIFFICULTIES, check_deal, parse_deal
from freecell_tui.engine.share_code import MAX_SIGNATURE, SharedGame, decode
from freecell_tui.engine.text import FreecellError, NotationError, counted, did_you_mean, joined, quoted, shortened
from freecell_tui.engine.variants import FREECELL, HOUSE_RULES, Variant, find_variant

MAX_DEALS: Final = 100
MAX_ATTEMPTS: Final = 100
MAX_MINUTES: Final = 24 * 60
MAX_TITLE: Final = 40
MAX_NUMBER: Final = 10**12
MAX_TEXT: Final = 2000
"""The most characters of the field `deals`."""

SCORES: Final = ("moves", "time", "undos")
"""The tie-breakers of players who have won equally many deals; less is better."""

_FIELDS: Final = (
    "title", "deals", "found", "variant", "cells", "house_rules", "attempts", "undo", "hints", "blind", "clock",
    "score",
)  # fmt: skip
_LAST_CANDIDATE: Final = 1_000_000
_TRIED_PER_DEAL: Final = 60
_TRIED_AT_LEAST: Final = 200
_WISH: Final = re.compile(r"\s*([0-9]+)(?:\s+([a-z ]*?[a-z]))?\s+from\s+([0-9]+)\s*")
_RANGE: Final = re.compile(r"([^.]+?)(?:\.\.([^.]+))?")
_EXAMPLE: Final = "like 1..10, or 1, 617, or 8 hard from 2026"
_WRONG_NUMBER_OF_DEALS: Final = f"A tournament has 1 to {MAX_DEALS} deals."


class DealWish(NamedTuple):
    """A request for a number of winnable deals of a difficulty, found from a seed number."""

    amount: int
    difficulty: str
    number: int

    def __str__(self) -> str:
        kind = "" if self.difficulty == ANY else f" {self.difficulty}"
        return f"{self.amount}{kind} from {self.number}"

    @property
    def candidates(self) -> Iterator[int]:
        return islice(candidates(self.number), max(self.amount * _TRIED_PER_DEAL, _TRIED_AT_LEAST))


@dataclass(frozen=True, slots=True)
class Tournament:
    """The deals and rules of a tournament; with a `wish`, `deals` are empty until they are found.

    `attempts` is how often a deal may be tried, and `minutes` how long each win may take; 0 is no limit. If it is
    `blind`, the verdict is hidden, and without `clock` the time does not count. `score` is an order of SCORES.
    """

    title: str
    deals: tuple[int, ...]
    wish: DealWish | None = None
    variant: Variant = FREECELL
    attempts: int = 0
    undo: bool = True
    hints: bool = True
    blind: bool = False
    clock: bool = True
    minutes: int = 0
    score: tuple[str, ...] = SCORES

    @property
    def gives_hints(self) -> bool:
        """Whether hints are allowed; each would tell a verdict that is hidden."""
        return self.hints and not self.blind

    @property
    def has_limits(self) -> bool:
        """Whether the rules forbid anything that a game of one's own allows."""
        return not (self.undo and self.hints) or self.blind or bool(self.attempts or self.minutes)

    @property
    def key(self) -> str:
        """A hash of the deals and rules, without the title: 12 hexadecimal digits."""
        return sha256(self.to_toml(with_title=False).encode()).hexdigest()[:12]

    @property
    def rules(self) -> str:
        """The rules in words: `Eight Off, one attempt per deal, no undo`."""
        parts = [self.variant.full_title]
        parts += ["cards may come back"] * self.variant.cards_come_back
        parts += ["aces only go home"] * self.variant.aces_only_home
        if self.attempts:
            parts.append(f"{'one attempt' if self.attempts == 1 else f'{self.attempts} attempts'} per deal")
        parts += [f"at most {counted(self.minutes, 'minute')} per deal"] * bool(self.minutes)
        parts += ["no undo"] * (not self.undo) + ["no hints"] * (not self.gives_hints)
        parts += ["the verdict is hidden"] * self.blind + ["time does not count"] * (not self.clock)
        return ", ".join(parts if parts[1:] else [*parts, "undo and hints allowed"])

    def to_toml(self, *, with_title: bool = True) -> str:
        """Return the description as a TOML file, which `parse_tournament` reads.

        Without `with_title` it has only what distinguishes tournaments. JSON writes such texts and lists as TOML does.
        """
        fields = {
            "title": self.title if with_title else None,
            "deals": str(self.wish) if self.wish else self.deals,
            "found": (self.deals or None) if self.wish and with_title else None,
            **{name: value for name, value in self.variant.fields.items() if value != FREECELL.name},
            "attempts": self.attempts or None,
            "undo": None if self.undo else False,
            "hints": None if self.hints else False,
            "blind": self.blind or None,
            "clock": self.minutes or (None if self.clock else False),
            "score": self.score if self.score != SCORES else None,
        }
        told = {name: json.dumps(value, ensure_ascii=False) for name, value in fields.items() if value is not None}
        return "".join(f"{name} = {value}\n" for name, value in told.items())


def candidates(number: int) -> Iterator[int]:
    """Generate a pseudorandom sequence of the deals from 1 to 1,000,000, each once, from a seed number.

    The deal of an index is the first eight bytes, as one big-endian number, of the SHA-256 of the number and the index
    as `2026/0` in ASCII, modulo a million, plus 1; one that has come before is left out.
    """
    seen = set[int]()
    for index in range(_LAST_CANDIDATE):
        deal = int.from_bytes(sha256(f"{number}/{index}".encode()).digest()[:8], "big") % _LAST_CANDIDATE + 1
        if deal not in seen:
            seen.add(deal)
            yield deal


def parse_tournament(fields: Mapping[str, object]) -> Tournament:
    """Return the tournament that the fields describe; raise NotationError or NoSuchDeal with the first mistake."""
    for name in fields:
        if name not in _FIELDS:
            hint = did_you_mean(str(name), _FIELDS)
            raise NotationError(f"A tournament has no {quoted(str(name))}.{hint}")
    deals, wish = _deals(fields.get("deals"))
    if "found" in fields:
        deals = _found(fields["found"], wish)
    variant = _variant(fields)
    if wish is not None and wish.difficulty != ANY and variant != FREECELL:
        raise NotationError("Difficulty is known only for FreeCell with 4 cells and no house rules.")
    attempts = _number(fields, "attempts", MAX_ATTEMPTS) if "attempts" in fields else 0
    undo, hints, blind = _flag(fields, "undo"), _flag(fields, "hints"), _flag(fields, "blind", default=False)
    minutes = _number(fields, "clock", MAX_MINUTES) if type(fields.get("clock")) is int else 0
    clock = bool(minutes) or _flag(fields, "clock")
    score = fields.get("score", list(SCORES))
    if not isinstance(score, list) or any(each not in SCORES for each in score) or len(set(score)) < len(score):
        raise NotationError(f"“score” is not a list of {joined(SCORES)}.")
    title = fields.get("title", "")
    if not isinstance(title, str) or not title.isprintable() or len(title) > MAX_TITLE:
        raise NotationError(f"“title” is not a text of at most {MAX_TITLE} printable characters.")
    which = str(wish) if wish else counted(len(deals), "deal")
    title = title.strip() or f"{variant.title}, {which}"[:MAX_TITLE]
    return Tournament(title, deals, wish, variant, attempts, undo, hints, blind, clock, minutes, tuple(score))


def _deals(value: object) -> tuple[tuple[int, ...], DealWish | None]:
    if isinstance(value, str) and len(value) <= MAX_TEXT:
        if wish := _WISH.fullmatch(value):
            return (), _wish(*wish.groups(default=ANY))
        return _checked([deal for part in value.split(",") for deal in _range(part)]), None
    if isinstance(value, list) and all(type(each) is int for each in value):
        return _checked([check_deal(each) for each in value[: MAX_DEALS + 1]]), None
    raise NotationError(f"“deals” is missing, or is not a list of deals: write them {_EXAMPLE}.")


def _found(value: object, wish: DealWish | None) -> tuple[int, ...]:
    if wish is None:
        raise NotationError("“found” is only for deals that are searched for, like 8 hard from 2026.")
    deals, _ = _deals(value) if isinstance(value, list) else ((), None)
    left = wish.candidates  # in their order
    if len(deals) != wish.amount or not all(deal in left for deal in deals):
        raise NotationError(f"“found” cannot be the deals of {quoted(str(wish))}: without it they are searched for.")
    return deals


def _wish(count: str, difficulty: str, number: str) -> DealWish:
    if difficulty not in DIFFICULTIES:
        known = joined(DIFFICULTIES, "or")
        raise NotationError(f"{quoted(difficulty)} is not a difficulty: try {known}.")
    if len(number) > len(str(MAX_NUMBER)) or int(number) > MAX_NUMBER:
        raise NotationError(f"{shortened(number)} is too large: deals are chosen from a number up to {MAX_NUMBER:,}.")
    if len(count) > len(str(MAX_DEALS)) or not 1 <= int(count) <= MAX_DEALS:
        raise NotationError(_WRONG_NUMBER_OF_DEALS)
    return DealWish(int(count), difficulty, int(number))


def _range(text: str) -> range:
    found = _RANGE.fullmatch(text.strip())
    if found is None:
        raise NotationError(f"{quoted(text.strip())} is neither a deal nor a range of deals: write them {_EXAMPLE}.")
    try:
        first = parse_deal(found[1])
        last = parse_deal(found[2]) if found[2] else first
    except FreecellError as error:
        raise NotationError(f"{error} The deals of a tournament are written {_EXAMPLE}.") from None
    if last - first >= MAX_DEALS:
        raise NotationError(_WRONG_NUMBER_OF_DEALS)
    return range(first, last + 1)


def _checked(deals: list[int]) -> tuple[int, ...]:
    found = tuple(deal for deal in dict.fromkeys(deals) if deal)
    if not 1 <= len(found) <= MAX_DEALS:
        raise NotationError(_WRONG_NUMBER_OF_DEALS)
    return found


def _variant(fields: Mapping[str, object]) -> Variant:
    name, rules = fields.get("variant", FREECELL.name), fields.get("house_rules", [])
    if not isinstance(name, str):
        raise NotationError("“variant” is not the name of a variant.")
    if not isinstance(rules, list) or any(rule not in HOUSE_RULES for rule in rules):
        raise NotationError(f"“house_rules” is not a list of house rules: there are {joined(HOUSE_RULES)}.")
    cells = fields.get("cells")
    if cells is not None and type(cells) is not int:
        raise NotationError("“cells” is not a number of free cells.")
    return find_variant(name, cells, rules)


def _number(fields: Mapping[str, object], name: str, most: int) -> int:
    value = fields[name]
    if type(value) is not int or not 1 <= value <= most:
        raise NotationError(f"{quoted(name)} is not a number from 1 to {most:,}.")
    return value


def _flag(fields: Mapping[str, object], name: str, *, default: bool = True) -> bool:
    value = fields.get(name, default)
    if not isinstance(value, bool):
        raise NotationError(f"{quoted(name)} is not true or false.")
    return value


_SECONDS: Final = 60

UNSEEN: Final = (
    "Every move was replayed. Names, times, undos, help and attempts are what the players say, and nobody can see "
    "whether they knew a deal before."
)
"""Rules that a replay cannot check."""


class Entry(NamedTuple):
    """A player's entry for a deal: the share code of the win, or '', and the number of attempts."""

    code: str = ""
    attempts: int = 1


class DealScore(NamedTuple):
    """The score of one entry; `problem` is why it does not count, or ''."""

    deal: int
    shared: SharedGame | None = None
    problem: str = ""

    @property
    def is_won(self) -> bool:
        return self.shared is not None and not self.problem


class Score(NamedTuple):
    """A player's score: how many deals were won, and sums over them."""

    player: str
    deals: tuple[DealScore, ...]
    won: int
    moves: int
    seconds: int
    undos: int

    @property
    def problems(self) -> list[DealScore]:
        return [each for each in self.deals if each.problem]


class Standing(NamedTuple):
    """A row of the standings; tied players share a rank."""

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
        "a move was shown": shared.helped and not tournament.hints,
        f"it took longer than {counted(minutes, 'minute')}": 0 < minutes * _SECONDS < shared.seconds,
    }
    return next((problem for problem, is_true in problems.items() if is_true), "")


def check_entry(tournament: Tournament, player: str, deal: int, entry: Entry) -> DealScore:
    """Return the score of a player's entry for a deal, after replaying every move."""
    if not entry.code:
        return DealScore(deal)
    try:
        shared = decode(entry.code)
    except FreecellError as error:
        return DealScore(deal, problem=str(error).removesuffix("."))
    broken = broken_rule(tournament, shared)
    problems = {
        broken: broken != "",
        f"the code is of deal {shared.game.deal}": shared.game.deal != deal,
        f"it is signed by {shared.name}": shared.name not in ("", player),
        f"it was tried {entry.attempts} times, of {tournament.attempts}": 0 < tournament.attempts < entry.attempts,
    }
    return DealScore(deal, shared, next((problem for problem, is_true in problems.items() if is_true), ""))


def make_score(player: str, deals: Iterable[DealScore]) -> Score:
    scores = tuple(deals)
    wins = [each.shared for each in scores if each.shared is not None and not each.problem]
    moves, seconds = sum(win.game.moves_made for win in wins), sum(int(win.seconds) for win in wins)
    return Score(player, scores, len(wins), moves, seconds, undos=sum(win.undos for win in wins))


def check_entries(tournament: Tournament, player: str, entries: Mapping[int, Entry]) -> Score:
    """Return the score of a player's entries; those for deals outside the tournament are problems."""
    scores = [check_entry(tournament, player, deal, entries.get(deal, Entry())) for deal in tournament.deals]
    strangers = (deal for deal in entries if deal not in tournament.deals)
    scores += [DealScore(deal, problem=f"deal {deal} is not in the tournament") for deal in strangers]
    return make_score(player, scores)


def merit(tournament: Tournament, score: Score) -> tuple[int, ...]:
    """Return the sort key of scores: smaller is better."""
    figures = {"moves": score.moves, "time": score.seconds if tournament.clock else 0, "undos": score.undos}
    return -score.won, *(figures[name] for name in tournament.score)


def standings(tournament: Tournament, scores: Sequence[Score]) -> list[Standing]:
    """Return the players' scores with their ranks, the best first."""
    merits = sorted(merit(tournament, score) for score in scores)
    places = [Standing(merits.index(merit(tournament, score)) + 1, score) for score in scores]
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
    """Return names of players, with numbers added to repeated ones."""
    given = list[str]()
    for name in (each[:MAX_SIGNATURE] for each in names):
        unique = chain([name or "?"], (f"{name} ({number})" for number in count(2)))
        given.append(next(each for each in unique if each not in given))
    return given
