"""The help over the table: a list of topics, each with its text and links, and a search."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, groupby, islice, zip_longest
from operator import itemgetter
from typing import Final, NamedTuple

from freecell_tui.engine import Card, Variant
from freecell_tui.help import TOPIC_NAMES, Topic, load_topic, load_topics
from freecell_tui.help import markdown as md
from freecell_tui.ui.drawing.cards.style import CardPicture
from freecell_tui.ui.drawing.surface import Box, Size
from freecell_tui.ui.help_tables import help_tables, key_in_help
from freecell_tui.ui.mouse import MouseEvent
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import BLANK, Line, Lines, Span, draw_line, width_of
from freecell_tui.ui.widgets.rows import Column, Row, Rows

_PICTURES: Final = "cards"  # the language of the blocks of code that are pictures
_LOW: Final = 18  # in a window of fewer rows, pictures are as low as can be
_TWO_COLUMNS: Final = 70  # the width from which on a topic to be seen at once has two columns
_COLUMN_GAP: Final = 2
_TALL: Final = 40  # the rows from which on it has one column, if it is not too wide to be read
_WIDEST_TEXT: Final = 76
_SIZE: Final = (_WIDEST_TEXT, 55)
_CARD: Final = re.compile(r"(10|[A2-9JQK])[♣♦♥♠]")  # code that is a card is drawn as one
_ROLES: Final = {md.Role.TEXT: "bar text", md.Role.CODE: "bar title", md.Role.LINK: "bar winnable"}
_ROLES_WITHOUT_COLOUR: Final = {md.Role.TEXT: "bar text", md.Role.LINK: "tint text"}
"""The roles of texts; a text with another role is bold."""


def _is_section(before: md.Block | None, block: md.Block) -> bool:
    return before is not None and isinstance(block, md.Paragraph) and block.level > 0


def _needs_no_gap(_before: md.Block | None, _block: md.Block) -> bool:
    return False


class Spacing(NamedTuple):
    """The height of a page."""

    needs_gap: Callable[[md.Block | None, md.Block], bool]
    """Returns whether an empty row separates two blocks."""
    is_low: bool
    """Whether pictures are as low as possible."""


_TIGHT: Final = Spacing(_is_section, is_low=True)
_SPACINGS: Final = (
    Spacing(md.needs_gap, is_low=False),
    Spacing(md.needs_gap, is_low=True),
    Spacing(_is_section, is_low=False),
    _TIGHT,
    Spacing(_needs_no_gap, is_low=True),
)
"""The spacings from the roomiest on."""


class Place(NamedTuple):
    """A stretch of one line of a page, from cell `start` to `end`."""

    line: int
    start: int
    end: int


class Link(NamedTuple):
    """A link to a topic; it has several places if the end of a line breaks it."""

    topic: str
    places: list[Place]


class Page(NamedTuple):
    """A topic laid out."""

    lines: Sequence[Line]
    links: Sequence[Link]
    text: str
    """The whole text in reading order."""
    cells: Sequence[tuple[int, int] | None]
    """The line and the column of each character of the text; None at the end of a line."""

    def matches(self, words: str) -> Iterator[list[Place]]:
        """Yield the places of words, in either case and across the ends of lines."""
        if not words.strip():
            return
        pattern = re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)
        for found in pattern.finditer(self.text):
            # One place for each line with some of the words.
            cells = filter(None, self.cells[found.start() : found.end()])
            rows = (list(row) for _, row in groupby(cells, key=itemgetter(0)))
            yield [Place(*row[0], row[-1][1] + 1) for row in rows]


_Row = tuple[Line, tuple[md.Span, ...]]
"""A row of a column: its drawn line, and its spans as the topic has them."""


class Match(NamedTuple):
    """A match of searched words: its topic, and its number among the matches in that topic."""

    topic: str
    number: int


class Pages:
    """The topics for a variant, laid out for the terminal."""

    def __init__(self, ui: Ui, variant: Variant) -> None:
        self._ui = ui
        self._variant = variant
        self._tables, self._key_of = help_tables(ui.keymap, variant), partial(key_in_help, ui.keymap)
        self.page = cache(self._laid_out)
        # A picture takes as long as the rest of a page, so it is drawn when it is seen.
        self._drawn = cache(lambda picture: picture.draw(ui.glyphs, ui.appearance.suit_inks))

    def _laid_out(self, name: str, size: Size) -> Page:
        topic, (width, height) = load_topic(name), size
        blocks = [self._shown(block) for block in topic.blocks(self._tables, self._variant.name, self._key_of)]
        if topic.is_one_screen:
            return self._one_screen(blocks, width, height)
        return self._page([self._rows(blocks, width, Spacing(md.needs_gap, is_low=height < _LOW))])

    def find(self, words: str) -> list[Match]:
        """Return the matches of words in all topics."""
        return [
            Match(name, number)
            for name in TOPIC_NAMES
            for number, _ in enumerate(self.page(name, _SIZE).matches(words))
        ]

    def _shown(self, block: md.Block) -> md.Block:
        """Return a block in the characters of the terminal; a picture stays as it is."""
        if isinstance(block, md.Code) and block.language != _PICTURES:
            return md.Code(block.language, tuple(map(self._displayable, block.lines)))
        return md.map_spans(block, self._shown_spans)

    def _shown_spans(self, spans: Sequence[md.Span]) -> tuple[md.Span, ...]:
        """Return spans in the characters of the terminal; cards have a role of their own."""
        shown = []
        for span in spans:
            if span.role is md.Role.CODE and _CARD.fullmatch(span.text):
                shown.append(md.Span(f" {span.text} ", md.Role.CARD))
            else:
                shown.append(span._replace(text=self._displayable(span.text)))
        return tuple(shown)

    def _displayable(self, text: str) -> str:
        glyphs = self._ui.glyphs
        return glyphs.key_names(text.replace("●", glyphs.verdicts[0]).replace("○", glyphs.verdicts[1]))

    def _one_screen(self, blocks: Sequence[md.Block], width: int, height: int) -> Page:
        """Return the page of a topic that is seen at once, as roomy as possible.

        It has two columns where they have room, but one column where that fills the height better. The title, which is
        above the page, is left out. A page that does not fit has no gaps in two columns, and gaps only before headings
        in one column.
        """
        sections = _sections(blocks)
        if height >= _TALL and width <= _WIDEST_TEXT:
            page = self._page([self._rows(chain(*sections), width, _SPACINGS[0])])
            if len(page.lines) <= height:
                return page
        for spacing in _SPACINGS:
            page = self._in_columns(sections, width, spacing)
            if len(page.lines) <= height:
                return page
        return self._in_columns(sections, width, _SPACINGS[-1] if width >= _TWO_COLUMNS else _TIGHT)

    def _in_columns(self, sections: Sequence[Sequence[md.Block]], width: int, spacing: Spacing) -> Page:
        """Return the page in two columns, as even as possible, or in one where two have no room."""
        if width < _TWO_COLUMNS:
            return self._page([self._rows(chain(*sections), width, spacing)])
        column = (width - _COLUMN_GAP) // 2
        halves = (
            [self._rows(chain(*part), column, spacing) for part in (sections[:end], sections[end:])]
            for end in range(1, len(sections))
        )
        return self._page(min(halves, key=lambda columns: max(map(len, columns))), column + _COLUMN_GAP)

    def _rows(self, blocks: Iterable[md.Block], width: int, spacing: Spacing) -> list[_Row]:
        needs_gap, is_low = spacing
        rows: list[_Row] = []
        before: md.Block | None = None
        for block in blocks:
            if needs_gap(before, block):
                rows.append((BLANK, ()))
            if isinstance(block, md.Code) and block.language == _PICTURES:
                picture = CardPicture(block.lines, width, is_compact=is_low)
                rows += ((Line(draw=partial(self._draw, picture, row)), ()) for row in range(picture.height))
            else:
                lines = md.block_lines(block, width)
                rows += ((Line(tuple(chain.from_iterable(map(self._pieces, spans)))), spans) for spans in lines)
            before = block
        return rows

    def _draw(self, picture: CardPicture, row: int, drawing: DrawContext, box: Box) -> None:
        drawing.paste(self._drawn(picture), box.x, box.y, range(row, row + 1))

    @staticmethod
    def _page(columns: Sequence[Sequence[_Row]], pitch: int = 0) -> Page:
        """Return the page of one column, or of two that are `pitch` cells apart."""
        text, cells = "", list[tuple[int, int] | None]()
        links: list[Link] = []
        is_open = False
        for column, rows in enumerate(columns):
            for y, (_, spans) in enumerate(rows):
                x, line = column * pitch, md.line_text(spans)
                text += f"{line}\n"
                cells += [*((y, x + cell) for cell in range(len(line))), None]
                for span in spans:
                    end = x + len(span.text)
                    if span.topic:
                        if not (is_open and links[-1].topic == span.topic and links[-1].places[-1].line == y - 1):
                            links.append(Link(span.topic, []))
                        links[-1].places.append(Place(y, x, end))
                    is_open = bool(span.topic) or (is_open and not span.text.strip())
                    x = end
        lines = [[line for line, _ in rows] for rows in columns]
        if len(lines) > 1:
            lines[0] = [_beside(left, right, pitch) for left, right in zip_longest(*lines, fillvalue=BLANK)]
        return Page(lines[0], links, text, cells)

    def _pieces(self, span: md.Span) -> Sequence[Span]:
        """Return the drawn spans of a text; a card has its colours, if the terminal has any."""
        has_colour = self._ui.glyphs.has_colour
        if span.role is not md.Role.CARD:
            roles = _ROLES if has_colour else _ROLES_WITHOUT_COLOUR
            return (Span(span.text, roles.get(span.role, "bar title")),)
        card = Card.parse(span.text.strip())
        name = self._ui.glyphs.card(card)
        if has_colour:
            return (Span(f" {name} ", f"card {self._ui.appearance.suit_inks[card.suit]}"),)
        return Span(" "), Span(name, "bar title"), Span(" ")


def _beside(left: Line, right: Line, pitch: int) -> Line:
    """Return two lines as one line, in which they begin `pitch` cells apart."""
    gap = Span(" " * (pitch - width_of(left.spans)))
    spans = (*left.spans, gap, *right.spans) if right.spans else left.spans
    return Line(spans, draw=partial(_draw_both, left, right, pitch))


def _draw_both(left: Line, right: Line, pitch: int, drawing: DrawContext, box: Box) -> None:
    for line, x in ((left, 0), (right, pitch)):
        if line.draw is not None:
            line.draw(drawing, box._replace(x=box.x + x))


def _sections(blocks: Sequence[md.Block]) -> list[list[md.Block]]:
    """Return the blocks after the title, in a list for each heading."""
    sections: list[list[md.Block]] = [[]]
    for block in blocks[1:]:
        if isinstance(block, md.Paragraph) and block.level and sections[-1]:
            sections.append([])
        sections[-1].append(block)
    return sections


_WITH_TEXT: Final = 98  # the width of a window from which on the text of the chosen topic is beside the list
_WIDE: Final = 104
_FOUND: Final = ("cursor black", "found black")  # the role of a search's matches, without colours and with colours


class HelpDialog(Rows[Topic]):
    """The topics for a variant, or during a search the topics with the typed words."""

    columns_wanted = _WIDE
    close_label = "close"
    open_label = "read"
    has_rule = True
    has_groups = True
    nothing = "No topic has these words."
    _is_brief = False

    def __init__(self, ui: Ui, pages: Pages, topic: str = TOPIC_NAMES[0]) -> None:
        self._pages = pages
        self._topics = self.noted = load_topics()
        self._titles = max(len(topic.title) for topic in self._topics)
        self._found: tuple[str, Sequence[Topic]] = "", self._topics
        self.list_width = self.widest_list = self._titles + 3
        super().__init__(ui, "Help", TOPIC_NAMES.index(topic))

    def wanted(self) -> Size:
        """Return the size, and set the columns of the list.

        These are titles and summaries, or titles alone if the text stands beside the list or the window is narrow.
        """
        self.has_picture = self.window[0] >= _WITH_TEXT and not self.is_spoken
        self._is_brief = self.room < self._titles + max(len(topic.summary) for topic in self._topics) + 4
        title = Column(self._titles + 1)
        self.columns = (title,) if self.has_picture or self._is_brief else (title, Column(weight=1, ink="quiet"))
        return (_WIDE, _SIZE[1]) if self.has_picture else super().wanted()

    @property
    def items(self) -> Sequence[Topic]:
        words = self.filter.text
        if words != self._found[0]:
            found = dict(self._pages.find(words)) if words.strip() else TOPIC_NAMES
            self._found = words, [load_topic(name) for name in found]
        return self._found[1]

    def row(self, item: Topic) -> Row:
        return Row([item.title, item.summary])

    def group(self, item: Topic) -> str:
        return item.shelf

    def about(self, item: Topic) -> tuple[str, str]:
        return item.summary if self._is_brief else "", "text"

    def open(self, item: Topic) -> None:
        self._ui.push(TopicDialog(self._ui, self._pages, item.name, self, self.filter.text))

    def keys(self) -> Sequence[Choice]:
        search = () if self.filter_label else (Choice("/", "search", self.search),)
        leave = Choice("", "", super().close, more_keys=self._keymap.in_dialog("help"))
        return *search, Choice("right", "", self.open_chosen, more_keys=("tab",)), leave

    def search(self) -> None:
        """Begin a search for typed words, until Esc."""
        self.filter_label, self.close_label = "Find: ", "end search"

    def close(self) -> None:
        """End the search, or else the help."""
        if not self.filter_label:
            super().close()
            return
        chosen = self.chosen
        self.filter.fill("")
        self.filter_label, self.close_label = "", "close"
        self.choose(self._topics.index(chosen) if chosen else 0)

    def beside(self, drawing: DrawContext, box: Box, item: Topic) -> None:
        box = box._replace(x=box.x + 1, width=min(box.width - 1, _WIDEST_TEXT))
        page = self._pages.page(item.name, (box.width, box.height))
        words = self.filter.text
        found = next((places[0].line for places in page.matches(words)), 0)
        first = found - box.height // 3 if found >= box.height else 0
        for y, line in enumerate(page.lines[first : first + box.height], box.y):
            draw_line(drawing, Box(box.x, y, box.width, 1), line)
        _recolour(drawing, box, first, chain.from_iterable(page.matches(words)), _FOUND[self.glyphs.has_colour])
        drawing.on_click(box, self.open_chosen)


def _recolour(drawing: DrawContext, box: Box, first: int, places: Iterable[Place], role: str) -> None:
    """Change the role of places on a page in a box, which shows lines from `first` on."""
    for line, start, end in places:
        if line - first in range(box.height):
            drawing.change_roles(lambda _: role, box.x + start, box.y + line - first, end - start, 1)


class TopicDialog(Lines):
    """A topic with links, each with a way back, and with the matches of a search."""

    _link: int | None = None
    _size = _SIZE

    def __init__(self, ui: Ui, pages: Pages, topic: str, topics: HelpDialog | None = None, words: str = "") -> None:
        self._pages = pages
        self._topics = topics
        self._topic = load_topic(topic)
        self._history: list[tuple[str, int, int | None]] = []
        """The topics before, each with the first line that showed and the number of the chosen link."""
        self._words = words
        self._found = pages.find(words)
        self._shown = next((index for index, match in enumerate(self._found) if match.topic == topic), 0)
        """The index of the shown match."""
        super().__init__(ui, "")

    @property
    def title(self) -> str:
        return self._topic.title if self._topic.is_one_screen else "Help"

    @property
    def _page(self) -> Page:
        return self._pages.page(self._topic.name, self._size)

    @property
    def columns_wanted(self) -> int:
        return _WIDE if self._topic.is_one_screen else _WIDEST_TEXT

    def wanted(self) -> Size:
        columns, rows = self.columns_wanted, _SIZE[1]
        if self._words:
            # The dialog keeps its size while matches are shown in one topic after the other.
            return columns, rows
        inner = min(columns, self.room)
        if self._topic.is_one_screen and inner >= _TWO_COLUMNS:
            # Two columns, as a single column has room in a higher window only. Blank rows yield to the text.
            for blank in (0, 2):
                rows = min(self.most_rows + blank, _TALL - 1)
                if len(self._pages.page(self._topic.name, (inner, rows)).lines) <= rows:
                    break
        return columns, len(self._pages.page(self._topic.name, (inner, rows)).lines)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        self._size = (width, height)
        lines = list(self._page.lines)
        for line, start, _ in self._lit()[:1]:
            if self._follows and line not in range(self._top, self._top + height):
                self._top = max(line - height // 3, 0)
            lines[line] = lines[line]._replace(cursor=start)
        return lines

    def _lit(self) -> Sequence[Place]:
        """Return the places of the chosen link, or else of the shown match."""
        if self._link is not None:
            return self._page.links[self._link].places
        match = self._found[self._shown] if self._found else None
        if match is None or match.topic != self._topic.name:
            return ()
        return next(islice(self._page.matches(self._words), match.number, None), ())

    def draw(self, drawing: DrawContext) -> None:
        super().draw(drawing)
        body = Box(0, 0, drawing.width, drawing.height)
        matches = chain.from_iterable(self._page.matches(self._words))
        _recolour(drawing, body, self._top, matches, _FOUND[self.glyphs.has_colour])
        role = "lifted black" if self._link is None else "chosen title"
        _recolour(drawing, body, self._top, self._lit(), role)
        for topic, places in self._page.links:
            for line, start, end in places:
                drawing.on_click(Box(start, line - self._top, end - start, 1), partial(self._go, topic))

    def _show(self, topic: str, top: int = 0, link: int | None = None) -> None:
        self._topic, self._top, self._link, self._follows = load_topic(topic), top, link, False

    def _go(self, topic: str) -> None:
        self._history.append((self._topic.name, self._top, self._link))
        self._show(topic)

    @property
    def close_label(self) -> str:  # type: ignore[override]
        return "back" if self._history else "close"

    def close(self) -> None:
        """Go back to the topic before, or else close the help."""
        if self._history:
            self._show(*self._history.pop())
        else:
            super().close()

    def _show_topics(self, *, is_searching: bool) -> None:
        if self._topics is None:
            self._topics = HelpDialog(self._ui, self._pages, self._topic.name)
            self._ui.replace(self._topics)
        else:
            self._ui.close_screen()
        if is_searching:
            self._topics.search()

    def _leave(self) -> None:
        self._ui.close_screen()
        if self._topics is not None:
            self._ui.close_screen()

    def _step_link(self, by: int) -> None:
        """Choose another link of the text.

        At first this is the first link on the screen, or the next link after the screen.
        """
        links = self._page.links
        if not links:
            return
        if self._link is None:
            self._link = next((index for index, link in enumerate(links) if link.places[0].line >= self._top), 0)
        else:
            self._link = (self._link + by) % len(links)
        self._follows = True

    def _step_match(self, by: int) -> None:
        if self._found:
            self._shown = (self._shown + by) % len(self._found)
            topic, _ = self._found[self._shown]
            if topic != self._topic.name:
                self._show(topic)
            self._link, self._follows = None, True

    def keys(self) -> Sequence[Choice]:
        found, link = self._found, partial(self._step_link, 1)
        return (
            Choice("n", f"next ({self._shown + 1} of {len(found)})" if found else "", partial(self._step_match, 1)),
            Choice("N", "previous" if found else "", partial(self._step_match, -1)),
            Choice(" ", "page" if self._last else "", partial(self.press, "page down")),
            Choice("backspace", "", partial(self.press, "page up")),
            Choice("tab", "link" if self._page.links else "", link),
            Choice("shift tab", "", partial(self._step_link, -1)),
            Choice("enter", "", link if self._link is None else partial(self._go, self._page.links[self._link].topic)),
            Choice("/", "search", partial(self._show_topics, is_searching=True)),
            Choice("left", "topics", partial(self._show_topics, is_searching=False)),
            Choice("", "", self._leave, more_keys=self._keymap.in_dialog("help")),
        )

    def mouse_event(self, event: MouseEvent) -> None:
        if event.wheel:
            self.scroll(3 * event.wheel)  # in lines
        else:
            super().mouse_event(event)


def help_on(ui: Ui, topic: str = "") -> Dialog:
    """Return a topic of the help, or the list of topics for ''."""
    controller = ui.controller
    variant = controller.game.variant if ui.shows_game else controller.settings.new_game_variant
    pages = Pages(ui, variant)
    return TopicDialog(ui, pages, topic) if topic else HelpDialog(ui, pages)
