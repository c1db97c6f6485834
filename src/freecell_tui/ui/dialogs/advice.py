"""The question whether the solver may help, as that has a price."""

from freecell_tui.controller.frontend import Consent
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import Question


def consent(ui: Ui, request: Consent) -> Dialog:
    """Return the question of a request.

    Enter says no, as the key may be meant for the table.
    """
    choices = (Choice("y", "yes", ui.closing(request.agreed)), Choice("n", "no", ui.close_screen, more_keys=("esc",)))
    return Question(ui, request.question, [request.text], choices, focus=1)
