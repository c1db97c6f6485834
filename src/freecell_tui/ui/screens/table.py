"""The table of the game being played, its keys and its mouse; and the pause."""

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Final

from freecell_tui.controller.commands import BY_NAME, MENU, execute
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.session import PAIR_SECONDS, Session
from freecell_tui.engine import Game, Pile, PileKind
from freecell_tui.storage.daily import occasion
from freecell_tui.storage.files import is_there
from freecell_tui.storage.settings import VERDICT_EXPLAINED, leave_marker
from freecell_tui.ui.drawing.surface import Size, Surface
from freecell_tui.ui.keymap import RANK_KEYS
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.screens.table_mouse import Mouse
from freecell_tui.ui.screens.table_widget import ShownVerdict, Table, TableFacts, bottom_bar, loss_labels
from freecell_tui.ui.stack import OpaqueScreen, Ui
from freecell_tui.ui.terminal.input import Paste

_INKS: Final = {"winnable": "winnable", "lost": "lost", "not winnable": "lost"}
"""The inks of verdicts by how they begin; others are quiet."""


class CardScreen(OpaqueScreen):
    """A screen with a table to play on, a mouse, and refused piles that blink."""

    _pointed_out: Message | None = None
    _refused: frozenset[Pile] = frozenset()
    """The piles that blink."""

    def __init__(self, ui: Ui, table: Table) -> None:
        self._ui = ui
        self._mouse = Mouse()
        self.table = table
        self.motion = table.motion
        self.settings_changed()

    def settings_changed(self) -> None:
        ui = self._ui
        self.table.glyphs, self.table.appearance = ui.glyphs, ui.appearance
        self._mouse.right_click = ui.controller.settings.right_click

    def render(self, size: Size) -> Surface:
        self.table.facts = self._facts()
        return self.table.render(size)

    def _facts(self) -> TableFacts:
        """Return the facts that the next picture shows."""
        return TableFacts(self._session, refused=self._refused, drag=self._mouse.drag)

    def execute(self, command: str) -> None:
        raise NotImplementedError

    def _end_motion(self) -> None:
        """Let moving cards arrive, and cancel the drag.

        A key or a paste may put the dragged cards back, or lift others.
        """
        self.table.motion.end()
        self._mouse.cancel_drag()

    @property
    def _session(self) -> Session:
        return self.table.session

    def _choose(self, pile: Pile) -> None:
        self._session.shows_cursor = False
        self._session.type_pile(pile)
        self._session.point_at(pile)

    def scrolls(self, size: Size, event: MouseEvent) -> bool:
        return self._mouse.scrolls(self._session, self.table.layout(size), event)

    def _use_mouse(self, size: Size, event: MouseEvent) -> None:
        """Lift, drop, drag, or click a command in the bottom bar."""
        command = self.table.footer_command(event.x, event.y) if event.is_click else None
        if command is not None:
            self._mouse.cancel_drag()
            self.execute(command)
        else:
            self.table.motion.dragged = self._mouse.drag is not None
            self._mouse.handle(self._session, self.table.layout(size), event)

    def _point_out(self, message: Message | None) -> bool:
        """Let the piles of a refusal blink, and return whether the message is new."""
        before, self._pointed_out = self._pointed_out, message
        if message is None or message is before:
            return False
        if message.pile is not None:
            self._refused = frozenset({message.pile, message.source or message.pile})
            self._ui.call_later(0.25, self._end_blinking)
        return True

    def _end_blinking(self) -> None:
        self._refused = frozenset()


class AnyKeyScreen(OpaqueScreen):
    """A screen that is left by `press`: by keys, and by any press of the mouse."""

    steps_through_moves = False
    only_steps_out = True

    def scrolls(self, size: Size, event: MouseEvent) -> bool:
        return True

    def mouse_event(self, size: Size, event: MouseEvent) -> None:
        if event.kind == "press":
            self.press("esc")

    def paste(self, text: str) -> None:
        """Do nothing with pasted text."""


