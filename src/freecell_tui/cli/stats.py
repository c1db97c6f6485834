"""`freecell stats`: what a player's finished games come to."""

import csv
import json
import sys
from collections.abc import Callable, Iterable
from typing import Final

from freecell_tui.cli.options import NO, YES, Command, Options, Parser, ProgressBar, print_error
from freecell_tui.controller.records import sections
from freecell_tui.engine import Variant
from freecell_tui.engine.text import printable
from freecell_tui.storage.files import HistoryError
from freecell_tui.storage.history import History
from freecell_tui.storage.results import COLUMNS, to_row
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import variant_fields
from freecell_tui.storage.statistics import DealStatistics, Figures, Statistics, Tally

_MOST_DEALS: Final = 10
"""How many of the deals played last are printed."""

_WIDTH: Final = 76


def _stats_arguments(parser: Parser) -> None:
    parser.epilog = "The exit code is 0, or 1 if the game history cannot be read."
    parser.add_variant()
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    form.add_argument("--csv", action="store_true", help="print the games as CSV, one row per game")
    parser.add_ascii("draw bars in ASCII")


def _run_stats(options: Options) -> int:
    options.explicit_variant()  # raises UsageError if there is no such game
    tell = _print_json if options.json else _print_csv if options.csv else _print_text
    store = SaveStore.of_player()
    history = History(store.folder)
    try:
        import_missed_wins(history, store)
    except HistoryError as error:
        print_error(str(error))
    try:
        tell(history, options)
    except HistoryError as error:
        print_notices(history)
        print_error(str(error))
        return NO
    print_notices(history)
    return YES


def _wanted(options: Options) -> Callable[[Variant], bool] | None:
    name, cells = options.variant, options.cells
    if name is None and cells is None:
        return None
    return lambda variant: name in (None, variant.name) and cells in (None, variant.cells)


def import_missed_wins(history: History, store: SaveStore) -> None:
    """Record the wins in saves that the history has not seen, and show how many were read; raise HistoryError."""
    bar = ProgressBar(0, sys.stderr, "Saves ")
    try:
        history.import_missed_wins(store, bar.show)
    finally:
        bar.clear()


def print_notices(history: History) -> None:
    """Print what the history has to say of its file."""
    while history.notices:
        print_error(history.notices.pop(0))


# For people


def _print_text(history: History, options: Options) -> None:
    marks = sections.ASCII if options.ascii else sections.marks_for(sys.stdout.encoding)
    breakdown, deals = history.figures(
        lambda figures: (figures.breakdown(), figures.deals(count=_MOST_DEALS)), _wanted(options)
    )
    of_which = "" if options.variant is None and options.cells is None else " of this kind"
    lines: Iterable[str] = [f"No finished games{of_which} yet."]
    if deals:
        kinds = [variant.title_with_rules for variant in breakdown.variants]
        lines = sections.printed(kinds[0] if len(kinds) == 1 else "All games", breakdown, deals, marks, _WIDTH)
    for line in lines:
        print(line.encode("ascii", "plain").decode() if options.ascii else line)


# For programs


def _print_json(history: History, options: Options) -> None:
    print(json.dumps(history.figures(_as_json, _wanted(options)), indent=2))


def _as_json(figures: Figures) -> dict[str, object]:
    breakdown = figures.breakdown()
    return {
        "all": _statistics_fields(breakdown.total),
        "variants": [
            {**dict(variant_fields(variant)), **_statistics_fields(of_variant)}
            for variant, of_variant in breakdown.variants.items()
        ],
        "months": {month: _statistics_fields(of_month) for month, of_month in figures.months().items()},
        "days": {day: _count_fields(tally) for day, tally in breakdown.days.items()},
        "deals": [_deal_fields(deal) for deal in figures.deals()],
    }


def _count_fields(figures: Tally) -> dict[str, int]:
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
        "par": deal.par,
        "last_played": deal.last_played or None,
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _print_csv(history: History, options: Options) -> None:
    results = history.results(options.variant, options.cells)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in results:
        writer.writerow([spreadsheet_value(value) for value in to_row(result)])


def spreadsheet_value(value: object) -> object:
    """Return a value that neither a spreadsheet takes for a formula nor a terminal for a command."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


COMMANDS: Final = {"stats": Command(_stats_arguments, _run_stats)}
