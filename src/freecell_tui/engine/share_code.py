"""Share codes: a whole game as a short text that can be typed, read out and pasted.

    FC4XN-8K2QT-…    see `write_groups`

The first character is the format: F for a game of a numbered deal, G for one that begins at a position.
The other characters are one number, the most significant first, with leading zeros that fill the last group.
The number holds these choices, packed by `Encoder`:

1. The variant; whether its cells are the usual ones, and if not their number; whether each house rule is in force.
2. In format F the deal: its range among `_DEALS`, and its index there. In format G the position: the rank on each
   foundation; for each cell whether it holds a card, and which of those left; for each column but the last its length,
   and for every column its cards, each as its place among those left.
3. The autoplay, as one of `AUTOPLAY_RULES`; whether the game ends as soon as it is won; if not, the number of turns.
4. Each turn: its move, as one of `ordered_moves`; then its sequel: that autoplay, every card that can go home, or
   neither. In the last case the home moves follow one by one: the place of each among the home moves of
   `ordered_moves`, from 1, and 0 at the end, unless no card is left that could go home. Earlier versions wrote "all
   cards home" as one turn: a card sent home, and every other card behind it. Such a turn is read as a turn for each
   card that autoplay did not send.
5. The undos, the seconds, whether the game counts as helped, and the name if it is signed.

All of this is a contract: another order or another weight makes another format, with another first character.
Moves are chosen among legal ones, so no code holds a game that the rules do not allow.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from freecell_tui.engine import check_characters
from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import CELLS, COLUMNS, DECK, KING, Card, Move, Pile, PileKind
from freecell_tui.engine.check_characters import CHECKS, GROUP, MAX_VALUES, Fault
from freecell_tui.engine.game import (
    AUTOPLAY_RULES,
    EVERYTHING,
    AutoplayRule,
    Game,
    Turn,
    all_home,
    likeliest_rule,
    sends_all_home,
)
from freecell_tui.engine.positions import StartPosition, deal_mark
from freecell_tui.engine.rules import apply_move, legal_moves
from freecell_tui.engine.text import NotationError, claimed_count, claimed_time, counted, quoted
from freecell_tui.engine.variants import MAX_CELLS, Variant, find_variant

# Choices in one big number, by range asymmetric numeral systems: Jarek Duda, “Asymmetric numeral systems”,
# arXiv:1311.2540.
#
# A choice is one of several alternatives with whole-number weights; one of weight w among a total of t takes
# log2(t / w) bits. The number is exact and grows as needed, so nothing is rounded and no bit is lost between two
# choices. The last choice packed is the first unpacked, so the encoder collects all of them and packs them backwards.


class Encoder:
    """A collector of choices, held by `number`.

    >>> encoder = Encoder()
    >>> encoder.choose((1, 1, 6), 2), encoder.pick(32_000, 616)
    (2, 616)
    >>> decoder = Decoder(encoder.number)
    >>> decoder.choose((1, 1, 6)), decoder.pick(32_000), decoder.is_used_up
    (2, 616, True)
    """

    def __init__(self) -> None:
        self._intervals: list[tuple[int, int, int]] = []

    def choose(self, weights: Sequence[int], index: int) -> int:
        """Add a choice among weighted alternatives, and return it.

        The choice is an index into `weights`; its weight must not be 0.
        """
        self._intervals.append((sum(weights[:index]), weights[index], sum(weights)))
        return index

    def pick(self, count: int, index: int) -> int:
        """Add a choice among `count` equally likely alternatives, and return it."""
        self._intervals.append((index, 1, count))
        return index

    @property
    def number(self) -> int:
        number = 0
        for start, width, total in reversed(self._intervals):
            number = number // width * total + start + number % width
        return number


class Decoder:
    """A reader of choices, in the order of their encoding.

    Any number decodes to some choices.
    The methods have the signatures of `Encoder`, so that one function both writes and reads a code.
    The choice passed to a method is ignored.
    """

    def __init__(self, number: int) -> None:
        self._number = number

    def choose(self, weights: Sequence[int], _index: int = 0) -> int:
        ends = list(accumulate(weights))
        self._number, place = divmod(self._number, ends[-1])
        index = bisect_right(ends, place)
        self._number = self._number * weights[index] + place - (ends[index] - weights[index])
        return index

    def pick(self, count: int, _index: int = 0) -> int:
        self._number, index = divmod(self._number, count)
        return index

    @property
    def is_used_up(self) -> bool:
        """Whether only first alternatives are left, as after the last choice."""
        return self._number == 0


# The moves of a position in a fixed order, and how likely people are to play each: what share codes are packed by.
#
# Both are part of the format of share codes. They are independent of the order of `legal_moves`, and must not change
# with it: existing codes would then hold other games.

_SOURCES: Final = {PileKind.COLUMN: 0, PileKind.CELL: 1, PileKind.FOUNDATION: 2}
_TARGETS: Final = {PileKind.HOME: 0, PileKind.CELL: 1, PileKind.COLUMN: 2}


def ordered_moves(board: Board, variant: Variant) -> list[Move]:
    """Return every legal move in the order of share codes.

    Moves are sorted by source: columns before cells before foundations.
    Moves of one source are sorted by target: home before cells before columns.
    Piles of one kind are sorted from the first on.
    To an empty column, the move of the most cards comes before those of 1, 2 and more.
    """
    return sorted(legal_moves(board, variant), key=_place)


def _place(move: Move) -> tuple[int, ...]:
    source, target = move.source, move.target
    return _SOURCES[source.kind], source.index, _TARGETS[target.kind], target.index, move.count or 0


def move_weights(board: Board, moves: Sequence[Move]) -> list[int]:
    """Return the weight of each move: its likelihood as a whole number.

    The weights were measured on games won by people and solvers.
    Of equivalent targets, the first free cell and the first empty column are the likeliest.
    """
    cell = next((pile for pile, card in zip(CELLS, board.free_cells, strict=False) if card is None), None)
    column = next((pile for pile, cards in zip(COLUMNS, board.columns, strict=False) if not cards), None)
    return [_weight(move, board, (cell, column)) for move in moves]


def _weight(move: Move, board: Board, first_free: tuple[Pile | None, Pile | None]) -> int:
    if move.goes_home:
        return 96
    if move.source.kind is PileKind.FOUNDATION:
        return 1
    from_cell, is_first = move.source.kind is PileKind.CELL, move.target in first_free and move.count is None
    if move.target.kind is PileKind.CELL:
        return 6 if is_first and not from_cell else 1
    if board.columns[move.target.index]:
        return 24 if from_cell else 16
    if is_first:
        return 3 if from_cell else 4
    return 1 if from_cell or move.count else 2


# Values from 0 to 31 as text that people copy: groups of five characters in Crockford's base32, with check characters.
#
# Case does not matter, O is read as 0, I and L as 1, and spaces, dashes and line ends are ignored. U is not used: it
# looks like V.

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

_VALUES: Final = {letter: value for value, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_SEPARATORS: Final = re.compile(r"[\s\u200b\ufeff\u00ad_\u2010-\u2015\u2212-]+")
_FEWEST: Final = 2 * GROUP
# More than any code has with a separator after each character; longer texts are not searched.
_LONGEST_TEXT: Final = 4 * MAX_VALUES

_DASHES: Final = re.compile(r"[_\u2010-\u2015\u2212-]")
_LINE_BREAK: Final = re.compile(r"-[ \t]*\r?\n\s*")
_AROUND: Final = "\"'`()[]<>{}*“”‘’,;:.!?"
_CUT_CODE: Final = re.compile(
    r"(?:F[0-9A-Z]{4}|G[0-9A-Z]{4}-[0-9A-Z]{5})-(?:[0-9A-Z]{5}-)*[0-9A-Z]{0,5}", re.IGNORECASE
)
_DIGIT: Final = re.compile("[0-9]")
_LONGEST_SEARCH: Final = 100_000
_FEWEST_GROUPS: Final = 3
_LONE_WORD: Final = 20


def write_groups(values: Sequence[int]) -> str:
    """Return values as text, in groups, with check characters at the end.

    Together they must fill the groups.
    """
    return _grouped(check_characters.with_checks(values))


def read_groups(text: str) -> list[int]:
    """Return the values of a text without its check characters.

    Raise NotationError with the place of the mistake and, if known, its correction.
    """
    letters = _SEPARATORS.sub("", text[:_LONGEST_TEXT]).upper()
    if len(letters) < _FEWEST:
        raise NotationError(f"This share code is not complete: it has only {counted(len(letters), 'character')}.")
    if len(letters) > MAX_VALUES + 1:
        raise NotationError(f"A share code has at most {MAX_VALUES:,} characters; this one has more.")
    values = [_VALUES.get(letter, 0) for letter in letters]
    strange = [place for place, letter in enumerate(letters) if letter not in _VALUES]
    if strange:
        raise NotationError(_about_strange(letters, values, strange))
    if not check_characters.is_right(values):
        raise NotationError(_about_mistake(values))
    return values[:-CHECKS]


def code_lines(code: str, width: int) -> list[str]:
    """Return a code in lines of at most `width` characters.

    A line has at least one group.
    A dash ends every line but the last.
    """
    if len(code) <= width:
        return [code]
    step = max(width // (GROUP + 1), 1) * (GROUP + 1)
    return [code[start : start + step] for start in range(0, len(code), step)]


def find_code(text: str) -> str:
    """Return the first share code in a text, even a damaged one.

    '' if there is none.
    """
    return next(find_codes(text), "")


def find_codes(text: str) -> Iterator[str]:
    """Yield the share codes in a text, even damaged ones.

    A code is a word of groups with dashes, which may break a line; or a long word of letters and digits; or a line of
    groups.
    Moves, positions and saves never look like this, and words have no digits.
    """
    text = text[:_LONGEST_SEARCH]
    for word in _LINE_BREAK.sub("-", text).split():
        bare = word.strip(_AROUND)
        groups = _DASHES.split(bare)
        is_long = len(groups) == 1 and len(bare) >= _LONE_WORD and _is_plain(bare)
        if _DIGIT.search(bare) and (is_long or _are_groups(groups)):
            yield bare
    for line in text.splitlines():
        words = line.split()
        words_with_digits = [word for word in words if _DIGIT.search(word)]
        if _are_groups(words) and len(words_with_digits) >= max(2, len(words) / 3):
            yield line.strip()


def is_cut_code(word: str) -> bool:
    """Return whether a word is the beginning of a share code.

    It has F first, a full group with a digit, and a dash; or G first, and two groups.
    """
    end = 2 * GROUP + 1 if word[:1] in "Gg" else GROUP
    return _CUT_CODE.fullmatch(word.strip()) is not None and _DIGIT.search(word[:end]) is not None


def _are_groups(words: Sequence[str]) -> bool:
    """Return whether words are groups, at most a third of them damaged."""
    groups = [word for word in words if len(word) == GROUP and _is_plain(word)]
    return len(words) >= _FEWEST_GROUPS and 3 * len(groups) >= 2 * len(words)


def _is_plain(word: str) -> bool:
    return word.isascii() and word.isalnum()


def _grouped(values: Sequence[int]) -> str:
    letters = "".join(ALPHABET[value] for value in values)
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def _groups_of(values: Sequence[int], first: int, last: int) -> str:
    """Return the groups around two places, in quotation marks."""
    return quoted(_grouped(values[first // GROUP * GROUP : last // GROUP * GROUP + GROUP]))


def _about_strange(letters: str, values: Sequence[int], strange: Sequence[int]) -> str:
    """Return the error for characters that no code has.

    `strange` has their places, at which `values` has 0.
    """
    place, right = strange[0], values if check_characters.is_right(values) else None
    correction = check_characters.correct(values) if right is None and len(strange) == 1 else None
    if correction is not None and (correction.fault, correction.place) == (Fault.WRONG, place):
        right = correction.values
    should_be = f": the group should be {_groups_of(right, place, place)}" if right else ""
    return f"{quoted(letters[place])} in group {place // GROUP + 1} cannot be in a share code{should_be}."


def _about_mistake(values: Sequence[int]) -> str:
    correction = check_characters.correct(values)
    if correction is None and len(values) % GROUP:
        return f"This share code is not complete: its last group has {len(values) % GROUP} of {GROUP} characters."
    if correction is None:
        return "This share code is not complete, or has more than one wrong character: copy it again."
    place = min(correction.place, len(correction.values) - 1)
    last = place + 1 if correction.fault is Fault.SWAPPED else place
    written, right = _groups_of(values, place, last), _groups_of(correction.values, place, last)
    return correction.fault.value.format(group=place // GROUP + 1, written=written, right=right)


MAX_MOVES: Final = 1000
"""The most turns of a game in a code, if they fit into its characters."""

MAX_SIGNATURE: Final = 20
"""The most characters of a signature."""

MAX_NUMBER: Final = 2**32 - 1
"""The most seconds or undos in a code; larger numbers are clipped to this."""

_OF_A_DEAL: Final = ALPHABET.index("F")
_OF_A_POSITION: Final = ALPHABET.index("G")
_IMPOSSIBLE: Final = "The game in this share code cannot be played."

# There is room for further variants.
_VARIANTS: Final = ("freecell", "bakers-game", "eight-off", "forecell", "seahaven-towers")
_HOUSE_RULES: Final = ("cards_come_back", "aces_only_home")
_NO_OR_YES: Final = (15, 1)

_DEALS: Final = (range(1, 32_001), range(32_001, 1_000_001), range(1_000_001, 2**31), range(2**31, 2**33), range(-3, 0))

# The weights of the ranks on a foundation, and of a column's length by its distance from that in a deal.
_RANK_WEIGHTS: Final = (13, *(1,) * KING)
_LENGTH_WEIGHTS: Final = (33, 17, 9, 5, 3, 2)

_FOLLOWED_WEIGHTS: Final = (250, 4, 2)
"""The weights of the sequels of a move: the usual autoplay, every card that can go home, or cards _ONE_BY_ONE."""
_ONE_BY_ONE: Final = 2

# The weights of numbers with 0, 1, 2 and more bits.
_TURN_BITS: Final = (1,) * 11
_UNDO_BITS: Final = (24, 8, 8, 8, 4, 4, 2, *(1,) * 26)
_SECOND_BITS: Final = (2, *(1,) * 4, 2, 6, 12, 24, 24, 12, 6, 4, 2, *(1,) * 19)

# Letters of a name: ASCII from the space on, then the rest of Unicode.
_FIRST_LETTER: Final = ord(" ")
_OTHER_LETTER: Final = ord("~") + 1 - _FIRST_LETTER
_LETTER_WEIGHTS: Final = (*(1,) * _OTHER_LETTER, 5)
_UNICODE: Final = 0x110000


class SharedGame(NamedTuple):
    """The content of a share code: a game, and its player's claims.

    The game ends at its present position.
    """

    game: Game
    seconds: float = 0
    """The time played, in a code rounded down to whole seconds; 0 if nobody played the game."""

    undos: int = 0
    """The number of moves undone and not redone."""

    helped: bool = False
    """Whether the game counts as helped."""

    name: str = ""
    """The signature; '' for none."""

    @property
    def figures(self) -> list[str]:
        """The player's claims: `6:52`, `no undos`, `with help`.

        Time and undos are left out of a game that nobody played.
        """
        undos = f"{claimed_count(self.undos)} {'undo' if self.undos == 1 else 'undos'}"
        figures = [claimed_time(self.seconds), undos] if self.seconds or self.undos else []
        return [*figures, "with help"] if self.helped else figures

    @property
    def signature(self) -> list[str]:
        """The signature, `signed by Ann`, in a list that may be empty."""
        return [f"signed by {self.name}"] if self.name else []


def replayed(game: Game) -> str:
    """Return the facts of a game that a replay proves.

    For example, `FreeCell #617, won in 52 moves`.
    """
    return f"{game.variant.title_with_rules} {deal_mark(game.deal)}, {outcome(game)}"


def outcome(game: Game) -> str:
    """Return the outcome of a game in words.

    `won in 52 moves`, or `20 of 52 cards home after 31 moves`.
    """
    moves = counted(game.moves_made, "move")
    return f"won in {moves}" if game.is_won else f"{sum(game.board.foundations)} of 52 cards home after {moves}"


def parse_signature(text: str) -> str:
    """Return a signature with single spaces, or ''; raise NotationError."""
    name = " ".join(text.split())
    if not name.isprintable():
        raise NotationError("A name can only have printable characters.")
    if len(name) > MAX_SIGNATURE:
        raise NotationError(f"A name on a share code has at most {MAX_SIGNATURE} characters, not {len(name)}.")
    return name


def encode(shared: SharedGame) -> str:
    """Return the code of a game's present attempt.

    The attempt runs from the deal or the last restart to the present position.
    Raise NotationError if the game is too long, or if the name cannot be a signature.
    """
    game, encoder = shared.game.without_undone(), Encoder()
    if len(game.turns) <= MAX_MOVES:
        _code(encoder, shared._replace(game=game, name=parse_signature(shared.name)))
    values = [_OF_A_POSITION if isinstance(game.deal, StartPosition) else _OF_A_DEAL, *_digits(encoder.number)]
    if len(game.turns) > MAX_MOVES or len(values) + CHECKS > MAX_VALUES:
        raise NotationError(f"A game of {len(game.turns):,} moves is too long for a share code. A save can hold it.")
    return write_groups(values)


def decode(text: str) -> SharedGame:
    """Return the game of a code.

    Raise NotationError with the mistake in the code and its place.
    """
    first_value, *digits = read_groups(text)
    if first_value not in _STARTS:
        newer = " It was written by a newer freecell-tui: update the game." if first_value > max(_STARTS) else ""
        raise NotationError(f"This share code cannot be read.{newer}")
    number = 0
    for digit in digits:
        number = number << 5 | digit
    decoder = Decoder(number)
    shared = _code(decoder, SharedGame(_STARTS[first_value]))
    if not decoder.is_used_up or digits != _digits(number):
        raise NotationError(_IMPOSSIBLE)
    return shared


def _digits(number: int) -> list[int]:
    """Return a number in base 32.

    Leading zeros fill the last group.
    """
    count = -(-number.bit_length() // 5)
    count += -(1 + count + CHECKS) % GROUP
    return [number >> 5 * place & 31 for place in reversed(range(count))]


# The content of a code. One function serves both directions: an encoder writes the game that it is given, and a decoder
# is given a new game of the same kind and returns the one that it reads.

_STARTS: Final = {_OF_A_DEAL: Game.new(1), _OF_A_POSITION: Game.new(StartPosition(Game.new(1).board))}
"""A new game of each format, which a decoder is given."""


def _code(coder: Encoder | Decoder, shared: SharedGame) -> SharedGame:
    game = _code_turns(coder, shared.game, _code_start(coder, shared.game))
    undos = _code_number(coder, shared.undos, _UNDO_BITS)
    seconds = _code_number(coder, int(shared.seconds), _SECOND_BITS)
    helped = bool(coder.choose(_NO_OR_YES, shared.helped))
    return SharedGame(game, seconds, undos, helped, _code_name(coder, shared.name))


def _code_start(coder: Encoder | Decoder, game: Game) -> Game:
    index = coder.choose((49, *(1,) * 15), _VARIANTS.index(game.variant.name))
    if index >= len(_VARIANTS):
        raise NotationError("This share code is for an unknown variant: update the game.")
    variant = find_variant(_VARIANTS[index])
    if coder.choose(_NO_OR_YES, game.variant.cells != variant.cells):
        variant = variant.with_cells(coder.pick(MAX_CELLS + 1, game.variant.cells))
    rules = {rule: bool(coder.choose(_NO_OR_YES, rule in game.variant.house_rules)) for rule in _HOUSE_RULES}
    variant = variant.with_house_rules(**rules)
    if isinstance(game.deal, StartPosition):
        return Game.new(StartPosition.of(_code_position(coder, game.deal.board, variant)), variant)
    range_index = next(index for index, deals in enumerate(_DEALS) if game.deal in deals)
    deals = _DEALS[coder.choose((8, 5, 1, 1, 1), range_index)]
    return Game.new(deals[coder.pick(len(deals), game.deal - deals.start)], variant)


def _code_position(coder: Encoder | Decoder, written: Board, variant: Variant) -> Board:
    """Return a board with every card exactly once.

    An encoder takes the cards from `written`; a decoder reads them.
    """
    foundations = tuple(coder.choose(_RANK_WEIGHTS, rank) for rank in written.foundations)
    left = [card for card in DECK if card.rank > foundations[card.suit]]
    held, columns, cells = iter(written.free_cells), iter(written.columns), list[Card | None]()
    for _ in range(variant.cells):
        card = next(held, None)
        is_held = bool(left) and coder.choose((1, 1), int(card is not None)) == 1
        cells.append(_code_card(coder, card, left) if is_held else None)
    dealt = list[tuple[Card, ...]]()
    for columns_left in range(variant.columns, 0, -1):
        cards = next(columns, ())
        length = len(left) if columns_left == 1 else _code_length(coder, len(cards), len(left), columns_left)
        dealt.append(tuple(_code_card(coder, card, left) for card in (*cards, *[None] * length)[:length]))
    return Board(tuple(dealt), tuple(cells), foundations)


def _code_length(coder: Encoder | Decoder, length: int, cards_left: int, columns_left: int) -> int:
    """Return the length of a column, likeliest as long as in a deal."""
    usual = -(-cards_left // columns_left)
    distances = (abs(each - usual) for each in range(cards_left + 1))
    weights = [_LENGTH_WEIGHTS[each] if each < len(_LENGTH_WEIGHTS) else 1 for each in distances]
    return coder.choose(weights, min(length, cards_left))


def _code_card(coder: Encoder | Decoder, card: Card | None, left: list[Card]) -> Card:
    """Return a card, and take it from those left."""
    return left.pop(coder.pick(len(left), left.index(card) if card in left else 0))


def _code_turns(coder: Encoder | Decoder, written: Game, game: Game) -> Game:
    """Return `game` after its turns.

    An encoder takes the turns from `written`; a decoder reads them.
    """
    likeliest = likeliest_rule(list(zip(written.turns, written.boards, strict=False)), written.variant)
    usual = coder.choose((10, 2, 1, 1, 1, 1), AUTOPLAY_RULES.index(likeliest))
    ends_with_win = written.is_won and not any(board.is_won for board in written.boards[:-1])
    is_counted = coder.choose((7, 1), 0 if ends_with_win else 1)
    count = _code_number(coder, len(written.turns), _TURN_BITS) if is_counted else None
    turns, done = iter(written.turns), 0
    while True:
        is_over = game.is_won if count is None else done >= count
        if is_over:
            return game
        if done == MAX_MOVES:
            raise NotationError(_IMPOSSIBLE)
        game = _code_turn(coder, next(turns, None), game, AUTOPLAY_RULES[usual])
        done += 1


def _code_turn(coder: Encoder | Decoder, turn: Turn | None, game: Game, usual: AutoplayRule) -> Game:
    """Return the game after a turn.

    An encoder writes `turn`; a decoder gets None, and reads a turn.
    """
    variant, sequel_rules = game.variant, (usual, EVERYTHING)
    moves = ordered_moves(game.board, variant)
    if not moves:
        raise NotationError(_IMPOSSIBLE)
    move = moves[coder.choose(move_weights(game.board, moves), moves.index(turn.move) if turn and turn.move else 0)]
    sequel = 0
    if turn:
        numbers = (number for number, rule in enumerate(sequel_rules) if rule.explains(turn, game.board, variant))
        sequel = next(numbers, _ONE_BY_ONE)
        if sequel and sends_all_home(turn, game.board, variant, usual):
            sequel = _ONE_BY_ONE  # autoplay sent all cards home; the other choice is read as the player's command
    sequel = coder.choose(_FOLLOWED_WEIGHTS, sequel)
    if sequel != _ONE_BY_ONE:
        after = sequel_rules[sequel].play(game, move)
        if after.last_turn and sequel and sends_all_home(after.last_turn, game.board, variant, usual):
            return game.extended(all_home(game.board, variant, usual))
        return after
    board, made = apply_move(game.board, move, variant), list[Move]()
    home_moves = iter(turn.autoplay if turn else ())
    while possible := [candidate for candidate in ordered_moves(board, variant) if candidate.goes_home]:
        home_move = next(home_moves, None)
        place = coder.pick(len(possible) + 1, possible.index(home_move) + 1 if home_move else 0)
        if not place:
            break
        made.append(possible[place - 1])
        board = apply_move(board, made[-1], variant)
    return game.append_turn(Turn(move, tuple(made)))


def _code_number(coder: Encoder | Decoder, number: int, bit_weights: tuple[int, ...]) -> int:
    number = min(number, MAX_NUMBER)
    bits = coder.choose(bit_weights, number.bit_length())
    if bits <= 1:
        return bits
    least = 1 << bits - 1
    return least + coder.pick(least, number - least)


def _code_name(coder: Encoder | Decoder, name: str) -> str:
    if not coder.choose(_NO_OR_YES, bool(name)):
        return ""
    length = coder.pick(MAX_SIGNATURE, len(name) - 1) + 1
    letters = []
    for letter in map(ord, name.ljust(length)):
        index = coder.choose(_LETTER_WEIGHTS, min(letter - _FIRST_LETTER, _OTHER_LETTER))
        letters.append(chr(index + _FIRST_LETTER if index < _OTHER_LETTER else coder.pick(_UNICODE, letter)))
    name = "".join(letters)
    if not name.isprintable() or name != parse_signature(name):
        raise NotationError(_IMPOSSIBLE)
    return name
