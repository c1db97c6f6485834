"""The terminal behind urwid: what comes from it, and what is sent to it.

Bytes from the terminal pass the filters of `input`, inside `screen`, and become keys in urwid; what is not for the game
is dropped. `screen` sends the cells that changed, in the colours of the theme and with the pens of `output`, and
`flow_control` knows how far the terminal is behind.
"""
