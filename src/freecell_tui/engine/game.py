"""A game as it is played: a deal, a tree of turns, and the present position in it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product, starmap
from typing import Final, NamedTuple

from freecell_tui.engine import rules
from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import HOME, Move, PileKind
from freecell_tui.engine.deals import deal
from freecell_tui.engine.rules import Autoplay, autoplay_moves
from freecell_tui.engine.text import NotationError
from freecell_tui.engine.variants import FREECELL, Variant

# The tree of a game: every turn that was ever played in it, undone or not, in branches.
#
# A branch is a line of turns. Branch 1 begins at the deal, and every other one at a fork, where another turn was
# played: after `fork` turns, counted from the deal, along its `parent`. So no turn is stored twice, a branch only
# grows at its end, and keeps its number.


class Turn(NamedTuple):
    """A move of the player with the autoplay that followed, or a restart, which has no move.

    So the number of turns is the number of moves: a card that the player sends home is a turn, and a card that autoplay
    sends home belongs to the turn before it.
    """

    move: Move | None
    autoplay: tuple[Move, ...] = ()

    @property
    def is_restart(self) -> bool:
        return self.move is None


RESTART: Final = Turn(None)


class Place(NamedTuple):
    """A position in a tree: the branch that the turn before it belongs to, and the number of turns since the deal."""

    branch: int
    position: int


START: Final = Place(1, 0)
"""The deal, which is the same place for all branches."""


class Branch(NamedTuple):
    """A line of turns. `boards` are those after each of them, and `played` is larger for a branch played later."""

    parent: int
    fork: int
    turns: tuple[Turn, ...] = ()
    boards: tuple[Board, ...] = ()
    played: int = 0

    @property
    def end(self) -> int:
        """The number of turns from the deal to its last position."""
        return self.fork + len(self.turns)


class GameTree(dict[int, Branch]):
    """The branches of a game by number, not changed once made; each has a larger number than the one it leaves."""

    def has(self, place: Place) -> bool:
        branch = self.get(place.branch)
        return branch is not None and (place == START or branch.fork < place.position <= branch.end)

    @property
    def next_played(self) -> int:
        """The value of `played` for the present branch, larger than all others."""
        return max(branch.played for branch in self.values()) + 1

    @property
    def turn_count(self) -> int:
        return sum(len(branch.turns) for branch in self.values())

    @property
    def ends(self) -> list[int]:
        """The numbers of the branches whose last position is a leaf of the tree, in ascending order."""
        forks = {(branch.parent, branch.fork) for branch in self.values()}
        return [number for number, branch in sorted(self.items()) if (number, branch.end) not in forks]

    def with_branch(self, number: int, branch: Branch) -> "GameTree":
        return GameTree({**self, number: branch})

    def turn(self, place: Place) -> Turn:
        """Return the turn that leads to a place, which is not the deal."""
        branch = self[place.branch]
        return branch.turns[place.position - branch.fork - 1]

    def board(self, place: Place) -> Board:
        """Return the board at a place, which is not the deal."""
        branch = self[place.branch]
        return branch.boards[place.position - branch.fork - 1]

    def children(self, place: Place) -> list[Place]:
        """Return the places one turn after a place, in the order in which they were played first."""
        number, position = place
        found = [number] if position < self[number].end else []
        found += sorted(other for other, branch in self.items() if (branch.parent, branch.fork) == (number, position))
        return [Place(child, position + 1) for child in found]

    def parent(self, place: Place) -> Place:
        """Return the place one turn before a place, which is not the deal."""
        return self.on_way(place.branch, place.position - 1)

    def on_way(self, number: int, position: int) -> Place:
        """Return the place after `position` turns on the way from the deal to the end of a branch."""
        while number > START.branch and position <= self[number].fork:
            number = self[number].parent
        return Place(number, position)

    def stem(self, place: Place) -> Place | None:
        """Return the place after the last fork on the way to a place; None if there is no fork."""
        leaving = Counter((branch.parent, branch.fork) for branch in self.values())
        while place != START:
            number, position = before = self.parent(place)
            if leaving[before] + (position < self[number].end) > 1:
                return place
            place = before
        return None

    def line(self, number: int) -> tuple[tuple[Turn, ...], tuple[Board, ...]]:
        """Return the turns from the deal to the end of a branch, and the boards after each of them."""
        turns, boards = list[tuple[Turn, ...]](), list[tuple[Board, ...]]()
        end = self[number].end
        while number:
            branch = self[number]
            turns.append(branch.turns[: end - branch.fork])
            boards.append(branch.boards[: end - branch.fork])
            number, end = branch.parent, branch.fork
        return tuple(chain.from_iterable(reversed(turns))), tuple(chain.from_iterable(reversed(boards)))

    def through(self, place: Place) -> Iterator[int]:
        """Generate the branch that a place belongs to, and then those that begin at the place or after it."""
        found = {place.branch}
        yield place.branch
        for number, branch in sorted(self.items()):
            after = branch.fork >= place.position if branch.parent == place.branch else branch.parent in found
            if after:
                found.add(number)
                yield number

    def last_played(self, place: Place) -> int:
        """Return the branch played last of those that continue after a place."""
        ends = set(self.ends)
        return max((each for each in self.through(place) if each in ends), key=lambda each: self[each].played)

    def cut(self, place: Place) -> "GameTree":
        """Return the tree without a place, which is not the deal, and everything that was played after it."""
        number, *gone = self.through(place)
        left = GameTree(self)
        for each in gone:
            del left[each]
        branch = left.pop(number)
        kept = place.position - branch.fork - 1
        if kept or number == START.branch:
            left[number] = branch._replace(turns=branch.turns[:kept], boards=branch.boards[:kept])
        return left


UNBRANCHED: Final = GameTree({START.branch: Branch(0, 0)})
"""The tree of a game without turns."""

MAX_TURNS: Final = 50_000
"""The most turns of a game in all its branches: far more than anybody plays, and quickly replayed."""

MAX_BRANCHES: Final = 2000
"""The most branches of a game: people play tens, and visiting all takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, immutable: `play`, `undo`, `redo` and `restart` each return a new one.

    A game is a path in its tree, from the deal to the end of `branch`. `boards[n]` is the board after `n` turns of it,
    and `position` is the number of turns that are not undone; `redo` plays the next turn again. Any other move begins
    a branch, and the undone turns stay in the tree. `aside` has the other branches, and only the fork of this one.

    >>> game = Game.new(1).play(Move.parse("3a"))
    >>> game.undo() == Game.new(1)
    False
    >>> game.undo().board == Game.new(1).board
    True
    """

    variant: Variant
    deal: int
    boards: tuple[Board, ...]
    turns: tuple[Turn, ...] = ()
    position: int = 0
    branch: int = 1
    aside: GameTree = field(default_factory=lambda: UNBRANCHED, hash=False)

    @classmethod
    def new(cls, number: int, variant: Variant = FREECELL) -> "Game":
        """Return a game at the start of a deal; raise NoSuchDeal if there is no such deal."""
        return cls(variant, number, (deal(number, variant),))

    @property
    def title(self) -> str:
        """Its variant and deal: `FreeCell #617`."""
        return f"{self.variant.full_title} #{self.deal}"

    @property
    def board(self) -> Board:
        return self.boards[self.position]

    @property
    def active_turns(self) -> tuple[Turn, ...]:
        """The turns that are not undone, from the deal to the present position."""
        return self.turns[: self.position]

    @property
    def attempt_start(self) -> int:
        """The position of the deal, or of the last restart up to here."""
        return next((at for at in range(self.position, 0, -1) if self.turns[at - 1].is_restart), 0)

    @property
    def moves_made(self) -> int:
        """The number of moves since the deal or the last restart; autoplay is not counted."""
        return self.position - self.attempt_start

    @property
    def last_turn(self) -> Turn | None:
        """The last turn that is not undone; None at the deal."""
        return self.turns[self.position - 1] if self.position else None

    @property
    def can_undo(self) -> bool:
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        return self.position < len(self.turns)

    @property
    def is_won(self) -> bool:
        return self.board.is_won

    @property
    def is_lost(self) -> bool:
        """Whether the game is not won, and every move is a no-op."""
        return rules.is_lost(self.board, self.variant)

    @property
    def is_dead_end(self) -> bool:
        """Whether the game is not won, and every move is a no-op or leads back to the position before."""
        if self.is_won:
            return False
        last = self.last_turn
        before = self.boards[self.position - 1].without_order if last and not last.is_restart else None
        return all(
            rules.is_noop(self.board, move, self.variant)
            or rules.apply_move(self.board, move, self.variant).without_order == before
            for move in rules.legal_moves(self.board, self.variant)
        )

    @property
    def tree(self) -> GameTree:
        """All branches, including that of the game, which is the one played last."""
        begun, played = self.aside[self.branch], self.aside.next_played
        turns, boards = self.turns[begun.fork :], self.boards[begun.fork + 1 :]
        return self.aside.with_branch(self.branch, begun._replace(turns=turns, boards=boards, played=played))

    @property
    def has_branches(self) -> bool:
        return len(self.aside) > 1

    @property
    def place(self) -> Place:
        return self.place_at(self.position)

    def place_at(self, position: int) -> Place:
        """Return the place after `position` turns of this branch."""
        return self.aside.on_way(self.branch, position)

    @property
    def is_too_large(self) -> bool:
        """Whether it has more turns or branches than a save may have."""
        return self.tree.turn_count > MAX_TURNS or len(self.aside) > MAX_BRANCHES

    def at(self, place: Place) -> "Game":
        """Return the game at a place in its tree, on the branch played last of those that continue there."""
        if self.place_at(place.position) == place and place.position <= len(self.turns):
            return self.seek(place.position)
        return self.in_tree(self.tree, place)

    def in_tree(self, tree: GameTree, place: Place, branch: int = 0) -> "Game":
        """Return the game at a place in another tree of its deal, on `branch` or the one played last from there."""
        branch = branch or tree.last_played(place)
        turns, boards = tree.line(branch)
        aside = tree.with_branch(branch, tree[branch]._replace(turns=(), boards=(), played=0))
        boards = (self.boards[0], *boards)
        return replace(self, boards=boards, turns=turns, position=place.position, branch=branch, aside=aside)

    def next_branch(self) -> "Game":
        """Return the game at the end of the next branch in numerical order, after the last one the first."""
        tree = self.tree
        number = next((each for each in tree.ends if each > self.branch), tree.ends[0])
        return self.at(Place(number, tree[number].end))

    def cut(self, place: Place) -> "Game":
        """Return the game without a place, which is not the deal, and all after it, moved to before it if need be."""
        tree = self.tree.cut(place)
        return self.in_tree(tree, self.place if tree.has(self.place) else self.tree.parent(place))

    def play(self, move: Move, autoplay: Autoplay = Autoplay.SAFE, *, finish: bool = False) -> "Game":
        """Return the game after a move and the autoplay that follows it; raise IllegalMove if it is not legal.

        With `finish`, all cards go home as soon as the board is sorted. A move from a foundation has no autoplay, which
        would send the card back.
        """
        turn, board = next_turn(self.board, self.variant, move, autoplay, finish=finish)
        return self._append(turn, board)

    def append_turn(self, turn: Turn) -> "Game":
        """Return the game after a turn, whose moves must be legal."""
        if turn.move is None:
            return self._append(turn, self.boards[0])
        board = self.board
        for move in (turn.move, *turn.autoplay):
            board = rules.apply_move(board, move, self.variant)
        return self._append(turn, board)

    def extended(self, played: Sequence[tuple[Turn, Board]]) -> "Game":
        """Return the game after many more turns, each with the board after it, in one step and without branches."""
        turns = (*self.active_turns, *(turn for turn, _ in played))
        boards = (*self.boards[: self.position + 1], *(board for _, board in played))
        return Game(self.variant, self.deal, boards, turns, len(turns))

    def _append(self, turn: Turn, board: Board) -> "Game":
        after = self.position + 1
        boards, turns = (*self.boards[:after], board), (*self.turns[: self.position], turn)
        if not self.can_redo:
            return replace(self, boards=boards, turns=turns, position=after)
        tree, here = self.tree, self.place
        for place in tree.children(here):
            if tree.turn(place) == turn:
                return self.at(place)
        branch = max(tree) + 1
        aside = tree.with_branch(branch, Branch(here.branch, here.position))
        return replace(self, boards=boards, turns=turns, position=after, branch=branch, aside=aside)

    def restart(self) -> "Game":
        """Return the game back at its deal. This is a turn, which undo undoes."""
        return self.append_turn(RESTART)

    def undo(self) -> "Game":
        """Return the game one turn earlier; at the deal, the same game."""
        return self.seek(self.position - 1)

    def redo(self) -> "Game":
        """Return the game one turn later; if no turn is undone, the same game."""
        return self.seek(self.position + 1)

    def without_undone(self) -> "Game":
        """Return the game from the deal or the last restart to the present position, without branches."""
        start = self.attempt_start
        turns, boards = self.turns[start : self.position], self.boards[start : self.position + 1]
        return Game(self.variant, self.deal, boards, turns, len(turns))

    def seek(self, position: int) -> "Game":
        """Return the game at a position, in turns from the deal, or at the nearest one that exists."""
        return replace(self, position=min(max(position, 0), len(self.turns)))


class AutoplayRule(NamedTuple):
    """What goes home by itself after a move, and whether all cards do once every column is in descending order."""

    policy: Autoplay
    finish: bool

    def play(self, game: Game, *moves: Move) -> Game:
        """Return a game after moves, each with what goes home behind it; raise IllegalMove."""
        for move in moves:
            game = game.play(move, self.policy, finish=self.finish)
        return game

    def made(self, turn: Turn, board: Board, variant: Variant) -> bool:
        """Return whether this is what followed the move of a turn on a board; a restart has none."""
        if turn.move is None:
            return True
        return next_turn(board, variant, turn.move, self.policy, finish=self.finish)[0] == turn

    def fits(self, game: Game) -> bool:
        """Return whether this is what followed every move of a game."""
        return all(self.made(turn, board, game.variant) for turn, board in zip(game.turns, game.boards, strict=False))


AUTOPLAY_RULES: Final = tuple(
    starmap(AutoplayRule, product((Autoplay.SAFE, Autoplay.ALL, Autoplay.NONE), (True, False)))
)
"""Every rule, the default first. Share codes number them, so their order must not change."""


def likeliest_rule(turns: Sequence[tuple[Turn, Board]], variant: Variant) -> AutoplayRule:
    """Return the rule that made most of some turns, each with the board before it; the first of those alike."""
    best, most = AUTOPLAY_RULES[0], -1
    for rule in AUTOPLAY_RULES:
        matching = sum(rule.made(turn, board, variant) for turn, board in turns)
        if matching > most:
            best, most = rule, matching
        if most == len(turns):
            break
    return best


def all_home(board: Board, variant: Variant, rule: AutoplayRule) -> list[tuple[Turn, Board]]:
    """Return the turns that send home every card that can go, each with the board after it.

    Each card that `rule` does not send home by itself is a turn.
    """
    moves, played = list(autoplay_moves(board, variant, Autoplay.ALL)), list[tuple[Turn, Board]]()
    cards, there = [], board
    for move in moves:
        cards.append(there.cards(move.source)[-1])
        there = rules.apply_move(there, move, variant)
    for card in cards:
        if board.foundations[card.suit] < card.rank:
            move = Move(board.locate(card)[0], HOME)
            turn, board = next_turn(board, variant, move, rule.policy, finish=rule.finish)
            played.append((turn, board))
    return played


EVERYTHING: Final = AutoplayRule(Autoplay.ALL, finish=True)
"""The rule that sends home every card that can go."""


def sends_all_home(turn: Turn, board: Board, variant: Variant, rule: AutoplayRule) -> bool:
    """Return whether a turn of an earlier version is every card that the player sent home with one command.

    There, all of them were one turn. `rule` is the autoplay of the game, and `all_home` has the turns it stands for.
    """
    if not turn.autoplay or turn.move != next(autoplay_moves(board, variant, Autoplay.ALL), None):
        return False
    return not rule.made(turn, board, variant) and EVERYTHING.made(turn, board, variant)


def next_turn(
    board: Board, variant: Variant, move: Move, autoplay: Autoplay = Autoplay.SAFE, *, finish: bool = False
) -> tuple[Turn, Board]:
    """Return the turn that a move makes, as `Game.play` plays it, and the board after it; raise IllegalMove."""
    after = rules.play(board, move, variant)
    if move.source.kind is PileKind.FOUNDATION:
        autoplay, finish = Autoplay.NONE, False
    followed = list(autoplay_moves(after, variant, autoplay))
    for home in followed:
        after = rules.apply_move(after, home, variant)
    if finish and rules.is_sorted(after):
        rest = list(autoplay_moves(after, variant, Autoplay.ALL))
        for home in rest:
            after = rules.apply_move(after, home, variant)
        followed += rest
    return Turn(rules.canonical(board, move, variant), tuple(followed)), after


MAX_NAME_LENGTH: Final = 40
MAX_BOOKMARKS: Final = 99
MAX_NOTE_LENGTH: Final = 120
MAX_NOTES: Final = 1000

Notes = Mapping[Place, str]
"""The notes of a game, a line of text each."""


def parse_name(text: str, *, is_note: bool = False) -> str:
    """Return a name or a note with single spaces, '' for none; raise NotationError if it is too long or unprintable."""
    line = " ".join(text.split())
    what, most = ("note", MAX_NOTE_LENGTH) if is_note else ("name", MAX_NAME_LENGTH)
    if not line.isprintable():
        raise NotationError(f"A {what} can only have printable characters.")
    if len(line) > most:
        raise NotationError(f"A {what} has at most {most} characters; this one has {len(line)}.")
    return line


class Bookmark(NamedTuple):
    """A marked place in the game's tree, which stays whatever is played later."""

    number: int
    place: Place
    name: str = ""

    @property
    def title(self) -> str:
        return f"bookmark “{self.name}”" if self.name else f"bookmark {self.number}"


class Bookmarks(tuple[Bookmark, ...]):
    """The bookmarks of one game in the order of their numbers; no two have the same."""

    __slots__ = ()

    def get(self, number: int) -> Bookmark | None:
        return next((bookmark for bookmark in self if bookmark.number == number), None)

    def at(self, place: Place) -> Bookmark | None:
        return next((bookmark for bookmark in self if bookmark.place == place), None)

    def in_tree(self, tree: GameTree) -> "Bookmarks":
        return Bookmarks(bookmark for bookmark in self if tree.has(bookmark.place))

    @property
    def free_number(self) -> int | None:
        """The lowest number for a new bookmark; None if there are MAX_BOOKMARKS."""
        taken = {bookmark.number for bookmark in self}
        return next((number for number in range(1, MAX_BOOKMARKS + 1) if number not in taken), None)

    def add(self, bookmark: Bookmark) -> "Bookmarks":
        """Return the bookmarks with one added, replacing the one of its number."""
        others = self.remove(bookmark.number)
        return Bookmarks(sorted((*others, bookmark), key=lambda each: each.number))

    def remove(self, number: int) -> "Bookmarks":
        return Bookmarks(bookmark for bookmark in self if bookmark.number != number)
