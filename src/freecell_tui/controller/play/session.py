"""One game at the table: selected cards, cursor, hint and highlights, and what the player does with them.

It knows the rules, but neither screen nor disk: front ends pass piles and commands to it and show what it holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import islice
from typing import Final, NamedTuple

from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.game import Clock, PlayedGame, columns, top_row
from freecell_tui.controller.play.highlights import HintMark, RankFinder, next_home_cards, related, safe_home_cards
from freecell_tui.engine import Autoplay, Board, Game, Variant, rules
from freecell_tui.engine.cards import ACE, CELLS, COLUMNS, FOUNDATIONS, HOME, KING, Card, Move, Pile, PileKind
from freecell_tui.engine.game import EVERYTHING
from freecell_tui.engine.rules import autoplay_moves, move_size, refusal, source_refusal
from freecell_tui.engine.text import counted, joined

PAIR_SECONDS: Final = 0.6
"""Two keys typed within this time are one move; whoever reads first what is said or shown takes longer."""


class Guard:
    """Holds back moves that deserve a second thought.

    This guard holds back none.
    """

    def warning(self, move: Move, after: Game) -> str:  # noqa: ARG002 - another guard needs them
        """Return why a move is held back and how to play it. '' if not.

        `after` is the game after the move.
        """
        return ""

    def seen_targets(self) -> frozenset[Pile]:
        """Return the piles whose warning the player has seen.

        The warnings are about the selected cards.
        """
        return frozenset()


class Way(NamedTuple):
    """A move in reach: its target on the table, the cards that go there, and the card that they go on, if any."""

    move: Move
    target: Pile
    cards: tuple[Card, ...]
    onto: Card | None


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards selected at the end of a pile of a board, and the moves they can make.

    `wanted` is how many, or None for as many as the target accepts. On another card the rules allow only one count, and
    `wanted` is ignored unless it is `exact`.
    """

    board: Board
    variant: Variant
    pile: Pile
    wanted: int | None = None
    exact: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the pile."""
        return self.board.cards(self.pile)

    @property
    def count(self) -> int:
        return self.wanted or self._movable(to_empty_column=False)

    @property
    def lifted(self) -> tuple[Card, ...]:
        """The selected cards, in the order of the pile."""
        return self.cards[-self.count :]

    @property
    def max_count(self) -> int:
        """The most cards that can be selected.

        As many as can move to an empty column, if there is one.
        """
        return self._movable(to_empty_column=self.board.empty_column_count > 0)

    def _movable(self, *, to_empty_column: bool) -> int:
        """Return the number of cards in sequence that can move at once."""
        limit = rules.supermove_limit(self.board, self.variant, to_empty_column=to_empty_column)
        return min(self.variant.sequence_length(self.cards), limit)

    @property
    def home(self) -> Pile:
        return FOUNDATIONS[self.cards[-1].suit]

    def move_to(self, pile: Pile) -> Move:
        """Return the move of the cards to a pile, legal or not.

        Of as many cards as fit, unless the selection is exact.
        """
        target = HOME if pile.kind is PileKind.FOUNDATION else pile
        count = self.wanted
        if target in columns(self.variant) and not self.exact:
            if self.board.cards(target):
                count = None
            elif count is not None and not self.variant.kings_only:
                count = min(count, rules.supermove_limit(self.board, self.variant, to_empty_column=True))
        return Move(self.pile, target, count)

    def refusal(self, pile: Pile) -> str | None:
        """Return why a pile refuses the cards, or None.

        The sentence names no other card of their pile.
        """
        move, count = self.move_to(pile), self.wanted
        reason = refusal(self.board, move, self.variant)
        if reason is None or count is None or pile not in columns(self.variant) or not self.board.cards(pile):
            return reason
        onto = self.board.cards(pile)
        needed = onto[-1].rank - self.cards[-1].rank
        if 1 <= needed <= self.variant.sequence_length(self.cards) and self.variant.fits(self.cards[-needed], onto[-1]):
            return reason
        return refusal(self.board, replace(move, count=count), self.variant)

    def targets(self) -> list[Pile]:
        """Return the piles that accept the cards, in their order on the table.

        For home, the foundation.
        """
        return [
            pile
            for pile in (self.home, *columns(self.variant), *CELLS[: self.variant.cells])
            if pile != self.pile and refusal(self.board, self.move_to(pile), self.variant) is None
        ]

    def ranked_targets(self) -> tuple[Pile, ...]:
        """Return the useful targets, best first.

        Home, cards (the target that takes most first), one empty column, one free cell.
        The free cell comes before the empty column for cards that are a whole column.
        """
        board, variant = self.board, self.variant
        # Nothing is won where one empty place is swapped for another.
        useful = [pile for pile in self.targets() if not rules.is_noop(board, self.move_to(pile), variant)]
        home = [pile for pile in useful if pile.kind is PileKind.FOUNDATION]
        onto_cards = [pile for pile in useful if pile.kind is PileKind.COLUMN and board.cards(pile)]
        onto_cards.sort(key=lambda pile: move_size(board, self.move_to(pile), variant), reverse=True)
        empty = [pile for pile in useful if pile.kind is PileKind.COLUMN and not board.cards(pile)][:1]
        cells = [pile for pile in useful if pile.kind is PileKind.CELL][:1]
        is_whole_column = self.pile.kind is PileKind.COLUMN and len(self.cards) <= self.count
        return (*home, *onto_cards, *(cells + empty if is_whole_column else empty + cells))

    def ways(self) -> Iterator[Way]:
        """Yield the useful targets with the cards that go there, best first."""
        for target in self.ranked_targets():
            move, onto = self.move_to(target), self.board.cards(target)
            cards = self.cards[-move_size(self.board, move, self.variant) :]
            yield Way(move, target, cards, onto[-1] if onto else None)

    def goes_at_once(self, *, plays_at_once: bool) -> bool:
        """Return whether the cards have one useful target.

        A free cell does not count unless `plays_at_once`.
        """
        targets = self.ranked_targets()
        return len(targets) == 1 and (plays_at_once or targets[0].kind is not PileKind.CELL)

    def no_target_reason(self) -> str:
        """Return why there is no useful target, as a sentence.

        It is about the topmost of the `wanted` cards, or about the last card if `wanted` is None.
        """
        count = self.wanted or 1
        card = self.cards[-count]
        if self.variant.aces_only_home and card.rank == ACE:
            return f"{card.face} can only go home: a house rule."
        for needed, limit in self._too_many():
            cards = "1 card" if limit == 1 else str(limit)
            return f"{card.face} has nowhere to go: {needed} cards would have to move at once, but only {cards} can."
        missing = []
        if card.rank < KING:
            missing.append(f"no {rules.neighbour_in_sequence(card, card.rank + 1, self.variant)} is available")
        if self.board.empty_column_count == 0:
            missing.append("no column is empty")
        elif card.rank < KING and self.variant.kings_only:
            missing.append("an empty column takes only kings")
        else:
            missing.append("moving a whole column to an empty one changes nothing")
        if count == 1 and self.variant.cells and self.pile.kind is not PileKind.CELL:
            missing.append("no free cell is left")
        return f"{card.face} has nowhere to go: {joined(missing)}."

    def _too_many(self) -> Iterator[tuple[int, int]]:
        """Return, for columns that the cards fit, how many would have to move and how many can, if that is fewer."""
        in_sequence = self.variant.sequence_length(self.cards)
        kings = self.variant.kings_only
        for pile in columns(self.variant):
            onto = self.board.cards(pile)
            count = onto[-1].rank - self.cards[-1].rank if onto else in_sequence if kings else self.wanted or 1
            selected = count if onto and not self.exact else self.wanted or count
            if pile == self.pile or selected != count or not 1 <= count <= in_sequence:
                continue
            card = self.cards[-count]
            fits = self.variant.fits(card, onto[-1]) if onto else not kings or card.rank == KING
            limit = rules.supermove_limit(self.board, self.variant, to_empty_column=not onto)
            if fits and count > limit:
                yield count, limit


class CursorMove(Enum):
    """A direction of the cursor. The value is the name of the command for it."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    OTHER_ROW = "other-row"
    FIRST = "first-card"
    LAST = "last-card"


