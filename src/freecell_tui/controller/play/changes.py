"""Sentences about the last change of a game, such as an undo, and about places of cards at the table."""

from collections.abc import Sequence
from typing import NamedTuple

from freecell_tui.controller.play.game import FOUNDATION_ORDER
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import Board, Game, Move, Turn
from freecell_tui.engine.cards import Card, Pile, PileKind, Suit
from freecell_tui.engine.notation import describe_move
from freecell_tui.engine.rules import apply_move, move_size
from freecell_tui.engine.text import capitalised, counted, joined


class ReportedGame(NamedTuple):
    """The state of the game about which the player was informed last."""

    session: Session
    game: Game
    turns_played: int


def card_group(cards: Sequence[Card]) -> str:
    """Return cards that move together: `7♥`, `7♥ and the 2 cards on it`."""
    first, *others = cards
    if not others:
        return first.face
    return f"{first.face} and the {f'{len(others)} cards' if others[1:] else 'card'} on it"


def destination(move: Move, board: Board) -> str:
    """Return the destination of a legal move: `to column 5, on 8♠`."""
    if move.goes_home:
        return "home"
    if cards := board.cards(move.target):
        return f"to {move.target.description}, on {cards[-1].face}"
    if move.target.kind is PileKind.COLUMN:
        return f"to the empty {move.target.description}"
    return f"to {move.target.description}"


_MAX_NAMED = 8
"""The most cards going home at once that are named; of more cards the number is said."""


def change(before: Game, session: Session, turns_before: int) -> str:
    """Return a sentence about the turns played, undone or redone since `before`.

    '' stands for any other change. `turns_before` is the number of turns that the session had played by then.
    """
    after = session.game
    steps = after.position - before.position
    between = after.turns[min(before.position, after.position) : max(before.position, after.position)]
    if session.turns_played == turns_before and after.turns == before.turns:
        if steps < 0:
            return undone(after) if steps == -1 else f"Undone: {turns_in_words(between)}."
        if steps > 0:
            return f"Redone: {last_turn(after) if steps == 1 else turns_in_words(between) + '.'}"
        return ""
    if after.turns[: before.position] != before.turns[: before.position]:
        return ""
    if steps == 1:
        return last_turn(after)
    if not session.has_sent_home(before):
        return ""
    old, new = before.board.foundations, after.board.foundations
    sent_home = [Card.of(rank, suit).face for suit in Suit for rank in range(old[suit] + 1, new[suit] + 1)]
    return f"Home: {joined(sent_home)}."


def turns_in_words(turns: Sequence[Turn]) -> str:
    """Return the number of moves and restarts: `3 moves and a restart`."""
    restarts = sum(turn.is_restart for turn in turns)
    moves = len(turns) - restarts
    parts = []
    if moves:
        parts.append(counted(moves, "move"))
    if restarts:
        parts.append("a restart" if restarts == 1 else counted(restarts, "restart"))
    return joined(parts)


def last_turn(game: Game) -> str:
    """Return the last turn: its move, and the cards that autoplay sent home."""
    turn, before = game.turns[game.position - 1], game.boards[game.position - 1]
    if turn.move is None:
        return "the restart."
    cards = before.cards(turn.move.source)[-move_size(before, turn.move, game.variant) :]
    sent_home = _sent_home(turn, before, game)
    text = f"{card_group(cards)} {destination(turn.move, before)}."
    return f"{text} {sent_home} went home automatically." if sent_home else text


def undone(game: Game) -> str:
    """Return the undone turn: its move, and the cards that came back from home."""
    turn, board = game.turns[game.position], game.board
    if turn.move is None:
        return "Undone: the restart."
    sent_home = _sent_home(turn, board, game)
    text = f"Undone: {describe_move(turn.move, board, game.variant)}."
    return f"{text} {sent_home} came back from home." if sent_home else text


def _sent_home(turn: Turn, board: Board, game: Game) -> str:
    """Return the cards that autoplay sent home in a turn, or ''.

    The turn began with this board.
    """
    assert turn.move is not None
    board = apply_move(board, turn.move, game.variant)
    faces = []
    for move in turn.autoplay:
        faces.append(board.cards(move.source)[-1].face)
        board = apply_move(board, move, game.variant)
    return joined(faces) if len(faces) <= _MAX_NAMED else f"{len(faces)} cards"


def focus_sentence(session: Session) -> str:
    """Return a sentence about the place of the cursor, and about lifted cards."""
    pile, depth = session.cursor
    cards = session.game.board.cards(pile)
    if cards:
        place = _place(session.game.board, pile, depth)
    else:
        place = f"{pile.description} is {'free' if pile.kind is PileKind.CELL else 'empty'}"
    if session.selection is None:
        return f"{capitalised(place)}."
    lifted = session.selection.lifted
    more = f" and {counted(len(lifted) - 1, 'card')} on it" if len(lifted) > 1 else ""
    goes = "lifted" if pile == session.selection.pile else f"lifted, to go to {place if cards else pile.description}"
    return f"{lifted[0].face}{more} {goes}."


def found_sentence(board: Board, rank: int) -> str:
    """Return a sentence about the places of the four cards of a rank."""
    cards = (Card.of(rank, suit) for suit in FOUNDATION_ORDER)
    return f"{'; '.join(_place(board, *board.locate(card)) for card in cards)}."


def _place(board: Board, pile: Pile, depth: int) -> str:
    """Return a card and its place: `7♥ in column 5, 2 cards on it`."""
    face = board.cards(pile)[-depth].face
    if pile.kind is PileKind.FOUNDATION:
        return f"{face} home"
    beside = f", {counted(depth - 1, 'card')} on it" if depth > 1 else ""
    return f"{face} in {pile.description}{beside}"
