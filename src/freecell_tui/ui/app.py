"""The game as it runs: it owns the session, the terminal and the save, and carries out what keys and mouse ask for."""

import gc
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import urwid

from freecell_tui.controller.autosave import Autosave, autoplay_settings, session_from_save
from freecell_tui.controller.cursor import CursorMove
from freecell_tui.controller.messages import Message, Severity
from freecell_tui.controller.new_games import random_game
from freecell_tui.controller.result_recorder import ResultRecorder
from freecell_tui.controller.session import Session
from freecell_tui.engine import VARIANTS, Bookmark, Game, NoSuchDeal, Pile, Variant
from freecell_tui.engine.deals import neighbour
from freecell_tui.storage.catalogue import SaveIndex
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import ROW_BY_NAME, Settings, SettingsFile, Value
from freecell_tui.storage.settings import USUAL as USUAL_SETTINGS
from freecell_tui.ui.animation.motion import FRAME_SECONDS, PACES
from freecell_tui.ui.dialogs import results
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import appearance_from
from freecell_tui.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from freecell_tui.ui.keymap import WAY_OUT, Command, Keys, key_name, pile_letters, rank_of_key
from freecell_tui.ui.mouse import WHEEL, Mouse
from freecell_tui.ui.screens.table_widget import Table
from freecell_tui.ui.stack import ScreenStack
from freecell_tui.ui.terminal.input_filter import InputFilter
from freecell_tui.ui.terminal.screen import Terminal
from freecell_tui.ui.terminal.signals import EndingSignals
from freecell_tui.ui.widgets.dialog import Dialog

if TYPE_CHECKING:
    from freecell_tui.ui.consult import Advisor
    from freecell_tui.ui.dialogs.records import Records
    from freecell_tui.ui.screens.replay import ReplayScreen
    from freecell_tui.ui.screens.title import Title

_TICK_SECONDS: Final = 1.0
_BLINK_SECONDS: Final = 0.25
_SAVE_CLOCK_SECONDS: Final = 10.0
_CATCH_UP_SECONDS: Final = 0.5
_ENDS_PAUSE: Final = ("enter", " ", "esc")
_LOOK_UP_SECONDS: Final = 0.05
_CELEBRATED: Final = Message("You won! Any key goes on.")


class Celebration(Enum):
    """Where the show after a win is: there is none, it begins when the last card has landed, or it runs."""

    NONE = "none"
    DUE = "due"
    RUNS = "runs"


