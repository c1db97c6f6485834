"""The table as a widget: the cards between a top bar and a bottom bar."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from textwrap import wrap
from types import MappingProxyType
from typing import Final, NamedTuple

from freecell_tui.controller.advice.analysis import Loss
from freecell_tui.controller.commands import BY_NAME, useful_commands
from freecell_tui.controller.frontend import Message
from freecell_tui.controller.play.changes import ReportedGame, change, focus_sentence, found_sentence
from freecell_tui.controller.play.game import Race
from freecell_tui.controller.play.session import Session, Way, places_like, ways
from freecell_tui.controller.records.marks import column
from freecell_tui.controller.records.results import BestOfDeal
from freecell_tui.engine import DECK, HOME, Pile, PileKind
from freecell_tui.engine.positions import deal_mark
from freecell_tui.engine.rules import supermove_limit
from freecell_tui.engine.text import capitalised, clock_text, counted
from freecell_tui.ui.drawing import themes
from freecell_tui.ui.drawing.appearance import Appearance
from freecell_tui.ui.drawing.cards.strokes import draw_plate
from freecell_tui.ui.drawing.glyphs import Glyphs
from freecell_tui.ui.drawing.layout import Layout
from freecell_tui.ui.drawing.motion import Motion
from freecell_tui.ui.drawing.painter import Drag, Painter, Scene
from freecell_tui.ui.drawing.surface import SMALLEST, Box, Size, Surface, fits
from freecell_tui.ui.keymap import key_name
from freecell_tui.ui.parts import move_slots
from freecell_tui.ui.stack import Ui

# The bottom bar without a message: the most useful keys, or the targets of lifted cards with their keys.

_LOSES: Final = " loses"
_MOST_FACES: Final = 3  # of more lifted cards only the first and the last are named
_WIDE: Final = 72  # with less room there are only a few labels, which can be taken in at a glance


class KeyLabel(NamedTuple):
    """A key in the bottom bar with its label."""

    command: str
    """The command that a click gives, or the letter of the pile that it chooses."""
    key: str
    label: str
    warns: bool = False
    """Whether the key loses a game that can still be won."""
    brief: str = ""
    """The label where there is little room."""

    @property
    def width(self) -> int:
        return len(f"{self.key} {self.label}".rstrip())


class Bar(NamedTuple):
    """The labels of the bottom bar, the most important first."""

    labels: Sequence[KeyLabel] = ()
    lead: str = ""
    """The text before the labels. With a lead, the last label is the way back."""

    @property
    def gap(self) -> str:
        return " · " if self.lead else "  "

    def fitting(self, room: int) -> Sequence[KeyLabel]:
        """Return the labels that fit into `room` cells.

        With a lead they are brief where no label but the last would fit.
        """
        last = self.labels[-1:] if self.lead else ()
        choices = [self.labels if room >= _WIDE else self.labels[:5]]
        if self.lead:
            others = self.labels[:-1]
            choices = [others, [label._replace(key=label.key.removesuffix(":"), label=label.brief) for label in others]]
            room -= len(self.lead) + 1
        for labels in choices:
            for count in range(len(labels), 0, -1):
                shown = [*labels[:count], *last]
                if sum(label.width for label in shown) + len(self.gap) * (len(shown) - 1) <= room:
                    return shown
        return last


def bottom_bar(ui: Ui, session: Session, losing: frozenset[Pile]) -> Bar:
    """Return the present bottom bar of a session.

    A move to a pile of `losing` loses a game that can still be won.
    """
    controller, keymap = ui.controller, ui.keymap
    if session.selection is not None:
        return _targets_bar(ui, session, losing)
    labels = [KeyLabel("lift", keymap.named("lift"), "summary")] if session.game.is_won else []
    for way in ways(session)[:1]:
        # Enter plays it at once.
        analysis = controller.table.analysis
        warns = bool(losing) and analysis.loses(session.game, analysis.board_after(session.game, way.move))
        text = _where(way, _target_name(way), keymap.pile_key(_letter(way)))
        labels.append(KeyLabel("lift", keymap.named("lift"), f"{text}{_LOSES}" if warns else text, warns=warns))
    shown = {label.command for label in labels}
    useful = {name: BY_NAME[name].label for name in useful_commands(controller) if name not in shown}
    return Bar([*labels, *_labels(ui, useful)])


def _labels(ui: Ui, words: Mapping[str, str]) -> Iterator[KeyLabel]:
    """Yield the labels of commands that have a key, from their `words` by the command's name."""
    for name, word in words.items():
        if keys := ui.keymap.keys(name):
            yield KeyLabel(name, ui.glyphs.key_names(key_name(keys[0])), word)


