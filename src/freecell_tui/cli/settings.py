"""`freecell settings`: where the player's settings are kept, what they are, and what is wrong with the file."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from freecell_tui.cli.options import NO, YES, Parser, complain
from freecell_tui.engine import FreecellError

if TYPE_CHECKING:
    from freecell_tui.storage.settings_file import SettingsFile

_COMMENT_AT: Final = 32


def settings(arguments: Sequence[str]) -> int:
    """Run the command; return the exit code: 1 if there is something wrong with the file."""
    from freecell_tui.storage.settings import SPECS, listed_values, to_toml  # noqa: PLC0415 - only here
    from freecell_tui.storage.settings_file import SettingsFile  # noqa: PLC0415 - only here
    from freecell_tui.ui.keymap import KeyMap  # noqa: PLC0415 - likewise, and it draws nothing

    parser = Parser(
        prog="freecell settings",
        description="Print the settings in force, as the file has them, and what is wrong with it.",
        allow_abbrev=False,
    )
    parser.parse_args(arguments)
    file = SettingsFile.of_player()
    found, troubles = file.load()
    keys, refused = KeyMap().remapped(found.keys)
    print(f"# {file.path}" + ("" if file.path.exists() else " (not there: all is as usual)"))
    for row in SPECS:
        line = f"{row.name} = {to_toml(getattr(found, row.name))}"
        values = f"{listed_values(row.values)}: " if row.values else ""
        print(f"{line.ljust(_COMMENT_AT)}# {values}{row.help}")
    print("\n[keys]")
    for command in keys.commands:
        names = ", ".join(map(to_toml, keys.all_named(command.name).split()))
        print(f"{f'{command.name} = [{names}]'.ljust(_COMMENT_AT)}# {command.help}")
    for name, sentence in refused:
        troubles = (*troubles, file.problem(file.line_of(f"keys.{name}"), sentence))
    troubles = (*troubles, *_theme_trouble(file, found.theme))
    for trouble in troubles:
        complain(trouble)
    return NO if troubles else YES


def _theme_trouble(file: "SettingsFile", name: str) -> Iterator[str]:
    """What is wrong with the theme of that name, if anything."""
    from freecell_tui.storage.settings import DEFAULTS  # noqa: PLC0415 - only here

    if name == DEFAULTS.theme:
        return  # the terminal's library is not waited for to know that it is there
    from freecell_tui.ui.drawing import themes  # noqa: PLC0415 - only here

    try:
        themes.find(name, themes.own_folder())
    except FreecellError as error:
        yield file.problem(file.line_of("theme"), str(error))
