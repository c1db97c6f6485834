"""The words that read the table and the game to the player, and change nothing."""

from collections.abc import Iterable, Sequence

from freecell_tui.engine import Board, Pile, PileKind, Variant, source_refusal
from freecell_tui.engine.text import counted_or_no
from freecell_tui.plain import describe
from freecell_tui.plain.frontend import Seat, title
from freecell_tui.plain.move_commands import Actions
from freecell_tui.plain.parser import read_card, read_pile, read_rank
from freecell_tui.plain.phrases import duration


class Hearing:
    """Reads the table."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self.actions: Actions = {
            "look": lambda _: self._say_all(describe.table(self._board, self._variant)),
            "column": self.pile,
            "cells": lambda _: self._say(describe.cells(self._board)),
            "foundations": lambda _: self._say(describe.foundations(self._board)),
            "where": lambda words: self._say(describe.where(self._board, read_card(words), under_what=True)),
            "find": lambda words: self._say_all(describe.of_rank(self._board, read_rank(words))),
            "targets": self._targets,
            "moves": self._moves,
            "carry": lambda _: self._say(describe.carry(self._board, self._variant)),
            "history": self._history,
            "status": self._status,
            "time": lambda _: self._say(f"Played for {duration(self._seat.session.clock.elapsed)}."),
            "rules": lambda _: self._say_all(describe.rules(self._variant)),
        }

    def awaited(self) -> None:
        """Say where the cards lie that the foundations wait for."""
        self._say_all(describe.awaited(self._board))

    def pile(self, words: Sequence[str]) -> None:
        """Read one place."""
        pile = read_pile(words)
        self._say(self._missing(pile) or describe.place(self._board, pile, self._variant))

    def _targets(self, words: Sequence[str]) -> None:
        pile = read_pile(words)
        why_not = source_refusal(self._board, pile, self._variant)
        if why_not is not None:
            self._say(why_not.sentence)
        else:
            told = describe.targets(self._board, pile, self._variant)
            self._say(told or f"Nothing in {pile.description} can move.")

    def _moves(self, _words: Sequence[str]) -> None:
        piles = (*self._seat.session.columns, *self._seat.session.top_row)
        told = [sentence for pile in piles if (sentence := describe.targets(self._board, pile, self._variant))]
        self._say_all(told or ["No move can be made."])

    def _history(self, _words: Sequence[str]) -> None:
        game = self._seat.game
        moves = ["restart" if turn.move is None else str(turn.move) for turn in game.turns[: game.position]]
        self._say(f"{counted_or_no(len(moves), 'move')}: {' '.join(moves)}." if moves else "No move was made.")
        if game.can_redo:
            self._say(f"Taken back, and can be redone: {counted_or_no(len(game.turns) - game.position, 'move')}.")

    def _status(self, _words: Sequence[str]) -> None:
        session, game = self._seat.session, self._seat.game
        told = (
            counted_or_no(game.moves_made, "move"),
            counted_or_no(session.undos, "undo"),
            f"{counted_or_no(sum(game.board.foundations), 'card')} home",
            duration(session.clock.elapsed),
        )
        self._say(f"{title(game)}: {', '.join(told)}.")

    def _missing(self, pile: Pile) -> str | None:
        """That there is no such pile in this game, if there is none."""
        session = self._seat.session
        if pile.kind is PileKind.HOME or pile in (*session.columns, *session.top_row):
            return None
        return str(source_refusal(self._board, pile, self._variant))

    @property
    def _board(self) -> Board:
        return self._seat.game.board

    @property
    def _variant(self) -> Variant:
        return self._seat.game.variant

    def _say(self, sentence: str) -> None:
        self._seat.say(sentence)

    def _say_all(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self._seat.say(sentence)