class Cursor(NamedTuple):
    """A place on the table. `depth` counts cards from the end of the pile: 1 is the last card, or an empty pile."""

    pile: Pile
    depth: int = 1

    def moved(self, move: CursorMove, board: Board, variant: Variant) -> "Cursor":
        """Return the cursor one step on.

        Both rows wrap around, and beyond either end of a column the cursor changes rows.
        """
        pile, count = self.pile, len(board.cards(self.pile))
        here, there = columns(variant), top_row(variant)
        is_column = pile in here
        if not is_column:
            here, there = there, here
        if move in (CursorMove.LEFT, CursorMove.RIGHT):
            by = 1 if move is CursorMove.RIGHT else -1
            return Cursor(here[(here.index(pile) + by) % len(here)])
        if move in (CursorMove.FIRST, CursorMove.LAST):
            return Cursor(pile, max(count, 1) if is_column and move is CursorMove.FIRST else 1)
        depth = self.depth + (1 if move is CursorMove.UP else -1)
        if is_column and move is not CursorMove.OTHER_ROW and 1 <= depth <= count:
            return Cursor(pile, depth)
        # To the same fraction of the other row's width.
        index = here.index(pile) * (len(there) - 1) / max(len(here) - 1, 1)
        return Cursor(there[round(index)])