class TableScreen(CardScreen):
    runs_clock = True
    shows_game = True
    steps_through_moves = True
    _takes_input = False
    _refused_at: float | None = None
    _explained_for: Game | None = None
    _count = ""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, Table(ui.controller.session, ui.glyphs))
        self._unknown_keys: set[str] = set()
        self.now: Callable[[], float] = monotonic

    @property
    def has_cell_g(self) -> bool:  # type: ignore[override]
        return Pile.parse("g") in self._session.top_row

    @property
    def _session(self) -> Session:
        return self._controller.session

    @property
    def message(self) -> Message | None:  # type: ignore[override]
        return self._session.message

    def notify(self, message: Message | None) -> None:
        """Show a message in the bottom bar, or clear the bar for None.

        A message that no input caused neither blinks nor rings.
        """
        self._session.message = message
        if not self._takes_input:
            self._pointed_out = message

    def on_shown(self) -> None:
        if self.table.session is not self._session:
            self.table.motion.end()
            self.table.facts = self._facts()
            self._pointed_out = None

    def _facts(self) -> TableFacts:
        controller, played, session = self._controller, self._controller.table, self._session
        losing, verdict = controller.advisor.losing_targets(), self._verdict()
        facts = super()._facts()
        return facts._replace(
            footer=bottom_bar(self._ui, session, losing),
            is_silent=self.is_covered,
            losing=losing,
            verdict=verdict,
            verdict_note=self._verdict_note(verdict),
            is_unsaved=bool(controller.error),
            best=played.best,
            race=played.race,
            loss=played.loss,
            loss_labels=() if played.loss is None else loss_labels(self._ui, played.loss),
            occasion=played.contest.title if played.contest is not None else occasion(session.game),
        )

    def _verdict(self) -> ShownVerdict:
        word = self._controller.advisor.verdict_word() or ""
        return ShownVerdict(word, next((ink for start, ink in _INKS.items() if word.startswith(start)), "quiet"))

    def _verdict_note(self, verdict: ShownVerdict) -> str:
        """Return how to hide the verdict, for the first verdict that the player sees."""
        key = self._keymap.named("ask-verdict")
        if verdict.ink == "quiet" or not key:
            return ""
        game = self._session.game
        is_first = not is_there(self._explained_marker) if self._explained_for is None else self._explained_for is game
        return f" · {key} hides it" if is_first else ""

    @property
    def _explained_marker(self) -> Path:
        return self._controller.store.folder / VERDICT_EXPLAINED

    @property
    def is_up_to_date(self) -> bool:  # type: ignore[override]
        return self.table.facts.verdict == self._verdict()

    def on_rest(self) -> None:
        """Remember that the player saw how to hide the verdict."""
        if self._explained_for is None and self.table.shows_verdict_note:
            self._explained_for = self._session.game
            leave_marker(self._explained_marker)

    def press(self, key: str) -> None:
        self._begin_input()
        self._end_motion()
        if not (self._ui.interrupt() or self._finds_rank(key)):
            self._play(key)
        self.after_input()

    def give(self, command: str) -> None:
        """Carry out a command as its key does."""
        self._begin_input()
        self._end_motion()
        if not self._ui.interrupt():
            execute(self._controller, BY_NAME[command])
        self.after_input()

    def _begin_input(self) -> None:
        self._takes_input = True

    def _play(self, key: str) -> None:
        """Choose the pile of a key, or carry out its command."""
        session, controller, keymap = self._session, self._controller, self._keymap
        refused_at, self._refused_at = self._refused_at, None
        count, self._count = self._count, ""
        if (pile := keymap.pile(key, session.game.variant)) is not None:
            # A pile typed right after a refused source is its target, and begins no move.
            if refused_at is None or self.now() - refused_at >= PAIR_SECONDS:
                is_source = session.selection is None and pile.kind is not PileKind.HOME
                self._count = key if is_source and key in "123456789" else ""
                self._choose(pile)
                if is_source and session.selection is None:
                    self._refused_at = self.now()
        elif (command := keymap.find(key)) is not None:
            if count and keymap.is_vim and command.name in ("undo", "redo"):
                session.cancel_selection()
                execute(controller, command, count)
            else:
                execute(controller, command)
        elif session.game.is_won and key in keymap.in_dialog("watch"):
            # As in the dialog of the win, which may be closed.
            execute(controller, BY_NAME["watch"])
        elif title := next(
            (BY_NAME[name].title for name in chain(*MENU.values()) if key in keymap.in_dialog(name)), ""
        ):
            how = controller.frontend.how_to("menu")
            controller.say(f"{self.key_called(key)} is “{title}” in the menu{f': {how} first' if how else ''}.")
        elif key not in self._unknown_keys and (help_key := keymap.named("commands")):
            self._unknown_keys.add(key)
            controller.say(f"{self.key_called(key)} does nothing here. Press {help_key} for all keys.")

    def _finds_rank(self, key: str) -> bool:
        """Find a rank or end the search, and return whether the key is used up.

        While a rank is asked for, a key that is no rank and has no use at the table is refused.

        Any other key ends the search and, but for `put-back`, keeps its own meaning.
        """
        finder, keymap = self._session.rank_finder, self._keymap
        rank = RANK_KEYS.get(keymap.digit_of(key) or key.lower()) if finder.is_asking else None
        was_finding = finder.rank is not None or finder.is_asking
        if rank is not None:
            finder.rank = rank
        elif finder.is_asking and keymap.find(key) is None and keymap.pile(key, self._session.game.variant) is None:
            self._controller.say(f"{self.key_called(key)} is not a rank: type A, 2 to 9, 0 for a ten, J, Q or K.")
            return True
        else:
            finder.clear()
        return rank is not None or (was_finding and keymap.matches(key, "put-back"))

    def paste(self, text: str) -> None:
        """Ask whether to play pasted moves, or refuse them."""
        self._begin_input()
        self._end_motion()
        self._ui.interrupt()
        self._session.cancel_selection()
        self._session.rank_finder.clear()
        self._ui.show(Paste(text))
        self.after_input()

    def after_input(self) -> None:
        """Show the effects of the last input, and ring for a refusal if wished."""
        self._takes_input = False
        message = self._session.message
        is_refused = message is not None and message.severity == "refusal"
        if self._point_out(message) and is_refused and self._controller.settings.bell_on_refusal:
            self._ui.ring_bell()
        self._controller.game_changed()

    def mouse_event(self, size: Size, event: MouseEvent) -> None:
        if self._mouse.points(self._session, self.table.layout(size), event):
            return
        self._begin_input()
        is_for_table = True
        if event.kind == "press":
            self.table.motion.end()
            is_for_table = not self._ui.interrupt()
            if is_for_table and not event.wheel:
                self._session.rank_finder.clear()
        if is_for_table:
            self._use_mouse(size, event)
        self.after_input()

    def execute(self, command: str) -> None:
        """Carry out a command of the bottom bar, or choose a pile by letter."""
        if command in BY_NAME:
            self._ui.execute(command)
        else:
            self._choose(Pile.parse(command))


_PAUSED: Final = Message("Paused. Press any key to continue.")


class PauseScreen(AnyKeyScreen, TableScreen):
    """The pause, with the cards turned over and the clock stopped."""

    runs_clock = False
    shows_game = False
    hides_cards = True

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._session.pause()
        self.notify(_PAUSED)

    def press(self, key: str) -> None:
        command = self._keymap.find(key)
        name = "" if command is None else command.name
        if name in ("quit", "redraw", "commands", "help"):
            self._ui.execute(name)
            self.notify(_PAUSED)
        else:
            self._ui.close_screen()

    def commands(self) -> Sequence[Choice]:
        return [Choice((*self._keymap.keys("pause"), "enter")[0], "continue", self._ui.close_screen)]

    def on_closed(self) -> None:
        self._session.resume()
