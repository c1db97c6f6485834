"""A whole game in writing: a header that says which game it is, then its moves.

The header is FreeCell Pro's, `#617 Attempt: 1 NumFcs=4 (FCPro - Solved)`. Other games have their own name in FreeCell
Pro's place, and house rules behind it: `#1 Attempt: 1 NumFcs=8 (eight-off+aces_only_home)`. `Solved` stands there only
if the game is won.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from freecell_tui.engine.autoplay import Autoplay
from freecell_tui.engine.board import Board
from freecell_tui.engine.deals import parse_deal
from freecell_tui.engine.errors import FreecellError, IllegalMove
from freecell_tui.engine.game import Game
from freecell_tui.engine.moves import Move
from freecell_tui.engine.notation import Dialect, move_words, read_move, wrap_moves, write_move
from freecell_tui.engine.piles import PileKind
from freecell_tui.engine.rules import apply_move, move_size
from freecell_tui.engine.text import printable, quoted
from freecell_tui.engine.variants import FREECELL, HOUSE_RULES, VARIANTS, Variant, find_variant

_FREECELL_PRO: Final = "FCPro"
_HEADER: Final = re.compile(
    r"\s*#(?P<deal>\S+) Attempt"
    r"(?:: [0-9]{1,9} NumFcs=(?P<cells>[0-9]{1,2}) \((?P<game>[a-z+_\-]{1,99}|FCPro[a-z+_]{0,99})(?: - Solved)?\))?"
)
# What stands above a deal that is printed.
_NUMBER: Final = re.compile(r"\s*#(?P<deal>[-−]?[0-9][0-9,]*)[ \t\r]*(?:\n|$)")
_SOLVED: Final = " - Solved"


class Header(NamedTuple):
    """What a header says: the deal, and which game that is of if it says so."""

    deal: int
    variant: Variant | None


@dataclass(frozen=True, slots=True)
class TranscriptError:
    """The first move of a written game that cannot be played: its number, from 1, the word, and the reason."""

    number: int
    word: str
    error: FreecellError

    @property
    def is_illegal(self) -> bool:
        """Whether the word can be read, and the rules refuse the move."""
        return isinstance(self.error, IllegalMove)

    def __str__(self) -> str:
        return f"Move {self.number}, {quoted(self.word)}, fails: {self.error}"


def write_header(name: int | str, variant: Variant, *, is_won: bool) -> str:
    """The header of a game of that deal, or of the position in a file of that name."""
    game = _FREECELL_PRO if variant.name == FREECELL.name else variant.name
    solved = _SOLVED if is_won else ""
    return (
        f"#{printable(str(name))} Attempt: 1 NumFcs={variant.cells} ({'+'.join([game, *variant.house_rules])}{solved})"
    )


def read_header(text: str) -> Header | None:
    """What the header of a written game says, or None if it has none; raise NotationError or NoSuchDeal."""
    match = _HEADER.match(text)
    if match is None:
        number = _NUMBER.match(text)
        return None if number is None else Header(parse_deal(number["deal"]), None)
    deal = parse_deal(match["deal"])
    if match["game"] is None:
        return Header(deal, None)
    name, *rules = match["game"].split("+")
    if name != _FREECELL_PRO and name not in VARIANTS:
        return Header(deal, None)  # whoever wrote it; that says nothing about the game
    variant = find_variant(FREECELL.name if name == _FREECELL_PRO else name).with_cells(int(match["cells"]))
    return Header(deal, variant.with_house_rules(**{rule: rule in rules for rule in HOUSE_RULES}))


def replay_moves(game: Game, text: str, dialect: Dialect, autoplay: Autoplay) -> tuple[Game, TranscriptError | None]:
    """The game after the moves of a text, and the first that fails; what stands behind that is not played."""
    for number, word in enumerate(move_words(text), 1):
        try:
            game = game.play(read_move(word, game.board, dialect), autoplay)
        except FreecellError as error:
            return game, TranscriptError(number, word, error)
    return game, None


def dialect_autoplay(dialect: Dialect) -> Autoplay:
    """What goes home by itself for those who read a dialect: nothing if it writes every move."""
    return Autoplay.SAFE if dialect is Dialect.STANDARD else Autoplay.NONE


def write_game(game: Game, dialect: Dialect) -> str:
    """A game with its header, ten moves a line, as far as it is played; raise IllegalMove if it cannot be written.

    In standard notation cards that were kept on the table though autoplay takes them go home earlier, and a game with
    cards taken back from there may have no way to be written.
    """
    told = normalised(game, dialect_autoplay(dialect))
    moves = zip(told.turns, told.boards, strict=False)
    spoken = (write_move(turn.move, board, game.variant, dialect) for turn, board in moves if turn.move is not None)
    return f"{write_header(game.deal, game.variant, is_won=game.is_won)}\n{wrap_moves(spoken)}".rstrip("\n") + "\n"


def normalised(game: Game, autoplay: Autoplay) -> Game:
    """The game as it is played by somebody for whom other cards go home by themselves; raise IllegalMove if it cannot.

    It is without what was undone, and from the last restart on. What has gone home already is not moved again.
    """
    told = Game.new(game.deal, game.variant)
    for move, board in _single_turns(game):
        move_now = _translated_move(move, board, told)
        if move_now is not None:
            told = told.play(move_now, autoplay)
    return told


def _single_turns(game: Game) -> Iterator[tuple[Move, Board]]:
    """Every move that was made, those of autoplay too, each with the board before it."""
    line = game.without_undone()
    for turn, start in zip(line.turns, line.boards, strict=False):
        board = start
        for move in (turn.move, *turn.autoplay):
            assert move is not None
            yield move, board
            board = apply_move(board, move, game.variant)


def _translated_move(move: Move, board: Board, told: Game) -> Move | None:
    """The move that takes the same cards there now, as far as they are not home; None if all of them are."""
    count = move_size(board, move, told.variant)
    cards = board.cards(move.source)[-count:]
    here = told.board.cards(move.source)
    left = [card for card in cards if card in here]
    if not left:
        return None
    columns = move.source.kind is move.target.kind is PileKind.COLUMN
    to_empty = columns and not told.board.cards(move.target)
    return Move(move.source, move.target, len(left) if to_empty else None)
