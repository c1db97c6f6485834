"""Writing SVG: shapes and their places, and nothing that a viewer would run or load."""

import os
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Self
from xml.etree import ElementTree as ET


def number(value: float) -> str:
    """Return a number with at most two decimals, as short as possible.

    >>> number(2.504), number(-0.001)
    ('2.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Svg:
    def __init__(self, node: ET.Element) -> None:
        self._node = node

    @classmethod
    def picture(cls, width: float, height: float, title: str, about: str) -> Self:
        """Return an empty picture.

        `title` and `about` are for people who cannot see the picture.
        """
        size = {"width": number(width), "height": number(height), "viewBox": f"0 0 {number(width)} {number(height)}"}
        picture = cls(ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "role": "img"}))
        picture.say("title", title)
        picture.say("desc", about)
        return picture

    def say(self, tag: str, text: str) -> None:
        ET.SubElement(self._node, tag).text = text

    def add(self, tag: str, **attributes: str | float) -> "Svg":
        """Add an element and return it.

        An attribute such as `stroke_width` is written `stroke-width`.
        """
        written = {
            name.replace("_", "-"): value if isinstance(value, str) else number(value)
            for name, value in attributes.items()
        }
        return Svg(ET.SubElement(self._node, tag, written))

    def put(
        self, tag: str, x: float, y: float, *, scale: float = 1, turn: float = 0, **attributes: str | float
    ) -> "Svg":
        """Add an element at a point and return it.

        The element is scaled, and turned clockwise by `turn` degrees.
        """
        transform = f"translate({number(x)} {number(y)})"
        transform += f" rotate({number(turn)})" if turn else ""
        transform += f" scale({scale:.4g})" if scale != 1 else ""
        return self.add(tag, **attributes, transform=transform)

    def put_shape(self, elements: str) -> None:
        """Add elements that are written as SVG."""
        self._node.extend(ET.fromstring(f"<g>{elements}</g>"))  # noqa: S314 - our own shapes

    def box(self, x: float, y: float, width: float, height: float, **attributes: str | float) -> "Svg":
        return self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def __str__(self) -> str:
        return ET.tostring(self._node, encoding="unicode") + "\n"


# PNG pictures, made from SVG by resvg.
#
# It is the extra `png`: a renderer in a wheel of its own, without libraries of the system. The pictures have no text
# in them, so that it needs no fonts either. While it draws, nothing else of a program runs, whatever its thread: so it
# has a process of its own, which reads SVG on standard input, and writes PNG to standard output.


class NoPng(Exception):
    """A PNG picture that cannot be made.

    `str()` is a sentence with advice.
    """


def has_png() -> bool:
    return find_spec("resvg_py") is not None


_NICENESS: Final = 5  # the table has the processor first

# As for the solver: a new Python need not find the package where this one does.
_PROGRAM: Final = "import sys; sys.path.append(sys.argv[1]); from freecell_tui.pictures.svg import main; main()"


def to_png(svg: str, seconds: float = 30.0) -> bytes:
    """Return a picture as PNG, at two pixels per unit.

    The process has a group of its own, so that signals from the program's terminal do not end it.
    Drawing usually takes less than a second; after `seconds` it is given up.
    Raise NoPng, or OSError if no process can be started.
    """
    if not has_png():
        raise NoPng(f"PNG pictures need resvg_py: {sys.executable} -m pip install resvg_py. SVG pictures do not.")
    command = [sys.executable, "-P", "-c", _PROGRAM, str(Path(__file__).parents[2])]
    try:
        done = subprocess.run(  # noqa: S603 - this Python and this program
            command, input=svg.encode(), capture_output=True, check=True, timeout=seconds, process_group=0
        )
    except subprocess.SubprocessError:
        raise NoPng("The picture could not be drawn as PNG; as SVG it can.") from None
    return done.stdout


def main() -> None:
    import resvg_py  # noqa: PLC0415 - an extra, and not every picture is a PNG

    if sys.platform != "win32":
        with suppress(OSError, AttributeError):
            os.nice(_NICENESS)
    svg = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=svg, zoom=2, skip_system_fonts=True))
