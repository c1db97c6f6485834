"""What the bottom bar says while there is no message: the most useful keys, or what they do with lifted cards."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from freecell_tui.controller.commands import BY_NAME, useful_commands
from freecell_tui.controller.play.reach import Way, lifted_cards, ways
from freecell_tui.engine import HOME, Card, Pile, PileKind
from freecell_tui.ui.context import Ui
from freecell_tui.ui.key_names import key_name

_LOSES: Final = ("loses",)
_MOST_FACES: Final = 3
"""Of more lifted cards only the first and the last are named."""

_FEW: Final = 5
_WIDE: Final = 72
"""With less room there are only a few labels, so that they can be taken in at a glance."""


class KeyLabel(NamedTuple):
    """A key in the bottom bar: what a click on it gives, the key and a word.

    `command` is a command's name or a pile's letter. It `is_off` while it cannot be given, and `warns` of what it does.
    `brief` is the word where there is no room for the whole one.
    """

    command: str
    key: str
    label: str
    is_off: bool = False
    warns: bool = False
    brief: str = ""

    @property
    def width(self) -> int:
        """The cells that it takes."""
        return len(f"{self.key} {self.label}".rstrip())


class Bar(NamedTuple):
    """The labels of the bar, the most important first; with a `lead` before them, the last is the way back."""

    labels: Sequence[KeyLabel] = ()
    lead: str = ""

    @property
    def gap(self) -> str:
        """What is between two labels."""
        return " · " if self.lead else "  "

    def fitting(self, room: int) -> Sequence[KeyLabel]:
        """Return the labels that fit into `room` cells: fewer where there is little, but none without its words.

        With a lead they are brief if otherwise there is room for none but the way back.
        """
        if not self.lead:
            return self._fitting(self.labels if room >= _WIDE else self.labels[:_FEW], (), room)
        *others, last = self.labels
        room -= len(self.lead) + 1
        shown = self._fitting(others, (last,), room)
        if len(shown) > 1:
            return shown
        return self._fitting([label._replace(label=label.brief) for label in others], (last,), room)

    def _fitting(self, labels: Sequence[KeyLabel], last: Sequence[KeyLabel], room: int) -> Sequence[KeyLabel]:
        """Return as many labels as fit before the last ones."""
        for count in range(len(labels), 0, -1):
            shown = [*labels[:count], *last]
            if sum(label.width for label in shown) + len(self.gap) * (len(shown) - 1) <= room:
                return shown
        return last


def bottom_bar(ui: Ui, losing: frozenset[Pile]) -> Bar:
    """Return what the bar says now; `losing` are the targets to which a move loses a won game."""
    controller = ui.controller
    if controller.session.selection is not None:
        return _of_lifted(ui, losing)
    labels = [*_at_once(ui, losing)]
    labels += (
        KeyLabel(name, ui.glyphs.key_names(key_name(keys[0])), BY_NAME[name].label)
        for name in useful_commands(controller)
        if (keys := ui.keymap.keys(name)) and name not in {label.command for label in labels}
    )
    return Bar(labels)


def _at_once(ui: Ui, losing: frozenset[Pile]) -> Iterator[KeyLabel]:
    """Yield the move that Enter plays at once, if there is one, and whether it loses."""
    session = ui.controller.session
    for way in ways(session)[:1]:
        warns = bool(losing) and ui.controller.advisor.analysis.loses(session.game, way.move)
        text = " ".join([ui.keymap.pile_key(_letter(way)), _on_what(way), *_LOSES[:warns]])
        yield KeyLabel("lift", ui.keymap.named("lift"), text, warns=warns)


def _of_lifted(ui: Ui, losing: frozenset[Pile]) -> Bar:
    session = ui.controller.session
    cards, cursor = lifted_cards(session), session.shown_cursor
    labels = []
    for way in ways(session):
        warns = way.target in losing
        label = " ".join([_what_goes(way, cards), *_LOSES[:warns]])
        letter = _letter(way)
        key = ui.keymap.pile_key(letter)
        if cursor is not None and cursor.pile == way.target:
            brief = " ".join([key, *_LOSES[:warns]])
            labels.append(KeyLabel("lift", ui.keymap.named("lift"), f"{key} {label}", warns=warns, brief=brief))
        else:
            labels.append(KeyLabel(letter, key, label, warns=warns, brief="".join(_LOSES[:warns])))
    if not labels:
        labels.append(KeyLabel("put-back", "no place", ""))
    faces = [card.face for card in cards]
    named = " ".join(faces) if len(faces) <= _MOST_FACES else f"{faces[0]}…{faces[-1]}"
    return Bar(
        [*labels, KeyLabel("put-back", ui.keymap.named("put-back"), BY_NAME["put-back"].label)],
        ui.glyphs.displayable(f"{named} →"),
    )


def _letter(way: Way) -> str:
    return HOME.letter if way.target.kind is PileKind.FOUNDATION else way.target.letter


def _what_goes(way: Way, lifted: Sequence[Card]) -> str:
    """Return what the cards go on, and how many of them go if not all."""
    if len(way.cards) == len(lifted):
        return _on_what(way)
    onto = f"{way.onto.face} " if way.onto is not None else ""
    return f"{onto}({way.cards[0].face} only)" if len(way.cards) == 1 else f"{onto}({len(way.cards)} cards)"


def _on_what(way: Way) -> str:
    if way.target.kind is PileKind.COLUMN:
        return "empty" if way.onto is None else way.onto.face
    return "home" if way.target.kind is PileKind.FOUNDATION else "cell"
