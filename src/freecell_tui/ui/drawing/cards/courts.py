"""Jacks, queens and kings in pixels: in colour as heads and busts of four sizes, in one ink as portraits of five.

In colour, `G` is gold and `g` its shade, `S` skin, `E` eyes, `M` lips, `H` hair, `R` the robe, `T` its trimming and
`F` a feather; a space is the card, or in a frame the panel: `P` with its grain `,` and its motes `.`. In one ink, `R`
is the robe: full of ink on a card of a black suit, and its outline on one of a red suit.
"""

from collections.abc import Mapping
from functools import cache
from math import prod
from typing import Final

from freecell_tui.engine import Card, Suit
from freecell_tui.ui.drawing.cards.pixels import Pixels, hollow, turned

_JACK, _QUEEN, _KING = 11, 12, 13

# By their width in pixels. The lower edge is where the other head begins.
_HEADS: Final[Mapping[int, Mapping[int, Pixels]]] = {
    8: {
        _JACK: (
            "      FF",
            "  RRRFF ",
            " RRRRRR ",
            " GGGGGG ",
            " HSSSSH ",
            " HESSEH ",
            " HSSSSH ",
            "  SMMS  ",
            " RTSSTR ",
            "RRTGGTRR",
        ),
        _QUEEN: (
            "        ",
            " G GG G ",
            " GGFFGG ",
            " HHSSHH ",
            "HHESSEHH",
            "HHSSSSHH",
            "HHSMMSHH",
            "HHHSSHHH",
            "HRTSSTRH",
            "RRTGGTRR",
        ),
        _KING: (
            "        ",
            " G GG G ",
            " GGFFGG ",
            " HSSSSH ",
            " HESSEH ",
            " HSSSSH ",
            " HHMMHH ",
            "THHHHHHT",
            "RTHHHHTR",
            "RRTHHTRR",
        ),
    },
    12: {
        _JACK: (
            "         FF ",
            "   RRRRRFF  ",
            "  RRRRRRRF  ",
            "  GGGGGGGG  ",
            "  HSSSSSSH  ",
            "  HSESSESH  ",
            "  HSSSSSSH  ",
            "  HSSMMSSH  ",
            "   HSSSSH   ",
            "  TTTSSTTT  ",
            " RRRTGGTRRR ",
            "RRRRTGGTRRRR",
        ),
        _QUEEN: (
            "            ",
            "  G  GG  G  ",
            "  GG GG GG  ",
            "  GGGFFGGG  ",
            "  HHHSSHHH  ",
            " HHSSSSSSHH ",
            " HHSESSESHH ",
            " HHSSSSSSHH ",
            " HHSSMMSSHH ",
            " HHTTSSTTHH ",
            " RRRTGGTRRR ",
            "RRRRTGGTRRRR",
        ),
        _KING: (
            "            ",
            "  G  GG  G  ",
            "  GG GG GG  ",
            "  GGGFFGGG  ",
            "  HSSSSSSH  ",
            "  HSESSESH  ",
            "  HSSSSSSH  ",
            "  HHHMMHHH  ",
            "  HHHHHHHH  ",
            " TTHHHHHHTT ",
            " RRTHHHHTRR ",
            "RRRRTHHTRRRR",
        ),
    },
}

# Seven pixels wide and ten high.
_BUSTS: Final[Mapping[int, Pixels]] = {
    _JACK: (
        "  RRRF ",
        " RRRRFF",
        " GGGGG ",
        " HSSSH ",
        " HESEH ",
        " HSSSH ",
        "  SMS  ",
        " RTSTR ",
        "RRTTTRR",
        "RRRGRRR",
    ),
    _QUEEN: (
        " G G G ",
        " GGFGG ",
        " HSSSH ",
        "HHESEHH",
        "HHSSSHH",
        "HHSMSHH",
        "HH S HH",
        "HRTSTRH",
        "RRTGTRR",
        "RRRRRRR",
    ),
    _KING: (
        "G  G  G",
        "GGGFGGG",
        "gGGGGGg",
        " HSSSH ",
        " HESEH ",
        " HHSHH ",
        " HHMHH ",
        "RRHHHRR",
        "RTRHRTR",
        "RTRGRTR",
    ),
}

# Six pixels wide and high.
_SMALL: Final[Mapping[int, Pixels]] = {
    _JACK: (" RRRFF", "GGGGG ", "HSSSSH", "HESSEH", " SMMS ", "RRTTRR"),
    _QUEEN: ("G GG G", "GGFFGG", "HSSSSH", "HESSEH", "HSMMSH", "HRTTRH"),
    _KING: ("G GG G", "GGFFGG", "HSSSSH", "HESSEH", "HHMMHH", "RRHHRR"),
}

