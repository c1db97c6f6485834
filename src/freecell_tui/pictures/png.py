"""PNG pictures, made from SVG by resvg.

It is the extra `png`: a renderer in a wheel of its own, without libraries of the system. The pictures have no text in
them, so that it needs no fonts either.
"""

from importlib.util import find_spec
from typing import Final

_LIBRARY: Final = "resvg_py"
_ZOOM: Final = 2
"""Pixels for each unit of the picture: sharp on the screens of telephones."""


class NoPng(Exception):
    """There is no library for PNG; `str()` says what to do."""

    def __init__(self) -> None:
        super().__init__(f"PNG pictures need {_LIBRARY}: pip install {_LIBRARY}. SVG pictures do not.")


def has_png() -> bool:
    """Return whether PNG pictures can be made here."""
    return find_spec(_LIBRARY) is not None


def to_png(svg: str) -> bytes:
    """Return a picture as PNG, two pixels for each of its units; raise NoPng."""
    try:
        import resvg_py  # noqa: PLC0415 - an extra, and not every picture is a PNG
    except ImportError:
        raise NoPng from None
    return resvg_py.svg_to_bytes(svg_string=svg, zoom=_ZOOM, skip_system_fonts=True)
