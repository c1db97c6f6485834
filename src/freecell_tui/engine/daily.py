"""The daily deal: one deal of FreeCell for everybody, from the date alone.

    number = the first eight bytes, as one big-endian number, of the SHA-256 of the date as `2026-11-20` in ASCII
    deal   = number mod 31,999 + 1, and 1 more if that is 11,982 or above

So it is one of Microsoft's 32,000 deals, each as likely as any other but for 11982, which alone cannot be won.
"""

from hashlib import sha256
from typing import Final

CLASSIC_DEALS: Final = 32_000
"""Microsoft's deals are 1 to this."""

UNWINNABLE: Final = 11_982
"""The one among them that cannot be won with four cells."""


def daily_deal(year: int, month: int, day: int) -> int:
    """The deal of a day.

    >>> daily_deal(2026, 11, 20)
    29211
    """
    date = f"{year:04}-{month:02}-{day:02}"
    number = int.from_bytes(sha256(date.encode()).digest()[:8], "big") % (CLASSIC_DEALS - 1) + 1
    return number + (number >= UNWINNABLE)
