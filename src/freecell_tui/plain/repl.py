"""One line after the other: what the player says, and what is done and said then."""

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from typing import Final

from freecell_tui.controller.messages import Message, Severity
from freecell_tui.controller.pasting import play_pasted, read_pasted
from freecell_tui.controller.transport import SearchInterrupted
from freecell_tui.controller.typed_moves import TypedMoves
from freecell_tui.engine import FreecellError, Move, refusal
from freecell_tui.engine.share_code import find_code
from freecell_tui.plain import read_commands
from freecell_tui.plain.commands import VOCABULARY, carry_out
from freecell_tui.plain.frontend import YES, PlainFrontEnd
from freecell_tui.plain.parser import are_moves, is_pile, read_moves, split_line

_RACE: Final = "race"
"""The word behind which a share code is not played, but raced."""

_NO: Final = "no"


class Repl:
    """Answers the lines of a player."""

    def __init__(self, front_end: PlainFrontEnd) -> None:
        self._front_end = front_end
        self._controller = front_end.controller
        self._told_win_notes: tuple[str, ...] = ()
        self._typed_moves = TypedMoves()
        self._repeated: Sequence[str] = ()
        self._asked: Sequence[str] = ()

    def begin(self, opening: Sequence[str], asked: str = "") -> None:
        """Say what there is to say before the player does; `yes` is then `asked`."""
        self._asked = split_line(asked)
        self._front_end.say_all(opening)
        self._front_end.speak()
        with suppress(SearchInterrupted), self._front_end.searching():
            self._front_end.tell_verdict()
        self._front_end.speak()

    def answer(self, line: str) -> None:
        """Do what a line asks for, and say what has come of it."""
        typed = split_line(line)
        if not typed:
            return
        front_end, controller = self._front_end, self._controller
        front_end.begin_answer()
        self._repeated = words = self._meant(typed)
        try:
            if not words:
                pass
            elif front_end.screens.lesson is not None:
                front_end.screens.answer_in_lesson(words)
            else:
                self._answer_in_game(words)
        except FreecellError as error:
            controller.notify(Message(str(error), Severity.REFUSAL))
        except SearchInterrupted:
            controller.cancel_request()
            front_end.say("Stopped.")
        front_end.speak()
        controller.commit()
        self._tell_win_notes()
        front_end.speak()
        self._asked = (split_line(front_end.asked_for) or self._repeated) if front_end.is_asking else ()

    def _meant(self, words: Sequence[str]) -> Sequence[str]:
        """Return the words that `yes` stands for, none for `no`, and others as they are."""
        asked, self._asked = self._asked, ()
        answer = " ".join(words).lower()
        self._front_end.has_agreed = bool(asked) and answer in (YES, " ".join(asked).lower())
        if self._front_end.has_agreed:
            return asked
        if answer not in (YES, _NO):
            return words
        self._front_end.say("Nothing has changed." if asked else "There is no question to answer.")
        return ()

    def _answer_in_game(self, words: Sequence[str]) -> None:
        front_end, controller = self._front_end, self._controller
        if controller.session.clock_stands and controller.settings.clock:
            front_end.say("The clock stopped after three minutes without a line.")
        controller.set_clock(runs=True)
        # A warning is found out while a command is carried out.
        with front_end.searching() if controller.settings.warn else nullcontext():
            self._do(words)
        front_end.tell_change()
        controller.game_changed()
        front_end.speak()
        with front_end.searching():
            front_end.finish_requests()
            front_end.tell_verdict()

    def _do(self, words: Sequence[str]) -> None:
        if are_moves(words):
            self._play(read_moves(words))
        elif len(words) == 1 and is_pile(words[0]):
            read_commands.pile(self._front_end, words)
        elif words[0].lower() != _RACE and find_code(" ".join(words)):
            self._play_code(" ".join(words))
        else:
            carry_out(self._front_end, *VOCABULARY.find(words))

    def _play_code(self, text: str) -> None:
        """Play the moves of a share code that are left from here, or say why there are none."""
        moves, problem = read_pasted(text, self._controller.session)
        if moves:
            play_pasted(self._controller, moves)
        else:
            self._front_end.say(problem)

    def _play(self, moves: Sequence[Move]) -> None:
        """Play moves up to the first that is refused, and say which were played."""
        session = self._controller.session
        meant = self._typed_moves.read(moves, session)
        if not any(meant):
            self._front_end.say("Already home.")
        for at, move in enumerate(meant):
            if move is None:
                continue
            reason = refusal(session.game.board, move, session.game.variant)
            if reason is not None:
                self._front_end.say("The game is won." if session.game.is_won else reason.sentence)
                if len(moves) > 1:
                    self._front_end.say(_progress(moves, at))
                return
            is_played = session.play_guarded(move)
            self._front_end.tell_change()
            if not is_played:
                self._repeated = list(map(str, moves[at:]))
                if len(moves) > 1:
                    self._front_end.say(_progress(moves, at))
                return

    def _tell_win_notes(self) -> None:
        notes = self._controller.recorder.win_notes
        if notes is not self._told_win_notes:
            self._front_end.say_all(notes)
        self._told_win_notes = notes


def _progress(moves: Sequence[Move], played: int) -> str:
    words = list(map(str, moves))
    done = f"Played: {' '.join(words[:played])}" if played else "Nothing on this line was played"
    return f"{done}. Not played: {' '.join(words[played:])}."
