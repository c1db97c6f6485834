"""A player who plays any game of the family at random, and a table that is looked at after every step."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from freecell_tui.engine import (
    CELLS,
    COLUMNS,
    DECK,
    FOUNDATIONS,
    HOME,
    Autoplay,
    Game,
    IllegalMove,
    Move,
    Turn,
    Variant,
    legal_moves,
    play,
)
from support.strategies import cards_on, deal_numbers, variants

PILES = (*COLUMNS, *CELLS, *FOUNDATIONS, HOME)


class Player(RuleBasedStateMachine):
    """Plays `self.game` by its own means alone. `self.trail` is every turn in force, told apart from the game's record.

    Further ways to handle a game are further rules in a class derived from this one.
    """

    game: Game
    trail: list[Turn]

    @initialize(number=deal_numbers(), variant=variants())
    def deal(self, number: int, variant: Variant) -> None:
        self.game = Game.new(number, variant)
        self.trail = []

    @precondition(lambda self: self.can_move)
    @rule(choice=st.integers(0, 999), autoplay=st.sampled_from(Autoplay), finish=st.booleans())
    def move(self, choice: int, autoplay: Autoplay, *, finish: bool) -> None:
        moves = list(legal_moves(self.game.board, self.game.variant))
        move = moves[choice % len(moves)]
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
        assert self.game.turn_count - before.turn_count == (self.game.place not in before.tree.children(before.place))
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
