"""Playing in lines of text: how a game begins, how each line is answered, and how it ends."""

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Final, NamedTuple

from freecell_tui.controller.arguments import TypedMoves
from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.commands import execute, make_controller
from freecell_tui.controller.features.share import play_pasted, read_pasted
from freecell_tui.controller.frontend import SearchInterrupted
from freecell_tui.controller.play.game import random_game
from freecell_tui.engine import FreecellError, Game, Move, Variant, parse_deal, refusal
from freecell_tui.engine.share_code import find_code
from freecell_tui.plain import commands, frontend
from freecell_tui.plain.commands import OWN_COMMANDS, VOCABULARY
from freecell_tui.plain.frontend import PlainFrontEnd, Signals, Speech
from freecell_tui.plain.words import are_moves, game_progress, is_pile, read_moves, split_line, unfinished_sentences
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import Settings, first_problems

_LONGEST_MOVE: Final = 2
"""The digits of a move: more are the number of a deal."""


class Repl:
    def __init__(self, front_end: PlainFrontEnd) -> None:
        self._front_end = front_end
        self._controller = front_end.controller
        self._typed_moves = TypedMoves()

    def begin(self, opening: Sequence[str], asked: str = "") -> None:
        """Say what there is to say before the player does; `yes` is then `asked`."""
        self._front_end.yes_means = asked
        self._front_end.say_all(opening)
        self._front_end.speak()
        with suppress(SearchInterrupted), self._front_end.searching():
            self._front_end.tell_verdict()
        self._front_end.speak()

    def answer(self, line: str) -> None:
        typed = split_line(line)
        if not typed:
            return
        front_end, controller = self._front_end, self._controller
        front_end.begin_answer()
        front_end.line = self._meant(" ".join(typed))
        words = front_end.line.split()
        try:
            if not words:
                pass
            elif front_end.lesson is not None:
                front_end.answer_in_lesson(words)
            else:
                self._answer_in_game(words)
        except FreecellError as error:
            controller.refuse(str(error))
        except SearchInterrupted:
            controller.advisor.cancel()
            front_end.say("Stopped.")
        front_end.speak()

    def _meant(self, typed: str) -> str:
        """Return what `yes` stands for, '' for `no`, and other answers as they are."""
        asked, answer = self._front_end.yes_meant, typed.lower()
        if asked and answer in (frontend.YES, asked.lower()):
            return asked
        if answer not in (frontend.YES, "no"):
            return typed
        self._front_end.say("Nothing has changed." if asked else "There is no question to answer.")
        return ""

    def _answer_in_game(self, words: Sequence[str]) -> None:
        front_end, controller = self._front_end, self._controller
        if controller.session.clock_stands and controller.settings.clock:
            front_end.say("The clock stopped after three minutes without a line.")
        controller.set_clock(runs=True)
        # A warning is found out while a command is carried out.
        with front_end.searching() if controller.settings.warn else nullcontext():
            self._do(words)
        front_end.tell_change()
        controller.game_changed()
        front_end.speak()
        with front_end.searching():
            front_end.finish_requests()
            front_end.tell_verdict()

    def _do(self, words: Sequence[str]) -> None:
        number = words[0]
        if len(words) == 1 and number.isascii() and number.isdecimal() and len(number) > _LONGEST_MOVE:
            deal = parse_deal(number)
            self._front_end.ask(f"{number} is not a move. Type yes to play deal {deal}.", f"deal {deal}")
        elif are_moves(words):
            self._play(read_moves(words))
        elif len(words) == 1 and is_pile(words[0]):
            commands.pile(self._front_end, words[0])
        elif words[0].lower() != "race" and find_code(" ".join(words)):
            left, problem = read_pasted(" ".join(words), self._controller.session)
            if left:
                play_pasted(self._controller, left)
            else:
                self._front_end.say(problem)
        else:
            command, text = VOCABULARY.find(words)
            if command not in OWN_COMMANDS:
                execute(self._controller, command, text)
            elif reason := command.disabled(self._front_end):
                self._front_end.say(reason)
            elif callable(command.run):
                command.run(self._front_end, text)

    def _play(self, moves: Sequence[Move]) -> None:
        session = self._controller.session
        meant = self._typed_moves.read(moves, session)
        if not any(meant):
            self._front_end.say("Already home.")
        for at, move in enumerate(meant):
            if move is None:
                continue
            reason = refusal(session.game.board, move, session.game.variant)
            if reason is not None:
                self._front_end.say("The game is won." if session.game.is_won else reason)
            else:
                self._front_end.line = " ".join(map(str, moves[at:]))
                is_played = session.play_guarded(move)
                self._front_end.tell_change()
                if is_played:
                    continue
            if len(moves) > 1:
                done = f"Played: {' '.join(map(str, moves[:at]))}" if at else "Nothing on this line was played"
                self._front_end.say(f"{done}. Not played: {' '.join(map(str, moves[at:]))}.")
            return


