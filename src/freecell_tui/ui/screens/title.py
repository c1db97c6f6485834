"""The title screen: the name of the game in cards on the felt, and below it what there is to choose."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final

from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.clock import clock_text
from freecell_tui.controller.messages import Message, Severity
from freecell_tui.engine import FREECELL, Suit, Variant
from freecell_tui.engine.text import counted
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.ui.command_rows import has_other_games, title_answers
from freecell_tui.ui.context import Ui
from freecell_tui.ui.drawing.canvas import SurfaceCanvas
from freecell_tui.ui.drawing.layout import Box, Layout, fits
from freecell_tui.ui.drawing.painter import Painter
from freecell_tui.ui.drawing.surface import Surface, is_narrow
from freecell_tui.ui.key_names import key_name
from freecell_tui.ui.screen import OpaqueScreen
from freecell_tui.ui.screens.table_widget import notice
from freecell_tui.ui.widgets.dialog import Answer
from freecell_tui.ui.widgets.parts import Action, centred_window, draw_scroll_bar

_NAME: Final = "FREECELL"
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_RED: Final = (Suit.HEARTS, Suit.DIAMONDS)

# The letters of the name, four dots wide and five high.
_LETTERS: Final = {
    "F": ("####", "#...", "###.", "#...", "#..."),
    "R": ("###.", "#..#", "###.", "#.#.", "#..#"),
    "E": ("####", "#...", "###.", "#...", "####"),
    "C": (".###", "#...", "#...", "#...", ".###"),
    "L": ("#...", "#...", "#...", "#...", "####"),
}
_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


@dataclass(frozen=True, slots=True)
class NameSize:
    """One size of the name's cards: how far apart they lie, and the two words, and how far each card is lowered."""

    width: int
    height: int
    pitch: int
    between: int
    lowered: tuple[int, ...] = (0,) * len(_NAME)

    @property
    def span(self) -> int:
        """The columns that the name takes."""
        return self.pitch * (len(_NAME) - 1) + self.between + self.width

    @property
    def rows(self) -> int:
        """The rows that it takes, with the shadow."""
        return self.height + max(self.lowered) + (self.height > 1)


_ARC: Final = (1, 1, 0, 0, 0, 0, 1, 1)
_NAME_SIZES: Final = (
    NameSize(12, 7, 13, 4, (3, 1, 0, 0, 0, 0, 1, 3)),
    NameSize(8, 5, 9, 3, _ARC),
    NameSize(8, 5, 9, 3),
    NameSize(4, 3, 5, 0),
    NameSize(4, 1, 5, 0),
)
"""From the largest to the smallest, which fits every screen."""

_MARGIN: Final = 1
"""The blank rows above and below the choices, where there is room."""

_MOST_SAID: Final = 6
_TEXT_AFTER_KEY: Final = 3
_CYCLES: Final = {"left": -1, "right": 1}
_GAP: Final = "  "

_BIG_LETTER: Final = 7
"""The rows of a card on which a letter's dots are two cells wide and one high."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One row of the screen that belongs to a choice: which, its key if it is the first, and its texts."""

    choice: int
    key: str
    text: str
    detail: str

    @property
    def said(self) -> str:
        """The texts side by side."""
        return _GAP.join(filter(None, (self.text, self.detail)))


