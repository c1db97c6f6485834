"""Help topics in lines of a given width: nothing is lost, and nothing is wider than asked for."""

from collections import Counter
from collections.abc import Iterable
from itertools import product

from freecell_tui.help import load_topics
from freecell_tui.help.markdown import Block, Code, Role, Table, block_lines, line_text, parse, plain_text


def lines(text: str, width: int) -> list[str]:
    return plain_text(parse(text), width, "freecell help {}").splitlines()


def test_headings_are_underlined_and_blocks_stand_apart_but_not_the_items_of_a_list() -> None:
    text = "# Title\n## Part\n### Small\ntext\n- one\n- two\n\nmore"
    assert lines(text, 40) == [
        *("Title", "=====", "", "Part", "----", "", "Small", "", "text", "", "- one", "- two", "", "more"),
    ]
    assert lines("- a long item of a list", 12) == ["- a long", "  item of a", "  list"]


def test_code_is_in_backticks_in_a_sentence_and_bare_in_a_cell() -> None:
    assert lines("press `u`", 40) == ["press `u`"]
    table = "| keys | what |\n| --- | --- |\n| `1` – `8` | like `3` |"
    assert lines(table, 40) == ["keys   what", "1 – 8  like `3`"]
    assert lines("[Keys](keys.md) and [urwid](https://urwid.org)", 80) == [
        "Keys (freecell help keys) and urwid (https://urwid.org)"
    ]


def test_code_is_not_broken_in_a_line_if_it_fits_in_half_of_one() -> None:
    assert lines("The command is `freecell 617`", 28) == ["The command is", "`freecell 617`"]
    assert lines("`freecell solve 617 --short` now", 24) == ["`freecell solve 617", "--short` now"]


def test_a_table_takes_what_it_needs_then_wraps_wide_columns_then_becomes_lists() -> None:
    table = "| name | about it |\n| --- | --- |\n| `felt` | ivory cards on green felt |\n| `paper` | white cards |"
    assert lines(table, 40) == ["name   about it", "felt   ivory cards on green felt", "paper  white cards"]
    assert lines(table, 24) == ["name   about it", "felt   ivory cards on", "       green felt", "paper  white cards"]
    assert lines(table, 18) == [
        *("felt", "  about it: ivory", "  cards on green", "  felt", "", "paper", "  about it: white", "  cards"),
    ]


def test_code_is_kept_as_it_is_and_goes_on_further_to_the_right_where_it_is_too_long() -> None:
    assert lines("```\na   b\n\n  c\n```", 20) == ["  a   b", "", "    c"]
    assert lines("```\nfreecell solve 617 --short\n```", 18) == ["  freecell solve", "    617 --short"]
    assert lines("```\nfreecell 617     # plays it\n```", 24) == ["  freecell 617", "    # plays it"]


def test_no_line_is_too_wide_and_no_letter_is_lost() -> None:
    for topic, width in product(load_topics(), (20, 21, 29, 40, 63, 80, 130)):
        for block in topic.blocks({}):
            rows = [line_text(row) for row in block_lines(block, width)]
            assert max(map(len, rows), default=0) <= width, (topic.name, rows)
            assert letters(*rows) >= letters(*texts(block)), (topic.name, rows)


def texts(block: Block) -> Iterable[str]:
    match block:
        case Code():
            return block.lines
        case Table():
            # Where the table becomes lists, its head stands before each cell but the first.
            return [line_text(cell) for row in block.rows[1:] for cell in row]
        case _:
            return [line_text(block.spans)]


def letters(*texts: str) -> Counter[str]:
    return Counter("".join("".join(texts).split()))


def test_the_spans_of_a_line_keep_their_roles_when_it_is_broken() -> None:
    (block,) = parse("**bold words** and [a link](keys.md)")
    rows = block_lines(block, 11)
    assert [[(span.text, span.role) for span in row] for row in rows] == [
        [("bold words", Role.BOLD)],
        [("and ", Role.TEXT), ("a link", Role.LINK)],
    ]
