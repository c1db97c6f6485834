"""The arguments of commands: deals, positions in files, and games in files or share codes."""

import codecs
import errno
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice, product, starmap
from pathlib import Path
from typing import Final, Literal, NamedTuple

from freecell_tui.cli.options import (
    DEAL_PATTERN,
    InputError,
    Options,
    Parser,
    deal_number,
    file_name,
    maybe_deal,
    write_error,
)
from freecell_tui.engine import (
    FREECELL,
    VARIANTS,
    Autoplay,
    Board,
    Dialect,
    FreecellError,
    Game,
    IllegalMove,
    Variant,
    deal,
    parse_deal,
)
from freecell_tui.engine.board import is_meant_as_board, read_board
from freecell_tui.engine.game import MAX_TURNS, AutoplayRule
from freecell_tui.engine.notation import is_move
from freecell_tui.engine.positions import (
    Deal,
    StartPosition,
    StartReading,
    deal_name,
    read_any_board,
    read_start,
    start_board,
)
from freecell_tui.engine.share_code import SharedGame, decode, find_code, find_codes, is_cut_code
from freecell_tui.engine.text import joined, printable, quoted, unquoted
from freecell_tui.engine.transcripts import (
    SAFE,
    AmbiguousMoves,
    Header,
    SeveralGames,
    TranscriptError,
    WrittenGame,
    as_on_table,
    counting_rule,
    dialect_autoplay,
    find_game,
    is_answer,
    move_words,
    named_dialect,
    read_header,
    replay_in_likeliest,
    written_games,
)
from freecell_tui.storage import saves
from freecell_tui.storage.files import DESCRIPTOR, FileTooLarge, read_regular, reason
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import MAX_SECONDS, MAX_UNDOS, SavedGame
from freecell_tui.storage.tournaments import attempt_refusal

STANDARD_INPUT: Final = "-"
MAX_BYTES: Final = 4 * 2**20
"""The largest file that is read; no position and no game is larger."""
MAX_LINES: Final = 100_000
"""The most lines that are read; the longest catalogue of solutions has 1,000."""

_ENCODINGS: Final = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",  # before that of UTF-16, with which it begins
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The encodings of Windows' editors, by the mark at the beginning of a file."""

_FEW: Final = 0.25
"""The share of moves among the words of a text below which it is no list of moves with mistakes."""

_LINK_TO_DEAL: Final = re.compile(r"https?://\S*[?&]deal=([0-9]+)(?=\s|$)")
_CONTROLS: Final = re.compile(rb"[\0-\x08\x0e-\x19\x1c-\x1f\x7f]")
_RARE: Final = 10
"""One in so many bytes may be unlike the others in a text of unknown encoding."""

_DEALS: Final = re.compile(rf"(?P<first>{DEAL_PATTERN})(\.\.(?P<last>{DEAL_PATTERN}))?")


def file_path(word: str) -> Path:
    """Return the path that a word names; raise InputError for an impossible name."""
    return Path(file_name(word))


def input_title(name: str) -> str:
    """Return the name of a file at the beginning of a sentence.

    `-` becomes `Standard input`.
    """
    return "Standard input" if name == STANDARD_INPUT else name


def read_bytes(name: str, limit: int) -> bytes:
    """Return the bytes of a file; raise FileTooLarge, OSError or ValueError.

    `-` is standard input. A shell's descriptor, such as `/dev/fd/63` for `<(…)`, is read to its end. Other pipes are
    refused, as they may never end.
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
    """Return the text of a file; raise InputError for other content.

    Names are as for `read_bytes`.
    """
    title = input_title(name)
    try:
        text = read_bytes(name, MAX_BYTES)
    except FileTooLarge:
        raise InputError(f"{title} is too large: a position or a game has at most {MAX_BYTES // 2**20} MiB.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{title} cannot be read: {reason(error)}.") from None
    if (decoded := _decoded(text)) is None:
        raise InputError(f"{title} is not text.")
    if (lines := decoded.count("\n")) > MAX_LINES:
        raise InputError(f"{title} has {lines:,} lines: at most {MAX_LINES:,} are read.")
    return unquoted(decoded.replace("\ufeff", ""))


def _decoded(content: bytes) -> str | None:
    """Return the text of a file's bytes, in the encodings that editors write; None if they are no text."""
    encoding = next((name for mark, name in _ENCODINGS.items() if content.startswith(mark)), "utf-8")
    if encoding == "utf-8" and b"\0" in content.rstrip(b"\0\x1a"):
        first, second = content[::2].count(0), content[1::2].count(0)
        encoding = "utf-16-le" if first < second else "utf-16-be"
        if min(first, second) * _RARE > max(first, second) or max(first, second) * 4 < max(len(content), _RARE):
            return None
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        # A name in a comment may be in a code page. In a save, a letter must not become another.
        is_plain = len(content.decode("ascii", "ignore")) * _RARE > len(content) * (_RARE - 1)
        if not is_plain or encoding != "utf-8" or _CONTROLS.search(content) or content.lstrip().startswith(b"{"):
            return None
        return content.decode("cp1252", "replace")
    text = text.rstrip("\0\x1a")  # where a block of a disk, or a file of DOS, ends
    return None if "\0" in text or (content and not text) else text


