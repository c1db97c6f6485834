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

`10 hard from 2026` are the first ten deals of `candidates(2026)` that can be won and are hard. Which ones these are is
up to the solver, whose judgement is the same on every machine. Once they are known they stand in the field `found`, so
that nobody who reads the description has to search.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple

from freecell_tui.engine.deals import check_deal, parse_deal
from freecell_tui.engine.errors import FreecellError
from freecell_tui.engine.text import counted, did_you_mean, joined, quoted, shortened
from freecell_tui.engine.variants import FREECELL, HOUSE_RULES, Variant, find_variant

MAX_DEALS: Final = 100
MAX_ATTEMPTS: Final = 100
MAX_MINUTES: Final = 24 * 60
MAX_TITLE: Final = 40
MAX_NUMBER: Final = 10**12
MAX_TEXT: Final = 2000
"""The most characters of what names the deals."""

DIFFICULTIES: Final = ("any", "very easy", "easy", "medium", "hard", "very hard")
"""What the deals of a wish may be; all but the first only of FreeCell with four cells and no house rules."""

SCORES: Final = ("moves", "time", "undos")
"""What tells players apart who have won equally many deals; the fewer, the better."""

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


class TournamentError(FreecellError):
    """A description of a tournament, or of a result, that cannot be one."""


class DealWish(NamedTuple):
    """So many winnable deals of a difficulty, looked for from a number on."""

    amount: int
    difficulty: str
    number: int

    def __str__(self) -> str:
        kind = "" if self.difficulty == DIFFICULTIES[0] else f" {self.difficulty}"
        return f"{self.amount}{kind} from {self.number}"

    @property
    def candidates(self) -> Iterator[int]:
        """The deals that are tried for it, in their order."""
        return islice(candidates(self.number), max(self.amount * _TRIED_PER_DEAL, _TRIED_AT_LEAST))

    def allows(self, deals: tuple[int, ...]) -> bool:
        """Return whether it can have led to these deals, as far as that is known without a search."""
        left = self.candidates
        return len(deals) == self.amount and all(deal in left for deal in deals)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The deals of a tournament and its rules; with a `wish`, `deals` are empty until it is fulfilled.

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
    def key(self) -> str:
        """What only tournaments with the same deals and rules share, whatever their title: 12 hexadecimal digits."""
        return sha256(self._text(with_title=False).encode()).hexdigest()[:12]

    @property
    def rules(self) -> str:
        """The rules in words: `Eight Off, one attempt per deal, no undo`."""
        parts = [self.variant.full_title]
        parts += ["cards may come back"] * self.variant.cards_come_back
        parts += ["aces only go home"] * self.variant.aces_only_home
        if self.attempts:
            parts.append(f"{'one attempt' if self.attempts == 1 else f'{self.attempts} attempts'} per deal")
        parts += [f"at most {counted(self.minutes, 'minute')} per deal"] * bool(self.minutes)
        parts += ["no undo"] * (not self.undo) + ["no hints"] * (not self.hints)
        parts += ["the verdict is hidden"] * self.blind + ["time does not count"] * (not self.clock)
        return ", ".join(parts if parts[1:] else [*parts, "undo and hints allowed"])

    def with_deals(self, deals: tuple[int, ...]) -> "Tournament":
        """Return the tournament with the deals that its wish has led to."""
        return replace(self, deals=deals)

    def to_toml(self) -> str:
        """Return the description as a TOML file, which `parse_tournament` reads."""
        return self._text(with_title=True)

    def _text(self, *, with_title: bool) -> str:
        """Return the description; without what makes no other tournament, its title and what was found."""
        default = find_variant(self.variant.name)
        lines = [f'title = "{_escaped(self.title)}"'] * with_title
        deals = f"[{', '.join(map(str, self.deals))}]"
        lines.append(f'deals = "{self.wish}"' if self.wish else f"deals = {deals}")
        lines += [f"found = {deals}"] * (with_title and self.wish is not None and bool(self.deals))
        lines += [f'variant = "{self.variant.name}"'] * (self.variant.name != FREECELL.name)
        lines += [f"cells = {self.variant.cells}"] * (self.variant.cells != default.cells)
        if rules := self.variant.house_rules:
            lines.append(f"house_rules = {_quoted_list(rules)}")
        lines += [f"attempts = {self.attempts}"] * bool(self.attempts)
        lines += ["undo = false"] * (not self.undo) + ["hints = false"] * (not self.hints)
        lines += ["blind = true"] * self.blind
        lines += ["clock = false"] * (not self.clock) + [f"clock = {self.minutes}"] * bool(self.minutes)
        lines += [f"score = {_quoted_list(self.score)}"] * (self.score != SCORES)
        return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _quoted_list(words: tuple[str, ...]) -> str:
    quoted_words = ", ".join(f'"{word}"' for word in words)
    return f"[{quoted_words}]"


def candidates(number: int) -> Iterator[int]:
    """Generate deals from 1 to 1,000,000 that everybody gets from the same number, endlessly and each only once.

    The deal of an index is the first eight bytes, as one big-endian number, of the SHA-256 of the number and the index
    as `2026/0` in ASCII, modulo a million, plus 1; one that has come before is left out.
    """
    seen = set[int]()
    for index in range(_LAST_CANDIDATE):
        deal = int.from_bytes(sha256(f"{number}/{index}".encode()).digest()[:8], "big") % _LAST_CANDIDATE + 1
        if deal not in seen:
            seen.add(deal)
            yield deal


# Reading a description


