"""The terminal behind urwid: `sequences` and `input` read its bytes, `output` and `screen` send changed cells.

`machine` is the one interface to the system; `posix` and `windows` are its sides.
"""
