"""The parts that dialogs share: the frame, key hints, what a click does, and the visible window of a long list."""

from collections.abc import Sequence
from typing import Final

from freecell_tui.controller.frontend import Action, Step
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import Surface
from freecell_tui.ui.drawing.themes.theme import FOUR_INKS, TWO_INKS
from freecell_tui.ui.mouse import LEFT_BUTTON

KeyHint = tuple[str, str, Action]
"""A key's name, what it does in a word or two, and what a click on it does."""

FRAME: Final = 1


def cut(text: str, width: int, glyphs: Glyphs) -> str:
    if len(text) <= width:
        return text
    dots = glyphs.displayable("…")
    return text[: max(width - len(dots), 0)].rstrip(" ·|") + dots


Clicks = list[tuple[Box, Action | None]]
"""What a left click on each place of a drawing does, or None for nothing; a later place covers earlier ones."""


def click(clicks: Clicks, x: int, y: int, button: int) -> None:
    action = next((action for box, action in reversed(clicks) if box.contains(x, y)), None)
    if action is not None and button == LEFT_BUTTON:
        action()


GAPS: Final = (3, 2, 1)
"""The cells between two hints, from where there is much room to where there is little."""
_WIDE: Final = 60
"""The cells of a row from which on hints are left out before they stand close together."""


def draw_key_hints(surface: Surface, clicks: Clicks, row: Box, hints: Sequence[KeyHint], glyphs: Glyphs) -> None:
    """Draw hints in a row, side by side and clickable; those that do not fit are left out."""
    named = [(glyphs.key_names(key), text, action) for key, text, action in hints]
    if hints_width(named, GAPS[-1]) > row.width:
        named = [(glyphs.key_names(key, brief=True), text, action) for key, text, action in hints]
    gap = next((gap for gap in GAPS if hints_width(named, gap) <= row.width), GAPS[1 + (row.width < _WIDE)])
    while len(named) > 1 and hints_width(named, gap) > row.width:
        # Fewer hints, but none without its words, and always the last, which is the way out.
        del named[-2]
    x = row.x
    for key, text, action in named:
        surface.text(x, row.y, key, "bar title")
        surface.text(x + len(key) + 1, row.y, text, "bar quiet")
        width = hints_width([(key, text, action)], gap)
        clicks.append((Box(x, row.y, width, 1), action))
        x += width + gap


def hints_width(hints: Sequence[KeyHint], gap: int) -> int:
    """Return the cells that hints take side by side, with keys as they are named here."""
    return sum(len(f"{key} {text}".rstrip()) for key, text, _ in hints) + gap * (len(hints) - 1)


Texts = list[tuple[str, str]]
"""Texts side by side, each with its role."""


def move_slots(steps: Sequence[Step], glyphs: Glyphs, *, four_colours: bool) -> list[Texts]:
    """Return moves in slots of one width: the keys that play it, the first card that moves, and how many if several.

    The slots are meant to be drawn side by side as they are.
    """
    inks = FOUR_INKS if four_colours else TWO_INKS
    slots: list[Texts] = []
    for keys, cards in steps:
        first, times = cards[0], glyphs.displayable(f"×{len(cards)}")
        chip = f"{glyphs.card(first):>3}{times}" if len(cards) > 1 else f" {glyphs.card(first):>3} "
        slot = [(f"{keys} ", "bar title"), (chip, f"card {inks[first.suit]}")]
        slots.append(slot)
    lengths = [sum(len(text) for text, _ in slot) for slot in slots]
    width = max(lengths, default=0) + 1
    return [[*slot, (" " * (width - used), "bar text")] for slot, used in zip(slots, lengths, strict=True)]


MANY: Final = 1_000_000
"""More rows than any list or dialog has."""


def steps(page: int, back: str = "up", on: str = "down") -> dict[str, int]:
    """Return how many rows each key leads on; Home and End lead further than any list goes."""
    return {back: -1, on: 1, "page up": -page, "page down": page, "home": -MANY, "end": MANY}


def centred_window(chosen: int, count: int, room: int) -> range:
    """Return which `room` of `count` rows to show so that the chosen one is in the middle, but no room is wasted."""
    first = max(min(chosen - room // 2, count - room), 0)
    return range(first, min(first + room, count))


def scrolled_window(first: int, chosen: int, count: int, room: int) -> range:
    """Return which `room` of `count` rows show the chosen one, scrolled as little as possible from row `first`."""
    first = min(max(first, chosen - room + 1), chosen)
    first = max(min(first, count - room), 0)
    return range(first, min(first + room, count))


def draw_scroll_bar(surface: Surface, box: Box, window: range, count: int, glyphs: Glyphs) -> None:
    """Draw which part of a list of `count` rows shows."""
    length = max(box.height * len(window) // count, 1)
    top = (box.height - length) * window.start // max(count - len(window), 1)
    surface.fill(box.x, box.y, 1, box.height, "bar quiet", glyphs.well[-1])
    surface.fill(box.x, box.y + top, 1, length, "bar title", glyphs.cursor_frame[-1])