_LEFT: Final = 0
_NOT_WON: Final = 1


class Sitting(NamedTuple):
    """Line mode, not running yet; `troubles` are what is wrong with the settings.

    Each method plays, and returns the exit code: 0 if the game was won or the player has quit, 1 if the input ended
    before that, and 128 and the signal's number after a signal.
    """

    store: SaveStore
    settings: Settings
    troubles: tuple[str, ...] = ()
    first_start: bool = False

    def deal(self, game: Game) -> int:
        """Play a fresh game; if the deal has an unfinished one, ask whether to resume that.

        The question needs no answer, so that a script plays the same game each time.
        """
        save_file, saved = self.store.find_unfinished(game) or (None, SavedGame(game))
        opening = [f"{game_progress(game)}."]
        if saved.game.moves_made:
            return self._play(SavedGame(game), None, [*opening, *unfinished_sentences(saved)], asked="resume")
        return self._play(saved, save_file, opening)

    def resume(
        self, save_file: SaveFile, saved: SavedGame, troubles: Sequence[SaveError] = (), *, ask: bool = False
    ) -> int:
        which = f"{game_progress(saved.game)}. {played_ago(saved.saved)}".rstrip()
        opening = [f"Your unfinished game: {which}", "Continue it, or type new for another."] if ask else [which]
        return self._play(saved, save_file, opening, troubles)

    def welcome(self, fits: Callable[[Variant], bool]) -> int:
        """Resume the last unfinished game that `fits`, or play a new one; offer the guided game at the first start."""
        troubles: list[SaveError] = []
        latest = self.store.latest(fits, troubles)
        if latest is not None:
            return self.resume(*latest, troubles, ask=True)
        game = random_game(self.settings.new_game_variant)
        offer = ["New to FreeCell? Type yes for a guided first game, or just play."] * self.first_start
        opening = [f"{game_progress(game)}.", *offer]
        return self._play(SavedGame(game), None, opening, troubles, asked="learn" if self.first_start else "")

    def give(self, command: str, text: str = "", game: Game | None = None, notice: str = "") -> int:
        save_file, saved = None, SavedGame(game or random_game(self.settings.new_game_variant))
        if game is None:
            save_file, saved = self.store.latest(lambda _: True, []) or (save_file, saved)
        return self._play(saved, save_file, [notice], first=f"{command} {text}")

    def _play(
        self,
        saved: SavedGame,
        save_file: SaveFile | None = None,
        opening: Sequence[str] = (),
        troubles: Sequence[SaveError] = (),
        *,
        first: str = "",
        asked: str = "",
    ) -> int:
        signals = Signals()
        begin = partial(make_controller, store=self.store, settings=self.settings)
        front_end = PlainFrontEnd(begin, Speech(sys.stdout), signals, VOCABULARY)
        controller = front_end.controller
        controller.put_on_table(saved, save_file)
        controller.start()
        told = [*first_problems(self.troubles), controller.describe_unreadable(troubles), *opening]
        with signals.handled(), controller.running():
            try:
                return _talk(front_end, signals, list(filter(None, told)), first, asked)
            except frontend.OutputGone:
                # Whoever has called us finds out why when it flushes the output.
                return _NOT_WON


def _talk(front_end: PlainFrontEnd, signals: Signals, opening: Sequence[str], first: str = "", asked: str = "") -> int:
    """Answer lines until the player has quit or the input has ended, then say what was saved; return the exit code.

    A `first` line is answered as if the player had said it; `yes` is at first what is `asked`.
    """
    repl, lines, controller = Repl(front_end), frontend.Lines(VOCABULARY.choices), front_end.controller
    front_end.is_typed = lines.is_typed
    advice = ["Type look for the table, help for the commands."] if lines.is_typed and not first else []
    repl.begin([*opening, *advice], asked)
    if first:
        repl.answer(first)
    while not front_end.has_quit:
        try:
            with signals.leaving_at_once():
                line = lines.read()
        except frontend.LineTooLong:
            front_end.say(f"Lines of more than {frontend.MAX_LENGTH} characters are ignored.")
            front_end.speak()
            continue
        except frontend.Leave as leave:
            if lines.is_typed:
                front_end.speech.flush("\n")
            return 128 + leave.number
        if line is None:
            break
        repl.answer(line)
    is_won = front_end.game.is_won
    if not front_end.has_quit and lines.is_typed:
        front_end.speech.flush("\n")  # the prompt was not answered
    controller.keep()
    if not is_won and not front_end.has_quit:
        front_end.say("The input ended before the game was won.")
    if controller.is_under_way and not controller.error:
        front_end.say("The game is saved.")
    front_end.speak()
    return _LEFT if is_won or front_end.has_quit else _NOT_WON
