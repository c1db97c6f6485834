"""The tournaments: which there are, how the deals of one stand, and how its players do."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Final

from freecell_tui.controller.autosave import time_ago_of
from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.tournaments import DealStatus, Standings, State, TournamentStatus
from freecell_tui.engine.share_code import MAX_SIGNATURE, parse_signature
from freecell_tui.engine.text import claimed_count, claimed_time, counted, printable
from freecell_tui.engine.tournaments import UNSEEN, Standing, Tournament
from freecell_tui.storage.files import folders_of_received_files, short_path
from freecell_tui.storage.tournaments import ProgressError, ResultFile, TournamentStore, find_results
from freecell_tui.ui.drawing.surface import Size
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import LineField, Question
from freecell_tui.ui.widgets.rows import READING, Cell, Column, Row, Rows

_MOST_DOTS: Final = 20
_MOST_PROBLEMS: Final = 3
_INKS: Final[Mapping[State, str]] = {"won": "winnable", "lost": "lost", "open": "warning", "new": "quiet"}
_FIGURES: Final = (
    Column(6, heading="moves", is_right=True),
    Column(8, heading="time", is_right=True),
    Column(6, heading="undos", is_right=True),
)
_NO_FIGURES: Final = ("", "", "")
_DEALS: Final = (Column(1), Column(8, heading="deal"), Column(weight=1), *_FIGURES)


class TournamentsScreen(Rows[Tournament]):
    """The tournaments to choose from, and how many deals of each are won, as soon as that is known."""

    items: Sequence[Tournament] = ()
    columns = (Column(weight=1, ink="title"), Column())
    columns_wanted = 72
    item_rows = 3
    has_rule = True
    close_label = "close"

    def __init__(self, ui: Ui) -> None:
        problems: list[ProgressError] = []
        self.items = self.noted = tuple(tournaments.listed_tournaments(ui.controller.store, problems).values())
        self._won = dict[Tournament, int | None]()
        super().__init__(ui, "Tournaments")
        # Where some rules are too long to stand in the list, those of the chosen tournament stand below it.
        self.narrow_below = max(len(each.rules) for each in self.items) + 2 + self.around
        for problem in problems:
            ui.controller.refuse(str(problem))

    def on_shown(self) -> None:
        self.scope.start(self._count_won())

    async def _count_won(self) -> None:
        """Find out how many deals of each are won; None where that cannot be read."""
        controller = self._controller
        self._won = await controller.recorder.query(
            lambda history: {each: tournaments.count_won(history, controller.store, each) for each in self.items}
        )

    def refuse(self, why: str) -> None:
        self._controller.refuse(why)

    def row(self, item: Tournament) -> Row:
        won, deals = self._won.get(item), len(item.deals)
        if won is None:
            return Row([item.title, counted(deals, "deal")], item.rules)
        dots = self.glyphs.verdicts[0] * won + self.glyphs.verdicts[1] * (deals - won)
        has_dots = deals <= _MOST_DOTS and not self.is_narrow
        # Behind the dots the figures end below one another.
        told = f"{dots if has_dots else ''}{f'{won} of {deals}':>{10 * has_dots}}"
        titled, ink = ("title", "winnable") if won else ("text", "text")
        return Row([(item.title, titled), (told, ink)], item.rules)

    def open(self, item: Tournament) -> None:
        self._ui.push(TournamentScreen(self._ui, item))

    def about(self, item: Tournament) -> tuple[str, str]:
        return item.rules * self.is_narrow, "text"


class TournamentScreen(Rows[int]):
    """How the deals of a tournament stand; one can be played, and the results handed in."""

    items: Sequence[int] = ()

    def __init__(self, ui: Ui, tournament: Tournament, named: int | None = None) -> None:
        self._tournament, self.items, self.head = tournament, tournament.deals, f"{tournament.rules}."
        self._named = named
        self._found = TournamentStatus(tournament, ())  # without deals as long as it is not known
        super().__init__(ui, tournament.title)
        self._wish = self.scope.child()
        """Ends with the next key, which is another wish."""

    def wanted(self) -> Size:
        self.columns = (Column(1), Column(8), Column(weight=1)) if self.is_narrow else _DEALS
        return super().wanted()

    def on_shown(self) -> None:
        self.scope.start(self._find(waits=True))
        if not self._found.deals:
            # What is known before every save has been looked at, or another program has let go of the history.
            self.scope.start(self._find(waits=False))

    async def _find(self, *, waits: bool) -> None:
        found = await tournaments.find_status(self._controller, self._tournament, waits=waits)
        if waits or not self._found.deals:
            self._tell(found)

    def _tell(self, found: TournamentStatus) -> None:
        """Show how the deals stand by now; the first time, choose the next one, or play the one that was named."""
        is_first = not self._found.deals
        named, self._named = self._named, None
        wanted = named or found.next_deal
        if is_first and self.chosen_index == 0 and wanted is not None:
            self.choose(self.items.index(wanted))
        if is_first or found.notice:
            self.message = found.notice
        self._found = found
        if named is not None:
            self.open(named)

    def row(self, item: int) -> Row:
        its = self._its(item)
        deal: Cell = (f"#{item}", "text" if its is not None and its.is_done else "title")
        if its is None:
            return Row(["", deal, "", *_NO_FIGURES])
        mark = {"won": self.glyphs.verdicts[0], "new": " "}.get(its.state, self.glyphs.verdicts[1])
        ink = "quiet" if its.is_done or its.state == "new" else "text"
        if self.is_narrow:
            return Row([(mark, _INKS[its.state]), deal, (its.text, ink)])
        figures = _figures(its.win.game.moves_made, its.win.seconds, its.win.undos) if its.win else _NO_FIGURES
        return Row([(mark, _INKS[its.state]), deal, (its.state_text, ink), *figures])

    def _its(self, deal: int | None) -> DealStatus | None:
        return next((each for each in self._found.deals if each.deal == deal), None)

    def note(self) -> tuple[str, str]:
        if self.message or not self._found.deals:
            return self.message or READING, "warning"
        score = self._found.score
        if self.is_narrow or not score.won:
            return self._found.text, "title"
        # The sums stand below their columns.
        sums = zip(_figures(score.moves, score.seconds, score.undos), _DEALS[-3:], strict=True)
        right = " ".join(figure.rjust(column.width) for figure, column in sums)
        width = min(self.columns_wanted, self.room - 2)
        return f"{score.won} of {len(self._found.deals)} won".ljust(width - len(right)) + right, "title"

    def all_notes(self) -> Sequence[str]:
        return [self._found.text]

    def open(self, item: int) -> None:
        self.message = READING
        self._wish.restart(tournaments.play(self._controller, self._tournament, item))

    def press(self, key: str) -> str | None:
        self._wish.cancel()
        return super().press(key)

    def keys(self) -> Sequence[Choice]:
        found = self._found
        if not found.deals:
            return ()
        hand_in = self._ui.choice("share", "save results to send", self._hand_in)
        return hand_in, Choice("s", "standings", lambda: self._ui.push(StandingsScreen(self._ui, found.tournament)))

    def _hand_in(self) -> None:
        found = self._found
        if refusal := tournaments.export_refusal(found):
            self.message = refusal
            return

        def take(name: str) -> None:
            self.message = tournaments.export(found, parse_signature(name))

        self.ask_line("Your name: ", "save results", LineField("", MAX_SIGNATURE), take)

    def label(self) -> str:
        its = self._its(self.chosen)
        if its is None:
            return "play"
        if not its.can_be_played:
            return ""
        return "continue" if its.path is not None else "play again" if its.is_done else "play"


def _figures(moves: int, seconds: float, undos: int) -> tuple[str, str, str]:
    return str(moves), claimed_time(seconds), claimed_count(undos) if undos else "0"


class StandingsScreen(Rows[Standing]):
    """The players of a tournament: the player, and those whose results were added."""

    columns_wanted = 72
    open_label = ""

    def __init__(self, ui: Ui, tournament: Tournament) -> None:
        self._tournament, self.head = tournament, f"{tournament.rules}."
        self._found = Standings((), {})  # without places as long as they are not known
        self._removed = list[ResultFile]()
        super().__init__(ui, f"Standings: {tournament.title}")

    def wanted(self) -> Size:
        count = len(self._tournament.deals)
        has_dots = count <= _MOST_DOTS and not self.is_narrow
        dots = [Column(max(count, 5), ink="winnable", heading="deals")] if has_dots else []
        won = Column(len(f"{count} of {count}") + 1, heading="won", is_right=True, ink="title")
        who = Column(4, ink="title", is_right=True), Column(weight=1, heading="player")
        self.columns = (*who, *dots, won, *(_FIGURES[:1] if self.is_narrow else _FIGURES))
        return super().wanted()

    def on_shown(self) -> None:
        if not self._found.places:
            self._read()

    def _read(self, message: str = "") -> None:
        """Find out the standings, and show a message."""
        self.scope.start(self._find(message))

    async def _find(self, message: str) -> None:
        store, tournament = self._controller.store, self._tournament
        self._found = await self._controller.recorder.query(
            lambda history: tournaments.read_standings(history, store, tournament)
        )
        self.message = message

    @property
    def items(self) -> Sequence[Standing]:
        return self._found.places

    def row(self, item: Standing) -> Row:
        rank, score = item
        count = len(self._tournament.deals)
        won = {each.deal for each in score.deals if each.is_won}
        marks = "".join(self.glyphs.verdicts[0 if deal in won else 1] for deal in self._tournament.deals)
        dots = [marks] if len(self.columns) == len(_FIGURES) + 4 else []
        figures = _figures(score.moves, score.seconds, score.undos) if score.won else _NO_FIGURES
        ink = "title" if score.player == tournaments.YOU else "text"
        return Row([f"{rank}.", (score.player, ink), *dots, f"{score.won} of {count}", *figures])

    def about(self, item: Standing) -> tuple[str, str]:
        if problems := item.score.problems:
            told = "; ".join(f"deal {each.deal}, {each.problem}" for each in problems[:_MOST_PROBLEMS])
            more = f"; and {len(problems) - _MOST_PROBLEMS} more" if len(problems) > _MOST_PROBLEMS else ""
            return f"Does not count: {told}{more}.", "warning"
        if self._found.notices:
            return " ".join(self._found.notices[:_MOST_PROBLEMS]), "warning"
        if not self._found.others:
            return "a adds a friend’s results, from the file they sent you.", "quiet"
        return UNSEEN, "quiet"

    def all_notes(self) -> Sequence[str]:
        return [UNSEEN]

    def keys(self) -> Sequence[Choice]:
        if self.chosen is None:
            return ()
        result = self._found.others.get(self.chosen.score.player)
        remove = [] if result is None else [Choice("x", "remove", partial(self._remove, result), more_keys=("delete",))]
        undo = [Choice("u", "undo", self._restore)] if self._removed else []
        return Choice("a", "add a file", self._show_files), *remove, *undo

    def paste(self, text: str) -> None:
        """Add a file that is dragged onto the window, which terminals take for pasting its path."""
        if self._prompt is not None:
            super().paste(text)
        else:
            self.attempt(partial(self._add, text))

    def _add(self, path: str) -> None:
        result = tournaments.add_results(self._controller.store, self._tournament, tournaments.typed_path(path))
        self._read(f"The results of {result.player} are in the standings.")

    def _remove(self, result: ResultFile) -> None:
        sentence = tournaments.remove_results(self._controller.store, result, "u restores them")
        self._removed.append(result)
        self._read(sentence)

    def _restore(self) -> None:
        result = self._removed[-1]
        is_restored = TournamentStore(self._controller.store).restore_result(result)
        self._removed.pop()
        if is_restored:
            self._read(f"The results of {result.player} were restored.")
        else:
            self.message = f"There are other results of {result.player} since: they stay."

    def _show_files(self) -> None:
        """Show the files with results that are found where files arrive; another path can be typed or dropped."""
        ui, folders = self._ui, list(folders_of_received_files())

        def add(path: str) -> None:
            ui.close_screen()
            self.paste(path)

        async def find() -> None:
            found = await ui.controller.recorder.query(lambda _: find_results(self._tournament, folders))
            none = "There is no file with results of this tournament in your documents or downloads."
            question.text = [] if found else [none]
            for path, result, changed in found:  # each comes before the last choice, to type where the file is
                key = str(len(question.choices))
                who = ", ".join(filter(None, (result.player, time_ago_of(changed / 10**9))))
                about = f"{who}: {printable(path.name)} in {short_path(path.parent)}"
                question.choices.insert(-1, Choice(key if len(key) == 1 else "", about, partial(add, str(path))))

        ask_path = partial(self.ask_line, "File: ", "add", LineField("", 4096, _completed), self._add)
        by_path = Choice("p", "type where the file is", ui.closing(ask_path))
        question = Question(ui, f"Add results: {self._tournament.title}", ["Looking for files…"], [by_path])
        question.take_pasted = add
        ui.push(question)
        question.scope.start(find())


def _completed(typed: str) -> str:
    """Return the path of a file as far as there is one way to go on with it."""
    folder, slash, start = typed.rpartition("/")
    path, names = tournaments.typed_path(folder + slash or "."), list[str]()
    with suppress(OSError, ValueError), os.scandir(path) as entries:
        for entry in islice(entries, 5000):  # a huge folder is not read to its end
            if entry.name.startswith(start) and (start or not entry.name.startswith(".")):
                names += [f"{entry.name}/"] if entry.is_dir() else [entry.name] * entry.name.endswith(".toml")
    alike = os.path.commonprefix(names)  # noqa: RUF071 - letter by letter, as they are typed
    return folder + slash + alike if names else typed


def tournament(ui: Ui, key: str) -> Dialog:
    """Return how the deals of a tournament stand, by its key, or play the deal behind that; raise NotationError."""
    return TournamentScreen(ui, *tournaments.find_deal(ui.controller.store, key))
