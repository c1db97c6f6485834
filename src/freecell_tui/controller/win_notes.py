"""Sentences about a win: a first win, a record, a streak."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from freecell_tui.controller.play.game import clock_text
from freecell_tui.engine import FREECELL
from freecell_tui.storage.results import Result, deal_of, result_of
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.statistics import compare

BEST_TIME: Final = "Your best time on this deal"
FEWEST_MOVES: Final = "Your fewest moves on this deal"
"""How the notes on records begin."""


def notes_of(saved: SavedGame, of_deal: Sequence[Result], streak: int, *, tells_time: bool) -> tuple[str, ...]:
    """Return sentences about a game that was won; see `win_notes`."""
    return tuple(win_notes(result_of(saved), of_deal, streak, tells_time=tells_time))


def win_notes(win: Result, of_deal: Sequence[Result], streak: int, *, tells_time: bool = True) -> Iterator[str]:
    """Return sentences about a win, without the best time unless `tells_time`.

    `of_deal` are the results of its deal before this win, and `streak` is the number of games won in a row with it.
    """
    if win.is_helped:
        yield "A solution was shown: this win counts as helped."
        return
    if win.variant == FREECELL and win.day and win.deal == deal_of(date.fromisoformat(win.day)):
        yield "This is today’s daily deal."
    earlier = [result for result in of_deal if result.id != win.id]
    if any(result.is_own_win for result in of_deal if result.id == win.id):
        yield "You won this game before; its best time and fewest moves count."
    elif not any(result.is_own_win for result in earlier):
        losses = sum(not result.is_won for result in earlier)
        after = f", after {losses} {'loss' if losses == 1 else 'losses'}" if losses else ""
        yield f"Your first win on this deal{after}."
    before = compare(win, of_deal)
    if tells_time and before.is_fastest and before.seconds is not None:
        yield f"{BEST_TIME}: {clock_text(win.seconds)}, before {clock_text(before.seconds)}."
    if before.is_shortest:
        yield f"{FEWEST_MOVES}: {win.moves}, before {before.moves}."
    if streak > 1:
        yield f"{streak:,} wins in a row."