class TitleScreen(OpaqueScreen):
    """The title screen, where the last unfinished game whose variant `fits` can be resumed."""

    names_game = False

    def __init__(self, ui: Ui, fits_wish: Callable[[Variant], bool] = lambda _: True) -> None:
        super().__init__()
        self._ui = ui
        self._fits_wish = fits_wish
        self._message: Message | None = None
        self._resume: Answer | None = None
        self._has_others = False
        self._focus = 0
        self._places: dict[int, MenuItem] = {}
        self._is_scrolled = False

    @property
    def message(self) -> Message | None:
        """What is said on it."""
        return self._message

    def notify(self, message: Message | None) -> None:
        """Say something in the bar at the bottom; None clears it."""
        self._message = message

    def on_shown(self) -> None:
        """Look which game can be resumed."""
        controller, problems = self._ui.controller, list[SaveError]()
        self._resume, besides = None, None
        if controller.is_under_way:
            self._resume = self._resume_answer(controller.saved_game(), self._ui.show_table)
        elif (found := controller.store.latest(self._fits_wish, problems)) is not None:
            save_file, saved = found
            besides = save_file.path
            self._resume = self._resume_answer(saved, lambda: controller.play_saved(saved, save_file))
        self._has_others = has_other_games(controller, besides)
        if told := controller.describe_unreadable(problems):
            said = "" if self._message is None else f"{self._message.text} "
            self.notify(Message(f"{said}{told}", Severity.REFUSAL))

    def _resume_answer(self, saved: SavedGame, resume: Action) -> Answer:
        game = saved.game
        text = f"resume {game.variant.full_title} #{game.deal}"
        time = f", {clock_text(saved.elapsed)}" if self._ui.controller.settings.clock else ""
        detail = f"{counted(game.moves_made, 'move')}{time}. {played_ago(saved.saved)}".rstrip()
        return Answer("r", text, resume, detail)

    def _rows(self) -> list[Answer]:
        rows = title_answers(self._ui, has_others=self._has_others)
        if self._resume is None:
            return rows
        is_taken = any(self._resume.key in row.actions for row in rows)
        return [self._resume._replace(key="") if is_taken else self._resume, *rows]

    # Keys and mouse

    def keypress(self, size: Any, key: str) -> None:
        """Do what a key stands for: that of a choice, or one to go to another choice."""
        self.notify(None)
        if self._ui.controller.interrupt():
            pass
        elif self._ui.keymap.matches(key, "redraw"):
            self._ui.give("redraw")
        else:
            self._press(key)
        self._ui.refresh()

    def _press(self, key: str) -> None:
        rows = self._rows()
        actions = {key: action for row in reversed(rows) for key, action in row.actions.items()}
        steps = {"up": -1, "shift tab": -1, "down": 1, "tab": 1, "home": -self._focus, "end": -1 - self._focus}
        arrow = self._ui.keymap.arrow(key)
        if key in ("enter", " ") and key not in actions:
            rows[self._focus].action()
        elif arrow in _CYCLES and rows[self._focus].cycle is not None:
            self._press(arrow)
        elif key in actions:
            actions[key]()
        elif key in steps:
            self._focus = (self._focus + steps[key]) % len(rows)
        elif key in _CYCLES and (cycle := rows[self._focus].cycle) is not None:
            cycle(_CYCLES[key])
        elif arrow is not None:
            self._press(arrow)

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        """Choose what is clicked."""
        if event == "mouse press" and button == 1 and not self._ui.controller.interrupt():
            self._click(size, (col, row))
            self._ui.refresh()
        return True

    def _click(self, size: tuple[int, int], at: tuple[int, int]) -> None:
        """Choose what is at a point; at the marks around a choice among several things, go to the next or last one."""
        line = self._places.get(at[1])
        if line is None or not fits(size):
            return
        left, width = self._block(size, self._lines(size))
        if not left <= at[0] < left + width:
            return
        self._focus = line.choice
        row = self._rows()[line.choice]
        start = left + self._key_width() + _TEXT_AFTER_KEY
        clicked = line.text[at[0] - start : at[0] - start + 1] if at[0] >= start else ""
        marks = dict(zip(map(self._ui.glyphs.displayable, "‹›"), (-1, 1), strict=True))
        if row.cycle is not None and clicked in marks:
            row.cycle(marks[clicked])
        else:
            row.action()

    # Drawing

    def render(self, size: Any, focus: bool = False) -> SurfaceCanvas:
        """Draw the title: from top to bottom the name, the choices, and a bar."""
        width, height = size
        if not fits(size):
            return notice(width, height)
        surface = Surface(width, height)
        said, role = self._said(width)
        bottom = height - len(said)
        lines = self._lines(size)
        name_size = self._name_size(width, bottom - len(lines))
        spare = bottom - name_size.rows - len(lines)
        margin = _MARGIN if spare > 2 * _MARGIN else 0
        spare = max(spare - 2 * margin, 0)
        top = (spare + 1) // 3
        self._draw_name(surface, name_size, top)
        first = top + name_size.rows + (spare - top) // 2
        cursor = self._draw_choices(surface, lines, range(first, min(first + len(lines) + 2 * margin, bottom)), margin)
        for y, line in enumerate(said, bottom):
            surface.text(0, y, line.center(width), role)
        return SurfaceCanvas.of(surface, cursor)

    @staticmethod
    def _name_size(width: int, height: int) -> NameSize:
        """Return the largest name that leaves a row above and below it, or else the smallest."""
        room = (name_size for name_size in _NAME_SIZES if name_size.span + 1 <= width and name_size.rows + 1 <= height)
        return next(room, _NAME_SIZES[-1])

    def _draw_name(self, surface: Surface, name_size: NameSize, top: int) -> None:
        painter = Painter(Layout(surface.width, surface.height, FREECELL), self._ui.glyphs, colour=self._ui.has_colour)
        x = (surface.width - name_size.span) // 2
        for index, letter in enumerate(_NAME):
            suit = _SUITS[index % len(_SUITS)]
            box = Box(
                x + index * name_size.pitch + name_size.between * (2 * index >= len(_NAME)),
                top + name_size.lowered[index],
                name_size.width,
                name_size.height,
            )
            painter.paint_blank(surface, box)
            self._draw_face(surface, box, letter, suit)

    def _draw_face(self, surface: Surface, box: Box, letter: str, suit: Suit) -> None:
        ink = "card red" if suit in _RED else "card black"
        mark = self._ui.glyphs.suit(suit)
        if box.width <= len(_LETTERS[letter][0]):
            surface.text(box.x + 1, box.y + box.height // 2, letter + mark, ink)
            return
        picture = self._letter(letter, box)
        x = box.x + (box.width - len(picture[0])) // 2
        y = box.y + (box.height - len(picture)) // 2
        for row, dots in enumerate(picture):
            surface.text(x, y + row, dots, ink)
        surface.text(box.x + 1, box.y, mark, ink)
        surface.text(box.x + box.width - 2, box.y + box.height - 1, mark, ink)

    def _letter(self, letter: str, box: Box) -> list[str]:
        """Return the rows of a letter as large as a card has room for."""
        dots = _LETTERS[letter]
        has_blocks = self._ui.glyphs.half == _HALVES["#."]
        if box.height >= _BIG_LETTER:
            full = "█" if has_blocks else "#"
            return ["".join(2 * (full if dot == "#" else " ") for dot in row) for row in dots]
        if not has_blocks:
            return [row.replace(".", " ") for row in dots[::2]]
        pairs = zip(dots[::2], [*dots[1::2], "...."], strict=True)
        return ["".join(_HALVES[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]

    # The choices

    def _key_width(self) -> int:
        return max(len(self._key(row)) for row in self._rows())

    def _key(self, row: Answer) -> str:
        return self._ui.glyphs.key_names(key_name(row.key))

    def _lines(self, size: tuple[int, int]) -> list[MenuItem]:
        """Return the choices as rows of the screen; a quieter text goes below where there is no room beside."""
        room = size[0] - self._key_width() - 6
        lines = []
        for at, row in enumerate(self._rows()):
            text, detail = self._ui.glyphs.displayable(row.text), self._ui.glyphs.key_names(row.detail)
            if row.cycle is not None and at != self._focus:
                # The keys of this choice work only while it is the chosen one.
                detail = " " * len(detail)
            beside = len(text) + len(_GAP) + len(detail) <= room
            first, *rest = wrap(text, room) or [""]
            lines.append(MenuItem(at, self._key(row), first, detail if beside else ""))
            lines += (MenuItem(at, "", more, "") for more in rest)
            if not beside:
                lines += (MenuItem(at, "", "", more) for more in wrap(detail, room))
        return lines

    def _block(self, size: tuple[int, int], lines: Sequence[MenuItem]) -> tuple[int, int]:
        """Where the rows of the choices begin, and how wide they are."""
        width = self._key_width() + max(len(line.said) for line in lines) + _TEXT_AFTER_KEY + 1 + self._is_scrolled
        return (size[0] - width) // 2, width

    def _draw_choices(self, surface: Surface, lines: Sequence[MenuItem], rows: range, margin: int) -> tuple[int, int]:
        """Draw a plate with the choices, those around the chosen one if not all have room; return where that is."""
        room = len(rows) - 2 * margin
        self._is_scrolled = room < len(lines)
        left, width = self._block((surface.width, surface.height), lines)
        surface.fill(left, rows.start, width, len(rows), "bar")
        if self._ui.has_colour:
            surface.fill(left + width, rows.start, 1, len(rows), "shadow")
            surface.text(left + 1, rows.stop, self._ui.glyphs.half * width, "felt shadow")
        chosen = next(at for at, line in enumerate(lines) if line.choice == self._focus)
        window = centred_window(chosen, len(lines), room)
        self._places = {y: lines[at] for y, at in enumerate(window, rows.start + margin)}
        for y, line in self._places.items():
            self._draw_line(surface, line, left, width, y)
        if self._is_scrolled:
            beside = Box(left + width - 1, rows.start + margin, 1, len(window))
            draw_scroll_bar(surface, beside, window, len(lines), self._ui.glyphs)
        return left + 1, rows.start + margin + chosen - window.start

    def _draw_line(self, surface: Surface, line: MenuItem, left: int, width: int, y: int) -> None:
        key_width = self._key_width()
        x = left + key_width + _TEXT_AFTER_KEY
        is_chosen = line.choice == self._focus
        roles = ("chosen title",) * 3 if is_chosen else ("bar title", "bar text", "bar quiet")
        surface.fill(left, y, width, 1, roles[1])
        surface.text(left + 1, y, line.key.rjust(key_width), roles[0])
        surface.text(x, y, line.said, roles[2])
        surface.text(x, y, line.text, roles[1])

    def _said(self, width: int) -> tuple[list[str], str]:
        """Return what there is to say, or else what to do here, in rows of the bar, and their role."""
        text, role = self._ui.glyphs.key_names("↑ ↓ Enter, a key or a click"), "bar quiet"
        if self._message is not None:
            text = self._ui.glyphs.displayable(self._message.text)
            role = "bar warning" if self._message.severity is Severity.REFUSAL else "bar text"
        text = "".join(mark if is_narrow(mark) else "?" for mark in text)
        return wrap(text, width - 2)[:_MOST_SAID], role
