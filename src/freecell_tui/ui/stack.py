"""The screens that are open, one over the other, and the program that has them; the top one gets keys and mouse."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple

from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Action, Message, Shown
from freecell_tui.controller.tasks import Scope
from freecell_tui.engine import Game
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.cards.strokes import cast_shadow, draw_frame
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.motion import Motion
from freecell_tui.ui.drawing.surface import Box, Size, Surface, fits
from freecell_tui.ui.drawing.themes.theme import dimmed, on_sheet
from freecell_tui.ui.keymap import QUIT_KEY, KeyMap
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import FRAME, Choice, Clicks, DrawContext, choice_of_key, click, draw_key_hints
from freecell_tui.ui.terminal.input import Paste


class _Screen:
    """A screen or a dialog; the top one gets keys and mouse."""

    runs_clock = False
    _ui: "Ui"

    @property
    def glyphs(self) -> Glyphs:
        return self._ui.glyphs

    @property
    def _controller(self) -> Controller:
        return self._ui.controller

    @property
    def _keymap(self) -> KeyMap:
        return self._ui.keymap

    def commands(self) -> Sequence[Choice]:
        """Return what can be done on it alone, for the list of everything that can be done."""
        return ()

    def paste(self, text: str) -> None:
        """Take pasted text, if there is a use for it: it is not keys."""

    def on_shown(self) -> None:
        """React to becoming the top screen."""

    def on_closed(self) -> None:
        """React to being closed."""


class OpaqueScreen(_Screen):
    """A screen that fills the terminal."""

    shows_game = False
    """Whether the game being played is shown, and can be played."""
    hides_cards = False
    """Whether the cards of the game being played cannot be seen, not even behind a dialog."""
    names_game = True
    """Whether the window has the name of the game being played."""
    has_cell_g = False
    """Whether `g` chooses a free cell on it, so that `gg` does not stand for Home."""
    is_up_to_date = True
    """Whether a new picture would be the same, as far as the solver is concerned."""
    is_covered = False
    """Whether a dialog has its keys in the bottom bar, so that nothing is said there."""
    speed = 1.0
    """How much faster than normal the cards have to fly."""
    motion: Motion | None = None
    message: Message | None = None

    @property
    def is_moving(self) -> bool:
        """Whether the next picture will differ."""
        return self.motion is not None and self.motion.is_running

    def notify(self, message: Message | None) -> None:
        """Say something; None clears what was said."""
        self.message = message

    def settings_changed(self) -> None:
        """Take over glyphs, appearance and settings."""

    @abstractmethod
    def render(self, size: Size) -> Surface:
        """Draw it in so many columns and rows; what is drawn may be changed by others."""

    def press(self, key: str) -> None:
        """Do what a key stands for."""

    def mouse_event(self, size: Size, event: MouseEvent) -> None:
        """Do what a mouse event means."""

    def scrolls(self, size: Size, event: MouseEvent) -> bool:
        """Return whether there is anything to scroll with the wheel at a place, as a burst of events may ask."""
        return True

    def why_off(self, command: str) -> str | None:
        """Return why a command of a game cannot be given on it, or None."""
        return "Only in a game."

    def instead(self, command: str) -> tuple[str, Action] | None:
        """Return what helps on it where a command of a game cannot be given, in words and as an action, or None."""
        return None

    def row_of_dialog(self, size: Size, width: int, height: int) -> int | None:
        """Return the first row of a dialog of that width and height over it; None for the middle."""
        return None

    def on_rest(self) -> None:
        """React to a picture on which nothing moves and over which there is no dialog."""


class Dialog(_Screen):
    """A box over a screen, with a frame and a title.

    Esc closes it; subclasses have further `keys`. The wheel stands for the arrow keys up and down.
    """

    align: Literal["center", "right"] = "center"
    after_close: Action | None = None
    """What to do when it is closed."""
    take_pasted: Callable[[str], None] | None = None
    """What to do with pasted text; None for nothing, where there is no field to type in."""
    margin = 2
    """The blank columns on either side inside the frame."""
    scroll_gap = 0
    """How many blank columns on the right belong to the content, so that no scroll bar touches it."""
    close_label = "back"
    """What Esc does, in a word or two."""
    dims = True
    """Whether the screen behind it is dimmed."""
    takes_any_key = False
    """Whether it waits for a key, and takes any."""
    takes_text = False
    """Whether keys are text in it, or asked for."""
    aside = ""
    """What stands on the right of the bottom bar while it is open, if there is room."""
    window: Size = (0, 0)
    """The columns and rows of the window that it was placed in last: before each key and each picture."""
    rows = 0
    """The rows that it has there inside its frame."""

    def __init__(self, ui: "Ui", title: str) -> None:
        self._ui = ui
        self._title = title
        self.scope = Scope(self.refuse)
        """Ends when the dialog is closed."""
        self._drawing = DrawContext((0, 0), ui.glyphs)

    @property
    def title(self) -> str:
        return self._title

    @abstractmethod
    def draw(self, drawing: DrawContext) -> None:
        """Draw everything inside the frame."""

    def keys(self) -> Sequence[Choice]:
        """Return what keys do now, besides Esc; those with a text are shown in the bottom bar."""
        return ()

    def close(self) -> None:
        """Do what Esc does."""
        self._ui.close_screen()

    def key_hints(self) -> Sequence[Choice]:
        """Return its keys, for the bottom bar; the last is the way out."""
        shown = [self.hint(choice.key, choice.text) for choice in self.keys() if choice.key and choice.text]
        return [*shown, self.hint("esc", self.close_label)]

    def commands(self) -> Sequence[Choice]:
        return [hint for hint in self.key_hints() if hint.text]

    def hint(self, key: str, text: str) -> Choice:
        """Return the hint of a key; a click on it does what the key does."""
        return Choice(key, text, lambda: self.press(key))

    @property
    def around(self) -> int:
        """The columns of its frame and its margins."""
        return 2 * (FRAME + self.margin)

    @property
    def room(self) -> int:
        """The most columns that it can have inside its frame."""
        return max(self.window[0] - self.around, 1)

    @abstractmethod
    def wanted(self) -> Size:
        """Return the columns and rows that it would like to have inside its frame in the window; it does with less."""

    def refuse(self, why: str) -> None:
        """Say why something cannot be done."""
        self._controller.refuse(why)

    def on_closed(self) -> None:
        self.scope.close()
        if self.after_close is not None:
            self.after_close()

    def paste(self, text: str) -> None:
        if self.take_pasted is not None:
            self.take_pasted(text)

    def press(self, key: str) -> str | None:
        """Do what a key stands for; return it if it means nothing here."""
        choice = choice_of_key(key, (*self.keys(), Choice("esc", self.close_label, self.close)))
        if choice is None:
            return key
        choice.action()
        return None

    def mouse_event(self, event: MouseEvent) -> None:
        """Do what a click means, and take the wheel for arrow keys; the point is counted from the dialog's corner."""
        inside = event.seen_from(FRAME + self.margin, FRAME)
        if event.wheel:
            self.press("up" if event.wheel < 0 else "down")
        elif inside.x in range(self._drawing.width) and inside.y in range(self._drawing.height):
            click(self._drawing.clicks, inside)

    def render(self, size: Size) -> Surface:
        width, height = size
        inside = self._drawing = DrawContext(
            (max(width - self.around, 1) + self.scroll_gap, max(height - 2 * FRAME, 0)), self.glyphs
        )
        self.draw(inside)
        whole = Surface(width, height, "bar text")
        draw_frame(whole, Box(0, 0, width, height), self.glyphs.dialog, "bar text")
        title = f" {inside.glyphs.cut(self.title, width - 2 * FRAME - 2)} "
        whole.text(FRAME + -(-(width - 2 * FRAME - len(title)) // 2), 0, title, "bar title")
        whole.paste(inside, FRAME + self.margin, FRAME, range(inside.height))
        return whole


Screen = OpaqueScreen | Dialog

_LEAST_BESIDE: Final = 16  # the columns beside a dialog that are worth seeing; with fewer it is in the middle
_WIDE_WINDOW: Final = 100  # in narrower windows nothing shows to the right of a dialog that is on the right


class LessonOffer(NamedTuple):
    """The question of the very first start; `remember` is called with any choice."""

    remember: Action


class Mistakes(NamedTuple):
    """What is wrong with the settings file of that name."""

    file: str
    sentences: Sequence[str]


Opened = Shown | LessonOffer | Mistakes | Paste


class Ui:
    """The program, as its screens see it, and these: the open `screens`, the top one last.

    For urwid it is a widget, of which the `focus` says nothing. `refused_keys` are the player's wishes for keys that
    were not granted.
    """

    controller: Controller
    glyphs: Glyphs
    appearance: Appearance
    keymap: KeyMap
    refused_keys: list[tuple[str, str]]
    read: Message | None = None
    """A refusal that was to be seen long enough: the keys of a dialog are in the bar again."""
    _is_dimmed = True
    _is_drawn = False
    _follows_g = False

    def __init__(self) -> None:
        self.screens: list[Screen] = []
        self._bar: Clicks = []

    @property
    @abstractmethod
    def has_fades(self) -> bool:
        """Whether there are colours between the felt and others, and the terminal is fast enough for them."""

    @property
    @abstractmethod
    def can_change_all(self) -> bool:
        """Whether the line is fast enough to change every cell of the screen for its looks alone."""

    @abstractmethod
    def leave(self, exit_code: int = 0) -> None:
        """Leave the program."""

    @abstractmethod
    def show(self, what: Opened, about: str = "") -> None:
        """Show something: over the top screen, or in place of all that are open.

        `about` is the key of a tournament or the name of a topic of the help.
        """

    @abstractmethod
    def call_later(self, seconds: float, action: Action = lambda: None) -> None:
        """Call `action` after some time, and draw what has changed by then."""

    @property
    def shows_game(self) -> bool:
        """Whether the cards of the game being played can be seen, perhaps behind a dialog."""
        return bool(self.screens) and self.opaque.shows_game

    def draw_table(self, surface: Surface, box: Box, game: Game) -> None:
        """Draw a game's table small, in the player's appearance."""
        self.appearance.draw_table(surface, box, game, self.glyphs)

    def show_table(self) -> None:
        self.show("table")

    def execute(self, command: str) -> None:
        """Carry out a command chosen in a dialog; the dialog closes unless the command opens another screen."""
        top = self.top
        execute(self.controller, BY_NAME[command])
        if self.top is top:
            self.close_dialogs()

    def choice(self, name: str, text: str | None = None, action: Action | None = None) -> Choice:
        """Return the choice that executes a command, with the keys it has in a dialog.

        `text` and `action` take the place of the command's own.
        """
        key, *more = self.keymap.in_dialog(name) or ("",)
        text = BY_NAME[name].title if text is None else text
        return Choice(key, text, action or partial(self.execute, name), more_keys=tuple(more))

    def closing(self, action: Action) -> Action:
        """Return an action that closes the top screen, and then does `action`."""

        def act() -> None:
            self.close_screen()
            action()

        return act

    def interrupt(self) -> bool:
        """Stop a solution that plays or a search for a deal; return False without either."""
        return self.controller.advisor.interrupt()

    @property
    def top(self) -> Screen:
        """The screen that gets keys and mouse."""
        return self.screens[-1]

    @property
    def opaque(self) -> OpaqueScreen:
        """The topmost screen that fills the terminal."""
        return next(screen for screen in reversed(self.screens) if isinstance(screen, OpaqueScreen))

    def has(self, screen: Screen) -> bool:
        """Return whether a screen is open, on top or below others."""
        return screen in self.screens

    def push(self, screen: Screen) -> None:
        self.controller.advisor.cancel()
        if not self.screens or isinstance(self.top, OpaqueScreen):
            # Decided once for all dialogs over a screen, so that it does not flicker.
            self._is_dimmed = self.can_change_all
        self.screens.append(screen)
        self._changed()

    def close_screen(self) -> None:
        """Close the top screen; if it was the last, leave the program, once nothing would be lost by that."""
        self.screens.pop().on_closed()
        if self.screens:
            self._changed()
        else:
            self.controller.leaving.quit()

    def replace(self, screen: Screen) -> None:
        self.screens.pop().on_closed()
        self.push(screen)

    def reset(self, screen: OpaqueScreen) -> None:
        """Close every screen but this one, and open it if it is not open."""
        before, self.screens = self.screens, [screen]
        for each in reversed(before):
            if each is not screen:
                each.on_closed()
        self._changed()

    def close_dialogs(self) -> None:
        while isinstance(self.top, Dialog):
            self.screens.pop().on_closed()
        self._changed()

    def _changed(self) -> None:
        self.top.on_shown()
        self.update_clock()

    def update_clock(self) -> None:
        """Let the clock run if the top screen is one to play on, or where a look at the cards takes time."""
        takes_time = (
            bool(self.screens)
            and self.controller.has_game
            and self.controller.table.looks_count
            and not self.opaque.hides_cards
        )
        self.controller.set_clock(runs=bool(self.screens) and (self.top.runs_clock or takes_time))

    def selectable(self) -> bool:
        return True

    def render(self, size: Size, focus: bool = True) -> Surface:
        """Draw the opaque screen, and over it the top dialog, whose keys the bar shows if no refusal is new."""
        top, opaque = self.top, self.opaque
        message = opaque.message
        is_refused = message is not None and message.severity == "refusal" and message is not self.read
        opaque.is_covered = isinstance(top, Dialog) and not is_refused
        surface = opaque.render(size)
        self._is_drawn = True
        if not isinstance(top, Dialog) or not fits(size):
            return surface
        box = self.box(top, size)
        drawn = top.render((box.width, box.height))
        # Without colours little but its frame tells a dialog from what is behind it.
        if self._is_dimmed and (top.dims or not self.glyphs.has_colour):
            surface.change_roles(dimmed, 0, 0, *size)
        if not top.glyphs.has_colour:
            drawn.change_roles(on_sheet, 0, 0, box.width, box.height)
            # The frame and the lines of cards would run together.
            surface.fill(box.x - 1, box.y, box.width + 2, box.height, "felt")
        else:
            cast_shadow(surface, box, top.glyphs)
        surface.cursor = None
        surface.paste(drawn, box.x, box.y, range(box.height))
        self._bar = []
        if opaque.is_covered:
            keys = () if top.takes_text else self.keymap.keys("commands")
            more = [Choice(key, "help", partial(self.execute, "commands")) for key in keys[:1]]
            row = Box(1, size[1] - 1, size[0] - 2, 1)
            surface.fill(0, row.y, size[0], 1, "bar text")
            self._bar = draw_key_hints(surface, row, top.key_hints(), top.glyphs, more, top.aside)
        return surface

    def box(self, dialog: Dialog, size: Size) -> Box:
        dialog.window = size
        columns, rows = dialog.wanted()
        width, height = min(columns + dialog.around, size[0]), min(rows + 2 * FRAME, size[1] - 2)
        dialog.rows = height - 2 * FRAME
        beside = size[0] - width
        is_right = dialog.align == "right" and beside >= _LEAST_BESIDE
        margin = 2 * (size[0] >= _WIDE_WINDOW)  # for its shadow
        row = self.opaque.row_of_dialog(size, width, height)
        y = (size[1] - height) // 2 if row is None else min(row, size[1] - height)
        return Box(beside - margin if is_right else (beside + 1) // 2, y, width, height)

    def has_use_for(self, key: str) -> bool:
        """Return whether a command has the key, or the player is asked for one."""
        top = self.top
        return self.keymap.find(key) is not None or (isinstance(top, Dialog) and top.takes_any_key)

    def keypress(self, size: Size, key: str) -> str | None:
        """Hand a key to the top screen; where the terminal is too small to see what it does, only the one to quit.

        One that a dialog has no use for may be one for help, or stand for an arrow there; that to quit is Esc. Return
        one that means nothing there.
        """
        top, keymap, self._is_drawn = self.top, self.keymap, False
        follows_g, self._follows_g = self._follows_g, False
        if key == "g" and keymap.is_vim and not isinstance(top, Dialog) and not top.has_cell_g:
            self._follows_g = not follows_g
            if not follows_g:
                return None
            key = "home"
        if key == QUIT_KEY or (not fits(size) and keymap.matches(key, "quit")):
            self.controller.leaving.quit()
        elif not fits(size):
            pass
        elif not isinstance(top, Dialog):
            top.press(key)
        else:
            self.box(top, size)
            if (unused := top.press(key)) is None:
                return None
            stands_for = "esc" if keymap.matches(key, "quit") else keymap.arrow(key)
            if key == "g" and keymap.is_vim:
                self._follows_g = not follows_g
                stands_for = "home" if follows_g else None
            command = next((name for name in ("commands", "help") if keymap.matches(key, name)), None)
            if command is None:
                return unused if stands_for is None else top.press(stands_for)
            self.execute(command)
        return None

    def paste(self, size: Size, text: str) -> None:
        """Hand pasted text to the top screen, unless the terminal is too small to see what it does."""
        if fits(size):
            self.top.paste(text)

    def mouse_event(self, size: Size, event: str, button: int, col: int, row: int, focus: bool = True) -> bool:
        """Hand a mouse event to the top screen, as it looks after the keys that came before.

        Return False for a wheel that has nothing to scroll, and for a press outside of the window.
        """
        if not fits(size):
            return True
        mouse = MouseEvent(event.rpartition("mouse ")[2], button, col, row)
        is_outside = not (0 <= col < size[0] and 0 <= row < size[1])
        if mouse.kind == "press" and is_outside:
            return False
        if mouse.wheel and not isinstance(self.top, Dialog) and not self.top.scrolls(size, mouse):
            return False
        # The wheel stands for keys, for which it does not matter what is where.
        if mouse.kind == "press" and not mouse.wheel and not self._is_drawn:
            self.render(size)
        self._is_drawn = False
        top = self.top
        if not isinstance(top, Dialog):
            top.mouse_event(size, mouse)
        elif row == size[1] - 1:
            click(self._bar, mouse)
        elif (box := self.box(top, size)).contains(col, row):
            top.mouse_event(mouse.seen_from(box.x, box.y))
        return True
