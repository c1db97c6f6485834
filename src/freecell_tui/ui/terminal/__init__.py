"""The terminal behind urwid: `sequences` and `input` sort out its bytes, and `screen` sends it what has changed."""
