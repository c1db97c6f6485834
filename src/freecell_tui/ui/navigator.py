"""The way from screen to screen: what each request of the controller opens, and what goes with screen and frame."""

import os
from collections.abc import Callable, Mapping
from typing import Final

from freecell_tui.controller.frontend import Message, ScreenRequest, Sharing, Shown, Standings, Unfinished
from freecell_tui.engine import Variant
from freecell_tui.ui.animation.motion import DURATION_SCALES, FRAME_SECONDS
from freecell_tui.ui.drawing.glyphs import ASCII
from freecell_tui.ui.screens.table import CelebrationScreen, PauseScreen, TableScreen
from freecell_tui.ui.stack import LessonOffer, Mistakes, OpaqueScreen, Ui
from freecell_tui.ui.terminal.flow_control import FlowControl
from freecell_tui.ui.terminal.input import Paste
from freecell_tui.ui.terminal.screen import Terminal
from freecell_tui.ui.widgets.dialog import Dialog

# What each request of the controller opens, in groups that load together: all at once would take longer than a key.

_HELP_TOPICS: Final = {
    ScreenRequest.HELP: "",
    ScreenRequest.HOW_TO_PLAY: "how-to-play",
    ScreenRequest.REPLAY_HELP: "replays",
}


def _open_light(ui: Ui, what: Shown | LessonOffer | Mistakes) -> None:
    """Open the menu, a question, the help, the settings, or the game in pictures: what needs no history."""
    from freecell_tui.ui.dialogs import games, help, map, menu, settings, variants
    from freecell_tui.ui.screens.lesson import LessonScreen

    dialogs: Mapping[object, Callable[[Ui], Dialog]] = {
        ScreenRequest.MENU: menu.menu,
        ScreenRequest.DEAD_END: menu.dead_end,
        ScreenRequest.GIVE_UP: menu.give_up,
        ScreenRequest.DEAL_NUMBER: menu.deal_number,
        ScreenRequest.NOTE: menu.note_prompt,
        ScreenRequest.UNSAVED: menu.unsaved,
        ScreenRequest.DIFFICULTY: menu.difficulty,
        ScreenRequest.SETTINGS: settings.SettingsScreen,
        ScreenRequest.VARIANTS: variants.VariantChooser,
    }
    match what:
        case Unfinished(saved):
            ui.push(menu.unfinished_deal(ui, saved))
        case LessonOffer(remember):
            ui.push(menu.lesson_offer(ui, remember))
        case Mistakes(file, sentences):
            ui.push(menu.settings_problems(ui, file, sentences))
        case ScreenRequest.HELP | ScreenRequest.HOW_TO_PLAY | ScreenRequest.REPLAY_HELP:
            help.open_help(ui, _HELP_TOPICS[what])
        case ScreenRequest.GAMES:
            games.open_games(ui)
        case ScreenRequest.BOOKMARKS:
            games.open_bookmarks(ui)
        case ScreenRequest.MAP:
            map.open_map(ui)
        case ScreenRequest.LESSON:
            # It leads back to the screen behind all dialogs.
            ui.stack.close_dialogs()
            ui.push(LessonScreen(ui))
        case _:
            ui.push(dialogs[what](ui))


def _open_with_history(ui: Ui, what: Shown | Paste) -> None:
    """Open what shows results, shares a game, or goes on from one that is over."""
    from freecell_tui.ui.dialogs import daily, journeys, review, share, tournaments, win
    from freecell_tui.ui.dialogs.statistics.screen import open_statistics

    match what:
        case ScreenRequest.WON:
            ui.push(win.WinDialog(ui))
        case ScreenRequest.GIVEN_UP:
            ui.push(win.given_up(ui))
        case ScreenRequest.STATISTICS:
            open_statistics(ui)
        case ScreenRequest.DAILY:
            daily.open_daily(ui)
        case ScreenRequest.JOURNEYS:
            journeys.open_journeys(ui)
        case ScreenRequest.TOURNAMENTS:
            tournaments.open_tournaments(ui)
        case ScreenRequest.REVIEW:
            review.open_review(ui)
        case Standings(tournament):
            tournaments.open_standings(ui, tournament)
        case Sharing(shared):
            ui.push(share.ShareScreen(ui, shared))
        case Paste(text):
            share.ask_pasted(ui, text)


def _open_replay(ui: Ui, *, is_demonstration: bool = False) -> None:
    """Show the controller's replay, or a solved game that plays by itself."""
    from freecell_tui.ui.screens import replay

    if is_demonstration:
        ui.push(replay.DemonstrationScreen(ui))
    else:
        replay.open_replay(ui)


# What happens around each picture: motion, its pace, and a redraw where the solver's results show.


_NOW: Final = 0.0


