"""The tournaments: which there are, and how the deals of one stand."""

from collections.abc import Callable, Sequence
from functools import partial
from textwrap import wrap
from typing import Any, Final

from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.tournaments import ListedTournament, State, TournamentStatus
from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.engine.share_code import MAX_SIGNATURE
from freecell_tui.engine.text import counted
from freecell_tui.engine.tournaments import Tournament
from freecell_tui.storage.history import History
from freecell_tui.storage.tournaments import ProgressError
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext, LineField
from freecell_tui.ui.widgets.parts import Action, KeyHint, chooser, draw_scroll_bar, scrolled_window

_LIST_SIZE: Final = (72, 18)
_WIDTH: Final = 62
_ROWS: Final = 2
"""Of a tournament in the list: its title with how far the player is, and its rules."""
_DEAL_WIDTH: Final = 9
_NAME_LABEL: Final = "Your name: "
_READING: Final = "Reading your games…"
_INKS: Final = {State.WON: "winnable", State.LOST: "lost", State.OPEN: "warning", State.NEW: "quiet"}


class _ChosenRow(CanvasDialog):
    """A dialog of rows, one of them chosen with the arrows or by a click."""

    def __init__(self, title: str, size: tuple[int, int], ui: Ui, actions: dict[str, Action]) -> None:
        self._ui = ui
        self._at = 0
        self._visible = range(1)
        steps: dict[str, Action] = {
            "up": lambda: self._choose(self._at - 1),
            "down": lambda: self._choose(self._at + 1),
            "page up": lambda: self._choose(self._at - len(self._visible)),
            "page down": lambda: self._choose(self._at + len(self._visible)),
            "home": lambda: self._choose(0),
            "end": lambda: self._choose(self._count - 1),
            "enter": self._open_chosen,
        }
        super().__init__(title, size, ui.glyphs, ui.close_screen, steps | actions)

    @property
    def _count(self) -> int:
        raise NotImplementedError

    def _open_chosen(self) -> None:
        raise NotImplementedError

    def _choose(self, at: int) -> None:
        self._at = max(min(at, self._count - 1), 0)

    def _chooser(self, at: int) -> Action:
        return chooser(lambda: at == self._at, lambda: self._choose(at), self._open_chosen)

    def _draw_rows(self, drawing: DrawContext, box: Box, rows: int, draw: Callable[[int, Box, str], None]) -> None:
        """Draw as many items as there is room for, each in `rows` rows, with the background of the chosen one."""
        room = max(box.height // rows, 1)
        self._visible = scrolled_window(self._visible.start, self._at, self._count, room)
        scrolls = self._count > room
        for row, at in enumerate(self._visible):
            place = Box(box.x, box.y + row * rows, box.width - 2 * scrolls, rows)
            background = "chosen" if at == self._at else "bar"
            drawing.surface.fill(place.x, place.y, place.width, place.height, f"{background} text")
            drawing.on_click(place, self._chooser(at))
            draw(at, place, background)
            if at == self._at:
                drawing.cursor = (place.x, place.y)
        if scrolls:
            bar = Box(box.x + box.width - 1, box.y, 1, room * rows)
            draw_scroll_bar(drawing.surface, bar, self._visible, self._count, self.glyphs)


class TournamentsScreen(_ChosenRow):
    """The tournaments to choose from; how many deals of each are won is told with `tell`, soon."""

    def __init__(self, ui: Ui, listed: Sequence[ListedTournament]) -> None:
        self._listed = tuple(listed)
        self._won: tuple[int | None, ...] = (None,) * len(self._listed)
        super().__init__("Tournaments", _LIST_SIZE, ui, {})

    def tell(self, won: Sequence[int | None]) -> None:
        """Show how many deals of each are won; None where that cannot be read."""
        self._won = tuple(won)
        self.refresh()

    @property
    def _count(self) -> int:
        return len(self._listed)

    def _open_chosen(self) -> None:
        open_standings(self._ui, self._listed[self._at].tournament)

    def draw(self, drawing: DrawContext) -> None:
        """Draw each with its rules, with blank rows between them where there is room.

        Where the rules are too long for that, those of the chosen one stand below the list.
        """
        body, rows = Box(0, 0, drawing.width, drawing.height), _ROWS
        rules = [wrap(drawing.displayable(each.tournament.rules), drawing.width) for each in self._listed]
        if (longest := max(map(len, rules))) > 1:
            rows, body = 1, body._replace(height=max(drawing.height - longest - 1, 1))
            for y, line in enumerate([self.glyphs.rule * drawing.width, *rules[self._at]], body.height):
                drawing.write(0, y, line, "text" if y > body.height else "quiet")
        elif body.height >= self._count * (_ROWS + 1):
            rows += 1
        self._draw_rows(drawing, body, rows, lambda at, box, background: self._draw_one(drawing, at, box, background))

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys."""
        return [self.hint("enter", "open"), self.hint("esc", "close")]

    def _draw_one(self, drawing: DrawContext, at: int, box: Box, background: str) -> None:
        if box.height > _ROWS:
            drawing.surface.fill(box.x, box.y + _ROWS, box.width, 1, "bar text")
        tournament, its_won = self._listed[at].tournament, self._won[at]
        won = counted(len(tournament.deals), "deal") if its_won is None else f"{its_won} of {len(tournament.deals)}"
        drawing.write(
            box.x, box.y, drawing.cut(tournament.title, box.width - len(won) - 1), "title", background=background
        )
        is_complete = its_won == len(tournament.deals)
        drawing.write(
            box.x + box.width - len(won), box.y, won, "winnable" if is_complete else "text", background=background
        )
        if box.height >= _ROWS:
            ink = "text" if background == "chosen" else "quiet"
            drawing.write(box.x, box.y + 1, drawing.displayable(tournament.rules), ink, background=background)


class StandingsScreen(_ChosenRow):
    """How the deals of a tournament stand, told with `tell`, soon; one can be played, and the results handed in."""

    def __init__(self, ui: Ui, tournament: Tournament) -> None:
        self._tournament = tournament
        self._found: TournamentStatus | None = None
        self._message = _READING
        self._wish: object = None
        self._name_field: LineField | None = None
        # Besides the deals: two rows of rules, two blank ones, the score, and a row of what is said.
        super().__init__(tournament.title, (_WIDTH, len(tournament.deals) + 6), ui, {"e": self._ask_name})

    @property
    def is_told(self) -> bool:
        """Whether it is known how the deals stand."""
        return self._found is not None

    def tell(self, found: TournamentStatus) -> None:
        """Show how the deals stand by now; the first time, choose the next one."""
        if self._found is None and self._at == 0 and found.next_deal is not None:
            self._choose(self._tournament.deals.index(found.next_deal))
        if self._found is None or found.notice:
            self._message = found.notice
        self._found = found
        self.refresh()

    def say(self, message: str) -> None:
        """Show why something is not known, or cannot be done."""
        self._message = message
        self.refresh()

    @property
    def _count(self) -> int:
        return len(self._tournament.deals)

    def _open_chosen(self) -> None:
        wish = self._wish = object()
        self._message = _READING
        deal = self._tournament.deals[self._at]

        def is_wanted() -> bool:
            return self._wish is wish and self._ui.stack.top is self

        tournaments.play(self._ui.controller, self._tournament, deal, self.say, is_wanted)

    # Handing in

    def _ask_name(self) -> None:
        if self._found is None:
            return
        if not any(each.attempts for each in self._found.deals):
            self._message = "Nothing has been played yet."
            return
        self._message = ""
        self._name_field = LineField("", MAX_SIGNATURE)

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what a key stands for, or type it into the name."""
        field = self._name_field
        if field is None or self._found is None:
            self._message = "" if self.is_told else self._message
            self._wish = None
            return super().keypress(size, key)
        if key == "esc":
            self._name_field = None
        elif key == "enter":
            self._name_field = None
            self._message = tournaments.export(self._found, field.edit_text)
        elif len(field.edit_text) < MAX_SIGNATURE or len(key) > 1:
            field.press(key)
        self.refresh()
        return None

    def paste(self, text: str) -> None:
        """Put pasted text into the name that is being typed."""
        if self._name_field is not None:
            self._name_field.paste(text)
            self.refresh()

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw the rules, the deals, the score, the message or the name, and the keys."""
        rules = wrap(drawing.displayable(f"{self._tournament.rules}."), drawing.width)
        for y, line in enumerate(rules):
            drawing.write(0, y, line, "quiet")
        top, foot = len(rules), drawing.height
        said = wrap(drawing.displayable(self._message), drawing.width)[:3]
        lines = len(said) + (self._name_field is not None)
        is_roomy = foot - top - lines >= self._count + 3
        body = Box(0, top + is_roomy, drawing.width, foot - top - 1 - lines - 2 * is_roomy)
        self._draw_rows(drawing, body, 1, lambda at, box, background: self._draw_deal(drawing, at, box, background))
        score = "" if self._found is None else self._found.text
        while len(score) > drawing.width and ", " in score:
            score = score.rpartition(", ")[0]
        drawing.write(0, foot - 1 - lines, score, "title")
        for y, line in enumerate(said, foot - len(said)):
            drawing.write(0, y, line, "warning")
        if self._name_field is not None:
            self._name_field.draw(drawing, (0, foot - 1), _NAME_LABEL)

    def _draw_deal(self, drawing: DrawContext, at: int, box: Box, background: str) -> None:
        if self._found is None:
            drawing.write(box.x + 1, box.y, f"#{self._tournament.deals[at]}", "title", background=background)
            return
        its = self._found.deals[at]
        mark = {State.WON: self.glyphs.verdicts[0], State.LOST: self.glyphs.verdicts[1]}.get(its.state, " ")
        ink = "text" if background == "chosen" else "quiet" if its.is_done else "text"
        x = drawing.write(box.x, box.y, mark, _INKS[its.state], background=background) + 1
        drawing.write(x, box.y, f"#{its.deal}", ink if its.is_done else "title", background=background)
        room = box.width - x - _DEAL_WIDTH
        drawing.write(x + _DEAL_WIDTH, box.y, drawing.cut(its.text, room), ink, background=background)

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of the chosen deal, or of the name that is typed."""
        if self._name_field is not None:
            return [self.hint("enter", "save results"), self.hint("esc", "back")]
        if self._found is None:
            return [self.hint("enter", "play"), self.hint("esc", "back")]
        chosen = self._found.deals[self._at]
        play = "go on" if chosen.path is not None else "again" if chosen.is_done else "play"
        hints = [self.hint("enter", play)] if chosen.can_be_played else []
        return [*hints, self.hint("e", "hand in"), self.hint("esc", "back")]


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


def open_standings(ui: Ui, tournament: Tournament) -> None:
    """Show how the deals of a tournament stand."""
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
        tournaments.ask_status(controller, tournament, tell_meanwhile, dialog.say, is_open)
