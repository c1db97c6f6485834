"""The words of line mode: what lies on the table and what has happened, in sentences; and what a line means."""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.commands import BY_NAME, AnyCommand, listed, search
from freecell_tui.controller.features import games
from freecell_tui.controller.play.game import FOUNDATION_ORDER, columns, top_row
from freecell_tui.controller.play.highlights import next_home_cards, safe_home_cards
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import CELLS, COLUMNS, FOUNDATIONS, HOME, Board, Game, Move, NotationError, Turn, Variant
from freecell_tui.engine.cards import KING, Card, Pile, PileKind, Suit
from freecell_tui.engine.notation import describe_move, tenth_column_named
from freecell_tui.engine.rules import apply_move, legal_moves, move_size, source_refusal, supermove_limit
from freecell_tui.engine.text import capitalised, counted, counted_or_no, joined, quoted
from freecell_tui.storage.saves import SavedGame


def game_title(game: Game) -> str:
    """Return a game's name and number: `FreeCell, deal 617`."""
    return f"{game.variant.full_title}, deal {game.deal}"


def game_progress(game: Game) -> str:
    """Return a game's name and number, and how far it is: `FreeCell, deal 617, after 12 moves`."""
    return f"{game_title(game)}, {after_moves(game)}" if game.turns else game_title(game)


def after_moves(game: Game) -> str:
    """Return how far a game is: `after 12 moves`."""
    return f"after {counted_or_no(game.moves_made, 'move')}"


def unfinished_sentences(saved: SavedGame) -> tuple[str, str]:
    """Return that a deal which was begun anew has an unfinished game, and how to resume that."""
    game = saved.game
    when = f"{after_moves(game)}. {played_ago(saved.saved)}".rstrip()
    return (
        f"You have an unfinished game of deal {game.deal}, {when}",
        "Type yes to resume that game, or play this one; both are kept.",
    )


def card_group(cards: Sequence[Card]) -> str:
    """Return cards that move together: `7♥`, `7♥ and the 2 cards on it`."""
    first, *others = cards
    if not others:
        return first.face
    return f"{first.face} and the {f'{len(others)} cards' if others[1:] else 'card'} on it"


def destination(move: Move, board: Board) -> str:
    """Return where a legal move goes: `to column 5, on 8♠`."""
    if move.goes_home:
        return "home"
    if there := board.cards(move.target):
        return f"to {move.target.description}, on {there[-1].face}"
    return f"to {'the empty ' * (move.target.kind is PileKind.COLUMN)}{move.target.description}"


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
    """Return what the cells hold, and which are free."""
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
    """Return the cards of a column from the first to the last, with the sequence at its end marked."""
    if not (cards := game.board.cards(pile)):
        return f"Column {pile.index + 1} is empty."
    faces = [card.face for card in cards]
    ready = game.variant.sequence_length(cards)
    if ready > 1:
        faces[-ready] = f"in sequence {faces[-ready]}"
    return f"Column {pile.index + 1}, {counted_or_no(len(cards), 'card')}: {', '.join(faces)}."


def place(game: Game, pile: Pile) -> str:
    """Return the cards of one pile, or that this game has no such pile."""
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
    """Return where a card is, and under how many cards; with `under_what`, under which."""
    pile, depth = game.board.locate(card)
    if pile.kind is PileKind.FOUNDATION:
        return f"{card.face} is home."
    if pile.kind is PileKind.CELL:
        return f"{card.face} is in {pile.description}."
    if depth == 1:
        return f"{card.face} is the last card of {pile.description}."
    over = game.board.cards(pile)[1 - depth :]
    named = f": {', '.join(other.face for other in over)}" if under_what else ""
    return f"{card.face} is in {pile.description}, under {counted_or_no(len(over), 'card')}{named}."


def of_rank(game: Game, rank: int) -> Iterator[str]:
    return (where(game, Card.of(rank, suit)) for suit in FOUNDATION_ORDER)


def needed(game: Game) -> Iterator[str]:
    """Yield where the cards are that the foundations need next, and which of them can safely go home now."""
    if game.is_won:
        yield _ALL_HOME
    safe = safe_home_cards(game.board, game.variant)
    for card in sorted(next_home_cards(game.board), key=lambda card: FOUNDATION_ORDER.index(card.suit)):
        yield f"{where(game, card)}{' It can safely go home now.' if card in safe else ''}"


