"""A game that the command line names: in a file, as a save or as written moves, or the player's own by its deal."""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

from freecell_tui.cli.inputs import (
    InputError,
    check_variant,
    input_title,
    is_save,
    no_moves_in,
    read_deal,
    read_save,
    read_text,
)
from freecell_tui.cli.options import (
    Parser,
    UsageError,
    add_dialect,
    deal_number,
    explicit_dialect,
    explicit_variant,
    is_deal_number,
)
from freecell_tui.cli.own_games import own_game
from freecell_tui.controller.share_text import saved_game
from freecell_tui.engine import (
    FREECELL,
    Autoplay,
    Board,
    Dialect,
    FreecellError,
    Game,
    Move,
    PileKind,
    Turn,
    Variant,
    autoplay_moves,
    rules,
)
from freecell_tui.engine.game import MAX_TURNS
from freecell_tui.engine.notation import (
    Header,
    TranscriptError,
    dialect_autoplay,
    is_move,
    move_words,
    read_header,
    replay_moves,
)
from freecell_tui.engine.share_code import SharedGame, decode, find_code, is_cut_code
from freecell_tui.engine.text import printable
from freecell_tui.storage.saves import SavedGame


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What the command line says about a game in a file: deal, variant and dialect, each None if it says nothing."""

    deal: int | None = None
    variant: Variant | None = None
    dialect: Dialect | None = None


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game that was read.

    `dialect` is how it was written, None for a save or a share code; `failure` is the move at which its text breaks
    off, if it does. `shared` is what a share code holds.
    """

    saved: SavedGame
    dialect: Dialect | None = None
    failure: TranscriptError | None = None
    shared: SharedGame | None = None

    @property
    def is_written(self) -> bool:
        """Whether it was read from moves or a share code, which the player need not have played."""
        return self.dialect is not None or self.shared is not None

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.saved.game


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """The way from a deal to the present board: the player's `moves`, and `boards`, one more than moves.

    `autoplay` is the one to continue with, and `dialect` the one the game is written in.
    """

    deal: int
    variant: Variant
    boards: tuple[Board, ...]
    moves: tuple[Move, ...]
    autoplay: Autoplay
    dialect: Dialect


def add_game_options(parser: Parser) -> None:
    """Give a command `--deal` and `--dialect`, which say what written moves do not."""
    parser.add_argument(
        "--deal", type=deal_number, metavar="DEAL", help="the deal of the moves, if the file does not name it"
    )
    add_dialect(parser)


def game_spec(options: argparse.Namespace) -> GameSpec:
    """Return what the options say about a game; raise UsageError if they name no variant."""
    return GameSpec(options.deal, explicit_variant(options), explicit_dialect(options))


def add_game_or_deal(parser: Parser) -> None:
    """Give a command the arguments that name a game in a file or a finished game of the player's."""
    parser.add_argument(
        "game",
        metavar="FILE|DEAL|CODE",
        help="a file with a save or moves, or a share code; - for standard input; or a deal, for your last game of it: "
        "a finished one, if there is one",
    )
    parser.add_argument("moves", nargs="?", metavar="FILE", help="a file with moves for that deal")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--best", action="store_true", help="your best game of that deal, instead of your last")
    which.add_argument("--unfinished", action="store_true", help="your unfinished game of that deal")
    add_game_options(parser)


def load_game_or_deal(options: argparse.Namespace) -> LoadedGame:
    """Return the game that the arguments name; raise InputError if there is none, or UsageError."""
    spec = game_spec(options)
    file = options.game
    if is_deal_number(file):
        if spec.deal is not None:
            raise UsageError(f"argument --deal: {file} is already a deal number; ./{file} is a file.")
        deal = read_deal(file)
        if options.moves is None:
            return LoadedGame(own_game(deal, spec.variant, best=options.best, unfinished=options.unfinished))
        spec, file = replace(spec, deal=deal), options.moves
    elif options.moves is not None:
        raise UsageError(f"{file} is not a deal number: write the deal, then the file with its moves.")
    for option in ("best", "unfinished"):
        if getattr(options, option):
            raise UsageError(f"argument --{option}: a file holds only one game.")
    return read_game(file, spec)


def read_game(name: str, spec: GameSpec) -> LoadedGame:
    """Return the game in a file, or on standard input for `-`; raise InputError if there is none.

    The name may be a share code itself. A save, a code and a header say their own deal and variant, which must be the
    ones asked for; moves that do not say their variant are of the one asked for, or of FreeCell.
    """
    if is_code_word(name):
        return _read_code("This share code", name, spec)
    text = read_text(name)
    if not text.strip():
        raise InputError(f"{input_title(name)} is empty.")
    if not is_save(text):
        code = find_code(text)
        return _read_code(name, code, spec) if code else _read_moves(name, text, spec)
    saved = read_save(name, text)
    _check(name, Header(saved.game.deal, saved.game.variant), spec)
    return LoadedGame(saved)


