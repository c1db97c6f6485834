"""The stack of open screens and dialogs; the top one gets keys and mouse."""

import os
from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Final, Literal, NamedTuple

from freecell_tui.controller.commands import BY_NAME, execute
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Action, Message, Shown
from freecell_tui.controller.keyboards import Keyboard
from freecell_tui.controller.tasks import Scope
from freecell_tui.engine import Game
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.cards.strokes import cast_shadow, draw_frame
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.motion import Motion
from freecell_tui.ui.drawing.surface import Box, Size, Surface, fits
from freecell_tui.ui.drawing.themes.theme import dimmed, in_one_ink, on_sheet
from freecell_tui.ui.keymap import QUIT_KEY, KeyMap, key_name, same_key
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import FRAME, Choice, Clicks, DrawContext, choice_of_key, click, draw_key_hints, first_letter
from freecell_tui.ui.terminal.input import Paste


class _Screen:
    """Common parts of screens and dialogs."""

    runs_clock = False
    """Whether the game's clock runs while the screen is on top."""
    steps_through_moves = False
    """Whether step and play are about the moves of the game on the table."""
    only_steps_out = False
    """Whether step and play may only leave the screen."""
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

    def key_called(self, key: str) -> str:
        """Return the name of a key at the start of a sentence.

        A key that the terminal cannot show is “This key”.
        """
        name = key_name(key)
        return name if self.glyphs.shows(name) else "This key"

    def commands(self) -> Sequence[Choice]:
        """Return the screen's own choices, for the list of all commands."""
        return ()

    @property
    def rows_to_step(self) -> int:
        """The number of rows that are stepped through."""
        return 0

    @property
    def stepped_row(self) -> int:
        """The index of the chosen row."""
        return 0

    def step_to_row(self, row: int) -> None:
        """Choose a row."""

    def paste(self, text: str) -> None:
        """Use pasted text, which never counts as keys."""

    def on_shown(self) -> None:
        """React to becoming the top screen."""

    def on_closed(self) -> None:
        """React to being closed."""


class OpaqueScreen(_Screen):
    """A screen that fills the terminal."""

    shows_game = False
    """Whether the screen shows the game on the table, to be played."""
    hides_cards = False
    """Whether the cards of the game on the table are hidden, behind a dialog too."""
    names_game = True
    """Whether the terminal's window is named after the game on the table."""
    has_cell_g = False
    """Whether `g` chooses a free cell, so that `gg` does not stand for Home."""
    is_up_to_date = True
    """False if the verdict on the screen is stale."""
    is_covered = False
    """Whether the bottom bar belongs to a dialog, which shows its keys instead of messages."""
    speed = 1.0
    """The speed of flying cards, as a multiple of the normal one."""
    motion: Motion | None = None
    """The motion of the screen's cards; None on a screen without moving cards."""
    message: Message | None = None
    """The message in the bottom bar."""

    @property
    def is_moving(self) -> bool:
        """Whether cards are moving, so that the next frame differs."""
        return self.motion is not None and self.motion.is_running

    def notify(self, message: Message | None) -> None:
        """Show a message in the bottom bar, or clear the bar."""
        self.message = message

    def settings_changed(self) -> None:
        """Use changed glyphs, appearance and settings."""

    @abstractmethod
    def render(self, size: Size) -> Surface:
        """Return a picture of `size` columns and rows.

        The caller may draw on the picture.
        """

    def press(self, key: str) -> None:
        """React to a key."""

    def mouse_event(self, size: Size, event: MouseEvent) -> None:
        """React to a mouse event."""

    def scrolls(self, size: Size, event: MouseEvent) -> bool:
        """Return whether the wheel would scroll anything.

        A burst of events asks it for each of them.
        """
        return True

    def why_off(self, command: str) -> str | None:
        """Return why a game's command is off on the screen, or None.

        The reason is a sentence.
        """
        return "Only in a game."

    def instead(self, command: str) -> tuple[str, Action] | None:
        """Return a substitute for a game's command that is off, or None.

        The substitute is a text that names it, and its action.
        """
        return None

    def row_of_dialog(self, size: Size, width: int, height: int) -> int | None:
        """Return the first row for a dialog of `width` × `height` cells.

        None puts the dialog in the middle.
        """
        return None

    def on_rest(self) -> None:
        """React to a frame without moving cards and without a dialog."""


