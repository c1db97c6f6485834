"""A player's tournaments: how each deal stands, playing on, and handing in the results."""

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import unquote

from freecell_tui.controller.autosave import COUNTS_AS_LOST
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.entrance import Entrance
from freecell_tui.controller.features.games import kept_note, open_save
from freecell_tui.controller.features.share import shared_game
from freecell_tui.controller.records.results import History
from freecell_tui.controller.table import OWN_GAME, Contest
from freecell_tui.engine import FreecellError, Game, NotationError, parse_deal
from freecell_tui.engine.share_code import SharedGame, decode, encode, parse_signature
from freecell_tui.engine.text import claimed_time, counted, counted_or_no, joined, printable, quoted
from freecell_tui.engine.tournaments import (
    DealScore,
    Entry,
    Score,
    Standing,
    Tournament,
    broken_rule,
    check_entries,
    make_score,
    merit,
    same_moves,
    standings,
    unique_names,
)
from freecell_tui.storage.files import documents_folder, folders_of_received_files, reason, save_new, short_path
from freecell_tui.storage.save_store import SaveFile, SaveStore
from freecell_tui.storage.saves import SavedGame, goes_on_from, new_id
from freecell_tui.storage.settings import Value
from freecell_tui.storage.tournaments import (
    KNOWN_TOURNAMENTS,
    DamagedProgress,
    FoundFile,
    ProgressError,
    ResultFile,
    TournamentProgress,
    TournamentStore,
    find_results,
    is_same,
    open_tournament,
    read_result,
    write_result,
)

# What a tournament means for a game of it: which commands are off, which settings do not count, and its attempt


def contest_of(store: SaveStore, tournament: Tournament) -> Contest:
    """Return the rules for a game that is noted as an attempt."""

    def note_end(game_id: str) -> str:
        try:
            TournamentStore(store).end_attempt(game_id)
        except ProgressError as error:
            return str(error)
        return ""

    fixed = dict[str, Value]()
    if not tournament.gives_hints:
        fixed |= {"hints": False, "warn": False}
    if tournament.blind:
        fixed |= {"verdict": False}
    if not tournament.clock:
        fixed |= {"clock": False}
    return Contest(
        tournament,
        tournament.title,
        tournament.refusals,
        fixed,
        note_end,
        looks_take_time=tournament.clock,
        ends_with_win=tournament.has_limits,
    )


def new_contest(store: SaveStore, tournament: Tournament, deal: int, before: tuple[str, ...]) -> Contest:
    """Return the rules for a new game of a tournament.

    The game is noted as an attempt if the attempts at its deal are still `before` by then.
    """

    def note_attempt(game_id: str) -> str:
        try:
            is_noted = TournamentStore(store).add_attempt(tournament, deal, game_id, before)
        except ProgressError as error:
            return str(error)
        return "" if is_noted else f"Deal {deal} of the tournament is being played in another window."

    return contest_of(store, tournament)._replace(note_attempt=note_attempt)


_OVER: Final = "This game was an attempt in the tournament {}, which is over."
_COPY: Final = "This is a copy of an attempt in the tournament {}, and does not count in it."


def find_contest(store: SaveStore, saved: SavedGame, save_file: SaveFile | None = None) -> Entrance:
    """Return how a saved game is to be played: as the attempt in a tournament that it is, or as a game like any other.

    An attempt is bound to the save that this machine played last. A rescued game that goes on from that save continues
    in that save. Every other copy is another game, and so is an attempt that is over: winning it counts with help.
    """
    files = TournamentStore(store)
    if (progress := files.of_game(saved.game_id)) is None:
        return Entrance(saved, save_file)
    contest, why = contest_of(store, progress.tournament), _OVER
    if saved.game_id not in progress.over:
        here = files.find_saves(saved.game.deal).get(saved.game_id)
        if here is None or (save_file is not None and save_file.path == here[0].path):
            return Entrance(saved, save_file, contest)
        if (save_file is None or save_file.path is None) and goes_on_from(saved, here[1]):
            return Entrance(saved, here[0], contest)
        why = _COPY
    return Entrance(own_copy(saved), save_file, note=f"{why.format(quoted(progress.tournament.title))} {OWN_GAME}")


