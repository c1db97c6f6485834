"""A race: a deal played again beside the ghost of a game that won it."""

from typing import Final, NamedTuple

from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import kept_note
from freecell_tui.controller.features.par import LineFinder
from freecell_tui.controller.features.share import best_win, own_ghost
from freecell_tui.controller.frontend import Args, Message, ScreenRequest, Severity
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import FreecellError, Game, NotationError
from freecell_tui.engine.share_code import SharedGame, decode, find_code
from freecell_tui.engine.text import claimed_time, clock_text, counted
from freecell_tui.solver.results import Solved, SolverResult, Unsolvable
from freecell_tui.storage.saves import SavedGame

_CARDS: Final = 52
_NO_WIN: Final = "This deal cannot be won, so there is no win to race."


class Race(NamedTuple):
    """A race against the ghost of a game: its cards home after each number of moves, from 0, its time and its player.

    A share code has no times of moves, so they are assumed to be spread evenly. `seconds` is 0 where the time is not
    known, or does not count.
    """

    homes: tuple[int, ...]
    seconds: int = 0
    name: str = ""

    @classmethod
    def against(cls, shared: SharedGame) -> "Race":
        game = shared.game.without_undone()
        return cls(tuple(sum(board.foundations) for board in game.boards), shared.seconds, shared.name)

    @property
    def moves(self) -> int:
        return len(self.homes) - 1

    @property
    def called(self) -> str:
        return self.name or "the ghost"

    def after(self, moves: int) -> int:
        """Return how many cards the ghost had home after so many moves."""
        return self.homes[min(max(moves, 0), self.moves)]

    def at(self, seconds: float) -> int | None:
        """Return how many cards the ghost had home at a time, None where the time is not known."""
        return self.after(int(seconds * self.moves / self.seconds)) if self.seconds else None

    def cards(self, session: Session) -> tuple[int, int | None]:
        """Return how many cards the ghost had home after as many moves, and at this time; None for an unknown time."""
        return self.after(session.game.moves_made), self.at(session.clock.elapsed)

    def places(self, session: Session) -> tuple[float, float]:
        """Return where the player and the ghost are between start and end, 0 to 1: now, or after as many moves."""
        here, now = self.cards(session)
        return sum(session.game.board.foundations) / _CARDS, (here if now is None else now) / _CARDS

    def sentence(self, session: Session) -> str:
        """Return how the race stands: `After 20 moves Ann had 12 cards home; you have 13`."""
        here, now = self.cards(session)
        moves = counted(session.game.moves_made, "move")
        by_now = "" if now is None else f", and {now} after {clock_text(session.clock.elapsed)}"
        own = sum(session.game.board.foundations)
        return f"After {moves} {self.called} had {counted(here, 'card')} home{by_now}; you have {own}."

    def result(self, saved: SavedGame) -> str:
        """Return who was first in a race that the player has finished, in a sentence; the fewer moves break a tie."""
        own = (int(saved.elapsed) if self.seconds else 0, saved.game.moves_made)
        times = f"{clock_text(own[0])} to {claimed_time(self.seconds)}, " if self.seconds else ""
        figures = f"{times}{own[1]} to {counted(self.moves, 'move')}"
        if own == (self.seconds, self.moves):
            return f"A tie with {self.called}: {figures}."
        if own < (self.seconds, self.moves):
            return f"You won the race against {self.called}: {figures}."
        return f"You lost the race against {self.called}: {figures}."


# Beginning a race: against a share code, or against the best win of the deal.


def begin(controller: Controller, shared: SharedGame) -> None:
    """Begin a race against a game that is won."""
    its = shared.game
    started = Race.against(shared if controller.settings.clock else shared._replace(seconds=0))
    time = f" in {claimed_time(started.seconds)}" if started.seconds else ""
    rules = f" It is a game of {its.variant.title_with_rules}." if its.variant.house_rules else ""
    game = Game.new(its.deal, its.variant)
    length = f"{counted(started.moves, 'move')}{time}"
    note = f"A race against {started.called}: {length}.{rules}{kept_note(controller, game)}"
    controller.play_saved(SavedGame(game), note=note)
    playing = controller.session.game
    if (playing.deal, playing.variant) == (its.deal, its.variant) and not playing.turns:
        controller.race = started


def race(controller: Controller, args: Args) -> None:
    """Race the game of a share code, the `last` win of the deal, or the `solver`; without any say how the race stands.

    Where there is none, ask whom to race, or in words race the best win. Raise NotationError if the arguments name
    nobody who has won, or NotationError.
    """
    wish = " ".join(args).lower()
    if wish == "solver":
        race_solver(controller)
        return
    if args and wish != "last":
        code = find_code(" ".join(args))
        if not code:
            raise NotationError("Type race for your best win, race last, race solver, or race and a share code.")
        shared = decode(code)
        if not shared.game.is_won:
            raise NotationError("That game is not won; only a win can be raced.")
        begin(controller, shared)
        return
    if isinstance(controller.race, Race) and not controller.session.game.is_won:
        controller.notify(Message(controller.race.sentence(controller.session)))
        return
    if controller.frontend.has_screen and not args:
        controller.frontend.show(ScreenRequest.RACE)
    else:
        race_win(controller, is_last=wish == "last")


def race_win(controller: Controller, *, is_last: bool = False) -> None:
    """Race the best win of the deal, or the last one; say why not."""
    game = controller.session.game
    which = "last" if is_last else "best"
    saved = best_win(controller, game.deal, game.variant, is_last=is_last)
    if isinstance(saved, str):
        controller.notify(Message(f"Your {which} win of this deal cannot be raced: it is {saved}.", Severity.REFUSAL))
    else:
        begin(controller, own_ghost(saved, which))


def race_solver(controller: Controller) -> None:
    """Race the solver's line of the deal, as soon as it is found."""
    session = controller.session

    def tell(result: SolverResult | None) -> None:
        if controller.session is not session:
            return
        if not isinstance(result, Solved):
            is_lost = isinstance(result, Unsolvable)
            why = _NO_WIN if is_lost else "The solver found no win of this deal to race."
            controller.notify(Message(why, Severity.REFUSAL))
            return
        game = Game.new(session.game.deal, session.game.variant)
        for move in result.moves:
            game = game.play(move, session.autoplay_policy, finish=session.auto_finishes)
        begin(controller, SharedGame(game, 0, 0, helped=False, name="the solver"))

    if controller.frontend.has_screen:
        controller.notify(Message("Looking for a line…", Severity.PROGRESS))
    controller.finder(LineFinder).find(session, tell)


def raced_code(text: str) -> SharedGame | None:
    """Return the game of a share code in a text that can be raced, or None."""
    try:
        shared = decode(code) if (code := find_code(text)) else None
    except FreecellError:
        return None
    return shared if shared is not None and shared.game.is_won else None
