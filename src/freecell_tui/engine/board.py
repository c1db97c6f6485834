"""The board: the place of every card, and the board as text."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

from freecell_tui.engine.cards import CELLS, COLUMNS, DECK, FOUNDATIONS, KING, RANKS, Card, Pile, PileKind, Suit
from freecell_tui.engine.text import NotationError, counted, plain_text, quoted
from freecell_tui.engine.variants import FREECELL, Variant


@dataclass(frozen=True, slots=True)
class Board:
    """The cards of one position, without history, variant or deal number.

    A board is immutable.
    """

    columns: tuple[tuple[Card, ...], ...]
    """The cards of each column; the last card is the one that can move."""

    free_cells: tuple[Card | None, ...]
    """The card in each cell; None for a free cell."""

    foundations: tuple[int, ...] = (0, 0, 0, 0)
    """The highest rank on each foundation, 0 to 13, in the order of `Suit`."""

    @property
    def is_won(self) -> bool:
        return self.foundations == (KING,) * 4

    @property
    def free_cell_count(self) -> int:
        return self.free_cells.count(None)

    @property
    def empty_column_count(self) -> int:
        return self.columns.count(())

    def can_go_home(self, card: Card) -> bool:
        """Return whether `card` is the next of its suit to go home."""
        return self.foundations[card % 4] == card // 4

    @property
    def without_order(self) -> tuple[object, ...]:
        """A key that ignores the order of columns and of free cells."""
        return frozenset(self.columns), len(self.columns), frozenset(self.free_cells), self.foundations

    def locate(self, card: Card) -> tuple[Pile, int]:
        """Return the pile of `card` and the card's distance from the end.

        The distance counts `card` itself: 1 for the last card of a pile.
        """
        home = self.foundations[card.suit]
        if card.rank <= home:
            return FOUNDATIONS[card.suit], home - card.rank + 1
        if card in self.free_cells:
            return CELLS[self.free_cells.index(card)], 1
        index, column = next(numbered for numbered in enumerate(self.columns) if card in numbered[1])
        return COLUMNS[index], len(column) - column.index(card)

    def cards(self, pile: Pile) -> tuple[Card, ...]:
        """Return the cards of `pile`, the movable one last.

        A cell has at most one card; of a foundation only the top card is returned; home has none.
        """
        match pile.kind:
            case PileKind.COLUMN:
                return self.columns[pile.index]
            case PileKind.CELL:
                card = self.free_cells[pile.index]
                return () if card is None else (card,)
            case PileKind.FOUNDATION:
                rank = self.foundations[pile.index]
                return (Card.of(rank, pile.index),) if rank else ()
            case PileKind.HOME:
                return ()

    def move_cards(self, source: Pile, target: Pile, count: int) -> "Board":
        """Return the board with the last `count` cards moved to `target`.

        The rules are not checked: `target` must have room for the cards.
        """
        cards = self.cards(source)[-count:]
        columns, cells, ranks = list(self.columns), list(self.free_cells), list(self.foundations)
        match source.kind:
            case PileKind.COLUMN:
                columns[source.index] = columns[source.index][:-count]
            case PileKind.CELL:
                cells[source.index] = None
            case _:
                ranks[source.index] -= 1
        match target.kind:
            case PileKind.COLUMN:
                columns[target.index] += cards
            case PileKind.CELL:
                cells[target.index] = cards[0]
            case _:
                ranks[cards[0].suit] = cards[0].rank
        return Board(tuple(columns), tuple(cells), tuple(ranks))


# Boards as text, in the format that fc-solve and pysol-cards write and read.
#
#     Foundations: H-2 C-0 D-A S-A
#     Freecells: - 4S 6S 8H
#     2D KD TH TC TD 8D
#     …
#
# One line is one column, its last card last. `:` is an empty column, and may be written before any column. The line of
# the foundations is left out while no card is home, and the line of the free cells while all are free.

_FOUNDATION_ORDER: Final = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
_FOUNDATION_RANKS: Final = "0" + RANKS


def write_position(board: Board) -> str:
    """Return the board as text, each line ended by a newline."""
    lines = []
    if any(board.foundations):
        homes = (f"{suit.letter}-{_FOUNDATION_RANKS[board.foundations[suit]]}" for suit in _FOUNDATION_ORDER)
        lines.append("Foundations: " + " ".join(homes))
    if any(card is not None for card in board.free_cells):
        lines.append("Freecells: " + " ".join("-" if card is None else str(card) for card in board.free_cells))
    lines += (" ".join(map(str, column)) or ":" for column in board.columns)
    return "".join(line + "\n" for line in lines)


# Others write boards in many forms. A heading or a label may begin a line, and `#` begins a comment. An empty line is
# an empty column where that makes the number of columns right, and so is a mark like `-` or `[]`. A deal may be
# written in rows, as it is dealt.

_NAMED: Final = r"\s*(?:[0-9]\s*)?[:=](?P<rest>.*)"
_HOME_LINE: Final = rf"(?i)\s*(?:found(?:ation)?s?(?:\s?piles?)?|home(?:[\s-]?cell)?s?){_NAMED}"
_LOGGED_HOME: Final = r"(?i)\s*H-\S+\s+C-\S+\s+D-\S+\s+S-\S+\s*"
_CELL_LINE: Final = rf"(?i)\s*(?:(?:free[\s-]?)?cells?|free|fc|reserves?){_NAMED}"
_TITLE_LINE: Final = r"(?i)\s*(?:[a-z]+\s+){0,3}(?:game|deal)\s*(?:no\.?|number)?\s*[0-9,]*\s*:?\s*"
# A letter of a suit needs a colon behind its number: `C1` may be the ace of clubs.
_LABEL: Final = (
    r"\s*(?:(?:[^\W\d_]+[\s-]*)?(?P<number>[0-9]{1,2})\s*[:.=]"
    r"|(?:[^\W\d_]{2,}[\s-]*)?(?P<bare>[0-9]{1,2})(?=\s+\S)(?:\s+-(?=\s|$))?|:)(?P<rest>.*)"
)
_LABEL_IN_BRACKETS: Final = r"^\s*[\[(|]?\s*([0-9]{1,2})\s*[\])|]"
_COMMENT: Final = "(?<!&)#.*"
_COLOUR: Final = r"\x1b\[[0-9;]*m"
_ENTITIES: Final = {
    "C": "(?i)&(?:clubs|#9827|#x2663);",
    "D": "(?i)&(?:diams|#9830|#x2666);",
    "H": "(?i)&(?:hearts|#9829|#x2665);",
    "S": "(?i)&(?:spades|#9824|#x2660);",
}
_EMPTY: Final = r"(?i)\[\s*\]|\(\s*\)|\{\s*\}|<\s*>|\"\"|''|[\[(<]?\b(?:empty|none)\b[\])>]?"
_SIGNS: Final = ",;|/·•[](){}<>\"'`“”‘’"
_LETTERS_WRITTEN: Final = str.maketrans(
    f"♣♧♦♢♥♡♠♤–—_…{_SIGNS}", f"CCDDHHSS---.{' ' * len(_SIGNS)}", "\ufe0e\ufe0f\ufeff\u200b\u200c\u200d\u2060\0"
)
_NOTHING: Final = "[-*.:=]{1,3}"
_NEXT_LIST: Final = r"\]\s*,\s*\["
_RANKS_WRITTEN: Final = {"0": "T", "10": "T", "11": "J", "12": "Q", "13": "K"}
_RANK: Final = "1[0-3]|[A0-9TJQK]"
_CARD_WRITTEN: Final = rf"(?:(?:{_RANK})-?[CDHS]|[CDHS]-?(?:{_RANK}))"
_CARDS_WRITTEN: Final = f"(?:{_CARD_WRITTEN})+"
_ANY_CARD: Final = rf"(?i)(?<![^\W_]){_CARDS_WRITTEN}(?![^\W_])"
_HOME_WRITTEN: Final = r"([HCDS])\s*[-:=]?\s*(1[0-3]|[0A1-9TJQK](?=\s|$)|-*(?=\s|$))"
_FEWEST_IN_LINE: Final = 3
_FEWEST_CAPITALS: Final = 5
_MOST_CARDS: Final = 2 * len(DECK)
_MOST_ROWS: Final = 1000
_MOST_LINES: Final = 100
_FEWEST_CARDS: Final = 10
_LONGEST_WORD: Final = 4 * len(DECK)
_LONGEST_LINE: Final = 20 * len(DECK)
_LONGEST_BOARD: Final = 10_000
_BY_ROWS: Final = "Read in rows, as the cards are dealt: the first line has the first card of each column."
_BY_LINE: Final = "Read in the order of dealing: the first card of each column, then the second of each."


class BoardReading(NamedTuple):
    """A board as read from a text."""

    board: Board
    note: str = ""
    """A sentence that says how the text was read, if that is not plain."""


class _Row(NamedTuple):
    """A line of a written board: a column, or a row of a deal."""

    cards: tuple[Card, ...]
    label: int | None = None
    is_blank: bool = False


def read_position(text: str, variant: Variant = FREECELL) -> Board:
    """Return the board written in `text`.

    Raise NotationError, naming the line or the cards, unless every card is there exactly once.
    """
    return read_board(text, variant).board


def read_board(text: str, variant: Variant = FREECELL) -> BoardReading:
    """Return the board written in `text`, and how it was read; raise NotationError.

    `1` is the ace, as in fc-solve, or the ten if only so every card is there once. In the same way `0` at home is no
    card, or the ten, and lines without a card are left out.
    """
    if text.lstrip().startswith("[["):
        text = re.sub(_NEXT_LIST, "],\n[", text)
    try:
        return _read_board(text, variant, "A")
    except NotationError:
        for written, one, note in _other_readings(text[:_LONGEST_BOARD]):
            with suppress(NotationError):
                board, how = _read_board(written, variant, one)
                return BoardReading(board, " ".join(filter(None, [note, how])))
        raise


def _other_readings(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield a text as it may be meant, with the rank of `1`, and a sentence about it."""
    if re.search(r"(?<![0-9])1(?![0-9])", text):
        yield text, "T", "Read with 1 for the tens."
    lines = text.splitlines()
    if any("0" in line for line in lines if re.fullmatch(_HOME_LINE, line)):
        tens = (re.sub("(?<!1)0", "T", line) if re.fullmatch(_HOME_LINE, line) else line for line in lines)
        yield "\n".join(tens), "A", ""
    kept = (
        [line for line in lines if not _is_prose(line)] if len(lines) <= _MOST_LINES and "-=-=" not in text else lines
    )
    if left_out := len(lines) - len(kept):
        which = f"{counted(left_out, 'line')} that {'holds' if left_out == 1 else 'hold'} no card"
        yield "\n".join(kept), "A", f"Read without {which}."


