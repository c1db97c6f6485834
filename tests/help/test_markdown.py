"""The part of Markdown that the help topics use, parsed into blocks."""

from hypothesis import given
from hypothesis import strategies as st

from freecell_tui.help.markdown import Code, Paragraph, Role, Span, Table, line_text, parse

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


def test_what_is_no_markup_stays_as_it_is() -> None:
    for text in ("a * b", "2 ** 3", "`open", "**open", "[a] (b)", "a | b", "#617", "-1 and -2", "_u_"):
        assert parse(text) == [Paragraph((Span(text),))]


def test_a_link_leads_to_a_topic_or_elsewhere() -> None:
    (paragraph,) = parse("[a](line-mode.md) [b](https://urwid.org) [`felt`](../felt.toml)")
    assert isinstance(paragraph, Paragraph)
    links = [span for span in paragraph.spans if span.role is Role.LINK]
    assert [(link.text, link.topic) for link in links] == [("a", "line-mode"), ("b", ""), ("felt", "")]


@given(st.text(st.sampled_from("# `*|-[]()<!>1.a\n")))
def test_any_text_is_some_blocks(text: str) -> None:
    for block in parse(text):
        if isinstance(block, Paragraph):
            assert "\n" not in line_text(block.spans)
