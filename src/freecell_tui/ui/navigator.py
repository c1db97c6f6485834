"""The screens and dialogs that requests of the controller open.

They are imported in groups, when one of the group is opened: all at once would take longer than a key.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from freecell_tui.controller.frontend import Action, Consent, ScreenName, Sharing, Unfinished, Watching
from freecell_tui.engine import Variant
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.stack import Dialog, LessonOffer, Mistakes, OpaqueScreen, Opened, Ui
from freecell_tui.ui.terminal.input import Paste

_WITH_HISTORY: Final = ("won", "summary", "given-up", "statistics", "daily", "journeys", "tournaments", "review")


def title_screen(ui: Ui, fits: Callable[[Variant], bool], demonstrate: Action) -> OpaqueScreen:
    """Return the title screen.

    It offers the latest unfinished game whose variant `fits`, and calls `demonstrate` if nobody presses a key.
    """
    from freecell_tui.ui.screens.title import TitleScreen

    return TitleScreen(ui, fits, demonstrate)


def open_screen(ui: Ui, what: ScreenName | Watching | TableScreen | None, then: Action = lambda: None) -> None:
    """Open a screen that fills the terminal.

    A table opens the celebration of its win, which calls `then` at the end.
    None opens the demonstration, a solved game that plays by itself.
    """
    from freecell_tui.ui.screens import celebration, lesson, replay

    match what:
        case TableScreen():
            ui.push(celebration.CelebrationScreen(ui, what, then))
        case "lesson":
            # The lesson returns to the screen behind all dialogs.
            ui.close_dialogs()
            ui.push(lesson.LessonScreen(ui))
        case Watching(saved, note):
            screen = replay.ReplayScreen(ui, saved, note)
            ui.push(screen)
            screen.execute("play")
        case _:
            ui.push(replay.DemonstrationScreen(ui))


def open_dialog(ui: Ui, what: Opened, about: str = "") -> None:
    """Open a dialog over the top screen."""
    if isinstance(what, Paste):
        from freecell_tui.ui.dialogs import share

        share.ask_pasted(ui, what.text)
    elif what == "commands":
        from freecell_tui.ui.dialogs import commands

        ui.push(commands.CommandList(ui))
    elif isinstance(what, Sharing) or what in _WITH_HISTORY:
        ui.push(_with_history(ui, what, about))
    else:
        ui.push(_light(ui, what, about))


def _light(ui: Ui, what: Opened, about: str) -> Dialog:
    """Return a dialog that needs no history.

    Such are menus, questions, help, settings, lists of games and the map.
    """
    from freecell_tui.ui.dialogs import games, help, map, menu, settings, variants

    dialogs: Mapping[object, Callable[[Ui], Dialog]] = {
        "menu": menu.menu,
        "dead-end": menu.dead_end,
        "give-up": menu.give_up,
        "deal-number": menu.deal_number,
        "note": menu.note_prompt,
        "bookmark": menu.bookmark_prompt,
        "race": menu.opponents,
        "unsaved": menu.unsaved,
        "difficulty": menu.difficulty,
        "settings": settings.SettingsScreen,
        "games": games.SavedGamesScreen,
        "bookmarks": games.BookmarksScreen,
        "variants": variants.VariantChooser,
        "map": map.MapScreen,
        "help": partial(help.help_on, topic=about),
        "how-to-play": partial(help.help_on, topic="how-to-play"),
        "replay-help": partial(help.help_on, topic="replays"),
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
    if isinstance(what, Sharing):
        return share.ShareScreen(ui, what)
    return dialogs[what](ui)
