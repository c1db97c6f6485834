"""How colours look to people: their difference, and what is left of it with a kind of colour blindness."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

RGB = tuple[int, int, int]
Three = tuple[float, float, float]

# Machado, Oliveira and Fernandes: “A Physiologically-based Model for Simulation of Color Vision Deficiency”, IEEE
# Transactions on Visualization and Computer Graphics 15 (6), 2009: the matrices of severity 1.0, for linear RGB.
VISIONS: dict[str, tuple[Three, Three, Three]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

_PALETTES = {
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 "
        "7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "VGA": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
        "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "Tango": "2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf "
        "555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec",
    "Campbell": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc "
        "767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
    "GNOME": "171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc "
        "5e5c64 f66151 33d17a e9ad0c 2a7bde c061cb 33c7de ffffff",
    "macOS": "000000 990000 00a600 999900 0000b2 b200b2 00a6b2 bfbfbf "
        "666666 e60000 00d900 e6e600 0000ff e600e6 00e6e6 e6e6e6",
    "Solarized": "073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 "
        "002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3",
}  # fmt: skip
PALETTES: dict[str, tuple[RGB, ...]] = {
    name: tuple((red, green, blue) for red, green, blue in map(bytes.fromhex, text.split()))
    for name, text in _PALETTES.items()
}
"""The sixteen basic colours as terminals show them."""

_WHITE = (0.95047, 1.0, 1.08883)
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def _times(matrix: tuple[Three, Three, Three], vector: Three) -> Three:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def linear(colour: RGB) -> Three:
    """sRGB made linear, each part 0 to 1."""
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return red, green, blue


def contrast(one: RGB, other: RGB) -> float:
    """WCAG's contrast, 1 to 21."""
    darker, lighter = sorted(_times(_TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def lab(colour: RGB, vision: str = "normal") -> Three:
    """A colour in CIELAB, under D65, as somebody of this vision sees it."""
    red, green, blue = (min(max(part, 0.0), 1.0) for part in _times(VISIONS[vision], linear(colour)))
    x, y, z = (
        part ** (1 / 3) if part > (6 / 29) ** 3 else part * (29 / 6) ** 2 / 3 + 4 / 29
        for part in (part / white for part, white in zip(_times(_TO_XYZ, (red, green, blue)), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Three, other: Three) -> float:
    """The difference of two colours in CIELAB: about 1 can just be seen where they touch.

    Sharma, Wu and Dalal: “The CIEDE2000 Color-Difference Formula”, Color Research and Application 30 (1), 2005.
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(mean7 / (mean7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + turn / 2 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    around = 60 * exp(-((((hm % 360) - 275) / 25) ** 2))
    rotated = -2 * sqrt(cm**7 / (cm**7 + 25**7)) * sin(radians(around))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotated * dc / sc * dh / sh)