class Ring(Enum):
    """A ring of the wheel that is stepped through: moves that help, moves that shuffle, commands."""

    MOVES = auto()
    SHUFFLES = auto()
    COMMANDS = auto()


class Stepped(NamedTuple):
    """The place that is shown of the wheel of moves."""

    ring: Ring
    number: int
    hint: HintMark | None = None
    """The hint that was shown when the stepping began."""
    mark: HintMark | None = None
    """The mark on the table for the place."""


class Session(PlayedGame):
    """A game being played, and what undo does not restore: selection, cursor, hint, highlights, pause.

    `highlights` and `plays_at_once` are settings. `pointed` is the pile under the pointer and the depth in it.
    """

    def __init__(self, game: Game, *, undos: int = 0, clock: Clock | None = None) -> None:
        super().__init__(game, undos, clock or Clock())
        self.selection: Selection | None = None
        self.hint: HintMark | None = None
        self.stepped: Stepped | None = None
        self.rank_finder = RankFinder()
        self.highlights = True
        self.plays_at_once = False
        self.is_paused = False
        self.guard = Guard()
        self.pointed: tuple[Pile, int] | None = None
        self.cursor = Cursor(COLUMNS[0])
        self.shows_cursor = False
        self._left_from: Cursor | None = None

    @property
    def lifted_count(self) -> int:
        return 0 if self.selection is None else self.selection.count

    @property
    def in_hand(self) -> Cursor | None:
        """The first of the lifted cards."""
        return None if self.selection is None else Cursor(self.selection.pile, self.selection.count)

    @property
    def shown_cursor(self) -> Cursor | None:
        return self.cursor if self.shows_cursor else None

    @property
    def cursor_depths(self) -> range:
        """The depths of the cards that the cursor would select.

        Down to the last card, or the cursor's own depth if its card is in no sequence.
        """
        pile, depth = self.cursor
        in_sequence = depth <= self.game.variant.sequence_length(self.game.board.cards(pile))
        return range(1 if in_sequence else depth, depth + 1)

    @property
    def lit(self) -> frozenset[Card]:
        """The cards of the wanted rank, or the cards that the foundations need."""
        return self.rank_finder.lit(self.game.board)

    @property
    def related(self) -> frozenset[Card]:
        """The cards related to the card at the cursor.

        Empty while cards are selected or lit.
        """
        if not (self.shows_cursor and self.highlights) or self.selection is not None or self.lit:
            return frozenset()
        cards = self.game.board.cards(self.cursor.pile)[-self.cursor.depth :]
        return related(self.game.board, self.game.variant, cards[0]) if cards else frozenset()

    def targets(self) -> frozenset[Pile]:
        return frozenset() if self.selection is None else frozenset(self.selection.targets())

    def ranked_targets(self) -> tuple[Pile, ...]:
        """Return the targets that the cursor visits, best first."""
        return () if self.selection is None else self.selection.ranked_targets()

    def hinted_places(self) -> frozenset[Pile]:
        return frozenset() if self.hint is None else self.hint.targets(self.game.board)

    def select(self, pile: Pile, count: int | None = None) -> None:
        """Select `count` cards at the end of a pile.

        None selects as many as the target accepts.
        """
        self.message = None
        self.hint = self.stepped = None
        board, variant = self.game.board, self.game.variant
        reason = source_refusal(board, pile, variant)
        if pile.kind is PileKind.HOME:
            self._refuse("Lift a card first, then send it home.")
        elif reason is not None:
            self._refuse(reason, pile)
        else:
            cards = board.cards(pile)
            if count is not None and count > variant.sequence_length(cards):
                self.message = Message(_not_in_sequence(cards[-count]))
                count = None
            self.selection = Selection(board, variant, pile, count)

    def adjust_count(self, by: int) -> None:
        """Select more or fewer cards, by `by`.

        It begins with the most that an empty column takes. Without a selection, the cards at the cursor are selected
        first.
        """
        if self.selection is None:
            self._select_at_cursor()
        if (selected := self.selection) is None:
            return
        wanted = min(max((selected.wanted or selected.max_count) + by, 1), selected.max_count)
        self.selection = replace(selected, wanted=wanted)
        if self.shows_cursor:
            self._move_to_target()

    def cancel_selection(self) -> None:
        self._clear_selection()
        self.message = None
        self.rank_finder.shows_needed = False

    def clear(self) -> bool:
        """Clear the message and the nearest highlight.

        The first that there is of selection, hint and light; return False without any.
        """
        self.message = self.stepped = None
        finder = self.rank_finder
        if self.selection is not None:
            self._clear_selection()
        elif self.hint is not None:
            self.hint = None
        elif finder.rank is not None or finder.is_asking:
            finder.clear()
        elif finder.shows_needed:
            finder.shows_needed = False
        else:
            return False
        return True

    def choose(self, pile: Pile, count: int | None = None) -> None:
        """Select cards of a pile, or move the selected cards there.

        Choosing their own pile clears the selection.
        Cards whose move is refused stay selected, and the message says so.
        """
        if self.selection is None:
            self.select(pile, count)
        elif pile == self.selection.pile:
            self._clear_selection()
            self.message = None
        else:
            self.drop(pile)
            if self.lifted_count and self.message is not None:
                self.message = self.message._replace(text=f"{self.message.text} Still lifted.")

    def type_pile(self, pile: Pile) -> None:
        """Choose a pile by its key.

        A refused move clears the selection, so that the next key begins another move.
        """
        if self.selection is None or pile == self.selection.pile:
            self.choose(pile)
        else:
            self.drop_or_put_back(pile)

    def drop_or_put_back(self, pile: Pile) -> None:
        """Move the selected cards to a pile, or put them back.

        If the rules refuse the move, the message says why.
        """
        self.drop(pile)
        self._clear_selection()

    def drop(self, pile: Pile, *, is_chosen: bool = True) -> None:
        """Move the selected cards to a pile.

        If the rules refuse, the message says why and the cards stay selected.
        A warning that the player has seen on a pile holds nothing back if the player has chosen that pile.
        """
        selected = self.selection
        assert selected is not None
        move, place = selected.move_to(pile), selected.home if pile.kind is PileKind.HOME else pile
        reason, game = selected.refusal(pile), self.game
        if reason is not None:
            self._refuse(reason, place, selected.pile)
        elif is_chosen and place in self.guard.seen_targets():
            self.play(move)
        else:
            self.play_guarded(move, place)
        wanted = selected.wanted
        if self.game is not game and wanted is not None and move.count is not None and move.count < wanted:
            self.message = Message(f"{counted(move.count, 'card')} moved: no more fit in an empty column.")

    def play_guarded(self, move: Move, place: Pile | None = None) -> bool:
        """Play a legal move. Return False if it is held back.

        The message says why.
        """
        after = self.autoplay.play(self.game, move)
        if self._is_held(move, after, place):
            return False
        self.take(move, after)
        return True

    def _is_held(self, move: Move, after: Game, place: Pile | None = None) -> bool:
        if warning := self.guard.warning(move, after):
            self.message = Message(warning, "refusal", place, asks=True)
        return bool(warning)

    def move_to_best(self) -> None:
        """Move the selected cards, or the cards at the cursor, to their best target."""
        if self.selection is None and not self.shows_cursor:
            self._refuse("Choose a card first, with the arrows or with the key of its pile.")
        elif self.selection is None:
            self.select(self.cursor.pile, self.cursor.depth)
        if (selected := self.selection) is None:
            return
        targets = selected.ranked_targets()
        if not targets:
            self._refuse(selected.no_target_reason(), selected.pile)
        elif selected.wanted == 1 and targets[0] in self.columns and not self.game.board.cards(targets[0]):
            # A single card leaves an empty column alone while there is a free cell, which comes last.
            self.drop(targets[-1], is_chosen=False)
        else:
            self.drop(targets[0], is_chosen=False)

    def send_to_best(self, pile: Pile, count: int) -> None:
        """Send `count` cards of a pile to their best target, or on another card as many as fit.

        Nothing stays selected.
        """
        self.cancel_selection()
        self.select(pile, count)
        if self.selection is not None and self.selection.wanted == count:
            self.move_to_best()
        self._clear_selection()

    def send_home(self, pile: Pile) -> None:
        self._clear_selection()
        self.select(pile)
        if self.selection is not None:
            self.drop(HOME, is_chosen=False)
            # If the card may not go home, it must not stay selected: nobody selected it.
            self._clear_selection()

    def send_all_home(self) -> None:
        self._clear_selection()
        move = next(autoplay_moves(self.game.board, self.game.variant, Autoplay.ALL), None)
        if move is None:
            self._refuse("No card can go home now.")
        elif not self._is_held(move, EVERYTHING.play(self.game, move)):
            self.play_all_home()

    def point_at(self, pile: Pile, depth: int = 1) -> None:
        if pile in (*self.columns, *self.top_row):
            self.cursor = Cursor(pile, depth)

    def move_cursor(self, move: CursorMove) -> None:
        """Show the cursor, or move it.

        It goes from target to target while cards are selected.
        """
        if not self.shows_cursor:
            self._reveal_cursor()
        elif self.selection is not None:
            self._move_to_target(-1 if move in (CursorMove.LEFT, CursorMove.UP) else 1)
        else:
            self.cursor = self.cursor.moved(move, self.game.board, self.game.variant)

    def use_cursor(self) -> None:
        """Show the cursor, select the cards there, or move the selected cards.

        Cards with one target go there at once, but to a free cell only with `plays_at_once`. With several targets, the
        cursor moves to the best.
        """
        if not self.shows_cursor:
            self._reveal_cursor()
            return
        if self.selection is not None:
            self.choose(self.cursor.pile)
            return
        self._select_at_cursor()
        if (selected := self.selection) is None:
            return
        if not (targets := selected.ranked_targets()):
            self._refuse(selected.no_target_reason(), self.cursor.pile)
            self._clear_selection()
        elif selected.goes_at_once(plays_at_once=self.plays_at_once):
            self.drop(targets[0], is_chosen=False)
            self._clear_selection()
        else:
            self._move_to_target()

    def _reveal_cursor(self) -> None:
        self.shows_cursor = True
        if self.selection is not None:
            self._move_to_target()

    def _select_at_cursor(self) -> None:
        """Select exactly the cards from the cursor down.

        On a last card, as many as the target accepts.
        """
        pile, depth = self.cursor.pile, self.cursor.depth
        cards = self.game.board.cards(pile)
        if depth > max(self.game.variant.sequence_length(cards), 1):
            self._refuse(_not_in_sequence(cards[-depth]), pile)
            return
        self.select(pile)
        if self.selection is not None and depth > 1:
            self.selection = replace(self.selection, wanted=depth, exact=True)

    def _move_to_target(self, step: int = 0) -> None:
        """Move the cursor `step` targets further, round and round.

        To the first target from elsewhere, and back if there are none.
        """
        targets = self.ranked_targets()
        self._left_from = self._left_from or self.cursor
        if self.cursor.pile in targets:
            self.cursor = Cursor(targets[(targets.index(self.cursor.pile) + step) % len(targets)])
        else:
            self.cursor = Cursor(targets[0]) if targets else self._left_from

    def toggle_needed(self) -> None:
        """Light the next card of each foundation, or stop that.

        The light ends with the next move.
        """
        self.rank_finder.shows_needed = not self.rank_finder.shows_needed
        if self.rank_finder.shows_needed:
            board, variant = self.game.board, self.game.variant
            needed = " ".join(card.face for card in next_home_cards(board))
            safe = " ".join(card.face for card in safe_home_cards(board, variant))
            self.message = Message(f"Next home: {needed}.{f' Safe to go now: {safe}.' if safe else ''}")

    def pause(self) -> None:
        self.cancel_selection()
        self.hint = self.stepped = None
        self.clock.pause()
        self.is_paused = True

    def resume(self) -> None:
        """End the pause.

        The caller restarts the clock.
        """
        self.is_paused = False
        self.message = None

    def _clear_selection(self) -> None:
        self.selection = None
        self.cursor, self._left_from = self._left_from or self.cursor, None

    def _after_board_change(self) -> None:
        super()._after_board_change()
        self._clear_selection()
        self.rank_finder = RankFinder()
        self.hint = self.stepped = None
        self.cursor = Cursor(self.cursor.pile)


