"""The title screen: the name of the game in cards, and the choices below."""

import re
from collections.abc import Sequence
from functools import partial
from textwrap import wrap
from typing import Final, NamedTuple

from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.background import pause
from freecell_tui.controller.commands import TITLE
from freecell_tui.controller.features.games import has_other_games
from freecell_tui.controller.frontend import Action, Message
from freecell_tui.controller.tasks import Scope
from freecell_tui.engine import FREECELL, Game, Suit
from freecell_tui.engine.positions import deal_mark
from freecell_tui.engine.text import clock_text, counted
from freecell_tui.engine.variants import VariantFilter
from freecell_tui.storage.save_store import SaveFile
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import DealKind, wants_lesson
from freecell_tui.ui.drawing.appearance import NARROWEST
from freecell_tui.ui.drawing.cards.pixels import in_cells, sprites
from freecell_tui.ui.drawing.cards.strokes import draw_plate
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.painter import Painter, Scene
from freecell_tui.ui.drawing.surface import Box, Size, Surface, fits
from freecell_tui.ui.drawing.themes.theme import FADED, TWO_INKS, on_sheet
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import FRAME, Choice, Clicks, DrawContext, choice_of_key, click, draw_key_hints
from freecell_tui.ui.screens.table_widget import notice
from freecell_tui.ui.stack import Dialog, OpaqueScreen, Ui
from freecell_tui.ui.terminal.input import Paste
from freecell_tui.ui.widgets.lines import BLANK, Line, Lines, Span, width_of

_SPARE_ROWS: Final = 4
"""The blank rows around the name and the choices from which on the frame has blank rows inside, too."""
_PICTURE_GAP: Final = 3
_GAP: Final = "  "
_ROOMY: Final = 40
"""The columns of the choices from which on there are two blanks behind a key."""

_PLAY: Final = "play"
_RESUME: Final = "resume"
_BESIDE_PLAY: Final = ("winnable-game", "variants")
"""Commands without a row of their own, whose keys work."""

_LARGE: Final = (100, 48)
"""The columns, and the rows above the bar, from which on there is a blank row between two choices."""


class Arrangement(NamedTuple):
    """The places of the name and of the choices."""

    name: "NameSize"
    top: int
    """The first row of the name."""
    plate: Box
    """The box of the choices, with the frame."""
    picture: Box
    """The box of the picture beside the choices, which has no width without room."""


class _Plate(Lines):
    """The choices of the title, in the frame of a dialog."""

    shown: Sequence[Line] = ()

    @property
    def columns_wanted(self) -> int:
        return min(max(width_of(line.spans) for line in self.shown) + 1, self.room)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        return self.shown