_HAIR: Final = {Suit.CLUBS: "dark", Suit.DIAMONDS: "fair", Suit.HEARTS: "brown", Suit.SPADES: "dark"}
_ONE_EYED: Final = ((_JACK, Suit.HEARTS), (_JACK, Suit.SPADES), (_KING, Suit.DIAMONDS))
_COLOURS: Final = {
    "P": "panel",
    ",": "grain",
    ".": "mote",
    "G": "gold",
    "g": "brass",
    "S": "skin",
    "E": "eyes",
    "M": "lips",
    "T": "trim",
    "F": "feather",
}
_MOTES: Final = 11
"""A mote for as many pixels of the panel."""


def two_headed(card: Card, width: int) -> Pixels:
    """Return a court card's panel with the widest heads that fit, in a frame where there is room for that, too."""
    across = max(each for each in _HEADS if each <= width)
    head = _faced(card, _HEADS[across][card.rank])
    panel = _on_panel((*head, *turned(head)))
    if width < across + 2:
        return panel
    rule = "G" * (across + 2)
    return (rule, *(f"G{row}G" for row in panel), rule)


def bust(card: Card, *, is_small: bool) -> Pixels:
    """Return a court card's bust: seven pixels wide and ten high, or six of each."""
    return _faced(card, (_SMALL if is_small else _BUSTS)[card.rank])


def framed_bust(card: Card, width: int) -> Pixels:
    """Return a bust ten pixels high on a panel between posts of gold, for the middle of a card of some width."""
    rows = bust(card, is_small=False) if width % 2 else _faced(card, _HEADS[8][card.rank])
    return tuple(f"G{row}G" for row in _on_panel(rows))


def court_colours(suit: Suit) -> dict[str, str]:
    """Return the name of the colour of every pixel of a suit's court cards."""
    named = {**_COLOURS, "R": suit.name.lower(), "H": _HAIR[suit]}
    return {mark: f"art.{name}" for mark, name in named.items()}


def _faced(card: Card, rows: Pixels) -> Pixels:
    """Return it with one eye where the card has always had one."""
    if (card.rank, Suit(card.suit)) not in _ONE_EYED:
        return rows
    return tuple("S".join(row.rsplit("E", 1)) if "E" in row else row for row in rows)


def _on_panel(rows: Pixels) -> Pixels:
    """Return it with the pattern of the panel behind it."""
    return tuple(
        "".join(_panel(x, y) if mark == " " else mark for x, mark in enumerate(row)) for y, row in enumerate(rows)
    )


def _panel(x: int, y: int) -> str:
    if (x * 5 + y * 3) % _MOTES == 0:
        return "."
    return "," if y % 2 else "P"


