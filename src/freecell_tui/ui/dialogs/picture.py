"""Saving a picture of the game from a dialog that says where it is."""

from collections.abc import Callable

from freecell_tui.controller.features import pictures
from freecell_tui.controller.frontend import Message
from freecell_tui.ui.context import Ui
from freecell_tui.ui.widgets.dialog import Dialog


def save_picture(ui: Ui, dialog: Dialog, say: Callable[[str], None]) -> None:
    """Save a picture of the game; the dialog is to `say` what there is to say, and the screen if that is closed."""

    def tell(message: Message) -> None:
        if ui.stack.has(dialog):
            say(message.text)
        else:
            ui.controller.notify(message)

    pictures.save_picture(ui.controller, tell)