_AFTER_A_LOSS: Final = {
    "last-winnable": "back to it",
    "undo": "undo",
    "where-lost": "review",
    "restart": "again",
    "put-back": "close",
}
"""The commands that help after a loss, and their labels."""


def loss_labels(ui: Ui, loss: Loss) -> list[KeyLabel]:
    """Return the keys that help after a loss.

    Undo is among them only where no losing move is known to go back to.
    """
    other_way = "last-winnable" if loss.first_lost is None else "undo"
    can_help = (name for name in _AFTER_A_LOSS if name != other_way and BY_NAME[name].disabled(ui.controller) is None)
    return list(_labels(ui, {name: _AFTER_A_LOSS[name] for name in can_help}))


def _targets_bar(ui: Ui, session: Session, losing: frozenset[Pile]) -> Bar:
    """Return a label for each target of the lifted cards."""
    cards, cursor = session.selection.lifted if session.selection else (), session.shown_cursor
    labels = []
    for way in ways(session):
        warns = way.target in losing
        text, note = _target_name(way), ""
        if len(way.cards) < len(cards):
            note = f" ({way.cards[0].face} only)" if len(way.cards) == 1 else f" ({len(way.cards)} cards)"
        loses = _LOSES if warns else ""
        rest = f"{note}{loses}"
        letter = _letter(way)
        key = ui.keymap.pile_key(letter)
        if cursor is not None and cursor.pile == way.target:
            enter, label, brief = ui.keymap.named("lift"), f"{_where(way, text, key)}{rest}", f"{key}{loses}"
            labels.append(KeyLabel("lift", enter, label, warns=warns, brief=brief))
        else:
            labels.append(KeyLabel(letter, f"{key}:", f"{text}{rest}", warns=warns, brief=loses.strip()))
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


def _where(way: Way, text: str, key: str) -> str:
    """Return the name and key of a target: `cell a`, `empty 3`, `Q♥ in 4`, `home`."""
    if way.target.kind is PileKind.FOUNDATION:
        return text
    return f"{text} {key}" if way.onto is None else f"{text} in {key}"


def _target_name(way: Way) -> str:
    """Return the name of a target: `Q♥`, `empty`, `cell`, `home`."""
    if way.target.kind is PileKind.COLUMN:
        return "empty" if way.onto is None else way.onto.face
    return "home" if way.target.kind is PileKind.FOUNDATION else "cell"


_NARROW_PITCH: Final = 6
"""The least distance of two columns beside the magnifier."""
_GAP: Final = "   "
_TRACK: Final = 12  # the cells of the track of a race
_LINE_ROWS: Final = 3  # the rows that the line of a hint may take on a narrow screen, the bar's among them
_ROOMY: Final = 60  # the narrowest screen on which the bottom bar says how many cells are free
_WITH_BOTH: Final = 80
"""The narrowest on which it says how many cards an empty column takes, if fewer than another card does."""
_LOSS_FORMS: Final = (
    (66, 2, 16), (54, 2, 16), (40, 2, 0), (66, 1, 16), (39, 1, 0), (28, 1, 0), (39, 0, 0), (28, 0, 0), (18, 0, 0),
)  # fmt: skip
"""The forms of the plate of a loss: its columns, its margin and the columns of its curve.

With a margin of 2 it has a frame; without a margin it has no keys, which are in the bar, too.
"""
_LOSS_CURVE_ROWS: Final = 2
_LOSS_BAR: Final = 2
"""The columns of a position in the curve of a loss."""
_SPACIOUS: Final = 100  # the narrowest on which it says both, in whole words


