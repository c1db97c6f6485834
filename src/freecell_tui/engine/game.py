"""A game as it is played: a deal, a tree of turns, a position."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product, starmap
from operator import attrgetter
from typing import Final, NamedTuple

from freecell_tui.engine import rules
from freecell_tui.engine.board import Board
from freecell_tui.engine.cards import HOME, Move, PileKind
from freecell_tui.engine.positions import Deal, deal_mark, start_board
from freecell_tui.engine.rules import Autoplay, autoplay_moves
from freecell_tui.engine.text import NotationError
from freecell_tui.engine.variants import FREECELL, Variant

# The tree of a game: every turn that was ever played in it, undone or not, in branches.
#
# A branch is a line of turns. Branch 1 begins at the deal. Every other branch begins at a fork, where another turn was
# played: after `fork` turns, counted from the deal, along its `parent`. So no turn is stored twice, a branch only
# grows at its end, and keeps its number.


class Turn(NamedTuple):
    """A player's move with the autoplay that followed, or a restart.

    The number of turns is the number of moves: a card that the player sends home is a turn of its own, a card that
    autoplay sends home belongs to the turn before.
    """

    move: Move | None
    """The player's move; None in a restart."""

    autoplay: tuple[Move, ...] = ()
    """The home moves that followed, in order."""

    @property
    def is_restart(self) -> bool:
        return self.move is None


RESTART: Final = Turn(None)


class Place(NamedTuple):
    """A position in a tree of turns."""

    branch: int
    """The branch of the turn that leads to the position."""

    position: int
    """The number of turns since the deal."""


START: Final = Place(1, 0)
"""The deal, which is the same place for all branches."""


class Branch(NamedTuple):
    """A line of turns from a fork, or from the deal."""

    parent: int
    """The number of the branch that this branch leaves; 0 for branch 1."""

    fork: int
    """The number of turns from the deal to the fork, along the parent."""

    turns: tuple[Turn, ...] = ()
    boards: tuple[Board, ...] = ()
    """The board after each turn."""

    played: int = 0
    """A number that is larger for a branch played later."""

    @property
    def end(self) -> int:
        """The number of turns from the deal to the branch's last position."""
        return self.fork + len(self.turns)


class GameTree(dict[int, Branch]):
    """The branches of a game by number, never changed after construction.

    A branch has a larger number than its parent.
    """

    def has(self, place: Place) -> bool:
        """Return whether `place` is in the tree."""
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
        """The numbers of the branches that end at a leaf, ascending."""
        forks = {(branch.parent, branch.fork) for branch in self.values()}
        return [number for number, branch in sorted(self.items()) if (number, branch.end) not in forks]

    def with_branch(self, number: int, branch: Branch) -> "GameTree":
        return GameTree({**self, number: branch})

    def turn(self, place: Place) -> Turn:
        """Return the turn that leads to `place`, which is not the deal."""
        branch = self[place.branch]
        return branch.turns[place.position - branch.fork - 1]

    def board(self, place: Place) -> Board:
        """Return the board at `place`, which is not the deal."""
        branch = self[place.branch]
        return branch.boards[place.position - branch.fork - 1]

    def children(self, place: Place) -> list[Place]:
        """Return the places one turn after `place`, the first played first."""
        number, position = place
        numbers = [number] if position < self[number].end else []
        numbers += sorted(other for other, branch in self.items() if (branch.parent, branch.fork) == (number, position))
        return [Place(child, position + 1) for child in numbers]

    def parent(self, place: Place) -> Place:
        """Return the place one turn before `place`, which is not the deal."""
        return self.place_on(place.branch, place.position - 1)

    def place_on(self, number: int, position: int) -> Place:
        """Return the place on a line of play after `position` turns.

        The line leads from the deal to the end of branch `number`; early turns may belong to its ancestors.
        """
        while number > START.branch and position <= self[number].fork:
            number = self[number].parent
        return Place(number, position)

    def stem(self, place: Place) -> Place | None:
        """Return the place just after the last fork before `place`.

        None if no fork lies between the deal and `place`.
        """
        branches_from = Counter((branch.parent, branch.fork) for branch in self.values())
        while place != START:
            number, position = before = self.parent(place)
            continuations = branches_from[before]
            if position < self[number].end:
                continuations += 1
            if continuations > 1:
                return place
            place = before
        return None

    def line(self, number: int) -> tuple[tuple[Turn, ...], tuple[Board, ...]]:
        """Return the turns up to a branch's end, and their boards.

        The turns begin at the deal; each has a board, the one after it.
        """
        turns, boards = list[tuple[Turn, ...]](), list[tuple[Board, ...]]()
        end = self[number].end
        while number:
            branch = self[number]
            turns.append(branch.turns[: end - branch.fork])
            boards.append(branch.boards[: end - branch.fork])
            number, end = branch.parent, branch.fork
        return tuple(chain.from_iterable(reversed(turns))), tuple(chain.from_iterable(reversed(boards)))

    def branches_after(self, place: Place) -> Iterator[int]:
        """Yield the branches that contain `place` or start after it.

        The branch of `place` comes first, the others in ascending order.
        """
        included = {place.branch}
        yield place.branch
        for number, branch in sorted(self.items()):
            is_after = branch.fork >= place.position if branch.parent == place.branch else branch.parent in included
            if is_after:
                included.add(number)
                yield number

    def last_played(self, place: Place) -> int:
        """Return the branch played last among the branches that continue after `place`."""
        ends = set(self.ends)
        numbers = (number for number in self.branches_after(place) if number in ends)
        return max(numbers, key=lambda number: self[number].played)

    def cut(self, place: Place) -> "GameTree":
        """Return the tree without `place` and everything played after it.

        `place` must not be the deal.
        """
        number, *later = self.branches_after(place)
        tree = GameTree(self)
        for later_number in later:
            del tree[later_number]
        branch = tree.pop(number)
        kept = place.position - branch.fork - 1
        if kept or number == START.branch:
            tree[number] = branch._replace(turns=branch.turns[:kept], boards=branch.boards[:kept])
        return tree


