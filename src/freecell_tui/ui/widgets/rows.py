"""A list of items in columns, with one item chosen.

`Rows` is a dialog with a list. Arrows, Page-Up and Page-Down, Home, End and Enter, the wheel, a click that chooses and
a second one that opens, the scroll bar, resizing, the terminal's cursor, a search field, a line to type in and a
confirmation come with it.

`RowList` is the list alone, for a dialog with further parts: such a dialog passes keys to `press_in_list`, and draws
the list in a box with `draw_items`.
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
from freecell_tui.ui.parts import Choice, DrawContext, ScrollBar, centred_window, choice_of_key, scrolled_window, steps
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import LineField

Item = TypeVar("Item")

Cell = str | tuple[str, str]
"""A text in the ink of the column, or a text and an ink of its own."""

READING: Final = "Reading your games…"
"""The placeholder of a list that is still being read."""


class _ListPrompt(NamedTuple):
    """A confirmation or prompt below the list."""

    keys: Sequence[str]
    """The keys that confirm; other keys cancel, or are typed in the field."""
    label: str
    """The text of the hint for the first key."""
    action: Action
    """The action after one of `keys`."""
    field: LineField | None = None
    """The line to type in, or None for a confirmation."""
    field_label: str = ""
    """The text before the line."""


_GAP: Final = 2
"""The columns between a list and the picture beside it, with the list's scroll bar."""
_ROOMY: Final = 18
"""The rows of a window from which a blank line stands between the search field and the list."""


class Column(NamedTuple):
    """A column of a list."""

    width: int = 0
    """The width in cells; 0 for the width of the text in each row, or with a `weight`."""
    weight: int = 0
    """The column's share of the cells that columns without a weight leave, relative to other weights."""
    heading: Cell = ""
    ink: str = "text"
    is_right: bool = False
    """Whether texts are flush right."""
    least: int = 1
    """The least width, in cells, for which a column with a weight is shown."""
    action: Action | None = None
    """The action of a click on the heading, or None."""


class Row(NamedTuple):
    """The texts of an item."""

    cells: Sequence[Cell]
    """A text for each column; columns of the list's end may be left out."""
    below: str = ""
    """A second line under the texts, drawn where an item has two rows."""


