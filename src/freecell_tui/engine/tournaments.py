"""Tournaments: sets of deals that players win under the same rules, to compare their results.

A tournament is described by a few fields, as in a TOML file; only `deals` is required:

    title = "Ten hard ones"
    deals = "10 hard from 2026"     # or [1, 617, 11982], or "1..10", or "1..5, 617"
    variant = "freecell"
    cells = 4
    house_rules = []
    attempts = 1                    # the most attempts at each deal; without the field any number
    undo = false
    hints = false
    blind = true                    # the verdict is hidden
    clock = 10                      # minutes for each deal; or false, and time does not count
    score = ["moves", "time", "undos"]

`10 hard from 2026` are the first ten deals of `candidates(2026)` that can be won and are hard.
The solver finds them, the same on every machine.
Once found, they are in the field `found`, so that nobody else has to search.
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
from freecell_tui.engine.positions import deal_name
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
    """A wish for winnable deals of a difficulty, found from a number."""

    amount: int
    """The number of deals."""

    difficulty: str
    number: int
    """The number that starts `candidates`."""

    def __str__(self) -> str:
        kind = "" if self.difficulty == ANY else f" {self.difficulty}"
        return f"{self.amount}{kind} from {self.number}"

    @property
    def candidates(self) -> Iterator[int]:
        """The deals to try, in order."""
        return islice(candidates(self.number), max(self.amount * _TRIED_PER_DEAL, _TRIED_AT_LEAST))


@dataclass(frozen=True, slots=True)
class Tournament:
    """The deals and rules of a tournament."""

    title: str
    deals: tuple[int, ...]
    """The deal numbers; with a `wish`, empty until the deals are found."""

    wish: DealWish | None = None
    variant: Variant = FREECELL
    attempts: int = 0
    """The most attempts at a deal; 0 for any number."""

    undo: bool = True
    hints: bool = True
    blind: bool = False
    """Whether the verdict is hidden."""

    clock: bool = True
    """Whether the time counts."""

    minutes: int = 0
    """The most minutes for a win; 0 for any time."""

    score: tuple[str, ...] = SCORES
    """An order of SCORES, the most important first."""

    @property
    def gives_hints(self) -> bool:
        """Whether hints are allowed: a hint would reveal a hidden verdict."""
        return self.hints and not self.blind

    @property
    def has_limits(self) -> bool:
        """Whether the rules forbid anything that an ordinary game allows."""
        return not (self.undo and self.hints) or self.blind or bool(self.attempts or self.minutes)

    @property
    def refusals(self) -> Mapping[str, str]:
        """Why the rules forbid `paste`, `undo`, `restart`, `hints` or `verdict` in a game, a sentence each."""
        refusals = {"paste": "Moves cannot be pasted in a tournament."}
        if not self.undo:
            refusals["undo"] = "This tournament is played without undo."
        if self.attempts:
            again = "give up first, then choose the deal in the tournament again"
            refusals["restart"] = f"A restart would be another attempt: {again}."
        if not self.gives_hints:
            why = "In this tournament the verdict is hidden, and a hint would tell it."
            refusals["hints"] = why if self.hints else "This tournament is played without hints."
        if self.blind:
            refusals["verdict"] = "In this tournament the verdict is hidden."
        return refusals

    @property
    def key(self) -> str:
        """A hash of the deals and rules: 12 hexadecimal digits.

        The title does not count.
        """
        return sha256(self.to_toml(with_title=False).encode()).hexdigest()[:12]

    @property
    def rules(self) -> str:
        """The rules in words: `Eight Off, one attempt per deal, no undo`."""
        attempts = "one attempt" if self.attempts == 1 else f"{self.attempts} attempts"
        rules = {
            "cards may come back": self.variant.cards_come_back,
            "aces only go home": self.variant.aces_only_home,
            f"{attempts} per deal": self.attempts > 0,
            f"at most {counted(self.minutes, 'minute')} per deal": self.minutes > 0,
            "no undo": not self.undo,
            "no hints": not self.gives_hints,
            "the verdict is hidden": self.blind,
            "time does not count": not self.clock,
        }
        in_force = [rule for rule, is_in_force in rules.items() if is_in_force]
        return ", ".join([self.variant.full_title, *(in_force or ["undo and hints allowed"])])

    def to_toml(self, *, with_title: bool = True) -> str:
        """Return the description as a TOML file, which `parse_tournament` reads.

        Without `with_title`, only the fields that distinguish tournaments are written.
        JSON writes these texts and lists as TOML does.
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
        written = {name: json.dumps(value, ensure_ascii=False) for name, value in fields.items() if value is not None}
        return "".join(f"{name} = {value}\n" for name, value in written.items())


