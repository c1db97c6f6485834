"""The ways to begin a game in lines of text, and its end."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.new_games import random_game
from freecell_tui.engine import Game, Variant
from freecell_tui.plain.frontend import Seat, standing
from freecell_tui.plain.repl import Repl
from freecell_tui.plain.signals import Leave, Signals
from freecell_tui.plain.speech import Speech
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import Settings, VerdictDisplay

_LEFT: Final = 0
_NOT_WON: Final = 1
_LONGEST_LINE: Final = 4096


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player who begins to talk: where the games are kept, how to play, and when the verdict is said; `troubles` is
    what is wrong with the settings.

    Each method plays, and returns the exit code: 0 if the game was won or the player has quit, 1 if the input ended
    before that, and 128 and the signal's number after a signal.
    """

    store: SaveStore
    settings: Settings
    verdict: VerdictDisplay = VerdictDisplay.MASKED
    troubles: tuple[str, ...] = ()

    def deal(self, game: Game) -> int:
        """Play a fresh game."""
        return self._play(SavedGame(game), None, [f"{standing(game)}."])

    def random_deal(self, troubles: Sequence[SaveError] = ()) -> int:
        """Play a random deal, and say what is wrong with the saves that cannot be read."""
        game = random_game(self.settings.new_game_variant)
        return self._play(SavedGame(game), None, [*_told(troubles), f"{standing(game)}."])

    def resume(
        self, save_file: SaveFile, record: SavedGame, troubles: Sequence[SaveError] = (), *, ask: bool = False
    ) -> int:
        """Go on with a saved game; where the player did not ask for it, say how to begin another."""
        which = f"{standing(record.game)}. {played_ago(record.saved)}".rstrip()
        opening = [f"Your unfinished game: {which}", "Go on with it, or say new for another."] if ask else [which]
        return self._play(record, save_file, [*_told(troubles), *opening])

    def welcome(self, fits: Callable[[Variant], bool]) -> int:
        """Offer to go on with the last unfinished game that `fits`; if there is none, play a random deal."""
        troubles: list[SaveError] = []
        latest = self.store.latest(fits, troubles)
        if latest is None:
            return self.random_deal(troubles)
        return self.resume(*latest, troubles, ask=True)

    def _play(self, record: SavedGame, save_file: SaveFile | None, opening: Sequence[str]) -> int:
        signals = Signals()
        seat = Seat(self.store, Speech(sys.stdout), record, save_file, settings=self.settings)
        try:
            with signals.heard():
                return _Conversation(seat, signals, self.verdict).run([*self.troubles, *opening])
        except OSError:
            # Nobody hears us any more; whoever has called us finds out why when it flushes the output.
            return _NOT_WON
        finally:
            with suppress(OSError):
                seat.keep()
            if seat.autosave.error:
                print(f"freecell: {seat.autosave.error}", file=sys.stderr)


def _told(troubles: Sequence[SaveError]) -> list[str]:
    return [f"A save cannot be read, and is kept. {troubles[0]}"] if troubles else []


class _Conversation:
    """Lines from standard input, and the answers to them. A prompt is shown where somebody types at a terminal."""

    def __init__(self, seat: Seat, signals: Signals, verdict: VerdictDisplay) -> None:
        self._seat = seat
        self._signals = signals
        self._talk = Repl(seat, signals, verdict)
        self._is_typed = sys.stdin.isatty() and sys.stdout.isatty()

    def run(self, opening: Sequence[str]) -> int:
        """Talk until the player has quit or the input has ended; return the exit code."""
        advice = ["Say look for the table, help for the words there are."] if self._is_typed else []
        self._talk.begin([*opening, *advice])
        try:
            while not self._talk.has_quit and (line := self._next_line()) is not None:
                self._talk.answer(line)
        except Leave as leave:
            self._begin_line()
            return 128 + leave.number
        return self._leave()

    def _next_line(self) -> str | None:
        """What the player says next; None if the input has ended."""
        with self._signals.leaving_at_once():
            if self._is_typed:
                self._seat.voice.prompt()
            try:
                line = sys.stdin.readline(_LONGEST_LINE)
                if len(line) == _LONGEST_LINE and not line.endswith("\n"):
                    self._seat.say(f"A line of more than {_LONGEST_LINE} letters is not read.")
                    line = _rest_skipped()
            except OSError:
                # The terminal is gone.
                return None
        return line or None

    def _leave(self) -> int:
        """Say how the game is left; return the exit code."""
        game = self._seat.game
        if not self._talk.has_quit:
            self._begin_line()
        self._seat.keep()
        if not game.is_won and not self._talk.has_quit:
            self._seat.say("The input ended before the game was won.")
        if game.turns and not game.is_won and not self._seat.autosave.error:
            self._seat.say("The game is saved.")
        self._seat.voice.flush()
        return _LEFT if game.is_won or self._talk.has_quit else _NOT_WON

    def _begin_line(self) -> None:
        if self._is_typed:
            self._seat.voice.end_line()
            self._seat.voice.flush()


def _rest_skipped() -> str:
    """Read to the end of a line; return an empty line, or nothing at the end of the input."""
    while part := sys.stdin.readline(_LONGEST_LINE):
        if part.endswith("\n"):
            return "\n"
    return ""
