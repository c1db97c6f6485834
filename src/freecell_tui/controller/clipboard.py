"""The terminal's clipboard, which a program fills with an escape sequence (OSC 52) that the terminal may not heed.

No answer comes back, so that nobody can know whether the text has arrived; what is said to the player says so.
"""

from base64 import b64encode
from collections.abc import Mapping
from typing import Final

from freecell_tui.storage.settings import ClipboardUse

# Consoles and old terminals, which have no clipboard, and would print what they do not understand.
_WITHOUT: Final = ("linux", "vt", "cons", "sun", "dumb", "ansi")
# GNU screen takes a sequence for its terminal in pieces, of which none may be longer than 768 bytes.
_SCREEN_PIECE: Final = 256

COPIED: Final = "Copied, if your terminal lets programs use its clipboard."
_COPIED_FOR_SURE: Final = "Copied to the clipboard."
_NOT_COPIED: Final = "Not copied: this terminal has no clipboard for programs. Select the text instead."
_OFF: Final = "Not copied: the clipboard is off in the settings."


def clipboard_sequence(text: str, use: ClipboardUse, environment: Mapping[str, str]) -> str:
    """Return what to send to the terminal so that it takes a text into its clipboard; '' if it cannot or must not.

    `environment` tells which terminal it is. tmux and GNU screen are asked to hand the sequence on to theirs: tmux
    does so if either of its options `set-clipboard` and `allow-passthrough` is on.
    """
    if use is ClipboardUse.OFF or (use is ClipboardUse.AUTO and not _may_have_clipboard(environment)):
        return ""
    sequence = f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07"
    if environment.get("TMUX"):
        return sequence + "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    if environment.get("STY"):
        pieces = (sequence[at : at + _SCREEN_PIECE] for at in range(0, len(sequence), _SCREEN_PIECE))
        return "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)
    return sequence


def copy_note(use: ClipboardUse, *, is_sent: bool) -> str:
    """Return what to say of a text that was sent to the terminal's clipboard, or could not be."""
    match use:
        case ClipboardUse.OFF:
            return _OFF
        case ClipboardUse.ON if is_sent:
            return _COPIED_FOR_SURE
        case _:
            return COPIED if is_sent else _NOT_COPIED


def _may_have_clipboard(environment: Mapping[str, str]) -> bool:
    """Return whether a terminal may take a text; GNOME's terminals and those made from the same library do not."""
    is_old = environment.get("TERM", "dumb").startswith(_WITHOUT)
    return not is_old and not environment.get("VTE_VERSION")