def own_copy(saved: SavedGame) -> SavedGame:
    """Return a game with an id of its own.

    A win of it counts as a win with help.
    """
    return replace(saved, id=new_id(), helped=True, helped_attempts=(), own_win=None, is_rescued=False)


def attempt_of(store: SaveStore, saved: SavedGame) -> Contest | None:
    """Return the contest of an open attempt, in any copy.

    None for every other game.
    """
    tournament = open_tournament(store, saved)
    return None if tournament is None else contest_of(store, tournament)


def end_deleted(store: SaveStore, saved: SavedGame) -> str:
    """Note that a deleted attempt is over. Return a failure or ''."""
    contest = attempt_of(store, saved)
    return contest.note_end(saved.game_id) if contest is not None and contest.note_end is not None else ""


def is_over(store: SaveStore, saved: SavedGame) -> bool:
    """Return whether a game was an attempt that is over."""
    progress = TournamentStore(store).of_game(saved.game_id) if saved.id else None
    return progress is not None and saved.game_id in progress.over


def make_own(store: SaveStore, path: Path) -> None:
    """Give a restored attempt's save an id of its own.

    Raise SaveError or OSError.
    """
    store.edit(path, own_copy)


def tournament_of(controller: Controller) -> Tournament | None:
    """Return the tournament that the game being played belongs to, or None."""
    contest = controller.table.contest if controller.has_game else None
    tournament = contest.tournament if contest else None
    return tournament if isinstance(tournament, Tournament) else None


def how_given_up(controller: Controller) -> str:
    """Return how the game counts after it was given up."""
    return COUNTS_AS_LOST if tournament_of(controller) is None else "counts as lost, in the tournament for good"


_MAX_NAME_BYTES: Final = 200
"""Most systems allow 255, of which an ending and a number take a few."""


State = Literal["new", "open", "won", "lost"]


class DealStatus(NamedTuple):
    """A deal of a tournament: its state, how often it was tried, and what it counts.

    `win` is the best win that counts; without one, `problem` is why the last win does not. An unfinished game,
    whatever the state, has `moves`, and `path` is its save; it is played on before another attempt begins.
    `can_be_played` is whether there is one, or the rules leave an attempt. `tried` are the ids of its games.
    """

    deal: int
    state: State
    tried: tuple[str, ...] = ()
    win: SharedGame | None = None
    problem: str = ""
    can_be_played: bool = True
    moves: int = 0
    path: Path | None = None
    wins: tuple[SharedGame, ...] = ()
    """All wins, whether they count or not."""

    @property
    def attempts(self) -> int:
        return len(self.tried)

    @property
    def finished_attempts(self) -> int:
        """How many attempts are over, or have lost their save."""
        return self.attempts - (self.path is not None)

    @property
    def is_done(self) -> bool:
        return self.state in ("won", "lost")

    @property
    def text(self) -> str:
        """The deal's state and figures in a few words."""
        if self.win is None:
            return self.state_text
        figures = ", ".join(_figures(self.win.game.moves_made, self.win.seconds, self.win.undos))
        return figures if self.path is None else f"{figures}; another attempt is not finished"

    @property
    def state_text(self) -> str:
        """The deal's state without the figures of a win."""
        if self.state == "won":
            return "won" if self.path is None else "won; another attempt is not finished"
        if self.state == "open":
            return f"not finished, {counted(self.moves, 'move')}"
        if self.problem:
            return f"won, but {self.problem}"
        if self.state == "lost":
            return "lost"
        if not self.attempts:
            return "not played yet"
        return "tried once" if self.attempts == 1 else f"tried {self.attempts} times"


YOU: Final = "You"
"""What the player is called in the standings; who calls himself that is shown in quotation marks."""


