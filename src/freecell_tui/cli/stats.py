"""`freecell stats`: what a player's finished games come to."""

import argparse
import csv
import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from freecell_tui.cli.options import NO, YES, command_parser, complain, variant_of
from freecell_tui.controller import statistics_text
from freecell_tui.engine.text import printable
from freecell_tui.storage import statistics
from freecell_tui.storage.results import COLUMNS, Result, to_row
from freecell_tui.storage.saves import variant_fields
from freecell_tui.storage.statistics import DealStatistics, Statistics

if TYPE_CHECKING:
    from freecell_tui.storage.history import History


def stats(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code."""
    parser = command_parser(
        "stats",
        "Print what your finished games come to, all of them or those of one game.",
        "The exit code is 0, or 1 if the history of games cannot be read.",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the figures as one object of JSON")
    form.add_argument("--csv", action="store_true", help="print the games, a row each")
    parser.add_argument("--ascii", action="store_true", help="draw bars with plain characters")
    options = parser.parse_args(arguments)
    variant_of(parser, options)  # which says what is wrong with them
    results = _results(options)
    if results is None:
        return NO
    if options.json:
        print(json.dumps(_as_json(results), indent=2))
    elif options.csv:
        _print_csv(results)
    else:
        for line in _as_text(results, options):
            print(line)
    return YES


def _results(options: argparse.Namespace) -> list[Result] | None:
    """The games that were asked for; what is the matter with the history is said on standard error."""
    from freecell_tui.storage.errors import HistoryError  # noqa: PLC0415 - not for --help
    from freecell_tui.storage.history import History  # noqa: PLC0415 - not for --help
    from freecell_tui.storage.save_store import SaveStore  # noqa: PLC0415 - likewise

    store = SaveStore.of_player()
    history = History(store.folder)
    try:
        history.import_missed_wins(store)
    except HistoryError as error:
        complain(str(error))
    try:
        return history.results(options.variant, options.cells)
    except HistoryError as error:
        _tell(history)
        complain(str(error))
        return None
    finally:
        _tell(history)


def _tell(history: "History") -> None:
    while history.notices:
        complain(history.notices.pop(0))


# For people


def _as_text(results: Sequence[Result], options: argparse.Namespace) -> Iterator[str]:
    blocks = statistics_text.ASCII if options.ascii else statistics_text.glyphs_for(sys.stdout.encoding)
    lines = _lines(results, options, blocks)
    if not options.ascii:
        return lines
    return (line.encode("ascii", "plain").decode() for line in lines)


def _lines(results: Sequence[Result], options: argparse.Namespace, blocks: statistics_text.BarGlyphs) -> Iterator[str]:
    if not results:
        of_which = "" if options.variant is None and options.cells is None else " of those that you ask about"
        yield f"No game{of_which} is finished yet. Win one, and it is counted here: freecell deals the next."
        return
    total = Statistics.of(results)
    kinds = statistics.by_variant(results)
    heading = statistics_text.variant_title(next(iter(kinds))) if len(kinds) == 1 else "All games"
    yield from statistics_text.sections(
        (
            (heading, (f"{name:<10}{text}" for name, text in statistics_text.summary(total))),
            ("Games", statistics_text.variant_table(kinds) if len(kinds) > 1 else ()),
            ("Win rate", statistics_text.win_rate_line(total.outcomes, blocks)),
            ("By month", statistics_text.month_lines(statistics.by_month(results), blocks)),
            ("Time of wins", statistics_text.histogram_lines(statistics_text.time_histogram(total), blocks)),
            ("Moves of wins", statistics_text.histogram_lines(statistics_text.move_histogram(total), blocks)),
            ("Deals", statistics_text.deal_table(statistics.by_deal(results))),
        )
    )


# For programs


def _as_json(results: Sequence[Result]) -> dict[str, object]:
    return {
        "all": _figures(Statistics.of(results)),
        "variants": [
            {**dict(variant_fields(variant)), **_figures(of_it)}
            for variant, of_it in statistics.by_variant(results).items()
        ],
        "months": {month: _figures(of_it) for month, of_it in statistics.by_month(results).items()},
        "days": {day: _counts(of_it) for day, of_it in statistics.by_day(results).items()},
        "deals": [_deal_figures(deal) for deal in statistics.by_deal(results)],
    }


def _counts(of_them: Statistics) -> dict[str, int]:
    return {"played": of_them.played, "won": of_them.won, "lost": of_them.lost, "helped": of_them.helped}


def _figures(of_them: Statistics) -> dict[str, object]:
    streaks = of_them.streaks
    return {
        **_counts(of_them),
        "win_rate": _rounded(of_them.win_rate, 4),
        "won_without_undo": of_them.without_undo,
        "winning_streak": streaks.winning,
        "losing_streak": streaks.losing,
        "longest_winning_streak": streaks.longest_winning,
        "longest_losing_streak": streaks.longest_losing,
        "best_seconds": of_them.best_seconds,
        "average_seconds": _rounded(of_them.average_seconds, 1),
        "fewest_moves": of_them.fewest_moves,
        "average_moves": _rounded(of_them.average_moves, 1),
    }


def _deal_figures(deal: DealStatistics) -> dict[str, object]:
    return {
        "deal": deal.deal,
        **dict(variant_fields(deal.variant)),
        "played": deal.played,
        "won": deal.won,
        "best_seconds": deal.best_seconds,
        "fewest_moves": deal.fewest_moves,
        "last_played": deal.last_played or None,
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _print_csv(results: Sequence[Result]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in results:
        writer.writerow([_cell(value) for value in to_row(result)])


def _cell(value: Any) -> object:  # noqa: ANN401 - a row's values are of several kinds
    """A value for a spreadsheet: a text is neither a formula nor anything that a terminal would obey."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
