"""The daily deal: one deal of FreeCell for everybody, from the date alone.

    number = the first eight bytes, as one big-endian number, of the SHA-256 of the date as `2026-11-20` in ASCII
    deal   = number mod 31,999 + 1, and 1 more if that is 11,982 or above

So it is one of Microsoft's first 32,000 deals, all equally likely but 11982, the only one that cannot be won.
"""

from hashlib import sha256
from typing import Final

CLASSIC_DEALS: Final = 32_000
"""The deals of Microsoft's first FreeCell are 1 to this."""

UNWINNABLE: Final = 11_982
"""The only one of them that cannot be won with four cells."""


def daily_deal(year: int, month: int, day: int) -> int:
    """Return the daily deal of a date.

    >>> daily_deal(2026, 11, 20)
    29211
    """
    date = f"{year:04}-{month:02}-{day:02}"
    number = int.from_bytes(sha256(date.encode()).digest()[:8], "big") % (CLASSIC_DEALS - 1) + 1
    return number + (number >= UNWINNABLE)
