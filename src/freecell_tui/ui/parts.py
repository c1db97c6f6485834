"""The parts that screens share: choices and their keys, hints, clicks, and windows of long lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from string import punctuation
from typing import Final, NamedTuple

from freecell_tui.controller.frontend import Action, Step
from freecell_tui.engine import Suit
from freecell_tui.ui.drawing.cards.strokes import WIDEST_FACE
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.surface import Box, Point, Size, Surface
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.mouse import MouseEvent


class Choice(NamedTuple):
    """A choice of the player's: a key, a text and an action."""

    key: str
    """The key as urwid names it, or '' for a choice without a key."""
    text: str
    """The text of its row or hint; with '' the key acts, but is not shown."""
    action: Action
    detail: str = ""
    """A remark beside the text, in a quiet ink."""
    more_keys: tuple[str, ...] = ()
    """Further keys of the choice, which are not shown."""


def choice_of_key(key: str, choices: Iterable[Choice]) -> Choice | None:
    """Return the first choice with a key, or None."""
    return next((choice for choice in choices if key in (choice.key, *choice.more_keys)), None)


def step_choices(hint: str, text: str, go: Callable[[int], object], steps: Mapping[str, int]) -> list[Choice]:
    """Return a choice for each key, and a visible hint for all.

    Each key of `steps` calls `go` with its step; a click on the hint calls it with 1.
    """
    return [Choice(hint, text, partial(go, 1)), *(Choice(key, "", partial(go, step)) for key, step in steps.items())]


FRAME: Final = 1
"""The cells that a dialog's frame takes on each side."""

Clicks = list[tuple[Box, Action | None]]
"""The action of a left click on each box of a drawing; None for no action. Later boxes cover earlier ones."""


def click(clicks: Clicks, event: MouseEvent) -> None:
    """Run the topmost action under the pointer after a left click."""
    action = next((action for box, action in reversed(clicks) if box.contains(event.x, event.y)), None)
    if action is not None and event.is_click:
        action()


GAPS: Final = (3, 2, 1)
"""The cells between two hints, from a roomy row to a full one."""
_WIDE: Final = 60
"""The width of a row, in cells, from which the hints keep a gap of two cells if not all of them fit."""


def draw_key_hints(
    surface: Surface, row: Box, hints: Sequence[Choice], glyphs: Glyphs, more: Sequence[Choice] = (), aside: str = ""
) -> Clicks:
    """Draw hints side by side, and return the click actions.

    Hints that do not fit are left out; the last one, the way out, is always drawn.
    `more` are hints at the end, and `aside` is a text on the right; each is drawn only where all hints have room.
    """
    named, aside = named_hints(hints, glyphs), glyphs.displayable(aside)
    if aside and hints_width(named, GAPS[-1]) + len(aside) + 2 <= row.width:
        surface.text(row.right - len(aside), row.y, aside, "bar quiet")
        row = row._replace(width=row.width - len(aside) - 2)
    if hints_width([*named, *more], GAPS[1]) <= row.width:
        named += named_hints(more, glyphs)
    elif hints_width(named, GAPS[-1]) > row.width:
        named = named_hints(hints, glyphs, brief=True)
    least_gap = GAPS[2] if row.width < _WIDE else GAPS[1]
    gap = next((gap for gap in GAPS if hints_width(named, gap) <= row.width), least_gap)
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


def first_letter(surface: Surface, dialog: Box | None) -> Point:
    """Return the cell of the first letter in a dialog's frame, or else in the bottom bar or on the screen."""
    width, height = surface.width, surface.height
    rows = [height - 1, *range(height)] if dialog is None else range(dialog.y + FRAME, dialog.bottom - FRAME)
    first, last = (0, width) if dialog is None else (dialog.x + FRAME, dialog.right - FRAME)
    for y in rows:
        text = "".join(surface.chars[y][first:last])
        if text.strip():
            return first + len(text) - len(text.lstrip()), y
    return first, height - 1


def named_hints(hints: Sequence[Choice], glyphs: Glyphs, *, brief: bool = False) -> list[Choice]:
    """Return hints with the names of their keys, in the terminal's characters.

    If `brief`, arrow keys that the terminal cannot draw are named by marks instead of words.
    """
    return [hint._replace(key=glyphs.key_names(key_name(hint.key), brief=brief)) for hint in hints]