def played_line(loaded: LoadedGame) -> PlayedLine:
    """Return the moves and boards of a game; raise InputError if its text breaks off."""
    if loaded.failure is not None:
        raise InputError(str(loaded.failure))
    game = loaded.game.without_undone()
    autoplay = _recorded_autoplay(game) if loaded.dialect is None else dialect_autoplay(loaded.dialect)
    moves = tuple(turn.move for turn in game.turns if turn.move is not None)
    return PlayedLine(game.deal, game.variant, game.boards, moves, autoplay, loaded.dialect or Dialect.STANDARD)


def is_code_word(word: str) -> bool:
    """Return whether a word of the command line is a share code, or what is left of one, and not a file."""
    try:
        return (bool(find_code(word)) or is_cut_code(word)) and not Path(word).exists()
    except OSError:  # too long for a file's name
        return True


def _read_code(name: str, code: str, spec: GameSpec) -> LoadedGame:
    try:
        shared = decode(code)
    except FreecellError as error:
        raise InputError(str(error)) from None
    _check(name, Header(shared.game.deal, shared.game.variant), spec)
    return LoadedGame(saved_game(shared), shared=shared)


def _read_moves(name: str, text: str, spec: GameSpec) -> LoadedGame:
    header, count = read_moves(name, text)
    if header is not None:
        _check(name, header, spec)
    elif spec.deal is None:
        if count and _are_moves(text):
            raise InputError("The moves do not name their deal: add --deal and its number.")
        raise no_moves_in(name)
    if not count:
        raise no_moves_in(name)
    deal = spec.deal if spec.deal is not None else header.deal if header else 0
    # The header's own variant has the house rules too, which nobody can ask for.
    game = Game.new(deal, (header and header.variant) or spec.variant or FREECELL)
    dialects = [spec.dialect] if spec.dialect else list(Dialect)
    readings = [(dialect, *replay_moves(game, text, dialect, dialect_autoplay(dialect))) for dialect in dialects]
    dialect, played, failure = max(readings, key=lambda reading: _success(reading[1], reading[2], count))
    return LoadedGame(SavedGame(played), dialect, failure)


def _are_moves(text: str) -> bool:
    """Return whether most words of a text can be moves, which a few of any text can: `be` is one."""
    return sum(1 if is_move(word) else -1 for word in move_words(text)) > 0


def read_moves(name: str, text: str) -> tuple[Header | None, int]:
    """Return the header of a file's text and how many moves follow; raise InputError if they cannot be read."""
    try:
        header, count = read_header(text), sum(1 for _ in move_words(text))
    except FreecellError as error:
        raise InputError(f"{input_title(name)}: {printable(str(error))}") from None
    if count > MAX_TURNS:
        raise InputError(f"{input_title(name)} has {count:,} words, but a game has at most {MAX_TURNS:,} moves.")
    return header, count


def _success(game: Game, failure: TranscriptError | None, count: int) -> tuple[bool, int]:
    """Return what tells a text's own dialect: in the other one it does not win, or it breaks off earlier."""
    return failure is None and game.is_won, count if failure is None else failure.number - 1


def _check(name: str, header: Header, spec: GameSpec) -> None:
    """Raise InputError if a file is about another game than the one asked for."""
    if header.variant is not None:
        check_variant(name, header.variant, spec.variant)
    if spec.deal not in (None, header.deal):
        raise InputError(f"{input_title(name)} is a game of deal {header.deal}, not of deal {spec.deal}.")


def _recorded_autoplay(game: Game) -> Autoplay:
    """Return the autoplay that followed all turns of a game; SAFE, which never loses anything, if it changed."""
    for autoplay in (Autoplay.SAFE, Autoplay.ALL, Autoplay.NONE):
        if all(_is_followed(turn, board, game, autoplay) for turn, board in zip(game.turns, game.boards, strict=False)):
            return autoplay
    return Autoplay.SAFE


def _is_followed(turn: Turn, board: Board, game: Game, autoplay: Autoplay) -> bool:
    """Return whether a turn's home moves are what this autoplay makes of it, or of a game that finishes by itself."""
    if turn.move is None or turn.move.source.kind is PileKind.FOUNDATION:
        return True
    board = rules.apply_move(board, turn.move, game.variant)
    expected = tuple(autoplay_moves(board, game.variant, autoplay))
    for move in expected:
        board = rules.apply_move(board, move, game.variant)
    return turn.autoplay == expected or (rules.is_sorted(board) and turn.autoplay[: len(expected)] == expected)
