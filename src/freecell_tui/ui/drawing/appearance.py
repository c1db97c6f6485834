"""How the player wants the table to look: theme, colours and size of the cards, as the settings ask for them."""

from dataclasses import dataclass, field

from freecell_tui.engine import FreecellError
from freecell_tui.storage.settings import CardSizeLimit, Settings
from freecell_tui.ui.drawing.glyphs import Glyphs, chosen
from freecell_tui.ui.drawing.theme import Theme
from freecell_tui.ui.drawing.themes import default, find, own_folder


@dataclass(frozen=True, slots=True)
class Appearance:
    """The settings that decide how a table is drawn."""

    theme: Theme = field(default_factory=default)
    four_colours: bool = False
    card_size: CardSizeLimit = CardSizeLimit.AUTO


def appearance_from(settings: Settings, terminal_glyphs: Glyphs) -> tuple[Glyphs, Appearance, str]:
    """Return the glyphs and the appearance that `settings` ask for, and what is wrong with the theme or ''.

    The default theme stands in for one that cannot be loaded; `terminal_glyphs` are what the terminal can show.
    """
    theme, error = default(), ""
    try:
        theme = find(settings.theme, own_folder())
    except FreecellError as reason:
        error = str(reason)
    marks = chosen(settings.marks, terminal_glyphs)
    glyphs = marks.with_letters() if settings.suits == "letters" else marks
    return glyphs, Appearance(theme, settings.four_colours, settings.card_size), error