def targets(game: Game, pile: Pile) -> str | None:
    """Return where the cards at the end of a pile may go, but from cell to cell; None if they may go nowhere."""
    board, variant = game.board, game.variant
    ways: dict[str, list[str]] = {}
    for move in legal_moves(board, variant):
        if move.source != pile or move.count is not None or move.source.kind is move.target.kind is PileKind.CELL:
            continue
        what = card_group(board.cards(pile)[-move_size(board, move, variant) :])
        to = destination(move, board)
        if not move.goes_home and not board.cards(move.target):
            # One empty place is as good as another.
            to = "to a cell" if move.target.kind is PileKind.CELL else "to an empty column"
        if to not in ways.setdefault(what, []):
            ways[what].append(to)
    if not ways:
        return None
    told = "; ".join(f"{what} {', or '.join(to)}" for what, to in ways.items())
    return f"{capitalised(pile.description)}: {told}."


def carry(game: Game) -> str:
    onto = min(supermove_limit(game.board, game.variant), KING)
    empty = min(supermove_limit(game.board, game.variant, to_empty_column=True), KING)
    told = f"{counted_or_no(onto, 'card')} in sequence can move at once"
    return f"{told}, and {empty} to an empty column." if game.board.empty_column_count and onto != empty else f"{told}."


def rules(variant: Variant) -> Iterator[str]:
    """Yield how a variant is played, and how its foundations are written."""
    first, *others = games.rule_sentences(variant)
    yield f"{variant.full_title}: {first}"
    yield from others
    yield "The foundations are built up by suit from the ace; the letter h sends a card there, as in 3h."
    if variant.cards_come_back:
        names = (f"{FOUNDATIONS[suit].letter} for {suit.name.lower()}" for suit in Suit)
        yield f"A card can come back from its foundation: {', '.join(names)}."
    if variant.aces_only_home:
        yield "An ace can only go home."


_MAX_NAMED = 8
"""If more cards than this go home at once, only their number is told."""


def change(before: Game, session: Session, turns_before: int) -> str:
    """Return what led from a game to that of its session: a turn, or turns undone or redone; '' if none of these.

    `turns_before` is how many turns the session had. More cards than go home by themselves were sent by the player.
    """
    after = session.game
    steps = after.position - before.position
    between = after.turns[min(before.position, after.position) : max(before.position, after.position)]
    if session.turns_played == turns_before and after.turns == before.turns:
        if steps < 0:
            return undone(after) if steps == -1 else f"Undone: {turns_in_words(between)}."
        if steps > 0:
            return f"Redone: {last_turn(after) if steps == 1 else turns_in_words(between) + '.'}"
        return ""
    if after.turns[: before.position] != before.turns[: before.position]:
        return ""
    if steps == 1:
        return last_turn(after)
    if not session.has_sent_home(before):
        return ""
    there, here = before.board.foundations, after.board.foundations
    sent = [Card.of(rank, suit).face for suit in Suit for rank in range(there[suit] + 1, here[suit] + 1)]
    return f"Home: {joined(sent)}."


def turns_in_words(turns: Sequence[Turn]) -> str:
    """Return how many moves and restarts some turns are: `3 moves and a restart`."""
    restarts = sum(turn.is_restart for turn in turns)
    moves = len(turns) - restarts
    of_restarts = ["a restart" if restarts == 1 else counted(restarts, "restart")] if restarts else []
    return joined([*([counted(moves, "move")] if moves else []), *of_restarts])


def last_turn(game: Game) -> str:
    """Return what the turn that led here was: the move, and what went home automatically."""
    turn, before = game.turns[game.position - 1], game.boards[game.position - 1]
    if turn.move is None:
        return "the restart."
    cards = before.cards(turn.move.source)[-move_size(before, turn.move, game.variant) :]
    gone = _sent_home(turn, before, game)
    told = f"{card_group(cards)} {destination(turn.move, before)}."
    return f"{told} {gone} went home automatically." if gone else told