def parse_tournament(fields: Mapping[str, object]) -> Tournament:
    """Return the tournament that the fields describe; raise TournamentError with the first mistake."""
    for name in fields:
        if name not in _FIELDS:
            hint = did_you_mean(str(name), _FIELDS)
            raise TournamentError(f"{quoted(str(name))} is nothing that a tournament has.{hint}")
    deals, wish = _deals(fields.get("deals"))
    if "found" in fields:
        deals = _found(fields["found"], wish)
    variant = _variant(fields)
    if wish is not None and wish.difficulty != DIFFICULTIES[0] and variant != FREECELL:
        raise TournamentError("Difficulty is known only for FreeCell with 4 cells and no house rules.")
    clock = fields.get("clock", True)
    has_limit = type(clock) is int
    found = Tournament(
        "",
        deals,
        wish,
        variant,
        _number(fields, "attempts", MAX_ATTEMPTS) if "attempts" in fields else 0,
        _flag(fields, "undo", default=True),
        _flag(fields, "hints", default=True),
        _flag(fields, "blind", default=False),
        has_limit or _flag(fields, "clock", default=True),
        _number(fields, "clock", MAX_MINUTES) if has_limit else 0,
        _score(fields.get("score", list(SCORES))),
    )
    return replace(found, title=_title(fields.get("title")) or _default_title(found))


def _title(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or not value.isprintable() or len(value) > MAX_TITLE:
        raise TournamentError(f"“title” is not a text of at most {MAX_TITLE} printable characters.")
    return value.strip()


def _default_title(found: Tournament) -> str:
    which = str(found.wish) if found.wish else counted(len(found.deals), "deal")
    return f"{found.variant.title}, {which}"[:MAX_TITLE]


def _deals(value: object) -> tuple[tuple[int, ...], DealWish | None]:
    """Return the deals of a list or a text, or the wish in a text."""
    if isinstance(value, str) and len(value) <= MAX_TEXT:
        if wish := _WISH.fullmatch(value):
            return (), _wish(*wish.groups(default=DIFFICULTIES[0]))
        return _checked([deal for part in value.split(",") for deal in _range(part)]), None
    if isinstance(value, list) and all(type(each) is int for each in value):
        try:
            return _checked([check_deal(each) for each in value[: MAX_DEALS + 1]]), None
        except FreecellError as error:
            raise TournamentError(str(error)) from None
    raise TournamentError(f"“deals” is missing, or is not a list of deals: write them {_EXAMPLE}.")


def _found(value: object, wish: DealWish | None) -> tuple[int, ...]:
    """Return the deals that a wish is said to have led to."""
    if wish is None:
        raise TournamentError("“found” is only for deals that are searched for, like 8 hard from 2026.")
    deals, _ = _deals(value) if isinstance(value, list) else ((), None)
    if not wish.allows(deals):
        raise TournamentError(f"“found” cannot be the deals of {quoted(str(wish))}: without it they are searched for.")
    return deals


def _wish(count: str, difficulty: str, number: str) -> DealWish:
    if difficulty not in DIFFICULTIES:
        known = joined(DIFFICULTIES, "or")
        raise TournamentError(f"{quoted(difficulty)} is not a difficulty: try {known}.")
    if len(number) > len(str(MAX_NUMBER)) or int(number) > MAX_NUMBER:
        raise TournamentError(f"{shortened(number)} is too large: deals are chosen from a number up to {MAX_NUMBER:,}.")
    if len(count) > len(str(MAX_DEALS)) or not 1 <= int(count) <= MAX_DEALS:
        raise _wrong_number_of_deals()
    return DealWish(int(count), difficulty, int(number))


def _range(text: str) -> range:
    found = _RANGE.fullmatch(text.strip())
    if found is None:
        raise TournamentError(f"{quoted(text.strip())} is no deal and no range of deals: write them {_EXAMPLE}.")
    try:
        first = parse_deal(found[1])
        last = parse_deal(found[2]) if found[2] else first
    except FreecellError as error:
        raise TournamentError(f"{error} The deals of a tournament are written {_EXAMPLE}.") from None
    if last - first >= MAX_DEALS:
        raise _wrong_number_of_deals()
    return range(first, last + 1)


def _checked(deals: list[int]) -> tuple[int, ...]:
    found = tuple(deal for deal in dict.fromkeys(deals) if deal)
    if not 1 <= len(found) <= MAX_DEALS:
        raise _wrong_number_of_deals()
    return found


def _wrong_number_of_deals() -> TournamentError:
    return TournamentError(f"A tournament has 1 to {MAX_DEALS} deals.")


def _variant(fields: Mapping[str, object]) -> Variant:
    name, rules = fields.get("variant", FREECELL.name), fields.get("house_rules", [])
    if not isinstance(name, str):
        raise TournamentError("“variant” is not the name of a variant.")
    if not isinstance(rules, list) or any(rule not in HOUSE_RULES for rule in rules):
        raise TournamentError(f"“house_rules” is not a list of house rules: there are {joined(HOUSE_RULES)}.")
    cells = fields.get("cells")
    if cells is not None and type(cells) is not int:
        raise TournamentError("“cells” is not a number of free cells.")
    try:
        variant = find_variant(name).with_house_rules(**dict.fromkeys(rules, True))
        return variant if cells is None else variant.with_cells(cells)
    except FreecellError as error:
        raise TournamentError(str(error)) from None


def _number(fields: Mapping[str, object], name: str, most: int) -> int:
    value = fields[name]
    if type(value) is not int or not 1 <= value <= most:
        raise TournamentError(f"{quoted(name)} is not a number from 1 to {most:,}.")
    return value


def _flag(fields: Mapping[str, object], name: str, *, default: bool) -> bool:
    value = fields.get(name, default)
    if not isinstance(value, bool):
        raise TournamentError(f"{quoted(name)} is not true or false.")
    return value


def _score(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or any(each not in SCORES for each in value) or len(set(value)) < len(value):
        raise TournamentError(f"“score” is not an order of {joined(SCORES)}.")
    return tuple(value)
