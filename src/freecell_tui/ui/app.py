"""The game as it runs: it owns the session, the terminal and the save, and carries out what keys and mouse ask for."""

import os
import random
import signal
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import urwid

from freecell_tui.engine import Game, NoSuchDeal, Pile, Variant
from freecell_tui.engine.deals import neighbour
from freecell_tui.session import Clock, Message, Session, Step, Tone
from freecell_tui.storage.saves import Record
from freecell_tui.storage.shelf import Shelf, Slot
from freecell_tui.ui import questions
from freecell_tui.ui.desk import Desk
from freecell_tui.ui.dialogs import Dialog
from freecell_tui.ui.glyphs import Glyphs
from freecell_tui.ui.input import InputFilter
from freecell_tui.ui.keys import BINDING_BY_COMMAND, BINDING_BY_KEY, Command, pile_letters
from freecell_tui.ui.mouse import Mouse
from freecell_tui.ui.screen import Terminal
from freecell_tui.ui.table import Table
from freecell_tui.ui.theme import FELT

if TYPE_CHECKING:
    from freecell_tui.ui.consult import Consultant

RANDOM_DEALS: Final = 1_000_000
"""Random deals are 1 to this: numbers that are easily typed and told."""

_TICK_SECONDS: Final = 1.0
_BLINK_SECONDS: Final = 0.25
_SAVE_CLOCK_SECONDS: Final = 10.0


def random_game(variant: Variant) -> Game:
    """A game of a random deal."""
    return Game.new(random.randint(1, RANDOM_DEALS), variant)  # noqa: S311 - a card game


