"""The end of the program: everything is saved, and the player is told what could not be."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from freecell_tui.controller.controller import Controller


@contextmanager
def running(controller: Controller) -> Iterator[None]:
    """Close a controller at the end, and print its parting words.

    An exception that ends the program gets them as notes.
    """
    try:
        try:
            yield
        finally:
            close(controller)
    except Exception as error:
        for sentence in controller.parting_words:
            error.add_note(sentence)
        raise
    for sentence in controller.parting_words:
        print(f"freecell: {sentence}", file=sys.stderr)


def close(controller: Controller) -> None:
    """Save everything, and end the solvers.

    Each part is done even if others fail.
    """
    tell = partial(_tell, controller)
    with ExitStack() as parts:
        later = parts.callback  # the last one is done first
        later(_end_waits, controller)
        later(close_solvers, controller)
        later(tell, partial(_finish_picture, controller))
        later(tell, partial(_finish_results, controller))
        for left in controller.unsaved:
            later(left.autosave.rescue)
        later(controller.commit)
        if controller.has_game:
            later(controller.table.autosave.rescue)
            later(controller.stage)  # which notes an attempt in a tournament


def close_solvers(controller: Controller) -> None:
    controller.advisor.close()
    controller.deal_searches.close()


def _tell(controller: Controller, finish: Callable[[], Iterable[str]]) -> None:
    controller.parting_words += tuple(filter(None, finish()))


def _finish_results(controller: Controller) -> Iterator[str]:
    """Count what waits to be counted. Yield what to tell of games and wins that could not be kept."""
    tables = [*([controller.table] if controller.has_game else []), *controller.unsaved]
    unsaved = {table.autosave.game_id: table.autosave for table in tables if table.autosave.error}
    others = controller.recorder.finish(unsaved)
    for game_id, autosave in unsaved.items():
        yield autosave.parting_words(is_counted=controller.recorder.has_counted(game_id))
    yield from others


def _finish_picture(controller: Controller) -> list[str]:
    """Wait for the picture being saved. Return the sentence about it."""
    if controller.picture is None:
        return []
    text = controller.picture.finish(controller.times.last_picture)
    return ["The last picture was not saved: that took too long."] if controller.picture.is_running else text


def _end_waits(controller: Controller) -> None:
    controller.scope.close()
    controller.leaving.close()
    controller.advisor.cancel()
    if controller.has_game:
        controller.table.scope.close()
