"""What the command line names: deals, positions in files, and games, in files or as share codes.

`freecell verify`, which needs no more than that, is here too.
"""

import errno
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import product, starmap
from pathlib import Path
from typing import Final, Literal, NamedTuple

from freecell_tui.cli.options import (
    DEAL_PATTERN,
    NO,
    YES,
    InputError,
    Options,
    Parser,
    UsageError,
    deal_number,
    file_name,
)
from freecell_tui.engine import (
    FREECELL,
    Autoplay,
    Board,
    Dialect,
    FreecellError,
    Game,
    IllegalMove,
    Variant,
    deal,
    read_position,
)
from freecell_tui.engine.game import MAX_TURNS, AutoplayRule
from freecell_tui.engine.notation import (
    AmbiguousMoves,
    Header,
    TranscriptError,
    as_on_table,
    dialect_autoplay,
    is_move,
    move_words,
    read_header,
    replay_in_likeliest,
)
from freecell_tui.engine.share_code import SharedGame, decode, find_code, is_cut_code, replayed
from freecell_tui.engine.text import counted, joined, printable, quoted
from freecell_tui.storage import saves
from freecell_tui.storage.files import DESCRIPTOR, FileTooLarge, read_regular, reason
from freecell_tui.storage.saves import MAX_SECONDS, MAX_UNDOS, SavedGame

STANDARD_INPUT: Final = "-"
MAX_BYTES: Final = 4 * 2**20
"""The size up to which a file is read: no position and no game is longer."""

_SAVE: Final = "{"
"""How a text begins that is meant as a save, and no position and no written game."""

_DEALS: Final = re.compile(rf"(?P<first>{DEAL_PATTERN})(\.\.(?P<last>{DEAL_PATTERN}))?")


def file_path(word: str) -> Path:
    """Return the path that a word of the command line names; raise InputError if no file can have this name."""
    return Path(file_name(word))


def input_title(name: str) -> str:
    """Return the name of a file as a sentence begins with it: `Standard input` for `-`."""
    return "Standard input" if name == STANDARD_INPUT else name


def read_bytes(name: str, limit: int) -> bytes:
    """Return the bytes of a file, or of standard input for `-`; raise FileTooLarge, another OSError or ValueError.

    A shell's descriptor, as `/dev/fd/63` for `<(…)`, is read to its end. Other pipes, which may never end, are refused.
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


def read_save(name: str, text: str) -> SavedGame:
    """Return the game in the text of a save; raise InputError if it is none."""
    try:
        return saves.decode(text)
    except saves.SaveError as error:
        raise InputError(f"{input_title(name)} cannot be read as a save. {printable(str(error))}") from None


def check_attempt(saved: SavedGame, wish: Literal["verdict", "look"]) -> None:
    """Raise FreecellError if a save is of an open attempt in a tournament, whose rules forbid to be told or shown it.

    The deal and moves that somebody writes down are nobody's attempt, so they are read as ever.
    """
    from freecell_tui.controller.features.tournaments import attempt_refusal  # noqa: PLC0415 - few games have an id
    from freecell_tui.storage.save_store import SaveStore  # noqa: PLC0415 - likewise

    if saved.id and (why := attempt_refusal(SaveStore.of_player(), saved, wish)):
        raise FreecellError(why)


class NamedPosition(NamedTuple):
    """A position with its name: a deal's number, or the name of the file that `file_board` was read from."""

    name: int | str
    variant: Variant
    file_board: Board | None = None

    @property
    def board(self) -> Board:
        """The board, dealt anew each time if the position is a deal."""
        if self.file_board is not None:
            return self.file_board
        assert isinstance(self.name, int)
        return deal(self.name, self.variant)


def read_deals(word: str) -> tuple[int, int] | None:
    """Return the first and last deal of `617` or `1..1000`, None for other words; raise InputError for no deals."""
    if not (numbers := _DEALS.fullmatch(word)):
        return None
    first, last = deal_number(numbers["first"]), deal_number(numbers["last"] or numbers["first"])
    if last < first:
        raise InputError(f"The range {word} runs backwards: write {last}..{first}.")
    return first, last


def check_one_variant(deal: int, variants: Iterable[Variant]) -> None:
    """Raise InputError, which names the choice, if a player's games of a deal are of several variants.

    House rules make no other variant: no option names them.
    """
    kinds = {(each.name, each.cells): each.with_house_rules() for each in variants}
    if len(kinds) > 1:
        names = joined(sorted(kind.full_title for kind in kinds.values()))
        fields = (kind.fields.items() for kind in kinds.values())
        options = sorted(" ".join(f"--{name} {value}" for name, value in each) for each in fields)
        raise InputError(f"You have played deal {deal} of {names}: add {joined(options, 'or')}.")