def _is_save(text: str) -> bool:
    """Return whether a text is meant as a save; an answer in JSON is none."""
    text = text.lstrip()
    return text.startswith("{") and not is_answer(text.partition("\n")[0])


def read_save(name: str, text: str) -> SavedGame:
    """Return the game in the text of a save; raise InputError for other text."""
    try:
        return saves.decode(text, Path(name).name)
    except saves.SaveError as error:
        raise InputError(f"{input_title(name)} cannot be read as a save. {printable(str(error))}") from None


def file_use(name: str) -> str:
    """Return a sentence that says what a file holds and which command uses it; raise InputError."""
    return _use_of(name, read_text(name))


def holds_position(name: str) -> bool:
    """Return whether a file holds a single position; raise InputError."""
    text = read_text(name)
    return not _is_save(text) and not find_code(text) and _is_position(text)


def read_start_file(name: str, variant: Variant | None, usual: Variant) -> StartReading:
    """Return the position in a file, of the `variant` or else likely of the `usual` one; raise InputError."""
    with InputError.instead(f"{input_title(name)} holds no position. "):
        return read_start(read_text(name), variant, usual)


def _use_of(name: str, text: str) -> str:
    """Return a sentence that says what the text of a file holds and which command uses the file."""
    shown = printable(name)
    if _is_save(text):
        try:
            read_save(name, text)
        except InputError as error:
            return str(error)
        return f"{shown} is a save: freecell --resume {shown} plays it."
    if _is_result(text):
        return f"{shown} holds results of a tournament: freecell tournament standings {shown} ranks them."
    if find_code(text):
        return f"{shown} holds a share code: freecell import {shown} adds its game to yours."
    use = _use_of_boards(shown, text) or _use_of_moves(shown, text) or _use_of_deals(shown, text)
    return use or f"{shown} holds no game: neither a save, nor moves, nor a share code, nor a position."


def _use_of_boards(shown: str, text: str) -> str:
    """Return the sentence of `_use_of` for a text of positions; '' for another text."""
    if not (fault := _board_fault(text)):
        return f"{shown} holds a position: freecell {shown} plays it, and freecell solve {shown} solves it."
    if not is_meant_as_board(text):
        return ""
    if len(boards := _numbered_boards(text)) > 1:
        return f"{shown} holds {len(boards):,} positions: freecell solve {shown} solves them."
    return f"{shown} is meant as a position. {fault}"


def _use_of_moves(shown: str, text: str) -> str:
    """Return the sentence of `_use_of` for written games; '' for another text."""
    if not _are_moves(text):
        return ""
    games = written_games(text)
    deals = list(dict.fromkeys(game.deal for game in games))
    position = _named_position(games[0].text) if len(games) == 1 else None
    start = position or (deals[0] if len(deals) == 1 else None)
    if start is not None:
        return f"{shown} holds moves of {deal_name(start)}: freecell import {shown} adds the game to yours."
    which = "moves" if len(games) == 1 else f"{len(games):,} games"
    option = f"--deal {deals[0] or 'DEAL'}"
    return f"{shown} holds {which}: freecell import {shown} {option} adds the game of that deal to yours."


