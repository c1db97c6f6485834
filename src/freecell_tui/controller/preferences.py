"""The settings that are in force, and the player's own, of which a tournament may fix some for its games."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from freecell_tui.controller.frontend import Message, Severity
from freecell_tui.storage.files import reason
from freecell_tui.storage.settings import Settings, Value
from freecell_tui.storage.settings_file import SettingsFile

if TYPE_CHECKING:
    from freecell_tui.controller.contest import Contest


class Preferences:
    """The player's settings, which `file` keeps if there is one.

    `in_force` are those to play by. `taken` is called after every change of the player's, and `tell` with what could
    not be kept.
    """

    def __init__(
        self,
        settings: Settings,
        file: SettingsFile | None,
        taken: Callable[[], None],
        tell: Callable[[Message], None],
    ) -> None:
        self.in_force = self._own = settings
        self._contest: Contest | None = None
        self._file = file
        self._taken = taken
        self._tell = tell

    def play_under(self, contest: "Contest | None") -> None:
        """Let a tournament fix settings while one of its games is played; None leaves them all to the player."""
        self._contest = contest
        self.in_force = self._own if contest is None else contest.apply(self._own)

    def use(self, settings: Settings) -> None:
        """Play by these settings from now on, as far as a tournament does not fix them."""
        self._own = settings if self._contest is None else self._contest.own(settings, self._own)
        self.play_under(self._contest)
        self._taken()

    def change(self, name: str, value: Value) -> None:
        """Change a setting, here and in the player's file."""
        self.use(self.in_force.with_value(name, value))
        self._keep(name, value)

    def change_keys(self, command: str, keys: Sequence[str] | None) -> None:
        """Give a command other keys, as people write them, here and in the player's file; None for its default keys."""
        wishes = {name: given for name, given in self.in_force.keys.items() if name != command}
        if keys is not None:
            wishes[command] = tuple(keys)
        self.use(replace(self.in_force, keys=wishes))
        self._keep(f"keys.{command}", keys)

    def _keep(self, name: str, value: Value | Sequence[str] | None) -> None:
        if self._file is None:
            return
        try:
            self._file.change(name, value)
        except OSError as error:
            self._tell(Message(f"This could not be saved: {reason(error)}.", Severity.REFUSAL))
