"""The tournaments, the deals of a tournament, and the standings of its players."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Final

from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.tournaments import DealStatus, Standings, State, TournamentStatus
from freecell_tui.engine.share_code import MAX_SIGNATURE, parse_signature
from freecell_tui.engine.text import claimed_count, claimed_time, counted, printable
from freecell_tui.engine.tournaments import UNSEEN, Standing, Tournament
from freecell_tui.storage.files import short_path
from freecell_tui.storage.saves import time_ago
from freecell_tui.storage.tournaments import FoundFile, ResultFile
from freecell_tui.ui.drawing.surface import Size
from freecell_tui.ui.parts import Choice
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.lines import LineField, Question
from freecell_tui.ui.widgets.rows import READING, Cell, Column, Row, Rows

_MOST_DOTS: Final = 20
_MOST_PROBLEMS: Final = 3
_INKS: Final[Mapping[State, str]] = {"won": "winnable", "lost": "lost", "open": "text", "new": "quiet"}
_FIGURES: Final = (
    Column(6, heading="moves", is_right=True),
    Column(8, heading="time", is_right=True),
    Column(6, heading="undos", is_right=True),
)
_NO_FIGURES: Final = ("", "", "")
_DEALS: Final = (Column(1), Column(8, heading="deal"), Column(weight=1), *_FIGURES)


class TournamentsScreen(Rows[Tournament]):
    """The tournaments to choose from, with the number of deals won."""

    items: Sequence[Tournament] = ()
    columns = (Column(weight=1, ink="title"), Column())
    columns_wanted = 72
    item_rows = 3
    has_rule = True
    close_label = "close"

    def __init__(self, ui: Ui) -> None:
        self.items = self.noted = tournaments.list_tournaments(ui.controller)
        self._won_counts = dict[Tournament, int | None]()
        super().__init__(ui, "Tournaments")
        # Where some rules are too long to stand in the list, the rules of the chosen tournament stand below the list.
        self.narrow_below = max(len(tournament.rules) for tournament in self.items) + 2 + self.around

    def on_shown(self) -> None:
        self.scope.start(self._count_won())

    async def _count_won(self) -> None:
        self._won_counts = await tournaments.find_won_counts(self._controller, self.items)

    def refuse(self, why: str) -> None:
        self._controller.refuse(why)

    def row(self, item: Tournament) -> Row:
        won, deals = self._won_counts.get(item), len(item.deals)
        if won is None:
            return Row([item.title, counted(deals, "deal")], item.rules)
        dots = self.glyphs.verdicts[0] * won + self.glyphs.verdicts[1] * (deals - won)
        has_dots = deals <= _MOST_DOTS and not self.is_narrow
        # Behind the dots the figures end below one another.
        count = f"{won} of {deals}"
        text = f"{dots}{count:>10}" if has_dots else count
        title_ink, ink = ("title", "winnable") if won else ("text", "text")
        return Row([(item.title, title_ink), (text, ink)], item.rules)

    def open(self, item: Tournament) -> None:
        self._ui.push(TournamentScreen(self._ui, item))

    def about(self, item: Tournament) -> tuple[str, str]:
        return item.rules if self.is_narrow else "", "text"


class TournamentScreen(Rows[int]):
    """The deals of a tournament to play, and the way to hand in results."""

    items: Sequence[int] = ()

    def __init__(self, ui: Ui, tournament: Tournament, named: int | None = None) -> None:
        self._tournament, self.items, self.head = tournament, tournament.deals, f"{tournament.rules}."
        self._named = named
        """The deal to play as soon as the status is known."""
        self._status = TournamentStatus(tournament, ())  # without deals until known
        super().__init__(ui, tournament.title)
        self._wish = self.scope.child()
        """The wish to play a deal, which the next key ends."""

    def wanted(self) -> Size:
        self.columns = (Column(1), Column(8), Column(weight=1)) if self.is_narrow else _DEALS
        return super().wanted()

    def on_shown(self) -> None:
        self.scope.start(self._find(waits=True))
        if not self._status.deals:
            # A first status, before every save has been read, or while another program uses the history.
            self.scope.start(self._find(waits=False))

    async def _find(self, *, waits: bool) -> None:
        status = await tournaments.find_status(self._controller, self._tournament, waits=waits)
        if waits or not self._status.deals:
            self._take(status)

    def _take(self, status: TournamentStatus) -> None:
        """Show the status of the deals.

        The first status chooses the next deal, or plays the named one.
        """
        is_first = not self._status.deals
        named, self._named = self._named, None
        deal = named or status.next_deal
        if is_first and self.chosen_index == 0 and deal is not None:
            self.choose(self.items.index(deal))
        if is_first or status.notice:
            self.message = status.notice
        self._status = status
        if named is not None:
            self.open(named)

    def row(self, item: int) -> Row:
        status = self._deal_status(item)
        deal: Cell = (f"#{item}", "text" if status is not None and status.is_done else "title")
        if status is None:
            return Row(["", deal, "", *_NO_FIGURES])
        mark = {"won": self.glyphs.verdicts[0], "new": " "}.get(status.state, self.glyphs.verdicts[1])
        ink = "quiet" if status.is_done or status.state == "new" else "text"
        # That the further deals were not played yet goes without saying.
        is_untried = not status.attempts and item != self._status.next_deal
        state = "" if is_untried else status.state_text
        win = status.win
        if self.is_narrow:
            text = f"{win.game.moves_made} moves, {claimed_time(win.seconds)}" if win and not status.path else state
            return Row([(mark, _INKS[status.state]), deal, (text, ink)])
        figures = _figures(win.game.moves_made, win.seconds, win.undos) if win else _NO_FIGURES
        return Row([(mark, _INKS[status.state]), deal, (state, ink), *figures])

    def _deal_status(self, deal: int | None) -> DealStatus | None:
        return next((status for status in self._status.deals if status.deal == deal), None)

    def note(self) -> tuple[str, str]:
        if self.message or not self._status.deals:
            self.message = self.message or READING
            return super().note()
        score = self._status.score
        if self.is_narrow or not score.won:
            return self._status.text, "title"
        # The sums stand below their columns.
        sums = zip(_figures(score.moves, score.seconds, score.undos), _DEALS[-3:], strict=True)
        right = " ".join(figure.rjust(column.width) for figure, column in sums)
        width = min(self.columns_wanted, self.room - 2)
        return f"{score.won} of {len(self._status.deals)} won".ljust(width - len(right)) + right, "title"

    def all_notes(self) -> Sequence[str]:
        return [self._status.text]

    def open(self, item: int) -> None:
        self.message = READING
        self._wish.restart(tournaments.play(self._controller, self._tournament, item))

    def press(self, key: str) -> str | None:
        self._wish.cancel()
        return super().press(key)

    def keys(self) -> Sequence[Choice]:
        if not self._status.deals:
            return ()
        hand_in = self._ui.choice("share", "save results to send", self._hand_in)
        return hand_in, Choice("s", "standings", self._show_standings)

    def _show_standings(self) -> None:
        self._ui.push(StandingsScreen(self._ui, self._status.tournament))

    def _hand_in(self) -> None:
        if refusal := tournaments.export_refusal(self._status):
            self.message = refusal
        else:
            self.ask_line("Your name: ", "save results", LineField("", MAX_SIGNATURE), self._export)

    def _export(self, name: str) -> None:
        self.confirm(tournaments.export(self._status, parse_signature(name)))

    def label(self) -> str:
        status = self._deal_status(self.chosen)
        if status is None:
            return "play"
        if not status.can_be_played:
            return ""
        return "continue" if status.path is not None else "play again" if status.is_done else "play"


def _figures(moves: int, seconds: float, undos: int) -> tuple[str, str, str]:
    return str(moves), claimed_time(seconds), claimed_count(undos) if undos else "0"


class StandingsScreen(Rows[Standing]):
    """The players of a tournament, with the results that were added."""

    columns_wanted = 72
    narrow_below = 72
    open_label = ""

    def __init__(self, ui: Ui, tournament: Tournament) -> None:
        self._tournament, self.head = tournament, f"{tournament.rules}."
        self._standings = Standings((), {})  # without places until known
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
        if not self._standings.places:
            self._read()

    def _read(self, message: str = "") -> None:
        """Read the standings, and show a message."""
        self.scope.start(self._find(message))

    async def _find(self, message: str) -> None:
        self._standings = await tournaments.find_standings(self._controller, self._tournament)
        self.confirm(message)

    @property
    def items(self) -> Sequence[Standing]:
        return self._standings.places

    def row(self, item: Standing) -> Row:
        rank, score = item
        count = len(self._tournament.deals)
        won = {result.deal for result in score.deals if result.is_won}
        marks = "".join(self.glyphs.verdicts[0 if deal in won else 1] for deal in self._tournament.deals)
        dots = [marks] if len(self.columns) == len(_FIGURES) + 4 else []
        figures = _figures(score.moves, score.seconds, score.undos) if score.won else _NO_FIGURES
        ink = "title" if score.player == tournaments.YOU else "text"
        return Row([f"{rank}.", (score.player, ink), *dots, f"{score.won} of {count}", *figures])

    def about(self, item: Standing) -> tuple[str, str]:
        if problems := item.score.problems:
            text = "; ".join(f"deal {problem.deal}, {problem.problem}" for problem in problems[:_MOST_PROBLEMS])
            more = f"; and {len(problems) - _MOST_PROBLEMS} more" if len(problems) > _MOST_PROBLEMS else ""
            return f"Does not count: {text}{more}.", "warning"
        if self._standings.notices:
            return " ".join(self._standings.notices[:_MOST_PROBLEMS]), "warning"
        if not self._standings.others:
            return "a adds a friend’s results, from the file they sent you.", "quiet"
        return UNSEEN, "quiet"

    def all_notes(self) -> Sequence[str]:
        return [UNSEEN]

    def keys(self) -> Sequence[Choice]:
        if self.chosen is None:
            return ()
        result = self._standings.others.get(self.chosen.score.player)
        remove = [] if result is None else [Choice("x", "remove", partial(self._remove, result), more_keys=("delete",))]
        undo = [Choice("u", "undo", self._restore)] if self._removed else []
        return Choice("a", "add a file", self._show_files), *remove, *undo

    def paste(self, text: str) -> None:
        """Add a file by its path.

        Terminals paste the path of a file that is dropped on their window.
        """
        if self._prompt is not None:
            super().paste(text)
        else:
            self.attempt(partial(self._add, text))

    def _add(self, path: str) -> None:
        self._read(tournaments.add_typed_results(self._controller, self._tournament, path))

    def _remove(self, result: ResultFile) -> None:
        text = tournaments.remove_results(self._controller.store, result, "u restores them")
        self._removed.append(result)
        self._read(text)

    def _restore(self) -> None:
        is_restored, text = tournaments.restore_results(self._controller, self._removed[-1])
        self._removed.pop()
        if is_restored:
            self._read(text)
        else:
            self.message = text

    def _show_files(self) -> None:
        self._ui.push(ReceivedFiles(self._ui, self, self._tournament))

    def ask_path(self) -> None:
        """Ask for the path of a file with results."""
        self.ask_line("File: ", "add", LineField("", 4096, _completed), self._add)


class ReceivedFiles(Question):
    """The files with results in the folders where files arrive.

    Another path can be typed, or dropped on the window.
    """

    def __init__(self, ui: Ui, standings: StandingsScreen, tournament: Tournament) -> None:
        self._standings, self._tournament = standings, tournament
        by_path = Choice("p", "type where the file is", ui.closing(standings.ask_path))
        super().__init__(ui, f"Add results: {tournament.title}", ["Looking for files…"], [by_path])

    def on_shown(self) -> None:
        self.scope.restart(self._find())

    async def _find(self) -> None:
        files = await tournaments.find_received_results(self._controller, self._tournament)
        none = "There is no file with results of this tournament in your documents or downloads."
        self.text = [] if files else [none]
        choices = [self._file_choice(number, file) for number, file in enumerate(files, 1)]
        self.choices[:-1] = choices  # the last choice is to type a path

    def _file_choice(self, number: int, file: FoundFile) -> Choice:
        key = str(number)
        who = ", ".join(filter(None, (file.result.player, time_ago(file.changed / 10**9))))
        text = f"{who}: {printable(file.path.name)} in {short_path(file.path.parent)}"
        return Choice(key if len(key) == 1 else "", text, partial(self.paste, str(file.path)))

    def paste(self, text: str) -> None:
        self._ui.close_screen()
        self._standings.paste(text)


def _completed(typed: str) -> str:
    """Return a path completed as far as all matching files agree."""
    folder, slash, start = typed.rpartition("/")
    path, names = tournaments.typed_path(folder + slash or "."), list[str]()
    with suppress(OSError, ValueError), os.scandir(path) as entries:
        for entry in islice(entries, 5000):  # a huge folder is not read to its end
            if entry.name.startswith(start) and (start or not entry.name.startswith(".")):
                if entry.is_dir():
                    names.append(f"{entry.name}/")
                elif entry.name.endswith(".toml"):
                    names.append(entry.name)
    common = os.path.commonprefix(names)  # noqa: RUF071 - letter by letter, as they are typed
    return folder + slash + common if names else typed


def tournament(ui: Ui, key: str) -> Dialog:
    """Return the deals of a tournament by its key; raise NotationError.

    A deal after the key is played.
    """
    return TournamentScreen(ui, *tournaments.find_deal(ui.controller.store, key))
