"""What the screens of the game are in words, and the guided first game."""

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
from freecell_tui.controller.features.saved_games import delete_game, delete_question, rename_game, restore_game
from freecell_tui.controller.features.share import copy
from freecell_tui.controller.features.tournaments import TournamentStatus, tournament_of
from freecell_tui.controller.frontend import ScreenName, Sharing, Shown, Unfinished
from freecell_tui.controller.play.lesson import END, Lesson
from freecell_tui.controller.records import statistics
from freecell_tui.engine import Card, Game, NotationError, Pile, Place, parse_name, refusal
from freecell_tui.engine.text import capitalised, counted, counted_or_no, quoted
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.plain import words
from freecell_tui.plain.words import Vocabulary, are_moves, is_pile, read_moves
from freecell_tui.storage import saves
from freecell_tui.storage.results import DayState, read_day, today
from freecell_tui.storage.saves import SavedGame, SaveError
from freecell_tui.storage.tournaments import ProgressError, TournamentStore

_OWN: Final = {"skip": "skip this step", "again": "repeat the step", "leave": "end the lesson"}


class SpokenLesson:
    """The guided first game, step by step, apart from the game being played; `is_over` when it was left or done."""

    def __init__(self, screens: "SpokenScreens") -> None:
        self.is_over = False
        self._lesson = Lesson()
        self._screens = screens
        self._say = screens.say
        self._say(
            f"A guided first game in {self._lesson.progress[1]} steps. Type skip to skip a step, look for the table, "
            "again to repeat the step, and leave to end the lesson."
        )
        self._tell_table()
        self._tell_step()

    def answer(self, typed: Sequence[str]) -> None:
        """Do what a line asks for, if the step is about it; raise NotationError if it cannot be read."""
        lesson, before, step = self._lesson, self._lesson.game, self._lesson.step
        played_before = lesson.turns_played
        lesson.message = None
        if are_moves(typed):
            move = read_moves(typed)[0]
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
            self._do(typed)
        if lesson.game is not before:
            self._say(words.change(before, lesson, played_before))
        if lesson.message is not None:
            self._say(lesson.message.text)
        if lesson.is_over:
            self.is_over = True
            self._say(" ".join(END))
        elif lesson.step is not step or lesson.message is not None:
            self._tell_step()

    def _do(self, typed: Sequence[str]) -> None:
        lesson = self._lesson
        own = " ".join(typed)
        match own if own in _OWN else self._screens.vocabulary.find(typed)[0].name:
            case "skip":
                lesson.skip()
            case "leave":
                self.is_over = True
            case "again":
                self._tell_step()
            case "look":
                self._tell_table()
            case "cells":
                self._say(words.cells(lesson.game))
            case "foundations":
                self._say(words.foundations(lesson.game))
            case "help":
                self._tell_commands()
            case "quit":
                self._screens.controller.frontend.leave()
            case command:
                lesson.give(command)

    def _tell_commands(self) -> None:
        step = self._lesson.step
        wanted = [step.action] if step is not None and isinstance(step.action, str) else []
        first = (*wanted, "look", "cells", "foundations", "help", "quit")
        own = [f"{word}: {what}" for word, what in _OWN.items()]

        def why_off(command: AnyCommand) -> str | None:
            return None if command.name in first else self._lesson.why_off(command.name)

        self._screens.say_all(self._screens.vocabulary.short_list(first, why_off, own))
        self._tell_step()

    def _tell_table(self) -> None:
        self._screens.say_all(words.table(self._lesson.game))

    def _tell_step(self) -> None:
        step = self._lesson.step
        assert step is not None
        number, count = self._lesson.progress
        board = self._lesson.game.board
        match step.action:
            case str(command):
                how = self._screens.controller.frontend.how_to(command)
            case Card() as card:
                how = f"type {board.locate(card)[0].letter}"
            case wanted:
                how = f"type {wanted.move(board)}"
        self._say(f"Step {number} of {count}. {step.spoken} {capitalised(how)}.")


_MAX_LISTED: Final = 30
"""How many unfinished games are listed: those played last."""

_MOVES_HELP: Final = (
    "A move is two letters or digits, where from and where to: 26 is column 2 to column 6, 3a column 3 to cell a, ah "
    "cell a home. A line can have several moves. A pile alone, as in 3 or a, reads that pile."
)


