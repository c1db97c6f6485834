"""The replay of a game: its position, its speed, and the number that is typed to go to a move."""

from typing import Final

from freecell_tui.engine.notation import describe_move
from freecell_tui.storage.saves import SavedGame, new_id, now

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""The speeds of a replay, in moves a second."""

_STEPS: Final = {"move-back": -1, "move-on": 1, "page-back": -10, "page-on": 10}
_FASTER: Final = {"slower": -1, "faster": 1}
"""How many moves, and how many speeds, commands go on."""


class Replay:
    """A replay of the active turns of a game, from the deal or the last restart on.

    `elapsed` is the time the whole game took, in seconds, and `note` a sentence to show at the end. `typed` holds the
    digits of a move's number while it is typed, and is '' otherwise. `is_watched` is whether any move was shown.
    """

    def __init__(self, saved: SavedGame, note: str = "") -> None:
        self._whole = saved.game.without_undone()
        self.elapsed = saved.elapsed
        self.note = note
        self.game = self._whole.seek(0)
        self.is_playing = False
        self.typed = ""
        self.is_watched = False
        self._before_typing = 0
        self._speed = 1

    @property
    def count(self) -> int:
        return len(self._whole.turns)

    @property
    def position(self) -> int:
        return self.game.position

    @property
    def is_at_end(self) -> bool:
        return self.position == self.count

    @property
    def speed(self) -> float:
        """The speed in moves a second, out of `SPEEDS`."""
        return SPEEDS[self._speed]

    def cycle_speed(self) -> None:
        self._speed = (self._speed + 1) % len(SPEEDS)

    def seek(self, position: int) -> None:
        """Show the board after `position` moves, and stop playing.

        Or after the nearest number of moves that there is.
        """
        self.game = self.game.seek(position)
        self.is_watched = self.is_watched or self.position > 0
        self.is_playing = False
        self.typed = ""

    def step(self, by: int) -> None:
        self.seek(self.position + by)

    def advance(self) -> None:
        self.game = self.game.redo()
        self.is_watched = True
        self.is_playing = not self.is_at_end

    def toggle(self) -> None:
        """Play or stop. At the end, play from the beginning."""
        self.typed = ""
        if not self.is_playing and self.is_at_end:
            self.game = self.game.seek(0)
        self.is_playing = not self.is_playing and self.count > 0

    def give(self, command: str) -> None:
        if command == "play":
            self.toggle()
        elif command in _STEPS:
            self.step(_STEPS[command])
        elif command in _FASTER:
            self._speed = min(max(self._speed + _FASTER[command], 0), len(SPEEDS) - 1)
        else:
            self.seek({"first": 0, "last": self.count}[command])

    def type_digit(self, digit: str) -> None:
        if not self.typed:
            self._before_typing = self.position
        self._type((self.typed + digit)[:5])

    def delete_digit(self) -> None:
        self._type(self.typed[:-1])

    def _type(self, typed: str) -> None:
        self.seek(int(typed or self._before_typing))
        self.typed = typed

    def end_typing(self, *, back: bool = False) -> None:
        """Forget the typed number.

        With `back`, return to the position before the number was typed.
        """
        if back:
            self.seek(self._before_typing)
        self.typed = ""

    @property
    def move_in_words(self) -> str:
        turn = self.game.last_turn
        if turn is None or turn.move is None:
            return ""
        return describe_move(turn.move, self.game.boards[self.position - 1], self.game.variant)

    def to_saved_game(self) -> SavedGame:
        """Return a new game that begins with the moves shown.

        The game counts as helped if any move was watched.
        """
        game = self.game.without_undone()
        return SavedGame(game, started=now(), helped=True, id=new_id()) if self.is_watched else SavedGame(game)
