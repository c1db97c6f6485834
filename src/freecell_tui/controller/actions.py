"""What the commands do that is more than one call, and why a command is off."""

from collections.abc import Callable
from typing import Final

from freecell_tui.controller.arguments import read_card, read_count, read_pile, read_word
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import hint_suffix
from freecell_tui.engine import Game, NoSuchDeal, NotationError, PileKind
from freecell_tui.engine.deals import neighbour
from freecell_tui.engine.positions import StartPosition
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import SPEC_BY_NAME, Value

# Why a command is off: the first reason that applies, as a sentence, or None.

Refusal = Callable[[Controller], str | None]

HINTS_ARE_OFF: Final = "Hints are off in the settings."


def _if(is_off: Callable[[Controller], object], reason: str) -> Refusal:
    return lambda controller: reason if is_off(controller) else None


def _by_rules(wish: str) -> Refusal:
    """Return a refusal by the rules of the game’s tournament."""
    return lambda controller: None if controller.table.contest is None else controller.table.contest.refusals.get(wish)


def _first_of(*reasons: Refusal) -> Refusal:
    return lambda controller: next(filter(None, (reason(controller) for reason in reasons)), None)


won_refusal: Final = _if(lambda it: it.game.is_won, "The game is won.")
summary_refusal: Final = _if(lambda it: not it.game.is_won, "The game is not won yet.")
unplayed_refusal: Final = _if(lambda it: not it.game.turns, "No moves played yet.")
jump_refusal: Final = _by_rules("undo")
redo_refusal: Final = _if(lambda it: not it.game.can_redo, "Nothing to redo.")
restart_refusal: Final = _first_of(
    _by_rules("restart"), _if(lambda it: it.game.moves_made == 0, "Already at the start.")
)
branch_refusal: Final = _first_of(
    jump_refusal, _if(lambda it: not it.game.has_branches, "No branches yet. Undo, then play another move.")
)
give_up_refusal: Final = _first_of(
    _if(lambda it: it.table.autosave.counts_as_lost, "You gave this game up; play a move to continue it."),
    won_refusal,
    unplayed_refusal,
)
hint_refusal: Final = _first_of(_by_rules("hints"), _if(lambda it: not it.settings.hints, HINTS_ARE_OFF), won_refusal)
verdict_refusal: Final = _first_of(won_refusal, _by_rules("verdict"), _by_rules("hints"))
way_back_refusal: Final = _first_of(jump_refusal, hint_refusal, lambda it: it.advisor.way_back_refusal)
unselected_refusal: Final = _if(
    lambda it: not (it.session.selection or it.session.shows_cursor), "Choose a column first."
)
par_refusal: Final = _by_rules("hints")
neighbour_refusal: Final = _if(
    lambda it: isinstance(it.game.deal, StartPosition), "This game began at a position, which has no number."
)
bookmark_refusal: Final = _if(lambda it: not it.session.bookmarks, "No bookmarks yet.")


def undo_refusal(controller: Controller) -> str | None:
    """Return why nothing can be undone, or None.

    Lifted cards can always be put down.
    """
    if controller.session.selection is not None:
        return None
    return jump_refusal(controller) or (None if controller.game.can_undo else "Nothing to undo.")


def review_refusal(controller: Controller) -> str | None:
    """Return why the game cannot be reviewed, or None.

    A game that is over can be reviewed where hints are forbidden.
    """
    is_over = controller.game.is_won or controller.table.autosave.counts_as_lost
    return unplayed_refusal(controller) or (None if is_over else _by_rules("hints")(controller))


def play_neighbour(controller: Controller, by: int) -> None:
    """Play the deal `by` after the present deal."""
    game = controller.game
    assert isinstance(game.deal, int)  # without a number the command is off
    try:
        number = neighbour(game.deal, by)
    except NoSuchDeal:
        controller.refuse(f"There is no deal {'after' if by > 0 else 'before'} this one.")
    else:
        controller.play_game(Game.new(number, game.variant), asks=False)


