"""The curve of a game: how many moves each position still needed, which moves cost some, and which lost the game."""

from itertools import groupby
from typing import Final

from freecell_tui.pictures.colours import Colours
from freecell_tui.pictures.lettering import draw_text
from freecell_tui.pictures.svg import Svg, number
from freecell_tui.solver.game_analysis import GameCourse

_MARK: Final = 5.0
_LABEL: Final = 0.62


def tells_something(course: GameCourse) -> bool:
    """Return whether the solver knows more of a game than that its moves led to its end."""
    return course.losing_position is not None or bool(course.detours)


def draw_curve(svg: Svg, course: GameCourse, size: tuple[float, float], colours: Colours) -> None:
    """Draw the curve in a rectangle at the origin; a detour is marked, and the move that lost the game."""
    width, height = size
    most = max((needed for needed in course.needed if needed is not None), default=0) or 1
    places = [
        None if needed is None else (at * width / max(len(course.moves), 1), height * (1 - needed / most))
        for at, needed in enumerate(course.needed)
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
    for at, place in enumerate(places):
        if place is not None and (at == course.losing_position or course.cost(at)):
            ink = colours.lost if at == course.losing_position else colours.warning
            svg.add("circle", cx=place[0], cy=place[1], r=_MARK, fill=ink)
    draw_text(svg, "moves still needed", (0, height + 17), scale=_LABEL, ink=colours.quiet)