def now() -> str:
    """The present moment as saves have it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class App:
    """A player at the table."""

    def __init__(
        self, shelf: Shelf, glyphs: Glyphs, record: Record, slot: Slot | None = None, *, verdict: str = "on"
    ) -> None:
        self.shelf = shelf
        self.glyphs = glyphs
        self.screen = Terminal(FELT, on_start=self._go_on, on_stop=self._pause)
        self.table = Table(_session(record), glyphs, colour=self.screen.colors > 1)
        self.desk = Desk(self.table, self._on_key, self._on_mouse)
        self._mouse = Mouse()
        self._exit_code = 0
        self.trouble = ""
        self._asks = False
        self._verdict_mode = verdict
        self._consultant: Consultant | None = None
        self._kept: tuple[Game, int] | None = None
        self._take_up(record, slot)
        self._loop = _Loop(self)

    @property
    def session(self) -> Session:
        """The game being played."""
        return self.table.session

    # Running

    def run(self) -> int:
        """Play until the player leaves; return the exit code."""
        signals = _Signals(self._loop, self._leave_by_signal)
        self._loop.set_alarm_in(_TICK_SECONDS, self._tick)
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

    def ask_to_resume(self) -> None:
        """Begin with the question whether to go on with the game that lies on the table."""
        self._asks = True
        self.session.clock.pause()
        self.show(questions.resume(self))

    def resume(self) -> None:
        """Go on with the game that lies on the table."""
        self._asks = False
        self.close()
        self._go_on()

    def quit(self) -> None:
        """Leave; the game is saved."""
        raise urwid.ExitMainLoop

    def show(self, dialog: Dialog) -> None:
        """Open a dialog."""
        self.desk.dialog = dialog

    def close(self) -> None:
        """Close the dialog."""
        self.desk.dialog = None

    def _leave_by_signal(self, number: int) -> None:
        self._exit_code = 128 + number
        self.quit()

    def _pause(self) -> None:
        self.session.clock.pause()

    def _go_on(self) -> None:
        if not self._asks and self.session.game.turns and not self.session.game.is_won:
            self.session.clock.start()

    def _tick(self, _loop: Any, _data: Any) -> None:
        self._loop.set_alarm_in(_TICK_SECONDS, self._tick)
        if self.session.clock.is_running:
            self.desk.refresh()
            if self.session.clock.elapsed - self._kept_elapsed >= _SAVE_CLOCK_SECONDS:
                self.keep()

    # The game on the table and its save

    def record(self) -> Record:
        """The game as it is now."""
        session = self.session
        return Record(session.game, session.clock.elapsed, session.undos, self._started, now(), helped=session.helped)

    def is_on_the_table(self, path: Path) -> bool:
        """Whether a save is that of the game on the table."""
        return self._slot.path == path

    def write_down(self, *, clock_too: bool = False) -> None:
        """Write the game down if it has changed; if that cannot be done, say so and play on.

        With `clock_too` it is written for its time alone, but not if it has no save yet: looking at a file leaves none.
        """
        session = self.session
        state = (session.game, session.undos)
        is_known = state == self._kept and (not clock_too or self._slot.path is None)
        if not session.game.turns or is_known:
            return
        self._kept, self._kept_elapsed = state, session.clock.elapsed
        before = self._slot.path
        self.table.is_unsaved = False
        self._try_to_save(lambda: self._slot.write(self.record()))
        after = self._slot.path
        if before is not None and after is not None and after.name != before.name:
            session.message = Message("This game was played elsewhere too; here it goes on as a copy.")

    def settle(self) -> None:
        """Let the disk finish with what was written down."""
        self._try_to_save(self._slot.settle)

    def keep(self) -> None:
        """Save the game with its clock, and wait for the disk."""
        self.write_down(clock_too=True)
        self.settle()

    def _try_to_save(self, step: Callable[[], None]) -> None:
        try:
            step()
        except OSError as error:
            trouble = f"This game cannot be saved: {error.strerror or error}."
            if trouble != self.trouble:
                self.session.message = Message(trouble, Tone.REFUSAL)
                self.desk.refresh()
            self.trouble = trouble
            self.table.is_unsaved = True

    def _take_up(self, record: Record, slot: Slot | None) -> None:
        """Put a game on the table; without a slot it gets a place of its own on the shelf."""
        self._started = record.started or now()
        if slot is None:
            slot = self.shelf.new_slot(Record(record.game, started=self._started))
        self._slot = slot
        self.saved = record.saved
        self._kept = (record.game, record.undos)
        self._kept_elapsed = record.elapsed
        self._said: Message | None = None
        self._celebrated: Game | None = None

    def play_record(self, record: Record, slot: Slot | None = None) -> None:
        """Put another game on the table; the one that lies there is kept."""
        self._asks = False
        self.keep()
        left, was_unsaved = self.session.game, self.table.is_unsaved
        self.table.is_unsaved = False
        self.table.session = _session(record)
        self._take_up(record, slot)
        self.close()
        self._go_on()
        if left.turns and not left.is_won and not was_unsaved:
            self.session.message = Message(f"#{left.deal} is kept: l lists the games that are not finished.")

    def play_deal(self, number: int) -> None:
        """Begin a game of another deal of the same variant."""
        self.play_record(Record(Game.new(number, self.session.game.variant)))

    def play_random(self) -> None:
        """Begin a game of a random deal of the same variant."""
        self.play_record(Record(random_game(self.session.game.variant)))

    def play_winnable(self) -> None:
        """Begin a game of a random deal that the solver has won."""
        variant = self.session.game.variant
        self.consultant.deal_winnable(lambda: random_game(variant), lambda game: self.play_record(Record(game)))

    def play_neighbour(self, by: int) -> None:
        """Begin a game of the next deal or the one before."""
        try:
            self.play_deal(neighbour(self.session.game.deal, by))
        except NoSuchDeal:
            self.close()
            where = "after" if by > 0 else "before"
            self.session.message = Message(f"There is no deal {where} this one.", Tone.REFUSAL)

    def restart(self) -> None:
        """Put every card back to where it was dealt."""
        self.close()
        self.session.restart()

    def undo(self) -> None:
        """Take the last turn back."""
        self.close()
        self.session.undo()

    # The solver

    @property
    def consultant(self) -> "Consultant":
        """Who asks the solver; the search is not loaded before there is a question."""
        if self._consultant is None:
            from freecell_tui.ui.consult import Consultant, Mode  # noqa: PLC0415 - not on the way to the first frame

            self._consultant = Consultant(self, Mode(self._verdict_mode))
        return self._consultant

    def consult(self) -> None:
        """Ask the solver what needs to be known now, and show what is known; called when nothing else is to be done."""
        if self._asks or (self._consultant is None and self._verdict_mode == "off"):
            return
        self.consultant.look()
        verdict = self.consultant.verdict()
        if verdict != self.table.verdict:
            self.table.verdict = verdict
            self.desk.refresh()
            self.after(0, lambda *_: None)

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

    def _on_key(self, key: str) -> None:
        # A key may put back what the pointer holds, or lift something else.
        self._mouse.let_go()
        self.table.drag = None
        session = self.session
        if self._stops_showing():
            return
        if key in pile_letters(session.game.variant):
            pile = Pile.parse(key)
            session.shows_cursor = False
            session.choose(pile)
            session.point_at(pile)
        elif (binding := BINDING_BY_KEY.get(key)) is not None:
            why_not = binding.off(session)
            if why_not is None:
                session.message = None
                self._do(binding.command)
            else:
                session.message = Message(why_not, Tone.REFUSAL)
        self.after_input()

    def _stops_showing(self) -> bool:
        """Whether a solution was being shown; it is no longer."""
        if self._consultant is None or not self._consultant.is_showing:
            return False
        self._consultant.stop_showing()
        self.after_input()
        return True

    def _on_mouse(self, size: tuple[int, int], event: str, button: int, at: tuple[int, int]) -> None:
        if event.endswith("press") and self._stops_showing():
            return
        command = self.table.footer_command(*at) if event == "mouse press" and button == 1 else None
        if command is not None:
            self._on_key(BINDING_BY_COMMAND[command].keys[0])
            return
        self._mouse.event(self.session, self.table.layout(size), event, button, at)
        self.table.drag = self._mouse.drag
        self.after_input()

    def after_input(self) -> None:
        """Show what the last input has led to."""
        session = self.session
        message = session.message
        if message is not self._said and message is not None and message.pile is not None:
            self.table.refused = message.pile
            self._loop.set_alarm_in(_BLINK_SECONDS, self._end_blink)
        self._said = message
        if session.game.is_won and self._celebrated is not session.game:
            self._celebrated = session.game
            self.show(questions.won(self))
        self.desk.refresh()

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
                session.send()
            case Command.PUT_BACK:
                session.put_back()
            case Command.MORE:
                session.take_more(1)
            case Command.FEWER:
                session.take_more(-1)
            case Command.LEFT | Command.RIGHT | Command.UP | Command.DOWN | Command.OTHER_ROW:
                session.step(Step(command.value))
            case Command.UNDO:
                session.undo()
            case Command.REDO:
                session.redo()
            case Command.RESTART:
                session.restart()
            case Command.NEW_GAME:
                self.play_random()
            case Command.DEAL_BY_NUMBER:
                self.show(questions.deal_number(self))
            case Command.NEXT_DEAL:
                self.play_neighbour(1)
            case Command.PREVIOUS_DEAL:
                self.play_neighbour(-1)
            case Command.GAMES:
                self.show(questions.games(self))
            case Command.WINNABLE_GAME:
                self.play_winnable()
            case Command.HINT:
                self.consultant.hint()
            case Command.SHOW:
                self.consultant.show()
            case Command.SHOW_STEP:
                self.consultant.show_step()
            case Command.WHERE_LOST:
                self.consultant.where_lost(lambda at: self.show(questions.where_lost(self, at)))
            case Command.ASK_VERDICT:
                self.consultant.ask_verdict()
            case Command.VERDICT_MODE:
                self.consultant.cycle()
            case Command.HELP:
                self.show(questions.keys(self))
            case Command.REDRAW:
                self.screen.clear()
            case Command.QUIT:
                self.quit()


def _session(record: Record) -> Session:
    return Session(record.game, undos=record.undos, helped=record.helped, clock=Clock(record.elapsed))


class _Loop(urwid.MainLoop):
    """urwid's loop, in which nothing is shown before it is saved."""

    def __init__(self, app: App) -> None:
        super().__init__(app.desk, screen=app.screen, input_filter=InputFilter())
        self._app = app

    def draw_screen(self) -> None:
        """Write down, draw, wait for the disk, and then wonder about the position."""
        self._app.write_down()
        super().draw_screen()
        self._app.settle()
        self._app.consult()


class _Signals:
    """The signals that end a program, turned into an event of the loop."""

    _NUMBERS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)

    def __init__(self, loop: urwid.MainLoop, leave: Callable[[int], None]) -> None:
        self._leave = leave
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)
        loop.watch_file(self._reader, self._read)
        self._before = {number: signal.signal(number, self._write) for number in self._NUMBERS}

    def restore(self) -> None:
        """Handle the signals as before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._reader)
        os.close(self._writer)

    def _write(self, number: int, _frame: Any) -> None:
        with suppress(OSError):
            os.write(self._writer, bytes([number]))

    def _read(self) -> None:
        self._leave(os.read(self._reader, 1)[0])
