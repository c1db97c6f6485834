"""A conversation in lines of text: its opening, the answer to each line, and its end."""

import os
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Final, NamedTuple

from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.commands import execute, make_controller
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.ending import Left, hand_over, running
from freecell_tui.controller.features.positions import code_of_position, position_of_code
from freecell_tui.controller.features.share import MOST_TYPED, paste_refusal, play_pasted, read_pasted
from freecell_tui.controller.frontend import FoundPosition, SearchInterrupted
from freecell_tui.controller.keyboards import Keyboard
from freecell_tui.controller.play.game import random_game
from freecell_tui.controller.terminal import is_accessible
from freecell_tui.engine import COLUMNS, FreecellError, Game, Move, NotationError, parse_deal, refusal
from freecell_tui.engine.positions import StartReading
from freecell_tui.engine.share_code import find_code
from freecell_tui.engine.text import counted, plain_text
from freecell_tui.engine.variants import ANY_VARIANT, VariantFilter
from freecell_tui.plain import commands, frontend
from freecell_tui.plain.commands import OWN_COMMANDS, VOCABULARY
from freecell_tui.plain.frontend import PlainFrontEnd, Signals, Speech
from freecell_tui.plain.said_moves import SaidMove, read_said_moves, read_said_place
from freecell_tui.plain.words import (
    are_moves,
    game_progress,
    is_pile,
    move_of_digits,
    read_moves,
    split_line,
    unfinished_sentences,
)
from freecell_tui.storage.files import pop_missing_home
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.settings import Settings, first_problems

_ANSWERS: Final = (frontend.YES, "no")
_LONGEST_MOVE: Final = 2
"""The most digits of a move; a word of more digits is a deal number."""


def open_conversation(front_end: PlainFrontEnd, opening: Sequence[str], yes_means: str = "") -> None:
    """Speak the opening, with the verdict if the setting is on.

    `yes_means` is the line for which `yes` stands next, or '' if the opening has no question.
    """
    front_end.yes_means = yes_means
    front_end.say_all(opening)
    front_end.speak()
    with suppress(SearchInterrupted), front_end.searching():
        front_end.collect_verdict()
    front_end.speak()


def answer(front_end: PlainFrontEnd, line: str) -> None:
    if front_end.lesson is None and _take_board_line(front_end, line):
        return
    if not (typed := split_line(line)):
        return
    controller = front_end.controller
    front_end.begin_answer()
    front_end.line = _resolve_yes(front_end, " ".join(_meant(typed)))
    words = front_end.line.split()
    try:
        if words and front_end.lesson is not None:
            front_end.answer_in_lesson(words)
        elif words:
            _answer_in_game(front_end, words)
    except FreecellError as error:
        controller.refuse(str(error))
    except SearchInterrupted:
        controller.advisor.cancel()
        front_end.say("Stopped.")
    front_end.speak()


def _take_board_line(front_end: PlainFrontEnd, line: str) -> bool:
    """Answer a line of a board, and return whether it is one.

    Another line ends a board that is not complete.
    """
    lines, usual = front_end.board_lines, front_end.controller.settings.new_game_variant
    is_begun = lines.is_begun
    if not lines.takes(line):
        if is_begun:
            front_end.say(lines.drop(usual))
        return False
    front_end.begin_answer()
    try:
        if (reading := lines.add(line, usual)) is not None:
            front_end.show(FoundPosition(reading))
        elif not is_begun and front_end.is_typed:
            front_end.say("The first line of a position: its other lines follow.")
    except NotationError as error:
        front_end.say(str(error))
    front_end.speak()
    return True


def _meant(typed: Sequence[str]) -> Sequence[str]:
    """Return the words that a line stands for, which may be typed with another layout or in full width.

    A text behind a command, such as a note, stays as typed, and so does a line that means nothing either way.
    """
    if all(word.isascii() for word in typed):
        return typed
    plain = [plain_text(word) for word in typed]
    keyboard = Keyboard(os.environ)
    meant = [keyboard.word_of(word) for word in plain]
    for words in (plain, meant):
        is_plain = all(word.isascii() for word in words)
        if is_plain and (are_moves(words) or (len(words) == 1 and (is_pile(words[0]) or words[0].lower() in _ANSWERS))):
            return words
        with suppress(NotationError):
            command, text = VOCABULARY.find(words)
            takes_text = re.search(r"\bTEXT\b|\bNAME\b(?! and)", command.takes) is not None
            begin = len(words) - len(text.split())
            return [*words[:begin], *(typed if takes_text else meant)[begin:]]
    return typed


