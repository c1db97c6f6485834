"""A game as it is played: a deal, its turns, how many of them are not undone, and what else was tried."""

from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Final

from freecell_tui.engine import rules
from freecell_tui.engine.autoplay import Autoplay, autoplay_moves
from freecell_tui.engine.board import Board
from freecell_tui.engine.deals import deal
from freecell_tui.engine.game_tree import RESTART, UNBRANCHED, Branch, GameTree, Place, Turn
from freecell_tui.engine.moves import Move
from freecell_tui.engine.piles import PileKind
from freecell_tui.engine.variants import FREECELL, Variant

MAX_TURNS: Final = 50_000
"""How many turns a game may have in all its branches: far more than anybody plays, and quickly replayed."""

MAX_BRANCHES: Final = 2000
"""How many branches a game may have: people play tens, and what looks at all of them takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, immutable: `play`, `undo`, `redo` and `restart` each return a new one.

    A game is a way through its tree, from the deal to the end of `branch`. `boards[n]` is the board after `n` turns of
    it, and `position` is the number of turns that are not undone; `redo` plays the next one of those after it again.
    Another move than that begins a branch, and the undone turns stay in the tree. `aside` are the other branches;
    of the one being played it only has where it begins.

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
    aside: GameTree = field(default=UNBRANCHED, hash=False)

    @classmethod
    def new(cls, number: int, variant: Variant = FREECELL) -> "Game":
        """Return a game at the start of a deal; raise NoSuchDeal if there is no such deal."""
        return cls(variant, number, (deal(number, variant),))

    @property
    def board(self) -> Board:
        """The board at the present position."""
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
        count = 0
        for turn in self.active_turns:
            count = 0 if turn.is_restart else count + 1
        return count

    @property
    def last_turn(self) -> Turn | None:
        """The last turn that is not undone; None at the deal."""
        return self.turns[self.position - 1] if self.position else None

    @property
    def can_undo(self) -> bool:
        """Whether there is a turn to undo."""
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone turn to play again."""
        return self.position < len(self.turns)

    @property
    def is_won(self) -> bool:
        """Whether every card is home."""
        return self.board.is_won

    @property
    def is_lost(self) -> bool:
        """Whether no move is left that changes anything."""
        return rules.is_lost(self.board, self.variant)

    @property
    def is_dead_end(self) -> bool:
        """Whether the game is not won, and every move that changes anything only leads back to the position before."""
        if self.is_won:
            return False
        before = set[object]()
        if self.position and not self.turns[self.position - 1].is_restart:
            before.add(self.boards[self.position - 1].without_order)
        moves = (move for move in rules.legal_moves(self.board, self.variant))
        return all(
            rules.is_noop(self.board, move, self.variant)
            or rules.apply_move(self.board, move, self.variant).without_order in before
            for move in moves
        )

    # The tree

    @property
    def tree(self) -> GameTree:
        """All branches, that of the game included, which is the one played last."""
        begun = self.aside.branches[self.branch]
        turns, boards = self.turns[begun.fork :], self.boards[begun.fork + 1 :]
        return self.aside.with_branch(
            self.branch, begun._replace(turns=turns, boards=boards, played=self.aside.next_played)
        )

    @property
    def has_branches(self) -> bool:
        """Whether anything else was ever played than the turns of this branch."""
        return len(self.aside.branches) > 1

    @property
    def turn_count(self) -> int:
        """The number of turns in all branches."""
        return self.aside.turn_count + len(self.turns) - self.aside.branches[self.branch].fork

    @property
    def place(self) -> Place:
        """The present position as a place in the tree."""
        return self.place_at(self.position)

    def place_at(self, position: int) -> Place:
        """Return the place after `position` turns of this branch."""
        return self.aside.on_way(self.branch, position)

    @property
    def is_too_large(self) -> bool:
        """Whether it has more turns or branches than a save may have."""
        return self.turn_count > MAX_TURNS or len(self.aside.branches) > MAX_BRANCHES

    def at(self, place: Place) -> "Game":
        """Return the game at a place in its tree, on the way to the branch played last of those that go on there."""
        if self.place_at(place.position) == place and place.position <= len(self.turns):
            return self.seek(place.position)
        return self.in_tree(self.tree, place)

    def in_tree(self, tree: GameTree, place: Place, branch: int = 0) -> "Game":
        """Return the game of the same deal at a place in another tree, on the way to the end of a branch.

        By default it is the one played last of those that the place is on the way to.
        """
        branch = branch or tree.last_played(place)
        turns, boards = tree.line(branch)
        begun = tree.branches[branch]
        return replace(
            self,
            boards=(self.boards[0], *boards),
            turns=turns,
            position=place.position,
            branch=branch,
            aside=tree.with_branch(branch, Branch(begun.parent, begun.fork)),
        )

    def next_branch(self) -> "Game":
        """Return the game at the end of the next branch, in the order of their numbers and round again."""
        tree = self.tree
        number = next((each for each in tree.ends if each > self.branch), tree.ends[0])
        return self.at(Place(number, tree.branches[number].end))

    def cut(self, place: Place) -> "Game":
        """Return the game without a place and all that was played after it, at the place before it if it was there.

        Raise ValueError for the deal.
        """
        if place.position == 0:
            raise ValueError("the deal cannot be cut off")
        tree = self.tree.cut(place)
        return self.in_tree(tree, self.place if tree.has(self.place) else self.tree.parent(place))

    # Turns

    def play(self, move: Move, autoplay: Autoplay = Autoplay.SAFE, *, finish: bool = False) -> "Game":
        """Return the game after a move and the autoplay that follows it; raise IllegalMove if it is not legal.

        With `finish`, all cards go home as soon as the board is sorted. A move from a foundation has no autoplay, or
        the card would go back there.
        """
        turn, board = next_turn(self.board, self.variant, move, autoplay, finish=finish)
        return self._append(turn, board)

    def append_turn(self, turn: Turn) -> "Game":
        """Return the game after a turn, whose moves must be legal."""
        moves = () if turn.move is None else (turn.move, *turn.autoplay)
        board = reduce(self._apply, moves, self.board if moves else self.boards[0])
        return self._append(turn, board)

    def _apply(self, board: Board, move: Move) -> Board:
        return rules.apply_move(board, move, self.variant)

    def _append(self, turn: Turn, board: Board) -> "Game":
        if self.can_redo:
            tree, here = self.tree, self.place
            known = next((place for place in tree.children(here) if tree.turn(place) == turn), None)
            if known is None:
                return self._branched(tree, turn, board)
            after = self.at(known)
            # Front ends tell by a new tuple that the turn was played, and not redone.
            return replace(after, turns=(*after.turns,))
        return replace(self, boards=(*self.boards, board), turns=(*self.turns, turn), position=self.position + 1)

    def _branched(self, tree: GameTree, turn: Turn, board: Board) -> "Game":
        """Return the game after a turn with which a branch begins."""
        here, number = self.place, tree.next_number
        return replace(
            self,
            boards=(*self.boards[: here.position + 1], board),
            turns=(*self.turns[: here.position], turn),
            position=here.position + 1,
            branch=number,
            aside=tree.with_branch(number, Branch(here.branch, here.position)),
        )

    def restart(self) -> "Game":
        """Return the game back at its deal. This is a turn, which undo undoes."""
        return self.append_turn(RESTART)

    def undo(self) -> "Game":
        """Return the game one turn earlier, or as it is at the deal."""
        return self.seek(self.position - 1)

    def redo(self) -> "Game":
        """Return the game one turn later, or as it is if no turn is undone."""
        return self.seek(self.position + 1)

    def without_undone(self) -> "Game":
        """Return the game from the deal or the last restart to the present position, and nothing else of it."""
        start = self.attempt_start
        turns, boards = self.turns[start : self.position], self.boards[start : self.position + 1]
        return Game(self.variant, self.deal, boards, turns, len(turns))

    def seek(self, position: int) -> "Game":
        """Return the game at a position, counted in turns from the deal; the nearest one that there is."""
        return replace(self, position=min(max(position, 0), len(self.turns)))


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


class GameBuilder:
    """A game to which turns are added, each in the same time however many there are; `build` makes it a Game.

    It goes on from the active turns of a game, and has no other branches.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._boards = list(game.boards[: game.position + 1])
        self._turns = list(game.active_turns)

    @property
    def board(self) -> Board:
        """The board after the last turn."""
        return self._boards[-1]

    def play(self, move: Move, autoplay: Autoplay = Autoplay.SAFE, *, finish: bool = False) -> None:
        """Add a move and the autoplay that follows it; raise IllegalMove if it is not legal."""
        self.append(*next_turn(self.board, self._game.variant, move, autoplay, finish=finish))

    def append(self, turn: Turn, board: Board) -> None:
        """Add a turn that leads to `board`."""
        self._turns.append(turn)
        self._boards.append(board)

    def build(self) -> Game:
        """Return the game after the last turn."""
        turns = tuple(self._turns)
        return Game(self._game.variant, self._game.deal, tuple(self._boards), turns, len(turns))
