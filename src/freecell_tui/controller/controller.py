"""One player's program: the game being played, its save, its result, the settings and the solver.

A front end passes commands on to it, shows its session and what else it is told, and ends each input by `after_input`.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from freecell_tui.controller.advice.advisor import Advisor
from freecell_tui.controller.autosave import Autosave, apply_settings
from freecell_tui.controller.background import Work
from freecell_tui.controller.frontend import Action, FrontEnd, Message, Shown, Unfinished
from freecell_tui.controller.play.game import Race
from freecell_tui.controller.play.session import Session
from freecell_tui.controller.preferences import Preferences
from freecell_tui.controller.records.results import ResultRecorder
from freecell_tui.engine import FreecellError, Game
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import DEFAULTS, Settings, SettingsFile, Value

_IMPORT_SECONDS: Final = 0.5
_LOOK_UP_SECONDS: Final = 0.05

_PICTURE_SECONDS: Final = 10.0
"""How long the end of the program waits for a picture."""

OWN_GAME: Final = "You play on in a game of your own; a win of it counts as a win with help."
"""What becomes of a game that goes on although it cannot be the attempt in a tournament."""

_Finder = TypeVar("_Finder")


class Contest(NamedTuple):
    """What a `tournament`, of which others know only the `title`, means for the game being played.

    `refusals` say why its rules forbid `undo`, `restart`, `hints`, `verdict` or `paste`, and `fixed_settings` do not
    count. While the cards can be seen the clock runs if `looks_take_time`. A win ends the game if it `ends_with_win`.
    `note_attempt` notes a new game as an attempt, by its id, and returns why it is none, or ''; None once it is noted.
    `note_end` notes that an attempt is over, by its id, and returns why it cannot, or ''; None once it `is_over`.
    """

    tournament: object
    title: str
    refusals: Mapping[str, str]
    fixed_settings: Mapping[str, Value]
    note_end: Callable[[str], str] | None
    note_attempt: Callable[[str], str] | None = None
    looks_take_time: bool = False
    ends_with_win: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the game was won or given up, so that going on with it is another game."""
        return self.note_end is None

    def ended(self) -> "Contest":
        """Return what is left of the contest after its game: whether time is told, and what comes next."""
        fixed = {name: value for name, value in self.fixed_settings.items() if name == "clock"}
        return self._replace(refusals={}, fixed_settings=fixed, note_end=None, looks_take_time=False)


class Entrance(NamedTuple):
    """The game that a save is to be played as, its save file, and its contest; `note` says why it is in none, or ''."""

    saved: SavedGame
    save_file: SaveFile | None
    contest: Contest | None = None
    note: str = ""


FindContest = Callable[[SaveStore, SavedGame, SaveFile | None], Entrance]
"""Returns how a saved game is to be played, which may belong to a contest."""

OnWin = Callable[["Controller", SavedGame], None]
"""Called with a win, to count it and to note what it is worth."""


