"""The topics of the help as pages of a given width: their rows, their links, and where a search finds something."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from freecell_tui.help import Topic
from freecell_tui.help.layout import block_lines, line_text, map_spans, needs_gap
from freecell_tui.help.markdown import Block, Code, Line, Span
from freecell_tui.ui.drawing.card_picture import CardPicture

_PICTURES: Final = "cards"
"""The language of the blocks of code that are pictures."""


_LOW: Final = 18
"""In a window of fewer rows, pictures are as low as can be."""


class Place(NamedTuple):
    """A stretch of one row of a page, from cell `start` to `end`."""

    row: int
    start: int
    end: int


class Link(NamedTuple):
    """A link to a topic, with its places: two if it is broken at the end of a line."""

    topic: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One row of a picture."""

    picture: CardPicture
    y: int


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
    """A topic laid out: rows of text and of pictures, and its links from top to bottom."""

    rows: tuple[Line | PictureRow, ...]
    links: tuple[Link, ...]

    @classmethod
    def of(cls, blocks: Iterable[Block], size: tuple[int, int]) -> "Page":
        """Return the page of a topic for a window of this size."""
        rows: list[Line | PictureRow] = []
        before: Block | None = None
        for block in blocks:
            rows += [()] * needs_gap(before, block)
            rows += _rows(block, size)
            before = block
        return cls(tuple(rows), tuple(_links(rows)))

    def matches(self, pattern: re.Pattern[str]) -> Iterator[tuple[Place, ...]]:
        """Yield the places of each match, from top to bottom."""
        texts = ["" if isinstance(row, PictureRow) else line_text(row) for row in self.rows]
        starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
        for found in pattern.finditer("\n".join(texts)):
            yield tuple(_places(texts, starts, *found.span()))


def _rows(block: Block, size: tuple[int, int]) -> Sequence[Line | PictureRow]:
    if isinstance(block, Code) and block.language == _PICTURES:
        picture = CardPicture(block.lines, size[0], is_compact=size[1] < _LOW)
        return [PictureRow(picture, y) for y in range(picture.height)]
    return block_lines(block, size[0])


def _links(rows: Iterable[Line | PictureRow]) -> Iterator[Link]:
    """Yield the links of some rows; one that goes on in the next row is one link."""
    link: Link | None = None
    for y, row in enumerate(rows):
        x = 0
        for span in () if isinstance(row, PictureRow) else row:
            place = Place(y, x, x + len(span.text))
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


def _places(texts: Sequence[str], starts: Sequence[int], start: int, end: int) -> Iterator[Place]:
    """Yield the places of the characters from `start` to `end` of all texts, each of which has its own start."""
    row = bisect_right(starts, start) - 1
    while row < len(texts) and starts[row] < end:
        first, last = max(start - starts[row], 0), min(end - starts[row], len(texts[row]))
        if first < last:
            yield Place(row, first, last)
        row += 1


class Pages:
    """All topics as pages of one size."""

    def __init__(
        self,
        topics: Sequence[Topic],
        tables: Mapping[str, str],
        variant: str,
        show: Callable[[str], str],
    ) -> None:
        """Show texts as `show` returns them: it leaves out characters that the terminal does not have."""
        self.topics = topics
        self._blocks = [[_shown(block, show) for block in topic.blocks(tables, variant)] for topic in topics]
        self._size = (0, 0)
        self._pages: dict[int, Page] = {}

    def number_of(self, name: str) -> int:
        """Return the number of the topic of that name; raise StopIteration if there is none."""
        return next(number for number, topic in enumerate(self.topics) if topic.name == name)

    def page(self, number: int, size: tuple[int, int]) -> Page:
        """Return a topic's page for a window of this size."""
        if size != self._size:
            self._size = size
            self._pages = {}
        if number not in self._pages:
            self._pages[number] = Page.of(self._blocks[number], size)
        return self._pages[number]

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
    """Return a block with its texts as `show` returns them; pictures stay as they are."""
    if isinstance(block, Code) and block.language != _PICTURES:
        return Code(block.language, tuple(map(show, block.lines)))
    return map_spans(block, lambda spans: tuple(span._replace(text=show(span.text)) for span in spans))
