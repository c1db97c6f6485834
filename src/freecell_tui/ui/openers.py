"""Which screen each request of the controller opens. Each loads only what it needs, and nothing before it is asked for.

All of them together would take twice the time in which a key is answered.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.controller.later import later
from freecell_tui.ui.context import Ui

_Opener = Callable[[Ui], None]

_OPEN_HELP: Final = later("ui.dialogs.help", "open_help")
_LESSON: Final = later("ui.screens.lesson", "LessonScreen")


def _pushing(make: Callable[..., Any]) -> _Opener:
    """Return what shows the dialog that a function or class makes."""
    return lambda ui: ui.push(make(ui))


def _help(topic: str = "") -> _Opener:
    """Return what opens the help at a topic, or at the list of topics for ''."""

    def opener(ui: Ui) -> None:
        _OPEN_HELP(ui, topic)

    return opener


def _lesson(ui: Ui) -> None:
    """Show the guided first game; it leads back to the screen behind all dialogs."""
    ui.stack.close_dialogs()
    ui.push(_LESSON(ui))


OPENERS: Final[Mapping[ScreenRequest, _Opener]] = {
    ScreenRequest.WON: _pushing(later("ui.dialogs.win", "WinDialog")),
    ScreenRequest.DEAD_END: _pushing(later("ui.dialogs.menu", "dead_end")),
    ScreenRequest.GIVE_UP: _pushing(later("ui.dialogs.menu", "give_up")),
    ScreenRequest.GIVEN_UP: _pushing(later("ui.dialogs.menu", "given_up")),
    ScreenRequest.MENU: _pushing(later("ui.dialogs.menu", "menu")),
    ScreenRequest.HELP: _help(),
    ScreenRequest.HOW_TO_PLAY: _help("how-to-play"),
    ScreenRequest.REPLAY_HELP: _help("replays"),
    ScreenRequest.SETTINGS: _pushing(later("ui.dialogs.settings", "SettingsScreen")),
    ScreenRequest.DEAL_NUMBER: _pushing(later("ui.dialogs.menu", "deal_number")),
    ScreenRequest.GAMES: later("ui.dialogs.games", "open_games"),
    ScreenRequest.BOOKMARKS: later("ui.dialogs.games", "open_bookmarks"),
    ScreenRequest.MAP: later("ui.dialogs.map", "open_map"),
    ScreenRequest.NOTE: _pushing(later("ui.dialogs.menu", "NotePrompt")),
    ScreenRequest.STATISTICS: later("ui.dialogs.records", "open_statistics"),
    ScreenRequest.DAILY: later("ui.dialogs.records", "open_daily"),
    ScreenRequest.JOURNEYS: later("ui.dialogs.records", "open_journeys"),
    ScreenRequest.TOURNAMENTS: later("ui.dialogs.tournaments", "open_tournaments"),
    ScreenRequest.REVIEW: later("ui.dialogs.records", "open_review"),
    ScreenRequest.UNSAVED: _pushing(later("ui.dialogs.menu", "unsaved")),
    ScreenRequest.DIFFICULTY: _pushing(later("ui.dialogs.menu", "difficulty")),
    ScreenRequest.VARIANTS: _pushing(later("ui.dialogs.variants", "VariantChooser")),
    ScreenRequest.LESSON: _lesson,
    ScreenRequest.REPLAY: later("ui.screens.replay", "open_replay"),
}


def open_screen(ui: Ui, request: ScreenRequest) -> None:
    """Open what is asked for, over the screen there is."""
    OPENERS[request](ui)
