"""The tournament that the words of a command line name."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from freecell_tui.cli.game_source import InputError
from freecell_tui.cli.options import UsageError
from freecell_tui.controller.features.tournaments import find_tournament
from freecell_tui.engine.text import quoted
from freecell_tui.engine.tournaments import KNOWN_TOURNAMENTS, Tournament, TournamentError, parse_tournament
from freecell_tui.solver.questions import with_deals
from freecell_tui.storage.files import is_there
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.settings_file import TomlError, parse
from freecell_tui.storage.tournaments import DamagedProgress, TournamentStore, read_tournament

_EVERY: Final = 20
"""Deals tried from one report of the search to the next."""


def read_words(words: Sequence[str]) -> Tournament:
    """Return the tournament that words name, with its deals; raise FreecellError, InputError or UsageError."""
    return find_deals(name_tournament(words))


def name_tournament(words: Sequence[str]) -> Tournament:
    """Return the tournament that words name; its deals may still be searched for. Raise as `read_words`."""
    if not words:
        raise UsageError("Name a tournament, a file, or its deals, as in deals=1..10.")
    if all("=" in word for word in words):
        return parse_tournament(_fields(words))
    if len(words) > 1:
        raise UsageError(f"{quoted(words[1])} is one word too many: a tournament has one name or file.")
    if words[0] in KNOWN_TOURNAMENTS:
        return KNOWN_TOURNAMENTS[words[0]]
    if is_there(Path(words[0])):
        return read_tournament(Path(words[0]))
    return find_tournament(SaveStore.of_player(), words[0])


def _fields(words: Sequence[str]) -> Mapping[str, object]:
    """Return what `undo=false` and the like say: values as in TOML, or texts without quotation marks."""
    fields: dict[str, object] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name in fields:
            raise TournamentError(f"{quoted(name)} is there twice.")
        try:
            fields[name] = parse(f"value = {value}")["value"]
        except TomlError:
            fields[name] = value.split(",") if name in ("score", "house_rules") else value
        if name in ("deals", "title") and not isinstance(fields[name], list):
            fields[name] = value.strip("\"'")
    return fields


def find_deals(tournament: Tournament) -> Tournament:
    """Return a tournament with its deals, which are searched for unless the player has begun it before."""
    try:
        begun = TournamentStore(SaveStore.of_player()).load(tournament)
    except DamagedProgress:
        begun = None
    if begun is not None and tournament.deals not in ((), begun.tournament.deals):
        raise TournamentError(f"You have begun {quoted(tournament.title)} with other deals than these.")
    if tournament.deals or begun is not None:
        return begun.tournament if begun is not None else tournament
    is_seen = sys.stderr.isatty()

    def tell(found: int, tried: int) -> None:
        if is_seen and tried % _EVERY == 0:
            print(f"\rLooking for deals: {found} found, {tried} tried.", end="", file=sys.stderr, flush=True)

    try:
        return with_deals(tournament, tell)
    except KeyboardInterrupt:
        raise InputError("The search for the deals was stopped.") from None
    finally:
        if is_seen:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
