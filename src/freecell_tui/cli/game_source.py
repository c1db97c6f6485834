"""What the command line names: deals, positions in files, and games, in files, as share codes or the player's own."""

import argparse
import errno
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from freecell_tui.cli.options import (
    DEAL_PATTERN,
    InputError,
    Parser,
    UsageError,
    add_dialect,
    deal_number,
    explicit_dialect,
    explicit_variant,
    is_deal_number,
)
from freecell_tui.cli.runs import DealRange, NamedPosition
from freecell_tui.engine import (
    FREECELL,
    Autoplay,
    Board,
    Dialect,
    FreecellError,
    Game,
    PileKind,
    Turn,
    Variant,
    autoplay_moves,
    parse_deal,
    read_position,
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
from freecell_tui.engine.text import printable, quoted
from freecell_tui.storage import saves
from freecell_tui.storage.files import DESCRIPTOR, FileTooLarge, read_regular, reason
from freecell_tui.storage.saves import MAX_SECONDS, MAX_UNDOS, SavedGame

STANDARD_INPUT: Final = "-"
MAX_BYTES: Final = 4 * 2**20
"""The size up to which a file is read: no position and no game is longer."""

_DEALS: Final = re.compile(rf"(?P<first>{DEAL_PATTERN})(\.\.(?P<last>{DEAL_PATTERN}))?")


def read_deal(text: str) -> int:
    """Return the deal number in a text; raise InputError if no deal has it."""
    try:
        return parse_deal(text)
    except FreecellError as error:
        raise InputError(str(error)) from None


def input_title(name: str) -> str:
    """Return what a sentence that begins with the name of a file calls it: `Standard input` for `-`."""
    return "Standard input" if name == STANDARD_INPUT else name


def no_moves_in(name: str) -> InputError:
    """Return the error that there are no moves in a file."""
    return InputError(f"No moves in {'standard input' if name == STANDARD_INPUT else name}.")


def read_bytes(name: str, limit: int) -> bytes:
    """Return the bytes of a file, or of standard input for `-`; raise FileTooLarge, another OSError or ValueError.

    A descriptor of the shell's, as `/dev/fd/63` for `<(…)`, is read to its end like standard input. Of other names
    only files are read: a pipe may never end.
    """
    if name == STANDARD_INPUT:
        content = sys.stdin.buffer.read(limit + 1)
    elif DESCRIPTOR.fullmatch(name):
        with Path(name).open("rb") as file:
            content = file.read(limit + 1)
    else:
        return read_regular(Path(name), limit)
    if len(content) > limit:
        raise FileTooLarge(errno.EFBIG, "it is too large", name)
    return content


def read_text(name: str) -> str:
    """Return the text of what `read_bytes` reads; raise InputError if it cannot be read, or is no text."""
    title = input_title(name)
    try:
        text = read_bytes(name, MAX_BYTES)
    except FileTooLarge:
        raise InputError(f"{title} is too large: a position or a game has at most {MAX_BYTES // 2**20} MiB.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{title} cannot be read: {reason(error)}.") from None
    if b"\0" in text:
        raise InputError(f"{title} is not text.")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{title} is not text.") from None


def is_save(text: str) -> bool:
    """Return whether a text means to be a save: no position and no written game begins with a brace."""
    return text.lstrip().startswith("{")


def read_save(name: str, text: str) -> SavedGame:
    """Return the game in the text of a save; raise InputError if it is none."""
    try:
        return saves.decode(text)
    except saves.SaveError as error:
        raise InputError(f"{input_title(name)} cannot be read as a save. {printable(str(error))}") from None


def check_variant(name: str, found: Variant, expected: Variant | None) -> None:
    """Raise InputError if a file is about another game than the `expected` one; None expects none in particular."""
    if expected is not None and (found.name, found.cells) != (expected.name, expected.cells):
        raise InputError(f"{input_title(name)} is a game of {found.full_title}, not of {expected.full_title}.")


# Deals and positions


def read_positions(word: str, variant: Variant | None) -> DealRange | list[NamedPosition]:
    """Return the positions that one word names; raise InputError if it names none.

    A number or `first..last` is deals, and everything else is a file: `./617` is a file of that name. A save must be
    of the `variant` if one was asked for; deals and positions without one are of FreeCell.
    """
    numbers = _DEALS.fullmatch(word)
    if numbers is None:
        return [_read_position_file(word, variant)]
    first, last = read_deal(numbers["first"]), read_deal(numbers["last"] or numbers["first"])
    if last < first:
        raise InputError(f"The range {word} runs backwards: write {last}..{first}.")
    return DealRange(first, last, variant or FREECELL)


def is_single(words: Sequence[str]) -> bool:
    """Return whether these words ask about one position alone, and not about a range or a list."""
    return len(words) == 1 and ".." not in Path(words[0]).name


def _read_position_file(name: str, variant: Variant | None) -> NamedPosition:
    if name != STANDARD_INPUT and not (Path(name).exists() or Path(name).is_symlink()):
        raise InputError(f"{quoted(name)} is neither a deal number, nor a range like 1..1000, nor a file.")
    text = read_text(name)
    if is_save(text):
        game = read_save(name, text).game
        check_variant(name, game.variant, variant)
        return NamedPosition(name, game.variant, game.board)
    variant = variant or FREECELL
    try:
        return NamedPosition(name, variant, read_position(text, variant))
    except FreecellError as error:
        raise InputError(f"{input_title(name)} holds no position. {printable(str(error))}") from None


# Games in files and share codes


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

    @property
    def autoplay(self) -> Autoplay:
        """The autoplay to continue the game with."""
        return dialect_autoplay(self.dialect) if self.dialect else _recorded_autoplay(self.game.without_undone())


def add_game_options(parser: Parser) -> None:
    """Give a command `--deal` and `--dialect`, which say what written moves do not."""
    parser.add_argument(
        "--deal", type=deal_number, metavar="DEAL", help="the deal of the moves, if the file does not name it"
    )
    add_dialect(parser)


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
    file, deal, variant = options.game, options.deal, explicit_variant(options)
    if is_deal_number(file):
        if deal is not None:
            raise UsageError(f"argument --deal: {file} is already a deal number; ./{file} is a file.")
        deal = read_deal(file)
        if options.moves is None:
            from freecell_tui.cli.stats import own_game  # noqa: PLC0415 - the history is loaded by who asks for it

            return LoadedGame(own_game(deal, variant, best=options.best, unfinished=options.unfinished))
        file = options.moves
    elif options.moves is not None:
        raise UsageError(f"{file} is not a deal number: write the deal, then the file with its moves.")
    for option in ("best", "unfinished"):
        if getattr(options, option):
            raise UsageError(f"argument --{option}: a file holds only one game.")
    return read_game(file, deal, variant, explicit_dialect(options))


def read_game(
    name: str, deal: int | None = None, variant: Variant | None = None, dialect: Dialect | None = None
) -> LoadedGame:
    """Return the game in a file, or on standard input for `-`; raise InputError if there is none.

    The name may be a share code itself. A save, a code and a header say their own deal and variant, which must be the
    ones asked for; moves that do not say their variant are of the one asked for, or of FreeCell.
    """
    if is_code_word(name):
        name, loaded = "This share code", _decoded(name)
    else:
        text = read_text(name)
        if not text.strip():
            raise InputError(f"{input_title(name)} is empty.")
        if is_save(text):
            loaded = LoadedGame(read_save(name, text))
        elif code := find_code(text):
            loaded = _decoded(code)
        else:
            return _read_moves(name, text, deal, variant, dialect)
    _check(name, Header(loaded.game.deal, loaded.game.variant), deal, variant)
    return loaded


def is_code_word(word: str) -> bool:
    """Return whether a word of the command line is a share code, or what is left of one, and not a file."""
    try:
        return (bool(find_code(word)) or is_cut_code(word)) and not Path(word).exists()
    except OSError:  # too long for a file's name
        return True


def saved_game(shared: SharedGame) -> SavedGame:
    """Return the game of a share code as a save that has never been written."""
    return SavedGame(
        shared.game, min(float(shared.seconds), MAX_SECONDS), min(shared.undos, MAX_UNDOS), helped=shared.helped
    )


def _decoded(code: str) -> LoadedGame:
    try:
        shared = decode(code)
    except FreecellError as error:
        raise InputError(str(error)) from None
    return LoadedGame(saved_game(shared), shared=shared)


def _read_moves(name: str, text: str, deal: int | None, variant: Variant | None, dialect: Dialect | None) -> LoadedGame:
    header, count = read_moves(name, text)
    if header is not None:
        _check(name, header, deal, variant)
        # The header's own variant has the house rules too, which nobody can ask for.
        deal, variant = header.deal, header.variant or variant
    elif deal is None:
        if count and _are_moves(text):
            raise InputError("The moves do not name their deal: add --deal and its number.")
        raise no_moves_in(name)
    if not count:
        raise no_moves_in(name)
    game = Game.new(deal, variant or FREECELL)
    dialects = [dialect] if dialect else list(Dialect)
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


def _check(name: str, header: Header, deal: int | None, variant: Variant | None) -> None:
    """Raise InputError if a file is about another game than the one asked for."""
    if header.variant is not None:
        check_variant(name, header.variant, variant)
    if deal not in (None, header.deal):
        raise InputError(f"{input_title(name)} is a game of deal {header.deal}, not of deal {deal}.")


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
