"""The table: everything that is drawn, and every key and click.

`layout` says where each card lies, `painter` draws it with the marks of `glyphs` in the colours of `theme`; `table` is
the widget that shows it, and `desk` lays `dialogs` over that; `keys` is the table of commands, `mouse` what the buttons
mean, `screen` the terminal; `app` is the game that runs on all of these, and `start` the ways to begin it.
"""
