"""What the commands of features do, by name, and which features are told of a win.

It loads most features at once, so it is imported when the first of them is asked for.
"""

from collections.abc import Callable, Mapping
from typing import Final

from freecell_tui.controller.autosave import session_as_played
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import bookmarks, branches, daily, games, par, pictures, race, share, wheel
from freecell_tui.controller.records.statistics import win_notes
from freecell_tui.storage.results import local_day, result_of
from freecell_tui.storage.saves import SavedGame

FEATURE_COMMANDS: Final[Mapping[str, Callable[[Controller, str], None]]] = {
    "new-game": games.play_new,
    "winnable-game": games.deal_winnable,
    "deal-by-number": games.deal_by_number,
    "variants": games.choose_variant,
    "bookmark": bookmarks.set_bookmark,
    "jump": bookmarks.jump,
    "next-branch": branches.change_branch,
    "cut": branches.cut,
    "uncut": lambda controller, _: controller.notify(branches.restore(controller)),
    "note": branches.note,
    "share": lambda it, text: share.share_game(it, it.table.saved_game(), text, share.known_detours(it)),
    "step": wheel.step,
    "play-step": wheel.play,
    "par": par.tell_par,
    "race": race.race,
    "picture": lambda controller, text: controller.scope.start(pictures.tell_picture(controller, text)),
}


def count_win(controller: Controller, win: SavedGame) -> None:
    """Count a win, and note what sets it apart from earlier results.

    Tell the features that care for wins.
    """
    table = controller.table
    table.win_notes = ()
    if before := controller.recorder.record_win(win):
        results, streak = before
        notes = win_notes(result_of(win), results, streak, tells_time=controller.settings.clock)
        table.win_notes = tuple(notes)
    if table.race is not None:
        table.win_notes = (table.race.result(win), *table.win_notes)
    # A goal that was reached is kept, whatever is played by then.
    controller.scope.start(daily.judge(controller, table, win, local_day(win.saved)))
    if controller.advisor.is_in_use and controller.frontend.has_screen:
        # A solver is in use anyway, and nobody waits for par.
        session = session_as_played(win, controller.settings)
        if par.known_par(controller, session) is None:
            controller.scope.start(par.find_line(controller, session))
