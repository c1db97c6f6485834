"""The words that move cards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from freecell_tui.engine import HOME, Autoplay, Card, Move, NotationError, PileKind, Suit, refusal
from freecell_tui.engine.text import counted_or_no, joined, quoted
from freecell_tui.plain import describe, narrate
from freecell_tui.plain.frontend import Seat
from freecell_tui.plain.parser import read_card, read_count, read_moves, read_pile
from freecell_tui.storage.settings import SPEC_BY_NAME

Actions = Mapping[str, Callable[[Sequence[str]], None]]
"""What is done for each word, given what stands after it."""

_SETTING_OF: Final = {
    value: name for name in ("autoplay", "autoplay_when") for value in map(str, SPEC_BY_NAME[name].values)
}
"""What may be said after `autoplay`, and the setting it belongs to."""


class Playing:
    """Moves cards, forwards and back."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self.actions: Actions = {
            "best": self._best,
            "home": self._home,
            "undo": self._undo,
            "redo": self._redo,
            "restart": self._restart,
            "autoplay": self._autoplay,
        }

    def play(self, words: Sequence[str]) -> None:
        """Play a line of moves up to the first that is refused, and say which were played."""
        moves = read_moves(words)
        for at, move in enumerate(moves):
            if not self._try(move):
                if len(moves) > 1:
                    self._seat.say(_how_far(moves, at))
                return

    def _try(self, move: Move) -> bool:
        """Play a move and tell of it, or say why it is refused; return whether it was played."""
        game = self._seat.game
        why_not = refusal(game.board, move, game.variant)
        if why_not is not None:
            self._seat.say("The game is won." if game.is_won else why_not.sentence)
            return False
        self._seat.session.play(move)
        self._seat.tell_turn()
        return True

    def _best(self, words: Sequence[str]) -> None:
        session, board = self._seat.session, self._seat.game.board
        try:
            pile, depth = read_pile(words), 1
        except NotationError:
            card = read_card(words)
            pile, depth = describe.find(board, card)
            if depth > 1 and pile.kind is PileKind.FOUNDATION:
                self._seat.say(f"{card.face} is home.")
                return
        before = session.game
        session.select(pile, depth if pile.kind is PileKind.COLUMN else None)
        if session.message is None:
            session.move_to_best()
        if session.game is before:
            self._seat.say_message()
        else:
            self._seat.tell_turn()

    def _home(self, words: Sequence[str]) -> None:
        if words:
            self._try(Move(read_pile(words), HOME))
            return
        session, before = self._seat.session, self._seat.game
        session.send_all_home()
        if session.game is before:
            self._seat.say_message()
        else:
            gone = _newly_home(before.board.foundations, session.game.board.foundations)
            self._seat.tell_change(f"Home: {joined([card.face for card in gone])}.")

    def _undo(self, words: Sequence[str]) -> None:
        session = self._seat.session
        count = read_count(words) if words else 1
        if (why_not := session.undo_refusal) is not None:
            self._seat.say(why_not)
            return
        before = session.game
        session.seek(before.position - count)
        back = before.position - session.game.position
        told = (
            narrate.as_sentences(narrate.undone(session.game))
            if back == 1
            else f"Taken back: {counted_or_no(back, 'move')}."
        )
        self._seat.tell_change(told)

    def _redo(self, words: Sequence[str]) -> None:
        session = self._seat.session
        count = read_count(words) if words else 1
        if (why_not := session.redo_refusal) is not None:
            self._seat.say(why_not)
            return
        before = session.game.position
        for _ in range(min(count, len(session.game.turns) - before)):
            session.redo()
        again = session.game.position - before
        told = (
            narrate.as_sentences(narrate.last_turn(session.game)) if again == 1 else f"{counted_or_no(again, 'move')}."
        )
        self._seat.tell_change(f"Again: {told}")

    def _restart(self, _words: Sequence[str]) -> None:
        session = self._seat.session
        if (why_not := session.restart_refusal) is not None:
            self._seat.say(why_not)
            return
        session.restart()
        assert session.message is not None
        self._seat.tell_change(session.message.text)

    def _autoplay(self, words: Sequence[str]) -> None:
        session = self._seat.session
        if words:
            chosen = " ".join(words).lower()
            setting = _SETTING_OF.get(chosen)
            if setting is None:
                raise NotationError(f"{quoted(chosen)} is no way to autoplay: say {joined(list(_SETTING_OF), 'or')}.")
            self._seat.choose_autoplay(setting, chosen)
        if session.autoplay_policy is Autoplay.ALL:
            self._seat.say("All that may goes home by itself.")
        elif session.autoplay_policy is Autoplay.SAFE:
            self._seat.say("What is safe goes home by itself.")
        elif session.auto_finishes:
            self._seat.say("Cards go home by themselves once every column runs down in order.")
        else:
            self._seat.say("Nothing goes home by itself.")


def _how_far(moves: Sequence[Move], played: int) -> str:
    words = list(map(str, moves))
    done = f"Played: {' '.join(words[:played])}" if played else "Nothing of the line was played"
    return f"{done}. Not played: {' '.join(words[played:])}."


def _newly_home(before: Sequence[int], after: Sequence[int]) -> list[Card]:
    """The cards that went home, suit by suit."""
    return [Card.of(rank, suit) for suit in Suit for rank in range(before[suit] + 1, after[suit] + 1)]