def read_positions(word: str, variant: Variant | None) -> tuple[int, Iterable[NamedPosition]]:
    """Return how many positions one word names, and these; raise InputError if it names none.

    What `read_deals` does not read is a file: `./617` is one. A save must be of the `variant` asked for; deals and
    positions without one are of FreeCell.
    """
    if (deals := read_deals(word)) is not None:
        first, last = deals
        named = (NamedPosition(number, variant or FREECELL) for number in range(first, last + 1) if number)
        return last - first + 1 - (first < 0 < last), named
    if word != STANDARD_INPUT and not (Path(word).exists() or Path(word).is_symlink()):
        raise InputError(f"{quoted(word)} is neither a deal number, nor a range like 1..1000, nor a file.")
    text = read_text(word)
    if text.lstrip().startswith(_SAVE):
        saved = read_save(word, text)
        check_attempt(saved, "verdict")
        game = saved.game
        _check(word, Header(game.deal, game.variant), None, variant)
        return 1, [NamedPosition(word, game.variant, game.board)]
    with InputError.instead(f"{input_title(word)} holds no position. "):
        return 1, [NamedPosition(word, variant or FREECELL, read_position(text, variant or FREECELL))]


class LoadedGame(NamedTuple):
    """A game from moves in a `dialect`, a code (`shared`) or a save; at its `failure`, if any, the text breaks off."""

    saved: SavedGame
    dialect: Dialect | None = None
    failure: TranscriptError | None = None
    shared: SharedGame | None = None
    written_for: Autoplay | None = None  # the autoplay that moves were read with

    @property
    def is_written(self) -> bool:
        return self.dialect is not None or self.shared is not None

    @property
    def game(self) -> Game:
        return self.saved.game

    @property
    def autoplay(self) -> Autoplay:
        """The autoplay that followed all its moves; SAFE, which never loses anything, if that changed."""
        if self.dialect is not None:
            return self.written_for or dialect_autoplay(self.dialect)
        game = self.game.without_undone()
        # A game that finishes by itself sends the rest home, too.
        rules = starmap(AutoplayRule, product((Autoplay.SAFE, Autoplay.ALL, Autoplay.NONE), (False, True)))
        return next((rule.policy for rule in rules if rule.explains_all(game)), Autoplay.SAFE)

    @property
    def is_every_move_written(self) -> bool:
        """Whether it comes from a text that has every home move, whatever autoplay there was."""
        return self.dialect is Dialect.FC_SOLVE and self.written_for is None

    def as_on_table(self) -> "LoadedGame":
        """Return this game with its moves counted as on the table, also if every home move is written.

        A game that ends where autoplay would go on, or in which cards came back from a foundation, stays as written.
        """
        with suppress(IllegalMove):
            if self.is_every_move_written and (played := as_on_table(self.game)).board == self.game.board:
                return self._replace(saved=replace(self.saved, game=played))
        return self

    def complete(self) -> "LoadedGame":
        """Return this game; raise InputError if its text breaks off."""
        if self.failure is not None:
            raise InputError(str(self.failure))
        return self


def add_game_options(parser: Parser) -> None:
    """Give a command `--deal` and `--dialect`, which say what written moves do not."""
    parser.add_argument(
        "--deal", type=deal_number, metavar="DEAL", help="the deal these moves belong to, if the file does not name it"
    )
    parser.add_dialect()


def read_game(name: str, options: Options) -> LoadedGame:
    """Return the game in a share code, in a file, or on standard input for `-`; raise InputError if there is none.

    The deal and variant that a save, a code or a header names must be those of the options; moves without a variant are
    of that one, or of FreeCell.
    """
    is_code = is_code_word(name)
    text = name if is_code else read_text(name)
    if not text.strip():
        raise InputError(f"{input_title(name)} is empty.")
    if text.lstrip().startswith(_SAVE):
        loaded = LoadedGame(read_save(name, text))
    elif code := name if is_code else find_code(text):
        with InputError.instead():
            shared = decode(code)
        seconds, undos = min(float(shared.seconds), MAX_SECONDS), min(shared.undos, MAX_UNDOS)
        loaded = LoadedGame(SavedGame(shared.game, seconds, undos, helped=shared.helped), shared=shared)
    else:
        return _read_moves(name, text, options)
    title = "This share code" if is_code else name
    _check(title, Header(loaded.game.deal, loaded.game.variant), options.deal, options.explicit_variant())
    return loaded


def is_code_word(word: str) -> bool:
    """Return whether a word of the command line is a share code, or what is left of one, and not a file."""
    try:
        return (bool(find_code(word)) or is_cut_code(word)) and not Path(word).exists()
    except OSError:  # too long for a file's name
        return True


