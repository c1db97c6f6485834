"""The answer that goes on with a tournament, after a win and after giving up."""

from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.dialog import Answer


def next_in_tournament(ui: Ui) -> list[Answer]:
    """Return the answer that plays the next deal of the game's tournament; none if no deal of it is left."""
    if ui.controller.contest is None:
        return []
    from freecell_tui.controller.features import tournaments  # noqa: PLC0415 - few games belong to one

    found = tournaments.continued_tournament(ui.controller)
    if found is None:
        return []

    game = ui.controller.session.game

    def tell(problem: str) -> None:
        ui.controller.notify(Message(problem, Severity.REFUSAL))

    def play() -> None:
        tournaments.play(ui.controller, found.tournament, None, tell, lambda: ui.controller.session.game is game)

    text = f"next in tournament, {found.score.won} of {len(found.deals)}" if found.deals else "next in tournament"
    return [Answer(next(iter(ui.keymap.in_dialog("tournaments")), ""), text, play)]