class ShownVerdict(NamedTuple):
    """The verdict in the top bar, with an empty text while hidden."""

    text: str = ""
    ink: str = "quiet"


class TableFacts(NamedTuple):
    """Everything that a picture of the table shows, beside how it is drawn."""

    session: Session
    footer: Bar = Bar()
    """The bottom bar while there is no message."""
    is_silent: bool = False
    """Whether messages are left out."""
    losing: frozenset[Pile] = frozenset()
    """The piles to which a move would lose a game that can still be won."""
    refused: frozenset[Pile] = frozenset()
    """The piles that blink."""
    drag: Drag | None = None
    """The cards that the pointer holds."""
    verdict: ShownVerdict = ShownVerdict()
    verdict_note: str = ""
    """A remark after the verdict, where there is room."""
    is_unsaved: bool = False
    """Whether the game cannot be saved."""
    best: BestOfDeal = None
    race: Race | None = None
    occasion: str = ""
    """The tournament or the day that the game is played for."""
    loss: Loss | None = None
    """The loss that the player is being told."""
    loss_labels: Sequence[KeyLabel] = ()
    """The keys that help after a loss."""


class TopTexts(NamedTuple):
    """The texts in the top bar, and the column in which the figures begin."""

    title: str
    figures: str
    figures_x: int


