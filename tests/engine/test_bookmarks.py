"""The names of bookmarks and games."""

import pytest

from freecell_tui.engine import Bookmarks, FreecellError, parse_name
from freecell_tui.engine.game import MAX_NAME_LENGTH


def test_names_for_bookmarks_that_are_not_there_change_nothing() -> None:
    assert Bookmarks().rename(3, "x") == Bookmarks()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", ""),
        ("  a  b ", "a b"),
        ("雪の夜", "雪の夜"),
        ("x" * MAX_NAME_LENGTH, "x" * MAX_NAME_LENGTH),
        ("\ta\n", "a"),
    ],
)
def test_a_name_is_kept_with_single_spaces(text: str, name: str) -> None:
    assert parse_name(text) == name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x" * 41, "A name has at most 40 characters; this one has 41."),
        ("a\x1b[2J", "A name can only have printable characters."),
        ("\x00", "A name can only have printable characters."),
        ("\ud800", "A name can only have printable characters."),
    ],
)
def test_what_cannot_be_a_name_is_refused_kindly(text: str, told: str) -> None:
    with pytest.raises(FreecellError) as refused:
        parse_name(text)
    assert str(refused.value) == told