class TournamentStatus(NamedTuple):
    """A tournament and how each of its deals stands. `notice` is what is wrong with the player's file of it, or ''."""

    tournament: Tournament
    deals: tuple[DealStatus, ...]
    notice: str = ""

    @property
    def score(self) -> Score:
        return make_score(YOU, (DealScore(each.deal, each.win, each.problem) for each in self.deals))

    @property
    def next_deal(self) -> int | None:
        """The next deal that is not done. None if all are done.

        Of the deals given up least often the first. So a deal that was just given up comes after all others, even if
        the rules leave it another attempt.
        """
        left = [each for each in self.deals if not each.is_done and each.can_be_played]
        return min(left, key=lambda each: each.finished_attempts).deal if left else None

    @property
    def text(self) -> str:
        """The score in words: `3 of 8 won, 156 moves, 20:31, 2 undos`."""
        return score_text(self.score, len(self.deals))


def score_text(score: Score, deals: int) -> str:
    """Return a score in a tournament of so many deals in words."""
    won = f"{score.won} of {deals} won"
    return ", ".join([won, *_figures(score.moves, score.seconds, score.undos)]) if score.won else won


def _figures(moves: int, seconds: float, undos: int) -> list[str]:
    return [counted(moves, "move"), claimed_time(seconds), counted_or_no(undos, "undo")]


def listed_tournaments(store: SaveStore, problems: list[ProgressError] | None = None) -> dict[str, Tournament]:
    """Return the tournaments by name.

    The player's own come first, the tournament played last before all.
    """
    known = {tournament.key for tournament in KNOWN_TOURNAMENTS.values()}
    begun = [progress.tournament for progress in TournamentStore(store).begun(problems)]
    return {each.key: each for each in begun if each.key not in known} | KNOWN_TOURNAMENTS


def list_tournaments(controller: Controller) -> tuple[Tournament, ...]:
    """Return the tournaments to choose from; say which files cannot be read."""
    problems: list[ProgressError] = []
    listed = tuple(listed_tournaments(controller.store, problems).values())
    for problem in problems:
        controller.refuse(str(problem))
    return listed


def find_tournament(store: SaveStore, name: str) -> Tournament:
    """Return the tournament with a name, key or title.

    Raise NotationError if there is none, or ProgressError.
    """
    for listed, tournament in listed_tournaments(store).items():
        if name.lower() in (listed, tournament.key, tournament.title.lower()):
            return tournament
    if progress := TournamentStore(store).load(name):
        return progress.tournament  # one of so many that not all are listed
    raise NotationError(f"There is no tournament {quoted(name)}. Choose from {', '.join(KNOWN_TOURNAMENTS)}.")


DEAL_WORD: Final = re.compile("#?[-−]?[0-9]+")
"""A word that is meant as a deal of a tournament."""


class NamedDeal(NamedTuple):
    """A tournament and one of its deals. None for the next deal."""

    tournament: Tournament
    deal: int | None


def find_deal(store: SaveStore, text: str, present: Tournament | None = None) -> NamedDeal:
    """Return the tournament and the deal that a text names.

    A name alone, a deal of the `present` tournament, or both. The whole text is tried as a name first.
    Raise NotationError, or ProgressError if a tournament's file is unreadable.
    """
    name, _, number = text.rpartition(" ")
    is_number = DEAL_WORD.fullmatch(number) is not None
    try:
        return NamedDeal(find_tournament(store, text), None)
    except NotationError:
        if not is_number or not (name or present):
            raise
    tournament = find_tournament(store, name) if name else present
    assert tournament is not None
    return NamedDeal(tournament, read_deal(tournament, number))


def read_deal(tournament: Tournament, text: str) -> int:
    """Return the deal of a tournament that a text names.

    Raise NotationError or NoSuchDeal.
    """
    if (deal := parse_deal(text)) not in tournament.deals:
        raise NotationError(f"Deal {deal} is not in {quoted(tournament.title)}: it has {_listed(tournament.deals)}.")
    return deal


_MOST_LISTED: Final = 10


