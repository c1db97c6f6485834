"""Beginning a race: against a share code, or against the best win of the deal."""

from freecell_tui.controller.best_wins import best_win
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import kept_note
from freecell_tui.controller.frontend import Args, Message, Severity
from freecell_tui.controller.play.game import claimed_time
from freecell_tui.controller.race import Race
from freecell_tui.controller.records.statistics import variant_title
from freecell_tui.controller.share_text import shared_game
from freecell_tui.engine import FreecellError, Game, NotationError
from freecell_tui.engine.race import Ghost
from freecell_tui.engine.share_code import SharedGame, decode, find_code
from freecell_tui.engine.text import counted
from freecell_tui.storage.saves import SavedGame


def begin(controller: Controller, shared: SharedGame) -> None:
    """Begin a race against a game; say why not if it is not won."""
    if not shared.game.is_won:
        controller.notify(Message("That game is not won; only a win can be raced.", Severity.REFUSAL))
        return
    started = Race(Ghost.of(shared), controller.settings.clock)
    its, name = shared.game, started.name
    time = f" in {claimed_time(shared.seconds)}" if shared.seconds and controller.settings.clock else ""
    rules = f" It is a game of {variant_title(its.variant)}." if its.variant.house_rules else ""
    game = Game.new(its.deal, its.variant)
    note = f"A race against {name}: {counted(started.ghost.moves, 'move')}{time}.{rules}{kept_note(controller, game)}"
    controller.play_saved(SavedGame(game), note=note)
    playing = controller.session.game
    if (playing.deal, playing.variant) == (its.deal, its.variant) and not playing.turns:
        controller.race = started


def race(controller: Controller, args: Args) -> None:
    """Race the game of a share code; without one say how the race stands, or race the best win of the deal.

    Raise NotationError if there is no code in the arguments, or ShareCodeError.
    """
    if args:
        code = find_code(" ".join(args))
        if not code:
            raise NotationError("Type race and a share code, or race alone for your best win of this deal.")
        begin(controller, decode(code))
        return
    if controller.race is not None and not controller.session.game.is_won:
        controller.notify(Message(controller.race.sentence(controller.session)))
        return
    game = controller.session.game
    saved = best_win(controller, game.deal, game.variant)
    if isinstance(saved, str):
        controller.notify(Message(f"Your best win of this deal cannot be raced: it is {saved}.", Severity.REFUSAL))
    else:
        begin(controller, shared_game(saved)._replace(name="your best"))


def raced_code(text: str) -> SharedGame | None:
    """Return the game of a share code in a text that can be raced, or None."""
    try:
        shared = decode(code) if (code := find_code(text)) else None
    except FreecellError:
        return None
    return shared if shared is not None and shared.game.is_won else None
