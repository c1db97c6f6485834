"""A position is written for people and programs, and read from what either of them writes."""

import re
import shutil
import subprocess
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    FOUNDATIONS,
    FREECELL,
    VARIANTS,
    Board,
    Card,
    Suit,
    Variant,
    deal,
    read_position,
    write_position,
)
from freecell_tui.engine.board import is_board_line, read_board
from freecell_tui.engine.deals import deck
from freecell_tui.engine.positions import read_any_board
from support.outcomes import refused
from support.strategies import positions


@given(positions())
def test_every_card_is_found_where_it_lies(position: tuple[Board, Variant]) -> None:
    board, variant = position
    places = {
        card: (pile, len(cards) - at)
        for pile in (*COLUMNS[: variant.columns], *CELLS[: variant.cells])
        for cards in [board.cards(pile)]
        for at, card in enumerate(cards)
    }
    places |= {
        Card.of(rank, suit): (FOUNDATIONS[suit], board.foundations[suit] - rank + 1)
        for suit in Suit
        for rank in range(1, board.foundations[suit] + 1)
    }
    assert {card: board.locate(card) for card in DECK} == places


MIDDLE = """\
Foundations: H-2 C-0 D-A S-A
Freecells: - 4S 6S 8H
2D KD TH TC TD 8D
:
3C 3H KC
5D QC JS 4D 9H 7S
7H 2S JD 5S AC 9C 2C 5C
9S 4C 4H TS KH JC QD
7D 3D 7C 6H 6D 6C
5H 3S QS KS QH JH 9D 8C 8S
"""


FORMS: dict[str, Callable[[str], str]] = {
    "10": lambda text: text.replace("T", "10"),
    "t": str.lower,
    "♥": lambda text: re.sub("(?<=[A2-9TJQK])[CDHS]", lambda suit: "♣♦♥♠"["CDHS".index(suit[0])], text),
    "crlf": lambda text: text.replace("\n", "\r\n"),
    ": ": lambda text: re.sub("^(?![FB:])", ": ", text, flags=re.MULTILINE).removesuffix(": "),
    "blank lines": lambda text: "\n" + text.replace("\n", "  \n\n"),
    "founds": lambda text: text.replace("Foundations", "Founds").replace("Freecells", "FC"),
    "Found:": lambda text: text.replace("Foundations", "found").replace("Freecells", "Free cells"),
    "0H": lambda text: text.replace("T", "0"),
    "1H": lambda text: re.sub("A(?=[CDHS])", "1", text),
    "1H is the ten": lambda text: text.replace("T", "1"),
    "4♣️": lambda text: re.sub("(?<=[A2-9TJQK])C", "♣\ufe0f", text),
    "suit first": lambda text: re.sub("([A2-9TJQK])([CDHS])", r"\2\1", text),
    "H-1": lambda text: re.sub("([A2-9TJQK])([CDHS])", r"\2-\1", text),
    "commas": lambda text: re.sub("(?<=[A2-9TJQK][CDHS]) ", ", ", text),
    "without spaces": lambda text: re.sub("(?<=[A2-9TJQK][CDHS]) (?=[A2-9TJQK][CDHS])", "", text),
    "comments": lambda text: "# by Ann\n" + text.replace("\n", "  # 7S, I think\n"),
    "a mark": lambda text: "\ufeff" + text.replace("\n", "\n\ufeff"),
    "a title": lambda text: "FreeCell Game #617\n" + text,
    "1:": lambda text: labelled(text, "{}: "),
    "C1:": lambda text: labelled(text, "C{}: "),
    "Column 1.": lambda text: labelled(text, "Column {}. "),
    "stack 0:": lambda text: labelled(text, "stack {}: ", first=0),
    "only labelled columns": lambda text: re.sub("(?m)^[0-9]+=\n", "", labelled(text, "{}=")),
    "csv": lambda text: re.sub("([A2-9TJQK][CDHS]) ?", r'"\1",', text),
    "a list": lambda text: re.sub("([A2-9TJQK][CDHS]) ?", r"'\1', ", re.sub("(?m)^(?![FB])(.+)$", r"[\1]", text)),
    "|": lambda text: re.sub("(?<=[A2-9TJQK][CDHS]) ", " | ", text),
    "[A♠]": lambda text: re.sub("([A2-9TJQK])S", r"[\1♠]", text),
    "&spades;": lambda text: re.sub("(?<=[A2-9TJQK])S", "&spades;", text),
    "&#9824;": lambda text: re.sub("(?<=[A2-9TJQK])S", "&#9824;", text),
    "full width": lambda text: re.sub("[A2-9TJQK][CDHS]", lambda card: in_full_width(card[0]), text),
    "colours": lambda text: re.sub("([A2-9TJQK]H)", "\x1b[31m\\1\x1b[0m", text),
    "-": lambda text: re.sub("(?m)^:$", "-", text),
    "[]": lambda text: re.sub("(?m)^:$", "[]", text),
    "(empty)": lambda text: re.sub("(?m)^:$", "(empty)", text).replace(" -", " []"),
    "[1]": lambda text: labelled(text, "[{}] "),
    "(1)": lambda text: labelled(text, "({}) "),
    "1 |": lambda text: labelled(text, "{} | "),
    "Tableau-1:": lambda text: labelled(text, "Tableau-{}: "),
    "Säule 1:": lambda text: labelled(text, "Säule {}: "),
    "Cascade 1 -": lambda text: labelled(text, "Cascade {} - "),
    "H 2": lambda text: text.replace("H-", "Hearts: ").replace("C-", "clubs "),
    "Foundation piles": lambda text: text.replace("Foundations:", "Foundation piles ="),
    "Free-cells (4)": lambda text: text.replace("Freecells:", "Free-cells (4):"),
    "♥A": lambda text: re.sub("(?<=[A2-9TJQK])[CDHS]", lambda suit: "♣♦♥♠"["CDHS".index(suit[0])], text),
    "an empty line": lambda text: re.sub("(?m)^:$", "", text),
}


