"""The player's place at a game in words: the game, where it is kept, and the voice that tells of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from freecell_tui.controller.autosave import Autosave, autoplay_settings, session_from_save
from freecell_tui.controller.messages import Message
from freecell_tui.controller.result_recorder import ResultRecorder
from freecell_tui.controller.session import Session
from freecell_tui.engine import Game, Variant
from freecell_tui.engine.text import counted_or_no
from freecell_tui.plain import narrate
from freecell_tui.plain.speech import Speech
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS, Settings

if TYPE_CHECKING:
    from freecell_tui.storage.history import History

_Found = TypeVar("_Found")


class Seat:
    """One player's game. Nothing is told of a change before the change is written down."""

    def __init__(
        self,
        store: SaveStore,
        voice: Speech,
        record: SavedGame,
        save_file: SaveFile | None = None,
        *,
        settings: Settings = DEFAULTS,
    ) -> None:
        self.store = store
        self.voice = voice
        self._recorder = ResultRecorder(store)
        self._settings = settings
        self._sit_down(record, save_file)

    def _sit_down(self, record: SavedGame, save_file: SaveFile | None) -> None:
        self.session: Session = session_from_save(record, self._settings)
        self.autosave = Autosave(self.store, record, save_file)

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.session.game

    def say(self, sentence: str) -> None:
        """Speak a sentence."""
        self.voice.say(sentence)

    def tell_kept(self, sentence: str) -> None:
        """Write down what has changed, then say what it was."""
        complaint = self.autosave.stage(self.session)
        self.say(sentence)
        self._complain(complaint)
        self.session.message = None

    def tell_change(self, sentence: str) -> None:
        """Write the changed game down, then say what has happened, and what follows from it."""
        self.tell_kept(sentence)
        if self.game.is_won:
            self.say(self._won())
        elif self.session.status is not None:
            self.say(self.session.status.text)

    def _won(self) -> str:
        undos = self.session.undos
        without = f"with {counted_or_no(undos, 'undo')}" if undos else "without undo"
        return f"You won {title(self.game)}, in {counted_or_no(self.game.moves_made, 'move')}, {without}."

    def tell_turn(self) -> None:
        """Tell the turn that was just played."""
        self.tell_change(narrate.as_sentences(narrate.last_turn(self.game)))

    def say_message(self) -> None:
        """Say what the session has to say, and put back what it may hold."""
        message = self.session.message
        self.session.cancel_selection()
        if message is not None:
            self.say(message.text)

    def settle(self) -> None:
        """Let the disk finish with what was written down."""
        self._complain(self.autosave.commit())
        if self.autosave.pop_reopened():
            self._complain(self._recorder.take_back_loss(self.autosave.saved_game(self.session)))
            self.say("The game goes on; it does not count as lost.")
        if (win := self.autosave.pop_new_win()) is not None:
            self._complain(self._recorder.record_win(win, tells_time=self._settings.clock))
            for sentence in self._recorder.win_notes:
                self.say(sentence)

    def keep(self) -> None:
        """Save the game with its clock, and wait for the disk."""
        self._complain(self.autosave.stage(self.session, clock_too=True))
        self.settle()

    def _complain(self, complaint: Message | None) -> None:
        if complaint is not None:
            self.say(complaint.text)

    @property
    def new_games(self) -> Variant:
        """The variant of new deals: what the settings say, or the command line."""
        return self._settings.new_game_variant

    def play_record(self, record: SavedGame, save_file: SaveFile | None = None) -> None:
        """Sit down to another game, and say which; the one before is kept."""
        self.session.clock.pause()
        self.keep()
        left, is_kept = self.game, not self.autosave.error and not self.autosave.is_given_up
        self._sit_down(record, save_file)
        self.say(f"{standing(self.game)}.")
        if left.turns and not left.is_won and is_kept:
            self.say(f"Deal {left.deal} is kept: games lists it.")

    def give_up(self) -> None:
        """Count the game as lost, and put its save aside."""
        self.session.clock.pause()
        self.keep()
        trouble = self._recorder.count_as_lost(self.autosave.saved_game(self.session))
        if trouble is None:
            self._complain(self.autosave.give_up())
            self.say(f"Given up: {title(self.game)} counts as lost. Say new for another; a move plays it on.")
        self._complain(trouble)

    def asked(self, question: "Callable[[History], _Found]") -> "_Found | None":
        """The answer of the history; if it cannot answer, that is said."""
        from freecell_tui.storage.errors import HistoryError  # noqa: PLC0415 - not on the way to the first line

        try:
            return question(self._recorder.history)
        except HistoryError as error:
            self.say(str(error))
            return None

    def choose_autoplay(self, name: str, value: str) -> None:
        """Change the setting of that name, `autoplay` or `autoplay_when`, until the player leaves."""
        self._settings = self._settings.with_value(name, value)
        self.session.autoplay, self.session.autoplay_when = autoplay_settings(self._settings)

    def go_on(self) -> None:
        """Let the time of a game that has begun pass."""
        if self.game.turns and not self.game.is_won:
            self.session.clock.start()


def title(game: Game) -> str:
    """A game by its name and number: `FreeCell, deal 617`."""
    return f"{game.variant.full_title}, deal {game.deal}"


def standing(game: Game) -> str:
    """A game and how far it is: `FreeCell, deal 617, after 12 moves`."""
    return f"{title(game)}, after {counted_or_no(game.moves_made, 'move')}" if game.turns else title(game)
