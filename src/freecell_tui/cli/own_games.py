"""The player's own games: `freecell stats`, and finding a game by its deal."""

import csv
import json
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import chain
from operator import eq
from pathlib import Path
from typing import Final

from freecell_tui.cli.game_source import (
    STANDARD_INPUT,
    LoadedGame,
    add_game_options,
    check_one_variant,
    holds_position,
    read_game,
    read_start_file,
)
from freecell_tui.cli.options import (
    NO,
    YES,
    InputError,
    Options,
    Parser,
    ProgressBar,
    UsageError,
    is_for_people,
    maybe_deal,
    painted_line,
    print_error,
    text_width,
)
from freecell_tui.controller.features.tournaments import own_copy
from freecell_tui.controller.records import sections
from freecell_tui.controller.records.marks import marks_for
from freecell_tui.engine import FREECELL, Variant, write_position
from freecell_tui.engine.positions import POSITION_NAME, Deal, StartPosition, deal_mark, deal_name
from freecell_tui.engine.text import joined, printable
from freecell_tui.engine.variants import ANY_VARIANT, VariantFilter
from freecell_tui.storage.files import HistoryError, HistoryMissing
from freecell_tui.storage.history import History
from freecell_tui.storage.results import COLUMNS, rank, to_row
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError, has_started, nothing_found
from freecell_tui.storage.statistics import DealStatistics, Figures, Statistics, Tally


def add_game_or_deal(parser: Parser) -> None:
    parser.add_argument(
        "game",
        type=maybe_deal,
        metavar="FILE|DEAL|CODE",
        help="a file with a save or moves (- is standard input), a share code, or a deal or a position, by its file or "
        "its name: your last finished game of it, or else your unfinished one",
    )
    parser.add_argument("moves", nargs="?", metavar="FILE", help="a file with moves for that deal")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--best", action="store_true", help="your best game of that deal, instead of your last")
    which.add_argument("--unfinished", action="store_true", help="your unfinished game of that deal")
    add_game_options(parser)


def load_game_or_deal(options: Options) -> LoadedGame:
    """Return the game that the arguments name; raise InputError or UsageError."""
    file = options.game
    if (deal := own_deal(file, options)) is not None:
        if options.deal is not None:
            kind = "deal number" if isinstance(deal, int) else "position"
            other = f"; ./{file} is a file" if isinstance(deal, int) else ""
            raise UsageError(f"argument --deal: {file} is already a {kind}{other}.")
        if options.moves is None:
            return LoadedGame(own_game(deal, options))
        file, options.deal = options.moves, file
    elif options.moves is not None:
        raise UsageError(f"{file} is not a deal number: write the deal, then the file with its moves.")
    for option in ("best", "unfinished"):
        if getattr(options, option):
            raise UsageError(f"argument --{option}: a file holds only one game.")
    return read_game(file, options)


def own_deal(word: str | int, options: Options) -> Deal | None:
    """Return the deal of the player's games that a word names; raise InputError.

    The word is a deal number, the name of a file with a position, or a name like `K7QF` of a position that the player
    has played. None for another word.
    """
    if isinstance(word, int) or word == STANDARD_INPUT:
        return word if isinstance(word, int) else None
    with suppress(OSError):  # the word is too long for a file's name
        if Path(word).is_file():
            is_position = holds_position(word)
            return read_start_file(word, options.explicit_variant(), FREECELL).start if is_position else None
    if not re.fullmatch(POSITION_NAME, word.upper()):
        return None
    start = played_position(word)
    if start is None and re.fullmatch(POSITION_NAME, word):
        raise InputError(f"{word} is neither a file nor a position that you have played.")
    return start


def played_position(name: str) -> StartPosition | None:
    """Return the position of a name that the player has played last, or None."""
    begun = (saved.game.deal for _, saved in SaveStore.of_player().games([]))
    finished = list[Deal]()
    with suppress(HistoryError):
        finished = [result.deal for result in reversed(player_history().results_of_positions())]
    starts = (deal for deal in chain(begun, finished) if isinstance(deal, StartPosition))
    return next((start for start in starts if str(start) == name.upper()), None)


def from_file(saved: SavedGame) -> tuple[SavedGame, str]:
    """Return the game to play for one from a file, with a note.

    A game that was begun elsewhere is another game here, and counts as helped: its moves came from a file. The note
    says so, and is '' otherwise.
    """
    store, history = SaveStore.of_player(), player_history()
    if saved.is_rescued or not has_started(saved) or store.has_game(saved):
        return saved, ""
    with suppress(HistoryError):
        if history.results_of_games([saved.game_id]):
            return saved, ""
    return own_copy(saved), "Its moves come from a file, so a win of it counts as a win with help."