def _named_position(text: str) -> StartPosition | None:
    """Return the position that written moves carry, or None without one."""
    with suppress(FreecellError):
        header = read_header(text)
        if header is not None and isinstance(header.deal, StartPosition):
            return header.deal
    return None


def _use_of_deals(shown: str, text: str) -> str:
    """Return the sentence of `_use_of` for the numbers of deals; '' for another text."""
    deals = _listed_deals(text)
    if len(deals) == 1 and deals[0].isdecimal():
        return f"{shown} holds the number of a deal: freecell {deals[0]} plays it."
    return f"{shown} holds a list of deals: freecell solve {shown} solves them." if deals else ""


def other_use(name: str) -> str:
    """Return a space and what else a file is for that is no save; '' for other files."""
    with suppress(InputError):
        if not _is_save(text := read_text(name)):
            return f" {_use_of(name, text)}"
    return ""


def _is_position(text: str) -> bool:
    """Return whether a text is a board of any variant."""
    return not _board_fault(text)


def _board_fault(text: str) -> str:
    """Return why a text is no board of the variant that comes nearest, by the number of its columns.

    '' for a board of any variant.
    """
    faults = list[str]()
    for variant in VARIANTS.values():
        try:
            read_board(text, variant)
        except FreecellError as error:
            faults.append(str(error))
        else:
            return ""
    return next((fault for fault in faults if " columns, not " not in fault), faults[0])


def _is_result(text: str) -> bool:
    """Return whether a text is that of a tournament's result file."""
    return "\n[results]" in text and "\n[tournament]" in text


def _listed_deals(text: str) -> list[str]:
    """Return the deals of a list, each a number, a range, or a link to a deal; [] for another text."""
    numbers = re.sub(_LINK_TO_DEAL, r" \1 ", text)
    lines = (line.lstrip("# ") if re.match(r"\s*#[0-9]+\s*$", line) else line for line in numbers.splitlines())
    words = [word for line in lines for word in re.split(r"[\s,;]+", line.partition("#")[0]) if word]
    return words if all(map(_DEALS.fullmatch, words)) else []


def _are_moves(text: str, share: float = 0.5) -> bool:
    """Return whether more than a `share` of the words are moves: in any text a few are, as `be`."""
    if is_meant_as_board(text):
        return False
    with suppress(FreecellError):
        words = list(islice((word for game in written_games(text) for word in move_words(game.text)), MAX_TURNS))
        return sum(map(is_move, words)) > share * len(words)
    return False


def check_attempt(saved: SavedGame, wish: Literal["verdict", "look"]) -> None:
    """Raise FreecellError if a tournament forbids to show or judge a save.

    Only the save of an open attempt is refused. Moves that somebody has written down are nobody's attempt.
    """
    if saved.id and (why := attempt_refusal(SaveStore.of_player(), saved, wish)):
        raise FreecellError(why)


class NamedPosition(NamedTuple):
    """A position, named by its deal number or by its file."""

    name: int | str
    variant: Variant
    file_board: Board | None = None
    """The board of a file; None for a deal."""

    @property
    def deal(self) -> Deal:
        """The deal, or the position of the file."""
        if self.file_board is not None:
            return StartPosition(self.file_board)
        assert isinstance(self.name, int)
        return self.name

    @property
    def board(self) -> Board:
        """The board of the file, or of the deal.

        Every access deals the cards again.
        """
        return start_board(self.deal, self.variant)


def read_deals(word: str) -> tuple[int, int] | None:
    """Return the first and last deal of a range; raise InputError for invalid numbers.

    `617` is a range, too. None stands for any other word.
    """
    if not (match := _DEALS.fullmatch(word)):
        return None
    first, last = deal_number(match["first"]), deal_number(match["last"] or match["first"])
    if last < first:
        raise InputError(f"The range {word} runs backwards: write {last}..{first}.")
    return first, last


def check_one_variant(deal: Deal, variants: Iterable[Variant]) -> None:
    """Raise InputError if a player's games of a deal have several variants.

    The sentence names the options to choose from. House rules do not count, as no option names them.
    """
    choices = {(variant.name, variant.cells): variant.with_house_rules() for variant in variants}
    if len(choices) > 1:
        names = joined(sorted(variant.full_title for variant in choices.values()))
        options = sorted(
            " ".join(f"--{name} {value}" for name, value in variant.fields.items()) for variant in choices.values()
        )
        raise InputError(f"You have played {deal_name(deal)} of {names}: add {joined(options, 'or')}.")


