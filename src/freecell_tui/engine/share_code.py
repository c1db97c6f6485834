"""Share codes: a whole game as a short text that can be typed, read out and pasted.

    FC4XN-8K2QT-…    see `code_groups`

The first character is the format: F is this one. The rest is one number, the most significant character first, with
zeros before it as the last group needs them. The number holds these choices, packed by `entropy_coder`:

1. The variant; whether its cells are the usual ones, and else how many; whether each house rule is in force.
2. The deal: in which range of `_DEALS` it is, and where there.
3. Which autoplay of `_AUTOPLAY` was on, and whether the game ends as soon as it is won; if not, the number of turns.
4. Each turn: its move, as one of those of `move_model`; then whether that autoplay followed it, or every card that
   could go home did, or neither. In that case come the cards that did, one by one: the place of each home move among
   those of `move_model`, from 1, and 0 at the end, unless no card is left that could go home.
5. The undos, the seconds, whether the game counts as helped, and the name if it is signed.

All of this is a contract: an order or a weight that changes makes another format, with another first character. Moves
are chosen among legal ones, so there is no code of a game that the rules do not allow.
"""

from typing import Final, NamedTuple

from freecell_tui.engine.autoplay import Autoplay
from freecell_tui.engine.board import Board
from freecell_tui.engine.check_characters import CHECKS, GROUP
from freecell_tui.engine.code_groups import ALPHABET, ShareCodeError, read_groups, write_groups
from freecell_tui.engine.entropy_coder import Decoder, Encoder
from freecell_tui.engine.game import Game
from freecell_tui.engine.game_tree import Turn
from freecell_tui.engine.move_model import move_weights, ordered_moves
from freecell_tui.engine.moves import Move
from freecell_tui.engine.rules import apply_move
from freecell_tui.engine.variants import MAX_CELLS, Variant, find_variant

MAX_MOVES: Final = 1000
"""The most moves of a game in a code, if they fit into its characters."""

MAX_SIGNATURE: Final = 20
"""The most characters of a name that is signed onto a code."""

MAX_NUMBER: Final = 2**32 - 1
"""The most seconds or undos in a code; more are written as this."""

_FORMAT: Final = ALPHABET.index("F")

# Room is kept for variants to come.
_VARIANTS: Final = ("freecell", "bakers-game", "eight-off", "forecell", "seahaven-towers")
_VARIANT_WEIGHTS: Final = (49, *(1,) * 15)
_HOUSE_RULES: Final = ("cards_come_back", "aces_only_home")
_NO_OR_YES: Final = (15, 1)

_DEALS: Final = (
    range(1, 32_001),
    range(32_001, 1_000_001),
    range(1_000_001, 2**31),
    range(2**31, 2**33),
    range(-3, 0),
)
_DEAL_WEIGHTS: Final = (8, 5, 1, 1, 1)

_AUTOPLAY: Final = (
    (Autoplay.SAFE, True),
    (Autoplay.SAFE, False),
    (Autoplay.ALL, True),
    (Autoplay.ALL, False),
    (Autoplay.NONE, True),
    (Autoplay.NONE, False),
)
"""Which cards went home by themselves, and whether all did as soon as the board was sorted."""
_AUTOPLAY_WEIGHTS: Final = (10, 2, 1, 1, 1, 1)
_COUNTED_WEIGHTS: Final = (7, 1)

_AS_USUAL, _ALL_HOME, _ONE_BY_ONE = range(3)
_FOLLOWED_WEIGHTS: Final = (250, 4, 2)

# How likely a number of 0, 1, 2 and more bits is.
_TURN_BITS: Final = (1,) * 11
_UNDO_BITS: Final = (24, 8, 8, 8, 4, 4, 2, *(1,) * 26)
_SECOND_BITS: Final = (2, *(1,) * 4, 2, 6, 12, 24, 24, 12, 6, 4, 2, *(1,) * 19)

# Letters of a name: ASCII from the space on, then whatever else Unicode has.
_FIRST_LETTER: Final = ord(" ")
_OTHER_LETTER: Final = ord("~") + 1 - _FIRST_LETTER
_LETTER_WEIGHTS: Final = (*(1,) * _OTHER_LETTER, 5)
_UNICODE: Final = 0x110000


class SharedGame(NamedTuple):
    """What a share code holds: a game up to its present position, and what its player says about it.

    `seconds` is the time played, `undos` how many undos count, `helped` whether the game counts as helped, and
    `name` who signed it, or ''.
    """

    game: Game
    seconds: int = 0
    undos: int = 0
    helped: bool = False
    name: str = ""


def parse_signature(text: str) -> str:
    """Return a name to sign a code with, with single spaces, or ''; raise ShareCodeError if it cannot be one."""
    name = " ".join(text.split())
    if not name.isprintable():
        raise ShareCodeError("A name can only have printable characters.")
    if len(name) > MAX_SIGNATURE:
        raise ShareCodeError(f"A name on a share code has at most {MAX_SIGNATURE} characters, not {len(name)}.")
    return name


