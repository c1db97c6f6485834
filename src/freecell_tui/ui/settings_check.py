"""The settings as they are in force: without keys and a theme that cannot be had."""

from dataclasses import replace
from typing import NamedTuple

from freecell_tui.engine import FreecellError
from freecell_tui.storage.settings import DEFAULTS, Settings
from freecell_tui.storage.settings_file import SettingsFile
from freecell_tui.ui.keymap import KeyMap, keymap_from


class CheckedSettings(NamedTuple):
    """Settings, the default theme among them if theirs cannot be loaded, their keys, and what is wrong in sentences."""

    settings: Settings
    keymap: KeyMap
    problems: tuple[str, ...]


def checked(settings: Settings, file: SettingsFile, named_theme: str | None = None) -> CheckedSettings:
    """Return the settings of a file, or of a command line, with what only the table can tell of them.

    Raise NoSuchTheme if there is no theme of the name that the command line gives.
    """
    problems = []
    if settings.theme != DEFAULTS.theme:
        from freecell_tui.ui.drawing import themes  # noqa: PLC0415 - the terminal's library, not for the default theme

        try:
            themes.load(settings.theme, themes.user_folder())
        except FreecellError as error:
            if isinstance(error, themes.NoSuchTheme) and settings.theme == named_theme:
                raise
            is_in_file = file.load().settings.theme == settings.theme
            problems.append(file.problem(file.line_of("theme"), str(error)) if is_in_file else str(error))
            settings = replace(settings, theme=DEFAULTS.theme)
    keymap, refused = keymap_from(settings)
    problems += (file.problem(file.line_of(f"keys.{name}"), sentence) for name, sentence in refused)
    return CheckedSettings(settings, keymap, tuple(problems))
