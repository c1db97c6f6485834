"""The list of all commands with their keys, those of the screen below first."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from textwrap import shorten
from typing import Final, NamedTuple

from freecell_tui.controller.actions import play_deal
from freecell_tui.controller.commands import BY_NAME, COMMANDS, MENU, Command, listed, search, useful_commands
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.about import about_program, how_to_report
from freecell_tui.controller.features.games import DEAL_NUMBERS
from freecell_tui.controller.frontend import Action, ScreenName
from freecell_tui.engine import VARIANTS, NoSuchDeal, NotationError, parse_deal
from freecell_tui.engine.text import capitalised, plain_text
from freecell_tui.help import load_topics
from freecell_tui.storage.settings import SPECS
from freecell_tui.ui.drawing.surface import Size
from freecell_tui.ui.keymap import key_name, key_named
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.rows import Column, Row, Rows

_KEYS_WIDTH: Final = 11
_ONE_KEY: Final = 8  # the width of the keys in a narrow window
_GAP: Final = 2
_MORE: Final = " …"
_LEAST_ABOUT: Final = 16
_LEAST_ROWS: Final = 8  # with the frame and blank rows 12
_ROOMY: Final = 20  # the rows of a window from which on a rule is between the list and its note
_FIRST: Final = ("how-to-play", "help")
_ONLY_IN_REPLAY: Final = "Only in a replay."
_NEEDS_GAME: Final = ("menu", "title")  # the commands of the program that are about the game on the table
_DEAL: Final = re.compile(
    r"(?:(?:play|deal|game|number|freecell|microsoft|go|to)\s+)*(#?\s*[-−]?\d[\d,]*)", re.IGNORECASE
)
"""A deal as people type it: `617`, `#617`, `deal 617`."""


class Entry(NamedTuple):
    """A command, a setting, a variant, a topic or a deal in the list."""

    title: str
    action: Action
    about: str = ""
    """A sentence about it, without its full stop."""
    found_by: str = ""
    """More words that find it."""
    off: str = ""
    """Why it cannot be used now, or ''."""
    keys: tuple[str, ...] = ()
    """Its keys as people write them."""
    group: str = ""


class Words(NamedTuple):
    """A row of the file of words that people type."""

    typed: str
    about: str
    topic: str
    """The help topic that answers the words, or ''."""


class CommandList(Rows[Entry]):
    """The list of commands, in which typed words find settings and help topics, too."""

    columns_wanted = 104
    has_groups = True
    _tallest = 0
    """The rows of the list while nothing is typed."""
    _about_width = 0
    """The width of the column with the help of each row, in cells."""
    filter_label = "Find: "
    open_label = "do it"
    opens_at_once = True
    close_label = "close"
    nothing = "Nothing found. Try another word: undo, colours, screenshot …"

    def __init__(self, ui: Ui) -> None:
        self._entries = list(_entries(ui))
        words = _read_words()
        others = {entry.title: entry for entry in _other_entries(ui)}
        lacking = list[Entry]()
        for title, row in words.items():
            if title in others:
                others[title] = others[title]._replace(found_by=row.typed)
            elif row.topic:
                others[title] = Entry(title, partial(ui.show, "help", row.topic), row.about.rstrip("."), row.typed)
            elif row.about:
                lacking.append(Entry(title, ui.close_screen, "", row.typed, row.about))
        self._everything = [*lacking, *self._entries, *others.values()]
        self._found: tuple[str, Sequence[Entry]] = "", self._entries
        super().__init__(ui, "Help and all commands")

    def wanted(self) -> Size:
        self.has_rule = self.window[1] >= _ROOMY
        titles = Column(max((len(item.title) for item in self.items), default=0) + _GAP)
        keys = Column(_KEYS_WIDTH, ink="title")
        self._about_width = min(self.columns_wanted, self.room) - titles.width - keys.width - 2 * _GAP - 1
        self.columns = (titles, keys, Column(weight=1, ink="quiet", least=_LEAST_ABOUT))
        if self.is_narrow:
            self.columns = (Column(weight=1), Column(_ONE_KEY, ink="title"))
        if not self.typed:
            wanted = super().wanted()
            self._tallest = wanted[1]
            return wanted
        # The list is as high as its rows, below the words, which stay where they are.
        self._most_rows = 0
        columns, rows = super().wanted()
        return columns, max(rows, _LEAST_ROWS)

    def first_row(self, size: Size, width: int, height: int) -> int:
        """Return the row where the list of all entries begins, so that typed words stay in their place."""
        tallest = min(max(height, self._tallest + self.rows_around), size[1] - 2)
        row = self._ui.opaque.row_of_dialog(size, width, tallest)
        return (size[1] - tallest) // 2 if row is None else min(row, size[1] - tallest)

    @property
    def items(self) -> Sequence[Entry]:
        """All entries, or those that fit the typed words best.

        The command of a typed key comes first. A typed deal takes the place of the entries found by words.
        """
        typed = self.typed
        if typed != self._found[0]:
            found: Sequence[Entry] = self._entries
            if typed:
                found = search(typed, self._everything, lambda entry: (entry.title, entry.found_by, entry.about))
                found = sorted(found, key=lambda entry: entry.off == _ONLY_IN_REPLAY)
            deals = list(_deals(self._ui, typed))
            key = key_name(key_named(typed) or typed)
            first = [
                *deals,
                *(entry for entry in self._entries if key in (name.rpartition(" ")[2] for name in entry.keys)),
            ]
            self._found = typed, [*first, *(entry for entry in found if entry not in first and not deals)]
        return self._found[1]

    def group(self, item: Entry) -> str:
        return item.group

    def row(self, item: Entry) -> Row:
        names = [self.glyphs.key_names(key) for key in item.keys]
        keys = " ".join(names)
        if self.is_narrow or len(keys) > _KEYS_WIDTH:
            keys = next(iter(names), "")
        about = re.split(r"(?<=\.) ", item.off)[0] or item.about.removeprefix(item.title).lstrip(":;, ")
        shown = shorten(about, max(self._about_width, len(_MORE)), placeholder=_MORE)
        return Row([(item.title, "quiet" if item.off else "text"), keys, shown])

    def label(self) -> str:
        chosen = self.chosen
        return self.open_label if chosen is not None and not chosen.off else ""

    def about(self, item: Entry) -> tuple[str, str]:
        if item.off:
            return item.off, "warning"
        return f"{capitalised(item.about)}.", "quiet"

    def all_notes(self) -> Sequence[str]:
        return [f"{max((entry.off or entry.about for entry in self._entries), key=len)}."]

    def open(self, item: Entry) -> None:
        if not item.off:
            self._ui.close_screen()
            item.action()

    def press(self, key: str) -> str | None:
        if not self.filter.text and self._keymap.matches(key, "commands"):
            self._ui.close_screen()
            return None
        return super().press(key)


def _read_words() -> dict[str, Words]:
    """Return the words that people type, by the title that they find."""
    lines = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines()
    rows = [f"{line} |  | ".split(" | ") for line in lines if line and not line.startswith("#")]
    told = {"about": about_program(), "report": how_to_report()}
    return {title: Words(typed, text.format_map(told), topic) for title, typed, text, topic, *_ in rows}


def _entries(ui: Ui) -> Iterator[Entry]:
    """Yield the two commands for help, then the choices of the screen below, then all other commands."""
    below, controller = ui.top, ui.controller
    for name in _FIRST:
        yield _entry(ui, BY_NAME[name], "Help")
    screen_group = below.title if isinstance(below, Dialog) else "Here"
    titles = {BY_NAME[name].title for name in ("commands", "replay-commands", *_FIRST)}
    for key, title, action, *_ in below.commands():
        if title not in titles and key != "esc":
            known = next((command for command in COMMANDS if command.title == title), None)
            about, found_by = (known.help, known.found_by) if known is not None else (title, "")
            yield Entry(title, action, about, found_by, "", (key_name(key),) if key else (), screen_group)
            titles.add(title)
    others = [command for command in COMMANDS if command.title not in titles]
    is_at_table = ui.top is ui.opaque and ui.shows_game
    for heading, command in listed(others, useful_commands(controller) if is_at_table else ()):
        if not command.lines_only:
            yield _entry(ui, command, heading)


def _entry(ui: Ui, command: Command[Controller], group: str) -> Entry:
    keys, screen = _keys(ui, command.name), ui.opaque
    off: str | None = None
    if command.group == "Watching":
        off = _ONLY_IN_REPLAY
    elif ui.shows_game:
        off = command.disabled(ui.controller)
    elif command.name in _NEEDS_GAME or not (command.anywhere or command.group == "The program"):
        off = screen.why_off(command.name)
    if off and (instead := screen.instead(command.name)) is not None:
        about, action = instead
        return Entry(command.title, action, about, f"{command.found_by} {command.help}", "", keys, group)
    return Entry(
        command.title, partial(_execute, ui, command.name), command.help, command.found_by, off or "", keys, group
    )


def _execute(ui: Ui, command: str) -> None:
    """Execute a command, and show its effects, as its key does."""
    ui.execute(command)
    if ui.shows_game:
        ui.controller.game_changed()


def _keys(ui: Ui, command: str) -> tuple[str, ...]:
    """Return the keys of a command as people write them.

    A key of the menu alone has the menu's key before it.
    """
    keymap, menu = ui.keymap, ui.keymap.named("menu")
    keys = tuple(map(key_name, keymap.keys(command)))
    if keys or not (menu and ui.shows_game and command in chain(*MENU.values())):
        return keys
    return tuple(f"{menu} then {key_name(key)}" for key in keymap.in_dialog(command))


def _deals(ui: Ui, typed: str) -> Iterator[Entry]:
    """Yield an entry that plays the typed deal, or says why there is no such deal."""
    match = _DEAL.fullmatch(plain_text(typed))
    if match is None:
        return
    off, action = "", ui.close_screen
    try:
        action = partial(play_deal, ui.controller, parse_deal(match[1].replace(" ", "")))
    except (NoSuchDeal, NotationError) as error:
        off = str(error)
    yield Entry(f"play deal {match[1].lstrip('# ')}", action, DEAL_NUMBERS, "", off, _keys(ui, "deal-by-number"))


def _other_entries(ui: Ui) -> Iterator[Entry]:
    """Yield the entries that only typed words find: settings, variants and help topics."""
    settings = [(spec.title.lower(), spec.help) for spec in SPECS]
    for index, (name, about) in enumerate([*settings, ("your own keys", "choose your own keys for commands")]):
        # The themes and the keys have screens of their own, which show more than their rows.
        opens = name in ("theme", "your own keys")
        action = partial(_open_row, ui, "settings", index, opens=opens)
        yield Entry(f"setting: {name}", action, about, keys=_keys(ui, "settings"))
    for index, variant in enumerate(VARIANTS.values()):
        action, about = partial(_open_row, ui, "variants", index), "opens the variants, with this one chosen"
        yield Entry(f"variant: {variant.title}", action, about, keys=_keys(ui, "variants"))
    for topic in load_topics():
        action = partial(ui.show, "help", topic.name)
        yield Entry(f"help: {topic.title.lower()}", action, topic.summary.rstrip("."))


def _open_row(ui: Ui, screen: ScreenName, index: int, *, opens: bool = False) -> None:
    """Open a list with one of its rows chosen, or the screen that the row `opens`."""
    ui.show(screen)
    top = ui.top
    if isinstance(top, Rows):
        top.choose(index)
        if opens:
            top.open_chosen()
