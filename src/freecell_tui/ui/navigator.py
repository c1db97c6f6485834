"""The way from screen to screen: what each request of the controller opens, and what goes with screen and frame."""

import os
from collections.abc import Callable, Mapping
from typing import Final

from freecell_tui.controller.frontend import Message, ScreenRequest, Sharing, Unfinished, Watching
from freecell_tui.engine import Variant
from freecell_tui.ui.drawing.glyphs import ASCII
from freecell_tui.ui.drawing.motion import DURATION_SCALES, FRAME_SECONDS
from freecell_tui.ui.screens.table import PauseScreen, TableScreen
from freecell_tui.ui.stack import HelpOn, LessonOffer, LessonOver, Mistakes, OpaqueScreen, Opened, Standings, Ui
from freecell_tui.ui.terminal.input import Paste
from freecell_tui.ui.terminal.screen import Terminal
from freecell_tui.ui.widgets.dialog import Dialog

_AT_THE_TABLE: Final = (ScreenRequest.TABLE, ScreenRequest.PAUSE, ScreenRequest.WON, ScreenRequest.GIVEN_UP)
_WITH_HISTORY: Final = (
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


class Navigator:
    """Opens screens on the stack of `ui`, keeps the table between two visits, and sees to the motion on the screen."""

    def __init__(self, ui: Ui, terminal: Terminal) -> None:
        self._ui = ui
        self._terminal = terminal
        self._table: TableScreen | None = None
        self._unsaid: Message | None = None
        self._likes_motion = not os.environ.get("NO_MOTION")

    @property
    def table_screen(self) -> TableScreen:
        """The table of the game being played."""
        if self._table is None:
            self._table = TableScreen(self._ui, self._terminal.ring_bell)
            if self._ui.stack.screens:
                self._table.table.motion.deals_first = True
        return self._table

    def notify(self, message: Message | None) -> None:
        """Say something on the screen that fills the terminal, as soon as there is one."""
        if not self._ui.stack.screens:
            self._unsaid = message
        else:
            self._ui.stack.opaque.notify(message)

    def settings_changed(self) -> None:
        """Let the screens that stay take over glyphs, appearance and settings."""
        if self._table is not None:
            self._table.settings_changed()
        if self._ui.stack.screens:
            self._ui.stack.opaque.settings_changed()

    # What is opened. Screens are loaded in groups, as all at once would take longer than a key.

    def open(self, what: Opened) -> None:
        """Show what is asked for: over the screen there is, or in place of all that is open."""
        if what in _AT_THE_TABLE:
            self._ui.controller.cancel_request()
            self._show(self.table_screen)
        match what:
            case ScreenRequest.TABLE:
                pass
            case ScreenRequest.PAUSE:
                self._ui.push(PauseScreen(self._ui, self.table_screen))
            case ScreenRequest.TITLE:
                self.open_title()
            case ScreenRequest.LESSON | Watching():
                self._open_screen(what)
            case ScreenRequest.WON:
                if self._ui.controller.settings.bell_on_win:
                    self._terminal.ring_bell()
                if self._duration_scale:
                    self._open_screen(what)
                else:
                    self._ask_what_next()
            case ScreenRequest.COMMANDS:
                _open_commands(self._ui)
            case Sharing() | Standings() | Paste():
                _open_with_history(self._ui, what)
            case _ if what in _WITH_HISTORY:
                _open_with_history(self._ui, what)
            case _:
                _open_light(self._ui, what)

    def open_title(self, fits: Callable[[Variant], bool] = lambda _: True) -> None:
        """Show the title screen. The game is kept, and can be resumed there until it is won.

        Without one, the last unfinished game can be, of those whose variant `fits`.
        """
        from freecell_tui.ui.screens.title import TitleScreen

        self._ui.controller.keep()
        self._ui.controller.cancel_request()
        self._show(TitleScreen(self._ui, fits, self._demonstrate))

    def _show(self, screen: OpaqueScreen) -> None:
        """Show a screen and nothing else, and say on it what could not be said before there was one."""
        screen.notify(self._unsaid)
        self._unsaid = None
        self._ui.stack.reset(screen)

    def _demonstrate(self) -> None:
        """Let a solved game play by itself, unless nothing is to move or it would have to come over a line."""
        if self._duration_scale and not os.environ.get("SSH_CONNECTION"):
            self._open_screen(None)

    def _open_screen(self, what: ScreenRequest | Watching | None) -> None:
        """Open a screen that fills the terminal; None for a solved game that plays by itself."""
        from freecell_tui.ui.screens import celebration, lesson, replay

        ui = self._ui
        match what:
            case ScreenRequest.WON:
                ui.push(celebration.CelebrationScreen(ui, self.table_screen, self._ask_what_next))
            case ScreenRequest.LESSON:
                # It leads back to the screen behind all dialogs.
                ui.stack.close_dialogs()
                ui.push(lesson.LessonScreen(ui))
            case Watching(saved, note):
                replay.open_replay(ui, saved, note)
            case _:
                ui.push(replay.DemonstrationScreen(ui))

    def _ask_what_next(self) -> None:
        """Ask what to do after a win; it is counted first, so that it is known what it is worth."""
        self._ui.controller.keep()
        _open_with_history(self._ui, ScreenRequest.WON)

    # What happens around each picture: motion, its pace, and a redraw where the solver's results show.

    @property
    def _duration_scale(self) -> float:
        """How long motion takes, as a multiple of the normal time; 0 for none."""
        if self._terminal.flow_control.is_slow or not self._likes_motion:
            return 0.0
        return DURATION_SCALES[self._ui.controller.settings.animation]

    def before_frame(self) -> None:
        """Name the window, and let cards fly if the player likes that and the terminal keeps up."""
        if not self._ui.stack.screens:
            return
        screen, controller = self._ui.stack.opaque, self._ui.controller
        title = "FreeCell"
        if controller.has_game and screen.names_game:
            session = controller.session
            name = f"{session.name} - " if session.name else ""
            title = ASCII.displayable(f"{name}{session.game.variant.title} #{session.game.deal}")
        self._terminal.name_window(title)
        if screen.motion is not None:
            screen.motion.duration_scale = self._duration_scale / screen.speed

    def after_frame(self) -> None:
        """See to the next picture while something moves, and go on when all is done."""
        screen = self._ui.stack.opaque
        screen.on_drawn()
        if screen.is_moving:
            self._ui.call_later(FRAME_SECONDS)
        elif self._ui.stack.top is screen:
            screen.on_rest()

    def after_thinking(self) -> None:
        """Draw again if there is another verdict than the one in the picture."""
        if not self._ui.stack.opaque.is_up_to_date:
            self._ui.call_later(0)

    # The clock

    def on_change(self) -> None:
        """Set the clock by the screen that is on top now."""
        self._ui.controller.is_in_sight = self._ui.stack.opaque.shows_game
        self.update_clock()

    def note_presence(self, *, is_here: bool) -> None:
        """Stop the clock while the player is elsewhere; every key shows that they are here."""
        controller = self._ui.controller
        if controller.has_game:
            clock = controller.session.clock
            (clock.come_back if is_here else clock.leave)()
        self.update_clock()

    def update_clock(self) -> None:
        """Let the clock run if the top screen is one to play on."""
        stack = self._ui.stack
        self._ui.controller.set_clock(runs=bool(stack.screens) and stack.top.runs_clock)


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
        case Unfinished(saved):
            ui.push(menu.unfinished_deal(ui, saved))
        case LessonOffer(remember):
            ui.push(menu.LessonQuestion(ui, remember))
        case LessonOver():
            ui.push(menu.lesson_over(ui))
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
