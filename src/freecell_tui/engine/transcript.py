"""Transcripts: a game written as a header, which names the deal and the variant, and its moves.

The header is FreeCell Pro's: `#617 Attempt: 1 NumFcs=4 (FCPro - Solved)`. Variants other than FreeCell have their own
name in place of `FCPro`, and house rules follow it: `#1 Attempt: 1 NumFcs=8 (eight-off+aces_only_home)`. `Solved` is
written only if the game is won.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from freecell_tui.engine.autoplay import Autoplay
from freecell_tui.engine.board import Board
from freecell_tui.engine.bookmarks import Notes
from freecell_tui.engine.deals import parse_deal
from freecell_tui.engine.errors import FreecellError, IllegalMove
from freecell_tui.engine.game import Game, GameBuilder
from freecell_tui.engine.game_tree import Turn
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
# The line above a printed deal.
_NUMBER: Final = re.compile(r"\s*#(?P<deal>[-−]?[0-9][0-9,]*)[ \t\r]*(?:\n|$)")
_SOLVED: Final = " - Solved"


class Header(NamedTuple):
    """What a header says: the deal, and the variant or None if it does not say."""

    deal: int
    variant: Variant | None


@dataclass(frozen=True, slots=True)
class TranscriptError:
    """The first move of a transcript that cannot be played: its number, from 1, its word and the reason."""

    number: int
    word: str
    error: FreecellError

    @property
    def is_illegal(self) -> bool:
        """Whether the word is a move, but not a legal one."""
        return isinstance(self.error, IllegalMove)

    def __str__(self) -> str:
        return f"Move {self.number}, {quoted(self.word)}, fails: {self.error}"


def write_header(name: int | str, variant: Variant, *, is_won: bool) -> str:
    """Return the header of a game; `name` is its deal, or a file's name if the game began with a position in a file."""
    game = _FREECELL_PRO if variant.name == FREECELL.name else variant.name
    solved = _SOLVED if is_won else ""
    return (
        f"#{printable(str(name))} Attempt: 1 NumFcs={variant.cells} ({'+'.join([game, *variant.house_rules])}{solved})"
    )


def read_header(text: str) -> Header | None:
    """Read the header of a transcript, None if it has none; raise NotationError or NoSuchDeal."""
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
    """Return the game after the moves of a text, and the first move that fails, at which it stops, or None."""
    played = GameBuilder(game)
    for number, word in enumerate(move_words(text), 1):
        try:
            played.play(read_move(word, played.board, dialect), autoplay)
        except FreecellError as error:
            return played.build(), TranscriptError(number, word, error)
    return played.build(), None


def dialect_autoplay(dialect: Dialect) -> Autoplay:
    """Return the autoplay that a dialect takes for granted: none if it writes every home move."""
    return Autoplay.SAFE if dialect is Dialect.STANDARD else Autoplay.NONE


def write_game(game: Game, dialect: Dialect, notes: Notes | None = None) -> str:
    """Return the transcript of a game up to its present position; raise IllegalMove if there can be none.

    In standard notation every safe card goes home at once, even if it stayed on the table when the game was played. A
    game in which cards came back from a foundation may not be writable in it. The notes on the way are comments, lines
    that begin with `#`, behind the moves that led there.
    """
    written, counts = _normalised(game, dialect_autoplay(dialect), finish=False)
    moves = zip(written.turns, written.boards, strict=False)
    words = [write_move(turn.move, board, game.variant, dialect) for turn, board in moves if turn.move is not None]
    lines, done = [write_header(game.deal, game.variant, is_won=game.is_won)], 0
    for count, made in zip(counts, range(game.attempt_start, game.position + 1), strict=True):
        note = notes.get(game.place_at(made)) if notes else None
        if note is not None:
            lines += [wrap_moves(words[done:count]), f"# {note}"]
            done = count
    lines.append(wrap_moves(words[done:]))
    return "".join(f"{line}\n" for line in lines if line)


def normalised(game: Game, autoplay: Autoplay, *, finish: bool = False) -> Game:
    """Return the game as it is played with another autoplay; raise IllegalMove if it cannot be played so.

    It begins at the deal or the last restart and has no undone turns. Cards that are home already are not moved again.
    With `finish`, all cards go home as soon as the board is sorted.
    """
    return _normalised(game, autoplay, finish=finish)[0]


def _normalised(game: Game, autoplay: Autoplay, *, finish: bool) -> tuple[Game, list[int]]:
    """Return what `normalised` returns, and how many turns it has after each number of turns of the game."""
    made = game.without_undone()
    again, counts = GameBuilder(Game(game.variant, game.deal, made.boards[:1])), [0]
    for turn, start in zip(made.turns, made.boards, strict=False):
        played = counts[-1]
        for move, board in _moves_of_turn(turn, start, game.variant):
            translated = translated_move(move, board, again.board, game.variant)
            if translated is not None:
                again.play(translated, autoplay, finish=finish)
                played += 1
        counts.append(played)
    return again.build(), counts


def _moves_of_turn(turn: Turn, board: Board, variant: Variant) -> Iterator[tuple[Move, Board]]:
    """Generate the moves of a turn, those of autoplay included, with the board before each."""
    for move in (turn.move, *turn.autoplay):
        assert move is not None
        yield move, board
        board = apply_move(board, move, variant)


def translated_move(move: Move, board: Board, again: Board, variant: Variant) -> Move | None:
    """Return the move on the board `again` that takes the cards that `move` took and that are not home, if any."""
    count = move_size(board, move, variant)
    cards = board.cards(move.source)[-count:]
    here = again.cards(move.source)
    left = [card for card in cards if card in here]
    if not left:
        return None
    columns = move.source.kind is move.target.kind is PileKind.COLUMN
    to_empty = columns and not again.cards(move.target)
    return Move(move.source, move.target, len(left) if to_empty else None)
