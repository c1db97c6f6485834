"""The tournaments: which there are, and how the deals of one stand."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.tournaments import DealStatus, ListedTournament, State, TournamentStatus
from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.engine.share_code import MAX_SIGNATURE, parse_signature
from freecell_tui.engine.text import counted
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.history import History
from freecell_tui.storage.tournaments import ProgressError
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.dialog import Answer
from freecell_tui.ui.widgets.lines import LineField
from freecell_tui.ui.widgets.rows import Cell, Column, Row, Rows

_MOST_DOTS: Final = 20
_COUNT_WIDTH: Final = 9
_READING: Final = "Reading your games…"
_INKS: Final = {State.WON: "winnable", State.LOST: "lost", State.OPEN: "warning", State.NEW: "quiet"}


class TournamentsScreen(Rows[ListedTournament]):
    """The tournaments to choose from; how many deals of each are won is told with `tell`, soon."""

    columns = (Column(weight=1, ink="title"), Column(ink="winnable"), Column())
    columns_wanted = 72
    item_rows = 3
    has_rule = True
    close_label = "close"
    _ui: Ui

    def __init__(self, ui: Ui, listed: Sequence[ListedTournament]) -> None:
        self._listed = listed
        self._won = dict[str, int | None]()
        super().__init__(ui, "Tournaments")
        # Where some rules are too long to stand in the list, those of the chosen tournament stand below it.
        self.narrow_below = self.outer_width(max(len(each.tournament.rules) for each in listed) + 2)

    def tell(self, won: Sequence[int | None]) -> None:
        """Show how many deals of each are won; None where that cannot be read."""
        self._won = {each.name: count for each, count in zip(self._listed, won, strict=True)}
        self.refresh()

    def items(self) -> Sequence[ListedTournament]:
        return self._listed

    def row(self, item: ListedTournament) -> Row:
        tournament, won = item.tournament, self._won.get(item.name)
        deals = len(tournament.deals)
        if won is None:
            return Row([tournament.title, "", counted(deals, "deal")], tournament.rules)
        dots = self.glyphs.verdicts[0] * won + self.glyphs.verdicts[1] * (deals - won)
        has_dots = deals <= _MOST_DOTS and not self.is_narrow
        text, ink = f"{won} of {deals}", "winnable" if won == deals else "text"
        cells: list[Cell] = [tournament.title, dots * has_dots, (text.rjust(_COUNT_WIDTH * has_dots), ink)]
        return Row(cells, tournament.rules)

    def open(self, item: ListedTournament) -> None:
        _show_standings(self._ui, item.tournament)

    def note(self) -> tuple[str, str]:
        return self.list.chosen.tournament.rules if self.is_narrow and self.list.chosen else "", "text"

    def all_notes(self) -> Sequence[str]:
        return [each.tournament.rules for each in self._listed] if self.is_narrow else []


class StandingsScreen(Rows[int]):
    """How the deals of a tournament stand, told with `tell`, soon; one can be played, and the results handed in."""

    columns = (Column(1), Column(8), Column(weight=1))
    _ui: Ui

    def __init__(self, ui: Ui, tournament: Tournament) -> None:
        self._tournament = tournament
        self._found: TournamentStatus | None = None
        self._wish: object = None
        super().__init__(ui, tournament.title)

    @property
    def is_told(self) -> bool:
        """Whether it is known how the deals stand."""
        return self._found is not None

    def tell(self, found: TournamentStatus) -> None:
        """Show how the deals stand by now; the first time, choose the next one."""
        if self._found is None and self.list.at == 0 and found.next_deal is not None:
            self.list.choose(self._tournament.deals.index(found.next_deal))
        if self._found is None or found.notice:
            self.message = found.notice
        self._found = found
        self.refresh()

    def say(self, message: str) -> None:
        """Show why something is not known, or cannot be done."""
        self.message = message
        self.refresh()

    def items(self) -> Sequence[int]:
        return self._tournament.deals

    def head(self) -> str:
        return f"{self._tournament.rules}."

    def row(self, item: int) -> Row:
        its = self._its(item)
        if its is None:
            return Row(["", (f"#{item}", "title"), ""])
        mark = {State.WON: self.glyphs.verdicts[0], State.LOST: self.glyphs.verdicts[1]}.get(its.state, " ")
        ink = "quiet" if its.is_done else "text"
        return Row([(mark, _INKS[its.state]), (f"#{item}", ink if its.is_done else "title"), (its.text, ink)])

    def _its(self, deal: int) -> DealStatus | None:
        return None if self._found is None else self._found.deals[self._tournament.deals.index(deal)]

    def note(self) -> tuple[str, str]:
        if self.message or self._found is None:
            return self.message or _READING, "warning"
        return self._found.text, "title"

    def all_notes(self) -> Sequence[str]:
        return () if self._found is None else [self._found.text]

    def open(self, item: int) -> None:
        wish = self._wish = object()
        self.message = _READING

        def is_wanted() -> bool:
            return self._wish is wish and self._ui.stack.top is self

        tournaments.play(self._ui.controller, self._tournament, item, self.say, is_wanted)

    def keypress(self, size: Any, key: str) -> str | None:
        self._wish = None
        return super().keypress(size, key)

    def keys(self) -> Sequence[Answer]:
        found = self._found
        keys = self._ui.keymap.in_dialog("share")[:1] if found is not None else ()
        return [Answer(key, "hand in", lambda: self._hand_in(found)) for key in keys if found is not None]

    def _hand_in(self, found: TournamentStatus) -> None:
        if not any(each.attempts for each in found.deals):
            self.message = "Nothing has been played yet."
            return

        def take(name: str) -> None:
            self.message = tournaments.export(found, parse_signature(name))

        self.ask_line("Your name: ", "save results", LineField("", MAX_SIGNATURE), take)

    def label(self) -> str:
        its = self._its(self.list.chosen or 0)
        if its is None:
            return "play"
        if not its.can_be_played:
            return ""
        return "go on" if its.path is not None else "again" if its.is_done else "play"


def open_tournaments(ui: Ui) -> None:
    """Show the tournaments."""
    controller = ui.controller
    problems: list[ProgressError] = []
    listed = tournaments.listed_tournaments(controller.store, problems)
    dialog = TournamentsScreen(ui, listed)
    ui.push(dialog)
    for problem in problems:
        controller.notify(Message(str(problem), Severity.REFUSAL))

    def count_won(history: History) -> list[int | None]:
        return [tournaments.count_won(history, controller.store, each.tournament) for each in listed]

    def refused(why: str) -> None:
        controller.notify(Message(why, Severity.REFUSAL))

    controller.recorder.find_out(count_won, dialog.tell, refused, lambda: ui.stack.has(dialog))


def open_standings(ui: Ui, key: str) -> None:
    """Show how the deals of a tournament stand, by its key; raise NotationError if there is none."""
    _show_standings(ui, tournaments.find_tournament(ui.controller.store, key))


def _show_standings(ui: Ui, tournament: Tournament) -> None:
    controller = ui.controller
    dialog = StandingsScreen(ui, tournament)
    ui.push(dialog)
    is_open = partial(ui.stack.has, dialog)

    def tell_meanwhile(found: TournamentStatus) -> None:
        if not dialog.is_told:
            dialog.tell(found)

    tournaments.find_status(controller, tournament, dialog.tell, dialog.say, is_open)
    if not dialog.is_told:
        # What is known before every save has been looked at, or another program has let go of the history.
        tournaments.find_status(controller, tournament, tell_meanwhile, dialog.say, is_open, waits=False)