def _listed(deals: Sequence[int]) -> str:
    shown = [str(deal) for deal in deals[:_MOST_LISTED]]
    return joined(shown if len(deals) <= _MOST_LISTED else [*shown, f"{len(deals) - _MOST_LISTED} more"])


def read_status(history: History, store: SaveStore, tournament: Tournament) -> TournamentStatus:
    """Return how a tournament stands; raise HistoryError or ProgressError."""
    files, notice = TournamentStore(store), ""
    try:
        progress = files.load(tournament.key) or TournamentProgress(tournament)
    except DamagedProgress as error:
        progress, notice = TournamentProgress(tournament), str(error)
    results = history.results_of_games([each for ids in progress.attempts.values() for each in ids])
    rules, deals = progress.tournament, list[DealStatus]()
    for deal in rules.deals:
        ids = progress.attempts.get(deal, ())
        open_ids = [each for each in reversed(ids) if each not in results and each not in progress.over]
        there = files.find_saves(deal) if open_ids else {}
        unfinished = next((there[each] for each in open_ids if each in there), None)
        moves, path = (0, None) if unfinished is None else (unfinished[1].game.moves_made, unfinished[0].path)
        is_left = not rules.attempts or len(ids) < rules.attempts or unfinished is not None
        won = (history.saved_game(each) for each in ids if each in results and results[each].is_won)
        wins = [shared_game(saved) for saved in won if saved]
        counting = [win for win in wins if not broken_rule(rules, win)]
        best = min(counting, key=lambda win: merit(rules, make_score("", [DealScore(deal, win)])), default=None)
        problem = broken_rule(rules, wins[-1]) if wins and best is None else ""
        state: State = "won" if best else "open" if unfinished else "new" if is_left else "lost"
        deals.append(DealStatus(deal, state, ids, best, problem, is_left, moves, path, tuple(wins)))
    return TournamentStatus(rules, tuple(deals), notice)


def count_won(history: History, store: SaveStore, tournament: Tournament) -> int | None:
    """Return the number of a tournament's deals won; raise HistoryError.

    None if its file cannot be read.
    """
    try:
        return read_status(history, store, tournament).score.won
    except ProgressError:
        return None


async def find_won_counts(controller: Controller, listed: Sequence[Tournament]) -> dict[Tournament, int | None]:
    """Return the number of deals won of each tournament, None if unreadable; raise HistoryError."""
    return await controller.recorder.query(
        lambda history: {each: count_won(history, controller.store, each) for each in listed}
    )


async def find_status(controller: Controller, tournament: Tournament, *, waits: bool = True) -> TournamentStatus:
    """Return how a tournament stands; raise FreecellError.

    Unless it `waits`, this may be before every win in a save is counted.
    """
    if waits:
        controller.save_now()
        await controller.recorder.import_missed_wins()
    return await controller.recorder.query(lambda history: read_status(history, controller.store, tournament))


async def play(controller: Controller, tournament: Tournament, deal: int | None) -> None:
    """Play a deal of a tournament; raise FreecellError.

    The next deal for None.
    """
    found = await find_status(controller, tournament)
    chosen = found.next_deal if deal is None else deal
    status = next((each for each in found.deals if each.deal == chosen), None)
    if status is None:
        raise NotationError(f"The tournament is over: {found.text}.")
    if not status.can_be_played:
        raise NotationError(f"Deal {status.deal} is {status.state}, and the rules allow no other attempt.")
    if status.path is not None:
        open_save(controller, status.path)
        return
    rules = found.tournament
    notice = TournamentStore(controller.store).begin(rules)
    game = Game.new(status.deal, rules.variant)
    note = f"{notice} {rules.title}: {rules.rules}.{kept_note(controller, game)}".lstrip()
    contest = new_contest(controller.store, rules, status.deal, status.tried)
    controller.play(SavedGame(game, id=new_id()), note=note, contest=contest)


def play_next(controller: Controller, tournament: Tournament) -> None:
    """Play the next deal of a tournament."""
    controller.table.scope.start(play(controller, tournament, None))