class NamedPositions(NamedTuple):
    """The positions that a word of the command line names."""

    total: int
    positions: Iterable[NamedPosition]


def read_positions(word: str, variant: Variant | None) -> NamedPositions:
    """Return the positions that a word names; raise InputError.

    The word is a deal number, a range, or the name of a file with a position or a save: `./617` is a file. A save must
    have the `variant`, if there is one. Without a `variant`, a deal is of FreeCell, and so is a position that can be.
    """
    if (deals := read_deals(word)) is not None:
        first, last = deals
        positions = (NamedPosition(number, variant or FREECELL) for number in range(first, last + 1) if number)
        count = last - first + 1
        if first < 0 < last:
            count -= 1  # 0 is no deal
        return NamedPositions(count, positions)
    if word != STANDARD_INPUT and not (Path(word).exists() or Path(word).is_symlink()):
        raise InputError(f"{quoted(word)} is neither a deal number, nor a range like 1..1000, nor a file.")
    text = read_text(word)
    if _is_save(text):
        saved = read_save(word, text)
        check_attempt(saved, "verdict")
        game = saved.game
        _check(word, Header(game.deal, game.variant), Header(None, variant))
        return NamedPositions(1, [NamedPosition(word, game.variant, game.board)])
    if (listed := _listed_deals(text)) and not _are_moves(text):
        lists = [read_positions(deals, variant) for deals in listed]
        return NamedPositions(
            sum(found.total for found in lists), chain.from_iterable(found.positions for found in lists)
        )
    numbered = _numbered_boards(text)
    if not numbered[1:] or not is_meant_as_board(text):
        return NamedPositions(1, [_read_board(word, text, variant)])
    boards = [_read_board(word, game.text, variant, game.name) for game in numbered]
    return NamedPositions(len(boards), boards)


def _numbered_boards(text: str) -> list[WrittenGame]:
    """Return the parts of a text below the numbers of deals."""
    return [game for game in written_games(text) if game.deal is not None]


def _read_board(word: str, text: str, variant: Variant | None, number: str = "") -> NamedPosition:
    """Return the position in the text of a file; raise InputError.

    The `number` above it is its name if it is that deal.
    """
    try:
        board, variant, note = read_any_board(text, variant)
    except FreecellError as error:
        if word != STANDARD_INPUT and text.strip() and not is_meant_as_board(text):
            raise nothing_in("position", word, text) from None
        raise InputError(f"{input_title(word)} holds no position. {error}") from None
    if note:
        write_error(f"{input_title(word)}: {note}")
    with suppress(FreecellError):
        if number and deal(parse_deal(number), variant) == board:
            return NamedPosition(parse_deal(number), variant)
    return NamedPosition(f"{word} #{number}" if number else word, variant, board)


class LoadedGame(NamedTuple):
    """A game from written moves, a share code or a save."""

    saved: SavedGame
    dialect: Dialect | None = None
    """The dialect of written moves; None for a code or a save."""

    failure: TranscriptError | None = None
    """The first move that cannot be played; None if all moves were played."""

    shared: SharedGame | None = None
    """The content of a share code; None for written moves or a save."""

    written_for: AutoplayRule | None = None
    """The autoplay with which written moves were read; None for that of the dialect."""

    counted_for: AutoplayRule = SAFE
    """The autoplay whose home moves are not counted, where every home move is written."""

    @property
    def is_written(self) -> bool:
        """Whether the game is not from a save."""
        return self.dialect is not None or self.shared is not None

    @property
    def game(self) -> Game:
        return self.saved.game

    @property
    def rule(self) -> AutoplayRule:
        """The autoplay that followed every move.

        SAFE, if the autoplay changed during the game: SAFE never loses a game.
        """
        if self.dialect is not None:
            return self.written_for or AutoplayRule(dialect_autoplay(self.dialect), finish=False)
        game = self.game.without_undone()
        # Each policy is tried without finishing games automatically, and with it.
        rules = starmap(AutoplayRule, product((Autoplay.SAFE, Autoplay.ALL, Autoplay.NONE), (False, True)))
        return next((rule for rule in rules if rule.explains_all(game)), SAFE)

    @property
    def is_every_move_written(self) -> bool:
        """Whether the text has every home move, also those of autoplay."""
        return self.dialect is Dialect.FC_SOLVE and self.written_for is None

    @property
    def counting_rule(self) -> AutoplayRule:
        """The autoplay with which this game, written down, keeps its number of moves."""
        return self.counted_for if self.is_every_move_written else counting_rule(self.game)

    def as_on_table(self) -> "LoadedGame":
        """Return this game with its moves counted as on the table.

        Home moves that autoplay would make are not counted. A game stays as written if autoplay would go on at its end,
        or if cards came back from a foundation.
        """
        with suppress(IllegalMove):
            if self.is_every_move_written:
                played = as_on_table(self.game, self.counted_for)
                if played.board == self.game.board:
                    return self._replace(saved=replace(self.saved, game=played), written_for=self.counted_for)
        return self

    def complete(self) -> "LoadedGame":
        """Return this game; raise InputError if a move failed."""
        if self.failure is not None:
            raise InputError(str(self.failure))
        return self