def own_game(deal: Deal, options: Options) -> SavedGame:
    """Return the player's game of a deal; raise InputError without one.

    This is the last finished game, or else the last unfinished one. With `--best` it is the best finished game: a win
    without help before others, then the fewest moves, then the shortest time. With `--unfinished` it is the last
    unfinished game. Without a variant in the options the game may be of any, but InputError is raised for games of
    several variants.
    """
    variant, best = options.explicit_variant(), options.best
    game = None if options.unfinished else _finished_game(deal, options.variant_filter.matches, best=best)
    problems: list[SaveError] = []
    if game is None and not best:
        unfinished = unfinished_games(deal, options.variant_filter.matches, problems)
        game = unfinished[0][1] if unfinished else None
    if game is None:
        kind = "finished " if best else "unfinished " if options.unfinished else ""
        sentence = f"You have no {kind}game of {deal_title(deal, variant)}.{_in_other_variants(deal, variant)}"
        raise InputError(nothing_found(sentence, problems))
    return game


def unfinished_games(
    deal: Deal, wants: Callable[[Variant], bool], problems: list[SaveError]
) -> list[tuple[SaveFile, SavedGame]]:
    """Return the unfinished games of a deal, latest first.

    Errors of saves that cannot be read go into `problems`. Raise InputError for games of several variants.
    """
    games = [(file, saved) for file, saved in SaveStore.of_player().games(problems, deal) if wants(saved.game.variant)]
    check_one_variant(deal, (saved.game.variant for _, saved in games))
    return games


def own_win(
    deal: Deal | None, variant: Variant | None, *, best: bool = False, has_house_rules: bool = True
) -> SavedGame:
    """Return the player's last win, or the best; raise InputError without one.

    `deal` and `variant` are those of the win, or None for any. Without `has_house_rules` the win has no house rules
    besides those of `variant`. InputError is also raised for wins of a deal in several variants.
    """
    named = ANY_VARIANT if variant is None else VariantFilter(variant.name, variant.cells)
    wants = named.matches if has_house_rules else partial(eq, variant)
    if (game := _finished_game(deal, wants, best=best, wins_only=True)) is None:
        title = deal_title(deal, variant) if deal is not None else variant.full_title if variant else "a game"
        others = "" if deal is None else _in_other_variants(deal, variant, wins_only=True)
        raise InputError(f"You have not won {title} yet.{others}")
    return game


def deal_title(deal: Deal, variant: Variant | None) -> str:
    """Return a deal's title in a sentence: `deal 1`, or `Eight Off #1`."""
    return deal_name(deal) if variant is None else f"{variant.full_title} {deal_mark(deal)}"


def _in_other_variants(deal: Deal, variant: Variant | None, *, wins_only: bool = False) -> str:
    """Return a sentence about the player's games of a deal in other variants than `variant`, or ''."""
    if variant is None:
        return ""
    played: list[Variant] = []
    with suppress(HistoryError):
        results = player_history().results_of_deal(deal)
        played = [result.variant for result in results if result.is_won or not wins_only]
    if not wins_only:
        played += [saved.game.variant for _, saved in SaveStore.of_player().games([], deal)]
    titles = [deal_title(deal, each) for each in dict.fromkeys(played)]
    verb = "have won" if wins_only else "have one of"
    return f" You {verb} {joined(titles)}: leave out --variant and --cells." if titles else ""


def _ids(
    history: History, deal: Deal, wants: Callable[[Variant], bool], *, best: bool, wins_only: bool = False
) -> list[str]:
    """Return the ids of the finished games of a deal; raise InputError.

    The first is the best game, or else the latest.
    """
    finished = (result for result in history.results_of_deal(deal) if wants(result.variant))
    results = [result for result in finished if result.is_won or not wins_only]
    check_one_variant(deal, (result.variant for result in results))
    return [result.id for result in (sorted(results, key=rank) if best else reversed(results))]


def _finished_game(
    deal: Deal | None, wants: Callable[[Variant], bool], *, best: bool, wins_only: bool = False
) -> SavedGame | None:
    """Return the latest finished game of a deal, or the best, or None.

    Without a `deal` this is the latest win of all. Games whose moves the history has lost are skipped. Raise InputError
    for an unreadable history. Where there can be none, that is printed, as the unfinished games are still there.
    """
    history = player_history()
    with InputError.instead():
        try:
            import_missed_wins(history)
        except HistoryMissing as error:
            if best or wins_only:
                raise
            print_error(str(error))
            return None
        if deal is None:
            ids = history.figures(Figures.won_games, wants)
        else:
            ids = _ids(history, deal, wants, best=best, wins_only=wins_only)
        game = next(filter(None, map(history.saved_game, ids)), None)
    print_notices(history)
    return game


