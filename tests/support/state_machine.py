"""A player who plays any game of the family at random or to the win, and a table that is looked at after every step."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    FOUNDATIONS,
    FREECELL,
    HOME,
    Autoplay,
    Game,
    IllegalMove,
    Move,
    Turn,
    legal_moves,
    play,
)
from support.games import solved_game
from support.solutions import STANDARD
from support.strategies import cards_on, deal_numbers, variants

PILES = (*COLUMNS, *CELLS, *FOUNDATIONS, HOME)

COUNTS = st.integers(0, 3) | st.integers(0, 60) | st.just(60)
"""How many moves of a known solution are played, or left to play: often a few, often all."""


def beginnings() -> st.SearchStrategy[Game]:
    """A new game, or one that is on a known way to its win: early, a few moves before the end, or won."""
    shortest = sorted(STANDARD, key=lambda number: len(STANDARD[number].split()))[:5]
    under_way = st.builds(
        lambda number, left: solved_game(number).seek(max(len(solved_game(number).turns) - left, 0)).without_undone(),
        st.sampled_from(shortest),
        COUNTS,
    )
    return st.builds(Game.new, deal_numbers(), variants()) | under_way


def moves_to_the_win(game: Game) -> list[Move]:
    """The moves of the known solution from here on; none if the game is not on its way."""
    if game.deal not in STANDARD or game.variant != FREECELL:
        return []
    solved = solved_game(game.deal)
    if game.board not in solved.boards:
        return []
    return [turn.move for turn in solved.turns[solved.boards.index(game.board) :] if turn.move is not None]


class Player(RuleBasedStateMachine):
    """Plays `self.game` by its own means alone. `self.trail` is every turn in force, told apart from the game's record.

    Further ways to handle a game are further rules in a class derived from this one.
    """

    game: Game
    trail: list[Turn]

    @initialize(game=beginnings())
    def begin(self, game: Game) -> None:
        self.game = game
        self.trail = list(game.turns)

    @precondition(lambda self: self.can_move)
    @rule(
        choices=st.lists(st.integers(0, 999), min_size=1, max_size=5),
        autoplay=st.sampled_from(Autoplay),
        finish=st.booleans(),
    )
    def move(self, choices: list[int], autoplay: Autoplay, *, finish: bool) -> None:
        for choice in choices:
            if moves := list(legal_moves(self.game.board, self.game.variant)):
                self.play(moves[choice % len(moves)], autoplay, finish=finish)

    @precondition(lambda self: bool(moves_to_the_win(self.game)))
    @rule(count=COUNTS)
    def move_towards_the_win(self, count: int) -> None:
        for move in moves_to_the_win(self.game)[:count]:
            self.play(move, Autoplay.SAFE, finish=False)

    def play(self, move: Move, autoplay: Autoplay, *, finish: bool) -> None:
        before = self.game
        self.game = before.play(move, autoplay, finish=finish)
        self.note_turn(before)
        assert self.game.last_turn is not None
        assert self.game.last_turn.move == move

    @rule(move=st.builds(Move, st.sampled_from(PILES), st.sampled_from(PILES)))
    def try_a_move(self, move: Move) -> None:
        before = self.game
        try:
            self.game = before.play(move)
        except IllegalMove:
            assert move not in set(legal_moves(before.board, before.variant))
        else:
            self.note_turn(before)

    @rule()
    def restart(self) -> None:
        before = self.game
        self.game = before.restart()
        assert self.game.board == Game.new(before.deal, before.variant).board
        assert self.game.moves_made == 0
        self.note_turn(before)

    def note_turn(self, before: Game) -> None:
        """What holds after every turn: undo takes it back, redo brings it again, and no turn of any branch is lost."""
        assert self.game.position == before.position + 1
        assert self.game.tree.turn_count - before.tree.turn_count == (
            self.game.place not in before.tree.children(before.place)
        )
        assert self.game.undo().board == before.board
        assert self.game.undo().moves_made == before.moves_made
        assert self.game.undo().redo() == self.game
        assert self.game.last_turn is not None
        self.trail.append(self.game.last_turn)

    @precondition(lambda self: self.game.can_undo)
    @rule()
    def undo(self) -> None:
        before = self.game
        self.game = before.undo()
        self.trail.pop()
        assert self.game.redo() == before

    @precondition(lambda self: self.game.can_redo)
    @rule()
    def redo(self) -> None:
        before = self.game
        self.game = before.redo()
        assert self.game.last_turn is not None
        self.trail.append(self.game.last_turn)
        assert self.game.undo() == before

    @rule(position=st.integers(-2, 60))
    def go_to(self, position: int) -> None:
        before = self.game
        self.game = before.seek(position)
        assert self.game.position == min(max(position, 0), len(before.turns))
        assert self.game.seek(before.position) == before
        self.trail = list(self.game.turns[: self.game.position])

    @property
    def can_move(self) -> bool:
        return any(True for _ in legal_moves(self.game.board, self.game.variant))

    @invariant()
    def every_card_is_there_once(self) -> None:
        assert cards_on(self.game.board) == list(DECK)

    @invariant()
    def the_turns_lead_from_the_deal_to_the_table(self) -> None:
        game = self.game
        board = start = Game.new(game.deal, game.variant).board
        moves = 0
        for turn in self.trail:
            if turn.move is None:
                board, moves = start, 0
                continue
            moves += 1
            for move in (turn.move, *turn.autoplay):
                board = play(board, move, game.variant)
        assert board == game.board
        assert moves == game.moves_made
        assert game.turns[: game.position] == tuple(self.trail)
        assert game.can_undo == bool(self.trail)

    @invariant()
    def the_turns_taken_again_give_the_same_game(self) -> None:
        again = Game.new(self.game.deal, self.game.variant)
        for turn in self.game.turns:
            again = again.append_turn(turn)
        assert (again.turns, again.boards) == (self.game.turns, self.game.boards)

    @invariant()
    def a_game_is_not_both_won_and_lost(self) -> None:
        game = self.game
        assert game.is_won == (game.board.foundations == (13, 13, 13, 13))
        assert not (game.is_won and game.is_lost)
        assert not (game.is_lost and any(move.goes_home for move in legal_moves(game.board, game.variant)))
