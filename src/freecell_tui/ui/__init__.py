"""The table in a terminal: a front end of the controller on urwid.

A key's journey: `terminal` turns bytes into keys and mouse events, and `stack` passes them to the top screen. The
screen chooses a pile or, by the `keymap`, executes a command of the controller; on the table, `screens/table_mouse`
turns clicks into cards. Then the loop in `app` has the game saved, the top screen drawn, and the solver asked.

- `screens` fill the terminal, `dialogs` are boxes over a screen, and `widgets` are the lists and texts in dialogs. Some
  dialogs are called a screen, as players call them, such as `SettingsScreen`.
- `stack` has the base classes of screens and dialogs, and the program as they see it.
- `parts` has choices with keys, hints, click actions and windows of long lists.
- `drawing` has the geometry of the table, its look and its motion.
- `app` puts all together, and starts the game for the command line. `navigator` opens the screens and dialogs that the
  controller requests.
- `help_tables` fills in the tables of keys and settings in the help.
- `asciicast` draws a replay into a file instead of a terminal.
"""

import platform
from contextlib import suppress

# urwid asks for the platform as it is loaded, and Python would run `uname -p`, by PATH, for the processor in its name.
# The processor is a cached property: with a value in the cache, Python does not look it up.
with suppress(TypeError):
    vars(platform.uname())["processor"] = ""
