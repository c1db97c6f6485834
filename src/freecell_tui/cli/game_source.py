"""A game named on the command line: in a file, as a save or as written moves, or the player's own by its deal."""

import argparse
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freecell_tui.cli.inputs import InputError, check_variant, is_save, read_record, read_text
from freecell_tui.cli.options import Parser, add_dialect, complain, deal_number, said_dialect, variant_of
from freecell_tui.engine import Dialect, FreecellError, Game, Variant, parse_deal
from freecell_tui.engine.notation import move_words
from freecell_tui.engine.text import printable
from freecell_tui.engine.transcript import Header, TranscriptError, dialect_autoplay, read_header, replay_moves

if TYPE_CHECKING:
    from freecell_tui.storage.saves import SavedGame

_DEAL: Final = re.compile(r"#?[-−]?[0-9][0-9,]*")

MOST_MOVES: Final = 10_000
"""How many moves a written game may have: more than anybody plays, and few enough to be read at once."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What the command line says of a game: its deal, variant and dialect, each None if it says nothing."""

    deal: int | None = None
    variant: Variant | None = None
    dialect: Dialect | None = None


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game that was read, with the dialect it was written in; `failure` is the move at which its text breaks off."""

    record: "SavedGame"
    dialect: Dialect | None = None
    failure: TranscriptError | None = None

    @property
    def is_written(self) -> bool:
        """Whether it was read from moves, which nobody need have played."""
        return self.dialect is not None

    @property
    def game(self) -> Game:
        """The game alone."""
        return self.record.game


def add_game(parser: Parser, own: str = "") -> None:
    """Give a command the words that name a game; `own` is what a deal alone stands for, if it does for anything."""
    file = "a save or written moves; - for standard input"
    if own:
        parser.add_argument("game", metavar="FILE|DEAL", help=f"{file}; or a deal, for {own}")
        parser.add_argument("moves", nargs="?", metavar="FILE", help="the moves of that deal")
        parser.add_argument("--best", action="store_true", help="of several games of yours the best, not the last")
    else:
        parser.add_argument("game", metavar="FILE", help=file)
    parser.add_argument(
        "--deal", type=deal_number, metavar="DEAL", help="which deal the moves are of, where they do not say it"
    )
    add_dialect(parser)


def named_game(parser: Parser, options: argparse.Namespace) -> LoadedGame:
    """The game that a command's words name; raise Unreadable if there is none."""
    usual = variant_of(parser, options)
    said = usual if options.variant is not None or options.cells is not None else None
    file, deal = options.game, options.deal
    number = _DEAL.fullmatch(file) if "best" in options else None
    if number is not None:
        if deal is not None:
            parser.error(f"argument --deal: {file} is a deal already; ./{file} is a file.")
        deal = _deal(file)
        file = options.moves
    elif getattr(options, "moves", None) is not None:
        parser.error(f"{options.game} is no deal number: write the deal, then the file with its moves.")
    if file is None:
        return LoadedGame(own_game(deal, said or _players_game(), best=options.best))
    if getattr(options, "best", False):
        parser.error("argument --best: there is only one game in a file.")
    return read_game(file, GameSpec(deal, said, said_dialect(options)), usual)


def _deal(text: str) -> int:
    try:
        return parse_deal(text)
    except FreecellError as error:
        raise InputError(str(error)) from None


def _players_game() -> Variant:
    """The game that the player's settings name."""
    from freecell_tui.storage.settings_file import SettingsFile  # noqa: PLC0415 - only here are settings looked at

    return SettingsFile.of_player().load().settings.new_game_variant


def read_game(name: str, asked: GameSpec, usual: Variant) -> LoadedGame:
    """The game in a file, or on standard input for `-`; raise Unreadable if there is none.

    `usual` is the variant of moves that do not say it. A save knows its own deal and variant, and a header does: what
    was asked for must be the same.
    """
    text = read_text(name)
    if not text.strip():
        raise InputError(f"{name} is empty.")
    if not is_save(text):
        return _written_game(name, text, asked, usual)
    record = read_record(name, text)
    _check(name, Header(record.game.deal, record.game.variant), asked)
    return LoadedGame(record)


def _written_game(name: str, text: str, asked: GameSpec, usual: Variant) -> LoadedGame:
    from freecell_tui.storage.saves import SavedGame  # noqa: PLC0415 - most commands have no use for saves

    try:
        header = read_header(text)
    except FreecellError as error:
        raise InputError(f"{name}: {printable(str(error))}") from None
    count = sum(1 for _ in move_words(text))
    if count > MOST_MOVES:
        raise InputError(f"{name} has {count:,} words, and no game has more than {MOST_MOVES:,} moves.")
    if header is not None:
        _check(name, header, asked)
    elif asked.deal is None:
        raise InputError("The moves do not say of which deal they are: add --deal and its number.")
    if not count:
        raise InputError(f"{name} holds no moves.")
    deal = asked.deal if asked.deal is not None else header.deal if header else 0
    # The header's own variant has the house rules too, which nobody can ask for.
    game = Game.new(deal, (header and header.variant) or asked.variant or usual)
    dialects = [asked.dialect] if asked.dialect else list(Dialect)
    tries = [(dialect, *replay_moves(game, text, dialect, dialect_autoplay(dialect))) for dialect in dialects]
    dialect, played, failure = max(tries, key=lambda found: _how_far(found[1], found[2], count))
    return LoadedGame(SavedGame(played), dialect, failure)


def _how_far(game: Game, failure: TranscriptError | None, count: int) -> tuple[bool, int]:
    """What tells the dialect that a text is written in: in the other one it does not win, or breaks off earlier."""
    return failure is None and game.is_won, count if failure is None else failure.number - 1


def _check(name: str, header: Header, asked: GameSpec) -> None:
    """Raise Unreadable if a file is of another game than the one that was asked for."""
    if asked.variant is not None and header.variant is not None:
        check_variant(name, header.variant, asked.variant, said=True)
    if asked.deal not in (None, header.deal):
        raise InputError(f"{name} is a game of deal {header.deal}, not of deal {asked.deal}.")


def own_game(deal: int, variant: Variant, *, best: bool) -> "SavedGame":
    """The player's own finished game of a deal, the last or the best; raise Unreadable if there is none.

    Best is a win without help, then one of few moves, then a quick one.
    """
    from freecell_tui.storage.errors import HistoryError  # noqa: PLC0415 - only here is it looked at
    from freecell_tui.storage.history import History  # noqa: PLC0415 - only here is it looked at
    from freecell_tui.storage.save_store import SaveStore  # noqa: PLC0415

    store = SaveStore.of_player()
    history = History(store.folder)
    try:
        history.import_missed_wins(store)
        results = history.results_of_deal(deal, variant)
        if best:
            results.sort(key=lambda it: (not it.is_won, it.is_helped, it.moves, it.seconds, it.undos), reverse=True)
        records = (history.saved_game(result.id) for result in reversed(results))
        record = next((record for record in records if record is not None), None)
    except HistoryError as error:
        raise InputError(str(error)) from None
    for notice in history.notices:
        complain(notice)
    if record is None:
        raise InputError(f"You have no finished game of {variant.full_title} #{deal}.")
    return record