def undone(game: Game) -> str:
    """Return what was undone to come here: the move, and the cards that came back from home."""
    turn, board = game.turns[game.position], game.board
    if turn.move is None:
        return "Undone: the restart."
    gone = _sent_home(turn, board, game)
    told = f"Undone: {describe_move(turn.move, board, game.variant)}."
    return f"{told} {gone} came back from home." if gone else told


def _sent_home(turn: Turn, board: Board, game: Game) -> str:
    """Return the cards that autoplay sent home in a turn, which began with this board; '' if there are none."""
    assert turn.move is not None
    board = apply_move(board, turn.move, game.variant)
    sent = []
    for move in turn.autoplay:
        sent.append(board.cards(move.source)[-1].face)
        board = apply_move(board, move, game.variant)
    return joined(sent) if len(sent) <= _MAX_NAMED else f"{len(sent)} cards"


# What a line means: moves in standard notation, a pile, or a word with what stands behind it.
#
# A word may be cut short as long as it can be only one; what is a pile or a move in standard notation is never a word.


_MOVE: Final = re.compile(r"[0-9a-gkw-z][0-9a-hk](v[0-9a-f]{1,2})?")
_SOURCE: Final = re.compile(r"[0-9a-hkw-z]")
_COMMENT: Final = re.compile(r"^\s*#.*|\s#(\s.*)?$")


def split_line(line: str) -> list[str]:
    """Return the words of a line, without its comment: what follows `#`, at its beginning or between spaces."""
    return _COMMENT.sub("", line.strip("\ufeff")).split()


def is_pile(word: str) -> bool:
    """Return whether a word is the letter of a pile, with or without a question mark; `10?` is one, `10` a move."""
    return word == "10?" or bool(_SOURCE.fullmatch(word.lower().removesuffix("?")))


def are_moves(words: Sequence[str]) -> bool:
    """Return whether a line is meant as moves: it begins with one, with two piles, or with a digit."""
    first = words[0].lower()
    if is_pile(first):
        return len(words) > 1
    return bool(_MOVE.fullmatch(tenth_column_named(first))) or first[0].isdigit()


def move_of_digits(word: str, variant: Variant) -> Move | None:
    """Return the move of a word of digits, in a game with a tenth column also of `105` or `510`; None if it is none."""
    written = tenth_column_named(word) if variant.columns == len(COLUMNS) else word
    is_move = bool(_MOVE.fullmatch(written)) and (written == word or written[0] != written[1])
    return Move.parse(written) if is_move else None


def read_moves(words: Sequence[str]) -> list[Move]:
    """Return the moves of a line, each written in one word or in two; raise NotationError if one cannot be read."""
    moves: list[Move] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if _SOURCE.fullmatch(word.lower()):
            if not left and moves and moves[-1] == Move.parse("10"):
                raise NotationError(
                    f"10 is the move from column 1 to column 10: write 10{word} if you mean the cards of column 10."
                )
            if not left:
                raise NotationError(
                    f"The line ends after {quoted(word)}. Write where the cards come from and where they go, like 26, "
                    "3a or 3 a."
                )
            word += left.pop(0)
        moves.append(Move.parse(tenth_column_named(word)))
    return moves


_MOST_FOUND: Final = 3
"""How many commands are told that words are about."""

_LIST_WIDTH: Final = 79
_UNBROKEN: Final = "\u00a0"
"""Stands for a space at which no line of a list ends."""


