"""Beginning a race: a deal played again beside the ghost of a game that won it, one's own or another's."""

from freecell_tui.controller.actions import par_refusal
from freecell_tui.controller.advice.analysis import of_search
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import kept_note
from freecell_tui.controller.features.par import find_line
from freecell_tui.controller.features.share import best_win, own_ghost
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.game import Race
from freecell_tui.controller.records.results import Result
from freecell_tui.engine import Game, NotationError
from freecell_tui.engine.positions import deal_word
from freecell_tui.engine.share_code import SharedGame, decode, find_code
from freecell_tui.engine.text import claimed_time, counted
from freecell_tui.solver.results import Solved, Unsolvable
from freecell_tui.storage.results import NO_TIME_SECONDS
from freecell_tui.storage.saves import SavedGame


def race_against(shared: SharedGame) -> Race:
    boards = shared.game.without_undone().boards
    seconds = int(shared.seconds) if shared.seconds > NO_TIME_SECONDS else 0
    return Race(tuple(sum(board.foundations) for board in boards), seconds, shared.name)


def begin(controller: Controller, shared: SharedGame) -> None:
    its = shared.game
    started = race_against(shared if controller.settings.clock else shared._replace(seconds=0))
    time = f" in {claimed_time(started.seconds)}" if started.seconds else ""
    rules = f" It is a game of {its.variant.title_with_rules}." if its.variant.house_rules else ""
    game = Game.new(its.deal, its.variant)
    note = f"A race against {started.called}: the win to beat has {counted(started.moves, 'move')}{time}.{rules}"
    controller.play(SavedGame(game), note=f"{note}{kept_note(controller, game)}", race=started)


def race(controller: Controller, text: str) -> None:
    """Race the game of a code, the `last` win, or the `solver`.

    Without arguments, say how the race stands. Where there is none, ask whom to race, or without a screen race the best
    win.
    Raise NotationError if the text names nobody who has won.
    """
    wish, ghost = text.lower(), controller.table.race if controller.has_game else None
    if wish == "solver":
        race_solver(controller)
    elif wish not in ("", "last"):
        if not find_code(text):
            raise NotationError("Type race for your best win, race last, race solver, or race and a share code.")
        race_code(controller, text)
    elif ghost is not None and not controller.game.is_won:
        controller.say(ghost.sentence(controller.session))
    elif controller.frontend.has_screen and not text:
        controller.frontend.show("race")
    else:
        race_win(controller, is_last=wish == "last")


def race_code(controller: Controller, text: str) -> None:
    """Race the win of a share code in a text; raise FreecellError."""
    begin(controller, win_to_race(text))


def own_wins(controller: Controller) -> list[Result]:
    """Return the player's wins of the deal. Say why they are unknown."""
    game = controller.game
    results = controller.recorder.ask(lambda history: history.results_of_deal(game.deal, game.variant))
    return [result for result in results or () if result.is_won]


def race_win(controller: Controller, *, is_last: bool = False) -> None:
    """Race the best win of the deal, or the last win. Say why not."""
    game = controller.game
    saved = best_win(controller, game.deal, game.variant, is_last=is_last)
    if isinstance(saved, str):
        controller.refuse(saved)
    else:
        begin(controller, own_ghost(saved, "last" if is_last else "best"))


def race_solver(controller: Controller) -> None:
    """Race the solver's line of the deal, as soon as it is found.

    The rules must not forbid hints.
    """
    if refusal := par_refusal(controller):
        controller.refuse(refusal)
        return
    controller.table.scope.start(_race_solver(controller))


async def _race_solver(controller: Controller) -> None:
    session = controller.session
    controller.notify(Message("Looking for a line…", "progress"))
    match await find_line(controller, session):
        case Solved(moves=moves):
            game = session.autoplay.play(Game.new(session.game.deal, session.game.variant), *moves)
            begin(controller, SharedGame(game, 0, 0, helped=False, name="the solver"))
        case Unsolvable() as result:
            none = f"This {deal_word(session.game.deal)} cannot be won, so there is no win to race."
            controller.refuse(of_search(none, result, session.autoplay.policy))
        case _:
            controller.refuse(f"The solver found no win of this {deal_word(session.game.deal)} to race.")


def win_to_race(text: str) -> SharedGame:
    """Return the win whose share code is in a text. Raise FreecellError if there is none."""
    if not (code := find_code(text)):
        raise NotationError("There is no share code in that text.")
    shared = decode(code)
    if not shared.game.is_won:
        raise NotationError("That game is not won; only a win can be raced.")
    return shared
