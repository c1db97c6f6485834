"""`freecell tournament standings`: the results of several players, replayed and compared."""

import argparse
import csv
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from freecell_tui.cli.options import NO, YES, UsageError
from freecell_tui.cli.stats import spreadsheet_value
from freecell_tui.controller.play.game import claimed_count, claimed_time
from freecell_tui.engine.text import capitalised, cell_width, padded, printable
from freecell_tui.engine.tournaments import (
    UNSEEN,
    Place,
    Score,
    Tournament,
    TournamentError,
    check_entries,
    same_moves,
    standings,
    unique_names,
)
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.tournaments import ProgressError, ResultFile, TournamentStore, read_result

_MAX_FILES: Final = 200
_COLUMNS: Final = ("rank", "player", "won", "moves", "seconds", "undos")


def print_standings(names: Sequence[str], options: argparse.Namespace) -> int:
    """Print the standings of result files; return 0 if everything in them counts, else 1. Raise TournamentError."""
    if not 1 <= len(names) <= _MAX_FILES:
        raise UsageError(f"Name 1 to {_MAX_FILES} files with results.")
    tournament, scores = _scores([read_result(Path(name)) for name in names], names)
    places = standings(tournament, scores)
    if options.json:
        print(json.dumps(_as_json(tournament, places), indent=2, ensure_ascii=False))
    elif options.csv:
        _print_csv(places)
    else:
        for line in _as_text(tournament, places):
            print(line)
    return NO if any(score.problems for score in scores) else YES


def _scores(results: Sequence[ResultFile], names: Sequence[str]) -> tuple[Tournament, list[Score]]:
    """Return the tournament and what every file counts; raise TournamentError if it is not the same in all."""
    tournament = results[0].tournament
    for result, name in zip(results, names, strict=True):
        if (result.tournament.key, result.tournament.deals) != (tournament.key, tournament.deals):
            raise TournamentError(
                f"{printable(Path(name).name)} holds results of another tournament than "
                f"{printable(Path(names[0]).name)}: its deals or its rules are different."
            )
    _compare_with_own(tournament)
    players = unique_names([result.player for result in results])
    scores = [check_entries(tournament, result.player, result.entries) for result in results]
    return tournament, [score._replace(player=player) for score, player in zip(scores, players, strict=True)]


def _compare_with_own(tournament: Tournament) -> None:
    """Raise TournamentError if the player has begun the same tournament, and other deals were found for it then."""
    with suppress(ProgressError):
        begun = TournamentStore(SaveStore.of_player()).load(tournament)
        if begun is not None and begun.tournament.deals != tournament.deals:
            raise TournamentError(f"The results name other deals than you have found for “{tournament.wish}”.")


def _as_text(tournament: Tournament, places: Sequence[Place]) -> Iterator[str]:
    yield f"{tournament.title}: {tournament.rules}."
    yield ""
    rows = [("", "player", "won", "moves", "time", "undos")]
    rows += [
        (
            f"{rank}.",
            score.player,
            f"{score.won} of {len(tournament.deals)}",
            str(score.moves),
            claimed_time(score.seconds),
            claimed_count(score.undos) if score.undos else "0",
        )
        for rank, score in places
    ]
    widths = [max(map(cell_width, column)) for column in zip(*rows, strict=True)]
    for number, player, *figures in rows:
        told = [padded(figure, width, is_right=True) for figure, width in zip(figures, widths[2:], strict=True)]
        yield "  ".join([f"{padded(number, widths[0], is_right=True)} {padded(player, widths[1])}", *told])
    problems = [
        f"{place.score.player}, deal {each.deal}: {each.problem}." for place in places for each in place.score.problems
    ]
    copies = [
        f"{other} and {one} won deal {deal} with the same moves."
        for deal, one, other in same_moves([place.score for place in places])
    ]
    if problems:
        yield from ("", "Does not count:", *problems)
    if copies:
        yield from ("", *copies)
    yield from ("", UNSEEN)
    if tournament.wish is not None:
        yield f"The deals are those that the files name. freecell tournament show 'deals={tournament.wish}' finds them."


def _row(place: Place) -> tuple[int, str, int, int, int, int]:
    score = place.score
    return place.rank, score.player, score.won, score.moves, score.seconds, score.undos


def _print_csv(places: Sequence[Place]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows([spreadsheet_value(value) for value in _row(place)] for place in places)


def _as_json(tournament: Tournament, places: Sequence[Place]) -> dict[str, object]:
    scores = [place.score for place in places]
    return {
        "title": tournament.title,
        "rules": capitalised(tournament.rules),
        "deals": list(tournament.deals),
        "standings": [
            {
                **dict(zip(_COLUMNS, _row(place), strict=True)),
                "problems": [{"deal": each.deal, "problem": each.problem} for each in place.score.problems],
            }
            for place in places
        ],
        "same_moves": [{"deal": deal, "players": [one, other]} for deal, one, other in same_moves(scores)],
        "not_checked": UNSEEN,
    }