class App:
    """A player at the table, or without a record before it: then `open_title` is where to begin.

    `variant` is the game that the next deal is of.
    """

    def __init__(
        self,
        shelf: SaveStore,
        glyphs: Glyphs,
        record: SavedGame | None = None,
        slot: SaveFile | None = None,
        *,
        settings: Settings = USUAL_SETTINGS,
        file: SettingsFile | None = None,
    ) -> None:
        self.shelf = shelf
        self.glyphs = glyphs
        self._usual_glyphs = glyphs
        self.settings = settings
        self._file = file
        self.screen = Terminal(themes.default(), on_start=self._set_clock, on_stop=self._stop_clock)
        if glyphs.suits == UNICODE.suits and settings.marks == "auto":
            self.screen.on_wide_marks = self._use_plain_marks
        self.table = Table(None, glyphs, colour=self.screen.colors > 1)
        self.desk = ScreenStack(self.table, self._on_key, self._on_mouse)
        self.recorder = ResultRecorder(shelf)
        self.catalogue = SaveIndex(shelf)
        self._mouse = Mouse()
        self._exit_code = 0
        self._celebration = Celebration.NONE
        self._likes_motion = not os.environ.get("NO_MOTION")
        self._consultant: Advisor | None = None
        self._watching: ReplayScreen | None = None
        self._records: Records | None = None
        self._said: Message | None = None
        self._unsaid: Message | None = None
        if record is not None:
            self._put_on_table(record, slot)
        self._loop = _Loop(self)
        self.apply(settings)

    @property
    def session(self) -> Session:
        """The game being played; there is none before one has been put on the table."""
        return self.table.session

    @property
    def has_game(self) -> bool:
        """Whether a game lies on the table, though perhaps under the title screen."""
        return not self.table.is_empty

    @property
    def shows_game(self) -> bool:
        """Whether the cards of the game can be seen, though perhaps under a dialog."""
        is_covered = self.desk.title is not None or self.desk.viewer is not None
        return self.has_game and not is_covered and not self.session.is_paused

    def apply(self, settings: Settings) -> None:
        """Play by these settings from now on."""
        self.settings = settings
        if self.has_game:
            self.session.autoplay, self.session.autoplay_when = autoplay_settings(settings)
            self.session.highlights = settings.highlights
        self.table.keys, self.refused_keys = Keys().with_wishes(settings.keys)
        self.table.settings = settings
        self._dress(settings)
        self._loop.handle_mouse = settings.mouse
        if self.screen.started:
            self.screen.set_mouse_tracking(settings.mouse)
        self._name_window()
        self.desk.refresh()

    def _name_window(self) -> None:
        if self.desk.title is not None or not self.has_game:
            self.screen.set_title("FreeCell")
        else:
            game, name = self.session.game, self.session.name
            self.screen.set_title(ASCII.sentence(f"{f'{name} - ' if name else ''}{game.variant.title} #{game.deal}"))

    def _use_plain_marks(self) -> None:
        """Draw with letters: this terminal shows suits and lines two cells wide."""
        self._usual_glyphs = ASCII
        self._dress(self.settings)
        self.screen.clear()
        self.desk.refresh()

    @property
    def theme_names(self) -> Sequence[str]:
        """The themes that there are to choose from."""
        return themes.names(themes.own_folder())

    def _dress(self, settings: Settings) -> None:
        """Let the table look as the settings say; for a theme that cannot be had the usual one stands in."""
        self.glyphs, appearance, trouble = appearance_from(settings, self._usual_glyphs)
        if trouble:
            self.say(Message(trouble, Severity.REFUSAL))
        for table in (self.table, self.desk.viewer):
            if table is not None:
                table.glyphs, table.appearance = self.glyphs, appearance
        if self.desk.title is not None:
            self.desk.title.glyphs = self.glyphs
        self.screen.set_theme(appearance.theme)

    def change_setting(self, name: str, value: Value) -> None:
        """Change a setting, here and in the player's file; if that cannot be written, say so."""
        self.apply(self.settings.changed(name, value))
        self._keep_setting(name, value)

    def change_keys(self, command: Command, wanted: Sequence[str] | None) -> str:
        """Give a command other keys, as people write them, or None for its usual ones, here and in the player's file.

        If a command would lose its keys by that nothing is changed, and the sentence that says why is returned.
        """
        wishes = {name: keys for name, keys in self.settings.keys.items() if name != command.value}
        if wanted is not None:
            wishes[command.value] = tuple(wanted)
        refused = [each for each in Keys().with_wishes(wishes)[1] if each not in self.refused_keys]
        if refused:
            return refused[0][1]
        self.apply(replace(self.settings, keys=wishes))
        self._keep_setting(f"keys.{command.value}", wanted)
        return ""

    def _keep_setting(self, name: str, value: Value | Sequence[str] | None) -> None:
        if self._file is None:
            return
        try:
            self._file.change(name, value)
        except OSError as error:
            sentence = f"This cannot be kept for the next time: {error.strerror or error}."
            self.say(Message(sentence, Severity.REFUSAL))

    def turn_variant(self, by: int) -> None:
        """Let new deals be of the next variant, or of the one before, also from the next time on."""
        self._leave_be()
        names = list(VARIANTS)
        self.change_setting("variant", names[(names.index(self.settings.variant) + by) % len(names)])

    def say(self, message: Message | None) -> None:
        """Say something where the player looks; None leaves nothing said."""
        if self.desk.title is not None:
            self.desk.title.message = message
        elif self.has_game:
            self.session.message = message
        else:
            self._unsaid = message

    @property
    def message(self) -> Message | None:
        """What was said last."""
        return self.session.message if self.desk.title is None else self.desk.title.message

    def change_look(self, name: str, value: Value) -> None:
        """Change a setting that is seen, and say what it is now."""
        self.say(Message(f"{ROW_BY_NAME[name].title}: {_in_word(value)}."))
        self.change_setting(name, value)

    # Running

    def run(self) -> int:
        """Play until the player leaves; return the exit code."""
        gc.freeze()
        gc.enable()
        signals = EndingSignals(self._loop, self._leave_by_signal)
        self._loop.set_alarm_in(_TICK_SECONDS, self._tick)
        self._loop.set_alarm_in(_CATCH_UP_SECONDS, self._catch_up)
        self._loop.set_alarm_in(_CATCH_UP_SECONDS, self._look_up_best)
        try:
            self._loop.run()
        except OSError:
            # The terminal is gone: there is nobody left to tell.
            with suppress(OSError):
                self.screen.stop()
        finally:
            signals.restore()
            self.keep()
            if self._consultant is not None:
                self._consultant.close()
        return self._exit_code

    def open_title(self, fits: Callable[[Variant], bool] = lambda _: True) -> None:
        """Go to the title screen. The game on the table is kept, and can be resumed there until it is won.

        If there is none, the last unfinished one can be, of those whose variant `fits`.
        """
        from freecell_tui.ui.dialogs import menu  # noqa: PLC0415 - who begins at the table is not kept waiting for it
        from freecell_tui.ui.screens.title import Title  # noqa: PLC0415

        self.keep()
        self._leave_be()
        self.table.motion.end()
        troubles: list[SaveError] = []
        found = None
        if self._is_under_way:
            unfinished: menu.Unfinished | None = menu.Unfinished(self.record(), self.resume)
        else:
            found = self.shelf.latest(fits, troubles)
            unfinished = found and menu.Unfinished(found[1], partial(self.play_record, found[1], found[0]))
        self.desk.title = Title(
            partial(menu.title, self, unfinished, has_others=self.has_games_besides(found and found[0].path)),
            self.glyphs,
            colour=self.screen.colors > 1,
        )
        said = [f"A save cannot be read, and is kept. {trouble}" for trouble in troubles[:1]]
        if self._unsaid is not None:
            said, self._unsaid = [self._unsaid.text, *said], None
        if said:
            self.say(Message(" ".join(said), Severity.REFUSAL))
        self._name_window()
        self.close()

    def resume(self) -> None:
        """Go on with the game that lies on the table."""
        self._leave_be()
        self.desk.title = None
        self._name_window()
        self.close()

    def open_menu(self) -> None:
        """Show what there is to choose besides playing on."""
        from freecell_tui.ui.dialogs import menu  # noqa: PLC0415 - not on the way to the first frame

        self.show(menu.menu(self))

    def pause(self) -> None:
        """Turn the cards over and stop the clock until the player goes on."""
        self.close()
        self._leave_be()
        self.table.motion.end()
        self.session.pause()
        self._say_paused()

    def _say_paused(self) -> None:
        keys = self.table.keys.binding(Command.PAUSE).keys
        self.session.message = Message(f"Paused: {key_name(keys[0] if keys else 'enter')} goes on.")

    def end_pause(self) -> None:
        """Turn the cards up again, and go on."""
        self.session.resume()
        self._set_clock()
        self.desk.refresh()

    def quit(self) -> None:
        """Leave; the game is saved."""
        raise urwid.ExitMainLoop

    def show(self, dialog: Dialog) -> None:
        """Open a dialog; the clock stands still under it, and what the solver was asked for is forgotten."""
        self._leave_be()
        self.desk.dialog = dialog
        self._set_clock()
        self.desk.refresh()

    def close(self) -> None:
        """Close the dialog."""
        self.desk.dialog = None
        self._set_clock()
        self.desk.refresh()

    def _leave_be(self) -> None:
        if self._consultant is not None:
            self._consultant.forget()

    def show_first(self, dialog: Callable[[Callable[[], None]], Dialog]) -> None:
        """Open a dialog that is made from what closes it: then what was open before is open again."""
        before = self.desk.dialog
        self.show(dialog(self.close if before is None else partial(self.show, before)))

    def _leave_by_signal(self, number: int) -> None:
        self._exit_code = 128 + number
        self.quit()

    def _stop_clock(self) -> None:
        if self.has_game:
            self.session.clock.pause()

    def _set_clock(self) -> None:
        """Let time pass while a game that has been begun can be seen and played, and only then."""
        if self.shows_game and self.desk.dialog is None and self._is_under_way:
            self.session.clock.start()
        else:
            self._stop_clock()

    def _tick(self, _loop: Any, _data: Any) -> None:
        self._loop.set_alarm_in(_TICK_SECONDS, self._tick)
        if self.has_game and self.session.clock.is_running:
            self.desk.refresh()
            if self.autosave.seconds_behind(self.session) >= _SAVE_CLOCK_SECONDS:
                self.keep()

    def _catch_up(self, _loop: Any, _data: Any) -> None:
        message, more = self.recorder.import_missed_wins()
        self._tell(message)
        if more:
            self._loop.set_alarm_in(0.01, self._catch_up)

    # The game on the table and its save

    def record(self) -> SavedGame:
        """The game as it is now."""
        return self.autosave.record(self.session)

    def write_down(self, *, clock_too: bool = False) -> None:
        """Write the game down if it has changed; if that cannot be done, say so and play on."""
        if self.has_game:
            self._tell(self.autosave.stage(self.session, clock_too=clock_too))

    def settle(self) -> None:
        """Let the disk finish with what was written down."""
        if not self.has_game:
            return
        self._tell(self.autosave.commit())
        if self.autosave.pop_reopened():
            message = self.recorder.take_back_loss(self.record())
            self._tell(message or Message("The game goes on; it does not count as lost."))
            self.after(0, lambda *_: None)
        if (win := self.autosave.pop_new_win()) is not None:
            self._tell(self.recorder.record_win(win, tells_time=self.settings.clock))
            self._loop.set_alarm_in(_LOOK_UP_SECONDS, self._look_up_best)

    def keep(self) -> None:
        """Save the game with its clock, and wait for the disk."""
        self.write_down(clock_too=True)
        self.settle()

    def _tell(self, message: Message | None) -> None:
        self.table.is_unsaved = bool(self.trouble)
        if message is not None:
            # Nobody has just been refused anything.
            self._said = message
            self.say(message)
            self.desk.refresh()

    @property
    def trouble(self) -> str:
        """Why the game on the table could not be saved last, or empty."""
        return self.autosave.error if self.has_game else ""

    def is_on_table(self, path: Path) -> bool:
        """Whether a save is that of the game on the table."""
        return self.has_game and self.autosave.is_for(path)

    def has_games_besides(self, path: Path | None = None) -> bool:
        """Whether the list has more to offer than the game in a save, or else the one on the table.

        That may be another unfinished game, or a deleted one to bring back.
        """
        others = (not self.is_on_table(each) if path is None else each != path for each in self.shelf.unfinished())
        return any(others) or bool(self.shelf.deleted())

    def _put_on_table(self, record: SavedGame, slot: SaveFile | None) -> None:
        """Lay a game out, and begin to keep it."""
        # The celebration of a win does not go on over another game.
        self._celebration = Celebration.NONE
        self.table.motion.end()
        self.table.session = session_from_save(record, self.settings)
        self.autosave = Autosave(self.shelf, record, slot)
        self.recorder.win_notes = ()
        self.table.best = None
        self._said = None
        self._celebrated: Game | None = None

    def play_record(self, record: SavedGame, slot: SaveFile | None = None) -> None:
        """Put another game on the table; the one that lies there is kept."""
        self.keep()
        is_kept = self.has_game and not self.trouble and not self.autosave.is_given_up
        left = self.session.game if is_kept else None
        self._put_on_table(record, slot)
        self._loop.set_alarm_in(_LOOK_UP_SECONDS, self._look_up_best)
        self.resume()
        if left is not None and left.turns and not left.is_won:
            key = self.table.keys.named(Command.GAMES)
            where = f"{key} lists the games that are not finished" if key else "it is not finished"
            self.session.message = Message(f"#{left.deal} is kept: {where}.")

    def deal_in_place(self) -> None:
        """Put a random deal on the table in place of a game whose save is gone, and which is not kept."""
        self._put_on_table(SavedGame(random_game(self.settings.game)), None)
        self._name_window()
        self.desk.refresh()

    def rename(self, name: str) -> None:
        """Give the game on the table a name."""
        self.session.name = name
        self._name_window()
        self.keep()
        self.desk.refresh()

    def jump(self, bookmark: Bookmark) -> None:
        """Go to a bookmark of the game on the table, and say how to come back from it."""
        self.close()
        if self.session.jump(bookmark):
            key = self.table.keys.named(Command.BOOKMARKS)
            back = f"; {key} 0 goes back to where you were" if key else ""
            self.session.message = Message(f"This is {bookmark.title}{back}.")
        else:
            self.session.message = Message("You are there.")
        self.after_input()

    def _look_up_best(self, _loop: Any, _data: Any) -> None:
        if not self.has_game:
            return
        game = self.session.game
        self.table.best = self.recorder.best(game.deal, game.variant)
        self.desk.refresh()

    @property
    def _is_under_way(self) -> bool:
        """Whether a game lies on the table that has been begun, and is neither won nor given up."""
        if not self.has_game or self.autosave.is_given_up:
            return False
        return bool(self.session.game.turns) and not self.session.game.is_won

    def has_on_table(self, deal: int, variant: Variant) -> bool:
        """Whether the game on the table is one of this deal that can be played on."""
        if not self.has_game:
            return False
        game = self.session.game
        return (game.deal, game.variant) == (deal, variant) and not (game.is_won or self.autosave.is_given_up)

    def ask_to_give_up(self) -> None:
        """Ask whether the game is to count as lost."""
        if self.autosave.is_given_up:
            self.close()
            self.session.message = Message("This game is given up; a move plays it on.", Severity.REFUSAL)
        else:
            self.keep()
            self.show(results.give_up(self))

    def give_up(self) -> None:
        """Count the game as lost and put its save aside, and show what there is to do next."""
        self.keep()
        trouble = self.recorder.count_as_lost(self.record())
        if trouble is not None:
            self.close()
            self._tell(replace(trouble, text=f"{trouble.text} The game stays unfinished."))
            return
        self._tell(self.autosave.give_up())
        self.show(results.given_up(self))

    def play_on(self) -> None:
        """Take it back that the game was given up."""
        self._tell(self.autosave.play_on())
        self.settle()
        self.close()

    @property
    def records(self) -> "Records":
        """What the player keeps; it is not loaded before it is asked for."""
        if self._records is None:
            from freecell_tui.ui.dialogs.records import Records  # noqa: PLC0415 - not on the way to the first frame

            self._records = Records(self)
        return self._records

    def play_deal(self, number: int) -> None:
        """Begin a game of a deal, of the variant that the settings name for new games."""
        self.play_record(SavedGame(Game.new(number, self.settings.game)))

    def play_random(self) -> None:
        """Begin a game of a random deal, of the variant that the settings name."""
        self.play_record(SavedGame(random_game(self.settings.game)))

    def play_winnable(self) -> None:
        """Begin a game of a random deal that the solver has won, of the variant that the settings name."""
        self.close()
        self.say(Message("Looking for a deal that can be won…"))
        variant = self.settings.game
        self.consultant.deal_winnable(lambda: random_game(variant), lambda game: self.play_record(SavedGame(game)))

    def play_neighbour(self, by: int) -> None:
        """Begin a game of the next deal or the one before, of the same variant."""
        game = self.session.game
        try:
            self.play_record(SavedGame(Game.new(neighbour(game.deal, by), game.variant)))
        except NoSuchDeal:
            self.close()
            where = "after" if by > 0 else "before"
            self.session.message = Message(f"There is no deal {where} this one.", Severity.REFUSAL)

    def restart(self) -> None:
        """Put every card back to where it was dealt."""
        self.close()
        self.session.restart()

    def undo(self) -> None:
        """Take the last turn back."""
        self.close()
        self.session.undo()

    # Replays

    def replay(self, record: SavedGame, note: str = "", leave: Callable[[], None] | None = None) -> None:
        """Watch a game; `note` is what there is to say at its end, and `leave` is called when the player has enough.

        What was on the screen is there again then, and nothing of the replay is kept, unless the player takes it over.
        """
        from freecell_tui.controller.replay import Replay  # noqa: PLC0415 - not on the way to the first frame
        from freecell_tui.ui.screens.replay import ReplayScreen  # noqa: PLC0415
        from freecell_tui.ui.screens.replay_table import ReplayTable  # noqa: PLC0415

        self._leave_be()
        replay = Replay(record, note)
        viewer = ReplayTable(replay, self.glyphs, colour=self.screen.colors > 1, appearance=self.table.appearance)
        viewer.settings = self.settings
        self.desk.viewer = viewer
        self._watching = ReplayScreen(self, replay, viewer, leave or self.close)
        self._watching.toggle()
        self.close()

    def end_replay(self) -> None:
        """Go back to what was on the screen before."""
        self.desk.viewer = None
        self._watching = None
        self._set_clock()
        self.desk.refresh()

    # The solver

    @property
    def consultant(self) -> "Advisor":
        """Who asks the solver; the search is not loaded before there is a question."""
        if self._consultant is None:
            from freecell_tui.ui.consult import Advisor  # noqa: PLC0415 - not on the way to the first frame

            self._consultant = Advisor(self)
        return self._consultant

    def consult(self) -> None:
        """Ask the solver what needs to be known now, and show what is known; called when nothing else is to be done."""
        if self._consultant is None and (self.settings.verdict == "off" or not self.shows_game):
            return
        self.consultant.look()
        verdict = self.consultant.verdict() if self.shows_game else None
        if verdict != self.table.verdict:
            self.table.verdict = verdict
            self.desk.refresh()
            self.after(0, lambda *_: None)

    def told_of(self, game: Game) -> str:
        """Whether a position of the game on the table is won or lost, in a word; empty if the player is not told."""
        if game.is_won:
            return "won"
        if game.is_lost:
            return "no move left"
        return "" if self._consultant is None else self._consultant.told_of(game)

    def look_back(self, back: Callable[[], None] | None = None) -> None:
        """Show how the game went, and go on finding it out while it is shown."""
        dialog = results.how_it_went(self, back)
        self.show(dialog)
        self.consultant.look_back(dialog)

    def after(self, seconds: float, action: Callable[..., object]) -> None:
        """Do something in a while."""
        self._loop.set_alarm_in(seconds, action)

    def watch(self, descriptor: int, hear: Callable[[], None]) -> None:
        """Call `hear` when there is something to read."""
        self._loop.watch_file(descriptor, hear)

    def unwatch(self, descriptor: int) -> None:
        """No longer do that."""
        self._loop.remove_watch_file(descriptor)

    def refresh(self) -> None:
        """Have everything drawn again."""
        self.desk.refresh()

    # Keys and mouse

    # Motion

    def before_frame(self) -> None:
        """Let cards fly if the player likes that, and the terminal keeps up."""
        quick = not self.screen.pulse.is_slow
        pace = PACES[self.settings.animation] if quick and self._likes_motion else 0.0
        self.table.motion.pace = pace
        if self.desk.viewer is not None:
            self.desk.viewer.motion.pace = pace / self.desk.viewer.hurry

    def after_frame(self) -> None:
        """See to the next frame while something moves, and go on when all is done."""
        motion = (self.desk.viewer or self.table).motion
        if motion.is_under_way:
            self._loop.set_alarm_in(FRAME_SECONDS, self._next_frame)
        elif self._celebration is Celebration.DUE:
            self._celebration = Celebration.RUNS
            self.table.celebrate()
            self.after(0, self._next_frame)
        elif self._celebration is Celebration.RUNS:
            self._end_celebration()
            self.after(0, self._next_frame)

    def _next_frame(self, _loop: Any, _data: Any) -> None:
        self.desk.refresh()

    def _end_celebration(self) -> None:
        self._celebration = Celebration.NONE
        self.table.motion.end()
        if self.session.message is _CELEBRATED:
            self.session.message = None
        self._show_won()

    def _show_won(self) -> None:
        """Say that the game is won, after it has been entered among the others: so it is known what it is worth."""
        self.write_down()
        self.settle()
        self.show(results.won(self))

    def _on_key(self, key: str) -> None:
        if self._watching is not None:
            self._watching.on_key(key)
            return
        if self._celebration is not Celebration.NONE:
            self._end_celebration()
            if key not in ("enter", " ", "esc"):
                # A key that was meant for what comes after is not lost.
                self.desk.keypress(self.screen.get_cols_rows(), key)
            return
        self.table.motion.end()
        # A key may put back what the pointer holds, or lift something else.
        self._mouse.let_go()
        self.table.drag = None
        if self.desk.title is not None:
            self._on_key_at_title(self.desk.title, key)
            return
        session = self.session
        if session.is_paused:
            self._on_key_in_pause(key)
            return
        if (key != WAY_OUT and self._stops_showing()) or self._finds(key):
            return
        if key in pile_letters(session.game.variant):
            pile = Pile.parse(key)
            session.shows_cursor = False
            session.choose(pile)
            session.point_at(pile)
        elif (binding := self.table.keys.find(key)) is not None:
            why_not = binding.off(session, self.settings)
            if why_not is None:
                session.message = None
                self._do(binding.command)
            else:
                session.message = Message(why_not, Severity.REFUSAL)
        self.after_input()

    def _on_key_at_title(self, title: "Title", key: str) -> None:
        self.say(None)
        if self.table.keys.gives(key, Command.REDRAW):
            self.screen.clear()
        else:
            title.press(key)
        self.desk.refresh()

    def _on_key_in_pause(self, key: str) -> None:
        if key in _ENDS_PAUSE or self.table.keys.gives(key, Command.PAUSE):
            self.end_pause()
        elif key == WAY_OUT or self.table.keys.gives(key, Command.QUIT):
            self.quit()
        elif self.table.keys.gives(key, Command.REDRAW):
            self.screen.clear()
            self.desk.refresh()
        else:
            self._say_paused()

    def _stops_showing(self) -> bool:
        """Whether a solution was being shown; it is no longer."""
        if self._consultant is None or not self._consultant.is_showing:
            return False
        self._consultant.stop_showing()
        self.after_input()
        return True

    def _finds(self, key: str) -> bool:
        """Whether a key was for finding a rank: one that says it, or the one that ends it. Others end it and go on."""
        sight = self.session.rank_finder
        rank = rank_of_key(key) if sight.is_asking else None
        was_finding = sight.rank is not None or sight.is_asking
        if rank is not None:
            sight.find(rank)
        else:
            sight.clear()
        if rank is None and not (was_finding and self.table.keys.gives(key, Command.PUT_BACK)):
            return False
        self.after_input()
        return True

    def _on_mouse(self, size: tuple[int, int], event: str, button: int, at: tuple[int, int]) -> None:
        if self._watching is not None:
            self._watching.on_mouse(size, event, button, at)
            return
        if self.desk.title is not None:
            if event == "mouse press" and button == 1:
                self.desk.title.click(size, at)
                self.desk.refresh()
            return
        if event.endswith("press"):
            if self._celebration is not Celebration.NONE:
                self._end_celebration()
                return
            if self.session.is_paused:
                self.end_pause()
                return
            self.table.motion.end()
            if self._stops_showing():
                return
            if button not in WHEEL:
                self.session.rank_finder.clear()
        command = self.table.footer_command(*at) if event == "mouse press" and button == 1 else None
        if command is not None:
            self._on_key(self.table.keys.binding(command).keys[0])
            return
        self.table.motion.by_hand = self._mouse.drag is not None
        self._mouse.event(self.session, self.table.layout(size), event, button, at)
        self.table.drag = self._mouse.drag
        self.after_input()

    def after_input(self) -> None:
        """Show what the last input has led to."""
        session = self.session
        message = session.message
        if message is not None and message is not self._said:
            self._point_out(message)
        self._said = message
        if session.game.is_won and self._celebrated is not session.game:
            self._celebrated = session.game
            if self.settings.bell_on_win:
                self.screen.ring()
            if self.table.motion.pace:
                self._celebration = Celebration.DUE
                session.message = _CELEBRATED
            else:
                self._show_won()
        self.desk.refresh()

    def _point_out(self, message: Message) -> None:
        """Have the place blink that a refusal is about, and ring if the player wants that."""
        if message.pile is not None:
            self.table.refused = message.pile
            self._loop.set_alarm_in(_BLINK_SECONDS, self._end_blink)
        if message.severity is Severity.REFUSAL and self.settings.bell_on_refusal:
            self.screen.ring()

    def _end_blink(self, _loop: Any, _data: Any) -> None:
        self.table.refused = None
        self.desk.refresh()

    def _do(self, command: Command) -> None:  # noqa: C901, PLR0912, PLR0915 - a row a command
        """Carry out a command."""
        session = self.session
        match command:
            case Command.LIFT:
                session.use_cursor()
            case Command.SEND:
                session.move_to_best()
            case Command.PUT_BACK:
                session.cancel_selection() if session.selection is not None else self.open_menu()
            case Command.MORE:
                session.adjust_count(1)
            case Command.FEWER:
                session.adjust_count(-1)
            case Command.LEFT | Command.RIGHT | Command.UP | Command.DOWN | Command.OTHER_ROW:
                session.move_cursor(CursorMove(command.value))
            case Command.FIND:
                session.rank_finder.ask()
            case Command.NEEDED:
                session.toggle_needed()
            case Command.ALL_HOME:
                session.send_all_home()
            case Command.UNDO:
                session.undo()
            case Command.REDO:
                session.redo()
            case Command.RESTART:
                session.restart()
            case Command.NEW_GAME:
                self.play_random()
            case Command.DEAL_BY_NUMBER:
                self.show(results.deal_number(self))
            case Command.NEXT_DEAL:
                self.play_neighbour(1)
            case Command.PREVIOUS_DEAL:
                self.play_neighbour(-1)
            case Command.GAMES:
                self.show(results.games(self))
            case Command.BOOKMARK:
                results.set_bookmark(self)
            case Command.BOOKMARKS:
                self.show(results.bookmarks(self))
            case Command.GIVE_UP:
                self.ask_to_give_up()
            case Command.DAILY:
                self.records.daily()
            case Command.JOURNEYS:
                self.records.journeys()
            case Command.STATISTICS:
                self.records.statistics()
            case Command.WINNABLE_GAME:
                self.play_winnable()
            case Command.HINT:
                self.consultant.hint()
            case Command.SHOW:
                self.consultant.show()
            case Command.SHOW_STEP:
                self.consultant.show_step()
            case Command.WHERE_LOST:
                self.look_back()
            case Command.ASK_VERDICT:
                self.consultant.ask_verdict()
            case Command.VERDICT_MODE:
                self.consultant.cycle()
            case Command.FOUR_COLOURS:
                self.change_look("four_colours", not self.settings.four_colours)
            case Command.NEXT_THEME:
                self.change_look("theme", name_after(self.settings.theme, themes.names(themes.own_folder())))
            case Command.MENU:
                self.open_menu()
            case Command.PAUSE:
                self.pause()
            case Command.HELP:
                self.show(results.keys(self))
            case Command.SETTINGS:
                self.show(results.settings(self))
            case Command.REDRAW:
                self.screen.clear()
            case Command.QUIT:
                self.quit()