def _not_in_sequence(card: Card) -> str:
    return f"{card.face} is not in sequence with the cards below it."


def ways(session: Session) -> tuple[Way, ...]:
    """Return what lifted cards can do, best first, the cursor's target before all. Or what Enter plays at once."""
    selected, cursor = session.selection, session.shown_cursor
    if selected is None:
        if cursor is None or not _can_be_lifted(session, *cursor):
            return ()
        pile, depth = cursor
        wanted = depth if depth > 1 else None
        selected = Selection(session.game.board, session.game.variant, pile, wanted, exact=depth > 1)
        if not selected.goes_at_once(plays_at_once=session.plays_at_once):
            return ()
    return tuple(sorted(selected.ways(), key=lambda way: cursor is not None and way.target != cursor.pile))


def moves_at_risk(session: Session) -> tuple[Way, ...]:
    """Return the moves of the next key or click.

    `ways`, or with nothing lifted the move of a double click.
    """
    pointed = session.pointed
    if session.selection is not None or pointed is None or not _can_be_lifted(session, *pointed):
        return ways(session)
    double_clicked = Selection(session.game.board, session.game.variant, *pointed)
    return (*ways(session), *islice(double_clicked.ways(), 1))


def _can_be_lifted(session: Session, pile: Pile, depth: int) -> bool:
    board, variant = session.game.board, session.game.variant
    is_in_sequence = depth <= max(variant.sequence_length(board.cards(pile)), 1)
    return is_in_sequence and source_refusal(board, pile, variant) is None


def places_like(session: Session, way: Way) -> frozenset[Pile]:
    """Return the piles that are as good as a target.

    For an empty place, every empty place of its kind.
    """
    if way.onto is not None or way.target in FOUNDATIONS:
        return frozenset({way.target})
    board = session.game.board
    piles = (*session.columns, *session.top_row)
    return frozenset(pile for pile in piles if pile.kind is way.target.kind and not board.cards(pile))