class Table:
    """A session on a screen of any size.

    A sentence takes its place where the screen is too small.

    Every public attribute may be changed at any time.
    """

    can_magnify = True
    """Whether the magnifier shows cards, if the player uses one."""
    _magnifier: Painter | None = None
    show: Surface | None = None
    """A picture in place of the table, between the bars."""
    shows_verdict_note = False
    """Whether the last picture had the note after the verdict."""
    painter: Painter | None = None
    _drawn_for: object = None
    _painted: tuple[Painter, Scene, Surface] | None = None
    """The last picture behind a dialog, without its bars: for the dialog's next key it is the same."""

    def __init__(self, session: Session, glyphs: Glyphs, appearance: Appearance | None = None) -> None:
        self.facts = TableFacts(session)
        self.motion = Motion()
        self.glyphs = glyphs
        self.appearance = appearance or Appearance(themes.default())
        self._label_places: list[tuple[Box, str]] = []
        self._reported = ReportedGame(session, session.game, session.turns_played)
        self._change = ""
        """The sentence about the last change of the game, or the cards found, until the cursor moves."""

        self._found_rank: int | None = None

        self._changed_at = _focus(session)

    @property
    def session(self) -> Session:
        return self.facts.session

    def layout(self, size: Size) -> Layout:
        wanted = (size, self.session.game.variant, self.appearance, self.glyphs)
        if self.painter is None or wanted != self._drawn_for:
            self._drawn_for = wanted
            # The cards in the air were on their way to other places.
            self.motion.end()
            variant, beside = self.session.game.variant, 0
            self._magnifier = None
            if self.appearance.settings.magnifier and self.can_magnify and fits(size):
                self._magnifier = self.appearance.magnifier((size[0] // 2 - 2, size[1] - 2), variant, self.glyphs)
                plate = self._magnifier.layout.card_width + 2
                # Beside cards that are not too narrow, or else over those that are not looked at.
                beside = plate if size[0] - plate >= (variant.columns + 1) * _NARROW_PITCH else 0
            self.painter = self.appearance.painter((size[0] - beside, size[1]), variant, self.glyphs)
        return self.painter.layout

    def footer_command(self, x: int, y: int) -> str | None:
        """Return the command of the label at a point, in the bottom bar or on the plate of a loss."""
        return next((command for place, command in self._label_places if place.contains(x, y)), None)

    def render(self, size: Size) -> Surface:
        if not fits(size):
            # Cards in the air that are never drawn would never arrive.
            self.motion.end()
            return notice(*size)
        self.motion.follow(self.session.game, self.layout(size))
        assert self.painter is not None
        if self.show is not None:
            surface = self.show.copy()
        else:
            scene = self._scene()
            is_silent = self.facts.is_silent
            if is_silent and self._painted is not None and self._painted[:2] == (self.painter, scene):
                surface = self._painted[2].copy()
            else:
                surface = Surface(*size)
                surface.cursor = self.painter.paint(surface, scene)
                self._painted = (self.painter, scene, surface.copy()) if is_silent else None
            if self._magnifier is not None and not self.session.is_paused:
                self._draw_magnified(surface, self._magnifier, self.painter.layout)
        self._label_places = []
        self._draw_top_bar(surface)
        if self.facts.loss is not None and not self.appearance.settings.screen_reader:
            self._draw_loss(surface, self.facts.loss)
        self._draw_bottom_bar(surface)
        return surface

    def _scene(self) -> Scene:
        facts, session = self.facts, self.session
        board, flying = self.motion.frame(session.game.board)
        reach = _reach(session)
        if self.appearance.settings.screen_reader and not session.is_paused:
            # The terminal's cursor and the sentence in the bar say what colours would; each of them would be spoken.
            return Scene(board, cursor=session.cursor, cursor_depths=range(0))
        return Scene(
            board,
            source=session.selection.pile if session.selection else None,
            lifted=session.lifted_count,
            movable_count=reach.movable_count,
            partial_counts=reach.partial_counts,
            targets=session.targets() | session.hinted_places(),
            cursor=session.shown_cursor,
            cursor_depths=session.cursor_depths,
            refused=facts.refused,
            losing=facts.losing,
            hinted=session.hint.source if session.hint else None,
            hinted_count=session.hint.cards if session.hint else 1,
            drag=facts.drag if session.selection else None,
            flying=flying,
            found=session.lit,
            safe=session.rank_finder.safe(session.game.board, session.game.variant),
            related=session.related,
            face_down=session.is_paused,
        )

    def _draw_magnified(self, surface: Surface, painter: Painter, layout: Layout) -> None:
        """Draw the lifted or hinted cards, or the column at the cursor, as large as there is room."""
        session, rows = self.session, surface.height - 2
        pile, depth = session.shown_cursor or session.cursor._replace(depth=1)
        depths, state = session.cursor_depths if session.shows_cursor else range(0), "cursor"
        if session.selection is not None:
            pile, depth = session.selection.pile, session.lifted_count
            depths, state = range(1, depth + 1), "lifted"
        elif session.hint is not None:
            pile, depth = session.hint.source, session.hint.cards
            depths, state = range(1, depth + 1), "hinted"
        cards, large = session.game.board.cards(pile), painter.layout
        if not cards:
            return
        most = 1 + max(rows - large.shape.height, 0) // large.covered_height
        start = max(min(len(cards) - depth, len(cards) - most), 0)
        shown = cards[start : start + most]
        looks = [state if len(cards) - index in depths else "card" for index in range(start, start + len(shown))]
        width, height = large.card_width + 2, large.shape.height + (len(shown) - 1) * large.covered_height
        box = layout.card_box(pile, len(cards))
        is_left = layout.width == surface.width and box.x + box.right > surface.width
        plate = Box(0 if is_left else surface.width - width, 1, width, min(height, rows))
        surface.fill(*plate, "felt" if layout.width < surface.width else "bar")
        painter.paint_stack(surface, plate._replace(x=plate.x + 1, width=large.card_width), shown, looks)

    def _names(self) -> list[str]:
        """Return the variant and deal of the game, in ever fewer words."""
        title, deal = self.session.game.variant.title, deal_mark(self.session.game.deal)
        names = (self.session.game.variant.full_title, title, title.split()[0])
        return [*(f"{self.glyphs.displayable(name)} {deal}" for name in names), deal]

    def _draw_texts_above(self, surface: Surface, pairs: Iterable[tuple[str, str]]) -> TopTexts:
        """Draw the first pair of texts that fits in the top bar, or else the last pair, and return the texts."""
        surface.fill(0, 0, surface.width, 1, "bar")
        for title, figures in pairs:
            if len(title) + len(figures) <= surface.width - 4:
                break
        x = surface.width - 1 - len(figures)
        surface.text(1, 0, title, "bar title")
        surface.text(x, 0, figures, "bar text")
        return TopTexts(title, figures, x)

    def _draw_top_bar(self, surface: Surface) -> None:
        facts, game = self.facts, self.session.game
        unsaved = " NOT SAVED" if facts.is_unsaved else ""
        left = [f"{name}{unsaved}" for name in self._names()]
        stands = " stopped" if self.session.clock_stands else ""
        time = f"{clock_text(self.session.clock.elapsed)}{stands}" if self.appearance.settings.clock else ""
        moves, undos = game.moves_made, self.session.undos
        right = [
            f"moves {moves}{_GAP}undos {undos}{_GAP}{time}".rstrip(),
            f"moves {moves} undos {undos} {time}".rstrip(),
            f"m{moves} u{undos} {time}".rstrip(),
        ]
        full = self._race_figures(right)
        if facts.best is not None and not full and not game.is_won:
            seconds, fewest = facts.best
            bests = [f"{fewest} moves"]
            if seconds is not None and self.appearance.settings.clock:
                bests = [f"{clock_text(seconds)}, {fewest} moves", clock_text(seconds)]
            full = [f"{right[0]}{_GAP}best {best}" for best in bests]
        right = [*full, *right]
        verdict, ink = ShownVerdict() if self.session.is_paused else facts.verdict
        if verdict:
            dot, note = self.glyphs.verdict(ink), self.glyphs.displayable(facts.verdict_note)
            if facts.race is not None:
                full = [text for each in full for text in (f"{each}{_GAP}{dot} {verdict}", f"{each} {dot}")]
                right = [*full, *(f"{figures} {dot}" for figures in right)]
            else:
                right = [
                    *(f"{figures}{_GAP}{dot} {verdict}{note}" for figures in right[: len(full) + 1] if note),
                    *(f"{figures}{_GAP}{dot} {verdict}" for figures in right[: len(full) + 1]),
                    *(f"{figures} {dot}" for figures in right[len(full) :]),
                ]
        # In a race, its standing comes before the name of the game.
        pairs = [*(product(left, full) if facts.race is not None else ()), *product(left, right)]
        if name := self.session.name or facts.occasion:
            pairs.insert(0, (f"{self.glyphs.displayable(name)}{_GAP}{left[0]}", right[0]))
        title, figures, x = self._draw_texts_above(surface, pairs)
        self.shows_verdict_note = bool(verdict and note) and figures.endswith(note)
        if unsaved:
            surface.change_roles(lambda _: "bar warning", 1 + len(title) - len(unsaved), 0, len(unsaved), 1)
        if verdict:
            start = figures.rindex(dot)
            surface.text(x + start, 0, figures[start:], f"bar {ink}")

    def _race_figures(self, figures: Sequence[str]) -> list[str]:
        """Return the figures with the standing of the race, in ever fewer words.

        Without a race the list is empty.
        """
        race = self.facts.race
        if race is None or self.session.is_paused or self.session.game.is_won:
            return []
        standing = race.standing(self.session)
        words = self.glyphs.displayable(f"you {standing[0]} · {race.name or 'ghost'} {standing[1]}")
        past, future, knob = tuple(self.glyphs.rail)
        player, ghost = (round(cards * (_TRACK - 1) / len(DECK)) for cards in standing)
        cells = [past if cell < player else future for cell in range(_TRACK)]
        cells[ghost] = self.glyphs.markers[-1]
        # The player hides a ghost that is level.
        cells[player] = knob
        track = "".join(cells)
        return [
            f"{figures[0]}{_GAP}{track} home: {words}",
            f"{figures[0]}{_GAP}{track} {words}",
            *(f"{shorter} {track} {words}" for shorter in figures[1:]),
            f"{figures[2]} {words}",
            words,
        ]

    def _draw_bottom_bar(self, surface: Surface) -> None:
        y = surface.height - 1
        surface.fill(0, y, surface.width, 1, "bar")
        finder, is_spoken = self.session.rank_finder, self.appearance.settings.screen_reader
        if (prompt := finder.prompt(self.session.game.board)) and not (is_spoken and finder.rank):
            surface.text(1, y, self.glyphs.displayable(prompt), "bar title")
            return
        if is_spoken and not self.session.is_paused:
            self._draw_sentence(surface, y)
            return
        # Where no move is left the status is above the keys, which help more. No card can be carried then.
        is_stuck = self.session.is_stuck and self.session.message is None
        # The plate of a loss says that no useful move is left.
        status = self.session.status if self.facts.loss is None else self.session.message
        message = None if self.facts.is_silent else status
        # A line of moves needs the room of the figures.
        has_line = message is not None and bool(message.steps)
        has_figures = not (self.session.is_paused or is_stuck or has_line or self.session.game.is_won)
        figures = self.glyphs.displayable(self._figures(surface.width)) if has_figures else ""
        surface.text(surface.width - 1 - len(figures), y, figures, "bar text")
        room = surface.width - len(figures) - 4
        if message is None:
            self._draw_footer(surface, y, room)
        elif message.steps:
            self._draw_line(surface, y, room, message)
        else:
            # The message stands beside the figures. A long one also takes rows above, and may leave room for the keys.
            # Before the first move no message takes the place of the keys.
            is_refused = message.severity == "refusal"
            keeps_keys = is_stuck or not (is_refused or self.session.game.turns)
            lines = _wrapped(self.glyphs.displayable(message.text), surface.width - 2, 0 if keeps_keys else room)
            self._draw_message(surface, y, message, lines)
            if not lines[-1]:
                self._draw_footer(surface, y, room)

    def _draw_message(self, surface: Surface, y: int, message: Message, lines: Sequence[str]) -> None:
        """Draw a message in lines, the last one in the bar, and the others above over the full width."""
        role = "bar warning" if message.severity == "refusal" else "bar text"
        *above, last = lines
        surface.block(0, y - len(above), (f" {line}".ljust(surface.width) for line in above), role)
        surface.text(1, y, last, role)

    def _draw_loss(self, surface: Surface, loss: Loss) -> None:
        """Draw the plate of a loss on free felt: the text, the end of the curve, and the keys that help.

        It is as large as the felt allows, and covers cards only where there is no felt for its smallest form.
        """
        assert self.painter is not None
        layout, text = self.painter.layout, self.glyphs.displayable(loss.text)
        for columns, margin, curve_width in _LOSS_FORMS:
            width, frame = columns - 2 * max(margin, 1), 1 if margin > 1 else 0
            rows = wrap(text, width - curve_width - 3 if curve_width else width)
            rows += [""] * (_LOSS_CURVE_ROWS - len(rows))  # room for the losing move, which may be known later
            label_rows = _rows_of_labels(self.facts.loss_labels, width) if margin else []
            height = len(rows) + len(label_rows) + 2 * frame
            box = layout.free_felt(self.session.game.board.columns, columns, height)
            if box is not None:
                break
        else:
            box = Box((surface.width - columns) // 2, layout.bar_y - height, columns, height)
        surface.fill(*box, "bar")
        x, y = box.x + max(margin, 1), box.y + frame
        surface.block(x, y, rows, "bar text")
        if curve_width:
            needed = [moves for moves in loss.needed if moves is not None][-curve_width // _LOSS_BAR :]
            self._draw_end_of_curve(surface, box.right - margin - _LOSS_BAR * len(needed), y, needed)
        for row, labels in enumerate(label_rows, y + len(rows)):
            right = x
            for label in labels:
                right = self._draw_label(surface, right, row, label) + len(_GAP)
        if frame:
            draw_plate(surface, box, self.glyphs)

    def _draw_end_of_curve(self, surface: Surface, x: int, y: int, needed: Sequence[int]) -> None:
        """Draw the moves needed at the last positions, the one before the losing move in the ink of a loss."""
        least, most = min(needed, default=0) - 1, max(needed, default=0)
        columns = [column((moves - least) / (most - least), _LOSS_CURVE_ROWS, self.glyphs.levels) for moves in needed]
        rows = ["".join(each[row] * _LOSS_BAR for each in columns) for row in range(_LOSS_CURVE_ROWS)]
        surface.block(x, y, rows, "bar winnable" if self.glyphs.has_colour else "bar quiet")
        surface.block(x + _LOSS_BAR * (len(needed) - 1), y, (row[-_LOSS_BAR:] for row in rows), "bar lost")

    def _draw_sentence(self, surface: Surface, y: int) -> None:
        """Draw the message, or else a sentence about the cursor, and nothing beside it."""
        message = None if self.facts.is_silent else self.session.status
        if self.facts.loss is not None and self.session.message is None:
            message = Message(self.facts.loss.text, "refusal")
        sentence = self._last_news() or focus_sentence(self.session)
        message = message or Message(sentence)
        lines = wrap(self.glyphs.displayable(message.text), surface.width - 2) or [""]
        self._draw_message(surface, y, message, lines)

    def _last_news(self) -> str:
        """Return a sentence about the last move, undo or redo, or the cards found, or '' after the focus has moved."""
        session, reported = self.session, self._reported
        if reported.session is not session or reported.game is not session.game:
            is_same = reported.session is session
            self._change = capitalised(change(reported.game, session, reported.turns_played)) if is_same else ""
            self._changed_at = _focus(session)
            self._reported = ReportedGame(session, session.game, session.turns_played)
        if self._found_rank != session.rank_finder.rank:
            self._found_rank, self._changed_at = session.rank_finder.rank, _focus(session)
            self._change = found_sentence(session.game.board, self._found_rank) if self._found_rank else ""
        return self._change if self._changed_at == _focus(session) else ""

    def _draw_line(self, surface: Surface, y: int, room: int, message: Message) -> None:
        """Draw the moves of a line that fit, and the rest of the message.

        The moves take the bar, and on a narrow screen some rows above.
        """
        rest = self.glyphs.displayable(f"… {message.rest}")
        rows = 1 if surface.width >= _ROOMY else _LINE_ROWS
        for count in range(len(message.steps), 0, -1):
            slots = move_slots(message.steps[:count], self.glyphs, self.appearance.suit_inks)
            width = sum(len(text) for text, _ in slots[0])
            across = (surface.width - 2) // width
            full, left = divmod(count, across)
            if full < rows and left * width + len(rest) <= room:
                break
        top = y - full
        surface.fill(0, top, surface.width, full, "bar")
        for index, slot in enumerate(slots):
            x = 1 + index % across * width
            for text, role in slot:
                surface.text(x, top + index // across, text, role)
                x += len(text)
        surface.text(1 + left * width, y, rest, "bar text")

    def _figures(self, width: int) -> str:
        """Return the counts of free cells and of cards that move at once.

        Without room for both, the second alone is shown, and in short on a narrow screen.
        """
        board, variant = self.session.game.board, self.session.game.variant
        limit = self.session.supermove_limit
        if width < _ROOMY:
            return f"{limit} at once"
        free, move = f"{counted(board.free_cell_count, 'cell')} free · ", f"move up to {limit}"
        if width < _WITH_BOTH:
            return free + move
        if width >= _SPACIOUS:
            move += " card" if limit == 1 else " cards"
        to_empty = supermove_limit(board, variant, to_empty_column=True) if board.empty_column_count else limit
        if to_empty >= limit:
            return free + move
        text = f"{move} ({to_empty} to an empty column)"
        return f"{free}{text}" if width >= _SPACIOUS else text

    def _draw_footer(self, surface: Surface, y: int, room: int) -> None:
        x, footer = 1, self.facts.footer
        lead, gap = footer.lead, self.glyphs.displayable(footer.gap)
        if lead:
            surface.text(x, y, lead, "bar text")
            x += len(lead) + 1
        # Figures as near as a label would read as another label.
        distance = 2 if surface.width >= _ROOMY and not lead else 0
        for index, label in enumerate(footer.fitting(room - distance)):
            if index:
                surface.text(x, y, gap, "bar quiet")
                x += len(gap)
            x = self._draw_label(surface, x, y, label)

    def _draw_label(self, surface: Surface, x: int, y: int, label: KeyLabel) -> int:
        """Draw a label that can be clicked, and return its end."""
        surface.text(x, y, label.key, "bar title")
        words = self.glyphs.displayable(label.label)
        surface.text(x + len(label.key) + 1, y, words, "bar warning" if label.warns else "bar quiet")
        self._label_places.append((Box(x, y, label.width, 1), label.command))
        return x + label.width


def _focus(session: Session) -> tuple[object, ...]:
    """Return the parts of a session that another key than an undo or a redo changes."""
    return session.cursor, session.shows_cursor, session.selection


def _rows_of_labels(labels: Sequence[KeyLabel], width: int) -> list[list[KeyLabel]]:
    """Return labels in rows of up to `width` cells, the last one, the way out, only where it needs no row."""
    rows: list[list[KeyLabel]] = []
    for label in labels:
        if rows and sum(each.width + len(_GAP) for each in rows[-1]) + label.width <= width:
            rows[-1].append(label)
        elif not rows or label is not labels[-1]:
            rows.append([label])
    return rows


class _Reach(NamedTuple):
    """The lifted cards that can move."""

    movable_count: int | None = None
    """The number of them that the pile under the cursor takes, or else any pile; None if that is not shown."""
    partial_counts: Mapping[Pile, int] = MappingProxyType({})
    """The number of cards by pile, for each pile that does not take all."""


def _reach(session: Session) -> _Reach:
    lifted, cursor = session.lifted_count, session.shown_cursor
    if session.selection is None or lifted == 1:
        return _Reach()
    all_ways = ways(session)
    chosen = [way for way in all_ways if cursor is not None and cursor.pile in places_like(session, way)] or all_ways
    partial_ways = (way for way in all_ways if len(way.cards) < lifted)
    partial_counts = {pile: len(way.cards) for way in partial_ways for pile in places_like(session, way)}
    return _Reach(max((len(way.cards) for way in chosen), default=None), partial_counts)


def _wrapped(text: str, width: int, room: int) -> list[str]:
    """Return a text in as few lines of `width` as possible.

    The last line is no longer than `room`, or else empty.
    """
    if len(text) <= room:
        return [text]
    fewest = wrap(text, width)
    for narrower in range(width, room, -1):
        lines = wrap(text, narrower)
        if len(lines) == len(fewest) > 1 and len(lines[-1]) <= room:
            return lines
    return [*fewest, ""]


def notice(width: int, height: int) -> Surface:
    """Return a picture that says that the terminal is too small."""
    surface = Surface(width, height)
    needed = " by ".join(map(str, SMALLEST))
    lines = wrap(f"The window is {width} by {height}; the table needs {needed}.", max(width - 4, 1))
    for y, line in enumerate(lines, max((height - len(lines)) // 2, 0)):
        surface.text(max((width - len(line)) // 2, 0), y, line, "felt number")
    return surface
