"""The terminal behind urwid: `sequences` and `input` read its bytes, `output` and `screen` send changed cells."""
