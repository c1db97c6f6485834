"""The Markdown of the help topics, parsed: headings, paragraphs, lists, tables, blocks of code, and what is in a line.

Topics use this small part of Markdown, one block after the other and nothing nested; a test holds them to it. A parser
of our own takes a hundred lines, and the layout of lines for a terminal would be ours with any library.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCE: Final = "```"
_HEADING: Final = re.compile(r"(?P<level>#{1,3}) (?P<text>.+)")
_ITEM: Final = re.compile(r"(?P<marker>-|[0-9]+\.) +(?P<text>.+)")
_TABLE_RULE: Final = re.compile(r"[|: -]+")
_INLINE: Final = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<bold>[^*]+)\*\*|\[(?P<link>[^\]]+)\]\((?P<target>[^)\s]+)\)")
_TOPIC: Final = re.compile(r"(?P<name>[a-z-]+)\.md")


class Role(Enum):
    """What a piece of text is; each front end shows it in its own way."""

    TEXT = "text"
    HEADING = "heading"
    BOLD = "bold"
    CODE = "code"
    LINK = "link"
    CARD = "card"


class Span(NamedTuple):
    """A piece of text in one role; `target` is where a link leads."""

    text: str
    role: Role = Role.TEXT
    target: str = ""

    @property
    def topic(self) -> str:
        """The name of the topic that a link leads to; '' if it leads elsewhere."""
        found = _TOPIC.fullmatch(self.target)
        return found["name"] if found else ""


Line = tuple[Span, ...]
"""Text in one row."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 3."""

    level: int
    spans: Line


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or with a `marker` (`-` or `1.`) an item of a list."""

    spans: Line
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; its first row is its head."""

    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """A block of code; `language` is the word behind the fence."""

    language: str
    lines: tuple[str, ...]


Block = Heading | Paragraph | Table | Code


def parse(text: str) -> list[Block]:
    """Return the blocks of a Markdown text, without its comments."""
    return list(_blocks(_COMMENT.sub("", text).splitlines()))


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        first, start = lines[at], at
        at += 1
        if first.startswith(_FENCE):
            at = next((end for end in range(at, len(lines)) if lines[end].startswith(_FENCE)), len(lines)) + 1
            yield Code(first.removeprefix(_FENCE), tuple(lines[start + 1 : at - 1]))
        elif (heading := _HEADING.fullmatch(first)) is not None:
            yield Heading(len(heading["level"]), tuple(_inline(heading["text"], Role.HEADING)))
        elif first.strip():
            while at < len(lines) and _continues(first, lines[at]):
                at += 1
            yield _table(lines[start:at]) if first.startswith("|") else _paragraph(lines[start:at])


def _continues(first: str, line: str) -> bool:
    """Return whether a line belongs to the table, paragraph or item that begins with `first`."""
    if first.startswith("|"):
        return line.startswith("|")
    return bool(line.strip()) and not line.startswith((_FENCE, "#", "|")) and _ITEM.match(line) is None


def _paragraph(lines: Sequence[str]) -> Paragraph:
    item = _ITEM.fullmatch(lines[0])
    marker, first = ("", lines[0]) if item is None else (item["marker"], item["text"])
    return Paragraph(tuple(_inline(" ".join([first, *(line.strip() for line in lines[1:])]))), marker)


def _table(lines: Sequence[str]) -> Table:
    rows = (line.strip().strip("|").split("|") for line in lines if not _TABLE_RULE.fullmatch(line))
    return Table(tuple(tuple(tuple(_inline(cell.strip())) for cell in row) for row in rows))


def _inline(text: str, role: Role = Role.TEXT) -> Iterator[Span]:
    """Yield the spans of a text; what is not marked up has `role`."""
    at = 0
    for found in _INLINE.finditer(text):
        if found.start() > at:
            yield Span(text[at : found.start()], role)
        if found["code"]:
            yield Span(found["code"], Role.CODE)
        elif found["bold"]:
            yield Span(found["bold"], Role.BOLD)
        else:
            yield Span(found["link"].replace("`", ""), Role.LINK, found["target"])
        at = found.end()
    if at < len(text):
        yield Span(text[at:], role)