def _resolve_yes(front_end: PlainFrontEnd, typed: str) -> str:
    """Return the line for which `yes` stands, or '' for `no`.

    Every other line is returned as typed.
    """
    agreed_line, answer = front_end.yes_meant, typed.lower()
    if agreed_line and answer in (frontend.YES, agreed_line.lower()):
        return agreed_line
    if answer not in _ANSWERS:
        return typed
    front_end.say("Nothing has changed." if agreed_line else "There is no question to answer.")
    return ""


def _answer_in_game(front_end: PlainFrontEnd, words: Sequence[str]) -> None:
    controller = front_end.controller
    if controller.session.clock_stands and controller.settings.clock:
        front_end.say("The clock stopped after three minutes without a line.")
    controller.set_clock(runs=True)
    session, turns_played = controller.session, controller.session.turns_played
    # With warnings on, a command may search before it plays a move.
    with front_end.searching() if controller.settings.warn else nullcontext():
        _execute(front_end, words)
    # Moves that a file or another program types count as help.
    has_moved = controller.session is session and session.turns_played > turns_played and session.game.moves_made > 0
    if front_end.is_from_file and has_moved:
        session.mark_helped()
    front_end.collect_change()
    controller.game_changed()
    front_end.speak()
    with front_end.searching():
        front_end.finish_requests()
        front_end.collect_verdict()


def _execute(front_end: PlainFrontEnd, words: Sequence[str]) -> None:
    """Execute a line: a deal number, moves, a pile, a share code, or a command.

    Raise FreecellError or SearchInterrupted.
    """
    controller, word, line = front_end.controller, words[0], " ".join(words)
    is_alone = len(words) == 1
    if is_alone and word.isascii() and word.isdecimal() and len(word) > _LONGEST_MOVE:
        _play_digits(front_end, word)
    elif said_moves := read_said_moves(words, controller.game.variant):
        _play_said(front_end, said_moves)
    elif are_moves(words):
        moves = read_moves(words)
        is_paste = front_end.is_typed and len(moves) > MOST_TYPED
        if is_paste and (reason := paste_refusal(controller)):
            controller.refuse(reason)
        elif is_paste:
            controller.advisor.wish(_play_as_paste(front_end, moves))
        else:
            _play_moves(front_end, moves)
    elif is_alone and is_pile(word):
        commands.pile(front_end, word)
    elif (place := read_said_place(line)) is not None:
        commands.read_place(front_end, place)
    elif word.lower() not in ("race", "deal") and find_code(line):
        if (reading := position_of_code(controller, find_code(line))) is not None:
            front_end.show(FoundPosition(reading))
            return
        pasted = read_pasted(line, controller.session)
        if not pasted.moves:
            front_end.say(pasted.problem)
        else:
            controller.advisor.wish(_play_code(controller, pasted.moves))
    else:
        command, text = VOCABULARY.find(words)
        if command not in OWN_COMMANDS:
            execute(controller, command, text)
        elif reason := command.disabled(front_end):
            front_end.say(reason)
        elif callable(command.run):
            command.run(front_end, text)


async def _play_as_paste(front_end: PlainFrontEnd, moves: Sequence[Move]) -> None:
    """Play pasted moves if the player agrees that they count as help."""
    if await front_end.controller.advisor.may_show_moves(f"Play {len(moves)} pasted moves?"):
        _play_moves(front_end, moves)


async def _play_code(controller: Controller, moves: Sequence[Move]) -> None:
    """Play the moves of a share code if the player agrees.

    They count as help.
    """
    question = f"Play {counted(len(moves), 'move')} of this share code?"
    # Moves that a tournament refuses need no answer: play_pasted says the reason.
    if paste_refusal(controller) or await controller.advisor.may_show_moves(question):
        play_pasted(controller, moves, is_code=True)


def _play_digits(front_end: PlainFrontEnd, word: str) -> None:
    """Play the move in a word of digits, or offer that deal.

    In a game of ten columns `105` is a move.
    """
    game, deal = front_end.game, parse_deal(word)
    move = move_of_digits(word, game.variant)
    reason = f"{word} is not a move." if move is None else refusal(game.board, move, game.variant)
    if move is not None and not reason:
        _play_moves(front_end, [move])
        return
    if word == "1010" and game.variant.columns == len(COLUMNS):
        reason = "1010 is not a move; 10 10 moves from column 1 to column 10, twice."
    front_end.ask(f"{reason} Type yes to play deal {deal}.", f"deal {deal}")


