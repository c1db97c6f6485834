"""What a terminal writes with: colours and styles, and the shortest sequences that change one into another."""

from functools import lru_cache
from typing import Final

Pen = tuple[str, ...]
"""Ink, surface and styles as parameters of SGR; the ink is '' for a blank without styles that show.

A pen of which only the whole sequence is known is that sequence alone.
"""

_PARTS: Final = {"5": 3, "2": 5}
"""How many parameters a colour takes, by the second one: of 256, or of 24 bits."""
_OFF: Final = {"1": "22", "4": "24", "7": "27"}
_SHOWN_IN_BLANKS: Final = ("4", "7", "9")


def pen_of(escape: str, char: str) -> Pen:
    """Return the pen that an SGR sequence of urwid stands for when it is to write `char`."""
    reset, *parts = escape.removeprefix("\x1b[").removesuffix("m").split(";")
    if reset != "0" or len(parts) < _PARTS["5"] or parts[0] != "38" or "48" not in (rest := parts[_PARTS[parts[1]] :]):
        return (escape,)
    at = rest.index("48")
    styles = rest[:at]
    if char == " " and not any(style in _SHOWN_IN_BLANKS for style in styles):
        return "", ";".join(rest[at:])
    return ";".join(parts[: -len(rest)]), ";".join(rest[at:]), *styles


@lru_cache(maxsize=4096)
def pen_change(now: Pen | None, pen: Pen) -> tuple[str, Pen]:
    """Return the output that makes the terminal write with `pen`, and with what it writes then."""
    if len(pen) == 1:
        return (pen[0] if pen != now else ""), pen
    ink, surface, *styles = pen
    if now is None or len(now) == 1:
        return f"\x1b[{';'.join(filter(None, ('0', ink, *styles, surface)))}m", pen
    ink_now, surface_now, *styles_now = now
    if not ink:
        styles = [style for style in styles_now if style not in _SHOWN_IN_BLANKS]
        ink = ink_now
    parts = [_OFF[style] for style in styles_now if style not in styles]
    parts += [style for style in styles if style not in styles_now]
    parts += [ink] * (ink != ink_now) + [surface] * (surface != surface_now)
    return (f"\x1b[{';'.join(parts)}m" if parts else ""), (ink, surface, *styles)


@lru_cache(maxsize=4096)
def joint_pen(one: Pen | None, other: Pen) -> Pen | None:
    """Return the pen with which both may be written, one of them being a blank or both the same; None without one."""
    for first, second in ((one, other), (other, one)) if one else ():
        change, pen = pen_change(first, second)
        if not change:
            return pen
    return None
