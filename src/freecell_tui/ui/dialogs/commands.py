"""Everything that can be done, with its key: first what the screen below offers, then all other commands."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from freecell_tui.controller.actions import play_deal
from freecell_tui.controller.commands import BY_NAME, COMMANDS, FILLERS, MENU, Command, listed, search, useful_commands
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.features.games import DEAL_NUMBERS
from freecell_tui.controller.frontend import Action, ScreenName
from freecell_tui.engine import VARIANTS, NoSuchDeal, NotationError, parse_deal
from freecell_tui.engine.text import capitalised
from freecell_tui.help import load_topics
from freecell_tui.storage.settings import SPECS
from freecell_tui.ui.drawing.surface import Size
from freecell_tui.ui.keymap import key_name, key_named
from freecell_tui.ui.stack import Dialog, Ui
from freecell_tui.ui.widgets.rows import Column, Row, Rows

_KEYS_WIDTH: Final = 11
_ROOMY: Final = 20  # the rows of a window from which on a rule is between the list and what the chosen command does
_FIRST: Final = ("how-to-play", "help")
_ONLY_IN_REPLAY: Final = "Only in a replay."
_NEEDS_GAME: Final = ("menu", "title")  # the commands of the program that are about the game on the table
_DEAL: Final = re.compile(
    r"(?:(?:play|deal|game|number|freecell|microsoft|go|to)\s+)*(#?\s*[-−]?\d[\d,]*)", re.IGNORECASE
)
"""A deal as people ask for one: `617`, `#617`, `deal 617`."""


class Entry(NamedTuple):
    """A thing to do: its keys as people write them, its name, what it is found by, and why it is `off`, or ''."""

    title: str
    action: Action
    about: str = ""
    found_by: str = ""
    off: str = ""
    keys: tuple[str, ...] = ()
    group: str = ""


class CommandList(Rows[Entry]):
    """A list over any screen: words that are typed find commands, settings and topics of the help."""

    columns_wanted = 96
    has_groups = True
    filter_label = "Find: "
    open_label = "do it"
    opens_at_once = True
    close_label = "close"
    nothing = "Nothing found. Try another word: undo, colours, screenshot …"

    def __init__(self, ui: Ui) -> None:
        self._entries = list(_entries(ui))
        lines = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines()
        rows = [f"{line} |  | ".split(" | ") for line in lines if line and not line.startswith("#")]
        # What people type for a thing, what is said of it, and its help topic.
        words = {title: (typed, said, topic) for title, typed, said, topic, *_ in rows}
        lacking = (
            Entry(name, ui.close_screen, "", found_by, said)
            for name, (found_by, said, topic) in words.items()
            if said and not topic
        )
        self._everything = [*lacking, *self._entries, *_besides(ui, words)]
        self._found: tuple[str, Sequence[Entry]] = "", self._entries
        super().__init__(ui, "Help and all commands")

    def wanted(self) -> Size:
        self.has_rule = self.window[1] >= _ROOMY
        keys = Column(8 if self.is_narrow else _KEYS_WIDTH, ink="title")  # in a narrow window one key
        self.columns = (Column(weight=3), keys, *([] if self.is_narrow else [Column(weight=2, ink="quiet")]))
        return super().wanted()

    @property
    def items(self) -> Sequence[Entry]:
        """Everything, or what fits the typed words best; a deal and what a typed key does come first."""
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
                *(entry for entry in self._entries if key in (each.rpartition(" ")[2] for each in entry.keys)),
            ]
            self._found = typed, [*first, *(entry for entry in found if entry not in first and not deals)]
        return self._found[1]

    def group(self, item: Entry) -> str:
        return item.group

    def row(self, item: Entry) -> Row:
        named = [self.glyphs.key_names(key) for key in item.keys]
        keys = " ".join(named)
        if self.is_narrow or len(keys) > _KEYS_WIDTH:
            keys = next(iter(named), "")
        # Why it is off, or else by which typed words it is found that are not in its title.
        known, title = f"{item.about} {item.found_by}".lower(), item.title.lower()
        words = (word for word in self.typed.lower().split() if word not in FILLERS and word not in title)
        found_by = " ".join(word for word in words if word in known)
        why = re.split(r"(?<=\.) ", item.off)[0] or (f"“{found_by}”" if found_by else "")
        return Row([(item.title, "quiet" if item.off else "text"), keys, why])

    def label(self) -> str:
        chosen = self.chosen
        return self.open_label if chosen is not None and not chosen.off else ""

    def about(self, item: Entry) -> tuple[str, str]:
        if item.off:
            return item.off, "warning"
        return f"{capitalised(item.about)}." if item.about != item.title else "", "quiet"

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


def _entries(ui: Ui) -> Iterator[Entry]:
    below, controller = ui.top, ui.controller
    for name in _FIRST:
        yield _entry(ui, BY_NAME[name], "Help")
    here = below.title if isinstance(below, Dialog) else "Here"
    titles = {BY_NAME[name].title for name in ("commands", "replay-commands", *_FIRST)}
    for key, title, action, *_ in below.commands():
        if title not in titles and key != "esc":
            known = next((command for command in COMMANDS if command.title == title), None)
            about, found_by = (known.help, known.found_by) if known is not None else (title, "")
            yield Entry(title, action, about, found_by, "", (key_name(key),) * bool(key), here)
            titles.add(title)
    left = [each for each in COMMANDS if each.title not in titles]
    is_at_table = ui.top is ui.opaque and ui.shows_game
    for heading, command in listed(left, useful_commands(controller) if is_at_table else ()):
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

    def give() -> None:
        """Carry it out, and show what follows, as its key at the table does."""
        ui.execute(command.name)
        if ui.shows_game:
            ui.controller.game_changed()

    return Entry(command.title, give, command.help, command.found_by, off or "", keys, group)


def _keys(ui: Ui, command: str) -> tuple[str, ...]:
    """Return the keys of a command as people write them; where only the menu has one, that of the menu before it."""
    keymap, menu = ui.keymap, ui.keymap.named("menu")
    keys = tuple(map(key_name, keymap.keys(command)))
    if keys or not (menu and ui.shows_game and command in chain(*MENU.values())):
        return keys
    return tuple(f"{menu} then {key_name(key)}" for key in keymap.in_dialog(command))


def _deals(ui: Ui, typed: str) -> Iterator[Entry]:
    """Yield the row that plays the deal whose number is typed, or says why there is none."""
    found = _DEAL.fullmatch(typed)
    if found is None:
        return
    off, action = "", ui.close_screen
    try:
        action = partial(play_deal, ui.controller, parse_deal(found[1].replace(" ", "")))
    except (NoSuchDeal, NotationError) as error:
        off = str(error)
    yield Entry(f"play deal {found[1].lstrip('# ')}", action, DEAL_NUMBERS, "", off, _keys(ui, "deal-by-number"))


def _besides(ui: Ui, words: Mapping[str, tuple[str, str, str]]) -> Iterator[Entry]:
    """Yield what only words find: settings and variants, each of which opens at its row, and topics of the help."""

    def open_at(request: ScreenName, at: int) -> None:
        ui.show(request)
        top = ui.top
        if isinstance(top, Rows):
            top.choose(at)

    def entry(title: str, action: Action, about: str, command: str = "") -> Entry:
        found_by, *_ = words.get(title, ("", ""))
        return Entry(title, action, about, found_by, keys=_keys(ui, command))

    settings = [(spec.title.lower(), spec.help) for spec in SPECS]
    for at, (title, about) in enumerate([*settings, ("your own keys", "choose your own keys for commands")]):
        yield entry(f"setting: {title}", partial(open_at, "settings", at), about, "settings")
    for at, variant in enumerate(VARIANTS.values()):
        action = partial(open_at, "variants", at)
        yield entry(f"variant: {variant.title}", action, "opens the variants, with this one chosen", "variants")
    for each in load_topics():
        action = partial(ui.show, "help", each.name)
        yield entry(f"help: {each.title.lower()}", action, "opens this topic of the help")
    for title, (_, said, topic) in words.items():
        if topic:
            yield entry(title, partial(ui.show, "help", topic), said.rstrip("."))
