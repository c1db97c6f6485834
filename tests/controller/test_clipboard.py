"""The terminal's clipboard: what is sent to which terminal, and what is said of it."""

from base64 import b64decode

from freecell_tui.controller.features.share import clipboard_sequence, copy_note
from freecell_tui.storage.settings import ClipboardUse

XTERM = {"TERM": "xterm-256color"}
AUTO, ON, OFF = ClipboardUse.AUTO, ClipboardUse.ON, ClipboardUse.OFF


def test_a_terminal_is_sent_the_text_in_base64_unless_the_player_does_not_want_it() -> None:
    sequence = clipboard_sequence("7♥ F0001", AUTO, XTERM)
    assert sequence.startswith("\x1b]52;c;")
    assert sequence.endswith("\x07")
    assert b64decode(sequence[7:-1]).decode() == "7♥ F0001"
    assert clipboard_sequence("a", OFF, XTERM) == ""


def test_a_terminal_without_a_clipboard_is_sent_nothing_unless_the_player_knows_better() -> None:
    terminals: list[dict[str, str]] = [{}, {**XTERM, "VTE_VERSION": "7600"}]
    for environment in (*terminals, *({"TERM": name} for name in ("dumb", "linux", "vt220"))):
        assert clipboard_sequence("a", AUTO, environment) == "", environment
        assert clipboard_sequence("a", ON, environment).startswith("\x1b]52;c;")


def test_tmux_gets_it_for_itself_and_to_hand_on() -> None:
    sequence = clipboard_sequence("a", AUTO, {"TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0"})
    assert sequence == "\x1b]52;c;YQ==\x07\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\"


def test_screen_gets_it_to_hand_on_in_pieces_that_it_takes() -> None:
    sequence = clipboard_sequence("a" * 600, AUTO, {"TERM": "screen", "STY": "1.pts"})
    pieces = sequence.removesuffix("\x1b\\").split("\x1b\\")
    assert all(piece.startswith("\x1bP") and len(piece) <= 768 for piece in pieces)
    whole = "".join(piece.removeprefix("\x1bP") for piece in pieces)
    assert b64decode(whole[7:-1]) == b"a" * 600


def test_it_is_said_whether_a_text_was_copied() -> None:
    for use, is_sent, said in (
        (AUTO, True, "Copied, if your terminal lets"),
        (ON, True, "Copied to the clipboard."),
        (AUTO, False, "Not copied: this terminal"),
        (ON, False, "Not copied: this terminal"),
        (OFF, False, "Not copied: the clipboard is off"),
    ):
        assert copy_note(use, is_sent=is_sent).startswith(said)