UNBRANCHED: Final = GameTree({START.branch: Branch(0, 0)})
"""The tree of a game without turns."""

MAX_TURNS: Final = 50_000
"""The most turns of a game in all branches: more than anybody plays, and quickly replayed."""

MAX_BRANCHES: Final = 2000
"""The most branches of a game: people play tens, and visiting all takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Game:
    """An immutable game; `play`, `undo`, `redo` and `restart` return a new one.

    A game is a path in its tree, from the deal to the end of `branch`.
    `redo` plays the next turn of the path again.
    Any other move begins a branch, and the undone turns stay in the tree.

    >>> game = Game.new(1).play(Move.parse("3a"))
    >>> game.undo() == Game.new(1)
    False
    >>> game.undo().board == Game.new(1).board
    True
    """

    variant: Variant
    deal: Deal
    """The number of the deal, or the position where the game begins."""

    boards: tuple[Board, ...]
    """The boards of the path: `boards[n]` is the board after `n` turns."""

    turns: tuple[Turn, ...] = ()
    """The turns of the path, undone ones included."""

    position: int = 0
    """The number of turns that are not undone."""

    branch: int = 1
    """The number of the branch on which the path ends."""

    other_branches: GameTree = field(default_factory=lambda: UNBRANCHED, hash=False)
    """The tree of all branches, without the turns of `branch`, which are in `turns`."""

    @classmethod
    def new(cls, deal: Deal, variant: Variant = FREECELL) -> "Game":
        """Return a game at the start of a deal; raise NoSuchDeal."""
        return cls(variant, deal, (start_board(deal, variant),))

    @property
    def title(self) -> str:
        """The variant and the deal: `FreeCell #617`, or `FreeCell position K7QF`."""
        return f"{self.variant.full_title} {deal_mark(self.deal)}"

    @property
    def board(self) -> Board:
        return self.boards[self.position]

    @property
    def active_turns(self) -> tuple[Turn, ...]:
        """The turns that are not undone."""
        return self.turns[: self.position]

    @property
    def attempt_start(self) -> int:
        """The position of the last restart, or of the deal."""
        return next((index for index in range(self.position, 0, -1) if self.turns[index - 1].is_restart), 0)

    @property
    def moves_made(self) -> int:
        """The number of moves in the present attempt, without autoplay.

        An attempt begins at the deal or the last restart.
        """
        return self.position - self.attempt_start

    @property
    def last_turn(self) -> Turn | None:
        """The last turn that is not undone, or None at the deal."""
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
        """Whether the game is not won, and no move makes progress.

        A move makes no progress if it is a no-op or leads back to the position before.
        """
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
        """All branches, of which the game's own was played last."""
        others = self.other_branches
        fork = others[self.branch].fork
        branch = others[self.branch]._replace(
            turns=self.turns[fork:], boards=self.boards[fork + 1 :], played=others.next_played
        )
        return others.with_branch(self.branch, branch)

    @property
    def has_branches(self) -> bool:
        return len(self.other_branches) > 1

    @property
    def place(self) -> Place:
        return self.place_at(self.position)

    def place_at(self, position: int) -> Place:
        """Return the place after `position` turns of the path."""
        return self.other_branches.place_on(self.branch, position)

    @property
    def is_too_large(self) -> bool:
        """Whether the game is too large for a save."""
        return self.tree.turn_count > MAX_TURNS or len(self.other_branches) > MAX_BRANCHES

    def at(self, place: Place) -> "Game":
        """Return the game moved to `place` in its tree.

        Beyond `place` the path follows the branch that was played last.
        """
        if self.place_at(place.position) == place and place.position <= len(self.turns):
            return self.seek(place.position)
        return self.in_tree(self.tree, place)

    def in_tree(self, tree: GameTree, place: Place, branch: int = 0) -> "Game":
        """Return the game moved to `place` in another tree of its deal.

        The path ends with `branch`, or by default with the branch played last after `place`.
        """
        branch = branch or tree.last_played(place)
        turns, boards = tree.line(branch)
        others = tree.with_branch(branch, tree[branch]._replace(turns=(), boards=(), played=0))
        boards = (self.boards[0], *boards)
        return replace(self, boards=boards, turns=turns, position=place.position, branch=branch, other_branches=others)

    def next_branch(self) -> "Game":
        """Return the game at the end of the next branch.

        Branches follow each other in numerical order, and the first one follows the last.
        """
        tree = self.tree
        number = next((end for end in tree.ends if end > self.branch), tree.ends[0])
        return self.at(Place(number, tree[number].end))

    def cut(self, place: Place) -> "Game":
        """Return the game without `place` and everything played after it.

        `place` must not be the deal.
        If the present position is removed, the game moves to the place before `place`.
        """
        tree = self.tree.cut(place)
        return self.in_tree(tree, self.place if tree.has(self.place) else self.tree.parent(place))

    def play(self, move: Move, autoplay: Autoplay = Autoplay.SAFE, *, finish: bool = False) -> "Game":
        """Return the game after a move and the autoplay that follows it.

        With `finish`, all cards go home as soon as the board is sorted.
        No autoplay follows a move from a foundation, as it would send the card back.
        Raise IllegalMove if the move is not legal.
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
        """Return the game after many more turns, without other branches.

        `played` has each turn with the board after it.
        All turns are added in one step, which takes linear time.
        """
        turns = (*self.active_turns, *(turn for turn, _ in played))
        boards = (*self.boards[: self.position + 1], *(board for _, board in played))
        return Game(self.variant, self.deal, boards, turns, len(turns))

    def _append(self, turn: Turn, board: Board) -> "Game":
        after = self.position + 1
        boards, turns = (*self.boards[:after], board), (*self.turns[: self.position], turn)
        if not self.can_redo:
            return replace(self, boards=boards, turns=turns, position=after)
        tree, place = self.tree, self.place
        for child in tree.children(place):
            if tree.turn(child) == turn:
                return self.at(child)
        branch = max(tree) + 1
        others = tree.with_branch(branch, Branch(place.branch, place.position))
        return replace(self, boards=boards, turns=turns, position=after, branch=branch, other_branches=others)

    def restart(self) -> "Game":
        """Return the game back at its deal.

        A restart is a turn, which undo undoes.
        """
        return self.append_turn(RESTART)

    def undo(self) -> "Game":
        """Return the game one turn earlier, or unchanged at the deal."""
        return self.seek(self.position - 1)

    def redo(self) -> "Game":
        """Return the game one turn later, if a turn is undone."""
        return self.seek(self.position + 1)

    def without_undone(self) -> "Game":
        """Return the present attempt alone, without undone turns and branches.

        An attempt begins at the deal or the last restart.
        """
        start = self.attempt_start
        turns, boards = self.turns[start : self.position], self.boards[start : self.position + 1]
        return Game(self.variant, self.deal, boards, turns, len(turns))

    def seek(self, position: int) -> "Game":
        """Return the game at `position`, or at the nearest position that exists."""
        return replace(self, position=min(max(position, 0), len(self.turns)))


class AutoplayRule(NamedTuple):
    """The rule for the home moves that follow a player's move."""

    policy: Autoplay
    """Which cards go home after each move."""

    finish: bool
    """Whether all cards go home once every column is in descending order."""

    def play(self, game: Game, *moves: Move) -> Game:
        """Return the game after `moves`, each followed by its autoplay.

        Raise IllegalMove at the first move that is not legal.
        """
        for move in moves:
            game = game.play(move, self.policy, finish=self.finish)
        return game

    def explains(self, turn: Turn, board: Board, variant: Variant) -> bool:
        """Return whether the rule yields the autoplay recorded in `turn`.

        `board` is the board before the turn.
        A restart is explained by every rule.
        """
        if turn.move is None:
            return True
        return next_turn(board, variant, turn.move, self.policy, finish=self.finish)[0] == turn

    def explains_all(self, game: Game) -> bool:
        """Return whether the rule explains every turn of a game."""
        turns = zip(game.turns, game.boards, strict=False)
        return all(self.explains(turn, board, game.variant) for turn, board in turns)