def continued_tournament(controller: Controller) -> TournamentStatus | None:
    """Return the status of the game's tournament.

    It has no deals if the history cannot be read now. None if no deal of it is left.
    """
    if (tournament := tournament_of(controller)) is None:
        return None
    try:
        found = read_status(controller.recorder.history, controller.store, tournament)
    except FreecellError:
        return TournamentStatus(tournament, ())
    return found if found.next_deal is not None else None


def export_refusal(status: TournamentStatus) -> str:
    """Return a sentence if the player has no results to export, or ''."""
    return "" if any(deal.attempts for deal in status.deals) else "You have not played this tournament yet."


def make_result(found: TournamentStatus, player: str) -> str:
    """Return the text of a file with the player's results; raise NotationError.

    The player needs results and a name, and each win a share code.
    """
    if refusal := export_refusal(found):
        raise NotationError(refusal)
    if not (name := parse_signature(player)):
        raise NotationError("The results need a name.")
    entries = {}
    for its in found.deals:
        try:
            code = "" if its.win is None else encode(its.win._replace(name=name))
        except NotationError as error:
            raise NotationError(f"Deal {its.deal}: {error}") from None
        if its.attempts:
            entries[its.deal] = Entry(code, its.attempts)
    return write_result(ResultFile(name, found.tournament, entries))


def export(found: TournamentStatus, player: str) -> str:
    """Save a player's results; raise FreecellError.

    Return a sentence about the file, which is called like `freecell-your-first-ten-ann.toml`.
    """
    letters = (each if each.isalnum() else " " for each in f"freecell {found.tournament.title} {player}".lower())
    stem = "-".join("".join(letters).split()).encode()[:_MAX_NAME_BYTES].decode(errors="ignore")
    try:
        path = save_new(documents_folder(), stem, "toml", make_result(found, player).encode())
    except OSError as error:
        raise ProgressError(f"The results could not be saved: {reason(error)}.") from None
    return f"Saved: {short_path(path)}"


class Standings(NamedTuple):
    """The players of a tournament, the best first. `others` are the results that were added, by the player's name.

    `notices` are sentences about all of them: files that cannot be read, and games with the same moves.
    """

    places: tuple[Standing, ...]
    others: Mapping[str, ResultFile]
    notices: tuple[str, ...] = ()


def check_same(result: ResultFile, name: str, tournament: Tournament, other: str) -> None:
    """Raise NotationError if results are of another tournament.

    `name` is the file's name, and `other` the other tournament's.
    """
    if not is_same(result.tournament, tournament):
        raise NotationError(
            f"{name} holds results of another tournament than {other}: its deals or its rules are different."
        )


def scores(results: Sequence[ResultFile], own: Sequence[Score] = ()) -> list[Score]:
    """Return the scores of the player and of files.

    Every move in the files is replayed.
    """
    checked = [check_entries(result.tournament, result.player, result.entries) for result in results]
    others = (quoted(each.player) if own and each.player.lower() == YOU.lower() else each.player for each in results)
    names = unique_names([*(each.player for each in own), *others])
    return [score._replace(player=name) for score, name in zip([*own, *checked], names, strict=True)]


def is_own(found: TournamentStatus, result: ResultFile) -> bool:
    """Return whether results are the player's own: each win is one of the player's, in the same time."""
    codes = [entry.code for entry in result.entries.values() if entry.code]
    with suppress(NotationError):
        own = {encode(win._replace(name="")) for deal in found.deals for win in deal.wins}
        return bool(codes) and all(encode(decode(code)._replace(name="")) in own for code in codes)
    return False


def read_standings(history: History, store: SaveStore, tournament: Tournament) -> Standings:
    """Return the player's place and the places of added results.

    Raise HistoryError or ProgressError.
    """
    found, problems = read_status(history, store, tournament), list[str]()
    received = TournamentStore(store).results(found.tournament, problems)
    others = [result for result in received if not is_own(found, result)]
    all_scores = scores(others, [found.score])
    by_name = dict(zip((score.player for score in all_scores[1:]), others, strict=True))
    return Standings(tuple(standings(tournament, all_scores)), by_name, (*problems, *copies(all_scores)))


