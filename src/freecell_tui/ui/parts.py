"""The parts that screens share: choices and hints with their keys, what a click does, and windows of long lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from freecell_tui.controller.frontend import Action, Step
from freecell_tui.engine import Suit
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Size, Surface
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import MouseEvent


class Choice(NamedTuple):
    """One thing to choose or to do: its key or '', its text, and what it does.

    `detail` stands beside the text more quietly, `more_keys` do the same without being shown.
    """

    key: str
    text: str
    action: Action
    detail: str = ""
    more_keys: tuple[str, ...] = ()


def choice_of_key(key: str, choices: Iterable[Choice]) -> Choice | None:
    """Return the first choice that has a key."""
    return next((choice for choice in choices if key in (choice.key, *choice.more_keys)), None)


def step_choices(hint: str, text: str, go: Callable[[int], object], ways: Mapping[str, int]) -> list[Choice]:
    """Return what each of several keys leads on by, and a hint of them all, which leads on by one."""
    return [Choice(hint, text, partial(go, 1)), *(Choice(key, "", partial(go, by)) for key, by in ways.items())]


FRAME: Final = 1

Clicks = list[tuple[Box, Action | None]]
"""What a left click on each place of a drawing does, or None for nothing; a later place covers earlier ones."""


def click(clicks: Clicks, event: MouseEvent) -> None:
    """Do what a left click means at its point."""
    action = next((action for box, action in reversed(clicks) if box.contains(event.x, event.y)), None)
    if action is not None and event.is_click:
        action()


GAPS: Final = (3, 2, 1)
"""The cells between two hints, from where there is much room to where there is little."""
_WIDE: Final = 60  # the cells of a row from which on hints are left out before they stand close together


def draw_key_hints(
    surface: Surface, row: Box, hints: Sequence[Choice], glyphs: Glyphs, more: Sequence[Choice] = (), aside: str = ""
) -> Clicks:
    """Draw what keys do in a row, side by side; those that do not fit are left out. Return what a click in it does.

    `aside` stands on the right, and `more` comes last, where there is room for all.
    """
    named, aside = named_hints(hints, glyphs), glyphs.displayable(aside)
    if aside and hints_width(named, GAPS[-1]) + len(aside) + 2 <= row.width:
        surface.text(row.right - len(aside), row.y, aside, "bar quiet")
        row = row._replace(width=row.width - len(aside) - 2)
    if hints_width([*named, *more], GAPS[1]) <= row.width:
        named += named_hints(more, glyphs)
    elif hints_width(named, GAPS[-1]) > row.width:
        named = named_hints(hints, glyphs, brief=True)
    gap = next((gap for gap in GAPS if hints_width(named, gap) <= row.width), GAPS[1 + (row.width < _WIDE)])
    while len(named) > 1 and hints_width(named, gap) > row.width:
        # Fewer hints, but none without its words, and always the last, which is the way out.
        del named[-2]
    x, clicks = row.x, list[tuple[Box, Action | None]]()
    for hint in named:
        surface.text(x, row.y, hint.key, "bar title")
        surface.text(x + len(hint.key) + 1, row.y, hint.text, "bar quiet")
        width = hints_width([hint], gap)
        clicks.append((Box(x, row.y, width, 1), hint.action))
        x += width + gap
    return clicks


def named_hints(hints: Sequence[Choice], glyphs: Glyphs, *, brief: bool = False) -> list[Choice]:
    """Return hints with their keys as people write them, in the characters of the terminal."""
    return [hint._replace(key=glyphs.key_names(key_name(hint.key), brief=brief)) for hint in hints]


def hints_width(named: Sequence[Choice], gap: int) -> int:
    """Return the cells that hints take side by side, with keys as they are named here."""
    return sum(len(f"{hint.key} {hint.text}".rstrip()) for hint in named) + gap * (len(named) - 1)


def move_slots(steps: Sequence[Step], glyphs: Glyphs, inks: Mapping[Suit, str]) -> list[list[tuple[str, str]]]:
    """Return moves in slots of one width: the keys that play it, the first card that moves, and how many if several.

    The slots are meant to be drawn side by side as they are.
    """
    slots = []
    for keys, cards in steps:
        first, times = cards[0], glyphs.displayable(f"×{len(cards)}")
        chip = f"{glyphs.card(first):>3}{times}" if len(cards) > 1 else f" {glyphs.card(first):>3} "
        slots.append([(f"{keys} ", "bar title"), (chip, f"card {inks[first.suit]}")])
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


class DrawContext(Surface):
    """What a dialog draws on, and what a click on it does."""

    def __init__(self, size: Size, glyphs: Glyphs) -> None:
        super().__init__(*size, "bar text")
        self.clicks: Clicks = []
        self.glyphs = glyphs

    def write(
        self, x: int, y: int, text: str, ink: str = "text", *, background: str = "bar", action: Action | None = None
    ) -> int:
        """Write `text`, let a click on it do `action`, and return where it ends."""
        text = self.glyphs.key_names(text)
        self.text(x, y, text, f"{background} {ink}")
        if action is not None:
            self.on_click(Box(x, y, len(text), 1), action)
        return x + len(text)

    def on_click(self, box: Box, action: Action | None = None) -> None:
        """Let a click in a box do something, or nothing; later boxes cover earlier ones."""
        self.clicks.append((box, action))

    def scroll_bar(self, box: Box, window: range, count: int) -> None:
        """Draw a scroll bar: which part of a list of `count` rows is visible."""
        length = max(box.height * len(window) // count, 1)
        top = (box.height - length) * window.start // max(count - len(window), 1)
        self.fill(*box, "bar quiet", self.glyphs.well[-1])
        self.fill(box.x, box.y + top, 1, length, "bar title", self.glyphs.cursor_frame[-1])