class RowList(Generic[Item]):
    """A list of items in columns.

    Enter or a click opens the chosen item.
    """

    columns: Sequence[Column] = (Column(weight=1),)
    flow = 0
    """The width of an item, in cells, in a list of several items a row; left and right then step, too. Else 0."""
    pad = 1
    """The blank columns at either end of a row, which are highlighted with the row."""
    has_groups = False
    """Whether the first item of each `group` has the group's name as a heading."""
    opens_at_once = False
    """Whether one click opens any item, chosen or not."""
    typed = ""
    """The typed words that the items were found by, or ''; found items have no group headings."""
    _index = 0
    """The chosen item, before the list may have become shorter."""
    _across = 1
    """The number of items side by side."""
    _window = range(0)
    """The visible lines, as drawn last."""

    @property
    @abstractmethod
    def items(self) -> Sequence[Item]:
        """The items in order."""

    @abstractmethod
    def row(self, item: Item) -> Row:
        """Return the texts of an item."""

    def open(self, item: Item) -> None:
        """Open an item, as Enter and a click do.

        By default nothing happens.
        """

    def group(self, item: Item) -> str:
        """Return the name of an item's group, or ''."""
        return ""

    def paint(self, drawing: DrawContext, box: Box, item: Item) -> None:
        """Draw the item's decorations on the row."""

    @property
    def chosen_index(self) -> int:
        return max(min(self._index, len(self.items) - 1), 0)

    @property
    def chosen(self) -> Item | None:
        return self.items[self.chosen_index] if self.items else None

    @property
    def line_count(self) -> int:
        return len(self._lines(self.items))

    def choose(self, index: int) -> None:
        """Choose the item at `index`, or the nearest item."""
        self._index = max(min(index, len(self.items) - 1), 0)

    def open_chosen(self) -> None:
        chosen = self.chosen
        if chosen is not None:
            self.open(chosen)

    def press_in_list(self, key: str) -> bool:
        """React to a key, and return whether the list uses the key."""
        # Where headings take rows too, a whole page would skip items.
        visible_count = len(self._window)
        item_steps = steps(max(visible_count // 2 if self.has_groups else visible_count - 1, 1))
        if self.flow and key in ("left", "right"):
            self.choose(self.chosen_index + (1 if key == "right" else -1))
        elif key in item_steps:
            self.choose(self.chosen_index + item_steps[key] * self._across)
        elif key in ("enter", " "):
            self.open_chosen()
        else:
            return False
        return True

    def draw_items(self, drawing: DrawContext, box: Box, item_rows: int = 1) -> None:
        """Draw headings and items in a box, with `item_rows` rows an item."""
        items, chosen_index = self.items, self.chosen_index
        has_headings = any(column.heading for column in self.columns)
        body = box._replace(y=box.y + 1, height=box.height - 1) if has_headings else box
        if self.flow:
            self._across = max(body.width // self.flow, 1)
        lines = self._lines(items)
        chosen_line = chosen_index // self._across if isinstance(lines, range) else lines.index(chosen_index)
        room = max(body.height // item_rows, 1)
        # At first the chosen item is in the middle.
        start = (self._window or centred_window(chosen_line, len(lines), room)).start
        if chosen_line and isinstance(lines[chosen_line - 1], str):
            # The heading of a group shows with the group's first item.
            start = scrolled_window(start, chosen_line - 1, len(lines), room).start
        self._window = scrolled_window(start, chosen_line, len(lines), room)
        width = body.width
        if has_headings:
            self._write(drawing, [column.heading for column in self.columns], box, heads=True)
        for y, number in enumerate(self._window):
            line, line_box = lines[number], Box(body.x, body.y + y * item_rows, width, item_rows)
            if isinstance(line, str):
                x, across = line_box.x + self.pad, width - 2 * self.pad
                heading = drawing.glyphs.cut(line, across)
                drawing.write(x, line_box.y, f"{heading} "[:across].ljust(across, drawing.glyphs.rule), "quiet")
                drawing.write(x, line_box.y, heading, "title")
                continue
            for place, index in enumerate(range(line, min(line + self._across, len(items)))):
                cell = line_box._replace(x=line_box.x + place * self.flow, width=self.flow or width)
                self._draw_item(drawing, cell, items[index], index, is_chosen=index == chosen_index)
        if len(lines) > room:
            bar = body._replace(height=room * item_rows)
            drawing.scroll_bars.append(ScrollBar(bar, self._window, len(lines)))
            for y in range(bar.height):
                index = y * (len(items) - 1) // max(bar.height - 1, 1)
                drawing.on_click(Box(bar.right, bar.y + y, _GAP, 1), partial(self.choose, index))

    def _lines(self, items: Sequence[Item]) -> Sequence[int | str]:
        """Return the lines of the whole list.

        A line is the index of its first item, or the heading of a group.
        """
        if not self.has_groups or self.typed:
            return range(0, len(items), self._across)
        lines: list[int | str] = []
        last_group = None
        for index, item in enumerate(items):
            group = self.group(item)
            if group and group != last_group:
                lines.append(group)
            lines.append(index)
            last_group = group
        return lines

    def _draw_item(self, drawing: DrawContext, box: Box, item: Item, index: int, *, is_chosen: bool) -> None:
        row = self.row(item)
        filled = box._replace(height=min(box.height, 2 if row.below else 1))
        drawing.fill(*filled, "chosen title" if is_chosen else "bar text")
        drawing.on_click(filled, partial(self._click, index))
        inside = box._replace(x=box.x + self.pad, width=box.width - 2 * self.pad)
        self._write(drawing, row.cells, box, is_lit=is_chosen)
        if filled.height > 1:
            # The second line begins under the first column without a fixed width.
            fixed_count = next((number for number, column in enumerate(self.columns) if not column.width), 0)
            indent = sum(column.width + 1 for column in self.columns[:fixed_count])
            below = drawing.glyphs.cut(row.below, inside.width - indent)
            drawing.text(inside.x + indent, box.y + 1, below, "chosen text" if is_chosen else "bar quiet")
        self.paint(drawing, inside, item)
        if is_chosen:
            drawing.put_cursor(inside)

    def _click(self, index: int) -> None:
        opens = self.opens_at_once or index == self.chosen_index
        self.choose(index)
        if opens:
            self.open_chosen()

    def _write(
        self, drawing: DrawContext, cells: Sequence[Cell], box: Box, *, heads: bool = False, is_lit: bool = False
    ) -> None:
        """Write the texts of a row, or the headings.

        A text is cut to its column; a column without room is left out.
        A click on a heading runs the column's action.
        """
        inked = [cell if isinstance(cell, tuple) else (cell, "") for cell in cells[: len(self.columns)]]
        texts = [drawing.glyphs.displayable(text) for text, _ in inked]
        widths = [
            column.width or (0 if column.weight else len(text))
            for column, text in zip(self.columns, texts, strict=True)
        ]
        shares = sum(column.weight for column in self.columns)
        x, end = box.x + self.pad, box.right - self.pad
        spare = end - x - sum(widths) - (len(widths) - 1)
        for column, text, (_, own_ink), fixed_width in zip(self.columns, texts, inked, widths, strict=True):
            width = max(spare, 0) * column.weight // shares if column.weight else fixed_width
            if (column.weight and width < column.least) or x + width > end:
                continue
            shown, ink = drawing.glyphs.cut(text, width), own_ink or ("quiet" if heads else column.ink)
            ink, ground = ({"quiet": "text", "text": "title"}.get(ink, ink), "chosen") if is_lit else (ink, "bar")
            start = x + width - len(shown) if column.is_right else x
            drawing.write(start, box.y, shown, ink, background=ground, action=column.action if heads else None)
            x += width + 1


class ChoiceList(RowList[Choice]):
    """A list of choices and keys, in place of an empty list."""

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
    """A dialog with a list, with texts, and perhaps with a picture."""

    columns_wanted = 62
    """The preferred width of the list, in cells."""
    open_label = "open"
    has_picture = False
    """Whether the dialog has a picture of the chosen item, beside or below the list."""
    list_width = 0
    """The least width of a list with a picture of that width beside it; 0 if the picture is always below."""
    widest_list = 44
    """The greatest width of a list with the picture beside it."""
    has_rule = False
    """Whether a rule with the number of the chosen item stands between the list and the note."""
    item_rows = 1
    """The preferred rows of an item: 1, 2 with a second line, or 3 with a blank line, too."""
    narrow_below = 60
    """The width of the window below which items have one row each."""
    filter_label = ""
    """Label of the search field; empty for none. `items` must honour `typed`."""
    noted: Sequence[Item] = ()
    """The items whose notes decide the room for notes."""
    head = ""
    """The text above the list."""
    nothing = READING
    """Placeholder of an empty list: `READING` at first, later the reason."""
    offered: Sequence[str] = ()
    """The commands to choose from while the list is empty."""
    message = ""
    """The message about the last key, shown in place of the note."""
    _confirmed = ""
    """The last message that is no refusal, in the ink of success."""
    _prompt: _ListPrompt | None = None
    _most_rows = 0
    """The most rows that a list with a search field has had; without the field, its present rows."""

    def __init__(self, ui: Ui, title: str, index: int = 0) -> None:
        """Make the dialog, with the item at `index` chosen."""
        self.filter = LineField("", longest=40)
        self._choices = ChoiceList(lambda: self.offers)
        super().__init__(ui, title)
        self.choose(index)

    @property
    def pad(self) -> int:  # type: ignore[override]
        return self.margin - 1

    @property
    def typed(self) -> str:  # type: ignore[override]
        return self.filter.text.strip()

    @property
    def is_narrow(self) -> bool:
        """Whether the window is too narrow for items of several rows."""
        return self.window[0] < self.narrow_below

    def label(self) -> str:
        """Return the text of Enter's hint, or '' for no hint."""
        return self.open_label

    def note(self) -> tuple[str, str]:
        """Return the note below the list, and the ink.

        The note is the message about the last key, or else a remark about the chosen item.
        """
        chosen = self.chosen
        if not self.message and chosen is not None:
            return self.about(chosen)
        inks = {self._confirmed: "winnable", READING: "quiet"}
        return self.message, inks.get(self.message, "warning")

    def about(self, item: Item) -> tuple[str, str]:
        """Return a remark about an item, and the ink."""
        return "", "text"

    def say(self, message: str) -> None:
        """Show a message below the list, or in an empty list."""
        self.message = self.nothing = message

    def refuse(self, why: str) -> None:
        self.say(why)

    def confirm(self, message: str) -> None:
        """Show a message about a wish that was carried out."""
        self.message = self._confirmed = message

    def attempt(self, action: Action) -> None:
        """Run `action`, and show a FreecellError as a message."""
        try:
            action()
        except FreecellError as error:
            self.message = str(error)

    def all_notes(self) -> Sequence[str]:
        """Return the notes that decide the room for notes.

        With room for the longest, the list does not move when the note changes.
        """
        return [self.about(item)[0] for item in self.noted]

    @property
    def is_spoken(self) -> bool:
        """Whether a screen reader says what changes, so that a picture of the chosen item would only be noise."""
        return self._ui.appearance.settings.screen_reader

    @property
    def _shown_list(self) -> RowList[Any]:
        return self if self.items else self._choices

    @property
    def rows_to_step(self) -> int:
        return 0 if self._prompt is not None or self.only_steps_out else len(self._shown_list.items)

    @property
    def stepped_row(self) -> int:
        return self._shown_list.chosen_index

    def step_to_row(self, row: int) -> None:
        self._shown_list.choose(row)

    @property
    def offers(self) -> Sequence[Choice]:
        """The choices in place of an empty list."""
        return [self._ui.choice(name) for name in self.offered]

    def beside(self, drawing: DrawContext, box: Box, item: Item) -> None:
        """Draw the picture of the chosen item."""

    def ask_line(self, label: str, take_label: str, field: LineField, take: Callable[[str], None]) -> None:
        """Ask for a line in a field below the list.

        Enter calls `take` with the text; a FreecellError is shown, and the line stays.
        """
        self._prompt = _ListPrompt(("enter",), take_label, lambda: take(field.text), field, label)

    def ask_first(self, question: str, label: str, action: Action, keys: Sequence[str] = ("x", "y", "delete")) -> None:
        """Ask for confirmation before `action`.

        One of `keys` runs the action; any other key cancels.
        """
        self.message, self._prompt = question, _ListPrompt(keys, label, action)

    def paste(self, text: str) -> None:
        if self._prompt is not None and self._prompt.field is not None:
            self._prompt.field.paste(text)
        elif self.filter_label:
            self.filter.paste(text)
            self.choose(0)
        else:
            return
        self.message = ""

    def press(self, key: str) -> str | None:
        self.message = ""
        if (prompt := self._prompt) is not None:
            if prompt.field is not None and key not in (*prompt.keys, "esc"):
                prompt.field.press(key)
                return None
            self._prompt = None
            try:
                if key in prompt.keys:
                    prompt.action()
            except FreecellError as error:
                self.message, self._prompt = str(error), prompt
        elif self.filter_label and (len(key) == 1 or key in ("backspace", "ctrl u")):
            self.filter.press(key)
            self.choose(0)
        else:
            shown = self._shown_list
            choices = [*self.keys(), *(() if self.items else self.offers)]
            if (choice := choice_of_key(key, choices)) is not None:
                self.attempt(choice.action)
            elif not shown.press_in_list(key):
                return super().press(key)
        return None

    def click_outside(self) -> None:
        """Close the dialog, unless a line is typed, which a slip would lose."""
        if self._prompt is None or self._prompt.field is None:
            super().click_outside()

    @property
    def takes_text(self) -> bool:  # type: ignore[override]
        is_typed = self._prompt is not None and self._prompt.field is not None
        return is_typed or bool(self.filter_label) or self.takes_any_key

    @property
    def letters_are_text(self) -> bool:
        if self._prompt is not None:
            return self._prompt.field is not None
        return self.takes_text

    def key_hints(self) -> Sequence[Choice]:
        if self._prompt is not None:
            return self.hint(self._prompt.keys[0], self._prompt.label), self.hint("esc", "back")
        label = self.label() if self.items else "choose" if self.offers else ""
        return [*([self.hint("enter", label)] if label else []), *super().key_hints()]

    def wanted(self) -> Size:
        if not self.items and (offers := self.offers):
            width = max(len(self.message or self.nothing), *(len(offer.text) + 8 for offer in offers)) + 4 * self.pad
            lines = _wrapped(self.message or self.nothing, self.glyphs, min(width, self.room) - 2 * self.pad)
            return width, len(lines) + 1 + len(offers)
        if self.has_picture:
            # A large window leaves some cells free around it.
            return max(self.window[0] - 12, 150), max(self.window[1] - 8, 45)
        # In a narrow window a note takes more rows.
        width = min(self.columns_wanted, self.room - 2 * self.pad)
        head_rows = len(_wrapped(self.head, self.glyphs, width))
        if self.filter_label:
            head_rows += 1
        foot_rows = self._foot_rows(width)
        has_headings = any(column.heading for column in self.columns)
        list_rows = self.line_count * (1 if self.is_narrow else self.item_rows)
        if has_headings:
            list_rows += 1
        # While words are typed, fewer items are found, and the list keeps its size.
        self._most_rows = max(self._most_rows, list_rows) if self.filter_label else list_rows
        blank_rows = (1 if head_rows else 0) + (1 if foot_rows and not self.has_rule else 0)
        return self.columns_wanted + 2 * self.pad, head_rows + self._most_rows + foot_rows + blank_rows

    def _foot_rows(self, width: int) -> int:
        rows = max(len(_wrapped(note, self.glyphs, width)) for note in (self.note()[0], *self.all_notes()))
        return rows + 1 if self.has_rule and rows else rows

    def draw(self, drawing: DrawContext) -> None:
        width, inside = drawing.width, drawing.width - 2 * self.pad
        text, ink = self.note()
        foot_rows = self._foot_rows(inside)
        field = self._prompt.field if self._prompt is not None else None
        foot = drawing.height - foot_rows - (field is not None)
        filter_rows = 2 if self.window[1] >= _ROOMY else 1
        above = filter_rows if self.filter_label else 0
        if self.items:
            head = _wrapped(self.head, self.glyphs, inside)
            drawing.block(self.pad, above, head, "bar quiet")
            top = above + len(head)
            if head and foot - len(head) > self.line_count:
                top += 1
            # A note covers a part of a picture, which keeps its size; a list makes room for the note.
            end = drawing.height if self.has_picture else foot
            self.draw_list(drawing, Box(0, top, width, end - top), foot - top)
        else:
            text = ""
            lines = _wrapped(self.message or self.nothing, self.glyphs, inside)
            drawing.block(self.pad, above, lines, "bar text")
            y = above + len(lines) + 1
            if self.offers:
                self._choices.draw_items(drawing, Box(0, y, width, drawing.height - y))
        if self.filter_label:
            self.filter.draw(drawing, (self.pad, 0), self.filter_label)
        if self._prompt is not None:
            # A confirmation or prompt takes all clicks.
            drawing.on_click(Box(0, 0, width + _GAP, drawing.height))
        if self.has_rule and foot_rows and self.items:
            number = "" if self.is_spoken else f" {self.chosen_index + 1} of {len(self.items)} "
            drawing.write(self.pad, foot, number.rjust(inside - 1, self.glyphs.rule) + self.glyphs.rule, "quiet")
            foot += 1
        for y, line in enumerate(_wrapped(text, self.glyphs, inside), foot):
            drawing.fill(0, y, width, 1, "bar text")
            drawing.write(self.pad, y, line, ink)
            drawing.on_click(Box(0, y, width, 1))
        if self._prompt is not None and field is not None:
            drawing.fill(0, drawing.height - 1, width, 1, "bar text")
            field.draw(drawing, (self.pad, drawing.height - 1), self._prompt.field_label)

    def draw_list(self, drawing: DrawContext, box: Box, list_rows: int) -> None:
        """Draw the list and the picture in a box.

        A list with the picture beside it has `list_rows` rows.
        """
        count, chosen = len(self.items), self.items[self.chosen_index]
        if not self.has_picture:
            rows = 1 if self.is_narrow else max(min(box.height // count, self.item_rows), 1)
            self.draw_items(drawing, box, rows)
        elif self.list_width and box.width >= 2 * self.list_width + 4:
            width = max(min(box.width // 3 + 6, self.widest_list), self.list_width)
            self.draw_items(drawing, Box(0, box.y, width, list_rows), self.item_rows)
            if not self.glyphs.has_colour and count * self.item_rows <= box.height:
                drawing.fill(width, box.y, 1, box.height, "bar quiet", self.glyphs.frame[-1])
            self._draw_beside(drawing, Box(width + _GAP, box.y, box.width - width - _GAP, box.height), chosen)
        else:
            height = max(int(box.height * 0.4), 1)  # the list's share above the picture, at most
            rows = 1 if self.list_width else max(min(height // count, self.item_rows), 1)
            height = height if self.list_width else min(height, count * rows)
            self.draw_items(drawing, box._replace(height=height), rows)
            self._draw_beside(drawing, Box(box.x, box.y + height, box.width, box.height - height), chosen)

    def _draw_beside(self, drawing: DrawContext, box: Box, item: Item) -> None:
        if not self.is_spoken:
            self.beside(drawing, box, item)


@lru_cache(maxsize=256)
def _wrapped(text: str, glyphs: Glyphs, width: int) -> tuple[str, ...]:
    """Return a text in rows of up to `width` cells.

    Cached, as a key asks for all notes of the settings several times, 2 ms each time.
    """
    lines = (glyphs.key_names(glyphs.displayable(line)) for line in text.split("\n"))
    return tuple(row for line in lines for row in wrap(line, max(width, 1)))
