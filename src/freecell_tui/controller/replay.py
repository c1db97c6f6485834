"""A game that is watched: where in it one is, whether it runs and how fast. Nobody plays it, and nothing keeps it."""

from typing import Final

from freecell_tui.engine.notation import describe_move
from freecell_tui.storage.saves import SavedGame, new_id, now

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""How many moves a second a replay may make."""

_DEFAULT: Final = 1
_LONGEST_NUMBER: Final = 5


class Replay:
    """The replay of a game: the turns that are in force, from the deal or the last restart on.

    `note` is what there is to say at the end; `typed` the number of a move as far as it has been typed.
    """

    def __init__(self, record: SavedGame, note: str = "") -> None:
        self._whole = record.game.without_undone()
        self.seconds = record.elapsed
        self.note = note
        self.game = self._whole.seek(0)
        self.is_playing = False
        self.typed = ""
        self._before_typing = 0
        self._speed = _DEFAULT

    @property
    def count(self) -> int:
        """How many moves there are."""
        return len(self._whole.turns)

    @property
    def position(self) -> int:
        """How many moves have been shown."""
        return self.game.position

    @property
    def is_at_end(self) -> bool:
        """Whether all moves have been shown."""
        return self.position == self.count

    @property
    def speed(self) -> float:
        """Moves a second."""
        return SPEEDS[self._speed]

    def change_speed(self, by: int) -> None:
        """Go through the moves faster, or more slowly."""
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)

    @property
    def is_fastest(self) -> bool:
        """Whether it cannot go faster."""
        return self._speed == len(SPEEDS) - 1

    def slow_down(self) -> None:
        """Go as slowly as can be."""
        self._speed = 0

    def go(self, position: int) -> None:
        """Show the table after so many moves, or the nearest that there is."""
        self.game = self.game.seek(position)
        self.is_playing = False
        self.typed = ""

    def step(self, by: int) -> None:
        """Go on by so many moves, or back."""
        self.go(self.position + by)

    def advance(self) -> None:
        """Show the next move of a replay that runs; it stops at the end."""
        self.game = self.game.redo()
        self.is_playing = not self.is_at_end

    def toggle(self) -> None:
        """Let it run, from the beginning if it is at the end, or stop it."""
        self.typed = ""
        if not self.is_playing and self.is_at_end:
            self.game = self.game.seek(0)
        self.is_playing = not self.is_playing and self.count > 0

    # A number that is typed

    def type(self, digit: str) -> None:
        """Type one more digit of a move's number, and go there at once."""
        if not self.typed:
            self._before_typing = self.position
        typed = (self.typed + digit)[:_LONGEST_NUMBER]
        self.go(int(typed))
        self.typed = typed

    def rub_out(self) -> None:
        """Take the last digit back."""
        typed = self.typed[:-1]
        self.go(int(typed) if typed else self._before_typing)
        self.typed = typed

    def end_typing(self, *, back: bool = False) -> None:
        """The number is whole, or it was not meant."""
        if back:
            self.go(self._before_typing)
        self.typed = ""

    # What there is to say and to keep

    @property
    def move_text(self) -> str:
        """The move that led here, as it is written; empty at the deal."""
        turn = self.game.last_turn
        return "" if turn is None else str(turn.move)

    @property
    def move_in_words(self) -> str:
        """The move that led here in words; empty at the deal."""
        turn = self.game.last_turn
        if turn is None or turn.move is None:
            return ""
        return describe_move(turn.move, self.game.boards[self.position - 1], self.game.variant)

    def taken_over(self) -> SavedGame:
        """A game of the player's own that begins with the moves shown.

        They were not found by the player: such a game counts as helped, unless none of them is in it.
        """
        game = self.game.without_undone()
        return SavedGame(game, started=now(), helped=True, id=new_id()) if game.turns else SavedGame(game)