def _is_prose(line: str) -> bool:
    """Return whether a line is neither empty nor one of a board."""
    plain = _plain(re.sub(_COMMENT, "", line))
    if not plain.strip() or re.fullmatch(_HOME_LINE, plain) or re.fullmatch(_CELL_LINE, plain):
        return False
    is_rule = len(plain.strip()) >= _FEWEST_IN_LINE
    return not re.search(_ANY_CARD, plain) and (is_rule or not all(map(_is_nothing, plain.split())))


def _plain(line: str) -> str:
    """Return a line in plain letters, with spaces for brackets and the signs between cards.

    An empty pair of brackets becomes a hyphen.
    """
    if "\x1b" in line:
        line = re.sub(_COLOUR, "", line)
    if "&" in line:
        for suit, entity in _ENTITIES.items():
            line = re.sub(entity, suit, line)
    line = re.sub(_LABEL_IN_BRACKETS, r"\1:", plain_text(line))
    return re.sub(_EMPTY, " - ", line).translate(_LETTERS_WRITTEN)


def _labelled(line: str) -> tuple[str | None, list[str]]:
    """Return the number before a column, and the words behind it."""
    label = re.fullmatch(_LABEL, line)
    return (None, line.split()) if label is None else (label["number"] or label["bare"], label["rest"].split())


