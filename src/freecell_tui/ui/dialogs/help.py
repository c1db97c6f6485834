"""The help over the table: topics, the text of the chosen one, a search through all, and the way back."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain
from textwrap import wrap
from typing import Any, Final, NamedTuple

from freecell_tui.engine import Card, Suit, Variant
from freecell_tui.engine.text import one_line
from freecell_tui.help import Topic, load_topics
from freecell_tui.help.markdown import Block, Code, Heading, Role, Span, block_lines, line_text, map_spans, needs_gap
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.preview import CardPicture
from freecell_tui.ui.drawing.surface import Surface, narrow
from freecell_tui.ui.drawing.themes.theme import FOUR_INKS, TWO_INKS
from freecell_tui.ui.keymap import help_tables, key_namer
from freecell_tui.ui.mouse import WHEEL
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.dialog import Dialog, DrawContext
from freecell_tui.ui.widgets.parts import FRAME, KeyHint, draw_scroll_bar
from freecell_tui.ui.widgets.rows import Column, Row, RowList

# A topic as a page of a given size: its rows, its links, and where a search finds something.

_PICTURES: Final = "cards"
"""The language of the blocks of code that are pictures."""

_LOW: Final = 18
"""In a window of fewer rows, pictures are as low as can be."""

_TWO_COLUMNS: Final = 70
_COLUMN_GAP: Final = 2
"""The width from which on a topic to be seen at once has two columns, and the gap between them."""

_TALL: Final = 40
"""The rows from which on it has one column, if it is not too wide to be read."""

_WIDEST_TEXT: Final = 76


class Piece(NamedTuple):
    """A stretch of a row: its text, the role that it is drawn in, and the topic that it leads to or ''."""

    text: str
    role: str
    topic: str = ""


class PageRow(NamedTuple):
    """One row of a page, and where it begins; or the row of a picture with its number there."""

    x: int
    y: int
    pieces: Sequence[Piece] = ()
    text: str = ""
    picture: tuple[CardPicture, int] | None = None


class Place(NamedTuple):
    """A stretch of one row of a page, from cell `start` to `end`."""

    row: int
    start: int
    end: int


class Find(NamedTuple):
    """What leads to a topic, with its places in one row or more: a link, or what a search has found there."""

    topic: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A topic laid out: its rows in the order in which they are read, its links, and how many rows of cells it has."""

    rows: Sequence[PageRow]
    links: Sequence[Find]
    height: int

    def matches(self, pattern: re.Pattern[str]) -> Iterator[tuple[Place, ...]]:
        """Yield the places of each match, in the order in which they are read."""
        starts = list(accumulate((len(row.text) + 1 for row in self.rows), initial=0))
        for found in pattern.finditer("\n".join(row.text for row in self.rows)):
            places = []
            at = bisect_right(starts, found.start()) - 1
            while at < len(self.rows) and starts[at] < found.end():
                row = self.rows[at]
                first, last = max(found.start() - starts[at], 0), min(found.end() - starts[at], len(row.text))
                if first < last:
                    places.append(Place(row.y, row.x + first, row.x + last))
                at += 1
            yield tuple(places)


class _Spacing(NamedTuple):
    """Before which blocks there is an empty row, and whether pictures are as low as can be."""

    needs_gap: Callable[[Block | None, Block], bool]
    is_low: bool


def _is_section(before: Block | None, block: Block) -> bool:
    return before is not None and isinstance(block, Heading)


_SPACINGS: Final = (
    _Spacing(needs_gap, is_low=False),
    _Spacing(needs_gap, is_low=True),
    _Spacing(_is_section, is_low=False),
    _Spacing(_is_section, is_low=True),
    _Spacing(lambda _, __: False, is_low=True),
)
"""From the roomiest to the closest."""

_CLOSE: Final = 3
"""Which of them is the closest with sections that stand apart."""

_CARD: Final = re.compile(r"(10|[A2-9JQK])[♣♦♥♠]")
"""Code that is a card is drawn as one."""

_ROLES: Final = {Role.TEXT: "bar text", Role.CODE: "bar warning", Role.LINK: "bar winnable"}
_ROLES_WITHOUT_COLOUR: Final = {Role.TEXT: "bar text", Role.LINK: "tint text"}
"""The roles that text is drawn in; what is not here is bold."""


