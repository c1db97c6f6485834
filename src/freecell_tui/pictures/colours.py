"""The colours of pictures."""

from typing import Final, NamedTuple


class Colours(NamedTuple):
    """The colours of a picture, each as `#rrggbb`; `suits` are in the order of `Suit`.

    `felt` is the table, `well` an empty place with its `line`, `bar` the strip with the figures, `title` and `quiet`
    what is written there; `winnable`, `lost` and `warning` are in the curve.
    """

    felt: str
    shadow: str
    well: str
    line: str
    card: str
    edge: str
    suits: tuple[str, str, str, str]
    bar: str
    title: str
    quiet: str
    winnable: str
    lost: str
    warning: str


FELT: Final = Colours(
    felt="#0e5a3c",
    shadow="#0a4a31",
    well="#0c5035",
    line="#2f7d5c",
    card="#fbf8ef",
    edge="#d9d2bf",
    suits=("#1c1c22", "#bd1428", "#bd1428", "#1c1c22"),
    bar="#083526",
    title="#ffffff",
    quiet="#a4cdb9",
    winnable="#7ee08a",
    lost="#ffaea6",
    warning="#ffd34d",
)
"""The colours of the theme `felt`, for a front end without a theme."""
