"""Moves in everyday words, such as `8d to 9c`, `eight of diamonds to nine of clubs` or `3 cards from 1 to 2`."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Final, NamedTuple

from freecell_tui.controller.arguments import NUMBER_WORDS, ORDINALS, RANK_WORDS, read_pile, read_rank
from freecell_tui.controller.play.game import FOUNDATION_ORDER
from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    FREECELL,
    HOME,
    Board,
    Card,
    Game,
    Move,
    NotationError,
    Pile,
    Variant,
    refusal,
)
from freecell_tui.engine.cards import PileKind
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.rules import canonical, move_size
from freecell_tui.engine.text import joined, quoted
from freecell_tui.plain.words import are_moves, read_moves, where

# The grammar: a verb, a number of cards, the cards or their place, `to`, and the place where they go. Of these, only
# the two places are needed. A word for a rank may be the number of a column, too.

_FILLERS: Final = frozenset(["the", "an", "any", "my", "its", "their", "number", "please", "now", "go", "goes"])
"""Words that say nothing about a move."""
_SIGNS: Final = str.maketrans("♧♢♡♤", "♣♦♥♠", '\ufe0e\ufe0f,:!“”"')

_RANK_NAME: Final = "|".join((*RANK_WORDS, "one"))
_NUMBER: Final = f"(?:10|[0-9]|{'|'.join(NUMBER_WORDS)})"
_ORDINAL: Final = f"(?:{'|'.join(ORDINALS)})"
_RANK: Final = f"(?:10|[a2-9tjqk]|{_RANK_NAME})"
_SUIT_NAME: Final = "(?:clubs?|diamonds?|hearts?|spades?)"
_CARD: Final = rf"(?:{_RANK}(?: of)? (?:{_SUIT_NAME}|[♣♦♥♠])|(?:10|[a2-9tjqk])[cdhs]|{_RANK}[♣♦♥♠]|{_RANK} of [cdhs])"
_ANY_CARD: Final = rf"(?:a )?(?:(?:red|black) {_RANK}|{_RANK_NAME})"
_CARD_PARTS: Final = rf"(?:a )?(?:(red|black) )?({_RANK})(?: of)? ?({_SUIT_NAME}|[♣♦♥♠cdhs])?"
_COLUMN: Final = rf"(?:(?:column|col|stack|pile) ?{_NUMBER}|{_ORDINAL}(?: (?:column|stack|pile))?|{_NUMBER})"
_ONE_CELL: Final = rf"(?:(?:free ?)?cell (?:[a-gk]|{_NUMBER})|{_ORDINAL} cell|[b-gk] cell|[a-gk])"
_ANY_CELL: Final = r"(?:a |first |1st )?(?:empty |open )?(?:free ?)?cells?"
_EMPTY: Final = r"(?:a )?(?:empty|free|blank|open)(?: (?:column|stack|pile|space|spot|place))?"
_HOME: Final = (
    rf"(?:(?:{_SUIT_NAME}[’']? )?(?:home(?: (?:cell|pile)s?)?|foundations?(?: piles?)?)(?: (?:of )?{_SUIT_NAME})?"
    rf"|{_SUIT_NAME}[’']? pile|h)"
)
_TO_WORD: Final = (
    r" (?:up |down |back |over )?(?:to|on to|onto|on top of|on|upon|over|into|in) | ?(?:->|=>|→|>|–|—|-) ?"
)
_TO: Final = rf"(?:{_TO_WORD}| |(?<=[♣♦♥♠]))"
_VERB: Final = "(?:move|put|place|take|play|send|bring|shift|drop|drag|stack|transfer|lay|carry) "
_SOURCE: Final = f"(?:{_CARD}|{_ANY_CARD}|{_COLUMN}|{_ONE_CELL})"
_MOVE: Final = (
    rf"(?:{_VERB})?(?:(?:(?P<size>[1-9]|1[0-3]|{'|'.join(NUMBER_WORDS)}|a|all|last|top|bottom) )?(?:last )?cards?"
    rf" (?:from|of|in|on) )?(?:from )?(?P<source>{_SOURCE})"
    rf"(?: and (?:(?:{_NUMBER}|1[0-3]) )?(?:other )?cards? (?:on|above|below|under|after|with) it)?"
    rf"(?: (?:from|in|of) (?P<within>{_COLUMN}|{_ONE_CELL}))?{_TO}"
    rf"(?P<target>{_CARD}|{_HOME}|{_EMPTY}|{_COLUMN}|{_ONE_CELL}|{_ANY_CELL}|{_ANY_CARD})"
    rf"(?: (?:on|onto|in|of) (?:{_CARD}|{_COLUMN}))?"
)
_BEGINNING: Final = (
    rf"(?:{_VERB})?(?:from )?(?:{_SOURCE}|[0-9]+(?: of \w+)?)(?:{_TO_WORD}).+|[0-9]+ cards? .+|move {_SOURCE}\b.*"
)
"""The beginning of a move in words, whatever follows."""
_PART: Final = (
    r"\s*(?:;|\.(?=\s|$)|,?\s*\b(?:and\s+)?then\b|,?\s+and\s+(?!(?:\w+\s+){0,3}cards?\b)"
    r"|,(?!\s*(?:on|to|onto|into)\b))\s*"
)
"""The sign or word between two moves; `8d and the 2 cards on it` is one."""


@cache
def _whole(pattern: str) -> re.Pattern[str]:
    """Return a compiled pattern. Patterns are compiled when the first line needs them."""
    return re.compile(pattern)


class _Place(NamedTuple):
    """A place where cards come from or go, as it was named."""

    piles: tuple[Pile, ...] = ()
    cards: tuple[Card, ...] = ()
    """The cards of that name, of which one is meant."""

    is_any_cell: bool = False
    is_any_empty_column: bool = False


class SaidMove(NamedTuple):
    """A move as the player said it. Only a board tells which move it is."""

    text: str
    """The words as they were typed."""

    source: _Place
    target: _Place
    size: int | None = None
    """The number of cards, if it was named; 0 for all cards of a column."""

    within: _Place | None = None
    """The place of the source's card, if it was named, too."""

    def on(self, game: Game) -> Move:
        """Return the move on the board of a game, possible or not; raise NotationError.

        Of several meanings, the only possible one is meant.
        """
        moves = dict.fromkeys(self._meanings(game))
        possible = [move for move in moves if isinstance(move, Move) and not refusal(game.board, move, game.variant)]
        if len(possible) > 1:
            cards = [game.board.cards(move.source)[-move_size(game.board, move, game.variant)] for move in possible]
            meanings = [card.face for card in dict.fromkeys(cards)]
            if len(meanings) < len(possible):
                meanings = [describe_move(move, game.board, game.variant) for move in possible]
            raise NotationError(f"{quoted(self.text)} could mean {joined(meanings, 'or')}.")
        if possible or len(moves) == 1:
            (move,) = possible or moves
            if isinstance(move, str):
                raise NotationError(move)
            return move
        if self.source.piles and self.target.piles:
            return Move(self.source.piles[0], self.target.piles[0])
        raise NotationError(f"{quoted(self.text)} is no possible move: no card of that name can go there.")

    def _meanings(self, game: Game) -> Iterator[Move | str]:
        """Yield the moves that may be meant, or why a card cannot be moved so."""
        for target in self._targets(game.board):
            for card in self.source.cards:
                yield target if isinstance(target, str) else self._move_of_card(game, card, target)
            for pile in self.source.piles:
                yield target if isinstance(target, str) else self._move_of_pile(game, pile, target, self.size)

    def _move_of_card(self, game: Game, card: Card, target: Pile) -> Move | str:
        """Return the move of a card with all cards on it, or why the card cannot leave its place."""
        pile, depth = game.board.locate(card)
        if self.within is not None and pile not in self.within.piles:
            return where(game, card)
        if pile.kind is PileKind.FOUNDATION and (depth > 1 or not game.variant.cards_come_back):
            return where(game, card)
        movable = game.variant.sequence_length(game.board.cards(pile)) if target.kind is PileKind.COLUMN else 1
        if pile.kind is PileKind.COLUMN and depth > movable:
            return where(game, card, under_what=True)
        return self._move_of_pile(game, pile, target, depth)

    def _move_of_pile(self, game: Game, pile: Pile, target: Pile, size: int | None) -> Move:
        """Return the move of some cards of a pile, of `size` as it was named or None."""
        move = Move(pile, target, len(game.board.cards(pile)) if size == 0 else size)
        if not refusal(game.board, move, game.variant):
            return canonical(game.board, move, game.variant)
        is_between_columns = pile.kind is target.kind is PileKind.COLUMN
        return move if is_between_columns or self.size is not None else Move(pile, target)

    def _targets(self, board: Board) -> Iterator[Pile | str]:
        """Yield the piles that may be meant, or why there is none."""
        target = self.target
        yield from target.piles
        if target.is_any_cell:
            free = (cell for cell, card in zip(CELLS, board.free_cells, strict=False) if card is None)
            yield next(free, "No cell is free.")
        if target.is_any_empty_column:
            empty = (column for column, cards in zip(COLUMNS, board.columns, strict=False) if not cards)
            yield next(empty, "No column is empty.")
        for card in target.cards:
            pile, depth = board.locate(card)
            if pile.kind is PileKind.FOUNDATION:
                yield HOME if depth == 1 else f"{card.face} is home."
            elif depth > 1:
                yield f"{card.face} is in {pile.description}, under {board.cards(pile)[1 - depth].face}."
            else:
                yield pile


