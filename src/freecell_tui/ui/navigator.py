"""The screens and dialogs that requests of the controller open.

They are imported in groups, when one of the group is opened: all at once would take longer than a key.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from freecell_tui.controller.frontend import Consent, FoundPosition, ScreenName, Sharing, Unfinished, Watching
from freecell_tui.engine.variants import VariantFilter
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.stack import Dialog, LessonOffer, Mistakes, OpaqueScreen, Opened, Ui
from freecell_tui.ui.terminal.input import Paste

_WITH_HISTORY: Final = ("won", "summary", "given-up", "statistics", "daily", "journeys", "tournaments", "review")


def title_screen(ui: Ui, variants: VariantFilter) -> OpaqueScreen:
    """Return the title screen.

    It offers the latest unfinished game of some variants.
    """
    from freecell_tui.ui.screens.title import TitleScreen

    return TitleScreen(ui, variants)


def open_screen(ui: Ui, request: ScreenName | Watching | LessonOffer | TableScreen | None) -> None:
    """Open a screen that fills the terminal, or the dialog that offers the lesson.

    A table opens the celebration of its win.
    None opens the demonstration, a solved game that plays by itself.
    """
    from freecell_tui.ui.screens import celebration, lesson, replay

    match request:
        case TableScreen():
            ui.push(celebration.CelebrationScreen(ui, request))
        case "lesson":
            # The lesson returns to the screen behind all dialogs.
            ui.close_dialogs()
            ui.push(lesson.LessonScreen(ui))
        case LessonOffer():
            ui.push(lesson.LessonQuestion(ui))
        case Watching(saved, note):
            screen = replay.ReplayScreen(ui, saved, note)
            ui.push(screen)
            screen.execute("play")
        case _:
            ui.push(replay.DemonstrationScreen(ui))


def open_dialog(ui: Ui, request: Opened, about: str = "") -> None:
    """Open a dialog over the top screen."""
    if isinstance(request, Paste):
        from freecell_tui.ui.dialogs import share

        share.ask_pasted(ui, request.text)
    elif request == "commands":
        from freecell_tui.ui.dialogs import commands

        ui.push(commands.CommandList(ui))
    elif isinstance(request, Sharing) or request in _WITH_HISTORY:
        ui.push(_with_history(ui, request, about))
    else:
        ui.push(_light(ui, request, about))


def _light(ui: Ui, request: Opened, about: str) -> Dialog:
    """Return a dialog that needs no history.

    Such are menus, questions, help, settings, lists of games and the map.
    """
    from freecell_tui.ui.dialogs import advice, bookmarks, games, help, map, menu, race, saved_games, settings, variants

    dialogs: Mapping[object, Callable[[Ui], Dialog]] = {
        "menu": menu.menu,
        "give-up": games.give_up,
        "deal-number": games.deal_number,
        "note": map.NotePrompt,
        "bookmark": bookmarks.bookmark_prompt,
        "race": race.opponents,
        "unsaved": games.unsaved,
        "difficulty": games.difficulty,
        "settings": settings.SettingsScreen,
        "games": saved_games.SavedGamesScreen,
        "bookmarks": bookmarks.BookmarksScreen,
        "variants": variants.VariantChooser,
        "map": map.MapScreen,
        "help": partial(help.help_on, topic=about),
        "how-to-play": partial(help.help_on, topic="how-to-play"),
        "replay-help": partial(help.help_on, topic="replays"),
    }
    match request:
        case Consent():
            return advice.consent(ui, request)
        case FoundPosition():
            return games.found_position(ui, request)
        case Unfinished():
            return games.unfinished_deal(ui, request)
        case Mistakes(file, sentences):
            return settings.settings_problems(ui, file, sentences)
        case _:
            return dialogs[request](ui)


def _with_history(ui: Ui, request: Opened, about: str) -> Dialog:
    """Return a dialog that needs the history.

    Such are results, sharing, and the end of a game.
    """
    from freecell_tui.ui.dialogs import daily, journeys, review, share, statistics, tournaments, win

    dialogs: Mapping[object, Callable[[Ui], Dialog]] = {
        "won": partial(win.summary, is_new=True),
        "summary": win.summary,
        "given-up": win.given_up,
        "statistics": statistics.StatisticsScreen,
        "daily": daily.DailyScreen,
        "journeys": journeys.JourneysScreen,
        "tournaments": partial(tournaments.tournament, key=about) if about else tournaments.TournamentsScreen,
        "review": lambda ui: review.GameReview(ui, ui.controller.game),
    }
    if isinstance(request, Sharing):
        return share.ShareScreen(ui, request)
    return dialogs[request](ui)
