"""What the pages of the statistics are made of in a large window: columns over an axis, and sections side by side."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise, zip_longest
from typing import Final, NamedTuple

from freecell_tui.controller.records import statistics
from freecell_tui.controller.records.statistics import HistogramBar
from freecell_tui.ui.dialogs.statistics_pages import Line, bars_of, blocks_of, second_blocks_of
from freecell_tui.ui.drawing.glyphs import Glyphs

AXIS: Final = 6
"""The cells to the left of a chart, for its scale."""

GAP: Final = 4
"""The cells between two sections."""

_WIDEST_PITCH: Final = 24
_GAPS: Final = (3, 8, 16)
"""From these widths of a column on it has a gap of one, two and three cells to its right."""

_SHORTEST_BAR: Final = 4


class Column(NamedTuple):
    """Bars side by side, each its length (0–1) and its ink, with a line of text below for each label."""

    bars: Sequence[tuple[float, str]]
    labels: Sequence[str]


def column_chart(columns: Sequence[Column], scale: Sequence[str], size: tuple[int, int], glyphs: Glyphs) -> list[Line]:
    """Return columns over an axis in `size` cells and rows, their labels among them.

    `scale` are the texts beside the axis from its top to its foot, at even distances.
    """
    width, rows = size[0] - AXIS, size[1] - len(columns[0].labels)
    width = min(width, _WIDEST_PITCH * len(columns))
    bounds = [at * width // len(columns) for at in range(len(columns) + 1)]
    pitches = [end - start for start, end in pairwise(bounds)]
    axis = {round(at * (rows - 1) / (len(scale) - 1)): text for at, text in enumerate(scale)}
    drawn = [_drawn(column, pitch, rows, glyphs) for column, pitch in zip(columns, pitches, strict=True)]
    lines: list[Line] = [
        [(axis.get(row, "").rjust(AXIS - 1) + " ", "quiet"), *_joined(chain.from_iterable(each[row] for each in drawn))]
        for row in range(rows)
    ]
    labels = zip(*(each.labels for each in columns), strict=True)
    return lines + [
        [(" " * AXIS + _labels(texts, pitches), "text" if at else "quiet")] for at, texts in enumerate(labels)
    ]


def _drawn(column: Column, pitch: int, rows: int, glyphs: Glyphs) -> list[Line]:
    """Return the rows of a column's bars, with a gap to the right."""
    gap = bisect(_GAPS, pitch)
    each, more = divmod(pitch - gap, len(column.bars))
    bars = []
    for at, (part, ink) in enumerate(column.bars):
        cells = each + (at < more)
        chart = statistics.bar_chart([part], rows, second_blocks_of(glyphs) if at else blocks_of(glyphs))
        bars.append([(row * cells, ink) for row in chart])
    return [[*row, (" " * gap, "quiet")] for row in zip(*bars, strict=True)]


def _joined(line: Iterable[tuple[str, str]]) -> Line:
    """Return a line in as few parts as there can be; the ink of a blank part does not matter."""
    parts: Line = []
    for text, ink in line:
        if parts and (ink == parts[-1][1] or not text.strip()):
            parts[-1] = (parts[-1][0] + text, parts[-1][1])
        else:
            parts.append((text, ink))
    return parts


def _labels(texts: Sequence[str], pitches: Sequence[int]) -> str:
    """Return texts below their columns; where they are too long, those of every second column, or of fewer."""
    every = max(-(-(max(map(len, texts)) + 1) // min(pitches)), 1)
    rooms = [sum(pitches[at : at + every]) for at in range(0, len(texts), every)]
    return "".join(text.ljust(room) for text, room in zip(texts[::every], rooms, strict=True)).rstrip()


def section(title: str, bars: Sequence[HistogramBar], width: int, glyphs: Glyphs) -> list[Line]:
    """Return a title, and below it a line with a bar for each label; nothing without any."""
    if not bars:
        return []
    label = max(len(bar.label) for bar in bars)
    figures = [max(len(bar.figures[at]) for bar in bars) for at in range(len(bars[0].figures))]
    room = width - label - sum(figures) - len(figures) - 1
    if room < _SHORTEST_BAR:
        room = 0
    lines: list[Line] = [[(title, "title")]]
    for bar in bars:
        told = " ".join(text.rjust(cells) for text, cells in zip(bar.figures, figures, strict=True))
        drawn = statistics.bar(bar.part, bars_of(glyphs), room)
        lines.append([(bar.label.ljust(label) + " ", "quiet"), (told + " ", "text"), (drawn, "winnable")])
    return lines


def side_by_side(sections: Sequence[Sequence[Line]], share: int) -> list[Line]:
    """Return sections beside each other, each `share` cells wide."""
    rows = zip_longest(*sections, fillvalue=())
    return [list(chain.from_iterable(padded(line, share + GAP) for line in row)) for row in rows]


def share_of(width: int, sections: int) -> int:
    """Return the width of one of several sections beside each other."""
    return (width - GAP * (sections - 1)) // sections


def padded(line: Sequence[tuple[str, str]], width: int) -> Line:
    """Return a line with blanks up to a width."""
    return [*line, (" " * (width - sum(len(text) for text, _ in line)), "quiet")]