def _play_moves(front_end: PlainFrontEnd, moves: Sequence[Move]) -> None:
    """Play the moves of a line up to the first that is refused or needs a yes."""
    readings = front_end.typed_moves.read(moves, front_end.controller.session)
    if not any(readings):
        front_end.say("Already home.")
    typed = list(map(str, moves))
    for index, move in enumerate(readings):
        # A move of None is one of a card that is home already.
        if move is not None and not _play_move(front_end, move, " ".join(typed[index:])):
            _say_how_far(front_end, typed, index, " ")
            return


def _play_said(front_end: PlainFrontEnd, moves: Sequence[SaidMove]) -> None:
    """Play moves that were said in words, as far as each is possible."""
    typed = [move.text for move in moves]
    for index, said in enumerate(moves):
        try:
            is_played = _play_move(front_end, said.on(front_end.game), "; ".join(typed[index:]))
        except NotationError as error:
            is_played = False
            front_end.say("The game is won." if front_end.game.is_won else str(error))
        if not is_played:
            _say_how_far(front_end, typed, index, "; ")
            return


def _play_move(front_end: PlainFrontEnd, move: Move, rest: str) -> bool:
    """Play a move, unless it is refused or needs a yes to the `rest` of the line.

    Return whether it was played.
    """
    session = front_end.controller.session
    if reason := refusal(session.game.board, move, session.game.variant):
        front_end.say("The game is won." if session.game.is_won else reason)
        return False
    front_end.line = rest
    is_played = session.play_guarded(move)
    front_end.collect_change()
    return is_played


def _say_how_far(front_end: PlainFrontEnd, typed: Sequence[str], index: int, separator: str) -> None:
    """Say which of several moves were played."""
    if len(typed) > 1:
        played = f"Played: {separator.join(typed[:index])}" if index else "Nothing on this line was played"
        front_end.say(f"{played}. Not played: {separator.join(typed[index:])}.")


_NOT_WON: Final = 1