class Controller:
    """The program behind a front end.

    `best` is the best time and fewest moves of the deal, if it was won; `contest` are the rules of the tournament that
    the game belongs to, and `race` is the ghost that is raced, if any. `on_win` is told of every new win.
    `wish` is what the player wants to do although the game being played cannot be saved.
    `parting_words` are what to tell when the program has ended: what could not be kept, and where the last picture is.
    """

    def __init__(
        self,
        frontend: FrontEnd,
        store: SaveStore,
        on_win: OnWin,
        find_contest: FindContest,
        settings: Settings = DEFAULTS,
        settings_file: SettingsFile | None = None,
    ) -> None:
        self.frontend = frontend
        self.store = store
        self.recorder = ResultRecorder(store, frontend)
        self.preferences = Preferences(settings, settings_file, self._take_settings, self.refuse)
        self.best: tuple[float, int] | None = None
        self.race: Race | None = None
        self.contest: Contest | None = None
        self.is_in_sight = True
        self._autosave: Autosave | None = None
        self._ended: Game | None = None
        self._game_over: Game | None = None  # with which an attempt in a tournament ended
        self._entrance_note = ""
        self._told_errors: set[str] = set()
        self._finders: dict[object, Any] = {}
        self._on_win = on_win
        self._find_contest = find_contest
        self.wish: Action = lambda: None
        self._asked_about: Game | None = None  # whether to leave it although it cannot be saved
        self._unsaved: list[Autosave] = []  # games that were left and that no disk has; none is dropped
        self.advisor = Advisor(self)
        self.picture: Work[str] | None = None
        self.parting_words: tuple[str, ...] = ()

    @property
    def settings(self) -> Settings:
        return self.preferences.in_force

    def _take_settings(self) -> None:
        if self.has_game:
            apply_settings(self.session, self.settings)
        self.frontend.settings_changed()

    @property
    def session(self) -> Session:
        return self.autosave.session

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def autosave(self) -> Autosave:
        assert self._autosave is not None, "no game is being played"
        return self._autosave

    @property
    def has_game(self) -> bool:
        return self._autosave is not None

    @property
    def is_under_way(self) -> bool:
        """Whether the game has been started, and is neither won nor given up."""
        if not self.has_game or self.autosave.is_discarded:
            return False
        return bool(self.game.turns) and not self.game.is_won

    def put_on_table(self, saved: SavedGame, save_file: SaveFile | None = None, contest: Contest | None = None) -> None:
        """Take up a game without saying so; the one before must have been kept. A new one may be in a `contest`."""
        self.contest, note = contest, ""
        if contest is None and saved.id and (self.store.folder / "tournaments").is_dir():
            saved, save_file, self.contest, note = self._find_contest(self.store, saved, save_file)
        self._game_over = None
        self.preferences.fix(self.contest.fixed_settings if self.contest else {})
        self._autosave = Autosave(self.store, saved, save_file, self.settings, self.notify)
        self.session.guard = self.advisor.warning
        # A game that is taken up where it is stuck shows that in its status; only a move opens the panel.
        self._ended = self.game if self.session.is_stuck else None
        self.recorder.win_notes = ()
        self.best = self.race = None
        self._entrance_note = note

    def pop_entrance_note(self) -> str:
        """Return, once, why the game that was taken up does not count in its tournament; '' if there is nothing."""
        note, self._entrance_note = self._entrance_note, ""
        return note

    def start(self) -> None:
        """Say how the game was taken up, and start counting wins in saves that are not in the history yet."""
        if note := self.pop_entrance_note():
            self.refuse(note)
        self.frontend.call_later(_IMPORT_SECONDS, partial(self.recorder.import_missed_wins, waits=False))
        self.frontend.call_later(_IMPORT_SECONDS, self.look_up_best)

    def play_saved(
        self,
        saved: SavedGame,
        save_file: SaveFile | None = None,
        note: str = "",
        then: Shown | None = None,
        contest: Contest | None = None,
    ) -> None:
        """Play another game, say `note`, and show `then`; the one before is kept. A new one may be in a `contest`."""

        def take_up() -> None:
            left = self.game if self.is_under_way and not self.error else None
            is_race_over = left is not None and self.race is not None
            if self.error:
                self.autosave.is_left = True
                self._unsaved.append(self.autosave)
            before = self.settings
            self.put_on_table(saved, save_file, contest)
            if self.settings != before:
                self.frontend.settings_changed()
            self.frontend.call_later(_LOOK_UP_SECONDS, self.look_up_best)
            self.frontend.show("table")
            sentences = [note, self.pop_entrance_note(), "The race is over." if is_race_over else ""]
            if left is not None:
                how = self.frontend.how_to("games")
                where = f"{how} to see your unfinished games" if how else "it is not finished"
                sentences.append(f"Your game of deal {left.deal} is saved: {where}.")
            if told := " ".join(filter(None, sentences)):
                self.say(told)
            if then is not None:
                self.frontend.show(then)

        self.leave_game(take_up)

    def leave_game(self, act: Action) -> None:
        """Save the game and do what leaves it; if it cannot be saved, ask first, unless that was just asked."""
        if self.has_game:
            self.session.clock.pause()
        self.keep()
        if self.error and self._asked_about is not self.game:
            self._asked_about, self.wish = self.game, act
            self.frontend.show("unsaved")
        else:
            self.stay()
            act()

    def stay(self) -> None:
        """Ask again before a game that cannot be saved is left."""
        self._asked_about = None

    def play_game(self, game: Game, *, asks: bool = True) -> None:
        """Play a deal: its unfinished game if there is one, else `game`; the one before is kept.

        Every way to a deal leads here. A player who named the deal is asked whether to resume it; without
        `asks`, one who only came to it is told. Without a screen the question needs no answer, so that a script plays
        the same each time: `game` is played until the player resumes the other.
        """
        self.keep()
        is_here = self.is_playing_deal_of(game)
        found = (None, self.saved_game()) if is_here else self.store.find_unfinished(game)
        save_file, saved = found or (None, SavedGame(game))
        is_begun = saved.game.moves_made > 0
        left = self.game if self.has_game and self.is_in_sight and not self.game.is_won else None
        then = Unfinished(saved, left) if is_begun and asks else None
        if then is not None and not self.frontend.has_screen:
            self.play_saved(SavedGame(game), then=then)
        elif not is_here:
            note = "Your unfinished game of this deal is resumed." if is_begun and not asks else ""
            self.play_saved(saved, save_file, note, then)
        else:
            self.frontend.show("table")
            if then is not None:
                self.frontend.show(then)

    def is_playing_deal_of(self, game: Game) -> bool:
        return self.is_under_way and (self.game.deal, self.game.variant) == (game.deal, game.variant)

    def is_on_table(self, path: Path) -> bool:
        return self.has_game and self.autosave.path == path

    def describe_unreadable(self, errors: Sequence[SaveError]) -> str:
        """Return that saves cannot be read, with the first reason; '' if all of this has been said before."""
        new = [error for error in map(str, errors) if error not in self._told_errors]
        self._told_errors.update(new)
        if not new:
            return ""
        saves = "A save cannot be read, but is" if len(new) == 1 else f"{len(new)} saves cannot be read, but are"
        return f"{saves} kept. {new[0]}"

    def after_input(self, draw: Callable[[], bool]) -> None:
        """Write the game down, let the front end `draw` it, wait for the disk, and ask the solver: in this order.

        So a crash loses nothing that the player has seen, and neither disk nor solver delays a picture. `draw` returns
        whether the player sees all of it. Without a screen the solver is asked only for what a line wants to know.
        """
        self._stage()
        if draw() and self.has_game and self.is_in_sight:
            self.advisor.note_warning_shown()
        self._commit()
        if self.frontend.has_screen:
            self.advisor.think()

    def notify(self, message: Message | None) -> None:
        self.frontend.notify(message)

    def say(self, sentence: str) -> None:
        self.notify(Message(sentence))

    def refuse(self, why: str) -> None:
        self.notify(Message(why, "refusal"))

    def then(self, command: str, what_for: str) -> str:
        """Return the end of a sentence, like `; press u to undo it`; '' if the player has no way to give a command."""
        how = self.frontend.how_to(command)
        return f"; {how} {what_for}" if how else ""

    def game_changed(self) -> None:
        """Show what to do after a win, and where no move is left, once for each."""
        if not self.has_game or self._ended is self.game:
            return
        game = self.game
        if game.is_won or self.session.is_stuck:
            self._ended = game
            self.frontend.show("won" if game.is_won else "dead-end")

    def set_clock(self, *, runs: bool) -> None:
        """Let time pass, if the game has been begun and is not over, or stop it."""
        if runs and self.is_under_way:
            self.session.clock.start()
        elif self.has_game:
            self.session.clock.pause()

    @property
    def error(self) -> str:
        return self.autosave.error if self.has_game else ""

    def saved_game(self) -> SavedGame:
        return self.autosave.saved_game()

    def _stage(self, *, clock_too: bool = False) -> None:
        if not self.has_game:
            return
        contest = self.contest
        if contest is not None and contest.note_attempt is not None and self.autosave.is_begun:
            # The first move is not kept before the attempt is noted; if that cannot be, the game is none of it.
            self.contest = contest._replace(note_attempt=None)
            if why := contest.note_attempt(self.saved_game().game_id):
                self._leave_contest(why)
        if self._game_over is not None and self.game != self._game_over:
            self._go_on_after_attempt()
        self.autosave.stage(clock_too=clock_too)
        if self.contest is not None and not self.contest.is_over and self.autosave.is_split:
            self.autosave.become_another()
            self._leave_contest("This game was also played elsewhere; here it continues as a copy.")
            self.autosave.stage()

    def _leave_contest(self, why: str) -> None:
        self._set_contest(None)
        self.refuse(f"{why} It does not count in the tournament.")

    def _set_contest(self, contest: Contest | None) -> None:
        self.contest = contest
        self.preferences.fix(contest.fixed_settings if contest is not None else {})
        self._take_settings()

    def _end_attempt(self) -> None:
        """Take the rules of a tournament off the game on the table, which was won or given up: it is over for good."""
        contest = self.contest
        if contest is None or contest.note_end is None:
            return
        if why := contest.note_end(self.saved_game().game_id):
            self.refuse(why)
        self._game_over = self.game
        self._set_contest(contest.ended())

    def _go_on_after_attempt(self) -> None:
        """Let the game of an attempt that is over go on as another, which has nothing to do with the tournament."""
        self._game_over = None
        self.autosave.become_another()
        self.session.mark_helped(0)
        self._set_contest(None)
        self.say(f"This attempt in the tournament is over, and stays so. {OWN_GAME}")

    def _commit(self) -> None:
        """Wait for the disk, and count a new win."""
        if not self.has_game:
            return
        self.autosave.commit()
        is_reopened, win = self.autosave.pop_news()
        if is_reopened:
            if why := self.recorder.take_back_loss(self.saved_game()):
                self.refuse(f"{why} The game still counts as lost.")
            else:
                self.say("The game continues, and no longer counts as lost.")
        if win is not None:
            self._on_win(self, win)
            if self.contest is not None and self.contest.ends_with_win:
                self._end_attempt()
            self.frontend.call_later(_LOOK_UP_SECONDS, self.look_up_best)
        for autosave in self._unsaved:
            autosave.stage(clock_too=True)
            autosave.commit()
        self._unsaved = [autosave for autosave in self._unsaved if autosave.error]
        self.recorder.retry()

    def keep(self) -> None:
        self._stage(clock_too=True)
        self._commit()

    @property
    def seconds_to_tick(self) -> float | None:
        """The seconds until the clock shows another one, or what is not saved is tried again; None without either."""
        if self.has_game and self.session.clock.is_running:
            # A hundredth later, so that it surely shows it.
            return 1.01 - self.session.clock.elapsed % 1.0
        return 1.0 if self.error or self._unsaved or self.recorder.is_waiting else None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Close it at the end, and say on standard error, or in the notes of an exception, what there is to tell."""
        try:
            with closing(self):
                yield
        except Exception as error:
            for sentence in self.parting_words:
                error.add_note(sentence)
            raise
        for sentence in self.parting_words:
            print(f"freecell: {sentence}", file=sys.stderr)

    def close(self) -> None:
        """Save all that is not saved yet, and end the solver; each part is done even if others fail."""
        with ExitStack() as parts:
            later = parts.callback  # the last one is done first
            later(self.close_solvers)
            later(self._part_with, self._finish_picture)
            later(self._part_with, self.recorder.finish)
            later(self._part_with, lambda: [autosave.rescue() for autosave in self._unsaved])
            later(self._commit)
            if self.has_game:
                later(self._part_with, lambda: [self.autosave.rescue()])
                later(self._stage)  # which notes an attempt in a tournament

    def _part_with(self, finish: Callable[[], Iterable[str]]) -> None:
        self.parting_words += tuple(filter(None, finish()))

    def _finish_picture(self) -> list[str]:
        """Wait for the picture being saved, if any; return what there is to say about it."""
        if self.picture is None:
            return []
        said = self.picture.close(_PICTURE_SECONDS)
        return ["The last picture was not saved: that took too long."] if self.picture.is_running else said

    def close_solvers(self) -> None:
        self.advisor.close()
        for finder in self._finders.values():
            finder.close()

    def give_up(self) -> None:
        """Count the game as lost and delete its save; it can be brought back."""
        self.session.clock.pause()
        self.keep()
        session, saved, save = self.session, self.saved_game(), self.autosave.path

        def counted(_: object) -> None:
            self._end_attempt()
            self.autosave.discard()
            self.frontend.show("given-up")

        def refused(why: FreecellError) -> None:
            self.frontend.show("table")
            self.refuse(f"{why} The game stays unfinished.")

        self.recorder.ask_patiently(
            lambda history: history.record_loss(saved, save=save),
            counted,
            refused,
            lambda: self.session is session and session.game is saved.game,
        )

    def take_back_giving_up(self) -> None:
        if self._game_over is not None:
            self._go_on_after_attempt()
        self.autosave.bring_back()
        self._commit()

    def look_up_best(self) -> None:
        """Find out the best result of the deal."""
        if not self.has_game:
            return
        session = self.session
        game = session.game

        def tell(best: tuple[float, int] | None) -> None:
            self.best = best

        # Why it is not known is told when something is to be entered.
        self.recorder.find_out(
            lambda history: history.best_of_deal(game.deal, game.variant),
            tell,
            lambda _: None,
            lambda: self.session is session,
        )

    def finder(self, kind: Callable[[FrontEnd], _Finder]) -> _Finder:
        """Return this controller's own finder of a kind, which is made when it is first asked for."""
        if kind not in self._finders:
            self._finders[kind] = kind(self.frontend)
        found: _Finder = self._finders[kind]
        return found
