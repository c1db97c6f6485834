"""Which dialog each request of the controller opens. Nothing here is on the way to the first frame."""

from collections.abc import Callable, Mapping
from typing import Final

from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.ui.context import Ui
from freecell_tui.ui.dialogs import menu, prompts, results
from freecell_tui.ui.dialogs.game_lists import open_bookmarks, open_games
from freecell_tui.ui.dialogs.game_map import open_map
from freecell_tui.ui.dialogs.help import open_help
from freecell_tui.ui.dialogs.note import NotePrompt
from freecell_tui.ui.dialogs.settings import SettingsScreen
from freecell_tui.ui.dialogs.share import ShareScreen
from freecell_tui.ui.dialogs.variants import VariantChooser
from freecell_tui.ui.dialogs.win import WinDialog
from freecell_tui.ui.screens.lesson import LessonScreen
from freecell_tui.ui.widgets.dialog import Dialog


def _pushing(make: Callable[[Ui], Dialog]) -> Callable[[Ui], None]:
    return lambda ui: ui.push(make(ui))


def _records(name: str) -> Callable[[Ui], None]:
    """Return what opens a dialog of `dialogs.records`, which loads the database."""

    def opener(ui: Ui) -> None:
        from freecell_tui.ui.dialogs import records  # noqa: PLC0415 - most dialogs do without the database

        getattr(records, name)(ui)

    return opener


def _tournaments(name: str) -> Callable[[Ui], None]:
    """Return what opens a dialog of `dialogs.tournaments`, which loads the database."""

    def opener(ui: Ui) -> None:
        from freecell_tui.ui.dialogs import tournaments  # noqa: PLC0415 - most dialogs do without the database

        getattr(tournaments, name)(ui)

    return opener


OPENERS: Final[Mapping[ScreenRequest, Callable[[Ui], None]]] = {
    ScreenRequest.WON: _pushing(WinDialog),
    ScreenRequest.DEAD_END: _pushing(results.dead_end),
    ScreenRequest.GIVE_UP: _pushing(results.give_up),
    ScreenRequest.GIVEN_UP: _pushing(results.given_up),
    ScreenRequest.MENU: _pushing(menu.menu),
    ScreenRequest.HELP: open_help(),
    ScreenRequest.HOW_TO_PLAY: open_help("how-to-play"),
    ScreenRequest.REPLAY_HELP: open_help("replays"),
    ScreenRequest.SETTINGS: _pushing(SettingsScreen),
    ScreenRequest.DEAL_NUMBER: _pushing(prompts.deal_number),
    ScreenRequest.GAMES: open_games,
    ScreenRequest.BOOKMARKS: open_bookmarks,
    ScreenRequest.MAP: open_map,
    ScreenRequest.NOTE: _pushing(NotePrompt),
    ScreenRequest.STATISTICS: _records("open_statistics"),
    ScreenRequest.DAILY: _records("open_daily"),
    ScreenRequest.JOURNEYS: _records("open_journeys"),
    ScreenRequest.REVIEW: _records("open_review"),
    ScreenRequest.TOURNAMENTS: _tournaments("open_tournaments"),
    ScreenRequest.STANDINGS: _tournaments("open_standings"),
    ScreenRequest.UNSAVED: _pushing(prompts.unsaved),
    ScreenRequest.DIFFICULTY: _pushing(prompts.difficulty),
    ScreenRequest.VARIANTS: _pushing(VariantChooser),
    ScreenRequest.SHARE: _pushing(ShareScreen),
    ScreenRequest.LESSON: lambda ui: ui.push(LessonScreen(ui)),
}
