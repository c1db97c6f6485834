"""The topics of the help as pages of a given width: their rows, their links, and where a search finds something."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Final, NamedTuple

from freecell_tui.help import KeyNamer, Topic
from freecell_tui.help.markdown import (
    Block,
    Code,
    Heading,
    Line,
    Role,
    Span,
    block_lines,
    line_text,
    map_spans,
    needs_gap,
)
from freecell_tui.ui.drawing.preview import CardPicture

_PICTURES: Final = "cards"
"""The language of the blocks of code that are pictures."""


_LOW: Final = 18
"""In a window of fewer rows, pictures are as low as can be."""

TWO_COLUMNS: Final = 70
_COLUMN_GAP: Final = 2
"""The width from which on a topic to be seen at once has two columns, and the gap between them."""

TALL: Final = 40
"""The rows from which on it has one column, if it is not too wide to be read."""

WIDEST_TEXT: Final = 76

_CARD: Final = re.compile(r"(10|[A2-9JQK])[♣♦♥♠]")
"""Code that is a card is drawn as one."""


class Place(NamedTuple):
    """A stretch of one row of a page, from cell `start` to `end`."""

    row: int
    start: int
    end: int


class Link(NamedTuple):
    """A link to a topic, with its places: two if it is broken at the end of a line."""

    topic: str
    places: tuple[Place, ...]


class PictureRow(NamedTuple):
    """One row of a picture."""

    picture: CardPicture
    y: int


Row = Line | PictureRow


class PlacedRow(NamedTuple):
    """A row of text or of a picture, and where on the page it begins."""

    x: int
    y: int
    row: Row


class Match(NamedTuple):
    """What a search has found: the number of the topic, and the places of the match, in one row or more."""

    topic: int
    places: tuple[Place, ...]

    @property
    def starts_at(self) -> tuple[int, int]:
        """The topic and the row where it starts."""
        return self.topic, self.places[0].row


@dataclass(frozen=True, slots=True)
class Page:
    """A topic laid out: its rows in the order in which they are read, and its links."""

    rows: tuple[PlacedRow, ...]
    links: tuple[Link, ...]
    height: int

    @classmethod
    def of(cls, blocks: Iterable[Block], size: tuple[int, int]) -> "Page":
        """Return the page of a topic for a window of this size."""
        spacing = _Spacing(needs_gap, is_compact=size[1] < _LOW)
        return cls._in_columns([_rows(blocks, size[0], spacing)], 0)

    @classmethod
    def one_screen(cls, blocks: Sequence[Block], size: tuple[int, int]) -> "Page":
        """Return the page of a topic to be seen at once, as roomy as it can be; without its title, which is above it.

        It has two columns where there is room for them, but one where that fills the height better. If it does not fit
        even so, it is close.
        """
        width, height = size
        sections = _sections(blocks[1:])
        if height >= TALL and width <= WIDEST_TEXT:
            page = cls._in_columns([_rows(chain(*sections), width, _SPACINGS[0])], 0)
            if page.height <= height:
                return page
        pages = [cls._of_sections(sections, width, spacing) for spacing in _SPACINGS]
        return next((page for page in pages if page.height <= height), pages[-1 if width >= TWO_COLUMNS else _CLOSE])

    @classmethod
    def _of_sections(cls, sections: Sequence[Sequence[Block]], width: int, spacing: "_Spacing") -> "Page":
        """Return the page of some sections, none of which is broken, in columns that are as even as can be."""
        if width < TWO_COLUMNS:
            return cls._in_columns([_rows(chain(*sections), width, spacing)], 0)
        column = (width - _COLUMN_GAP) // 2
        halves = (
            [_rows(chain(*part), column, spacing) for part in (sections[:at], sections[at:])]
            for at in range(1, len(sections))
        )
        return cls._in_columns(min(halves, key=lambda columns: max(map(len, columns))), column + _COLUMN_GAP)

    @classmethod
    def _in_columns(cls, columns: Sequence[Sequence[Row]], pitch: int) -> "Page":
        rows = [PlacedRow(at * pitch, y, row) for at, column in enumerate(columns) for y, row in enumerate(column)]
        return cls(tuple(rows), tuple(_links(rows)), max(map(len, columns)))

    def matches(self, pattern: re.Pattern[str]) -> Iterator[tuple[Place, ...]]:
        """Yield the places of each match, in the order in which they are read."""
        texts = ["" if isinstance(placed.row, PictureRow) else line_text(placed.row) for placed in self.rows]
        starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
        for found in pattern.finditer("\n".join(texts)):
            yield tuple(self._places(texts, starts, *found.span()))

    def _places(self, texts: Sequence[str], starts: Sequence[int], start: int, end: int) -> Iterator[Place]:
        """Yield the places of the characters from `start` to `end` of all texts, each of which has its own start."""
        row = bisect_right(starts, start) - 1
        while row < len(texts) and starts[row] < end:
            placed, first, last = self.rows[row], max(start - starts[row], 0), min(end - starts[row], len(texts[row]))
            if first < last:
                yield Place(placed.y, placed.x + first, placed.x + last)
            row += 1


class _Spacing(NamedTuple):
    """Before which blocks there is an empty row, and whether pictures are as low as can be."""

    needs_gap: Callable[[Block | None, Block], bool]
    is_compact: bool


def _is_section(before: Block | None, block: Block) -> bool:
    return before is not None and isinstance(block, Heading)


_SPACINGS: Final = (
    _Spacing(needs_gap, is_compact=False),
    _Spacing(needs_gap, is_compact=True),
    _Spacing(_is_section, is_compact=False),
    _Spacing(_is_section, is_compact=True),
    _Spacing(lambda _, __: False, is_compact=True),
)
"""From the roomiest to the closest."""

_CLOSE: Final = 3
"""Which of them is the closest with sections that stand apart."""


def _sections(blocks: Iterable[Block]) -> Sequence[Sequence[Block]]:
    """Return blocks in groups: what is before the first heading, and each heading with what follows."""
    sections: list[list[Block]] = [[]]
    for block in blocks:
        if isinstance(block, Heading) and sections[-1]:
            sections.append([])
        sections[-1].append(block)
    return sections


def _rows(blocks: Iterable[Block], width: int, spacing: _Spacing) -> Sequence[Row]:
    """Return blocks as rows of up to `width` cells."""
    rows: list[Row] = []
    before: Block | None = None
    for block in blocks:
        rows += [()] * spacing.needs_gap(before, block)
        if isinstance(block, Code) and block.language == _PICTURES:
            picture = CardPicture(block.lines, width, is_compact=spacing.is_compact)
            rows += (PictureRow(picture, y) for y in range(picture.height))
        else:
            rows += block_lines(block, width)
        before = block
    return rows


def _links(rows: Iterable[PlacedRow]) -> Iterator[Link]:
    """Yield the links of some rows; one that goes on in the next row is one link."""
    link: Link | None = None
    for placed in rows:
        x = placed.x
        for span in () if isinstance(placed.row, PictureRow) else placed.row:
            place = Place(placed.y, x, x + len(span.text))
            x = place.end
            if span.topic and link is not None and _goes_on(link, span, place):
                link = link._replace(places=(*link.places, place))
            elif span.topic:
                if link is not None:
                    yield link
                link = Link(span.topic, (place,))
            elif span.text.strip() and link is not None:
                yield link
                link = None
    if link is not None:
        yield link


def _goes_on(link: Link, span: Span, place: Place) -> bool:
    return link.topic == span.topic and place.row == link.places[-1].row + 1


class Pages:
    """All topics as pages of one size."""

    def __init__(
        self,
        topics: Sequence[Topic],
        tables: Mapping[str, str],
        variant: str,
        show: Callable[[str], str],
        key_of: KeyNamer = lambda _, key: key,
    ) -> None:
        """Show texts as `show` returns them: it leaves out characters that the terminal does not have.

        The other arguments are those of `Topic.blocks`.
        """
        self.topics = topics
        self._blocks = [[_shown(block, show) for block in topic.blocks(tables, variant, key_of)] for topic in topics]
        self._pages: dict[tuple[int, tuple[int, int]], Page] = {}

    def number_of(self, name: str) -> int:
        """Return the number of the topic of that name; raise StopIteration if there is none."""
        return next(number for number, topic in enumerate(self.topics) if topic.name == name)

    def page(self, number: int, size: tuple[int, int]) -> Page:
        """Return a topic's page for a window of this size."""
        if (page := self._pages.get((number, size))) is None:
            lay_out = Page.one_screen if self.topics[number].is_one_screen else Page.of
            page = self._pages[number, size] = lay_out(self._blocks[number], size)
        return page

    def find(self, words: str, size: tuple[int, int]) -> list[Match]:
        """Return where words are found in all topics, in either case and across the ends of lines."""
        parts = [re.escape(word) for word in words.split()]
        if not parts:
            return []
        pattern = re.compile(r"\s+".join(parts), re.IGNORECASE)
        return [
            Match(number, places)
            for number in range(len(self.topics))
            for places in self.page(number, size).matches(pattern)
        ]


def _shown(block: Block, show: Callable[[str], str]) -> Block:
    """Return a block with its texts as `show` returns them, and its cards in a role of their own.

    Pictures stay as they are.
    """
    if isinstance(block, Code) and block.language != _PICTURES:
        return Code(block.language, tuple(map(show, block.lines)))
    return map_spans(block, lambda spans: tuple(_shown_span(span, show) for span in spans))


def _shown_span(span: Span, show: Callable[[str], str]) -> Span:
    if span.role is Role.CODE and _CARD.fullmatch(span.text):
        return Span(f" {span.text} ", Role.CARD)
    return span._replace(text=show(span.text))
