"""A list of items by columns, one of them chosen: `RowList` in a dialog with more in it, `Rows` as a whole dialog.

Arrows, pages, home, end, Enter, the wheel, a click that chooses and a second one that opens, the scroll bar, resizing,
the terminal's cursor, a line that finds items, a line to type in and a question before something is done come with it.

A dialog with more in it than a list is a `RowList` too: it hands it keys with `press_in_list`, which returns whether it
has a use for one, and draws it with `draw_items` in a box.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from textwrap import wrap
from typing import Any, Final, Generic, NamedTuple, TypeVar

from freecell_tui.controller.frontend import Action
from freecell_tui.engine import FreecellError
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Size
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.parts import Choice, DrawContext, centred_window, choice_of_key, scrolled_window, steps
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import LineField

Item = TypeVar("Item")

Cell = str | tuple[str, str]
"""A text in the ink of its column, or a text and its ink."""

_SCROLL_BAR: Final = 2
"""The columns of a scroll bar and the blank one to its left, which is part of a row that has blank ends."""

READING: Final = "Reading your games…"
"""What a list says that has no items yet."""


class _Asked(NamedTuple):
    """What is asked below a list: which keys mean yes, what they do, and a label for that; any other key means no.

    Or a line is to be typed in a field, with a text before it.
    """

    keys: Sequence[str]
    label: str
    action: Action
    field: LineField | None = None
    before: str = ""


_BLANK: Final = 1
_ROOMY: Final = 14  # the rows from which on the line that finds items stands apart from the list


class Column(NamedTuple):
    """A column of `width` cells, or as wide as its text in each row; one with a `weight` takes what the others leave.

    With fewer than `least` cells left it is not shown. A click on the `heading` does `action`.
    """

    width: int = 0
    weight: int = 0
    heading: Cell = ""
    ink: str = "text"
    is_right: bool = False
    least: int = 1
    action: Action | None = None


class Row(NamedTuple):
    """A text per column, of which a narrow window may have fewer, and a line below them where an item has two rows."""

    cells: Sequence[Cell]
    below: str = ""


class RowList(Generic[Item]):
    """Items by columns, one of them chosen; Enter, or a click on the chosen one, opens it."""

    columns: Sequence[Column] = (Column(weight=1),)
    flow = 0
    """The cells of an item where several stand side by side, and are walked through with left and right, too."""
    pad = 1
    """The blank columns on either side of a row, which are lit with it."""
    has_groups = False
    """Whether the `group` of an item stands above it as a heading where it is not that of the one before."""
    opens_at_once = False
    """Whether a click opens an item that was not chosen before."""
    typed = ""
    """The words that its items were found by, or ''; items found by words are in no groups."""
    _at = 0
    _across = 1
    _window = range(0)

    @property
    @abstractmethod
    def items(self) -> Sequence[Item]:
        """The items, in their order."""

    @abstractmethod
    def row(self, item: Item) -> Row:
        """Return what an item shows."""

    def open(self, item: Item) -> None:
        """Do what Enter and a click on the chosen item do: nothing, where there is no more to see of it."""

    def group(self, item: Item) -> str:
        """Return the heading that an item is under, or '' for none."""
        return ""

    def paint(self, drawing: DrawContext, box: Box, item: Item) -> None:
        """Draw on the row of an item what is no text."""

    @property
    def at(self) -> int:
        return max(min(self._at, len(self.items) - 1), 0)

    @property
    def chosen(self) -> Item | None:
        return self.items[self.at] if self.items else None

    @property
    def line_count(self) -> int:
        return len(self._lines(self.items))

    def choose(self, at: int) -> None:
        """Choose an item by its number, or the nearest that there is."""
        self._at = max(min(at, len(self.items) - 1), 0)

    def open_chosen(self) -> None:
        chosen = self.chosen
        if chosen is not None:
            self.open(chosen)

    def press_in_list(self, key: str) -> bool:
        """Do what a key stands for; return False if it stands for nothing here."""
        # Where headings take rows, too, a whole page would leave items out.
        shown = len(self._window)
        ways = steps(max(shown // 2 if self.has_groups else shown - 1, 1))
        if self.flow and key in ("left", "right"):
            self.choose(self.at + (1 if key == "right" else -1))
        elif key in ways:
            self.choose(self.at + ways[key] * self._across)
        elif key in ("enter", " "):
            self.open_chosen()
        else:
            return False
        return True

    def draw_items(self, drawing: DrawContext, box: Box, item_rows: int = 1) -> None:
        """Draw the headings and as many items as there is room for, in `item_rows` rows each."""
        items, at = self.items, self.at
        has_headings = any(column.heading for column in self.columns)
        body = Box(box.x, box.y + has_headings, box.width, box.height - has_headings)
        if self.flow:
            self._across = max((body.width - _SCROLL_BAR) // self.flow, 1)
        lines = self._lines(items)
        here = at // self._across if isinstance(lines, range) else lines.index(at)
        room = max(body.height // item_rows, 1)
        # At first the chosen item is in the middle.
        start = (self._window or centred_window(here, len(lines), room)).start
        if here and isinstance(lines[here - 1], str):
            # The heading of a group shows with its first item.
            start = scrolled_window(start, here - 1, len(lines), room).start
        self._window = scrolled_window(start, here, len(lines), room)
        scrolls = len(lines) > room
        width = body.width - (_SCROLL_BAR - self.pad) * scrolls
        if has_headings:
            headings = [column.heading for column in self.columns]
            self._write(drawing, headings, box._replace(width=width), heads=True)
        for y, number in enumerate(self._window):
            line, place = lines[number], Box(body.x, body.y + y * item_rows, width, item_rows)
            if isinstance(line, str):
                x, across = place.x + self.pad, width - 2 * self.pad
                line = drawing.glyphs.cut(line, across)
                drawing.write(x, place.y, f"{line} "[:across].ljust(across, drawing.glyphs.rule), "quiet")
                drawing.write(x, place.y, line, "title")
                continue
            for side, index in enumerate(range(line, min(line + self._across, len(items)))):
                cell = place._replace(x=place.x + side * self.flow, width=self.flow or width)
                self._draw_item(drawing, cell, items[index], index, is_chosen=index == at)
        if scrolls:
            bar = Box(body.right - 1, body.y, 1, room * item_rows)
            drawing.scroll_bar(bar, self._window, len(lines))
            for y in range(bar.height):
                there = y * (len(items) - 1) // max(bar.height - 1, 1)
                drawing.on_click(bar._replace(y=bar.y + y, height=1), partial(self.choose, there))

    def _lines(self, items: Sequence[Item]) -> Sequence[int | str]:
        """Return the lines of the whole list: each the number of the first item in it, or the heading of a group."""
        if not self.has_groups or self.typed:
            return range(0, len(items), self._across)
        lines: list[int | str] = []
        before = None
        for at, item in enumerate(items):
            group = self.group(item)
            lines += [at] if not group or group == before else [group, at]
            before = group
        return lines

    def _draw_item(self, drawing: DrawContext, box: Box, item: Item, at: int, *, is_chosen: bool) -> None:
        row = self.row(item)
        filled = box._replace(height=min(box.height, 1 + bool(row.below)))
        drawing.fill(*filled, "chosen title" if is_chosen else "bar text")
        drawing.on_click(filled, partial(self._click, at))
        inside = box._replace(x=box.x + self.pad, width=box.width - 2 * self.pad)
        self._write(drawing, row.cells, box, is_lit=is_chosen)
        if filled.height > 1:
            # Below the first column that has no width of its own.
            before = next((at for at, column in enumerate(self.columns) if not column.width), 0)
            indent = sum(column.width + 1 for column in self.columns[:before])
            below = drawing.glyphs.cut(row.below, inside.width - indent)
            drawing.text(inside.x + indent, box.y + 1, below, "chosen text" if is_chosen else "bar quiet")
        self.paint(drawing, inside, item)
        if is_chosen:
            drawing.cursor = (inside.x, box.y)

    def _click(self, at: int) -> None:
        opens = self.opens_at_once or at == self.at
        self.choose(at)
        if opens:
            self.open_chosen()

    def _write(
        self, drawing: DrawContext, cells: Sequence[Cell], box: Box, *, heads: bool = False, is_lit: bool = False
    ) -> None:
        """Write the texts of a row, as far as they have room; a click on a heading does what its column says."""
        given = [cell if isinstance(cell, tuple) else (cell, "") for cell in cells[: len(self.columns)]]
        texts = [drawing.glyphs.displayable(text) for text, _ in given]
        widths = [
            column.width or (0 if column.weight else len(text))
            for column, text in zip(self.columns, texts, strict=True)
        ]
        shares = sum(column.weight for column in self.columns)
        x, end = box.x + self.pad, box.right - self.pad
        spare = end - x - sum(widths) - (len(widths) - 1)
        for column, text, (_, own), fixed in zip(self.columns, texts, given, widths, strict=True):
            width = max(spare, 0) * column.weight // shares if column.weight else fixed
            if (column.weight and width < column.least) or x + width > end:
                continue
            shown, ink = drawing.glyphs.cut(text, width), own or ("quiet" if heads else column.ink)
            ink, ground = ({"quiet": "text", "text": "title"}.get(ink, ink), "chosen") if is_lit else (ink, "bar")
            at = x + (width - len(shown)) * column.is_right
            drawing.write(at, box.y, shown, ink, background=ground, action=column.action if heads else None)
            x += width + 1


class ChoiceList(RowList[Choice]):
    """What can be done next, each with its key, for where there is nothing to show."""

    columns = (Column(5, ink="title", is_right=True), Column(weight=1))

    def __init__(self, choices: Callable[[], Sequence[Choice]]) -> None:
        self._choices = choices

    @property
    def items(self) -> Sequence[Choice]:
        return self._choices()

    def row(self, item: Choice) -> Row:
        return Row([key_name(item.key), f" {item.text}"])

    def open(self, item: Choice) -> None:
        item.action()


class Rows(RowList[Item], Dialog):
    """A dialog that is a list: with texts above and below it, and with a picture of the chosen item where it has one.

    `message` is what there is to say of the last key.
    """

    columns_wanted = 62
    margin = 1
    open_label = "open"
    has_picture = False
    """Whether a picture of the chosen item is below the list, or beside it."""
    list_width = 0
    """The least columns of a list with a picture beside it, which needs as many again; 0 where it is always below."""
    widest_list = 44
    has_rule = False
    """Whether a rule with the number of the chosen item is between the list and a note."""
    item_rows = 1
    """The rows that each item would like to have: 1, or 2 with a line below its columns, and 3 with a blank one."""
    narrow_below = 60
    """The width of a window below which an item has one row."""
    filter_label = ""
    """What stands before a line above the list in which words are typed to find items; `items` makes use of it."""
    noted: Sequence[Item] = ()
    """The items for whose notes room is kept."""
    head = ""
    """What stands above the list."""
    nothing = READING
    """What to say where there is nothing to choose from: in the end, why that is."""
    offered: Sequence[str] = ()
    """The commands to choose from where there is nothing else."""
    message = ""
    _asked: _Asked | None = None
    _most_rows = 0

    def __init__(self, ui: Ui, title: str, at: int = 0) -> None:
        self.filter = LineField("", longest=40)
        self._choices = ChoiceList(lambda: self.offers)
        super().__init__(ui, title)
        self.choose(at)

    @property
    def typed(self) -> str:  # type: ignore[override]
        return self.filter.text.strip()

    @property
    def is_narrow(self) -> bool:
        """Whether the window is too narrow for more than one row an item."""
        return self.window[0] < self.narrow_below

    def label(self) -> str:
        """Return what Enter does with the chosen item, in a word or two; '' if nothing."""
        return self.open_label

    def note(self) -> tuple[str, str]:
        """Return what stands below the list, and its ink: what became of the last key, or else of the chosen item."""
        chosen = self.chosen
        return (self.message, "warning") if self.message or chosen is None else self.about(chosen)

    def about(self, item: Item) -> tuple[str, str]:
        """Return what there is to say of an item, and its ink."""
        return "", "text"

    def say(self, message: str) -> None:
        """Show a message, such as why something is not known or cannot be done."""
        self.message = self.nothing = message

    def refuse(self, why: str) -> None:
        self.say(why)

    def attempt(self, action: Action) -> None:
        """Do something, or say with its FreecellError why it cannot be done."""
        try:
            action()
        except FreecellError as error:
            self.message = str(error)

    def all_notes(self) -> Sequence[str]:
        """Return the notes that room is kept for, so that the list does not jump when one changes."""
        return [self.about(item)[0] for item in self.noted]

    @property
    def offers(self) -> Sequence[Choice]:
        """What can be done next where there is nothing to choose from."""
        return [self._ui.choice(name) for name in self.offered]

    def beside(self, drawing: DrawContext, box: Box, item: Item) -> None:
        """Draw a picture of the chosen item, beside the list or below it."""

    def ask_line(self, label: str, take_label: str, field: LineField, take: Callable[[str], None]) -> None:
        """Let a line be typed; `take` is called with it, and says with a FreecellError what is wrong with it."""
        self._asked = _Asked(("enter",), take_label, lambda: take(field.text), field, label)

    def ask_first(self, question: str, label: str, action: Action, keys: Sequence[str] = ("x", "y", "delete")) -> None:
        """Ask before `action` is done by one of `keys`; any other key takes the question back."""
        self.message, self._asked = question, _Asked(keys, label, action)

    def paste(self, text: str) -> None:
        if self._asked is not None and self._asked.field is not None:
            self._asked.field.paste(text)
        elif self.filter_label:
            self.filter.paste(text)
            self.choose(0)
        else:
            return
        self.message = ""

    def press(self, key: str) -> str | None:
        self.message = ""
        if (asked := self._asked) is not None:
            if asked.field is not None and key not in (*asked.keys, "esc"):
                asked.field.press(key)
                return None
            self._asked = None
            try:
                if key in asked.keys:
                    asked.action()
            except FreecellError as error:
                self.message, self._asked = str(error), asked
        elif self.filter_label and (len(key) == 1 or key in ("backspace", "ctrl u")):
            self.filter.press(key)
            self.choose(0)
        else:
            shown: RowList[Any] = self if self.items else self._choices
            choices = [*self.keys(), *(() if self.items else self.offers)]
            if (choice := choice_of_key(key, choices)) is not None:
                self.attempt(choice.action)
            elif not shown.press_in_list(key):
                return super().press(key)
        return None

    @property
    def takes_text(self) -> bool:  # type: ignore[override]
        is_typed = self._asked is not None and self._asked.field is not None
        return is_typed or bool(self.filter_label) or self.takes_any_key

    def key_hints(self) -> Sequence[Choice]:
        if self._asked is not None:
            return self.hint(self._asked.keys[0], self._asked.label), self.hint("esc", "back")
        label = self.label() if self.items else "choose" if self.offers else ""
        return [*([self.hint("enter", label)] if label else []), *super().key_hints()]

    def wanted(self) -> Size:
        if not self.items and (offers := self.offers):
            width = max(len(self.message or self.nothing), *(len(offer.text) + 8 for offer in offers)) + 4 * _BLANK
            return width, len(offers) + 4
        if self.has_picture:
            # A large window leaves some cells free around it.
            return max(self.window[0] - 12, 150), max(self.window[1] - 8, 45)
        # In a narrow window a note takes more rows.
        width = min(self.columns_wanted, self.room - 2 * _BLANK)
        head = len(_wrapped(self.head, self.glyphs, width)) + bool(self.filter_label)
        foot = self._foot_rows(width)
        between = bool(foot) and not self.has_rule
        # While words are typed, fewer items are found, and the list stays where it is.
        has_headings = any(column.heading for column in self.columns)
        listed = self.line_count * (1 if self.is_narrow else self.item_rows) + has_headings
        self._most_rows = max(self._most_rows * bool(self.filter_label), listed)
        return self.columns_wanted + 2 * _BLANK, head + bool(head) + self._most_rows + foot + between

    def _foot_rows(self, width: int) -> int:
        rows = max(len(_wrapped(note, self.glyphs, width)) for note in (self.note()[0], *self.all_notes()))
        return rows + (self.has_rule and rows > 0)

    def draw(self, drawing: DrawContext) -> None:
        width, inside = drawing.width, drawing.width - 2 * _BLANK
        text, ink = self.note()
        foot_rows = self._foot_rows(inside)
        field = self._asked.field if self._asked is not None else None
        foot = drawing.height - foot_rows - (field is not None)
        above = 1 + (drawing.height >= _ROOMY) if self.filter_label else 0
        if self.items:
            head = _wrapped(self.head, self.glyphs, inside)
            drawing.block(_BLANK, above, head, "bar quiet")
            top = above + len(head) + (bool(head) and foot - len(head) > self.line_count)
            # What is said lies over a picture, which stays as large as it is; the list makes room for it.
            end = drawing.height if self.has_picture else foot
            self.draw_list(drawing, Box(0, top, width, end - top), foot - top)
        else:
            text = ""
            lines = _wrapped(self.message or self.nothing, self.glyphs, inside)
            blank = int(drawing.height > above + len(lines) + len(self.offers) + 1)
            drawing.block(_BLANK, above + blank, lines, "bar text")
            y = above + len(lines) + 2 * blank
            if self.offers:
                self._choices.draw_items(drawing, Box(0, y, width, drawing.height - y))
        if self.filter_label:
            self.filter.draw(drawing, (_BLANK, 0), self.filter_label)
        if self._asked is not None:
            # While something is asked only its choices are heard.
            drawing.on_click(Box(0, 0, width, drawing.height))
        if self.has_rule and foot_rows and self.items:
            number = f" {self.at + 1} of {len(self.items)} "
            drawing.write(_BLANK, foot, number.rjust(inside - 1, self.glyphs.rule) + self.glyphs.rule, "quiet")
            foot += 1
        for y, line in enumerate(_wrapped(text, self.glyphs, inside), foot):
            drawing.fill(0, y, width, 1, "bar text")
            drawing.write(_BLANK, y, line, ink)
            drawing.on_click(Box(0, y, width, 1))
        if self._asked is not None and field is not None:
            drawing.fill(0, drawing.height - 1, width, 1, "bar text")
            field.draw(drawing, (_BLANK, drawing.height - 1), self._asked.before)

    def draw_list(self, drawing: DrawContext, box: Box, list_rows: int) -> None:
        """Draw the list, with the picture below it, or beside it where the list has `list_rows`."""
        count, inset = len(self.items), int(self.margin == 0)
        chosen = self.items[self.at]
        if not self.has_picture:
            rows = 1 if self.is_narrow else max(min(box.height // count, self.item_rows), 1)
            self.draw_items(drawing, box, rows)
        elif self.list_width and box.width >= 2 * self.list_width + 4:
            width = max(min(box.width // 3 + 6, self.widest_list), self.list_width) + inset
            self.draw_items(drawing, Box(inset, box.y, width - inset, list_rows), self.item_rows)
            if not self.glyphs.has_colour and count * self.item_rows <= box.height:
                drawing.fill(width, box.y, 1, box.height, "bar quiet", self.glyphs.frame[-1])
            self.beside(drawing, Box(width + 1, box.y, box.width - width - 1, box.height), chosen)
        else:
            height = max(int(box.height * 0.4), 1)  # its share, at most, above its picture
            rows = 1 if self.list_width else max(min(height // count, self.item_rows), 1)
            height = height if self.list_width else min(height, count * rows)
            self.draw_items(drawing, box._replace(height=height), rows)
            self.beside(drawing, Box(box.x, box.y + height, box.width, box.height - height), chosen)


@lru_cache(maxsize=256)
def _wrapped(text: str, glyphs: Glyphs, width: int) -> tuple[str, ...]:
    """Return a text in rows. Cached: a key asks for all notes of the settings several times, 2 ms each time."""
    lines = (glyphs.key_names(glyphs.displayable(line)) for line in text.split("\n"))
    return tuple(row for line in lines for row in wrap(line, max(width, 1)))