async def find_standings(controller: Controller, tournament: Tournament) -> Standings:
    """Return the standings of a tournament while keys are heard; raise FreecellError."""
    return await controller.recorder.query(lambda history: read_standings(history, controller.store, tournament))


def copies(scores: Sequence[Score]) -> Iterator[str]:
    """Yield a sentence for each two players with the same moves."""
    for deal, one, other in same_moves(scores):
        yield f"{other} and {one} won deal {deal} with the same moves."


def problems(places: Sequence[Standing]) -> Iterator[str]:
    """Yield a sentence for each result that does not count."""
    for _, score in places:
        yield from (f"{score.player}, deal {each.deal}: {each.problem}." for each in score.problems)


def add_results(store: SaveStore, tournament: Tournament, path: Path) -> ResultFile:
    """Add a file's results to the standings; raise FreecellError.

    They replace older results of the same player.
    """
    result = read_result(path)
    check_same(result, printable(path.name), tournament, quoted(tournament.title))
    TournamentStore(store).add_result(result)
    return result


def add_typed_results(controller: Controller, tournament: Tournament, text: str) -> str:
    """Add the results in the file that a text names; return a sentence. Raise FreecellError.

    The player's own results are there already.
    """
    own = controller.recorder.ask(lambda history: read_status(history, controller.store, tournament))
    if own is not None and is_own(own, read_result(typed_path(text))):
        return f"These are your own results. You are in the standings as “{YOU}”."
    result = add_results(controller.store, tournament, typed_path(text))
    return f"The results of {result.player} are in the standings."


async def find_received_results(controller: Controller, tournament: Tournament) -> Sequence[FoundFile]:
    """Return the files with results of a tournament in the folders where files arrive."""
    folders = list(folders_of_received_files())
    return await controller.recorder.query(lambda _: find_results(tournament, folders))


def results_of(store: SaveStore, tournament: Tournament, player: str) -> ResultFile:
    """Return the results of another player; raise NotationError without any.

    The name may be in quotation marks, and its case does not matter.
    """
    name = player.strip("“”").lower()
    for result in TournamentStore(store).results(tournament, []):
        if result.player.lower() == name:
            return result
    raise NotationError(f"There are no results of {quoted(player)} in the standings.")


def remove_results(store: SaveStore, result: ResultFile, how_to_restore: str = "") -> str:
    """Remove the results of another player; raise ProgressError.

    Return the sentence to say, which ends with `how_to_restore`.
    """
    TournamentStore(store).remove_result(result)
    suffix = f"; {how_to_restore}" if how_to_restore else ""
    return f"The results of {result.player} were removed{suffix}."


class RestoredResults(NamedTuple):
    """Whether results are in the standings again, and the sentence to say."""

    is_restored: bool
    text: str


def restore_results(controller: Controller, result: ResultFile) -> RestoredResults:
    """Put removed results back, unless the player has others since; raise ProgressError."""
    if TournamentStore(controller.store).restore_result(result):
        return RestoredResults(is_restored=True, text=f"The results of {result.player} were restored.")
    return RestoredResults(is_restored=False, text=f"There are other results of {result.player} since: they stay.")


def typed_path(text: str) -> Path:
    """Return the path that a text names; raise NotationError without a text.

    As typed, or as a terminal pastes it: quoted, with backslashes, or as a URL.
    A file whose name has such marks of its own is found by that name.
    """
    if not (text := text.strip()):
        raise NotationError("First type where the file is, like ~/ann.toml.")
    path = os.path.expanduser(text)  # noqa: PTH111 - pathlib raises RuntimeError where there is no such user
    if not os.path.lexists(path):
        with suppress(ValueError):
            if len(words := shlex.split(text)) == 1:
                text = words[0]
        if text.startswith("file://"):
            text = unquote(text.removeprefix("file://").removeprefix("localhost"))
        path = os.path.expanduser(text)  # noqa: PTH111 - likewise
    return Path(path)