def add_game_options(parser: Parser) -> None:
    """Add `--deal` and `--dialect`, which written moves may need."""
    parser.add_argument(
        "--deal",
        type=maybe_deal,
        metavar="DEAL|FILE",
        help="the deal these moves belong to, or a file with its position, if their file does not name it",
    )
    parser.add_dialect()


def wanted_start(options: Options) -> Header:
    """Return the deal and the variant that the options name; raise InputError.

    The deal may be the position in a file, which has a variant.
    """
    deal, variant = options.deal, options.explicit_variant()
    if not isinstance(deal, str):
        return Header(deal, variant)
    reading = read_start_file(deal, variant, FREECELL)
    return Header(reading.start, reading.variant)


def read_game(name: str, options: Options, *, takes_position: bool = False) -> LoadedGame:
    """Return the game in a share code or a file; raise InputError.

    `-` is standard input. The options may name a deal and a variant: a save, a code and a header must agree with them.
    Moves without a variant have that of the options, or are of FreeCell. A position is a game without moves, if the
    command `takes_position`.
    """
    is_code = is_code_word(name)
    text = name if is_code else read_text(name)
    if not text.strip():
        raise InputError(f"{input_title(name)} is empty.")
    if _is_save(text):
        loaded = LoadedGame(read_save(name, text))
    elif code := name if is_code else find_code(text):
        if count := 0 if is_code else len({*find_codes(text)} - {code}):
            raise InputError(f"{input_title(name)} holds {count + 1} share codes: leave one of them in the file.")
        with InputError.instead():
            shared = decode(code)
        seconds, undos = min(float(shared.seconds), MAX_SECONDS), min(shared.undos, MAX_UNDOS)
        loaded = LoadedGame(SavedGame(shared.game, seconds, undos, helped=shared.helped), shared=shared)
    elif takes_position and _is_position(text):
        with InputError.instead(f"{input_title(name)}: "):
            start = read_start(text, options.explicit_variant())
        for sentence in filter(None, [start.note, _offered_deal(start)]):
            write_error(f"{input_title(name)}: {sentence}")
        loaded = LoadedGame(SavedGame(Game.new(start.start, start.variant)))
    else:
        wanted = wanted_start(options)
        return read_written_game(name, choose_game(name, text, wanted.deal), options, wanted)
    title = "This share code" if is_code else name
    _check(title, Header(loaded.game.deal, loaded.game.variant), wanted_start(options))
    return loaded


def _offered_deal(start: StartReading) -> str:
    """Return a sentence about the deal that a position is, with the command that plays it, or ''."""
    if start.number is None:
        return ""
    words = [f"--{name} {value}" for name, value in start.variant.fields.items() if start.variant != FREECELL]
    command = " ".join(["freecell", *words, str(start.number)])
    return f"{start.deal_sentence.removesuffix('.')}: {command} plays it."


def is_code_word(word: str) -> bool:
    """Return whether a word is a share code, perhaps a cut one.

    The name of an existing file is no share code.
    """
    try:
        return (bool(find_code(word)) or is_cut_code(word)) and not Path(word).exists()
    except OSError:  # the word is too long for a file's name
        return True


