"""`freecell tournament`: playing one, handing in results, and comparing those of several players."""

import argparse
from collections.abc import Sequence
from typing import Final

from freecell_tui.cli.game_source import import_missed_wins
from freecell_tui.cli.options import NO, YES, Command, Parser, UsageError, add_front_end, check_table, print_error
from freecell_tui.cli.play import FrontEndLauncher, start
from freecell_tui.cli.tournament_words import name_tournament, read_words
from freecell_tui.controller.features import tournaments
from freecell_tui.engine import FreecellError
from freecell_tui.engine.share_code import MAX_SIGNATURE
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.files import HistoryError, reason
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.tournaments import ProgressError, TournamentStore

STANDINGS: Final = "standings"
_EXPORT: Final = "export"
_SHOW: Final = "show"


def _tournament_arguments(parser: Parser) -> None:
    parser.epilog = (
        "Without a name it lists the tournaments. show prints one as a file, export prints your results as a file to "
        "send, and standings compares such files, after replaying every move in them."
    )
    parser.reads_ranges = True
    parser.add_argument(
        "words",
        nargs="*",
        metavar="NAME|FILE|WHAT=VALUE",
        help="a tournament: its name, a TOML file, or what it has, as in deals=1..10 attempts=1 undo=false; show, "
        "export or standings may stand before it",
    )
    parser.add_argument("--name", default="", help=f"with export, who you are, in at most {MAX_SIGNATURE} characters")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="with standings, print one JSON object")
    form.add_argument("--csv", action="store_true", help="with standings, print CSV, one row per player")
    add_front_end(parser)
    parser.set_defaults(variant=None, cells=None)


def _run_tournament(options: argparse.Namespace) -> int:
    words: Sequence[str] = options.words
    try:
        if words[:1] == [STANDINGS]:
            from freecell_tui.cli.standings import print_standings  # noqa: PLC0415 - it replays every game

            return print_standings(words[1:], options)
        if options.json or options.csv:
            raise UsageError("--json and --csv are for standings.")
        if not words:
            return _list()
        if words[0] == _EXPORT:
            return _export(name_tournament(words[1:]), options.name)
        if options.name:
            raise UsageError("argument --name: it is for export.")
        if words[0] == _SHOW:
            return _show(read_words(words[1:]))
        return _play(read_words(words), options)
    except (FreecellError, HistoryError) as error:
        return print_error(str(error))


def _list() -> int:
    store = SaveStore.of_player()
    problems: list[ProgressError] = []
    for name, tournament in tournaments.listed_tournaments(store, problems):
        text = "not known"
        try:
            found = tournaments.read_status(History(store.folder), store, tournament)
        except ProgressError as error:
            problems.append(error)
        else:
            text = found.text
            problems += [ProgressError(found.notice)] * bool(found.notice)
        print(f"{name:<18}{tournament.title}: {text}")
        print(f"{'':<18}{tournament.rules}")
    for problem in dict.fromkeys(map(str, problems)):
        print_error(problem)
    return NO if problems else YES


def _show(tournament: Tournament) -> int:
    print(tournament.to_toml(), end="")
    return YES


def _export(tournament: Tournament, name: str) -> int:
    if not name:
        raise UsageError("argument --name: say who you are, as in --name Ann.")
    store = SaveStore.of_player()
    history = History(store.folder)
    import_missed_wins(history, store)
    found = tournaments.read_status(history, store, tournament)
    if found.notice:
        return print_error(found.notice)
    if not any(each.attempts for each in found.deals):
        return print_error("You have not played this tournament yet.")
    print(tournaments.make_result(found, name), end="")
    return YES


def _play(tournament: Tournament, options: argparse.Namespace) -> int:
    check_table(options, "freecell tournament --plain plays")

    def begin(launcher: FrontEndLauncher, store: SaveStore, _: object) -> int:
        try:
            notice = TournamentStore(store).begin(tournament)
        except ProgressError as error:
            return print_error(str(error))
        except OSError as error:
            return print_error(f"The tournament cannot be saved: {reason(error)}.")
        return launcher.tournament(tournament, notice)

    return start(options, begin)


COMMANDS: Final = {"tournament": Command(_tournament_arguments, _run_tournament)}
