"""The terminal behind urwid: what comes from it, what is sent to it, and the signals that end the program.

Bytes from the terminal pass the filters of `input`, inside `screen`, and become keys in urwid; what is not for the game
is dropped. `screen` sends the cells that changed, in the colours of the theme and with the pens of `output`, and
`flow_control` knows how far the terminal is behind. `signals` turns SIGTERM and the like into events of the loop.
"""
