"""The title screen: the name of the game in cards on the felt, and below it what there is to choose."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any, Final, NamedTuple

from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.engine import FREECELL, Game, Suit, Variant
from freecell_tui.engine.text import clock_text, counted
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.ui.drawing.cards.strokes import frame_sheet, turn_plain
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box, Layout, fits
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.preview import Preview
from freecell_tui.ui.drawing.surface import Surface, SurfaceCanvas, is_narrow
from freecell_tui.ui.drawing.themes.theme import (
    FADED,
    SHADED,
    dimmed,
    filled,
)
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.menus import has_other_games, title_answers
from freecell_tui.ui.mouse import LEFT_BUTTON
from freecell_tui.ui.screens.table_widget import notice
from freecell_tui.ui.stack import OpaqueScreen, Ui
from freecell_tui.ui.widgets.dialog import Answer
from freecell_tui.ui.widgets.parts import Action, ClickMap, KeyHint, centred_window, draw_key_hints, draw_scroll_bar

_MARGIN: Final = 1
"""The blank rows above and below the choices, where there is room."""

_GAP_BELOW_NAME: Final = 4
"""The most rows between the name and the choices."""

_IDLE_SECONDS: Final = 60.0
"""After so long without a key a solved game plays by itself."""

_PICTURE_WIDTH: Final = 36
_PICTURE_GAP: Final = 2

_MOST_SAID: Final = 6
_TEXT_AFTER_KEY: Final = 3
_CYCLES: Final = {"left": -1, "right": 1}
_GAP: Final = "  "
_SHADOW: Final = filled("felt shadow")
"""The shadow of the title's plate, which is dimmed together with the plate behind a dialog."""


