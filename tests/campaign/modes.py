"""What a program has done to its terminal, read from what it sent: everything that it has to undo."""

import copy
import re

import pyte

_PRIVATE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_KEYBOARD = re.compile(rb"\x1b\[([<>])[0-9]*u")
_OTHER_KEYS = re.compile(rb"\x1b\[>4;?([0-9]*)m")
_TITLES = re.compile(rb"\x1b\[2([23])(?:;[0-9]+)*t")
_STYLE = re.compile(rb"\x1b\[([0-9;:]*)m")
_CHARSET = re.compile(rb"\x1b[()]([0-9A-B])")
_REGION = re.compile(rb"\x1b\[([0-9;]*)r")
_CURSOR = re.compile(rb"\x1b\[([0-9]*) q")
_KEYPAD = re.compile(rb"\x1b([=>])")

ON_AT_FIRST = {b"7", b"25"}
"""Of the modes that the program changes, those that a terminal begins with: lines wrap, and the cursor shows."""


def left_changed(output: bytes) -> set[str]:
    """What is not as it was, after all that a program sent."""
    changed = set()
    state: dict[bytes, bool] = {}
    for match in _PRIVATE.finditer(output):
        state |= dict.fromkeys(match[1].split(b";"), match[2] == b"h")
    changed |= {f"mode {mode.decode()}" for mode, is_on in state.items() if is_on != (mode in ON_AT_FIRST)}
    if sum(1 if match[1] == b">" else -1 for match in _KEYBOARD.finditer(output)) != 0:
        changed.add("keyboard protocol")
    if sum(1 if match[1] == b"2" else -1 for match in _TITLES.finditer(output)) != 0:
        changed.add("title")
    for what, pattern, normal in (
        ("modified keys", _OTHER_KEYS, {b"", b"0"}),
        ("colours", _STYLE, {b"", b"0", b"0;39;49"}),
        ("characters", _CHARSET, {b"B"}),
        ("scrolling region", _REGION, {b""}),
        ("cursor", _CURSOR, {b"", b"0"}),
        ("keypad", _KEYPAD, {b">"}),
    ):
        found = pattern.findall(output)
        if found and found[-1] not in normal:
            changed.add(what)
    return changed


class TwoScreens(pyte.Screen):
    """A terminal with an alternate screen, after which the first one is there again as it was."""

    def set_mode(self, *modes: int, **options: bool) -> None:
        if 1049 in modes and options.get("private"):
            self._first = (copy.deepcopy(self.buffer), copy.copy(self.cursor))
            self.erase_in_display(2)
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes: int, **options: bool) -> None:
        super().reset_mode(*modes, **options)
        if 1049 in modes and options.get("private"):
            self.buffer, self.cursor = self._first
            self.dirty.update(range(self.lines))
