"""The terminal behind urwid: what comes from it, what is sent to it, and the signals that end the program.

Bytes from the terminal pass `control_strings`, inside `screen`, and become keys in urwid; `input_filter` drops what is
not for the game. `screen` sends the cells that changed, in the colours of the theme, and `flow_control` knows how far
the terminal is behind. `signals` turns SIGTERM and the like into events of the loop.
"""
