"""Which screen each request of the controller opens. Each loads only what it needs, and nothing before it is asked for.

All of them together would take twice the time in which a key is answered.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from freecell_tui.controller.frontend import ScreenRequest
from freecell_tui.ui.context import Ui

_Opener = Callable[[Ui], None]


def _from(module: str, name: str) -> Any:
    return getattr(import_module(f"freecell_tui.ui.{module}"), name)


def _pushing(module: str, name: str) -> _Opener:
    """Return what shows the dialog that a function or class of a module makes."""
    return lambda ui: ui.push(_from(module, name)(ui))


def _calling(module: str, name: str) -> _Opener:
    """Return what calls a function of a module, which shows something."""

    def opener(ui: Ui) -> None:
        _from(module, name)(ui)

    return opener


def _help(topic: str = "") -> _Opener:
    """Return what opens the help at a topic, or at the list of topics for ''."""

    def opener(ui: Ui) -> None:
        _from("dialogs.help", "open_help")(ui, topic)

    return opener


def _lesson(ui: Ui) -> None:
    """Show the guided first game; it leads back to the screen behind all dialogs."""
    ui.stack.close_dialogs()
    ui.push(_from("screens.lesson", "LessonScreen")(ui))


OPENERS: Final[Mapping[ScreenRequest, _Opener]] = {
    ScreenRequest.WON: _pushing("dialogs.win", "WinDialog"),
    ScreenRequest.DEAD_END: _pushing("dialogs.results", "dead_end"),
    ScreenRequest.GIVE_UP: _pushing("dialogs.results", "give_up"),
    ScreenRequest.GIVEN_UP: _pushing("dialogs.results", "given_up"),
    ScreenRequest.MENU: _pushing("dialogs.menu", "menu"),
    ScreenRequest.HELP: _help(),
    ScreenRequest.HOW_TO_PLAY: _help("how-to-play"),
    ScreenRequest.REPLAY_HELP: _help("replays"),
    ScreenRequest.SETTINGS: _pushing("dialogs.settings", "SettingsScreen"),
    ScreenRequest.DEAL_NUMBER: _pushing("dialogs.prompts", "deal_number"),
    ScreenRequest.GAMES: _calling("dialogs.game_lists", "open_games"),
    ScreenRequest.BOOKMARKS: _calling("dialogs.game_lists", "open_bookmarks"),
    ScreenRequest.MAP: _calling("dialogs.game_map", "open_map"),
    ScreenRequest.NOTE: _pushing("dialogs.note", "NotePrompt"),
    ScreenRequest.STATISTICS: _calling("dialogs.records", "open_statistics"),
    ScreenRequest.DAILY: _calling("dialogs.records", "open_daily"),
    ScreenRequest.JOURNEYS: _calling("dialogs.records", "open_journeys"),
    ScreenRequest.TOURNAMENTS: _calling("dialogs.tournaments", "open_tournaments"),
    ScreenRequest.STANDINGS: _calling("dialogs.tournaments", "open_standings"),
    ScreenRequest.REVIEW: _calling("dialogs.records", "open_review"),
    ScreenRequest.UNSAVED: _pushing("dialogs.prompts", "unsaved"),
    ScreenRequest.DIFFICULTY: _pushing("dialogs.prompts", "difficulty"),
    ScreenRequest.VARIANTS: _pushing("dialogs.variants", "VariantChooser"),
    ScreenRequest.SHARE: _pushing("dialogs.share", "ShareScreen"),
    ScreenRequest.LESSON: _lesson,
}