class Frames:
    """Sees to the motion on the opaque screen; `flow` knows whether the terminal keeps up.

    `on_frame` is called before each picture.
    """

    def __init__(self, ui: Ui, flow: FlowControl, on_frame: Callable[[], None]) -> None:
        self._ui = ui
        self._flow = flow
        self._on_frame = on_frame
        self._likes_motion = not os.environ.get("NO_MOTION")

    @property
    def duration_scale(self) -> float:
        """How long motion takes, as a multiple of the normal time; 0 for none."""
        if self._flow.is_slow or not self._likes_motion:
            return 0.0
        return DURATION_SCALES[self._ui.controller.settings.animation]

    def before_frame(self) -> None:
        """Let cards fly if the player likes that, and the terminal keeps up."""
        self._on_frame()
        screen = self._ui.stack.opaque
        if screen.motion is not None:
            screen.motion.duration_scale = self.duration_scale / screen.speed

    def after_frame(self) -> None:
        """See to the next picture while something moves, and go on when all is done."""
        screen = self._ui.stack.opaque
        if screen.motion is not None and screen.motion.is_running:
            self._ui.call_later(FRAME_SECONDS, self._ui.refresh)
        elif self._ui.stack.top is screen:
            screen.on_rest()

    def after_thinking(self) -> None:
        """Draw again if there is another verdict than the one in the picture."""
        if not self._ui.stack.opaque.is_up_to_date:
            self._ui.call_later(_NOW, self._ui.refresh)


_AT_THE_TABLE: Final = (ScreenRequest.TABLE, ScreenRequest.PAUSE, ScreenRequest.WON, ScreenRequest.GIVEN_UP)
_WITH_HISTORY: Final = (
    ScreenRequest.GIVEN_UP,
    ScreenRequest.STATISTICS,
    ScreenRequest.DAILY,
    ScreenRequest.JOURNEYS,
    ScreenRequest.TOURNAMENTS,
    ScreenRequest.REVIEW,
)


class Navigator:
    """Opens screens on the stack of `ui`, and keeps the table between two visits."""

    def __init__(self, ui: Ui, terminal: Terminal) -> None:
        self._ui = ui
        self._terminal = terminal
        self._table: TableScreen | None = None
        self._unsaid: Message | None = None
        self.frames = Frames(ui, terminal.flow_control, self._show_title)

    @property
    def table_screen(self) -> TableScreen:
        """The table of the game being played."""
        if self._table is None:
            self._table = TableScreen(self._ui, self._terminal.ring_bell)
            if not self._ui.stack.is_empty:
                self._table.table.motion.deal_first()
        return self._table

    def notify(self, message: Message | None) -> None:
        """Say something on the screen that fills the terminal, as soon as there is one."""
        if self._ui.stack.is_empty:
            self._unsaid = message
        else:
            self._ui.stack.opaque.notify(message)

    def settings_changed(self) -> None:
        """Let the screens that stay take over glyphs, appearance and settings."""
        if self._table is not None:
            self._table.settings_changed()
        if not self._ui.stack.is_empty:
            self._ui.stack.opaque.settings_changed()

    def open(self, what: Shown | LessonOffer | Mistakes | Paste) -> None:
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
            case ScreenRequest.REPLAY:
                _open_replay(self._ui)
            case ScreenRequest.WON:
                self._celebrate()
            case ScreenRequest() if what not in _WITH_HISTORY:
                _open_light(self._ui, what)
            case Unfinished() | LessonOffer() | Mistakes():
                _open_light(self._ui, what)
            case _:
                _open_with_history(self._ui, what)

    def open_title(self, fits: Callable[[Variant], bool] = lambda _: True) -> None:
        """Show the title screen. The game is kept, and can be resumed there until it is won.

        Without one, the last unfinished game can be, of those whose variant `fits`.
        """
        self._ui.controller.keep()
        self._ui.controller.cancel_request()
        from freecell_tui.ui.screens.title import TitleScreen

        self._show(TitleScreen(self._ui, fits, self._demonstrate))

    def _demonstrate(self) -> None:
        """Let a solved game play by itself, unless nothing is to move or it would have to come over a line."""
        if self.frames.duration_scale and not os.environ.get("SSH_CONNECTION"):
            _open_replay(self._ui, is_demonstration=True)

    def _show(self, screen: OpaqueScreen) -> None:
        """Show a screen and nothing else, and say on it what could not be said before there was one."""
        screen.notify(self._unsaid)
        self._unsaid = None
        self._ui.stack.reset(screen)

    def _celebrate(self) -> None:
        """Show a win; what to do next is asked after it has been counted, so that it is known what it is worth."""
        if self._ui.controller.settings.bell_on_win:
            self._terminal.ring_bell()
        if not self.frames.duration_scale:
            self._ask_what_next()
            return
        self._ui.push(CelebrationScreen(self._ui, self.table_screen, self._ask_what_next))

    def _ask_what_next(self) -> None:
        self._ui.controller.keep()
        _open_with_history(self._ui, ScreenRequest.WON)

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
        self._ui.controller.set_clock(runs=not stack.is_empty and stack.top.runs_clock)

    def _show_title(self) -> None:
        """Set the window's title, which changes with the screen on top and with the name of the game."""
        if not self._ui.stack.is_empty:
            self._terminal.name_window(self._window_title())

    def _window_title(self) -> str:
        if not self._ui.controller.has_game or not self._ui.stack.opaque.names_game:
            return "FreeCell"
        session = self._ui.controller.session
        game, name = session.game, f"{session.name} - " if session.name else ""
        return ASCII.displayable(f"{name}{game.variant.title} #{game.deal}")