def _read_moves(name: str, text: str, options: Options) -> LoadedGame:
    deal, variant, wanted = options.deal, options.explicit_variant(), options.explicit_dialect()
    header, count = _read_header(name, text)
    if header is not None:
        _check(name, header, deal, variant)
        # The header's own variant has the house rules too, which nobody can ask for.
        deal, variant = header.deal, header.variant or variant
    elif deal is None:
        # A few words of any text can be moves: `be` is one.
        if sum(1 if is_move(word) else -1 for word in move_words(text)) > 0:
            raise InputError("The moves do not name their deal: add --deal and its number.")
        raise no_moves_in(name)
    if not count:
        raise no_moves_in(name)
    game = Game.new(deal, variant or FREECELL)
    autoplay = options.explicit_autoplay()
    if autoplay is None and header is not None and header.autoplay is not None:
        # Moves for an autoplay leave its moves out, as no other dialect does.
        autoplay, wanted = header.autoplay, wanted or Dialect.STANDARD
    try:
        dialect, played, failure = replay_in_likeliest(game, text, wanted, autoplay)
    except AmbiguousMoves as error:
        raise InputError(f"{error} Add --dialect standard or --dialect fc-solve.") from None
    return LoadedGame(SavedGame(played), dialect, failure, written_for=autoplay)


def _read_header(name: str, text: str) -> tuple[Header | None, int]:
    """Return the header of a file's text and how many moves follow; raise InputError if they cannot be read."""
    with InputError.instead(f"{input_title(name)}: "):
        header, count = read_header(text), sum(1 for _ in move_words(text))
    if count > MAX_TURNS:
        raise InputError(f"{input_title(name)} has {count:,} words, but a game has at most {MAX_TURNS:,} moves.")
    return header, count


def no_moves_in(name: str) -> InputError:
    return InputError(f"No moves in {'standard input' if name == STANDARD_INPUT else name}.")


def _check(name: str, header: Header, deal: int | None, variant: Variant | None) -> None:
    """Raise InputError if a file is about another game than the one asked for."""
    found = header.variant
    if found is not None and variant is not None and (found.name, found.cells) != (variant.name, variant.cells):
        raise InputError(f"{input_title(name)} is a game of {found.full_title}, not of {variant.full_title}.")
    if deal not in (None, header.deal):
        raise InputError(f"{input_title(name)} is a game of deal {header.deal}, not of deal {deal}.")


def verify_arguments(parser: Parser) -> None:
    parser.example = "freecell solve 617 | freecell verify 617"
    parser.add_variant()
    parser.add_argument(
        "game",
        type=lambda text: text if is_code_word(text) else deal_number(text),
        metavar="DEAL|CODE",
        help="the deal number, or a share code, which needs no file",
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a file with the moves; - or nothing for standard input"
    )
    parser.add_dialect()
    parser.add_autoplay()


def run_verify(options: Options) -> int:
    if isinstance(options.game, str):
        for name, value in (("FILE", options.file), ("--dialect", options.dialect), ("--autoplay", options.autoplay)):
            if value is not None:
                raise UsageError(f"argument {name}: a share code has its own moves.")
        return _verify_code(options)
    options.deal = options.game
    file = STANDARD_INPUT if options.file is None else options.file
    text = read_text(file)
    header, _ = _read_header(file, text)
    if header is not None and header.deal != options.deal:
        print(f"these moves are of deal {header.deal}, not of {options.deal}")
        return NO
    loaded = _read_moves(file, text, options)
    failure = loaded.failure
    game = loaded.as_on_table().game
    if failure is not None:
        # A word that cannot be read is named by its error already.
        word = f" ({failure.word})" if failure.is_illegal else ""
        print(f"move {failure.number}{word} fails: {failure.error}")
        return NO
    moves = counted(game.moves_made, "move")
    if not game.is_won:
        print(f"not won: {sum(game.board.foundations)} of 52 cards are home after {moves}")
        return NO
    print(f"won in {moves}")
    return YES


def _verify_code(options: Options) -> int:
    """Print what a share code holds, replayed by the rules, and apart from that what nobody can verify."""
    loaded = read_game(options.game, options)
    # Saves are read by replaying every move through the rules, however the code was read.
    game = read_save("This share code", saves.encode(loaded.saved)).game
    assert loaded.shared is not None
    print(f"{replayed(game)} — verified")
    if said := [*loaded.shared.figures, *loaded.shared.signature]:
        print(f"Not checked, as only the player can know: {', '.join(said)}.")
    return YES if game.is_won else NO