def in_full_width(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) for letter in text)


def labelled(text: str, form: str, first: int = 1) -> str:
    """A board with a label before each column."""
    lines = text.splitlines()
    headings = [line for line in lines if line.startswith(("Fo", "Fr"))]
    columns = [line.removeprefix(":") for line in lines[len(headings) :]]
    return "\n".join([*headings, *(form.format(number) + line for number, line in enumerate(columns, first))]) + "\n"


WON = Board(((),) * FREECELL.columns, (None,) * FREECELL.cells, (13, 13, 13, 13))


@example((WON, FREECELL), "only labelled columns")
@example((WON, FREECELL), "an empty line")
@given(positions(), st.sampled_from([*FORMS]))
def test_every_position_reads_back_in_each_of_its_forms(position: tuple[Board, Variant], form: str) -> None:
    board, variant = position
    text = write_position(board)
    assert text.count("\n") == variant.columns + ("Foundations" in text) + ("Freecells" in text)
    assert read_position(text, variant) == read_position(FORMS[form](text), variant) == board


def test_the_middle_of_a_game_is_written_as_fc_solve_writes_it() -> None:
    board = read_position(MIDDLE)
    assert board.foundations == (0, 1, 2, 1)
    assert board.free_cells == (None, Card.parse("4S"), Card.parse("6S"), Card.parse("8H"))
    assert board.columns[1] == ()
    assert write_position(board) == MIDDLE
    cells = "Freecells: - 4S 6S 8H"
    assert read_position(MIDDLE.replace(cells, "Freecells: 4S 6S 8H")).free_cells[3] is None
    assert read_position(MIDDLE.replace(cells, "FC:4S * 6S 8H")).free_cells[1] is None
    won = Board(((),) * 8, (None,) * 4, (13, 13, 13, 13))
    assert write_position(won) == "Foundations: H-K C-K D-K S-K\n" + ":\n" * 8


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("                ", "- - - -"),
        ("  2C  3D  4D  JH", "2C 3D 4D JH"),
        ("      2S  JS  QH", "- 2S JS QH"),
        ("  2S          JS", "2S - - JS"),
        (" 10H     10S    ", "TH - TS -"),
        ("     10H", "- TH - -"),
        ("", "- - - -"),
        ("  2S", "2S - - -"),
        (" 2S   JS", "2S JS - -"),
    ],
)
def test_a_blank_four_wide_is_a_free_cell_as_fc_solve_prints_it(line: str, cells: str) -> None:
    held = [None if word == "-" else Card.parse(word) for word in cells.split()]
    queue = [str(card) for card in map(Card, range(52)) if card not in held]
    columns = "".join(": " + " ".join(queue[n::8]) + "\n" for n in range(8))
    board = read_position(f"Foundations: H-0 C-0 D-0 S-0 \nFreecells:{line}\n{columns}")
    assert list(board.free_cells) == held