def _is_nothing(word: str) -> bool:
    return re.fullmatch(_NOTHING, word) is not None


def is_meant_as_board(text: str) -> bool:
    """Return whether most words of a text are cards, some of them of spades, and none tells of moves.

    Such a text is a board, perhaps with a mistake: `2C` may be a move, but `2S` is none. So is a text of few cards,
    if all of its lines are those of a single board.
    """
    if _has_lines_of_a_board(text):
        return True
    text = _plain(re.sub(_COMMENT, "", text[:_LONGEST_BOARD])).upper()
    words = text.split()
    cards = [word for word in words if re.fullmatch(_CARD_WRITTEN, word)]
    is_log = text.startswith("-=-=") or not {"TO", "OUT", "MOVE"}.isdisjoint(words)
    return not is_log and any("S" in card for card in cards) and len(cards) >= max(_FEWEST_CARDS, len(words) / 2)


def _has_lines_of_a_board(text: str) -> bool:
    """Return whether all lines of a text belong to one board."""
    first, *others = text[:_LONGEST_BOARD].strip().splitlines() or [""]
    is_log = re.fullmatch(_LOGGED_HOME, first) or any(re.fullmatch(_HOME_LINE, line) for line in others[1:])
    return not is_log and is_board_line(first) and all(is_board_line(line, is_begun=True) for line in others)