AUTOPLAY_RULES: Final = tuple(
    starmap(AutoplayRule, product((Autoplay.SAFE, Autoplay.ALL, Autoplay.NONE), (True, False)))
)
"""Every rule, the default first. Share codes number them, so their order must not change."""


def likeliest_rule(turns: Sequence[tuple[Turn, Board]], variant: Variant) -> AutoplayRule:
    """Return the rule that explains most of the turns.

    `turns` has each turn with the board before it.
    Of equally good rules, the first in AUTOPLAY_RULES is returned.
    """
    best, most = AUTOPLAY_RULES[0], -1
    for rule in AUTOPLAY_RULES:
        explained = len([turn for turn, board in turns if rule.explains(turn, board, variant)])
        if explained > most:
            best, most = rule, explained
        if most == len(turns):
            break
    return best


def all_home(board: Board, variant: Variant, rule: AutoplayRule) -> list[tuple[Turn, Board]]:
    """Return the turns that send home every card that can go.

    Each turn comes with the board after it.
    A card that `rule` sends home automatically is part of the turn before; any other card is a turn.
    """
    moves, played = list(autoplay_moves(board, variant, Autoplay.ALL)), list[tuple[Turn, Board]]()
    cards, board_after = [], board
    for move in moves:
        cards.append(board_after.cards(move.source)[-1])
        board_after = rules.apply_move(board_after, move, variant)
    for card in cards:
        if board.foundations[card.suit] < card.rank:
            move = Move(board.locate(card)[0], HOME)
            turn, board = next_turn(board, variant, move, rule.policy, finish=rule.finish)
            played.append((turn, board))
    return played


