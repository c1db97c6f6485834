"""The words of line mode: sentences about the table and its changes, and the reading of lines."""

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from shutil import get_terminal_size
from typing import Final

from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.commands import BY_NAME, AnyCommand, listed, search
from freecell_tui.controller.features import games
from freecell_tui.controller.play.changes import card_group, destination
from freecell_tui.controller.play.game import FOUNDATION_ORDER, columns, top_row
from freecell_tui.controller.play.highlights import next_home_cards, safe_home_cards
from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, HOME, Game, Move, NotationError, Variant
from freecell_tui.engine.cards import KING, Card, Pile, PileKind, Suit
from freecell_tui.engine.notation import plain_moves, tenth_column_named
from freecell_tui.engine.positions import deal_name
from freecell_tui.engine.rules import legal_moves, move_size, source_refusal, supermove_limit
from freecell_tui.engine.text import capitalised, counted, counted_or_no, joined, quoted
from freecell_tui.storage.saves import SavedGame


def game_title(game: Game) -> str:
    """Return a game's variant and deal: `FreeCell, deal 617`, or `FreeCell, position K7QF`."""
    return f"{game.variant.full_title}, {deal_name(game.deal)}"


def game_progress(game: Game) -> str:
    """Return a game's title and progress: `FreeCell, deal 617, after 12 moves`."""
    return f"{game_title(game)}, {after_moves(game)}" if game.turns else game_title(game)


def after_moves(game: Game) -> str:
    """Return a game's progress: `after 12 moves`."""
    return f"after {counted_or_no(game.moves_made, 'move')}"


def unfinished_sentences(saved: SavedGame) -> tuple[str, str]:
    """Return a sentence about the unfinished game of a new deal, and the question.

    The question is whether to resume that game.
    """
    game = saved.game
    progress = f"{after_moves(game)}. {played_ago(saved.saved)}".rstrip()
    return (
        f"You have an unfinished game of {deal_name(game.deal)}, {progress}",
        "Type yes to resume that game, or play this one; both are kept.",
    )