def is_board_line(line: str, *, is_begun: bool = False) -> bool:
    """Return whether a line is one of a board that is given line by line.

    A line of moves is none: the first line of a board is that of the foundations or of the free cells, or has three
    cards or more, of which one cannot be a move.
    If the board `is_begun`, every line of cards belongs to it, and so do empty lines and comments.
    """
    if re.fullmatch(_HOME_LINE, line) or re.fullmatch(_CELL_LINE, line):
        return True
    bare = _plain(re.sub(_COMMENT, "", line[:_LONGEST_LINE]))
    words = [word for word in _labelled(bare)[1] if not _is_nothing(word)]
    are_cards = all(len(word) <= _LONGEST_WORD and re.fullmatch(_CARDS_WRITTEN, word.upper()) for word in words)
    if is_begun or not are_cards:
        return are_cards
    cards = [card for word in words for card in re.findall(_CARD_WRITTEN, word.upper())]
    # In capitals a pair is rather a card; and no cell holds the cards of two moves.
    is_pile_twice = any("".join(cards).count(cell) > 1 for cell in "CD")
    are_capitals = bare == bare.upper() and (is_pile_twice or len(cards) >= _FEWEST_CAPITALS)
    return len(cards) >= _FEWEST_IN_LINE and (are_capitals or re.search("[STJQ]|10", "".join(cards)) is not None)


