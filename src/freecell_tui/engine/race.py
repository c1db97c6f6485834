"""A race against an earlier win: how many cards were home after each move and at each time."""

from typing import NamedTuple

from freecell_tui.engine.share_code import SharedGame


class Ghost(NamedTuple):
    """The game to race against: the cards home after each number of moves, from 0, and its seconds.

    A share code has no times of moves, so they are assumed to be spread evenly. `seconds` is 0
    where the time is not known.
    """

    homes: tuple[int, ...]
    seconds: int = 0
    name: str = ""

    @classmethod
    def of(cls, shared: SharedGame) -> "Ghost":
        game = shared.game.without_undone()
        return cls(tuple(sum(board.foundations) for board in game.boards), shared.seconds, shared.name)

    @property
    def moves(self) -> int:
        return len(self.homes) - 1

    def after(self, moves: int) -> int:
        return self.homes[min(max(moves, 0), self.moves)]

    def at(self, seconds: float) -> int | None:
        """Return how many cards were home at a time, None where the time is not known."""
        if not self.seconds:
            return None
        return self.after(int(seconds * self.moves / self.seconds))