def candidates(number: int) -> Iterator[int]:
    """Yield the deals 1 to 1,000,000 in a pseudorandom order, each once.

    The order depends on `number`.
    The deal of an index is the first eight bytes of a SHA-256, as one big-endian number, modulo a million, plus 1.
    The hashed text is the number and the index in ASCII, as in `2026/0`.
    A deal that has come before is left out.
    """
    seen = set[int]()
    for index in range(_LAST_CANDIDATE):
        deal = int.from_bytes(sha256(f"{number}/{index}".encode()).digest()[:8], "big") % _LAST_CANDIDATE + 1
        if deal not in seen:
            seen.add(deal)
            yield deal


def parse_tournament(fields: Mapping[str, object]) -> Tournament:
    """Return the tournament described by `fields`.

    Raise NotationError or NoSuchDeal with the first mistake.
    """
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
    if not isinstance(score, list) or any(name not in SCORES for name in score) or len(set(score)) < len(score):
        raise NotationError(f"“score” is not a list of {joined(SCORES)}.")
    title = fields.get("title", "")
    if not isinstance(title, str) or not title.isprintable() or len(title) > MAX_TITLE:
        raise NotationError(f"“title” is not a text of at most {MAX_TITLE} printable characters.")
    deals_text = str(wish) if wish else counted(len(deals), "deal")
    title = title.strip() or f"{variant.title}, {deals_text}"[:MAX_TITLE]
    return Tournament(title, deals, wish, variant, attempts, undo, hints, blind, clock, minutes, tuple(score))


def _deals(value: object) -> tuple[tuple[int, ...], DealWish | None]:
    if isinstance(value, str) and len(value) <= MAX_TEXT:
        if wish := _WISH.fullmatch(value):
            return (), _wish(*wish.groups(default=ANY))
        return _checked([deal for part in value.split(",") for deal in _range(part)]), None
    if isinstance(value, list) and all(type(number) is int for number in value):
        return _checked([check_deal(number) for number in value[: MAX_DEALS + 1]]), None
    raise NotationError(f"“deals” is missing, or is not a list of deals: write them {_EXAMPLE}.")


def _found(value: object, wish: DealWish | None) -> tuple[int, ...]:
    if wish is None:
        raise NotationError("“found” is only for deals that are searched for, like 8 hard from 2026.")
    deals, _ = _deals(value) if isinstance(value, list) else ((), None)
    remaining = wish.candidates  # each `in` continues behind the deal before, so the deals must be in this order
    if len(deals) != wish.amount or not all(deal in remaining for deal in deals):
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
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise NotationError(f"{quoted(text.strip())} is neither a deal nor a range of deals: write them {_EXAMPLE}.")
    try:
        first = parse_deal(match[1])
        last = parse_deal(match[2]) if match[2] else first
    except FreecellError as error:
        raise NotationError(f"{error} The deals of a tournament are written {_EXAMPLE}.") from None
    if last - first >= MAX_DEALS:
        raise NotationError(_WRONG_NUMBER_OF_DEALS)
    return range(first, last + 1)


def _checked(deals: list[int]) -> tuple[int, ...]:
    unique = tuple(deal for deal in dict.fromkeys(deals) if deal)
    if not 1 <= len(unique) <= MAX_DEALS:
        raise NotationError(_WRONG_NUMBER_OF_DEALS)
    return unique


def _first(problems: Mapping[str, bool]) -> str:
    """Return the first problem that is true, or ''."""
    return next((problem for problem, is_true in problems.items() if is_true), "")


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
    """A player's entry for a deal."""

    code: str = ""
    """The share code of the win, or '' without a win."""

    attempts: int = 1
    """The number of attempts."""


class DealScore(NamedTuple):
    """The score of one entry."""

    deal: int
    shared: SharedGame | None = None
    """The game of the entry's code, or None without a code, or if the code cannot be read."""

    problem: str = ""
    """Why the entry does not count, or ''."""

    @property
    def is_won(self) -> bool:
        return self.shared is not None and not self.problem


class Score(NamedTuple):
    """A player's score: the deals won, and sums over the wins."""

    player: str
    deals: tuple[DealScore, ...]
    won: int
    moves: int
    seconds: int
    undos: int

    @property
    def problems(self) -> list[DealScore]:
        return [score for score in self.deals if score.problem]