class Dialog(_Screen):
    """A box over a screen, with a frame and a title.

    Esc closes the dialog. Subclasses add `keys`. The wheel acts as the arrow keys up and down.
    """

    align: Literal["center", "right"] = "center"
    after_close: Action | None = None
    """The action after the dialog has been closed, or None."""
    close_label = "back"
    """The text of the hint for Esc, a word or two."""
    dims = True
    """Whether the screen behind the dialog is dimmed."""
    takes_any_key = False
    """Whether the dialog waits for a key, and any will do."""
    takes_text = False
    """Whether keys are text, or the dialog asks for a key; the bar then offers no help."""
    shows_text_to_copy = False
    """Whether the dialog shows a text to copy, so that the terminal's own mouse selects."""

    @property
    def letters_are_text(self) -> bool:
        """Whether a letter is part of a text, and no key."""
        return self.takes_text

    aside = ""
    """A text on the right of the bottom bar, drawn if there is room."""
    window: Size = (0, 0)
    """The columns and rows of the terminal's window; set before each key and each frame."""
    rows = 0
    """The rows inside the frame; set together with `window`."""

    def __init__(self, ui: "Ui", title: str) -> None:
        self._ui = ui
        self._title = title
        self.scope = Scope(self.refuse)
        """The coroutines of the dialog; closing the dialog ends them."""
        self._drawing = DrawContext((0, 0), ui.glyphs)

    @property
    def title(self) -> str:
        return self._title

    @abstractmethod
    def draw(self, drawing: DrawContext) -> None:
        """Draw the inside of the frame."""

    def keys(self) -> Sequence[Choice]:
        """Return the choices of the moment, besides Esc.

        Choices with a text are hints in the bottom bar.
        """
        return ()

    def close(self) -> None:
        """Close the dialog, as Esc does."""
        self._ui.close_screen()

    def key_hints(self) -> Sequence[Choice]:
        """Return the hints for the bottom bar.

        The last hint is the way out.
        """
        shown = [self.hint(choice.key, choice.text) for choice in self.keys() if choice.key and choice.text]
        return [*shown, self.hint("esc", self.close_label)]

    def commands(self) -> Sequence[Choice]:
        return [hint for hint in self.key_hints() if hint.text]

    def hint(self, key: str, text: str) -> Choice:
        """Return a hint whose click presses a key."""
        return Choice(key, text, lambda: self.press(key))

    @property
    def margin(self) -> int:
        """The blank columns inside the frame, on each side; a scroll bar stands in the last one."""
        return 2 if self.window[0] >= _ROOMY[0] else 1

    blank_rows = 0
    """The blank rows inside the frame, above and below; set together with `window`."""

    @property
    def most_rows(self) -> int:
        """The rows inside the frame and the blank rows of the tallest dialog."""
        blank = 2 if self.window[1] >= _ROOMY[1] else 0
        return self.window[1] - 2 - 2 * FRAME - blank

    @property
    def around(self) -> int:
        """The columns of the frame and the margins."""
        return 2 * (FRAME + self.margin)

    @property
    def rows_around(self) -> int:
        """The rows of the frame and the blank rows."""
        return 2 * (FRAME + self.blank_rows)

    @property
    def room(self) -> int:
        """The greatest possible number of columns inside the frame."""
        return max(self.window[0] - self.around, 1)

    @abstractmethod
    def wanted(self) -> Size:
        """Return the preferred columns and rows inside the frame.

        A dialog may be given less, if the window is small.
        """

    def first_row(self, size: Size, width: int, height: int) -> int | None:
        """Return the first row of the frame, or None for wherever the screen behind wants it."""
        return None

    def backdrop(self, size: Size) -> Surface | None:
        """Return a picture in place of the screen behind the dialog, or None."""
        return None

    def refuse(self, why: str) -> None:
        """Show a sentence about an error."""
        self._controller.refuse(why)

    def on_closed(self) -> None:
        self.scope.close()
        if self.after_close is not None:
            self.after_close()

    def press(self, key: str) -> str | None:
        """Run the choice of a key.

        Return the key if no choice has it, or None.
        """
        choice = choice_of_key(key, (*self.keys(), Choice("esc", self.close_label, self.close)))
        if choice is None:
            return key
        choice.action()
        return None

    def mouse_event(self, event: MouseEvent) -> None:
        """Run a click's action, or press an arrow key for the wheel.

        The event's point is relative to the corner of the frame.
        """
        if event.wheel:
            self.press("up" if event.wheel < 0 else "down")
        else:
            click(self._drawing.clicks, self.seen_inside(event))

    def seen_inside(self, event: MouseEvent) -> MouseEvent:
        """Return an event whose point is relative to the corner of the drawing inside the frame."""
        return event.seen_from(FRAME + self.margin, FRAME + self.blank_rows)

    def click_outside(self) -> None:
        """React to a click beside the dialog, as to Esc."""
        self.press("esc")

    def render(self, size: Size) -> Surface:
        width, height = size
        room = max(width - self.around, 1), max(height - self.rows_around, 0)
        inside = self._drawing = DrawContext(room, self.glyphs)
        self.draw(inside)
        whole = Surface(width, height, "bar text")
        draw_frame(whole, Box(0, 0, width, height), self.glyphs.dialog, "bar text")
        if self.title:
            title = f" {inside.glyphs.cut(self.title, width - 2 * FRAME - 2)} "
            whole.text(FRAME + -(-(width - 2 * FRAME - len(title)) // 2), 0, title, "bar title")
        left, top = FRAME + self.margin, FRAME + self.blank_rows
        whole.paste(inside, left, top, range(inside.height))
        for bar in inside.scroll_bars:
            bar.draw(whole, left + bar.box.right + self.margin - 1, top + bar.box.y, self.glyphs)
        return whole

    def draw_on(self, surface: Surface, box: Box) -> None:
        """Draw the dialog on a screen, with a shadow."""
        drawn = self.render((box.width, box.height))
        has_colour = self.glyphs.has_colour
        if not has_colour:
            drawn.change_roles(on_sheet, 0, 0, box.width, box.height)
        if not has_colour or self._ui.appearance.settings.screen_reader:
            # Without a blank column the frame and the lines of cards would run together, and be read as one text.
            surface.fill(box.x - 1, box.y, box.width + 2, box.height, "felt")
        else:
            cast_shadow(surface, box, self.glyphs)
        surface.cursor = None
        surface.paste(drawn, box.x, box.y, range(box.height))


Screen = OpaqueScreen | Dialog

_ROOMY: Final = (60, 24)
"""The columns and the rows of a window from which on a frame has two blank columns and a blank row inside."""
_LEAST_BESIDE: Final = 16
"""The columns beside a dialog that are worth seeing; with fewer, every dialog is in the middle."""
_WIDE_WINDOW: Final = 100
"""The columns of a window from which a dialog on the right has a margin for its shadow."""


class LessonOffer(NamedTuple):
    """The question of the very first start."""


class Mistakes(NamedTuple):
    """The mistakes in the settings file."""

    file: str
    """The file's name."""
    sentences: Sequence[str]
    """One sentence for each mistake."""


Opened = Shown | LessonOffer | Mistakes | Paste
"""The requests to open a screen or a dialog, from the controller or from this front end."""


class Ui:
    """The program, with the stack of open screens.

    For urwid the program is one widget; the `focus` of its methods is ignored.
    """

    controller: Controller
    glyphs: Glyphs
    appearance: Appearance
    keymap: KeyMap
    refused_keys: list[tuple[str, str]]
    """The commands whose keys in the settings were refused, each with a sentence."""
    expired_message: Message | None = None
    """A refusal that has been shown long enough; the bar shows a dialog's keys again."""
    _is_dimmed = True
    """Whether screens behind dialogs are dimmed: decided when the first dialog opens."""
    _is_drawn = False
    """Whether a frame was drawn after the last key or mouse event."""
    _follows_g = False
    """Whether the last key was the first `g` of vim's `gg`."""

    def __init__(self) -> None:
        self._keyboard = Keyboard(os.environ)
        self.screens: list[Screen] = []
        """The open screens and dialogs, the top one last."""
        self._bar: Clicks = []
        """The click actions of the hints in the bottom bar."""

    @property
    @abstractmethod
    def has_fades(self) -> bool:
        """Whether cards can fade into the felt.

        Fading takes 256 colours and a fast connection.
        """

    @property
    @abstractmethod
    def can_change_all(self) -> bool:
        """Whether the connection is fast enough to redraw all cells for looks."""

    @abstractmethod
    def leave(self, exit_code: int = 0) -> None:
        """Leave the program."""

    @abstractmethod
    def show(self, what: Opened, about: str = "") -> None:
        """Open a screen or dialog.

        The table and the title take the place of all open screens. So does the table below the pause, and below the
        dialogs after a win or after giving up. The lesson closes the dialogs. Other screens and dialogs open over the
        top screen.
        `about` is the key of a tournament or the name of a help topic.
        """

    @abstractmethod
    def demonstrate(self) -> None:
        """Start the demonstration, unless animation is off or the connection is remote."""

    @abstractmethod
    def ring_bell(self) -> None:
        """Ring the terminal's bell."""

    @abstractmethod
    def ask_what_next(self) -> None:
        """Record the win on the table, and ask about the next game."""

    @abstractmethod
    def call_later(self, seconds: float, action: Action = lambda: None) -> None:
        """Call `action` after some seconds, and draw a frame."""

    @property
    def shows_game(self) -> bool:
        """Whether the game on the table is visible, perhaps behind a dialog."""
        return bool(self.screens) and self.opaque.shows_game

    def draw_table(self, surface: Surface, box: Box, game: Game) -> None:
        """Draw a small picture of a game's table in the player's appearance."""
        self.appearance.draw_table(surface, box, game, self.glyphs)

    def show_table(self) -> None:
        self.show("table")

    def execute(self, command: str) -> None:
        """Execute a command that was chosen on the top screen.

        Open dialogs close, unless the command opens or closes a screen itself.
        """
        top = self.top
        execute(self.controller, BY_NAME[command])
        if self.top is top:
            self.close_dialogs()

    def choice(self, name: str, text: str | None = None, action: Action | None = None) -> Choice:
        """Return the choice that executes a command, with the command's dialog keys.

        `text` and `action` take the place of the command's own.
        """
        key, *more = self.keymap.in_dialog(name) or ("",)
        text = BY_NAME[name].title if text is None else text
        return Choice(key, text, action or partial(self.execute, name), more_keys=tuple(more))

    def closing(self, action: Action) -> Action:
        """Return an action that closes the top screen, and then runs `action`."""
        return partial(self._close_and_run, action)

    def _close_and_run(self, action: Action) -> None:
        self.close_screen()
        action()

    def interrupt(self) -> bool:
        """Stop a solution that plays, or a search for a deal.

        Return whether anything was stopped.
        """
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
        """Return whether a screen is open, at any place in the stack."""
        return screen in self.screens

    def push(self, screen: Screen) -> None:
        self.controller.advisor.cancel()
        if not self.screens or isinstance(self.top, OpaqueScreen):
            # Decided once for all dialogs over a screen, so that the screen does not flicker.
            self._is_dimmed = self.can_change_all and not self.appearance.settings.screen_reader
        self.screens.append(screen)
        self._changed()

    def close_screen(self) -> None:
        """Close the top screen, and quit after the last screen."""
        self.screens.pop().on_closed()
        if self.screens:
            self._changed()
        else:
            self.controller.leaving.quit()

    def replace(self, screen: Screen) -> None:
        self.screens.pop().on_closed()
        self.push(screen)

    def reset(self, screen: OpaqueScreen) -> None:
        """Open `screen` in place of all open screens."""
        former_screens, self.screens = self.screens, [screen]
        for former in reversed(former_screens):
            if former is not screen:
                former.on_closed()
        self._changed()

    def close_dialogs(self) -> None:
        while isinstance(self.top, Dialog):
            self.screens.pop().on_closed()
        self._changed()

    def _changed(self) -> None:
        self.top.on_shown()
        self.update_clock()
        self.update_mouse()

    @property
    def wants_mouse(self) -> bool:
        """Whether the game uses the mouse.

        The terminal has the mouse while a dialog shows a text to copy.
        """
        is_lent = bool(self.screens) and isinstance(self.top, Dialog) and self.top.shows_text_to_copy
        return self.controller.settings.mouse and not is_lent

    @abstractmethod
    def update_mouse(self) -> None:
        """Take the mouse from the terminal, or let it go, as `wants_mouse` says."""

    def update_clock(self) -> None:
        """Start or stop the game's clock.

        The clock runs while the top screen is played on, and in games whose cards may only be seen while it runs.
        """
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
        """Return the picture of the opaque screen and the top dialog.

        The bottom bar shows the dialog's keys, unless a refusal is new.
        """
        top, opaque = self.top, self.opaque
        message = opaque.message
        is_refused = message is not None and message.severity == "refusal" and message is not self.expired_message
        opaque.is_covered = isinstance(top, Dialog) and not is_refused
        surface = opaque.render(size)
        self._is_drawn = True
        if isinstance(top, Dialog) and fits(size):
            self._draw_dialog(surface, top)
        if self.appearance.settings.screen_reader:
            # A reader pauses where the ink changes.
            surface.change_roles(in_one_ink, 0, 0, *size)
            box = self.box(top, size) if isinstance(top, Dialog) and fits(size) else None
            surface.cursor = surface.cursor or first_letter(surface, box)
        return surface

    def _draw_dialog(self, surface: Surface, top: Dialog) -> None:
        """Draw the top dialog over its screen, and its keys in the bottom bar."""
        opaque, size = self.opaque, (surface.width, surface.height)
        box = self.box(top, size)
        has_backdrop = self._is_dimmed and self._paste_backdrops(surface, size)
        # Without colours little but its frame tells a dialog from the screen behind it.
        if self._is_dimmed and not has_backdrop and (top.dims or not self.glyphs.has_colour):
            surface.change_roles(dimmed, 0, 0, *size)
        top.draw_on(surface, box)
        self._bar = []
        if opaque.is_covered:
            keys = () if top.takes_text else self.keymap.keys("commands")
            more = [Choice(key, "help", partial(self.execute, "commands")) for key in keys[:1]]
            row = Box(1, size[1] - 1, size[0] - 2, 1)
            surface.fill(0, row.y, size[0], 1, "bar text")
            self._bar = draw_key_hints(surface, row, top.key_hints(), top.glyphs, more, top.aside)

    def _paste_backdrops(self, surface: Surface, size: Size) -> bool:
        """Paste the dialogs' own pictures over the screen, but for its bottom bar.

        Return whether the top dialog has one.
        """
        # A message may take rows above the bar.
        rows = next((y for y in range(size[1], 0, -1) if not surface.roles[y - 1][0].startswith("bar")), 0)
        picture = None
        for dialog in self.screens[self.screens.index(self.opaque) + 1 :]:
            picture = dialog.backdrop(size) if isinstance(dialog, Dialog) else None
            if picture is not None:
                surface.paste(picture, 0, 0, range(rows))
        return picture is not None

    def box(self, dialog: Dialog, size: Size) -> Box:
        """Place a dialog, and return the box of the frame.

        The dialog's `window`, `rows` and `blank_rows` are set. No row is hidden for the sake of a blank one.
        """
        dialog.window = size
        columns, rows = dialog.wanted()
        dialog.blank_rows = 1 if size[1] >= _ROOMY[1] and rows - dialog.most_rows not in (1, 2) else 0
        width, height = min(columns + dialog.around, size[0]), min(rows + dialog.rows_around, size[1] - 2)
        dialog.rows = height - dialog.rows_around
        beside = size[0] - width
        is_right = dialog.align == "right" and beside >= _LEAST_BESIDE
        margin = 2 if size[0] >= _WIDE_WINDOW else 0
        row = dialog.first_row(size, width, height)
        row = self.opaque.row_of_dialog(size, width, height) if row is None else row
        y = (size[1] - height) // 2 if row is None else min(row, size[1] - height)
        return Box(beside - margin if is_right else (beside + 1) // 2, y, width, height)

    def has_use_for(self, key: str) -> bool:
        """Return whether a command has the key or a dialog wants any."""
        top = self.top
        is_command = any(self.keymap.find(each) is not None for each in (key, self._meant(key)))
        return is_command or (isinstance(top, Dialog) and top.takes_any_key)

    def _meant(self, key: str) -> str:
        """Return the key that a typed key stands for: a column's digit, or the Latin key of another keyboard.

        Letters in a text are themselves, and so are the player's own keys.
        """
        top, same = self.top, same_key(self._keyboard, key)
        is_text = self._is_text(key)
        digit = self.keymap.digit_of(key)
        if digit and not is_text and (isinstance(top, Dialog) or not top.shows_game) and not self._has_choice(key):
            # Away from the table, the key of a column stands for the column's digit.
            return digit
        if is_text or same == key or self.keymap.names_anything(key):
            return key
        if not key.isascii():
            # Screens say that a key does nothing: by the name that was typed.
            has_use = isinstance(top, Dialog) or self.keymap.means_anything(same) or self._has_choice(same)
            return same if has_use else key
        return key if self._has_choice(key) or not self.keymap.means_anything(same) else same

    def _is_text(self, key: str) -> bool:
        """Return whether the top dialog takes a key as text, or asks for any key."""
        top = self.top
        return isinstance(top, Dialog) and (top.takes_any_key or (top.letters_are_text and len(key) == 1))

    def _has_choice(self, key: str) -> bool:
        """Return whether the top screen has a choice with a key."""
        top = self.top
        return choice_of_key(key, top.keys() if isinstance(top, Dialog) else top.commands()) is not None

    def keypress(self, size: Size, key: str) -> str | None:
        """Pass a key to the top screen.

        Return the key if a dialog has no use for it, or None.
        Ctrl-C quits everywhere. While the terminal is too small to draw on, only the keys to quit have an effect.
        A key that a dialog does not use may execute `help` or `commands`, or stand for an arrow key or vim's `gg`.
        The key to quit closes a dialog, as Esc does.
        """
        key = self._meant(key)
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
        elif keymap.matches(key, "lines") and not self._is_text(key):
            self.execute("lines")
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
        """Pass pasted text to the top screen.

        A terminal too small to draw on takes no text.
        """
        if fits(size):
            self.top.paste(text)

    def mouse_event(self, size: Size, event: str, button: int, col: int, row: int, focus: bool = True) -> bool:
        """Pass a mouse event to the top screen.

        Return whether anything may have changed.
        The event meets the screen as the keys before it have left it, drawn or not.
        False is returned for a press outside of the window, and for a wheel that scrolls nothing on a screen. The wheel
        of a dialog always returns True.
        """
        if not fits(size):
            return True
        mouse = MouseEvent(event.rpartition("mouse ")[2], button, col, row)
        is_outside = not (0 <= col < size[0] and 0 <= row < size[1])
        if mouse.kind == "press" and is_outside:
            return False
        if mouse.wheel and not isinstance(self.top, Dialog) and not self.top.scrolls(size, mouse):
            return False
        # Click actions exist once a frame is drawn. The wheel stands for keys, which need none.
        is_seen = self._is_drawn
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
        elif mouse.is_click and is_seen:
            top.click_outside()
        return True
