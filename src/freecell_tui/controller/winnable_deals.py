"""Dealing a game that can be won."""

from freecell_tui.controller.advice.deal_search import DIFFICULTIES, is_rated
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Args, ScreenRequest
from freecell_tui.engine import NotationError
from freecell_tui.engine.text import joined, quoted


def deal_winnable(controller: Controller, args: Args) -> None:
    """Deal a winnable game as hard as the arguments say; without any, ask how hard, if that is known."""
    is_known = is_rated(controller.settings.new_game_variant)
    if args:
        wish = " ".join(args).lower()
        if wish not in DIFFICULTIES:
            raise NotationError(f"{quoted(wish)} is not a difficulty: try {joined(DIFFICULTIES, 'or')}.")
        if wish != DIFFICULTIES[0] and not is_known:
            raise NotationError("Difficulty is known only for FreeCell with 4 cells and no house rules.")
        controller.advisor.deal_winnable(wish)
    elif is_known:
        controller.frontend.open(ScreenRequest.DIFFICULTY)
    else:
        controller.advisor.deal_winnable()