class MenuItem(NamedTuple):
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
    """The title screen, where the last unfinished game whose variant `fits` can be resumed.

    `demonstrate` is called when nothing has been typed or clicked for a while.
    """

    names_game = False

    def __init__(
        self,
        ui: Ui,
        fits_wish: Callable[[Variant], bool] = lambda _: True,
        demonstrate: Action = lambda: None,
    ) -> None:
        super().__init__()
        self._ui = ui
        self._demonstrate = demonstrate
        self._inputs = 0
        self._game: Game | None = None
        self._game_behind: Game | None = None
        self._shows_table = False
        self._fits_wish = fits_wish
        self._message: Message | None = None
        self._resume: Answer | None = None
        self._has_others = False
        self._chosen = 0
        self._has_focus = True
        self._places: dict[int, MenuItem] = {}
        self._is_scrolled = False
        self._clicks = ClickMap()

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
        self._resume, besides, self._game = None, None, None
        self._wait_for_input()
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
        if self._shows_table:
            self._game_behind = self._last_game()

    def _resume_answer(self, saved: SavedGame, resume: Action) -> Answer:
        game = self._game = saved.game
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

    def on_rest(self) -> None:
        """Draw the table behind the choices: the first picture does without it, and comes sooner."""
        if not self._shows_table:
            self._shows_table = True
            self._game_behind = self._last_game()
            if self._game_behind is not None and self._ui.has_colour:
                self._ui.call_later(0, self._ui.refresh)

    def _last_game(self) -> Game | None:
        """Return the unfinished game, else the last one; a won one as it was halfway, with cards on the table."""
        controller = self._ui.controller
        if self._game is not None:
            return self._game
        if controller.has_game:
            game = controller.session.game
        elif (saved := controller.store.last_won()) is not None:
            game = saved.game
        else:
            return None
        return game.seek(game.position // 2) if game.is_won else game

    def _wait_for_input(self) -> None:
        """Let a game play by itself if from now on nothing is typed or clicked for a while."""
        self._inputs += 1
        inputs = self._inputs

        def check() -> None:
            if inputs == self._inputs and self._ui.stack.top is self:
                self._demonstrate()

        self._ui.call_later(_IDLE_SECONDS, check)

    # Keys and mouse

    def keypress(self, size: Any, key: str) -> None:
        """Do what a key stands for: that of a choice, or one to go to another choice."""
        self._wait_for_input()
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
        steps = {"up": -1, "shift tab": -1, "down": 1, "tab": 1, "home": -self._chosen, "end": -1 - self._chosen}
        arrow = self._ui.keymap.arrow(key)
        if key in ("enter", " ") and key not in actions:
            rows[self._chosen].action()
        elif arrow in _CYCLES and rows[self._chosen].cycle is not None:
            self._press(arrow)
        elif key in actions:
            actions[key]()
        elif key in steps:
            self._chosen = (self._chosen + steps[key]) % len(rows)
        elif key in _CYCLES and (cycle := rows[self._chosen].cycle) is not None:
            cycle(_CYCLES[key])
        elif arrow is not None:
            self._press(arrow)

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool:
        """Choose what is clicked."""
        self._wait_for_input()
        if event == "mouse press" and button == LEFT_BUTTON and not self._ui.controller.interrupt():
            self._click(size, (col, row))
            self._ui.refresh()
        return True

    def _click(self, size: tuple[int, int], at: tuple[int, int]) -> None:
        """Choose what is at a point; at the marks around a choice among several things, go to the next or last one."""
        line, hint = self._places.get(at[1]), self._clicks.action(*at, LEFT_BUTTON)
        if not fits(size):
            return
        if hint is not None and self._message is None:
            hint()
        if line is None:
            return
        left, width = self._block(size, self._lines(size))
        if not left <= at[0] < left + width:
            return
        self._chosen = line.choice
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
        """Draw the title: from top to bottom the name, the choices, and a bar; no choice is lit behind a dialog."""
        width, height = size
        self._has_focus = focus
        if not fits(size):
            return notice(width, height)
        surface = Surface(width, height)
        self._draw_table(surface)
        said, role = self._said(width)
        bottom = height - len(said)
        lines = self._lines(size)
        size_of_name = name_size(width, bottom - len(lines))
        spare = bottom - size_of_name.rows - len(lines)
        margin = _MARGIN if spare > 2 * _MARGIN else 0
        spare = max(spare - 2 * margin, 0)
        gap = min((spare + 1) // 3, _GAP_BELOW_NAME)
        top = (spare - gap + 1) // 2
        painter = Painter(Layout(width, height, FREECELL), self._ui.glyphs, colour=self._ui.has_colour)
        draw_name(surface, painter, self._ui.glyphs, size_of_name, top)
        first = top + size_of_name.rows + gap
        cursor = self._draw_choices(surface, lines, range(first, min(first + len(lines) + 2 * margin, bottom)), margin)
        left, plate = self._block(size, lines)
        self._draw_picture(surface, Box(left + plate + _PICTURE_GAP, first, _PICTURE_WIDTH, len(lines) + 2 * margin))
        if self.is_covered and self._ui.has_fades:
            # A dialog that leaves the screen as it is, for the colours to be seen, hides a part of the choices.
            for roles in surface.roles[first:bottom]:
                roles[:] = map(dimmed, roles)
        for y, line in enumerate(said, bottom):
            surface.text(0, y, line.center(width), role)
        if self._message is None:
            self._clicks = ClickMap()
            draw_key_hints(surface, self._clicks, Box(1, bottom, width - 2, 1), self._key_hints(), self._ui.glyphs)
        return SurfaceCanvas.of(surface, cursor)

    def _draw_table(self, surface: Surface) -> None:
        """Draw the last game behind everything, nearly as dark as the felt."""
        game = self._game_behind
        if game is None or not self._ui.has_fades:
            return
        ui, size = self._ui, (surface.width, surface.height)
        painter = ui.appearance.painter(size, game.variant, ui.glyphs, colour=ui.has_colour)
        painter.paint(surface, Scene(game.board))
        for row in surface.roles:
            row[:] = [role if role == "felt" else FADED[-1] + role for role in row]

    def _draw_picture(self, surface: Surface, box: Box) -> None:
        """Draw the unfinished game small, beside the choices, once the first picture is there and if it has room."""
        if self._game is None or not self._shows_table or box.x + box.width >= surface.width:
            return
        ui, name = self._ui, f"{self._game.variant.title} #{self._game.deal}"
        name = ui.glyphs.displayable(name)
        if ui.has_colour:
            surface.fill(box.x + box.width, box.y, 1, box.height, _SHADOW)
            self._shade(surface, Box(box.x + 1, box.y + box.height, box.width, 1))
            surface.fill(box.x, box.y, box.width, 1, "bar title")
            surface.text(box.x + 1, box.y, name[: box.width - 2], "bar title")
        else:
            box = box._replace(x=box.x + 1)
            frame_sheet(surface, Box(box.x - 1, box.y, box.width + 2, box.height), ui.glyphs.well, name)
        table = Surface(box.width, box.height - 1 - (not ui.has_colour))
        Preview(ui.glyphs, ui.appearance, colour=ui.has_colour).draw(
            table, Box(0, 0, table.width, table.height), self._game
        )
        surface.paste(table, box.x, box.y + 1, range(table.height))

    def _shade(self, surface: Surface, row: Box) -> None:
        """Draw half a row of shadow over what is there."""
        for x in range(row.x, min(row.x + row.width, surface.width)):
            surface.text(x, row.y, self._ui.glyphs.half, SHADED + surface.roles[row.y][x])

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
            if row.cycle is not None and at != self._chosen:
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
        """Where the rows of the choices begin, in the middle together with the picture beside them, and their width."""
        width = self._key_width() + max(len(line.said) for line in lines) + _TEXT_AFTER_KEY + 1 + self._is_scrolled
        beside = _PICTURE_GAP + _PICTURE_WIDTH if self._game is not None else 0
        if width + beside + _PICTURE_GAP > size[0]:
            beside = 0
        return (size[0] - width - beside) // 2, width

    def _draw_choices(self, surface: Surface, lines: Sequence[MenuItem], rows: range, margin: int) -> tuple[int, int]:
        """Draw a plate with the choices, those around the chosen one if not all have room; return where that is."""
        room = len(rows) - 2 * margin
        self._is_scrolled = room < len(lines)
        left, width = self._block((surface.width, surface.height), lines)
        surface.fill(left, rows.start, width, len(rows), "bar")
        if self._ui.has_colour:
            surface.fill(left + width, rows.start, 1, len(rows), _SHADOW)
            self._shade(surface, Box(left + 1, rows.stop, width, 1))
        chosen = next(at for at, line in enumerate(lines) if line.choice == self._chosen)
        window = centred_window(chosen, len(lines), room)
        self._places = {y: lines[at] for y, at in enumerate(window, rows.start + margin)}
        for y, line in self._places.items():
            self._draw_line(surface, line, left, width, y)
        if self._is_scrolled:
            beside = Box(left + width - 1, rows.start + margin, 1, len(window))
            draw_scroll_bar(surface, beside, window, len(lines), self._ui.glyphs)
        if not self._ui.has_colour:
            turn_plain(surface, Box(left, rows.start, width, len(rows)))
            if margin:
                frame_sheet(surface, Box(left - 1, rows.start, width + 2, len(rows)), self._ui.glyphs.well)
        return left + 1, rows.start + margin + chosen - window.start

    def _draw_line(self, surface: Surface, line: MenuItem, left: int, width: int, y: int) -> None:
        key_width = self._key_width()
        x = left + key_width + _TEXT_AFTER_KEY
        is_chosen = self._has_focus and line.choice == self._chosen
        roles = ("chosen title",) * 3 if is_chosen else ("bar title", "bar text", "bar quiet")
        surface.fill(left, y, width, 1, roles[1])
        surface.text(left + 1, y, line.key.rjust(key_width), roles[0])
        surface.text(x, y, line.said, roles[2])
        surface.text(x, y, line.text, roles[1])

    def _key_hints(self) -> Sequence[KeyHint]:
        """Return the keys besides those of the choices, for the bar."""
        hints: list[KeyHint] = [
            ("↑ ↓", "move", lambda: self._press("down")),
            ("Enter", "choose", lambda: self._press("enter")),
        ]
        if self._rows()[self._chosen].cycle is not None:
            hints.append(("← →", "change", lambda: self._press("right")))
        return [*hints, (self._ui.keymap.named("quit"), "quit", lambda: self._ui.give("quit"))]

    def _said(self, width: int) -> tuple[list[str], str]:
        """Return what there is to say in rows of the bar, or a blank one for the keys, and their role."""
        if self._message is None or self.is_covered:
            return [""], "bar"
        role = "bar warning" if self._message.severity is Severity.REFUSAL else "bar text"
        text = self._ui.glyphs.displayable(self._message.text)
        text = "".join(mark if is_narrow(mark) else "?" for mark in text)
        return wrap(text, width - 2)[:_MOST_SAID], role


# The name of the game on cards, as large as a window has room for.


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
_LETTER_DOTS: Final = (4, 5)


class NameSize(NamedTuple):
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
    NameSize(20, 13, 22, 6, (4, 2, 1, 0, 0, 1, 2, 4)),
    NameSize(16, 10, 17, 5, (4, 2, 1, 0, 0, 1, 2, 4)),
    NameSize(12, 7, 13, 4, (3, 1, 0, 0, 0, 0, 1, 3)),
    NameSize(8, 5, 9, 3, _ARC),
    NameSize(8, 5, 9, 3),
    NameSize(4, 3, 5, 0),
    NameSize(4, 1, 5, 0),
)
"""From the largest to the smallest, which fits every screen."""


def name_size(width: int, height: int) -> NameSize:
    """Return the largest name that leaves a row above and below it, or else the smallest."""
    room = (size for size in _NAME_SIZES if size.span + 1 <= width and size.rows + 1 <= height)
    return next(room, _NAME_SIZES[-1])


def draw_name(surface: Surface, painter: Painter, glyphs: Glyphs, name_size: NameSize, top: int) -> None:
    """Draw the name in the middle, from row `top` down."""
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
        _draw_face(surface, box, letter, suit, glyphs)


def _draw_face(surface: Surface, box: Box, letter: str, suit: Suit, glyphs: Glyphs) -> None:
    ink = "card red" if suit in _RED else "card black"
    mark = glyphs.suit(suit)
    if box.width <= len(_LETTERS[letter][0]):
        surface.text(box.x + 1, box.y + box.height // 2, letter + mark, ink)
        return
    picture = _letter(letter, box, glyphs)
    x = box.x + (box.width - len(picture[0])) // 2
    y = box.y + (box.height - len(picture)) // 2
    for row, dots in enumerate(picture):
        surface.text(x, y + row, dots, ink)
    surface.text(box.x + 1, box.y, mark, ink)
    surface.text(box.x + box.width - 2, box.y + box.height - 1, mark, ink)


def _letter(letter: str, box: Box, glyphs: Glyphs) -> list[str]:
    """Return the rows of a letter as large as a card has room for."""
    dots = _LETTERS[letter]
    scale = max((box.width - 2) // _LETTER_DOTS[0], 1)
    wide = ["".join(dot * scale for dot in row) for row in dots]
    if glyphs.half != _HALVES["#."]:
        rows = wide if len(wide) <= box.height - 2 else wide[::2]
        return [row.replace(".", " ") for row in rows]
    tall = [row for row in wide for _ in range(scale)]
    tall += ["." * len(tall[0])] * (len(tall) % 2)
    pairs = zip(tall[::2], tall[1::2], strict=True)
    return ["".join(_HALVES[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]