MISTAKES = {
    ("TH", "9H"): "This is not a full deck: missing: 10♥; more than once: 9♥.",
    ("TH ", ""): "This is not a full deck: missing: 10♥.",
    ("\n:\n", "\nAS\n"): "This is not a full deck: more than once: A♠.",
    ("H-2", "H-4"): "This is not a full deck: more than once: 3♥ 4♥.",
    ("H-2", "H-0"): "This is not a full deck: missing: A♥ 2♥.",
    ("8H", "KS"): "This is not a full deck: missing: 8♥; more than once: K♠.",
    ("KD", "1D"): "This is not a full deck: missing: K♦; more than once: A♦.",
    ("KD", "14D"): "Line 3: “14D” is not a card: write a rank and a suit, like 9S or TH.",
    ("KD", "AS " * 70): "Line 9: These are more than 52 cards.",
    (":\n3C 3H KC\n", "3C 3H KC\n\n\n"): "FreeCell has 8 columns, not 7: write : for an empty column.",
    ("4S 6S", "4S x"): "Line 2: “x” is not a card: write a rank and a suit, like 9S or TH.",
    ("C-0", "C-X"): "Line 1: “C-X” is not a foundation: write H-0, C-A, D-10 or S-K.",
    ("C-0", "C-14"): "Line 1: “C-14” is not a foundation: write H-0, C-A, D-10 or S-K.",
    ("2D KD", ":\n2D KD"): "FreeCell has 8 columns, not 9.",
    (":\n3C", "3C"): "FreeCell has 8 columns, not 7.",
    (MIDDLE, ""): "FreeCell has 8 columns, not 0.",
}


def test_a_deal_in_rows_or_in_a_line_is_read_as_it_is_dealt_and_says_so() -> None:
    for variant in VARIANTS.values():
        width, cards = variant.columns, list(map(str, deck(617)))
        rows = "\n".join(" ".join(cards[start : start + width]) for start in range(0, 52, width))
        for text in (rows, f"Game #617\n\n{rows}\n\n", " ".join(cards), "".join(cards), rows.replace(" ", ",")):
            board, note = read_board(text, variant)
            assert board == deal(617, variant)
            assert note.startswith("Read in ")
        assert read_board(write_position(board), variant) == (board, "")
    assert refused(read_position, rows.replace("AS", "AH"))


def test_lines_without_a_card_are_left_out_and_told() -> None:
    rule = "-" * 20
    for text, count in (
        (f"Is this lost?\n\n{MIDDLE}", 1),
        (f"PySolFC 2.20\n{MIDDLE}{rule}\nThanks!\n", 3),
        (MIDDLE.replace("\n2D KD", "\nTableau:\n2D KD"), 1),
        (MIDDLE.replace("\n2D KD", f"\n{rule}\n2D KD"), 1),
        ("<table>\n" + MIDDLE, 1),
    ):
        lines = "1 line that holds" if count == 1 else f"{count} lines that hold"
        assert read_board(text) == (read_position(MIDDLE), f"Read without {lines} no card.")
    assert refused(read_position, MIDDLE.replace(":\n", "nothing\n")).startswith("Line 4: “nothing” is not a card")
    assert refused(read_position, "Look at 5S:\n" + MIDDLE).startswith("Line 1: “Look” is not a card")


