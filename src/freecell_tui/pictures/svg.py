"""Writing SVG: shapes and their places, and nothing that a viewer would run or load."""

from typing import Self
from xml.etree import ElementTree as ET


def number(value: float) -> str:
    """Return a number with two decimals at most, as short as it can be written.

    >>> number(2.504), number(-0.001)
    ('2.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Svg:
    """An element of a picture, to which others are added."""

    def __init__(self, node: ET.Element) -> None:
        self._node = node

    @classmethod
    def picture(cls, width: float, height: float, title: str, about: str) -> Self:
        """Return an empty picture; `title` and `about` are for those who cannot see it."""
        size = {"width": number(width), "height": number(height), "viewBox": f"0 0 {number(width)} {number(height)}"}
        picture = cls(ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "role": "img"}))
        picture.say("title", title)
        picture.say("desc", about)
        return picture

    def say(self, tag: str, text: str) -> None:
        """Add an element of text, which is not drawn."""
        ET.SubElement(self._node, tag).text = text

    def add(self, tag: str, **attributes: str | float) -> "Svg":
        """Add an element and return it; `stroke_width` is written `stroke-width`."""
        written = {
            name.replace("_", "-"): value if isinstance(value, str) else number(value)
            for name, value in attributes.items()
        }
        return Svg(ET.SubElement(self._node, tag, written))

    def put(
        self, tag: str, x: float, y: float, *, scale: float = 1, turn: float = 0, **attributes: str | float
    ) -> "Svg":
        """Add an element whose origin is at a point, enlarged and turned by degrees clockwise, and return it."""
        transform = f"translate({number(x)} {number(y)})"
        transform += f" rotate({number(turn)})" if turn else ""
        transform += f" scale({scale:.4g})" if scale != 1 else ""
        return self.add(tag, **attributes, transform=transform)

    def box(self, x: float, y: float, width: float, height: float, **attributes: str | float) -> "Svg":
        """Add a rectangle and return it."""
        return self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def __str__(self) -> str:
        return ET.tostring(self._node, encoding="unicode") + "\n"