def read_said_moves(words: Sequence[str], variant: Variant = FREECELL) -> Sequence[SaidMove]:
    """Return the moves that a line says, or none if it is something else; raise NotationError.

    A line of moves in standard notation, which comes first, says none. Where no column 9 is, `8d 9c` names two cards.
    """
    if are_moves(words):
        with suppress(NotationError):
            piles = {pile for move in read_moves(words) for pile in (move.source, move.target)}
            if piles.isdisjoint(COLUMNS[variant.columns :]):
                return ()
    moves = list[SaidMove]()
    for text in filter(None, re.split(_PART, " ".join(words), flags=re.IGNORECASE)):
        said = _plain(text).rstrip(".")
        match = _whole(_MOVE).fullmatch(said)
        if match is None:
            if _whole(_BEGINNING).fullmatch(said):
                Move.parse(text)  # refuses the words
            return ()
        source, target = _read_place(match["source"]), _read_place(match["target"])
        size, within = _read_size(match["size"]), None
        if match["within"]:
            within = _read_place(match["within"])
            if source.piles:  # `two from three` is a number of cards
                size, source = source.piles[0].index + 1, source._replace(piles=within.piles)
        moves.append(SaidMove(text, source, target, size, within))
    return moves


def read_said_place(line: str) -> Card | Pile | None:
    """Return the card, column or cell that a line names in words and nothing else, or None.

    Two letters, such as `7h`, are a move.
    """
    text = _plain(line).rstrip("?.")
    if len(text) <= len("10h") or not _whole(f"{_CARD}|{_COLUMN}|{_ONE_CELL}").fullmatch(text):
        return None
    place = _read_place(text)
    if place.cards and place.piles:
        return None
    return place.cards[0] if place.cards else place.piles[0]