def test_lists_in_one_line_are_columns_and_a_rule_is_no_empty_column() -> None:
    lists = str([list(map(str, column)) for column in deal(617).columns])
    for text in (lists, lists.replace("'", '"'), lists.replace("], [", "],\n [")):
        assert read_any_board(text) == (deal(617), FREECELL, "")
    rule = "-=" * 30
    assert refused(read_any_board, f"{rule}\n\n{write_position(deal(617))}").startswith("Line 1: “-=-=")
    rows = [list(map(str, deck(617)[start : start + 8])) for start in range(0, 52, 8)]
    table = "|1|2|3|4|5|6|7|8|\n|---|---|---|---|---|---|---|---|\n" + "\n".join(f"|{'|'.join(row)}|" for row in rows)
    assert read_any_board(table).board == deal(617)
    assert read_any_board(table).note.startswith("Read without 2 lines that hold no card. Read in rows")


def test_a_line_is_of_a_board_if_it_can_be_no_moves_of_a_game() -> None:
    for line in ("3C 4D 5C", "2C 3C 9C", "3S 4C 5C", "[1] 4C 5S 6C", "'3C', 'TD', '4C'", "C1: 3C 4S 5C", "Found: 2H"):
        assert is_board_line(line), line
    for line in ("3c 4d 5c", "3H 4H 5H", "3C 4D", "3c 4h", "(1) 6a", "27. 72.", "6a 6b 6c", "", "-", "hint"):
        assert not is_board_line(line), line
    for line in ("83", "27 72", "(1) 6a", "6a", "hint", "3 to 2"):
        assert not is_board_line(line, is_begun=True), line


def test_a_nought_at_home_is_no_card_or_the_ten_where_only_so_every_card_is_there() -> None:
    for home in ("2H 0C AD AS", "2H 0C 1D 1S", "H2 C0 DA SA", "H-2 C- D-A S-A", "♥2 ♣- ♦A ♠A", "[2H] [] [AD] [AS]"):
        assert read_position(MIDDLE.replace("H-2 C-0 D-A S-A", home)) == read_position(MIDDLE), home
    rest = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "JQK")
    for home in ("H-0 C-0 D-0 S-0", "0H 0C 0D 0S", "H0 C0 D0 S0", "H-10 C-T D-0 S-T"):
        assert read_position(f"Foundations: {home}\n{rest}\n" + ":\n" * 7).foundations == (10,) * 4, home


PROGRAM = shutil.which("fc-solve")


@pytest.mark.skipif(PROGRAM is None, reason="fc-solve is not installed (Debian: freecell-solver-bin)")
def test_fc_solve_reads_empty_lines_as_the_same_empty_columns() -> None:
    columns = [line for line in MIDDLE.splitlines()[2:] if line != ":"]
    for places in ((0,), (3,), (7,), (2, 3), (0, 7)):
        lines = [*columns[: 7 - len(places)], " ".join(columns[7 - len(places) :])]
        for place in places:
            lines.insert(place, "")
        text = "\n".join([*MIDDLE.splitlines()[:2], *lines]) + "\n"
        board = read_position(text)
        assert [place for place, column in enumerate(board.columns) if not column] == list(places)
        seen = [
            subprocess.run([str(PROGRAM), "-p", "-t"], input=written, capture_output=True, text=True, check=True).stdout
            for written in (text, write_position(board))
        ]
        assert seen[0] == seen[1], places


def test_a_long_text_is_refused_at_once() -> None:
    for text in (
        "AS " * 300_000,
        "AS" * 500_000,
        "\n" * 300_000,
        "1 " * 300_000,
        "# " * 500_000,
        "Free:" + "- " * 300_000,
    ):
        assert refused(read_position, text)


def test_a_position_with_a_mistake_is_refused_with_the_line_or_the_cards(subtests: pytest.Subtests) -> None:
    for mistake, told in MISTAKES.items():
        with subtests.test(mistake=mistake):
            assert refused(read_position, MIDDLE.replace(*mistake)) == told
    told = "Line 2: Too many free cells: this game has 3, not 4."
    assert refused(read_position, MIDDLE, FREECELL.with_cells(3)) == told