class SpokenScreens:
    """What there is to say, collected until the game is written down, and what screens are in words.

    `line` is what is being answered, `yes_means` what `yes` stands for next, and `yes_meant` what it stood for until
    this line; '' without a question. `is_typed` is whether somebody types at a terminal. `lesson` is
    the guided first game while it lasts, `tournament` the one that was named last.
    """

    controller: Controller

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.is_typed = False
        self.line = self.yes_means = self.yes_meant = ""
        self.pending: list[str] = []
        self.lesson: SpokenLesson | None = None
        self.tournament: Tournament | None = None
        self.vocabulary = vocabulary
        self._listed: list[Path] = []
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
        self.pending.append(sentence)

    def say_all(self, sentences: Iterable[str]) -> None:
        self.pending.extend(sentences)

    def ask(self, question: str, line: str = "") -> None:
        """Collect a question to which `yes` stands for a line, or for the one being answered."""
        self.say(question)
        self.yes_means = line or self.line

    def show(self, what: Shown, about: str = "") -> None:
        """Say what a screen shows, and do what it is opened for if the player has said that at once."""
        match what:
            case Sharing() as share:
                self.say(share.line)
                self.say(share.code)
                self.say(copy(self.controller, share.code))
            case Unfinished(saved=saved):
                told, question = words.unfinished_sentences(saved)
                self.say(told)
                self.ask(question, "resume")
            case str() if what in self._screens:
                self._screens[what](about)

    def _variants(self, _: str) -> None:
        for offer in OFFERS:
            self.say(f"{offer.title}: {VariantChoice(offer, offer.variant).description}")
        self.say(f"Variant for new games: {new_games_title(self.controller.settings.new_game_variant)}.")
        self.say("To change that, type variants and a name or a number of free cells, as in variants eight-off.")

    def _begin_lesson(self, _: str) -> None:
        self.controller.set_clock(runs=False)
        self.lesson = SpokenLesson(self)

    def answer_in_lesson(self, words: Sequence[str]) -> None:
        """Let the lesson answer a line, and say which game goes on when it is over; raise NotationError."""
        assert self.lesson is not None
        self.lesson.answer(words)
        if self.lesson.is_over:
            self.lesson = None
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
        how = tournaments.how_given_up(self.controller)
        self.say(f"Given up: {words.game_title(self.game)}. It {how}. Type new for another game.")

    def _help(self, about: str) -> None:
        """Say what commands do, or list them all; a question that was asked before stays open. Raise NotationError."""
        self.yes_means = self.yes_meant
        if about:
            is_all = about == "all"
            if is_all:
                self.say(_MOVES_HELP)
            for command in self.vocabulary.commands if is_all else self.vocabulary.find_all(about):
                reason = self._why_off(command)
                self.say(f"{help_line(command)} You cannot use it now. {reason}" if reason else help_line(command))
            return
        here = [f"yes: go ahead with {quoted(self.yes_means)}", "no: change nothing"] if self.yes_means else []
        self.say_all(self.vocabulary.short_list(("look", *useful_commands(self.controller)), self._why_off, here))
        self.say(_MOVES_HELP)
        self.say(
            "Type help and a word to hear what it does, as in help undo, or what you look for, as in help wrong move, "
            "or help all for everything."
        )

    def _why_off(self, command: AnyCommand) -> str | None:
        return command.disabled(self.controller if command in COMMANDS else self)

    def _games(self, _: str) -> None:
        listed = self._list_games()
        for number, (path, saved) in enumerate(listed, 1):
            when = "This one." if is_on_table(self.controller, path) else played_ago(saved.saved)
            facts = (saved.name, words.game_progress(saved.game), self.controller.store.copy_title(path))
            self.say(f"{number}: {', '.join(filter(None, facts))}. {when}".rstrip())
        if not listed:
            self.say("No unfinished games.")

    def _list_games(self) -> list[tuple[Path, SavedGame]]:
        """Return the unfinished games that can be read, as `open` numbers them; say what is wrong with the others."""
        self.controller.save_now()
        listed = []
        for path in self.controller.store.unfinished()[:_MAX_LISTED]:
            try:
                listed.append((path, saves.read(path)))
            except SaveError as error:
                self.say(f"A save cannot be read, but is kept. {error}")
        self._listed = [path for path, _ in listed]
        return listed

    def open_game(self, about: str) -> None:
        """Play on the unfinished game of a number in the list; raise NotationError if it is no number."""
        open_save(self.controller, self._listed_game(about))

    def _listed_game(self, number: str) -> Path:
        """Return the save of a number in the list of unfinished games; raise NotationError if there is none."""
        if not self._listed:
            self._list_games()
        index = read_count(number)
        if index > len(self._listed):
            raise NotationError(f"There is no game {index}: {counted_or_no(len(self._listed), 'game')} can be opened.")
        return self._listed[index - 1]

    def name_game(self, about: str) -> None:
        """Name the game on the table, or the one whose number in the list stands before the name."""
        number, _, rest = about.partition(" ")
        if not about:
            raise NotationError("Type name and a name, as in name Sunday.")
        if rest and number.isdecimal():
            path, name = self._listed_game(number), parse_name(rest)
            rename_game(self.controller, path, name)
        else:
            name = parse_name(about)
            self.controller.session.name = name
        self.say(f"Named {quoted(name)}.")

    def delete_game(self, about: str) -> None:
        """Delete the unfinished game of a number in the list, if the player agrees."""
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
            here = " You are here." if bookmark.place == session.game.place else ""
            self.say(f"{bookmark.number}: {name}{words.after_moves(session.game.at(bookmark.place))}.{here}")

    def _branches(self, _: str) -> None:
        """Say the branches that nothing leaves at their end, in the order in which they were begun."""
        game = self.game
        tree = game.tree
        for number in tree.ends:
            branch = tree[number]
            there = game.in_tree(tree, Place(number, branch.end), number)
            facts = [f"ends {words.after_moves(there)}", "", outcome(self.controller, there)]
            if branch.parent:
                facts[1] = f"leaves branch {branch.parent} {words.after_moves(there.seek(branch.fork))}"
            here = " You are on this branch." if number == game.branch else ""
            self.say(f"{number}: {', '.join(filter(None, facts))}.{here}")

    def _note(self, _: str) -> None:
        note = self.controller.session.note
        self.say(f"Note: {note}" if note else "There is no note here. Type note and a text to write one.")

    def _statistics(self, _: str) -> None:
        controller, say = self.controller, self.say
        controller.scope.start(controller.recorder.import_missed_wins())
        breakdown = controller.recorder.ask(lambda history: history.figures(lambda figures: figures.breakdown()))
        if breakdown is not None and not breakdown.total.played:
            say("No finished games yet.")
        elif breakdown is not None:
            for name, text in statistics.summary(breakdown.total, breakdown.strokes):
                say(f"{capitalised(name)}: {text}.")

    def _daily(self, about: str) -> None:
        """Play the deal of today, of `yesterday` or of a date, and say how the player does; raise NotationError."""
        controller, say, now = self.controller, self.say, today()
        word = about.partition(" ")[0]
        day = read_day(word) if word else now
        if word and "yesterday".startswith(word.lower()):
            day = now - timedelta(days=1)
        if day is None or day > now:
            raise NotationError(
                f"Type daily, daily yesterday, or daily and a past date, as in daily {now.isoformat()}."
            )
        controller.scope.start(controller.recorder.import_missed_wins())
        record = controller.recorder.ask(lambda history: read_record(history, controller.store))
        if day != now and record is not None and record.state(day) in (DayState.WON, DayState.LATER):
            say(f"You have already won the deal of {day.isoformat()}.")
            return
        play_daily(controller, day)
        if day != now:
            say(f"This is the deal of {day.isoformat()}, and does not count for the streak.")
        elif record is not None:
            won = " You have already won it." if now in record.on_the_day else ""
            row = f"Streak: {counted(record.streak(now), 'day')}, longest {record.longest_streak}."
            say(f"The daily deal of {now.isoformat()}.{won} {row}")

    def _journeys(self, about: str) -> None:
        controller, say = self.controller, self.say
        controller.scope.start(controller.recorder.import_missed_wins())
        found = {each.journey.name: each for each in controller.recorder.ask(journeys.journeys_progress) or ()}
        if not (name := about.lower()):
            for progress in found.values():
                where = "every deal is won" if progress.next_deal is None else f"next is deal {progress.next_deal}"
                say(f"{progress.journey.name}: {progress.journey.title}, {_journey_won(progress)}, {where}.")
            say("To play one, type journeys and its name, as in journeys hard.")
        elif name == "skip":
            current = [progress for progress in found.values() if journeys.is_current_deal(self.game, progress)]
            if not current:
                say("This deal is not the next one on a journey.")
            for progress in current:
                if (following := progress.after_skipping) is None:
                    say("There is no other deal left.")
                elif controller.recorder.ask(partial(journeys.skip, progress=progress)):
                    resume_or_play(controller, following)
        elif (chosen := found.get(name)) is None:
            raise NotationError(f"{quoted(name)} is not a journey. Type journeys, or journeys with all, hard or skip.")
        elif chosen.next_deal is None:
            say("Every deal of this journey is won.")
        else:
            journeys.play(controller, chosen)
            say(f"{chosen.journey.title}: {_journey_won(chosen)}.")

    def _tournaments(self, about: str) -> None:
        controller, say = self.controller, self.say
        present = tournament_of(controller) or self.tournament
        word, _, named = about.partition(" ")
        if not about:
            problems: list[ProgressError] = []
            for name, tournament in tournaments.listed_tournaments(controller.store, problems).items():
                for found in self._status(tournament):
                    say(f"{name}: {tournament.title}, {found.text}. {capitalised(tournament.rules)}.")
            self.say_all(map(str, problems))
            say("To play one, type tournament and its name, or also one of its deals.")
        elif word not in ("export", "standings", "remove") and about != "next":
            self.tournament, deal = tournaments.find_deal(controller.store, about, present)
            controller.scope.start(tournaments.play(controller, self.tournament, deal))
        elif present is None:
            raise NotationError("You are not playing a tournament. Type tournaments to list them.")
        elif word == "next":
            controller.scope.start(tournaments.play(controller, present, None))
        else:
            self._tell_standings(present, word, named)

    def _tell_standings(self, tournament: Tournament, word: str, named: str) -> None:
        """Say how a tournament stands, after adding a file of results or removing a player; or hand in the results."""
        store, say = self.controller.store, self.say
        if word == "remove" and named:
            files, player = TournamentStore(store), named.strip("“”").lower()
            its = next((each for each in files.results(tournament, []) if each.player.lower() == player), None)
            if its is None:
                raise NotationError(f"There are no results of {quoted(named)} in the standings.")
            files.remove_result(its)
            say(f"The results of {its.player} were removed.")
        elif word == "standings" and named:
            result = tournaments.add_results(store, tournament, tournaments.typed_path(named))
            say(f"The results of {result.player} are in the standings.")
        for found in self._status(tournament):
            if word == "export":
                say(tournaments.export(found, named))
                continue
            for deal in found.deals:
                say(f"Deal {deal.deal}: {deal.text}.")
            say(f"{capitalised(found.text)}.")
            players = self.controller.recorder.ask(lambda it: tournaments.read_standings(it, store, tournament))
            if players is not None and players.others:
                for rank, score in players.places:
                    say(f"{rank}. {score.player}: {tournaments.score_text(score, len(found.deals))}.")
                self.say_all((*tournaments.problems(players.places), *players.notices))

    def _status(self, tournament: Tournament) -> list[TournamentStatus]:
        statuses: list[TournamentStatus] = []

        async def find() -> None:
            statuses.append(await tournaments.find_status(self.controller, tournament))

        self.controller.scope.start(find())
        for found in statuses:
            if found.notice:
                self.say(found.notice)
        return statuses


def help_line(command: AnyCommand) -> str:
    """Return what the help says of a command: `redo [N]: redo the move. With a number, that many moves. Also: r.`."""
    word, *others = command.words
    takes = f" {command.takes}" if command.takes else ""
    said = filter(None, (command.word_help or command.help, capitalised(command.takes_help)))
    text = " ".join(each if each.endswith("?") else f"{each}." for each in said)
    also = f" Also: {', '.join(others)}." if others else ""
    return f"{word}{takes}: {text}{also}"


def _journey_won(progress: journeys.JourneyProgress) -> str:
    return f"{progress.won_count:,} of {progress.journey.length:,} won"