class Pages:
    """All topics for a variant, laid out in the characters and colours of the terminal."""

    def __init__(self, ui: Ui, variant: Variant) -> None:
        self.topics = load_topics()
        self.numbers = {topic.name: number for number, topic in enumerate(self.topics)}
        self._ui = ui
        self._variant = variant
        self._tables, self._key_of = help_tables(ui.keymap, variant), key_namer(ui.keymap)
        self._blocks: dict[int, list[Block]] = {}
        self._pages: dict[tuple[int, tuple[int, int]], Page] = {}
        self._drawn: dict[CardPicture, Surface] = {}

    def displayable(self, text: str) -> str:
        """Return a text in characters that the terminal has, with the dots of the verdicts as they are shown."""
        glyphs = self._ui.glyphs
        return narrow(glyphs.key_names(text.replace("●", glyphs.verdicts[0]).replace("○", glyphs.verdicts[1])))

    def page(self, number: int, size: tuple[int, int]) -> Page:
        """Return a topic's page for a window of this size."""
        if (page := self._pages.get((number, size))) is None:
            topic = self.topics[number]
            if number not in self._blocks:
                blocks = topic.blocks(self._tables, self._variant.name, self._key_of)
                self._blocks[number] = [self._shown(block) for block in blocks]
            blocks, (width, height) = self._blocks[number], size
            if topic.is_one_screen:
                page = self._one_screen(blocks, width, height)
            else:
                page = self._page([self._rows(blocks, width, _Spacing(needs_gap, is_low=height < _LOW))], 0)
            self._pages[number, size] = page
        return page

    def find(self, words: str, size: tuple[int, int]) -> list[Find]:
        """Return where words are found in all topics, in either case and across the ends of lines."""
        parts = [re.escape(word) for word in words.split()]
        if not parts:
            return []
        pattern = re.compile(r"\s+".join(parts), re.IGNORECASE)
        numbers = range(len(self.topics))
        return [Find(number, places) for number in numbers for places in self.page(number, size).matches(pattern)]

    def _shown(self, block: Block) -> Block:
        """Return a block as the terminal can show it, but a picture as it is; cards have a role of their own."""
        if isinstance(block, Code) and block.language != _PICTURES:
            return Code(block.language, tuple(map(self.displayable, block.lines)))

        def shown(span: Span) -> Span:
            if span.role is Role.CODE and _CARD.fullmatch(span.text):
                return Span(f" {span.text} ", Role.CARD)
            return span._replace(text=self.displayable(span.text))

        return map_spans(block, lambda spans: tuple(map(shown, spans)))

    def _one_screen(self, blocks: Sequence[Block], width: int, height: int) -> Page:
        """Return the page of a topic to be seen at once, as roomy as it can be; without its title, which is above it.

        It has two columns where there is room for them, but one where that fills the height better. If it does not fit
        even so, it is close.
        """
        sections: list[list[Block]] = [[]]
        for block in blocks[1:]:
            if isinstance(block, Heading) and sections[-1]:
                sections.append([])
            sections[-1].append(block)

        def in_columns(spacing: _Spacing) -> Page:
            """Return the page in columns that are as even as can be, with no section broken."""
            if width < _TWO_COLUMNS:
                return self._page([self._rows(chain(*sections), width, spacing)], 0)
            column = (width - _COLUMN_GAP) // 2
            halves = (
                [self._rows(chain(*part), column, spacing) for part in (sections[:at], sections[at:])]
                for at in range(1, len(sections))
            )
            return self._page(min(halves, key=lambda columns: max(map(len, columns))), column + _COLUMN_GAP)

        if height >= _TALL and width <= _WIDEST_TEXT:
            page = self._page([self._rows(chain(*sections), width, _SPACINGS[0])], 0)
            if page.height <= height:
                return page
        pages = [in_columns(spacing) for spacing in _SPACINGS]
        return next((page for page in pages if page.height <= height), pages[-1 if width >= _TWO_COLUMNS else _CLOSE])

    def _rows(self, blocks: Iterable[Block], width: int, spacing: _Spacing) -> list[PageRow]:
        """Return blocks as rows of up to `width` cells, in a column at the left."""
        rows: list[PageRow] = []
        before: Block | None = None
        for block in blocks:
            rows += [PageRow(0, 0)] * spacing.needs_gap(before, block)
            if isinstance(block, Code) and block.language == _PICTURES:
                picture = CardPicture(block.lines, width, is_compact=spacing.is_low)
                rows += (PageRow(0, 0, picture=(picture, number)) for number in range(picture.height))
            else:
                for line in block_lines(block, width):
                    pieces = [piece for span in line for piece in self._pieces(span)]
                    rows.append(PageRow(0, 0, pieces, line_text(line)))
            before = block
        return [row._replace(y=y) for y, row in enumerate(rows)]

    def _page(self, columns: Sequence[Sequence[PageRow]], pitch: int) -> Page:
        """Return the page of some columns, each `pitch` cells right of the one before."""
        rows = [row._replace(x=at * pitch) for at, column in enumerate(columns) for row in column]
        links: list[Find] = []
        is_open = False
        for row in rows:
            x = row.x
            for piece in row.pieces:
                place = Place(row.y, x, x + len(piece.text))
                x = place.end
                if not piece.topic:
                    is_open = is_open and not piece.text.strip()
                    continue
                topic = self.numbers[piece.topic]
                if is_open and links[-1].topic == topic and place.row == links[-1].places[-1].row + 1:
                    # A link that is broken at the end of a line is one link.
                    links[-1] = Find(topic, (*links[-1].places, place))
                else:
                    links.append(Find(topic, (place,)))
                is_open = True
        return Page(rows, links, max(map(len, columns)))

    def drawn(self, picture: CardPicture) -> Surface:
        """Return a picture as it is drawn, which is not before it is seen: it takes as long as all else."""
        if (drawn := self._drawn.get(picture)) is None:
            ui = self._ui
            drawn = picture.draw(ui.glyphs, colour=ui.has_colour, four_colours=ui.appearance.four_colours)
            self._drawn[picture] = drawn
        return drawn

    def _pieces(self, span: Span) -> Sequence[Piece]:
        """Return a span as it is drawn; a card in its colours, if there are any."""
        has_colour = self._ui.has_colour
        if span.role is not Role.CARD:
            roles = _ROLES if has_colour else _ROLES_WITHOUT_COLOUR
            return (Piece(span.text, roles.get(span.role, "bar title"), span.topic),)
        card = Card.parse(span.text.strip())
        name = self._ui.glyphs.card(card)
        if has_colour:
            inks = FOUR_INKS if self._ui.appearance.four_colours else TWO_INKS
            return (Piece(f" {name} ", f"card {inks[Suit(card.suit)]}"),)
        return Piece(" ", "bar text"), Piece(name, "bar title"), Piece(" ", "bar text")


