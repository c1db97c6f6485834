"""The end of a front end: everything is saved, and the game ends or goes on in the other front end.

At the end of the program the player is told what could not be saved.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from freecell_tui.controller.background import DealSearches
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import FrontEnd


@contextmanager
def running(controller: Controller) -> Iterator[None]:
    """Close a controller at the end, and print its parting words, unless it is handed over.

    An exception that ends the program gets them as notes.
    """
    try:
        try:
            yield
        finally:
            if controller.frontend.is_handed_over:
                _let_go(controller)
            else:
                close(controller)
    except Exception as error:
        for sentence in controller.parting_words:
            error.add_note(sentence)
        raise
    if not controller.frontend.is_handed_over:
        for sentence in controller.parting_words:
            print(f"freecell: {sentence}", file=sys.stderr)


def close(controller: Controller) -> None:
    """Save everything, and end the solvers.

    Each part is done even if others fail.
    """
    with ExitStack() as parts:
        later = parts.callback  # the last one is done first
        later(_end_waits, controller)
        later(close_solvers, controller)
        later(_finish_picture, controller)
        later(_finish_results, controller)
        for left in controller.unsaved:
            later(left.autosave.rescue)
        later(controller.commit)
        if controller.has_game:
            later(controller.table.autosave.rescue)
            later(controller.stage)  # which notes an attempt in a tournament


Left = int | Controller
"""How a front end was left: with an exit code, or with the controller for the other front end."""


def _let_go(controller: Controller) -> None:
    """Save everything, and end what belongs to the front end. The game stays on the table."""
    controller.leaving.stay()
    controller.advisor.let_go()
    controller.deal_searches.close()
    controller.scope.cancel()
    if controller.has_game:
        controller.table.scope.cancel()
    controller.set_clock(runs=False)
    controller.save_now()
    _finish_picture(controller)


def hand_over(frontend: FrontEnd, controller: Controller) -> Controller:
    """Let a front end go on with the controller that another one has let go."""
    controller.frontend = frontend
    controller.deal_searches = DealSearches(frontend)
    controller.recorder.move_to(frontend)
    return controller


def close_solvers(controller: Controller) -> None:
    controller.advisor.close()
    controller.deal_searches.close()


def _finish_results(controller: Controller) -> None:
    """Count what waits to be counted. Add what to tell of games and wins that could not be kept."""
    tables = [*([controller.table] if controller.has_game else []), *controller.unsaved]
    unsaved = {table.autosave.game_id: table.autosave for table in tables if table.autosave.error}
    others = controller.recorder.finish(unsaved)
    for game_id, autosave in unsaved.items():
        _add(controller, autosave.parting_words(is_counted=controller.recorder.has_counted(game_id)))
    _add(controller, *others)


def _finish_picture(controller: Controller) -> None:
    """Wait for the picture being saved. Add the sentence about it."""
    if controller.picture is None:
        return
    sentences = controller.picture.finish(controller.times.last_picture)
    if controller.picture.is_running:
        sentences = ["The last picture was not saved: that took too long."]
    _add(controller, *sentences)


def _add(controller: Controller, *sentences: str) -> None:
    """Add sentences to the parting words. '' is left out."""
    controller.parting_words += tuple(filter(None, sentences))


def _end_waits(controller: Controller) -> None:
    controller.scope.close()
    controller.leaving.close()
    controller.advisor.cancel()
    if controller.has_game:
        controller.table.scope.close()