EVERYTHING: Final = AutoplayRule(Autoplay.ALL, finish=True)
"""The rule that sends home every card that can go."""


def sends_all_home(turn: Turn, board: Board, variant: Variant, rule: AutoplayRule) -> bool:
    """Return whether a turn is an old command that sent all cards home.

    Earlier versions recorded that command as one turn; `all_home` returns the turns that replace it.
    `board` is the board before the turn, `rule` the autoplay of the game.
    """
    if not turn.autoplay or turn.move != next(autoplay_moves(board, variant, Autoplay.ALL), None):
        return False
    return not rule.explains(turn, board, variant) and EVERYTHING.explains(turn, board, variant)


def next_turn(
    board: Board, variant: Variant, move: Move, autoplay: Autoplay = Autoplay.SAFE, *, finish: bool = False
) -> tuple[Turn, Board]:
    """Return the turn that begins with `move`, and the board after it.

    The turn is the one that `Game.play` plays.
    Raise IllegalMove if the move is not legal.
    """
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
"""The notes of a game by place, one line of text each."""


def parse_name(text: str, *, is_note: bool = False) -> str:
    """Return a name or a note with single spaces, '' for none.

    Raise NotationError if the text is too long or unprintable.
    """
    line = " ".join(text.split())
    kind, most = ("note", MAX_NOTE_LENGTH) if is_note else ("name", MAX_NAME_LENGTH)
    if not line.isprintable():
        raise NotationError(f"A {kind} can only have printable characters.")
    if len(line) > most:
        raise NotationError(f"A {kind} has at most {most} characters; this one has {len(line)}.")
    return line


class Bookmark(NamedTuple):
    """A marked place in the game's tree, which no later play removes."""

    number: int
    place: Place
    name: str = ""

    @property
    def title(self) -> str:
        return f"bookmark “{self.name}”" if self.name else f"bookmark {self.number}"


class Bookmarks(tuple[Bookmark, ...]):
    """The bookmarks of one game in ascending order of their unique numbers."""

    __slots__ = ()

    def get(self, number: int) -> Bookmark | None:
        return next((bookmark for bookmark in self if bookmark.number == number), None)

    def at(self, place: Place) -> Bookmark | None:
        return next((bookmark for bookmark in self if bookmark.place == place), None)

    def in_tree(self, tree: GameTree) -> "Bookmarks":
        return Bookmarks(bookmark for bookmark in self if tree.has(bookmark.place))

    @property
    def free_number(self) -> int | None:
        """The lowest number for a new bookmark, or None beyond MAX_BOOKMARKS."""
        used = {bookmark.number for bookmark in self}
        return next((number for number in range(1, MAX_BOOKMARKS + 1) if number not in used), None)

    def add(self, bookmark: Bookmark) -> "Bookmarks":
        """Return the bookmarks with `bookmark` added.

        A bookmark with the same number is replaced.
        """
        others = self.remove(bookmark.number)
        return Bookmarks(sorted((*others, bookmark), key=attrgetter("number")))

    def remove(self, number: int) -> "Bookmarks":
        return Bookmarks(bookmark for bookmark in self if bookmark.number != number)
