"""The answer that goes on with a tournament, after a win and after giving up."""

from freecell_tui.controller.messages import Message, Severity
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.dialog import Answer


def next_in_tournament(ui: Ui) -> list[Answer]:
    """Return the answer that plays the next deal of the game's tournament; none if no deal of it is left."""
    if ui.controller.contest is None:
        return []
    from freecell_tui.controller import tournaments  # noqa: PLC0415 - few games belong to one

    found = tournaments.continued_tournament(ui.controller)
    if found is None:
        return []

    def play() -> None:
        if problem := tournaments.play_next(ui.controller, found.tournament):
            ui.controller.notify(Message(problem, Severity.REFUSAL))

    text = f"next in tournament, {found.score.won} of {len(found.deals)}"
    return [Answer(next(iter(ui.keymap.in_dialog("tournaments")), ""), text, play)]