def start_over(controller: Controller, _: str = "") -> None:
    """Begin a new game of the deal being played.

    The present game is kept.
    """
    game = controller.game
    controller.play(SavedGame(Game.new(game.deal, game.variant)))


def clear_or_menu(controller: Controller, _: str) -> None:
    """Clear the nearest highlight and the plate of a loss, or else open the menu.

    Highlights are what is lifted, hinted or lit.
    """
    was_told = controller.table.close_loss()
    if not controller.session.clear() and not was_told:
        controller.frontend.show("menu")


def lift(controller: Controller, _: str) -> None:
    """Lift the cards at the cursor, or move the lifted cards there.

    In a won game, show the summary.
    """
    if controller.game.is_won:
        controller.frontend.show("summary")
    else:
        controller.session.use_cursor()


def send(controller: Controller, text: str) -> None:
    """Send a card, or the last card of a pile, to its best place.

    Without arguments, the lifted cards or the cards at the cursor.
    """
    session = controller.session
    if text:
        try:
            pile, depth = read_pile(text), 1
        except NotationError:
            card = read_card(text)
            pile, depth = session.game.board.locate(card)
            if depth > 1 and pile.kind is PileKind.FOUNDATION:
                raise NotationError(f"{card.face} is home.") from None
        session.cancel_selection()
        session.select(pile, depth if pile.kind is PileKind.COLUMN else None)
        if session.selection is None or session.message is not None:
            return
    session.move_to_best()


def send_home(controller: Controller, text: str) -> None:
    """Send the last card of a pile home.

    Without arguments, every card that may go.
    """
    if text:
        controller.session.send_home(read_pile(text))
    else:
        controller.session.send_all_home()


def leave(controller: Controller, _: str) -> None:
    """Leave the program. Ask first if the game cannot be saved."""
    controller.leaving.quit()


def undo(controller: Controller, text: str) -> None:
    """Put lifted cards down, or undo the last N moves.

    Without a number, the last move, or all moves of one solution or of one “all home”.
    """
    session = controller.session
    if session.selection is not None and not text:
        session.cancel_selection()
        return
    shown = 0 if text else controller.advisor.shown_moves
    session.seek(session.game.position - (read_count(text) if text else shown or session.undo_count))
    if shown > 1:
        again = hint_suffix(controller.frontend, "redo", "to redo them one by one")
        controller.say(f"Undid the {shown} moves of the solution{again}.")


def redo(controller: Controller, text: str) -> None:
    session = controller.session
    session.seek(session.game.position + (read_count(text) if text else session.redo_count))


def play_deal(controller: Controller, number: int) -> None:
    """Play a deal of the variant for new games."""
    controller.play_game(Game.new(number, controller.settings.new_game_variant))


def ask_verdict(controller: Controller, text: str) -> None:
    """Say, show or hide the verdict.

    With an argument, announce changes of the verdict or stop that until the program ends.
    """
    if chosen := read_word("verdict", text, "on", "off"):
        controller.preferences.use(controller.settings.with_value("verdict", chosen == "on"))
        controller.say(f"Changes of the verdict are {'' if chosen == 'on' else 'not '}announced.")
    else:
        controller.advisor.ask_verdict()


def show_step(controller: Controller, text: str) -> None:
    """Play the next move of a solution.

    With `all`, play the whole solution.
    """
    if read_word("play", text, "all"):
        controller.advisor.show()
    else:
        controller.advisor.show_step()


def change_look(controller: Controller, name: str, value: Value) -> None:
    word = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
    controller.say(f"{SPEC_BY_NAME[name].title}: {word}.")
    controller.preferences.change(name, value)


def next_theme(controller: Controller, _: str) -> None:
    """Change to the next theme. From the last to the first."""
    names, theme = controller.frontend.theme_names, controller.settings.theme
    at = names.index(theme) + 1 if theme in names else 0
    change_look(controller, "theme", names[at % len(names)])