class Standing(NamedTuple):
    """A row of the standings.

    Tied players share a rank.
    """

    rank: int
    score: Score


def broken_rule(tournament: Tournament, shared: SharedGame) -> str:
    """Return why a game is no win in a tournament.

    The reason is the end of a sentence; '' if the game counts.
    """
    game, minutes = shared.game, tournament.minutes
    undos = "once" if shared.undos == 1 else f"{shared.undos} times"
    problems = {
        f"it is a game of {game.variant.full_title} with other rules": game.variant != tournament.variant,
        f"{deal_name(game.deal)} is not in the tournament": game.deal not in tournament.deals,
        "it is not won": not game.is_won,
        f"undo was used {undos}": shared.undos > 0 and not tournament.undo,
        "a move was shown": shared.helped and not tournament.hints,
        f"it took longer than {counted(minutes, 'minute')}": 0 < minutes * _SECONDS < shared.seconds,
    }
    return _first(problems)


def check_entry(tournament: Tournament, player: str, deal: int, entry: Entry) -> DealScore:
    """Return the score of a player's entry for a deal.

    Every move is replayed.
    """
    if not entry.code:
        return DealScore(deal)
    try:
        shared = decode(entry.code)
    except FreecellError as error:
        return DealScore(deal, problem=str(error).removesuffix("."))
    broken = broken_rule(tournament, shared)
    problems = {
        broken: broken != "",
        f"the code is of {deal_name(shared.game.deal)}": shared.game.deal != deal,
        f"it is signed by {shared.name}": shared.name not in ("", player),
        f"it was tried {entry.attempts} times, of {tournament.attempts}": 0 < tournament.attempts < entry.attempts,
    }
    return DealScore(deal, shared, _first(problems))


def make_score(player: str, deals: Iterable[DealScore]) -> Score:
    scores = tuple(deals)
    wins = [score.shared for score in scores if score.shared is not None and not score.problem]
    moves, seconds = sum(win.game.moves_made for win in wins), sum(int(win.seconds) for win in wins)
    return Score(player, scores, len(wins), moves, seconds, undos=sum(win.undos for win in wins))


def check_entries(tournament: Tournament, player: str, entries: Mapping[int, Entry]) -> Score:
    """Return the score of a player's entries.

    An entry for a deal outside the tournament is a problem.
    """
    scores = [check_entry(tournament, player, deal, entries.get(deal, Entry())) for deal in tournament.deals]
    strangers = (deal for deal in entries if deal not in tournament.deals)
    scores += [DealScore(deal, problem=f"deal {deal} is not in the tournament") for deal in strangers]
    return make_score(player, scores)


def merit(tournament: Tournament, score: Score) -> tuple[int, ...]:
    """Return a sort key for scores: smaller is better."""
    figures = {"moves": score.moves, "time": score.seconds if tournament.clock else 0, "undos": score.undos}
    return -score.won, *(figures[name] for name in tournament.score)


def standings(tournament: Tournament, scores: Sequence[Score]) -> list[Standing]:
    """Return the players' scores with their ranks, the best first."""
    merits = sorted(merit(tournament, score) for score in scores)
    places = [Standing(merits.index(merit(tournament, score)) + 1, score) for score in scores]
    return sorted(places, key=attrgetter("rank", "score.player"))


class PlayedAlike(NamedTuple):
    """A deal that two players won with exactly the same moves."""

    deal: int
    player: str
    other: str


def same_moves(scores: Sequence[Score]) -> list[PlayedAlike]:
    """Return the deals that two players won with exactly the same moves."""
    pairs, first = [], dict[object, str]()
    for score in scores:
        for deal_score in score.deals:
            if not deal_score.is_won or deal_score.shared is None:
                continue
            line = (deal_score.deal, tuple(turn.move for turn in deal_score.shared.game.turns))
            if line in first:
                pairs.append(PlayedAlike(deal_score.deal, first[line], score.player))
            else:
                first[line] = score.player
    return pairs


def unique_names(names: Sequence[str]) -> list[str]:
    """Return names of players, with numbers added to repeated ones.

    An empty name becomes `?`.
    """
    unique = list[str]()
    for name in (name[:MAX_SIGNATURE] for name in names):
        choices = chain([name or "?"], (f"{name} ({number})" for number in count(2)))
        unique.append(next(choice for choice in choices if choice not in unique))
    return unique