_MOST_DEALS: Final = 10
"""The number of deals printed: those played last."""

_WIDTH: Final = 76
_MARGIN: Final = 4


def stats_arguments(parser: Parser) -> None:
    parser.example = "freecell stats --variant eight-off"
    parser.epilog = "The exit code is 0, or 1 if the game history cannot be read."
    parser.add_variant()
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    form.add_argument("--csv", action="store_true", help="print the games as CSV, one row per game")
    parser.add_ascii("draw bars in ASCII")


def run_stats(options: Options) -> int:
    wanted = options.variant_filter.matches if options.explicit_variant() else None
    history = player_history()
    printed_error = ""
    try:
        import_missed_wins(history)
    except HistoryError as error:
        printed_error = str(error)
        print_error(printed_error)
    try:
        if options.json:
            positions = [_deal_fields(position) for position in history.breakdown(wanted).positions]
            print(json.dumps({**history.figures(_as_json, wanted), "positions": positions}, indent=2))
        elif options.csv:
            print_csv([COLUMNS, *map(to_row, history.results(options.variant, options.cells))])
        else:
            _print_text(history, wanted, ascii_only=options.ascii)
    except HistoryError as error:
        print_notices(history)
        return NO if str(error) == printed_error else print_error(str(error))
    print_notices(history)
    return YES


def player_history() -> History:
    return History(SaveStore.of_player().folder)


def import_missed_wins(history: History) -> None:
    """Record wins in saves that the history has missed; raise HistoryError.

    A bar shows the progress.
    """
    bar = ProgressBar(0, "Saves ")
    try:
        history.import_missed_wins(SaveStore.of_player(), bar.show)
    finally:
        bar.clear()


def print_notices(history: History) -> None:
    while history.notices:
        print_error(history.notices.pop(0))


def _print_text(history: History, wanted: Callable[[Variant], bool] | None, *, ascii_only: bool) -> None:
    marks = marks_for("ascii" if ascii_only else sys.stdout.encoding)
    breakdown = history.breakdown(wanted)
    deals = history.figures(lambda figures: figures.deals(count=_MOST_DEALS), wanted)
    lines: Iterable[sections.Line] = [[(f"No finished games{' of this kind' if wanted else ''} yet.", "text")]]
    if not breakdown.is_empty:
        kinds = [variant.title_with_rules for variant in breakdown.variants]
        width = text_width() - _MARGIN if is_for_people() else _WIDTH
        lines = sections.printed(kinds[0] if len(kinds) == 1 else "All games", breakdown, deals, marks, width)
    for line in lines:
        text = painted_line(line)
        print(text.encode("ascii", "plain").decode() if ascii_only else text)


def _as_json(figures: Figures) -> dict[str, object]:
    breakdown = figures.breakdown()
    return {
        "all": _statistics_fields(breakdown.total),
        "variants": [
            {**variant.fields, **_statistics_fields(statistics)} for variant, statistics in breakdown.variants.items()
        ],
        "months": {month: _statistics_fields(statistics) for month, statistics in figures.months().items()},
        "days": {day: _count_fields(tally) for day, tally in breakdown.days.items()},
        "deals": [_deal_fields(deal) for deal in figures.deals()],
    }


def _deal_fields(deal: DealStatistics) -> dict[str, object]:
    """Return the figures of a deal, or those of a position, which has a name and its text in place of a number."""
    start = deal.deal
    name: dict[str, object] = {"deal": start}
    if is_position := isinstance(start, StartPosition):
        name = {"position": str(start), "board": write_position(start.board)}
    return {
        **name,
        **deal.variant.fields,
        "played": deal.played,
        "won": deal.won,
        "lost": deal.lost,
        "helped": deal.helped,
        "best_seconds": deal.best_seconds,
        "fewest_moves": deal.fewest_moves,
        **({} if is_position else {"par": deal.par}),
        "last_played": deal.last_played or None,
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


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def print_csv(rows: Iterable[Iterable[object]]) -> None:
    """Print rows as CSV, safe for spreadsheets and terminals."""
    csv.writer(sys.stdout, lineterminator="\n").writerows(map(_safe_cell, row) for row in rows)


def _safe_cell(value: object) -> object:
    """Return a value that is no formula in a spreadsheet and no command for a terminal."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
