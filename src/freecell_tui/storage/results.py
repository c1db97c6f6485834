"""The result of a game: what counts of it once it is over.

A game counts from its first move on, and it is over when it is won, or when it is left for good: thrown away, or
replaced by another without being kept. One that stays saved is not over. However often a game is restarted, saved,
taken up, copied or won again, it is one game, told by its id, with one result:

- a win stays a win, whatever happens after it, and a loss becomes one if the game is won after all;
- a win without help takes the place of one with help: help after the win does not spoil it;
- of two wins that are alike in this, each figure is the better one: the shorter time, the fewer moves, the fewer undos,
  the earlier end. So whoever starts the deal again after winning it, and needs fewer moves, has needed so few;
- of two losses, the one that was played longer.

Which of two came first does not matter, so that two programs and a crash between them cannot disagree.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from freecell_tui.engine import Variant
from freecell_tui.storage.saves import TIMESTAMP_FORMAT, SavedGame


@dataclass(frozen=True, slots=True)
class Result:
    """What counts of a finished game.

    `seconds` and `moves` are those that it took; `is_helped`, that a solution was shown. `started` and `ended` are
    moments in UTC as in a save, and `day` the date of the end where the player was, `2026-11-20`; empty if not known.
    """

    id: str
    variant: Variant
    deal: int
    is_won: bool
    seconds: float
    moves: int
    undos: int = 0
    is_helped: bool = False
    started: str = ""
    ended: str = ""
    day: str = ""

    @property
    def is_own_win(self) -> bool:
        """Whether the player won without having been shown how."""
        return self.is_won and not self.is_helped


def local_day(timestamp: str) -> str:
    """The date of a moment where this computer is; empty if there is no such moment."""
    try:
        return datetime.strptime(timestamp, TIMESTAMP_FORMAT).replace(tzinfo=UTC).astimezone().date().isoformat()
    except (ValueError, OverflowError):
        return ""


def has_started(record: SavedGame) -> bool:
    """Whether the game has begun to count: a move was played, even one that was taken back or jumped away from."""
    games = (record.game, *(bookmark.game for bookmark in record.bookmarks))
    return any(turn.move is not None for game in games for turn in game.turns)


def result_of(record: SavedGame, ended: str = "") -> Result:
    """The result of a game that is over, which is lost if it is not won. It ended when it was saved, or `ended`."""
    game, ended = record.game, ended or record.saved
    return Result(
        record.game_id,
        game.variant,
        game.deal,
        game.is_won,
        round(record.elapsed, 1),
        game.moves_made,
        record.undos,
        record.helped,
        record.started,
        ended,
        local_day(ended),
    )


def is_better(one: Result, other: Result) -> bool:
    """Whether of two results of one game it is `one` whose record is to be kept; the same result does not."""
    return _rank(one) < _rank(other)


def merged(one: Result, other: Result) -> Result:
    """The one result of a game that has two."""
    first, second = (other, one) if is_better(other, one) else (one, other)
    if not second.is_won or second.is_helped != first.is_helped:
        return first
    ended, day = min((first.ended, first.day), (second.ended, second.day), key=lambda end: (not end[0], end))
    return replace(
        first,
        started=min(first.started, second.started, key=lambda timestamp: (not timestamp, timestamp)),
        seconds=min(first.seconds, second.seconds),
        moves=min(first.moves, second.moves),
        undos=min(first.undos, second.undos),
        ended=ended,
        day=day,
    )


def _rank(result: Result) -> tuple[object, ...]:
    timestamps = (not result.ended, result.ended, result.day, not result.started, result.started)
    if result.is_won:
        return (0, result.is_helped, result.moves, result.seconds, result.undos, timestamps)
    return (1, -result.seconds, -result.moves, -result.undos, result.is_helped, timestamps)
