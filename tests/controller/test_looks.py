"""Looks that change with a key, and what is said of it."""

from pathlib import Path

from freecell_tui.controller.commands import BY_NAME, execute
from support.ui_driver import NO_VERDICT, after, seated


def test_a_look_that_is_changed_is_named(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT) as seat:
        for is_on, word in ((True, "on"), (False, "off")):
            execute(seat.controller, BY_NAME["four-colours"])
            assert seat.controller.settings.four_colours == is_on
            assert seat.message.endswith(f": {word}.")
        names = seat.app.theme_names
        for name in (*names[names.index(seat.controller.settings.theme) + 1 :], names[0]):
            execute(seat.controller, BY_NAME["next-theme"])
            assert (seat.controller.settings.theme, seat.message.endswith(f": {name}.")) == (name, True)