class Vocabulary:
    """The words of line mode, each with its command; some commands have two words, as `next deal`."""

    def __init__(self, commands: Iterable[AnyCommand]) -> None:
        self.commands: Final = tuple(commands)
        self._by_first: dict[str, dict[str, AnyCommand]] = {}
        for command in self.commands:
            for word in command.words:
                first, _, second = word.partition(" ")
                self._by_first.setdefault(first, {})[second] = command

    def find(self, words: Sequence[str]) -> tuple[AnyCommand, str]:
        """Return the command that a line names, and what stands behind it.

        Raise NotationError, naming the words that are near, if none is meant, or too little or too much is behind it.
        """
        first = self._first(words[0], " ".join(words))
        by_second, about = self._by_first[first], words[1:]
        begun = about[0].lower() if about else ""
        second = next((each for each in sorted(by_second) if each and begun and each.startswith(begun)), "")
        if second:
            about = about[1:]
        elif "" not in by_second or (about and len(by_second) > 1 and not by_second[""].takes):
            given = f", not {quoted(begun)}" if begun else ""
            named = [f"{first} {second}".strip() for second in sorted(by_second)]
            raise NotationError(f"Type {joined(named, 'or')}{given}.")
        command = by_second[second]
        name = command.words[0]
        if about and not command.takes:
            raise NotationError(f"Type {name} with nothing after it.")
        if not about and command.takes and not command.takes.startswith("["):
            raise NotationError(f"Type {name} and a {command.takes.lower()}.")
        return command, " ".join(about)

    def find_all(self, typed: str) -> list[AnyCommand]:
        """Return the commands that a word begins, two words name, or words are about; raise NotationError for none."""
        words = typed.split()
        try:
            by_second = self._by_first[self._first(words[0], typed)]
        except NotationError:
            if found := self._about(typed):
                return found
            raise
        if len(words) == 1:
            return list(dict.fromkeys(by_second.values()))
        found = [by_second[second] for second in by_second if second.startswith(words[1].lower())]
        if len(found) != 1 or words[2:]:
            found = self._about(typed)
        if not found:
            raise _not_a_word(typed, ())
        return found

    def _about(self, typed: str) -> list[AnyCommand]:
        """Return the few commands that words are about, as `take back` is about undo."""
        return search(
            typed[:_LIST_WIDTH],
            self.commands,
            lambda command: (" ".join(command.words), f"{command.title} {command.found_by}", command.help),
        )[:_MOST_FOUND]

    def choices(self, words: Sequence[str]) -> list[str]:
        """Return the words that can stand behind others, as completion offers them; all first words behind none."""
        if not words:
            return sorted(word for word in self._by_first if len(word) > 1)
        try:
            by_second = self._by_first[self._first(words[0], "")]
        except NotationError:
            return []
        second = " ".join(words[1:]).lower()
        takes = by_second[second].takes if second in by_second else ""
        # What a command takes as it stands: “on” and “off” of “[on or off]”.
        found = {word for word in re.findall(r"\b[a-z]{2,}\b", takes) if word != "or"}
        return sorted(found if second else {*filter(None, by_second), *found})

    def _first(self, name: str, line: str) -> str:
        """Return the first word that is meant; raise NotationError with the words or commands that may be meant."""
        name = name.lower()
        if name in self._by_first:
            return name
        begun = [known for known in self._by_first if known.startswith(name)]
        if len({self._main(known) for known in begun}) == 1:
            return begun[0]
        if begun:
            raise NotationError(f"{quoted(name)} could mean {joined(begun, 'or')}.")
        near = list(map(self._main, get_close_matches(name[:20], self._by_first, n=3, cutoff=0.7)))
        raise _not_a_word(name, near or [command.words[0] for command in self._about(line)])

    def _main(self, first: str) -> str:
        return next(iter(self._by_first[first].values())).words[0].partition(" ")[0]

    def short_list(
        self, first: Sequence[str], why_off: Callable[[AnyCommand], str | None], here: Sequence[str] = ()
    ) -> Iterator[str]:
        """Yield what can be done `here`, the `first` commands, all others in short, and at the end why some are off."""
        on: dict[str, list[str]] = {"Now": list(here)}
        off: dict[str, list[str]] = {}
        for heading, command in listed(self.commands, first):
            word = command.words[0]
            if reason := why_off(command):
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
    """Return a text in lines that any terminal has room for."""
    return [line.replace(_UNBROKEN, " ") for line in textwrap.wrap(text, _LIST_WIDTH, break_on_hyphens=False)]


def _not_a_word(name: str, near: Sequence[str]) -> NotationError:
    hint = f"Did you mean {joined(list(dict.fromkeys(near)), 'or')}?" if near else "Type help for a list of commands."
    is_at_table = name in BY_NAME and not BY_NAME[name].words and BY_NAME[name].group != "Watching"
    what = "a command of the table only" if is_at_table else "not a command"
    return NotationError(f"{quoted(name)} is {what}. {hint}")