# The dialog.

_SIZE: Final = (104, 55)
_LIST_WIDTH: Final = 26
_TEXT_WIDTHS: Final = range(56, _WIDEST_TEXT + 1)
"""With less room for the text, the list and the text take turns; wider lines are hard to read."""

_GAP: Final = 2
_WHEEL_ROWS: Final = 3
_MAX_QUERY: Final = 40

_FOUND: Final = ("found black", "lifted black")
_FOUND_WITHOUT_COLOUR: Final = ("cursor black", "lifted black")
"""The roles of what a search has found, and of the match that is shown."""


class View(NamedTuple):
    """What is shown: the number of a topic, and the first row of its text.

    `in_text` is whether keys are for the text, not for the list of topics; `link` is the number of the chosen link.
    """

    topic: int = 0
    in_text: bool = False
    top: int = 0
    link: int | None = None


@dataclass
class Search:
    """A search: the words, what they have found, and the number of the match that is shown.

    `is_typing` while the words are typed; `start` is what was shown before.
    """

    start: View
    is_typing: bool = False
    query: str = ""
    matches: Sequence[Find] = ()
    shown: int = 0

    @property
    def match(self) -> Find | None:
        """The match that is shown."""
        return self.matches[self.shown] if self.matches else None


class HelpDialog(Dialog):
    """All topics for a variant; `topic` is the name of the one that is open at first, or '' for the list."""

    _ui: Ui

    def __init__(self, ui: Ui, variant: Variant, topic: str = "") -> None:
        self._pages = Pages(ui, variant)
        topics = self._pages.topics
        self._titles = max(len(each.title) for each in topics) + 2
        self._list = RowList[Topic](
            (Column(self._titles), Column(weight=1, ink="quiet")),
            lambda: topics,
            lambda each: Row([f" {each.title}", each.summary]),
            lambda each: self._open(topics.index(each)),
        )
        self.view = View(self._pages.numbers[topic], in_text=True) if topic else View()
        self._list.pad = 0
        self._list.choose(self.view.topic)
        self._history: list[View] = []
        self._search = Search(self.view)
        self._text_x = 0
        """Where the text begins beside the list; 0 if the two take turns."""
        self.text_size = (1, 1)
        """The columns and rows that there are for a text."""
        super().__init__(ui, "Help", _SIZE)
        self._actions |= dict.fromkeys(ui.keymap.in_dialog("help"), ui.close_screen)

    @property
    def page(self) -> Page:
        """The text of the topic."""
        return self._pages.page(self.view.topic, self.text_size)

    @property
    def _shows_one_screen(self) -> bool:
        """Whether the topic that is read is one to be seen at once."""
        return self.view.in_text and self._pages.topics[self.view.topic].is_one_screen

    @property
    def title(self) -> str:
        return self._pages.topics[self.view.topic].title if self._shows_one_screen else "Help"

    def height(self, width: int) -> int:
        if not self._shows_one_screen:
            return super().height(width)
        inner = self.inner_width(width)
        # In two columns rather than in one that only a higher window has room for.
        rows = _TALL - 1 if inner >= _TWO_COLUMNS else _SIZE[1]
        return self._pages.page(self.view.topic, (inner, rows)).height + 2 * FRAME

    def _arrange(self, width: int, height: int) -> None:
        """Find room for the list and the text inside the frame; a topic to be seen at once has all of it.

        The match that is shown stays in sight.
        """
        if self._list.at != self.view.topic:
            self.view = View(self._list.at)
        beside = width - _LIST_WIDTH - 2 * _GAP
        is_alone = self._shows_one_screen
        self._text_x = _LIST_WIDTH + _GAP if beside >= _TEXT_WIDTHS.start and not is_alone else 0
        rows = height - self._search.is_typing
        size = (width if is_alone else min(width - self._text_x - _GAP, _WIDEST_TEXT), rows)
        if size == self.text_size:
            return
        self.text_size = size
        self._scroll(0)
        search = self._search
        if search.query:
            search.matches = self._pages.find(search.query, size)
            search.shown = min(search.shown, max(len(search.matches) - 1, 0))
        if search.match is not None and search.match.topic == self.view.topic:
            self._reveal(search.match.places[0])

    # Going about

    def _show(self, view: View) -> None:
        """Show a topic; its text may have fewer rows than when it was seen last, since the window was resized."""
        self.view = view
        self._list.choose(view.topic)
        self._scroll(0)

    def _go(self, view: View) -> None:
        """Show a topic, and remember the way back."""
        self._history.append(self.view)
        self._show(view)

    def _open(self, topic: int) -> None:
        self._go(View(topic, in_text=True))

    def _back(self) -> None:
        """End the search, go back a step, or close the help."""
        if self._search.query:
            self._search = Search(self.view)
        elif self._history:
            self._show(self._history.pop())
        else:
            self._ui.close_screen()

    def _scroll(self, rows: int) -> None:
        last = max(self.page.height - self.text_size[1], 0)
        self.view = self.view._replace(top=max(min(self.view.top + rows, last), 0))

    def _reveal(self, place: Place) -> None:
        """Scroll so that a place shows."""
        rows, top = self.text_size[1], self.view.top
        if place.row not in range(top, top + rows):
            self._scroll(place.row - rows // 3 - top)

    def _step_link(self, by: int) -> None:
        """Choose another link of the text; the first time, the first one that shows or comes after."""
        links, chosen = self.page.links, self.view.link
        if not links:
            return
        if chosen is None:
            chosen = next((at for at, link in enumerate(links) if link.places[0].row >= self.view.top), 0)
        else:
            chosen = (chosen + by) % len(links)
        self.view = self.view._replace(link=chosen)
        self._reveal(links[chosen].places[0])

    # The search

    def _type(self, key: str) -> None:
        """Take a key while the words are typed: Enter accepts them, Esc goes back."""
        search, start = self._search, self._search.start
        if key == "esc" or (key == "backspace" and not search.query) or (key == "enter" and not search.matches):
            self._search = Search(self.view)
            self._show(start)
        elif key == "enter":
            search.is_typing = False
            if (self.view.topic, self.view.in_text) != (start.topic, start.in_text):
                self._history.append(start)
        elif key == "backspace":
            self._find(search.query[:-1])
        elif len(key) == 1 and key.isprintable():
            self._find((search.query + key)[:_MAX_QUERY])

    def paste(self, text: str) -> None:
        if self._search.is_typing:
            self._find((self._search.query + one_line(text))[:_MAX_QUERY])
            self.refresh()

    def _find(self, query: str) -> None:
        """Show the first match from where the search was begun."""
        search, start = self._search, self._search.start
        search.query, search.matches = query, self._pages.find(query, self.text_size)
        here = (start.topic, start.top)
        from_here = (at for at, match in enumerate(search.matches) if (match.topic, match.places[0].row) >= here)
        search.shown = next(from_here, 0)
        self._show(start)
        self._show_match(remembers=False)

    def _show_match(self, by: int = 0, *, remembers: bool = True) -> None:
        """Show the match, or another one."""
        search = self._search
        if not search.matches:
            return
        search.shown = (search.shown + by) % len(search.matches)
        topic, places = search.matches[search.shown]
        if not self.view.in_text or topic != self.view.topic:
            (self._go if remembers else self._show)(View(topic, in_text=True))
        self._reveal(places[0])

    # Keys and mouse

    def keypress(self, size: Any, key: str) -> str | None:
        if size:
            self._arrange(self.inner_width(size[0]), size[1] - 2 * FRAME)
        if self._search.is_typing:
            self._type(key)
        elif not self._do(key):
            return super().keypress(size, key)
        self.refresh()
        return None

    def _do(self, key: str) -> bool:
        """Do what a key stands for in the list or in the text; return False if it stands for nothing there."""
        in_text, page, end = self.view.in_text, max(self.text_size[1] - 1, 1), self.page.height
        # The last row of a page is the first of the next.
        scrolls = {" ": page, "page down": page, "page up": -page, "backspace": -page}
        if in_text:
            scrolls |= {"up": -1, "down": 1, "home": -end, "end": end}
        if key == "esc":
            self._back()
        elif key == "/":
            self._search = Search(self.view, is_typing=True)
        elif key in ("n", "N"):
            self._show_match(1 if key == "n" else -1)
        elif key in scrolls and (in_text or self._text_x):
            self._scroll(scrolls[key])
        elif not in_text:
            return self._list.press("enter" if key in ("right", "tab") else key)
        elif key in ("tab", "shift tab") or (key == "enter" and self.view.link is None):
            self._step_link(-1 if key == "shift tab" else 1)
        elif key == "enter" and self.view.link is not None:
            self._open(self.page.links[self.view.link].topic)
        elif key == "left":
            self._go(View(self.view.topic, top=self.view.top))
        else:
            return False
        return True

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool | None:
        if event != "mouse press" or button not in WHEEL:
            return super().mouse_event(size, event, button, col, row, focus)
        if self.view.in_text or (self._text_x and col >= self._text_x):
            self._scroll(_WHEEL_ROWS * WHEEL[button])
        else:
            self._list.press("up" if WHEEL[button] < 0 else "down")
        self.refresh()
        return True

    def key_hints(self) -> Sequence[KeyHint]:
        search, in_text = self._search, self.view.in_text
        if search.is_typing:
            # All other keys are typed.
            keys = [("enter", "show"), ("esc", "end search")] if search.matches else [("esc", "end search")]
        elif search.query:
            found = f"next ({search.shown + 1} of {len(search.matches)})"
            keys = [("n", found), ("N", "previous"), ("/", "search"), ("esc", "end search")]
        else:
            page = [(" ", "page")] if (in_text or self._text_x) and self.page.height > self.text_size[1] else []
            links = [("tab", "link")] if in_text and self.page.links else []
            move = [*page, *links] if in_text else [("enter", "read"), *page]
            topics = [("left", "topics")] if in_text else []
            keys = [*move, ("/", "search"), *topics, ("esc", "back" if self._history else "close")]
        return [self.hint(key, text) for key, text in keys]

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        self._arrange(drawing.width, drawing.height)
        in_text = self.view.in_text
        if self._text_x or not in_text:
            self._draw_list(drawing)
        if self._text_x or in_text:
            drawing.cursor = None if in_text else drawing.cursor
            self._draw_text(drawing)
        search = self._search
        if search.is_typing:
            y = drawing.height - 1
            found = f"{len(search.matches)} found" if search.matches else "not found" * bool(search.query)
            # The end of long words stays in sight, with the cursor behind it.
            room = max(drawing.width - len(found) - 3, 1)
            x = drawing.write(0, y, f"/{search.query[-room:]}", "title")
            drawing.cursor = (x, y)
            drawing.write(max(drawing.width - len(found), x + 2), y, found, "quiet" if search.matches else "warning")

    def _draw_list(self, drawing: DrawContext) -> None:
        """Draw the topics, with what they are about where that has room, else with that of the chosen one below."""
        width, rows = (_LIST_WIDTH if self._text_x else drawing.width), self.text_size[1]
        abouts = [self._pages.displayable(topic.summary) for topic in self._pages.topics]
        has_room = self._titles + 1 + max(map(len, abouts)) <= width
        if not self._text_x and not has_room:
            about_rows = max(len(wrap(about, width)) for about in abouts)
            rows -= 1 + about_rows
            drawing.write(0, rows, self.glyphs.rule * width, "quiet")
            for y, line in enumerate(wrap(abouts[self.view.topic], width), rows + 1):
                drawing.write(0, y, line)
        shown = Column(weight=1, ink="quiet", least=1 if has_room else drawing.width)
        self._list.columns = (Column(self._titles), shown)
        self._list.draw(drawing, Box(0, 0, width, rows))

    def _draw_text(self, drawing: DrawContext) -> None:
        page, view, (width, height) = self.page, self.view, self.text_size
        visible = range(view.top, view.top + height)
        for row in page.rows:
            if row.y in visible:
                x, y = self._text_x + row.x, row.y - view.top
                if row.picture is not None:
                    picture, number = row.picture
                    drawing.surface.paste(self._pages.drawn(picture), x, y, range(number, number + 1))
                for piece in row.pieces:
                    drawing.surface.text(x, y, piece.text, piece.role)
                    x += len(piece.text)

        def boxes(places: Sequence[Place]) -> list[Box]:
            shown = [place for place in places if place.row in visible]
            return [Box(self._text_x + start, row - view.top, end - start, 1) for row, start, end in shown]

        for number, link in enumerate(page.links):
            for box in boxes(link.places):
                drawing.on_click(box, partial(self._open, link.topic))
                if number == view.link:
                    drawing.surface.recolour(box.x, box.y, box.width, "chosen title")
                    drawing.cursor = drawing.cursor or (box.x, box.y)
        found, shown = _FOUND if self._ui.has_colour else _FOUND_WITHOUT_COLOUR
        for match in self._search.matches:
            for box in boxes(match.places) if match.topic == view.topic else ():
                role = shown if match is self._search.match else found
                drawing.surface.recolour(box.x, box.y, box.width, role)
        if page.height > height:
            draw_scroll_bar(
                drawing.surface, Box(self._text_x + width + 1, 0, 1, height), visible, page.height, self.glyphs
            )


def open_help(ui: Ui, topic: str = "") -> None:
    """Show the help at a topic, or at the list of topics for ''."""
    controller = ui.controller
    playing = controller.session.game.variant if controller.is_in_sight else controller.settings.new_game_variant
    ui.push(HelpDialog(ui, playing, topic))
