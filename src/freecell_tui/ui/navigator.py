"""What each request of the controller opens.

Screens are loaded in groups, as all at once would take longer than a key.
"""

from collections.abc import Callable, Mapping
from typing import Final

from freecell_tui.controller.frontend import Consent, ScreenRequest, Sharing, Unfinished, Watching
from freecell_tui.engine import Variant
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.stack import HelpOn, LessonOffer, Mistakes, OpaqueScreen, Opened, Standings, Ui
from freecell_tui.ui.terminal.input import Paste
from freecell_tui.ui.widgets.dialog import Dialog

_WITH_HISTORY: Final = (
    ScreenRequest.WON,
    ScreenRequest.SUMMARY,
    ScreenRequest.GIVEN_UP,
    ScreenRequest.STATISTICS,
    ScreenRequest.DAILY,
    ScreenRequest.JOURNEYS,
    ScreenRequest.TOURNAMENTS,
    ScreenRequest.REVIEW,
)
_HELP_TOPICS: Final = {
    ScreenRequest.HELP: "",
    ScreenRequest.HOW_TO_PLAY: "how-to-play",
    ScreenRequest.REPLAY_HELP: "replays",
}


def title_screen(ui: Ui, fits: Callable[[Variant], bool], demonstrate: Callable[[], None]) -> OpaqueScreen:
    """Return the title screen, where the last unfinished game whose variant `fits` can be resumed."""
    from freecell_tui.ui.screens.title import TitleScreen

    return TitleScreen(ui, fits, demonstrate)


def open_screen(
    ui: Ui, what: ScreenRequest | Watching | TableScreen | None, then: Callable[[], None] = lambda: None
) -> None:
    """Open a screen that fills the terminal; None for a solved game that plays by itself.

    On a table a win is celebrated, and `then` called at the end.
    """
    from freecell_tui.ui.screens import celebration, lesson, replay

    match what:
        case TableScreen():
            ui.push(celebration.CelebrationScreen(ui, what, then))
        case ScreenRequest.LESSON:
            # It leads back to the screen behind all dialogs.
            ui.stack.close_dialogs()
            ui.push(lesson.LessonScreen(ui))
        case Watching(saved, note):
            screen = replay.ReplayScreen(ui, saved, note)
            ui.push(screen)
            screen.give("play")
        case _:
            ui.push(replay.DemonstrationScreen(ui))


def open_dialog(ui: Ui, what: Opened) -> None:
    """Open what is shown over the screen there is."""
    match what:
        case ScreenRequest.COMMANDS:
            _open_commands(ui)
        case Sharing() | Standings() | Paste():
            _open_with_history(ui, what)
        case _ if what in _WITH_HISTORY:
            _open_with_history(ui, what)
        case _:
            _open_light(ui, what)


def _open_commands(ui: Ui) -> None:
    """Open the list of everything that can be done, which loads hardly anything."""
    from freecell_tui.ui.dialogs import commands

    ui.push(commands.CommandList(ui))


def _open_light(ui: Ui, what: Opened) -> None:
    """Open the menu, a question, the help, the settings, or the game in pictures: what needs no history."""
    from freecell_tui.ui.dialogs import games, help, map, menu, settings, variants

    dialogs: Mapping[object, Callable[[Ui], Dialog]] = {
        ScreenRequest.MENU: menu.menu,
        ScreenRequest.DEAD_END: menu.dead_end,
        ScreenRequest.GIVE_UP: menu.give_up,
        ScreenRequest.DEAL_NUMBER: menu.deal_number,
        ScreenRequest.NOTE: menu.note_prompt,
        ScreenRequest.BOOKMARK: menu.bookmark_prompt,
        ScreenRequest.RACE: menu.opponents,
        ScreenRequest.UNSAVED: menu.unsaved,
        ScreenRequest.DIFFICULTY: menu.difficulty,
        ScreenRequest.SETTINGS: settings.SettingsScreen,
        ScreenRequest.GAMES: games.SavedGamesScreen,
        ScreenRequest.BOOKMARKS: games.BookmarksScreen,
        ScreenRequest.VARIANTS: variants.VariantChooser,
    }
    match what:
        case Consent():
            ui.push(menu.consent(ui, what))
        case Unfinished(saved):
            ui.push(menu.unfinished_deal(ui, saved))
        case LessonOffer(remember):
            ui.push(menu.LessonQuestion(ui, remember))
        case Mistakes(file, sentences):
            ui.push(menu.settings_problems(ui, file, sentences))
        case HelpOn(topic):
            help.open_help(ui, topic)
        case ScreenRequest.HELP | ScreenRequest.HOW_TO_PLAY | ScreenRequest.REPLAY_HELP:
            help.open_help(ui, _HELP_TOPICS[what])
        case ScreenRequest.MAP:
            ui.push(map.MapScreen(ui))
        case _:
            ui.push(dialogs[what](ui))


def _open_with_history(ui: Ui, what: Opened) -> None:
    """Open what shows results, shares a game, or goes on from one that is over."""
    from freecell_tui.ui.dialogs import daily, journeys, review, share, statistics, tournaments, win

    match what:
        case ScreenRequest.WON:
            win.open_summary(ui, is_new=True)
        case ScreenRequest.SUMMARY:
            win.open_summary(ui)
        case ScreenRequest.GIVEN_UP:
            ui.push(win.given_up(ui))
        case ScreenRequest.STATISTICS:
            ui.push(statistics.StatisticsScreen(ui))
        case ScreenRequest.DAILY:
            ui.push(daily.DailyScreen(ui))
        case ScreenRequest.JOURNEYS:
            ui.push(journeys.JourneysScreen(ui))
        case ScreenRequest.TOURNAMENTS:
            ui.push(tournaments.TournamentsScreen(ui))
        case ScreenRequest.REVIEW:
            ui.push(review.GameReview(ui, ui.controller.session.game))
        case Standings(key):
            tournaments.open_standings(ui, key)
        case Sharing():
            ui.push(share.ShareScreen(ui, what))
        case Paste(text):
            share.ask_pasted(ui, text)