def duration(seconds: float) -> str:
    """Return a time in words: `1 hour 2 minutes 3 seconds`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    parts = ((hours, "hour"), (minute, "minute"), (second, "second"))
    return " ".join(counted(number, unit) for number, unit in parts if number) or "0 seconds"


_ALL_HOME: Final = "Every card is home."


def table(game: Game) -> Iterator[str]:
    """Yield the whole table: cells, foundations, then the columns from the left."""
    yield cells(game)
    yield foundations(game)
    for pile in columns(game.variant):
        yield column(game, pile)


def cells(game: Game) -> str:
    """Return the cards in the cells, and the letters of the free cells."""
    if not game.board.free_cells:
        return "This variant has no free cells."
    cells = list(zip(CELLS, game.board.free_cells, strict=False))
    held = [f"{card.face} in {cell.letter}" for cell, card in cells if card is not None]
    free = [cell.letter for cell, card in cells if card is None]
    if not held:
        return "The cell is free." if len(free) == 1 else f"All {len(free)} cells are free."
    rest = f"{joined(free)} {'is' if len(free) == 1 else 'are'} free" if free else "none is free"
    return f"Cells: {', '.join(held)}; {rest}."


def foundations(game: Game) -> str:
    if game.is_won:
        return _ALL_HOME
    if not any(game.board.foundations):
        return "The foundations are empty."
    tops = ((suit, game.board.foundations[suit]) for suit in FOUNDATION_ORDER)
    named = (Card.of(rank, suit).face if rank else f"no {suit.name.lower()}" for suit, rank in tops)
    return f"Foundations: {', '.join(named)}."


def column(game: Game, pile: Pile) -> str:
    """Return the cards of a column from the first to the last.

    A sequence at the end is marked.
    """
    if not (cards := game.board.cards(pile)):
        return f"Column {pile.index + 1} is empty."
    faces = [card.face for card in cards]
    length = game.variant.sequence_length(cards)
    if length > 1:
        faces[-length] = f"in sequence {faces[-length]}"
    return f"Column {pile.index + 1}, {counted_or_no(len(cards), 'card')}: {', '.join(faces)}."


def place(game: Game, pile: Pile) -> str:
    """Return the cards of a pile, or a sentence that the game has no such pile."""
    if pile not in (HOME, *columns(game.variant), *top_row(game.variant)):
        return source_refusal(game.board, pile, game.variant) or ""
    if pile.kind is PileKind.COLUMN:
        return column(game, pile)
    if pile.kind is PileKind.HOME:
        return foundations(game)
    cards = game.board.cards(pile)
    title = capitalised(pile.description)
    return f"{title}: {cards[0].face}." if cards else f"{title} is {'free' if pile.kind is PileKind.CELL else 'empty'}."


def where(game: Game, card: Card, *, under_what: bool = False) -> str:
    """Return the place of a card, and the number of cards on it.

    With `under_what` those cards are named.
    """
    pile, depth = game.board.locate(card)
    if pile.kind is PileKind.FOUNDATION:
        return f"{card.face} is home."
    if pile.kind is PileKind.CELL:
        return f"{card.face} is in {pile.description}."
    if depth == 1:
        return f"{card.face} is the last card of {pile.description}."
    cards_on_top = game.board.cards(pile)[1 - depth :]
    names = f": {', '.join(other.face for other in cards_on_top)}" if under_what else ""
    return f"{card.face} is in {pile.description}, under {counted_or_no(len(cards_on_top), 'card')}{names}."


def of_rank(game: Game, rank: int) -> Iterator[str]:
    return (where(game, Card.of(rank, suit)) for suit in FOUNDATION_ORDER)


def needed(game: Game) -> Iterator[str]:
    """Yield the places of the next cards for the foundations.

    A card that can safely go home now is marked.
    """
    if game.is_won:
        yield _ALL_HOME
    safe = safe_home_cards(game.board, game.variant)
    for card in sorted(next_home_cards(game.board), key=lambda card: FOUNDATION_ORDER.index(card.suit)):
        yield f"{where(game, card)}{' It can safely go home now.' if card in safe else ''}"


def targets(game: Game, pile: Pile) -> str | None:
    """Return the destinations of the cards at the end of a pile, or None.

    Moves from cell to cell are left out.
    """
    board, variant = game.board, game.variant
    destinations: dict[str, list[str]] = {}
    for move in legal_moves(board, variant):
        if move.source != pile or move.count is not None or move.source.kind is move.target.kind is PileKind.CELL:
            continue
        cards = card_group(board.cards(pile)[-move_size(board, move, variant) :])
        target = destination(move, board)
        if not move.goes_home and not board.cards(move.target):
            # One empty place is as good as another.
            target = "to a cell" if move.target.kind is PileKind.CELL else "to an empty column"
        if target not in destinations.setdefault(cards, []):
            destinations[cards].append(target)
    if not destinations:
        return None
    text = "; ".join(f"{cards} {', or '.join(targets)}" for cards, targets in destinations.items())
    return f"{capitalised(pile.description)}: {text}."


def carry(game: Game) -> str:
    onto_card = min(supermove_limit(game.board, game.variant), KING)
    to_empty_column = min(supermove_limit(game.board, game.variant, to_empty_column=True), KING)
    text = f"{counted_or_no(onto_card, 'card')} in sequence can move at once"
    if game.board.empty_column_count and onto_card != to_empty_column:
        return f"{text}, and {to_empty_column} to an empty column."
    return f"{text}."


def rules(variant: Variant) -> Iterator[str]:
    """Yield the rules of a variant, and the letters of its foundations."""
    first, *others = games.rule_sentences(variant)
    yield f"{variant.full_title}: {first}"
    yield from others
    yield "The foundations are built up by suit from the ace; the letter h sends a card there, as in 3h."
    if variant.cards_come_back:
        names = (f"{FOUNDATIONS[suit].letter} for {suit.name.lower()}" for suit in Suit)
        yield f"A card can come back from its foundation: {', '.join(names)}."
    if variant.aces_only_home:
        yield "An ace can only go home."


# Reading a line: moves in standard notation, a pile, or the words of a command and its argument.
#
# A word may be shortened as long as only one word begins so. A pile or a move in standard notation is never a word.


_MOVE: Final = re.compile(r"[0-9a-gkw-z][0-9a-hk](v[0-9a-f]{1,2})?")
_SOURCE: Final = re.compile(r"[0-9a-hkw-z]")
_COMMENT: Final = re.compile(r"^\s*#.*|\s#(\s.*)?$")


def split_line(line: str) -> list[str]:
    """Return the words of a line without its comment.

    A comment follows `#` at the beginning of the line, between spaces, or behind moves. In a name or a note, `#1` is a
    word.
    """
    words = _COMMENT.sub("", line.strip("\ufeff")).split()
    comment = next((index for index, word in enumerate(words) if word.startswith("#")), 0)
    return words[:comment] if comment and are_moves(words[:comment]) else words


def is_pile(word: str) -> bool:
    """Return whether a word names a pile, with or without a question mark.

    `10?` is a pile, but `10` is a move.
    """
    return word == "10?" or bool(_SOURCE.fullmatch(word.lower().removesuffix("?")))


def are_moves(words: Sequence[str]) -> bool:
    """Return whether a line is meant as moves.

    Such a line begins with a move, two piles or a digit, perhaps in brackets.
    """
    first = words[0].lower().strip("()[]") or words[0]
    if is_pile(first):
        return len(words) > 1
    return bool(_MOVE.fullmatch(tenth_column_named(first))) or first[0].isdigit()


def move_of_digits(word: str, variant: Variant) -> Move | None:
    """Return the move that a word of digits names, or None.

    With ten columns, `105` and `510` are moves as well.
    """
    written = tenth_column_named(word) if variant.columns == len(COLUMNS) else word
    names_tenth_column = written != word
    if not _MOVE.fullmatch(written) or (names_tenth_column and written[0] == written[1]):
        return None  # `1010` is no move, either: it names column 10 twice
    return Move.parse(written)


def read_moves(words: Sequence[str]) -> list[Move]:
    """Return the moves of a line; raise NotationError for an unreadable move.

    Each move is one word or two.
    """
    moves: list[Move] = []
    line = " ".join(words)
    remaining = plain_moves(line)
    while remaining:
        word = typed = remaining.pop(0)
        if _SOURCE.fullmatch(word.lower()):
            if not remaining and moves and moves[-1] == Move.parse("10"):
                raise NotationError(
                    f"10 is the move from column 1 to column 10: write 10{word} if you mean the cards of column 10."
                )
            if not remaining:
                raise NotationError(
                    f"The line ends after {quoted(word)}. Write where the cards come from and where they go, like 26, "
                    "3a or 3 a."
                )
            typed = " ".join([word, *remaining[: 2 if remaining[0].lower() == "to" else 1]])
            word += remaining.pop(0)
        written = tenth_column_named(word)
        if not _MOVE.fullmatch(written.lower()):
            Move.parse(_as_typed(typed, line))  # refuses the words
        moves.append(Move.parse(written))
    return moves


def _as_typed(text: str, line: str) -> str:
    """Return the part of a line from which signs and `to` between words were taken to read `text`."""
    between = r"(?i:[\s,;.]*(?:-{1,2}>?|=?>|→|–|\bto\b)?[\s,;]*)"
    written = re.search(between.join(map(re.escape, text.replace(" ", ""))), line)
    return written[0] if written else text


_MOST_FOUND: Final = 3
"""The most commands that are found by a subject."""

_LIST_WIDTH: Final = 79
_UNBROKEN: Final = "\u00a0"
"""A space at which no line of a list ends."""


class Vocabulary:
    """The words of line mode, each with its command.

    Some commands have two words, such as `next deal`.
    """

    def __init__(self, commands: Iterable[AnyCommand]) -> None:
        self.commands: Final = tuple(commands)
        self._by_first: dict[str, dict[str, AnyCommand]] = {}
        """Commands by their first word, then by their second word or ''."""

        for command in self.commands:
            for word in command.words:
                first, _, second = word.partition(" ")
                self._by_first.setdefault(first, {})[second] = command

    def find(self, words: Sequence[str]) -> tuple[AnyCommand, str]:
        """Return the command that a line names, and its argument.

        Raise NotationError if no command has these words, or the argument is missing or not wanted. The sentence names
        similar words.
        """
        first = self._find_first(words[0], " ".join(words))
        by_second, argument = self._by_first[first], words[1:]
        typed = argument[0].lower() if argument else ""
        second = next((word for word in sorted(by_second) if word and typed and word.startswith(typed)), "")
        if second:
            argument = argument[1:]
        elif "" not in by_second or (argument and len(by_second) > 1 and not by_second[""].takes):
            suffix = f", not {quoted(typed)}" if typed else ""
            choices = [f"{first} {second}".strip() for second in sorted(by_second)]
            raise NotationError(f"Type {joined(choices, 'or')}{suffix}.")
        command = by_second[second]
        name = command.words[0]
        if argument and not command.takes:
            raise NotationError(f"Type {name} with nothing after it.")
        if not argument and command.takes and not command.takes.startswith("["):
            raise NotationError(f"Type {name} and a {command.takes.lower()}.")
        return command, " ".join(argument)

    def find_all(self, typed: str) -> list[AnyCommand]:
        """Return the commands that words name or describe; raise NotationError for none.

        One word names all commands whose words begin with it, two words name one command. Other words are looked up in
        the descriptions of the commands.
        """
        words = typed.split()
        try:
            by_second = self._by_first[self._find_first(words[0], typed)]
        except NotationError:
            if described := self._described_by(typed):
                return described
            raise
        if len(words) == 1:
            return list(dict.fromkeys(by_second.values()))
        found = [by_second[second] for second in by_second if second.startswith(words[1].lower())]
        if len(found) != 1 or words[2:]:
            found = self._described_by(typed)
        if not found:
            raise _no_command(typed, ())
        return found

    def _described_by(self, typed: str) -> list[AnyCommand]:
        """Return a few commands whose descriptions have the words.

        `take back` describes undo.
        """
        return search(
            typed[:_LIST_WIDTH],
            self.commands,
            lambda command: (" ".join(command.words), f"{command.title} {command.found_by}", command.help),
        )[:_MOST_FOUND]

    def choices(self, words: Sequence[str]) -> list[str]:
        """Return the completions of a line: the words that may follow `words`.

        For an empty line these are all first words.
        """
        if not words:
            return sorted(word for word in self._by_first if len(word) > 1)
        try:
            by_second = self._by_first[self._find_first(words[0], "")]
        except NotationError:
            return []
        second = " ".join(words[1:]).lower()
        takes = by_second[second].takes if second in by_second else ""
        # Words that an argument may be: “on” and “off” of “[on or off]”.
        values = {word for word in re.findall(r"\b[a-z]{2,}\b", takes) if word != "or"}
        return sorted(values if second else {*filter(None, by_second), *values})

    def _find_first(self, name: str, line: str) -> str:
        """Return the first word that `name` begins; raise NotationError for none or several.

        The sentence names the words that may be meant, or commands that the whole `line` describes.
        """
        name = name.lower()
        if name in self._by_first:
            return name
        completions = [word for word in self._by_first if word.startswith(name)]
        if len({self._main_word(word) for word in completions}) == 1:
            return completions[0]
        if completions:
            raise NotationError(f"{quoted(name)} could mean {joined(completions, 'or')}.")
        similar = list(map(self._main_word, get_close_matches(name[:20], self._by_first, n=3, cutoff=0.7)))
        raise _no_command(name, similar or [command.words[0] for command in self._described_by(line)])

    def _main_word(self, first: str) -> str:
        """Return the main word of the command whose first word this is."""
        return next(iter(self._by_first[first].values())).words[0].partition(" ")[0]

    def short_list(
        self, first: Sequence[str], refusals: Mapping[str, str], first_rows: Sequence[str] = ()
    ) -> Iterator[str]:
        """Yield a short list of all commands.

        The list begins with `first_rows` and the commands named in `first`. It ends with the commands that are off:
        `refusals` has their names, with the reasons.
        """
        on: dict[str, list[str]] = {"Now": list(first_rows)}
        off: dict[str, list[str]] = {}
        for heading, command in listed(self.commands, first):
            word = command.words[0]
            if reason := refusals.get(command.name):
                off.setdefault(reason, []).append(word)
                continue
            takes = f" {command.takes}" if command.takes and not command.takes.startswith("[") else ""
            name = re.split("[:;]", command.word_help or command.title)[0]
            on.setdefault(heading, []).append(word if name == word else f"{word}{takes}: {name}")
        yield from (row if row.endswith("?") else f"{row}." for row in on.pop("Now"))
        for heading, rows in on.items():
            yield f"{heading}."
            yield from _filled(f"{'; '.join(row.replace(' ', _UNBROKEN) for row in rows)}.")
        if off:
            yield "Not now."
        for reason, words in off.items():
            yield from _filled(f"{', '.join(words)}: {reason}")


def _filled(text: str) -> list[str]:
    """Return a text in lines, each a few commands; in a narrow terminal as one line, which speech wraps."""
    if sys.stdout.isatty() and get_terminal_size().columns <= _LIST_WIDTH:
        return [text.replace(_UNBROKEN, " ")]
    return [line.replace(_UNBROKEN, " ") for line in textwrap.wrap(text, _LIST_WIDTH, break_on_hyphens=False)]


def _no_command(name: str, similar: Sequence[str]) -> NotationError:
    hint = "Type help for a list of commands."
    if similar:
        hint = f"Did you mean {joined(list(dict.fromkeys(similar)), 'or')}?"
    is_at_table = name in BY_NAME and not BY_NAME[name].words and BY_NAME[name].group != "Watching"
    kind = "a command of the table only" if is_at_table else "not a command"
    return NotationError(f"{quoted(name)} is {kind}. {hint}")
