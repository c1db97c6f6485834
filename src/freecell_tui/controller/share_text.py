"""Results to share: a game as a code that holds all of it, and as a line of text for people."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from itertools import pairwise
from typing import Final

from freecell_tui.controller.play.game import claimed_count, claimed_time
from freecell_tui.controller.records.statistics import UNICODE, variant_title
from freecell_tui.engine import FREECELL, Board, Game
from freecell_tui.engine.deals import daily_deal
from freecell_tui.engine.share_code import SharedGame, encode, parse_signature
from freecell_tui.engine.text import counted
from freecell_tui.storage.results import local_day
from freecell_tui.storage.saves import MAX_SECONDS, MAX_UNDOS, SavedGame

_DAY: Final = timedelta(days=1)
_STRIP_LENGTH: Final = 20
_DETOUR: Final = "~"


def shared_game(saved: SavedGame, name: str = "") -> SharedGame:
    """Return what a share code holds of a saved game; `name` is who signs it.

    A code has whole seconds, and 0 if nobody has played the game: less than one is written as one.
    """
    seconds = max(int(saved.elapsed), saved.elapsed > 0)
    return SharedGame(saved.game.without_undone(), seconds, saved.undos, saved.helped, name)


def saved_game(shared: SharedGame) -> SavedGame:
    """Return the game of a share code as a save that has never been written."""
    return SavedGame(
        shared.game, min(float(shared.seconds), MAX_SECONDS), min(shared.undos, MAX_UNDOS), helped=shared.helped
    )


def result_line(shared: SharedGame, par: int | None = None) -> str:
    """Return a game in a line: `FreeCell #617, won in 52 moves, par 48, 6:52, no undo, signed by Ann`.

    Written moves that nobody has played have no time, and nothing is said of it then; nor of a `par` not known.
    """
    return ", ".join([replayed(shared.game), *_par(shared.game, par), *claims(shared)])


def replayed(game: Game) -> str:
    """Return what a replay sees of a game: `FreeCell #617, won in 52 moves`."""
    return f"{variant_title(game.variant)} #{game.deal}, {outcome(game)}"


def claims(shared: SharedGame) -> list[str]:
    """Return what only the player says of a game: `6:52`, `no undo`, `with help`, `signed by Ann`."""
    return [*_figures(shared), *_signature(shared)]


def _par(game: Game, par: int | None) -> list[str]:
    return [] if par is None or not game.is_won else [f"par {par}"]


def outcome(game: Game) -> str:
    """Return how far a game came: `won in 52 moves`, `20 of 52 cards home after 31 moves`."""
    moves = counted(game.moves_made, "move")
    return f"won in {moves}" if game.is_won else f"{_home(game.board)} of 52 cards home after {moves}"


def _figures(shared: SharedGame) -> list[str]:
    undos = f"{claimed_count(shared.undos)} undo{'s' * (shared.undos > 1)}"
    figures = [claimed_time(shared.seconds), undos]
    return figures * bool(shared.seconds or shared.undos) + ["with help"] * shared.helped


def _signature(shared: SharedGame) -> list[str]:
    return [f"signed by {shared.name}"] if shared.name else []


def _counted(number: int, thing: str) -> str:
    return counted(number, thing) if number else f"no {thing}"


# The daily deal, without a card named


def daily_of(saved: SavedGame, day: str) -> date | None:
    """Return the day whose daily deal a game is that was won on `day`, a date as `2026-11-22` or ''; None if of none.

    A deal that is made up on the day after is that of its own day.
    """
    if saved.game.variant != FREECELL or not saved.game.is_won or not day:
        return None
    played = date.fromisoformat(day)
    days = (played, played - _DAY) if played > date.min else (played,)
    return next((each for each in days if daily_deal(each.year, each.month, each.day) == saved.game.deal), None)


def daily_line(shared: SharedGame, day: date, detours: tuple[int, ...] | None = None, par: int | None = None) -> str:
    """Return the win of a daily deal in a line that gives no move of it away, with a strip of how it went.

    `detours` are the positions whose move was a detour; None if the game has not been analysed.
    """
    figures = [*_par(shared.game, par), *_figures(shared)]
    if detours is not None:
        figures.append(_counted(len(detours), "detour"))
    told = ", ".join([f"FreeCell daily {day.isoformat()}: {outcome(shared.game)}", *figures, *_signature(shared)])
    return f"{told} {progress_strip(shared.game, detours or ())}"


def progress_strip(game: Game, detours: tuple[int, ...] = ()) -> str:
    """Return how the cards of a game went home, as at most 20 heights; `~` where there was a detour."""
    boards = game.without_undone().boards
    count = len(boards) - 1
    length = min(count, _STRIP_LENGTH)
    bounds = [count * part // length for part in range(length + 1)] if length else []
    return "".join(
        _DETOUR if any(start <= at < end for at in detours) else _height(boards[end]) for start, end in pairwise(bounds)
    )


def _height(board: Board) -> str:
    return UNICODE.heights[_home(board) * (len(UNICODE.heights) - 1) // 52]


def _home(board: Board) -> int:
    return sum(board.foundations)


@dataclass(frozen=True)
class Share:
    """A game to be shared. `day` is that of the daily deal if it is a win of one; `detours` are as in `daily_line`.

    `par` is that of the deal, if it is known.
    """

    shared: SharedGame
    day: date | None = None
    detours: tuple[int, ...] | None = None
    par: int | None = None

    @cached_property
    def code(self) -> str:
        """The share code; raise ShareCodeError if the game has none."""
        return encode(self.shared)

    @property
    def line(self) -> str:
        """The line of text; one about a daily deal gives nothing away."""
        if self.day is None:
            return result_line(self.shared, self.par)
        return daily_line(self.shared, self.day, self.detours, self.par)

    def signed(self, name: str) -> "Share":
        """Return the same with another name on it; raise ShareCodeError if it cannot be one."""
        return replace(self, shared=self.shared._replace(name=parse_signature(name)))


def make_share(
    saved: SavedGame, name: str = "", detours: tuple[int, ...] | None = None, par: int | None = None
) -> Share:
    """Return a saved game to be shared, which was won, if it was, when it was saved; raise ShareCodeError."""
    shared = shared_game(saved, parse_signature(name))
    return Share(shared, daily_of(saved, local_day(saved.saved)), detours, par)
