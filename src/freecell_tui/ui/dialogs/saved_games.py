"""Lists of games with pictures of their tables: the unfinished ones, and the bookmarks of the game on the table."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from freecell_tui.controller.features.games import is_on_table, open_save
from freecell_tui.controller.features.saved_games import delete_game, delete_question, rename_game, restore_game
from freecell_tui.engine import Game, parse_name
from freecell_tui.engine.game import MAX_NAME_LENGTH
from freecell_tui.engine.text import clock_text, counted, printable
from freecell_tui.storage.saves import SaveError, time_ago
from freecell_tui.ui.drawing.surface import Box
from freecell_tui.ui.parts import Choice, DrawContext
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.lines import LineField
from freecell_tui.ui.widgets.rows import Column, Item, Row, Rows

_HIDDEN: Final = "Looking at its cards takes time: play it."
_ROOMY: Final = 12  # from so many rows on a picture has a caption of two


class ShownGame(NamedTuple):
    """What is told of a game: its title, its name or '', further facts, and when it was played.

    `game` is shown as a picture, unless it `is_hidden`; without one, `error` says why.
    """

    title: str
    name: str = ""
    facts: Sequence[str] = ()
    when: str = ""
    game: Game | None = None
    error: str = ""
    is_hidden: bool = False


class GamesScreen(Rows[Item]):
    """Games to open, to name, to remove and to bring back, with a picture of the chosen one's table."""

    columns = (Column(1, ink="title"), Column(weight=1), Column(ink="quiet", is_right=True))
    item_rows = 2
    has_picture = True
    list_width = 35
    margin = 0
    remove_label = "delete"

    @property
    def title(self) -> str:
        return f"{self._title}: {self.chosen_index + 1} of {len(self.items)}" if self.items else self._title

    @abstractmethod
    def shown(self, item: Item) -> ShownGame:
        """Return what to tell of a game."""

    @abstractmethod
    def by_digit(self) -> Mapping[str, Item]:
        """Return the games that digits open."""

    @abstractmethod
    def rename(self, item: Item, name: str) -> None:
        """Give a game a name."""

    @abstractmethod
    def remove(self, item: Item) -> None:
        """Remove a game, or ask first."""

    def about(self, item: Item) -> tuple[str, str]:
        return self.shown(item).error, "warning"

    def row(self, item: Item) -> Row:
        its = self.shown(item)
        digit = next((digit for digit, each in self.by_digit().items() if each == item), "")
        facts = (its.title, *its.facts) if its.name else its.facts
        ink = "warning" if its.game is None else "title"
        return Row([digit, (its.name or its.title, ink), its.when], " · ".join(facts) or its.error)

    def keys(self) -> Sequence[Choice]:
        chosen = self.chosen
        choices = [Choice(digit, "", partial(self.open, item)) for digit, item in self.by_digit().items()]
        if chosen is not None:
            choices.append(Choice("e", "name", partial(self._ask_name, chosen), more_keys=("f2",)))
            choices.append(Choice("x", self.remove_label, partial(self.remove, chosen), more_keys=("delete",)))
        return choices

    def _ask_name(self, item: Item) -> None:
        its = self.shown(item)
        if its.game is not None:
            field = LineField(its.name, MAX_NAME_LENGTH)
            self.ask_line("Name: ", "keep this name", field, lambda name: self.rename(item, parse_name(name)))

    def beside(self, drawing: DrawContext, box: Box, item: Item) -> None:
        its = self.shown(item)
        if box.height >= _ROOMY:
            facts = " · ".join(filter(None, [its.title if its.name else "", *its.facts]))
            with_when = f"{facts} · {its.when}" if its.when else facts
            lines = [(its.name or its.title, "title"), (facts if len(with_when) > box.width - 2 else with_when, "text")]
        else:
            caption = " · ".join((its.title, *its.facts))
            if len(caption) > box.width - 2 and its.game is not None:
                # `Seahaven #617` says enough here.
                words = its.title.split()
                caption = " · ".join((f"{words[0].rstrip(',')} {words[-1]}", *its.facts))
            lines = [(caption, "text")]
        if not box.x and not self.glyphs.has_colour:
            # Nothing else tells where the list ends and the picture below it begins.
            drawing.fill(box.x, box.y, box.width, 1, "bar quiet", self.glyphs.rule)
        for y, (line, ink) in enumerate(lines, box.y):
            drawing.write(box.x + 1, y, f"{drawing.glyphs.cut(line, box.width - 2)} ", ink)
        table = Box(box.x, box.y + len(lines), box.width, box.height - len(lines))
        if its.is_hidden:
            drawing.write(table.x + 1, table.y + 1, drawing.glyphs.cut(_HIDDEN, table.width - 2), "quiet")
        elif its.game is not None:
            self._ui.draw_table(drawing, table, its.game)
            drawing.on_click(table, partial(self.open, item))


class SavedGamesScreen(GamesScreen[Path]):
    items: Sequence[Path] = ()
    open_label = "play"
    nothing = "No unfinished games. A game that you leave is kept here."
    offered = ("new-game", "daily", "deal-by-number")

    def __init__(self, ui: Ui) -> None:
        ui.controller.save_now()
        self.items = ui.controller.store.unfinished()
        self._are_hidden = dict[str, bool]()
        super().__init__(ui, "Unfinished games")

    def by_digit(self) -> Mapping[str, Path]:
        return dict(zip("123456789", self.items, strict=False))

    def shown(self, item: Path) -> ShownGame:
        store = self._controller.store
        record = store.read(item)
        if isinstance(record, SaveError):
            reason = str(record).removeprefix(f"{item}: ")
            return ShownGame(printable(item.stem), facts=(reason,), error=f"Cannot be read, but is kept: {record}")
        game = record.game
        time = (clock_text(record.elapsed),) if self._controller.settings.clock else ()
        when = "on the table" if is_on_table(self._controller, item) else time_ago(record.saved)
        copy = store.copy_title(item)
        race = self._controller.table.race if is_on_table(self._controller, item) else None
        marks = [copy, f"race: {race.called}" if race is not None else ""]
        facts = (*filter(None, marks), counted(game.moves_made, "move"), *time)
        if record.id not in self._are_hidden:
            self._are_hidden[record.id] = self._controller.entrances.hides_cards_of(record)
        return ShownGame(game.title, record.name, facts, when, game, is_hidden=self._are_hidden[record.id])

    def open(self, item: Path) -> None:
        self.attempt(partial(open_save, self._controller, item))

    def rename(self, item: Path, name: str) -> None:
        self.attempt(partial(rename_game, self._controller, item, name))
        self._learn(item)

    def _learn(self, chosen: Path | None = None) -> None:
        """Reload which games there are, and choose one of them."""
        self.items = self._controller.store.unfinished()
        if chosen in self.items:
            self.choose(self.items.index(chosen))

    def remove(self, item: Path) -> None:
        question = delete_question(self._controller, item)
        self.ask_first(question, self.remove_label, partial(self.attempt, partial(self._delete, item)))

    def _delete(self, path: Path) -> None:
        text = delete_game(self._controller, path, how_to_restore="u restores it")
        self._learn()
        self.message = text

    def keys(self) -> Sequence[Choice]:
        undo = "undo" if self._controller.store.deleted() else ""
        return [*super().keys(), Choice("u", undo, partial(self.attempt, self._restore))]

    def _restore(self) -> None:
        """Bring back the game deleted last."""
        restored = restore_game(self._controller)
        self._learn(restored.path)
        self.message = restored.text
