"""Moves in everyday words, such as `8d to 9c`, `eight of diamonds to nine of clubs` or `3 cards from 1 to 2`."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Final, NamedTuple

from freecell_tui.controller.arguments import RANK_WORDS
from freecell_tui.controller.play.game import FOUNDATION_ORDER
from freecell_tui.engine import CELLS, COLUMNS, HOME, Board, Card, Game, Move, NotationError, Pile, refusal
from freecell_tui.engine.cards import RANK_TEXTS, PileKind, Suit
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.rules import canonical, move_size
from freecell_tui.engine.text import joined, quoted
from freecell_tui.plain.words import are_moves, read_moves, where

# The grammar: a verb, a number of cards, the cards or their place, `to`, and the place where they go. Of these, only
# the two places are needed. A word for a rank may be the number of a column, too.

_NUMBERS: Final = ("one", *RANK_WORDS[1:10])
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_RANK_NAMES: Final = (*RANK_WORDS, "one")
_A_NUMBER: Final = f"(?:10|[0-9]|{'|'.join(_NUMBERS)})"
_RANK: Final = f"(?:10|[a2-9tjqk]|{'|'.join(_RANK_NAMES)})"
_SUIT_NAME: Final = "(?:clubs?|diamonds?|hearts?|spades?)"
_CARD: Final = (
    rf"(?:the )?(?:{_RANK} (?:of )?(?:the )?{_SUIT_NAME}|{_RANK} ?[♣♦♥♠]|(?:10|[a2-9tjqk])[cdhs]|{_RANK} of [cdhs])"
)
_ANY_CARD: Final = rf"(?:the |an? |any )?(?:(?:red|black) {_RANK}|(?:{'|'.join(_RANK_NAMES)}))"
_COLUMN: Final = (
    rf"(?:the )?(?:(?:column|col|stack|pile) ?(?:number )?{_A_NUMBER}|(?:{'|'.join(_ORDINALS)}) (?:column|stack|pile)"
    rf"|{_A_NUMBER})"
)
_CELL: Final = r"(?:the |an? |any |my )?(?:(?:free ?)?cells?(?: [a-gk])?|[a-gk](?: cell)?)"
_ONE_CELL: Final = r"(?:the )?(?:(?:free ?)?cell [a-gk]|[a-gk]|[b-gk] cell)"
_EMPTY: Final = r"(?:the |an? |any )?(?:empty|free|blank|open)(?: (?:column|stack|pile|space|spot|place))?"
_HOME: Final = rf"(?:its |the |their )?(?:{_SUIT_NAME}[’']? )?(?:home(?: (?:cell|pile)s?)?|foundations?(?: piles?)?)|h"
_TO: Final = r"(?: (?:up |over )?(?:to|on to|onto|on top of|on|upon|over|into|in|->|=>|→|-) | ?(?:->|=>|→) ?| )"
_MOVE: Final = (
    rf"(?:please )?(?:(?:move|put|place|take|play|send|bring|shift|drop|drag|stack|transfer|lay|carry) )?"
    rf"(?:(?:the )?(?P<size>{_A_NUMBER}|1[0-3]|all|last|top|bottom) (?:the )?(?:last )?cards? (?:from|of|in|on) )?"
    rf"(?:from )?"
    rf"(?P<source>{_CARD}|{_ANY_CARD}|{_COLUMN}|{_ONE_CELL})"
    rf"(?: and (?:the )?(?:{_A_NUMBER} |1[0-3] )?(?:other )?cards? (?:on|above|below|under|after|with) it)?"
    rf"(?: (?:from|in|of) (?P<within>{_COLUMN}|{_ONE_CELL}))?{_TO}"
    rf"(?P<target>{_CARD}|{_HOME}|{_EMPTY}|{_COLUMN}|{_CELL}|{_ANY_CARD})"
    rf"(?: (?:on|onto|in|of) (?:{_CARD}|{_COLUMN}))?(?: please)?"
)
_PART: Final = r"\s*(?:;|\.(?=\s|$)|,?\s*\b(?:and\s+)?then\b|,(?!\s*on\b))\s*"


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


def read_said_moves(words: Sequence[str]) -> Sequence[SaidMove]:
    """Return the moves that a line says, or none if any part of it is something else.

    A line of moves in standard notation, which comes first, says none.
    """
    if are_moves(words):
        with suppress(NotationError):
            read_moves(words)
            return ()
    moves = list[SaidMove]()
    for part in filter(None, re.split(_PART, " ".join(words), flags=re.IGNORECASE)):
        text = " ".join(part.split())
        match = _whole(_MOVE).fullmatch(text.lower().replace(",", "").rstrip(".!"))
        if match is None:
            return ()
        within = match["within"]
        moves.append(
            SaidMove(
                text,
                _read_place(match["source"]),
                _read_place(match["target"]),
                _read_number(match["size"]),
                _read_place(within) if within else None,
            )
        )
    return moves


def read_said_place(line: str) -> Card | Pile | None:
    """Return the card, column or cell that a line names in words and nothing else, or None.

    Two letters, such as `7h`, are a move.
    """
    text = " ".join(line.lower().split()).rstrip("?.")
    if len(text) <= len("10h") or not _whole(f"{_CARD}|{_COLUMN}|{_ONE_CELL}").fullmatch(text):
        return None
    place = _read_place(text)
    if place.cards and place.piles:
        return None
    return place.cards[0] if place.cards else place.piles[0]


def _read_number(text: str | None) -> int | None:
    """Return a number of cards: 0 for all, None without one."""
    if text is None or text.isdecimal():
        return None if text is None else int(text)
    return {"all": 0}.get(text, _NUMBERS.index(text) + 1 if text in _NUMBERS else 1)


def _read_place(text: str) -> _Place:
    """Return the place that a part of the grammar names."""
    words = [word for word in text.split() if word not in ("the", "of", "an", "any", "number", "my", "its", "their")]
    text = " ".join(words)
    if _whole(_CARD).fullmatch(text):
        return _Place(cards=tuple(_cards_of(text)))
    if _whole(_HOME).fullmatch(text):
        return _Place(piles=(HOME,))
    if cell := re.fullmatch(r"(?:a )?(?:free ?)?cells?(?: ([a-gk]))?|([a-gk])(?: cell)?", text):
        letter = cell[1] or cell[2]
        return _Place(piles=(Pile.parse(letter),)) if letter else _Place(is_any_cell=True)
    if _whole(_EMPTY).fullmatch(text):
        return _Place(is_any_empty_column=True)
    text = text.removeprefix("a ")
    number = re.sub("^(?:column|col|stack|pile) ?| (?:column|stack|pile)$", "", text)
    names = _ORDINALS if number in _ORDINALS else _NUMBERS
    index = names.index(number) if number in names else int(number) - 1 if number.isdecimal() else None
    piles = () if index is None else (COLUMNS[index],)
    # Digits are columns; `seven` may be a seven, too.
    is_rank = number == text and not number.isdecimal()
    return _Place(piles, tuple(_cards_of(text)) if is_rank else ())


def _cards_of(text: str) -> Iterator[Card]:
    """Yield the cards of `8d`, `eight diamonds`, `red eight` or `eight`."""
    colour = re.match("red |black ", text)
    text = text.removeprefix(colour[0] if colour else "")
    rank_text = next(name for name in (*_RANK_NAMES, "10", text[0]) if text.startswith(name))
    suit_text = text.removeprefix(rank_text).strip()
    named = RANK_WORDS.index(rank_text) if rank_text in RANK_WORDS else None
    letter = rank_text.upper().replace("T", "10").replace("ONE", "A")
    rank = (RANK_TEXTS.index(letter) if named is None else named) + 1
    for suit in FOUNDATION_ORDER:
        is_suit = not suit_text or suit_text[0] in (suit.symbol, suit.letter.lower())
        if is_suit and (colour is None or colour[0].strip() == _colour_of(suit)):
            yield Card.of(rank, suit)


def _colour_of(suit: Suit) -> str:
    return "red" if suit in (Suit.DIAMONDS, Suit.HEARTS) else "black"