def _plain(text: str) -> str:
    """Return the words of a text that may say something about a move."""
    words = text.lower().translate(_SIGNS).split()
    return " ".join(word for word in words if word not in _FILLERS)


def _read_size(text: str | None) -> int | None:
    """Return a number of cards: 0 for all, 1 for the last, None without one."""
    if text is None or text.isdecimal():
        return None if text is None else int(text)
    return {"all": 0}.get(text, NUMBER_WORDS.index(text) + 1 if text in NUMBER_WORDS else 1)


def _read_place(text: str) -> _Place:
    """Return the place that a part of the grammar names."""
    if _whole(_CARD).fullmatch(text):
        return _Place(cards=tuple(_cards_of(text)))
    if _whole(_HOME).fullmatch(text):
        return _Place(piles=(HOME,))
    if _whole(_ANY_CELL).fullmatch(text):
        return _Place(is_any_cell=True)
    if _whole(_EMPTY).fullmatch(text):
        return _Place(is_any_empty_column=True)
    # Digits are columns; `seven` may be a seven, too.
    piles = (read_pile(text),) if _whole(f"{_COLUMN}|{_ONE_CELL}").fullmatch(text) else ()
    cards = tuple(_cards_of(text)) if _whole(_ANY_CARD).fullmatch(text) else ()
    return _Place(piles, cards)


def _cards_of(text: str) -> Iterator[Card]:
    """Yield the cards of `8d`, `eight of diamonds`, `red eight` or `eight`."""
    match = _whole(_CARD_PARTS).fullmatch(text)
    assert match is not None
    colour, rank_name, suit_name = match.groups()
    rank = read_rank("ace" if rank_name == "one" else rank_name)
    for card in (Card.of(rank, suit) for suit in FOUNDATION_ORDER):
        is_suit = not suit_name or suit_name[0] in (card.suit.symbol, card.suit.letter.lower())
        if is_suit and colour in (None, "red" if card.is_red else "black"):
            yield card
