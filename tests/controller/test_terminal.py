"""What a terminal can do, by its name and what is around it."""

import pytest

from freecell_tui.controller.features.share import clipboard_sequence
from freecell_tui.controller.terminal import inherited_colours, knows_strings, screen_size
from freecell_tui.storage.settings import ClipboardUse

XTERM = "xterm-256color"
EMACS = {"TERM": XTERM, "INSIDE_EMACS": "29.1,term:0.96"}


@pytest.mark.parametrize(
    ("environment", "knows"),
    [
        *(
            ({"TERM": name}, True)
            for name in (XTERM, "xterm", "tmux-256color", "screen", "vte-256color", "Eterm", "foot")
        ),
        *(({"TERM": name}, True) for name in ("alacritty", "st-256color", "rxvt-unicode", "putty", "dvtm", "no-such")),
        *(
            ({"TERM": name}, False)
            for name in ("linux", "linux-16color", "vt100", "vt220", "vt52", "ansi", "sun-color")
        ),
        *(({"TERM": name}, False) for name in ("cons25", "dumb", "eterm-color", "eterm-256color", "eterm", "wsvt25")),
        ({}, False),
        ({"TERM": ""}, False),
        (EMACS, False),
        ({"TERM": "xterm", "EMACS": "24.5 (term:0.96)"}, False),
        ({"TERM": XTERM, "INSIDE_EMACS": "vterm"}, True),
    ],
)
def test_a_terminal_that_does_not_know_control_strings_is_known(environment: dict[str, str], *, knows: bool) -> None:
    assert knows_strings(environment) is knows


def test_emacs_terminal_is_sent_no_text_for_a_clipboard_whatever_the_player_has_set(subtests: pytest.Subtests) -> None:
    for environment in (EMACS, {"TERM": "eterm-color"}):
        with subtests.test(environment=environment):
            assert all(clipboard_sequence("a", use, environment) == "" for use in ClipboardUse)


TRUE = {"COLORTERM": "truecolor", "TERM_PROGRAM": "vscode", "WT_SESSION": "1"}


@pytest.mark.parametrize(
    ("environment", "are_believed"),
    [
        *(
            ({"TERM": name}, True)
            for name in (XTERM, "xterm", "foot", "xterm-kitty", "tmux-256color", "vte", "no-such")
        ),
        ({"TERM": "screen-256color", "TMUX": "1"}, True),
        ({"TERM": "tmux-256color", "TMUX": "1", "STY": "1.pts"}, True),
        ({"TERM": "rxvt-unicode-256color"}, True),
        ({"TERM": "screen-256color", "TMUX": "1", "STY": "1.pts"}, False),
        ({"TERM": "screen.xterm-256color", "STY": "1.pts"}, False),
        ({"TERM": XTERM, "STY": "1.pts"}, False),
        *(({"TERM": name}, False) for name in ("screen", "screen-256color", "screen.linux", "linux", "vt100", "ansi")),
        *(({"TERM": name}, False) for name in ("eterm-color", "dvtm-256color", "rxvt", "cygwin", "xterm-mono", "sun")),
        *(
            ({"TERM": name}, False)
            for name in ("xterm-16color", "xterm-r6", "linux-m", "vt220", "cons25", "Eterm-88color")
        ),
    ],
)
def test_colours_told_by_the_terminal_around_are_believed_only_where_they_arrive(
    environment: dict[str, str], *, are_believed: bool
) -> None:
    assert inherited_colours(environment | TRUE) == (frozenset() if are_believed else TRUE.keys())


@pytest.mark.parametrize(
    ("told", "environment", "size"),
    [
        ((80, 24), {"COLUMNS": "132", "LINES": "50"}, (80, 24)),
        ((0, 0), {}, (80, 24)),
        ((0, 0), {"COLUMNS": "132", "LINES": "50"}, (132, 50)),
        ((0, 50), {"LINES": "30"}, (80, 50)),
        ((132, 0), {"COLUMNS": "90"}, (132, 24)),
        ((-1, -25536), {}, (80, 24)),
        ((0, 0), {"COLUMNS": "0", "LINES": "-3"}, (80, 24)),
        ((0, 0), {"COLUMNS": "wide", "LINES": "٣"}, (80, 24)),
        ((0, 0), {"COLUMNS": "9" * 5000, "LINES": ""}, (80, 24)),
        ((32767, 32767), {}, (2000, 1000)),
        ((1, 1), {}, (1, 1)),
    ],
)
def test_a_terminal_of_no_size_has_the_usual_one_or_that_of_the_environment(
    told: tuple[int, int], environment: dict[str, str], size: tuple[int, int]
) -> None:
    assert screen_size(*told, environment) == size
