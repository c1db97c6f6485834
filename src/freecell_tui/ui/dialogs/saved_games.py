"""The unfinished games, with a picture of the chosen game's table."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from freecell_tui.controller.features.games import open_save
from freecell_tui.controller.features.saved_games import (
    can_restore,
    delete_game,
    delete_question,
    list_games,
    read_listed,
    rename_game,
    restore_game,
)
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
_ROOMY: Final = 12  # the rows from which on a picture has a caption of two rows


class ShownGame(NamedTuple):
    """A game in a list, in words and as a picture."""

    title: str
    name: str = ""
    facts: Sequence[str] = ()
    when: str = ""
    """The time when the game was played, or its place."""
    game: Game | None = None
    """The game in the picture; None if it cannot be read."""
    error: str = ""
    """Why the game cannot be read."""
    is_hidden: bool = False
    """Whether the cards must not be seen."""


class GamesScreen(Rows[Item]):
    """Games to open, name, remove and restore, with a picture of the chosen game."""

    columns = (Column(1, ink="title"), Column(weight=1), Column(ink="quiet", is_right=True))
    item_rows = 2
    has_picture = True
    list_width = 35
    remove_label = "delete"

    @property
    def title(self) -> str:
        return f"{self._title}: {self.chosen_index + 1} of {len(self.items)}" if self.items else self._title

    @abstractmethod
    def shown(self, item: Item) -> ShownGame:
        """Return the row and the picture of a game."""

    @abstractmethod
    def by_digit(self) -> Mapping[str, Item]:
        """Return the games by the digits that open them."""

    @abstractmethod
    def rename(self, item: Item, name: str) -> None:
        """Give a game a name."""

    @abstractmethod
    def remove(self, item: Item) -> None:
        """Remove a game, or ask first."""

    def about(self, item: Item) -> tuple[str, str]:
        return self.shown(item).error, "warning"

    def row(self, item: Item) -> Row:
        shown = self.shown(item)
        digit = next((digit for digit, game in self.by_digit().items() if game == item), "")
        facts = (shown.title, *shown.facts) if shown.name else shown.facts
        ink = "warning" if shown.game is None else "title"
        return Row([digit, (shown.name or shown.title, ink), shown.when], " · ".join(facts) or shown.error)

    def keys(self) -> Sequence[Choice]:
        chosen = self.chosen
        choices = [Choice(digit, "", partial(self.open, item)) for digit, item in self.by_digit().items()]
        if chosen is not None:
            choices.append(Choice("e", "name", partial(self._ask_name, chosen), more_keys=("f2",)))
            choices.append(Choice("x", self.remove_label, partial(self.remove, chosen), more_keys=("delete",)))
        return choices

    def _ask_name(self, item: Item) -> None:
        shown = self.shown(item)
        if shown.game is not None:
            field = LineField(shown.name, MAX_NAME_LENGTH)
            self.ask_line("Name: ", "keep this name", field, partial(self._take_name, item))

    def _take_name(self, item: Item, text: str) -> None:
        self.rename(item, parse_name(text))

    def beside(self, drawing: DrawContext, box: Box, item: Item) -> None:
        shown = self.shown(item)
        lines = _caption(shown, box)
        if not box.x and not self.glyphs.has_colour:
            # Nothing else tells where the list ends and the picture below it begins.
            drawing.fill(box.x, box.y, box.width, 1, "bar quiet", self.glyphs.rule)
        for y, (line, ink) in enumerate(lines, box.y):
            drawing.write(box.x + 1, y, f"{drawing.glyphs.cut(line, box.width - 2)} ", ink)
        table = Box(box.x, box.y + len(lines), box.width, box.height - len(lines))
        if shown.is_hidden:
            drawing.write(table.x + 1, table.y + 1, drawing.glyphs.cut(_HIDDEN, table.width - 2), "quiet")
        elif shown.game is not None:
            self._ui.draw_table(drawing, table, shown.game)
            drawing.on_click(table, partial(self.open, item))


def _caption(shown: ShownGame, box: Box) -> list[tuple[str, str]]:
    """Return the lines above a game's picture, each with its ink."""
    room = box.width - 2
    if box.height >= _ROOMY:
        facts = " · ".join(filter(None, [shown.title if shown.name else "", *shown.facts]))
        with_when = f"{facts} · {shown.when}" if shown.when else facts
        return [(shown.name or shown.title, "title"), (facts if len(with_when) > room else with_when, "text")]
    words = shown.title.split()
    captions = [
        " · ".join((shown.title, *shown.facts)),
        # `Seahaven #617` says enough here.
        *(" · ".join((f"{words[0].rstrip(',')} {words[-1]}", *shown.facts[:count])) for count in (3, 2, 1)),
    ]
    fitting = (caption for caption in captions if len(caption) <= room or shown.game is None)
    return [(next(fitting, captions[-1]), "text")]


class SavedGamesScreen(GamesScreen[Path]):
    items: Sequence[Path] = ()
    open_label = "play"
    nothing = "No unfinished games. A game that you leave is kept here."
    offered = ("new-game", "daily", "deal-by-number")

    def __init__(self, ui: Ui) -> None:
        ui.controller.save_now()
        self.items = list_games(ui.controller)
        self.nothing = ui.controller.store.folder_problem() or self.nothing
        self._are_hidden = dict[str, bool]()
        """Whether the cards must not be seen, by the ids of games."""
        super().__init__(ui, "Unfinished games")

    def by_digit(self) -> Mapping[str, Path]:
        return dict(zip("123456789", self.items, strict=False))

    def shown(self, item: Path) -> ShownGame:
        listed = read_listed(self._controller, item)
        saved = listed.saved
        if isinstance(saved, SaveError):
            reason = str(saved).removeprefix(f"{item}: ")
            return ShownGame(printable(item.stem), facts=(reason,), error=f"Cannot be read, but is kept: {saved}")
        facts = [listed.copy_title, f"race: {listed.race.called}" if listed.race is not None else ""]
        facts.append(counted(saved.game.moves_made, "move"))
        if self._controller.settings.clock:
            facts.append(clock_text(saved.elapsed))
        if saved.id not in self._are_hidden:
            self._are_hidden[saved.id] = self._controller.entrances.hides_cards_of(saved)
        return ShownGame(
            saved.game.title,
            saved.name,
            tuple(filter(None, facts)),
            "on the table" if listed.is_on_table else time_ago(saved.saved),
            saved.game,
            is_hidden=self._are_hidden[saved.id],
        )

    def open(self, item: Path) -> None:
        self.attempt(partial(open_save, self._controller, item))

    def rename(self, item: Path, name: str) -> None:
        self.attempt(partial(rename_game, self._controller, item, name))
        self._learn(item)

    def _learn(self, chosen: Path | None = None) -> None:
        """List the games anew, and choose one."""
        self.items = list_games(self._controller)
        if chosen in self.items:
            self.choose(self.items.index(chosen))

    def remove(self, item: Path) -> None:
        question = delete_question(self._controller, item)
        self.ask_first(question, self.remove_label, partial(self.attempt, partial(self._delete, item)))

    def _delete(self, path: Path) -> None:
        text = delete_game(self._controller, path, how_to_restore="u restores it")
        self._learn()
        self.confirm(text)

    def keys(self) -> Sequence[Choice]:
        undo = "undo" if can_restore(self._controller) else ""
        return [*super().keys(), Choice("u", undo, partial(self.attempt, self._restore))]

    def _restore(self) -> None:
        """Restore the game that was deleted last."""
        restored = restore_game(self._controller)
        self._learn(restored.path)
        self.confirm(restored.text)
