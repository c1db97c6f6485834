"""The screens of the game in words, and the guided first game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Final

from freecell_tui.controller.arguments import read_count
from freecell_tui.controller.autosave import played_ago
from freecell_tui.controller.commands import COMMANDS, AnyCommand, useful_commands
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features import games, journeys, tournaments
from freecell_tui.controller.features.branches import outcome
from freecell_tui.controller.features.daily import play_daily, read_record
from freecell_tui.controller.features.games import (
    OFFERS,
    VariantChoice,
    is_on_table,
    new_games_title,
    open_save,
    resume_or_play,
)
from freecell_tui.controller.features.par import compare_win
from freecell_tui.controller.features.positions import code_of_position
from freecell_tui.controller.features.saved_games import delete_game, delete_question, rename_game, restore_game
from freecell_tui.controller.features.share import copy
from freecell_tui.controller.features.statistics import read_breakdown
from freecell_tui.controller.features.tournaments import TournamentStatus, tournament_of
from freecell_tui.controller.frontend import FoundPosition, ScreenName, Sharing, Shown, Unfinished
from freecell_tui.controller.play import changes
from freecell_tui.controller.play.lesson import END, Lesson
from freecell_tui.controller.records import statistics
from freecell_tui.engine import Card, FreecellError, Game, NotationError, Pile, Place, parse_name, refusal
from freecell_tui.engine.positions import StartReading
from freecell_tui.engine.text import capitalised, counted, counted_or_no, quoted
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.plain import words
from freecell_tui.plain.board_lines import BoardLines
from freecell_tui.plain.said_moves import read_said_moves
from freecell_tui.plain.words import Vocabulary, are_moves, is_pile, read_moves
from freecell_tui.storage import saves
from freecell_tui.storage.daily import DayState, read_day, today
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.tournaments import ProgressError, ResultFile

_OWN_WORDS: Final = {"skip": "skip this step", "again": "repeat the step", "leave": "end the lesson"}
"""The words of the lesson, with their help."""


class SpokenLesson:
    """The guided first game, step by step.

    The game on the table waits meanwhile.
    """

    def __init__(self, screens: "SpokenScreens") -> None:
        self.is_over = False
        """Whether the player has finished or left the lesson."""

        kept = screens.controller.lesson
        self._lesson = screens.controller.lesson = kept if isinstance(kept, Lesson) else Lesson()
        self._screens = screens
        self._say = screens.say
        self._say(
            f"A guided first game in {self._lesson.progress[1]} steps. Type skip to skip a step, look for the table, "
            "again to repeat the step, and leave to end the lesson."
        )
        self._say_table()
        self._say_step()

    def answer(self, typed: Sequence[str]) -> None:
        """Answer a line of the player; raise NotationError for an unreadable line.

        A line that is not about the current step is refused.
        """
        lesson, before, step = self._lesson, self._lesson.game, self._lesson.step
        turns_before = lesson.turns_played
        lesson.message = None
        said = read_said_moves(typed, before.variant)
        if said or are_moves(typed):
            move = said[0].on(before) if said else read_moves(typed)[0]
            if reason := refusal(before.board, move, before.variant):
                self._say(reason)
            else:
                lesson.play(move)
        elif len(typed) == 1 and is_pile(typed[0]):
            pile = Pile.parse(typed[0].lower().removesuffix("?"))
            self._say(words.place(before, pile))
            if step is not None and isinstance(step.action, Card) and pile == before.board.locate(step.action)[0]:
                lesson.skip()
        else:
            self._execute(typed)
        if lesson.game is not before:
            self._say(changes.change(before, lesson, turns_before))
        if lesson.message is not None:
            self._say(lesson.message.text)
        if lesson.is_over:
            self.is_over = True
            self._say(" ".join(END))
        elif lesson.step is not step or lesson.message is not None:
            self._say_step()

    def _execute(self, typed: Sequence[str]) -> None:
        lesson = self._lesson
        line = " ".join(typed)
        match line if line in _OWN_WORDS else self._screens.vocabulary.find(typed)[0].name:
            case "skip":
                lesson.skip()
            case "leave":
                self.is_over = True
            case "again":
                self._say_step()
            case "look":
                self._say_table()
            case "cells":
                self._say(words.cells(lesson.game))
            case "foundations":
                self._say(words.foundations(lesson.game))
            case "help":
                self._say_commands()
            case "quit":
                self._screens.controller.frontend.leave()
            case "lines":
                self._screens.controller.frontend.hand_over()
            case command:
                lesson.give(command)

    def _say_commands(self) -> None:
        step, vocabulary = self._lesson.step, self._screens.vocabulary
        wanted = [step.action] if step is not None and isinstance(step.action, str) else []
        first = (*wanted, "look", "cells", "foundations", "help", "quit")
        refusals = {
            command.name: reason
            for command in vocabulary.commands
            if command.name not in first and (reason := self._lesson.why_off(command.name))
        }
        own_words = [f"{word}: {help_text}" for word, help_text in _OWN_WORDS.items()]
        self._screens.say_all(vocabulary.short_list(first, refusals, own_words))
        self._say_step()

    def _say_table(self) -> None:
        self._screens.say_all(words.table(self._lesson.game))

    def _say_step(self) -> None:
        step = self._lesson.step
        assert step is not None
        number, count = self._lesson.progress
        board = self._lesson.game.board
        match step.action:
            case str(command):
                instruction = self._screens.controller.frontend.how_to(command)
            case Card() as card:
                instruction = f"type {board.locate(card)[0].letter}"
            case wanted:
                instruction = f"type {wanted.move(board)}"
        self._say(f"Step {number} of {count}. {step.spoken} {capitalised(instruction)}.")


_MAX_LISTED: Final = 30
"""The most unfinished games in the list: the latest ones."""

_MOVES_HELP: Final = (
    "A move is two letters or digits, where from and where to: 26 is column 2 to column 6, 3a column 3 to cell a, ah "
    "cell a home. A line can have several moves. You can also name cards, as in 8d to 9c, eight of diamonds to nine of "
    "clubs, or 7h home. A pile alone, as in 3 or a, reads that pile."
)


class SpokenScreens:
    """The screens of the game in words.

    Sentences are collected, to be spoken once the game is saved.
    """

    controller: Controller

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.is_typed = False
        """Whether a player types the lines at a terminal."""

        self.is_from_file = False
        """Whether the lines come from a file or a program."""

        self.line = ""
        """The line that is being answered."""

        self.yes_means = ""
        """The line for which `yes` stands next; '' without a question."""

        self.yes_meant = ""
        """The line for which `yes` stood before the line that is being answered."""

        self.pending: list[str] = []
        """The collected sentences."""

        self.lesson: SpokenLesson | None = None
        """The guided first game while it lasts."""

        self.board_lines: Final = BoardLines()
        """The lines of a position that is being pasted."""

        self.tournament: Tournament | None = None
        """The tournament that was named last."""

        self.vocabulary = vocabulary
        self._removed_results: list[ResultFile] = []
        self._listed: list[Path] = []
        """The saves of the unfinished games, in the order of the last list."""

        self._screens: Mapping[ScreenName, Callable[[str], None]] = {
            "table": self._table,
            "won": self._won,
            "summary": self._won,
            "give-up": self._give_up,
            "given-up": self._given_up,
            "unsaved": lambda _: self.ask("Type yes to continue without saving."),
            "help": self._help,
            "deal-number": lambda _: self.say("Type deal and its number, as in deal 617."),
            "games": self._games,
            "bookmarks": self._bookmarks,
            "map": self._branches,
            "note": self._note,
            "daily": self._daily,
            "journeys": self._journeys,
            "statistics": self._statistics,
            "tournaments": self._tournaments,
            "review": lambda _: self.controller.advisor.find_losing_move(),
            "variants": self._variants,
            "difficulty": lambda _: games.look_for_deal(self.controller),
            "lesson": self._begin_lesson,
        }

    @property
    def game(self) -> Game:
        return self.controller.game

    def say(self, sentence: str) -> None:
        """Collect a sentence, to be spoken with the answer to the line."""
        self.pending.append(sentence)

    def say_all(self, sentences: Iterable[str]) -> None:
        self.pending.extend(sentences)

    def ask(self, question: str, line: str = "") -> None:
        """Collect a question.

        `yes` then stands for `line`, or for the line that is being answered.
        """
        self.say(question)
        self.yes_means = line or self.line

    def show(self, what: Shown, about: str = "") -> None:
        """Say the content of a screen.

        With `about` some screens act at once: they play the named deal, for example.
        """
        match what:
            case Sharing() as share:
                self.say(share.line)
                self.say(share.code)
                self.say(copy(self.controller, share.code, "code"))
            case Unfinished(saved=saved):
                sentence, question = words.unfinished_sentences(saved)
                self.say(sentence)
                self.ask(question, "resume")
            case FoundPosition(reading=reading):
                self._found_position(reading)
            case str() if what in self._screens:
                self._screens[what](about)

    def _found_position(self, reading: StartReading) -> None:
        """Ask whether to play a position, or the numbered deal that it is."""
        self.say_all(filter(None, [reading.sentence, reading.note]))
        self.ask(f"{reading.deal_sentence} Type yes to play it.".lstrip(), f"deal {code_of_position(reading)}")

    def _variants(self, _: str) -> None:
        for offer in OFFERS:
            self.say(f"{offer.title}: {VariantChoice(offer, offer.variant).description}")
        self.say(f"Variant for new games: {new_games_title(self.controller.settings.new_game_variant)}.")
        self.say("To change that, type variants and a name or a number of free cells, as in variants eight-off.")

    def _begin_lesson(self, _: str) -> None:
        self.controller.set_clock(runs=False)
        self.lesson = SpokenLesson(self)

    def answer_in_lesson(self, words: Sequence[str]) -> None:
        """Let the lesson answer a line; raise NotationError for an unreadable line.

        After the lesson the game on the table is named.
        """
        assert self.lesson is not None
        self.lesson.answer(words)
        if self.lesson.is_over:
            self.lesson = self.controller.lesson = None
            self._table("")

    def _table(self, _: str) -> None:
        self.say(f"{words.game_progress(self.game)}.")
        if self.is_typed:
            self.say("Type look for the cards.")

    def _won(self, _: str) -> None:
        session = self.controller.session
        undos = f"with {counted_or_no(session.undos, 'undo')}" if session.undos else "without undo"
        self.say(f"You won {words.game_title(self.game)}, in {counted_or_no(self.game.moves_made, 'move')}, {undos}.")
        if text := compare_win(self.controller, session):
            self.say(text)
        if self.controller.table.contest is not None:
            self.say("Type tournament next for the next deal of the tournament.")

    def _give_up(self, _: str) -> None:
        if self.line == self.yes_meant:
            games.give_up(self.controller)
        else:
            self.ask(f"{words.game_title(self.game)}, will count as lost. Type yes to give it up, or just play on.")

    def _given_up(self, _: str) -> None:
        consequence = tournaments.how_given_up(self.controller)
        self.say(f"Given up: {words.game_title(self.game)}. It {consequence}. Type new for another game.")

    def _help(self, about: str) -> None:
        """Say the help of some commands, or a list of all.

        Raise NotationError if `about` names no command.
        """
        self.yes_means = self.yes_meant  # a question stays open while the player reads the help
        refusals = self._refusals()
        if about:
            is_all = about == "all"
            if is_all:
                self.say(_MOVES_HELP)
            for command in self.vocabulary.commands if is_all else self.vocabulary.find_all(about):
                reason = refusals.get(command.name)
                self.say(f"{help_line(command)} You cannot use it now. {reason}" if reason else help_line(command))
            return
        answers = [f"yes: go ahead with {quoted(self.yes_means)}", "no: change nothing"] if self.yes_means else []
        self.say_all(self.vocabulary.short_list(("look", *useful_commands(self.controller)), refusals, answers))
        self.say(_MOVES_HELP)
        self.say(
            "Type help and a word to hear what it does, as in help undo, or what you look for, as in help wrong move, "
            "or help all for everything."
        )

    def _refusals(self) -> dict[str, str]:
        """Return the names of the commands that are off, with the reasons."""
        refusals = {}
        for command in self.vocabulary.commands:
            if reason := command.disabled(self.controller if command in COMMANDS else self):
                refusals[command.name] = reason
        return refusals

    def _games(self, _: str) -> None:
        games = self._list_games()
        for number, (path, saved) in enumerate(games, 1):
            age = "This one." if is_on_table(self.controller, path) else played_ago(saved.saved)
            facts = (saved.name, words.game_progress(saved.game), self.controller.store.copy_title(path))
            self.say(f"{number}: {', '.join(filter(None, facts))}. {age}".rstrip())
        if not games:
            self.say(self.controller.store.folder_problem() or "No unfinished games.")

    def _list_games(self) -> list[tuple[Path, SavedGame]]:
        """Return the readable unfinished games in the order of the list.

        An unreadable save is mentioned in a sentence.
        """
        self.controller.save_now()
        games = []
        for path in self.controller.store.unfinished()[:_MAX_LISTED]:
            try:
                games.append((path, saves.read(path)))
            except SaveError as error:
                self.say(f"A save cannot be read, but is kept. {error}")
        self._listed = [path for path, _ in games]
        return games

    def open_game(self, about: str) -> None:
        """Resume an unfinished game by the number in the list; raise NotationError."""
        open_save(self.controller, self._listed_game(about))

    def _listed_game(self, number: str) -> Path:
        """Return the save of a number in the list; raise NotationError for other text."""
        if not self._listed:
            self._list_games()
        index = read_count(number)
        if index > len(self._listed):
            raise NotationError(f"There is no game {index}: {counted_or_no(len(self._listed), 'game')} can be opened.")
        return self._listed[index - 1]

    def name_game(self, about: str) -> None:
        """Name the game on the table.

        A number before the name means a game of the list. Raise NotationError.
        """
        number, _, rest = about.partition(" ")
        if not about:
            raise NotationError("Type name and a name, as in name Sunday.")
        path = None
        if rest and number.isdecimal():
            path, about = self._listed_game(number), rest
        name = parse_name(about)
        rename_game(self.controller, path, name)
        self.say(f"Named {quoted(name)}.")

    def delete_game(self, about: str) -> None:
        """Delete the unfinished game of a number, if the player agrees.

        Raise NotationError.
        """
        path = self._listed_game(about)
        if self.line != self.yes_meant:
            self.ask(f"{delete_question(self.controller, path)} Type yes to delete it.")
            return
        self.say(delete_game(self.controller, path, how_to_restore="type restore to bring it back"))
        self._listed = []

    def restore_game(self) -> None:
        self.say(restore_game(self.controller).text)
        self._listed = []

    def _bookmarks(self, _: str) -> None:
        session = self.controller.session
        for bookmark in session.bookmarks:
            name = f"{bookmark.name}, " if bookmark.name else ""
            mark = " You are here." if bookmark.place == session.game.place else ""
            self.say(f"{bookmark.number}: {name}{words.after_moves(session.game.at(bookmark.place))}.{mark}")

    def _branches(self, _: str) -> None:
        """Say the branches that end in no other branch, oldest first."""
        game = self.game
        tree = game.tree
        for number in tree.ends:
            branch = tree[number]
            end = game.in_tree(tree, Place(number, branch.end), number)
            facts = [f"ends {words.after_moves(end)}"]
            if branch.parent:
                facts.append(f"leaves branch {branch.parent} {words.after_moves(end.seek(branch.fork))}")
            facts.append(outcome(self.controller, end))
            mark = " You are on this branch." if number == game.branch else ""
            self.say(f"{number}: {', '.join(filter(None, facts))}.{mark}")

    def _note(self, _: str) -> None:
        note = self.controller.session.note
        self.say(f"Note: {note}" if note else "There is no note here. Type note and a text to write one.")

    def _statistics(self, _: str) -> None:
        controller, say = self.controller, self.say
        controller.scope.start(controller.recorder.import_missed_wins())
        breakdown = read_breakdown(controller)
        if breakdown is None or breakdown.is_empty:
            self.say_all([] if breakdown is None else ["No finished games yet."])
            return
        for name, text in statistics.summary(breakdown.total, breakdown.strokes) if breakdown.total.played else ():
            say(f"{capitalised(name)}: {text}.")
        for name, text in statistics.positions_summary(breakdown.positions):
            say(f"{capitalised(name)}: {text}.")

    def _daily(self, about: str) -> None:
        """Play the daily deal of a day, and say the player's streak.

        `about` is '', `yesterday` or a date; raise NotationError for other text.
        """
        controller, say, current_day = self.controller, self.say, today()
        word = about.partition(" ")[0]
        day = read_day(word) if word else current_day
        if word and "yesterday".startswith(word.lower()):
            day = current_day - timedelta(days=1)
        if day is None or day > current_day:
            raise NotationError(
                f"Type daily, daily yesterday, or daily and a past date, as in daily {current_day.isoformat()}."
            )
        controller.scope.start(controller.recorder.import_missed_wins())
        record = controller.recorder.ask(lambda history: read_record(history, controller.store))
        if day != current_day and record is not None and record.state(day) in (DayState.WON, DayState.LATER):
            say(f"You have already won the deal of {day.isoformat()}.")
            return
        play_daily(controller, day)
        if day != current_day:
            say(f"This is the deal of {day.isoformat()}, and does not count for the streak.")
        elif record is not None:
            won = " You have already won it." if current_day in record.on_the_day else ""
            streak = f"Streak: {counted(record.streak(current_day), 'day')}, longest {record.longest_streak}."
            say(f"The daily deal of {current_day.isoformat()}.{won} {streak}")

    def _journeys(self, about: str) -> None:
        controller, say = self.controller, self.say
        controller.scope.start(controller.recorder.import_missed_wins())
        by_name = {each.journey.name: each for each in journeys.read_journeys(controller)}
        if not (name := about.lower()):
            say(journeys.ABOUT)
            for progress in by_name.values():
                state = "every deal is won" if progress.next_deal is None else f"next is deal {progress.next_deal}"
                say(f"{progress.journey.name}: {progress.journey.title}, {_journey_won(progress)}, {state}.")
            say("To play one, type journeys and its name, as in journeys hard.")
        elif name == "skip":
            current = [progress for progress in by_name.values() if journeys.is_current_deal(self.game, progress)]
            if not current:
                say("This deal is not the next one on a journey.")
            for progress in current:
                if (following := progress.after_skipping) is None:
                    say("There is no other deal left.")
                elif controller.recorder.ask(partial(journeys.skip, progress=progress)):
                    resume_or_play(controller, following)
        elif (chosen := by_name.get(name)) is None:
            raise NotationError(f"{quoted(name)} is not a journey. Type journeys, or journeys with all, hard or skip.")
        elif chosen.next_deal is None:
            say("Every deal of this journey is won.")
        else:
            journeys.play(controller, chosen)
            say(f"{chosen.journey.title}: {_journey_won(chosen)}.")

    def _tournaments(self, about: str) -> None:
        controller, say = self.controller, self.say
        current = tournament_of(controller) or self.tournament
        word, _, argument = about.partition(" ")
        if not about:
            problems: list[ProgressError] = []
            for name, tournament in tournaments.listed_tournaments(controller.store, problems).items():
                controller.scope.start(self._say_tournament(name, tournament))
            self.say_all(map(str, problems))
            say("To play one, type tournament and its name, or also one of its deals.")
        elif word not in ("export", "standings", "remove") and about != "next":
            self.tournament, deal = tournaments.find_deal(controller.store, about, current)
            controller.scope.start(tournaments.play(controller, self.tournament, deal))
        elif current is None:
            raise NotationError("You are not playing a tournament. Type tournaments to list them.")
        elif word == "next":
            controller.scope.start(tournaments.play(controller, current, None))
        elif word == "export":
            controller.scope.start(self._export(current, argument))
        else:
            if argument:
                self._change_standings(current, word, argument)
            controller.scope.start(self._say_standings(current))

    def _change_standings(self, tournament: Tournament, word: str, argument: str) -> None:
        """Remove the results of a player, or add a file of results.

        `word` is `remove` before a player's name, or `standings` before a file's. Raise FreecellError.
        """
        store = self.controller.store
        if word == "remove":
            result = tournaments.results_of(store, tournament, argument)
            self.say(tournaments.remove_results(store, result))
            self._removed_results.append(result)
        else:
            self.say(tournaments.add_typed_results(self.controller, tournament, argument))

    def restore_results(self) -> None:
        """Restore the results that were removed last from standings; raise FreecellError."""
        if not self._removed_results:
            raise FreecellError("Nothing to restore.")
        self.say(tournaments.restore_results(self.controller, self._removed_results[-1]).text)
        self._removed_results.pop()

    async def _status(self, tournament: Tournament) -> TournamentStatus:
        """Return the player's status in a tournament, and say its notice.

        Raise FreecellError for an unreadable history.
        """
        status = await tournaments.find_status(self.controller, tournament)
        if status.notice:
            self.say(status.notice)
        return status

    async def _say_tournament(self, name: str, tournament: Tournament) -> None:
        status = await self._status(tournament)
        self.say(f"{name}: {tournament.title}, {status.text}. {capitalised(tournament.rules)}.")

    async def _export(self, tournament: Tournament, player: str) -> None:
        self.say(tournaments.export(await self._status(tournament), player))

    async def _say_standings(self, tournament: Tournament) -> None:
        status = await self._status(tournament)
        for deal in status.deals:
            self.say(f"Deal {deal.deal}: {deal.text}.")
        self.say(f"{capitalised(status.text)}.")
        store = self.controller.store
        standings = self.controller.recorder.ask(lambda history: tournaments.read_standings(history, store, tournament))
        if standings is not None and standings.others:
            for rank, score in standings.places:
                self.say(f"{rank}. {score.player}: {tournaments.score_text(score, len(status.deals))}.")
            self.say_all((*tournaments.problems(standings.places), *standings.notices))


def help_line(command: AnyCommand) -> str:
    """Return the help of a command.

    An example is `redo [N]: redo the move. With a number, that many moves. Also: r.`.
    """
    word, *others = command.words
    takes = f" {command.takes}" if command.takes else ""
    parts = filter(None, (command.word_help or command.help, capitalised(command.takes_help)))
    text = " ".join(part if part.endswith("?") else f"{part}." for part in parts)
    also = f" Also: {', '.join(others)}." if others else ""
    return f"{word}{takes}: {text}{also}"


def _journey_won(progress: journeys.JourneyProgress) -> str:
    return f"{progress.won_count:,} of {progress.journey.length:,} won"
