"""`freecell tournament`: playing a tournament, and the results of its players."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from freecell_tui.cli.options import (
    CRASHED,
    NO,
    YES,
    InputError,
    Options,
    Parser,
    UsageError,
    painted,
    print_error,
    wrapped,
)
from freecell_tui.cli.own_games import import_missed_wins, player_history, print_csv
from freecell_tui.cli.play import CrashReporter, prepare_start
from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.tournaments import DEAL_WORD, find_tournament
from freecell_tui.engine import Game, NotationError
from freecell_tui.engine.share_code import MAX_SIGNATURE
from freecell_tui.engine.text import capitalised, cell_width, claimed_count, claimed_time, padded, printable, quoted
from freecell_tui.engine.tournaments import UNSEEN, Standing, Tournament, parse_tournament, same_moves, standings
from freecell_tui.solver.questions import with_deals
from freecell_tui.solver.solve import solve
from freecell_tui.storage.files import is_there
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.toml import TomlError, parse
from freecell_tui.storage.tournaments import (
    KNOWN_TOURNAMENTS,
    MAX_PLAYERS,
    DamagedProgress,
    ProgressError,
    TournamentStore,
    read_result,
    read_tournament,
)


def tournament_arguments(parser: Parser) -> None:
    parser.example = "freecell tournament deals=1..10 attempts=1 undo=false"
    parser.epilog = (
        "Without a name it lists the tournaments. show prints a tournament as a file, export prints your results as a "
        "file to send to others, and standings replays every move in such files and ranks the players."
    )
    parser.reads_ranges = True
    parser.add_argument(
        "words",
        nargs="*",
        metavar="NAME|FILE|KEY=VALUE",
        help="a tournament: its name, a TOML file, or its rules, like deals=1..10 attempts=1 undo=false; "
        "put show, export or standings before it, or one of its deals behind it to play that",
    )
    parser.add_argument("--name", default="", help=f"with export: your name, of at most {MAX_SIGNATURE} characters")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="with standings: print one JSON object")
    form.add_argument("--csv", action="store_true", help="with standings: print CSV, one row per player")
    parser.add_front_end()


def run_tournament(options: Options) -> int:
    words: Sequence[str] = options.words
    if words[:1] == ["standings"]:
        return _print_standings(words[1:], options)
    if options.json or options.csv:
        raise UsageError("--json and --csv are for standings.")
    if not words:
        return _list()
    if words[0] == "export":
        return _export(_name_tournament(words[1:]), options.name)
    if options.name:
        raise UsageError("argument --name: it is for export.")
    if words[0] == "show":
        print(_find_deals(_name_tournament(words[1:])).to_toml(), end="")
        return YES
    *named, last = words
    if named and DEAL_WORD.fullmatch(last):
        tournament = _find_deals(_name_tournament(named))
        with InputError.instead():
            return _play(tournament, options, tournaments.read_deal(tournament, last))
    return _play(_find_deals(_name_tournament(words)), options)


_INDENT: Final = " " * 18


def _list() -> int:
    store = SaveStore.of_player()
    problems: list[ProgressError] = []
    for name, tournament in tournaments.listed_tournaments(store, problems).items():
        text = "not known"
        try:
            status = tournaments.read_status(player_history(), store, tournament)
        except ProgressError as error:
            problems.append(error)
        else:
            text = status.text
            if status.notice:
                problems.append(ProgressError(status.notice))
        heading = wrapped(f"{name:<{len(_INDENT)}}{tournament.title}: {text}", _INDENT)
        print(f"{painted(name, 'title')}{heading.removeprefix(name)}")
        print(wrapped(f"{_INDENT}{tournament.rules}", _INDENT))
    for problem in dict.fromkeys(map(str, problems)):
        print_error(problem)
    return NO if problems else YES


def _export(tournament: Tournament, name: str) -> int:
    if not name:
        raise UsageError("argument --name: say who you are, as in --name Ann.")
    history = player_history()
    import_missed_wins(history)
    status = tournaments.read_status(history, SaveStore.of_player(), tournament)
    if status.notice:
        return print_error(status.notice)
    print(tournaments.make_result(status, name), end="")
    return YES


def _play(tournament: Tournament, options: Options, deal: int | None = None) -> int:
    """Play a deal of a tournament, or the next one.

    At the table the player may also choose a deal from the list.
    """
    options.choose_front_end("freecell tournament --plain plays")
    with CrashReporter():
        start = prepare_start(options)
        try:
            notice = TournamentStore(start.store).begin(tournament)
        except ProgressError as error:
            return print_error(str(error))
        text = tournament.key if deal is None else f"{tournament.key} {deal}"
        game = Game.new(tournament.deals[0], tournament.variant)
        return start.finish(start.launcher.execute("tournaments", text, game, notice))
    return CRASHED


_REPORT_INTERVAL: Final = 20
"""The deals tried from one report of the search to the next."""


def _name_tournament(words: Sequence[str]) -> Tournament:
    """Return the tournament that words name; raise FreecellError or UsageError.

    Its deals may not be found yet.
    """
    if not words:
        raise UsageError("Name a tournament, a file, or its deals, as in deals=1..10.")
    if all("=" in word for word in words):
        fields: dict[str, object] = {}
        for name, _, value in (word.partition("=") for word in words):
            if name in fields:
                raise NotationError(f"{quoted(name)} is there twice.")
            # A value may be TOML, or a text without quotation marks.
            try:
                fields[name] = parse(f"value = {value}")["value"]
            except TomlError:
                fields[name] = value.split(",") if name in ("score", "house_rules") else value
            if name in ("deals", "title") and not isinstance(fields[name], list):
                fields[name] = value.strip("\"'")
        return parse_tournament(fields)
    if len(words) > 1:
        raise UsageError(f"{quoted(words[1])} is one word too many: a tournament has one name or file.")
    if words[0] in KNOWN_TOURNAMENTS:
        return KNOWN_TOURNAMENTS[words[0]]
    if is_there(Path(words[0])):
        return read_tournament(Path(words[0]))
    return find_tournament(SaveStore.of_player(), words[0])


def _find_deals(tournament: Tournament) -> Tournament:
    """Return a tournament with its deals.

    Missing deals are those of the player's own progress, or else are searched for. Raise NotationError if the player
    has begun the tournament with other deals.
    """
    progress = None
    with suppress(DamagedProgress):
        progress = TournamentStore(SaveStore.of_player()).load(tournament.key)
    if progress is not None:
        if tournament.deals not in ((), progress.tournament.deals):
            raise NotationError(f"You have begun {quoted(tournament.title)} with other deals than these.")
        return progress.tournament
    if tournament.deals:
        return tournament
    try:
        return with_deals(tournament, lambda board, variant, budget: solve(board, variant, budget=budget), _show_search)
    except KeyboardInterrupt:
        raise InputError("The search for the deals was stopped.") from None
    finally:
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _show_search(found: int, tried: int) -> None:
    """Report the progress of the search for deals at a terminal."""
    if sys.stderr.isatty() and tried % _REPORT_INTERVAL == 0:
        print(f"\rLooking for deals: {found} found, {tried} tried.", end="", file=sys.stderr, flush=True)


_HEADS: Final = 2
"""The row of the printed standings that has the names of the columns."""
_COLUMNS: Final = ("rank", "player", "won", "moves", "seconds", "undos")


def _print_standings(names: Sequence[str], options: Options) -> int:
    """Print the standings of result files, and return the exit code.

    YES means that every result counts.

    Raise UsageError, or NotationError for unreadable results.
    """
    if not 1 <= len(names) <= MAX_PLAYERS:
        raise UsageError(f"Name 1 to {MAX_PLAYERS} files with results.")
    results = [read_result(Path(name)) for name in names]
    tournament, first = results[0].tournament, printable(Path(names[0]).name)
    for name, result in zip(names, results, strict=True):
        tournaments.check_same(result, printable(Path(name).name), tournament, first)
    with suppress(ProgressError):
        progress = TournamentStore(SaveStore.of_player()).load(tournament.key)
        if progress is not None and progress.tournament.deals != tournament.deals:
            raise NotationError(f"The results name other deals than you have found for “{tournament.wish}”.")
    scores = tournaments.scores(results)
    places = standings(tournament, scores)
    if options.json:
        print(json.dumps(_as_json(tournament, places), indent=2, ensure_ascii=False))
    elif options.csv:
        print_csv([_COLUMNS, *map(_row, places)])
    else:
        for row, line in enumerate(_as_text(tournament, places)):
            print(painted(wrapped(line, "    "), "title" if row in (0, _HEADS) else "text"))
    return NO if any(score.problems for score in scores) else YES


def _as_text(tournament: Tournament, places: Sequence[Standing]) -> Iterator[str]:
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
        cells = [padded(figure, width, is_right=True) for figure, width in zip(figures, widths[2:], strict=True)]
        yield "  ".join([f"{padded(number, widths[0], is_right=True)} {padded(player, widths[1])}", *cells])
    if problems := list(tournaments.problems(places)):
        yield from ("", "Does not count:", *problems)
    if copies := list(tournaments.copies([place.score for place in places])):
        yield from ("", *copies)
    yield from ("", UNSEEN)
    if tournament.wish is not None:
        yield f"The deals are those that the files name. freecell tournament show 'deals={tournament.wish}' finds them."


def _row(place: Standing) -> tuple[int, str, int, int, int, int]:
    score = place.score
    return place.rank, score.player, score.won, score.moves, score.seconds, score.undos


def _as_json(tournament: Tournament, places: Sequence[Standing]) -> dict[str, object]:
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