# Portraits in one ink, by how many pixels wide and high they are.
_PORTRAITS: Final[Mapping[tuple[int, int], Mapping[int, Pixels]]] = {
    (14, 24): {
        _JACK: (
            "          ####",
            "         #### ",
            "    ##### ### ",
            "  ######## ## ",
            " ##########   ",
            "##############",
            "              ",
            "##############",
            "####      ####",
            "###        ###",
            "##          ##",
            "##  #    #  ##",
            "##          ##",
            "##          ##",
            "##    ##    ##",
            "##          ##",
            "##   ####   ##",
            " ##        ## ",
            "   #      #   ",
            "    ######    ",
            "RRR        RRR",
            "RRRRRR  RRRRRR",
            "RRRRRR##RRRRRR",
            "RRRRRR  RRRRRR",
        ),
        _QUEEN: (
            "      ##      ",
            " #   ####   # ",
            " ##  ####  ## ",
            " ### #  # ### ",
            " #####  ##### ",
            " ############ ",
            " ####    #### ",
            "####      ####",
            "###        ###",
            "##          ##",
            "##  #    #  ##",
            "##          ##",
            "##          ##",
            "##    ##    ##",
            "##          ##",
            "##   ####   ##",
            "###   ##   ###",
            "####      ####",
            "######  ######",
            "#####    #####",
            "###R      R###",
            "##RRR    RRR##",
            "RRRRRR  RRRRRR",
            "RRRRRR##RRRRRR",
        ),
        _KING: (
            "#     ##     #",
            "##   ####   ##",
            "### ##  ## ###",
            "######  ######",
            "##############",
            "## ## ## ## ##",
            "##############",
            "#            #",
            "#            #",
            "#  ##    ##  #",
            "#            #",
            "#   #    #   #",
            "#            #",
            "#     ##     #",
            "#     ##     #",
            "#  ########  #",
            "#####    #####",
            "##############",
            " ############ ",
            "R ########## R",
            "RR ######## RR",
            "RRRR #### RRRR",
            "RRRRR ## RRRRR",
            "RRRRRR  RRRRRR",
        ),
    },
    (10, 20): {
        _JACK: (
            "       ###",
            "      ####",
            "  ##### ##",
            " ######## ",
            "##########",
            "          ",
            "##########",
            "###    ###",
            "##      ##",
            "## #  # ##",
            "##      ##",
            "##  #   ##",
            "##      ##",
            " #  ##  # ",
            "  #    #  ",
            "   ####   ",
            "RR      RR",
            "RRRR  RRRR",
            "RRRR##RRRR",
            "RRRR  RRRR",
        ),
        _QUEEN: (
            "    ##    ",
            " #  ##  # ",
            " ## ## ## ",
            " ######## ",
            " ##    ## ",
            "###    ###",
            "##      ##",
            "## #  # ##",
            "##      ##",
            "##  #   ##",
            "##      ##",
            "##  ##  ##",
            "###    ###",
            "####  ####",
            "###    ###",
            "##      ##",
            "#RR    RR#",
            "RRRR  RRRR",
            "RRRR##RRRR",
            "RRRR  RRRR",
        ),
        _KING: (
            "#   ##   #",
            "##  ##  ##",
            "## #### ##",
            "##########",
            "#        #",
            "#        #",
            "#  #  #  #",
            "#        #",
            "#   ##   #",
            "# ###### #",
            "####  ####",
            "##########",
            " ######## ",
            "R ###### R",
            "RR #### RR",
            "RRR ## RRR",
            "RRRR  RRRR",
            "RRRR##RRRR",
            "RRRR  RRRR",
            "RRRR##RRRR",
        ),
    },
    (8, 18): {
        _JACK: (
            "     ###",
            " ##### #",
            "####### ",
            "########",
            "        ",
            "########",
            "##    ##",
            "#      #",
            "# #  # #",
            "#      #",
            "#  #   #",
            "#      #",
            "#  ##  #",
            " #    # ",
            "  ####  ",
            "RR    RR",
            "RRR##RRR",
            "RRR  RRR",
        ),
        _QUEEN: (
            "   ##   ",
            " # ## # ",
            " ###### ",
            " ###### ",
            "##    ##",
            "#      #",
            "# #  # #",
            "#      #",
            "#  #   #",
            "##    ##",
            "## ## ##",
            "##    ##",
            "###  ###",
            "##    ##",
            "#R    R#",
            "RRR  RRR",
            "RRR##RRR",
            "RRR  RRR",
        ),
        _KING: (
            "#  ##  #",
            "## ## ##",
            "########",
            "########",
            "#      #",
            "#      #",
            "# #  # #",
            "#      #",
            "#  ##  #",
            "# #### #",
            "###  ###",
            "########",
            " ###### ",
            "R #### R",
            "RR ## RR",
            "RRR  RRR",
            "RRR##RRR",
            "RRR  RRR",
        ),
    },
    (9, 10): {
        _JACK: (
            "      ###",
            " ##### ##",
            "#########",
            "         ",
            "#########",
            "##     ##",
            "#  # #  #",
            "#       #",
            "##  #  ##",
            "  #####  ",
        ),
        _QUEEN: (
            " #  #  # ",
            " ## # ## ",
            " ####### ",
            "##     ##",
            "#  # #  #",
            "#       #",
            "##  #  ##",
            "###   ###",
            "##     ##",
            "RRRR RRRR",
        ),
        _KING: (
            "#   #   #",
            "## ### ##",
            "#########",
            "#       #",
            "#  # #  #",
            "#   #   #",
            "# ##### #",
            "#### ####",
            " ####### ",
            "RR ### RR",
        ),
    },
    (8, 10): {
        _JACK: (
            "     ###",
            " #### ##",
            "########",
            "        ",
            "########",
            "##    ##",
            "# #  # #",
            "#      #",
            "## ## ##",
            "  ####  ",
        ),
        _QUEEN: (
            " # ## # ",
            " ###### ",
            " ###### ",
            "##    ##",
            "# #  # #",
            "#      #",
            "## ## ##",
            "###  ###",
            "##    ##",
            "RRR  RRR",
        ),
        _KING: (
            "#  ##  #",
            "## ## ##",
            "########",
            "#      #",
            "# #  # #",
            "#  ##  #",
            "# #### #",
            "###  ###",
            " ###### ",
            "RR ## RR",
        ),
    },
    # Too few for a face.
    (7, 6): {
        _JACK: (
            "     ##",
            "  ## ##",
            " ##### ",
            "#######",
            "       ",
            " ##### ",
        ),
        _QUEEN: (
            "   #   ",
            "#  #  #",
            "## # ##",
            " ##### ",
            "       ",
            " ##### ",
        ),
        _KING: (
            "#  #  #",
            "## # ##",
            "#######",
            "#######",
            "       ",
            "#######",
        ),
    },
}


@cache
def portrait(card: Card, width: int, height: int) -> Pixels:
    """Return the largest portrait of a court card that fits; the smallest is only what the card wears on its head."""
    fitting = (size for size in _PORTRAITS if size[0] <= width and size[1] <= height)
    return _robed(card, _PORTRAITS[max(fitting, key=prod)][card.rank])


def _robed(card: Card, rows: Pixels) -> Pixels:
    """Return it with its robe in ink, or in outline."""
    robe = tuple("".join("#" if mark == "R" else " " for mark in row) for row in rows)
    if card.is_red:
        # The robe goes on below the picture.
        robe = hollow((*robe, robe[-1]))[:-1]
    drawn = zip(rows, robe, strict=True)
    return tuple("".join(cloth if mark == "R" else mark for mark, cloth in zip(*both, strict=True)) for both in drawn)