def name_after(name: str, names: Sequence[str]) -> str:
    """The name that follows another, round; the first if that is none of them."""
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]


def _in_word(value: Value) -> str:
    """A setting's value for people."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


class _Loop(urwid.MainLoop):
    """urwid's loop, in which nothing is shown before it is saved."""

    def __init__(self, app: App) -> None:
        heard = InputFilter(app.screen.pulse.answered, app.screen.hear_cursor)
        super().__init__(app.desk, screen=app.screen, input_filter=heard)
        self._app = app
        self._has_news = True
        self._owes_frame = False

    def input_filter(self, keys: list[Any], raw: list[int]) -> list[Any]:
        """What of the input is for the game; nothing if it was the terminal's answer to a frame."""
        wanted: list[Any] = super().input_filter(keys, raw)
        self._has_news = self._has_news or bool(wanted)
        return wanted

    def set_alarm_in(self, sec: float, callback: Callable[..., object], user_data: Any = None) -> Any:
        """Call `callback` in so many seconds, and draw what comes of it."""
        return super().set_alarm_in(sec, self._as_news(callback), user_data)

    def watch_file(self, fd: int, callback: Callable[[], object]) -> Any:
        """Call `callback` when there is something to read, and draw what comes of it."""
        return super().watch_file(fd, self._as_news(callback))

    def _as_news(self, callback: Callable[..., object]) -> Callable[..., object]:
        def act(*arguments: Any) -> object:
            self._has_news = True
            return callback(*arguments)

        return act

    def draw_screen(self) -> None:
        """Write down, draw, wait for the disk, and then wonder about the position.

        While the terminal is behind nothing is drawn; its next answer leads here again. Other answers change nothing,
        but one may come between a key and its picture.
        """
        if not (self._has_news or self._owes_frame):
            return
        self._has_news = False
        self._app.write_down()
        self._owes_frame = self._app.screen.pulse.is_behind
        if not self._owes_frame:
            self._app.before_frame()
            super().draw_screen()
            self._app.after_frame()
        self._app.settle()
        self._app.consult()
