"""Step and play on every screen: two keys, or one switch and a clock that steps.

On the table the wheel of moves is stepped through. On other screens it is the rows of a list, and the ways out.
"""

from typing import Final, NamedTuple

from freecell_tui.controller.background import pause
from freecell_tui.controller.tasks import Scope
from freecell_tui.ui.keymap import key_name, step_keys
from freecell_tui.ui.parts import Choice, choice_of_key
from freecell_tui.ui.screens.table import TableScreen
from freecell_tui.ui.stack import Dialog, Screen, Ui

_FIRST_PLACE: Final = 2
"""The time at the first place, as a multiple of the time at others: whoever has just pressed needs longer."""
_MOST_ROUNDS: Final = 3
"""The rounds without a press after which scanning pauses."""
_DEAF_SECONDS: Final = 0.7
"""The time after a press in which another does not count; a held key repeats sooner."""
_PAUSED: Final = "Scanning has paused. Press to go on."
_ROWS_TO_WAY_OUT: Final = 8
"""The most rows of a list before the way out comes."""


class Place(NamedTuple):
    """A place of a screen: a row of a list, or a choice of the bottom bar."""

    row: int | None = None
    choice: Choice | None = None


_SCROLLING: Final = {"↑ ↓": "page down", "← →": "right"}
"""The keys that scroll or turn, by the hints that name them."""


def places(screen: Screen) -> list[Place]:
    """Return the places of a screen other than the table."""
    rows = screen.rows_to_step
    if not isinstance(screen, Dialog):
        choices = () if screen.only_steps_out else screen.commands()  # any key leaves it
        return [Place(row) for row in range(rows)] or [Place(choice=each) for each in choices if each.text]
    hints = [hint for hint in screen.key_hints() if hint.key and hint.text]
    if screen.only_steps_out:
        return [Place(choice=hints[-1])]
    if not rows:
        hints = [screen.hint(_SCROLLING.get(hint.key, hint.key), hint.text) for hint in hints]
        return [Place(choice=hint) for hint in hints]
    ways_out = [Place(choice=hint) for hint in hints[-1:]]
    found: list[Place] = []
    for row in range(rows):
        found.append(Place(row))
        if (row + 1) % _ROWS_TO_WAY_OUT == 0 or row == rows - 1:
            found += ways_out
    return found


class Switches:
    """The player's steps on the top screen, by key or by clock."""

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._clock = Scope()
        """The coroutine that steps."""
        self._deafness = Scope()
        """The coroutine that waits until a press counts again."""
        self._screen: Screen | None = None
        self._index = 0

    @property
    def is_scanning(self) -> bool:
        return bool(self._ui.controller.settings.scan_seconds)

    @property
    def _is_paused(self) -> bool:
        """Whether the clock has stopped after rounds without a press."""
        return self.is_scanning and not self._clock.is_waiting

    @property
    def bar_text(self) -> str:
        """The text in the bottom bar of a screen other than the table, or ''."""
        if self._is_paused and self._table is None:
            return _PAUSED
        choice = self.shown
        return "" if choice is None else f"{choice.text} ({key_name(choice.key)})"

    @property
    def shown(self) -> Choice | None:
        """The choice that is shown in the bottom bar, or None."""
        if self._screen is not self._ui.top:
            return None
        ring = places(self._ui.top)
        return ring[self._index].choice if self._index < len(ring) else None

    @property
    def _table(self) -> TableScreen | None:
        """The table, if its moves are stepped through, or None."""
        top = self._ui.top
        return top if isinstance(top, TableScreen) and top.steps_through_moves else None

    def takes(self, key: str) -> bool:
        """Use a key of step and play, and return whether it is one here.

        The table takes its keys itself, but for a switch's.
        A key that is waited for, or a letter of a text, is no step.
        """
        ui, top = self._ui, self._ui.top
        command = ui.keymap.find(key)
        name = "" if command is None else command.name
        if name not in ("step", "play-step"):
            return False
        if name == "play-step" and self.is_scanning:
            self.press()
            return True
        if self._table is not None:
            return False
        is_usual = key in step_keys(ui.controller.settings).get(name, ())
        if isinstance(top, Dialog) and (top.takes_any_key or (top.letters_are_text and not is_usual and len(key) == 1)):
            return False
        if not is_usual and choice_of_key(key, top.keys() if isinstance(top, Dialog) else top.commands()):
            return False
        if name == "step":
            self.step()
        else:
            self.play()
        return True

    def screen_changed(self) -> None:
        """Begin at the first place of the top screen, or where its list is."""
        self._screen = None
        if self.is_scanning:
            self._clock.restart(self._scan())
        else:
            self._clock.cancel()

    @property
    def _number(self) -> int | None:
        """The number of the place that is shown, or None."""
        if self._table is not None:
            stepped = self._ui.controller.session.stepped
            return None if stepped is None else stepped.number
        return self._index if self._screen is self._ui.top else None

    def step(self) -> None:
        """Show the next place, or the first."""
        top = self._ui.top
        if (table := self._table) is not None:
            table.give("step")
            return
        if not (ring := places(top)):
            return
        index = self._index + 1
        if self._screen is not top:
            index = next((index for index, place in enumerate(ring) if place.row == top.stepped_row), 0)
            if not self.is_scanning and ring[index].row is not None:
                index += 1  # the list showed that row before the first step
        self._screen, self._index = top, index % len(ring)
        if (row := ring[self._index].row) is not None:
            top.step_to_row(row)

    def play(self) -> None:
        """Take what is shown."""
        top = self._ui.top
        if (table := self._table) is not None:
            table.give("play-step")
        elif (choice := self.shown) is not None:
            choice.action()
        else:
            top.press("enter")

    def press(self) -> None:
        """Take what is shown by the one switch, or go on with a paused scan.

        A press right after another does not count.
        """
        is_deaf = self._deafness.is_waiting
        self._deafness.restart(self._be_deaf())
        if is_deaf:
            return
        if not self._is_paused:
            self.play()
        self._clock.restart(self._scan())

    async def _be_deaf(self) -> None:
        await pause(self._ui.call_later, _DEAF_SECONDS)

    def restart_clock(self) -> None:
        """Give the shown place its whole time again, after a key that is no switch."""
        if self.is_scanning and not self._is_paused:
            self._clock.restart(self._scan())

    async def _scan(self) -> None:
        """Step until the player has pressed nothing for some rounds."""
        ui, rounds = self._ui, 0
        await pause(ui.call_later, 0)
        if self._number is None and not self._is_disturbed:
            self.step()
        while rounds < _MOST_ROUNDS:
            times = 1 if self._number else _FIRST_PLACE
            await pause(ui.call_later, ui.controller.settings.scan_seconds * times)
            if not self._is_disturbed:
                self.step()
                rounds += not self._number
        if self._table is not None:
            ui.controller.say(_PAUSED)

    @property
    def _is_disturbed(self) -> bool:
        """Whether a step would disturb a solution that plays, a search, or cards that somebody has lifted."""
        controller = self._ui.controller
        is_held = controller.has_game and controller.session.selection is not None
        return is_held or controller.advisor.has_wish