def encode(shared: SharedGame) -> str:
    """Return the code of a game from the deal or the last restart on, without what is undone.

    Raise ShareCodeError if the game is too long for one, or if the name cannot be signed.
    """
    game, encoder = shared.game.without_undone(), Encoder()
    if len(game.turns) > MAX_MOVES:
        raise _too_long(game)
    _put_variant(encoder, game.variant)
    _put_deal(encoder, game.deal)
    _put_turns(encoder, game)
    _put_number(encoder, shared.undos, _UNDO_BITS)
    _put_number(encoder, shared.seconds, _SECOND_BITS)
    encoder.choose(int(shared.helped), _NO_OR_YES)
    _put_name(encoder, parse_signature(shared.name))
    try:
        return write_groups([_FORMAT, *_digits(encoder.number)])
    except ShareCodeError:
        raise _too_long(game) from None


def decode(text: str) -> SharedGame:
    """Return the game of a code; raise ShareCodeError, which says what is wrong with the code and where."""
    form, *digits = read_groups(text)
    if form != _FORMAT:
        newer = " It was written by a newer freecell-tui: update the game." if form > _FORMAT else ""
        raise ShareCodeError(f"This share code cannot be read.{newer}")
    number = 0
    for digit in digits:
        number = number << 5 | digit
    decoder = Decoder(number)
    variant = _take_variant(decoder)
    game = _take_turns(decoder, Game.new(_take_deal(decoder), variant))
    undos = _take_number(decoder, _UNDO_BITS)
    seconds = _take_number(decoder, _SECOND_BITS)
    helped = bool(decoder.choose(_NO_OR_YES))
    name = _take_name(decoder)
    if not decoder.is_used_up or digits != _digits(number):
        raise _impossible()
    return SharedGame(game, seconds, undos, helped, name)


def _too_long(game: Game) -> ShareCodeError:
    return ShareCodeError(f"A game of {len(game.turns):,} moves is too long for a share code. A save can hold it.")


def _impossible() -> ShareCodeError:
    return ShareCodeError("The game in this share code cannot be played.")


