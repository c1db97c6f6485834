"""Files of tournaments: descriptions that people write, and results that players send each other. Both are TOML.

    player = "Ann"

    [tournament]
    title = "Two hard ones"
    deals = "2 hard from 2026"
    found = [424025, 791379]

    [results]
    424025 = { attempts = 1, code = "F0001-WKXCE-…" }

A deal that was tried and not won has an empty code. Results name their deals, whatever was wished for: to read what
somebody else has sent never takes a search.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from freecell_tui.engine.share_code import parse_signature
from freecell_tui.engine.text import FreecellError, printable, quoted
from freecell_tui.engine.tournaments import MAX_DEALS, Entry, Tournament, TournamentError, parse_tournament
from freecell_tui.storage.files import FileTooLarge, read_regular, reason
from freecell_tui.storage.toml_text import TomlError, normalised, parse

MAX_BYTES: Final = 2**18
"""A hundred deals with long games in them have 100 KB."""

_MAX_CODE: Final = 8192
_DEAL: Final = re.compile(r"-?[1-9][0-9]{0,9}")
_MAX_ATTEMPTS: Final = 10**6


class ResultFile(NamedTuple):
    """A player's results in a tournament, as they were written: nothing has been checked but their form."""

    player: str
    tournament: Tournament
    entries: Mapping[int, Entry]


def read_tournament(path: Path) -> Tournament:
    """Return the tournament that a file describes, or that its results are of; raise TournamentError."""
    fields = _read(path)
    try:
        return _tournament_of_results(fields) if "results" in fields else parse_tournament(fields)
    except TournamentError as error:
        raise _named(path, str(error)) from None


def read_result(path: Path) -> ResultFile:
    """Return the results in a file; raise TournamentError with what is wrong with it."""
    fields = _read(path)
    if "results" not in fields:
        raise _named(path, "It holds no results.")
    try:
        tournament = _tournament_of_results(fields)
        player = fields.get("player", "")
        if not isinstance(player, str) or not (name := parse_signature(player)):
            raise TournamentError("“player” is missing, or is not a name.")
        return ResultFile(name, tournament, _entries(_table(fields, "results")))
    except FreecellError as error:
        raise _named(path, str(error)) from None


def write_result(result: ResultFile) -> str:
    """Return the text of a result file, which `read_result` reads."""
    lines = [
        "# Results in a tournament of freecell-tui. To compare them: freecell tournament standings FILE…",
        f"player = {_quoted(result.player)}",
        "",
        "[tournament]",
        result.tournament.to_toml(),
        "[results]",
    ]
    lines += [
        f'{deal} = {{ attempts = {entry.attempts}, code = "{entry.code}" }}' for deal, entry in result.entries.items()
    ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _named(path: Path, sentence: str) -> TournamentError:
    return TournamentError(f"{printable(path.name)}: {sentence}")


def _read(path: Path) -> dict[str, Any]:
    try:
        return parse(normalised(read_regular(path, MAX_BYTES).decode()))
    except FileTooLarge:
        raise _named(path, f"It is too large, with more than {MAX_BYTES // 1024} KiB.") from None
    except OSError as error:
        raise _named(path, f"It cannot be read: {reason(error)}.") from None
    except UnicodeDecodeError:
        raise _named(path, "It is not text in UTF-8.") from None
    except TomlError as error:
        raise _named(path, f"Line {error.line} is not TOML: {error}.") from None
    except ValueError as error:
        raise _named(path, f"It cannot be read: {reason(error)}.") from None


def _tournament_of_results(fields: Mapping[str, Any]) -> Tournament:
    tournament = parse_tournament(_table(fields, "tournament"))
    if not tournament.deals:
        raise TournamentError(
            f"It does not say which deals were found for {quoted(str(tournament.wish))}: ask its player to hand in the "
            "results again."
        )
    return tournament


def _table(fields: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = fields.get(name)
    if not isinstance(value, dict):
        raise TournamentError(f"The table [{name}] is missing.")
    return value


def _entries(fields: Mapping[str, Any]) -> dict[int, Entry]:
    if len(fields) > 2 * MAX_DEALS:
        raise TournamentError(f"It has results of {len(fields)} deals; a tournament has at most {MAX_DEALS}.")
    entries = {}
    for name, value in fields.items():
        attempts, code = (value.get("attempts"), value.get("code")) if isinstance(value, dict) else (None, None)
        is_code = isinstance(code, str) and len(code) <= _MAX_CODE and code.isprintable()
        if not _DEAL.fullmatch(name) or not is_code:
            raise TournamentError(f"The result of {quoted(name)} is not a deal with its attempts and its code.")
        if type(attempts) is not int or not 1 <= attempts < _MAX_ATTEMPTS:
            raise TournamentError(f"The attempts at deal {name} are not a number from 1 on.")
        entries[int(name)] = Entry(str(code), attempts)
    return entries