def read_written_game(name: str, text: str, options: Options, wanted: Header) -> LoadedGame:
    """Return the game of written moves; raise InputError.

    `name` is that of the file, for sentences. The deal and the variant `wanted` are those of the options.
    """
    (deal, variant, _), dialect = wanted, options.explicit_dialect()
    header, count = read_file_header(name, text)
    if header is not None:
        _check(name, header, wanted)
        # Only the header's variant has the house rules: no option names them.
        deal, variant = header.deal or deal, header.variant or variant
    if deal is None and header is not None:
        raise InputError(f"The moves in {name} begin at the position in a file: add --deal and the name of that file.")
    if deal is None:
        if _are_moves(text):
            raise InputError("The moves do not name their deal: add --deal and its number.")
        raise nothing_in("moves", name, text)
    are_moves = _are_moves(text) or (_are_moves(text, _FEW) and not _listed_deals(text))
    if not count or (name != STANDARD_INPUT and not are_moves):
        raise nothing_in("moves", name, text)
    game = Game.new(deal, variant or FREECELL)
    autoplay, counted_for = options.explicit_autoplay(), SAFE
    rule = None if autoplay is None else AutoplayRule(autoplay, finish=False)
    if rule is None and header is not None and header.rule is not None:
        if (dialect or named_dialect(text)) is Dialect.FC_SOLVE:
            counted_for = header.rule
        else:
            # Only standard notation leaves out the moves of autoplay.
            rule, dialect = header.rule, Dialect.STANDARD
    try:
        dialect, played, failure = replay_in_likeliest(game, text, dialect, rule)
    except AmbiguousMoves as error:
        raise InputError(f"{error} Add --dialect standard or --dialect fc-solve.") from None
    return LoadedGame(SavedGame(played), dialect, failure, written_for=rule, counted_for=counted_for)


def choose_game(name: str, text: str, deal: Deal | None) -> str:
    """Return the text of the only game in a file, or of its only game of a deal; raise InputError."""
    if is_meant_as_board(text):
        raise nothing_in("moves", name, text)
    title = f"{input_title(name)}: "
    try:
        return find_game(text, deal)
    except SeveralGames as error:
        choice = "Leave only one in the file." if deal or not error.deals else "Add --deal and one of these numbers."
        raise InputError(f"{title}{error} {choice}") from None
    except FreecellError as error:
        raise InputError(f"{title}{error}") from None


def read_file_header(name: str, text: str) -> tuple[Header | None, int]:
    """Return the header of written moves, and the number of moves.

    Raise InputError if the header is unreadable or the moves are too many.
    """
    with InputError.instead(f"{input_title(name)}: "):
        header, count = read_header(text), sum(1 for _ in move_words(text))
    if count > MAX_TURNS:
        raise InputError(f"{input_title(name)} has {count:,} words, but a game has at most {MAX_TURNS:,} moves.")
    return header, count


def nothing_in(kind: str, name: str, text: str = "") -> InputError:
    """Return the error for a file without moves or without a position, with a sentence about the use of its text."""
    if name == STANDARD_INPUT or not text.strip():
        return InputError(f"No {kind} in {'standard input' if name == STANDARD_INPUT else printable(name)}.")
    return InputError(f"No {kind} in {printable(name)}. It{_use_of(name, text).removeprefix(printable(name))}")


def is_same_deal(one: Header, other: Header) -> bool:
    """Return whether two headers name the same deal, which may be a position in one of them."""
    if one.deal is None or other.deal is None or one.deal == other.deal:
        return one.deal == other.deal
    variant = one.variant or other.variant or FREECELL
    return start_board(one.deal, variant) == start_board(other.deal, variant)


def _check(name: str, header: Header, wanted: Header) -> None:
    """Raise InputError if a file's deal or variant differs from those `wanted`."""
    actual, variant, deal = header.variant, wanted.variant, wanted.deal
    if actual is not None and variant is not None and (actual.name, actual.cells) != (variant.name, variant.cells):
        raise InputError(f"{input_title(name)} is a game of {actual.full_title}, not of {variant.full_title}.")
    if deal is not None and header.deal is not None and not is_same_deal(header, wanted):
        raise InputError(f"{input_title(name)} is a game of {deal_name(header.deal)}, not of {deal_name(deal)}.")