def hints_width(named: Sequence[Choice], gap: int) -> int:
    """Return the width of named hints side by side, in cells."""
    return sum(len(f"{hint.key} {hint.text}".rstrip()) for hint in named) + gap * (len(named) - 1)


def move_slots(steps: Sequence[Step], glyphs: Glyphs, inks: Mapping[Suit, str]) -> list[list[tuple[str, str]]]:
    """Return a slot for each move: the keys and the first card.

    A slot is a list of texts and their roles. All slots have the same width, and a blank at the end.
    The number of several cards follows their first one.
    """
    slots = []
    for keys, cards in steps:
        first, times = cards[0], glyphs.displayable(f"×{len(cards)}") if len(cards) > 1 else ""
        chip = f" {glyphs.card(first):<{WIDEST_FACE}} "
        slots.append([(f"{keys} ", "bar title"), (chip, f"card {inks[first.suit]}"), (times, "bar text")])
    widths = [sum(len(text) for text, _ in slot) for slot in slots]
    slot_width = max(widths, default=0) + 1
    return [[*slot, (" " * (slot_width - width), "bar text")] for slot, width in zip(slots, widths, strict=True)]


MANY: Final = 1_000_000
"""A number of rows that no list or dialog has."""


def steps(page: int, back: str = "up", on: str = "down") -> dict[str, int]:
    """Map navigation keys to steps in rows.

    `page` is the step of Page-Up and Page-Down; Home and End are -MANY and MANY.
    """
    return {back: -1, on: 1, "page up": -page, "page down": page, "home": -MANY, "end": MANY}


def centred_window(chosen: int, count: int, room: int) -> range:
    """Return the visible rows of a list around the chosen row.

    The chosen row is in the middle, but for the ends of the list. `room` of `count` rows are visible.
    """
    first = max(min(chosen - room // 2, count - room), 0)
    return range(first, min(first + room, count))


def scrolled_window(first: int, chosen: int, count: int, room: int) -> range:
    """Return the visible rows of a list after the least scrolling.

    `first` is the first visible row before; `room` of `count` rows are visible, with the chosen row among them.
    """
    first = min(max(first, chosen - room + 1), chosen)
    first = max(min(first, count - room), 0)
    return range(first, min(first + room, count))


class ScrollBar(NamedTuple):
    """The scroll bar of the visible `window` of `rows` rows, beside the box that scrolls."""

    box: Box
    window: range
    rows: int

    def draw(self, surface: Surface, x: int, y: int, glyphs: Glyphs) -> None:
        """Draw the bar in column `x`, from row `y` down."""
        height, count = self.box.height, self.rows
        length = max(height * len(self.window) // count, 1)
        top = (height - length) * self.window.start // max(count - len(self.window), 1)
        surface.fill(x, y, 1, height, "bar quiet", glyphs.well[-1])
        surface.fill(x, y + top, 1, length, "bar title", glyphs.cursor_frame[-1])


class DrawContext(Surface):
    """The surface that a dialog draws on, with click actions."""

    def __init__(self, size: Size, glyphs: Glyphs) -> None:
        super().__init__(*size, "bar text")
        self.clicks: Clicks = []
        self.glyphs = glyphs
        self.scroll_bars: list[ScrollBar] = []
        """The scroll bars, which stand in the blank columns to the right of their boxes."""

    def write(
        self, x: int, y: int, text: str, ink: str = "text", *, background: str = "bar", action: Action | None = None
    ) -> int:
        """Write `text`, and return the column after the text.

        A click on the text runs `action`, if there is one.
        """
        text = self.glyphs.key_names(text)
        self.text(x, y, text, f"{background} {ink}")
        if action is not None:
            self.on_click(Box(x, y, len(text), 1), action)
        return x + len(text)

    def on_click(self, box: Box, action: Action | None = None) -> None:
        """Set the action of a click in a box, or None."""
        self.clicks.append((box, action))

    def put_cursor(self, box: Box) -> None:
        """Put the terminal's cursor on the first letter in a row.

        This is the row's key, if the row has one; a mark before the text is no letter.
        """
        row = self.chars[box.y][max(box.x, 0) : box.right]
        letters = (x for x, char in enumerate(row, max(box.x, 0)) if char.isalnum() or char in punctuation)
        self.cursor = next(letters, box.x), box.y
