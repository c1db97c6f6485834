"""The Markdown of the help topics, parsed and laid out in lines.

Topics use a small part of Markdown: headings, paragraphs, lists, tables, blocks of code, and markup within a line.
Blocks follow each other and are never nested; a test holds the topics to that.
A parser of our own takes a hundred lines, and the layout of lines for a terminal would be ours with any library.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from itertools import zip_longest
from textwrap import wrap
from typing import Final, NamedTuple

_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_BLOCK: Final = re.compile(
    r"""
    ^(?P<fence>```)(?P<language>.*)(?P<code>(\n(?!```).*)*)(\n```.*)?
    | ^(?P<level>\#{1,3})[ ](?P<heading>.+)$
    | (?P<table>(^\|.*\n?)+)
    | ^((?P<marker>-|[0-9]+\.)[ ]+(?=.))?(?P<text>.*\S.*(\n(?!```|\#|\||-[ ]+.|[0-9]+\.[ ]+.).*\S.*)*)
    """,
    re.MULTILINE | re.VERBOSE,
)
_TABLE_RULE: Final = re.compile(r"[|: -]+")
_INLINE: Final = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<bold>[^*]+)\*\*|\[(?P<link>[^\]]+)\]\((?P<target>[^)\s]+)\)")
_TOPIC: Final = re.compile(r"(?P<name>[a-z-]+)\.md")


Role = Enum("Role", "TEXT HEADING BOLD CODE LINK CARD")


class Span(NamedTuple):
    """A piece of text in one role."""

    text: str
    role: Role = Role.TEXT
    target: str = ""
    """The target of a link."""

    @property
    def topic(self) -> str:
        """The name of the topic to which a link leads, or ''."""
        match = _TOPIC.fullmatch(self.target)
        return match["name"] if match else ""


Line = tuple[Span, ...]
"""Text in one row."""


class Paragraph(NamedTuple):
    """A paragraph, an item of a list, or a heading."""

    spans: Line
    marker: str = ""
    """`-` or `1.` before an item of a list; '' for other paragraphs."""

    level: int = 0
    """1 to 3 for a heading; 0 for other paragraphs."""


class Table(NamedTuple):
    """A table, whose first row is its head."""

    rows: tuple[tuple[Line, ...], ...]


class Code(NamedTuple):
    """A block of code."""

    language: str
    """The word behind the fence."""

    lines: tuple[str, ...]


Block = Paragraph | Table | Code


def parse(text: str) -> list[Block]:
    """Return the blocks of a Markdown text, without its comments."""
    blocks: list[Block] = []
    for match in _BLOCK.finditer(_COMMENT.sub("", text)):
        if match["fence"]:
            blocks.append(Code(match["language"], tuple(match["code"].split("\n")[1:])))
        elif match["level"]:
            spans = tuple(_inline(match["heading"], Role.HEADING))
            blocks.append(Paragraph(spans, level=len(match["level"])))
        elif match["table"]:
            rows = (line for line in match["table"].splitlines() if not _TABLE_RULE.fullmatch(line))
            cells = (row.strip().strip("|").split("|") for row in rows)
            blocks.append(Table(tuple(tuple(tuple(_inline(cell.strip())) for cell in row) for row in cells)))
        else:
            text = " ".join(map(str.strip, match["text"].splitlines()))
            blocks.append(Paragraph(tuple(_inline(text)), match["marker"] or ""))
    return blocks


def _inline(text: str, role: Role = Role.TEXT) -> Iterator[Span]:
    """Yield the spans of a text, with `role` for plain text."""
    end = 0
    for match in _INLINE.finditer(text):
        if match.start() > end:
            yield Span(text[end : match.start()], role)
        if match["code"]:
            yield Span(match["code"], Role.CODE)
        elif match["bold"]:
            yield Span(match["bold"], Role.BOLD)
        else:
            yield Span(match["link"].replace("`", ""), Role.LINK, match["target"])
        end = match.end()
    if end < len(text):
        yield Span(text[end:], role)


_GAP: Final = 2
_INDENT: Final = "  "
_READABLE: Final = 14  # the width at which a column of text can still be read

_NOTE_IN_CODE: Final = "  # "
_NO_BREAK: Final = "\xa0"
_UNDERLINES: Final = {1: "=", 2: "-"}
_ALL_CODE: Final = re.compile(r"[ ,–]*")


def needs_gap(before: Block | None, block: Block) -> bool:
    """Return whether an empty line belongs between two blocks.

    `before` is None at the beginning.
    """
    are_items = all(isinstance(item, Paragraph) and item.marker for item in (before, block))
    return before is not None and not are_items


def block_lines(block: Block, width: int) -> list[Line]:
    """Return a block as lines of up to `width` cells."""
    match block:
        case Paragraph():
            return list(_wrapped(block.spans, width, f"{block.marker} " if block.marker else ""))
        case Table():
            return list(_table_lines(block, width))
        case Code():
            return [line for text in block.lines for line in _code_lines(text, width)]


def line_text(line: Line) -> str:
    return "".join(span.text for span in line).rstrip()


def plain_text(blocks: Iterable[Block], width: int, topic_link: str = "{}") -> str:
    """Return blocks as plain text, in lines as `laid_out` returns them with signs."""
    return "".join(f"{line_text(line)}\n" for line in laid_out(blocks, width, topic_link, has_signs=True))


def laid_out(blocks: Iterable[Block], width: int, topic_link: str, *, has_signs: bool) -> Iterator[Line]:
    """Yield blocks in lines of up to `width` characters.

    A link is followed by its target; a topic's is `topic_link` with the topic's name in it.
    With signs, headings are underlined, and code in a sentence is in backticks.
    """
    before: Block | None = None
    for source in blocks:
        block = map_spans(source, partial(_marked_up, topic_link=topic_link, has_signs=has_signs))
        lines = block_lines(block, width)
        if isinstance(block, Code) and not has_signs:
            lines = [tuple(span._replace(role=Role.TEXT) for span in line) for line in lines]  # not all of it in bold
        if needs_gap(before, block):
            yield ()
        yield from lines
        if has_signs and isinstance(block, Paragraph) and block.level in _UNDERLINES:
            yield (Span(_UNDERLINES[block.level] * max(len(line_text(line)) for line in lines)),)
        before = block


def map_spans(block: Block, change: Callable[[Line], Line]) -> Block:
    """Return a block with `change` applied to each of its texts.

    Blocks of code stay as they are.
    """
    match block:
        case Paragraph():
            return block._replace(spans=change(block.spans))
        case Table():
            return Table(tuple(tuple(map(change, row)) for row in block.rows))
        case Code():
            return block


def _marked_up(spans: Line, topic_link: str, *, has_signs: bool) -> Line:
    """Return spans with targets after links, and with signs with backticks around code.

    A text of nothing but code has no backticks.
    """
    is_code = not has_signs or all(span.role is Role.CODE or _ALL_CODE.fullmatch(span.text) for span in spans)
    texts = []
    for span in spans:
        text = span.text
        if span.role is Role.CODE and not is_code:
            text = f"`{text}`"
        elif span.role is Role.LINK:
            text += f" ({topic_link.format(span.topic) if span.topic else span.target})"
        texts.append(span._replace(text=text))
    return tuple(texts)


def _code_lines(text: str, width: int) -> Iterator[Line]:
    """Yield the lines of a line of code.

    The rest of a long line is indented further, and its comment has a line of its own.
    """
    room = max(width - len(_INDENT), 1)
    parts = [text]
    if len(text) > room:
        code, mark, comment = text.partition(_NOTE_IN_CODE)
        parts = wrap(code, room, subsequent_indent=_INDENT, break_on_hyphens=False)
        parts += wrap(f"# {comment}", room, initial_indent=_INDENT, subsequent_indent=_INDENT) if mark else []
    return ((Span(f"{_INDENT}{part}", Role.CODE),) for part in parts)


def _wrapped(spans: Line, width: int, indent: str = "") -> Iterator[Line]:
    """Yield spans in lines of up to `width` cells.

    The first line begins with `indent`, the others with as many blanks.
    """
    room = max(width - len(indent), 1)
    spans = tuple(span._replace(text=re.sub(r"\s+", " ", span.text)) for span in spans)
    text = ""
    for span in spans:
        is_kept = span.role in (Role.CODE, Role.CARD) and len(span.text) <= room // 2
        text += span.text.replace(" ", _NO_BREAK) if is_kept else span.text
    start = 0
    for part in wrap(text, room, break_on_hyphens=False):
        start = text.index(part, start)
        yield (*([Span(indent)] if indent else []), *_cut(spans, start, start + len(part)))
        indent = " " * len(indent)
        start += len(part)


def _cut(spans: Line, first: int, last: int) -> Iterator[Span]:
    """Yield the part of spans between two places in their text."""
    start = 0
    for span in spans:
        text = span.text[max(first - start, 0) : max(last - start, 0)]
        if text:
            yield span._replace(text=text)
        start += len(span.text)


def _table_lines(table: Table, width: int) -> Iterator[Line]:
    """Yield the lines of a table.

    A table with too narrow columns becomes lists.
    """
    columns = [[line_text(row[index]) for row in table.rows] for index in range(len(table.rows[0]))]
    widths = [max(map(len, column)) for column in columns]
    bodies = [max(map(len, column[1:]), default=0) for column in columns]
    # A heading may stand in several lines.
    least = [
        max(min(body, _READABLE), *(len(word) for text in column for word in text.split()))
        for body, column in zip(bodies, columns, strict=True)
    ]
    room = width - _GAP * (len(columns) - 1)
    if sum(least) > room:
        yield from _lists(table, width)
        return
    while sum(widths) > room:
        # Headings are broken before texts.
        over = [(width > body, width, index) for index, (width, body) in enumerate(zip(widths, bodies, strict=True))]
        *_, widest = max(each for each in over if each[1] > least[each[2]])
        widths[widest] -= 1
    head, *rows = table.rows
    heading = [tuple(span._replace(role=Role.HEADING) for span in cell) for cell in head]
    for row in (heading, *rows):
        cells = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
        for lines in zip_longest(*cells, fillvalue=()):
            spans: list[Span] = []
            for line, wide in zip(lines, widths, strict=True):
                spans += [*line, Span(" " * (wide + _GAP - sum(len(span.text) for span in line)))]
            yield tuple(spans[:-1])


def _lists(table: Table, width: int) -> Iterator[Line]:
    """Yield the rows of a table as lists.

    The first cell is a line, and the other cells follow, each after its head.
    """
    head, *rows = table.rows
    for number, row in enumerate(rows):
        if number:
            yield ()
        yield from _wrapped(row[0], width)
        for name, cell in zip(head[1:], row[1:], strict=True):
            yield from _wrapped((*name, Span(": "), *cell), width, _INDENT)