class TitleScreen(OpaqueScreen):
    """The title screen.

    It offers the latest unfinished game of the variants that the player means, and shows the demonstration after a
    while without input.
    """

    names_game = False
    hides_cards = True
    _game: Game | None = None
    _game_behind: Game | None = None
    _shows_table = False
    _resume: Choice | None = None
    _has_others = False
    _chosen = ""

    def __init__(self, ui: Ui, variants: VariantFilter) -> None:
        self._ui = ui
        self._variants = variants
        self._clicks: Clicks = []
        self._plate, self._plate_box = _Plate(ui, ""), Box(0, 0, 0, 0)
        self._idle = Scope()
        """The wait for the demonstration, which each input begins anew."""

    def on_closed(self) -> None:
        self._idle.close()
        self._plate.scope.close()

    def on_shown(self) -> None:
        controller, problems = self._controller, list[SaveError]()
        self._resume, besides, self._game = None, None, None
        self._wait_for_input()
        if controller.is_under_way:
            self._offer(controller.table.saved_game(), None)
        elif (found := controller.store.latest(self._variants.matches, problems)) is not None:
            save_file, saved = found
            besides = save_file.path
            self._offer(saved, save_file)
        self._has_others = has_other_games(controller, besides)
        if text := controller.entrances.describe_unreadable(problems):
            before = "" if self.message is None else f"{self.message.text} "
            self.notify(Message(f"{before}{text}", "refusal"))
        if self._shows_table:
            self._game_behind = self._last_game()

    def _offer(self, saved: SavedGame, save_file: SaveFile | None) -> None:
        """Offer to resume the game of a save file, or the game on the table without a file."""
        controller, game = self._controller, saved.game
        # Where the clock counts, the cards cannot be looked at for nothing.
        self._game = None if controller.entrances.hides_cards_of(saved) else game
        time = f", {clock_text(saved.elapsed)}" if controller.settings.clock else ""
        detail = f"{counted(game.moves_made, 'move')}{time}. {played_ago(saved.saved)}".rstrip()
        resume = self._ui.show_table if save_file is None else partial(controller.play, saved, save_file)
        self._resume = Choice("r", f"resume {game.title}", resume, detail)

    def _choices(self) -> dict[str, Choice]:
        """Return all choices by name.

        The last choices have no rows.
        """
        commands = {name: self._ui.choice(name) for name in (*self._first_names, *self._more_names, *_BESIDE_PLAY)}
        if not commands["how-to-play"].key and (keys := self._keymap.in_dialog("help")):
            commands["how-to-play"] = commands["how-to-play"]._replace(key=keys[0], more_keys=tuple(keys[1:]))
        title, variants = self._controller.settings.new_game_variant.full_title, key_name(commands["variants"].key)
        play = self._ui.choice("new-game")._replace(
            text=f"play {title} ‹{self._kinds()[0]}›", detail=f"{variants} variant" if variants else ""
        )
        first = {_PLAY: play} if self._resume is None else {_PLAY: play, _RESUME: self._resume}
        return {
            name: row._replace(key="") if choice_of_key(row.key, commands.values()) else row
            for name, row in first.items()
        } | commands

    @property
    def _first_names(self) -> Sequence[str]:
        """The commands above the line.

        The guided game leaves them once it was finished or refused.
        """
        return TITLE[0] if wants_lesson(self._controller.store.folder) else TITLE[0][:-1]

    @property
    def _more_names(self) -> Sequence[str]:
        """The commands below the line."""
        names = [name for name in TITLE[1] if self._has_others or name != "games"]
        if "learn" not in self._first_names:
            names.insert(names.index("how-to-play"), "learn")
        return names

    def _kinds(self) -> list[DealKind]:
        """Return the kinds of deals for new games, from the last chosen kind on."""
        settings = self._controller.settings
        kinds = list(DealKind) if settings.new_game_variant == FREECELL else [DealKind.RANDOM, DealKind.WINNABLE]
        first = kinds.index(settings.deal) if settings.deal in kinds else 1
        return kinds[first:] + kinds[:first]

    def _cycle_kind(self, by: int) -> None:
        """Let Play deal the next kind of deals, or the kind before."""
        self._controller.advisor.cancel()
        self._chosen = _PLAY
        self._controller.preferences.change("deal", self._kinds()[by])

    def _chosen_name(self) -> str:
        """Return the name of the chosen row.

        At first this is the game to resume, as few players leave a game to begin another.
        """
        choices = self._choices()
        return self._chosen if self._chosen in choices else _RESUME if _RESUME in choices else _PLAY

    def on_rest(self) -> None:
        """Draw the table behind the choices.

        The first picture leaves it out, and comes sooner.
        """
        if not self._shows_table:
            self._shows_table = True
            self._game_behind = self._last_game()
            if self._game_behind is not None and self.glyphs.has_colour:
                self._ui.call_later(0)

    def _last_game(self) -> Game | None:
        """Return the unfinished game, or else the last game.

        A won game is shown as it was halfway, with cards on the table.
        """
        controller = self._controller
        if self._game is not None or self._resume is not None:
            return self._game
        if controller.has_game:
            game = controller.game
        elif (saved := controller.store.last_won()) is not None:
            game = saved.game
        else:
            return None
        return game.seek(game.position // 2) if game.is_won else game

    def _wait_for_input(self) -> None:
        """Show the demonstration, unless something is typed or clicked for a while."""
        self._idle.restart(self._demonstrate_later())

    async def _demonstrate_later(self) -> None:
        await pause(self._ui.call_later, 60.0)
        if self._ui.top is self:  # a dialog keeps the screen open below
            self._ui.demonstrate()

    def press(self, key: str) -> None:
        self._wait_for_input()
        self.notify(None)
        if self._ui.interrupt():
            pass
        elif choice_of_key(key, self._choices().values()) is None and self._keymap.matches(key, "help"):
            self._ui.execute("help")
        elif self._keymap.matches(key, "redraw"):
            self._ui.execute("redraw")
        else:
            self._press(key)

    def _press(self, key: str) -> None:
        choices, chosen = self._choices(), self._chosen_name()
        choice = choice_of_key(key, choices.values())
        names, index = self._row_names, self.stepped_row
        goals = {"up": index - 1, "shift tab": index - 1, "down": index + 1, "tab": index + 1, "home": 0, "end": -1}
        cycles = {"left": -1, "right": 1} if chosen == _PLAY else {}
        arrow = self._keymap.arrow(key)
        if choice is None and key in ("enter", " "):
            choices[chosen].action()
        elif (arrow or key) in cycles:
            self._cycle_kind(cycles[arrow or key])
        elif choice is not None:
            choice.action()
        elif key in goals:
            self._chosen = names[goals[key] % len(names)]
        elif arrow is not None:
            self._press(arrow)

    def commands(self) -> Sequence[Choice]:
        return list(self._choices().values())

    @property
    def _row_names(self) -> list[str]:
        return [name for name in self._choices() if name not in _BESIDE_PLAY]

    @property
    def rows_to_step(self) -> int:
        return len(self._row_names)

    @property
    def stepped_row(self) -> int:
        return self._row_names.index(self._chosen_name())

    def step_to_row(self, row: int) -> None:
        self._chosen = self._row_names[row]

    def instead(self, command: str) -> tuple[str, Action] | None:
        """Return how to race a friend, or how to choose a played deal."""
        if command == "race":
            return "race a friend: paste the share code of their win", partial(self._ui.show, "race")
        # The deals in the statistics have these commands, too.
        return ("choose one of the deals that you won", self._open_deals) if command in ("watch", "share") else None

    def _open_deals(self) -> None:
        self._ui.execute("statistics")
        self._ui.top.press("3")

    def paste(self, text: str) -> None:
        self._wait_for_input()
        if not self._ui.interrupt():
            self._ui.show(Paste(text))

    def scrolls(self, size: Size, event: MouseEvent) -> bool:
        return False

    def mouse_event(self, size: Size, event: MouseEvent) -> None:
        self._wait_for_input()
        if event.is_click and not self._ui.interrupt():
            box = self._plate_box
            if box.contains(event.x, event.y):
                self._plate.mouse_event(event.seen_from(box.x, box.y))
            else:
                click(self._clicks, event)

    def _click(self, name: str) -> None:
        self._chosen = name
        self._choices()[name].action()

    def render(self, size: Size) -> Surface:
        """Draw the name, the choices, and a bar.

        A dialog hides the parts that it would cut.
        """
        width, height = size
        if not fits(size):
            return notice(*size)
        surface = DrawContext(size, self.glyphs)
        surface.fill(0, 0, *size, "felt")
        self._draw_table(surface)
        # A message takes up to six rows of the bar, or else a blank row is for the keys.
        texts, role = [""], "bar"
        if self.message is not None and not self.is_covered:
            role = "bar warning" if self.message.severity == "refusal" else "bar text"
            texts = wrap(self.glyphs.displayable(self.message.text), width - 2)[:6]
        bottom = height - len(texts)
        arrangement = self._arrangement(width, bottom)
        top, right = self._ui.top, width
        if isinstance(top, Dialog):
            box = self._ui.box(top, size)
            if box.y < self._below_name(arrangement, width, box.width):
                # To the left of the settings letters show the colours that are being chosen.
                right = box.x if top.align == "right" else 0
        if arrangement.top and (key := self._keymap.named("lines")):
            # Read first, by who hears the screen.
            surface.text(1, 0, f"{key}  line mode, for screen readers", "felt number")
        painter = Painter(Layout(width, height, FREECELL), self.glyphs)
        draw_name(surface, painter, arrangement.name, arrangement.top, right)
        if not isinstance(top, Dialog):
            self._plate_box = arrangement.plate
            self._plate.draw_on(surface, arrangement.plate)
            self._draw_picture(surface, arrangement.picture)
        surface.block(0, bottom, (line.center(width) for line in texts), role)
        self._clicks = surface.clicks
        if self.message is None:
            hints = [
                Choice("↑ ↓", "move", partial(self._press, "down")),
                Choice("enter", "choose", partial(self._press, "enter")),
                *([Choice("← →", "difficulty", partial(self._press, "right"))] if self._chosen_name() == _PLAY else []),
                Choice(self._keymap.keys("quit")[0], "quit", partial(self._ui.execute, "quit")),
            ]
            self._clicks += draw_key_hints(surface, Box(1, bottom, width - 2, 1), hints, self.glyphs)
        return surface

    def row_of_dialog(self, size: Size, width: int, height: int) -> int | None:
        """Return the first row of a dialog below the name, or None without room."""
        arrangement = self._arrangement(size[0], size[1] - 1)
        below = self._below_name(arrangement, size[0], width)
        room = size[1] - 1 - below - height
        return below + room // 2 if room >= 0 else None

    @staticmethod
    def _below_name(arrangement: Arrangement, width: int, wide: int) -> int:
        """Return the first row below the name, for a centred box of `wide` columns."""
        return arrangement.top + arrangement.name.rows_above(width, (width - wide) // 2, wide)

    def _draw_table(self, surface: Surface) -> None:
        """Draw the last game behind everything, nearly as dark as the felt."""
        game = self._game_behind
        if game is None or not self._ui.has_fades:
            return
        ui, size = self._ui, (surface.width, surface.height)
        ui.appearance.painter(size, game.variant, ui.glyphs).paint(surface, Scene(game.board))
        surface.change_roles(lambda role: role if role == "felt" else FADED[-1] + role, 0, 0, *size)

    def _draw_picture(self, surface: Surface, box: Box) -> None:
        """Draw the unfinished game small beside the choices, down to its last card, if there is room.

        The first picture leaves it out.
        """
        if self._game is None or not self._shows_table or not box.width:
            return
        glyphs = self.glyphs
        picture = Surface(box.width - 2, box.height - 2)
        self._ui.draw_table(picture, Box(0, 0, picture.width, picture.height), self._game)
        rows = max(y for y, roles in enumerate(picture.roles) if set(roles) != {"felt"}) + 2
        box = box._replace(height=min(rows, picture.height) + 2)
        surface.fill(*box, "felt")
        draw_plate(surface, box, glyphs)
        title = f" {glyphs.displayable(f'{self._game.variant.title} {deal_mark(self._game.deal)}')} "[: box.width - 2]
        role = "bar title" if glyphs.has_colour else on_sheet("bar title")
        surface.text(box.x + (box.width - len(title)) // 2, box.y, title, role)
        surface.paste(picture, box.x + 1, box.y + 1, range(box.height - 2))

    def _lines(self, room: int) -> list[Line]:
        """Return the choices in lines of up to `room` columns, with a blank one before the keys."""
        choices, chosen, glyphs = self._choices(), self._chosen_name(), self.glyphs
        keys = {name: glyphs.key_names(key_name(row.key)) for name, row in choices.items()}
        key_width = max(map(len, keys.values()))
        after_key = _GAP if room >= _ROOMY else " "
        room -= key_width + 1 + len(after_key)
        marks = {glyphs.displayable(mark): partial(self._cycle_kind, by) for mark, by in (("‹", -1), ("›", 1))}
        lines: list[Line] = []
        for name, row in choices.items():
            if name in _BESIDE_PLAY:
                continue
            if name == self._more_names[0]:
                lines.append(Line(draw=self._draw_rule))
            detail = Span(glyphs.key_names(row.detail), "bar quiet")
            if name == _PLAY:
                detail = detail._replace(action=partial(self._ui.execute, "variants"))
            text = glyphs.displayable(row.text)
            # The marks around the kind of deal are clicked on by themselves.
            rows = [
                [Span(part, action=marks.get(part)) for part in re.split(f"([{''.join(marks)}])", line)]
                for line in wrap(text, room)
            ]
            gap = _GAP[: room - len(text) - len(detail.text)]
            if gap and len(text) + 1 + len(detail.text) <= room:
                rows[0] += [Span(gap), detail] if detail.text else []
            else:
                # A quieter text goes below where there is no room beside.
                rows += [[detail._replace(text=line)] for line in wrap(detail.text, room)]
            for index, spans in enumerate(rows):
                key = "" if index else keys[name]
                before = Span(" " * (key_width + 1 - len(key))), Span(key, "bar title"), Span(after_key)
                lines.append(Line((*before, *spans), partial(self._click, name), name == chosen))
        return lines

    def _draw_rule(self, drawing: DrawContext, box: Box) -> None:
        drawing.fill(*box, "bar quiet", self.glyphs.rule)

    def _arrangement(self, width: int, bottom: int) -> Arrangement:
        """Return the places on a screen with its bar from row `bottom` on.

        The choices, with the picture beside them, are in the middle of the free rows below the name. The name is as
        large as leaves a blank row.
        """
        plate = self._plate
        plate.window = width, bottom + 1
        plate.shown = self._lines(plate.room)
        if bottom >= _LARGE[1] and width >= _LARGE[0]:
            plate.shown = [line for each in plate.shown for line in (each, BLANK)][:-1]
        needed, rows = plate.columns_wanted + plate.around, len(plate.shown) + 2 * FRAME
        for name in _NAME_SIZES:
            plate_width = max(needed, min(name.pitch + name.width, width))
            aside = self._picture_width(width, plate_width)
            left = (width - plate_width - aside) // 2
            above = name.rows_above(width, left, plate_width + aside)
            if name.span < width and above + rows < bottom:
                break
        spare = max(bottom - above - rows, 0)
        plate.blank_rows = 1 if spare >= _SPARE_ROWS else 0
        rows, spare = rows + 2 * plate.blank_rows, spare - 2 * plate.blank_rows
        # On a low screen the blank row is better between the name and the choices.
        top = max((spare + 1) // 3, min(spare, 1)) if name.height > 1 else 0
        first_row = top + above + (spare - top) // 2
        box = Box(left, first_row, plate_width, min(rows, bottom - first_row))
        picture = Box(box.right + _PICTURE_GAP, first_row, max(aside - _PICTURE_GAP, 0), box.height)
        return Arrangement(name, top, box, picture)

    def _picture_width(self, width: int, plate_width: int) -> int:
        """Return the columns of the picture beside the choices and of the gap, or 0 without room."""
        around = 2 * FRAME + _PICTURE_GAP
        room = width - plate_width - around - _PICTURE_GAP
        return min(width * 2 // 5, room) + around if self._game is not None and room >= NARROWEST else 0


_NAME: Final = "FREECELL"
_SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


class NameSize(NamedTuple):
    """A size of the cards of the name."""

    width: int
    height: int
    pitch: int
    """The columns from one card to the next."""
    between: int
    """The further columns between the two words."""
    letter: int = 0
    """The width of the drawn letters, in pixels; 0 where a letter and its suit are text."""
    lowered: tuple[int, ...] = (0,) * len(_NAME)
    """The rows by which each card is lowered."""

    @property
    def span(self) -> int:
        return self.pitch * (len(_NAME) - 1) + self.between + self.width

    def left_of(self, letter: int, width: int) -> int:
        """Return the first column of a letter's card on a screen of some width."""
        between = self.between if 2 * letter >= len(_NAME) else 0
        return (width - self.span) // 2 + letter * self.pitch + between

    def rows_above(self, width: int, left: int, columns: int) -> int:
        """Return the rows of the name above some columns.

        Cards beside these columns may hang lower.
        """
        below = range(left - self.width, left + columns + 2)
        lowered = [rows for letter, rows in enumerate(self.lowered) if self.left_of(letter, width) in below]
        return self.height + max(lowered, default=0) + (self.height > 1)


_NAME_SIZES: Final = (
    NameSize(20, 13, 22, 6, 16, (4, 2, 1, 0, 0, 1, 2, 4)),
    NameSize(16, 10, 17, 5, 12, (4, 2, 1, 0, 0, 1, 2, 4)),
    NameSize(12, 7, 13, 4, 8, (3, 1, 0, 0, 0, 0, 1, 3)),
    NameSize(8, 5, 9, 3, 6, (1, 1, 0, 0, 0, 0, 1, 1)),
    NameSize(8, 5, 9, 3, 6),
    NameSize(4, 3, 5, 0),
    NameSize(4, 1, 5, 0),
)
"""The sizes from the largest to the smallest, which fits every screen."""


def draw_name(surface: Surface, painter: Painter, name_size: NameSize, top: int, right: int) -> None:
    """Draw the name from row `top` down, as far as column `right`."""
    width, height, glyphs = name_size.width, name_size.height, painter.glyphs
    for index, letter in enumerate(_NAME):
        suit = _SUITS[index % len(_SUITS)]
        ink, mark = f"card {TWO_INKS[suit]}", glyphs.suits[suit]
        x, y = name_size.left_of(index, surface.width), top + name_size.lowered[index]
        if x + width >= right:
            break
        painter.paint_blank(surface, Box(x, y, width, height))
        if not name_size.letter:
            surface.text(x + 1, y + height // 2, letter + mark, ink)
            continue
        style = "name" if glyphs.half.strip() else "ascii"
        picture: Sequence[str] = sprites()[f"{style} {name_size.letter} {letter}"]
        picture = in_cells(picture) if style == "name" else picture
        surface.block(x + (width - name_size.letter) // 2, y + (height - len(picture)) // 2, picture, ink)
        surface.text(x + 1, y, mark, ink)
        surface.text(x + width - 2, y + height - 1, mark, ink)