def _read_board(text: str, variant: Variant, one: str) -> BoardReading:
    foundations: tuple[int, ...] | None = None
    cells: tuple[Card | None, ...] | None = None
    rows = list[_Row]()
    count = 0
    for number, whole in enumerate(text.replace("\ufeff", "").splitlines(), 1):
        if number > _MOST_ROWS:
            raise NotationError(f"A position has no more than {_MOST_ROWS:,} lines.")
        line = re.sub(_COMMENT, "", whole).rstrip()
        if len(line) > _LONGEST_LINE:
            raise NotationError(f"Line {number}: These are more than {len(DECK)} cards.")
        is_blank, line = line == whole.rstrip(), _plain(line)
        try:
            if not line.strip():
                rows += [_Row((), is_blank=True)] if is_blank else []
            elif home := re.fullmatch(_HOME_LINE, line):
                foundations = _read_foundations(home["rest"])
            elif held := re.fullmatch(_CELL_LINE, line):
                cells = _read_cells(held["rest"], variant, one, is_printed=line == whole.rstrip())
            elif not re.fullmatch(_TITLE_LINE, line):
                rows.append(_read_row(line, one, _MOST_CARDS - count))
                count += len(rows[-1].cards)
        except NotationError as error:
            raise NotationError(f"Line {number}: {error}") from None
    if foundations is None and cells is None and (dealt := _dealt_cards(rows, variant)):
        is_line = sum(not row.is_blank for row in rows) == 1
        return BoardReading(laid_out(dealt, variant), _BY_LINE if is_line else _BY_ROWS)
    held_cards = (None,) * variant.cells if cells is None else cells
    home_ranks = foundations or (0, 0, 0, 0)
    has_lines = any(not row.is_blank for row in rows)
    if not has_lines and sum(home_ranks) + variant.cells - held_cards.count(None) == len(DECK):
        columns: Sequence[tuple[Card, ...]] = [()] * variant.columns  # with all cards elsewhere, none has to be named
    else:
        columns = _columns(rows, variant)
    board = Board(tuple(columns), held_cards, home_ranks)
    _check_deck(board)
    return BoardReading(board)


def _read_row(line: str, one: str, room: int) -> _Row:
    """Return the cards of a line; raise NotationError for other words, or without room for the cards."""
    label, words = _labelled(line)
    if len(words) > room:
        raise NotationError(f"These are more than {len(DECK)} cards.")
    cards = tuple(card for word in words if not _is_nothing(word) for card in _read_cards_of(word, one))
    return _Row(cards, None if label is None else int(label))


def _read_cards_of(word: str, one: str) -> list[Card]:
    """Return the cards of a word, which may be written without spaces between them."""
    written = re.findall(_CARD_WRITTEN, word.upper()) if len(word) <= _LONGEST_WORD else []
    if "".join(written) != word.upper() or not written:
        return [Card.parse(word)]
    return [_read_card(card, one) for card in written]


def _read_card(word: str, one: str) -> Card:
    """Return the card of a word that _CARD_WRITTEN matches; raise NotationError for another rank."""
    bare = word.replace("-", "")
    suit, rank = (bare[0], bare[1:]) if bare[0] in "CDHS" else (bare[-1], bare[:-1])
    return Card.parse({**_RANKS_WRITTEN, "1": one}.get(rank, rank) + suit)


def _dealt_cards(rows: Sequence[_Row], variant: Variant) -> tuple[Card, ...]:
    """Return the cards of a deal that is written in rows or in one line; empty for columns."""
    written = [index for index, row in enumerate(rows) if not row.is_blank]
    if not written:
        return ()
    lines = rows[written[0] : written[-1] + 1]
    cards = tuple(chain.from_iterable(row.cards for row in lines))
    are_rows = all(len(row.cards) == variant.columns for row in lines[:-1]) and len(lines[-1].cards) <= variant.columns
    return cards if (are_rows or len(lines) == 1) and len(set(cards)) == len(cards) == len(DECK) else ()


def _columns(rows: Sequence[_Row], variant: Variant) -> list[tuple[Card, ...]]:
    """Return the columns of a written board; raise NotationError for a wrong number.

    Labels say which column a line is. Empty lines are empty columns if the number of all of them, or of those between
    other lines, is that of the missing columns.
    """
    lines = [row for row in rows if not row.is_blank]
    numbers = [row.label for row in lines if row.label is not None]
    first = 0 if 0 in numbers else 1
    places = range(first, first + variant.columns)
    if lines and len(numbers) == len(lines) == len({*numbers} & {*places}):
        by_number = {row.label: row.cards for row in lines}
        return [by_number.get(number, ()) for number in places]
    if len(lines) == variant.columns:
        return [row.cards for row in lines]
    if lines and len(lines) < variant.columns:
        written = [index for index, row in enumerate(rows) if not row.is_blank]
        for candidates in (rows, rows[written[0] : written[-1] + 1]):
            if len(candidates) == variant.columns:
                return [row.cards for row in candidates]
    hint = ": write : for an empty column" if any(row.is_blank for row in rows) and lines else ""
    raise NotationError(f"{variant.title} has {variant.columns} columns, not {len(lines)}{hint}.")


