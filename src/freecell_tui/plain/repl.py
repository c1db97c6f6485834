"""One line after the other: what the player says, and what is done and said then."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from freecell_tui.engine import FreecellError, NotationError
from freecell_tui.plain.blocking_advisor import BlockingAdvisor, SearchTimes, Stopped
from freecell_tui.plain.frontend import Seat
from freecell_tui.plain.game_commands import Choosing
from freecell_tui.plain.keeping import Keeping
from freecell_tui.plain.marking import Marking
from freecell_tui.plain.move_commands import Actions, Playing
from freecell_tui.plain.parser import WORDS, Group, Word, are_moves, find_word, is_pile, spoken
from freecell_tui.plain.read_commands import Hearing
from freecell_tui.plain.signals import Signals
from freecell_tui.plain.solver_commands import Asking
from freecell_tui.storage.settings import VerdictDisplay

_MOVES_HELP: Final = (
    "A move is where from and where to: 26 is column 2 to column 6, 3a column 3 to cell a, ah cell a home. "
    "Many may stand on a line. A pile alone, as in 3 or a, is read to you."
)


class Repl:
    """A player who talks about a game. `has_quit` is whether the player has asked to leave."""

    def __init__(
        self,
        seat: Seat,
        signals: Signals,
        mode: VerdictDisplay = VerdictDisplay.MASKED,
        patience: SearchTimes | None = None,
    ) -> None:
        self.has_quit = False
        self._seat = seat
        self._last: list[str] = []
        thinker = BlockingAdvisor(patience or SearchTimes(), signals, self._tell_waiting)
        self._playing = Playing(seat)
        self._hearing = Hearing(seat)
        self._asking = Asking(seat, thinker, mode)
        choosing = Choosing(seat, thinker, self._hearing)
        own: Actions = {
            "last": lambda _: self._say_all(self._last),
            "brief": lambda _: self._speak(is_brief=True),
            "full": lambda _: self._speak(is_brief=False),
            "help": self._help,
            "quit": self._quit,
        }
        marking = Marking(seat)
        keeping = Keeping(seat)
        parts = (
            self._playing.actions,
            self._hearing.actions,
            self._asking.actions,
            choosing.actions,
            marking.actions,
            keeping.actions,
            own,
        )
        self.actions: Actions = {name: action for part in parts for name, action in part.items()}

    def begin(self, opening: Sequence[str]) -> None:
        """Say what there is to say before the player does."""
        self._say_all(opening)
        with suppress(Stopped):
            self._asking.look()
        self._seat.voice.flush()

    def answer(self, line: str) -> None:
        """Do what a line asks for, and say what has come of it."""
        words = spoken(line)
        if not words:
            return
        self._seat.go_on()
        # What was said unasked is the last that was said, too.
        self._last = self._seat.voice.take_said() or self._last
        try:
            self._do(words)
            self._asking.look()
        except FreecellError as error:
            self._seat.say(str(error))
        except Stopped:
            self._seat.say("The thought was stopped.")
        self._seat.voice.flush()
        self._seat.settle()

    def _do(self, words: Sequence[str]) -> None:
        if are_moves(words):
            self._playing.play(words)
        elif len(words) == 1 and is_pile(words[0]):
            self._hearing.pile(words)
        else:
            self._do_word(find_word(words[0]), words[1:])

    def _do_word(self, word: Word, about: Sequence[str]) -> None:
        if about and not word.takes:
            raise NotationError(f"Say {word.name} with nothing after it.")
        if not about and not word.is_whole_alone:
            raise NotationError(f"Say what after {word.name}: {word.takes}.")
        self.actions[word.name](about)

    def _tell_waiting(self) -> None:
        self._seat.say("Thinking; Ctrl-C stops it.")
        self._seat.voice.flush()

    def _say_all(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            self._seat.say(sentence)

    def _speak(self, *, is_brief: bool) -> None:
        self._seat.voice.is_brief = is_brief
        self._seat.say("Cards are marks, as in 7♥." if is_brief else "Cards are words, as in 7♥.")

    def _help(self, about: Sequence[str]) -> None:
        if not about:
            self._seat.say(_MOVES_HELP)
            for group in Group:
                names = ", ".join(word.name for word in WORDS if word.group is group)
                self._seat.say(f"{group.value}: {names}.")
            self._seat.say("Say help and a word for what it does, or help all for every word.")
        elif about == ["all"]:
            self._say_all([_MOVES_HELP, *map(_help_line, WORDS)])
        else:
            self._seat.say(_help_line(find_word(" ".join(about))))

    def _quit(self, _words: Sequence[str]) -> None:
        self.has_quit = True


def _help_line(word: Word) -> str:
    takes = f" {word.takes}" * bool(word.takes)
    also = f" Also: {', '.join(word.also)}." * bool(word.also)
    return f"{word.name}{takes}: {word.help}.{also}"
