"""The table in a terminal: a front end of the controller on urwid.

In the order of a key's journey: `terminal` turns bytes into keys and mouse events, `stack` hands them to the screen on
top, and that plays a pile or, by the `keymap`, executes a command of the controller; on the table, `mouse` is where a
click becomes a card. Then the loop in `app` has the game saved, the top screen drawn, and the solver asked.

- `screens` fill the terminal, `dialogs` are over them, and `widgets` are what dialogs are made of. `stack` has what
  they have in common, and what they may ask of the program; `parts` are hints of keys, clicks and windows of lists.
- `drawing` says where everything is, how it looks and what moves.
- `app` puts all this together, `navigator` opens what the controller asks for, and `run` starts from the command line.
- `asciicast` draws a replay into a file instead.
"""

import platform
from contextlib import suppress

# urwid asks for the platform as it is loaded, and Python would run `uname -p`, by PATH, for the processor in its name.
# The processor is a cached property: what is put there is not looked for.
with suppress(TypeError):
    vars(platform.uname())["processor"] = ""