def laid_out(cards: Sequence[Card], variant: Variant) -> Board:
    """Return the board of a deal, its cards in the order of dealing.

    The last cards go to the cells in `variant.cells_dealt`, as in pysol-cards.
    If the game is played with fewer cells, a card without its cell is dealt to the columns like the others.
    """
    cells_dealt = [cell for cell in variant.cells_dealt if cell < variant.cells]
    in_columns = len(cards) - len(cells_dealt)
    columns = tuple(tuple(cards[index : in_columns : variant.columns]) for index in range(variant.columns))
    in_cells = dict(zip(cells_dealt, cards[in_columns:], strict=True))
    return Board(columns, tuple(map(in_cells.get, range(variant.cells))))


def _read_foundations(text: str) -> tuple[int, ...]:
    ranks = [0, 0, 0, 0]
    text = re.sub(r"\b([CDHS])(?:lub|iamond|eart|pade)s\b", r"\1", text, flags=re.IGNORECASE).upper()
    if re.fullmatch(rf"\s*(?:{_HOME_WRITTEN}\s*)+", text):
        for suit, written in re.findall(_HOME_WRITTEN, text):
            rank = {**_RANKS_WRITTEN, "0": "0", "1": "A"}.get(written, written.strip("-") or "0")
            ranks["CDHS".index(suit)] = _FOUNDATION_RANKS.index(rank)
        return tuple(ranks)
    for word in text.split():
        if re.fullmatch(rf"(?:{_RANK})[CDHS]", word):
            if not word.startswith("0"):
                card = _read_card(word, "A")
                ranks[card.suit] = card.rank
        elif not _is_nothing(word) and not re.fullmatch(_HOME_WRITTEN, word):
            raise NotationError(f"{quoted(word)} is not a foundation: write H-0, C-A, D-10 or S-K.")
    return tuple(ranks)


def _read_cells(text: str, variant: Variant, one: str, *, is_printed: bool) -> tuple[Card | None, ...]:
    # fc-solve writes each cell four characters wide, and a free one is blank.
    if is_printed and "-" not in text and re.fullmatch(r"(?i)(?: {4}|  [0-9A-Z]{2}| 10[A-Z])+\s*", text):
        words = [text[start : start + 4].strip() for start in range(0, len(text.rstrip()), 4)]
    else:
        words = re.sub(r"(?i)(?<!\S)[a-gk][:=.]", " ", text).split()
    cells = list[Card | None]()
    for word in words[:_MOST_CARDS]:
        cells += [None] if not word or _is_nothing(word) else _read_cards_of(word, one)
    if len(cells) > variant.cells:
        raise NotationError(f"Too many free cells: this game has {variant.cells}, not {len(cells)}.")
    return tuple(cells) + (None,) * (variant.cells - len(cells))


def _check_deck(board: Board) -> None:
    home = (card for card in DECK if card.rank <= board.foundations[card.suit])
    counts = Counter(chain(*board.columns, board.free_cells, home))
    faults = {
        "missing": [card.face for card in DECK if not counts[card]],
        "more than once": [card.face for card in DECK if counts[card] > 1],
    }
    problems = [f"{fault}: {' '.join(faces)}" for fault, faces in faults.items() if faces]
    if problems:
        raise NotationError(f"This is not a full deck: {'; '.join(problems)}.")
