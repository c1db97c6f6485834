"""Controller, store and history together: whatever is played, and whenever the program is killed, nothing is lost."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from freecell_tui.controller.controller import Controller
from freecell_tui.engine import Board, Game, legal_moves
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from support.plain_driver import Speaker
from support.stored_games import any_game
from support.tasks import outcome_of

DEALS = st.sampled_from([1, 1, -3])
"""A game that goes on, and one that any move wins."""
KILLS = st.sampled_from([False, False, True])


class Killed(Exception):
    """The program ends where it is."""


class PlayerWhoIsKilled(RuleBasedStateMachine):
    """Plays one game after another; a kill comes when a position may be on the screen, the disk ready or not.

    `shown` is the last position shown of each game that can be played on, the game that was played last at the end.
    """

    def __init__(self) -> None:
        super().__init__()
        self.home = TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
        self.folder = Path(self.home.name) / "freecell-tui"
        self.shown: dict[str, Board] = {}
        self.won: set[str] = set()
        self.lost: set[str] = set()

    def teardown(self) -> None:
        with self.home:
            self.kill()

    @initialize()
    def begin(self) -> None:
        self.speaker = Speaker(self.folder, Game.new(1))

    @property
    def controller(self) -> Controller:
        return self.speaker.controller

    @property
    def game(self) -> Game:
        return self.controller.session.game

    def show(self, *, kills: bool) -> None:
        """Let the player see the position, and perhaps be the last to see it."""

        def see() -> bool:
            name = self.controller.table.saved_game().id
            self.shown.pop(name, None)
            if self.game.is_won:
                self.won.add(name)
            elif self.game.turns:
                self.shown[name] = self.game.board
            if kills:
                raise Killed
            return True

        try:
            self.controller.after_input(see)
        except Killed:
            self.kill()

    def kill(self) -> None:
        """End without a word, and begin again: the last position shown is there, and every win counts once."""
        store = SaveStore(self.folder)
        found = store.latest(any_game, [])
        expected = next(reversed(self.shown.values()), None)
        assert (None if found is None else found[1].game.board) == expected
        self.speaker = Speaker(self.folder, Game.new(1))
        if found is not None:
            self.controller.put_on_table(found[1], found[0])
        outcome_of(self.controller.recorder.import_missed_wins())
        results = History(self.folder).results()
        assert {result.id for result in results if result.is_won} == self.won
        assert {result.id for result in results if not result.is_won} == self.lost - self.won
        assert len(results) == len(self.won | self.lost)

    @precondition(lambda self: any(legal_moves(self.game.board, self.game.variant)))
    @rule(choice=st.integers(0, 99), kills=KILLS)
    def move(self, choice: int, *, kills: bool) -> None:
        moves = list(legal_moves(self.game.board, self.game.variant))
        self.controller.session.play(moves[choice % len(moves)])
        self.show(kills=kills)

    @precondition(lambda self: self.game.can_undo)
    @rule(kills=KILLS)
    def undo(self, *, kills: bool) -> None:
        self.controller.session.undo()
        self.show(kills=kills)

    @rule(deal=DEALS)
    def new_game(self, deal: int) -> None:
        self.controller.play_game(Game.new(deal))

    @precondition(lambda self: self.controller.is_under_way)
    @rule(deal=DEALS)
    def give_up(self, deal: int) -> None:
        name = self.controller.table.saved_game().id
        self.speaker.say("give up")
        self.speaker.say("give up")
        self.shown.pop(name, None)
        self.lost.add(name)
        self.new_game(deal)


TestNothingIsLostByAKill = PlayerWhoIsKilled.TestCase
TestNothingIsLostByAKill.settings = settings(stateful_step_count=10)