def _digits(number: int) -> list[int]:
    """Return a number in base 32, with the zeros before it that fill the last group."""
    count = -(-number.bit_length() // 5)
    count += -(1 + count + CHECKS) % GROUP
    return [number >> 5 * place & 31 for place in reversed(range(count))]


# Variant and deal


def _put_variant(encoder: Encoder, variant: Variant) -> None:
    encoder.choose(_VARIANTS.index(variant.name), _VARIANT_WEIGHTS)
    is_unusual = variant.cells != find_variant(variant.name).cells
    encoder.choose(int(is_unusual), _NO_OR_YES)
    if is_unusual:
        encoder.pick(variant.cells, MAX_CELLS + 1)
    for rule in _HOUSE_RULES:
        encoder.choose(int(rule in variant.house_rules), _NO_OR_YES)


def _take_variant(decoder: Decoder) -> Variant:
    index = decoder.choose(_VARIANT_WEIGHTS)
    if index >= len(_VARIANTS):
        raise ShareCodeError("This share code is for an unknown variant: update the game.")
    variant = find_variant(_VARIANTS[index])
    if decoder.choose(_NO_OR_YES):
        variant = variant.with_cells(decoder.pick(MAX_CELLS + 1))
    rules = {rule: bool(decoder.choose(_NO_OR_YES)) for rule in _HOUSE_RULES}
    return variant.with_house_rules(**rules)


def _put_deal(encoder: Encoder, deal: int) -> None:
    index = next(at for at, deals in enumerate(_DEALS) if deal in deals)
    encoder.choose(index, _DEAL_WEIGHTS)
    encoder.pick(_DEALS[index].index(deal), len(_DEALS[index]))


def _take_deal(decoder: Decoder) -> int:
    deals = _DEALS[decoder.choose(_DEAL_WEIGHTS)]
    return deals[decoder.pick(len(deals))]


# Turns


def _put_turns(encoder: Encoder, game: Game) -> None:
    usual = _usual_autoplay(game)
    encoder.choose(usual, _AUTOPLAY_WEIGHTS)
    is_counted = not game.is_won or any(board.is_won for board in game.boards[:-1])
    encoder.choose(int(is_counted), _COUNTED_WEIGHTS)
    if is_counted:
        _put_number(encoder, len(game.turns), _TURN_BITS)
    for turn, board in zip(game.turns, game.boards, strict=False):
        assert turn.move is not None, "a game without what is undone has no restart"
        moves = ordered_moves(board, game.variant)
        encoder.choose(moves.index(turn.move), move_weights(board, moves))
        _put_followed(encoder, turn, Game(game.variant, game.deal, (board,)), usual)


def _take_turns(decoder: Decoder, game: Game) -> Game:
    usual = decoder.choose(_AUTOPLAY_WEIGHTS)
    count = _take_number(decoder, _TURN_BITS) if decoder.choose(_COUNTED_WEIGHTS) else None
    while not game.is_won if count is None else len(game.turns) < count:
        moves = ordered_moves(game.board, game.variant)
        if not moves or len(game.turns) == MAX_MOVES:
            raise _impossible()
        move = moves[decoder.choose(move_weights(game.board, moves))]
        game = _take_followed(decoder, move, game, usual)
    return game


def _usual_autoplay(game: Game) -> int:
    """Return which autoplay followed the most turns of a game."""
    followed = []
    for index, (autoplay, finish) in enumerate(_AUTOPLAY):
        matching = sum(
            _turn_after(Game(game.variant, game.deal, (board,)), turn.move, autoplay, finish=finish) == turn
            for turn, board in zip(game.turns, game.boards, strict=False)
            if turn.move is not None
        )
        if matching == len(game.turns):
            return index
        followed.append(matching)
    return followed.index(max(followed))


def _turn_after(game: Game, move: Move, autoplay: Autoplay, *, finish: bool) -> Turn:
    turn = game.play(move, autoplay, finish=finish).last_turn
    assert turn is not None
    return turn


def _put_followed(encoder: Encoder, turn: Turn, before: Game, usual: int) -> None:
    assert turn.move is not None
    autoplay, finish = _AUTOPLAY[usual]
    if _turn_after(before, turn.move, autoplay, finish=finish) == turn:
        encoder.choose(_AS_USUAL, _FOLLOWED_WEIGHTS)
        return
    if _turn_after(before, turn.move, Autoplay.ALL, finish=True) == turn:
        encoder.choose(_ALL_HOME, _FOLLOWED_WEIGHTS)
        return
    encoder.choose(_ONE_BY_ONE, _FOLLOWED_WEIGHTS)
    board, variant = apply_move(before.board, turn.move, before.variant), before.variant
    for move in turn.autoplay:
        homes = _home_moves(board, variant)
        encoder.pick(homes.index(move) + 1, len(homes) + 1)
        board = apply_move(board, move, variant)
    if homes := _home_moves(board, variant):
        encoder.pick(0, len(homes) + 1)


def _take_followed(decoder: Decoder, move: Move, game: Game, usual: int) -> Game:
    followed = decoder.choose(_FOLLOWED_WEIGHTS)
    if followed != _ONE_BY_ONE:
        autoplay, finish = _AUTOPLAY[usual] if followed == _AS_USUAL else (Autoplay.ALL, True)
        return game.play(move, autoplay, finish=finish)
    board, taken = apply_move(game.board, move, game.variant), list[Move]()
    while (homes := _home_moves(board, game.variant)) and (place := decoder.pick(len(homes) + 1)):
        taken.append(homes[place - 1])
        board = apply_move(board, taken[-1], game.variant)
    return game.append_turn(Turn(move, tuple(taken)))


def _home_moves(board: Board, variant: Variant) -> list[Move]:
    return [move for move in ordered_moves(board, variant) if move.goes_home]


# Numbers and names


def _put_number(encoder: Encoder, number: int, bit_weights: tuple[int, ...]) -> None:
    number = min(number, MAX_NUMBER)
    bits = number.bit_length()
    encoder.choose(bits, bit_weights)
    if bits > 1:
        encoder.pick(number - (1 << bits - 1), 1 << bits - 1)


def _take_number(decoder: Decoder, bit_weights: tuple[int, ...]) -> int:
    bits = decoder.choose(bit_weights)
    return bits if bits <= 1 else (1 << bits - 1) + decoder.pick(1 << bits - 1)


def _put_name(encoder: Encoder, name: str) -> None:
    encoder.choose(int(bool(name)), _NO_OR_YES)
    if not name:
        return
    encoder.pick(len(name) - 1, MAX_SIGNATURE)
    for letter in map(ord, name):
        index = letter - _FIRST_LETTER
        encoder.choose(min(index, _OTHER_LETTER), _LETTER_WEIGHTS)
        if index >= _OTHER_LETTER:
            encoder.pick(letter, _UNICODE)


def _take_name(decoder: Decoder) -> str:
    if not decoder.choose(_NO_OR_YES):
        return ""
    letters = []
    for _ in range(decoder.pick(MAX_SIGNATURE) + 1):
        index = decoder.choose(_LETTER_WEIGHTS)
        letters.append(chr(index + _FIRST_LETTER if index < _OTHER_LETTER else decoder.pick(_UNICODE)))
    name = "".join(letters)
    if not name.isprintable() or name != parse_signature(name):
        raise _impossible()
    return name
