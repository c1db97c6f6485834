"""One player's program: the game on the table, the settings, the results and the solver.

A front end passes commands on to it, shows its session and what else it is told, and ends each input by `after_input`.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from freecell_tui.controller.advice.advisor import Advisor
from freecell_tui.controller.autosave import COUNTS_AS_LOST, Autosave, apply_settings, session_from_save
from freecell_tui.controller.background import BackgroundTask, DealSearches, pause
from freecell_tui.controller.entrance import Entrance, Entrances, FindContest
from freecell_tui.controller.frontend import FrontEnd, Message, Shown, Unfinished
from freecell_tui.controller.leaving import Leaving
from freecell_tui.controller.play.game import Race
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.preferences import Preferences
from freecell_tui.controller.records.results import ResultRecorder
from freecell_tui.controller.table import Contest, GameOnTable
from freecell_tui.controller.tasks import Scope
from freecell_tui.controller.times import Times
from freecell_tui.engine import FreecellError, Game
from freecell_tui.engine.positions import deal_name
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame
from freecell_tui.storage.settings import DEFAULTS, Settings, SettingsFile

_IMPORT_SECONDS: Final = 0.5
_LOOK_UP_SECONDS: Final = 0.05

OnWin = Callable[["Controller", SavedGame], None]
"""Called with a win, to count it and to note what it is worth."""


class Controller:
    """The program behind a front end. `on_win` is told of every new win."""

    def __init__(
        self,
        frontend: FrontEnd,
        store: SaveStore,
        on_win: OnWin,
        find_contest: FindContest,
        settings: Settings = DEFAULTS,
        settings_file: SettingsFile | None = None,
        times: Times | None = None,
    ) -> None:
        self.frontend = frontend
        self.store = store
        self.times: Final = times or Times.usual
        self.recorder = ResultRecorder(store, frontend, self.times)
        self.preferences = Preferences(settings, settings_file, self._take_settings)
        self.scope = Scope(self.refuse)
        """Ends with the program."""
        self.advisor = Advisor(self)
        self.picture: BackgroundTask[str] | None = None
        self.parting_words: tuple[str, ...] = ()
        """What to tell when the program has ended: what could not be kept, and where the last picture is."""
        self._table: GameOnTable | None = None
        self.deal_searches = DealSearches(frontend)
        self._on_win = on_win
        self.entrances = Entrances(store, find_contest)
        self.leaving = Leaving(self)
        self.unsaved: list[GameOnTable] = []
        """Games that were left and that no disk has; none is dropped."""
        self.lesson: Session | None = None
        """The guided first game while it lasts, which goes along to another front end."""

    @property
    def settings(self) -> Settings:
        return self.preferences.in_force

    def _take_settings(self) -> None:
        if self.has_game:
            apply_settings(self.session, self.settings)
        self.frontend.settings_changed()

    @property
    def table(self) -> GameOnTable:
        """The game on the table. There must be one."""
        assert self._table is not None, "no game is being played"
        return self._table

    @property
    def has_game(self) -> bool:
        return self._table is not None

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def is_under_way(self) -> bool:
        """Whether a game has begun, and is neither won nor given up."""
        return self._table is not None and self._table.is_under_way

    @property
    def error(self) -> str:
        """The reason why the game cannot be saved, or ''."""
        return "" if self._table is None else self._table.autosave.error

    def start(self) -> None:
        """Begin to count missed wins and to look up the deal's best result.

        Say why the game does not count in its tournament, if it does not.
        """
        self.scope.start(self.recorder.import_missed_wins(waits=False, after=_IMPORT_SECONDS))
        if self.has_game:
            if self.table.entrance_note:
                self.refuse(self.table.entrance_note)
            self.table.scope.start(self._look_up_best(_IMPORT_SECONDS))

    async def _look_up_best(self, seconds: float = _LOOK_UP_SECONDS) -> None:
        """Find out, after a pause, the deal's best result.

        Say if the game counts as lost.
        """
        table = self.table
        await pause(self.frontend.call_later, seconds)
        with suppress(FreecellError):  # which is told when something is to be entered
            if not await table.find_best_and_loss(self.recorder) or table.session.is_given_up:
                return
            # A game that counts as lost goes on, as its save was brought back.
            if table.session.has_played:
                self.notify(table.take_back_loss(self.recorder))
            else:
                table.autosave.note_loss()
                self.say(f"This game {COUNTS_AS_LOST}.")

    # A game comes to the table by one road.

    def play(
        self,
        saved: SavedGame,
        save_file: SaveFile | None = None,
        note: str = "",
        then: Shown | None = None,
        *,
        contest: Contest | None = None,
        race: Race | None = None,
    ) -> None:
        """Play another game, and then show `then`.

        The game before is kept, or the player agrees to leave it.
        `note` is said. A new game may be in a `contest` or in a `race`.
        """
        self.leaving.begin(self._play(saved, save_file, note, then, contest, race))

    async def _play(
        self,
        saved: SavedGame,
        save_file: SaveFile | None,
        note: str,
        then: Shown | None,
        contest: Contest | None,
        race: Race | None,
    ) -> None:
        await self.leaving.agreement()
        before = self._table
        left = self.game if self.is_under_way and not self.error else None
        if before is not None and before.autosave.error:
            before.autosave.is_left = True
            self.unsaved.append(before)
        self.put_on_table(saved, save_file, contest=contest, race=race)
        self.table.scope.start(self._look_up_best())
        self.frontend.show("table")
        sentences = [note, self.table.entrance_note]
        if left is not None and before is not None and before.race is not None:
            sentences.append("The race is over.")
        if left is not None:
            how = self.frontend.how_to("games")
            where = f"{how} to see your unfinished games" if how else "it is not finished"
            sentences.append(f"Your game of {deal_name(left.deal)} is saved: {where}.")
        if text := " ".join(filter(None, sentences)):
            self.say(text)
        if then is not None:
            self.frontend.show(then)

    def put_on_table(
        self,
        saved: SavedGame,
        save_file: SaveFile | None = None,
        *,
        contest: Contest | None = None,
        race: Race | None = None,
    ) -> None:
        """Replace the game on the table, without showing the new game.

        The game before must have been kept, unless it was deleted.
        """
        if self._table is not None:
            self._table.scope.close()
        entrance = self.entrances.of(saved, save_file) if contest is None else Entrance(saved, save_file, contest)
        session = session_from_save(entrance.saved, self.settings, self.times)
        autosave = Autosave(self.store, entrance.saved, entrance.save_file, session, self.notify)
        self._table = GameOnTable(autosave, self.advisor, entrance.contest, race, self.refuse, entrance.note)
        self._take_rules()

    def _take_rules(self) -> None:
        """Play by the settings of the game's tournament, or the player's own."""
        before, table = self.settings, self.table
        # In line mode printed cards stay to be looked at: where looks take time, an idle player's clock goes on.
        self.session.clock.stops_when_idle = self.frontend.has_screen or not table.looks_take_time
        self.preferences.fix(table.fixed_settings)
        if self.settings != before:
            self._take_settings()

    def play_game(self, game: Game, *, asks: bool = True) -> None:
        """Play a deal: its unfinished game, or else `game`.

        The game before is kept. New games, deals by number and daily deals lead here.
        With `asks`, the player is asked whether to resume the unfinished game. Otherwise the game is resumed, and the
        player is told.
        Without a screen the question needs no answer, so that a script plays the same each time: `game` is played until
        the player resumes the other.
        """
        self.save_now()
        is_here = self.has_game and self.table.is_of_deal(game)
        found = (None, self.table.saved_game()) if is_here else self.store.find_unfinished(game)
        save_file, saved = found or (None, SavedGame(game))
        is_begun = saved.game.moves_made > 0
        left = self.game if self.has_game and self.frontend.shows_game and not self.game.is_won else None
        then = Unfinished(saved, left) if is_begun and asks else None
        if then is not None and not self.frontend.has_screen:
            self.play(SavedGame(game), then=then)
        elif not is_here:
            note = "Your unfinished game of this deal is resumed." if is_begun and not asks else ""
            note = note or ("" if found else self.store.folder_problem())
            self.play(saved, save_file, note, then)
        else:
            self.frontend.show("table")
            if then is not None:
                self.frontend.show(then)

    def after_input(self, draw: Callable[[], bool]) -> None:
        """Stage, draw, commit and ask the solver, in this order.

        So a crash loses nothing that the player has seen, and neither disk nor solver delays a picture.
        `draw` returns whether the player sees all of the picture.
        Without a screen the solver is asked only for the facts that a line wants to know.
        """
        self.stage()
        if self.has_game:
            self.table.note_loss(self.advisor.loss)
        if draw() and self.has_game and self.frontend.shows_game:
            self.advisor.note_warning_shown()
        self.commit()
        if self.frontend.has_screen:
            self.advisor.think()

    def notify(self, message: Message | None) -> None:
        self.frontend.notify(message)

    def say(self, sentence: str) -> None:
        self.notify(Message(sentence))

    def refuse(self, why: str) -> None:
        self.notify(Message(why, "refusal"))

    def game_changed(self) -> None:
        """Show the next choices after a win, once."""
        if self.has_game and self.table.take_win():
            self.frontend.show("won")

    def set_clock(self, *, runs: bool) -> None:
        """Let time pass in a game under way, or stop the clock.

        In line mode the clock does not stop where a look at the cards takes time: printed cards cannot be hidden.
        """
        if runs and self.is_under_way:
            self.session.clock.start()
        elif self.has_game and (self.frontend.has_screen or not self.table.looks_count):
            self.session.clock.pause()

    def stage(self, *, clock_too: bool = False) -> None:
        """Write the game beside its save, without waiting for the disk. `commit` replaces the save.

        With `clock_too`, a save is written for its time alone, too.
        """
        if not self.has_game:
            return
        messages = self.table.stage(clock_too=clock_too)
        self._take_rules()
        for message in messages:
            self.notify(message)

    def commit(self) -> None:
        """Wait for the disk, count a new win, and save changed settings."""
        for why in self.preferences.save():
            self.refuse(why)
            self.frontend.call_later(0, lambda: None)  # this picture is drawn already; another says it
        if not self.has_game:
            return
        autosave = self.table.autosave
        autosave.commit()
        is_reopened, win = autosave.pop_news()
        if is_reopened:
            self.notify(self.table.take_back_loss(self.recorder))
        if win is not None:
            self._on_win(self, win)
            if (
                self.table.contest is not None
                and self.table.contest.ends_with_win
                and (why := self.table.end_attempt())
            ):
                self.refuse(why)
            self.table.scope.start(self._look_up_best())
        for left in self.unsaved:
            left.autosave.stage(clock_too=True)
            left.autosave.commit()
        self.unsaved = [left for left in self.unsaved if left.autosave.error]
        self.recorder.retry()

    def save_now(self) -> None:
        """Save the game with its time, and wait for the disk."""
        self.stage(clock_too=True)
        self.commit()

    @property
    def seconds_to_tick(self) -> float | None:
        """The seconds until the clock or the saving has news. None for never."""
        if self.has_game and self.session.clock.is_running:
            # A hundredth later, so that it surely shows it.
            return 1.01 - self.session.clock.elapsed % 1.0
        return 1.0 if self.error or self.unsaved or self.recorder.is_waiting else None
