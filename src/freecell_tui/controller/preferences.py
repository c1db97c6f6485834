"""The settings that are in force, and the player's own, of which a tournament may fix some for its games."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from freecell_tui.controller.frontend import Action
from freecell_tui.storage.files import reason
from freecell_tui.storage.settings import DealKind, Settings, SettingsFile, Value


class Preferences:
    """The player's settings, and the settings in force.

    A tournament may fix some, and the profile for screen readers decides others.
    `taken` is called at once when the settings in force change.
    """

    def __init__(self, settings: Settings, file: SettingsFile | None, taken: Action) -> None:
        self.in_force, self._own = settings.in_profile, settings
        self._fixed: Mapping[str, Value] = {}
        self._file = file
        self._taken = taken
        self._changes: dict[str, Value | Sequence[str] | None] = {}  # that are not in the file yet

    def fix(self, values: Mapping[str, Value]) -> None:
        """Fix settings while a tournament's game is played.

        An empty mapping leaves all settings to the player.
        """
        self._fixed, self.in_force = values, self._own.in_profile
        for name, value in values.items():
            self.in_force = self.in_force.with_value(name, value)

    def use(self, settings: Settings) -> None:
        """Follow these settings from now on, but for fixed settings and those of the profile."""
        for name in (*self._fixed, *self.in_force.profile):
            settings = settings.with_value(name, getattr(self._own, name))
        self._own = settings
        self.fix(self._fixed)
        self._taken()

    @property
    def own(self) -> Settings:
        """The player's own settings, whatever a tournament fixes."""
        return self._own

    def hand_over(self, file: SettingsFile | None, *, verdict: bool) -> None:
        """Write further changes to the file of another front end, or to none, and show the verdict as it does."""
        self._file, self._own = file, replace(self._own, verdict=verdict)
        self.fix(self._fixed)
        self._taken()

    def change(self, name: str, value: Value) -> None:
        self.use(self.in_force.with_value(name, value))
        self._changes[name] = value

    def remember_deal(self, kind: DealKind) -> None:
        """Let new deals be of the kind that the player chose last."""
        if kind != self.in_force.deal:
            self.change("deal", kind)

    def change_keys(self, command: str, keys: Sequence[str] | None) -> None:
        """Give a command other keys. None for its default keys.

        `keys` are written as people write them.
        """
        wishes = {name: given for name, given in self.in_force.keys.items() if name != command}
        if keys is not None:
            wishes[command] = tuple(keys)
        self.use(replace(self.in_force, keys=wishes))
        self._changes[f"keys.{command}"] = keys

    def save(self) -> list[str]:
        """Write the changes to the player's file. Return the failures in sentences."""
        changes, self._changes = self._changes, {}
        problems = list[str]()
        if self._file is None:
            return problems
        for name, value in changes.items():
            try:
                self._file.change(name, value)
            except OSError as error:
                problems.append(f"This could not be saved: {reason(error)}.")
        return problems
