"""The picture of a game, above a strip with its figures.

The picture shows the table, or after a win the four suits in fans.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import cos, radians, sin
from typing import Final

from freecell_tui.engine import COLUMNS, Card, Game, Pile, PileKind
from freecell_tui.engine.text import counted, counted_or_no
from freecell_tui.pictures.cards import (
    HEIGHT,
    ROUND,
    WIDTH,
    Colours,
    define_suits,
    draw_card,
    draw_suit,
    draw_text,
    text_width,
)
from freecell_tui.pictures.svg import Svg, number
from freecell_tui.solver.analysis import GameCourse

# The curve of a game: the moves that each position still needed, the detours, and the move that lost the game.


def draw_curve(svg: Svg, course: GameCourse, size: tuple[float, float], colours: Colours) -> None:
    """Draw the curve of a game in a rectangle at the origin.

    Detours are marked, and the move that lost the game.
    """
    width, height = size
    most = course.most_needed or 1
    places = [
        None if needed is None else (index * width / max(len(course.moves), 1), height * (1 - needed / most))
        for index, needed in enumerate(course.needed)
    ]
    svg.add("path", d=f"M0 {number(height)}H{number(width)}", stroke=colours.line, stroke_width=1.5)
    for is_known, group in groupby(places, key=bool):
        points = [place for place in group if place is not None]
        if is_known:
            line = " ".join(f"{number(x)} {number(y)}" for x, y in points)
            area = f"M{number(points[0][0])} {number(height)}L{line}V{number(height)}Z"
            svg.add("path", d=area, fill=colours.winnable, fill_opacity=0.22)
            svg.add("path", d=f"M{line}", stroke=colours.winnable, stroke_width=2.5)
    if course.losing_position is not None:
        lost = (course.losing_position + 1) * width / len(course.moves)
        svg.add("path", d=f"M{number(lost)} {number(height)}H{number(width)}", stroke=colours.lost, stroke_width=3)
    for index, place in enumerate(places):
        if place is not None and (index == course.losing_position or course.cost(index)):
            ink = colours.lost if index == course.losing_position else colours.warning
            svg.add("circle", cx=place[0], cy=place[1], r=5.0, fill=ink)
    draw_text(svg, "moves still needed", (0, height + 17), scale=0.62, ink=colours.quiet)


SIZE: Final = (1200, 630)
"""The width and height of every picture, as usual for pictures that are shown with links."""

_BAR: Final = 116
_FELT: Final = SIZE[1] - _BAR
_MARGIN: Final = 44
_LARGE: Final = 1.9  # the scale of the letters of the title and the figures

# The fans of a won game: a card's scale, and the circle that their middles are on.
_FAN_SCALE: Final = 0.98
_FAN_RADIUS: Final = 331
_FAN_DEGREES: Final = 76
_FAN_MIDDLES: Final = (305, 895)
"""The middles of the two columns of fans, with 20 pixels of felt between them and at either end."""

# The table: a card's greatest width, the most from one card of a column to the next, and strips of felt.
_WIDEST: Final = 92
_STEP: Final = 34
_TOP: Final = 28
_GAP: Final = 22
_THICKNESS: Final = 0.4  # how much higher each card of a foundation is than the one below


@dataclass(frozen=True, slots=True)
class GamePicture:
    """A picture of a game in its present state."""

    game: Game
    top_row: Sequence[Pile]
    """The free cells and foundations in their order on the table."""

    colours: Colours
    moves: int
    time: str = ""
    """The time as text, or '' if it is unknown, or not to be shown."""

    undos: int | None = None
    """The number of undos, or None if it is unknown, or not to be shown."""

    is_helped: bool = False
    course: GameCourse | None = None
    """The course of the game, drawn as a curve if it has a detour or a lost position."""

    def svg(self) -> str:
        game = self.game
        title = game.title
        if game.is_won:
            state = "won, with help" if self.is_helped else "won"
        else:
            state = f"{counted_or_no(sum(game.board.foundations), 'card')} home"
        about = [counted(self.moves, "move")]
        if self.time:
            about.append(f"time {self.time}")
        if self.undos is not None:
            about.append(counted(self.undos, "undo"))
        picture = Svg.picture(*SIZE, title, f"{state}. {', '.join(about)}.")
        define_suits(picture)
        picture.box(0, 0, *SIZE, fill=self.colours.felt)
        # Strokes are those of letters, where a shape has none of its own.
        drawn = picture.add("g", fill="none", stroke_linecap="round", stroke_linejoin="round")
        if game.is_won:
            self._draw_fans(drawn)
        else:
            self._draw_table(drawn)
        self._draw_bar(drawn, title, state)
        return str(picture)

    def _draw_bar(self, svg: Svg, title: str, state: str) -> None:
        """Draw the strip below the picture.

        Title and state are on the left, the figures on the right, the curve between.
        """
        colours = self.colours
        svg.box(0, _FELT, SIZE[0], _BAR, fill=colours.bar)
        figures = [(str(self.moves), "move" if self.moves == 1 else "moves")]
        if self.time:
            figures.append((self.time, "time"))
        if self.undos is not None:
            figures.append((str(self.undos), "undo" if self.undos == 1 else "undos"))
        right = float(SIZE[0] - _MARGIN)
        for figure, label in reversed(figures):
            widths = text_width(figure, _LARGE), text_width(label, 1)
            draw_text(svg, figure, (right - widths[0], _FELT + 58), scale=_LARGE, ink=colours.title)
            draw_text(svg, label, (right - widths[1], _FELT + 90), scale=1, ink=colours.quiet)
            right -= max(widths) + _MARGIN
        room = right - _MARGIN
        scale = min(_LARGE, room / text_width(title, 1))
        draw_text(svg, title, (_MARGIN, _FELT + 58), scale=scale, ink=colours.title)
        draw_text(svg, state, (_MARGIN, _FELT + 90), scale=1, ink=colours.quiet)
        curve_x = _MARGIN + max(text_width(title, scale), text_width(state, 1)) + _MARGIN
        course, width = self.course, right - curve_x
        # Without a detour or a lost position, a curve shows only that the moves led to the end.
        if course is not None and (course.losing_position is not None or course.detours) and width > _MARGIN:
            draw_curve(svg.put("g", curve_x, _FELT + 26), course, (width, _BAR - 52), colours)

    def _draw_fans(self, svg: Svg) -> None:
        """Draw each suit as a fan, from ace to king."""
        suits = [pile.index for pile in self.top_row if pile.kind is PileKind.FOUNDATION]
        for index, suit in enumerate(suits):
            x, y = _FAN_MIDDLES[index % 2], 20 + 238 * (index // 2)
            draw_suit(svg, suit, (x, y + 198), size=64, ink=self.colours.well)
            for rank in range(1, 14):
                turn = _FAN_DEGREES * ((rank - 1) / 12 - 0.5)
                middle = x + _FAN_RADIUS * sin(radians(turn)), y + 70 + _FAN_RADIUS * (1 - cos(radians(turn)))
                fanned = svg.put("g", *middle, turn=turn, scale=_FAN_SCALE).put("g", -WIDTH / 2, -HEIGHT / 2)
                draw_card(fanned, Card.of(rank, suit), self.colours)

    def _draw_table(self, svg: Svg) -> None:
        columns = COLUMNS[: self.game.variant.columns]
        slots = max(len(columns), len(self.top_row))
        pitch = (SIZE[0] - _MARGIN) / slots
        scale = min(_WIDEST, pitch - 10) / WIDTH
        left = (SIZE[0] - slots * pitch + pitch - scale * WIDTH) / 2  # of the first slot
        spare = slots - len(self.top_row)
        for index, pile in enumerate(self.top_row):
            slot = index if pile.kind is PileKind.CELL else index + spare
            self._draw_pile(svg.put("g", left + slot * pitch, _TOP), pile, scale, -_THICKNESS)
        top = _TOP + HEIGHT * scale + _GAP
        room = _FELT - top - HEIGHT * scale - _GAP / 2
        for index, pile in enumerate(columns):
            x = left + (index + (slots - len(columns)) / 2) * pitch
            step = min(_STEP, room / max(len(self.game.board.cards(pile)) - 1, 1))
            self._draw_pile(svg.put("g", x, top), pile, scale, step)

    def _draw_pile(self, svg: Svg, pile: Pile, scale: float, step: float) -> None:
        """Draw a pile at the origin, or an empty pile's place.

        Each card lies `step` below the card before.
        """
        cards, colours, is_foundation = self.game.board.cards(pile), self.colours, pile.kind is PileKind.FOUNDATION
        if is_foundation:  # the board has only the last of its cards
            cards = tuple(Card.of(rank, pile.index) for rank in range(1, self.game.board.foundations[pile.index] + 1))
        if not cards:
            well = svg.put("g", 0, 0, scale=scale)
            well.box(0, 0, WIDTH, HEIGHT, rx=ROUND, fill=colours.well, stroke=colours.line, stroke_width=2)
            if is_foundation:
                draw_suit(well, pile.index, (WIDTH / 2, HEIGHT / 2), size=46, ink=colours.line)
        for index, card in enumerate(cards):
            strip = max(step / scale, 0) if card is not cards[-1] else HEIGHT
            # In a pile of cards only the lowest one's shadow falls on the felt.
            has_shadow = index == 0 or step > 0
            draw_card(svg.put("g", 0, index * step, scale=scale), card, colours, strip=strip, has_shadow=has_shadow)
