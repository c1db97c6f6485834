"""The Markdown of the help topics: parsed into blocks, and laid out in lines of a given width."""

from collections import Counter
from collections.abc import Iterable
from itertools import product

import pytest

from freecell_tui.help import load_topics
from freecell_tui.help.markdown import (
    Block,
    Code,
    Paragraph,
    Role,
    Span,
    Table,
    block_lines,
    line_text,
    parse,
    plain_text,
)

TEXT = """\
# How to play

Bring all cards **home**: press `A`,
or see [Moving](moving.md).

<!-- a comment -->

- one
- two, which goes
  on

1. first

| keys | what they do |
| --- | --- |
| `u` | undo |

```sh
freecell 617  # | **no table**
```
"""


def test_every_kind_of_block_is_read_and_a_comment_parts_two_lines() -> None:
    assert parse(TEXT) == [
        Paragraph((Span("How to play", Role.HEADING),), level=1),
        Paragraph(
            (
                Span("Bring all cards "),
                Span("home", Role.BOLD),
                Span(": press "),
                Span("A", Role.CODE),
                Span(", or see "),
                Span("Moving", Role.LINK, "moving.md"),
                Span("."),
            )
        ),
        Paragraph((Span("one"),), "-"),
        Paragraph((Span("two, which goes on"),), "-"),
        Paragraph((Span("first"),), "1."),
        Table((((Span("keys"),), (Span("what they do"),)), ((Span("u", Role.CODE),), (Span("undo"),)))),
        Code("sh", ("freecell 617  # | **no table**",)),
    ]
    assert parse("one\n<!-- two\nlines -->\nthree") == [Paragraph((Span("one"),)), Paragraph((Span("three"),))]


def test_blocks_need_no_empty_line_between_them_and_a_block_of_code_no_end() -> None:
    blocks = parse("## Moves\ntext\n- item\n| a |\n| --- |\n| b |\n```\ncode")
    assert [type(block).__name__ for block in blocks] == ["Paragraph", "Paragraph", "Paragraph", "Table", "Code"]
    assert blocks[-1] == Code("", ("code",))


@pytest.mark.parametrize("text", ["a * b", "2 ** 3", "`open", "**open", "[a] (b)", "a | b", "#617", "-1 and -2", "_u_"])
def test_what_is_no_markup_stays_as_it_is(text: str) -> None:
    assert parse(text) == [Paragraph((Span(text),))]


def test_a_link_leads_to_a_topic_or_elsewhere() -> None:
    (paragraph,) = parse("[a](line-mode.md) [b](https://urwid.org) [`felt`](../felt.toml)")
    assert isinstance(paragraph, Paragraph)
    links = [span for span in paragraph.spans if span.role is Role.LINK]
    assert [(link.text, link.topic) for link in links] == [("a", "line-mode"), ("b", ""), ("felt", "")]


def lines(text: str, width: int) -> list[str]:
    return plain_text(parse(text), width, "freecell help {}").splitlines()


def test_headings_are_underlined_and_blocks_stand_apart_but_not_the_items_of_a_list() -> None:
    text = "# Title\n## Part\n### Small\ntext\n- one\n- two\n\nmore"
    assert "|".join(lines(text, 40)) == "Title|=====||Part|----||Small||text||- one|- two||more"
    assert lines("- a long item of a list", 12) == ["- a long", "  item of a", "  list"]


def test_code_is_in_backticks_in_a_sentence_and_bare_in_a_cell() -> None:
    assert lines("press `u`", 40) == ["press `u`"]
    table = "| keys | what |\n| --- | --- |\n| `1` – `8` | like `3` |"
    assert lines(table, 40) == ["keys   what", "1 – 8  like `3`"]
    assert lines("[Keys](keys.md) and [urwid](https://urwid.org)", 80) == [
        "Keys (freecell help keys) and urwid (https://urwid.org)"
    ]

    assert lines("The command is `freecell 617`", 28) == ["The command is", "`freecell 617`"]
    assert lines("`freecell solve 617 --short` now", 24) == ["`freecell solve 617", "--short` now"]


def test_a_table_takes_what_it_needs_then_wraps_wide_columns_then_becomes_lists() -> None:
    table = "| name | about it |\n| --- | --- |\n| `felt` | ivory cards on green felt |\n| `paper` | white cards |"
    assert lines(table, 40) == ["name   about it", "felt   ivory cards on green felt", "paper  white cards"]
    assert lines(table, 24) == ["name   about it", "felt   ivory cards on", "       green felt", "paper  white cards"]
    as_lists = "felt|  about it: ivory|  cards on green|  felt||paper|  about it: white|  cards"
    assert "|".join(lines(table, 18)) == as_lists


def test_code_is_kept_as_it_is_and_goes_on_further_to_the_right_where_it_is_too_long() -> None:
    assert lines("```\na   b\n\n  c\n```", 20) == ["  a   b", "", "    c"]
    assert lines("```\nfreecell solve 617 --short\n```", 18) == ["  freecell solve", "    617 --short"]
    assert lines("```\nfreecell 617     # plays it\n```", 24) == ["  freecell 617", "    # plays it"]


def test_no_line_is_too_wide_and_no_letter_is_lost(subtests: pytest.Subtests) -> None:
    for topic, width in product(load_topics(), (20, 29, 80)):
        with subtests.test(topic=topic, width=width):
            for block in topic.blocks({}):
                rows = [line_text(row) for row in block_lines(block, width)]
                assert max(map(len, rows), default=0) <= width, (topic.name, rows)
                shown, there = (Counter("".join("".join(each).split())) for each in (rows, texts(block)))
                assert shown >= there, (topic.name, rows)


def texts(block: Block) -> Iterable[str]:
    match block:
        case Code():
            return block.lines
        case Table():
            # Where the table becomes lists, its head stands before each cell but the first.
            return [line_text(cell) for row in block.rows[1:] for cell in row]
        case _:
            return [line_text(block.spans)]


def test_the_spans_of_a_line_keep_their_roles_when_it_is_broken() -> None:
    (block,) = parse("**bold words** and [a link](keys.md)")
    rows = block_lines(block, 11)
    assert [[(span.text, span.role) for span in row] for row in rows] == [
        [("bold words", Role.BOLD)],
        [("and ", Role.TEXT), ("a link", Role.LINK)],
    ]
