"""What each request of the controller opens.

Screens are loaded in groups, as all at once would take longer than a key.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from freecell_tui.controller.frontend import Action, Consent, ScreenRequest, Sharing, Unfinished, Watching
from freecell_tui.engine import Variant
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.stack import Dialog, LessonOffer, Mistakes, OpaqueScreen, Opened, Ui
from freecell_tui.ui.terminal.input import Paste

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


def title_screen(ui: Ui, fits: Callable[[Variant], bool], demonstrate: Action) -> OpaqueScreen:
    """Return the title screen, where the last unfinished game whose variant `fits` can be resumed."""
    from freecell_tui.ui.screens.title import TitleScreen

    return TitleScreen(ui, fits, demonstrate)


def open_screen(ui: Ui, what: ScreenRequest | Watching | TableScreen | None, then: Action = lambda: None) -> None:
    """Open a screen that fills the terminal; None for a solved game that plays by itself.

    On a table a win is celebrated, and `then` called at the end.
    """
    from freecell_tui.ui.screens import celebration, lesson, replay

    match what:
        case TableScreen():
            ui.push(celebration.CelebrationScreen(ui, what, then))
        case ScreenRequest.LESSON:
            # It leads back to the screen behind all dialogs.
            ui.close_dialogs()
            ui.push(lesson.LessonScreen(ui))
        case Watching(saved, note):
            screen = replay.ReplayScreen(ui, saved, note)
            ui.push(screen)
            screen.give("play")
        case _:
            ui.push(replay.DemonstrationScreen(ui))


def open_dialog(ui: Ui, what: Opened, about: str = "") -> None:
    """Open what is shown over the screen there is."""
    if isinstance(what, Paste):
        from freecell_tui.ui.dialogs import share

        share.ask_pasted(ui, what.text)
    elif what is ScreenRequest.COMMANDS:
        from freecell_tui.ui.dialogs import commands

        ui.push(commands.CommandList(ui))
    elif isinstance(what, Sharing) or what in _WITH_HISTORY:
        ui.push(_with_history(ui, what, about))
    else:
        ui.push(_light(ui, what, about))


def _light(ui: Ui, what: Opened, about: str) -> Dialog:
    """Return what needs no history: the menu, questions, the help, settings, lists of games, or the map."""
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
        ScreenRequest.MAP: map.MapScreen,
        ScreenRequest.HELP: partial(help.help_on, topic=about),
        ScreenRequest.HOW_TO_PLAY: partial(help.help_on, topic="how-to-play"),
        ScreenRequest.REPLAY_HELP: partial(help.help_on, topic="replays"),
    }
    match what:
        case Consent():
            return menu.consent(ui, what)
        case Unfinished():
            return menu.unfinished_deal(ui, what)
        case LessonOffer(remember):
            return menu.LessonQuestion(ui, remember)
        case Mistakes(file, sentences):
            return menu.settings_problems(ui, file, sentences)
        case _:
            return dialogs[what](ui)


def _with_history(ui: Ui, what: Opened, about: str) -> Dialog:
    """Return what shows results, shares a game, or goes on from one that is over."""
    from freecell_tui.ui.dialogs import daily, journeys, review, share, statistics, tournaments, win

    dialogs: Mapping[object, Callable[[Ui], Dialog]] = {
        ScreenRequest.WON: partial(win.summary, is_new=True),
        ScreenRequest.SUMMARY: win.summary,
        ScreenRequest.GIVEN_UP: win.given_up,
        ScreenRequest.STATISTICS: statistics.StatisticsScreen,
        ScreenRequest.DAILY: daily.DailyScreen,
        ScreenRequest.JOURNEYS: journeys.JourneysScreen,
        ScreenRequest.TOURNAMENTS: partial(tournaments.tournament, key=about)
        if about
        else tournaments.TournamentsScreen,
        ScreenRequest.REVIEW: lambda ui: review.GameReview(ui, ui.controller.session.game),
    }
    if isinstance(what, Sharing):
        return share.ShareScreen(ui, what)
    return tournaments.tournament(ui, about) if about else dialogs[what](ui)
