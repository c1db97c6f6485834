"""`freecell stats`: what a player's finished games come to."""

import argparse
import csv
import json
import sys
from collections.abc import Iterator, Sequence

from freecell_tui.cli.exit_codes import NO, YES
from freecell_tui.cli.options import Parser, add_ascii, add_variant, explicit_variant, print_error
from freecell_tui.controller import statistics_text
from freecell_tui.engine.text import printable
from freecell_tui.storage import statistics
from freecell_tui.storage.errors import HistoryError
from freecell_tui.storage.history import History
from freecell_tui.storage.results import COLUMNS, Result, to_row
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import variant_fields
from freecell_tui.storage.statistics import DealStatistics, Statistics


def add_arguments(parser: Parser) -> None:
    """Give the parser the command's arguments."""
    parser.epilog = "The exit code is 0, or 1 if the game history cannot be read."
    add_variant(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    form.add_argument("--csv", action="store_true", help="print the games as CSV, one row per game")
    add_ascii(parser, "draw bars in ASCII")


def run(options: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    explicit_variant(options)  # raises UsageError if there is no such game
    results = _read_results(options)
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


def _read_results(options: argparse.Namespace) -> list[Result] | None:
    """Return the games asked for, None if they cannot be read; print what is wrong with the history."""
    store = SaveStore.of_player()
    history = History(store.folder)
    try:
        history.import_missed_wins(store)
    except HistoryError as error:
        print_error(str(error))
    try:
        return history.results(options.variant, options.cells)
    except HistoryError as error:
        _print_notices(history)
        print_error(str(error))
        return None
    finally:
        _print_notices(history)


def _print_notices(history: History) -> None:
    while history.notices:
        print_error(history.notices.pop(0))


# For people


def _as_text(results: Sequence[Result], options: argparse.Namespace) -> Iterator[str]:
    glyphs = statistics_text.ASCII if options.ascii else statistics_text.glyphs_for(sys.stdout.encoding)
    lines = _lines(results, options, glyphs)
    if not options.ascii:
        return lines
    return (line.encode("ascii", "plain").decode() for line in lines)


def _lines(results: Sequence[Result], options: argparse.Namespace, glyphs: statistics_text.BarGlyphs) -> Iterator[str]:
    if not results:
        of_which = "" if options.variant is None and options.cells is None else " of this kind"
        yield f"No finished games{of_which} yet."
        return
    total = Statistics.of(results)
    kinds = statistics.by_variant(results)
    heading = statistics_text.variant_title(next(iter(kinds))) if len(kinds) == 1 else "All games"
    yield from statistics_text.sections(
        (
            (heading, (f"{name:<10}{text}" for name, text in statistics_text.summary(total))),
            ("Games", statistics_text.variant_table(kinds) if len(kinds) > 1 else ()),
            ("Win rate", statistics_text.win_rate_line(total.outcomes, glyphs)),
            ("By month", statistics_text.month_lines(statistics.by_month(results), glyphs)),
            ("Time of wins", statistics_text.histogram_lines(statistics_text.time_histogram(total), glyphs)),
            ("Moves of wins", statistics_text.histogram_lines(statistics_text.move_histogram(total), glyphs)),
            ("Deals", statistics_text.deal_table(statistics.by_deal(results))),
        )
    )


# For programs


def _as_json(results: Sequence[Result]) -> dict[str, object]:
    return {
        "all": _statistics_fields(Statistics.of(results)),
        "variants": [
            {**dict(variant_fields(variant)), **_statistics_fields(figures)}
            for variant, figures in statistics.by_variant(results).items()
        ],
        "months": {month: _statistics_fields(figures) for month, figures in statistics.by_month(results).items()},
        "days": {day: _count_fields(figures) for day, figures in statistics.by_day(results).items()},
        "deals": [_deal_fields(deal) for deal in statistics.by_deal(results)],
    }


def _count_fields(figures: Statistics) -> dict[str, int]:
    return {"played": figures.played, "won": figures.won, "lost": figures.lost, "helped": figures.helped}


def _statistics_fields(figures: Statistics) -> dict[str, object]:
    streaks = figures.streaks
    return {
        **_count_fields(figures),
        "win_rate": _rounded(figures.win_rate, 4),
        "won_without_undo": figures.without_undo,
        "winning_streak": streaks.winning,
        "losing_streak": streaks.losing,
        "longest_winning_streak": streaks.longest_winning,
        "longest_losing_streak": streaks.longest_losing,
        "best_seconds": figures.best_seconds,
        "average_seconds": _rounded(figures.average_seconds, 1),
        "fewest_moves": figures.fewest_moves,
        "average_moves": _rounded(figures.average_moves, 1),
    }


def _deal_fields(deal: DealStatistics) -> dict[str, object]:
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
        writer.writerow([_spreadsheet_value(value) for value in to_row(result)])


def _spreadsheet_value(value: object) -> object:
    """Return a value that neither a spreadsheet takes for a formula nor a terminal for a command."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