class PlainLauncher(NamedTuple):
    """Line mode, ready to start a game.

    The exit code of each method is 0 if the game was won or the player has quit, 1 if the input ended before, or 128
    plus the number of the signal that ended the program.
    """

    store: SaveStore
    settings: Settings
    problems: tuple[str, ...] = ()
    """Errors of the settings file, as sentences."""

    is_first_start: bool = False
    can_draw: bool = False
    """Whether the game can go on at the table."""

    why: str = ""
    """Why line mode was chosen, as a sentence; '' if the player named it."""

    def deal(self, game: Game, notes: Sequence[str] = ()) -> Left:
        save_file, saved = self.store.find_unfinished(game) or (None, SavedGame(game))
        problem = self.store.folder_problem() if save_file is None else ""
        opening = [f"{game_progress(game)}.", *notes, problem]
        if saved.game.moves_made:
            # Without an answer the new game is played, so that a script plays the same game each time.
            return self._play(SavedGame(game), None, [*opening, *unfinished_sentences(saved)], yes_means="resume")
        return self._play(saved, save_file, opening)

    def position(self, reading: StartReading) -> Left:
        game = Game.new(reading.start, reading.variant)
        if reading.number is None or self.store.find_unfinished(game) is not None:
            return self.deal(game, [reading.deal_sentence, reading.note])
        question = f"{reading.deal_sentence} Type yes to play that deal, or just play; a position counts apart."
        yes_means = f"deal {code_of_position(reading)}"
        return self._play(SavedGame(game), None, [f"{game_progress(game)}.", question], yes_means=yes_means)

    def resume(self, save_file: SaveFile, saved: SavedGame, errors: Sequence[SaveError] = (), notice: str = "") -> Left:
        return self._play(saved, save_file, [_progress_and_age(saved), notice], errors)

    def welcome(self, variants: VariantFilter) -> Left:
        """Resume the latest unfinished game of some variants, or deal a new one.

        The first start offers the guided game.
        """
        errors: list[SaveError] = []
        if latest := self.store.latest(variants.matches, errors):
            save_file, saved = latest
            opening = [f"Your unfinished game: {_progress_and_age(saved)}", "Continue it, or type new for another."]
            return self._play(saved, save_file, opening, errors)
        game = random_game(self.settings.new_game_variant)
        opening = [f"{game_progress(game)}."]
        if not self.is_first_start:
            return self._play(SavedGame(game), None, opening, errors)
        opening.append("New to FreeCell? Type yes for a guided first game, or just play.")
        return self._play(SavedGame(game), None, opening, errors, yes_means="learn")

    def execute(self, command: str, text: str = "", game: Game | None = None, notice: str = "") -> Left:
        latest = None if game else self.store.latest(ANY_VARIANT.matches, [])
        save_file, saved = latest or (None, SavedGame(game or random_game(self.settings.new_game_variant)))
        return self._play(saved, save_file, [notice], first_line=f"{command} {text}")

    def take_over(self, controller: Controller, *, verdict: bool) -> Left:
        """Go on with the game of the table, or without one with the latest unfinished game or a new one."""
        signals = Signals()
        front_end = PlainFrontEnd(partial(hand_over, controller=controller), Speech(sys.stdout), signals, VOCABULARY)
        controller.preferences.hand_over(None, verdict=verdict)
        if not controller.has_game:
            save_file, saved = self.store.latest(ANY_VARIANT.matches, []) or (
                None,
                SavedGame(random_game(controller.settings.new_game_variant)),
            )
            controller.put_on_table(saved, save_file)
        controller.start()
        opening = [f"Line mode: {game_progress(front_end.game)}. Type ~ to go back to the table."]
        return self._run(front_end, signals, opening, first_line="learn" if controller.lesson else "")

    def _play(
        self,
        saved: SavedGame,
        save_file: SaveFile | None,
        opening: Sequence[str],
        errors: Sequence[SaveError] = (),
        *,
        first_line: str = "",
        yes_means: str = "",
    ) -> Left:
        """Play a game until the player quits, and return the exit code.

        `errors` are of saves that cannot be read. `first_line` is answered before lines are read, unless it is ''.
        `yes_means` is as for `open_conversation`.
        """
        signals = Signals()
        make = partial(make_controller, store=self.store, settings=self.settings)
        front_end = PlainFrontEnd(make, Speech(sys.stdout), signals, VOCABULARY)
        controller = front_end.controller
        controller.put_on_table(saved, save_file)
        controller.start()
        sentences = [
            self.why,
            pop_missing_home(),
            *first_problems(self.problems),
            controller.entrances.describe_unreadable(errors),
            *opening,
        ]
        return self._run(front_end, signals, list(filter(None, sentences)), first_line, yes_means)

    def _run(
        self,
        front_end: PlainFrontEnd,
        signals: Signals,
        opening: Sequence[str],
        first_line: str = "",
        yes_means: str = "",
    ) -> Left:
        front_end.can_draw = self.can_draw
        with signals.handled(), running(front_end.controller):
            try:
                return _converse(front_end, signals, opening, first_line, yes_means)
            except frontend.OutputGone:
                # The caller learns the reason when it flushes the output.
                return _NOT_WON


def _progress_and_age(saved: SavedGame) -> str:
    return f"{game_progress(saved.game)}. {played_ago(saved.saved)}".rstrip()


def _converse(
    front_end: PlainFrontEnd, signals: Signals, opening: Sequence[str], first_line: str, yes_means: str
) -> Left:
    """Answer lines until the player quits, the input ends, or the table takes over."""
    controller = front_end.controller
    is_spoken = controller.settings.screen_reader or is_accessible(os.environ)
    lines = frontend.Lines(VOCABULARY, is_spoken=is_spoken)
    front_end.speech.style, front_end.speech.is_heard = controller.settings.speech, is_spoken
    front_end.is_typed, front_end.is_from_file = lines.is_typed, lines.is_from_file
    advice = ["Type look for the table, help for the commands."] if lines.is_typed and not first_line else []
    open_conversation(front_end, [*opening, *advice], yes_means)
    if first_line:
        answer(front_end, first_line)
    while not front_end.has_quit:
        try:
            with signals.leaving_at_once():
                line = lines.read()
        except frontend.LineTooLong:
            front_end.say(f"Lines of more than {frontend.MAX_LENGTH} characters are ignored.")
            front_end.speak()
            continue
        except frontend.NotText as error:
            front_end.say(str(error))
            break
        except frontend.Leave as leave:
            if lines.is_typed:
                front_end.speech.write("\n")
            return 128 + leave.number
        if line is None:
            if lines.is_typed:
                front_end.speech.write("\n")  # the prompt was not answered
            break
        answer(front_end, line)
    if front_end.is_handed_over:
        return controller
    is_done = front_end.has_quit or front_end.game.is_won
    controller.save_now()
    if not is_done:
        front_end.say("The input ended before the game was won.")
    if controller.is_under_way and not controller.error:
        front_end.say("The game is saved.")
    front_end.speak()
    return 0 if is_done else _NOT_WON
